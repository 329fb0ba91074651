/**
 * @file scanbeam/discovery.h
 * @brief Who is there: a list of devices that readers can be made of.
 *
 * Listing is passive: no device is configured, claimed or started.
 */
#ifndef SCANBEAM_DISCOVERY_H
#define SCANBEAM_DISCOVERY_H

#include "context.h"
#include "frame.h"

SCANBEAM_BEGIN_DECLS

/** What a device is. The numbers 0 to 2 are those of cmbSDK (DataManDeviceClass). */
typedef int32_t scanbeam_device_class;
#define SCANBEAM_DEVICE_MX ((scanbeam_device_class)0)      /**< a DMCC terminal on USB */
#define SCANBEAM_DEVICE_NETWORK ((scanbeam_device_class)1) /**< a DMCC reader on the network */
#define SCANBEAM_DEVICE_CAMERA ((scanbeam_device_class)2)  /**< a camera */
#define SCANBEAM_DEVICE_FRAMES ((scanbeam_device_class)64) /**< frames from files or from the host */
#define SCANBEAM_DEVICE_TAG ((scanbeam_device_class)65)    /**< a contactless reader */
#define SCANBEAM_DEVICE_SCANNER ((scanbeam_device_class)66) /**< a hand scanner of the class HID POS */

/** @brief A list of devices, taken at one moment. Opaque, reference counted, immutable. Any-thread. */
typedef struct scanbeam_device_list scanbeam_device_list;

/** @brief One device of a list. Sized table; the texts are borrowed from the list. */
typedef struct scanbeam_device {
  uint32_t size;                             /**< sizeof(scanbeam_device) of the caller */
  uint32_t reserved;                         /**< 0 */
  const char *SCANBEAM_NULLABLE identity;    /**< lasting name for scanbeam_reader_new_identity() */
  const char *SCANBEAM_NULLABLE name;        /**< for people, for example the model */
  const char *SCANBEAM_NULLABLE node;        /**< device node, for example "/dev/video0", or NULL */
  const char *SCANBEAM_NULLABLE driver;      /**< kernel driver, or NULL */
  const char *SCANBEAM_NULLABLE problem;     /**< why it cannot be used and what to do, or NULL */
  scanbeam_device_class device_class;        /**< SCANBEAM_DEVICE_… */
  scanbeam_status problem_status;            /**< status of the problem, SCANBEAM_OK when there is none */
} scanbeam_device;

/** @brief One way in which a camera can deliver frames. Sized table. */
typedef struct scanbeam_camera_format {
  uint32_t size;                /**< sizeof(scanbeam_camera_format) of the caller */
  uint32_t reserved;            /**< 0 */
  double frames_per_second;     /**< highest rate, 0 when the driver does not tell */
  scanbeam_pixel_format format; /**< V4L2 four-character code; may be one that scanbeam_decode_frame() does not take */
  int32_t width;                /**< columns */
  int32_t height;               /**< rows */
  int32_t usable;               /**< 1 if a reader can read frames of this format */
} scanbeam_camera_format;

/**
 * @brief List the cameras of this machine, in the order of their device nodes.
 *
 * Nodes that cannot capture pictures (metadata, output, encoder) are left out; cameras that may not be opened are in
 * the list with their problem.
 *
 * @param out     Set to the list (you own a reference), to NULL on failure.
 * @param context Context, for its log.
 * @return SCANBEAM_OK (also for an empty list), SCANBEAM_ERR_INVALID_ARGUMENT, _NO_MEMORY, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status
scanbeam_context_list_cameras(scanbeam_context *SCANBEAM_NULLABLE context,
                              scanbeam_device_list *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out);

/** @brief What the library may do to find readers on the network. Sized table; by default it does nothing. */
typedef struct scanbeam_discovery_options {
  uint32_t size;                                                     /**< sizeof of the caller */
  uint32_t reserved;                                                 /**< must be 0 */
  const char *SCANBEAM_NULLABLE const *SCANBEAM_NULLABLE interfaces; /**< names ("eth0") of those to ask and to listen on */
  const char *SCANBEAM_NULLABLE const *SCANBEAM_NULLABLE hosts;      /**< "HOST" or "HOST:PORT": listed without being asked */
  uint64_t interface_count;                                          /**< number of interfaces */
  uint64_t host_count;                                               /**< number of hosts */
} scanbeam_discovery_options;

/** @brief The set of devices has changed: list them anew. Loop thread. */
typedef void (*scanbeam_devices_changed)(void *SCANBEAM_NULLABLE user_data,
                                         scanbeam_context *SCANBEAM_NONNULL context);

/**
 * @brief List cameras, then terminals on USB, serial lines, and readers on the network that are known, then hand scanners of
 * the class HID POS.
 *
 * As scanbeam_context_list_cameras(). No terminal is opened, written to or set. Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status
scanbeam_context_list_devices(scanbeam_context *SCANBEAM_NULLABLE context,
                              scanbeam_device_list *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out);

/**
 * @brief Say where readers on the network may be looked for. Replaces what was said before.
 *
 * On each interface that is named a question is broadcast (UDP 1069) now and every 30 s, and announcements are heard.
 *
 * @param options NULL: nowhere.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (a host that is none), _IO, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status
scanbeam_context_set_discovery(scanbeam_context *SCANBEAM_NULLABLE context,
                               const scanbeam_discovery_options *SCANBEAM_NULLABLE options);

/**
 * @brief Hear of devices that come and go; NULL: no more. One registration a context.
 *
 * It may be called without a difference in the list. @p destroy is called exactly once: on replacement, removal, the end
 * of the context, or at once if this call fails.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _IO, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status
scanbeam_context_watch_devices(scanbeam_context *SCANBEAM_NULLABLE context,
                               scanbeam_devices_changed SCANBEAM_NULLABLE changed, void *SCANBEAM_NULLABLE user_data,
                               void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_device_list *SCANBEAM_NULLABLE
scanbeam_device_list_ref(scanbeam_device_list *SCANBEAM_NULLABLE list);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_device_list_unref(scanbeam_device_list *SCANBEAM_NULLABLE list);

/** @brief Number of devices; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API size_t scanbeam_device_list_count(const scanbeam_device_list *SCANBEAM_NULLABLE list);

/**
 * @brief Device number index.
 *
 * @param out Table to fill; its texts are valid as long as the list is.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (also for an index out of range).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_device_list_get(const scanbeam_device_list *SCANBEAM_NULLABLE list, size_t index,
                                                      scanbeam_device *SCANBEAM_NULLABLE out);

/** @brief Number of formats of device number index; 0 for anything else than a usable camera. Any-thread. Since 0.1. */
SCANBEAM_API size_t scanbeam_device_list_format_count(const scanbeam_device_list *SCANBEAM_NULLABLE list, size_t index);

/**
 * @brief Format number format_index of device number index.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (also for an index out of range).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_device_list_get_format(const scanbeam_device_list *SCANBEAM_NULLABLE list,
                                                             size_t index, size_t format_index,
                                                             scanbeam_camera_format *SCANBEAM_NULLABLE out);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_DISCOVERY_H */
