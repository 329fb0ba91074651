// zxing-cpp as plain C: one function reads one picture. No exception leaves it.
#ifndef SCANBEAM_CZXING_H
#define SCANBEAM_CZXING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What is looked for, and what a result is. The numbers are bits of `czxing_options.formats`.
enum czxing_format {
  CZXING_NONE = -1,
  CZXING_DATAMATRIX = 0,
  CZXING_QR = 1,
  CZXING_MICROQR = 2,
  CZXING_RMQR = 3,
  CZXING_AZTEC = 4,
  CZXING_AZTEC_RUNE = 5,
  CZXING_PDF417 = 6,
  CZXING_MICROPDF417 = 7,
  CZXING_MAXICODE = 8,
  CZXING_EAN13 = 9,
  CZXING_EAN8 = 10,
  CZXING_UPCA = 11,
  CZXING_UPCE = 12,
  CZXING_CODE128 = 13,
  CZXING_CODE39 = 14,
  CZXING_CODE39_FULL_ASCII = 15,
  CZXING_CODE32 = 16,
  CZXING_PZN = 17,
  CZXING_CODE93 = 18,
  CZXING_CODABAR = 19,
  CZXING_ITF = 20,
  CZXING_TELEPEN = 21,
  CZXING_DATABAR = 22,
  CZXING_DATABAR_STACKED = 23,
  CZXING_DATABAR_LIMITED = 24,
  CZXING_DATABAR_EXPANDED = 25,
  CZXING_DATABAR_EXPANDED_STACKED = 26,
};

/// How a picture is read.
struct czxing_options {
  /// Bit n set: the format with number n is looked for.
  uint32_t formats;
  /// Scan every line and be more stubborn with matrix codes.
  int32_t try_harder;
  /// Scan linear codes along columns as well.
  int32_t try_rotate;
  /// Look for light codes on dark ground as well.
  int32_t try_invert;
  /// Look in reduced pictures as well.
  int32_t try_downscale;
  /// 0: threshold from the neighbourhood; 1: one threshold from the histogram.
  int32_t global_histogram;
  /// 1: the picture is dark and light already, 0 and 255.
  int32_t is_split;
  /// Lines that must agree on a linear code, at least 1.
  int32_t min_lines;
  /// Stop after so many; 0: no limit.
  int32_t max_symbols;
};

/// One code; everything in it is only valid during the callback.
struct czxing_symbol {
  /// A `czxing_format`.
  int32_t format;
  const uint8_t *bytes;
  size_t size;
  /// The bytes in the ECI protocol: symbology identifier first, \NNNNNN before each part, backslashes doubled.
  const uint8_t *eci_bytes;
  size_t eci_size;
  /// AIM symbology identifier, for example "]C1".
  const char *identifier;
  /// 1 when the code declares character sets.
  int32_t has_eci;
  /// Corners: top left, top right, bottom right, bottom left of the upright code.
  int32_t x[4];
  int32_t y[4];
  int32_t mirrored;
  int32_t inverted;
  /// Lines that agreed on a linear code, 0 for others.
  int32_t lines;
  /// Place in a structured-append set and its size (0: unknown), -1 outside of one.
  int32_t sequence_index;
  int32_t sequence_size;
  const char *sequence_id;
  /// Digits of an EAN/UPC add-on, "" without.
  const char *add_on;
  /// The eight digits of a UPC-E as printed, "" for others.
  const char *upce;
  /// The modules of a matrix code as they were seen, before error correction: rows of `columns` bytes, 0 is dark. NULL where
  /// the library keeps none.
  const uint8_t *_Nullable modules;
  int32_t columns;
  int32_t rows;
};

/// Receives a code.
typedef void (*czxing_receiver)(void *_Nullable context, const struct czxing_symbol *symbol);

/// Reads 8-bit luminance. Returns 0, or -1 when zxing-cpp threw (codes may have been delivered before).
int32_t czxing_read(const uint8_t *pixels, int32_t width, int32_t height, int32_t stride,
                    const struct czxing_options *options, czxing_receiver receiver, void *_Nullable context);

/// Version of the linked zxing-cpp, for example "3.1.1".
const char *czxing_version(void);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
#endif
