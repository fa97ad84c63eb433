#include "calendar/rrule_names.h"

#include "base/must.h"

static const str part_names[PART_KINDS] = {
	[PART_RSCALE] = STR("RSCALE"),
	[PART_FREQ] = STR("FREQ"),
	[PART_INTERVAL] = STR("INTERVAL"),
	[PART_BYMONTH] = STR("BYMONTH"),
	[PART_BYWEEKNO] = STR("BYWEEKNO"),
	[PART_BYYEARDAY] = STR("BYYEARDAY"),
	[PART_BYMONTHDAY] = STR("BYMONTHDAY"),
	[PART_BYDAY] = STR("BYDAY"),
	[PART_BYHOUR] = STR("BYHOUR"),
	[PART_BYMINUTE] = STR("BYMINUTE"),
	[PART_BYSECOND] = STR("BYSECOND"),
	[PART_BYSETPOS] = STR("BYSETPOS"),
	[PART_SKIP] = STR("SKIP"),
	[PART_WKST] = STR("WKST"),
	[PART_COUNT] = STR("COUNT"),
	[PART_UNTIL] = STR("UNTIL"),
};

static const str freq_names[FREQ_COUNT] = {
	[FREQ_SECONDLY] = STR("SECONDLY"), [FREQ_MINUTELY] = STR("MINUTELY"),
	[FREQ_HOURLY] = STR("HOURLY"),     [FREQ_DAILY] = STR("DAILY"),
	[FREQ_WEEKLY] = STR("WEEKLY"),     [FREQ_MONTHLY] = STR("MONTHLY"),
	[FREQ_YEARLY] = STR("YEARLY"),
};

static const str skip_names[SKIP_KINDS] = {
	[SKIP_OMIT] = STR("OMIT"),
	[SKIP_BACKWARD] = STR("BACKWARD"),
	[SKIP_FORWARD] = STR("FORWARD"),
};

static const str weekday_names[7] = {
	[SUNDAY] = STR("SU"),    [MONDAY] = STR("MO"),   [TUESDAY] = STR("TU"),
	[WEDNESDAY] = STR("WE"), [THURSDAY] = STR("TH"), [FRIDAY] = STR("FR"),
	[SATURDAY] = STR("SA"),
};

str rrule_part_name(enum rrule_part part)
{
	must(part < PART_KINDS);
	return part_names[part];
}

str rrule_freq_name(enum rrule_freq freq)
{
	must(freq < FREQ_COUNT);
	return freq_names[freq];
}

str rrule_skip_name(enum rrule_skip skip)
{
	must(skip < SKIP_KINDS);
	return skip_names[skip];
}

str rrule_weekday_name(u32 weekday)
{
	must(weekday < 7);
	return weekday_names[weekday];
}

enum rrule_part rrule_part_by_name(str name)
{
	if (name.len == 0) return PART_KINDS;
	char last = ascii_upper(name.at[name.len - 1]);
	for (u32 part = 0; part < PART_KINDS; part++) {
		/* Length and last letter tell nearly all of them apart. */
		if (part_names[part].len != name.len || part_names[part].at[name.len - 1] != last)
			continue;
		if (str_eq_nocase(name, part_names[part])) return (enum rrule_part)part;
	}
	return PART_KINDS;
}

u32 rrule_weekday_by_name(str name)
{
	if (name.len != 2) return 7;
	char first = ascii_upper(name.at[0]);
	char second = ascii_upper(name.at[1]);
	for (u32 day = 0; day < 7; day++) {
		if (weekday_names[day].at[0] == first && weekday_names[day].at[1] == second)
			return day;
	}
	return 7;
}
