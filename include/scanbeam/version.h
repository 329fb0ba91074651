/**
 * @file scanbeam/version.h
 * @brief Versions, features and the layout manifest.
 *
 * Three numbers: the project version (semantic versioning), the API level (plus one at every public addition) and the
 * ABI number (the SONAME, libscanbeam.so.0). Before 1.0 the ABI may change, with a new SONAME.
 */
#ifndef SCANBEAM_VERSION_H
#define SCANBEAM_VERSION_H

#include "base.h"

#define SCANBEAM_VERSION_MAJOR 0
#define SCANBEAM_VERSION_MINOR 1
#define SCANBEAM_VERSION_PATCH 0

/** The header's version as one number: major * 1000000 + minor * 1000 + patch. */
#define SCANBEAM_VERSION_NUMBER \
  (SCANBEAM_VERSION_MAJOR * 1000000 + SCANBEAM_VERSION_MINOR * 1000 + SCANBEAM_VERSION_PATCH)

/** Grows by one with every public addition; for compile-time tests. */
#define SCANBEAM_API_LEVEL 1

SCANBEAM_BEGIN_DECLS

/** Something that a build may or may not have. See scanbeam_has_feature(). */
typedef int32_t scanbeam_feature;
#define SCANBEAM_FEATURE_CAMERA ((scanbeam_feature)1)   /**< cameras by V4L2 */
#define SCANBEAM_FEATURE_PICTURES ((scanbeam_feature)2) /**< PNG, JPEG, PNM and BMP files */
#define SCANBEAM_FEATURE_ZBAR ((scanbeam_feature)3)     /**< the zbar decode engine */

/** @brief The library's version, in the form of SCANBEAM_VERSION_NUMBER. Any-thread. Since 0.1. */
SCANBEAM_API uint32_t scanbeam_version_number(void);

/** @brief The library's version as text, for example "0.1.0". Static. Any-thread. Since 0.1. */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_version_string(void);

/** @brief The library's SCANBEAM_API_LEVEL. Any-thread. Since 0.1. */
SCANBEAM_API uint32_t scanbeam_api_level(void);

/** @brief 1 if this build has the feature, 0 if not or if it is unknown. Any-thread. Since 0.1. */
SCANBEAM_API int32_t scanbeam_has_feature(scanbeam_feature feature);

/**
 * @brief The layout of all public structs as JSON, so that a binding can check itself when it loads the library.
 *
 * `{"version":"0.1.0","api_level":1,"structs":{"scanbeam_bytes":{"size":16,"fields":{"data":0,"size":8}},…}}`,
 * offsets in bytes. Static. Any-thread. Since 0.1.
 */
SCANBEAM_API const char *SCANBEAM_NONNULL scanbeam_abi_manifest(void);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_VERSION_H */
