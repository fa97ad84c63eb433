/* How a request begins: its route and who asks, what of its head is kept, its query and its body by
 * the route's tables. The order is a promise: nothing is read for somebody who may not ask. */
#include "api/parts.h"
#include "api/streams.h"
#include "model/trace.h"

enum err request_find_route(struct request *request, const struct api_call *call)
{
	u32 allowed = 0;
	if (!method_parse(call->method, &request->method, &request->is_head))
		request->method = METHOD_COUNT;
	enum err err = admit_host(request, call);
	if (err) return err;
	request->route = route_find(request->method, call->path, request->parts, &allowed);
	err = admit_who(request, call);
	if (err || request->route) return err;
	if (!allowed)
		return request_refuse(request, ERR_NOT_FOUND,
				      "there is no such route; /openapi.json lists all of them");
	request_add_field(request, STR("Allow"), methods_text(allowed));
	return ERR_METHOD;
}

static enum err read_input(struct request *request, const struct api_call *call)
{
	const struct api_route *route = request->route;
	bool good = true;
	static const struct shape nothing = { "nothing", "no parameters", sizeof(struct given),
					      NULL, 0 };
	const struct shape *query = route->query ? route->query : &nothing;
	request->params = arena_alloc_zeroed(&request->arena, query->size);
	if (!request->params) return ERR_MEMORY;
	if (!(route->flags & ROUTE_PAGE) &&
	    !shape_read_query(query, call->query, &request->faults, request->params))
		good = false;
	if (route->body) {
		request->input = arena_alloc_zeroed(&request->arena, route->body->size);
		if (!request->input) return ERR_MEMORY;
		if (!shape_read_body(route->body, call->body, &request->faults, request->input))
			good = false;
	}
	if (good) return ERR_OK;
	return faults_fail(&request->faults, &request->why);
}

/* A trace context that is none is left out, not refused (W3C Trace Context). */
static str keep_trace(struct arena *arena, const struct api_call *call)
{
	enum { TRACEPARENT_BYTES = 55 };
	str parent = call_field(call, STR("traceparent"));
	u64 hops = 0;
	if (parent.len != TRACEPARENT_BYTES) parent = (str){ 0 };
	if (!str_to_u64(call_field(call, STR("belfry-hops")), TRACE_HOPS_MAX, &hops)) hops = 0;
	return trace_make(arena, parent, (u32)hops);
}

/* Keeps the parts of the head that are needed after the call returns. */
static void keep_head(struct request *request, const struct api_call *call)
{
	struct arena *arena = &request->arena;
	request->path = str_copy(arena, call->path);
	for (u32 i = 0; i < PATH_PARTS_MAX; i++)
		request->parts[i] = str_copy(arena, request->parts[i]);
	request->match.if_match = str_copy(arena, call_field(call, STR("if-match")));
	request->match.if_none_match = str_copy(arena, call_field(call, STR("if-none-match")));
	request->replay_key = str_copy(arena, call_field(call, STR("idempotency-key")));
	request->trace = keep_trace(arena, call);
	request->caller.source = str_copy(arena, call->source);
	if (request->route->reach == REACH_NOBODY) {
		request->caller.agent = str_copy(arena, call_field(call, STR("user-agent")));
		request->caller.proxy_user = str_copy(arena, call->proxy_user);
		request->caller.proxy_groups = str_copy(arena, call->proxy_groups);
		request->caller.is_own_page = is_same_origin(request, call);
	}
	request->listening.last_event = str_copy(arena, call_field(call, STR("last-event-id")));
	request->signature.id = str_copy(arena, call_field(call, STR("webhook-id")));
	request->signature.at = str_copy(arena, call_field(call, STR("webhook-timestamp")));
	request->signature.all = str_copy(arena, call_field(call, STR("webhook-signature")));
	request->listening.is_wanted = stream_is_wanted(request, call);
	request->wants_json = call_accepts(call, STR("application/json"));
	request->reply.takes_gzip = call_takes(call_field(call, STR("accept-encoding")),
					       STR("gzip"), STR("*"));
	request->body = call->body;
	request->caller.is_secure = call->is_secure;
}

static enum err check_head(struct request *request)
{
	if (request->replay_key.len > LIMIT_KEY_BYTES)
		return request_refuse(request, ERR_INVALID,
				      "Idempotency-Key has %zu bytes; at most %d are allowed",
				      request->replay_key.len, LIMIT_KEY_BYTES);
	bool is_kept = request->route->flags & (ROUTE_REPLAYS | ROUTE_REPEATS);
	if (request->replay_key.len && request->route->method == METHOD_POST && !is_kept)
		return request_refuse(request, ERR_INVALID,
				      "this route does not support Idempotency-Key");
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

enum err request_begin(struct request *request, const struct api_call *call)
{
	enum err err = request_find_route(request, call);
	if (err) return err;
	bool is_open = request->route->reach == REACH_NOBODY;
	if (!is_open) err = admit_quota(request, call->body.len);
	if (!err) err = admit_body(request, call);
	if (err) return err;
	keep_head(request, call);
	err = check_head(request);
	if (!err) err = read_input(request, call);
	if (!err && !is_open) err = admit_tenant(request);
	if (!err && request->route->decode) err = request->route->decode(request);
	return err;
}
