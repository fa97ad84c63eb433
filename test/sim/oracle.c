/* The life of every run, as the committed turns tell it: SPEC 2 and 5. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"
#include "sim/chronicle.h"

#include <inttypes.h>

enum { ALL_MAX = 1 << 20 };

void oracle_init(struct oracle *oracle, struct sim *sim)
{
	oracle->sim = sim;
	uuid_map_init(&oracle->runs, 1, offsetof(struct oracle_run, id));
	uuid_map_init(&oracle->executions, 2, offsetof(struct oracle_execution, id));
	u64_map_init(&oracle->keys, 3);
	lines_init(oracle);
	kept_init(oracle);
	plans_init(oracle);
	effects_oracle_init(oracle);
	batches_oracle_init(oracle);
	ladders_oracle_init(oracle);
	fallbacks_oracle_init(oracle);
	alerts_oracle_init(oracle);
	reminders_oracle_init(oracle);
	days_oracle_init(oracle);
	hooks_oracle_init(oracle);
	u64_map_init(&oracle->numbers, 6);
	list_init(&oracle->open);
	list_init(&oracle->followers);
	oracle->all = mem_alloc(ALL_MAX * sizeof *oracle->all);
	oracle->operations = mem_alloc_zeroed(ORACLE_OPERATIONS * sizeof *oracle->operations);
	must(oracle->all != NULL && oracle->operations != NULL);
	oracle->wall_max = MSEC_MIN;
}

void oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct oracle_execution *execution;
	while ((execution = uuid_map_next(&oracle->executions, &cursor))) mem_free(execution);
	for (u32 i = 0; i < oracle->all_len; i++) depend_free(oracle->all[i]);
	for (u32 i = 0; i < ORACLE_TENANTS * ORACLE_TYPES; i++)
		mem_free(oracle->types[i / ORACLE_TYPES][i % ORACLE_TYPES]);
	lines_done(oracle);
	kept_done(oracle);
	plans_done(oracle);
	effects_oracle_done(oracle);
	batches_oracle_done(oracle);
	ladders_oracle_done(oracle);
	fallbacks_oracle_done(oracle);
	alerts_oracle_done(oracle);
	reminders_oracle_done(oracle);
	days_oracle_done(oracle);
	hooks_oracle_done(oracle);
	u64_map_done(&oracle->numbers);
	mem_free(oracle->all);
	mem_free(oracle->operations);
	uuid_map_done(&oracle->runs);
	uuid_map_done(&oracle->executions);
	u64_map_done(&oracle->keys);
}

const struct oracle_run *oracle_run_ever(const struct oracle *oracle, const struct uuid *id)
{
	return uuid_map_find(&oracle->runs, id);
}

struct oracle_run *oracle_run_of(const struct oracle *oracle, const struct uuid *id)
{
	struct oracle_run *run = uuid_map_find(&oracle->runs, id);
	return run && run->is_purged ? NULL : run;
}

struct oracle_execution *oracle_execution_of(const struct oracle *oracle, const struct uuid *id)
{
	struct oracle_execution *execution = uuid_map_find(&oracle->executions, id);
	return execution && execution->run->is_purged ? NULL : execution;
}

u64 oracle_hash(str text)
{
	return hash_bytes((struct hash_key){ 7, 7 }, text) | 1;
}

const char *oracle_state_word(u32 state)
{
	return state < RUN_STATE_COUNT ? run_state_name((enum run_state)state).at : "unborn";
}

/* ---- what the turn was asked -------------------------------------------------------------- */

/* Whether the token that a command came with may know of this tenant's things. */
static bool may_speak_for(const struct command *command, u32 tenant)
{
	return !command->tenant.len || rules_tenant_in(command->tenant) == oracle_index(tenant);
}

static const struct report *find_report(const struct oracle *oracle,
					const struct oracle_execution *execution)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_REPORT) continue;
		if (!may_speak_for(command, execution->run->tenant)) continue;
		for (u32 j = 0; j < command->report.len; j++) {
			const struct report *report = &command->report.reports[j];
			if (uuid_eq(&report->execution, &execution->id)) return report;
		}
	}
	return NULL;
}

static bool has_beat(const struct oracle *oracle, const struct oracle_execution *execution)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_BEAT) continue;
		if (!may_speak_for(command, execution->run->tenant)) continue;
		for (u32 j = 0; j < command->beat.len; j++) {
			if (uuid_eq(&command->beat.beats[j].execution, &execution->id)) return true;
		}
	}
	return false;
}

static const struct command *find_command(const struct oracle *oracle, enum command_kind kind,
					  const struct oracle_run *run)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind == kind && uuid_eq(&command->run.run, &run->id) &&
		    may_speak_for(command, run->tenant))
			return command;
	}
	return NULL;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void note_spilled(struct oracle *oracle, struct oracle_run *run, bool is_spilled)
{
	if (is_spilled) sim_mark(oracle->sim, MARK_SPILLED);
	run->is_spilled = is_spilled;
}

