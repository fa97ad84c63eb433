#include "sim/sim.h"

#include "base/hash.h"

/* ---- when faults strike ------------------------------------------------------------------- */

static void strike(void *context, u64 argument);

static void plan_strike(struct weather *weather, enum fault fault)
{
	struct sim *sim = weather->sim;
	struct prng *prng = &weather->streams[fault];
	msec wait = prng_between(prng, 1, 2 * sim->swarm.fault_every[fault]);
	world_at(&sim->world, prng, sim->world.t + wait, strike, weather, fault);
}

/* What a commit must hold to be struck. Where people have windows it is often the end of a day: by
 * a stream of its own, so that other seeds stay as they are. */
static u32 draw_target(struct weather *weather, struct prng *prng)
{
	u32 target = (u32)prng_below(prng, HOLDING_DAY);
	if (swarm_has_daily(&weather->sim->swarm) && prng_chance(&weather->days, 1, 3))
		target = HOLDING_DAY;
	return 1 + target;
}

static void strike_crash(struct weather *weather)
{
	struct prng *prng = &weather->streams[FAULT_CRASH];
	if (prng_chance(prng, 1, 5)) {
		sim_mark(weather->sim, MARK_CRASH_AT_REST);
		node_die(&weather->sim->node);
		return;
	}
	if (prng_chance(prng, 1, 2)) {
		weather->crash_at = weather->points + 1 + prng_below(prng, 24);
		return;
	}
	weather->target = draw_target(weather, prng);
	weather->target_after = prng_chance(prng, 1, 2);
}

static bool is_held(const struct turn *turn, u32 target)
{
	return target && marks_holdings(turn) >> (target - 1) & 1;
}

void weather_on_commit(struct weather *weather, const struct turn *turn)
{
	if (is_held(turn, weather->target)) {
		/* The next two points are the one before and the one after this commit. */
		weather->crash_at = weather->points + 1 + weather->target_after;
		weather->target = 0;
	}
	if (is_held(turn, weather->commit_target)) weather->commit_target = 0;
}

static void store_comes_back(void *context, u64 argument)
{
	struct weather *weather = context;
	struct sim *sim = weather->sim;
	(void)argument;
	if (!weather->is_store_down) return;
	if (sim->world.t - weather->store_down_since > sim->swarm.lease_ms)
		sim_mark(sim, MARK_STORE_DOWN_LONG);
	weather->is_store_down = false;
	disk_set_down(sim->node.disk, false);
	SAY(sim, "the store is back");
}

static void strike_store_down(struct weather *weather)
{
	struct sim *sim = weather->sim;
	struct prng *prng = &weather->streams[FAULT_STORE_DOWN];
	if (weather->is_store_down) return;
	msec span = prng_between(prng, 1, 30 * MSEC_SECOND);
	if (prng_chance(prng, 1, 5)) span = prng_between(prng, 1, 20 * MSEC_MINUTE);
	weather->is_store_down = true;
	weather->store_down_since = sim->world.t;
	disk_set_down(sim->node.disk, true);
	SAY(sim, "the store is down for %lld ms", (long long)span);
	world_at(&sim->world, prng, sim->world.t + span, store_comes_back, weather, 0);
}

static void step_wall(struct sim *sim, msec by)
{
	if (sim->oracle.running) sim_mark(sim, by < 0 ? MARK_STEP_BACK : MARK_STEP_FORWARD);
	sim->world.wall_offset += by;
	SAY(sim, "the wall clock steps by %lld ms", (long long)by);
	node_plan_turn(&sim->node);
}

static void strike_wall_step(struct weather *weather)
{
	struct prng *prng = &weather->streams[FAULT_WALL_STEP];
	static const msec sizes[] = { MSEC_SECOND, 10 * MSEC_SECOND, MSEC_MINUTE, 20 * MSEC_MINUTE,
				      3 * MSEC_HOUR };
	msec size = sizes[prng_below(prng, countof(sizes))];
	step_wall(weather->sim, prng_between(prng, -size, size));
}

