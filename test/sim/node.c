#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"
#include "sim/afresh.h"
#include "sim/chronicle.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* Lines about it are told only when no run is in focus. */
static const struct uuid nobody;

enum {
	CALL_BYTES_MAX = 1 << 20,
	TURN_RETRY_MS = 400,
	TURN_RETRY_MS_MAX = 10000,
	LOOK_SIZE = 64,
	STARTS_SPREAD_MAX = 4
};

/* ---- calls -------------------------------------------------------------------------------- */

static const struct audit_ask *make_ask(struct call *call)
{
	struct audit_ask *ask = arena_alloc_zeroed(&call->arena, sizeof *ask);
	must(ask != NULL);
	ask->action = command_name(call->kind);
	ask->kind = STR("call");
	ask->request = call_text(call, "r-%" PRIu64, call->reply);
	return ask;
}

static void on_answer(struct reply *reply, const struct answer *answer);
static void on_closed(struct reply *reply);
static void on_over(struct reply *reply);

struct reply *node_reply(struct node *node, u64 number)
{
	return &node->replies[number % SIM_REPLIES].reply;
}

static struct reply *take_reply(struct node *node, u64 number)
{
	struct reply *reply = node_reply(node, number);
	must(!u64_map_find(&node->calls, reply_number(reply)));
	*numbered_of(reply) = (struct numbered){
		{ .answered = on_answer, .closed = on_closed, .over = on_over }, number, node
	};
	return reply;
}

struct call *call_make(struct sim *sim, struct actor *actor, enum command_kind kind)
{
	struct call *call = mem_alloc_zeroed(sizeof *call);
	must(call != NULL);
	arena_init(&call->arena, CALL_BYTES_MAX);
	call->actor = actor;
	call->kind = kind;
	call->reply = ++sim->node.next_reply;
	call->start = sim->node.starts;
	call->command.kind = kind;
	call->command.reply = take_reply(&sim->node, call->reply);
	if (command_is_audited(kind)) call->command.audit = make_ask(call);
	return call;
}

str call_text(struct call *call, const char *format, ...)
{
	struct buf text;
	va_list arguments;
	char line[256];
	va_start(arguments, format);
	int len = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	must(len >= 0 && (size_t)len < sizeof line);
	buf_init(&text, sizeof line);
	buf_add(&text, (str){ line, (size_t)len });
	str copy = str_copy(&call->arena, buf_view(&text));
	must(copy.len == (size_t)len);
	buf_done(&text);
	return copy;
}

static void call_free(struct call *call)
{
	arena_done(&call->arena);
	mem_free(call);
}

void call_drop(struct call *call)
{
	call_free(call);
}

static void call_leave_node(struct node *node, struct call *call)
{
	u64_map_remove(&node->calls, call->reply);
	list_remove(&call->in_node);
	if (call->was_waiting) node->calls_waiting--;
	call_free(call);
}

/* ---- what the pump asks of its host ------------------------------------------------------- */

static struct now host_now(void *context)
{
	struct node *node = context;
	node->now = world_now(&node->sim->world);
	ticks_clock(node->sim);
	return node->now;
}

/* Spreads that a turn draws follow from when it comes, where two lives are compared: there nobody's
 * may depend on how many turns others have had. Ids have none of it. */
static void host_random(void *context, u8 *out_bytes, size_t len)
{
	struct node *node = context;
	if (node->sim->swarm.has_neighbour && len == sizeof(u64)) {
		u64 word = hash_mix((u64)node->sim->world.t << 8 ^ node->turns_of_tick);
		memcpy(out_bytes, &word, len);
		return;
	}
	for (size_t i = 0; i < len; i += sizeof(u64)) {
		u64 word = prng_next(&node->entropy);
		memcpy(out_bytes + i, &word, len - i < sizeof word ? len - i : sizeof word);
	}
}

/* Outputs are points where the process can die; after its death they are swallowed. */
static bool output_is_swallowed(struct node *node, enum point point)
{
	if (!node->is_dead && weather_kills_at(&node->sim->weather, point)) {
		node->is_dead = true;
		if (point == POINT_ANSWER && node->answers_of_turn)
			sim_mark(node->sim, MARK_CRASH_BETWEEN_ANSWERS);
	}
	return node->is_dead;
}

