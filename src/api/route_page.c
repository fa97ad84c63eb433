/* The dashboard: static files that are the same for everybody. What they show is asked from the
 * API, by a session like any other.
 *
 * web/build.mjs makes the files of web/dist and the table web.def. Every file stands in the program
 * twice: as it is, and compressed. */
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/web.def"
#include "base/must.h"

/* WEB_PACKED is the folder of the compressed files: the Makefile makes them. */
#define EMBED(symbol, file)                                                                      \
	__asm__(".section .rodata\n"                                                             \
		".global " #symbol "_begin, " #symbol "_end\n" #symbol "_begin: .incbin \"" file \
		"\"\n" #symbol "_end:\n"                                                         \
		".previous\n");                                                                  \
	extern const char symbol##_begin[], symbol##_end[];

#define X(number, name, type)                      \
	EMBED(web_file_##number, "web/dist/" name) \
	EMBED(web_packed_##number, WEB_PACKED name ".gz")
WEB_FILES(X)
#undef X

struct web_file {
	str name;
	str type;
	const char *begin, *end;
	const char *packed_begin, *packed_end;
};

static const struct web_file files[] = {
#define X(number, name, type)          \
	{ STR(name),                   \
	  STR(type),                   \
	  web_file_##number##_begin,   \
	  web_file_##number##_end,     \
	  web_packed_##number##_begin, \
	  web_packed_##number##_end },
	WEB_FILES(X)
#undef X
};

static const str screens[] = {
#define X(word) STR(word),
	WEB_SCREENS(X)
#undef X
};

/* Nothing but our own script and style runs; nobody may frame the page or learn where it was. */
#define POLICY                                                                              \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "         \
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " \
	"require-trusted-types-for 'script'; trusted-types 'none'"

bool page_has_screen(str path)
{
	if (!str_starts_with(path, STR("/"))) return false;
	str rest = str_from_offset(path, 1);
	str first = str_slice(rest, 0, str_find(rest, '/'));
	for (u32 i = 0; i < countof(screens); i++) {
		if (str_eq(screens[i], first)) return true;
	}
	return false;
}

static const struct web_file *find_file(str name)
{
	for (u32 i = 0; i < countof(files); i++) {
		if (str_eq(files[i].name, name)) return &files[i];
	}
	return NULL;
}

static bool send(struct request *request, const struct web_file *file)
{
	bool is_packed = request->reply.takes_gzip;
	const char *begin = is_packed ? file->packed_begin : file->begin;
	const char *end = is_packed ? file->packed_end : file->end;
	request->reply.content_type = file->type;
	request_add_field(request, STR("Content-Security-Policy"), STR(POLICY));
	request_add_field(request, STR("Referrer-Policy"), STR("no-referrer"));
	request_add_field(request, STR("Vary"), STR("Accept, Accept-Encoding"));
	if (is_packed) request_add_field(request, STR("Content-Encoding"), STR("gzip"));
	buf_add(&request->out, (str){ begin, (size_t)(end - begin) });
	return true;
}

/* For programs: where to go on. */
static bool send_index(struct request *request)
{
	request_add_field(request, STR("Vary"), STR("Accept, Accept-Encoding"));
	write_open(&request->out, '{');
	put_text(&request->out, KEY(index, name), STR("belfry"));
	put_text(&request->out, KEY(index, api), STR(API_BASE));
	put_text(&request->out, KEY(index, description), STR("/openapi.json"));
	write_close(&request->out, '}');
	return true;
}

/* The page names its files, whose names change with their content: it is asked for anew each time,
 * and they never are. */
bool page_render(struct request *request)
{
	const struct web_file *page = find_file(STR("index.html"));
	must(page);
	request->reply.keep = KEEP_ASKING;
	request_add_field(request, STR("Link"),
			  STR("</openapi.json>; rel=\"service-desc\"; type=\"application/json\""));
	if (request->wants_json) return send_index(request);
	return send(request, page);
}

enum err page_find_file(struct request *request)
{
	const struct web_file *file = find_file(request->parts[0]);
	if (!file || str_eq(file->name, STR("index.html")))
		return request_refuse(request, ERR_NOT_FOUND, "no such file");
	request->found = (void *)(uintptr_t)file;
	return ERR_OK;
}

bool page_render_file(struct request *request)
{
	request->reply.keep = KEEP_FOR_GOOD;
	return send(request, request->found);
}
