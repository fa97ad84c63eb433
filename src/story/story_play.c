/* The loop of a play: a fake clock, the real pump, the memory store. */
#include "base/memory.h"
#include "base/must.h"
#include "story/story_parts.h"

#include <stdio.h>

enum { TURNS_AT_ONCE_MAX = 100000, TENDING_STEPS_MAX = 1000 };
#define PLAY_ARENA_MAX ((size_t)256 << 20)
#define PLAY_TEXT_MAX ((size_t)1 << 16)

/* ---- the server ---------------------------------------------------------------------------- */

enum err play_start_server(struct play *play)
{
	const struct pump_host host = { .context = play,
					.now = play_host_now,
					.random = play_host_random,
					.stop = play_host_stop,
					.ask_hook = play_ask_hook,
					.publish = play_host_publish };
	snprintf(play->node, sizeof play->node, "@server-%u", ++play->starts);
	const struct pump_config config = {
		.engine = { .hash_seed = play->story->seed,
			    .node = str_from(play->node),
			    .aging = play->story->aging,
			    .max_concurrency = play->story->max_concurrency,
			    .zone = play_zone,
			    .zone_context = play },
		.retention = { .finished_ms = play->story->retention,
			       .dead_ms = play->story->retention_dead,
			       .journal_ms = 2 * STORY_SPAN_MAX,
			       .audit_ms = 2 * STORY_SPAN_MAX },
	};
	must(!play->pump);
	enum err err = pump_new(&config, &host, memory_store_view(play->store), &play->pump);
	if (err == ERR_STORE) {
		play->retry_at = play->t + PLAY_RETRY_MS;
		return ERR_OK; /* it is tried again */
	}
	return err;
}

void play_stop_server(struct play *play)
{
	play->is_dying = true;
	pump_free(play->pump);
	play->pump = NULL;
	play->is_dying = false;
}

static enum err turn(struct play *play)
{
	enum err err = pump_turn(play->pump);
	play->result->turns++;
	if (err != ERR_STORE) return err;
	play->retry_at = play->t + PLAY_RETRY_MS;
	return ERR_OK;
}

/* The pump did not take it. */
static void refuse(struct reply *reply, enum err err)
{
	struct answer refused = { .reply = reply, .err = err };
	reply_answer(reply, &refused);
	reply_close(reply);
}

bool play_submit_quietly(struct play *play, struct command *command, const struct reply **out_reply)
{
	command->reply = play_take_reply(play);
	if (!command->reply) return false;
	if (out_reply) *out_reply = command->reply;
	enum err err = play->pump ? pump_submit(play->pump, command) : ERR_STORE;
	if (err) refuse(command->reply, err);
	else (void)!turn(play); /* one that failed has answered */
	return true;
}

void play_submit(struct play *play, struct command *command)
{
	command->reply = play->pump ? play_take_reply(play) : NULL;
	play->said = (struct said){ .reply = command->reply };
	if (!play->pump) {
		play->said.is_there = true;
		play->said.err = fail(&play->said.why, ERR_STORE, "the server is not running");
		return;
	}
	play->said_command = command;
	enum err err = command->reply ? pump_submit(play->pump, command) : ERR_MEMORY;
	if (!err) err = turn(play);
	else if (command->reply) play_on_over(command->reply);
	play->said_command = NULL;
	if (!err) return;
	play->said.is_there = true;
	play->said.err = fail(&play->said.why, err, "%s", err_sentence(err));
}

static bool server_is_due(const struct play *play)
{
	if (play->retry_at > play->t) return false;
	if (!play->pump) return true;
	return pump_is_due(play->pump, play_host_now((void *)(uintptr_t)play));
}

static enum err settle_server(struct play *play)
{
	enum err err = ERR_OK;
	for (u32 turns = 0; !err && server_is_due(play); turns++) {
		if (turns == TURNS_AT_ONCE_MAX)
			return fail(play->why, ERR_QUOTA, "the server does not become idle");
		err = play->pump ? turn(play) : play_start_server(play);
	}
	return err;
}

