#include "model/alert.h"

#include "base/must.h"
#include "calendar/civil.h"

static const struct {
	str word;
	enum alert_scope scope;
	str unit;
	u32 otherwise, least, most;
} kinds[ALERT_KIND_COUNT] = {
#define X(id, word, scope, unit, otherwise, least, most, sentence) \
	{ STR(word), ALERT_OF_##scope, STR(unit), otherwise, least, most },
	ALERT_KINDS(X)
#undef X
};

str alert_kind_name(enum alert_kind kind)
{
	must(kind < ALERT_KIND_COUNT);
	return kinds[kind].word;
}

enum alert_scope alert_kind_scope(enum alert_kind kind)
{
	must(kind < ALERT_KIND_COUNT);
	return kinds[kind].scope;
}

struct uuid alert_service_rule_id(enum alert_kind kind)
{
	must(alert_kind_scope(kind) == ALERT_OF_SERVICE);
	return (struct uuid){ .bytes = { [15] = (u8)(1 + kind - ALERT_SERVICE_FIRST) } };
}

struct alert_rule_row alert_service_rule(enum alert_kind kind)
{
	return (struct alert_rule_row){ .id = alert_service_rule_id(kind),
					.kind = kind,
					.threshold = alert_threshold_default(kind),
					.version = 1,
					.is_enabled = true };
}

bool alert_kind_parse(str word, enum alert_kind *out_kind)
{
	for (u32 i = 0; i < ALERT_KIND_COUNT; i++) {
		if (!str_eq(kinds[i].word, word)) continue;
		*out_kind = (enum alert_kind)i;
		return true;
	}
	return false;
}

u32 alert_threshold_default(enum alert_kind kind)
{
	must(kind < ALERT_KIND_COUNT);
	return kinds[kind].otherwise;
}

enum err alert_threshold_check(enum alert_kind kind, u32 threshold, struct why *why)
{
	must(kind < ALERT_KIND_COUNT);
	if (threshold >= kinds[kind].least && threshold <= kinds[kind].most) return ERR_OK;
	return fail(why, ERR_INVALID, "threshold_value of %.*s must be %u to %u %.*s",
		    STR_ARG(kinds[kind].word), kinds[kind].least, kinds[kind].most,
		    STR_ARG(kinds[kind].unit));
}

str alert_state_name(enum alert_state state)
{
	return state == ALERT_RAISED ? STR("raised") : STR("resolved");
}

/* ---- judging ------------------------------------------------------------------------------ */

enum alert_move alert_judge(enum alert_kind kind, u32 threshold, bool is_open,
			    const struct alert_facts *facts)
{
	switch (kind) {
	case ALERT_FAILURE:
	case ALERT_TIMEOUT:
		if (!is_open) return facts->count >= threshold ? ALERT_RAISE : ALERT_STAYS;
		return facts->count == 0 ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_LONG_RUNNING:
		if (!is_open) return facts->over ? ALERT_RAISE : ALERT_STAYS;
		return facts->over ? ALERT_STAYS : ALERT_RESOLVE;
	case ALERT_MISSED:
		if (!is_open) return facts->over ? ALERT_RAISE : ALERT_STAYS;
		return facts->in_time && !facts->over ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_DLQ_GROWTH:
	case ALERT_STALLED:
		if (!is_open) return facts->count >= threshold ? ALERT_RAISE : ALERT_STAYS;
		return facts->count * 2 <= threshold ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_RATE_LIMITED:
		if (!is_open) return facts->count >= threshold ? ALERT_RAISE : ALERT_STAYS;
		return facts->is_calm ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_NO_WORKER:
		if (!is_open) return facts->over >= threshold ? ALERT_RAISE : ALERT_STAYS;
		return facts->in_time ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_LATENCY:
		if (!is_open) return facts->count >= ALERT_MINUTES ? ALERT_RAISE : ALERT_STAYS;
		return facts->is_calm ? ALERT_RESOLVE : ALERT_STAYS;
	case ALERT_KIND_COUNT: break;
	}
	must(false);
	return ALERT_STAYS;
}

/* ---- channels ----------------------------------------------------------------------------- */

static bool is_address(str recipient)
{
	return str_find(recipient, '@') < recipient.len;
}

static bool is_url(str recipient)
{
	return str_starts_with(recipient, STR("https://")) ||
	       str_starts_with(recipient, STR("http://"));
}

bool alert_channel_is_tenants(str channel)
{
	return !str_eq(channel, STR("in_app")) && !str_eq(channel, STR("email")) &&
	       !str_eq(channel, STR("webhook"));
}

bool alert_reaches(str channel, str recipient)
{
	if (str_eq(channel, STR("webhook"))) return is_url(recipient);
	if (is_url(recipient)) return false;
	if (alert_channel_is_tenants(channel)) return true;
	return recipient.len && (str_eq(channel, STR("email")) || !is_address(recipient));
}

/* Whether one of the channels reaches it. */
static bool is_reached(str channels, str recipient)
{
	while (channels.len)
		if (alert_reaches(str_split(&channels, ','), recipient)) return true;
	return false;
}

/* Whether it reaches one of them. */
static bool reaches_any(str channel, str recipients)
{
	while (recipients.len)
		if (alert_reaches(channel, str_split(&recipients, '\n'))) return true;
	return false;
}

/* How many there would be, also past the bound. Channels of the tenant's own that no recipient is
 * for are served without one. */
static u32 list_sends(str channels, str recipients, struct alert_send sends[ALERT_SENDS_MAX])
{
	u32 len = 0;
	str rest = recipients;
	while (rest.len) {
		str one = str_split(&rest, '\n');
		if (!is_reached(channels, one)) continue;
		if (len < ALERT_SENDS_MAX) sends[len] = (struct alert_send){ one, channels };
		len++;
	}
	bool is_left = false;
	rest = channels;
	while (rest.len) {
		str channel = str_split(&rest, ',');
		is_left |= alert_channel_is_tenants(channel) && !reaches_any(channel, recipients);
	}
	if (is_left && len < ALERT_SENDS_MAX)
		sends[len] = (struct alert_send){ { "", 0 }, channels };
	return len + is_left;
}

u32 alert_sends(str channels, str recipients, struct alert_send out_sends[ALERT_SENDS_MAX])
{
	u32 len = list_sends(channels, recipients, out_sends);
	return len < ALERT_SENDS_MAX ? len : ALERT_SENDS_MAX;
}

static bool is_channel_name(str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char byte = name.at[i];
		bool is_good = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
			       byte == '_' || byte == '-';
		if (!is_good) return false;
	}
	return name.len > 0 && name.len <= LIMIT_ALERT_CHANNEL_BYTES;
}

