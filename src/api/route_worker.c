/* Workers: leases and heartbeats (the worker protocol; results are in route_results.c). */
#include "api/answers.h"
#include "api/fleet.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/plain.h"
#include "api/shapes.h"
#include "api/worker.h"
#include "model/ladder.h"
#include "model/trace.h"

/* ---- what comes in ------------------------------------------------------------------------ */

SHAPE(lease_body, lease_input, LEASE_FIELDS, "lease", "which runs a worker wants");

SHAPE_STRUCT(beat_item, BEAT_ITEM_FIELDS);
SHAPE_PLACES(BEAT_ITEM, BEAT_ITEM_FIELDS);
SHAPE_OWN(beat_item_body, beat_item, BEAT_ITEM_FIELDS, "beat", "an execution that goes on");

SHAPE_STRUCT(beat_input, BEAT_FIELDS);
SHAPE(beat_body, beat_input, BEAT_FIELDS, "heartbeat", "what a worker still holds");

/* ---- leasing ------------------------------------------------------------------------------ */

static bool has_text(const str *list, u32 len, str text)
{
	for (u32 i = 0; i < len; i++) {
		if (str_eq(list[i], text)) return true;
	}
	return false;
}

/* A token may be limited to queues: then it means those when it names none. */
static enum err limit_queues(struct request *request, struct lease_command *lease)
{
	if (!request->caller.queues_len) return ERR_OK;
	if (!lease->queues_len) {
		lease->queues = request->caller.queues;
		lease->queues_len = request->caller.queues_len;
		return ERR_OK;
	}
	for (u32 i = 0; i < lease->queues_len; i++) {
		if (has_text(request->caller.queues, request->caller.queues_len, lease->queues[i]))
			continue;
		return request_refuse(request, ERR_FORBIDDEN,
				      "the token may not lease from queue "
				      "\"%.*s\"",
				      STR_ARG(lease->queues[i]));
	}
	return ERR_OK;
}

static enum err limit_tenants(struct request *request, const struct lease_command *lease)
{
	if (who_is_system(&request->who)) return ERR_OK;
	for (u32 i = 0; i < lease->tenants_len; i++) {
		if (!str_eq(lease->tenants[i], request->who.tenant)) return ERR_NOT_FOUND;
	}
	return ERR_OK;
}

/* A worker's words about itself, as they are kept. */
static str said_of(struct request *request, const struct lease_input *input)
{
	struct buf said;
	buf_init(&said, REQUEST_TEXT_BYTES);
	write_open(&said, '{');
	put_text_or_null(&said, OWN_KEY("hostname"), input->hostname);
	put_open(&said, OWN_KEY("queues"), '[');
	for (u32 i = 0; i < input->queues.len; i++) write_text(&said, input->queues.at[i]);
	write_close(&said, ']');
	put_open(&said, OWN_KEY("types"), '[');
	for (u32 i = 0; i < input->types.len; i++) write_text(&said, input->types.at[i]);
	write_close(&said, ']');
	write_close(&said, '}');
	str copy = str_copy(&request->arena, buf_view(&said));
	buf_done(&said);
	return copy.len <= LIMIT_DOCUMENT_BODY_BYTES / 2 ? copy : STR("{}");
}

static void keep_beside(struct request *request, struct fleet_worker *worker)
{
	msec now = request->now.wall;
	if (!fleet_is_unkept(worker, now)) return;
	request->has_beside = true;
	request->beside.command = (struct command){ .tenant = request->who.tenant,
						    .actor = STR("SYSTEM") };
	worker_thing(request, worker, &request->beside.command);
	worker->kept = now;
}

/* Known from now on; whether it is to take nothing new. */
static void hear_worker(struct request *request, const struct lease_input *input, str worker)
{
	struct fleet_worker *known = fleet_hear(api_fleet(request->api), request->who.tenant,
						worker, said_of(request, input), request->now.wall);
	request->lease.fleet = known;
	if (!known) return;
	known->is_leaving = input->drain;
	if (known->is_leaving) worker_end_calls(known);
	keep_beside(request, known);
}

enum err worker_fill_lease(struct request *request, const struct lease_input *input, str worker,
			   struct lease_command *lease)
{
	*lease = (struct lease_command){
		.worker = worker,
		.hostname = input->hostname,
		.queues = input->queues.at,
		.queues_len = input->queues.len,
		.types = input->types.at,
		.types_len = input->types.len,
		.tenants = input->tenants.at,
		.tenants_len = input->tenants.len,
		.max = (u32)input->max,
		.wait_ms = input->wait_ms,
		.lease_ms = input->lease_ms,
	};
	request->lease.worker = worker;
	enum err err = limit_queues(request, lease);
	if (!err) err = limit_tenants(request, lease);
	if (!err) hear_worker(request, input, worker);
	return err;
}