static bool has_retention(const struct play *play)
{
	bool is_set = play->story->retention || play->story->retention_dead;
	for (u32 i = 0; !is_set && i < play->story->lines_len; i++)
		is_set = story_find(&play->story->lines[i], STORY_KEPT) != NULL;
	return is_set;
}

/* Expired rows go all at once: a server has time for that between turns. */
static enum err tend(struct play *play)
{
	enum err err = ERR_OK;
	bool more = play->pump && play->retry_at <= play->t && play->has_retention;
	for (u32 steps = 0; !err && more && steps < TENDING_STEPS_MAX; steps++)
		err = pump_tend(play->pump, &more);
	return err == ERR_STORE ? ERR_OK : err;
}

enum err play_settle(struct play *play)
{
	enum err err;
	do err = settle_server(play);
	while (!err && workers_ask(play));
	if (!err) err = tend(play);
	if (err) return fail(play->why, err, "the server ended: %s", err_sentence(err));
	return ERR_OK;
}

/* ---- the loop ------------------------------------------------------------------------------ */

static msec least(msec a, msec b)
{
	return a < b ? a : b;
}

static bool has_statement(const struct play *play)
{
	return play->next < play->story->lines_len;
}

static msec next_wake(const struct play *play)
{
	if (play->retry_at > play->t) return play->retry_at;
	if (!play->pump) return play->t;
	struct now wake = pump_next_wake(play->pump);
	msec wall = msec_sub(wake.wall, play->story->start + play->stepped);
	return least(wall, msec_sub(wake.boot, BOOT_START));
}

static msec next_event(const struct play *play)
{
	msec next = least(next_wake(play), least(workers_next(play), hooks_next(play)));
	if (has_statement(play)) next = least(next, play->story->lines[play->next].at);
	return next < play->t ? play->t : next;
}

/* Whether time alone can still change something that matters. */
static bool run_may_move(const struct play *play, const struct played_run *run)
{
	struct memory_run_seen seen;
	msec wall = play_wall(play);
	if (!memory_store_find_run(play->store, &run->id, &seen)) return false;
	if (run_state_is_final(seen.state)) return false;
	return seen.open || seen.row->hot.run_at > wall || seen.row->deadline_at > wall ||
	       play->paused_until > wall;
}

static bool is_over(struct play *play, msec next)
{
	msec until = play->wish->until;
	if (until) return next > until;
	if (has_statement(play)) return false;
	/* A series has no end: with jobs the last statement is the end. */
	if (!play->story->has_workers || play->jobs_len) return true;
	if (workers_are_busy(play) || hooks_next(play) < MSEC_MAX) return false;
	play_forget_ended(play);
	for (u32 i = 0; i < play->open_len; i++) {
		if (run_may_move(play, play->open[i])) return false;
	}
	return true;
}

static enum err check_bounds(struct play *play, msec next)
{
	play->events++;
	if (play->events > STORY_EVENTS_MAX)
		return fail(
			play->why, ERR_QUOTA,
			"stopped after %d events: the story seems to repeat itself; --until SPAN "
			"ends it sooner",
			STORY_EVENTS_MAX);
	if (play->all_max - play->all_len < play->room)
		return fail(play->why, ERR_QUOTA,
			    "stopped after %u runs of jobs and workers; --until SPAN ends it "
			    "sooner",
			    play->all_len);
	if (next > STORY_SPAN_MAX)
		return fail(play->why, ERR_QUOTA,
			    "stopped after 366 days; --until SPAN ends it sooner");
	return ERR_OK;
}

static enum err one_event(struct play *play)
{
	enum err err = ERR_OK;
	if (workers_act(play) || hooks_act(play)) return play_settle(play);
	if (!has_statement(play) || play->story->lines[play->next].at > play->t)
		return play_settle(play);
	const struct story_line *line = &play->story->lines[play->next++];
	err = play_statement(play, line);
	if (err) return err;
	bool dies = play->wish->crash_always || play->wish->crash_after == play->next;
	if (dies && !story_verb_expects(line->verb)) err = play_crash(play, 0);
	return err ? err : play_settle(play);
}

