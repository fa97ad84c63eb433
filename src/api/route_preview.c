/* Looking ahead: when would a rule run, when will a job run. */
#include "api/gates.h"
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/policy.h"
#include "api/shapes.h"
#include "model/gates.h"
#include "model/preview.h"
#include "model/when.h"

enum { PREVIEW_DEFAULT = 10, NEXT_RUNS_DEFAULT = 5, WAITS_MAX = 20 };

/* The tenant and person whose gates hold runs back, and the settings of the type. */
struct holding {
	struct gates own;
	struct gates system;
	struct gated_type type;
};

static void put_held(struct buf *out, const struct holding *holding, msec at)
{
	struct gate_hold hold = gates_hold(&holding->own, &holding->system, &holding->type, at);
	if (hold.gate == GATE_NONE) return;
	put_text(out, KEY(preview_item, held_by), gate_name(hold.gate));
	put_instant_or_null(out, KEY(preview_item, held_until),
			    hold.until < MSEC_MAX ? hold.until : 0);
}

/* The object stays open: more may follow. */
static void write_preview(struct request *request, const struct preview *preview,
			  const struct holding *holding)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_open(out, KEY(preview, data), '[');
	for (u32 i = 0; i < preview->len; i++) {
		write_open(out, '{');
		put_instant(out, KEY(preview_item, at), preview->items[i].at);
		put_text(out, KEY(preview_item, local), preview->items[i].local);
		put_text_or_null(out, KEY(preview_item, note), preview->items[i].note);
		if (preview->items[i].run_at != preview->items[i].at)
			put_instant(out, KEY(preview_item, run_at), preview->items[i].run_at);
		if (holding) put_held(out, holding, preview->items[i].run_at);
		write_close(out, '}');
	}
	write_close(out, ']');
	put_text_or_null(out, KEY(preview, words), preview->words);
}

static enum err show_preview(struct request *request, const struct job_row *row,
			     const struct calendar_row *calendars, u32 calendars_len, msec after,
			     u32 count, const struct holding *holding)
{
	const struct api_doors *doors = api_doors(request->api);
	struct books_sources sources = { doors->context, doors->zone, calendars, calendars_len };
	struct preview preview;
	enum err err = preview_make(row, &sources, after, count, &request->arena, &preview,
				    &request->why);
	if (!err) write_preview(request, &preview, holding);
	return err;
}

/* ---- a job's next runs -------------------------------------------------------------------- */

SHAPE_STRUCT(next_params, NEXT_PARAMS);
SHAPE(next_query, next_params, NEXT_PARAMS, "next_runs", "how many");

struct next_work {
	struct job_view job;
	struct calendar_row *calendars;
	u32 calendars_len;
	str own; /* settings of its tenant, and of the system */
	str system;
};

/* The job, its tenant's settings and calendars; what is computed from them is the loop's, whose
 * zones are. */
enum err next_read(struct request *request, struct query *query)
{
	struct next_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct calendar_page page = { 0 };
	if (!work) return ERR_MEMORY;
	request->found = work;
	enum err err = job_look_up(request, query, &work->job);
	if (!err) err = tenant_settings(request, query, work->job.tenant, &work->own);
	if (!err) err = tenant_settings(request, query, STR("system"), &work->system);
	if (err || !work->job.row.exclude.len) return err;
	err = query->calls->calendars(query, request->tenant, STR(""), &request->arena, &page);
	if (err) return err;
	work->calendars = arena_alloc_array(&request->arena, page.len, sizeof *work->calendars);
	if (!work->calendars) return ERR_MEMORY;
	for (u32 i = 0; i < page.len; i++) work->calendars[i] = page.rows[i].row;
	work->calendars_len = page.len;
	return ERR_OK;
}

/* Nothing is commanded: this is the step of the loop that may still refuse. */
enum err next_compute(struct request *request, struct command *command)
{
	const struct next_work *work = request->found;
	const struct next_params *params = request->params;
	u32 count = (u32)params->count;
	struct holding holding = { .type = gated_type_of(work->job.type, &work->job.type_policy) };
	(void)command;
	request->is_done = true;
	enum err err = gates_of_settings(request, work->own, &holding.own);
	if (!err) err = gates_of_settings(request, work->system, &holding.system);
	if (!err)
		err = show_preview(request, &work->job.row, work->calendars, work->calendars_len,
				   request->now.wall, count, &holding);
	if (!err) write_close(&request->out, '}');
	return err;
}

/* ---- any rule ----------------------------------------------------------------------------- */

SHAPE_STRUCT(preview_input, PREVIEW_FIELDS);
SHAPE_PLACES(PREVIEW, PREVIEW_FIELDS);
SHAPE(preview_body, preview_input, PREVIEW_FIELDS, "preview", "a rule to look ahead with");

