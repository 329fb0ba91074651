#include "ctwins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

// Means of gx²+gy², gx²-gy², 2 gx gy of 8x8 blocks.
static void tensor(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  int columns = (w + 7) / 8, rows = (h + 7) / 8;
  // The output has room for it; else a compiler would see that nobody wants the sums.
  float *energy = (float *)(void *)out, *difference = energy + columns * rows, *product = difference + columns * rows;
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++) {
      int height = h - 1 - 8 * r < 8 ? h - 1 - 8 * r : 8, width = w - 1 - 8 * c < 8 ? w - 1 - 8 * c : 8;
      int32_t s11 = 0, s22 = 0, s12 = 0;
      for (int y = 0; y < height; y++) {
        const uint8_t *a = pixels + (8 * r + y) * (long)stride + 8 * c, *b = a + stride;
        if (width == 8) {
          for (int x = 0; x < 8; x++) {
            int16_t d1 = b[x + 1] - a[x], d2 = a[x + 1] - b[x];
            s11 += d1 * d1;
            s22 += d2 * d2;
            s12 += d1 * d2;
          }
        } else {
          for (int x = 0; x < width; x++) {
            int16_t d1 = b[x + 1] - a[x], d2 = a[x + 1] - b[x];
            s11 += d1 * d1;
            s22 += d2 * d2;
            s12 += d1 * d2;
          }
        }
      }
      energy[r * columns + c] = (s11 + s22) * (2.0f / 64);
      difference[r * columns + c] = s12 * (4.0f / 64);
      product[r * columns + c] = (s11 - s22) * (2.0f / 64);
    }
  }
}

// Copies every second row, then compares blocks of 8 x 8 of them.
static void scene(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  int rows = (h + 1) / 2;
  if (w < 16 || rows < 8) return;
  for (int r = 0; r < rows; r++) memcpy(out + r * (long)w, pixels + 2 * r * (long)stride, w);
  for (int r = 0; r < rows; r += 8) {
    int row = r < rows - 8 ? r : rows - 8;
    for (int x = 0; x < w; x += 8) {
      int left = x < w - 8 ? x : w - 8, sum = 0;
      for (int y = 0; y < 8; y++) {
        const uint8_t *a = pixels + 2 * (row + y) * (long)stride + left, *b = out + (row + y) * (long)w + left;
        for (int i = 0; i < 8; i++) sum += abs(a[i] - b[i]);
      }
      if (sum > 6 * 64) return;
    }
  }
}

static void histogram(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  long counts[256] = {0};
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) counts[pixels[y * (long)stride + x]]++;
  memcpy(out, counts, (long)w * h * 4 < (long)sizeof counts ? (long)w * h * 4 : (long)sizeof counts);
}

static void sharpness(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  uint64_t sum = 0;
  for (int y = 1; y < h - 1; y++) {
    const uint8_t *b = pixels + y * (long)stride, *a = b - stride, *c = b + stride;
    for (int x = 1; x < w - 1; x++) {
      int v = 4 * b[x] - b[x - 1] - b[x + 1] - a[x] - c[x];
      sum += (uint32_t)(v * v);
    }
  }
  memcpy(out, &sum, 4);
}

static void binarize(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  enum { radius = 8, offset = 5 };
  int32_t *columns = calloc(w, sizeof *columns);
  if (!columns) return;
  for (int y = -radius; y < h; y++) {
    if (y + radius < h)
      for (int x = 0; x < w; x++) columns[x] += pixels[(y + radius) * (long)stride + x];
    if (y - radius - 1 >= 0)
      for (int x = 0; x < w; x++) columns[x] -= pixels[(y - radius - 1) * (long)stride + x];
    if (y < 0) continue;
    int lines = (y + radius < h - 1 ? y + radius : h - 1) - (y - radius > 0 ? y - radius : 0) + 1, sum = 0;
    for (int x = 0; x < radius && x < w; x++) sum += columns[x];
    for (int x = 0; x < w; x++) {
      if (x + radius < w) sum += columns[x + radius];
      if (x - radius - 1 >= 0) sum -= columns[x - radius - 1];
      int n = lines * ((x + radius < w - 1 ? x + radius : w - 1) - (x - radius > 0 ? x - radius : 0) + 1);
      out[y * (long)w + x] = (pixels[y * (long)stride + x] + offset) * n < sum ? 0 : 255;
    }
  }
  free(columns);
}

