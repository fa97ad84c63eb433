/* Routes for the API: their present state, as declared and as learned. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

static u32 waiting_on(const struct route *route)
{
	u32 due = 0;
	list_for_each_of(struct type, type, &route->types, in_route)
	{
		list_for_each_of(struct lane, lane, &type->lanes, in_type)
		{
			if (!lane->own.v) due += lane->due;
		}
	}
	list_for_each_of(struct lane, lane, &route->lanes, in_route) due += lane->due;
	return due;
}

static str kept(struct engine *engine, str text)
{
	char *copy = arena_alloc(&now_turn(engine)->arena, text.len + 1);
	must(copy != NULL);
	if (text.len) memcpy(copy, text.at, text.len);
	return (str){ copy, text.len };
}

/* Copies the texts: a later part of the step may free the route. */
static void show(struct engine *engine, struct route *route, struct routes_answer *answer)
{
	const struct learned *learned = &route->learned;
	tenant_no system = { name_find(engine, NAME_TENANT, STR("system")) };
	if (answer->len == answer->most) return;
	answer->items[answer->len++] = (struct route_state){
		.tenant = name_text(engine, NAME_TENANT,
				    route->tenant.v ? route->tenant.v : system.v),
		.route = kept(engine, route_name(route)),
		.rate = route->rate,
		.tokens = route_tokens(engine, route),
		.closed_until = route->is_closed
					? msec_add(wall_now(engine),
						   msec_sub(route->opens_at, boot_now(engine)))
					: 0,
		.running = route->running,
		.waiting = waiting_on(route),
		.bucket = kept(engine, (str){ learned->bucket, learned->bucket_len }),
		.has_remaining = learned->has_remaining,
		.remaining = learned->remaining,
		.refused = learned->refused,
		.streak = learned->streak,
	};
}

u32 routes_shown(const struct engine *engine)
{
	u32 count = engine->gates.routes.table.count;
	return count < LIMIT_ROUTES_SHOWN ? count : LIMIT_ROUTES_SHOWN;
}

static void begin(struct engine *engine, struct routes_answer *answer)
{
	*answer = (struct routes_answer){ .most = routes_shown(engine) };
	answer->items = arena_alloc_array(&now_turn(engine)->arena, answer->most + 1u,
					  sizeof *answer->items);
	must(answer->items != NULL);
}

void routes_show_refused(struct engine *engine, struct routes_answer *answer)
{
	begin(engine, answer);
	list_for_each_of(struct route, route, &engine->gates.refused_routes, in_refused)
		show(engine, route, answer);
}

/* For the tenant `system`, includes the routes of all tenants together. */
void on_ask_routes(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no no = { name_find(engine, NAME_TENANT, command->tenant) };
	const struct tenant *tenant = no.v ? tenant_find(engine, no) : NULL;
	begin(engine, &answer->routes);
	if (str_eq(command->tenant, STR("system"))) {
		list_for_each_of(struct route, route, &engine->gates.shared_routes, in_list)
			show(engine, route, &answer->routes);
	}
	if (!tenant) return;
	list_for_each_of(struct route, route, &tenant->routes, in_list)
		show(engine, route, &answer->routes);
}
