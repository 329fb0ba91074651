/**
 * @file scanbeam/frame.h
 * @brief A frame: pixels that the host lends to the library, or the library to the host.
 */
#ifndef SCANBEAM_FRAME_H
#define SCANBEAM_FRAME_H

#include "status.h"

SCANBEAM_BEGIN_DECLS

/** How pixels lie in memory. The numbers are V4L2's four-character codes, so that a V4L2 host can pass its own on. */
typedef uint32_t scanbeam_pixel_format;

#define SCANBEAM_FOURCC(a, b, c, d) \
  ((scanbeam_pixel_format)(a) | ((scanbeam_pixel_format)(b) << 8) | ((scanbeam_pixel_format)(c) << 16) | \
   ((scanbeam_pixel_format)(d) << 24))

#define SCANBEAM_PIXELS_GREY SCANBEAM_FOURCC('G', 'R', 'E', 'Y')  /**< 8-bit luminance */
#define SCANBEAM_PIXELS_Y10 SCANBEAM_FOURCC('Y', '1', '0', ' ')   /**< 10-bit luminance in 16-bit little endian */
#define SCANBEAM_PIXELS_Y12 SCANBEAM_FOURCC('Y', '1', '2', ' ')   /**< 12-bit luminance in 16-bit little endian */
#define SCANBEAM_PIXELS_Y16 SCANBEAM_FOURCC('Y', '1', '6', ' ')   /**< 16-bit luminance, little endian */
#define SCANBEAM_PIXELS_YUYV SCANBEAM_FOURCC('Y', 'U', 'Y', 'V')  /**< 4:2:2 packed, luminance first */
#define SCANBEAM_PIXELS_UYVY SCANBEAM_FOURCC('U', 'Y', 'V', 'Y')  /**< 4:2:2 packed, chrominance first */
#define SCANBEAM_PIXELS_NV12 SCANBEAM_FOURCC('N', 'V', '1', '2')  /**< luminance plane first; the rest is not read */
#define SCANBEAM_PIXELS_NV21 SCANBEAM_FOURCC('N', 'V', '2', '1')  /**< as NV12 */
#define SCANBEAM_PIXELS_YU12 SCANBEAM_FOURCC('Y', 'U', '1', '2')  /**< as NV12 */
#define SCANBEAM_PIXELS_RGB24 SCANBEAM_FOURCC('R', 'G', 'B', '3') /**< R, G, B bytes */
#define SCANBEAM_PIXELS_BGR24 SCANBEAM_FOURCC('B', 'G', 'R', '3') /**< B, G, R bytes */
#define SCANBEAM_PIXELS_RGBA32 SCANBEAM_FOURCC('A', 'B', '2', '4') /**< R, G, B, A bytes; transparent counts as white */
#define SCANBEAM_PIXELS_BGRA32 SCANBEAM_FOURCC('A', 'R', '2', '4') /**< B, G, R, A bytes; transparent counts as white */
#define SCANBEAM_PIXELS_MJPG SCANBEAM_FOURCC('M', 'J', 'P', 'G')  /**< one JPEG picture; stride is ignored */

/**
 * @brief A frame in memory. Sized table.
 *
 * Row r begins at `data + r * stride`. `length` is checked against what format, width, height and stride need, and
 * nothing is read beyond it. For planar formats only the luminance plane need be there.
 */
typedef struct scanbeam_frame {
  uint32_t size;                         /**< sizeof(scanbeam_frame) of the caller */
  uint32_t reserved;                     /**< must be 0 */
  const uint8_t *SCANBEAM_NULLABLE data; /**< first byte of the first row */
  uint64_t length;                       /**< bytes that may be read at data */
  int64_t time_ns;                       /**< when it was captured (CLOCK_MONOTONIC), 0: now */
  scanbeam_pixel_format format;          /**< SCANBEAM_PIXELS_… */
  int32_t width;                         /**< columns, 1 to 32767 */
  int32_t height;                        /**< rows, 1 to 32767; at most 134217728 pixels in all */
  int32_t stride;                        /**< bytes from one row to the next; 0: rows follow without padding */
} scanbeam_frame;

SCANBEAM_END_DECLS

#endif /* SCANBEAM_FRAME_H */
