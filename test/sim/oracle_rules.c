/* What holds a run back, and what its policies say: SPEC 3 (pauses), 4 (limits), 5 (attempts). */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"

#include <inttypes.h>

/* ---- names and settings ------------------------------------------------------------------- */

/* "tenant-7" and the like; the first queue is "default". */
static u32 number_in_name(str text)
{
	u64 number = 0;
	str rest = text;
	if (str_eq(text, STR("default"))) return 1;
	if (str_eq(text, STR("system"))) return ORACLE_TENANTS; /* whose alerts are the service's */
	if (str_eq(text, REMINDER_TYPE)) return ORACLE_REMINDER_TYPE;
	if (str_eq(text, DAILY_TYPE)) return ORACLE_DAILY_TYPE;
	str_split(&rest, '-');
	if (!str_to_u64(rest, ORACLE_TENANTS, &number)) return ORACLE_TENANTS + 1;
	return (u32)number + 1;
}

u32 rules_tenant_in(str name)
{
	u32 number = number_in_name(name);
	return number <= ORACLE_TENANTS ? number - 1 : UINT32_MAX;
}

static u64 number_key(enum name_kind kind, u32 no)
{
	return (u64)kind << 32 | no;
}

/* "@node-7" is what the process carries out itself after its seventh start. */
static void take_worker(struct oracle *oracle, const struct name_row *row)
{
	str prefix = STR("@node-");
	u64 start;
	if (!str_starts_with(row->text, prefix)) return;
	must(str_to_u64(str_from_offset(row->text, prefix.len), UINT32_MAX, &start));
	must(u64_map_reserve(&oracle->numbers, 1) == ERR_OK);
	u64_map_insert(&oracle->numbers, number_key(NAME_WORKER, row->no),
		       (void *)(uintptr_t)start);
}

u64 rules_holder_start(const struct oracle *oracle, const struct oracle_execution *execution)
{
	return (uintptr_t)u64_map_find(&oracle->numbers,
				       number_key(NAME_WORKER, execution->worker));
}

/* Kept as pointers that nobody follows: a number is above 0. */
static void take_name(struct oracle *oracle, const struct name_row *row)
{
	u64 key = number_key(row->kind, row->no);
	u32 number = number_in_name(row->text);
	if (row->kind == NAME_WORKER) {
		take_worker(oracle, row);
		return;
	}
	must(row->no > 0 && number <= ORACLE_TENANTS);
	if (u64_map_find(&oracle->numbers, key))
		sim_fail(oracle->sim, "names", NULL, "number %u of kind %d was given twice",
			 row->no, (int)row->kind);
	must(u64_map_reserve(&oracle->numbers, 1) == ERR_OK);
	u64_map_insert(&oracle->numbers, key, (void *)(uintptr_t)number);
}

u32 oracle_number(const struct oracle *oracle, enum name_kind kind, u32 no)
{
	if (!no || no == UINT32_MAX) return no; /* any; none that is known */
	u32 number = (u32)(uintptr_t)u64_map_find(&oracle->numbers, number_key(kind, no));
	if (!number)
		sim_fail(oracle->sim, "names", NULL, "number %u of kind %d has no name", no,
			 (int)kind);
	return number;
}

u32 oracle_index(u32 number)
{
	must(number > 0);
	return number - 1;
}

static void take_type(struct oracle *oracle, const struct type_row *row)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	u32 number = oracle_number(oracle, NAME_TYPE, row->type.v);
	must(tenant < ORACLE_TENANTS && number < ORACLE_TYPES);
	struct type_policy **slot = &oracle->types[tenant][number];
	enum carrier before = rules_carrier(oracle, tenant, number);
	if (!*slot) *slot = mem_alloc(sizeof **slot);
	must(*slot != NULL);
	**slot = row->policy;
	if (before != rules_carrier(oracle, tenant, number))
		sim_mark(oracle->sim, MARK_HANDS_CHANGED);
	oracle->policy_turn = oracle->turn_id;
	routes_are_used_otherwise(oracle, tenant);
	turns_forget(oracle);
	u32 running = oracle->running_type[tenant][number];
	if (row->policy.limit && running > row->policy.limit)
		sim_mark(oracle->sim, MARK_LIMIT_LOWERED);
}

static void take_queue(struct oracle *oracle, const struct queue_row *row)
{
	u32 queue = oracle_number(oracle, NAME_QUEUE, row->queue.v);
	must(queue < ORACLE_QUEUES);
	oracle->queues[queue] = row->policy;
	turns_forget(oracle);
}

