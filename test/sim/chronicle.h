/* What all tenants but one have lived through: their journal and what they were answered, told so
 * that two lives of one seed can be compared. Ids, numbers of turns and of names are not in it. */
#ifndef BELFRY_TEST_SIM_CHRONICLE_H
#define BELFRY_TEST_SIM_CHRONICLE_H

#include "base/msec.h"
#include "base/uuid.h"

struct answer;
struct call;
struct journal_entry;
struct oracle_run;
struct sim;

enum { CHRONICLE_MAX = 1 << 17, CHRONICLE_WORDS = 72 };

struct chronicle_entry {
	msec at;   /* true time */
	u64 who;   /* hash: the run by what it carries, or who was answered */
	u64 what;  /* hash */
	msec wait; /* from now to the run_at it tells of */
	struct uuid run;
	bool is_claim;
	bool gets_work; /* whoever is answered */
	bool is_drawn;  /* by the turn, not by who asked for it */
	char words[CHRONICLE_WORDS];
};

/* A run that a gate put off, and to when. */
struct chronicle_put_off {
	u64 who;
	msec at;
	msec until;
};

struct chronicle {
	u32 stranger; /* 1 + the tenant that is not told of */
	u32 len;
	u32 put_offs_len;
	bool has_routes;
	msec end; /* told up to here */
	u64 claims;
	u64 claims_of_stranger;
	struct chronicle_entry entries[CHRONICLE_MAX];
	struct chronicle_put_off put_offs[CHRONICLE_MAX];
};

/* The same in every life of its seed: a run by what its caller gave it. */
u64 chronicle_who(const struct oracle_run *run);
/* NULL: nothing is told. */
void chronicle_entry(struct chronicle *chronicle, struct sim *sim, const struct oracle_run *run,
		     const struct journal_entry *entry);
void chronicle_answer(struct chronicle *chronicle, struct sim *sim, const struct call *call,
		      const struct answer *answer);

#endif
