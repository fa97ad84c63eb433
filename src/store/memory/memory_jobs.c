/* Jobs, their occurrences, and how they come along with runs. A job's definition is one block with
 * its texts behind it, replaced whole; the words of a pause have a block of their own. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

/* ---- staging ------------------------------------------------------------------------------ */

static struct memory_job *shell_get(struct memory_store *store, const struct uuid *id)
{
	struct memory_job *job = job_find(store, id);
	if (job) return job;
	job = mem_alloc_zeroed(sizeof *job);
	if (!job) return NULL;
	job->id = *id;
	uuid_map_insert(&store->jobs, job);
	return job;
}

struct job_row *copy_job(struct memory_store *store, const struct job_row *row)
{
	struct job_row copy = *row;
	copy.pause.reason = copy.pause.author = (str){ 0 };
	struct job_row *made = mem_alloc(sizeof *made + row_text_bytes(&job_shape, &copy));
	if (!made) return NULL;
	row_copy(&job_shape, made, &copy, (char *)(made + 1));
	struct memory_job *job = shell_get(store, &row->id);
	if (!job) {
		mem_free(made);
		return NULL;
	}
	job->staged = made;
	return made;
}

void unstage_job(struct memory_store *store, struct job_row *made)
{
	struct memory_job *job = job_find(store, &made->id);
	if (job) job->staged = NULL;
	if (job && !job->row) {
		uuid_map_remove(&store->jobs, &job->id);
		mem_free(job);
	}
	mem_free(made);
}

char *copy_job_pause(const struct job_pause *pause)
{
	char *text = mem_alloc(pause->reason.len + pause->author.len + 1);
	if (!text) return NULL;
	if (pause->reason.len) memcpy(text, pause->reason.at, pause->reason.len);
	if (pause->author.len)
		memcpy(text + pause->reason.len, pause->author.at, pause->author.len);
	return text;
}

struct memory_occurrence *copy_occurrence(const struct occurrence_row *row)
{
	struct memory_occurrence *made = mem_alloc_zeroed(sizeof *made);
	if (made) made->row = *row;
	return made;
}

str job_parameters(const struct memory_store *store, const struct uuid *id)
{
	const struct memory_job *job = job_find(store, id);
	must(job != NULL);
	return job->staged ? job->staged->parameters : job->row->parameters;
}

/* ---- keeping ------------------------------------------------------------------------------ */

static void list_code(struct memory_store *store, struct memory_job *job)
{
	struct code_key key = { job->row->tenant, job->row->code };
	if (job->row->state == JOB_DELETED) return;
	treap_insert(&store->by_code, &job->by_code, &key);
}

static void unlist_code(struct memory_store *store, struct memory_job *job)
{
	if (treap_node_is_in_treap(&job->by_code)) treap_remove(&store->by_code, &job->by_code);
}

/* One job a code. */
static void check_code(const struct memory_store *store, const struct job_row *made)
{
	struct code_key key = { made->tenant, made->code };
	const struct treap_node *node = treap_find(&store->by_code, &key);
	if (node) must(uuid_eq(&container_of(node, struct memory_job, by_code)->id, &made->id));
}

void keep_job(struct memory_store *store, struct job_row *made)
{
	struct memory_job *job = job_find(store, &made->id);
	must(job != NULL);
	must(made->tenant.v > 0);
	must(made->parameters_len == made->parameters.len);
	must(!job->row || made->version > job->row->version);
	must(!job->row || job->row->state != JOB_DELETED);
	must(job->row || !made->pause.since); /* a new job is not paused */
	check_code(store, made);
	unlist_code(store, job);
	if (job->row) {
		made->pause = job->row->pause;
		made->hot = job->row->hot;
	} else {
		treap_insert(&store->job_ids, &job->by_id, &job->id);
	}
	if (job->staged == made) job->staged = NULL;
	mem_free(job->row);
	job->row = made;
	list_code(store, job);
}

