/* Reads from a camera inside a loop of your own: poll(2) on the context's descriptor and on the keyboard.
 *
 *   ./camera_poll /dev/video0 [READS]
 *
 * Any identity will do: a picture, a directory of pictures, or a camera. Ends after READS reads (default 1), when
 * there is no more input, on a failure, or when you press Return. All callbacks run inside scanbeam_context_dispatch(),
 * so that nothing here needs a lock.
 *
 * Exit status: 0 something was read, 1 nothing was read, 2 error.
 */
#include <scanbeam.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  int wanted; /* reads */
  int reads;
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

  for (i = 0; i < count && s->reads < s->wanted; i++) {
    const scanbeam_result *code = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(code);
    printf("%s %s\n", scanbeam_symbology_name(scanbeam_result_symbology(code)), text ? text : "(binary data)");
    s->reads++;
  }
  if (count == 0 && s->reads < s->wanted) printf("no read: %s\n", scanbeam_reason_name(scanbeam_results_reason(results)));
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  state *s = user_data;
  fprintf(stderr, "%s: %s\n", scanbeam_reader_identity(reader), error->message);
  s->failed = 1;
}

static void connected(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  if (error != NULL) failed(user_data, reader, error);
}

static int run(scanbeam_context *context, scanbeam_reader *reader, state *s) {
  struct pollfd watched[2];
  int keyboard = 1;

  watched[0].fd = scanbeam_context_fd(context);
  watched[0].events = POLLIN;
  watched[1].fd = STDIN_FILENO;
  watched[1].events = POLLIN;

  while (s->reads < s->wanted && !s->failed) {
    scanbeam_connection_state now = scanbeam_reader_connection_state(reader);
    if (now != SCANBEAM_CONNECTION_CONNECTING && !scanbeam_reader_is_scanning(reader) &&
        scanbeam_context_dispatch(context, 0) == SCANBEAM_NOTE_TIMED_OUT) {
      break; /* the scan has ended, and everything that it brought was delivered */
    }
    watched[0].revents = watched[1].revents = 0;
    if (poll(watched, keyboard ? 2 : 1, 1000) < 0) continue; /* a signal */
    if (watched[0].revents != 0 && scanbeam_context_dispatch(context, 0) < 0) return explain("dispatch");
    if (watched[1].revents != 0) {
      char line[80];
      if (read(STDIN_FILENO, line, sizeof line) > 0) break; /* Return was pressed */
      keyboard = 0;                                         /* there is no keyboard */
    }
  }
  return s->failed ? 2 : s->reads > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  scanbeam_symbology symbologies[64];
  size_t i, count = 0;
  state s = {1, 0, 0};
  int exit_status = 2;

  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: %s IDENTITY [READS]\n", argv[0]);
    return 2;
  }
  if (argc == 3) s.wanted = atoi(argv[2]);

  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  delegate.failed = failed;
  if (scanbeam_context_new(&context, NULL) < 0 || scanbeam_reader_new_identity(&reader, context, argv[1]) < 0 ||
      scanbeam_reader_set_delegate(reader, &delegate, &s, NULL) < 0 ||
      scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS) < 0 ||
      scanbeam_reader_set_duplicate_timeout(reader, 1000) < 0 || scanbeam_symbologies(symbologies, 64, &count) < 0) {
    exit_status = explain(argv[1]);
    goto end;
  }
  for (i = 0; i < count; i++) { /* a till would enable the few that it needs */
    if (scanbeam_reader_set_symbology_enabled(reader, symbologies[i], 1, NULL, NULL) < 0) {
      exit_status = explain("enable");
      goto end;
    }
  }
  /* The scan starts as soon as the camera is open. */
  if (scanbeam_reader_connect(reader, connected, &s) < 0 || scanbeam_reader_start_scanning(reader) < 0) {
    exit_status = explain(argv[1]);
    goto end;
  }
  exit_status = run(context, reader, &s);

end:
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return exit_status;
}
