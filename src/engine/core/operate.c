/* Calls on single runs: cancel, reschedule, retry, discard. Operations on many runs use the same
 * functions. A run is taken from memory if it is there, else from the row that the store
 * returned. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

struct engine_run *run_live(struct engine *engine, const struct uuid *id)
{
	struct engine_run *run = run_find(engine, id);
	if (run) return run;
	const struct run_seen *seen = seen_find(engine, id);
	/* A run that waits for its children is in no line, and has no time to be moved. */
	bool waits = seen && seen->row.hot.state == RUN_WAITING &&
		     (!uuid_is_nil(&seen->row.job) || engine->hooks->waits(engine, id));
	if (!seen || (seen->row.hot.state != RUN_QUEUED && !waits)) return NULL;
	return run_admit(engine, &seen->row);
}

const struct run_seen *dead_letter(const struct engine *engine, const struct uuid *id)
{
	const struct run_seen *seen = seen_find(engine, id);
	return seen && run_state_is_dead_letter(seen->row.hot.state) ? seen : NULL;
}

/* ---- cancel ------------------------------------------------------------------------------- */

static bool is_leaving(const struct engine *engine, const struct uuid *id)
{
	const struct engine_run *run = run_find(engine, id);
	const struct run_seen *seen = seen_find(engine, id);
	if (!run && !seen) return false;
	return tenant_is_leaving(engine, run ? run_tenant(run) : seen->row.tenant);
}

/* NULL: a task, or there is no such run. */
static const struct run_owner *owner_by_id(const struct engine *engine, const struct uuid *id)
{
	const struct engine_run *run = run_find(engine, id);
	const struct run_seen *seen = run ? NULL : seen_find(engine, id);
	if (run) return owner_of(engine, run);
	return seen ? engine->hooks->owners[owner_of_row(engine, &seen->row)] : NULL;
}

/* The run has not started, so the caller may create it again. A key that counts for ever keeps its
 * run; a key of an unfinished run becomes free. */
static bool is_taken_back(const struct engine_run *run)
{
	return unique_may_be_taken_back((enum unique_scope)run->scope) && !run->fence && !run->job;
}

enum err run_cancel(struct engine *engine, const struct uuid *id, str reason, str actor)
{
	enum err err = engine->hooks->cancel_parent(engine, id, reason, actor);
	if (err != ERR_NOT_FOUND) return err;
	const struct run_owner *owner = owner_by_id(engine, id);
	bool is_kept = owner && owner->is_kept && !is_leaving(engine, id);
	struct engine_run *run = is_kept ? NULL : run_live(engine, id);
	if (!run) return ERR_CONFLICT;
	if (owner && owner->cancel && owner->cancel(engine, run, reason, actor)) return ERR_OK;
	run->is_taken_back = is_taken_back(run);
	if (run->execution) execution_stop(engine, run->execution, cancel_word(reason), actor);
	else run_end(engine, run, RUN_CANCELLED, cancel_word(reason), actor);
	return ERR_OK;
}

/* ---- retry, discard ----------------------------------------------------------------------- */

/* Whether another run has taken the key meanwhile. */
static bool key_is_taken(const struct engine *engine, const struct unique_key *key,
			 const struct uuid *run, struct uuid *out_other)
{
	const struct key_state *state = unique_taken(engine, key);
	if (!state || uuid_eq(&state->row.run, run)) return false;
	*out_other = state->row.run;
	return true;
}

/* A span's key may have been taken by another in the span of now, or the one before. */
static bool span_is_taken(const struct engine *engine, const struct unique_key *key, msec ttl,
			  const struct uuid *run, struct uuid *out_other)
{
	struct unique_key now_key = *key;
	now_key.bucket = unique_bucket(UNIQUE_TTL, 0, wall_now(engine), ttl, (str){ "", 0 });
	if (key_is_taken(engine, &now_key, run, out_other)) return true;
	now_key.bucket--;
	return key_is_taken(engine, &now_key, run, out_other);
}

bool run_key_is_taken(const struct engine *engine, const struct run_row *row,
		      struct uuid *out_other)
{
	struct unique_key key = unique_key_of_row(row);
	if (row->scope == UNIQUE_NONE) return false;
	bool taken = key_is_taken(engine, &key, &row->id, out_other);
	if (row->scope == UNIQUE_TTL && row->unique_ttl > 0)
		taken |= span_is_taken(engine, &key, row->unique_ttl, &row->id, out_other);
	return taken;
}

static void report_revived(struct engine *engine, struct engine_run *run,
			   const struct run_seen *seen, enum run_state state)
{
	for (u32 i = 0; engine->hooks->revived[i]; i++)
		engine->hooks->revived[i](engine, run, seen, state);
}

