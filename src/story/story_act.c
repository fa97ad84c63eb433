/* Statements of a story, made into commands of the engine and blows of fate. */
#include "base/must.h"
#include "story/story_parts.h"
#include "story/story_value.h"

u32 play_list(str text, str *out_words, u32 max)
{
	u32 len = 0;
	while (text.len && len < max) out_words[len++] = str_split(&text, ',');
	return len;
}

/* An instant of the server's clock, from a time of the story. */
msec play_instant_of(const struct play *play, const struct story_line *line,
		     enum story_option option)
{
	const struct story_given *given = story_find(line, option);
	return given ? msec_add(play->story->start, given->low) : 0;
}

/* ---- runs and settings --------------------------------------------------------------------- */

static void fill_scope(const struct story_line *line, enum unique_scope *scope, msec *ttl)
{
	const struct story_given *given = story_find(line, STORY_SCOPE);
	if (given) must(story_scope(given->text, scope, ttl));
}

/* A label that no run has names nobody: the engine refuses it. */
static enum err fill_after(struct play *play, const struct story_line *line,
			   struct enqueue_item *item)
{
	str labels = story_text(line, STORY_WAITS_FOR);
	if (!labels.len) return ERR_OK;
	struct uuid *ids = arena_alloc_array(&play->arena, LIMIT_TASK_AFTER + 1, sizeof *ids);
	if (!ids) return ERR_MEMORY;
	item->after = ids;
	item->needs = str_eq(story_text(line, STORY_NEEDS), STR("complete")) ? DEPENDENCY_COMPLETE
									     : DEPENDENCY_SUCCESS;
	while (labels.len && item->after_len <= LIMIT_TASK_AFTER) {
		const struct played_label *label = play_label(play, str_split(&labels, ','));
		bool is_run = label && label->run;
		ids[item->after_len++] = is_run ? label->run->id : (struct uuid){ { 0 } };
	}
	return ERR_OK;
}

static enum err on_enqueue(struct play *play, const struct story_line *line)
{
	struct enqueue_item item = {
		.type = story_text(line, STORY_TYPE),
		.queue = story_text(line, STORY_QUEUE),
		.route = story_text(line, STORY_ROUTE),
		.key = story_text(line, STORY_KEY),
		.replaces = str_eq(story_text(line, STORY_ON_DUPLICATE), STR("replace")),
		.bucket = story_text(line, STORY_BUCKET),
		.entity = story_text(line, STORY_ENTITY),
		.user = story_text(line, STORY_FOR_USER),
		.payload = story_text(line, STORY_PAYLOAD),
		.run_at = play_instant_of(play, line, STORY_RUN_AT),
		.run_at_is_absolute = story_find(line, STORY_RUN_AT) != NULL,
		.deadline_at = play_instant_of(play, line, STORY_DEADLINE),
		.timeout_ms = story_number(line, STORY_TIMEOUT, 0),
		.priority = (u32)story_number(line, STORY_PRIORITY, 0),
		.max_attempts = (u32)story_number(line, STORY_ATTEMPTS, 0),
	};
	if (story_find(line, STORY_IN))
		item.run_at = play_wall(play) + story_number(line, STORY_IN, 0);
	fill_scope(line, &item.scope, &item.unique_ttl);
	if (fill_after(play, line, &item)) return fail(play->why, ERR_MEMORY, "no memory for it");
	str resumes = story_text(line, STORY_RESUMES);
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .tenant = story_text(line, STORY_TENANT),
				   .enqueue = { .items = &item,
						.len = 1,
						.resumes = &resumes,
						.resumes_len = resumes.len > 0 } };
	struct played_run *run = play_spare_run(play);
	if (!run) return fail(play->why, ERR_MEMORY, "no memory for another run");
	run->label = line->words[0];
	run->tenant = command.tenant;
	run->type = item.type;
	struct played_label *label = play_add_label(play, line->words[0], NULL);
	play_submit(play, &command);
	label->run = play->said.err ? NULL : play->said.run;
	return ERR_OK;
}

