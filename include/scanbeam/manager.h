/**
 * @file scanbeam/manager.h
 * @brief Device managers: find the devices of one transport, and connect favourites by themselves.
 *
 * After Socket Mobile's Capture: favourites are kept on disk; a favourite is connected as soon as it is there, and again
 * after it was lost. A device that arrived is a connected reader. Nothing is polled: devices that come are told by the
 * system, and a connection that fails, or ends within ten seconds, is tried again after 1, 2, 4 … 64 seconds. The radio
 * looks for Bluetooth readers only during a discovery and while a favourite is missing: a minute without a pause, then
 * 10 of every 30 seconds.
 */
#ifndef SCANBEAM_MANAGER_H
#define SCANBEAM_MANAGER_H

#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** What a manager looks after. */
typedef int32_t scanbeam_transport;
#define SCANBEAM_TRANSPORT_PCSC ((scanbeam_transport)1)   /**< contactless readers behind PC/SC */
#define SCANBEAM_TRANSPORT_CAMERA ((scanbeam_transport)2) /**< cameras */
#define SCANBEAM_TRANSPORT_USB ((scanbeam_transport)3)    /**< DMCC terminals on USB */
#define SCANBEAM_TRANSPORT_NETWORK ((scanbeam_transport)4) /**< DMCC readers on the network, as scanbeam_context_set_discovery() allows; favourites are reached without it */
#define SCANBEAM_TRANSPORT_BLE ((scanbeam_transport)5)    /**< contactless readers on Bluetooth LE (BlueZ) */

/** @brief A manager. Opaque, reference counted. Any-thread. */
typedef struct scanbeam_manager scanbeam_manager;

/** With favourites "*", the first device that arrives becomes the only favourite. */
#define SCANBEAM_MANAGER_PIN_TO_FIRST ((uint32_t)1)

/** @brief How a manager works. Sized table. */
typedef struct scanbeam_manager_options {
  uint32_t size;                                    /**< sizeof(scanbeam_manager_options) of the caller */
  uint32_t reserved;                                /**< must be 0 */
  scanbeam_context *SCANBEAM_NULLABLE device_context; /**< where the callbacks of its readers run; NULL: the manager's */
  const char *SCANBEAM_NULLABLE state_folder;       /**< where favourites are kept; NULL: $XDG_STATE_HOME/scanbeam */
  uint32_t flags;                                   /**< SCANBEAM_MANAGER_PIN_TO_FIRST or 0 */
  uint32_t unused;                                  /**< must be 0 */
} scanbeam_manager_options;

/** @brief A device that a discovery found. Sized table; borrowed for the call. */
typedef struct scanbeam_discovered_device {
  uint32_t size;                            /**< sizeof(scanbeam_discovered_device) of the library */
  uint32_t reserved;                        /**< 0 */
  const char *SCANBEAM_NULLABLE identifier; /**< lasting; for favourites, connect_device and scanbeam_reader_new_identity() */
  const char *SCANBEAM_NULLABLE name;       /**< for people */
  const char *SCANBEAM_NULLABLE service;    /**< what it offers: "pcsc", "v4l2", "dmcc", or the UUID of a Bluetooth service */
} scanbeam_discovered_device;

/** @brief A device that is connected. Sized table; borrowed for the call. */
typedef struct scanbeam_managed_device {
  uint32_t size;                            /**< sizeof(scanbeam_managed_device) of the library */
  uint32_t reserved;                        /**< 0 */
  uint64_t handle;                          /**< number of this connection; another one each time */
  const char *SCANBEAM_NULLABLE identifier; /**< lasting */
  const char *SCANBEAM_NULLABLE name;       /**< for people */
  scanbeam_reader *SCANBEAM_NULLABLE reader; /**< connected; scanbeam_reader_ref() keeps it */
} scanbeam_managed_device;

/**
 * @brief What a manager tells. Sized table; all members may be NULL; rules as for scanbeam_delegate.
 *
 * | member          | when |
 * |-----------------|------|
 * | usable_changed  | the transport can be used (1), or not any more (0, problem says why); once soon after set_delegate |
 * | discovered      | a discovery found a device |
 * | discovery_ended | a discovery has ended: error NULL when its time was over, SCANBEAM_ERR_CANCELLED, or what went wrong |
 * | device_arrived  | a device was connected, as a favourite or on request; set the reader's delegate here |
 * | device_removed  | it is connected no more: lost, no favourite any more, or disconnected |
 */
typedef struct scanbeam_manager_delegate {
  uint32_t size;     /**< sizeof(scanbeam_manager_delegate) of the caller */
  uint32_t reserved; /**< must be 0 */
  /** See the table above. */
  void (*SCANBEAM_NULLABLE usable_changed)(void *SCANBEAM_NULLABLE user_data,
                                           scanbeam_manager *SCANBEAM_NONNULL manager, int32_t usable,
                                           const char *SCANBEAM_NULLABLE problem);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE discovered)(void *SCANBEAM_NULLABLE user_data, scanbeam_manager *SCANBEAM_NONNULL manager,
                                       const scanbeam_discovered_device *SCANBEAM_NONNULL device);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE discovery_ended)(void *SCANBEAM_NULLABLE user_data,
                                            scanbeam_manager *SCANBEAM_NONNULL manager,
                                            const scanbeam_error *SCANBEAM_NULLABLE error);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE device_arrived)(void *SCANBEAM_NULLABLE user_data,
                                           scanbeam_manager *SCANBEAM_NONNULL manager,
                                           const scanbeam_managed_device *SCANBEAM_NONNULL device);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE device_removed)(void *SCANBEAM_NULLABLE user_data,
                                           scanbeam_manager *SCANBEAM_NONNULL manager,
                                           const scanbeam_managed_device *SCANBEAM_NONNULL device);
} scanbeam_manager_delegate;

