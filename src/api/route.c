#include "api/route.h"

#include "api/answer_shape.h"
#include "api/handlers.h"
#include "api/kept.h"
#include "api/list.h"
#include "api/routes.def"
#include "base/must.h"

static const struct api_route table[] = {
/* clang-format off */
#define ONE(status, id) { status, ANSWERS_ONE, &id##_answer, NULL },
#define LIST(id) { 200, ANSWERS_LIST, &id##_answer, NULL },
#define WHOLE(id) { 200, ANSWERS_WHOLE, &id##_answer, NULL },
#define NOTHING(status) { status, ANSWERS_NOTHING, NULL, NULL },
#define BYTES(media) { 200, ANSWERS_BYTES, NULL, media },
#define X(method, path, name, reach, flags, body_max, body, query, answers, decode, read, command, \
	  render, view, sentence) \
	{ METHOD_##method, path, name, REACH_##reach, flags, body_max, body, query, { answers }, \
	  decode, read, command, render, view, sentence },
	ROUTES(X)
#undef X
	/* clang-format on */
};

str method_name(enum method method)
{
	static const str names[METHOD_COUNT] = { STR("GET"), STR("POST"), STR("PUT"),
						 STR("DELETE") };
	must(method < METHOD_COUNT);
	return names[method];
}

const struct api_route *routes(u32 *out_len)
{
	*out_len = countof(table);
	return table;
}

/* Segment by segment; a :name takes any segment that is not empty. */
static bool path_fits(str pattern, str path, str out_parts[ROUTE_PARTS_MAX])
{
	u32 parts = 0;
	for (;;) {
		str want = str_slice(pattern, 0, str_find(pattern, '/'));
		str have = str_slice(path, 0, str_find(path, '/'));
		if (want.len && want.at[0] == ':') {
			if (!have.len) return false;
			out_parts[parts++] = have;
		} else if (!str_eq(want, have)) {
			return false;
		}
		bool pattern_ends = want.len == pattern.len, path_ends = have.len == path.len;
		if (pattern_ends || path_ends) return pattern_ends && path_ends;
		pattern = str_from_offset(pattern, want.len + 1);
		path = str_from_offset(path, have.len + 1);
	}
}

const struct api_route *route_find(enum method method, str path, str out_parts[ROUTE_PARTS_MAX],
				   u32 *out_allowed)
{
	bool is_below = str_starts_with(path, STR(API_BASE));
	str inner = is_below ? str_from_offset(path, sizeof API_BASE - 1) : path;
	/* Every screen of the dashboard is its one page, whose script finds the way. */
	if (!is_below && page_has_screen(path)) inner = STR("/");
	str parts[ROUTE_PARTS_MAX] = { { 0 } };
	*out_allowed = 0;
	for (size_t i = 0; i < countof(table); i++) {
		const struct api_route *route = &table[i];
		if ((route->path[0] == '/') == is_below) continue;
		if (!path_fits(str_from(route->path), inner, parts)) continue;
		if (route->method == method) {
			memcpy(out_parts, parts, sizeof parts);
			return route;
		}
		*out_allowed |= 1u << route->method;
	}
	return NULL;
}

/* Lists end early when they are long, and may then be longer by their last row. What is done to
 * many at once is answered for each of them, in fewer bytes than it was asked in. */
u64 route_answer_max(str method, str path, size_t body_len)
{
	enum { SHORT = 64 << 10, ROW = LIMIT_PAYLOAD_BYTES + LIMIT_RESULT_BYTES + SHORT };
	str parts[ROUTE_PARTS_MAX];
	enum method parsed;
	u32 allowed;
	bool is_head;
	if (!method_parse(method, &parsed, &is_head)) return SHORT;
	const struct api_route *route = route_find(parsed, path, parts, &allowed);
	if (!route) return SHORT;
	if (route->flags & ROUTE_HOLDS) return LIMIT_CALL_CLAIMED_BYTES + LIST_BYTES_MAX;
	if (route->answers[0].form == ANSWERS_BYTES) return LIMIT_OUTPUT_BYTES + SHORT;
	if (route_answer_is_list(&route->answers[0])) return LIST_BYTES_MAX + ROW;
	return (parsed == METHOD_GET ? ROW : SHORT) + 2 * (u64)body_len;
}

bool method_parse(str name, enum method *out_method, bool *out_is_head)
{
	*out_is_head = str_eq(name, STR("HEAD"));
	if (*out_is_head) name = STR("GET");
	for (u32 i = 0; i < METHOD_COUNT; i++) {
		if (!str_eq(name, method_name((enum method)i))) continue;
		*out_method = (enum method)i;
		return true;
	}
	return false;
}

str methods_text(u32 allowed)
{
	static const str texts[1 << METHOD_COUNT] = {
		STR(""),
		STR("GET, HEAD"),
		STR("POST"),
		STR("GET, HEAD, POST"),
		STR("PUT"),
		STR("GET, HEAD, PUT"),
		STR("POST, PUT"),
		STR("GET, HEAD, POST, PUT"),
		STR("DELETE"),
		STR("GET, HEAD, DELETE"),
		STR("POST, DELETE"),
		STR("GET, HEAD, POST, DELETE"),
		STR("PUT, DELETE"),
		STR("GET, HEAD, PUT, DELETE"),
		STR("POST, PUT, DELETE"),
		STR("GET, HEAD, POST, PUT, DELETE"),
	};
	must(allowed < countof(texts));
	return texts[allowed];
}
