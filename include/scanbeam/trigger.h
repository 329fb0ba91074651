/**
 * @file scanbeam/trigger.h
 * @brief A key or button of the machine that starts and stops scans.
 */
#ifndef SCANBEAM_TRIGGER_H
#define SCANBEAM_TRIGGER_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** What presses do. */
typedef int32_t scanbeam_key_mode;
#define SCANBEAM_KEY_HOLD ((scanbeam_key_mode)1)   /**< a press starts a scan, the release stops it */
#define SCANBEAM_KEY_TOGGLE ((scanbeam_key_mode)2) /**< a press starts a scan, the next one stops it */
#define SCANBEAM_KEY_START ((scanbeam_key_mode)3)  /**< a press starts a scan */

/** @brief A key of an input device. Sized table. */
typedef struct scanbeam_key_trigger {
  uint32_t size;     /**< sizeof(scanbeam_key_trigger) of the caller */
  uint32_t reserved; /**< must be 0 */
  /** A path (`/dev/input/by-id/…`), `input:VVVV:PPPP` or `input:VVVV:PPPP-SERIAL` (hexadecimal digits), or `input:NAME`. */
  const char *SCANBEAM_NULLABLE device;
  int32_t key;            /**< the kernel's number of the key, 1 to 767 (linux/input-event-codes.h) */
  scanbeam_key_mode mode; /**< what presses do */
  int32_t exclusive;      /**< 1: no other program hears of the device; 0 */
  int32_t unused;         /**< must be 0 */
} scanbeam_key_trigger;

/**
 * @brief Let a key start and stop scans of a reader, as scanbeam_reader_start_scanning() and _stop_scanning() do.
 *
 * @param trigger Copied; NULL: no key any more.
 * @return SCANBEAM_OK (also when the device is not there: it is waited for); SCANBEAM_ERR_ACCESS (the message says which
 *         group is missing), _INVALID_ARGUMENT, _UNSUPPORTED (a table from a newer header), _IO, _STATE (closed), _FORKED.
 *
 * A device that is unplugged releases its key, and is found again when it comes back. Presses while the reader is not
 * connected do nothing. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_key_trigger(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                             const scanbeam_key_trigger *SCANBEAM_NULLABLE trigger);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_TRIGGER_H */
