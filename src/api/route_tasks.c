/* Tasks come in: one, or many at once. */
#include "api/details.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/policy.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"
#include "model/when.h"
#include "observe/metrics.h"
#include "store/query.h"

#include <stdio.h>

SHAPE_STRUCT(task_input, TASK_FIELDS);

enum { TIMEOUT_SECONDS_MAX = 86400, BODY_LARGE_BYTES = 16 << 20 };
enum { ON_DUPLICATE_KEEP, ON_DUPLICATE_REPLACE };
enum { ON_SUCCESS, ON_COMPLETE };

SHAPE_PLACES(TASK, TASK_FIELDS);
SHAPE(task_body, task_input, TASK_FIELDS, "task", "a task to create");

SHAPE_STRUCT(bulk_input, BULK_FIELDS);
SHAPE(bulk_body, bulk_input, BULK_FIELDS, "task_bulk", "many tasks to create");

/* The result of decoding: the items, and for each the fault that keeps it out. */
struct task_work {
	struct enqueue_item *items;
	u32 len;
	u32 given; /* how many were sent */
	bool is_atomic;
	str resumes;
	struct why **faults; /* by the place they were sent at; NULL: it is good */
	u32 *places;         /* of the items, where they were sent */
};

/* ---- one task ----------------------------------------------------------------------------- */

static enum err bad(struct request *request, str pointer, struct why *why, const char *text)
{
	(void)fail(why, ERR_INVALID, "%s", text);
	return request_fault(request, pointer, why);
}

static str type_of(const struct task_input *input)
{
	if (input->type.len) return input->type;
	return input->handler.len ? input->handler : input->task_type;
}

/* A text or a number of the payload; anything else is not meant as a key. */
static str lifted(struct request *request, str payload, str name, size_t most)
{
	str bytes, text;
	if (!json_find(payload, name, &bytes) || bytes.len == 0 || bytes.len > most + 2)
		return (str){ 0 };
	if (ascii_is_digit(bytes.at[0]) && str_find(bytes, '.') == bytes.len) return bytes;
	struct json_string string = { str_slice(bytes, 1, bytes.len - 1),
				      str_find(bytes, '\\') < bytes.len };
	if (bytes.at[0] != '"' || !json_unescape(string, &request->arena, &text)) return (str){ 0 };
	return text;
}

/* A key found only inside the payload counts. */
static void lift_keys(struct request *request, struct enqueue_item *item)
{
	if (item->payload.len <= 2 || (item->key.len && item->bucket.len)) return;
	if (!item->key.len)
		item->key = lifted(request, item->payload, STR("idempotencyKey"), LIMIT_KEY_BYTES);
	if (!item->bucket.len)
		item->bucket = lifted(request, item->payload, STR("runAtBucket"),
				      LIMIT_BUCKET_BYTES);
}

static enum err take_scope(struct request *request, const struct task_input *input,
			   struct enqueue_item *item, struct why *why)
{
	if (!input->scope.len) return ERR_OK;
	if (scope_take(input->scope, &item->scope, &item->unique_ttl)) return ERR_OK;
	return bad(request, STR("/unique_scope"), why,
		   "must be bucket, active, succeeded, forever, or a span like 24h");
}

static enum err take_times(struct request *request, const struct task_input *input,
			   struct enqueue_item *item, struct why *why)
{
	const struct zone *zone;
	enum err err = ERR_OK;
	bool has_run_at = is_given(input, TASK_RUN_AT);
	if (has_run_at && is_given(input, TASK_IN))
		return bad(request, STR("/in"), why, "give either run_at or in");
	if (has_run_at) {
		err = request_when(request, &input->run_at, input->timezone, STR("/run_at"),
				   &item->run_at);
		/* 0 means now to the engine; 1970 is as much in the past a millisecond later. */
		if (item->run_at <= 0) item->run_at = 1;
		item->run_at_is_absolute = true;
	} else if (input->in > 0) {
		item->run_at = msec_add(request->now.wall, input->in);
	}
	if (!err && input->timezone.len) err = request_zone(request, input->timezone, &zone);
	if (!err && is_given(input, TASK_DEADLINE_AT))
		err = request_when(request, &input->deadline_at, input->timezone,
				   STR("/deadline_at"), &item->deadline_at);
	if (err) *why = request->why;
	return err;
}

