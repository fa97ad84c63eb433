#include "api/describe.h"

#include "api/aliases.def"
#include "api/examples.h"
#include "api/handlers.h"
#include "api/problem.h"
#include "api/tags.def"
#include "api/write.h"
#include "base/must.h"

#include <stdio.h>

static void put_type(struct buf *out, const char *type)
{
	put_text(out, STR("type"), str_from(type));
}

/* ---- groups ------------------------------------------------------------------------------- */

static const struct tag {
	str part;
	str name;
	str sentence;
} tags[] = {
#define X(part, name, sentence) { STR(part), STR(name), STR(sentence) },
	TAGS(X)
#undef X
};

/* Paths outside of the base belong to the service itself. */
static str tag_of(const struct api_route *route)
{
	str path = str_from(route->path);
	str part = str_split(&path, '/');
	for (size_t i = 0; i < countof(tags); i++) {
		if (str_eq(tags[i].part, part)) return tags[i].name;
	}
	must(false); /* a test walks all routes */
	return STR("");
}

static void put_tags(struct buf *out)
{
	put_open(out, STR("tags"), '[');
	for (size_t i = 0; i < countof(tags); i++) {
		if (!tags[i].sentence.len) continue;
		write_open(out, '{');
		put_text(out, STR("name"), tags[i].name);
		put_text(out, STR("description"), tags[i].sentence);
		write_close(out, '}');
	}
	write_close(out, ']');
}

/* ---- refusals ----------------------------------------------------------------------------- */

static const struct refusal {
	int status;
	str name; /* in the description */
	str sentence;
} refusals[] = {
	{ 400, STR("BadRequest"), STR("The request is not valid HTTP or its body is not JSON.") },
	{ 401, STR("Unauthorized"), STR("The token is missing or unknown.") },
	{ 403, STR("Forbidden"), STR("The role of the token does not allow the call.") },
	{ 404, STR("NotFound"), STR("The object does not exist or belongs to another tenant.") },
	{ 409, STR("Conflict"), STR("The call is not possible in the state of the object.") },
	{ 410, STR("Gone"), STR("The object existed and has been removed.") },
	{ 412, STR("PreconditionFailed"),
	  STR("The object does not have the version of If-Match.") },
	{ 413, STR("TooLong"), STR("The body is longer than the route takes.") },
	{ 415, STR("UnsupportedMediaType"), STR("The body is not application/json.") },
	{ 421, STR("Misdirected"), STR("The Host field does not name this server.") },
	{ 422, STR("Unprocessable"), STR("A field or parameter is missing or not allowed.") },
	{ 429, STR("TooManyRequests"), STR("A limit of the tenant or of the server is reached.") },
	{ 500, STR("ServerError"), STR("Data in the store is damaged.") },
	{ 503, STR("Unavailable"), STR("The server cannot take the call at the moment.") },
};

static bool has_part(const struct api_route *route)
{
	return strchr(route->path, ':') != NULL;
}

static bool is_open(const struct api_route *route)
{
	return route->reach == REACH_NOBODY;
}

/* By a secret of the sender's, instead of a token. */
static bool is_signed(const struct api_route *route)
{
	return is_open(route) && has_part(route) && route->body;
}

static bool has_field(const struct shape *shape, str name)
{
	return shape && shape_find(shape, name);
}

/* Whether it names something that may not be there: a tenant, or what its path is about. A queue
 * is made when it is named. */
static bool names_something(const struct api_route *route)
{
	return has_field(route->query, STR("tenant_id")) ||
	       has_field(route->body, STR("tenant_id")) || has_field(route->body, STR("tenants")) ||
	       route->body == &results_body || /* whose lease names tenants */
	       (has_part(route) && !is_signed(route) && route->body != &queue_body);
}

/* A change by a signed-in browser is refused, too, unless it comes from our own pages. */
static bool may_forbid(const struct api_route *route)
{
	if (is_open(route)) return is_signed(route) || route->body == &session_body;
	for (u32 i = 0; i < ROLE_COUNT; i++) {
		if (!role_reaches((enum role)i, route->reach)) return true;
	}
	return route->flags & ROUTE_SYSTEM || route->method != METHOD_GET;
}