static void fill_fallback(const struct story_line *line, struct set_command *set)
{
	struct fallback_policy *fallback = &set->type.fallback;
	str classes = story_text(line, STORY_FALLS_ON), key = story_text(line, STORY_ALERT_KEY);
	set->fallback = story_text(line, STORY_FALLBACK);
	fallback->minutes = (u32)(story_number(line, STORY_ALERT_EVERY, 0) / MSEC_MINUTE);
	if (classes.len) must(story_classes(classes, &fallback->classes));
	if (key.len) (void)!class_list_add(&fallback->key, key);
}

static void set_type(struct play *play, const struct story_line *line)
{
	str type = line->words[0];
	str tenant = str_split(&type, '/');
	struct command command = { .kind = COMMAND_SET_TYPE,
				   .tenant = tenant,
				   .set = { .name = type } };
	struct type_policy *policy = &command.set.type;
	str backoff = story_text(line, STORY_BACKOFF);
	str retryable = story_text(line, STORY_RETRYABLE);
	str fatal = story_text(line, STORY_FATAL);
	policy->limit = (u32)story_number(line, STORY_LIMIT, 0);
	policy->max_attempts = (u32)story_number(line, STORY_ATTEMPTS, 0);
	policy->priority = (u32)story_number(line, STORY_PRIORITY, 0);
	policy->lease_ms = story_number(line, STORY_LEASE, 0);
	policy->timeout_ms = story_number(line, STORY_TIMEOUT, 0);
	policy->retention_days = (u32)(story_number(line, STORY_KEPT, 0) / MSEC_DAY);
	if (story_text(line, STORY_OWN).len)
		policy->carrier = story_number(line, STORY_OWN, 0) ? CARRIER_NODE : CARRIER_WORKERS;
	if (backoff.len) must(story_backoff(backoff, &policy->backoff));
	if (retryable.len) must(story_classes(retryable, &policy->retryable));
	if (fatal.len) must(story_classes(fatal, &policy->fatal));
	fill_scope(line, &policy->scope, &policy->unique_ttl);
	play_fill_gates(line, policy);
	fill_fallback(line, &command.set);
	play_submit(play, &command);
	ask_all_again(play);
}

static void set_tenant(struct play *play, const struct story_line *line)
{
	struct command command = { .kind = COMMAND_SET_TENANT, .set = { .name = line->words[0] } };
	struct tenant_policy *policy = &command.set.tenant;
	str backoff = story_text(line, STORY_BACKOFF);
	policy->weight = (u32)story_number(line, STORY_WEIGHT, 0);
	policy->limit = (u32)story_number(line, STORY_LIMIT, 0);
	policy->max_attempts = (u32)story_number(line, STORY_ATTEMPTS, 0);
	policy->lease_ms = story_number(line, STORY_LEASE, 0);
	policy->timeout_ms = story_number(line, STORY_TIMEOUT, 0);
	policy->require_key = story_number(line, STORY_REQUIRE_KEY, 0) != 0;
	policy->min_interval_ms = story_number(line, STORY_MIN_INTERVAL, 0);
	fill_scope(line, &command.set.defaults.scope, &command.set.defaults.unique_ttl);
	if (backoff.len) must(story_backoff(backoff, &policy->backoff));
	play_submit(play, &command);
	ask_all_again(play);
}

static void set_queue(struct play *play, const struct story_line *line)
{
	struct command command = {
		.kind = COMMAND_SET_QUEUE,
		.set = { .name = line->words[0],
			 .queue = { .weight = (u32)story_number(line, STORY_WEIGHT, 0),
				    .limit = (u32)story_number(line, STORY_LIMIT, 0) } },
	};
	play_submit(play, &command);
	ask_all_again(play);
}

/* ---- people -------------------------------------------------------------------------------- */