enum err run_retry(struct engine *engine, const struct uuid *id, str actor, struct uuid *out_other)
{
	const struct run_seen *seen = dead_letter(engine, id);
	struct unique_key key;
	if (!seen || tenant_is_leaving(engine, seen->row.tenant)) return ERR_CONFLICT;
	enum run_state from = seen->row.hot.state;
	struct run_row row = seen->row;
	const struct run_owner *owner = engine->hooks->owners[owner_of_row(engine, &row)];
	if (owner && owner->retries && !owner->retries(engine, &row)) return ERR_CONFLICT;
	/* Past its deadline the run could not start any more. */
	if (row.deadline_at && row.deadline_at <= wall_now(engine)) return ERR_CONFLICT;
	row.hot.run_at = wall_now(engine);
	row.hot.attempts = 0;
	row.hot.free_429_streak = 0;
	row.hot.deferred_until = 0;
	row.hot.deferred_by = GATE_NONE;
	if (run_key_is_taken(engine, &row, out_other)) return ERR_CONFLICT;
	struct engine_run *run = run_admit(engine, &row);
	bool has_key = unique_key_of_run(run, &key);
	bool retake = run->scope == UNIQUE_ACTIVE || run->scope == UNIQUE_SUCCEEDED ||
		      run->scope == UNIQUE_BUCKET;
	if (has_key && retake) unique_put(engine, &key, &run->id, MSEC_MAX);
	report_revived(engine, run, seen, RUN_QUEUED);
	journal_move(engine, run, from, RUN_QUEUED, NULL, STR("retry"), actor);
	run_write(engine, run, RUN_QUEUED);
	run_place(engine, run);
	return ERR_OK;
}

str discard_reason(str given)
{
	return given.len ? given : STR("discarded");
}

enum err run_discard(struct engine *engine, const struct uuid *id, str reason, str actor)
{
	const struct run_seen *seen = dead_letter(engine, id);
	if (!seen) return ERR_CONFLICT;
	struct engine_run *run = run_admit(engine, &seen->row);
	report_revived(engine, run, seen, RUN_CANCELLED);
	journal_move(engine, run, seen->row.hot.state, RUN_CANCELLED, NULL, discard_reason(reason),
		     actor);
	run_write(engine, run, RUN_CANCELLED);
	run_forget(engine, run);
	return ERR_OK;
}

/* ---- reschedule --------------------------------------------------------------------------- */

/* Another time means another bucket; the old one is given free. */
static enum err move_bucket(struct engine *engine, struct engine_run *run, msec run_at,
			    struct uuid *out_other)
{
	struct unique_key key;
	if (run->scope != UNIQUE_BUCKET || run->bucket < 0) return ERR_OK;
	must(unique_key_of_run(run, &key));
	struct unique_key moved = key;
	moved.bucket = unique_bucket(UNIQUE_BUCKET, run_at, 0, 0, (str){ "", 0 });
	if (moved.bucket == key.bucket) return ERR_OK;
	if (key_is_taken(engine, &moved, &run->id, out_other)) return ERR_CONFLICT;
	unique_delete(engine, &key);
	unique_put(engine, &moved, &run->id, MSEC_MAX);
	run->bucket = moved.bucket;
	return ERR_OK;
}

static void journal_new_time(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED_TIME,
				       .tenant = run_tenant(run),
				       .type = run_type(run),
				       .run = run->id,
				       .from = run_state_of(run),
				       .to = run_state_of(run),
				       .attempts = run->attempts,
				       .run_at = run->run_at,
				       .previous_turn = run->journal_turn,
				       .reason = reason,
				       .is_internal = run_is_internal(run),
				       .actor = actor };
	if (run->job) entry.job = run->job->row.id;
	journal_add(engine, &entry);
	run->journal_turn = now_turn(engine)->id;
}

void run_move(struct engine *engine, struct engine_run *run, msec run_at, str reason, str actor)
{
	const struct run_owner *owner = owner_of(engine, run);
	run->run_at = run_at;
	run->deferred_until = 0;
	run->deferred_by = GATE_NONE;
	if (owner && owner->rescheduled) owner->rescheduled(engine, run);
	journal_new_time(engine, run, reason, actor);
	run_write(engine, run, run_state_of(run));
	run_place(engine, run);
}

enum err run_reschedule(struct engine *engine, const struct uuid *id, msec run_at, str actor,
			struct uuid *out_other)
{
	bool was_here = run_find(engine, id) != NULL;
	const struct run_owner *owner = owner_by_id(engine, id);
	struct engine_run *run = owner && owner->is_fixed ? NULL : run_live(engine, id);
	if (!run || run->execution) return ERR_CONFLICT;
	bool too_late = run->deadline_at && run_at >= run->deadline_at;
	enum err err = too_late ? ERR_CONFLICT : move_bucket(engine, run, run_at, out_other);
	if (err) {
		if (!was_here) run_forget(engine, run);
		return err;
	}
	run_step_out(engine, run);
	run_move(engine, run, run_at, (str){ "", 0 }, actor);
	return ERR_OK;
}

/* ---- commands ----------------------------------------------------------------------------- */

bool run_may_be_known(const struct engine *engine, const struct command *command,
		      enum run_state *out_state)
{
	const struct run_seen *seen = seen_find(engine, &command->run.run);
	const struct engine_run *run = run_find(engine, &command->run.run);
	if (!run && !seen) return false;
	tenant_no tenant = run ? run_tenant(run) : seen->row.tenant;
	*out_state = run ? run_state_of(run) : seen->row.hot.state;
	return !command->tenant.len ||
	       str_eq(command->tenant, name_text(engine, NAME_TENANT, tenant.v));
}

