#include "sim/marks.h"

#include <inttypes.h>
#include <stdio.h>

/* clang-format off */
static const struct { const char *name, *sentence; } mark_rows[MARK_COUNT] = {
#define X(name, sentence) [MARK_##name] = { #name, sentence },
	MARKS(X)
#undef X
};
static const char *const fate_sentences[FATE_COUNT] = {
#define X(name, sentence) [FATE_##name] = sentence,
	FATES(X)
#undef X
};
static const char *const holding_sentences[HOLDING_COUNT] = {
#define X(name, sentence) [HOLDING_##name] = sentence,
	HOLDINGS(X)
#undef X
};
static const struct { const char *name, *sentence; } disk_rows[DISK_EVENT_COUNT] = {
#define X(name, sentence) [DISK_##name] = { #name, sentence },
	DISK_EVENTS(X)
#undef X
};
/* clang-format on */

static u32 holding_of_state(enum run_state state)
{
	if (state == RUN_DONE) return 1u << HOLDING_FINISH;
	if (state == RUN_QUEUED) return 1u << HOLDING_RETRY;
	if (state == RUN_WAITING) return 1u << HOLDING_OCCURRENCE;
	if (state == RUN_CANCELLED) return 1u << HOLDING_CANCEL;
	return 1u << HOLDING_DEAD;
}

/* Of a row that is put; of a delete, where deletes count. */
static u32 holding_of_row(enum row_kind kind, bool is_delete)
{
	static const u32 holdings[KIND_COUNT] = {
		[KIND_PROGRESS] = 1u << HOLDING_BEAT,
		[KIND_PAUSE] = 1u << HOLDING_PAUSE,
		[KIND_TYPE] = 1u << HOLDING_POLICY,
		[KIND_QUEUE] = 1u << HOLDING_POLICY,
		[KIND_TENANT] = 1u << HOLDING_POLICY,
		[KIND_DEFAULTS] = 1u << HOLDING_POLICY,
		[KIND_DAILY_POLICY] = 1u << HOLDING_POLICY,
		[KIND_RATE] = 1u << HOLDING_POLICY,
		[KIND_GATES] = 1u << HOLDING_POLICY,
		[KIND_OPERATION] = 1u << HOLDING_OPERATION,
		[KIND_DOCUMENT] = 1u << HOLDING_DOCUMENT,
		[KIND_LADDER] = 1u << HOLDING_LADDER,
		[KIND_COOLDOWN] = 1u << HOLDING_LADDER,
		[KIND_REMINDER] = 1u << HOLDING_REMINDER,
		[KIND_BATCH] = 1u << HOLDING_BATCH,
		[KIND_EFFECT] = 1u << HOLDING_EFFECT,
		[KIND_REPLAY] = 1u << HOLDING_REPLAY,
		[KIND_CALENDAR] = 1u << HOLDING_JOB,
		[KIND_DAY] = 1u << HOLDING_DAY,
		[KIND_LINKS] = 1u << HOLDING_OCCURRENCE,
		[KIND_AFTER] = 1u << HOLDING_OCCURRENCE,
		[KIND_OCCURRENCE] = 1u << HOLDING_OCCURRENCE,
		[KIND_UNIQUE] = 1u << HOLDING_UNIQUE,
	};
	if (is_delete && kind == KIND_COOLDOWN) return 0;
	return holdings[kind];
}

static u32 holding_of(const struct change *change)
{
	switch (change->kind) {
	case CHANGE_PUT: return holding_of_row(change->row_kind, false);
	case CHANGE_DELETE: return holding_of_row(change->row_kind, true);
	case CHANGE_RUN_NEW: return 1u << HOLDING_ENQUEUE;
	case CHANGE_RUN_HOT: return holding_of_state(change->run_hot.hot.state);
	case CHANGE_RUN_REPLACED: return 1u << HOLDING_ENQUEUE;
	case CHANGE_EXECUTION_NEW: return 1u << HOLDING_CLAIM;
	case CHANGE_EXECUTION_BEAT: return 1u << HOLDING_BEAT;
	case CHANGE_UNIQUE_PUT: return 1u << HOLDING_UNIQUE;
	case CHANGE_TENANT_DROP: return 1u << HOLDING_POLICY;
	case CHANGE_LADDER_PUT: return 1u << HOLDING_LADDER;
	case CHANGE_REMINDER_HOT:
	case CHANGE_REMINDER_GONE: return 1u << HOLDING_REMINDER;
	case CHANGE_JOB_PUT:
	case CHANGE_JOB_STATE: return 1u << HOLDING_JOB;
	case CHANGE_EXECUTION_END:
	case CHANGE_RUN_SPILLED:
	case CHANGE_TYPE_NAMED:
	case CHANGE_JOB_HOT:
	case CHANGE_AUDIT_PUT:
	case CHANGE_DAILY_GONE:
	case CHANGE_DAILY_HOT:
	case CHANGE_NOTICE_READ:
	case CHANGE_KINDS: break;
	}
	return 0;
}

