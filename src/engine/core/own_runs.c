/* Runs that the engine makes itself: for daily windows and reminders, for cutoffs, alerts and
 * errors, and fallbacks. They are made during a step, so nothing here can be refused: the types
 * were checked when the windows, reminders and rules were created. */
#include "calendar/zone.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* A user id, and the other texts of such a row. */
enum { TEXT_BYTES = LIMIT_TENANT_NAME_BYTES + 160 };

/* ---- making -------------------------------------------------------------------------------- */

struct run_hot own_run_hot(const struct engine *engine, const struct tenant *tenant, type_no type)
{
	const struct type_policy *policy = type_policy_of(engine, tenant, type);
	return (struct run_hot){
		.state = RUN_QUEUED,
		.priority = priority_in_force(0, policy, tenant->defaults.priority),
		.queue = { QUEUE_DEFAULT },
		.max_attempts = attempts_in_force(0, policy, &tenant->policy,
						  DEFAULT_TASK_ATTEMPTS),
		.run_at = wall_now(engine),
		.updated_at = wall_now(engine),
		.journal_turn = now_turn(engine)->id,
	};
}

struct run_row *own_run_make(struct engine *engine, const struct tenant *tenant, type_no no,
			     u32 attempts)
{
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct run_row){ .id = id_make_planned(engine),
				 .tenant = tenant->no,
				 .type = no,
				 .created_at = wall_now(engine) };
	row->hot = own_run_hot(engine, tenant, no);
	if (attempts) row->hot.max_attempts = attempts;
	return row;
}

void own_run_keep(struct engine *engine, struct run_row *row, str reason, str actor)
{
	change_add(engine, CHANGE_RUN_NEW)->run = row;
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .to = RUN_QUEUED,
				       .run_at = row->hot.run_at,
				       .is_internal = run_cause_is_internal(row->cause),
				       .reason = reason,
				       .actor = actor };
	journal_add(engine, &entry);
	run_enter(engine, row);
}

str own_run_text(struct engine *engine, const str *parts, u32 len)
{
	size_t bytes = 0, at = 0;
	for (u32 i = 0; i < len; i++) bytes += parts[i].len;
	char *text = arena_alloc(&now_turn(engine)->arena, bytes);
	must(text != NULL);
	must(bytes <= TEXT_BYTES);
	for (u32 i = 0; i < len; i++) {
		if (parts[i].len) memcpy(text + at, parts[i].at, parts[i].len);
		at += parts[i].len;
	}
	return (str){ text, bytes };
}

/* ---- zones ---------------------------------------------------------------------------------- */

enum err engine_find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct engine *engine = context;
	if (!engine->config.zone)
		return fail(why, ERR_ZONE_DATABASE, "the only time zone here is UTC");
	return engine->config.zone(engine->config.zone_context, name, out_zone, why);
}

enum err own_run_find_zone(struct engine *engine, str name, const struct zone **out_zone)
{
	struct why why;
	bool is_utc = !name.len || str_eq(name, STR("UTC"));
	*out_zone = zone_utc();
	enum err err = is_utc ? ERR_OK : engine_find_zone(engine, name, out_zone, &why);
	if (err && err != ERR_MEMORY) *out_zone = zone_utc();
	return err == ERR_MEMORY ? err : ERR_OK;
}
