/* One table of shapes, one way to copy. */
#include "store/memory/memory_rows.h"

#include "base/must.h"
#include "model/audit.h"

const struct row_shape run_shape = {
	sizeof(struct run_row),
	8,
	{ offsetof(struct run_row, key), offsetof(struct run_row, entity),
	  offsetof(struct run_row, user), offsetof(struct run_row, payload),
	  offsetof(struct run_row, trace), offsetof(struct run_row, alert_key),
	  offsetof(struct run_row, created_by), offsetof(struct run_row, details) },
};
const struct row_shape end_shape = {
	sizeof(struct execution_end),
	5,
	{ offsetof(struct execution_end, error_class),
	  offsetof(struct execution_end, error_message),
	  offsetof(struct execution_end, error_stack), offsetof(struct execution_end, result),
	  offsetof(struct execution_end, result_hash) },
};
const struct row_shape name_shape = {
	sizeof(struct name_row),
	2,
	{ offsetof(struct name_row, text), offsetof(struct name_row, host) },
};
const struct row_shape queue_shape = { .size = sizeof(struct queue_row) };
const struct row_shape tenant_shape = { .size = sizeof(struct tenant_row) };
const struct row_shape defaults_shape = { .size = sizeof(struct defaults_row) };
const struct row_shape type_shape = { .size = sizeof(struct type_row) };
const struct row_shape pause_shape = {
	sizeof(struct pause_row),
	2,
	{ offsetof(struct pause_row, reason), offsetof(struct pause_row, author) },
};
const struct row_shape operation_shape = {
	sizeof(struct operation_row),
	3,
	{ offsetof(struct operation_row, filter.entity), offsetof(struct operation_row, reason),
	  offsetof(struct operation_row, filter.key) },
};

const struct row_shape thing_shape = {
	sizeof(struct thing_row),
	2,
	{ offsetof(struct thing_row, key.name), offsetof(struct thing_row, body) },
};
const struct row_shape replay_shape = {
	sizeof(struct replay_row),
	1,
	{ offsetof(struct replay_row, made) },
};
const struct row_shape progress_shape = {
	sizeof(struct progress_row),
	1,
	{ offsetof(struct progress_row, message) },
};
const struct row_shape result_shape = {
	sizeof(struct result_row),
	1,
	{ offsetof(struct result_row, hash) },
};
const struct row_shape output_shape = {
	sizeof(struct output_row),
	2,
	{ offsetof(struct output_row, output.out), offsetof(struct output_row, output.err) },
};
const struct row_shape links_shape = { .size = sizeof(struct links_row) };
const struct row_shape batch_shape = { .size = sizeof(struct batch_row) };
const struct row_shape cooldown_shape = { .size = sizeof(struct cooldown_row) };
const struct row_shape alert_rule_shape = {
	sizeof(struct alert_rule_row),
	3,
	{ offsetof(struct alert_rule_row, job_code), offsetof(struct alert_rule_row, channels),
	  offsetof(struct alert_rule_row, recipients) },
};
const struct row_shape alert_shape = {
	sizeof(struct alert_row),
	3,
	{ offsetof(struct alert_row, job_code), offsetof(struct alert_row, acknowledged_by),
	  offsetof(struct alert_row, reason) },
};
const struct row_shape delivery_shape = {
	sizeof(struct delivery_row),
	6,
	{ offsetof(struct delivery_row, error_class), offsetof(struct delivery_row, entity),
	  offsetof(struct delivery_row, user), offsetof(struct delivery_row, alert_key),
	  offsetof(struct delivery_row, channel), offsetof(struct delivery_row, message) },
};
const struct row_shape ladder_shape = {
	sizeof(struct ladder_row),
	7,
	{ offsetof(struct ladder_row, rungs), offsetof(struct ladder_row, entity),
	  offsetof(struct ladder_row, user), offsetof(struct ladder_row, name),
	  offsetof(struct ladder_row, reason), offsetof(struct ladder_row, payload),
	  offsetof(struct ladder_row, alert_key) },
};
const struct row_shape effect_shape = {
	sizeof(struct effect_row),
	5,
	{ offsetof(struct effect_row, action_key), offsetof(struct effect_row, idempotency_key),
	  offsetof(struct effect_row, scope), offsetof(struct effect_row, result),
	  offsetof(struct effect_row, reason) },
};
const struct row_shape job_shape = {
	sizeof(struct job_row),
	11,
	{ offsetof(struct job_row, pause.reason), offsetof(struct job_row, pause.author),
	  offsetof(struct job_row, code), offsetof(struct job_row, rule),
	  offsetof(struct job_row, zone), offsetof(struct job_row, start),
	  offsetof(struct job_row, rdates), offsetof(struct job_row, exdates),
	  offsetof(struct job_row, exclude), offsetof(struct job_row, parameters),
	  offsetof(struct job_row, details) },
};
const struct row_shape calendar_shape = {
	sizeof(struct calendar_row),
	2,
	{ offsetof(struct calendar_row, name), offsetof(struct calendar_row, body) },
};
const struct row_shape rate_shape = {
	sizeof(struct rate_row),
	1,
	{ offsetof(struct rate_row, route) },
};

