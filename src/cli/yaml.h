/* YAML as JSON, by the core schema of YAML 1.2: yes, no, on and off are texts, dates too. */
#ifndef BELFRY_CLI_YAML_H
#define BELFRY_CLI_YAML_H

#include "base/buf.h"
#include "base/err.h"

/* Where in the text, from 1. */
struct yaml_place {
	u32 line;
	u32 column;
};

/* Each document becomes a line of JSON in `out`, whose maximum bounds what aliases may grow to.
 * Anchors and merge keys (<<) are resolved; numbers keep their digits. Refused: keys that stand
 * twice or are no plain values, other tags than !!str, numbers that JSON or another version of
 * YAML reads differently, and nesting beyond 64. */
MUST_USE enum err yaml_to_json(str text, struct buf *out, struct yaml_place *out_place,
			       struct why *why);

#endif
