/* A kind of store under test: how it is opened, how its process dies, how it is made to fail, and
 * how a test sees what store.h does not show. A new kind is one of these in stores.h. */
#ifndef BELFRY_TEST_CONFORMANCE_STORE_KIND_H
#define BELFRY_TEST_CONFORMANCE_STORE_KIND_H

#include "store/store.h"

/* How the next commit ends. */
enum planned_fault {
	FAULT_NONE,
	FAULT_REFUSED,     /* ERR_STORE: nothing is kept */
	FAULT_LOST_BEFORE, /* ERR_STORE_UNKNOWN: the connection broke before it was kept */
	FAULT_LOST_AFTER,  /* ERR_STORE_UNKNOWN: after */
	FAULT_KINDS
};

typedef void turn_visit(void *context, u64 turn, u32 entries, str journal);

typedef void occurrence_visit(void *context, const struct occurrence_row *row);

/* `subject` is the kind's own. */
struct store_kind {
	const char *name;
	/* How often it asks us for memory in a short life, at least: a loop over refusals that
	 * meets fewer has not met what it was made for. (SQLite's own memory is not ours.) */
	u32 allocations_min;
	/* A new, empty store; NULL: out of memory. */
	void *(*open)(void);
	/* Borrowed until the next crash. */
	struct store *(*view)(void *subject);
	/* The process dies and comes back: what was committed is there. */
	void (*crash)(void *subject);
	void (*close)(void *subject);

	void (*fail_next_commit)(void *subject, enum planned_fault fault);
	/* While it is down, every call fails. */
	void (*set_down)(void *subject, bool is_down);
	/* The payload of this run is not any more what was stored. */
	void (*damage)(void *subject, const struct uuid *run);

	/* Rows with all their texts; borrowed until the next commit. False: not there. */
	bool (*find_run)(void *subject, const struct uuid *id, struct run_row *out_row);
	bool (*find_end)(void *subject, const struct uuid *execution,
			 struct execution_end *out_end);
	bool (*find_progress)(void *subject, const struct uuid *execution,
			      struct progress_row *out_row);
	bool (*find_output)(void *subject, const struct uuid *execution,
			    struct output_row *out_row);
	bool (*has_notice)(void *subject, tenant_no tenant, const struct uuid *id);
	bool (*find_job)(void *subject, const struct uuid *id, struct job_row *out_row);
	/* The ledger of one job, by (planned_at, backfill). */
	void (*each_occurrence)(void *subject, const struct uuid *job, occurrence_visit *visit,
				void *context);
	/* Committed turns, oldest first. */
	void (*each_turn)(void *subject, turn_visit *visit, void *context);
};

#endif