static void take_answer(struct node *node, const struct answer *answer)
{
	struct sim *sim = node->sim;
	if (output_is_swallowed(node, POINT_ANSWER)) return;
	u64 reply = reply_number(answer->reply);
	struct call *call = u64_map_find(&node->calls, reply);
	if (!call || call->is_answered)
		sim_fail(sim, "once", NULL, "reply %llu was answered twice, or never asked",
			 (unsigned long long)reply);
	node->answers_of_turn++;
	trace_mix(&sim->trace, reply << 8 | answer->err);
	SAY_OF(sim, &nobody, "answer to reply %llu (%.*s): %s", (unsigned long long)reply,
	       STR_ARG(command_name(call->kind)), err_name(answer->err));
	oracle_on_answer(&sim->oracle, call, answer);
	chronicle_answer(sim->chronicle, sim, call, answer);
	call->is_answered = true;
	if (call->actor && weather_loses(&sim->weather, FAULT_LOST_REPLY))
		reply_is_lost(sim, call, answer);
	else if (call->actor) reply_send(sim, reply_of(sim, call, answer));
}

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct node *node = numbered_of(reply)->owner;
	bool was_inside = node->is_inside;
	node->is_inside = false;
	take_answer(node, answer);
	node->is_inside = was_inside;
}

static void host_stop(void *context, struct uuid execution)
{
	struct node *node = context;
	bool was_inside = node->is_inside;
	node->is_inside = false;
	if (!output_is_swallowed(node, POINT_STOP)) oracle_on_stop(&node->sim->oracle, &execution);
	node->is_inside = was_inside;
}

static void host_ask_hook(void *context, const struct policy_hook_ask *ask)
{
	struct node *node = context;
	bool was_inside = node->is_inside;
	node->is_inside = false;
	if (!output_is_swallowed(node, POINT_OTHER)) {
		hooks_asked(&node->sim->oracle, ask);
		guard_is_asked(node->sim, ask);
	}
	node->is_inside = was_inside;
}

static void host_publish(void *context, u64 turn, str journal)
{
	struct node *node = context;
	bool was_inside = node->is_inside;
	node->is_inside = false;
	if (!output_is_swallowed(node, POINT_PUBLISH)) {
		oracle_on_publish(&node->sim->oracle, turn, journal);
		node->published_turn = turn;
	}
	node->is_inside = was_inside;
}

static void on_closed(struct reply *reply)
{
	struct node *node = numbered_of(reply)->owner;
	struct call *call = u64_map_find(&node->calls, reply_number(reply));
	must(call && !call->is_closed);
	call->is_closed = true;
	node->ticks.queued--;
	/* From here on nobody may read what it pointed to. */
	arena_done(&call->arena);
	arena_init(&call->arena, CALL_BYTES_MAX);
	memset(&call->command, 0xdd, sizeof call->command);
	if (call->is_answered) return;
	call->was_waiting = true;
	call->waits_until = node->now.boot + call->wait_ms;
	node->calls_waiting++;
}

/* An answer that was swallowed has not left: the call goes with its process. */
static void on_over(struct reply *reply)
{
	struct node *node = numbered_of(reply)->owner;
	struct call *call = u64_map_find(&node->calls, reply_number(reply));
	if (call->is_answered) call_leave_node(node, call);
}

/* ---- the store, watched ------------------------------------------------------------------- */

static struct node *node_of_store(struct store *store)
{
	return container_of(store, struct node, observed);
}

static struct store *inner(struct store *store)
{
	return node_of_store(store)->store;
}

static enum err observed_recall(struct store *store, const struct recall_sink *sink,
				u64 *out_last_turn)
{
	struct node *node = node_of_store(store);
	enum err err = store_recall(inner(store), sink, out_last_turn);
	bool was_inside = node->is_inside;
	node->is_inside = false;
	if (!err) oracle_on_reload(&node->sim->oracle, node->now, *out_last_turn);
	node->had_fault = true;
	if (!err && node->pump) {
		sim_mark(node->sim, MARK_RELOAD);
		SAY(node->sim, "memory is loaded anew");
	}
	node->is_inside = was_inside;
	return err;
}

static enum err observed_load(struct store *store, struct turn *turn)
{
	enum err err = store_load(inner(store), turn);
	if (!err) ticks_load(node_of_store(store)->sim, turn);
	return err;
}

