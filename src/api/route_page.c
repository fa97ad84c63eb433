/* The plain status page at /: static files, the same for everybody. What they show is asked from
 * the API, by a session like any other. */
#include "api/handlers.h"
#include "api/parts.h"

/* The files of web/status stand in the program as they are. */
#define EMBED(symbol, file)                                                                      \
	__asm__(".section .rodata\n"                                                             \
		".global " #symbol "_begin, " #symbol "_end\n" #symbol "_begin: .incbin \"" file \
		"\"\n" #symbol "_end:\n"                                                         \
		".previous\n");                                                                  \
	extern const char symbol##_begin[], symbol##_end[]

EMBED(status_page, "web/status/index.html");
EMBED(status_script, "web/status/status.js");
EMBED(status_style, "web/status/status.css");

/* Nothing but our own script and style runs; nobody may frame the page or learn where it was. */
#define POLICY                                                                          \
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " \
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "                 \
	"require-trusted-types-for 'script'"

static bool send(struct request *request, str type, const char *begin, const char *end)
{
	request->content_type = type;
	request_add_field(request, STR("Content-Security-Policy"), STR(POLICY));
	request_add_field(request, STR("Referrer-Policy"), STR("no-referrer"));
	request->may_be_kept = true;
	buf_add(&request->out, (str){ begin, (size_t)(end - begin) });
	return true;
}

bool page_render(struct request *request)
{
	return send(request, STR("text/html; charset=utf-8"), status_page_begin, status_page_end);
}

bool page_render_script(struct request *request)
{
	return send(request, STR("text/javascript; charset=utf-8"), status_script_begin,
		    status_script_end);
}

bool page_render_style(struct request *request)
{
	return send(request, STR("text/css; charset=utf-8"), status_style_begin, status_style_end);
}
