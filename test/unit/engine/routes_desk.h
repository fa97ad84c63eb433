/* Small sentences about routes. */
#ifndef BELFRY_TEST_UNIT_ENGINE_ROUTES_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_ROUTES_DESK_H

#include "engine/desk.h"
#include "engine/gates/route_parts.h"

static inline void desk_route(struct desk *desk, const char *tenant, const char *type,
			      const char *route)
{
	struct type_policy policy = { 0 };
	assert_true(route_name_set(&policy.route, str_from(route)));
	desk_set_type(desk, tenant, type, policy);
}

/* So many each second's `per`, or so many places; neither: not any more. */
static inline void desk_rate(struct desk *desk, const char *tenant, const char *route,
			     struct rate_policy rate)
{
	bool is_said = rate.rate || rate.concurrency;
	struct command set = { .kind = COMMAND_SET_LIMIT,
			       .tenant = str_from(tenant),
			       .set = { .name = str_from(route),
					.details = is_said ? STR("{}") : (str){ "", 0 },
					.expected = DOCUMENT_ANY,
					.is_delete = !is_said,
					.rate = rate } };
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

static inline void desk_runs_of(struct desk *desk, const char *tenant, const char *type, u32 count)
{
	desk_enqueue_many(desk, tenant, (struct enqueue_item){ .type = str_from(type) }, count);
}

/* How many of them a worker gets now. */
static inline u32 desk_got(struct desk *desk)
{
	return desk_lease(desk, 1000, (struct lease_command){ 0 });
}

/* What the last lease's holder reports. */
static inline void desk_said(struct desk *desk, u32 lease, bool refused, struct rate_said rate)
{
	rate.is_said = true;
	struct report report = { .execution = desk->leases[lease].execution,
				 .outcome = refused ? OUTCOME_RETRY : OUTCOME_SUCCESS,
				 .error_class = refused ? STR("http_429") : (str){ "", 0 },
				 .rate = rate };
	assert_int_equal(HOLDER_OK, desk_report(desk, report));
}

#endif
