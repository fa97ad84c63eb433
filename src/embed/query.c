/* Lists of runs and jobs, read by a connection of their own. */
#include "embed/parts.h"

#include "base/memory.h"
#include "store/sqlite/sqlite_query.h"

enum { LIST_BYTES_MAX = 64 << 20, LIMIT_DEFAULT = 100, LIMIT_MAX = 1000 };

struct belfry_run_list {
	struct arena arena;
	belfry_run *rows;
	size_t len;
	bool has_more;
};

struct belfry_job_list {
	struct arena arena;
	belfry_job_view *rows;
	size_t len;
};

/* ---- the connection ------------------------------------------------------------------------ */

struct query *reading_begin(struct belfry *handle, enum err *out_err, struct why *why)
{
	*out_err = is_own_process(handle) ? ERR_OK : fail(why, ERR_USAGE, FORKED);
	if (*out_err) return NULL;
	pthread_mutex_lock(&handle->read);
	const struct sqlite_query_config config = { .path = buf_view(&handle->store_path) };
	if (!handle->query) *out_err = sqlite_query_open(&config, why, &handle->query);
	if (!*out_err) return handle->query;
	pthread_mutex_unlock(&handle->read);
	return NULL;
}

void reading_done(struct belfry *handle)
{
	handle->query->damaged.len = 0;
	pthread_mutex_unlock(&handle->read);
}

enum err job_by_name(struct belfry *handle, str name, struct arena *arena, struct job_view *out_job,
		     struct why *why)
{
	const struct job_list list = { .tenant = handle->tenant, .code = name, .limit = 1 };
	struct job_page page = { 0 };
	enum err err = ERR_OK;
	if (!name.len || name.len > LIMIT_JOB_CODE_BYTES)
		return fail(why, ERR_INVALID, "name has %zu bytes; 1 to %d are allowed", name.len,
			    LIMIT_JOB_CODE_BYTES);
	struct query *query = reading_begin(handle, &err, why);
	if (!query) return err;
	err = query->calls->jobs(query, &list, arena, &page);
	reading_done(handle);
	if (err) return fail(why, err, "the job cannot be read: %s", err_sentence(err));
	if (!page.len) return fail(why, ERR_NOT_FOUND, "there is no job \"%.*s\"", STR_ARG(name));
	*out_job = page.rows[0];
	return ERR_OK;
}

/* ---- runs ---------------------------------------------------------------------------------- */

/* With a zero byte behind it. NULL: without memory, which the arena knows. */
static const char *terminated(struct arena *arena, str text)
{
	char *copy = arena_alloc(arena, text.len + 1);
	if (!copy) return NULL;
	if (text.len) memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return copy;
}

static belfry_run run_of(const struct run_view *view, struct arena *arena)
{
	const struct run_row *row = &view->row;
	bool has_end = view->has_last && view->last.end.outcome != OUTCOME_OPEN;
	return (belfry_run){
		.id = id_of(&row->id),
		.job = id_of(&row->job),
		.state = (belfry_state)view->state,
		.attempts = row->hot.attempts,
		.max_attempts = row->hot.max_attempts,
		.priority = row->hot.priority,
		.created_at = row->created_at,
		.run_at = row->hot.run_at,
		.planned_at = row->planned_at,
		.finished_at = row->hot.finished_at,
		.type = terminated(arena, view->type),
		.queue = terminated(arena, view->queue),
		.key = terminated(arena, row->key),
		.entity = terminated(arena, row->entity),
		.payload = terminated(arena, row->payload),
		.result = terminated(arena, has_end ? view->last.end.result : STR("")),
		.error_class = terminated(arena, view->error_class),
		.error_message = terminated(arena, view->error_message),
	};
}

