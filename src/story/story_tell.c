/* The timeline in words: from the journal of each turn, from the engine's own reasons for holding a
 * run back, and from the statements about the world. */
#include "base/must.h"
#include "calendar/civil.h"
#include "calendar/duration.h"
#include "model/journal.h"
#include "story/story_parts.h"

void tell(struct play *play, struct story_event *event)
{
	event->at = play->t;
	event->wall = play_wall(play);
	if (play->listener) play->listener->event(play->listener->context, event);
}

/* The words to the holder of an attempt that is no longer its own. */
const char *holder_words(enum holder_code code)
{
	static const char *const words[] = {
		[HOLDER_OK] = "accepted",
		[HOLDER_LEASE_LOST] = "the lease is lost",
		[HOLDER_CANCELLED] = "the run was cancelled",
		[HOLDER_FINISHED] = "the attempt had already ended with another outcome"
	};
	must(code < countof(words));
	return words[code];
}

/* ---- times --------------------------------------------------------------------------------- */

/* As exactly as a person cares: 500ms, 3.2s, 1m4s. */
static void add_span(msec span, struct buf *out)
{
	if (span < 0) span = 0;
	if (span < MSEC_SECOND || span % MSEC_SECOND == 0) duration_print(span, out);
	else if (span >= MSEC_MINUTE)
		duration_print((span + MSEC_SECOND / 2) / MSEC_SECOND * MSEC_SECOND, out);
	else buf_addf(out, "%d.%ds", (int)(span / 1000), (int)(span % 1000 / 100));
}

/* "00:10:00 (in 10m)"; with the date where it is another day. */
void tell_add_instant(const struct play *play, msec at, struct buf *out)
{
	struct buf text;
	msec now = play_wall(play);
	bool same_day = at / MSEC_DAY == now / MSEC_DAY;
	buf_init(&text, 64);
	instant_print(at / MSEC_SECOND * MSEC_SECOND, &text);
	str shown = buf_view(&text);
	shown = str_slice(shown, same_day ? 11 : 0, shown.len - 1);
	buf_add(out, shown);
	if (at > now) {
		buf_add(out, STR(" (in "));
		add_span(at - now, out);
		buf_add_byte(out, ')');
	}
	buf_done(&text);
}

/* ---- moves of runs ------------------------------------------------------------------------- */

static void keep_reason(struct played_run *run, str reason)
{
	str kept = str_slice(reason, 0, PLAY_REASON_BYTES - 1);
	if (kept.len) memcpy(run->reason, kept.at, kept.len);
	run->reason[kept.len] = '\0';
}

static void tell_started(struct play *play, struct played_run *run,
			 const struct journal_entry *entry, struct story_event *event)
{
	struct memory_execution_seen seen;
	struct story_tally *tally = tally_of(play, run);
	bool found = memory_store_find_execution(play->store, &entry->execution, &seen);
	must(found);
	event->kind = EVENT_STARTED;
	event->attempt = seen.row->attempt;
	event->worker = engine_name(pump_engine(play->pump), NAME_WORKER, seen.row->worker.v);
	event->took = msec_sub(play_wall(play), entry->run_at);
	if (event->took < 0) event->took = 0;
	if (tally && event->took > tally->longest_wait) tally->longest_wait = event->took;
	run->started_at = play->t;
	run->told[0] = '\0';
	if (play->started_len < PLAY_STARTED_MAX) play->started[play->started_len++] = run;
	buf_addf(&play->text, "starts on %.*s", STR_ARG(event->worker));
	if (event->attempt > 1) buf_addf(&play->text, " (attempt %u)", event->attempt);
	if (event->took >= MSEC_SECOND) {
		buf_add(&play->text, STR(" after a wait of "));
		add_span(event->took, &play->text);
	}
}

