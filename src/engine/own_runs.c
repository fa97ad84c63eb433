/* Runs that the engine itself wants: what daily windows and reminders stand as, what tells of a
 * cutoff, an alert or an error, and fallbacks. They are made while a step is under way, so nothing
 * here can be refused: their types were found good when somebody asked for what they are for. */
#include "calendar/zone.h"
#include "engine/gate_parts.h"
#include "engine/job_parts.h"

/* A person's name, and what a row of this kind says besides. */
enum { TEXT_BYTES = LIMIT_TENANT_NAME_BYTES + 160 };

/* ---- making -------------------------------------------------------------------------------- */

struct run_hot own_run_hot(const struct engine *engine, const struct tenant *tenant,
			   const struct type *type)
{
	const struct type_policy *policy = type && type->row ? &type->row->policy : NULL;
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
	row->hot = own_run_hot(engine, tenant, type_find(engine, tenant->no, no));
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

/* ---- what somebody's row stands as ---------------------------------------------------------- */

struct engine_run *standing_find(struct engine *engine, const struct standing_run *standing,
				 const struct uuid *id)
{
	struct engine_run *run = run_find(engine, id);
	if (run || !standing->is_there || standing->row.hot.state != RUN_QUEUED) return run;
	return uuid_eq(&standing->row.id, id) ? run_admit(engine, &standing->row) : NULL;
}

static struct standing_run *standing_of(const struct engine *engine, const struct engine_run *run)
{
	if (run->reminder) {
		struct reminder_seen *seen = reminder_seen_find(engine, &run->reminder->id);
		return seen ? &seen->standing : NULL;
	}
	if (!run->daily) return NULL;
	const str user = { run->daily->user, run->daily->user_len };
	struct daily_seen *seen = daily_seen_find(engine, run_tenant(run), user);
	return seen ? &seen->standing : NULL;
}

void standing_written(struct engine *engine, const struct engine_run *run,
		      const struct run_hot *hot)
{
	struct standing_run *standing = standing_of(engine, run);
	if (standing && standing->is_there && uuid_eq(&standing->row.id, &run->id))
		standing->row.hot = *hot;
}

void own_run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	if (run->daily) run->daily->is_withdrawn = true;
	if (run->reminder) run->reminder->is_withdrawn = true;
	if (run->execution) execution_stop(engine, run->execution, reason, actor);
	else run_end(engine, run, RUN_CANCELLED, reason, actor);
}

/* ---- with the rows of a turn ---------------------------------------------------------------- */

enum err own_run_find_zone(struct engine *engine, str name, const struct zone **out_zone)
{
	struct why why;
	bool is_utc = !name.len || str_eq(name, STR("UTC"));
	*out_zone = zone_utc();
	enum err err = is_utc ? ERR_OK : engine_find_zone(engine, name, out_zone, &why);
	if (err && err != ERR_MEMORY) *out_zone = zone_utc();
	return err == ERR_MEMORY ? err : ERR_OK;
}

enum err own_run_bring(struct engine *engine, const struct run_row *row)
{
	enum err err = row->daily ? daily_bring(engine, row->daily) : ERR_OK;
	if (!err && row->reminder) err = reminder_bring(engine, row->reminder);
	return err;
}

static enum err bring_of_run(struct engine *engine, const struct run_row *row)
{
	engine->dailies.loaded += row->daily != NULL;
	engine->reminders.loaded += row->reminder != NULL;
	return own_run_bring(engine, row);
}

static enum err bring_rows(struct engine *engine, const struct run_row *rows, u32 len)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < len && !err; i++) err = bring_of_run(engine, &rows[i]);
	return err;
}

static enum err bring_seen(struct engine *engine, const struct run_seen *rows, u32 len)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < len && !err; i++)
		if (rows[i].found) err = bring_of_run(engine, &rows[i].row);
	return err;
}

static enum err bring_daily(struct engine *engine, struct want *want)
{
	if (!want->daily.found) return ERR_OK;
	enum err err = daily_bring(engine, &want->daily.row);
	return err ? err : bring_seen(engine, &want->daily.run, 1);
}

static enum err bring_reminder(struct engine *engine, struct want *want)
{
	if (!want->reminder.found) return ERR_OK;
	enum err err = reminder_bring(engine, &want->reminder.row);
	return err ? err : bring_seen(engine, &want->reminder.run, 1);
}

static enum err bring_want(struct engine *engine, struct want *want)
{
	if (want->kind == WANT_DUE) return bring_rows(engine, want->due.rows, want->due.len);
	if (want->kind == WANT_SPILLED)
		return bring_rows(engine, want->spilled.rows, want->spilled.len);
	if (want->kind == WANT_OVERDUE)
		return bring_rows(engine, want->overdue.rows, want->overdue.len);
	if (want->kind == WANT_MATCHING)
		return bring_seen(engine, want->matching.rows, want->matching.len);
	if (want->kind == WANT_RUN) return bring_seen(engine, &want->run.seen, 1);
	if (want->kind == WANT_DAILY) return bring_daily(engine, want);
	return want->kind == WANT_REMINDER ? bring_reminder(engine, want) : ERR_OK;
}

enum err own_runs_bring(struct engine *engine, struct turn *turn)
{
	enum err err = turn_brings_zones(turn) ? dailies_renew_zones(engine) : ERR_OK;
	engine->dailies.loaded = engine->reminders.loaded = 0;
	for (u32 i = 0; i < turn->wants_len && !err; i++) err = bring_want(engine, &turn->wants[i]);
	return err;
}
