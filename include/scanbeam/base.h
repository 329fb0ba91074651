/**
 * @file scanbeam/base.h
 * @brief Macros and frozen value types that the other headers share.
 */
#ifndef SCANBEAM_BASE_H
#define SCANBEAM_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SCANBEAM_EXTERN_C_BEGIN extern "C" {
#define SCANBEAM_EXTERN_C_END }
#else
#define SCANBEAM_EXTERN_C_BEGIN
#define SCANBEAM_EXTERN_C_END
#endif

/** Around all declarations: C linkage, and no clang warning about the nullability marks. */
#if defined(__clang__)
#define SCANBEAM_BEGIN_DECLS                                                   \
  SCANBEAM_EXTERN_C_BEGIN _Pragma("clang diagnostic push")                     \
      _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")
#define SCANBEAM_END_DECLS _Pragma("clang diagnostic pop") SCANBEAM_EXTERN_C_END
#else
#define SCANBEAM_BEGIN_DECLS SCANBEAM_EXTERN_C_BEGIN
#define SCANBEAM_END_DECLS SCANBEAM_EXTERN_C_END
#endif

/** Marks an exported function. Everything else in the library is hidden. */
#if defined(__GNUC__)
#define SCANBEAM_API __attribute__((visibility("default")))
#else
#define SCANBEAM_API
#endif

/** Nullability marks for clang (and for Swift, which reads them); nothing for other compilers. */
#if defined(__clang__)
#define SCANBEAM_NULLABLE _Nullable
#define SCANBEAM_NONNULL _Nonnull
#else
#define SCANBEAM_NULLABLE
#define SCANBEAM_NONNULL
#endif

/** The first two members of a sized table, for a braced initialiser: `scanbeam_error e = { SCANBEAM_SIZED(scanbeam_error) };` */
#define SCANBEAM_SIZED(type) (uint32_t)sizeof(type), 0u

/** Set a sized table to its defaults: `scanbeam_decode_options o; SCANBEAM_INIT(o);` */
#define SCANBEAM_INIT(table) scanbeam_table_init(&(table), sizeof(table))

SCANBEAM_BEGIN_DECLS

/**
 * @brief Bytes with a length. Frozen: this struct never changes.
 *
 * They may contain NUL. `data` is NULL exactly when `size` is 0 or when there is nothing.
 */
typedef struct scanbeam_bytes {
  const uint8_t *SCANBEAM_NULLABLE data; /**< first byte, borrowed from the handle that was asked */
  size_t size;                           /**< number of bytes */
} scanbeam_bytes;

/** @brief A point in frame pixels: origin at the top left corner of the frame, x to the right, y down. Frozen. */
typedef struct scanbeam_point {
  double x; /**< pixels from the left edge */
  double y; /**< pixels from the top edge */
} scanbeam_point;

/**
 * @brief The four corners of a code in frame pixels. Frozen.
 *
 * Named as seen when the code itself is upright, so that on a code that stands on its head `top_left` is at the lower
 * right of the frame. In this order they go clockwise around a code that is not mirrored.
 */
typedef struct scanbeam_quad {
  scanbeam_point top_left;     /**< the code's own top left corner */
  scanbeam_point top_right;    /**< the code's own top right corner */
  scanbeam_point bottom_right; /**< the code's own bottom right corner */
  scanbeam_point bottom_left;  /**< the code's own bottom left corner */
} scanbeam_quad;

/** @brief A size in pixels. Frozen. */
typedef struct scanbeam_size {
  int32_t width;  /**< columns */
  int32_t height; /**< rows */
} scanbeam_size;

/**
 * @brief Set a sized table to its defaults: zero, with `size` filled in.
 *
 * @param table Any sized table of these headers. NULL is a no-op.
 * @param size  sizeof of the caller's table; less than 8 is a no-op.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API void scanbeam_table_init(void *SCANBEAM_NULLABLE table, size_t size);

/**
 * @brief Free memory that a `_copy` function returned.
 *
 * @param memory What the function returned. NULL is a no-op.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API void scanbeam_free(void *SCANBEAM_NULLABLE memory);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_BASE_H */
