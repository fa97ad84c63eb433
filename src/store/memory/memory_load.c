/* The rows that a turn wants, copied into its arena. Rows for the engine come without their texts:
 * it decides by numbers, and a payload it does not hand out is not moved. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

static struct run_row without_texts(const struct run_row *row)
{
	struct run_row copy = *row;
	copy.has_user = copy.user.len > 0;
	copy.has_entity = copy.entity.len > 0;
	row_drop_texts(&run_shape, &copy);
	return copy;
}

/* The row of a run's key in a bucket, while it counts. */
static bool find_own_unique(const struct memory_store *store, const struct turn *turn,
			    const struct run_row *row, i64 bucket, struct unique_row *out_row)
{
	struct unique_key key = { bucket, row->tenant, row->type, row->scope, row->key_digest };
	if (row->scope == UNIQUE_NONE) return false;
	const struct memory_unique *unique = unique_find(store, &key);
	if (!unique || !unique_is_valid(store, &unique->row, turn->now.wall)) return false;
	*out_row = unique->row;
	return true;
}

/* A key with a span may have been taken anew in the span of an instant, or in the one before. */
static bool find_in_spans(const struct memory_store *store, const struct turn *turn,
			  const struct run_row *row, msec at, struct unique_row *out_row)
{
	if (!at || row->scope != UNIQUE_TTL || row->unique_ttl <= 0) return false;
	i64 bucket = at / row->unique_ttl - (at % row->unique_ttl < 0);
	return find_own_unique(store, turn, row, bucket, out_row) ||
	       find_own_unique(store, turn, row, bucket - 1, out_row);
}

struct run_seen memory_see_run(const struct memory_store *store, const struct turn *turn,
			       const struct memory_run *run, msec span_at)
{
	struct run_seen seen = { .found = true, .is_open = run->open != NULL };
	seen.row = without_texts(&run->row);
	if (run->open) seen.open = run->open->row;
	seen.own_found = find_own_unique(store, turn, &run->row, run->row.hot.bucket, &seen.own);
	seen.also_found = find_in_spans(store, turn, &run->row, span_at, &seen.also);
	if (uuid_is_nil(&run->row.parent) || !run_state_is_dead_letter(run->row.hot.state))
		return seen;
	const struct batch_row key = { .id = run->row.parent };
	const struct batch_row *batch = memory_row(store, KIND_BATCH, &key);
	seen.batch_found = batch != NULL;
	if (batch) seen.batch = *batch;
	return seen;
}

/* The daily window of a run comes along while the run stands; a window that has ended is only
 * history. */
static enum err add_daily(const struct memory_store *store, struct turn *turn, struct run_row *row)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &row->id);
	if (run_state_is_final(row->hot.state)) return ERR_OK;
	row->daily = memory_daily_of(store, &turn->arena, &run->row);
	return row->daily ? ERR_OK : ERR_MEMORY;
}

/* Its job's row comes along with a run. */
static enum err add_definition(struct memory_store *store, struct turn *turn, struct run_row *row)
{
	if (row->cause == CAUSE_DAILY) return add_daily(store, turn, row);
	if (row->cause == CAUSE_REMINDER) return memory_add_reminder(store, &turn->arena, row);
	if (uuid_is_nil(&row->job)) return ERR_OK;
	struct memory_job *job = job_find(store, &row->job);
	must(job != NULL);
	row->definition = job_copy(store, turn, job);
	return row->definition ? ERR_OK : ERR_MEMORY;
}

static enum err load_run(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &want->run.id);
	struct run_seen *seen = &want->run.seen;
	*seen = (struct run_seen){ 0 };
	if (!run) return ERR_OK;
	*seen = memory_see_run(store, turn, run, want->run.span_at);
	if (want->run.asks_also)
		seen->also_found = find_own_unique(store, turn, &run->row, want->run.also_bucket,
						   &seen->also);
	return add_definition(store, turn, &seen->row);
}

