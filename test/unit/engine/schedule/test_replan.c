/* New zone data: what stands at the wrong instant is planned anew. */
#include "calendar/zone_bytes.h"
#include "engine/jobs_desk.h"

/* "Test/Moving" is a fixed offset that the story may change. */
static i32 offset_seconds;

static enum err read_moving(void *context, str name, struct buf *out, struct why *why)
{
	(void)context;
	if (!str_eq(name, STR("Test/Moving"))) return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
	struct zone_bytes_type type = { offset_seconds, 0, 0 };
	struct zone_bytes_block block = { .types_len = 1,
					  .types = &type,
					  .letters = { "TST\0", 4 } };
	add_block(out, '2', &block, 4);
	add_block(out, '2', &block, 8);
	buf_addf(out, "\n<%+03d>%d\n", offset_seconds / 3600, -offset_seconds / 3600);
	return ERR_OK;
}

static int moving_open(void **state)
{
	struct jobs_desk *jobs = calloc(1, sizeof *jobs);
	assert_non_null(jobs);
	offset_seconds = 3600;
	jobs_start(jobs, (struct zone_source){ .read = read_moving });
	desk_settle(&jobs->desk);
	*state = jobs;
	return 0;
}

static struct zones *kept[4]; /* zones stay valid as long as the engine */
static u32 kept_len;

static int moving_close(void **state)
{
	int result = jobs_close(state);
	while (kept_len > 0) zones_free(kept[--kept_len]);
	return result;
}

#define moving_test(function) cmocka_unit_test_setup_teardown(function, moving_open, moving_close)

static void zone_moves_to(struct jobs_desk *jobs, i32 offset)
{
	offset_seconds = offset;
	assert_true(kept_len < countof(kept));
	kept[kept_len++] = jobs->zones;
	assert_int_equal(ERR_OK,
			 zones_new((struct zone_source){ .read = read_moving }, &jobs->zones));
	const struct answer *answer = desk_do(&jobs->desk,
					      (struct command){ .kind = COMMAND_TZ_CHANGED });
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(answer->operation.kind, OPERATION_REPLAN);
}

static struct job_row morning(const char *code)
{
	struct job_row row = hourly(code);
	row.rule = STR("0 9 * * *");
	row.zone = STR("Test/Moving");
	return row;
}

static void jobs_of_the_zone_move_and_others_stay(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid moved = job_new(jobs, morning("a"));
	struct uuid stays = job_new(jobs, hourly("b"));
	struct uuid run = next_run(jobs, stays).id;
	assert_int_equal(minutes_of(next_run(jobs, moved).hot.run_at), 10 * 60); /* 08:00Z */
	zone_moves_to(jobs, 2 * 3600);
	assert_int_equal(minutes_of(next_run(jobs, moved).hot.run_at), 9 * 60);
	assert_true(next_is(jobs, stays, run));
	expect_ledger(jobs, moved, "");
	desk_same_as_fresh(&jobs->desk);
	desk_advance(&jobs->desk, 9 * HOUR + MINUTE);
	expect_ledger(jobs, moved, "540:fired");
}

struct found {
	u32 count;
	char reason[64];
};

static void look_for_shift(void *context, const struct memory_turn_seen *seen)
{
	struct found *found = context;
	struct journal_entry entry;
	str rest = seen->journal;
	while (journal_unpack(&rest, &entry)) {
		if (entry.kind != JOURNAL_JOB_REPLANNED) continue;
		found->count++;
		assert_true(entry.reason.len < sizeof found->reason);
		memcpy(found->reason, entry.reason.at, entry.reason.len);
	}
}

static void the_journal_says_from_when_to_when(void **state)
{
	struct jobs_desk *jobs = *state;
	struct found found = { 0 };
	job_new(jobs, morning("a"));
	job_new(jobs, hourly("b"));
	zone_moves_to(jobs, 2 * 3600);
	memory_store_each_turn(jobs->desk.store, 0, look_for_shift, &found);
	assert_int_equal(found.count, 1);
	assert_string_equal(found.reason, "2023-11-15T08:00:00Z to 2023-11-15T07:00:00Z");
}

