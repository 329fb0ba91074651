#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))

// Has the next row of blocks brought into the cache while this one is worked on: eight rows of 64 pixels. A row of blocks is
// read in pieces of eight rows, which processors do not foresee. An address beyond the picture does no harm.
static inline void foresee(const uint8_t *corner, ptrdiff_t stride) {
  for (int i = 9; i <= 16; ++i) _mm_prefetch((const char *)((uintptr_t)corner + (uintptr_t)(i * stride)), _MM_HINT_T0);
}

static inline void store(int32_t s11, int32_t s22, int32_t s12, float *energy, float *difference, float *product) {
  *energy = (float)(s11 + s22) * (2.0f / 64);
  *difference = (float)s12 * (4.0f / 64);
  *product = (float)(s11 - s22) * (2.0f / 64);
}

// Whether 33 pixels of all rows have one grey value: paper that is overexposed, the ground of a screen.
AVX2 static inline int is_flat(const uint8_t *corner, ptrdiff_t stride, ptrdiff_t pairs) {
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

AVX2 static inline __m256i widen(const uint8_t *p) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p));
}

// Two blocks at a time.
AVX2 static ptrdiff_t tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks, float *energy,
                                 float *difference, float *product) {
  const __m128 zero = _mm_setzero_ps();
  ptrdiff_t block = 0;
  for (; block + 1 < blocks; block += 2) {
    const uint8_t *row = top + block * 8;
    while (block + 3 < blocks && is_flat(row, stride, pairs)) {
      if (!(block & 4)) foresee(row, stride);
      _mm_storeu_ps(energy + block, zero);
      _mm_storeu_ps(difference + block, zero);
      _mm_storeu_ps(product + block, zero);
      block += 4;
      row += 32;
    }
    if (block + 1 >= blocks) break;
    if (!(block & 6)) foresee(row, stride);
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
    int32_t sum[8];
    _mm256_storeu_si256((__m256i *)sum, _mm256_hadd_epi32(_mm256_hadd_epi32(s11, s22), _mm256_hadd_epi32(s12, s12)));
    for (int i = 0; i < 2; ++i)
      store(sum[4 * i], sum[4 * i + 1], sum[4 * i + 2], energy + block + i, difference + block + i, product + block + i);
  }
  return block;
}

// Whether 65 pixels of all rows have one grey value.
AVX512 static inline int is_flat_64(const uint8_t *corner, ptrdiff_t stride, ptrdiff_t pairs) {
  const __m512i grey = _mm512_set1_epi8((char)corner[0]);
  const uint8_t *last = corner + pairs * stride;
  __m512i changes = _mm512_or_si512(_mm512_xor_si512(_mm512_loadu_si512(corner), grey),
                                    _mm512_xor_si512(_mm512_loadu_si512(last + 1), grey));
  if (_mm512_test_epi64_mask(changes, changes)) return 0;
  for (const uint8_t *row = corner; row <= last; row += stride) {
    changes = _mm512_or_si512(changes, _mm512_xor_si512(_mm512_loadu_si512(row), grey));
    changes = _mm512_or_si512(changes, _mm512_xor_si512(_mm512_loadu_si512(row + 1), grey));
  }
  return !_mm512_test_epi64_mask(changes, changes);
}

AVX512 static inline __m512i widen_32(const uint8_t *p) {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p));
}

// Four blocks at a time.
AVX512 static ptrdiff_t tensor_row_64(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks,
                                      float *energy, float *difference, float *product) {
  const __m256 zero = _mm256_setzero_ps();
  ptrdiff_t block = 0;
  for (; block + 3 < blocks; block += 4) {
    const uint8_t *row = top + block * 8;
    while (block + 7 < blocks && is_flat_64(row, stride, pairs)) {
      foresee(row, stride);
      _mm256_storeu_ps(energy + block, zero);
      _mm256_storeu_ps(difference + block, zero);
      _mm256_storeu_ps(product + block, zero);
      block += 8;
      row += 64;
    }
    if (block + 3 >= blocks) break;
    if (!(block & 4)) foresee(row, stride);
    __m512i s11 = _mm512_setzero_si512(), s22 = s11, s12 = s11;
    __m512i a0 = widen_32(row), a1 = widen_32(row + 1);
    for (ptrdiff_t i = 0; i < pairs; ++i) {
      row += stride;
      const __m512i b0 = widen_32(row), b1 = widen_32(row + 1);
      const __m512i d1 = _mm512_sub_epi16(b1, a0), d2 = _mm512_sub_epi16(a1, b0);
      s11 = _mm512_add_epi32(s11, _mm512_madd_epi16(d1, d1));
      s22 = _mm512_add_epi32(s22, _mm512_madd_epi16(d2, d2));
      s12 = _mm512_add_epi32(s12, _mm512_madd_epi16(d1, d2));
      a0 = b0;
      a1 = b1;
    }
    // In each quarter four parts of the sums of a block; afterwards d1², d2² and twice d1 d2 as wholes.
    __m512i both = _mm512_add_epi32(_mm512_unpacklo_epi32(s11, s22), _mm512_unpackhi_epi32(s11, s22));
    both = _mm512_add_epi32(both, _mm512_shuffle_epi32(both, 0x4E));
    __m512i mixed = _mm512_add_epi32(s12, _mm512_shuffle_epi32(s12, 0x4E));
    mixed = _mm512_add_epi32(mixed, _mm512_shuffle_epi32(mixed, 0xB1));
    int32_t sum[16];
    _mm512_storeu_si512(sum, _mm512_unpacklo_epi64(both, mixed));
    for (int i = 0; i < 4; ++i)
      store(sum[4 * i], sum[4 * i + 1], sum[4 * i + 2], energy + block + i, difference + block + i, product + block + i);
  }
  return block;
}

ptrdiff_t cplatform_tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks, float *energy,
                               float *difference, float *product) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return 0;
  ptrdiff_t done = 0;
  // Processors with VBMI2 do not slow down for wide registers, as the first ones that had them did.
  if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    done = tensor_row_64(top, stride, pairs, blocks, energy, difference, product);
  return done + tensor_row(top + done * 8, stride, pairs, blocks - done, energy + done, difference + done, product + done);
}

#else

ptrdiff_t cplatform_tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks, float *energy,
                               float *difference, float *product) {
  (void)top, (void)stride, (void)pairs, (void)blocks, (void)energy, (void)difference, (void)product;
  return 0;
}

#endif
