/* Making a schedule ready: parsing its rule by kind, binding it to start and zone, and refusing
 * what can never fire. */
#include "base/must.h"
#include "calendar/duration.h"
#include "calendar/next.h"

enum rule_kind rule_kind_guess(str text)
{
	str trimmed = str_trim(text);
	bool has_equals = str_find(trimmed, '=') < trimmed.len;
	if (has_equals || str_eq_nocase(str_slice(trimmed, 0, 6), STR("RRULE:"))) return RULE_RRULE;
	bool one_word = str_find(trimmed, ' ') == trimmed.len &&
			str_find(trimmed, '\t') == trimmed.len;
	bool number_first = trimmed.len > 1 && ascii_is_digit(trimmed.at[0]);
	char last = trimmed.len ? ascii_lower(trimmed.at[trimmed.len - 1]) : '\0';
	bool unit_last = last == 's' || last == 'm' || last == 'h' || last == 'd' || last == 'w';
	return one_word && number_first && unit_last ? RULE_INTERVAL : RULE_CRON;
}

static enum err interval_parse(str text, msec *out_interval, struct why *why)
{
	msec interval;
	enum err err = duration_parse(text, &interval, why);
	if (err) return err;
	if (interval < MSEC_SECOND)
		return fail_at(why, ERR_INTERVAL, 0, text.len,
			       "an interval must be at least one second");
	*out_interval = interval;
	return ERR_OK;
}

enum err rule_parse(enum rule_kind kind, str text, struct rule *out_rule, struct why *why)
{
	enum err err = ERR_OK;
	/* Each writes its own member on success only, so nothing is copied twice. */
	switch (kind) {
	case RULE_CRON: err = cron_parse(text, &out_rule->cron, why); break;
	case RULE_RRULE: err = rrule_parse(text, &out_rule->rrule, why); break;
	case RULE_INTERVAL: err = interval_parse(text, &out_rule->interval, why); break;
	}
	if (!err) out_rule->kind = kind;
	return err;
}

void rule_print(const struct rule *rule, struct buf *out)
{
	switch (rule->kind) {
	case RULE_CRON: cron_print(&rule->cron, out); break;
	case RULE_RRULE: rrule_print(&rule->rrule, out); break;
	case RULE_INTERVAL: duration_print(rule->interval, out); break;
	}
}

/* UNTIL as an instant, inclusive. A local one that happens twice means its first pass, like any
 * other wall; a date means all of its day, however long that is. */
static msec until_instant(const struct schedule *schedule)
{
	const struct rrule *rule = &schedule->rule.rrule;
	struct zone_reading reading;
	if (rule->until_kind == UNTIL_NONE) return MSEC_MAX;
	if (rule->until_kind == UNTIL_UTC) return rule->until * 1000;
	zone_read_wall(schedule->zone, rule->until, &reading);
	bool whole_day = rule->until_kind == UNTIL_DATE && reading.fit == ZONE_TWICE;
	return (whole_day ? reading.utc_second : reading.utc) * 1000;
}

static void check_ascending(const msec *dates, u32 len)
{
	for (u32 i = 1; i < len; i++) must(dates[i - 1] < dates[i]);
}

enum err schedule_bind(struct schedule *schedule, struct why *why)
{
	msec first;
	must(schedule->zone != NULL);
	must(schedule->rdates_len <= SCHEDULE_DATES_MAX);
	must(schedule->exdates_len <= SCHEDULE_DATES_MAX);
	must(schedule->excluded_len <= SCHEDULE_DAYBOOKS_MAX);
	check_ascending(schedule->rdates, schedule->rdates_len);
	check_ascending(schedule->exdates, schedule->exdates_len);
	schedule->until = MSEC_MAX;
	if (schedule->rule.kind == RULE_RRULE) {
		must(schedule->has_start);
		enum err err = rrule_bind(&schedule->rule.rrule, schedule->start, why);
		if (err) return err;
		schedule->until = until_instant(schedule);
	}
	if (schedule->rule.kind == RULE_CRON && schedule->has_start) {
		struct zone_reading reading;
		zone_read_wall(schedule->zone, schedule->start, &reading);
		schedule->start_at = reading.utc * 1000;
	}
	if (!schedule_next(schedule, MSEC_MIN, &first))
		return fail(why, ERR_RULE_NEVER,
			    "never fires: its end, its excluded dates or the year 9999 leave no "
			    "occurrence");
	return ERR_OK;
}
