/* How a request lives: see request.h. */
#include "api/api.h"

#include "api/answers.h"
#include "api/audit.h"
#include "api/fleet.h"
#include "api/look.h"
#include "api/member.h"
#include "api/not_found.h"
#include "api/parts.h"
#include "api/problem.h"
#include "api/streams.h"
#include "api/version.h"
#include "base/memory.h"
#include "base/must.h"
#include "observe/metrics.h"
#include "store/query.h"

enum { REQUESTS_MAX_DEFAULT = 10000, ARENA_KEPT = 64 << 10, OUT_KEPT = 64 << 10 };
/* A body of 16 MiB as tasks, and what the pump answers to it. */
#define ARENA_MAX ((size_t)96 << 20)
#define OUT_MAX ((size_t)48 << 20)

struct api {
	struct api_config config;
	struct hash_key version_key;
	struct auth *auth;
	struct sessions *sessions;
	struct quota *quota;
	struct fleet *fleet;
	struct streams *streams;
	struct request *free;
	u32 under_way;
	u32 made;
	struct uuid7_clock id_clock;
	struct arena catalog_arena;
	struct catalog catalog;
	struct description description;
};

/* ---- what the parts see ------------------------------------------------------------------- */

const struct api_doors *api_doors(const struct api *api)
{
	return &api->config.doors;
}

const struct cursor_key *api_cursor_key(const struct api *api)
{
	return &api->config.cursor_key;
}

const struct seal_key *api_seal_key(const struct api *api)
{
	return &api->config.seal_key;
}

struct hash_key api_version_key(const struct api *api)
{
	return api->version_key;
}

const struct catalog *api_catalog(const struct api *api)
{
	return api->config.catalog ? api->config.catalog : &api->catalog;
}

const struct description *api_description(const struct api *api)
{
	return &api->description;
}

str api_origin(const struct api *api)
{
	return api->config.origin;
}

const struct proxy_sign_in *api_proxy(const struct api *api)
{
	return api->config.proxy;
}

const struct served_hosts *api_hosts(const struct api *api)
{
	return api->config.hosts;
}

const struct api_defaults *api_defaults(const struct api *api)
{
	return &api->config.defaults;
}

str api_version(const struct api *api)
{
	return api->config.version;
}

struct metrics *api_metrics(const struct api *api)
{
	return api->config.metrics;
}

struct quota *api_quota(const struct api *api)
{
	return api->quota;
}

struct streams *api_streams_of(const struct api *api)
{
	return api->streams;
}

struct fleet *api_fleet(const struct api *api)
{
	return api->fleet;
}

struct auth *api_auth(struct api *api)
{
	return api->auth;
}

struct sessions *api_sessions(struct api *api)
{
	return api->sessions;
}

u32 api_under_way(const struct api *api)
{
	return api->under_way;
}

struct uuid api_next_id(struct api *api)
{
	const struct api_doors *doors = &api->config.doors;
	u8 random[UUID7_RANDOM_LEN];
	doors->random(doors->context, random, sizeof random);
	return uuid7_next(&api->id_clock, doors->now(doors->context).wall, random);
}

enum err api_new(const struct api_config *config, struct api **out_api)
{
	struct api *api = mem_alloc_zeroed(sizeof *api);
	enum err err = ERR_MEMORY;
	if (!api) return ERR_MEMORY;
	api->config = *config;
	api->version_key = version_key(&config->seal_key);
	api->description = description_take();
	arena_init(&api->catalog_arena, (size_t)1 << 20);
	if (!api->config.requests_max) api->config.requests_max = REQUESTS_MAX_DEFAULT;
	struct api_defaults *defaults = &api->config.defaults;
	if (!defaults->job_attempts) defaults->job_attempts = DEFAULT_JOB_ATTEMPTS;
	if (!defaults->job_delay) defaults->job_delay = backoff_default_for_jobs()->base;
	if (!defaults->heartbeat_ms) defaults->heartbeat_ms = DEFAULT_HEARTBEAT_MS;
	err = auth_new(config->seed, &api->auth);
	if (!err) err = sessions_new(config->seed, &api->sessions);
	if (!err) err = quota_new(config->rates, config->seed, &api->quota);
	if (!err) err = fleet_new(config->seed, &api->fleet);
	if (!err) err = streams_new(&api->streams);
	/* Built in, and checked by a test: only memory may be lacking. */
	if (!err && !api->config.catalog)
		err = catalog_take(&api->catalog_arena, &api->catalog, NULL);
	if (err) api_free(api);
	else *out_api = api;
	return err;
}

