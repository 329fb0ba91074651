#define _POSIX_C_SOURCE 200809L
#include "platform.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <time.h>

static _Thread_local cplatform_error last_error;
static _Thread_local int32_t callback_depth;

cplatform_error *cplatform_last_error(void) { return &last_error; }

int32_t *cplatform_callback_depth(void) { return &callback_depth; }

int64_t cplatform_thread_cpu_ns(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) return 0;
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void cplatform_name_thread(const uint8_t *name) { prctl(PR_SET_NAME, (const char *)name, 0, 0, 0); }

int cplatform_strerror(int code, char *buffer, size_t size) { return strerror_r(code, buffer, size); }

int cplatform_input_grab(int fd) { return ioctl(fd, EVIOCGRAB, 1) < 0 ? -errno : 0; }

int cplatform_random(void *memory, size_t size) {
  size_t done = 0;
  while (done < size) {
    ssize_t count = getrandom((char *)memory + done, size - done, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    done += (size_t)count;
  }
  return 0;
}
