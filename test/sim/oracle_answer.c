/* What leaves is what is durable: every answer against the rows that the store has by now. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

static bool is_refusal(enum err err)
{
	return err == ERR_STORE || err == ERR_STORE_UNKNOWN || err == ERR_STORE_SYNC ||
	       err == ERR_MEMORY || err == ERR_BUSY;
}

static bool store_has(const struct oracle *oracle, const struct uuid *run, u32 state)
{
	struct disk_run seen;
	return disk_find_run(oracle->sim->node.disk, run, &seen) && seen.state == state;
}

/* ---- enqueue ------------------------------------------------------------------------------ */

static enum unique_scope scope_of(const struct enqueue_item *item)
{
	if (!item->key.len) return UNIQUE_NONE;
	if (item->scope != UNIQUE_NONE) return item->scope;
	return item->run_at_is_absolute || item->bucket.len ? UNIQUE_BUCKET : UNIQUE_TTL;
}

static void mark_duplicate(struct sim *sim, const struct call *call, const struct oracle_run *run)
{
	static const enum mark marks[] = {
		[UNIQUE_BUCKET] = MARK_DUPLICATE_BUCKET,
		[UNIQUE_TTL] = MARK_DUPLICATE_TTL,
		[UNIQUE_ACTIVE] = MARK_DUPLICATE_ACTIVE,
		[UNIQUE_SUCCEEDED] = MARK_DUPLICATE_SUCCEEDED,
		[UNIQUE_FOREVER] = MARK_DUPLICATE_FOREVER,
	};
	must(run->scope != UNIQUE_NONE);
	if (run->scope != UNIQUE_SUCCEEDED || run->state == RUN_DONE)
		sim_mark(sim, marks[run->scope]);
	if (run->turn_created == sim->oracle.turn_id) sim_mark(sim, MARK_DUPLICATE_IN_ONE_TURN);
	if (call->is_retry) sim_mark(sim, MARK_DUPLICATE_AFTER_LOSS);
}

void oracle_check_duplicate(struct oracle *oracle, const struct call *call,
			    const struct enqueue_item *item, const struct enqueue_answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_ever(oracle, &answer->run);
	if (!run) sim_fail(sim, "I-09", &answer->run, "a duplicate of a run that never was");
	if (answer->purged != run->is_purged)
		sim_fail(sim, "I-09", &run->id, "a duplicate of a run that is %s is shown as %s",
			 run->is_purged ? "removed" : "there",
			 answer->purged ? "removed" : "there");
	if (run->is_purged) sim_mark(sim, MARK_DUPLICATE_PURGED);
	if (run->scope != scope_of(item) || !digest_eq(run->key, digest_of(item->key)))
		sim_fail(sim, "I-09", &run->id, "a duplicate of a run with another key or scope");
	bool moved_now = run->journal_turn == oracle->turn_id;
	if (run->has_lost_key && !moved_now)
		sim_fail(sim, "I-09", &run->id, "a duplicate of a run that has lost its key");
	if (!moved_now && !unique_may_block(run, sim->node.now.wall))
		sim_fail(sim, "I-09", &run->id, "a duplicate of a run whose key is free");
	if (!moved_now && run->scope == UNIQUE_BUCKET && !item->bucket.len &&
	    (item->run_at ? item->run_at : sim->node.now.wall) / MSEC_MINUTE !=
		    run->bucket_at / MSEC_MINUTE)
		sim_fail(sim, "I-09", &run->id, "a duplicate of a run of another minute");
	if (!moved_now && !run->is_purged && answer->state != run->state)
		sim_fail(sim, "I-09", &run->id, "a duplicate is shown in another state");
	replace_check_answer(oracle, run, item, answer);
	mark_duplicate(sim, call, run);
}

static void check_created(struct oracle *oracle, const struct call *call,
			  const struct enqueue_item *item, const struct enqueue_answer *answer)
{
	struct sim *sim = oracle->sim;
	struct oracle_run *run = oracle_run_of(oracle, &answer->run);
	if (!run || run->turn_created != oracle->turn_id || !oracle->has_committed)
		sim_fail(sim, "P1", &answer->run, "acknowledged, and not in the store");
	if (!store_has(oracle, &run->id, run->state))
		sim_fail(sim, "P1", &run->id, "acknowledged, and the store has it not");
	if (run->payload != oracle_hash(item->payload))
		sim_fail(sim, "P2", &run->id, "the answer names a run of somebody else");
	u32 tenant = oracle_index(run->tenant);
	if (call->filter.tenants != (u64)1 << tenant)
		sim_fail(sim, "P20", &run->id, "created for another tenant");
	run->is_acked = true;
}

