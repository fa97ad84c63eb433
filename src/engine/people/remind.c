/* Reminders in memory, and what time makes of them.
 *
 * A reminder stands in the queue as one run. When the run's time has come, that is told once
 * (reminder.due), before any gate may hold it back; when its person was told, once more
 * (reminder.sent). However the run ends, the next of a series stands in the queue in the same
 * commit. Its deadline is the occurrence behind: what could not be told until then is replaced.
 *
 * After downtime only the last occurrence that has passed is told. */
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- in memory ----------------------------------------------------------------------------- */

void reminders_init(struct engine *engine)
{
	pool_init(&engine->people.reminders.pool, sizeof(struct reminder));
	uuid_map_init(&engine->people.reminders.seen, engine->config.hash_seed,
		      offsetof(struct reminder_seen, row) + offsetof(struct reminder_row, id));
}

void reminders_done(struct engine *engine)
{
	pool_done(&engine->people.reminders.pool);
	uuid_map_done(&engine->people.reminders.seen);
}

void reminder_admit(struct engine *engine, struct engine_run *run, const struct reminder_row *row)
{
	struct reminder *reminder = pool_take(&engine->people.reminders.pool);
	must(row->user.len <= sizeof reminder->user);
	must(row->rule.len <= sizeof reminder->rule);
	must(row->found_zone != NULL);
	reminder->run = run;
	reminder->id = row->id;
	reminder->zone = row->found_zone;
	reminder->hot = row->hot;
	reminder->starts_at = row->starts_at;
	reminder->end_date = row->end_date;
	reminder->is_recurring = row->is_recurring;
	reminder->user_len = (u8)row->user.len;
	reminder->rule_len = (u8)row->rule.len;
	memcpy(reminder->user, row->user.at, row->user.len);
	if (row->rule.len) memcpy(reminder->rule, row->rule.at, row->rule.len);
	run->reminder = reminder;
}

void reminder_forget(struct engine *engine, struct engine_run *run)
{
	pool_give(&engine->people.reminders.pool, run->reminder);
	run->reminder = NULL;
}

bool reminder_stands_as(const struct engine *engine, const struct reminder_row *row,
			const struct uuid *run)
{
	const struct reminder_seen *seen = reminder_seen_find(engine, &row->id);
	return !seen || (seen->exists && uuid_eq(&seen->row.hot.run, run));
}

enum err reminder_bring(struct engine *engine, struct reminder_row *row)
{
	enum err err = own_run_find_zone(engine, row->zone, &row->found_zone);
	return err ? err : pool_reserve(&engine->people.reminders.pool, 1);
}

/* ---- as a row ------------------------------------------------------------------------------- */

/* With its texts in the turn's arena, since it outlives the run. */
static struct reminder_row row_of(struct engine *engine, const struct engine_run *run)
{
	const struct reminder *reminder = run->reminder;
	struct arena *arena = &now_turn(engine)->arena;
	struct reminder_row row = {
		.id = reminder->id,
		.tenant = run_tenant(run),
		.is_recurring = reminder->is_recurring,
		.end_date = reminder->end_date,
		.starts_at = reminder->starts_at,
		.user = str_copy(arena, (str){ reminder->user, reminder->user_len }),
		.rule = str_copy(arena, (str){ reminder->rule, reminder->rule_len }),
		.hot = reminder->hot,
		.found_zone = reminder->zone,
	};
	must(!arena_failed(arena));
	return row;
}

/* ---- what time does ------------------------------------------------------------------------- */

bool reminder_is_to_come(const struct engine_run *run)
{
	return run->reminder && !run->reminder->hot.is_due;
}

static void notify_due(struct engine *engine, struct engine_run *run)
{
	struct reminder_row row = row_of(engine, run);
	reminder_come_due(&row.hot, run->deadline_at);
	reminder_write(engine, &row);
	reminder_journal(engine, &row, STR("due"), (str){ "", 0 });
}

bool reminder_falls_due(struct engine *engine, struct engine_run *run)
{
	bool is_replaced = run->deadline_at && run->deadline_at <= wall_now(engine);
	if (is_replaced) run_end(engine, run, RUN_CANCELLED, STR("replaced"), (str){ "", 0 });
	else notify_due(engine, run);
	return !is_replaced;
}

/* A reminder that had no room in memory at its time may have no event `reminder.due` yet. */
void reminder_notified(struct engine *engine, struct engine_run *run, str actor)
{
	if (run->reminder->hot.status == REMINDER_SENT && run->reminder->hot.is_due) return;
	if (!run->reminder->hot.is_due) notify_due(engine, run);
	struct reminder_row row = row_of(engine, run);
	row.hot.status = REMINDER_SENT;
	row.hot.sent_at = wall_now(engine);
	row.hot.snoozed_until = 0;
	reminder_write(engine, &row);
	reminder_journal(engine, &row, STR("sent"), actor);
}

/* The run of a reminder has ended, sent or not. If the next occurrence was removed before its time,
 * the one after it is next. */
void reminder_ends(struct engine *engine, struct engine_run *run, enum run_state state)
{
	must(run_state_is_final(state));
	if (run->reminder->is_withdrawn) return;
	if (state == RUN_DONE) reminder_notified(engine, run, (str){ "", 0 });
	/* The run was leased, so its time has come: see reminder_notified. */
	bool was_tried = run->fence || state == RUN_FAILED; /* denied by a gate */
	if (was_tried && !run->reminder->hot.is_due) notify_due(engine, run);
	struct reminder_row row = row_of(engine, run);
	struct tenant *tenant = run->lane->type->tenant;
	struct reminder_seen *seen = reminder_seen_find(engine, &row.id);
	if (seen) seen->owned.is_there = false;
	bool is_passed_over = row.hot.stands == STANDS_NEXT && !row.hot.is_due;
	msec base = is_passed_over ? run->deadline_at : row.hot.next_at;
	if (is_passed_over && !base) row.hot.next_at = 0;
	reminder_stand_next(engine, tenant, &row, tenant->is_leaving ? 0 : base, (str){ "", 0 });
	reminder_write(engine, &row);
}

/* ---- the inbox ------------------------------------------------------------------------------ */

/* One notice for each run, however often it is attempted. */
void notice_reported(struct engine *engine, struct execution *execution,
		     const struct report *report, str actor)
{
	(void)actor;
	const struct engine_run *run = execution->run;
	const struct notice *notice = report->notice;
	if (!notice) return;
	struct notice_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct notice_row){ .id = run->id,
				    .tenant = run_tenant(run),
				    .reminder = notice->reminder,
				    .at = wall_now(engine),
				    .until = msec_add(wall_now(engine), NOTICE_KEPT_MS),
				    .user = notice->user,
				    .title = notice->title,
				    .body = notice->body,
				    .url = notice->url };
	change_put(engine, KIND_NOTICE)->notice = row;
	journal_add(engine, &(struct journal_entry){ .kind = JOURNAL_NOTICE,
						     .tenant = row->tenant,
						     .run = row->id,
						     .reason = STR("created"),
						     .details = row->user });
}