static bool is_as_asked(const struct oracle *oracle, const struct run_row *row,
			const struct enqueue_item *item)
{
	return row->hot.run_at == (item->run_at ? item->run_at : oracle->now.wall) &&
	       row->deadline_at == item->deadline_at &&
	       (!item->priority || row->hot.priority == item->priority) &&
	       (!item->max_attempts || row->hot.max_attempts == item->max_attempts) &&
	       oracle_number(oracle, NAME_ROUTE, row->route.v) == routes_number(item->route) &&
	       str_eq(row->key, item->key) && row->hot.attempts == 0;
}

static void take_new_run(struct oracle *oracle, const struct run_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_run *run = mem_alloc_zeroed(sizeof *run);
	must(run != NULL && oracle->all_len < ALL_MAX);
	if (oracle_run_of(oracle, &row->id))
		sim_fail(sim, "ids", &row->id, "an id was given twice");
	const struct enqueue_item none = { .run_at = row->hot.run_at, .payload = row->payload };
	const struct enqueue_item *item = &none;
	struct oracle_job *job = plans_find(oracle, &row->job);
	bool is_parent = row->hot.state == RUN_WAITING && !job && !afters_is_follower(oracle, row);
	bool is_of_batch = is_parent || !uuid_is_nil(&row->parent);
	struct enqueue_item child;
	const struct oracle_run *failed_parent = oracle_run_of(oracle, &row->fallback_of);
	if (!job) item = oracle_asked_for(oracle, row, &child);
	if (!item) sim_fail(sim, "P2", &row->id, "a run that nobody asked for in this turn");
	*run = (struct oracle_run){
		.id = row->id,
		.tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v),
		.type = oracle_number(oracle, NAME_TYPE, row->type.v),
		.queue = oracle_number(oracle, NAME_QUEUE, row->hot.queue.v),
		.route = oracle_number(oracle, NAME_ROUTE, row->route.v),
		.state = RUN_UNBORN,
		.priority = row->hot.priority,
		.max_attempts = row->hot.max_attempts,
		.run_at = row->hot.run_at,
		.created_at = row->created_at,
		.deadline_at = row->deadline_at,
		.timeout_ms = row->timeout_ms,
		.scope = row->scope,
		.unique_ttl = row->unique_ttl,
		.bucket_at = row->hot.run_at,
		.key = row->key_digest,
		.entity = row->entity.len ? oracle_hash(row->entity)
			  : failed_parent ? failed_parent->entity
					  : 0,
		.person = row->user.len   ? gates_person_in(row->user)
			  : failed_parent ? failed_parent->person
					  : 0,
		.payload = failed_parent ? failed_parent->payload : oracle_hash(item->payload),
		.words = failed_parent ? failed_parent->words : oracle_hash(item->payload),
		.hops = row->hops,
		.turn_created = oracle->turn_id,
		.bucket_text = item->bucket.len ? oracle_hash(item->bucket) : 0,
		.job = job,
	};
	must(run->tenant < ORACLE_TENANTS && run->type < ORACLE_TYPES &&
	     run->queue < ORACLE_QUEUES && run->route < ORACLE_ROUTES);
	run->hot = &row->hot;
	if (!is_as_asked(oracle, row, item))
		sim_fail(sim, "P2", &row->id, "the run is not as it was asked for");
	if (!job && oracle->policy_turn != oracle->turn_id && !item->max_attempts &&
	    run->max_attempts != rules_max_attempts(oracle, run->tenant, run->type))
		sim_fail(sim, "I-11", &row->id, "%u attempts, not as its policies say",
			 run->max_attempts);
	must(uuid_map_reserve(&oracle->runs, 1) == ERR_OK);
	uuid_map_insert(&oracle->runs, run);
	oracle->all[oracle->all_len++] = run;
	if (job) plans_take_run(oracle, run, row);
	if (!job && !failed_parent) afters_take_run(oracle, run, item);
	if (is_of_batch) batches_take_run(oracle, run, row);
	if (failed_parent) fallbacks_take_run(oracle, run, row);
	if (row->cause == CAUSE_REMINDER) reminders_take_run(oracle, run, row);
	if (row->cause == CAUSE_DAILY) days_take_run(oracle, run, row);
	note_spilled(oracle, run, row->hot.spilled);
	if (row->hot.run_at < oracle->now.wall) sim_mark(sim, MARK_PAST_RUN_AT);
	msec horizon = sim->swarm.engine.horizon ? sim->swarm.engine.horizon : 10 * MSEC_MINUTE;
	if (row->hot.run_at > oracle->now.wall + horizon) sim_mark(sim, MARK_FUTURE_BEYOND_HORIZON);
}

