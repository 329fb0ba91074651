/* A good guest: nothing on stdout and stderr (field report 93), every file descriptor close-on-exec and given back,
 * every thread ended, the locale left alone. */
#include "host.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/mman.h>
#include <unistd.h>

static char inherited[1024]; /* descriptors that were open before the library did anything */

/* How many file descriptors are open; with check_flags also that those that came since are close-on-exec. */
static int descriptors(int check_flags) {
  DIR *folder = opendir("/proc/self/fd");
  struct dirent *entry;
  int count = 0;
  while ((entry = readdir(folder)) != NULL) {
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || fd == dirfd(folder)) continue;
    count++;
    if (check_flags && fd < 1024 && !inherited[fd] && !(fcntl(fd, F_GETFD) & FD_CLOEXEC)) {
      char name[64], target[256] = "";
      snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
      CHECK(readlink(name, target, sizeof target - 1) > 0 && !"close-on-exec");
      fprintf(stderr, "  %s\n", target);
    }
  }
  closedir(folder);
  return count;
}

static int threads(void) {
  DIR *folder = opendir("/proc/self/task");
  struct dirent *entry;
  int count = 0;
  while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

static int lines;
static void log_line(void *user_data, scanbeam_log_level level, const char *message) {
  (void)user_data, (void)level;
  CHECK(message != NULL && strchr(message, '\n') == NULL && is_utf8(message));
  ADD(lines);
}

static void live(const char *folder) {
  scanbeam_context *poll_mode = new_context(SCANBEAM_CONTEXT_POLL), *thread_mode = new_context(SCANBEAM_CONTEXT_THREAD);
  scanbeam_reader *readers[4] = {0};
  scanbeam_device_list *list = NULL;
  scanbeam_frame picture = load_pgm(folder, "qr.pgm");
  size_t i;
  char identity[4096];
  EQUAL(SCANBEAM_OK, scanbeam_context_set_log(poll_mode, SCANBEAM_LOG_DEBUG, log_line, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_context_list_cameras(poll_mode, &list));
  scanbeam_device_list_unref(list);
  snprintf(identity, sizeof identity, "file:%s", folder);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&readers[0], poll_mode, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&readers[1], poll_mode, identity));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&readers[2], thread_mode, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&readers[3], thread_mode, identity));
  for (i = 0; i < 4; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(readers[i], SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(readers[i], SCANBEAM_TRIGGER_CONTINUOUS));
    EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(readers[i], 20000));
    EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(readers[i]));
    if (i % 2 == 0) EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(readers[i], &picture));
  }
  settle(poll_mode);
  descriptors(1);
  for (i = 0; i < 4; i++) scanbeam_reader_unref(readers[i]);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(poll_mode));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(thread_mode));
  scanbeam_context_unref(poll_mode);
  scanbeam_context_unref(thread_mode);
  free((void *)picture.data);
}

int main(int argc, char **argv) {
  int log_a = memfd_create("stdout", 0), log_b = memfd_create("stderr", 0), keep_a = dup(1), keep_b = dup(2), i, k;
  int fds, running;
  double end;
  static uint8_t noise[640 * 480];
  uint32_t state = 1;
  scanbeam_frame frame;
  scanbeam_decode_options options;
  off_t size_a, size_b;
  if (argc < 2) return 3;
  for (i = 0; i < 1024; i++) inherited[i] = fcntl(i, F_GETFD) >= 0;
  fcntl(keep_a, F_SETFD, FD_CLOEXEC);
  fcntl(keep_b, F_SETFD, FD_CLOEXEC);
  dup2(log_a, 1);
  dup2(log_b, 2);
  SCANBEAM_INIT(frame);
  SCANBEAM_INIT(options);
  frame.data = noise;
  frame.length = sizeof noise;
  frame.format = SCANBEAM_PIXELS_GREY;
  frame.width = 640;
  frame.height = 480;
  for (i = 0; i < 150; i++) {
    scanbeam_results *results = NULL;
    const int run = 1 + i % 7; /* grains, and bars */
    for (k = 0; k < 640 * 480; k++) {
      if (k % run == 0) state = state * 1664525u + 1013904223u;
      noise[k] = i % 3 == 2 && k >= 640 ? noise[k - 640] : state >> 31 ? 255 : 0;
    }
    EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &frame, &options));
    EQUAL(0, scanbeam_results_count(results)); /* noise holds no code */
    EQUAL(SCANBEAM_REASON_NO_CODE, scanbeam_results_reason(results));
    scanbeam_results_unref(results);
  }
  fds = descriptors(1);
  running = threads();
  for (i = 0; i < 5; i++) live(argv[1]);
  end = seconds() + 20;
  while ((descriptors(0) > fds || threads() > running) && seconds() < end) nap(5);
  EQUAL(fds, descriptors(1));
  EQUAL(running, threads());
  SAME("C", setlocale(LC_ALL, NULL));

  fflush(stdout);
  fflush(stderr);
  size_a = lseek(log_a, 0, SEEK_END);
  size_b = lseek(log_b, 0, SEEK_END);
  dup2(keep_a, 1);
  dup2(keep_b, 2);
  if (size_b > 0 || size_a > 0) { /* show it: it is either the library's or the text of a check that failed */
    static char text[4096];
    lseek(log_b, 0, SEEK_SET);
    if (read(log_b, text, sizeof text - 1) > 0) fprintf(stderr, "%s", text);
    lseek(log_a, 0, SEEK_SET);
    memset(text, 0, sizeof text);
    if (read(log_a, text, sizeof text - 1) > 0) fprintf(stderr, "%s", text);
  }
  EQUAL(0, size_a);
  EQUAL(0, size_b);
  return check_end();
}