static void request_free(struct request *request)
{
	arena_done(&request->arena);
	buf_done(&request->out);
	mem_free(request);
}

void api_free(struct api *api)
{
	if (!api) return;
	must(api->under_way == 0);
	while (api->free) {
		struct request *request = api->free;
		api->free = request->next_free;
		request_free(request);
	}
	auth_free(api->auth);
	sessions_free(api->sessions);
	quota_free(api->quota);
	fleet_free(api->fleet);
	streams_free(api->streams);
	arena_done(&api->catalog_arena);
	mem_free(api);
}

/* ---- requests, used again and again ------------------------------------------------------- */

static struct request *request_new(struct api *api)
{
	struct request *request = mem_alloc_zeroed(sizeof *request);
	if (!request) return NULL;
	arena_init(&request->arena, ARENA_MAX);
	buf_init(&request->out, OUT_MAX);
	api->made++;
	return request;
}

/* Zeroed but for its memory and its asks. */
static struct request *request_take(struct api *api)
{
	struct request *request = api->free;
	if (api->under_way >= api->config.requests_max) return NULL;
	if (request) api->free = request->next_free;
	else request = request_new(api);
	if (!request) return NULL;
	struct arena arena = request->arena;
	struct buf out = request->out;
	memset(request, 0, offsetof(struct request, ask));
#ifdef BELFRY_SANITIZED
	/* Poison shows code that uses an ask before it was filled. */
	memset(&request->ask, 0xa5, sizeof *request - offsetof(struct request, ask));
#endif
	request->arena = arena;
	request->out = out;
	request->api = api;
	request->status = 200;
	request->reply.content_type = STR("application/json");
	request->faults.arena = &request->arena;
	request->now = api->config.doors.now(api->config.doors.context);
	request->now_boot = request->now.boot;
	request->method = METHOD_COUNT;
	api->under_way++;
	return request;
}

void request_end(struct request *request)
{
	struct api *api = request->api;
	must(request->posts_due == 0);
	api->under_way--;
	if (request->arena.held > ARENA_KEPT) {
		arena_done(&request->arena);
		arena_init(&request->arena, ARENA_MAX);
	} else {
		arena_reset(&request->arena);
	}
	if (request->out.capacity > OUT_KEPT) {
		buf_done(&request->out);
		buf_init(&request->out, OUT_MAX);
	} else {
		buf_clear(&request->out);
	}
	request->next_free = api->free;
	api->free = request;
}

/* ---- the answer --------------------------------------------------------------------------- */

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

/* ---- the pump's thread -------------------------------------------------------------------- */

static void on_answer(struct ticket *ticket, const struct answer *answer)
{
	answer_take(container_of(ticket, struct ask, ticket)->request, answer);
}

static void on_over(struct ticket *ticket)
{
	struct request *request = container_of(ticket, struct ask, ticket)->request;
	const struct api_doors *doors = &request->api->config.doors;
	doors->post(doors->context, request);
}