static void take_new_execution(struct oracle *oracle, const struct execution_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_execution *execution = mem_alloc_zeroed(sizeof *execution);
	must(execution != NULL);
	if (oracle_execution_of(oracle, &row->id))
		sim_fail(sim, "I-01", &row->run, "an execution's id was given twice");
	*execution = (struct oracle_execution){
		.id = row->id,
		.run = oracle_run_of(oracle, &row->run),
		.worker = row->worker.v,
		.attempt = row->attempt,
		.fence = row->fence,
		.lease_ms = row->lease_ms,
		.lease_end = oracle->now.boot + row->lease_ms,
		.timeout_ms = row->timeout_at - row->started_at,
		.timeout_end = oracle->now.boot + row->timeout_at - row->started_at,
		.row_lease_until = row->lease_until,
		.row_timeout_at = row->timeout_at,
		.turn = oracle->turn_id,
	};
	if (!execution->run) sim_fail(sim, "I-01", &row->run, "a claim of a run that is not there");
	if (row->started_at != oracle->now.wall ||
	    row->lease_until != oracle->now.wall + row->lease_ms || row->lease_ms < 5000 ||
	    row->lease_ms > 600000)
		sim_fail(sim, "I-24", &row->run, "a lease of %" PRId64 " ms", row->lease_ms);
	if (execution->run->is_spilled) sim_mark(sim, MARK_SPILLED_CLAIMED);
	must(uuid_map_reserve(&oracle->executions, 1) == ERR_OK);
	uuid_map_insert(&oracle->executions, execution);
}

static void take_beat(struct oracle *oracle, const struct execution_row *row)
{
	struct oracle_execution *execution = oracle_execution_of(oracle, &row->id);
	if (!execution || (execution->turn_ended && execution->turn_ended != oracle->turn_id))
		sim_fail(oracle->sim, "I-24", NULL, "a lease that is not held was extended");
	if (!has_beat(oracle, execution))
		sim_fail(oracle->sim, "I-24", &execution->run->id,
			 "a lease was extended without a beat of its holder");
	execution->row_lease_until = row->lease_until;
}

static void take_end(struct oracle *oracle, const struct execution_end *end)
{
	struct oracle_execution *execution = oracle_execution_of(oracle, &end->id);
	if (!execution || execution->turn_ended)
		sim_fail(oracle->sim, "I-01", &end->run, "an execution that is not open has ended");
	execution->turn_ended = oracle->turn_id;
	execution->outcome = end->outcome;
	fallbacks_take_end(oracle, execution);
	if (execution->run->job) execution->run->job->turn_freed = oracle->turn_id;
	execution->report = end->report;
	str class_name = str_slice(end->error_class, 0, ORACLE_CLASS_BYTES - 1);
	if (class_name.len) memcpy(execution->error_class, class_name.at, class_name.len);
}

static void take_change(struct oracle *oracle, const struct change *change)
{
	rules_take(oracle, change);
	kept_take(oracle, change);
	plans_take(oracle, change);
	if (change->kind == CHANGE_RUN_NEW) take_new_run(oracle, change->run);
	if (change->kind == CHANGE_EXECUTION_NEW) take_new_execution(oracle, &change->execution);
	if (change->kind == CHANGE_EXECUTION_BEAT) take_beat(oracle, &change->execution);
	if (change->kind == CHANGE_EXECUTION_END) take_end(oracle, change->end);
	reminders_take(oracle, change);
	days_take(oracle, change);
	if (change_puts(change, KIND_LADDER)) ladders_take(oracle, change->ladder, true);
	if (change->kind == CHANGE_LADDER_PUT) ladders_take(oracle, change->ladder, false);
	if (change_puts(change, KIND_ALERT)) alerts_take(oracle, change->alert);
	if (change_puts(change, KIND_DELIVERY)) fallbacks_take_delivery(oracle, change->delivery);
	if (change_puts(change, KIND_BATCH)) batches_take(oracle, &change->batch);
	if (change_puts(change, KIND_AFTER)) afters_take(oracle, &change->after);
	if (change_puts(change, KIND_EFFECT)) effects_oracle_take(oracle, change->effect);
	if (change->kind == CHANGE_RUN_SPILLED)
		note_spilled(oracle, oracle_run_of(oracle, &change->spilled.id), true);
	if (change->kind != CHANGE_RUN_HOT) return;
	struct oracle_run *run = oracle_run_of(oracle, &change->run_hot.id);
	if (!run)
		sim_fail(oracle->sim, "I-22", &change->run_hot.id,
			 "a run that is not there changed");
	bool is_over = run->deadline_at && run->deadline_at <= oracle->now.wall;
	if (run->is_spilled && is_over && change->run_hot.hot.state == RUN_CANCELLED)
		sim_mark(oracle->sim, MARK_SPILLED_OVERDUE);
	note_spilled(oracle, run, change->run_hot.hot.spilled);
	if (run->job) plans_take_hot(oracle, run, &change->run_hot.hot);
	run->hot = &change->run_hot.hot;
}

