/* The objects that a call with an Idempotency-Key made, as bytes: one entry an object, in order, so
 * that the same call again can be answered with the same ids. */
#ifndef BELFRY_MODEL_REPLAY_H
#define BELFRY_MODEL_REPLAY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/uuid.h"

#define REPLAY_KEPT MSEC_DAY

struct replay_entry {
	struct uuid id;    /* nil where `err` is set */
	enum err err;      /* of this entry; ERR_OK: it was made */
	bool is_duplicate; /* it was there already */
	bool is_replaced;  /* a duplicate: it was replaced by what was asked for */
};

enum { REPLAY_ENTRY_BYTES = 18 };

/* Writes one entry into REPLAY_ENTRY_BYTES bytes. */
void replay_pack(const struct replay_entry *entry, u8 *out_bytes);

/* A number beside what was made, as an entry: an instant, or how many. */
struct replay_entry replay_number(u64 number);
u64 replay_number_of(const struct replay_entry *entry);

/* Reads the entry at the front of `rest` and moves `rest` on; false at the end or when the bytes
 * are none of ours (then rest->len is not 0). */
MUST_USE bool replay_unpack(str *rest, struct replay_entry *out_entry);

#endif