/* Days to a year away, and back again after a while. */
static void strike_wall_leap(struct weather *weather)
{
	struct prng *prng = &weather->streams[FAULT_WALL_LEAP];
	struct sim *sim = weather->sim;
	msec by = prng_between(prng, MSEC_DAY, 365 * MSEC_DAY);
	if (prng_chance(prng, 1, 2)) by = -by;
	if (sim->world.wall_offset > MSEC_DAY || sim->world.wall_offset < -MSEC_DAY)
		by = -sim->world.wall_offset;
	sim_mark(sim, MARK_LEAP);
	step_wall(sim, by);
}

static void strike_suspend(struct weather *weather)
{
	struct sim *sim = weather->sim;
	struct prng *prng = &weather->streams[FAULT_SUSPEND];
	msec span = prng_between(prng, MSEC_SECOND, 2 * MSEC_MINUTE);
	if (prng_chance(prng, 1, 4)) span = prng_between(prng, MSEC_MINUTE, 3 * MSEC_HOUR);
	if (!sim->node.pump || sim->world.t < sim->node.asleep_until) return;
	if (sim->oracle.running) sim_mark(sim, MARK_SUSPENDED);
	sim->node.asleep_until = sim->world.t + span;
	if (oracle_lease_ends_within(&sim->oracle, span)) sim_mark(sim, MARK_SUSPENDED_PAST_LEASE);
	SAY(sim, "the machine sleeps for %lld ms", (long long)span);
}

static void strike_commit(struct weather *weather, enum fault fault, enum err err)
{
	struct prng *prng = &weather->streams[fault];
	weather->commit_err = err;
	weather->commit_is_applied = prng_chance(prng, 1, 2) && err != ERR_STORE;
	weather->settles_failing = (u32)prng_below(prng, 3);
	weather->commit_target = 0;
	if (prng_chance(prng, 1, 2)) weather->commit_target = draw_target(weather, prng);
}

static void strike(void *context, u64 argument)
{
	struct weather *weather = context;
	struct sim *sim = weather->sim;
	enum fault fault = (enum fault)argument;
	if (sim->is_over || sim->is_healing) return;
	sim->node.had_fault = true;
	switch (fault) {
	case FAULT_CRASH: strike_crash(weather); break;
	case FAULT_STORE_DOWN: strike_store_down(weather); break;
	case FAULT_LOAD_FAILURE: weather->load_fails = true; break;
	case FAULT_COMMIT_FAILURE: strike_commit(weather, fault, ERR_STORE); break;
	case FAULT_UNKNOWN_COMMIT: strike_commit(weather, fault, ERR_STORE_UNKNOWN); break;
	case FAULT_SYNC_FAILURE: strike_commit(weather, fault, ERR_STORE_SYNC); break;
	case FAULT_WALL_STEP: strike_wall_step(weather); break;
	case FAULT_WALL_LEAP: strike_wall_leap(weather); break;
	case FAULT_SUSPEND: strike_suspend(weather); break;
	case FAULT_MEMORY: weather->recall_is_refused = true; break;
	case FAULT_REBOOT:
	case FAULT_LOST_REQUEST:
	case FAULT_LOST_REPLY:
	case FAULT_DAMAGE:
	case FAULT_DRIFT:
	case FAULT_BUSY:
	case FAULT_COUNT: return; /* these hold all the time */
	}
	plan_strike(weather, fault);
}

void weather_init(struct weather *weather, struct sim *sim)
{
	*weather = (struct weather){ .sim = sim };
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		weather->streams[i] = prng_stream(sim->swarm.seed,
						  str_from(fault_word((enum fault)i)));
	}
	weather->days = prng_stream(sim->swarm.seed, STR("day's end"));
	struct prng *prng = &weather->streams[FAULT_DAMAGE];
	weather->damaged_salt = prng_next(prng);
	if (swarm_has(&sim->swarm, FAULT_DAMAGE))
		weather->damaged_per_mille = (u32)prng_between(prng, 5, 60);
}

