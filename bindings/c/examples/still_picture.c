/* Reads the codes in a picture file.
 *
 *   cc still_picture.c $(pkg-config --cflags --libs scanbeam) -o still_picture
 *   ./still_picture shelf.png
 *
 * Exit status: 0 something was read, 1 nothing was read, 2 error.
 */
#include <scanbeam.h>

#include <stdio.h>

static void print_code(const scanbeam_result *code) {
  const scanbeam_bytes bytes = scanbeam_result_bytes(code);
  const scanbeam_quad corners = scanbeam_result_corners(code);
  const char *text = scanbeam_result_text(code);
  size_t i;

  printf("%s %s ", scanbeam_symbology_name(scanbeam_result_symbology(code)), scanbeam_result_aim_id(code));
  if (text != NULL) {
    printf("%s", text);
  } else { /* not text: show the bytes */
    for (i = 0; i < bytes.size; i++) printf("%02x", (unsigned)bytes.data[i]);
  }
  printf(" (%.0f,%.0f) (%.0f,%.0f) (%.0f,%.0f) (%.0f,%.0f)\n", corners.top_left.x, corners.top_left.y,
         corners.top_right.x, corners.top_right.y, corners.bottom_right.x, corners.bottom_right.y,
         corners.bottom_left.x, corners.bottom_left.y);
}

int main(int argc, char **argv) {
  scanbeam_results *results = NULL;
  scanbeam_decode_options options;
  scanbeam_status status;
  size_t i, count;

  if (argc != 2) {
    fprintf(stderr, "usage: %s PICTURE\n", argv[0]);
    return 2;
  }

  SCANBEAM_INIT(options);
  options.effort = 3; /* a still picture may take a little longer; everything else stays at its default */
  status = scanbeam_decode_file(&results, argv[1], &options);
  if (status < 0) {
    scanbeam_error error;
    SCANBEAM_INIT(error);
    if (scanbeam_last_error(&error) == SCANBEAM_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    return 2;
  }

  count = scanbeam_results_count(results);
  for (i = 0; i < count; i++) print_code(scanbeam_results_at(results, i));

  scanbeam_results_unref(results);
  return count > 0 ? 0 : 1;
}