/* The run that has the key, for whoever may replace it. */
static enum err see_owner(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct want run = { .kind = WANT_RUN, .run = { .id = want->unique.row.run } };
	enum err err = load_run(store, turn, &run);
	want->unique.seen = err ? NULL : arena_alloc(&turn->arena, sizeof *want->unique.seen);
	if (!want->unique.seen) return ERR_MEMORY;
	*want->unique.seen = run.run.seen;
	return ERR_OK;
}

static enum err load_unique(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct memory_unique *unique = unique_find(store, &want->unique.key);
	want->unique.found = unique && unique_is_valid(store, &unique->row, turn->now.wall);
	if (!want->unique.found) return ERR_OK;
	const struct memory_run *run = uuid_map_find(&store->runs, &unique->row.run);
	want->unique.row = unique->row;
	want->unique.run_exists = run != NULL;
	if (run) want->unique.run_state = memory_run_state(run);
	return run && want->unique.asks_run ? see_owner(store, turn, want) : ERR_OK;
}

static void load_execution(const struct memory_store *store, struct want *want)
{
	const struct memory_execution *execution = uuid_map_find(&store->executions,
								 &want->execution.id);
	struct execution_seen *seen = &want->execution.seen;
	*seen = (struct execution_seen){ .found = execution != NULL };
	if (!execution) return;
	seen->row = execution->row;
	if (execution->end) seen->end = *execution->end;
	row_drop_texts(&end_shape, &seen->end);
}

/* ---- pages -------------------------------------------------------------------------------- */

static enum err make_page(struct memory_store *store, u32 limit)
{
	must(limit > 0);
	if (limit <= store->page_max) return ERR_OK;
	struct memory_run **page = mem_resize(store->page, limit * sizeof *page);
	if (!page) return ERR_MEMORY;
	store->page = page;
	store->page_max = limit;
	return ERR_OK;
}

/* The first `len` rows of the page, as the engine gets them; NULL: out of memory. */
static struct run_row *copy_page(struct memory_store *store, struct turn *turn, u32 len)
{
	struct run_row *rows = arena_alloc_array(&turn->arena, len, sizeof *rows);
	for (u32 i = 0; rows && i < len; i++) {
		rows[i] = without_texts(&store->page[i]->row);
		if (add_definition(store, turn, &rows[i])) return NULL;
	}
	return rows;
}

static enum err load_due(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct due_key after = { want->due.after_run_at, want->due.after_id };
	u32 len = 0;
	enum err err = make_page(store, want->due.limit);
	if (err) return err;
	const struct treap_node *node = treap_after(&store->by_due, &after);
	for (; node && len < want->due.limit; node = treap_next(node)) {
		struct memory_run *run = container_of(node, struct memory_run, by_due);
		if (run->row.hot.run_at > want->due.until) break;
		store->page[len++] = run;
	}
	want->due.rows = copy_page(store, turn, len);
	want->due.len = len;
	return want->due.rows ? ERR_OK : ERR_MEMORY;
}

static bool is_same_band(struct band_row a, struct band_row b)
{
	return a.tenant.v == b.tenant.v && a.queue.v == b.queue.v && a.type.v == b.type.v &&
	       a.route.v == b.route.v && a.priority == b.priority;
}

static enum err load_spilled(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct spilled_key after = { want->spilled.band, want->spilled.after_run_at,
				     want->spilled.after_id };
	u32 len = 0;
	enum err err = make_page(store, want->spilled.limit);
	if (err) return err;
	const struct treap_node *node = treap_after(&store->by_band, &after);
	for (; node && len < want->spilled.limit; node = treap_next(node)) {
		struct memory_run *run = container_of(node, struct memory_run, by_band);
		if (!is_same_band(run_band(&run->row), want->spilled.band)) break;
		store->page[len++] = run;
	}
	want->spilled.rows = copy_page(store, turn, len);
	want->spilled.len = len;
	return want->spilled.rows ? ERR_OK : ERR_MEMORY;
}

