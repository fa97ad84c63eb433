#include "api/gated.h"

#include "api/gates.h"
#include "api/member.h"
#include "api/parts.h"
#include "store/query.h"

enum { TENANTS_PAGE = 500 };

/* ---- reading ------------------------------------------------------------------------------ */

static bool may_close(str details)
{
	str bytes;
	return details.len && (json_find(details, STR("maintenance"), &bytes) ||
			       json_find(details, STR("quiet_hours"), &bytes));
}

static void keep(struct gated_tenants *gated, const struct tenant_view *tenant)
{
	if (gated->len == GATED_MAX || !may_close(tenant->details)) return;
	gated->rows[gated->len++] = (struct gated_tenant){ tenant->id, tenant->details };
}

static enum err read_one(struct request *request, struct query *query, str id,
			 struct gated_tenants *gated)
{
	struct tenant_view tenant = { .id = id };
	enum err err = tenant_settings(request, query, id, &tenant.details);
	if (!err) keep(gated, &tenant);
	return err;
}

static enum err read_all(struct request *request, struct query *query, struct gated_tenants *gated)
{
	struct tenant_list list = { .limit = TENANTS_PAGE };
	struct tenant_page page = { .has_more = true };
	enum err err = ERR_OK;
	while (!err && page.has_more && gated->len < GATED_MAX) {
		err = query->calls->tenants(query, &list, &request->arena, &page);
		for (u32 i = 0; !err && i < page.len; i++) keep(gated, &page.rows[i]);
		if (err || !page.len) break;
		list.after = page.rows[page.len - 1].id;
	}
	return err;
}

enum err gated_read(struct request *request, struct query *query, struct gated_tenants *out_gated)
{
	out_gated->rows = arena_alloc_array(&request->arena, GATED_MAX, sizeof *out_gated->rows);
	if (!out_gated->rows) return ERR_MEMORY;
	if (request->is_all) return read_all(request, query, out_gated);
	enum err err = read_one(request, query, STR("system"), out_gated);
	if (err || str_eq(request->tenant, STR("system"))) return err;
	return read_one(request, query, request->tenant, out_gated);
}

/* ---- writing ------------------------------------------------------------------------------ */

static void put_closed(struct request *request, const struct gated_tenant *tenant, enum gate gate,
		       struct gate_state state)
{
	struct buf *out = &request->out;
	bool has_reason = gate == GATE_MAINTENANCE;
	if (!state.is_closed) return;
	write_open(out, '{');
	put_text(out, KEY(closed_gate, tenant_id), tenant->id);
	put_text(out, KEY(closed_gate, gate), gate_name(gate));
	put_text_or_null(out, KEY(closed_gate, reason),
			 has_reason ? gates_reason(request, tenant->details) : STR(""));
	put_instant_or_null(out, KEY(closed_gate, until), state.until < MSEC_MAX ? state.until : 0);
	write_close(out, '}');
}

/* Kept settings were checked when they were saved: those that cannot be read close nothing. The
 * tenant system has no people: its quiet hours hold nothing back. */
void gated_put_closed(struct request *request, const struct gated_tenants *gated)
{
	put_open(&request->out, KEY(status, closed_gates), '[');
	for (u32 i = 0; i < gated->len; i++) {
		const struct gated_tenant *tenant = &gated->rows[i];
		msec now = request->now.wall;
		struct gates gates = { 0 };
		if (gates_of_settings(request, tenant->details, &gates)) continue;
		put_closed(request, tenant, GATE_MAINTENANCE, gates_maintenance(&gates, now));
		if (!str_eq(tenant->id, STR("system")))
			put_closed(request, tenant, GATE_QUIET_HOURS, gates_quiet(&gates, now));
	}
	write_close(&request->out, ']');
}
