#include <scanbeam.h>
#include <iostream>

int main(int argc, char **argv) {
  scanbeam_results *results = nullptr;
  if (argc != 2 || scanbeam_decode_file(&results, argv[1], nullptr) < 0) return 2;
  std::cout << scanbeam_version_string() << ' ' << scanbeam_result_text(scanbeam_results_at(results, 0)) << '\n';
  scanbeam_results_unref(results);
  return 0;
}
