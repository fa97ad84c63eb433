/* The changes of a turn, in one transaction, and the payloads of its claims.
 *
 * A change is one run of a prepared statement. Its values are bound where they stand in the turn,
 * so nothing is copied on the way. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* A row that memory knows and the file does not have was damaged: the turn is refused, and memory
 * made anew from what is there. */
enum err must_be_one(struct sqlite_store *store, enum err err)
{
	if (err || sqlite3_changes(store->db) == 1) return err;
	damage_note(store);
	return ERR_STORE_DAMAGED;
}

enum err statement_put_one(struct sqlite_store *store, sqlite3_stmt *stmt)
{
	return must_be_one(store, statement_put(store, stmt));
}

/* ---- runs --------------------------------------------------------------------------------- */

static enum err put_body(struct sqlite_store *store, const struct run_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_BODY_NEW]);
	must(row->payload_len == row->payload.len);
	cells_bind(&cells, GROUP_BODY, row, &row->id);
	cells_bind_uuid(&cells, &row->id);
	return statement_put(store, cells.stmt);
}

static enum err put_run(struct sqlite_store *store, const struct run_row *row)
{
	if (row->texts_are_of_failed_parent) return put_fallback(store, row);
	struct cells cells = cells_to_bind(store->statements[STATEMENT_RUN_NEW]);
	must(row->hot.state < RUN_STATE_COUNT);
	must(row->hot.state != RUN_PROCESSING);
	cells_bind(&cells, GROUP_RUN_FIXED, row, NULL);
	cells_bind(&cells, GROUP_RUN_HOT, &row->hot, &row->id);
	enum err err = statement_put(store, cells.stmt);
	if (err) return err;
	if (row->payload_of_ladder.a || row->payload_of_ladder.b)
		return put_ladders_body(store, row);
	return row->payload_is_jobs ? put_jobs_body(store, row) : put_body(store, row);
}

static enum err put_new_run(struct sqlite_store *store, const struct run_row *row)
{
	enum err err = put_run(store, row);
	return err ? err : lists_add(store, LIST_RUNS, row->tenant, &row->id);
}

static enum err put_hot(struct sqlite_store *store, const struct uuid *id,
			const struct run_hot *hot)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_RUN_HOT]);
	must(hot->state < RUN_STATE_COUNT);
	must(hot->state != RUN_PROCESSING);
	cells_bind(&cells, GROUP_RUN_HOT, hot, id);
	cells_bind_uuid(&cells, id);
	return statement_put_one(store, cells.stmt);
}

/* The check covers all of hot, so the rest of it is read first. */
static enum err put_spilled(struct sqlite_store *store, const struct uuid *id)
{
	struct run_row row;
	bool found;
	enum err err = find_run(store, id, &found, &row);
	if (err) return err;
	if (!found) return ERR_STORE_DAMAGED;
	must(row.hot.state == RUN_QUEUED);
	row.hot.spilled = true;
	return put_hot(store, id, &row.hot);
}

/* The texts that stay stand in SQLite's memory while they are written. A body that is damaged stays
 * so, as its check covers them too: its claim is withheld. */
static enum err put_replaced_body(struct sqlite_store *store, const struct run_replaced *replaced)
{
	sqlite3_stmt *source = store->statements[STATEMENT_BODY];
	struct run_row row = { 0 };
	bool has_row;
	enum err err = statement_find(store, source, &replaced->id, &has_row);
	if (err) return err;
	struct cells there = cells_to_read(source);
	bool is_whole = has_row && cells_read(&there, GROUP_BODY, &replaced->id, &row);
	if (!is_whole) damage_note(store);
	if (is_whole) {
		struct cells cells = cells_to_bind(store->statements[STATEMENT_BODY_REPLACED]);
		row.payload = replaced->payload;
		cells_bind(&cells, GROUP_BODY, &row, &replaced->id);
		cells_bind_uuid(&cells, &replaced->id);
		err = statement_put_one(store, cells.stmt);
	}
	sqlite3_reset(source);
	return err;
}

static enum err put_replaced_row(struct sqlite_store *store, struct run_row *row,
				 const struct run_replaced *replaced)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_RUN_REPLACED]);
	must(row->tenant.v == replaced->tenant.v);
	row->deadline_at = replaced->deadline_at;
	row->payload_len = (u32)replaced->payload.len;
	row->flagged = replaced->flagged;
	row->alert = replaced->alert;
	row->alert_key = replaced->alert_key;
	cells_bind(&cells, GROUP_RUN_FIXED, row, NULL);
	cells_bind_uuid(&cells, &replaced->id);
	return statement_put_one(store, cells.stmt);
}

static enum err put_replaced(struct sqlite_store *store, const struct run_replaced *replaced)
{
	sqlite3_stmt *source = store->statements[STATEMENT_RUN];
	struct run_row row = { 0 };
	bool has_row;
	enum err err = statement_find(store, source, &replaced->id, &has_row);
	if (err) return err;
	struct cells there = cells_to_read(source);
	if (has_row && cells_read(&there, GROUP_RUN_FIXED, NULL, &row)) {
		err = put_replaced_row(store, &row, replaced);
	} else {
		damage_note(store);
		err = ERR_STORE_DAMAGED;
	}
	sqlite3_reset(source);
	return err ? err : put_replaced_body(store, replaced);
}