enum err worker_decode_lease(struct request *request)
{
	const struct lease_input *input = request->input;
	struct lease_command *lease = arena_alloc(&request->arena, sizeof *lease);
	struct why why;
	if (!lease) return ERR_MEMORY;
	request->found = lease;
	if (!input->worker_id.len) {
		(void)fail(&why, ERR_INVALID, "is required");
		return request_fault(request, STR("/worker_id"), &why);
	}
	return worker_fill_lease(request, input, input->worker_id, lease);
}

void worker_put_drain(struct request *request)
{
	put_bool(&request->out, KEY(leases, drain), fleet_drains(request->lease.fleet));
}

/* One payload that the worker's reader refuses would make the whole answer unreadable to it, the
 * runs of others included. What is let in today every reader reads; a store may have older ones. */
static void put_payload(struct request *request, str payload, bool as_text)
{
	struct buf *out = &request->out;
	bool is_plain = as_text || plain_is(payload, &request->arena);
	if (is_plain && !as_text) {
		put_raw(out, KEY(lease, payload), payload);
		return;
	}
	if (!as_text) put_null(out, KEY(lease, payload));
	put_text(out, KEY(lease, payload_text), payload);
}

/* The earliest instant that ends the attempt, or makes its result worthless. */
static msec deadline_of(const struct lease *lease)
{
	msec deadline = lease->timeout_at;
	if (lease->deadline_at && lease->deadline_at < deadline) deadline = lease->deadline_at;
	return deadline;
}

/* A rung's key is no key of uniqueness, and names its entity and user. */
static void put_rung(struct buf *out, const struct lease *lease)
{
	str name, offset;
	bool may_be_rung = lease->entity.len && lease->scope == UNIQUE_NONE;
	if (!may_be_rung || !rung_key_read(lease->key, lease->entity, lease->user, &name, &offset))
		return;
	put_text(out, KEY(lease, ladder_name), name);
	put_text(out, KEY(lease, ladder_offset), offset);
}

static void put_about(struct buf *out, const struct lease *lease)
{
	if (lease->user.len) put_text(out, KEY(lease, user_id), lease->user);
	if (lease->entity.len) put_text(out, KEY(lease, entity), lease->entity);
	if (!uuid_is_nil(&lease->parent)) put_uuid(out, KEY(lease, parent_id), &lease->parent);
	if (lease->scope == UNIQUE_BUCKET && lease->bucket > 0)
		put_instant(out, KEY(lease, run_at_bucket), lease->bucket);
	put_rung(out, lease);
}

static void write_lease(struct request *request, const struct lease *lease,
			const struct lease_names *names, bool as_text)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(lease, execution_id), &lease->execution);
	put_uuid(out, KEY(lease, run_id), &lease->run);
	put_u64(out, KEY(lease, attempt), lease->attempt);
	put_u64(out, KEY(lease, fence), lease->fence);
	put_text(out, KEY(lease, tenant_id), names->tenant);
	put_text(out, KEY(lease, type), names->type);
	put_payload(request, lease->payload, as_text);
	if (lease->key.len) put_text(out, KEY(lease, idempotency_key), lease->key);
	put_instant(out, KEY(lease, run_at), lease->run_at);
	put_instant(out, KEY(lease, now), request->now.wall);
	put_instant_or_null(out, KEY(lease, deadline), deadline_of(lease));
	put_i64(out, KEY(lease, lease_ms), lease->lease_ms);
	put_text_or_null(out, KEY(lease, last_result_hash), lease->last_result_hash);
	if (!uuid_is_nil(&lease->job)) {
		put_uuid(out, KEY(lease, job_id), &lease->job);
		put_instant_or_null(out, KEY(lease, planned_at), lease->planned_at);
	}
	put_about(out, lease);
	if (lease->hops) {
		put_u64(out, KEY(lease, hops), lease->hops);
		put_uuid(out, KEY(lease, fallback_of), &lease->fallback_of);
	}
	str trace = trace_parent(lease->trace);
	if (trace.len) put_text(out, KEY(lease, traceparent), trace);
	write_close(out, '}');
}

