/* Admission of a request: its caller, the tenant it acts for, its rate. Everything that is refused
 * here is refused before anything was looked up. */
#include "api/hosts.h"
#include "api/parts.h"
#include "base/must.h"

/* PROMISES of browsers: the name itself keeps the cookie to this host, this path and TLS. On
 * loopback without TLS browsers do not take that name. */
#define COOKIE_SECURE STR("__Host-belfry")
#define COOKIE_PLAIN STR("belfry")

str call_field(const struct api_call *call, str name)
{
	for (u32 i = 0; i < call->fields_len; i++) {
		if (str_eq_nocase(call->fields[i].name, name)) return call->fields[i].value;
	}
	return (str){ 0 };
}

/* "q=0", "q=0.000". */
static bool is_refused(str quality)
{
	(void)str_split(&quality, '=');
	quality = str_trim(quality);
	for (size_t i = 0; i < quality.len; i++) {
		if (quality.at[i] != '0' && quality.at[i] != '.') return false;
	}
	return quality.len > 0;
}

bool call_takes(str accepted, str word, str wildcard)
{
	while (accepted.len) {
		str quality = str_split(&accepted, ',');
		str one = str_trim(str_split(&quality, ';'));
		bool is_any = wildcard.len && str_eq(one, wildcard);
		if (is_any || str_eq_nocase(one, word)) return !is_refused(quality);
	}
	return false;
}

bool call_accepts(const struct api_call *call, str media)
{
	return call_takes(call_field(call, STR("accept")), media, STR(""));
}

/* A page of somebody else's, whose name was made to mean this address, asks by that name. */
enum err admit_host(struct request *request, const struct api_call *call)
{
	const struct served_hosts *hosts = api_hosts(request->api);
	str host = call_field(call, STR("host"));
	if (call->insider || !hosts || hosts_know(hosts, host)) return ERR_OK;
	return request_refuse(request, ERR_MISDIRECTED,
			      "\"%.*s\" is not a name of this server; BELFRY_HOSTS lists those "
			      "besides its addresses",
			      STR_ARG(str_slice(host, 0, 100)));
}

static str cookie_value(str cookies, str name)
{
	while (cookies.len) {
		str pair = str_trim(str_split(&cookies, ';'));
		str key = str_split(&pair, '=');
		if (str_eq(key, name)) return pair;
	}
	return (str){ 0 };
}

static bool is_safe(const struct request *request)
{
	return request->method == METHOD_GET; /* of paths that are not there, too */
}

/* A browser sends its cookie along with whatever page asks it to: what changes something must come
 * from our own pages. */
bool is_same_origin(const struct request *request, const struct api_call *call)
{
	str site = call_field(call, STR("sec-fetch-site"));
	str origin = call_field(call, STR("origin"));
	str ours = api_origin(request->api);
	if (site.len) return str_eq(site, STR("same-origin")) || str_eq(site, STR("none"));
	if (!origin.len) return false;
	if (ours.len && str_eq(origin, ours)) return true;
	return origin_is_of(origin, call->is_secure, call_field(call, STR("host")));
}

enum err admit_proxied(struct request *request, str user, str groups, struct who *out_who)
{
	const struct proxy_sign_in *proxy = api_proxy(request->api);
	if (!proxy || !user.len) return ERR_UNAUTHORIZED;
	return proxy_who(proxy, user, groups, &request->arena, out_who, &request->why);
}

/* A session that a proxy began holds while the proxy says the same of the person: who signs out
 * there, or loses a group, is signed out here. */
static bool is_still_proxied(struct request *request, const struct api_call *call)
{
	const struct who *who = &request->who;
	struct who now;
	if (admit_proxied(request, call->proxy_user, call->proxy_groups, &now)) return false;
	return str_eq(now.user, who->user) && str_eq(now.tenant, who->tenant) &&
	       now.role == who->role;
}

static enum err admit_cookie(struct request *request, const struct api_call *call)
{
	str cookies = call_field(call, STR("cookie"));
	str id = cookie_value(cookies, call->is_secure ? COOKIE_SECURE : COOKIE_PLAIN);
	if (!id.len) return ERR_UNAUTHORIZED;
	if (!sessions_find(api_sessions(request->api), id, &request->now, &request->who))
		return ERR_UNAUTHORIZED;
	if (request->who.is_proxied && !is_still_proxied(request, call)) {
		sessions_end(api_sessions(request->api), id);
		return ERR_UNAUTHORIZED;
	}
	request->caller.session = str_copy(&request->arena, id);
	if (is_safe(request) || is_same_origin(request, call)) return ERR_OK;
	return request_refuse(request, ERR_FORBIDDEN,
			      "a signed-in browser may make changes only from the dashboard's "
			      "own pages");
}

