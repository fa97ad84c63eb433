/* A second, independent reading of TZif (RFC 9636) and the policy for clock changes done by brute
 * force: what a wall means is found by looking at the clock at every step of time around it, never
 * by arithmetic on transitions. Slow on purpose; shares nothing with src/calendar. */
#ifndef BELFRY_TEST_NAIVE_ZONE_H
#define BELFRY_TEST_NAIVE_ZONE_H

#include "naive_date.h"

#include <stdlib.h>
#include <string.h>

enum { NAIVE_CHANGES_MAX = 4000 };

/* One date rule of a POSIX TZ string: Jn, n or Mm.w.d, and the time of day in seconds. */
struct naive_tz_date {
	char form; /* 'J', '0' or 'M' */
	int month, week, day;
	int time;
};

struct naive_zone {
	int changes_len;
	int in_file; /* so many of the changes stand in the file, the others come from its footer */
	int64_t at[NAIVE_CHANGES_MAX];
	int32_t offset[NAIVE_CHANGES_MAX];
	int32_t offset_first; /* before the first change */
	bool has_footer;
	bool footer_has_dst;
	int32_t footer_std, footer_dst; /* seconds to add to UTC */
	struct naive_tz_date footer_start, footer_end;
};

static inline int64_t naive_big_endian(const uint8_t *bytes, int len)
{
	uint64_t value = bytes[0] & 0x80 ? UINT64_MAX : 0;
	for (int i = 0; i < len; i++) value = value << 8 | bytes[i];
	return (int64_t)value;
}

/* Reads [-+]h[h[h]][:mm[:ss]]; returns the text after it, NULL when it is none. */
static inline const char *naive_tz_time(const char *at, int *out_seconds)
{
	int sign = 1, seconds = 0, unit = 3600;
	if (*at == '-' || *at == '+') sign = *at++ == '-' ? -1 : 1;
	for (;;) {
		int number = 0, digits = 0;
		while (*at >= '0' && *at <= '9' && digits < 3) {
			number = number * 10 + (*at++ - '0');
			digits++;
		}
		if (digits == 0) return NULL;
		seconds += number * unit;
		unit /= 60;
		if (*at != ':' || unit == 0) break;
		at++;
	}
	*out_seconds = sign * seconds;
	return at;
}

static inline const char *naive_tz_name(const char *at)
{
	const char *start = at;
	if (*at == '<') {
		while (*at && *at != '>') at++;
		return *at ? at + 1 : NULL;
	}
	while ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')) at++;
	return at - start >= 3 ? at : NULL;
}

static inline const char *naive_tz_date_parse(const char *at, struct naive_tz_date *date)
{
	if (*at++ != ',') return NULL;
	date->form = *at == 'J' || *at == 'M' ? *at++ : '0';
	int *parts[3] = { &date->day, NULL, NULL };
	int parts_len = 1;
	if (date->form == 'M') {
		parts[0] = &date->month, parts[1] = &date->week, parts[2] = &date->day;
		parts_len = 3;
	}
	for (int i = 0; i < parts_len; i++) {
		char *end;
		if (i > 0 && *at++ != '.') return NULL;
		if (*at < '0' || *at > '9') return NULL;
		*parts[i] = (int)strtol(at, &end, 10);
		at = end;
	}
	date->time = 2 * 3600;
	if (*at == '/') return naive_tz_time(at + 1, &date->time);
	return at;
}

static inline bool naive_footer_parse(struct naive_zone *zone, const char *at)
{
	int west;
	if (*at == '\0') return true;
	at = naive_tz_name(at);
	if (!at || !(at = naive_tz_time(at, &west))) return false;
	zone->has_footer = true;
	zone->footer_std = -west;
	if (*at == '\0') return true;
	if (!(at = naive_tz_name(at))) return false;
	zone->footer_has_dst = true;
	zone->footer_dst = zone->footer_std + 3600;
	if (*at != ',') {
		if (!(at = naive_tz_time(at, &west))) return false;
		zone->footer_dst = -west;
	}
	at = naive_tz_date_parse(at, &zone->footer_start);
	if (!at || !(at = naive_tz_date_parse(at, &zone->footer_end))) return false;
	return *at == '\0';
}

struct naive_counts {
	int version, isut, isstd, leap, time, type, chars;
};

static inline bool naive_header(const uint8_t *bytes, size_t len, struct naive_counts *counts)
{
	if (len < 44 || memcmp(bytes, "TZif", 4) != 0) return false;
	counts->version = bytes[4] ? bytes[4] - '0' : 1;
	int *fields[6] = { &counts->isut, &counts->isstd, &counts->leap,
			   &counts->time, &counts->type,  &counts->chars };
	for (int i = 0; i < 6; i++) *fields[i] = (int)naive_big_endian(bytes + 20 + 4 * i, 4);
	return true;
}

static inline size_t naive_block_len(const struct naive_counts *counts, int time_len)
{
	return (size_t)(counts->time * time_len + counts->time + counts->type * 6 + counts->chars +
			counts->leap * (time_len + 4) + counts->isstd + counts->isut);
}

