/* Ladders (SPEC 7): a run for each rung that lies ahead, none for the past; what moves keeps its
 * run, what has run is not sent again, what is stopped is sent no more. */
#include "sim/sim.h"

#include "base/must.h"
#include "model/ladder.h"

#include <inttypes.h>

enum { TOUCHED_MAX = 256, REPLACED_MAX = 4096 };

struct oracle_ladder {
	struct uuid id; /* of its key */
	struct ladder_row row;
	struct rung rungs[LIMIT_LADDER_RUNGS];
	u32 len;
	char payload[64];
	u32 payload_len;
};

struct oracle_ladders {
	struct uuid_map by_key;
	struct oracle_ladder *touched[TOUCHED_MAX];
	u32 touched_len;
	const struct oracle_run *replaced[REPLACED_MAX]; /* of rungs that have another by now */
	u32 replaced_len;
};

static struct uuid id_of(const void *at, size_t len)
{
	struct digest digest = digest_of((str){ at, len });
	struct uuid id;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + 8, &digest.b, sizeof digest.b);
	return id;
}

void ladders_oracle_init(struct oracle *oracle)
{
	oracle->ladders = mem_alloc_zeroed(sizeof *oracle->ladders);
	must(oracle->ladders != NULL);
	uuid_map_init(&oracle->ladders->by_key, 17, offsetof(struct oracle_ladder, id));
}

void ladders_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct oracle_ladder *ladder;
	while ((ladder = uuid_map_next(&oracle->ladders->by_key, &cursor))) mem_free(ladder);
	uuid_map_done(&oracle->ladders->by_key);
	mem_free(oracle->ladders);
}

/* ---- rungs ------------------------------------------------------------------------------------
 */

static struct oracle_ladder *ladder_of(const struct oracle *oracle, const struct digest *key)
{
	struct uuid id = id_of(key, sizeof *key);
	return uuid_map_find(&oracle->ladders->by_key, &id);
}

/* A rung that a ladder of this turn makes, or one that comes back to one that is there. */
static bool find_rung(const struct oracle *oracle, const struct run_row *row,
		      struct enqueue_item *out_item)
{
	const struct oracle_ladder *ladder = NULL;
	if (row->payload_of_ladder.a) ladder = ladder_of(oracle, &row->payload_of_ladder);
	*out_item = (struct enqueue_item){ .key = row->key, .run_at = row->hot.run_at };
	if (ladder) out_item->payload = (str){ ladder->payload, ladder->payload_len };
	for (u32 i = 0; i < oracle->turn->commands_len && !out_item->payload.len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind != COMMAND_LADDER) continue;
		bool is_its = row->payload_of_ladder.a ||
			      str_eq(command->ladder.rung->payload, row->payload);
		if (is_its) out_item->payload = command->ladder.rung->payload;
	}
	if (!out_item->payload.len) return false;
	if (row->hot.run_at < oracle->now.wall)
		sim_fail(oracle->sim, "ladder", &row->id, "a rung of the past was sent");
	return true;
}

static const struct enqueue_item *find_item(const struct turn *turn, str payload)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_ENQUEUE) continue;
		for (u32 j = 0; j < command->enqueue.len; j++) {
			if (str_eq(command->enqueue.items[j].payload, payload))
				return &command->enqueue.items[j];
		}
	}
	return NULL;
}

const struct enqueue_item *oracle_asked_for(const struct oracle *oracle, const struct run_row *row,
					    struct enqueue_item *room)
{
	const struct oracle_run *failed_parent = oracle_run_of(oracle, &row->fallback_of);
	bool is_parent = row->hot.state == RUN_WAITING && !afters_is_follower(oracle, row);
	*room = (struct enqueue_item){ .run_at = row->hot.run_at };
	if (row->cause == CAUSE_REMINDER) { /* its reminder is looked for */
		room->key = row->key;
		room->payload = row->payload;
		room->deadline_at = row->deadline_at;
		return room;
	}
	if (days_asked_for(oracle, row, room)) return room;
	if (row->hops && !failed_parent)
		sim_fail(oracle->sim, "I-20", &row->id, "a fallback of nothing");
	if (failed_parent) {
		room->deadline_at = failed_parent->deadline_at;
		return room;
	}
	if (is_parent || !uuid_is_nil(&row->parent)) {
		const struct enqueue_item *child = batches_find_item(oracle->turn, row->payload,
								     is_parent);
		if (!child) return NULL;
		*room = *child;
		room->key = row->key;
		room->run_at = row->hot.run_at;
		return room;
	}
	return find_rung(oracle, row, room) ? room : find_item(oracle->turn, row->payload);
}

/* Whether a command of this turn is about the ladders of its entity. */
static bool is_asked(const struct oracle *oracle, const struct oracle_run *run,
		     enum command_kind kind)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind != kind) continue;
		if (oracle_hash(command->ladder.entity) == run->entity) return true;
	}
	return false;
}

bool ladders_may_move(const struct oracle *oracle, const struct oracle_run *run)
{
	return is_asked(oracle, run, COMMAND_LADDER_MOVE);
}

bool ladders_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	bool may = is_asked(oracle, run, COMMAND_LADDER_STOP);
	return may || (ladders_may_move(oracle, run) && !run->fence);
}