void keep_job_state(struct memory_store *store, const struct change *change, char *made)
{
	struct memory_job *job = job_find(store, &change->job_state.id);
	must(job != NULL);
	must(job->row != NULL);
	must(job->row->state != JOB_DELETED);
	must(change->job_state.version > job->row->version);
	struct job_row *row = job->row;
	unlist_code(store, job);
	row->version = change->job_state.version;
	row->updated_at = change->job_state.updated_at;
	row->state = change->job_state.state;
	row->pause = change->job_state.pause;
	row->pause.reason.at = made;
	row->pause.author.at = made + row->pause.reason.len;
	mem_free(job->pause_text);
	job->pause_text = made;
	list_code(store, job);
}

void keep_job_hot(struct memory_store *store, const struct change *change)
{
	struct memory_job *job = job_find(store, &change->job_hot.id);
	must(job != NULL);
	must(job->row != NULL);
	must(job->row->tenant.v == change->job_hot.tenant.v);
	const struct job_hot *hot = &change->job_hot.hot, *before = &job->row->hot;
	bool is_set_back = hot->undone_number > before->undone_number;
	must(hot->undone_number >= before->undone_number);
	must(is_set_back || hot->decided_through >= before->decided_through);
	must(is_set_back || hot->passed_through >= before->passed_through);
	job->row->hot = change->job_hot.hot;
}

void keep_occurrence(struct memory_store *store, struct memory_occurrence *made)
{
	const struct occurrence_row *row = &made->row;
	struct ledger_key key = { row->job, row->planned_at, row->number };
	must(job_find(store, &row->job) != NULL);
	must(!treap_find(&store->ledger, &key)); /* an occurrence is decided once */
	must(!row->until || row->until > row->planned_at);
	treap_insert(&store->ledger, &made->in_ledger, &key);
}

void free_jobs(struct memory_store *store)
{
	struct map_cursor cursor = { 0 };
	struct memory_job *job;
	struct treap_node *node;
	while ((job = uuid_map_next(&store->jobs, &cursor))) {
		mem_free(job->row);
		mem_free(job->pause_text);
		mem_free(job);
	}
	uuid_map_done(&store->jobs);
	while ((node = store->ledger.root)) {
		treap_remove(&store->ledger, node);
		mem_free(container_of(node, struct memory_occurrence, in_ledger));
	}
}

/* ---- loading ------------------------------------------------------------------------------ */

const struct job_row *job_copy(struct memory_store *store, struct turn *turn,
			       struct memory_job *job)
{
	struct job_row row = *job->row;
	if (job->copied_in == store->loads) return job->copy;
	row.parameters = row.details = (str){ 0 };
	job->copy = row_copy_out(&turn->arena, &job_shape, &row);
	job->copied_in = job->copy ? store->loads : 0;
	return job->copy;
}

static bool is_wanted(const struct memory_run *run, enum job_runs which)
{
	const struct run_hot *hot = &run->row.hot;
	if (which == JOB_RUNS_UNFINISHED) return true;
	return which == JOB_RUNS_UNDECIDED && !run->open && hot->state <= RUN_QUEUED &&
	       (hot->plan_state == PLAN_STATE_PLANNED || hot->plan_state == PLAN_STATE_MOVED);
}

/* The job's runs in their order; `into` NULL: only counts them. */
static u32 take_runs(const struct memory_store *store, const struct turn *turn,
		     const struct uuid *job, enum job_runs which, u32 limit, struct run_seen *into)
{
	struct job_run_key after = { *job, MSEC_MIN, { { 0 } } };
	const struct treap_node *node = treap_after(&store->by_job, &after);
	u32 len = 0;
	for (; node && len < limit; node = treap_next(node)) {
		const struct memory_run *run = container_of(node, struct memory_run, by_job);
		if (!uuid_eq(&run->row.job, job)) break;
		if (!is_wanted(run, which)) continue;
		if (into) into[len] = memory_see_run(store, turn, run, 0);
		len++;
	}
	return len;
}

