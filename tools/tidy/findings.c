#include "tidy/findings.h"

#include "base/must.h"
#include "tidy/exceptions.def"

#include <stdarg.h>
#include <stdio.h>

enum { FINDING_TEXT_MAX = 1000 };

static const struct {
	const char *word;
	const char *demand;
} checks[CHECK_COUNT] = {
#define X(name, word, demand) { word, demand },
	CHECKS(X)
#undef X
};

static const struct {
	enum tidy_check check;
	const char *path;
	const char *part;
	const char *reason;
} exceptions[] = {
#define X(check, path, part, reason) { CHECK_##check, path, part, reason },
	EXCEPTIONS(X)
#undef X
};

_Static_assert(countof(exceptions) <= EXCEPTION_COUNT_MAX, "a flag for each exception");

const char *check_word(enum tidy_check check)
{
	must(check < CHECK_COUNT);
	return checks[check].word;
}

const char *check_demand(enum tidy_check check)
{
	must(check < CHECK_COUNT);
	return checks[check].demand;
}

void findings_init(struct findings *findings, struct arena *arena)
{
	*findings = (struct findings){ .arena = arena };
	findings->tail = &findings->first;
}

static bool contains(str text, str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + part.len), part)) return true;
	}
	return false;
}

static bool is_covered(str path, const char *exception)
{
	str wanted = str_from(exception);
	if (path_ends_with(wanted, "/")) return str_starts_with(path, wanted);
	return str_eq(path, wanted);
}

static bool is_excepted(struct findings *findings, enum tidy_check check, str path, str text)
{
	for (size_t i = 0; i < countof(exceptions); i++) {
		if (exceptions[i].check != check) continue;
		if (!is_covered(path, exceptions[i].path)) continue;
		if (!contains(text, str_from(exceptions[i].part))) continue;
		findings->used[i] = true;
		return true;
	}
	return false;
}

static void append(struct findings *findings, enum tidy_check check, str path, u32 line, str text)
{
	struct finding *finding = arena_alloc(findings->arena, sizeof *finding);
	str copy = str_copy(findings->arena, text);
	if (!finding || arena_failed(findings->arena)) {
		findings->failed = true;
		return;
	}
	*finding = (struct finding){ .check = check, .path = path, .line = line, .text = copy };
	*findings->tail = finding;
	findings->tail = &finding->next;
	findings->counts[check]++;
}

void findings_add(struct findings *findings, enum tidy_check check, const struct source *source,
		  u32 line, const char *format, ...)
{
	char text[FINDING_TEXT_MAX];
	va_list args;
	must(check < CHECK_COUNT);
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (is_excepted(findings, check, source->path, str_from(text))) return;
	append(findings, check, source->path, line, str_from(text));
}

void findings_close(struct findings *findings, const struct tree *tree)
{
	for (size_t i = 0; i < countof(exceptions); i++) {
		str path = str_from(exceptions[i].path);
		const struct source *source = tree_find(tree, path);
		if (findings->used[i] || !source) continue;
		char text[FINDING_TEXT_MAX];
		snprintf(text, sizeof text, "the exception for %s is not needed any more (%s)",
			 check_word(exceptions[i].check), exceptions[i].reason);
		append(findings, CHECK_EXCEPTION, source->path, 0, str_from(text));
	}
}

u32 findings_count(const struct findings *findings)
{
	u32 sum = 0;
	for (size_t i = 0; i < CHECK_COUNT; i++) sum += findings->counts[i];
	return sum;
}

void findings_print(const struct findings *findings, struct buf *out)
{
	for (const struct finding *finding = findings->first; finding; finding = finding->next) {
		buf_add(out, finding->path);
		buf_add_byte(out, ':');
		if (finding->line) buf_addf(out, "%u:", finding->line);
		buf_addf(out, " %.*s [%s]\n", STR_ARG(finding->text), check_word(finding->check));
	}
}
