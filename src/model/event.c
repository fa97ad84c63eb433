#include "model/event.h"

static const struct {
	str name;
	str sentence;
} texts[EVENT_COUNT] = {
#define X(id, name, sentence) [EVENT_##id] = { STR(name), STR(sentence) },
	EVENTS(X)
#undef X
};

str event_name(enum event_kind kind)
{
	return texts[kind].name;
}

str event_sentence(enum event_kind kind)
{
	return texts[kind].sentence;
}

u64 event_parse(str word)
{
	bool is_start = word.len > 2 && str_eq(str_from_offset(word, word.len - 2), STR(".*"));
	str start = str_slice(word, 0, is_start ? word.len - 1 : word.len);
	u64 found = 0;
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		bool fits = is_start ? str_starts_with(texts[i].name, start)
				     : str_eq(texts[i].name, word);
		if (fits) found |= EVENT_BIT(i);
	}
	return found;
}

/* ---- places ------------------------------------------------------------------------------- */

void event_place_print(struct buf *out, struct event_place place)
{
	buf_add_u64(out, place.turn);
	buf_add_byte(out, '-');
	buf_add_u64(out, place.at);
}

bool event_place_parse(str text, struct event_place *out_place)
{
	u64 at = 0;
	str turn = str_split(&text, '-');
	if (!str_to_u64(turn, INT64_MAX, &out_place->turn)) return false;
	if (!str_to_u64(text, UINT32_MAX, &at)) return false;
	out_place->at = (u32)at;
	return true;
}

/* ---- what an entry is told as ------------------------------------------------------------- */

/* The outcomes that bring a run back into the queue, by the journal's word for them. */
static enum outcome outcome_of_word(str reason)
{
	for (enum outcome outcome = OUTCOME_OPEN + 1; outcome < OUTCOME_COUNT; outcome++) {
		if (str_eq(reason, outcome_name(outcome))) return outcome;
	}
	return OUTCOME_FAIL;
}

/* An attempt has ended, and the run goes on or ends as dead. */
static enum event_kind failure_of(bool has_job, enum outcome outcome)
{
	if (outcome == OUTCOME_DEFER) return EVENT_RUN_DEFERRED;
	if (outcome == OUTCOME_RELEASED) return EVENT_RUN_RELEASED;
	if (outcome == OUTCOME_TIMEOUT) return has_job ? EVENT_JOB_TIMEOUT : EVENT_TASK_TIMEOUT;
	return has_job ? EVENT_JOB_FAILED : EVENT_TASK_FAILED;
}

static u32 ends_of(const struct journal_entry *entry, const struct event_facts *facts,
		   enum event_kind *out)
{
	enum outcome outcome = facts->outcome ? facts->outcome : outcome_of_word(entry->reason);
	if (entry->to == RUN_CANCELLED) out[0] = EVENT_RUN_CANCELLED;
	else if (entry->to == RUN_DONE)
		out[0] = facts->has_job ? EVENT_JOB_COMPLETED : EVENT_TASK_EXECUTED;
	else out[0] = failure_of(facts->has_job, outcome);
	out[1] = EVENT_RUN_DLQ;
	return entry->to == RUN_DLQ ? 2 : 1;
}

static u32 moves_of(const struct journal_entry *entry, const struct event_facts *facts,
		    enum event_kind *out)
{
	if (entry->from == RUN_PROCESSING) return ends_of(entry, facts, out);
	switch (entry->to) {
	case RUN_PROCESSING:
		out[0] = facts->has_job ? EVENT_JOB_STARTED : EVENT_TASK_STARTED;
		break;
	case RUN_QUEUED:
		out[0] = run_state_is_final(entry->from) ? EVENT_RUN_RETRIED : EVENT_RUN_QUEUED;
		break;
	case RUN_DONE: out[0] = EVENT_BATCH_DONE; break;
	case RUN_FAILED: out[0] = EVENT_RUN_FAILED; break;
	case RUN_DLQ: out[0] = EVENT_RUN_DLQ; break;
	case RUN_CANCELLED: out[0] = EVENT_RUN_CANCELLED; break;
	case RUN_WAITING:
	case RUN_STATE_COUNT: return 0;
	}
	return 1;
}