static enum err load_overdue(struct memory_store *store, struct turn *turn, struct want *want)
{
	u32 len = 0;
	enum err err = make_page(store, want->overdue.limit);
	if (err) return err;
	const struct treap_node *node = treap_first(&store->by_deadline);
	want->overdue.next = MSEC_MAX;
	for (; node; node = treap_next(node)) {
		struct memory_run *run = container_of(node, struct memory_run, by_deadline);
		want->overdue.next = run->row.deadline_at;
		bool is_over = run->row.deadline_at <= want->overdue.until;
		if (!is_over || len == want->overdue.limit) break;
		want->overdue.next = MSEC_MAX;
		store->page[len++] = run;
	}
	want->overdue.rows = copy_page(store, turn, len);
	want->overdue.len = len;
	return want->overdue.rows ? ERR_OK : ERR_MEMORY;
}

static bool matches(const struct memory_run *run, const struct run_filter *filter)
{
	const struct run_row *row = &run->row;
	if (filter->tenant.v && filter->tenant.v != row->tenant.v) return false;
	if (filter->type.v && filter->type.v != row->type.v) return false;
	if (filter->queue.v && filter->queue.v != row->hot.queue.v) return false;
	if (filter->states && !(filter->states >> memory_run_state(run) & 1)) return false;
	if (!uuid_is_nil(&filter->job) && !uuid_eq(&filter->job, &row->job)) return false;
	if (filter->by_key && !digest_eq(filter->key_digest, row->key_digest)) return false;
	return !filter->entity.len || str_eq(filter->entity, row->entity);
}

/* Where to look: an index whose nodes are in order of id as long as `is_within` holds. */
struct load_walk {
	struct treap_node *node;
	size_t node_offset;
	const struct run_filter *filter;
	bool (*is_within)(const struct memory_run *run, const struct run_filter *filter);
};

static bool is_any(const struct memory_run *run, const struct run_filter *filter)
{
	(void)run;
	(void)filter;
	return true;
}

static bool has_key(const struct memory_run *run, const struct run_filter *filter)
{
	return run->row.tenant.v == filter->tenant.v &&
	       digest_eq(run->row.key_digest, filter->key_digest);
}

static bool has_entity(const struct memory_run *run, const struct run_filter *filter)
{
	return run->row.tenant.v == filter->tenant.v && str_eq(run->row.entity, filter->entity);
}

/* The narrowest index that has the answer in order of id. Of every tenant only the one by id has.
 */
static struct load_walk begin_walk(const struct memory_store *store,
				   const struct run_filter *filter, const struct uuid *after)
{
	bool has_digest = filter->key_digest.a || filter->key_digest.b;
	if (filter->tenant.v && filter->by_key && has_digest) {
		struct digest_key key = { filter->tenant, filter->key_digest, *after };
		return (struct load_walk){ treap_after(&store->by_key, &key),
					   offsetof(struct memory_run, by_key), filter, has_key };
	}
	if (filter->tenant.v && filter->entity.len) {
		struct entity_key key = { filter->tenant, filter->entity, *after };
		return (struct load_walk){ treap_after(&store->by_entity, &key),
					   offsetof(struct memory_run, by_entity), filter,
					   has_entity };
	}
	return (struct load_walk){ treap_after(&store->by_id, after),
				   offsetof(struct memory_run, by_id), filter, is_any };
}

static struct memory_run *walk_on(struct load_walk *walk)
{
	if (!walk->node) return NULL;
	struct memory_run *run = (void *)((char *)walk->node - walk->node_offset);
	if (!walk->is_within(run, walk->filter)) return NULL;
	walk->node = treap_next(walk->node);
	return run;
}

