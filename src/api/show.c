#include "api/show.h"

#include "api/json.h"
#include "api/member.h"
#include "base/must.h"
#include "model/scope.h"
#include "model/trace.h"

enum { SUMMARY_BYTES = 200 };

static void show_times(struct buf *out, const struct run_row *row)
{
	put_instant(out, KEY(run, run_at), row->hot.run_at);
	put_instant(out, KEY(run, scheduled_at), row->hot.run_at);
	put_instant_or_null(out, KEY(run, planned_at), row->planned_at);
	put_instant_or_null(out, KEY(run, deadline_at), row->deadline_at);
	put_instant_or_null(out, KEY(run, deferred_until), row->hot.deferred_until);
	put_u64(out, KEY(run, deferred_count), row->hot.deferred_count);
	put_text_or_null(out, KEY(run, deferred_by), gate_name(row->hot.deferred_by));
	put_instant(out, KEY(run, created_at), row->created_at);
	put_instant(out, KEY(run, updated_at), row->hot.updated_at);
	put_instant_or_null(out, KEY(run, finished_at), row->hot.finished_at);
	put_instant_or_null(out, KEY(run, processed_at), row->hot.finished_at);
}

/* A run that a rule denied never began: no execution tells why. */
static bool is_denied(const struct run_view *run)
{
	return run->state == RUN_FAILED && run->row.hot.deferred_by == GATE_POLICY &&
	       !run->error_class.len;
}

struct run_error run_error_of(const struct run_view *run)
{
	if (is_denied(run))
		return (struct run_error){ error_class_name(CLASS_POLICY_DENIED),
					   STR("a policy rule or the policy hook of the tenant "
					       "denies the run") };
	return (struct run_error){ run->error_class, run->error_message };
}

static void show_error(struct buf *out, const struct run_view *run)
{
	struct run_error error = run_error_of(run);
	write_key(out, KEY(run, last_error));
	if (error.class.len || error.message.len) {
		write_open(out, '{');
		put_text_or_null(out, KEY(run_error, class), error.class);
		put_text_or_null(out, KEY(run_error, message), error.message);
		write_close(out, '}');
	} else {
		write_null(out);
	}
	put_text_or_null(out, KEY(run, error_message), error.message);
}

static void show_holder(struct buf *out, const struct run_view *run)
{
	bool is_held = run->state == RUN_PROCESSING && run->has_last;
	put_text_or_null(out, KEY(run, worker_id), is_held ? run->last.worker : STR(""));
	put_instant_or_null(out, KEY(run, lease_until), is_held ? run->last.row.lease_until : 0);
	put_uuid_or_null(out, KEY(run, execution_id), &run->last.row.id);
	if (is_held && run->last.progress_percent <= 100)
		put_u64(out, KEY(run, progress_percent), run->last.progress_percent);
	if (is_held && run->last.progress_message.len)
		put_text(out, KEY(run, progress_message), run->last.progress_message);
}

void show_scope(struct buf *out, enum unique_scope scope, msec ttl)
{
	struct buf text;
	buf_init(&text, 64);
	unique_scope_print(scope, ttl, &text);
	put_text_or_null(out, KEY(run, unique_scope), buf_view(&text));
	buf_done(&text);
}

/* Of a bucket that the caller named only a digest is kept; it is below every instant. */
static void show_key(struct buf *out, const struct run_row *row)
{
	bool has_bucket = row->scope == UNIQUE_BUCKET && row->hot.bucket > 0;
	put_text_or_null(out, KEY(run, idempotency_key), row->key);
	show_scope(out, row->scope, row->unique_ttl);
	put_instant_or_null(out, KEY(run, run_at_bucket), has_bucket ? row->hot.bucket : 0);
}

/* As much of a text as a line has room for, and no part of a character. */
static str summary_of(str text)
{
	size_t most = SUMMARY_BYTES;
	if (text.len <= most) return text;
	while (most && ((unsigned char)text.at[most] & 0xc0) == 0x80) most--;
	return str_slice(text, 0, most);
}

static void show_result(struct buf *out, const struct run_view *run)
{
	static const struct execution_end nothing = { 0 };
	const struct execution_end *end = run->has_last ? &run->last.end : &nothing;
	if (end->result.len) put_raw(out, KEY(run, result), end->result);
	put_text_or_null(out, KEY(run, result_summary), summary_of(end->result));
	put_text_or_null(out, KEY(run, last_result_hash), end->result_hash);
	put_bool(out, KEY(run, unchanged), end->unchanged);
}

/* As the task came with it; else as the rest of it says. */
static void put_detail(struct buf *out, struct key_loose key, str details, str other)
{
	str kept;
	if (details.len && json_find(details, key.name, &kept)) put_raw(out, key, kept);
	else put_text_or_null(out, key, other);
}

