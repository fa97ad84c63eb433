/* The turn: every change in the life of a run passes through pump_turn. */
#include "pump/pump.h"

#include "base/memory.h"
#include "base/must.h"
#include "engine/core/clock_watch.h"

enum { QUEUE_MAX_DEFAULT = 10000 };
#define TURN_BYTES_DEFAULT ((size_t)256 << 20)
#define JOURNAL_BYTES_MAX ((size_t)64 << 20)

/* Why the pump carries out no commands. */
enum pump_health {
	PUMP_WELL,
	PUMP_STORE_DOWN, /* a commit failed, so memory is ahead of the store */
	/* it is not known whether a commit was applied; `unsettled` is its turn */
	PUMP_STORE_UNKNOWN,
};

struct pump {
	struct pump_config config;
	struct pump_host host;
	struct store *store;
	struct engine *engine;
	struct turn turn;
	enum pump_health health;
	bool is_ahead; /* memory has changes that a failed commit lost */
	/* the questions of this turn were answered although nothing was committed */
	bool has_answered;
	struct inbox inbox;
	struct command **taken; /* the commands of this turn */
	/* runs whose payload was found damaged by a commit: the pump ends them by commands */
	struct uuid *damaged;
	u32 damaged_len;
	u64 last_turn;
	msec heard;        /* boot; see pump_heard */
	msec silent_until; /* boot; see pump_was_silent */
	struct clock_watch watch;
	struct pump_counters counters;
};

/* ---- time --------------------------------------------------------------------------------- */

static struct now look_at_clocks(struct pump *pump)
{
	struct now now = pump->host.now(pump->host.context);
	msec step = clock_watch_look(&pump->watch, &now);
	if (step && pump->host.clock_stepped) pump->host.clock_stepped(pump->host.context, step);
	return now;
}

void pump_heard(struct pump *pump, msec boot)
{
	pump->heard = boot;
}

void pump_was_silent(struct pump *pump, msec boot)
{
	pump->silent_until = boot;
}

static msec heard_by(const struct pump *pump, const struct now *now)
{
	return pump->heard < now->boot ? pump->heard : now->boot;
}

/* ---- memory, made from the store ---------------------------------------------------------- */

static enum err recall_engine(struct pump *pump)
{
	struct engine *engine = NULL;
	struct now now = look_at_clocks(pump);
	enum err err = engine_new(&pump->config.engine, &engine);
	if (err) return err;
	if (pump->engine) engine_take_over(engine, pump->engine, &now);
	struct recall_sink sink = engine_recall_sink(engine, &now);
	err = store_recall(pump->store, &sink, &pump->last_turn);
	if (err) {
		engine_free(engine);
		return err;
	}
	engine_free(pump->engine);
	pump->engine = engine;
	pump->is_ahead = false;
	pump->counters.reloads++;
	return ERR_OK;
}

enum err pump_new(const struct pump_config *config, const struct pump_host *host,
		  struct store *store, struct pump **out_pump)
{
	enum err err = ERR_MEMORY;
	struct pump *pump = mem_alloc_zeroed(sizeof *pump);
	if (!pump) return ERR_MEMORY;
	pump->config = *config;
	pump->host = *host;
	pump->store = store;
	pump->heard = MSEC_MAX;
	if (!pump->config.queue_max) pump->config.queue_max = QUEUE_MAX_DEFAULT;
	if (!pump->config.turn_bytes_max) pump->config.turn_bytes_max = TURN_BYTES_DEFAULT;
	inbox_init(&pump->inbox, pump->config.queue_max);
	arena_init(&pump->turn.arena, pump->config.turn_bytes_max);
	buf_init(&pump->turn.journal, JOURNAL_BYTES_MAX);
	pump->taken = mem_alloc((LIMIT_TURN_COMMANDS + LIMIT_TURN_CLAIMS) * sizeof *pump->taken);
	pump->damaged = mem_alloc(LIMIT_TURN_CLAIMS * sizeof *pump->damaged);
	if (!pump->taken || !pump->damaged) goto failed;
	err = recall_engine(pump);
	if (err) goto failed;
	pump->counters.reloads = 0;
	*out_pump = pump;
	return ERR_OK;
failed:
	pump_free(pump);
	return err;
}

/* ---- the inbox ---------------------------------------------------------------------------- */

enum err pump_submit(struct pump *pump, struct command *command)
{
	return inbox_put(&pump->inbox, command);
}

/* A lease with a damaged payload was withheld from its worker, and its run is now ended as failed.
 * The pump itself makes these commands, so they have no reply. Without memory for them they
 * wait. */
