/* dlopen() and dlclose(): no signal disposition changes (field report 94), and the library may be closed and opened
 * again while a scan runs (field report 96). Arguments: folder, library. Not linked with the library. */
#include "host.h"

#include <dlfcn.h>
#include <signal.h>

#define NAME(f) static __typeof__(&f) p_##f;
#define LOAD(f)                                 \
  p_##f = (__typeof__(&f))dlsym(library, #f);   \
  CHECK(p_##f != NULL);
#define ALL(X)                            \
  X(scanbeam_context_new)                 \
  X(scanbeam_context_unref)               \
  X(scanbeam_context_close)               \
  X(scanbeam_reader_new_identity)         \
  X(scanbeam_reader_unref)                \
  X(scanbeam_reader_connect)              \
  X(scanbeam_reader_start_scanning)       \
  X(scanbeam_reader_push_frame)           \
  X(scanbeam_reader_set_trigger_type)     \
  X(scanbeam_reader_set_symbology_enabled) \
  X(scanbeam_decode_frame)                \
  X(scanbeam_results_count)               \
  X(scanbeam_results_unref)

ALL(NAME)

typedef struct {
  struct sigaction action[65];
  stack_t stack;
  sigset_t mask;
} dispositions;

static void look(dispositions *d) {
  int s;
  memset(d, 0, sizeof *d);
  for (s = 1; s <= 64; s++) sigaction(s, NULL, &d->action[s]);
  sigaltstack(NULL, &d->stack);
  sigprocmask(SIG_SETMASK, NULL, &d->mask);
}

static void compare(const dispositions *a, const dispositions *b) {
  int s;
  for (s = 1; s <= 64; s++) {
    CHECK(a->action[s].sa_handler == b->action[s].sa_handler);
    EQUAL(a->action[s].sa_flags, b->action[s].sa_flags);
    EQUAL(sigismember(&a->mask, s), sigismember(&b->mask, s));
  }
  CHECK(a->stack.ss_sp == b->stack.ss_sp && a->stack.ss_flags == b->stack.ss_flags);
}

int main(int argc, char **argv) {
  dispositions before, after;
  scanbeam_frame picture;
  int round, i;
  if (argc < 3) return 3;
  memset(&picture, 0, sizeof picture);
  picture.size = sizeof picture;
  { /* load_pgm() would need the library */
    char path[4096];
    static uint8_t pixels[1 << 20];
    FILE *file;
    snprintf(path, sizeof path, "%s/qr.pgm", argv[1]);
    file = fopen(path, "rb");
    if (file == NULL || fscanf(file, "P5 %d %d 255", &picture.width, &picture.height) != 2) return 3;
    fgetc(file);
    picture.length = fread(pixels, 1, sizeof pixels, file);
    picture.data = pixels;
    picture.format = SCANBEAM_PIXELS_GREY;
    fclose(file);
  }
  look(&before);
  for (round = 0; round < 5; round++) {
    void *library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    scanbeam_context *context = NULL;
    scanbeam_reader *reader = NULL;
    scanbeam_results *results = NULL;
    scanbeam_context_options options;
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    ALL(LOAD)
    look(&after);
    compare(&before, &after);
    EQUAL(SCANBEAM_OK, p_scanbeam_decode_frame(&results, &picture, NULL));
    EQUAL(1, p_scanbeam_results_count(results));
    p_scanbeam_results_unref(results);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.mode = SCANBEAM_CONTEXT_THREAD;
    EQUAL(SCANBEAM_OK, p_scanbeam_context_new(&context, &options));
    EQUAL(SCANBEAM_OK, p_scanbeam_reader_new_identity(&reader, context, "push:"));
    EQUAL(SCANBEAM_OK, p_scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
    EQUAL(SCANBEAM_OK, p_scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
    EQUAL(SCANBEAM_OK, p_scanbeam_reader_connect(reader, NULL, NULL));
    EQUAL(SCANBEAM_OK, p_scanbeam_reader_start_scanning(reader));
    nap(5);
    for (i = 0; i < 20; i++) p_scanbeam_reader_push_frame(reader, &picture);
    look(&after);
    compare(&before, &after);
    if (round % 2 == 0) { /* closed properly, or in the middle of it */
      EQUAL(SCANBEAM_OK, p_scanbeam_context_close(context));
      p_scanbeam_reader_unref(reader);
      p_scanbeam_context_unref(context);
    }
    EQUAL(0, dlclose(library));
    nap(20);
  }
  look(&after);
  compare(&before, &after);
  return check_end();
}
