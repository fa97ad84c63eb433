/* The normal form of a recurrence rule: parts in one order, lists ascending, negative numbers after
 * the positive ones. What was written stays, but for INTERVAL=1, which says nothing. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/rrule.h"
#include "calendar/rrule_names.h"

struct item_list {
	struct buf *out;
	bool begun;
};

static void add_item(struct item_list *list, i64 number)
{
	if (list->begun) buf_add_byte(list->out, ',');
	list->begun = true;
	buf_add_i64(list->out, number);
}

static void add_front(struct item_list *list, u64 set)
{
	for (; set; set &= set - 1) add_item(list, bits_next(set, 0));
}

/* -3,-2,-1: the greatest distance is the least number. */
static void add_back(struct item_list *list, u64 set)
{
	for (; set; set &= ~((u64)1 << bits_last(set))) add_item(list, -(i64)bits_last(set));
}

static void add_ordinals(struct item_list *list, const struct ordinals *ordinals)
{
	for (u32 n = 1; n <= 366; n++) {
		if (ordinals->front[n / 64] >> n % 64 & 1) add_item(list, n);
	}
	for (u32 n = 366; n >= 1; n--) {
		if (ordinals->back[n / 64] >> n % 64 & 1) add_item(list, -(i64)n);
	}
}

static void add_weekday(struct item_list *list, i32 number, u32 day)
{
	if (list->begun) buf_add_byte(list->out, ',');
	list->begun = true;
	if (number) buf_add_i64(list->out, number);
	buf_add(list->out, rrule_weekday_name(day));
}

/* Monday first, as people count their week. */
static void add_weekdays(struct item_list *list, const struct rrule *rule)
{
	for (u32 i = 0; i < 7; i++) {
		u32 day = (MONDAY + i) % 7;
		if (rule->weekdays >> day & 1) add_weekday(list, 0, day);
		for (u64 set = rule->weekday_front[day]; set; set &= set - 1)
			add_weekday(list, (i32)bits_next(set, 0), day);
		for (u64 set = rule->weekday_back[day]; set; set &= ~((u64)1 << bits_last(set)))
			add_weekday(list, -(i32)bits_last(set), day);
	}
}

static void add_until(struct buf *out, const struct rrule *rule)
{
	struct civil civil;
	wall_to_civil(rule->until, &civil);
	buf_addf(out, "%04d%02d%02d", civil.year, civil.month, civil.day);
	if (rule->until_kind == UNTIL_DATE) return;
	buf_addf(out, "T%02d%02d%02d", civil.hour, civil.minute, civil.second);
	if (rule->until_kind == UNTIL_UTC) buf_add_byte(out, 'Z');
}

static void add_value(struct buf *out, const struct rrule *rule, enum rrule_part part)
{
	struct item_list list = { .out = out };
	switch (part) {
	case PART_RSCALE: buf_add(out, STR("GREGORIAN")); break;
	case PART_FREQ: buf_add(out, rrule_freq_name(rule->freq)); break;
	case PART_INTERVAL: buf_add_u64(out, rule->interval); break;
	case PART_BYMONTH: add_front(&list, rule->months); break;
	case PART_BYWEEKNO:
		add_front(&list, rule->weeks_front);
		add_back(&list, rule->weeks_back);
		break;
	case PART_BYYEARDAY: add_ordinals(&list, &rule->year_days); break;
	case PART_BYMONTHDAY:
		add_front(&list, rule->days_front);
		add_back(&list, rule->days_back);
		break;
	case PART_BYDAY: add_weekdays(&list, rule); break;
	case PART_BYHOUR: add_front(&list, rule->hours); break;
	case PART_BYMINUTE: add_front(&list, rule->minutes); break;
	case PART_BYSECOND: add_front(&list, rule->seconds); break;
	case PART_BYSETPOS: add_ordinals(&list, &rule->positions); break;
	case PART_SKIP: buf_add(out, rrule_skip_name(rule->skip)); break;
	case PART_WKST: buf_add(out, rrule_weekday_name(rule->week_start)); break;
	case PART_COUNT: buf_add_u64(out, rule->count); break;
	case PART_UNTIL: add_until(out, rule); break;
	case PART_KINDS: must(false); break;
	}
}

void rrule_print(const struct rrule *rule, struct buf *out)
{
	bool begun = false;
	for (u32 part = 0; part < PART_KINDS; part++) {
		if (!rrule_has(rule, (enum rrule_part)part)) continue;
		if (part == PART_INTERVAL && rule->interval == 1) continue;
		if (begun) buf_add_byte(out, ';');
		begun = true;
		buf_add(out, rrule_part_name((enum rrule_part)part));
		buf_add_byte(out, '=');
		add_value(out, rule, (enum rrule_part)part);
	}
}