/* How its last execution ended. */
static void add_class(struct play *play, const struct journal_entry *entry)
{
	struct memory_execution_seen seen;
	if (!memory_store_find_execution(play->store, &entry->execution, &seen) || !seen.end)
		return;
	if (seen.end->error_class.len)
		buf_addf(&play->text, " (%.*s)", STR_ARG(seen.end->error_class));
}

static void tell_requeued(struct play *play, const struct journal_entry *entry,
			  struct story_event *event)
{
	str outcome = entry->reason;
	event->kind = EVENT_RETRY;
	if (str_eq(outcome, outcome_name(OUTCOME_DEFER))) event->kind = EVENT_DEFERRED;
	if (str_eq(outcome, outcome_name(OUTCOME_STALLED))) event->kind = EVENT_STALLED;
	if (str_eq(outcome, outcome_name(OUTCOME_TIMEOUT))) event->kind = EVENT_TIMEOUT;
	event->until = entry->run_at;
	if (event->kind == EVENT_DEFERRED) {
		buf_add(&play->text, STR("is deferred until "));
		tell_add_instant(play, entry->run_at, &play->text);
		return;
	}
	if (event->kind == EVENT_STALLED)
		buf_add(&play->text, STR("lease expired without a heartbeat"));
	else if (event->kind == EVENT_TIMEOUT)
		buf_add(&play->text, STR("ran longer than its timeout"));
	else {
		buf_add(&play->text, STR("attempt failed"));
		add_class(play, entry);
	}
	buf_add(&play->text, STR(", retry in "));
	add_span(entry->run_at - play_wall(play), &play->text);
}

static void tell_ended(struct play *play, const struct journal_entry *entry,
		       struct story_event *event)
{
	switch (entry->to) {
	case RUN_DONE:
		event->kind = EVENT_DONE;
		buf_add(&play->text, STR("done after "));
		add_span(event->took, &play->text);
		break;
	case RUN_FAILED:
		event->kind = EVENT_FAILED;
		buf_add(&play->text, STR("failed for good"));
		if (entry->from == RUN_PROCESSING) add_class(play, entry);
		else if (entry->reason.len)
			buf_addf(&play->text, " (%.*s)", STR_ARG(entry->reason));
		break;
	case RUN_DLQ:
		event->kind = EVENT_DLQ;
		buf_add(&play->text, STR("dead letter: "));
		buf_addf(&play->text, "all %u attempts failed", entry->attempts);
		add_class(play, entry);
		break;
	case RUN_CANCELLED:
		event->kind = EVENT_CANCELLED;
		buf_add(&play->text, STR("is cancelled"));
		if (entry->reason.len) buf_addf(&play->text, " (%.*s)", STR_ARG(entry->reason));
		break;
	case RUN_WAITING:
	case RUN_QUEUED:
	case RUN_PROCESSING:
	case RUN_STATE_COUNT: must(false);
	}
}

static void tell_moved(struct play *play, struct played_run *run, const struct journal_entry *entry,
		       struct story_event *event)
{
	note_end(play, run, entry);
	if (entry->from == RUN_PROCESSING) event->took = play->t - run->started_at;
	if (entry->to == RUN_PROCESSING) tell_started(play, run, entry, event);
	else if (entry->to != RUN_QUEUED) tell_ended(play, entry, event);
	else if (entry->from == RUN_PROCESSING) tell_requeued(play, entry, event);
	else if (entry->from == RUN_WAITING) {
		event->kind = EVENT_READY;
		buf_add(&play->text, STR("waits for no other run any more"));
	} else {
		event->kind = EVENT_RETRIED;
		buf_add(&play->text, STR("gets new attempts"));
	}
}

static void note_line(struct play *play, struct played_run *run, const struct journal_entry *entry)
{
	run->is_queued = entry->to == RUN_QUEUED;
	play_note_state(play, run, (enum run_state)entry->to);
	run->run_at = entry->run_at;
	run->asks = true;
	keep_reason(run, entry->reason);
}

