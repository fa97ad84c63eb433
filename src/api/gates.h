/* Gates in bodies: maintenance, quiet hours. The settings keep them as they were given; from these
 * the text is made that the engine reads (model/gates.h). */
#ifndef BELFRY_API_GATES_H
#define BELFRY_API_GATES_H

#include "api/request.h"

/* Shapes of the objects, for the API's description. */
extern const struct shape maintenance_body;
extern const struct shape hours_body;
extern const struct shape policy_rule_body;
extern const struct shape policy_hook_body;

/* The text of a tenant's gates, from its settings as they shall be (a checked object). Faults name
 * the field. */
MUST_USE enum err gates_of_tenant(struct request *request, str details, str *out_text);

/* The same of a person's. Where no zone is named, the tenant's counts. */
MUST_USE enum err gates_of_user(struct request *request, str details, str *out_text);

#endif