/* Whether the engine may find that things stand otherwise. It refuses reports one by one, and what
 * is only asked is always told. */
static bool may_conflict(const struct api_route *route)
{
	return route->command && route->method != METHOD_GET && !is_open(route) &&
	       !(route->flags & (ROUTE_CHATTER | ROUTE_ANYWAY));
}

/* Whether a call of the route may be refused so. What the HTTP server itself says before it knows
 * the route (408, 414, 417, 431, 501, 505) is told in the document's own words. */
static bool may_refuse(const struct api_route *route, int status)
{
	bool is_work = route->read || route->command || route->view;
	switch (status) {
	case 400:
	case 413:
	case 421: return true;
	case 422: return !(route->flags & ROUTE_PAGE);
	case 401: return !is_open(route) || route->body;
	case 403: return may_forbid(route);
	case 404: return names_something(route);
	case 409: return may_conflict(route);
	case 410: return route->flags & ROUTE_STREAMS && route_answer_is_list(&route->answers[0]);
	case 412: return route->method == METHOD_PUT || route->method == METHOD_DELETE;
	case 415: return route->body != NULL;
	case 429: return !is_open(route) || route->command;
	case 500: return is_work;
	case 503: return true;
	default: return false;
	}
}

static bool is_answer(const struct api_route *route, int status)
{
	for (u32 i = 0; i < ROUTE_ANSWERS_MAX; i++) {
		if (route->answers[i].status == status) return true;
	}
	return false;
}

static void put_status(struct buf *out, int status, char bracket)
{
	char text[8];
	int len = snprintf(text, sizeof text, "%d", status % 1000);
	put_open(out, (str){ text, (size_t)len }, bracket);
}

static void put_refusals(struct buf *out, const struct api_route *route)
{
	for (size_t i = 0; i < countof(refusals); i++) {
		int status = refusals[i].status;
		if (!may_refuse(route, status) || is_answer(route, status)) continue;
		put_status(out, status, '{');
		write_key(out, STR("$ref"));
		buf_addf(out, "\"#/components/responses/%.*s\"", STR_ARG(refusals[i].name));
		write_close(out, '}');
	}
}

static void put_responses(struct buf *out)
{
	put_open(out, STR("responses"), '{');
	for (size_t i = 0; i < countof(refusals); i++) {
		int status = refusals[i].status;
		put_open(out, refusals[i].name, '{');
		put_text(out, STR("description"), refusals[i].sentence);
		describe_put_refusal_headers(out, status);
		put_open(out, STR("content"), '{');
		put_open(out, STR("application/problem+json"), '{');
		put_open(out, STR("schema"), '{');
		describe_put_problem(out, status);
		write_close(out, '}');
		write_close(out, '}');
		write_close(out, '}');
		write_close(out, '}');
	}
	write_close(out, '}');
}

/* ---- parameters --------------------------------------------------------------------------- */

static str choice_at(const char *choices, i64 place)
{
	str rest = str_from(choices), word = { 0 };
	for (i64 i = 0; i <= place; i++) word = str_split(&rest, ',');
	return word;
}

void describe_write_preset(struct buf *out, const struct field *field)
{
	if (field->preset == PRESET_TEXT) write_text(out, str_from(field->preset_text));
	else if (field->preset == PRESET_JSON) write_raw(out, str_from(field->preset_text));
	else if (field->kind == FIELD_BOOL) write_bool(out, field->preset_number != 0);
	else if (field->kind == FIELD_CHOICE)
		write_text(out, choice_at(field->choices, field->preset_number));
	else write_i64(out, field->preset_number);
}

