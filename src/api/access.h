/* Roles, and which routes each role may use. */
#ifndef BELFRY_API_ACCESS_H
#define BELFRY_API_ACCESS_H

#include "api/access.def"
#include "base/str.h"

/* clang-format off */
enum role {
#define X(name, word, sentence) ROLE_##name,
	ROLES(X)
#undef X
	ROLE_COUNT
};
/* clang-format on */

#define ROLE_BIT(name) (1u << ROLE_##name)

/* clang-format off */
enum reach {
#define X(name, word, roles, sentence) REACH_##name,
	REACHES(X)
#undef X
	REACH_COUNT
};
/* clang-format on */

str role_name(enum role role);
MUST_USE bool role_parse(str word, enum role *out_role);

str reach_word(enum reach reach);

/* Whether a token of that role may use a route of that reach. */
bool role_reaches(enum role role, enum reach reach);

#endif