/* It names a run that retention has taken since. */
static bool names_purged(const struct oracle *oracle, const struct enqueue_item *item)
{
	for (u32 i = 0; i < item->after_len; i++) {
		if (!oracle_run_of(oracle, &item->after[i])) return true;
	}
	return false;
}

/* A queue that nobody made, or a deadline that is not after the run_at. */
static bool is_bad_item(const struct oracle *oracle, const struct enqueue_item *item)
{
	msec run_at = item->run_at ? item->run_at : oracle->sim->node.now.wall;
	return str_eq(item->queue, STR("no-such-queue")) ||
	       (item->deadline_at && item->deadline_at <= run_at);
}

static bool has_bad_item(const struct oracle *oracle, const struct enqueue_command *enqueue)
{
	for (u32 i = 0; i < enqueue->len; i++) {
		if (is_bad_item(oracle, &enqueue->items[i])) return true;
	}
	return false;
}

static void check_enqueue(struct oracle *oracle, const struct call *call,
			  const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct enqueue_command *enqueue = &call->command.enqueue;
	u32 good = 0, bad = 0, made = 0;
	if (answer->enqueue.len != enqueue->len)
		sim_fail(sim, "P2", NULL, "%u tasks, %u answers", enqueue->len,
			 answer->enqueue.len);
	for (u32 i = 0; i < enqueue->len; i++) {
		const struct enqueue_item *item = &enqueue->items[i];
		const struct enqueue_answer *got = &answer->enqueue.items[i];
		bool is_bad = is_bad_item(oracle, item);
		if (got->err == ERR_NOT_FOUND && names_purged(oracle, item)) is_bad = true;
		if (is_bad != (got->err != ERR_OK) && !enqueue->atomic)
			sim_fail(sim, "P2", NULL, "task %u of reply %" PRIu64 ": %s: %s", i,
				 call->reply, err_name(got->err), got->why.text);
		good += !got->err;
		bad += is_bad;
		if (got->err) continue;
		made += !got->duplicate;
		if (got->duplicate) oracle_check_duplicate(oracle, call, item, got);
		else check_created(oracle, call, item, got);
	}
	if (enqueue->atomic && bad)
		sim_fail(sim, "P2", NULL, "an atomic call with a bad task went through");
	if (bad && good) sim_mark(sim, MARK_BULK_PARTLY);
	if (good) kept_check_noted(oracle, call);
	if (made) plans_check_wakeups(oracle, call);
}

/* All or none: of a refused atomic call nothing is there. */
static void check_atomic_refusal(struct oracle *oracle, const struct call *call)
{
	const struct enqueue_command *enqueue = &call->command.enqueue;
	for (u32 i = 0; i < oracle->all_len && enqueue->len; i++) {
		const struct oracle_run *run = oracle->all[oracle->all_len - 1 - i];
		if (run->turn_created != oracle->turn_id) break;
		for (u32 j = 0; j < enqueue->len; j++) {
			if (run->payload != oracle_hash(enqueue->items[j].payload)) continue;
			sim_fail(oracle->sim, "P2", &run->id,
				 "created by an atomic call that was refused");
		}
	}
	sim_mark(oracle->sim, MARK_ATOMIC_REFUSED);
}

/* ---- lease -------------------------------------------------------------------------------- */

