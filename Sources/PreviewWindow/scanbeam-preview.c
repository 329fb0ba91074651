/* scanbeam-preview: what `scanbeam preview SOURCE` and `scanbeam read --preview CAMERA` run, a program of its own so that the
 * tool does not need SDL2.
 *
 *   scanbeam-preview SOURCE [--mode N] [--options N] [--overlay N] [--gravity N] [--symbologies A,B] [--effort N]
 *     [--timeout SECONDS] [--full-screen] [--parent XID] [--scale X] [--size WxH] [--rate N] [--count N] [--dmcc "CMD; CMD"]
 *     [--json] [--shot FILE.ppm] [--when idle|running|paused|read]
 *
 * SOURCE is a camera, or a picture that is shown over and over as if a camera saw it. --shot writes what the window shows once the
 * reader does or did what --when says, and ends. Exit status: 0 something was read, 1 nothing was read, 2 error.
 */
#include <scanbeam-preview.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t interrupted;
static void interrupt(int number) { (void)number, interrupted = 1; }

typedef struct {
  long reads, wanted;
  int json, failed;
} session;

static int explain(const char *what) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  fprintf(stderr, "scanbeam: %s%s%s\n", what ? what : "", what ? ": " : "", error.message);
  return 2;
}

static void quoted(const char *text) {
  putchar('"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') printf("\\%c", c);
    else if (c < 0x20 || c == 0x7f) printf("\\u%04x", c);
    else putchar(c);
  }
  putchar('"');
}

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  session *s = user_data;
  size_t i, k;
  (void)reader;
  for (i = 0; i < scanbeam_results_count(results) && (s->wanted == 0 || s->reads < s->wanted); i++) {
    const scanbeam_result *code = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(code);
    scanbeam_symbology symbology = scanbeam_result_symbology(code);
    scanbeam_bytes bytes = scanbeam_result_bytes(code);
    s->reads++;
    if (s->json) {
      printf("{\"symbology\":");
      quoted(scanbeam_symbology_name(symbology));
      printf(",\"text\":");
      if (text) quoted(text);
      else printf("null");
      printf(",\"bytes\":\"");
      for (k = 0; k < bytes.size; k++) printf("%02x", bytes.data[k]);
      printf("\",\"time_ns\":%lld}\n", (long long)scanbeam_results_time_ns(results));
    } else {
      const char *name = scanbeam_variant_name(scanbeam_result_variant(code));
      printf("%-18s", name && *name ? name : scanbeam_symbology_name(symbology));
      if (!text) printf("hex:");
      for (k = 0; text ? text[k] != 0 : k < bytes.size; k++) {
        unsigned char c = text ? (unsigned char)text[k] : bytes.data[k];
        if (!text) printf("%02x", c);
        else if (c < 0x20 || c == 0x7f) printf("\\x%02x", c);
        else putchar(c);
      }
      putchar('\n');
    }
    fflush(stdout);
  }
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)reader;
  ((session *)user_data)->failed = 1;
  fprintf(stderr, "scanbeam: %s\n", error->message);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
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
  return strncmp(source, "v4l2:", 5) == 0 || strncmp(source, "/dev/video", 10) == 0 || strncmp(source, "push:", 5) == 0;
}

/* Enables the named symbologies, or all that there are. */
static int enable(scanbeam_reader *reader, const char *names) {
  char text[512], *name;
  scanbeam_symbology list[128];
  size_t count = 0, i;
  if (names == NULL || strcmp(names, "all") == 0) {
    if (scanbeam_symbologies(list, 128, &count) != SCANBEAM_OK) return 0;
    for (i = 0; i < count && i < 128; i++) scanbeam_reader_set_symbology_enabled(reader, list[i], 1, NULL, NULL);
    return 1;
  }
  snprintf(text, sizeof text, "%s", names);
  for (name = strtok(text, ","); name != NULL; name = strtok(NULL, ",")) {
    char command[600];
    snprintf(command, sizeof command, "SET SYMBOL.%s ON", name);
    if (scanbeam_reader_send_command_sync(reader, command, NULL, NULL, 10000) != SCANBEAM_OK) return 0;
  }
  return 1;
}

static int is_so(scanbeam_reader *reader, const session *s, const char *when) {
  scanbeam_scanning_state state = scanbeam_reader_scanning_state(reader);
  if (strcmp(when, "read") == 0) return s->reads > 0;
  if (strcmp(when, "paused") == 0) return state == SCANBEAM_SCANNING_PAUSED;
  if (strcmp(when, "running") == 0) return state == SCANBEAM_SCANNING_RUNNING;
  return state == SCANBEAM_SCANNING_IDLE;
}