/* ---- moves -------------------------------------------------------------------------------- */

#define TO(state) (1u << RUN_##state)
static const u32 moves[RUN_STATE_COUNT] = {
	[RUN_WAITING] = TO(QUEUED) | TO(DONE) | TO(CANCELLED),
	[RUN_QUEUED] = TO(PROCESSING) | TO(FAILED) | TO(CANCELLED),
	[RUN_PROCESSING] = TO(DONE) | TO(QUEUED) | TO(FAILED) | TO(DLQ) | TO(CANCELLED),
	[RUN_FAILED] = TO(QUEUED) | TO(CANCELLED),
	[RUN_DLQ] = TO(QUEUED) | TO(CANCELLED),
};
#undef TO

static void count_running(struct oracle *oracle, const struct oracle_run *run, u32 by)
{
	oracle->running += by; /* may wrap: -1 is added as UINT32_MAX */
	oracle->running_tenant[run->tenant] += by;
	oracle->running_queue[run->queue] += by;
	oracle->running_type[run->tenant][run->type] += by;
}

/* `run_at`: from now on. */
static void set_state(struct oracle *oracle, struct oracle_run *run, u32 state, msec run_at)
{
	if (run->job) plans_run_moved(oracle, run, state);
	if (run->state == RUN_QUEUED) lines_remove(oracle, run);
	if (run->state == RUN_QUEUED && state != RUN_PROCESSING) turns_restart(oracle, run);
	if (run->state == RUN_PROCESSING) count_running(oracle, run, UINT32_MAX);
	batches_moved(oracle, run, run->state, state);
	reminders_moved(oracle, run, run->state, state);
	days_moved(oracle, run, state);
	run->state = state;
	run->run_at = run_at;
	afters_moved(oracle, run);
	if (state == RUN_QUEUED) lines_add(oracle, run);
	if (state == RUN_PROCESSING) count_running(oracle, run, 1);
}

static void check_claim(struct oracle *oracle, struct oracle_run *run,
			const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	struct oracle_execution *execution = oracle_execution_of(oracle, &entry->execution);
	msec wall = oracle->now.wall;
	if (!execution || execution->run != run || execution->is_claimed)
		sim_fail(sim, "I-22", &run->id, "a claim without its execution");
	if (run->open) sim_fail(sim, "I-01", &run->id, "claimed while somebody holds it");
	if (execution->fence <= run->fence)
		sim_fail(sim, "I-01", &run->id, "fence %u after %u", execution->fence, run->fence);
	if (execution->attempt != run->attempts + 1)
		sim_fail(sim, "I-11", &run->id, "attempt %u after %u", execution->attempt,
			 run->attempts);
	if (run->run_at > oracle->wall_max)
		sim_fail(sim, "I-12", &run->id, "started before its run_at");
	if (run->deadline_at && wall >= run->deadline_at)
		sim_fail(sim, "I-12", &run->id, "started at or after its deadline");
	gates_check_claim(oracle, run);
	const char *pause = rules_pause_of(oracle, run, wall);
	if (pause) sim_fail(sim, "I-16", &run->id, "started although its %s is paused", pause);
	const char *limit = rules_limit_of(oracle, run);
	if (limit)
		sim_fail(sim, "I-05", &run->id, "started although its limit (%s) is reached",
			 limit);
	u64 start = rules_holder_start(oracle, execution);
	bool is_own = rules_carrier(oracle, run->tenant, run->type) == CARRIER_NODE;
	if (is_own != (start != 0) || (start && start != sim->node.starts))
		sim_fail(sim, "hands", &run->id, "%s got a run of %s",
			 start ? "a handler of the process" : "a worker",
			 is_own ? "the process's own" : "workers");
	if (start) sim_mark(sim, MARK_HANDLER_CLAIMED);
	if (execution->timeout_ms != rules_timeout_ms(oracle, run))
		sim_fail(sim, "I-25", &run->id, "a hard end after %" PRId64 " ms",
			 execution->timeout_ms);
	if (run->job) plans_check_claim(oracle, run);
	batches_check_claim(oracle, run);
	if (run->person_of_day) days_check_claim(oracle, run);
	bool may_hold = swarm_awaits_clock(&sim->swarm) && plans_may_hold(oracle, oracle->now);
	if (may_hold) turns_pay(oracle, run);
	if (may_hold) turns_forget(oracle);
	else order_check_claim(oracle, run);
	routes_check_claim(oracle, run);
	execution->is_claimed = true;
	run->fence = execution->fence;
	run->open = execution;
	list_push_back(&oracle->open, &execution->in_open);
	set_state(oracle, run, RUN_PROCESSING, run->run_at);
	oracle->claims++;
	if (run->turn_created == oracle->turn_id) sim_mark(sim, MARK_MATCHED_AT_ONCE);
	if (!weather_damages(&sim->weather, &run->id)) return;
	oracle->damaged_turn = oracle->turn_id;
	sim_mark(sim, MARK_DAMAGED_PAYLOAD);
}

