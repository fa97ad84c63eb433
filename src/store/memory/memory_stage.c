/* A commit's first half: everything that could fail. A copy is made of each row that the turn
 * brings, room is taken in each table, and the payloads of the claims are copied out. Nothing of it
 * can be seen until memory_commit.c keeps it; stage_drop makes it as if it had never been.
 *
 * New runs stand in `runs` already, though in no index, so that a claim of the same turn finds
 * them. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

/* ---- copies, one a change ----------------------------------------------------------------- */

/* Takes the texts of the run that failed, which may be one of this turn. */
static void take_texts(const struct memory_store *store, struct run_row *row)
{
	const struct memory_run *failed_parent = uuid_map_find(&store->runs, &row->fallback_of);
	must(failed_parent != NULL);
	row->key = failed_parent->row.key;
	row->entity = failed_parent->row.entity;
	row->user = failed_parent->row.user;
	row->alert_key = failed_parent->row.alert_key;
	row->payload = failed_parent->row.payload;
	row->trace = failed_parent->row.trace;
}

static struct memory_run *copy_run(const struct memory_store *store, const struct run_row *given)
{
	struct run_row copy = *given;
	const struct run_row *row = &copy;
	if (copy.payload_is_jobs) copy.payload = job_parameters(store, &copy.job);
	copy.payload_is_jobs = false;
	if (copy.payload_of_ladder.a || copy.payload_of_ladder.b)
		copy.payload = ladder_payload(store, &copy.payload_of_ladder);
	copy.payload_of_ladder = (struct digest){ 0 };
	if (copy.texts_are_of_failed_parent) take_texts(store, &copy);
	copy.texts_are_of_failed_parent = false;
	copy.definition = NULL;
	copy.daily = NULL;
	copy.reminder = NULL;
	struct memory_run *run = mem_alloc(sizeof *run + row_text_bytes(&run_shape, row));
	if (!run) return NULL;
	*run = (struct memory_run){ .fence = row->hot.fence };
	row_copy(&run_shape, &run->row, row, (char *)(run + 1));
	list_init(&run->executions);
	return run;
}

void memory_run_free(struct memory_run *run)
{
	mem_free(run->replaced);
	mem_free(run);
}

/* The texts that take the place of a run's own: its payload, then what it is about. */
static char *copy_replaced(const struct run_replaced *replaced)
{
	str texts[] = { replaced->payload, replaced->alert_key };
	char *copy = mem_alloc(texts[0].len + texts[1].len + 1);
	if (!copy) return NULL;
	for (u32 i = 0, at = 0; i < countof(texts); at += (u32)texts[i++].len) {
		if (texts[i].len) memcpy(copy + at, texts[i].at, texts[i].len);
	}
	return copy;
}

static struct memory_execution *copy_execution(const struct execution_row *row)
{
	struct memory_execution *execution = mem_alloc_zeroed(sizeof *execution);
	if (execution) execution->row = *row;
	return execution;
}

static struct execution_end *copy_end(const struct execution_end *row)
{
	struct execution_end *end = mem_alloc(sizeof *end + row_text_bytes(&end_shape, row));
	if (end) row_copy(&end_shape, end, row, (char *)(end + 1));
	return end;
}

static struct memory_unique *copy_unique(const struct unique_row *row)
{
	struct memory_unique *unique = mem_alloc(sizeof *unique);
	if (unique) unique->row = *row;
	return unique;
}

/* The name that the number of a tenant has from now on. */
static struct memory_setting *copy_last_name(const struct change *change)
{
	struct name_row row = { .kind = NAME_TENANT,
				.no = change->tenant_drop.tenant.v,
				.text = change->tenant_drop.name };
	return copy_setting(KIND_NAME, &row);
}

static struct memory_setting *copy_delivery(const struct memory_store *store,
					    const struct delivery_row *row)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &row->run);
	struct delivery_row whole = *row;
	must(run != NULL);
	whole.entity = run->row.entity;
	whole.user = run->row.user;
	whole.alert_key = run->row.alert_key;
	return copy_setting(KIND_DELIVERY, &whole);
}

/* A ladder that exists keeps its payload. */
static struct memory_setting *copy_ladder(const struct memory_store *store,
					  const struct ladder_row *row)
{
	struct ladder_row copy = *row;
	check_ladder(store, row, false);
	copy.payload = ladder_staged(store, &row->key)->payload;
	return copy_setting(KIND_LADDER, &copy);
}

static void *copy_row(const struct memory_store *store, enum row_kind kind, const void *row)
{
	if (kind == KIND_DELIVERY) return copy_delivery(store, row);
	if (kind == KIND_EFFECT) return copy_effect(row);
	if (kind == KIND_OCCURRENCE) return copy_occurrence(row);
	if (kind == KIND_LADDER) check_ladder(store, row, true);
	return copy_setting(kind, row);
}

