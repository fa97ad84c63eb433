/* What is kept and not decided about: documents, each change of which names the version it saw, and
 * what calls with an Idempotency-Key have made (SPEC 6). Nobody's change is lost under another's,
 * and a call that comes again makes nothing a second time. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"
#include "model/replay.h"

struct oracle_document {
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
	u64_map_init(&oracle->documents, 4);
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
	free_all(&oracle->documents);
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

/* ---- documents ------------------------------------------------------------------------------- */

static u64 document_key(enum document_kind kind, u32 tenant, str name)
{
	return hash_mix(oracle_hash(name) ^ ((u64)kind << 32 | tenant));
}

static void take_document(struct oracle *oracle, const struct document_row *row, bool is_there)
{
	u32 tenant = oracle_index(oracle_number(oracle, NAME_TENANT, row->key.tenant.v));
	u64 key = document_key(row->key.kind, tenant, row->key.name);
	struct oracle_document *document = find_or_add(&oracle->documents, key, sizeof *document);
	if (document->turn != oracle->turn_id) {
		document->was_there = document->is_there;
		document->version_before = document->version;
		document->until_before = document->until;
		document->changes_in_turn = 0;
		document->turn = oracle->turn_id;
	}
	if (is_there && row->version <= document->version)
		sim_fail(oracle->sim, "version", NULL, "a thing's version went from %llu to %llu",
			 (unsigned long long)document->version, (unsigned long long)row->version);
	if (is_there && document->is_there && document->until <= oracle->now.wall)
		sim_mark(oracle->sim, MARK_DOCUMENT_EXPIRED);
	document->is_there = is_there;
	document->changes_in_turn++;
	if (!is_there) return;
	document->version = row->version;
	document->until = row->until;
}

/* Whoever names a version replaces that one, and nobody else does. */
static void check_replaced(struct oracle *oracle, struct oracle_document *document, u64 expected)
{
	struct sim *sim = oracle->sim;
	bool was_there = document->was_there && document->until_before > sim->node.now.wall;
	bool is_alone = document->changes_in_turn == 1;
	if (expected == DOCUMENT_ANY) return;
	if (expected == DOCUMENT_NEW && was_there && is_alone)
		sim_fail(sim, "version", NULL, "what was to be new was there already");
	if (expected == DOCUMENT_NEW) return;
	if (is_alone && (!was_there || expected != document->version_before))
		sim_fail(sim, "version", NULL, "version %llu was replaced by who had seen %llu",
			 (unsigned long long)document->version_before,
			 (unsigned long long)expected);
	if (expected == document->version_replaced)
		sim_fail(sim, "version", NULL, "version %llu was replaced by two",
			 (unsigned long long)expected);
	document->version_replaced = expected;
}

static void check_document_refused(struct oracle *oracle, const struct oracle_document *document,
				   const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	u64 expected = call->command.document.expected;
	bool is_there = document && document->is_there && document->until > sim->node.now.wall;
	bool is_version = expected != DOCUMENT_ANY && expected != DOCUMENT_NEW;
	bool is_delete = call->kind == COMMAND_DOCUMENT_DELETE;
	bool is_right = false;
	if (answer->err == ERR_CONFLICT) is_right = expected == DOCUMENT_NEW && is_there;
	if (answer->err == ERR_NOT_FOUND) is_right = (is_version || is_delete) && !is_there;
	if (answer->err == ERR_VERSION)
		is_right = is_version && is_there && document->version != expected;
	if (!is_right && !(document && is_this_turn(oracle, document->turn)))
		sim_fail(sim, "version", NULL, "%.*s: %s (%s)", STR_ARG(command_name(call->kind)),
			 err_name(answer->err), answer->why.text);
	if (answer->err == ERR_VERSION) sim_mark(sim, MARK_DOCUMENT_CHANGED);
	if (answer->err == ERR_CONFLICT) sim_mark(sim, MARK_DOCUMENT_THERE);
}

void kept_check_document(struct oracle *oracle, const struct call *call,
			 const struct answer *answer)
{
	const struct document_command *asked = &call->command.document;
	must(call->token != 0);
	u64 key = document_key(asked->kind, call->token - 1, asked->name);
	struct oracle_document *document = u64_map_find(&oracle->documents, key);
	if (answer->err) {
		check_document_refused(oracle, document, call, answer);
		return;
	}
	if (!document || !is_this_turn(oracle, document->turn))
		sim_fail(oracle->sim, "P1", NULL, "%.*s was acknowledged, and is not in the store",
			 STR_ARG(command_name(call->kind)));
	if (call->kind == COMMAND_DOCUMENT_PUT &&
	    (answer->version > document->version || answer->version <= document->version_before))
		sim_fail(oracle->sim, "version", NULL, "the answer names version %llu",
			 (unsigned long long)answer->version);
	check_replaced(oracle, document, asked->expected);
	bool is_delete = call->kind == COMMAND_DOCUMENT_DELETE;
	sim_mark(oracle->sim, is_delete ? MARK_DOCUMENT_DELETED : MARK_DOCUMENT_PUT);
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
	if (change_puts(change, KIND_DOCUMENT)) take_document(oracle, &change->document, true);
	if (change_deletes(change, KIND_DOCUMENT)) take_document(oracle, &change->document, false);
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
