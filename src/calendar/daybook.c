#include "calendar/daybook.h"

#include "base/memory.h"
#include "base/must.h"
#include "calendar/rrule.h"

struct daybook {
	u32 dates_len;
	u32 rules_len;
	i32 dates[DAYBOOK_DATES_MAX]; /* ascending, no two equal */
	struct rrule rules[DAYBOOK_RULES_MAX];
};

enum err daybook_new(struct daybook **out_book)
{
	struct daybook *book = mem_alloc(sizeof *book);
	if (!book) return ERR_MEMORY;
	book->dates_len = 0;
	book->rules_len = 0;
	*out_book = book;
	return ERR_OK;
}

void daybook_free(struct daybook *book)
{
	mem_free(book);
}

/* The place of the first date >= day. */
static u32 place_of(const struct daybook *book, i32 day)
{
	u32 low = 0;
	u32 high = book->dates_len;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (book->dates[middle] < day) low = middle + 1;
		else high = middle;
	}
	return low;
}

static bool has_date(const struct daybook *book, i32 day)
{
	u32 place = place_of(book, day);
	return place < book->dates_len && book->dates[place] == day;
}

static enum err parse_date(str date, i32 *out_day, struct why *why)
{
	wall midnight;
	if (str_find(date, 'T') < date.len || str_find(date, ' ') < date.len ||
	    wall_parse(date, &midnight, NULL))
		return fail_at(why, ERR_TIME_SYNTAX, 0, date.len,
			       "\"%.*s\" is not a date; dates are written 2025-12-25",
			       STR_ARG(str_slice(date, 0, 40)));
	*out_day = wall_day_number(midnight);
	return ERR_OK;
}

enum err daybook_add_date(struct daybook *book, str date, struct why *why)
{
	i32 day;
	enum err err = parse_date(date, &day, why);
	if (err) return err;
	if (has_date(book, day)) return ERR_OK;
	if (book->dates_len == DAYBOOK_DATES_MAX)
		return fail(why, ERR_TOO_LONG, "a calendar may have at most %d dates",
			    DAYBOOK_DATES_MAX);
	u32 place = place_of(book, day);
	memmove(book->dates + place + 1, book->dates + place,
		(book->dates_len - place) * sizeof book->dates[0]);
	book->dates[place] = day;
	book->dates_len++;
	return ERR_OK;
}

enum err daybook_add_rule(struct daybook *book, str text, str start, struct why *why)
{
	static const u32 times = 1 << PART_BYHOUR | 1 << PART_BYMINUTE | 1 << PART_BYSECOND;
	struct rrule rule;
	i32 first;
	enum err err = parse_date(start, &first, why);
	if (err) return err;
	err = rrule_parse(text, &rule, why);
	if (err) return err;
	if (rule.freq < FREQ_DAILY || rule.parts & times)
		return fail_at(why, ERR_RRULE_CONFLICT, 0, text.len,
			       "a calendar's rule must be about whole days: FREQ=DAILY or coarser, "
			       "without BYHOUR, BYMINUTE, BYSECOND");
	if (book->rules_len == DAYBOOK_RULES_MAX)
		return fail(why, ERR_TOO_LONG, "a calendar may have at most %d rules",
			    DAYBOOK_RULES_MAX);
	err = rrule_bind(&rule, (wall)first * DAY_SECONDS, why);
	if (err) return err;
	/* Days have no zone here, so UNTIL counts by its date alone. */
	if (rule.until_kind != UNTIL_NONE && rule.until < rule.last) rule.last = rule.until;
	wall day;
	if (!rrule_next_wall(&rule, rule.start - 1, &day))
		return fail_at(why, ERR_RULE_NEVER, 0, text.len,
			       "has no day: its UNTIL is before its start");
	book->rules[book->rules_len++] = rule;
	return ERR_OK;
}

bool daybook_has_day(const struct daybook *book, i32 day)
{
	wall midnight = (wall)day * DAY_SECONDS;
	wall found;
	if (has_date(book, day)) return true;
	for (u32 i = 0; i < book->rules_len; i++) {
		if (rrule_next_wall(&book->rules[i], midnight - 1, &found) && found == midnight)
			return true;
	}
	return false;
}
