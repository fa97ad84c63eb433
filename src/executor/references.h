/* References to secrets in a payload: a string value "secret:NAME" is replaced by the secret of
 * that name when a handler of the server starts. Pure; the payload is checked JSON. */
#ifndef BELFRY_EXECUTOR_REFERENCES_H
#define BELFRY_EXECUTOR_REFERENCES_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/handler.h"

/* The names, each once, as written in the payload. ERR_QUOTA: more than `max`. */
MUST_USE enum err references_find(str payload, str *out_names, u32 max, u32 *out_len);

/* The payload with the values in place of the references; unchanged if it has none. References to
 * other secrets stay. ERR_MEMORY; ERR_TOO_LONG: longer than a payload may be. */
MUST_USE enum err references_fill(str payload, const struct handler_secret *secrets, u32 len,
				  struct arena *arena, str *out_payload);

#endif
