/* What a turn changes, in one transaction, and the payloads of its claims.
 *
 * A change is one run of a prepared statement. Its values are bound where they stand in the turn,
 * so nothing is copied on the way. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* A row that memory knows and the file does not have was damaged: the turn is refused, and memory
 * made anew from what is there. */
enum err statement_put_one(struct sqlite_store *store, sqlite3_stmt *stmt)
{
	enum err err = statement_put(store, stmt);
	if (err || sqlite3_changes(store->db) == 1) return err;
	damage_note(store);
	return ERR_STORE_DAMAGED;
}

static enum err put_row(struct sqlite_store *store, enum statement statement,
			enum column_group group, const void *row)
{
	struct cells cells = cells_to_bind(store->statements[statement]);
	cells_bind(&cells, group, row, NULL);
	return statement_put(store, cells.stmt);
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
	if (row->texts_are_of_fallen) return put_fallback(store, row);
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

/* ---- keys --------------------------------------------------------------------------------- */

static enum err delete_unique(struct sqlite_store *store, const struct unique_key *key)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_UNIQUE_DELETE]);
	cells_bind_i64(&cells, key->bucket);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_i64(&cells, key->type.v);
	cells_bind_i64(&cells, key->scope);
	cells_bind_digest(&cells, &key->key);
	return statement_put(store, cells.stmt);
}

/* Whether the row that stands in the way of a key is damaged: then it was not found when the turn
 * was decided, and is replaced now. */
static enum err is_damaged_unique(struct sqlite_store *store, const struct unique_key *key,
				  bool *out_damaged)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_UNIQUE];
	struct cells cells = cells_to_bind(stmt);
	struct unique_row row;
	bool has_row;
	cells_bind_i64(&cells, key->bucket);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_i64(&cells, key->type.v);
	cells_bind_i64(&cells, key->scope);
	cells_bind_digest(&cells, &key->key);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	cells = cells_to_read(stmt);
	*out_damaged = !has_row || !cells_read(&cells, GROUP_UNIQUE, NULL, &row);
	sqlite3_reset(stmt);
	return ERR_OK;
}

static enum err put_unique(struct sqlite_store *store, const struct turn *turn,
			   const struct unique_row *row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_UNIQUE_PUT];
	struct cells cells = cells_to_bind(stmt);
	bool is_damaged = false;
	must(row->key.scope != UNIQUE_NONE);
	must(row->key.key.a || row->key.key.b);
	cells_bind(&cells, GROUP_UNIQUE, row, NULL);
	cells_bind_i64(&cells, turn->now.wall);
	enum err err = statement_put(store, stmt);
	if (err || sqlite3_changes(store->db) == 1) return err;
	err = is_damaged_unique(store, &row->key, &is_damaged);
	if (err) return err;
	must(is_damaged); /* else the key is another run's: the engine decided wrongly */
	damage_note(store);
	err = delete_unique(store, &row->key);
	return err ? err : statement_put(store, stmt);
}

/* ---- the rest ----------------------------------------------------------------------------- */

static enum err delete_pause(struct sqlite_store *store, const struct pause_key *key)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_PAUSE_DELETE]);
	cells_bind_i64(&cells, key->scope);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_i64(&cells, key->no);
	return statement_put(store, cells.stmt);
}

static enum err delete_thing(struct sqlite_store *store, const struct thing_key *key)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_THING_DELETE]);
	cells_bind_i64(&cells, key->kind);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_text(&cells, key->name);
	return statement_put(store, cells.stmt);
}

static enum err delete_calendar(struct sqlite_store *store, const struct calendar_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_CALENDAR_DELETE]);
	cells_bind_i64(&cells, row->tenant.v);
	cells_bind_text(&cells, row->name);
	return statement_put(store, cells.stmt);
}

static enum err delete_rate(struct sqlite_store *store, const struct rate_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_RATE_DELETE]);
	cells_bind_i64(&cells, row->tenant.v);
	cells_bind_text(&cells, row->route);
	return statement_put(store, cells.stmt);
}

