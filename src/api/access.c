#include "api/access.h"

#include "base/must.h"

static const str role_names[ROLE_COUNT] = {
#define X(name, word, sentence) [ROLE_##name] = { word, sizeof word - 1 },
	ROLES(X)
#undef X
};

static const u32 reach_roles[REACH_COUNT] = {
#define X(name, word, roles, sentence) [REACH_##name] = (roles),
	REACHES(X)
#undef X
};

static const str reach_words[REACH_COUNT] = {
#define X(name, word, roles, sentence) [REACH_##name] = { word, sizeof word - 1 },
	REACHES(X)
#undef X
};

str reach_word(enum reach reach)
{
	must(reach < REACH_COUNT);
	return reach_words[reach];
}

str role_name(enum role role)
{
	must(role < ROLE_COUNT);
	return role_names[role];
}

bool role_parse(str word, enum role *out_role)
{
	for (u32 i = 0; i < ROLE_COUNT; i++) {
		if (!str_eq(word, role_names[i])) continue;
		*out_role = (enum role)i;
		return true;
	}
	return false;
}

bool role_reaches(enum role role, enum reach reach)
{
	must(role < ROLE_COUNT);
	must(reach < REACH_COUNT);
	return role == ROLE_ADMIN || (reach_roles[reach] >> role & 1);
}
