/**
 * @file scanbeam/delegate.h
 * @brief What a reader tells its owner.
 */
#ifndef SCANBEAM_DELEGATE_H
#define SCANBEAM_DELEGATE_H

#include "result.h"

SCANBEAM_BEGIN_DECLS

/** @brief A reader, see scanbeam/reader.h. */
typedef struct scanbeam_reader scanbeam_reader;

/** Whether the device is there. The numbers are those of cmbSDK (CMBReaderAvailibility). */
typedef int32_t scanbeam_availability;
#define SCANBEAM_AVAILABILITY_UNKNOWN ((scanbeam_availability)0)     /**< not looked yet */
#define SCANBEAM_AVAILABILITY_AVAILABLE ((scanbeam_availability)1)   /**< there, can be connected */
#define SCANBEAM_AVAILABILITY_UNAVAILABLE ((scanbeam_availability)2) /**< not there */

/** State of the connection. The numbers are those of cmbSDK (CMBConnectionState). */
typedef int32_t scanbeam_connection_state;
#define SCANBEAM_CONNECTION_DISCONNECTED ((scanbeam_connection_state)0)
#define SCANBEAM_CONNECTION_CONNECTING ((scanbeam_connection_state)1)
#define SCANBEAM_CONNECTION_CONNECTED ((scanbeam_connection_state)2)
#define SCANBEAM_CONNECTION_DISCONNECTING ((scanbeam_connection_state)3)
#define SCANBEAM_CONNECTION_UNAVAILABLE ((scanbeam_connection_state)4) /**< disconnected, and the device is not there */

/** What a reader does about scanning. */
typedef int32_t scanbeam_scanning_state;
#define SCANBEAM_SCANNING_IDLE ((scanbeam_scanning_state)0)    /**< no scan runs */
#define SCANBEAM_SCANNING_RUNNING ((scanbeam_scanning_state)1) /**< frames are searched */
#define SCANBEAM_SCANNING_WAITING ((scanbeam_scanning_state)2) /**< presentation: until something is brought into view */
#define SCANBEAM_SCANNING_PAUSED ((scanbeam_scanning_state)3)  /**< frames come and are not searched */
/** Something that a terminal tells beside its reads. */
typedef int32_t scanbeam_event_kind;
#define SCANBEAM_EVENT_HEARTBEAT_MISSED ((scanbeam_event_kind)1) /**< done: how many in a row */
#define SCANBEAM_EVENT_UNRESPONSIVE ((scanbeam_event_kind)2)     /**< connected, but it answers nothing any more */
#define SCANBEAM_EVENT_RESPONSIVE ((scanbeam_event_kind)3)       /**< it answers again */
#define SCANBEAM_EVENT_RESTARTED ((scanbeam_event_kind)4)        /**< it rebooted; done: 1 if what was set was sent again */
#define SCANBEAM_EVENT_SENDING ((scanbeam_event_kind)5)          /**< done of total bytes have gone to it */
#define SCANBEAM_EVENT_RECEIVING ((scanbeam_event_kind)6)        /**< done of total bytes have come from it */
#define SCANBEAM_EVENT_LIVE_IMAGE ((scanbeam_event_kind)7)       /**< data: a picture file */
#define SCANBEAM_EVENT_NOTICE ((scanbeam_event_kind)8)           /**< a message of its own: status (DMCC), text, data */
#define SCANBEAM_EVENT_OFF_PROTOCOL ((scanbeam_event_kind)9)     /**< data: bytes that belong to no message */
#define SCANBEAM_EVENT_PUSHED_IMAGE ((scanbeam_event_kind)10)    /**< data: a file, text: its name, status: its type, see below */

