/* New runs: checks items, compares their keys with those in use, and makes the runs. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"

#define TTL_DEFAULT MSEC_DAY

/* An item with its names as numbers and its defaults filled in. */
struct order {
	const struct enqueue_item *item;
	struct tenant *tenant;
	struct type *type;
	struct queue *queue;
	route_no route;
	struct unique_key key; /* scope NONE: none */
	msec run_at;
	msec ttl;
	u32 priority; /* 0: not given */
	enum lint_kind flagged;
	bool waits; /* for other runs */
};

/* ---- checking ----------------------------------------------------------------------------- */

static enum err check_len(str text, size_t max, const char *field, struct why *why)
{
	if (text.len <= max) return ERR_OK;
	return fail(why, ERR_INVALID, "%s has %zu bytes; at most %zu are allowed", field, text.len,
		    max);
}

static enum err check_texts(const struct enqueue_item *item, struct why *why)
{
	enum err err = ERR_OK;
	if (!item->is_delivery) err = name_check(NAME_TYPE, item->type, "type", why);
	if (!err && item->queue.len) err = name_check(NAME_QUEUE, item->queue, "queue", why);
	if (!err) err = check_len(item->route, LIMIT_ROUTE_BYTES, "route", why);
	if (!err) err = check_len(item->key, LIMIT_KEY_BYTES, "idempotency_key", why);
	if (!err) err = check_len(item->bucket, LIMIT_BUCKET_BYTES, "run_at_bucket", why);
	if (!err) err = check_len(item->entity, LIMIT_ENTITY_BYTES, "entity", why);
	if (!err) err = check_len(item->user, LIMIT_TENANT_NAME_BYTES, "user_id", why);
	if (!err) err = check_len(item->trace, LIMIT_TRACE_BYTES, "traceparent", why);
	if (!err) err = check_len(item->payload, LIMIT_PAYLOAD_BYTES, "payload", why);
	if (!err) err = check_len(item->created_by, LIMIT_CREATED_BY_BYTES, "created_by", why);
	if (!err) err = check_len(item->details, LIMIT_TASK_DETAILS_BYTES, "details", why);
	return err;
}

static enum err check_numbers(const struct enqueue_item *item, msec run_at, struct why *why)
{
	if (item->priority > LIMIT_PRIORITY_MAX)
		return fail(why, ERR_INVALID, "priority must be 1 to %d, got %u",
			    LIMIT_PRIORITY_MAX, item->priority);
	if (item->max_attempts > LIMIT_ATTEMPTS_MAX)
		return fail(why, ERR_INVALID, "max_attempts must be 1 to %d, got %u",
			    LIMIT_ATTEMPTS_MAX, item->max_attempts);
	if (run_at < 0 || run_at > MSEC_YEAR_9999_END)
		return fail(why, ERR_INVALID, "run_at must be from 1970 to 9999");
	if (item->deadline_at && item->deadline_at <= run_at)
		return fail(why, ERR_INVALID, "deadline_at must be later than run_at");
	if (item->timeout_ms && (item->timeout_ms < TIMEOUT_MS_MIN || item->timeout_ms > MSEC_DAY))
		return fail(why, ERR_INVALID, "timeout_seconds must be 1 to 86400, got %lld ms",
			    (long long)item->timeout_ms);
	return unique_check_ttl(item->unique_ttl, why);
}

/* Only the default queue is made automatically: a misspelt queue must not take in runs that no
 * worker asks for. */
static enum err find_queue(struct engine *engine, str name, struct queue **out_queue,
			   struct why *why)
{
	u32 no = name.len ? name_find(engine, NAME_QUEUE, name) : QUEUE_DEFAULT;
	if (!no || !engine->dispatch.queues[no].exists)
		return fail(why, ERR_INVALID, "queue \"%.*s\" does not exist", STR_ARG(name));
	*out_queue = &engine->dispatch.queues[no];
	return ERR_OK;
}

/* The tenant's defaults as they were when this turn's keys were looked up. Changes in this turn
 * count from the next turn on. */
static const struct tenant_defaults *defaults_of(const struct turn *turn,
						 const struct tenant *tenant)
{
	static const struct tenant_defaults none = { 0 };
	if (!tenant) return &none;
	return tenant->defaults_turn == turn->id ? &tenant->defaults_before : &tenant->defaults;
}

