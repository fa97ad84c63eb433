/* Automatic workers: they ask for runs by long polls, work as long as they are said to, send
 * heartbeats, report, and believe what a heartbeat tells them. */
#include "base/must.h"
#include "story/story_parts.h"

#define POLL_MS ((msec)LIMIT_LEASE_WAIT_MS)

struct played_worker *worker_find(struct play *play, str name)
{
	for (u32 i = 0; i < play->workers_len; i++) {
		if (str_eq(play->workers[i].name, name)) return &play->workers[i];
	}
	return NULL;
}

/* New, or changed for what it leases from now on. */
void worker_set(struct play *play, const struct story_line *line)
{
	struct played_worker *worker = worker_find(play, line->words[0]);
	if (!worker && play->workers_len == STORY_WORKERS_MAX) {
		play->said.err = fail(&play->said.why, ERR_QUOTA, "a story has at most %d workers",
				      STORY_WORKERS_MAX);
		return;
	}
	if (!worker) {
		worker = &play->workers[play->workers_len++];
		*worker = (struct played_worker){ .name = line->words[0] };
	}
	worker->line = line;
}

static u32 slots_of(const struct played_worker *worker)
{
	return worker->line ? (u32)story_number(worker->line, STORY_SLOTS, 1) : 0;
}

static u32 busy_of(const struct played_worker *worker)
{
	u32 busy = 0;
	for (u32 i = 0; i < STORY_SLOTS_MAX; i++) busy += worker->held[i].is_used;
	return busy;
}

bool workers_are_busy(const struct play *play)
{
	for (u32 i = 0; i < play->workers_len; i++) {
		if (play->workers[i].line && busy_of(&play->workers[i])) return true;
	}
	return false;
}

/* Its own handlers die with the server, and what they were at. */
void workers_begin_anew(struct play *play)
{
	for (u32 i = 0; i < play->workers_len; i++) {
		struct played_worker *worker = &play->workers[i];
		worker->reply = NULL;
		if (worker->line && story_number(worker->line, STORY_OWN, 0))
			memset(worker->held, 0, sizeof worker->held);
	}
}

/* ---- asking -------------------------------------------------------------------------------- */

static void take_up(struct play *play, struct played_worker *worker, const struct lease *lease)
{
	u32 slot = 0;
	while (slot < STORY_SLOTS_MAX && worker->held[slot].is_used) slot++;
	must(slot < STORY_SLOTS_MAX); /* no more was asked for */
	play_note_lease(play, lease, worker->name);
	msec every = story_number(worker->line, STORY_BEATS, lease->lease_ms / 3);
	worker->held[slot] = (struct held){
		.is_used = true,
		.execution = lease->execution,
		.run = play_run_of(play, &lease->run),
		.attempt = lease->attempt,
		.begins_at = story_text(worker->line, STORY_CLAIMS).len ? play->t : MSEC_MAX,
		.ends_at = msec_add(play->t, story_number(worker->line, STORY_TAKES, MSEC_SECOND)),
		.beats_at = msec_add(play->t, every),
		.beats_every = every,
	};
}

static void tell_refused_worker(struct play *play, struct played_worker *worker,
				const struct answer *answer)
{
	struct story_event event = { .kind = EVENT_REFUSED,
				     .worker = worker->name,
				     .line = worker->line->number };
	buf_clear(&play->text);
	buf_addf(&play->text, "worker %.*s is refused: %s", STR_ARG(worker->name),
		 answer->why.text[0] ? answer->why.text : err_sentence(answer->err));
	event.text = buf_view(&play->text);
	tell(play, &event);
	if (!worker->was_refused) play_unexpected(play, worker->line);
	worker->was_refused = true;
}

static void take_answer(struct play *play, struct played_worker *worker,
			const struct answer *answer)
{
	bool is_passing = answer->err == ERR_STORE || answer->err == ERR_BUSY;
	worker->reply = NULL;
	worker->asks_at = play->t;
	if (answer->err) worker->asks_at += is_passing ? PLAY_RETRY_MS : POLL_MS;
	if (answer->err && !is_passing) tell_refused_worker(play, worker, answer);
	if (answer->err) return;
	for (u32 i = 0; i < answer->lease.len; i++) take_up(play, worker, &answer->lease.leases[i]);
}

bool workers_answer(struct play *play, const struct answer *answer)
{
	for (u32 i = 0; i < play->workers_len; i++) {
		struct played_worker *worker = &play->workers[i];
		if (!worker->reply || worker->reply != answer->reply) continue;
		take_answer(play, worker, answer);
		return true;
	}
	return false;
}