static void check_lease(struct oracle *oracle, const struct call *call, const struct lease *lease)
{
	struct sim *sim = oracle->sim;
	struct oracle_execution *execution = oracle_execution_of(oracle, &lease->execution);
	struct disk_execution seen;
	if (!execution || execution->turn != oracle->turn_id || execution->is_answered ||
	    !disk_find_execution(sim->node.disk, &lease->execution, &seen))
		sim_fail(sim, "P4", &lease->run, "a lease that is not in the store");
	const struct oracle_run *run = execution->run;
	execution->is_answered = true;
	bool damages = weather_damages(&sim->weather, &run->id);
	if (lease->damaged || damages) {
		if (!lease->damaged) sim_fail(sim, "P27", &run->id, "a damaged payload was served");
		sim_fail(sim, "P27", &run->id, "a damaged claim was not withheld");
	}
	if (!uuid_eq(&run->id, &lease->run) || run->open != execution)
		sim_fail(sim, "I-01", &run->id, "a lease of a run that somebody else holds");
	if (lease->fence != run->fence || lease->attempt != run->attempts + 1)
		sim_fail(sim, "I-01", &run->id, "fence %u, attempt %u", lease->fence,
			 lease->attempt);
	if (lease->lease_ms != rules_lease_ms(oracle, run, call->lease_ms))
		sim_fail(sim, "I-24", &run->id, "a lease of %" PRId64 " ms, asked %" PRId64,
			 lease->lease_ms, call->lease_ms);
	if (run->words != oracle_hash(lease->payload))
		sim_fail(sim, "P27", &run->id, "the payload is not the one that was given");
	if (!rules_filter_takes(oracle, &call->filter, run))
		sim_fail(sim, "P20", &run->id, "a run that the call did not ask for");
	SAY_OF(sim, &run->id, "run %08x goes to %s %u as execution %08x, for %" PRId64 " ms",
	       uuid_short(&run->id), actor_word(call->actor->kind), call->actor->copy,
	       uuid_short(&lease->execution), lease->lease_ms);
}

static void check_leases(struct oracle *oracle, const struct call *call, const struct lease *leases,
			 u32 len)
{
	struct sim *sim = oracle->sim;
	if (len > call->asked_max) sim_fail(sim, "lease", NULL, "more runs than were asked for");
	for (u32 i = 0; i < len; i++) check_lease(oracle, call, &leases[i]);
	if (len && call->was_waiting) sim_mark(sim, MARK_LONG_POLL_SERVED);
	if (!len && call->was_waiting) sim_mark(sim, MARK_LONG_POLL_EMPTY);
	/* What was withheld may have been this call's; and a turn whose bounds are used up leaves
	 * the rest to the next, which follows at once. */
	bool may_lack = sim->node.turn_has_failed || oracle->damaged_turn == oracle->turn_id ||
			pump_is_due(sim->node.pump, sim->node.now);
	/* A run that gates have to look at ends a call that has something already. */
	bool may_look = swarm_has_hush(&sim->swarm) || swarm_has_daily(&sim->swarm) ||
			swarm_has_hooks(&sim->swarm) ||
			(swarm_has_reminders(&sim->swarm) && call->filter.carrier == CARRIER_NODE);
	/* Whom hooks are asked about is told by a turn that is kept, else when the questions leave,
	 * which may be behind this answer. */
	bool may_ask = swarm_has_hooks(&sim->swarm) && !oracle->has_committed;
	may_lack = may_lack || (len && may_look) || may_ask;
	if (len == call->asked_max || may_lack || (call->is_left && !len)) return;
	if (call->was_waiting && !len) {
		/* What came in the very turn in which it ended is for the next call. */
		if (sim->node.now.boot < call->waits_until)
			sim_fail(sim, "long poll", NULL,
				 "a lease call was sent home before its time");
		return;
	}
	const struct oracle_run *left = order_find_for(oracle, &call->filter, sim->node.now.wall);
	if (left)
		sim_fail(sim, "idle", &left->id,
			 "a lease call (reply %" PRIu64
			 "%s) got %u of %u runs, and run %08x was left",
			 call->reply, call->was_waiting ? ", waiting" : "", len, call->asked_max,
			 uuid_short(&left->id));
}

/* ---- whose is it? ------------------------------------------------------------------------- */

/* To somebody else's token a tenant's documents are not there. */
static bool is_foreign(const struct call *call, const struct oracle_run *run)
{
	return run && call->token && call->token - 1 != oracle_index(run->tenant);
}

static bool is_open_before(const struct oracle *oracle, const struct oracle_execution *execution)
{
	bool ended_now = execution->turn_ended == oracle->turn_id && oracle->has_committed;
	return !execution->turn_ended || ended_now;
}

/* Whoever speaks for another tenant's execution is told what a made-up one would be. */
static bool check_foreign(struct oracle *oracle, const struct call *call,
			  const struct oracle_execution *execution, enum holder_code code)
{
	struct sim *sim = oracle->sim;
	if (!execution || !is_foreign(call, execution->run)) return false;
	if (code != HOLDER_LEASE_LOST)
		sim_fail(sim, "P20", &execution->run->id,
			 "another tenant's %.*s was heard: code %d",
			 STR_ARG(command_name(call->kind)), (int)code);
	if (is_open_before(oracle, execution))
		sim_mark(sim, call->kind == COMMAND_BEAT ? MARK_FOREIGN_BEAT : MARK_FOREIGN_REPORT);
	return true;
}