static u32 state_after(struct oracle *oracle, const struct oracle_run *run,
		       const struct oracle_execution *execution, bool counts)
{
	str class_name = str_from(execution->error_class);
	switch (execution->outcome) {
	case OUTCOME_SUCCESS:
	case OUTCOME_NOOP: return RUN_DONE;
	case OUTCOME_FAIL: return RUN_FAILED;
	case OUTCOME_DEFER:
	case OUTCOME_RELEASED: return RUN_QUEUED;
	case OUTCOME_CUTOFF:
	case OUTCOME_CANCELLED: return RUN_CANCELLED;
	case OUTCOME_STALLED: class_name = STR("stalled"); break;
	case OUTCOME_TIMEOUT: class_name = STR("timeout"); break;
	case OUTCOME_RETRY: break;
	case OUTCOME_OPEN:
	case OUTCOME_COUNT: return RUN_UNBORN;
	}
	if (!counts) return RUN_QUEUED;
	if (!rules_is_retryable(oracle, run, class_name)) return RUN_FAILED;
	return run->attempts >= run->max_attempts ? RUN_DLQ : RUN_QUEUED;
}

/* Time may end an execution only when its time has come and its holder is silent. */
static void check_ended_by_time(struct oracle *oracle, const struct oracle_execution *execution)
{
	struct sim *sim = oracle->sim;
	const struct uuid *run = &execution->run->id;
	msec boot = oracle->now.boot;
	if (execution->outcome == OUTCOME_STALLED && boot < execution->lease_end)
		sim_fail(sim, "I-24", run, "stalled %" PRId64 " ms before its lease was over",
			 execution->lease_end - boot);
	if (execution->outcome == OUTCOME_TIMEOUT && boot < execution->timeout_end)
		sim_fail(sim, "I-25", run, "timed out %" PRId64 " ms before its hard end",
			 execution->timeout_end - boot);
	if (execution->outcome == OUTCOME_STALLED && has_beat(oracle, execution) &&
	    boot < execution->timeout_end)
		sim_fail(sim, "I-24", run, "stalled in the turn that had its beat");
	if (find_report(oracle, execution))
		sim_fail(sim, "I-24", run, "ended by time in the turn that had its report");
	sim_mark(sim, execution->outcome == OUTCOME_STALLED ? MARK_STALLED : MARK_TIMEOUT);
}

static void check_ended_by_word(struct oracle *oracle, const struct oracle_execution *execution)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = execution->run;
	const struct report *report = find_report(oracle, execution);
	routes_learn(oracle, execution, report);
	if (report && report->outcome == execution->outcome) return;
	if (execution->outcome == OUTCOME_CANCELLED &&
	    (find_command(oracle, COMMAND_CANCEL, run) ||
	     rules_is_operated_on(oracle, run, OPERATION_CANCEL) || plans_may_cancel(oracle, run) ||
	     batches_may_cancel(run) || ladders_may_cancel(oracle, run) ||
	     reminders_may_cancel(oracle, run) || days_may_cancel(oracle, run)))
		return;
	if (days_may_cut_off(oracle, execution)) return;
	if (execution->outcome == OUTCOME_FAIL && weather_damages(&sim->weather, &run->id) &&
	    find_command(oracle, COMMAND_DAMAGED, run)) {
		sim_mark(sim, MARK_DAMAGED_ENDED);
		return;
	}
	sim_fail(sim, "I-01", &run->id, "execution %08x ended as %.*s, and nobody said so",
		 uuid_short(&execution->id), STR_ARG(outcome_name(execution->outcome)));
}

static void check_next_run_at(struct oracle *oracle, struct oracle_run *run,
			      const struct oracle_execution *execution, msec run_at)
{
	struct sim *sim = oracle->sim;
	const struct report *report = find_report(oracle, execution);
	msec delay = run_at - oracle->now.wall;
	if (run->person_of_day) {
		days_check_next(oracle, run, execution, report, run_at);
		return;
	}
	if (execution->outcome == OUTCOME_RELEASED) return;
	if (execution->outcome == OUTCOME_DEFER) {
		msec until = report->defer_until > oracle->now.wall ? report->defer_until
								    : oracle->now.wall;
		if (run_at != until) sim_fail(sim, "I-12", &run->id, "deferred to another instant");
		sim_mark(sim, MARK_DEFERRED);
		return;
	}
	if (report && report->retry_after_ms) {
		if (delay != report->retry_after_ms)
			sim_fail(sim, "I-12", &run->id,
				 "told to wait %" PRId64 " ms, waits %" PRId64,
				 report->retry_after_ms, delay);
		sim_mark(sim, MARK_RETRY_AFTER);
	} else if (oracle->policy_turn != oracle->turn_id) {
		rules_check_backoff(oracle, run, delay);
	}
}

