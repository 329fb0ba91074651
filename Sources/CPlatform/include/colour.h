// Rows of cameras' pixels as words 0xffRRGGBB.
#ifndef CPLATFORM_COLOUR_H
#define CPLATFORM_COLOUR_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How the pixels of a row lie. Chroma is there for every second pixel, but in `CPLATFORM_PLANES_WHOLE`.
enum cplatform_colour_layout {
  CPLATFORM_PACKED_LUMA_FIRST = 0,   // Y U Y V in `luma`
  CPLATFORM_PACKED_CHROMA_FIRST = 1, // U Y V Y in `luma`
  CPLATFORM_PAIRS_BLUE_FIRST = 2,    // U V in `blue`
  CPLATFORM_PAIRS_RED_FIRST = 3,     // V U in `blue`
  CPLATFORM_PLANES = 4,              // U in `blue`, V in `red`
  CPLATFORM_PLANES_WHOLE = 5,
};

/// Makes `count` words of a row. Packed rows and rows of chroma have what belongs to an even number of pixels. Rows that a
/// layout does not have are not read.
///
/// \param is_full_range 1: BT.601 from 0 to 255, as in JPEG (JFIF 1.02); 0: from 16 to 235, as UVC cameras send it.
void cplatform_colour_row(int layout, const uint8_t *luma, const uint8_t *_Nullable blue, const uint8_t *_Nullable red,
                          int is_full_range, uint32_t *out, ptrdiff_t count);

#pragma clang assume_nonnull end

#endif
