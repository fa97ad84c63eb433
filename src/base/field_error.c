/* Sentences about a field: its name, then what is wrong with it. */
#include "base/field_error.h"

/* Then name and reason already make a sentence. */
static bool begins_with_verb(str reason)
{
	static const str verbs[] = {
		STR("must"),     STR("is"),      STR("has"),   STR("goes"),
		STR("may"),      STR("needs"),   STR("names"), STR("would"),
		STR("contains"), STR("differs"), STR("asks"),  STR("belongs")
	};
	str rest = reason;
	str word = str_split(&rest, ' ');
	for (size_t i = 0; i < countof(verbs); i++) {
		if (str_eq(word, verbs[i])) return true;
	}
	return false;
}

enum err fail_field(struct why *why, enum err code, str field, str reason)
{
	if (!field.len) return fail(why, code, "%.*s", STR_ARG(reason));
	return fail(why, code, "%.*s%s%.*s", STR_ARG(field), begins_with_verb(reason) ? " " : ": ",
		    STR_ARG(reason));
}
