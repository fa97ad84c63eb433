/* A desk for jobs: UTC and Europe/Berlin, small sentences about jobs, and the ledger as text. */
#ifndef BELFRY_TEST_UNIT_ENGINE_JOBS_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_JOBS_DESK_H

#include "calendar/zones.h"
#include "engine/desk.h"

/* Instants are named in minutes since 2023-11-14T22:00Z; the desk's clock starts a minute before.
 */
#define JOBS_START ((msec)1699999200000)
#define HOUR MSEC_HOUR
#define MINUTE MSEC_MINUTE

struct jobs_desk {
	struct desk desk;
	struct zones *zones;
	struct buf text;
};

static inline enum err jobs_zone(void *context, str name, const struct zone **out_zone,
				 struct why *why)
{
	return zones_get(((struct jobs_desk *)context)->zones, name, out_zone, why);
}

static inline void jobs_start(struct jobs_desk *jobs, struct zone_source source)
{
	assert_int_equal(ERR_OK, zones_new(source, &jobs->zones));
	desk_open_with(&jobs->desk,
		       (struct engine_config){ .zone = jobs_zone, .zone_context = jobs });
	jobs->desk.now.wall = JOBS_START - MINUTE;
	buf_init(&jobs->text, 1 << 20);
}

static inline int jobs_open(void **state)
{
	struct jobs_desk *jobs = calloc(1, sizeof *jobs);
	assert_non_null(jobs);
	jobs_start(jobs, (struct zone_source){ 0 });
	desk_settle(&jobs->desk);
	*state = jobs;
	return 0;
}

static inline int jobs_close(void **state)
{
	struct jobs_desk *jobs = *state;
	desk_close(&jobs->desk);
	zones_free(jobs->zones);
	buf_done(&jobs->text);
	free(jobs);
	return 0;
}

#define job_test(function) cmocka_unit_test_setup_teardown(function, jobs_open, jobs_close)

/* ---- commands ----------------------------------------------------------------------------- */

/* Every hour, on the hour. */
static inline struct job_row hourly(const char *code)
{
	struct job_row row = job_defaults();
	row.kind = JOB_CRON;
	row.rule = STR("0 * * * *");
	row.code = str_from(code);
	row.parameters = STR("{\"a\": 1}");
	return row;
}

static inline const struct answer *job_put(struct jobs_desk *jobs, struct uuid id, u64 version,
					   struct job_row row)
{
	return desk_do(&jobs->desk, (struct command){ .kind = COMMAND_JOB_PUT,
						      .tenant = STR("acme"),
						      .actor = STR("ann"),
						      .job_put = { .id = id,
								   .version = version,
								   .row = &row,
								   .type = STR("report.make") } });
}

static inline struct uuid job_new(struct jobs_desk *jobs, struct job_row row)
{
	const struct answer *answer = job_put(jobs, (struct uuid){ { 0 } }, 0, row);
	if (answer->err) print_error("%s\n", answer->why.text);
	assert_int_equal(ERR_OK, answer->err);
	return answer->job.job;
}

static inline enum err job_refused(struct jobs_desk *jobs, struct job_row row)
{
	return job_put(jobs, (struct uuid){ { 0 } }, 0, row)->err;
}

static inline const struct answer *job_do(struct jobs_desk *jobs, enum command_kind kind,
					  struct job_command job)
{
	return desk_do(&jobs->desk, (struct command){ .kind = kind,
						      .tenant = STR("acme"),
						      .actor = STR("ann"),
						      .job = job });
}

/* The one run that is due, for ten minutes at a time. */
static inline struct lease job_claim(struct jobs_desk *jobs)
{
	assert_int_equal(1,
			 desk_lease(&jobs->desk, 1, (struct lease_command){ .lease_ms = 600000 }));
	return jobs->desk.leases[jobs->desk.leases_len - 1];
}

/* Time passes; the holder sends heartbeats. */
static inline void job_works_for(struct jobs_desk *jobs, struct lease lease, msec span)
{
	for (msec passed = 0; passed < span; passed += 5 * MINUTE) {
		desk_beat(&jobs->desk, lease.execution);
		desk_advance(&jobs->desk, 5 * MINUTE);
	}
}

static inline void job_done(struct jobs_desk *jobs, struct lease lease)
{
	assert_int_equal(HOLDER_OK, desk_finish(&jobs->desk, lease.execution, OUTCOME_SUCCESS,
						(str){ "", 0 }));
}

/* The service was away for a while. */
static inline void jobs_down_for(struct jobs_desk *jobs, msec span)
{
	struct desk *desk = &jobs->desk;
	pump_free(desk->pump);
	memory_store_crash(desk->store);
	desk->now.wall += span;
	desk->now.boot += span;
	desk_start(desk);
	desk_settle(desk);
}

/* ---- looking ------------------------------------------------------------------------------ */

static inline struct job_row job_row_of(const struct jobs_desk *jobs, struct uuid job)
{
	const struct job_row *row;
	assert_true(memory_store_find_job(jobs->desk.store, &job, &row));
	return *row;
}

/* Its next run; MSEC_MIN for run_at: there is none. */
static inline struct run_row next_run(const struct jobs_desk *jobs, struct uuid job)
{
	const struct run_row *row = memory_store_next_run(jobs->desk.store, &job);
	return row ? *row : (struct run_row){ .hot.run_at = MSEC_MIN };
}

static inline bool next_is(const struct jobs_desk *jobs, struct uuid job, struct uuid run)
{
	struct uuid next = next_run(jobs, job).id;
	return uuid_eq(&next, &run);
}

static inline msec minutes_of(msec at)
{
	return (at - JOBS_START) / MINUTE;
}

static inline void tell_occurrence(void *context, const struct occurrence_row *row)
{
	struct buf *out = context;
	if (out->len) buf_add_byte(out, ' ');
	buf_addf(out, "%lld", (long long)minutes_of(row->planned_at));
	if (row->until) buf_addf(out, "..%lld", (long long)minutes_of(row->until - 1));
	if (row->number) buf_addf(out, "#%u", row->number);
	buf_addf(out, ":%.*s", STR_ARG(occurrence_outcome_name(row->outcome)));
	if (row->reason) buf_addf(out, "/%.*s", STR_ARG(occurrence_reason_name(row->reason)));
	if (row->count) buf_addf(out, "(%u%s)", row->count, row->or_more ? "+" : "");
}

/* "0:fired 60..180:missed/misfire(3)", in minutes since the start. */
static inline void expect_ledger(struct jobs_desk *jobs, struct uuid job, const char *expected)
{
	buf_clear(&jobs->text);
	memory_store_each_occurrence(jobs->desk.store, &job, tell_occurrence, &jobs->text);
	str text = buf_view(&jobs->text);
	if (!str_eq(text, str_from(expected))) print_error("ledger: %.*s\n", STR_ARG(text));
	assert_true(str_eq(text, str_from(expected)));
}

#endif
