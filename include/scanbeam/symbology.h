/**
 * @file scanbeam/symbology.h
 * @brief Symbologies: what can be enabled, and the variants that results tell apart.
 *
 * The symbology numbers 0 to 31 are those of the Cognex Mobile Barcode SDK (CMBSymbology, iOS 2.6.2 header), and so
 * are the DMCC names; the variant numbers 1 to 37 are the result types of its decoder layer. Numbers from 64 on are
 * Scanbeam's own. A build that cannot read a symbology answers SCANBEAM_ERR_UNSUPPORTED when it is to be enabled.
 */
#ifndef SCANBEAM_SYMBOLOGY_H
#define SCANBEAM_SYMBOLOGY_H

#include "status.h"

SCANBEAM_BEGIN_DECLS

/** A symbology, or 0. Accept values that you do not know. */
typedef int32_t scanbeam_symbology;

#define SCANBEAM_SYMBOLOGY_UNKNOWN ((scanbeam_symbology)0)
#define SCANBEAM_SYMBOLOGY_DATAMATRIX ((scanbeam_symbology)1)
#define SCANBEAM_SYMBOLOGY_QR ((scanbeam_symbology)2)
#define SCANBEAM_SYMBOLOGY_C128 ((scanbeam_symbology)3)
#define SCANBEAM_SYMBOLOGY_UPC_EAN ((scanbeam_symbology)4)
#define SCANBEAM_SYMBOLOGY_C11 ((scanbeam_symbology)5)
#define SCANBEAM_SYMBOLOGY_C39 ((scanbeam_symbology)6)
#define SCANBEAM_SYMBOLOGY_C93 ((scanbeam_symbology)7)
#define SCANBEAM_SYMBOLOGY_I2O5 ((scanbeam_symbology)8)
#define SCANBEAM_SYMBOLOGY_CODABAR ((scanbeam_symbology)9)
/**
 * GS1 (EAN.UCC) composites: EAN-13, EAN-8, UPC, GS1-128 or GS1 DataBar with a CC-A, CC-B or CC-C above it. One result: the element
 * strings of both, "(01)" and 14 digits for an EAN or UPC; AIM identifier "]e0". It takes the place of the linear code's own result,
 * which is what is reported when the 2D component cannot be read, provided that its symbology is enabled; see
 * scanbeam_result_linkage().
 */
#define SCANBEAM_SYMBOLOGY_EAN_UCC ((scanbeam_symbology)10)
/**
 * Pharmacode of one and two tracks. Nothing in it, nor in DAFT and KIX, tells which way round it stands: they are read from left to
 * right, up or down by no more than 60 degrees, and upside down are another value.
 */
#define SCANBEAM_SYMBOLOGY_PHARMACODE ((scanbeam_symbology)11)
#define SCANBEAM_SYMBOLOGY_MAXICODE ((scanbeam_symbology)12)
#define SCANBEAM_SYMBOLOGY_PDF417 ((scanbeam_symbology)13)
#define SCANBEAM_SYMBOLOGY_MICROPDF417 ((scanbeam_symbology)14)
#define SCANBEAM_SYMBOLOGY_DATABAR ((scanbeam_symbology)15)
#define SCANBEAM_SYMBOLOGY_PLANET ((scanbeam_symbology)16)
#define SCANBEAM_SYMBOLOGY_POSTNET ((scanbeam_symbology)17)
#define SCANBEAM_SYMBOLOGY_4STATE_JAP ((scanbeam_symbology)18)
#define SCANBEAM_SYMBOLOGY_4STATE_AUS ((scanbeam_symbology)19)
#define SCANBEAM_SYMBOLOGY_4STATE_UPU ((scanbeam_symbology)20) /**< UPU S18, 75 bars in the format 18C; 57 bars and 18D are not read */
#define SCANBEAM_SYMBOLOGY_4STATE_IMB ((scanbeam_symbology)21)
#define SCANBEAM_SYMBOLOGY_VERICODE ((scanbeam_symbology)22)
#define SCANBEAM_SYMBOLOGY_RPC ((scanbeam_symbology)23)
#define SCANBEAM_SYMBOLOGY_MSI ((scanbeam_symbology)24)
#define SCANBEAM_SYMBOLOGY_AZTECCODE ((scanbeam_symbology)25)
#define SCANBEAM_SYMBOLOGY_DOTCODE ((scanbeam_symbology)26)
#define SCANBEAM_SYMBOLOGY_C25 ((scanbeam_symbology)27)
#define SCANBEAM_SYMBOLOGY_C39_CONVERT_TO_C32 ((scanbeam_symbology)28)
#define SCANBEAM_SYMBOLOGY_OCR ((scanbeam_symbology)29)
#define SCANBEAM_SYMBOLOGY_4STATE_RMC ((scanbeam_symbology)30)
#define SCANBEAM_SYMBOLOGY_TELEPEN ((scanbeam_symbology)31)
#define SCANBEAM_SYMBOLOGY_PLESSEY ((scanbeam_symbology)64) /**< UK Plessey */
#define SCANBEAM_SYMBOLOGY_CEPNET ((scanbeam_symbology)65)
#define SCANBEAM_SYMBOLOGY_4STATE_KIX ((scanbeam_symbology)66)
#define SCANBEAM_SYMBOLOGY_4STATE_MAILMARK ((scanbeam_symbology)67)
#define SCANBEAM_SYMBOLOGY_KOREAPOST ((scanbeam_symbology)68)
#define SCANBEAM_SYMBOLOGY_4STATE_DAFT ((scanbeam_symbology)69) /**< any 4-state bars, as letters D A F T; nothing checks them, see PHARMACODE */
#define SCANBEAM_SYMBOLOGY_FIM ((scanbeam_symbology)70) /**< USPS facing identification marks */
#define SCANBEAM_SYMBOLOGY_CODABLOCKF ((scanbeam_symbology)71) /**< Codablock F */
#define SCANBEAM_SYMBOLOGY_CODE16K ((scanbeam_symbology)72) /**< Code 16K */
#define SCANBEAM_SYMBOLOGY_CODE49 ((scanbeam_symbology)73) /**< Code 49 */
#define SCANBEAM_SYMBOLOGY_HANXIN ((scanbeam_symbology)74)
#define SCANBEAM_SYMBOLOGY_GRIDMATRIX ((scanbeam_symbology)75)
#define SCANBEAM_SYMBOLOGY_CODEONE ((scanbeam_symbology)76)

