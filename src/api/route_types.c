/* Types and queues: policies as data. */
#include "api/details.h"
#include "api/handlers.h"
#include "api/in_force.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/policy.h"
#include "api/shapes.h"
#include "api/show.h"
#include "api/type_body.h"
#include "base/must.h"
#include "model/gates.h"

/* Members that are kept beside the policy: from `handler` on. */
static const u64 detail_mask = (((u64)1 << TYPE_PLACES) - 1) & ~(((u64)1 << TYPE_HANDLER) - 1);

SHAPE(page_query, page_params, PAGE_PARAMS, "page", "which page");

/* ---- seen --------------------------------------------------------------------------------- */

static void show_words(struct buf *out, struct key_loose key, const struct texts *words)
{
	put_open(out, key, '[');
	for (u32 i = 0; i < words->len; i++) write_text(out, words->at[i]);
	write_close(out, ']');
}

/* The catalog tells more of a type than its policy. */
static void show_entry(struct buf *out, const struct type_entry *entry)
{
	put_open(out, KEY(type, catalog), '{');
	put_text(out, KEY(type_entry, description), entry->description);
	put_text(out, KEY(type_entry, module), entry->module);
	put_text_or_null(out, KEY(type_entry, row), entry->row);
	show_words(out, LOOSE(type_entry, scope), &entry->scope);
	put_text_or_null(out, KEY(type_entry, due), entry->due);
	put_text_or_null(out, KEY(type_entry, key), entry->key);
	show_words(out, LOOSE(type_entry, ladder), &entry->ladder);
	put_text_or_null(out, KEY(type_entry, schedule), entry->schedule);
	put_raw(out, KEY(type_entry, parameters),
		entry->parameters.len ? entry->parameters : STR("null"));
	write_close(out, '}');
}

/* Of one type: what its tasks get. */
static void show_ground(struct request *request, const struct type_view *type,
			const struct type_ground *ground)
{
	const struct type_entry *entry = catalog_find_type(api_catalog(request->api), type->name);
	show_type_in_force(&request->out, ground, type->name);
	if (entry && ground->from.profile.said) show_entry(&request->out, entry);
}

/* `ground` of one that was asked for; NULL: of a list. */
static void show_type(struct request *request, const struct type_view *type,
		      const struct type_ground *ground)
{
	static const str sources[] = { [TYPE_PLAIN] = STR("none"),
				       [TYPE_OWN] = STR("tenant"),
				       [TYPE_OF_SYSTEM] = STR("system"),
				       [TYPE_OF_PROFILE] = STR("profile") };
	struct buf *out = &request->out;
	const struct type_policy *policy = &type->policy;
	write_open(out, '{');
	put_text(out, KEY(type, name), type->name);
	put_text(out, KEY(type, tenant_id), type->tenant);
	put_text(out, KEY(type, source), sources[type->source]);
	if (policy->priority)
		put_u64(out, KEY(type, priority),
			priority_shown(policy->priority, type->priority_steps));
	if (policy->max_attempts) put_u64(out, KEY(type, max_attempts), policy->max_attempts);
	if (policy->limit) put_u64(out, KEY(type, limit), policy->limit);
	if (policy->lease_ms) put_i64(out, KEY(type, lease_ms), policy->lease_ms);
	if (policy->timeout_ms) put_i64(out, KEY(type, timeout_seconds), policy->timeout_ms / 1000);
	write_key(out, KEY(type, backoff));
	show_backoff(out, &policy->backoff);
	show_classes(out, LOOSE(type, retryable), &policy->retryable);
	show_classes(out, LOOSE(type, fatal), &policy->fatal);
	if (policy->scope) show_scope(out, policy->scope, policy->unique_ttl);
	details_put(out, type->details);
	if (ground) show_ground(request, type, ground);
	put_u64(out, KEY(type, version), request_shown(request, type->version));
	write_close(out, '}');
}

/* The type with what it inherits. */
struct found_type {
	struct type_view view;
	struct type_ground ground;
};

static enum err find_type(struct request *request, struct query *query, struct found_type *out_type)
{
	str name = request->parts[0];
	if (type_is_webhooks(name)) return ERR_NOT_FOUND;
	return query->calls->type(query, request->tenant, name, &request->arena, &out_type->view,
				  &out_type->ground);
}

enum err type_view(struct request *request, struct query *query)
{
	struct found_type type;
	enum err err = find_type(request, query, &type);
	if (err) return err;
	show_type(request, &type.view, &type.ground);
	request_put_document_etag(request, type.view.version);
	return ERR_OK;
}

enum err type_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	struct type_list list = { .tenant = request->tenant, .with_profile = true };
	struct type_page page = { 0 };
	enum err err = list_begin(request, &params->list, &list.limit, &list.after_name);
	if (!err) err = query->calls->types(query, &list, &request->arena, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) {
		if (request->is_all) page.rows[i].priority_steps = 0;
		/* A webhook's own type is seen as the webhook. */
		if (!type_is_webhooks(page.rows[i].name)) show_type(request, &page.rows[i], NULL);
	}
	list_close(request, page.has_more && page.len,
		   page.len ? page.rows[page.len - 1].name : STR(""));
	return ERR_OK;
}

/* ---- changed ------------------------------------------------------------------------------ */

/* As it is; a type that is not known yet is an empty one. */
enum err type_read(struct request *request, struct query *query)
{
	struct found_type *type = arena_alloc_zeroed(&request->arena, sizeof *type);
	if (!type) return ERR_MEMORY;
	request->found = &type->view;
	enum err err = find_type(request, query, type);
	if (request->route->method == METHOD_PUT) return err == ERR_NOT_FOUND ? ERR_OK : err;
	/* One that is known by name alone has nothing to take away. */
	return !err && !type->view.version ? ERR_NOT_FOUND : err;
}

