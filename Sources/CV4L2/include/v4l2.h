/* V4L2 for Swift: request numbers and unions that are macros or anonymous in <linux/videodev2.h>, and libv4lconvert
 * behind a face that never touches a device. */
#ifndef CV4L2_H
#define CV4L2_H

#include <linux/videodev2.h>
#include <stddef.h>
#include <stdint.h>

static const unsigned long cv4l2_querycap = VIDIOC_QUERYCAP;
static const unsigned long cv4l2_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long cv4l2_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long cv4l2_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long cv4l2_g_fmt = VIDIOC_G_FMT;
static const unsigned long cv4l2_s_fmt = VIDIOC_S_FMT;
static const unsigned long cv4l2_try_fmt = VIDIOC_TRY_FMT;
static const unsigned long cv4l2_g_parm = VIDIOC_G_PARM;
static const unsigned long cv4l2_s_parm = VIDIOC_S_PARM;
static const unsigned long cv4l2_reqbufs = VIDIOC_REQBUFS;
static const unsigned long cv4l2_querybuf = VIDIOC_QUERYBUF;
static const unsigned long cv4l2_qbuf = VIDIOC_QBUF;
static const unsigned long cv4l2_dqbuf = VIDIOC_DQBUF;
static const unsigned long cv4l2_streamon = VIDIOC_STREAMON;
static const unsigned long cv4l2_streamoff = VIDIOC_STREAMOFF;
static const unsigned long cv4l2_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long cv4l2_querymenu = VIDIOC_QUERYMENU;
static const unsigned long cv4l2_g_ctrl = VIDIOC_G_CTRL;
static const unsigned long cv4l2_s_ctrl = VIDIOC_S_CTRL;

/* Bits that are enumerations or unsigned macros in the kernel's header. */
static const uint32_t cv4l2_cap_capture = V4L2_CAP_VIDEO_CAPTURE;
static const uint32_t cv4l2_cap_capture_mplane = V4L2_CAP_VIDEO_CAPTURE_MPLANE;
static const uint32_t cv4l2_cap_output = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE;
static const uint32_t cv4l2_cap_m2m = V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE;
static const uint32_t cv4l2_cap_streaming = V4L2_CAP_STREAMING;
static const uint32_t cv4l2_cap_device_caps = V4L2_CAP_DEVICE_CAPS;
static const uint32_t cv4l2_cap_media_controller = V4L2_CAP_IO_MC;
static const uint32_t cv4l2_type_capture = V4L2_BUF_TYPE_VIDEO_CAPTURE;
static const uint32_t cv4l2_type_capture_mplane = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
static const uint32_t cv4l2_memory_mmap = V4L2_MEMORY_MMAP;
static const uint32_t cv4l2_field_none = V4L2_FIELD_NONE;
static const uint32_t cv4l2_buf_error = V4L2_BUF_FLAG_ERROR;
static const uint32_t cv4l2_buf_timestamp_mask = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const uint32_t cv4l2_buf_timestamp_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
static const uint32_t cv4l2_frmsize_discrete = V4L2_FRMSIZE_TYPE_DISCRETE;
static const uint32_t cv4l2_frmival_discrete = V4L2_FRMIVAL_TYPE_DISCRETE;
static const uint32_t cv4l2_cap_timeperframe = V4L2_CAP_TIMEPERFRAME;

/* Controls of a camera (linux/v4l2-controls.h). */
static const uint32_t cv4l2_cid_zoom = V4L2_CID_ZOOM_ABSOLUTE;
static const uint32_t cv4l2_cid_focus = V4L2_CID_FOCUS_ABSOLUTE;
static const uint32_t cv4l2_cid_focus_auto = V4L2_CID_FOCUS_AUTO;
static const uint32_t cv4l2_cid_focus_start = V4L2_CID_AUTO_FOCUS_START;
static const uint32_t cv4l2_cid_exposure = V4L2_CID_EXPOSURE_ABSOLUTE;
static const uint32_t cv4l2_cid_exposure_auto = V4L2_CID_EXPOSURE_AUTO;
static const uint32_t cv4l2_cid_exposure_bias = V4L2_CID_AUTO_EXPOSURE_BIAS;
static const uint32_t cv4l2_cid_gain = V4L2_CID_GAIN;
static const uint32_t cv4l2_cid_analogue_gain = V4L2_CID_ANALOGUE_GAIN;
static const uint32_t cv4l2_cid_autogain = V4L2_CID_AUTOGAIN;
static const uint32_t cv4l2_cid_brightness = V4L2_CID_BRIGHTNESS;
static const uint32_t cv4l2_cid_power_line = V4L2_CID_POWER_LINE_FREQUENCY;
static const uint32_t cv4l2_cid_flash_mode = V4L2_CID_FLASH_LED_MODE;

static const uint32_t cv4l2_ctrl_menu = V4L2_CTRL_TYPE_MENU;
static const uint32_t cv4l2_ctrl_integer_menu = V4L2_CTRL_TYPE_INTEGER_MENU;
static const uint32_t cv4l2_ctrl_unusable = V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY;
static const int32_t cv4l2_exposure_manual = V4L2_EXPOSURE_MANUAL;
static const int32_t cv4l2_flash_none = V4L2_FLASH_LED_MODE_NONE;
static const int32_t cv4l2_flash_torch = V4L2_FLASH_LED_MODE_TORCH;

/* The value of an item of an integer menu; the kernel's struct is packed and its value in a union. */
int64_t cv4l2_menu_value(const struct v4l2_querymenu *menu);
void cv4l2_menu_set_value(struct v4l2_querymenu *menu, int64_t value);

/* The picture part of a v4l2_format, the same for the single-planar and the multi-planar call. */
typedef struct cv4l2_picture {
  uint32_t width, height, pixelformat;
  uint32_t bytesperline, sizeimage; /* of the first plane */
} cv4l2_picture;

/* Fills `format` of the given buffer type; 0 for bytesperline and sizeimage lets the driver choose. */
void cv4l2_format_set(struct v4l2_format *format, uint32_t type, const cv4l2_picture *picture);
/* Reads the picture part of `format`, by its type. */
cv4l2_picture cv4l2_format_get(const struct v4l2_format *format);

/* System calls as plain functions of libc, so that preloaded shims see them. A negative result is -errno. */
int cv4l2_open(const char *path);
int cv4l2_ioctl(int fd, unsigned long request, void *argument);

/* libv4lconvert on buffers only: no descriptor, no device, no shared memory, no effect outside of the arguments. */
typedef struct cv4l2_converter cv4l2_converter;

/* NULL when there is no memory or when the format cannot be converted. */
cv4l2_converter *cv4l2_converter_new(uint32_t pixelformat);
void cv4l2_converter_free(cv4l2_converter *converter);
/* Converts one frame to planar YUV 4:2:0, whose first width * height bytes are the luminance. `target` holds at least
 * width * height * 3 / 2 bytes. Returns the bytes written or -1; cv4l2_converter_error() then says why. */
int cv4l2_converter_convert(cv4l2_converter *converter, const cv4l2_picture *picture, unsigned char *source,
                            int source_size, unsigned char *target, int target_size);
const char *cv4l2_converter_error(cv4l2_converter *converter);

#endif
