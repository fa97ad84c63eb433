/* Calls that have a better replacement. */
#include "tidy/check.h"

#include "tidy/lex.h"

/* Where a call is watched for. */
enum ban_scope { EVERYWHERE, SHIPPED, PROGRAM, PURE, TIMELESS, SECRETS };

static const char *const scope_folders[][5] = {
	[EVERYWHERE] = { "src/", "tools/", "test/" },
	[SHIPPED] = { "src/", "tools/" },
	[PROGRAM] = { "src/" },
	[PURE] = { "src/base/", "src/calendar/", "src/model/", "src/engine/" },
	[TIMELESS] = { "src/", "test/unit/", "test/conformance/" },
	/* Where what is compared may be guessed: how long it takes must not tell how right it is.
	 */
	[SECRETS] = { "src/api/auth.", "src/api/cursor.", "src/api/session.", "src/api/token." },
};

static const struct ban {
	const char *call;
	const char *instead;
	enum ban_scope scope;
	const char *allowed; /* the place that may make it none the less; NULL: nobody */
} bans[] = {
	{ "strcpy", "str_copy or buf_add", EVERYWHERE, NULL },
	{ "strcat", "buf_add", EVERYWHERE, NULL },
	{ "strncpy", "str_copy or buf_add", EVERYWHERE, NULL },
	{ "strncat", "buf_add", EVERYWHERE, NULL },
	{ "sprintf", "buf_addf", EVERYWHERE, NULL },
	{ "vsprintf", "buf_addf", EVERYWHERE, NULL },
	{ "strtok", "str_split", EVERYWHERE, NULL },
	{ "gets", "a read with a bound", EVERYWHERE, NULL },
	{ "atoi", "str_to_u64", EVERYWHERE, NULL },
	{ "atol", "str_to_u64", EVERYWHERE, NULL },
	{ "alloca", "an arena", EVERYWHERE, NULL },
	{ "rand", "prng", EVERYWHERE, NULL },
	{ "srand", "prng", EVERYWHERE, NULL },
	{ "random", "prng", EVERYWHERE, NULL },
	{ "localtime", "calendar/zone.h", EVERYWHERE, NULL },
	{ "localtime_r", "calendar/zone.h", EVERYWHERE, NULL },
	{ "mktime", "calendar/civil.h", EVERYWHERE, NULL },
	{ "tzset", "calendar/zone.h", EVERYWHERE, NULL },
	{ "setlocale", "nothing: no text depends on the locale", EVERYWHERE, NULL },
	{ "system", "a handler, or posix_spawn", SHIPPED, NULL },
	{ "popen", "a handler, or posix_spawn", SHIPPED, NULL },
	{ "malloc", "base/memory.h or an arena", PROGRAM, "src/base/" },
	{ "calloc", "base/memory.h or an arena", PROGRAM, "src/base/" },
	{ "realloc", "base/memory.h or an arena", PROGRAM, "src/base/" },
	{ "free", "base/memory.h or an arena", PROGRAM, "src/base/" },
	{ "strdup", "str_copy", PROGRAM, NULL },
	{ "getenv", "an argument: the environment belongs to server", PURE, NULL },
	{ "setenv", "an argument: the environment belongs to server", PURE, NULL },
	{ "exit", "an error, or must", PURE, NULL },
	{ "time", "the `now` that was handed in", TIMELESS, "src/host/clock.c" },
	{ "clock", "the `now` that was handed in", TIMELESS, "src/host/clock.c" },
	{ "gettimeofday", "the `now` that was handed in", TIMELESS, "src/host/clock.c" },
	{ "clock_gettime", "the `now` that was handed in", TIMELESS, "src/host/clock.c" },
	{ "timespec_get", "the `now` that was handed in", PROGRAM, "src/host/clock.c" },
	{ "sleep", "a timer; a test never waits", TIMELESS, NULL },
	{ "usleep", "a timer; a test never waits", TIMELESS, NULL },
	{ "nanosleep", "a timer; a test never waits", TIMELESS, NULL },
	{ "memcmp", "secret_eq or token_hash_eq", SECRETS, NULL },
	{ "strcmp", "secret_eq or token_hash_eq", SECRETS, NULL },
};

static bool is_watched(const struct ban *ban, str path)
{
	if (ban->allowed && path_is_below(path, ban->allowed)) return false;
	const char *const *folder = scope_folders[ban->scope];
	for (; *folder; folder++) {
		if (path_is_below(path, *folder)) return true;
	}
	return false;
}

/* name( is a call, unless it is a member's: x.name( or x->name(. */
static bool is_call(str code, str word)
{
	size_t begin = (size_t)(word.at - code.at);
	size_t next = begin + word.len;
	while (next < code.len && lex_is_space(code.at[next])) next++;
	if (next == code.len || code.at[next] != '(') return false;
	size_t last = lex_last_before(code, begin);
	if (last == code.len) return true;
	char before = code.at[last];
	bool arrow = before == '>' && last > 0 && code.at[last - 1] == '-';
	return before != '.' && !arrow;
}

static void check_word_of(const struct source *source, str word, struct findings *findings)
{
	for (size_t i = 0; i < countof(bans); i++) {
		if (!str_eq(word, str_from(bans[i].call))) continue;
		if (!is_watched(&bans[i], source->path) || !is_call(source->code, word)) continue;
		findings_add(findings, CHECK_BANNED_CALL, source,
			     source_line_of(source, (size_t)(word.at - source->code.at)),
			     "%s is banned here: use %s", bans[i].call, bans[i].instead);
	}
}

void check_banned_calls(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!source_is_c(source)) continue;
		size_t at = 0;
		str word;
		while (lex_next_word(source->code, &at, &word))
			check_word_of(source, word, findings);
	}
}
