/* The second door: DMCC commands, camera readers, lamp, beep, battery, reset, and what results carry by the settings. */
#include "host.h"

static int answers, batches, beeps, numbers, flags, ends, received;
static int32_t last_status, last_number, batch_statuses[8];
static size_t batch_count;
static scanbeam_status last_code;
static char last_text[256];
static scanbeam_dmcc_response *kept;
static scanbeam_results *last_results;

static void answered(void *user_data, scanbeam_reader *reader, scanbeam_dmcc_response *response,
                     const scanbeam_error *error) {
  CHECK(user_data == (void *)&answers);
  CHECK(reader != NULL);
  CHECK((response == NULL) == (error != NULL));
  last_status = response != NULL ? scanbeam_dmcc_response_status(response) : -1;
  last_code = error != NULL ? error->code : SCANBEAM_OK;
  snprintf(last_text, sizeof last_text, "%s", response != NULL ? scanbeam_dmcc_response_text(response) : "");
  scanbeam_dmcc_response_unref(kept);
  kept = scanbeam_dmcc_response_ref(response);
  ADD(answers);
}

static void batch_done(void *user_data, scanbeam_reader *reader, scanbeam_dmcc_response *const *responses, size_t count,
                       const scanbeam_error *error) {
  size_t i;
  (void)user_data, (void)reader;
  batch_count = count;
  for (i = 0; i < count && i < 8; i++) batch_statuses[i] = scanbeam_dmcc_response_status(responses[i]);
  last_code = error != NULL ? error->code : SCANBEAM_OK;
  ADD(batches);
}

static void beep(void *user_data, scanbeam_reader *reader, int32_t count, int32_t tone) {
  (void)user_data, (void)reader;
  CHECK(count >= 1 && count <= 3 && tone >= 0 && tone <= 2);
  ADD(beeps);
}

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data, (void)reader;
  scanbeam_results_unref(last_results);
  last_results = scanbeam_results_ref(results);
  ADD(received);
}

static void number(void *user_data, scanbeam_reader *reader, int32_t value, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  last_number = value;
  last_code = error != NULL ? error->code : SCANBEAM_OK;
  if (error != NULL && error->code == SCANBEAM_ERR_UNSUPPORTED) {
    EQUAL(SCANBEAM_SOURCE_DMCC, error->source);
    EQUAL(SCANBEAM_DMCC_BAD_ARGUMENT, error->source_code);
  }
  ADD(numbers);
}

static void flag(void *user_data, scanbeam_reader *reader, int32_t value, const scanbeam_error *error) {
  number(user_data, reader, value, error);
  ADD(flags);
}

static void end(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  last_code = error != NULL ? error->code : SCANBEAM_OK;
  ADD(ends);
}

/* Sends a command and waits; the status of its answer. */
static int32_t status(scanbeam_reader *reader, const char *command) {
  scanbeam_dmcc_response *response = NULL;
  int32_t value = -1;
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command_sync(reader, command, NULL, &response, 20000));
  CHECK(response != NULL);
  value = scanbeam_dmcc_response_status(response);
  scanbeam_dmcc_response_unref(response);
  return value;
}

static void say(scanbeam_reader *reader, const char *command, const char *expected) {
  scanbeam_dmcc_response *response = NULL;
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command_sync(reader, command, NULL, &response, 20000));
  EQUAL(SCANBEAM_DMCC_OK, scanbeam_dmcc_response_status(response));
  SAME(expected, scanbeam_dmcc_response_text(response));
  scanbeam_dmcc_response_unref(response);
}