static enum fate fate_of(const struct node *node, enum err err, bool is_applied)
{
	if (node->is_dead) return is_applied ? FATE_CRASH_AFTER : FATE_CRASH_BEFORE;
	if (err == ERR_STORE_SYNC) return FATE_SYNC;
	if (err == ERR_STORE_UNKNOWN) return is_applied ? FATE_UNKNOWN_APPLIED : FATE_UNKNOWN_LOST;
	return FATE_FAILED;
}

/* Whatever the answer: what the store has kept is what the oracle judges. */
static enum err observed_commit(struct store *store, struct turn *turn)
{
	struct node *node = node_of_store(store);
	struct sim *sim = node->sim;
	u64 before = disk_last_turn(node->disk);
	if (!node->is_dead) weather_on_commit(&sim->weather, turn);
	ticks_commit(sim);
	plans_before_store(&sim->oracle, turn);
	enum err err = store_commit(inner(store), turn);
	bool was_inside = node->is_inside;
	node->is_inside = false;
	bool is_applied = disk_last_turn(node->disk) != before;
	if (err == ERR_OK && !is_applied)
		sim_fail(sim, "P1", NULL, "turn %llu was acknowledged, the store has it not",
			 (unsigned long long)turn->id);
	if (is_applied) {
		trace_mix_text(&sim->trace, buf_view(&turn->journal));
		oracle_on_commit(&sim->oracle, turn);
		if (turn->journal_entries) node->committed_turn = turn->id;
		if (weather_kills_at(&sim->weather, POINT_COMMIT_AFTER)) node->is_dead = true;
	}
	if (err || node->is_dead) marks_fate(sim->marks, fate_of(node, err, is_applied), turn);
	if (err && !node->is_dead && node->calls_waiting) sim_mark(sim, MARK_RELOAD_WHILE_WAITING);
	if (err || node->is_dead)
		SAY(sim, "commit of turn %llu: %s, %s%s", (unsigned long long)turn->id,
		    err_name(err), is_applied ? "kept" : "not kept",
		    node->is_dead ? ", the process dies" : "");
	node->turn_has_failed |= err || node->is_dead;
	if (node->turn_has_failed) node->published_turn = node->committed_turn;
	node->is_inside = was_inside;
	return node->is_dead ? ERR_STORE : err;
}

static enum err observed_settle(struct store *store, u64 turn, bool *out_applied)
{
	return store_settle(inner(store), turn, out_applied);
}

static enum err observed_probe(struct store *store)
{
	return store_probe(inner(store));
}

static enum err observed_tend(struct store *store, struct now now,
			      const struct retention *retention, bool *out_more)
{
	return store_tend(inner(store), now, retention, out_more);
}

static void observed_close(struct store *store)
{
	(void)store;
}

static const struct store_calls observed_calls = {
	.recall = observed_recall,
	.load = observed_load,
	.commit = observed_commit,
	.settle = observed_settle,
	.probe = observed_probe,
	.tend = observed_tend,
	.close = observed_close,
};

/* ---- memory that is refused --------------------------------------------------------------- */

static bool node_refuses(void *context, u64 asked)
{
	struct node *node = context;
	(void)asked;
	if (!node->is_inside || !node->refuse_at) return false;
	return --node->refuse_at == 0;
}

/* ---- life and death ----------------------------------------------------------------------- */

void node_init(struct node *node, struct sim *sim)
{
	*node = (struct node){ .sim = sim, .observed = { &observed_calls }, .is_well = true };
	node->latency = prng_stream(sim->swarm.seed, STR("latency"));
	node->entropy = prng_stream(sim->swarm.seed, STR("entropy"));
	node->tending = prng_stream(sim->swarm.seed, STR("tending"));
	node->downtime = prng_stream(sim->swarm.seed, STR("downtime"));
	u64_map_init(&node->calls, sim->swarm.seed);
	node->replies = mem_alloc_zeroed(SIM_REPLIES * sizeof *node->replies);
	must(node->replies != NULL);
	list_init(&node->calls_list);
	struct disk_faults faults = { &sim->weather, weather_fault, weather_damages, weather_note };
	must(sim->swarm.disk->make(sim->swarm.seed, &faults, &node->disk) == ERR_OK);
	sim->watch = (struct mem_watch){ .refuse = node_refuses,
					 .context = node,
					 .live = sim->watch.live,
					 .asked = sim->watch.asked };
}

/* What the dead process had not answered: the connection breaks, at once or never. */
static void drop_calls(struct node *node)
{
	struct sim *sim = node->sim;
	list_for_each_of(struct call, call, &node->calls_list, in_node)
	{
		if (!call->is_answered && prng_chance(&node->latency, 2, 3))
			reply_error(sim, call, ERR_IO);
		call_leave_node(node, call);
	}
	must(node->calls_waiting == 0);
}

