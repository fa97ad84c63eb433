/* Declared rates of routes: all in memory, by tenant and route. The version and creation time of a
 * rate are in its document. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

struct rate_key {
	tenant_no tenant;
	str route;
};

bool rate_is_of(const void *item, const void *key)
{
	const struct rate_row *row = &((const struct rate *)item)->row;
	const struct rate_key *wanted = key;
	return row->tenant.v == wanted->tenant.v && str_eq(row->route, wanted->route);
}

static u64 hash_of(const struct engine *engine, const struct rate_key *key)
{
	return hash_mix(hash_bytes(engine->core.hash_key, key->route) ^ key->tenant.v);
}

static struct rate *rate_find(const struct engine *engine, tenant_no tenant, str route)
{
	struct rate_key key = { tenant, route };
	return map_find(&engine->gates.rates, hash_of(engine, &key), &key);
}

const struct rate *rate_for(const struct engine *engine, tenant_no tenant, str route)
{
	const struct rate *own = rate_find(engine, tenant, route);
	tenant_no system = { name_find(engine, NAME_TENANT, STR("system")) };
	return own ? own : rate_find(engine, system, route);
}

/* ---- kept --------------------------------------------------------------------------------- */

static struct rate *rate_place(struct engine *engine, const struct rate_row *row)
{
	struct rate *rate = rate_find(engine, row->tenant, row->route);
	must(row->route.len <= sizeof rate->route);
	if (!rate) {
		struct rate_key key = { row->tenant, row->route };
		rate = pool_take(&engine->gates.rate_pool);
		rate->row = *row;
		memcpy(rate->route, row->route.at, row->route.len);
		rate->row.route.at = rate->route;
		map_insert(&engine->gates.rates, hash_of(engine, &key), &key, rate);
	}
	rate->row.policy = row->policy;
	return rate;
}

enum err rate_recall(struct engine *engine, const struct rate_row *row)
{
	enum err err = pool_reserve(&engine->gates.rate_pool, 1);
	if (!err) err = map_reserve(&engine->gates.rates, 1);
	if (err) return err;
	struct rate *rate = rate_place(engine, row);
	rate->is_from_before = true;
	rate->known_at = engine->clock.seen.boot;
	return ERR_OK;
}

u64 rate_first_level(const struct engine *engine, const struct rate *rate)
{
	const struct rate_policy *policy = &rate->row.policy;
	u64 full = (u64)policy->burst * (u64)policy->per_ms;
	msec elapsed = msec_sub(engine->clock.seen.boot, rate->known_at);
	if (!policy->rate) return 0;
	if (!rate->is_from_before || (u64)elapsed > full / policy->rate) return full;
	return (u64)elapsed * policy->rate;
}

/* Tokens that came back under the old rate are dropped, unless the bucket was full. */
static void rate_changes(const struct engine *engine, tenant_no tenant, str route)
{
	struct rate *rate = rate_find(engine, tenant, route);
	if (!rate || !rate->is_from_before) return;
	const struct rate_policy *policy = &rate->row.policy;
	u64 full = (u64)policy->burst * (u64)policy->per_ms;
	rate->is_from_before = rate_first_level(engine, rate) < full;
	rate->known_at = engine->clock.seen.boot;
}

static void rate_forget(struct engine *engine, struct rate *rate)
{
	struct rate_key key = { rate->row.tenant, rate->row.route };
	map_remove(&engine->gates.rates, hash_of(engine, &key), &key);
	pool_give(&engine->gates.rate_pool, rate);
}

void rates_forget(struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	struct rate *rate;
	while ((rate = map_next(&engine->gates.rates, &cursor))) {
		if (rate->row.tenant.v == tenant.v) rate_forget(engine, rate);
	}
}

/* ---- the command -------------------------------------------------------------------------- */