const struct row_shape gates_shape = {
	sizeof(struct gates_row),
	2,
	{ offsetof(struct gates_row, user), offsetof(struct gates_row, body) },
};

const struct row_shape daily_shape = {
	sizeof(struct daily_row),
	2,
	{ offsetof(struct daily_row, user), offsetof(struct daily_row, zone) },
};
const struct row_shape reminder_shape = {
	sizeof(struct reminder_row),
	9,
	{ offsetof(struct reminder_row, user), offsetof(struct reminder_row, zone),
	  offsetof(struct reminder_row, rule), offsetof(struct reminder_row, title),
	  offsetof(struct reminder_row, description), offsetof(struct reminder_row, reference_type),
	  offsetof(struct reminder_row, reference_id), offsetof(struct reminder_row, reference_url),
	  offsetof(struct reminder_row, channels) },
};
const struct row_shape notice_shape = {
	sizeof(struct notice_row),
	4,
	{ offsetof(struct notice_row, user), offsetof(struct notice_row, title),
	  offsetof(struct notice_row, body), offsetof(struct notice_row, url) },
};
const struct row_shape day_shape = {
	sizeof(struct day_row),
	1,
	{ offsetof(struct day_row, user) },
};
const struct row_shape daily_policy_shape = { .size = sizeof(struct daily_policy_row) };
const struct row_shape audit_shape = {
	sizeof(struct audit_row),
	8,
	{ offsetof(struct audit_row, actor), offsetof(struct audit_row, action),
	  offsetof(struct audit_row, kind), offsetof(struct audit_row, object),
	  offsetof(struct audit_row, request), offsetof(struct audit_row, source),
	  offsetof(struct audit_row, before), offsetof(struct audit_row, after) },
};

static str text_of(const struct row_shape *shape, const void *row, u32 index)
{
	str text;
	must(index < shape->texts);
	memcpy(&text, (const char *)row + shape->text_at[index], sizeof text);
	return text;
}

static void set_text(const struct row_shape *shape, void *row, u32 index, str text)
{
	must(index < shape->texts);
	memcpy((char *)row + shape->text_at[index], &text, sizeof text);
}

size_t row_text_bytes(const struct row_shape *shape, const void *row)
{
	size_t bytes = 0;
	for (u32 i = 0; i < shape->texts; i++) bytes += text_of(shape, row, i).len;
	return bytes;
}

void row_copy(const struct row_shape *shape, void *to, const void *from, char *text)
{
	memcpy(to, from, shape->size);
	for (u32 i = 0; i < shape->texts; i++) {
		str source = text_of(shape, from, i);
		if (source.len) memcpy(text, source.at, source.len);
		set_text(shape, to, i, (str){ source.len ? text : NULL, source.len });
		text += source.len;
	}
}

void *row_copy_out(struct arena *arena, const struct row_shape *shape, const void *from)
{
	char *text = arena_alloc(arena, row_text_bytes(shape, from));
	void *row = arena_alloc(arena, shape->size);
	if (!text || !row) return NULL;
	row_copy(shape, row, from, text);
	return row;
}

void row_drop_texts(const struct row_shape *shape, void *row)
{
	for (u32 i = 0; i < shape->texts; i++) set_text(shape, row, i, (str){ 0 });
}