static void a_whole_horizon_moves_and_a_moved_run_stays(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = morning("a");
	row.horizon_ms = 72 * HOUR;
	struct uuid job = job_new(jobs, row);
	struct uuid run = next_run(jobs, job).id;
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = run, .run_at = JOBS_START + 20 * HOUR } };
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, move)->err);
	zone_moves_to(jobs, 2 * 3600);
	assert_int_equal(minutes_of(desk_row(&jobs->desk, run).hot.run_at), 20 * 60);
	assert_int_equal(desk_state(&jobs->desk, run), RUN_QUEUED);
	assert_int_equal(minutes_of(next_run(jobs, job).planned_at), 9 * 60);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 3);
}

/* Under other data what was skipped is none of its instants; then it is one again. */
static void what_was_skipped_is_not_passed_over_when_the_data_come_back(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, morning("a"));
	job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	zone_moves_to(jobs, 2 * 3600);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 9 * 60);
	offset_seconds = 3600;
	kept[kept_len++] = jobs->zones;
	assert_int_equal(ERR_OK,
			 zones_new((struct zone_source){ .read = read_moving }, &jobs->zones));
	jobs_down_for(jobs, 40 * HOUR);
	expect_ledger(jobs, job, "540:late 600:skipped/skip_next 2040..2399:missed/misfire(1)");
}

/* More jobs than one turn plans anew: it goes on where it was, also after a crash. */
static void many_jobs_take_many_turns(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid ids[250];
	for (u32 i = 0; i < countof(ids); i++) {
		char code[16];
		snprintf(code, sizeof code, "job-%u", i);
		ids[i] = job_new(jobs, morning(code));
	}
	offset_seconds = 2 * 3600;
	kept[kept_len++] = jobs->zones;
	assert_int_equal(ERR_OK,
			 zones_new((struct zone_source){ .read = read_moving }, &jobs->zones));
	struct command changed = { .kind = COMMAND_TZ_CHANGED };
	desk_submit(&jobs->desk, &changed);
	assert_int_equal(ERR_OK, pump_turn(jobs->desk.pump));
	assert_int_equal(ERR_OK, pump_turn(jobs->desk.pump));
	desk_crash(&jobs->desk);
	desk_settle(&jobs->desk);
	for (u32 i = 0; i < countof(ids); i++)
		assert_int_equal(minutes_of(next_run(jobs, ids[i]).hot.run_at), 9 * 60);
	assert_int_equal(desk_count(&jobs->desk, RUN_CANCELLED), countof(ids));
}

/* While it rests nothing of it has to stand, but up to what a person took ahead all is planned. */
static void what_new_data_have_before_a_skip_comes_when_a_job_that_rested_goes_on(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, morning("a"));
	desk_advance(&jobs->desk, 10 * HOUR + MINUTE);
	struct report rests = { .execution = job_claim(jobs).execution,
				.outcome = OUTCOME_NOOP,
				.pauses_job = true };
	for (u32 i = 0; i < 2; i++)
		job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	assert_int_equal(HOLDER_OK, desk_report(&jobs->desk, rests));
	zone_moves_to(jobs, 2 * 3600);
	zone_moves_to(jobs, 1 * 3600);
	assert_int_equal(0, job_row_of(jobs, job).hot.undecided);
	zone_moves_to(jobs, 2 * 3600);
	job_do(jobs, COMMAND_JOB_RESUME, (struct job_command){ .job = job });
	assert_int_equal(33 * 60, minutes_of(next_run(jobs, job).hot.run_at));
	desk_same_as_fresh(&jobs->desk);
}

/* Its last instant by the old data; by the new ones there is one more, and nobody has been told. */
static void a_series_that_was_over_goes_on_once_the_word_of_new_data_comes(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = morning("a");
	row.kind = JOB_RRULE;
	row.rule = STR("FREQ=DAILY;UNTIL=20231116T073000Z");
	row.start = STR("2023-11-15T09:00:00");
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, 10 * HOUR + MINUTE);
	expect_ledger(jobs, job, "600:fired");
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 0);
	offset_seconds = 2 * 3600;
	kept[kept_len++] = jobs->zones;
	assert_int_equal(ERR_OK,
			 zones_new((struct zone_source){ .read = read_moving }, &jobs->zones));
	desk_crash(&jobs->desk);
	desk_settle(&jobs->desk);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 0);
	assert_int_equal(ERR_OK,
			 desk_do(&jobs->desk, (struct command){ .kind = COMMAND_TZ_CHANGED })->err);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 33 * 60);
	desk_advance(&jobs->desk, 23 * HOUR);
	expect_ledger(jobs, job, "600:fired 1980:fired");
}

