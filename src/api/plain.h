/* JSON that every reader reads alike (I-JSON, RFC 7493, with bounds of ours): each name once in its
 * object, no number longer than LIMIT_NUMBER_BYTES or beyond what a double holds. The free values
 * of callers (payload, parameters, result, items ...) are handed on byte for byte, many in one
 * answer: one value that a strict reader refuses would make the whole answer unreadable to it, and
 * with it the values of others. So such values are refused when they come in (ADR-0027), and are
 * handed out as text where a store still has one.
 *
 * json.c calls the second half while it walks a value. One struct serves many values, one after the
 * other. */
#ifndef BELFRY_API_PLAIN_H
#define BELFRY_API_PLAIN_H

#include "api/json.h"

enum plain_fault { PLAIN_OK, PLAIN_NUMBER_LONG, PLAIN_NUMBER_RANGE, PLAIN_NAME_TWICE };

enum { PLAIN_NAMES_FEW = 24 };

struct plain {
	struct arena *arena;
	enum plain_fault fault;       /* the first of the value; the walk goes on */
	u32 objects;                  /* entered so far */
	u32 names;                    /* seen so far */
	u32 open[JSON_DEPTH_MAX + 1]; /* which object is open at a depth */
	u64 few[PLAIN_NAMES_FEW];     /* hashes of (object, name) */
	u64 *many;                    /* where there are more: a table of `room` places */
	u32 room;
};

void plain_init(struct plain *plain, struct arena *arena);
/* Another value. */
void plain_begin(struct plain *plain);
/* Why such a value is refused, for people. */
enum err plain_explain(enum plain_fault fault, struct why *why);
/* Whether bytes that are known to be JSON are plain. */
MUST_USE bool plain_is(str bytes, struct arena *arena);

void plain_enter_object(struct plain *plain, u32 depth);
void plain_see_name(struct plain *plain, u32 depth, struct json_string name);
void plain_see_number(struct plain *plain, str digits);

#endif
