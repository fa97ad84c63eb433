/* Daily windows and reminders as owners of their runs: the hooks that the core calls. Changes by
 * time wait until a jumped clock has settled. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/schedule/job_parts.h"
#include "engine/top.h"

static void step_out(struct engine *engine, struct engine_run *run)
{
	if (!pairing_is_in(&run->in_band)) return;
	if (run->line == LINE_HELD) clock_release_run(engine, run);
	else lane_remove(engine, run);
}

/* ---- daily windows -------------------------------------------------------------------------- */

static void admit_daily(struct engine *engine, struct engine_run *run, const struct run_row *row)
{
	daily_admit(engine, run, row->daily);
}

/* Called for a window that its cutoff ends, or that is taken from its person. */
static bool daily_cancel(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	(void)actor;
	daily_drop(engine, run, reason);
	return true;
}

static bool daily_falls_due(struct engine *engine, struct engine_run *run)
{
	engine->people.dailies.looked_at++;
	if (!clock_hold_is_on(engine)) return true;
	clock_hold_run(engine, run);
	return false;
}

const struct run_owner daily_run_owner = {
	.admit = admit_daily,
	.forget = daily_forget,
	.falls_due = daily_falls_due,
	.offer = daily_offer,
	.step_out = step_out,
	.try_again = daily_next_attempt,
	.waits_for_clock = run_waits_for_clock,
	.cut_off = daily_cut_off,
	.is_over = daily_is_over,
	.deadline_word = { "cutoff", 6 },
	.judge = daily_judge,
	.written = owned_run_written,
	.ended = daily_ends,
	.is_kept = true,
	.is_fixed = true,
	.cancel = daily_cancel,
};

/* ---- reminders ------------------------------------------------------------------------------ */

static bool owns_reminder(const struct run_row *row)
{
	return row->reminder != NULL;
}

static void admit_reminder(struct engine *engine, struct engine_run *run, const struct run_row *row)
{
	reminder_admit(engine, run, row->reminder);
}

static void reminder_reported(struct engine *engine, struct execution *execution,
			      const struct report *report, str actor)
{
	if (report->notified) reminder_notified(engine, execution->run, actor);
}

static bool reminder_retries(const struct engine *engine, struct run_row *row)
{
	if (reminder_status_is_over(row->reminder->hot.status)) return false;
	if (!reminder_stands_as(engine, row->reminder, &row->id)) row->reminder = NULL;
	return true;
}

static bool reminder_due(struct engine *engine, struct engine_run *run)
{
	if (!reminder_is_to_come(run)) return true;
	if (!clock_hold_is_on(engine)) return reminder_falls_due(engine, run);
	clock_hold_run(engine, run);
	return false;
}

const struct run_owner reminder_run_owner = {
	.owns = owns_reminder,
	.admit = admit_reminder,
	.forget = reminder_forget,
	.is_to_come = reminder_is_to_come,
	.falls_due = reminder_due,
	.step_out = step_out,
	.waits_for_clock = run_waits_for_clock,
	.reported = reminder_reported,
	.written = owned_run_written,
	.ended = reminder_ends,
	.is_fixed = true,
	.retries = reminder_retries,
};