/* Likewise for a type: its own scope, else the inherited one. */
static struct scope_said said_by_type(const struct engine *engine, const struct turn *turn,
				      const struct tenant *tenant, const struct type *type,
				      str name)
{
	struct scope_said said = scope_of_policy(type && type->row ? &type->row->policy : NULL);
	if (type && type->scope_turn == turn->id) said = type->scope_before;
	return said.scope == UNIQUE_NONE ? base_scope(engine, turn, tenant, name) : said;
}

static bool is_keyed(const struct enqueue_item *item)
{
	if (!item->key.len || !uuid_is_nil(&item->parent)) return false;
	return !item->is_rung && !item->is_delivery;
}

/* The scope of a key: the first that is set of run, type and tenant, else by the given fields. A
 * run of a job has no key: its occurrence is unique. */
static struct scope_said scope_of(const struct engine *engine, const struct turn *turn,
				  const struct enqueue_item *item, const struct tenant *tenant,
				  const struct type *type)
{
	struct scope_said said = { item->scope, item->unique_ttl };
	if (!is_keyed(item)) return (struct scope_said){ 0 };
	if (said.scope == UNIQUE_NONE) said = said_by_type(engine, turn, tenant, type, item->type);
	if (said.scope == UNIQUE_NONE) {
		const struct tenant_defaults *defaults = defaults_of(turn, tenant);
		said = (struct scope_said){ defaults->scope, defaults->unique_ttl };
	}
	if (said.scope == UNIQUE_NONE) {
		bool has_bucket = item->run_at_is_absolute || item->bucket.len;
		said.scope = has_bucket ? UNIQUE_BUCKET : UNIQUE_TTL;
	}
	if (item->unique_ttl) said.ttl = item->unique_ttl;
	if (!said.ttl) said.ttl = TTL_DEFAULT;
	return said;
}

static msec run_at_of(const struct enqueue_item *item, msec now)
{
	return item->run_at ? item->run_at : now;
}

static struct unique_key key_of(const struct turn *turn, const struct enqueue_item *item,
				struct scope_said said, tenant_no tenant, type_no type)
{
	struct unique_key key = { .tenant = tenant, .type = type, .scope = said.scope };
	msec now = turn->now.wall;
	if (said.scope == UNIQUE_NONE) return key;
	key.bucket = unique_bucket(said.scope, run_at_of(item, now), now, said.ttl, item->bucket);
	key.key = digest_of(item->key);
	return key;
}

struct unique_key enqueue_key(const struct engine *engine, const struct turn *turn,
			      const struct enqueue_item *item, tenant_no tenant, type_no type)
{
	struct scope_said said = scope_of(engine, turn, item, tenant_find(engine, tenant),
					  type_find(engine, tenant, type));
	return key_of(turn, item, said, tenant, type);
}

enum err payload_check(const struct tenant *tenant, str payload, const char *field,
		       enum lint_kind *out_flagged, struct why *why)
{
	enum lint_mode mode = tenant && tenant->gates ? tenant->gates->gates.lint : LINT_OFF;
	*out_flagged = LINT_NOTHING;
	if (mode == LINT_OFF) return ERR_OK;
	struct lint_found found = lint_payload(payload);
	*out_flagged = found.kind;
	if (found.kind == LINT_NOTHING || mode == LINT_FLAG) return ERR_OK;
	const char *what = found.kind == LINT_SECRET ? "a secret: store it by PUT secrets/NAME "
						       "and write \"secret:NAME\" instead"
						     : "personal data, which this tenant does "
						       "not accept";
	return fail(why, ERR_INVALID, "%s.%.*s looks like %s", field, (int)found.path_len,
		    found.path, what);
}

/* Also looks in the bucket before: a span may have begun there. */
static struct key_state *find_duplicate(const struct engine *engine, const struct order *order)
{
	if (order->key.scope == UNIQUE_NONE) return NULL;
	struct key_state *state = unique_taken(engine, &order->key);
	if (state || order->key.scope != UNIQUE_TTL) return state;
	struct unique_key before = order->key;
	before.bucket--;
	return unique_taken(engine, &before);
}