static void put_sources(struct buf *out, const struct field *field)
{
	str rest = str_from(field->sources);
	put_open(out, STR("x-default"), '{');
	put_open(out, STR("from"), '[');
	while (rest.len) write_text(out, str_split(&rest, ','));
	write_close(out, ']');
	if (field->preset_text) put_raw(out, STR("else"), str_from(field->preset_text));
	write_close(out, '}');
}

void describe_put_preset(struct buf *out, const struct field *field)
{
	if (field->preset == PRESET_NONE) return;
	if (field->preset == PRESET_FROM) {
		put_sources(out, field);
		return;
	}
	write_key(out, STR("default"));
	describe_write_preset(out, field);
}

void describe_add_sources(struct buf *out, const struct field *field)
{
	str rest = str_from(field->sources);
	const char *before = "; default: as the ";
	while (rest.len) {
		str source = str_split(&rest, ',');
		buf_addf(out, "%s%.*s says", before, STR_ARG(source));
		before = ", else the ";
	}
	if (field->preset_text) buf_addf(out, ", else %s", field->preset_text);
}

void describe_put_meaning(struct buf *out, const struct field *field)
{
	struct buf text;
	buf_init(&text, 1000);
	buf_add(&text, str_from(field->sentence));
	if (field->preset == PRESET_FROM) describe_add_sources(&text, field);
	if (text.len) put_text(out, STR("description"), buf_view(&text));
	buf_done(&text);
}

static const struct head_field {
	str id; /* in the description */
	str name;
	str sentence;
} head_fields[] = {
	{ STR("IdempotencyKey"), STR("Idempotency-Key"),
	  STR("a repeated call with the same key and body within a day does nothing again: it "
	      "gets the first call's answer, with current states and counts and without "
	      "secrets; with another body it is refused") },
	{ STR("IfMatch"), STR("If-Match"),
	  STR("an ETag: the call is refused unless the object is at that version") },
	{ STR("IfNoneMatch"), STR("If-None-Match"),
	  STR("an ETag: 304 where the answer is still the same") },
	{ STR("LastEventId"), STR("Last-Event-ID"),
	  STR("of a stream: the id of the last event that was seen") },
	{ STR("WebhookId"), STR("webhook-id"), STR("the id of the message that is signed") },
	{ STR("WebhookTimestamp"), STR("webhook-timestamp"),
	  STR("when it was signed, in seconds since 1970") },
};

enum { HEAD_KEY, HEAD_MATCH, HEAD_NONE_MATCH, HEAD_LAST_EVENT, HEAD_SIGNED_ID, HEAD_SIGNED_AT };

static bool has_tag(const struct api_route *route)
{
	bool is_tagged_itself = route->render == description_render || route->command == feed_write;
	bool is_asked_anew = route->render == why_render; /* the engine says it, not the store */
	return route->method == METHOD_GET && !is_asked_anew && (route->view || is_tagged_itself);
}

static bool takes_head(const struct api_route *route, u32 head)
{
	bool is_change = route->method == METHOD_PUT || route->method == METHOD_DELETE;
	switch (head) {
	case HEAD_KEY: return route->flags & ROUTE_REPLAYS;
	case HEAD_MATCH: return is_change;
	case HEAD_NONE_MATCH: return has_tag(route);
	case HEAD_LAST_EVENT: return route->flags & ROUTE_STREAMS;
	case HEAD_SIGNED_ID:
	case HEAD_SIGNED_AT: return is_signed(route);
	default: return false;
	}
}

static void put_head_fields(struct buf *out)
{
	put_open(out, STR("parameters"), '{');
	for (size_t i = 0; i < countof(head_fields); i++) {
		put_open(out, head_fields[i].id, '{');
		put_text(out, STR("name"), head_fields[i].name);
		put_text(out, STR("in"), STR("header"));
		put_text(out, STR("description"), head_fields[i].sentence);
		if (i >= HEAD_SIGNED_ID) put_bool(out, STR("required"), true);
		put_open(out, STR("schema"), '{');
		put_type(out, "string");
		write_close(out, '}');
		write_close(out, '}');
	}
	write_close(out, '}');
}