int main(int argc, char **argv) {
  const char *source = NULL, *symbologies = NULL, *shot = NULL, *dmcc = NULL, *when = "read";
  scanbeam_camera_options camera;
  scanbeam_window_options look;
  scanbeam_delegate delegate;
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_window *window = NULL;
  scanbeam_results *picture = NULL;
  scanbeam_frame frame;
  session s = {0, 0, 0, 0};
  double timeout = 0, rate = 10;
  int effort = 2, i, open = 1, since = 0;
  int64_t next = 0;
  SCANBEAM_INIT(camera);
  SCANBEAM_INIT(look);
  SCANBEAM_INIT(delegate);
  SCANBEAM_INIT(frame);
  for (i = 1; i < argc; i++) {
    const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (word[0] != '-') {
      if (source) goto usage;
      source = word;
      continue;
    }
    if (strcmp(word, "--full-screen") == 0) {
      look.flags |= SCANBEAM_WINDOW_FULL_SCREEN;
      continue;
    }
    if (strcmp(word, "--json") == 0) {
      s.json = 1;
      continue;
    }
    if (value == NULL) goto usage;
    i++;
    if (strcmp(word, "--mode") == 0) camera.mode = atoi(value);
    else if (strcmp(word, "--options") == 0) camera.preview_options = (uint32_t)strtoul(value, NULL, 0);
    else if (strcmp(word, "--overlay") == 0) look.overlay = atoi(value);
    else if (strcmp(word, "--gravity") == 0) look.gravity = atoi(value);
    else if (strcmp(word, "--symbologies") == 0) symbologies = value;
    else if (strcmp(word, "--effort") == 0) effort = atoi(value);
    else if (strcmp(word, "--timeout") == 0) timeout = atof(value);
    else if (strcmp(word, "--parent") == 0) look.parent = strtoull(value, NULL, 0);
    else if (strcmp(word, "--scale") == 0) look.scale = atof(value);
    else if (strcmp(word, "--rate") == 0) rate = atof(value);
    else if (strcmp(word, "--count") == 0) s.wanted = atol(value);
    else if (strcmp(word, "--dmcc") == 0) dmcc = value;
    else if (strcmp(word, "--shot") == 0) shot = value;
    else if (strcmp(word, "--when") == 0) when = value;
    else if (strcmp(word, "--size") == 0) {
      if (sscanf(value, "%dx%d", &look.width, &look.height) != 2) goto usage;
    } else goto usage;
  }
  if (source == NULL || !(rate > 0 && rate <= 240) || s.wanted < 0) {
  usage:
    fprintf(stderr, "scanbeam-preview SOURCE [options]; \"scanbeam preview --help\" explains them.\n");
    return 2;
  }
  signal(SIGINT, interrupt);
  signal(SIGTERM, interrupt);
  if (!is_camera(source)) {
    scanbeam_decode_options decode;
    SCANBEAM_INIT(decode);
    decode.flags = SCANBEAM_DECODE_IMAGE;
    decode.budget_ns = 1;
    if (scanbeam_decode_file(&picture, strncmp(source, "file:", 5) == 0 ? source + 5 : source, &decode) != SCANBEAM_OK) {
      return explain(NULL);
    }
    if (scanbeam_results_image(picture, &frame) != SCANBEAM_OK) return explain(source);
  }
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK) return explain(NULL);
  camera.identity = picture ? "push:preview" : source;
  if (scanbeam_reader_new_camera(&reader, context, &camera) != SCANBEAM_OK) return explain(NULL);
  delegate.results_received = received;
  delegate.failed = failed;
  scanbeam_reader_set_delegate(reader, &delegate, &s, NULL);
  {
    char command[64];
    scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS);
    scanbeam_reader_set_scan_timeout(reader, (int32_t)(timeout * 1000));
    scanbeam_reader_set_duplicate_timeout(reader, 2000);
    snprintf(command, sizeof command, "SET DECODER.EFFORT %d", effort);
    scanbeam_reader_send_command(reader, command, NULL, NULL, NULL);
  }
  if (shot) look.outline_ms = 600000;
  look.title = "Scanbeam";
  switch (scanbeam_window_new(&window, reader, &look)) {
  case SCANBEAM_OK: break;
  default:
    fprintf(stderr, "scanbeam: there is no screen for a preview: %s\n", scanbeam_window_problem());
    scanbeam_reader_unref(reader);
    scanbeam_context_unref(context);
    scanbeam_results_unref(picture);
    return 2;
  }
  if (scanbeam_reader_connect_sync(reader, 10000) != SCANBEAM_OK) return explain(NULL);
  if (!enable(reader, symbologies)) return explain("symbologies");
  if (dmcc) {
    char text[1024], *command;
    snprintf(text, sizeof text, "%s", dmcc);
    for (command = strtok(text, ";"); command != NULL; command = strtok(NULL, ";")) {
      while (*command == ' ') command++;
      if (scanbeam_reader_send_command_sync(reader, command, NULL, NULL, 10000) != SCANBEAM_OK) return explain(command);
    }
  }
  if (scanbeam_reader_start_scanning(reader) != SCANBEAM_OK) return explain(NULL);
  while (open && !interrupted && !s.failed && (s.wanted == 0 || s.reads < s.wanted)) {
    scanbeam_context_dispatch(context, 0);
    if (picture && now() >= next) {
      next = (next > 0 && now() - next < 500000000 ? next : now()) + (int64_t)(1e9 / rate);
      frame.time_ns = now();
      if (scanbeam_reader_is_scanning(reader)) scanbeam_reader_push_frame(reader, &frame);
    }
    open = scanbeam_window_step(window, 5) == 1;
    /* Some rounds later, so that it was drawn. */
    if (shot && is_so(reader, &s, when) && ++since >= 60) break;
  }
  if (shot && !shoot(window, shot)) {
    fprintf(stderr, "scanbeam: %s cannot be written\n", shot);
    s.failed = 1;
  }
  scanbeam_window_free(window);
  scanbeam_reader_close(reader);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  scanbeam_results_unref(picture);
  return s.failed ? 2 : s.reads > 0 ? 0 : 1;
}
