#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

int cplatform_has_tensor_row(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
}

// Whether 33 pixels of all rows have one grey value: paper that is overexposed, the ground of a screen.
__attribute__((target("avx2"))) static inline int is_flat(const uint8_t *corner, ptrdiff_t stride, ptrdiff_t pairs) {
  const __m256i grey = _mm256_set1_epi8((char)corner[0]);
  const uint8_t *last = corner + pairs * stride;
  __m256i changes = _mm256_or_si256(_mm256_xor_si256(_mm256_loadu_si256((const __m256i *)corner), grey),
                                    _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(last + 1)), grey));
  if (!_mm256_testz_si256(changes, changes)) return 0;
  for (const uint8_t *row = corner; row <= last; row += stride) {
    changes = _mm256_or_si256(changes, _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)row), grey));
    changes = _mm256_or_si256(changes, _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(row + 1)), grey));
  }
  return _mm256_testz_si256(changes, changes);
}

__attribute__((target("avx2"))) static inline __m256i widen(const uint8_t *p) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p));
}

__attribute__((target("avx2"))) void cplatform_tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs,
                                                          ptrdiff_t blocks, float *energy, float *difference,
                                                          float *product) {
  for (ptrdiff_t block = 0; block + 1 < blocks; block += 2) {
    const uint8_t *row = top + block * 8;
    while (block + 3 < blocks && is_flat(row, stride, pairs)) {
      for (int i = 0; i < 4; ++i, ++block) energy[block] = difference[block] = product[block] = 0;
      row += 32;
    }
    if (block + 1 >= blocks) break;
    __m256i s11 = _mm256_setzero_si256(), s22 = s11, s12 = s11;
    __m256i a0 = widen(row), a1 = widen(row + 1);
    for (ptrdiff_t i = 0; i < pairs; ++i) {
      row += stride;
      const __m256i b0 = widen(row), b1 = widen(row + 1);
      const __m256i d1 = _mm256_sub_epi16(b1, a0), d2 = _mm256_sub_epi16(a1, b0);
      s11 = _mm256_add_epi32(s11, _mm256_madd_epi16(d1, d1));
      s22 = _mm256_add_epi32(s22, _mm256_madd_epi16(d2, d2));
      s12 = _mm256_add_epi32(s12, _mm256_madd_epi16(d1, d2));
      a0 = b0;
      a1 = b1;
    }
    // In each half: the sums of d1², d2² and d1 d2 over a block.
    const __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(s11, s22), _mm256_hadd_epi32(s12, s12));
    int32_t sum[8];
    _mm256_storeu_si256((__m256i *)sum, sums);
    for (int half = 0; half < 2; ++half) {
      const int32_t *of = sum + 4 * half;
      energy[block + half] = (float)(of[0] + of[1]) * (2.0f / 64);
      difference[block + half] = (float)of[2] * (4.0f / 64);
      product[block + half] = (float)(of[0] - of[1]) * (2.0f / 64);
    }
  }
}

#else

int cplatform_has_tensor_row(void) { return 0; }

void cplatform_tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks, float *energy,
                          float *difference, float *product) {
  (void)top, (void)stride, (void)pairs, (void)blocks, (void)energy, (void)difference, (void)product;
}

#endif
