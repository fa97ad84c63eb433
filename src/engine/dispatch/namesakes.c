/* Settings that a type inherits from types of the same name. Types of one name in different tenants
 * are namesakes. Beside its own policy a type takes, field by field, that of the same type of the
 * tenant system, then that of the type in its tenant's profile: its base. Bases are shared by all
 * namesakes of a profile and never change: a new policy of the system is a new base, which the
 * namesakes take over a few at a time (inherit.c).
 *
 * Those that have not taken it yet stand in front of the list of namesakes; likewise in the list of
 * a tenant's types, where its profile changed. Types of webhooks inherit nothing. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

/* ---- bases -------------------------------------------------------------------------------- */

static void base_give(struct engine *engine, struct base_policy *base)
{
	if (!base || --base->users) return;
	engine->dispatch.base_routes -= base->policy.route.len > 0;
	pool_give(&engine->dispatch.base_pool, base);
}

static struct base_policy *base_make(struct engine *engine, const struct type_policy *policy)
{
	struct base_policy *base = pool_take(&engine->dispatch.base_pool);
	base->policy = *policy;
	base->users = 1;
	engine->dispatch.base_routes += policy->route.len > 0;
	return base;
}

static struct namesakes *namesakes_find(const struct engine *engine, type_no no)
{
	return u64_map_find(&engine->dispatch.namesakes, no.v);
}

static struct namesakes *namesakes_get(struct engine *engine, type_no no)
{
	struct namesakes *namesakes = namesakes_find(engine, no);
	if (namesakes) return namesakes;
	namesakes = pool_take(&engine->dispatch.namesakes_pool);
	namesakes->no = no;
	list_init(&namesakes->types);
	u64_map_insert(&engine->dispatch.namesakes, no.v, namesakes);
	return namesakes;
}

static void namesakes_release(struct engine *engine, struct namesakes *namesakes)
{
	if (namesakes->bases[PROFILE_NONE] || !list_is_empty(&namesakes->types)) return;
	if (list_node_is_in_list(&namesakes->in_stale)) list_remove(&namesakes->in_stale);
	u64_map_remove(&engine->dispatch.namesakes, namesakes->no.v);
	pool_give(&engine->dispatch.namesakes_pool, namesakes);
}

static const struct type_policy *profile_says(const struct engine *engine, u32 profile, str name)
{
	const struct catalog_type *type = catalog_type_find(engine->config.catalog, profile, name);
	return type ? &type->policy : NULL;
}

/* The base for a tenant with that profile. */
static const struct type_policy *base_of(const struct engine *engine, u32 profile, str name)
{
	type_no no = { name_find(engine, NAME_TYPE, name) };
	const struct namesakes *namesakes = no.v ? namesakes_find(engine, no) : NULL;
	if (type_is_webhooks(name)) return NULL;
	if (namesakes && namesakes->bases[profile]) return &namesakes->bases[profile]->policy;
	return profile_says(engine, profile, name);
}

/* ---- a type in force ---------------------------------------------------------------------- */

static const struct type_policy *own_of(const struct type *type)
{
	return type->row && type->row->policy.said ? &type->row->policy : NULL;
}

void type_settle_policy(struct engine *engine, struct type *type)
{
	const struct type_policy *own = own_of(type);
	if (own && type->base) {
		if (!type->merged) type->merged = pool_take(&engine->dispatch.base_pool);
		type->merged->policy = policy_merge(own, type->base);
		type->policy = &type->merged->policy;
		return;
	}
	if (type->merged) pool_give(&engine->dispatch.base_pool, type->merged);
	type->merged = NULL;
	type->policy = own ? own : type->base;
}

const struct type_policy *type_policy_of(const struct engine *engine, const struct tenant *tenant,
					 type_no no)
{
	const struct type *type = tenant ? type_find(engine, tenant->no, no) : NULL;
	str name = name_text(engine, NAME_TYPE, no.v);
	u32 profile = tenant ? tenant->policy.profile : PROFILE_NONE;
	if (type) return type->policy;
	if (!no.v) return NULL;
	if (tenant && tenant->is_system) return profile_says(engine, profile, name);
	return base_of(engine, profile, name);
}