static void null_arguments(void) {
  scanbeam_reader *reader = (scanbeam_reader *)&reader;
  scanbeam_preview preview;
  scanbeam_dmcc_response *response = (scanbeam_dmcc_response *)&response;
  scanbeam_bytes bytes = {(const uint8_t *)"x", 1};
  int32_t value = 7;
  SCANBEAM_INIT(preview);
  EQUAL(INVALID, scanbeam_reader_new_camera(NULL, NULL, NULL));
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, NULL, NULL));
  CHECK(reader == NULL);
  EQUAL(INVALID, scanbeam_reader_get_preview(NULL, &preview));
  EQUAL(INVALID, scanbeam_reader_send_command(NULL, "BEEP", NULL, answered, NULL));
  EQUAL(INVALID, scanbeam_reader_send_command_sync(NULL, "BEEP", NULL, &response, -1));
  CHECK(response == NULL);
  EQUAL(INVALID, scanbeam_reader_send_commands(NULL, NULL, 0, 0, batch_done, NULL));
  EQUAL(0, scanbeam_reader_has_setting(NULL, "SYMBOL.QR"));
  EQUAL(INVALID, scanbeam_reader_set_lights_on(NULL, 1, end, NULL));
  EQUAL(INVALID, scanbeam_reader_set_lights_on_sync(NULL, 1, -1));
  EQUAL(INVALID, scanbeam_reader_lights_on(NULL, flag, NULL));
  EQUAL(INVALID, scanbeam_reader_lights_on_sync(NULL, &value, -1));
  EQUAL(INVALID, scanbeam_reader_beep(NULL));
  EQUAL(INVALID, scanbeam_reader_battery_level(NULL, number, NULL));
  EQUAL(INVALID, scanbeam_reader_battery_level_sync(NULL, &value, -1));
  EQUAL(INVALID, scanbeam_reader_reset_config(NULL, end, NULL));
  EQUAL(INVALID, scanbeam_reader_reset_config_sync(NULL, -1));
  EQUAL(INVALID, scanbeam_reader_set_read_string_encoding(NULL, SCANBEAM_READ_STRING_AUTO));
  EQUAL(7, value);
  CHECK(scanbeam_dmcc_response_ref(NULL) == NULL);
  scanbeam_dmcc_response_unref(NULL);
  EQUAL(SCANBEAM_DMCC_UNIDENTIFIED, scanbeam_dmcc_response_status(NULL));
  CHECK(scanbeam_dmcc_response_text(NULL) == NULL);
  EQUAL(0, scanbeam_dmcc_response_bytes(NULL).size);
  CHECK(scanbeam_results_main(NULL) == NULL);
  EQUAL(0, scanbeam_results_part_count(NULL));
  CHECK(scanbeam_results_part_at(NULL, 0) == NULL);
  EQUAL(0, scanbeam_results_image_id(NULL));
  CHECK(scanbeam_results_statistics_xml(NULL) == NULL);
  EQUAL(INVALID, scanbeam_results_encoded_image(NULL, &bytes));
  CHECK(bytes.data == NULL && bytes.size == 0);
  CHECK(scanbeam_result_read_string(NULL) == NULL);
}

static scanbeam_reader *camera(scanbeam_context *context, scanbeam_camera_mode mode, scanbeam_preview_options options) {
  scanbeam_reader *reader = NULL;
  scanbeam_camera_options table;
  SCANBEAM_INIT(table);
  table.identity = "push:camera";
  table.mode = mode;
  table.preview_options = options;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_camera(&reader, context, &table));
  CHECK(reader != NULL);
  return reader;
}