static void write_path_parameter(struct buf *out, str name)
{
	write_open(out, '{');
	put_text(out, STR("name"), name);
	put_text(out, STR("in"), STR("path"));
	put_bool(out, STR("required"), true);
	put_open(out, STR("schema"), '{');
	put_type(out, "string");
	write_close(out, '}');
	write_close(out, '}');
}

static void put_parameter_meaning(struct buf *out, const struct api_route *route,
				  const struct field *field)
{
	struct buf text;
	bool is_tenant = str_eq(field->name, STR("tenant_id"));
	buf_init(&text, 1000);
	buf_add(&text, str_from(field->sentence));
	if (is_tenant && (route->flags & ROUTE_ALL)) buf_add(&text, STR(", or * for all"));
	if (field->preset == PRESET_FROM) describe_add_sources(&text, field);
	put_text(out, STR("description"), buf_view(&text));
	buf_done(&text);
}

static void write_query_parameter(struct buf *out, const struct api_route *route,
				  const struct field *field)
{
	const struct shape *shape = route->query;
	write_open(out, '{');
	put_text(out, STR("name"), field->name);
	put_text(out, STR("in"), STR("query"));
	put_parameter_meaning(out, route, field);
	if (field->is_required) put_bool(out, STR("required"), true);
	describe_put_aliases(out, shape, field);
	write_key(out, STR("schema"));
	describe_parameter(out, shape, field);
	write_close(out, '}');
}

static void put_parameters(struct buf *out, const struct api_route *route)
{
	str rest = str_from(route->path);
	put_open(out, STR("parameters"), '[');
	while (rest.len) {
		str segment = str_split(&rest, '/');
		if (segment.len && segment.at[0] == ':')
			write_path_parameter(out, str_from_offset(segment, 1));
	}
	for (u32 i = 0; route->query && i < route->query->len; i++)
		write_query_parameter(out, route, &route->query->fields[i]);
	for (u32 i = 0; i < countof(head_fields); i++) {
		if (!takes_head(route, i)) continue;
		write_open(out, '{');
		write_key(out, STR("$ref"));
		buf_addf(out, "\"#/components/parameters/%.*s\"", STR_ARG(head_fields[i].id));
		write_close(out, '}');
	}
	write_close(out, ']');
}

/* ---- operations --------------------------------------------------------------------------- */

/* "/api/v1/scheduler/queue/{id}" for "queue/:id". */
static void open_path(struct buf *out, const struct api_route *route)
{
	struct buf path;
	str rest = str_from(route->path);
	buf_init(&path, 500);
	if (route->path[0] == '/') rest = str_from_offset(rest, 1);
	else buf_add(&path, str_slice(STR(API_BASE), 0, sizeof API_BASE - 2));
	if (!rest.len) buf_add_byte(&path, '/');
	while (rest.len) {
		str segment = str_split(&rest, '/');
		bool is_part = segment.at[0] == ':';
		buf_addf(&path, is_part ? "/{%.*s}" : "/%.*s",
			 STR_ARG(str_from_offset(segment, is_part)));
	}
	put_open(out, buf_view(&path), '{');
	buf_done(&path);
}

static void put_media(struct buf *out, str media, const struct shape *shape, str example)
{
	put_open(out, media, '{');
	put_open(out, STR("schema"), '{');
	describe_put_request(out, shape);
	write_close(out, '}');
	if (example.len) put_raw(out, STR("example"), example);
	write_close(out, '}');
}

static void put_body(struct buf *out, const struct api_route *route, const struct example *example)
{
	bool is_required = false;
	if (!route->body) return;
	for (u32 i = 0; i < route->body->len; i++)
		is_required = is_required || route->body->fields[i].is_required;
	put_open(out, STR("requestBody"), '{');
	put_bool(out, STR("required"), is_required);
	put_open(out, STR("content"), '{');
	put_media(out, STR("application/json"), route->body, example->body);
	if (route->body == &cloud_event_body)
		put_media(out, STR("application/cloudevents+json"), route->body, example->body);
	write_close(out, '}');
	write_close(out, '}');
}

