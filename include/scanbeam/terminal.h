/**
 * @file scanbeam/terminal.h
 * @brief DMCC terminals and readers on USB, serial lines and the network; how a reader keeps its connection.
 *
 * A terminal is used like any other reader. What it does beside reading comes to the delegate's `event`.
 */
#ifndef SCANBEAM_TERMINAL_H
#define SCANBEAM_TERMINAL_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** @brief A reader on the network. Sized table. */
typedef struct scanbeam_network_options {
  uint32_t size;                          /**< sizeof(scanbeam_network_options) of the caller */
  uint32_t reserved;                      /**< must be 0 */
  const char *SCANBEAM_NULLABLE host;     /**< name or address, IPv4 or IPv6; copied */
  const char *SCANBEAM_NULLABLE user;     /**< NULL: "admin"; copied */
  const char *SCANBEAM_NULLABLE password; /**< NULL: none, connecting fails when the reader asks for one; copied */
  int32_t port;                           /**< 0: 23 */
  int32_t unused;                         /**< must be 0 */
} scanbeam_network_options;

/** @brief What a live image is to look like. Sized table; the numbers are those of cmbSDK. */
typedef struct scanbeam_live_image_options {
  uint32_t size;      /**< sizeof(scanbeam_live_image_options) of the caller */
  uint32_t reserved;  /**< must be 0 */
  int32_t format;     /**< 0 bitmap, 1 JPEG */
  int32_t image_size; /**< 0 full, 1 a quarter, 2 a sixteenth, 3 a sixty-fourth of the area */
  int32_t quality;    /**< of a JPEG, 10 to 90 */
  int32_t unused;     /**< must be 0 */
} scanbeam_live_image_options;

/** What a terminal, or a contactless reader on Bluetooth, said of itself. See scanbeam_reader_terminal_text(). */
typedef int32_t scanbeam_terminal_text;
#define SCANBEAM_TERMINAL_TYPE ((scanbeam_terminal_text)1)     /**< for example "DM475" */
#define SCANBEAM_TERMINAL_SERIAL ((scanbeam_terminal_text)2)   /**< serial number */
#define SCANBEAM_TERMINAL_FIRMWARE ((scanbeam_terminal_text)3) /**< not always a dotted number */
#define SCANBEAM_TERMINAL_NAME ((scanbeam_terminal_text)4)     /**< the name that its owner gave it; on Bluetooth its maker's */

/**
 * @brief Make a reader of the first terminal on USB, which need not be there yet.
 *
 * Known terminals come before devices that only have the class of one. Once connected it keeps to the one that it found,
 * whatever port that is plugged into. scanbeam_reader_availability() tells whether there is one.
 *
 * @return As scanbeam_reader_new_identity().
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_new_mx(scanbeam_reader *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                    scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief Make a reader of a DMCC reader on the network.
 *
 * @return As scanbeam_reader_new_identity(); SCANBEAM_ERR_INVALID_ARGUMENT also for a host or port that is none.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_new_network(scanbeam_reader *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                         scanbeam_context *SCANBEAM_NULLABLE context,
                                                         const scanbeam_network_options *SCANBEAM_NULLABLE options);

/**
 * @brief What a terminal, or a contactless reader on Bluetooth, said of itself when it was last connected; empty before.
 *
 * @param buffer   Gets the text with a NUL; NULL with capacity 0 asks for the size.
 * @param needed   Set to the size with the NUL. May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _BUFFER_TOO_SMALL, _UNSUPPORTED (other readers).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_terminal_text(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                           scanbeam_terminal_text which,
                                                           char *SCANBEAM_NULLABLE buffer, size_t capacity,
                                                           size_t *SCANBEAM_NULLABLE needed);

/**
 * @brief Connect again by itself after the device was lost, as soon as it is there: 0 off (default), 1 on.
 *
 * Works for every reader. A loss is still told (`failed`), and so is each new state. scanbeam_reader_disconnect() ends it.
 * SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_reconnect(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                           int32_t enabled);

/**
 * @brief Send a terminal again what was set by this reader, after it came back or rebooted: 0 off (default), 1 on.
 *
 * Only the device with the same serial number gets it. Returns as scanbeam_reader_set_reconnect(). Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_keep_configuration(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                    int32_t enabled);

/**
 * @brief Ask a terminal every so often whether it is there; 0 (default): never. Misses come as events; with
 * scanbeam_reader_set_reconnect() the third one makes the connection anew.
 *
 * Returns as scanbeam_reader_set_reconnect(). Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_heartbeat(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                           int32_t interval_ms);

/**
 * @brief Take the pictures that a reader on the network pushes through its own server for one connection; 0 (default): none.
 *
 * While the reader is connected, a second connection goes to @p port of the same host; pictures come as events
 * (SCANBEAM_EVENT_PUSHED_IMAGE). When it is refused, taken by somebody else, or brings what is no picture, a notice says so
 * and it is tried again every 5 s.
 *
 * @return As scanbeam_reader_set_reconnect(); SCANBEAM_ERR_UNSUPPORTED for what is not on the network.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_image_push(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t port);

/**
 * @brief Start, or with NULL stop, the live image of a terminal; the pictures come as events.
 *
 * The completion brings SCANBEAM_ERR_UNSUPPORTED (it has none), _STATE (not connected), _LOST.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _UNSUPPORTED (no terminal), _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_live_image(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                            const scanbeam_live_image_options *SCANBEAM_NULLABLE options,
                                                            scanbeam_completion SCANBEAM_NULLABLE completion,
                                                            void *SCANBEAM_NULLABLE user_data);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_TERMINAL_H */