static void tell_run(struct play *play, struct played_run *run, const struct journal_entry *entry)
{
	struct story_event event = { .label = run->label,
				     .tenant = run->tenant,
				     .type = run->type,
				     .reason = entry->reason };
	buf_clear(&play->text);
	note_line(play, run, entry);
	if (entry->kind == JOURNAL_CREATED) {
		event.kind = EVENT_CREATED;
		event.until = entry->run_at;
		bool planned = str_eq(entry->reason, run_cause_name(CAUSE_OCCURRENCE));
		buf_add(&play->text, planned ? STR("is planned") : STR("is created"));
		if (!planned && entry->reason.len)
			buf_addf(&play->text, " (%.*s)", STR_ARG(entry->reason));
		if (entry->run_at > play_wall(play)) {
			buf_add(&play->text, STR(", waits until "));
			tell_add_instant(play, entry->run_at, &play->text);
		}
	} else if (entry->kind == JOURNAL_DEFERRED) {
		event.kind = EVENT_DEFERRED;
		event.until = entry->run_at;
		buf_addf(&play->text, "is deferred by %.*s until ", STR_ARG(entry->reason));
		tell_add_instant(play, entry->run_at, &play->text);
	} else if (entry->kind == JOURNAL_MOVED_TIME) {
		event.kind = EVENT_RESCHEDULED;
		event.until = entry->run_at;
		buf_add(&play->text, STR("is moved to "));
		tell_add_instant(play, entry->run_at, &play->text);
	} else {
		tell_moved(play, run, entry, &event);
	}
	event.text = buf_view(&play->text);
	tell(play, &event);
}

/* A pause that ends by itself; one that a statement ends is told with the statement. */
static void tell_pause_end(struct play *play, const struct journal_entry *entry)
{
	struct story_event event = { .kind = EVENT_RESUMED, .reason = entry->reason };
	if (play->said_command && play->said_command->kind == COMMAND_RESUME) return;
	event.tenant = engine_name(pump_engine(play->pump), NAME_TENANT, entry->tenant.v);
	buf_clear(&play->text);
	buf_add(&play->text, STR("a pause ends"));
	if (entry->reason.len) buf_addf(&play->text, " (%.*s)", STR_ARG(entry->reason));
	event.text = buf_view(&play->text);
	tell(play, &event);
	ask_all_again(play);
}

/* Prints an entry about a job itself. */
static void tell_job(struct play *play, const struct journal_entry *entry)
{
	const struct played_job *job = play_job_of(play, &entry->run);
	struct story_event event = { .kind = EVENT_JOB,
				     .label = job->label,
				     .tenant = job->tenant,
				     .type = job->type,
				     .reason = entry->reason };
	buf_clear(&play->text);
	if (entry->kind == JOURNAL_JOB_MISSED) {
		buf_addf(&play->text, "%u occurrence%s left out (%.*s), from ", entry->attempts,
			 entry->attempts == 1 ? " is" : "s are", STR_ARG(entry->reason));
		tell_add_instant(play, entry->run_at, &play->text);
	} else if (entry->kind == JOURNAL_JOB_PAUSED) {
		buf_add(&play->text, STR("the job is paused"));
		if (entry->run_at) buf_add(&play->text, STR(" until "));
		if (entry->run_at) tell_add_instant(play, entry->run_at, &play->text);
	} else if (entry->kind == JOURNAL_JOB_RESUMED) {
		buf_add(&play->text, STR("the job goes on"));
	} else if (entry->kind == JOURNAL_JOB_REPLANNED) {
		buf_addf(&play->text, "the next one moves: %.*s", STR_ARG(entry->reason));
	} else {
		buf_addf(&play->text, "the job is %.*s", STR_ARG(entry->reason));
	}
	event.text = buf_view(&play->text);
	tell(play, &event);
	ask_all_again(play);
}

