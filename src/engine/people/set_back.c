/* A wall clock that was ahead, and is set back (schedule/set_back.c): people come before the jobs.
 *
 * Days that a clock ahead called missed leave the ledger of their person, are kept as undone days,
 * and are planned again. A day that it ended by a success, or by its cutoff, stays as it ended: it
 * has a row in the ledger, no second one, and planning passes over it (hot.ahead).
 *
 * A series of reminders of which a clock ahead has told an occurrence, or that it was the last to
 * write, begins again with its first occurrence from now on: one that was told too early is told
 * again when it really comes. A snooze by such a clock lasts as long as was asked for. */
#include "engine/core/clock_watch.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

static const str nobody = { "", 0 };

/* ---- looking ------------------------------------------------------------------------------ */

void want_people_ahead(const struct engine *engine, struct turn *turn)
{
	const struct set_back *back = &engine->clock.back;
	msec ahead_of = msec_add(turn->now.wall, CLOCK_LEAP_MS);
	if (back->stage == SET_BACK_DAILIES) {
		struct want *want = want_add(turn, WANT_DAILIES_AHEAD);
		want->dailies_ahead.ahead_of = ahead_of;
		want->dailies_ahead.after_tenant = back->tenant;
		want->dailies_ahead.after_user = (str){ back->user, back->user_len };
		want->dailies_ahead.scan = LIMIT_SET_BACK_SCAN;
		return;
	}
	struct want *want = want_add(turn, WANT_REMINDERS_AHEAD);
	want->reminders_ahead.ahead_of = ahead_of;
	want->reminders_ahead.after_id = back->through;
	want->reminders_ahead.scan = LIMIT_SET_BACK_SCAN;
}

/* ---- daily windows ------------------------------------------------------------------------ */

/* Removes missed days from the ledger. A missed day for which a run or a task was made stays: no
 * day is finalized twice. */
static void undo_days(struct engine *engine, const struct daily_back *back, struct daily_hot *hot)
{
	for (u32 i = back->days_len; i-- > 0;) {
		struct undone_day_row *undone = &back->days[i];
		if (undone->day.status != DAY_MISSED) {
			decided_add(&hot->ahead, undone->day.date, undone->day.date);
			continue;
		}
		undone->undone_at = wall_now(engine);
		change_delete(engine, KIND_DAY)->day = &undone->day;
		change_put(engine, KIND_UNDONE_DAY)->undone_day = undone;
	}
}

static void write_hot(struct engine *engine, const struct daily_row *row)
{
	struct change *change = change_add(engine, CHANGE_DAILY_HOT);
	change->daily_hot.tenant = row->tenant;
	change->daily_hot.user = row->user;
	change->daily_hot.hot = row->hot;
}

/* The first day to be planned again. True: the first day that the clock which was ahead has
 * decided, even if it is over by now. Otherwise the ledger has no day before it, or has forgotten
 * them, and planning goes on from now. */
static bool go_back_to(const struct engine *engine, const struct daily_back *back,
		       struct daily_row *row)
{
	msec now = wall_now(engine);
	i64 first = back->days_len ? back->days[back->days_len - 1].day.date : row->hot.decided + 1;
	row->hot.decided = first - 1;
	if (daily_cutoff(row->found_zone, first, row->due_minute) <= msec_add(now, DAILY_REACH_MS))
		return back->days_len > 0;
	i64 next = daily_next_date(row->found_zone, row->due_minute, back->settled, now);
	if (next < first && !back->is_cut) row->hot.decided = next - 1;
	return false;
}

/* The ledger may have forgotten the last day that ended, but the row names it. */
static void pass_over_last(struct daily_hot *hot)
{
	if (hot->last_date > hot->decided && !decided_has(&hot->ahead, hot->last_date))
		decided_add(&hot->ahead, hot->last_date, hot->last_date);
}