static enum err take_entity(struct request *request, const struct task_input *input,
			    struct enqueue_item *item, struct why *why)
{
	struct buf text;
	item->entity = input->entity;
	if (!input->reference_type.len && !input->reference_id.len) return ERR_OK;
	if (input->entity.len)
		return bad(request, STR("/entity"), why,
			   "give either entity or reference_type and reference_id");
	if (!input->reference_type.len)
		return bad(request, STR("/reference_type"), why, "is required with reference_id");
	if (!input->reference_id.len)
		return bad(request, STR("/reference_id"), why, "is required with reference_type");
	buf_init(&text, REQUEST_TEXT_BYTES);
	buf_add(&text, input->reference_type);
	buf_add_byte(&text, ':');
	buf_add(&text, input->reference_id);
	/* 50 and 200 bytes and a colon: it always fits an entity. */
	return request_keep(request, &text, LIMIT_ENTITY_BYTES, "reference_type and reference_id",
			    &item->entity);
}

static enum err take_attempts(struct request *request, const struct task_input *input,
			      struct enqueue_item *item, struct why *why)
{
	bool has_retries = is_given(input, TASK_MAX_RETRIES);
	if (has_retries && is_given(input, TASK_MAX_ATTEMPTS))
		return bad(request, STR("/max_retries"), why,
			   "give either max_attempts or max_retries");
	item->max_attempts = (u32)(has_retries ? input->max_retries + 1 : input->max_attempts);
	return ERR_OK;
}

/* Details are shown as they came, and decide nothing. */
static enum err take_details(struct request *request, const struct task_input *input,
			     struct enqueue_item *item)
{
	static const u64 mask = (u64)1 << TASK_TASK_TYPE | (u64)1 << TASK_TIMEZONE |
				(u64)1 << TASK_REFERENCE_TYPE | (u64)1 << TASK_REFERENCE_ID;
	struct buf details;
	if (!(input->given.there & mask)) return ERR_OK;
	buf_init(&details, REQUEST_TEXT_BYTES);
	details_merge(&details, &task_body, input, STR(""), mask);
	return request_keep(request, &details, LIMIT_TASK_DETAILS_BYTES, "a task's details",
			    &item->details);
}

/* Whether there are such runs the engine knows. */
static enum err take_after(struct request *request, const struct task_input *input,
			   struct enqueue_item *item, struct why *why)
{
	char pointer[32];
	if (!input->after.len && is_given(input, TASK_ON))
		return bad(request, STR("/on"), why, "is allowed only together with after");
	struct uuid *ids = arena_alloc_array(&request->arena, input->after.len, sizeof *ids);
	if (!ids && input->after.len) return ERR_MEMORY;
	item->after = ids;
	item->after_len = input->after.len;
	item->needs = input->on == ON_COMPLETE ? DEPENDENCY_COMPLETE : DEPENDENCY_SUCCESS;
	for (u32 i = 0; i < input->after.len; i++) {
		if (uuid_parse(input->after.at[i], &ids[i])) continue;
		(void)snprintf(pointer, sizeof pointer, "/after/%u", i);
		str kept = str_copy(&request->arena, str_from(pointer));
		return bad(request, kept, why, "must be a UUID");
	}
	return ERR_OK;
}

static enum err task_to_item(struct request *request, const struct task_input *input,
			     struct enqueue_item *item, struct why *why)
{
	*item = (struct enqueue_item){
		.type = type_of(input),
		.queue = input->queue,
		.route = input->route,
		.key = input->key,
		.bucket = input->bucket,
		.user = input->user_id,
		.created_by = input->created_by,
		.payload = input->payload.len ? input->payload : STR("{}"),
		.trace = request->trace,
		.timeout_ms = input->timeout_seconds * 1000,
	};
	item->replaces = input->on_duplicate == ON_DUPLICATE_REPLACE;
	item->priority = priority_take(input->priority, &item->priority_is_scaled);
	if (!item->type.len) return bad(request, STR("/type"), why, "is required");
	lift_keys(request, item);
	enum err err = take_scope(request, input, item, why);
	if (!err) err = take_times(request, input, item, why);
	if (!err) err = take_entity(request, input, item, why);
	if (!err) err = take_attempts(request, input, item, why);
	if (!err) err = take_after(request, input, item, why);
	if (!err) err = take_details(request, input, item);
	return err;
}

enum err task_decode(struct request *request)
{
	struct task_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct enqueue_item *item = arena_alloc(&request->arena, sizeof *item);
	struct why why = { 0 };
	if (!work || !item) return ERR_MEMORY;
	/* Alone it is all or none: then what is wrong with it is what is wrong with the call. */
	*work = (struct task_work){ .items = item, .len = 1, .given = 1, .is_atomic = true };
	work->resumes = ((const struct task_input *)request->input)->resumes;
	request->found = work;
	return task_to_item(request, request->input, item, &why);
}

