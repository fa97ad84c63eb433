/* Small sentences about gates. */
#ifndef BELFRY_TEST_UNIT_ENGINE_GATES_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_GATES_DESK_H

#include "engine/desk.h"

/* What a tenant says from now on, in the words of model/gates.h; %: the desk's clock. */
static inline enum err desk_say(struct desk *desk, const char *tenant, const char *body)
{
	struct command set = { .kind = COMMAND_SET_TENANT,
			       .set = { .name = str_from(tenant),
					.has_gates = true,
					.gates_only = true,
					.gates = str_from(body) } };
	return desk_do(desk, set)->err;
}

/* Maintenance from now on, for so long; 0: until it is switched off. */
static inline void desk_maintain(struct desk *desk, const char *tenant, msec span)
{
	char body[100];
	if (span)
		snprintf(body, sizeof body, "maintenance 0 %lld",
			 (long long)(desk->now.wall + span));
	else snprintf(body, sizeof body, "maintenance 0 open");
	assert_int_equal(ERR_OK, desk_say(desk, tenant, body));
}

#endif
