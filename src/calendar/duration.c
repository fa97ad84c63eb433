#include "calendar/duration.h"

#include "base/must.h"

/* From large to small: the order in which units may follow each other. */
static const struct unit {
	str name;
	msec span;
} units[] = {
	{ STR("w"), 7 * MSEC_DAY }, { STR("d"), MSEC_DAY },    { STR("h"), MSEC_HOUR },
	{ STR("m"), MSEC_MINUTE },  { STR("s"), MSEC_SECOND }, { STR("ms"), 1 },
};

static enum err refuse(str text, struct why *why)
{
	return fail_at(why, ERR_INTERVAL, 0, text.len,
		       "a span must be written like 90s, 15m, 6h, 1d or 1h30m, up to 366000 days");
}

static size_t count_while(str text, bool digits)
{
	size_t n = 0;
	while (n < text.len && ascii_is_digit(text.at[n]) == digits) n++;
	return n;
}

/* Index into units, from `first` on; countof(units) when there is none. */
static size_t unit_by_name(str name, size_t first)
{
	for (size_t i = first; i < countof(units); i++) {
		if (str_eq_nocase(name, units[i].name)) return i;
	}
	return countof(units);
}

enum err duration_parse(str text, msec *out_span, struct why *why)
{
	str rest = str_trim(text);
	msec span = 0;
	size_t allowed = 0;
	u64 number;
	if (str_to_u64(rest, DURATION_MAX / MSEC_SECOND, &number)) {
		*out_span = msec_from_seconds((i64)number);
		return ERR_OK;
	}
	if (rest.len == 0) return refuse(text, why);
	while (rest.len) {
		str digits = str_slice(rest, 0, count_while(rest, true));
		rest = str_from_offset(rest, digits.len);
		str name = str_slice(rest, 0, count_while(rest, false));
		rest = str_from_offset(rest, name.len);
		if (!str_to_u64(digits, DURATION_MAX, &number)) return refuse(text, why);
		size_t unit = unit_by_name(name, allowed);
		if (unit == countof(units)) return refuse(text, why);
		span = msec_add(span, msec_mul(units[unit].span, (i64)number));
		if (span > DURATION_MAX) return refuse(text, why);
		allowed = unit + 1;
	}
	*out_span = span;
	return ERR_OK;
}

void duration_print(msec span, struct buf *out)
{
	must(span >= 0);
	if (span == 0) buf_add(out, STR("0s"));
	for (size_t i = 0; i < countof(units); i++) {
		msec whole = span / units[i].span;
		if (!whole) continue;
		buf_add_u64(out, (u64)whole);
		buf_add(out, units[i].name);
		span -= whole * units[i].span;
	}
}