void weather_begin(struct weather *weather)
{
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		if (swarm_has(&weather->sim->swarm, (enum fault)i))
			plan_strike(weather, (enum fault)i);
	}
}

void weather_heal(struct weather *weather)
{
	struct sim *sim = weather->sim;
	store_comes_back(weather, 0);
	weather->crash_at = 0;
	weather->target = 0;
	weather->load_fails = false;
	weather->commit_err = ERR_OK;
	weather->settles_failing = 0;
	weather->recall_is_refused = false;
	if (sim->world.wall_offset) step_wall(sim, -sim->world.wall_offset);
}

/* ---- where the process dies --------------------------------------------------------------- */

static void mark_point(struct sim *sim, enum point point)
{
	if (point == POINT_LOAD) sim_mark(sim, MARK_CRASH_AT_LOAD);
	if (point == POINT_RECALL) sim_mark(sim, MARK_CRASH_AT_RECALL);
	if (point == POINT_ANSWER) sim_mark(sim, MARK_CRASH_AT_ANSWER);
	if (point == POINT_PUBLISH) sim_mark(sim, MARK_CRASH_AT_PUBLISH);
	if (point == POINT_STOP) sim_mark(sim, MARK_CRASH_AT_STOP);
}

bool weather_kills_at(struct weather *weather, enum point point)
{
	if (++weather->points != weather->crash_at) return false;
	mark_point(weather->sim, point);
	return true;
}

/* ---- what the store is told --------------------------------------------------------------- */

static enum point point_of(enum disk_call call)
{
	if (call == DISK_LOAD) return POINT_LOAD;
	if (call == DISK_COMMIT) return POINT_COMMIT_BEFORE;
	return call == DISK_RECALL ? POINT_RECALL : POINT_OTHER;
}

struct disk_fault weather_fault(void *context, enum disk_call call)
{
	struct weather *weather = context;
	struct sim *sim = weather->sim;
	struct node *node = &sim->node;
	struct disk_fault fault = { ERR_OK, false, false };
	if (!node->is_inside) return fault; /* the simulator itself is looking */
	if (!node->is_dead && weather_kills_at(weather, point_of(call))) node->is_dead = true;
	if (node->is_dead) {
		fault.err = ERR_STORE;
		fault.is_dying = true;
	} else if (call == DISK_LOAD && weather->load_fails) {
		weather->load_fails = false;
		sim_mark(sim, MARK_LOAD_FAILED);
		fault.err = ERR_STORE;
	} else if (call == DISK_SETTLE && weather->settles_failing) {
		weather->settles_failing--;
		sim_mark(sim, MARK_SETTLE_FAILED);
		fault.err = ERR_STORE;
	} else if (call == DISK_COMMIT && weather->commit_err && !weather->commit_target) {
		fault = (struct disk_fault){ weather->commit_err, weather->commit_is_applied,
					     false };
		weather->commit_err = ERR_OK;
	}
	return fault;
}

void weather_note(void *context, enum disk_event event)
{
	struct weather *weather = context;
	weather->sim->marks->disk[event]++;
}

bool weather_damages(void *context, const struct uuid *run)
{
	const struct weather *weather = context;
	if (!weather->damaged_per_mille) return false;
	u64 lot = hash_16_bytes((struct hash_key){ weather->damaged_salt, 1 }, run->bytes);
	return lot % 1000 < weather->damaged_per_mille;
}

bool weather_loses(struct weather *weather, enum fault fault)
{
	struct sim *sim = weather->sim;
	if (sim->is_healing || !swarm_has(&sim->swarm, fault)) return false;
	return prng_chance(&weather->streams[fault], sim->swarm.lost_per_mille, 1000);
}
