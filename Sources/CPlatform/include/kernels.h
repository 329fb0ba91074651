// Pixel kernels for processors that have more than the baseline of their architecture: the same results, to the bit, as the
// Swift that calls them.
#ifndef CPLATFORM_KERNELS_H
#define CPLATFORM_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The structure tensors of a row of 8x8 blocks (Imaging, StructureTensor.swift): sums over `pairs` pairs of rows, 1 to 8, of
/// `8 * blocks + 1` pixels. Returns how many blocks it did, from the left: none on processors without AVX2.
ptrdiff_t cplatform_tensor_row(const uint8_t *top, ptrdiff_t stride, ptrdiff_t pairs, ptrdiff_t blocks, float *energy,
                               float *difference, float *product);

#pragma clang assume_nonnull end

#endif
