/* A store that looks at everything, each time: what the others are compared with. Rows stand in
 * arrays by number, and a page is found by sorting all of them. */
#ifndef BELFRY_TEST_CONFORMANCE_NAIVE_STORE_H
#define BELFRY_TEST_CONFORMANCE_NAIVE_STORE_H

#include "conformance/scene.h"

enum { NAIVE_RUNS = 700, NAIVE_EXECUTIONS = 4000, NAIVE_KEYS = 12 };

struct naive_run {
	bool exists;
	bool is_open;
	u32 open; /* number of its execution */
	u32 fence;
	struct run_row row; /* its texts are literals */
};

struct naive_execution {
	struct execution_row row;
	enum outcome outcome;
};

struct naive_key {
	bool exists;
	struct unique_row row;
};

struct naive_store {
	struct naive_run runs[NAIVE_RUNS + 1]; /* by number, from 1 */
	struct naive_execution executions[NAIVE_EXECUTIONS + 1];
	u32 executions_len;
	u32 runs_len;
	struct naive_key keys[NAIVE_KEYS];
	msec wall;
};

static inline enum run_state naive_state(const struct naive_run *run)
{
	return run->is_open ? RUN_PROCESSING : run->row.hot.state;
}

static inline int naive_by_due(const void *a, const void *b)
{
	const struct run_row *left = &(*(const struct naive_run *const *)a)->row;
	const struct run_row *right = &(*(const struct naive_run *const *)b)->row;
	if (left->hot.run_at != right->hot.run_at)
		return left->hot.run_at < right->hot.run_at ? -1 : 1;
	return uuid_compare(&left->id, &right->id);
}

static inline int naive_by_id(const void *a, const void *b)
{
	const struct run_row *left = &(*(const struct naive_run *const *)a)->row;
	const struct run_row *right = &(*(const struct naive_run *const *)b)->row;
	return uuid_compare(&left->id, &right->id);
}

static inline bool naive_is_due(const struct naive_run *run, const struct want *want)
{
	const struct run_row *row = &run->row;
	if (!run->exists || naive_state(run) != RUN_QUEUED || row->hot.spilled) return false;
	if (row->hot.run_at > want->due.until) return false;
	if (row->hot.run_at != want->due.after_run_at)
		return row->hot.run_at > want->due.after_run_at;
	return uuid_compare(&row->id, &want->due.after_id) > 0;
}

static inline bool naive_is_spilled(const struct naive_run *run, const struct want *want)
{
	const struct run_row *row = &run->row;
	const struct band_row *band = &want->spilled.band;
	if (!run->exists || naive_state(run) != RUN_QUEUED || !row->hot.spilled) return false;
	if (row->tenant.v != band->tenant.v || row->type.v != band->type.v) return false;
	if (row->route.v != band->route.v) return false;
	if (row->hot.queue.v != band->queue.v || row->hot.priority != band->priority) return false;
	if (row->hot.run_at != want->spilled.after_run_at)
		return row->hot.run_at > want->spilled.after_run_at;
	return uuid_compare(&row->id, &want->spilled.after_id) > 0;
}

static inline bool naive_matches(const struct naive_run *run, const struct want *want)
{
	const struct run_filter *filter = &want->matching.filter;
	const struct run_row *row = &run->row;
	bool matches = run->exists;
	matches = matches && uuid_compare(&row->id, &want->matching.after_id) > 0;
	matches = matches && (!filter->tenant.v || filter->tenant.v == row->tenant.v);
	matches = matches && (!filter->type.v || filter->type.v == row->type.v);
	matches = matches && (!filter->queue.v || filter->queue.v == row->hot.queue.v);
	matches = matches && (!filter->states || filter->states & 1u << naive_state(run));
	matches = matches && (!filter->by_key || digest_eq(filter->key_digest, row->key_digest));
	return matches && (!filter->entity.len || str_eq(filter->entity, row->entity));
}

static inline bool naive_is_wanted(const struct naive_run *run, const struct want *want)
{
	if (want->kind == WANT_DUE) return naive_is_due(run, want);
	if (want->kind == WANT_SPILLED) return naive_is_spilled(run, want);
	return naive_matches(run, want);
}

/* The page a want should bring; returns its length. */
static inline u32 naive_page(const struct naive_store *naive, const struct want *want,
			     const struct naive_run *page[NAIVE_RUNS])
{
	bool by_id = want->kind == WANT_MATCHING;
	u32 limit = by_id                    ? want->matching.limit
		    : want->kind == WANT_DUE ? want->due.limit
					     : want->spilled.limit;
	u32 len = 0;
	for (u32 i = 1; i <= NAIVE_RUNS; i++) {
		const struct naive_run *run = &naive->runs[i];
		if (naive_is_wanted(run, want)) page[len++] = run;
	}
	qsort(page, len, sizeof *page, by_id ? naive_by_id : naive_by_due);
	return len < limit ? len : limit;
}

/* Runs stay, and so does the key of a bucket. */
static inline bool naive_key_counts(const struct naive_store *naive, u32 key)
{
	const struct unique_row *row = &naive->keys[key].row;
	bool is_bucket = row->key.scope == UNIQUE_BUCKET;
	return naive->keys[key].exists && (is_bucket || row->until > naive->wall);
}

#endif
