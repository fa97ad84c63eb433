/* See rig.h. */
#include "rig.h"

#include "base/hash.h"
#include "base/must.h"
#include "engine/engine.h"
#include "model/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 60, TURNS_MAX = 200, MEMORY_ROW = 10 };

/* Over which kind of ground a mode can be played. */
enum { ON_MEMORY = 1, ON_FILES = 2, ON_BOTH = ON_MEMORY | ON_FILES };

static const struct {
	const char *name;
	u32 grounds;
} modes[FAULT_MODES] = {
	[FAULT_NONE] = { "nothing fails", ON_BOTH },
	[FAULT_MEMORY] = { "allocation", ON_BOTH },
	[FAULT_MEMORY_ROW] = { "ten allocations from", ON_BOTH },
	[FAULT_STORE] = { "store call", ON_MEMORY },
	[FAULT_UNKNOWN_LOST] = { "commit, unknown and lost", ON_MEMORY },
	[FAULT_UNKNOWN_APPLIED] = { "commit, unknown and applied", ON_MEMORY },
	[FAULT_SYNC] = { "failed sync", ON_BOTH },
	[FAULT_WRITE] = { "failed write", ON_FILES },
	[FAULT_FULL] = { "write without room", ON_FILES },
	[FAULT_READ] = { "failed read", ON_FILES },
	[FAULT_DEATH] = { "death at moment", ON_BOTH },
	[FAULT_CUT] = { "power cut at moment", ON_FILES },
};

const char *fault_mode_name(enum fault_mode mode)
{
	must(mode < FAULT_MODES);
	return modes[mode].name;
}

bool fault_mode_is_for(enum fault_mode mode, const struct ground_kind *kind)
{
	must(mode < FAULT_MODES);
	return modes[mode].grounds & (kind->has_files ? ON_FILES : ON_MEMORY);
}

static void bad(struct rig *rig, const char *what)
{
	printf("FAILED: %s over %s: %s %llu: %s\n", rig->story, rig->kind->name,
	       modes[rig->mode].name, (unsigned long long)rig->at, what);
	rig->has_failed = true;
}

void rig_expect(struct rig *rig, bool holds, const char *what)
{
	if (!holds) bad(rig, what);
}

/* ---- faults ------------------------------------------------------------------------------- */

void rig_arm(struct rig *rig, bool is_armed)
{
	rig->is_armed = is_armed;
}

bool rig_disarm(struct rig *rig)
{
	bool was_armed = rig->is_armed;
	rig->is_armed = false;
	return was_armed;
}

/* It is still to come, or is just happening. */
static bool may_strike(const struct rig *rig)
{
	if (rig->mode == FAULT_NONE) return rig->is_chosen != NULL;
	return rig->points[rig->mode] < rig->at + MEMORY_ROW;
}

/* One point more where this mode could strike: which one? 0: it is not played. Where none is played
 * yet, whoever watches may choose this one. */
static u64 count_point(struct rig *rig, enum fault_mode mode)
{
	u64 number = ++rig->points[mode];
	bool is_free = rig->mode == FAULT_NONE && rig->is_chosen;
	if (is_free && rig->is_chosen(rig, mode, number)) {
		rig->mode = mode;
		rig->at = number;
	}
	return mode == rig->mode ? number : 0;
}

static bool strikes(struct rig *rig, enum fault_mode mode)
{
	u64 number = count_point(rig, mode);
	return number && number == rig->at;
}

bool rig_refuses_memory(struct rig *rig)
{
	if (!rig->is_armed) return false;
	bool refuses = strikes(rig, FAULT_MEMORY);
	u64 number = count_point(rig, FAULT_MEMORY_ROW);
	return refuses || (number >= rig->at && number && number < rig->at + MEMORY_ROW);
}

static bool refuse_memory(void *context, u64 asked)
{
	(void)asked;
	return rig_refuses_memory(context);
}

/* A moment at which a process can die. Death is played, not performed: from here on every call to
 * the store fails and nothing leaves any more, until the next process starts. */
static bool dies_here(struct rig *rig)
{
	if (!rig->is_armed || rig->is_dead) return rig->is_dead;
	bool is_killed = strikes(rig, FAULT_DEATH), is_cut = strikes(rig, FAULT_CUT);
	rig->is_dead = is_killed || is_cut;
	return rig->is_dead;
}