static void check_kept(struct oracle *oracle, const struct oracle_ladder *there,
		       const struct ladder_row *row)
{
	for (u32 i = 0; i < there->len; i++) {
		struct rung before = there->rungs[i], now = ladder_rung(row, i);
		const struct oracle_run *run = oracle_run_of(oracle, &before.run);
		if (uuid_eq(&before.run, &now.run) || !run) continue;
		if (run->fence) sim_fail(oracle->sim, "ladder", &run->id, "a rung was sent twice");
		must(oracle->ladders->replaced_len < REPLACED_MAX);
		oracle->ladders->replaced[oracle->ladders->replaced_len++] = run;
		sim_mark(oracle->sim, MARK_RUNG_CAME_BACK);
	}
}

void ladders_take(struct oracle *oracle, const struct ladder_row *row, bool is_new)
{
	struct oracle_ladders *ladders = oracle->ladders;
	struct oracle_ladder *ladder = ladder_of(oracle, &row->key);
	if (!ladder && !is_new) sim_fail(oracle->sim, "ladder", NULL, "changed, and not there");
	if (!ladder) {
		ladder = mem_alloc_zeroed(sizeof *ladder);
		must(ladder != NULL && uuid_map_reserve(&ladders->by_key, 1) == ERR_OK);
		ladder->id = id_of(&row->key, sizeof row->key);
		uuid_map_insert(&ladders->by_key, ladder);
	}
	if (!is_new) check_kept(oracle, ladder, row);
	ladder->row = *row;
	ladder->len = ladder_rungs_len(row);
	for (u32 i = 0; i < ladder->len; i++) ladder->rungs[i] = ladder_rung(row, i);
	if (is_new) {
		must(row->payload.len <= sizeof ladder->payload);
		memcpy(ladder->payload, row->payload.at, row->payload.len);
		ladder->payload_len = (u32)row->payload.len;
	}
	must(ladders->touched_len < TOUCHED_MAX);
	ladders->touched[ladders->touched_len++] = ladder;
	sim_mark(oracle->sim, is_new            ? MARK_LADDER_MADE
			      : row->stopped_at ? MARK_LADDER_STOPPED
						: MARK_LADDER_MOVED);
}

/* Others may have acted on it in the same turn. */
bool oracle_is_operated_on(const struct oracle *oracle, const struct oracle_run *run)
{
	static const enum command_kind kinds[] = { COMMAND_RESCHEDULE, COMMAND_RETRY };
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		for (u32 k = 0; k < countof(kinds); k++) {
			if (command->kind == kinds[k] && uuid_eq(&command->run.run, &run->id))
				return true;
		}
	}
	return rules_is_operated_on(oracle, run, OPERATION_RETRY);
}

static void check_rung(struct oracle *oracle, const struct oracle_ladder *ladder,
		       const struct rung *rung)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_of(oracle, &rung->run);
	msec at = ladder->row.anchor + rung->offset;
	bool is_past = at < oracle->now.wall;
	if (rung->state == RUNG_PASSED) {
		if (run && run->state != RUN_CANCELLED)
			sim_fail(sim, "ladder", &run->id, "passed over, and still there");
		if (!is_past && !ladder->row.stopped_at)
			sim_fail(sim, "ladder", NULL, "a rung that lies ahead was passed over");
		if (is_past) sim_mark(sim, MARK_RUNG_PASSED);
		return;
	}
	if (!run) sim_fail(sim, "ladder", NULL, "a rung without its run");
	bool is_live = run->state == RUN_QUEUED || run->state == RUN_PROCESSING;
	bool is_redriven = run->was_redriven && run->journal_turn == oracle->turn_id;
	if (is_redriven || oracle_is_operated_on(oracle, run)) return;
	if (ladder->row.stopped_at && is_live)
		sim_fail(sim, "ladder", &run->id, "its ladder was stopped, and it goes on");
	if (!is_live || run->fence || run->deferred_count) return;
	if (run->run_at != at)
		sim_fail(sim, "ladder", &run->id, "it stands %" PRId64 " ms from its place",
			 run->run_at - at);
	if (is_past) sim_fail(sim, "ladder", &run->id, "in the past, and still to be sent");
}

/* After the journal. */
void ladders_after_commit(struct oracle *oracle)
{
	struct oracle_ladders *ladders = oracle->ladders;
	for (u32 i = 0; i < ladders->touched_len; i++) {
		const struct oracle_ladder *ladder = ladders->touched[i];
		for (u32 k = 0; k < ladder->len; k++) check_rung(oracle, ladder, &ladder->rungs[k]);
	}
	for (u32 i = 0; i < ladders->replaced_len; i++) {
		if (ladders->replaced[i]->state != RUN_CANCELLED)
			sim_fail(oracle->sim, "ladder", &ladders->replaced[i]->id,
				 "it has another run, and is still there");
	}
	ladders->touched_len = ladders->replaced_len = 0;
}

/* ---- answers ----------------------------------------------------------------------------------
 */

void ladders_check_answer(struct oracle *oracle, const struct call *call,
			  const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	bool makes = call->kind == COMMAND_LADDER;
	if (answer->err == (makes ? ERR_CONFLICT : ERR_NOT_FOUND)) return;
	if (answer->err)
		sim_fail(sim, "refusal", NULL, "a ladder: %s (%s)", err_name(answer->err),
			 answer->why.text);
	if (!makes) return;
	const struct oracle_ladder *ladder = ladder_of(oracle, &answer->ladder.row.key);
	if (!ladder) sim_fail(sim, "P1", NULL, "a ladder was acknowledged, and is not there");
	if (call->token - 1 !=
	    oracle_index(oracle_number(oracle, NAME_TENANT, ladder->row.tenant.v)))
		sim_fail(sim, "P20", NULL, "a ladder of another tenant");
	if (answer->ladder.is_duplicate) sim_mark(sim, MARK_LADDER_DUPLICATE);
}
