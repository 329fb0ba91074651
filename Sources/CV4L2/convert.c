#include "v4l2.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libv4lconvert.h>

#include <libv4l-plugin.h>

struct cv4l2_converter {
  struct v4lconvert_data *data;
  uint32_t pixelformat;
};

/* What libv4lconvert believes to be a camera: one that has the wanted format and nothing else. The second format, which
 * it does not know, keeps it from adding software controls, which would live in shared memory. */
static int pretend(void *state, int fd, unsigned long request, void *argument) {
  const cv4l2_converter *converter = state;
  (void)fd;
  if (request == VIDIOC_ENUM_FMT) {
    struct v4l2_fmtdesc *format = argument;
    if (format->index < 2) {
      format->pixelformat = format->index == 0 ? converter->pixelformat : v4l2_fourcc('?', '?', '?', '?');
      return 0;
    }
    errno = EINVAL;
    return -1;
  }
  if (request == VIDIOC_TRY_FMT) {
    struct v4l2_format *format = argument;
    format->fmt.pix.pixelformat = converter->pixelformat;
    return 0;
  }
  errno = ENOTTY;
  return -1;
}

static const struct libv4l_dev_ops operations = {.ioctl = pretend};

cv4l2_converter *cv4l2_converter_new(uint32_t pixelformat) {
  cv4l2_converter *converter = calloc(1, sizeof *converter);
  if (!converter) return NULL;
  converter->pixelformat = pixelformat;
  converter->data = v4lconvert_create_with_dev_ops(-1, converter, &operations);
  cv4l2_picture wanted = {640, 480, V4L2_PIX_FMT_YUV420, 0, 0};
  struct v4l2_format target, source;
  cv4l2_format_set(&target, V4L2_BUF_TYPE_VIDEO_CAPTURE, &wanted);
  memset(&source, 0, sizeof source);
  if (!converter->data || v4lconvert_try_format(converter->data, &target, &source) != 0 ||
      target.fmt.pix.pixelformat != V4L2_PIX_FMT_YUV420 || source.fmt.pix.pixelformat != pixelformat) {
    cv4l2_converter_free(converter);
    return NULL;
  }
  return converter;
}

void cv4l2_converter_free(cv4l2_converter *converter) {
  if (!converter) return;
  if (converter->data) v4lconvert_destroy(converter->data);
  free(converter);
}

int cv4l2_converter_convert(cv4l2_converter *converter, const cv4l2_picture *picture, unsigned char *source,
                            int source_size, unsigned char *target, int target_size) {
  struct v4l2_format from, to;
  cv4l2_picture planar = {picture->width, picture->height, V4L2_PIX_FMT_YUV420, picture->width,
                          picture->width * picture->height * 3 / 2};
  cv4l2_format_set(&from, V4L2_BUF_TYPE_VIDEO_CAPTURE, picture);
  cv4l2_format_set(&to, V4L2_BUF_TYPE_VIDEO_CAPTURE, &planar);
  return v4lconvert_convert(converter->data, &from, &to, source, source_size, target, target_size);
}

const char *cv4l2_converter_error(cv4l2_converter *converter) {
  return v4lconvert_get_error_message(converter->data);
}
