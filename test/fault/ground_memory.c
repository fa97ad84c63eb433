/* The store in memory: what the other kind is measured against. */
#include "ground.h"
#include "rig.h"

#include "base/hash.h"
#include "base/must.h"
#include "store/memory/memory.h"

#include <stdlib.h>

struct ground {
	struct rig *rig;
	struct memory_store *store;
};

/* ---- life --------------------------------------------------------------------------------- */

static struct memory_fault fail_store(void *context, enum memory_call call, u64 number)
{
	struct ground *ground = context;
	(void)number;
	return rig_fault_of_call(ground->rig, call == MEMORY_COMMIT);
}

static struct ground *memory_make(struct rig *rig)
{
	struct ground *ground = calloc(1, sizeof *ground);
	must(ground != NULL);
	ground->rig = rig;
	enum err err = memory_store_new(7, &ground->store);
	must(err == ERR_OK);
	struct memory_faults faults = { .context = ground, .fault = fail_store };
	memory_store_set_faults(ground->store, &faults);
	return ground;
}

static void memory_free(struct ground *ground)
{
	memory_store_free(ground->store);
	free(ground);
}

static enum err memory_open(struct ground *ground, struct store **out_store)
{
	*out_store = memory_store_view(ground->store);
	return ERR_OK;
}

static void memory_crash(struct ground *ground, bool is_cut)
{
	(void)is_cut;
	memory_store_crash(ground->store);
}

/* ---- what the store holds ------------------------------------------------------------------ */

enum { ROWS_PAUSES = NAME_KINDS, ROWS_OPERATIONS, ROWS_KINDS };

struct digesting {
	u64 hash;
	u32 rows[ROWS_KINDS]; /* names by their kind, then the others */
	u64 tallied;          /* in no order, so as a sum */
};

static void mix(struct digesting *digesting, u64 value)
{
	digesting->hash = hash_mix(digesting->hash ^ hash_mix(value + 1));
}

static void mix_bytes(struct digesting *digesting, const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) mix(digesting, ((const u8 *)bytes)[i]);
}

static void mix_run(void *context, const struct memory_run_seen *seen)
{
	const struct run_hot *hot = &seen->row->hot;
	mix_bytes(context, &seen->row->id, sizeof seen->row->id);
	mix(context, seen->state);
	mix(context, hot->attempts);
	mix(context, hot->fence);
	mix(context, (u64)hot->run_at);
	mix(context, hot->deferred_count);
	mix(context, (u64)hot->bucket);
	mix(context, seen->executions);
	mix_bytes(context, seen->row->payload.at, seen->row->payload.len);
}

static void mix_reminder(void *context, const struct reminder_row *row)
{
	mix_bytes(context, &row->id, sizeof row->id);
	mix(context, row->hot.version);
	mix(context, row->hot.status);
	mix(context, (u64)row->hot.run_at);
}

static void mix_execution(void *context, const struct memory_execution_seen *seen)
{
	mix_bytes(context, &seen->row->id, sizeof seen->row->id);
	mix(context, (u64)seen->row->lease_until);
	mix(context, seen->end ? seen->end->outcome : OUTCOME_OPEN);
}

/* In no order: a sum. */
static void mix_unique(void *context, const struct unique_row *row)
{
	struct digesting one = { 0 };
	mix(&one, row->key.key.a);
	mix(&one, (u64)row->key.bucket);
	mix(&one, row->key.scope);
	mix(&one, (u64)row->until);
	mix_bytes(&one, &row->run, sizeof row->run);
	*(u64 *)context += one.hash;
}

static enum err take_name(void *context, const void *held)
{
	const struct name_row *row = held;
	struct digesting *digesting = context;
	digesting->rows[row->kind]++;
	mix(digesting, row->no);
	mix_bytes(digesting, row->text.at, row->text.len);
	return ERR_OK;
}

static enum err take_queue(void *context, const void *held)
{
	const struct queue_row *row = held;
	mix(context, row->queue.v);
	mix(context, row->policy.limit);
	mix(context, row->policy.weight);
	return ERR_OK;
}

static enum err take_tenant(void *context, const void *held)
{
	const struct tenant_row *row = held;
	mix(context, row->tenant.v);
	mix(context, row->policy.limit);
	return ERR_OK;
}

