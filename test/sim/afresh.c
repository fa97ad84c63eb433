#include "sim/afresh.h"

#include "base/must.h"
#include "sim/sim.h"

enum { TURNS_MAX = 200, DUMP_BYTES_MAX = 16 << 20, TURN_BYTES_MAX = 64 << 20 };

/* ---- a second engine ---------------------------------------------------------------------- */

/* One turn with no commands, for what the engine wants to load. Returns what it would change. */
static u32 scratch_turn(struct sim *sim, struct engine *engine, u64 id)
{
	struct store *store = sim->node.store;
	struct prng prng = prng_init(id);
	struct turn turn = {
		.id = id, .now = sim->node.now, .heard = sim->node.now.boot, .jitter_seed = 1
	};
	arena_init(&turn.arena, TURN_BYTES_MAX);
	buf_init(&turn.journal, TURN_BYTES_MAX);
	must(engine_wants(engine, &turn) == ERR_OK);
	must(store_load(store, &turn) == ERR_OK);
	u32 len = engine_random_bytes(engine, &turn);
	u8 *random = arena_alloc(&turn.arena, len + 1);
	must(random != NULL);
	for (u32 i = 0; i < len; i++) random[i] = (u8)prng_next(&prng);
	turn.random = random;
	turn.random_len = len;
	must(engine_reserve(engine, &turn) == ERR_OK);
	engine_step(engine, &turn);
	u32 changes = turn.changes_len;
	arena_done(&turn.arena);
	buf_done(&turn.journal);
	return changes;
}

static bool is_due(const struct engine *engine, struct now now)
{
	struct now wake = engine_next_wake(engine);
	return wake.wall <= now.wall || wake.boot <= now.boot;
}

/* A hard end that has passed on the wall clock acts at once in a new memory. */
static bool has_passed_end(const struct sim *sim)
{
	list_for_each_of(struct oracle_execution, execution, &sim->oracle.open, in_open)
	{
		if (execution->row_timeout_at <= sim->node.now.wall) return true;
	}
	return false;
}

/* Memory made from the store; *out_changes: what it would have written to get there. */
static struct engine *load_afresh(struct sim *sim, u32 *out_changes)
{
	struct engine *engine = NULL;
	u64 last_turn = 0;
	u32 changes = 0;
	must(engine_new(&sim->swarm.engine, &engine) == ERR_OK);
	struct recall_sink sink = engine_recall_sink(engine, &sim->node.now);
	must(store_recall(sim->node.store, &sink, &last_turn) == ERR_OK);
	for (u32 i = 0; i < TURNS_MAX && (i == 0 || is_due(engine, sim->node.now)); i++)
		changes += scratch_turn(sim, engine, last_turn + 1 + i);
	if (is_due(engine, sim->node.now))
		sim_fail(sim, "afresh", NULL, "a memory loaded afresh does not come to rest");
	/* With a bound on runs it may have to leave some in the store. */
	*out_changes = changes;
	if (changes && !sim->swarm.engine.runs_max)
		sim_fail(sim, "afresh", NULL, "a memory loaded afresh wants to change %u rows",
			 changes);
	return engine;
}

/* ---- comparing ---------------------------------------------------------------------------- */

static str line_of(str *rest)
{
	return str_split(rest, '\n');
}

/* How far ahead memory reaches is not compared: a run that is neither held nor soon due counts as
 * not there. */
static bool is_compared(str line, msec until)
{
	str rest = line;
	bool has_time = false; /* the first is its own; what it is about may have others */
	if (!str_starts_with(line, STR("run "))) return true;
	while (rest.len) {
		str word = str_split(&rest, ' ');
		u64 at = 0;
		if (str_eq(word, STR("held"))) return true;
		if (has_time || !str_eq(word, STR("at"))) continue;
		has_time = true;
		must(str_to_u64(str_split(&rest, ' '), (u64)MSEC_MAX, &at));
		if ((msec)at <= until) return true;
	}
	return false;
}

static str next_compared(str *rest, msec until)
{
	while (rest->len) {
		str line = line_of(rest);
		if (is_compared(line, until)) return line;
	}
	return (str){ "", 0 };
}

static void compare(struct sim *sim, str live, str fresh)
{
	msec horizon = sim->swarm.engine.horizon ? sim->swarm.engine.horizon : 10 * MSEC_MINUTE;
	msec until = sim->node.now.wall + horizon / 2;
	/* With a bound on runs only who is next is told, of what is due. */
	if (sim->swarm.engine.runs_max) until = sim->node.now.wall;
	while (live.len || fresh.len) {
		str a = next_compared(&live, until);
		str b = next_compared(&fresh, until);
		if (!str_eq(a, b))
			sim_fail(sim, "afresh", NULL, "memory: %.*s | loaded afresh: %.*s",
				 STR_ARG(a), STR_ARG(b));
	}
}

void afresh_compare(struct sim *sim)
{
	struct buf live, fresh;
	if (has_passed_end(sim) || sim->weather.is_store_down) return;
	/* After a jump of the clock a living memory holds them back, which a new one does not know.
	 */
	if (plans_has_due(&sim->oracle, sim->node.now.wall)) return;
	if (swarm_awaits_clock(&sim->swarm) && plans_may_hold(&sim->oracle, sim->node.now)) return;
	/* A new one would ask again. */
	if (hooks_has_open(&sim->oracle)) return;
	/* Who is next is told as of the last turn: it must be of now. */
	if (sim->swarm.engine.runs_max && pump_is_due(sim->node.pump, sim->node.now)) return;
	buf_init(&live, DUMP_BYTES_MAX);
	buf_init(&fresh, DUMP_BYTES_MAX);
	u32 changes = 0;
	struct engine *engine = load_afresh(sim, &changes);
	engine_dump(pump_engine(sim->node.pump), &live);
	engine_dump(engine, &fresh);
	must(!buf_failed(&live) && !buf_failed(&fresh));
	if (!changes) compare(sim, buf_view(&live), buf_view(&fresh));
	if (!changes) sim_mark(sim, MARK_AFRESH_COMPARED);
	engine_free(engine);
	buf_done(&live);
	buf_done(&fresh);
}