static void invert(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * (long)w + x] = ~pixels[y * (long)stride + x];
}

static void transpose(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  for (int ty = 0; ty < h; ty += 16)
    for (int tx = 0; tx < w; tx += 16)
      for (int y = ty; y < ty + 16 && y < h; y++)
        for (int x = tx; x < tx + 16 && x < w; x++) out[x * (long)h + y] = pixels[y * (long)stride + x];
}

static void halve(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  for (int y = 0; y < h / 2; y++) {
    const uint8_t *a = pixels + 2 * y * (long)stride, *b = a + stride;
    for (int x = 0; x < w / 2; x++)
      out[y * (long)(w / 2) + x] = (a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2;
  }
}

static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  int16_t v = (9 * (b + c) - a - d + 8) >> 4;
  return v < 0 ? 0 : v > 255 ? 255 : v;
}

static void enlarge(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  long wide = 2 * w;
  for (int y = 0; y < h; y++) {
    const uint8_t *row = pixels + y * (long)stride;
    uint8_t *to = out + 2 * y * wide;
    for (int x = 0; x < w; x++) to[2 * x] = row[x];
    for (int x = 1; x < w - 2; x++) to[2 * x + 1] = middle(row[x - 1], row[x], row[x + 1], row[x + 2]);
    for (int i = 0; i < 3; i++) {
      int x = clamp(i == 0 ? 0 : w - i, 0, w - 1);
      to[2 * x + 1] = middle(row[clamp(x - 1, 0, w - 1)], row[x], row[clamp(x + 1, 0, w - 1)], row[clamp(x + 2, 0, w - 1)]);
    }
  }
  for (int y = 0; y < h; y++) {
    const uint8_t *a = out + 2 * clamp(y - 1, 0, h - 1) * wide, *b = out + 2 * y * wide;
    const uint8_t *c = out + 2 * clamp(y + 1, 0, h - 1) * wide, *d = out + 2 * clamp(y + 2, 0, h - 1) * wide;
    uint8_t *restrict to = out + (2 * y + 1) * wide;
    for (long x = 0; x < wide; x++) to[x] = middle(a[x], b[x], c[x], d[x]);
  }
}

// Weights of a Gaussian from the middle outwards, in 1/256; returns the radius.
static int gaussian_weights(double sigma, int weights[24]) {
  int radius = (int)ceil(2.5 * sigma), sum = 0;
  double raw[24], total = 0;
  for (int i = 0; i <= radius; i++) total += (raw[i] = exp(-i * i / (2 * sigma * sigma))) * (i ? 2 : 1);
  for (int i = 1; i <= radius; i++) sum += weights[i] = (int)(256 * raw[i] / total + 0.5);
  weights[0] = 256 - 2 * sum;
  return radius;
}

static void mix(const uint8_t *pixels, int w, int h, int stride, double sigma, int own, int blurred, uint8_t *out) {
  int weights[24], radius = gaussian_weights(sigma, weights);
  int32_t *line = malloc(sizeof *line * (w + 2 * radius)), *at = line + radius, *sum = malloc(sizeof *sum * w);
  for (int y = 0; line && sum && y < h; y++) {
    const uint8_t *centre = pixels + y * (long)stride;
    for (int x = 0; x < w; x++) at[x] = centre[x] * weights[0];
    for (int i = 1; i <= radius; i++) {
      const uint8_t *a = pixels + clamp(y - i, 0, h - 1) * (long)stride, *b = pixels + clamp(y + i, 0, h - 1) * (long)stride;
      for (int x = 0; x < w; x++) at[x] += (a[x] + b[x]) * weights[i];
    }
    for (int i = 1; i <= radius; i++) at[-i] = at[0], at[w - 1 + i] = at[w - 1];
    for (int x = 0; x < w; x++) sum[x] = at[x] * weights[0];
    for (int i = 1; i <= radius; i++)
      for (int x = 0; x < w; x++) sum[x] += (at[x - i] + at[x + i]) * weights[i];
    for (int x = 0; x < w; x++) out[y * (long)w + x] = clamp((centre[x] * own + (sum[x] >> 16) * blurred + 128) >> 8, 0, 255);
  }
  free(line);
  free(sum);
}

