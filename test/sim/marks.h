/* Counters of the places the simulator has been; over all seeds of a suite. */
#ifndef BELFRY_TEST_SIM_MARKS_H
#define BELFRY_TEST_SIM_MARKS_H

#include "base/types.h"
#include "model/turn.h"
#include "sim/disk.h"
#include "sim/marks.def"

/* clang-format off */
enum mark {
#define X(name, sentence) MARK_##name,
	MARKS(X)
#undef X
	MARK_COUNT
};

/* What can become of a commit. */
#define FATES(X) \
	X(CRASH_BEFORE,    "the process died before")               \
	X(CRASH_AFTER,     "the process died after")                \
	X(FAILED,          "the store failed at")                   \
	X(UNKNOWN_LOST,    "the fate was unknown, and it was not kept, of") \
	X(UNKNOWN_APPLIED, "the fate was unknown, and it was kept, of")     \
	X(SYNC,            "the disk failed at")

/* What a commit can hold. */
#define HOLDINGS(X) \
	X(ENQUEUE,    "a commit with a new run")                \
	X(CLAIM,      "a commit with a claim")                  \
	X(FINISH,     "a commit with a run that is done")       \
	X(RETRY,      "a commit with a run that is to be tried again") \
	X(DEAD,       "a commit with a new dead letter")        \
	X(CANCEL,     "a commit with a cancelled run")          \
	X(BEAT,       "a commit with a beat")                   \
	X(UNIQUE,     "a commit with a unique key")             \
	X(PAUSE,      "a commit with a pause")                  \
	X(POLICY,     "a commit with a policy")                 \
	X(OPERATION,  "a commit with a step of an operation") \
	X(DOCUMENT,      "a commit with a document")                  \
	X(EFFECT,     "a commit with an effect")                \
	X(BATCH,      "a commit with a batch")                  \
	X(LADDER,     "a commit with a ladder, or another way") \
	X(REMINDER,   "a commit with a reminder")               \
	X(REPLAY,     "a commit with what a call made")         \
	X(JOB,        "a commit with a job, or its days")       \
	X(OCCURRENCE, "a commit with a judgement of an occurrence") \
	X(DAY,        "a commit with the end of somebody's day")

enum fate {
#define X(name, sentence) FATE_##name,
	FATES(X)
#undef X
	FATE_COUNT
};

enum holding {
#define X(name, sentence) HOLDING_##name,
	HOLDINGS(X)
#undef X
	HOLDING_COUNT
};
/* clang-format on */

/* Of the factor that spreads retries, 0.6 to 0.8 and 1.2 to 1.4: ten bins each. */
enum { JITTER_BINS = 20 };

struct marks {
	u64 hits[MARK_COUNT];
	u64 fates[FATE_COUNT][HOLDING_COUNT];
	u64 jitter[JITTER_BINS];
	u64 disk[DISK_EVENT_COUNT];
};

/* Bit per enum holding. */
u32 marks_holdings(const struct turn *turn);
/* Counts the fate of a turn's commit under everything that the turn held. */
void marks_fate(struct marks *marks, enum fate fate, const struct turn *turn);
void marks_add(struct marks *into, const struct marks *from);

/* Counts a factor, in thousandths; and whether all of them together look drawn at random: false
 * once in a thousand times although they are. Few say nothing. */
void marks_jitter(struct marks *marks, i64 per_mille);
bool marks_jitter_is_even(const struct marks *marks);

/* Of histories over one kind of disk. */
u32 marks_total(const struct disk_kind *kind);
u32 marks_missing(const struct marks *marks, const struct disk_kind *kind);
/* Lists the marks that were never hit, or all of them with their counts. */
void marks_print(const struct marks *marks, const struct disk_kind *kind, bool missing_only);

#endif
