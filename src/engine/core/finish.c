/* The end of executions, and the next state of their runs. Reports, lost leases, timeouts and
 * cancels all use execution_end. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

enum { FREE_429_MAX = 10 };

struct digest report_digest(enum outcome outcome, str result, str result_hash)
{
	struct digest body = digest_of(result);
	struct digest hash = digest_of(result_hash);
	return (struct digest){ body.a ^ hash_mix(hash.a + outcome), body.b ^ hash_mix(hash.b) };
}

/* ---- where a run goes --------------------------------------------------------------------- */

static const struct type_policy *policy_of(const struct engine_run *run)
{
	return run->lane->type->policy;
}

static const struct backoff *backoff_of(const struct engine *engine, const struct engine_run *run)
{
	return backoff_in_force(run->job ? &run->job->row.backoff : NULL, policy_of(run),
				&run->lane->type->tenant->policy,
				run->job ? &engine->schedule.job_backoff
					 : backoff_default_for_tasks());
}

/* Ten 429s in a row cost no attempt and wait as long as the other side asks; more than ten
 * count. */
static bool is_free(const struct engine_run *run, const struct ending *ending)
{
	return ending->outcome == OUTCOME_RETRY &&
	       str_eq(ending->error_class, error_class_name(CLASS_HTTP_429)) &&
	       run->free_429_streak < FREE_429_MAX;
}

static bool is_retryable(const struct engine_run *run, const struct ending *ending)
{
	if (ending->outcome == OUTCOME_FAIL) return false;
	return class_is_retryable(policy_of(run), ending->error_class);
}

static void plan_retry(struct engine *engine, struct engine_run *run, const struct ending *ending)
{
	msec delay = ending->retry_after_ms;
	u32 tries = run->attempts ? run->attempts : 1;
	if (delay <= 0) delay = backoff_delay(backoff_of(engine, run), tries, &engine->step.jitter);
	run->run_at = msec_add(wall_now(engine), delay);
	if (run->run_at > MSEC_YEAR_9999_END) run->run_at = MSEC_YEAR_9999_END;
}

/* Counts the attempt if its outcome counts, and returns the run's next state. */
static enum run_state judge_outcome(struct engine *engine, struct engine_run *run,
				    const struct ending *ending)
{
	if (ending->outcome == OUTCOME_CANCELLED) return RUN_CANCELLED;
	if (ending->outcome == OUTCOME_RELEASED) return RUN_QUEUED;
	if (ending->outcome == OUTCOME_DEFER) {
		run->deferred_count++;
		run->run_at = ending->defer_until;
		run->deferred_until = ending->defer_until;
		return RUN_QUEUED;
	}
	if (is_free(run, ending)) {
		run->free_429_streak++;
		plan_retry(engine, run, ending);
		return RUN_QUEUED;
	}
	run->attempts++;
	run->free_429_streak = 0;
	if (ending->outcome == OUTCOME_SUCCESS || ending->outcome == OUTCOME_NOOP) return RUN_DONE;
	if (!is_retryable(run, ending)) return RUN_FAILED;
	if (run->attempts >= run->max_attempts) return RUN_DLQ;
	plan_retry(engine, run, ending);
	return RUN_QUEUED;
}

/* The next state. A run whose next attempt would start at or after its deadline cannot start
 * again. */
static enum run_state judge(struct engine *engine, struct engine_run *run,
			    const struct ending *ending)
{
	enum run_state state = judge_outcome(engine, run, ending);
	bool too_late = run->deadline_at &&
			(run->run_at >= run->deadline_at || run->deadline_at <= wall_now(engine));
	return state == RUN_QUEUED && too_late ? RUN_CANCELLED : state;
}

/* ---- the end ------------------------------------------------------------------------------ */

/* Cuts the output: both streams share a bound, and stderr is not displaced by a long stdout. */
static struct attempt_output output_kept(const struct attempt_output *output)
{
	struct attempt_output kept = *output;
	u64 most = kept.kind == OUTPUT_RESPONSE ? LIMIT_RESPONSE_BYTES : LIMIT_OUTPUT_BYTES;
	u64 beside = most > kept.out.len ? most - kept.out.len : 0;
	if (beside < LIMIT_OUTPUT_ERRORS_BYTES) beside = LIMIT_OUTPUT_ERRORS_BYTES;
	if (kept.kind == OUTPUT_RESPONSE) beside = 0;
	if (kept.out_len < kept.out.len) kept.out_len = kept.out.len;
	if (kept.err_len < kept.err.len) kept.err_len = kept.err.len;
	kept.err = str_slice(kept.err, 0, beside);
	kept.out = str_slice(kept.out, 0, most - kept.err.len);
	return kept;
}

