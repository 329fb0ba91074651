/**
 * @file scanbeam/status.h
 * @brief Status codes and the detail of the last error.
 */
#ifndef SCANBEAM_STATUS_H
#define SCANBEAM_STATUS_H

#include "base.h"

SCANBEAM_BEGIN_DECLS

/**
 * @brief Outcome of a call: 0 success, negative failure, positive success with a note.
 *
 * Codes are never renumbered or reused; accept values that you do not know (scanbeam_status_name() names them
 * "unknown"). -1 to -19 general, -20 to -39 readers, -40 to -59 cameras and pictures, -60 to -79 DMCC, -80 to -99 tags.
 */
typedef int32_t scanbeam_status;

#define SCANBEAM_OK ((scanbeam_status)0)                     /**< success */
#define SCANBEAM_NOTE_TIMED_OUT ((scanbeam_status)1)         /**< nothing happened in the time given; not an error */
#define SCANBEAM_ERR_INVALID_ARGUMENT ((scanbeam_status)-1)  /**< an argument is NULL, out of range or contradictory */
#define SCANBEAM_ERR_NO_MEMORY ((scanbeam_status)-2)         /**< memory could not be had */
#define SCANBEAM_ERR_UNSUPPORTED ((scanbeam_status)-3)       /**< this build or this device cannot do it */
#define SCANBEAM_ERR_AGAIN ((scanbeam_status)-4)             /**< not now; the same call may succeed later */
#define SCANBEAM_ERR_TIMEOUT ((scanbeam_status)-5)           /**< the time given ran out before the answer came */
#define SCANBEAM_ERR_INTERRUPTED ((scanbeam_status)-6)       /**< interrupted on request */
#define SCANBEAM_ERR_BUFFER_TOO_SMALL ((scanbeam_status)-7)  /**< the needed size is in the `needed` argument */
#define SCANBEAM_ERR_REENTRANT ((scanbeam_status)-8)         /**< not allowed inside a callback */
#define SCANBEAM_ERR_WRONG_THREAD ((scanbeam_status)-9)      /**< another thread is in this call already */
#define SCANBEAM_ERR_FORKED ((scanbeam_status)-10)           /**< the object belongs to the parent process */
#define SCANBEAM_ERR_CANCELLED ((scanbeam_status)-11)        /**< ended by close, disconnect or the last unref */
#define SCANBEAM_ERR_INTERNAL ((scanbeam_status)-12)         /**< a fault of the library; please report it */
#define SCANBEAM_ERR_IO ((scanbeam_status)-13)               /**< the operating system refused; see the source code */
#define SCANBEAM_ERR_NOT_FOUND ((scanbeam_status)-20)        /**< no such device or file */
#define SCANBEAM_ERR_BUSY ((scanbeam_status)-21)             /**< in use by another program or reader */
#define SCANBEAM_ERR_ACCESS ((scanbeam_status)-22)           /**< no permission */
#define SCANBEAM_ERR_LOST ((scanbeam_status)-23)             /**< the device went away */
#define SCANBEAM_ERR_PROTOCOL ((scanbeam_status)-24)         /**< the device answers what it must not */
#define SCANBEAM_ERR_STATE ((scanbeam_status)-25)            /**< not in this state, for example not connected */
#define SCANBEAM_ERR_FAVORITE_ACTIVE ((scanbeam_status)-30)  /**< favourites are set; devices are connected as they come */
#define SCANBEAM_ERR_FORMAT ((scanbeam_status)-40)           /**< no pixel or file format that can be read */
#define SCANBEAM_ERR_CORRUPT ((scanbeam_status)-41)          /**< the picture is damaged or cut short */
#define SCANBEAM_ERR_TOO_LARGE ((scanbeam_status)-42)        /**< the picture is larger than the limits */
#define SCANBEAM_ERR_STALLED ((scanbeam_status)-43)          /**< the camera sends no more frames */
#define SCANBEAM_ERR_TAG_REMOVED ((scanbeam_status)-80)      /**< no tag on the reader, or it was taken away */
#define SCANBEAM_ERR_TAG_REFUSED ((scanbeam_status)-81)      /**< the tag or its reader refused the command */
#define SCANBEAM_ERR_TAG_FORMAT ((scanbeam_status)-82)       /**< not formatted for NDEF, or damaged */
#define SCANBEAM_ERR_TAG_READ_ONLY ((scanbeam_status)-83)    /**< the tag may not be written */
#define SCANBEAM_ERR_TAG_FULL ((scanbeam_status)-84)         /**< the tag has not enough room */
#define SCANBEAM_ERR_TAG_AUTHENTICATION ((scanbeam_status)-85) /**< the tag wants a key first, or another one */

/** Callbacks that may refuse return this; reserved, the library never produces it itself. */
#define SCANBEAM_CALLBACK_STOP ((int32_t)1)

/** What scanbeam_error.source_code is. */
typedef int32_t scanbeam_error_source;
#define SCANBEAM_SOURCE_NONE ((scanbeam_error_source)0)  /**< no further code */
#define SCANBEAM_SOURCE_ERRNO ((scanbeam_error_source)1) /**< an errno value */
#define SCANBEAM_SOURCE_DMCC ((scanbeam_error_source)3)  /**< a DMCC status, see scanbeam_dmcc_status */

/**
 * @brief Details of an error. Sized table.
 *
 * @see scanbeam_last_error, scanbeam_delegate.failed
 */
typedef struct scanbeam_error {
  uint32_t size;                /**< sizeof(scanbeam_error) of the caller */
  uint32_t reserved;            /**< 0 */
  int64_t source_code;          /**< code of the lower layer, see source */
  scanbeam_status code;         /**< status code */
  scanbeam_error_source source; /**< what source_code is */
  char message[480];            /**< English sentence that says what happened and what to do; UTF-8, NUL-terminated */
} scanbeam_error;

/** @brief Stable identifier of a status, for example "SCANBEAM_ERR_BUSY". Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_status_name(scanbeam_status status);

/** @brief English sentence for a status. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_status_message(scanbeam_status status);

/**
 * @brief Details of the calling thread's last failed call.
 *
 * A successful call does not clear them. Failures that a delegate hears of are not recorded here.
 *
 * @param out Table to fill, at most out->size bytes.
 * @return SCANBEAM_OK, also when nothing failed yet (then code is 0 and message empty);
 *         SCANBEAM_ERR_INVALID_ARGUMENT if out is NULL or its size too small.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_last_error(scanbeam_error *SCANBEAM_NULLABLE out);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_STATUS_H */
