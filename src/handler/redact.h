/* Removes secrets from texts of others before they are stored. */
#ifndef BELFRY_HANDLER_REDACT_H
#define BELFRY_HANDLER_REDACT_H

#include "base/arena.h"
#include "base/str.h"

enum { REDACT_BYTES_MIN = 4 };

/* `text` with each occurrence of `secret`, plain or in JSON spelling, replaced by "[secret]".
 * Returns `text` itself if there is none, or if the secret is shorter than REDACT_BYTES_MIN (short
 * ones would destroy most texts). Without memory: empty. */
str redact(str text, str secret, struct arena *arena);

/* For a text that was cut: `text` without a beginning of `secret` at its end. */
str redact_end(str text, str secret);

#endif