static enum command_kind kind_of_act(enum story_verb verb)
{
	if (verb == VERB_CANCEL) return COMMAND_CANCEL;
	if (verb == VERB_RESCHEDULE) return COMMAND_RESCHEDULE;
	return verb == VERB_RETRY ? COMMAND_RETRY : COMMAND_DISCARD;
}

static void on_run(struct play *play, const struct story_line *line)
{
	const struct played_label *label = play_label(play, line->words[0]);
	const struct played_run *run = label ? label->run : NULL;
	if (!run) {
		play_refuse(play, "the run was never made");
		return;
	}
	struct command command = { .kind = kind_of_act(line->verb),
				   .tenant = run->tenant,
				   .run = { .run = run->id,
					    .run_at = play_instant_of(play, line, STORY_RUN_AT),
					    .reason = story_text(line, STORY_REASON) } };
	if (story_find(line, STORY_IN))
		command.run.run_at = play_wall(play) + story_number(line, STORY_IN, 0);
	play_submit(play, &command);
}

static void on_pause(struct play *play, const struct story_line *line)
{
	bool is_tenant = str_eq(line->words[0], STR("tenant"));
	bool is_type = str_eq(line->words[0], STR("type"));
	str name = line->words[1];
	struct command command = {
		.kind = line->verb == VERB_PAUSE ? COMMAND_PAUSE : COMMAND_RESUME,
		.tenant = story_text(line, STORY_TENANT),
		.pause = { .until = play_instant_of(play, line, STORY_UNTIL),
			   .reason = story_text(line, STORY_REASON) },
	};
	command.pause.scope = is_tenant ? PAUSE_TENANT : is_type ? PAUSE_TYPE : PAUSE_QUEUE;
	if (is_tenant) command.tenant = name;
	if (is_type) command.tenant = str_split(&name, '/');
	if (!is_tenant) command.pause.name = name;
	play_submit(play, &command);
	if (play->said.err) return;
	if (command.pause.until > play->paused_until) play->paused_until = command.pause.until;
	tell_world(play, line->verb == VERB_PAUSE ? EVENT_PAUSED : EVENT_RESUMED, line);
	ask_all_again(play);
}

static void on_operation(struct play *play, const struct story_line *line)
{
	static const str kinds[OPERATION_KINDS] = { [OPERATION_CANCEL] = STR("cancel"),
						    [OPERATION_RETRY] = STR("retry"),
						    [OPERATION_DISCARD] = STR("discard") };
	u32 kind = 0;
	str states = story_text(line, STORY_STATE);
	while (!str_eq(line->words[0], kinds[kind])) kind++;
	must(kind < OPERATION_KINDS);
	struct command command = { .kind = COMMAND_OPERATION_START,
				   .tenant = story_text(line, STORY_TENANT),
				   .operation = { .kind = (enum operation_kind)kind,
						  .type = story_text(line, STORY_TYPE),
						  .queue = story_text(line, STORY_QUEUE),
						  .key = story_text(line, STORY_KEY),
						  .entity = story_text(line, STORY_ENTITY),
						  .reason = story_text(line, STORY_REASON) } };
	if (states.len) must(story_states(states, &command.operation.states));
	play_submit(play, &command);
}

/* ---- fate ---------------------------------------------------------------------------------- */

/* Calls that waited are gone with the server; their workers ask again. */
static void call_again(struct play *play)
{
	struct played_call calls[PLAY_CALLS_MAX];
	memcpy(calls, play->calls, sizeof calls);
	memset(play->calls, 0, sizeof play->calls);
	for (u32 i = 0; i < PLAY_CALLS_MAX; i++) {
		bool waits = calls[i].reply && calls[i].ends_at > play->t;
		if (waits) play_lease_until(play, calls[i].line, calls[i].ends_at);
	}
}

/* Nobody is there to see it pass. */
static enum err pass_time(struct play *play, msec span)
{
	if (msec_add(play->t, span) > STORY_SPAN_MAX)
		return fail(play->why, ERR_QUOTA, "line %u: a story lasts at most 366 days",
			    play->asked ? play->asked->number : 0);
	play->t += span;
	return ERR_OK;
}