static void write_output(struct engine *engine, const struct uuid *execution, tenant_no tenant,
			 const struct attempt_output *output)
{
	if (output->kind == OUTPUT_NONE) return;
	change_put(engine, KIND_OUTPUT)->output = (struct output_row){
		.execution = *execution, .tenant = tenant, .output = output_kept(output)
	};
}

static void write_end(struct engine *engine, const struct execution *execution,
		      const struct ending *ending, bool is_unchanged)
{
	struct execution_end *end = arena_alloc(&now_turn(engine)->arena, sizeof *end);
	must(end != NULL);
	*end = (struct execution_end){
		.id = execution->id,
		.run = execution->run->id,
		.outcome = ending->outcome,
		.ended_at = wall_now(engine),
		.report = report_digest(ending->outcome, ending->result, ending->result_hash),
		.unchanged = is_unchanged,
		.error_class = ending->error_class,
		.error_message = str_slice(ending->error_message, 0, LIMIT_ERROR_MESSAGE_BYTES),
		.error_stack = str_slice(ending->error_stack, 0, LIMIT_ERROR_STACK_BYTES),
		.result = str_slice(ending->result, 0, LIMIT_RESULT_BYTES),
		.result_hash = ending->result_hash,
	};
	change_add(engine, CHANGE_EXECUTION_END)->end = end;
	write_output(engine, &execution->id, run_tenant(execution->run), &ending->output);
	struct ended *ended = arena_alloc(&now_turn(engine)->arena, sizeof *ended);
	must(ended != NULL);
	*ended = (struct ended){ .id = execution->id,
				 .before = engine->step.ended_last,
				 .run = execution->run->id,
				 .tenant = run_tenant(execution->run),
				 .outcome = end->outcome,
				 .report = end->report };
	engine->step.ended_last = ended;
}

static void execution_forget(struct engine *engine, struct execution *execution)
{
	heap_remove(&engine->clock.boot, &execution->timer.node);
	uuid_map_remove(&engine->core.executions, &execution->id);
	worker_give(engine, execution->worker, &execution->worker->running);
	execution->run->execution = NULL;
	pool_give(&engine->core.execution_pool, execution);
}

struct result_key result_key_of(const struct engine_run *run)
{
	struct result_key key = { .tenant = run_tenant(run) };
	if (run->job) {
		const struct uuid *id = &run->job->row.id;
		key.key = digest_of((str){ (const char *)id->bytes, sizeof id->bytes });
		return key;
	}
	key.type = run->lane->type->no;
	key.key = run->key;
	return key;
}

bool result_is_wanted(const void *item, const void *key)
{
	const struct result_key *a = &((const struct want *)item)->result.key, *b = key;
	return a->tenant.v == b->tenant.v && a->type.v == b->type.v && digest_eq(a->key, b->key);
}

u64 result_hash_of(const struct engine *engine, const struct result_key *key)
{
	return hash_u64(engine->core.hash_key, key->key.a ^ pair_key(key->tenant.v, key->type.v));
}

/* Whether the result has the same hash as the last one of its group; the hash is stored as the last
 * one. */
static bool is_unchanged(struct engine *engine, const struct engine_run *run,
			 const struct ending *ending)
{
	bool counts = ending->outcome == OUTCOME_SUCCESS || ending->outcome == OUTCOME_NOOP;
	if (!counts || !ending->result_hash.len || !engine->step.results.table.count) return false;
	struct result_key key = result_key_of(run);
	struct want *last = map_find(&engine->step.results, result_hash_of(engine, &key), &key);
	if (!last) return false;
	bool is_same = last->result.found && str_eq(last->result.hash, ending->result_hash);
	last->result.found = true;
	last->result.hash = ending->result_hash;
	return is_same;
}

/* Stores the hash for the next run of the job, or of the key, which may then find its result
 * unchanged. */
