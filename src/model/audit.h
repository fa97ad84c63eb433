/* The audit: who changed what. A call that changes something leaves a row in the commit of the
 * change; so does an action that a handler reports. Changes caused by time are in the journal. */
#ifndef BELFRY_MODEL_AUDIT_H
#define BELFRY_MODEL_AUDIT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/names.h"

/* The kind of rows from handlers: `after` is the complete report. */
#define AUDIT_BY_HANDLER STR("handler")

/* The facts that an edge has about the call behind a command. Texts that are too long are cut, but
 * for before and after: they are JSON objects of at most LIMIT_AUDIT_BYTES, or empty. */
struct audit_ask {
	str action;
	str kind;   /* of the object */
	str object; /* the object's name; empty: the object that the command creates */
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
	u32 made;        /* how many objects were created; 0: it existed before */
	struct uuid run; /* nil: no run, or many */
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

/* Packs the parts of a row that are in its own bytes. */
void audit_pack(const struct audit_row *row, struct buf *out);

/* ---- the rows of a turn, together ------------------------------------------------------------ */

/* Appends a row to the packed ones. `before` is the last packed row; for the first row it is all
 * zeros. See audit.c for the format. */
void audit_add(struct buf *packed, const struct audit_row *row, const struct audit_row *before);

/* Unpacks the row at the front of `rest`. `row` is the row before, of the same turn and instant,
 * and becomes the unpacked one. False at the end, or if the bytes are damaged (then rest->len is
 * not 0). Texts are borrowed from the bytes or the arena. */
MUST_USE bool audit_take(str *rest, struct arena *arena, struct audit_row *row);

#endif
