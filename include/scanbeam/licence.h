/**
 * @file scanbeam/licence.h
 * @brief For vendors who build on the library: results that are only readable with a key of theirs.
 *
 * Scanbeam itself needs no key. Without a policy, which is the default, nothing looks at keys.
 */
#ifndef SCANBEAM_LICENCE_H
#define SCANBEAM_LICENCE_H

#include "context.h"

SCANBEAM_BEGIN_DECLS

/** What a key is worth. The numbers are those of MWB_RTREG (legacy decoder of cmbSDK). */
typedef int32_t scanbeam_licence_status;
#define SCANBEAM_LICENCE_OK ((scanbeam_licence_status)0)                   /**< valid, or no policy */
#define SCANBEAM_LICENCE_INVALID_KEY ((scanbeam_licence_status)-1)         /**< no key, or text of another form */
#define SCANBEAM_LICENCE_INVALID_CHECKSUM ((scanbeam_licence_status)-2)    /**< not signed by the vendor */
#define SCANBEAM_LICENCE_INVALID_APPLICATION ((scanbeam_licence_status)-3) /**< for another application */
#define SCANBEAM_LICENCE_INVALID_KEY_VERSION ((scanbeam_licence_status)-5) /**< of another version */
#define SCANBEAM_LICENCE_INVALID_PLATFORM ((scanbeam_licence_status)-6)    /**< for another platform */
#define SCANBEAM_LICENCE_KEY_EXPIRED ((scanbeam_licence_status)-7)         /**< its time is over */

/**
 * @brief Switch a policy on: from now on the readers of the context, and scanbeam_decode_… calls whose options name it, give
 *        asterisks instead of data, in bytes, text, XML and all that is made of them, and no image, unless there is a valid key.
 *
 * @param application Name that keys have to carry; NULL switches the policy off.
 * @param public_key  The vendor's Ed25519 public key, 32 bytes.
 * @return SCANBEAM_OK; SCANBEAM_ERR_UNSUPPORTED (libsodium is not installed); _INVALID_ARGUMENT; _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_set_licence_policy(scanbeam_context *SCANBEAM_NULLABLE context,
                                                                 const char *SCANBEAM_NULLABLE application,
                                                                 const uint8_t *SCANBEAM_NULLABLE public_key);

/**
 * @brief Hand in a key: `PAYLOAD.SIGNATURE`, both in Base64.
 *
 * The payload is text of lines `version=1`, `application=…`, `expires=…` (seconds since 1970, 0 never) and `platform=…`
 * (`linux` or `any`); the signature is Ed25519 over its bytes.
 *
 * @param licence Set to what the key is worth. May be NULL.
 * @return SCANBEAM_OK (also for a key that is worth nothing); SCANBEAM_ERR_STATE (no policy), _INVALID_ARGUMENT, _FORKED.
 *
 * Any-thread. Since 0.1.
 */
SCANBEAM_API scanbeam_status scanbeam_context_set_licence_key(scanbeam_context *SCANBEAM_NULLABLE context,
                                                              const char *SCANBEAM_NULLABLE key,
                                                              scanbeam_licence_status *SCANBEAM_NULLABLE licence);

/** @brief What the present key is worth; SCANBEAM_LICENCE_OK without a policy and for NULL. Any-thread. Since 0.1. */
SCANBEAM_API scanbeam_licence_status
scanbeam_context_licence_status(scanbeam_context *SCANBEAM_NULLABLE context);

SCANBEAM_END_DECLS

#endif /* SCANBEAM_LICENCE_H */
