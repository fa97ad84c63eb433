/* What is kept and not decided about: things, each change of which names the version it saw, and
 * what calls with an Idempotency-Key have made (SPEC 6). Nobody's change is lost under another's,
 * and a call that comes again makes nothing a second time. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"
#include "model/replay.h"

struct oracle_thing {
	bool is_there;
	bool was_there; /* before the turn that changed it last */
	u64 version;
	u64 version_before;
	u64 version_replaced; /* the last one that somebody has replaced by naming it */
	msec until;
	msec until_before;
	u64 turn; /* that changed it last */
	u32 changes_in_turn;
};

struct oracle_replay {
	struct digest body;
	msec until;
	u64 made; /* hash */
	u64 turn;
};

void kept_init(struct oracle *oracle)
{
	u64_map_init(&oracle->things, 4);
	u64_map_init(&oracle->replays, 5);
}

static void free_all(struct u64_map *map)
{
	struct map_cursor cursor = { 0 };
	void *item;
	while ((item = u64_map_next(map, &cursor))) mem_free(item);
	u64_map_done(map);
}

void kept_done(struct oracle *oracle)
{
	free_all(&oracle->things);
	free_all(&oracle->replays);
}

static void *find_or_add(struct u64_map *map, u64 key, size_t size)
{
	void *item = u64_map_find(map, key);
	if (item) return item;
	item = mem_alloc_zeroed(size);
	must(item != NULL && u64_map_reserve(map, 1) == ERR_OK);
	u64_map_insert(map, key, item);
	return item;
}

static bool is_this_turn(const struct oracle *oracle, u64 turn)
{
	return turn == oracle->turn_id && oracle->has_committed;
}

/* ---- things ------------------------------------------------------------------------------- */

static u64 thing_key(enum thing_kind kind, u32 tenant, str name)
{
	return hash_mix(oracle_hash(name) ^ ((u64)kind << 32 | tenant));
}

static void take_thing(struct oracle *oracle, const struct thing_row *row, bool is_there)
{
	u32 tenant = oracle_index(oracle_number(oracle, NAME_TENANT, row->key.tenant.v));
	u64 key = thing_key(row->key.kind, tenant, row->key.name);
	struct oracle_thing *thing = find_or_add(&oracle->things, key, sizeof *thing);
	if (thing->turn != oracle->turn_id) {
		thing->was_there = thing->is_there;
		thing->version_before = thing->version;
		thing->until_before = thing->until;
		thing->changes_in_turn = 0;
		thing->turn = oracle->turn_id;
	}
	if (is_there && row->version <= thing->version)
		sim_fail(oracle->sim, "version", NULL, "a thing's version went from %llu to %llu",
			 (unsigned long long)thing->version, (unsigned long long)row->version);
	if (is_there && thing->is_there && thing->until <= oracle->now.wall)
		sim_mark(oracle->sim, MARK_THING_EXPIRED);
	thing->is_there = is_there;
	thing->changes_in_turn++;
	if (!is_there) return;
	thing->version = row->version;
	thing->until = row->until;
}

/* Whoever names a version replaces that one, and nobody else does. */
static void check_replaced(struct oracle *oracle, struct oracle_thing *thing, u64 expected)
{
	struct sim *sim = oracle->sim;
	bool was_there = thing->was_there && thing->until_before > sim->node.now.wall;
	bool is_alone = thing->changes_in_turn == 1;
	if (expected == THING_ANY) return;
	if (expected == THING_NEW && was_there && is_alone)
		sim_fail(sim, "version", NULL, "what was to be new was there already");
	if (expected == THING_NEW) return;
	if (is_alone && (!was_there || expected != thing->version_before))
		sim_fail(sim, "version", NULL, "version %llu was replaced by who had seen %llu",
			 (unsigned long long)thing->version_before, (unsigned long long)expected);
	if (expected == thing->version_replaced)
		sim_fail(sim, "version", NULL, "version %llu was replaced by two",
			 (unsigned long long)expected);
	thing->version_replaced = expected;
}

static void check_thing_refused(struct oracle *oracle, const struct oracle_thing *thing,
				const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	u64 expected = call->command.thing.expected;
	bool is_there = thing && thing->is_there && thing->until > sim->node.now.wall;
	bool is_version = expected != THING_ANY && expected != THING_NEW;
	bool is_delete = call->kind == COMMAND_THING_DELETE;
	bool is_right = false;
	if (answer->err == ERR_CONFLICT) is_right = expected == THING_NEW && is_there;
	if (answer->err == ERR_NOT_FOUND) is_right = (is_version || is_delete) && !is_there;
	if (answer->err == ERR_VERSION)
		is_right = is_version && is_there && thing->version != expected;
	if (!is_right && !(thing && is_this_turn(oracle, thing->turn)))
		sim_fail(sim, "version", NULL, "%.*s: %s (%s)", STR_ARG(command_name(call->kind)),
			 err_name(answer->err), answer->why.text);
	if (answer->err == ERR_VERSION) sim_mark(sim, MARK_THING_CHANGED);
	if (answer->err == ERR_CONFLICT) sim_mark(sim, MARK_THING_THERE);
}

