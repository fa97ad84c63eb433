/* The policy of a type as a body gives it: by PUT types/NAME, and in the catalog. */
#ifndef BELFRY_API_TYPE_BODY_H
#define BELFRY_API_TYPE_BODY_H

#include "api/policy.h"

SHAPE_STRUCT(type_input, TYPE_FIELDS);
SHAPE_PLACES(TYPE, TYPE_FIELDS);

extern const struct shape type_body;

/* The given fields over those that the policy has, but for handler and fallback. The first fault is
 * noted in the request. */
MUST_USE enum err type_policy_take(struct request *request, const struct type_input *input,
				   struct type_policy *policy);
/* Notes which fields the policy says itself. A field that is given counts even where it says 0;
 * null inherits it again. What every type shows may come back: an empty list says nothing. */
void type_policy_note(const struct type_input *input, struct type_policy *policy);

#endif
