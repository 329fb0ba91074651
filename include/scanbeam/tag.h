/**
 * @file scanbeam/tag.h
 * @brief Contactless readers (PC/SC, Bluetooth LE) and the tags that lie on them.
 *
 * A contactless reader is a reader like any other: connect it, start a scan, and each tag that is shown arrives as
 * results with one result, whose scanbeam_result_tag() says what it is. Besides, tags can be written and talked to with
 * scanbeam_reader_tag_perform(), with or without a scan.
 *
 * The numbers of sources and formats are those of Socket Mobile's Capture (SKTCaptureDataSourceID, SKTCaptureDataFormat).
 */
#ifndef SCANBEAM_TAG_H
#define SCANBEAM_TAG_H

#include "ndef.h"
#include "reader.h"

SCANBEAM_BEGIN_DECLS

/** The family of a tag. */
typedef int32_t scanbeam_tag_source;
#define SCANBEAM_TAG_NONE ((scanbeam_tag_source)0)         /**< not a tag, or the format has no type */
#define SCANBEAM_TAG_ISO14443_A ((scanbeam_tag_source)256) /**< MIFARE, NTAG, telephones, most cards */
#define SCANBEAM_TAG_ISO14443_B ((scanbeam_tag_source)257) /**< type B */
#define SCANBEAM_TAG_FELICA ((scanbeam_tag_source)258)     /**< FeliCa */
#define SCANBEAM_TAG_ISO15693 ((scanbeam_tag_source)259)   /**< vicinity tags */
#define SCANBEAM_TAG_ICODE1 ((scanbeam_tag_source)260)     /**< NXP ICODE 1 */
#define SCANBEAM_TAG_PICOTAG ((scanbeam_tag_source)261)    /**< Inside Secure PicoTag */
#define SCANBEAM_TAG_TOPAZ ((scanbeam_tag_source)262)      /**< Innovision Topaz, Jewel */
#define SCANBEAM_TAG_THINFILM ((scanbeam_tag_source)263)   /**< Thinfilm NFC Barcode */
#define SCANBEAM_TAG_ST_SR ((scanbeam_tag_source)264)      /**< STMicro SR */
#define SCANBEAM_TAG_ASK_CTS ((scanbeam_tag_source)265)    /**< ASK CTS256B, CTS512B */
#define SCANBEAM_TAG_NFC_FORUM ((scanbeam_tag_source)266)  /**< holds an NDEF message, which was read */
#define SCANBEAM_TAG_INNOVATRON ((scanbeam_tag_source)267) /**< Innovatron Radio Protocol */

/** What can be told of a tag's chip: which commands it takes. */
typedef int32_t scanbeam_tag_chip;
#define SCANBEAM_CHIP_UNKNOWN ((scanbeam_tag_chip)0)      /**< only the family is known */
#define SCANBEAM_CHIP_CLASSIC_1K ((scanbeam_tag_chip)1)   /**< MIFARE Classic 1K: authenticate, blocks of 16 bytes */
#define SCANBEAM_CHIP_CLASSIC_4K ((scanbeam_tag_chip)2)   /**< MIFARE Classic 4K */
#define SCANBEAM_CHIP_CLASSIC_MINI ((scanbeam_tag_chip)3) /**< MIFARE Mini */
#define SCANBEAM_CHIP_ULTRALIGHT ((scanbeam_tag_chip)4)   /**< MIFARE Ultralight, NTAG: pages of 4 bytes */
#define SCANBEAM_CHIP_PROCESSOR ((scanbeam_tag_chip)5)    /**< ISO 14443-4: APDUs */
#define SCANBEAM_CHIP_VICINITY ((scanbeam_tag_chip)6)     /**< ISO 15693: blocks */
#define SCANBEAM_CHIP_FELICA ((scanbeam_tag_chip)7)       /**< FeliCa */
#define SCANBEAM_CHIP_TOPAZ ((scanbeam_tag_chip)8)        /**< Topaz, Jewel */
#define SCANBEAM_CHIP_PLUS ((scanbeam_tag_chip)9)         /**< MIFARE Plus, security level 2 */

