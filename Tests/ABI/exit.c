/* exit() at any moment: with threads running, inside callbacks (field report 98). `run` starts it many times.
 *
 * Arguments: folder, way, moment in ms. Ends with status 0; a hang is ended by SIGALRM.
 */
#include "host.h"

#include <unistd.h>

static int way;

static void leave(void) {
  alarm(5);
  exit(check_failures != 0);
}

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data, (void)reader, (void)results;
  if (way == 1) leave();
}

static void connection(void *user_data, scanbeam_reader *reader, scanbeam_connection_state state) {
  (void)user_data, (void)reader;
  if (way == 2 && state == SCANBEAM_CONNECTION_CONNECTED) leave();
}

int main(int argc, char **argv) {
  scanbeam_context *context;
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  scanbeam_frame picture;
  double end;
  if (argc < 4) return 3;
  picture = load_pgm(argv[1], "qr.pgm");
  way = atoi(argv[2]) % 10;
  context = new_context(atoi(argv[2]) >= 10 ? SCANBEAM_CONTEXT_POLL : SCANBEAM_CONTEXT_THREAD);
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  delegate.connection_state_changed = connection;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  end = seconds() + atoi(argv[3]) / 1000.0;
  if (way == 1 || way == 2) end = seconds() + 20; /* a callback leaves */
  do {
    scanbeam_reader_push_frame(reader, &picture);
    if (scanbeam_context_fd(context) >= 0) scanbeam_context_dispatch(context, 1);
  } while (seconds() < end);
  if (way == 1 || way == 2) return 4;
  leave();
  return 0;
}