_Static_assert((int)BELFRY_RUN_WAITING == (int)RUN_WAITING, "states are the store's");
_Static_assert((int)BELFRY_RUN_PROCESSING == (int)RUN_PROCESSING, "states are the store's");
_Static_assert((int)BELFRY_RUN_DONE == (int)RUN_DONE, "states are the store's");
_Static_assert((int)BELFRY_RUN_FAILED == (int)RUN_FAILED, "states are the store's");
_Static_assert((int)BELFRY_RUN_DEAD == (int)RUN_DLQ, "states are the store's");
_Static_assert((int)BELFRY_RUN_CANCELLED == (int)RUN_CANCELLED, "states are the store's");

static enum err read_one(struct query *query, str tenant, const belfry_id *id,
			 struct belfry_run_list *list)
{
	struct run_view *view = arena_alloc_zeroed(&list->arena, sizeof *view);
	struct uuid run = uuid_of(id);
	if (!view) return ERR_MEMORY;
	enum err err = query->calls->run(query, tenant, &run, &list->arena, view);
	if (err == ERR_NOT_FOUND) return ERR_OK; /* an empty list */
	if (err) return err;
	list->rows = arena_alloc_array(&list->arena, 1, sizeof *list->rows);
	if (!list->rows) return ERR_MEMORY;
	list->rows[0] = run_of(view, &list->arena);
	list->len = 1;
	return ERR_OK;
}

static enum err read_page(struct query *query, const struct run_list *wish,
			  struct belfry_run_list *list)
{
	struct run_page page = { 0 };
	enum err err = query->calls->runs(query, wish, &list->arena, &page);
	if (err) return err;
	list->rows = arena_alloc_array(&list->arena, page.len ? page.len : 1, sizeof *list->rows);
	if (!list->rows) return ERR_MEMORY;
	for (u32 i = 0; i < page.len; i++) list->rows[i] = run_of(&page.rows[i], &list->arena);
	list->len = page.len;
	list->has_more = page.has_more;
	return ERR_OK;
}

static enum err read_runs(struct belfry *handle, const struct belfry_filter *filter,
			  const struct uuid *job, struct belfry_run_list *list, struct why *why)
{
	struct run_list wish = { .tenant = handle->tenant,
				 .states = filter->states,
				 .type = text_of(filter->type),
				 .key = text_of(filter->key),
				 .entity = text_of(filter->entity),
				 .job = *job,
				 .but_internal = true,
				 .limit = filter->limit ? filter->limit : LIMIT_DEFAULT };
	enum err err = ERR_OK;
	if (filter->after) wish.after = uuid_of(filter->after);
	struct query *query = reading_begin(handle, &err, why);
	if (!query) return err;
	err = filter->run ? read_one(query, handle->tenant, filter->run, list)
			  : read_page(query, &wish, list);
	reading_done(handle);
	if (!err && arena_failed(&list->arena)) err = ERR_MEMORY;
	return err ? fail(why, err, "runs cannot be read: %s", err_sentence(err)) : ERR_OK;
}

static belfry_error check_filter(const struct belfry_filter *filter, belfry_why *why)
{
	if (filter->limit > LIMIT_MAX)
		return refuse(why, BELFRY_INVALID, "limit must be at most %d, got %u", LIMIT_MAX,
			      filter->limit);
	if (filter->states >> RUN_STATE_COUNT)
		return refuse(why, BELFRY_INVALID, "states has a bit that is not a state");
	return BELFRY_OK;
}

belfry_error belfry_list_runs(belfry *handle, const belfry_filter *filter,
			      belfry_run_list **out_list, belfry_why *why)
{
	struct belfry_filter taken;
	struct job_view job = { 0 };
	struct why inner = { 0 };
	if (!handle || !out_list) return refuse(why, BELFRY_INVALID, "an argument is NULL");
	belfry_error error = sized_take(filter, &taken, sizeof taken, "filter", why);
	if (!error) error = check_filter(&taken, why);
	if (error) return error;
	struct belfry_run_list *list = mem_alloc_zeroed(sizeof *list);
	if (!list) return refuse(why, BELFRY_MEMORY, "out of memory");
	arena_init(&list->arena, LIST_BYTES_MAX);
	enum err err = ERR_OK;
	if (taken.job) err = job_by_name(handle, str_from(taken.job), &list->arena, &job, &inner);
	if (!err) err = read_runs(handle, &taken, &job.row.id, list, &inner);
	if (err) {
		belfry_run_list_free(list);
		return tell_why(&inner, err, why);
	}
	*out_list = list;
	return BELFRY_OK;
}

