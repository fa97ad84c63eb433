/* The gate settings of tenants, in memory like policies. They are read while reserving, and
 * evaluated when a gate opens or closes, when the settings change, and when the clock is set
 * back. */
#include "base/memory.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"

/* ---- making ------------------------------------------------------------------------------- */

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	return engine_find_zone(context, name, out_zone, why);
}

/* A setting stays in force even if its zone no longer exists. */
static enum err find_zone_or_utc(void *context, str name, const struct zone **out_zone,
				 struct why *why)
{
	enum err err = engine_find_zone(context, name, out_zone, why);
	if (!err || err == ERR_MEMORY) return err;
	*out_zone = zone_utc();
	return ERR_OK;
}

static enum err make_rules(struct gatekeeper *keeper, const struct gates_sources *sources,
			   struct why *why)
{
	str body = { keeper->body, keeper->len };
	u32 count = guard_rules_count(body);
	keeper->hook = guard_hook_find(body);
	if (!count) return ERR_OK;
	if (!keeper->rules) keeper->rules = mem_alloc_zeroed(count * sizeof *keeper->rules);
	if (!keeper->rules) return fail(why, ERR_MEMORY, "no memory for rules");
	enum err err = guard_rules_read(body, sources, keeper->rules, count, &keeper->rules_len,
					why);
	if (err) return err;
	for (u32 i = 0; i < keeper->rules_len; i++) {
		if (keeper->rules[i].entity.len) keeper->rules_ask_run = true;
		if (keeper->rules[i].field.len) keeper->rules_ask_body = true;
	}
	return ERR_OK;
}

enum err gatekeeper_make(const struct engine *engine, str body, bool lenient,
			 struct gatekeeper **out_keeper, struct why *why)
{
	const struct gates_sources sources = { (void *)(uintptr_t)engine,
					       lenient ? find_zone_or_utc : find_zone };
	struct gates gates;
	*out_keeper = NULL;
	enum err err = gates_read(body, &sources, &gates, why);
	if (err || !body.len) return err;
	struct gatekeeper *keeper = mem_alloc_zeroed(sizeof *keeper + body.len);
	if (!keeper) return fail(why, ERR_MEMORY, "no memory for gates");
	keeper->timer.kind = TIMER_GATE;
	keeper->gates = gates;
	keeper->next = MSEC_MAX;
	keeper->len = (u32)body.len;
	memcpy(keeper->body, body.at, body.len);
	keeper->pings = gates_pings(body, &keeper->ping_longest);
	err = make_rules(keeper, &sources, why);
	if (err) gatekeeper_free(keeper);
	else *out_keeper = keeper;
	return err;
}

void gatekeeper_free(struct gatekeeper *keeper)
{
	if (!keeper) return;
	mem_free(keeper->rules);
	mem_free(keeper);
}

/* ---- looking ------------------------------------------------------------------------------ */

/* True: a gate has opened or closed. */
static bool look(struct engine *engine, struct gatekeeper *keeper)
{
	msec now = engine->clock.seen.wall;
	struct gate_state maintenance = gates_maintenance(&keeper->gates, now);
	struct gate_state quiet = gates_quiet(&keeper->gates, now);
	bool has_changed = maintenance.is_closed != keeper->maintenance.is_closed ||
			   quiet.is_closed != keeper->quiet.is_closed;
	keeper->as_of = now;
	keeper->maintenance = maintenance;
	keeper->quiet = quiet;
	keeper->next = maintenance.until < quiet.until ? maintenance.until : quiet.until;
	if (keeper->timer.node.at) heap_remove(&engine->clock.wall, &keeper->timer.node);
	if (keeper->next < MSEC_MAX)
		heap_push(&engine->clock.wall, &keeper->timer.node, keeper->next);
	return has_changed;
}

static void apply(struct engine *engine, const struct gatekeeper *keeper)
{
	if (keeper == engine->dispatch.system_gates) gates_apply_all(engine);
	else gates_apply(engine, keeper->tenant);
}

void gates_turn(struct engine *engine, struct gatekeeper *keeper)
{
	if (look(engine, keeper)) apply(engine, keeper);
}

static bool is_stale(const struct engine *engine, const struct gatekeeper *keeper)
{
	msec now = engine->clock.seen.wall;
	return keeper && (now < keeper->as_of || now >= keeper->next);
}

bool gates_are_stale(const struct engine *engine, const struct tenant *tenant)
{
	return is_stale(engine, engine->dispatch.system_gates) || is_stale(engine, tenant->gates);
}

