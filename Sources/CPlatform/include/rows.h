// Kernels on rows of blocks and of pixels (Imaging, RowKernels.swift), on this processor's best instructions: the results are the same on all
// of them, to the bit.
#ifndef CPLATFORM_ROWS_H
#define CPLATFORM_ROWS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A row of (1 2 1) x (1 2 1) / 16 means of three rows; the first and the last column repeat. `line`: memory for a row.
void cplatform_smooth_row(const float *above, const float *here, const float *below, ptrdiff_t columns, float *line,
                          float *out);

/// How well the edges of each block agree, where there is more than an energy and they do agree, else 0.
void cplatform_stripe_row(const float *energy, const float *difference, const float *product, ptrdiff_t columns,
                          float threshold, float *strengths);

/// The energy where edges have more than one direction and there is more than `lowest`, else 0; and the directions taken four times, weighted
/// by strength. `limit`: the square of how much they may agree.
void cplatform_dense_row(const float *energy, const float *difference, const float *product, ptrdiff_t columns,
                         float lowest, float limit, float *own, float *re, float *im);

/// Counts energies in 160 bins, eight to a factor of two from 1 on.
void cplatform_count_energies(const float *energy, ptrdiff_t count, uint32_t *bins);

/// Sums of the pixels of some rows, at most 257, column by column.
void cplatform_add_rows(const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width, uint16_t *sums);

/// A row sharpened, as whole numbers from 0 to 255: five weights, the first of the pixel itself, the others of its neighbours; four more pixels
/// on both sides are read.
void cplatform_sharpen_row(const float *line, ptrdiff_t width, const float *weights, int16_t *out);

/// A row doubled in width by (-1 9 9 -1) / 16; one pixel before it and two behind it are read.
void cplatform_double_row(const int16_t *row, ptrdiff_t width, uint8_t *out);

/// The least and the largest of the pixels of some rows, at least one, column by column.
void cplatform_column_extremes(const uint8_t *top, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t width, uint8_t *least,
                               uint8_t *most);

/// 255 where a pixel is above its level, else 0.
void cplatform_split_row(const uint8_t *row, const uint8_t *levels, ptrdiff_t width, uint8_t *out);

/// The means of pairs of pixels of two rows, `width` pairs.
void cplatform_halve_row(const uint8_t *a, const uint8_t *b, ptrdiff_t width, uint8_t *out);

/// The runs of columns that are above a threshold: where each begins and ends, at most columns + 1 numbers. Returns how many.
ptrdiff_t cplatform_runs(const float *row, ptrdiff_t columns, float threshold, int32_t *ends);

/// Where a line goes below `dark`, then above `light`, in turn: at most `count` places. Returns how many.
ptrdiff_t cplatform_crossings(const uint8_t *line, ptrdiff_t count, uint8_t dark, uint8_t light, int32_t is_light,
                              uint16_t *places);

/// The same on processors without anything special.
ptrdiff_t cplatform_runs_plainly(const float *row, ptrdiff_t columns, float threshold, int32_t *ends);
ptrdiff_t cplatform_crossings_plainly(const uint8_t *line, ptrdiff_t count, uint8_t dark, uint8_t light,
                                      int32_t is_light, uint16_t *places);

#pragma clang assume_nonnull end

#endif