void worker_write_leases(struct request *request, const struct lease_input *input)
{
	u32 len;
	const struct lease *leases = answer_leases(request, &len);
	struct buf *out = &request->out;
	msec lease_ms = len ? leases[0].lease_ms : DEFAULT_LEASE_MS;
	put_open(out, KEY(leases, leases), '[');
	for (u32 i = 0; i < len; i++) {
		if (leases[i].lease_ms < lease_ms) lease_ms = leases[i].lease_ms;
		write_lease(request, &leases[i], &request->lease.names[i],
			    input->payload_as == PAYLOAD_AS_TEXT);
	}
	write_close(out, ']');
	put_i64(out, KEY(leases, lease_ms), lease_ms);
	msec renew_ms = api_defaults(request->api)->heartbeat_ms;
	put_i64(out, KEY(leases, renew_ms), lease_ms / 3 < renew_ms ? lease_ms / 3 : renew_ms);
	put_open(out, KEY(leases, nodes), '[');
	write_close(out, ']');
	worker_put_drain(request);
}

/* A draining worker is told so at once, and nobody is asked. */
static enum err answer_drained(struct request *request)
{
	write_open(&request->out, '{');
	worker_write_leases(request, request->input);
	write_close(&request->out, '}');
	request->is_done = true;
	return ERR_OK;
}

enum err worker_ask(struct request *request, const struct lease_command *lease,
		    struct command *command)
{
	struct fleet_worker *worker = request->lease.fleet;
	if (worker) list_push_back(&worker->waiting, &request->lease.in_worker);
	command->kind = COMMAND_LEASE;
	command->lease = *lease;
	return ERR_OK;
}

enum err worker_lease(struct request *request, struct command *command)
{
	if (fleet_drains(request->lease.fleet)) return answer_drained(request);
	return worker_ask(request, request->found, command);
}

bool worker_render_lease(struct request *request)
{
	request->now = api_doors(request->api)->now(api_doors(request->api)->context);
	write_open(&request->out, '{');
	worker_write_leases(request, request->input);
	write_close(&request->out, '}');
	return true;
}

/* ---- heartbeats --------------------------------------------------------------------------- */

/* Progress that cannot be understood is left out: it must not cost the worker its lease. */
static struct beat beat_of(const struct beat_item *item)
{
	if (item->given.fault)
		return (struct beat){ .execution = item->id, .progress_percent = UINT32_MAX };
	bool has_percent = is_given(item, BEAT_ITEM_PERCENT);
	return (struct beat){
		.execution = item->id,
		.progress_percent = has_percent ? (u32)item->progress_percent : UINT32_MAX,
		.progress_message = item->progress_message,
	};
}

enum err worker_beat(struct request *request, struct command *command)
{
	const struct beat_input *input = request->input;
	const struct beat_item *items = input->executions.at;
	struct beat *beats = arena_alloc_array(&request->arena, input->executions.len,
					       sizeof *beats);
	u32 len = 0;
	if (!beats) return ERR_MEMORY;
	for (u32 i = 0; i < input->executions.len; i++) {
		if (!uuid_is_nil(&items[i].id)) beats[len++] = beat_of(&items[i]);
	}
	request->lease.fleet = fleet_hear(api_fleet(request->api), request->who.tenant,
					  input->worker_id, STR(""), request->now.wall);
	command->kind = COMMAND_BEAT;
	command->beat = (struct beat_command){ input->worker_id, beats, len };
	return ERR_OK;
}

static void write_codes(struct request *request, struct key_loose key, u32 codes)
{
	put_open(&request->out, key, '[');
	for (u32 i = 0; i < request->answer.held.len; i++) {
		const struct holder_answer *item = &request->answer.held.items[i];
		if (codes >> item->code & 1) write_uuid(&request->out, &item->execution);
	}
	write_close(&request->out, ']');
}

static void write_refused(struct request *request)
{
	const struct beat_input *input = request->input;
	const struct beat_item *items = input->executions.at;
	put_open(&request->out, KEY(beat, refused), '[');
	for (u32 i = 0; i < input->executions.len; i++) {
		if (!items[i].given.fault) continue;
		write_open(&request->out, '{');
		worker_put_fault(&request->out, &items[i].id, items[i].given.fault);
		write_close(&request->out, '}');
	}
	write_close(&request->out, ']');
}

bool worker_render_beat(struct request *request)
{
	write_open(&request->out, '{');
	write_codes(request, LOOSE(beat, extended), 1u << HOLDER_OK);
	write_codes(request, LOOSE(beat, lost), 1u << HOLDER_LEASE_LOST | 1u << HOLDER_FINISHED);
	write_codes(request, LOOSE(beat, cancelled), 1u << HOLDER_CANCELLED);
	write_refused(request);
	worker_put_drain(request);
	write_close(&request->out, '}');
	return true;
}
