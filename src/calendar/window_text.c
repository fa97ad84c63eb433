/* The text of windows: "22:00-07:00 Mon-Fri; 00:00-24:00 Sat,Sun". */
#include "base/must.h"
#include "calendar/window.h"

enum { DAY_MINUTES = 1440, DAYS = 7, DAYS_ALL = (1 << DAYS) - 1, SHORT_NAME_LEN = 3 };

static const str day_names[DAYS] = {
	{ "Sunday", 6 },   { "Monday", 6 }, { "Tuesday", 7 },  { "Wednesday", 9 },
	{ "Thursday", 8 }, { "Friday", 6 }, { "Saturday", 8 },
};

/* The whole text, for the places of errors. */
struct scan {
	str text;
	size_t at;
	struct why *why;
};

static bool at_end(const struct scan *scan)
{
	return scan->at == scan->text.len;
}

static char peek(const struct scan *scan)
{
	return at_end(scan) ? '\0' : scan->text.at[scan->at];
}

static bool skip_byte(struct scan *scan, char byte)
{
	if (at_end(scan) || peek(scan) != byte) return false;
	scan->at++;
	return true;
}

static void skip_blanks(struct scan *scan)
{
	while (peek(scan) == ' ' || peek(scan) == '\t') scan->at++;
}

/* HH:MM, up to 24:00. */
static enum err scan_minute(struct scan *scan, u32 *out_minute)
{
	str text = str_slice(scan->text, scan->at, scan->at + 5);
	u64 hour, minute;
	if (text.len < 5 || text.at[2] != ':' || !str_to_u64(str_slice(text, 0, 2), 99, &hour) ||
	    !str_to_u64(str_slice(text, 3, 5), 99, &minute))
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, text.len,
			       "a time of day is expected here, as HH:MM, such as 07:00");
	if (hour > 24)
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, 2, "hour %02u is above 24",
			       (unsigned)hour);
	if (minute > 59)
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at + 3, 2,
			       "minute %02u is above 59", (unsigned)minute);
	if (hour == 24 && minute > 0)
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, 5,
			       "24:%02u is past the end of the day", (unsigned)minute);
	*out_minute = (u32)(hour * 60 + minute);
	scan->at += 5;
	return ERR_OK;
}

static enum err scan_times(struct scan *scan, struct window *window)
{
	size_t start = scan->at;
	u32 from, to;
	enum err err = scan_minute(scan, &from);
	if (err) return err;
	if (from == DAY_MINUTES)
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, start, 5,
			       "a window may end at 24:00, not begin there: begin at 00:00");
	if (!skip_byte(scan, '-'))
		return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, at_end(scan) ? 0 : 1,
			       "a '-' and the end of the window are expected here");
	err = scan_minute(scan, &to);
	if (err) return err;
	window->from_minute = (u16)from;
	window->minutes = (u16)(to > from ? to - from : to + DAY_MINUTES - from);
	return ERR_OK;
}

static bool is_letter(char c)
{
	return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}

/* Mon or Monday, in any case. */
static enum err scan_day(struct scan *scan, u32 *out_day)
{
	size_t end = scan->at;
	while (end < scan->text.len && is_letter(scan->text.at[end])) end++;
	str word = str_slice(scan->text, scan->at, end);
	for (u32 day = 0; day < DAYS; day++) {
		if (!str_eq_nocase(word, day_names[day]) &&
		    !str_eq_nocase(word, str_slice(day_names[day], 0, SHORT_NAME_LEN)))
			continue;
		*out_day = day;
		scan->at = end;
		return ERR_OK;
	}
	return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, word.len,
		       "a day is expected here, from Mon to Sun");
}

/* A day or a range, which may go past the end of the week. */
static enum err scan_day_range(struct scan *scan, u8 *weekdays)
{
	u32 first, last;
	enum err err = scan_day(scan, &first);
	if (err) return err;
	last = first;
	if (skip_byte(scan, '-')) err = scan_day(scan, &last);
	if (err) return err;
	for (u32 day = first;; day = (day + 1) % DAYS) {
		*weekdays |= (u8)(1 << day);
		if (day == last) return ERR_OK;
	}
}