/* ---- holders ------------------------------------------------------------------------------ */

static enum holder_code code_for(const struct oracle_execution *execution)
{
	if (!execution || execution->outcome == OUTCOME_STALLED ||
	    execution->outcome == OUTCOME_TIMEOUT || execution->outcome == OUTCOME_RELEASED)
		return HOLDER_LEASE_LOST;
	bool is_called_off = execution->outcome == OUTCOME_CANCELLED ||
			     execution->outcome == OUTCOME_CUTOFF;
	return is_called_off ? HOLDER_CANCELLED : HOLDER_FINISHED;
}

static void check_beat(struct oracle *oracle, const struct call *call,
		       const struct holder_answer *answer)
{
	struct sim *sim = oracle->sim;
	struct oracle_execution *execution = oracle_execution_of(oracle, &answer->execution);
	if (check_foreign(oracle, call, execution, answer->code)) return;
	if (execution && is_open_before(oracle, execution)) {
		if (answer->code != HOLDER_OK && !execution->turn_ended)
			sim_fail(sim, "I-24", &execution->run->id, "its holder's beat was refused");
		if (answer->code == HOLDER_OK) {
			execution->lease_end = sim->node.now.boot + execution->lease_ms;
			sim_mark(sim, MARK_BEAT_EXTENDED);
		}
		return;
	}
	if (answer->code != code_for(execution))
		sim_fail(sim, "P4", execution ? &execution->run->id : NULL,
			 "a beat of an execution that is not open: code %d", (int)answer->code);
	if (answer->code == HOLDER_LEASE_LOST) sim_mark(sim, MARK_BEAT_TOO_LATE);
	if (answer->code == HOLDER_CANCELLED) sim_mark(sim, MARK_BEAT_CANCELLED);
}

static void mark_report(struct sim *sim, const struct oracle_execution *execution,
			const struct holder_answer *answer)
{
	if (!execution) sim_mark(sim, MARK_REPORT_UNKNOWN);
	else if (answer->code == HOLDER_LEASE_LOST) sim_mark(sim, MARK_REPORT_TOO_LATE);
	else if (answer->code == HOLDER_CANCELLED) sim_mark(sim, MARK_REPORT_AFTER_CANCEL);
	else if (answer->code == HOLDER_FINISHED) sim_mark(sim, MARK_REPORT_CONTRADICTED);
	else if (execution->turn_ended != sim->oracle.turn_id) sim_mark(sim, MARK_REPORT_REPEATED);
}

/* Reports are heard before time acts: whoever holds the run when the turn begins is heard. The same
 * report twice gets the same answer; anything else is refused and changes nothing. */
static void check_report(struct oracle *oracle, const struct call *call,
			 const struct report *report, const struct holder_answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct oracle_execution *execution = oracle_execution_of(oracle, &report->execution);
	const struct uuid *run = execution ? &execution->run->id : NULL;
	if (check_foreign(oracle, call, execution, answer->code)) return;
	mark_report(sim, execution, answer);
	if (answer->code == HOLDER_OK) {
		struct disk_execution seen;
		if (!execution || execution->outcome != report->outcome)
			sim_fail(sim, "P4", run,
				 "a report was taken that did not end the execution");
		if (!disk_find_execution(sim->node.disk, &report->execution, &seen) ||
		    !seen.has_ended || seen.outcome != report->outcome)
			sim_fail(sim, "P1", run,
				 "a report was acknowledged, and is not in the store");
		if (!str_eq(seen.result, report->result))
			sim_fail(sim, "P4", run,
				 "another result than the one that is kept was acknowledged");
		return;
	}
	if (execution && !execution->turn_ended)
		sim_fail(sim, "P4", run, "the holder's report was refused");
	days_check_late(oracle, execution, report);
	if (answer->code != code_for(execution))
		sim_fail(sim, "P4", run, "a late report: code %d, not %d", (int)answer->code,
			 (int)code_for(execution));
}

