/**
 * @file scanbeam/controls.h
 * @brief The camera of a reader: zoom, lamp, focus, exposure, gain, size and rate of the frames.
 *
 * What a camera has depends on its driver: scanbeam_reader_has_capability() with SCANBEAM_CAPABILITY_CONTROL(control) and
 * scanbeam_reader_control_range() tell, while it is connected. Values count at once, without a new start of the stream;
 * what was set counts again when the camera comes back. A call takes as long as the camera needs for its answer, some
 * milliseconds as a rule.
 */
#ifndef SCANBEAM_CONTROLS_H
#define SCANBEAM_CONTROLS_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** Something that a camera lets itself be told. */
typedef int32_t scanbeam_control;
#define SCANBEAM_CONTROL_ZOOM ((scanbeam_control)1)                  /**< percent; a camera without a zoom cuts out the middle; 100 after each scan */
#define SCANBEAM_CONTROL_LAMP ((scanbeam_control)2)                  /**< 0 dark, 1 lit (V4L2 flash, or an LED class device) */
#define SCANBEAM_CONTROL_FOCUS ((scanbeam_control)3)                 /**< percent of the range; ends continuous autofocus */
#define SCANBEAM_CONTROL_AUTOFOCUS ((scanbeam_control)4)             /**< 0 by hand, 1 continuous */
#define SCANBEAM_CONTROL_EXPOSURE ((scanbeam_control)5)              /**< microseconds, at least 100; 0: automatic */
#define SCANBEAM_CONTROL_EXPOSURE_COMPENSATION ((scanbeam_control)6) /**< thousandths of an exposure value */
#define SCANBEAM_CONTROL_GAIN ((scanbeam_control)7)                  /**< percent of the range; ends automatic gain */
#define SCANBEAM_CONTROL_BRIGHTNESS ((scanbeam_control)8)            /**< percent of the range */
#define SCANBEAM_CONTROL_POWER_LINE ((scanbeam_control)9)            /**< flicker of lamps: 0 ignored, 1 50 Hz, 2 60 Hz, 3 automatic */
#define SCANBEAM_CONTROL_FOCUS_INTERVAL ((scanbeam_control)10)       /**< seconds between two runs of the autofocus, 0 never */

/** The capability of having a control, for scanbeam_reader_has_capability(); 0 while the camera is not connected. */
#define SCANBEAM_CAPABILITY_CONTROL(control) ((scanbeam_capability)(1000 + (control)))

/** @brief What values a control takes. Sized table. */
typedef struct scanbeam_control_range {
  uint32_t size;         /**< sizeof(scanbeam_control_range) of the caller */
  uint32_t reserved;     /**< 0 */
  int32_t minimum;       /**< smallest value */
  int32_t maximum;       /**< largest value */
  int32_t step;          /**< between two values the camera takes the nearest; at least 1 */
  int32_t default_value; /**< what the camera starts with */
} scanbeam_control_range;

/**
 * @brief Ask what values a control takes.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (the camera has no such control, or the reader no camera); _STATE (not
 *         connected); _INVALID_ARGUMENT; _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_control_range(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                           scanbeam_control control,
                                                           scanbeam_control_range *SCANBEAM_NULLABLE out);

/** @brief The value that a control has now. Returns as control_range; also SCANBEAM_ERR_LOST, _IO. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_get_control(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                         scanbeam_control control, int32_t *SCANBEAM_NULLABLE value);

/**
 * @brief Set a control.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (no such control); _INVALID_ARGUMENT (out of range); _STATE (not
 *         connected, or the driver does not allow it now); _LOST; _ACCESS (an LED that this user may not switch); _IO;
 *         _FORKED. Unless it is SCANBEAM_OK nothing was changed.
 *
 * The caller waits until the camera has taken it: milliseconds, at worst the 5 seconds that the kernel gives a USB camera. The
 * commands and calls with a completion (`SET CAMERA.GAIN 40`, scanbeam_reader_set_lights_on()) hold nobody meanwhile.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_control(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                         scanbeam_control control, int32_t value);

/**
 * @brief Choose size and rate of the frames; of what the camera offers the nearest is taken. 1280 x 720 by default.
 *
 * @param frames_per_second 0 (default): as many as the camera can.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _UNSUPPORTED (the reader has no camera), _STATE (closed), _FORKED.
 *
 * Any time. A camera that runs is started anew only for another size; one whose driver does not change the rate meanwhile
 * keeps its rate until the next start. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_frames(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t width,
                                                        int32_t height, double frames_per_second);

/**
 * @brief Name the LED class device (a folder of /sys/class/leds) that lights for the camera.
 *
 * @param name NULL (default): the only one whose name ends in ":flash" or ":torch", if there is just one.
 * @return SCANBEAM_OK, SCANBEAM_ERR_UNSUPPORTED (the reader has no camera), _INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Counts from the next connection. A camera with V4L2 flash controls uses those. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_lamp(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                      const char *SCANBEAM_NULLABLE name);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_CONTROLS_H */
