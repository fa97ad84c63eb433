/* The almanac and the calendar know nothing of each other: of every rule that the simulator draws,
 * in every zone, with every version of its data and all days left out, they must name the same
 * instants, and count as many in a range. */
#include "base/check.h"
#include "base/prng.h"
#include "calendar/daybook.h"
#include "calendar/zone.h"
#include "model/books.h"
#include "model/timetable.h"
#include "sim/almanac.h"

#include <inttypes.h>

/* 2026-01-05T00:00Z, when histories begin. */
#define BEGIN_MS ((msec)1767571200 * MSEC_SECOND)

enum { RULES = 60, INTERVALS = 2000, STARTS = 3, STEPS = 12 };
enum { DAYS_AHEAD = 700, RANGE_DAYS = 12, MOST = 400 };

struct sources {
	struct zone *zones[ALMANAC_ZONES];
	struct daybook *book;
};

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct sources *sources = context;
	(void)why;
	for (u32 i = 1; i < ALMANAC_ZONES; i++) {
		if (str_eq(name, str_from(almanac_zone_name(i)))) *out_zone = sources->zones[i];
	}
	return ERR_OK;
}

static const struct daybook *find_book(void *context, str name)
{
	(void)name;
	return ((struct sources *)context)->book;
}

static void open_sources(struct sources *sources, u32 version, u32 calendar)
{
	struct why why;
	for (u32 i = 1; i < ALMANAC_ZONES; i++) sources->zones[i] = almanac_zone_new(i, version);
	assert_int_equal(daybook_new(&sources->book), ERR_OK);
	assert_int_equal(calendar_read(sources->book, almanac_calendar(calendar), &why), ERR_OK);
}

static void close_sources(struct sources *sources)
{
	for (u32 i = 1; i < ALMANAC_ZONES; i++) zone_free(sources->zones[i]);
	daybook_free(sources->book);
}

static struct timetable *timetable_of(const struct almanac_rule *rule, struct sources *sources)
{
	struct timetable_sources from = { sources, find_zone, find_book };
	struct timetable *timetable = NULL;
	struct why why;
	struct job_row row = { .kind = rule->kind,
			       .rule = str_from(rule->text),
			       .start = str_from(rule->start_text),
			       .rdates = str_from(rule->extra_text),
			       .exdates = str_from(rule->except_text),
			       .zone = str_from(almanac_zone_name(rule->zone)),
			       .run_at = rule->first,
			       .interval_ms = rule->interval,
			       .dst_gap = rule->gap,
			       .dst_overlap = rule->overlap,
			       .exclude = STR("days") };
	enum err err = timetable_new(&row, &from, &timetable, &why);
	assert_true(!err || err == ERR_RULE_NEVER);
	return timetable;
}

struct asked {
	const struct almanac_rule *rule;
	const struct timetable *timetable;
	u32 number, version, calendar;
};

/* Beyond 14 months the almanac does not look. */
static void same_next(const struct asked *asked, msec *at)
{
	msec by_almanac = 0, by_calendar = 0, after = *at;
	bool has = almanac_next(asked->rule, asked->version, asked->calendar, after, &by_almanac);
	bool has_too = timetable_next(asked->timetable, after, &by_calendar);
	if (has == has_too && (!has || by_almanac == by_calendar)) {
		*at = has ? by_almanac : MSEC_MAX;
		return;
	}
	fail_msg("rule %u (%s, from %s, %s, gap %d, overlap %d), data %u, days %u, after %" PRIi64
		 ": almanac %" PRIi64 ", calendar %" PRIi64,
		 asked->number, asked->rule->text, asked->rule->start_text,
		 almanac_zone_name(asked->rule->zone), asked->rule->gap, asked->rule->overlap,
		 asked->version, asked->calendar, after / MSEC_SECOND, by_almanac / MSEC_SECOND,
		 by_calendar / MSEC_SECOND);
}

static void same_count(const struct asked *asked, msec after, msec until)
{
	bool more;
	u32 by_calendar = timetable_count(asked->timetable, after, until, MOST, &more);
	u32 by_almanac = almanac_count(asked->rule, asked->version, asked->calendar, after, until,
				       MOST);
	if (by_calendar == by_almanac) return;
	fail_msg("rule %u (%s %s, every %" PRIi64 " s), data %u, days %u, (%" PRIi64 ", %" PRIi64
		 "]: almanac %u, calendar %u",
		 asked->number, asked->rule->text, almanac_zone_name(asked->rule->zone),
		 asked->rule->interval / MSEC_SECOND, asked->version, asked->calendar,
		 after / MSEC_SECOND, until / MSEC_SECOND, by_almanac, by_calendar);
}

static void compare(const struct asked *asked, struct prng *prng)
{
	for (u32 i = 0; i < STARTS; i++) {
		msec at = BEGIN_MS - MSEC_DAY + (msec)prng_below(prng, DAYS_AHEAD * MSEC_DAY);
		if (i == 0) at = BEGIN_MS - (msec)prng_below(prng, 2 * MSEC_DAY);
		same_count(asked, at, at + (msec)prng_below(prng, RANGE_DAYS * MSEC_DAY));
		for (u32 j = 0; j < STEPS && at != MSEC_MAX; j++) same_next(asked, &at);
	}
}

static void compare_all(u32 version, u32 calendar, struct prng *prng)
{
	struct sources sources;
	open_sources(&sources, version, calendar);
	for (u32 number = 0; number < INTERVALS; number++) {
		struct almanac_rule rule = almanac_rule(number);
		/* Of those that count minutes the almanac is slow. */
		if (number >= RULES && rule.kind != JOB_INTERVAL) continue;
		struct timetable *timetable = timetable_of(&rule, &sources);
		struct asked asked = { &rule, timetable, number, version, calendar };
		if (timetable) compare(&asked, prng);
		timetable_free(timetable);
	}
	close_sources(&sources);
}

static void both_name_the_same_instants(void **state)
{
	struct prng prng = prng_init(7);
	(void)state;
	for (u32 i = 0; i < ALMANAC_VERSIONS * ALMANAC_CALENDARS; i++)
		compare_all(i % ALMANAC_VERSIONS, i / ALMANAC_VERSIONS, &prng);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_name_the_same_instants),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
