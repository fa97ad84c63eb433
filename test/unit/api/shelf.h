/* A shelf to read from: what a story puts on it, and a note of whose rows were asked for. A row is
 * found only by its own tenant, as in a real store. */
#ifndef BELFRY_TEST_UNIT_API_SHELF_H
#define BELFRY_TEST_UNIT_API_SHELF_H

#include "api/stage.h"
#include "base/check.h"
#include "store/query.h"

enum { SHELF_MAX = 8 };

struct shelf {
	struct query query;
	struct alert_rule_row alert_rules[2];
	u32 alert_rules_len;
	struct alert_view alerts[2];
	u32 alerts_len;
	struct alert_list alerts_asked;
	struct stats_group stats[2];
	u32 stats_len;
	bool stats_are_cut;
	struct stats_list stats_asked;
	struct run_view runs[SHELF_MAX];
	u32 runs_len;
	struct execution_view executions[SHELF_MAX];
	u32 executions_len;
	struct attempt_output output;
	struct uuid output_of; /* this execution */
	struct document_view documents[SHELF_MAX];
	u32 documents_len;
	struct type_view types[SHELF_MAX];
	u32 types_len;
	struct queue_view queues[SHELF_MAX];
	u32 queues_len;
	struct pause_view pauses[SHELF_MAX];
	u32 pauses_len;
	struct tenant_view tenants[SHELF_MAX];
	u32 tenants_len;
	struct operation_view operations[SHELF_MAX];
	u32 operations_len;
	struct job_view jobs[SHELF_MAX];
	u32 jobs_len;
	struct occurrence_row occurrences[SHELF_MAX];
	u32 occurrences_len;
	struct daily_view dailies[SHELF_MAX];
	u32 dailies_len;
	struct day_row days[SHELF_MAX];
	u32 days_len;
	struct batch_view batches[SHELF_MAX];
	u32 batches_len;
	struct reminder_view reminders[SHELF_MAX];
	u32 reminders_len;
	struct notice_row notices[SHELF_MAX];
	u32 notices_len;
	struct delivery_view deliveries[SHELF_MAX];
	u32 deliveries_len;
	struct ladder_view ladders[SHELF_MAX];
	u32 ladders_len;
	struct effect_view effects[SHELF_MAX];
	u32 effects_len;
	struct audit_view audit[SHELF_MAX]; /* in their order */
	u32 audit_len;
	u32 audit_looks; /* so many are looked through by one call; 0: all */
	struct audit_list last_audit;
	struct event_view events[SHELF_MAX]; /* in their order */
	u32 events_len;
	bool events_are_cut;
	struct event_list last_events;
	struct calendar_view calendars[SHELF_MAX];
	u32 calendars_len;
	struct worker_view workers[SHELF_MAX];
	u32 workers_len;
	enum err err; /* what every call answers; ERR_OK: what is there */

	u32 asked;
	struct run_list last_runs;
	struct execution_list last_executions;
	struct job_list last_jobs;
	struct uuid last_job;
	struct document_list last_documents;
	char texts[8]
		  [64]; /* what the lists above borrow: their request is over when they are read */
};

static inline str shelf_keep(struct shelf *shelf, u32 place, str text)
{
	assert_in_range(text.len, 0, sizeof shelf->texts[place]);
	if (text.len) memcpy(shelf->texts[place], text.at, text.len);
	return (str){ shelf->texts[place], text.len };
}

static inline struct shelf *shelf_of(struct query *query)
{
	struct shelf *shelf = (struct shelf *)query;
	shelf->asked++;
	return shelf;
}

static inline bool is_seen(str asked, str owner)
{
	return !asked.len || str_eq(asked, owner);
}

/* Copies the rows of `from` that `fits` says into a page: newest (last) first where is_newest. */
#define SHELF_PAGE(type, from, from_len, fits, limit, out_page)                 \
	do {                                                                    \
		type *rows = arena_alloc_array(arena, SHELF_MAX, sizeof *rows); \
		u32 len = 0;                                                    \
		bool more = false;                                              \
		for (u32 i = 0; rows && i < (from_len); i++) {                  \
			const type *it = &(from)[i];                            \
			if (!(fits)) continue;                                  \
			if (len == (limit)) {                                   \
				more = true;                                    \
				break;                                          \
			}                                                       \
			rows[len++] = *it;                                      \
		}                                                               \
		(out_page)->rows = rows;                                        \
		(out_page)->len = len;                                          \
		has_more = more;                                                \
	} while (0)

