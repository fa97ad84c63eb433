/* The end of a request: its answer or its refusal, and leases that nobody received. */
#include "api/answers.h"
#include "api/not_found.h"
#include "api/parts.h"
#include "api/problem.h"
#include "base/must.h"
#include "observe/metrics.h"

static void put_retry_after(struct request *request, enum err code)
{
	u32 seconds = request->reply.retry_after ? request->reply.retry_after
						 : problem_retry_after(code);
	struct buf text;
	if (!seconds) return;
	buf_init(&text, 16);
	buf_add_u64(&text, seconds);
	request_add_field(request, STR("Retry-After"), str_copy(&request->arena, buf_view(&text)));
	buf_done(&text);
}

static void write_problem(struct request *request, enum err code)
{
	struct problem problem = {
		.code = code,
		.faults = &request->faults,
		.request_id = request->id,
		.other = request->other,
	};
	if (code == ERR_NOT_FOUND) not_found_explain(request);
	bool is_told = request->why.code == code && request->why.text[0];
	if (is_told) {
		problem.detail = str_from(request->why.text);
		request_point_at_field(request, code);
	}
	buf_clear(&request->out);
	problem_write(&problem, &request->out);
	request->status = problem_status(code);
	request->reply.content_type = STR("application/problem+json");
	if (code == ERR_UNAUTHORIZED)
		request_add_field(request, STR("WWW-Authenticate"), STR("Bearer"));
	put_retry_after(request, code);
}

/* ---- what was leased ---------------------------------------------------------------------- */

static bool holds_leases(const struct request *request)
{
	u32 len;
	if (request->phase != PHASE_COMMAND || request->status != 200) return false;
	(void)answer_leases(request, &len);
	return len > 0;
}

/* Gives what nobody received back at once: it costs no attempt. True: the pump has it in hand. */
static bool release_leases(struct request *request)
{
	u32 len;
	const struct lease *leases = answer_leases(request, &len);
	const struct api_doors *doors = api_doors(request->api);
	struct report *reports = arena_alloc_array(&request->arena, len, sizeof *reports);
	if (!reports) return false; /* then they run out by themselves */
	for (u32 i = 0; i < len; i++)
		reports[i] = (struct report){ .execution = leases[i].execution,
					      .outcome = OUTCOME_RELEASED };
	struct command *command = &request->leave.command;
	request_ask(&request->leave, request, false);
	command->kind = COMMAND_REPORT;
	command->report = (struct report_command){ .worker = request->lease.worker,
						   .reports = reports,
						   .len = len };
	if (doors->submit(doors->context, command)) return false;
	request->phase = PHASE_RELEASE;
	request->posts_due = 1;
	return true;
}

/* To whoever asked. */
void api_respond(const struct api *api, insider_respond *insider, void *connection,
		 const struct api_response *response)
{
	const struct api_doors *doors = api_doors(api);
	if (insider) insider(connection, response);
	else doors->respond(doors->context, connection, response);
}

/* A refusal is never kept, whatever was asked for. */
static str keep_text(const struct request *request)
{
	static const str texts[] = { STR("no-store"), STR("no-cache"),
				     STR("public, max-age=31536000, immutable") };
	return texts[request->status < 400 ? request->reply.keep : KEEP_NOTHING];
}

static void count(const struct request *request)
{
	struct metrics *metrics = api_metrics(request->api);
	if (!metrics) return;
	metrics_count_response(metrics, request->status);
	if (!request->reading.times) return;
	metrics_add(metrics, METRIC_READS, request->who.tenant, STR(""), request->reading.times);
	metrics_add(metrics, METRIC_READ_TURNS, request->who.tenant, STR(""),
		    request->reading.turns);
}

void request_finish(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	bool has_leases = holds_leases(request);
	bool is_waiting = has_leases && !request->is_gone;
	if (list_node_is_in_list(&request->lease.in_worker)) list_remove(&request->lease.in_worker);
	if (buf_failed(&request->out)) write_problem(request, ERR_MEMORY);
	request_add_field(request, STR("Cache-Control"), keep_text(request));
	request_add_field(request, STR("X-Content-Type-Options"), STR("nosniff"));
	request_add_field(request, STR("X-Request-Id"), request->id);
	struct api_response response = {
		.status = request->status,
		.is_head = request->is_head,
		.content_type = request->reply.content_type,
		.body = &request->out,
		.fields = request->reply.fields,
		.fields_len = request->reply.fields_len,
		.wants_sent = is_waiting ? request : NULL,
	};
	count(request);
	if (doors->told) request_report(request);
	if (is_waiting) request->phase = PHASE_SENDING;
	api_respond(request->api, request->caller.respond, request->connection, &response);
	if (is_waiting) return;
	if (has_leases && release_leases(request)) return;
	request_end(request);
}

/* A read answer has a tag: of the object's version where it has one, else of its bytes. */
void request_finish_view(struct request *request)
{
	if (request->route->method == METHOD_GET && !request_has_etag(request) &&
	    !buf_failed(&request->out))
		request_put_etag_of_bytes(request);
	request_finish(request);
}

void request_finish_with(struct request *request, enum err code)
{
	write_problem(request, code);
	request_finish(request);
}

void api_sent(struct request *request, bool was_sent)
{
	must(request->phase == PHASE_SENDING);
	if (!was_sent && release_leases(request)) return;
	request_end(request);
}
