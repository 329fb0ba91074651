/* A camera's frames for measurements, in the process that takes them.
 *
 * What is asked of the driver while it streams is answered here and not by the mock outside, which takes milliseconds for it:
 * a frame is in its buffer when it is due, poll() wakes up then, and its time is that moment. Linked into a program with
 * -rdynamic; in the environment SCANBEAM_FILM names files with frames (one after another and again), SCANBEAM_RATE how many
 * come in a second. Everything else goes to the testbed. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { most = 32 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { unsigned char *data; size_t length; } film[most], buffers[most];
static size_t used[most];
static int pictures, camera = -1, timer = -1, queue[most], queued, on;
static unsigned next_picture, sequence;
static int64_t interval, due;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void load(void) {
  char *list = getenv("SCANBEAM_FILM"), *rate = getenv("SCANBEAM_RATE"), *path, *rest;
  interval = (int64_t)(1e9 / (rate && atof(rate) > 0 ? atof(rate) : 30));
  list = strdup(list ? list : "");
  for (path = strtok_r(list, ":", &rest); path && pictures < most; path = strtok_r(NULL, ":", &rest)) {
    struct stat about;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &about) != 0) abort();
    film[pictures].length = (size_t)about.st_size;
    film[pictures].data = mmap(NULL, film[pictures].length, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (film[pictures++].data == MAP_FAILED) abort();
    close(file);
  }
  free(list);
  if (pictures == 0 || (timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) < 0) abort();
}

/* The driver has the buffer; what it will show is put there at once, since that is no work of the process with a real one. */
static void take_buffer(int index) {
  size_t length = film[next_picture].length;
  if (length > buffers[index].length) length = buffers[index].length;
  memcpy(buffers[index].data, film[next_picture].data, length);
  used[index] = length;
  next_picture = (next_picture + 1) % (unsigned)pictures;
  queue[queued++] = index;
}

static int give_buffer(struct v4l2_buffer *buffer) {
  int64_t t = now();
  if (!on || t < due || queued == 0) return EAGAIN;
  buffer->index = (unsigned)queue[0];
  memmove(queue, queue + 1, (size_t)--queued * sizeof *queue);
  buffer->bytesused = (unsigned)used[buffer->index];
  buffer->flags = V4L2_BUF_FLAG_DONE | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->timestamp.tv_sec = due / 1000000000;
  buffer->timestamp.tv_usec = due % 1000000000 / 1000;
  buffer->sequence = sequence++;
  for (due += interval; due + interval <= t; due += interval) sequence++;
  return 0;
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, ...);
  struct v4l2_buffer *buffer;
  va_list rest;
  void *argument;
  int result = 0;
  va_start(rest, request);
  argument = va_arg(rest, void *);
  va_end(rest);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "ioctl");
  if (request == VIDIOC_QBUF || request == VIDIOC_DQBUF) {
    buffer = argument;
    pthread_mutex_lock(&lock);
    if (request == VIDIOC_QBUF && buffer->index < most && queued < most) take_buffer((int)buffer->index);
    else result = request == VIDIOC_DQBUF ? give_buffer(buffer) : EINVAL;
    pthread_mutex_unlock(&lock);
    if (result) errno = result;
    return result ? -1 : 0;
  }
  result = real(fd, request, argument);
  if (result < 0) return result;
  pthread_mutex_lock(&lock);
  if (request == VIDIOC_QUERYBUF && ((struct v4l2_buffer *)argument)->index < most) {
    buffer = argument;
    if (pictures == 0) load();
    camera = fd;
    if (buffers[buffer->index].data == NULL) {
      buffers[buffer->index].length = buffer->length;
      buffers[buffer->index].data = mmap(NULL, buffer->length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, buffer->m.offset);
      if (buffers[buffer->index].data == MAP_FAILED) abort();
    }
  } else if (request == VIDIOC_STREAMON) {
    on = 1, due = now() + interval;
  } else if (request == VIDIOC_STREAMOFF) {
    on = queued = 0;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

/* The camera is readable when a frame is due and it has a buffer for it. */
int poll(struct pollfd *list, nfds_t count, int timeout) {
  static int (*real)(struct pollfd *, nfds_t, int);
  nfds_t i, mine = count;
  int result;
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "poll");
  pthread_mutex_lock(&lock);
  for (i = 0; i < count; i++) {
    if (camera < 0 || list[i].fd != camera) continue;
    mine = i;
    list[i].fd = timer;
    struct itimerspec at = {{0, 0}, {0, 0}};
    if (on && queued > 0) at.it_value.tv_sec = due / 1000000000, at.it_value.tv_nsec = due % 1000000000;
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
  }
  pthread_mutex_unlock(&lock);
  result = real(list, count, timeout);
  if (mine < count) list[mine].fd = camera;
  return result;
}
