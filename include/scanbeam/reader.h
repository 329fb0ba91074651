/**
 * @file scanbeam/reader.h
 * @brief A reader: camera, picture files or pushed frames, behind one type.
 *
 * Asynchronous operations return at once. A returned error means that nothing was started and that the completion will
 * not come; otherwise the completion comes exactly once on the loop thread, also after disconnect, unplug or close
 * (SCANBEAM_ERR_CANCELLED, _LOST). A NULL completion means "do not tell me".
 * Each has a twin with `_sync` that waits: it drives the loop in poll mode and waits for the loop thread in thread mode.
 */
#ifndef SCANBEAM_READER_H
#define SCANBEAM_READER_H

#include "context.h"
#include "delegate.h"
#include "discovery.h"
#include "frame.h"
#include "symbology.h"

SCANBEAM_BEGIN_DECLS

/** What a scan does after a read. The numbers are those of the DMCC command TRIGGER.TYPE. */
typedef int32_t scanbeam_trigger_type;
/** The scan waits until something is brought into view, reads it, and waits for the next; waiting has no time-out. */
#define SCANBEAM_TRIGGER_PRESENTATION ((scanbeam_trigger_type)1)
#define SCANBEAM_TRIGGER_MANUAL ((scanbeam_trigger_type)2)     /**< the scan ends with the first read (default) */
#define SCANBEAM_TRIGGER_CONTINUOUS ((scanbeam_trigger_type)5) /**< it goes on until it is stopped or times out */

/** Something that a reader may or may not be able to do. See scanbeam_reader_has_capability(). */
typedef int32_t scanbeam_capability;
#define SCANBEAM_CAPABILITY_PUSH ((scanbeam_capability)1) /**< takes frames by scanbeam_reader_push_frame() */
#define SCANBEAM_CAPABILITY_LIVE ((scanbeam_capability)2) /**< frames come by themselves (camera) */
#define SCANBEAM_CAPABILITY_TAGS ((scanbeam_capability)16) /**< reads tags, see scanbeam/tag.h */

#define SCANBEAM_CAPABILITY_TERMINAL ((scanbeam_capability)20)   /**< a DMCC terminal: takes commands, tells events */
#define SCANBEAM_CAPABILITY_BATTERY ((scanbeam_capability)21)    /**< this terminal has a battery; known once connected */
#define SCANBEAM_CAPABILITY_LIGHTS ((scanbeam_capability)22)     /**< this terminal has lights; known once connected */
#define SCANBEAM_CAPABILITY_BEEP ((scanbeam_capability)23)       /**< this terminal beeps; known once connected */
#define SCANBEAM_CAPABILITY_LIVE_IMAGE ((scanbeam_capability)24) /**< this terminal has a live image; known once connected */

/** How a read string is made of the bytes of a code. The numbers are those of CMBReadStringEncoding. */
typedef int32_t scanbeam_read_string_encoding;
#define SCANBEAM_READ_STRING_AUTO ((scanbeam_read_string_encoding)0)       /**< as scanbeam_result_text() (default) */
#define SCANBEAM_READ_STRING_UTF_8 ((scanbeam_read_string_encoding)1)
#define SCANBEAM_READ_STRING_UTF_16 ((scanbeam_read_string_encoding)2)     /**< big-endian without a byte order mark */
#define SCANBEAM_READ_STRING_UTF_32 ((scanbeam_read_string_encoding)3)     /**< big-endian without a byte order mark */
#define SCANBEAM_READ_STRING_ISO_8859_1 ((scanbeam_read_string_encoding)4)
#define SCANBEAM_READ_STRING_ISO_8859_2 ((scanbeam_read_string_encoding)5)
#define SCANBEAM_READ_STRING_SHIFT_JIS ((scanbeam_read_string_encoding)6)
#define SCANBEAM_READ_STRING_US_ASCII ((scanbeam_read_string_encoding)7)
/** Bytes that are not printable ASCII as two hexadecimal digits in angle brackets: `<1d>`. */
#define SCANBEAM_READ_STRING_US_ASCII_SHOW_NON_PRINTABLE ((scanbeam_read_string_encoding)8)

/** @brief Counters of a reader since it was made. Sized table. */
typedef struct scanbeam_reader_statistics {
  uint32_t size;               /**< sizeof(scanbeam_reader_statistics) of the caller */
  uint32_t reserved;           /**< 0 */
  uint64_t frames_received;    /**< frames that came from the camera, file or host */
  uint64_t frames_decoded;     /**< frames that were searched, or seen to be as before */
  uint64_t frames_dropped;     /**< frames that a newer one overtook before they were searched, or before the host took what was read */
  uint64_t frames_corrupt;     /**< frames that were short or damaged */
  uint64_t good_reads;         /**< results callbacks with a good read */
  uint64_t bad_reads;          /**< results callbacks without one */
  uint64_t duplicates;         /**< codes that the duplicate rule held back */
  uint64_t frames_skipped;     /**< frames that were not searched: paused, waiting, nothing enabled, or by the rules of scanning.h */
} scanbeam_reader_statistics;