/* A person's day ended, or a success came too late for it. */
static void tell_day(struct play *play, struct played_run *run, const struct journal_entry *entry)
{
	struct story_event event = { .kind = EVENT_JOB,
				     .label = run->label,
				     .tenant = run->tenant,
				     .type = run->type,
				     .reason = entry->reason };
	buf_clear(&play->text);
	if (entry->run_at) buf_add(&play->text, STR("the day is finalized: "));
	else run->is_late = true;
	buf_add(&play->text, entry->reason);
	event.text = buf_view(&play->text);
	tell(play, &event);
}

void tell_journal(struct play *play, str journal)
{
	struct journal_entry entry;
	while (journal_unpack(&journal, &entry)) {
		struct played_run *run = play_run_of(play, &entry.run);
		if (!run && entry.kind == JOURNAL_CREATED) run = play_adopt(play, &entry.run);
		if (run && entry.kind == JOURNAL_DAILY) tell_day(play, run, &entry);
		else if (entry.kind == JOURNAL_REMINDER) tell_reminder(play, &entry);
		else if (run && entry.kind != JOURNAL_NOTICE) tell_run(play, run, &entry);
		else if (entry.kind == JOURNAL_RESUMED) tell_pause_end(play, &entry);
		else if (entry.kind >= JOURNAL_JOB && entry.kind < JOURNAL_CALENDAR &&
			 play_job_of(play, &entry.run))
			tell_job(play, &entry);
	}
	must(journal.len == 0);
}

/* ---- the world ----------------------------------------------------------------------------- */

static void add_words(const struct story_line *line, u32 from, struct buf *out)
{
	for (u32 i = from; i < line->words_len; i++) {
		if (i > from) buf_add_byte(out, ' ');
		buf_add(out, line->words[i]);
	}
}

static void add_pause_words(const struct play *play, const struct story_line *line, struct buf *out)
{
	const struct story_given *until = story_find(line, STORY_UNTIL);
	str reason = story_text(line, STORY_REASON);
	add_words(line, 0, out);
	buf_add(out, line->verb == VERB_PAUSE ? STR(" is paused") : STR(" goes on"));
	if (until) {
		buf_add(out, STR(" until "));
		tell_add_instant(play, play->story->start + until->low, out);
	}
	if (reason.len) buf_addf(out, " (%.*s)", STR_ARG(reason));
}

static void add_crash_words(const struct story_line *line, struct buf *out)
{
	msec away = story_number(line, STORY_FOR, 0);
	buf_add(out, STR("the server crashes and "));
	if (!away) {
		buf_add(out, STR("starts again"));
		return;
	}
	buf_add(out, STR("is away for "));
	add_span(away, out);
}

static void add_world_words(const struct play *play, const struct story_line *line, struct buf *out)
{
	static const struct {
		enum story_verb verb;
		const char *before;
		const char *behind;
	} sentences[] = {
		{ VERB_CLOCK, "the wall clock steps by ", "" },
		{ VERB_SUSPEND, "the server's machine sleeps for ", "" },
		{ VERB_STORE, "the store goes ", "" },
		{ VERB_WORKER, "worker ", " is there" },
		{ VERB_VANISH, "worker ", " vanishes" },
	};
	for (u32 i = 0; i < countof(sentences); i++) {
		if (sentences[i].verb != line->verb) continue;
		buf_addf(out, "%s%.*s%s", sentences[i].before, STR_ARG(line->words[0]),
			 sentences[i].behind);
		return;
	}
	if (line->verb == VERB_CRASH) add_crash_words(line, out);
	else if (line->verb == VERB_NOTE) add_words(line, 0, out);
	else add_pause_words(play, line, out);
}

void tell_world(struct play *play, enum story_event_kind kind, const struct story_line *line)
{
	struct story_event event = { .kind = kind, .line = line->number };
	buf_clear(&play->text);
	add_world_words(play, line, &play->text);
	event.text = buf_view(&play->text);
	event.tenant = story_text(line, STORY_TENANT);
	tell(play, &event);
}
