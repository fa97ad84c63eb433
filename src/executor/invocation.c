#include "executor/invocation.h"

#include "api/json.h"
#include "base/buf.h"
#include "executor/references.h"
#include "model/alert.h"

static enum err describe_webhook(const struct lease *lease, struct arena *arena,
				 struct invocation_target *target, struct why *why)
{
	str url = json_member(lease->payload, STR("url"));
	str headers = json_member(lease->payload, STR("headers"));
	str body = json_member(lease->payload, STR("body"));
	struct buf text;
	if (!url.len || url.at[0] != '"')
		return fail(why, ERR_INVALID, "the payload of a %.*s must have a url",
			    STR_ARG(lease->type_name));
	buf_init(&text, HANDLER_SPEC_BYTES + 64);
	buf_addf(&text, "{\"kind\":\"http\",\"url\":%.*s", STR_ARG(url));
	if (headers.len) buf_addf(&text, ",\"headers\":%.*s", STR_ARG(headers));
	buf_add_byte(&text, '}');
	bool is_too_long = buf_failed(&text);
	target->handler = is_too_long ? (str){ 0 } : str_copy(arena, buf_view(&text));
	target->payload = body.len ? body : lease->payload;
	buf_done(&text);
	if (is_too_long)
		return fail(why, ERR_INVALID, "url and headers of a %.*s are too long",
			    STR_ARG(lease->type_name));
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* A mail, where it says to whom: its title as the subject, its words as the text. */
static enum err describe_reminder(const struct lease *lease, struct arena *arena,
				  struct invocation_target *target, struct why *why)
{
	str to = json_member(lease->payload, STR("to"));
	str title = json_member(lease->payload, STR("title"));
	str words = json_member(lease->payload, STR("description"));
	struct buf text;
	if (!to.len)
		return fail(why, ERR_INVALID,
			    "a REMINDER task needs user_id, or \"to\" with a mail address");
	if (!title.len) title = STR("\"Reminder\"");
	if (!words.len) words = title;
	buf_init(&text, LIMIT_PAYLOAD_BYTES + 256);
	buf_addf(&text, "{\"to\":%.*s,\"subject\":%.*s,\"text\":%.*s}", STR_ARG(to), STR_ARG(title),
		 STR_ARG(words));
	bool is_too_long = buf_failed(&text);
	target->payload = is_too_long ? (str){ 0 } : str_copy(arena, buf_view(&text));
	buf_done(&text);
	if (is_too_long) return fail(why, ERR_INVALID, "the reminder is too long for a mail");
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static enum err describe(const struct lease *lease, struct arena *arena,
			 struct invocation_target *target, bool *out_is_own, struct why *why)
{
	target->handler = json_member(lease->details, STR("handler"));
	target->payload = lease->payload;
	*out_is_own = target->handler.len > 0;
	if (*out_is_own) return ERR_OK;
	target->handler = STR("{\"kind\":\"smtp\"}");
	if (str_eq(lease->type_name, STR("EMAIL"))) return ERR_OK;
	if (str_eq(lease->type_name, STR("WEBHOOK")) || str_eq(lease->type_name, PING_TYPE))
		return describe_webhook(lease, arena, target, why);
	if (str_eq(lease->type_name, STR("REMINDER")))
		return describe_reminder(lease, arena, target, why);
	if (str_eq(lease->type_name, ALERT_TYPE))
		return fail(why, ERR_INVALID, "the payload of an alert.send must have \"alert\"");
	return fail(why, ERR_INVALID, "the type has no handler");
}

/* Of both, each once; but names of another tenant's are told apart from the run's own. */
static enum err find_secrets(const struct handler_spec *spec, bool is_foreign,
			     struct invocation_target *target, struct why *why)
{
	str more[HANDLER_SECRETS_MAX];
	u32 len = 0;
	target->secrets_len = spec_secrets(spec, target->secrets);
	target->foreign_len = is_foreign ? target->secrets_len : 0;
	enum err err = references_find(target->payload, more, countof(more), &len);
	for (u32 i = 0; !err && i < len; i++) {
		bool is_there = false;
		for (u32 k = target->foreign_len; k < target->secrets_len; k++)
			is_there |= str_eq(target->secrets[k], more[i]);
		if (is_there) continue;
		if (target->secrets_len == HANDLER_SECRETS_MAX) err = ERR_QUOTA;
		else target->secrets[target->secrets_len++] = more[i];
	}
	if (err)
		return fail(why, ERR_INVALID, "a run may name at most %d secrets",
			    HANDLER_SECRETS_MAX);
	return ERR_OK;
}

enum err invocation_describe(const struct lease *lease, struct arena *arena,
			     struct invocation_target *out_target, struct why *why)
{
	struct handler_spec spec;
	bool is_own = false;
	bool is_foreign = lease->handler_tenant.v && lease->handler_tenant.v != lease->tenant.v;
	enum err err = describe(lease, arena, out_target, &is_own, why);
	if (!err) err = spec_parse(out_target->handler, arena, &spec, why);
	if (!err) err = find_secrets(&spec, is_foreign, out_target, why);
	if (!err && !is_own && out_target->secrets_len)
		return fail(why, ERR_INVALID, "a run that gives its own URL cannot use secrets");
	return err;
}
