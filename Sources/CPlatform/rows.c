#include "rows.h"

// Each kernel is plain C, compiled once for every processor and once for those with AVX2: the same operations in the same order, so that
// the results are the same, to the bit. None of them may be fused.
#pragma STDC FP_CONTRACT OFF

#define ALWAYS static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,bmi")))
// Defines a kernel: `kernel_plainly` and `kernel_wide` by the body, and the choice between them.
#define KERNEL(name, parameters, arguments)                                     \
  static void name##_plainly parameters { name##_body arguments; }              \
  AVX2 static void name##_wide parameters { name##_body arguments; }            \
  void cplatform_##name parameters {                                            \
    if (__builtin_cpu_supports("avx2")) name##_wide arguments;                  \
    else name##_plainly arguments;                                              \
  }
#else
#define KERNEL(name, parameters, arguments) \
  void cplatform_##name parameters { name##_body arguments; }
#endif

ALWAYS void smooth_row_body(const float *above, const float *here, const float *below, ptrdiff_t columns,
                            float *restrict line, float *restrict out) {
  for (ptrdiff_t c = 0; c < columns; ++c) line[c] = (above[c] + 2 * here[c] + below[c]) * 0.0625f;
  if (columns == 1) {
    out[0] = line[0] * 4;
    return;
  }
  out[0] = 3 * line[0] + line[1];
  for (ptrdiff_t c = 1; c < columns - 1; ++c) out[c] = line[c - 1] + 2 * line[c] + line[c + 1];
  out[columns - 1] = line[columns - 2] + 3 * line[columns - 1];
}
KERNEL(smooth_row,
       (const float *above, const float *here, const float *below, ptrdiff_t columns, float *line, float *out),
       (above, here, below, columns, line, out))

ALWAYS void stripe_row_body(const float *energy, const float *difference, const float *product, ptrdiff_t columns,
                            float threshold, float *restrict strengths) {
  for (ptrdiff_t c = 0; c < columns; ++c) {
    const float e = energy[c], strength = difference[c] * difference[c] + product[c] * product[c];
    const float some = e > threshold ? strength : 0;
    strengths[c] = strength > 0.25f * e * e ? some : 0;
  }
}
KERNEL(stripe_row,
       (const float *energy, const float *difference, const float *product, ptrdiff_t columns, float threshold,
        float *strengths),
       (energy, difference, product, columns, threshold, strengths))

ALWAYS void dense_row_body(const float *energy, const float *difference, const float *product, ptrdiff_t columns,
                           float lowest, float limit, float *restrict own, float *restrict re, float *restrict im) {
  for (ptrdiff_t c = 0; c < columns; ++c) {
    const float e = energy[c], d = difference[c], p = product[c];
    const float xx = d * d, yy = p * p;
    const float some = e > lowest ? e : 0;
    own[c] = xx + yy < limit * e * e ? some : 0;
    const float length = __builtin_sqrtf(xx + yy);
    const float weight = 1 / (length < 1e-3f ? 1e-3f : length);
    re[c] = (xx - yy) * weight;
    im[c] = 2 * d * p * weight;
  }
}
KERNEL(dense_row,
       (const float *energy, const float *difference, const float *product, ptrdiff_t columns, float lowest,
        float limit, float *own, float *re, float *im),
       (energy, difference, product, columns, lowest, limit, own, re, im))

ALWAYS void count_energies_body(const float *energy, ptrdiff_t count, uint32_t *restrict bins) {
  union {
    float value;
    int32_t bits;
  } one = {1};
  // Neighbours often are alike, and a counter that was just written is slow to be read: every second one has counters of its own.
  uint32_t others[160] = {0};
  int32_t at[64];
  for (ptrdiff_t i = 0; i < count; i += 64) {
    const ptrdiff_t n = count - i < 64 ? count - i : 64;
    int32_t most = 0;
    for (ptrdiff_t k = 0; k < n; ++k) {
      int32_t bits;
      __builtin_memcpy(&bits, energy + i + k, 4);
      const int32_t bin = (bits >> 20) - (one.bits >> 20);
      at[k] = bin < 0 ? 0 : bin > 159 ? 159 : bin;
      most = at[k] > most ? at[k] : most;
    }
    if (most == 0) {
      bins[0] += (uint32_t)n;
      continue;
    }
    ptrdiff_t k = 0;
    for (; k + 1 < n; k += 2) {
      bins[at[k]] += 1;
      others[at[k + 1]] += 1;
    }
    if (k < n) bins[at[k]] += 1;
  }
  for (int bin = 0; bin < 160; ++bin) bins[bin] += others[bin];
}
KERNEL(count_energies, (const float *energy, ptrdiff_t count, uint32_t *bins), (energy, count, bins))

