/* Sessions: a browser signs in with a one-time code, a token or the word of a proxy, and gets a
 * cookie. Sessions are
 * listed and revoked by a public id; nothing shows the cookie's value again. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/look.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "base/must.h"
#include "store/query.h"

SHAPE_STRUCT(session_input, SESSION_FIELDS);
SHAPE(session_body, session_input, SESSION_FIELDS, "session", "how a browser signs in");

static void put_cookie(struct request *request, str value, i64 seconds)
{
	struct buf text;
	buf_init(&text, 256);
	buf_add(&text, request->caller.is_secure ? STR("__Host-belfry=") : STR("belfry="));
	buf_add(&text, value);
	buf_add(&text, STR("; Path=/; HttpOnly; SameSite=Strict; Max-Age="));
	buf_add_i64(&text, seconds);
	if (request->caller.is_secure) buf_add(&text, STR("; Secure"));
	request_add_field(request, STR("Set-Cookie"), str_copy(&request->arena, buf_view(&text)));
	buf_done(&text);
}

/* ---- signing in ---------------------------------------------------------------------------- */

/* Nothing was guessed where nothing was given: it does not count as a wrong token. */
static bool has_credential(const struct session_input *input)
{
	return input->code.len || input->token.len;
}

static enum err find_proxied(struct request *request, struct session_start *start)
{
	start->by = SIGN_IN_PROXY;
	enum err err = admit_proxied(request, request->caller.proxy_user,
				     request->caller.proxy_groups, &request->who);
	if (err || request->caller.is_own_page) return err;
	return request_refuse(request, ERR_FORBIDDEN,
			      "a sign-in by the proxy must come from the dashboard's own pages");
}

static enum err find_who(struct request *request, const struct session_input *input,
			 struct session_start *start)
{
	const struct token_row *row;
	start->until = MSEC_MAX;
	if (!has_credential(input)) return find_proxied(request, start);
	start->by = input->code.len ? SIGN_IN_CODE : SIGN_IN_TOKEN;
	if (input->code.len)
		return sessions_take_code(api_sessions(request->api), input->code,
					  request->now.boot, &request->who)
			       ? ERR_OK
			       : ERR_UNAUTHORIZED;
	enum err err = auth_check(api_auth(request->api), input->token, request->now.wall, &row);
	if (err) return err;
	start->until = row->until;
	request->who = (struct who){
		.token = row->id, .tenant = row->tenant, .user = row->user, .role = row->role
	};
	return ERR_OK;
}

static enum err check_penalty(struct request *request)
{
	u32 penalty = auth_penalty(api_auth(request->api), request->caller.source,
				   request->now.boot);
	if (!penalty) return ERR_OK;
	request->reply.retry_after = penalty;
	return request_refuse(request, ERR_QUOTA,
			      "too many wrong tokens from this address; try "
			      "again later");
}

static str print_id(struct request *request, const struct uuid *id)
{
	char text[UUID_TEXT_LEN];
	uuid_print(*id, text);
	return str_copy(&request->arena, (str){ text, sizeof text });
}

/* The audit keeps neither the code nor the token of a sign-in, but its rights. */
static void note_sign_in(struct request *request, const struct session_start *start)
{
	struct buf text;
	buf_init(&text, 256);
	write_open(&text, '{');
	put_text(&text, OWN_KEY("signed_in_by"), sign_in_word(start->by));
	put_text(&text, OWN_KEY("role"), role_name(request->who.role));
	write_close(&text, '}');
	request->body = str_copy(&request->arena, buf_view(&text));
	request->audit.object = print_id(request, &start->id);
	buf_done(&text);
}