static void check_held(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	const struct command *command = &call->command;
	bool is_beat = call->kind == COMMAND_BEAT;
	u32 len = is_beat ? command->beat.len : command->report.len;
	if (answer->held.len != len) sim_fail(oracle->sim, "held", NULL, "answers are missing");
	for (u32 i = 0; i < len; i++) {
		const struct holder_answer *item = &answer->held.items[i];
		if (is_beat) check_beat(oracle, call, item);
		else check_report(oracle, call, &command->report.reports[i], item);
	}
	if (is_beat || !command->report.lease) return;
	check_leases(oracle, call, answer->held.leases, answer->held.leases_len);
	if (answer->held.leases_len) sim_mark(oracle->sim, MARK_REPORT_LEASES_AGAIN);
}

/* ---- operators ---------------------------------------------------------------------------- */

static bool is_dead_letter(u32 state)
{
	return state == RUN_FAILED || state == RUN_DLQ;
}

/* Whether a refusal is in order: by what the run was when the turn began, or became in it. */
static bool may_conflict(const struct oracle *oracle, const struct call *call,
			 const struct oracle_run *run)
{
	if (run->journal_turn == oracle->turn_id || run->person_of_day) return true;
	if (call->kind == COMMAND_CANCEL) return run->state >= RUN_DONE;
	/* When it comes is its reminder's business; so is what is over. */
	if (run->reminder && call->kind != COMMAND_DISCARD) return true;
	if (run->job && call->kind == COMMAND_RETRY && run->job->state == JOB_DELETED) return true;
	if (call->kind == COMMAND_RESCHEDULE)
		return run->state != RUN_QUEUED || run->scope == UNIQUE_BUCKET ||
		       (run->deadline_at && call->command.run.run_at >= run->deadline_at);
	if (call->kind == COMMAND_RETRY && run->deadline_at &&
	    run->deadline_at <= oracle->sim->node.now.wall)
		return true;
	return !is_dead_letter(run->state) ||
	       (call->kind == COMMAND_RETRY && run->scope != UNIQUE_NONE);
}

static void check_run_refused(struct oracle *oracle, const struct call *call,
			      const struct oracle_run *run, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	bool foreign = is_foreign(call, run);
	if (answer->err == ERR_NOT_FOUND && run && !foreign)
		sim_fail(sim, "P1", &run->id, "a run that is there was not found");
	if (answer->err == ERR_NOT_FOUND && foreign) sim_mark(sim, MARK_FOREIGN_OPERATOR);
	if (answer->err == ERR_NOT_FOUND) return;
	if (answer->err != ERR_CONFLICT || !run || foreign || !may_conflict(oracle, call, run))
		sim_fail(sim, "refusal", run ? &run->id : NULL, "%.*s: %s (%s)",
			 STR_ARG(command_name(call->kind)), err_name(answer->err),
			 answer->why.text);
	if (call->kind == COMMAND_RESCHEDULE && run->state == RUN_PROCESSING)
		sim_mark(sim, MARK_RESCHEDULED_RUNNING);
	if (uuid_is_nil(&answer->run.other)) return;
	/* A key outlives its run. */
	const struct oracle_run *other = oracle_run_ever(oracle, &answer->run.other);
	if (!other || other == run || !digest_eq(other->key, run->key))
		sim_fail(sim, "I-09", &run->id, "the conflict names a run without its key");
	sim_mark(sim,
		 call->kind == COMMAND_RETRY ? MARK_KEY_TAKEN_RETRY : MARK_KEY_TAKEN_RESCHEDULE);
}

static void check_run(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_of(oracle, &call->command.run.run);
	if (answer->err) {
		check_run_refused(oracle, call, run, answer);
		return;
	}
	if (!run || run->journal_turn != oracle->turn_id || !oracle->has_committed)
		sim_fail(sim, "P1", &call->command.run.run, "acknowledged, and nothing happened");
	if (run->person_of_day)
		sim_fail(sim, "I-03", &run->id, "an operator had his way with a daily window");
	if (is_foreign(call, run))
		sim_fail(sim, "P20", &run->id, "another tenant's operator was obeyed");
	bool is_final = call->kind == COMMAND_CANCEL || call->kind == COMMAND_DISCARD;
	if (is_final &&
	    (run->state != RUN_CANCELLED || !store_has(oracle, &run->id, RUN_CANCELLED)))
		sim_fail(sim, "I-16", &run->id, "cancelled, they said, and it is not");
	bool waits = run->state == RUN_WAITING && (run->job || run->after);
	if (!is_final && run->state != RUN_QUEUED && run->state != RUN_PROCESSING &&
	    run->state != RUN_CANCELLED && !waits)
		sim_fail(sim, "P1", &run->id, "acknowledged, and it is not queued");
}