enum err task_enqueue(struct request *request, struct command *command)
{
	const struct task_work *work = request->found;
	command->kind = COMMAND_ENQUEUE;
	command->enqueue = (struct enqueue_command){ .items = work->items,
						     .len = work->len,
						     .atomic = work->is_atomic,
						     .resumes = &work->resumes,
						     .resumes_len = work->resumes.len > 0 };
	return ERR_OK;
}

/* New runs are counted from the journal, once it is kept. */
static void count_duplicate(const struct request *request, const struct enqueue_item *item,
			    const struct enqueue_answer *answer)
{
	struct metrics *metrics = api_metrics(request->api);
	if (!metrics || request->answer.is_replayed || !answer->duplicate) return;
	metrics_add(metrics, METRIC_DUPLICATES, item->type, request->tenant, 1);
}

static str outcome_of(const struct enqueue_answer *answer)
{
	if (!answer->duplicate) return STR("created");
	return answer->replaced ? STR("replaced") : STR("kept");
}

static void show_task(struct request *request, str state, str status)
{
	const struct task_work *work = request->found;
	const struct enqueue_item *item = &work->items[0];
	const struct enqueue_answer *answer = &request->answer.enqueue.items[0];
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(task_receipt, id), &answer->run);
	put_text(out, KEY(task_receipt, tenant_id), request->tenant);
	put_text(out, KEY(task_receipt, type), item->type);
	if (status.len) put_text(out, KEY(task_receipt, status), status);
	put_text(out, KEY(task_receipt, state), state);
	put_bool(out, KEY(task_receipt, duplicate), answer->duplicate);
	put_text(out, KEY(task_receipt, outcome), outcome_of(answer));
	if ((!answer->duplicate || answer->replaced) && item->run_at)
		put_instant(out, KEY(task_receipt, run_at), item->run_at);
	if (item->key.len) put_text(out, KEY(task_receipt, idempotency_key), item->key);
	write_close(out, '}');
}

/* A call that came before is answered with the run as it stands now, which has to be looked up. */
bool task_render(struct request *request)
{
	const struct task_work *work = request->found;
	const struct enqueue_answer *answer = &request->answer.enqueue.items[0];
	must(request->answer.enqueue.len == 1);
	count_duplicate(request, &work->items[0], answer);
	request->status = answer->duplicate ? 200 : 201;
	if (request->answer.is_replayed) return false;
	if (answer->purged) show_task(request, STR("purged"), STR(""));
	else show_task(request, run_state_name(answer->state), run_state_status(answer->state));
	return true;
}

enum err task_view(struct request *request, struct query *query)
{
	const struct uuid *id = &request->answer.enqueue.items[0].run;
	struct run_view run = { 0 };
	enum err err = query->calls->run(query, request->tenant, id, &request->arena, &run);
	if (err == ERR_NOT_FOUND) {
		show_task(request, STR("purged"), STR(""));
		return ERR_OK;
	}
	if (!err) show_task(request, run_state_name(run.state), run_state_status(run.state));
	return err;
}

/* ---- many --------------------------------------------------------------------------------- */

/* The items of a list may name their tenant, but all of one call are of one tenant. */
static enum err check_tenant(struct request *request, const struct task_input *input,
			     struct why *why)
{
	if (!input->tenant_id.len || str_eq(input->tenant_id, request->tenant)) return ERR_OK;
	return fail(why, ERR_NOT_FOUND, "all tasks of one call must belong to one tenant");
}

/* The first thing that is wrong with a task, told beside it. */
static void keep_fault(struct request *request, struct task_work *work, u32 place,
		       const struct why *why)
{
	struct why *kept = arena_alloc(&request->arena, sizeof *kept);
	request->faults.len = 0;
	if (kept) *kept = *why;
	work->faults[place] = kept;
}

/* The field at fault, and what is wrong with it, in one line. */
static enum err tell_first(const struct request *request, struct why *why)
{
	must(request->faults.len > 0);
	return faults_fail(&request->faults, why);
}

static enum err read_task(struct request *request, struct json *json, struct enqueue_item *item,
			  struct why *why)
{
	struct task_input *input = arena_alloc_zeroed(&request->arena, sizeof *input);
	str bytes;
	if (!input) return ERR_MEMORY;
	if (json_peek(json) != VALUE_OBJECT) {
		(void)json_skip(json, &bytes);
		return fail(why, ERR_INVALID, "a task must be an object");
	}
	if (!shape_read(&task_body, json, STR(""), &request->faults, input)) {
		return request->faults.len ? tell_first(request, why) : ERR_MEMORY;
	}
	enum err err = check_tenant(request, input, why);
	if (!err && input->resumes.len)
		err = bad(request, STR("/resumes"), why,
			  "belongs to the call, not to a single task");
	if (!err) err = task_to_item(request, input, item, why);
	return err && request->faults.len ? tell_first(request, why) : err;
}