static enum err check_each_channel(str channels, str recipients, struct why *why)
{
	while (channels.len) {
		str channel = str_split(&channels, ',');
		if (!is_channel_name(channel))
			return fail(why, ERR_INVALID,
				    "notification_channels: a name must have 1 to %d of a-z, "
				    "0-9, _ and -",
				    LIMIT_ALERT_CHANNEL_BYTES);
		if (alert_channel_is_tenants(channel) || reaches_any(channel, recipients)) continue;
		return fail(why, ERR_INVALID,
			    "recipients: the channel %.*s needs a recipient "
			    "that it can reach (%s)",
			    STR_ARG(channel),
			    str_eq(channel, STR("webhook")) ? "an http url"
			    : str_eq(channel, STR("email")) ? "an address with @, or a person's id"
							    : "a person's id");
	}
	return ERR_OK;
}

static enum err check_each_recipient(str channels, str recipients, struct why *why)
{
	while (channels.len && recipients.len) {
		str one = str_split(&recipients, '\n');
		if (one.len > LIMIT_ALERT_RECIPIENT_BYTES)
			return fail(why, ERR_TOO_LONG,
				    "recipients: each must have at most %d "
				    "bytes",
				    LIMIT_ALERT_RECIPIENT_BYTES);
		if (!is_reached(channels, one))
			return fail(why, ERR_INVALID,
				    "recipients: no channel of the rule reaches \"%.*s\"",
				    STR_ARG(one));
	}
	return ERR_OK;
}

enum err alert_check_channels(str channels, str recipients, struct why *why)
{
	struct alert_send sends[ALERT_SENDS_MAX];
	enum err err = check_each_channel(channels, recipients, why);
	if (!err) err = check_each_recipient(channels, recipients, why);
	if (err) return err;
	if (recipients.len > LIMIT_ALERT_RECIPIENTS_BYTES ||
	    channels.len > LIMIT_ALERT_CHANNELS_BYTES)
		return fail(why, ERR_TOO_LONG,
			    "notification_channels and recipients must have at most %d and %d "
			    "bytes",
			    LIMIT_ALERT_CHANNELS_BYTES, LIMIT_ALERT_RECIPIENTS_BYTES);
	if (list_sends(channels, recipients, sends) > ALERT_SENDS_MAX)
		return fail(why, ERR_INVALID, "recipients: at most %d are allowed",
			    ALERT_SENDS_MAX);
	return ERR_OK;
}

/* ---- texts -------------------------------------------------------------------------------- */

static void add_id(struct buf *out, const struct uuid *id)
{
	char text[UUID_TEXT_LEN];
	uuid_print(*id, text);
	buf_add(out, (str){ text, sizeof text });
}

static void add_instant(struct buf *out, const char *key, msec at)
{
	buf_addf(out, ",\"%s\":", key);
	if (!at) {
		buf_add(out, STR("null"));
		return;
	}
	buf_add_byte(out, '"');
	instant_print(at, out);
	buf_add_byte(out, '"');
}

