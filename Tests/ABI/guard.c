/* Nothing is read beyond the length that the caller gave: pixels and files that end at a page that cannot be read
 * (field report 33). */
#include "host.h"

#include <sys/mman.h>
#include <unistd.h>

static uint8_t *end_of_memory; /* the first byte that cannot be read */
static size_t room;

static void make_room(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint8_t *memory;
  room = (size + page - 1) / page * page;
  memory = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + room, page, PROT_NONE) != 0) exit(3);
  end_of_memory = memory + room;
}

static void one(scanbeam_pixel_format format, int bytes_a_pixel, int width, int height, int padding) {
  const int row = width * bytes_a_pixel;
  const size_t length = (size_t)(height - 1) * (size_t)(row + padding) + (size_t)row;
  scanbeam_results *results = NULL;
  scanbeam_frame frame;
  scanbeam_decode_options options;
  size_t i;
  int effort, before = check_failures;
  SCANBEAM_INIT(frame);
  SCANBEAM_INIT(options);
  frame.data = end_of_memory - length;
  frame.length = length;
  frame.format = format;
  frame.width = width;
  frame.height = height;
  frame.stride = padding ? row + padding : 0;
  for (i = 0; i < length; i++) end_of_memory[i - length] = (uint8_t)(i * 2654435761u >> 13);
  for (effort = 1; effort <= 5; effort += 2) {
    options.effort = effort;
    EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &frame, &options));
    scanbeam_results_unref(results);
  }
  frame.length = length - 1;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  CHECK(results == NULL);
  frame.length = length;
  frame.height++;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  if (check_failures != before) {
    fprintf(stderr, "  %.4s, %d x %d, padding %d\n", (const char *)&format, width, height, padding);
  }
}

int main(int argc, char **argv) {
  static const struct {
    scanbeam_pixel_format format;
    int bytes;
  } formats[] = {
      {SCANBEAM_PIXELS_GREY, 1},   {SCANBEAM_PIXELS_Y10, 2},    {SCANBEAM_PIXELS_Y12, 2},    {SCANBEAM_PIXELS_Y16, 2},
      {SCANBEAM_PIXELS_YUYV, 2},   {SCANBEAM_PIXELS_UYVY, 2},   {SCANBEAM_PIXELS_NV12, 1},   {SCANBEAM_PIXELS_NV21, 1},
      {SCANBEAM_PIXELS_YU12, 1},   {SCANBEAM_PIXELS_RGB24, 3},  {SCANBEAM_PIXELS_BGR24, 3},  {SCANBEAM_PIXELS_RGBA32, 4},
      {SCANBEAM_PIXELS_BGRA32, 4},
  };
  static const int sizes[][2] = {{64, 64}, {322, 58}, {2, 2}, {2, 200}, {200, 1}, {34, 33}};
  scanbeam_results *results = NULL;
  scanbeam_frame picture, frame;
  size_t f, s, n;
  if (argc < 2) return 3;
  make_room(1 << 20);
  for (f = 0; f < sizeof formats / sizeof *formats; f++) {
    for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      one(formats[f].format, formats[f].bytes, sizes[s][0], sizes[s][1], 0);
      one(formats[f].format, formats[f].bytes, sizes[s][0], sizes[s][1], 14);
    }
  }
  /* Odd numbers, where pixels do not share bytes. */
  one(SCANBEAM_PIXELS_GREY, 1, 1, 1, 0);
  one(SCANBEAM_PIXELS_GREY, 1, 1, 500, 0);
  one(SCANBEAM_PIXELS_GREY, 1, 501, 1, 0);
  one(SCANBEAM_PIXELS_RGB24, 3, 101, 67, 1);

  /* A read picture, of which the right edge touches the end. */
  picture = load_pgm(argv[1], "qr.pgm");
  frame = picture;
  frame.data = end_of_memory - picture.length;
  memcpy((void *)frame.data, picture.data, (size_t)picture.length);
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &frame, NULL));
  EQUAL(1, scanbeam_results_count(results));
  scanbeam_results_unref(results);

  /* Picture files, cut anywhere, and MJPG frames. */
  for (n = 1; n <= picture.length && n < 3000; n += 7) {
    char head[64];
    int h = snprintf(head, sizeof head, "P5\n%d %d\n255\n", (int)picture.width, (int)picture.height);
    uint8_t *data = end_of_memory - n;
    memset(data, 0xff, n);
    memcpy(data, head, (size_t)h < n ? (size_t)h : n);
    CHECK(scanbeam_decode_picture(&results, data, n, NULL) < 0);
    memcpy(data, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\10\0\0\0\0", n < 29 ? n : 29);
    CHECK(scanbeam_decode_picture(&results, data, n, NULL) < 0);
    memcpy(data, "BM\0\0\0\0\0\0\0\0\66\0\0\0\50\0\0\0\0\1\0\0\0\1\0\0\1\0\30\0\0\0\0\0", n < 34 ? n : 34);
    CHECK(scanbeam_decode_picture(&results, data, n, NULL) < 0);
    memcpy(data, "\xff\xd8\xff\xe0\0\20JFIF\0\1\1\0\0\1\0\1\0\0", n < 20 ? n : 20);
    CHECK(scanbeam_decode_picture(&results, data, n, NULL) < 0);
    frame = picture;
    frame.format = SCANBEAM_PIXELS_MJPG;
    frame.data = data;
    frame.length = n;
    CHECK(scanbeam_decode_frame(&results, &frame, NULL) < 0);
    CHECK(results == NULL);
  }
  free((void *)picture.data);
  return check_end();
}
