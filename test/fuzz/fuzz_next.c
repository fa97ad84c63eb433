/* The one door, schedule_next, with legal rules only: the input's bytes choose a rule, a zone, what
 * the job says about clock changes, a start and an instant to ask after. Properties: the rule is
 * accepted; next is later and monotone; and the instants are those of the brute-force model of the
 * policy, as far as that looks. */
/* The model and these checks are not what is searched: count coverage in the product only. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "../zones/naive_zone.h"
#include "../zones/zone_files.h"
#include "calendar/next.h"
#include "fuzz_common.h"
#include "legal_rules.h"
#include "naive_cron.h"
#include "naive_rrule.h"

enum { BACK = 2 * 86400, AHEAD = 2 * 86400, WALLS_MAX = 100000, COMPARED_MAX = 12, DATES_MAX = 4 };
enum { PERIODS_MAX = 4000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const zone_choice[] = {
	"UTC",
	"Europe/London",
	"Europe/Dublin",
	"America/New_York",
	"Africa/Cairo",
	"Australia/Lord_Howe",
	"Antarctica/Troll",
	"Pacific/Apia",
	"Asia/Kathmandu",
	"Africa/Casablanca",
	"America/St_Johns",
	"Pacific/Chatham",
	"America/Sao_Paulo",
	"Asia/Tehran",
	"America/Caracas",
	"Antarctica/Casey",
};

/* Read once, at the start. */
static struct zone *zones[countof(zone_choice)];
static struct naive_zone models[countof(zone_choice)];

struct trial {
	struct schedule schedule;
	struct legal_text text;
	const char *zone_name;
	struct naive_clock clock;
	msec after;
	int64_t walls[WALLS_MAX];
	int walls_len;
	int64_t instants[2 * WALLS_MAX];
	int instants_len;
	int64_t sure_until; /* the model has every instant up to this one */
	msec rdates[DATES_MAX], exdates[DATES_MAX];
	bool interval_like;
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < countof(zone_choice); i++) {
		str bytes, name = str_from(zone_choice[i]);
		if (!zone_file_read(name, &bytes)) fuzz_stop("no zone %s", zone_choice[i]);
		if (!naive_zone_read(&models[i], bytes.at, bytes.len)) fuzz_stop("bad %s", name.at);
		if (zone_new(name, bytes, &zones[i], NULL) != ERR_OK) fuzz_stop("bad %s", name.at);
		zone_file_free(bytes);
	}
	return 0;
}

static bool keep_wall(void *context, int64_t at)
{
	struct trial *trial = context;
	if (trial->walls_len == WALLS_MAX) return false;
	trial->walls[trial->walls_len++] = at;
	return true;
}

static _Noreturn void stop_trial(const struct trial *trial, const char *what, const char *expected,
				 const char *got)
{
	static const char *const gaps[] = { "shift", "next", "skip" };
	static const char *const overlaps[] = { "default", "first", "second", "both" };
	bool cron = trial->schedule.rule.kind == RULE_CRON;
	fuzz_stop("%s: expected %s, got %s\n"
		  "{\"id\": 1, \"kind\": \"%s\", \"rule\": \"%s\", \"tz\": \"%s\", "
		  "\"dtstart\": \"%s\", \"after\": \"%sZ\"} "
		  "milliseconds %d, dst_gap %s, dst_overlap %s",
		  what, expected, got, cron ? "cron" : "rrule", trial->text.at, trial->zone_name,
		  show_wall(trial->schedule.start), show_wall(msec_to_seconds(trial->after)),
		  (int)naive_floor_mod(trial->after, 1000), gaps[trial->schedule.gap],
		  overlaps[trial->schedule.overlap]);
}

/* --- the model ------------------------------------------------------------------------------- */

/* Walls up to here were looked for; everything earlier than a day before it is certain. */
static void cron_walls(struct trial *trial, int64_t from, int64_t to)
{
	static struct naive_cron cron;
	if (!naive_cron_parse(trial->text.at, &cron)) fuzz_stop("no model of %s", trial->text.at);
	trial->interval_like = cron.interval_like;
	int64_t day = INT64_MIN;
	bool is_day = false;
	for (int64_t at = from; at < to; at += cron.has_seconds ? 1 : 60) {
		if (naive_floor_div(at, 86400) != day) {
			day = naive_floor_div(at, 86400);
			is_day = naive_cron_match_day(&cron, day);
			if (!is_day) at = (day + 1) * 86400 - (cron.has_seconds ? 1 : 60);
		}
		if (is_day && naive_cron_match_time(&cron, (int)naive_floor_mod(at, 86400)))
			keep_wall(trial, at);
	}
}

/* False when the model cannot tell. */
static bool rrule_walls(struct trial *trial, int64_t from, int64_t to)
{
	static struct naive_rrule rule;
	static int times[86400];
	if (!naive_rrule_parse(trial->text.at, &rule)) fuzz_stop("no model of %s", trial->text.at);
	naive_rrule_bind(&rule, trial->schedule.start);
	if (!naive_rrule_is_decided(&rule)) return false;
	return naive_rrule_expand(&rule, from, to, PERIODS_MAX, times, keep_wall, trial);
}

