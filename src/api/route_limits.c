/* Limits: how often a route may be used, as declared, and how that stands. */
#include "api/details.h"
#include "api/documents.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

#include <stdlib.h>

SHAPE_STRUCT(limit_input, RATE_FIELDS);
SHAPE_PLACES(RATE, RATE_FIELDS);
SHAPE(limit_body, limit_input, RATE_FIELDS, "limit", "how often a route may be used");

/* The members that are kept: all but the owner. */
static const u64 kept_mask = (((u64)1 << RATE_PLACES) - 1) & ~(((u64)1 << RATE_RATE) - 1);

/* ---- seen --------------------------------------------------------------------------------- */

static void show_rate(struct buf *out, const struct rate_policy *policy)
{
	if (policy->rate) {
		put_u64(out, KEY(limit, rate), policy->rate);
		put_i64(out, KEY(limit, per_seconds), policy->per_ms / MSEC_SECOND);
		put_u64(out, KEY(limit, burst), policy->burst);
	}
	if (policy->concurrency) put_u64(out, KEY(limit, concurrency), policy->concurrency);
	put_text(out, KEY(limit, scope),
		 policy->scope == RATE_SYSTEM ? STR("system") : STR("tenant"));
}

static void show_learned(struct buf *out, const struct route_state *state)
{
	put_open(out, KEY(limit, learned), '{');
	put_text_or_null(out, KEY(limit_learned, bucket), state->bucket);
	write_key(out, KEY(limit_learned, remaining));
	if (state->has_remaining) write_u64(out, state->remaining);
	else write_null(out);
	put_u64(out, KEY(limit_learned, refused), state->refused);
	put_u64(out, KEY(limit_learned, streak), state->streak);
	write_close(out, '}');
}

/* How it stands now; a route that no type uses has no state. */
static void show_state(struct buf *out, const struct route_state *state)
{
	if (!state) return;
	put_instant_or_null(out, KEY(limit, closed_until), state->closed_until);
	if (state->rate.rate) put_u64(out, KEY(limit, tokens), state->tokens);
	put_u64(out, KEY(limit, running), state->running);
	put_u64(out, KEY(limit, waiting), state->waiting);
	show_learned(out, state);
}

static void show_limit(struct request *request, str route, str tenant,
		       const struct rate_policy *policy, u64 version,
		       const struct route_state *state)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(limit, route), route);
	put_text(out, KEY(limit, tenant_id), tenant);
	put_text(out, KEY(limit, declared_by), tenant);
	show_rate(out, policy);
	put_u64(out, KEY(limit, version), request_shown(request, version));
	show_state(out, state);
	write_close(out, '}');
}

/* One for which the tenant itself declares nothing. */
static void show_used(struct buf *out, const struct route_state *state)
{
	write_open(out, '{');
	put_text(out, KEY(limit, route), state->route);
	put_text(out, KEY(limit, tenant_id), state->tenant);
	bool is_declared = state->rate.rate || state->rate.concurrency;
	put_text_or_null(out, KEY(limit, declared_by),
			 is_declared ? STR("system") : (str){ "", 0 });
	if (is_declared) show_rate(out, &state->rate);
	show_state(out, state);
	write_close(out, '}');
}

/* From the body that is kept: what it does not say has its default. */
static enum err limit_policy(struct request *request, str body, struct rate_policy *out_policy)
{
	struct limit_input input = { 0 };
	if (!shape_read_body(&limit_body, body, &request->faults, &input)) return ERR_INVALID;
	i64 burst = input.burst ? input.burst : input.rate;
	*out_policy = (struct rate_policy){ .scope = input.scope ? RATE_SYSTEM : RATE_TENANT,
					    .concurrency = (u32)input.concurrency };
	if (!input.rate) return ERR_OK;
	out_policy->rate = (u32)input.rate;
	out_policy->burst = (u32)burst;
	out_policy->per_ms = input.per_seconds ? input.per_seconds * 1000 : MSEC_SECOND;
	return ERR_OK;
}

enum err limit_ask(struct request *request, struct command *command)
{
	(void)request;
	command->kind = COMMAND_ASK_ROUTES;
	return ERR_OK;
}

/* As the store's pages are sorted: by bytes. */
static int name_order(str a, str b)
{
	size_t shorter = a.len < b.len ? a.len : b.len;
	int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
	if (order || a.len == b.len) return order;
	return a.len < b.len ? -1 : 1;
}

static int by_route(const void *a, const void *b)
{
	const struct route_state *x = a, *y = b;
	return name_order(x->route, y->route);
}