static const struct oracle_pause *find_pause(const struct oracle *oracle, const struct call *call)
{
	const struct pause_command *asked = &call->command.pause;
	for (u32 i = 0; i < oracle->pauses_len; i++) {
		const struct oracle_pause *pause = &oracle->pauses[i];
		if (pause->key.scope != asked->scope) continue;
		u32 tenant = pause->key.tenant.v ? oracle_index(pause->key.tenant.v) : UINT32_MAX;
		u64 bit = tenant == UINT32_MAX ? 0 : (u64)1 << tenant;
		if (bit != call->filter.tenants) continue;
		if (asked->scope == PAUSE_TENANT) return pause;
		u32 mask = asked->scope == PAUSE_TYPE ? call->filter.types : call->filter.queues;
		if (mask >> oracle_index(pause->key.no) & 1) return pause;
	}
	return NULL;
}

static void check_pause(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct oracle_pause *pause = find_pause(oracle, call);
	/* Several people may have changed it in this turn: then the last one counts. */
	if (!answer->err && (!pause || pause->turn != oracle->turn_id || !oracle->has_committed))
		sim_fail(sim, "I-16", NULL, "%.*s was acknowledged, and is not in the store",
			 STR_ARG(command_name(call->kind)));
}

static void check_why(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_of(oracle, &call->command.run.run);
	const struct why_answer *why = &answer->reasons;
	if (is_foreign(call, run)) run = NULL;
	if (run && (run->journal_turn == oracle->turn_id || run->turn_created == oracle->turn_id))
		return; /* asked before the step */
	if (why->found != (run != NULL)) sim_fail(sim, "why", run ? &run->id : NULL, "not found");
	if (!run) return;
	if (why->state != run->state) sim_fail(sim, "why", &run->id, "it says another state");
	bool is_held = run->state == RUN_QUEUED && run->run_at > oracle->wall_max;
	if (is_held && !why->len) sim_fail(sim, "why", &run->id, "not due, and no reason is given");
	if (why->len) sim_mark(sim, MARK_WHY_ANSWERED);
}

static void check_operation(struct oracle *oracle, const struct call *call,
			    const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct operation_command *asked = &call->command.operation;
	if (call->kind == COMMAND_OPERATION_STOP) {
		const struct oracle_operation *stopped = rules_operation(oracle, &asked->operation);
		u32 owner = stopped ? stopped->filter.tenant.v : 0;
		if (call->token && (!owner || call->token - 1 != oracle_index(owner)))
			sim_fail(sim, "P20", NULL, "another tenant's operation was stopped");
		return;
	}
	const struct oracle_operation *operation = rules_operation(oracle, &answer->operation.id);
	if (!operation)
		sim_fail(sim, "P1", NULL, "an operation was acknowledged, and is not in the store");
	if (operation->kind == OPERATION_CANCEL) sim_mark(sim, MARK_OPERATION_CANCEL);
	if (operation->kind == OPERATION_RETRY) sim_mark(sim, MARK_OPERATION_RETRY);
	if (operation->kind == OPERATION_DISCARD) sim_mark(sim, MARK_OPERATION_DISCARD);
	if (asked->key.len) sim_mark(sim, MARK_OPERATION_BY_KEY);
	if (asked->entity.len) sim_mark(sim, MARK_OPERATION_BY_ENTITY);
}

/* ---- all of them -------------------------------------------------------------------------- */

