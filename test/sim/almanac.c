#include "sim/almanac.h"

#include "base/buf.h"

#include "base/must.h"
#include "base/prng.h"
#include "calendar/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	DAY_MINUTES = 1440,
	CHANGES_DAYS = 1200, /* the clocks of all zones change so long, and then no more */
	OFFSETS_MAX = 4,
	FOUND_MAX = 2 * DAY_MINUTES * 4,
	WINDOW_MINUTES = 2 * DAY_MINUTES,
	HOUR_MINUTES = 60,
	REACH_MINUTES = 27 * 60, /* how far a wall and its instant can be apart */
	WINDOWS_MAX = 600,
};

/* 2026-01-05T00:00Z, a Monday; and a year and a month before it. All in minutes. */
#define BEGIN_MINUTE ((i64)1767571200 / 60)
#define ZONES_BEGIN (BEGIN_MINUTE - (i64)400 * DAY_MINUTES)

/* ---- zones -------------------------------------------------------------------------------- */

/* Offsets in minutes, each for `every` minutes, in turn. */
struct invented_zone {
	const char *name;
	i32 offsets[2];
	i64 every;
	i64 shifted; /* version 1: all changes come so much later */
	i32 further; /* and offsets are so much further east */
};

static const struct invented_zone zones[ALMANAC_ZONES] = {
	{ "UTC", { 0, 0 }, 0, 0, 0 },
	{ "Sim/Berlin", { 60, 120 }, 26 * 60, 5 * 60, 0 },
	{ "Sim/Howe", { 630, 660 }, 61 * 60, 60, 30 },
	{ "Sim/Apia", { -600, 840 }, 9 * DAY_MINUTES, 3 * 60, 0 },
};

const char *almanac_zone_name(u32 zone)
{
	return zones[zone].name;
}

static i32 offset_of(const struct invented_zone *zone, u32 version, u32 which)
{
	return zone->offsets[which] + (version ? zone->further : 0);
}

static i64 first_change(const struct invented_zone *zone, u32 version)
{
	return ZONES_BEGIN + (version ? zone->shifted : 0);
}

static i64 changes_of(const struct invented_zone *zone)
{
	return (i64)CHANGES_DAYS * DAY_MINUTES / zone->every;
}

/* How many changes have come by a minute of UTC; the last of them stays for good. */
static i64 changes_by(const struct invented_zone *zone, u32 version, i64 minute)
{
	if (!zone->every || minute < first_change(zone, version)) return 0;
	i64 changes = (minute - first_change(zone, version)) / zone->every + 1;
	return changes < changes_of(zone) ? changes : changes_of(zone);
}

static i32 offset_at(const struct invented_zone *zone, u32 version, i64 minute)
{
	return offset_of(zone, version, (u32)(changes_by(zone, version, minute) % 2));
}

static void add_be32(struct buf *bytes, i64 value)
{
	u32 word = (u32)value;
	char at[4] = { (char)(word >> 24), (char)(word >> 16), (char)(word >> 8), (char)word };
	buf_add(bytes, (str){ at, 4 });
}

