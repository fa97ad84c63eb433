/* The load to come, of a tenant or of all. Jobs are read on a reader's thread, their zones are
 * looked up on the loop's (whose table of zones it is), and what may take long, walking their
 * occurrences, happens on a reader's again. */
#include "model/forecast.h"

#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

enum {
	FORECAST_JOBS_MAX = 10000,
	FORECAST_TASKS_MAX = 5000,
	FORECAST_PAGE = 500,
	FORECAST_TENANTS_MAX = 64, /* whose calendars are read */
	FORECAST_ZONES_MAX = 600,
	HOURS_DEFAULT = 24,
};
#define PAGE_BYTES ((size_t)192 << 20)

SHAPE_STRUCT(forecast_params, FORECAST_PARAMS);
SHAPE(forecast_query, forecast_params, FORECAST_PARAMS, "forecast", "how far, and how fine");

/* The calendars of one tenant. */
struct tenant_books {
	str tenant;
	struct calendar_row *rows;
	u32 len;
};

struct forecast_job {
	struct job_row row; /* only what plans it */
	u32 books;          /* index + 1; 0: it excludes nothing */
};

struct zone_name {
	str name;
	const struct zone *zone; /* NULL: there is none */
};

struct forecast_work {
	struct forecast_job *jobs;
	u32 jobs_len;
	bool is_cut; /* there is more than was read */
	struct tenant_books books[FORECAST_TENANTS_MAX];
	u32 books_len;
	struct zone_name zones[FORECAST_ZONES_MAX];
	u32 zones_len;
	msec *tasks; /* when they run */
	u32 tasks_len;
};

/* ---- reading ------------------------------------------------------------------------------ */

static enum err find_books(struct request *request, struct query *query, struct forecast_work *work,
			   str tenant, u32 *out_books)
{
	struct calendar_page page = { 0 };
	for (u32 i = 0; i < work->books_len; i++) {
		if (!str_eq(work->books[i].tenant, tenant)) continue;
		*out_books = i + 1;
		return ERR_OK;
	}
	*out_books = 0;
	if (work->books_len == FORECAST_TENANTS_MAX) {
		work->is_cut = true;
		return ERR_OK;
	}
	enum err err = query->calls->calendars(query, tenant, STR(""), &request->arena, &page);
	if (err) return err;
	struct tenant_books *books = &work->books[work->books_len];
	books->tenant = str_copy(&request->arena, tenant);
	books->rows = arena_alloc_array(&request->arena, page.len, sizeof *books->rows);
	if (!books->rows) return ERR_MEMORY;
	for (u32 i = 0; i < page.len; i++) books->rows[i] = page.rows[i].row;
	books->len = page.len;
	*out_books = ++work->books_len;
	return ERR_OK;
}

static void note_zone(struct forecast_work *work, str name)
{
	for (u32 i = 0; i < work->zones_len; i++) {
		if (str_eq(work->zones[i].name, name)) return;
	}
	if (!name.len || work->zones_len == FORECAST_ZONES_MAX) return;
	work->zones[work->zones_len++].name = name;
}

/* The page's memory goes: what plans the job is copied, its parameters are not. */
static enum err keep_job(struct request *request, struct query *query, struct forecast_work *work,
			 const struct job_view *job)
{
	struct arena *arena = &request->arena;
	struct forecast_job *kept = &work->jobs[work->jobs_len++];
	kept->row = job->row;
	kept->row.rule = str_copy(arena, job->row.rule);
	kept->row.zone = str_copy(arena, job->row.zone);
	kept->row.start = str_copy(arena, job->row.start);
	kept->row.rdates = str_copy(arena, job->row.rdates);
	kept->row.exdates = str_copy(arena, job->row.exdates);
	kept->row.exclude = str_copy(arena, job->row.exclude);
	kept->row.code = kept->row.parameters = kept->row.details = (str){ 0 };
	note_zone(work, kept->row.zone);
	if (!job->row.exclude.len) return ERR_OK;
	return find_books(request, query, work, job->tenant, &kept->books);
}

static enum err read_jobs(struct request *request, struct query *query, struct forecast_work *work)
{
	struct job_list list = { .states = 1u << JOB_ACTIVE, .limit = FORECAST_PAGE };
	struct job_page page = { .has_more = true };
	struct arena pages;
	enum err err = ERR_OK;
	if (!request->is_all) list.tenant = request->tenant;
	arena_init(&pages, PAGE_BYTES);
	while (!err && page.has_more && work->jobs_len + FORECAST_PAGE <= FORECAST_JOBS_MAX) {
		arena_reset(&pages);
		err = query->calls->jobs(query, &list, &pages, &page);
		for (u32 i = 0; !err && i < page.len; i++)
			err = keep_job(request, query, work, &page.rows[i]);
		if (err || !page.len) break;
		list.after = page.rows[page.len - 1].row.id;
	}
	if (page.has_more && page.len) work->is_cut = true;
	arena_done(&pages);
	return err;
}