static void check_refusal(struct oracle *oracle, const struct call *call,
			  const struct answer *answer)
{
	bool is_expected = false;
	const struct oracle_run *run = NULL;
	if (call->kind == COMMAND_ASK_WHY) run = oracle_run_of(oracle, &call->command.run.run);
	if (call->kind == COMMAND_ENQUEUE) {
		is_expected = call->command.enqueue.atomic &&
			      has_bad_item(oracle, &call->command.enqueue);
		for (u32 i = 0; answer->err == ERR_NOT_FOUND && i < call->command.enqueue.len; i++)
			is_expected |= names_purged(oracle, &call->command.enqueue.items[i]);
		if (is_expected) check_atomic_refusal(oracle, call);
		if (plans_names_deleted(oracle, call)) is_expected = answer->err == ERR_INVALID;
	}
	if (call->kind == COMMAND_PAUSE) /* its end has come meanwhile */
		is_expected = call->command.pause.until && answer->err == ERR_INVALID &&
			      call->command.pause.until <= oracle->sim->node.now.wall;
	if (call->kind == COMMAND_OPERATION_START) {
		bool cancels = call->command.operation.kind == OPERATION_CANCEL;
		u32 live = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
		u32 possible = cancels ? live : 1u << RUN_FAILED | 1u << RUN_DLQ;
		is_expected = call->command.operation.states &&
			      !(call->command.operation.states & possible);
	}
	if (call->kind == COMMAND_SET_LIMIT) /* none was declared, or somebody was first */
		is_expected = call->command.set.is_delete && answer->err == ERR_NOT_FOUND;
	if (call->kind == COMMAND_ASK_WHY)
		is_expected = answer->err == ERR_NOT_FOUND && (!run || is_foreign(call, run));
	if (call->kind == COMMAND_RESUME || call->kind == COMMAND_OPERATION_STOP ||
	    call->kind == COMMAND_LEAVE || call->kind == COMMAND_DAMAGED)
		is_expected = answer->err == ERR_NOT_FOUND || answer->err == ERR_CONFLICT;
	if (call->kind == COMMAND_CALENDAR_PUT || call->kind == COMMAND_CALENDAR_DELETE ||
	    call->kind == COMMAND_TZ_CHANGED)
		is_expected = true; /* a job needs it; many operations are under way */
	if (!is_expected)
		sim_fail(oracle->sim, "refusal", NULL, "%.*s: %s (%s)",
			 STR_ARG(command_name(call->kind)), err_name(answer->err),
			 answer->why.text);
}

void oracle_on_answer(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	if (is_refusal(answer->err)) return;
	bool is_about_run = call->kind == COMMAND_CANCEL || call->kind == COMMAND_RETRY ||
			    call->kind == COMMAND_DISCARD || call->kind == COMMAND_RESCHEDULE;
	if (is_about_run) {
		check_run(oracle, call, answer);
		return;
	}
	if (call->kind == COMMAND_DOCUMENT_PUT || call->kind == COMMAND_DOCUMENT_DELETE) {
		kept_check_document(oracle, call, answer);
		return;
	}
	if (command_subject(call->kind) == SUBJECT_LADDER) {
		ladders_check_answer(oracle, call, answer);
		return;
	}
	if (call->kind == COMMAND_HOOK_SAID) {
		hooks_check_answer(oracle, call, answer);
		return;
	}
	if (command_subject(call->kind) == SUBJECT_DAILY) {
		days_check_answer(oracle, call, answer);
		return;
	}
	if (command_subject(call->kind) == SUBJECT_REMINDER) {
		reminders_check_answer(oracle, call, answer);
		return;
	}
	if (call->kind == COMMAND_BATCH) {
		batches_check_answer(oracle, call, answer);
		return;
	}
	if (command_subject(call->kind) == SUBJECT_EFFECT) {
		effects_oracle_answer(oracle, call, answer);
		return;
	}
	if (command_subject(call->kind) == SUBJECT_JOB) {
		plans_check_answer(oracle, call, answer);
		return;
	}
	if (kept_check_replay(oracle, call, answer)) return;
	if (answer->err) {
		check_refusal(oracle, call, answer);
		return;
	}
	if (call->kind == COMMAND_ENQUEUE) check_enqueue(oracle, call, answer);
	if (call->kind == COMMAND_LEASE)
		check_leases(oracle, call, answer->lease.leases, answer->lease.len);
	if (call->kind == COMMAND_BEAT || call->kind == COMMAND_REPORT)
		check_held(oracle, call, answer);
	if (call->kind == COMMAND_PAUSE || call->kind == COMMAND_RESUME)
		check_pause(oracle, call, answer);
	if (call->kind == COMMAND_ASK_WHY) check_why(oracle, call, answer);
	if (call->kind == COMMAND_OPERATION_START || call->kind == COMMAND_OPERATION_STOP)
		check_operation(oracle, call, answer);
	if (call->kind == COMMAND_LEAVE) sim_mark(oracle->sim, MARK_POLL_LEFT);
}
