/* When one way fails for good: the next way, in the same commit, and a log of what was tried.
 *
 * Of one alert a fallback of one type is under way at most once, and the next one begins a window
 * (an hour) after the last has ended: so nobody is told of the same thing twice within it, however
 * late the first one ran. What comes while one is under way is covered by it; what comes in the
 * window waits for its end. Alerts that rest are in memory, and few: they come with a start. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/together/fallback_parts.h"

/* ---- alerts that rest ----------------------------------------------------------------------- */

bool cooldown_is_of(const void *item, const void *key)
{
	const struct cooldown_row *a = &((const struct cooldown *)item)->row, *b = key;
	return a->tenant.v == b->tenant.v && a->type.v == b->type.v && a->alert == b->alert;
}

static u64 hash_of(const struct engine *engine, const struct cooldown_row *key)
{
	return hash_u64(engine->core.hash_key, key->alert ^ pair_key(key->tenant.v, key->type.v));
}

static struct cooldown *cooldown_find(const struct engine *engine, const struct cooldown_row *key)
{
	if (!engine->together.cooldowns.table.count) return NULL;
	return map_find(&engine->together.cooldowns, hash_of(engine, key), key);
}

static struct cooldown *cooldown_place(struct engine *engine, const struct cooldown_row *row)
{
	struct cooldown *cooldown = pool_take(&engine->together.cooldown_pool);
	cooldown->row = *row;
	cooldown->timer.kind = TIMER_COOLDOWN;
	map_insert(&engine->together.cooldowns, hash_of(engine, row), row, cooldown);
	quota_count(engine, row->tenant, QUOTA_ALERTS);
	if (!row->is_live) heap_push(&engine->clock.wall, &cooldown->timer.node, row->until);
	return cooldown;
}

enum err cooldown_recall(struct engine *engine, const struct cooldown_row *row)
{
	enum err err = pool_reserve(&engine->together.cooldown_pool, 1);
	if (!err) err = map_reserve(&engine->together.cooldowns, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (!err) err = heap_reserve(&engine->clock.wall, 1);
	if (!err) cooldown_place(engine, row);
	return err;
}

static void cooldown_forget(struct engine *engine, struct cooldown *cooldown)
{
	if (cooldown->timer.node.at) heap_remove(&engine->clock.wall, &cooldown->timer.node);
	map_remove(&engine->together.cooldowns, hash_of(engine, &cooldown->row), &cooldown->row);
	quota_uncount(engine, cooldown->row.tenant, QUOTA_ALERTS);
	pool_give(&engine->together.cooldown_pool, cooldown);
}

void cooldown_over(struct engine *engine, struct cooldown *cooldown)
{
	change_delete(engine, KIND_COOLDOWN)->cooldown = cooldown->row;
	cooldown_forget(engine, cooldown);
}

void cooldowns_forget(struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	struct cooldown *cooldown;
	while ((cooldown = map_next(&engine->together.cooldowns, &cursor))) {
		if (cooldown->row.tenant.v == tenant.v) cooldown_forget(engine, cooldown);
	}
}

/* ---- what tells an alert -------------------------------------------------------------------- */

static u64 alert_of_run(const struct engine_run *run)
{
	if (run->alert) return run->alert;
	if (run->key.a) return run->key.a;
	return digest_of((str){ (const char *)run->id.bytes, sizeof run->id.bytes }).a;
}

/* ---- the next way --------------------------------------------------------------------------- */

static const struct type_policy *policy_of(const struct engine_run *run)
{
	return run->lane->type->policy;
}

static bool leads_on(const struct fallback_policy *fallback, str error_class)
{
	static const enum error_class ends[] = { CLASS_POLICY_DENIED, CLASS_CANCELLED,
						 CLASS_DAMAGED };
	if (fallback->classes.len) return class_list_has(&fallback->classes, error_class);
	for (u32 i = 0; i < countof(ends); i++) {
		if (str_eq(error_class, error_class_name(ends[i]))) return false;
	}
	return true;
}

static const struct run_row *make(struct engine *engine, const struct engine_run *failed_parent,
				  struct type *type, msec run_at)
{
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct run_row){
		.id = id_make(engine),
		.tenant = type->tenant->no,
		.type = type->no,
		.hot = own_run_hot(engine, type->tenant, type->no),
		.created_at = wall_now(engine),
		.deadline_at = failed_parent->deadline_at,
		.key_digest = failed_parent->key,
		.payload_len = failed_parent->payload_len,
		.has_user = failed_parent->has_user,
		.has_entity = failed_parent->has_entity,
		.is_critical = failed_parent->is_critical,
		.fallback_of = failed_parent->id,
		.hops = failed_parent->hops + 1u,
		.alert = alert_of_run(failed_parent),
		.texts_are_of_failed_parent = true,
	};
	row->hot.queue = failed_parent->lane->share->queue->no;
	row->hot.run_at = run_at;
	own_run_keep(engine, row, STR("fallback"), (str){ "", 0 });
	return row;
}

