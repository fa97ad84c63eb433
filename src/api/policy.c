#include "api/policy.h"

#include "api/shapes.h"
#include "model/when.h"

SHAPE(backoff_body, backoff_input, BACKOFF_FIELDS, "backoff", "the waits between attempts");

static enum err take_steps(struct request *request, const struct delays *delays,
			   struct backoff *backoff)
{
	if (!delays->len)
		return request_bad(request, STR("/backoff/steps_ms"),
				   "is required with kind steps");
	must(delays->len <= LIMIT_BACKOFF_STEPS);
	for (u32 i = 0; i < delays->len; i++) backoff->steps[i] = delays->at[i];
	backoff->steps_len = delays->len;
	return ERR_OK;
}

enum err backoff_take(struct request *request, const struct backoff_input *input,
		      struct backoff *out_backoff)
{
	static const enum backoff_kind kinds[] = { BACKOFF_UNSET, BACKOFF_STEPS,
						   BACKOFF_EXPONENTIAL, BACKOFF_FIXED };
	struct backoff backoff = { .kind = kinds[input->kind],
				   .base = input->base_ms,
				   .max = input->max_ms };
	bool needs_base = backoff.kind == BACKOFF_EXPONENTIAL || backoff.kind == BACKOFF_FIXED;
	enum err err = ERR_OK;
	if (backoff.kind == BACKOFF_STEPS) err = take_steps(request, &input->steps_ms, &backoff);
	if (!err && needs_base && !backoff.base)
		err = request_bad(request, STR("/backoff/base_ms"), "is required with this kind");
	if (!err) *out_backoff = backoff;
	return err;
}

enum err classes_take(struct request *request, const struct texts *names, str pointer,
		      struct class_list *out_list)
{
	struct class_list list = { 0 };
	for (u32 i = 0; i < names->len; i++) {
		if (!class_list_add(&list, names->at[i]))
			return request_bad(request, pointer,
					   "must have at most 16 names of 1 to 32 bytes");
	}
	*out_list = list;
	return ERR_OK;
}

u32 priority_take(i64 given, bool *out_scaled)
{
	*out_scaled = given > 0;
	return (u32)(given > 0 ? given : -given);
}

bool scope_take(str word, enum unique_scope *out_scope, msec *out_ttl)
{
	static const struct {
		str word;
		enum unique_scope scope;
	} scopes[] = { { STR("bucket"), UNIQUE_BUCKET },
		       { STR("active"), UNIQUE_ACTIVE },
		       { STR("succeeded"), UNIQUE_SUCCEEDED },
		       { STR("forever"), UNIQUE_FOREVER } };
	*out_ttl = 0;
	for (size_t i = 0; i < countof(scopes); i++) {
		if (!str_eq(word, scopes[i].word)) continue;
		*out_scope = scopes[i].scope;
		return true;
	}
	*out_scope = UNIQUE_TTL;
	return span_parse(word, out_ttl, NULL) == ERR_OK && *out_ttl > 0;
}

enum err scope_set(struct request *request, str word, enum unique_scope *out_scope, msec *out_ttl)
{
	*out_scope = UNIQUE_NONE;
	*out_ttl = 0;
	if (!word.len || scope_take(word, out_scope, out_ttl)) return ERR_OK;
	return request_bad(request, STR("/unique_scope"),
			   "must be bucket, active, succeeded, forever, or a span like 24h");
}

/* ---- the next way --------------------------------------------------------------------------- */

SHAPE_STRUCT(fallback_input, FALLBACK_FIELDS);
SHAPE(fallback_body, fallback_input, FALLBACK_FIELDS, "fallback",
      "the next way when one fails for good");

enum err fallback_take(struct request *request, str object, struct set_command *set)
{
	struct fallback_policy *fallback = &set->type.fallback;
	struct fallback_input input = { 0 };
	struct json json;
	json_init(&json, object);
	if (!shape_read(&fallback_body, &json, STR("/fallback"), &request->faults, &input))
		return ERR_INVALID;
	*fallback = (struct fallback_policy){ .minutes = (u32)input.once_per_minutes };
	set->fallback = input.type;
	if (input.key.len && !class_list_add(&fallback->key, input.key))
		return request_bad(request, STR("/fallback/key"), "must have 1 to 32 bytes");
	return classes_take(request, &input.classes, STR("/fallback/classes"), &fallback->classes);
}