static inline bool naive_block(struct naive_zone *zone, const uint8_t *block,
			       const struct naive_counts *counts, int time_len)
{
	if (counts->type < 1 || counts->time > NAIVE_CHANGES_MAX) return false;
	const uint8_t *kinds = block + counts->time * time_len;
	const uint8_t *types = kinds + counts->time;
	zone->offset_first = (int32_t)naive_big_endian(types, 4);
	zone->changes_len = counts->time;
	zone->in_file = counts->time;
	for (int i = 0; i < counts->time; i++) {
		zone->at[i] = naive_big_endian(block + i * time_len, time_len);
		zone->offset[i] = (int32_t)naive_big_endian(types + 6 * kinds[i], 4);
	}
	return true;
}

/* Midnight of the rule's day in a year plus its time of day, as a wall. */
static inline int64_t naive_tz_date_wall(const struct naive_tz_date *date, int year)
{
	int64_t day = naive_year_start(year);
	if (date->form == '0') {
		day += date->day;
	} else if (date->form == 'J') {
		day += date->day - 1;
		if (naive_is_leap(year) && date->day >= 60)
			day++; /* February 29 is never counted */
	} else {
		day = naive_day_number(year, date->month, 1);
		while (naive_weekday(day) != date->day) day++;
		int64_t month_end = naive_day_number(year, date->month, 1) +
				    naive_month_len(year, date->month);
		for (int week = 1; week < date->week && day + 7 < month_end; week++) day += 7;
	}
	return day * 86400 + date->time;
}

static inline void naive_zone_add(struct naive_zone *zone, int64_t at, int32_t offset)
{
	int last = zone->changes_len - 1;
	if (last >= 0 && zone->at[last] > at) return;
	if (last >= 0 && zone->at[last] == at) zone->changes_len--; /* summer time all year round */
	if (zone->changes_len == NAIVE_CHANGES_MAX) return;
	zone->at[zone->changes_len] = at;
	zone->offset[zone->changes_len++] = offset;
}

/* Writes the footer's changes out, year by year, so that looking up a time is one search. What lies
 * beyond the last written year is still asked of the footer. */
static inline void naive_footer_write_out(struct naive_zone *zone)
{
	enum { YEAR_FIRST = 1960, YEAR_LAST = 2110 };
	for (int year = YEAR_FIRST; year <= YEAR_LAST && zone->changes_len > 0; year++) {
		int64_t end = naive_tz_date_wall(&zone->footer_end, year) - zone->footer_dst;
		int64_t start = naive_tz_date_wall(&zone->footer_start, year) - zone->footer_std;
		if (end < start) naive_zone_add(zone, end, zone->footer_std);
		naive_zone_add(zone, start, zone->footer_dst);
		if (end > start) naive_zone_add(zone, end, zone->footer_std);
	}
}

/* Trusts the bytes (they are the system's own files); false when they are not TZif. */
static inline bool naive_zone_read(struct naive_zone *zone, const char *data, size_t len)
{
	const uint8_t *bytes = (const uint8_t *)data;
	struct naive_counts counts;
	memset(zone, 0, sizeof(*zone));
	if (!naive_header(bytes, len, &counts)) return false;
	if (counts.version == 1) return naive_block(zone, bytes + 44, &counts, 4);
	size_t second = 44 + naive_block_len(&counts, 4);
	if (second > len || !naive_header(bytes + second, len - second, &counts)) return false;
	const uint8_t *block = bytes + second + 44;
	size_t footer = second + 44 + naive_block_len(&counts, 8);
	if (footer + 2 > len || !naive_block(zone, block, &counts, 8)) return false;
	char text[200];
	const uint8_t *end = memchr(bytes + footer + 1, '\n', len - footer - 1);
	if (bytes[footer] != '\n' || !end) return false;
	size_t text_len = (size_t)(end - (bytes + footer + 1));
	if (text_len >= sizeof(text)) return false;
	memcpy(text, bytes + footer + 1, text_len);
	text[text_len] = '\0';
	if (!naive_footer_parse(zone, text)) return false;
	if (zone->footer_has_dst) naive_footer_write_out(zone);
	return true;
}

/* The footer's offset: whichever of the starts and ends of three years came last before `utc`. */
static inline int32_t naive_footer_offset(const struct naive_zone *zone, int64_t utc)
{
	if (!zone->footer_has_dst) return zone->footer_std;
	int year = naive_date_of(naive_floor_div(utc, 86400)).year;
	int64_t best = INT64_MIN;
	int32_t offset = zone->footer_std;
	for (int y = year - 1; y <= year + 1; y++) {
		int64_t end = naive_tz_date_wall(&zone->footer_end, y) - zone->footer_dst;
		int64_t start = naive_tz_date_wall(&zone->footer_start, y) - zone->footer_std;
		if (end <= utc && end >= best) best = end, offset = zone->footer_std;
		if (start <= utc && start >= best) best = start, offset = zone->footer_dst;
	}
	return offset;
}

