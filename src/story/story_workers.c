/* Statements of a story about workers: leases, heartbeats and reports by hand. */
#include "base/must.h"
#include "story/story_parts.h"
#include "story/story_value.h"

/* ---- workers by hand ----------------------------------------------------------------------- */

void play_fill_lease(const struct play *play, const struct story_line *line, str names[],
		     struct lease_command *out)
{
	str *queues = names;
	str *types = queues + PLAY_QUEUES_MAX;
	str *tenants = types + PLAY_TYPES_MAX;
	*out = (struct lease_command){ .worker = line->words[0],
				       .queues = queues,
				       .types = types,
				       .tenants = tenants,
				       .lease_ms = story_number(line, STORY_LEASE, 0) };
	if (story_number(line, STORY_OWN, 0)) {
		out->carrier = CARRIER_NODE;
		out->worker = str_from(play->node);
	}
	out->queues_len = play_list(story_text(line, STORY_QUEUES), queues, PLAY_QUEUES_MAX);
	out->types_len = play_list(story_text(line, STORY_TYPES), types, PLAY_TYPES_MAX);
	out->tenants_len = play_list(story_text(line, STORY_TENANTS), tenants, PLAY_TENANTS_MAX);
}

static void keep_call(struct play *play, const struct story_line *line, msec ends_at)
{
	for (u32 i = 0; i < PLAY_CALLS_MAX; i++) {
		if (play->calls[i].reply) continue;
		play->calls[i] = (struct played_call){ play->said.reply, line, ends_at };
		return;
	}
}

void play_lease_until(struct play *play, const struct story_line *line, msec ends_at)
{
	str names[PLAY_NAMES_MAX];
	struct command command = { .kind = COMMAND_LEASE };
	play_fill_lease(play, line, names, &command.lease);
	command.lease.max = (u32)story_number(line, STORY_MAX, 1);
	command.lease.wait_ms = ends_at - play->t;
	play_submit(play, &command);
	if (!play->said.is_there) keep_call(play, line, ends_at);
}

static struct command report_of(const struct play *play, const struct story_line *line,
				struct report *report, str worker)
{
	must(outcome_parse_reported(line->words[1], &report->outcome));
	report->error_class = story_text(line, STORY_CLASS);
	report->result = story_text(line, STORY_RESULT);
	report->result_hash = story_text(line, STORY_HASH);
	report->pauses_job = str_eq(story_text(line, STORY_SCHEDULE), STR("pause"));
	report->retry_after_ms = story_number(line, STORY_AFTER, 0);
	report->defer_until = play_instant_of(play, line, STORY_UNTIL);
	play_fill_rate_said(line, &report->rate);
	return (struct command){ .kind = COMMAND_REPORT,
				 .report = { .worker = worker, .reports = report, .len = 1 } };
}

bool play_find_lease(const struct played_run *run, i64 attempt, u32 *out_index)
{
	for (u32 i = run->leases_len; i-- > 0;) {
		if (attempt && run->attempts[i] != attempt) continue;
		*out_index = i;
		return true;
	}
	return false;
}

void play_refuse(struct play *play, const char *text)
{
	play->said = (struct said){ .is_there = true };
	play->said.err = fail(&play->said.why, ERR_CONFLICT, "%s", text);
}

/* A holder's word came too late. */
static void tell_too_late(struct play *play, const struct played_run *run,
			  const struct story_line *line)
{
	if (play->said.err || play->said.code == HOLDER_OK) return;
	struct story_event event = { .kind = EVENT_TOO_LATE,
				     .label = run->label,
				     .tenant = run->tenant,
				     .type = run->type,
				     .line = line->number };
	buf_clear(&play->text);
	buf_addf(&play->text, "%s is refused: %s",
		 line->verb == VERB_BEAT ? "a heartbeat" : "a late report",
		 holder_words(play->said.code));
	event.text = buf_view(&play->text);
	tell(play, &event);
}

void play_on_holder(struct play *play, const struct story_line *line)
{
	const struct played_label *label = play_label(play, line->words[0]);
	struct played_run *run = label ? label->run : NULL;
	struct report report = { 0 };
	struct beat beat = { .progress_percent = 101 };
	u32 index;
	if (!run || !play_find_lease(run, story_number(line, STORY_ATTEMPT, 0), &index)) {
		play_refuse(play, "nobody has leased it");
		return;
	}
	struct command command = { .kind = COMMAND_BEAT,
				   .beat = { run->workers[index], &beat, 1 } };
	beat.execution = report.execution = run->leases[index];
	if (line->verb != VERB_BEAT) command = report_of(play, line, &report, run->workers[index]);
	play_submit(play, &command);
	tell_too_late(play, run, line);
}
