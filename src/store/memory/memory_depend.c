/* Dependencies of runs and jobs. */
#include "base/must.h"
#include "store/behind.h"
#include "store/memory/memory_parts.h"

/* ---- which run is meant ------------------------------------------------------------------- */

static bool is_undecided(const struct memory_run *run)
{
	return run->row.hot.plan_state == PLAN_STATE_PLANNED ||
	       run->row.hot.plan_state == PLAN_STATE_MOVED;
}

/* Of those that wait to be judged the latest that was planned at or before `at`; NULL: none. */
static const struct memory_run *latest_undecided(const struct memory_store *store,
						 const struct uuid *job, msec at)
{
	struct job_run_key after = { *job, MSEC_MIN, { { 0 } } };
	const struct treap_node *node = treap_after(&store->by_job, &after);
	const struct memory_run *latest = NULL;
	for (; node; node = treap_next(node)) {
		const struct memory_run *run = container_of(node, struct memory_run, by_job);
		if (!uuid_eq(&run->row.job, job)) break;
		if (!is_undecided(run) || run->row.planned_at > at) continue;
		if (!latest || run->row.planned_at > latest->row.planned_at) latest = run;
	}
	return latest;
}

/* The same of the ledger. */
static const struct occurrence_row *latest_decided(const struct memory_store *store,
						   const struct uuid *job, msec at)
{
	struct ledger_key after = { *job, MSEC_MIN, 0 };
	const struct treap_node *node = treap_after(&store->ledger, &after);
	const struct occurrence_row *latest = NULL;
	for (; node; node = treap_next(node)) {
		const struct occurrence_row *row =
			&container_of(node, struct memory_occurrence, in_ledger)->row;
		if (!uuid_eq(&row->job, job) || row->planned_at > at) break;
		if (!uuid_is_nil(&row->run) && row->outcome != OCCURRENCE_MISSED) latest = row;
	}
	return latest;
}

static struct uuid run_meant(const struct memory_store *store, const struct uuid *job, msec at)
{
	const struct memory_run *run = latest_undecided(store, job, at);
	const struct occurrence_row *row = latest_decided(store, job, at);
	if (run && (!row || run->row.planned_at >= row->planned_at)) return run->row.id;
	return row ? row->run : (struct uuid){ { 0 } };
}

static struct link_seen see_link(const struct memory_store *store, const struct turn *turn,
				 const struct link *link, msec at)
{
	const struct memory_job *job = job_find(store, &link->job);
	struct link_seen seen = { .link = *link,
				  .is_new = uuid_is_nil(&link->awaited),
				  .job_is_gone = !job || !job->row ||
						 job->row->state == JOB_DELETED };
	if (seen.is_new) seen.link.awaited = run_meant(store, &link->job, at);
	const struct memory_run *run = uuid_map_find(&store->runs, &seen.link.awaited);
	if (run) seen.seen = memory_see_run(store, turn, run, 0);
	return seen;
}

enum err memory_load_links(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct links_row key = { .run = want->links.run };
	const struct links_row *kept = memory_row(store, KIND_LINKS, &key);
	u32 len = kept ? kept->len : want->links.asked_len;
	want->links.is_kept = kept != NULL;
	want->links.rows = arena_alloc_array(&turn->arena, len, sizeof *want->links.rows);
	want->links.len = len;
	if (!want->links.rows) return ERR_MEMORY;
	for (u32 i = 0; i < len; i++) {
		struct link link;
		if (kept) link = kept->at[i];
		else
			link = (struct link){ .job = want->links.asked[i].job,
					      .kind = want->links.asked[i].kind };
		want->links.rows[i] = see_link(store, turn, &link, want->links.at);
	}
	return ERR_OK;
}

/* ---- what lies behind a job --------------------------------------------------------------- */

static enum err find_behind(void *store, struct turn *turn, const struct uuid *id, bool *out_found,
			    struct job_row *out_row)
{
	const struct memory_job *job = job_find(store, id);
	*out_found = job && job->row;
	if (!*out_found) return ERR_OK;
	*out_row = *job->row;
	row_drop_texts(&job_shape, out_row);
	out_row->code = str_copy(&turn->arena, job->row->code);
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

enum err memory_load_behind(struct memory_store *store, struct turn *turn, struct want *want)
{
	return behind_load(store, find_behind, turn, want);
}
