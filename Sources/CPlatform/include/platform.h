/* What Swift cannot say by itself: thread-local storage, and calls that only exist as macros or variadic functions. */
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "colour.h"
#include "datagram.h"
#include "kernels.h"
#include "rows.h"

#include <stddef.h>
#include <stdint.h>
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* The calling thread's last error, see scanbeam_last_error(). */
typedef struct cplatform_error {
  int64_t source_code;
  int32_t code;
  int32_t source;
  char message[480];
} cplatform_error;

/* Never NULL; valid on the calling thread only. */
cplatform_error *cplatform_last_error(void);

/* How deep the calling thread is in callbacks of the library. Never NULL; valid on the calling thread only. */
int32_t *cplatform_callback_depth(void);

/* CPU time of the calling thread in nanoseconds. */
int64_t cplatform_thread_cpu_ns(void);

/* Names the calling thread for debuggers and top; NUL-terminated, 15 bytes are kept. */
void cplatform_name_thread(const uint8_t *name);

/* The system's words for an errno value; 0 on success. */
int cplatform_strerror(int code, char *buffer, size_t size);

/* Fills memory with random bytes that nobody can guess. 0 or -errno. */
int cplatform_random(void *memory, size_t size);

/* Takes an input device for this process alone. 0 or -errno. */
int cplatform_input_grab(int fd);

#endif