static void mark_end(struct oracle *oracle, const struct oracle_run *run,
		     const struct oracle_execution *execution, u32 state)
{
	struct sim *sim = oracle->sim;
	if (state == RUN_DLQ) sim_mark(sim, MARK_DLQ);
	if (state == RUN_DLQ && execution->outcome == OUTCOME_STALLED)
		sim_mark(sim, MARK_STALLED_DLQ);
	if (state == RUN_FAILED) sim_mark(sim, MARK_FAILED);
	if (execution->outcome == OUTCOME_CANCELLED) sim_mark(sim, MARK_CANCELLED_RUNNING);
	else if (state == RUN_CANCELLED) sim_mark(sim, MARK_DEADLINE_RETRY);
	if (state == RUN_DONE && run->was_redriven) sim_mark(sim, MARK_REDRIVEN_DONE);
}

static void check_end(struct oracle *oracle, struct oracle_run *run,
		      const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	struct oracle_execution *execution = run->open;
	if (!execution || !uuid_eq(&execution->id, &entry->execution))
		sim_fail(sim, "I-01", &run->id, "ended by an execution that does not hold it");
	if (execution->turn_ended != oracle->turn_id)
		sim_fail(sim, "I-22", &run->id, "it moved on while its execution is open");
	if (execution->outcome == OUTCOME_STALLED || execution->outcome == OUTCOME_TIMEOUT)
		check_ended_by_time(oracle, execution);
	else check_ended_by_word(oracle, execution);
	bool counts = run->person_of_day
			      ? days_attempt_counts(execution, entry->to)
			      : rules_attempt_counts(oracle, run, execution, entry->attempts);
	run->attempts += counts;
	run->deferred_count += execution->outcome == OUTCOME_DEFER;
	bool knows_policy = oracle->policy_turn != oracle->turn_id;
	u32 expected = run->person_of_day ? days_state_after(oracle, execution, entry->to)
					  : state_after(oracle, run, execution, counts);
	/* What could only start at or after its deadline ends at once. */
	if (expected == RUN_QUEUED && run->deadline_at && !run->person_of_day &&
	    entry->run_at >= run->deadline_at)
		expected = RUN_CANCELLED;
	if (entry->to != expected && (knows_policy || execution->outcome == OUTCOME_DEFER))
		sim_fail(sim, "I-11", &run->id, "%.*s after %u of %u attempts: %s, not %s",
			 STR_ARG(outcome_name(execution->outcome)), run->attempts,
			 run->max_attempts, oracle_state_word(expected),
			 oracle_state_word(entry->to));
	run->open = NULL;
	list_remove(&execution->in_open);
	mark_end(oracle, run, execution, entry->to);
	set_state(oracle, run, entry->to, entry->run_at);
	if (entry->to == RUN_QUEUED) check_next_run_at(oracle, run, execution, entry->run_at);
	if (entry->to == RUN_DONE) reminders_check_done(oracle, run);
}

static void check_cancelled(struct oracle *oracle, struct oracle_run *run,
			    const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	bool is_by_caller = find_command(oracle, COMMAND_CANCEL, run) ||
			    rules_is_operated_on(oracle, run, OPERATION_CANCEL);
	bool is_asked = is_by_caller || batches_may_cancel(run) ||
			ladders_may_cancel(oracle, run) || reminders_may_cancel(oracle, run);
	if (run->person_of_day) is_asked = days_may_cancel(oracle, run);
	if (!is_asked && (plans_may_cancel(oracle, run) || depend_may_cancel(oracle, run))) return;
	if (!is_asked && afters_may_cancel(oracle, run)) return;
	bool is_late = run->deadline_at && oracle->wall_max >= run->deadline_at;
	if (!is_asked && !is_late)
		sim_fail(sim, "I-11", &run->id, "cancelled, and nobody asked for it");
	if (is_by_caller && !str_eq(entry->reason, STR("deadline"))) unique_take_back(oracle, run);
	if (!is_asked) sim_mark(sim, MARK_DEADLINE_QUEUED);
	else if (run->attempts && run->run_at > oracle->now.wall)
		sim_mark(sim, MARK_CANCELLED_BACKOFF);
	else sim_mark(sim, MARK_CANCELLED_QUEUED);
}

static void check_dead_letter_move(struct oracle *oracle, struct oracle_run *run, u32 to)
{
	struct sim *sim = oracle->sim;
	bool is_retry = to == RUN_QUEUED;
	enum command_kind kind = is_retry ? COMMAND_RETRY : COMMAND_DISCARD;
	enum operation_kind operation = is_retry ? OPERATION_RETRY : OPERATION_DISCARD;
	if (!find_command(oracle, kind, run) && !rules_is_operated_on(oracle, run, operation))
		sim_fail(sim, "P7", &run->id, "a dead letter became %s, and nobody asked for it",
			 oracle_state_word(to));
	sim_mark(sim, is_retry ? MARK_REDRIVEN : MARK_DISCARDED);
	if (!is_retry) return;
	unique_check_again(oracle, run);
	run->attempts = 0;
	run->streak_429 = 0;
	run->was_redriven = true;
}