static inline enum err shelf_run(struct query *query, str tenant, const struct uuid *id,
				 struct arena *arena, struct run_view *out)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	if (shelf->err) return shelf->err;
	for (u32 i = 0; i < shelf->runs_len; i++) {
		if (!uuid_eq(&shelf->runs[i].row.id, id)) continue;
		if (!is_seen(tenant, shelf->runs[i].tenant)) continue;
		*out = shelf->runs[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}

static inline enum err shelf_runs(struct query *query, const struct run_list *list,
				  struct arena *arena, struct run_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	shelf->last_runs = *list;
	shelf->last_runs.tenant = shelf_keep(shelf, 0, list->tenant);
	shelf->last_runs.key = shelf_keep(shelf, 1, list->key);
	shelf->last_runs.entity = shelf_keep(shelf, 2, list->entity);
	if (shelf->err) return shelf->err;
	bool from_start = uuid_is_nil(&list->after);
	SHELF_PAGE(struct run_view, shelf->runs, shelf->runs_len,
		   is_seen(list->tenant, it->tenant) &&
			   (from_start || uuid_compare(&it->row.id, &list->after) < 0) &&
			   (!list->states || list->states >> it->state & 1),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_timeline(struct query *query, str tenant, const struct uuid *run,
				      u64 before, u32 limit, struct arena *arena,
				      struct timeline_page *out)
{
	(void)query, (void)tenant, (void)run, (void)before, (void)limit, (void)arena;
	*out = (struct timeline_page){ .is_cut = true };
	return ERR_OK;
}

static inline enum err shelf_execution(struct query *query, str tenant, const struct uuid *id,
				       struct arena *arena, struct execution_view *out)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	if (shelf->err) return shelf->err;
	for (u32 i = 0; i < shelf->executions_len; i++) {
		if (!uuid_eq(&shelf->executions[i].row.id, id)) continue;
		if (!is_seen(tenant, shelf->executions[i].tenant)) continue;
		*out = shelf->executions[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}

static inline enum err shelf_output(struct query *query, str tenant, const struct uuid *execution,
				    struct arena *arena, struct attempt_output *out)
{
	struct shelf *shelf = shelf_of(query);
	struct execution_view view;
	if (shelf->err) return shelf->err;
	if (shelf_execution(query, tenant, execution, arena, &view)) return ERR_NOT_FOUND;
	if (!uuid_eq(&shelf->output_of, execution)) return ERR_NOT_FOUND;
	*out = shelf->output;
	return ERR_OK;
}

static inline enum err shelf_executions(struct query *query, const struct execution_list *list,
					struct arena *arena, struct execution_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	shelf->last_executions = *list;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct execution_view, shelf->executions, shelf->executions_len,
		   is_seen(list->tenant, it->tenant), list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_documents(struct query *query, const struct document_list *list,
				       struct arena *arena, struct document_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	shelf->last_documents = *list;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct document_view, shelf->documents, shelf->documents_len,
		   it->row.key.kind == list->kind && is_seen(list->tenant, it->tenant) &&
			   (!list->name.len || str_eq(list->name, it->row.key.name)) &&
			   (!list->after_name.len || !str_eq(list->after_name, it->row.key.name)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_types(struct query *query, const struct type_list *list,
				   struct arena *arena, struct type_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct type_view, shelf->types, shelf->types_len,
		   is_seen(list->tenant, it->tenant) &&
			   (!list->name.len || str_eq(list->name, it->name)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

/* Nothing is inherited here. */
static inline enum err shelf_type(struct query *query, str tenant, str name, struct arena *arena,
				  struct type_view *out_type, struct type_ground *out_ground)
{
	struct type_list list = { .tenant = tenant, .name = name, .limit = 1 };
	struct type_page page = { 0 };
	enum err err = shelf_types(query, &list, arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_type = page.rows[0];
	*out_ground = (struct type_ground){ .from = { .own = page.rows[0].policy } };
	return ERR_OK;
}

static inline enum err shelf_queues(struct query *query, struct arena *arena,
				    struct queue_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct queue_view, shelf->queues, shelf->queues_len, true, SHELF_MAX, out);
	(void)has_more;
	return ERR_OK;
}

/* The depths are those that the test gave the queues: one more is due of the tenant that is asked
 * for. */
static inline enum err shelf_depths(struct query *query, str tenant, msec now, msec since,
				    struct queue_page *page)
{
	struct shelf *shelf = shelf_of(query);
	(void)now;
	(void)since;
	for (u32 i = 0; i < page->len; i++) page->rows[i].depth.due += tenant.len != 0;
	return shelf->err;
}

static inline enum err shelf_pauses(struct query *query, const struct pause_list *list,
				    struct arena *arena, struct pause_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct pause_view, shelf->pauses, shelf->pauses_len,
		   is_seen(list->tenant, it->tenant), list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_tenants(struct query *query, const struct tenant_list *list,
				     struct arena *arena, struct tenant_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct tenant_view, shelf->tenants, shelf->tenants_len,
		   !list->id.len || str_eq(list->id, it->id), list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_operation(struct query *query, str tenant, const struct uuid *id,
				       struct arena *arena, struct operation_view *out)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	if (shelf->err) return shelf->err;
	for (u32 i = 0; i < shelf->operations_len; i++) {
		if (!uuid_eq(&shelf->operations[i].row.id, id)) continue;
		if (!is_seen(tenant, shelf->operations[i].tenant)) continue;
		*out = shelf->operations[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}

static inline enum err shelf_counts(struct query *query, str tenant, struct run_counts *counts)
{
	(void)tenant;
	counts->of[RUN_QUEUED] = tenant.len ? 7 : 70;
	return shelf_of(query)->err;
}

static inline enum err shelf_job_counts(struct query *query, str tenant, msec now,
					struct jobs_by_state *counts)
{
	(void)now;
	counts->of[JOB_ACTIVE] = tenant.len ? 3 : 30;
	counts->paused = 1;
	return shelf_of(query)->err;
}

static inline enum err shelf_workers(struct query *query, str tenant, u32 limit,
				     struct arena *arena, struct worker_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	(void)tenant;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct worker_view, shelf->workers, shelf->workers_len, true, limit, out);
	(void)has_more;
	return ERR_OK;
}

static inline enum err shelf_job(struct query *query, str tenant, const struct uuid *id,
				 struct arena *arena, struct job_view *out)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	shelf->last_job = *id;
	if (shelf->err) return shelf->err;
	for (u32 i = 0; i < shelf->jobs_len; i++) {
		if (!uuid_eq(&shelf->jobs[i].row.id, id)) continue;
		if (!is_seen(tenant, shelf->jobs[i].tenant)) continue;
		*out = shelf->jobs[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}

static inline enum err shelf_jobs(struct query *query, const struct job_list *list,
				  struct arena *arena, struct job_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	shelf->last_jobs = *list;
	shelf->last_jobs.type = shelf_keep(shelf, 3, list->type);
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct job_view, shelf->jobs, shelf->jobs_len,
		   is_seen(list->tenant, it->tenant) &&
			   (!list->paused_at || job_is_paused(&it->row.pause, list->paused_at)) &&
			   (!list->code.len || str_eq(list->code, it->row.code)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_occurrences(struct query *query, const struct occurrence_list *list,
					 struct arena *arena, struct occurrence_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct occurrence_row, shelf->occurrences, shelf->occurrences_len,
		   uuid_eq(&it->job, &list->job) &&
			   (!list->before_planned || it->planned_at < list->before_planned) &&
			   (!list->outcomes || list->outcomes >> it->outcome & 1),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_calendars(struct query *query, str tenant, str name,
				       struct arena *arena, struct calendar_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct calendar_view, shelf->calendars, shelf->calendars_len,
		   is_seen(tenant, it->tenant) && (!name.len || str_eq(name, it->row.name)),
		   SHELF_MAX, out);
	(void)has_more;
	return ERR_OK;
}

static inline enum err shelf_batches(struct query *query, const struct batch_list *list,
				     struct arena *arena, struct batch_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct batch_view, shelf->batches, shelf->batches_len,
		   is_seen(list->tenant, it->tenant) &&
			   (uuid_is_nil(&list->id) || uuid_eq(&list->id, &it->row.id)) &&
			   (!list->states || list->states >> it->row.state & 1),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_deliveries(struct query *query, const struct delivery_list *list,
					struct arena *arena, struct delivery_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct delivery_view, shelf->deliveries, shelf->deliveries_len,
		   is_seen(list->tenant, it->tenant) &&
			   (!list->user.len || str_eq(list->user, it->row.user)) &&
			   (!list->type.len || str_eq(list->type, it->type)) &&
			   (!list->entity.len || str_eq(list->entity, it->row.entity)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_reminders(struct query *query, const struct reminder_list *list,
				       struct arena *arena, struct reminder_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct reminder_view, shelf->reminders, shelf->reminders_len,
		   is_seen(list->tenant, it->tenant) &&
			   (uuid_is_nil(&list->id) || uuid_eq(&list->id, &it->row.id)) &&
			   (!list->user.len || str_eq(list->user, it->row.user)) &&
			   (!list->statuses || list->statuses >> it->row.hot.status & 1),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_notices(struct query *query, const struct notice_list *list,
				     struct arena *arena, struct notice_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct notice_row, shelf->notices, shelf->notices_len,
		   (uuid_is_nil(&list->id) || uuid_eq(&list->id, &it->id)) &&
			   (!list->user.len || str_eq(list->user, it->user)) &&
			   (!list->is_unread || !it->read_at),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_unread(struct query *query, str tenant, str user, u32 most,
				    u32 *out_count)
{
	struct shelf *shelf = shelf_of(query);
	(void)tenant;
	*out_count = 0;
	for (u32 i = 0; i < shelf->notices_len && *out_count < most; i++)
		*out_count += str_eq(user, shelf->notices[i].user) && !shelf->notices[i].read_at;
	return shelf->err;
}

static inline enum err shelf_ladders(struct query *query, const struct ladder_list *list,
				     struct arena *arena, struct ladder_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct ladder_view, shelf->ladders, shelf->ladders_len,
		   is_seen(list->tenant, it->tenant) && str_eq(list->entity, it->row.entity) &&
			   (!list->has_user || str_eq(list->user, it->row.user)) &&
			   (!list->has_name || str_eq(list->name, it->row.name)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_dailies(struct query *query, const struct daily_list *list,
				     struct arena *arena, struct daily_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct daily_view, shelf->dailies, shelf->dailies_len,
		   is_seen(list->tenant, it->tenant) &&
			   (!list->user.len || str_eq(list->user, it->row.user)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_days(struct query *query, const struct day_list *list,
				  struct arena *arena, struct day_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct day_row, shelf->days, shelf->days_len,
		   str_eq(list->user, it->user) && (!list->before || it->date < list->before) &&
			   (!list->statuses || list->statuses >> it->status & 1),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline enum err shelf_effects(struct query *query, const struct effect_list *list,
				     struct arena *arena, struct effect_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool has_more = false;
	if (shelf->err) return shelf->err;
	SHELF_PAGE(struct effect_view, shelf->effects, shelf->effects_len,
		   is_seen(list->tenant, it->tenant) &&
			   (!list->states || list->states >> it->row.state & 1) &&
			   (!list->action_key.len || str_eq(list->action_key, it->row.action_key)),
		   list->limit, out);
	out->has_more = has_more;
	return ERR_OK;
}

static inline bool is_audit_behind(const struct audit_list *list, const struct audit_row *row)
{
	struct event_place place = audit_place(row);
	if (list->way == EVENTS_ON) return event_place_before(list->from, place);
	return !list->from.turn || event_place_before(place, list->from);
}

static inline enum err shelf_audit(struct query *query, const struct audit_list *list,
				   struct arena *arena, struct audit_page *out)
{
	struct shelf *shelf = shelf_of(query);
	shelf->last_audit = *list;
	shelf->last_audit.tenant = shelf_keep(shelf, 5, list->tenant);
	shelf->last_audit.actor = shelf_keep(shelf, 6, list->actor);
	shelf->last_audit.action = shelf_keep(shelf, 7, list->action);
	*out = (struct audit_page){ .rows = arena_alloc_array(arena, list->limit,
							      sizeof *out->rows),
				    .through = list->from };
	assert_non_null(out->rows);
	if (shelf->err) return shelf->err;
	u32 looked_at = 0;
	for (u32 i = 0; i < shelf->audit_len; i++) {
		u32 nth = list->way == EVENTS_BACK ? shelf->audit_len - 1 - i : i;
		const struct audit_row *row = &shelf->audit[nth].row;
		if (!is_audit_behind(list, row)) continue;
		out->has_more = out->len == list->limit ||
				(shelf->audit_looks && looked_at == shelf->audit_looks);
		if (out->has_more) break;
		looked_at++;
		out->through = audit_place(row);
		if (!list->actor.len || str_eq(list->actor, row->actor))
			out->rows[out->len++] = shelf->audit[nth];
	}
	return ERR_OK;
}

/* Those behind or before a place; the newest first where it goes back. */
static inline enum err shelf_events(struct query *query, const struct event_list *list,
				    struct arena *arena, struct event_page *out)
{
	struct shelf *shelf = shelf_of(query);
	bool is_back = list->way == EVENTS_BACK;
	shelf->last_events = *list;
	shelf->last_events.type = shelf_keep(shelf, 0, list->type);
	shelf->last_events.tenant = shelf_keep(shelf, 1, list->tenant);
	if (shelf->err) return shelf->err;
	*out = (struct event_page){ .through = list->from, .is_cut = shelf->events_are_cut };
	out->rows = arena_alloc_array(arena, SHELF_MAX, sizeof *out->rows);
	for (u32 i = 0; i < shelf->events_len; i++) {
		const struct event_view *it =
			&shelf->events[is_back ? shelf->events_len - 1 - i : i];
		bool is_behind = is_back ? !list->from.turn ||
						   event_place_before(it->place, list->from)
					 : event_place_before(list->from, it->place);
		if (list->way == EVENTS_NEWEST) out->through = it->place;
		if (list->way == EVENTS_NEWEST || !is_behind) continue;
		if (out->len == list->limit) {
			out->has_more = true;
			break;
		}
		if (is_seen(list->tenant, it->tenant)) out->rows[out->len++] = *it;
		out->through = it->place;
	}
	return ERR_OK;
}

static inline enum err shelf_alert_rules(struct query *query, str tenant, const struct uuid *job,
					 struct arena *arena, struct alert_rule_page *out_page)
{
	struct shelf *shelf = shelf_of(query);
	(void)tenant;
	(void)job;
	(void)arena;
	*out_page = (struct alert_rule_page){ shelf->alert_rules, shelf->alert_rules_len };
	return shelf->err;
}

static inline enum err shelf_alerts(struct query *query, const struct alert_list *list,
				    struct arena *arena, struct alert_page *out_page)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	shelf->alerts_asked = *list;
	shelf->alerts_asked.tenant = shelf_keep(shelf, 0, list->tenant);
	*out_page = (struct alert_page){ shelf->alerts, shelf->alerts_len, false };
	return shelf->err;
}

static inline enum err shelf_stats(struct query *query, const struct stats_list *list,
				   struct arena *arena, struct stats_page *out_page)
{
	struct shelf *shelf = shelf_of(query);
	(void)arena;
	shelf->stats_asked = *list;
	shelf->stats_asked.tenant = shelf_keep(shelf, 0, list->tenant);
	*out_page = (struct stats_page){ shelf->stats, shelf->stats_len, shelf->stats_are_cut,
					 MSEC_MAX };
	return shelf->err;
}

static inline void shelf_init(struct shelf *shelf)
{
	static const struct query_calls calls = {
		.run = shelf_run,
		.runs = shelf_runs,
		.execution = shelf_execution,
		.executions = shelf_executions,
		.output = shelf_output,
		.documents = shelf_documents,
		.types = shelf_types,
		.type = shelf_type,
		.queues = shelf_queues,
		.depths = shelf_depths,
		.pauses = shelf_pauses,
		.tenants = shelf_tenants,
		.operation = shelf_operation,
		.counts = shelf_counts,
		.job_counts = shelf_job_counts,
		.workers = shelf_workers,
		.job = shelf_job,
		.jobs = shelf_jobs,
		.occurrences = shelf_occurrences,
		.calendars = shelf_calendars,
		.timeline = shelf_timeline,
		.batches = shelf_batches,
		.ladders = shelf_ladders,
		.deliveries = shelf_deliveries,
		.reminders = shelf_reminders,
		.notices = shelf_notices,
		.unread = shelf_unread,
		.effects = shelf_effects,
		.audit = shelf_audit,
		.dailies = shelf_dailies,
		.days = shelf_days,
		.events = shelf_events,
		.stats = shelf_stats,
		.alert_rules = shelf_alert_rules,
		.alerts = shelf_alerts,
	};
	memset(shelf, 0, sizeof *shelf);
	shelf->query.calls = &calls;
}

/* A stage whose readers read from this shelf. */
static inline void stage_open_with(struct stage *stage, struct shelf *shelf)
{
	stage_open(stage);
	shelf_init(shelf);
	stage->query = &shelf->query;
}

#endif
