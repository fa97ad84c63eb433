/* Pausing and resuming: a tenant, a type of a tenant, a queue, or a tenant's share of a queue. */
#include "engine/gates/pause.h"
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

/* Attaches `pause` (NULL: none) to the object that it pauses, and opens or closes that object's
 * lanes. */
static void pause_apply(struct engine *engine, const struct pause_key *key, struct pause *pause)
{
	struct tenant *tenant = key->tenant.v ? tenant_get(engine, key->tenant) : NULL;
	if (key->scope == PAUSE_TENANT) {
		tenant->pause = pause;
		tenant_update(engine, tenant);
	} else if (key->scope == PAUSE_TYPE) {
		struct type *type = type_get(engine, tenant, (type_no){ key->no });
		type->pause = pause;
		type_update(engine, type);
	} else if (tenant) {
		for (u32 i = CARRIER_WORKERS; i < CARRIERS; i++) {
			struct share *share = share_find(engine, key->tenant, (queue_no){ key->no },
							 (enum carrier)i);
			/* a share that is made later looks up its pause itself */
			if (!share) continue;
			share->pause = pause;
			share_update(engine, share);
		}
	} else {
		struct queue *queue = queue_of(engine, (queue_no){ key->no });
		queue->pause = pause;
		if (!pause) queue_comes_back(engine, queue);
	}
}

static str pause_reason(const struct pause *pause)
{
	return (str){ pause->text, pause->reason_len };
}

static void journal_pause(struct engine *engine, const struct pause *pause, enum journal_kind kind,
			  str actor)
{
	struct journal_entry entry = { .kind = kind,
				       .tenant = pause->key.tenant,
				       .run_at = pause->until,
				       .reason = pause_reason(pause),
				       .actor = actor };
	journal_add(engine, &entry);
}

static void pause_fill(struct pause *pause, const struct pause_row *row)
{
	str reason = str_slice(row->reason, 0, LIMIT_REASON_BYTES);
	str author = str_slice(row->author, 0, LIMIT_REASON_BYTES);
	pause->key = row->key;
	pause->since = row->since;
	pause->until = row->until;
	pause->reason_len = (u16)reason.len;
	pause->author_len = (u16)author.len;
	if (reason.len) memcpy(pause->text, reason.at, reason.len);
	if (author.len) memcpy(pause->text + reason.len, author.at, author.len);
}

static struct pause *pause_place(struct engine *engine, const struct pause_row *row)
{
	struct pause *pause = pause_find(engine, &row->key);
	if (!pause) {
		pause = pool_take(&engine->gates.pause_pool);
		pause->timer.kind = TIMER_PAUSE_END;
		engine->gates.pauses_len++;
		quota_count(engine, row->key.tenant, QUOTA_PAUSES);
		map_insert(&engine->gates.pauses_by_key, pause_hash(engine, &row->key), &row->key,
			   pause);
	}
	pause_fill(pause, row);
	if (pause->timer.node.at) heap_remove(&engine->clock.wall, &pause->timer.node);
	if (pause->until < MSEC_MAX)
		heap_push(&engine->clock.wall, &pause->timer.node, pause->until);
	pause_apply(engine, &pause->key, pause);
	return pause;
}

/* Removes a tenant or type that exists for this pause only. */
static void release_bare(struct engine *engine, const struct pause_key *key)
{
	struct tenant *tenant = key->tenant.v ? tenant_find(engine, key->tenant) : NULL;
	struct type *type = key->scope == PAUSE_TYPE
				    ? type_find(engine, key->tenant, (type_no){ key->no })
				    : NULL;
	if (type) type_release(engine, type);
	if (tenant) tenant_release(engine, tenant);
}

/* Removes the pause from memory; the runs that it held go on. */
static void pause_drop(struct engine *engine, struct pause *pause)
{
	struct pause_key key = pause->key;
	if (pause->timer.node.at) heap_remove(&engine->clock.wall, &pause->timer.node);
	map_remove(&engine->gates.pauses_by_key, pause_hash(engine, &key), &key);
	engine->gates.pauses_len--;
	quota_uncount(engine, key.tenant, QUOTA_PAUSES);
	pause_apply(engine, &key, NULL);
	pool_give(&engine->gates.pause_pool, pause);
}

void pause_end(struct engine *engine, struct pause *pause, str actor)
{
	struct pause_key key = pause->key;
	journal_pause(engine, pause, JOURNAL_RESUMED, actor);
	change_delete(engine, KIND_PAUSE)->pause.key = key;
	pause_drop(engine, pause);
	release_bare(engine, &key);
}

void pauses_forget(struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	struct pause *pause;
	while ((pause = map_next(&engine->gates.pauses_by_key, &cursor))) {
		if (pause->key.tenant.v == tenant.v) pause_drop(engine, pause);
	}
}

