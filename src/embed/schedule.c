/* Tasks: made, cancelled, retried, moved. */
#include "embed/parts.h"

enum { ITEMS_BYTES_MAX = 64 << 20 };

struct enqueue_ask {
	struct embed_ask ask;
	belfry_scheduled *out; /* or NULL */
	enum err err;          /* of an item */
	struct why why;
	u32 faulty; /* which */
};

/* ---- making -------------------------------------------------------------------------------- */

static belfry_error take_unique(const struct belfry_task *task, struct enqueue_item *item,
				belfry_why *why)
{
	static const enum unique_scope scopes[] = {
		[BELFRY_UNIQUE_DEFAULT] = UNIQUE_NONE,
		[BELFRY_UNIQUE_BUCKET] = UNIQUE_BUCKET,
		[BELFRY_UNIQUE_SPAN] = UNIQUE_TTL,
		[BELFRY_UNIQUE_ACTIVE] = UNIQUE_ACTIVE,
		[BELFRY_UNIQUE_SUCCEEDED] = UNIQUE_SUCCEEDED,
		[BELFRY_UNIQUE_FOREVER] = UNIQUE_FOREVER,
	};
	if ((u32)task->unique >= countof(scopes))
		return refuse(why, BELFRY_INVALID, "unique must not be %d", (int)task->unique);
	if (task->unique_ms < 0) return refuse(why, BELFRY_INVALID, "unique_ms must be 0 or more");
	item->scope = scopes[task->unique];
	item->unique_ttl = task->unique_ms;
	return BELFRY_OK;
}

static belfry_error take_times(const struct belfry_task *task, msec now, struct enqueue_item *item,
			       belfry_why *why)
{
	if (task->run_at && task->delay_ms)
		return refuse(why, BELFRY_INVALID, "give either run_at or delay_ms");
	if (task->run_at < 0 || task->delay_ms < 0 || task->deadline_at < 0)
		return refuse(why, BELFRY_INVALID,
			      "run_at, delay_ms and deadline_at must be 0 or more");
	if (task->timeout_ms < 0)
		return refuse(why, BELFRY_INVALID, "timeout_ms must be 0 or more");
	item->run_at = task->delay_ms ? msec_add(now, task->delay_ms) : task->run_at;
	item->run_at_is_absolute = task->run_at != 0;
	item->deadline_at = task->deadline_at;
	item->timeout_ms = task->timeout_ms;
	return BELFRY_OK;
}

static belfry_error take_task(const struct belfry *handle, const void *given, msec now,
			      struct enqueue_item *item, belfry_why *why)
{
	struct belfry_task task;
	belfry_error error = sized_take(given, &task, sizeof task, "task", why);
	if (error) return error;
	*item = (struct enqueue_item){ .type = text_of(task.type),
				       .queue = text_of(task.queue),
				       .key = text_of(task.key),
				       .entity = text_of(task.entity),
				       .created_by = handle->name,
				       .priority = task.priority,
				       .max_attempts = task.max_attempts };
	error = payload_take(task.payload, task.payload_len, &item->payload, why);
	if (!error) error = take_unique(&task, item, why);
	if (!error) error = take_times(&task, now, item, why);
	return error;
}

static void tasks_answered(struct embed_ask *ask, const struct answer *answer)
{
	struct enqueue_ask *enqueue = container_of(ask, struct enqueue_ask, ask);
	for (u32 i = 0; !answer->err && i < answer->enqueue.len; i++) {
		const struct enqueue_answer *item = &answer->enqueue.items[i];
		if (item->err && !enqueue->err) {
			enqueue->err = item->err;
			enqueue->why = item->why;
			enqueue->faulty = i;
		}
		if (!enqueue->out) continue;
		enqueue->out[i] = (belfry_scheduled){ .run = id_of(&item->run),
						      .is_duplicate = item->duplicate };
	}
}

static belfry_error enqueue(struct belfry *handle, const struct enqueue_item *items, u32 len,
			    belfry_scheduled *out, belfry_why *why)
{
	struct enqueue_ask enqueue = { .out = out, .ask.answered = tasks_answered };
	struct why inner = { 0 };
	enqueue.ask.command = (struct command){ .kind = COMMAND_ENQUEUE,
						.tenant = handle->tenant,
						.actor = handle->name };
	enqueue.ask.command.enqueue =
		(struct enqueue_command){ .items = items, .len = len, .atomic = true };
	enum err err = ask_now(handle, &enqueue.ask, &inner);
	if (err) return tell_why(&inner, err, why);
	if (enqueue.err) return tell_why(&enqueue.why, enqueue.err, why);
	return BELFRY_OK;
}

