/* Binding a rule to its start: the start says what the rule leaves open, then the rule is tried.
 * What cannot fire is told apart from what fires rarely before anything searches long. */
#include "calendar/rrule.h"

#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/rrule_days.h"

/* Fields that were not written may hold what an earlier binding filled in. */
static void forget_filled_in(struct rrule *rule)
{
	if (!rrule_has(rule, PART_BYSECOND)) rule->seconds = 0;
	if (!rrule_has(rule, PART_BYMINUTE)) rule->minutes = 0;
	if (!rrule_has(rule, PART_BYHOUR)) rule->hours = 0;
	if (!rrule_has(rule, PART_BYMONTH)) rule->months = 0;
	if (!rrule_has(rule, PART_BYDAY)) rule->weekdays = 0;
	if (!rrule_has(rule, PART_BYMONTHDAY)) rule->days_front = 0;
}

/* Below its frequency a field comes from the start; from its frequency up, any value will do. */
static void fill_in_time(struct rrule *rule, const struct civil *start)
{
	if (!rrule_has(rule, PART_BYSECOND))
		rule->seconds = rule->freq > FREQ_SECONDLY ? (u64)1 << start->second
							   : bits_range(0, 59);
	if (!rrule_has(rule, PART_BYMINUTE))
		rule->minutes = rule->freq > FREQ_MINUTELY ? (u64)1 << start->minute
							   : bits_range(0, 59);
	if (!rrule_has(rule, PART_BYHOUR))
		rule->hours = rule->freq > FREQ_HOURLY ? (u32)1 << start->hour
						       : (u32)bits_range(0, 23);
}

static void fill_in_day(struct rrule *rule, const struct civil *start)
{
	static const u32 days = 1 << PART_BYYEARDAY | 1 << PART_BYMONTHDAY | 1 << PART_BYDAY;
	u8 weekday = (u8)(1 << civil_weekday(wall_day_number(rule->start)));
	if (rule->parts & days) return;
	if (rule->freq == FREQ_WEEKLY || rrule_has(rule, PART_BYWEEKNO)) {
		rule->weekdays = weekday;
		return;
	}
	if (rule->freq < FREQ_MONTHLY) return;
	rule->days_front = (u32)1 << start->day;
	if (rule->freq == FREQ_YEARLY && !rrule_has(rule, PART_BYMONTH))
		rule->months = (u16)(1 << start->month);
}

/* Below a day a rule steps through the times of day that differ from its start's by a multiple of
 * gcd(step, day). If BYHOUR, BYMINUTE and BYSECOND allow none of those, it never fires. */
static bool reaches_an_allowed_time(const struct rrule *rule)
{
	i32 unit = rrule_unit_seconds(rule->freq);
	struct times times = rrule_times(rule);
	if (rule->freq >= FREQ_MINUTELY) times.seconds = 1;
	if (rule->freq >= FREQ_HOURLY) times.minutes = 1;
	i64 step = (i64)unit * rule->interval;
	i32 stride = (i32)greatest_common_divisor(step, DAY_SECONDS);
	i32 start = wall_second_of_day(rule->start) / unit * unit;
	for (i32 at = times_next(times, 0); at < DAY_SECONDS; at = times_next(times, at + 1)) {
		if ((at - start) % stride == 0) return true;
		if (at == DAY_SECONDS - 1) break;
	}
	return false;
}

/* Up to a day every period has as many times as the other, of which BYSETPOS chooses some or none.
 */
static bool chooses_a_time(const struct rrule *rule)
{
	struct times times = rrule_times(rule);
	if (rule->freq <= FREQ_HOURLY) times.hours = 1;
	if (rule->freq <= FREQ_MINUTELY) times.minutes = 1;
	if (rule->freq <= FREQ_SECONDLY) times.seconds = 1;
	u32 count = times_count(times);
	for (u32 n = 1; n <= count && n <= 366; n++) {
		u64 either = rule->positions.front[n / 64] | rule->positions.back[n / 64];
		if (either >> n % 64 & 1) return true;
	}
	return false;
}

/* The seconds from one instance to the next where that is always the same, else 0. */
static i64 plain_step(const struct rrule *rule)
{
	static const u32 plain = 1 << PART_FREQ | 1 << PART_INTERVAL | 1 << PART_COUNT |
				 1 << PART_WKST | 1 << PART_RSCALE | 1 << PART_SKIP;
	if (rule->parts & ~plain || rule->freq > FREQ_WEEKLY) return 0;
	if (rule->freq == FREQ_WEEKLY) return (i64)rule->interval * 7 * DAY_SECONDS;
	if (rule->freq == FREQ_DAILY) return (i64)rule->interval * DAY_SECONDS;
	return (i64)rule->interval * rrule_unit_seconds(rule->freq);
}

static enum err find_last(struct rrule *rule, struct why *why)
{
	wall at = rule->start - 1;
	i64 step = plain_step(rule);
	if (step) {
		rule->last = rule->start + (i64)(rule->count - 1) * step;
		return ERR_OK;
	}
	if (rule->count > RRULE_COUNT_WALK_MAX)
		return fail(why, ERR_RRULE_RANGE,
			    "COUNT must be at most %d with BY parts, or with MONTHLY or YEARLY",
			    RRULE_COUNT_WALK_MAX);
	/* One bound for the whole walk: steps that hardly ever meet the BY parts would else cost
	 * the bound of a search for each of the instances. */
	u32 tries_left = RRULE_STEPS_MAX;
	for (u32 n = 0; n < rule->count; n++) {
		if (!rrule_next_wall_within(rule, at, &tries_left, &at)) break;
	}
	if (!tries_left)
		return fail(why, ERR_RRULE_RANGE,
			    "COUNT=%u is too large to count: the BY parts match too rarely; use "
			    "UNTIL, or a smaller COUNT",
			    rule->count);
	rule->last = at;
	return ERR_OK;
}

/* Refuses a rule that cannot fire, by the cheapest check that can tell. */
static enum err check_fires(const struct rrule *rule, struct why *why)
{
	wall first;
	if (!rrule_times(rule).seconds)
		return fail(why, ERR_RULE_NEVER, "never fires: no clock shows a second 60");
	if (rule->freq < FREQ_DAILY && !reaches_an_allowed_time(rule))
		return fail(why, ERR_RULE_NEVER,
			    "never fires: no step from the start matches BYHOUR, BYMINUTE, "
			    "BYSECOND");
	if (rule->freq <= FREQ_DAILY && rrule_has(rule, PART_BYSETPOS) && !chooses_a_time(rule))
		return fail(why, ERR_RULE_NEVER,
			    "never fires: no period has as many times as BYSETPOS asks for");
	u32 tries_left = RRULE_STEPS_MAX;
	if (rrule_next_wall_within(rule, rule->start - 1, &tries_left, &first)) return ERR_OK;
	if (!tries_left)
		return fail(why, ERR_RULE_NEVER,
			    "never fires within %d steps: its BY parts match too rarely",
			    RRULE_STEPS_MAX);
	return fail(why, ERR_RULE_NEVER, "never fires: no day or time matches all of its parts");
}

enum err rrule_bind(struct rrule *rule, wall start, struct why *why)
{
	struct civil civil;
	must(start >= WALL_MIN);
	must(start <= WALL_MAX);
	rule->start = start;
	rule->last = WALL_MAX;
	wall_to_civil(start, &civil);
	forget_filled_in(rule);
	fill_in_time(rule, &civil);
	fill_in_day(rule, &civil);
	enum err err = check_fires(rule, why);
	if (err) return err;
	return rule->count ? find_last(rule, why) : ERR_OK;
}
