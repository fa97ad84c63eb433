/* Secrets that a payload names: a string value "secret:NAME" stands for the secret of that name,
 * and is filled in when a handler of ours starts. Pure; the payload is JSON that was checked. */
#ifndef BELFRY_EXECUTOR_REFERENCES_H
#define BELFRY_EXECUTOR_REFERENCES_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/handler.h"

/* The names, each once, as they stand in the payload. ERR_QUOTA: more than `max`. */
MUST_USE enum err references_find(str payload, str *out_names, u32 max, u32 *out_len);

/* The payload with the values in place of the references; as it is where there are none. Those
 * that are not among the secrets stay. ERR_MEMORY; ERR_TOO_LONG: longer than a payload may be. */
MUST_USE enum err references_fill(str payload, const struct handler_secret *secrets, u32 len,
				  struct arena *arena, str *out_payload);

#endif
