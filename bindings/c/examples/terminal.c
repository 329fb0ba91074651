/* Reads with a DMCC terminal until COUNT codes were read, and stays with it: lost and found again, rebooted, asleep.
 *
 * usage: terminal IDENTITY [COUNT [SECONDS]], for example tcp:10.0.0.5, or mx: (the first on USB); at most SECONDS for each
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
  char text[128];
  if (argc < 2) return 2;
  wanted = argc > 2 ? atoi(argv[2]) : 1;
  delegate.results_received = received;
  delegate.connection_state_changed = state_changed;
  delegate.failed = failed;
  delegate.event = told;
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK) return explain();
  if (scanbeam_reader_new_identity(&reader, context, argv[1]) != SCANBEAM_OK) return explain();
  scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL);
  scanbeam_reader_set_reconnect(reader, 1);
  scanbeam_reader_set_keep_configuration(reader, 1);
  scanbeam_reader_set_heartbeat(reader, 5000);
  if (argc > 3) scanbeam_reader_set_scan_timeout(reader, 1000 * atoi(argv[3]));
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
