/* Status codes and the last error. */
#include "host.h"

#include <errno.h>
#include <pthread.h>

static scanbeam_error last(void) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  EQUAL(SCANBEAM_OK, scanbeam_last_error(&error));
  CHECK(memchr(error.message, 0, sizeof error.message) != NULL);
  return error;
}

static void *other_thread(void *unused) {
  scanbeam_results *results = NULL;
  EQUAL(SCANBEAM_OK, last().code); /* nothing failed here yet */
  SAME("", last().message);
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_decode_file(&results, "/no/such/file", NULL));
  EQUAL(SCANBEAM_ERR_NOT_FOUND, last().code);
  return unused;
}

int main(int argc, char **argv) {
  static const struct {
    scanbeam_status status;
    const char *name;
  } names[] = {
      {SCANBEAM_OK, "SCANBEAM_OK"},
      {SCANBEAM_NOTE_TIMED_OUT, "SCANBEAM_NOTE_TIMED_OUT"},
      {SCANBEAM_ERR_INVALID_ARGUMENT, "SCANBEAM_ERR_INVALID_ARGUMENT"},
      {SCANBEAM_ERR_NO_MEMORY, "SCANBEAM_ERR_NO_MEMORY"},
      {SCANBEAM_ERR_UNSUPPORTED, "SCANBEAM_ERR_UNSUPPORTED"},
      {SCANBEAM_ERR_AGAIN, "SCANBEAM_ERR_AGAIN"},
      {SCANBEAM_ERR_TIMEOUT, "SCANBEAM_ERR_TIMEOUT"},
      {SCANBEAM_ERR_INTERRUPTED, "SCANBEAM_ERR_INTERRUPTED"},
      {SCANBEAM_ERR_BUFFER_TOO_SMALL, "SCANBEAM_ERR_BUFFER_TOO_SMALL"},
      {SCANBEAM_ERR_REENTRANT, "SCANBEAM_ERR_REENTRANT"},
      {SCANBEAM_ERR_WRONG_THREAD, "SCANBEAM_ERR_WRONG_THREAD"},
      {SCANBEAM_ERR_FORKED, "SCANBEAM_ERR_FORKED"},
      {SCANBEAM_ERR_CANCELLED, "SCANBEAM_ERR_CANCELLED"},
      {SCANBEAM_ERR_INTERNAL, "SCANBEAM_ERR_INTERNAL"},
      {SCANBEAM_ERR_IO, "SCANBEAM_ERR_IO"},
      {SCANBEAM_ERR_NOT_FOUND, "SCANBEAM_ERR_NOT_FOUND"},
      {SCANBEAM_ERR_BUSY, "SCANBEAM_ERR_BUSY"},
      {SCANBEAM_ERR_ACCESS, "SCANBEAM_ERR_ACCESS"},
      {SCANBEAM_ERR_LOST, "SCANBEAM_ERR_LOST"},
      {SCANBEAM_ERR_PROTOCOL, "SCANBEAM_ERR_PROTOCOL"},
      {SCANBEAM_ERR_STATE, "SCANBEAM_ERR_STATE"},
      {SCANBEAM_ERR_FAVORITE_ACTIVE, "SCANBEAM_ERR_FAVORITE_ACTIVE"},
      {SCANBEAM_ERR_FORMAT, "SCANBEAM_ERR_FORMAT"},
      {SCANBEAM_ERR_CORRUPT, "SCANBEAM_ERR_CORRUPT"},
      {SCANBEAM_ERR_TOO_LARGE, "SCANBEAM_ERR_TOO_LARGE"},
      {SCANBEAM_ERR_STALLED, "SCANBEAM_ERR_STALLED"},
      {SCANBEAM_ERR_TAG_REMOVED, "SCANBEAM_ERR_TAG_REMOVED"},
      {SCANBEAM_ERR_TAG_REFUSED, "SCANBEAM_ERR_TAG_REFUSED"},
      {SCANBEAM_ERR_TAG_FORMAT, "SCANBEAM_ERR_TAG_FORMAT"},
      {SCANBEAM_ERR_TAG_READ_ONLY, "SCANBEAM_ERR_TAG_READ_ONLY"},
      {SCANBEAM_ERR_TAG_FULL, "SCANBEAM_ERR_TAG_FULL"},
      {SCANBEAM_ERR_TAG_AUTHENTICATION, "SCANBEAM_ERR_TAG_AUTHENTICATION"},
  };
  scanbeam_results *results = NULL;
  scanbeam_error error;
  pthread_t thread;
  int status, known;
  size_t i;
  if (argc < 2) return 3;

  for (status = -130; status <= 130; status++) {
    for (known = 0, i = 0; i < sizeof names / sizeof *names; i++) {
      if (names[i].status != status) continue;
      known = 1;
      SAME(names[i].name, scanbeam_status_name(status));
      CHECK(strlen(scanbeam_status_message(status)) > 5);
    }
    if (!known) {
      CHECK(strncmp("unknown", scanbeam_status_name(status), 7) == 0);
      CHECK(strlen(scanbeam_status_message(status)) > 5);
    }
  }

  EQUAL(SCANBEAM_OK, last().code);
  SAME("", last().message);
  EQUAL(INVALID, scanbeam_context_close(NULL));
  error = last();
  EQUAL(INVALID, error.code);
  CHECK(strlen(error.message) > 5);
  EQUAL(SCANBEAM_SOURCE_NONE, error.source);

  /* A success does not clear it, and neither does a failure on another thread. */
  {
    scanbeam_frame picture = load_pgm(argv[1], "qr.pgm");
    EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &picture, NULL));
    scanbeam_results_unref(results);
    free((void *)picture.data);
  }
  EQUAL(INVALID, last().code);
  EQUAL(0, pthread_create(&thread, NULL, other_thread, NULL));
  pthread_join(thread, NULL);
  EQUAL(INVALID, last().code);
  SAME(error.message, last().message);

  /* The operating system's code comes along, and the sentence names the file. */
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_decode_file(&results, "/no/such/f\xc3\xbcr.png", NULL));
  error = last();
  EQUAL(SCANBEAM_SOURCE_ERRNO, error.source);
  EQUAL(ENOENT, error.source_code);
  CHECK(strstr(error.message, "/no/such/f\xc3\xbcr.png") != NULL);

  /* A sentence that is longer than the table is cut, at a whole character. */
  {
    char path[2000];
    for (i = 0; i + 2 < sizeof path; i += 2) memcpy(path + i, "\xc3\xa4", 2);
    path[i] = 0;
    memcpy(path, "/x", 2);
    CHECK(scanbeam_decode_file(&results, path, NULL) < 0);
    error = last();
    CHECK(is_utf8(error.message));
  }
  return check_end();
}
