/* A forked child gets SCANBEAM_ERR_FORKED and can end; the parent goes on (field report 97).
 *
 * A child of a process that was decoding at that very moment may only end or exec: another thread may have held a lock
 * of the C library (iconv's), which then stays locked in the child for ever. With an idle parent it may decode. */
#include "host.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int results_seen, destroyed;
static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data, (void)reader, (void)results;
  ADD(results_seen);
}
static void destroy(void *user_data) {
  (void)user_data;
  ADD(destroyed);
}
static void completed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)error;
}
static void flagged(void *user_data, scanbeam_reader *reader, int32_t value, const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)value, (void)error;
}

static int child(scanbeam_context *context, scanbeam_reader *reader, const scanbeam_frame *picture, int give_back,
                 int decode) {
  scanbeam_device_list *list = NULL;
  scanbeam_reader *another = NULL;
  scanbeam_context *own = NULL;
  scanbeam_results *results = NULL;
  scanbeam_delegate delegate;
  int32_t flag;
  const scanbeam_status forked = SCANBEAM_ERR_FORKED;
  alarm(20); /* a hang is a failure */
  check_failures = 0;
  SCANBEAM_INIT(delegate);
  EQUAL(forked, scanbeam_context_dispatch(context, 0));
  EQUAL(forked, scanbeam_context_dispatch(context, -1));
  EQUAL(forked, scanbeam_context_wake(context));
  EQUAL(forked, scanbeam_context_close(context));
  EQUAL(forked, scanbeam_context_set_log(context, 0, NULL, NULL, NULL));
  EQUAL(forked, scanbeam_context_list_cameras(context, &list));
  EQUAL(forked, scanbeam_reader_new_identity(&another, context, "push:"));
  CHECK(list == NULL && another == NULL);
  EQUAL(forked, scanbeam_reader_close(reader));
  EQUAL(forked, scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));
  EQUAL(forked, scanbeam_reader_connect(reader, completed, NULL));
  EQUAL(forked, scanbeam_reader_connect_sync(reader, -1));
  EQUAL(forked, scanbeam_reader_disconnect(reader));
  EQUAL(forked, scanbeam_reader_start_scanning(reader));
  EQUAL(forked, scanbeam_reader_stop_scanning(reader));
  EQUAL(forked, scanbeam_reader_push_frame(reader, picture));
  EQUAL(forked, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, completed, NULL));
  EQUAL(forked, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, -1));
  EQUAL(forked, scanbeam_reader_is_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, flagged, NULL));
  EQUAL(forked, scanbeam_reader_is_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, &flag, -1));
  EQUAL(forked, scanbeam_reader_set_image_results(reader, 1));
  EQUAL(forked, scanbeam_reader_set_svg_results(reader, 1));
  EQUAL(forked, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_MANUAL));
  EQUAL(forked, scanbeam_reader_set_scan_timeout(reader, 1));
  EQUAL(forked, scanbeam_reader_set_duplicate_timeout(reader, 1));
  EQUAL(forked, scanbeam_reader_set_effort(reader, 1));
  if (give_back) {
    scanbeam_reader_unref(reader);
    scanbeam_context_unref(context);
  }
  if (!decode) return check_failures != 0;
  /* What needs no object of the parent works. */
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, picture, NULL));
  EQUAL(1, scanbeam_results_count(results));
  scanbeam_results_unref(results);
  EQUAL(SCANBEAM_OK, scanbeam_context_new(&own, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&another, own, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(another, 10000));
  scanbeam_reader_unref(another);
  scanbeam_context_unref(own);
  return check_failures != 0;
}

static void run(const scanbeam_frame *picture, scanbeam_context_mode mode) {
  scanbeam_context *context = new_context(mode);
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  int i;
  results_seen = destroyed = 0;
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, NULL, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  for (i = 0; i < 10; i++) {
    int status = 0;
    pid_t pid;
    const int busy = i % 2;
    results_seen = 0;
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, picture));
    if (!busy) CHECK(until(context, &results_seen, 1));
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
      int failed = child(context, reader, picture, i % 3, !busy);
      if (i % 4 == 0) _exit(failed);
      exit(failed);
    }
    EQUAL(pid, waitpid(pid, &status, 0));
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (busy) CHECK(until(context, &results_seen, 1));
    results_seen = 0;
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, picture));
    CHECK(until(context, &results_seen, 1));
  }
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_context_unref(context);
  EQUAL(1, destroyed);
}

int main(int argc, char **argv) {
  scanbeam_frame picture;
  if (argc < 2) return 3;
  picture = load_pgm(argv[1], "qr.pgm");
  run(&picture, SCANBEAM_CONTEXT_POLL);
  run(&picture, SCANBEAM_CONTEXT_THREAD);
  free((void *)picture.data);
  return check_end();
}