static void take_tenant(struct oracle *oracle, const struct tenant_row *row)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	must(tenant < ORACLE_TENANTS);
	oracle->tenants[tenant] = row->policy;
	oracle->policy_turn = oracle->turn_id;
	turns_forget(oracle);
}

/* ---- pauses ------------------------------------------------------------------------------- */

static bool same_pause(const struct pause_key *a, const struct pause_key *b)
{
	return a->scope == b->scope && a->tenant.v == b->tenant.v && a->no == b->no;
}

/* A row's key in our own numbers. */
static struct pause_key pause_key_of(const struct oracle *oracle, const struct pause_key *row)
{
	struct pause_key key = *row;
	enum name_kind kind = row->scope == PAUSE_TYPE ? NAME_TYPE : NAME_QUEUE;
	key.tenant.v = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	key.no = oracle_number(oracle, kind, row->no);
	return key;
}

static struct oracle_pause *find_pause(struct oracle *oracle, const struct pause_key *key)
{
	for (u32 i = 0; i < oracle->pauses_len; i++) {
		if (same_pause(&oracle->pauses[i].key, key)) return &oracle->pauses[i];
	}
	must(oracle->pauses_len < ORACLE_PAUSES);
	struct oracle_pause *pause = &oracle->pauses[oracle->pauses_len++];
	*pause = (struct oracle_pause){ .key = *key };
	return pause;
}

static void find_in_force(struct oracle *oracle)
{
	oracle->in_force_len = 0;
	for (u32 i = 0; i < oracle->pauses_len; i++) {
		const struct oracle_pause *pause = &oracle->pauses[i];
		if (pause->is_there && !pause->has_ended)
			oracle->in_force[oracle->in_force_len++] = i;
	}
}

static void take_pause(struct oracle *oracle, const struct pause_row *row, bool is_there)
{
	struct pause_key key = pause_key_of(oracle, &row->key);
	struct oracle_pause *pause = find_pause(oracle, &key);
	if (!is_there && !pause->is_there)
		sim_fail(oracle->sim, "I-16", NULL, "a pause that is not there was deleted");
	if (!is_there)
		sim_mark(oracle->sim,
			 pause->until <= oracle->now.wall ? MARK_PAUSE_ENDED : MARK_PAUSE_LIFTED);
	oracle->pauses_there += (u32)is_there - (u32)pause->is_there;
	*pause = (struct oracle_pause){
		.is_there = is_there, .key = key, .until = row->until, .turn = oracle->turn_id
	};
	find_in_force(oracle);
	turns_forget(oracle);
}

void rules_after_turn(struct oracle *oracle, msec wall)
{
	bool has_change = false;
	for (u32 i = 0; i < oracle->in_force_len; i++) {
		struct oracle_pause *pause = &oracle->pauses[oracle->in_force[i]];
		if (wall < pause->until) continue;
		pause->has_ended = has_change = true;
	}
	if (has_change) find_in_force(oracle);
}

bool oracle_has_pause(const struct oracle *oracle)
{
	return oracle->pauses_there > 0;
}

static bool pause_is_about(const struct oracle_pause *pause, const struct oracle_run *run)
{
	u32 tenant = pause->key.tenant.v;
	if (tenant && tenant != run->tenant) return false;
	if (pause->key.scope == PAUSE_TYPE) return pause->key.no == run->type;
	if (pause->key.scope == PAUSE_QUEUE) return pause->key.no == run->queue;
	return true;
}

const char *rules_pause_of(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	static const char *const words[PAUSE_SCOPES] = { "tenant", "type", "queue" };
	for (u32 i = 0; i < oracle->in_force_len; i++) {
		const struct oracle_pause *pause = &oracle->pauses[oracle->in_force[i]];
		if (wall < pause->until && pause_is_about(pause, run))
			return words[pause->key.scope];
	}
	if (rules_maintenance_of(oracle, run, wall)) return "maintenance";
	if (gates_hold_line(oracle, run, wall)) return "hours";
	return NULL;
}

/* ---- operations --------------------------------------------------------------------------- */

struct oracle_operation *rules_operation(const struct oracle *oracle, const struct uuid *id)
{
	for (u32 i = 0; i < oracle->operations_len; i++) {
		if (uuid_eq(&oracle->operations[i].id, id)) return &oracle->operations[i];
	}
	return NULL;
}

bool oracle_has_operation(const struct oracle *oracle)
{
	for (u32 i = 0; i < oracle->operations_len; i++) {
		if (oracle->operations[i].state == OPERATION_RUNNING) return true;
	}
	return false;
}

