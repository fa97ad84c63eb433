/* Ladders: runs around an instant of an entity. All of one is made in one commit, and one that is
 * there already is not made again: whoever asks twice is told of the first.
 *
 * A rung that lies in the past when its ladder is made or moved is not sent; should its ladder be
 * moved so that it lies ahead again, it is. One that somebody has held is left alone for good. */
#include "model/ladder.h"

#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/together/fallback_parts.h"
#include "engine/together/ladder_parts.h"

#define KEPT_MS (30 * MSEC_DAY)

struct uuid ladder_as_uuid(struct digest digest)
{
	struct uuid id;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + sizeof digest.a, &digest.b, sizeof digest.b);
	return id;
}

/* ---- rungs ---------------------------------------------------------------------------------- */

msec rung_time(msec anchor, msec offset)
{
	return msec_add(anchor, offset);
}

bool rung_waits(const struct engine *engine, const struct rung *rung)
{
	const struct engine_run *run = run_find(engine, &rung->run);
	const struct run_seen *seen = seen_find(engine, &rung->run);
	if (rung->state != RUNG_MADE) return false;
	if (run) return !run->execution && !run->fence;
	return seen && seen->row.hot.state == RUN_QUEUED && !seen->is_open && !seen->row.hot.fence;
}

static bool rung_lives(const struct engine *engine, const struct rung *rung)
{
	const struct run_seen *seen = seen_find(engine, &rung->run);
	if (rung->state != RUNG_MADE) return false;
	return run_find(engine, &rung->run) || (seen && seen->row.hot.state == RUN_QUEUED);
}

static bool ladder_lives(const struct engine *engine, const struct ladder *ladder)
{
	for (u32 i = 0; i < ladder->len; i++) {
		if (rung_lives(engine, &ladder->rungs[i])) return true;
	}
	return false;
}

enum err ladder_check_times(msec anchor, const struct ladder *ladder, struct why *why)
{
	msec first = rung_time(anchor, ladder->rungs[0].offset);
	msec last = rung_time(anchor, ladder->rungs[ladder->len - 1].offset);
	if (first > 0 && last <= MSEC_YEAR_9999_END) return ERR_OK;
	return fail(why, ERR_INVALID, "anchor: every rung must lie between 1970 and 9999");
}

struct enqueue_item rung_item(const struct engine *engine, const struct ladder *ladder)
{
	const struct ladder_row *row = &ladder->row;
	return (struct enqueue_item){
		.type = name_text(engine, NAME_TYPE, row->type.v),
		.entity = row->entity,
		.user = row->user,
		.run_at_is_absolute = true,
		.is_rung = true,
		.payload_of_ladder = row->key,
		.payload_len = row->payload_len,
		.alert = row->alert,
		.alert_key = row->alert_key,
	};
}

static bool is_critical(const struct type *type, const struct ladder *ladder, u32 index)
{
	u32 last = type && type->policy ? type->policy->ladder_critical_last : 0;
	return index + last >= ladder->len;
}

void rung_make(struct engine *engine, struct tenant *tenant, struct ladder *ladder, u32 index,
	       const struct enqueue_item *like, str actor)
{
	const struct ladder_row *row = &ladder->row;
	struct rung *rung = &ladder->rungs[index];
	struct enqueue_item item = *like;
	struct turn *turn = now_turn(engine);
	char *key = arena_alloc(&turn->arena, RUNG_KEY_BYTES);
	must(key != NULL);
	item.key = (str){ key,
			  rung_key_print(row->entity, row->user, row->name, rung->offset, key) };
	item.run_at = rung_time(row->anchor, rung->offset);
	item.is_critical = is_critical(type_find(engine, tenant->no, row->type), ladder, index);
	const struct run_row *run = enqueue_make(engine, tenant, &item, actor);
	rung->run = run->id;
	rung->state = RUNG_MADE;
	/* Another command of this turn may move or stop its run, in memory or not. */
	struct run_seen *seen = engine->together.ladders.seen_room++;
	*seen = (struct run_seen){ .found = true, .row = *run };
	seen->row.has_user = row->user.len > 0;
	uuid_map_insert(&engine->step.wanted, seen);
}

static msec kept_until(const struct engine *engine, const struct ladder *ladder)
{
	msec last = rung_time(ladder->row.anchor, ladder->rungs[ladder->len - 1].offset);
	msec now = wall_now(engine);
	return msec_add(last > now ? last : now, KEPT_MS);
}

static str packed_rungs(struct engine *engine, const struct ladder *ladder)
{
	char *rungs = arena_alloc(&now_turn(engine)->arena, RUNGS_PACKED_BYTES);
	must(rungs != NULL);
	return (str){ rungs, rungs_pack(ladder->rungs, ladder->len, rungs) };
}