enum err session_decode(struct request *request)
{
	struct session_start *start = arena_alloc_zeroed(&request->arena, sizeof *start);
	enum err err = start ? check_penalty(request) : ERR_MEMORY;
	if (err) return err;
	err = find_who(request, request->input, start);
	if (err) {
		if (has_credential(request->input))
			auth_note_wrong(api_auth(request->api), request->caller.source,
					request->now.boot);
		return err;
	}
	/* The table's texts may move on: our own are needed until the answer. */
	request->who.tenant = str_copy(&request->arena, request->who.tenant);
	request->who.user = str_copy(&request->arena, request->who.user);
	request->tenant = request->who.tenant;
	err = admit_quota(request, request->body.len);
	if (err) return err;
	start->who = &request->who;
	start->now = request->now;
	start->source = request->caller.source;
	start->agent = request->caller.agent;
	start->id = api_next_id(request->api);
	note_sign_in(request, start);
	request->found = start;
	request->reading.is_skipped = start->by != SIGN_IN_PROXY || who_is_system(&request->who);
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

/* A token ends with its tenant; a rule of the settings may name one that is not there. */
enum err session_read(struct request *request, struct query *query)
{
	const struct session_start *start = request->found;
	struct tenant_list list = { .id = request->tenant, .limit = 1 };
	struct tenant_page page = { 0 };
	must(start->by == SIGN_IN_PROXY);
	enum err err = query->calls->tenants(query, &list, &request->arena, &page);
	if (err || page.len) return err;
	return request_refuse(request, ERR_FORBIDDEN,
			      "BELFRY_PROXY_ROLES names the tenant \"%.*s\", which does not exist",
			      STR_ARG(request->tenant));
}

enum err session_begin(struct request *request, struct command *command)
{
	const struct api_doors *doors = api_doors(request->api);
	struct session_start *start = request->found;
	char value[SESSION_TEXT_BYTES];
	u8 random[SESSION_ID_BYTES];
	command->kind = COMMAND_RECORD;
	doors->random(doors->context, random, sizeof random);
	start->random = random;
	enum err err = sessions_begin(api_sessions(request->api), start, value);
	request->who.session = start->id;
	if (!err) put_cookie(request, (str){ value, sizeof value }, SESSION_MS / MSEC_SECOND);
	secret_forget(random, sizeof random);
	return err;
}

enum err session_record(struct request *request, struct command *command)
{
	(void)request;
	command->kind = COMMAND_RECORD;
	return ERR_OK;
}

bool session_render(struct request *request)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(session, id), &request->who.session);
	put_text(out, KEY(session, tenant_id), request->who.tenant);
	put_text(out, KEY(session, role), role_name(request->who.role));
	put_text_or_null(out, KEY(session, user_id), request->who.user);
	put_i64(out, KEY(session, expires_in_seconds), SESSION_MS / MSEC_SECOND);
	write_close(out, '}');
	return true;
}

/* ---- signing out --------------------------------------------------------------------------- */

bool session_render_ended(struct request *request)
{
	if (request->caller.session.len)
		sessions_end(api_sessions(request->api), request->caller.session);
	put_cookie(request, STR(""), 0);
	request->status = 204;
	return true;
}

enum err session_end_decode(struct request *request)
{
	request->audit.object = print_id(request, &request->who.session);
	return ERR_OK;
}

/* A caller with a token has no session that could end. A refused call sets no cookie. */
enum err session_end(struct request *request, struct command *command)
{
	command->kind = COMMAND_RECORD;
	request->is_done = !request->caller.session.len;
	if (!request->is_done) return ERR_OK;
	enum err err = look_was_made(request);
	if (!err) (void)session_render_ended(request);
	return err;
}

/* ---- listed -------------------------------------------------------------------------------- */

/* An admin sees the tenant's, everybody else their own. */
static struct session_filter visible_to(const struct request *request)
{
	struct session_filter filter = { .tenant = request->is_all ? STR("") : request->tenant };
	if (request->who.role != ROLE_ADMIN) filter.owner = &request->who;
	return filter;
}

