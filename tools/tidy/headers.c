/* System and library headers where they belong, and guards named after their files. */
#include "tidy/check.h"

#include "tidy/lex.h"

enum { PLACES_MAX = 8, GUARD_MAX = 512 };

/* The pure folders see no clock, no file, no socket and no thread: of the system they see only
 * this. What stdlib.h has to offer beyond sorting is banned by calls.c. */
static const char *const pure_folders[] = { "src/base/", "src/calendar/", "src/model/",
					    "src/engine/" };
static const char *const pure_headers[] = {
	"inttypes.h", "limits.h", "stdalign.h", "stdarg.h", "stdbool.h",
	"stddef.h",   "stdint.h", "stdlib.h",   "string.h", "xxhash.h",
};
/* Headers that base alone may see. */
static const char *const base_headers[] = { "sanitizer/asan_interface.h" };

/* Elsewhere in src: a header (or a family, ending in /) and the only places that may include it. */
static const struct door {
	const char *header;
	const char *places[PLACES_MAX];
	const char *reason;
} doors[] = {
	{ "time.h", { "src/host/clock." }, "time is an argument" },
	{ "sys/time.h", { "src/host/clock." }, "time is an argument" },
	{ "sys/random.h", { "src/host/entropy." }, "randomness is an argument" },
	{ "belfry.h", { "src/embed/" }, "the library is for other programs" },
	{ "openssl/rand.h", { "src/server/" }, "randomness is an argument" },
	{ "locale.h", { NULL }, "nothing depends on the locale" },
	{ "sqlite3.h", { "src/store/sqlite/" }, "SQL stays below store/<kind>/" },
	{ "libpq-fe.h", { "src/store/postgres/" }, "SQL stays below store/<kind>/" },
	{ "event2/", { "src/net/", "src/handler/" }, "the loop belongs to net" },
	{ "http_parser.h", { "src/net/" }, "HTTP is parsed in net" },
	{ "openssl/ssl.h", { "src/net/", "src/handler/" }, "TLS belongs to net" },
	{ "idn2.h", { "src/handler/url." }, "names are read in one place" },
	{ "curl/", { "src/net/", "src/handler/" }, "requests leave by net and handler" },
	{ "ini.h", { "src/server/", "src/handler/programs." }, "settings are read by server" },
	{ "sys/socket.h", { "src/net/", "src/handler/" }, "sockets belong to net" },
	{ "netinet/", { "src/net/", "src/handler/" }, "sockets belong to net" },
	{ "arpa/", { "src/net/", "src/handler/" }, "sockets belong to net" },
	{ "netdb.h", { "src/net/", "src/handler/" }, "sockets belong to net" },
	/* The loop's queue is where threads meet: it has the lock, and starts none. */
	{ "pthread.h",
	  { "src/server/", "src/pump/", "src/embed/", "src/executor/", "src/host/log_writer.",
	    "src/host/zone_set.", "src/handler/", "src/net/loop." },
	  "threads belong to the pump and the server" },
	{ "threads.h", { NULL }, "threads are pthreads" },
};

static bool is_listed(str header, const char *const *list, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (str_eq(header, str_from(list[i]))) return true;
	}
	return false;
}

static bool is_below_any(str path, const char *const *prefixes, size_t len)
{
	for (size_t i = 0; i < len && prefixes[i]; i++) {
		if (path_is_below(path, prefixes[i])) return true;
	}
	return false;
}

static bool is_of(str header, const char *door)
{
	str name = str_from(door);
	return path_ends_with(name, "/") ? str_starts_with(header, name) : str_eq(header, name);
}

static void check_pure(const struct source *source, const struct include *include,
		       struct findings *findings)
{
	if (is_listed(include->path, pure_headers, countof(pure_headers))) return;
	bool in_base = path_is_below(source->path, "src/base/");
	if (in_base && is_listed(include->path, base_headers, countof(base_headers))) return;
	findings_add(findings, CHECK_SYSTEM_HEADER, source, include->line,
		     "<%.*s> is not among what a pure folder may see", STR_ARG(include->path));
}

static void check_doors(const struct source *source, const struct include *include,
			struct findings *findings)
{
	for (size_t i = 0; i < countof(doors); i++) {
		if (!is_of(include->path, doors[i].header)) continue;
		if (is_below_any(source->path, doors[i].places, PLACES_MAX)) continue;
		findings_add(findings, CHECK_SYSTEM_HEADER, source, include->line,
			     "<%.*s> does not belong here: %s", STR_ARG(include->path),
			     doors[i].reason);
	}
}

void check_system_headers(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!source_is_c(source) || !path_is_below(source->path, "src/")) continue;
		bool pure = is_below_any(source->path, pure_folders, countof(pure_folders));
		for (const struct include *it = source->includes; it; it = it->next) {
			if (it->quoted) continue;
			if (pure) check_pure(source, it, findings);
			else check_doors(source, it, findings);
		}
	}
}

/* "base/str.h" becomes BASE_STR_H behind the prefix. */
static void write_guard(const char *prefix, str path, struct buf *out)
{
	buf_clear(out);
	buf_add(out, str_from(prefix));
	for (size_t i = 0; i < path.len; i++) {
		char c = path.at[i];
		buf_add_byte(out, lex_is_word(c) ? ascii_upper(c) : '_');
	}
}

static str file_name(str path)
{
	while (str_find(path, '/') < path.len) (void)str_split(&path, '/');
	return path;
}

/* src/base/str.h: BELFRY_BASE_STR_H. tools/tidy/lex.h: BELFRY_TIDY_LEX_H. A header of the tests is
 * BELFRY_TEST_ and its name or its path: they are many and their folders deep. */
static bool has_right_guard(str path, str guard, struct buf *wanted)
{
	static const char *const roots[] = { "src/", "tools/", "include/" };
	if (path_is_below(path, "test/")) {
		write_guard("BELFRY_", path, wanted);
		if (str_eq(guard, buf_view(wanted))) return true;
		write_guard("BELFRY_TEST_", file_name(path), wanted);
		return str_eq(guard, buf_view(wanted));
	}
	for (size_t i = 0; i < countof(roots); i++) {
		if (path_is_below(path, roots[i]))
			path = str_from_offset(path, str_from(roots[i]).len);
	}
	write_guard("BELFRY_", path, wanted);
	return str_eq(guard, buf_view(wanted));
}

/* The word behind the first `#ifndef`, when that is the file's first directive. */
static str read_guard(const struct source *source)
{
	str code = source->code;
	while (code.len) {
		str line = str_trim(str_split(&code, '\n'));
		if (!str_starts_with(line, STR("#"))) continue;
		if (!str_starts_with(line, STR("#ifndef "))) break;
		return str_trim(str_from_offset(line, sizeof "#ifndef " - 1));
	}
	return STR("");
}

void check_header_guards(const struct tree *tree, struct findings *findings)
{
	struct buf wanted;
	buf_init(&wanted, GUARD_MAX);
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (source->kind != SOURCE_HEADER) continue;
		if (has_right_guard(source->path, read_guard(source), &wanted)) continue;
		findings_add(findings, CHECK_HEADER_GUARD, source, 0,
			     "does not begin with #ifndef %.*s", STR_ARG(buf_view(&wanted)));
	}
	buf_done(&wanted);
}