static enum err take_type(void *context, const void *held)
{
	const struct type_row *row = held;
	mix(context, row->type.v);
	mix(context, row->policy.limit);
	return ERR_OK;
}

static enum err take_pause(void *context, const void *held)
{
	const struct pause_row *row = held;
	struct digesting *digesting = context;
	digesting->rows[ROWS_PAUSES]++;
	mix(digesting, row->key.scope);
	mix(digesting, (u64)row->until);
	mix_bytes(digesting, row->reason.at, row->reason.len);
	return ERR_OK;
}

static enum err take_defaults(void *context, const void *held)
{
	const struct defaults_row *row = held;
	mix(context, row->defaults.priority);
	mix(context, row->defaults.scope);
	return ERR_OK;
}

static enum err take_rate(void *context, const void *held)
{
	const struct rate_row *row = held;
	mix_bytes(context, row->route.at, row->route.len);
	mix(context, row->policy.rate);
	return ERR_OK;
}

static enum err take_calendar(void *context, const void *held)
{
	const struct calendar_row *row = held;
	struct digesting *digesting = context;
	mix(digesting, row->version);
	mix_bytes(digesting, row->name.at, row->name.len);
	mix_bytes(digesting, row->body.at, row->body.len);
	return ERR_OK;
}

static void mix_job(void *context, const struct job_row *row)
{
	struct digesting *digesting = context;
	mix(digesting, row->version);
	mix(digesting, row->state);
	mix(digesting, (u64)row->hot.planned_through);
	mix(digesting, (u64)row->hot.decided_through);
	mix(digesting, (u64)row->hot.passed_through);
	mix(digesting, row->hot.undecided);
	mix(digesting, row->hot.run_count);
	mix_bytes(digesting, row->rule.at, row->rule.len);
}

static enum err take_operation(void *context, const void *held)
{
	const struct operation_row *row = held;
	struct digesting *digesting = context;
	digesting->rows[ROWS_OPERATIONS]++;
	mix_bytes(digesting, &row->cursor, sizeof row->cursor);
	mix(digesting, row->changed);
	return ERR_OK;
}

static enum err take_daily_policy(void *context, const void *held)
{
	const struct daily_policy_row *row = held;
	mix(context, row->tenant.v);
	mix(context, (u64)row->policy.window_ms);
	return ERR_OK;
}

static enum err take_cooldown(void *context, const void *held)
{
	const struct cooldown_row *row = held;
	(void)context;
	(void)row;
	return ERR_OK;
}

static enum err take_gates(void *context, const void *held)
{
	const struct gates_row *row = held;
	mix(context, row->tenant.v);
	mix_bytes(context, row->body.at, row->body.len);
	return ERR_OK;
}

static enum err take_alert_rule(void *context, const void *held)
{
	const struct alert_rule_row *row = held;
	mix_bytes(context, &row->id, sizeof row->id);
	mix(context, row->threshold);
	return ERR_OK;
}

static enum err take_alert(void *context, const void *held)
{
	const struct alert_row *row = held;
	mix_bytes(context, &row->id, sizeof row->id);
	mix(context, row->value);
	return ERR_OK;
}

static enum err take_spilled(void *context, const struct band_row *band)
{
	mix(context, band->tenant.v);
	mix(context, band->route.v);
	mix(context, band->priority);
	return ERR_OK;
}

static enum err take_batch(void *context, const void *held)
{
	const struct batch_row *row = held;
	mix_bytes(context, &row->id, sizeof row->id);
	mix(context, (u64)row->done << 32 | row->failed);
	mix(context, row->cancelled);
	return ERR_OK;
}

static enum err take_tally(void *context, const struct tally_row *row)
{
	struct digesting *digesting = context;
	digesting->tallied += (u64)row->count * (row->tenant.v * QUOTA_KINDS + row->kind + 1);
	return ERR_OK;
}

static enum err take_open(void *context, const struct run_row *run, const struct execution_row *row)
{
	(void)row;
	mix_bytes(context, &run->id, sizeof run->id);
	return ERR_OK;
}

