/* Calendars: named sets of days that jobs leave out. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"

SHAPE_STRUCT(calendar_rule, CALENDAR_RULE_FIELDS);
SHAPE(calendar_rule_body, calendar_rule, CALENDAR_RULE_FIELDS, "calendar_rule",
      "a rule of whole days");

SHAPE_STRUCT(calendar_input, CALENDAR_FIELDS);
SHAPE(calendar_body, calendar_input, CALENDAR_FIELDS, "calendar", "days to leave out");

/* ---- seen --------------------------------------------------------------------------------- */

/* The row has a line for each date, and for each rule its start and, behind a space, the rule. */
static void show_lines(struct buf *out, str body, bool rules)
{
	while (body.len) {
		str rule = str_split(&body, '\n');
		str date = str_split(&rule, ' ');
		if (!date.len || (rule.len > 0) != rules) continue;
		if (!rules) {
			write_text(out, date);
			continue;
		}
		write_open(out, '{');
		put_text(out, KEY(calendar_rule, rule), rule);
		put_text(out, KEY(calendar_rule, start), date);
		write_close(out, '}');
	}
}

static void show_calendar(struct buf *out, const struct calendar_view *calendar)
{
	write_open(out, '{');
	put_text(out, KEY(calendar, name), calendar->row.name);
	put_text(out, KEY(calendar, tenant_id), calendar->tenant);
	put_open(out, KEY(calendar, dates), '[');
	show_lines(out, calendar->row.body, false);
	write_close(out, ']');
	put_open(out, KEY(calendar, rules), '[');
	show_lines(out, calendar->row.body, true);
	write_close(out, ']');
	put_instant_or_null(out, KEY(calendar, updated_at), calendar->row.updated_at);
	put_u64(out, KEY(calendar, version), calendar->row.version);
	write_close(out, '}');
}

enum err calendar_list_view(struct request *request, struct query *query)
{
	struct calendar_page page = { 0 };
	enum err err = query->calls->calendars(query, request->tenant, STR(""), &request->arena,
					       &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_calendar(&request->out, &page.rows[i]);
	list_close(request, false, STR(""));
	return ERR_OK;
}

enum err calendar_view(struct request *request, struct query *query)
{
	struct calendar_page page = { 0 };
	enum err err = query->calls->calendars(query, request->tenant, request->parts[0],
					       &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	show_calendar(&request->out, &page.rows[0]);
	request_put_etag(request, page.rows[0].row.version);
	return ERR_OK;
}

/* ---- changed ------------------------------------------------------------------------------ */

static bool has_break(str text)
{
	return str_find(text, '\n') < text.len;
}

enum err calendar_put(struct request *request, struct command *command)
{
	const struct calendar_input *input = request->input;
	const struct calendar_rule *rules = input->rules.at;
	struct buf body;
	bool is_broken = false;
	buf_init(&body, REQUEST_TEXT_BYTES);
	for (u32 i = 0; i < input->dates.len; i++) {
		is_broken = is_broken || has_break(input->dates.at[i]) ||
			    str_find(input->dates.at[i], ' ') < input->dates.at[i].len;
		buf_add(&body, input->dates.at[i]);
		buf_add_byte(&body, '\n');
	}
	for (u32 i = 0; i < input->rules.len; i++) {
		is_broken = is_broken || has_break(rules[i].rule) || has_break(rules[i].start) ||
			    str_find(rules[i].start, ' ') < rules[i].start.len;
		buf_add(&body, rules[i].start);
		buf_add_byte(&body, ' ');
		buf_add(&body, rules[i].rule);
		buf_add_byte(&body, '\n');
	}
	command->kind = COMMAND_CALENDAR_PUT;
	command->calendar.name = request->parts[0];
	if (is_broken) {
		buf_done(&body);
		return request_refuse(
			request, ERR_INVALID,
			"dates and starts must be days like 2025-12-25, without spaces");
	}
	return request_keep(request, &body, LIMIT_CALENDAR_BYTES, "a calendar",
			    &command->calendar.body);
}

enum err calendar_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_CALENDAR_DELETE;
	command->calendar.name = request->parts[0];
	return ERR_OK;
}
