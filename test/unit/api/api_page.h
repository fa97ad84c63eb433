/* doc/api.md, made from routes.def, access.def, shapes.def, aliases.def and errors.def. */
#ifndef BELFRY_TEST_UNIT_API_API_PAGE_H
#define BELFRY_TEST_UNIT_API_API_PAGE_H

#include "api/aliases.def"
#include "api/describe.h"
#include "api/examples.h"
#include "api/problem.h"
#include "api/route.h"
#include "base/buf.h"
#include "base/check.h"

static inline void page_roles(struct buf *out, enum reach reach)
{
	bool is_first = true;
	if (reach == REACH_NOBODY) {
		buf_add(out, STR("without a token"));
		return;
	}
	for (u32 i = 0; i < ROLE_COUNT; i++) {
		if (!role_reaches((enum role)i, reach)) continue;
		buf_addf(out, "%s%.*s", is_first ? "" : ", ", STR_ARG(role_name((enum role)i)));
		is_first = false;
	}
}

static inline void page_routes(struct buf *out)
{
	u32 len;
	const struct api_route *all = routes(&len);
	buf_add(out,
		STR("| method and path | what it does | who may | body |\n|---|---|---|---|\n"));
	for (u32 i = 0; i < len; i++) {
		buf_addf(out, "| %.*s `%s` | %s | ", STR_ARG(method_name(all[i].method)),
			 all[i].path, all[i].sentence);
		page_roles(out, all[i].reach);
		if (all[i].flags & ROUTE_SYSTEM) buf_add(out, STR("; only of the tenant system"));
		if (all[i].body)
			buf_addf(out, " | [%s](#%s) |\n", all[i].body->name, all[i].body->name);
		else buf_add(out, STR(" | |\n"));
	}
}

enum { PAGE_COLUMNS = 80, PAGE_INDENT = 2 };

/* The length of the JSON value at the beginning of the text: a string, or all up to the bracket
 * that closes the first one. */
static inline size_t page_value_len(str text)
{
	u32 depth = 0;
	bool is_quoted = false;
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.at[i];
		if (is_quoted && byte == '\\') {
			i++;
			continue;
		}
		if (byte == '"') is_quoted = !is_quoted;
		if (is_quoted) continue;
		if (byte == '{' || byte == '[') depth++;
		if (byte == '}' || byte == ']') depth--;
		if (!depth) return i + 1;
	}
	return text.len;
}

static inline void page_line(struct buf *out, u32 depth)
{
	buf_addf(out, "\n%*s", (int)(depth * PAGE_INDENT), "");
}

/* JSON for people: an object or array that fits into a line stands in one. */
static inline void page_json(struct buf *out, str text)
{
	u32 depth = 0;
	while (text.len) {
		char first = text.at[0];
		bool opens = first == '{' || first == '[';
		bool closes = first == '}' || first == ']';
		size_t len = opens || first == '"' ? page_value_len(text) : 1;
		if (opens && len + (size_t)(depth * PAGE_INDENT) > PAGE_COLUMNS) {
			buf_add_byte(out, first);
			page_line(out, ++depth);
			len = 1;
		} else {
			if (closes) page_line(out, --depth);
			buf_add(out, str_slice(text, 0, len));
		}
		text = str_from_offset(text, len);
		if (first == ',') {
			page_line(out, depth);
			text = str_trim(text);
		}
	}
	buf_add_byte(out, '\n');
}

/* How a text begins: a string of JSON, whose only escapes are quotes and ends of lines. */
static inline void page_text(struct buf *out, str string)
{
	for (size_t i = 1; i + 1 < string.len; i++) {
		char byte = string.at[i];
		if (byte == '\\') byte = string.at[++i] == 'n' ? '\n' : string.at[i];
		buf_add_byte(out, byte);
	}
	buf_add(out, STR("\n...\n"));
}

/* Fields of a request: an object of texts without escapes. */
static inline void page_headers(struct buf *out, str headers)
{
	struct json json;
	struct json_string name, value;
	if (!headers.len) return;
	json_init(&json, headers);
	assert_true(json_enter(&json, VALUE_OBJECT));
	while (json_next_key(&json, &name)) {
		assert_true(json_read_string(&json, &value));
		buf_addf(out, "%.*s: %.*s\n", STR_ARG(name.raw), STR_ARG(value.raw));
	}
}