void kept_check_thing(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	const struct thing_command *asked = &call->command.thing;
	must(call->token != 0);
	u64 key = thing_key(asked->kind, call->token - 1, asked->name);
	struct oracle_thing *thing = u64_map_find(&oracle->things, key);
	if (answer->err) {
		check_thing_refused(oracle, thing, call, answer);
		return;
	}
	if (!thing || !is_this_turn(oracle, thing->turn))
		sim_fail(oracle->sim, "P1", NULL, "%.*s was acknowledged, and is not in the store",
			 STR_ARG(command_name(call->kind)));
	if (call->kind == COMMAND_THING_PUT &&
	    (answer->version > thing->version || answer->version <= thing->version_before))
		sim_fail(oracle->sim, "version", NULL, "the answer names version %llu",
			 (unsigned long long)answer->version);
	check_replaced(oracle, thing, asked->expected);
	bool is_delete = call->kind == COMMAND_THING_DELETE;
	sim_mark(oracle->sim, is_delete ? MARK_THING_DELETED : MARK_THING_PUT);
}

/* ---- calls that came before --------------------------------------------------------------- */

static u64 replay_key(struct digest key)
{
	return hash_mix(key.a) ^ key.b;
}

static void take_replay(struct oracle *oracle, const struct replay_row *row)
{
	struct sim *sim = oracle->sim;
	u64 key = replay_key(row->key);
	struct oracle_replay *replay = find_or_add(&oracle->replays, key, sizeof *replay);
	if (replay->until > oracle->now.wall)
		sim_fail(sim, "replay", NULL, "what a call made was noted twice");
	if (row->until != oracle->now.wall + MSEC_DAY)
		sim_fail(sim, "replay", NULL, "what a call made is not kept for a day");
	*replay = (struct oracle_replay){ .body = row->body,
					  .until = row->until,
					  .made = oracle_hash(row->made),
					  .turn = oracle->turn_id };
}

void kept_take(struct oracle *oracle, const struct change *change)
{
	if (change_puts(change, KIND_THING)) take_thing(oracle, &change->thing, true);
	if (change_deletes(change, KIND_THING)) take_thing(oracle, &change->thing, false);
	if (change_puts(change, KIND_REPLAY)) take_replay(oracle, &change->replay);
}

/* What was made then is named now, in the same order. */
static void check_replayed(struct oracle *oracle, const struct oracle_replay *replay,
			   const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	struct replay_entry entry;
	str rest = answer->replay;
	if (oracle_hash(answer->replay) != replay->made)
		sim_fail(sim, "replay", NULL, "a call that came again is told of something else");
	for (u32 i = 0; i < answer->enqueue.len; i++) {
		const struct enqueue_answer *item = &answer->enqueue.items[i];
		if (!replay_unpack(&rest, &entry) || entry.err != item->err ||
		    !uuid_eq(&entry.id, &item->run))
			sim_fail(sim, "replay", NULL, "an answer is not what was noted");
		if (!item->err && !oracle_run_ever(oracle, &item->run))
			sim_fail(sim, "P1", &item->run, "acknowledged again, and it never was");
	}
	if (rest.len) sim_fail(sim, "replay", NULL, "answers are missing");
	sim_mark(sim, MARK_REPLAYED);
}

bool kept_check_replay(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct command *command = &call->command;
	/* Who is answered late waited for work: its command may be read no more. */
	if (call->is_closed || !command->has_replay) {
		if (answer->is_replayed) sim_fail(sim, "replay", NULL, "answered by a stranger's");
		return false;
	}
	const struct oracle_replay *replay = u64_map_find(&oracle->replays,
							  replay_key(command->replay_key));
	bool is_kept = replay && replay->until > sim->node.now.wall;
	bool is_new = replay && is_this_turn(oracle, replay->turn);
	bool is_same = is_kept && digest_eq(replay->body, command->replay_body);
	if (is_kept && !is_new && !answer->is_replayed && answer->err != ERR_REPLAY_BODY)
		sim_fail(sim, "replay", NULL, "a call that came before was carried out again");
	if (answer->err == ERR_REPLAY_BODY) {
		if (!is_kept || is_same)
			sim_fail(sim, "replay", NULL, "the same body was taken for another");
		sim_mark(sim, MARK_REPLAY_BODY);
		return true;
	}
	if (!answer->is_replayed) return false;
	if (!is_same) sim_fail(sim, "replay", NULL, "answered with what another call made");
	check_replayed(oracle, replay, answer);
	return true;
}

/* Of a call of which something came about, it is noted what. */
void kept_check_noted(struct oracle *oracle, const struct call *call)
{
	if (!call->command.has_replay) return;
	const struct oracle_replay *replay = u64_map_find(&oracle->replays,
							  replay_key(call->command.replay_key));
	if (!replay || !is_this_turn(oracle, replay->turn))
		sim_fail(oracle->sim, "replay", NULL, "nobody noted what a call has made");
}