/* Whether it still holds is looked up each time. */
static bool is_known(const struct known_token *known, const struct auth *auth, str token, msec now,
		     const struct token_row **out_row)
{
	if (!known || !secret_eq((str){ known->text, sizeof known->text }, token)) return false;
	return !auth_check_again(auth, &known->id, now, out_row) &&
	       token_hash_eq(&known->hash, &(*out_row)->hash);
}

/* A connection's calls mostly have one token, and a call with a long body is looked at twice: the
 * token is hashed once. */
static enum err check_token(struct request *request, const struct api_call *call, str token,
			    const struct token_row **out_row)
{
	const struct auth *auth = api_auth(request->api);
	struct known_token *known = call->known;
	if (is_known(known, auth, token, request->now.wall, out_row)) return ERR_OK;
	enum err err = auth_check(auth, token, request->now.wall, out_row);
	if (!known || err) return err;
	must(token.len == sizeof known->text);
	memcpy(known->text, token.at, sizeof known->text);
	known->id = (*out_row)->id;
	known->hash = (*out_row)->hash;
	return ERR_OK;
}

static enum err admit_bearer(struct request *request, const struct api_call *call, str token)
{
	const struct token_row *row;
	enum err err = check_token(request, call, token, &row);
	if (err) return err;
	request->who = (struct who){
		.token = row->id, .tenant = row->tenant, .user = row->user, .role = row->role
	};
	request->caller.queues = arena_alloc_array(&request->arena, row->queues_len, sizeof(str));
	for (u32 i = 0; request->caller.queues && i < row->queues_len; i++)
		request->caller.queues[i] = str_copy(&request->arena, row->queues[i]);
	request->caller.queues_len = row->queues_len;
	return ERR_OK;
}

static enum err refuse_guess(struct request *request, const struct api_call *call)
{
	struct auth *auth = api_auth(request->api);
	u32 penalty = auth_penalty(auth, call->source, request->now.boot);
	if (!request->is_peek) auth_note_wrong(auth, call->source, request->now.boot);
	if (!penalty) return ERR_UNAUTHORIZED;
	request->reply.retry_after = penalty;
	return request_refuse(request, ERR_QUOTA,
			      "too many wrong tokens from this address; try "
			      "again later");
}

static enum err admit_insider(struct request *request, const struct api_insider *insider)
{
	request->who = *insider->who;
	request->caller.insider = str_copy(&request->arena, insider->actor);
	return ERR_OK;
}

static enum err find_who(struct request *request, const struct api_call *call)
{
	if (call->insider) return admit_insider(request, call->insider);
	str authorization = call_field(call, STR("authorization"));
	if (!authorization.len) return admit_cookie(request, call);
	str scheme = str_split(&authorization, ' ');
	if (!str_eq_nocase(scheme, STR("bearer"))) return refuse_guess(request, call);
	enum err err = admit_bearer(request, call, str_trim(authorization));
	return err == ERR_UNAUTHORIZED ? refuse_guess(request, call) : err;
}

