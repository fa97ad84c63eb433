/* Policies in bodies: backoff, attempts, classes; the same for types and tenants. */
#ifndef BELFRY_API_POLICY_H
#define BELFRY_API_POLICY_H

#include "api/request.h"
#include "api/shapes.h"
#include "model/policy.h"

SHAPE_STRUCT(backoff_input, BACKOFF_FIELDS);

extern const struct shape backoff_body;

/* The first fault is noted in the request. */
MUST_USE enum err backoff_take(struct request *request, const struct backoff_input *input,
			       struct backoff *out_backoff);
/* The number in a field of kind PRIORITY; out_scaled: it is meant on the tenant's scale. */
u32 priority_take(i64 given, bool *out_scaled);
/* "bucket", "active", "24h" ... False: none of these. */
MUST_USE bool scope_take(str word, enum unique_scope *out_scope, msec *out_ttl);
/* The same of a type or tenant; empty: it says nothing. */
MUST_USE enum err scope_set(struct request *request, str word, enum unique_scope *out_scope,
			    msec *out_ttl);
struct set_command;
/* A type's next way, an object. */
extern const struct shape fallback_body;
MUST_USE enum err fallback_take(struct request *request, str object, struct set_command *set);
MUST_USE enum err classes_take(struct request *request, const struct texts *names, str pointer,
			       struct class_list *out_list);

#endif