static void put_answer_schema(struct buf *out, const struct route_answer *answer)
{
	put_open(out, STR("schema"), '{');
	if (answer->form == ANSWERS_ONE) describe_put_answer(out, answer->shape);
	else if (route_answer_is_list(answer)) describe_put_list(out, answer->shape);
	else if (str_eq(str_from(answer->media), STR("application/json"))) put_type(out, "object");
	else put_type(out, "string");
	write_close(out, '}');
}

static void put_answer_content(struct buf *out, const struct api_route *route, int status,
			       const struct example *example)
{
	put_open(out, STR("content"), '{');
	for (u32 i = 0; i < ROUTE_ANSWERS_MAX; i++) {
		const struct route_answer *answer = &route->answers[i];
		if (answer->status != status) continue;
		put_open(out, answer->media ? str_from(answer->media) : STR("application/json"),
			 '{');
		put_answer_schema(out, answer);
		if (example->status == (u64)status && example->answer.len && answer->shape)
			put_raw(out, STR("example"), example->answer);
		write_close(out, '}');
	}
	if (route->flags & ROUTE_STREAMS) {
		put_open(out, STR("text/event-stream"), '{');
		put_open(out, STR("schema"), '{');
		put_type(out, "string");
		put_text(out, STR("description"),
			 STR("server-sent events: the data of each is an Event as JSON, its id the "
			     "Event's id, its event the Event's type"));
		write_close(out, '}');
		write_close(out, '}');
	}
	write_close(out, '}');
}

static str status_sentence(int status)
{
	switch (status) {
	case 200: return STR("The call was carried out.");
	case 201: return STR("The object was made.");
	case 202: return STR("The work has begun and continues in the background.");
	case 204: return STR("The call was carried out; the answer is empty.");
	default: return STR("The server cannot take work at the moment.");
	}
}

static void put_answers(struct buf *out, const struct api_route *route,
			const struct example *example)
{
	put_open(out, STR("responses"), '{');
	for (u32 i = 0; i < ROUTE_ANSWERS_MAX && route->answers[i].status; i++) {
		const struct route_answer *answer = &route->answers[i];
		if (i && answer->status == route->answers[i - 1].status) continue;
		put_status(out, answer->status, '{');
		put_text(out, STR("description"), status_sentence(answer->status));
		describe_put_answer_headers(out, route, answer->shape, has_tag(route));
		if (answer->form != ANSWERS_NOTHING)
			put_answer_content(out, route, answer->status, example);
		write_close(out, '}');
	}
	if (has_tag(route)) {
		put_status(out, 304, '{');
		put_text(out, STR("description"),
			 STR("The answer is the same as that of If-None-Match."));
		describe_put_answer_headers(out, route, NULL, true);
		write_close(out, '}');
	}
	put_refusals(out, route);
	write_close(out, '}');
}

static void write_demand(struct buf *out, const char *scheme)
{
	write_open(out, '{');
	put_open(out, str_from(scheme), '[');
	write_close(out, ']');
	write_close(out, '}');
}

static void put_access(struct buf *out, const struct api_route *route)
{
	put_open(out, STR("x-roles"), '[');
	for (u32 i = 0; i < ROLE_COUNT && !is_open(route); i++) {
		if (role_reaches((enum role)i, route->reach))
			write_text(out, role_name((enum role)i));
	}
	write_close(out, ']');
	if (route->flags & ROUTE_SYSTEM) put_bool(out, STR("x-system-only"), true);
	if (!is_open(route)) return;
	put_open(out, STR("security"), '[');
	if (is_signed(route)) write_demand(out, "signature");
	write_close(out, ']');
}