bool gates_catch_up(struct engine *engine, struct tenant *tenant)
{
	bool was_stale = false;
	struct gatekeeper *keepers[] = { engine->dispatch.system_gates, tenant->gates };
	for (u32 i = 0; i < countof(keepers); i++) {
		if (!is_stale(engine, keepers[i])) continue;
		gates_turn(engine, keepers[i]);
		was_stale = true;
	}
	return was_stale;
}

void gates_look_again(struct engine *engine)
{
	list_for_each_of(struct gatekeeper, keeper, &engine->gates.gatekeepers, in_engine)
	{
		if (is_stale(engine, keeper)) gates_turn(engine, keeper);
	}
}

/* ---- putting ------------------------------------------------------------------------------ */

static void drop(struct engine *engine, struct tenant *tenant)
{
	struct gatekeeper *keeper = tenant->gates;
	if (!keeper) return;
	if (keeper->timer.node.at) heap_remove(&engine->clock.wall, &keeper->timer.node);
	list_remove(&keeper->in_engine);
	engine->gates.gatekeepers_len--;
	engine->gates.pingers -= keeper->pings > 0;
	if (engine->dispatch.system_gates == keeper) engine->dispatch.system_gates = NULL;
	tenant->gates = NULL;
	gatekeeper_free(keeper);
}

static void place(struct engine *engine, struct tenant *tenant, struct gatekeeper *keeper)
{
	bool is_system = str_eq(name_text(engine, NAME_TENANT, tenant->no.v), SYSTEM_NAME);
	drop(engine, tenant);
	tenant->gates = keeper;
	if (keeper) {
		keeper->tenant = tenant;
		list_push_back(&engine->gates.gatekeepers, &keeper->in_engine);
		engine->gates.gatekeepers_len++;
		engine->gates.pingers += keeper->pings > 0;
		if (keeper->ping_longest > engine->gates.ping_longest)
			engine->gates.ping_longest = keeper->ping_longest;
		if (is_system) engine->dispatch.system_gates = keeper;
		look(engine, keeper);
	}
	if (is_system) gates_apply_all(engine);
	else gates_apply(engine, tenant);
}

void gates_put(struct engine *engine, struct tenant *tenant, struct gatekeeper *keeper, str body)
{
	/* A tenant that has no settings and had none before leaves no row. */
	if (!keeper && !tenant->gates) return;
	guard_forget_clearances(engine, tenant);
	place(engine, tenant, keeper);
	struct change *change = body.len ? change_put(engine, KIND_GATES)
					 : change_delete(engine, KIND_GATES);
	change->gates = (struct gates_row){ .tenant = tenant->no, .body = body };
}

void gates_forget(struct engine *engine, struct tenant *tenant)
{
	if (tenant->gates) place(engine, tenant, NULL);
}

enum err gates_recall(struct engine *engine, const struct gates_row *row)
{
	struct gatekeeper *keeper;
	struct why why;
	enum err err = pool_reserve(&engine->dispatch.tenant_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.tenants, 1);
	if (!err) err = heap_reserve(&engine->clock.wall, 1);
	if (!err) err = gatekeeper_make(engine, row->body, true, &keeper, &why);
	if (!err) place(engine, tenant_get(engine, row->tenant), keeper);
	return err;
}

void gates_done(struct engine *engine)
{
	struct list_node *node;
	while ((node = list_pop_front(&engine->gates.gatekeepers)))
		gatekeeper_free(container_of(node, struct gatekeeper, in_engine));
}

/* ---- new zones ---------------------------------------------------------------------------- */

enum err gates_renew(struct engine *engine)
{
	const struct gates_sources sources = { engine, find_zone_or_utc };
	struct why why;
	list_for_each_of(struct gatekeeper, keeper, &engine->gates.gatekeepers, in_engine)
	{
		enum err err = gates_read((str){ keeper->body, keeper->len }, &sources,
					  &keeper->renewed, &why);
		/* Zones that are gone stay valid, so the rules can be read again in place. */
		if (!err) err = make_rules(keeper, &sources, &why);
		if (err) return err;
		keeper->is_renewed = true;
	}
	return ERR_OK;
}

void gates_take_renewed(struct engine *engine)
{
	guard_forget_clearances(engine, NULL);
	list_for_each_of(struct gatekeeper, keeper, &engine->gates.gatekeepers, in_engine)
	{
		if (!keeper->is_renewed) continue;
		keeper->is_renewed = false;
		keeper->gates = keeper->renewed;
		gates_turn(engine, keeper);
	}
}
