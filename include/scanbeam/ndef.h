/**
 * @file scanbeam/ndef.h
 * @brief NDEF messages: what NFC Forum tags hold. Taken apart and put together without any reader.
 */
#ifndef SCANBEAM_NDEF_H
#define SCANBEAM_NDEF_H

#include "status.h"

SCANBEAM_BEGIN_DECLS

/**
 * @brief A message: records in order. Opaque, reference counted.
 *
 * One-at-a-time while records are added, any-thread afterwards. What getters return is valid as long as the message is,
 * but for scanbeam_ndef_bytes(), which is valid until a record is added.
 */
typedef struct scanbeam_ndef scanbeam_ndef;

/** What a record is, as far as its type is known here. */
typedef int32_t scanbeam_ndef_kind;
#define SCANBEAM_NDEF_UNKNOWN ((scanbeam_ndef_kind)0)      /**< a type that is not known here */
#define SCANBEAM_NDEF_EMPTY ((scanbeam_ndef_kind)1)        /**< nothing */
#define SCANBEAM_NDEF_URI ((scanbeam_ndef_kind)2)          /**< a URI, abbreviations written out */
#define SCANBEAM_NDEF_TEXT ((scanbeam_ndef_kind)3)         /**< a text in one language */
#define SCANBEAM_NDEF_SMART_POSTER ((scanbeam_ndef_kind)4) /**< a URI with titles */
#define SCANBEAM_NDEF_MIME ((scanbeam_ndef_kind)5)         /**< data of a media type */
#define SCANBEAM_NDEF_WIFI ((scanbeam_ndef_kind)6)         /**< how to join a wireless network */
#define SCANBEAM_NDEF_EXTERNAL ((scanbeam_ndef_kind)7)     /**< data of a type of somebody's own */
#define SCANBEAM_NDEF_MALFORMED ((scanbeam_ndef_kind)8)    /**< a known type with a payload that does not fit it */

/** @brief A wireless network. Sized table; the bytes are borrowed. */
typedef struct scanbeam_wifi {
  uint32_t size;          /**< sizeof(scanbeam_wifi) of the caller */
  uint32_t reserved;      /**< 0 */
  scanbeam_bytes ssid;    /**< name, at most 32 bytes */
  scanbeam_bytes key;     /**< passphrase or key, at most 64 bytes; empty for an open network */
  int32_t authentication; /**< 1 open, 2 WPA-PSK, 4 shared, 8 WPA-EAP, 16 WPA2-EAP, 32 WPA2-PSK (Wi-Fi Simple Configuration) */
  int32_t encryption;     /**< 1 none, 2 WEP, 4 TKIP, 8 AES */
} scanbeam_wifi;

/**
 * @brief Make a message from its bytes, or an empty one to add records to.
 *
 * @param out    Set to the message (you own a reference), to NULL on failure.
 * @param bytes  The message as a tag holds it, copied; NULL with length 0: no records.
 * @param length Number of bytes.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _TAG_FORMAT (damaged, cut short, or more than 1024 records).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_ndef_new(scanbeam_ndef *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                               const uint8_t *SCANBEAM_NULLABLE bytes, size_t length);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_ndef *SCANBEAM_NULLABLE scanbeam_ndef_ref(scanbeam_ndef *SCANBEAM_NULLABLE message);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_ndef_unref(scanbeam_ndef *SCANBEAM_NULLABLE message);

/** @brief The message as a tag holds it. Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_ndef_bytes(scanbeam_ndef *SCANBEAM_NULLABLE message);

/** @brief Number of records; 0 for NULL. Since 0.1. */
SCANBEAM_API size_t scanbeam_ndef_count(const scanbeam_ndef *SCANBEAM_NULLABLE message);

/** @brief What record number index is, SCANBEAM_NDEF_…; _UNKNOWN when out of range. Since 0.1. */
SCANBEAM_API scanbeam_ndef_kind scanbeam_ndef_record_kind(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index);

/**
 * @brief The record as text: the URI (also of a smart poster), the text, the media type, the external type, the name
 * of the network. NULL for other kinds and for text with a NUL in it. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_ndef_record_text(const scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                                     size_t index);

/** @brief Language of a text, for example "en"; NULL for other kinds. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_ndef_record_language(const scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                                         size_t index);

/** @brief Type name format of the record: 0 empty, 1 well known, 2 media type, 3 URI, 4 external, 5 unknown. Since 0.1. */
SCANBEAM_API int32_t scanbeam_ndef_record_type_name(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index);

/** @brief Type of the record as stored, for example "U". Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_ndef_record_type(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index);

/** @brief Id of the record as stored; empty when it has none. Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_ndef_record_id(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index);

/** @brief Payload of the record as stored. Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_ndef_record_payload(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index);

/**
 * @brief The wireless network of a record of kind SCANBEAM_NDEF_WIFI.
 *
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT, _STATE (another kind). Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_ndef_record_wifi(const scanbeam_ndef *SCANBEAM_NULLABLE message, size_t index,
                                                       scanbeam_wifi *SCANBEAM_NULLABLE out);

/** @brief Add a URI; it is abbreviated where the standard has an abbreviation. SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_uri(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                   const char *SCANBEAM_NULLABLE uri);

/** @brief Add a text; language such as "en", NULL: "en". SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_text(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                    const char *SCANBEAM_NULLABLE text,
                                                    const char *SCANBEAM_NULLABLE language);

/** @brief Add a smart poster: a URI and, unless title is NULL, a title. SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_smart_poster(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                            const char *SCANBEAM_NULLABLE uri,
                                                            const char *SCANBEAM_NULLABLE title,
                                                            const char *SCANBEAM_NULLABLE language);

/** @brief Add data of a media type such as "text/vcard". SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_mime(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                    const char *SCANBEAM_NULLABLE type,
                                                    const uint8_t *SCANBEAM_NULLABLE data, size_t length);

/** @brief Add data of a type of your own, "example.com:type". SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_external(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                        const char *SCANBEAM_NULLABLE type,
                                                        const uint8_t *SCANBEAM_NULLABLE data, size_t length);

/** @brief Add a wireless network; authentication 0 means WPA2-PSK, encryption 0 AES. SCANBEAM_OK, _INVALID_ARGUMENT. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_wifi(scanbeam_ndef *SCANBEAM_NULLABLE message,
                                                    const scanbeam_wifi *SCANBEAM_NULLABLE wifi);

/**
 * @brief Add a record as it is.
 *
 * @param type_name Type name format, 0 to 5.
 * @return SCANBEAM_OK, SCANBEAM_ERR_INVALID_ARGUMENT (type or id of more than 255 bytes, content in an empty record).
 *
 * Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_ndef_add_record(scanbeam_ndef *SCANBEAM_NULLABLE message, int32_t type_name,
                                                      const uint8_t *SCANBEAM_NULLABLE type, size_t type_length,
                                                      const uint8_t *SCANBEAM_NULLABLE id, size_t id_length,
                                                      const uint8_t *SCANBEAM_NULLABLE payload, size_t payload_length);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_NDEF_H */
