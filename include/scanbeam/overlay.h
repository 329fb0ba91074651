/**
 * @file scanbeam/overlay.h
 * @brief The overlay of a preview as data: what to draw over the picture of a reader, and what its buttons do.
 *
 * An overlay draws nothing by itself. scanbeam_overlay_shapes_new() gives the shapes of this moment, by the mode and the
 * preview options of the reader, its settings and what it is doing; a host draws them with what it has, from the first to
 * the last. Places are normalised: 0 to 1 on both axes of the view, from its top left. scanbeam_shapes_svg() has the same
 * as a drawing.
 */
#ifndef SCANBEAM_OVERLAY_H
#define SCANBEAM_OVERLAY_H

#include "geometry.h"
#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** Opaque, reference counted. It keeps its reader. Any-thread. */
typedef struct scanbeam_overlay scanbeam_overlay;
/** The shapes of one moment. Opaque, reference counted, never changes. Any-thread. */
typedef struct scanbeam_shapes scanbeam_shapes;

/** Which of the two overlays of cmbSDK. The numbers are those of OM_CMB and OM_LEGACY. */
typedef int32_t scanbeam_overlay_mode;
#define SCANBEAM_OVERLAY_CMB ((scanbeam_overlay_mode)0)    /**< corner lines, and a bar for the time that is left */
#define SCANBEAM_OVERLAY_LEGACY ((scanbeam_overlay_mode)1) /**< the searched part with its surroundings dimmed, a blinking line, no bar */

/** What the legacy overlay does while decoding waits. The numbers are those of PM_NONE, PM_PAUSE, PM_STOP_BLINKING. */
typedef int32_t scanbeam_overlay_pause;
#define SCANBEAM_OVERLAY_PAUSE_NONE ((scanbeam_overlay_pause)0)        /**< nothing else */
#define SCANBEAM_OVERLAY_PAUSE_MARK ((scanbeam_overlay_pause)1)        /**< a pause sign in place of the line (default) */
#define SCANBEAM_OVERLAY_PAUSE_STEADY_LINE ((scanbeam_overlay_pause)2) /**< the line stays and does not blink */

/** Names of the parts. 1110 to 1116 are the view tags of cmbSDK's layouts, the others Scanbeam's own; hosts begin at 10000. */
typedef int32_t scanbeam_overlay_tag;
#define SCANBEAM_OVERLAY_ZOOM_BUTTON ((scanbeam_overlay_tag)1110)
#define SCANBEAM_OVERLAY_LIGHT_BUTTON ((scanbeam_overlay_tag)1111)
#define SCANBEAM_OVERLAY_CLOSE_BUTTON ((scanbeam_overlay_tag)1112)
#define SCANBEAM_OVERLAY_AREA ((scanbeam_overlay_tag)1115)           /**< corner lines around what is looked at: white, 4 wide */
#define SCANBEAM_OVERLAY_TIMEOUT_BAR ((scanbeam_overlay_tag)1116)    /**< how much of the time of a scan is left */
#define SCANBEAM_OVERLAY_TRIGGER_BUTTON ((scanbeam_overlay_tag)1120) /**< starts and stops decoding in the paused mode */
#define SCANBEAM_OVERLAY_VIEWPORT ((scanbeam_overlay_tag)1121)       /**< searched part: red, 3 wide, alpha 0.5, dimmed by 0.5 */
#define SCANBEAM_OVERLAY_BLINKING_LINE ((scanbeam_overlay_tag)1122)  /**< red, 1 wide, changes every 0.25 s */
#define SCANBEAM_OVERLAY_TARGET_WINDOW ((scanbeam_overlay_tag)1123)  /**< window of target decoding: yellow, 2 wide */
#define SCANBEAM_OVERLAY_LOCATION ((scanbeam_overlay_tag)1124)       /**< outline of a code that was read: green, 4 wide */
#define SCANBEAM_OVERLAY_FINDER ((scanbeam_overlay_tag)1125)         /**< frame of a finder: surroundings white, alpha 0.66; no line */
#define SCANBEAM_OVERLAY_PAUSE_SIGN ((scanbeam_overlay_tag)1126)     /**< legacy: decoding waits */
#define SCANBEAM_OVERLAY_FIRST_HOST_TAG ((scanbeam_overlay_tag)10000)

