/* The run that a daily window stands as, and the task that follows a cutoff. Both are made while a
 * step is under way, so nothing here can be refused: their types were found good when somebody
 * asked for windows. */
#include "engine/job_parts.h"

enum { TEXT_BYTES = LIMIT_TENANT_NAME_BYTES + DAILY_DATE_LEN + 40 };

/* The tenant's word, else the server's, else what everybody has. */
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

static u32 first_set(u32 a, u32 b, u32 c)
{
	return a ? a : b ? b : c;
}

/* The parts one after the other, in the turn's arena. */
static str join(struct engine *engine, const str *parts, u32 len)
{
	char *text = arena_alloc(&now_turn(engine)->arena, TEXT_BYTES);
	size_t at = 0;
	must(text != NULL);
	for (u32 i = 0; i < len; i++) {
		must(at + parts[i].len <= TEXT_BYTES);
		memcpy(text + at, parts[i].at, parts[i].len);
		at += parts[i].len;
	}
	return (str){ text, at };
}

/* Names of people need no escaping. */
static void fill_texts(struct engine *engine, str word, str user, i64 date, struct run_row *row)
{
	char day[DAILY_DATE_LEN];
	daily_print_date(date, day);
	str shown = { day, sizeof day };
	const str key[] = { word, user, STR(":"), shown };
	const str payload[] = { STR("{\"user_id\":\""), user, STR("\",\"date\":\""), shown,
				STR("\"}") };
	row->user = user;
	row->key = join(engine, key, countof(key));
	row->key_digest = digest_of(row->key);
	row->payload = join(engine, payload, countof(payload));
	row->payload_len = (u32)row->payload.len;
}

struct run_row *own_run_make(struct engine *engine, const struct tenant *tenant, type_no no,
			     u32 attempts)
{
	const struct type *type = type_find(engine, tenant->no, no);
	const struct type_policy *policy = type && type->row ? &type->row->policy : NULL;
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct run_row){ .id = id_make_planned(engine),
				 .tenant = tenant->no,
				 .type = no,
				 .created_at = wall_now(engine) };
	row->hot = (struct run_hot){
		.state = RUN_QUEUED,
		.priority = first_set(policy ? policy->priority : 0, tenant->defaults.priority,
				      DEFAULT_PRIORITY),
		.queue = { QUEUE_DEFAULT },
		.max_attempts = attempts ? attempts
					 : first_set(policy ? policy->max_attempts : 0,
						     tenant->policy.max_attempts,
						     DEFAULT_TASK_ATTEMPTS),
		.run_at = wall_now(engine),
		.updated_at = wall_now(engine),
		.journal_turn = now_turn(engine)->id,
	};
	return row;
}

void own_run_keep(struct engine *engine, struct run_row *row, str reason, str actor)
{
	change_add(engine, CHANGE_RUN_NEW)->run = row;
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .to = RUN_QUEUED,
				       .run_at = row->hot.run_at,
				       .reason = reason,
				       .actor = actor };
	journal_add(engine, &entry);
	run_enter(engine, row);
}

/* What memory and a later command of this turn take it for. */
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
	/* By a clock that is not believed yet the next day may be over, too: it ends when that has
	 * settled. */
	hot->date = window->follows
			    ? hot->decided + 1
			    : daily_next_date(window->zone, window->due_minute, hot->decided, now);
	hot->cutoff = daily_cutoff(window->zone, hot->date, window->due_minute);
	hot->run = row->id;
	msec begins = msec_sub(hot->cutoff, daily_window_ms(engine, tenant));
	bool is_doubtful = window->follows && hold_is_on(engine);
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
	if (!seen) return;
	seen->stands = true;
	seen->standing = *row;
}

void daily_tell_cutoff(struct engine *engine, const struct daily_window *window, i64 date)
{
	type_no type = window->tenant->daily.on_cutoff;
	if (!type.v || window->tenant->is_leaving) return;
	struct run_row *row = own_run_make(engine, window->tenant, type, 0);
	fill_texts(engine, STR("cutoff:"), window->user, date, row);
	own_run_keep(engine, row, STR("cutoff"), (str){ "", 0 });
}