struct memory_fault rig_fault_of_call(struct rig *rig, bool is_commit)
{
	struct memory_fault fault = { ERR_OK, false };
	if (!rig->is_armed) return fault;
	if (dies_here(rig) || strikes(rig, FAULT_STORE)) fault.err = ERR_STORE;
	if (!is_commit) return fault;
	if (strikes(rig, FAULT_SYNC)) fault.err = ERR_STORE_SYNC;
	if (strikes(rig, FAULT_UNKNOWN_LOST)) fault.err = ERR_STORE_UNKNOWN;
	if (strikes(rig, FAULT_UNKNOWN_APPLIED))
		fault = (struct memory_fault){ ERR_STORE_UNKNOWN, true };
	return fault;
}

enum platter_fault rig_fault_of_disk(struct rig *rig, enum platter_call call)
{
	if (!rig->is_armed) return PLATTER_WELL;
	if (rig->is_dead) return PLATTER_ERROR;
	bool leaves_a_trace = call != PLATTER_READ && call != PLATTER_OPEN;
	if (leaves_a_trace && dies_here(rig)) return PLATTER_ERROR;
	if (call == PLATTER_READ && strikes(rig, FAULT_READ)) return PLATTER_ERROR;
	if (call == PLATTER_SYNC && strikes(rig, FAULT_SYNC)) return PLATTER_ERROR;
	if (call != PLATTER_WRITE) return PLATTER_WELL;
	bool fails = strikes(rig, FAULT_WRITE), is_full = strikes(rig, FAULT_FULL);
	if (fails) return PLATTER_ERROR;
	return is_full ? PLATTER_FULL : PLATTER_WELL;
}

/* ---- the store as the pump sees it: a process can die before and after each call ------------ */

static struct rig *rig_of(struct store *front)
{
	return container_of(front, struct rig, front);
}

static enum err after_call(struct rig *rig, enum err err)
{
	return dies_here(rig) ? ERR_STORE : err;
}

static enum err front_recall(struct store *front, const struct recall_sink *sink, u64 *out_turn)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_recall(rig->store, sink, out_turn));
}

static enum err front_load(struct store *front, struct turn *turn)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_load(rig->store, turn));
}

static enum err front_commit(struct store *front, struct turn *turn)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_commit(rig->store, turn));
}

static enum err front_settle(struct store *front, u64 turn, bool *out_applied)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_settle(rig->store, turn, out_applied));
}

static enum err front_probe(struct store *front)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_probe(rig->store));
}

static enum err front_tend(struct store *front, struct now now, const struct retention *retention,
			   bool *out_more)
{
	struct rig *rig = rig_of(front);
	if (dies_here(rig)) return ERR_STORE;
	return after_call(rig, store_tend(rig->store, now, retention, out_more));
}

static const struct store_calls front_calls = {
	.recall = front_recall,
	.load = front_load,
	.commit = front_commit,
	.settle = front_settle,
	.probe = front_probe,
	.tend = front_tend,
};

/* ---- what the pump asks of its host -------------------------------------------------------- */

static struct now host_now(void *context)
{
	return ((struct rig *)context)->now;
}

static void host_random(void *context, u8 *out_bytes, size_t len)
{
	struct rig *rig = context;
	for (size_t i = 0; i < len; i++) out_bytes[i] = (u8)prng_next(&rig->random);
}

/* Of the last answer; 0: there was none. */
static u64 last_number(const struct rig *rig)
{
	return rig->last.reply ? reply_number(rig->last.reply) : 0;
}

static void keep_answer(struct rig *rig, const struct answer *answer)
{
	enum command_kind kind = rig->kinds[reply_number(answer->reply)];
	const struct lease *leases = NULL;
	u32 len = 0;
	rig->last = *answer;
	if (answer->err) return;
	if (kind == COMMAND_ENQUEUE)
		memcpy(rig->last_items, answer->enqueue.items,
		       answer->enqueue.len * sizeof *answer->enqueue.items);
	if (kind == COMMAND_REPORT) {
		if (answer->held.len) rig->last_code = answer->held.items[0].code;
		leases = answer->held.leases;
		len = answer->held.leases_len;
	} else if (kind == COMMAND_LEASE) {
		leases = answer->lease.leases;
		len = answer->lease.len;
	}
	for (u32 i = 0; i < len; i++) {
		rig->last_leases[i] = leases[i];
		must(rig->held_len < RIG_LEASES_MAX);
		rig->held[rig->held_len++] = leases[i].execution;
	}
}

