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

SCANBEAM_END_DECLS

#endif /* SCANBEAM_DELEGATE_H */
