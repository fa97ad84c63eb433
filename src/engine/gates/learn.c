/* Limits as the other side tells them, in results of workers and of the server's own handlers: how
 * much is left until when, when to come again, and whether that is meant for one route, for all
 * that share its bucket, or for everything.
 *
 * It is kept in memory alone: whoever begins anew is told again by the first 429, at the price of
 * one, and no life of a run costs a write more. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

static bool is_refused(const struct report *report)
{
	return report->error_class.len &&
	       str_eq(report->error_class, error_class_name(CLASS_HTTP_429));
}

/* How long nothing may start; 0: that was not said. */
static msec closed_for(const struct report *report)
{
	const struct rate_said *rate = &report->rate;
	bool is_used_up = rate->has_remaining && !rate->remaining;
	msec wait = is_refused(report) ? report->retry_after_ms : 0;
	if ((is_used_up || is_refused(report)) && rate->reset_after_ms > wait)
		wait = rate->reset_after_ms;
	return wait < LIMIT_RATE_SPAN_MS ? wait : LIMIT_RATE_SPAN_MS;
}

static bool shares_bucket(const struct route *a, const struct route *b)
{
	str x = { a->learned.bucket, a->learned.bucket_len };
	return x.len && str_eq(x, (str){ b->learned.bucket, b->learned.bucket_len });
}

static void close_until(struct engine *engine, struct route *route, msec until)
{
	if (route->learned.closed_until >= until) return;
	route->learned.closed_until = until;
	if (route->users) route_look(engine, route);
}

static struct list *routes_beside(struct engine *engine, const struct route *route)
{
	if (!route->tenant.v) return &engine->gates.shared_routes;
	return &tenant_find(engine, route->tenant)->routes;
}

static void close_all(struct engine *engine, struct route *said, bool is_global, msec until)
{
	list_for_each_of(struct route, route, routes_beside(engine, said), in_list)
	{
		if (is_global || route == said || shares_bucket(route, said))
			close_until(engine, route, until);
	}
}

/* Calls under way may not have been counted yet when the other side said how much is left. */
static void learn_window(struct engine *engine, struct route *route, const struct rate_said *rate)
{
	struct learned *learned = &route->learned;
	u32 under_way = route->running ? route->running - 1 : 0; /* this one has ended */
	if (rate->bucket.len && rate->bucket.len <= sizeof learned->bucket) {
		learned->bucket_len = (u32)rate->bucket.len;
		memcpy(learned->bucket, rate->bucket.at, rate->bucket.len);
	}
	if (!rate->has_remaining) return;
	learned->has_remaining = true;
	learned->remaining = rate->remaining;
	if (rate->reset_after_ms <= 0) return;
	msec span = rate->reset_after_ms < LIMIT_RATE_SPAN_MS ? rate->reset_after_ms
							      : LIMIT_RATE_SPAN_MS;
	learned->window_until = msec_add(engine->clock.seen.boot, span);
	learned->left = rate->remaining > under_way ? rate->remaining - under_way : 0;
}

/* For statistics: how often, and on which route. */
static void note_refused(struct engine *engine, const struct lane *lane)
{
	const struct route *route = lane->route;
	const struct type *type = lane->type;
	struct journal_entry entry = { .kind = JOURNAL_REFUSED,
				       .tenant = type->tenant->no,
				       .type = type->no };
	if (route) entry.reason = route_name(route);
	journal_add(engine, &entry);
}

void route_learn(struct engine *engine, struct execution *execution, const struct report *report,
		 str actor)
{
	(void)actor;
	const struct lane *lane = execution->run->lane;
	struct route *route = lane->route;
	bool refused = is_refused(report);
	if (refused) note_refused(engine, lane);
	if (!route) return;
	if (!refused) route->learned.streak = 0;
	if (!refused && !report->rate.is_said) return;
	msec wait = closed_for(report);
	learn_window(engine, route, &report->rate);
	if (refused) {
		route->learned.refused++;
		route->learned.streak++;
		for (u32 i = 0; engine->hooks->refused[i]; i++)
			engine->hooks->refused[i](engine, route->learned.streak);
		if (list_node_is_in_list(&route->in_refused)) list_remove(&route->in_refused);
		list_push_front(&engine->gates.refused_routes, &route->in_refused);
	}
	if (wait > 0)
		close_all(engine, route, report->rate.is_global,
			  msec_add(engine->clock.seen.boot, wait));
	route_look(engine, route);
}
