/* Workers: how executions ended (the worker protocol). */
#include "api/answers.h"
#include "api/fleet.h"
#include "api/handlers.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/worker.h"
#include "api/write.h"
#include "base/must.h"

/* ---- what comes in ------------------------------------------------------------------------ */

struct error_input {
	struct given given;
	str class;
	str message;
	str stack;
};

static const struct field error_fields[] = {
#define X(...) FIELD_ROW(struct error_input, __VA_ARGS__)
	ERROR_FIELDS(X)
#undef X
};

static const struct shape error_body = { "error", "what went wrong", sizeof(struct error_input),
					 error_fields, countof(error_fields) };

struct output_input {
	struct given given;
	str out;
	str err;
	i64 out_len;
	i64 err_len;
};

static const struct field output_fields[] = {
#define X(...) FIELD_ROW(struct output_input, __VA_ARGS__)
	OUTPUT_FIELDS(X)
#undef X
};

static const struct shape output_body = { "output", "what an attempt wrote",
					  sizeof(struct output_input), output_fields,
					  countof(output_fields) };

struct rate_limit_input {
	struct given given;
	str bucket;
	i64 remaining;
	i64 reset_after_ms;
	i64 retry_after_ms;
	bool is_global;
};

enum {
#define X(id, ...) RATE_LIMIT_##id,
	RATE_LIMIT_FIELDS(X)
#undef X
};

static const struct field rate_limit_fields[] = {
#define X(...) FIELD_ROW(struct rate_limit_input, __VA_ARGS__)
	RATE_LIMIT_FIELDS(X)
#undef X
};

static const struct shape rate_limit_body = { "rate_limit", "what the other side said of its limit",
					      sizeof(struct rate_limit_input), rate_limit_fields,
					      countof(rate_limit_fields) };

struct audit_input {
	struct given given;
	str event;
	str object;
	str before;
	str after;
};

static const struct field audit_fields[] = {
#define X(...) FIELD_ROW(struct audit_input, __VA_ARGS__)
	AUDIT_FIELDS(X)
#undef X
};

static const struct shape audit_body = { "audit_event", "what a handler did",
					 sizeof(struct audit_input), audit_fields,
					 countof(audit_fields) };

struct result_item {
	struct given given;
	struct uuid execution_id;
	u32 outcome;
	str result;
	str result_hash;
	struct error_input *error;
	i64 retry_after_ms;
	struct given_when defer_until;
	struct output_input *output;
	struct rate_limit_input *rate_limit;
	str channel;
	u32 schedule;
	struct shapes audit;
};

enum {
#define X(id, ...) RESULT_##id,
	RESULT_FIELDS(X)
#undef X
};

static const struct field result_fields[] = {
#define X(...) FIELD_ROW(struct result_item, __VA_ARGS__)
	RESULT_FIELDS(X)
#undef X
};

static const struct shape result_body = { "result", "how an execution ended",
					  sizeof(struct result_item), result_fields,
					  countof(result_fields) };

struct results_input {
	struct given given;
	str worker_id;
	struct shapes results;
	struct lease_input *lease;
};

static const struct field results_fields[] = {
#define X(...) FIELD_ROW(struct results_input, __VA_ARGS__)
	RESULTS_FIELDS(X)
#undef X
};

const struct shape results_body = { "results", "how executions ended", sizeof(struct results_input),
				    results_fields, countof(results_fields) };

/* ---- what it means -------------------------------------------------------------------------- */

static str cut_text(str text, size_t most)
{
	if (text.len <= most) return text;
	while (most && ((unsigned char)text.at[most] & 0xc0) == 0x80) most--;
	return str_slice(text, 0, most);
}

