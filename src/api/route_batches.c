/* Batches: items cut into chunks, or children as they are given; and the delivery report. */
#include "api/cut.h"
#include "api/failures.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/policy.h"
#include "api/shapes.h"
#include "base/must.h"
#include "store/query.h"

enum { CHUNK_DEFAULT = 50, BODY_LARGE_BYTES = 16 << 20 };
/* Of the report; and how many children are read for it. */
enum { FAILURES_SHOWN = 100, ITEM_BYTES = 1024, PAGE = 20, READ_MOST = 400 };

SHAPE_STRUCT(child_input, BATCH_CHILD_FIELDS);
SHAPE_OWN(batch_child_body, child_input, BATCH_CHILD_FIELDS, "batch_child", "a child of a batch");

SHAPE_STRUCT(batch_input, BATCH_FIELDS);
SHAPE_PLACES(BATCH, BATCH_FIELDS);
SHAPE(batch_body, batch_input, BATCH_FIELDS, "batch", "many runs and one that waits for them");

/* ---- making --------------------------------------------------------------------------------- */

static enum err fill_parent(struct request *request, struct enqueue_item *parent)
{
	const struct batch_input *input = request->input;
	*parent = (struct enqueue_item){
		.type = input->type,
		.queue = input->queue,
		.entity = input->entity,
		.user = input->user_id,
		.key = input->key,
		.payload = STR("{}"),
		.trace = request->trace,
		.max_attempts = (u32)input->max_attempts,
		.timeout_ms = input->timeout_seconds * MSEC_SECOND,
	};
	parent->priority = priority_take(input->priority, &parent->priority_is_scaled);
	enum err err = scope_set(request, input->scope, &parent->scope, &parent->unique_ttl);
	if (err) return err;
	if (is_given(input, BATCH_RUN_AT) && is_given(input, BATCH_IN))
		return request_bad(request, STR("/in"), "give either run_at or in");
	if (input->in > 0) parent->run_at = msec_add(request->now.wall, input->in);
	if (!is_given(input, BATCH_RUN_AT)) return ERR_OK;
	err = request_when(request, &input->run_at, input->timezone, STR("/run_at"),
			   &parent->run_at);
	/* 0 means now to the engine; 1970 is as much in the past a millisecond later. */
	if (parent->run_at <= 0) parent->run_at = 1;
	parent->run_at_is_absolute = true;
	return err;
}

/* How many values an array has, which was checked before. */
static u32 count_values(str array)
{
	struct json json;
	u32 len = 0;
	str bytes;
	json_init(&json, array);
	if (!json_enter(&json, VALUE_ARRAY)) return 0;
	while (json_next_item(&json) && json_skip(&json, &bytes)) len++;
	return len;
}

/* The members of an object without its braces; a list of items and its index are not theirs. */
static enum err take_shared(struct request *request, str payload, str *out_members)
{
	struct json json;
	struct json_string key;
	str name, value;
	json_init(&json, payload);
	*out_members = (str){ "", 0 };
	if (!payload.len || !json_enter(&json, VALUE_OBJECT)) return ERR_OK;
	size_t begins = json.at;
	bool is_empty = true;
	while (json_next_key(&json, &key)) {
		if (!json_unescape(key, &request->arena, &name)) return ERR_MEMORY;
		if (str_eq(name, STR("items")) || str_eq(name, STR("index")))
			return request_bad(
				request, STR("/payload"),
				"must not have a member \"items\" or \"index\": each child "
				"gets its own");
		if (!json_skip(&json, &value)) return ERR_MEMORY;
		is_empty = false;
	}
	/* The last brace was passed. */
	if (!is_empty) *out_members = str_slice(payload, begins, json.at - 1);
	return ERR_OK;
}

/* The next `most` values of the array, as they stand, as a child's payload. */
static enum err cut_chunk(struct request *request, struct json *json, u32 most, u32 index,
			  str shared, str *out_payload)
{
	struct buf text;
	str bytes;
	struct why why;
	buf_init(&text, BODY_LARGE_BYTES + 64);
	buf_add(&text, STR("{\"items\":["));
	for (u32 i = 0; i < most && json_next_item(json); i++) {
		if (!json_skip(json, &bytes)) break;
		if (i) buf_add_byte(&text, ',');
		buf_add(&text, bytes);
	}
	buf_addf(&text, "],\"index\":%u", index);
	if (shared.len) buf_add_byte(&text, ',');
	buf_add(&text, shared);
	buf_add_byte(&text, '}');
	bool is_long = text.len > LIMIT_PAYLOAD_BYTES;
	if (is_long)
		(void)fail(&why, ERR_INVALID,
			   "chunk %u would have a payload of %zu bytes; at most %d are allowed: "
			   "choose a smaller chunk_size",
			   index, text.len, LIMIT_PAYLOAD_BYTES);
	else *out_payload = str_copy(&request->arena, buf_view(&text));
	bool failed = buf_failed(&text) || arena_failed(&request->arena);
	buf_done(&text);
	if (failed) return ERR_MEMORY;
	return is_long ? request_fault(request, STR("/items"), &why) : ERR_OK;
}

