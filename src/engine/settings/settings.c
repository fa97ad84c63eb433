/* Policies of types, queues and tenants. A new limit opens or closes lanes at once. */
#include "engine/settings/settings.h"
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"

/* ---- what a policy may say ---------------------------------------------------------------- */

static enum err check_backoff(const struct backoff *backoff, struct why *why)
{
	if (backoff->kind > BACKOFF_FIXED)
		return fail(why, ERR_INVALID, "backoff must be steps, exponential or fixed");
	if (backoff->base < 0 || backoff->max < 0)
		return fail(why, ERR_INVALID, "delays of a backoff must not be negative");
	if (backoff->kind != BACKOFF_STEPS) return ERR_OK;
	if (backoff->steps_len < 1 || backoff->steps_len > LIMIT_BACKOFF_STEPS)
		return fail(why, ERR_INVALID, "a backoff must have 1 to %d steps",
			    LIMIT_BACKOFF_STEPS);
	for (u32 i = 0; i < backoff->steps_len; i++) {
		if (backoff->steps[i] < 0)
			return fail(why, ERR_INVALID, "delays of a backoff must not be negative");
	}
	return ERR_OK;
}

/* 0 always means: not set. */
static enum err check_attempts(u32 max_attempts, msec lease_ms, msec timeout_ms, struct why *why)
{
	if (max_attempts > LIMIT_ATTEMPTS_MAX)
		return fail(why, ERR_INVALID, "max_attempts must be 1 to %d", LIMIT_ATTEMPTS_MAX);
	if (lease_ms && (lease_ms < LEASE_MS_MIN || lease_ms > LEASE_MS_MAX))
		return fail(why, ERR_INVALID, "lease_ms must be %d to %d", LEASE_MS_MIN,
			    LEASE_MS_MAX);
	if (timeout_ms && (timeout_ms < TIMEOUT_MS_MIN || timeout_ms > MSEC_DAY))
		return fail(why, ERR_INVALID, "timeout_seconds must be 1 to 86400");
	return ERR_OK;
}

static enum err check_scope(enum unique_scope scope, msec ttl, struct why *why)
{
	if (scope > UNIQUE_FOREVER) return fail(why, ERR_INVALID, "unknown unique_scope");
	return unique_check_ttl(ttl, why);
}

static enum err check_type(const struct type_policy *policy, struct why *why)
{
	if (policy->priority > LIMIT_PRIORITY_MAX)
		return fail(why, ERR_INVALID, "priority must be 1 to %d", LIMIT_PRIORITY_MAX);
	if (policy->said >> POLICY_FIELD_COUNT)
		return fail(why, ERR_INVALID, "a policy has %d fields", POLICY_FIELD_COUNT);
	if (policy->carrier >= CARRIERS) return fail(why, ERR_INVALID, "unknown handler kind");
	if (policy->maintenance >= MAINTENANCE_MODES)
		return fail(why, ERR_INVALID, "maintenance must be defer or pass");
	if (policy->ladder_critical_last > LIMIT_LADDER_RUNGS)
		return fail(why, ERR_INVALID, "ladder_critical_last must be 0 to %d",
			    LIMIT_LADDER_RUNGS);
	if (policy->quiet >= QUIET_MODES)
		return fail(why, ERR_INVALID, "quiet must be hold, pass or opt_in");
	enum err err = check_attempts(policy->max_attempts, policy->lease_ms, policy->timeout_ms,
				      why);
	if (!err) err = check_scope(policy->scope, policy->unique_ttl, why);
	return err ? err : check_backoff(&policy->backoff, why);
}

static enum err check_tenant(const struct tenant_policy *policy, struct why *why)
{
	if (policy->weight > WEIGHT_MAX)
		return fail(why, ERR_INVALID, "weight must be 1 to %d", WEIGHT_MAX);
	if (policy->profile >= PROFILE_COUNT) return fail(why, ERR_INVALID, "unknown profile");
	enum err err = check_attempts(policy->max_attempts, policy->lease_ms, policy->timeout_ms,
				      why);
	return err ? err : check_backoff(&policy->backoff, why);
}

