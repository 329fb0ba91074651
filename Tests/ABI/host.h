/* What the C tests share: pictures, and a host that drives a context in either mode. */
#ifndef HOST_H
#define HOST_H

#include <scanbeam.h>

#include <stdlib.h>
#include <time.h>

#include "check.h"

/* How long, in seconds, to wait for what takes milliseconds. */
#ifndef PATIENCE
#define PATIENCE 20
#endif

#define INVALID SCANBEAM_ERR_INVALID_ARGUMENT

#define GET(variable) __atomic_load_n(&(variable), __ATOMIC_SEQ_CST)
#define SET(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_SEQ_CST)
#define ADD(variable) __atomic_add_fetch(&(variable), 1, __ATOMIC_SEQ_CST)

static inline void nap(int ms) {
  struct timespec t = {ms / 1000, (ms % 1000) * 1000000L};
  nanosleep(&t, NULL);
}

static inline double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A grey picture from a PGM file of the test folder; ends the program when there is none. */
static inline scanbeam_frame load_pgm(const char *folder, const char *name) {
  char path[4096];
  scanbeam_frame frame;
  int width = 0, height = 0;
  uint8_t *data;
  FILE *file;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  file = fopen(path, "rb");
  if (file == NULL || fscanf(file, "P5 %d %d 255", &width, &height) != 2 || fgetc(file) == EOF) {
    fprintf(stderr, "no picture %s\n", path);
    exit(3);
  }
  data = malloc((size_t)width * (size_t)height);
  if (data == NULL || fread(data, 1, (size_t)width * (size_t)height, file) != (size_t)width * (size_t)height) exit(3);
  fclose(file);
  SCANBEAM_INIT(frame);
  frame.data = data;
  frame.length = (uint64_t)width * (uint64_t)height;
  frame.format = SCANBEAM_PIXELS_GREY;
  frame.width = width;
  frame.height = height;
  return frame;
}

static inline scanbeam_context *new_context(scanbeam_context_mode mode) {
  scanbeam_context *context = NULL;
  scanbeam_context_options options;
  SCANBEAM_INIT(options);
  options.mode = mode;
  EQUAL(SCANBEAM_OK, scanbeam_context_new(&context, &options));
  CHECK(context != NULL);
  return context;
}

/* Whether a text is whole UTF-8 characters (up to U+FFFF, which is all that the tests use). */
static inline int is_utf8(const char *text) {
  const unsigned char *t = (const unsigned char *)text;
  while (*t != 0) {
    int more = *t < 0x80 ? 0 : *t < 0xc2 ? -1 : *t < 0xe0 ? 1 : *t < 0xf0 ? 2 : -1;
    if (more < 0) return 0;
    for (t++; more > 0; more--, t++) {
      if ((*t & 0xc0) != 0x80) return 0;
    }
  }
  return 1;
}

/* Let events come until *flag is at least wanted; 0 when that takes too long. context may be NULL. */
static inline int until(scanbeam_context *context, int *flag, int wanted) {
  double end = seconds() + PATIENCE;
  while (GET(*flag) < wanted) {
    if (seconds() > end) return 0;
    if (context != NULL && scanbeam_context_fd(context) >= 0) {
      if (scanbeam_context_dispatch(context, 20) < 0) return 0;
    } else {
      nap(1);
    }
  }
  return 1;
}

/* Deliver whatever is there, for a moment. */
static inline void settle(scanbeam_context *context) {
  int i;
  for (i = 0; i < 20; i++) {
    if (context != NULL && scanbeam_context_fd(context) >= 0) scanbeam_context_dispatch(context, 0);
    nap(2);
  }
}

#endif
