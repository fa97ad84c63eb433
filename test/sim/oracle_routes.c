/* Rate limits by route: SPEC 4. In no span begin more runs than the rate gives for it and the
 * burst; nothing begins on a route that the other side has closed; and what waits loses nothing.
 *
 * What a process has learned it forgets when it ends; how many tokens were left it does not know
 * then, and may not make any up: here they are counted on. */
#include "sim/sim.h"

#include <inttypes.h>

/* "route-1": its number; 0: none. */
u32 routes_number(str name)
{
	return name.len ? (u32)(name.at[name.len - 1] - '0') + 1 : 0;
}

u32 routes_of_type(const struct oracle *oracle, u32 tenant, u32 type)
{
	const struct type_policy *policy = oracle->types[tenant][type];
	return policy ? routes_number(route_name_view(&policy->route)) : 0;
}

u32 routes_of_run(const struct oracle *oracle, const struct oracle_run *run)
{
	return run->route ? run->route : routes_of_type(oracle, run->tenant, run->type);
}

static bool is_used(const struct oracle *oracle, u32 tenant, u32 route)
{
	for (u32 type = 1; type < ORACLE_TYPES; type++) {
		if (routes_of_type(oracle, tenant, type) == route) return true;
	}
	return false;
}

static double refilled(const struct oracle_route *route, double tokens, msec boot)
{
	msec elapsed = boot > route->as_of ? boot - route->as_of : 0;
	if (!route->rate.rate) return tokens;
	tokens += (double)elapsed * route->rate.rate / (double)route->rate.per_ms;
	return tokens > route->rate.burst ? route->rate.burst : tokens;
}

static void refill(const struct oracle *oracle, struct oracle_route *route)
{
	msec now = oracle->now.boot;
	route->tokens = refilled(route, route->tokens, now);
	route->sure = refilled(route, route->sure, now);
	route->as_of = now;
}

void routes_are_used_otherwise(struct oracle *oracle, u32 tenant)
{
	for (u32 i = 1; i < ORACLE_ROUTES; i++) {
		refill(oracle, &oracle->routes[tenant][i]);
		oracle->routes[tenant][i].sure = 0;
	}
}

/* Runs that are processed on it, but this one. */
static u32 running_on(const struct oracle *oracle, u32 tenant, u32 number,
		      const struct oracle_run *but)
{
	u32 running = 0;
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		const struct oracle_run *run = execution->run;
		running += run != but && run->tenant == tenant &&
			   routes_of_run(oracle, run) == number;
	}
	return running;
}

static bool is_full(const struct oracle *oracle, const struct oracle_run *run, u32 number)
{
	u32 most = oracle->routes[run->tenant][number].rate.concurrency;
	return most && running_on(oracle, run->tenant, number, run) >= most;
}

bool routes_may_hold(const struct oracle *oracle, const struct oracle_run *run)
{
	u32 number = routes_of_run(oracle, run);
	const struct oracle_route *route = &oracle->routes[run->tenant][number];
	msec boot = oracle->sim->node.now.boot;
	if (!number) return false;
	if (boot < route->unsure_until || is_full(oracle, run, number)) return true;
	return route->rate.rate && refilled(route, route->sure, boot) < 1.000001;
}

/* One that is full may begin full under a new rate, too: it does where nobody stands on it, which
 * only memory knows. */
void routes_take(struct oracle *oracle, const struct rate_row *row, bool is_there)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	u32 number = routes_number(row->route);
	struct oracle_route *route = &oracle->routes[tenant][number];
	refill(oracle, route);
	bool is_full = route->tokens >= route->rate.burst;
	bool is_new = !route->rate.rate;
	route->rate = is_there ? row->policy : (struct rate_policy){ 0 };
	if (is_new || is_full || route->tokens > route->rate.burst)
		route->tokens = route->rate.burst;
	route->sure = 0;
	turns_forget(oracle);
}

/* The machine may have begun anew, too: then its boot clock has. */
void routes_begin_anew(struct oracle *oracle, msec boot)
{
	for (u32 tenant = 0; tenant < ORACLE_TENANTS; tenant++) {
		for (u32 i = 0; i < ORACLE_ROUTES; i++) {
			struct oracle_route *route = &oracle->routes[tenant][i];
			route->closed_until = route->unsure_until = 0;
			route->as_of = boot;
			route->sure = 0;
		}
	}
}