/* A task that waits for others. The run that has its key waits for what it was asked for with. */
static enum err follow(struct engine *engine, struct order *order, struct why *why)
{
	if (find_duplicate(engine, order)) return ERR_OK;
	enum err err = engine->hooks->may_follow(engine, order->tenant, order->item, why);
	if (!err) order->waits = engine->hooks->has_to_wait(engine, order->item);
	return err;
}

static enum err prepare(struct engine *engine, struct tenant *tenant,
			const struct enqueue_item *item, struct order *out, struct why *why)
{
	struct order order = { .item = item, .tenant = tenant };
	enum err err = check_texts(item, why);
	if (err) return err;
	order.run_at = run_at_of(item, wall_now(engine));
	order.priority = item->priority;
	err = check_numbers(item, order.run_at, why);
	if (!err && item->priority_is_scaled)
		err = priority_from(item->priority, tenant->defaults.priority_steps,
				    &order.priority, why);
	if (err) return err;
	bool needs_key = uuid_is_nil(&item->parent) && !item->is_parent;
	if (needs_key && !item->key.len && tenant->policy.require_key)
		return fail(why, ERR_INVALID,
			    "idempotency_key is required: this tenant refuses "
			    "tasks without one");
	if (!item->is_delivery)
		err = payload_check(tenant, item->payload, "payload", &order.flagged, why);
	if (!err) err = find_queue(engine, item->queue, &order.queue, why);
	if (err) return err;
	err = type_named(engine, tenant, item->type, &order.type, why);
	if (!err)
		err = route_named(engine, order.type, order.queue, item->route, &order.route, why);
	if (err) return err;
	struct scope_said said = scope_of(engine, now_turn(engine), item, tenant, order.type);
	order.ttl = said.ttl;
	order.key = key_of(now_turn(engine), item, said, tenant->no, order.type->no);
	*out = order;
	return item->after_len ? follow(engine, out, why) : ERR_OK;
}

/* ---- duplicates --------------------------------------------------------------------------- */

static void answer_duplicate(const struct engine *engine, const struct key_state *state,
			     struct enqueue_answer *answer)
{
	const struct engine_run *run = run_find(engine, &state->row.run);
	answer->duplicate = true;
	answer->run = state->row.run;
	answer->purged = !run && !state->run_exists;
	answer->state = state->run_state;
	if (run) answer->state = run_state_of(run);
}

/* Replaces the run that has the key by what the new run would have been. */
static bool replace(struct engine *engine, const struct order *order, const struct key_state *state,
		    str actor)
{
	const struct enqueue_item *item = order->item;
	const struct type_policy *policy = order->type->policy;
	struct run_row words = { .alert_key = { "", 0 } };
	if (item->alert || policy_notifies(policy)) alert_set(&words, policy, item);
	struct replacement replacement = {
		.run = &state->row.run,
		.made = state->run_state == RUN_QUEUED ||
					engine->hooks->waits(engine, &state->row.run)
				? state->made
				: NULL,
		.texts = { .deadline_at = item->deadline_at,
			   .flagged = order->flagged,
			   .alert = words.alert,
			   .alert_key = words.alert_key,
			   .payload = item->payload },
		.run_at = order->run_at,
		.priority = priority_in_force(order->priority, policy,
					      order->tenant->defaults.priority),
	};
	return run_replace(engine, &replacement, actor);
}

/* ---- making ------------------------------------------------------------------------------- */

/* A key with a scope has its digest already. */
static struct digest digest_of_key(const struct order *order)
{
	if (!order->item->key.len) return (struct digest){ 0 };
	return order->key.scope != UNIQUE_NONE ? order->key.key : digest_of(order->item->key);
}