/* RRULE when it has an equals sign; an interval when it is a span; else cron. */
static enum err take_kind(struct request *request, const struct preview_input *input,
			  struct job_row *row)
{
	msec span = 0;
	bool is_span = span_parse(input->rule, &span, NULL) == ERR_OK;
	if (str_eq_nocase(input->kind, STR("rrule"))) row->kind = JOB_RRULE;
	else if (str_eq_nocase(input->kind, STR("cron"))) row->kind = JOB_CRON;
	else if (str_eq_nocase(input->kind, STR("interval"))) row->kind = JOB_INTERVAL;
	else if (input->kind.len)
		return request_bad(request, STR("/kind"), "must be cron, rrule or interval");
	else if (str_find(input->rule, '=') < input->rule.len) row->kind = JOB_RRULE;
	else row->kind = is_span ? JOB_INTERVAL : JOB_CRON;
	if (row->kind != JOB_INTERVAL) {
		row->rule = input->rule;
		return ERR_OK;
	}
	if (!is_span || span < 1000)
		return request_bad(request, STR("/rule"),
				   "an interval must be a span like 90s, 15m or 6h");
	row->interval_ms = span;
	return ERR_OK;
}

/* Without a start the rule begins now, as a job made now would. */
static enum err take_start(struct request *request, const struct preview_input *input,
			   struct job_row *row)
{
	struct buf text;
	if (input->start.len || row->kind == JOB_CRON) {
		row->start = input->start;
		return ERR_OK;
	}
	buf_init(&text, 64);
	when_print(request->now.wall / 1000 * 1000, &text);
	row->start = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return row->start.len ? ERR_OK : ERR_MEMORY;
}

/* A timetable names the fields of a job; here they have other names. */
static enum err in_our_words(struct request *request, enum err err)
{
	static const struct {
		str of_job;
		str pointer;
	} names[] = { { STR("cron_expression: "), STR("/rule") },
		      { STR("recurrence_rule: "), STR("/rule") },
		      { STR("interval_seconds: "), STR("/rule") },
		      { STR("start_at: "), STR("/start") } };
	str text = str_from(request->why.text);
	struct why why;
	for (u32 i = 0; err && i < countof(names); i++) {
		if (!str_starts_with(text, names[i].of_job)) continue;
		str rest = str_from_offset(text, names[i].of_job.len);
		(void)fail(&why, err, "%.*s", STR_ARG(rest));
		return request_fault(request, names[i].pointer, &why);
	}
	return err;
}

/* The waits before retries as the engine works them out, but for their jitter. */
static void show_waits(struct request *request, const struct backoff *backoff, i64 retries)
{
	struct buf *out = &request->out;
	put_open(out, KEY(preview, retry_delays_ms), '[');
	for (u32 i = 1; i <= WAITS_MAX && i <= retries; i++)
		write_i64(out, backoff_wait(backoff, i));
	write_close(out, ']');
}

static enum err preview_waits(struct request *request, const struct preview_input *input)
{
	struct backoff backoff = *backoff_default_for_jobs();
	enum err err = ERR_OK;
	if (is_given(input, PREVIEW_RETRY_DELAY_SECONDS))
		backoff.base = input->retry_delay_seconds * 1000;
	if (is_given(input, PREVIEW_BACKOFF)) err = backoff_take(request, input->backoff, &backoff);
	if (err) return err;
	if (is_given(input, PREVIEW_MAX_RETRIES)) show_waits(request, &backoff, input->max_retries);
	write_close(&request->out, '}');
	return ERR_OK;
}

enum err preview_decode(struct request *request)
{
	const struct preview_input *input = request->input;
	struct job_row row = job_defaults();
	msec after = request->now.wall;
	enum err err = take_kind(request, input, &row);
	row.zone = input->timezone;
	row.dst_gap = (enum dst_gap)input->dst_gap;
	row.dst_overlap = (enum dst_overlap)input->dst_overlap;
	if (!err) err = take_start(request, input, &row);
	if (!err)
		err = texts_join(request, &input->rdates, LIMIT_JOB_DATES_BYTES, STR("/rdates"),
				 &row.rdates);
	if (!err)
		err = texts_join(request, &input->exdates, LIMIT_JOB_DATES_BYTES, STR("/exdates"),
				 &row.exdates);
	if (!err && is_given(input, PREVIEW_AFTER))
		err = request_when(request, &input->after, input->timezone, STR("/after"), &after);
	if (err) return err;
	u32 count = (u32)input->count;
	struct holding holding = { .type = { .notifies = true } };
	bool has_quiet = is_given(input, PREVIEW_QUIET_HOURS);
	/* The body says its quiet hours as a tenant's settings do. */
	if (has_quiet) err = gates_of_settings(request, request->body, &holding.own);
	if (err) return err;
	err = in_our_words(request, show_preview(request, &row, NULL, 0, after, count,
						 has_quiet ? &holding : NULL));
	return err ? err : preview_waits(request, input);
}

bool preview_render(struct request *request)
{
	(void)request; /* written while it was decoded, where a bad rule can still be refused */
	return true;
}