static void collect_damaged(struct pump *pump, struct turn *turn)
{
	struct command *commands = arena_alloc_array(&turn->arena, pump->damaged_len,
						     sizeof *commands);
	for (u32 i = 0; commands && i < pump->damaged_len; i++) {
		commands[i].kind = COMMAND_DAMAGED;
		commands[i].run.run = pump->damaged[i];
		pump->taken[turn->commands_len++] = &commands[i];
	}
}

static u32 command_members(const struct command *command)
{
	return command->kind == COMMAND_JOB_APPLY ? command->job_apply.len : 0;
}

static void take(struct pump *pump, struct turn *turn, struct command *command)
{
	pump->taken[turn->commands_len++] = command;
	for (u32 i = 0; i < command_members(command); i++)
		pump->taken[turn->commands_len++] = &command->job_apply.members[i];
}

/* Collects the commands that came while the last turn committed, as many as one turn may hold. */
static void collect_inbox(struct pump *pump, struct turn *turn)
{
	u32 items = 0;
	struct command *command;
	pthread_mutex_lock(&pump->inbox.lock);
	while (turn->commands_len < LIMIT_TURN_COMMANDS &&
	       (command = inbox_first_locked(&pump->inbox)) != NULL) {
		items += command_weight(command);
		u32 commands = turn->commands_len + 1 + command_members(command);
		bool is_full = items > LIMIT_TURN_ITEMS || commands > LIMIT_TURN_COMMANDS;
		if (turn->commands_len && is_full) break;
		inbox_remove_locked(&pump->inbox, command);
		take(pump, turn, command);
	}
	pthread_mutex_unlock(&pump->inbox.lock);
}

static struct turn *collect(struct pump *pump)
{
	struct turn *turn = &pump->turn;
	turn->commands_len = 0;
	collect_inbox(pump, turn);
	if (pump->damaged_len && pump->health == PUMP_WELL) collect_damaged(pump, turn);
	turn->commands = pump->taken;
	turn->id = pump->last_turn + 1;
	turn->now = look_at_clocks(pump); /* the only reading of the clocks in this turn */
	turn->heard = heard_by(pump, &turn->now);
	turn->silent_until = pump->silent_until;
	turn->random_used = 0;
	turn->wants_len = turn->changes_len = turn->actions_len = turn->claims_len = 0;
	turn->journal_entries = 0;
	pump->counters.commands += turn->commands_len;
	return turn;
}

static enum err draw_random(struct pump *pump, struct turn *turn)
{
	u32 len = engine_random_bytes(pump->engine, turn);
	u8 *bytes = arena_alloc(&turn->arena, len ? len : 1);
	if (!bytes) return ERR_MEMORY;
	pump->host.random(pump->host.context, bytes, len);
	pump->host.random(pump->host.context, (u8 *)&turn->jitter_seed, sizeof turn->jitter_seed);
	turn->random = bytes;
	turn->random_len = len;
	return ERR_OK;
}

/* ---- leaving ------------------------------------------------------------------------------ */

/* Removes leases with unreadable payloads from an answer. */
static void withhold_damaged(struct pump *pump, struct answer *answer)
{
	u32 kept = 0;
	for (u32 i = 0; answer->claimed_len && i < *answer->claimed_len; i++) {
		const struct lease *lease = &answer->claimed[i];
		if (!lease->damaged) answer->claimed[kept++] = *lease;
		else if (pump->damaged_len < LIMIT_TURN_CLAIMS)
			pump->damaged[pump->damaged_len++] = lease->run;
	}
	if (answer->claimed_len) *answer->claimed_len = kept;
}

static void send_answer(struct pump *pump, struct answer *answer)
{
	withhold_damaged(pump, answer);
	if (answer->reply) reply_answer(answer->reply, answer);
}

/* Carries out the actions of a turn: answers, stops, published journals. */
static void release(struct pump *pump, const struct turn *turn)
{
	const struct pump_host *host = &pump->host;
	for (u32 i = 0; i < turn->actions_len; i++) {
		const struct action *action = &turn->actions[i];
		switch (action->kind) {
		case ACTION_ANSWER: send_answer(pump, action->answer); break;
		case ACTION_ASK_HOOK:
			if (host->ask_hook) host->ask_hook(host->context, action->hook);
			break;
		case ACTION_STOP: host->stop(host->context, action->execution); break;
		case ACTION_PUBLISH:
			host->publish(host->context, action->turn, buf_view(&turn->journal));
			break;
		}
	}
}