/* Members that tasks alone have. */
static void show_task(struct buf *out, const struct run_view *run)
{
	str details = run->row.details;
	str id = run->row.entity;
	str kind = str_find(id, ':') < id.len ? str_split(&id, ':') : (str){ 0 };
	put_detail(out, LOOSE(run, task_type), details, run->type);
	put_detail(out, LOOSE(run, reference_type), details, kind);
	put_detail(out, LOOSE(run, reference_id), details, id);
	put_detail(out, LOOSE(run, timezone), details, STR("UTC"));
	put_text_or_null(out, KEY(run, created_by), run->row.created_by);
}

static void show_after(struct buf *out, const struct run_view *run)
{
	put_open(out, KEY(run, after), '[');
	for (u32 i = 0; i < run->after_len; i++) write_uuid(out, &run->after[i]);
	write_close(out, ']');
	put_text(out, KEY(run, on),
		 run->needs == DEPENDENCY_COMPLETE ? STR("complete") : STR("success"));
}

void show_run(struct buf *out, const struct run_view *run)
{
	const struct run_row *row = &run->row;
	write_open(out, '{');
	put_uuid(out, KEY(run, id), &row->id);
	put_text(out, KEY(run, tenant_id), run->tenant);
	put_text(out, KEY(run, type), run->type);
	put_text(out, KEY(run, handler), run->type);
	if (uuid_is_nil(&row->job)) show_task(out, run);
	put_uuid_or_null(out, KEY(run, job_id), &row->job);
	put_uuid_or_null(out, KEY(run, parent_id), &row->parent);
	if (run->after_len) show_after(out, run);
	put_text(out, KEY(run, cause), run_cause_name(row->cause));
	put_uuid_or_null(out, KEY(run, copied_from), &row->copied_from);
	if (run->has_copies) put_uuid_or_null(out, KEY(run, copied_to), &run->copied_to);
	put_text_or_null(out, KEY(run, flagged), lint_kind_name(row->flagged));
	if (row->hops) put_uuid(out, KEY(run, fallback_of), &row->fallback_of);
	put_text(out, KEY(run, state), run_state_name(run->state));
	put_text(out, KEY(run, status), run_state_status(run->state));
	put_text(out, KEY(run, queue), run->queue);
	put_text_or_null(out, KEY(run, route), run->route);
	put_u64(out, KEY(run, priority), priority_shown(row->hot.priority, run->priority_steps));
	put_u64(out, KEY(run, attempts), row->hot.attempts);
	put_u64(out, KEY(run, max_attempts), row->hot.max_attempts);
	show_times(out, row);
	show_key(out, row);
	put_text_or_null(out, KEY(run, entity), row->entity);
	put_text_or_null(out, KEY(run, user_id), row->user);
	write_key(out, KEY(run, timeout_seconds)); /* null: by its type */
	if (row->timeout_ms) write_i64(out, row->timeout_ms / 1000);
	else write_null(out);
	show_holder(out, run);
	show_error(out, run);
	if (run->has_reason) put_text_or_null(out, KEY(run, reason), run->reason);
	if (run->has_reason)
		put_text(out, KEY(run, ended_by), run->actor.len ? run->actor : STR("SYSTEM"));
	if (row->payload.len) put_raw(out, KEY(run, payload), row->payload);
	show_result(out, run);
	str trace = trace_parent(row->trace);
	if (trace.len) put_text(out, KEY(run, traceparent), trace);
	write_close(out, '}');
}

/* ---- executions --------------------------------------------------------------------------- */

str execution_status(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_OPEN: return STR("RUNNING");
	case OUTCOME_SUCCESS:
	case OUTCOME_NOOP: return STR("COMPLETED");
	case OUTCOME_RETRY:
	case OUTCOME_FAIL: return STR("FAILED");
	case OUTCOME_DEFER: return STR("PENDING");
	case OUTCOME_STALLED: return STR("STALLED");
	case OUTCOME_TIMEOUT: return STR("TIMEOUT");
	case OUTCOME_CANCELLED:
	case OUTCOME_CUTOFF:
	case OUTCOME_RELEASED: return STR("CANCELLED");
	case OUTCOME_COUNT: break;
	}
	must(false);
	return STR("");
}

static bool will_retry(const struct execution_view *execution)
{
	enum outcome outcome = execution->end.outcome;
	bool may = outcome == OUTCOME_RETRY || outcome == OUTCOME_STALLED ||
		   outcome == OUTCOME_TIMEOUT;
	return may && execution->row.attempt < execution->max_attempts;
}