/* The states that an action is for; and why it may still be refused in one of them. */
static u32 states_for(enum command_kind kind, const char **out_else)
{
	u32 waits = 1u << RUN_WAITING | 1u << RUN_QUEUED;
	*out_else = "the new time is after the run's deadline";
	if (kind == COMMAND_RESCHEDULE) return 1u << RUN_QUEUED;
	*out_else = "its deadline has passed, or its job or tenant was deleted";
	if (kind == COMMAND_CANCEL) return waits | 1u << RUN_PROCESSING;
	return 1u << RUN_FAILED | 1u << RUN_DLQ;
}

enum err refuse_run(const struct command *command, enum err err, enum run_state state,
		    const struct uuid *other, struct why *why)
{
	const char *reason;
	u32 states = states_for(command->kind, &reason);
	const char *name = run_state_name(state).at;
	if (err == ERR_NOT_FOUND) return fail(why, err, "there is no such run");
	if (!(states >> state & 1))
		return fail(why, err, "the run is %s; it must be %s", name,
			    command->kind == COMMAND_CANCEL       ? "waiting, queued or processing"
			    : command->kind == COMMAND_RESCHEDULE ? "queued"
								  : "failed or dlq");
	if (other && !uuid_is_nil(other))
		return fail(why, err, "the run is %s, and another run now has its idempotency key",
			    name);
	return fail(why, err, "the run is %s, but %s", name, reason);
}

static void answer_run(struct engine *engine, const struct command *command, enum err err,
		       enum run_state state, const struct uuid *other)
{
	struct answer *answer = answer_add(engine, command->reply);
	if (err) answer->err = refuse_run(command, err, state, other, &answer->why);
	answer->run.run = command->run.run;
	answer->run.state = state;
	if (other) answer->run.other = *other;
	if (!err) replay_note_id(engine, command, &command->run.run);
}

/* Whether the attempt that the caller names has ended: the call is not about the next one. */
static bool is_over(const struct engine *engine, const struct run_command *wish)
{
	const struct engine_run *run = run_find(engine, &wish->run);
	if (uuid_is_nil(&wish->execution)) return false;
	return !run || !run->execution || !uuid_eq(&run->execution->id, &wish->execution);
}

void on_cancel(struct engine *engine, const struct command *command)
{
	enum run_state state = RUN_QUEUED;
	enum err err = ERR_NOT_FOUND;
	if (run_may_be_known(engine, command, &state) && is_over(engine, &command->run)) {
		answer_error(engine, command->reply, ERR_CONFLICT, "the execution has ended");
		return;
	}
	if (run_may_be_known(engine, command, &state))
		err = run_cancel(engine, &command->run.run, command->run.reason, command->actor);
	answer_run(engine, command, err, err ? state : RUN_CANCELLED, NULL);
}

void on_reschedule(struct engine *engine, const struct command *command)
{
	enum run_state state = RUN_QUEUED;
	struct uuid other = { { 0 } };
	enum err err = ERR_NOT_FOUND;
	msec run_at = command->run.run_at;
	if (run_at <= 0 || run_at > MSEC_YEAR_9999_END) {
		answer_error(engine, command->reply, ERR_INVALID,
			     "run_at must be from 1970 to 9999");
		return;
	}
	if (run_may_be_known(engine, command, &state))
		err = run_reschedule(engine, &command->run.run, run_at, command->actor, &other);
	answer_run(engine, command, err, state, &other);
}

void on_retry(struct engine *engine, const struct command *command)
{
	enum run_state state = RUN_QUEUED;
	struct uuid other = { { 0 } };
	enum err err = ERR_NOT_FOUND;
	if (run_may_be_known(engine, command, &state))
		err = run_retry(engine, &command->run.run, command->actor, &other);
	answer_run(engine, command, err, err ? state : RUN_QUEUED, &other);
}

void on_discard(struct engine *engine, const struct command *command)
{
	enum run_state state = RUN_QUEUED;
	enum err err = ERR_NOT_FOUND;
	if (run_may_be_known(engine, command, &state))
		err = run_discard(engine, &command->run.run, command->run.reason, command->actor);
	answer_run(engine, command, err, err ? state : RUN_CANCELLED, NULL);
}

/* The store could not load the payload of a claim: the worker never got it, and a retry cannot
 * help. */
void on_damaged(struct engine *engine, const struct command *command)
{
	struct engine_run *run = run_find(engine, &command->run.run);
	enum err err = run && run->execution ? ERR_OK : ERR_NOT_FOUND;
	if (!err) {
		struct ending ending = { .outcome = OUTCOME_FAIL,
					 .error_class = error_class_name(CLASS_DAMAGED),
					 .error_message = STR(
						 "the payload is damaged in the store"),
					 .reason = STR("damaged") };
		execution_end(engine, run->execution, &ending);
	}
	answer_run(engine, command, err, RUN_FAILED, NULL);
}