void alert_print(const struct alert_row *alert, struct buf *out)
{
	enum alert_state state = alert->resolved_at ? ALERT_RESOLVED : ALERT_RAISED;
	buf_add(out, STR("{\"alert_id\":\""));
	add_id(out, &alert->id);
	buf_addf(out, "\",\"state\":\"%.*s\",\"alert_type\":\"%.*s\"",
		 STR_ARG(alert_state_name(state)), STR_ARG(alert_kind_name(alert->kind)));
	if (alert_kind_scope(alert->kind) == ALERT_OF_JOB) {
		buf_add(out, STR(",\"job_id\":\""));
		add_id(out, &alert->job);
		buf_add(out, STR("\",\"job_code\":"));
	} else {
		buf_add(out, STR(",\"subject\":"));
	}
	buf_add_json(out, alert->job_code);
	buf_addf(out, ",\"threshold_value\":%u,\"value\":%llu", alert->threshold,
		 (unsigned long long)alert->value);
	if (!uuid_is_nil(&alert->run)) {
		buf_add(out, STR(",\"run_id\":\""));
		add_id(out, &alert->run);
		buf_add_byte(out, '"');
	}
	add_instant(out, "raised_at", alert->raised_at);
	add_instant(out, "resolved_at", alert->resolved_at);
	if (alert->reason.len) {
		buf_add(out, STR(",\"reason\":"));
		buf_add_json(out, alert->reason);
	}
	buf_add_byte(out, '}');
}

/* As it stands inside a JSON text. */
static void add_escaped(struct buf *out, str text)
{
	size_t before = out->len;
	buf_add_json(out, text);
	if (buf_failed(out)) return;
	out->len -= 2;
	memmove(out->at + before, out->at + before + 1, out->len - before);
}

static void add_subject(const struct alert_row *alert, struct buf *out)
{
	bool is_job = alert_kind_scope(alert->kind) == ALERT_OF_JOB;
	if (is_job) buf_add(out, STR("job "));
	if (!is_job && !alert->job_code.len) buf_add(out, STR("the service"));
	add_escaped(out, alert->job_code);
}

void alert_print_words(const struct alert_row *alert, struct buf *out)
{
	bool is_latency = alert->kind == ALERT_LATENCY;
	str unit = is_latency ? STR("% of the high-priority runs started late")
			      : kinds[alert->kind].unit;
	buf_add(out, alert_kind_name(alert->kind));
	buf_add(out, STR(" of "));
	add_subject(alert, out);
	buf_addf(out, ": %llu %.*s (threshold %u%s)", (unsigned long long)alert->value,
		 STR_ARG(unit), alert->threshold, is_latency ? " seconds" : "");
	if (alert->resolved_at) buf_add(out, STR(", resolved"));
}

static void add_channels(struct buf *out, const struct alert_send *send)
{
	str rest = send->channels;
	bool is_first = true;
	buf_add_byte(out, '[');
	while (rest.len) {
		str channel = str_split(&rest, ',');
		if (!alert_reaches(channel, send->recipient)) continue;
		if (!is_first) buf_add_byte(out, ',');
		buf_add_json(out, channel);
		is_first = false;
	}
	buf_add_byte(out, ']');
}

static void add_words(struct buf *out, const struct alert_row *alert, bool is_test)
{
	buf_add(out, STR(",\"title\":\""));
	if (is_test) buf_add(out, STR("[test] "));
	alert_print_words(alert, out);
	buf_add(out, STR("\",\"text\":\"raised "));
	instant_print(alert->raised_at, out);
	if (alert->resolved_at) buf_add(out, STR("\\nresolved "));
	if (alert->resolved_at) instant_print(alert->resolved_at, out);
	buf_add(out, STR("\\nalert "));
	add_id(out, &alert->id);
	if (is_test) buf_add(out, STR("\\nThis is a test; nothing is wrong."));
	buf_add_byte(out, '"');
}

void alert_send_payload(const struct alert_send *send, const struct alert_row *alert, bool is_test,
			struct buf *out)
{
	buf_clear(out);
	buf_add(out, STR("{\"recipient\":"));
	if (send->recipient.len) buf_add_json(out, send->recipient);
	else buf_add(out, STR("null"));
	buf_add(out, STR(",\"channels\":"));
	add_channels(out, send);
	add_words(out, alert, is_test);
	buf_add(out, STR(",\"alert\":"));
	alert_print(alert, out);
	if (is_test) {
		out->len--;
		buf_add(out, STR(",\"test\":true}"));
	}
	buf_add_byte(out, '}');
}

void alert_print_entity(const struct uuid *id, char text[ALERT_ENTITY_LEN])
{
	memcpy(text, "alert:", ALERT_ENTITY_LEN - UUID_TEXT_LEN);
	uuid_print(*id, text + ALERT_ENTITY_LEN - UUID_TEXT_LEN);
}