void show_execution(struct buf *out, const struct execution_view *execution)
{
	const struct execution_row *row = &execution->row;
	const struct execution_end *end = &execution->end;
	bool is_open = end->outcome == OUTCOME_OPEN;
	write_open(out, '{');
	put_uuid(out, KEY(execution, id), &row->id);
	put_uuid(out, KEY(execution, run_id), &row->run);
	put_uuid_or_null(out, KEY(execution, job_id), &execution->job);
	put_text(out, KEY(execution, tenant_id), execution->tenant);
	put_text(out, KEY(execution, type), execution->type);
	put_text(out, KEY(execution, queue), execution->queue);
	put_u64(out, KEY(execution, execution_number), row->number ? row->number : row->fence);
	put_u64(out, KEY(execution, attempt_number), row->attempt);
	put_u64(out, KEY(execution, fence), row->fence);
	put_instant(out, KEY(execution, scheduled_at),
		    row->scheduled_at ? row->scheduled_at : execution->run_at);
	put_instant(out, KEY(execution, started_at), row->started_at);
	put_instant_or_null(out, KEY(execution, completed_at), end->ended_at);
	write_key(out, KEY(execution, duration_ms));
	if (is_open) write_null(out);
	else write_i64(out, end->ended_at - row->started_at);
	put_text(out, KEY(execution, worker_id), execution->worker);
	put_text_or_null(out, KEY(execution, worker_hostname), execution->hostname);
	put_text(out, KEY(execution, status), execution_status(end->outcome));
	put_text(out, KEY(execution, outcome), outcome_name(end->outcome));
	put_raw(out, KEY(execution, result), end->result);
	put_text_or_null(out, KEY(execution, result_hash), end->result_hash);
	put_bool(out, KEY(execution, unchanged), end->unchanged);
	put_text_or_null(out, KEY(execution, error_class), end->error_class);
	put_text_or_null(out, KEY(execution, error_message), end->error_message);
	put_text_or_null(out, KEY(execution, error_stack), end->error_stack);
	put_u64(out, KEY(execution, progress_percent),
		execution->progress_percent <= 100 ? execution->progress_percent : 0);
	put_text_or_null(out, KEY(execution, progress_message), execution->progress_message);
	put_uuid_or_null(out, KEY(execution, retry_of), &execution->retry_of);
	put_bool(out, KEY(execution, will_retry), will_retry(execution));
	if (execution->parameters.len)
		put_raw(out, KEY(execution, parameters), execution->parameters);
	put_instant(out, KEY(execution, created_at), row->started_at);
	put_instant_or_null(out, KEY(execution, lease_until), is_open ? row->lease_until : 0);
	put_i64(out, KEY(execution, lease_ms), row->lease_ms);
	write_close(out, '}');
}

str output_kind_name(enum output_kind kind)
{
	switch (kind) {
	case OUTPUT_NONE: return STR("none");
	case OUTPUT_PROGRAM: return STR("program");
	case OUTPUT_RESPONSE: return STR("response");
	}
	must(false);
	return STR("");
}

str holder_code_name(enum holder_code code)
{
	switch (code) {
	case HOLDER_OK: return STR("ok");
	case HOLDER_LEASE_LOST: return STR("lease_lost");
	case HOLDER_CANCELLED: return STR("cancelled");
	case HOLDER_FINISHED: return STR("finished");
	}
	must(false);
	return STR("");
}

/* ---- operations and pauses ---------------------------------------------------------------- */

str operation_kind_name(enum operation_kind kind)
{
	switch (kind) {
	case OPERATION_CANCEL: return STR("cancel");
	case OPERATION_RETRY: return STR("retry");
	case OPERATION_DISCARD: return STR("discard");
	case OPERATION_REPLAN: return STR("replan");
	case OPERATION_DROP: return STR("delete_tenant");
	case OPERATION_KINDS: break;
	}
	must(false);
	return STR("");
}

str operation_state_name(enum operation_state state)
{
	switch (state) {
	case OPERATION_RUNNING: return STR("running");
	case OPERATION_DONE: return STR("done");
	case OPERATION_STOPPED: return STR("stopped");
	}
	must(false);
	return STR("");
}

/* The states as a caller would write them; none: it is about none. */
static void put_states(struct buf *out, u32 states)
{
	struct buf words;
	buf_init(&words, 128);
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		if (!(states >> i & 1)) continue;
		if (buf_view(&words).len) buf_add_byte(&words, ',');
		buf_add(&words, run_state_name((enum run_state)i));
	}
	put_text_or_null(out, KEY(operation_filter, state), buf_view(&words));
	buf_done(&words);
}

