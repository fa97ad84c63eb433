/* Calendars: named sets of days that schedules leave out. All are in memory, as daybooks. */
#include "calendar/daybook.h"

#include "base/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/books.h"
#include "model/timetable.h"

struct calendar_key {
	tenant_no tenant;
	str name;
};

bool calendar_is(const void *item, const void *key)
{
	const struct calendar_row *row = &((const struct calendar *)item)->row;
	const struct calendar_key *wanted = key;
	return row->tenant.v == wanted->tenant.v && str_eq(row->name, wanted->name);
}

static u64 hash_of(const struct engine *engine, const struct calendar_key *key)
{
	return hash_mix(hash_bytes(engine->core.hash_key, key->name) ^ key->tenant.v);
}

static struct calendar *calendar_find(const struct engine *engine, tenant_no tenant, str name)
{
	struct calendar_key key = { tenant, name };
	return map_find(&engine->schedule.calendars, hash_of(engine, &key), &key);
}

const struct daybook *calendar_book(const struct engine *engine, tenant_no tenant, str name)
{
	const struct calendar *calendar = calendar_find(engine, tenant, name);
	return calendar ? calendar->book : NULL;
}

/* ---- making ------------------------------------------------------------------------------- */

enum err calendar_make(const struct calendar_row *row, struct calendar **out_calendar,
		       struct why *why)
{
	if (!row->name.len || row->name.len > LIMIT_CALENDAR_NAME_BYTES)
		return fail(why, ERR_INVALID, "a calendar's name has 1 to %d bytes",
			    LIMIT_CALENDAR_NAME_BYTES);
	if (str_find(row->name, ',') < row->name.len)
		return fail(why, ERR_INVALID, "a calendar's name has no comma");
	if (row->body.len > LIMIT_CALENDAR_BYTES)
		return fail(why, ERR_INVALID, "a calendar has %d bytes at most",
			    LIMIT_CALENDAR_BYTES);
	struct calendar *calendar = mem_alloc_zeroed(sizeof *calendar);
	if (!calendar) return fail(why, ERR_MEMORY, "no memory for a calendar");
	enum err err = daybook_new(&calendar->book);
	if (!err) err = calendar_read(calendar->book, row->body, why);
	if (err) {
		calendar_free(calendar);
		return err;
	}
	calendar->row = *row;
	calendar->row.body = (str){ NULL, 0 };
	memcpy(calendar->name, row->name.at, row->name.len);
	calendar->row.name.at = calendar->name;
	*out_calendar = calendar;
	return ERR_OK;
}

void calendar_free(struct calendar *calendar)
{
	if (!calendar) return;
	daybook_free(calendar->book);
	mem_free(calendar);
}

static void place(struct engine *engine, struct calendar *calendar)
{
	struct calendar_key key = { calendar->row.tenant, calendar->row.name };
	map_insert(&engine->schedule.calendars, hash_of(engine, &key), &key, calendar);
}

enum err calendar_recall(struct engine *engine, const struct calendar_row *row)
{
	struct calendar *calendar;
	struct why why;
	enum err err = map_reserve(&engine->schedule.calendars, 1);
	if (!err) err = calendar_make(row, &calendar, &why);
	if (!err) place(engine, calendar);
	return err;
}

/* A schedule that is in memory may still ask one: then it stays until this process ends. */
void calendars_forget(struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	const struct job *job;
	struct calendar *calendar;
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor))) {
		if (job->row.tenant.v == tenant.v) return;
	}
	cursor = (struct map_cursor){ 0 };
	while ((calendar = map_next(&engine->schedule.calendars, &cursor))) {
		struct calendar_key key = { tenant, calendar->row.name };
		if (calendar->row.tenant.v != tenant.v) continue;
		map_remove(&engine->schedule.calendars, hash_of(engine, &key), &key);
		calendar_free(calendar);
	}
}

void calendars_done(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct calendar *calendar;
	while ((calendar = map_next(&engine->schedule.calendars, &cursor))) calendar_free(calendar);
	map_done(&engine->schedule.calendars);
}

/* ---- commands ----------------------------------------------------------------------------- */

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

/* Schedules in memory ask the new book from now on; the old one is not needed any more. */
static void take_place_of(struct engine *engine, struct calendar *old, struct calendar *calendar)
{
	struct calendar_key key = { old->row.tenant, old->row.name };
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
	map_remove(&engine->schedule.calendars, hash_of(engine, &key), &key);
	calendar->row.version = old->row.version + 1;
	calendar_free(old);
}

void on_calendar_put(struct engine *engine, const struct command *command)
{
	struct draft *draft = draft_of(engine, command);
	struct answer *answer = answer_add(engine, command->ticket);
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
		answer->err = fail(&answer->why, ERR_QUOTA, "a tenant has at most %d calendars",
				   LIMIT_CALENDARS_PER_TENANT);
		return;
	}
	struct calendar *calendar = draft->calendar;
	draft->calendar = NULL;
	calendar->row.tenant = tenant;
	calendar->row.version = 1;
	calendar->row.updated_at = wall_now(engine);
	if (old) take_place_of(engine, old, calendar);
	place(engine, calendar);
	struct calendar_row row = calendar->row;
	row.name = command->calendar.name;
	row.body = command->calendar.body;
	change_put(engine, KIND_CALENDAR)->calendar = row;
	journal_calendar(engine, tenant, command);
	if (old) replan_start(engine, command, answer, tenant, command->calendar.name);
}

/* Whether a job that plans names it: one that the store showed, or one of this turn. */
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
	struct answer *answer = answer_add(engine, command->ticket);
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	struct calendar *calendar = calendar_find(engine, tenant, command->calendar.name);
	if (!calendar) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "no such calendar");
		return;
	}
	if (is_named(engine, calendar)) {
		answer->err = fail(&answer->why, ERR_CONFLICT, "a job excludes this calendar");
		return;
	}
	/* Drafts of this turn that name it are refused when their turn comes: none was made yet
	 * that could, since a draft finds the calendar only while it is there. */
	struct calendar_key key = { tenant, calendar->row.name };
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
	map_remove(&engine->schedule.calendars, hash_of(engine, &key), &key);
	calendar_free(calendar);
}
