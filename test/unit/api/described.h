/* The description as the tables make it, read as JSON. */
#ifndef BELFRY_TEST_UNIT_API_DESCRIBED_H
#define BELFRY_TEST_UNIT_API_DESCRIBED_H

#include "api/describe.h"
#include "base/check.h"
#include "page.h"

#include <jansson.h>

static inline json_t *described(void)
{
	struct buf text;
	json_error_t error;
	buf_init(&text, PAGE_TEXT_MAX);
	describe_write(&text, STR("0.0.0"));
	assert_false(buf_failed(&text));
	json_t *root = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
	if (!root) fail_msg("%s at line %d", error.text, error.line);
	buf_done(&text);
	return root;
}

/* A member of members: described_at(root, "components", "schemas", NULL). */
static inline json_t *described_at(json_t *at, ...)
{
	va_list names;
	va_start(names, at);
	for (const char *name = va_arg(names, const char *); name;
	     name = va_arg(names, const char *)) {
		at = json_object_get(at, name);
		if (!at) fail_msg("no member %s", name);
	}
	va_end(names);
	return at;
}

static inline bool described_has(const json_t *array, const char *text)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *one = json_string_value(json_array_get(array, i));
		if (one && strcmp(one, text) == 0) return true;
	}
	return false;
}

#endif
