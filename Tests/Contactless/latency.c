/* latency READER: a host with a poll loop of its own that prints when each tag's results reach it, in nanoseconds of
 * CLOCK_MONOTONIC, until its input ends. */
#include <poll.h>
#include <scanbeam.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  struct timespec now;
  (void)user_data, (void)reader;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (scanbeam_results_good_read(results)) printf("%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
  fflush(stdout);
}

int main(int argc, char **argv) {
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_tag_options options = {SCANBEAM_SIZED(scanbeam_tag_options)};
  scanbeam_delegate delegate = {SCANBEAM_SIZED(scanbeam_delegate)};
  options.reader = argc > 1 ? argv[1] : NULL;
  options.format = SCANBEAM_TAG_FORMAT_TYPE_AND_DATA;
  delegate.results_received = received;
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK) return 2;
  if (scanbeam_reader_new_tag(&reader, context, &options) != SCANBEAM_OK) return 2;
  scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL);
  scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS);
  /* The service may have been started a moment ago. */
  for (int tries = 0; scanbeam_reader_connect_sync(reader, 20000) != SCANBEAM_OK; tries++) {
    if (tries == 100) return 2;
    scanbeam_context_dispatch(context, 200);
  }
  scanbeam_reader_start_scanning(reader);
  scanbeam_context_dispatch(context, 0);
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    struct pollfd wait[2] = {{STDIN_FILENO, POLLIN, 0}, {0, POLLIN, 0}};
    wait[1].fd = scanbeam_context_fd(context);
    if (poll(wait, 2, -1) < 0) return 2;
    if (wait[0].revents) break;
    scanbeam_context_dispatch(context, 0);
  }
  scanbeam_context_close(context);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return 0;
}
