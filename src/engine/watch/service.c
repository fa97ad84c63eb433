/* Alerts on the service: dead letters, stalled attempts, routes that are refused, types without a
 * worker, and runs of high priority that begin late.
 *
 * What happens is counted as it happens, which costs a comparison and no write. A timer looks at it
 * once a minute, sooner where a count has reached its threshold, and only while there is something
 * to look at; what follows is raised or resolved in the look's own commit. Open alerts, and the bad
 * minutes of LATENCY, outlive a restart; other counts begin anew with it, and for as long as they
 * are worth nothing yet only what is seen to be well resolves an alert. */
#include "calendar/civil.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/watch/service_parts.h"

struct service_alerts *service_of(struct engine *engine)
{
	return &engine->watch.alerts.service;
}

struct service_rule *service_rule_for(struct engine *engine, enum alert_kind kind)
{
	must(alert_kind_scope(kind) == ALERT_OF_SERVICE);
	return &service_of(engine)->rules[kind - ALERT_SERVICE_FIRST];
}

static void take_row(struct service_rule *rule, const struct alert_rule_row *row)
{
	char *at = rule->text;
	must(row->channels.len + row->recipients.len <= sizeof rule->text);
	rule->row = *row;
	rule->row.job_code = (str){ "", 0 };
	rule->row.channels = alert_keep_text(&at, row->channels);
	rule->row.recipients = alert_keep_text(&at, row->recipients);
}

void service_init(struct engine *engine)
{
	for (u32 i = 0; i < ALERT_SERVICE_KINDS; i++) {
		enum alert_kind kind = (enum alert_kind)(ALERT_SERVICE_FIRST + i);
		struct alert_rule_row row = alert_service_rule(kind);
		take_row(service_rule_for(engine, kind), &row);
	}
	list_init(&service_of(engine)->open);
	service_of(engine)->timer.kind = TIMER_SERVICE;
}

void service_rule_recall(struct engine *engine, const struct alert_rule_row *row)
{
	take_row(service_rule_for(engine, row->kind), row);
	if (row->count) service_of(engine)->wakes = true;
}

/* ---- seeing ------------------------------------------------------------------------------- */

void service_look_at(struct engine *engine, msec at)
{
	struct timer *timer = &service_of(engine)->timer;
	if (!timer->node.at) heap_push(&engine->clock.boot, &timer->node, at);
	else if (engine->clock.boot.entries[timer->node.at - 1].key > at)
		heap_update(&engine->clock.boot, &timer->node, at);
}

/* In the next turn, which has room for what may follow. */
void service_look_soon(struct engine *engine)
{
	service_look_at(engine, msec_add(boot_now(engine), 1));
}

static void look_in_a_minute(struct engine *engine)
{
	service_look_at(engine, msec_add(boot_now(engine), LOOK_MS));
}

u32 service_sum_of(const u32 minutes[ALERT_MINUTES + 1])
{
	u32 sum = 0;
	for (u32 i = 0; i <= ALERT_MINUTES; i++) sum += minutes[i];
	return sum;
}

static void count(struct engine *engine, enum alert_kind kind, u32 minutes[ALERT_MINUTES + 1])
{
	const struct alert_rule_row *rule = &service_rule_for(engine, kind)->row;
	minutes[0]++;
	bool is_open = !uuid_is_nil(&rule->open);
	if (!is_open && service_sum_of(minutes) >= rule->threshold) service_look_soon(engine);
	else look_in_a_minute(engine);
}

/* An alert that cannot be sent is no reason to send more. */
static bool is_own(const struct engine *engine, type_no type)
{
	return type.v && (type.v == name_find(engine, NAME_TYPE, ALERT_TYPE) ||
			  type.v == name_find(engine, NAME_TYPE, SENTRY_TYPE));
}

static bool may_report(struct engine *engine)
{
	struct service_alerts *service = service_of(engine);
	if (!engine->config.reports_errors || service->errors_len == ERRORS_AT_ONCE) return false;
	if (msec_sub(boot_now(engine), service->errors_since) >= MSEC_MINUTE) {
		service->errors_since = boot_now(engine);
		service->errors_reported = 0;
	}
	return service->errors_reported++ < ERRORS_PER_MINUTE;
}

void service_note_error(struct engine *engine, const struct error_seen *error)
{
	struct service_alerts *service = service_of(engine);
	if (may_report(engine)) service->errors[service->errors_len++] = *error;
}

static void see_failure(struct engine *engine, const struct journal_entry *entry)
{
	const struct error_seen error = { .tenant = entry->tenant,
					  .type = entry->type,
					  .run = entry->run,
					  .state = entry->to,
					  .attempts = entry->attempts,
					  .outcome = entry->to == RUN_QUEUED ? STR("retry")
									     : STR("fail") };
	if (!is_own(engine, entry->type)) service_note_error(engine, &error);
}

/* True at the third attempt that counts. */
static bool is_repeated_failure(const struct journal_entry *entry)
{
	bool is_failure = entry->to == RUN_QUEUED || run_state_is_dead_letter(entry->to);
	return entry->from == RUN_PROCESSING && is_failure && entry->attempts == ERROR_ATTEMPTS &&
	       !str_eq(entry->reason, outcome_name(OUTCOME_DEFER));
}

