/* A dead letter with another payload: a copy of it, linked to it, while the dead letter itself
 * stays as it is (or is discarded in the same commit). The copy takes over the key that both have:
 * a task with that key is a duplicate of the copy from then on, and a retry of the dead letter is
 * refused while the copy has the key. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

/* Gives the key to the copy: it is free, or was the dead letter's. */
static void take_key(struct engine *engine, struct run_row *row)
{
	if (row->scope == UNIQUE_NONE) return;
	/* A span of uniqueness begins with the copy; the other scopes keep their bucket. */
	if (row->scope == UNIQUE_TTL)
		row->hot.bucket = unique_bucket(UNIQUE_TTL, 0, wall_now(engine), row->unique_ttl,
						(str){ "", 0 });
	struct unique_key key = unique_key_of_row(row);
	if (unique_taken(engine, &key)) unique_delete(engine, &key);
	unique_put(engine, &key, &row->id,
		   unique_until(row->scope, wall_now(engine), row->unique_ttl));
}

static struct run_row *make_row(struct engine *engine, const struct run_row *dead,
				const struct enqueue_item *item, enum lint_kind flagged)
{
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct run_row){
		.id = id_make(engine),
		.tenant = dead->tenant,
		.type = dead->type,
		.created_at = wall_now(engine),
		.deadline_at = dead->deadline_at,
		.timeout_ms = dead->timeout_ms,
		.unique_ttl = dead->unique_ttl,
		.scope = dead->scope,
		.key_digest = dead->key_digest,
		.payload_len = (u32)item->payload.len,
		.route = dead->route,
		.fallback_of = dead->fallback_of,
		.hops = dead->hops,
		.is_critical = dead->is_critical,
		.flagged = flagged,
		.copied_from = dead->id,
		.key = item->key,
		.entity = item->entity,
		.user = item->user,
		.payload = item->payload,
		.trace = item->trace,
		.created_by = item->created_by,
		.details = item->details,
	};
	row->hot = (struct run_hot){
		.state = RUN_QUEUED,
		.priority = dead->hot.priority,
		.queue = dead->hot.queue,
		.max_attempts = dead->hot.max_attempts,
		.run_at = wall_now(engine),
		.updated_at = wall_now(engine),
		.bucket = dead->hot.bucket,
		.journal_turn = now_turn(engine)->id,
	};
	return row;
}

static void keep_row(struct engine *engine, struct run_row *row, const struct run_row *dead,
		     const struct enqueue_item *item, str actor)
{
	struct tenant *tenant = tenant_get(engine, row->tenant);
	struct type *type = type_get(engine, tenant, row->type);
	alert_set(row, type->policy, item);
	if (dead->hops) row->alert = dead->alert; /* another attempt to notify of the same alert */
	change_add(engine, CHANGE_RUN_NEW)->run = row;
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .to = RUN_QUEUED,
				       .run_at = row->hot.run_at,
				       .reason = STR("copy"),
				       .actor = actor };
	journal_add(engine, &entry);
	take_key(engine, row);
	run_enter_as(engine, row, type);
	if (tenant->gates) engine->hooks->gates.see_made(engine, row);
}

/* Refuses runs that no caller has made: their payload cannot be edited. */
static enum err check(const struct engine *engine, const struct command *command,
		      const struct run_row *dead, enum lint_kind *out_flagged,
		      struct uuid *out_other, struct why *why)
{
	const struct enqueue_item *item = command->run.copy;
	enum run_state state = dead->hot.state;
	if (dead->cause != CAUSE_TASK)
		return fail(why, ERR_CONFLICT,
			    "the run is Belfry's own (%s): retry it without a payload",
			    run_cause_name(dead->cause).at);
	if (item->payload.len > LIMIT_PAYLOAD_BYTES)
		return fail(why, ERR_INVALID, "payload has %zu bytes; at most %d are allowed",
			    item->payload.len, LIMIT_PAYLOAD_BYTES);
	if (tenant_is_leaving(engine, dead->tenant) ||
	    (dead->deadline_at && dead->deadline_at <= wall_now(engine)))
		return refuse_run(command, ERR_CONFLICT, state, NULL, why);
	if (run_key_is_taken(engine, dead, out_other))
		return refuse_run(command, ERR_CONFLICT, state, out_other, why);
	enum err err = payload_check(tenant_find(engine, dead->tenant), item->payload, "payload",
				     out_flagged, why);
	return err ? err : quota_check(engine, dead->tenant, QUOTA_RUNS, 1, why);
}

void on_copy(struct engine *engine, const struct command *command)
{
	const struct run_command *wish = &command->run;
	struct answer *answer = answer_add(engine, command->reply);
	enum run_state state = RUN_QUEUED;
	enum lint_kind flagged = LINT_NOTHING;
	must(wish->copy != NULL);
	bool is_known = run_may_be_known(engine, command, &state);
	const struct run_seen *seen = is_known ? dead_letter(engine, &wish->run) : NULL;
	answer->run.run = wish->run;
	answer->run.state = state;
	if (!seen)
		answer->err = refuse_run(command, is_known ? ERR_CONFLICT : ERR_NOT_FOUND, state,
					 NULL, &answer->why);
	else
		answer->err = check(engine, command, &seen->row, &flagged, &answer->run.other,
				    &answer->why);
	if (answer->err) return;
	struct run_row *row = make_row(engine, &seen->row, wish->copy, flagged);
	keep_row(engine, row, &seen->row, wish->copy, command->actor);
	if (wish->discards) must(!run_discard(engine, &wish->run, wish->reason, command->actor));
	answer->run.run = row->id;
	answer->run.state = RUN_QUEUED;
	replay_note_id(engine, command, &row->id);
}
