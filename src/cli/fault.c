#include "cli/fault.h"

#include "calendar/rrule_names.h"

enum { SHOWN_COLUMNS_MAX = 72, SHOWN_BEFORE = 24 };

static const char *const allowed_in_field[CRON_FIELD_COUNT] = {
	[CRON_SECOND] = "0-59  *  a-b  */n  a-b/n  a,b",
	[CRON_MINUTE] = "0-59  *  a-b  */n  a-b/n  a,b",
	[CRON_HOUR] = "0-23  *  a-b  */n  a-b/n  a,b",
	[CRON_DAY_OF_MONTH] = "1-31  *  ?  a-b  */n  a-b/n  a,b  L  L-3  15W  LW",
	[CRON_MONTH] = "1-12 or JAN-DEC  *  a-b  */n  a-b/n  a,b",
	[CRON_DAY_OF_WEEK] =
		"0-7 or SUN-SAT (0 and 7: Sunday)  *  ?  a-b  */n  a-b/n  a,b  5#3  5L",
};

static const char *const allowed_in_part[PART_KINDS] = {
	[PART_RSCALE] = "GREGORIAN",
	[PART_FREQ] = "SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY",
	[PART_INTERVAL] = "a whole number from 1",
	[PART_BYMONTH] = "1 to 12, separated by commas",
	[PART_BYWEEKNO] = "1 to 53 and -53 to -1, separated by commas; only with FREQ=YEARLY",
	[PART_BYYEARDAY] = "1 to 366 and -366 to -1, separated by commas; not with FREQ=DAILY, "
			   "WEEKLY or MONTHLY",
	[PART_BYMONTHDAY] = "1 to 31 and -31 to -1, separated by commas; not with FREQ=WEEKLY",
	[PART_BYDAY] = "MO TU WE TH FR SA SU, separated by commas; with a number (2MO, -1FR) for "
		       "FREQ=MONTHLY and YEARLY",
	[PART_BYHOUR] = "0 to 23, separated by commas",
	[PART_BYMINUTE] = "0 to 59, separated by commas",
	[PART_BYSECOND] = "0 to 60, separated by commas",
	[PART_BYSETPOS] = "1 to 366 and -366 to -1, separated by commas; only with another BY part",
	[PART_SKIP] = "OMIT BACKWARD FORWARD; only with RSCALE",
	[PART_WKST] = "MO TU WE TH FR SA SU",
	[PART_COUNT] = "a whole number from 1; not with UNTIL",
	[PART_UNTIL] = "20251231, 20251231T235959 or 20251231T235959Z; not with COUNT",
};

