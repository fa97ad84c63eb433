/* The ladders that a turn knows: the wants of its commands, and their index in memory. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/together/fallback_parts.h"
#include "engine/together/ladder_parts.h"
#include "model/ladder.h"

/* ---- what is asked for ---------------------------------------------------------------------- */

static enum err ladder_check_len(str text, size_t most, const char *field, struct why *why)
{
	if (text.len <= most) return ERR_OK;
	return fail(why, ERR_INVALID, "%s has %zu bytes; at most %zu are allowed", field, text.len,
		    most);
}

enum err ladder_check_names(const struct ladder_command *ladder, struct why *why)
{
	enum err err = ladder_check_len(ladder->entity, LIMIT_ENTITY_BYTES, "entity", why);
	if (!err && !ladder->entity.len) err = fail(why, ERR_INVALID, "entity is required");
	if (!err && ladder->user.len) err = name_check(NAME_TENANT, ladder->user, "user_id", why);
	if (!err) err = ladder_check_len(ladder->name, LIMIT_LADDER_NAME_BYTES, "name", why);
	return err;
}

/* A tenant that is not known yet has none. */
void want_ladders(struct engine *engine, struct turn *turn, const struct command *command)
{
	const struct ladder_command *ladder = &command->ladder;
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	bool makes = command->kind == COMMAND_LADDER;
	struct why why;
	if (!tenant.v || ladder_check_names(ladder, &why)) return;
	struct want *want = want_add(turn, WANT_LADDERS);
	want->ladders.tenant = tenant;
	want->ladders.entity = ladder->entity;
	want->ladders.user = ladder->user;
	want->ladders.name = ladder->name;
	want->ladders.has_user = makes || ladder->has_user;
	want->ladders.has_name = makes || ladder->has_name;
}

/* Rungs that other commands of this turn make for the same entity. A turn has few commands about
 * ladders (LIMIT_LADDER_COMMAND_ITEMS), however many others. */
static u32 ladder_made_beside(const struct turn *turn, const struct command *command)
{
	u32 made = 0;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *other = turn->commands[i];
		if (other->kind != COMMAND_LADDER || other == command) continue;
		if (str_eq(other->ladder.entity, command->ladder.entity) &&
		    str_eq(other->tenant, command->tenant))
			made += other->ladder.len;
	}
	return made;
}

u32 ladder_makes(const struct turn *turn, const struct command *command)
{
	return command->kind == COMMAND_LADDER ? command->ladder.len
					       : ladder_made_beside(turn, command);
}

u32 ladders_wanted_rungs(const struct want *want)
{
	u32 rungs = 0;
	for (u32 i = 0; i < want->ladders.len; i++)
		rungs += ladder_rungs_len(&want->ladders.rows[i].row);
	return rungs;
}

/* ---- the turn's index ----------------------------------------------------------------------- */

void ladders_init(struct engine *engine)
{
	uuid_map_init(&engine->together.ladders.entities, engine->config.hash_seed,
		      offsetof(struct ladder_entity, id));
}

struct ladder_entity *ladder_entity_find(const struct engine *engine, tenant_no tenant, str entity)
{
	struct uuid id = ladder_as_uuid(ladder_entity_digest(tenant, entity));
	return engine->together.ladders.entities.table.count
		       ? uuid_map_find(&engine->together.ladders.entities, &id)
		       : NULL;
}

struct ladder_entity *ladder_entity_get(struct engine *engine, tenant_no tenant, str text)
{
	struct ladder_entity *entity = ladder_entity_find(engine, tenant, text);
	if (entity) return entity;
	entity = engine->together.ladders.entity_room++;
	*entity = (struct ladder_entity){ .id = ladder_as_uuid(
						  ladder_entity_digest(tenant, text)) };
	uuid_map_insert(&engine->together.ladders.entities, entity);
	return entity;
}

struct ladder *ladder_of(const struct ladder_entity *entity, const struct digest *key)
{
	for (struct ladder *ladder = entity ? entity->first : NULL; ladder; ladder = ladder->next) {
		if (digest_eq(ladder->row.key, *key)) return ladder;
	}
	return NULL;
}

/* Adds the ladder at the end, so that every reader meets the ladders in one order. */
void ladder_join(struct ladder_entity *entity, struct ladder *ladder)
{
	struct ladder **place = &entity->first;
	while (*place) place = &(*place)->next;
	*place = ladder;
}

static void ladder_take_in(struct engine *engine, struct ladder_entity *entity,
			   const struct ladder_seen *seen)
{
	if (ladder_of(entity, &seen->row.key)) return;
	struct ladder *ladder = engine->together.ladders.room++;
	*ladder = (struct ladder){ .row = seen->row,
				   .rungs = engine->together.ladders.rung_room,
				   .len = ladder_rungs_len(&seen->row) };
	engine->together.ladders.rung_room += ladder->len;
	for (u32 i = 0; i < ladder->len; i++) ladder->rungs[i] = ladder_rung(&seen->row, i);
	ladder_join(entity, ladder);
}

static void index_wanted(struct engine *engine, struct turn *turn)
{
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_LADDERS) continue;
		struct ladder_entity *entity = ladder_entity_get(engine, want->ladders.tenant,
								 want->ladders.entity);
		entity->rungs = want->ladders.rungs;
		for (u32 k = 0; k < want->ladders.len; k++)
			ladder_take_in(engine, entity, &want->ladders.rows[k]);
	}
}

enum err ladders_index(struct engine *engine, struct turn *turn)
{
	u32 commands = 0, wants = 0, ladders = 0, rungs = 0, made = 0;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command_subject(command->kind) != SUBJECT_LADDER) continue;
		commands++;
		made += ladder_makes(turn, command);
	}
	engine->together.ladders.runs = 0;
	if (!commands) return ERR_OK;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_LADDERS) continue;
		wants++;
		ladders += want->ladders.len;
		rungs += ladders_wanted_rungs(want);
	}
	/* A tenant that nothing durable knows may get another number within the turn. */
	u32 entities = wants + commands;
	enum err err = uuid_map_reserve(&engine->together.ladders.entities, entities);
	engine->together.ladders.room = arena_alloc_array(&turn->arena, ladders + commands,
							  sizeof *engine->together.ladders.room);
	engine->together.ladders.entity_room = arena_alloc_array(
		&turn->arena, entities, sizeof *engine->together.ladders.entity_room);
	engine->together.ladders.rung_room = arena_alloc_array(
		&turn->arena, rungs + made + 1, sizeof *engine->together.ladders.rung_room);
	engine->together.ladders.seen_room = arena_alloc_array(
		&turn->arena, rungs + made + 1, sizeof *engine->together.ladders.seen_room);
	engine->together.ladders.runs = 2 * rungs + made;
	if (err || arena_failed(&turn->arena)) return ERR_MEMORY;
	index_wanted(engine, turn);
	return ERR_OK;
}

void ladders_forget(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct ladder_entity *entity;
	if (!engine->together.ladders.entities.table.count) return;
	while ((entity = uuid_map_next(&engine->together.ladders.entities, &cursor)))
		uuid_map_remove(&engine->together.ladders.entities, &entity->id);
}
