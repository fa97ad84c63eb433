/* Commands about daily windows: set a person's window, delete it, and change a tenant's settings of
 * windows. If a change moves a person's window, the present day stays if its new cutoff is still to
 * come. An open attempt is stopped, and the next one keeps the throttle delay. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- what the store showed ------------------------------------------------------------------ */

static u64 seen_hash(const struct engine *engine, tenant_no tenant, str user)
{
	return hash_bytes(engine->core.hash_key, user) ^ hash_mix(tenant.v);
}

static bool is_about_daily(const struct command *command)
{
	return command->kind == COMMAND_DAILY_PUT || command->kind == COMMAND_DAILY_DELETE;
}

void want_daily(struct engine *engine, struct turn *turn, const struct command *command)
{
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->tenant) };
	struct why why;
	if (!tenant.v || name_check(NAME_TENANT, command->daily.user, "user_id", &why)) return;
	struct want *want = want_add(turn, WANT_DAILY);
	want->daily.tenant = tenant;
	want->daily.user = command->daily.user;
}

struct daily_seen *daily_seen_find(const struct engine *engine, tenant_no tenant, str user)
{
	const struct daily_row key = { .tenant = tenant, .user = user };
	if (!engine->people.dailies.seen.table.count) return NULL;
	return map_find(&engine->people.dailies.seen, seen_hash(engine, tenant, user), &key);
}

static struct daily_seen *seen_add(struct engine *engine, tenant_no tenant, str user)
{
	struct daily_seen *seen = engine->people.dailies.seen_room++;
	*seen = (struct daily_seen){ .row = { .tenant = tenant, .user = user } };
	map_insert(&engine->people.dailies.seen, seen_hash(engine, tenant, user), &seen->row, seen);
	return seen;
}

static void index_want(struct engine *engine, struct want *want)
{
	if (daily_seen_find(engine, want->daily.tenant, want->daily.user)) return;
	struct daily_seen *seen = seen_add(engine, want->daily.tenant, want->daily.user);
	if (!want->daily.found) return;
	seen->exists = true;
	seen->row = want->daily.row;
	seen->row.user = want->daily.user;
	seen->owned = (struct owned_run){ want->daily.run.found, want->daily.run.row };
}

/* People whose days a clock which was ahead has decided, indexed for the commands of this turn. */
static void index_ahead(struct engine *engine, struct want *want)
{
	for (u32 i = 0; i < want->dailies_ahead.len; i++) {
		struct daily_back *back = &want->dailies_ahead.rows[i];
		if (daily_seen_find(engine, back->row.tenant, back->row.user)) continue;
		struct daily_seen *seen = seen_add(engine, back->row.tenant, back->row.user);
		seen->exists = true;
		seen->row = back->row;
		seen->owned = (struct owned_run){ back->run.found, back->run.row };
	}
}

enum err dailies_index(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	for (u32 i = 0; i < turn->commands_len; i++) most += is_about_daily(turn->commands[i]);
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_DAILIES_AHEAD)
			most += turn->wants[i].dailies_ahead.len;
	engine->people.dailies.seen_first = engine->people.dailies.seen_room = NULL;
	if (!most) return ERR_OK;
	struct daily_seen *room = arena_alloc_array(&turn->arena, most, sizeof *room);
	enum err err = room ? map_reserve(&engine->people.dailies.seen, most) : ERR_MEMORY;
	if (err) return err;
	engine->people.dailies.seen_first = engine->people.dailies.seen_room = room;
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_DAILY) index_want(engine, &turn->wants[i]);
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_DAILIES_AHEAD) index_ahead(engine, &turn->wants[i]);
	return ERR_OK;
}

void dailies_forget(struct engine *engine)
{
	struct dailies *dailies = &engine->people.dailies;
	for (struct daily_seen *seen = dailies->seen_first; seen != dailies->seen_room; seen++)
		map_remove(&dailies->seen, seen_hash(engine, seen->row.tenant, seen->row.user),
			   &seen->row);
	dailies->seen_first = dailies->seen_room = NULL;
}

/* ---- withdrawing ----------------------------------------------------------------------------- */

/* When the next attempt may be enqueued: after the attempts of the run that ends, and of earlier
 * runs for the same day. */
static msec throttled_until(const struct engine *engine, const struct engine_run *run)
{
	if (!run->execution) return run->fence ? run->run_at : 0;
	return msec_add(run->run_at, daily_retry_ms(engine, run->lane->type->tenant));
}

