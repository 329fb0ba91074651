/**
 * @file scanbeam/result.h
 * @brief What was read: the results of one frame (scanbeam_results) and each code in it (scanbeam_result).
 *
 * Both are immutable and own all their data: nothing in them points into a frame or a device. Getters are any-thread,
 * allocate nothing that the caller must free, and return data that is valid as long as the handle they were asked is.
 */
#ifndef SCANBEAM_RESULT_H
#define SCANBEAM_RESULT_H

#include "frame.h"
#include "symbology.h"

SCANBEAM_BEGIN_DECLS

/** @brief The results of one frame, or of the end of a scan. Opaque, reference counted. Any-thread. */
typedef struct scanbeam_results scanbeam_results;

/** @brief One code that was read. Opaque, reference counted. Any-thread. */
typedef struct scanbeam_result scanbeam_result;

/** Why results carry no good read, or 0 when they do. */
typedef int32_t scanbeam_reason;
#define SCANBEAM_REASON_NONE ((scanbeam_reason)0)         /**< good read */
#define SCANBEAM_REASON_NO_CODE ((scanbeam_reason)1)      /**< the picture holds no enabled code that could be read */
#define SCANBEAM_REASON_TIMED_OUT ((scanbeam_reason)2)    /**< the scan timeout ran out */
#define SCANBEAM_REASON_STOPPED ((scanbeam_reason)3)      /**< scanbeam_reader_stop_scanning() */
#define SCANBEAM_REASON_DISCONNECTED ((scanbeam_reason)4) /**< disconnected, closed or lost */
#define SCANBEAM_REASON_END_OF_INPUT ((scanbeam_reason)5) /**< no more pictures */
#define SCANBEAM_REASON_UNREADABLE ((scanbeam_reason)6)   /**< this picture file could not be read; the scan goes on */

/** @brief A stable identifier such as "TIMED_OUT" ("UNKNOWN" for others). Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_reason_name(scanbeam_reason reason);

/** What speaks for a result: flags that are added up. */
typedef uint32_t scanbeam_confirmations;
#define SCANBEAM_CONFIRMED_CHECK ((scanbeam_confirmations)1u)             /**< its check digits or characters are right */
#define SCANBEAM_CONFIRMED_ERROR_CORRECTION ((scanbeam_confirmations)2u)  /**< its error correction found no contradiction */
#define SCANBEAM_CONFIRMED_AGREEING_LINES ((scanbeam_confirmations)4u)    /**< several scan lines gave the same value */
#define SCANBEAM_CONFIRMED_PIXELS ((scanbeam_confirmations)8u)            /**< drawn again, the value explains the pixels */
#define SCANBEAM_CONFIRMED_SECOND_DECODER ((scanbeam_confirmations)16u)   /**< a second decoder gave the same value */
#define SCANBEAM_CONFIRMED_SEVERAL_LOOKS ((scanbeam_confirmations)32u)    /**< other sizes or filters gave the same value */
#define SCANBEAM_CONFIRMED_QUIET_ZONES ((scanbeam_confirmations)64u)      /**< quiet zones were seen at both ends */

/** @brief A stable identifier of one flag such as "CHECK" ("UNKNOWN" for others). Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_confirmation_name(scanbeam_confirmations flag);

/* ---- results ---------------------------------------------------------------------------------------------------- */

