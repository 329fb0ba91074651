/**
 * @file scanbeam/scanning.h
 * @brief Which frames are searched, where in them, and what has to be seen before it is told.
 *
 * All of it may be set at any time and counts from the next frame, unless a comment says otherwise. A value that is
 * refused changes nothing. The rules for frames and places hold for readers of cameras and of pushed frames; pictures from
 * files are each searched whole or in their region, and told.
 */
#ifndef SCANBEAM_SCANNING_H
#define SCANBEAM_SCANNING_H

#include "geometry.h"
#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** What the numbers of a region are. */
typedef int32_t scanbeam_region_unit;
#define SCANBEAM_REGION_PERCENT ((scanbeam_region_unit)1) /**< percent of the frame; x, y 0 to 99; width, height 1 to 100 */
#define SCANBEAM_REGION_PIXELS ((scanbeam_region_unit)2)  /**< pixels of the frame; what lies outside of it is cut off */

/** @brief What the reader does about scanning. SCANBEAM_SCANNING_IDLE for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_scanning_state
scanbeam_reader_scanning_state(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Let frames come without searching them (1), or search them again (0).
 *
 * The camera goes on, so that nothing has to start when the pause ends. The time-out of a scan stands still and begins anew.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_paused(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t paused);

/**
 * @brief Tell a code only when it was seen in `agreeing` of the last `frames` frames that were searched; 1 of 1 by default.
 *
 * @param agreeing 1 to `frames`.
 * @param frames   1 to 100.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Each frame is then searched for itself, also where nothing moves. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_agreement(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t agreeing,
                                                           int32_t frames);

/** @brief Search at most so many frames a second, 1 to 1000; 0 (default): no limit. Returns as set_agreement. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_detection_rate(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                int32_t frames_per_second);

/** @brief Search only the sharpest of so many frames, 1 (default, each) to 100. Returns as set_agreement. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_sharpest_of(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                             int32_t frames);

/**
 * @brief Search only a part of the frame; the whole frame by default. Corners in results stay those of the whole frame.
 *
 * @param unit   What the numbers are.
 * @param x      Left edge.
 * @param y      Top edge.
 * @param width  At least 1; x + width at most 100 in percent.
 * @param height At least 1; y + height at most 100 in percent.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * The same setting as DECODER.ROI-PERCENT and DECODER.ROI. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_region(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                        scanbeam_region_unit unit, int32_t x, int32_t y, int32_t width,
                                                        int32_t height);

/**
 * @brief Search only the frame of a finder, see scanbeam_finder_frame(), in the pixels of the frame.
 *
 * @param aspect Width to height, more than 0; 0: the whole frame again.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Takes the place of a region, as a region takes its place. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_finder(scanbeam_reader *SCANBEAM_NULLABLE reader, double aspect,
                                                        double inset_x, double inset_y);

/** @brief The part of a frame of this size that is searched, in pixels. SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_get_region(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                        int32_t frame_width, int32_t frame_height,
                                                        scanbeam_rect *SCANBEAM_NULLABLE out);

/**
 * @brief Target decoding: tell only codes that overlap a window (1), or all (0, default).
 *
 * @param centre_x Middle of the window in percent of the frame, 0 to 100.
 * @param centre_y The same.
 * @param width    Of the window in percent of the frame, 1 to 100.
 * @param height   The same.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * To overlap is enough. The same settings as DECODER.TARGET-DECODING and DECODER.CENTERING-WINDOW (50 50 10 10 by default).
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_target(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t enabled,
                                                        int32_t centre_x, int32_t centre_y, int32_t width,
                                                        int32_t height);

/** @brief Of several codes in a frame tell only the one nearest to the middle of the window: 0 (default) or 1. Returns as set_target. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_nearest_to_centre(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                   int32_t enabled);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_SCANNING_H */
