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

enum { LOOK_MS = MSEC_MINUTE, CALM_MS = ALERT_MINUTES * MSEC_MINUTE };

static struct service_alerts *service_of(struct engine *engine)
{
	return &engine->watch.alerts.service;
}

static struct service_rule *rule_for(struct engine *engine, enum alert_kind kind)
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
		take_row(rule_for(engine, kind), &row);
	}
	list_init(&service_of(engine)->open);
	service_of(engine)->timer.kind = TIMER_SERVICE;
}

void service_rule_recall(struct engine *engine, const struct alert_rule_row *row)
{
	take_row(rule_for(engine, row->kind), row);
	if (row->count) service_of(engine)->wakes = true;
}

/* ---- seeing ------------------------------------------------------------------------------- */

static void look_at(struct engine *engine, msec at)
{
	struct timer *timer = &service_of(engine)->timer;
	if (!timer->node.at) heap_push(&engine->clock.boot, &timer->node, at);
	else if (engine->clock.boot.entries[timer->node.at - 1].key > at)
		heap_update(&engine->clock.boot, &timer->node, at);
}

/* In the next turn, which has room for what may follow. */
static void look_soon(struct engine *engine)
{
	look_at(engine, msec_add(boot_now(engine), 1));
}

static void look_in_a_minute(struct engine *engine)
{
	look_at(engine, msec_add(boot_now(engine), LOOK_MS));
}

static u32 sum_of(const u32 minutes[ALERT_MINUTES + 1])
{
	u32 sum = 0;
	for (u32 i = 0; i <= ALERT_MINUTES; i++) sum += minutes[i];
	return sum;
}

static void count(struct engine *engine, enum alert_kind kind, u32 minutes[ALERT_MINUTES + 1])
{
	const struct alert_rule_row *rule = &rule_for(engine, kind)->row;
	minutes[0]++;
	bool is_open = !uuid_is_nil(&rule->open);
	if (!is_open && sum_of(minutes) >= rule->threshold) look_soon(engine);
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

static void note_error(struct engine *engine, const struct error_seen *error)
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
	if (!is_own(engine, entry->type)) note_error(engine, &error);
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

static bool is_late(const struct engine *engine, msec run_at)
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
	service->late += is_late(engine, run->run_at);
	look_in_a_minute(engine);
}

void service_sees_refusals(struct engine *engine, u32 streak)
{
	if (streak == rule_for(engine, ALERT_RATE_LIMITED)->row.threshold) look_soon(engine);
	else look_in_a_minute(engine);
}

void service_sees_due(struct engine *engine)
{
	if (engine->dispatch.due || engine->watch.alerts.service.wakes) look_in_a_minute(engine);
}

/* ---- raising and resolving ---------------------------------------------------------------- */

static struct alert *find_open(struct engine *engine, enum alert_kind kind, str subject)
{
	list_for_each_of(struct alert, alert, &service_of(engine)->open, in_service)
	{
		if (alert->row.kind == kind && str_eq(alert->row.job_code, subject)) return alert;
	}
	return NULL;
}

/* How many, and the last one. */
static u32 count_open(struct engine *engine, enum alert_kind kind, struct uuid *out_last)
{
	u32 len = 0;
	*out_last = (struct uuid){ 0 };
	list_for_each_of(struct alert, alert, &service_of(engine)->open, in_service)
	{
		if (alert->row.kind != kind) continue;
		if (!len++ || uuid_compare(&alert->row.id, out_last) > 0) *out_last = alert->row.id;
	}
	return len;
}

/* The rule belongs to the tenant `system` from its first write on. */
static void write_rule(struct engine *engine, struct service_rule *rule)
{
	rule->row.tenant.v = name_intern(engine, NAME_TENANT, STR("system"));
	count_open(engine, rule->row.kind, &rule->row.open);
	alert_write_rule(engine, &rule->row);
}

static void raise_alert(struct engine *engine, struct service_rule *rule, str subject, u64 value)
{
	struct uuid one;
	if (!engine->watch.alerts.left ||
	    count_open(engine, rule->row.kind, &one) >= LIMIT_SERVICE_ALERTS)
		return;
	engine->watch.alerts.left--;
	rule->row.tenant.v = name_intern(engine, NAME_TENANT, STR("system"));
	struct alert_row row = { .tenant = rule->row.tenant,
				 .kind = rule->row.kind,
				 .rule = rule->row.id,
				 .threshold = rule->row.threshold,
				 .value = value,
				 .job_code = subject };
	alert_raise(engine, &rule->row, &row)->is_seen = true;
	write_rule(engine, rule);
	if (rule->row.kind == ALERT_DLQ_GROWTH)
		note_error(engine, &(struct error_seen){ .attempts = (u32)value });
}

static void resolve_alert(struct engine *engine, struct service_rule *rule, struct alert *alert,
			  str reason)
{
	if (!engine->watch.alerts.left) return; /* the next look does */
	engine->watch.alerts.left--;
	alert_resolve(engine, &rule->row, alert, reason);
	write_rule(engine, rule);
}

