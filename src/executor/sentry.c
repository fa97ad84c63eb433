#include "executor/sentry.h"

#include "api/json.h"
#include "api/write.h"
#include "base/buf.h"
#include "calendar/civil.h"
#include "model/alert.h"

enum { EVENT_BYTES = 16 << 10, KEY_BYTES = 128, ID_BYTES = 32 };

/* Digits; and letters and these, where there are any. */
static bool is_made_of(str text, str more)
{
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.at[i];
		bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
		bool is_more = is_letter || str_find(more, byte) < more.len;
		if (!(byte >= '0' && byte <= '9') && !(more.len && is_more)) return false;
	}
	return text.len > 0;
}

enum err sentry_parse(str dsn, struct sentry *out_sentry, struct why *why)
{
	struct sentry sentry = { .scheme = STR("https://") };
	str rest = dsn;
	if (str_starts_with(dsn, STR("http://"))) sentry.scheme = STR("http://");
	if (str_starts_with(dsn, sentry.scheme)) {
		rest = str_from_offset(dsn, sentry.scheme.len);
		sentry.key = str_split(&rest, '@');
		size_t slash = rest.len;
		while (slash && rest.at[slash - 1] != '/') slash--;
		sentry.project = str_from_offset(rest, slash);
		sentry.host = str_slice(rest, 0, slash ? slash - 1 : 0);
	}
	bool is_good = sentry.key.len <= KEY_BYTES && is_made_of(sentry.key, STR("-_")) &&
		       is_made_of(sentry.project, STR("")) &&
		       is_made_of(sentry.host, STR(".-_:/[]"));
	if (!is_good)
		return fail(why, ERR_INVALID,
			    "BELFRY_SENTRY_DSN must be https://KEY@HOST/PROJECT, where PROJECT "
			    "is a number");
	*out_sentry = sentry;
	return ERR_OK;
}

