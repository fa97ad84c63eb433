#include "model/ics.h"

#include "calendar/zone.h"

/* A line has 75 octets at most; a zone's description 40 changes: two a year for ten years and more.
 */
enum { LINE_BYTES = 75, TEXT_MAX = 64 << 10, CHANGES_MAX = 40 };

/* ---- lines ---------------------------------------------------------------------------------- */

/* How much of the text is the next line: a character is not torn apart. */
static size_t fold_at(str text, size_t room)
{
	size_t len = room;
	if (text.len <= room) return text.len;
	while (len > 1 && ((u8)text.at[len] & 0xc0) == 0x80) len--;
	return len;
}

static void put_line(struct buf *out, str line)
{
	size_t room = LINE_BYTES;
	do {
		size_t len = fold_at(line, room);
		buf_add(out, str_slice(line, 0, len));
		line = str_from_offset(line, len);
		buf_add(out, line.len ? STR("\r\n ") : STR("\r\n"));
		room = LINE_BYTES - 1;
	} while (line.len);
}

static void put_plain(struct buf *out, const char *name, str value)
{
	struct buf line;
	buf_init(&line, TEXT_MAX);
	buf_addf(&line, "%s%.*s", name, STR_ARG(value));
	put_line(out, buf_view(&line));
	buf_done(&line);
}

/* Lines of a text stand in one line; other control characters have no form here. */
static void put_text(struct buf *out, const char *name, str text)
{
	struct buf line;
	if (!text.len) return;
	buf_init(&line, TEXT_MAX);
	buf_addf(&line, "%s", name);
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.at[i];
		if (byte == '\n') buf_add(&line, STR("\\n"));
		else if (byte == '\\' || byte == ';' || byte == ',') {
			buf_add_byte(&line, '\\');
			buf_add_byte(&line, byte);
		} else if ((u8)byte >= ' ' || byte == '\t') {
			buf_add_byte(&line, byte);
		}
	}
	put_line(out, buf_view(&line));
	buf_done(&line);
}

/* ---- instants ------------------------------------------------------------------------------- */

static i64 seconds_of(msec at)
{
	return at / MSEC_SECOND - (at % MSEC_SECOND < 0);
}

static void add_wall(struct buf *line, wall at)
{
	struct civil civil;
	wall_to_civil(at, &civil);
	buf_addf(line, "%04d%02d%02dT%02d%02d%02d", civil.year, civil.month, civil.day, civil.hour,
		 civil.minute, civil.second);
}

static bool is_utc(const struct zone *zone)
{
	return !zone || zone == zone_utc() || str_eq(zone_name(zone), STR("UTC"));
}

static void put_instant(struct buf *out, const char *name, const struct zone *zone, msec at)
{
	char room[400];
	struct buf line = { .at = room, .capacity = sizeof room, .max = sizeof room - 1 };
	buf_addf(&line, "%s", name);
	if (!is_utc(zone)) buf_addf(&line, ";TZID=%.*s", STR_ARG(zone_name(zone)));
	buf_add_byte(&line, ':');
	add_wall(&line, is_utc(zone) ? seconds_of(at) : zone_wall_at(zone, seconds_of(at)));
	if (is_utc(zone)) buf_add_byte(&line, 'Z');
	put_line(out, buf_view(&line));
}

/* ---- zones ---------------------------------------------------------------------------------- */

static void put_offset(struct buf *out, const char *name, i32 offset)
{
	i32 seconds = offset < 0 ? -offset : offset;
	char room[64];
	struct buf line = { .at = room, .capacity = sizeof room, .max = sizeof room - 1 };
	buf_addf(&line, "%s:%c%02d%02d", name, offset < 0 ? '-' : '+', seconds / 3600,
		 seconds / 60 % 60);
	if (seconds % 60) buf_addf(&line, "%02d", seconds % 60);
	put_line(out, buf_view(&line));
}

/* The clock changes: it is what the wall showed before that counts as the begin. */
static void put_change(struct buf *out, const struct zone *zone, const struct zone_change *change)
{
	bool is_ahead = change->offset_after > change->offset_before;
	char room[64];
	struct buf line = { .at = room, .capacity = sizeof room, .max = sizeof room - 1 };
	put_plain(out, "BEGIN:", is_ahead ? STR("DAYLIGHT") : STR("STANDARD"));
	buf_add(&line, STR("DTSTART:"));
	add_wall(&line, change->at + change->offset_before);
	put_line(out, buf_view(&line));
	put_offset(out, "TZOFFSETFROM", change->offset_before);
	put_offset(out, "TZOFFSETTO", change->offset_after);
	put_text(out, "TZNAME:", zone_abbreviation_at(zone, change->at));
	put_plain(out, "END:", is_ahead ? STR("DAYLIGHT") : STR("STANDARD"));
}