static enum err check_defaults(const struct tenant_defaults *defaults, struct why *why)
{
	u32 steps = defaults->priority_steps;
	if (defaults->priority > LIMIT_PRIORITY_MAX)
		return fail(why, ERR_INVALID, "priority must be 1 to %d", LIMIT_PRIORITY_MAX);
	if (steps && steps != PRIORITY_STEPS_FEW && steps != LIMIT_PRIORITY_MAX)
		return fail(why, ERR_INVALID, "priority_scale must be %d or %d", PRIORITY_STEPS_FEW,
			    LIMIT_PRIORITY_MAX);
	if (defaults->misfire > MISFIRE_COUNT) return fail(why, ERR_INVALID, "unknown misfire");
	if (defaults->grace_ms < 0 || defaults->grace_ms > MSEC_DAY)
		return fail(why, ERR_INVALID, "grace_seconds must be 1 to 86400");
	return check_scope(defaults->scope, defaults->unique_ttl, why);
}

static bool is_same_defaults(const struct tenant_defaults *a, const struct tenant_defaults *b)
{
	return a->priority == b->priority && a->priority_steps == b->priority_steps &&
	       a->misfire == b->misfire && a->grace_ms == b->grace_ms && a->scope == b->scope &&
	       a->unique_ttl == b->unique_ttl;
}

/* The defaults by which the keys of this turn were looked up. */
static void note_defaults(const struct engine *engine, struct tenant *tenant)
{
	u64 turn = now_turn(engine)->id;
	if (tenant->defaults_turn == turn) return;
	tenant->defaults_turn = turn;
	tenant->defaults_before = tenant->defaults;
	tenant->profile_before = tenant->policy.profile;
}

static void keep_defaults(struct engine *engine, struct tenant *tenant,
			  const struct tenant_defaults *defaults)
{
	struct turn *turn = now_turn(engine);
	if (is_same_defaults(&tenant->defaults, defaults)) return;
	tenant->defaults = *defaults;
	struct defaults_row *row = arena_alloc(&turn->arena, sizeof *row);
	must(row != NULL);
	*row = (struct defaults_row){ tenant->no, *defaults };
	change_put(engine, KIND_DEFAULTS)->defaults = row;
}

static void keep_policy(struct engine *engine, struct type *type, const struct type_policy *policy)
{
	u64 turn = now_turn(engine)->id;
	if (type->scope_turn != turn)
		type->scope_before = scope_of_policy(type->row ? &type->row->policy : NULL);
	type->scope_turn = turn;
	if (!type->row) type->row = pool_take(&engine->dispatch.type_row_pool);
	*type->row = (struct type_row){ type->tenant->no, type->no, *policy };
	type_settle_policy(engine, type);
	change_put(engine, KIND_TYPE)->type = type->row;
}

/* Details that are kept beside a policy. */
static u64 keep_details(struct engine *engine, const struct command *command)
{
	if (!command->set.details.len) return 0;
	return document_keep(engine, command, command->set.details, 0);
}

u32 priority_steps(const struct engine *engine, str name)
{
	u32 known = name_find(engine, NAME_TENANT, name);
	const struct tenant *tenant = known ? tenant_find(engine, (tenant_no){ known }) : NULL;
	return tenant ? tenant->defaults.priority_steps : 0;
}

/* ---- commands ----------------------------------------------------------------------------- */

void on_set_type(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	answer->err = name_check(NAME_TENANT, command->tenant, "tenant_id", &answer->why);
	if (!answer->err && !command->set.is_webhook)
		answer->err = name_check(NAME_TYPE, command->set.name, "type", &answer->why);
	struct type_policy policy = command->set.type;
	if (!answer->err) answer->err = check_type(&policy, &answer->why);
	if (!answer->err && command->set.priority_is_scaled)
		answer->err = priority_from(policy.priority,
					    priority_steps(engine, command->tenant),
					    &policy.priority, &answer->why);
	if (!answer->err && command_has_document(command))
		answer->err = document_check(engine, command, command->set.expected,
					     command->set.details, &answer->why);
	if (!answer->err) answer->err = fallback_resolve(engine, command, &policy, &answer->why);
	policy_note_said(&policy);
	if (!answer->err && command->set.is_webhook)
		answer->err = webhook_check(engine, command, &answer->why);
	if (answer->err) return;
	struct tenant *tenant = NULL;
	struct type *type = NULL;
	answer->err = tenant_named(engine, command->tenant, &tenant, &answer->why);
	if (answer->err) return;
	answer->err = type_named(engine, tenant, command->set.name, &type, &answer->why);
	tenant_release(engine, tenant);
	if (answer->err) return;
	fallbacks_count(engine, type->row ? &type->row->policy : NULL, &policy);
	keep_policy(engine, type, &policy);
	policy_counts(engine, type);
	if (tenant->is_system && !command->set.is_webhook) {
		system_type_set(engine, type->no, &policy);
		bases_catch_up(engine);
	}
	if (command->set.is_delete) type_note_named(engine, type, false);
	if (command->set.is_delete) document_drop(engine, command);
	else answer->version = keep_details(engine, command);
	if (command->set.is_webhook) webhook_keep(engine, command);
}

