/* The description of the API (OpenAPI 3.1), made from the same rows that route and read requests:
 * it cannot say anything else than what is done. */
#include "api/examples.h"
#include "api/handlers.h"
#include "api/infer.h"
#include "api/parts.h"
#include "api/write.h"
#include "base/must.h"

#include <stdio.h>

/* As problem.c writes them. */
#define PROBLEM_EXAMPLE                                                              \
	"{\"type\":\"urn:belfry:problem:invalid\",\"title\":\"\",\"status\":422,"    \
	"\"code\":\"invalid\",\"detail\":\"\",\"errors\":[{\"pointer\":\"/run_at\"," \
	"\"reason\":\"\",\"code\":\"\"}],\"request_id\":\"\"}"

/* ---- shapes ------------------------------------------------------------------------------- */

static void put_type(struct buf *out, const char *type)
{
	put_text(out, STR("type"), str_from(type));
}

static void put_choices(struct buf *out, const char *choices)
{
	str rest = str_from(choices);
	put_type(out, "string");
	put_open(out, STR("enum"), '[');
	while (rest.len) write_text(out, str_split(&rest, ','));
	write_close(out, ']');
}

static void put_text_bounds(struct buf *out, i64 min, i64 max)
{
	put_type(out, "string");
	if (min) put_i64(out, STR("minLength"), min);
	put_i64(out, STR("maxLength"), max);
}

static void put_either(struct buf *out, const char *format)
{
	put_open(out, STR("type"), '[');
	write_text(out, STR("string"));
	write_text(out, STR("integer"));
	write_close(out, ']');
	if (format) put_text(out, STR("format"), str_from(format));
}

static i64 name_bytes(enum name_kind kind)
{
	switch (kind) {
	case NAME_TENANT: return LIMIT_TENANT_NAME_BYTES;
	case NAME_TYPE: return LIMIT_TYPE_NAME_BYTES;
	case NAME_QUEUE: return LIMIT_QUEUE_NAME_BYTES;
	case NAME_WORKER: return LIMIT_WORKER_NAME_BYTES;
	case NAME_KINDS: break;
	}
	must(false);
	return 0;
}

static void put_reference(struct buf *out, const struct shape *shape)
{
	write_key(out, STR("$ref"));
	buf_add(out, STR("\"#/components/schemas/"));
	buf_add(out, str_from(shape->name));
	buf_add_byte(out, '"');
}

static void put_items(struct buf *out, const struct shape *inner, i64 most)
{
	put_type(out, "array");
	put_open(out, STR("items"), '{');
	if (inner) put_reference(out, inner);
	write_close(out, '}');
	if (most) put_i64(out, STR("maxItems"), most);
}

static void put_texts(struct buf *out, i64 most)
{
	put_type(out, "array");
	put_open(out, STR("items"), '{');
	put_text_bounds(out, 1, TEXTS_BYTES);
	write_close(out, '}');
	put_i64(out, STR("maxItems"), most);
}

static void put_kind(struct buf *out, const struct field *field)
{
	switch (field->kind) {
	case FIELD_TEXT: put_text_bounds(out, field->min, field->max); return;
	case FIELD_NAME: put_text_bounds(out, 1, name_bytes((enum name_kind)field->min)); return;
	case FIELD_ID:
		put_type(out, "string");
		put_text(out, STR("format"), STR("uuid"));
		return;
	case FIELD_INTEGER:
		put_type(out, "integer");
		put_i64(out, STR("minimum"), field->min);
		put_i64(out, STR("maximum"), field->max);
		return;
	case FIELD_BOOL: put_type(out, "boolean"); return;
	case FIELD_CHOICE: put_choices(out, field->choices); return;
	case FIELD_WORD:
	case FIELD_PRIORITY:
	case FIELD_SPAN: put_either(out, NULL); return;
	case FIELD_WHEN: put_either(out, "date-time"); return;
	case FIELD_OBJECT:
		if (field->inner) put_reference(out, field->inner);
		else put_type(out, "object");
		return;
	case FIELD_ARRAY: put_items(out, field->inner, 0); return;
	case FIELD_ANY: return;
	case FIELD_CUT:
	case FIELD_CUT_KEY:
		put_type(out, "string");
		put_i64(out, STR("x-cut-bytes"), field->max);
		return;
	case FIELD_CUT_ANY: put_i64(out, STR("x-cut-bytes"), field->max); return;
	case FIELD_TEXTS: put_texts(out, field->max); return;
	case FIELD_EACH:
		put_items(out, field->inner, field->max);
		put_bool(out, STR("x-each"), true);
		return;
	case FIELD_SHAPE: put_reference(out, field->inner); return;
	case FIELD_SHAPES: put_items(out, field->inner, field->max); return;
	case FIELD_KINDS: break;
	}
	must(false);
}