void daily_drop(struct engine *engine, struct engine_run *run, str reason)
{
	struct change *change = change_add(engine, CHANGE_DAILY_GONE);
	change->daily_gone.tenant = run_tenant(run);
	change->daily_gone.user = str_copy(&now_turn(engine)->arena,
					   (str){ run->daily->user, run->daily->user_len });
	must(!arena_failed(&now_turn(engine)->arena));
	own_run_withdraw(engine, run, reason, (str){ "", 0 });
}

/* ---- putting --------------------------------------------------------------------------------- */

void daily_keep(struct engine *engine, const struct daily_seen *seen)
{
	struct daily_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = seen->row;
	row->found_zone = NULL;
	change_put(engine, KIND_DAILY)->daily = row;
}

static void tell(const struct engine *engine, const struct tenant *tenant,
		 const struct daily_seen *seen, struct answer *answer)
{
	const struct daily_hot *hot = &seen->row.hot;
	answer->daily = (struct daily_answer){
		.date = hot->date,
		.starts_at = msec_sub(hot->cutoff, daily_window_ms(engine, tenant)),
		.cutoff = hot->cutoff,
		.run = hot->run,
	};
}

static bool is_same(const struct daily_row *row, const struct daily_command *wish)
{
	return !row->is_gone && row->due_minute == wish->due_minute &&
	       str_eq(row->zone, wish->zone);
}

static void put(struct engine *engine, struct tenant *tenant, struct daily_seen *seen,
		const struct command *command, const struct zone *zone)
{
	struct daily_row *row = &seen->row;
	msec now = wall_now(engine), not_before = 0;
	i64 date = row->hot.date;
	u32 fence = 0;
	struct engine_run *run = seen->exists && !row->is_gone
					 ? owned_run_find(engine, &seen->owned, &row->hot.run)
					 : NULL;
	if (run) not_before = throttled_until(engine, run);
	if (run) fence = run->fence;
	if (run) own_run_withdraw(engine, run, STR("moved"), command->actor);
	if (!seen->exists || row->is_gone) row->created_at = now;
	/* The delay counts only from attempts for the same day. */
	i64 next = daily_next_date(zone, command->daily.due_minute, row->hot.decided, now);
	next = daily_skip_ended(&row->hot, next);
	if (next != date) not_before = fence = 0;
	row->zone = command->daily.zone;
	row->due_minute = command->daily.due_minute;
	row->found_zone = zone;
	row->is_gone = false;
	row->updated_at = now;
	seen->exists = true;
	struct daily_window window = { .tenant = tenant,
				       .user = row->user,
				       .zone = zone,
				       .due_minute = row->due_minute,
				       .hot = &row->hot,
				       .not_before = not_before,
				       .fence = fence,
				       .actor = command->actor };
	daily_plan(engine, &window);
	daily_keep(engine, seen);
}

static enum err check_put(struct engine *engine, const struct command *command,
			  const struct draft *draft, struct tenant **out_tenant, struct why *why)
{
	enum err err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
	if (!err) err = name_check(NAME_TENANT, command->daily.user, "user_id", why);
	if (err) return err;
	if (command->daily.due_minute >= DAY_MINUTES)
		return fail(why, ERR_INVALID, "due_time must be HH:MM, 00:00 to 23:59");
	if (draft->err) {
		*why = draft->why;
		return draft->err;
	}
	return tenant_named(engine, command->tenant, out_tenant, why);
}

/* The tenant has the windows' type from now on. */
static enum err check_type(struct engine *engine, struct tenant *tenant, struct why *why)
{
	struct type *type = NULL;
	str name = tenant->daily.type.v ? name_text(engine, NAME_TYPE, tenant->daily.type.v)
					: DAILY_TYPE;
	return type_named(engine, tenant, name, &type, why);
}

void on_daily_put(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct draft *draft = draft_of(engine, command);
	struct tenant *tenant = NULL;
	answer->err = check_put(engine, command, draft, &tenant, &answer->why);
	if (answer->err) return;
	struct daily_seen *seen = daily_seen_find(engine, tenant->no, command->daily.user);
	answer->err = check_type(engine, tenant, &answer->why);
	if (!answer->err && (!seen || !seen->exists || seen->row.is_gone))
		answer->err = quota_check(engine, tenant->no, QUOTA_RUNS, 1, &answer->why);
	if (answer->err) {
		tenant_release(engine, tenant);
		return;
	}
	if (!seen) seen = seen_add(engine, tenant->no, command->daily.user);
	bool is_new = !seen->exists || seen->row.is_gone;
	bool is_changed = !seen->exists || !is_same(&seen->row, &command->daily);
	if (is_changed) put(engine, tenant, seen, command, draft->zone);
	tell(engine, tenant, seen, answer);
	answer->daily.is_new = is_new;
	answer->daily.is_changed = is_changed;
}