static int compare_instants(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static void map_walls(struct trial *trial)
{
	static const enum naive_gap gaps[] = { NAIVE_GAP_SHIFT, NAIVE_GAP_NEXT, NAIVE_GAP_SKIP };
	static const enum naive_overlap overlaps[] = { NAIVE_FIRST, NAIVE_FIRST, NAIVE_SECOND,
						       NAIVE_BOTH };
	const struct schedule *schedule = &trial->schedule;
	enum naive_overlap overlap = overlaps[schedule->overlap];
	if (schedule->overlap == OVERLAP_DEFAULT && trial->interval_like) overlap = NAIVE_BOTH;
	int count = 0;
	for (int i = 0; i < trial->walls_len; i++)
		count += naive_clock_instants(&trial->clock, trial->walls[i], gaps[schedule->gap],
					      overlap, trial->instants + count);
	qsort(trial->instants, (size_t)count, sizeof(int64_t), compare_instants);
	trial->instants_len = count;
}

static void take_away(struct trial *trial, int64_t instant)
{
	int kept = 0;
	for (int i = 0; i < trial->instants_len; i++)
		if (trial->instants[i] != instant) trial->instants[kept++] = trial->instants[i];
	trial->instants_len = kept;
}

/* Sorts, drops what is double, and writes milliseconds; how many are left. */
static u32 list_dates(int64_t *seconds, int len, msec *out_dates)
{
	u32 kept = 0;
	qsort(seconds, (size_t)len, sizeof(seconds[0]), compare_instants);
	for (int i = 0; i < len; i++)
		if (i == 0 || seconds[i] != seconds[i - 1]) out_dates[kept++] = seconds[i] * 1000;
	return kept;
}

/* Some of the model's instants are taken away, some chance ones added; one may be both. */
static bool choose_dates(struct trial *trial, struct choices *choices)
{
	struct schedule *schedule = &trial->schedule;
	int64_t seconds[DATES_MAX];
	int added = choose(choices, DATES_MAX + 1), taken = choose(choices, DATES_MAX + 1);
	if (trial->instants_len == 0 || !chance(choices, 30)) return true;
	for (int i = 0; i < added; i++) {
		trial->instants[trial->instants_len++] = seconds[i] =
			msec_to_seconds(trial->after) + choose(choices, 40000);
	}
	schedule->rdates_len = list_dates(seconds, added, trial->rdates);
	for (int i = 0; i < taken; i++)
		seconds[i] = trial->instants[choose(choices, trial->instants_len)];
	for (int i = 0; i < taken; i++) take_away(trial, seconds[i]);
	schedule->exdates_len = list_dates(seconds, taken, trial->exdates);
	qsort(trial->instants, (size_t)trial->instants_len, sizeof(int64_t), compare_instants);
	schedule->rdates = trial->rdates;
	schedule->exdates = trial->exdates;
	/* A rule may lose its only instants; not, as long as the model has one. */
	enum err err = schedule_bind(schedule, NULL);
	if (err && (err != ERR_RULE_NEVER || trial->instants_len > 0))
		stop_trial(trial, "not bound again", "a schedule", err_name(err));
	return err == ERR_OK;
}

/* The instants of the rule around `after`, from the model; false when it cannot tell. */
static bool model_instants(struct trial *trial, const struct naive_zone *zone)
{
	int64_t middle = naive_floor_div(msec_to_seconds(trial->after), 60) * 60;
	int64_t from = middle - BACK, to = middle + AHEAD;
	bool dense = trial->schedule.rule.kind == RULE_CRON &&
		     trial->schedule.rule.cron.has_seconds;
	if (!naive_clock_init(&trial->clock, zone, from, to, 60)) abort();
	/* A wall that is two hours (one change) before the last one shown can come no later. */
	int64_t wall_from = trial->clock.wall_from + 3 * 3600;
	int64_t wall_to = trial->clock.wall_from + (int64_t)(trial->clock.cells_len - 1) * 60;
	if (dense) wall_from += 86400 / 2, wall_to -= 86400;
	trial->walls_len = 0;
	bool sure = true;
	if (trial->schedule.rule.kind == RULE_CRON) cron_walls(trial, wall_from, wall_to);
	else sure = rrule_walls(trial, wall_from, wall_to);
	if (trial->walls_len == WALLS_MAX) sure = false;
	/* Apia's clock once jumped by a day: keep that far away from the end. */
	trial->sure_until = to - (dense ? 86400 : 0) - 27 * 3600;
	if (sure) map_walls(trial);
	naive_clock_done(&trial->clock);
	return sure;
}

/* --- comparing ------------------------------------------------------------------------------- */

static bool expected_after(const struct trial *trial, msec after, msec *out_at)
{
	for (int i = 0; i < trial->instants_len; i++) {
		if (trial->instants[i] * 1000 <= after) continue;
		*out_at = trial->instants[i] * 1000;
		return true;
	}
	return false;
}

static void check_between(struct trial *trial, msec after, msec next)
{
	const msec between[] = { after + 1, after + (next - after) / 2, next - 1 };
	for (size_t i = 0; i < countof(between); i++) {
		msec again = 0;
		if (schedule_next(&trial->schedule, between[i], &again) && again == next) continue;
		trial->after = between[i];
		stop_trial(trial, "not monotone", show_wall(next / 1000), show_wall(again / 1000));
	}
}

/* The noted form gives the same instant, and what it says of it is true. */
static void check_note(struct trial *trial, msec next)
{
	struct occurrence noted;
	if (!schedule_next_noted(&trial->schedule, trial->after, &noted) || noted.at != next)
		stop_trial(trial, "noted", show_wall(next / 1000), show_wall(noted.at / 1000));
	if (noted.shown != zone_wall_at(trial->schedule.zone, next / 1000))
		stop_trial(trial, "shown", "the clock's wall", show_wall(noted.shown));
	bool moved = noted.note == NOTE_GAP_SHIFTED || noted.note == NOTE_GAP_NEXT;
	if (moved != (noted.planned != noted.shown))
		stop_trial(trial, "planned", show_wall(noted.planned), show_wall(noted.shown));
	if ((noted.note == NOTE_NONE) != (noted.shift_seconds == 0))
		stop_trial(trial, "a note without its size", "", "");
}

static void check_walk(struct trial *trial)
{
	for (int i = 0; i < COMPARED_MAX; i++) {
		msec expected, next;
		bool expects = expected_after(trial, trial->after, &expected);
		bool has = schedule_next(&trial->schedule, trial->after, &next);
		bool sure = expects && expected / 1000 <= trial->sure_until;
		const char *got = has ? show_wall(next / 1000) : "nothing";
		if (has && next <= trial->after) stop_trial(trial, "not later", "later", got);
		if (sure && (!has || next != expected))
			stop_trial(trial, "another instant", show_wall(expected / 1000), got);
		if (!sure && has && next / 1000 <= trial->sure_until)
			stop_trial(trial, "no instant of the rule", "none so soon", got);
		if (has) check_note(trial, next);
		if (has) check_between(trial, trial->after, next);
		if (!sure || !has) return;
		trial->after = next;
	}
}

/* --- the choices ----------------------------------------------------------------------------- */

/* Around a clock change of the zone more often than not. */
static msec choose_after(struct choices *choices, const struct zone *zone)
{
	/* 1975 to 2095: whole minutes on every clock here. */
	int64_t utc = 157766400 + (int64_t)(choose_bits(choices, 4) % 3800000000);
	struct zone_change change;
	if (chance(choices, 70) && zone_next_change(zone, utc, &change) && change.at < 3950000000)
		utc = change.at + choose_between(choices, -8000, 8000);
	return utc * 1000 + (chance(choices, 10) ? choose(choices, 1000) : 0);
}

static bool choose_rule(struct trial *trial, struct choices *choices)
{
	struct why why = { 0 };
	struct schedule *schedule = &trial->schedule;
	bool count = false, cron = chance(choices, 45);
	if (cron) legal_cron(&trial->text, choices, chance(choices, 25));
	else legal_rrule(&trial->text, choices, &count);
	schedule->has_start = !cron;
	if (!cron) {
		int64_t back = count ? choose(choices, 400000)
				     : (int64_t)choose_bits(choices, 4) % 900000000;
		schedule->start = msec_to_seconds(trial->after) - back;
	}
	str text = fuzz_copy(trial->text.at, (size_t)trial->text.len);
	enum rule_kind kind = cron ? RULE_CRON : RULE_RRULE;
	enum err err = rule_parse(kind, text, &schedule->rule, &why);
	fuzz_free(text);
	schedule->rule.kind = kind;
	if (err && err != ERR_RULE_NEVER) stop_trial(trial, "refused", "a rule", why.text);
	if (err) return false;
	err = schedule_bind(schedule, &why);
	/* A COUNT is walked through within a bound. */
	bool is_too_far = err == ERR_RRULE_RANGE && !cron && schedule->rule.rrule.count;
	if (err && err != ERR_RULE_NEVER && !is_too_far)
		stop_trial(trial, "not bound", "a schedule", why.text);
	return err == ERR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct trial trial;
	struct choices choices = { data, size };
	int zone = choose(&choices, (int)countof(zone_choice));
	trial.schedule = (struct schedule){ .zone = zones[zone] };
	trial.zone_name = zone_choice[zone];
	trial.interval_like = false;
	trial.schedule.gap = (enum dst_gap)choose(&choices, 3);
	trial.schedule.overlap = (enum dst_overlap)choose(&choices, 4);
	trial.after = choose_after(&choices, zones[zone]);
	if (!choose_rule(&trial, &choices)) return 0;
	if (!model_instants(&trial, &models[zone])) return 0;
	if (choose_dates(&trial, &choices)) check_walk(&trial);
	return 0;
}

#pragma clang attribute pop