/* Nothing fails while it is made. */
static struct digesting digest_store(struct ground *ground)
{
	struct digesting digesting = { 0 };
	u64 unique = 0, last_turn = 0;
	struct recall_sink sink = { .context = &digesting, .rows = {
		[KIND_NAME] = take_name,
		[KIND_QUEUE] = take_queue,
		[KIND_TENANT] = take_tenant,
		[KIND_TYPE] = take_type,
		[KIND_CALENDAR] = take_calendar,
		[KIND_RATE] = take_rate,
		[KIND_DEFAULTS] = take_defaults,
		[KIND_DAILY_POLICY] = take_daily_policy,
		[KIND_PAUSE] = take_pause,
		[KIND_OPERATION] = take_operation,
		[KIND_BATCH] = take_batch,
		[KIND_COOLDOWN] = take_cooldown,
		[KIND_GATES] = take_gates,
		[KIND_ALERT_RULE] = take_alert_rule,
		[KIND_ALERT] = take_alert,
	}, .spilled = take_spilled, .tally = take_tally, .open = take_open };
	bool was_armed = rig_disarm(ground->rig);
	memory_store_each_run(ground->store, mix_run, &digesting);
	memory_store_each_job(ground->store, mix_job, &digesting);
	memory_store_each_reminder(ground->store, mix_reminder, &digesting);
	memory_store_each_execution(ground->store, NULL, mix_execution, &digesting);
	memory_store_each_unique(ground->store, mix_unique, &unique);
	enum err err = store_recall(memory_store_view(ground->store), &sink, &last_turn);
	must(err == ERR_OK);
	mix(&digesting, digesting.tallied);
	mix(&digesting, unique);
	mix(&digesting, last_turn);
	mix(&digesting, memory_store_counts(ground->store).turns);
	rig_arm(ground->rig, was_armed);
	return digesting;
}

static u64 memory_digest(struct ground *ground)
{
	return digest_store(ground).hash;
}

static u64 memory_turns(struct ground *ground)
{
	return memory_store_counts(ground->store).turns;
}

/* ---- one by one --------------------------------------------------------------------------- */

static bool memory_find_run(struct ground *ground, const struct uuid *id,
			    struct ground_run *out_run)
{
	struct memory_run_seen seen;
	if (!memory_store_find_run(ground->store, id, &seen)) return false;
	const struct run_hot *hot = &seen.row->hot;
	*out_run = (struct ground_run){ .state = seen.state,
					.attempts = hot->attempts,
					.max_attempts = hot->max_attempts,
					.deferred_count = hot->deferred_count,
					.fence = hot->fence,
					.executions = seen.executions };
	return true;
}

struct finding {
	ground_is_it *is_it;
	void *context;
	const struct execution_row *found;
};

static void find_one(void *context, const struct memory_execution_seen *seen)
{
	struct finding *finding = context;
	if (seen->end || finding->found) return;
	if (finding->is_it(finding->context, &seen->row->id)) finding->found = seen->row;
}

static bool memory_find_open(struct ground *ground, ground_is_it *is_it, void *context,
			     struct uuid *out_id)
{
	struct finding finding = { is_it, context, NULL };
	memory_store_each_execution(ground->store, NULL, find_one, &finding);
	if (finding.found) *out_id = finding.found->id;
	return finding.found != NULL;
}

static void memory_count(struct ground *ground, struct buf *out)
{
	struct digesting digesting = digest_store(ground);
	struct memory_counts counts = memory_store_counts(ground->store);
	for (u32 state = 0; state < RUN_STATE_COUNT; state++)
		buf_addf(out, "%llu ", (unsigned long long)counts.runs[state]);
	buf_addf(out,
		 "jobs %llu occurrences %llu executions %llu keys %llu pauses %u operations %u\n",
		 (unsigned long long)counts.jobs, (unsigned long long)counts.occurrences,
		 (unsigned long long)counts.executions, (unsigned long long)counts.unique_keys,
		 digesting.rows[ROWS_PAUSES], digesting.rows[ROWS_OPERATIONS]);
	for (u32 kind = 0; kind < ROWS_PAUSES; kind++)
		buf_addf(out, "names %u: %u\n", kind, digesting.rows[kind]);
}

const struct ground_kind ground_memory = {
	.name = "memory",
	.make = memory_make,
	.free = memory_free,
	.open = memory_open,
	.crash = memory_crash,
	.digest = memory_digest,
	.turns = memory_turns,
	.find_run = memory_find_run,
	.find_open = memory_find_open,
	.count = memory_count,
};
