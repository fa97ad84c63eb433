/* Commands that create, change and delete calendars. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

static u32 count_of(const struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	const struct calendar *calendar;
	u32 count = 0;
	while ((calendar = map_next(&engine->schedule.calendars, &cursor)))
		count += calendar->row.tenant.v == tenant.v;
	return count;
}

static void journal_calendar(struct engine *engine, tenant_no tenant, const struct command *command)
{
	struct journal_entry entry = { .kind = JOURNAL_CALENDAR,
				       .tenant = tenant,
				       .reason = command->calendar.name,
				       .actor = command->actor };
	journal_add(engine, &entry);
}

/* Schedules in memory use the new daybook from now on, so the old one is freed. */
static void take_place_of(struct engine *engine, struct calendar *old, struct calendar *calendar)
{
	struct map_cursor cursor = { 0 };
	struct job *job;
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor))) {
		if (job->timetable) timetable_swap(job->timetable, old->book, calendar->book);
		if (job->renewed) timetable_swap(job->renewed, old->book, calendar->book);
	}
	for (u32 i = 0; i < engine->schedule.drafts_len; i++) {
		if (engine->schedule.drafts[i].timetable)
			timetable_swap(engine->schedule.drafts[i].timetable, old->book,
				       calendar->book);
	}
	calendar_remove(engine, old);
	calendar->row.version = old->row.version + 1;
	calendar_free(old);
}

void on_calendar_put(struct engine *engine, const struct command *command)
{
	struct draft *draft = draft_of(engine, command);
	struct answer *answer = answer_add(engine, command->reply);
	answer->err = name_check(NAME_TENANT, command->tenant, "tenant_id", &answer->why);
	if (answer->err) return;
	answer->err = draft->err;
	answer->why = draft->why;
	if (answer->err) return;
	struct tenant *owner;
	answer->err = tenant_named(engine, command->tenant, &owner, &answer->why);
	if (answer->err) return;
	tenant_no tenant = owner->no;
	tenant_release(engine, owner);
	struct calendar *old = calendar_find(engine, tenant, command->calendar.name);
	if (!old && count_of(engine, tenant) >= LIMIT_CALENDARS_PER_TENANT) {
		answer->err = fail(&answer->why, ERR_QUOTA,
				   "a tenant may have at most %d calendars",
				   LIMIT_CALENDARS_PER_TENANT);
		return;
	}
	struct calendar *calendar = draft->calendar;
	draft->calendar = NULL;
	calendar->row.tenant = tenant;
	calendar->row.version = 1;
	calendar->row.updated_at = wall_now(engine);
	if (old) take_place_of(engine, old, calendar);
	calendar_place(engine, calendar);
	struct calendar_row row = calendar->row;
	row.name = command->calendar.name;
	row.body = command->calendar.body;
	change_put(engine, KIND_CALENDAR)->calendar = row;
	journal_calendar(engine, tenant, command);
	if (old) replan_start(engine, command, answer, tenant, command->calendar.name);
}

/* Whether an active job uses the calendar: a job that the store has, or one of this turn. */
static bool is_named(const struct engine *engine, const struct calendar *calendar)
{
	const struct turn *turn = now_turn(engine);
	struct map_cursor cursor = { 0 };
	const struct job *job;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_JOBS && uuid_is_nil(&want->jobs.operation) &&
		    want->jobs.len && want->jobs.tenant.v == calendar->row.tenant.v &&
		    str_eq(want->jobs.calendar, calendar->row.name))
			return true;
	}
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor))) {
		if (job->timetable && timetable_excludes(job->timetable, calendar->book))
			return true;
	}
	return false;
}

void on_calendar_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	struct calendar *calendar = calendar_find(engine, tenant, command->calendar.name);
	if (!calendar) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such calendar");
		return;
	}
	if (is_named(engine, calendar)) {
		answer->err = fail(&answer->why, ERR_CONFLICT, "a job uses this calendar");
		return;
	}
	/* Drafts of this turn that use the calendar are refused when they are carried out; until
	 * now none of them could be, since a draft needs an existing calendar. */
	for (u32 i = 0; i < engine->schedule.drafts_len; i++) {
		struct draft *draft = &engine->schedule.drafts[i];
		if (!draft->timetable || !timetable_excludes(draft->timetable, calendar->book))
			continue;
		draft->err = fail(&draft->why, ERR_INVALID, "exclude: the calendar was deleted");
		timetable_free(draft->timetable);
		draft->timetable = NULL;
	}
	struct change *change = change_delete(engine, KIND_CALENDAR);
	change->calendar.tenant = tenant;
	change->calendar.name = command->calendar.name;
	journal_calendar(engine, tenant, command);
	calendar_remove(engine, calendar);
	calendar_free(calendar);
}