/* As a file of the first version, which ends with its last change. */
struct zone *almanac_zone_new(u32 number, u32 version)
{
	const struct invented_zone *from = &zones[number];
	struct buf bytes;
	struct zone *zone = NULL;
	struct why why;
	must(from->every);
	const i64 counts[] = { 0, 0, 0, changes_of(from), 2, 4 };
	buf_init(&bytes, ZONE_FILE_MAX);
	buf_add(&bytes, (str){ "TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20 });
	for (u32 i = 0; i < countof(counts); i++) add_be32(&bytes, counts[i]);
	for (i64 i = 0; i < changes_of(from); i++)
		add_be32(&bytes, (first_change(from, version) + i * from->every) * 60);
	for (i64 i = 1; i <= changes_of(from); i++)
		buf_add(&bytes, (str){ i % 2 ? "\1" : "\0", 1 });
	for (u32 i = 0; i < 2; i++) {
		add_be32(&bytes, (i64)offset_of(from, version, i) * 60);
		buf_add(&bytes, (str){ i ? "\1\0" : "\0\0", 2 });
	}
	buf_add(&bytes, (str){ "SIM\0", 4 });
	must(zone_new(str_from(from->name), buf_view(&bytes), &zone, &why) == ERR_OK);
	buf_done(&bytes);
	return zone;
}

static const struct {
	const char *name;
	i32 offset;
} steady[ALMANAC_STEADY_ALL] = { { "Sim/East", 330 }, { "Sim/West", -480 }, { "Sim/Isle", -90 } };

const char *almanac_steady_name(u32 zone)
{
	return steady[zone].name;
}

i32 almanac_steady_offset(str name)
{
	for (u32 i = 0; i < ALMANAC_STEADY_ALL; i++) {
		if (str_eq(name, str_from(steady[i].name))) return steady[i].offset;
	}
	must(!name.len || str_eq(name, STR("UTC")));
	return 0;
}

struct zone *almanac_steady_new(u32 zone)
{
	const i64 counts[] = { 0, 0, 0, 0, 1, 4 };
	struct buf bytes;
	struct zone *made = NULL;
	struct why why;
	buf_init(&bytes, ZONE_FILE_MAX);
	buf_add(&bytes, (str){ "TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20 });
	for (u32 i = 0; i < countof(counts); i++) add_be32(&bytes, counts[i]);
	add_be32(&bytes, (i64)steady[zone].offset * 60);
	buf_add(&bytes, (str){ "\0\0SIM\0", 6 });
	must(zone_new(str_from(steady[zone].name), buf_view(&bytes), &made, &why) == ERR_OK);
	buf_done(&bytes);
	return made;
}

/* ---- calendars ---------------------------------------------------------------------------- */

/* Days left out: weekdays, and one date, in days since 1970. */
static const struct {
	u32 weekdays;
	i64 day;
	const char *body;
} calendars[ALMANAC_CALENDARS] = {
	{ 0, 0, "" },
	{ 0, 20458, "2026-01-05\n" },
	{ 0, 20459, "2026-01-06\n" },
	{ 1u << 1 | 1u << 2, 0, "2024-01-01 FREQ=WEEKLY;BYDAY=MO,TU\n" },
	{ 1u << 3 | 1u << 6, 20460, "2024-01-01 FREQ=WEEKLY;BYDAY=WE,SA\n2026-01-07\n" },
	{ 1u << 1, 20459, "2026-01-06\n2023-01-01 FREQ=WEEKLY;BYDAY=MO\n" },
};

str almanac_calendar(u32 number)
{
	return str_from(calendars[number].body);
}

u32 almanac_calendar_of(str body)
{
	for (u32 i = 0; i < ALMANAC_CALENDARS; i++) {
		if (str_eq(body, str_from(calendars[i].body))) return i;
	}
	must(false);
	return 0;
}

/* ---- rules -------------------------------------------------------------------------------- */

static const char *const day_words[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };

#define ALL_HOURS ((1u << 24) - 1)
#define ALL_WEEKDAYS ((1u << 7) - 1)

static u64 every_nth(u32 n, u32 of)
{
	u64 bits = 0;
	for (u32 i = 0; i < of; i += n) bits |= (u64)1 << i;
	return bits;
}

static u32 steps_of(struct prng *prng, enum almanac_pace pace)
{
	static const u32 steps[ALMANAC_PACES][4] = { { 1, 5, 10, 20 },
						     { 15, 30, 15, 20 },
						     { 120, 180, 240, 360 } };
	return steps[pace][prng_below(prng, 4)];
}

static void draw_cron(struct prng *prng, enum almanac_pace pace, struct almanac_rule *rule)
{
	u32 minute = (u32)prng_below(prng, 60), hour = (u32)prng_below(prng, 23);
	u32 step = steps_of(prng, pace), day = (u32)prng_below(prng, 7);
	u32 form = (u32)prng_below(prng, 6);
	rule->hours = ALL_HOURS;
	rule->weekdays = ALL_WEEKDAYS;
	rule->minutes = (u64)1 << minute;
	if (form <= 1 && step < 60) {
		rule->is_interval_like = true;
		rule->minutes = every_nth(step, 60);
		snprintf(rule->text, sizeof rule->text, "*/%u * * * *", step);
	} else if (form <= 1) {
		rule->is_interval_like = true;
		rule->hours = (u32)every_nth(step / 60, 24);
		snprintf(rule->text, sizeof rule->text, "%u */%u * * *", minute, step / 60);
	} else if (form == 2) {
		rule->hours = 1u << hour | 1u << (hour + 1) | 1u << (hour + 13) % 24;
		snprintf(rule->text, sizeof rule->text, "%u %u,%u,%u * * *", minute, hour, hour + 1,
			 (hour + 13) % 24);
	} else if (form == 3) {
		rule->minutes |= 1;
		snprintf(rule->text, sizeof rule->text, "0,%u 0-23 * * *", minute);
		if (pace == ALMANAC_HOURS) {
			rule->hours = 7;
			snprintf(rule->text, sizeof rule->text, "0,%u 0-2 * * *", minute);
		}
	} else if (form == 4) {
		rule->hours = 15;
		rule->weekdays = 1u << day | 1u << (day + 2) % 7;
		snprintf(rule->text, sizeof rule->text, "%u 0-3 * * %u,%u", minute, day,
			 (day + 2) % 7);
	} else {
		rule->hours = 1u << hour | 1u << (hour + 1);
		rule->weekdays = 1u << day;
		rule->monthdays = 1u << 6 | 1u << 8 | 1u << 10;
		snprintf(rule->text, sizeof rule->text, "%u %u-%u 6,8,10 * %u", minute, hour,
			 hour + 1, day);
	}
}

static void draw_rrule(struct prng *prng, enum almanac_pace pace, struct almanac_rule *rule)
{
	u32 hour = (u32)prng_below(prng, 22), minute = (u32)prng_below(prng, 60);
	u32 day = (u32)prng_below(prng, 3), weekday = (u32)prng_below(prng, 7);
	u32 step = steps_of(prng, pace);
	rule->start = BEGIN_MINUTE + ((i64)day - 420) * DAY_MINUTES + hour * 60 + minute;
	snprintf(rule->start_text, sizeof rule->start_text, "2024-11-%02uT%02u:%02u:00", 11 + day,
		 hour, minute);
	rule->hours = ALL_HOURS;
	rule->weekdays = ALL_WEEKDAYS;
	rule->minutes = (u64)1 << minute;
	if (prng_chance(prng, 1, 2)) {
		rule->step = step;
		rule->minutes = every_nth(1, 60);
		snprintf(rule->text, sizeof rule->text, "FREQ=MINUTELY;INTERVAL=%u", step);
	} else if (prng_chance(prng, 1, 2)) {
		rule->hours = 1u << hour | 1u << (hour + 2);
		snprintf(rule->text, sizeof rule->text, "FREQ=DAILY;BYHOUR=%u,%u", hour, hour + 2);
	} else {
		rule->weekdays = 1u << weekday | 1u << (weekday + 1) % 7;
		rule->hours = 6;
		snprintf(rule->text, sizeof rule->text, "FREQ=WEEKLY;BYDAY=%s,%s;BYHOUR=1,2",
			 day_words[weekday], day_words[(weekday + 1) % 7]);
	}
}

static void draw_instants(struct prng *prng, enum almanac_pace pace, struct almanac_rule *rule)
{
	u32 hour = (u32)prng_below(prng, 24), minute = (u32)prng_below(prng, 60);
	rule->first = (BEGIN_MINUTE + hour * 60 + minute) * MSEC_MINUTE;
	rule->interval = (msec)steps_of(prng, pace) * MSEC_MINUTE;
	if (rule->kind == JOB_INTERVAL)
		snprintf(rule->start_text, sizeof rule->start_text, "2026-01-05T%02u:%02u:00Z",
			 hour, minute);
}

/* ---- days and minutes --------------------------------------------------------------------- */

/* By counting months from 1970 on. */
static u32 day_of_month(i64 day)
{
	static const u32 lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	for (u32 year = 1970;; year++) {
		for (u32 month = 0; month < 12; month++) {
			u32 len = lengths[month] + (month == 1 && year % 4 == 0);
			if (day < len) return (u32)day + 1;
			day -= len;
		}
	}
}

static bool is_left_out(u32 calendar, i64 day)
{
	u32 weekday = (u32)((day + 4) % 7);
	if (calendars[calendar].weekdays >> weekday & 1) return true;
	return calendars[calendar].day && calendars[calendar].day == day;
}

static bool day_fits(const struct almanac_rule *rule, u32 calendar, i64 day)
{
	u32 weekday = (u32)((day + 4) % 7);
	if (is_left_out(calendar, day)) return false;
	bool fits_weekday = rule->weekdays >> weekday & 1;
	if (!rule->monthdays) return fits_weekday;
	bool fits_monthday = rule->monthdays >> day_of_month(day) & 1;
	return rule->weekdays == ALL_WEEKDAYS ? fits_monthday : fits_weekday || fits_monthday;
}

static bool minute_fits(const struct almanac_rule *rule, i64 local)
{
	i64 minute = local % DAY_MINUTES;
	if (!(rule->hours >> minute / 60 & 1) || !(rule->minutes >> minute % 60 & 1)) return false;
	if (rule->kind != JOB_RRULE) return true;
	if (local < rule->start || (rule->last && local > rule->last)) return false;
	return !rule->step || (local - rule->start) % rule->step == 0;
}

/* ---- ends and exceptions of RRULEs -------------------------------------------------------- */

static bool is_instance(const struct almanac_rule *rule, i64 local)
{
	return day_fits(rule, 0, local / DAY_MINUTES) && minute_fits(rule, local);
}

static void add_text(char *text, const char *format, u32 a, u32 b, u32 c)
{
	size_t len = strlen(text);
	snprintf(text + len, ALMANAC_TEXT_BYTES - len, format, a, b, c);
}

/* So many minutes after the beginning, as days of January, hours and minutes. */
static void add_minute(char *text, const char *format, i64 since)
{
	i64 day = 5 + (since + 10 * DAY_MINUTES) / DAY_MINUTES - 10;
	i64 minute = (since + 10 * DAY_MINUTES) % DAY_MINUTES;
	add_text(text, format, (u32)day, (u32)(minute / 60), (u32)(minute % 60));
}

/* COUNT counts walls, whether they happen once, twice or never. */
static void end_by_count(struct almanac_rule *rule, i64 end)
{
	u32 count = 0;
	for (i64 local = rule->start; local <= end; local++) {
		if (!is_instance(rule, local)) continue;
		rule->last = local;
		count++;
	}
	if (count) add_text(rule->text, ";COUNT=%u", count, 0, 0);
}

/* From a stream of their own. A start that is near may not exist, or happen twice. */
static void draw_exceptions(struct prng *prng, struct almanac_rule *rule)
{
	enum { DAY = DAY_MINUTES };
	i64 end = (i64)prng_below(prng, 2 * DAY), near = (i64)prng_below(prng, 3 * DAY) - 2 * DAY;
	i64 extra = (i64)prng_below(prng, 2 * DAY), except = (i64)prng_below(prng, DAY);
	u32 dice = (u32)prng_below(prng, 12);
	msec at;
	if (dice < 6) {
		rule->start = BEGIN_MINUTE + near;
		rule->minutes = rule->step ? rule->minutes : (u64)1 << (near + 10 * DAY) % 60;
		rule->start_text[0] = 0;
		add_minute(rule->start_text, "2026-01-%02uT%02u:%02u:00", near);
	}
	if (dice < 2 && rule->start > BEGIN_MINUTE - 3 * DAY)
		end_by_count(rule, BEGIN_MINUTE + end);
	if (dice == 2 || dice == 6) {
		rule->until = BEGIN_MINUTE + end;
		add_minute(rule->text, ";UNTIL=202601%02uT%02u%02u00Z", end);
	}
	if (dice >= 6 && dice <= 8) {
		rule->extra = BEGIN_MINUTE + extra;
		add_minute(rule->extra_text, "2026-01-%02uT%02u:%02u:00Z", extra);
	}
	if (dice < 8 || !almanac_next(rule, 0, 0, (BEGIN_MINUTE + except) * MSEC_MINUTE, &at))
		return;
	rule->except = at / MSEC_MINUTE;
	add_minute(rule->except_text, "2026-01-%02uT%02u:%02u:00Z", rule->except - BEGIN_MINUTE);
}

struct almanac_rule almanac_rule(u32 number)
{
	static const enum job_kind kinds[] = { JOB_CRON,  JOB_CRON,     JOB_CRON, JOB_RRULE,
					       JOB_RRULE, JOB_INTERVAL, JOB_ONCE, JOB_MANUAL };
	struct prng prng = prng_init(number / ALMANAC_PACES + 1);
	enum almanac_pace pace = (enum almanac_pace)(number % ALMANAC_PACES);
	struct almanac_rule rule = { .kind = kinds[prng_below(&prng, countof(kinds))] };
	rule.zone = (u32)prng_below(&prng, ALMANAC_ZONES);
	if (prng_chance(&prng, 1, 3)) rule.gap = (enum dst_gap)prng_below(&prng, 3);
	if (prng_chance(&prng, 1, 3)) rule.overlap = (enum dst_overlap)prng_below(&prng, 4);
	if (rule.kind == JOB_CRON) draw_cron(&prng, pace, &rule);
	else if (rule.kind == JOB_RRULE) {
		struct prng more = prng_init(UINT64_MAX - number);
		draw_rrule(&prng, pace, &rule);
		if (prng_chance(&more, 1, 2)) draw_exceptions(&more, &rule);
	} else draw_instants(&prng, pace, &rule);
	return rule;
}

/* ---- from walls to instants --------------------------------------------------------------- */

struct found {
	i64 at[FOUND_MAX]; /* minutes of UTC */
	u32 len;
};

static void found_add(struct found *found, i64 minute)
{
	must(found->len < FOUND_MAX);
	found->at[found->len++] = minute;
}

/* A wall that does not exist: the change that leaps over it. */
static void read_missing(const struct almanac_rule *rule, u32 version, i64 local,
			 struct found *found)
{
	const struct invented_zone *zone = &zones[rule->zone];
	if (rule->gap == GAP_SKIP) return;
	i64 from = changes_by(zone, version, local - REACH_MINUTES);
	i64 to = changes_by(zone, version, local + REACH_MINUTES);
	for (i64 i = from; i < to; i++) {
		i64 minute = first_change(zone, version) + i * zone->every;
		i32 before = offset_at(zone, version, minute - 1);
		i32 after = offset_at(zone, version, minute);
		if (minute + before > local || local >= minute + after) continue;
		found_add(found, rule->gap == GAP_NEXT ? minute : local - before);
		return;
	}
	must(false);
}

static void read_wall(const struct almanac_rule *rule, u32 version, i64 local, struct found *found)
{
	const struct invented_zone *zone = &zones[rule->zone];
	i64 first = 0, second = 0;
	u32 times = 0;
	enum dst_overlap overlap = rule->overlap;
	if (overlap == OVERLAP_DEFAULT)
		overlap = rule->is_interval_like ? OVERLAP_BOTH : OVERLAP_FIRST;
	for (u32 i = 0; i < (zone->every ? 2 : 1); i++) {
		i64 minute = local - offset_of(zone, version, i);
		if (offset_at(zone, version, minute) != offset_of(zone, version, i)) continue;
		if (!times++) first = second = minute;
		if (minute < first) first = minute;
		if (minute > second) second = minute;
	}
	if (!times) read_missing(rule, version, local, found);
	if (times == 1) found_add(found, first);
	if (times < 2) return;
	if (overlap != OVERLAP_SECOND) found_add(found, first);
	if (overlap != OVERLAP_FIRST) found_add(found, second);
}

static int compare_minutes(const void *a, const void *b)
{
	const i64 *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

static i64 later(i64 a, i64 b)
{
	return a > b ? a : b;
}

static i64 earlier(i64 a, i64 b)
{
	return a < b ? a : b;
}

/* Its day counts, too. */
static bool has_extra(const struct almanac_rule *rule, u32 version, u32 calendar)
{
	i64 local = rule->extra + offset_at(&zones[rule->zone], version, rule->extra);
	return rule->extra && !is_left_out(calendar, local / DAY_MINUTES);
}

/* All in minutes (after, until], in order, each once. */
static void find_in_window(const struct almanac_rule *rule, u32 version, u32 calendar, i64 after,
			   i64 until, struct found *found)
{
	i64 reach = rule->zone ? REACH_MINUTES : 0;
	i64 from = after - reach, to = until + reach;
	found->len = 0;
	for (i64 day = from / DAY_MINUTES; day <= to / DAY_MINUTES; day++) {
		if (!day_fits(rule, calendar, day)) continue;
		i64 first = later(day * DAY_MINUTES, from);
		i64 last = earlier((day + 1) * DAY_MINUTES - 1, to);
		for (i64 local = first; local <= last; local++) {
			if (minute_fits(rule, local)) read_wall(rule, version, local, found);
		}
	}
	if (has_extra(rule, version, calendar)) found_add(found, rule->extra);
	qsort(found->at, found->len, sizeof found->at[0], compare_minutes);
	u32 kept = 0;
	for (u32 i = 0; i < found->len; i++) {
		i64 minute = found->at[i];
		if (minute <= after || minute > until || minute == rule->except) continue;
		if (rule->until && minute > rule->until && minute != rule->extra) continue;
		if (!kept || found->at[kept - 1] != minute) found->at[kept++] = minute;
	}
	found->len = kept;
}

/* ---- asking ------------------------------------------------------------------------------- */

static i64 minute_before(msec at)
{
	return (at - at % MSEC_MINUTE) / MSEC_MINUTE;
}

/* Those in (after, until], at most `most`; the first goes to *out_first. */
static u32 walk(const struct almanac_rule *rule, u32 version, u32 calendar, msec after, msec until,
		u32 most, msec *out_first)
{
	struct found found;
	u32 count = 0;
	i64 from = minute_before(after), end = minute_before(until);
	if (rule->until || rule->last)
		end = earlier(end,
			      later(later(rule->until, rule->last), rule->extra) + REACH_MINUTES);
	for (u32 i = 0; i < WINDOWS_MAX && from < end && count < most; i++) {
		/* Mostly the next one is near. */
		i64 to = earlier(from + (i ? WINDOW_MINUTES : HOUR_MINUTES), end);
		find_in_window(rule, version, calendar, from, to, &found);
		if (found.len && !count) *out_first = found.at[0] * MSEC_MINUTE;
		count += found.len;
		from = to;
	}
	return count < most ? count : most;
}

/* Days are those of its zone. */
static bool next_interval(const struct almanac_rule *rule, u32 version, u32 calendar, msec after,
			  msec *out_at)
{
	msec at = rule->first;
	if (after >= at) at += ((after - at) / rule->interval + 1) * rule->interval;
	for (;; at += rule->interval) {
		i64 minute = at / MSEC_MINUTE;
		i64 local = minute + offset_at(&zones[rule->zone], version, minute);
		if (!is_left_out(calendar, local / DAY_MINUTES)) break;
	}
	*out_at = at;
	return true;
}

bool almanac_next(const struct almanac_rule *rule, u32 version, u32 calendar, msec after,
		  msec *out_at)
{
	if (rule->kind == JOB_MANUAL) return false;
	if (rule->kind == JOB_INTERVAL)
		return next_interval(rule, version, calendar, after, out_at);
	if (rule->kind == JOB_ONCE) {
		*out_at = rule->first;
		return rule->first > after;
	}
	return walk(rule, version, calendar, after, after + 426 * MSEC_DAY, 1, out_at) > 0;
}

u32 almanac_count(const struct almanac_rule *rule, u32 version, u32 calendar, msec after,
		  msec until, u32 most)
{
	msec at = after;
	u32 count = 0;
	if (rule->kind == JOB_CRON || rule->kind == JOB_RRULE)
		return walk(rule, version, calendar, after, until, most, &at);
	while (count < most && almanac_next(rule, version, calendar, at, &at) && at <= until)
		count++;
	return count;
}

bool almanac_has(const struct almanac_rule *rule, u32 version, u32 calendar, msec at)
{
	msec next;
	return almanac_next(rule, version, calendar, at - 1, &next) && next == at;
}

/* ---- days --------------------------------------------------------------------------------- */

/* 0: it has none that changes. */
static u32 changing_zone(str name)
{
	for (u32 i = 1; i < ALMANAC_ZONES; i++) {
		if (str_eq(name, str_from(zones[i].name))) return i;
	}
	return 0;
}

msec almanac_due(str zone, u32 version, i64 date, u32 minute)
{
	const struct almanac_rule rule = { .zone = changing_zone(zone), .overlap = OVERLAP_FIRST };
	struct found found;
	i64 local = date * DAY_MINUTES + minute;
	found.len = 0;
	if (!rule.zone) return (local - almanac_steady_offset(zone)) * MSEC_MINUTE;
	read_wall(&rule, version, local, &found);
	must(found.len == 1);
	return found.at[0] * MSEC_MINUTE;
}

static i64 local_minute(str zone, u32 version, msec at)
{
	u32 number = changing_zone(zone);
	i64 minute = minute_before(at);
	return minute +
	       (number ? offset_at(&zones[number], version, minute) : almanac_steady_offset(zone));
}

i64 almanac_date(str zone, u32 version, msec at)
{
	return local_minute(zone, version, at) / DAY_MINUTES;
}

u32 almanac_minute(str zone, u32 version, msec at)
{
	return (u32)(local_minute(zone, version, at) % DAY_MINUTES);
}
