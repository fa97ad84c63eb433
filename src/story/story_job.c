/* Statements about jobs and calendars, the names of their runs, and what is expected of them. */
#include "base/must.h"
#include "calendar/duration.h"
#include "calendar/zones.h"
#include "host/tzdir.h"
#include "story/story_parts.h"
#include "story/story_value.h"

/* The system's zones, opened when the first one is asked for. */
enum err play_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct play *play = context;
	if (!play->zones) {
		struct zone_source none = { 0 };
		enum err err = tzdir_new((str){ "", 0 }, &play->tzdir, why);
		if (!err) err = zones_new(tzdir_source(play->tzdir), &play->zones);
		else if (err != ERR_MEMORY) err = zones_new(none, &play->zones);
		if (err) return err;
	}
	for (u32 i = 0; i < play->zone_data_len; i++) {
		if (str_eq(play->zone_data[i].zone, name)) name = play->zone_data[i].other;
	}
	return zones_get(play->zones, name, out_zone, why);
}

void play_zones_done(struct play *play)
{
	zones_free(play->zones);
	tzdir_free(play->tzdir);
}

/* ---- jobs and their runs ------------------------------------------------------------------- */

static struct played_job *job_named(const struct play *play, str label)
{
	struct played_job *job = play_owner(play, label);
	return job && !job->is_daily && !job->is_reminder ? job : NULL;
}

/* The journal of the turn that makes a job comes before its answer: then it is the newest. */
struct played_job *play_job_of(const struct play *play, const struct uuid *id)
{
	for (u32 i = 0; i < play->jobs_len; i++) {
		if (play->jobs[i].exists && uuid_eq(&play->jobs[i].id, id)) return &play->jobs[i];
	}
	if (!play->jobs_len || !play->said_command) return NULL;
	struct played_job *newest = &play->jobs[play->jobs_len - 1];
	if (newest->exists || newest->is_daily || newest->is_reminder ||
	    play->said_command->kind != COMMAND_JOB_PUT)
		return NULL;
	newest->id = *id;
	newest->exists = true;
	return newest;
}

str play_numbered_label(struct play *play, str owner, u32 number)
{
	struct buf text;
	buf_init(&text, 256);
	buf_addf(&text, "%.*s.%u", STR_ARG(owner), number);
	str label = str_copy(&play->arena, buf_view(&text));
	buf_done(&text);
	return label;
}

/* Of a run that is neither a job's nor a batch's. */
static struct played_job *play_own_of(const struct play *play, const struct run_row *row)
{
	struct played_job *daily = play_daily_of(play, row);
	if (row->cause == CAUSE_REMINDER) return play_reminder_of(play, row);
	return daily ? daily : play_ladder_of(play, row->key);
}

static struct played_run *keep_run(struct play *play, struct played_run *run)
{
	play_keep_run(play, run);
	(void)play_add_label(play, run->label, run);
	return run;
}

/* A fallback is called by the run that failed: LABEL.1. */
static struct played_run *adopt_fallback(struct play *play, const struct run_row *row)
{
	struct played_run *failed_parent = play_run_of(play, &row->fallback_of);
	struct played_run *run = failed_parent ? arena_alloc_zeroed(&play->arena, sizeof *run)
					       : NULL;
	if (!run) return NULL;
	run->id = row->id;
	run->tenant = failed_parent->tenant;
	run->type = engine_name(pump_engine(play->pump), NAME_TYPE, row->type.v);
	run->type = str_copy(&play->arena, run->type);
	run->label = play_numbered_label(play, failed_parent->label, ++failed_parent->fallbacks);
	return keep_run(play, run);
}

