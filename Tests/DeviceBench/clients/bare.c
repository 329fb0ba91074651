/* bare: the shortest way from a V4L2 camera to a read, to compare with: dequeue, take the luminance, zbar, requeue.
 *
 * usage: bare NODE WIDTH HEIGHT      the node may be absent yet: it waits for it
 * Output: "NANOSECONDS open", "NANOSECONDS read CAPTURED_NANOSECONDS TEXT" for each frame with a code, and
 * "NANOSECONDS lost ERRNO" when the camera goes. Times of CLOCK_MONOTONIC. Ends then, or at the end of its input. */
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <zbar.h>

enum { BUFFERS = 4 };

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int open_when_there(const char *node) {
  int changes = inotify_init1(IN_CLOEXEC), device;
  inotify_add_watch(changes, "/dev", IN_CREATE | IN_ATTRIB);
  while ((device = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)) < 0) {
    char events[4096];
    struct pollfd wait[2] = {{changes, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    poll(wait, 2, -1);
    if (wait[1].revents) exit(0);
    if (read(changes, events, sizeof events) < 0) break;
  }
  close(changes);
  return device;
}

static int lost(const char *what) {
  int code = errno;
  printf("%lld lost %d %s\n", now(), code, what);
  return 0;
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count < 4) return 2;
  unsigned width = (unsigned)atoi(arguments[2]), height = (unsigned)atoi(arguments[3]);
  printf("%lld ready\n", now());
  int device = open_when_there(arguments[1]);
  printf("%lld open\n", now());

  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  format.fmt.pix.width = width, format.fmt.pix.height = height, format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
  if (ioctl(device, VIDIOC_S_FMT, &format)) return lost("S_FMT");
  struct v4l2_requestbuffers request = {.count = BUFFERS, .type = format.type, .memory = V4L2_MEMORY_MMAP};
  if (ioctl(device, VIDIOC_REQBUFS, &request)) return lost("REQBUFS");
  unsigned char *memory[BUFFERS] = {0};
  for (unsigned i = 0; i < request.count && i < BUFFERS; i++) {
    struct v4l2_buffer buffer = {.index = i, .type = format.type, .memory = V4L2_MEMORY_MMAP};
    if (ioctl(device, VIDIOC_QUERYBUF, &buffer)) return lost("QUERYBUF");
    memory[i] = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, device, buffer.m.offset);
    if (memory[i] == MAP_FAILED || ioctl(device, VIDIOC_QBUF, &buffer)) return lost("QBUF");
  }
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (ioctl(device, VIDIOC_STREAMON, &type)) return lost("STREAMON");

  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
  zbar_image_t *image = zbar_image_create();
  unsigned char *grey = malloc((size_t)width * height);
  zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(image, width, height);
  zbar_image_set_data(image, grey, (unsigned long)width * height, NULL);

  for (;;) {
    struct pollfd wait[2] = {{device, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    poll(wait, 2, -1);
    if (wait[1].revents) return 0;
    struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (ioctl(device, VIDIOC_DQBUF, &buffer)) {
      if (errno == EAGAIN) continue;
      return lost("DQBUF");
    }
    if (!(buffer.flags & V4L2_BUF_FLAG_ERROR)) {
      const unsigned char *pixels = memory[buffer.index];
      for (size_t i = 0; i < (size_t)width * height; i++) grey[i] = pixels[2 * i];
      zbar_scan_image(scanner, image);
      const zbar_symbol_t *symbol = zbar_image_first_symbol(image);
      if (symbol)
        printf("%lld read %lld %s\n", now(),
               buffer.timestamp.tv_sec * 1000000000LL + buffer.timestamp.tv_usec * 1000LL,
               zbar_symbol_get_data(symbol));
    }
    if (ioctl(device, VIDIOC_QBUF, &buffer)) return lost("QBUF");
  }
}
