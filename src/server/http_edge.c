/* A call that may be left is remembered until it is answered: its client may go, or the server. */
#include "server/http_edge.h"

#include "api/request.h"

#include "base/memory.h"
#include "base/must.h"

/* The header fields that mean something to the API; all others stay where they are. */
static const str field_names[] = {
	{ "authorization", 13 },
	{ "cookie", 6 },
	{ "content-type", 12 },
	{ "if-match", 8 },
	{ "if-none-match", 13 },
	{ "idempotency-key", 15 },
	{ "webhook-id", 10 },
	{ "webhook-timestamp", 17 },
	{ "webhook-signature", 17 },
	{ "traceparent", 11 },
	{ "sec-fetch-site", 14 },
	{ "origin", 6 },
	{ "host", 4 },
	{ "accept", 6 },
	{ "accept-encoding", 15 },
	{ "last-event-id", 13 },
	{ "x-request-id", 12 },
	{ "belfry-hops", 11 },
	{ "user-agent", 10 },
};

/* A body this small is read before anything is judged: judging twice, by the head alone and again
 * with the body, costs more than reading it. */
enum { BODY_SMALL = 4 << 10 };

struct http_edge_held {
	struct http_edge_held *next;
	struct http_edge_held **previous;
	struct request *request;
	bool is_gone;
};

struct call_room {
	struct api_call call;
	struct api_field fields[countof(field_names)];
	char source[64];
};

static void fill_fields(const struct http_request *request, struct call_room *room)
{
	u32 len = 0;
	for (u32 i = 0; i < countof(field_names); i++) {
		str value = http_field(request, field_names[i]);
		if (value.len) room->fields[len++] = (struct api_field){ field_names[i], value };
	}
	room->call.fields = room->fields;
	room->call.fields_len = len;
}

/* A field that stands there twice is no word of the proxy's: one of the two may be the client's. */
static str proxy_field(const struct http_request *request, str name)
{
	if (!name.len || http_field_is_repeated(request, name)) return (str){ 0 };
	return http_field(request, name);
}

static void fill_proxied(const struct http_edge *edge, const struct http_request *request,
			 struct api_call *call)
{
	if (!edge->proxy || !request->is_proxied) return;
	call->proxy_user = proxy_field(request, edge->proxy->user_field);
	call->proxy_groups = proxy_field(request, edge->proxy->groups_field);
}

static struct known_token *known_of(const struct http_request *request)
{
	_Static_assert(sizeof(struct known_token) <= HTTP_MEMORY_BYTES, "the token has room");
	return (struct known_token *)(void *)request->memory;
}

static void fill_call(const struct http_edge *edge, struct http_request *request,
		      struct call_room *room)
{
	struct buf source;
	buf_init(&source, sizeof room->source);
	address_print(&request->source, &source);
	str printed = buf_view(&source);
	must(printed.len <= sizeof room->source);
	memcpy(room->source, printed.at, printed.len);
	room->call = (struct api_call){
		.connection = request,
		.method = request->method_name,
		.path = request->path,
		.query = request->query,
		.body = request->body,
		.source = { room->source, printed.len },
		.is_loopback = address_is_loopback(&request->source),
		.is_secure = request->is_secure,
		.known = known_of(request),
	};
	fill_fields(request, room);
	fill_proxied(edge, request, &room->call);
	buf_done(&source);
}

/* ---- calls that are held ------------------------------------------------------------------ */

static void held_end(struct http_edge_held *held)
{
	*held->previous = held->next;
	if (held->next) held->next->previous = held->previous;
	mem_free(held);
}

static void held_leave(struct http_edge_held *held)
{
	if (held->is_gone) return;
	held->is_gone = true;
	api_gone(held->request);
}

static void on_gone(void *context, struct http_request *request)
{
	(void)request;
	held_leave(context);
}

/* Without memory the call ends by its own time. */
static void hold(struct http_edge *edge, struct http_request *http, struct request *request)
{
	struct http_edge_held *held = mem_alloc(sizeof *held);
	if (!held) return;
	*held = (struct http_edge_held){ .next = edge->held,
					 .previous = &edge->held,
					 .request = request };
	if (held->next) held->next->previous = &held->next;
	edge->held = held;
	http->context = held;
	if (!http_on_gone(http, on_gone, held)) held_leave(held);
}