static void write_result(struct engine *engine, const struct engine_run *run, str hash)
{
	if (!hash.len) return;
	struct result_key key = result_key_of(run);
	if (result_key_is_none(&key)) return;
	change_put(engine, KIND_RESULT)->result =
		(struct result_row){ .key = key, .at = wall_now(engine), .hash = hash };
}

/* A run has ended: frees its key, then calls the features and the owner. */
static void take_leave(struct engine *engine, struct engine_run *run, enum run_state state)
{
	const struct run_owner *owner = owner_of(engine, run);
	unique_release(engine, run, state);
	for (u32 i = 0; engine->hooks->ended[i]; i++) engine->hooks->ended[i](engine, run, state);
	if (owner && owner->ended) owner->ended(engine, run, state);
	run_forget(engine, run);
}

void execution_end(struct engine *engine, struct execution *execution, const struct ending *ending)
{
	struct engine_run *run = execution->run;
	struct uuid id = execution->id;
	must(run->execution == execution);
	must(ending->outcome != OUTCOME_OPEN);
	write_end(engine, execution, ending, is_unchanged(engine, run, ending));
	run->deferred_until = 0;
	run->deferred_by = GATE_NONE;
	const struct run_owner *owner = owner_of(engine, run);
	enum run_state state = owner && owner->judge ? owner->judge(engine, run, ending)
						     : judge(engine, run, ending);
	if (state == RUN_DONE) write_result(engine, run, ending->result_hash);
	void *owned = owner && owner->ran ? owner->ran(engine, run, execution, state) : NULL;
	execution_forget(engine, execution);
	str reason = ending->reason.len ? ending->reason : outcome_name(ending->outcome);
	if (state == RUN_CANCELLED && ending->outcome != OUTCOME_CANCELLED)
		reason = deadline_word(engine, run);
	journal_move(engine, run, RUN_PROCESSING, state, &id, reason, ending->actor);
	run_write(engine, run, state);
	places_give(engine, run->lane);
	for (u32 i = 0; engine->hooks->attempted[i]; i++)
		engine->hooks->attempted[i](engine, run, ending, state);
	if (run_state_is_final(state)) take_leave(engine, run, state);
	else run_place(engine, run);
	if (owned) owner->settle(engine, owned);
}

void execution_stop(struct engine *engine, struct execution *execution, str reason, str actor)
{
	struct ending ending = { .outcome = OUTCOME_CANCELLED,
				 .error_class = error_class_name(CLASS_CANCELLED),
				 .reason = reason,
				 .actor = actor };
	action_stop(engine, &execution->id);
	execution_end(engine, execution, &ending);
}

void run_end(struct engine *engine, struct engine_run *run, enum run_state state, str reason,
	     str actor)
{
	must(!run->execution);
	journal_move(engine, run, run_state_of(run), state, NULL, reason, actor);
	run_write(engine, run, state);
	take_leave(engine, run, state);
}

/* ---- reports ------------------------------------------------------------------------------ */

static bool may_speak_for(const struct engine *engine, const struct command *command,
			  tenant_no tenant)
{
	return !command->tenant.len ||
	       str_eq(command->tenant, name_text(engine, NAME_TENANT, tenant.v));
}

/* The index is built on first use: few commands ask for executions that ended in the same turn. */
static const struct ended *ended_in_turn(struct engine *engine, const struct uuid *id)
{
	struct ended *ended = engine->step.ended_last;
	for (; ended != engine->step.ended_indexed; ended = ended->before)
		uuid_map_insert(&engine->step.ended, ended);
	engine->step.ended_indexed = engine->step.ended_last;
	return uuid_map_find(&engine->step.ended, id);
}

/* Finds how a closed execution ended, in this turn or earlier. */
static bool find_ended(struct engine *engine, const struct uuid *id, struct ended *out_ended)
{
	const struct ended *ended = ended_in_turn(engine, id);
	const struct want *want = ended ? NULL : want_for_execution(engine, id);
	if (ended) *out_ended = *ended;
	else if (want && want->execution.seen.found)
		*out_ended = (struct ended){ .id = *id,
					     .run = want->execution.seen.row.run,
					     .tenant = want->execution.seen.row.tenant,
					     .outcome = want->execution.seen.end.outcome,
					     .report = want->execution.seen.end.report };
	else return false;
	return true;
}