/* Which runs it is about. */
static void put_filter(struct buf *out, const struct operation_view *operation)
{
	const struct run_filter *filter = &operation->row.filter;
	put_open(out, KEY(operation, filter), '{');
	put_text_or_null(out, KEY(operation_filter, tenant_id), operation->tenant);
	put_states(out, filter->states);
	put_text_or_null(out, KEY(operation_filter, type), operation->type);
	put_text_or_null(out, KEY(operation_filter, queue), operation->queue);
	put_text_or_null(out, KEY(operation_filter, idempotency_key), filter->key);
	put_text_or_null(out, KEY(operation_filter, entity), filter->entity);
	put_uuid_or_null(out, KEY(operation_filter, job_id), &filter->job);
	write_close(out, '}');
}

void show_operation(struct buf *out, const struct operation_view *operation)
{
	const struct operation_row *row = &operation->row;
	write_open(out, '{');
	put_uuid(out, KEY(operation, id), &row->id);
	put_text_or_null(out, KEY(operation, tenant_id), operation->tenant);
	put_text(out, KEY(operation, kind), operation_kind_name(row->kind));
	put_text(out, KEY(operation, state), operation_state_name(row->state));
	put_u64(out, KEY(operation, seen), row->seen);
	put_u64(out, KEY(operation, changed), row->changed);
	put_text_or_null(out, KEY(operation, type), operation->type);
	put_text_or_null(out, KEY(operation, queue), operation->queue);
	put_text_or_null(out, KEY(operation, entity), row->filter.entity);
	put_filter(out, operation);
	put_text_or_null(out, KEY(operation, reason), row->reason);
	put_instant_or_null(out, KEY(operation, started_at), row->started_at);
	put_instant_or_null(out, KEY(operation, ended_at), row->ended_at);
	write_close(out, '}');
}

static void put_pause(struct buf *out, str reason, str author, msec since, msec until)
{
	put_text_or_null(out, KEY(pause, reason), reason);
	put_text_or_null(out, KEY(pause, author), author);
	put_instant_or_null(out, KEY(pause, since), since);
	put_instant_or_null(out, KEY(pause, until), until);
}

void show_job_pause(struct buf *out, const struct job_view *job)
{
	const struct job_pause *pause = &job->row.pause;
	write_open(out, '{');
	put_text(out, KEY(pause, scope), STR("job"));
	put_text(out, KEY(pause, tenant_id), job->tenant);
	put_uuid(out, KEY(pause, job_id), &job->row.id);
	put_text_or_null(out, KEY(pause, code), job->row.code);
	put_pause(out, pause->reason, pause->author, pause->since, pause->until);
	write_close(out, '}');
}

void show_pause(struct buf *out, const struct pause_view *pause)
{
	static const str scopes[PAUSE_SCOPES] = { STR("tenant"), STR("type"), STR("queue") };
	const struct pause_row *row = &pause->row;
	must(row->key.scope < PAUSE_SCOPES);
	write_open(out, '{');
	put_text(out, KEY(pause, scope), scopes[row->key.scope]);
	put_text_or_null(out, KEY(pause, tenant_id), pause->tenant);
	if (row->key.scope == PAUSE_TYPE) put_text(out, KEY(pause, type), pause->name);
	if (row->key.scope == PAUSE_QUEUE) put_text(out, KEY(pause, queue), pause->name);
	put_pause(out, row->reason, row->author, row->since, row->until);
	write_close(out, '}');
}

/* ---- policies ----------------------------------------------------------------------------- */

void show_backoff(struct buf *out, const struct backoff *backoff)
{
	static const str kinds[] = { [BACKOFF_UNSET] = STR("default"),
				     [BACKOFF_STEPS] = STR("steps"),
				     [BACKOFF_EXPONENTIAL] = STR("exponential"),
				     [BACKOFF_FIXED] = STR("fixed") };
	write_open(out, '{');
	put_text(out, KEY(backoff, kind), kinds[backoff->kind]);
	if (backoff->kind == BACKOFF_STEPS) {
		put_open(out, KEY(backoff, steps_ms), '[');
		for (u32 i = 0; i < backoff->steps_len; i++) write_i64(out, backoff->steps[i]);
		write_close(out, ']');
	}
	if (backoff->base) put_i64(out, KEY(backoff, base_ms), backoff->base);
	if (backoff->max) put_i64(out, KEY(backoff, max_ms), backoff->max);
	write_close(out, '}');
}

void show_classes(struct buf *out, struct key_loose key, const struct class_list *list)
{
	str rest = { list->text, list->len };
	put_open(out, key, '[');
	while (rest.len) write_text(out, str_split(&rest, '\0'));
	write_close(out, ']');
}

void show_item_error(struct buf *out, enum err code, str text)
{
	write_key(out, KEY(task_error, code));
	buf_add_byte(out, '"');
	for (const char *at = err_name(code); *at; at++) buf_add_byte(out, ascii_lower(*at));
	buf_add_byte(out, '"');
	put_text(out, KEY(task_error, detail), text.len ? text : str_from(err_sentence(code)));
}
