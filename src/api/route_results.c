/* Workers: how executions ended (the worker protocol). */
#include "api/cut.h"
#include "api/failures.h"
#include "api/fleet.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/problem.h"
#include "api/shapes.h"
#include "api/show.h"
#include "api/worker.h"
#include "base/must.h"
#include "model/when.h"

/* ---- what comes in ------------------------------------------------------------------------ */

/* Output may be as long as the body: the engine keeps how it began, and its whole length. */
enum { BODY_LARGE_BYTES = 16 << 20 };

SHAPE_STRUCT(error_input, ERROR_FIELDS);
SHAPE_OWN(error_body, error_input, ERROR_FIELDS, "error", "what went wrong");

SHAPE_STRUCT(output_input, OUTPUT_FIELDS);
SHAPE_OWN(output_body, output_input, OUTPUT_FIELDS, "output", "what an attempt wrote");

SHAPE_STRUCT(rate_limit_input, RATE_LIMIT_FIELDS);
SHAPE_PLACES(RATE_LIMIT, RATE_LIMIT_FIELDS);
SHAPE_OWN(rate_limit_body, rate_limit_input, RATE_LIMIT_FIELDS, "rate_limit",
	  "what the other side said of its limit");

SHAPE_STRUCT(audit_input, AUDIT_FIELDS);
SHAPE_PLACES(AUDIT, AUDIT_FIELDS);
SHAPE_OWN(audit_body, audit_input, AUDIT_FIELDS, "audit_event", "what a handler did");

SHAPE_STRUCT(result_item, RESULT_FIELDS);
SHAPE_PLACES(RESULT, RESULT_FIELDS);
SHAPE_OWN(result_body, result_item, RESULT_FIELDS, "result", "how an execution ended");

SHAPE_STRUCT(results_input, RESULTS_FIELDS);
SHAPE(results_body, results_input, RESULTS_FIELDS, "results", "how executions ended");

/* ---- what it means ------------------------------------------------------------------------ */

/* A result that cannot be understood is refused by itself; the others of its call are taken. */
struct results_work {
	struct report_command command; /* of those that can be understood, in their order */
	const struct fault **refused;  /* for each that was given; NULL: it is in the command */
	struct why no_lease;           /* why results came back without leases; ERR_OK: nothing */
};

/* A fault in a member of the result at `index`. NULL: memory is short. */
static const struct fault *fault_at(struct request *request, u32 index, const char *member,
				    const char *reason)
{
	struct fault *fault = arena_alloc(&request->arena, sizeof *fault);
	struct buf pointer;
	if (!fault) return NULL;
	buf_init(&pointer, 128);
	buf_addf(&pointer, "/results/%u/%s", index, member);
	*fault = (struct fault){ .code = ERR_INVALID,
				 .pointer = str_copy(&request->arena, buf_view(&pointer)),
				 .reason = str_copy(&request->arena, str_from(reason)) };
	buf_done(&pointer);
	return fault;
}

static const struct fault *take_defer(struct request *request, const struct result_item *item,
				      u32 index, struct report *report)
{
	const struct given_when *when = &item->defer_until;
	bool is_due = report->outcome == OUTCOME_DEFER;
	struct why why;
	if (is_given(item, RESULT_DEFER_UNTIL) != is_due)
		return fault_at(request, index, "defer_until",
				is_due ? "is required with the outcome defer"
				       : "goes with the outcome defer");
	if (!is_due) return NULL;
	enum err err = when->text.len ? when_parse(when->text, NULL, &report->defer_until, &why)
				      : when_from_epoch(when->epoch, &report->defer_until, &why);
	return err ? fault_at(request, index, "defer_until", why.text) : NULL;
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
	/* A refused run waits as told: by Retry-After, else until the limit's own reset. */
	bool is_refused = str_eq(report->error_class, error_class_name(CLASS_HTTP_429));
	if (!is_refused || report->retry_after_ms) return;
	report->retry_after_ms = input->retry_after_ms ? input->retry_after_ms
						       : input->reset_after_ms;
}

static const struct fault *take_schedule(struct request *request, const struct result_item *item,
					 u32 index, struct report *report)
{
	if (!is_given(item, RESULT_SCHEDULE)) return NULL;
	report->pauses_job = true;
	if (report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP) return NULL;
	return fault_at(request, index, "schedule", "goes with the outcomes success and noop");
}