/* ---- executions --------------------------------------------------------------------------- */

static enum err put_execution(struct sqlite_store *store, const struct execution_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_EXECUTION_NEW]);
	cells_bind(&cells, GROUP_EXECUTION, row, NULL);
	cells_bind(&cells, GROUP_LEASE, row, &row->id);
	enum err err = statement_put(store, cells.stmt);
	return err ? err : lists_add(store, LIST_EXECUTIONS, row->tenant, &row->id);
}

static enum err put_beat(struct sqlite_store *store, const struct execution_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_EXECUTION_BEAT]);
	cells_bind(&cells, GROUP_LEASE, row, &row->id);
	cells_bind_uuid(&cells, &row->id);
	return statement_put_one(store, cells.stmt);
}

static enum err put_end(struct sqlite_store *store, const struct execution_end *end)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_EXECUTION_END]);
	must(end->outcome > OUTCOME_OPEN);
	must(end->outcome < OUTCOME_COUNT);
	cells_bind(&cells, GROUP_END, end, &end->id);
	cells_bind(&cells, GROUP_END_TEXT, end, &end->id);
	cells_bind_uuid(&cells, &end->id);
	return statement_put_one(store, cells.stmt);
}

/* ---- rows by kind -------------------------------------------------------------------------- */

static enum err put_kind(struct sqlite_store *store, enum row_kind kind, const void *row)
{
	const struct effect_row *effect = row;
	if (kind == KIND_DELIVERY) return put_delivery(store, row);
	if (kind == KIND_DAY) return put_day(store, row);
	enum err err = kind_put(store, kind, row);
	if (err || kind != KIND_EFFECT) return err;
	return lists_add(store, LIST_EFFECTS, effect->tenant, &effect->id);
}

static enum err delete_row(struct sqlite_store *store, enum row_kind kind, const void *key)
{
	const struct unique_row *unique = key;
	if (kind == KIND_UNIQUE) return delete_key(store, &unique->key);
	return kind_delete(store, kind, key);
}

/* ---- the rest ----------------------------------------------------------------------------- */

static enum err drop_tenant(struct sqlite_store *store, const struct change *change)
{
	tenant_no tenant = change->tenant_drop.tenant;
	struct cells cells = cells_to_bind(store->statements[STATEMENT_TYPE_NAMES_DELETE]);
	struct name_row name = { .kind = NAME_TENANT,
				 .no = tenant.v,
				 .text = change->tenant_drop.name };
	cells_bind_i64(&cells, tenant.v);
	enum err err = statement_put(store, cells.stmt);
	if (!err) err = kinds_drop(store, tenant);
	return err ? err : kind_put(store, KIND_NAME, &name);
}

static enum err put_type_name(struct sqlite_store *store, const struct change *change)
{
	enum statement statement = change->type_named.is_gone ? STATEMENT_TYPE_UNNAMED
							      : STATEMENT_TYPE_NAMED;
	struct cells cells = cells_to_bind(store->statements[statement]);
	cells_bind_i64(&cells, change->type_named.tenant.v);
	cells_bind_i64(&cells, change->type_named.type.v);
	return statement_put(store, cells.stmt);
}

static enum err put_change(struct sqlite_store *store, const struct turn *turn,
			   const struct change *change)
{
	switch (change->kind) {
	case CHANGE_PUT: return put_kind(store, change->row_kind, change_row(change));
	case CHANGE_DELETE: return delete_row(store, change->row_kind, change_row(change));
	case CHANGE_RUN_NEW: return put_new_run(store, change->run);
	case CHANGE_RUN_HOT: return put_hot(store, &change->run_hot.id, &change->run_hot.hot);
	case CHANGE_RUN_SPILLED: return put_spilled(store, &change->spilled.id);
	case CHANGE_RUN_REPLACED: return put_replaced(store, change->replaced);
	case CHANGE_EXECUTION_NEW: return put_execution(store, &change->execution);
	case CHANGE_EXECUTION_BEAT: return put_beat(store, &change->execution);
	case CHANGE_EXECUTION_END: return put_end(store, change->end);
	case CHANGE_UNIQUE_PUT: return put_key(store, &change->unique, turn->now.wall);
	case CHANGE_JOB_PUT: return put_job(store, change->job);
	case CHANGE_JOB_STATE: return put_job_state(store, change);
	case CHANGE_JOB_HOT: return put_job_hot(store, change);
	case CHANGE_TYPE_NAMED: return put_type_name(store, change);
	case CHANGE_TENANT_DROP: return drop_tenant(store, change);
	case CHANGE_LADDER_PUT: return put_ladder(store, change->ladder);
	case CHANGE_DAILY_HOT: return put_daily_hot(store, change);
	case CHANGE_DAILY_GONE: return delete_daily(store, change);
	case CHANGE_REMINDER_HOT: return put_reminder_hot(store, change);
	case CHANGE_REMINDER_GONE: return delete_reminder(store, change);
	case CHANGE_NOTICE_READ: return read_notice(store, change);
	case CHANGE_AUDIT_PUT: return put_audit(store, change->audit);
	case CHANGE_KINDS: break;
	}
	must(change->kind < CHANGE_KINDS);
	return ERR_OK;
}

