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
	[FREQ_HOURLY] = STR("HOURLY"),	   [FREQ_DAILY] = STR("DAILY"),
	[FREQ_WEEKLY] = STR("WEEKLY"),	   [FREQ_MONTHLY] = STR("MONTHLY"),
	[FREQ_YEARLY] = STR("YEARLY"),
};

static const str skip_names[SKIP_KINDS] = {
	[SKIP_OMIT] = STR("OMIT"),
	[SKIP_BACKWARD] = STR("BACKWARD"),
	[SKIP_FORWARD] = STR("FORWARD"),
};

static const str weekday_names[7] = {
	[SUNDAY] = STR("SU"),	[MONDAY] = STR("MO"), [TUESDAY] = STR("TU"),  [WEDNESDAY] = STR("WE"),
	[THURSDAY] = STR("TH"), [FRIDAY] = STR("FR"), [SATURDAY] = STR("SA"),
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