enum err play_crash(struct play *play, msec away)
{
	play_stop_server(play);
	play->questions_len = 0; /* whoever comes next asks again */
	memory_store_crash(play->store);
	enum err err = pass_time(play, away);
	if (err) return err;
	workers_begin_anew(play);
	ask_all_again(play);
	err = play_start_server(play);
	if (err) return fail(play->why, err, "the server cannot start: %s", err_sentence(err));
	call_again(play);
	return ERR_OK;
}

static void step_clock(struct play *play, str text)
{
	msec span;
	must(story_span(str_from_offset(text, 1), &span));
	msec stepped = play->stepped + (text.at[0] == '-' ? -span : span);
	msec now = play->story->start + play->t + stepped;
	if (now < 0 || now > MSEC_YEAR_9999_END - STORY_SPAN_MAX)
		play_refuse(play, "clocks show years from 1970 to 9998");
	else play->stepped = stepped;
}

static void on_vanish(struct play *play, const struct story_line *line)
{
	struct played_worker *worker = worker_find(play, line->words[0]);
	if (!worker || !worker->line) {
		play_refuse(play, "there is no such worker");
		return;
	}
	worker->line = NULL;
	memset(worker->held, 0, sizeof worker->held);
	if (!worker->reply) return;
	struct command command = { .kind = COMMAND_LEAVE, .leave = { worker->reply } };
	worker->reply = NULL;
	play_submit(play, &command);
}

static void on_store(struct play *play, bool is_down)
{
	memory_store_set_down(play->store, is_down);
	if (!is_down) play->retry_at = play->t;
}

static enum err on_fate(struct play *play, const struct story_line *line)
{
	enum story_verb verb = line->verb;
	msec span = story_number(line, STORY_FOR, 0);
	play->said = (struct said){ .is_there = true };
	if (verb == VERB_STORE) on_store(play, str_eq(line->words[0], STR("down")));
	if (verb == VERB_CLOCK) step_clock(play, line->words[0]);
	if (verb == VERB_WORKER) worker_set(play, line);
	if (verb == VERB_VANISH) on_vanish(play, line);
	tell_world(play, verb == VERB_NOTE ? EVENT_NOTE : EVENT_WORLD, line);
	if (verb == VERB_CRASH) return play_crash(play, span);
	if (verb != VERB_SUSPEND) return ERR_OK;
	must(story_span(line->words[0], &span));
	return pass_time(play, span);
}

/* ---- all of them --------------------------------------------------------------------------- */

static void on_lease(struct play *play, const struct story_line *line)
{
	play_lease_until(play, line, play->t + story_number(line, STORY_WAIT, 0));
}

/* Statements that become a command, and cannot fail as statements. */
static void (*const acts[STORY_VERB_COUNT])(struct play *, const struct story_line *) = {
	[VERB_TENANT] = set_tenant,
	[VERB_QUEUE] = set_queue,
	[VERB_TYPE] = set_type,
	[VERB_GATES] = play_gates,
	[VERB_HOOK_SAYS] = play_hook_says,
	[VERB_USER] = play_user,
	[VERB_RATE] = play_rate,
	[VERB_LEASE] = on_lease,
	[VERB_FINISH] = play_on_holder,
	[VERB_FINISH_OLD] = play_on_holder,
	[VERB_BEAT] = play_on_holder,
	[VERB_MOVE_LADDER] = play_ladder_act,
	[VERB_STOP_LADDER] = play_ladder_act,
	[VERB_CLAIM] = play_effect,
	[VERB_COMPLETE] = play_effect,
	[VERB_RELEASE] = play_effect,
	[VERB_CANCEL] = on_run,
	[VERB_RESCHEDULE] = on_run,
	[VERB_RETRY] = on_run,
	[VERB_DISCARD] = on_run,
	[VERB_PAUSE] = on_pause,
	[VERB_RESUME] = on_pause,
	[VERB_OPERATION] = on_operation,
	[VERB_JOB] = play_job,
	[VERB_CHANGE_JOB] = play_job,
	[VERB_DELETE_JOB] = play_job,
	[VERB_PAUSE_JOB] = play_job,
	[VERB_RESUME_JOB] = play_job,
	[VERB_RUN_JOB] = play_job,
	[VERB_SKIP_NEXT] = play_job,
	[VERB_BACKFILL] = play_job,
	[VERB_CALENDAR] = play_job,
	[VERB_ZONE_DATA] = play_job,
	[VERB_DAILY] = play_daily,
	[VERB_MOVE_DAILY] = play_daily,
	[VERB_DELETE_DAILY] = play_daily,
	[VERB_WINDOWS] = play_daily,
	[VERB_REMINDER] = play_reminder,
	[VERB_CHANGE_REMINDER] = play_reminder,
	[VERB_SNOOZE] = play_reminder,
	[VERB_DISMISS] = play_reminder,
	[VERB_COMPLETE_REMINDER] = play_reminder,
	[VERB_DELETE_REMINDER] = play_reminder,
};

