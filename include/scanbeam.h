/**
 * @file scanbeam.h
 * @brief Scanbeam: one C interface over everything that a Linux point of sale reads codes with.
 *
 * Include this file alone; it includes the headers in scanbeam/.
 *
 * @section tour The tour
 *
 * 1. scanbeam_context_new() makes a context: an event loop, either driven by you (poll mode: a file descriptor and
 *    scanbeam_context_dispatch()) or by a thread of the library (thread mode).
 * 2. scanbeam_reader_new_identity() makes a reader from an identity such as `/dev/video0` or `file:shelf.png`.
 * 3. scanbeam_reader_set_delegate() says what you want to hear; scanbeam_reader_connect() opens the device;
 *    scanbeam_reader_set_symbology_enabled() says what to read (nothing is enabled by default).
 * 4. scanbeam_reader_start_scanning(): the delegate's `results_received` brings the results.
 *
 * A still picture needs none of this: scanbeam_decode_file(), scanbeam_decode_picture() and scanbeam_decode_frame().
 *
 * @section rules Rules that hold everywhere
 *
 * - *Handles* are opaque and reference counted. `_new` functions give you one reference, `_ref` adds one, `_unref`
 *   drops one; NULL is a no-op. Children keep their parents alive, so any order of `_unref` is safe. A handle that
 *   was freed must not be used again.
 * - *Every handle parameter may be NULL*: functions that return a status answer SCANBEAM_ERR_INVALID_ARGUMENT,
 *   getters answer 0 or NULL.
 * - *Text* is UTF-8. Input text is copied before the call returns. Returned text is NUL-terminated, owned by its
 *   handle and valid as long as the handle is.
 * - *Sized tables* (structs that begin with `size` and `reserved`) are initialised with SCANBEAM_INIT() or with
 *   `{ SCANBEAM_SIZED(type) }`; members that you leave 0 mean "default". They only ever grow at the end.
 * - *Times* are int64_t nanoseconds of CLOCK_MONOTONIC unless the name says otherwise.
 * - *Errors* are negative scanbeam_status values; scanbeam_last_error() has the sentence.
 * - *Threads*: "any-thread" functions may be called from any thread at any time; "one-at-a-time" objects must not be
 *   used by two threads at once. Delegate callbacks and completions run on the "loop thread": the thread that calls
 *   scanbeam_context_dispatch() in poll mode, the library's own in thread mode.
 * - *Inside a callback* everything is allowed except scanbeam_context_dispatch() and the `_sync` functions, which
 *   answer SCANBEAM_ERR_REENTRANT.
 * - *After fork()* the child may only exec: every call on an object of the parent answers SCANBEAM_ERR_FORKED.
 * - The library installs no signal handlers, writes nothing to stdout or stderr and opens all its files close-on-exec.
 */
#ifndef SCANBEAM_H
#define SCANBEAM_H

#include "scanbeam/base.h"
#include "scanbeam/version.h"
#include "scanbeam/status.h"
#include "scanbeam/symbology.h"
#include "scanbeam/frame.h"
#include "scanbeam/result.h"
#include "scanbeam/decode.h"
#include "scanbeam/context.h"
#include "scanbeam/discovery.h"
#include "scanbeam/delegate.h"
#include "scanbeam/reader.h"
#include "scanbeam/geometry.h"
#include "scanbeam/overlay.h"
#include "scanbeam/preview.h"
#include "scanbeam/scanning.h"
#include "scanbeam/controls.h"
#include "scanbeam/terminal.h"
#include "scanbeam/trigger.h"
#include "scanbeam/lifecycle.h"
#include "scanbeam/licence.h"
#include "scanbeam/ndef.h"
#include "scanbeam/tag.h"
#include "scanbeam/manager.h"
#include "scanbeam/capture.h"
#include "scanbeam/camera.h"
#include "scanbeam/aimer.h"
#include "scanbeam/dmcc.h"

#endif /* SCANBEAM_H */