static inline void page_exchange(struct buf *out, const struct api_route *route,
				 const struct example *example)
{
	buf_addf(out, "\n### %s\n\n%s\n\n```\n%.*s %s%.*s\n", route->name, route->sentence,
		 STR_ARG(method_name(route->method)), route->path[0] == '/' ? "" : API_BASE,
		 STR_ARG(example->call));
	page_headers(out, example->headers);
	if (example->body.len) page_json(out, example->body);
	buf_addf(out, "\n%llu\n", (unsigned long long)example->status);
	if (example->answer.len) page_json(out, example->answer);
	if (example->text.len) page_text(out, example->text);
	buf_add(out, STR("```\n"));
}

/* A call of each route, and its answer. */
static inline void page_exchanges(struct buf *out)
{
	u32 len;
	const struct api_route *all = routes(&len);
	buf_add(out, STR("\n## Calls and their answers\n\nEach was made by a test, with a token of "
			 "the system's administrator. Ids and instants are replaced,\nlists have "
			 "their first two rows.\n"));
	for (u32 i = 0; i < len; i++) {
		struct example example;
		if (!example_find(&all[i], &example)) fail_msg("%s has no example", all[i].path);
		page_exchange(out, &all[i], &example);
	}
}

static inline const char *page_kind(enum field_kind kind)
{
	static const char *const kinds[FIELD_KINDS] = {
		[FIELD_TEXT] = "text",
		[FIELD_LINE] = "text",
		[FIELD_WORD] = "text or integer",
		[FIELD_NAME] = "name",
		[FIELD_ID] = "id",
		[FIELD_INTEGER] = "integer",
		[FIELD_BOOL] = "true or false",
		[FIELD_PRIORITY] = "1 to 10, or high, normal, low",
		[FIELD_WHEN] = "time",
		[FIELD_SPAN] = "span",
		[FIELD_CHOICE] = "word",
		[FIELD_OBJECT] = "object",
		[FIELD_ARRAY] = "array",
		[FIELD_ANY] = "any value",
		[FIELD_CUT] = "text",
		[FIELD_CUT_KEY] = "text",
		[FIELD_CUT_ANY] = "any value",
		[FIELD_DELAYS] = "milliseconds",
		[FIELD_TEXTS] = "texts",
		[FIELD_SHAPE] = "object",
		[FIELD_SHAPES] = "objects",
		[FIELD_EACH] = "objects",
	};
	return kinds[kind];
}

static inline void page_bounds(struct buf *out, const struct field *field)
{
	switch (field->kind) {
	case FIELD_TEXT:
	case FIELD_WORD:
		buf_addf(out, "%lld to %lld bytes", (long long)field->min, (long long)field->max);
		return;
	case FIELD_LINE:
		buf_addf(out, "%lld to %lld characters", (long long)field->min,
			 (long long)field->max);
		return;
	case FIELD_INTEGER:
		buf_addf(out, "%lld to %lld", (long long)field->min, (long long)field->max);
		return;
	case FIELD_OBJECT:
	case FIELD_ANY:
	case FIELD_ARRAY:
		if (field->min) buf_addf(out, "at most %lld, ", (long long)field->min);
		buf_addf(out, "at most %lld bytes", (long long)field->max);
		return;
	case FIELD_DELAYS:
		buf_addf(out, "%lld to %lld", (long long)field->min, (long long)field->max);
		return;
	case FIELD_CUT:
	case FIELD_CUT_KEY: buf_addf(out, "cut at %lld bytes", (long long)field->max); return;
	case FIELD_CUT_ANY:
		buf_addf(out, "replaced above %lld bytes", (long long)field->max);
		return;
	case FIELD_TEXTS:
	case FIELD_EACH:
	case FIELD_SHAPES: buf_addf(out, "at most %lld", (long long)field->max); return;
	case FIELD_CHOICE:
		for (const char *at = field->choices; *at; at++) {
			if (*at == ',') buf_add(out, STR(", "));
			else buf_add_byte(out, *at);
		}
		return;
	case FIELD_NAME:
	case FIELD_ID:
	case FIELD_BOOL:
	case FIELD_PRIORITY:
	case FIELD_WHEN:
	case FIELD_SPAN:
	case FIELD_SHAPE:
	case FIELD_KINDS: return;
	}
}

static inline void page_preset(struct buf *out, const struct field *field)
{
	struct buf value;
	if (field->preset == PRESET_NONE) return;
	if (field->preset == PRESET_FROM) {
		describe_add_sources(out, field);
		return;
	}
	buf_init(&value, 100);
	describe_write_preset(&value, field);
	buf_addf(out, "; default: `%.*s`", STR_ARG(buf_view(&value)));
	buf_done(&value);
}

