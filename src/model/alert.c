#include "model/alert.h"

#include "base/must.h"
#include "calendar/civil.h"

static const struct {
	str word;
	str unit;
	u32 otherwise, least, most;
} kinds[ALERT_KIND_COUNT] = {
#define X(id, word, unit, otherwise, least, most, sentence) \
	{ STR(word), STR(unit), otherwise, least, most },
	ALERT_KINDS(X)
#undef X
};

str alert_kind_name(enum alert_kind kind)
{
	must(kind < ALERT_KIND_COUNT);
	return kinds[kind].word;
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
	return fail(why, ERR_INVALID, "threshold_value of %.*s is %u to %u %.*s",
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

/* How many of them a channel is for; the first one. */
static u32 count_fitting(str channel, str recipients, str *out_first)
{
	u32 count = 0;
	while (recipients.len) {
		str one = str_split(&recipients, '\n');
		bool fits = str_eq(channel, STR("email"))     ? is_address(one) && !is_url(one)
			    : str_eq(channel, STR("webhook")) ? is_url(one)
							      : !is_url(one);
		if (fits && !count++) *out_first = one;
	}
	return count;
}

static u32 add_webhooks(str recipients, struct alert_send *sends, u32 len)
{
	while (recipients.len) {
		str one = str_split(&recipients, '\n');
		if (!is_url(one)) continue;
		if (len < ALERT_SENDS_MAX) sends[len] = (struct alert_send){ STR("webhook"), one };
		len++;
	}
	return len;
}

/* How many there would be, also past the bound. */
static u32 list_sends(str channels, str recipients, struct alert_send sends[ALERT_SENDS_MAX])
{
	u32 len = 0;
	while (channels.len) {
		str channel = str_split(&channels, ',');
		str first = { 0 };
		if (str_eq(channel, STR("webhook"))) {
			len = add_webhooks(recipients, sends, len);
		} else if (!str_eq(channel, STR("email")) ||
			   count_fitting(channel, recipients, &first)) {
			if (len < ALERT_SENDS_MAX)
				sends[len] = (struct alert_send){ channel, first };
			len++;
		}
	}
	return len;
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

enum err alert_check_channels(str channels, str recipients, struct why *why)
{
	struct alert_send sends[ALERT_SENDS_MAX];
	str rest = channels, first = { 0 };
	while (rest.len) {
		str channel = str_split(&rest, ',');
		if (!is_channel_name(channel))
			return fail(why, ERR_INVALID,
				    "notification_channels: a name is 1 to %d of a-z, 0-9, _ and -",
				    LIMIT_ALERT_CHANNEL_BYTES);
		bool is_told = str_eq(channel, STR("email")) || str_eq(channel, STR("webhook"));
		if (is_told && !count_fitting(channel, recipients, &first))
			return fail(why, ERR_INVALID,
				    "recipients: %.*s needs one it can reach (an address with @, "
				    "or an http url)",
				    STR_ARG(channel));
	}
	if (recipients.len > LIMIT_ALERT_RECIPIENTS_BYTES ||
	    channels.len > LIMIT_ALERT_CHANNELS_BYTES)
		return fail(why, ERR_TOO_LONG,
			    "notification_channels and recipients have at most %d and %d bytes",
			    LIMIT_ALERT_CHANNELS_BYTES, LIMIT_ALERT_RECIPIENTS_BYTES);
	if (list_sends(channels, recipients, sends) > ALERT_SENDS_MAX)
		return fail(why, ERR_INVALID, "an alert is sent at most %d ways: channels, urls",
			    ALERT_SENDS_MAX);
	return ERR_OK;
}

/* ---- texts -------------------------------------------------------------------------------- */

void alert_send_type(const struct alert_send *send, struct buf *out)
{
	buf_clear(out);
	if (str_eq(send->channel, STR("email"))) buf_add(out, STR("EMAIL"));
	else if (str_eq(send->channel, STR("webhook"))) buf_add(out, STR("WEBHOOK"));
	else {
		buf_add(out, STR("alert."));
		buf_add(out, send->channel);
	}
}

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
	buf_addf(out, "\",\"state\":\"%.*s\",\"alert_type\":\"%.*s\",\"job_id\":\"",
		 STR_ARG(alert_state_name(state)), STR_ARG(alert_kind_name(alert->kind)));
	add_id(out, &alert->job);
	buf_add(out, STR("\",\"job_code\":"));
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

void alert_print_words(const struct alert_row *alert, struct buf *out)
{
	buf_add(out, alert_kind_name(alert->kind));
	buf_add(out, STR(" of job "));
	add_escaped(out, alert->job_code);
	buf_addf(out, ": %llu %.*s (threshold %u)", (unsigned long long)alert->value,
		 STR_ARG(kinds[alert->kind].unit), alert->threshold);
	if (alert->resolved_at) buf_add(out, STR(", resolved"));
}

static void add_recipients(struct buf *out, str channel, str recipients)
{
	bool is_mail = str_eq(channel, STR("email")), is_first = true;
	buf_add_byte(out, '[');
	while (recipients.len) {
		str one = str_split(&recipients, '\n');
		if (is_url(one) || (is_mail && !is_address(one))) continue;
		if (!is_first) buf_add_byte(out, ',');
		buf_add_json(out, one);
		is_first = false;
	}
	buf_add_byte(out, ']');
}

static void add_mail(const struct alert_rule_row *rule, const struct alert_row *alert, bool is_test,
		     struct buf *out)
{
	buf_add(out, STR("{\"to\":"));
	add_recipients(out, STR("email"), rule->recipients);
	buf_add(out, STR(",\"subject\":\""));
	if (is_test) buf_add(out, STR("[test] "));
	alert_print_words(alert, out);
	buf_add(out, STR("\",\"text\":\""));
	alert_print_words(alert, out);
	buf_add(out, STR("\\nraised "));
	instant_print(alert->raised_at, out);
	if (alert->resolved_at) buf_add(out, STR("\\nresolved "));
	if (alert->resolved_at) instant_print(alert->resolved_at, out);
	buf_add(out, STR("\\nalert "));
	add_id(out, &alert->id);
	if (is_test) buf_add(out, STR("\\nThis is a test; nothing is wrong."));
	buf_add(out, STR("\\n\"}"));
}

void alert_send_payload(const struct alert_send *send, const struct alert_rule_row *rule,
			const struct alert_row *alert, bool is_test, struct buf *out)
{
	bool is_hook = str_eq(send->channel, STR("webhook"));
	buf_clear(out);
	if (str_eq(send->channel, STR("email"))) {
		add_mail(rule, alert, is_test, out);
		return;
	}
	if (is_hook) {
		buf_add(out, STR("{\"url\":"));
		buf_add_json(out, send->recipient);
		buf_add(out, STR(",\"body\":"));
	} else {
		buf_add(out, STR("{\"channel\":"));
		buf_add_json(out, send->channel);
		buf_add(out, STR(",\"recipients\":"));
		add_recipients(out, send->channel, rule->recipients);
		buf_add(out, STR(",\"alert\":"));
	}
	alert_print(alert, out);
	if (is_test) {
		out->len--;
		buf_add(out, STR(",\"test\":true}"));
	}
	buf_add_byte(out, '}');
}