static inline int32_t naive_offset_at(const struct naive_zone *zone, int64_t utc)
{
	int last = zone->changes_len - 1;
	if (zone->has_footer && (last < 0 || utc >= zone->at[last]))
		return naive_footer_offset(zone, utc);
	int low = -1;
	while (low < last) { /* the last change at or before utc */
		int middle = (low + last + 1) / 2;
		if (zone->at[middle] <= utc) low = middle;
		else last = middle - 1;
	}
	return low < 0 ? zone->offset_first : zone->offset[low];
}

/* RFC 9636 wants the footer to agree with the last change of the file; what a file means in which
 * it does not, is open. */
static inline bool naive_footer_agrees(const struct naive_zone *zone)
{
	int last = zone->in_file - 1;
	if (!zone->has_footer || last < 0) return true;
	if (zone->at[last] < -60000000000 || zone->at[last] > 250000000000) return false;
	return naive_footer_offset(zone, zone->at[last]) == zone->offset[last];
}

/* The clock over a span of time, looked at every `step` seconds. For each wall in the span: the
 * instants at which the clock shows it. */
struct naive_clock {
	int64_t from, to; /* instants, multiples of step */
	int step;
	int64_t wall_from; /* the wall of cell 0 */
	int cells_len;
	struct naive_cell {
		int count;
		int64_t first, last;
		int64_t shifted,
			gap_end; /* where count is 0: rule 1's instant, and the gap's end */
		bool is_gap;
	} * cells;
};

static inline void naive_clock_done(struct naive_clock *clock)
{
	free(clock->cells);
	clock->cells = NULL;
}

static inline struct naive_cell *naive_clock_cell(const struct naive_clock *clock, int64_t face)
{
	int64_t index = naive_floor_div(face - clock->wall_from, clock->step);
	return index < 0 || index >= clock->cells_len ? NULL : &clock->cells[index];
}

/* The clock jumped from wall `before` (not shown any more) to wall `after`: every wall between
 * would have come at the instant it has when the old offset goes on. The earliest gap wins. */
static inline void naive_clock_jump(struct naive_clock *clock, int64_t at, int64_t before,
				    int64_t after)
{
	for (int64_t face = before; face < after; face += clock->step) {
		struct naive_cell *cell = naive_clock_cell(clock, face);
		if (!cell || cell->is_gap) continue;
		cell->is_gap = true;
		cell->shifted = at + (face - before);
		cell->gap_end = at;
	}
}

/* The walls the clock shows over the span: out_range[0] is the least, out_range[1] the greatest. */
static inline void naive_clock_range(const struct naive_zone *zone, const struct naive_clock *clock,
				     int64_t out_range[2])
{
	out_range[0] = INT64_MAX, out_range[1] = INT64_MIN;
	for (int64_t at = clock->from; at < clock->to; at += clock->step) {
		int64_t face = at + naive_offset_at(zone, at);
		if (face < out_range[0]) out_range[0] = face;
		if (face > out_range[1]) out_range[1] = face;
	}
}

/* `step` must divide every offset and change in the span. Walls near the ends are not complete: ask
 * only for those further inside than any change of offset. */
static inline bool naive_clock_init(struct naive_clock *clock, const struct naive_zone *zone,
				    int64_t from, int64_t to, int step)
{
	int64_t range[2];
	*clock = (struct naive_clock){ .from = from, .to = to, .step = step };
	naive_clock_range(zone, clock, range);
	clock->wall_from = range[0];
	clock->cells_len = (int)((range[1] - range[0]) / step) + 1;
	clock->cells = calloc((size_t)clock->cells_len, sizeof(*clock->cells));
	if (!clock->cells) return false;
	int64_t expected = from + naive_offset_at(zone, from);
	for (int64_t at = from; at < to; at += step) {
		int64_t face = at + naive_offset_at(zone, at);
		struct naive_cell *cell = naive_clock_cell(clock, face);
		if (face > expected) naive_clock_jump(clock, at, expected, face);
		if (cell->count++ == 0) cell->first = at;
		cell->last = at;
		expected = face + step;
	}
	return true;
}

enum naive_gap { NAIVE_GAP_SHIFT, NAIVE_GAP_NEXT, NAIVE_GAP_SKIP };
enum naive_overlap { NAIVE_FIRST, NAIVE_SECOND, NAIVE_BOTH };

/* The instants of one wall under the policy; how many (0 to 2). */
static inline int naive_clock_instants(const struct naive_clock *clock, int64_t face,
				       enum naive_gap gap, enum naive_overlap overlap,
				       int64_t out_instants[2])
{
	const struct naive_cell *cell = naive_clock_cell(clock, face);
	int64_t rest = cell ? naive_floor_mod(face - clock->wall_from, clock->step) : 0;
	if (!cell) return 0;
	if (cell->count == 0) {
		if (!cell->is_gap || gap == NAIVE_GAP_SKIP) return 0;
		out_instants[0] = gap == NAIVE_GAP_NEXT ? cell->gap_end : cell->shifted + rest;
		return 1;
	}
	out_instants[0] = (overlap == NAIVE_SECOND ? cell->last : cell->first) + rest;
	if (overlap != NAIVE_BOTH || cell->count == 1) return 1;
	out_instants[1] = cell->last + rest;
	return 2;
}

#endif
