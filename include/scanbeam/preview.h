/**
 * @file scanbeam/preview.h
 * @brief The frames of a reader for people to look at, beside those that are decoded.
 *
 * A feed gives the newest frame whenever it is asked; older ones that nobody took are dropped. Frames come while a scan
 * runs, also a paused one. Decoding never waits for a feed: while there is one, a thread of its own takes the frames of a
 * camera, so that the picture moves also while a frame is searched. Each frame is copied once out of the camera's buffer,
 * and lent from then on without a further copy.
 */
#ifndef SCANBEAM_PREVIEW_H
#define SCANBEAM_PREVIEW_H

#include "frame.h"
#include "geometry.h"
#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** Opaque, reference counted. It keeps its reader. Any-thread. */
typedef struct scanbeam_feed scanbeam_feed;
/** A frame of a feed. Opaque, reference counted, never changes. Any-thread. */
typedef struct scanbeam_preview_frame scanbeam_preview_frame;

/** Flags of a feed. */
/**
 * Frames of a JPEG camera may be painted with colours that are up to 110 ms older than they are: reads come sooner then, because
 * unpacking a frame for decoding does not wait for its colours each time. What is painted a quarter of a second after the frame
 * was captured has its own, and so have all frames that a feed without this flag takes as well. The bytes of frames, their
 * luminance, and images of results are never touched. The window of scanbeam-preview.h does so.
 */
#define SCANBEAM_FEED_LATE_COLOUR 1u

/** @brief How a feed is made. Sized table; 0 is the default of every member. */
typedef struct scanbeam_feed_options {
  uint32_t size;       /**< sizeof(scanbeam_feed_options) of the caller */
  uint32_t reserved;   /**< must be 0 */
  double maximum_rate; /**< frames in a second, at most 1000; 0: as they come */
  int32_t orientation; /**< how frames have to be turned, 1 to 8 as Exif says it; 0: mirrored (2) in the mode front camera, else 1 */
  uint32_t flags;      /**< SCANBEAM_FEED_… */
} scanbeam_feed_options;

/** There is a frame to take; several that come meanwhile are one call. Loop-thread. */
typedef void (*scanbeam_feed_arrived)(void *SCANBEAM_NULLABLE user_data, scanbeam_feed *SCANBEAM_NONNULL feed);

/**
 * @brief Look at the frames of a reader.
 *
 * @param out     Set to the feed (you own a reference), to NULL on failure.
 * @param reader  A camera reader, or one of pictures or pushed frames.
 * @param options NULL: defaults. Copied.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (a reader without frames; options from a newer header);
 *         _IO (no descriptors left).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_feed_new(scanbeam_feed *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                               scanbeam_reader *SCANBEAM_NULLABLE reader,
                                               const scanbeam_feed_options *SCANBEAM_NULLABLE options);
/** @brief Add a reference. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_feed *SCANBEAM_NULLABLE scanbeam_feed_ref(scanbeam_feed *SCANBEAM_NULLABLE feed);
/** @brief Drop a reference; with the last one the feed ends. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_feed_unref(scanbeam_feed *SCANBEAM_NULLABLE feed);

/**
 * @brief Say what is called when there is a frame; NULL: nothing any more.
 *
 * @param feed      Feed.
 * @param arrived   Called on the loop.
 * @param user_data Passed back first in each call.
 * @param destroy   Called exactly once when `user_data` is no longer needed, at once if this call fails. May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT.
 *
 * When this returns on another thread than the loop, the callback before will not be called again. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_feed_set_arrived(scanbeam_feed *SCANBEAM_NULLABLE feed,
                                                       scanbeam_feed_arrived SCANBEAM_NULLABLE arrived,
                                                       void *SCANBEAM_NULLABLE user_data,
                                                       void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/** @brief A descriptor that is readable while there is a frame to take, for the host's own loop; -1 for NULL. Do not read or close it. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_feed_fd(const scanbeam_feed *SCANBEAM_NULLABLE feed);
/** @brief How frames have to be turned to be shown: the orientation of scanbeam_view; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_feed_orientation(const scanbeam_feed *SCANBEAM_NULLABLE feed);
/** @brief Frames that were overtaken before they were taken; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API uint64_t scanbeam_feed_dropped(const scanbeam_feed *SCANBEAM_NULLABLE feed);

/**
 * @brief Take the newest frame.
 *
 * @param out  Set to the frame (you own a reference), to NULL when there is none.
 * @param feed Feed.
 * @return SCANBEAM_OK; SCANBEAM_ERR_AGAIN (no frame came since the last one was taken); _INVALID_ARGUMENT.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_feed_take(scanbeam_preview_frame *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                scanbeam_feed *SCANBEAM_NULLABLE feed);

/** @brief Add a reference. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_preview_frame *SCANBEAM_NULLABLE
scanbeam_preview_frame_ref(scanbeam_preview_frame *SCANBEAM_NULLABLE frame);
/** @brief Drop a reference; the memory is used again for later frames. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_preview_frame_unref(scanbeam_preview_frame *SCANBEAM_NULLABLE frame);
/** @brief The number of the frame among those of its reader, growing; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API uint64_t scanbeam_preview_frame_number(const scanbeam_preview_frame *SCANBEAM_NULLABLE frame);

/**
 * @brief Fill in where the pixels are, in the format of the camera (MJPG: a JPEG picture; pictures and pushed frames: GREY).
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT. The pointer is valid as long as the frame.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_preview_frame_get(const scanbeam_preview_frame *SCANBEAM_NULLABLE frame,
                                                        scanbeam_frame *SCANBEAM_NULLABLE out);

/**
 * @brief Paint a frame into a buffer of the host, whatever its format: 4 bytes a pixel, B, G, R, 255.
 *
 * That is what cairo calls RGB24, Qt Format_RGB32 and SDL ARGB8888 on machines that are little endian.
 *
 * @param frame   Frame.
 * @param view    Width and height are those of the buffer in pixels; gravity and orientation count; its frame does not.
 * @param visible The part of the frame to show, 0 to 1, as scanbeam_overlay_visible() says it; NULL: all.
 * @param pixels  The buffer.
 * @param stride  Bytes from one row to the next, at least 4 times the width.
 * @param length  Bytes of the buffer, at least stride times height.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (a view from a newer header); _CORRUPT, _FORMAT (a frame
 *         that cannot be shown); _TOO_LARGE; _NO_MEMORY.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_preview_frame_paint(const scanbeam_preview_frame *SCANBEAM_NULLABLE frame,
                                                          const scanbeam_view *SCANBEAM_NULLABLE view,
                                                          const scanbeam_rect *SCANBEAM_NULLABLE visible,
                                                          uint8_t *SCANBEAM_NULLABLE pixels, size_t stride,
                                                          size_t length);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_PREVIEW_H */