static enum err load_matching(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct memory_run *run;
	u32 len = 0;
	enum err err = make_page(store, want->matching.limit);
	if (err) return err;
	struct load_walk walk = begin_walk(store, &want->matching.filter, &want->matching.after_id);
	while (len < want->matching.limit && (run = walk_on(&walk))) {
		if (matches(run, &want->matching.filter)) store->page[len++] = run;
	}
	struct run_seen *rows = arena_alloc_array(&turn->arena, len, sizeof *rows);
	if (!rows) return ERR_MEMORY;
	for (u32 i = 0; i < len; i++) {
		rows[i] = memory_see_run(store, turn, store->page[i], want->matching.span_at);
		err = add_definition(store, turn, &rows[i].row);
		if (err) return err;
	}
	want->matching.rows = rows;
	want->matching.len = len;
	return ERR_OK;
}

/* ---- documents and replays ------------------------------------------------------------------- */

/* Whether it is of this kind and tenant. */
static bool is_document_of(const struct memory_setting *setting, const struct document_key *like)
{
	const struct document_row *row = setting ? setting->row : NULL;
	return row && row->key.kind == like->kind && row->key.tenant.v == like->tenant.v;
}

static const struct memory_setting *first_document(const struct memory_store *store,
						   const struct document_key *like)
{
	const struct document_row first = { .key = { like->kind, like->tenant, { 0 } } };
	return setting_from(store, KIND_DOCUMENT, &first);
}

static u32 count_documents(const struct memory_store *store, const struct document_key *like,
			   u32 most)
{
	const struct memory_setting *setting = first_document(store, like);
	u32 count = 0;
	for (; count < most && is_document_of(setting, like); setting = setting_next(setting))
		count++;
	return count;
}

static void load_document(const struct memory_store *store, const struct turn *turn,
			  struct want *want)
{
	const struct document_row key = { .key = want->document.key };
	const struct document_row *row = memory_row(store, KIND_DOCUMENT, &key);
	want->document.found = row && row->until > turn->now.wall;
	want->document.count = count_documents(store, &want->document.key,
					       want->document.count_most);
	if (!want->document.found) return;
	want->document.row = *row;
	want->document.row.key.name = want->document.key.name;
	want->document.row.body = (str){ 0 };
}