/* The answer to a worker whose attempt has ended. */
static enum holder_code code_of_ended(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_CUTOFF:
	case OUTCOME_CANCELLED: return HOLDER_CANCELLED;
	case OUTCOME_STALLED:
	case OUTCOME_TIMEOUT:
	case OUTCOME_RELEASED: return HOLDER_LEASE_LOST;
	case OUTCOME_SUCCESS:
	case OUTCOME_NOOP:
	case OUTCOME_RETRY:
	case OUTCOME_FAIL:
	case OUTCOME_DEFER: return HOLDER_FINISHED;
	case OUTCOME_OPEN:
	case OUTCOME_COUNT: break;
	}
	must(false);
	return HOLDER_LEASE_LOST;
}

static enum holder_code code_when_ended(struct engine *engine, const struct command *command,
					const struct uuid *execution, struct ended *out_ended)
{
	if (!find_ended(engine, execution, out_ended)) return HOLDER_LEASE_LOST;
	if (!may_speak_for(engine, command, out_ended->tenant)) return HOLDER_LEASE_LOST;
	return code_of_ended(out_ended->outcome);
}

enum holder_code holder_code_of(struct engine *engine, const struct command *command,
				const struct uuid *id)
{
	const struct execution *execution = uuid_map_find(&engine->core.executions, id);
	struct ended ended;
	if (!execution) return code_when_ended(engine, command, id, &ended);
	return may_speak_for(engine, command, run_tenant(execution->run)) ? HOLDER_OK
									  : HOLDER_LEASE_LOST;
}

/* Stores output that a handler of the server had written before it was stopped. It comes after the
 * end of the attempt and changes nothing else. */
static void keep_last_words(struct engine *engine, const struct command *command,
			    const struct report *report)
{
	str node = engine->config.node;
	struct ended ended;
	bool is_ours = node.len && str_eq(command->report.worker, node);
	if (!is_ours || !find_ended(engine, &report->execution, &ended)) return;
	bool is_cut_off = ended.outcome == OUTCOME_TIMEOUT || ended.outcome == OUTCOME_CANCELLED ||
			  ended.outcome == OUTCOME_CUTOFF;
	if (is_cut_off) write_output(engine, &ended.id, ended.tenant, &report->output);
}

static bool is_success(const struct report *report)
{
	return report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP;
}

/* A repeated report gets the same answer; a different one changes nothing. */
static enum holder_code report_again(struct engine *engine, const struct command *command,
				     const struct report *report)
{
	struct ended ended;
	enum holder_code code = code_when_ended(engine, command, &report->execution, &ended);
	if (report->output.kind != OUTPUT_NONE) keep_last_words(engine, command, report);
	struct digest digest = report_digest(report->outcome, report->result, report->result_hash);
	bool is_same = code == HOLDER_FINISHED && ended.outcome == report->outcome &&
		       digest_eq(ended.report, digest);
	bool is_late = code == HOLDER_CANCELLED && ended.outcome == OUTCOME_CUTOFF;
	for (u32 i = 0; is_late && is_success(report) && engine->hooks->came_late[i]; i++)
		engine->hooks->came_late[i](engine, &ended, command->actor);
	return is_same ? HOLDER_OK : code;
}

static msec defer_until_of(const struct engine *engine, const struct report *report)
{
	msec now = wall_now(engine);
	msec until = report->defer_until;
	if (until < now) until = now;
	return until > MSEC_YEAR_9999_END ? MSEC_YEAR_9999_END : until;
}

static enum holder_code take_report(struct engine *engine, const struct command *command,
				    const struct report *report)
{
	struct execution *execution = uuid_map_find(&engine->core.executions, &report->execution);
	if (!execution) return report_again(engine, command, report);
	if (!may_speak_for(engine, command, run_tenant(execution->run))) return HOLDER_LEASE_LOST;
	worker_seen(engine, execution->worker);
	const struct run_owner *owner = owner_of(engine, execution->run);
	if (owner && owner->is_over && owner->is_over(engine, execution->run)) {
		owner->cut_off(engine, execution); /* the timer would have done so in this turn */
		return report_again(engine, command, report);
	}
	struct ending ending = {
		.outcome = report->outcome,
		.error_class = report->error_class,
		.error_message = report->error_message,
		.error_stack = report->error_stack,
		.result = report->result,
		.result_hash = report->result_hash,
		.channel = report->channel,
		.items_failed = report->items_failed,
		.retry_after_ms = report->retry_after_ms,
		.defer_until = defer_until_of(engine, report),
		.actor = command->actor,
		.output = report->output,
	};
	for (u32 i = 0; engine->hooks->reported[i]; i++)
		engine->hooks->reported[i](engine, execution, report, command->actor);
	if (owner && owner->reported) owner->reported(engine, execution, report, command->actor);
	execution_end(engine, execution, &ending);
	return HOLDER_OK;
}

