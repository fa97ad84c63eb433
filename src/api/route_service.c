/* How the service itself is. */
#include "api/gated.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "model/slo.h"
#include "observe/metrics.h"
#include "store/query.h"

#include <stdio.h>

static void write_status_word(struct request *request, str word)
{
	write_open(&request->out, '{');
	put_text(&request->out, KEY(readiness, status), word);
	write_close(&request->out, '}');
}

bool health_render(struct request *request)
{
	write_status_word(request, STR("ok"));
	return true;
}

bool ready_render(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	bool is_ready = doors->is_ready(doors->context);
	if (!is_ready) request->status = 503;
	write_status_word(request, is_ready ? STR("ready") : STR("not_ready"));
	return true;
}

SHAPE_STRUCT(metrics_params, METRICS_PARAMS);
SHAPE(metrics_query, metrics_params, METRICS_PARAMS, "metrics_query", "under which names");

/* Beside how many may be, as the one who watches it knows. */
static void set_in_flight(const struct request *request, struct metrics *metrics)
{
	const struct api_doors *doors = api_doors(request->api);
	struct slo_report report = { 0 };
	char digits[12];
	if (doors->slo) doors->slo(doors->context, &report);
	int len = snprintf(digits, sizeof digits, "%u", report.settings.max_concurrency);
	metrics_put(metrics, METRIC_IN_FLIGHT, (str){ digits, (size_t)len }, STR(""),
		    request->answer.status.running);
}

/* As the engine saw itself a moment ago: the scrape asked it. */
static void set_gauges(const struct request *request, struct metrics *metrics)
{
	const struct status_answer *status = &request->answer.status;
	metrics_put(metrics, METRIC_BUILD_INFO, api_version(request->api), STR(""), 1);
	metrics_set(metrics, METRIC_REQUESTS_OPEN, api_under_way(request->api));
	if (request->err) return; /* it has no time for that: the last ones stay */
	metrics_set(metrics, METRIC_RUNS, status->runs_in_memory);
	metrics_set(metrics, METRIC_DUE, status->due);
	metrics_set(metrics, METRIC_RUNNING, status->running);
	set_in_flight(request, metrics);
	metrics_set(metrics, METRIC_WAITING_CALLS, status->waiting_calls);
	metrics_set(metrics, METRIC_WORKERS, status->workers);
	for (u32 i = 0; i < status->refused.len; i++) {
		const struct route_state *route = &status->refused.items[i];
		metrics_put(metrics, METRIC_REFUSED, route->route, route->tenant, route->refused);
		metrics_put(metrics, METRIC_REFUSED_IN_A_ROW, route->route, route->tenant,
			    route->streak);
	}
}

bool metrics_render(struct request *request)
{
	const struct metrics_params *params = request->params;
	const struct api_doors *doors = api_doors(request->api);
	struct metrics *metrics = api_metrics(request->api);
	request->reply.content_type = STR("text/plain; version=0.0.4; charset=utf-8");
	if (!metrics) return true;
	if (doors->bring_counts) doors->bring_counts(doors->context, metrics);
	set_gauges(request, metrics);
	metrics_print(metrics, params->names ? METRIC_NAMES_SEED : METRIC_NAMES_OURS,
		      &request->out);
	return true;
}

enum err status_ask(struct request *request, struct command *command)
{
	(void)request;
	command->kind = COMMAND_ASK_STATUS;
	return ERR_OK;
}

enum { COUNTED_MAX = 10000 };

struct status_found {
	bool is_counted;
	struct run_counts runs;
	struct jobs_by_state jobs;
	struct gated_tenants gated;
};

/* The runs and jobs of the tenant that it is about. Counting that takes too long ends early, and
 * says so. */