static enum err load_documents(const struct memory_store *store, struct turn *turn,
			       struct want *want)
{
	u32 limit = want->documents.limit, len = 0;
	want->documents.keys = arena_alloc_array(&turn->arena, limit, sizeof *want->documents.keys);
	if (!want->documents.keys) return ERR_MEMORY;
	for (u32 kind = 0; kind < DOCUMENT_KINDS; kind++) {
		const struct document_key like = { kind, want->documents.tenant, { 0 } };
		if (want->documents.kinds && !(want->documents.kinds >> kind & 1)) continue;
		const struct memory_setting *setting = first_document(store, &like);
		for (; len < limit && is_document_of(setting, &like);
		     setting = setting_next(setting)) {
			const struct document_row *row = setting->row;
			want->documents.keys[len] = row->key;
			want->documents.keys[len++].name = str_copy(&turn->arena, row->key.name);
		}
	}
	want->documents.len = len;
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err load_result(const struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct result_row key = { .key = want->result.key };
	const struct result_row *row = memory_row(store, KIND_RESULT, &key);
	want->result.found = row != NULL;
	if (!row) return ERR_OK;
	want->result.hash = str_copy(&turn->arena, row->hash);
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err load_replay(const struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct replay_row key = { .key = want->replay.key };
	const struct replay_row *row = memory_row(store, KIND_REPLAY, &key);
	want->replay.found = row && row->until > turn->now.wall;
	if (!want->replay.found) return ERR_OK;
	want->replay.row = *row;
	want->replay.row.made = str_copy(&turn->arena, row->made);
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- the turn ----------------------------------------------------------------------------- */

static enum err load_guarded(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &want->guard.run);
	want->guard.found = run != NULL;
	if (!run) return ERR_OK;
	if (want->guard.asks_run) {
		const struct gates_row key = { .tenant = run->row.tenant, .user = run->row.user };
		const struct gates_row *gates = NULL;
		if (run->row.user.len) gates = memory_row(store, KIND_GATES, &key);
		if (gates) want->guard.gates = str_copy(&turn->arena, gates->body);
		want->guard.entity = str_copy(&turn->arena, run->row.entity);
		want->guard.user = str_copy(&turn->arena, run->row.user);
	}
	if (want->guard.asks_body) {
		want->guard.has_body = true;
		want->guard.payload = str_copy(&turn->arena, run->row.payload);
		want->guard.key = str_copy(&turn->arena, run->row.key);
		want->guard.trace = str_copy(&turn->arena, run->row.trace);
	}
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err load_children(const struct memory_store *store, struct turn *turn,
			      struct want *want)
{
	struct parent_key first = { .parent = want->children.parent };
	const struct treap_node *node = treap_after(&store->by_parent, &first);
	struct run_seen *rows = arena_alloc_array(&turn->arena, want->children.limit, sizeof *rows);
	if (!rows) return ERR_MEMORY;
	want->children.rows = rows;
	want->children.len = 0;
	for (; node && want->children.len < want->children.limit; node = treap_next(node)) {
		const struct memory_run *run = container_of(node, struct memory_run, by_parent);
		if (!uuid_eq(&run->row.parent, &want->children.parent)) break;
		rows[want->children.len++] = memory_see_run(store, turn, run, turn->now.wall);
	}
	return ERR_OK;
}

static enum err load_want(struct memory_store *store, struct turn *turn, struct want *want)
{
	switch (want->kind) {
	case WANT_UNIQUE: return load_unique(store, turn, want);
	case WANT_RUN: return load_run(store, turn, want);
	case WANT_EXECUTION: load_execution(store, want); return ERR_OK;
	case WANT_DUE: return load_due(store, turn, want);
	case WANT_SPILLED: return load_spilled(store, turn, want);
	case WANT_OVERDUE: return load_overdue(store, turn, want);
	case WANT_MATCHING: return load_matching(store, turn, want);
	case WANT_DOCUMENT: load_document(store, turn, want); return ERR_OK;
	case WANT_DOCUMENTS: return load_documents(store, turn, want);
	case WANT_RESULT: return load_result(store, turn, want);
	case WANT_REPLAY: return load_replay(store, turn, want);
	case WANT_CHILDREN: return load_children(store, turn, want);
	case WANT_LADDERS: return memory_load_ladders(store, turn, want);
	case WANT_LINKS: return memory_load_links(store, turn, want);
	case WANT_BEHIND: return memory_load_behind(store, turn, want);
	case WANT_EFFECT: return memory_load_effect(store, turn, want);
	case WANT_GUARD: return load_guarded(store, turn, want);
	case WANT_DAILY: return memory_load_daily(store, turn, want);
	case WANT_REMINDER: return memory_load_reminder(store, turn, want);
	case WANT_JOB: return memory_load_job(store, turn, want);
	case WANT_JOBS: return memory_load_jobs(store, turn, want);
	case WANT_DAILIES_AHEAD: return memory_load_dailies_ahead(store, turn, want);
	case WANT_REMINDERS_AHEAD: return memory_load_reminders_ahead(store, turn, want);
	case WANT_KINDS: break;
	}
	must(want->kind < WANT_KINDS);
	return ERR_OK;
}

enum err memory_load(struct store *base, struct turn *turn)
{
	struct memory_store *store = memory_store_of(base);
	enum err err = memory_fault_next(store, MEMORY_LOAD).err;
	store->loads++;
	for (u32 i = 0; !err && i < turn->wants_len; i++)
		err = load_want(store, turn, &turn->wants[i]);
	return err;
}