static void fill_row(struct engine *engine, const struct order *order, struct run_row *row)
{
	const struct enqueue_item *item = order->item;
	const struct type_policy *policy = order->type->policy;
	must(item->cause == CAUSE_TASK || run_cause_is_internal(item->cause));
	u32 attempts = attempts_in_force(item->max_attempts, policy, &order->tenant->policy,
					 DEFAULT_TASK_ATTEMPTS);
	*row = (struct run_row){
		.id = id_make(engine),
		.tenant = order->tenant->no,
		.type = order->type->no,
		.created_at = wall_now(engine),
		.deadline_at = item->deadline_at,
		.timeout_ms = item->timeout_ms,
		.unique_ttl = order->key.scope == UNIQUE_TTL ? order->ttl : 0,
		.scope = order->key.scope,
		.key_digest = digest_of_key(order),
		.payload_len = item->payload_len ? item->payload_len : (u32)item->payload.len,
		.route = order->route,
		.payload_of_ladder = item->payload_of_ladder,
		.is_critical = item->is_critical,
		.flagged = order->flagged,
		.cause = item->cause,
		.parent = item->parent,
		.key = item->key,
		.entity = item->entity,
		.user = item->user,
		.payload = item->payload,
		.trace = item->trace,
		.created_by = item->created_by,
		.details = item->details,
		.alert_key = { "", 0 },
	};
	if (item->alert || policy_notifies(policy)) alert_set(row, policy, item);
	row->hot = (struct run_hot){
		.state = item->is_parent || order->waits ? RUN_WAITING : RUN_QUEUED,
		.priority = priority_in_force(order->priority, policy,
					      order->tenant->defaults.priority),
		.queue = order->queue->no,
		.max_attempts = attempts,
		.run_at = order->run_at,
		.updated_at = wall_now(engine),
		.bucket = order->key.bucket,
		.journal_turn = now_turn(engine)->id,
	};
}

static void take_key(struct engine *engine, const struct order *order, const struct run_row *row)
{
	msec until = unique_until(order->key.scope, wall_now(engine), order->ttl);
	struct key_state *state = unique_put(engine, &order->key, &row->id, until);
	state->made = row;
	state->run_state = row->hot.state;
}

static const struct run_row *create(struct engine *engine, const struct order *order, str actor)
{
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	fill_row(engine, order, row);
	if (!row->created_by.len && !order->item->is_delivery)
		row->created_by = str_slice(actor, 0, LIMIT_CREATED_BY_BYTES);
	change_add(engine, CHANGE_RUN_NEW)->run = row;
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .to = row->hot.state,
				       .run_at = row->hot.run_at,
				       .is_internal = run_cause_is_internal(row->cause),
				       .actor = actor };
	journal_add(engine, &entry);
	if (order->key.scope != UNIQUE_NONE) take_key(engine, order, row);
	if (order->item->after_len) engine->hooks->follows(engine, row, order->item);
	if (row->hot.state == RUN_QUEUED) {
		run_enter_as(engine, row, order->type);
		if (order->tenant->gates) engine->hooks->gates.see_made(engine, row);
	}
	return row;
}

/* Report a duplicate even when the tenant is over its run quota. */
static void place_order(struct engine *engine, const struct order *order, str actor,
			struct enqueue_answer *answer)
{
	struct key_state *taken = find_duplicate(engine, order);
	if (taken) {
		answer->replaced = order->item->replaces && replace(engine, order, taken, actor);
		answer_duplicate(engine, taken, answer);
		return;
	}
	if (!order->item->is_delivery)
		answer->err = quota_check(engine, order->tenant->no, QUOTA_RUNS, 1, &answer->why);
	if (!answer->err && order->waits)
		answer->err = quota_check(engine, order->tenant->no, QUOTA_FOLLOWERS, 1,
					  &answer->why);
	if (answer->err) return;
	const struct run_row *row = create(engine, order, actor);
	answer->run = row->id;
	answer->state = row->hot.state;
}

enum err enqueue_check(struct engine *engine, struct tenant *tenant,
		       const struct enqueue_item *item, struct why *why)
{
	struct order order;
	return prepare(engine, tenant, item, &order, why);
}

bool enqueue_is_taken(struct engine *engine, struct tenant *tenant, const struct enqueue_item *item,
		      struct enqueue_answer *out_answer)
{
	struct order order;
	struct why why;
	*out_answer = (struct enqueue_answer){ 0 };
	if (prepare(engine, tenant, item, &order, &why)) return false;
	const struct key_state *taken = find_duplicate(engine, &order);
	if (taken) answer_duplicate(engine, taken, out_answer);
	return taken != NULL;
}

const struct run_row *enqueue_make(struct engine *engine, struct tenant *tenant,
				   const struct enqueue_item *item, str actor)
{
	struct order order;
	struct why why;
	enum err err = prepare(engine, tenant, item, &order, &why);
	must(err == ERR_OK);
	return create(engine, &order, actor);
}