static enum err count_for(struct request *request, struct query *query, struct status_found *found)
{
	str tenant = request->is_all ? STR("") : request->tenant;
	found->runs.most = found->jobs.most = COUNTED_MAX;
	found->runs.but_internal = true;
	found->is_counted = true;
	enum err err = query->calls->counts(query, tenant, &found->runs);
	if (err) return err;
	return query->calls->job_counts(query, tenant, request->now.wall, &found->jobs);
}

enum err status_count(struct request *request, struct query *query)
{
	struct status_found *found = arena_alloc_zeroed(&request->arena, sizeof *found);
	bool is_named = request->is_all || !who_is_system(&request->who) ||
			!str_eq(request->tenant, request->who.tenant);
	if (!found) return ERR_MEMORY;
	request->found = found;
	enum err err = gated_read(request, query, &found->gated);
	return err || !is_named ? err : count_for(request, query, found);
}

static void write_runs(struct request *request)
{
	const struct status_found *found = request->found;
	struct buf *out = &request->out;
	put_text_or_null(out, KEY(status, tenant_id), request->is_all ? STR("") : request->tenant);
	put_open(out, KEY(status, runs), '{');
	for (u32 i = 0; i < RUN_STATE_COUNT; i++)
		put_u64(out, WORD_KEY(run_state_name((enum run_state)i)), found->runs.of[i]);
	write_close(out, '}');
	put_open(out, KEY(status, jobs), '{');
	for (u32 i = 0; i < JOB_STATE_COUNT; i++)
		put_u64(out, WORD_KEY(job_state_name((enum job_state)i)), found->jobs.of[i]);
	put_u64(out, OWN_KEY("PAUSED"), found->jobs.paused);
	write_close(out, '}');
	put_u64(out, KEY(status, counted_up_to), found->runs.most);
	put_bool(out, KEY(status, is_partial), found->runs.is_partial || found->jobs.is_partial);
}

/* Counts over all tenants are the system's; others see that it is there and well. */
static void write_counts(struct request *request, const struct status_answer *status)
{
	struct buf *out = &request->out;
	put_u64(out, KEY(status, runs_in_memory), status->runs_in_memory);
	put_u64(out, KEY(status, due), status->due);
	put_u64(out, KEY(status, running), status->running);
	put_u64(out, KEY(status, waiting_calls), status->waiting_calls);
	put_u64(out, KEY(status, workers), status->workers);
	put_u64(out, KEY(status, tenants), status->tenants);
	put_instant_or_null(out, KEY(status, loaded_until), status->loaded_until);
}

/* How much was planned again is about all tenants, too. */
static void write_clock(struct request *request, const struct status_answer *status)
{
	bool is_system = who_is_system(&request->who);
	struct buf *out = &request->out;
	put_open(out, KEY(status, clock), '{');
	put_instant_or_null(out, KEY(status_clock, holds_until), status->clock_held_until);
	put_instant_or_null(out, KEY(status_clock, replans_at), status->clock_looked_at);
	put_instant_or_null(out, KEY(status_clock, replanned_at),
			    is_system ? status->report.at : 0);
	if (is_system) {
		put_u64(out, KEY(status_clock, replanned_jobs), status->report.jobs);
		put_u64(out, KEY(status_clock, replanned_windows), status->report.dailies);
		put_u64(out, KEY(status_clock, replanned_reminders), status->report.reminders);
	}
	write_close(out, '}');
}

bool status_render(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(status, status),
		 doors->is_ready(doors->context) ? STR("ready") : STR("not_ready"));
	put_text(out, KEY(status, version), api_version(request->api));
	put_instant(out, KEY(status, now), request->now.wall);
	put_bool(out, KEY(status, is_dispatching), !request->answer.status.is_idle);
	write_clock(request, &request->answer.status);
	const struct status_found *found = request->found;
	if (found->is_counted) write_runs(request);
	gated_put_closed(request, &found->gated);
	if (who_is_system(&request->who)) write_counts(request, &request->answer.status);
	write_close(out, '}');
	return true;
}
