/**
 * @file scanbeam/dmcc.h
 * @brief DMCC commands: the second door to the settings and actions of every reader.
 *
 * A command is its bare text, for example `SET SYMBOL.QR ON`, `GET DECODER.EFFORT` or `TRIGGER ON`: without header and
 * line end. Camera, picture and push readers answer the commands of docs/settings.md themselves; terminals answer what
 * their maker offers. Names, ON and OFF may have any case; arguments are separated by single spaces.
 */
#ifndef SCANBEAM_DMCC_H
#define SCANBEAM_DMCC_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** Status of an answer. The numbers are those of CDMResponse.status; others are possible. */
typedef int32_t scanbeam_dmcc_status;
#define SCANBEAM_DMCC_OK ((scanbeam_dmcc_status)0)                  /**< done */
#define SCANBEAM_DMCC_UNIDENTIFIED ((scanbeam_dmcc_status)100)      /**< failed for an unnamed reason */
#define SCANBEAM_DMCC_UNKNOWN_COMMAND ((scanbeam_dmcc_status)101)   /**< no such command, or not in this form */
#define SCANBEAM_DMCC_BAD_ARGUMENT ((scanbeam_dmcc_status)102)      /**< bad argument, or the feature is missing here */
#define SCANBEAM_DMCC_BAD_CHECKSUM ((scanbeam_dmcc_status)103)      /**< the command came damaged */
#define SCANBEAM_DMCC_REJECTED ((scanbeam_dmcc_status)104)          /**< not in this state, for example during a scan */
#define SCANBEAM_DMCC_OFFLINE ((scanbeam_dmcc_status)105)           /**< not connected */

/** @brief The answer to a command. Opaque, immutable, reference counted. Any-thread. */
typedef struct scanbeam_dmcc_response scanbeam_dmcc_response;

/** @brief How to send a command. Sized table; 0 is the default of every member. */
typedef struct scanbeam_command_options {
  uint32_t size;                         /**< sizeof(scanbeam_command_options) of the caller */
  uint32_t reserved;                     /**< must be 0 */
  const uint8_t *SCANBEAM_NULLABLE data; /**< bytes that follow the command, as IMAGE.LOAD wants them; copied */
  uint64_t data_length;                  /**< number of bytes, at most 67108864 */
  int32_t timeout_ms;                    /**< how long to wait for the answer; 0: 5000 */
  int32_t expects_binary;                /**< 1: the answer of a terminal is a binary payload; cameras need no hint */
} scanbeam_command_options;

/**
 * @brief The end of a command. Called exactly once on the loop thread, unless the call that sent it returned an error.
 *
 * @param user_data What was passed with the command.
 * @param reader    The reader.
 * @param response  The answer, whatever its status; borrowed for the call, NULL when there is none.
 * @param error     NULL when there is an answer; else SCANBEAM_ERR_TIMEOUT, _CANCELLED, _LOST.
 */
typedef void (*scanbeam_dmcc_completion)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                         scanbeam_dmcc_response *SCANBEAM_NULLABLE response,
                                         const scanbeam_error *SCANBEAM_NULLABLE error);

/**
 * @brief The end of a batch. As scanbeam_dmcc_completion.
 *
 * @param responses Answers in the order of the commands; borrowed for the call.
 * @param count     How many: fewer than commands when error is not NULL.
 * @param error     What ended the batch early, else NULL. An answer with a status other than 0 does not.
 */
typedef void (*scanbeam_dmcc_batch_completion)(
    void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
    scanbeam_dmcc_response *SCANBEAM_NULLABLE const *SCANBEAM_NULLABLE responses, size_t count,
    const scanbeam_error *SCANBEAM_NULLABLE error);

/**
 * @brief Send a command.
 *
 * Commands are carried out one after another in the order in which they were sent. One that is refused has changed
 * nothing: SCANBEAM_DMCC_UNKNOWN_COMMAND, _OFFLINE, _BAD_ARGUMENT and _REJECTED are checked in this order.
 *
 * @param command UTF-8, 1 to 65536 bytes without line ends; copied.
 * @param options NULL: defaults. Copied.
 * @param completion May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_send_command(
    scanbeam_reader *SCANBEAM_NULLABLE reader, const char *SCANBEAM_NULLABLE command,
    const scanbeam_command_options *SCANBEAM_NULLABLE options, scanbeam_dmcc_completion SCANBEAM_NULLABLE completion,
    void *SCANBEAM_NULLABLE user_data);

/**
 * @brief scanbeam_reader_send_command() and wait. As scanbeam_reader_connect_sync().
 *
 * @param out Set to the answer (you own a reference), to NULL when there is none. May be NULL.
 * @return SCANBEAM_OK when there is an answer, whatever its status.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_send_command_sync(
    scanbeam_reader *SCANBEAM_NULLABLE reader, const char *SCANBEAM_NULLABLE command,
    const scanbeam_command_options *SCANBEAM_NULLABLE options,
    scanbeam_dmcc_response *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out, int32_t timeout_ms);

/**
 * @brief Send commands one after another, each after the answer to the one before.
 *
 * @param commands   Texts as for scanbeam_reader_send_command(); copied.
 * @param count      0 to 4096.
 * @param timeout_ms For each answer; 0: 5000.
 * @param completion Called once with all answers. May be NULL.
 * @return As scanbeam_reader_send_command(); on an error nothing was sent.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_send_commands(
    scanbeam_reader *SCANBEAM_NULLABLE reader, const char *SCANBEAM_NULLABLE const *SCANBEAM_NULLABLE commands,
    size_t count, int32_t timeout_ms, scanbeam_dmcc_batch_completion SCANBEAM_NULLABLE completion,
    void *SCANBEAM_NULLABLE user_data);

/**
 * @brief Whether a setting exists in this reader, by its DMCC name, for example "CAMERA.GAIN" or "SYMBOL.DOTCODE".
 *
 * 1: GET and SET are answered. 0: there is no such setting, or this build or camera does not have it (a camera that is
 * not connected has no device settings yet). A terminal is asked with a command instead. Any-thread. Since 0.1.
 */
SCANBEAM_API int32_t scanbeam_reader_has_setting(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                 const char *SCANBEAM_NULLABLE name);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_dmcc_response *SCANBEAM_NULLABLE
scanbeam_dmcc_response_ref(scanbeam_dmcc_response *SCANBEAM_NULLABLE response);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_dmcc_response_unref(scanbeam_dmcc_response *SCANBEAM_NULLABLE response);

/** @brief Status of the answer; SCANBEAM_DMCC_UNIDENTIFIED for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_dmcc_status
scanbeam_dmcc_response_status(const scanbeam_dmcc_response *SCANBEAM_NULLABLE response);

/** @brief Text of the answer, "" when it has none; NULL for NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE
scanbeam_dmcc_response_text(const scanbeam_dmcc_response *SCANBEAM_NULLABLE response);

/** @brief Binary payload of the answer, for example the picture of IMAGE.SEND. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_dmcc_response_bytes(const scanbeam_dmcc_response *SCANBEAM_NULLABLE response);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_DMCC_H */