static void gaussian(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  mix(pixels, w, h, stride, 1.2, 0, 256, out);
}

static void unsharp(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  mix(pixels, w, h, stride, 2, 512, -256, out);
}

static void average_rows(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  enum { box = 7, step = 4 };
  int weights[24], radius = gaussian_weights(1.5, weights);
  uint16_t *sums = malloc(sizeof *sums * w);
  float *line = malloc(sizeof *line * (w + 2 * radius)), *at = line + radius, *sharp = malloc(sizeof *sharp * w);
  int16_t *grey = malloc(sizeof *grey * (w + 3)), *from = grey + 1;
  for (int r = 0; sums && line && sharp && grey && h >= box && r < (h - box) / step + 1; r++) {
    const uint8_t *first = pixels + r * step * (long)stride;
    for (int x = 0; x < w; x++) sums[x] = first[x];
    for (int i = 1; i < box; i++)
      for (int x = 0; x < w; x++) sums[x] += first[i * (long)stride + x];
    for (int x = 0; x < w; x++) at[x] = sums[x] * (1.0f / box);
    for (int i = 1; i <= radius; i++) at[-i] = at[0], at[w - 1 + i] = at[w - 1];
    for (int x = 0; x < w; x++) sharp[x] = at[x] * (2 - weights[0] / 256.0f);
    for (int i = 1; i <= radius; i++)
      for (int x = 0; x < w; x++) sharp[x] -= (at[x - i] + at[x + i]) * (weights[i] / 256.0f);
    for (int x = 0; x < w; x++) {
      float v = sharp[x] + 0.5f;
      from[x] = v < 0 ? 0 : v > 255 ? 255 : (int16_t)v;
    }
    from[-1] = from[0], from[w] = from[w + 1] = from[w - 1];
    uint8_t *to = out + 2 * r * (long)w;
    for (int x = 0; x < w; x++) {
      int16_t v = (9 * (from[x] + from[x + 1]) - from[x - 1] - from[x + 2] + 8) >> 4;
      to[2 * x] = from[x];
      to[2 * x + 1] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
  }
  free(sums);
  free(line);
  free(sharp);
  free(grey);
}

static void sample_lines(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  int count = w < 512 ? w : 512;
  double step = (double)w / count;
  int64_t step_x = (int64_t)(step * 4294967296.0), step_y = (int64_t)(0.05 * step * 4294967296.0);
  for (int y = 0; y < h; y++) {
    int64_t x = (int64_t)(0.5 * step * 4294967296.0), at = (int64_t)((y + 0.5) * 4294967296.0);
    for (int i = 0; i < count; i++, x += step_x, at += step_y)
      out[y * (long)count + i] = pixels[clamp((int)(at >> 32), 0, h - 1) * (long)stride + clamp((int)(x >> 32), 0, w - 1)];
  }
}

static void sample_affine(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  const double a = 0.97, b = 0.2, c = -0.2, d = 0.97;
  long step_x = (long)(a * 65536), step_y = (long)(c * 65536);
  for (int y = 0; y < h; y++) {
    long fx = (long)((a * 0.5 + b * (y + 0.5) - 0.5) * 65536), fy = (long)((c * 0.5 + d * (y + 0.5) - 0.5) * 65536);
    for (int x = 0; x < w; x++, fx += step_x, fy += step_y) {
      long ix = fx >> 16, iy = fy >> 16;
      if (fx >= 0 && fy >= 0 && ix < w - 1 && iy < h - 1) {
        const uint8_t *p = pixels + iy * stride + ix, *q = p + stride;
        int wx = (fx >> 8) & 255, wy = (fy >> 8) & 255;
        int upper = p[0] * (256 - wx) + p[1] * wx, lower = q[0] * (256 - wx) + q[1] * wx;
        out[y * (long)w + x] = (upper * (256 - wy) + lower * wy + 32768) >> 16;
      } else if (ix < -1 || iy < -1 || ix > w - 1 || iy > h - 1) {
        out[y * (long)w + x] = 255;
      } else {
        out[y * (long)w + x] = pixels[clamp((int)iy, 0, h - 1) * (long)stride + clamp((int)ix, 0, w - 1)];
      }
    }
  }
}

// The view of a square that the kernel table samples: corners moved in by a tenth of the sides, in turn.
static void sample_projective(const uint8_t *pixels, int w, int h, int stride, uint8_t *out) {
  const double x[4] = {0.1 * w, w, 0.9 * w, 0}, y[4] = {0, 0.1 * h, h, 0.9 * h};
  double dx1 = x[1] - x[2], dx2 = x[3] - x[2], dx3 = x[0] - x[1] + x[2] - x[3];
  double dy1 = y[1] - y[2], dy2 = y[3] - y[2], dy3 = y[0] - y[1] + y[2] - y[3];
  double det = dx1 * dy2 - dx2 * dy1;
  if (fabs(det) < 1e-9) return;
  double g = (dx3 * dy2 - dx2 * dy3) / det, k = (dx1 * dy3 - dx3 * dy1) / det;
  double m[8] = {(x[1] - x[0] + g * x[1]) / w, (x[3] - x[0] + k * x[3]) / h, x[0],
                 (y[1] - y[0] + g * y[1]) / w, (y[3] - y[0] + k * y[3]) / h, y[0], g / w, k / h};
  for (int r = 0; r < h; r++) {
    for (int c = 0; c < w; c++) {
      double u = c + 0.5, v = r + 0.5, z = m[6] * u + m[7] * v + 1;
      double px = fabs(z) > 1e-9 ? (m[0] * u + m[1] * v + m[2]) / z : -1e9;
      double py = fabs(z) > 1e-9 ? (m[3] * u + m[4] * v + m[5]) / z : -1e9;
      if (!(px > 0 && py > 0 && px < w && py < h)) {
        out[r * (long)w + c] = 255;
        continue;
      }
      double sx = fmax(0, fmin(px - 0.5, w - 1)), sy = fmax(0, fmin(py - 0.5, h - 1));
      int ix = (int)sx, iy = (int)sy, right = ix + 1 < w ? ix + 1 : ix;
      const uint8_t *a = pixels + iy * (long)stride, *b = iy + 1 < h ? a + stride : a;
      double wx = sx - ix, wy = sy - iy;
      double upper = a[ix] * (1 - wx) + a[right] * wx, lower = b[ix] * (1 - wx) + b[right] * wx;
      out[r * (long)w + c] = (uint8_t)(upper * (1 - wy) + lower * wy + 0.5);
    }
  }
}

static const struct {
  const char *name;
  ctwin run;
} twins[] = {
    {"tensor 8x8", tensor},     {"scene memory", scene}, {"histogram", histogram},
    {"sharpness", sharpness},   {"binarize r=8", binarize}, {"invert", invert},
    {"transpose", transpose},   {"halve", halve},        {"enlarge", enlarge},
    {"gaussian 1.2", gaussian}, {"unsharp 2", unsharp},  {"average rows 7/4", average_rows},
    {"sample lines", sample_lines}, {"sample affine", sample_affine}, {"sample projective", sample_projective},
};

ctwin ctwin_find(const char *name) {
  for (unsigned i = 0; i < sizeof twins / sizeof *twins; i++)
    if (!strcmp(twins[i].name, name)) return twins[i].run;
  return NULL;
}