ALWAYS void add_rows_body(const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width,
                          uint16_t *restrict sums) {
  for (ptrdiff_t x = 0; x < width; ++x) sums[x] = 0;
  ptrdiff_t i = 0;
  // Several rows at a time: the sums are fetched and stored once for all of them.
  for (; i + 5 <= rows; i += 5) {
    const uint8_t *a = top + i * stride, *b = a + stride, *c = b + stride, *d = c + stride, *e = d + stride;
    for (ptrdiff_t x = 0; x < width; ++x) sums[x] = (uint16_t)(sums[x] + a[x] + b[x] + c[x] + d[x] + e[x]);
  }
  for (; i < rows; ++i) {
    const uint8_t *a = top + i * stride;
    for (ptrdiff_t x = 0; x < width; ++x) sums[x] = (uint16_t)(sums[x] + a[x]);
  }
}
KERNEL(add_rows, (const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width, uint16_t *sums),
       (top, stride, rows, width, sums))

ALWAYS void sharpen_row_body(const float *line, ptrdiff_t width, const float *weights, int16_t *restrict out) {
  const float own = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3], w4 = weights[4];
  for (ptrdiff_t x = 0; x < width; ++x) {
    const float *m = line + x;
    const float near = m[0] * own - (m[-1] + m[1]) * w1 - (m[-2] + m[2]) * w2;
    const float sharp = near - (m[-3] + m[3]) * w3 - (m[-4] + m[4]) * w4 + 0.5f;
    out[x] = (int16_t)(int32_t)(sharp < 0 ? 0 : sharp > 255 ? 255 : sharp);
  }
}
KERNEL(sharpen_row, (const float *line, ptrdiff_t width, const float *weights, int16_t *out),
       (line, width, weights, out))

ALWAYS void double_row_body(const int16_t *row, ptrdiff_t width, uint8_t *restrict out) {
  for (ptrdiff_t x = 0; x < width; ++x) {
    const int between = (9 * (row[x] + row[x + 1]) - row[x - 1] - row[x + 2] + 8) >> 4;
    out[2 * x] = (uint8_t)row[x];
    out[2 * x + 1] = (uint8_t)(between < 0 ? 0 : between > 255 ? 255 : between);
  }
}
KERNEL(double_row, (const int16_t *row, ptrdiff_t width, uint8_t *out), (row, width, out))

ALWAYS void column_extremes_body(const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width,
                                 uint8_t *restrict least, uint8_t *restrict most) {
  for (ptrdiff_t x = 0; x < width; ++x) least[x] = most[x] = top[x];
  for (ptrdiff_t i = 1; i < rows; ++i) {
    const uint8_t *row = top + i * stride;
    for (ptrdiff_t x = 0; x < width; ++x) {
      least[x] = row[x] < least[x] ? row[x] : least[x];
      most[x] = row[x] > most[x] ? row[x] : most[x];
    }
  }
}
KERNEL(column_extremes,
       (const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width, uint8_t *least, uint8_t *most),
       (top, stride, rows, width, least, most))

ALWAYS void split_row_body(const uint8_t *row, const uint8_t *levels, ptrdiff_t width, uint8_t *restrict out) {
  for (ptrdiff_t x = 0; x < width; ++x) out[x] = row[x] > levels[x] ? 255 : 0;
}
KERNEL(split_row, (const uint8_t *row, const uint8_t *levels, ptrdiff_t width, uint8_t *out),
       (row, levels, width, out))

// A pair of pixels is a number of 16 bits: both ways round the sum of its halves is that of the pair.
ALWAYS void halve_row_body(const uint8_t *a, const uint8_t *b, ptrdiff_t width, uint8_t *restrict out) {
  for (ptrdiff_t x = 0; x < width; ++x) {
    uint16_t one, two;
    __builtin_memcpy(&one, a + 2 * x, 2);
    __builtin_memcpy(&two, b + 2 * x, 2);
    const uint16_t sum = (uint16_t)((one & 0xff) + (one >> 8) + (two & 0xff) + (two >> 8) + 2);
    out[x] = (uint8_t)(sum >> 2);
  }
}
KERNEL(halve_row, (const uint8_t *a, const uint8_t *b, ptrdiff_t width, uint8_t *out), (a, b, width, out))