/* Removes types that were made for items which became no run. */
static void release_types(struct engine *engine, struct tenant *tenant,
			  const struct enqueue_command *enqueue)
{
	for (u32 i = 0; i < enqueue->len; i++) {
		u32 no = name_find(engine, NAME_TYPE, enqueue->items[i].type);
		struct type *type = no ? type_find(engine, tenant->no, (type_no){ no }) : NULL;
		if (type) type_release(engine, type);
	}
}

/* All or none: no run is made before every item has been accepted. */
static bool all_good(struct engine *engine, struct tenant *tenant,
		     const struct enqueue_command *enqueue, struct answer *answer)
{
	bool good = true;
	u32 new = 0, waits = 0;
	for (u32 i = 0; i < enqueue->len; i++) {
		struct enqueue_answer *item = &answer->enqueue.items[i];
		struct order order;
		item->err = prepare(engine, tenant, &enqueue->items[i], &order, &item->why);
		new += !item->err && !find_duplicate(engine, &order);
		waits += !item->err && order.waits;
		if (!item->err || !good) continue;
		good = false;
		answer->err = item->err;
		answer->why = item->why;
	}
	if (!good) return false;
	answer->err = quota_check(engine, tenant->no, QUOTA_RUNS, new, &answer->why);
	if (!answer->err)
		answer->err = quota_check(engine, tenant->no, QUOTA_FOLLOWERS, waits, &answer->why);
	return !answer->err;
}

/* An incoming event counts once, whatever becomes of it. So it is refused, to be sent again, while
 * there is no room for all the runs that it makes. */
static enum err check_event(const struct engine *engine, const struct tenant *tenant,
			    const struct enqueue_command *enqueue, struct why *why)
{
	if (!enqueue->is_event) return ERR_OK;
	return quota_check(engine, tenant->no, QUOTA_RUNS, enqueue->len, why);
}

/* Returns how many runs were made. */
static u32 place_orders(struct engine *engine, struct tenant *tenant, const struct command *command,
			struct enqueue_answer *items)
{
	u32 made = 0;
	for (u32 i = 0; i < command->enqueue.len; i++) {
		struct order order;
		const struct enqueue_item *item = &command->enqueue.items[i];
		items[i].err = prepare(engine, tenant, item, &order, &items[i].why);
		if (!items[i].err) place_order(engine, &order, command->actor, &items[i]);
		made += !items[i].err && !items[i].duplicate;
	}
	return made;
}

void on_enqueue(struct engine *engine, const struct command *command)
{
	const struct enqueue_command *enqueue = &command->enqueue;
	struct answer *answer = answer_add(engine, command->reply);
	struct tenant *tenant = NULL;
	answer->err = tenant_of_command(engine, command, &tenant, &answer->why);
	if (answer->err) return;
	answer->enqueue.len = enqueue->len;
	answer->enqueue.items = arena_alloc_array(&now_turn(engine)->arena, enqueue->len,
						  sizeof(struct enqueue_answer));
	must(answer->enqueue.items != NULL || enqueue->len == 0);
	u32 made = 0;
	if (enqueue->webhook.len)
		answer->err = engine->hooks->may_deliver(engine, command, &answer->why);
	else answer->err = check_event(engine, tenant, enqueue, &answer->why);
	if (answer->err) answer->enqueue.len = 0;
	else if (enqueue->resumes_len)
		answer->err = engine->hooks->may_wake(engine, tenant, enqueue, &answer->why);
	if (answer->err) made = 0;
	else if (!enqueue->atomic || all_good(engine, tenant, enqueue, answer)) {
		made = place_orders(engine, tenant, command, answer->enqueue.items);
		if (made && enqueue->resumes_len) engine->hooks->wake(engine, tenant, command);
		if (enqueue->webhook.len)
			answer->version = document_keep_beside(engine, command, enqueue->place);
		if (command->has_replay)
			replay_note_enqueued(engine, command, answer->enqueue.items, enqueue->len);
	}
	if (made == enqueue->len && made) return;
	release_types(engine, tenant, enqueue);
	tenant_release(engine, tenant);
}