/** @brief Add a reference. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_results *SCANBEAM_NULLABLE scanbeam_results_ref(scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_results_unref(scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief 1 if at least one code was read, else 0. Since 0.1. */
SCANBEAM_API int32_t scanbeam_results_good_read(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Why there is no good read; SCANBEAM_REASON_NONE when there is one. Since 0.1. */
SCANBEAM_API scanbeam_reason scanbeam_results_reason(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Number of codes in the frame; 0 when there is no good read. Since 0.1. */
SCANBEAM_API size_t scanbeam_results_count(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Code number index, in reading order (top to bottom, then left to right); NULL when out of range. Borrowed. Since 0.1. */
SCANBEAM_API scanbeam_result *SCANBEAM_NULLABLE scanbeam_results_at(const scanbeam_results *SCANBEAM_NULLABLE results,
                                                                   size_t index);

/**
 * @brief The main result: of a result of several codes (MULTICODE.MAX-NUM-CODES over 1) all parts in one, bytes and texts
 * one after another with a line feed between them and the outline around all; else the first code. NULL when there is no
 * good read. Borrowed. Since 0.1.
 */
SCANBEAM_API scanbeam_result *SCANBEAM_NULLABLE scanbeam_results_main(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Number of parts of a result of several codes; 0 when each code is a result. Since 0.1. */
SCANBEAM_API size_t scanbeam_results_part_count(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Part number index; NULL when out of range. Borrowed. Since 0.1. */
SCANBEAM_API scanbeam_result *SCANBEAM_NULLABLE
scanbeam_results_part_at(const scanbeam_results *SCANBEAM_NULLABLE results, size_t index);

/** @brief Number of the frame within the reader, the image_id of the XML; 0 for still pictures. Since 0.1. */
SCANBEAM_API int64_t scanbeam_results_image_id(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Number of these results within their reader, from 1; 0 for still pictures. Since 0.1. */
SCANBEAM_API int64_t scanbeam_results_id(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief When the frame was captured, or when the scan ended. Nanoseconds of CLOCK_MONOTONIC. Since 0.1. */
SCANBEAM_API int64_t scanbeam_results_time_ns(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief How long locating and decoding took, in nanoseconds of the decoding thread's CPU time. Since 0.1. */
SCANBEAM_API int64_t scanbeam_results_decode_time_ns(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Size of the frame that the corners refer to; 0 x 0 when there was no frame. Since 0.1. */
SCANBEAM_API scanbeam_size scanbeam_results_frame_size(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief Path of the picture for file and directory readers, else NULL. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_results_source(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief For SCANBEAM_REASON_UNREADABLE the sentence that says why, else NULL. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_results_message(const scanbeam_results *SCANBEAM_NULLABLE results);

/**
 * @brief XML of all codes, or of the no-read. NULL when DATA.RESULT-TYPE has neither XML (2) nor XML content (128).
 *
 * The layout of a cmbSDK camera reader: root `result` (attributes id, image_id, version) with `general` (status,
 * full_string in Base64, symbology, decode_time) and, unless only XML content is on, `statistics`. With several codes the
 * root is that of the main result and has a child `sub_results` with one `result` for each code. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_results_xml(const scanbeam_results *SCANBEAM_NULLABLE results);

/** @brief The counters of the XML as a document of their own; NULL unless DATA.RESULT-TYPE has 4. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE
scanbeam_results_statistics_xml(const scanbeam_results *SCANBEAM_NULLABLE results);

/**
 * @brief SVG drawing of all outlines, and of the window of target decoding in yellow, in frame pixels; NULL when SVG results are off. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_results_svg(const scanbeam_results *SCANBEAM_NULLABLE results);

/**
 * @brief The frame as 8-bit luminance, by IMAGE.SIZE smaller than scanbeam_results_frame_size().
 *
 * @param out Table to fill (format SCANBEAM_PIXELS_GREY); its data is borrowed from results.
 * @return SCANBEAM_OK; SCANBEAM_ERR_STATE when image results are off or there was no frame;
 *         SCANBEAM_ERR_INVALID_ARGUMENT.
 *
 * Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_results_image(const scanbeam_results *SCANBEAM_NULLABLE results,
                                                    scanbeam_frame *SCANBEAM_NULLABLE out);

/**
 * @brief The image as a file: JPEG or bitmap by IMAGE.FORMAT, in the quality of IMAGE.QUALITY. Made when first asked for.
 *
 * @param out Set to the bytes, borrowed from results.
 * @return SCANBEAM_OK; SCANBEAM_ERR_STATE when image results are off or there was no frame; _INVALID_ARGUMENT; _NO_MEMORY.
 *
 * Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_results_encoded_image(const scanbeam_results *SCANBEAM_NULLABLE results,
                                                            scanbeam_bytes *SCANBEAM_NULLABLE out);

/* ---- one result ------------------------------------------------------------------------------------------------- */

/** @brief Add a reference, to keep a result longer than its results. Returns its argument. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_result *SCANBEAM_NULLABLE scanbeam_result_ref(scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Drop a reference. NULL is a no-op. Any-thread. Since 0.1. */
SCANBEAM_API void scanbeam_result_unref(scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Symbology, SCANBEAM_SYMBOLOGY_…. Since 0.1. */
SCANBEAM_API scanbeam_symbology scanbeam_result_symbology(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Variant, SCANBEAM_VARIANT_… or 0. Since 0.1. */
SCANBEAM_API scanbeam_variant scanbeam_result_variant(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief The data, byte for byte as the code carries it.
 *
 * GS1 separators (FNC1) inside GS1 data are the byte 0x1D. EAN, UPC-A and UPC-E have the digits that are printed:
 * 13, 8, 12 and 8, check digit included. Since 0.1.
 */
SCANBEAM_API scanbeam_bytes scanbeam_result_bytes(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief The data as text; NULL when it is not text.
 *
 * In order: the character set that the code declares (ECI); else UTF-8 when the bytes are valid UTF-8; else ISO
 * 8859-1 or Shift JIS when the bytes fit them and hold no control characters. See scanbeam_result_charset(). Text may
 * contain control characters such as 0x1D; data with a NUL among them are not text. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_text(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief The bytes as text by scanbeam_reader_set_read_string_encoding(); NULL when they are none in that encoding, when
 * they hold a NUL, or when DATA.RESULT-TYPE has no read string (1). Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_read_string(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Character set that scanbeam_result_text() was decoded from, for example "UTF-8"; NULL when it is not text. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_charset(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief First ECI that the code declares, for example 26 for UTF-8; -1 when it declares none. Since 0.1. */
SCANBEAM_API int32_t scanbeam_result_eci(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief AIM symbology identifier, for example "]C1" (ISO/IEC 15424). Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_aim_id(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief 1 if the code declares its data as GS1 element strings, else 0. Since 0.1. */
SCANBEAM_API int32_t scanbeam_result_is_gs1(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Whether a 2D component of a GS1 composite belongs to a linear code that was read without it: SCANBEAM_LINKAGE_…. */
typedef int32_t scanbeam_linkage;
/** Nothing says so; also for whole composites and other codes, and where composites were not asked for. */
#define SCANBEAM_LINKAGE_NONE ((scanbeam_linkage)0)
/** Rows of bars stand where a component would be, and the code cannot say whether it has one (EAN, UPC), or it was not seen. */
#define SCANBEAM_LINKAGE_POSSIBLE ((scanbeam_linkage)1)
/** The code says so: the linkage flag of DataBar, or the code set character before the check character of a GS1-128. */
#define SCANBEAM_LINKAGE_DECLARED ((scanbeam_linkage)2)

/**
 * @brief Whether the code is part of a composite whose other part was not read; ignore values that you do not know.
 *
 * Readers with SCANBEAM_SYMBOLOGY_EAN_UCC enabled hold such a code back for four frames, and tell one result when the
 * component is read meanwhile. The command EAN-UCC.LINEAR-ALONE changes that: 0 codes that declare a component are not told without
 * it, 1 the default, 2 they are told at once. A call for a still picture tells what it read. Since 0.1.
 */
SCANBEAM_API scanbeam_linkage scanbeam_result_linkage(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief The article number as GTIN-14 for EAN-13, EAN-8, UPC-A, UPC-E, ITF-14 with a right check digit and GS1 data that begin with (01); else NULL. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_gtin(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief The 2 or 5 digits of an EAN/UPC add-on, NULL when there is none. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_add_on(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief How far the value is to be believed, 1 to 100; 0 when nobody judged it, and for NULL.
 *
 * It orders results by risk: it grows with every independent reason (scanbeam_result_confirmations()) and falls with what
 * speaks against the value. It is no probability. Since 0.1.
 */
SCANBEAM_API int32_t scanbeam_result_confidence(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief What speaks for the value: SCANBEAM_CONFIRMED_… added up; ignore flags that you do not know. Since 0.1. */
SCANBEAM_API scanbeam_confirmations scanbeam_result_confirmations(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief What comparing the value with the pixels said, as a sentence in English for people and logs; NULL for NULL, for tags and
 * where nobody judged it.
 *
 * Where SCANBEAM_CONFIRMED_PIXELS is not set it tells why: that such a symbol is not drawn again, that it is not where it was
 * reported, how much of it fits, or that enough lines agreed. Valid as long as the result. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_verification(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief Outline of the code in frame pixels. All zero for NULL. Since 0.1. */
SCANBEAM_API scanbeam_quad scanbeam_result_corners(const scanbeam_result *SCANBEAM_NULLABLE result);

/**
 * @brief Structured append: whether the code is one of several that belong together.
 *
 * @param index  Set to the number of this code, from 0. May be NULL.
 * @param count  Set to the number of codes. May be NULL.
 * @param parity Set to the parity byte, the same in all of them, 0 to 255. May be NULL.
 * @return 1 if it is one of several, else 0 (then nothing is set).
 *
 * Since 0.1.
 */
SCANBEAM_API int32_t scanbeam_result_structured_append(const scanbeam_result *SCANBEAM_NULLABLE result,
                                                       int32_t *SCANBEAM_NULLABLE index,
                                                       int32_t *SCANBEAM_NULLABLE count,
                                                       int32_t *SCANBEAM_NULLABLE parity);

/** @brief XML of this code alone, layout as in scanbeam_results_xml(). Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_xml(const scanbeam_result *SCANBEAM_NULLABLE result);

/** @brief SVG drawing of this outline; NULL when SVG results are off. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NULLABLE scanbeam_result_svg(const scanbeam_result *SCANBEAM_NULLABLE result);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_RESULT_H */