/* `is_answer`: what comes back is the request's own answer. */
static void ask_init(struct ask *ask, struct request *request, bool is_answer)
{
	*ask = (struct ask){ .ticket = { .answered = is_answer ? on_answer : NULL,
					 .over = on_over },
			     .request = request };
	ask->command.ticket = &ask->ticket;
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
	const struct api_doors *doors = &request->api->config.doors;
	struct report *reports = arena_alloc_array(&request->arena, len, sizeof *reports);
	if (!reports) return false; /* then they run out by themselves */
	for (u32 i = 0; i < len; i++)
		reports[i] = (struct report){ .execution = leases[i].execution,
					      .outcome = OUTCOME_RELEASED };
	struct command *command = &request->leave.command;
	ask_init(&request->leave, request, false);
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
static void respond(const struct api *api, insider_respond *insider, void *connection,
		    const struct api_response *response)
{
	const struct api_doors *doors = &api->config.doors;
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
	struct metrics *metrics = request->api->config.metrics;
	if (!metrics) return;
	metrics_count_response(metrics, request->status);
	if (!request->reading.times) return;
	metrics_add(metrics, METRIC_READS, request->who.tenant, STR(""), request->reading.times);
	metrics_add(metrics, METRIC_READ_TURNS, request->who.tenant, STR(""),
		    request->reading.turns);
}

static void finish(struct request *request)
{
	const struct api_doors *doors = &request->api->config.doors;
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
	if (doors->told) request_tell(request);
	if (is_waiting) request->phase = PHASE_SENDING;
	respond(request->api, request->caller.respond, request->connection, &response);
	if (is_waiting) return;
	if (has_leases && release_leases(request)) return;
	request_end(request);
}

/* A read answer has a tag: of the object's version where it has one, else of its bytes. */
static void finish_view(struct request *request)
{
	if (request->route->method == METHOD_GET && !request_has_etag(request) &&
	    !buf_failed(&request->out))
		request_put_etag_of_bytes(request);
	finish(request);
}

static void finish_with(struct request *request, enum err code)
{
	write_problem(request, code);
	finish(request);
}

void api_sent(struct request *request, bool was_sent)
{
	must(request->phase == PHASE_SENDING);
	if (!was_sent && release_leases(request)) return;
	request_end(request);
}

/* ---- the steps ---------------------------------------------------------------------------- */

static void begin_reading(struct request *request, enum request_phase phase)
{
	const struct api_doors *doors = &request->api->config.doors;
	request->phase = phase;
	request->posts_due = 1;
	enum err err = doors->read(doors->context, request);
	if (!err) return;
	request->posts_due = 0;
	finish_with(request, err);
}

static void step_show(struct request *request)
{
	const struct api_route *route = request->route;
	request->status = route->answers[0].status;
	if (request->answer.is_replayed && (route->flags & ROUTE_REPLAYS))
		request_add_field(request, STR("Idempotent-Replayed"), STR("true"));
	if (route->render && route->render(request)) {
		finish(request);
		return;
	}
	must(route->view != NULL);
	begin_reading(request, PHASE_VIEW);
}

static struct digest replay_digest(struct request *request)
{
	struct buf text;
	buf_init(&text, (size_t)16 << 10);
	buf_add(&text, request->tenant);
	buf_add_byte(&text, '\n');
	buf_add(&text, request->path);
	buf_add_byte(&text, '\n');
	buf_add(&text, request->replay_key);
	struct digest digest = digest_of(buf_view(&text));
	buf_done(&text);
	return digest;
}

str api_actor(struct request *request)
{
	if (request->caller.insider.len) return request->caller.insider;
	if (request->who.user.len) return request->who.user;
	char *text = arena_alloc(&request->arena, 6 + UUID_TEXT_LEN);
	if (!text) return (str){ 0 };
	memcpy(text, "token:", 6);
	uuid_print(request->who.token, text + 6);
	return (str){ text, 6 + UUID_TEXT_LEN };
}

static void fill_command(struct request *request)
{
	struct command *command = &request->ask.command;
	ask_init(&request->ask, request, true);
	if (!request->is_all) command->tenant = request->tenant;
	command->actor = api_actor(request);
	command->audit = audit_ask(request);
	if (!request->replay_key.len || !(request->route->flags & ROUTE_REPLAYS)) return;
	command->has_replay = true;
	command->replay_key = replay_digest(request);
	command->replay_body = digest_of(request->body);
}

/* A command beside the answer's own may be refused: the next call submits it again. */
static void submit_beside(struct request *request)
{
	const struct api_doors *doors = &request->api->config.doors;
	if (!request->has_beside) return;
	request->beside.request = request;
	request->beside.ticket = (struct ticket){ .over = on_over };
	request->beside.command.ticket = &request->beside.ticket;
	if (!doors->submit(doors->context, &request->beside.command)) request->posts_due++;
}

static void step_command(struct request *request)
{
	const struct api_doors *doors = &request->api->config.doors;
	if (!request->route->command) {
		step_show(request);
		return;
	}
	fill_command(request);
	enum err err = request->route->command(request, &request->ask.command);
	if (!err) err = look_was_made(request);
	if (!err && arena_failed(&request->arena)) err = ERR_MEMORY;
	if (err) {
		finish_with(request, err);
		return;
	}
	if (request->is_done) {
		finish(request);
		return;
	}
	request->phase = PHASE_COMMAND;
	err = doors->submit(doors->context, &request->ask.command);
	if (!err) {
		request->posts_due++;
		submit_beside(request);
		return;
	}
	request->phase = PHASE_START;
	request->err = err;
	if (request->route->flags & ROUTE_ANYWAY) step_show(request);
	else finish_with(request, err);
}

static void step_read(struct request *request)
{
	bool has_read = request->route->read && !request->reading.is_skipped;
	if (has_read || audit_wants_look(request->route) || look_is_demanded(request))
		begin_reading(request, PHASE_READ);
	else step_command(request);
}

/* Somebody else was quicker with a change that nobody forbade: read and try again. */
static bool may_try_again(struct request *request)
{
	enum command_kind kind = request->ask.command.kind;
	bool is_race = request->err == ERR_VERSION ||
		       (request->err == ERR_CONFLICT && request->route->method == METHOD_PUT) ||
		       (request->err == ERR_NOT_FOUND && kind == COMMAND_OPERATION_STOP);
	return is_race && request->route->read && !request->match.if_match.len &&
	       ++request->tries < STEP_TRIES_MAX;
}

static void after_command(struct request *request)
{
	if (!request->err || request->route->flags & ROUTE_ANYWAY) step_show(request);
	else if (may_try_again(request)) step_read(request);
	else finish_with(request, request->err);
}

void api_resume(struct request *request)
{
	must(request->posts_due > 0);
	if (--request->posts_due) return;
	switch (request->phase) {
	case PHASE_READ:
		if (request->err) finish_with(request, request->err);
		else if (request->is_done) finish(request);
		else step_command(request);
		return;
	case PHASE_COMMAND: after_command(request); return;
	case PHASE_VIEW:
		if (request->err) finish_with(request, request->err);
		else finish_view(request);
		return;
	case PHASE_RELEASE: request_end(request); return;
	case PHASE_STREAM: streams_resume(request->api->streams, request); return;
	case PHASE_START:
	case PHASE_SENDING: break;
	}
	must(false);
}

static void read_first(struct request *request, struct query *query)
{
	request->err = look_before(request, query);
	if (!request->err && request->route->read && !request->reading.is_skipped)
		request->err = request->route->read(request, query);
}

void api_read(struct request *request, struct query *query, u64 turns)
{
	const struct api_doors *doors = &request->api->config.doors;
	const struct api_route *route = request->route;
	request->reading.times++;
	request->reading.turns += turns;
	query->damaged.len = 0;
	request->reading.damaged = &query->damaged;
	if (request->phase == PHASE_STREAM) streams_read(request, query);
	else if (request->phase == PHASE_READ) read_first(request, query);
	else request->err = route->view(request, query);
	/* The row exists and cannot be read: a caller who looks for it by its name must not create
	 * it again. */
	if (request->err == ERR_NOT_FOUND && query->damaged.len) request->err = ERR_STORE_DAMAGED;
	request->reading.damaged = NULL; /* the query is the next one's */
	if (!request->err && arena_failed(&request->arena)) request->err = ERR_MEMORY;
	doors->post(doors->context, request);
}

/* ---- a worker that waits ------------------------------------------------------------------ */

void api_end_wait(struct request *request)
{
	const struct api_doors *doors = &request->api->config.doors;
	if (request->phase != PHASE_COMMAND || request->ask.command.kind != COMMAND_LEASE) return;
	if (request->lease.has_left) return;
	request->lease.has_left = true;
	ask_init(&request->leave, request, false);
	request->leave.command.kind = COMMAND_LEAVE;
	request->leave.command.leave.ticket = &request->ask.ticket;
	/* Refused: the call ends by its own time, and what it got is given back then. */
	if (!doors->submit(doors->context, &request->leave.command)) request->posts_due++;
}

void api_gone(struct request *request)
{
	request->is_gone = true;
	streams_gone(request->api->streams, request);
	api_end_wait(request);
}

/* ---- the beginning ------------------------------------------------------------------------ */

/* By chance: a number that grew with each call would tell a tenant how busy the others are. */
static void print_id(struct api *api, char out[REQUEST_ID_BYTES])
{
	u8 bytes[12];
	api->config.doors.random(api->config.doors.context, bytes, sizeof bytes);
	hex_print(bytes, sizeof bytes, out);
}

static void name_request(struct request *request, const struct api_call *call)
{
	str given = call_field(call, STR("x-request-id"));
	request->id = (str){ request->id_text, REQUEST_ID_BYTES };
	if (!request_id_is_good(given)) {
		print_id(request->api, request->id_text);
		return;
	}
	memcpy(request->id_text, given.at, given.len);
	request->id.len = given.len;
}

/* A request that never became a call has a code of its own, by its status. */
void api_write_refusal(struct api *api, int status, str sentence, struct buf *out)
{
	char id[REQUEST_ID_BYTES];
	print_id(api, id);
	write_open(out, '{');
	put_text(out, KEY(problem, type), STR("urn:belfry:problem:http"));
	put_text(out, KEY(problem, title), STR("this request is not accepted here"));
	put_u64(out, KEY(problem, status), (u64)status);
	put_text(out, KEY(problem, code), STR("http"));
	put_text(out, KEY(problem, detail), sentence);
	put_text(out, KEY(problem, request_id), (str){ id, sizeof id });
	write_close(out, '}');
}

static void answer_busy(struct api *api, const struct api_call *call)
{
	struct buf out;
	char id[REQUEST_ID_BYTES];
	static const struct api_field fields[] = { { STR("Retry-After"), STR("1") } };
	struct problem problem = { .code = ERR_BUSY, .request_id = { id, sizeof id } };
	struct api_response response = {
		.status = 503,
		.content_type = STR("application/problem+json"),
		.body = &out,
		.fields = fields,
		.fields_len = countof(fields),
	};
	print_id(api, id);
	buf_init(&out, 4096);
	problem_write(&problem, &out);
	respond(api, call->insider ? call->insider->respond : NULL, call->connection, &response);
	buf_done(&out);
}

/* NULL: it was refused. */
static struct request *begin_stream(struct request *request)
{
	request->phase = PHASE_STREAM;
	enum err err = streams_begin(request->api->streams, request, request->listening.last_event);
	if (!err) return request;
	request->phase = PHASE_START;
	finish_with(request, err);
	return NULL;
}

struct request *api_handle(struct api *api, const struct api_call *call)
{
	struct request *request = request_take(api);
	if (!request) {
		answer_busy(api, call);
		return NULL;
	}
	name_request(request, call);
	request->connection = call->connection;
	if (call->insider) request->caller.respond = call->insider->respond;
	enum err err = request_begin(request, call);
	if (err) {
		finish_with(request, err);
		return NULL;
	}
	if (request->listening.is_wanted) return begin_stream(request);
	bool holds = request->route->flags & ROUTE_HOLDS;
	step_read(request);
	/* A route that holds always goes to the pump, whose answer comes by api_resume: unless it
	 * was refused on the way, the request is still there. */
	return holds && request->posts_due ? request : NULL;
}

bool api_head(struct api *api, const struct api_call *call, size_t *out_body_max)
{
	struct request *request = request_take(api);
	if (!request) return false;
	request->is_peek = true;
	enum err err = request_find_route(request, call);
	if (!err) *out_body_max = request->route->body_max;
	request_end(request);
	return err == ERR_OK;
}