static enum err cut_items(struct request *request, const struct enqueue_item *parent,
			  struct batch_command *work)
{
	const struct batch_input *input = request->input;
	u32 values = count_values(input->items);
	u32 size = (u32)input->chunk_size;
	u64 len = ((u64)values + size - 1) / size;
	struct json json;
	str shared;
	enum err err = take_shared(request, input->payload, &shared);
	if (err) return err;
	if (!values) return request_bad(request, STR("/items"), "must have at least one item");
	if (len > LIMIT_BATCH_CHILDREN)
		return request_bad(
			request, STR("/items"),
			"would make more than 10000 children: choose a larger chunk_size");
	if (len * shared.len > BODY_LARGE_BYTES)
		return request_bad(
			request, STR("/payload"),
			"would be more than 16777216 bytes in all children: shorten it or choose "
			"a larger chunk_size");
	struct enqueue_item *children = arena_alloc_array(&request->arena, (u32)len,
							  sizeof *children);
	if (!children) return ERR_MEMORY;
	json_init(&json, input->items);
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_MEMORY;
	for (u32 i = 0; !err && i < len; i++) {
		children[i] = *parent;
		err = cut_chunk(request, &json, size, i, shared, &children[i].payload);
	}
	work->children = children;
	work->len = (u32)len;
	return err;
}

static enum err take_children(struct request *request, const struct enqueue_item *parent,
			      struct batch_command *work)
{
	const struct batch_input *input = request->input;
	const struct child_input *given = input->children.at;
	u32 len = input->children.len;
	struct enqueue_item *children = arena_alloc_array(&request->arena, len, sizeof *children);
	if (!len) return request_bad(request, STR("/children"), "must have at least one item");
	if (!children) return ERR_MEMORY;
	for (u32 i = 0; i < len; i++) {
		children[i] = *parent;
		children[i].payload = given[i].payload;
		if (given[i].priority)
			children[i].priority = priority_take(given[i].priority,
							     &children[i].priority_is_scaled);
		if (given[i].entity.len) children[i].entity = given[i].entity;
		if (given[i].user_id.len) children[i].user = given[i].user_id;
	}
	work->children = children;
	work->len = len;
	return ERR_OK;
}

enum err batch_decode(struct request *request)
{
	const struct batch_input *input = request->input;
	struct batch_command *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct enqueue_item *parent = arena_alloc_zeroed(&request->arena, sizeof *parent);
	bool has_items = is_given(input, BATCH_ITEMS);
	if (!work || !parent) return ERR_MEMORY;
	request->found = work;
	if (has_items == is_given(input, BATCH_CHILDREN))
		return request_bad(request, STR("/items"),
				   has_items ? "give either items or children"
					     : "or children is required");
	if (!has_items && is_given(input, BATCH_CHUNK_SIZE))
		return request_bad(request, STR("/chunk_size"), "goes with items");
	if (!has_items && is_given(input, BATCH_PAYLOAD))
		return request_bad(request, STR("/payload"), "goes with items");
	enum err err = fill_parent(request, parent);
	if (err) return err;
	work->parent = parent;
	work->pause_ms = input->chunk_pause_ms;
	work->jitter_ms = input->chunk_jitter_ms;
	return has_items ? cut_items(request, parent, work) : take_children(request, parent, work);
}

enum err batch_create(struct request *request, struct command *command)
{
	command->kind = COMMAND_BATCH;
	command->batch = *(const struct batch_command *)request->found;
	return ERR_OK;
}