static bool operation_is_about(const struct oracle_operation *operation,
			       const struct oracle_run *run)
{
	const struct run_filter *filter = &operation->filter;
	if (filter->tenant.v && filter->tenant.v != run->tenant) return false;
	if (filter->type.v && filter->type.v != run->type) return false;
	if (filter->queue.v && filter->queue.v != run->queue) return false;
	if (filter->by_key && !digest_eq(filter->key_digest, run->key)) return false;
	if (operation->entity && operation->entity != run->entity) return false;
	return run->state < RUN_STATE_COUNT &&
	       (!filter->states || filter->states >> run->state & 1);
}

bool rules_is_operated_on(const struct oracle *oracle, const struct oracle_run *run,
			  enum operation_kind kind)
{
	for (u32 i = 0; i < oracle->operations_len; i++) {
		const struct oracle_operation *operation = &oracle->operations[i];
		bool is_now = operation->state == OPERATION_RUNNING ||
			      operation->turn_changed == oracle->turn_id;
		if (!is_now || operation->kind != kind || !operation_is_about(operation, run))
			continue;
		/* Its cursor has passed what it touched, in the same commit. */
		bool has_passed = uuid_compare(&run->id, &operation->cursor) <= 0;
		if (has_passed || operation->state != OPERATION_RUNNING) return true;
	}
	return false;
}

static bool may_be_touched(const struct oracle_run *run, enum operation_kind kind)
{
	if (kind == OPERATION_REPLAN) return false;
	if (kind == OPERATION_CANCEL) return run->state < RUN_DONE;
	return run->state == RUN_FAILED || run->state == RUN_DLQ;
}

/* Done: nothing is left that it was about all the time. */
static void check_operation_done(struct oracle *oracle, const struct oracle_operation *operation)
{
	for (u32 i = 0; i < oracle->all_len; i++) {
		const struct oracle_run *run = oracle->all[i];
		if (run->state == RUN_UNBORN || run->is_purged) continue;
		if (!may_be_touched(run, operation->kind)) continue;
		if (run->journal_turn >= operation->turn_started) continue;
		if (!operation_is_about(operation, run)) continue;
		if (run->person_of_day) continue; /* its cutoff ends it, or its person */
		/* A retry can be impossible: the key is taken, the deadline has passed, the job is
		 * deleted. */
		bool may_refuse = run->scope != UNIQUE_NONE || run->deadline_at || run->job ||
				  run->reminder;
		if (operation->kind == OPERATION_RETRY && may_refuse) continue;
		sim_fail(oracle->sim, "operation", &run->id,
			 "an operation (kind %d, states %x, tenant %u%s%s) is done and has left "
			 "a run out that matched all the time",
			 (int)operation->kind, operation->filter.states, operation->filter.tenant.v,
			 operation->filter.by_key ? ", by key" : "",
			 operation->entity ? ", by entity" : "");
	}
}

static struct run_filter filter_of(const struct oracle *oracle, const struct run_filter *row)
{
	struct run_filter filter = *row;
	filter.tenant.v = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	filter.type.v = oracle_number(oracle, NAME_TYPE, row->type.v);
	filter.queue.v = oracle_number(oracle, NAME_QUEUE, row->queue.v);
	return filter;
}

static void take_operation(struct oracle *oracle, const struct operation_row *row)
{
	struct oracle_operation *operation = rules_operation(oracle, &row->id);
	if (!operation) {
		must(oracle->operations_len < ORACLE_OPERATIONS);
		operation = &oracle->operations[oracle->operations_len++];
		*operation = (struct oracle_operation){
			.id = row->id,
			.kind = row->kind,
			.filter = filter_of(oracle, &row->filter),
			.entity = row->filter.entity.len ? oracle_hash(row->filter.entity) : 0,
			.turn_started = oracle->turn_id,
		};
	}
	if (uuid_compare(&row->cursor, &operation->cursor) < 0)
		sim_fail(oracle->sim, "operation", NULL, "the cursor of an operation went back");
	if (operation->state != OPERATION_RUNNING && row->state == OPERATION_RUNNING)
		sim_fail(oracle->sim, "operation", NULL, "an operation that had ended goes on");
	bool is_next_page = operation->turn_started != oracle->turn_id &&
			    row->state == OPERATION_RUNNING;
	if (is_next_page) sim_mark(oracle->sim, MARK_OPERATION_PAGES);
	operation->cursor = row->cursor;
	operation->state = row->state;
	operation->turn_changed = oracle->turn_id;
}