/* Copies the parts of a change that have to be kept; `out_made` stays NULL where there are none. */
static enum err copy_change(struct memory_store *store, const struct change *change,
			    void **out_made)
{
	void *made = NULL;
	switch (change->kind) {
	case CHANGE_RUN_HOT:
	case CHANGE_RUN_SPILLED:
	case CHANGE_EXECUTION_BEAT:
	case CHANGE_DELETE:
	case CHANGE_JOB_HOT:
	case CHANGE_TYPE_NAMED:
	case CHANGE_DAILY_HOT:
	case CHANGE_DAILY_GONE:
	case CHANGE_REMINDER_HOT:
	case CHANGE_REMINDER_GONE:
	case CHANGE_NOTICE_READ: return ERR_OK;
	case CHANGE_PUT: made = copy_row(store, change->row_kind, change_row(change)); break;
	case CHANGE_RUN_NEW: made = copy_run(store, change->run); break;
	case CHANGE_RUN_REPLACED: made = copy_replaced(change->replaced); break;
	case CHANGE_EXECUTION_NEW: made = copy_execution(&change->execution); break;
	case CHANGE_EXECUTION_END: made = copy_end(change->end); break;
	case CHANGE_UNIQUE_PUT: made = copy_unique(&change->unique); break;
	case CHANGE_JOB_PUT: made = copy_job(store, change->job); break;
	case CHANGE_JOB_STATE: made = copy_job_pause(&change->job_state.pause); break;
	case CHANGE_TENANT_DROP: made = copy_last_name(change); break;
	case CHANGE_LADDER_PUT: made = copy_ladder(store, change->ladder); break;
	case CHANGE_AUDIT_PUT: made = copy_audit(change->audit); break;
	case CHANGE_KINDS: must(change->kind < CHANGE_KINDS);
	}
	*out_made = made;
	return made ? ERR_OK : ERR_MEMORY;
}

/* ---- room --------------------------------------------------------------------------------- */

/* Makes `*array` hold `count` elements of `size` bytes. */
static enum err make_room(void **array, u32 *max, u64 count, size_t size)
{
	if (count <= *max) return ERR_OK;
	u64 grown_max = *max ? *max : 16;
	while (grown_max < count) grown_max *= 2;
	if (grown_max > UINT32_MAX) return ERR_MEMORY;
	void *grown = mem_resize(*array, grown_max * size);
	if (!grown) return ERR_MEMORY;
	*array = grown;
	*max = (u32)grown_max;
	return ERR_OK;
}

static enum err reserve_tables(struct memory_store *store, const struct turn *turn)
{
	u32 of_kind[CHANGE_KINDS] = { 0 }, effects = 0;
	for (u32 i = 0; i < turn->changes_len; i++) {
		must(turn->changes[i].kind < CHANGE_KINDS);
		of_kind[turn->changes[i].kind]++;
		effects += change_puts(&turn->changes[i], KIND_EFFECT);
	}
	enum err err = uuid_map_reserve(&store->runs, of_kind[CHANGE_RUN_NEW]);
	if (!err) err = uuid_map_reserve(&store->executions, of_kind[CHANGE_EXECUTION_NEW]);
	if (!err) err = uuid_map_reserve(&store->jobs, of_kind[CHANGE_JOB_PUT]);
	if (!err) err = uuid_map_reserve(&store->effects, effects);
	if (!err) err = uuid_map_reserve(&store->effect_keys, effects);
	if (!err) err = map_reserve(&store->unique, of_kind[CHANGE_UNIQUE_PUT]);
	void *turns = store->turns;
	if (!err)
		err = make_room(&turns, &store->turns_max, (u64)store->turns_len + 1,
				sizeof *store->turns);
	store->turns = turns;
	void *staged = store->staged;
	if (!err)
		err = make_room(&staged, &store->staged_max, turn->changes_len,
				sizeof *store->staged);
	store->staged = staged;
	return err;
}

/* ---- the turn ----------------------------------------------------------------------------- */

static enum err stage_changes(struct memory_store *store, const struct turn *turn)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		struct memory_staged staged = { .kind = change->kind,
						.row_kind = change->row_kind };
		if (change->kind == CHANGE_RUN_NEW)
			must(uuid_map_find(&store->runs, &change->run->id) == NULL);
		enum err err = copy_change(store, change, &staged.made);
		if (err) return err;
		store->staged[store->staged_len++] = staged;
		if (staged.kind == CHANGE_RUN_NEW) uuid_map_insert(&store->runs, staged.made);
	}
	return ERR_OK;
}

static enum err stage_journal(struct memory_store *store, const struct turn *turn)
{
	str journal = buf_view(&turn->journal);
	must(store->staged_journal == NULL);
	if (journal.len == 0) return ERR_OK;
	store->staged_journal = mem_alloc(journal.len);
	if (!store->staged_journal) return ERR_MEMORY;
	memcpy(store->staged_journal, journal.at, journal.len);
	return ERR_OK;
}