void on_report(struct engine *engine, const struct command *command)
{
	const struct report_command *reports = &command->report;
	struct answer *answer = answer_add(engine, command->reply);
	answer->held.len = reports->len;
	answer->held.items = arena_alloc_array(&now_turn(engine)->arena, reports->len,
					       sizeof(struct holder_answer));
	must(answer->held.items != NULL || reports->len == 0);
	for (u32 i = 0; i < reports->len; i++) {
		const struct report *report = &reports->reports[i];
		answer->held.items[i] = (struct holder_answer){
			.execution = report->execution,
			.code = take_report(engine, command, report),
		};
	}
	if (!reports->lease) return;
	struct call *call = call_new(engine, command, reports->lease, &answer->why);
	if (!call) return;
	call->answer = answer;
	list_push_back(&engine->dispatch.fresh_calls, &call->in_list);
}

/* ---- heartbeats --------------------------------------------------------------------------- */

static void extend_lease(struct engine *engine, struct execution *execution)
{
	execution->lease_until = msec_add(boot_now(engine), execution->lease_ms);
	execution->had_grace = false;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_update(&engine->clock.boot, &execution->timer.node, end);
	struct change *change = change_add(engine, CHANGE_EXECUTION_BEAT);
	change->execution.id = execution->id;
	change->execution.run = execution->run->id;
	change->execution.lease_until = msec_add(wall_now(engine), execution->lease_ms);
}

/* Progress is for people: it is written when it is new, and not more often than they can read.
 * Without a percentage the last one stays; without a message there is none. */
static void take_progress(struct engine *engine, struct execution *execution,
			  const struct beat *beat)
{
	enum { APART_MS = 1000 };
	bool has_percent = beat->progress_percent <= 100;
	str message = str_slice(beat->progress_message, 0, LIMIT_PROGRESS_BYTES);
	struct digest digest = digest_of(message);
	u32 percent = execution->has_progress ? execution->progress_percent : UINT32_MAX;
	if (!has_percent && !message.len) return;
	if (has_percent) percent = beat->progress_percent;
	bool is_same = percent == execution->progress_percent &&
		       digest_eq(digest, execution->progress_message);
	bool is_soon = boot_now(engine) < msec_add(execution->progress_at, APART_MS);
	if (execution->has_progress && (is_same || is_soon)) return;
	execution->has_progress = true;
	execution->progress_percent = percent;
	execution->progress_message = digest;
	execution->progress_at = boot_now(engine);
	change_put(engine, KIND_PROGRESS)->progress =
		(struct progress_row){ execution->id, percent, wall_now(engine), message };
}

static enum holder_code take_beat(struct engine *engine, const struct command *command,
				  const struct beat *beat)
{
	enum holder_code code = holder_code_of(engine, command, &beat->execution);
	if (code != HOLDER_OK) return code;
	struct execution *execution = uuid_map_find(&engine->core.executions, &beat->execution);
	worker_seen(engine, execution->worker);
	take_progress(engine, execution, beat);
	extend_lease(engine, execution);
	return HOLDER_OK;
}

void on_beat(struct engine *engine, const struct command *command)
{
	const struct beat_command *beats = &command->beat;
	struct answer *answer = answer_add(engine, command->reply);
	answer->held.len = beats->len;
	answer->held.items = arena_alloc_array(&now_turn(engine)->arena, beats->len,
					       sizeof(struct holder_answer));
	must(answer->held.items != NULL || beats->len == 0);
	for (u32 i = 0; i < beats->len; i++) {
		answer->held.items[i] = (struct holder_answer){
			.execution = beats->beats[i].execution,
			.code = take_beat(engine, command, &beats->beats[i]),
		};
	}
}
