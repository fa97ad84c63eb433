/* A rig to play a story on while something fails: the real pump over one of two grounds, the store
 * in memory or the SQLite store over a disk that forgets (ground.h). Whoever asked and got an error
 * asks again, as a client would; so the story has one end, whatever failed on the way, and it is
 * compared with the end of the story that nothing failed in.
 *
 * Checked on the way, from the fault on:
 *   - a turn, or a step of removing, that failed has left the store as it was (unless it says that
 *     it does not know)
 *   - a process that died has left the whole of a turn or nothing
 *   - the engine's numbered invariants hold
 *   - memory is what memory loaded afresh would be
 *   - everyone who asked is answered once */
#ifndef BELFRY_TEST_FAULT_RIG_H
#define BELFRY_TEST_FAULT_RIG_H

#include "ground.h"

#include "base/memory.h"
#include "base/prng.h"
#include "numbered.h"
#include "pump/pump.h"
#include "sim/vfs.h"
#include "store/memory/memory.h"

enum {
	RIG_REPLIES_MAX = 4000,
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
	FAULT_SYNC,            /* the n-th commit, or sync of a file: the process ends */
	FAULT_WRITE,           /* the n-th write to a file */
	FAULT_FULL,            /* the n-th write finds no room */
	FAULT_READ,            /* the n-th read of a file */
	/* The process dies, or the power is cut, at the n-th moment: before, in and after every
	 * call to the store, before and after every output (answer, stop, publish), and of files at
	 * every write, sync, truncate and removal. */
	FAULT_DEATH,
	FAULT_CUT,
	FAULT_MODES
};

const char *fault_mode_name(enum fault_mode mode);
bool fault_mode_is_for(enum fault_mode mode, const struct ground_kind *kind);

struct rig;
typedef bool rig_choose(const struct rig *rig, enum fault_mode mode, u64 number);
typedef void rig_between(const struct rig *rig, u64 left);

/* What is played. */
struct rig_plan {
	const char *story;
	const struct ground_kind *kind;
	u32 runs_max;      /* in memory; 0: no bound */
	bool from_nothing; /* faults also strike while the first process starts */
	bool with_opening; /* and while a store is opened: most points of a story that starts anew
			    */
	enum fault_mode mode;
	u64 at; /* which one fails */
	/* Where nothing fails: asked at every point of every mode whether it is to fail after all.
	 * NULL: nobody chooses. */
	rig_choose *is_chosen;
	/* A process ended after the fault, and the next has not begun: all that the rest of the
	 * story can depend on, as one number. NULL: nobody asks. */
	rig_between *between;
};

struct rig {
	const char *story;
	const struct ground_kind *kind;
	u32 runs_max;
	enum fault_mode mode;
	u64 at;
	u64 points[FAULT_MODES]; /* where each mode could have struck */
	rig_choose *is_chosen;
	rig_between *between;
	bool is_armed;
	bool with_opening;
	bool is_opening;
	bool has_failed; /* a check did */
	bool is_dead;    /* the process: nothing leaves it any more */

	struct mem_watch watch;
	struct ground *ground;
	struct store front; /* as the pump sees it */
	struct store *store;
	struct pump *pump;
	struct now now;
	struct prng random;
	enum err went; /* how the last turn went: after an error the pump wants another */
	u64 turns;

	u64 replies;
	struct numbered given[RIG_REPLIES_MAX];
	u8 answered[RIG_REPLIES_MAX];
	bool is_excused[RIG_REPLIES_MAX]; /* asked of a process that died */
	enum command_kind kinds[RIG_REPLIES_MAX];
	struct answer last; /* without what it borrows, but: */
	struct enqueue_answer last_items[RIG_RUNS_MAX];
	struct lease last_leases[RIG_LEASES_MAX];
	enum holder_code last_code;

	struct hook_command asked; /* what a policy hook was asked about last; number 0: nothing */

	struct uuid runs[RIG_RUNS_MAX]; /* by label */
	u32 runs_len;
	struct uuid held[RIG_LEASES_MAX]; /* executions that a worker knows of */
	u32 held_len;
};

/* Begins, with everything there but nothing done. */
void rig_open(struct rig *rig, const struct rig_plan *plan);
/* What the store holds at the end, as text; then everything is given back and counted. */
void rig_close(struct rig *rig, struct buf *out_summary);

/* Carried out, by asking again as long as it takes. The answer: rig->last. */
enum err rig_do(struct rig *rig, struct command command);
/* One turn more until nothing is left to do at this instant. */
void rig_settle(struct rig *rig);
void rig_advance(struct rig *rig, msec span);
/* The process dies between two turns, and starts again. */
void rig_crash(struct rig *rig);
/* What is past its time is removed, step by step, until nothing is left to remove. */
void rig_tend(struct rig *rig);

/* A new run with the next label, under a key of its own (unless the item has one). */
void rig_enqueue(struct rig *rig, const char *tenant, struct enqueue_item item);
/* A worker comes to hold one run more; its execution is the last of rig->held. Where none may be
 * due it only tries. */
MUST_USE bool rig_try_take(struct rig *rig);
struct uuid rig_take(struct rig *rig);
/* A lease call that waits; whoever answers it, rig_take goes on from there. */
void rig_wait(struct rig *rig, msec wait_ms);
void rig_report(struct rig *rig, struct report report);
void rig_run_command(struct rig *rig, enum command_kind kind, u32 label, msec run_at);

/* ---- for the ground ------------------------------------------------------------------------ */

void rig_expect(struct rig *rig, bool holds, const char *what);
/* Nothing fails while it looks: disarmed, and armed again as it was. */
MUST_USE bool rig_disarm(struct rig *rig);
void rig_arm(struct rig *rig, bool is_armed);
/* What becomes of the next request for memory, call inside the store in memory, call of the disk.
 */
bool rig_refuses_memory(struct rig *rig);
struct memory_fault rig_fault_of_call(struct rig *rig, bool is_commit);
enum platter_fault rig_fault_of_disk(struct rig *rig, enum platter_call call);

#endif