/* Written on success only: what came before the faulty one was not made, either. */
static belfry_error schedule(struct belfry *handle, const u8 *tasks, size_t step, size_t count,
			     belfry_scheduled *out, belfry_why *why)
{
	struct arena arena;
	msec now = world_now(handle).wall;
	belfry_error error = BELFRY_OK;
	arena_init(&arena, ITEMS_BYTES_MAX);
	struct enqueue_item *items = arena_alloc_array(&arena, count, sizeof *items);
	belfry_scheduled *made = arena_alloc_array(&arena, count, sizeof *made);
	if (!items || !made) error = refuse(why, BELFRY_MEMORY, "out of memory");
	for (size_t i = 0; i < count && !error; i++)
		error = take_task(handle, tasks + i * step, now, &items[i], why);
	if (!error) error = enqueue(handle, items, (u32)count, made, why);
	if (!error && out) memcpy(out, made, count * sizeof *made);
	arena_done(&arena);
	return error;
}

belfry_error belfry_schedule(belfry *handle, const belfry_task *task, belfry_scheduled *out,
			     belfry_why *why)
{
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	return schedule(handle, (const u8 *)task, 0, 1, out, why);
}

/* The caller's structs stand as far apart as they say they are large. */
belfry_error belfry_schedule_all(belfry *handle, const belfry_task *tasks, size_t count,
				 belfry_scheduled *out, belfry_why *why)
{
	struct belfry_task first;
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (count < 1 || count > LIMIT_ENQUEUE_MANY)
		return refuse(why, BELFRY_INVALID, "count must be 1 to %d, got %zu",
			      LIMIT_ENQUEUE_MANY, count);
	belfry_error error = sized_take(tasks, &first, sizeof first, "tasks", why);
	if (error) return error;
	for (size_t i = 1; i < count; i++) {
		size_t size;
		memcpy(&size, (const u8 *)tasks + i * first.size, sizeof size);
		if (size != first.size)
			return refuse(why, BELFRY_INVALID,
				      "tasks[%zu].size is not that of tasks[0]", i);
	}
	return schedule(handle, (const u8 *)tasks, first.size, count, out, why);
}

/* ---- what becomes of a run ----------------------------------------------------------------- */

static belfry_error act(struct belfry *handle, enum command_kind kind, const belfry_id *run,
			const struct run_command *more, belfry_why *why)
{
	struct embed_ask ask = { 0 };
	struct why inner = { 0 };
	if (!handle || !run) return refuse(why, BELFRY_INVALID, "handle or run is NULL");
	ask.command = (struct command){
		.kind = kind, .tenant = handle->tenant, .actor = handle->name, .run = *more
	};
	ask.command.run.run = uuid_of(run);
	enum err err = ask_now(handle, &ask, &inner);
	return err ? tell_why(&inner, err, why) : BELFRY_OK;
}

belfry_error belfry_cancel(belfry *handle, const belfry_id *run, const char *reason,
			   belfry_why *why)
{
	struct run_command more = { .reason = text_of(reason) };
	if (more.reason.len > LIMIT_REASON_BYTES)
		return refuse(why, BELFRY_INVALID, "reason has %zu bytes; at most %d are allowed",
			      more.reason.len, LIMIT_REASON_BYTES);
	return act(handle, COMMAND_CANCEL, run, &more, why);
}

belfry_error belfry_retry(belfry *handle, const belfry_id *run, belfry_why *why)
{
	return act(handle, COMMAND_RETRY, run, &(struct run_command){ 0 }, why);
}

belfry_error belfry_reschedule(belfry *handle, const belfry_id *run, belfry_time run_at,
			       belfry_why *why)
{
	if (run_at <= 0 || run_at > MSEC_YEAR_9999_END)
		return refuse(why, BELFRY_INVALID, "run_at must be from 1970 to 9999");
	return act(handle, COMMAND_RESCHEDULE, run, &(struct run_command){ .run_at = run_at }, why);
}
