/* The tables of jobs.def, made into look-ups; and what a job takes by default. */
#include "model/job.h"

#include "base/must.h"

#define X(name, word, sentence) STR(word),
static const str kinds[] = { JOB_KINDS(X) };
static const str states[] = { JOB_STATES(X) };
static const str misfires[] = { MISFIRES(X) };
static const str overlaps[] = { OVERLAPS(X) };
static const str outcomes[] = { OCCURRENCE_OUTCOMES(X) };
static const str reasons[] = { OCCURRENCE_REASONS(X) };
static const str dependency_kinds[] = { DEPENDENCY_KINDS(X) };
#undef X

enum cause_family { FAMILY_CALLER, FAMILY_JOB, FAMILY_PERSON, FAMILY_BELFRY };

static const struct {
	str word;
	enum cause_family family;
} causes[] = {
#define X(name, word, family, sentence) { STR(word), FAMILY_##family },
	RUN_CAUSES(X)
#undef X
};

/* Belfry's own stand last, without a gap: so an index can tell them apart. */
#define X(name, word, family, sentence)                                                        \
	_Static_assert((CAUSE_##name >= CAUSE_REMINDER) == (FAMILY_##family == FAMILY_BELFRY), \
		       "causes of Belfry's own runs stand behind all others");
RUN_CAUSES(X)
#undef X

static bool find_word(const str *words, u32 len, str name, u32 *out_index)
{
	for (u32 i = 0; i < len; i++) {
		if (!str_eq_nocase(name, words[i])) continue;
		*out_index = i;
		return true;
	}
	return false;
}

str job_kind_name(enum job_kind kind)
{
	must(kind < JOB_KIND_COUNT);
	return kinds[kind];
}

bool job_kind_parse(str name, enum job_kind *out_kind)
{
	u32 index;
	if (!find_word(kinds, countof(kinds), name, &index)) return false;
	*out_kind = (enum job_kind)index;
	return true;
}

str job_state_name(enum job_state state)
{
	must(state < JOB_STATE_COUNT);
	return states[state];
}

str misfire_name(enum misfire misfire)
{
	must(misfire < MISFIRE_COUNT);
	return misfires[misfire];
}

bool misfire_parse(str name, enum misfire *out_misfire)
{
	u32 index;
	if (!find_word(misfires, countof(misfires), name, &index)) return false;
	*out_misfire = (enum misfire)index;
	return true;
}

str overlap_name(enum overlap overlap)
{
	must(overlap < OVERLAP_COUNT);
	return overlaps[overlap];
}

bool overlap_parse(str name, enum overlap *out_overlap)
{
	u32 index;
	if (!find_word(overlaps, countof(overlaps), name, &index)) return false;
	*out_overlap = (enum overlap)index;
	return true;
}

str run_cause_name(enum run_cause cause)
{
	must(cause < CAUSE_COUNT);
	return causes[cause].word;
}

bool run_cause_has_job(enum run_cause cause)
{
	must(cause < CAUSE_COUNT);
	return causes[cause].family == FAMILY_JOB;
}

bool run_cause_is_internal(enum run_cause cause)
{
	must(cause < CAUSE_COUNT);
	return causes[cause].family == FAMILY_BELFRY;
}

bool occurrence_stays(const struct occurrence_row *row)
{
	if (row->until || occurrence_is_backfill(row)) return false;
	switch (row->reason) {
	case OCCURRENCE_BY_NONE:
		return row->outcome == OCCURRENCE_FIRED || row->outcome == OCCURRENCE_LATE;
	case OCCURRENCE_BY_CANCELLED:
	case OCCURRENCE_BY_SKIP_NEXT:
	case OCCURRENCE_BY_DELETED:
	case OCCURRENCE_BY_DISABLED: return true;
	case OCCURRENCE_BY_MISFIRE:
	case OCCURRENCE_BY_OVERLAP:
	case OCCURRENCE_BY_PAUSED:
	case OCCURRENCE_BY_BACKLOG:
	case OCCURRENCE_BY_DEPENDENCY:
	case OCCURRENCE_BY_CLOCK:
	case OCCURRENCE_REASON_COUNT: break;
	}
	return false;
}

void decided_read_end(struct decided_reader *reader)
{
	const struct decided_span *span = &reader->span;
	if (span->through) decided_add(reader->spans, span->from, span->through);
	reader->span = (struct decided_span){ 0, 0 };
}

/* Between two rows of one number that follow each other, every instant has a row of its own: one
 * that was passed over has a row between them. */
void decided_read(struct decided_reader *reader, const struct occurrence_row *row)
{
	bool stays = occurrence_stays(row);
	msec last = row->until ? row->until - 1 : row->planned_at;
	if (last > *reader->through) *reader->through = last;
	if (!stays || row->number != reader->number) decided_read_end(reader);
	if (!stays) return;
	if (!reader->span.through) reader->span.from = row->planned_at;
	reader->span.through = row->planned_at;
	reader->number = row->number;
}

str occurrence_outcome_name(enum occurrence_outcome outcome)
{
	must(outcome < OCCURRENCE_OUTCOME_COUNT);
	return outcomes[outcome];
}

str occurrence_reason_name(enum occurrence_reason reason)
{
	must(reason < OCCURRENCE_REASON_COUNT);
	return reasons[reason];
}

str dependency_kind_name(enum dependency_kind kind)
{
	must(kind < DEPENDENCY_KIND_COUNT);
	return dependency_kinds[kind];
}

bool dependency_kind_parse(str name, enum dependency_kind *out_kind)
{
	u32 index;
	if (!find_word(dependency_kinds, countof(dependency_kinds), name, &index)) return false;
	*out_kind = (enum dependency_kind)index;
	return true;
}

struct job_row job_defaults(void)
{
	return (struct job_row){
		.grace_ms = DEFAULT_GRACE_MS,
		.catchup_max = DEFAULT_CATCHUP_MAX,
		.max_instances = 1,
	};
}
