#include "cli/show.h"

#include "calendar/words.h"
#include "cli/table.h"

void runs_find(struct runs *runs, const struct plan *plan, u32 count)
{
	msec after = plan->after;
	runs->len = 0;
	runs->ended = false;
	while (runs->len < count) {
		struct occurrence *run = &runs->at[runs->len];
		if (!schedule_next_noted(&plan->schedule, after, run)) {
			runs->ended = true;
			return;
		}
		after = run->at;
		runs->len++;
	}
}

static void add_date_time(const struct civil *civil, char between, bool seconds, struct buf *out)
{
	buf_add_padded(out, (u64)civil->year, 4);
	buf_addf(out, "-%02d-%02d%c%02d:%02d", civil->month, civil->day, between, civil->hour,
		 civil->minute);
	if (seconds) buf_addf(out, ":%02d", civil->second);
}

void show_local(const struct plan *plan, msec at, bool seconds, struct buf *out)
{
	static const char weekdays[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	struct civil civil;
	wall local = plan_wall_at(plan, at);
	wall_to_civil(local, &civil);
	buf_addf(out, "%s ", weekdays[civil_weekday(wall_day_number(local))]);
	add_date_time(&civil, ' ', seconds, out);
	buf_add_byte(out, ' ');
	buf_add(out, zone_abbreviation_at(plan->schedule.zone, msec_to_seconds(at)));
}

void show_local_iso(const struct plan *plan, msec at, struct buf *out)
{
	struct civil civil;
	i32 offset = zone_offset_at(plan->schedule.zone, msec_to_seconds(at));
	u32 east = (u32)(offset < 0 ? -offset : offset);
	wall_to_civil(plan_wall_at(plan, at), &civil);
	add_date_time(&civil, 'T', true, out);
	buf_addf(out, "%c%02u:%02u", offset < 0 ? '-' : '+', east / 3600, east / 60 % 60);
	/* Offsets of long ago have seconds, for which RFC 3339 has no room. */
	if (east % 60) buf_addf(out, ":%02u", east % 60);
}

/* The two largest units: "in 3 d 4 h". */
static void add_distance(msec span, struct buf *out)
{
	static const struct {
		msec size;
		const char *name;
	} units[] = {
		{ 365 * MSEC_DAY, "y" }, { MSEC_DAY, "d" },    { MSEC_HOUR, "h" },
		{ MSEC_MINUTE, "min" },  { MSEC_SECOND, "s" },
	};
	size_t unit = 0;
	while (unit + 1 < countof(units) && span < units[unit].size) unit++;
	buf_addf(out, "in %lld %s", (long long)(span / units[unit].size), units[unit].name);
	span %= units[unit].size;
	if (unit + 1 == countof(units) || span < units[unit + 1].size) return;
	buf_addf(out, " %lld %s", (long long)(span / units[unit + 1].size), units[unit + 1].name);
}

static bool has_seconds(const struct runs *runs)
{
	for (u32 i = 0; i < runs->len; i++) {
		if (wall_second_of_day(runs->at[i].shown) % 60) return true;
	}
	return false;
}

static void add_head(const struct show *show, struct table *table)
{
	table_add_cell(table, STR("#"));
	buf_add(&table->text, zone_name(show->plan->schedule.zone));
	table_close_cell(table);
	table_add_cell(table, STR("UTC"));
	table_add_cell(table, STR("from now"));
	table_add_cell(table, STR("clock change"));
}

static void add_row(const struct show *show, u32 i, bool seconds, struct table *table)
{
	const struct occurrence *run = &show->runs->at[i];
	buf_add_u64(&table->text, i + 1);
	table_close_cell(table);
	show_local(show->plan, run->at, seconds, &table->text);
	table_close_cell(table);
	/* In UTC the local time says it all. */
	if (show->plan->schedule.zone != zone_utc()) instant_print(run->at, &table->text);
	table_close_cell(table);
	if (show->from_now) add_distance(run->at - show->now, &table->text);
	table_close_cell(table);
	words_note(&show->plan->schedule, run, &table->text);
	table_close_cell(table);
}

void show_table(const struct show *show, u32 indent, struct output *out)
{
	struct table table;
	bool seconds = has_seconds(show->runs);
	table_init(&table, 5);
	table.right[0] = true;
	table.styles[0] = STYLE_DIM;
	table.styles[1] = STYLE_BOLD;
	table.styles[3] = STYLE_DIM;
	table.styles[4] = STYLE_WARNING;
	add_head(show, &table);
	for (u32 i = 0; i < show->runs->len; i++) add_row(show, i, seconds, &table);
	table_print(&table, indent, out);
	table_done(&table);
}