/* The members of an event, without its name, as one object. */
static str audit_details(struct request *request, const struct audit_input *event)
{
	struct buf text;
	buf_init(&text, 4 * (size_t)LIMIT_JOURNAL_DETAILS_BYTES);
	write_open(&text, '{');
	if (event->object.len) put_raw(&text, OWN_KEY("object"), event->object);
	if (event->before.len) put_raw(&text, OWN_KEY("before"), event->before);
	if (event->after.len) put_raw(&text, OWN_KEY("after"), event->after);
	write_close(&text, '}');
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

/* An event that says too much in all is kept by its name. */
static void take_audit(struct request *request, const struct result_item *item,
		       struct report *report)
{
	const u64 all = 1u << AUDIT_OBJECT | 1u << AUDIT_BEFORE | 1u << AUDIT_AFTER;
	struct audit_input *events = item->audit.at;
	struct audit_event *audit = arena_alloc_array(&request->arena, item->audit.len,
						      sizeof *audit);
	if (!audit) return;
	for (u32 i = 0; i < item->audit.len; i++) {
		str details = audit_details(request, &events[i]);
		if (details.len > LIMIT_JOURNAL_DETAILS_BYTES) {
			events[i].given.cut |= events[i].given.there & all;
			details = cut_value(details.len, &request->arena);
		}
		audit[i] = (struct audit_event){ events[i].event, details };
	}
	report->audit = audit;
	report->audit_len = item->audit.len;
}

static void take_error(const struct error_input *error, struct report *report)
{
	report->error_class = error->class;
	report->error_message = error->message;
	report->error_stack = error->stack;
}

static void take_output(const struct output_input *output, struct report *report)
{
	report->output = (struct attempt_output){ .kind = OUTPUT_PROGRAM,
						  .out_len = (u64)output->out_len,
						  .err_len = (u64)output->err_len,
						  .out = output->out,
						  .err = output->err };
}

/* Why it cannot be taken; NULL: it can. */
static const struct fault *fill_report(struct request *request, const struct result_item *item,
				       u32 index, struct report *report)
{
	static const enum outcome outcomes[] = { OUTCOME_SUCCESS, OUTCOME_NOOP, OUTCOME_RETRY,
						 OUTCOME_FAIL, OUTCOME_DEFER };
	if (item->given.fault) return item->given.fault;
	must(item->outcome < countof(outcomes));
	*report = (struct report){
		.execution = item->execution_id,
		.outcome = outcomes[item->outcome],
		.result = item->result,
		.result_hash = item->result_hash,
		.channel = item->channel,
		.items_failed = failures_count(item->result),
		.retry_after_ms = item->retry_after_ms,
	};
	if (item->error) take_error(item->error, report);
	if (item->output) take_output(item->output, report);
	if (item->rate_limit) take_rate_limit(item->rate_limit, report);
	if (item->audit.len) take_audit(request, item, report);
	const struct fault *fault = take_schedule(request, item, index, report);
	return fault ? fault : take_defer(request, item, index, report);
}

static enum err fill_reports(struct request *request, struct results_work *work)
{
	const struct results_input *input = request->input;
	const struct result_item *items = input->results.at;
	struct report *reports = arena_alloc_array(&request->arena, input->results.len,
						   sizeof *reports);
	work->refused = arena_alloc_array(&request->arena, input->results.len,
					  sizeof *work->refused);
	if (!reports || !work->refused) return ERR_MEMORY;
	work->command = (struct report_command){ .worker = input->worker_id, .reports = reports };
	for (u32 i = 0; i < input->results.len; i++) {
		struct report *report = &reports[work->command.len];
		work->refused[i] = fill_report(request, &items[i], i, report);
		if (!work->refused[i]) work->command.len++;
	}
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

/* A wish for leases that is refused must not cost the results that came with it. */
static enum err take_lease(struct request *request, struct results_work *work)
{
	const struct results_input *input = request->input;
	struct lease_command *lease = arena_alloc(&request->arena, sizeof *lease);
	if (!lease) return ERR_MEMORY;
	enum err err = worker_fill_lease(request, input->lease, input->worker_id, lease);
	if (err && (err == ERR_MEMORY || !input->results.len)) return err;
	if (err && request->why.code == err) work->no_lease = request->why;
	else if (err) (void)fail(&work->no_lease, err, "%s", err_sentence(err));
	/* Verdicts never wait for new work. */
	if (input->results.len) lease->wait_ms = 0;
	if (!err && !fleet_drains(request->lease.fleet)) work->command.lease = lease;
	return ERR_OK;
}

enum err worker_decode_results(struct request *request)
{
	const struct results_input *input = request->input;
	struct results_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	request->lease.fleet = fleet_hear(api_fleet(request->api), request->who.tenant,
					  input->worker_id, STR(""), request->now.wall);
	enum err err = fill_reports(request, work);
	return err || !input->lease ? err : take_lease(request, work);
}

enum err worker_report(struct request *request, struct command *command)
{
	const struct results_work *work = request->found;
	const struct results_input *input = request->input;
	if (!input->results.len && work->command.lease)
		return worker_ask(request, work->command.lease, command);
	command->kind = COMMAND_REPORT;
	command->report = work->command;
	return ERR_OK;
}

/* ---- what is answered --------------------------------------------------------------------- */

static void put_refusal(struct buf *out, enum err code, str detail)
{
	put_u64(out, KEY(refusal, status), (u64)problem_status(code));
	write_key(out, KEY(refusal, code));
	buf_add_byte(out, '"');
	problem_add_code(code, out);
	buf_add_byte(out, '"');
	put_text(out, KEY(refusal, detail), detail);
}

void worker_put_fault(struct buf *out, const struct uuid *execution, const struct fault *fault)
{
	put_uuid_or_null(out, KEY(beat_refusal, execution_id), execution);
	if (fault->pointer.len) put_text(out, KEY(beat_refusal, pointer), fault->pointer);
	put_refusal(out, fault->code, fault->reason);
}

/* Which members were longer than is kept; nothing: none. */
static void put_cut(struct buf *out, const struct result_item *item)
{
	struct buf names;
	buf_init(&names, 16384);
	write_open(&names, '[');
	size_t none = names.len;
	cut_write_pointers(&names, &result_body, item, STR(""));
	bool is_cut = names.len > none;
	write_close(&names, ']');
	if (is_cut) put_raw(out, KEY(result, truncated), buf_view(&names));
	if (buf_failed(&names)) out->failed = true;
	buf_done(&names);
}

static void write_verdict(struct buf *out, const struct holder_answer *answer,
			  const struct result_item *item)
{
	put_uuid(out, KEY(result, execution_id), &answer->execution);
	put_u64(out, KEY(result, status), answer->code == HOLDER_OK ? 200 : 409);
	put_text(out, KEY(result, code), holder_code_name(answer->code));
	put_cut(out, item);
}

/* In the order in which the results came. */
static void write_verdicts(struct request *request)
{
	const struct results_work *work = request->found;
	const struct results_input *input = request->input;
	const struct result_item *items = input->results.at;
	const struct holder_answer *answers = request->answer.held.items;
	struct buf *out = &request->out;
	u32 taken = 0;
	put_open(out, KEY(results, results), '[');
	for (u32 i = 0; i < input->results.len; i++) {
		write_open(out, '{');
		if (work->refused[i])
			worker_put_fault(out, &items[i].execution_id, work->refused[i]);
		else write_verdict(out, &answers[taken++], &items[i]);
		write_close(out, '}');
	}
	must(taken == work->command.len);
	write_close(out, ']');
}

/* Refused here by what the token may, or by the engine. */
static void put_no_lease(struct request *request)
{
	const struct results_work *work = request->found;
	const struct why *why = work->no_lease.code ? &work->no_lease : &request->answer.why;
	if (!why->code) return;
	put_open(&request->out, KEY(results, lease_refused), '{');
	put_refusal(&request->out, why->code, str_from(why->text));
	write_close(&request->out, '}');
}

bool worker_render_results(struct request *request)
{
	const struct results_input *input = request->input;
	struct buf *out = &request->out;
	request->now = api_doors(request->api)->now(api_doors(request->api)->context);
	write_open(out, '{');
	write_verdicts(request);
	if (input->lease) {
		worker_write_leases(request, input->lease);
		put_no_lease(request);
	} else {
		worker_put_drain(request);
	}
	write_close(out, '}');
	return true;
}
