#include "handler/http_reply.h"

#include "base/must.h"
#include "handler/status.def"
#include "model/rows.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <jansson.h>

enum { DATE_BYTES_MAX = 64, HASH_DIGITS = 32, DEPTH_MAX = 64 };

/* Nobody is waited for longer than a week. */
static const msec retry_after_ms_max = 7 * MSEC_DAY;

/* clang-format off */
static const struct reply_field {
	long first, last;
	struct http_reply_meaning meaning;
} rows[] = {
#define X(first, last, outcome, class, failing, sentence) \
	{ first, last, { OUTCOME_##outcome, { class, sizeof(class) - 1 }, sentence, failing } },
	STATUSES(X)
#undef X
};
/* clang-format on */

struct http_reply_meaning http_reply_meaning(long status)
{
	for (size_t i = 0; i + 1 < countof(rows); i++) {
		if (status >= rows[i].first && status <= rows[i].last) return rows[i].meaning;
	}
	return rows[countof(rows) - 1].meaning;
}

void http_reply_init(struct http_reply *reply)
{
	*reply = (struct http_reply){ .head_len = 0 };
	buf_init(&reply->body, HANDLER_REPLY_READ_BYTES);
}

void http_reply_done(struct http_reply *reply)
{
	buf_done(&reply->body);
}

/* Seconds, or a date (RFC 9110, 10.2.3). */
static msec read_retry_after(str value, msec wall)
{
	u64 seconds;
	char date[DATE_BYTES_MAX];
	if (str_to_u64(value, UINT32_MAX, &seconds)) return msec_from_seconds((i64)seconds);
	if (value.len == 0 || value.len >= sizeof date) return 0;
	memcpy(date, value.at, value.len);
	date[value.len] = '\0';
	i64 at = curl_getdate(date, NULL);
	if (at < 0) return 0;
	msec wait = msec_sub(msec_from_seconds(at), wall);
	return wait > 0 ? wait : 0;
}

/* "1.250" seconds. False: not such a number. */
static bool read_decimal_seconds(str value, msec *out_ms)
{
	u64 whole, part = 0;
	str rest = value;
	str left = str_split(&rest, '.');
	if (!str_to_u64(left, UINT32_MAX, &whole)) return false;
	str digits = str_slice(rest, 0, 3);
	if (digits.len && !str_to_u64(digits, 999, &part)) return false;
	for (size_t i = digits.len; i < 3; i++) part *= 10;
	*out_ms = msec_add(msec_from_seconds((i64)whole), (msec)part);
	return true;
}

static void set_remaining(struct rate_facts *rate, str value)
{
	u64 remaining;
	if (!str_to_u64(value, UINT32_MAX, &remaining)) return;
	rate->is_seen = rate->has_remaining = true;
	rate->remaining = (u32)remaining;
}

static void set_reset(struct rate_facts *rate, str value)
{
	msec after;
	if (!read_decimal_seconds(value, &after)) return;
	rate->is_seen = true;
	rate->reset_after_ms = after < retry_after_ms_max ? after : retry_after_ms_max;
}

static void set_bucket(struct rate_facts *rate, str value)
{
	if (value.len == 0 || value.len > sizeof rate->bucket) return;
	rate->is_seen = true;
	rate->bucket_len = (u32)value.len;
	memcpy(rate->bucket, value.at, value.len);
}

static void on_retry_after(struct http_reply *reply, str value, msec wall)
{
	msec wait = read_retry_after(value, wall);
	reply->retry_after_ms = wait < retry_after_ms_max ? wait : retry_after_ms_max;
}

static void on_bucket(struct http_reply *reply, str value, msec wall)
{
	(void)wall;
	set_bucket(&reply->rate, value);
}

static void on_remaining(struct http_reply *reply, str value, msec wall)
{
	(void)wall;
	set_remaining(&reply->rate, value);
}

static void on_reset_after(struct http_reply *reply, str value, msec wall)
{
	(void)wall;
	set_reset(&reply->rate, value);
}

static void on_global(struct http_reply *reply, str value, msec wall)
{
	(void)wall;
	if (!str_eq_nocase(value, STR("true"))) return;
	reply->rate.is_seen = reply->rate.is_global = true;
}

static struct rate_facts read_limit(str limit, char between)
{
	struct rate_facts rate = { 0 };
	while (limit.len) {
		str part = str_trim(str_split(&limit, between));
		str number = part;
		str name = str_trim(str_split(&number, '='));
		if (str_eq(name, STR("r")) || str_eq(name, STR("remaining")))
			set_remaining(&rate, str_trim(number));
		else if (str_eq(name, STR("t")) || str_eq(name, STR("reset")))
			set_reset(&rate, str_trim(number));
		else if (name.len > 2 && name.at[0] == '"' && name.at[name.len - 1] == '"')
			set_bucket(&rate, str_slice(name, 1, name.len - 1));
	}
	return rate;
}

static bool is_scarcer(const struct rate_facts *one, const struct rate_facts *other)
{
	if (!one->has_remaining || !other->has_remaining) return one->has_remaining;
	if (one->remaining != other->remaining) return one->remaining < other->remaining;
	return one->reset_after_ms > other->reset_after_ms;
}

/* "default";r=50;t=30, and in older drafts limit=100, remaining=50, reset=30. Of several limits the
 * one with the least left counts: of two of which nothing is left, the one that lasts longer. */
static void on_rate_limit(struct http_reply *reply, str value, msec wall)
{
	(void)wall;
	bool is_old = str_find(value, ';') == value.len;
	struct rate_facts scarcest = read_limit(is_old ? value : str_split(&value, ','),
						is_old ? ',' : ';');
	while (!is_old && value.len) {
		struct rate_facts next = read_limit(str_split(&value, ','), ';');
		if (is_scarcer(&next, &scarcest)) scarcest = next;
	}
	if (!scarcest.is_seen) return;
	scarcest.is_global |= reply->rate.is_global;
	if (!scarcest.bucket_len) {
		scarcest.bucket_len = reply->rate.bucket_len;
		memcpy(scarcest.bucket, reply->rate.bucket, reply->rate.bucket_len);
	}
	reply->rate = scarcest;
}

static const struct reply_reader {
	const char *name;
	void (*read)(struct http_reply *reply, str value, msec wall);
} readers[] = {
	{ "retry-after", on_retry_after },         { "x-ratelimit-bucket", on_bucket },
	{ "x-ratelimit-remaining", on_remaining }, { "x-ratelimit-reset-after", on_reset_after },
	{ "x-ratelimit-global", on_global },       { "ratelimit", on_rate_limit },
	{ "ratelimit-remaining", on_remaining },   { "ratelimit-reset", on_reset_after },
};

static str without_end(str line)
{
	while (line.len && (line.at[line.len - 1] == '\r' || line.at[line.len - 1] == '\n'))
		line.len--;
	return line;
}

bool http_reply_add_line(struct http_reply *reply, str line, msec wall)
{
	reply->head_len += line.len;
	reply->is_head_too_long = reply->head_len > HANDLER_REPLY_HEAD_BYTES;
	if (reply->is_head_too_long) return false;
	str value = without_end(line);
	str name = str_split(&value, ':');
	for (size_t i = 0; i < countof(readers); i++) {
		if (str_eq_nocase(name, str_from(readers[i].name)))
			readers[i].read(reply, str_trim(value), wall);
	}
	return true;
}

bool http_reply_add_body(struct http_reply *reply, str piece)
{
	size_t room = HANDLER_REPLY_READ_BYTES - reply->body.len;
	buf_add(&reply->body, str_slice(piece, 0, room));
	reply->is_cut = piece.len > room;
	return !reply->is_cut && !buf_failed(&reply->body);
}

/* Any value, of bounded depth (jansson's own bound is far above ours) and without a NUL. */
static bool is_json(str text)
{
	u32 depth = 0, deepest = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '{' || text.at[i] == '[') depth++;
		if (depth > deepest) deepest = depth;
		if ((text.at[i] == '}' || text.at[i] == ']') && depth) depth--;
	}
	if (deepest > DEPTH_MAX) return false;
	json_t *json = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY,
				  NULL);
	json_decref(json);
	return json != NULL;
}

