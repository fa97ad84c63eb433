/* Lives of jobs drawn at random: crashes, downtimes, clocks that step, pauses, changes, hands that
 * skip, cancel and move. However it goes, every occurrence of the schedule is there exactly once:
 * as a row of the ledger, within a range of it, or as a run that still stands. What a clock ahead
 * has decided may be undone, and is there once more; but never what has fired. */
#include "effort.h"
#include "engine/jobs_desk.h"
#include "model/timetable.h"

enum { LIVES = EFFORT(40, 8), STEPS = 120, INSTANTS_MAX = 20000 };

struct life {
	struct jobs_desk *jobs;
	struct prng prng;
	struct job_row row;
	struct uuid job;
	msec from; /* occurrences later than this are its own */
	struct timetable *timetable;
	u64 seed;
};

struct cover {
	struct life *life;
	msec until; /* what is later may not be decided yet */
	msec at[INSTANTS_MAX];
	u8 times[INSTANTS_MAX];
	u8 own[INSTANTS_MAX];     /* it fired, a person left it out, or gave it another time */
	u32 undone[INSTANTS_MAX]; /* the number of the last row that undoes it */
	bool was_set_back;
	u32 len;
};

static void fail_life(const struct life *life, const char *what, msec at)
{
	print_error("seed %llu: %s at minute %lld\n", (unsigned long long)life->seed, what,
		    (long long)minutes_of(at));
	_fail(__FILE__, __LINE__);
}

static void cover_one(struct cover *cover, msec at)
{
	for (u32 i = 0; i < cover->len; i++) {
		if (cover->at[i] != at) continue;
		if (++cover->times[i] > 1) fail_life(cover->life, "an occurrence twice", at);
		return;
	}
	/* A clock that was set back before its first occurrence lets it begin earlier. */
	if (at <= cover->until && at > cover->life->from)
		fail_life(cover->life, "what is no occurrence", at);
}

/* It stays decided, or stood amid such when the clock was set back: then no range counts it. */
static bool is_own(const struct occurrence_row *row)
{
	return occurrence_stays(row) || (!row->until && row->reason == OCCURRENCE_BY_CLOCK);
}

/* Instants that stay decided, and instants that are undone. */
static void look_at_row(void *context, const struct occurrence_row *row)
{
	struct cover *cover = context;
	for (u32 i = 0; i < cover->len; i++) {
		msec at = cover->at[i];
		if (row->outcome == OCCURRENCE_UNDONE) {
			bool is_in = at > row->planned_at && at < row->until;
			if (is_in && row->number > cover->undone[i]) cover->undone[i] = row->number;
		} else if (at == row->planned_at && is_own(row) && ++cover->own[i] > 1) {
			fail_life(cover->life, "an occurrence that fired twice", at);
		}
	}
}

static void look_at_run(void *context, const struct memory_run_seen *seen)
{
	struct cover *cover = context;
	const struct run_row *row = seen->row;
	if (row->hot.plan_state != PLAN_STATE_MOVED || seen->state != RUN_QUEUED) return;
	for (u32 i = 0; i < cover->len; i++) {
		if (cover->at[i] == row->planned_at) cover->own[i]++;
	}
}

static void note_set_back(struct cover *cover)
{
	const struct job_row row = job_row_of(cover->life->jobs, cover->life->job);
	cover->was_set_back = row.hot.undone_number != 0;
}

static void cover_row(void *context, const struct occurrence_row *row)
{
	struct cover *cover = context;
	if (occurrence_is_backfill(row) || row->outcome == OCCURRENCE_UNDONE) return;
	bool stays = is_own(row);
	u32 counted = 0;
	for (u32 i = 0; i < cover->len; i++) {
		msec at = cover->at[i], until = row->until ? row->until : row->planned_at + 1;
		if (at < row->planned_at || at >= until) continue;
		bool is_undone = cover->undone[i] && row->number <= cover->undone[i];
		/* A range leaves out what stays decided. */
		if (!is_undone && (stays || !cover->own[i])) cover_one(cover, at);
		counted++;
	}
	bool is_known = row->planned_at > cover->life->from && row->planned_at <= cover->until;
	if (!row->until && !counted && is_known)
		fail_life(cover->life, "what is no occurrence", row->planned_at);
	if (row->until && counted != row->count && !cover->was_set_back &&
	    row->planned_at > cover->life->from)
		fail_life(cover->life, "a range that miscounts", row->planned_at);
}

static void cover_run(void *context, const struct memory_run_seen *seen)
{
	struct cover *cover = context;
	const struct run_row *row = seen->row;
	bool undecided = row->hot.plan_state == PLAN_STATE_PLANNED ||
			 row->hot.plan_state == PLAN_STATE_MOVED;
	if (undecided && seen->state == RUN_QUEUED) cover_one(cover, row->planned_at);
}

static void every_occurrence_is_there_once(struct life *life)
{
	static struct cover cover;
	const struct job_row *row;
	msec at = life->from;
	cover = (struct cover){ .life = life, .until = life->jobs->desk.now.wall };
	assert_true(memory_store_find_job(life->jobs->desk.store, &life->job, &row));
	/* A clock that was ahead has decided what is to come again. */
	if (row->hot.decided_through > cover.until) cover.until = row->hot.decided_through;
	if (row->hot.planned_through > cover.until) cover.until = row->hot.planned_through;
	/* The instants of a pause are decided when it ends. */
	if (row->pause.since && cover.until > row->hot.planned_through)
		cover.until = row->hot.planned_through;
	while (timetable_next(life->timetable, at, &at) && at <= cover.until) {
		assert_true(cover.len < INSTANTS_MAX);
		cover.at[cover.len++] = at;
	}
	memory_store_each_occurrence(life->jobs->desk.store, &life->job, look_at_row, &cover);
	memory_store_each_run(life->jobs->desk.store, look_at_run, &cover);
	note_set_back(&cover);
	memory_store_each_occurrence(life->jobs->desk.store, &life->job, cover_row, &cover);
	memory_store_each_run(life->jobs->desk.store, cover_run, &cover);
	for (u32 i = 0; i < cover.len; i++) {
		if (!cover.times[i]) fail_life(life, "an occurrence is lost", cover.at[i]);
	}
}