/* `total` 0: it is not known. */
static void put_receipt(struct request *request, str state, str status, u32 total)
{
	const struct batch_answer *batch = &request->answer.batch;
	const struct enqueue_item *parent = request->ask.command.batch.parent;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(batch_receipt, id), &batch->id);
	put_text(out, KEY(batch_receipt, tenant_id), request->tenant);
	put_text(out, KEY(batch_receipt, type), parent->type);
	put_text(out, KEY(batch_receipt, state), state);
	if (status.len) put_text(out, KEY(batch_receipt, status), status);
	put_bool(out, KEY(batch_receipt, duplicate), batch->is_duplicate);
	if (parent->key.len) put_text(out, KEY(batch_receipt, idempotency_key), parent->key);
	if (total) put_u64(out, KEY(batch_receipt, total), total);
	write_close(out, '}');
}

/* How one stands that was there already has to be looked up. */
bool batch_render(struct request *request)
{
	const struct batch_answer *batch = &request->answer.batch;
	request->status = batch->is_duplicate ? 200 : 201;
	if (request->answer.is_replayed || batch->is_duplicate) return false;
	put_receipt(request, run_state_name(batch->state), run_state_status(batch->state),
		    batch->total);
	return true;
}

/* The run that has the key is a batch, or a task of that type, or gone. */
enum err batch_receipt_view(struct request *request, struct query *query)
{
	const struct uuid *id = &request->answer.batch.id;
	struct batch_list list = { .tenant = request->tenant, .id = *id, .limit = 1 };
	struct batch_page page = { 0 };
	struct run_view run = { 0 };
	enum err err = query->calls->batches(query, &list, &request->arena, &page);
	if (err) return err;
	err = query->calls->run(query, request->tenant, id, &request->arena, &run);
	if (err && err != ERR_NOT_FOUND) return err;
	u32 total = page.len ? page.rows[0].row.total : 0;
	if (err) put_receipt(request, STR("purged"), STR(""), total);
	else put_receipt(request, run_state_name(run.state), run_state_status(run.state), total);
	return ERR_OK;
}

/* ---- looking -------------------------------------------------------------------------------- */

SHAPE_STRUCT(batch_params, BATCH_PARAMS);

enum { STATE_ANY, STATE_WAITING, STATE_DONE, STATE_CANCELLED };

SHAPE(batch_list_query, batch_params, BATCH_PARAMS, "batch_list", "which batches");

static void put_counts(struct buf *out, const struct batch_row *row)
{
	put_u64(out, KEY(batch_counts, total), row->total);
	put_u64(out, KEY(batch_counts, done), row->done);
	put_u64(out, KEY(batch_counts, failed), row->failed);
	put_u64(out, KEY(batch_counts, cancelled), row->cancelled);
	put_u64(out, KEY(batch_counts, pending), batch_left(row));
}

static void put_batch(struct buf *out, const struct batch_view *view)
{
	const struct batch_row *row = &view->row;
	put_uuid(out, KEY(batch, id), &row->id);
	put_text(out, KEY(batch, tenant_id), view->tenant);
	put_text(out, KEY(batch, type), view->type);
	put_text(out, KEY(batch, queue), view->queue);
	put_text(out, KEY(batch, state), run_state_name(row->state));
	put_text(out, KEY(batch, status), run_state_status(row->state));
	put_counts(out, row);
	put_instant(out, KEY(batch, run_at), row->run_at);
	put_instant(out, KEY(batch, created_at), row->created_at);
	put_instant_or_null(out, KEY(batch, finished_at), row->finished_at);
}

