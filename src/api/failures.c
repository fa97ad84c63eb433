#include "api/failures.h"

#include "api/json.h"

/* Into the list; false: the result has none. */
static bool enter_failures(struct json *json, str result)
{
	str failures = result.len ? json_member(result, STR("failures")) : (str){ "", 0 };
	json_init(json, failures);
	return failures.len && json_peek(json) == VALUE_ARRAY && json_enter(json, VALUE_ARRAY);
}

u32 failures_count(str result)
{
	struct json json;
	u32 len = 0;
	str bytes;
	if (!enter_failures(&json, result)) return 0;
	while (json_next_item(&json) && json_skip(&json, &bytes)) len++;
	return len;
}

static struct item_failure read_one(str bytes, struct arena *arena)
{
	str error = json_member(bytes, STR("error"));
	struct item_failure failure = { .item = json_member(bytes, STR("item")) };
	failure.message = json_text(error, arena);
	if (failure.message.len) return failure;
	failure.error_class = json_text(json_member(error, STR("class")), arena);
	failure.message = json_text(json_member(error, STR("message")), arena);
	return failure;
}

u32 failures_read(str result, u32 most, struct arena *arena, struct item_failure *out)
{
	struct json json;
	u32 len = 0;
	str bytes;
	if (!enter_failures(&json, result)) return 0;
	while (len < most && json_next_item(&json) && json_skip(&json, &bytes))
		out[len++] = read_one(bytes, arena);
	return len;
}
