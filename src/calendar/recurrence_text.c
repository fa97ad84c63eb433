/* Takes RFC 5545 recurrence text apart into rule, start, zone and dates. */
#include "calendar/recurrence_text.h"

#include "calendar/civil.h"

enum line_name { LINE_DTSTART, LINE_RRULE, LINE_RDATE, LINE_EXDATE, LINE_NAMES };

static const str line_names[LINE_NAMES] = { STR("DTSTART"), STR("RRULE"), STR("RDATE"),
					    STR("EXDATE") };

struct calendar_line {
	enum line_name name;
	size_t at; /* where it begins in the text */
	str zone;
	bool is_date;
	str value;
};

/* The content of the lines so far. */
struct parse {
	struct recurrence_text *out;
	bool has_start;
	bool start_is_date;
};

bool recurrence_text_has_lines(str text)
{
	if (str_find(text, '\n') < text.len) return true;
	for (u32 i = 0; i < LINE_NAMES; i++) {
		str name = line_names[i];
		if (i == LINE_RRULE || !str_eq_nocase(str_slice(text, 0, name.len), name)) continue;
		str rest = str_from_offset(text, name.len);
		if (rest.len && (rest.at[0] == ':' || rest.at[0] == ';')) return true;
	}
	return false;
}

static enum err read_parameter(str parameter, struct calendar_line *line, struct why *why)
{
	str value = parameter;
	str name = str_split(&value, '=');
	if (str_eq_nocase(name, STR("TZID")) && value.len && value.len <= RECURRENCE_ZONE_BYTES) {
		line->zone = value;
		return ERR_OK;
	}
	bool is_value = str_eq_nocase(name, STR("VALUE"));
	if (is_value && str_eq_nocase(value, STR("DATE-TIME"))) return ERR_OK;
	if (is_value && str_eq_nocase(value, STR("DATE"))) {
		line->is_date = true;
		return ERR_OK;
	}
	return fail_at(why, ERR_RRULE_SYNTAX, line->at, line_names[line->name].len,
		       "%.*s takes the parameters TZID and VALUE=DATE or DATE-TIME, not \"%.*s\"",
		       STR_ARG(line_names[line->name]), STR_ARG(parameter));
}

static enum err read_line(str text, size_t at, struct calendar_line *out_line, struct why *why)
{
	struct calendar_line line = { .at = at, .name = LINE_NAMES };
	str value = text;
	str head = str_split(&value, ':');
	str name = str_split(&head, ';');
	for (u32 i = 0; i < LINE_NAMES; i++)
		if (str_eq_nocase(name, line_names[i])) line.name = (enum line_name)i;
	if (line.name == LINE_NAMES)
		return fail_at(why, ERR_RRULE_SYNTAX, at, text.len,
			       "each line begins with DTSTART, RRULE, RDATE or EXDATE");
	line.value = value;
	while (head.len) {
		enum err err = read_parameter(str_split(&head, ';'), &line, why);
		if (err) return err;
	}
	if (!value.len)
		return fail_at(why, ERR_RRULE_SYNTAX, at, text.len, "%.*s needs a value",
			       STR_ARG(line_names[line.name]));
	*out_line = line;
	return ERR_OK;
}

/* 20260105T090000Z becomes 2026-01-05T09:00:00Z. */
static enum err add_time(const struct calendar_line *line, str text, struct buf *out,
			 struct why *why)
{
	struct why inner;
	wall local;
	bool is_utc = text.len && text.at[text.len - 1] == 'Z';
	str digits = is_utc ? str_slice(text, 0, text.len - 1) : text;
	bool has_time = str_find(digits, 'T') < digits.len;
	enum err err = wall_parse(digits, &local, &inner);
	if (!err && has_time == line->is_date)
		err = fail(&inner, ERR_TIME_SYNTAX, "%s",
			   line->is_date ? "VALUE=DATE takes dates without a time"
					 : "a date without a time needs VALUE=DATE");
	if (!err && is_utc && line->zone.len)
		err = fail(&inner, ERR_TIME_SYNTAX, "a time in UTC (Z) goes without TZID");
	if (err)
		return fail_at(why, err, line->at, line_names[line->name].len, "%.*s: \"%.*s\": %s",
			       STR_ARG(line_names[line->name]), STR_ARG(text), inner.text);
	struct civil civil;
	wall_to_civil(local, &civil);
	buf_addf(out, "%04d-%02d-%02d", civil.year, civil.month, civil.day);
	if (has_time) buf_addf(out, "T%02d:%02d:%02d", civil.hour, civil.minute, civil.second);
	if (is_utc) buf_add_byte(out, 'Z');
	return ERR_OK;
}

static enum err add_times(const struct calendar_line *line, struct buf *out, struct why *why)
{
	str rest = line->value;
	while (rest.len) {
		if (out->len) buf_add_byte(out, ',');
		enum err err = add_time(line, str_trim(str_split(&rest, ',')), out, why);
		if (err) return err;
	}
	return ERR_OK;
}

static enum err refuse(const struct calendar_line *line, const char *reason, struct why *why)
{
	return fail_at(why, ERR_RRULE_SYNTAX, line->at, line_names[line->name].len, "%.*s %s",
		       STR_ARG(line_names[line->name]), reason);
}

static enum err take_start(struct parse *parse, const struct calendar_line *line, struct why *why)
{
	if (parse->has_start) return refuse(line, "stands twice", why);
	if (str_find(line->value, ',') < line->value.len)
		return refuse(line, "takes one time", why);
	parse->has_start = true;
	parse->start_is_date = line->is_date;
	return add_time(line, line->value, &parse->out->start, why);
}

static enum err take_line(struct parse *parse, const struct calendar_line *line, struct why *why)
{
	struct recurrence_text *out = parse->out;
	if (line->zone.len && out->zone.len && !str_eq(line->zone, out->zone))
		return refuse(line, "names another TZID than an earlier line", why);
	if (line->zone.len) out->zone = line->zone;
	if (line->name == LINE_DTSTART) return take_start(parse, line, why);
	if (line->name == LINE_RRULE) {
		if (out->rule.len) return refuse(line, "stands twice", why);
		out->rule = line->value;
		return ERR_OK;
	}
	/* RFC 5545 gives all dates of a recurrence one type: a lone date is no instant. */
	if (line->is_date && !parse->start_is_date)
		return refuse(line, "has dates without a time, unlike DTSTART before it", why);
	return add_times(line, line->name == LINE_RDATE ? &out->rdates : &out->exdates, why);
}

enum err recurrence_text_parse(str text, struct recurrence_text *out_text, struct why *why)
{
	struct parse parse = { .out = out_text };
	str rest = text;
	out_text->rule = out_text->zone = STR("");
	while (rest.len) {
		size_t at = text.len - rest.len;
		str one = str_split(&rest, '\n');
		struct calendar_line line;
		if (one.len && one.at[one.len - 1] == '\r') one.len--;
		if (!one.len) continue;
		enum err err = read_line(one, at, &line, why);
		if (!err) err = take_line(&parse, &line, why);
		if (err) return err;
	}
	if (!out_text->rule.len) return fail(why, ERR_RRULE_SYNTAX, "an RRULE line is required");
	return ERR_OK;
}
