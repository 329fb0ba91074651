/**
 * @file scanbeam/trigger.h
 * @brief A key, button or GPIO line of the machine that starts and stops scans.
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
  /** A path (`/dev/input/by-id/…`), `input:VVVV:PPPP` or `input:VVVV:PPPP-SERIAL` (hexadecimal digits), `input:NAME`, or `input:` for any device that has the key. */
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

/** What holds a line while nothing presses. */
typedef int32_t scanbeam_line_bias;
#define SCANBEAM_LINE_AS_IS ((scanbeam_line_bias)0)     /**< as it is wired */
#define SCANBEAM_LINE_NO_BIAS ((scanbeam_line_bias)1)   /**< no resistor */
#define SCANBEAM_LINE_PULL_UP ((scanbeam_line_bias)2)
#define SCANBEAM_LINE_PULL_DOWN ((scanbeam_line_bias)3)

/** @brief A line of a GPIO chip. Sized table. */
typedef struct scanbeam_line_trigger {
  uint32_t size;     /**< sizeof(scanbeam_line_trigger) of the caller */
  uint32_t reserved; /**< must be 0 */
  const char *SCANBEAM_NULLABLE chip; /**< path, name or label of the chip: `/dev/gpiochip0`, `gpiochip0`, `pinctrl-bcm2835` */
  const char *SCANBEAM_NULLABLE line; /**< name of the line; NULL: by `offset` */
  uint32_t offset;                    /**< number of the line on its chip; 0 when it has a name here */
  scanbeam_key_mode mode;             /**< what presses do */
  scanbeam_line_bias bias;            /**< what holds the line while nothing presses */
  int32_t active_low;                 /**< 1: low is pressed; 0: high is */
  int32_t debounce_ms;                /**< milliseconds, to 1000, that the line has to be still; 0: 5; -1: none */
  int32_t unused;                     /**< must be 0 */
} scanbeam_line_trigger;

/**
 * @brief Let a GPIO line start and stop scans of a reader, beside a key.
 *
 * @param trigger Copied; NULL: no line any more.
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (libgpiod 1.x is not installed: libgpiod2 in Debian 12; or a table from a newer
 *         header); _NOT_FOUND (no such chip or line); _ACCESS; _BUSY (another program has the line); _INVALID_ARGUMENT; _IO;
 *         _STATE (closed); _FORKED. When it fails the reader has no line.
 *
 * A line that is pressed already counts from its next press. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_line_trigger(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                              const scanbeam_line_trigger *SCANBEAM_NULLABLE trigger);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_TRIGGER_H */