/* False: this turn has changed the day; the next turn deals with it. */
static bool daily_set_back(struct engine *engine, const struct daily_back *back)
{
	struct daily_seen *seen = daily_seen_find(engine, back->row.tenant, back->row.user);
	must(seen != NULL);
	struct daily_row *row = &seen->row;
	if (!seen->exists) return true;
	if (row->hot.decided != back->row.hot.decided) return false;
	struct engine_run *run = owned_run_find(engine, &seen->owned, &row->hot.run);
	undo_days(engine, back, &row->hot);
	bool follows = go_back_to(engine, back, row);
	pass_over_last(&row->hot);
	if (row->is_gone) {
		daily_keep(engine, seen); /* for a later request of the person */
		return !back->is_cut;
	}
	if (run) own_run_withdraw(engine, run, STR("replanned"), nobody);
	struct daily_window window = { .tenant = tenant_get(engine, row->tenant),
				       .user = row->user,
				       .zone = row->found_zone,
				       .due_minute = row->due_minute,
				       .hot = &row->hot,
				       .follows = follows };
	daily_plan(engine, &window);
	write_hot(engine, row);
	set_back_report_now(engine)->dailies++;
	return !back->is_cut;
}

static bool dailies_set_back(struct engine *engine, const struct want *want)
{
	struct set_back *cursor = &engine->clock.back;
	for (u32 i = 0; i < want->dailies_ahead.len; i++) {
		if (!daily_set_back(engine, &want->dailies_ahead.rows[i])) return false;
		cursor->tenant = want->dailies_ahead.rows[i].row.tenant;
		set_back_note_user(cursor, want->dailies_ahead.rows[i].row.user);
	}
	cursor->tenant = want->dailies_ahead.through_tenant;
	set_back_note_user(cursor, want->dailies_ahead.through_user);
	return want->dailies_ahead.is_last;
}

/* ---- reminders ---------------------------------------------------------------------------- */

/* Starts the series again with its first occurrence from now on. */
static void series_set_back(struct engine *engine, struct tenant *tenant,
			    struct reminder_seen *seen)
{
	const struct reminder_series series = reminder_series_of(&seen->row);
	struct reminder_hot *hot = &seen->row.hot;
	msec next = 0, behind = 0;
	if (!reminder_next(&series, wall_now(engine), &next)) return;
	if (hot->run_at && hot->run_at <= next && !hot->is_due)
		return; /* no occurrence was passed over */
	reminder_withdraw(engine, seen, STR("replanned"), nobody);
	if (!reminder_next(&series, next, &behind)) behind = 0;
	*hot = (struct reminder_hot){ .remind_at = next,
				      .next_at = behind,
				      .version = hot->version };
	reminder_stand(engine, tenant, &seen->row, STANDS_FIRST, next, nobody);
}

/* A snooze that was set by a clock which was ahead gets its full length from now on. */
static void snooze_set_back(struct engine *engine, struct tenant *tenant,
			    struct reminder_seen *seen)
{
	struct reminder_hot *hot = &seen->row.hot;
	msec left = msec_sub(hot->run_at, hot->updated_at);
	if (hot->stands != STANDS_AGAIN || hot->is_due) return;
	reminder_withdraw(engine, seen, STR("replanned"), nobody);
	hot->snoozed_until = msec_add(wall_now(engine), left > 0 ? left : 0);
	reminder_stand(engine, tenant, &seen->row, STANDS_AGAIN, hot->snoozed_until, nobody);
}

static void reminder_set_back(struct engine *engine, const struct uuid *id)
{
	struct reminder_seen *seen = reminder_seen_find(engine, id);
	must(seen != NULL);
	if (!seen->exists) return;
	struct tenant *tenant = tenant_get(engine, seen->row.tenant);
	struct uuid stood = seen->row.hot.run;
	if (seen->row.is_recurring) series_set_back(engine, tenant, seen);
	else snooze_set_back(engine, tenant, seen);
	/* The row is written in any case, so that the last clock that wrote it is a correct one. */
	if (!uuid_eq(&stood, &seen->row.hot.run)) {
		reminder_journal(engine, &seen->row, STR("replanned"), nobody);
		set_back_report_now(engine)->reminders++;
	}
	reminder_write(engine, &seen->row);
}

static bool reminders_set_back(struct engine *engine, const struct want *want)
{
	for (u32 i = 0; i < want->reminders_ahead.len; i++)
		reminder_set_back(engine, &want->reminders_ahead.rows[i].row.id);
	engine->clock.back.through = want->reminders_ahead.through_id;
	return want->reminders_ahead.is_last;
}

/* ---- the step ----------------------------------------------------------------------------- */

void people_set_back(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_DAILIES_AHEAD)
			set_back_goes_on(engine, dailies_set_back(engine, want));
		else if (want->kind == WANT_REMINDERS_AHEAD)
			set_back_goes_on(engine, reminders_set_back(engine, want));
	}
}
