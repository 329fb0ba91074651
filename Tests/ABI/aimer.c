/* The accessory of a camera reader: a table of callbacks that the settings and calls work through. */
#include "host.h"

#include <unistd.h>

static int32_t values[7];
static scanbeam_status refusal;
static int questions, destroyed, ends, misuse;
static scanbeam_status last_code;
static scanbeam_context *running;

static scanbeam_status get_text(void *user_data, scanbeam_aimer_text text, char *buffer, size_t capacity) {
  CHECK(user_data == (void *)values);
  ADD(questions);
  /* Inside a callback nothing may wait. */
  if (scanbeam_context_dispatch(running, 0) == SCANBEAM_ERR_REENTRANT) ADD(misuse);
  if (text == SCANBEAM_AIMER_MODEL) return SCANBEAM_ERR_UNSUPPORTED;
  if (text == SCANBEAM_AIMER_FIRMWARE) {
    memset(buffer, 'f', capacity); /* an accessory that forgets the NUL */
    return SCANBEAM_OK;
  }
  snprintf(buffer, capacity, "A-17");
  return SCANBEAM_OK;
}

static scanbeam_status get(void *user_data, scanbeam_aimer_property property, int32_t *value) {
  CHECK(user_data == (void *)values);
  if (property == SCANBEAM_AIMER_MODULATION || property < 1 || property > 6) return SCANBEAM_ERR_UNSUPPORTED;
  *value = values[property];
  return SCANBEAM_OK;
}

static scanbeam_status set(void *user_data, scanbeam_aimer_property property, int32_t value) {
  CHECK(user_data == (void *)values);
  if (refusal != SCANBEAM_OK) return refusal;
  if (property == SCANBEAM_AIMER_MODULATION || property < 1 || property > 6) return SCANBEAM_ERR_UNSUPPORTED;
  SET(values[property], value);
  return SCANBEAM_OK;
}

static void destroy(void *user_data) {
  CHECK(user_data == (void *)values);
  ADD(destroyed);
}

static void end(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  last_code = error != NULL ? error->code : SCANBEAM_OK;
  ADD(ends);
}

static int32_t status(scanbeam_reader *reader, const char *command) {
  scanbeam_dmcc_response *response = NULL;
  int32_t value;
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command_sync(reader, command, NULL, &response, 20000));
  value = scanbeam_dmcc_response_status(response);
  scanbeam_dmcc_response_unref(response);
  return value;
}

static scanbeam_reader *camera(scanbeam_camera_mode mode) {
  scanbeam_reader *reader = NULL;
  scanbeam_camera_options options;
  SCANBEAM_INIT(options);
  options.identity = "push:camera";
  options.mode = mode;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_camera(&reader, running, &options));
  return reader;
}

static void refused(const scanbeam_aimer *good) {
  scanbeam_reader *reader = camera(SCANBEAM_CAMERA_ACTIVE_AIMER), *plain = camera(SCANBEAM_CAMERA_NO_AIMER);
  scanbeam_aimer bad = *good;
  char text[8];
  int32_t value = 7;
  size_t needed = 7;
  SET(destroyed, 0);
  EQUAL(INVALID, scanbeam_reader_set_aimer(NULL, good, values, destroy));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_aimer(plain, good, values, destroy));
  bad.size = 16;
  EQUAL(INVALID, scanbeam_reader_set_aimer(reader, &bad, values, destroy));
  bad = *good;
  bad.set = NULL;
  EQUAL(INVALID, scanbeam_reader_set_aimer(reader, &bad, values, destroy));
  bad = *good;
  bad.reserved = 1;
  EQUAL(INVALID, scanbeam_reader_set_aimer(reader, &bad, values, destroy));
  EQUAL(5, GET(destroyed)); /* at once, each time */
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer(reader, NULL, NULL, NULL));
  EQUAL(INVALID, scanbeam_reader_get_aimer_text(NULL, SCANBEAM_AIMER_MODEL, text, sizeof text, &needed));
  EQUAL(INVALID, scanbeam_reader_get_aimer_value(NULL, SCANBEAM_AIMER_INTENSITY, &value));
  EQUAL(INVALID, scanbeam_reader_set_aimer_value(NULL, SCANBEAM_AIMER_INTENSITY, 1, end, NULL));
  EQUAL(INVALID, scanbeam_reader_set_aimer_value_sync(NULL, SCANBEAM_AIMER_INTENSITY, 1, -1));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_MODEL, text, 8, &needed));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_get_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, &value));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, 1, end, NULL));
  EQUAL(INVALID, scanbeam_reader_get_aimer_text(reader, 4, text, sizeof text, &needed));
  EQUAL(INVALID, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_MODEL, NULL, 5, &needed));
  EQUAL(INVALID, scanbeam_reader_get_aimer_value(reader, 0, &value));
  EQUAL(INVALID, scanbeam_reader_get_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, NULL));
  EQUAL(INVALID, scanbeam_reader_set_aimer_value(reader, 7, 1, end, NULL));
  EQUAL(7, value);
  EQUAL(7, needed);
  scanbeam_reader_unref(reader);
  scanbeam_reader_unref(plain);
}

