#include "colour.h"

// Factors with 6 bits behind the point, for products whose upper 16 bits are kept: Y is shifted by 7 before, U and V by 8. Blue has
// 2 U by itself, and here what is more or less.
struct factors {
  uint16_t luma;
  int16_t offset, red_v, green_u, green_v, blue_u;
};

static const struct factors studio = {38154, 16 * 38154 / 512 - 32, 26149, -6419, -13320, 282};
static const struct factors whole = {32768, -32, 22970, -5638, -11700, -3736};

static inline int high(int a, int b) { return (int)(((int32_t)a * b) >> 16); }
static inline uint32_t limit(int v) { return v < 0 ? 0 : v > 255 ? 255 : (uint32_t)v; }

static inline uint32_t word(int luma, int blue, int red, const struct factors *f) {
  int y = (int)(((uint32_t)(luma << 7) * f->luma) >> 16) - f->offset, u = blue - 128, v = red - 128;
  uint32_t r = limit((y + high(v * 256, f->red_v)) >> 6);
  uint32_t g = limit((y + high(u * 256, f->green_u) + high(v * 256, f->green_v)) >> 6);
  uint32_t b = limit((y + u * 128 + high(u * 256, f->blue_u)) >> 6);
  return 0xff000000u | r << 16 | g << 8 | b;
}

static inline uint32_t pixel(int layout, const uint8_t *luma, const uint8_t *blue, const uint8_t *red, ptrdiff_t i,
                             const struct factors *f) {
  const ptrdiff_t even = i & ~(ptrdiff_t)1;
  switch (layout) {
  case CPLATFORM_PACKED_LUMA_FIRST: return word(luma[2 * i], luma[2 * even + 1], luma[2 * even + 3], f);
  case CPLATFORM_PACKED_CHROMA_FIRST: return word(luma[2 * i + 1], luma[2 * even], luma[2 * even + 2], f);
  case CPLATFORM_PAIRS_BLUE_FIRST: return word(luma[i], blue[even], blue[even + 1], f);
  case CPLATFORM_PAIRS_RED_FIRST: return word(luma[i], blue[even + 1], blue[even], f);
  case CPLATFORM_PLANES: return word(luma[i], blue[i / 2], red[i / 2], f);
  default: return word(luma[i], blue[i], red[i], f);
  }
}

#if defined(__SSE2__)
#include <emmintrin.h>
#include <string.h>

// Eight pixels; chroma as 16 bits for each of them.
static inline void eight(__m128i y, __m128i u, __m128i v, const struct factors *f, uint32_t *out) {
  const __m128i middle = _mm_set1_epi16(128), opaque = _mm_set1_epi8(-1);
  y = _mm_mulhi_epu16(_mm_slli_epi16(y, 7), _mm_set1_epi16((int16_t)f->luma));
  y = _mm_sub_epi16(y, _mm_set1_epi16(f->offset));
  u = _mm_slli_epi16(_mm_sub_epi16(u, middle), 8);
  v = _mm_slli_epi16(_mm_sub_epi16(v, middle), 8);
  // Sums that do not fit are far beyond 255 anyway.
  __m128i r = _mm_adds_epi16(y, _mm_mulhi_epi16(v, _mm_set1_epi16(f->red_v)));
  __m128i g = _mm_adds_epi16(y, _mm_mulhi_epi16(u, _mm_set1_epi16(f->green_u)));
  g = _mm_adds_epi16(g, _mm_mulhi_epi16(v, _mm_set1_epi16(f->green_v)));
  __m128i b = _mm_adds_epi16(y, _mm_mulhi_epi16(u, _mm_set1_epi16(f->blue_u)));
  b = _mm_adds_epi16(b, _mm_srai_epi16(u, 1));
  r = _mm_packus_epi16(_mm_srai_epi16(r, 6), r);
  g = _mm_packus_epi16(_mm_srai_epi16(g, 6), g);
  b = _mm_packus_epi16(_mm_srai_epi16(b, 6), b);
  const __m128i low = _mm_unpacklo_epi8(b, g), high = _mm_unpacklo_epi8(r, opaque);
  _mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi16(low, high));
  _mm_storeu_si128((__m128i *)(out + 4), _mm_unpackhi_epi16(low, high));
}

