#include "v4l2.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>

void cv4l2_format_set(struct v4l2_format *format, uint32_t type, const cv4l2_picture *picture) {
  memset(format, 0, sizeof *format);
  format->type = type;
  if (V4L2_TYPE_IS_MULTIPLANAR(type)) {
    struct v4l2_pix_format_mplane *pix = &format->fmt.pix_mp;
    pix->width = picture->width;
    pix->height = picture->height;
    pix->pixelformat = picture->pixelformat;
    pix->field = V4L2_FIELD_NONE;
    pix->plane_fmt[0].bytesperline = picture->bytesperline;
    pix->plane_fmt[0].sizeimage = picture->sizeimage;
  } else {
    struct v4l2_pix_format *pix = &format->fmt.pix;
    pix->width = picture->width;
    pix->height = picture->height;
    pix->pixelformat = picture->pixelformat;
    pix->field = V4L2_FIELD_NONE;
    pix->bytesperline = picture->bytesperline;
    pix->sizeimage = picture->sizeimage;
  }
}

cv4l2_picture cv4l2_format_get(const struct v4l2_format *format) {
  if (V4L2_TYPE_IS_MULTIPLANAR(format->type)) {
    const struct v4l2_pix_format_mplane *pix = &format->fmt.pix_mp;
    return (cv4l2_picture){pix->width, pix->height, pix->pixelformat, pix->plane_fmt[0].bytesperline,
                           pix->plane_fmt[0].sizeimage};
  }
  const struct v4l2_pix_format *pix = &format->fmt.pix;
  return (cv4l2_picture){pix->width, pix->height, pix->pixelformat, pix->bytesperline, pix->sizeimage};
}

int64_t cv4l2_menu_value(const struct v4l2_querymenu *menu) { return menu->value; }

void cv4l2_menu_set_value(struct v4l2_querymenu *menu, int64_t value) { menu->value = value; }

int cv4l2_open(const char *path) {
  int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int cv4l2_ioctl(int fd, unsigned long request, void *argument) {
  int result = ioctl(fd, request, argument);
  return result < 0 ? -errno : result;
}
