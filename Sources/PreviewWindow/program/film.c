#include "program.h"

#include <stdlib.h>
#include <string.h>

struct film {
  const char *const *paths;
  int count, next;
  scanbeam_results *picture; /* the last one */
  int loaded;                /* its number, -1: none */
  scanbeam_frame frame;
};

static int load(film *f, int number) {
  scanbeam_decode_options options;
  const char *path = f->paths[number];
  if (f->loaded == number) return 1;
  scanbeam_results_unref(f->picture);
  f->picture = NULL;
  f->loaded = -1;
  SCANBEAM_INIT(options);
  SCANBEAM_INIT(f->frame);
  options.flags = SCANBEAM_DECODE_IMAGE;
  /* Only its pixels. */
  options.budget_ns = 1;
  if (scanbeam_decode_file(&f->picture, strncmp(path, "file:", 5) == 0 ? path + 5 : path, &options) != SCANBEAM_OK ||
      scanbeam_results_image(f->picture, &f->frame) != SCANBEAM_OK) {
    return 0;
  }
  f->loaded = number;
  return 1;
}

film *film_open(const char *const *paths, int count) {
  film *f = calloc(1, sizeof *f);
  int i;
  if (f == NULL) return NULL;
  f->paths = paths;
  f->count = count;
  f->loaded = -1;
  for (i = 0; i < count; i++) {
    if (load(f, i)) return f;
    explain(paths[i]);
  }
  film_close(f);
  return NULL;
}

const scanbeam_frame *film_next(film *f) {
  int i;
  for (i = 0; i < f->count; i++) {
    int number = f->next;
    f->next = (f->next + 1) % f->count;
    if (load(f, number)) return &f->frame;
  }
  return NULL;
}

void film_close(film *f) {
  if (f == NULL) return;
  scanbeam_results_unref(f->picture);
  free(f);
}
