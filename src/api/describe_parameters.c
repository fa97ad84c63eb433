/* Parameters of path, query and head; defaults and meanings of fields. */
#include "api/describe_parts.h"
#include "api/handlers.h"
#include "api/write.h"
#include "base/must.h"

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

bool describe_has_tag(const struct api_route *route)
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
	case HEAD_NONE_MATCH: return describe_has_tag(route);
	case HEAD_LAST_EVENT: return route->flags & ROUTE_STREAMS;
	case HEAD_SIGNED_ID:
	case HEAD_SIGNED_AT: return describe_is_signed(route);
	default: return false;
	}
}

void describe_put_head_fields(struct buf *out)
{
	put_open(out, STR("parameters"), '{');
	for (size_t i = 0; i < countof(head_fields); i++) {
		put_open(out, head_fields[i].id, '{');
		put_text(out, STR("name"), head_fields[i].name);
		put_text(out, STR("in"), STR("header"));
		put_text(out, STR("description"), head_fields[i].sentence);
		if (i >= HEAD_SIGNED_ID) put_bool(out, STR("required"), true);
		put_open(out, STR("schema"), '{');
		schema_put_type(out, "string", false);
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
	schema_put_type(out, "string", false);
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

static void write_head_reference(struct buf *out, u32 head)
{
	write_open(out, '{');
	write_key(out, STR("$ref"));
	buf_addf(out, "\"#/components/parameters/%.*s\"", STR_ARG(head_fields[head].id));
	write_close(out, '}');
}

void describe_put_parameters(struct buf *out, const struct api_route *route)
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
		if (takes_head(route, i)) write_head_reference(out, i);
	}
	write_close(out, ']');
}

void describe_put_signed(struct buf *out)
{
	put_open(out, STR("parameters"), '[');
	for (u32 i = HEAD_SIGNED_ID; i <= HEAD_SIGNED_AT; i++) write_head_reference(out, i);
	write_close(out, ']');
}