static str item_pointer(struct request *request, u32 index, const char *field)
{
	struct buf text;
	buf_init(&text, 128);
	buf_addf(&text, "/results/%u/%s", index, field);
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static enum err take_defer(struct request *request, const struct result_item *item, u32 index,
			   struct report *report)
{
	struct why why;
	str pointer = { 0 };
	bool is_given_here = is_given(item, RESULT_DEFER_UNTIL);
	bool is_due = report->outcome == OUTCOME_DEFER;
	if (is_given_here != is_due) {
		pointer = item_pointer(request, index, "defer_until");
		(void)fail(&why, ERR_INVALID,
			   is_due ? "is required with the outcome defer"
				  : "belongs to the outcome defer");
		return request_fault(request, pointer, &why);
	}
	if (!is_due) return ERR_OK;
	pointer = item_pointer(request, index, "defer_until");
	return request_when(request, &item->defer_until, STR(""), pointer, &report->defer_until);
}

static void take_rate_limit(const struct rate_limit_input *input, struct report *report)
{
	report->rate = (struct rate_said){
		.is_said = true,
		.is_global = input->is_global,
		.has_remaining = is_given(input, RATE_LIMIT_REMAINING),
		.remaining = (u32)input->remaining,
		.reset_after_ms = input->reset_after_ms,
		.bucket = input->bucket,
	};
	/* What was refused waits as told: by Retry-After, else until the limit's own reset. */
	bool is_refused = str_eq(report->error_class, error_class_name(CLASS_HTTP_429));
	if (!is_refused || report->retry_after_ms) return;
	report->retry_after_ms = input->retry_after_ms ? input->retry_after_ms
						       : input->reset_after_ms;
}

static enum err take_schedule(struct request *request, const struct result_item *item, u32 index,
			      struct report *report)
{
	struct why why;
	if (!is_given(item, RESULT_SCHEDULE)) return ERR_OK;
	report->pauses_job = true;
	if (report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "belongs to the outcomes success and noop");
	return request_fault(request, item_pointer(request, index, "schedule"), &why);
}

/* What an event says, but its name, as one object. */
static str audit_details(struct request *request, const struct audit_input *event)
{
	struct buf text;
	buf_init(&text, 4 * (size_t)LIMIT_JOURNAL_DETAILS_BYTES);
	write_open(&text, '{');
	if (event->object.len) put_raw(&text, STR("object"), event->object);
	if (event->before.len) put_raw(&text, STR("before"), event->before);
	if (event->after.len) put_raw(&text, STR("after"), event->after);
	write_close(&text, '}');
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static enum err take_audit(struct request *request, const struct result_item *item, u32 index,
			   struct report *report)
{
	const struct audit_input *events = item->audit.at;
	struct audit_event *audit = arena_alloc_array(&request->arena, item->audit.len,
						      sizeof *audit);
	struct why why;
	if (!item->audit.len) return ERR_OK;
	if (!audit) return ERR_MEMORY;
	for (u32 i = 0; i < item->audit.len; i++) {
		audit[i] = (struct audit_event){ events[i].event,
						 audit_details(request, &events[i]) };
		if (audit[i].details.len <= LIMIT_JOURNAL_DETAILS_BYTES) continue;
		(void)fail(&why, ERR_INVALID,
			   "an event has %d bytes at most, object, before and after together",
			   LIMIT_JOURNAL_DETAILS_BYTES);
		return request_fault(request, item_pointer(request, index, "audit"), &why);
	}
	report->audit = audit;
	report->audit_len = item->audit.len;
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err fill_report(struct request *request, const struct result_item *item, u32 index,
			    struct report *report)
{
	static const enum outcome outcomes[] = { OUTCOME_SUCCESS, OUTCOME_NOOP, OUTCOME_RETRY,
						 OUTCOME_FAIL, OUTCOME_DEFER };
	must(item->outcome < countof(outcomes));
	*report = (struct report){
		.execution = item->execution_id,
		.outcome = outcomes[item->outcome],
		.result = item->result,
		.result_hash = item->result_hash,
		.channel = item->channel,
		.retry_after_ms = item->retry_after_ms,
	};
	if (item->error) {
		report->error_class = item->error->class;
		report->error_message = cut_text(item->error->message, LIMIT_ERROR_MESSAGE_BYTES);
		report->error_stack = cut_text(item->error->stack, LIMIT_ERROR_STACK_BYTES);
	}
	if (item->output)
		report->output = (struct attempt_output){ .kind = OUTPUT_PROGRAM,
							  .out_len = (u64)item->output->out_len,
							  .err_len = (u64)item->output->err_len,
							  .out = item->output->out,
							  .err = item->output->err };
	if (item->rate_limit) take_rate_limit(item->rate_limit, report);
	enum err err = take_schedule(request, item, index, report);
	if (!err) err = take_audit(request, item, index, report);
	return err ? err : take_defer(request, item, index, report);
}

enum err worker_decode_results(struct request *request)
{
	const struct results_input *input = request->input;
	const struct result_item *items = input->results.at;
	struct report_command *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct report *reports = arena_alloc_array(&request->arena, input->results.len,
						   sizeof *reports);
	enum err err = ERR_OK;
	if (!work || !reports) return ERR_MEMORY;
	request->found = work;
	request->fleet_worker = fleet_hear(api_fleet(request->api), request->who.tenant,
					   input->worker_id, STR(""), request->now.wall);
	*work = (struct report_command){ input->worker_id, reports, input->results.len, NULL };
	for (u32 i = 0; !err && i < input->results.len; i++)
		err = fill_report(request, &items[i], i, &reports[i]);
	if (err || !input->lease) return err;
	struct lease_command *lease = arena_alloc(&request->arena, sizeof *lease);
	if (!lease) return ERR_MEMORY;
	work->lease = lease;
	err = worker_fill_lease(request, input->lease, input->worker_id, lease);
	/* The results must not wait for new work. */
	lease->wait_ms = 0;
	if (fleet_drains(request->fleet_worker)) work->lease = NULL;
	return err;
}

enum err worker_report(struct request *request, struct command *command)
{
	command->kind = COMMAND_REPORT;
	command->report = *(const struct report_command *)request->found;
	return ERR_OK;
}

static str code_name(enum holder_code code)
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

bool worker_render_results(struct request *request)
{
	struct buf *out = &request->out;
	request->now = api_doors(request->api)->now(api_doors(request->api)->context);
	write_open(out, '{');
	put_open(out, STR("results"), '[');
	for (u32 i = 0; i < request->answer.held.len; i++) {
		const struct holder_answer *item = &request->answer.held.items[i];
		write_open(out, '{');
		put_uuid(out, STR("execution_id"), &item->execution);
		put_u64(out, STR("status"), item->code == HOLDER_OK ? 200 : 409);
		put_text(out, STR("code"), code_name(item->code));
		write_close(out, '}');
	}
	write_close(out, ']');
	bool asked = ((const struct results_input *)request->input)->lease != NULL;
	if (asked) worker_write_leases(request);
	else worker_put_drain(request);
	write_close(out, '}');
	return true;
}