void on_set_queue(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	answer->err = name_check(NAME_QUEUE, command->set.name, "queue", &answer->why);
	if (answer->err) return;
	if (command->set.queue.weight > WEIGHT_MAX) {
		answer->err = fail(&answer->why, ERR_INVALID, "weight must be 1 to %d", WEIGHT_MAX);
		return;
	}
	u32 known = name_find(engine, NAME_QUEUE, command->set.name);
	if (!known && engine->core.names[NAME_QUEUE].len > LIMIT_QUEUES_MAX) {
		answer->err = fail(&answer->why, ERR_QUOTA, "queues must have at most %d names",
				   LIMIT_QUEUES_MAX);
		return;
	}
	const struct queue *queue = known ? queue_of(engine, (queue_no){ known }) : NULL;
	bool was_closed = queue && queue->exists && queue_is_closed(queue);
	queue_make(engine, command->set.name, &command->set.queue);
	if (was_closed) queue_comes_back(engine, queue_of(engine, (queue_no){ known }));
	engine_sweep(engine);
}

void queue_make(struct engine *engine, str name, const struct queue_policy *policy)
{
	queue_no no = { name_intern(engine, NAME_QUEUE, name) };
	struct queue *queue = queue_of(engine, no);
	queue->no = no;
	queue->exists = true;
	queue->policy = *policy;
	change_put(engine, KIND_QUEUE)->queue = (struct queue_row){ no, *policy };
}

void on_set_tenant(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	answer->err = name_check(NAME_TENANT, command->set.name, "tenant_id", &answer->why);
	if (!answer->err) answer->err = check_tenant(&command->set.tenant, &answer->why);
	if (!answer->err) answer->err = check_defaults(&command->set.defaults, &answer->why);
	if (!answer->err && command->set.has_daily)
		answer->err = daily_settings_check(engine, &command->set.daily, &answer->why);
	struct draft *draft = command->set.has_gates ? draft_of(engine, command) : NULL;
	if (!answer->err && draft && draft->err) {
		answer->err = draft->err;
		answer->why = draft->why;
	}
	if (!answer->err && command_has_document(command))
		answer->err = document_check(engine, command, command->set.expected,
					     command->set.details, &answer->why);
	if (answer->err) return;
	struct tenant *tenant = NULL;
	answer->err = tenant_named(engine, command->set.name, &tenant, &answer->why);
	if (answer->err) return;
	tenant->has_row = true;
	struct tenant_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	note_defaults(engine, tenant);
	u32 profile = tenant->policy.profile;
	if (!command->set.gates_only) tenant->policy = command->set.tenant;
	if (tenant->policy.profile != profile) profile_set(engine, tenant);
	*row = (struct tenant_row){ tenant->no, tenant->policy };
	change_put(engine, KIND_TENANT)->tenant = row;
	tenant_update(engine, tenant);
	bases_catch_up(engine);
	keep_defaults(engine, tenant, &command->set.defaults);
	if (command->set.has_daily) daily_settings_put(engine, tenant, &command->set.daily);
	if (draft) gates_put(engine, tenant, draft->gates, command->set.gates);
	if (draft) draft->gates = NULL;
	answer->version = keep_details(engine, command);
	answer->number = (u64)wall_now(engine);
	replay_note(engine, command, NULL, 0);
}
