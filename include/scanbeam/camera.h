/**
 * @file scanbeam/camera.h
 * @brief Camera readers in the sense of cmbSDK: a camera mode, preview options, and their defaults.
 */
#ifndef SCANBEAM_CAMERA_H
#define SCANBEAM_CAMERA_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** What kind of camera reader it is. The numbers are those of CDMCameraMode (iOS 2.6.2; 2.7 has no active aimer and 2 for the front camera). */
typedef int32_t scanbeam_camera_mode;
#define SCANBEAM_CAMERA_NO_AIMER ((scanbeam_camera_mode)0)      /**< aimed by the preview; aimer commands are ignored */
#define SCANBEAM_CAMERA_PASSIVE_AIMER ((scanbeam_camera_mode)1) /**< the lamp lights an aimer; light commands are ignored */
#define SCANBEAM_CAMERA_ACTIVE_AIMER ((scanbeam_camera_mode)2)  /**< aimer and lamp of its own, which the host supplies */
#define SCANBEAM_CAMERA_FRONT ((scanbeam_camera_mode)3)         /**< looks at the customer; light and aimer commands are ignored */

/** Preview options, a set of bits. The numbers are those of CDMPreviewOption. */
typedef uint32_t scanbeam_preview_options;
#define SCANBEAM_PREVIEW_DEFAULTS ((scanbeam_preview_options)0)
#define SCANBEAM_PREVIEW_NO_ZOOM_BUTTON ((scanbeam_preview_options)1)       /**< hide the zoom button */
#define SCANBEAM_PREVIEW_NO_LIGHT_BUTTON ((scanbeam_preview_options)2)      /**< hide the light button */
#define SCANBEAM_PREVIEW_HARDWARE_TRIGGER ((scanbeam_preview_options)4)     /**< the key volume down of any input device is the trigger (hold), until scanbeam_reader_set_key_trigger() names another */
#define SCANBEAM_PREVIEW_PAUSED ((scanbeam_preview_options)8)               /**< decoding waits for a trigger */
#define SCANBEAM_PREVIEW_ALWAYS_SHOW ((scanbeam_preview_options)16)         /**< show it in the modes with an aimer too */
#define SCANBEAM_PREVIEW_PESSIMISTIC_CACHING ((scanbeam_preview_options)32) /**< active aimer: read its settings anew on resume */
#define SCANBEAM_PREVIEW_HIGH_RESOLUTION ((scanbeam_preview_options)64)     /**< 1920 x 1080 when the camera can, else 1280 x 720 */
#define SCANBEAM_PREVIEW_HIGH_FRAME_RATE ((scanbeam_preview_options)128)    /**< 60 frames a second instead of 30 */
#define SCANBEAM_PREVIEW_CLOSE_BUTTON ((scanbeam_preview_options)256)       /**< a close button in a partial view */
#define SCANBEAM_PREVIEW_KEEP_PAUSED ((scanbeam_preview_options)512)        /**< pause again after a read or a time-out */

/** Which camera of several. */
typedef int32_t scanbeam_camera_position;
#define SCANBEAM_CAMERA_POSITION_BY_MODE ((scanbeam_camera_position)0) /**< front in the mode front camera, else back */
#define SCANBEAM_CAMERA_POSITION_BACK ((scanbeam_camera_position)1)
#define SCANBEAM_CAMERA_POSITION_FRONT ((scanbeam_camera_position)2)

/** @brief How a camera reader is made. Sized table; 0 is the default of every member. */
typedef struct scanbeam_camera_options {
  uint32_t size;                            /**< sizeof(scanbeam_camera_options) of the caller */
  uint32_t reserved;                        /**< must be 0 */
  const char *SCANBEAM_NULLABLE identity;   /**< as for scanbeam_reader_new_identity(); NULL: the camera by its position */
  scanbeam_camera_mode mode;                /**< SCANBEAM_CAMERA_… */
  scanbeam_preview_options preview_options; /**< SCANBEAM_PREVIEW_… */
  scanbeam_camera_position position;        /**< which camera when identity is NULL */
  uint32_t unused;                          /**< must be 0 */
} scanbeam_camera_options;

/** @brief What the preview of a camera reader shows by its mode and options. Sized table. */
typedef struct scanbeam_preview {
  uint32_t size;              /**< sizeof(scanbeam_preview) of the caller */
  uint32_t reserved;          /**< 0 */
  int32_t mode;               /**< SCANBEAM_CAMERA_… */
  uint32_t options;           /**< the options as they were given */
  int32_t shown;              /**< 1: there is a preview; modes with an aimer have none without ALWAYS_SHOW */
  int32_t zoom_button;        /**< 1: with a button for the zoom */
  int32_t light_button;       /**< 1: with a button for the lamp; never where light commands are ignored */
  int32_t close_button;       /**< 1: with a button to close it */
  int32_t starts_paused;      /**< 1: decoding waits for a trigger */
  int32_t stays_paused;       /**< 1: and again after each read or time-out */
  int32_t hardware_trigger;   /**< 1: a key is the trigger */
  int32_t frames_per_second;  /**< rate that the camera is asked for */
  int32_t width;              /**< columns that the camera is asked for */
  int32_t height;             /**< rows that the camera is asked for */
} scanbeam_preview;

/**
 * @brief Make a camera reader with the defaults of cmbSDK.
 *
 * Settings begin as docs/settings.md says: nothing enabled (in the mode active aimer Code 39, Code 128, DataBar, PDF417,
 * QR and UPC/EAN), one code a result, scans end after 60 seconds.
 *
 * Without an identity the camera is chosen by its position: the first that a rule file gives to that side, else the first
 * that it gives to neither. The file is what the variable SCANBEAM_CAMERA_RULES names, else
 * $XDG_CONFIG_HOME/scanbeam/cameras, else /etc/scanbeam/cameras; a line is `front` or `back` and an identity, or `name:`
 * and a name, with a star at the end for anything.
 *
 * @param out     Set to the reader (you own a reference), to NULL on failure.
 * @param context The reader keeps it alive.
 * @param options NULL: defaults. Copied.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT (no such mode, option or identity); _NOT_FOUND (no camera on that
 *         side); the errors of scanbeam_reader_new_identity().
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_new_camera(
    scanbeam_reader *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out, scanbeam_context *SCANBEAM_NULLABLE context,
    const scanbeam_camera_options *SCANBEAM_NULLABLE options);

/**
 * @brief Fill in what the preview of a camera reader shows.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _UNSUPPORTED (not made by scanbeam_reader_new_camera()).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_get_preview(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                         scanbeam_preview *SCANBEAM_NULLABLE out);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_CAMERA_H */
