#include "api/examples.h"

__asm__(".section .rodata\n"
	"belfry_catalog_examples_begin:\n"
	".incbin \"catalog/examples.json\"\n"
	"belfry_catalog_examples_end:\n"
	".byte 0\n"
	".previous\n");

extern const char belfry_catalog_examples_begin[];
extern const char belfry_catalog_examples_end[];

str examples_text(void)
{
	return (str){ belfry_catalog_examples_begin,
		      (size_t)(belfry_catalog_examples_end - belfry_catalog_examples_begin) };
}

/* A member that is a text without escapes, as the file has them. */
static bool is_text(str object, str key, str expected)
{
	str bytes;
	return json_find(object, key, &bytes) && bytes.len >= 2 &&
	       str_eq(str_slice(bytes, 1, bytes.len - 1), expected);
}

static bool read_example(str object, struct example *out_example)
{
	struct example example = { 0 };
	str status, call;
	if (!json_find(object, STR("status"), &status)) return false;
	if (!json_find(object, STR("call"), &call) || call.len < 2) return false;
	example.call = str_slice(call, 1, call.len - 1);
	if (!str_to_u64(status, 599, &example.status)) return false;
	if (!json_find(object, STR("headers"), &example.headers)) example.headers = (str){ 0 };
	if (!json_find(object, STR("body"), &example.body)) example.body = (str){ 0 };
	if (!json_find(object, STR("answer"), &example.answer)) example.answer = (str){ 0 };
	if (!json_find(object, STR("text"), &example.text)) example.text = (str){ 0 };
	*out_example = example;
	return true;
}

bool example_find(const struct api_route *route, struct example *out_example)
{
	struct json json;
	str object;
	json_init(&json, str_trim(examples_text()));
	if (!json_enter(&json, VALUE_ARRAY)) return false;
	while (json_next_item(&json) && json_skip(&json, &object)) {
		if (is_text(object, STR("path"), str_from(route->path)) &&
		    is_text(object, STR("method"), method_name(route->method)))
			return read_example(object, out_example);
	}
	return false;
}