static inline __m128i first_of_pairs(__m128i c) { return _mm_shufflehi_epi16(_mm_shufflelo_epi16(c, 0xA0), 0xA0); }
static inline __m128i second_of_pairs(__m128i c) { return _mm_shufflehi_epi16(_mm_shufflelo_epi16(c, 0xF5), 0xF5); }

static inline __m128i widened(const uint8_t *p) {
  return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
}

static inline __m128i doubled(const uint8_t *p) {
  int32_t four;
  memcpy(&four, p, 4);
  const __m128i c = _mm_unpacklo_epi8(_mm_cvtsi32_si128(four), _mm_setzero_si128());
  return _mm_unpacklo_epi16(c, c);
}

__attribute__((always_inline)) static inline ptrdiff_t
most(int layout, const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const struct factors *f, uint32_t *out,
     ptrdiff_t count) {
  ptrdiff_t i = 0;
  for (; i + 8 <= count; i += 8) {
    if (layout <= CPLATFORM_PACKED_CHROMA_FIRST) {
      const __m128i x = _mm_loadu_si128((const __m128i *)(luma + 2 * i));
      const __m128i low = _mm_and_si128(x, _mm_set1_epi16(255)), high = _mm_srli_epi16(x, 8);
      const __m128i c = layout == CPLATFORM_PACKED_LUMA_FIRST ? high : low;
      eight(layout == CPLATFORM_PACKED_LUMA_FIRST ? low : high, first_of_pairs(c), second_of_pairs(c), f, out + i);
    } else if (layout <= CPLATFORM_PAIRS_RED_FIRST) {
      const __m128i c = widened(blue + i);
      const __m128i a = first_of_pairs(c), b = second_of_pairs(c);
      const int is_blue = layout == CPLATFORM_PAIRS_BLUE_FIRST;
      eight(widened(luma + i), is_blue ? a : b, is_blue ? b : a, f, out + i);
    } else if (layout == CPLATFORM_PLANES) {
      eight(widened(luma + i), doubled(blue + i / 2), doubled(red + i / 2), f, out + i);
    } else {
      eight(widened(luma + i), widened(blue + i), widened(red + i), f, out + i);
    }
  }
  return i;
}
#else
__attribute__((always_inline)) static inline ptrdiff_t
most(int layout, const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const struct factors *f, uint32_t *out,
     ptrdiff_t count) {
  ptrdiff_t i = 0;
  for (; i < count; i++) out[i] = pixel(layout, luma, blue, red, i, f);
  return i;
}
#endif

void cplatform_colour_row(int layout, const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int is_full_range,
                          uint32_t *out, ptrdiff_t count) {
  const struct factors *f = is_full_range ? &whole : &studio;
  ptrdiff_t i;
  switch (layout) {
  case CPLATFORM_PACKED_LUMA_FIRST: i = most(0, luma, blue, red, f, out, count); break;
  case CPLATFORM_PACKED_CHROMA_FIRST: i = most(1, luma, blue, red, f, out, count); break;
  case CPLATFORM_PAIRS_BLUE_FIRST: i = most(2, luma, blue, red, f, out, count); break;
  case CPLATFORM_PAIRS_RED_FIRST: i = most(3, luma, blue, red, f, out, count); break;
  case CPLATFORM_PLANES: i = most(4, luma, blue, red, f, out, count); break;
  default: i = most(5, luma, blue, red, f, out, count); break;
  }
  for (; i < count; i++) out[i] = pixel(layout, luma, blue, red, i, f);
}