static void on_answer(struct reply *given, const struct answer *answer)
{
	struct rig *rig = numbered_of(given)->owner;
	u64 reply = reply_number(given);
	must(reply > 0 && reply <= rig->replies);
	if (dies_here(rig)) return;
	rig_expect(rig, rig->answered[reply] == 0, "somebody was answered twice");
	rig->answered[reply]++;
	keep_answer(rig, answer);
	(void)dies_here(rig);
}

static void host_stop(void *context, struct uuid execution)
{
	(void)execution;
	if (!dies_here(context)) (void)dies_here(context); /* before it is told, and after */
}

static void host_ask_hook(void *context, const struct policy_hook_ask *ask)
{
	struct rig *rig = context;
	if (dies_here(rig)) return;
	rig->asked = (struct hook_command){ .run = ask->run, .number = ask->number };
	(void)dies_here(rig);
}

static void host_publish(void *context, u64 turn, str journal)
{
	struct rig *rig = context;
	struct journal_entry entry;
	u32 entries = 0;
	if (dies_here(rig)) return;
	while (journal_unpack(&journal, &entry)) entries++;
	rig_expect(rig, journal.len == 0 && entries > 0 && turn > 0, "a journal cannot be read");
	(void)dies_here(rig);
}

static void on_over(struct reply *reply)
{
	(void)reply;
}

static enum err start_pump(struct rig *rig)
{
	struct pump_config config = { .engine.runs_max = rig->runs_max,
				      .queue_max = 16,
				      .retention = { .finished_ms = 30 * MSEC_DAY,
						     .dead_ms = 90 * MSEC_DAY,
						     .journal_ms = 30 * MSEC_DAY,
						     .audit_ms = 400 * MSEC_DAY,
						     .ledger_ms = 30 * MSEC_DAY,
						     .rows_max = 3 } };
	struct pump_host host = { .context = rig,
				  .now = host_now,
				  .random = host_random,
				  .stop = host_stop,
				  .publish = host_publish,
				  .ask_hook = host_ask_hook };
	return pump_new(&config, &host, &rig->front, &rig->pump);
}

/* ---- memory against memory loaded afresh ---------------------------------------------------- */

/* One turn of an engine of its own: decided, and then forgotten. */
static bool dry_turn(struct rig *rig, struct engine *engine)
{
	static const u8 random[UUID7_RANDOM_LEN * 4096];
	struct turn turn = {
		.id = (u64)1 << 40, .now = rig->now, .heard = rig->now.boot, .random = random
	};
	arena_init(&turn.arena, (size_t)64 << 20);
	buf_init(&turn.journal, (size_t)16 << 20);
	enum err err = engine_wants(engine, &turn);
	if (!err) err = store_load(rig->store, &turn);
	turn.random_len = engine_random_bytes(engine, &turn);
	must(turn.random_len <= sizeof random);
	if (!err) err = engine_reserve(engine, &turn);
	if (!err) engine_step(engine, &turn);
	arena_done(&turn.arena);
	buf_done(&turn.journal);
	return err == ERR_OK && engine_next_wake(engine).wall == MSEC_MIN;
}

static void check_memory(struct rig *rig)
{
	struct engine *fresh = NULL;
	struct buf said, lived, made;
	u64 last_turn;
	bool was_armed = rig_disarm(rig);
	buf_init(&said, 1 << 16);
	buf_init(&lived, 1 << 20);
	buf_init(&made, 1 << 20);
	if (!engine_check(pump_engine(rig->pump), &rig->now, &said)) {
		bad(rig, "an invariant is broken");
		printf("%.*s", STR_ARG(buf_view(&said)));
	}
	enum err err = engine_new(&(struct engine_config){ .runs_max = rig->runs_max }, &fresh);
	must(err == ERR_OK);
	struct recall_sink sink = engine_recall_sink(fresh, &rig->now);
	err = store_recall(rig->store, &sink, &last_turn);
	must(err == ERR_OK);
	for (u32 turns = 0; turns < TURNS_MAX && dry_turn(rig, fresh); turns++) continue;
	engine_dump(pump_engine(rig->pump), &lived);
	engine_dump(fresh, &made);
	/* With a bound, a memory made afresh may have to leave other runs in the store. */
	if (!rig->runs_max && !str_eq(buf_view(&lived), buf_view(&made))) {
		bad(rig, "memory is not what the store says");
		printf("memory:\n%.*s\nstore:\n%.*s\n", STR_ARG(buf_view(&lived)),
		       STR_ARG(buf_view(&made)));
	}
	engine_free(fresh);
	buf_done(&said);
	buf_done(&lived);
	buf_done(&made);
	rig_arm(rig, was_armed);
}

