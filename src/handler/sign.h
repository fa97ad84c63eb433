/* Signatures of webhooks, as Standard Webhooks has them: HMAC-SHA256 over "id.timestamp.body", one
 * for each secret in force, so that a receiver may change its secret without losing a call. */
#ifndef BELFRY_HANDLER_SIGN_H
#define BELFRY_HANDLER_SIGN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

/* The signed parts of a message. `id` is the same in all attempts, `timestamp` (seconds) is new. */
struct signed_message {
	str id;
	i64 timestamp;
	str body;
};

/* Appends "v1,BASE64" to `out`, after a space if `out` is not empty. `secret`: "whsec_" and 24 to
 * 64 bytes in base64. ERR_INVALID: it is not; the message never contains the secret. */
MUST_USE enum err sign_add(const struct signed_message *message, str secret, struct buf *out,
			   struct why *why);

#endif