/* A handler is inherited whole: the tenant system alone can set handlers for others. */
tenant_no type_handler_tenant(const struct engine *engine, const struct type *type)
{
	if (policy_says(own_of(type), SAYS_HANDLER)) return type->tenant->no;
	if (!type->held || !policy_says(&type->held->policy, SAYS_HANDLER)) return type->tenant->no;
	return (tenant_no){ name_find(engine, NAME_TENANT, SYSTEM_NAME) };
}

static struct base_policy *base_wanted(const struct engine *engine, const struct type *type)
{
	const struct namesakes *namesakes = namesakes_find(engine, type->no);
	if (type->tenant->is_system || !namesakes) return NULL;
	return namesakes->bases[type->tenant->policy.profile];
}

bool type_is_stale(const struct engine *engine, const struct type *type)
{
	if (!list_node_is_in_list(&type->in_tenant)) return false;
	return type->profile != type->tenant->policy.profile ||
	       type->held != base_wanted(engine, type);
}

static void to_the_back(struct list *list, struct list_node *node)
{
	list_remove(node);
	list_push_back(list, node);
}

void type_take_base(struct engine *engine, struct type *type)
{
	struct base_policy *held = type->held;
	str name = name_text(engine, NAME_TYPE, type->no.v);
	if (!list_node_is_in_list(&type->in_tenant)) return;
	if (!type->tenant->is_system)
		to_the_back(&namesakes_find(engine, type->no)->types, &type->in_namesakes);
	to_the_back(&type->tenant->all_types, &type->in_tenant);
	type->profile = (u8)type->tenant->policy.profile;
	type->held = base_wanted(engine, type);
	if (type->held) type->held->users++;
	type->base = type->held ? &type->held->policy : profile_says(engine, type->profile, name);
	type_settle_policy(engine, type);
	base_give(engine, held);
}

void type_join(struct engine *engine, struct type *type)
{
	if (type_is_webhooks(name_text(engine, NAME_TYPE, type->no.v))) return;
	if (!type->tenant->is_system)
		list_push_back(&namesakes_get(engine, type->no)->types, &type->in_namesakes);
	list_push_back(&type->tenant->all_types, &type->in_tenant);
	type_take_base(engine, type);
}

void type_part(struct engine *engine, struct type *type)
{
	struct base_policy *held = type->held;
	if (!list_node_is_in_list(&type->in_tenant)) return;
	list_remove(&type->in_tenant);
	type->held = NULL;
	type->base = NULL;
	type_settle_policy(engine, type);
	base_give(engine, held);
	if (type->tenant->is_system) return;
	list_remove(&type->in_namesakes);
	namesakes_release(engine, namesakes_find(engine, type->no));
}

/* ---- changes ------------------------------------------------------------------------------ */

static void note_scopes(const struct engine *engine, struct namesakes *namesakes)
{
	u64 turn = engine->step.turn ? engine->step.turn->id : 0;
	str name = name_text(engine, NAME_TYPE, namesakes->no.v);
	if (!turn || namesakes->scopes_turn == turn) return;
	for (u32 i = 0; i < PROFILE_COUNT; i++)
		namesakes->scopes_before[i] = scope_of_policy(base_of(engine, i, name));
	namesakes->scopes_turn = turn;
}

/* Profiles without the type share one base. */
static void make_bases(struct engine *engine, struct namesakes *namesakes,
		       const struct type_policy *policy)
{
	str name = name_text(engine, NAME_TYPE, namesakes->no.v);
	struct base_policy *plain = base_make(engine, policy);
	namesakes->bases[PROFILE_NONE] = plain;
	for (u32 i = PROFILE_NONE + 1; i < PROFILE_COUNT; i++) {
		const struct type_policy *below = profile_says(engine, i, name);
		struct type_policy merged;
		if (below) merged = policy_merge(policy, below);
		if (!below) plain->users++;
		namesakes->bases[i] = below ? base_make(engine, &merged) : plain;
	}
}