void rules_take(struct oracle *oracle, const struct change *change)
{
	if (change_puts(change, KIND_NAME)) take_name(oracle, &change->name);
	if (change_puts(change, KIND_TYPE)) take_type(oracle, change->type);
	if (change_puts(change, KIND_QUEUE)) take_queue(oracle, &change->queue);
	if (change_puts(change, KIND_TENANT)) take_tenant(oracle, change->tenant);
	if (change_puts(change, KIND_PAUSE)) take_pause(oracle, &change->pause, true);
	if (change_deletes(change, KIND_PAUSE)) take_pause(oracle, &change->pause, false);
	if (change_puts(change, KIND_GATES)) gates_take(oracle, &change->gates);
	if (change_deletes(change, KIND_GATES)) gates_take(oracle, &change->gates);
	if (change_puts(change, KIND_RATE)) routes_take(oracle, &change->rate, true);
	if (change_deletes(change, KIND_RATE)) routes_take(oracle, &change->rate, false);
	if (change_puts(change, KIND_OPERATION)) take_operation(oracle, change->operation);
}

/* After the journal: what an operation left out can be told only then. */
void rules_check_operations(struct oracle *oracle, const struct turn *turn)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (!change_puts(change, KIND_OPERATION)) continue;
		if (change->operation->state != OPERATION_DONE) continue;
		check_operation_done(oracle, rules_operation(oracle, &change->operation->id));
	}
}

/* ---- may it start? ------------------------------------------------------------------------ */

const char *rules_limit_of(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	u32 all = oracle->sim->swarm.engine.max_concurrency;
	u32 tenant = oracle->tenants[run->tenant].limit;
	u32 queue = oracle->queues[run->queue].limit;
	if (policy && policy->limit &&
	    oracle->running_type[run->tenant][run->type] >= policy->limit)
		return "type";
	if (tenant && oracle->running_tenant[run->tenant] >= tenant) return "tenant";
	if (queue && oracle->running_queue[run->queue] >= queue) return "queue";
	return all && oracle->running >= all ? "all" : NULL;
}

bool rules_is_due(const struct oracle_run *run, msec wall)
{
	return run->state == RUN_QUEUED && run->run_at <= wall &&
	       (!run->deadline_at || wall < run->deadline_at);
}

enum carrier rules_carrier(const struct oracle *oracle, u32 tenant, u32 type)
{
	const struct type_policy *policy = oracle->types[tenant][type];
	enum carrier usual = type == ORACLE_REMINDER_TYPE ? CARRIER_NODE : CARRIER_WORKERS;
	return policy && policy->carrier != CARRIER_UNSAID ? policy->carrier : usual;
}

bool rules_notifies(const struct oracle *oracle, u32 tenant, u32 type)
{
	const struct type_policy *policy = oracle->types[tenant][type];
	return type == ORACLE_REMINDER_TYPE || (policy && policy->notifies);
}

bool rules_filter_takes(const struct oracle *oracle, const struct call_filter *filter,
			const struct oracle_run *run)
{
	bool is_own = rules_carrier(oracle, run->tenant, run->type) == CARRIER_NODE;
	if (is_own != (filter->carrier == CARRIER_NODE)) return false;
	u32 tenant = oracle_index(run->tenant);
	u32 type = oracle_index(run->type);
	u32 queue = oracle_index(run->queue);
	if (filter->tenants && !(filter->tenants >> tenant & 1)) return false;
	if (filter->types && !(filter->types >> type & 1)) return false;
	return !filter->queues || filter->queues >> queue & 1;
}

/* ---- the first of run, type, tenant, default that says so --------------------------------- */

static msec first_of(msec a, msec b, msec c, msec d)
{
	return a ? a : b ? b : c ? c : d;
}

msec rules_lease_ms(const struct oracle *oracle, const struct oracle_run *run, msec asked)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	return first_of(asked, policy ? policy->lease_ms : 0, oracle->tenants[run->tenant].lease_ms,
			60 * MSEC_SECOND);
}

msec rules_timeout_ms(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	return first_of(run->timeout_ms, policy ? policy->timeout_ms : 0,
			oracle->tenants[run->tenant].timeout_ms,
			run->person_of_day ? 300 * MSEC_SECOND : 60 * MSEC_SECOND);
}

u32 rules_max_attempts(const struct oracle *oracle, u32 tenant, u32 type)
{
	const struct type_policy *policy = oracle->types[tenant][type];
	return (u32)first_of(policy ? policy->max_attempts : 0,
			     oracle->tenants[tenant].max_attempts, 0, 5);
}

/* ---- errors and retries ------------------------------------------------------------------- */