/**
 * @brief Make a reader from an identity.
 *
 * | identity                | reader |
 * |-------------------------|--------|
 * | `v4l2:…`                | the camera that scanbeam_device.identity named, on whatever node it is now |
 * | `/dev/videoN`           | the camera that is on this node now; scanbeam_reader_identity() has its lasting name |
 * | `usb:…`, `serial:…`     | the terminal that scanbeam_device.identity named, on whatever port it is now |
 * | `tcp:HOST:PORT`         | a DMCC reader on the network; scanbeam_reader_new_network() takes a password as well |
 * | `mx:`                   | as scanbeam_reader_new_mx() |
 * | `/dev/ttyX`             | a terminal on this serial line |
 * | `hid:…`                 | a hand scanner of the class HID POS that the list named, or `hid:/dev/hidrawN` |
 * | `file:PATH`, or a path with a slash | a picture file, or all pictures of a directory in the order of their names |
 * | `push:` or `push:NAME`  | frames that the host hands in |
 * | `pcsc:NAME`, or `pcsc:` | a contactless reader, see scanbeam/tag.h; the first one without a name |
 *
 * The device need not be there yet: the reader is then unavailable until it comes.
 *
 * @param out      Set to the reader (you own a reference), to NULL on failure.
 * @param context  The reader keeps it alive.
 * @param identity UTF-8, copied.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (no such scheme), _NOT_FOUND (`/dev/videoN` is not there, so
 *         that it has no lasting name), _NO_MEMORY, _STATE (the context is closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_new_identity(scanbeam_reader *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                          scanbeam_context *SCANBEAM_NULLABLE context,
                                                          const char *SCANBEAM_NULLABLE identity);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_reader *SCANBEAM_NULLABLE scanbeam_reader_ref(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Drop a reference. NULL is a no-op.
 *
 * With the last one the reader is closed in the background: no callback comes any more except `destroy` and pending
 * completions (SCANBEAM_ERR_CANCELLED). Never blocks. Any-thread. Since 0.1.
 */