/* When an alert in its cooldown may be sent again. Setting the clock back does not prolong the
 * cooldown. */
static msec rested_at(const struct engine *engine, const struct cooldown *cooldown)
{
	msec now = wall_now(engine);
	msec most = msec_add(now, cooldown->row.window_ms);
	msec until = cooldown->row.until;
	return until < now ? now : until > most ? most : until;
}

static void cooldown_begin(struct engine *engine, struct cooldown *cooldown,
			   const struct cooldown_row *row)
{
	if (!cooldown) cooldown = cooldown_place(engine, row);
	if (cooldown->timer.node.at) heap_remove(&engine->clock.wall, &cooldown->timer.node);
	cooldown->row = *row;
	change_put(engine, KIND_COOLDOWN)->cooldown = *row;
}

/* A fallback that could not rest afterwards is not made: that would be once for every failure. */
static bool has_no_room(const struct engine *engine, tenant_no tenant)
{
	struct why why;
	return engine->together.cooldowns.table.count >= LIMIT_COOLDOWNS ||
	       quota_check(engine, tenant, QUOTA_ALERTS, 1, &why);
}

/* Makes the fallback of a run that has failed for good, if its type has one. */
static void fall_back(struct engine *engine, const struct engine_run *run, str error_class,
		      struct delivery_row *log)
{
	const struct type_policy *policy = policy_of(run);
	const struct fallback_policy *fallback = policy ? &policy->fallback : NULL;
	struct tenant *tenant = run->lane->type->tenant;
	if (!fallback || !fallback->type || !leads_on(fallback, error_class)) return;
	if (run->hops >= LIMIT_FALLBACK_HOPS || tenant->is_leaving) return;
	u32 minutes = fallback->minutes ? fallback->minutes : DEFAULT_FALLBACK_MINUTES;
	struct cooldown_row row = { .tenant = tenant->no,
				    .type = { fallback->type },
				    .alert = alert_of_run(run),
				    .window_ms = minutes * MSEC_MINUTE,
				    .is_live = true,
				    .until = MSEC_MAX };
	struct cooldown *cooldown = cooldown_find(engine, &row);
	log->next_type = row.type;
	if (cooldown && cooldown->row.is_live) {
		log->next = NEXT_COVERED;
		log->next_run = cooldown->row.run;
		return;
	}
	msec at = cooldown ? rested_at(engine, cooldown) : wall_now(engine);
	bool is_late = run->deadline_at && at >= run->deadline_at;
	if (is_late || (!cooldown && has_no_room(engine, tenant->no))) return;
	struct type *type = type_get(engine, tenant, row.type);
	row.run = make(engine, run, type, at)->id;
	cooldown_begin(engine, cooldown, &row);
	log->next = at > wall_now(engine) ? NEXT_LATER : NEXT_FALLBACK;
	log->next_run = row.run;
	log->next_at = at;
}

void fallback_ended(struct engine *engine, const struct engine_run *run, enum run_state state)
{
	(void)state;
	struct cooldown_row key = { .tenant = run_tenant(run),
				    .type = run_type(run),
				    .alert = run->alert };
	struct cooldown *cooldown = run->hops ? cooldown_find(engine, &key) : NULL;
	if (!cooldown || !uuid_eq(&cooldown->row.run, &run->id)) return;
	if (cooldown->timer.node.at) heap_remove(&engine->clock.wall, &cooldown->timer.node);
	cooldown->row.is_live = false;
	cooldown->row.until = msec_add(wall_now(engine), cooldown->row.window_ms);
	heap_push(&engine->clock.wall, &cooldown->timer.node, cooldown->row.until);
	change_put(engine, KIND_COOLDOWN)->cooldown = cooldown->row;
}

