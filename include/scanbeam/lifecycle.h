/**
 * @file scanbeam/lifecycle.h
 * @brief Suspending readers, and the sleep of the machine. See also scanbeam_reader_set_reconnect().
 */
#ifndef SCANBEAM_LIFECYCLE_H
#define SCANBEAM_LIFECYCLE_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/**
 * @brief Give the device back and keep everything else, until scanbeam_reader_resume().
 *
 * A running scan ends with SCANBEAM_REASON_DISCONNECTED. A connect meanwhile is completed after resuming.
 *
 * @return SCANBEAM_OK (also when suspended already), SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (closed), _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_suspend(scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief End a suspension; a reader that was connected is connected again. Returns as scanbeam_reader_suspend(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_resume(scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Suspend every reader of the context before the machine sleeps and resume them after it (1), or not (0, default).
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (libsystemd is not installed, or there is no system bus);
 *         _INVALID_ARGUMENT; _FORKED.
 *
 * Hears PrepareForSleep of systemd-logind, and has it delay the sleep until every device was given back, where the user may do
 * that (polkit action org.freedesktop.login1.inhibit-delay-sleep). Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_follow_sleep(scanbeam_context *SCANBEAM_NULLABLE context,
                                                           int32_t follow);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_LIFECYCLE_H */