void ladder_keep(struct engine *engine, struct ladder *ladder, enum change_kind kind,
		 struct ladder_answer *answer)
{
	struct ladder_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	ladder->row.updated_at = wall_now(engine);
	ladder->row.until = kept_until(engine, ladder);
	*row = ladder->row;
	row->rungs = packed_rungs(engine, ladder);
	struct change *change = change_add(engine, kind);
	change->row_kind = KIND_LADDER;
	change->ladder = row;
	answer->ladders++;
	answer->row = *row;
	answer->row.payload = (str){ "", 0 };
}

/* ---- making --------------------------------------------------------------------------------- */

static enum err check_offsets(const struct ladder_command *ladder, struct why *why)
{
	const msec most = LIMIT_LADDER_DAYS * MSEC_DAY;
	if (!ladder->len || ladder->len > LIMIT_LADDER_RUNGS)
		return fail(why, ERR_INVALID, "offsets must have 1 to %d items, has %u",
			    LIMIT_LADDER_RUNGS, ladder->len);
	for (u32 i = 0; i < ladder->len; i++) {
		if (ladder->offsets[i] < -most || ladder->offsets[i] > most)
			return fail(why, ERR_INVALID,
				    "offsets must be at most %d days from the "
				    "anchor",
				    LIMIT_LADDER_DAYS);
	}
	return ERR_OK;
}

/* By offset; false: one is there twice. */
static bool sort_offsets(const struct ladder_command *command, struct rung *rungs)
{
	for (u32 i = 0; i < command->len; i++) {
		u32 place = i;
		for (; place && rungs[place - 1].offset > command->offsets[i]; place--)
			rungs[place] = rungs[place - 1];
		if (place && rungs[place - 1].offset == command->offsets[i]) return false;
		rungs[place] = (struct rung){ .offset = command->offsets[i] };
	}
	return true;
}

static bool is_same(const struct engine *engine, const struct ladder *there,
		    const struct ladder *asked, str type)
{
	if (there->len != asked->len || there->row.anchor != asked->row.anchor) return false;
	if (!digest_eq(there->row.payload_digest, asked->row.payload_digest)) return false;
	if (!str_eq(name_text(engine, NAME_TYPE, there->row.type.v), type)) return false;
	for (u32 i = 0; i < there->len; i++) {
		if (there->rungs[i].offset != asked->rungs[i].offset) return false;
	}
	return true;
}

static struct enqueue_item item_of(const struct ladder_command *command)
{
	struct enqueue_item item = *command->rung;
	item.entity = command->entity;
	item.user = command->user;
	item.run_at_is_absolute = true;
	item.is_rung = true;
	item.key = (str){ "", 0 };
	return item;
}

/* The alert that all of its rungs notify of: rungs that are made later do not have the payload at
 * hand. */
static void note_alert(const struct engine *engine, const struct tenant *tenant,
		       const struct ladder_command *command, struct ladder_row *row)
{
	struct run_row run = { 0 };
	struct enqueue_item item = item_of(command);
	alert_set(&run, type_policy_of(engine, tenant, row->type), &item);
	row->alert = run.alert;
	row->alert_key = run.alert_key;
}

/* A run of each may be made: then making cannot fail. */
static enum err check_rungs(struct engine *engine, struct tenant *tenant,
			    const struct ladder_command *command, const struct ladder *ladder,
			    struct why *why)
{
	char key[RUNG_KEY_BYTES];
	struct enqueue_item item = item_of(command);
	for (u32 i = 0; i < ladder->len; i++) {
		msec offset = ladder->rungs[i].offset;
		size_t len = rung_key_print(command->entity, command->user, command->name, offset,
					    key);
		if (len > LIMIT_KEY_BYTES)
			return fail(why, ERR_INVALID,
				    "entity, user_id and name together are too long: a rung's key "
				    "has %zu bytes; at most %d are allowed",
				    len, LIMIT_KEY_BYTES);
		item.key = (str){ key, len };
		item.run_at = rung_time(ladder->row.anchor, offset);
		enum err err = enqueue_check(engine, tenant, &item, why);
		if (err) return err;
	}
	return ERR_OK;
}

static enum err check_room(const struct engine *engine, const struct ladder *there,
			   const struct ladder_entity *entity, const struct ladder *ladder,
			   struct why *why)
{
	u32 others = entity->rungs - (there && there->len < entity->rungs ? there->len : 0);
	if (there && !there->row.stopped_at && ladder_lives(engine, there))
		return fail(why, ERR_CONFLICT,
			    "this entity already has an active ladder of this name; move it, "
			    "stop it, or give another name");
	if (others + ladder->len > LIMIT_ENTITY_RUNGS)
		return fail(why, ERR_QUOTA, "the ladders of one entity may have at most %d rungs",
			    LIMIT_ENTITY_RUNGS);
	return quota_check(engine, ladder->row.tenant, QUOTA_RUNS, ladder->len, why);
}