static bool is_decided(const struct job_row *job, const struct occurrence_row *row, msec past)
{
	if (row->number == occurrence_number(&job->hot, row->planned_at)) return true;
	return row->planned_at <= past && !row->until && !occurrence_is_backfill(row);
}

/* Decided before their time, and up to `past` by any number; `into` NULL: only counts them. */
static u32 take_decided(const struct memory_store *store, const struct job_row *job, msec from,
			msec past, msec *into)
{
	struct ledger_key after = { job->id, from, UINT32_MAX };
	const struct treap_node *node = treap_after(&store->ledger, &after);
	u32 len = 0;
	for (; node && len < LIMIT_JOB_DECIDED; node = treap_next(node)) {
		const struct occurrence_row *row =
			&container_of(node, struct memory_occurrence, in_ledger)->row;
		if (!uuid_eq(&row->job, &job->id)) break;
		if (!is_decided(job, row, past)) continue;
		if (into) into[len] = row->planned_at;
		len++;
	}
	return len;
}

/* Occurrences that stay decided though a clock that was ahead decided them. */
static void take_stay(const struct memory_store *store, const struct turn *turn,
		      struct job_seen *seen)
{
	struct ledger_key after = { seen->row.id, turn->now.wall, UINT32_MAX };
	struct decided_reader reader = { .spans = &seen->stay, .through = &seen->ledger_through };
	const struct treap_node *node = treap_after(&store->ledger, &after);
	msec last = 0, through = seen->row.hot.decided_through;
	bool is_once = seen->row.kind == JOB_ONCE; /* each of its rows stays */
	u32 len = 0;
	/* Rows amid a span that stays already need no span of their own. */
	seen->stay = seen->row.hot.undone_except;
	decided_forget(&seen->stay, turn->now.wall);
	for (; node && len < LIMIT_JOB_DECIDED; node = treap_next(node)) {
		const struct occurrence_row *row =
			&container_of(node, struct memory_occurrence, in_ledger)->row;
		if (!uuid_eq(&row->job, &seen->row.id)) break;
		if (occurrence_is_backfill(row)) continue;
		decided_read(&reader, row);
		if (is_once && !row->until)
			decided_add(&seen->stay, row->planned_at, row->planned_at);
		last = row->planned_at;
		len++;
	}
	decided_read_end(&reader);
	if (len == LIMIT_JOB_DECIDED && last < through) decided_add(&seen->stay, last, through);
}

static enum err see_job(struct memory_store *store, struct turn *turn, struct memory_job *job,
			enum job_runs which, u32 limit, bool shall_once, struct job_seen *out)
{
	u32 len = which ? take_runs(store, turn, &job->id, which, limit, NULL) : 0;
	struct run_seen *runs = arena_alloc_array(&turn->arena, len, sizeof *runs);
	const struct job_row *copy = job_copy(store, turn, job);
	if (!runs || !copy) return ERR_MEMORY;
	bool with_past = shall_once || copy->kind == JOB_ONCE;
	msec after = copy->hot.decided_through;
	if (!with_past && after < turn->now.wall) after = turn->now.wall;
	msec past = with_past ? turn->now.wall : MSEC_MIN;
	u32 decided_len = which ? take_decided(store, copy, after, past, NULL) : 0;
	msec *decided = arena_alloc_array(&turn->arena, decided_len, sizeof *decided);
	if (!decided) return ERR_MEMORY;
	if (decided_len) take_decided(store, copy, after, past, decided);
	if (len) take_runs(store, turn, &job->id, which, limit, runs);
	*out = (struct job_seen){ .row = *copy,
				  .runs = runs,
				  .runs_len = len,
				  .decided = decided,
				  .decided_len = decided_len };
	return ERR_OK;
}

enum err memory_load_job(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct memory_job *job;
	if (uuid_is_nil(&want->job.id)) {
		struct code_key key = { want->job.tenant, want->job.code };
		struct treap_node *node = treap_find(&store->by_code, &key);
		job = node ? container_of(node, struct memory_job, by_code) : NULL;
	} else {
		job = job_find(store, &want->job.id);
	}
	want->job.found = job != NULL;
	if (!job) return ERR_OK;
	return see_job(store, turn, job, want->job.which, want->job.limit, want->job.shall_once,
		       &want->job.seen);
}

