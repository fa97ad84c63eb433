/* Quotas by kind: the facts of quotas.def, and how a tenant stands to its own. */
#ifndef BELFRY_MODEL_QUOTA_H
#define BELFRY_MODEL_QUOTA_H

#include "base/err.h"
#include "base/str.h"
#include "model/limits.def"
#include "model/names.h"
#include "model/quotas.def"

enum quota_kind {
#define X(name, word, greatest, wait, sentence) QUOTA_##name,
	QUOTAS(X)
#undef X
		QUOTA_KINDS
};

str quota_word(enum quota_kind kind);
str quota_sentence(enum quota_kind kind);
u32 quota_greatest(enum quota_kind kind);

/* The error at a quota's bound: ERR_QUOTA if waiting helps, ERR_FULL if something has to be taken
 * away. The message names the quota, its value and what counts. */
enum err quota_refuse(enum quota_kind kind, u32 most, u32 used, struct why *why);

/* Counts of a tenant that a store keeps where memory has no rows: runs, jobs, open effects. */
struct tally_row {
	tenant_no tenant;
	enum quota_kind kind;
	u32 count; /* above 0; rows of one tenant and kind add up */
};

/* How a tenant stands: what is in force, by whom, what is used. */
struct quota_state {
	u32 most; /* 0: no bound of its own */
	u32 used; /* of those the engine counts */
	bool is_own;
};

#endif