static void write_field(struct buf *out, const struct field *field)
{
	write_open(out, '{');
	put_kind(out, field);
	if (field->sentence) put_text(out, STR("description"), str_from(field->sentence));
	write_close(out, '}');
}

static void write_shape(struct buf *out, const struct shape *shape)
{
	write_open(out, '{');
	put_type(out, "object");
	put_text(out, STR("description"), str_from(shape->sentence));
	u32 known = shape->len - shape_is_open(shape);
	put_bool(out, STR("additionalProperties"), shape_is_open(shape));
	put_open(out, STR("required"), '[');
	for (u32 i = 0; i < shape->len; i++) {
		if (shape->fields[i].is_required) write_text(out, shape->fields[i].name);
	}
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < known; i++) {
		write_key(out, shape->fields[i].name);
		write_field(out, &shape->fields[i]);
	}
	write_close(out, '}');
	write_close(out, '}');
}

enum { SHAPES_MAX = 128 };

struct shape_set {
	const struct shape *all[SHAPES_MAX];
	u32 len;
};

/* Each once, with those inside it. Shapes nest a few levels deep, by tables of ours. */
static void collect_shape(struct shape_set *set, const struct shape *shape)
{
	for (u32 i = 0; i < set->len; i++) {
		if (set->all[i] == shape) return;
	}
	must(set->len < SHAPES_MAX);
	set->all[set->len++] = shape;
}

static void collect_shapes(struct shape_set *set)
{
	u32 len;
	const struct route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		if (all[i].body) collect_shape(set, all[i].body);
	}
	for (u32 i = 0; i < set->len; i++) { /* grows while it is walked */
		for (u32 j = 0; j < set->all[i]->len; j++) {
			const struct field *field = &set->all[i]->fields[j];
			if (field->inner) collect_shape(set, field->inner);
		}
	}
}

/* ---- routes ------------------------------------------------------------------------------- */

/* "/api/v1/scheduler/queue/{id}" for "queue/:id". */
static void write_path(struct buf *out, const struct route *route)
{
	str rest = str_from(route->path);
	buf_add_byte(out, '"');
	if (route->path[0] == '/') rest = str_from_offset(rest, 1);
	else buf_add(out, str_slice(STR(API_BASE), 0, sizeof API_BASE - 2));
	if (!rest.len) buf_add_byte(out, '/');
	while (rest.len) {
		str segment = str_split(&rest, '/');
		bool is_part = segment.at[0] == ':';
		buf_add_byte(out, '/');
		if (is_part) buf_add_byte(out, '{');
		buf_add(out, str_from_offset(segment, is_part));
		if (is_part) buf_add_byte(out, '}');
	}
	buf_add(out, STR("\":"));
}

static void write_parameter(struct buf *out, str name, const char *where, const struct field *field)
{
	write_open(out, '{');
	put_text(out, STR("name"), name);
	put_text(out, STR("in"), str_from(where));
	if (!field || field->is_required) put_bool(out, STR("required"), true);
	write_key(out, STR("schema"));
	if (field) write_field(out, field);
	else {
		write_open(out, '{');
		put_type(out, "string");
		write_close(out, '}');
	}
	write_close(out, '}');
}

static void write_parameters(struct buf *out, const struct route *route)
{
	str rest = str_from(route->path);
	put_open(out, STR("parameters"), '[');
	while (rest.len) {
		str segment = str_split(&rest, '/');
		if (segment.len && segment.at[0] == ':')
			write_parameter(out, str_from_offset(segment, 1), "path", NULL);
	}
	for (u32 i = 0; route->query && i < route->query->len; i++)
		write_parameter(out, route->query->fields[i].name, "query",
				&route->query->fields[i]);
	write_close(out, ']');
}

static void write_body(struct buf *out, const struct route *route, const struct example *example)
{
	if (!route->body) return;
	put_open(out, STR("requestBody"), '{');
	put_open(out, STR("content"), '{');
	put_open(out, STR("application/json"), '{');
	put_open(out, STR("schema"), '{');
	put_reference(out, route->body);
	write_close(out, '}');
	if (example->body.len) put_raw(out, STR("example"), example->body);
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
}