static enum err play_all(struct play *play)
{
	for (;;) {
		msec next = next_event(play);
		bool is_last = is_over(play, next);
		/* Only once an instant is over: what is about to start is not held back. */
		if (is_last || next > play->t) tell_held_back(play);
		if (is_last) break;
		enum err err = check_bounds(play, next);
		if (err) return err;
		play->t = next;
		err = one_event(play);
		if (err) return err;
	}
	if (play->wish->until > play->t) play->t = play->wish->until;
	return ERR_OK;
}

/* ---- before and after ---------------------------------------------------------------------- */

/* How many runs may come to be that no statement enqueues. */
static u32 runs_beside(struct play *play)
{
	u32 dailies = 0;
	bool has_some = false;
	for (u32 i = 0; i < play->story->lines_len; i++) {
		const struct story_line *line = &play->story->lines[i];
		enum story_verb verb = line->verb;
		dailies += verb == VERB_DAILY;
		has_some |= verb == VERB_JOB || verb == VERB_BATCH || verb == VERB_LADDER ||
			    verb == VERB_DAILY || verb == VERB_REMINDER ||
			    story_find(line, STORY_FALLBACK) || story_find(line, STORY_ENQUEUES);
	}
	play->room = PLAY_JOB_RUNS_ROOM + dailies * PLAY_DAILY_RUNS_ROOM;
	if (!has_some) play->room = 0;
	return has_some ? PLAY_JOB_RUNS_MAX + play->room : 0;
}

static enum err prepare(struct play *play)
{
	u32 most = play->story->lines_len + 1;
	u32 runs = most + runs_beside(play);
	play->has_retention = has_retention(play);
	arena_init(&play->arena, PLAY_ARENA_MAX);
	list_init(&play->spare_replies);
	buf_init(&play->text, PLAY_TEXT_MAX);
	uuid_map_init(&play->runs, play->story->seed, offsetof(struct played_run, id));
	play->chance = prng_stream(play->wish->has_seed ? play->wish->seed : play->story->seed,
				   STR("story"));
	play->claims = arena_alloc_array(&play->arena, most, sizeof *play->claims);
	play->started = arena_alloc_array(&play->arena, PLAY_STARTED_MAX, sizeof *play->started);
	if (arena_failed(&play->arena)) return ERR_MEMORY;
	enum err err = play_runs_init(play, runs);
	if (!err) err = play_names_init(play, runs, most);
	if (!err) err = uuid_map_reserve(&play->runs, runs);
	if (!err) err = memory_store_new(play->story->seed, &play->store);
	if (!err) err = play_start_server(play);
	return err;
}

static void add_final_state(struct play *play, const struct played_label *label)
{
	struct buf *out = play->wish->states;
	struct memory_run_seen seen;
	buf_add(out, label->label);
	buf_add_byte(out, ' ');
	if (!label->run) buf_add(out, STR("absent"));
	else if (memory_store_find_run(play->store, &label->run->id, &seen))
		buf_add(out, run_state_name(seen.state));
	buf_add_byte(out, '\n');
}

static void sum_up(struct play *play)
{
	tally_all(play);
	play->result->ended_at = play->t;
	if (!play->wish->states) return;
	for (u32 i = 0; i < play->labels_len; i++) add_final_state(play, &play->labels[i]);
}

enum err story_play(const struct story *story, const struct story_wish *wish,
		    const struct story_listener *listener, struct story_result *out_result,
		    struct why *why)
{
	struct story_result result = { 0 };
	struct play *play = mem_alloc_zeroed(sizeof *play);
	if (!play) return fail(why, ERR_MEMORY, "no memory to play the story");
	play->story = story;
	play->wish = wish;
	play->listener = listener;
	play->result = &result;
	play->why = why;
	enum err err = prepare(play);
	if (err) err = fail(why, err, "the play cannot begin: %s", err_sentence(err));
	if (!err) err = play_all(play);
	if (!err) sum_up(play);
	if (!err) *out_result = result;
	play_stop_server(play);
	memory_store_free(play->store);
	uuid_map_done(&play->runs);
	play_names_done(play);
	play_zones_done(play);
	buf_done(&play->text);
	arena_done(&play->arena);
	mem_free(play);
	return err;
}
