/* What a window costs beside a reader that scans: cost CAMERA WIDTHxHEIGHT SECONDS ROUNDS SYMBOLOGY
 *
 * In turns without a window and with one, in one process, so that both see the same machine. Every frame's read is told; "-": nothing
 * is searched, "ALL": all symbologies. Each line: "without" or "with", processor time in percent of a core, frames that came, were
 * searched and shown in a second, reads, and the processor time in milliseconds that each frame costs the threads on its way to a
 * read (capture, if it has one, and search). Then the times from frames to reads, also in milliseconds: "times-without" or "times-with".
 */
#include <scanbeam-preview.h>

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double *times;
static size_t count, capacity;

static int64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  double ms = (double)(now(CLOCK_MONOTONIC) - scanbeam_results_time_ns(results)) / 1e6;
  (void)user_data, (void)reader;
  pthread_mutex_lock(&lock);
  if (count < capacity) times[count++] = ms;
  pthread_mutex_unlock(&lock);
}

/* Pictures that the window painted: its library calls this one. */
static uint64_t painted;
scanbeam_status scanbeam_preview_frame_paint(const scanbeam_preview_frame *frame, const scanbeam_view *view,
                                             const scanbeam_rect *visible, uint8_t *pixels, size_t stride, size_t length) {
  static scanbeam_status (*real)(const scanbeam_preview_frame *, const scanbeam_view *, const scanbeam_rect *, uint8_t *,
                                 size_t, size_t);
  static uint64_t last;
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "scanbeam_preview_frame_paint");
  if (scanbeam_preview_frame_number(frame) != last) painted++;
  last = scanbeam_preview_frame_number(frame);
  return real(frame, view, visible, pixels, stride, length);
}

static scanbeam_reader_statistics counted(scanbeam_reader *reader) {
  scanbeam_reader_statistics statistics;
  SCANBEAM_INIT(statistics);
  scanbeam_reader_get_statistics(reader, &statistics);
  return statistics;
}

/* Nanoseconds that the threads which a frame passes have worked. */
static double way(void) {
  DIR *tasks = opendir("/proc/self/task");
  struct dirent *entry;
  double sum = 0;
  if (tasks == NULL) return 0;
  while ((entry = readdir(tasks)) != NULL) {
    char path[300], name[32] = "";
    unsigned long long spent = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    if ((file = fopen(path, "r")) == NULL) continue;
    if (fgets(name, sizeof name, file) == NULL) name[0] = 0;
    fclose(file);
    if (strncmp(name, "scanbeam-frames", 15) != 0 && strncmp(name, "scanbeam-captur", 15) != 0) continue;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", entry->d_name);
    if ((file = fopen(path, "r")) == NULL) continue;
    if (fscanf(file, "%llu", &spent) == 1) sum += (double)spent;
    fclose(file);
  }
  closedir(tasks);
  return sum;
}

static int fail(const char *what) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  fprintf(stderr, "%s: %s\n", what, error.message);
  return 2;
}

int main(int argc, char **argv) {
  scanbeam_context_options how;
  scanbeam_camera_options camera;
  scanbeam_window_options look;
  scanbeam_delegate delegate;
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  double seconds;
  int rounds, i;
  SCANBEAM_INIT(how);
  SCANBEAM_INIT(camera);
  SCANBEAM_INIT(look);
  SCANBEAM_INIT(delegate);
  if (argc != 6 || sscanf(argv[2], "%dx%d", &look.width, &look.height) != 2) return 2;
  seconds = atof(argv[3]);
  rounds = atoi(argv[4]);
  capacity = 1 << 20;
  if ((times = malloc(capacity * sizeof *times)) == NULL) return 2;
  how.mode = SCANBEAM_CONTEXT_THREAD;
  camera.identity = argv[1];
  delegate.results_received = received;
  if (scanbeam_context_new(&context, &how) != SCANBEAM_OK ||
      scanbeam_reader_new_camera(&reader, context, &camera) != SCANBEAM_OK) {
    return fail("reader");
  }
  scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL);
  if (scanbeam_reader_connect_sync(reader, 10000) != SCANBEAM_OK) return fail("connect");
  scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS);
  scanbeam_reader_set_duplicate_timeout(reader, 0);
  scanbeam_reader_set_scan_timeout(reader, 0);
  if (strcmp(argv[5], "ALL") == 0) {
    scanbeam_symbology list[128];
    size_t all = 0, k;
    scanbeam_symbologies(list, 128, &all);
    for (k = 0; k < all && k < 128; k++) scanbeam_reader_set_symbology_enabled_sync(reader, list[k], 1, 10000);
  } else if (strcmp(argv[5], "-") != 0) {
    char command[128];
    snprintf(command, sizeof command, "SET SYMBOL.%s ON", argv[5]);
    if (scanbeam_reader_send_command_sync(reader, command, NULL, NULL, 10000) != SCANBEAM_OK) return fail(command);
  }
  if (scanbeam_reader_start_scanning(reader) != SCANBEAM_OK) return fail("start");
  for (i = 0; i < 2 * rounds; i++) {
    scanbeam_window *window = NULL;
    int64_t begin, spent, end;
    scanbeam_reader_statistics first, last;
    uint64_t shown, searched;
    size_t reads;
    double wall, worked = 0;
    if (i % 2 && scanbeam_window_new(&window, reader, &look) != SCANBEAM_OK) return fail(scanbeam_window_problem());
    /* The first moments belong to opening the window. */
    for (int half = 0; half < 2; half++) {
      pthread_mutex_lock(&lock);
      count = 0;
      pthread_mutex_unlock(&lock);
      first = counted(reader), shown = painted;
      worked = way();
      begin = now(CLOCK_MONOTONIC), spent = now(CLOCK_PROCESS_CPUTIME_ID);
      end = begin + (int64_t)((half ? seconds : 0.5) * 1e9);
      while (now(CLOCK_MONOTONIC) < end) {
        struct timespec pause = {0, 5000000};
        if (window == NULL) nanosleep(&pause, NULL);
        else if (scanbeam_window_step(window, 100) != 1) return fail("window");
      }
    }
    spent = now(CLOCK_PROCESS_CPUTIME_ID) - spent;
    shown = painted - shown;
    wall = (double)(now(CLOCK_MONOTONIC) - begin) / 1e9;
    last = counted(reader);
    searched = last.frames_decoded - first.frames_decoded;
    worked = way() - worked;
    pthread_mutex_lock(&lock);
    reads = count;
    printf("%s cpu %.2f came %.1f searched %.1f shown %.1f reads %zu work %.3f\n", window ? "with" : "without",
           (double)spent / 1e7 / wall, (double)(last.frames_received - first.frames_received) / wall, (double)searched / wall,
           (double)shown / wall, reads, worked / 1e6 / (double)(searched ? searched : 1));
    printf("times-%s", window ? "with" : "without");
    for (size_t k = 0; k < reads; k++) printf(" %.3f", times[k]);
    printf("\n");
    fflush(stdout);
    pthread_mutex_unlock(&lock);
    scanbeam_window_free(window);
  }
  scanbeam_reader_close(reader);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return 0;
}
