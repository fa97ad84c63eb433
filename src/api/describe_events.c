/* The schemas of events: one for each group of types with the same data, and one that is any of
 * them. */
#include "api/describe_parts.h"
#include "api/write.h"
#include "model/event.h"

/* "RunEvent" of "RunEventData". */
static str event_group_name(const struct answer_shape *data)
{
	str name = str_from(data->name);
	return str_slice(name, 0, name.len - 4);
}

static bool is_first_of_group(u32 kind)
{
	for (u32 i = 0; i < kind; i++) {
		if (event_data_shape(i) == event_data_shape(kind)) return false;
	}
	return true;
}

static void write_event_types(struct buf *out, const struct answer_shape *data)
{
	schema_put_type(out, "string", false);
	put_open(out, STR("enum"), '[');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (event_data_shape(i) == data) write_text(out, event_name((enum event_kind)i));
	}
	write_close(out, ']');
}

static void put_event_group(struct buf *out, const struct answer_shape *data)
{
	bool has_subject = data != &hold_event_answer; /* about no one object */
	put_open(out, event_group_name(data), '{');
	schema_put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	schema_for_each_member(out, &event_answer, schema_write_required);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < event_answer.len; i++) {
		const struct answer_field *row = &event_answer.fields[i];
		if (!has_subject && str_eq(row->name, STR("subject"))) continue;
		put_open(out, row->name, '{');
		if (str_eq(row->name, STR("type"))) write_event_types(out, data);
		else if (str_eq(row->name, STR("data"))) describe_put_answer(out, data);
		else schema_put_answered(out, &event_answer, row);
		schema_put_sentence(out, row->sentence);
		write_close(out, '}');
	}
	write_close(out, '}');
	write_close(out, '}');
}

void schema_put_events(struct buf *out)
{
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (is_first_of_group(i)) put_event_group(out, event_data_shape(i));
	}
	put_open(out, str_from(event_answer.name), '{');
	schema_put_sentence(out, event_answer.sentence);
	put_open(out, STR("oneOf"), '[');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (!is_first_of_group(i)) continue;
		write_open(out, '{');
		schema_put_reference(out, event_group_name(event_data_shape(i)), "");
		write_close(out, '}');
	}
	write_close(out, ']');
	put_open(out, STR("discriminator"), '{');
	put_text(out, STR("propertyName"), STR("type"));
	put_open(out, STR("mapping"), '{');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		write_key(out, event_name((enum event_kind)i));
		buf_addf(out, "\"#/components/schemas/%.*s\"",
			 STR_ARG(event_group_name(event_data_shape(i))));
	}
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
}
