/* The rules for events that count for a tenant: its own, and those of its profile that it has not
 * switched off or replaced by a rule made from the same template. */
#ifndef BELFRY_API_RULES_IN_FORCE_H
#define BELFRY_API_RULES_IN_FORCE_H

#include "api/request.h"
#include "store/query.h"

struct rule_set {
	struct document_view *rows; /* those of the profile first: in the order of their ids */
	u32 len;
	u32 of_profile;
};

MUST_USE enum err rules_in_force(struct request *request, struct query *query,
				 struct rule_set *out_rules);
/* The one of the profile; ERR_NOT_FOUND: none that counts has this id. Its version is 0. */
MUST_USE enum err rule_of_profile(struct request *request, struct query *query, str id,
				  struct document_view *out_rule);

#endif