static void refuse(struct reply *reply, enum err err)
{
	struct answer answer = { .reply = reply, .err = err };
	if (reply) reply_answer(reply, &answer);
}

void pump_refuse_waiting(struct pump *pump, enum err err)
{
	struct command *command;
	must(err != ERR_OK);
	while ((command = inbox_take(&pump->inbox)) != NULL) {
		struct reply *reply = command->reply;
		refuse(reply, err);
		reply_close(reply);
	}
}

static bool is_question(const struct command *command)
{
	return command_order(command->kind) == ORDER_ASK;
}

/* The store refused the turn: none of its changes became visible. Its commands get an error. Lease
 * calls of earlier turns get an empty answer, since the memory that has them is freed. */
static void refuse_turn(struct pump *pump, const struct turn *turn, enum err err)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (pump->has_answered && is_question(turn->commands[i])) continue;
		refuse(turn->commands[i]->reply, err);
	}
}

/* Questions are carried out before all else, so their answers come first and describe the state
 * before this turn. They are sent even if nothing was committed: reading goes on. */
static void release_questions(struct pump *pump, const struct turn *turn)
{
	u32 left = 0;
	for (u32 i = 0; i < turn->commands_len; i++) left += is_question(turn->commands[i]);
	for (u32 i = 0; left && i < turn->actions_len; i++) {
		if (turn->actions[i].kind != ACTION_ANSWER) continue;
		send_answer(pump, turn->actions[i].answer);
		left--;
	}
	must(left == 0);
	pump->has_answered = true;
}

static void answer_empty(void *context, struct reply *reply)
{
	struct answer answer = { .reply = reply };
	(void)context;
	reply_answer(reply, &answer);
}

/* Lease calls of turns before `turn` that wait in the engine. */
static void release_waiting(struct pump *pump, u64 turn)
{
	if (pump->engine) engine_each_waiting(pump->engine, turn, answer_empty, NULL);
}

/* Lease calls of earlier turns that this failed turn would have answered. */
static void release_late(const struct turn *turn)
{
	for (u32 i = 0; i < turn->actions_len; i++) {
		const struct action *action = &turn->actions[i];
		if (action->kind == ACTION_ANSWER && action->answer->is_late)
			answer_empty(NULL, action->answer->reply);
	}
}

/* Ends a turn in any case: closes its commands and resets its memory. */
static enum err close_turn(struct pump *pump, struct turn *turn, enum err err)
{
	if (err == ERR_OK) pump->last_turn = turn->id;
	else {
		pump->counters.failed++;
		refuse_turn(pump, turn, err);
	}
	/* Backwards, so that the members of an apply are visited before closing the apply frees
	 * them. */
	for (u32 i = turn->commands_len; i > 0; i--) {
		if (turn->commands[i - 1]->reply) reply_close(turn->commands[i - 1]->reply);
	}
	turn->commands_len = 0;
	arena_reset(&turn->arena);
	buf_clear(&turn->journal);
	pump->counters.turns++;
	return err;
}

/* ---- the turn ----------------------------------------------------------------------------- */

/* Probes a store that has failed; when it accepts writes again, memory is loaded again. */
static enum err recover(struct pump *pump)
{
	bool applied;
	enum err err = ERR_OK;
	if (pump->health == PUMP_STORE_UNKNOWN) {
		err = store_settle(pump->store, pump->last_turn + 1, &applied);
		if (err) return err;
	}
	err = store_probe(pump->store);
	if (err) return err;
	err = recall_engine(pump);
	if (err) return err;
	pump->health = PUMP_WELL;
	return ERR_OK;
}

/* All steps up to the commit. After `engine_step` memory is ahead of the store, so a failed commit
 * costs the memory. */
static enum err decide_and_commit(struct pump *pump, struct turn *turn)
{
	enum err err = engine_wants(pump->engine, turn);
	if (err) return err;
	err = store_load(pump->store, turn);
	if (err) return err;
	err = draw_random(pump, turn);
	if (err) return err;
	err = engine_reserve(pump->engine, turn);
	if (err) return err;
	engine_step(pump->engine, turn);
	if (!turn->changes_len && !turn->journal_entries) return ERR_OK; /* nothing to store */
	err = store_commit(pump->store, turn);
	if (err) {
		pump->is_ahead = true;
		release_questions(pump, turn);
		release_late(turn);
		release_waiting(pump, turn->id);
		pump->health = err == ERR_STORE_UNKNOWN ? PUMP_STORE_UNKNOWN : PUMP_STORE_DOWN;
	}
	return err;
}