static void show_session(struct request *request, const struct session_view *session)
{
	struct buf *out = &request->out;
	const struct who *who = &session->who;
	const struct token_row *token = NULL;
	if (auth_check_again(api_auth(request->api), &who->token, request->now.wall, &token))
		token = NULL;
	write_open(out, '{');
	put_uuid(out, KEY(session_shown, id), &session->id);
	put_text(out, KEY(session_shown, tenant_id), who->tenant);
	put_text(out, KEY(session_shown, role), role_name(who->role));
	put_text_or_null(out, KEY(session_shown, user_id), who->user);
	put_text(out, KEY(session_shown, signed_in_by), sign_in_word(session->by));
	put_uuid_or_null(out, KEY(session_shown, token_id), &who->token);
	put_text_or_null(out, KEY(session_shown, token_name), token ? token->name : STR(""));
	put_text_or_null(out, KEY(session_shown, source), session->source);
	put_text_or_null(out, KEY(session_shown, user_agent), session->agent);
	put_instant(out, KEY(session_shown, created_at), session->begun);
	put_instant(out, KEY(session_shown, last_used_at), session->used);
	put_instant(out, KEY(session_shown, expires_at), session->expires);
	put_instant(out, KEY(session_shown, idle_expires_at), session->idle_expires);
	put_bool(out, KEY(session_shown, is_current), uuid_eq(&session->id, &request->who.session));
	write_close(out, '}');
}

enum err session_list_decode(struct request *request)
{
	const struct page_params *params = request->params;
	struct session_filter filter = visible_to(request);
	struct session_view *views;
	struct uuid after;
	u32 limit;
	bool has_more;
	enum err err = list_begin_by_id(request, &params->list, &limit, &after);
	if (err) return err;
	views = arena_alloc_array(&request->arena, limit, sizeof *views);
	if (!views) return ERR_MEMORY;
	u32 len = sessions_list(api_sessions(request->api), &filter, &request->now, &after, views,
				limit, &has_more);
	list_open(request);
	for (u32 i = 0; i < len; i++) show_session(request, &views[i]);
	list_close_by_id(request, has_more, len ? &views[len - 1].id : &after);
	return ERR_OK;
}

bool session_list_render(struct request *request)
{
	(void)request; /* it is written */
	return true;
}

/* ---- revoked ------------------------------------------------------------------------------- */

enum err session_revoke(struct request *request, struct command *command)
{
	struct session_filter filter = visible_to(request);
	struct session_view session;
	struct uuid id;
	enum err err = request_part_id(request, 0, &id);
	command->kind = COMMAND_RECORD;
	if (err) return err;
	bool is_there = sessions_find_by_id(api_sessions(request->api), &filter, &id, &request->now,
					    &session);
	return is_there ? ERR_OK : ERR_NOT_FOUND;
}

/* Ended only now: If-Match was judged, and the audit has it where the store takes anything. */
bool session_render_revoked(struct request *request)
{
	struct uuid id;
	must(request_part_id(request, 0, &id) == ERR_OK);
	(void)sessions_end_by_id(api_sessions(request->api), &id);
	if (uuid_eq(&id, &request->who.session)) put_cookie(request, STR(""), 0);
	return true;
}

SHAPE_STRUCT(revoke_params, SESSION_REVOKE_PARAMS);
SHAPE(session_revoke_query, revoke_params, SESSION_REVOKE_PARAMS, "session_revoke",
      "whose sessions end");

static struct session_filter to_revoke(const struct request *request)
{
	const struct revoke_params *params = request->params;
	struct session_filter filter = { .tenant = request->tenant,
					 .user = params->user_id,
					 .but = request->who.session };
	if (!params->user_id.len && !params->everybody) filter.owner = &request->who;
	return filter;
}

enum err session_revoke_many_decode(struct request *request)
{
	const struct revoke_params *params = request->params;
	bool is_own = !params->everybody &&
		      (!params->user_id.len || str_eq(params->user_id, request->who.user));
	if (!is_own && request->who.role != ROLE_ADMIN)
		return request_refuse(request, ERR_FORBIDDEN,
				      "only an admin may end the sessions of others");
	request->audit.object = params->user_id.len ? params->user_id
				: is_own            ? api_actor(request)
						    : request->tenant;
	return ERR_OK;
}

bool session_render_revoked_many(struct request *request)
{
	struct session_filter filter = to_revoke(request);
	u32 ended = sessions_end_matching(api_sessions(request->api), &filter, &request->now);
	write_open(&request->out, '{');
	put_u64(&request->out, KEY(sessions_revoked, revoked), ended);
	write_close(&request->out, '}');
	return true;
}
