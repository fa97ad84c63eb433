/* Limits: how often a route may be used, as declared. */
#include "api/details.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/write.h"
#include "store/query.h"

struct limit_input {
	struct given given;
	str tenant_id;
	i64 rate;
	i64 per_seconds;
	i64 burst;
	u32 scope;
};

enum {
#define X(id, ...) RATE_##id,
	RATE_FIELDS(X)
#undef X
		RATE_FIELD_COUNT
};

static const struct field limit_fields[] = {
#define X(...) FIELD_ROW(struct limit_input, __VA_ARGS__)
	RATE_FIELDS(X)
#undef X
};

const struct shape limit_body = { "limit", "how often a route may be used",
				  sizeof(struct limit_input), limit_fields, countof(limit_fields) };

/* What is kept: all but whose it is. */
static const u64 kept_mask = (((u64)1 << RATE_FIELD_COUNT) - 1) & ~(((u64)1 << RATE_RATE) - 1);

/* ---- seen --------------------------------------------------------------------------------- */

static void show_limit(struct buf *out, str route, str tenant, const struct rate_policy *policy,
		       u64 version)
{
	write_open(out, '{');
	put_text(out, STR("route"), route);
	put_text(out, STR("tenant_id"), tenant);
	put_u64(out, STR("rate"), policy->rate);
	put_i64(out, STR("per_seconds"), policy->per_ms / MSEC_SECOND);
	put_u64(out, STR("burst"), policy->burst);
	put_text(out, STR("scope"), policy->scope == RATE_SYSTEM ? STR("system") : STR("tenant"));
	put_u64(out, STR("version"), version);
	write_close(out, '}');
}

/* From the body that is kept: what it does not say has its default. */
static enum err limit_policy(struct request *request, str body, struct rate_policy *out_policy)
{
	struct limit_input input = { 0 };
	if (!shape_read_body(&limit_body, body, &request->faults, &input)) return ERR_INVALID;
	i64 burst = input.burst ? input.burst : input.rate;
	*out_policy = (struct rate_policy){ .rate = (u32)input.rate,
					    .burst = (u32)burst,
					    .per_ms = input.per_seconds ? input.per_seconds * 1000
									: MSEC_SECOND,
					    .scope = input.scope ? RATE_SYSTEM : RATE_TENANT };
	return ERR_OK;
}

enum err limit_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	struct thing_list list = { .kind = THING_LIMIT,
				   .tenant = request->tenant,
				   .after_tenant = request->tenant,
				   .now = request->now.wall };
	struct thing_page page = { 0 };
	struct rate_policy policy;
	enum err err = list_begin(request, &params->list, &list.limit, &list.after_name);
	if (!err) err = query->calls->things(query, &list, &request->arena, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len && !err; i++) {
		const struct thing_row *row = &page.rows[i].row;
		err = limit_policy(request, row->body, &policy);
		show_limit(&request->out, row->key.name, page.rows[i].tenant, &policy,
			   row->version);
	}
	list_close(request, page.has_more && page.len,
		   page.len ? page.rows[page.len - 1].row.key.name : STR(""));
	return err;
}

/* ---- changed ------------------------------------------------------------------------------ */

/* As it is; a route that has no limit yet gets one by a PUT alone. */
enum err limit_read(struct request *request, struct query *query)
{
	struct thing_list list = { .kind = THING_LIMIT,
				   .tenant = request->tenant,
				   .name = request->parts[0],
				   .limit = 1,
				   .now = request->now.wall };
	struct thing_page page = { 0 };
	struct thing_view *thing = arena_alloc_zeroed(&request->arena, sizeof *thing);
	if (!thing) return ERR_MEMORY;
	request->found = thing;
	enum err err = query->calls->things(query, &list, &request->arena, &page);
	if (err) return err;
	if (page.len) *thing = page.rows[0];
	return page.len || request->route->method == METHOD_PUT ? ERR_OK : ERR_NOT_FOUND;
}

static enum err check_given(struct request *request, const struct thing_view *old)
{
	const struct limit_input *input = request->input;
	struct why why;
	bool has_rate = is_given(input, RATE_RATE) || old->row.version;
	if (is_null(input, RATE_RATE) || !has_rate) {
		(void)fail(&why, ERR_INVALID, "is required");
		return request_fault(request, STR("/rate"), &why);
	}
	if (input->scope && !str_eq(request->tenant, STR("system"))) {
		(void)fail(&why, ERR_INVALID, "is system only for limits of the tenant system");
		return request_fault(request, STR("/scope"), &why);
	}
	return ERR_OK;
}

enum err limit_set(struct request *request, struct command *command)
{
	const struct thing_view *old = request->found;
	u64 expected;
	struct buf body;
	enum err err = request_expected(request, &expected);
	if (!err) err = check_given(request, old);
	if (err) return err;
	buf_init(&body, REQUEST_TEXT_BYTES);
	details_merge(&body, &limit_body, request->input, old->row.body, kept_mask);
	command->kind = COMMAND_SET_LIMIT;
	command->set.name = request->parts[0];
	command->set.expected = expected == THING_ANY ? old->row.version : expected;
	err = request_keep(request, &body, LIMIT_THING_BODY_BYTES, "a limit",
			   &command->set.details);
	return err ? err : limit_policy(request, command->set.details, &command->set.rate);
}

enum err limit_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_SET_LIMIT;
	command->set.name = request->parts[0];
	command->set.is_delete = true;
	return request_expected(request, &command->set.expected);
}

bool limit_render(struct request *request)
{
	const struct set_command *set = &request->ask.command.set;
	show_limit(&request->out, set->name, request->tenant, &set->rate, request->answer.version);
	request_put_etag(request, request->answer.version);
	return true;
}