enum err batch_list_decode(struct request *request)
{
	static const u32 states[] = { [STATE_ANY] = 0,
				      [STATE_WAITING] = 1u << RUN_WAITING,
				      [STATE_DONE] = 1u << RUN_DONE,
				      [STATE_CANCELLED] = 1u << RUN_CANCELLED };
	const struct batch_params *params = request->params;
	struct batch_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	must(params->state < countof(states));
	if (!request->is_all) list->tenant = request->tenant;
	list->states = states[params->state];
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

static void show_batch(struct buf *out, const struct batch_view *view)
{
	write_open(out, '{');
	put_batch(out, view);
	write_close(out, '}');
}

enum err batch_list_view(struct request *request, struct query *query)
{
	const struct batch_list *list = request->found;
	struct batch_page page = { 0 };
	enum err err = query->calls->batches(query, list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_batch(&request->out, &page.rows[i]));
	return ERR_OK;
}

/* "BATCH:7" */
static void put_index(struct buf *out, const struct run_row *row)
{
	str index = row->key;
	u64 number;
	(void)str_split(&index, ':');
	if (str_to_u64(index, LIMIT_BATCH_CHILDREN, &number))
		put_u64(out, KEY(batch_failure, index), number);
}

static void show_failure(struct buf *out, const struct run_view *run)
{
	write_open(out, '{');
	put_uuid(out, KEY(batch_failure, id), &run->row.id);
	put_index(out, &run->row);
	put_text(out, KEY(batch_failure, state), run_state_name(run->state));
	put_u64(out, KEY(batch_failure, attempts), run->row.hot.attempts);
	put_text_or_null(out, KEY(batch_failure, error_class), run->error_class);
	put_text_or_null(out, KEY(batch_failure, error_message), run->error_message);
	write_close(out, '}');
}

/* The last children that failed, and how many more there are. */
static void put_failures(struct buf *out, const struct batch_row *row,
			 const struct run_page *failed)
{
	put_open(out, KEY(batch_report, failures), '[');
	for (u32 i = 0; i < failed->len; i++) show_failure(out, &failed->rows[i]);
	write_close(out, ']');
	put_u64(out, KEY(batch_report, failures_more),
		row->failed > failed->len ? row->failed - failed->len : 0);
}

static void show_item(struct request *request, const struct run_view *run,
		      const struct item_failure *failure)
{
	struct buf *out = &request->out;
	str item = failure->item.len ? failure->item : STR("null");
	if (item.len > ITEM_BYTES) item = cut_value(item.len, &request->arena);
	write_open(out, '{');
	put_uuid(out, KEY(batch_item_failure, id), &run->row.id);
	put_index(out, &run->row);
	put_raw(out, KEY(batch_item_failure, item), item);
	put_text_or_null(out, KEY(batch_item_failure, error_class),
			 cut_text(failure->error_class, LIMIT_CLASS_NAME_BYTES, &request->arena));
	put_text_or_null(out, KEY(batch_item_failure, error_message),
			 cut_text(failure->message, ITEM_BYTES, &request->arena));
	write_close(out, '}');
}

/* How many there was room for. */
static u32 show_items_of(struct request *request, const struct run_view *run, u32 most)
{
	struct item_failure failures[FAILURES_SHOWN];
	str result = run->has_last ? run->last.end.result : (str){ "", 0 };
	u32 len = failures_read(result, most, &request->arena, failures);
	for (u32 i = 0; i < len; i++) show_item(request, run, &failures[i]);
	return len;
}

/* Of the newest children that are done. */
static enum err put_items(struct request *request, struct query *query, const struct batch_row *row)
{
	struct run_list list = { .tenant = request->tenant,
				 .states = 1u << RUN_DONE,
				 .parent = row->id,
				 .limit = PAGE };
	struct run_page page = { .has_more = row->items_failed > 0 };
	u32 shown = 0;
	put_u64(&request->out, KEY(batch_report, items_failed), row->items_failed);
	put_open(&request->out, KEY(batch_report, item_failures), '[');
	for (u32 read = 0; page.has_more && read < READ_MOST; read += PAGE) {
		enum err err = query->calls->runs(query, &list, &request->arena, &page);
		if (err) return err;
		for (u32 i = 0; i < page.len && shown < FAILURES_SHOWN; i++)
			shown += show_items_of(request, &page.rows[i], FAILURES_SHOWN - shown);
		if (shown == FAILURES_SHOWN || shown >= row->items_failed || !page.len) break;
		list.after = page.rows[page.len - 1].row.id;
	}
	write_close(&request->out, ']');
	put_u64(&request->out, KEY(batch_report, item_failures_more),
		row->items_failed > shown ? row->items_failed - shown : 0);
	return ERR_OK;
}

enum err batch_view(struct request *request, struct query *query)
{
	struct batch_list list = { .tenant = request->tenant, .limit = 1 };
	struct run_list failures = { .tenant = request->tenant,
				     .states = 1u << RUN_FAILED | 1u << RUN_DLQ,
				     .limit = FAILURES_SHOWN };
	struct batch_page page = { 0 };
	struct run_page failed = { 0 };
	enum err err = request_part_id(request, 0, &list.id);
	if (!err) err = query->calls->batches(query, &list, &request->arena, &page);
	if (!err && !page.len) err = ERR_NOT_FOUND;
	failures.parent = list.id;
	if (!err) err = query->calls->runs(query, &failures, &request->arena, &failed);
	if (err) return err;
	write_open(&request->out, '{');
	put_batch(&request->out, &page.rows[0]);
	put_open(&request->out, KEY(batch, report), '{');
	put_counts(&request->out, &page.rows[0].row);
	put_failures(&request->out, &page.rows[0].row, &failed);
	err = put_items(request, query, &page.rows[0].row);
	write_close(&request->out, '}');
	write_close(&request->out, '}');
	return err;
}