void routes_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	u32 number = routes_of_run(oracle, run);
	struct oracle_route *route = &oracle->routes[run->tenant][number];
	if (!number) return;
	refill(oracle, route);
	if (route->closed_until > oracle->now.boot)
		sim_fail(sim, "rate", &run->id, "started %" PRId64 " ms before its route opens",
			 route->closed_until - oracle->now.boot);
	if (is_full(oracle, run, number))
		sim_fail(sim, "I-05", &run->id, "started although its route has %u runs",
			 route->rate.concurrency);
	if (route->rate.concurrency &&
	    running_on(oracle, run->tenant, number, run) + 1 == route->rate.concurrency)
		sim_mark(sim, MARK_ROUTE_FULL);
	sim_mark(sim, run->route ? MARK_OWN_ROUTE_USED : MARK_ROUTE_USED);
	if (!route->rate.rate) return;
	route->tokens -= 1;
	route->sure = route->sure > 1 ? route->sure - 1 : 0;
	if (route->tokens < -0.000001)
		sim_fail(sim, "rate", &run->id,
			 "started beyond %u in %" PRId64 " ms and a burst of %u", route->rate.rate,
			 route->rate.per_ms, route->rate.burst);
	if (route->tokens < 1) sim_mark(sim, MARK_ROUTE_EMPTY);
}

static void close_it(struct oracle *oracle, u32 tenant, u32 number, msec until)
{
	struct oracle_route *route = &oracle->routes[tenant][number];
	if (route->closed_until < until) route->closed_until = until;
}

/* Whatever it says, and of whichever of them: until that is over none is known to be open. */
static void doubt(struct oracle *oracle, u32 tenant, const struct report *report)
{
	msec wait = report->retry_after_ms;
	if (report->rate.reset_after_ms > wait) wait = report->rate.reset_after_ms;
	for (u32 i = 1; i < ORACLE_ROUTES; i++) {
		struct oracle_route *route = &oracle->routes[tenant][i];
		if (route->unsure_until < oracle->now.boot + wait)
			route->unsure_until = oracle->now.boot + wait;
	}
}

/* Not where a policy has changed in the same turn: which route was meant is not known then. */
void routes_learn(struct oracle *oracle, const struct oracle_execution *execution,
		  const struct report *report)
{
	const struct oracle_run *run = execution->run;
	if (!report || report->outcome != execution->outcome) return;
	doubt(oracle, run->tenant, report);
	u32 number = routes_of_run(oracle, run);
	bool is_refused = str_eq(report->error_class, STR("http_429"));
	bool is_used_up = report->rate.has_remaining && !report->rate.remaining;
	msec wait = is_refused ? report->retry_after_ms : 0;
	if ((is_refused || is_used_up) && report->rate.reset_after_ms > wait)
		wait = report->rate.reset_after_ms;
	if (!number || !wait || oracle->policy_turn == oracle->turn_id) return;
	close_it(oracle, run->tenant, number, oracle->now.boot + wait);
	sim_mark(oracle->sim, MARK_ROUTE_CLOSED);
	if (!report->rate.is_global) return;
	for (u32 i = 1; i < ORACLE_ROUTES; i++) {
		if (is_used(oracle, run->tenant, i))
			close_it(oracle, run->tenant, i, oracle->now.boot + wait);
	}
}

void routes_put_off(struct oracle *oracle, struct oracle_run *run,
		    const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	if (run->state != RUN_QUEUED || run->run_at > oracle->wall_max)
		sim_fail(sim, "rate", &run->id, "put off while it is not due");
	if (!routes_of_run(oracle, run))
		sim_fail(sim, "rate", &run->id, "put off although it uses no route");
	if (entry->attempts != run->attempts)
		sim_fail(sim, "rate", &run->id, "putting it off cost an attempt");
	if (entry->run_at < run->run_at)
		sim_fail(sim, "rate", &run->id, "brought forward by its route");
	if (entry->run_at <= oracle->now.wall && entry->run_at != run->deadline_at)
		sim_fail(sim, "rate", &run->id, "put off to an instant that is over");
	run->deferred_count++;
	lines_remove(oracle, run);
	run->run_at = entry->run_at;
	lines_add(oracle, run);
	turns_restart(oracle, run);
	sim_mark(sim, MARK_PUT_OFF_BY_ROUTE);
}