static void put_operation(struct buf *out, const struct api_route *route)
{
	static const char *const methods[METHOD_COUNT] = { "get", "post", "put", "delete" };
	struct example example;
	if (!example_find(route, &example)) example = (struct example){ 0 };
	put_open(out, str_from(methods[route->method]), '{');
	put_text(out, STR("operationId"), str_from(route->name));
	put_open(out, STR("tags"), '[');
	write_text(out, tag_of(route));
	write_close(out, ']');
	put_text(out, STR("summary"), str_from(route->sentence));
	put_access(out, route);
	put_parameters(out, route);
	put_body(out, route, &example);
	put_answers(out, route, &example);
	write_close(out, '}');
}

static bool is_same_path(const struct api_route *a, const struct api_route *b)
{
	return str_eq(str_from(a->path), str_from(b->path));
}

static void put_paths(struct buf *out)
{
	u32 len;
	const struct api_route *all = routes(&len);
	put_open(out, STR("paths"), '{');
	for (u32 i = 0; i < len; i++) {
		bool is_first = true;
		for (u32 j = 0; j < i; j++) is_first = is_first && !is_same_path(&all[i], &all[j]);
		if (!is_first) continue;
		open_path(out, &all[i]);
		for (u32 j = i; j < len; j++) {
			if (is_same_path(&all[i], &all[j])) put_operation(out, &all[j]);
		}
		write_close(out, '}');
	}
	write_close(out, '}');
}

/* ---- the document ------------------------------------------------------------------------- */

static void put_scheme(struct buf *out, const char *name, const char *type, const char *sentence)
{
	put_open(out, str_from(name), '{');
	put_type(out, type);
	put_text(out, STR("description"), str_from(sentence));
}

static void put_key_scheme(struct buf *out, const char *in, const char *name)
{
	put_text(out, STR("in"), str_from(in));
	put_text(out, STR("name"), str_from(name));
	write_close(out, '}');
}

static void put_security(struct buf *out)
{
	put_open(out, STR("securitySchemes"), '{');
	put_scheme(out, "token", "http",
		   "A token of POST tokens. Its role says what it may do: x-roles of a call names "
		   "the roles.");
	put_text(out, STR("scheme"), STR("bearer"));
	put_open(out, STR("x-roles"), '{');
#define X(id, word, sentence) put_text(out, STR(word), STR(sentence));
	ROLES(X)
#undef X
	write_close(out, '}');
	write_close(out, '}');
	put_scheme(out, "session", "apiKey",
		   "The cookie of POST session, for browsers; over TLS its name is "
		   "__Host-belfry. A change must come from a page of the server's own.");
	put_key_scheme(out, "cookie", "belfry");
	put_scheme(out, "signature", "apiKey",
		   "Standard Webhooks: the signature of id, timestamp and body by a secret of the "
		   "source.");
	put_key_scheme(out, "header", "webhook-signature");
	write_close(out, '}');
}

static void put_info(struct buf *out, str version)
{
	put_open(out, STR("info"), '{');
	put_text(out, STR("title"), STR("Belfry"));
	put_text(out, STR("summary"), STR("A job scheduler and job server."));
	put_text(out, STR("description"),
		 STR("Requests: a field that the schema does not have is refused. x-aliases lists "
		     "other names that a field may be sent under. Of a field that may be null, "
		     "null means: as if it were not given; in a change, back to the default. A "
		     "field with a default may be left out; openapi-typescript knows that with "
		     "--default-non-nullable=false. x-default names whose setting counts "
		     "instead (`from`: the first that has one), and what counts where none of "
		     "them has one (`else`).\n\n"
		     "Answers: later versions may add members, so a client must ignore those it "
		     "does not know.\n\n"
		     "Before a call is understood as one, the HTTP server may also refuse it with "
		     "408, 414, 417, 431, 501 or 505, and a path that is known with another method "
		     "with 405 and the field Allow, each with a problem. Each GET is answered to "
		     "HEAD, too, without the body. A call may bring traceparent "
		     "(W3C Trace Context): the runs that it makes carry it on."));
	put_text(out, STR("version"), version);
	put_open(out, STR("license"), '{');
	put_text(out, STR("name"), STR("MIT"));
	put_text(out, STR("identifier"), STR("MIT"));
	write_close(out, '}');
	write_close(out, '}');
	put_open(out, STR("servers"), '[');
	write_open(out, '{');
	put_text(out, STR("url"), STR("/"));
	put_text(out, STR("description"), STR("the server that this description comes from"));
	write_close(out, '}');
	write_close(out, ']');
	put_open(out, STR("security"), '[');
	write_demand(out, "token");
	write_demand(out, "session");
	write_close(out, ']');
}