static void drop_pump(struct node *node)
{
	node->is_dead = true;
	node->published_turn = node->committed_turn;
	pump_free(node->pump);
	node->pump = NULL;
	node->ticks = (struct ticks){ 0 };
	node->turn_number++;
	node->turn_is_planned = false;
	drop_calls(node);
}

void node_done(struct node *node)
{
	drop_pump(node);
	node->disk->kind->free(node->disk);
	u64_map_done(&node->calls);
	mem_free(node->replies);
}

static void start_again(void *context, u64 argument)
{
	struct node *node = context;
	(void)argument;
	if (!node->sim->is_over && !node->pump) node_start(node);
}

static void plan_start(struct node *node, msec after)
{
	struct sim *sim = node->sim;
	world_at(&sim->world, &node->latency, sim->world.t + after, start_again, node, 0);
}

static void mark_death(struct node *node)
{
	struct sim *sim = node->sim;
	bool runs = sim->oracle.running > 0;
	if (runs) sim_mark(sim, MARK_CRASH_WHILE_RUNNING);
	if (oracle_has_pause(&sim->oracle)) sim_mark(sim, MARK_CRASH_WHILE_PAUSED);
	if (oracle_has_operation(&sim->oracle)) sim_mark(sim, MARK_CRASH_WHILE_OPERATION);
	if (node->calls_waiting) sim_mark(sim, MARK_CRASH_WHILE_WAITING);
}

/* Where people have windows it is often away over a cutoff, sometimes over a midnight; but back
 * when all is healed. */
static msec draw_downtime(struct node *node, msec away)
{
	const struct sim *sim = node->sim;
	msec left = sim->swarm.length - sim->world.t;
	msec most = sim->swarm.pace == PACE_QUIET ? 5 * MSEC_HOUR : 40 * MSEC_MINUTE;
	if (!swarm_has_daily(&sim->swarm) || left < 2 * away) return away;
	if (prng_chance(&node->downtime, 1, 30) && left > 5 * MSEC_DAY) most = 3 * MSEC_DAY;
	if (!prng_chance(&node->downtime, 1, 5)) return away;
	away = prng_between(&node->downtime, away, most);
	return away < left ? away : left;
}

void node_die(struct node *node)
{
	struct sim *sim = node->sim;
	if (!node->pump) return;
	mark_death(node);
	drop_pump(node);
	node->disk->kind->crash(node->disk);
	node->asleep_until = 0;
	msec away = prng_between(&node->latency, 0, 20 * MSEC_SECOND);
	if (prng_chance(&node->latency, 1, 10)) away *= 30;
	away = draw_downtime(node, away);
	if (swarm_has(&sim->swarm, FAULT_REBOOT) && prng_chance(&node->latency, 1, 2)) {
		if (sim->oracle.running) sim_mark(sim, MARK_REBOOT_WHILE_RUNNING);
		sim->world.boot_origin = sim->world.t + away - 20 * MSEC_SECOND;
	}
	trace_mix(&sim->trace, (u64)away);
	SAY(sim, "the process is gone, for %lld ms", (long long)away);
	plan_start(node, away);
}

static void take_name(struct node *node)
{
	int len = snprintf(node->name, sizeof node->name, "@node-%" PRIu64, ++node->starts);
	node->sim->swarm.engine.node = (str){ node->name, (size_t)len };
}

