/* Every zone of the system, every change of its clock from 2000 to 2040: cron and RRULE near the
 * change against a brute-force model of the policy (naive_zone.h, naive_cron.h, naive_rrule.h).
 *
 *   zones            a sample of the changes, drawn by SEED
 *   ALL=1 zones      every zone name and every change
 *
 * Environment: SEED, SAMPLE (changes in the sample), ALL, ONLY (one zone name). */
#include "../fuzz/naive_cron.h"
#include "../fuzz/naive_rrule.h"
#include "calendar/next.h"
#include "naive_zone.h"
#include "zone_files.h"

#include <inttypes.h>

enum { WALLS_MAX = 100000, CHANGES_MAX = 400, FAILURES_SHOWN = 20, WALK_MAX = 40 };
enum { SPAN = 4 * 86400, CHECKED_SPAN = 2 * 86400 };

struct change {
	int64_t at;
	int32_t before, after;
};

struct tester {
	u64 random;
	u64 passed, failed, zones, changes;
	const char *name;
	struct zone *zone;
	struct naive_zone naive;
	struct naive_clock clock;
	struct change change;
	int64_t *walls; /* that match the rule, in order */
	int walls_len;
	int64_t *instants; /* the model's answer, sorted, single */
	int instants_len;
	bool complete;     /* there is nothing after the last instant */
	int64_t span;      /* seconds after the change for which the model has every instant */
	bool default_only; /* the policy says nothing about this rule under other choices */
	int *times;        /* room for naive_rrule_expand */
	char text[200];
};

/* A case: the rule as text, and for RRULE its start. */
struct rule_case {
	enum rule_kind kind;
	char text[160];
	int64_t start;
};

/* --- chance ---------------------------------------------------------------------------------- */