/* With what it is like, told from the example; `reference`: instead, a schema of ours. */
static void write_answer(struct buf *out, str status, str description, str kind, str example,
			 str reference)
{
	put_open(out, status, '{');
	put_text(out, STR("description"), description);
	if (example.len || reference.len) {
		put_open(out, STR("content"), '{');
		put_open(out, kind, '{');
		write_key(out, STR("schema"));
		if (reference.len) buf_add(out, reference);
		else infer_schema(out, example);
		if (example.len) put_raw(out, STR("example"), example);
		write_close(out, '}');
		write_close(out, '}');
	}
	write_close(out, '}');
}

static void write_answers(struct buf *out, const struct example *example)
{
	static const str problem = STR("{\"$ref\":\"#/components/schemas/problem\"}");
	static const str json = STR("application/json"), refusal = STR("application/problem+json");
	bool is_done = example->status && example->status < 300;
	str none = { 0 };
	char code[] = "200";
	if (is_done) snprintf(code, sizeof code, "%u", (unsigned)example->status % 1000);
	put_open(out, STR("responses"), '{');
	write_answer(out, is_done ? str_from(code) : STR("2XX"), STR("done"), json,
		     is_done ? example->answer : none, none);
	write_answer(out, STR("4XX"), STR("refused (RFC 9457)"), refusal,
		     is_done ? none : example->answer, problem);
	write_answer(out, STR("5XX"), STR("not possible at the moment"), refusal, none, problem);
	write_close(out, '}');
}

static void write_roles(struct buf *out, const struct route *route)
{
	put_open(out, STR("x-roles"), '[');
	for (u32 i = 0; i < ROLE_COUNT && route->reach != REACH_NOBODY; i++) {
		if (role_reaches((enum role)i, route->reach))
			write_text(out, role_name((enum role)i));
	}
	write_close(out, ']');
}

static void write_operation(struct buf *out, const struct route *route)
{
	static const char *const methods[METHOD_COUNT] = { "get", "post", "put", "delete" };
	struct example example;
	if (!example_find(route, &example)) example = (struct example){ 0 };
	put_open(out, str_from(methods[route->method]), '{');
	write_key(out, STR("operationId"));
	buf_add_byte(out, '"');
	route_write_id(route, out);
	buf_add_byte(out, '"');
	put_text(out, STR("summary"), str_from(route->sentence));
	write_roles(out, route);
	if (route->reach == REACH_NOBODY) {
		put_open(out, STR("security"), '[');
		write_close(out, ']');
	}
	write_parameters(out, route);
	write_body(out, route, &example);
	write_answers(out, &example);
	write_close(out, '}');
}

static bool is_first_of_path(const struct route *all, u32 index)
{
	for (u32 i = 0; i < index; i++) {
		if (str_eq(str_from(all[i].path), str_from(all[index].path))) return false;
	}
	return true;
}

static void write_paths(struct buf *out)
{
	u32 len;
	const struct route *all = routes(&len);
	put_open(out, STR("paths"), '{');
	for (u32 i = 0; i < len; i++) {
		if (!is_first_of_path(all, i)) continue;
		if (out->len && out->at[out->len - 1] != '{') buf_add_byte(out, ',');
		write_path(out, &all[i]);
		write_open(out, '{');
		for (u32 j = i; j < len; j++) {
			if (str_eq(str_from(all[j].path), str_from(all[i].path)))
				write_operation(out, &all[j]);
		}
		write_close(out, '}');
	}
	write_close(out, '}');
}

static void write_components(struct buf *out)
{
	struct shape_set set = { .len = 0 };
	collect_shapes(&set);
	put_open(out, STR("components"), '{');
	put_open(out, STR("securitySchemes"), '{');
	put_open(out, STR("token"), '{');
	put_type(out, "http");
	put_text(out, STR("scheme"), STR("bearer"));
	write_close(out, '}');
	write_close(out, '}');
	put_open(out, STR("schemas"), '{');
	for (u32 i = 0; i < set.len; i++) {
		write_key(out, str_from(set.all[i]->name));
		write_shape(out, set.all[i]);
	}
	write_key(out, STR("problem"));
	infer_schema(out, STR(PROBLEM_EXAMPLE));
	write_close(out, '}');
	write_close(out, '}');
}

bool openapi_render(struct request *request)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, STR("openapi"), STR("3.1.0"));
	put_open(out, STR("info"), '{');
	put_text(out, STR("title"), STR("Belfry"));
	put_text(out, STR("summary"),
		 STR("One place to schedule work: later, again and again, or now."));
	put_text(out, STR("version"), api_version(request->api));
	write_close(out, '}');
	put_open(out, STR("security"), '[');
	write_open(out, '{');
	put_open(out, STR("token"), '[');
	write_close(out, ']');
	write_close(out, '}');
	write_close(out, ']');
	write_paths(out);
	write_components(out);
	write_close(out, '}');
	return true;
}