/* The table's texts may go while the request lives. */
static enum err keep_who(struct request *request)
{
	struct arena *arena = &request->arena;
	request->who.tenant = str_copy(arena, request->who.tenant);
	request->who.user = str_copy(arena, request->who.user);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err admit_who(struct request *request, const struct api_call *call)
{
	const struct api_route *route = request->route;
	if (route && route->reach == REACH_NOBODY) return ERR_OK;
	enum err err = find_who(request, call);
	if (!err) err = keep_who(request);
	if (err || !route) return err;
	if (!role_reaches(request->who.role, route->reach))
		return request_refuse(request, ERR_FORBIDDEN, "a token of role %s may not do this",
				      role_name(request->who.role).at);
	if ((route->flags & ROUTE_SYSTEM) && !who_is_system(&request->who))
		return request_refuse(request, ERR_FORBIDDEN,
				      "only tokens of the tenant system may do this");
	return ERR_OK;
}

/* ---- for whom ----------------------------------------------------------------------------- */

static str named_by(const struct shape *shape, const void *object)
{
	if (!shape || !object) return (str){ 0 };
	const struct field *field = shape_find(shape, STR("tenant_id"));
	if (!field) return (str){ 0 };
	return *(const str *)(const void *)((const char *)object + field->offset);
}

/* The tenant is the token's. One of the system may name another, or all by "*"; for anybody else
 * another tenant is not there. */
enum err admit_tenant(struct request *request)
{
	const struct api_route *route = request->route;
	str in_query = named_by(route->query, request->params);
	str in_body = named_by(route->body, request->input);
	str named = in_body.len ? in_body : in_query;
	if (in_body.len && in_query.len && !str_eq(in_body, in_query))
		return request_refuse(request, ERR_INVALID,
				      "tenant_id differs between query and body");
	request->tenant = request->who.tenant;
	if (!named.len) {
		request->is_all = (route->flags & ROUTE_ANYBODYS) && who_is_system(&request->who);
		return ERR_OK;
	}
	if (!who_is_system(&request->who))
		return str_eq(named, request->who.tenant) ? ERR_OK : ERR_NOT_FOUND;
	if (!str_eq(named, STR("*"))) {
		request->tenant = named;
		return name_check(NAME_TENANT, named, "tenant_id", &request->why);
	}
	if (!(route->flags & ROUTE_ALL))
		return request_refuse(request, ERR_INVALID,
				      "tenant_id must name one tenant here, not *");
	request->is_all = true;
	return ERR_OK;
}

/* ---- how often ---------------------------------------------------------------------------- */

static str printed(struct request *request, const char *format, u32 a, u32 b)
{
	struct buf text;
	buf_init(&text, 128);
	buf_addf(&text, format, a, b);
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static void tell_rate(struct request *request, const struct quota_verdict *verdict)
{
	bool is_bytes = verdict->kind == QUOTA_BYTES;
	request_add_field(request, STR("RateLimit-Policy"),
			  printed(request,
				  is_bytes ? "\"bytes\";q=%u;qu=\"content-bytes\";w=%u"
					   : "\"requests\";q=%u;w=%u",
				  verdict->most * QUOTA_BURST_SECONDS, QUOTA_BURST_SECONDS));
	request_add_field(request, STR("RateLimit"),
			  printed(request,
				  is_bytes ? "\"bytes\";r=%u;t=%u" : "\"requests\";r=%u;t=%u",
				  verdict->left, verdict->reset));
}

/* The system is not counted. Of workers the bytes are not: what they send is work that was let in.
 */
enum err admit_quota(struct request *request, size_t body_bytes)
{
	const struct who *who = &request->who;
	if (who_is_system(who)) return ERR_OK;
	if (who->role == ROLE_WORKER) body_bytes = 0;
	struct quota_verdict verdict = quota_take(api_quota(request->api), who->tenant, body_bytes,
						  request->now.boot);
	/* Told once it begins to matter: below half of the burst. */
	if (verdict.is_allowed && verdict.left >= verdict.most * (QUOTA_BURST_SECONDS / 2))
		return ERR_OK;
	tell_rate(request, &verdict);
	if (verdict.is_allowed) return ERR_OK;
	request->reply.retry_after = verdict.retry_after ? verdict.retry_after : 1;
	str word = quota_word(verdict.kind), counts = quota_sentence(verdict.kind);
	return request_refuse(request, ERR_QUOTA, "the tenant's quota \"%.*s\" is %u: %.*s",
			      STR_ARG(word), verdict.most, STR_ARG(counts));
}

/* ---- with what ---------------------------------------------------------------------------- */

static bool is_json(str type)
{
	type = str_trim(str_split(&type, ';'));
	return str_eq_nocase(type, STR("application/json")) ||
	       str_eq_nocase(type, STR("application/cloudevents+json"));
}

enum err admit_body(struct request *request, const struct api_call *call)
{
	str type = call_field(call, STR("content-type"));
	size_t most = request->route->body_max;
	if (call->body.len > most)
		return request_refuse(request, ERR_TOO_LONG,
				      "the body has %zu bytes; at most %zu are allowed",
				      call->body.len, most);
	if (!call->body.len) return ERR_OK;
	if (type.len ? is_json(type) : !request->caller.session.len) return ERR_OK;
	return request_refuse(request, ERR_MEDIA_TYPE, "the body must be application/json");
}
