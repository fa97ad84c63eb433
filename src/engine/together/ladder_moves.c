/* Moves an entity's ladders to another anchor, or stops them. Either all selected ladders change in
 * one commit, or none. */
#include "model/ladder.h"

#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/together/ladder_parts.h"

static bool is_meant(const struct ladder_command *command, const struct ladder *ladder)
{
	if (command->has_user && !str_eq(command->user, ladder->row.user)) return false;
	if (command->has_name && !str_eq(command->name, ladder->row.name)) return false;
	return true;
}

/* The next selected ladder; `goes_on`: only those that were not stopped. */
static struct ladder *next_meant(const struct ladder_command *command, struct ladder *ladder,
				 bool goes_on)
{
	while (ladder && (!is_meant(command, ladder) || (goes_on && ladder->row.stopped_at)))
		ladder = ladder->next;
	return ladder;
}

/* Of the command's entity; NULL: there is none. */
static struct ladder *first_meant(const struct engine *engine, const struct command *command,
				  bool goes_on)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (!tenant.v || command->ladder.entity.len > LIMIT_ENTITY_BYTES) return NULL;
	const struct ladder_entity *entity = ladder_entity_find(engine, tenant,
								command->ladder.entity);
	return entity ? next_meant(&command->ladder, entity->first, goes_on) : NULL;
}

static void refuse(struct answer *answer)
{
	answer->err = fail(&answer->why, ERR_NOT_FOUND, "this entity has no such ladder");
}

/* ---- moving --------------------------------------------------------------------------------- */

static void rung_passes(struct engine *engine, struct rung *rung, str actor,
			struct ladder_answer *answer)
{
	enum err err = run_cancel(engine, &rung->run, STR("passed"), actor);
	must(err == ERR_OK);
	rung->state = RUNG_PASSED;
	answer->passed++;
}

static void rung_moves(struct engine *engine, const struct rung *rung, msec at, str actor,
		       struct ladder_answer *answer)
{
	struct uuid other;
	enum err err = run_reschedule(engine, &rung->run, at, actor, &other);
	must(err == ERR_OK); /* it has neither bucket nor deadline */
	answer->moved++;
}

static void move(struct engine *engine, struct tenant *tenant, struct ladder *ladder,
		 const struct command *command, struct ladder_answer *answer)
{
	struct enqueue_item item = rung_item(engine, ladder);
	ladder->row.anchor = command->ladder.anchor;
	for (u32 i = 0; i < ladder->len; i++) {
		struct rung *rung = &ladder->rungs[i];
		msec at = rung_time(ladder->row.anchor, rung->offset);
		bool is_past = at < wall_now(engine);
		if (rung->state == RUNG_PASSED && !is_past) {
			rung_make(engine, tenant, ladder, i, &item, command->actor);
			answer->made++;
		}
		/* A rung whose run was leased may have been sent: it stays as it is. */
		else if (!rung_waits(engine, rung))
			answer->passed += rung->state == RUNG_PASSED;
		else if (is_past) rung_passes(engine, rung, command->actor, answer);
		else rung_moves(engine, rung, at, command->actor, answer);
	}
	ladder_keep(engine, ladder, CHANGE_LADDER_PUT, answer);
}

/* Checks everything before the first change. */
static enum err check_all(struct engine *engine, struct tenant *tenant,
			  const struct command *command, struct ladder *first, struct why *why)
{
	enum err err = ERR_OK;
	for (struct ladder *ladder = first; ladder && !err;
	     ladder = next_meant(&command->ladder, ladder->next, true)) {
		struct enqueue_item item = rung_item(engine, ladder);
		item.key = STR("rung");
		item.run_at = wall_now(engine);
		err = ladder_check_times(command->ladder.anchor, ladder, why);
		if (!err) err = enqueue_check(engine, tenant, &item, why);
	}
	return err;
}

void on_ladder_move(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct ladder *first = first_meant(engine, command, true);
	struct tenant *tenant = NULL;
	if (!first) {
		refuse(answer);
		return;
	}
	answer->err = tenant_named(engine, command->tenant, &tenant, &answer->why);
	if (!answer->err) answer->err = check_all(engine, tenant, command, first, &answer->why);
	if (answer->err) return;
	for (struct ladder *ladder = first; ladder;
	     ladder = next_meant(&command->ladder, ladder->next, true)) {
		/* A repeated move changes nothing, not even runs that have just become due. */
		if (ladder->row.anchor != command->ladder.anchor)
			move(engine, tenant, ladder, command, &answer->ladder);
	}
	replay_note_id(engine, command, &first->row.id);
	tenant_release(engine, tenant);
}

/* ---- stopping ------------------------------------------------------------------------------- */

static void stop(struct engine *engine, struct ladder *ladder, const struct command *command,
		 struct ladder_answer *answer)
{
	str reason = command->ladder.reason.len ? command->ladder.reason : STR("ladder stopped");
	for (u32 i = 0; i < ladder->len; i++) {
		const struct rung *rung = &ladder->rungs[i];
		if (rung->state != RUNG_MADE) continue;
		if (run_cancel(engine, &rung->run, reason, command->actor) == ERR_OK)
			answer->cancelled++;
	}
	ladder->row.stopped_at = wall_now(engine);
	ladder->row.reason = str_slice(command->ladder.reason, 0, LIMIT_REASON_BYTES);
	ladder_keep(engine, ladder, CHANGE_LADDER_PUT, answer);
}

void on_ladder_stop(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct ladder *first = first_meant(engine, command, false);
	if (!first) {
		refuse(answer);
		return;
	}
	for (struct ladder *ladder = first; ladder;
	     ladder = next_meant(&command->ladder, ladder->next, false)) {
		if (!ladder->row.stopped_at) stop(engine, ladder, command, &answer->ladder);
	}
	replay_note_number(engine, command, &first->row.id,
			   (u64)answer->ladder.ladders << 32 | answer->ladder.cancelled);
}
