/* How a request lives: see request.h. Its beginning is here, its steps are in steps.c and its end
 * in finish.c. */
#include "api/api.h"

#include "api/fleet.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/place.h"
#include "api/problem.h"
#include "api/streams.h"
#include "api/version.h"
#include "base/memory.h"
#include "base/must.h"

enum { REQUESTS_MAX_DEFAULT = 10000, ARENA_KEPT = 64 << 10, OUT_KEPT = 64 << 10 };
/* A body of 16 MiB as tasks, and what the pump answers to it. */
#define ARENA_MAX ((size_t)96 << 20)
#define OUT_MAX ((size_t)48 << 20)

struct api {
	struct api_config config;
	struct hash_key version_key;
	struct hash_key place_key;
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

struct hash_key api_place_key(const struct api *api)
{
	return api->place_key;
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
	api->place_key = place_key(&config->seal_key);
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
	api_respond(api, call->insider ? call->insider->respond : NULL, call->connection,
		    &response);
	buf_done(&out);
}

/* NULL: it was refused. */
static struct request *begin_stream(struct request *request)
{
	request->phase = PHASE_STREAM;
	enum err err = streams_begin(request->api->streams, request, request->listening.last_event);
	if (!err) return request;
	request->phase = PHASE_START;
	request_finish_with(request, err);
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
		request_finish_with(request, err);
		return NULL;
	}
	if (request->listening.is_wanted) return begin_stream(request);
	bool holds = request->route->flags & ROUTE_HOLDS;
	request_step(request);
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