void node_start(struct node *node)
{
	struct sim *sim = node->sim;
	take_name(node);
	struct pump_config config = { .engine = sim->swarm.engine,
				      .queue_max = sim->swarm.queue_max,
				      .retention = sim->swarm.retention };
	struct pump_host host = { .context = node,
				  .now = host_now,
				  .random = host_random,
				  .stop = host_stop,
				  .ask_hook = host_ask_hook,
				  .publish = host_publish,
				  .turned = ticks_turned };
	node->is_dead = false;
	node->is_inside = true;
	if (sim->weather.recall_is_refused) node->refuse_at = 1 + prng_below(&node->latency, 30);
	enum err err = node->disk->kind->open(node->disk, &node->store);
	if (!err) err = pump_new(&config, &host, &node->observed, &node->pump);
	node->is_inside = false;
	node->refuse_at = 0;
	sim->weather.recall_is_refused = false;
	if (err == ERR_MEMORY) sim_mark(sim, MARK_MEMORY_REFUSED_START);
	SAY(sim, "the process starts: %s", err_name(err));
	if (err == ERR_STORE_DAMAGED) sim_fail(sim, "P1", NULL, "the store is damaged");
	if (!err) oracle_on_tend(&sim->oracle, node->now.wall); /* a step may have gone unseen */
	if (!err && node->disk->kind->has_files) oracle_check_store(&sim->oracle);
	if (err) {
		node->pump = NULL;
		plan_start(node, 1 + (prng_between(&node->latency, 0, 2 * MSEC_SECOND)
				      << node->starts_failed));
		if (node->starts_failed < STARTS_SPREAD_MAX) node->starts_failed++;
		return;
	}
	node->starts_failed = 0;
	if (node->is_dead) {
		node_die(node);
		return;
	}
	node->is_well = true;
	node_plan_turn(node);
}

/* ---- turns -------------------------------------------------------------------------------- */

static void turn_comes(void *context, u64 argument);

static void plan_turn_at(struct node *node, msec when)
{
	struct sim *sim = node->sim;
	if (when < node->asleep_until) when = node->asleep_until;
	if (node->turn_is_planned && node->turn_at <= when) return;
	node->turn_is_planned = true;
	node->turn_at = when;
	world_turn_at(&sim->world, &node->latency, when, turn_comes, node, ++node->turn_number);
}

static msec earlier(msec a, msec b)
{
	return a < b ? a : b;
}

/* At once when there is something to do, else when a clock will say so. A turn is planned by what
 * the pump says, never by a poll: a timer that it forgets is found out. */
void node_plan_turn(struct node *node)
{
	struct sim *sim = node->sim;
	if (!node->pump) return;
	struct now now = world_now(&sim->world);
	msec delay = prng_between(&node->latency, 0, sim->swarm.turn_delay_max);
	if (!node->is_well) {
		/* A host that waits for its store asks the more seldom the longer it is away. */
		msec retry = TURN_RETRY_MS * (msec)(1 + node->turns_failed);
		if (retry > TURN_RETRY_MS_MAX) retry = TURN_RETRY_MS_MAX;
		delay += prng_between(&node->latency, 1, retry);
	}
	if (node->is_well && !pump_is_due(node->pump, now)) {
		struct now wake = pump_next_wake(node->pump);
		msec wait = earlier(msec_sub(wake.wall, now.wall), msec_sub(wake.boot, now.boot));
		if (wait > 400 * MSEC_DAY) return;
		delay += wait < 1 ? 1 : wait;
	}
	plan_turn_at(node, sim->world.t + delay);
}

/* Memory as a whole is looked at the more seldom the more there is of it, so that looking costs
 * about as much as deciding; and always after a fault. `every` is in turns that changed something;
 * eight that did not count as one. */
static bool is_time_to_look(const struct node *node, u64 *seen, u32 every)
{
	const struct oracle *oracle = &node->sim->oracle;
	*seen += oracle->has_committed ? 8 : 1;
	u64 size = (u64)oracle->queued_len + oracle->running;
	if (!node->had_fault && *seen < 8 * (every + every * size / LOOK_SIZE)) return false;
	*seen = 0;
	return true;
}

static void check_memory(struct node *node)
{
	struct buf words;
	buf_init(&words, 4000);
	if (!engine_check(pump_engine(node->pump), &node->now, &words))
		sim_fail(node->sim, "check", NULL, "%.*s", STR_ARG(buf_view(&words)));
	buf_done(&words);
}

static void check_after(struct node *node)
{
	struct sim *sim = node->sim;
	if (is_time_to_look(node, &node->seen_by_check, 1)) check_memory(node);
	if (node->published_turn != node->committed_turn)
		sim_fail(sim, "I-27", NULL, "turn %llu was committed and not published",
			 (unsigned long long)node->committed_turn);
	bool is_idle = !pump_is_due(node->pump, node->now);
	oracle_after_turn(&sim->oracle, node->now, is_idle);
	if (is_idle && is_time_to_look(node, &node->seen_by_afresh, sim->swarm.afresh_every)) {
		node->had_fault = false;
		afresh_compare(sim);
	}
}

