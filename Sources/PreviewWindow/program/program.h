/* The parts of the program: main.c its arguments and its loop, setup.c what a reader is told, results.c what is printed, film.c
 * pictures that a camera seems to see. */
#ifndef SCANBEAM_PREVIEW_PROGRAM_H
#define SCANBEAM_PREVIEW_PROGRAM_H

#include <scanbeam-preview.h>

#include <stdio.h>
#include <time.h>

/* What to do with results, and what became of them. */
typedef struct session {
  long reads, wanted;
  int json, xml, failed, pictures;
  const char *source, *image, *svg;
} session;

/* Tells the last error; 2. */
int explain(const char *what);

/* results.c: the delegate's. */
void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results);

/* setup.c: keeps an option of the reader, which has a value or (NULL) none; 0: it is no such option, -1: its value is nonsense. */
int setup_take(const char *name, const char *value);
/* Says how many words an option takes after itself; -1: there is none of the name. */
int setup_values(const char *name);
/* Does what was kept: before the connection, and after it. 0: explained. */
int setup_before(scanbeam_context *context, scanbeam_reader *reader);
int setup_after(scanbeam_reader *reader);
/* A key or a line starts the scans. */
int setup_is_triggered(void);

/* film.c: pictures, one after another and again. */
typedef struct film film;
/* NULL: explained. */
film *film_open(const char *const *paths, int count);
/* The next picture that can be read; NULL: none can. Valid up to the next call. */
const scanbeam_frame *film_next(film *f);
void film_close(film *f);

static inline int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