struct played_run *play_adopt(struct play *play, const struct uuid *id)
{
	struct memory_run_seen seen;
	if (play->all_len == play->all_max) return NULL;
	if (!memory_store_find_run(play->store, id, &seen)) return NULL;
	if (!uuid_is_nil(&seen.row->fallback_of)) return adopt_fallback(play, seen.row);
	const struct uuid *owner = uuid_is_nil(&seen.row->job) ? &seen.row->parent : &seen.row->job;
	struct played_job *job = uuid_is_nil(owner) ? play_own_of(play, seen.row)
						    : play_job_of(play, owner);
	struct played_run *run = job ? arena_alloc_zeroed(&play->arena, sizeof *run) : NULL;
	if (!run) return NULL;
	run->id = *id;
	run->tenant = job->tenant;
	run->type = job->type;
	if (job->is_daily)
		run->type = str_copy(&play->arena, engine_name(pump_engine(play->pump), NAME_TYPE,
							       seen.row->type.v));
	run->label = play_numbered_label(play, job->label, ++job->runs);
	return keep_run(play, run);
}

/* ---- statements ---------------------------------------------------------------------------- */

static void fill_schedule(const struct story *story, const struct story_line *line,
			  struct job_row *row)
{
	const struct story_given *at = story_find(line, STORY_RUN_AT);
	row->kind = JOB_MANUAL;
	if (story_find(line, STORY_CRON)) row->kind = JOB_CRON;
	if (story_find(line, STORY_RRULE)) row->kind = JOB_RRULE;
	if (story_find(line, STORY_EVERY)) row->kind = JOB_INTERVAL;
	if (at) row->kind = JOB_ONCE;
	row->rule = row->kind == JOB_CRON ? story_text(line, STORY_CRON)
					  : story_text(line, STORY_RRULE);
	row->interval_ms = story_number(line, STORY_EVERY, 0);
	row->run_at = at ? msec_add(story->start, at->low) : 0;
	row->zone = story_text(line, STORY_TZ);
	row->start = story_text(line, STORY_FIRST);
	row->exclude = story_text(line, STORY_EXCLUDE);
	row->rdates = story_text(line, STORY_RDATES);
	row->exdates = story_text(line, STORY_EXDATES);
}

/* By the words of the API; nothing said: as it is. */
static bool fill_clock_changes(const struct story_line *line, struct job_row *row)
{
	static const str gaps[] = { STR("shift"), STR("next"), STR("skip") };
	static const str overlaps[] = { STR("default"), STR("first"), STR("second"), STR("both") };
	str gap = story_text(line, STORY_DST_GAP), overlap = story_text(line, STORY_DST_OVERLAP);
	bool has_gap = !gap.len, has_overlap = !overlap.len;
	for (u32 i = 0; i < countof(gaps); i++) {
		if (!str_eq(gap, gaps[i])) continue;
		row->dst_gap = (enum dst_gap)i;
		has_gap = true;
	}
	for (u32 i = 0; i < countof(overlaps); i++) {
		if (!str_eq(overlap, overlaps[i])) continue;
		row->dst_overlap = (enum dst_overlap)i;
		has_overlap = true;
	}
	return has_gap && has_overlap;
}

bool story_job_row(const struct story *story, const struct story_line *line, struct job_row *row)
{
	str misfire = story_text(line, STORY_MISFIRE), overlap = story_text(line, STORY_OVERLAP);
	str backoff = story_text(line, STORY_BACKOFF);
	*row = job_defaults();
	fill_schedule(story, line, row);
	row->code = line->words[0];
	row->parameters = story_find(line, STORY_PAYLOAD) ? story_text(line, STORY_PAYLOAD)
							  : STR("{}");
	row->priority = (u32)story_number(line, STORY_PRIORITY, 0);
	row->max_attempts = (u32)story_number(line, STORY_ATTEMPTS, 0);
	row->timeout_ms = story_number(line, STORY_TIMEOUT, 0);
	row->grace_ms = story_number(line, STORY_GRACE, row->grace_ms);
	row->catchup_max = (u32)story_number(line, STORY_CATCHUP, row->catchup_max);
	row->catchup_spread_ms = story_number(line, STORY_SPREAD, 0);
	row->jitter_ms = story_number(line, STORY_JITTER, 0);
	row->max_instances = (u32)story_number(line, STORY_INSTANCES, row->max_instances);
	row->horizon_ms = story_number(line, STORY_HORIZON, 0);
	if (story_number(line, STORY_DISABLED, 0)) row->state = JOB_DISABLED;
	row->is_system_required = story_number(line, STORY_REQUIRED, 0);
	if (backoff.len) must(story_backoff(backoff, &row->backoff));
	return fill_clock_changes(line, row) &&
	       (!misfire.len || misfire_parse(misfire, &row->misfire)) &&
	       (!overlap.len || overlap_parse(overlap, &row->overlap));
}

