/* scanbeam-preview: what `scanbeam preview SOURCE...` and `scanbeam read --preview SOURCE...` run, a program of its own so that
 * the tool does not need SDL2.
 *
 *   scanbeam-preview SOURCE... [--mode N] [--options N] [--position N] [--overlay N] [--gravity N] [--full-screen] [--parent XID]
 *     [--scale X] [--size WxH] [--rate N] [--shown N] [--count N] [--json] [--xml] [--image FILE] [--svg FILE] [options of setup.c]
 *     [--shot FILE.ppm] [--when idle|running|shown|paused|read]
 *
 * SOURCE is a camera, or there are pictures that are shown over and over as if a camera saw them. --shot writes what the window
 * shows once the reader does or did what --when says, and ends. Exit status: 0 something was read, 1 nothing was read, 2 error.
 */
#include "program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t interrupted;
static void interrupt(int number) { (void)number, interrupted = 1; }

int explain(const char *what) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  fprintf(stderr, "scanbeam: %s%s%s\n", what ? what : "", what ? ": " : "", error.message);
  return 2;
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)reader;
  ((session *)user_data)->failed = 1;
  fprintf(stderr, "scanbeam: %s\n", error->message);
}

/* Writes what the window shows as PPM. */
static int shoot(scanbeam_window *window, const char *path) {
  scanbeam_size size;
  uint8_t *pixels;
  FILE *file;
  size_t i, count;
  if (scanbeam_window_size(window, &size) != SCANBEAM_OK) return 0;
  count = (size_t)size.width * (size_t)size.height;
  if ((pixels = malloc(count * 4)) == NULL) return 0;
  if (scanbeam_window_read_pixels(window, pixels, (size_t)size.width * 4, count * 4) != SCANBEAM_OK ||
      (file = fopen(path, "wb")) == NULL) {
    free(pixels);
    return 0;
  }
  fprintf(file, "P6\n%d %d\n255\n", size.width, size.height);
  for (i = 0; i < count; i++) {
    fputc(pixels[4 * i + 2], file);
    fputc(pixels[4 * i + 1], file);
    fputc(pixels[4 * i], file);
  }
  free(pixels);
  return fclose(file) == 0;
}

static int is_camera(const char *source) {
  return strncmp(source, "v4l2:", 5) == 0 || strncmp(source, "/dev/video", 10) == 0 || strncmp(source, "push:", 5) == 0 ||
         strncmp(source, "camera:", 7) == 0;
}

static int is_so(scanbeam_reader *reader, const session *s, const char *when) {
  scanbeam_scanning_state state = scanbeam_reader_scanning_state(reader);
  if (strcmp(when, "read") == 0) return s->reads > 0;
  if (strcmp(when, "shown") == 0) {
    scanbeam_reader_statistics statistics;
    SCANBEAM_INIT(statistics);
    return scanbeam_reader_get_statistics(reader, &statistics) == SCANBEAM_OK && statistics.frames_received > 2;
  }
  if (strcmp(when, "paused") == 0) return state == SCANBEAM_SCANNING_PAUSED;
  if (strcmp(when, "running") == 0) return state == SCANBEAM_SCANNING_RUNNING;
  return state == SCANBEAM_SCANNING_IDLE;
}

/* The arguments of the program itself. */
typedef struct arguments {
  const char **sources;
  int source_count;
  scanbeam_camera_options camera;
  scanbeam_window_options look;
  const char *shot, *when;
  double rate;
} arguments;

/* 0: nonsense. */
static int parse(int argc, char **argv, arguments *a, session *s) {
  int i;
  for (i = 1; i < argc; i++) {
    const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (word[0] != '-') {
      a->sources[a->source_count++] = word;
      continue;
    }
    if (setup_values(word) >= 0) {
      if (setup_values(word) == 1 && value == NULL) return 0;
      if (setup_take(word, setup_values(word) ? value : NULL) < 0) return 0;
      i += setup_values(word);
      continue;
    }
    if (strcmp(word, "--full-screen") == 0) a->look.flags |= SCANBEAM_WINDOW_FULL_SCREEN;
    else if (strcmp(word, "--json") == 0) s->json = 1;
    else if (strcmp(word, "--xml") == 0) s->xml = 1;
    else if (value == NULL) return 0;
    else {
      i++;
      if (strcmp(word, "--mode") == 0) a->camera.mode = atoi(value);
      else if (strcmp(word, "--options") == 0) a->camera.preview_options = (uint32_t)strtoul(value, NULL, 0);
      else if (strcmp(word, "--position") == 0) a->camera.position = atoi(value);
      else if (strcmp(word, "--overlay") == 0) a->look.overlay = atoi(value);
      else if (strcmp(word, "--gravity") == 0) a->look.gravity = atoi(value);
      else if (strcmp(word, "--parent") == 0) a->look.parent = strtoull(value, NULL, 0);
      else if (strcmp(word, "--scale") == 0) a->look.scale = atof(value);
      else if (strcmp(word, "--rate") == 0) a->rate = atof(value);
      else if (strcmp(word, "--shown") == 0) a->look.maximum_rate = atof(value);
      else if (strcmp(word, "--count") == 0) s->wanted = atol(value);
      else if (strcmp(word, "--image") == 0) s->image = value;
      else if (strcmp(word, "--svg") == 0) s->svg = value;
      else if (strcmp(word, "--shot") == 0) a->shot = value;
      else if (strcmp(word, "--when") == 0) a->when = value;
      else if (strcmp(word, "--size") != 0 || sscanf(value, "%dx%d", &a->look.width, &a->look.height) != 2) return 0;
    }
  }
  return a->source_count > 0 && a->rate > 0 && a->rate <= 240 && s->wanted >= 0;
}

