/* Facts of a ladder that follow from its row alone: its digest, its rungs and their keys. */
#ifndef BELFRY_MODEL_LADDER_H
#define BELFRY_MODEL_LADDER_H

#include "model/rows.h"

enum {
	RUNG_PACKED_BYTES = 8 + sizeof(struct uuid) + 1,
	RUNGS_PACKED_BYTES = 1 + LIMIT_LADDER_RUNGS * RUNG_PACKED_BYTES,
	OFFSET_TEXT_BYTES = 24,
	RUNG_KEY_BYTES = LIMIT_ENTITY_BYTES + LIMIT_TENANT_NAME_BYTES + LIMIT_LADDER_NAME_BYTES +
			 OFFSET_TEXT_BYTES + 3,
};

/* The digest by which a ladder is found, and that of all ladders of an entity. The texts are within
 * their bounds. */
struct digest ladder_digest(tenant_no tenant, str entity, str user, str name);
struct digest ladder_entity_digest(tenant_no tenant, str entity);

/* As in "-24h", "0", "90m": hours, minutes, seconds or milliseconds, whichever says it exactly in
 * the fewest digits. Returns its length. */
size_t offset_print(msec offset, char out[OFFSET_TEXT_BYTES]);

/* The reverse, also with a plus; false: it is none. */
MUST_USE bool offset_parse(str text, msec *out_offset);

/* "entity:user:name:offset". Returns its length. */
size_t rung_key_print(str entity, str user, str name, msec offset, char out[RUNG_KEY_BYTES]);
/* The two last parts of such a key. False: it is none of this entity and user. */
MUST_USE bool rung_key_read(str key, str entity, str user, str *out_name, str *out_offset);

/* Rungs as they are kept, at most RUNGS_PACKED_BYTES: a version, then of each its offset (the
 * lowest byte first), its run and its state. Returns the length. */
size_t rungs_pack(const struct rung *rungs, u32 len, char *out);

/* 0: its rungs are of another version. */
u32 ladder_rungs_len(const struct ladder_row *row);
struct rung ladder_rung(const struct ladder_row *row, u32 index);

/* The word for a rung's state. */
str rung_state_name(enum rung_state state);

#endif