void system_type_set(struct engine *engine, type_no no, const struct type_policy *policy)
{
	struct base_policy *before[PROFILE_COUNT];
	struct namesakes *namesakes = namesakes_get(engine, no);
	note_scopes(engine, namesakes);
	memcpy(before, namesakes->bases, sizeof before);
	memset(namesakes->bases, 0, sizeof namesakes->bases);
	if (policy->said) make_bases(engine, namesakes, policy);
	for (u32 i = 0; i < PROFILE_COUNT; i++) base_give(engine, before[i]);
	if (!list_node_is_in_list(&namesakes->in_stale))
		list_push_back(&engine->dispatch.stale_namesakes, &namesakes->in_stale);
}

void profile_set(struct engine *engine, struct tenant *tenant)
{
	if (!list_node_is_in_list(&tenant->in_stale))
		list_push_back(&engine->dispatch.stale_tenants, &tenant->in_stale);
}

static struct type *first_of_namesakes(const struct namesakes *namesakes)
{
	if (list_is_empty(&namesakes->types)) return NULL;
	return container_of(namesakes->types.head.next, struct type, in_namesakes);
}

static struct type *first_of_tenant(const struct tenant *tenant)
{
	if (list_is_empty(&tenant->all_types)) return NULL;
	return container_of(tenant->all_types.head.next, struct type, in_tenant);
}

struct type *type_next_stale(struct engine *engine)
{
	struct list *stale = &engine->dispatch.stale_namesakes;
	while (!list_is_empty(stale)) {
		struct namesakes *namesakes = container_of(stale->head.next, struct namesakes,
							   in_stale);
		struct type *type = first_of_namesakes(namesakes);
		if (type && type_is_stale(engine, type)) return type;
		list_remove(&namesakes->in_stale);
		namesakes_release(engine, namesakes);
	}
	stale = &engine->dispatch.stale_tenants;
	while (!list_is_empty(stale)) {
		struct tenant *tenant = container_of(stale->head.next, struct tenant, in_stale);
		struct type *type = first_of_tenant(tenant);
		if (type && type_is_stale(engine, type)) return type;
		list_remove(&tenant->in_stale);
	}
	return NULL;
}

/* ---- keys --------------------------------------------------------------------------------- */

struct scope_said base_scope(const struct engine *engine, const struct turn *turn,
			     const struct tenant *tenant, str name)
{
	type_no no = { name_find(engine, NAME_TYPE, name) };
	const struct namesakes *namesakes = no.v ? namesakes_find(engine, no) : NULL;
	u32 profile = tenant ? tenant->policy.profile : PROFILE_NONE;
	if (tenant && tenant->is_system) return (struct scope_said){ 0 };
	if (tenant && tenant->defaults_turn == turn->id) profile = tenant->profile_before;
	if (namesakes && namesakes->scopes_turn == turn->id)
		return namesakes->scopes_before[profile];
	return scope_of_policy(base_of(engine, profile, name));
}

static bool command_sets_base(const struct command *command)
{
	return command->kind == COMMAND_SET_TYPE && str_eq(command->tenant, SYSTEM_NAME);
}

u32 bases_inheriting(const struct engine *engine, const struct turn *turn)
{
	bool may = bases_are_stale(engine);
	for (u32 i = 0; !may && i < turn->commands_len; i++)
		may = command_sets_base(turn->commands[i]) ||
		      turn->commands[i]->kind == COMMAND_SET_TENANT;
	if (!may) return 0;
	u32 types = engine->dispatch.types.table.count;
	return types < LIMIT_TURN_INHERITED ? types : LIMIT_TURN_INHERITED;
}

/* A type with its own policy needs memory for a merged policy if it inherits, too. */
u32 bases_needed(const struct engine *engine, const struct turn *turn)
{
	u32 needed = bases_inheriting(engine, turn);
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_SET_TYPE) continue;
		needed += command_sets_base(command) ? PROFILE_COUNT + 1 : 1;
	}
	return needed;
}