static enum err put_journal(struct sqlite_store *store, const struct turn *turn,
			    struct digest *out_chain)
{
	struct journal_row row = { .turn = turn->id,
				   .wall = turn->now.wall,
				   .entries = turn->journal_entries,
				   .packed = buf_view(&turn->journal) };
	row.chain = journal_chain_on(store->chain, &row, &store->audit);
	struct cells cells = cells_to_bind(store->statements[STATEMENT_JOURNAL_NEW]);
	cells_bind(&cells, GROUP_JOURNAL, &row, NULL);
	enum err err = statement_put(store, cells.stmt);
	if (!err) *out_chain = row.chain;
	return err;
}

/* ---- claims ------------------------------------------------------------------------------- */

/* A payload that is damaged, or gone, does not fail the commit: that claim is marked, and its
 * payload stays here. */
static enum err bring_payload(struct sqlite_store *store, struct arena *arena, struct lease *lease)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_BODY];
	struct run_row row = { 0 };
	bool has_row;
	if (lease->has_body) return ERR_OK;
	enum err err = statement_find(store, stmt, &lease->run, &has_row);
	if (err == ERR_STORE_DAMAGED) has_row = false;
	else if (err) return err;
	struct cells cells = cells_to_read(stmt);
	lease->damaged = !has_row || !cells_read(&cells, GROUP_BODY, &lease->run, &row);
	if (lease->damaged) {
		row = (struct run_row){ 0 };
		damage_note(store);
	}
	lease->payload = str_copy(arena, row.payload);
	lease->key = str_copy(arena, row.key);
	lease->trace = str_copy(arena, row.trace);
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* The last result's hash, as it is after this turn's changes. One that is damaged is as none: the
 * run only does again what it might have left out. */
static enum err bring_result(struct sqlite_store *store, struct arena *arena, struct lease *lease)
{
	const struct result_row key = { .key = lease->result };
	struct result_row row;
	bool found = false;
	if (result_key_is_none(&lease->result)) return ERR_OK;
	enum err err = kind_find(store, KIND_RESULT, &key, &found, NULL, &row);
	if (found) lease->last_result_hash = str_copy(arena, row.hash);
	kind_done(store, KIND_RESULT);
	if (err) return err == ERR_STORE_DAMAGED ? ERR_OK : err;
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* How its type is carried out. What is damaged is as none: whoever carries it out sees that. */
static enum err bring_details(struct sqlite_store *store, struct arena *arena, struct lease *lease)
{
	const struct document_row key = { .key = { DOCUMENT_TYPE, lease->handler_tenant,
						   lease->type_name } };
	struct document_row row;
	bool found = false;
	if (lease->carrier != CARRIER_NODE) return ERR_OK;
	enum err err = kind_find(store, KIND_DOCUMENT, &key, &found, NULL, &row);
	if (found) lease->details = str_copy(arena, row.body);
	kind_done(store, KIND_DOCUMENT);
	if (err) return err == ERR_STORE_DAMAGED ? ERR_OK : err;
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- the turn ----------------------------------------------------------------------------- */

static enum err put_turn(struct sqlite_store *store, struct turn *turn, struct digest *out_chain)
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < turn->changes_len; i++)
		err = put_change(store, turn, &turn->changes[i]);
	for (u32 i = 0; !err && i < turn->claims_len; i++) {
		err = bring_payload(store, &turn->arena, turn->claims[i]);
		if (!err) err = bring_result(store, &turn->arena, turn->claims[i]);
		if (!err) err = bring_details(store, &turn->arena, turn->claims[i]);
		if (!err) err = bring_about(store, &turn->arena, turn->claims[i]);
	}
	if (!err) err = write_keys(store, turn->now.wall);
	if (!err) err = put_audit_turn(store, turn);
	if (!err) err = lists_catch_up(store);
	if (!err) err = put_journal(store, turn, out_chain);
	return err ? err : owned_turns_add(store, turn);
}

enum err sqlite_commit(struct store *base, struct turn *turn)
{
	struct sqlite_store *store = sqlite_store_of(base);
	struct digest chain;
	must(!buf_failed(&turn->journal));
	if (!store->broken) checkpoint_if_long(store); /* before: no answer waits for it */
	if (store->broken) return ERR_STORE_SYNC;
	audit_link_begin(store);
	enum err err = statement_run(store, STATEMENT_BEGIN);
	if (!err) err = put_turn(store, turn, &chain);
	if (!err) err = statement_run(store, STATEMENT_COMMIT);
	if (err) {
		lists_forget(store);
		keys_forget(&store->keys);
		return write_failed(store, err);
	}
	store->chain = chain;
	store->audit_chain = store->audit.chain;
	return ERR_OK;
}
