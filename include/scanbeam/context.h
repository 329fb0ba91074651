/**
 * @file scanbeam/context.h
 * @brief A context: the event loop that readers and discovery run on.
 *
 * Poll mode (the default): watch scanbeam_context_fd() for reading in your own loop and call
 * scanbeam_context_dispatch() when it is readable, or simply call dispatch with a timeout in a loop. Every callback
 * happens inside dispatch, on your thread.
 *
 * Thread mode: the library runs the loop on a thread of its own and calls back there.
 *
 * Two contexts in one process share nothing.
 */
#ifndef SCANBEAM_CONTEXT_H
#define SCANBEAM_CONTEXT_H

#include "status.h"

SCANBEAM_BEGIN_DECLS

/** @brief A context. Opaque, reference counted. Any-thread, except scanbeam_context_dispatch(). */
typedef struct scanbeam_context scanbeam_context;

/** Who runs the loop. */
typedef int32_t scanbeam_context_mode;
#define SCANBEAM_CONTEXT_POLL ((scanbeam_context_mode)0)   /**< the host, by scanbeam_context_dispatch() */
#define SCANBEAM_CONTEXT_THREAD ((scanbeam_context_mode)1) /**< a thread of the library */

/** Importance of a log line; each level includes those below it. */
typedef int32_t scanbeam_log_level;
#define SCANBEAM_LOG_NOTHING ((scanbeam_log_level)0)
#define SCANBEAM_LOG_ERROR ((scanbeam_log_level)1)
#define SCANBEAM_LOG_WARNING ((scanbeam_log_level)2)
#define SCANBEAM_LOG_INFO ((scanbeam_log_level)3)
#define SCANBEAM_LOG_DEBUG ((scanbeam_log_level)4)

/** @brief Options of a context. Sized table. */
typedef struct scanbeam_context_options {
  uint32_t size;              /**< sizeof(scanbeam_context_options) of the caller */
  uint32_t reserved;          /**< must be 0 */
  scanbeam_context_mode mode; /**< SCANBEAM_CONTEXT_POLL or SCANBEAM_CONTEXT_THREAD */
  uint32_t unused;            /**< must be 0 */
} scanbeam_context_options;

/**
 * @brief A log line. Called on any thread of the library, also on yours while you are in a call; never two at once.
 *
 * @param user_data What was registered.
 * @param level     SCANBEAM_LOG_ERROR to SCANBEAM_LOG_DEBUG.
 * @param message   UTF-8 sentence without newline, valid during the call.
 *
 * Must not call the library.
 */
typedef void (*scanbeam_log_callback)(void *SCANBEAM_NULLABLE user_data, scanbeam_log_level level,
                                      const char *SCANBEAM_NONNULL message);

/**
 * @brief Make a context.
 *
 * @param out     Set to the context (you own a reference), to NULL on failure.
 * @param options NULL: poll mode.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _UNSUPPORTED (options from a newer header), _NO_MEMORY, _IO.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_new(scanbeam_context *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                  const scanbeam_context_options *SCANBEAM_NULLABLE options);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_context *SCANBEAM_NULLABLE scanbeam_context_ref(scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief Drop a reference. NULL is a no-op.
 *
 * The context goes when its last reference and its last reader have gone. Never blocks; a loop thread ends by itself.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API void scanbeam_context_unref(scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief Close every reader of the context and, in thread mode, end and join the loop thread.
 *
 * For hosts that want to be sure that nothing runs any more, for example before dlclose() or fork(). Readers report
 * their end first. Afterwards only unref is useful. In poll mode it dispatches what is left.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _REENTRANT (inside a callback), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_close(scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief A file descriptor that is readable when scanbeam_context_dispatch() has something to do.
 *
 * Only poll or select it; never read or close it. Valid as long as the context is. -1 for NULL and in thread mode.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API int32_t scanbeam_context_fd(scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief Wait for events and deliver them: all callbacks of poll mode happen in here.
 *
 * @param timeout_ms How long to wait for the first event; 0: do not wait, negative: no limit.
 * @return SCANBEAM_OK when something was delivered or scanbeam_context_wake() was called;
 *         SCANBEAM_NOTE_TIMED_OUT when nothing happened; SCANBEAM_ERR_INVALID_ARGUMENT; _REENTRANT (inside a
 *         callback); _WRONG_THREAD (another thread is in dispatch); _STATE (thread mode); _FORKED.
 *
 * Signals do not shorten the wait. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_dispatch(scanbeam_context *SCANBEAM_NULLABLE context,
                                                       int32_t timeout_ms);

/** @brief Make a running, or else the next, scanbeam_context_dispatch() return at once. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_context_wake(scanbeam_context *SCANBEAM_NULLABLE context);

/**
 * @brief Set, replace or (with a NULL callback) remove the log callback.
 *
 * @param level     Lines up to this level are sent.
 * @param callback  See scanbeam_log_callback.
 * @param user_data Passed back in each call.
 * @param destroy   Called exactly once when user_data is no longer needed: on replacement, on removal, when the context
 *                  goes, or at once if this call fails. May be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _FORKED.
 *
 * Any-thread, but not from inside the log callback. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_set_log(scanbeam_context *SCANBEAM_NULLABLE context,
                                                      scanbeam_log_level level,
                                                      scanbeam_log_callback SCANBEAM_NULLABLE callback,
                                                      void *SCANBEAM_NULLABLE user_data,
                                                      void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

SCANBEAM_END_DECLS

#endif /* SCANBEAM_CONTEXT_H */
