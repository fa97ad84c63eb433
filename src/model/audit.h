/* The audit: who changed what. A call that changed something leaves one row, in the commit of the
 * change; so does what a handler says that it did. What time did stands in the journal. */
#ifndef BELFRY_MODEL_AUDIT_H
#define BELFRY_MODEL_AUDIT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/names.h"

/* The kind of those rows that a handler's own words make: `after` is what it said, all of it. */
#define AUDIT_BY_HANDLER STR("handler")

/* The facts that an edge has about the call behind a command. Texts that are too long are cut, but
 * for before and after: they are JSON objects of at most LIMIT_AUDIT_BYTES, or empty. */
struct audit_ask {
	str action;
	str kind;   /* of the object */
	str object; /* its name; empty: what the command makes */
	str request;
	str source; /* the client's address */
	struct uuid token;
	str before;
	str after;
};

struct audit_row {
	u64 turn;
	u32 number; /* within the turn, from 1 on */
	msec at;
	tenant_no tenant;
	u32 made;        /* how many there are of the object; 0: it was there before */
	struct uuid run; /* nil: it is about none, or about many */
	struct uuid token;
	str actor; /* empty: SYSTEM */
	str action;
	str kind;
	str object;
	str request;
	str source;
	str before;
	str after;
};

enum { AUDIT_PACKED_MAX = 3 * 8 + 3 * 4 + 2 * 16 + 4 * 4 + 8 * (4 + 256) + 2 * 4096 };

/* All that a row says, in bytes that only this row has. */
void audit_pack(const struct audit_row *row, struct buf *out);

/* ---- the rows of a turn, together ------------------------------------------------------------ */

/* Adds a row behind those that are packed; `before` is the last of them, of the first row one that
 * is all zeros. See audit.c for the bytes. */
void audit_add(struct buf *packed, const struct audit_row *row, const struct audit_row *before);

/* Takes the row at the front of `rest`. `row` is the one before and becomes the one taken, of the
 * same turn and instant; false at the end, or when the bytes are damaged (then rest->len is not 0).
 * Texts borrow from the bytes, or are the arena's. */
MUST_USE bool audit_take(str *rest, struct arena *arena, struct audit_row *row);

#endif