/* ---- the log -------------------------------------------------------------------------------- */

static bool is_logged(const struct engine_run *run, enum outcome outcome)
{
	if (outcome == OUTCOME_CANCELLED || outcome == OUTCOME_DEFER || outcome == OUTCOME_RELEASED)
		return false;
	return run->hops || run->lane->type->notifies_by_name || policy_notifies(policy_of(run));
}

void delivery_note(struct engine *engine, const struct engine_run *run, const struct ending *ending,
		   enum run_state state)
{
	if (!is_logged(run, ending->outcome)) return;
	struct delivery_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct delivery_row){
		.id = id_make_planned(engine),
		.tenant = run_tenant(run),
		.type = run_type(run),
		.run = run->id,
		.at = wall_now(engine),
		.attempt = run->attempts,
		.outcome = ending->outcome,
		.state = state,
		.error_class = ending->error_class,
		.message = str_slice(ending->error_message, 0, LIMIT_ERROR_MESSAGE_BYTES),
		.channel = str_slice(ending->channel, 0, LIMIT_CHANNEL_BYTES)
	};
	if (state == RUN_QUEUED) {
		row->next = NEXT_RETRY;
		row->next_at = run->run_at;
	}
	if (run_state_is_dead_letter(state)) fall_back(engine, run, ending->error_class, row);
	change_put(engine, KIND_DELIVERY)->delivery = row;
}

/* ---- policies ------------------------------------------------------------------------------- */

static enum err check_fallback(const struct fallback_policy *fallback, struct why *why)
{
	if (fallback->minutes <= LIMIT_FALLBACK_MINUTES) return ERR_OK;
	return fail(why, ERR_INVALID, "fallback: once_per_minutes must be 1 to %d",
		    LIMIT_FALLBACK_MINUTES);
}

/* Follows the chain of fallbacks: it must not come back to its start. */
static enum err check_circle(const struct engine *engine, tenant_no tenant, str name, u32 next,
			     struct why *why)
{
	u32 own = name_find(engine, NAME_TYPE, name);
	for (u32 hops = 1; next; hops++) {
		str next_name = name_text(engine, NAME_TYPE, next);
		const struct type_policy *policy = type_policy_of(
			engine, tenant_find(engine, tenant), (type_no){ next });
		if (next == own)
			return fail(why, ERR_INVALID,
				    "fallback: the chain would return to \"%.*s\" after %u steps",
				    STR_ARG(name), hops);
		if (hops > LIMIT_FALLBACK_HOPS)
			return fail(why, ERR_INVALID,
				    "fallback: a chain has at most %d types; \"%.*s\" would be "
				    "one more",
				    LIMIT_FALLBACK_HOPS, STR_ARG(next_name));
		next = policy ? policy->fallback.type : 0;
	}
	return ERR_OK;
}

enum err fallback_resolve(struct engine *engine, const struct command *command,
			  struct type_policy *policy, struct why *why)
{
	str name = command->set.fallback;
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (command->set.is_delete || (!name.len && !policy->fallback.type)) return ERR_OK;
	enum err err = check_fallback(&policy->fallback, why);
	if (!err && name.len) err = name_check(NAME_TYPE, name, "fallback", why);
	if (!err && name.len && str_eq(name, command->set.name))
		err = fail(why, ERR_INVALID, "fallback: a type cannot be its own fallback");
	if (!err && name.len) err = name_check_room(engine, NAME_TYPE, name, why);
	if (err) return err;
	u32 known = name.len ? name_find(engine, NAME_TYPE, name) : policy->fallback.type;
	if (known && tenant.v) err = check_circle(engine, tenant, command->set.name, known, why);
	if (!err && name.len) policy->fallback.type = name_intern(engine, NAME_TYPE, name);
	return err;
}

void fallbacks_count(struct engine *engine, const struct type_policy *before,
		     const struct type_policy *after)
{
	if (before && before->fallback.type) engine->together.fallbacks--;
	if (after && after->fallback.type) engine->together.fallbacks++;
}
