/* A desk with people who have daily windows. It is Tuesday, 2023-11-14, 22:13:20 UTC. */
#ifndef BELFRY_TEST_UNIT_ENGINE_DAILY_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_DAILY_DESK_H

#include "engine/desk.h"

enum { TODAY = 19675 };

static inline struct command daily_put(const char *user, const char *due)
{
	struct command command = { .kind = COMMAND_DAILY_PUT,
				   .tenant = STR("acme"),
				   .daily = { .user = str_from(user) } };
	struct why why;
	assert_int_equal(ERR_OK, daily_parse_time(str_from(due), &command.daily.due_minute, &why));
	return command;
}

static inline struct daily_answer desk_daily(struct desk *desk, const char *user, const char *due)
{
	const struct answer *answer = desk_do(desk, daily_put(user, due));
	assert_int_equal(ERR_OK, answer->err);
	return answer->daily;
}

static inline const struct daily_row *desk_daily_row(const struct desk *desk, const char *user)
{
	return memory_store_find_daily(desk->store, (tenant_no){ 1 }, str_from(user));
}

static inline void desk_windows(struct desk *desk, struct daily_settings settings)
{
	struct command set = {
		.kind = COMMAND_SET_TENANT,
		.set = { .name = STR("acme"), .has_daily = true, .daily = settings }
	};
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

/* Moves on to an instant of today or later: so many minutes after midnight. */
static inline void desk_to(struct desk *desk, i64 day, u32 minute)
{
	msec at = day * MSEC_DAY + (msec)minute * MSEC_MINUTE;
	assert_true(at >= desk->now.wall);
	desk_advance(desk, at - desk->now.wall);
}

struct days_seen {
	char text[1000];
	u32 len;
	struct day_row last;
};

static inline void see_day(void *context, const struct day_row *row)
{
	struct days_seen *seen = context;
	seen->len += (u32)snprintf(seen->text + seen->len, sizeof seen->text - seen->len, "%s%d",
				   seen->len ? " " : "", (int)(row->date - TODAY));
	if (row->through > row->date)
		seen->len += (u32)snprintf(seen->text + seen->len, sizeof seen->text - seen->len,
					   "..%d", (int)(row->through - TODAY));
	seen->len += (u32)snprintf(seen->text + seen->len, sizeof seen->text - seen->len, ":%.*s",
				   STR_ARG(day_status_name(row->status)));
	seen->last = *row;
}

static inline struct days_seen desk_days(const struct desk *desk, const char *user)
{
	struct days_seen seen = { 0 };
	memory_store_each_day(desk->store, (tenant_no){ 1 }, str_from(user), see_day, &seen);
	return seen;
}

static inline void see_undone(void *context, const struct undone_day_row *row)
{
	assert_true(row->undone_at > 0);
	see_day(context, &row->day);
}

static inline struct days_seen desk_undone(const struct desk *desk, const char *user)
{
	struct days_seen seen = { 0 };
	memory_store_each_undone(desk->store, (tenant_no){ 1 }, str_from(user), see_undone, &seen);
	return seen;
}

#define assert_undone(desk, user, expected) \
	assert_string_equal(desk_undone(desk, user).text, expected)

#define assert_days(desk, user, expected) assert_string_equal(desk_days(desk, user).text, expected)

#endif
