/* The look at the service once a minute: routes that are refused, types without a worker, latency;
 * and the alerts that follow. service.c counts. */
#include "calendar/civil.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/watch/service_parts.h"

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
void service_write_rule(struct engine *engine, struct service_rule *rule)
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
	service_write_rule(engine, rule);
	if (rule->row.kind == ALERT_DLQ_GROWTH)
		service_note_error(engine, &(struct error_seen){ .attempts = (u32)value });
}

static void resolve_alert(struct engine *engine, struct service_rule *rule, struct alert *alert,
			  str reason)
{
	if (!engine->watch.alerts.left) return; /* the next look does */
	engine->watch.alerts.left--;
	alert_resolve(engine, &rule->row, alert, reason);
	service_write_rule(engine, rule);
}

static void judge(struct engine *engine, enum alert_kind kind, str subject, struct alert *open,
		  const struct alert_facts *facts, u64 value)
{
	struct service_rule *rule = service_rule_for(engine, kind);
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
	struct alert_facts facts = { .count = service_sum_of(minutes) };
	if (open && is_young(engine)) return;
	judge(engine, kind, (str){ "", 0 }, open, &facts, facts.count);
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
	u32 threshold = service_rule_for(engine, ALERT_RATE_LIMITED)->row.threshold;
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
			work.late += service_is_late(engine,
						     run_of_band(lane->bands[band])->run_at);
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
	msec span = service_rule_for(engine, ALERT_NO_WORKER)->row.threshold * MSEC_SECOND;
	msec at = msec_add(type->lacking_since, span);
	if (at > boot_now(engine)) service_look_at(engine, at);
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
	struct service_rule *rule = service_rule_for(engine, ALERT_LATENCY);
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
	if (rule->row.count != before) service_write_rule(engine, rule);
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
		struct service_rule *rule = service_rule_for(engine, alert->row.kind);
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
	if (engine->dispatch.due || service_sum_of(service->dead) ||
	    service_sum_of(service->stalled))
		return true;
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
		service_look_soon(engine);
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
	if (!engine->watch.alerts.left) service_look_soon(engine);
	else if (is_busy(engine)) service_look_at(engine, msec_add(service->minute_at, LOOK_MS));
}
