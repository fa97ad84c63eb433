/* The header fields of answers, for the description: each once among the components, and where an
 * answer may have it. A field of HTTP itself, like Content-Type, is not told. */
#include "api/describe.h"
#include "api/handlers.h"
#include "api/route.h"
#include "api/write.h"

enum header {
	HEADER_REQUEST_ID,
	HEADER_ETAG,
	HEADER_REPLAYED,
	HEADER_RATE,
	HEADER_RATE_POLICY,
	HEADER_RETRY,
	HEADER_AUTHENTICATE,
	HEADER_COOKIE,
	HEADER_LINK,
	HEADER_CURSOR,
	HEADERS
};

static const struct {
	const char *name;
	const char *type;
	const char *sentence;
} headers[HEADERS] = {
	[HEADER_REQUEST_ID] = { "X-Request-Id", "string", "the id of the call, as in the log" },
	[HEADER_ETAG] = { "ETag", "string", "the version of what the answer shows" },
	[HEADER_REPLAYED] = { "Idempotent-Replayed", "string",
			      "true: the Idempotency-Key was used before, and nothing was done "
			      "again" },
	[HEADER_RATE] = { "RateLimit", "string",
			  "how many requests or bytes are left, and until when in seconds" },
	[HEADER_RATE_POLICY] = { "RateLimit-Policy", "string",
				 "how many requests or bytes the tenant may have, in how many "
				 "seconds" },
	[HEADER_RETRY] = { "Retry-After", "integer", "seconds until another try makes sense" },
	[HEADER_AUTHENTICATE] = { "WWW-Authenticate", "string", "the scheme that is expected" },
	[HEADER_COOKIE] = { "Set-Cookie", "string", "the cookie of the session, or its end" },
	[HEADER_LINK] = { "Link", "string", "where the description of the API is" },
	[HEADER_CURSOR] = { "X-Next-Cursor", "string",
			    "of an answer that is no JSON: the cursor of the next page" },
};

void describe_put_headers(struct buf *out)
{
	put_open(out, STR("headers"), '{');
	for (u32 i = 0; i < HEADERS; i++) {
		put_open(out, str_from(headers[i].name), '{');
		put_text(out, STR("description"), str_from(headers[i].sentence));
		put_open(out, STR("schema"), '{');
		put_text(out, STR("type"), str_from(headers[i].type));
		write_close(out, '}');
		write_close(out, '}');
	}
	write_close(out, '}');
}

static void put_references(struct buf *out, u32 bits)
{
	put_open(out, STR("headers"), '{');
	for (u32 i = 0; i < HEADERS; i++) {
		if (!(bits >> i & 1)) continue;
		put_open(out, str_from(headers[i].name), '{');
		write_key(out, STR("$ref"));
		buf_addf(out, "\"#/components/headers/%s\"", headers[i].name);
		write_close(out, '}');
	}
	write_close(out, '}');
}

static bool has_version(const struct answer_shape *shape)
{
	for (u32 i = 0; shape && i < shape->len; i++) {
		if (str_eq(shape->fields[i].name, STR("version"))) return true;
	}
	return false;
}

static bool has_media(const struct api_route *route, const char *media)
{
	for (u32 i = 0; i < ROUTE_ANSWERS_MAX; i++) {
		const char *given = route->answers[i].media;
		if (given && str_eq(str_from(given), str_from(media))) return true;
	}
	return false;
}

static bool sets_cookie(const struct api_route *route)
{
	return route->body == &session_body || route->command == session_end ||
	       route->command == session_revoke;
}

static u32 headers_of_all(bool is_counted)
{
	u32 rates = 1u << HEADER_RATE | 1u << HEADER_RATE_POLICY;
	return 1u << HEADER_REQUEST_ID | (is_counted ? rates : 0);
}

void describe_put_answer_headers(struct buf *out, const struct api_route *route,
				 const struct answer_shape *shape, bool has_tag)
{
	u32 bits = headers_of_all(route->reach != REACH_NOBODY);
	bool is_change = route->method != METHOD_GET;
	bool is_tagged = has_tag || (is_change ? has_version(shape) : route->view != NULL);
	if (is_tagged) bits |= 1u << HEADER_ETAG;
	if (route->flags & ROUTE_REPLAYS) bits |= 1u << HEADER_REPLAYED;
	if (sets_cookie(route)) bits |= 1u << HEADER_COOKIE;
	if (route->flags & ROUTE_PAGE) bits |= 1u << HEADER_LINK;
	if (has_media(route, "application/x-ndjson")) bits |= 1u << HEADER_CURSOR;
	put_references(out, bits);
}

void describe_put_refusal_headers(struct buf *out, int status)
{
	u32 bits = headers_of_all(true);
	if (status == 401) bits |= 1u << HEADER_AUTHENTICATE;
	if (status == 429 || status == 503) bits |= 1u << HEADER_RETRY;
	put_references(out, bits);
}
