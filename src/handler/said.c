#include "handler/said.h"

#include "base/buf.h"

#include <jansson.h>

static int add_piece(const char *bytes, size_t len, void *out)
{
	buf_add(out, (str){ bytes, len });
	return buf_failed(out) ? -1 : 0;
}

static void add_part(struct buf *out, const json_t *event, const char *key)
{
	const json_t *value = json_object_get(event, key);
	if (!value) return;
	if (out->len > 1) buf_add_byte(out, ',');
	buf_addf(out, "\"%s\":", key);
	(void)json_dump_callback(value, add_piece, out, JSON_COMPACT | JSON_ENCODE_ANY);
}

static str details_of(const json_t *event, struct arena *arena)
{
	struct buf text;
	str none = { "", 0 };
	buf_init(&text, LIMIT_JOURNAL_DETAILS_BYTES);
	buf_add_byte(&text, '{');
	add_part(&text, event, "object");
	add_part(&text, event, "before");
	add_part(&text, event, "after");
	buf_add_byte(&text, '}');
	str copy = buf_failed(&text) ? none : str_copy(arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static bool read_event(const json_t *json, struct arena *arena, struct audit_event *out_event)
{
	const json_t *name = json_object_get(json, "event");
	size_t len = json_string_length(name);
	if (!json_is_string(name) || !len || len > LIMIT_AUDIT_EVENT_BYTES) return false;
	*out_event = (struct audit_event){
		str_copy(arena, (str){ json_string_value(name), len }),
		details_of(json, arena),
	};
	return out_event->name.len && out_event->details.len;
}

static void read_audit(const json_t *list, struct arena *arena, struct report *report)
{
	struct audit_event *events = arena_alloc_array(arena, LIMIT_AUDIT_EVENTS, sizeof *events);
	u32 len = 0;
	for (size_t i = 0; events && i < json_array_size(list) && len < LIMIT_AUDIT_EVENTS; i++)
		len += read_event(json_array_get(list, i), arena, &events[len]);
	report->audit = events;
	report->audit_len = len;
}

void said_read(str result, struct arena *arena, struct report *report)
{
	if (!result.len || result.at[0] != '{') return;
	json_t *json = json_loadb(result.at, result.len, JSON_REJECT_DUPLICATES, NULL);
	const json_t *schedule = json_object_get(json, "schedule");
	const json_t *audit = json_object_get(json, "audit");
	if (json_is_string(schedule))
		report->pauses_job = str_eq(str_from(json_string_value(schedule)), STR("pause"));
	if (json_is_array(audit)) read_audit(audit, arena, report);
	json_decref(json);
}