static u64 draw(struct tester *tester)
{
	u64 z = tester->random += 0x9e3779b97f4a7c15; /* splitmix64 */
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static int64_t draw_below(struct tester *tester, int64_t bound)
{
	return (int64_t)(draw(tester) % (u64)bound);
}

/* --- telling --------------------------------------------------------------------------------- */

static void print_utc(FILE *out, int64_t utc, int milli)
{
	struct naive_date date = naive_date_of(naive_floor_div(utc, 86400));
	int second = (int)naive_floor_mod(utc, 86400);
	fprintf(out, "%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day,
		second / 3600, second / 60 % 60, second % 60);
	if (milli) fprintf(out, ".%03d", milli);
}

static void tell_case(const struct tester *tester, const struct rule_case *rule_case,
		      const struct schedule *schedule, msec after)
{
	static const char *const gaps[] = { "shift", "next", "skip" };
	static const char *const overlaps[] = { "default", "first", "second", "both" };
	printf("  {\"kind\": \"%s\", \"rule\": \"%s\", \"tz\": \"%s\"",
	       rule_case->kind == RULE_CRON ? "cron" : "rrule", rule_case->text, tester->name);
	if (rule_case->kind == RULE_RRULE) {
		printf(", \"dtstart\": \"");
		print_utc(stdout, rule_case->start, 0);
		printf("\"");
	}
	printf(", \"after\": \"");
	print_utc(stdout, msec_to_seconds(after), (int)naive_floor_mod(after, 1000));
	printf("Z\"} dst_gap %s, dst_overlap %s\n", gaps[schedule->gap],
	       overlaps[schedule->overlap]);
}

static void tell_instant(const char *word, bool there, msec at)
{
	printf("    %s ", word);
	if (there) print_utc(stdout, msec_to_seconds(at), (int)naive_floor_mod(at, 1000));
	printf(there ? "Z\n" : "nothing\n");
}

static bool fail_case(struct tester *tester)
{
	return tester->failed++ < FAILURES_SHOWN;
}

/* --- the model's answer ---------------------------------------------------------------------- */

static bool keep_wall(void *context, int64_t at)
{
	struct tester *tester = context;
	if (tester->walls_len == WALLS_MAX) return false;
	tester->walls[tester->walls_len++] = at;
	return true;
}

/* The middle of the change on the wall, so that the spans reach equally far. */
static int64_t change_wall(const struct tester *tester)
{
	return tester->change.at + (tester->change.before + tester->change.after) / 2;
}

static void cron_walls(struct tester *tester, const struct naive_cron *cron)
{
	int64_t span = cron->has_seconds ? 3 * 3600 : SPAN - 86400;
	int64_t shift = llabs((long long)tester->change.after - tester->change.before);
	int64_t middle = change_wall(tester), day = INT64_MIN;
	bool is_day = false;
	int step = cron->has_seconds ? 1 : 60;
	tester->walls_len = 0;
	tester->complete = false;
	tester->default_only = false;
	tester->span = cron->has_seconds ? 2 * 3600 : CHECKED_SPAN;
	int64_t from = naive_floor_div(middle - span - 2 * shift, 60) * 60;
	for (int64_t face = from; face <= middle + span + 2 * shift; face += step) {
		if (naive_floor_div(face, 86400) != day) {
			day = naive_floor_div(face, 86400);
			is_day = naive_cron_match_day(cron, day);
		}
		if (is_day && naive_cron_match_time(cron, (int)naive_floor_mod(face, 86400)))
			keep_wall(tester, face);
	}
}

static void rrule_walls(struct tester *tester, const struct naive_rrule *rule)
{
	int64_t shift = llabs((long long)tester->change.after - tester->change.before);
	int64_t middle = change_wall(tester), span = SPAN - 86400 + shift;
	tester->walls_len = 0;
	tester->span = CHECKED_SPAN;
	/* A local UNTIL means an instant by rules 1 and 3; what it means under other choices is
	 * open. */
	tester->default_only = rule->until[0] && !strchr(rule->until, 'Z');
	if (!naive_rrule_expand(rule, middle - span, middle + span, 1000000, tester->times,
				keep_wall, tester)) {
		printf("  the model gave up: this is a fault of the test\n");
		tester->failed++;
	}
	tester->complete = rule->count > 0;
}

/* UNTIL as written, 20250330T013000 with or without Z, as an instant. */
static int64_t until_instant(const struct tester *tester, const char *until)
{
	int year, month, day, hour, minute, second;
	char zulu = 0;
	int64_t instants[2];
	if (sscanf(until, "%4d%2d%2dT%2d%2d%2d%c", &year, &month, &day, &hour, &minute, &second,
		   &zulu) < 6)
		abort();
	int64_t face = naive_day_number(year, month, day) * 86400 + hour * 3600 + minute * 60 +
		       second;
	if (zulu == 'Z') return face;
	if (naive_clock_instants(&tester->clock, face, NAIVE_GAP_SHIFT, NAIVE_FIRST, instants) == 0)
		abort();
	return instants[0];
}

static int compare_instants(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Turns the walls into instants: rules 1 to 4 and the other choices, then sorts, once each. */
static void map_walls(struct tester *tester, const struct schedule *schedule, bool interval_like,
		      int64_t until)
{
	static const enum naive_gap gaps[] = { NAIVE_GAP_SHIFT, NAIVE_GAP_NEXT, NAIVE_GAP_SKIP };
	static const enum naive_overlap overlaps[] = { NAIVE_FIRST, NAIVE_FIRST, NAIVE_SECOND,
						       NAIVE_BOTH };
	enum naive_overlap overlap = overlaps[schedule->overlap];
	if (schedule->overlap == OVERLAP_DEFAULT && interval_like) overlap = NAIVE_BOTH;
	int count = 0, kept = 0;
	for (int i = 0; i < tester->walls_len; i++)
		count += naive_clock_instants(&tester->clock, tester->walls[i], gaps[schedule->gap],
					      overlap, tester->instants + count);
	qsort(tester->instants, (size_t)count, sizeof(int64_t), compare_instants);
	for (int i = 0; i < count; i++) {
		if (tester->instants[i] > until) break;
		if (kept > 0 && tester->instants[kept - 1] == tester->instants[i]) continue;
		tester->instants[kept++] = tester->instants[i];
	}
	tester->instants_len = kept;
}

/* The first of the model's instants after `after`. */
static bool model_next(const struct tester *tester, msec after, msec *out_at)
{
	for (int i = 0; i < tester->instants_len; i++) {
		if (tester->instants[i] * 1000 <= after) continue;
		*out_at = tester->instants[i] * 1000;
		return true;
	}
	return false;
}

/* --- comparing ------------------------------------------------------------------------------- */

/* False when the two part. Past the model's span nothing is compared, but that the product, too,
 * has nothing within it. */
static bool check_after(struct tester *tester, const struct rule_case *rule_case,
			const struct schedule *schedule, msec after, msec *out_at)
{
	msec expected = 0, got = 0;
	bool expects = model_next(tester, after, &expected);
	bool has = schedule_next(schedule, after, &got);
	msec end = (tester->change.at + tester->span) * 1000;
	bool same = expects && expected <= end ? has && got == expected
		    : tester->complete         ? has == expects && (!has || got == expected)
					       : !has || got > end;
	tester->passed += same;
	*out_at = has ? got : MSEC_MAX;
	if (same) return true;
	if (!fail_case(tester)) return false;
	tell_case(tester, rule_case, schedule, after);
	tell_instant("expected", expects, expected);
	tell_instant("got     ", has, got);
	return false;
}

static bool check_walk(struct tester *tester, const struct rule_case *rule_case,
		       const struct schedule *schedule, msec from)
{
	msec at = from, end = (tester->change.at + tester->span) * 1000;
	for (int i = 0; i < WALK_MAX && at < end; i++)
		if (!check_after(tester, rule_case, schedule, at, &at)) return false;
	return true;
}

/* Before, inside both passes, at the edges, and after. */
static bool check_points(struct tester *tester, const struct rule_case *rule_case,
			 const struct schedule *schedule)
{
	int64_t shift = llabs((long long)tester->change.after - tester->change.before);
	const int64_t seconds[] = { -86400,    -shift - 1, -shift, -shift / 2, -1,   0,    1,
				    shift / 2, shift - 1,  shift,  shift + 1,  7200, 86400 };
	msec change = tester->change.at * 1000, ignored;
	for (size_t i = 0; i < countof(seconds); i++)
		if (!check_after(tester, rule_case, schedule, change + seconds[i] * 1000, &ignored))
			return false;
	return check_after(tester, rule_case, schedule, change - 1, &ignored) &&
	       check_after(tester, rule_case, schedule, change + 500, &ignored);
}

/* A rule that has lost all its instants to a gap may be refused; no other. */
static bool bind_case(struct tester *tester, const struct rule_case *rule_case,
		      struct schedule *schedule)
{
	struct why why;
	enum err err = schedule_bind(schedule, &why);
	if (err == ERR_OK) return true;
	if (err == ERR_RULE_NEVER && tester->complete && tester->instants_len == 0) {
		tester->passed++;
	} else if (fail_case(tester)) {
		tell_case(tester, rule_case, schedule, 0);
		printf("    refused: %s\n", why.text);
	}
	return false;
}

static void check_choices(struct tester *tester, const struct rule_case *rule_case,
			  struct schedule *schedule, bool interval_like, int64_t until)
{
	int64_t shift = llabs((long long)tester->change.after - tester->change.before);
	int64_t near = tester->change.at - shift - 5400, far = tester->change.at - CHECKED_SPAN;
	bool has_seconds = schedule->rule.kind == RULE_CRON && schedule->rule.cron.has_seconds;
	for (int gap = GAP_SHIFT; gap <= GAP_SKIP; gap++) {
		for (int overlap = OVERLAP_DEFAULT; overlap <= OVERLAP_BOTH; overlap++) {
			if (tester->default_only && (gap || overlap)) continue;
			schedule->gap = (enum dst_gap)gap;
			schedule->overlap = (enum dst_overlap)overlap;
			map_walls(tester, schedule, interval_like, until);
			if (!bind_case(tester, rule_case, schedule)) continue;
			if (!check_walk(tester, rule_case, schedule, near * 1000)) return;
			if (has_seconds) continue; /* the model's span is short */
			if (!check_walk(tester, rule_case, schedule, far * 1000)) return;
			if (!check_points(tester, rule_case, schedule)) return;
		}
	}
}

static bool parse_case(struct tester *tester, const struct rule_case *rule_case,
		       struct schedule *schedule)
{
	struct why why;
	*schedule = (struct schedule){ .zone = tester->zone, .start = rule_case->start };
	schedule->has_start = rule_case->kind == RULE_RRULE;
	if (rule_parse(rule_case->kind, str_from(rule_case->text), &schedule->rule, &why) == ERR_OK)
		return true;
	if (fail_case(tester)) printf("  %s refused: %s\n", rule_case->text, why.text);
	return false;
}

static void check_cron(struct tester *tester, const char *text)
{
	struct rule_case rule_case = { .kind = RULE_CRON };
	struct naive_cron cron;
	struct schedule schedule;
	snprintf(rule_case.text, sizeof(rule_case.text), "%s", text);
	if (!parse_case(tester, &rule_case, &schedule)) return;
	if (!naive_cron_parse(text, &cron)) abort();
	cron_walls(tester, &cron);
	check_choices(tester, &rule_case, &schedule, cron.interval_like, INT64_MAX);
}

static void check_rrule(struct tester *tester, const char *text, int64_t start)
{
	struct rule_case rule_case = { .kind = RULE_RRULE, .start = start };
	struct naive_rrule rule;
	struct schedule schedule;
	int64_t until = INT64_MAX;
	snprintf(rule_case.text, sizeof(rule_case.text), "%s", text);
	if (!parse_case(tester, &rule_case, &schedule)) return;
	if (!naive_rrule_parse(text, &rule)) abort();
	naive_rrule_bind(&rule, start);
	rrule_walls(tester, &rule);
	if (rule.until[0]) {
		until = until_instant(tester, rule.until);
		tester->complete = true;
	}
	check_choices(tester, &rule_case, &schedule, false, until);
}

/* --- the cases of one change ----------------------------------------------------------------- */

/* A wall as cron and RRULE write it. */
struct spot {
	int64_t wall;
	int minute, hour, day, month, weekday, nth;
};

static struct spot spot_at(int64_t face)
{
	struct naive_date date = naive_date_of(naive_floor_div(face, 86400));
	int second = (int)naive_floor_mod(face, 86400);
	return (struct spot){ face,       second / 60 % 60, second / 3600,     date.day,
			      date.month, date.weekday,     (date.day + 6) / 7 };
}

__attribute__((format(printf, 2, 3))) static void cron_case(struct tester *tester,
							    const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(tester->text, sizeof(tester->text), format, arguments);
	va_end(arguments);
	check_cron(tester, tester->text);
}

__attribute__((format(printf, 3, 4))) static void rrule_case(struct tester *tester, int64_t start,
							     const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(tester->text, sizeof(tester->text), format, arguments);
	va_end(arguments);
	check_rrule(tester, tester->text, start);
}

static void fixed_crons(struct tester *tester, struct spot low, struct spot inside,
			struct spot high)
{
	const int64_t edges[] = { low.wall - 60, low.wall, inside.wall, high.wall - 60, high.wall };
	for (size_t i = 0; i < countof(edges); i++) {
		struct spot spot = spot_at(edges[i]);
		cron_case(tester, "%d %d * * *", spot.minute, spot.hour);
	}
	struct spot moved = spot_at(inside.wall + (high.wall - low.wall));
	cron_case(tester, "%d %d,%d * * *", inside.minute, inside.hour, moved.hour);
	cron_case(tester, "%d %d %d %d *", inside.minute, inside.hour, inside.day, inside.month);
	cron_case(tester, "0,30 %d,%d * * *", low.hour, high.hour);
	cron_case(tester, "0-59 %d * * *", inside.hour);
	cron_case(tester, "%d %d * * %d#%d", inside.minute, inside.hour, inside.weekday,
		  inside.nth > 5 ? 5 : inside.nth);
	cron_case(tester, "%d 0-23 * * *", inside.minute);
	cron_case(tester, "30 %d %d * * *", inside.minute, inside.hour);
	cron_case(tester, "15,45 %d %d,%d * * *", low.minute, low.hour, high.hour);
}

static void interval_crons(struct tester *tester, struct spot low, struct spot inside,
			   struct spot high)
{
	cron_case(tester, "*/15 * * * *");
	cron_case(tester, "%d * * * *", inside.minute);
	cron_case(tester, "%d */2 * * *", inside.minute);
	cron_case(tester, "*/7 %d * * *", inside.hour);
	cron_case(tester, "* %d * * *", inside.hour);
	cron_case(tester, "%d %d/5 * * *", low.minute, low.hour);
	cron_case(tester, "%d/20 %d-%d * * *", low.minute, low.hour,
		  high.hour > low.hour ? high.hour : low.hour);
	cron_case(tester, "*/30 %d %d %d %d", inside.hour, inside.day, inside.month,
		  inside.weekday);
	cron_case(tester, "*/20 %d %d * * *", inside.minute, inside.hour);
	cron_case(tester, "0 */10 %d,%d * * *", inside.hour, high.hour);
}

static const char *two_letters(int weekday)
{
	static const char *const names[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };
	return names[weekday];
}

static void daily_rrules(struct tester *tester, struct spot low, struct spot inside,
			 struct spot high)
{
	const int64_t edges[] = { low.wall - 60, low.wall, inside.wall + 30, high.wall - 1,
				  high.wall };
	for (size_t i = 0; i < countof(edges); i++)
		rrule_case(tester, edges[i] - 3 * 86400, "FREQ=DAILY");
	rrule_case(tester, inside.wall - 3 * 86400, "FREQ=DAILY;INTERVAL=3");
	rrule_case(tester, low.wall - 5 * 86400, "FREQ=DAILY;BYHOUR=%d,%d;BYMINUTE=%d,59", low.hour,
		   high.hour, inside.minute);
	rrule_case(tester, naive_floor_mod(inside.wall, 86400), "FREQ=DAILY");
	rrule_case(tester, inside.wall, "FREQ=DAILY");
	rrule_case(tester, inside.wall - 7 * 86400, "FREQ=WEEKLY");
	rrule_case(tester, inside.wall - 40 * 86400, "FREQ=MONTHLY;BYMONTHDAY=%d", inside.day);
	rrule_case(tester, inside.wall - 70 * 86400, "FREQ=MONTHLY;BYDAY=%d%s", inside.nth,
		   two_letters(inside.weekday));
	rrule_case(tester, inside.wall - 700 * 86400, "FREQ=YEARLY;BYMONTH=%d;BYMONTHDAY=%d",
		   inside.month, inside.day);
}

static void subdaily_rrules(struct tester *tester, struct spot low, struct spot inside)
{
	rrule_case(tester, inside.wall - 30 * 3600, "FREQ=HOURLY");
	rrule_case(tester, inside.wall - 10 * 3600, "FREQ=HOURLY;INTERVAL=2");
	rrule_case(tester, inside.wall, "FREQ=HOURLY;INTERVAL=3");
	rrule_case(tester, inside.wall - 9000 * 3600, "FREQ=HOURLY;BYDAY=%s;BYMINUTE=0,%d",
		   two_letters(inside.weekday), inside.minute);
	rrule_case(tester, low.wall - 5 * 3600, "FREQ=MINUTELY;INTERVAL=17");
	rrule_case(tester, low.wall - 5 * 3600 + 7, "FREQ=SECONDLY;INTERVAL=437");
}

static void ended_rrules(struct tester *tester, struct spot low, struct spot inside)
{
	int64_t first[2];
	rrule_case(tester, inside.wall - 2 * 86400, "FREQ=DAILY;COUNT=4");
	rrule_case(tester, inside.wall, "FREQ=DAILY;COUNT=2");
	for (int count = 3; count <= 7; count++)
		rrule_case(tester, inside.wall - 3 * 3600, "FREQ=HOURLY;COUNT=%d", count);
	rrule_case(tester, low.wall - 7200, "FREQ=MINUTELY;INTERVAL=20;COUNT=12");
	if (!naive_clock_instants(&tester->clock, inside.wall, NAIVE_GAP_SHIFT, NAIVE_FIRST, first))
		abort();
	for (int late = -1; late <= 1; late++) {
		struct naive_date date = naive_date_of(naive_floor_div(first[0] + late, 86400));
		int second = (int)naive_floor_mod(first[0] + late, 86400);
		rrule_case(tester, inside.wall - 2 * 86400,
			   "FREQ=DAILY;UNTIL=%04d%02d%02dT%02d%02d%02dZ", date.year, date.month,
			   date.day, second / 3600, second / 60 % 60, second % 60);
	}
	struct naive_date date = naive_date_of(naive_floor_div(inside.wall, 86400));
	rrule_case(tester, inside.wall - 5 * 3600, "FREQ=HOURLY;UNTIL=%04d%02d%02dT%02d%02d00",
		   date.year, date.month, date.day, inside.hour, inside.minute);
}

static void check_change(struct tester *tester, struct change change)
{
	int64_t shift = llabs((long long)change.after - change.before);
	tester->change = change;
	tester->changes++;
	if (change.at % 60 || change.before % 60 || change.after % 60) {
		printf("  %s: a change that is not on a minute; the model cannot judge it\n",
		       tester->name);
		tester->failed++;
		return;
	}
	if (!naive_clock_init(&tester->clock, &tester->naive, change.at - SPAN - 2 * shift,
			      change.at + SPAN + 2 * shift, 60))
		abort();
	int64_t low = change.at + (change.before < change.after ? change.before : change.after);
	struct spot spots[3] = { spot_at(low), spot_at(low + draw_below(tester, shift / 60) * 60),
				 spot_at(low + shift) };
	fixed_crons(tester, spots[0], spots[1], spots[2]);
	interval_crons(tester, spots[0], spots[1], spots[2]);
	daily_rrules(tester, spots[0], spots[1], spots[2]);
	subdaily_rrules(tester, spots[0], spots[1]);
	ended_rrules(tester, spots[0], spots[1]);
	naive_clock_done(&tester->clock);
}

/* --- the changes of one zone ----------------------------------------------------------------- */

/* The model's own list of offset changes in [2000, 2041). */
static int list_changes(const struct naive_zone *zone, struct change *out_changes)
{
	int64_t from = naive_year_start(2000) * 86400, to = naive_year_start(2041) * 86400;
	int len = 0;
	for (int i = 0; i < zone->changes_len; i++) {
		struct change change = { zone->at[i], naive_offset_at(zone, zone->at[i] - 1),
					 naive_offset_at(zone, zone->at[i]) };
		if (change.at < from || change.at >= to || change.before == change.after) continue;
		if (len == CHANGES_MAX) abort();
		out_changes[len++] = change;
	}
	return len;
}

static void expect(struct tester *tester, bool holds, const char *what, int64_t utc)
{
	tester->passed += holds;
	if (holds || !fail_case(tester)) return;
	printf("  %s: %s at ", tester->name, what);
	print_utc(stdout, utc, 0);
	printf("Z\n");
}

/* The product finds the same changes, walking both ways, and shows the same clock around them and
 * at chance instants. */
static void check_changes(struct tester *tester, const struct change *changes, int len)
{
	struct zone_change found;
	int64_t from = naive_year_start(2000) * 86400, to = naive_year_start(2041) * 86400;
	int64_t at = from - 1;
	for (int i = 0; i < len; i++) {
		const struct change *change = &changes[i];
		bool same = zone_next_change(tester->zone, at, &found) && found.at == change->at &&
			    found.offset_before == change->before &&
			    found.offset_after == change->after;
		expect(tester, same, "another next change than the model's", change->at);
		at = change->at;
		same = zone_last_change(tester->zone, at, &found) && found.at == at &&
		       zone_offset_at(tester->zone, at - 1) == change->before &&
		       zone_offset_at(tester->zone, at) == change->after;
		expect(tester, same, "another last change or offset than the model's", at);
	}
	bool more = zone_next_change(tester->zone, at, &found) && found.at < to;
	expect(tester, !more, "a change that the model does not have after", at);
	for (int i = 0; i < 50; i++) {
		int64_t utc = (int64_t)(draw(tester) % 8000000000) - 2000000000;
		bool same = zone_offset_at(tester->zone, utc) ==
			    naive_offset_at(&tester->naive, utc);
		expect(tester, same, "another offset than the model's", utc);
	}
}

static bool open_zone(struct tester *tester, str bytes)
{
	struct why why = { 0 };
	if (!naive_zone_read(&tester->naive, bytes.at, bytes.len)) {
		printf("  %s: the model cannot read it\n", tester->name);
	} else if (zone_new(str_from(tester->name), bytes, &tester->zone, &why) != ERR_OK) {
		printf("  %s: refused: %s\n", tester->name, why.text);
	} else {
		return true;
	}
	tester->failed++;
	return false;
}

static void check_zone(struct tester *tester, const char *name, u64 share)
{
	struct change changes[CHANGES_MAX];
	str bytes;
	tester->name = name;
	if (!zone_file_read(str_from(name), &bytes)) {
		printf("  %s: cannot be read\n", name);
		tester->failed++;
		return;
	}
	if (open_zone(tester, bytes)) {
		int len = list_changes(&tester->naive, changes);
		tester->zones++;
		check_changes(tester, changes, len);
		for (int i = 0; i < len; i++)
			if (draw(tester) % 1000000 < share) check_change(tester, changes[i]);
		zone_free(tester->zone);
	}
	zone_file_free(bytes);
}

/* --- main ------------------------------------------------------------------------------------ */

static u64 setting(const char *name, u64 otherwise)
{
	const char *text = getenv(name);
	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/* How many changes there are in all, to draw the sample evenly. */
static u64 count_changes(struct tester *tester, const struct zone_names *names)
{
	struct change changes[CHANGES_MAX];
	u64 total = 0;
	for (u32 i = 0; i < names->len; i++) {
		str bytes;
		if (!zone_file_read(str_from(names->at[i]), &bytes)) continue;
		if (naive_zone_read(&tester->naive, bytes.at, bytes.len))
			total += (u64)list_changes(&tester->naive, changes);
		zone_file_free(bytes);
	}
	return total;
}

int main(void)
{
	static struct tester tester;
	static struct zone_names names;
	u64 seed = setting("SEED", 1), all = setting("ALL", 0), sample = setting("SAMPLE", 2000);
	const char *only = getenv("ONLY");
	tester.random = seed;
	tester.walls = malloc(WALLS_MAX * sizeof(int64_t));
	tester.instants = malloc(2 * WALLS_MAX * sizeof(int64_t));
	tester.times = malloc(86400 * sizeof(int));
	zone_names_list(&names);
	u64 total = count_changes(&tester, &names);
	u64 share = all || only || total == 0 ? 1000000 : sample * 1000000 / total;
	printf("seed %" PRIu64 ", %u zones, %" PRIu64 " changes from 2000 to 2040\n", seed,
	       names.len, total);
	for (u32 i = 0; i < names.len; i++)
		if (!only || strcmp(only, names.at[i]) == 0)
			check_zone(&tester, names.at[i], share);
	printf("%" PRIu64 " zones and %" PRIu64 " changes looked at, %" PRIu64 " answers right\n",
	       tester.zones, tester.changes, tester.passed);
	if (tester.changes == 0) tester.failed++;
	/* A change counts as one test, however many answers were compared around it. */
	u64 bad = tester.failed < tester.changes ? tester.failed : tester.changes;
	printf("%" PRIu64 " passed, %" PRIu64 " failed\n", tester.changes - bad, tester.failed);
	zone_names_done(&names);
	free(tester.walls);
	free(tester.instants);
	free(tester.times);
	return tester.failed > 0;
}
