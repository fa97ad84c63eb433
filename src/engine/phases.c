/* The work of features in a step beside commands and timers, in this order. A phase is entered only
 * where there is something for it to do: a feature that nobody uses costs a look at memory. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/schedule/job_parts.h"
#include "engine/settings/settings.h"
#include "engine/top.h"

struct phase {
	bool (*is_needed)(const struct engine *engine);
	void (*act)(struct engine *engine);
};

static bool has_wanted(const struct engine *engine, u32 kinds)
{
	return (engine->step.wanted_kinds & kinds) != 0;
}

static bool jobs_came(const struct engine *engine)
{
	return has_wanted(engine, 1u << WANT_JOB | 1u << WANT_JOBS);
}

static bool links_came(const struct engine *engine)
{
	return has_wanted(engine, 1u << WANT_LINKS);
}

static bool children_came(const struct engine *engine)
{
	return has_wanted(engine, 1u << WANT_CHILDREN);
}

static bool has_operations(const struct engine *engine)
{
	return engine->core.operations_len > 0;
}

static bool jobs_are_ahead(const struct engine *engine)
{
	return has_wanted(engine, 1u << WANT_JOBS) &&
	       set_back_at(engine) <= now_turn(engine)->now.boot;
}

static bool people_are_ahead(const struct engine *engine)
{
	/* The clocks may have disagreed again since the page was asked for. */
	return has_wanted(engine, 1u << WANT_DAILIES_AHEAD | 1u << WANT_REMINDERS_AHEAD) &&
	       set_back_at(engine) <= now_turn(engine)->now.boot;
}

static bool has_judged(const struct engine *engine)
{
	return engine->gates.guarded_len || engine->gates.to_guard_len;
}

static bool awaited_moved_on(const struct engine *engine)
{
	return !list_is_empty(&engine->schedule.waiting.moved);
}

static bool gates_are_looked_at(const struct engine *engine)
{
	return boot_now(engine) >= engine->gates.defer_at;
}

static bool rules_are_touched(const struct engine *engine)
{
	return !list_is_empty(&engine->watch.alerts.touched);
}

static bool has_alerts(const struct engine *engine)
{
	return rules_are_touched(engine) || engine->watch.alerts.service.errors_len;
}

static bool service_waits(const struct engine *engine)
{
	return engine->dispatch.due || engine->watch.alerts.service.wakes;
}

static bool has_batches(const struct engine *engine)
{
	return !list_is_empty(&engine->together.dirty_batches) ||
	       !list_is_empty(&engine->together.sweeping_batches);
}

static bool jobs_are_touched(const struct engine *engine)
{
	return !list_is_empty(&engine->schedule.touched_jobs);
}

static bool has_drafts(const struct engine *engine)
{
	return engine->schedule.drafts_len > 0;
}

static bool always(const struct engine *engine)
{
	(void)engine;
	return true;
}

/* Runs that wait for the beginning of a run go on in the same commit, and are matched in the next
 * turn. */
static void release_by_starts(struct engine *engine)
{
	u32 before = engine->schedule.waiting.acts_left;
	engine->schedule.waiting.has_matched = true;
	waiting_settle(engine);
	engine->schedule.waiting.has_matched = false;
	if (engine->schedule.waiting.acts_left != before) engine->step.has_work = true;
}

static void go_through(struct engine *engine, const struct phase *phases, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (phases[i].is_needed(engine)) phases[i].act(engine);
	}
}

void phases_before_reports(struct engine *engine)
{
	static const struct phase phases[] = {
		{ jobs_came, jobs_visit },
		{ links_came, asks_answered },
	};
	go_through(engine, phases, countof(phases));
}

void phases_after_commands(struct engine *engine)
{
	static const struct phase phases[] = {
		{ bases_are_stale, bases_catch_up },
		{ has_operations, operations_step },
		{ jobs_are_ahead, jobs_set_back },
		{ people_are_ahead, people_set_back },
		{ has_judged, guard_check_runs },
		{ children_came, batches_sweep },
		{ followers_have_work, followers_settle },
		{ awaited_moved_on, waiting_settle },
		{ gates_are_looked_at, gates_defer },
		{ has_alerts, alerts_settle },
		{ always, match_calls }, /* all that may be claimed is in line */
		{ rules_are_touched, alerts_wait },
		{ service_waits, service_sees_due },
		{ awaited_moved_on, release_by_starts },
		{ has_batches, batches_settle },
		{ jobs_are_touched, jobs_settle },
		{ has_drafts, drafts_done },
		{ always, idle_release },
	};
	go_through(engine, phases, countof(phases));
}
