#include "model/reminder.h"

#include "calendar/next.h"

enum { SHORTEST_WALK = 100 };

static const str status_names[REMINDER_STATUS_COUNT] = {
#define X(name, word, sentence) STR(word),
	REMINDER_STATUSES(X)
#undef X
};

str reminder_status_name(enum reminder_status status)
{
	return status < REMINDER_STATUS_COUNT ? status_names[status] : (str){ "", 0 };
}

bool reminder_status_parse(str name, enum reminder_status *out_status)
{
	for (u32 i = 0; i < REMINDER_STATUS_COUNT; i++) {
		if (!str_eq_nocase(name, status_names[i])) continue;
		*out_status = (enum reminder_status)i;
		return true;
	}
	return false;
}

bool reminder_status_is_over(enum reminder_status status)
{
	return status == REMINDER_DISMISSED || status == REMINDER_COMPLETED;
}

/* ---- when --------------------------------------------------------------------------------- */

struct reminder_series reminder_series_of(const struct reminder_row *row)
{
	return (struct reminder_series){ .zone = row->found_zone ? row->found_zone : zone_utc(),
					 .rule = row->rule,
					 .starts_at = row->starts_at,
					 .end_date = row->end_date };
}

/* Read anew each time: a series is asked seldom, and so it needs no memory of its own. */
static enum err bind(const struct reminder_series *series, struct schedule *schedule,
		     struct why *why)
{
	struct why inner;
	*schedule = (struct schedule){ .zone = series->zone, .has_start = true };
	schedule->start = zone_wall_at(series->zone, msec_to_seconds(series->starts_at));
	enum err err = rule_parse(RULE_RRULE, series->rule, &schedule->rule, &inner);
	if (!err) err = schedule_bind(schedule, &inner);
	return err ? fail(why, err, "recurrence_rule: %s", inner.text) : ERR_OK;
}

/* The last day counts, as the wall of its zone has it. */
static bool is_within(const struct reminder_series *series, msec at)
{
	if (!series->end_date) return true;
	return wall_day_number(zone_wall_at(series->zone, msec_to_seconds(at))) <= series->end_date;
}

static bool next_of(const struct reminder_series *series, const struct schedule *schedule,
		    msec after, msec *out_at)
{
	msec at;
	if (!schedule_next(schedule, after, &at) || !is_within(series, at)) return false;
	*out_at = at;
	return true;
}

bool reminder_next(const struct reminder_series *series, msec after, msec *out_at)
{
	struct schedule schedule;
	struct why why;
	if (bind(series, &schedule, &why)) return false;
	return next_of(series, &schedule, after, out_at);
}

enum err reminder_series_check(const struct reminder_series *series, msec after, struct why *why)
{
	struct schedule schedule;
	enum err err = bind(series, &schedule, why);
	msec last, next;
	if (err) return err;
	if (!next_of(series, &schedule, after, &last))
		return fail(why, ERR_RULE_NEVER,
			    "recurrence_rule: the series ends before it begins");
	for (u32 i = 0; i < SHORTEST_WALK && next_of(series, &schedule, last, &next); i++) {
		if (next - last < MSEC_MINUTE)
			return fail(why, ERR_INVALID,
				    "recurrence_rule: occurrences must be at least a minute apart");
		last = next;
	}
	return ERR_OK;
}

/* Looks back from now, a little first: so a walk over years of downtime is short. */
msec reminder_latest(const struct reminder_series *series, msec known, msec now)
{
	static const msec spans[] = { MSEC_HOUR,      MSEC_DAY,         32 * MSEC_DAY,
				      800 * MSEC_DAY, 20000 * MSEC_DAY, MSEC_YEAR_9999_END };
	struct schedule schedule;
	struct why why;
	msec at;
	if (bind(series, &schedule, &why)) return known;
	for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
		msec from = msec_sub(now, spans[i]);
		if (from < known) from = known;
		bool found = next_of(series, &schedule, from, &at) && at <= now;
		if (!found && from == known) return known;
		if (!found) continue;
		do known = at;
		while (next_of(series, &schedule, known, &at) && at <= now);
		return known;
	}
	return known;
}

bool reminder_is_ahead(const struct reminder_hot *hot, msec instant)
{
	return hot->updated_at > instant || hot->sent_at > instant || hot->dismissed_at > instant ||
	       hot->completed_at > instant;
}

/* ---- texts -------------------------------------------------------------------------------- */

static const str entity_start = { "reminder:", 9 };

void reminder_print_entity(const struct uuid *id, char text[REMINDER_ENTITY_LEN])
{
	memcpy(text, entity_start.at, entity_start.len);
	uuid_print(*id, text + entity_start.len);
}

bool reminder_parse_entity(str text, struct uuid *out_id)
{
	if (text.len != REMINDER_ENTITY_LEN || !str_starts_with(text, entity_start)) return false;
	return uuid_parse(str_from_offset(text, entity_start.len), out_id);
}

bool channel_name_is_good(str name)
{
	if (!name.len || name.len > LIMIT_CHANNEL_NAME_BYTES) return false;
	for (size_t i = 0; i < name.len; i++) {
		char byte = name.at[i];
		bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
		bool is_digit = byte >= '0' && byte <= '9';
		if (!is_letter && !is_digit && byte != '_' && byte != '-' && byte != '.')
			return false;
	}
	return true;
}