/** @brief Name of a transport, for example "pcsc"; "" for others. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_transport_name(scanbeam_transport transport);

/**
 * @brief Make a manager. It connects favourites from now on; its callbacks run on the context's loop.
 *
 * @param out     Set to the manager (you own a reference), to NULL on failure.
 * @param options NULL: defaults.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (no such transport in this build, libpcsclite is not
 *         installed, or the table asks for something unknown); _IO; _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_new(scanbeam_manager *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                  scanbeam_context *SCANBEAM_NULLABLE context,
                                                  scanbeam_transport transport,
                                                  const scanbeam_manager_options *SCANBEAM_NULLABLE options);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_manager *SCANBEAM_NULLABLE scanbeam_manager_ref(scanbeam_manager *SCANBEAM_NULLABLE manager);

/** @brief Drop a reference; with the last one its devices are disconnected. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_manager_unref(scanbeam_manager *SCANBEAM_NULLABLE manager);

/** @brief Disconnect its devices and say no more. SCANBEAM_OK, _INVALID_ARGUMENT, _FORKED. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_close(scanbeam_manager *SCANBEAM_NULLABLE manager);

/** @brief What it looks after; 0 for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_transport scanbeam_manager_transport(const scanbeam_manager *SCANBEAM_NULLABLE manager);

/** @brief Set, replace or (with NULL) remove the delegate. As scanbeam_reader_set_delegate(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_set_delegate(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                           const scanbeam_manager_delegate *SCANBEAM_NULLABLE delegate,
                                                           void *SCANBEAM_NULLABLE user_data,
                                                           void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/**
 * @brief Which devices to connect to: "" none, "*" the first that is found, "a;b" each of these. Kept on disk.
 *
 * Devices that are none any more are disconnected.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT (NULL, control characters, over 4096 bytes, "*" among others);
 *         _IO, _ACCESS (cannot be stored; nothing changes then); _STATE (closed); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_set_favorites(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                            const char *SCANBEAM_NULLABLE favorites);

/**
 * @brief The favourites as they are set.
 *
 * @param buffer   Place for the text with its NUL; NULL with capacity 0 asks for the size.
 * @param capacity Bytes of buffer.
 * @param needed   Set to the size with NUL; may be NULL.
 * @return SCANBEAM_OK, SCANBEAM_ERR_BUFFER_TOO_SMALL, _INVALID_ARGUMENT, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_favorites(const scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                        char *SCANBEAM_NULLABLE buffer, size_t capacity,
                                                        size_t *SCANBEAM_NULLABLE needed);

/** @brief Switch SCANBEAM_MANAGER_PIN_TO_FIRST: 0 or 1. SCANBEAM_OK, _INVALID_ARGUMENT, _STATE, _FORKED. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_set_pin_to_first(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                               int32_t enabled);

/**
 * @brief Tell each device that is there, or comes within the time; then discovery_ended.
 *
 * @param timeout_ms At least 1.
 * @return SCANBEAM_OK; SCANBEAM_ERR_FAVORITE_ACTIVE (favourites are set: devices are connected as they come); _BUSY (one
 *         runs already); _INVALID_ARGUMENT; _STATE (closed); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_start_discovery(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                              int32_t timeout_ms);

/** @brief End the discovery; discovery_ended brings SCANBEAM_ERR_CANCELLED. Does nothing when none runs. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_cancel_discovery(scanbeam_manager *SCANBEAM_NULLABLE manager);

/**
 * @brief Make a device a favourite besides the others: connected now or when it comes, and after a restart. Kept on disk.
 *
 * @return As scanbeam_manager_set_favorites(); SCANBEAM_ERR_FAVORITE_ACTIVE while favourites are "*".
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_add_device(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                         const char *SCANBEAM_NULLABLE identifier);

/**
 * @brief Take a device from the favourites and from what was asked for; it is disconnected. On Bluetooth the system forgets it
 * with its bond.
 *
 * @return As scanbeam_manager_set_favorites(); SCANBEAM_ERR_NOT_FOUND (it is neither).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_remove_device(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                            const char *SCANBEAM_NULLABLE identifier);

/** @brief Connect a device, now or when it comes, and again after it was lost, until disconnect_device. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_connect_device(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                             const char *SCANBEAM_NULLABLE identifier);

/** @brief Take a request of connect_device back; a favourite stays connected. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_manager_disconnect_device(scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                                const char *SCANBEAM_NULLABLE identifier);

/**
 * @brief The lasting identifier for the handle of a connection, also after the connection ended.
 *
 * buffer, capacity and needed as for scanbeam_manager_favorites().
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_NOT_FOUND (no such connection), _BUFFER_TOO_SMALL, _INVALID_ARGUMENT, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_manager_unique_identifier(const scanbeam_manager *SCANBEAM_NULLABLE manager,
                                                                uint64_t handle, char *SCANBEAM_NULLABLE buffer,
                                                                size_t capacity, size_t *SCANBEAM_NULLABLE needed);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_MANAGER_H */
