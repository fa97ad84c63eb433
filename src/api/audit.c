#include "api/audit.h"

#include "api/actions.def"
#include "api/json.h"
#include "api/parts.h"
#include "api/write.h"
#include "model/lint.h"

/* Of a member's value: longer ones are only counted. */
enum { VALUE_BYTES_MAX = 400 };

bool audit_covers(const struct api_route *route)
{
	return route->method != METHOD_GET && route->command && route->reach != REACH_WORK;
}

/* ---- the name of an action ------------------------------------------------------------------ */

enum named_by { NAMED_FIRST, NAMED_SECOND, NAMED_MADE };

struct action_row {
	enum method method;
	const char *path;
	const char *kind;
	const char *verb;
	enum named_by by;
};

static const struct action_row actions[] = {
#define X(method, path, kind, verb, by) { METHOD_##method, path, kind, verb, NAMED_##by },
	ACTIONS(X)
#undef X
};

static const struct action_row *find_action(const struct api_route *route)
{
	for (u32 i = 0; i < countof(actions); i++) {
		const struct action_row *row = &actions[i];
		if (row->method == route->method && !strcmp(row->path, route->path)) return row;
	}
	return NULL;
}

bool audit_action(const struct api_route *route, char out[AUDIT_ACTION_BYTES], str *out_action,
		  str *out_kind)
{
	const struct action_row *row = find_action(route);
	struct buf text = { .at = out,
			    .capacity = AUDIT_ACTION_BYTES,
			    .max = AUDIT_ACTION_BYTES - 1 };
	if (!row) return false;
	buf_addf(&text, row->verb[0] ? "%s.%s" : "%s", row->kind, row->verb);
	*out_action = buf_view(&text);
	*out_kind = str_slice(*out_action, 0, strlen(row->kind));
	return true;
}

/* Its name, where the path has it, or where who read the body found one. */
static str object_of(const struct request *request)
{
	const struct action_row *row = find_action(request->route);
	if (!row || row->by == NAMED_MADE) return request->audit.object;
	return request->parts[row->by];
}

/* ---- what may be kept ----------------------------------------------------------------------- */

/* The audit does not keep content that callers send for others, nor URLs that let everyone who
 * knows them report success. */
static bool is_never_kept(str key)
{
	static const str keys[] = { STR("payload"),  STR("parameters"), STR("items"),
				    STR("children"), STR("tasks"),      STR("result"),
				    STR("headers"),  STR("value"),      STR("body"),
				    STR("data"),     STR("env"),        STR("token"),
				    STR("pings") };
	for (u32 i = 0; i < countof(keys); i++) {
		if (str_eq(key, keys[i])) return true;
	}
	return false;
}

static bool has_never_kept(str value)
{
	struct json json;
	struct json_string key;
	str inner;
	json_init(&json, value);
	if (json_peek(&json) != VALUE_OBJECT || !json_enter(&json, VALUE_OBJECT)) return false;
	while (json_next_key(&json, &key)) {
		if (is_never_kept(key.raw)) return true;
		if (!json_skip(&json, &inner)) return true;
	}
	return json_failed(&json);
}

static bool looks_secret(str key, str value)
{
	struct buf pair;
	buf_init(&pair, key.len + value.len + 16);
	buf_addf(&pair, "{\"%.*s\":", STR_ARG(key));
	buf_add(&pair, value);
	buf_add_byte(&pair, '}');
	struct lint_found found = lint_payload(buf_view(&pair));
	bool is_nested = value.len && (value.at[0] == '{' || value.at[0] == '[');
	bool is_secret = buf_failed(&pair) || found.kind == LINT_SECRET ||
			 (is_nested && found.kind != LINT_NOTHING);
	buf_done(&pair);
	return is_secret;
}

static void add_member(struct buf *out, str key, str value)
{
	if (is_never_kept(key) || value.len > VALUE_BYTES_MAX || has_never_kept(value) ||
	    looks_secret(key, value)) {
		put_open(out, key, '{');
		put_u64(out, STR("bytes"), value.len);
		write_close(out, '}');
	} else {
		put_raw(out, key, value);
	}
}

static void add_members(struct buf *out, str object, str like, u32 *out_left)
{
	enum { LEFT_OUT_BYTES = 32 };
	struct json json;
	struct json_string key;
	str value, other;
	json_init(&json, object);
	if (!json_enter(&json, VALUE_OBJECT)) return;
	while (json_next_key(&json, &key) && json_skip(&json, &value)) {
		if (like.len && !json_find(like, key.raw, &other)) continue;
		size_t len = out->len;
		add_member(out, key.raw, value);
		if (out->len + LEFT_OUT_BYTES <= LIMIT_AUDIT_BYTES) continue;
		out->len = len;
		++*out_left;
	}
}

str audit_redact(struct arena *arena, str object, str like)
{
	struct buf text;
	u32 left = 0;
	if (!object.len) return (str){ 0 };
	buf_init(&text, 4 * (size_t)LIMIT_AUDIT_BYTES);
	write_open(&text, '{');
	add_members(&text, object, like, &left);
	if (left) put_u64(&text, STR("left_out"), left);
	write_close(&text, '}');
	bool is_empty = text.len <= 2 || text.len > LIMIT_AUDIT_BYTES || buf_failed(&text);
	str copy = is_empty ? (str){ 0 } : str_copy(arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

/* ---- how it stands -------------------------------------------------------------------------- */

bool audit_wants_look(const struct api_route *route)
{
	/* How runs stand the engine says itself. */
	bool is_run = str_starts_with(str_from(route->path), STR("tasks/"));
	return audit_covers(route) && route->method != METHOD_POST && !is_run && look_route(route);
}

void audit_note_before(struct request *request, const struct look *look)
{
	request->audit.before = (str){ 0 };
	if (!look || !audit_wants_look(request->route)) return;
	request->audit.before = audit_redact(&request->arena, buf_view(&look->text), request->body);
}

/* ---- the ask -------------------------------------------------------------------------------- */

const struct audit_ask *audit_ask(struct request *request)
{
	const struct api_route *route = request->route;
	char room[AUDIT_ACTION_BYTES];
	str action, kind;
	if (!audit_covers(route) || !audit_action(route, room, &action, &kind)) return NULL;
	struct audit_ask *ask = arena_alloc_zeroed(&request->arena, sizeof *ask);
	if (!ask) return NULL;
	ask->action = str_copy(&request->arena, action);
	ask->kind = str_slice(ask->action, 0, kind.len);
	ask->object = object_of(request);
	ask->request = request->id;
	ask->source = request->caller.source;
	ask->token = request->who.token;
	ask->before = request->audit.before;
	ask->after = audit_redact(&request->arena, request->body, (str){ 0 });
	return ask;
}

const struct audit_ask *audit_ask_item(struct request *request, const struct audit_ask *whole,
				       str object, str item)
{
	struct audit_ask *ask = whole ? arena_alloc(&request->arena, sizeof *ask) : NULL;
	if (!ask) return NULL;
	*ask = *whole;
	ask->object = object;
	ask->after = audit_redact(&request->arena, item, (str){ 0 });
	return ask;
}