/* ---- turns -------------------------------------------------------------------------------- */

/* What kind of death it is; where the mode does not say, every second one takes the power along. */
static bool is_cut(const struct rig *rig)
{
	if (rig->mode == FAULT_DEATH) return false;
	return rig->mode == FAULT_CUT || rig->at % 2;
}

static u64 mix(u64 hash, const void *at, size_t len)
{
	return hash_mix(hash ^ hash_bytes((struct hash_key){ 1, 2 }, (str){ at, len }));
}

/* How many requests for memory are still to be refused. */
static u64 refusals_left(const struct rig *rig)
{
	u64 seen = rig->points[FAULT_MEMORY_ROW], end = rig->at + MEMORY_ROW;
	return rig->mode == FAULT_MEMORY_ROW && seen + 1 < end ? end - seen - 1 : 0;
}

/* All that the rest of the story can depend on, while there is no process. */
static u64 state_between(struct rig *rig)
{
	u64 numbers[] = { rig->kind->left(rig->ground),
			  (u64)rig->now.wall,
			  (u64)rig->now.boot,
			  rig->went,
			  rig->turns,
			  rig->replies,
			  last_number(rig),
			  rig->last.err,
			  rig->last_code,
			  rig->asked.number,
			  rig->runs_len,
			  rig->held_len,
			  is_cut(rig),
			  refusals_left(rig) };
	u64 hash = mix(0, numbers, sizeof numbers);
	hash = mix(hash, &rig->random, sizeof rig->random);
	hash = mix(hash, rig->answered, rig->replies + 1);
	hash = mix(hash, rig->is_excused, rig->replies + 1);
	hash = mix(hash, rig->runs, rig->runs_len * sizeof *rig->runs);
	return mix(hash, rig->held, rig->held_len * sizeof *rig->held);
}

static void end_process(struct rig *rig)
{
	rig->is_dead = true;
	pump_free(rig->pump);
	rig->pump = NULL;
	rig->kind->crash(rig->ground, is_cut(rig));
	rig->is_dead = false;
	if (!rig->kind->left) return;
	rig_expect(rig, rig->watch.live == 0, "memory was not given back when a process ended");
	if (rig->between && rig->mode != FAULT_NONE) rig->between(rig, state_between(rig));
}

/* What a process opens is much the same in every story: where another one tells of it, nothing
 * fails meanwhile, unless the story's fault has begun. */
static enum err open_store(struct rig *rig)
{
	bool was_armed = rig->is_armed;
	bool is_spared = !rig->with_opening && rig->mode == FAULT_NONE;
	rig_arm(rig, was_armed && !is_spared);
	rig->is_opening = true;
	enum err err = rig->kind->open(rig->ground, &rig->store);
	rig->is_opening = false;
	rig_arm(rig, was_armed);
	return err;
}

/* A process starts, as often as it takes. */
static void start(struct rig *rig)
{
	enum err err = ERR_STORE;
	for (u32 tries = 0; err && tries < TRIES_MAX; tries++) {
		err = open_store(rig);
		if (!err) err = start_pump(rig);
		if (err) end_process(rig);
	}
	must(err == ERR_OK);
}

static void restart(struct rig *rig)
{
	for (u64 reply = 1; reply <= rig->replies; reply++) {
		if (!rig->answered[reply]) rig->is_excused[reply] = true;
	}
	end_process(rig);
	start(rig);
}

void rig_crash(struct rig *rig)
{
	restart(rig);
	rig_settle(rig);
}

/* One turn, whatever it meets. */
static void turn(struct rig *rig)
{
	bool is_watched = may_strike(rig);
	u64 before = is_watched ? rig->kind->digest(rig->ground) : 0;
	u64 turns = is_watched ? rig->kind->turns(rig->ground) : 0;
	rig->turns++;
	rig->went = pump_turn(rig->pump);
	bool must_end = rig->is_dead || rig->went == ERR_STORE_SYNC;
	bool may_differ = rig->went == ERR_OK || rig->went == ERR_STORE_UNKNOWN || rig->is_dead ||
			  (must_end && rig->kind->has_files);
	if (rig->is_dead) rig->went = ERR_STORE; /* whatever it thought in the end */
	if (must_end) restart(rig);
	if (!is_watched) return;
	bool is_same = rig->kind->digest(rig->ground) == before;
	rig_expect(rig, is_same || may_differ, "a failed turn left something");
	bool is_whole = rig->kind->turns(rig->ground) == turns + 1;
	rig_expect(rig, is_same || is_whole || !must_end, "a dead process left half a turn");
}