/** How a shape is drawn. */
typedef int32_t scanbeam_shape_kind;
#define SCANBEAM_SHAPE_RECTANGLE ((scanbeam_shape_kind)1) /**< a rectangle, filled and with a line */
#define SCANBEAM_SHAPE_LINE ((scanbeam_shape_kind)2)      /**< a line through the points */
#define SCANBEAM_SHAPE_POLYGON ((scanbeam_shape_kind)3)   /**< a closed line through the points, filled */
#define SCANBEAM_SHAPE_MASK ((scanbeam_shape_kind)4)      /**< all but the rectangle is filled; the line is around the rectangle */
#define SCANBEAM_SHAPE_BUTTON ((scanbeam_shape_kind)5)    /**< a disc with a sign, to be pressed */
#define SCANBEAM_SHAPE_BAR ((scanbeam_shape_kind)6)       /**< filled; from the left up to `value` in the colour of lines */
#define SCANBEAM_SHAPE_SIGN ((scanbeam_shape_kind)7)      /**< a sign alone */

/** What a button or a sign shows. */
typedef int32_t scanbeam_shape_sign;
#define SCANBEAM_SIGN_NONE ((scanbeam_shape_sign)0)
#define SCANBEAM_SIGN_ZOOM ((scanbeam_shape_sign)1)
#define SCANBEAM_SIGN_LIGHT ((scanbeam_shape_sign)2)
#define SCANBEAM_SIGN_CLOSE ((scanbeam_shape_sign)3)
#define SCANBEAM_SIGN_START ((scanbeam_shape_sign)4)
#define SCANBEAM_SIGN_STOP ((scanbeam_shape_sign)5)
#define SCANBEAM_SIGN_PAUSE ((scanbeam_shape_sign)6)

/** @brief How an overlay is made. Sized table; 0 is the default of every member. */
typedef struct scanbeam_overlay_options {
  uint32_t size;              /**< sizeof(scanbeam_overlay_options) of the caller */
  uint32_t reserved;          /**< must be 0 */
  scanbeam_overlay_mode mode; /**< SCANBEAM_OVERLAY_CMB or _LEGACY */
  int32_t outline_ms;         /**< how long the outlines of a read are shown; 0: 1000 */
} scanbeam_overlay_options;

/** @brief How a part looks. Sized table. */
typedef struct scanbeam_part_style {
  uint32_t size;        /**< sizeof(scanbeam_part_style) of the caller */
  uint32_t reserved;    /**< must be 0 */
  double line_width;    /**< in units of the view, 0 to 1000 */
  uint32_t line_colour; /**< 0xAARRGGBB; alpha 0: no line */
  uint32_t fill_colour; /**< 0xAARRGGBB; alpha 0: not filled */
} scanbeam_part_style;

/** @brief One thing to draw. Sized table. */
typedef struct scanbeam_shape {
  uint32_t size;                                   /**< sizeof(scanbeam_shape) of the caller */
  uint32_t reserved;                               /**< must be 0 */
  scanbeam_rect frame;                             /**< where; of lines and polygons what is around the points */
  const scanbeam_point *SCANBEAM_NULLABLE points;  /**< of lines and polygons; of buttons and signs the ends of the sign's lines, two by two; borrowed from the list */
  uint64_t point_count;                            /**< how many, at most 1024; a host gives 2 or more for lines and polygons, and none for others */
  const char *SCANBEAM_NULLABLE name;              /**< what a screen reader says, of every button; NULL: nothing; borrowed from the list */
  double line_width;                               /**< in units of the view */
  double value;                                    /**< of a bar: 0 to 1 */
  scanbeam_overlay_tag tag;                        /**< SCANBEAM_OVERLAY_…, or the host's */
  scanbeam_shape_kind kind;                        /**< SCANBEAM_SHAPE_… */
  uint32_t line_colour;                            /**< 0xAARRGGBB; alpha 0: no line */
  uint32_t fill_colour;                            /**< 0xAARRGGBB; alpha 0: not filled */
  scanbeam_shape_sign sign;                        /**< of buttons and signs: SCANBEAM_SIGN_… */
  int32_t state;                                   /**< of the zoom button 0 to 2, of others 1: on */
} scanbeam_shape;

