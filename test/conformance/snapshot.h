/* Everything that can be seen of a store, as text: two that are equal cannot be told apart by an
 * engine. */
#ifndef BELFRY_TEST_CONFORMANCE_SNAPSHOT_H
#define BELFRY_TEST_CONFORMANCE_SNAPSHOT_H

#include "conformance/recalled.h"

enum { SNAPSHOT_BYTES_MAX = 1 << 24, SNAPSHOT_PAGE = 100, SNAPSHOT_JOBS = 60 };

static inline void snapshot_unique(struct buf *out, const char *word, bool found,
				   const struct unique_row *row)
{
	if (!found) return;
	buf_addf(out, " %s ", word);
	recalled_id(out, &row->run);
	buf_addf(out, " %" PRId64, row->until);
}

static inline void snapshot_execution(struct buf *out, const struct execution_row *row)
{
	recalled_id(out, &row->id);
	buf_addf(out, " %u %u %u %u %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64,
		 row->tenant.v, row->worker.v, row->attempt, row->fence, row->started_at,
		 row->lease_ms, row->lease_until, row->timeout_at, row->turn);
}

static inline void snapshot_run(struct buf *out, const struct run_seen *seen)
{
	const struct run_row *row = &seen->row;
	const struct run_hot *hot = &row->hot;
	buf_add(out, STR("run "));
	recalled_id(out, &row->id);
	buf_addf(out, " %u %u state %u %u %u %u %u %u %u %u", row->tenant.v, row->type.v,
		 hot->state, hot->priority, hot->queue.v, hot->attempts, hot->max_attempts,
		 hot->deferred_count, hot->free_429_streak, hot->fence);
	buf_addf(out, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64,
		 hot->run_at, hot->deferred_until, hot->updated_at, hot->finished_at, hot->bucket,
		 hot->journal_turn);
	buf_addf(out, " spilled %d", hot->spilled);
	buf_addf(out, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %u %u", row->created_at,
		 row->deadline_at, row->timeout_ms, row->unique_ttl, row->scope, row->payload_len);
	if (row->definition) {
		buf_addf(out, " standing %u cause %u planned %" PRId64 " of ", hot->plan_state,
			 row->cause, row->planned_at);
		recalled_id(out, &row->job);
	}
	if (seen->is_open) {
		buf_add(out, STR(" held "));
		snapshot_execution(out, &seen->open);
	}
	snapshot_unique(out, "own", seen->own_found, &seen->own);
	buf_add_byte(out, '\n');
}

static inline void snapshot_runs(struct scene *scene, struct buf *out)
{
	struct uuid after = { 0 };
	for (u32 len = SNAPSHOT_PAGE; len == SNAPSHOT_PAGE;) {
		struct want want = load(
			scene,
			(struct want){ .kind = WANT_MATCHING,
				       .matching = { .after_id = after, .limit = SNAPSHOT_PAGE } });
		len = want.matching.len;
		for (u32 i = 0; i < len; i++) snapshot_run(out, &want.matching.rows[i]);
		if (len) after = want.matching.rows[len - 1].row.id;
	}
}

static inline void snapshot_due(struct scene *scene, struct buf *out)
{
	struct want page = {
		.kind = WANT_DUE,
		.due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = SNAPSHOT_PAGE }
	};
	for (u32 len = SNAPSHOT_PAGE; len == SNAPSHOT_PAGE;) {
		struct want want = load(scene, page);
		len = want.due.len;
		for (u32 i = 0; i < len; i++) {
			page.due.after_run_at = want.due.rows[i].hot.run_at;
			page.due.after_id = want.due.rows[i].id;
			buf_add(out, STR("due "));
			recalled_id(out, &page.due.after_id);
			buf_add_byte(out, '\n');
		}
	}
}

/* Executions 1 to `executions` by execution_id_of. */
static inline void snapshot_executions(struct scene *scene, u32 executions, struct buf *out)
{
	for (u32 i = 1; i <= executions; i++) {
		struct uuid id = execution_id_of(i);
		struct execution_seen seen = see_execution(scene, &id);
		if (!seen.found) continue;
		buf_add(out, STR("execution "));
		snapshot_execution(out, &seen.row);
		buf_addf(out, " %u %" PRId64 " %" PRIx64 "\n", seen.end.outcome, seen.end.ended_at,
			 seen.end.report.a);
	}
}

static inline void snapshot_job(struct buf *out, const struct job_row *row)
{
	const struct job_hot *hot = &row->hot;
	buf_addf(out,
		 "job %u version %" PRIu64 " state %u paused %" PRId64 " %" PRId64 " %.*s %.*s",
		 row->tenant.v, row->version, row->state, row->pause.since, row->pause.until,
		 STR_ARG(row->pause.reason), STR_ARG(row->pause.author));
	buf_addf(out,
		 " through %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %u %u %u %u %.*s %.*s\n",
		 hot->planned_through, hot->decided_through, hot->passed_through,
		 hot->paused_through, hot->undecided, hot->backfills, hot->woken_through,
		 row->parameters_len, STR_ARG(row->code), STR_ARG(row->rule));
}

static inline void snapshot_occurrence(void *context, const struct occurrence_row *row)
{
	buf_addf(context, "occurrence %" PRId64 " %u outcome %u %u until %" PRId64 " count %u\n",
		 row->planned_at, row->number, row->outcome, row->reason, row->until, row->count);
}

/* Jobs 1 to SNAPSHOT_JOBS by id_of. */
static inline void snapshot_jobs(struct scene *scene, struct buf *out)
{
	for (u32 i = 1; i <= SNAPSHOT_JOBS; i++) {
		struct uuid id = id_of(i);
		struct want want = load(scene, (struct want){ .kind = WANT_JOB,
							      .job = { .id = id,
								       .which = JOB_RUNS_UNFINISHED,
								       .limit = SNAPSHOT_PAGE } });
		if (!want.job.found) continue;
		snapshot_job(out, &want.job.seen.row);
		for (u32 k = 0; k < want.job.seen.runs_len; k++)
			snapshot_run(out, &want.job.seen.runs[k]);
		scene->kind->each_occurrence(scene->subject, &id, snapshot_occurrence, out);
	}
}

static inline void snapshot_turn(void *context, u64 turn, u32 entries, str journal)
{
	struct digest digest = digest_of(journal);
	buf_addf(context, "turn %" PRIu64 " %u %" PRIx64 "\n", turn, entries, digest.a);
}

/* Taken between turns; never refused memory. */
static inline void take_snapshot(struct scene *scene, u32 executions, struct buf *out)
{
	struct refusal *refusal = scene->refusal;
	struct recalled recalled = { 0 };
	scene->refusal = NULL;
	buf_clear(out);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	buf_add(out, buf_view(&recalled.text));
	buf_addf(out, "last turn %" PRIu64 "\n", recalled.last_turn);
	buf_done(&recalled.text);
	snapshot_runs(scene, out);
	snapshot_due(scene, out);
	snapshot_executions(scene, executions, out);
	snapshot_jobs(scene, out);
	scene->kind->each_turn(scene->subject, snapshot_turn, out);
	assert_false(buf_failed(out));
	scene->refusal = refusal;
}

#endif