/* Routes that are used and not declared, behind `after` and, where it is given, before `until`. */
static void show_used_between(struct request *request, str after, str until, u32 *at)
{
	const struct routes_answer *routes = &request->answer.routes;
	for (; *at < routes->len; ++*at) {
		const struct route_state *state = &routes->items[*at];
		if (until.len && name_order(state->route, until) >= 0) return;
		if (name_order(state->route, after) > 0) show_used(&request->out, state);
	}
}

/* Both in the order of their names: what is declared is in the store, how it stands in memory. */
static enum err show_page(struct request *request, const struct document_page *page, str after)
{
	struct routes_answer *routes = &request->answer.routes;
	struct rate_policy policy;
	u32 at = 0;
	enum err err = ERR_OK;
	if (routes->len) qsort(routes->items, routes->len, sizeof *routes->items, by_route);
	for (u32 i = 0; i < page->len && !err; i++) {
		const struct document_row *row = &page->rows[i].row;
		const struct route_state *state = NULL;
		show_used_between(request, after, row->key.name, &at);
		if (at < routes->len && str_eq(routes->items[at].route, row->key.name))
			state = &routes->items[at++];
		err = limit_policy(request, row->body, &policy);
		show_limit(request, row->key.name, page->rows[i].tenant, &policy, row->version,
			   state);
	}
	if (!page->has_more) show_used_between(request, after, STR(""), &at);
	return err;
}

enum err limit_list_view(struct request *request, struct query *query)
{
	struct document_page page;
	str after;
	enum err err = documents_page(request, query, DOCUMENT_LIMIT, &page, &after);
	if (err) return err;
	list_open(request);
	err = show_page(request, &page, after);
	documents_close(request, &page);
	return err;
}

/* ---- changed ------------------------------------------------------------------------------ */

/* As it is; a route that has no limit yet gets one by a PUT alone. */
enum err limit_read(struct request *request, struct query *query)
{
	struct document_view *document = arena_alloc_zeroed(&request->arena, sizeof *document);
	if (!document) return ERR_MEMORY;
	request->found = document;
	enum err err = document_find(request, query, DOCUMENT_LIMIT, request->parts[0], document);
	return err == ERR_NOT_FOUND && request->route->method == METHOD_PUT ? ERR_OK : err;
}

static enum err check_scope(struct request *request)
{
	const struct limit_input *input = request->input;
	struct why why;
	if (input->scope && !str_eq(request->tenant, STR("system"))) {
		(void)fail(&why, ERR_INVALID,
			   "must be tenant: only limits of the tenant system "
			   "may have the scope system");
		return request_fault(request, STR("/scope"), &why);
	}
	return ERR_OK;
}

/* Merged with what was there. */
static enum err check_policy(struct request *request, const struct rate_policy *policy)
{
	struct why why;
	if (!policy->rate && !policy->concurrency) {
		(void)fail(&why, ERR_INVALID, "is required, unless concurrency is given");
		return request_fault(request, STR("/rate"), &why);
	}
	if (policy->concurrency && policy->scope == RATE_SYSTEM) {
		(void)fail(&why, ERR_INVALID,
			   "must be left out where scope is system: it counts for each tenant by "
			   "itself");
		return request_fault(request, STR("/concurrency"), &why);
	}
	return ERR_OK;
}

enum err limit_set(struct request *request, struct command *command)
{
	const struct document_view *old = request->found;
	u64 expected;
	struct buf body;
	enum err err = request_expected_document(request, &expected);
	if (!err) err = check_scope(request);
	if (err) return err;
	buf_init(&body, REQUEST_TEXT_BYTES);
	details_merge(&body, &limit_body, request->input, old->row.body, kept_mask);
	command->kind = COMMAND_SET_LIMIT;
	command->set.name = request->parts[0];
	command->set.expected = expected == DOCUMENT_ANY ? old->row.version : expected;
	err = request_keep(request, &body, LIMIT_DOCUMENT_BODY_BYTES, "a limit",
			   &command->set.details);
	if (!err) err = limit_policy(request, command->set.details, &command->set.rate);
	return err ? err : check_policy(request, &command->set.rate);
}

enum err limit_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_SET_LIMIT;
	command->set.name = request->parts[0];
	command->set.is_delete = true;
	return request_expected_document(request, &command->set.expected);
}

bool limit_render(struct request *request)
{
	const struct set_command *set = &request->ask.command.set;
	show_limit(request, set->name, request->tenant, &set->rate, request->answer.version, NULL);
	request_put_document_etag(request, request->answer.version);
	return true;
}
