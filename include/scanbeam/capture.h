/**
 * @file scanbeam/capture.h
 * @brief Numbers of Socket Mobile's Capture, for hosts that were written for it: result codes, device types, properties.
 *
 * The same things have calls of their own elsewhere; nothing is to be had here alone. Numbers as in Capture's headers
 * (SKTRESULT, SKTCaptureDeviceType, SKTCapturePropertyID).
 */
#ifndef SCANBEAM_CAPTURE_H
#define SCANBEAM_CAPTURE_H

#include "manager.h"
#include "reader.h"
#include "status.h"

SCANBEAM_BEGIN_DECLS

/** A result code; 0 and above: success. */
typedef int32_t scanbeam_capture_result;
#define SCANBEAM_CAPTURE_NOERROR ((scanbeam_capture_result)0)                      /**< success */
#define SCANBEAM_CAPTURE_WAITTIMEOUT ((scanbeam_capture_result)1)                  /**< nothing happened in the time given */
#define SCANBEAM_CAPTURE_NOTENOUGHMEMORY ((scanbeam_capture_result)-2)             /**< no memory */
#define SCANBEAM_CAPTURE_NOTSUPPORTED ((scanbeam_capture_result)-15)               /**< cannot be done */
#define SCANBEAM_CAPTURE_NOTFOUND ((scanbeam_capture_result)-17)                   /**< not there */
#define SCANBEAM_CAPTURE_INVALIDPARAMETER ((scanbeam_capture_result)-18)           /**< wrong argument */
#define SCANBEAM_CAPTURE_BUFFERTOOSMALL ((scanbeam_capture_result)-26)             /**< too small a buffer */
#define SCANBEAM_CAPTURE_UNABLEOPENDEVICE ((scanbeam_capture_result)-27)           /**< in use, or no permission */
#define SCANBEAM_CAPTURE_NOTAVAILABLE ((scanbeam_capture_result)-32)               /**< not now, or not any more */
#define SCANBEAM_CAPTURE_COMMANDDENIED ((scanbeam_capture_result)-37)              /**< the device or tag refused */
#define SCANBEAM_CAPTURE_COMMUNICATIONERROR ((scanbeam_capture_result)-38)         /**< talking to it failed */
#define SCANBEAM_CAPTURE_RECEIVEUNEXPECTEDCOMMAND ((scanbeam_capture_result)-39)   /**< it answered what it must not */
#define SCANBEAM_CAPTURE_INVALIDVALUE ((scanbeam_capture_result)-41)               /**< too much for the device or tag */
#define SCANBEAM_CAPTURE_REQUESTTIMEDOUT ((scanbeam_capture_result)-42)            /**< no answer in time */
#define SCANBEAM_CAPTURE_INVALIDOPERATION ((scanbeam_capture_result)-43)           /**< not in this state, or not here */
#define SCANBEAM_CAPTURE_INVALIDFORMAT ((scanbeam_capture_result)-85)              /**< damaged, or no format that is known */
#define SCANBEAM_CAPTURE_CANCEL ((scanbeam_capture_result)-91)                     /**< cancelled */
#define SCANBEAM_CAPTURE_FAVORITENOTEMPTY ((scanbeam_capture_result)-95)           /**< favourites are set */
#define SCANBEAM_CAPTURE_UNABLETOCOMPLETEOPERATION ((scanbeam_capture_result)-97)  /**< all else */

/** A type of device. Bits 0 to 7: product; 8 to 13: function (1 scanner, 2 reads NFC, 4 writes NFC, 8 unknown); 16 to 23: interface (3 Bluetooth, 4 serial, 5 Bluetooth LE, 6 NFC); 24 and 25: class (0 device, 1 device manager). */
typedef int32_t scanbeam_capture_type;
#define SCANBEAM_CAPTURE_TYPE_NONE ((scanbeam_capture_type)0)                /**< the model has no number for it */
#define SCANBEAM_CAPTURE_TYPE_D600 ((scanbeam_capture_type)327701)           /**< D600 */
#define SCANBEAM_CAPTURE_TYPE_S370_NFC ((scanbeam_capture_type)329243)       /**< the NFC half of an S370 */
#define SCANBEAM_CAPTURE_TYPE_S320 ((scanbeam_capture_type)327964)           /**< S320 */
#define SCANBEAM_CAPTURE_TYPE_BLE_UNKNOWN ((scanbeam_capture_type)329771)    /**< another reader on Bluetooth LE */
#define SCANBEAM_CAPTURE_TYPE_COUPLER ((scanbeam_capture_type)394752)        /**< a reader behind PC/SC: interface NFC, reads and writes, no product of Capture's */
#define SCANBEAM_CAPTURE_TYPE_MANAGER_BLE ((scanbeam_capture_type)17104897)  /**< the manager of readers on Bluetooth LE */
#define SCANBEAM_CAPTURE_TYPE_MANAGER ((scanbeam_capture_type)16777216)      /**< another manager */

/** A property with a number for a value. */
typedef int32_t scanbeam_capture_property;
#define SCANBEAM_CAPTURE_DEVICE_TYPE ((scanbeam_capture_property)65538)            /**< get: a scanbeam_capture_type */
#define SCANBEAM_CAPTURE_BATTERY_LEVEL ((scanbeam_capture_property)65803)          /**< get: percent, as it was told last */
#define SCANBEAM_CAPTURE_DATA_FORMAT ((scanbeam_capture_property)131083)           /**< get, set: a scanbeam_tag_format */
#define SCANBEAM_CAPTURE_LOCAL_ACKNOWLEDGMENT ((scanbeam_capture_property)131337)  /**< get, set: 1 when reads are shown with light and sound */
#define SCANBEAM_CAPTURE_TRIGGER ((scanbeam_capture_property)1179653)              /**< set: 1 start, 2 stop, 5 start and go on after each read */
#define SCANBEAM_CAPTURE_DISCONNECT ((scanbeam_capture_property)1179921)           /**< set: disconnect, whatever the value */

/** @brief The result code for a status. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_capture_result scanbeam_capture_result_of(scanbeam_status status);

/** @brief Name of any result code of Capture, for example "FAVORITENOTEMPTY"; "" for others. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_capture_result_name(scanbeam_capture_result result);

/** @brief What a reader is; SCANBEAM_CAPTURE_TYPE_NONE for NULL, cameras and terminals. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_capture_type scanbeam_reader_capture_type(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/** @brief What a manager is; SCANBEAM_CAPTURE_TYPE_NONE for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_capture_type scanbeam_manager_capture_type(const scanbeam_manager *SCANBEAM_NULLABLE manager);

/**
 * @brief A property of a contactless reader.
 *
 * @param value Set to the value.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (no such property, or it cannot be asked for; no contactless
 *         reader); _NOT_FOUND (the battery was not told); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_get_capture_property(const scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                  scanbeam_capture_property property,
                                                                  int32_t *SCANBEAM_NULLABLE value);

/**
 * @brief Set a property of a contactless reader.
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (no such property, or it cannot be set; no contactless
 *         reader); _STATE (closed; not connected); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_set_capture_property(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                                  scanbeam_capture_property property, int32_t value);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_CAPTURE_H */
