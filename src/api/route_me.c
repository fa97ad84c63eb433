/* The caller and the calls it may make: so that a client shows only what will be allowed. The
 * answer is made from the same tables that refuse (routes.def, access.def). */
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "store/query.h"

/* The facts that the loop's tables have about the caller; texts are the request's. */
struct me {
	bool has_token;
	str token_name;
	msec token_until;
	bool has_session;
	struct session_view session;
};

/* The tables belong to the loop's thread, the view to a reader's. */
enum err me_decode(struct request *request)
{
	const struct who *who = &request->who;
	const struct token_row *row;
	struct session_filter all = { 0 };
	struct me *me = arena_alloc_zeroed(&request->arena, sizeof *me);
	if (!me) return ERR_MEMORY;
	request->found = me;
	if (!auth_check_again(api_auth(request->api), &who->token, request->now.wall, &row)) {
		me->has_token = true;
		me->token_name = str_copy(&request->arena, row->name);
		me->token_until = row->until;
	}
	if (who->is_session)
		me->has_session = sessions_find_by_id(api_sessions(request->api), &all,
						      &who->session, &request->now, &me->session);
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

static void put_token(struct request *request, const struct me *me)
{
	struct buf *out = &request->out;
	if (!me->has_token) {
		put_null(out, KEY(me, token));
		return;
	}
	put_open(out, KEY(me, token), '{');
	put_uuid(out, KEY(me_token, id), &request->who.token);
	put_text_or_null(out, KEY(me_token, name), me->token_name);
	put_instant_or_null(out, KEY(me_token, expires_at), me->token_until);
	put_open(out, KEY(me_token, queues), '[');
	for (u32 i = 0; i < request->caller.queues_len; i++)
		write_text(out, request->caller.queues[i]);
	write_close(out, ']');
	write_close(out, '}');
}

static void put_session(struct buf *out, const struct me *me)
{
	if (!me->has_session) {
		put_null(out, KEY(me, session));
		return;
	}
	put_open(out, KEY(me, session), '{');
	put_uuid(out, KEY(me_session, id), &me->session.id);
	put_text(out, KEY(me_session, signed_in_by), sign_in_word(me->session.by));
	put_instant(out, KEY(me_session, created_at), me->session.begun);
	put_instant(out, KEY(me_session, expires_at), me->session.expires);
	put_instant(out, KEY(me_session, idle_expires_at), me->session.idle_expires);
	write_close(out, '}');
}

/* A member of the tenant's details, as it stands there; null: it has none. */
static void put_detail(struct buf *out, struct key_loose key, str details)
{
	str value = { 0 };
	if (details.len && json_find(details, key.name, &value)) put_raw(out, key, value);
	else put_null(out, key);
}

/* Priorities as callers of this tenant write them: 1 is first, `last` is last. */
static void put_tenant(struct buf *out, const struct tenant_view *tenant)
{
	u32 steps = tenant->defaults.priority_steps;
	put_open(out, KEY(me, tenant), '{');
	put_text(out, KEY(me_tenant, id), tenant->id);
	put_detail(out, LOOSE(me_tenant, name), tenant->details);
	put_detail(out, LOOSE(me_tenant, profile), tenant->details);
	put_detail(out, LOOSE(me_tenant, timezone), tenant->details);
	put_u64(out, KEY(me_tenant, priority_last), steps ? steps : LIMIT_PRIORITY_MAX);
	write_close(out, '}');
}

static bool may_call(const struct who *who, const struct api_route *route)
{
	if (route->reach == REACH_NOBODY) return true;
	if ((route->flags & ROUTE_SYSTEM) && !who_is_system(who)) return false;
	return role_reaches(who->role, route->reach);
}

static void put_may(struct buf *out, const struct who *who)
{
	u32 len;
	const struct api_route *all = routes(&len);
	put_open(out, KEY(me, access), '[');
	for (u32 i = 0; i < REACH_COUNT; i++) {
		bool is_any = i == REACH_NOBODY;
		if (!is_any && role_reaches(who->role, (enum reach)i))
			write_text(out, reach_word((enum reach)i));
	}
	write_close(out, ']');
	put_open(out, KEY(me, operations), '[');
	for (u32 i = 0; i < len; i++) {
		if (may_call(who, &all[i])) write_text(out, str_from(all[i].name));
	}
	write_close(out, ']');
}

enum err me_view(struct request *request, struct query *query)
{
	const struct who *who = &request->who;
	struct buf *out = &request->out;
	struct tenant_list list = { .id = who->tenant, .limit = 1 };
	struct tenant_page page = { 0 };
	enum err err = query->calls->tenants(query, &list, &request->arena, &page);
	if (err) return err;
	struct tenant_view none = { .id = who->tenant };
	write_open(out, '{');
	put_text(out, KEY(me, tenant_id), who->tenant);
	put_bool(out, KEY(me, is_system), who_is_system(who));
	put_text(out, KEY(me, role), role_name(who->role));
	put_text_or_null(out, KEY(me, user_id), who->user);
	put_text(out, KEY(me, authenticated_by), who->is_session ? STR("session") : STR("token"));
	put_token(request, request->found);
	put_session(out, request->found);
	put_tenant(out, page.len ? &page.rows[0] : &none);
	put_may(out, who);
	put_text(out, KEY(me, server_version), api_version(request->api));
	write_close(out, '}');
	return ERR_OK;
}