static void refuse(struct play *play, const char *text)
{
	play->said = (struct said){ .is_there = true };
	play->said.err = fail(&play->said.why, ERR_INVALID, "%s", text);
}

/* "import,clean:START", by their labels. */
static bool depends_parse(const struct play *play, str list, struct dependencies *out)
{
	while (list.len) {
		str kind = str_split(&list, ',');
		str label = str_split(&kind, ':');
		const struct played_job *job = job_named(play, label);
		struct dependency *dependency = &out->at[out->len];
		if (!job || !job->exists || out->len == LIMIT_JOB_DEPENDENCIES) return false;
		*dependency = (struct dependency){ .job = job->id };
		if (kind.len && !dependency_kind_parse(kind, &dependency->kind)) return false;
		out->len++;
	}
	return true;
}

static void put_job(struct play *play, const struct story_line *line)
{
	struct job_row row;
	struct played_job *job = job_named(play, line->words[0]);
	struct command command = { .kind = COMMAND_JOB_PUT,
				   .tenant = story_text(line, STORY_TENANT),
				   .job_put = { .row = &row,
						.type = story_text(line, STORY_TYPE),
						.queue = story_text(line, STORY_QUEUE) } };
	if (!story_job_row(play->story, line, &row)) {
		refuse(play,
		       "misfire is run_once, skip or run_all; overlap is queue, skip or replace; "
		       "dst_gap is shift, next or skip; dst_overlap is first, second or both");
		return;
	}
	if (!depends_parse(play, story_text(line, STORY_DEPENDS), &row.dependencies)) {
		refuse(play, "depends names jobs that are there, with SUCCESS, COMPLETE or START");
		return;
	}
	if (!job) {
		const struct played_job made = { .label = line->words[0],
						 .tenant = command.tenant,
						 .type = command.job_put.type };
		job = play_add_owner(play, &made);
	}
	if (line->verb == VERB_CHANGE_JOB) command.job_put.id = job->id;
	play_submit(play, &command);
	if (play->said.err) return;
	job->id = play->said.job;
	job->exists = true;
}

static msec instant_of(const struct play *play, const struct story_line *line,
		       enum story_option option)
{
	const struct story_given *given = story_find(line, option);
	return given ? msec_add(play->story->start, given->low) : 0;
}

static enum command_kind kind_of(enum story_verb verb)
{
	if (verb == VERB_DELETE_JOB) return COMMAND_JOB_DELETE;
	if (verb == VERB_PAUSE_JOB) return COMMAND_JOB_PAUSE;
	if (verb == VERB_RESUME_JOB) return COMMAND_JOB_RESUME;
	if (verb == VERB_RUN_JOB) return COMMAND_JOB_RUN;
	if (verb == VERB_SKIP_NEXT) return COMMAND_JOB_SKIP_NEXT;
	must(verb == VERB_BACKFILL);
	return COMMAND_JOB_BACKFILL;
}

static void act_on_job(struct play *play, const struct story_line *line)
{
	const struct played_job *job = job_named(play, line->words[0]);
	if (!job || !job->exists) {
		refuse(play, "there is no such job");
		return;
	}
	struct command command = {
		.kind = kind_of(line->verb),
		.tenant = job->tenant,
		.job = { .job = job->id,
			 .reason = story_text(line, STORY_REASON),
			 .until = instant_of(play, line, STORY_UNTIL),
			 .has_payload = story_find(line, STORY_PAYLOAD) != NULL,
			 .payload = story_text(line, STORY_PAYLOAD),
			 .from = instant_of(play, line, STORY_FROM),
			 .to = instant_of(play, line, STORY_TO),
			 .spread_ms = story_number(line, STORY_SPREAD, 0) },
	};
	play_submit(play, &command);
}