/* Modes and preview options: what is shown, what is refused. */
static void creation(scanbeam_context *context) {
  static const struct {
    scanbeam_camera_mode mode;
    scanbeam_preview_options options;
    int shown, zoom, light, close, paused, stays, trigger, rate, width;
  } rows[] = {
      {SCANBEAM_CAMERA_NO_AIMER, 0, 1, 1, 1, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_NO_AIMER, SCANBEAM_PREVIEW_NO_ZOOM_BUTTON | SCANBEAM_PREVIEW_NO_LIGHT_BUTTON, 1, 0, 0, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_NO_AIMER, SCANBEAM_PREVIEW_CLOSE_BUTTON | SCANBEAM_PREVIEW_HARDWARE_TRIGGER, 1, 1, 1, 1, 0, 0, 1, 30, 1280},
      {SCANBEAM_CAMERA_PASSIVE_AIMER, 0, 0, 0, 0, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_PASSIVE_AIMER, SCANBEAM_PREVIEW_ALWAYS_SHOW, 1, 1, 0, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_ACTIVE_AIMER, 0, 0, 0, 0, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_ACTIVE_AIMER, SCANBEAM_PREVIEW_ALWAYS_SHOW, 1, 1, 1, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_FRONT, SCANBEAM_PREVIEW_ALWAYS_SHOW, 1, 1, 0, 0, 0, 0, 0, 30, 1280},
      {SCANBEAM_CAMERA_FRONT, SCANBEAM_PREVIEW_PAUSED | SCANBEAM_PREVIEW_KEEP_PAUSED, 1, 1, 0, 0, 1, 1, 0, 30, 1280},
      {SCANBEAM_CAMERA_NO_AIMER, SCANBEAM_PREVIEW_KEEP_PAUSED | SCANBEAM_PREVIEW_HIGH_RESOLUTION, 1, 1, 1, 0, 0, 0, 0, 30, 1920},
      {SCANBEAM_CAMERA_NO_AIMER, SCANBEAM_PREVIEW_HIGH_FRAME_RATE | SCANBEAM_PREVIEW_PESSIMISTIC_CACHING, 1, 1, 1, 0, 0, 0, 0, 60, 1280},
  };
  scanbeam_reader *reader = NULL;
  scanbeam_camera_options options;
  scanbeam_preview preview;
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    reader = camera(context, rows[i].mode, rows[i].options);
    SCANBEAM_INIT(preview);
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_preview(reader, &preview));
    EQUAL(rows[i].mode, preview.mode);
    EQUAL(rows[i].options, preview.options);
    EQUAL(rows[i].shown, preview.shown);
    EQUAL(rows[i].zoom, preview.zoom_button);
    EQUAL(rows[i].light, preview.light_button);
    EQUAL(rows[i].close, preview.close_button);
    EQUAL(rows[i].paused, preview.starts_paused);
    EQUAL(rows[i].stays, preview.stays_paused);
    EQUAL(rows[i].trigger, preview.hardware_trigger);
    EQUAL(rows[i].rate, preview.frames_per_second);
    EQUAL(rows[i].width, preview.width);
    EQUAL(rows[i].width * 9 / 16, preview.height);
    scanbeam_reader_unref(reader);
  }
  SCANBEAM_INIT(options);
  options.identity = "push:";
  options.mode = 4;
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  CHECK(reader == NULL);
  options.mode = -1;
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  options.mode = 0;
  options.preview_options = 1024;
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  options.preview_options = 0;
  options.position = 3;
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  options.position = SCANBEAM_CAMERA_POSITION_FRONT;
  options.unused = 1;
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  options.unused = 0;
  options.identity = "nothing";
  EQUAL(INVALID, scanbeam_reader_new_camera(&reader, context, &options));
  /* Without an identity there is a camera or there is none. */
  EQUAL(1, scanbeam_reader_new_camera(&reader, context, NULL) == (reader != NULL ? SCANBEAM_OK : SCANBEAM_ERR_NOT_FOUND));
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_get_preview(reader, &preview));
  scanbeam_reader_unref(reader);
}

