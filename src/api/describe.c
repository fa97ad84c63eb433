#include "api/describe.h"

#include "api/describe_parts.h"
#include "api/examples.h"
#include "api/handlers.h"
#include "api/tags.def"
#include "api/write.h"
#include "base/must.h"

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
	else if (str_eq(str_from(answer->media), STR("application/json")))
		schema_put_type(out, "object", false);
	else schema_put_type(out, "string", false);
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
		schema_put_type(out, "string", false);
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
		describe_put_status(out, answer->status, '{');
		put_text(out, STR("description"), status_sentence(answer->status));
		describe_put_answer_headers(out, route, answer->shape, describe_has_tag(route));
		if (answer->form != ANSWERS_NOTHING)
			put_answer_content(out, route, answer->status, example);
		write_close(out, '}');
	}
	if (describe_has_tag(route)) {
		describe_put_status(out, 304, '{');
		put_text(out, STR("description"),
			 STR("The answer is the same as that of If-None-Match."));
		describe_put_answer_headers(out, route, NULL, true);
		write_close(out, '}');
	}
	describe_put_refusals(out, route);
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
	for (u32 i = 0; i < ROLE_COUNT && !describe_is_open(route); i++) {
		if (role_reaches((enum role)i, route->reach))
			write_text(out, role_name((enum role)i));
	}
	write_close(out, ']');
	if (route->flags & ROUTE_SYSTEM) put_bool(out, STR("x-system-only"), true);
	if (!describe_is_open(route)) return;
	put_open(out, STR("security"), '[');
	if (describe_is_signed(route)) write_demand(out, "signature");
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
	describe_put_parameters(out, route);
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
	schema_put_type(out, type, false);
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
	describe_put_signed(out);
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
	describe_put_responses(&text);
	describe_put_headers(&text);
	describe_put_head_fields(&text);
	put_security(&text);
	write_close(&text, '}');
	write_close(&text, '}');
	lay_out(buf_view(&text), out);
	buf_done(&text);
}