static void check_move(struct oracle *oracle, struct oracle_run *run,
		       const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	if (entry->from != run->state)
		sim_fail(sim, "I-22", &run->id, "the journal moves it from %s, it is %s",
			 oracle_state_word(entry->from), oracle_state_word(run->state));
	if (!(moves[entry->from] >> entry->to & 1))
		sim_fail(sim, "I-11", &run->id, "from %s to %s", oracle_state_word(entry->from),
			 oracle_state_word(entry->to));
	if (entry->to == RUN_PROCESSING) {
		check_claim(oracle, run, entry);
	} else if (entry->from == RUN_PROCESSING) {
		check_end(oracle, run, entry);
	} else {
		if (entry->from == RUN_FAILED || entry->from == RUN_DLQ)
			check_dead_letter_move(oracle, run, entry->to);
		else if (entry->to == RUN_CANCELLED) check_cancelled(oracle, run, entry);
		else if (entry->from == RUN_WAITING && run->after)
			afters_check_released(oracle, run);
		else if (entry->from == RUN_WAITING) depend_check_released(oracle, run);
		else gates_check_denied(oracle, run);
		set_state(oracle, run, entry->to, entry->run_at);
	}
	if (entry->attempts != run->attempts)
		sim_fail(sim, "I-11", &run->id, "the journal says %u attempts, there were %u",
			 entry->attempts, run->attempts);
}

static void check_rescheduled(struct oracle *oracle, struct oracle_run *run,
			      const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	const struct command *command = find_command(oracle, COMMAND_RESCHEDULE, run);
	if ((run->state != RUN_QUEUED &&
	     !(run->state == RUN_WAITING && (run->job || run->after))) ||
	    (!command && !ladders_may_move(oracle, run)))
		sim_fail(sim, "I-11", &run->id, "moved in time while %s",
			 oracle_state_word(run->state));
	if (run->state == RUN_QUEUED) lines_remove(oracle, run);
	run->run_at = run->bucket_at = entry->run_at;
	if (run->state == RUN_QUEUED) lines_add(oracle, run);
	turns_restart(oracle, run);
	unique_check_again(oracle, run);
	sim_mark(sim, MARK_RESCHEDULED);
}

static void take_entry(struct oracle *oracle, const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	oracle->moved_for = entry->reason;
	if (entry->kind == JOURNAL_REMINDER) reminders_take_entry(oracle, entry);
	if (entry->kind == JOURNAL_DAILY) days_take_entry(oracle, entry);
	if (entry->kind == JOURNAL_PAUSED || entry->kind >= JOURNAL_RESUMED) return;
	struct oracle_run *run = oracle_run_of(oracle, &entry->run);
	if (!run)
		sim_fail(sim, "I-22", &entry->run, "the journal tells of a run that is not there");
	SAY_OF(sim, &run->id,
	       "turn %" PRIu64 ": run %08x of tenant %u: %s -> %s, %u attempts, run_at %+" PRId64
	       " ms, %.*s",
	       oracle->turn_id, uuid_short(&run->id), run->tenant, oracle_state_word(run->state),
	       oracle_state_word(entry->to), entry->attempts, entry->run_at - oracle->now.wall,
	       STR_ARG(entry->reason));
	if (oracle_number(oracle, NAME_TENANT, entry->tenant.v) != run->tenant)
		sim_fail(sim, "P20", &run->id, "the journal names another tenant");
	if (entry->previous_turn != run->journal_turn)
		sim_fail(sim, "I-27", &run->id,
			 "the journal points to turn %" PRIu64 ", not %" PRIu64,
			 entry->previous_turn, run->journal_turn);
	if (entry->kind == JOURNAL_CREATED) {
		if (run->state != RUN_UNBORN) sim_fail(sim, "I-22", &run->id, "created twice");
		unique_check_created(oracle, run);
		if (entry->to != RUN_QUEUED && entry->to != RUN_WAITING)
			sim_fail(sim, "I-11", &run->id, "created as %s",
				 oracle_state_word(entry->to));
		afters_check_created(oracle, run, entry->to);
		set_state(oracle, run, entry->to, run->run_at);
		lines_join_tenant(oracle, run);
	} else if (entry->kind == JOURNAL_MOVED_TIME) {
		if (str_eq(entry->reason, STR("replaced"))) replace_take_entry(oracle, run, entry);
		else check_rescheduled(oracle, run, entry);
	} else if (entry->kind == JOURNAL_DEFERRED) {
		gates_put_off(oracle, run, entry);
	} else {
		check_move(oracle, run, entry);
	}
	run->journal_turn = oracle->turn_id;
	oracle_note_wall(run, entry, oracle->now.wall);
	chronicle_entry(sim->chronicle, sim, run, entry);
}