/* Pointers into one task become pointers into the body. */
static void place_faults(struct request *request, u32 place)
{
	for (u32 i = 0; i < request->faults.len; i++) {
		struct fault *fault = &request->faults.items[i];
		struct buf text;
		buf_init(&text, 1024);
		buf_addf(&text, "/tasks/%u%.*s", place, STR_ARG(fault->pointer));
		fault->pointer = str_copy(&request->arena, buf_view(&text));
		buf_done(&text);
	}
}

static enum err refuse_all(struct request *request, u32 place, const struct why *why)
{
	place_faults(request, place);
	return request_refuse(request, why->code, "task %u: %s", place, why->text);
}

static enum err check_after(struct request *request, u32 after)
{
	struct why why;
	if (after <= LIMIT_CALL_AFTER) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "the tasks of one call must name at most %d runs in after",
		   LIMIT_CALL_AFTER);
	return request_fault(request, STR("/tasks"), &why);
}

static enum err read_tasks(struct request *request, struct json *json, struct task_work *work)
{
	u32 after = 0;
	for (u32 i = 0; json_next_item(json); i++) {
		struct why why = { 0 };
		enum err err = read_task(request, json, &work->items[work->len], &why);
		if (err == ERR_MEMORY || arena_failed(&request->arena)) return ERR_MEMORY;
		must(!json_failed(json)); /* it was checked as a whole */
		if (!err) after += work->items[work->len].after_len;
		if (!err) work->places[work->len++] = i;
		else if (work->is_atomic) return refuse_all(request, i, &why);
		else keep_fault(request, work, i, &why);
	}
	return check_after(request, after);
}

static u32 count_items(str array)
{
	struct json json;
	u32 len = 0;
	str bytes;
	json_init(&json, array);
	if (!json_enter(&json, VALUE_ARRAY)) return 0;
	while (len <= LIMIT_ENQUEUE_MANY && json_next_item(&json)) {
		if (!json_skip(&json, &bytes)) return 0;
		len++;
	}
	return len;
}

enum err bulk_decode(struct request *request)
{
	const struct bulk_input *input = request->input;
	struct task_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	u32 len = count_items(input->tasks);
	struct why why;
	struct json json;
	if (len > LIMIT_ENQUEUE_MANY) {
		(void)fail(&why, ERR_INVALID, "must have at most %d items", LIMIT_ENQUEUE_MANY);
		return request_fault(request, STR("/tasks"), &why);
	}
	if (!work) return ERR_MEMORY;
	work->given = len;
	work->is_atomic = input->atomic;
	work->resumes = input->resumes;
	work->items = arena_alloc_array(&request->arena, len, sizeof *work->items);
	work->faults = arena_alloc_array(&request->arena, len, sizeof *work->faults);
	work->places = arena_alloc_array(&request->arena, len, sizeof *work->places);
	if (arena_failed(&request->arena)) return ERR_MEMORY;
	request->found = work;
	json_init(&json, input->tasks);
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_MEMORY;
	return read_tasks(request, &json, work);
}

static void write_error(struct buf *out, enum err code, const char *text)
{
	put_open(out, KEY(task_result, error), '{');
	show_item_error(out, code, str_from(text));
	write_close(out, '}');
}

static void write_result(struct buf *out, const struct enqueue_answer *answer)
{
	if (answer->err) {
		write_error(out, answer->err, answer->why.code ? answer->why.text : "");
		return;
	}
	put_uuid(out, KEY(task_result, id), &answer->run);
	put_bool(out, KEY(task_result, duplicate), answer->duplicate);
	put_text(out, KEY(task_result, outcome), outcome_of(answer));
	if (answer->purged) put_text(out, KEY(task_result, state), STR("purged"));
}

bool bulk_render(struct request *request)
{
	const struct task_work *work = request->found;
	const struct answer *answer = &request->answer;
	struct buf *out = &request->out;
	u32 item = 0;
	must(answer->enqueue.len == work->len);
	write_open(out, '{');
	put_open(out, KEY(task_results, results), '[');
	for (u32 i = 0; i < work->given; i++) {
		write_open(out, '{');
		if (item < work->len && work->places[item] == i) {
			const struct enqueue_answer *one = &answer->enqueue.items[item];
			write_result(out, one);
			if (!one->err) count_duplicate(request, &work->items[item], one);
			item++;
		} else if (work->faults[i]) {
			write_error(out, work->faults[i]->code, work->faults[i]->text);
		}
		write_close(out, '}');
	}
	write_close(out, ']');
	write_close(out, '}');
	return true;
}
