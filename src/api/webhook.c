#include "api/webhook.h"

#include "api/json.h"
#include "api/write.h"

enum { BACKOFF_BASE_MS = 5000, BACKOFF_MAX_MS = 3600000 };

static u32 number_of(str details, str key, u32 preset)
{
	u64 value = preset;
	str digits = json_member(details, key);
	if (digits.len && !str_to_u64(digits, UINT32_MAX, &value)) value = preset;
	return (u32)value;
}

/* A text that has nothing to unescape: names and ids do not. */
static str text_of(str details, str key)
{
	str bytes = json_member(details, key);
	return bytes.len > 2 ? str_slice(bytes, 1, bytes.len - 1) : (str){ 0 };
}

static bool read_kinds(str array, struct arena *arena, u64 *out_kinds)
{
	struct json json;
	struct json_string word;
	str name;
	*out_kinds = 0;
	if (!array.len) return true;
	json_init(&json, array);
	if (!json_enter(&json, VALUE_ARRAY)) return false;
	while (json_next_item(&json)) {
		if (!json_read_string(&json, &word) || !json_unescape(word, arena, &name))
			return false;
		*out_kinds |= event_parse(name);
	}
	return !json_failed(&json);
}

bool webhook_read(str details, struct arena *arena, struct webhook_says *out_says)
{
	struct webhook_says says = {
		.is_paused = str_eq(text_of(details, STR("state")), STR("paused")),
		.all_tenants = str_eq(json_member(details, STR("all_tenants")), STR("true")),
		.in_flight = number_of(details, STR("in_flight"), 1),
		.max_attempts = number_of(details, STR("max_attempts"), WEBHOOK_ATTEMPTS),
		.timeout_seconds = number_of(details, STR("timeout_seconds"), WEBHOOK_TIMEOUT),
		.type = text_of(details, STR("type")),
		.url = json_member(details, STR("url")),
		.headers = json_member(details, STR("headers")),
		.secrets = json_member(details, STR("secrets")),
	};
	str job = text_of(details, STR("job_id"));
	if (!says.url.len || (job.len && !uuid_parse(job, &says.job))) return false;
	if (!says.in_flight || says.in_flight > WEBHOOK_IN_FLIGHT_MAX) return false;
	if (!read_kinds(json_member(details, STR("events")), arena, &says.kinds)) return false;
	*out_says = says;
	return true;
}

void webhook_write_handler(struct buf *out, const struct webhook_says *says)
{
	write_open(out, '{');
	put_text(out, STR("kind"), STR("http"));
	put_raw(out, STR("url"), says->url);
	if (says->headers.len) put_raw(out, STR("headers"), says->headers);
	if (says->secrets.len) put_raw(out, STR("secrets"), says->secrets);
	put_text(out, STR("content_type"), STR("application/cloudevents+json"));
	write_close(out, '}');
}

/* Its limit is as many as may be under way, whatever people do with its dead letters. */
struct type_policy webhook_policy(const struct webhook_says *says)
{
	return (struct type_policy){
		.carrier = CARRIER_NODE,
		.limit = says->in_flight,
		.max_attempts = says->max_attempts,
		.timeout_ms = (msec)says->timeout_seconds * MSEC_SECOND,
		.backoff = { .kind = BACKOFF_EXPONENTIAL,
			     .base = BACKOFF_BASE_MS,
			     .max = BACKOFF_MAX_MS },
	};
}

/* ---- where it stands ---------------------------------------------------------------------- */

void webhook_course_write(struct buf *out, const struct webhook_course *course)
{
	buf_add(out, STR("{\"after\":\""));
	event_place_print(out, course->after);
	buf_addf(out, "\",\"made\":%llu,\"cut\":%llu}", (unsigned long long)course->made,
		 (unsigned long long)course->cut);
}

bool webhook_course_read(str body, struct webhook_course *out_course)
{
	struct webhook_course course = { 0 };
	if (!event_place_parse(text_of(body, STR("after")), &course.after)) return false;
	if (!str_to_u64(json_member(body, STR("made")), INT64_MAX, &course.made)) return false;
	if (!str_to_u64(json_member(body, STR("cut")), INT64_MAX, &course.cut)) return false;
	*out_course = course;
	return true;
}

/* ---- names -------------------------------------------------------------------------------- */

static const str prefix = STR(WEBHOOK_TYPE_PREFIX);

void webhook_name_print(struct uuid id, char *out_name)
{
	memcpy(out_name, prefix.at, prefix.len);
	uuid_print(id, out_name + prefix.len);
}

bool webhook_name_parse(str name, struct uuid *out_id)
{
	return str_starts_with(name, prefix) &&
	       uuid_parse(str_from_offset(name, prefix.len), out_id);
}

void webhook_entity_print(struct buf *out, str name)
{
	buf_add(out, STR("webhook:"));
	buf_add(out, str_from_offset(name, prefix.len));
}
