/* The refusals of the description: which of them a call may be answered with. */
#include "api/describe_parts.h"
#include "api/handlers.h"
#include "api/write.h"

#include <stdio.h>

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

bool describe_is_open(const struct api_route *route)
{
	return route->reach == REACH_NOBODY;
}

/* By a secret of the sender's, instead of a token. */
bool describe_is_signed(const struct api_route *route)
{
	return describe_is_open(route) && has_part(route) && route->body;
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
	       (has_part(route) && !describe_is_signed(route) && route->body != &queue_body);
}

/* A change by a signed-in browser is refused, too, unless it comes from our own pages. */
static bool may_forbid(const struct api_route *route)
{
	if (describe_is_open(route))
		return describe_is_signed(route) || route->body == &session_body;
	for (u32 i = 0; i < ROLE_COUNT; i++) {
		if (!role_reaches((enum role)i, route->reach)) return true;
	}
	return route->flags & ROUTE_SYSTEM || route->method != METHOD_GET;
}

/* Whether the engine may find that things stand otherwise. It refuses reports one by one, and what
 * is only asked is always told. */
static bool may_conflict(const struct api_route *route)
{
	return route->command && route->method != METHOD_GET && !describe_is_open(route) &&
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
	case 401: return !describe_is_open(route) || route->body;
	case 403: return may_forbid(route);
	case 404: return names_something(route);
	case 409: return may_conflict(route);
	case 410: return route->flags & ROUTE_STREAMS && route_answer_is_list(&route->answers[0]);
	case 412: return route->method == METHOD_PUT || route->method == METHOD_DELETE;
	case 415: return route->body != NULL;
	case 429: return !describe_is_open(route) || route->command;
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

void describe_put_status(struct buf *out, int status, char bracket)
{
	char text[8];
	int len = snprintf(text, sizeof text, "%d", status % 1000);
	put_open(out, (str){ text, (size_t)len }, bracket);
}

void describe_put_refusals(struct buf *out, const struct api_route *route)
{
	for (size_t i = 0; i < countof(refusals); i++) {
		int status = refusals[i].status;
		if (!may_refuse(route, status) || is_answer(route, status)) continue;
		describe_put_status(out, status, '{');
		write_key(out, STR("$ref"));
		buf_addf(out, "\"#/components/responses/%.*s\"", STR_ARG(refusals[i].name));
		write_close(out, '}');
	}
}

void describe_put_responses(struct buf *out)
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