u32 marks_holdings(const struct turn *turn)
{
	u32 holdings = 0;
	for (u32 i = 0; i < turn->changes_len; i++) holdings |= holding_of(&turn->changes[i]);
	return holdings;
}

void marks_fate(struct marks *marks, enum fate fate, const struct turn *turn)
{
	u32 holdings = marks_holdings(turn);
	for (u32 i = 0; i < HOLDING_COUNT; i++) marks->fates[fate][i] += holdings >> i & 1;
}

void marks_jitter(struct marks *marks, i64 per_mille)
{
	i64 bin = per_mille < 1000 ? (per_mille - 600) / 20 : 10 + (per_mille - 1200) / 20;
	if (bin >= 0 && bin < JITTER_BINS) marks->jitter[bin]++;
}

/* A chi-square test with 19 degrees of freedom; without fractions. */
bool marks_jitter_is_even(const struct marks *marks)
{
	enum { FEW = 1000, CRITICAL_PER_MILLE = 43820 };
	u64 all = 0, squares = 0;
	for (u32 i = 0; i < JITTER_BINS; i++) {
		all += marks->jitter[i];
		squares += marks->jitter[i] * marks->jitter[i];
	}
	if (all < FEW) return true;
	u64 chi_per_mille = (squares * JITTER_BINS / all - all) * 1000;
	return chi_per_mille <= CRITICAL_PER_MILLE;
}

void marks_add(struct marks *into, const struct marks *from)
{
	for (u32 i = 0; i < JITTER_BINS; i++) into->jitter[i] += from->jitter[i];
	for (u32 i = 0; i < MARK_COUNT; i++) into->hits[i] += from->hits[i];
	for (u32 i = 0; i < DISK_EVENT_COUNT; i++) into->disk[i] += from->disk[i];
	for (u32 i = 0; i < FATE_COUNT; i++) {
		for (u32 j = 0; j < HOLDING_COUNT; j++) into->fates[i][j] += from->fates[i][j];
	}
}

static u32 events_of(const struct disk_kind *kind)
{
	return kind->has_files ? DISK_EVENT_COUNT : 0;
}

u32 marks_total(const struct disk_kind *kind)
{
	return MARK_COUNT + FATE_COUNT * HOLDING_COUNT + events_of(kind);
}

u32 marks_missing(const struct marks *marks, const struct disk_kind *kind)
{
	u32 missing = 0;
	for (u32 i = 0; i < MARK_COUNT; i++) missing += !marks->hits[i];
	for (u32 i = 0; i < events_of(kind); i++) missing += !marks->disk[i];
	for (u32 i = 0; i < FATE_COUNT; i++) {
		for (u32 j = 0; j < HOLDING_COUNT; j++) missing += !marks->fates[i][j];
	}
	return missing;
}

void marks_print(const struct marks *marks, const struct disk_kind *kind, bool missing_only)
{
	for (u32 i = 0; i < MARK_COUNT; i++) {
		if (missing_only && marks->hits[i]) continue;
		printf("%10" PRIu64 "  %-22s %s\n", marks->hits[i], mark_rows[i].name,
		       mark_rows[i].sentence);
	}
	for (u32 i = 0; i < events_of(kind); i++) {
		if (missing_only && marks->disk[i]) continue;
		printf("%10" PRIu64 "  %-22s %s\n", marks->disk[i], disk_rows[i].name,
		       disk_rows[i].sentence);
	}
	for (u32 i = 0; i < FATE_COUNT; i++) {
		for (u32 j = 0; j < HOLDING_COUNT; j++) {
			if (missing_only && marks->fates[i][j]) continue;
			printf("%10" PRIu64 "  %s %s\n", marks->fates[i][j], fate_sentences[i],
			       holding_sentences[j]);
		}
	}
}