void rig_settle(struct rig *rig)
{
	u32 turns = 0;
	for (; turns < TURNS_MAX; turns++) {
		if (rig->went == ERR_OK && !pump_is_due(rig->pump, rig->now)) break;
		turn(rig);
	}
	rig_expect(rig, turns < TURNS_MAX, "turns without end");
	/* Up to the fault all is as in the story without one, which was looked at. */
	if (rig->points[rig->mode] >= rig->at) check_memory(rig);
}

void rig_advance(struct rig *rig, msec span)
{
	rig->now.wall += span;
	rig->now.boot += span;
	rig_settle(rig);
}

/* One step, whatever it meets. Those that fail are taken again, as a thread would some time later.
 */
static bool tend_once(struct rig *rig)
{
	bool is_watched = may_strike(rig), more = false;
	u64 before = is_watched ? rig->kind->digest(rig->ground) : 0;
	enum err err = pump_tend(rig->pump, &more);
	bool must_end = rig->is_dead || err == ERR_STORE_SYNC;
	if (must_end) restart(rig);
	if (is_watched && err && !must_end)
		rig_expect(rig, rig->kind->digest(rig->ground) == before,
			   "a failed step of removing left something");
	return err || must_end || more;
}

void rig_tend(struct rig *rig)
{
	u32 steps = 0;
	while (steps < TURNS_MAX && tend_once(rig)) steps++;
	rig_expect(rig, steps < TURNS_MAX, "removing has no end");
	rig_settle(rig);
}

/* ---- asking ------------------------------------------------------------------------------- */

static bool is_worth_another_try(enum err err)
{
	return err == ERR_MEMORY || err == ERR_STORE || err == ERR_STORE_UNKNOWN ||
	       err == ERR_STORE_SYNC || err == ERR_BUSY;
}

static u64 submit(struct rig *rig, struct command *command)
{
	u64 reply = ++rig->replies;
	must(reply < RIG_REPLIES_MAX);
	struct numbered *given = &rig->given[reply];
	*given = (struct numbered){ { .answered = on_answer, .over = on_over }, reply, rig };
	command->reply = &given->reply;
	rig->kinds[reply] = command->kind;
	enum err err = pump_submit(rig->pump, command);
	must(err == ERR_OK);
	return reply;
}

/* Asks once. ERR_BUSY: nobody lived to answer. */
static enum err ask(struct rig *rig, struct command *command)
{
	u64 reply = submit(rig, command);
	bool waits = command->kind == COMMAND_LEASE && command->lease.wait_ms;
	turn(rig);
	rig_settle(rig);
	if (rig->answered[reply])
		return last_number(rig) == reply ? rig->last.err : ERR_OK; /* a later one came */
	if (waits && !rig->is_excused[reply]) return ERR_OK;
	rig_expect(rig, rig->is_excused[reply], "somebody was not answered");
	return ERR_BUSY;
}

enum err rig_do(struct rig *rig, struct command command)
{
	enum err err = ERR_BUSY;
	for (u32 i = 0; command.kind == COMMAND_JOB_APPLY && i < command.job_apply.len; i++)
		command.job_apply.members[i].apply = &command;
	for (u32 tries = 0; tries < TRIES_MAX && is_worth_another_try(err); tries++)
		err = ask(rig, &command);
	rig_expect(rig, !is_worth_another_try(err), "no try succeeded");
	return err;
}

void rig_enqueue(struct rig *rig, const char *tenant, struct enqueue_item item)
{
	char key[32];
	int len = snprintf(key, sizeof key, "key-%u", rig->runs_len);
	if (!item.type.len) item.type = STR("mail.send");
	item.payload = STR("{\"a\":1}");
	/* Of two that are due at the same instant chance would choose. */
	if (!item.run_at) item.run_at = rig->now.wall - RIG_RUNS_MAX + rig->runs_len;
	/* Asked again after "unknown" it must not be made twice. */
	if (!item.key.len) {
		item.key = (str){ key, (size_t)len };
		item.scope = UNIQUE_FOREVER;
	}
	enum err err = rig_do(rig, (struct command){ .kind = COMMAND_ENQUEUE,
						     .tenant = str_from(tenant),
						     .enqueue = { &item, 1, true } });
	rig_expect(rig, err == ERR_OK, "an enqueue was refused");
	rig_expect(rig, rig->last_items[0].err == ERR_OK, "an item was refused");
	must(rig->runs_len < RIG_RUNS_MAX);
	rig->runs[rig->runs_len++] = rig->last_items[0].run;
}