static enum err scan_days(struct scan *scan, u8 *weekdays)
{
	for (;;) {
		enum err err = scan_day_range(scan, weekdays);
		if (err) return err;
		skip_blanks(scan);
		if (!skip_byte(scan, ',')) return ERR_OK;
		skip_blanks(scan);
	}
}

static enum err scan_window(struct scan *scan, struct window *out_window)
{
	struct window window = { 0 };
	enum err err = scan_times(scan, &window);
	if (err) return err;
	size_t times_end = scan->at;
	skip_blanks(scan);
	if (at_end(scan) || peek(scan) == ';') {
		window.weekdays = DAYS_ALL;
	} else {
		if (scan->at == times_end)
			return fail_at(scan->why, ERR_WINDOW_SYNTAX, scan->at, 1,
				       "a space and days, or ';', or the end are expected here");
		err = scan_days(scan, &window.weekdays);
		if (err) return err;
	}
	must(window.minutes >= 1 && window.minutes <= DAY_MINUTES);
	*out_window = window;
	return ERR_OK;
}

enum err windows_parse(str text, struct windows *out_windows, struct why *why)
{
	struct scan scan = { .text = text, .why = why };
	struct windows windows = { 0 };
	if (text.len > WINDOW_TEXT_MAX)
		return fail(why, ERR_TOO_LONG, "windows must have at most %d characters, have %zu",
			    WINDOW_TEXT_MAX, text.len);
	do {
		skip_blanks(&scan);
		if (windows.len == WINDOWS_MAX)
			return fail_at(why, ERR_WINDOW_SYNTAX, scan.at, text.len - scan.at,
				       "more than %d windows", WINDOWS_MAX);
		enum err err = scan_window(&scan, &windows.at[windows.len]);
		if (err) return err;
		windows.len++;
	} while (skip_byte(&scan, ';'));
	if (!at_end(&scan))
		return fail_at(why, ERR_WINDOW_SYNTAX, scan.at, 1,
			       "a ',' and another day, or ';', or the end are expected here");
	*out_windows = windows;
	return ERR_OK;
}

static void print_minute(u32 minute, struct buf *out)
{
	buf_add_padded(out, minute / 60, 2);
	buf_add_byte(out, ':');
	buf_add_padded(out, minute % 60, 2);
}

/* The week begins on Monday here, as people write it: 0 is Monday. */
static bool has_nth_day(u8 weekdays, u32 nth)
{
	return nth < DAYS && (weekdays >> (nth + MONDAY) % DAYS & 1);
}

static void print_nth_day(u32 nth, struct buf *out)
{
	buf_add(out, str_slice(day_names[(nth + MONDAY) % DAYS], 0, SHORT_NAME_LEN));
}

/* Three days and more in a row as a range. */
static void print_days(u8 weekdays, struct buf *out)
{
	char separator = ' ';
	for (u32 first = 0; first < DAYS; first++) {
		if (!has_nth_day(weekdays, first)) continue;
		u32 last = first;
		while (has_nth_day(weekdays, last + 1)) last++;
		buf_add_byte(out, separator);
		print_nth_day(first, out);
		separator = ',';
		if (last < first + 2) continue;
		buf_add_byte(out, '-');
		print_nth_day(last, out);
		first = last;
	}
}

void windows_print(const struct windows *windows, struct buf *out)
{
	for (u32 i = 0; i < windows->len; i++) {
		const struct window *window = &windows->at[i];
		u32 end = (u32)window->from_minute + window->minutes;
		if (i > 0) buf_add(out, STR("; "));
		print_minute(window->from_minute, out);
		buf_add_byte(out, '-');
		print_minute(end > DAY_MINUTES ? end - DAY_MINUTES : end, out);
		if (window->weekdays != DAYS_ALL) print_days(window->weekdays, out);
	}
}