static void judge(struct engine *engine, enum alert_kind kind, str subject, struct alert *open,
		  const struct alert_facts *facts, u64 value)
{
	struct service_rule *rule = rule_for(engine, kind);
	if (!rule->row.is_enabled) return;
	enum alert_move move = alert_judge(kind, rule->row.threshold, open != NULL, facts);
	if (open) open->is_seen = true;
	if (move == ALERT_RAISE) raise_alert(engine, rule, subject, value);
	if (move == ALERT_RESOLVE) resolve_alert(engine, rule, open, STR("back to normal"));
}

/* The counts of a process that has just begun say nothing of what went before. */
static bool is_young(const struct engine *engine)
{
	return boot_now(engine) < msec_add(engine->watch.alerts.service.began, CALM_MS);
}

static void judge_sum(struct engine *engine, enum alert_kind kind, const u32 *minutes)
{
	struct alert *open = find_open(engine, kind, (str){ "", 0 });
	struct alert_facts facts = { .count = sum_of(minutes) };
	if (open && is_young(engine)) return;
	judge(engine, kind, (str){ "", 0 }, open, &facts, facts.count);
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

/* ---- routes ------------------------------------------------------------------------------- */

/* "TENANT/NAME"; the name alone for objects of all tenants. */
static str subject_of(struct engine *engine, tenant_no tenant, str name,
		      char room[LIMIT_ALERT_SUBJECT_BYTES])
{
	char *at = room;
	if (tenant.v) {
		alert_keep_text(&at, name_text(engine, NAME_TENANT, tenant.v));
		*at++ = '/';
	}
	size_t left = LIMIT_ALERT_SUBJECT_BYTES - (size_t)(at - room);
	alert_keep_text(&at, str_slice(name, 0, left));
	return (str){ room, (size_t)(at - room) };
}

static void judge_route(struct engine *engine, const struct route *route)
{
	char room[LIMIT_ALERT_SUBJECT_BYTES];
	str subject = subject_of(engine, route->tenant, route_name(route), room);
	struct alert *open = find_open(engine, ALERT_RATE_LIMITED, subject);
	u32 streak = route->learned.streak;
	u32 threshold = rule_for(engine, ALERT_RATE_LIMITED)->row.threshold;
	if (open && streak * 2 >= threshold) open->calm_since = 0;
	else if (open && !open->calm_since) open->calm_since = boot_now(engine);
	struct alert_facts facts = { .count = streak };
	if (open && open->calm_since)
		facts.is_calm = boot_now(engine) >= msec_add(open->calm_since, CALM_MS);
	judge(engine, ALERT_RATE_LIMITED, subject, open, &facts, streak);
}

static void judge_routes(struct engine *engine)
{
	list_for_each_of(struct route, route, &engine->gates.refused_routes, in_refused)
		judge_route(engine, route);
}

/* ---- types, and what waits ----------------------------------------------------------------- */

/* Due runs that could start if a worker asked for them. */
struct waiting_work {
	bool is_there;
	bool is_asked_for;
	u32 late; /* lanes whose most urgent runs of high priority have waited too long */
};

static struct waiting_work work_of(const struct engine *engine, const struct type *type)
{
	struct waiting_work work = { 0 };
	list_for_each_of(struct lane, lane, &type->lanes, in_type)
	{
		bool is_servers = lane->share->carrier == CARRIER_NODE && engine->config.node.len;
		if (!lane->is_open || !lane->share->is_open || !lane->due) continue;
		work.is_there = true;
		work.is_asked_for |= is_servers || anyone_asks_for(engine, lane);
		for (u32 band = 0; band < ALERT_PRIORITY_HIGH; band++) {
			if (!lane->bands[band]) continue;
			work.late += is_late(engine, run_of_band(lane->bands[band])->run_at);
		}
	}
	return work;
}

static void judge_type(struct engine *engine, struct type *type, const struct waiting_work *work,
		       bool has_open)
{
	char room[LIMIT_ALERT_SUBJECT_BYTES];
	bool is_lacking = work->is_there && !work->is_asked_for;
	bool was_served = !type->lacking_since;
	if (!is_lacking) type->lacking_since = 0;
	else if (was_served) type->lacking_since = boot_now(engine);
	if (!is_lacking && !has_open) return;
	str subject = subject_of(engine, type->tenant->no, name_text(engine, NAME_TYPE, type->no.v),
				 room);
	struct alert *open = find_open(engine, ALERT_NO_WORKER, subject);
	if (!is_lacking && !open) return;
	struct alert_facts facts = { .in_time = is_lacking
							? was_served && !is_young(engine)
							: work->is_asked_for || !is_young(engine) };
	if (is_lacking)
		facts.over = (u64)(msec_sub(boot_now(engine), type->lacking_since) / MSEC_SECOND);
	judge(engine, ALERT_NO_WORKER, subject, open, &facts, facts.over);
	if (!is_lacking || open) return;
	msec span = rule_for(engine, ALERT_NO_WORKER)->row.threshold * MSEC_SECOND;
	msec at = msec_add(type->lacking_since, span);
	if (at > boot_now(engine)) look_at(engine, at);
}

/* Returns for how many lanes runs of high priority wait too long. */
static u32 judge_types(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct type *type;
	struct uuid last;
	bool has_open = count_open(engine, ALERT_NO_WORKER, &last) > 0;
	u32 late = 0;
	while ((type = u64_map_next(&engine->dispatch.types, &cursor))) {
		struct waiting_work work = work_of(engine, type);
		late += work.late;
		judge_type(engine, type, &work, has_open);
	}
	return late;
}

/* ---- latency -------------------------------------------------------------------------------- */

/* A minute is over: counts runs that started in it, and runs that have waited too long. */
static void judge_latency(struct engine *engine, u32 waiting, msec minutes)
{
	struct service_alerts *service = service_of(engine);
	struct service_rule *rule = rule_for(engine, ALERT_LATENCY);
	struct alert *open = find_open(engine, ALERT_LATENCY, (str){ "", 0 });
	u64 late = (u64)service->late + waiting, all = (u64)service->starts + waiting;
	bool is_bad = late * 100 > all;
	u32 before = rule->row.count;
	rule->row.count = !is_bad ? 0 : before < ALERT_MINUTES ? before + 1 : before;
	service->good = is_bad ? 0
			       : service->good +
					 (minutes < ALERT_MINUTES ? (u32)minutes : ALERT_MINUTES);
	struct alert_facts facts = { .count = rule->row.count,
				     .is_calm = service->good >= ALERT_MINUTES };
	judge(engine, ALERT_LATENCY, (str){ "", 0 }, open, &facts, all ? late * 100 / all : 0);
	if (rule->row.count != before) write_rule(engine, rule);
}

/* ---- looking ------------------------------------------------------------------------------ */

static void forget_minutes(struct service_alerts *service, msec minutes)
{
	u32 *counts[] = { service->dead, service->stalled };
	u32 by = minutes > ALERT_MINUTES ? ALERT_MINUTES + 1 : (u32)minutes;
	for (u32 i = 0; i < countof(counts); i++) {
		for (u32 k = ALERT_MINUTES + 1; k-- > by;) counts[i][k] = counts[i][k - by];
		memset(counts[i], 0, by * sizeof *counts[i]);
	}
}

/* Resolves alerts about a type or route that is gone, or whose rule is disabled. */
static void resolve_unseen(struct engine *engine)
{
	list_for_each_of(struct alert, alert, &service_of(engine)->open, in_service)
	{
		struct service_rule *rule = rule_for(engine, alert->row.kind);
		bool may_go = alert->row.kind == ALERT_RATE_LIMITED ||
			      alert->row.kind == ALERT_NO_WORKER;
		if (!rule->row.is_enabled)
			resolve_alert(engine, rule, alert, STR("the alert rule was changed"));
		else if (may_go && !alert->is_seen && !is_young(engine))
			resolve_alert(engine, rule, alert, STR("the cause no longer exists"));
	}
}

/* Whether the next minute has anything to tell. */
static bool is_busy(const struct engine *engine)
{
	const struct service_alerts *service = &engine->watch.alerts.service;
	if (engine->dispatch.due || sum_of(service->dead) || sum_of(service->stalled)) return true;
	if (service->rules[ALERT_LATENCY - ALERT_SERVICE_FIRST].row.count) return true;
	return !list_is_empty(&service->open);
}

static void begin_look(struct engine *engine)
{
	struct service_alerts *service = service_of(engine);
	list_for_each_of(struct alert, alert, &service->open, in_service) alert->is_seen = false;
	service->wakes = false;
	if (service->began) return;
	service->began = boot_now(engine);
	service->minute_at = msec_sub(boot_now(engine), LOOK_MS);
}

void service_looks(struct engine *engine, struct timer *timer)
{
	struct service_alerts *service = container_of(timer, struct service_alerts, timer);
	heap_remove(&engine->clock.boot, &timer->node);
	if (!service->is_reserved) {
		look_soon(engine);
		return;
	}
	begin_look(engine);
	msec minutes = msec_sub(boot_now(engine), service->minute_at) / MSEC_MINUTE;
	judge_sum(engine, ALERT_DLQ_GROWTH, service->dead);
	judge_sum(engine, ALERT_STALLED, service->stalled);
	judge_routes(engine);
	u32 waiting = judge_types(engine);
	resolve_unseen(engine);
	if (minutes) {
		judge_latency(engine, waiting, minutes);
		forget_minutes(service, minutes);
		service->minute_at = msec_add(service->minute_at, minutes * MSEC_MINUTE);
		service->starts = service->late = 0;
	}
	if (!engine->watch.alerts.left) look_soon(engine);
	else if (is_busy(engine)) look_at(engine, msec_add(service->minute_at, LOOK_MS));
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
	struct service_rule *rule = rule_for(engine, put->kind);
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
	write_rule(engine, rule);
	look_soon(engine);
	answer->id = row.id;
	answer->version = row.version;
}

void on_service_test(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct alert_rule_row row = rule_for(engine, command->alert.kind)->row;
	row.tenant.v = name_intern(engine, NAME_TENANT, STR("system"));
	answer->number = alert_send_test(engine, &row, &answer->id);
	replay_note_number(engine, command, &answer->id, answer->number);
}
