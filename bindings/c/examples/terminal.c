/* Reads with a DMCC terminal until COUNT codes were read, and stays with it: lost and found again, rebooted, asleep.
 *
 * usage: terminal IDENTITY [COUNT [SECONDS]] [images] [push=PORT], for example tcp:10.0.0.5, or mx: (the first on USB), or
 * find:eth0 (the first that answers on that network), or hid:/dev/hidraw0 (a hand scanner); at most SECONDS for each code.
 * "images" wants the image of each read, push=PORT the pictures that a reader pushes through its own server.
 */
#include <scanbeam.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wanted, failures, given_up;

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data;
  if (scanbeam_results_reason(results) == SCANBEAM_REASON_TIMED_OUT) {
    fprintf(stderr, "nothing was read in time\n");
    given_up = 1;
    return;
  }
  for (size_t i = 0; i < scanbeam_results_count(results); i++) {
    const scanbeam_result *code = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(code);
    printf("%s %s\n", scanbeam_symbology_name(scanbeam_result_symbology(code)), text ? text : "(not text)");
    if (--wanted <= 0) return;
  }
  scanbeam_reader_start_scanning(reader);
}

static void state_changed(void *user_data, scanbeam_reader *reader, scanbeam_connection_state state) {
  (void)user_data;
  if (state == SCANBEAM_CONNECTION_CONNECTED) scanbeam_reader_start_scanning(reader);
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  fprintf(stderr, "%s\n", error->message);
  failures++;
}

static void told(void *user_data, scanbeam_reader *reader, const scanbeam_event *event) {
  (void)user_data, (void)reader;
  if (event->kind == SCANBEAM_EVENT_HEARTBEAT_MISSED) fprintf(stderr, "the terminal is silent\n");
  if (event->kind == SCANBEAM_EVENT_NOTICE && event->text) fprintf(stderr, "notice %d: %s\n", event->status, event->text);
  if (event->kind == SCANBEAM_EVENT_PUSHED_IMAGE) printf("pushed: %s, %zu bytes\n", event->text, event->data.size);
}

/* The first reader that answers on a network interface, within half a minute. */
static int find(scanbeam_context *context, const char *interface, char *identity, size_t size) {
  scanbeam_discovery_options options;
  SCANBEAM_INIT(options);
  options.interfaces = &interface;
  options.interface_count = 1;
  if (scanbeam_context_set_discovery(context, &options) != SCANBEAM_OK) return 0;
  for (int round = 0; round < 60; round++) {
    scanbeam_device_list *list = NULL;
    int found = 0;
    scanbeam_context_dispatch(context, 500);
    if (scanbeam_context_list_devices(context, &list) != SCANBEAM_OK) return 0;
    for (size_t i = 0; i < scanbeam_device_list_count(list) && !found; i++) {
      scanbeam_device device;
      SCANBEAM_INIT(device);
      if (scanbeam_device_list_get(list, i, &device) != SCANBEAM_OK) continue;
      if (device.device_class != SCANBEAM_DEVICE_NETWORK) continue;
      snprintf(identity, size, "%s", device.identity);
      found = 1;
    }
    scanbeam_device_list_unref(list);
    if (found) return 1;
  }
  fprintf(stderr, "no reader answers on %s\n", interface);
  return 0;
}

static int explain(void) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  fprintf(stderr, "%s\n", error.message);
  return 2;
}

int main(int argc, char **argv) {
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  SCANBEAM_INIT(delegate);
  char text[128], found[300];
  const char *identity = argc > 1 ? argv[1] : "", *push = NULL;
  int images = 0, seconds = 0;
  if (argc < 2) return 2;
  wanted = 0;
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "images") == 0) images = 1;
    else if (strncmp(argv[i], "push=", 5) == 0) push = argv[i] + 5;
    else if (!wanted) wanted = atoi(argv[i]);
    else seconds = atoi(argv[i]);
  }
  if (wanted <= 0) wanted = 1;
  delegate.results_received = received;
  delegate.connection_state_changed = state_changed;
  delegate.failed = failed;
  delegate.event = told;
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK) return explain();
  if (strncmp(identity, "find:", 5) == 0) {
    if (!find(context, identity + 5, found, sizeof found)) return 2;
    identity = found;
  }
  if (scanbeam_reader_new_identity(&reader, context, identity) != SCANBEAM_OK) return explain();
  scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL);
  scanbeam_reader_set_reconnect(reader, 1);
  scanbeam_reader_set_keep_configuration(reader, 1);
  scanbeam_reader_set_heartbeat(reader, 5000);
  if (images) scanbeam_reader_set_image_results(reader, 1);
  if (push && scanbeam_reader_set_image_push(reader, atoi(push)) != SCANBEAM_OK) return explain();
  if (seconds > 0) scanbeam_reader_set_scan_timeout(reader, 1000 * seconds);
  if (scanbeam_reader_connect_sync(reader, 60000) != SCANBEAM_OK) return explain();
  for (scanbeam_terminal_text which = SCANBEAM_TERMINAL_TYPE; which <= SCANBEAM_TERMINAL_NAME; which++) {
    if (scanbeam_reader_terminal_text(reader, which, text, sizeof text, NULL) == SCANBEAM_OK) printf("%s ", text);
  }
  printf("\n");
  while (wanted > 0 && failures < 100 && !given_up) scanbeam_context_dispatch(context, -1);
  scanbeam_reader_unref(reader);
  scanbeam_context_close(context);
  scanbeam_context_unref(context);
  return wanted > 0 ? 2 : 0;
}
