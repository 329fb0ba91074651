/* The same pictures give the same results on one thread and on eight, in any order. Argument: the folder. */
#include "host.h"

#include <pthread.h>

#define PICTURES 100
#define THREADS 8

static char path[PICTURES][4096];
static char *serial[PICTURES];
static int pictures;

/* Everything that results say, except times. */
static char *describe(const char *file) {
  scanbeam_results *results = NULL;
  char *text = malloc(65536);
  size_t used = 0, i, k;
  scanbeam_status status = scanbeam_decode_file(&results, file, NULL);
  used += (size_t)snprintf(text, 65536, "%d %zu\n", status, scanbeam_results_count(results));
  for (i = 0; i < scanbeam_results_count(results) && used < 60000; i++) {
    scanbeam_result *code = scanbeam_results_at(results, i);
    scanbeam_quad q = scanbeam_result_corners(code);
    scanbeam_bytes bytes = scanbeam_result_bytes(code);
    used += (size_t)snprintf(text + used, 65536 - used, "%d %d %s %.9g %.9g %.9g %.9g ", scanbeam_result_symbology(code),
                             scanbeam_result_variant(code), scanbeam_result_aim_id(code), q.top_left.x, q.top_left.y,
                             q.bottom_right.x, q.bottom_right.y);
    for (k = 0; k < bytes.size && used < 60000; k++) {
      used += (size_t)snprintf(text + used, 65536 - used, "%02x", bytes.data[k]);
    }
  }
  scanbeam_results_unref(results);
  return text;
}

static void *work(void *argument) {
  int n, start = *(int *)argument;
  for (n = 0; n < pictures; n++) {
    int i = (start * 13 + n * (start % 2 ? 1 : pictures - 1)) % pictures;
    char *text = describe(path[i]);
    SAME(serial[i], text);
    free(text);
  }
  return NULL;
}

int main(int argc, char **argv) {
  char name[4096], line[16384];
  pthread_t thread[THREADS];
  int number[THREADS], i;
  FILE *list;
  if (argc < 2) return 3;
  snprintf(name, sizeof name, "%s/reads.tsv", argv[1]);
  list = fopen(name, "r");
  if (list == NULL) return 3;
  while (pictures < PICTURES && fgets(line, sizeof line, list) != NULL) {
    snprintf(path[pictures++], sizeof path[0], "%s/%s", argv[1], strtok(line, "\t"));
  }
  fclose(list);
  CHECK(pictures > 20);
  for (i = 0; i < pictures; i++) serial[i] = describe(path[i]);
  for (i = 0; i < THREADS; i++) {
    number[i] = i;
    EQUAL(0, pthread_create(&thread[i], NULL, work, &number[i]));
  }
  for (i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (i = 0; i < pictures; i++) free(serial[i]);
  return check_end();
}