/* ---- what happens ------------------------------------------------------------------------- */

static u64 draw(struct life *life, u64 n)
{
	return prng_below(&life->prng, n);
}

static struct job_row draw_row(struct life *life)
{
	static const str rules[] = { STR("*/5 * * * *"), STR("7,31 * * * *"), STR("0 * * * *"),
				     STR("*/20 8-23 * * *") };
	struct job_row row = hourly("a");
	row.rule = rules[draw(life, countof(rules))];
	row.misfire = (enum misfire)draw(life, MISFIRE_COUNT);
	row.overlap = (enum overlap)draw(life, OVERLAP_COUNT);
	row.grace_ms = (msec)draw(life, 3) * 10 * MINUTE;
	row.catchup_max = 1 + (u32)draw(life, 5);
	row.max_instances = (u32)draw(life, 3);
	row.timeout_ms = MSEC_DAY;
	if (draw(life, 3) == 0) row.horizon_ms = (msec)draw(life, 5) * HOUR;
	if (draw(life, 3) == 0) row.jitter_ms = (msec)draw(life, 30) * MINUTE;
	if (draw(life, 3) == 0) row.catchup_spread_ms = (msec)draw(life, 20) * MINUTE;
	return row;
}

static void work(struct life *life)
{
	struct desk *desk = &life->jobs->desk;
	if (desk->leases_len + 10 > DESK_LEASES_MAX) return;
	u32 from = desk->leases_len;
	desk_lease(desk, 3, (struct lease_command){ .lease_ms = 600000 });
	for (u32 i = from; i < desk->leases_len; i++) {
		struct report rest = { .execution = desk->leases[i].execution,
				       .outcome = OUTCOME_NOOP,
				       .pauses_job = true };
		if (draw(life, 12) == 0) desk_report(desk, rest);
		else if (draw(life, 3))
			desk_finish(desk, desk->leases[i].execution,
				    draw(life, 4) ? OUTCOME_SUCCESS : OUTCOME_RETRY,
				    STR("network"));
	}
}

static void touch_next(struct life *life)
{
	struct run_row next = next_run(life->jobs, life->job);
	struct command command = { .kind = draw(life, 2) ? COMMAND_CANCEL : COMMAND_RESCHEDULE,
				   .run = { .run = next.id } };
	if (next.hot.run_at == MSEC_MIN) return;
	command.run.run_at = life->jobs->desk.now.wall + (msec)draw(life, 200) * MINUTE;
	desk_do(&life->jobs->desk, command);
}

static void step(struct life *life)
{
	struct jobs_desk *jobs = life->jobs;
	struct job_command about = { .job = life->job };
	switch (draw(life, 12)) {
	case 0: jobs_down_for(jobs, (msec)draw(life, 300) * MINUTE); break;
	case 1: desk_crash(&jobs->desk); break;
	case 2: jobs->desk.now.wall -= (msec)draw(life, 90) * MINUTE; break;
	case 3: jobs->desk.now.wall += (msec)draw(life, 90) * MINUTE; break;
	case 4: job_do(jobs, COMMAND_JOB_PAUSE, about); break;
	case 5: job_do(jobs, COMMAND_JOB_RESUME, about); break;
	case 6: job_do(jobs, COMMAND_JOB_RUN, about); break;
	case 7: job_do(jobs, COMMAND_JOB_SKIP_NEXT, about); break;
	case 8: touch_next(life); break;
	case 9: {
		/* The same schedule, other policies: its occurrences stay what they are. */
		struct job_row row = draw_row(life);
		row.rule = life->row.rule;
		assert_int_equal(ERR_OK, job_put(jobs, life->job, 0, row)->err);
		break;
	}
	default: work(life); break;
	}
	desk_advance(&jobs->desk, (msec)draw(life, 40) * MINUTE + (msec)draw(life, 60000));
}

static void live(u64 seed)
{
	void *state = NULL;
	struct life life = { .seed = seed, .prng = prng_stream_number(7, seed) };
	struct timetable_sources none = { 0 };
	struct why why;
	jobs_open(&state);
	life.jobs = state;
	life.row = draw_row(&life);
	life.from = life.jobs->desk.now.wall;
	assert_int_equal(ERR_OK, timetable_new(&life.row, &none, &life.timetable, &why));
	life.job = job_new(life.jobs, life.row);
	for (u32 i = 0; i < STEPS; i++) {
		step(&life);
		/* What a jump ahead holds back is not judged yet. */
		desk_advance(&life.jobs->desk, 2 * MINUTE);
		desk_advance(&life.jobs->desk, 2 * MINUTE);
		every_occurrence_is_there_once(&life);
	}
	timetable_free(life.timetable);
	jobs_close(&state);
}

static void every_occurrence_of_every_life_is_there_once(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= LIVES; seed++) live(seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_occurrence_of_every_life_is_there_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
