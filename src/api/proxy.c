#include "api/proxy.h"

#include "model/names.h"

/* ---- the rules ----------------------------------------------------------------------------- */

/* A field of HTTP by its letters (RFC 9110), and none that has a meaning of its own here. */
static bool is_field_name(str name)
{
	static const str taken[] = { STR("authorization"),
				     STR("cookie"),
				     STR("host"),
				     STR("origin"),
				     STR("content-type"),
				     STR("content-length"),
				     STR("x-forwarded-for"),
				     STR("x-forwarded-proto"),
				     STR("connection"),
				     STR("transfer-encoding") };
	if (!name.len || name.len > PROXY_FIELD_BYTES) return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		if (!(c >= 'a' && c <= 'z') && !ascii_is_digit(c) && c != '-' && c != '_')
			return false;
	}
	for (size_t i = 0; i < countof(taken); i++)
		if (str_eq_nocase(name, taken[i])) return false;
	return true;
}

static enum err parse_rule(str text, struct proxy_rule *out_rule, struct why *why)
{
	str rest = text;
	str group = str_trim(str_split(&rest, '='));
	str tenant = str_trim(str_split(&rest, ':'));
	str role = str_trim(rest);
	if (!group.len || !tenant.len || !role.len)
		return fail(why, ERR_USAGE, "\"%.*s\" is not GROUP=TENANT:ROLE",
			    STR_ARG(str_slice(text, 0, 80)));
	if (name_check(NAME_TENANT, tenant, "a tenant", why)) return ERR_USAGE;
	*out_rule = (struct proxy_rule){ .group = group, .tenant = tenant };
	if (!role_parse(role, &out_rule->role) || out_rule->role == ROLE_WORKER)
		return fail(why, ERR_USAGE,
			    "\"%.*s\" is not a role for people: viewer, producer, operator, user "
			    "or admin",
			    STR_ARG(str_slice(role, 0, 40)));
	return ERR_OK;
}

static enum err parse_rules(str text, struct proxy_sign_in *out_sign_in, struct why *why)
{
	while (text.len) {
		str rule = str_trim(str_split(&text, ','));
		if (!rule.len) continue;
		if (out_sign_in->rules_len == PROXY_RULES_MAX)
			return fail(why, ERR_USAGE, "at most %d rules", PROXY_RULES_MAX);
		struct proxy_rule *next = &out_sign_in->rules[out_sign_in->rules_len];
		enum err err = parse_rule(rule, next, why);
		if (err) return err;
		out_sign_in->rules_len++;
	}
	return ERR_OK;
}

enum err proxy_parse(str user_field, str groups_field, str rules, struct proxy_sign_in *out_sign_in,
		     struct why *why)
{
	*out_sign_in = (struct proxy_sign_in){ .user_field = user_field,
					       .groups_field = groups_field };
	if (user_field.len && !is_field_name(user_field))
		return fail(why, ERR_USAGE, "\"%.*s\" cannot be the header that names a person",
			    STR_ARG(str_slice(user_field, 0, 80)));
	if (groups_field.len && !is_field_name(groups_field))
		return fail(why, ERR_USAGE, "\"%.*s\" cannot be the header that names groups",
			    STR_ARG(str_slice(groups_field, 0, 80)));
	enum err err = parse_rules(rules, out_sign_in, why);
	if (err) return err;
	if (user_field.len && !out_sign_in->rules_len)
		return fail(why, ERR_USAGE,
			    "a rule GROUP=TENANT:ROLE is needed: without one nobody can sign in "
			    "by the proxy");
	if (!user_field.len && (groups_field.len || out_sign_in->rules_len))
		return fail(why, ERR_USAGE,
			    "groups and rules need the header that names the person "
			    "(BELFRY_PROXY_USER_HEADER)");
	return ERR_OK;
}

/* ---- who asks ------------------------------------------------------------------------------ */

static bool has_group(str groups, str wanted)
{
	if (str_eq(wanted, STR("*"))) return true;
	while (groups.len) {
		if (str_eq(str_trim(str_split(&groups, ',')), wanted)) return true;
	}
	return false;
}

static enum err take_user(str user, struct arena *arena, str *out_user, struct why *why)
{
	user = str_trim(user);
	/* Else a person who is called a:b could be taken for a@b. */
	if (str_find(user, ':') < user.len)
		return fail(why, ERR_FORBIDDEN,
			    "the user name from the proxy must not contain a "
			    "colon");
	if (user.len > LIMIT_TENANT_NAME_BYTES)
		return fail(why, ERR_FORBIDDEN,
			    "the user name from the proxy has %zu bytes; at most %d are allowed",
			    user.len, LIMIT_TENANT_NAME_BYTES);
	char *copy = arena_alloc(arena, user.len ? user.len : 1);
	if (!copy) return ERR_MEMORY;
	for (size_t i = 0; i < user.len; i++) copy[i] = user.at[i] == '@' ? ':' : user.at[i];
	*out_user = (str){ copy, user.len };
	return name_check(NAME_TENANT, *out_user, "the user name from the proxy", why)
		       ? ERR_FORBIDDEN
		       : ERR_OK;
}

enum err proxy_who(const struct proxy_sign_in *sign_in, str user, str groups, struct arena *arena,
		   struct who *out_who, struct why *why)
{
	struct who who = { .is_proxied = true };
	enum err err = take_user(user, arena, &who.user, why);
	if (err) return err;
	for (u32 i = 0; i < sign_in->rules_len; i++) {
		const struct proxy_rule *rule = &sign_in->rules[i];
		if (!has_group(groups, rule->group)) continue;
		who.tenant = rule->tenant;
		who.role = rule->role;
		*out_who = who;
		return ERR_OK;
	}
	return fail(why, ERR_FORBIDDEN, "no rule of BELFRY_PROXY_ROLES gives \"%.*s\" a role",
		    STR_ARG(who.user));
}