void service_sees(struct engine *engine, const struct journal_entry *entry)
{
	struct service_alerts *service = service_of(engine);
	if (entry->kind != JOURNAL_MOVED) return;
	if (engine->config.reports_errors && is_repeated_failure(entry)) see_failure(engine, entry);
	if (run_state_is_dead_letter(entry->to) && !is_own(engine, entry->type))
		count(engine, ALERT_DLQ_GROWTH, service->dead);
	if (entry->from == RUN_PROCESSING && str_eq(entry->reason, outcome_name(OUTCOME_STALLED)))
		count(engine, ALERT_STALLED, service->stalled);
}

bool service_is_late(const struct engine *engine, msec run_at)
{
	const struct service_alerts *service = &engine->watch.alerts.service;
	msec most = service->rules[ALERT_LATENCY - ALERT_SERVICE_FIRST].row.threshold * MSEC_SECOND;
	return msec_sub(wall_now(engine), run_at) > most;
}

void service_sees_start(struct engine *engine, const struct engine_run *run)
{
	struct service_alerts *service = service_of(engine);
	run->lane->type->lacking_since = 0;
	if (run->priority > ALERT_PRIORITY_HIGH) return;
	service->starts++;
	service->late += service_is_late(engine, run->run_at);
	look_in_a_minute(engine);
}

void service_sees_refusals(struct engine *engine, u32 streak)
{
	if (streak == service_rule_for(engine, ALERT_RATE_LIMITED)->row.threshold)
		service_look_soon(engine);
	else look_in_a_minute(engine);
}

void service_sees_due(struct engine *engine)
{
	if (engine->dispatch.due || engine->watch.alerts.service.wakes) look_in_a_minute(engine);
}

/* ---- reports of errors ---------------------------------------------------------------------- */

static void print_error(struct engine *engine, const struct error_seen *error, struct buf *out)
{
	char id[UUID_TEXT_LEN];
	buf_clear(out);
	buf_addf(out, "{\"reason\":\"%s\",\"count\":%u,\"at\":\"",
		 error->type.v ? "failures" : "dlq_growth", error->attempts);
	instant_print(wall_now(engine), out);
	buf_add_byte(out, '"');
	if (error->type.v) {
		uuid_print(error->run, id);
		buf_add(out, STR(",\"tenant_id\":"));
		buf_add_json(out, name_text(engine, NAME_TENANT, error->tenant.v));
		buf_add(out, STR(",\"type\":"));
		buf_add_json(out, name_text(engine, NAME_TYPE, error->type.v));
		buf_addf(out, ",\"run_id\":\"%.*s\",\"state\":\"%.*s\",\"outcome\":\"%.*s\"",
			 UUID_TEXT_LEN, id, STR_ARG(run_state_name(error->state)),
			 STR_ARG(error->outcome));
	}
	buf_add_byte(out, '}');
	must(!buf_failed(out));
}

static void report_error(struct engine *engine, struct tenant *tenant,
			 const struct error_seen *error)
{
	struct buf *text = &engine->watch.alerts.text;
	type_no type = { name_intern(engine, NAME_TYPE, SENTRY_TYPE) };
	struct run_row *row = own_run_make(engine, tenant, type, 0);
	row->cause = CAUSE_ERROR;
	print_error(engine, error, text);
	must(text->len <= ERROR_PAYLOAD_BYTES);
	char *payload = arena_alloc(&now_turn(engine)->arena, text->len);
	must(payload != NULL);
	memcpy(payload, text->at, text->len);
	row->payload = (str){ payload, text->len };
	row->payload_len = (u32)text->len;
	own_run_keep(engine, row, STR("error"), (str){ "", 0 });
	engine->step.has_work = true;
}

void service_reports(struct engine *engine)
{
	struct service_alerts *service = service_of(engine);
	struct why why;
	if (!service->errors_len) return;
	tenant_no system = { name_intern(engine, NAME_TENANT, STR("system")) };
	struct tenant *tenant = tenant_get(engine, system);
	bool has_room = !name_check_room(engine, NAME_TYPE, SENTRY_TYPE, &why);
	for (u32 i = 0; i < service->errors_len && has_room; i++)
		report_error(engine, tenant, &service->errors[i]);
	service->errors_len = 0;
}

/* ---- commands ----------------------------------------------------------------------------- */

static enum err check_put(const struct service_rule *rule, const struct alert_command *put,
			  struct why *why)
{
	bool is_other = put->expected && put->expected != DOCUMENT_ANY &&
			put->expected != rule->row.version;
	if (is_other) return fail(why, ERR_VERSION, "it was changed in the meantime");
	enum err err = alert_check_channels(put->channels, put->recipients, why);
	return err ? err : alert_threshold_check(put->kind, put->threshold, why);
}

/* From now on an open alert is compared with the new threshold; if the rule was disabled, the next
 * check resolves the alert. */
void on_service_put(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct alert_command *put = &command->alert;
	struct service_rule *rule = service_rule_for(engine, put->kind);
	answer->err = check_put(rule, put, &answer->why);
	if (answer->err) return;
	struct alert_rule_row row = rule->row;
	row.threshold = put->threshold;
	row.is_enabled = put->is_enabled;
	row.channels = put->channels;
	row.recipients = put->recipients;
	row.version++;
	row.updated_at = wall_now(engine);
	if (!row.created_at) row.created_at = row.updated_at;
	take_row(rule, &row);
	service_write_rule(engine, rule);
	service_look_soon(engine);
	answer->id = row.id;
	answer->version = row.version;
}

void on_service_test(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct alert_rule_row row = service_rule_for(engine, command->alert.kind)->row;
	row.tenant.v = name_intern(engine, NAME_TENANT, STR("system"));
	answer->number = alert_send_test(engine, &row, &answer->id);
	replay_note_number(engine, command, &answer->id, answer->number);
}
