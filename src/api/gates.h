/* Gates in bodies: maintenance, quiet hours. The settings keep them as they were given; from these
 * the text is made that the engine reads (model/gates.h). */
#ifndef BELFRY_API_GATES_H
#define BELFRY_API_GATES_H

#include "api/request.h"
#include "model/gates.h"

struct type_policy; /* model/policy.h */

/* Shapes of the objects, for the API's description. */
extern const struct shape maintenance_body;
extern const struct shape hours_body;
extern const struct shape policy_rule_body;
extern const struct shape policy_hook_body;

/* The text of a tenant's gates, from its settings as they shall be (a checked object). Faults name
 * the field. */
MUST_USE enum err gates_of_tenant(struct request *request, str details, str *out_text);

/* The same, read: what can be asked. On the loop, whose zones are. */
MUST_USE enum err gates_of_settings(struct request *request, str details, struct gates *out_gates);
/* Why the settings have maintenance; empty: they do not say. */
str gates_reason(struct request *request, str details);
/* A type's settings about gates; reminders always notify. */
struct gated_type gated_type_of(str type, const struct type_policy *policy);

/* route_tenants.c: a tenant's settings as they are kept; empty: it has none. */
MUST_USE enum err tenant_settings(struct request *request, struct query *query, str id,
				  str *out_details);
/* Settings as they would be kept after the request's body. */
MUST_USE enum err tenant_settings_after(struct request *request, str details, str *out_details);

/* The same of a person's. Where no zone is named, the tenant's counts. */
MUST_USE enum err gates_of_user(struct request *request, str details, str *out_text);

#endif