/* As long a piece of `text`, whole characters, as gives a JSON string within `max`. */
static void add_as_string(str text, size_t max, struct buf *out)
{
	size_t from = 0, until = text.len < max ? text.len : max;
	buf_add_json(out, str_slice(text, 0, until));
	for (u32 i = 0; i < 64 && out->len > max && until > from; i++) {
		until /= 2;
		while (until > 0 && ((unsigned char)text.at[until] & 0xc0) == 0x80) until--;
		buf_clear(out);
		buf_add_json(out, str_slice(text, 0, until));
	}
}

str http_reply_keep(str text, bool is_whole, size_t max, struct arena *arena)
{
	struct buf kept;
	if (text.len == 0) return STR("");
	if (is_whole && text.len <= max && is_json(text)) return str_copy(arena, text);
	buf_init(&kept, 6 * (max + 2));
	add_as_string(text, max, &kept);
	str copy = buf_failed(&kept) || kept.len > max ? STR("") : str_copy(arena, buf_view(&kept));
	buf_done(&kept);
	return copy;
}

str http_reply_result(const struct http_reply *reply, struct arena *arena)
{
	return http_reply_keep(buf_view(&reply->body), !reply->is_cut, HANDLER_REPLY_KEPT_BYTES,
			       arena);
}

str http_reply_hash(str result, struct arena *arena)
{
	struct buf text;
	if (result.len == 0) return STR("");
	struct digest digest = digest_of(result);
	buf_init(&text, HASH_DIGITS + 1);
	buf_addf(&text, "%016" PRIx64 "%016" PRIx64, digest.a, digest.b);
	str copy = buf_failed(&text) ? STR("") : str_copy(arena, buf_view(&text));
	buf_done(&text);
	return copy;
}
