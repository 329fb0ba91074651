/**
 * @file scanbeam/geometry.h
 * @brief Places in a frame, in the upright frame and in a view, and how they turn into each other.
 *
 * Pure functions. All coordinates have their origin at the top left; x goes right, y goes down.
 */
#ifndef SCANBEAM_GEOMETRY_H
#define SCANBEAM_GEOMETRY_H

#include "status.h"

SCANBEAM_BEGIN_DECLS

/** @brief An upright rectangle. Frozen. */
typedef struct scanbeam_rect {
  double x;      /**< left edge */
  double y;      /**< top edge */
  double width;  /**< to the right */
  double height; /**< down */
} scanbeam_rect;

/** What coordinates mean. */
typedef int32_t scanbeam_space;
#define SCANBEAM_SPACE_FRAME ((scanbeam_space)1)              /**< pixels of the frame as the camera delivers it */
#define SCANBEAM_SPACE_FRAME_NORMALISED ((scanbeam_space)2)   /**< the same, 0 to 1 on both axes */
#define SCANBEAM_SPACE_UPRIGHT ((scanbeam_space)3)            /**< pixels of the frame when it is turned upright */
#define SCANBEAM_SPACE_UPRIGHT_NORMALISED ((scanbeam_space)4) /**< the same, 0 to 1 on both axes */
#define SCANBEAM_SPACE_VIEW ((scanbeam_space)5)               /**< units of the view */

/** How the upright frame fills a view of another shape. */
typedef int32_t scanbeam_gravity;
#define SCANBEAM_GRAVITY_FIT ((scanbeam_gravity)1)     /**< all of the frame is seen, two sides of the view stay free (default) */
#define SCANBEAM_GRAVITY_FILL ((scanbeam_gravity)2)    /**< all of the view is filled, two sides of the frame are cut off */
#define SCANBEAM_GRAVITY_STRETCH ((scanbeam_gravity)3) /**< both, by distorting the picture */

/** @brief How a frame is shown in a view. Sized table. */
typedef struct scanbeam_view {
  uint32_t size;            /**< sizeof(scanbeam_view) of the caller */
  uint32_t reserved;        /**< must be 0 */
  double width;             /**< of the view, in its own units; 0: that of the upright frame */
  double height;            /**< of the view; 0: that of the upright frame */
  scanbeam_size frame;      /**< columns and rows of the frame, at least 1 each */
  int32_t orientation;      /**< how the frame has to be turned, 1 to 8 as Exif says it; 0: not at all */
  scanbeam_gravity gravity; /**< 0: SCANBEAM_GRAVITY_FIT */
} scanbeam_view;

/**
 * @brief Convert points.
 *
 * @param view   Frame and view.
 * @param from   What the given coordinates mean.
 * @param to     What the wanted ones mean.
 * @param points The points; those of a scanbeam_quad are four.
 * @param count  How many.
 * @param out    Place for as many points; may be `points`.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, SCANBEAM_ERR_UNSUPPORTED (a view from a newer header).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_view_convert_points(const scanbeam_view *SCANBEAM_NULLABLE view,
                                                          scanbeam_space from, scanbeam_space to,
                                                          const scanbeam_point *SCANBEAM_NULLABLE points, size_t count,
                                                          scanbeam_point *SCANBEAM_NULLABLE out);

/** @brief Convert a rectangle, as scanbeam_view_convert_points() does its corners. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_view_convert_rect(const scanbeam_view *SCANBEAM_NULLABLE view,
                                                        scanbeam_space from, scanbeam_space to,
                                                        const scanbeam_rect *SCANBEAM_NULLABLE rect,
                                                        scanbeam_rect *SCANBEAM_NULLABLE out);

/**
 * @brief The frame of a finder: the largest rectangle of a shape in the middle of another one.
 *
 * @param container Where it lies in.
 * @param aspect    Width to height; 0: the whole container.
 * @param inset_x   What stays free at least, at the left and right each.
 * @param inset_y   The same for top and bottom. When nothing is left, the frame is the container.
 * @param out       Set to the frame.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_finder_frame(const scanbeam_rect *SCANBEAM_NULLABLE container, double aspect,
                                                   double inset_x, double inset_y,
                                                   scanbeam_rect *SCANBEAM_NULLABLE out);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_GEOMETRY_H */
