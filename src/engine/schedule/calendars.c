/* Calendars: named sets of days that schedules leave out. All are in memory, as daybooks. */
#include "calendar/daybook.h"

#include "base/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/books.h"

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

struct calendar *calendar_find(const struct engine *engine, tenant_no tenant, str name)
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
		return fail(why, ERR_INVALID, "a calendar's name must have 1 to %d bytes",
			    LIMIT_CALENDAR_NAME_BYTES);
	if (str_find(row->name, ',') < row->name.len)
		return fail(why, ERR_INVALID, "a calendar's name must not contain a comma");
	if (row->body.len > LIMIT_CALENDAR_BYTES)
		return fail(why, ERR_INVALID, "a calendar may have at most %d bytes",
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

void calendar_place(struct engine *engine, struct calendar *calendar)
{
	struct calendar_key key = { calendar->row.tenant, calendar->row.name };
	map_insert(&engine->schedule.calendars, hash_of(engine, &key), &key, calendar);
}

void calendar_remove(struct engine *engine, const struct calendar *calendar)
{
	struct calendar_key key = { calendar->row.tenant, calendar->row.name };
	map_remove(&engine->schedule.calendars, hash_of(engine, &key), &key);
}

enum err calendar_recall(struct engine *engine, const struct calendar_row *row)
{
	struct calendar *calendar;
	struct why why;
	enum err err = map_reserve(&engine->schedule.calendars, 1);
	if (!err) err = calendar_make(row, &calendar, &why);
	if (!err) calendar_place(engine, calendar);
	return err;
}

/* A schedule in memory may still use one of them: then its memory is kept until the process
 * ends. */
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
		if (calendar->row.tenant.v != tenant.v) continue;
		calendar_remove(engine, calendar);
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