enum err pause_recall(struct engine *engine, const struct pause_row *row)
{
	enum err err = pool_reserve(&engine->gates.pause_pool, 1);
	if (!err) err = map_reserve(&engine->gates.pauses_by_key, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (!err) err = reserve_type(engine);
	if (!err) err = heap_reserve(&engine->clock.wall, 1);
	if (err) return err;
	pause_place(engine, row);
	return ERR_OK;
}

/* ---- commands ----------------------------------------------------------------------------- */

/* The numbers of the names in the command; 0: the name is new. */
static enum err resolve(struct engine *engine, const struct command *command,
			struct pause_key *out_key, struct why *why)
{
	const struct pause_command *pause = &command->pause;
	struct pause_key key = { .scope = pause->scope };
	enum err err = ERR_OK;
	if (command->tenant.len) err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
	else if (pause->scope != PAUSE_QUEUE)
		err = fail(why, ERR_INVALID, "tenant_id is required for this scope");
	if (err) return err;
	if (pause->scope == PAUSE_QUEUE) {
		key.no = name_find(engine, NAME_QUEUE, pause->name);
		if (!key.no || !engine->dispatch.queues[key.no].exists)
			return fail(why, ERR_NOT_FOUND, "there is no such queue");
	}
	if (pause->scope == PAUSE_TYPE) {
		err = name_check(NAME_TYPE, pause->name, "type", why);
		if (err) return err;
		key.no = name_find(engine, NAME_TYPE, pause->name);
	}
	key.tenant.v = name_find(engine, NAME_TENANT, command->tenant);
	*out_key = key;
	return ERR_OK;
}

/* A pause may be made before the object that it pauses exists. */
static enum err resolve_new(struct engine *engine, const struct command *command,
			    struct pause_key *key, struct why *why)
{
	struct tenant *tenant = NULL;
	struct type *type = NULL;
	enum err err = resolve(engine, command, key, why);
	if (err || !command->tenant.len) return err;
	err = tenant_named(engine, command->tenant, &tenant, why);
	if (err) return err;
	key->tenant = tenant->no;
	if (key->scope != PAUSE_TYPE) return ERR_OK;
	err = type_named(engine, tenant, command->pause.name, &type, why);
	if (type) key->no = type->no.v;
	return err;
}

static enum err set_pause(struct engine *engine, const struct command *command,
			  struct pause_row *row, struct why *why)
{
	if (row->until <= wall_now(engine))
		return fail(why, ERR_INVALID, "until must be in the future");
	enum err err = resolve_new(engine, command, &row->key, why);
	if (err) return err;
	bool is_new = !pause_find(engine, &row->key);
	if (is_new && engine->gates.pauses_len >= LIMIT_PAUSES_MAX)
		return fail(why, ERR_QUOTA, "at most %d pauses may be in force", LIMIT_PAUSES_MAX);
	if (is_new) err = quota_check(engine, row->key.tenant, QUOTA_PAUSES, 1, why);
	if (err) return err;
	struct pause *pause = pause_place(engine, row);
	/* Uses the texts of the command: the pause may be freed before the turn is committed. */
	row->reason = str_slice(row->reason, 0, LIMIT_REASON_BYTES);
	row->author = str_slice(row->author, 0, LIMIT_REASON_BYTES);
	change_put(engine, KIND_PAUSE)->pause = *row;
	journal_pause(engine, pause, JOURNAL_PAUSED, command->actor);
	return ERR_OK;
}

void on_pause(struct engine *engine, const struct command *command)
{
	const struct pause_command *wish = &command->pause;
	struct answer *answer = answer_add(engine, command->reply);
	struct pause_row row = { .since = wall_now(engine),
				 .until = wish->until ? wish->until : MSEC_MAX,
				 .reason = wish->reason,
				 .author = command->actor };
	answer->err = set_pause(engine, command, &row, &answer->why);
	if (answer->err) {
		release_bare(engine, &row.key);
		return;
	}
	struct uuid none = { { 0 } };
	answer->number = (u64)row.since;
	replay_note_number(engine, command, &none, answer->number);
}

void on_resume(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct pause_key key;
	answer->err = resolve(engine, command, &key, &answer->why);
	if (answer->err) return;
	/* An unknown tenant must not be taken for the system, which means all tenants. */
	bool is_known = !command->tenant.len || key.tenant.v;
	struct pause *pause = is_known ? pause_find(engine, &key) : NULL;
	if (!pause) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "nothing is paused there");
		return;
	}
	pause_end(engine, pause, command->actor);
	replay_note(engine, command, NULL, 0);
}