static void doors(scanbeam_context *context, const scanbeam_frame *qr, const scanbeam_frame *second) {
  static const char *const batch[] = {"SET DECODER.EFFORT 3", "NO.SUCH THING", "SET DECODER.EFFORT 9", "GET DECODER.EFFORT"};
  static const char *const bad[] = {"GET DECODER.EFFORT", NULL};
  scanbeam_reader *reader = camera(context, SCANBEAM_CAMERA_NO_AIMER, 0);
  scanbeam_delegate delegate;
  scanbeam_command_options options;
  scanbeam_dmcc_response *response = NULL;
  scanbeam_bytes bytes;
  const uint8_t *again;
  int32_t value = 7;
  int i;
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  delegate.beep = beep;
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));

  /* Offline. */
  EQUAL(SCANBEAM_DMCC_OFFLINE, status(reader, "GET DECODER.EFFORT"));
  EQUAL(SCANBEAM_DMCC_UNKNOWN_COMMAND, status(reader, "GET NO.SUCH"));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_set_lights_on_sync(reader, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));

  /* One command by completion, with a response that is kept. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, "get decoder.max-scan-timeout", NULL, answered, &answers));
  CHECK(until(context, &answers, 1));
  EQUAL(SCANBEAM_DMCC_OK, last_status);
  SAME("60", last_text);
  SAME("60", scanbeam_dmcc_response_text(kept));
  EQUAL(0, scanbeam_dmcc_response_bytes(kept).size);
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, "SET DECODER.MAX-SCAN-TIMEOUT 121", NULL, answered, &answers));
  CHECK(until(context, &answers, 2));
  EQUAL(SCANBEAM_DMCC_BAD_ARGUMENT, last_status);
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, "BEEP", NULL, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_beep(reader));
  CHECK(until(context, &beeps, 2));
  EQUAL(INVALID, scanbeam_reader_send_command(reader, NULL, NULL, answered, &answers));
  EQUAL(INVALID, scanbeam_reader_send_command(reader, "", NULL, answered, &answers));
  EQUAL(INVALID, scanbeam_reader_send_command(reader, "A\r\nB", NULL, answered, &answers));
  EQUAL(INVALID, scanbeam_reader_send_command_sync(reader, NULL, NULL, &response, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command_sync(reader, "BEEP 3 2", NULL, NULL, 20000));
  SCANBEAM_INIT(options);
  options.data_length = 5;
  EQUAL(INVALID, scanbeam_reader_send_command(reader, "IMAGE.LOAD 5", &options, answered, &answers));
  options.data = (const uint8_t *)"12345";
  options.expects_binary = 2;
  EQUAL(INVALID, scanbeam_reader_send_command(reader, "IMAGE.LOAD 5", &options, answered, &answers));
  options.expects_binary = 0;
  options.data_length = UINT64_MAX;
  EQUAL(INVALID, scanbeam_reader_send_command(reader, "IMAGE.LOAD 5", &options, answered, &answers));
  options.data_length = 5;
  options.timeout_ms = 20000;
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, "IMAGE.LOAD 5", &options, answered, &answers));
  CHECK(until(context, &answers, 3));
  EQUAL(SCANBEAM_DMCC_BAD_ARGUMENT, last_status);

  /* A batch goes on after refusals. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_commands(reader, batch, 4, 0, batch_done, NULL));
  CHECK(until(context, &batches, 1));
  EQUAL(4, batch_count);
  EQUAL(0, batch_statuses[0]);
  EQUAL(101, batch_statuses[1]);
  EQUAL(102, batch_statuses[2]);
  EQUAL(0, batch_statuses[3]);
  EQUAL(INVALID, scanbeam_reader_send_commands(reader, bad, 2, 0, batch_done, NULL));
  EQUAL(INVALID, scanbeam_reader_send_commands(reader, NULL, 2, 0, batch_done, NULL));
  EQUAL(INVALID, scanbeam_reader_send_commands(reader, batch, 5000, 0, batch_done, NULL));
  EQUAL(INVALID, scanbeam_reader_send_commands(reader, batch, SIZE_MAX, 0, batch_done, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_commands(reader, NULL, 0, 0, batch_done, NULL));
  CHECK(until(context, &batches, 2));
  EQUAL(0, batch_count);

  /* Both doors lead to the same settings. */
  say(reader, "GET SYMBOL.QR", "OFF");
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  say(reader, "GET SYMBOL.QR", "ON");
  EQUAL(0, status(reader, "SET SYMBOL.QR OFF"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_is_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, &value, 20000));
  EQUAL(0, value);
  EQUAL(0, status(reader, "SET SYMBOL.QR ON"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_image_results(reader, 1));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_svg_results(reader, 1));
  say(reader, "GET DATA.RESULT-TYPE", "27");
  EQUAL(1, scanbeam_reader_has_setting(reader, "symbol.qr"));
  EQUAL(0, scanbeam_reader_has_setting(reader, "SYMBOL.VERICODE"));
  EQUAL(0, scanbeam_reader_has_setting(reader, "CAMERA.GAIN"));
  EQUAL(0, scanbeam_reader_has_setting(reader, "NO.SUCH"));
  EQUAL(0, scanbeam_reader_has_setting(reader, NULL));
  for (i = -1; i <= 9; i++) {
    EQUAL(i >= 0 && i <= 8 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_read_string_encoding(reader, i));
  }

  /* This reader has no lamp; the machine has a battery or none. */
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_lights_on_sync(reader, 1, 20000));
  EQUAL(INVALID, scanbeam_reader_set_lights_on_sync(reader, 2, 20000));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_lights_on_sync(reader, &value, 20000));
  EQUAL(INVALID, scanbeam_reader_lights_on_sync(reader, NULL, 20000));
  EQUAL(INVALID, scanbeam_reader_set_lights_on(reader, -1, end, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_lights_on(reader, 0, end, NULL));
  CHECK(until(context, &ends, 1));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, last_code);
  EQUAL(SCANBEAM_OK, scanbeam_reader_lights_on(reader, flag, NULL));
  CHECK(until(context, &flags, 1));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, last_code);
  EQUAL(SCANBEAM_OK, scanbeam_reader_battery_level(reader, number, NULL));
  CHECK(until(context, &numbers, 2));
  CHECK(last_code == SCANBEAM_ERR_UNSUPPORTED || (last_code == SCANBEAM_OK && last_number >= 0 && last_number <= 100));
  EQUAL(last_code, scanbeam_reader_battery_level_sync(reader, &value, 20000));
  EQUAL(INVALID, scanbeam_reader_battery_level_sync(reader, NULL, 20000));

  /* Two codes as one result, with an image in a quarter of the area and a drawing. */
  EQUAL(0, status(reader, "SET MULTICODE.MAX-NUM-CODES 2"));
  EQUAL(0, status(reader, "SET DATA.RESULT-TYPE 31"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_read_string_encoding(reader, SCANBEAM_READ_STRING_US_ASCII));
  EQUAL(0, status(reader, "TRIGGER ON"));
  EQUAL(1, scanbeam_reader_is_scanning(reader));
  EQUAL(SCANBEAM_DMCC_REJECTED, status(reader, "CONFIG.DEFAULT"));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_reset_config_sync(reader, 20000));
  for (i = 0; i < 2000 && GET(received) == 0; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, i % 2 ? second : qr));
    settle(context);
  }
  CHECK(until(context, &received, 1));
  EQUAL(0, scanbeam_reader_is_scanning(reader));
  EQUAL(2, scanbeam_results_part_count(last_results));
  CHECK(scanbeam_results_part_at(last_results, 2) == NULL);
  SAME("SCANBEAM", scanbeam_result_text(scanbeam_results_part_at(last_results, 0)));
  SAME("SECOND", scanbeam_result_read_string(scanbeam_results_part_at(last_results, 1)));
  SAME("SCANBEAM\nSECOND", scanbeam_result_text(scanbeam_results_main(last_results)));
  SAME("SCANBEAM\nSECOND", scanbeam_result_read_string(scanbeam_results_main(last_results)));
  EQUAL(SCANBEAM_SYMBOLOGY_QR, scanbeam_result_symbology(scanbeam_results_main(last_results)));
  SAME(scanbeam_results_xml(last_results), scanbeam_result_xml(scanbeam_results_main(last_results)));
  CHECK(strstr(scanbeam_results_xml(last_results), "<sub_results>") != NULL);
  CHECK(strstr(scanbeam_results_statistics_xml(last_results), "<good_reads>1</good_reads>") != NULL);
  CHECK(strstr(scanbeam_results_svg(last_results), "<polygon") != NULL);
  CHECK(scanbeam_results_image_id(last_results) >= 2);
  EQUAL(SCANBEAM_OK, scanbeam_results_encoded_image(last_results, &bytes));
  CHECK(bytes.size > 100 && bytes.data[0] == 0xff && bytes.data[1] == 0xd8);
  again = bytes.data;
  EQUAL(SCANBEAM_OK, scanbeam_results_encoded_image(last_results, &bytes));
  CHECK(bytes.data == again);
  EQUAL(INVALID, scanbeam_results_encoded_image(last_results, NULL));

  /* The frame as a file by command. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_send_command_sync(reader, "IMAGE.SEND", NULL, &response, 20000));
  EQUAL(0, scanbeam_dmcc_response_status(response));
  CHECK(scanbeam_dmcc_response_bytes(response).size > 100);

  /* And back by command: the picture is what the reader had in view, a quarter of it. */
  EQUAL(0, status(reader, "SET MULTICODE.MAX-NUM-CODES 1"));
  {
    char command[64];
    bytes = scanbeam_dmcc_response_bytes(response);
    snprintf(command, sizeof command, "IMAGE.LOAD %zu", bytes.size);
    options.data = bytes.data;
    options.data_length = bytes.size;
    EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, command, &options, answered, &answers));
  }
  CHECK(until(context, &answers, 4));
  EQUAL(0, last_status);
  CHECK(until(context, &received, 2));
  EQUAL(1, scanbeam_results_good_read(last_results));
  EQUAL(1, scanbeam_results_count(last_results));
  scanbeam_dmcc_response_unref(response);

  /* Results without image or XML. */
  EQUAL(0, status(reader, "SET DATA.RESULT-TYPE 0"));
  EQUAL(0, status(reader, "TRIGGER ON"));
  EQUAL(0, status(reader, "TRIGGER OFF"));
  CHECK(until(context, &received, 3));
  EQUAL(0, scanbeam_results_good_read(last_results));
  EQUAL(SCANBEAM_REASON_STOPPED, scanbeam_results_reason(last_results));
  CHECK(scanbeam_results_main(last_results) == NULL);
  CHECK(scanbeam_results_xml(last_results) == NULL);
  CHECK(scanbeam_results_statistics_xml(last_results) == NULL);
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_results_encoded_image(last_results, &bytes));

  EQUAL(SCANBEAM_OK, scanbeam_reader_reset_config(reader, end, NULL));
  CHECK(until(context, &ends, 2));
  EQUAL(SCANBEAM_OK, last_code);
  EQUAL(SCANBEAM_OK, scanbeam_reader_reset_config_sync(reader, 20000));
  say(reader, "GET SYMBOL.QR", "OFF");
  say(reader, "GET DATA.RESULT-TYPE", "3");

  /* Closed: nothing is sent any more. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_send_command(reader, "BEEP", NULL, answered, &answers));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_beep(reader));
  scanbeam_reader_unref(reader);
}

/* What was sent before the end is answered, one way or the other. */
static void cancelled(scanbeam_context *context) {
  int i, before;
  for (i = 0; i < 3; i++) {
    scanbeam_reader *reader = camera(context, SCANBEAM_CAMERA_NO_AIMER, 0);
    before = GET(answers);
    EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
    EQUAL(SCANBEAM_OK, scanbeam_reader_send_command(reader, "GET DECODER.EFFORT", NULL, answered, &answers));
    if (i == 0) EQUAL(SCANBEAM_OK, scanbeam_reader_disconnect(reader));
    if (i == 1) EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
    scanbeam_reader_unref(reader);
    CHECK(until(context, &answers, before + 1));
    CHECK(last_status == 0 || last_code == SCANBEAM_ERR_CANCELLED);
  }
}