static inline void page_shape(struct buf *out, const struct shape *shape)
{
	buf_addf(out,
		 "\n### %s\n\n%c%s.\n\n| field | kind | bounds | meaning |\n|---|---|---|---|\n",
		 shape->name, ascii_upper(shape->sentence[0]), shape->sentence + 1);
	for (u32 i = 0; i < shape->len; i++) {
		const struct field *field = &shape->fields[i];
		buf_addf(out, "| `%.*s`%s | %s", STR_ARG(field->name),
			 field->is_required ? " (required)" : "", page_kind(field->kind));
		if (field->inner)
			buf_addf(out, " [%s](#%s)", field->inner->name, field->inner->name);
		buf_add(out, STR(" | "));
		page_bounds(out, field);
		buf_addf(out, " | %s", field->sentence);
		page_preset(out, field);
		buf_add(out, STR(" |\n"));
	}
}

enum { PAGE_SHAPES_MAX = 128 };

static inline void page_shapes(struct buf *out)
{
	const struct shape *seen[PAGE_SHAPES_MAX];
	u32 len, seen_len = 0;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		bool is_new = all[i].body != NULL;
		for (u32 j = 0; j < seen_len; j++) is_new = is_new && seen[j] != all[i].body;
		if (is_new) seen[seen_len++] = all[i].body;
	}
	for (u32 i = 0; i < seen_len; i++) {
		for (u32 j = 0; j < seen[i]->len; j++) {
			const struct shape *inner = seen[i]->fields[j].inner;
			bool is_new = inner != NULL;
			for (u32 k = 0; k < seen_len; k++) is_new = is_new && seen[k] != inner;
			if (is_new) seen[seen_len++] = inner;
		}
	}
	for (u32 i = 0; i < seen_len; i++) page_shape(out, seen[i]);
}

static inline void page_errors(struct buf *out)
{
	buf_add(out, STR("| status | code | meaning |\n|---|---|---|\n"));
	for (u32 i = 1; i < ERR_COUNT; i++) {
		buf_addf(out, "| %d | `", problem_status((enum err)i));
		problem_add_code((enum err)i, out);
		buf_addf(out, "` | %s |\n", err_sentence((enum err)i));
	}
}

static inline void page_aliases(struct buf *out)
{
	buf_add(out, STR("| spelling | field |\n|---|---|\n"));
#define X(name, field, sentence) buf_add(out, STR("| `" name "` | `" field "` |\n"));
	ALIASES(X)
#undef X
}

static inline void page_manners(struct buf *out)
{
	static const char *const lines[] = {
		"# The HTTP API",
		"",
		"Made from `src/api/*.def`; `test_describe` fails when this page is older than",
		"those tables, and writes it anew when it is run with `WRITE_PAGES=1`. A running",
		"server has the same as `/openapi.json`.",
		"",
		"## Manners",
		"",
		"- Paths are below `" API_BASE "` unless they begin with a slash here. JSON",
		"  in, JSON out.",
		"- `Authorization: Bearer TOKEN`. The tenant is the token's; a token of the tenant",
		"  `system` may name another by `tenant_id`, and all by `*` in lists. Another",
		"  tenant's things are not there (404).",
		"- Lists: `?limit=` (50, at most 500), `?cursor=`; answers have `data` and",
		"  `next_cursor`. A row that the disk has damaged is named in `damaged` instead,",
		"  by its `id`, `name` or `turn`; asked for alone it is refused (500) with",
		"  the code `store_damaged`.",
		"- `Idempotency-Key` on a POST: the same key and body within a day get the first",
		"  status and ids again, another body 422.",
		"- `ETag`, `If-None-Match` (304), `If-Match` (412). PUT changes the fields given;",
		"  null takes one back to its default.",
		"- Times are RFC 3339 with an offset, milliseconds since 1970, or a local time",
		"  beside `timezone`. Spans are written 90s, 15m, 6h, 1d; a bare number means",
		"  seconds.",
		"- Errors are `application/problem+json` (RFC 9457): a stable `type`",
		"  (`urn:belfry:problem:` and the code), `errors` with the JSON pointer of each",
		"  field at fault, and a `request_id`.",
		"- 429 and 503 say `Retry-After`. `RateLimit` fields come once less than half is",
		"  left.",
		"",
		"## Routes",
		"",
	};
	for (size_t i = 0; i < countof(lines); i++) {
		buf_add(out, str_from(lines[i]));
		buf_add_byte(out, '\n');
	}
}

static inline void api_page_write(struct buf *out)
{
	page_manners(out);
	page_routes(out);
	buf_add(out, STR("\n## Bodies\n"));
	page_shapes(out);
	buf_add(out, STR("\n## Other spellings\n\n"));
	page_aliases(out);
	buf_add(out, STR("\n## Errors\n\n"));
	page_errors(out);
	page_exchanges(out);
}

#endif
