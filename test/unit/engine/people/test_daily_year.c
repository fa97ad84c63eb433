/* Many people over many days, in three zones, with workers that fail, crashes around every cutoff
 * and a server that is away now and then: each day of each person is finalized exactly once, in
 * order, none is left out, and what the ledger says is what happened. */
#include "calendar/zones.h"
#include "engine/daily_desk.h"
#include "zones/zone_files.h"

/* From November on, so that the clocks of both zones change. */
enum { PEOPLE = 12, DAYS = 145 };

static struct zone *zones[2];
static const char *const zone_names[] = { "Europe/Berlin", "America/New_York" };

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	(void)context;
	for (u32 i = 0; i < 2; i++) {
		if (!str_eq(name, str_from(zone_names[i]))) continue;
		if (!zones[i]) zones[i] = zone_file_load(name);
		*out_zone = zones[i];
		return ERR_OK;
	}
	return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
}

struct year {
	struct desk desk;
	struct prng prng;
	struct uuid held[PEOPLE * 4]; /* executions whose holders have not said a word yet */
	u32 held_len;
	u32 late;
};

static void name_of(u32 i, char name[16])
{
	snprintf(name, 16, "user-%u", i);
}

static void add_people(struct year *year)
{
	char name[16];
	for (u32 i = 0; i < PEOPLE; i++) {
		u32 minute = (u32)prng_below(&year->prng, DAY_MINUTES);
		char due[16];
		name_of(i, name);
		snprintf(due, sizeof due, "%02u:%02u", minute / 60, minute % 60);
		struct command put = daily_put(name, due);
		if (i % 3) put.daily.zone = str_from(zone_names[i % 3 - 1]);
		assert_int_equal(ERR_OK, desk_do(&year->desk, put)->err);
	}
}

/* Leases what there is; some holders answer at once, others later, or never. */
static void work(struct year *year)
{
	struct desk *desk = &year->desk;
	desk->leases_len = 0;
	struct lease_command lease = { .lease_ms = 10 * MSEC_MINUTE };
	u32 len = desk_lease(desk, 10, lease);
	for (u32 i = 0; i < len; i++) {
		struct uuid execution = desk->leases[i].execution;
		u64 drawn = prng_below(&year->prng, 10);
		if (drawn < 4) desk_finish(desk, execution, OUTCOME_SUCCESS, STR(""));
		else if (drawn < 7) desk_finish(desk, execution, OUTCOME_FAIL, STR("validation"));
		else if (drawn < 9 && year->held_len < PEOPLE)
			year->held[year->held_len++] = execution;
	}
}

/* Whoever held an attempt says that it succeeded: in time, late, or long after. */
static void speak_up(struct year *year)
{
	if (!year->held_len || prng_below(&year->prng, 2)) return;
	struct uuid execution = year->held[--year->held_len];
	enum holder_code code = desk_finish(&year->desk, execution, OUTCOME_SUCCESS, STR(""));
	year->late += code != HOLDER_OK;
}

static void live_on(struct year *year)
{
	struct desk *desk = &year->desk;
	msec span = (msec)(1 + prng_below(&year->prng, 40)) * MSEC_MINUTE;
	if (prng_below(&year->prng, 400) == 0)
		span += (msec)prng_below(&year->prng, 60) * MSEC_HOUR;
	if (prng_below(&year->prng, 6) == 0) desk_crash(desk);
	desk->replies = 0; /* the desk remembers a few thousand */
	desk_advance(desk, span);
	work(year);
	speak_up(year);
}

struct ledger_seen {
	i64 last;
	u32 good;
	u32 cut;
	u32 missed;
};

static void check_day(void *context, const struct day_row *row)
{
	struct ledger_seen *seen = context;
	if (seen->last) assert_true(row->date == seen->last + 1);
	assert_true(row->through >= row->date);
	assert_true(row->at >= row->cutoff || row->status == DAY_SUCCESS);
	assert_true(row->at < row->cutoff || row->status != DAY_SUCCESS);
	seen->good += row->status == DAY_SUCCESS;
	seen->cut += row->status == DAY_CUTOFF_REACHED;
	seen->missed += row->status == DAY_MISSED;
	seen->last = row->through;
}

static void check_ledgers(struct year *year)
{
	struct ledger_seen all = { 0 };
	char name[16];
	for (u32 i = 0; i < PEOPLE; i++) {
		struct ledger_seen seen = { 0 };
		name_of(i, name);
		memory_store_each_day(year->desk.store, (tenant_no){ 1 }, str_from(name), check_day,
				      &seen);
		const struct daily_row *row = desk_daily_row(&year->desk, name);
		assert_true(row->hot.decided == seen.last);
		assert_true(row->hot.date == seen.last + 1);
		assert_true(row->hot.cutoff > year->desk.now.wall);
		all.good += seen.good;
		all.cut += seen.cut;
		all.missed += seen.missed;
	}
	/* All of it happened, and often enough to mean something. */
	assert_true(all.good > PEOPLE * DAYS / 4);
	assert_true(all.cut > PEOPLE);
	assert_true(all.missed > PEOPLE / 4);
	assert_true(year->late > 10);
}

static void each_day_of_each_person_is_finalized_once(void **state)
{
	(void)state;
	struct year *year = calloc(1, sizeof *year);
	assert_non_null(year);
	year->prng = prng_init(7);
	desk_open_with(&year->desk, (struct engine_config){ .zone = find_zone });
	add_people(year);
	desk_windows(&year->desk, (struct daily_settings){ .keep_days = 3000 });
	msec end = year->desk.now.wall + DAYS * MSEC_DAY;
	while (year->desk.now.wall < end) live_on(year);
	desk_same_as_fresh(&year->desk);
	check_ledgers(year);
	desk_close(&year->desk);
	free(year);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_day_of_each_person_is_finalized_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
