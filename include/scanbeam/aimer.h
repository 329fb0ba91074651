/**
 * @file scanbeam/aimer.h
 * @brief The accessory of a camera reader: an aimer and a lamp that the host supplies, as a table of callbacks.
 *
 * With it the DMCC commands LIGHT.AIMER and LIGHT.AIMER-TIMEOUT work in the modes with an aimer, and in the mode active
 * aimer LIGHT.INTERNAL-ENABLE and scanbeam_reader_set_lights_on() as well. The aimer shines from the beginning of a connection
 * and of each scan on, unless LIGHT.AIMER is 0, until its time-out; it and the lamp go out when the reader is disconnected.
 *
 * Asking an accessory is slow, so answers are kept. What it is (serial number, model, firmware) is kept for seven days, in
 * `aimers` in $XDG_STATE_HOME/scanbeam or ~/.local/state/scanbeam. Its values are read at the first connection and kept as long
 * as the accessory is set: nobody else is expected to change them. With SCANBEAM_PREVIEW_PESSIMISTIC_CACHING they are read
 * again after scanbeam_reader_resume().
 */
#ifndef SCANBEAM_AIMER_H
#define SCANBEAM_AIMER_H

#include "camera.h"

SCANBEAM_BEGIN_DECLS

/** What an accessory knows of itself. */
typedef int32_t scanbeam_aimer_text;
#define SCANBEAM_AIMER_SERIAL_NUMBER ((scanbeam_aimer_text)1)
#define SCANBEAM_AIMER_MODEL ((scanbeam_aimer_text)2)
#define SCANBEAM_AIMER_FIRMWARE ((scanbeam_aimer_text)3)

/** What an accessory can be asked and told. */
typedef int32_t scanbeam_aimer_property;
#define SCANBEAM_AIMER_STATE ((scanbeam_aimer_property)1)                  /**< 1: the aimer shines, 0 */
#define SCANBEAM_AIMER_INTENSITY ((scanbeam_aimer_property)2)              /**< brightness of the aimer, in its own steps */
#define SCANBEAM_AIMER_MODULATION ((scanbeam_aimer_property)3)             /**< how the aimer blinks, in its own numbers */
#define SCANBEAM_AIMER_TIMEOUT ((scanbeam_aimer_property)4)                /**< seconds until it goes out, 0 never */
#define SCANBEAM_AIMER_ILLUMINATION ((scanbeam_aimer_property)5)           /**< 1: the lamp is on, 0 */
#define SCANBEAM_AIMER_ILLUMINATION_INTENSITY ((scanbeam_aimer_property)6) /**< brightness of the lamp, in its own steps */

/**
 * @brief The accessory. Sized table; get_text, get and set must not be NULL.
 *
 * All run on the loop thread, one at a time, while the reader is connected. Each may take as long as the accessory needs;
 * nothing else of the context happens meanwhile. Each returns SCANBEAM_OK, SCANBEAM_ERR_UNSUPPORTED for what the accessory
 * does not have, or another error, which the command that led to it is answered with.
 *
 * | member   | when                                        | not allowed inside               |
 * |----------|---------------------------------------------|----------------------------------|
 * | get_text | first connection, when nothing is kept      | scanbeam_context_dispatch, _sync |
 * | get      | first connection, or resume, see above      | same                             |
 * | set      | commands, connections, scans, time-outs     | same                             |
 *
 * An accessory without SCANBEAM_AIMER_TIMEOUT is switched off by the library.
 */
typedef struct scanbeam_aimer {
  uint32_t size;     /**< sizeof(scanbeam_aimer) of the caller */
  uint32_t reserved; /**< must be 0 */
  /** Names the accessory where answers are kept. Copied. NULL: after the camera's identity. */
  const char *SCANBEAM_NULLABLE name;
  /** Write UTF-8 text with a NUL into `buffer`, which has `capacity` bytes. */
  scanbeam_status (*SCANBEAM_NULLABLE get_text)(void *SCANBEAM_NULLABLE user_data, scanbeam_aimer_text text,
                                                char *SCANBEAM_NONNULL buffer, size_t capacity);
  scanbeam_status (*SCANBEAM_NULLABLE get)(void *SCANBEAM_NULLABLE user_data, scanbeam_aimer_property property,
                                           int32_t *SCANBEAM_NONNULL value);
  scanbeam_status (*SCANBEAM_NULLABLE set)(void *SCANBEAM_NULLABLE user_data, scanbeam_aimer_property property,
                                           int32_t value);
} scanbeam_aimer;

/**
 * @brief Set, replace or remove (NULL) the accessory of a camera reader.
 *
 * @param aimer     Copied before return.
 * @param user_data First argument of every callback.
 * @param destroy   Called once when user_data is not needed any more; at once when this fails. May be NULL.
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (no camera reader of a mode with an aimer); _INVALID_ARGUMENT; _STATE
 *         (closed); _FORKED.
 *
 * An accessory that is replaced is switched off. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_aimer(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                       const scanbeam_aimer *SCANBEAM_NULLABLE aimer,
                                                       void *SCANBEAM_NULLABLE user_data,
                                                       void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/**
 * @brief What the accessory is, as it is kept; "" for what it does not know.
 *
 * @param buffer   Gets UTF-8 text with a NUL.
 * @param capacity Its bytes; 0 with a NULL buffer asks for the size.
 * @param needed   Set to the bytes that are needed, NUL included. May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_BUFFER_TOO_SMALL, _INVALID_ARGUMENT, _STATE (not connected yet), _UNSUPPORTED (no
 *         accessory), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_get_aimer_text(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                            scanbeam_aimer_text text, char *SCANBEAM_NULLABLE buffer,
                                                            size_t capacity, size_t *SCANBEAM_NULLABLE needed);

/**
 * @brief A value of the accessory, as it is kept.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (not connected yet), _UNSUPPORTED (no accessory, or it does not
 *         have this), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_get_aimer_value(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                             scanbeam_aimer_property property,
                                                             int32_t *SCANBEAM_NULLABLE value);

/**
 * @brief Tell the accessory a value. State, time-out and illumination are the settings LIGHT.AIMER, LIGHT.AIMER-TIMEOUT and
 *        LIGHT.INTERNAL-ENABLE.
 *
 * @param completion Called once with what the accessory said. May be NULL.
 * @return As scanbeam_reader_set_lights_on(); then the completion does not come.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_aimer_value(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                             scanbeam_aimer_property property, int32_t value,
                                                             scanbeam_completion SCANBEAM_NULLABLE completion,
                                                             void *SCANBEAM_NULLABLE user_data);

/** @brief scanbeam_reader_set_aimer_value() and wait. As scanbeam_reader_connect_sync(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_aimer_value_sync(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                  scanbeam_aimer_property property, int32_t value,
                                                                  int32_t timeout_ms);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_AIMER_H */