static enum err check_starts(const struct rate_policy *rate, struct why *why)
{
	if (rate->rate < 1 || rate->rate > LIMIT_RATE_MAX)
		return fail(why, ERR_INVALID, "rate must be 1 to %d", LIMIT_RATE_MAX);
	if (rate->burst < 1 || rate->burst > LIMIT_RATE_MAX)
		return fail(why, ERR_INVALID, "burst must be 1 to %d", LIMIT_RATE_MAX);
	if (rate->per_ms < MSEC_SECOND || rate->per_ms > LIMIT_RATE_SPAN_MS)
		return fail(why, ERR_INVALID, "per_seconds must be 1 to %d",
			    LIMIT_RATE_SPAN_MS / 1000);
	return ERR_OK;
}

static enum err check_places(const struct rate_policy *rate, struct why *why)
{
	if (rate->concurrency > LIMIT_ROUTE_CONCURRENCY)
		return fail(why, ERR_INVALID, "concurrency must be 1 to %d",
			    LIMIT_ROUTE_CONCURRENCY);
	if (rate->concurrency && rate->scope == RATE_SYSTEM)
		return fail(why, ERR_INVALID,
			    "concurrency must be left out where scope is system: it counts for "
			    "each tenant by itself");
	return ERR_OK;
}

static enum err check_scope(const struct command *command, struct why *why)
{
	const struct rate_policy *rate = &command->set.rate;
	if (rate->scope > RATE_SYSTEM)
		return fail(why, ERR_INVALID, "scope must be tenant or system");
	if (rate->scope == RATE_SYSTEM && !str_eq(command->tenant, STR("system")))
		return fail(why, ERR_INVALID,
			    "scope must be tenant: only limits of the tenant "
			    "system may have the scope system");
	return ERR_OK;
}

/* Checks the rate of starts, the limit of concurrent runs, or both. */
static enum err check_rate(const struct command *command, struct why *why)
{
	const struct rate_policy *rate = &command->set.rate;
	str route = command->set.name;
	if (!route.len || route.len > LIMIT_ROUTE_BYTES)
		return fail(why, ERR_INVALID, "a route's name must have 1 to %d bytes",
			    LIMIT_ROUTE_BYTES);
	if (command->set.is_delete) return ERR_OK;
	enum err err = rate->rate || !rate->concurrency ? check_starts(rate, why) : ERR_OK;
	if (!err) err = check_scope(command, why);
	return err ? err : check_places(rate, why);
}

static enum err drop_rate(struct engine *engine, const struct command *command, struct why *why)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	struct rate *rate = rate_find(engine, tenant, command->set.name);
	if (!rate) return fail(why, ERR_NOT_FOUND, "there is no such limit");
	struct change *change = change_delete(engine, KIND_RATE);
	change->rate.tenant = tenant;
	change->rate.route = command->set.name;
	rate_forget(engine, rate);
	routes_declare(engine, command->set.name);
	document_drop(engine, command);
	return ERR_OK;
}

static enum err keep_rate(struct engine *engine, const struct command *command, u64 *out_version,
			  struct why *why)
{
	struct tenant *tenant;
	enum err err = tenant_named(engine, command->tenant, &tenant, why);
	if (err) return err;
	struct rate_row row = { tenant->no, command->set.name, command->set.rate };
	tenant_release(engine, tenant);
	change_put(engine, KIND_RATE)->rate = row;
	rate_changes(engine, row.tenant, row.route);
	rate_place(engine, &row);
	routes_declare(engine, row.route);
	*out_version = document_keep(engine, command, command->set.details, 0);
	return ERR_OK;
}

void on_set_limit(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct set_command *set = &command->set;
	answer->err = name_check(NAME_TENANT, command->tenant, "tenant_id", &answer->why);
	if (!answer->err) answer->err = check_rate(command, &answer->why);
	if (!answer->err)
		answer->err = document_check(engine, command, set->expected, set->details,
					     &answer->why);
	if (answer->err) return;
	if (set->is_delete) answer->err = drop_rate(engine, command, &answer->why);
	else answer->err = keep_rate(engine, command, &answer->version, &answer->why);
}
