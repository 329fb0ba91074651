/* Reads from a camera on a thread of the library, while the program's own thread does something else.
 *
 *   ./camera_thread /dev/video0 [READS]
 *
 * Callbacks run on the library's thread, one after another: what they share with the rest of the program is guarded
 * by a lock.
 *
 * Exit status: 0 something was read, 1 nothing was read, 2 error.
 */
#include <scanbeam.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int reads;
  int ended;
  int failed;
} state;

static int explain(const char *what) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  if (scanbeam_last_error(&error) == SCANBEAM_OK) fprintf(stderr, "%s: %s\n", what, error.message);
  return 2;
}

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  state *s = user_data;
  size_t i, count = scanbeam_results_count(results);
  (void)reader;

  for (i = 0; i < count; i++) {
    const scanbeam_result *code = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(code);
    printf("%s %s\n", scanbeam_symbology_name(scanbeam_result_symbology(code)), text ? text : "(binary data)");
  }
  if (count == 0) printf("no read: %s\n", scanbeam_reason_name(scanbeam_results_reason(results)));

  pthread_mutex_lock(&s->lock);
  s->reads += (int)count;
  /* The trigger is manual: the scan ends with its read, or with the reason why there is none. */
  if (scanbeam_results_reason(results) != SCANBEAM_REASON_UNREADABLE) s->ended = 1;
  pthread_cond_signal(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  state *s = user_data;
  fprintf(stderr, "%s: %s\n", scanbeam_reader_identity(reader), error->message);
  pthread_mutex_lock(&s->lock);
  s->failed = 1;
  pthread_cond_signal(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

/* One press of the trigger: starts a scan and waits for its end. */
static int scan(scanbeam_reader *reader, state *s) {
  pthread_mutex_lock(&s->lock);
  s->ended = 0;
  pthread_mutex_unlock(&s->lock);
  if (scanbeam_reader_start_scanning(reader) < 0) return explain("scan");

  pthread_mutex_lock(&s->lock);
  while (!s->ended && !s->failed) pthread_cond_wait(&s->changed, &s->lock); /* a till would go on with its work */
  pthread_mutex_unlock(&s->lock);
  return s->failed ? 2 : 0;
}

int main(int argc, char **argv) {
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_context_options options;
  scanbeam_delegate delegate;
  state s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
  int i, wanted = 1, exit_status = 2;

  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: %s IDENTITY [READS]\n", argv[0]);
    return 2;
  }
  if (argc == 3) wanted = atoi(argv[2]);

  SCANBEAM_INIT(options);
  options.mode = SCANBEAM_CONTEXT_THREAD;
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  delegate.failed = failed;
  if (scanbeam_context_new(&context, &options) < 0 || scanbeam_reader_new_identity(&reader, context, argv[1]) < 0 ||
      scanbeam_reader_set_delegate(reader, &delegate, &s, NULL) < 0 ||
      scanbeam_reader_set_scan_timeout(reader, 10000) < 0 ||
      scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 1000) < 0 ||
      scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_C128, 1, 1000) < 0 ||
      scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_UPC_EAN, 1, 1000) < 0 ||
      scanbeam_reader_connect_sync(reader, 10000) < 0) {
    exit_status = explain(argv[1]);
  } else {
    exit_status = 0;
    for (i = 0; i < wanted && exit_status == 0; i++) exit_status = scan(reader, &s);
    if (exit_status == 0 && s.reads == 0) exit_status = 1;
  }

  /* Ends the library's thread: after this no callback runs, and s may go. */
  if (context != NULL && scanbeam_context_close(context) < 0) exit_status = explain("close");
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return exit_status;
}
