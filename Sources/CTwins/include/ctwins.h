// The pixel kernels of Imaging once more, in plain C: what `scanbeam bench kernels` sets beside them. Only the tool has them.
#ifndef SCANBEAM_CTWINS_H
#define SCANBEAM_CTWINS_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A kernel: reads a picture (row r begins at pixels + r * stride) and writes what it makes of it to `out`.
typedef void (*ctwin)(const uint8_t *pixels, int width, int height, int stride, uint8_t *out);

/// The twin of the kernel that has this name in KernelTable; NULL when there is none.
ctwin _Nullable ctwin_find(const char *name);

#pragma clang assume_nonnull end

#endif
