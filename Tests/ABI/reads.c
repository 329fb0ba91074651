/* What the codes carry reaches C byte for byte (field report 38): reads a list of pictures with their contents.
 *
 * Argument: the folder with reads.tsv, made by `run`: picture, symbology, AIM identifier, bytes in hex, text in hex or
 * "-" when it is not text, character set or "*", ECI or -1.
 */
#include "host.h"

static size_t unhex(const char *hex, uint8_t *out) {
  size_t n = 0;
  unsigned value;
  while (sscanf(hex + 2 * n, "%2x", &value) == 1) out[n++] = (uint8_t)value;
  return n;
}

static void one(const char *folder, char *line) {
  char *field[7], path[4096];
  uint8_t expected[4096];
  size_t size, i;
  scanbeam_results *results = NULL;
  scanbeam_result *code;
  scanbeam_bytes bytes;
  const char *text;
  scanbeam_symbology symbology;
  scanbeam_decode_options options;
  int before = check_failures;

  field[0] = strtok(line, "\t\n");
  for (i = 1; i < 7; i++) field[i] = strtok(NULL, "\t\n");
  if (field[6] == NULL) return;
  snprintf(path, sizeof path, "%s/%s", folder, field[0]);
  symbology = scanbeam_symbology_from_name(field[1]);
  CHECK(symbology != 0);
  SCANBEAM_INIT(options);
  options.symbologies = &symbology;
  options.symbology_count = 1;
  EQUAL(SCANBEAM_OK, scanbeam_decode_file(&results, path, &options));
  EQUAL(1, scanbeam_results_count(results));
  EQUAL(1, scanbeam_results_good_read(results));
  EQUAL(SCANBEAM_REASON_NONE, scanbeam_results_reason(results));
  code = scanbeam_result_ref(scanbeam_results_at(results, 0));
  scanbeam_results_unref(results); /* a result that was kept lives longer */
  if (code != NULL) {
    EQUAL(symbology, scanbeam_result_symbology(code));
    SAME(field[2], scanbeam_result_aim_id(code));
    bytes = scanbeam_result_bytes(code);
    size = unhex(field[3], expected);
    EQUAL(size, bytes.size);
    CHECK(bytes.size == size && memcmp(bytes.data, expected, size) == 0);
    text = scanbeam_result_text(code);
    if (strcmp(field[4], "-") == 0) {
      CHECK(text == NULL);
      CHECK(scanbeam_result_charset(code) == NULL);
    } else if (strcmp(field[4], "*") != 0) {
      size = unhex(field[4], expected);
      expected[size] = 0;
      SAME((const char *)expected, text);
      CHECK(scanbeam_result_charset(code) != NULL);
    }
    CHECK(text == NULL || is_utf8(text));
    if (strcmp(field[5], "*") != 0) SAME(field[5], scanbeam_result_charset(code));
    EQUAL(atoi(field[6]), scanbeam_result_eci(code));
    CHECK(scanbeam_result_confidence(code) > 0 && scanbeam_result_confidence(code) <= 100);
    CHECK(scanbeam_result_verification(code) != NULL && scanbeam_result_verification(code)[0] != 0);
    EQUAL(strcmp(field[2], "]C1") == 0 || strcmp(field[2], "]Q3") == 0, scanbeam_result_is_gs1(code));
    CHECK(scanbeam_result_xml(code) != NULL && is_utf8(scanbeam_result_xml(code)));
    scanbeam_result_unref(code);
  }
  if (check_failures != before) fprintf(stderr, "  in %s\n", path);
}

/* A code that is half of a composite says so, to who asks for composites. */
static void half(const char *folder) {
  static const scanbeam_symbology wanted[] = {SCANBEAM_SYMBOLOGY_DATABAR, SCANBEAM_SYMBOLOGY_EAN_UCC};
  char path[4096];
  size_t count;
  snprintf(path, sizeof path, "%s/linked.pgm", folder);
  for (count = 1; count <= 2; count++) {
    scanbeam_results *results = NULL;
    scanbeam_decode_options options;
    SCANBEAM_INIT(options);
    options.symbologies = wanted;
    options.symbology_count = count;
    EQUAL(SCANBEAM_OK, scanbeam_decode_file(&results, path, &options));
    EQUAL(1, scanbeam_results_count(results));
    EQUAL(count == 2 ? SCANBEAM_LINKAGE_DECLARED : SCANBEAM_LINKAGE_NONE,
          scanbeam_result_linkage(scanbeam_results_at(results, 0)));
    scanbeam_results_unref(results);
  }
}

int main(int argc, char **argv) {
  char path[4096], line[16384];
  FILE *list;
  int pictures = 0;
  if (argc < 2) return 3;
  snprintf(path, sizeof path, "%s/reads.tsv", argv[1]);
  list = fopen(path, "r");
  if (list == NULL) return 3;
  while (fgets(line, sizeof line, list) != NULL) {
    one(argv[1], line);
    pictures++;
  }
  fclose(list);
  CHECK(pictures > 20);
  half(argv[1]);
  printf("%d pictures, ", pictures);
  return check_end();
}
