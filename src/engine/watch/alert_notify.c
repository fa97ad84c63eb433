/* Open alerts, and how people are notified of them; shared by alerts on jobs (alerts.c) and on the
 * service (service.c). The commit that raises or resolves an alert also writes its journal entry
 * and a run for each recipient. */
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- in memory ----------------------------------------------------------------------------- */

str alert_keep_text(char **at, str text)
{
	str kept = { *at, text.len };
	if (text.len) memcpy(*at, text.at, text.len);
	*at += text.len;
	return kept;
}

static struct alert *alert_place(struct engine *engine, const struct alert_row *row)
{
	struct alert *alert = pool_take(&engine->watch.alerts.open_pool);
	char *at = alert->text;
	must(row->job_code.len + row->acknowledged_by.len <= sizeof alert->text);
	alert->row = *row;
	alert->row.job_code = alert_keep_text(&at, row->job_code);
	alert->row.acknowledged_by = alert_keep_text(&at, row->acknowledged_by);
	alert->row.reason = (str){ "", 0 };
	uuid_map_insert(&engine->watch.alerts.open, alert);
	if (alert_kind_scope(row->kind) == ALERT_OF_SERVICE) {
		list_push_back(&engine->watch.alerts.service.open, &alert->in_service);
		engine->watch.alerts.service.wakes = true;
	}
	return alert;
}

void alert_forget(struct engine *engine, struct alert *alert)
{
	uuid_map_remove(&engine->watch.alerts.open, &alert->row.id);
	if (list_node_is_in_list(&alert->in_service)) list_remove(&alert->in_service);
	pool_give(&engine->watch.alerts.open_pool, alert);
}

enum err alerts_reserve_open(struct engine *engine, u32 more)
{
	enum err err = pool_reserve(&engine->watch.alerts.open_pool, more);
	return err ? err : uuid_map_reserve(&engine->watch.alerts.open, more);
}

enum err alert_recall(struct engine *engine, const struct alert_row *row)
{
	enum err err = alerts_reserve_open(engine, 1);
	if (!err) alert_place(engine, row);
	return err;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Copies the row: a later part of the turn may delete the rule and reuse its memory. */
static void *row_kept(struct engine *engine, const void *row, size_t size)
{
	void *copy = arena_alloc(&now_turn(engine)->arena, size);
	must(copy != NULL);
	return memcpy(copy, row, size);
}

void alert_write_rule(struct engine *engine, const struct alert_rule_row *row)
{
	change_put(engine, KIND_ALERT_RULE)->alert_rule = row_kept(engine, row, sizeof *row);
}

void alert_delete_rule(struct engine *engine, const struct alert_rule_row *row)
{
	change_delete(engine, KIND_ALERT_RULE)->alert_rule = row_kept(engine, row, sizeof *row);
}

void alert_write(struct engine *engine, const struct alert_row *row)
{
	char *room = arena_alloc(&now_turn(engine)->arena, ALERT_TEXT_BYTES);
	struct alert_row *copy = row_kept(engine, row, sizeof *row);
	must(room != NULL);
	copy->job_code = alert_keep_text(&room, row->job_code);
	copy->acknowledged_by = alert_keep_text(&room, row->acknowledged_by);
	change_put(engine, KIND_ALERT)->alert = copy;
}

/* ---- notifying ---------------------------------------------------------------------------- */

static str kept_text(struct engine *engine, const struct buf *text)
{
	char *copy = arena_alloc(&now_turn(engine)->arena, text->len + 1);
	must(copy != NULL);
	must(!buf_failed(text));
	memcpy(copy, text->at, text->len);
	return (str){ copy, text->len };
}

static void make_run(struct engine *engine, struct tenant *tenant, const struct alert_row *alert,
		     str payload)
{
	type_no type = { name_intern(engine, NAME_TYPE, ALERT_TYPE) };
	struct run_row *row = own_run_make(engine, tenant, type, 0);
	row->cause = CAUSE_ALERT;
	char *entity = arena_alloc(&now_turn(engine)->arena, ALERT_ENTITY_LEN);
	must(entity != NULL);
	alert_print_entity(&alert->id, entity);
	row->entity = (str){ entity, ALERT_ENTITY_LEN };
	row->payload = payload;
	row->payload_len = (u32)payload.len;
	own_run_keep(engine, row, STR("alert"), (str){ "", 0 });
	engine->step.has_work = true;
}

/* Makes a run for each recipient; returns how many. */
static u32 send(struct engine *engine, const struct alert_rule_row *rule,
		const struct alert_row *alert, bool is_test)
{
	struct alerts *alerts = &engine->watch.alerts;
	struct alert_send sends[ALERT_SENDS_MAX];
	u32 len = alert_sends(rule->channels, rule->recipients, sends);
	struct why why;
	if (!len) return 0;
	struct tenant *tenant = tenant_get(engine, rule->tenant);
	if (tenant->is_leaving || name_check_room(engine, NAME_TYPE, ALERT_TYPE, &why)) return 0;
	for (u32 i = 0; i < len; i++) {
		alert_send_payload(&sends[i], alert, is_test, &alerts->text);
		make_run(engine, tenant, alert, kept_text(engine, &alerts->text));
	}
	return len;
}

static void notify(struct engine *engine, const struct alert_row *row)
{
	struct buf *text = &engine->watch.alerts.text;
	enum alert_state state = row->resolved_at ? ALERT_RESOLVED : ALERT_RAISED;
	alert_write(engine, row);
	buf_clear(text);
	alert_print(row, text);
	must(!buf_failed(text));
	struct journal_entry entry = { .kind = JOURNAL_ALERT,
				       .tenant = row->tenant,
				       .run = row->id,
				       .job = row->job,
				       .reason = alert_state_name(state),
				       .details = str_slice(buf_view(text), 0,
							    LIMIT_JOURNAL_DETAILS_BYTES) };
	journal_add(engine, &entry);
}

struct alert *alert_raise(struct engine *engine, const struct alert_rule_row *rule,
			  const struct alert_row *row)
{
	struct alert_row whole = *row;
	whole.id = id_make_planned(engine);
	whole.raised_at = wall_now(engine);
	struct alert *alert = alert_place(engine, &whole);
	notify(engine, &alert->row);
	send(engine, rule, &alert->row, false);
	return alert;
}

void alert_resolve(struct engine *engine, const struct alert_rule_row *rule, struct alert *alert,
		   str reason)
{
	alert->row.resolved_at = wall_now(engine);
	alert->row.reason = reason;
	notify(engine, &alert->row);
	send(engine, rule, &alert->row, false);
	alert_forget(engine, alert);
}

struct alert_row alert_row_by(const struct alert_rule_row *rule)
{
	return (struct alert_row){ .tenant = rule->tenant,
				   .kind = rule->kind,
				   .rule = rule->id,
				   .job = rule->job,
				   .threshold = rule->threshold,
				   .job_code = rule->job_code };
}

u32 alert_send_test(struct engine *engine, const struct alert_rule_row *rule,
		    struct uuid *out_alert)
{
	struct alert_row row = alert_row_by(rule);
	row.id = *out_alert = id_make_planned(engine);
	row.value = rule->threshold;
	row.raised_at = wall_now(engine);
	return send(engine, rule, &row, true);
}