/* A turn of questions alone: commands that would have to be stored are refused. */
static u32 take_questions(struct pump *pump, struct turn *turn, enum err err)
{
	u32 kept = 0;
	for (u32 i = 0; i < turn->commands_len; i++) {
		struct command *command = turn->commands[i];
		if (is_question(command)) {
			pump->taken[kept++] = command;
			continue;
		}
		refuse(command->reply, err);
		if (command->reply) reply_close(command->reply);
	}
	turn->commands_len = kept;
	return kept;
}

/* The store refuses writes but can still be read: loads memory from it once, if memory is ahead,
 * and answers questions. On an error they are refused like the rest. */
static void answer_questions(struct pump *pump, struct turn *turn, enum err err)
{
	if (err != ERR_STORE || pump->health != PUMP_STORE_DOWN) return;
	if (!take_questions(pump, turn, err)) return;
	enum err read_err = pump->is_ahead ? recall_engine(pump) : ERR_OK;
	turn->id = pump->last_turn + 1;
	if (!read_err) read_err = engine_wants(pump->engine, turn);
	if (!read_err) read_err = store_load(pump->store, turn);
	if (!read_err) read_err = draw_random(pump, turn);
	if (!read_err) read_err = engine_reserve(pump->engine, turn);
	if (read_err) return;
	engine_answer(pump->engine, turn);
	release_questions(pump, turn);
}

/* Forgets the damaged rows whose runs this turn has ended. */
static void forget_damaged(struct pump *pump, const struct turn *turn)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (!command->reply && command->kind == COMMAND_DAMAGED) pump->damaged_len--;
	}
}

static void tell_turned(struct pump *pump, const struct turn *turn)
{
	const struct pump_host *host = &pump->host;
	if (!host->turned) return;
	struct engine_pulse pulse = engine_pulse(pump->engine);
	msec took = msec_sub(host->now(host->context).boot, turn->now.boot);
	host->turned(host->context, turn, &pulse, took);
}

enum err pump_turn(struct pump *pump)
{
	struct turn *turn = collect(pump);
	enum err err = pump->health == PUMP_WELL ? ERR_OK : recover(pump);
	pump->has_answered = false;
	if (err) {
		answer_questions(pump, turn, err);
		goto done;
	}
	turn->id = pump->last_turn + 1;
	err = decide_and_commit(pump, turn);
	if (err) goto done; /* nothing became visible */
	forget_damaged(pump, turn);
	release(pump, turn);
	tell_turned(pump, turn);
done:
	return close_turn(pump, turn, err);
}

enum err pump_tend(struct pump *pump, bool *out_more)
{
	*out_more = false;
	struct now now = look_at_clocks(pump);
	if (pump->health != PUMP_WELL || engine_awaits_clock(pump->engine)) return ERR_OK;
	if (clock_watch_doubts(&pump->watch, &now)) return ERR_OK;
	struct retention retention = pump->config.retention;
	retention.system = engine_system(pump->engine);
	return store_tend(pump->store, now, &retention, out_more);
}

bool pump_is_due(struct pump *pump, struct now now)
{
	struct now wake = engine_next_wake(pump->engine);
	/* The engine has to be told at once that a clock was set back, so that it waits until both
	 * agree. */
	if (clock_watch_went_back(&pump->watch, &now)) return true;
	/* A store that has failed is probed again. */
	if (pump->health != PUMP_WELL) return true;
	return inbox_len(&pump->inbox) || pump->damaged_len || wake.wall <= now.wall ||
	       wake.boot <= heard_by(pump, &now);
}

struct now pump_next_wake(const struct pump *pump)
{
	return engine_next_wake(pump->engine);
}

const struct engine *pump_engine(const struct pump *pump)
{
	return pump->engine;
}

struct inbox *pump_inbox(struct pump *pump)
{
	return &pump->inbox;
}

struct pump_counters pump_counters(const struct pump *pump)
{
	return pump->counters;
}

void pump_free(struct pump *pump)
{
	if (!pump) return;
	pump_refuse_waiting(pump, ERR_BUSY);
	if (pump->health == PUMP_WELL) release_waiting(pump, UINT64_MAX);
	engine_free(pump->engine);
	inbox_done(&pump->inbox);
	arena_done(&pump->turn.arena);
	buf_done(&pump->turn.journal);
	mem_free(pump->taken);
	mem_free(pump->damaged);
	mem_free(pump);
}