static void works(const scanbeam_aimer *table, int first) {
  scanbeam_reader *reader = camera(SCANBEAM_CAMERA_ACTIVE_AIMER);
  char text[300];
  int32_t value = 0;
  size_t needed = 0;
  memset(values, 0, sizeof values);
  values[SCANBEAM_AIMER_INTENSITY] = 3;
  SET(destroyed, 0);
  SET(questions, 0);
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer(reader, table, values, destroy));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_get_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, &value));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(1, GET(values[SCANBEAM_AIMER_STATE]));
  EQUAL(first ? 3 : 0, GET(questions)); /* the second reader finds what the first one kept */
  if (first) EQUAL(3, GET(misuse));
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_SERIAL_NUMBER, text, sizeof text, &needed));
  SAME("A-17", text);
  EQUAL(5, needed);
  EQUAL(SCANBEAM_ERR_BUFFER_TOO_SMALL, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_SERIAL_NUMBER, text, 4, NULL));
  EQUAL(SCANBEAM_ERR_BUFFER_TOO_SMALL, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_FIRMWARE, NULL, 0, &needed));
  EQUAL(256, needed);
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_aimer_text(reader, SCANBEAM_AIMER_MODEL, text, sizeof text, NULL));
  SAME("", text);
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, &value));
  EQUAL(3, value);
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_get_aimer_value(reader, SCANBEAM_AIMER_MODULATION, &value));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer_value_sync(reader, SCANBEAM_AIMER_INTENSITY, 9, 20000));
  EQUAL(9, GET(values[SCANBEAM_AIMER_INTENSITY]));
  EQUAL(INVALID, scanbeam_reader_set_aimer_value_sync(reader, SCANBEAM_AIMER_ILLUMINATION, 2, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_lights_on_sync(reader, 1, 20000));
  EQUAL(1, GET(values[SCANBEAM_AIMER_ILLUMINATION]));
  EQUAL(SCANBEAM_DMCC_OK, status(reader, "SET LIGHT.AIMER 0"));
  EQUAL(0, GET(values[SCANBEAM_AIMER_STATE]));
  EQUAL(SCANBEAM_DMCC_OK, status(reader, "SET LIGHT.AIMER-TIMEOUT 7"));
  EQUAL(7, GET(values[SCANBEAM_AIMER_TIMEOUT]));
  refusal = SCANBEAM_ERR_LOST;
  SET(ends, 0);
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer_value(reader, SCANBEAM_AIMER_INTENSITY, 1, end, NULL));
  CHECK(until(running, &ends, 1));
  EQUAL(SCANBEAM_ERR_LOST, last_code);
  EQUAL(SCANBEAM_DMCC_OFFLINE, status(reader, "SET LIGHT.AIMER 1"));
  refusal = SCANBEAM_OK;
  EQUAL(SCANBEAM_DMCC_OK, status(reader, "SET LIGHT.AIMER 1"));
  EQUAL(0, GET(destroyed));
  /* One that is taken away is switched off and let go. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer(reader, NULL, NULL, NULL));
  EQUAL(SCANBEAM_DMCC_BAD_ARGUMENT, status(reader, "SET LIGHT.AIMER 1"));
  CHECK(until(running, &destroyed, 1));
  EQUAL(0, GET(values[SCANBEAM_AIMER_STATE]));
  EQUAL(0, GET(values[SCANBEAM_AIMER_ILLUMINATION]));
  /* One that is still there at the end as well. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_aimer(reader, table, values, destroy));
  EQUAL(SCANBEAM_DMCC_OK, status(reader, "GET LIGHT.AIMER"));
  EQUAL(1, GET(values[SCANBEAM_AIMER_STATE]));
  scanbeam_reader_unref(reader);
  CHECK(until(running, &destroyed, 2));
  EQUAL(0, GET(values[SCANBEAM_AIMER_STATE]));
}

int main(void) {
  scanbeam_aimer table;
  char folder[] = "/tmp/scanbeam-aimer-XXXXXX", path[64];
  int mode;
  if (mkdtemp(folder) == NULL || setenv("XDG_STATE_HOME", folder, 1) != 0) return 3;
  SCANBEAM_INIT(table);
  table.name = "case";
  table.get_text = get_text;
  table.get = get;
  table.set = set;
  for (mode = SCANBEAM_CONTEXT_POLL; mode <= SCANBEAM_CONTEXT_THREAD; mode++) {
    running = new_context(mode);
    refused(&table);
    works(&table, mode == SCANBEAM_CONTEXT_POLL);
    EQUAL(SCANBEAM_OK, scanbeam_context_close(running));
    scanbeam_context_unref(running);
  }
  snprintf(path, sizeof path, "%s/scanbeam/aimers", folder);
  EQUAL(0, unlink(path));
  snprintf(path, sizeof path, "%s/scanbeam", folder);
  EQUAL(0, rmdir(path)); /* and nothing beside it */
  rmdir(folder);
  return check_end();
}