static u32 merged(const void *object, u32 field, i64 given, u32 old)
{
	if (is_null(object, field)) return 0;
	return is_given(object, field) ? (u32)given : old;
}

/* The handler decides who carries the type out; the server knows whether it can be. */
static enum err take_handler(struct request *request, const struct type_input *input,
			     struct type_policy *policy)
{
	const struct api_doors *doors = api_doors(request->api);
	struct why why;
	if (is_null(input, TYPE_HANDLER)) policy->carrier = CARRIER_UNSAID;
	if (!is_given(input, TYPE_HANDLER)) return ERR_OK;
	policy->carrier = CARRIER_WORKERS;
	if (!doors->handler) return ERR_OK;
	enum err err = doors->handler(doors->context, input->handler, &policy->carrier, &why);
	return err ? request_fault(request, STR("/handler"), &why) : ERR_OK;
}

enum err type_set(struct request *request, struct command *command)
{
	const struct type_view *type = request->found;
	const struct type_input *input = request->input;
	u64 expected;
	struct buf details;
	enum err err = request_expected_document(request, &expected);
	if (err) return err;
	command->kind = COMMAND_SET_TYPE;
	command->set.name = request->parts[0];
	command->set.type = type->policy;
	/* The version that was read must still be there: else the merged settings are not the
	 * present ones. */
	command->set.expected = expected == DOCUMENT_ANY ? type->version : expected;
	(void)priority_take(input->priority, &command->set.priority_is_scaled);
	err = type_policy_take(request, input, &command->set.type);
	if (!err) err = take_handler(request, input, &command->set.type);
	if (is_null(input, TYPE_FALLBACK))
		command->set.type.fallback = (struct fallback_policy){ 0 };
	if (!err && is_given(input, TYPE_FALLBACK))
		err = fallback_take(request, input->fallback, &command->set);
	if (err) return err;
	type_policy_note(input, &command->set.type);
	buf_init(&details, REQUEST_TEXT_BYTES);
	details_merge(&details, &type_body, input, type->details, detail_mask);
	return request_keep(request, &details, LIMIT_DOCUMENT_BODY_BYTES, "a type's details",
			    &command->set.details);
}

enum err type_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_SET_TYPE;
	command->set.name = request->parts[0];
	command->set.is_delete = true;
	return request_expected_document(request, &command->set.expected);
}

bool deleted_render(struct request *request)
{
	(void)request;
	return true;
}

/* ---- queues ------------------------------------------------------------------------------- */

SHAPE_STRUCT(queue_input, QUEUE_FIELDS);

enum { QUEUE_WEIGHT_MAX = 1000 };

SHAPE_PLACES(QUEUE, QUEUE_FIELDS);
SHAPE(queue_body, queue_input, QUEUE_FIELDS, "queue", "a queue's share and bound");

static void put_queue(struct buf *out, str name, const struct queue_policy *policy)
{
	put_text(out, KEY(queue, name), name);
	put_u64(out, KEY(queue, weight), policy->weight ? policy->weight : 1);
	write_key(out, KEY(queue, limit));
	if (policy->limit) write_u64(out, policy->limit);
	else write_null(out);
}

static void put_depth(struct buf *out, const struct queue_depth *depth, bool is_partial)
{
	put_u64(out, KEY(queue, due), depth->due);
	put_u64(out, KEY(queue, later), depth->later);
	put_u64(out, KEY(queue, running), depth->running);
	put_instant_or_null(out, KEY(queue, oldest_due_at), depth->oldest_due);
	put_u64(out, KEY(queue, enqueued_per_minute), depth->made);
	put_u64(out, KEY(queue, started_per_minute), depth->begun);
	put_bool(out, KEY(queue, is_partial), is_partial);
}

enum err queue_list_view(struct request *request, struct query *query)
{
	struct queue_page page = { 0 };
	enum err err = query->calls->queues(query, &request->arena, &page);
	str tenant = request->is_all ? STR("") : request->tenant;
	msec now = request->now.wall;
	if (!err) err = query->calls->depths(query, tenant, now, now - MSEC_MINUTE, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) {
		write_open(&request->out, '{');
		put_queue(&request->out, page.rows[i].name, &page.rows[i].policy);
		put_depth(&request->out, &page.rows[i].depth, page.is_partial);
		write_close(&request->out, '}');
	}
	list_close(request, false, STR(""));
	return ERR_OK;
}

enum err queue_read(struct request *request, struct query *query)
{
	struct queue_page page = { 0 };
	struct queue_policy *policy = arena_alloc_zeroed(&request->arena, sizeof *policy);
	if (!policy) return ERR_MEMORY;
	request->found = policy;
	enum err err = query->calls->queues(query, &request->arena, &page);
	for (u32 i = 0; !err && i < page.len; i++) {
		if (str_eq(page.rows[i].name, request->parts[0])) *policy = page.rows[i].policy;
	}
	return err;
}

enum err queue_set(struct request *request, struct command *command)
{
	const struct queue_input *input = request->input;
	struct queue_policy *policy = request->found;
	policy->weight = merged(input, QUEUE_WEIGHT, input->weight, policy->weight);
	policy->limit = merged(input, QUEUE_LIMIT, input->limit, policy->limit);
	command->kind = COMMAND_SET_QUEUE;
	command->tenant = (str){ 0 };
	command->set.name = request->parts[0];
	command->set.queue = *policy;
	return ERR_OK;
}

bool queue_render(struct request *request)
{
	write_open(&request->out, '{');
	put_queue(&request->out, request->parts[0], request->found);
	write_close(&request->out, '}');
	return true;
}
