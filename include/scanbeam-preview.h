/**
 * @file scanbeam-preview.h
 * @brief libscanbeam-preview: a window that shows a reader, with its overlay and buttons, by SDL2.
 *
 * A library of its own, so that tills without a screen load neither it nor SDL2. Link with what `pkg-config --libs
 * scanbeam-preview` says (-lscanbeam-preview -lscanbeam), or the CMake target scanbeam::preview.
 *
 * All functions on one window are called on the thread that made it: SDL2 asks for that. With X11 and Wayland the window is
 * one of the desktop, and with KMS/DRM the whole screen of a machine without one; SDL2 chooses, or the variable
 * SDL_VIDEODRIVER does.
 */
#ifndef SCANBEAM_PREVIEW_LIBRARY_H
#define SCANBEAM_PREVIEW_LIBRARY_H

#include "scanbeam.h"

SCANBEAM_BEGIN_DECLS

/** Opaque. It keeps its reader. */
typedef struct scanbeam_window scanbeam_window;

/** Flags of a window. */
#define SCANBEAM_WINDOW_FULL_SCREEN 1u /**< covers the screen, and has a close button */
#define SCANBEAM_WINDOW_HIDDEN_BAR 2u  /**< without the frame of the desktop */

/** @brief How a window is made. Sized table; 0 is the default of every member. */
typedef struct scanbeam_window_options {
  uint32_t size;                         /**< sizeof(scanbeam_window_options) of the caller */
  uint32_t reserved;                     /**< must be 0 */
  const char *SCANBEAM_NULLABLE title;   /**< NULL: "Scanbeam" */
  uint64_t parent;                       /**< X11: the window (XID) of the host that the preview fills; 0: a window of its own */
  double maximum_rate;                   /**< pictures in a second; 0: as the camera gives them, down to 10 where more would take over 7 % of a core */
  double scale;                          /**< pixels for a unit of the overlay; 0: as the desktop says */
  int32_t width;                         /**< of a window of its own, in units; 0: 960 */
  int32_t height;                        /**< the same; 0: 540 */
  scanbeam_overlay_mode overlay;         /**< SCANBEAM_OVERLAY_… */
  scanbeam_gravity gravity;              /**< 0: SCANBEAM_GRAVITY_FIT */
  int32_t orientation;                   /**< as in scanbeam_feed_options */
  uint32_t flags;                        /**< SCANBEAM_WINDOW_… */
  int32_t outline_ms;                    /**< as in scanbeam_overlay_options */
  uint32_t unused;                       /**< must be 0 */
} scanbeam_window_options;

/**
 * @brief Open a window.
 *
 * Buttons are pressed with the mouse, a finger or keys: space starts and stops decoding, Z zooms, L switches the light, F11
 * changes to the full screen and back, escape closes; tab goes from button to button, and enter presses one. The title
 * tells what screen readers say, since SDL2 has nothing else for them: the name of the button that has the focus, else what was
 * read just now (the symbology and up to 80 characters), else "Scanning", "Paused" or "Waiting". The names of all parts are in the
 * shapes of scanbeam_window_overlay().
 *
 * @param out     Set to the window, to NULL on failure.
 * @param reader  A reader with frames. It is neither connected nor started here.
 * @param options NULL: defaults. Copied.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (no screen that SDL2 can use, a reader without frames, a
 *         parent without X11, options from a newer header); _NO_MEMORY.
 *
 * Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_window_new(scanbeam_window *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                 scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                 const scanbeam_window_options *SCANBEAM_NULLABLE options);

/** @brief What SDL2 said of the last failure on this thread; never NULL. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_window_problem(void);

/** @brief Close and free; NULL is a no-op. Since 0.1. */
SCANBEAM_API void scanbeam_window_free(scanbeam_window *SCANBEAM_NULLABLE window);

/**
 * @brief Wait for frames and what the user does, and draw once.
 *
 * @param window     Window.
 * @param timeout_ms How long to wait at most when nothing has to be drawn; 0: not at all.
 * @return 1 as long as the window is open; 0 when the user closed it; SCANBEAM_ERR_INVALID_ARGUMENT.
 *
 * It does not dispatch the context: in poll mode the host does that, in turn with this. Since 0.1.
 */
SCANBEAM_API int32_t scanbeam_window_step(scanbeam_window *SCANBEAM_NULLABLE window, int32_t timeout_ms);

/** @brief The overlay, to restyle, hide and add parts; borrowed. NULL for NULL. Since 0.1. */
SCANBEAM_API scanbeam_overlay *SCANBEAM_NULLABLE scanbeam_window_overlay(scanbeam_window *SCANBEAM_NULLABLE window);

/** @brief 1: cover the screen; 0: be a window again. Not for embedded ones. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_window_set_full_screen(scanbeam_window *SCANBEAM_NULLABLE window, int32_t on);

/** @brief Size in pixels of the screen. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_window_size(scanbeam_window *SCANBEAM_NULLABLE window,
                                                  scanbeam_size *SCANBEAM_NULLABLE out);

/**
 * @brief Copy what the window showed last: 4 bytes a pixel, B, G, R, and one without a meaning.
 *
 * @param window Window.
 * @param pixels Buffer.
 * @param stride Bytes from one row to the next, at least 4 times the width.
 * @param length Bytes of the buffer, at least stride times height.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, SCANBEAM_ERR_IO.
 *
 * Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_window_read_pixels(scanbeam_window *SCANBEAM_NULLABLE window,
                                                         uint8_t *SCANBEAM_NULLABLE pixels, size_t stride,
                                                         size_t length);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_PREVIEW_LIBRARY_H */