static enum err drop_tenant(struct sqlite_store *store, const struct change *change)
{
	static const enum statement statements[] = {
		STATEMENT_TENANT_DELETE,        STATEMENT_DEFAULTS_DELETE,
		STATEMENT_TYPE_NAMES_DELETE,    STATEMENT_TYPES_DELETE,
		STATEMENT_CALENDARS_DELETE,     STATEMENT_RATES_DELETE,
		STATEMENT_PAUSES_DELETE,        STATEMENT_GATES_DELETE_ALL,
		STATEMENT_DAILY_POLICY_DELETE,  STATEMENT_DAILY_DELETE_ALL,
		STATEMENT_DAYS_DELETE_ALL,      STATEMENT_COOLDOWNS_DELETE,
		STATEMENT_REMINDERS_DELETE_ALL, STATEMENT_NOTICES_DELETE_ALL,
		STATEMENT_ALERT_RULES_DELETE,   STATEMENT_ALERTS_DELETE,
	};
	u32 tenant = change->tenant_drop.tenant.v;
	struct name_row name = { .kind = NAME_TENANT,
				 .no = tenant,
				 .text = change->tenant_drop.name };
	enum err err = ERR_OK;
	must(tenant != 0);
	for (u32 i = 0; i < countof(statements) && !err; i++) {
		struct cells cells = cells_to_bind(store->statements[statements[i]]);
		cells_bind_i64(&cells, tenant);
		err = statement_put(store, cells.stmt);
	}
	return err ? err : put_row(store, STATEMENT_NAME_PUT, GROUP_NAME, &name);
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

static enum err put_gates(struct sqlite_store *store, const struct gates_row *row)
{
	if (row->body.len) return put_row(store, STATEMENT_GATES_PUT, GROUP_GATES, row);
	struct cells cells = cells_to_bind(store->statements[STATEMENT_GATES_DELETE]);
	cells_bind_i64(&cells, row->tenant.v);
	cells_bind_text(&cells, row->user);
	return statement_put(store, cells.stmt);
}

static enum err put_batch(struct sqlite_store *store, const struct batch_row *row)
{
	return put_row(store, STATEMENT_BATCH_PUT, GROUP_BATCH, row);
}

static enum err put_result(struct sqlite_store *store, const struct result_row *row)
{
	return put_row(store, STATEMENT_RESULT_PUT, GROUP_RESULT, row);
}

static enum err put_queue(struct sqlite_store *store, const struct queue_row *row)
{
	return put_row(store, STATEMENT_QUEUE_PUT, GROUP_QUEUE, row);
}

static enum err put_tenant(struct sqlite_store *store, const struct tenant_row *row)
{
	return put_row(store, STATEMENT_TENANT_PUT, GROUP_TENANT, row);
}

static enum err put_pause(struct sqlite_store *store, const struct pause_row *row)
{
	return put_row(store, STATEMENT_PAUSE_PUT, GROUP_PAUSE, row);
}

static enum err put_alert_rule(struct sqlite_store *store, const struct alert_rule_row *row)
{
	return put_row(store, STATEMENT_ALERT_RULE_PUT, GROUP_ALERT_RULE, row);
}

static enum err put_alert(struct sqlite_store *store, const struct alert_row *row)
{
	return put_row(store, STATEMENT_ALERT_PUT, GROUP_ALERT, row);
}

static enum err delete_alert_rule(struct sqlite_store *store, const struct uuid *id)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_ALERT_RULE_DELETE]);
	cells_bind_uuid(&cells, id);
	return statement_put(store, cells.stmt);
}

static enum err put_cooldown(struct sqlite_store *store, const struct cooldown_row *row)
{
	return put_row(store, STATEMENT_COOLDOWN_PUT, GROUP_COOLDOWN, row);
}

static enum err put_effect(struct sqlite_store *store, const struct effect_row *row)
{
	enum err err = put_row(store, STATEMENT_EFFECT_PUT, GROUP_EFFECT, row);
	return err ? err : lists_add(store, LIST_EFFECTS, row->tenant, &row->id);
}