/* Scans a picture; whether something was read. */
static int reads(scanbeam_context *context, scanbeam_reader *reader, const scanbeam_frame *picture, int expected) {
  int i, before = GET(received);
  EQUAL(0, status(reader, "TRIGGER ON"));
  for (i = 0; i < (expected ? 2000 : 3) && GET(received) == before; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, picture));
    settle(context);
  }
  if (GET(received) == before) EQUAL(0, status(reader, "TRIGGER OFF"));
  CHECK(until(context, &received, before + 1));
  return scanbeam_results_good_read(last_results);
}

/* A symbology is off until it is asked for; its check characters and lengths are demanded. */
static void symbology_options(scanbeam_context *context, const scanbeam_frame *c11) {
  scanbeam_reader *reader = camera(context, SCANBEAM_CAMERA_NO_AIMER, 0);
  scanbeam_delegate delegate;
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(0, reads(context, reader, c11, 0));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_C11, 1, 20000));
  EQUAL(0, reads(context, reader, c11, 0));
  EQUAL(0, status(reader, "SET C11.CHKCHAR-OPTION 2"));
  EQUAL(1, reads(context, reader, c11, 1));
  SAME("123-45679012", scanbeam_result_text(scanbeam_results_main(last_results)));
  EQUAL(0, status(reader, "SET C11.CODESIZE ON 13 20"));
  EQUAL(0, reads(context, reader, c11, 0));
  EQUAL(0, status(reader, "SET C11.CODESIZE ON 12 12"));
  EQUAL(1, reads(context, reader, c11, 1));
  EQUAL(0, status(reader, "SET SYMBOL.C11 OFF"));
  EQUAL(0, reads(context, reader, c11, 0));
  EQUAL(0, status(reader, "SET C25.CHKCHAR ON"));
  EQUAL(0, status(reader, "SET C25.XMTCHK OFF"));
  EQUAL(0, status(reader, "SET MSI.CHKCHAR-OPTION 5"));
  EQUAL(102, status(reader, "SET MSI.CHKCHAR-OPTION 6"));
  EQUAL(0, status(reader, "SET EAN-UCC.LINEAR-ALONE 0"));
  EQUAL(102, status(reader, "SET EAN-UCC.LINEAR-ALONE 3"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
  scanbeam_reader_unref(reader);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  scanbeam_frame qr = load_pgm(folder, "qr.pgm"), second = load_pgm(folder, "second.pgm"), c11 = load_pgm(folder, "c11.pgm");
  int mode;
  null_arguments();
  for (mode = SCANBEAM_CONTEXT_POLL; mode <= SCANBEAM_CONTEXT_THREAD; mode++) {
    scanbeam_context *context = new_context(mode);
    answers = batches = beeps = numbers = flags = ends = received = 0;
    creation(context);
    doors(context, &qr, &second);
    symbology_options(context, &c11);
    cancelled(context);
    scanbeam_dmcc_response_unref(kept);
    scanbeam_results_unref(last_results);
    kept = NULL;
    last_results = NULL;
    EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
    scanbeam_context_unref(context);
  }
  free((void *)qr.data);
  free((void *)second.data);
  free((void *)c11.data);
  return check_end();
}