static bool list_has(const struct class_list *list, str name)
{
	str rest = { list->text, list->len };
	while (rest.len) {
		if (str_eq(str_split(&rest, '\0'), name)) return true;
	}
	return false;
}

/* A 429 is free until ten in a row. */
bool rules_attempt_counts(struct oracle *oracle, struct oracle_run *run,
			  const struct oracle_execution *execution, u32 attempts_after)
{
	bool is_429 = execution->outcome == OUTCOME_RETRY &&
		      str_eq(str_from(execution->error_class), STR("http_429"));
	if (execution->outcome == OUTCOME_DEFER || execution->outcome == OUTCOME_CANCELLED ||
	    execution->outcome == OUTCOME_RELEASED)
		return false;
	if (!is_429) {
		run->streak_429 = 0;
		return true;
	}
	if (run->streak_429 < 9) {
		run->streak_429++;
		sim_mark(oracle->sim, MARK_FREE_429);
		return false;
	}
	/* "until ten in a row": the tenth may be the last free one or the first that counts. */
	bool counts = run->streak_429 > 9 || attempts_after != run->attempts;
	run->streak_429 = counts ? 0 : 10;
	if (counts) sim_mark(oracle->sim, MARK_COUNTED_429);
	return counts;
}

bool rules_is_retryable(const struct oracle *oracle, const struct oracle_run *run, str class_name)
{
	static const char *const fatal[] = { "http_4xx",  "validation", "policy_denied",
					     "not_found", "cancelled",  "permanent",
					     "damaged" };
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	if (policy && list_has(&policy->fatal, class_name)) return false;
	if (policy && list_has(&policy->retryable, class_name)) return true;
	for (u32 i = 0; i < countof(fatal); i++) {
		if (str_eq(class_name, str_from(fatal[i]))) return false;
	}
	return true;
}

const struct backoff *rules_backoff(const struct oracle *oracle, const struct oracle_run *run)
{
	if (run->job) return &run->job->row.backoff;
	static const struct backoff task_default = {
		.kind = BACKOFF_STEPS,
		.steps_len = 4,
		.steps = { MSEC_MINUTE, 5 * MSEC_MINUTE, 15 * MSEC_MINUTE, MSEC_HOUR },
	};
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	if (policy && policy->backoff.kind != BACKOFF_UNSET) return &policy->backoff;
	if (oracle->tenants[run->tenant].backoff.kind != BACKOFF_UNSET)
		return &oracle->tenants[run->tenant].backoff;
	return &task_default;
}

/* Before jitter. */
static msec plain_delay(const struct backoff *backoff, u32 attempts)
{
	msec max = backoff->max ? backoff->max : MSEC_DAY;
	msec delay = backoff->base;
	if (backoff->kind == BACKOFF_STEPS) {
		u32 step = attempts < backoff->steps_len ? attempts : backoff->steps_len;
		delay = backoff->steps[step - 1];
	}
	for (u32 i = 1; backoff->kind == BACKOFF_EXPONENTIAL && i < attempts && delay < max; i++)
		delay *= 2;
	return delay < max ? delay : max;
}

static bool within(msec value, msec plain, i64 low_percent, i64 high_percent)
{
	return value >= plain * low_percent / 100 - 1 && value <= plain * high_percent / 100 + 1;
}

void rules_check_backoff(struct oracle *oracle, const struct oracle_run *run, msec delay)
{
	struct sim *sim = oracle->sim;
	const struct backoff *backoff = rules_backoff(oracle, run);
	msec plain = plain_delay(backoff, run->attempts ? run->attempts : 1);
	bool is_below = within(delay, plain, 60, 80);
	bool is_above = within(delay, plain, 120, 140);
	if (!is_below && !is_above)
		sim_fail(sim, "I-12", &run->id,
			 "after %u attempts it waits %" PRId64 " ms, the policy says %" PRId64
			 " times 0.6 to 0.8 or 1.2 to 1.4",
			 run->attempts, delay, plain);
	sim_mark(sim, is_below ? MARK_RETRY_BELOW : MARK_RETRY_ABOVE);
	/* What is rounded to a millisecond must not matter. */
	if (plain >= 10 * MSEC_SECOND) marks_jitter(sim->marks, delay * 1000 / plain);
	if (backoff->kind == BACKOFF_STEPS) sim_mark(sim, MARK_RETRY_STEPS);
	if (backoff->kind == BACKOFF_EXPONENTIAL) sim_mark(sim, MARK_RETRY_EXPONENTIAL);
	if (backoff->kind == BACKOFF_FIXED) sim_mark(sim, MARK_RETRY_FIXED);
}