/** Which parts of a tag a result carries. Bits: 2 id, 4 data, 8 type. */
typedef int32_t scanbeam_tag_format;
#define SCANBEAM_TAG_FORMAT_ID_ONLY ((scanbeam_tag_format)2)        /**< bytes: the id; text: its hexadecimal digits */
#define SCANBEAM_TAG_FORMAT_DATA_ONLY ((scanbeam_tag_format)4)      /**< bytes: the NDEF message; text: its URIs and texts */
#define SCANBEAM_TAG_FORMAT_TYPE_AND_ID ((scanbeam_tag_format)10)   /**< as ID_ONLY, with the source (default) */
#define SCANBEAM_TAG_FORMAT_TYPE_AND_DATA ((scanbeam_tag_format)12) /**< as DATA_ONLY, with the source */

/** @brief A tag. Opaque, reference counted, immutable. Any-thread; what getters return is valid as long as it is. */
typedef struct scanbeam_tag scanbeam_tag;

/** @brief Name of a source, for example "ISO14443 A"; "" for others. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_tag_source_name(scanbeam_tag_source source);

/** @brief Name of a chip, for example "MIFARE Classic 1K"; "unknown" for others. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_tag_chip_name(scanbeam_tag_chip chip);

/** @brief The tag of a result, borrowed; NULL when it is none. Since 0.1. */
SCANBEAM_API scanbeam_tag *SCANBEAM_NULLABLE scanbeam_result_tag(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_tag *SCANBEAM_NULLABLE scanbeam_tag_ref(scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_tag_unref(scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief Its source; SCANBEAM_TAG_NONE when the result's format has no type. Since 0.1. */
SCANBEAM_API scanbeam_tag_source scanbeam_tag_get_source(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief Its chip; SCANBEAM_CHIP_UNKNOWN when the result's format has no type. Since 0.1. */
SCANBEAM_API scanbeam_tag_chip scanbeam_tag_get_chip(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/**
 * @brief Its number (UID); empty when the result's format has no id or the reader gives none.
 *
 * In the order of the air interface; ISO 15693 with its E0 first, whatever the order of the reader. Since 0.1.
 */
SCANBEAM_API scanbeam_bytes scanbeam_tag_id(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief 1 if the number is a new one at each tap (telephones), so that it names nobody. Since 0.1. */
SCANBEAM_API int32_t scanbeam_tag_id_is_random(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief The answer to reset that the reader gives for it. Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_tag_atr(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief 1 if its memory was read and is formatted for NDEF (the message may be empty). Since 0.1. */
SCANBEAM_API int32_t scanbeam_tag_has_message(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief The NDEF message as stored; for scanbeam_ndef_new(). Since 0.1. */
SCANBEAM_API scanbeam_bytes scanbeam_tag_message(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief Type of NFC Forum tag, 1 to 5; 0 when the memory was not read or the tag is none. Since 0.1. */
SCANBEAM_API int32_t scanbeam_tag_forum_type(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief Longest message that it can hold, bytes; 0 when the memory was not read. Since 0.1. */
SCANBEAM_API size_t scanbeam_tag_capacity(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/** @brief 1 if its memory was read and says that messages may be written. Since 0.1. */
SCANBEAM_API int32_t scanbeam_tag_is_writable(const scanbeam_tag *SCANBEAM_NULLABLE tag);

/* ---- readers ------------------------------------------------------------------------------------------------------ */

/** Show each good read of a tag with the reader's light and sound, where it has them. */
#define SCANBEAM_TAG_CONFIRM ((uint32_t)1)

/** @brief How to read tags. Sized table. */
typedef struct scanbeam_tag_options {
  uint32_t size;                       /**< sizeof(scanbeam_tag_options) of the caller */
  uint32_t reserved;                   /**< must be 0 */
  const char *SCANBEAM_NULLABLE reader; /**< name of the reader, with or without its numbers, or an identity (pcsc:…, ble:…); NULL: the first one behind PC/SC */
  scanbeam_tag_format format;          /**< SCANBEAM_TAG_FORMAT_…; 0: TYPE_AND_ID */
  int32_t removal_delay_ms;            /**< how long a tag may be gone before it counts as taken away; 0: 300 */
  uint32_t flags;                      /**< SCANBEAM_TAG_CONFIRM or 0 */
  uint32_t unused;                     /**< must be 0 */
} scanbeam_tag_options;

/**
 * @brief Make a contactless reader. scanbeam_reader_new_identity() with `pcsc:NAME` (or `pcsc:`, the first) does the same.
 *
 * @param out     Set to the reader (you own a reference), to NULL on failure.
 * @param options NULL: defaults.
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (libpcsclite is not installed, or the table asks for
 *         something unknown); _STATE; _FORKED. A reader that is not there yet is unavailable until it comes.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_new_tag(scanbeam_reader *SCANBEAM_NULLABLE *SCANBEAM_NULLABLE out,
                                                     scanbeam_context *SCANBEAM_NULLABLE context,
                                                     const scanbeam_tag_options *SCANBEAM_NULLABLE options);

/** @brief Which parts of a tag results carry, from the next tag on. SCANBEAM_OK, _INVALID_ARGUMENT, _UNSUPPORTED (no contactless reader), _STATE. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status scanbeam_reader_set_tag_format(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                            scanbeam_tag_format format);

/** @brief The format that is set; 0 for readers of other kinds. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_tag_format scanbeam_reader_tag_format(const scanbeam_reader *SCANBEAM_NULLABLE reader);

/**
 * @brief Hears of tags that come and go, also without a scan. Sized table; rules as for scanbeam_delegate.
 *
 * | member  | when |
 * |---------|------|
 * | arrived | a tag lies on the reader and answers; its memory was not read |
 * | removed | it was taken away and not back within the removal delay, or another tag came |
 */
typedef struct scanbeam_tag_delegate {
  uint32_t size;     /**< sizeof(scanbeam_tag_delegate) of the caller */
  uint32_t reserved; /**< must be 0 */
  /** See the table above. */
  void (*SCANBEAM_NULLABLE arrived)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                    scanbeam_tag *SCANBEAM_NONNULL tag);
  /** See the table above. */
  void (*SCANBEAM_NULLABLE removed)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                    scanbeam_tag *SCANBEAM_NONNULL tag);
} scanbeam_tag_delegate;

/** @brief Set, replace or (with NULL) remove the tag delegate. As scanbeam_reader_set_delegate(). Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_status
scanbeam_reader_set_tag_delegate(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                 const scanbeam_tag_delegate *SCANBEAM_NULLABLE delegate,
                                 void *SCANBEAM_NULLABLE user_data,
                                 void (*SCANBEAM_NULLABLE destroy)(void *SCANBEAM_NULLABLE));

/* ---- operations --------------------------------------------------------------------------------------------------- */

/** Something that a tag, or its reader, can be asked to do. The members of the table that each uses are in brackets. */
typedef int32_t scanbeam_tag_action;
#define SCANBEAM_TAG_READ_MESSAGE ((scanbeam_tag_action)1)  /**< answer: the NDEF message */
#define SCANBEAM_TAG_WRITE_MESSAGE ((scanbeam_tag_action)2) /**< [data] a tag that is pulled away holds the old, an empty or the new one */
#define SCANBEAM_TAG_FORMAT_EMPTY ((scanbeam_tag_action)3)  /**< an empty message; blank tags of types 2 and 5 are formatted, type 2 for ever */
#define SCANBEAM_TAG_LOCK ((scanbeam_tag_action)4)          /**< [number: SCANBEAM_TAG_LOCK_FOR_EVER; data: key B of a MIFARE Classic, none: FF six times] read-only, cannot be undone */
#define SCANBEAM_TAG_AUTHENTICATE ((scanbeam_tag_action)5)  /**< [number: block; count: SCANBEAM_TAG_KEY_…; data: 6 bytes] MIFARE Classic */
#define SCANBEAM_TAG_READ_BLOCK ((scanbeam_tag_action)6)    /**< [number: block; count: bytes, 1 to 256] answer: the bytes */
#define SCANBEAM_TAG_WRITE_BLOCK ((scanbeam_tag_action)7)   /**< [number: block; data: the whole block] */
#define SCANBEAM_TAG_TRANSMIT ((scanbeam_tag_action)8)      /**< [data: a command APDU] answer: as it came, with status word */
#define SCANBEAM_TAG_CONTROL ((scanbeam_tag_action)9)       /**< [number: control code, 0: escape; data] for the reader; answer: as it came */
#define SCANBEAM_TAG_SIGNAL ((scanbeam_tag_action)10)       /**< [count: 1 good, 0 bad] the reader's light and sound */

/** Keys of MIFARE Classic. */
#define SCANBEAM_TAG_KEY_A ((int32_t)0)
#define SCANBEAM_TAG_KEY_B ((int32_t)1)
/** What the number of SCANBEAM_TAG_LOCK must be, so that no tag is locked by mistake. */
#define SCANBEAM_TAG_LOCK_FOR_EVER ((uint32_t)1280262987)

/** @brief An operation. Sized table. */
typedef struct scanbeam_tag_operation {
  uint32_t size;                        /**< sizeof(scanbeam_tag_operation) of the caller */
  uint32_t reserved;                    /**< must be 0 */
  const uint8_t *SCANBEAM_NULLABLE data; /**< copied before return */
  uint64_t length;                      /**< bytes of data, at most 65544 */
  scanbeam_tag_action action;           /**< SCANBEAM_TAG_… */
  uint32_t number;                      /**< see the actions */
  int32_t count;                        /**< see the actions */
  int32_t timeout_ms;                   /**< 0: no limit; a command that was sent is still carried out */
} scanbeam_tag_operation;

/**
 * @brief The end of an operation: the answer's bytes (borrowed; may be none), or what went wrong.
 *
 * Called exactly once on the loop thread, unless the call that started it returned an error.
 */
typedef void (*scanbeam_tag_completion)(void *SCANBEAM_NULLABLE user_data, scanbeam_reader *SCANBEAM_NONNULL reader,
                                        const uint8_t *SCANBEAM_NULLABLE data, size_t length,
                                        const scanbeam_error *SCANBEAM_NULLABLE error);

/**
 * @brief Ask the tag on the reader, or the reader, to do something. Operations are carried out in their order.
 *
 * The completion brings SCANBEAM_ERR_TAG_REMOVED (there is none, or it went), _TAG_REFUSED (the message has the status
 * word), _TAG_FORMAT, _TAG_READ_ONLY, _TAG_FULL, _TAG_AUTHENTICATION, _UNSUPPORTED, _TIMEOUT, _STATE (not connected),
 * _CANCELLED (disconnected), _AGAIN (another program reset the tag: authenticate anew).
 *
 * @return SCANBEAM_OK; SCANBEAM_ERR_INVALID_ARGUMENT; _UNSUPPORTED (no contactless reader); _STATE (closed); _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_tag_perform(scanbeam_reader *SCANBEAM_NULLABLE reader,
                                                         const scanbeam_tag_operation *SCANBEAM_NULLABLE operation,
                                                         scanbeam_tag_completion SCANBEAM_NULLABLE completion,
                                                         void *SCANBEAM_NULLABLE user_data);

/**
 * @brief scanbeam_reader_tag_perform() and wait. As scanbeam_reader_connect_sync().
 *
 * @param buffer   Place for the answer; NULL with capacity 0 when it does not matter.
 * @param capacity Bytes of buffer.
 * @param needed   Set to the length of the answer; may be NULL.
 * @return The completion's code; SCANBEAM_ERR_BUFFER_TOO_SMALL (the operation was carried out); what
 *         scanbeam_reader_tag_perform() and scanbeam_reader_connect_sync() return.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_reader_tag_perform_sync(
    scanbeam_reader *SCANBEAM_NULLABLE reader, const scanbeam_tag_operation *SCANBEAM_NULLABLE operation,
    uint8_t *SCANBEAM_NULLABLE buffer, size_t capacity, size_t *SCANBEAM_NULLABLE needed, int32_t timeout_ms);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_TAG_H */