static void put_zone(struct buf *out, const struct zone *zone, msec from, msec until)
{
	i64 at = seconds_of(from);
	i32 offset = zone_offset_at(zone, at);
	struct zone_change change = { 0, offset, offset };
	put_plain(out, "BEGIN:", STR("VTIMEZONE"));
	put_plain(out, "TZID:", zone_name(zone));
	if (!zone_last_change(zone, at, &change))
		change = (struct zone_change){ -(i64)offset, offset, offset };
	put_change(out, zone, &change);
	for (u32 i = 0; i < CHANGES_MAX; i++) {
		if (!zone_next_change(zone, at, &change) || change.at > seconds_of(until)) break;
		put_change(out, zone, &change);
		at = change.at;
	}
	put_plain(out, "END:", STR("VTIMEZONE"));
}

static msec begin_of(const struct reminder_row *row)
{
	return row->is_recurring ? row->starts_at : row->hot.run_at;
}

/* Each once: before the first event that names it. */
static void put_zones(struct buf *out, const struct ics_item *items, u32 len, msec now)
{
	for (u32 i = 0; i < len; i++) {
		msec from = begin_of(items[i].row);
		bool is_first = !is_utc(items[i].zone);
		for (u32 k = 0; k < i && is_first; k++) is_first = items[k].zone != items[i].zone;
		if (!is_first) continue;
		for (u32 k = i; k < len; k++) {
			msec begin = begin_of(items[k].row);
			if (items[k].zone == items[i].zone && begin < from) from = begin;
		}
		put_zone(out, items[i].zone, from, msec_add(now, ICS_ZONE_AHEAD_MS));
	}
}

/* ---- series --------------------------------------------------------------------------------- */

/* The last second of its last day. */
static msec end_of(const struct reminder_row *row, const struct zone *zone)
{
	struct zone_reading reading;
	zone_read_wall(zone, (row->end_date + 1) * DAY_SECONDS - 1, &reading);
	return reading.utc * MSEC_SECOND;
}

/* Whether the last day ends it, and not the rule by itself: a rule has one end only. */
static bool ends_by_date(const struct reminder_row *row, const struct zone *zone)
{
	struct reminder_series series = { .zone = zone,
					  .rule = row->rule,
					  .starts_at = row->starts_at };
	msec beyond;
	return row->end_date && reminder_next(&series, end_of(row, zone), &beyond);
}

static void put_rule(struct buf *out, const struct reminder_row *row, const struct zone *zone)
{
	str rule = row->rule;
	bool by_date = ends_by_date(row, zone), is_first = true;
	struct buf line;
	buf_init(&line, TEXT_MAX);
	buf_add(&line, STR("RRULE:"));
	if (str_starts_with(rule, STR("RRULE:"))) rule = str_from_offset(rule, 6);
	while (rule.len) {
		str part = str_split(&rule, ';');
		str word = str_slice(part, 0, str_find(part, '='));
		bool is_end = str_eq_nocase(word, STR("COUNT")) ||
			      str_eq_nocase(word, STR("UNTIL"));
		if (by_date && is_end) continue;
		if (!is_first) buf_add_byte(&line, ';');
		buf_add(&line, part);
		is_first = false;
	}
	if (by_date) buf_add(&line, STR(";UNTIL="));
	if (by_date) add_wall(&line, seconds_of(end_of(row, zone)));
	if (by_date) buf_add_byte(&line, 'Z');
	put_line(out, buf_view(&line));
	buf_done(&line);
}

/* ---- events --------------------------------------------------------------------------------- */

static void put_event(struct buf *out, const struct ics_item *item)
{
	const struct reminder_row *row = item->row;
	const struct zone *zone = item->zone;
	char id[UUID_TEXT_LEN], number[32];
	struct buf sequence = { .at = number, .capacity = sizeof number, .max = sizeof number - 1 };
	bool is_series = row->is_recurring && zone;
	uuid_print(row->id, id);
	buf_addf(&sequence, "%llu", (unsigned long long)row->hot.version);
	put_plain(out, "BEGIN:", STR("VEVENT"));
	put_plain(out, "UID:", (str){ id, sizeof id });
	put_instant(out, "DTSTAMP", NULL, row->hot.updated_at);
	put_plain(out, "SEQUENCE:", buf_view(&sequence));
	put_instant(out, "DTSTART", zone, is_series ? row->starts_at : row->hot.run_at);
	if (is_series) put_rule(out, row, zone);
	put_text(out, "SUMMARY:", row->title);
	put_text(out, "DESCRIPTION:", row->description);
	if (row->reference_url.len) put_plain(out, "URL:", row->reference_url);
	put_plain(out, "END:", STR("VEVENT"));
}

void ics_write(struct buf *out, const struct ics_item *items, u32 len, msec now)
{
	put_plain(out, "BEGIN:", STR("VCALENDAR"));
	put_plain(out, "VERSION:", STR("2.0"));
	put_plain(out, "PRODID:", STR("-//Belfry//Reminders//EN"));
	put_plain(out, "CALSCALE:", STR("GREGORIAN"));
	put_zones(out, items, len, now);
	for (u32 i = 0; i < len; i++) put_event(out, &items[i]);
	put_plain(out, "END:", STR("VCALENDAR"));
}
