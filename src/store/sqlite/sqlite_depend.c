/* Dependencies of runs and jobs. */
#include "base/must.h"
#include "store/behind.h"
#include "store/sqlite/sqlite_parts.h"

_Static_assert(OCCURRENCE_MISSED == 3, "outcomes of an occurrence");

/* ---- which run is meant ------------------------------------------------------------------- */

/* Of those that wait to be judged: they come by run_at, and are few. A damaged row is as one that
 * is not there. */
static enum err latest_undecided(struct sqlite_store *store, const struct uuid *job, msec at,
				 bool *out_found, struct run_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUNS_OF_JOB];
	struct cells cells = cells_to_bind(stmt);
	struct run_row row;
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_uuid(&cells, job);
	cells_bind_i64(&cells, false);
	*out_found = false;
	while (!err) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		if (!read_run(store, &cells, &row) || row.planned_at > at) continue;
		if (*out_found && row.planned_at < out_row->planned_at) continue;
		*out_found = true;
		*out_row = row;
	}
	sqlite3_reset(stmt);
	return err;
}

/* The latest occurrence in the ledger. */
static enum err latest_decided(struct sqlite_store *store, const struct uuid *job, msec at,
			       bool *out_found, struct occurrence_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LATEST_DECIDED];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_uuid(&cells, job);
	cells_bind_i64(&cells, at);
	*out_found = false;
	while (!err && !*out_found) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		*out_found = cells_read(&cells, GROUP_OCCURRENCE, NULL, out_row);
		if (!*out_found) damage_note(store);
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err run_meant(struct sqlite_store *store, const struct uuid *job, msec at,
			  struct uuid *out_run)
{
	struct run_row run;
	struct occurrence_row row;
	bool has_run, has_row;
	enum err err = latest_undecided(store, job, at, &has_run, &run);
	if (!err) err = latest_decided(store, job, at, &has_row, &row);
	if (err) return err;
	*out_run = (struct uuid){ { 0 } };
	if (has_run && (!has_row || run.planned_at >= row.planned_at)) *out_run = run.id;
	else if (has_row) *out_run = row.run;
	return ERR_OK;
}

static enum err see_link(struct sqlite_store *store, const struct turn *turn, msec at,
			 struct link_seen *seen)
{
	struct job_row job;
	bool has_job;
	enum err err = find_job(store, &seen->link.job, &has_job, &job);
	if (err) return err;
	seen->job_is_gone = !has_job || job.state == JOB_DELETED;
	if (has_job) sqlite3_reset(store->statements[STATEMENT_JOB]);
	seen->is_new = uuid_is_nil(&seen->link.awaited);
	if (seen->is_new) err = run_meant(store, &seen->link.job, at, &seen->link.awaited);
	if (err || uuid_is_nil(&seen->link.awaited)) return err;
	err = find_run(store, &seen->link.awaited, &seen->seen.found, &seen->seen.row);
	if (err || !seen->seen.found) return err;
	return see_run(store, turn, 0, &seen->seen);
}

/* A row of links that is damaged is as none: they are looked up anew. */
static enum err find_links(struct sqlite_store *store, const struct uuid *run, bool *out_kept,
			   struct links_row *out_row)
{
	const struct links_row key = { .run = *run };
	enum err err = kind_find(store, KIND_LINKS, &key, out_kept, NULL, out_row);
	kind_done(store, KIND_LINKS);
	return err;
}

enum err load_links(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct links_row kept;
	enum err err = find_links(store, &want->links.run, &want->links.is_kept, &kept);
	if (err) return err;
	u32 len = want->links.is_kept ? kept.len : want->links.asked_len;
	want->links.rows = arena_alloc_array(&turn->arena, len, sizeof *want->links.rows);
	want->links.len = len;
	if (!want->links.rows) return ERR_MEMORY;
	for (u32 i = 0; i < len && !err; i++) {
		struct link_seen *seen = &want->links.rows[i];
		*seen = (struct link_seen){ 0 };
		if (want->links.is_kept) seen->link = kept.at[i];
		else
			seen->link = (struct link){ .job = want->links.asked[i].job,
						    .kind = want->links.asked[i].kind };
		err = see_link(store, turn, want->links.at, seen);
	}
	return err;
}

/* ---- what lies behind a job --------------------------------------------------------------- */

static enum err find_behind(void *base, struct turn *turn, const struct uuid *id, bool *out_found,
			    struct job_row *out_row)
{
	struct sqlite_store *store = base;
	const str none = { 0 };
	enum err err = find_job(store, id, out_found, out_row);
	if (err || !*out_found) return err;
	out_row->code = str_copy(&turn->arena, out_row->code);
	sqlite3_reset(store->statements[STATEMENT_JOB]);
	out_row->pause.reason = out_row->pause.author = none;
	out_row->rule = out_row->zone = out_row->start = none;
	out_row->rdates = out_row->exdates = out_row->exclude = none;
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

enum err load_behind(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	return behind_load(store, find_behind, turn, want);
}
