/* Sign-in by a proxy: single sign-on stands in front of the server, and names the person and the
 * person's groups in header fields. Which role of which tenant a group has is a list of rules. The
 * fields count only from a connection of a declared proxy; from anybody else they are text. */
#ifndef BELFRY_API_PROXY_H
#define BELFRY_API_PROXY_H

#include "api/auth.h"
#include "base/err.h"
#include "base/str.h"

enum { PROXY_RULES_MAX = 64, PROXY_FIELD_BYTES = 64 };

struct proxy_rule {
	str group; /* "*": everybody */
	str tenant;
	enum role role;
};

/* Texts are borrowed. */
struct proxy_sign_in {
	str user_field;   /* empty: nobody signs in by a proxy */
	str groups_field; /* empty: only the rule "*" can match */
	struct proxy_rule rules[PROXY_RULES_MAX];
	u32 rules_len;
};

/* `rules` is GROUP=TENANT:ROLE, separated by commas. */
MUST_USE enum err proxy_parse(str user_field, str groups_field, str rules,
			      struct proxy_sign_in *out_sign_in, struct why *why);

/* The person's tenant and role: of the first rule whose group the person has. `user` is a name as
 * the store has them: an @ of the proxy's becomes a colon, so no two persons share one.
 * ERR_FORBIDDEN: no rule, or no name that a user may have. Texts are of the arena or the rules. */
MUST_USE enum err proxy_who(const struct proxy_sign_in *sign_in, str user, str groups,
			    struct arena *arena, struct who *out_who, struct why *why);

#endif