/**
 * @brief Make the overlay of a reader.
 *
 * @param out     Set to the overlay (you own a reference), to NULL on failure.
 * @param reader  Any reader; what is not made by scanbeam_reader_new_camera() counts as a camera without aimer.
 * @param options NULL: defaults. Copied.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, SCANBEAM_ERR_UNSUPPORTED (options from a newer header).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_overlay_new(scanbeam_overlay *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                  scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                  const scanbeam_overlay_options *SCANBEAM_NULLABLE options);
/** @brief Add a reference. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_overlay *SCANBEAM_NULLABLE scanbeam_overlay_ref(scanbeam_overlay *SCANBEAM_NULLABLE overlay);
/** @brief Drop a reference. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_overlay_unref(scanbeam_overlay *SCANBEAM_NULLABLE overlay);

/**
 * @brief The shapes of this moment, the lowest first; none while the mode has no preview, or all is hidden.
 *
 * @param out         Set to the list (you own a reference), to NULL on failure.
 * @param overlay     The overlay.
 * @param view        How the whole frame would be shown. When the picture is enlarged and the camera cannot do it, show the
 *                    middle of the frame by scanbeam_overlay_visible(); the shapes are those for it.
 * @param full_screen 1: the view covers the screen, so that it needs a close button.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, SCANBEAM_ERR_UNSUPPORTED (a view from a newer header).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_overlay_shapes_new(scanbeam_shapes *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                         scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                         const scanbeam_view *SCANBEAM_NULLABLE view,
                                                         int32_t full_screen);
/** @brief Add a reference. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_shapes *SCANBEAM_NULLABLE scanbeam_shapes_ref(scanbeam_shapes *SCANBEAM_NULLABLE shapes);
/** @brief Drop a reference. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_shapes_unref(scanbeam_shapes *SCANBEAM_NULLABLE shapes);
/** @brief How many; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API size_t scanbeam_shapes_count(const scanbeam_shapes *SCANBEAM_NULLABLE shapes);
/** @brief Fill in one; its pointers are valid as long as the list. SCANBEAM_ERR_INVALID_ARGUMENT: there is none. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_shapes_get(const scanbeam_shapes *SCANBEAM_NULLABLE shapes, size_t index,
                                                 scanbeam_shape *SCANBEAM_NULLABLE out);
/** @brief All of them as an SVG drawing in units of the view; NULL for NULL. Valid as long as the list. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_shapes_svg(const scanbeam_shapes *SCANBEAM_NULLABLE shapes);

/** @brief The part of the frame that is to be seen, 0 to 1; smaller than the frame while it is enlarged. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_visible(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                      scanbeam_rect *SCANBEAM_NULLABLE out);

/**
 * @brief Find the button at a place.
 *
 * @param overlay     The overlay.
 * @param view        As for scanbeam_overlay_shapes_new().
 * @param full_screen The same.
 * @param x           0 to 1, from the left of the view.
 * @param y           0 to 1, from its top.
 * @param tag         Set to the button's tag, to 0 where there is none.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, SCANBEAM_ERR_UNSUPPORTED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_overlay_button_at(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                        const scanbeam_view *SCANBEAM_NULLABLE view,
                                                        int32_t full_screen, double x, double y,
                                                        scanbeam_overlay_tag *SCANBEAM_NULLABLE tag);

/**
 * @brief Do what a button is for: the next level of zoom, the lamp, the end of the scan, start or stop of decoding.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_NOT_FOUND (no button of the library has the tag), _STATE (closed, not connected),
 *         _INVALID_ARGUMENT.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_overlay_press(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                    scanbeam_overlay_tag tag);

/** @brief 1: draw nothing at all; 0: all again. SCANBEAM_ERR_INVALID_ARGUMENT for other numbers. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_set_hidden(scanbeam_overlay *SCANBEAM_NULLABLE overlay, int32_t hidden);
/** @brief 0: take a part away; 1: put it back. SCANBEAM_ERR_NOT_FOUND: no such part. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_set_visible(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                          scanbeam_overlay_tag tag, int32_t visible);
/** @brief Fill in how a part looks. SCANBEAM_ERR_NOT_FOUND: no such part. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_get_style(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                        scanbeam_overlay_tag tag,
                                                        scanbeam_part_style *SCANBEAM_NULLABLE out);
/** @brief Change how a part looks; NULL: as the library draws it. SCANBEAM_ERR_NOT_FOUND: no such part. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_set_style(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                        scanbeam_overlay_tag tag,
                                                        const scanbeam_part_style *SCANBEAM_NULLABLE style);
/** @brief What the legacy overlay does while decoding waits: SCANBEAM_OVERLAY_PAUSE_…. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_set_pause(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                        scanbeam_overlay_pause pause);
/** @brief Seconds that the line of the legacy overlay is seen, and then not (default 0.25); 0: it does not blink. At most 3600. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_set_blinking(scanbeam_overlay *SCANBEAM_NULLABLE overlay, double seconds);

/**
 * @brief Add a shape of the host, above all others. Copied; several may have one tag, 1024 in all.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT (a tag below 10000, a place that is no number or far outside, a line
 *         without points); _TOO_LARGE (too many); _UNSUPPORTED (a shape from a newer header).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_overlay_add(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                  const scanbeam_shape *SCANBEAM_NULLABLE shape);
/** @brief Remove the host's shapes of a tag. SCANBEAM_ERR_NOT_FOUND: there are none. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_remove(scanbeam_overlay *SCANBEAM_NULLABLE overlay,
                                                     scanbeam_overlay_tag tag);
/** @brief Undo all that the host changed. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_overlay_reset(scanbeam_overlay *SCANBEAM_NULLABLE overlay);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_OVERLAY_H */