// Where bits change, from a bit that was seen before them; `n` grows by their number.
ALWAYS ptrdiff_t changes(uint64_t bits, uint64_t before, ptrdiff_t at, int32_t *out, ptrdiff_t n) {
  for (uint64_t ends = bits ^ (bits << 1 | before); ends; ends &= ends - 1) out[n++] = (int32_t)(at + __builtin_ctzll(ends));
  return n;
}

#if defined(__x86_64__)
#include <immintrin.h>

AVX2 static ptrdiff_t runs_wide(const float *row, ptrdiff_t columns, float threshold, int32_t *out) {
  const __m256 least = _mm256_set1_ps(threshold);
  uint64_t before = 0;
  ptrdiff_t n = 0;
  for (ptrdiff_t c = 0; c < columns; c += 64) {
    uint64_t bits = 0;
    const ptrdiff_t end = columns - c < 64 ? columns - c : 64;
    ptrdiff_t k = 0;
    for (; k + 8 <= end; k += 8) {
      const __m256 above = _mm256_cmp_ps(_mm256_loadu_ps(row + c + k), least, _CMP_GT_OQ);
      bits |= (uint64_t)(uint32_t)_mm256_movemask_ps(above) << k;
    }
    for (; k < end; ++k) bits |= (uint64_t)(row[c + k] > threshold) << k;
    n = changes(bits, before, c, out, n);
    before = bits >> 63;
  }
  // The bits behind the last column are zero: only a run to the end of a whole group is still open.
  if (before) out[n++] = (int32_t)columns;
  return n / 2;
}
#endif

ptrdiff_t cplatform_runs_plainly(const float *row, ptrdiff_t columns, float threshold, int32_t *out) {
  ptrdiff_t n = 0;
  int before = 0;
  for (ptrdiff_t c = 0; c < columns; ++c) {
    const int is = row[c] > threshold;
    if (is != before) out[n++] = (int32_t)c;
    before = is;
  }
  if (before) out[n++] = (int32_t)columns;
  return n / 2;
}

ptrdiff_t cplatform_runs(const float *row, ptrdiff_t columns, float threshold, int32_t *ends) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return runs_wide(row, columns, threshold, ends);
#endif
  return cplatform_runs_plainly(row, columns, threshold, ends);
}

ptrdiff_t cplatform_crossings_plainly(const uint8_t *line, ptrdiff_t count, uint8_t dark, uint8_t light, int32_t isLight,
                                      uint16_t *out) {
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < count; ++i) {
    if (isLight ? line[i] >= dark : line[i] <= light) continue;
    isLight = !isLight;
    out[n++] = (uint16_t)i;
  }
  return n;
}

#if defined(__x86_64__)
AVX2 static ptrdiff_t crossings_wide(const uint8_t *line, ptrdiff_t count, uint8_t dark, uint8_t light, int isLight,
                                     uint16_t *out) {
  const __m256i darkest = _mm256_set1_epi8((char)dark), lightest = _mm256_set1_epi8((char)light);
  const __m256i zero = _mm256_setzero_si256();
  ptrdiff_t n = 0, i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m256i v = _mm256_loadu_si256((const __m256i *)(line + i));
    const uint32_t darks = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_subs_epu8(darkest, v), zero));
    const uint32_t lights = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_subs_epu8(v, lightest), zero));
    uint32_t left = ~0u;
    for (;;) {
      const uint32_t next = (isLight ? darks : lights) & left;
      if (!next) break;
      const int at = __builtin_ctz(next);
      out[n++] = (uint16_t)(i + at);
      isLight = !isLight;
      left = at == 31 ? 0 : ~0u << (at + 1);
    }
  }
  const ptrdiff_t first = n;
  n += cplatform_crossings_plainly(line + i, count - i, dark, light, isLight, out + n);
  for (ptrdiff_t k = first; k < n; ++k) out[k] = (uint16_t)(out[k] + i);
  return n;
}
#endif

ptrdiff_t cplatform_crossings(const uint8_t *line, ptrdiff_t count, uint8_t dark, uint8_t light, int32_t isLight,
                              uint16_t *places) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return crossings_wide(line, count, dark, light, isLight, places);
#endif
  return cplatform_crossings_plainly(line, count, dark, light, isLight, places);
}
