/* The rows that a turn wants beside runs and jobs: settings documents, results, answers to calls,
 * effects, and the facts that the gates need of a run. One row of its kind each, found by its key.
 */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* ---- documents and replays ------------------------------------------------------------------- */

static enum err count_documents(struct sqlite_store *store, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DOCUMENT_COUNT];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_i64(&cells, want->document.key.kind);
	cells_bind_i64(&cells, want->document.key.tenant.v);
	cells_bind_i64(&cells, want->document.count_most);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	must(has_row);
	want->document.count = (u32)sqlite3_column_int64(stmt, 0);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err load_document(struct sqlite_store *store, const struct turn *turn, struct want *want)
{
	const struct document_row key = { .key = want->document.key };
	struct document_row row = { 0 };
	bool found;
	want->document.count = 0;
	want->document.found = false;
	enum err err = want->document.count_most ? count_documents(store, want) : ERR_OK;
	if (err) return err;
	err = kind_find(store, KIND_DOCUMENT, &key, &found, NULL, &row);
	kind_done(store, KIND_DOCUMENT);
	want->document.found = found && row.until > turn->now.wall;
	row.key.name = want->document.key.name;
	row.body = (str){ 0 };
	want->document.row = row;
	return err;
}

static enum err add_documents(struct sqlite_store *store, struct turn *turn,
			      enum document_kind kind, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DOCUMENTS_OF];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	cells_bind_i64(&cells, kind);
	cells_bind_i64(&cells, want->documents.tenant.v);
	cells_bind_i64(&cells, want->documents.limit - want->documents.len);
	enum err err = statement_step(store, stmt, &has_row);
	while (!err && has_row) {
		cells = cells_to_read(stmt);
		str name = str_copy(&turn->arena, cells_read_bytes(&cells));
		want->documents.keys[want->documents.len++] =
			(struct document_key){ kind, want->documents.tenant, name };
		err = statement_step(store, stmt, &has_row);
	}
	sqlite3_reset(stmt);
	return err;
}

enum err load_documents(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	enum err err = ERR_OK;
	want->documents.len = 0;
	want->documents.keys = arena_alloc_array(&turn->arena, want->documents.limit,
						 sizeof *want->documents.keys);
	if (!want->documents.keys) return ERR_MEMORY;
	for (u32 kind = 0; kind < DOCUMENT_KINDS && !err; kind++) {
		bool is_asked = !want->documents.kinds || want->documents.kinds >> kind & 1;
		if (is_asked) err = add_documents(store, turn, (enum document_kind)kind, want);
	}
	return err ? err : arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

/* One that is damaged is as none. */
enum err load_result(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	const struct result_row key = { .key = want->result.key };
	struct result_row row;
	enum err err = kind_find(store, KIND_RESULT, &key, &want->result.found, NULL, &row);
	if (want->result.found) want->result.hash = str_copy(&turn->arena, row.hash);
	kind_done(store, KIND_RESULT);
	return err ? err : arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

enum err load_replay(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	const struct replay_row key = { .key = want->replay.key };
	struct replay_row *row = &want->replay.row;
	bool found;
	enum err err = kind_find(store, KIND_REPLAY, &key, &found, NULL, row);
	want->replay.found = found && row->until > turn->now.wall;
	row->made = str_copy(&turn->arena, found ? row->made : (str){ 0 });
	kind_done(store, KIND_REPLAY);
	return err ? err : arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- effects ------------------------------------------------------------------------------ */

static str copy_into(void *arena, str text)
{
	return str_copy(arena, text);
}

/* By its digest, for whoever has no id. */
static enum err find_effect_by_key(struct sqlite_store *store, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_EFFECT_BY_KEY];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_digest(&cells, &want->effect.key);
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	cells = cells_to_read(stmt);
	want->effect.found = kind_read(store, KIND_EFFECT, &cells, &want->effect.row);
	want->effect.is_damaged = !want->effect.found;
	return ERR_OK;
}

/* As if it were not there would mean that it may be done again. */
static void judge_effect(struct sqlite_store *store, struct want *want)
{
	if (!want->effect.found || want->effect.row.state < EFFECT_IN_DOUBT) return;
	want->effect.found = false;
	want->effect.is_damaged = true;
	damage_note(store);
}

enum err load_effect(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	const struct effect_row key = { .id = want->effect.id };
	enum err err;
	want->effect.found = want->effect.is_damaged = false;
	if (uuid_is_nil(&want->effect.id)) err = find_effect_by_key(store, want);
	else
		err = kind_find(store, KIND_EFFECT, &key, &want->effect.found,
				&want->effect.is_damaged, &want->effect.row);
	judge_effect(store, want);
	if (want->effect.found)
		kind_copy_texts(&row_kinds[KIND_EFFECT], &want->effect.row, copy_into,
				&turn->arena);
	sqlite3_reset(store->statements[STATEMENT_EFFECT_BY_KEY]);
	kind_done(store, KIND_EFFECT);
	return err ? err : arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- what gates have to know of a run ----------------------------------------------------------
 */

/* A person's settings; a damaged row counts as none. */
static enum err find_gates(struct sqlite_store *store, struct turn *turn, tenant_no tenant,
			   str user, str *out_body)
{
	const struct gates_row key = { .tenant = tenant, .user = user };
	struct gates_row row;
	bool found;
	enum err err = kind_find(store, KIND_GATES, &key, &found, NULL, &row);
	if (found) *out_body = str_copy(&turn->arena, row.body);
	kind_done(store, KIND_GATES);
	return err;
}

/* A damaged body is not reported here; the worker that claims the run is told. */
static enum err find_body(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_BODY];
	struct run_row row = { 0 };
	bool has_row;
	enum err err = statement_find(store, stmt, &want->guard.run, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	want->guard.has_body = cells_read(&cells, GROUP_BODY, &want->guard.run, &row);
	if (want->guard.has_body) {
		want->guard.payload = str_copy(&turn->arena, row.payload);
		want->guard.key = str_copy(&turn->arena, row.key);
		want->guard.trace = str_copy(&turn->arena, row.trace);
	}
	sqlite3_reset(stmt);
	return ERR_OK;
}

static enum err find_person(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUN];
	struct run_row row = { 0 };
	bool has_row;
	enum err err = statement_find(store, stmt, &want->guard.run, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	want->guard.found = cells_read(&cells, GROUP_RUN_FIXED, NULL, &row);
	if (!want->guard.found) damage_note(store);
	else {
		row.user = str_copy(&turn->arena, row.user);
		want->guard.entity = str_copy(&turn->arena, row.entity);
		want->guard.user = row.user;
	}
	sqlite3_reset(stmt);
	if (want->guard.found && row.user.len)
		err = find_gates(store, turn, row.tenant, row.user, &want->guard.gates);
	return err;
}

enum err load_guarded(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	enum err err = ERR_OK;
	want->guard.found = !want->guard.asks_run;
	if (want->guard.asks_run) err = find_person(store, turn, want);
	if (!err && want->guard.found && want->guard.asks_body) err = find_body(store, turn, want);
	if (!want->guard.asks_run) want->guard.found = want->guard.has_body;
	return err ? err : arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}