static enum event_kind event_of_reminder(str reason)
{
	if (str_eq(reason, STR("due"))) return EVENT_REMINDER_DUE;
	return str_eq(reason, STR("sent")) ? EVENT_REMINDER_SENT : EVENT_REMINDER;
}

u32 events_of(const struct journal_entry *entry, const struct event_facts *facts,
	      enum event_kind out_kinds[EVENTS_AN_ENTRY])
{
	switch (entry->kind) {
	case JOURNAL_MOVED: return moves_of(entry, facts, out_kinds);
	case JOURNAL_CREATED: out_kinds[0] = EVENT_RUN_CREATED; break;
	case JOURNAL_DEFERRED: out_kinds[0] = EVENT_RUN_DEFERRED; break;
	case JOURNAL_MOVED_TIME: out_kinds[0] = EVENT_RUN_MOVED; break;
	case JOURNAL_PAUSED: out_kinds[0] = EVENT_PAUSED; break;
	case JOURNAL_RESUMED: out_kinds[0] = EVENT_RESUMED; break;
	case JOURNAL_JOB:
		out_kinds[0] = str_eq(entry->reason, STR("deleted")) ? EVENT_JOB_DELETED
								     : EVENT_JOB_SCHEDULED;
		break;
	case JOURNAL_JOB_PAUSED: out_kinds[0] = EVENT_JOB_PAUSED; break;
	case JOURNAL_JOB_RESUMED: out_kinds[0] = EVENT_JOB_RESUMED; break;
	case JOURNAL_JOB_MISSED: out_kinds[0] = EVENT_JOB_MISSED; break;
	case JOURNAL_JOB_REPLANNED: out_kinds[0] = EVENT_JOB_REPLANNED; break;
	case JOURNAL_JOB_UNPLANNED: out_kinds[0] = EVENT_JOB_UNPLANNED; break;
	case JOURNAL_CALENDAR: out_kinds[0] = EVENT_CALENDAR; break;
	case JOURNAL_TENANT: out_kinds[0] = EVENT_TENANT_GONE; break;
	case JOURNAL_EFFECT: out_kinds[0] = EVENT_EFFECT; break;
	case JOURNAL_MAINTENANCE: out_kinds[0] = EVENT_MAINTENANCE; break;
	case JOURNAL_DAILY: out_kinds[0] = entry->run_at ? EVENT_WINDOW : EVENT_WINDOW_LATE; break;
	case JOURNAL_REMINDER: out_kinds[0] = event_of_reminder(entry->reason); break;
	case JOURNAL_AUDIT: out_kinds[0] = EVENT_RUN_AUDIT; break;
	case JOURNAL_ALERT:
		out_kinds[0] = str_eq(entry->reason, STR("resolved")) ? EVENT_ALERT_RESOLVED
								      : EVENT_ALERT_RAISED;
		break;
	case JOURNAL_NOTICE:
		out_kinds[0] = str_eq(entry->reason, STR("read")) ? EVENT_NOTICE_READ
								  : EVENT_NOTICE;
		break;
	case JOURNAL_REFUSED: /* no change of anything */
	case JOURNAL_KINDS: return 0;
	}
	return 1;
}

static u64 bits_with(const struct journal_entry *entry, struct event_facts facts)
{
	enum event_kind kinds[EVENTS_AN_ENTRY];
	u64 bits = 0;
	u32 len = events_of(entry, &facts, kinds);
	for (u32 i = 0; i < len; i++) bits |= EVENT_BIT(kinds[i]);
	return bits;
}

u64 events_possible(const struct journal_entry *entry)
{
	u64 bits = 0;
	if (entry->kind != JOURNAL_MOVED) return bits_with(entry, (struct event_facts){ 0 });
	for (u32 has_job = 0; has_job < 2; has_job++) {
		bits |= bits_with(entry, (struct event_facts){ has_job, OUTCOME_FAIL });
		if (entry->from != RUN_PROCESSING) continue;
		bits |= bits_with(entry, (struct event_facts){ has_job, OUTCOME_TIMEOUT });
		bits |= bits_with(entry, (struct event_facts){ has_job, OUTCOME_DEFER });
		bits |= bits_with(entry, (struct event_facts){ has_job, OUTCOME_RELEASED });
	}
	return bits;
}