SCANBEAM_API void scanbeam_reader_unref(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Close for good: ends a scan, disconnects, completes what is pending. The end shows in the delegate.
 *
 * @return SCANBEAM_OK (also when closed already), SCANBEAM_ERR_INVALID_ARGUMENT, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_close(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Set, replace or (with NULL) remove the delegate.
 *
 * @param delegate  Table, copied before return; may live on the stack.
 * @param user_data Passed back first in each call. Never read by the library.
 * @param destroy   Called exactly once when user_data is no longer needed: on replacement, removal, last unref, or at
 *                  once if this call fails. Never while a callback of this registration runs. On the loop thread, on the
 *                  calling thread, or on the thread of the last unref. May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (size too small, reserved not 0), _FORKED.
 *
 * When this returns, the previous delegate will not be called again; on another thread than the loop it waits for a
 * running callback. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_delegate(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                          const scanbeam_delegate *SCANBEAM_NULLABLE delegate,
                                                          void *SCANBEAM_NULLABLE user_data,
                                                          void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/** @brief The lasting identity. Valid as long as the reader is. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_reader_identity(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief What the reader is; SCANBEAM_DEVICE_FRAMES for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_device_class scanbeam_reader_device_class(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief 1 if the reader can do it, else 0. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_reader_has_capability(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                    scanbeam_capability capability);

/** @brief Whether the device is there. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_availability scanbeam_reader_availability(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief State of the connection. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_connection_state
scanbeam_reader_connection_state(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief 1 while a scan runs, else 0. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_reader_is_scanning(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Open the device.
 *
 * The completion brings SCANBEAM_ERR_NOT_FOUND (not there), _BUSY, _ACCESS (the message says which group or rule is
 * missing), _FORMAT (no format that can be read), _IO, _CANCELLED.
 *
 * @return SCANBEAM_OK (also when connected already: the completion comes), SCANBEAM_ERR_INVALID_ARGUMENT, _STATE
 *         (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_connect(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                     scanbeam_completion SCANBEAM_NULLABLE completion,
                                                     void *SCANBEAM_NULLABLE user_data);

/**
 * @brief scanbeam_reader_connect() and wait.
 *
 * @param timeout_ms Negative: no limit.
 * @return The completion's code; SCANBEAM_ERR_TIMEOUT (the operation goes on); _REENTRANT; _INVALID_ARGUMENT; _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_connect_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                          int32_t timeout_ms);

/** @brief Close the device; the reader can be connected again. A running scan ends with SCANBEAM_REASON_DISCONNECTED. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_disconnect(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Start a scan, as a trigger would. Does nothing while a scan runs.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (not connected, nor connecting), _FORKED.
 *
 * When the reader is still connecting, the scan starts once it is connected. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_start_scanning(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief End the scan. The results callback that ends it has SCANBEAM_REASON_STOPPED.
 *
 * A camera stops streaming within 500 ms. Does nothing when no scan runs. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_stop_scanning(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Hand in a frame (readers made with `push:`).
 *
 * Copied before return. While a scan runs, from scanbeam_reader_start_scanning() on, the newest frame wins: one that is
 * overtaken counts as dropped. Without a scan it is dropped.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (not a push reader); _STATE (not connected); the frame errors of
 *         scanbeam_decode_frame(); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_push_frame(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                        const scanbeam_frame *SCANBEAM_NULLABLE frame);

/**
 * @brief Switch a symbology on or off, from the next frame on.
 *
 * @param enabled 0 or 1.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _UNSUPPORTED (not available in this build), _STATE (closed),
 *         _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_symbology_enabled(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                   scanbeam_symbology symbology, int32_t enabled,
                                                                   scanbeam_completion SCANBEAM_NULLABLE completion,
                                                                   void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_set_symbology_enabled() and wait. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_symbology_enabled_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                        scanbeam_symbology symbology, int32_t enabled,
                                                                        int32_t timeout_ms);

/** @brief Ask whether a symbology is on. Returns as scanbeam_reader_set_symbology_enabled(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_is_symbology_enabled(
    scanbeam_reader *SCANBEAM_NULLABLE reader, scanbeam_symbology symbology,
    scanbeam_flag_completion SCANBEAM_NULLABLE completion, void *SCANBEAM_NULLABLE user_data);

/**
 * @brief scanbeam_reader_is_symbology_enabled() and wait. As scanbeam_reader_connect_sync().
 *
 * @param enabled Set to 0 or 1 on success.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_is_symbology_enabled_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                       scanbeam_symbology symbology,
                                                                       int32_t *SCANBEAM_NULLABLE enabled,
                                                                       int32_t timeout_ms);

/**
 * @brief Switch the lamp of the reader.
 *
 * The completion brings SCANBEAM_ERR_UNSUPPORTED (there is none), _STATE (not connected). In the camera modes passive
 * aimer and front camera it succeeds and does nothing.
 *
 * @param on 0 or 1.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_lights_on(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t on,
                                                           scanbeam_completion SCANBEAM_NULLABLE completion,
                                                           void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_set_lights_on() and wait. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_lights_on_sync(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t on,
                                                                int32_t timeout_ms);

/** @brief Ask whether the lamp is on. Returns and completes as scanbeam_reader_set_lights_on(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_lights_on(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                       scanbeam_flag_completion SCANBEAM_NULLABLE completion,
                                                       void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_lights_on() and wait; on is set to 0 or 1 on success. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_lights_on_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                            int32_t *SCANBEAM_NULLABLE on, int32_t timeout_ms);

/**
 * @brief Beep. A reader without a beeper of its own calls the delegate's `beep` while it is connected.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_beep(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Ask for the charge of the battery, 0 to 100 percent; for cameras that of the machine.
 *
 * The completion brings SCANBEAM_ERR_UNSUPPORTED when there is no battery. Returns as scanbeam_reader_set_lights_on().
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_battery_level(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                           scanbeam_number_completion SCANBEAM_NULLABLE completion,
                                                           void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_battery_level() and wait. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_battery_level_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                int32_t *SCANBEAM_NULLABLE percent,
                                                                int32_t timeout_ms);

/**
 * @brief Put the settings back to the defaults that the reader was made with, as the command CONFIG.DEFAULT.
 *
 * The completion brings SCANBEAM_ERR_STATE while a scan is running. Returns as scanbeam_reader_set_lights_on().
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_reset_config(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                          scanbeam_completion SCANBEAM_NULLABLE completion,
                                                          void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_reset_config() and wait. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_reset_config_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                               int32_t timeout_ms);

/** @brief How scanbeam_result_read_string() makes text of bytes. SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE, _FORKED. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_read_string_encoding(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                      scanbeam_read_string_encoding encoding);

/** @brief Keep the luminance image in results: 0 off (default), 1 on. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_image_results(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                               int32_t enabled);

/** @brief Make SVG drawings in results: 0 off (default), 1 on. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_svg_results(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                             int32_t enabled);

/** @brief Manual (default), continuous or presentation; counts from the next start of a scan. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_trigger_type(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                              scanbeam_trigger_type type);

/**
 * @brief End a scan without a read after this long; 0: never. Counts from the next start. Any-thread.
 *
 * 60 s is the default of cameras made with scanbeam_reader_new_camera(), 0 that of readers made from an identity. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_scan_timeout(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                              int32_t timeout_ms);

/**
 * @brief Hold back a code with the same symbology and data that was last seen less than this long ago; 0 (default): off.
 *
 * -1 holds it back until the scan ends: each value comes once in a scan.
 *
 * A code that stays in view is reported once; after it was out of view for this long it is reported again.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_duplicate_timeout(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                   int32_t timeout_ms);

/**
 * @brief How hard to look, 1 fastest to 5 most thorough; default 2. From the next frame on.
 *
 * Files are searched one by one at this effort. Frames of a camera and pushed frames are a scene: while nothing changes and
 * nothing was found, the effort rises by up to two, then the search rests; an unchanged frame gives what the last search
 * gave. A change, a new scan or another setting begins anew.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_effort(scanbeam_reader *SCANBEAM_NULLABLE reader, int32_t effort);

/** @brief Fill in the counters. SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_get_statistics(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                            scanbeam_reader_statistics *SCANBEAM_NULLABLE out);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_READER_H */
