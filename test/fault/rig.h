/* A rig to play a story on while something fails: the real pump over the store in memory. Whoever
 * asked and got an error asks again, as a client would; so the story has one end, whatever failed
 * on the way, and it is compared with the end of the story that nothing failed in.
 *
 * Checked on the way, after every turn:
 *   - a turn that failed has left the store as it was (unless it says that it does not know)
 *   - the engine's numbered invariants hold
 *   - memory is what memory loaded afresh would be
 *   - everyone who asked is answered once */
#ifndef BELFRY_TEST_FAULT_RIG_H
#define BELFRY_TEST_FAULT_RIG_H

#include "base/memory.h"
#include "server/pump.h"
#include "store/memory/memory.h"

#include <setjmp.h>

enum {
	RIG_TICKETS_MAX = 4000,
	RIG_RUNS_MAX = 1000,
	RIG_LEASES_MAX = 1000,
	RIG_SUMMARY_BYTES = 1 << 16,
};

enum fault_mode {
	FAULT_NONE,
	FAULT_MEMORY,          /* the n-th allocation */
	FAULT_MEMORY_ROW,      /* the n-th and the nine after it */
	FAULT_STORE,           /* the n-th call to the store; a commit is not applied */
	FAULT_UNKNOWN_LOST,    /* the n-th commit: nobody knows, and it is not there */
	FAULT_UNKNOWN_APPLIED, /* the n-th commit: nobody knows, and it is there */
	FAULT_SYNC,            /* the n-th commit: the disk fails, the process ends */
	FAULT_DEATH,           /* the process dies in the n-th call to the store */
	FAULT_MODES
};

struct rig {
	const char *story;
	u32 runs_max; /* in memory; 0: no bound */
	enum fault_mode mode;
	u64 at;      /* which one fails */
	u64 counted; /* how many there were */
	bool is_armed;
	bool has_failed; /* a check did */

	struct mem_watch watch;
	struct memory_store *store;
	struct pump *pump;
	struct now now;
	struct prng random;
	jmp_buf death;
	bool may_die;
	enum err went; /* how the last turn went: after an error the pump wants another */

	u64 tickets;
	u8 answered[RIG_TICKETS_MAX];
	bool is_excused[RIG_TICKETS_MAX]; /* asked of a process that died */
	enum command_kind kinds[RIG_TICKETS_MAX];
	struct answer last; /* without what it borrows, but: */
	struct enqueue_answer last_items[RIG_RUNS_MAX];
	struct lease last_leases[RIG_LEASES_MAX];
	enum holder_code last_code;

	struct uuid runs[RIG_RUNS_MAX]; /* by label */
	u32 runs_len;
	struct uuid held[RIG_LEASES_MAX]; /* executions that a worker knows of */
	u32 held_len;
};

/* Begins, with everything there but nothing done. */
void rig_open(struct rig *rig, const char *story, u32 runs_max, enum fault_mode mode, u64 at);
/* What the store holds at the end, as text; then everything is given back and counted. */
void rig_close(struct rig *rig, char *out_summary);

/* Carried out, by asking again as long as it takes. The answer: rig->last. */
enum err rig_do(struct rig *rig, struct command command);
/* One turn more until nothing is left to do at this instant. */
void rig_settle(struct rig *rig);
void rig_advance(struct rig *rig, msec span);
/* The process dies between two turns, and starts again. */
void rig_crash(struct rig *rig);

/* A new run with the next label, under a key of its own (unless the item has one). */
void rig_enqueue(struct rig *rig, const char *tenant, struct enqueue_item item);
/* A worker comes to hold one run more; its execution is the last of rig->held. */
struct uuid rig_take(struct rig *rig);
/* A lease call that waits; whoever answers it, rig_take goes on from there. */
void rig_wait(struct rig *rig, msec wait_ms);
void rig_report(struct rig *rig, struct report report);
void rig_run_command(struct rig *rig, enum command_kind kind, u32 label, msec run_at);

#endif