static enum err read_tasks(struct request *request, struct query *query, struct forecast_work *work)
{
	struct run_list list = { .states = 1u << RUN_QUEUED,
				 .only_tasks = true,
				 .limit = FORECAST_PAGE };
	struct run_page page = { .has_more = true };
	struct arena pages;
	enum err err = ERR_OK;
	if (!request->is_all) list.tenant = request->tenant;
	arena_init(&pages, PAGE_BYTES);
	while (!err && page.has_more && work->tasks_len + FORECAST_PAGE <= FORECAST_TASKS_MAX) {
		arena_reset(&pages);
		err = query->calls->runs(query, &list, &pages, &page);
		for (u32 i = 0; !err && i < page.len; i++)
			work->tasks[work->tasks_len++] = page.rows[i].row.hot.run_at;
		if (err || !page.len) break;
		list.after = page.rows[page.len - 1].row.id;
	}
	if (page.has_more && page.len) work->is_cut = true;
	arena_done(&pages);
	return err;
}

enum err forecast_read(struct request *request, struct query *query)
{
	struct arena *arena = &request->arena;
	struct forecast_work *work = arena_alloc_zeroed(arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	work->jobs = arena_alloc_array(arena, FORECAST_JOBS_MAX, sizeof *work->jobs);
	work->tasks = arena_alloc_array(arena, FORECAST_TASKS_MAX, sizeof *work->tasks);
	if (!work->jobs || !work->tasks) return ERR_MEMORY;
	enum err err = read_jobs(request, query, work);
	return err ? err : read_tasks(request, query, work);
}

/* ---- the loop's part: zones --------------------------------------------------------------- */

bool forecast_find_zones(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	struct forecast_work *work = request->found;
	for (u32 i = 0; i < work->zones_len; i++) {
		struct zone_name *it = &work->zones[i];
		if (doors->zone(doors->context, it->name, &it->zone, NULL)) it->zone = NULL;
	}
	return false; /* the view goes on */
}

/* ---- walking ------------------------------------------------------------------------------ */

static enum err zone_of(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct forecast_work *work = context;
	for (u32 i = 0; i < work->zones_len; i++) {
		if (!str_eq(work->zones[i].name, name) || !work->zones[i].zone) continue;
		*out_zone = work->zones[i].zone;
		return ERR_OK;
	}
	return fail(why, ERR_ZONE_UNKNOWN, "unknown time zone");
}

static enum err add_all(struct request *request, struct forecast *forecast)
{
	struct forecast_work *work = request->found;
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < work->jobs_len; i++) {
		const struct forecast_job *job = &work->jobs[i];
		struct books_sources sources = { .context = work, .zone = zone_of };
		if (job->books) {
			sources.calendars = work->books[job->books - 1].rows;
			sources.calendars_len = work->books[job->books - 1].len;
		}
		err = forecast_add_job(forecast, &job->row, &sources, request->now.wall);
	}
	for (u32 i = 0; !err && i < work->tasks_len; i++) forecast_add(forecast, work->tasks[i]);
	return err;
}

static void write_forecast(struct request *request, const struct forecast *forecast)
{
	const struct forecast_work *work = request->found;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_instant(out, KEY(forecast, from), forecast->from);
	put_i64(out, KEY(forecast, step_seconds), forecast->step / 1000);
	put_u64(out, KEY(forecast, total), forecast->total);
	put_u64(out, KEY(forecast, peak), forecast_peak(forecast));
	put_u64(out, KEY(forecast, jobs), forecast->jobs);
	put_u64(out, KEY(forecast, left_out), forecast->left_out);
	put_u64(out, KEY(forecast, tasks), work->tasks_len);
	put_bool(out, KEY(forecast, is_cut), forecast->is_cut || work->is_cut);
	put_open(out, KEY(forecast, counts), '[');
	for (u32 i = 0; i < forecast->len; i++) write_u64(out, forecast->counts[i]);
	write_close(out, ']');
	write_close(out, '}');
}

enum err forecast_view(struct request *request, struct query *query)
{
	const struct forecast_params *params = request->params;
	struct forecast forecast;
	msec step = params->by ? MSEC_MINUTE : MSEC_HOUR;
	u32 hours = (u32)params->hours;
	msec from = request->now.wall / step * step;
	(void)query;
	enum err err = forecast_init(&forecast, from, step, params->by ? hours * 60 : hours,
				     &request->arena);
	if (!err) err = add_all(request, &forecast);
	if (!err) write_forecast(request, &forecast);
	return err;
}
