/**
 * @file scanbeam/decode.h
 * @brief Decode one still picture, without a reader.
 *
 * These calls keep no state: the same picture gives the same results, in any order and on any number of threads.
 */
#ifndef SCANBEAM_DECODE_H
#define SCANBEAM_DECODE_H

#include "context.h"
#include "result.h"

SCANBEAM_BEGIN_DECLS

#define SCANBEAM_DECODE_IMAGE 1u /**< keep the luminance image in the results */
#define SCANBEAM_DECODE_SVG 2u   /**< make SVG drawings */

/** @brief How to decode. Sized table; all zero means the defaults. */
typedef struct scanbeam_decode_options {
  uint32_t size;                                               /**< sizeof(scanbeam_decode_options) of the caller */
  uint32_t reserved;                                           /**< must be 0 */
  const scanbeam_symbology *SCANBEAM_NULLABLE symbologies;     /**< what to read; NULL: all that the build can */
  uint64_t symbology_count;                                    /**< number of symbologies; 0: all that the build can */
  int64_t budget_ns;                                           /**< stop looking after this long, 0: no limit */
  int32_t effort;                                              /**< 1 fastest to 5 most thorough, 0: 2 */
  int32_t max_codes;                                           /**< stop after so many codes, 0: no limit */
  uint32_t flags;                                              /**< SCANBEAM_DECODE_… */
  uint32_t unused;                                             /**< must be 0 */
  scanbeam_context *SCANBEAM_NULLABLE context;                 /**< whose licence policy holds; NULL: none */
} scanbeam_decode_options;

/**
 * @brief Decode a frame in memory.
 *
 * @param out     Set to the results (you own a reference), to NULL on failure. No code is no failure: then
 *                scanbeam_results_good_read() is 0.
 * @param frame   The pixels, read only during the call.
 * @param options NULL: defaults.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT (frame too short, stride smaller than a row, 0 x 0, unknown
 *         flags …); _TOO_LARGE; _FORMAT (unknown pixel format); _CORRUPT (MJPG); _UNSUPPORTED (symbology not available
 *         in this build, or options from a newer header); _NO_MEMORY.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_decode_frame(scanbeam_results *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                   const scanbeam_frame *SCANBEAM_NULLABLE frame,
                                                   const scanbeam_decode_options *SCANBEAM_NULLABLE options);

/**
 * @brief Decode a picture file in memory: PNG, JPEG, PNM or BMP, told apart by its first bytes.
 *
 * Transparent pixels count as white; JPEG pictures are turned upright by their EXIF orientation, and corners refer to
 * the upright picture.
 *
 * @param out     As in scanbeam_decode_frame().
 * @param data    The file's bytes, read only during the call.
 * @param length  Their number.
 * @param options NULL: defaults.
 * @return As scanbeam_decode_frame(); SCANBEAM_ERR_FORMAT when it is none of these files, _CORRUPT when it is damaged.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_decode_picture(scanbeam_results *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                     const void *SCANBEAM_NULLABLE data, size_t length,
                                                     const scanbeam_decode_options *SCANBEAM_NULLABLE options);

/**
 * @brief Decode a picture file on disk. As scanbeam_decode_picture().
 *
 * @param path UTF-8 path.
 * @return Also SCANBEAM_ERR_NOT_FOUND, _ACCESS, _IO and _TOO_LARGE (files over 1 GiB).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_decode_file(scanbeam_results *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                  const char *SCANBEAM_NULLABLE path,
                                                  const scanbeam_decode_options *SCANBEAM_NULLABLE options);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_DECODE_H */