static enum err put_occurrence(struct sqlite_store *store, const struct occurrence_row *row)
{
	return put_row(store, STATEMENT_OCCURRENCE_NEW, GROUP_OCCURRENCE, row);
}

static enum err put_operation(struct sqlite_store *store, const struct operation_row *row)
{
	return put_row(store, STATEMENT_OPERATION_PUT, GROUP_OPERATION, row);
}

static enum err put_windows(struct sqlite_store *store, const struct daily_policy_row *row)
{
	return put_row(store, STATEMENT_DAILY_POLICY_PUT, GROUP_DAILY_POLICY, row);
}

/* What a holder told of its run. */
static enum err put_told(struct sqlite_store *store, const struct change *change)
{
	if (change->kind == CHANGE_PROGRESS_PUT)
		return put_row(store, STATEMENT_PROGRESS_PUT, GROUP_PROGRESS, &change->progress);
	if (change->kind == CHANGE_RESULT_PUT) return put_result(store, &change->result);
	return put_row(store, STATEMENT_OUTPUT_PUT, GROUP_OUTPUT, &change->output);
}

static enum err put_change(struct sqlite_store *store, const struct turn *turn,
			   const struct change *change)
{
	switch (change->kind) {
	case CHANGE_RUN_NEW: return put_new_run(store, change->run);
	case CHANGE_RUN_HOT: return put_hot(store, &change->run_hot.id, &change->run_hot.hot);
	case CHANGE_RUN_SPILLED: return put_spilled(store, &change->spilled.id);
	case CHANGE_EXECUTION_NEW: return put_execution(store, &change->execution);
	case CHANGE_EXECUTION_BEAT: return put_beat(store, &change->execution);
	case CHANGE_EXECUTION_END: return put_end(store, change->end);
	case CHANGE_UNIQUE_PUT: return put_unique(store, turn, &change->unique);
	case CHANGE_UNIQUE_DELETE: return delete_unique(store, &change->unique.key);
	case CHANGE_NAME_PUT: return put_row(store, STATEMENT_NAME_PUT, GROUP_NAME, &change->name);
	case CHANGE_TYPE_PUT: return put_row(store, STATEMENT_TYPE_PUT, GROUP_TYPE, change->type);
	case CHANGE_QUEUE_PUT: return put_queue(store, &change->queue);
	case CHANGE_TENANT_PUT: return put_tenant(store, change->tenant);
	case CHANGE_PAUSE_PUT: return put_pause(store, &change->pause);
	case CHANGE_PAUSE_DELETE: return delete_pause(store, &change->pause.key);
	case CHANGE_OPERATION_PUT: return put_operation(store, change->operation);
	case CHANGE_THING_PUT:
		return put_row(store, STATEMENT_THING_PUT, GROUP_THING, &change->thing);
	case CHANGE_THING_DELETE: return delete_thing(store, &change->thing.key);
	case CHANGE_REPLAY_PUT:
		return put_row(store, STATEMENT_REPLAY_PUT, GROUP_REPLAY, &change->replay);
	case CHANGE_JOB_PUT: return put_job(store, change->job);
	case CHANGE_JOB_STATE: return put_job_state(store, change);
	case CHANGE_JOB_HOT: return put_job_hot(store, change);
	case CHANGE_OCCURRENCE_PUT: return put_occurrence(store, &change->occurrence);
	case CHANGE_CALENDAR_PUT:
		return put_row(store, STATEMENT_CALENDAR_PUT, GROUP_CALENDAR, &change->calendar);
	case CHANGE_CALENDAR_DELETE: return delete_calendar(store, &change->calendar);
	case CHANGE_RATE_PUT: return put_row(store, STATEMENT_RATE_PUT, GROUP_RATE, &change->rate);
	case CHANGE_TYPE_NAMED: return put_type_name(store, change);
	case CHANGE_DEFAULTS_PUT:
		return put_row(store, STATEMENT_DEFAULTS_PUT, GROUP_DEFAULTS, change->defaults);
	case CHANGE_TENANT_DROP: return drop_tenant(store, change);
	case CHANGE_RATE_DELETE: return delete_rate(store, &change->rate);
	case CHANGE_PROGRESS_PUT:
	case CHANGE_RESULT_PUT:
	case CHANGE_OUTPUT_PUT: return put_told(store, change);
	case CHANGE_LINKS_PUT:
		return put_row(store, STATEMENT_LINKS_PUT, GROUP_LINKS, change->links);
	case CHANGE_BATCH_PUT: return put_batch(store, &change->batch);
	case CHANGE_EFFECT_PUT: return put_effect(store, change->effect);
	case CHANGE_ALERT_RULE_PUT: return put_alert_rule(store, change->alert_rule);
	case CHANGE_ALERT_RULE_DELETE: return delete_alert_rule(store, &change->alert_rule->id);
	case CHANGE_ALERT_PUT: return put_alert(store, change->alert);
	case CHANGE_COOLDOWN_PUT: return put_cooldown(store, &change->cooldown);
	case CHANGE_COOLDOWN_DELETE: return delete_cooldown(store, &change->cooldown);
	case CHANGE_DELIVERY_NEW: return put_delivery(store, change->delivery);
	case CHANGE_LADDER_NEW: return put_ladder(store, change->ladder, true);
	case CHANGE_LADDER_PUT: return put_ladder(store, change->ladder, false);
	case CHANGE_GATES_PUT: return put_gates(store, &change->gates);
	case CHANGE_DAILY_PUT: return put_daily(store, change->daily);
	case CHANGE_DAILY_HOT: return put_daily_hot(store, change);
	case CHANGE_DAILY_GONE: return delete_daily(store, change);
	case CHANGE_REMINDER_PUT: return put_reminder(store, change->reminder);
	case CHANGE_REMINDER_HOT: return put_reminder_hot(store, change);
	case CHANGE_REMINDER_GONE: return delete_reminder(store, change);
	case CHANGE_NOTICE_PUT: return put_notice(store, change->notice);
	case CHANGE_NOTICE_READ: return read_notice(store, change);
	case CHANGE_DAY_PUT: return put_day(store, change->day);
	case CHANGE_DAILY_POLICY_PUT: return put_windows(store, &change->daily_policy);
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
	enum err err = put_row(store, STATEMENT_JOURNAL_NEW, GROUP_JOURNAL, &row);
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
	sqlite3_stmt *stmt = store->statements[STATEMENT_RESULT];
	struct cells cells = cells_to_bind(stmt);
	struct result_row row = { 0 };
	bool has_row;
	if (result_key_is_none(&lease->result)) return ERR_OK;
	cells_bind_i64(&cells, lease->result.tenant.v);
	cells_bind_i64(&cells, lease->result.type.v);
	cells_bind_digest(&cells, &lease->result.key);
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err == ERR_STORE_DAMAGED ? ERR_OK : err;
	cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_RESULT, NULL, &row);
	if (!is_whole) damage_note(store);
	if (is_whole) lease->last_result_hash = str_copy(arena, row.hash);
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* How its type is carried out. What is damaged is as none: whoever carries it out sees that. */
static enum err bring_details(struct sqlite_store *store, struct arena *arena, struct lease *lease)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_THING];
	struct cells cells = cells_to_bind(stmt);
	struct thing_row row = { 0 };
	bool has_row;
	if (lease->carrier != CARRIER_NODE) return ERR_OK;
	cells_bind_i64(&cells, THING_TYPE);
	cells_bind_i64(&cells, lease->tenant.v);
	cells_bind_text(&cells, lease->type_name);
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err == ERR_STORE_DAMAGED ? ERR_OK : err;
	cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_THING, NULL, &row);
	if (!is_whole) damage_note(store);
	if (is_whole) lease->details = str_copy(arena, row.body);
	sqlite3_reset(stmt);
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
		if (!err) err = bring_fallen(store, turn->claims[i]);
	}
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
		return write_failed(store, err);
	}
	store->chain = chain;
	store->audit_chain = store->audit.chain;
	return ERR_OK;
}