static bool is_same_result(const struct result_key *a, const struct result_key *b)
{
	return a->tenant.v == b->tenant.v && a->type.v == b->type.v && digest_eq(a->key, b->key);
}

/* How many changes there are up to the last that is a result. */
static u32 results_end(const struct turn *turn)
{
	u32 end = turn->changes_len;
	while (end > 0 && !change_puts(&turn->changes[end - 1], KIND_RESULT)) end--;
	return end;
}

/* The last result as it is after this turn's changes, which are not kept yet. */
static str last_result(const struct memory_store *store, const struct turn *turn, u32 changes,
		       const struct result_key *key)
{
	const struct result_row wanted = { .key = *key };
	if (result_key_is_none(key)) return (str){ 0 };
	for (u32 i = changes; i-- > 0;) {
		const struct change *change = &turn->changes[i];
		if (change_puts(change, KIND_RESULT) && is_same_result(&change->result.key, key))
			return change->result.hash;
	}
	const struct result_row *row = memory_row(store, KIND_RESULT, &wanted);
	return row ? row->hash : (str){ 0 };
}

static bool is_document_of(const struct document_key *key, const struct lease *lease)
{
	return key->kind == DOCUMENT_TYPE && key->tenant.v == lease->handler_tenant.v &&
	       str_eq(key->name, lease->type_name);
}

/* How a type is carried out, as it is after this turn's changes. */
static str details_of(const struct memory_store *store, const struct turn *turn,
		      const struct lease *lease)
{
	if (lease->carrier != CARRIER_NODE) return (str){ 0 };
	for (u32 i = turn->changes_len; i-- > 0;) {
		const struct change *change = &turn->changes[i];
		bool is_delete = change_deletes(change, KIND_DOCUMENT);
		if (!is_delete && !change_puts(change, KIND_DOCUMENT)) continue;
		if (!is_document_of(&change->document.key, lease)) continue;
		return is_delete ? (str){ 0 } : change->document.body;
	}
	const struct document_row key = { .key = { DOCUMENT_TYPE, lease->handler_tenant,
						   lease->type_name } };
	const struct document_row *row = memory_row(store, KIND_DOCUMENT, &key);
	return row ? row->body : (str){ 0 };
}

/* A run's payload as it is after this turn's changes. `changes`: up to the last that replaces one.
 */
static str payload_of(const struct turn *turn, u32 changes, const struct memory_run *run)
{
	for (u32 i = changes; i-- > 0;) {
		const struct change *change = &turn->changes[i];
		if (change->kind == CHANGE_RUN_REPLACED &&
		    uuid_eq(&change->replaced->id, &run->row.id))
			return change->replaced->payload;
	}
	return run->row.payload;
}

static u32 replaced_end(const struct turn *turn)
{
	u32 end = turn->changes_len;
	while (end > 0 && turn->changes[end - 1].kind != CHANGE_RUN_REPLACED) end--;
	return end;
}

/* The claims' texts, in the turn's arena. */
static enum err bring_payloads(struct memory_store *store, struct turn *turn)
{
	u32 results = results_end(turn), replaced = replaced_end(turn);
	for (u32 i = 0; i < turn->claims_len; i++) {
		struct lease *lease = turn->claims[i];
		const struct memory_run *run = uuid_map_find(&store->runs, &lease->run);
		must(run != NULL);
		if (!lease->has_body) {
			lease->payload = str_copy(&turn->arena, payload_of(turn, replaced, run));
			lease->key = str_copy(&turn->arena, run->row.key);
			lease->trace = str_copy(&turn->arena, run->row.trace);
		}
		lease->fallback_of = run->row.fallback_of;
		if (lease->has_about) {
			lease->user = str_copy(&turn->arena, run->row.user);
			lease->entity = str_copy(&turn->arena, run->row.entity);
		}
		lease->last_result_hash = str_copy(
			&turn->arena, last_result(store, turn, results, &lease->result));
		lease->details = str_copy(&turn->arena, details_of(store, turn, lease));
	}
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

enum err stage_turn(struct memory_store *store, struct turn *turn)
{
	must(store->staged_len == 0);
	enum err err = reserve_tables(store, turn);
	if (!err) err = stage_changes(store, turn);
	if (!err) err = stage_journal(store, turn);
	if (!err) err = bring_payloads(store, turn);
	if (err) stage_drop(store);
	return err;
}

void stage_drop(struct memory_store *store)
{
	for (u32 i = 0; i < store->staged_len; i++) {
		struct memory_staged *staged = &store->staged[i];
		const struct memory_run *run = staged->made;
		if (run && staged->kind == CHANGE_RUN_NEW)
			uuid_map_remove(&store->runs, &run->row.id);
		if (run && staged->kind == CHANGE_JOB_PUT) unstage_job(store, staged->made);
		else mem_free(staged->made);
	}
	store->staged_len = 0;
	mem_free(store->staged_journal);
	store->staged_journal = NULL;
}
