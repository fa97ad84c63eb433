/* Makes the run of a daily window, and the task that follows a cutoff. Both are made during a step,
 * so nothing here can be refused: the types were checked when the windows were requested. */
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* The tenant's setting, else the server's, else the default. */
static msec said_span(msec by_tenant, msec by_server, msec usual)
{
	if (by_tenant) return by_tenant;
	return by_server ? by_server : usual;
}

msec daily_window_ms(const struct engine *engine, const struct tenant *tenant)
{
	return said_span(tenant->daily.window_ms, engine->config.daily_window_ms, DAILY_WINDOW_MS);
}

msec daily_retry_ms(const struct engine *engine, const struct tenant *tenant)
{
	return said_span(tenant->daily.retry_delay_ms, engine->config.daily_retry_ms,
			 DAILY_RETRY_MS);
}

/* User ids need no escaping. */
static void fill_texts(struct engine *engine, str word, str user, i64 date, struct run_row *row)
{
	char day[DAILY_DATE_LEN];
	daily_print_date(date, day);
	str shown = { day, sizeof day };
	const str key[] = { word, user, STR(":"), shown };
	const str payload[] = { STR("{\"user_id\":\""), user, STR("\",\"date\":\""), shown,
				STR("\"}") };
	row->user = user;
	row->key = own_run_text(engine, key, countof(key));
	row->key_digest = digest_of(row->key);
	row->payload = own_run_text(engine, payload, countof(payload));
	row->payload_len = (u32)row->payload.len;
}

/* The row as memory and later commands of this turn see it. */
static struct daily_row *row_of(struct engine *engine, const struct daily_window *window)
{
	struct daily_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct daily_row){ .tenant = window->tenant->no,
				   .user = window->user,
				   .due_minute = window->due_minute,
				   .hot = *window->hot,
				   .found_zone = window->zone };
	return row;
}

void daily_plan(struct engine *engine, const struct daily_window *window)
{
	const struct tenant *tenant = window->tenant;
	struct daily_hot *hot = window->hot;
	msec now = wall_now(engine);
	type_no type = tenant->daily.type;
	if (!type.v) type.v = name_intern(engine, NAME_TYPE, DAILY_TYPE);
	struct run_row *row = own_run_make(engine, tenant, type, LIMIT_ATTEMPTS_MAX);
	/* By a clock that is not settled the next day may be over, too: it is finalized when the
	 * clock has settled. */
	hot->date = window->follows
			    ? hot->decided + 1
			    : daily_next_date(window->zone, window->due_minute, hot->decided, now);
	hot->date = daily_skip_ended(hot, hot->date);
	hot->cutoff = daily_cutoff(window->zone, hot->date, window->due_minute);
	hot->run = row->id;
	msec begins = msec_sub(hot->cutoff, daily_window_ms(engine, tenant));
	bool is_doubtful = window->follows && clock_hold_is_on(engine);
	if (begins < now && !is_doubtful) begins = now;
	if (begins < window->not_before) begins = window->not_before;
	if (begins > hot->cutoff) begins = hot->cutoff;
	row->cause = CAUSE_DAILY;
	row->planned_at = hot->cutoff;
	row->deadline_at = hot->cutoff;
	row->timeout_ms = tenant->daily.timeout_ms;
	row->hot.run_at = begins;
	row->hot.fence = window->fence;
	row->hot.bucket = hot->date;
	fill_texts(engine, STR("daily:"), window->user, hot->date, row);
	row->daily = row_of(engine, window);
	own_run_keep(engine, row, run_cause_name(CAUSE_DAILY), window->actor);
	struct daily_seen *seen = daily_seen_find(engine, tenant->no, window->user);
	if (seen) seen->owned = (struct owned_run){ true, *row };
}

void daily_notify_cutoff(struct engine *engine, const struct daily_window *window, i64 date)
{
	type_no type = window->tenant->daily.on_cutoff;
	if (!type.v || window->tenant->is_leaving) return;
	struct run_row *row = own_run_make(engine, window->tenant, type, 0);
	fill_texts(engine, STR("cutoff:"), window->user, date, row);
	own_run_keep(engine, row, STR("cutoff"), (str){ "", 0 });
}