void http_edge_release(struct http_edge *edge)
{
	/* A stream ends at once, and is not held any more then. */
	for (struct http_edge_held *held = edge->held, *next; held; held = next) {
		next = held->next;
		held_leave(held);
	}
}

/* ---- the HTTP server's side --------------------------------------------------------------- */

static bool has_small_body(const struct http_request *request)
{
	u64 bytes;
	str length = http_field(request, STR("content-length"));
	if (http_field(request, STR("transfer-encoding")).len) return false;
	return !length.len || str_to_u64(length, BODY_SMALL, &bytes);
}

static u64 on_head(void *context, struct http_request *request)
{
	struct http_edge *edge = context;
	struct call_room room;
	size_t body_max = 0;
	if (has_small_body(request)) return BODY_SMALL;
	fill_call(edge, request, &room);
	bool is_welcome = api_head(edge->api, &room.call, &body_max);
	if (is_welcome) return body_max;
	struct request *held = api_handle(edge->api, &room.call);
	must(held == NULL); /* what is refused by its head is answered at once */
	return 0;
}

static u64 on_answer_max(void *context, const struct http_request *request)
{
	(void)context;
	return route_answer_max(request->method_name, request->path, request->body.len);
}

static void on_request(void *context, struct http_request *request)
{
	struct http_edge *edge = context;
	struct call_room room;
	fill_call(edge, request, &room);
	struct request *held = api_handle(edge->api, &room.call);
	if (held) hold(edge, request, held);
}

static void on_refused(void *context, int status, const char *sentence, struct buf *out)
{
	struct http_edge *edge = context;
	api_write_refusal(edge->api, status, str_from(sentence), out);
}

struct http_handler http_edge_handler(struct http_edge *edge)
{
	return (struct http_handler){
		.context = edge,
		.head = on_head,
		.answer_max = on_answer_max,
		.request = on_request,
		.refused = on_refused,
	};
}

/* ---- the API's side ----------------------------------------------------------------------- */

static void on_sent(void *context, bool was_sent)
{
	api_sent(context, was_sent);
}

/* The connection's side of a response, without its body. */
static struct http_answer answer_of(const struct api_response *response,
				    struct http_pair pairs[OUT_FIELDS_MAX])
{
	must(response->fields_len <= OUT_FIELDS_MAX);
	for (u32 i = 0; i < response->fields_len; i++)
		pairs[i] = (struct http_pair){ response->fields[i].name,
					       response->fields[i].value };
	return (struct http_answer){ .status = response->status,
				     .content_type = response->content_type,
				     .pairs = pairs,
				     .pair_count = response->fields_len };
}

static void release(struct http_request *request)
{
	if (request->context) held_end(request->context);
	request->context = NULL;
}

void http_edge_respond(void *context, void *connection, const struct api_response *response)
{
	struct http_request *request = connection;
	struct http_pair pairs[OUT_FIELDS_MAX];
	(void)context;
	struct http_answer answer = answer_of(response, pairs);
	answer.take = response->body;
	answer.sent = response->wants_sent ? on_sent : NULL;
	answer.sent_context = response->wants_sent;
	release(request);
	http_answer(request, &answer);
}

void http_edge_stream_begin(void *context, void *connection, const struct api_response *response)
{
	struct http_pair pairs[OUT_FIELDS_MAX];
	(void)context;
	struct http_answer answer = answer_of(response, pairs);
	http_stream_begin(connection, &answer);
}

bool http_edge_stream_write(void *context, void *connection, str bytes)
{
	(void)context;
	return http_stream_write(connection, bytes);
}

void http_edge_stream_end(void *context, void *connection)
{
	(void)context;
	release(connection);
	http_stream_end(connection);
}

size_t http_edge_stream_unsent(void *context, void *connection)
{
	(void)context;
	return http_stream_unsent(connection);
}
