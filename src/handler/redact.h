/* Secrets in what others said are blotted out before it is kept. */
#ifndef BELFRY_HANDLER_REDACT_H
#define BELFRY_HANDLER_REDACT_H

#include "base/arena.h"
#include "base/str.h"

enum { REDACT_BYTES_MIN = 4 };

/* `text` with every place where `secret` stands, as it is or as JSON writes it, replaced by
 * "[secret]". The text itself when there is none, or when the secret is shorter than
 * REDACT_BYTES_MIN (nothing would be left of most texts). Without memory for the copy: empty. */
str redact(str text, str secret, struct arena *arena);

/* `text` without the beginning of `secret` that it ends with, if it does: of a text that was cut
 * off. */
str redact_end(str text, str secret);

#endif
