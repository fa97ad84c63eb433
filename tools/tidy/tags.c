/* Names of structs, enums and unions: no two definitions share one, so that a name found by grep
 * means one thing. Tests and examples are programs of their own and may reuse names. */
#include "tidy/check.h"

#include "tidy/lex.h"

struct defined_tag {
	struct defined_tag *next;
	str name;
	const struct source *source;
	u32 line;
};

static bool is_program(const struct source *source)
{
	return source_is_c(source) && !path_is_below(source->path, "test/") &&
	       !path_is_below(source->path, "examples/");
}

/* A word after which the name of a type may be defined. */
static bool opens_tag(str word)
{
	return str_eq(word, STR("struct")) || str_eq(word, STR("enum")) ||
	       str_eq(word, STR("union"));
}

/* Whether the name that ends at `at` is followed by the { of its definition. */
static bool is_defined(str code, size_t at)
{
	while (at < code.len && lex_is_space(code.at[at])) at++;
	return at < code.len && code.at[at] == '{';
}

static const struct defined_tag *find_tag(const struct defined_tag *tags, str name)
{
	while (tags && !str_eq(tags->name, name)) tags = tags->next;
	return tags;
}

static void take_tag(struct defined_tag **tags, const struct source *source, str name,
		     struct findings *findings)
{
	u32 line = source_line_of(source, (size_t)(name.at - source->code.at));
	const struct defined_tag *first = find_tag(*tags, name);
	if (first) {
		findings_add(findings, CHECK_TAG, source, line, "%.*s is also defined at %.*s:%u",
			     STR_ARG(name), STR_ARG(first->source->path), first->line);
		return;
	}
	struct defined_tag *tag = arena_alloc(findings->arena, sizeof *tag);
	if (!tag) {
		findings->failed = true;
		return;
	}
	*tag = (struct defined_tag){ *tags, name, source, line };
	*tags = tag;
}

static void take_tags_of(struct defined_tag **tags, const struct source *source,
			 struct findings *findings)
{
	size_t at = 0;
	str code = source->code, word;
	while (lex_next_word(code, &at, &word)) {
		if (!is_defined(code, at)) continue;
		str before = lex_word_before(code, (size_t)(word.at - code.at));
		if (opens_tag(before)) take_tag(tags, source, word, findings);
	}
}

void check_tags(const struct tree *tree, struct findings *findings)
{
	struct defined_tag *tags = NULL;
	for (u32 i = 0; i < tree->len; i++)
		if (is_program(tree->sources[i])) take_tags_of(&tags, tree->sources[i], findings);
}