static void one_turn(struct node *node)
{
	struct sim *sim = node->sim;
	bool has_memory_fault = swarm_has(&sim->swarm, FAULT_MEMORY) && !sim->is_healing;
	struct prng *prng = &sim->weather.streams[FAULT_MEMORY];
	if (has_memory_fault && prng_chance(prng, 1, 40))
		node->refuse_at = 1 + prng_below(prng, 40);
	node->answers_of_turn = 0;
	node->turn_has_failed = false;
	oracle_before_turn(&sim->oracle);
	node->turns_of_tick = sim->world.t == node->tick ? node->turns_of_tick + 1 : 0;
	node->tick = sim->world.t;
	bool was_asleep = node->asleep_until != 0;
	node->asleep_until = 0;
	ticks_begin(sim);
	node->is_inside = true;
	enum err err = pump_turn(node->pump);
	node->is_inside = false;
	ticks_end(sim, err == ERR_OK && !node->is_dead, pump_is_due(node->pump, node->now));
	node->refuse_at = 0;
	node->turns++;
	trace_mix(&sim->trace, (u64)sim->world.t << 8 | err);
	if (node->is_dead || err == ERR_STORE_SYNC) {
		node->is_dead = true;
		node_die(node);
		return;
	}
	if (err == ERR_MEMORY) sim_mark(sim, MARK_MEMORY_REFUSED);
	if (err && node->is_well) SAY(sim, "the turn failed: %s", err_name(err));
	if (!node->is_well || was_asleep) sim->oracle.away_until = node->now.boot;
	node->is_well = err == ERR_OK || err == ERR_MEMORY;
	node->had_fault |= err != ERR_OK;
	node->turns_failed = node->is_well ? 0 : node->turns_failed + 1;
	if (err == ERR_OK) check_after(node);
	else plans_try_clock(&sim->oracle, node->now);
	node_plan_turn(node);
}

static void turn_comes(void *context, u64 argument)
{
	struct node *node = context;
	struct sim *sim = node->sim;
	if (sim->is_over || argument != node->turn_number) return;
	node->turn_is_planned = false;
	if (!node->pump) return;
	if (sim->world.t < node->asleep_until) {
		plan_turn_at(node, node->asleep_until);
		return;
	}
	if (node->is_well && !pump_is_due(node->pump, world_now(&sim->world))) {
		node_plan_turn(node); /* a drifting clock is not there yet */
		return;
	}
	one_turn(node);
}

/* ---- arrival ------------------------------------------------------------------------------ */

static void call_arrives(void *context, u64 argument)
{
	struct call *call = context;
	struct sim *sim = call->actor->sim;
	struct node *node = &sim->node;
	(void)argument;
	if (sim->is_over) {
		call_free(call);
		return;
	}
	/* What handlers of the process itself ask ends with it. */
	bool is_stale = call->actor->kind == ACTOR_HANDLER && call->start != node->starts;
	if (!node->pump || node->is_dead || is_stale) {
		reply_error(sim, call, ERR_IO);
		call_free(call);
		return;
	}
	must(u64_map_reserve(&node->calls, 1) == ERR_OK);
	enum err err = pump_submit(node->pump, &call->command);
	if (err) {
		if (err == ERR_BUSY) sim_mark(sim, MARK_BUSY);
		reply_error(sim, call, err);
		call_free(call);
		return;
	}
	ticks_submitted(sim);
	if (call->kind == COMMAND_LEAVE) {
		struct call *left = u64_map_find(&node->calls,
						 reply_number(call->command.leave.reply));
		if (left) left->is_left = true;
	}
	SAY_OF(sim, &nobody, "%s %u asks: %.*s, reply %llu", actor_word(call->actor->kind),
	       call->actor->copy, STR_ARG(command_name(call->kind)),
	       (unsigned long long)call->reply);
	trace_mix(&sim->trace, call->reply);
	u64_map_insert(&node->calls, call->reply, call);
	list_push_back(&node->calls_list, &call->in_node);
	node_plan_turn(node);
}

void call_send(struct sim *sim, struct call *call)
{
	if (weather_loses(&sim->weather, FAULT_LOST_REQUEST)) {
		sim_mark(sim, MARK_REQUEST_LOST);
		call_free(call);
		return;
	}
	msec when = sim->world.t + prng_between(&call->actor->prng, 0, 20);
	if (when < sim->node.asleep_until)
		when = sim->node.asleep_until + prng_between(&call->actor->prng, 0, 50);
	world_at(&sim->world, &call->actor->prng, when, call_arrives, call, 0);
}