static void put_calendar(struct play *play, const struct story_line *line)
{
	str name = line->words[0];
	struct command command = { .kind = COMMAND_CALENDAR_PUT, .tenant = str_split(&name, '/') };
	struct buf body;
	buf_init(&body, LIMIT_CALENDAR_BYTES + 1);
	for (u32 i = 1; i < line->words_len; i++)
		buf_addf(&body, "%.*s\n", STR_ARG(line->words[i]));
	command.calendar.name = name;
	command.calendar.body = buf_view(&body);
	play_submit(play, &command);
	buf_done(&body);
}

/* As when the machine's database was brought up to date: what is planned is planned anew. */
static void change_zone_data(struct play *play, const struct story_line *line)
{
	struct command command = { .kind = COMMAND_TZ_CHANGED };
	if (line->words_len != 2 || play->zone_data_len == PLAY_ZONE_DATA_MAX) {
		refuse(play, "zone-data names two zones, at most 8 times");
		return;
	}
	play->zone_data[play->zone_data_len].zone = line->words[0];
	play->zone_data[play->zone_data_len++].other = line->words[1];
	play_submit(play, &command);
}

void play_job(struct play *play, const struct story_line *line)
{
	if (line->verb == VERB_JOB || line->verb == VERB_CHANGE_JOB) put_job(play, line);
	else if (line->verb == VERB_CALENDAR) put_calendar(play, line);
	else if (line->verb == VERB_ZONE_DATA) change_zone_data(play, line);
	else act_on_job(play, line);
	ask_all_again(play);
}

/* ---- expectations -------------------------------------------------------------------------- */

void expect_next(struct play *play, const struct story_line *line)
{
	const struct played_job *job = job_named(play, line->words[0]);
	const struct story_given *expected = story_find(line, STORY_RUN_AT);
	const struct run_row *next = job && job->exists
					     ? memory_store_next_run(play->store, &job->id)
					     : NULL;
	buf_clear(&play->text);
	if (!next && expected) buf_add(&play->text, STR("it has no next run"));
	else if (next && !expected) buf_add(&play->text, STR("it has a next run"));
	else if (!next || !play_time_differs(play, next->hot.run_at, expected)) return;
	play_unmet(play, line, line->words[0]);
}

struct ledger {
	const struct play *play;
	struct buf *out;
};

static void add_since(const struct ledger *ledger, msec at)
{
	msec since = msec_sub(at, ledger->play->story->start);
	if (since < 0) buf_add_byte(ledger->out, '-');
	duration_print(since < 0 ? -since : since, ledger->out);
}

static void add_occurrence(void *context, const struct occurrence_row *row)
{
	const struct ledger *ledger = context;
	if (ledger->out->len) buf_add_byte(ledger->out, ' ');
	add_since(ledger, row->planned_at);
	if (row->until) buf_add(ledger->out, STR(".."));
	if (row->until) add_since(ledger, row->until - 1);
	if (row->number) buf_addf(ledger->out, "#%u", row->number);
	buf_addf(ledger->out, ":%.*s", STR_ARG(occurrence_outcome_name(row->outcome)));
	if (row->reason)
		buf_addf(ledger->out, "/%.*s", STR_ARG(occurrence_reason_name(row->reason)));
	if (row->count) buf_addf(ledger->out, "(%u%s)", row->count, row->or_more ? "+" : "");
}

void expect_ledger(struct play *play, const struct story_line *line)
{
	const struct played_job *job = job_named(play, line->words[0]);
	struct buf got;
	struct ledger ledger = { play, &got };
	buf_init(&got, 1 << 16);
	if (job && job->exists)
		memory_store_each_occurrence(play->store, &job->id, add_occurrence, &ledger);
	play_expect_ledger(play, line, buf_view(&got));
	buf_done(&got);
}
