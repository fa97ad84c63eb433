/* Settings of types. */
#include "embed/parts.h"

enum { TYPE_BYTES_MAX = 1 << 20, TRIES = 3 };

belfry_error retries_take(belfry_backoff kind, int64_t retry_ms, int64_t retry_max_ms,
			  struct backoff *out, belfry_why *why)
{
	static const enum backoff_kind kinds[] = {
		[BELFRY_BACKOFF_DEFAULT] = BACKOFF_UNSET,
		[BELFRY_BACKOFF_EXPONENTIAL] = BACKOFF_EXPONENTIAL,
		[BELFRY_BACKOFF_FIXED] = BACKOFF_FIXED,
	};
	if ((u32)kind >= countof(kinds))
		return refuse(why, BELFRY_INVALID, "backoff must not be %d", (int)kind);
	bool is_default = kind == BELFRY_BACKOFF_DEFAULT;
	if (is_default && (retry_ms || retry_max_ms))
		return refuse(why, BELFRY_INVALID,
			      "retry_ms needs a backoff other than the "
			      "default");
	if (!is_default && (retry_ms < 1 || retry_ms > MSEC_DAY))
		return refuse(why, BELFRY_INVALID, "retry_ms must be 1 to %lld, got %lld",
			      (long long)MSEC_DAY, (long long)retry_ms);
	if (retry_max_ms < 0 || retry_max_ms > MSEC_DAY)
		return refuse(why, BELFRY_INVALID, "retry_max_ms must be 0 to %lld, got %lld",
			      (long long)MSEC_DAY, (long long)retry_max_ms);
	*out = (struct backoff){ .kind = kinds[kind], .base = retry_ms, .max = retry_max_ms };
	return BELFRY_OK;
}

/* As the store has it: what this library does not say of a type stays. */
static enum err read_type(struct belfry *handle, str name, struct arena *arena,
			  struct type_view *out_type, struct why *why)
{
	const struct type_list list = { .tenant = handle->tenant, .name = name, .limit = 1 };
	struct type_page page = { 0 };
	enum err err = ERR_OK;
	struct query *query = reading_begin(handle, &err, why);
	if (!query) return err;
	err = query->calls->types(query, &list, arena, &page);
	reading_done(handle);
	if (err) return fail(why, err, "the type cannot be read");
	*out_type = page.len ? page.rows[0] : (struct type_view){ 0 };
	return ERR_OK;
}

static enum err put_type(struct belfry *handle, str name, const struct type_policy *wish,
			 struct arena *arena, struct why *why)
{
	struct type_view type = { 0 };
	enum err err = read_type(handle, name, arena, &type, why);
	if (err) return err;
	struct embed_ask ask = { .command = { .kind = COMMAND_SET_TYPE,
					      .tenant = handle->tenant,
					      .actor = handle->name } };
	struct set_command *set = &ask.command.set;
	*set = (struct set_command){
		.name = name, .type = type.policy, .details = type.details, .expected = type.version
	};
	set->type.priority = wish->priority;
	set->type.max_attempts = wish->max_attempts;
	set->type.timeout_ms = wish->timeout_ms;
	set->type.limit = wish->limit;
	set->type.backoff = wish->backoff;
	return ask_now(handle, &ask, why);
}

belfry_error belfry_set_type(belfry *handle, const belfry_type *type, belfry_why *why)
{
	struct belfry_type taken;
	struct why inner = { 0 };
	struct arena arena;
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	belfry_error error = sized_take(type, &taken, sizeof taken, "type", why);
	if (error) return error;
	if (taken.timeout_ms < 0)
		return refuse(why, BELFRY_INVALID, "timeout_ms must be 0 or more");
	struct type_policy wish = { .priority = taken.priority,
				    .max_attempts = taken.max_attempts,
				    .timeout_ms = taken.timeout_ms,
				    .limit = taken.limit };
	error = retries_take(taken.backoff, taken.retry_ms, taken.retry_max_ms, &wish.backoff, why);
	if (error) return error;
	arena_init(&arena, TYPE_BYTES_MAX);
	enum err err = ERR_VERSION;
	/* Another thread may have set it between reading and writing. */
	for (u32 i = 0; i < TRIES && err == ERR_VERSION; i++)
		err = put_type(handle, text_of(taken.name), &wish, &arena, &inner);
	arena_done(&arena);
	return err ? tell_why(&inner, err, why) : BELFRY_OK;
}
