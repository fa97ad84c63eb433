#include "executor/hook_words.h"

#include "api/write.h"
#include "model/guard.h"
#include "model/when.h"

void hook_write_question(const struct policy_hook_ask *ask, struct buf *out)
{
	write_open(out, '{');
	put_uuid(out, STR("run_id"), &ask->run);
	put_text(out, STR("tenant_id"), ask->tenant);
	put_text(out, STR("type"), ask->type);
	put_text_or_null(out, STR("entity"), ask->entity);
	put_text_or_null(out, STR("user_id"), ask->user);
	put_instant(out, STR("run_at"), ask->run_at);
	put_u64(out, STR("attempt"), ask->attempt);
	put_raw(out, STR("payload"), ask->payload);
	write_close(out, '}');
}

void hook_write_handler(str url, str secret, struct buf *out)
{
	write_open(out, '{');
	put_text(out, STR("kind"), STR("http"));
	put_text(out, STR("url"), url);
	if (secret.len) {
		put_open(out, STR("secrets"), '[');
		write_text(out, secret);
		write_close(out, ']');
	}
	write_close(out, '}');
}

/* A text without escapes, or a number of milliseconds. */
static msec read_until(str body)
{
	str value;
	u64 number;
	struct why why;
	msec at = 0;
	if (!payload_find(body, STR("until"), &value) || value.len < 3) return 0;
	if (str_to_u64(value, MSEC_YEAR_9999_END, &number)) return (msec)number;
	if (when_parse(str_slice(value, 1, value.len - 1), NULL, &at, &why)) return 0;
	return at;
}

static msec read_delay(str body, msec now)
{
	str value;
	u64 seconds;
	if (!payload_find(body, STR("defer_seconds"), &value)) return 0;
	if (!str_to_u64(value, 366 * 86400, &seconds)) return 0;
	return msec_add(now, msec_from_seconds((i64)seconds));
}

enum hook_answer hook_read_answer(str body, msec now, msec *out_until)
{
	str decision;
	*out_until = 0;
	if (!payload_find(body, STR("decision"), &decision)) return HOOK_FAILED;
	if (str_eq(decision, STR("\"allow\""))) return HOOK_ALLOW;
	if (str_eq(decision, STR("\"deny\""))) return HOOK_DENY;
	if (!str_eq(decision, STR("\"defer\""))) return HOOK_FAILED;
	*out_until = read_until(body);
	if (!*out_until) *out_until = read_delay(body, now);
	return HOOK_DEFER;
}
