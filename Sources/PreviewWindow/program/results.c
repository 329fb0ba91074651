#include "program.h"

#include <string.h>

static void quoted(const char *text) {
  putchar('"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') printf("\\%c", c);
    else if (c < 0x20 || c == 0x7f) printf("\\u%04x", c);
    else putchar(c);
  }
  putchar('"');
}

/* Writes bytes into a file; from the second on its name has a number. */
static int write_file(const char *path, int number, const void *bytes, size_t count) {
  char name[4096];
  const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
  FILE *file;
  int done;
  if (dot == NULL || (slash != NULL && dot < slash)) dot = path + strlen(path);
  if (number < 2) snprintf(name, sizeof name, "%s", path);
  else snprintf(name, sizeof name, "%.*s-%d%s", (int)(dot - path), path, number, dot);
  if ((file = fopen(name, "wb")) == NULL) {
    fprintf(stderr, "scanbeam: %s cannot be written\n", name);
    return 0;
  }
  done = fwrite(bytes, 1, count, file) == count;
  done = fclose(file) == 0 && done;
  if (!done) fprintf(stderr, "scanbeam: %s cannot be written\n", name);
  return done;
}

/* The image and the drawing of a result; 0: they could not be kept. */
static int keep(session *s, scanbeam_results *results) {
  scanbeam_bytes image = {NULL, 0};
  const char *svg = s->svg ? scanbeam_results_svg(results) : NULL;
  if (scanbeam_results_count(results) == 0) return 1;
  s->pictures++;
  if (s->image && scanbeam_results_encoded_image(results, &image) == SCANBEAM_OK &&
      !write_file(s->image, s->pictures, image.data, image.size)) {
    return 0;
  }
  return svg == NULL || write_file(s->svg, s->pictures, svg, strlen(svg));
}

void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  session *s = user_data;
  size_t i, k;
  (void)reader;
  if (!keep(s, results)) s->failed = 1;
  if (s->xml && scanbeam_results_count(results) > 0 && scanbeam_results_xml(results) != NULL) {
    s->reads += (long)scanbeam_results_count(results);
    puts(scanbeam_results_xml(results));
    fflush(stdout);
    return;
  }
  for (i = 0; i < scanbeam_results_count(results) && (s->wanted == 0 || s->reads < s->wanted); i++) {
    const scanbeam_result *code = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(code);
    scanbeam_symbology symbology = scanbeam_result_symbology(code);
    scanbeam_bytes bytes = scanbeam_result_bytes(code);
    s->reads++;
    if (s->json) {
      printf("{\"source\":");
      quoted(s->source);
      printf(",\"symbology\":");
      quoted(scanbeam_symbology_name(symbology));
      printf(",\"text\":");
      if (text) quoted(text);
      else printf("null");
      printf(",\"bytes\":\"");
      for (k = 0; k < bytes.size; k++) printf("%02x", bytes.data[k]);
      printf("\",\"time_ns\":%lld}\n", (long long)scanbeam_results_time_ns(results));
    } else {
      const char *name = scanbeam_variant_name(scanbeam_result_variant(code));
      printf("%-18s", name && *name ? name : scanbeam_symbology_name(symbology));
      if (!text) printf("hex:");
      for (k = 0; text ? text[k] != 0 : k < bytes.size; k++) {
        unsigned char c = text ? (unsigned char)text[k] : bytes.data[k];
        if (!text) printf("%02x", c);
        else if (c < 0x20 || c == 0x7f) printf("\\x%02x", c);
        else putchar(c);
      }
      putchar('\n');
    }
    fflush(stdout);
  }
}