static enum err carry_out(struct play *play, const struct story_line *line)
{
	must(line->verb < STORY_VERB_COUNT);
	if (line->verb == VERB_ENQUEUE) return on_enqueue(play, line);
	if (line->verb == VERB_BATCH) return play_batch(play, line);
	if (line->verb == VERB_LADDER) return play_ladder(play, line);
	if (!acts[line->verb]) return on_fate(play, line);
	acts[line->verb](play, line);
	return ERR_OK;
}

/* The line behind a statement, before the next one, may expect its refusal, or that it made
 * nothing. */
static bool refusal_is_expected(const struct play *play, const struct story_line *line)
{
	const struct story *story = play->story;
	for (u32 i = play->next; i < story->lines_len; i++) {
		const struct story_line *next = &story->lines[i];
		if (next->number == line->number) continue; /* times= spelled it out */
		if (!story_verb_expects(next->verb)) return false;
		if (next->verb == VERB_EXPECT_ANSWER) return true;
		if (next->verb == VERB_EXPECT && str_eq(next->words[0], line->words[0]) &&
		    str_eq(next->words[1], STR("absent")))
			return true;
	}
	return false;
}

static void tell_refused(struct play *play, const struct story_line *line)
{
	const struct said *said = &play->answered;
	struct story_event event = { .kind = EVENT_REFUSED, .line = line->number };
	if (!said->err && !said->duplicate) return;
	buf_clear(&play->text);
	if (said->duplicate) {
		event.kind = EVENT_DUPLICATE;
		event.tenant = story_text(line, STORY_TENANT);
		event.type = said->run ? said->run->type : story_text(line, STORY_TYPE);
		event.label = line->words[0];
		buf_addf(&play->text,
			 said->replaced ? "takes the place of %.*s, which has not begun"
					: "a duplicate of %.*s: nothing new is made",
			 STR_ARG(said->run ? said->run->label : STR("one that is there")));
	} else {
		if (line->words_len) event.label = line->words[0];
		event.tenant = story_text(line, STORY_TENANT);
		event.type = story_text(line, STORY_TYPE);
		buf_addf(&play->text, "%.*s is refused: %s", STR_ARG(story_verb_word(line->verb)),
			 said->why.text[0] ? said->why.text : err_sentence(said->err));
	}
	event.text = buf_view(&play->text);
	tell(play, &event);
	if (said->err && !refusal_is_expected(play, line)) play_unexpected(play, line);
}

enum err play_statement(struct play *play, const struct story_line *line)
{
	if (story_verb_expects(line->verb)) {
		enum err err = play_settle(play);
		if (!err) play_expect(play, line);
		return err;
	}
	play->asked = line;
	play->said = (struct said){ .is_there = true };
	enum err err = carry_out(play, line);
	play->answered = play->said;
	if (!err) tell_refused(play, line);
	return err;
}