size_t belfry_run_list_len(const belfry_run_list *list)
{
	return list ? list->len : 0;
}

const belfry_run *belfry_run_list_at(const belfry_run_list *list, size_t index)
{
	return list && index < list->len ? &list->rows[index] : NULL;
}

int belfry_run_list_has_more(const belfry_run_list *list)
{
	return list && list->has_more;
}

void belfry_run_list_free(belfry_run_list *list)
{
	if (!list) return;
	arena_done(&list->arena);
	mem_free(list);
}

/* ---- jobs ---------------------------------------------------------------------------------- */

static belfry_job_view job_of(const struct job_view *view, msec now, struct arena *arena)
{
	const struct job_row *row = &view->row;
	return (belfry_job_view){
		.id = id_of(&row->id),
		.version = row->version,
		.is_disabled = row->state != JOB_ACTIVE,
		.is_paused = job_is_paused(&row->pause, now),
		.run_count = row->hot.run_count,
		.failure_count = row->hot.failure_count,
		.next_run = view->has_next ? id_of(&view->next_run) : (belfry_id){ 0 },
		.next_at = view->has_next ? view->next_at : 0,
		.name = terminated(arena, row->code),
		.type = terminated(arena, view->type),
		.rule = terminated(arena, row->rule),
		.zone = terminated(arena, row->zone.len ? row->zone : STR("UTC")),
		.payload = terminated(arena, row->parameters),
	};
}

static enum err read_jobs(struct belfry *handle, str name, struct belfry_job_list *list,
			  struct why *why)
{
	const struct job_list wish = { .tenant = handle->tenant, .code = name, .limit = LIMIT_MAX };
	struct job_page page = { 0 };
	msec now = world_now(handle).wall;
	enum err err = ERR_OK;
	struct query *query = reading_begin(handle, &err, why);
	if (!query) return err;
	err = query->calls->jobs(query, &wish, &list->arena, &page);
	reading_done(handle);
	if (err) return fail(why, err, "jobs cannot be read: %s", err_sentence(err));
	list->rows = arena_alloc_array(&list->arena, page.len ? page.len : 1, sizeof *list->rows);
	for (u32 i = 0; list->rows && i < page.len; i++)
		list->rows[i] = job_of(&page.rows[i], now, &list->arena);
	list->len = page.len;
	return arena_failed(&list->arena) ? fail(why, ERR_MEMORY, "out of memory") : ERR_OK;
}

belfry_error belfry_list_jobs(belfry *handle, const char *name, belfry_job_list **out_list,
			      belfry_why *why)
{
	struct why inner = { 0 };
	if (!handle || !out_list) return refuse(why, BELFRY_INVALID, "an argument is NULL");
	if (name && !*name) return refuse(why, BELFRY_INVALID, "name is empty");
	struct belfry_job_list *list = mem_alloc_zeroed(sizeof *list);
	if (!list) return refuse(why, BELFRY_MEMORY, "out of memory");
	arena_init(&list->arena, LIST_BYTES_MAX);
	enum err err = read_jobs(handle, text_of(name), list, &inner);
	if (err) {
		belfry_job_list_free(list);
		return tell_why(&inner, err, why);
	}
	*out_list = list;
	return BELFRY_OK;
}

size_t belfry_job_list_len(const belfry_job_list *list)
{
	return list ? list->len : 0;
}

const belfry_job_view *belfry_job_list_at(const belfry_job_list *list, size_t index)
{
	return list && index < list->len ? &list->rows[index] : NULL;
}

void belfry_job_list_free(belfry_job_list *list)
{
	if (!list) return;
	arena_done(&list->arena);
	mem_free(list);
}