/* It plans nothing, so nothing is planned anew; what is backfilled goes by the new data. */
static void a_disabled_job_is_backfilled_by_the_new_data(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = morning("a");
	struct uuid job = job_new(jobs, row);
	/* A run of it waits, so memory has it all the time. */
	assert_int_equal(ERR_OK,
			 job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job })->err);
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	zone_moves_to(jobs, 2 * 3600);
	desk_advance(&jobs->desk, 24 * HOUR);
	struct job_command wish = { .job = job, .from = JOBS_START, .to = JOBS_START + 20 * HOUR };
	const struct answer *answer = job_do(jobs, COMMAND_JOB_BACKFILL, wish);
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(answer->job.made, 1);
	expect_ledger(jobs, job, "540#1:late");
}

/* A daily window that is open keeps its cutoff; the next day's is by the new data. */
static void the_day_behind_a_window_in_memory_follows_new_zones(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct command put = { .kind = COMMAND_DAILY_PUT,
			       .tenant = STR("acme"),
			       .daily = { .user = STR("ann"), .zone = STR("Test/Moving") } };
	msec soon = desk->now.wall + 30 * MSEC_MINUTE + MSEC_HOUR; /* where she lives */
	put.daily.due_minute = (u32)(soon / MSEC_MINUTE % DAY_MINUTES);
	struct daily_answer window = desk_do(desk, put)->daily;
	zone_moves_to(jobs, 7200);
	desk_advance(desk, window.cutoff - desk->now.wall);
	const struct daily_row *row = memory_store_find_daily(desk->store, (tenant_no){ 1 },
							      STR("ann"));
	assert_int_equal(DAY_CUTOFF_REACHED, row->hot.status);
	assert_true(row->hot.last_date == window.date);
	assert_true(row->hot.cutoff == window.cutoff + MSEC_DAY - MSEC_HOUR);
}

/* By the old data its cutoff lay on its day, by the new ones it lies on the day before; when the
 * process is there again that day has begun and is not over. */
static void a_day_that_is_not_over_is_not_missed_by_new_zones(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct command put = { .kind = COMMAND_DAILY_PUT,
			       .tenant = STR("acme"),
			       .daily = { .user = STR("ann"), .zone = STR("Test/Moving") } };
	put.daily.due_minute = 10; /* past midnight, in 71 minutes */
	struct daily_answer window = desk_do(desk, put)->daily;
	assert_true(window.cutoff == desk->now.wall + 71 * MSEC_MINUTE);
	zone_moves_to(jobs, 0);
	jobs_down_for(jobs, 2 * MSEC_HOUR + 2 * MSEC_MINUTE); /* a minute past midnight */
	const struct daily_row *row = memory_store_find_daily(desk->store, (tenant_no){ 1 },
							      STR("ann"));
	assert_int_equal(DAY_CUTOFF_REACHED, row->hot.status);
	assert_true(row->hot.last_date == window.date);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		moving_test(jobs_of_the_zone_move_and_others_stay),
		moving_test(a_disabled_job_is_backfilled_by_the_new_data),
		moving_test(the_journal_says_from_when_to_when),
		moving_test(a_whole_horizon_moves_and_a_moved_run_stays),
		moving_test(what_was_skipped_is_not_passed_over_when_the_data_come_back),
		moving_test(many_jobs_take_many_turns),
		moving_test(what_new_data_have_before_a_skip_comes_when_a_job_that_rested_goes_on),
		moving_test(a_series_that_was_over_goes_on_once_the_word_of_new_data_comes),
		moving_test(the_day_behind_a_window_in_memory_follows_new_zones),
		moving_test(a_day_that_is_not_over_is_not_missed_by_new_zones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