static bool is_unknown(void *context, const struct uuid *execution)
{
	const struct rig *rig = context;
	for (u32 i = 0; i < rig->held_len; i++) {
		if (uuid_eq(&rig->held[i], execution)) return false;
	}
	return true;
}

/* A claim that was kept, but whose answer was lost: the worker is told by the store. */
static bool adopt(struct rig *rig)
{
	struct uuid found;
	if (!rig->kind->find_open(rig->ground, is_unknown, rig, &found)) return false;
	must(rig->held_len < RIG_LEASES_MAX);
	rig->held[rig->held_len++] = found;
	return true;
}

bool rig_try_take(struct rig *rig)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1 } };
	u32 before = rig->held_len;
	for (u32 tries = 0; tries < TRIES_MAX && rig->held_len == before; tries++) {
		if (adopt(rig)) break;
		if (!is_worth_another_try(ask(rig, &lease))) break;
	}
	return rig->held_len > before;
}

struct uuid rig_take(struct rig *rig)
{
	u32 before = rig->held_len;
	(void)!rig_try_take(rig);
	rig_expect(rig, rig->held_len == before + 1,
		   "a worker did not get the one run that is due");
	return rig->held_len ? rig->held[rig->held_len - 1] : (struct uuid){ { 0 } };
}

void rig_wait(struct rig *rig, msec wait_ms)
{
	rig_do(rig,
	       (struct command){ .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1, .wait_ms = wait_ms } });
}

void rig_report(struct rig *rig, struct report report)
{
	rig_do(rig, (struct command){ .kind = COMMAND_REPORT,
				      .report = { STR("w1"), &report, 1, NULL } });
	rig_expect(rig, rig->last_code == HOLDER_OK, "a holder's report was refused");
}

void rig_run_command(struct rig *rig, enum command_kind kind, u32 label, msec run_at)
{
	must(label < rig->runs_len);
	rig_do(rig, (struct command){ .kind = kind,
				      .actor = STR("ann"),
				      .run = { .run = rig->runs[label], .run_at = run_at } });
}

/* ---- begin and end ------------------------------------------------------------------------ */

void rig_open(struct rig *rig, const struct rig_plan *plan)
{
	memset(rig, 0, sizeof *rig);
	rig->story = plan->story;
	rig->kind = plan->kind;
	rig->runs_max = plan->runs_max;
	rig->with_opening = plan->with_opening;
	rig->mode = plan->mode;
	rig->at = plan->at;
	rig->is_chosen = plan->is_chosen;
	rig->between = plan->between;
	rig->front.calls = &front_calls;
	rig->now = (struct now){ 1700000000000, 5000 };
	rig->random = prng_init(42);
	rig->watch = (struct mem_watch){ .refuse = refuse_memory, .context = rig };
	mem_set_watch(&rig->watch);
	rig->ground = rig->kind->make(rig);
	rig_arm(rig, plan->from_nothing);
	start(rig);
	rig_arm(rig, true);
}

static void summarise(struct rig *rig, struct buf *out_summary)
{
	for (u32 i = 0; i < rig->runs_len; i++) {
		struct ground_run seen;
		if (!rig->kind->find_run(rig->ground, &rig->runs[i], &seen)) {
			buf_addf(out_summary, "run %u is lost\n", i);
			continue;
		}
		buf_addf(out_summary,
			 "run %u %.*s attempts %u/%u deferred %u fence %u executions %u\n", i,
			 STR_ARG(run_state_name(seen.state)), seen.attempts, seen.max_attempts,
			 seen.deferred_count, seen.fence, seen.executions);
	}
	rig->kind->count(rig->ground, out_summary);
	must(!buf_failed(out_summary));
}

void rig_close(struct rig *rig, struct buf *out_summary)
{
	rig_arm(rig, false);
	rig_settle(rig);
	i64 live = rig->watch.live;
	buf_clear(out_summary);
	summarise(rig, out_summary);
	live = rig->watch.live - live; /* the summary's own */
	pump_free(rig->pump);
	rig->kind->free(rig->ground);
	mem_set_watch(NULL);
	for (u64 reply = 1; reply <= rig->replies; reply++)
		rig_expect(rig, rig->answered[reply] == 1 || rig->is_excused[reply],
			   "somebody was never answered");
	rig_expect(rig, rig->watch.live == live, "memory was not given back");
}
