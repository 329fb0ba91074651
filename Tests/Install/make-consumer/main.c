#include <scanbeam.h>
#include <stdio.h>

int main(int argc, char **argv) {
  scanbeam_results *results = NULL;
  if (argc != 2 || scanbeam_decode_file(&results, argv[1], NULL) < 0) return 2;
  printf("%s %s\n", scanbeam_version_string(), scanbeam_result_text(scanbeam_results_at(results, 0)));
  scanbeam_results_unref(results);
  return 0;
}