static void print_id(const struct uuid *id, char text[ID_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	for (u32 i = 0; i < sizeof id->bytes; i++) {
		text[2 * i] = digits[id->bytes[i] >> 4];
		text[2 * i + 1] = digits[id->bytes[i] & 15];
	}
}

/* A value of the run's payload as it stands there; null: it has none. */
static str value_of(const struct lease *lease, str key)
{
	str bytes = { 0 };
	return json_find(lease->payload, key, &bytes) && bytes.len ? bytes : STR("null");
}

static str word_of(const struct lease *lease, str key)
{
	str bytes = value_of(lease, key);
	return bytes.len >= 2 && bytes.at[0] == '"' ? str_slice(bytes, 1, bytes.len - 1) : STR("");
}

static void put_tags(struct buf *out, const struct lease *lease)
{
	static const str keys[] = {
		{ "reason", 6 }, { "tenant_id", 9 }, { "type", 4 }, { "state", 5 }, { "outcome", 7 }
	};
	put_open(out, STR("tags"), '{');
	for (u32 i = 0; i < countof(keys); i++) {
		str value = value_of(lease, keys[i]);
		if (!str_eq(value, STR("null"))) put_raw(out, keys[i], value);
	}
	write_close(out, '}');
	put_open(out, STR("extra"), '{');
	put_raw(out, STR("run_id"), value_of(lease, STR("run_id")));
	put_raw(out, STR("count"), value_of(lease, STR("count")));
	write_close(out, '}');
}

static void put_message(struct buf *out, const struct lease *lease)
{
	struct buf text;
	bool is_growth = str_eq(word_of(lease, STR("reason")), STR("dlq_growth"));
	bool is_test = str_eq(word_of(lease, STR("reason")), STR("test"));
	str count = value_of(lease, STR("count"));
	buf_init(&text, EVENT_BYTES);
	if (is_test) buf_add(&text, STR("This is a test; nothing is wrong."));
	else if (is_growth) buf_addf(&text, "%.*s dead letters within 5 minutes", STR_ARG(count));
	else
		buf_addf(&text, "%.*s failed attempts of %.*s/%.*s", STR_ARG(count),
			 STR_ARG(word_of(lease, STR("tenant_id"))),
			 STR_ARG(word_of(lease, STR("type"))));
	put_text(out, STR("message"), buf_view(&text));
	buf_done(&text);
}

/* Reports about one type are one issue. */
static void put_fingerprint(struct buf *out, const struct lease *lease)
{
	put_open(out, STR("fingerprint"), '[');
	write_text(out, STR("belfry"));
	write_text(out, word_of(lease, STR("reason")));
	write_text(out, word_of(lease, STR("tenant_id")));
	write_text(out, word_of(lease, STR("type")));
	write_close(out, ']');
}

static void write_event(struct buf *out, const struct lease *lease, str id)
{
	write_open(out, '{');
	put_text(out, STR("event_id"), id);
	put_raw(out, STR("timestamp"), value_of(lease, STR("at")));
	put_text(out, STR("level"), STR("error"));
	put_text(out, STR("platform"), STR("other"));
	put_text(out, STR("logger"), STR("belfry"));
	put_message(out, lease);
	put_tags(out, lease);
	put_fingerprint(out, lease);
	write_close(out, '}');
}

/* A header, the item's header, the event: a line each. The run's id makes it the same event however
 * often it is tried. */
static void write_envelope(struct buf *out, const struct lease *lease, msec now)
{
	char id[ID_BYTES];
	struct buf event;
	print_id(&lease->run, id);
	buf_init(&event, EVENT_BYTES);
	write_event(&event, lease, (str){ id, sizeof id });
	buf_addf(out, "{\"event_id\":\"%.*s\",\"sent_at\":\"", ID_BYTES, id);
	instant_print(now, out);
	buf_addf(out, "\"}\n{\"type\":\"event\",\"length\":%zu}\n", event.len);
	buf_add(out, buf_view(&event));
	buf_add_byte(out, '\n');
	buf_done(&event);
}

static void write_handler(struct buf *out, const struct sentry *sentry)
{
	buf_addf(
		out,
		"{\"kind\":\"http\",\"url\":\"%.*s%.*s/api/%.*s/envelope/\","
		"\"content_type\":\"application/x-sentry-envelope\",\"headers\":{\"X-Sentry-Auth\":"
		"\"Sentry sentry_version=7, sentry_client=belfry/1, sentry_key=%.*s\"}}",
		STR_ARG(sentry->scheme), STR_ARG(sentry->host), STR_ARG(sentry->project),
		STR_ARG(sentry->key));
}

static str kept(struct buf *text, struct arena *arena)
{
	str copy = buf_failed(text) ? (str){ 0 } : str_copy(arena, buf_view(text));
	buf_done(text);
	return copy;
}

enum err sentry_describe(str dsn, const struct lease *lease, str tenant, msec now,
			 struct arena *arena, struct invocation_target *out_target, struct why *why)
{
	struct sentry sentry;
	struct buf handler, envelope;
	if (!dsn.len) return fail(why, ERR_INVALID, "BELFRY_SENTRY_DSN is not set");
	if (!str_eq(tenant, STR("system")))
		return fail(why, ERR_INVALID, "only tokens of the tenant system may report errors");
	enum err err = sentry_parse(dsn, &sentry, why);
	if (err) return err;
	buf_init(&handler, EVENT_BYTES);
	buf_init(&envelope, 2 * EVENT_BYTES);
	write_handler(&handler, &sentry);
	write_envelope(&envelope, lease, now);
	out_target->handler = kept(&handler, arena);
	out_target->payload = kept(&envelope, arena);
	out_target->secrets_len = 0;
	return out_target->handler.len && out_target->payload.len ? ERR_OK : ERR_MEMORY;
}

enum err report_describe(str dsn, const struct lease *lease, str tenant, msec now,
			 struct arena *arena, struct invocation_target *out_target, struct why *why)
{
	if (!str_eq(lease->type_name, SENTRY_TYPE) || lease->details.len)
		return invocation_describe(lease, arena, out_target, why);
	return sentry_describe(dsn, lease, tenant, now, arena, out_target, why);
}