/** Which member of a symbology's family a result is, or 0 when the symbology says it all. */
typedef int32_t scanbeam_variant;

#define SCANBEAM_VARIANT_NONE ((scanbeam_variant)0)
#define SCANBEAM_VARIANT_DATABAR_OMNI ((scanbeam_variant)3)
#define SCANBEAM_VARIANT_DATABAR_STACKED ((scanbeam_variant)4)
#define SCANBEAM_VARIANT_DATABAR_LIMITED ((scanbeam_variant)5)
#define SCANBEAM_VARIANT_DATABAR_EXPANDED ((scanbeam_variant)6)
#define SCANBEAM_VARIANT_EAN13 ((scanbeam_variant)7)
#define SCANBEAM_VARIANT_EAN8 ((scanbeam_variant)8)
#define SCANBEAM_VARIANT_UPCA ((scanbeam_variant)9)
#define SCANBEAM_VARIANT_UPCE ((scanbeam_variant)10)
#define SCANBEAM_VARIANT_GS1_128 ((scanbeam_variant)20)
#define SCANBEAM_VARIANT_MICRO_QR ((scanbeam_variant)28)
#define SCANBEAM_VARIANT_CODE32 ((scanbeam_variant)35)
#define SCANBEAM_VARIANT_RMQR ((scanbeam_variant)64)
#define SCANBEAM_VARIANT_PZN ((scanbeam_variant)65)
#define SCANBEAM_VARIANT_INDUSTRIAL_2OF5 ((scanbeam_variant)66)
#define SCANBEAM_VARIANT_IATA_2OF5 ((scanbeam_variant)67)
#define SCANBEAM_VARIANT_MATRIX_2OF5 ((scanbeam_variant)68)
#define SCANBEAM_VARIANT_DATALOGIC_2OF5 ((scanbeam_variant)69)
#define SCANBEAM_VARIANT_PHARMACODE_TWO_TRACK ((scanbeam_variant)70)
#define SCANBEAM_VARIANT_EAN2 ((scanbeam_variant)71) /**< an EAN/UPC add-on of 2 digits without its EAN or UPC */
#define SCANBEAM_VARIANT_EAN5 ((scanbeam_variant)72)
#define SCANBEAM_VARIANT_COOP_2OF5 ((scanbeam_variant)73)
#define SCANBEAM_VARIANT_CC_A ((scanbeam_variant)80) /**< the 2D component of a composite */
#define SCANBEAM_VARIANT_CC_B ((scanbeam_variant)81)
#define SCANBEAM_VARIANT_CC_C ((scanbeam_variant)82)

/**
 * @brief Name of a symbology: the DMCC stem, for example "UPC-EAN". Static, never NULL ("UNKNOWN" for others).
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_symbology_name(scanbeam_symbology symbology);

/**
 * @brief Symbology for a name, 0 if there is none.
 *
 * Case does not matter; the DMCC stem, with or without "SYMBOL.", and common names ("code128", "ean13", "qr") are
 * known.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_symbology scanbeam_symbology_from_name(const char *SCANBEAM_NULLABLE name);

/** @brief Name of a variant, for example "EAN-13"; "" for 0 and for unknown ones. Static, never NULL. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_variant_name(scanbeam_variant variant);

/** @brief 1 if this build can read the symbology, else 0. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_symbology_available(scanbeam_symbology symbology);

/**
 * @brief The symbologies that this build can read, in ascending order.
 *
 * @param out      Array to fill; may be NULL if capacity is 0.
 * @param capacity Number of elements of out; 0 only asks for the number.
 * @param needed   Set to the number of symbologies; may be NULL.
 * @return SCANBEAM_OK; SCANBEAM_ERR_BUFFER_TOO_SMALL (nothing is written to out); SCANBEAM_ERR_INVALID_ARGUMENT.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_symbologies(scanbeam_symbology *SCANBEAM_NULLABLE out, size_t capacity,
                                                  size_t *SCANBEAM_NULLABLE needed);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_SYMBOLOGY_H */
