/* Which planned runs the settings of a tenant would hold back, before they are saved. Runs and
 * types are read on a reader's thread; gates are asked on the loop's, whose zones are. */
#include "api/gates.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "model/policy.h"
#include "store/query.h"

enum { RUNS_MAX = 2000, RUNS_PAGE = 500, TYPES_MAX = 500, SHOWN_MAX = 20 };
#define PAGE_BYTES ((size_t)64 << 20)

/* A type that says something about gates; the others say nothing. */
struct held_type {
	str tenant;
	str name;
	struct gated_type says;
};

struct planned_run {
	struct uuid id;
	str type;
	msec run_at;
	struct gated_type says;
};

struct held_work {
	str own; /* settings, as they are now */
	str system;
	struct held_type *types;
	u32 types_len;
	struct planned_run *runs;
	u32 runs_len;
	bool is_cut; /* there are more than were read */
};

/* ---- the body: refused here, as saving would refuse it ------------------------------------ */

enum err held_decode(struct request *request)
{
	struct gates gates;
	enum err err = tenant_decode(request);
	return err ? err : gates_of_settings(request, request->body, &gates);
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Settings of the tenant system count for the runs of all. */
static str tenant_listed(const struct request *request)
{
	return str_eq(request->tenant, STR("system")) ? STR("") : request->tenant;
}

static enum err read_types(struct request *request, struct query *query, struct held_work *work)
{
	struct type_list list = { .tenant = tenant_listed(request),
				  .limit = TYPES_MAX,
				  .in_force = true };
	struct type_page page = { 0 };
	enum err err = query->calls->types(query, &list, &request->arena, &page);
	if (err) return err;
	work->types = arena_alloc_array(&request->arena, page.len, sizeof *work->types);
	if (page.len && !work->types) return ERR_MEMORY;
	for (u32 i = 0; i < page.len; i++) {
		const struct type_view *type = &page.rows[i];
		struct gated_type says = gated_type_of(type->name, &type->policy);
		if (!says.notifies && says.maintenance == MAINTENANCE_DEFER) continue;
		work->types[work->types_len++] = (struct held_type){ type->tenant, type->name,
								     says };
	}
	if (page.has_more) work->is_cut = true;
	return ERR_OK;
}

static struct gated_type says_of(const struct held_work *work, const struct run_view *run)
{
	static const struct type_policy nothing = { 0 };
	for (u32 i = 0; i < work->types_len; i++) {
		const struct held_type *type = &work->types[i];
		if (str_eq(type->name, run->type) && str_eq(type->tenant, run->tenant))
			return type->says;
	}
	return gated_type_of(run->type, &nothing);
}

/* The page's memory goes: the name is copied. */
static void keep_run(struct request *request, struct held_work *work, const struct run_view *run)
{
	work->runs[work->runs_len++] = (struct planned_run){ .id = run->row.id,
							     .type = str_copy(&request->arena,
									      run->type),
							     .run_at = run->row.hot.run_at,
							     .says = says_of(work, run) };
}

static enum err read_runs(struct request *request, struct query *query, struct held_work *work)
{
	struct run_list list = { .tenant = tenant_listed(request),
				 .states = 1u << RUN_QUEUED,
				 .but_internal = true,
				 .limit = RUNS_PAGE };
	struct run_page page = { .has_more = true };
	struct arena pages;
	enum err err = ERR_OK;
	arena_init(&pages, PAGE_BYTES);
	while (!err && page.has_more && work->runs_len + RUNS_PAGE <= RUNS_MAX) {
		arena_reset(&pages);
		err = query->calls->runs(query, &list, &pages, &page);
		for (u32 i = 0; !err && i < page.len; i++) keep_run(request, work, &page.rows[i]);
		if (err || !page.len) break;
		list.after = page.rows[page.len - 1].row.id;
	}
	if (page.has_more && page.len) work->is_cut = true;
	arena_done(&pages);
	return !err && arena_failed(&request->arena) ? ERR_MEMORY : err;
}

enum err held_read(struct request *request, struct query *query)
{
	struct held_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	work->runs = arena_alloc_array(&request->arena, RUNS_MAX, sizeof *work->runs);
	if (!work->runs) return ERR_MEMORY;
	enum err err = tenant_settings(request, query, request->tenant, &work->own);
	if (!err) err = tenant_settings(request, query, STR("system"), &work->system);
	if (!err) err = read_types(request, query, work);
	return err ? err : read_runs(request, query, work);
}

/* ---- the loop's part: gates --------------------------------------------------------------- */

static void put_run(struct buf *out, const struct planned_run *run, const struct gate_hold *hold)
{
	write_open(out, '{');
	put_uuid(out, KEY(held_run, run_id), &run->id);
	put_text(out, KEY(held_run, type), run->type);
	put_instant(out, KEY(held_run, run_at), run->run_at);
	put_text(out, KEY(held_run, held_by), gate_name(hold->gate));
	put_instant_or_null(out, KEY(held_run, held_until),
			    hold->until < MSEC_MAX ? hold->until : 0);
	write_close(out, '}');
}

static void write_held(struct request *request, const struct gates *own, const struct gates *system)
{
	const struct held_work *work = request->found;
	struct buf *out = &request->out;
	u32 held[GATE_COUNT] = { 0 }, shown = 0;
	write_open(out, '{');
	put_open(out, KEY(held, data), '[');
	for (u32 i = 0; i < work->runs_len; i++) {
		const struct planned_run *run = &work->runs[i];
		msec now = request->now.wall;
		msec at = run->run_at > now ? run->run_at : now;
		struct gate_hold hold = gates_hold(own, system, &run->says, at);
		held[hold.gate]++;
		if (hold.gate != GATE_NONE && shown++ < SHOWN_MAX) put_run(out, run, &hold);
	}
	write_close(out, ']');
	put_u64(out, KEY(held, planned), work->runs_len);
	put_u64(out, KEY(held, by_maintenance), held[GATE_MAINTENANCE]);
	put_u64(out, KEY(held, by_quiet_hours), held[GATE_QUIET_HOURS]);
	put_bool(out, KEY(held, is_cut), work->is_cut);
	write_close(out, '}');
}

/* Kept settings were checked when they were saved: without them, or without memory, nothing is
 * held. */
bool held_render(struct request *request)
{
	const struct held_work *work = request->found;
	bool is_system = str_eq(request->tenant, STR("system"));
	struct gates own = { 0 }, system = { 0 };
	str details = { 0 };
	if (tenant_settings_after(request, work->own, &details) ||
	    gates_of_settings(request, details, &own))
		own = (struct gates){ 0 };
	if (!is_system && gates_of_settings(request, work->system, &system))
		system = (struct gates){ 0 };
	write_held(request, &own, &system);
	return true;
}
