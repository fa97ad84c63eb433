/* Runs that belong to a row of a person: a daily window and a reminder each have one queued run,
 * made by the engine. */
#include "engine/core/core.h"
#include "engine/gates/gate_parts.h"
#include "engine/schedule/job_parts.h"

struct engine_run *owned_run_find(struct engine *engine, const struct owned_run *owned,
				  const struct uuid *id)
{
	struct engine_run *run = run_find(engine, id);
	if (run || !owned->is_there || owned->row.hot.state != RUN_QUEUED) return run;
	return uuid_eq(&owned->row.id, id) ? run_admit(engine, &owned->row) : NULL;
}

static struct owned_run *owned_run_of(const struct engine *engine, const struct engine_run *run)
{
	if (run->reminder) {
		struct reminder_seen *seen = reminder_seen_find(engine, &run->reminder->id);
		return seen ? &seen->owned : NULL;
	}
	if (!run->daily) return NULL;
	const str user = { run->daily->user, run->daily->user_len };
	struct daily_seen *seen = daily_seen_find(engine, run_tenant(run), user);
	return seen ? &seen->owned : NULL;
}

void owned_run_written(struct engine *engine, const struct engine_run *run,
		       const struct run_hot *hot)
{
	struct owned_run *owned = owned_run_of(engine, run);
	if (owned && owned->is_there && uuid_eq(&owned->row.id, &run->id)) owned->row.hot = *hot;
}

void own_run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	if (run->daily) run->daily->is_withdrawn = true;
	if (run->reminder) run->reminder->is_withdrawn = true;
	if (run->execution) execution_stop(engine, run->execution, reason, actor);
	else run_end(engine, run, RUN_CANCELLED, reason, actor);
}

/* ---- with the rows of a turn ---------------------------------------------------------------- */

enum err own_run_bring(struct engine *engine, const struct run_row *row)
{
	enum err err = row->daily ? daily_bring(engine, row->daily) : ERR_OK;
	if (!err && row->reminder) err = reminder_bring(engine, row->reminder);
	return err;
}

static enum err bring_of_run(struct engine *engine, const struct run_row *row)
{
	engine->people.dailies.loaded += row->daily != NULL;
	engine->people.reminders.loaded += row->reminder != NULL;
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

static enum err bring_ahead(struct engine *engine, struct want *want)
{
	enum err err = ERR_OK;
	for (u32 i = 0; want->kind == WANT_DAILIES_AHEAD && i < want->dailies_ahead.len; i++) {
		struct daily_back *back = &want->dailies_ahead.rows[i];
		if (!err) err = daily_bring(engine, &back->row);
		if (!err) err = bring_seen(engine, &back->run, 1);
	}
	for (u32 i = 0; want->kind == WANT_REMINDERS_AHEAD && i < want->reminders_ahead.len; i++) {
		struct reminder_back *back = &want->reminders_ahead.rows[i];
		if (!err) err = reminder_bring(engine, &back->row);
		if (!err) err = bring_seen(engine, &back->run, 1);
	}
	return err;
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
	if (want->kind == WANT_REMINDER) return bring_reminder(engine, want);
	return bring_ahead(engine, want);
}

enum err own_runs_bring(struct engine *engine, struct turn *turn)
{
	enum err err = turn_brings_zones(turn) ? dailies_renew_zones(engine) : ERR_OK;
	for (u32 i = 0; i < turn->wants_len && !err; i++) err = bring_want(engine, &turn->wants[i]);
	return err;
}