static bool wants_work(const struct play *play, const struct played_worker *worker)
{
	return worker->line && !worker->reply && worker->asks_at <= play->t &&
	       busy_of(worker) < slots_of(worker);
}

static void ask(struct play *play, struct played_worker *worker)
{
	str names[PLAY_NAMES_MAX];
	struct command command = { .kind = COMMAND_LEASE };
	play_fill_lease(play, worker->line, names, &command.lease);
	command.lease.max = slots_of(worker) - busy_of(worker);
	command.lease.wait_ms = POLL_MS;
	/* The answer comes to workers_answer. */
	if (!play_submit_quietly(play, &command, &worker->reply))
		worker->asks_at = play->t + POLL_MS;
}

bool workers_ask(struct play *play)
{
	bool asked = false;
	for (u32 i = 0; i < play->workers_len; i++) {
		if (!wants_work(play, &play->workers[i])) continue;
		ask(play, &play->workers[i]);
		asked = true;
	}
	return asked;
}

/* ---- working ------------------------------------------------------------------------------- */

static msec next_of(const struct held *held)
{
	msec next = held->ends_at < held->beats_at ? held->ends_at : held->beats_at;
	return held->begins_at < next ? held->begins_at : next;
}

msec workers_next(const struct play *play)
{
	msec next = MSEC_MAX;
	for (u32 i = 0; i < play->workers_len; i++) {
		const struct played_worker *worker = &play->workers[i];
		if (!worker->line) continue;
		bool asks = !worker->reply && busy_of(worker) < slots_of(worker);
		if (asks && worker->asks_at < next) next = worker->asks_at;
		for (u32 k = 0; k < STORY_SLOTS_MAX; k++) {
			const struct held *held = &worker->held[k];
			if (held->is_used && next_of(held) < next) next = next_of(held);
		}
	}
	return next;
}

static void tell_lost(struct play *play, const struct played_worker *worker,
		      const struct held *held, const char *what)
{
	struct story_event event = held_event(EVENT_TOO_LATE, worker, held);
	buf_clear(&play->text);
	buf_addf(&play->text, "%s of %.*s is told: %s", what, STR_ARG(worker->name),
		 holder_words(play->said.code));
	event.text = buf_view(&play->text);
	tell(play, &event);
}

static void beat(struct play *play, struct played_worker *worker, struct held *held)
{
	struct beat beat = { .execution = held->execution, .progress_percent = 101 };
	struct command command = { .kind = COMMAND_BEAT, .beat = { worker->name, &beat, 1 } };
	play_submit(play, &command);
	held->beats_at = msec_add(play->t, held->beats_every);
	if (play->said.err || play->said.code == HOLDER_OK) return;
	tell_lost(play, worker, held, "a heartbeat");
	held->is_used = false;
	worker->asks_at = play->t;
}

static void report(struct play *play, struct played_worker *worker, struct held *held)
{
	const struct story_line *line = worker->line;
	str outcome = story_text(line, STORY_OUTCOME);
	i64 fails = story_number(line, STORY_FAILS, INT64_MAX);
	struct report report = { .execution = held->execution, .outcome = OUTCOME_SUCCESS };
	if (outcome.len && held->attempt <= fails) {
		must(outcome_parse_reported(outcome, &report.outcome));
		report.error_class = story_text(line, STORY_CLASS);
		report.retry_after_ms = story_number(line, STORY_AFTER, 0);
	}
	struct command command = { .kind = COMMAND_REPORT,
				   .report = {
					   .worker = worker->name, .reports = &report, .len = 1 } };
	report.pauses_job = str_eq(story_text(line, STORY_SCHEDULE), STR("pause"));
	handler_end(play, worker, held, &report);
	play_submit(play, &command);
	if (play->said.err) {
		held->ends_at = msec_add(play->t, PLAY_RETRY_MS);
		return;
	}
	if (play->said.code != HOLDER_OK) tell_lost(play, worker, held, "the report");
	held->is_used = false;
	worker->asks_at = play->t;
}

bool workers_act(struct play *play)
{
	for (u32 i = 0; i < play->workers_len; i++) {
		struct played_worker *worker = &play->workers[i];
		for (u32 k = 0; worker->line && k < STORY_SLOTS_MAX; k++) {
			struct held *held = &worker->held[k];
			if (!held->is_used || next_of(held) > play->t) continue;
			if (held->begins_at <= play->t) handler_begin(play, worker, held);
			else if (held->ends_at <= play->t) report(play, worker, held);
			else beat(play, worker, held);
			return true;
		}
	}
	return false;
}