void on_daily_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no no = { name_find_kept(engine, NAME_TENANT, command->tenant) };
	struct daily_seen *seen = no.v ? daily_seen_find(engine, no, command->daily.user) : NULL;
	if (!seen || !seen->exists || seen->row.is_gone) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such daily window");
		return;
	}
	struct engine_run *run = owned_run_find(engine, &seen->owned, &seen->row.hot.run);
	if (run) own_run_withdraw(engine, run, STR("deleted"), command->actor);
	seen->row.is_gone = true;
	seen->row.updated_at = wall_now(engine);
	seen->row.hot.run = (struct uuid){ { 0 } };
	daily_keep(engine, seen);
}

/* ---- settings -------------------------------------------------------------------------------- */

static enum err check_span(msec span, msec least, msec most, const char *field, msec unit,
			   struct why *why)
{
	if (!span || (span >= least && span <= most)) return ERR_OK;
	return fail(why, ERR_INVALID, "daily: %s must be %lld to %lld", field,
		    (long long)(least / unit), (long long)(most / unit));
}

static enum err check_name(const struct engine *engine, str name, const char *field,
			   struct why *why)
{
	if (!name.len) return ERR_OK;
	enum err err = name_check(NAME_TYPE, name, field, why);
	return err ? err : name_check_room(engine, NAME_TYPE, name, why);
}

enum err daily_settings_check(const struct engine *engine, const struct daily_settings *settings,
			      struct why *why)
{
	enum err err = check_name(engine, settings->type, "daily: type", why);
	if (!err) err = check_name(engine, settings->on_cutoff, "daily: on_cutoff", why);
	if (!err)
		err = check_span(settings->window_ms, MSEC_MINUTE, LIMIT_DAILY_WINDOW_MS,
				 "window_minutes", MSEC_MINUTE, why);
	if (!err)
		err = check_span(settings->retry_delay_ms, MSEC_MINUTE, LIMIT_DAILY_WINDOW_MS,
				 "retry_delay_minutes", MSEC_MINUTE, why);
	if (!err)
		err = check_span(settings->timeout_ms, TIMEOUT_MS_MIN, MSEC_DAY, "job_timeout_ms",
				 1, why);
	if (!err && settings->keep_days > LIMIT_DAILY_KEEP_DAYS)
		err = fail(why, ERR_INVALID, "daily: keep_days must be 1 to %d",
			   LIMIT_DAILY_KEEP_DAYS);
	return err;
}

static bool is_same_policy(const struct daily_policy *a, const struct daily_policy *b)
{
	return a->type.v == b->type.v && a->on_cutoff.v == b->on_cutoff.v &&
	       a->window_ms == b->window_ms && a->retry_delay_ms == b->retry_delay_ms &&
	       a->timeout_ms == b->timeout_ms && a->keep_days == b->keep_days;
}

/* Existing windows take over only the delay and the action after a cutoff. */
void daily_settings_put(struct engine *engine, struct tenant *tenant,
			const struct daily_settings *settings)
{
	struct daily_policy policy = { .window_ms = settings->window_ms,
				       .retry_delay_ms = settings->retry_delay_ms,
				       .timeout_ms = settings->timeout_ms,
				       .keep_days = settings->keep_days };
	str type = settings->type.len ? settings->type : DAILY_TYPE;
	bool says_nothing = !settings->type.len && !settings->on_cutoff.len;
	if (!says_nothing || tenant->daily.type.v)
		policy.type.v = name_intern(engine, NAME_TYPE, type);
	if (settings->on_cutoff.len)
		policy.on_cutoff.v = name_intern(engine, NAME_TYPE, settings->on_cutoff);
	if (is_same_policy(&policy, &tenant->daily)) return;
	tenant->daily = policy;
	change_put(engine, KIND_DAILY_POLICY)->daily_policy = (struct daily_policy_row){ tenant->no,
											 policy };
}
