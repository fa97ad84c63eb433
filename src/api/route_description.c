/* The description of the API, at /openapi.json: the file doc/openapi.json, which stands in the
 * program as it is and compressed. A test fails when it is older than the tables (describe.h). */
#include "api/handlers.h"
#include "api/parts.h"

__asm__(".section .rodata\n"
	"belfry_description_begin:\n"
	".incbin \"doc/openapi.json\"\n"
	"belfry_description_end:\n"
	".byte 0\n"
	"belfry_description_packed_begin:\n"
	".incbin \"openapi.json.gz\"\n" /* below the build's folder */
	"belfry_description_packed_end:\n"
	".byte 0\n"
	".previous\n");

extern const char belfry_description_begin[], belfry_description_end[];
extern const char belfry_description_packed_begin[], belfry_description_packed_end[];

static str between(const char *begin, const char *end)
{
	return (str){ begin, (size_t)(end - begin) };
}

struct description description_take(void)
{
	struct description made = {
		.plain = between(belfry_description_begin, belfry_description_end),
		.packed = between(belfry_description_packed_begin, belfry_description_packed_end),
	};
	made.plain_tag = digest_of(made.plain).a >> 1;
	made.packed_tag = digest_of(made.packed).a >> 1;
	return made;
}

bool description_render(struct request *request)
{
	const struct description *made = api_description(request->api);
	bool is_packed = request->reply.takes_gzip;
	request->reply.keep = KEEP_ASKING;
	request_add_field(request, STR("Vary"), STR("Accept-Encoding"));
	request_put_etag(request, is_packed ? made->packed_tag : made->plain_tag);
	if (request->status == 304) return true;
	if (is_packed) request_add_field(request, STR("Content-Encoding"), STR("gzip"));
	buf_add(&request->out, is_packed ? made->packed : made->plain);
	return true;
}