/* The place of a mistake. */
struct fault_place {
	const char *sort; /* "field", "part"; NULL: the rule as a whole */
	str name;
	const char *allowed;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Which of the fields has the mistake, counted from the left; false when it is more than one. */
static bool find_field(str rule, const struct why *why, u32 *out_index, u32 *out_count)
{
	u32 count = 0;
	bool found = false;
	for (size_t at = 0; at < rule.len;) {
		while (at < rule.len && is_blank(rule.at[at])) at++;
		size_t begin = at;
		while (at < rule.len && !is_blank(rule.at[at])) at++;
		if (at == begin) break;
		if (why->at >= begin && why->at <= at && (size_t)why->at + why->len <= at) {
			*out_index = count;
			found = true;
		}
		count++;
	}
	*out_count = count;
	return found;
}

static struct fault_place find_cron_place(str rule, const struct why *why)
{
	u32 index, count;
	if (why->code != ERR_CRON_SYNTAX && why->code != ERR_CRON_RANGE)
		return (struct fault_place){ 0 };
	if (!find_field(rule, why, &index, &count)) return (struct fault_place){ 0 };
	if (count != CRON_FIELD_COUNT && count != CRON_FIELD_COUNT - 1)
		return (struct fault_place){ 0 };
	enum cron_field field = (enum cron_field)(index + CRON_FIELD_COUNT - count);
	return (struct fault_place){ "field", str_from(cron_field_name(field)),
				     allowed_in_field[field] };
}

static struct fault_place find_rrule_place(str rule, const struct why *why)
{
	size_t begin = why->at < rule.len ? why->at : rule.len;
	if (why->len == 0) return (struct fault_place){ 0 };
	while (begin > 0 && rule.at[begin - 1] != ';' && rule.at[begin - 1] != ':') begin--;
	str segment = str_from_offset(rule, begin);
	segment = str_slice(segment, 0, str_find(segment, ';'));
	if (why->at + (size_t)why->len > begin + segment.len) return (struct fault_place){ 0 };
	/* From its name to its end it is all there is of the rule: what is lacking is elsewhere. */
	if (why->at == begin && why->len == segment.len) return (struct fault_place){ 0 };
	str name = str_slice(segment, 0, str_find(segment, '='));
	for (u32 part = 0; part < PART_KINDS; part++) {
		if (!str_eq_nocase(name, rrule_part_name((enum rrule_part)part))) continue;
		return (struct fault_place){ "part", rrule_part_name((enum rrule_part)part),
					     allowed_in_part[part] };
	}
	return (struct fault_place){ 0 };
}

static struct fault_place find_place(enum rule_kind kind, str rule, const struct why *why)
{
	switch (kind) {
	case RULE_CRON: return find_cron_place(rule, why);
	case RULE_RRULE: return find_rrule_place(rule, why);
	case RULE_INTERVAL: break;
	}
	return (struct fault_place){ 0 };
}

static bool continues_character(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

static size_t count_characters(str text)
{
	size_t count = 0;
	for (size_t i = 0; i < text.len; i++) count += !continues_character(text.at[i]);
	return count;
}

/* The window [from, to) of a long rule that shows the mistake. */
static void choose_window(str rule, const struct why *why, size_t *out_from, size_t *out_to)
{
	size_t from = 0;
	if (rule.len > SHOWN_COLUMNS_MAX && why->at > SHOWN_BEFORE) from = why->at - SHOWN_BEFORE;
	if (from > rule.len) from = rule.len;
	while (from < rule.len && continues_character(rule.at[from])) from++;
	size_t to = from + SHOWN_COLUMNS_MAX;
	if (to > rule.len) to = rule.len;
	while (to < rule.len && continues_character(rule.at[to])) to++;
	*out_from = from;
	*out_to = to;
}

static void add_carets(struct cli *cli, str before, str bad, size_t indent)
{
	struct buf *out = &cli->err.text;
	size_t width = count_characters(bad);
	for (size_t i = 0; i < indent + count_characters(before); i++) buf_add_byte(out, ' ');
	output_begin(&cli->err, STYLE_ERROR);
	buf_add_byte(out, '^');
	for (size_t i = 1; i < width; i++) buf_add_byte(out, '~');
	output_end(&cli->err, STYLE_ERROR);
	buf_add_byte(out, '\n');
}

static void show_rule(struct cli *cli, str rule, const struct why *why)
{
	struct buf *out = &cli->err.text;
	size_t from, to;
	choose_window(rule, why, &from, &to);
	str lead = from > 0 ? STR("  ...") : STR("  ");
	buf_add(out, lead);
	output_safe(&cli->err, str_slice(rule, from, to));
	buf_add(out, to < rule.len ? STR("...\n") : STR("\n"));
	size_t at = why->at > to ? to : why->at;
	size_t end = at + why->len > to ? to : at + why->len;
	add_carets(cli, str_slice(rule, from, at), str_slice(rule, at, end), lead.len);
}

enum err report_rule(struct cli *cli, enum rule_kind kind, str rule, const struct why *why)
{
	struct buf *out = &cli->err.text;
	struct fault_place place = find_place(kind, rule, why);
	(void)report(cli, why);
	/* A field's first item may be empty: a place without a length, at 0. */
	if (rule.len && (why->len || why->at || place.sort)) show_rule(cli, rule, why);
	if (place.sort) {
		buf_addf(out, "  %s: %.*s\n", place.sort, STR_ARG(place.name));
		buf_addf(out, "  allowed: %s\n", place.allowed);
	}
	if (kind == RULE_CRON && str_starts_with(rule, STR("every ")))
		buf_add(out, STR("  an interval is written as a span: 90s, 5m, 1h30m\n"));
	return why->code;
}