/* Whether `name` is one of the names in `list`. */
static bool names_calendar(str list, str name)
{
	while (list.len) {
		if (str_eq(str_trim(str_split(&list, ',')), name)) return true;
	}
	return false;
}

static bool is_in_page(const struct job_row *row, const struct want *want)
{
	msec ahead_of = want->jobs.ahead_of;
	if (ahead_of) return row->state != JOB_DELETED && job_is_ahead(&row->hot, ahead_of);
	bool plans = row->state == JOB_ACTIVE && row->kind != JOB_MANUAL;
	if (want->jobs.every ? row->state == JOB_DELETED : !plans) return false;
	if (want->jobs.tenant.v && want->jobs.tenant.v != row->tenant.v) return false;
	return !want->jobs.calendar.len || names_calendar(row->exclude, want->jobs.calendar);
}

enum err memory_load_jobs(struct memory_store *store, struct turn *turn, struct want *want)
{
	u32 runs = 0;
	struct job_seen *rows = arena_alloc_array(&turn->arena, want->jobs.limit, sizeof *rows);
	if (!rows) return ERR_MEMORY;
	struct treap_node *node = treap_after(&store->job_ids, &want->jobs.after_id);
	want->jobs.rows = rows;
	want->jobs.len = 0;
	want->jobs.is_last = false;
	for (; node; node = treap_next(node)) {
		struct memory_job *job = container_of(node, struct memory_job, by_id);
		if (!is_in_page(job->row, want)) continue;
		if (want->jobs.len == want->jobs.limit) return ERR_OK;
		struct job_seen *seen = &rows[want->jobs.len];
		enum err err = see_job(store, turn, job, JOB_RUNS_UNDECIDED, UINT32_MAX, false,
				       seen);
		if (err) return err;
		if (want->jobs.ahead_of) take_stay(store, turn, seen);
		runs += seen->runs_len;
		if (want->jobs.len && runs > want->jobs.runs_limit) return ERR_OK;
		want->jobs.len++;
	}
	want->jobs.is_last = true;
	return ERR_OK;
}

/* ---- looking ------------------------------------------------------------------------------ */

void memory_store_each_job(const struct memory_store *store, memory_job_visit *visit, void *context)
{
	const struct treap_node *node = treap_first(&store->job_ids);
	for (; node; node = treap_next(node))
		visit(context, container_of(node, struct memory_job, by_id)->row);
}

bool memory_store_find_job(const struct memory_store *store, const struct uuid *id,
			   const struct job_row **out_row)
{
	const struct memory_job *job = job_find(store, id);
	if (!job) return false;
	*out_row = job->row;
	return true;
}

void memory_store_each_occurrence(const struct memory_store *store, const struct uuid *job,
				  memory_occurrence_visit *visit, void *context)
{
	struct ledger_key after = { *job, MSEC_MIN, 0 };
	const struct treap_node *node = treap_after(&store->ledger, &after);
	for (; node; node = treap_next(node)) {
		const struct occurrence_row *row =
			&container_of(node, struct memory_occurrence, in_ledger)->row;
		if (!uuid_eq(&row->job, job)) return;
		visit(context, row);
	}
}

const struct run_row *memory_store_next_run(const struct memory_store *store,
					    const struct uuid *job)
{
	struct job_run_key after = { *job, MSEC_MIN, { { 0 } } };
	const struct treap_node *node = treap_after(&store->by_job, &after);
	for (; node; node = treap_next(node)) {
		const struct memory_run *run = container_of(node, struct memory_run, by_job);
		if (!uuid_eq(&run->row.job, job)) return NULL;
		if (is_wanted(run, JOB_RUNS_UNDECIDED)) return &run->row;
	}
	return NULL;
}