/** @brief An event. Sized table; pointers are borrowed for the call. */
typedef struct scanbeam_event {
  uint32_t size;                      /**< sizeof(scanbeam_event) of the library */
  uint32_t reserved;                  /**< 0 */
  const char *SCANBEAM_NULLABLE text; /**< UTF-8, or NULL */
  scanbeam_bytes data;                /**< bytes, or none */
  int64_t done;                       /**< see the kind */
  int64_t total;                      /**< see the kind */
  scanbeam_event_kind kind;           /**< SCANBEAM_EVENT_…; new kinds may come */
  int32_t status;                     /**< DMCC status of a notice; of a file 0 bitmap, 1 PNG, 2 JPEG, 9 SVG */
} scanbeam_event;

/**
 * @brief Callbacks of a reader. Sized table.
 *
 * All members may be NULL. All run on the context's loop thread, one after another, in the order of the events, with
 * no lock of the library held. Pointers are borrowed for the call: scanbeam_results_ref() keeps results.
 *
 * | member                   | when                                                       | not allowed inside |
 * |--------------------------|------------------------------------------------------------|--------------------|
 * | availability_changed     | the device came or went; once soon after set_delegate      | dispatch, `_sync`  |
 * | connection_state_changed | after each change of the state                             | same               |
 * | results_received         | once for each accepted read, and once, with the reason, at each end of a scan that is not itself a read | same |
 * | failed                   | something failed that no call of yours reports, for example the camera was unplugged: once for each failure | same |
 * | scanning_state_changed   | after each change, after the results that came with it     | same               |
 * | event                    | a terminal tells something beside its reads                  | same               |
 * | beep                     | a camera, picture or push reader wants to beep: count times (1 to 3) with a tone of 0 to 2; after each read unless BEEP.GOOD or BEEPER.ENABLED say otherwise | same |
 */
typedef struct scanbeam_delegate {
  uint32_t size;     /**< sizeof(scanbeam_delegate) of the caller */
  uint32_t reserved; /**< must be 0 */
  /** See the table above. */
  void (*SCANBEAM_NULLABLE availability_changed)(void *SCANBEAM_NULLABLE user_data,
                                                 scanbeam_reader *SCANBEAM_NONNULL reader,
                                                 scanbeam_availability availability);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE connection_state_changed)(void *SCANBEAM_NULLABLE user_data,
                                                     scanbeam_reader *SCANBEAM_NONNULL reader,
                                                     scanbeam_connection_state state);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE results_received)(void *SCANBEAM_NULLABLE user_data,
                                             scanbeam_reader *SCANBEAM_NONNULL reader,
                                             scanbeam_results *SCANBEAM_NONNULL results);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE failed)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                   const scanbeam_error *SCANBEAM_NONNULL error);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE scanning_state_changed)(void *SCANBEAM_NULLABLE user_data,
                                                   scanbeam_reader *SCANBEAM_NONNULL reader,
                                                   scanbeam_scanning_state state);
  void (*SCANBEAM_NULLABLE event)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                  const scanbeam_event *SCANBEAM_NONNULL event);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE beep)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                 int32_t count, int32_t tone);
} scanbeam_delegate;

/** @brief sizeof(scanbeam_delegate) that the library knows; members beyond it are ignored. Any-thread. Since 0.1. */
SCANBEAM_API size_t scanbeam_delegate_size(void);

/**
 * @brief The end of an asynchronous operation.
 *
 * Called exactly once on the loop thread, unless the call that started the operation returned an error.
 *
 * @param user_data What was passed with the operation.
 * @param reader    The reader.
 * @param error     NULL on success; else what went wrong, borrowed for the call.
 */
typedef void (*scanbeam_completion)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                    const scanbeam_error *SCANBEAM_NULLABLE error);

/** @brief The end of an asynchronous question with a yes-or-no answer; value is 0 when error is not NULL. As scanbeam_completion. */
typedef void (*scanbeam_flag_completion)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                         int32_t value, const scanbeam_error *SCANBEAM_NULLABLE error);

/** @brief The end of an asynchronous question whose answer is a number; value is 0 when error is not NULL. As scanbeam_completion. */
typedef void (*scanbeam_number_completion)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                           int32_t value, const scanbeam_error *SCANBEAM_NULLABLE error);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_DELEGATE_H */