static void make_rungs(struct engine *engine, struct tenant *tenant, struct ladder *ladder,
		       const struct command *command, struct ladder_answer *answer)
{
	struct enqueue_item item = item_of(&command->ladder);
	for (u32 i = 0; i < ladder->len; i++) {
		bool is_past = rung_time(ladder->row.anchor, ladder->rungs[i].offset) <
			       wall_now(engine);
		if (!is_past) rung_make(engine, tenant, ladder, i, &item, command->actor);
		answer->passed += is_past;
		answer->made += !is_past;
	}
}

static void make(struct engine *engine, struct tenant *tenant, const struct command *command,
		 struct ladder *ladder, struct ladder *there, struct answer *answer)
{
	struct ladder_entity *entity = ladder_entity_get(engine, tenant->no,
							 command->ladder.entity);
	u32 no = name_find(engine, NAME_TYPE, command->ladder.rung->type);
	ladder->row.id = id_make(engine);
	ladder->row.type.v = no;
	ladder->row.created_at = wall_now(engine);
	note_alert(engine, tenant, &command->ladder, &ladder->row);
	entity->rungs += ladder->len - (there ? there->len : 0);
	if (there) {
		struct ladder *next = there->next;
		*there = *ladder;
		there->next = next;
		ladder = there;
	} else {
		ladder_join(entity, ladder);
	}
	make_rungs(engine, tenant, ladder, command, &answer->ladder);
	ladder_keep(engine, ladder, CHANGE_PUT, &answer->ladder);
	replay_note_id(engine, command, &ladder->row.id);
}

/* The ladder that is asked for, not yet the entity's. */
static enum err draft(struct engine *engine, tenant_no tenant, const struct command *command,
		      struct ladder **out_ladder, struct why *why)
{
	const struct ladder_command *asked = &command->ladder;
	enum err err = ladder_check_names(asked, why);
	if (!err) err = check_offsets(asked, why);
	if (err) return err;
	struct ladder *ladder = engine->together.ladders.room++;
	*ladder = (struct ladder){ .rungs = engine->together.ladders.rung_room, .len = asked->len };
	engine->together.ladders.rung_room += asked->len;
	ladder->row = (struct ladder_row){
		.key = ladder_digest(tenant, asked->entity, asked->user, asked->name),
		.tenant = tenant,
		.anchor = asked->anchor,
		.payload_len = (u32)asked->rung->payload.len,
		.payload_digest = digest_of(asked->rung->payload),
		.entity = asked->entity,
		.user = asked->user,
		.name = asked->name,
		.payload = asked->rung->payload,
	};
	*out_ladder = ladder;
	if (!sort_offsets(asked, ladder->rungs))
		return fail(why, ERR_INVALID, "offsets: the same offset is given twice");
	return ladder_check_times(asked->anchor, ladder, why);
}

/* Types that came to be for nothing. */
static void release(struct engine *engine, struct tenant *tenant, str type_name)
{
	u32 no = name_find(engine, NAME_TYPE, type_name);
	struct type *type = no ? type_find(engine, tenant->no, (type_no){ no }) : NULL;
	if (type) type_release(engine, type);
	tenant_release(engine, tenant);
}

static void create(struct engine *engine, struct tenant *tenant, const struct command *command,
		   struct answer *answer)
{
	struct ladder *ladder = NULL;
	answer->err = draft(engine, tenant->no, command, &ladder, &answer->why);
	if (answer->err) return;
	struct ladder_entity *entity = ladder_entity_get(engine, tenant->no,
							 command->ladder.entity);
	struct ladder *there = ladder_of(entity, &ladder->row.key);
	if (there && !there->row.stopped_at &&
	    is_same(engine, there, ladder, command->ladder.rung->type)) {
		answer->ladder.is_duplicate = true;
		answer->ladder.row = there->row;
		answer->ladder.row.rungs = packed_rungs(engine, there);
		replay_note(engine, command,
			    &(struct replay_entry){ .id = there->row.id, .is_duplicate = true }, 1);
		return;
	}
	answer->err = check_room(engine, there, entity, ladder, &answer->why);
	if (!answer->err)
		answer->err = check_rungs(engine, tenant, &command->ladder, ladder, &answer->why);
	if (!answer->err) make(engine, tenant, command, ladder, there, answer);
}

void on_ladder(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct tenant *tenant = NULL;
	answer->err = tenant_of_command(engine, command, &tenant, &answer->why);
	if (answer->err) return;
	create(engine, tenant, command, answer);
	if (answer->err || !answer->ladder.made)
		release(engine, tenant, command->ladder.rung->type);
}