/* ---- the turn as a whole ------------------------------------------------------------------ */

static void check_row(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	const struct run_hot *hot = run->hot;
	u32 state = run->state == RUN_PROCESSING ? RUN_QUEUED : run->state;
	if (hot->state != state)
		sim_fail(sim, "I-22", &run->id, "its row says %s, its journal %s",
			 oracle_state_word(hot->state), oracle_state_word(state));
	if (hot->attempts != run->attempts || hot->run_at != run->run_at ||
	    hot->deferred_count != run->deferred_count || hot->max_attempts != run->max_attempts ||
	    hot->priority != run->priority ||
	    oracle_number(oracle, NAME_QUEUE, hot->queue.v) != run->queue)
		sim_fail(sim, "I-22", &run->id, "its row is not what its journal says");
	if ((hot->finished_at != 0) != (state >= RUN_DONE))
		sim_fail(sim, "I-22", &run->id, "finished_at does not fit %s",
			 oracle_state_word(state));
	/* A claim is told by its execution's row: an occurrence that is judged and begins at once
	 * has no other entry. */
	bool has_begun = run->job && run->open && run->open->turn == oracle->turn_id;
	if (hot->journal_turn != run->journal_turn && !has_begun)
		sim_fail(sim, "I-27", &run->id,
			 "its row names turn %" PRIu64 ", its last entry is of %" PRIu64,
			 hot->journal_turn, run->journal_turn);
}

static void check_rows(struct oracle *oracle, const struct turn *turn)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		struct oracle_run *run = NULL;
		if (change->kind == CHANGE_RUN_NEW) run = oracle_run_of(oracle, &change->run->id);
		if (change->kind == CHANGE_RUN_HOT)
			run = oracle_run_of(oracle, &change->run_hot.id);
		if (run && run->hot) check_row(oracle, run);
		if (run) run->hot = NULL;
		if (change->kind == CHANGE_EXECUTION_NEW &&
		    !oracle_execution_of(oracle, &change->execution.id)->is_claimed)
			sim_fail(oracle->sim, "I-22", &change->execution.run,
				 "a claim without an entry in the journal");
		if (change->kind == CHANGE_EXECUTION_END) {
			run = oracle_execution_of(oracle, &change->end->id)->run;
			if (run->open && uuid_eq(&run->open->id, &change->end->id))
				sim_fail(oracle->sim, "I-22", &run->id,
					 "an end without an entry in the journal");
		}
	}
}

void oracle_before_turn(struct oracle *oracle)
{
	oracle->has_committed = false;
}

void oracle_on_commit(struct oracle *oracle, const struct turn *turn)
{
	struct sim *sim = oracle->sim;
	struct journal_entry entry;
	str rest = buf_view(&turn->journal);
	u32 entries = 0;
	if (turn->id <= oracle->turn_id)
		sim_fail(sim, "I-27", NULL, "turn %" PRIu64 " after %" PRIu64, turn->id,
			 oracle->turn_id);
	oracle->turn = turn;
	oracle->turn_id = turn->id;
	oracle->now = turn->now;
	oracle->has_committed = true;
	if (turn->now.wall > oracle->wall_max) oracle->wall_max = turn->now.wall;
	if (turn->commands_len > 1) sim_mark(sim, MARK_GROUP_COMMIT);
	plans_before_commit(oracle);
	hooks_before_commit(oracle, turn);
	for (u32 i = 0; i < turn->changes_len; i++) take_change(oracle, &turn->changes[i]);
	plans_after_commit(oracle);
	while (journal_unpack(&rest, &entry)) {
		take_entry(oracle, &entry);
		entries++;
	}
	if (rest.len || entries != turn->journal_entries)
		sim_fail(sim, "I-22", NULL, "the journal of turn %" PRIu64 " cannot be read",
			 turn->id);
	check_rows(oracle, turn);
	replace_after_commit(oracle);
	depend_after_commit(oracle);
	ladders_after_commit(oracle);
	fallbacks_after_commit(oracle);
	reminders_after_commit(oracle);
	days_after_commit(oracle);
	rules_check_operations(oracle, turn);
	audit_check(oracle, turn);
	oracle->turn = NULL;
}

void oracle_on_publish(struct oracle *oracle, u64 turn, str journal)
{
	struct sim *sim = oracle->sim;
	if (turn != oracle->turn_id || !oracle->has_committed)
		sim_fail(sim, "I-27", NULL, "turn %" PRIu64 " was published before its commit",
			 turn);
	if (!journal.len) sim_fail(sim, "I-27", NULL, "an empty journal was published");
}

void oracle_on_stop(struct oracle *oracle, const struct uuid *id)
{
	const struct oracle_execution *execution = oracle_execution_of(oracle, id);
	if (!execution || !execution->turn_ended)
		sim_fail(oracle->sim, "P1", NULL,
			 "a holder is told to stop, its end is not durable");
}
