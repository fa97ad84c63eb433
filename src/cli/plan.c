#include "cli/plan.h"

#include "base/must.h"

static const char *const kind_names[] = {
	[RULE_CRON] = "cron",
	[RULE_RRULE] = "rrule",
	[RULE_INTERVAL] = "interval",
};

const char *rule_kind_name(enum rule_kind kind)
{
	must(kind < countof(kind_names));
	return kind_names[kind];
}

wall plan_wall_at(const struct plan *plan, msec at)
{
	return zone_wall_at(plan->schedule.zone, msec_to_seconds(at));
}

static enum err read_kind(const struct plan_request *request, enum rule_kind *out_kind,
			  struct why *why)
{
	if (!request->kind.at) {
		*out_kind = rule_kind_guess(request->rule);
		return ERR_OK;
	}
	for (u32 i = 0; i < countof(kind_names); i++) {
		if (!str_eq_nocase(request->kind, str_from(kind_names[i]))) continue;
		*out_kind = (enum rule_kind)i;
		return ERR_OK;
	}
	return fail(why, ERR_USAGE, "\"%.*s\" is not cron, rrule or interval",
		    STR_ARG(request->kind));
}

/* Whether a time ends in Z or an offset, so that it says an instant by itself. */
static bool has_offset(str text)
{
	if (text.len == 0) return false;
	char last = text.at[text.len - 1];
	if (last == 'Z' || last == 'z') return true;
	bool colon = text.len >= 6 && text.at[text.len - 3] == ':';
	char sign = text.len >= 6 ? text.at[text.len - 6] : '\0';
	return colon && (sign == '+' || sign == '-');
}

/* An instant, or a local time of the plan's zone as the policy for clock changes reads it. */
static enum err read_time(const struct plan *plan, str text, msec *out_at, struct why *why)
{
	struct zone_reading reading;
	wall local;
	if (has_offset(text)) return instant_parse(text, out_at, why);
	enum err err = wall_parse(text, &local, why);
	if (err) return err;
	zone_read_wall(plan->schedule.zone, local, &reading);
	*out_at = reading.utc * 1000;
	return ERR_OK;
}

static enum err read_after(struct plan *plan, const struct plan_request *request, struct why *why)
{
	plan->after = request->now;
	if (!request->after.at) return ERR_OK;
	return read_time(plan, request->after, &plan->after, why);
}

/* Instants at the ends of the years we know may be outside them on a wall clock. */
static enum err check_wall(wall at, struct why *why)
{
	if (at >= WALL_MIN && at <= WALL_MAX) return ERR_OK;
	return fail(why, ERR_TIME_SYNTAX, "the local time there is outside the years 1 to 9999");
}

/* The first full minute later than `after`: late enough to be listed itself, and so to be counted
 * by COUNT as people expect. */
static enum err choose_start(struct plan *plan, wall *out_start, struct why *why)
{
	wall after = plan_wall_at(plan, plan->after);
	i32 second = wall_second_of_day(after) % 60;
	wall start = after - second + 60;
	enum err err = check_wall(start, why);
	if (err) return err;
	plan->start_chosen = true;
	*out_start = start;
	return ERR_OK;
}

static enum err read_start(struct plan *plan, const struct plan_request *request, struct why *why)
{
	struct schedule *schedule = &plan->schedule;
	wall start;
	msec at;
	enum err err;
	if (!request->start.at) {
		if (plan->kind == RULE_CRON) return ERR_OK;
		err = choose_start(plan, &start, why);
	} else if (has_offset(request->start)) {
		err = instant_parse(request->start, &at, why);
		if (!err) start = plan_wall_at(plan, at);
		if (!err) err = check_wall(start, why);
	} else {
		err = wall_parse(request->start, &start, why);
	}
	if (err) return err;
	struct zone_reading reading;
	zone_read_wall(schedule->zone, start, &reading);
	schedule->start = start;
	schedule->start_at = reading.utc * 1000;
	schedule->has_start = true;
	return ERR_OK;
}

enum err plan_init(struct plan *plan, const struct plan_request *request, struct zones *zones,
		   enum plan_part *out_part, struct why *why)
{
	enum err err;
	plan->text = request->rule;
	plan->schedule = (struct schedule){ .rdates = plan->rdates, .exdates = plan->exdates };
	plan->start_chosen = false;
	plan->holidays = NULL;
	*out_part = PLAN_KIND;
	err = read_kind(request, &plan->kind, why);
	if (err) return err;
	*out_part = PLAN_RULE;
	err = rule_parse(plan->kind, request->rule, &plan->schedule.rule, why);
	if (err) return err;
	*out_part = PLAN_ZONE;
	str zone = request->zone.at ? request->zone : STR("UTC");
	err = zones_get(zones, zone, &plan->schedule.zone, why);
	if (err) return err;
	*out_part = PLAN_AFTER;
	err = read_after(plan, request, why);
	if (err) return err;
	*out_part = PLAN_START;
	err = read_start(plan, request, why);
	if (err) return err;
	*out_part = PLAN_RULE;
	return ERR_OK;
}

void plan_done(struct plan *plan)
{
	daybook_free(plan->holidays);
	plan->holidays = NULL;
}

/* Keeps `dates` ascending and each once. */
static enum err insert_date(msec *dates, u32 *len, msec at, struct why *why)
{
	u32 place = *len;
	while (place > 0 && dates[place - 1] > at) place--;
	if (place > 0 && dates[place - 1] == at) return ERR_OK;
	if (*len == SCHEDULE_DATES_MAX)
		return fail(why, ERR_TOO_LONG, "at most %d dates may be given", SCHEDULE_DATES_MAX);
	memmove(dates + place + 1, dates + place, (*len - place) * sizeof *dates);
	dates[place] = at;
	*len += 1;
	return ERR_OK;
}

static enum err add_times(const struct plan *plan, str list, msec *dates, u32 *len, struct why *why)
{
	do {
		msec at;
		str item = str_trim(str_split(&list, ','));
		enum err err = read_time(plan, item, &at, why);
		if (!err) err = insert_date(dates, len, at, why);
		if (err) return err;
	} while (list.len);
	return ERR_OK;
}

enum err plan_add_rdates(struct plan *plan, str list, struct why *why)
{
	return add_times(plan, list, plan->rdates, &plan->schedule.rdates_len, why);
}

enum err plan_add_exdates(struct plan *plan, str list, struct why *why)
{
	return add_times(plan, list, plan->exdates, &plan->schedule.exdates_len, why);
}

enum err plan_add_excluded(struct plan *plan, str list, struct why *why)
{
	if (!plan->holidays) {
		enum err err = daybook_new(&plan->holidays);
		if (err) return fail(why, err, "no memory for the days to leave out");
		plan->books[0] = plan->holidays;
		plan->schedule.excluded = plan->books;
		plan->schedule.excluded_len = 1;
	}
	do {
		str item = str_trim(str_split(&list, ','));
		enum err err = daybook_add_date(plan->holidays, item, why);
		if (err) return err;
	} while (list.len);
	return ERR_OK;
}

enum err plan_bind(struct plan *plan, struct why *why)
{
	return schedule_bind(&plan->schedule, why);
}