/* Requests that the server sends by itself. */
static void put_webhooks(struct buf *out)
{
	put_open(out, STR("webhooks"), '{');
	put_open(out, STR("event"), '{');
	put_open(out, STR("post"), '{');
	put_text(out, STR("operationId"), STR("receiveEvent"));
	put_open(out, STR("tags"), '[');
	write_text(out, STR("Webhooks"));
	write_close(out, ']');
	put_text(out, STR("summary"),
		 STR("An event, sent to the URL of a webhook and signed by its secret (Standard "
		     "Webhooks)."));
	put_open(out, STR("security"), '[');
	write_demand(out, "signature");
	write_close(out, ']');
	put_open(out, STR("parameters"), '[');
	for (u32 i = HEAD_SIGNED_ID; i <= HEAD_SIGNED_AT; i++) {
		write_open(out, '{');
		write_key(out, STR("$ref"));
		buf_addf(out, "\"#/components/parameters/%.*s\"", STR_ARG(head_fields[i].id));
		write_close(out, '}');
	}
	write_close(out, ']');
	put_open(out, STR("requestBody"), '{');
	put_bool(out, STR("required"), true);
	put_open(out, STR("content"), '{');
	put_open(out, STR("application/cloudevents+json"), '{');
	put_open(out, STR("schema"), '{');
	describe_put_answer(out, &event_answer);
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
	put_open(out, STR("responses"), '{');
	put_open(out, STR("2XX"), '{');
	put_text(out, STR("description"), STR("The event was taken; it is not sent again."));
	write_close(out, '}');
	put_open(out, STR("4XX"), '{');
	put_text(out, STR("description"),
		 STR("The event was refused; it is tried again as the webhook's type says."));
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
}

/* A line for each member, so that a change is seen in review. */
static void lay_out(str text, struct buf *out)
{
	u32 depth = 0;
	bool is_text = false, is_escaped = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		char next = i + 1 < text.len ? text.at[i + 1] : 0;
		if (is_text || c == '"') {
			buf_add_byte(out, c);
			if (c == '"' && !is_escaped) is_text = !is_text;
			is_escaped = c == '\\' && !is_escaped;
			continue;
		}
		bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
		bool is_empty = opens && (next == '}' || next == ']');
		bool was_empty = closes && (text.at[i - 1] == '{' || text.at[i - 1] == '[');
		if (closes) depth--;
		if (closes && !was_empty) {
			buf_add_byte(out, '\n');
			for (u32 j = 0; j < depth; j++) buf_add_byte(out, ' ');
		}
		buf_add_byte(out, c);
		if (opens) depth++;
		if (c == ':') buf_add_byte(out, ' ');
		if (c != ',' && (!opens || is_empty)) continue;
		buf_add_byte(out, '\n');
		for (u32 j = 0; j < depth; j++) buf_add_byte(out, ' ');
	}
	buf_add_byte(out, '\n');
}

void describe_write(struct buf *out, str version)
{
	struct buf text;
	buf_init(&text, out->max);
	write_open(&text, '{');
	put_text(&text, STR("openapi"), STR("3.1.0"));
	put_info(&text, version);
	put_tags(&text);
	put_paths(&text);
	put_webhooks(&text);
	put_open(&text, STR("components"), '{');
	describe_put_schemas(&text);
	put_responses(&text);
	describe_put_headers(&text);
	put_head_fields(&text);
	put_security(&text);
	write_close(&text, '}');
	write_close(&text, '}');
	lay_out(buf_view(&text), out);
	buf_done(&text);
}
