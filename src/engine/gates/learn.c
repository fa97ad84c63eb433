/* Rate limits as the other side reports them in the results of workers and of the server's own
 * handlers: how many calls are left until when, when to try again, and whether the limit covers one
 * route, all routes of its bucket, or everything.
 *
 * These limits are kept in memory alone. A new process learns them again from the first 429, which
 * costs one attempt; in return no run costs an additional write. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

static bool is_refused(const struct report *report)
{
	return report->error_class.len &&
	       str_eq(report->error_class, error_class_name(CLASS_HTTP_429));
}

/* How long no attempt may start; 0: not reported. */
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

/* Subtracts open attempts: the other side may not have counted them when it reported the rest. */
static void learn_window(struct engine *engine, struct route *route, const struct rate_said *rate)
{
	struct learned *learned = &route->learned;
	/* without the attempt that has just ended */
	u32 under_way = route->running ? route->running - 1 : 0;
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

/* Counts 429s for statistics, by route. */
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