/* What is to be seen; NULL: explained. */
static scanbeam_window *open_window(scanbeam_reader *reader, arguments *a) {
  scanbeam_window *window = NULL;
  if (a->shot) a->look.outline_ms = 600000;
  a->look.title = "Scanbeam";
  if (scanbeam_window_new(&window, reader, &a->look) != SCANBEAM_OK) {
    fprintf(stderr, "scanbeam: there is no screen for a preview: %s\n", scanbeam_window_problem());
  }
  return window;
}

static int run(scanbeam_context *context, scanbeam_reader *reader, scanbeam_window *window, film *pictures, arguments *a,
               session *s) {
  int open = 1, since = 0;
  int64_t next = 0;
  if (scanbeam_reader_connect_sync(reader, 10000) != SCANBEAM_OK) return explain(NULL);
  if (!setup_after(reader)) return 2;
  if (!setup_is_triggered() && scanbeam_reader_start_scanning(reader) != SCANBEAM_OK) return explain(NULL);
  while (open && !interrupted && !s->failed && (s->wanted == 0 || s->reads < s->wanted)) {
    scanbeam_context_dispatch(context, 0);
    if (pictures && now_ns() >= next) {
      next = (next > 0 && now_ns() - next < 500000000 ? next : now_ns()) + (int64_t)(1e9 / a->rate);
      if (scanbeam_reader_is_scanning(reader)) {
        const scanbeam_frame *picture = film_next(pictures);
        if (picture != NULL) {
          scanbeam_frame frame = *picture;
          frame.time_ns = now_ns();
          scanbeam_reader_push_frame(reader, &frame);
        }
      }
    }
    open = scanbeam_window_step(window, 5) == 1;
    /* Some rounds later, so that it was drawn. */
    if (a->shot && is_so(reader, s, a->when) && ++since >= 60) break;
  }
  if (a->shot && !shoot(window, a->shot)) {
    fprintf(stderr, "scanbeam: %s cannot be written\n", a->shot);
    return 2;
  }
  return s->failed ? 2 : s->reads > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  arguments a = {0};
  session s = {0};
  scanbeam_delegate delegate;
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_window *window = NULL;
  film *pictures = NULL;
  int status = 2;
  SCANBEAM_INIT(a.camera);
  SCANBEAM_INIT(a.look);
  SCANBEAM_INIT(delegate);
  a.when = "read";
  a.rate = 10;
  if ((a.sources = calloc((size_t)argc, sizeof *a.sources)) == NULL) return 2;
  if (!parse(argc, argv, &a, &s) || (a.source_count > 1 && is_camera(a.sources[0]))) {
    fprintf(stderr, "scanbeam-preview SOURCE... [options]; \"scanbeam preview --help\" explains them.\n");
    free(a.sources);
    return 2;
  }
  signal(SIGINT, interrupt);
  signal(SIGTERM, interrupt);
  s.source = a.sources[0];
  a.camera.identity = strncmp(s.source, "camera:", 7) == 0 ? NULL : s.source;
  if (!is_camera(s.source)) {
    if ((pictures = film_open(a.sources, a.source_count)) == NULL) goto end;
    a.camera.identity = "push:preview";
  }
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK ||
      scanbeam_reader_new_camera(&reader, context, &a.camera) != SCANBEAM_OK) {
    explain(NULL);
    goto end;
  }
  delegate.results_received = received;
  delegate.failed = failed;
  scanbeam_reader_set_delegate(reader, &delegate, &s, NULL);
  if (s.image) scanbeam_reader_set_image_results(reader, 1);
  if (s.svg) scanbeam_reader_set_svg_results(reader, 1);
  if (setup_before(context, reader) && (window = open_window(reader, &a)) != NULL) {
    status = run(context, reader, window, pictures, &a, &s);
  }
end:
  scanbeam_window_free(window);
  if (reader) scanbeam_reader_close(reader);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  film_close(pictures);
  free(a.sources);
  return status;
}
