/* Handles: opened from below (zones, store, pump), closed from above. */
#include "embed/parts.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/entropy.h"
#include "host/folder.h"
#include "model/names.h"

#include <stdio.h>
#include <unistd.h>

enum { TEXTS_BYTES_MAX = 1 << 20, PATH_BYTES_MAX = 5000, FOLDER_BYTES_MAX = 4000 };

/* ---- small things -------------------------------------------------------------------------- */

const char *belfry_version(void)
{
#define TEXT(number) #number
#define TEXT_OF(number) TEXT(number)
	return TEXT_OF(BELFRY_VERSION_MAJOR) "." TEXT_OF(BELFRY_VERSION_MINOR) "." TEXT_OF(
		BELFRY_VERSION_PATCH);
#undef TEXT_OF
#undef TEXT
}

struct uuid uuid_of(const belfry_id *id)
{
	struct uuid uuid;
	memcpy(uuid.bytes, id->bytes, sizeof uuid.bytes);
	return uuid;
}

belfry_id id_of(const struct uuid *uuid)
{
	belfry_id id;
	memcpy(id.bytes, uuid->bytes, sizeof id.bytes);
	return id;
}

void belfry_id_print(const belfry_id *id, char out_text[BELFRY_ID_TEXT])
{
	if (!out_text) return;
	out_text[0] = '\0';
	if (!id) return;
	uuid_print(uuid_of(id), out_text);
	out_text[BELFRY_ID_TEXT - 1] = '\0';
}

belfry_error belfry_id_parse(const char *text, belfry_id *out_id)
{
	struct uuid uuid;
	if (!out_id || !uuid_parse(text_of(text), &uuid)) return BELFRY_INVALID;
	*out_id = id_of(&uuid);
	return BELFRY_OK;
}

/* ---- opening ------------------------------------------------------------------------------- */

/* With a zero byte behind it. */
static str keep(struct belfry *handle, const char *text, const char *otherwise)
{
	if (!text) text = otherwise;
	str with_end = str_copy(&handle->arena, (str){ text, strlen(text) + 1 });
	return str_slice(with_end, 0, with_end.len ? with_end.len - 1 : 0);
}

static enum err take_texts(struct belfry *handle, struct why *why)
{
	const struct belfry_options *options = &handle->options;
	handle->folder = keep(handle, options->folder, "");
	handle->tenant = keep(handle, options->tenant, "default");
	handle->name = keep(handle, options->name, "library");
	handle->zoneinfo = keep(handle, options->zoneinfo, "");
	if (arena_failed(&handle->arena)) return fail(why, ERR_MEMORY, "no memory for a handle");
	if (!handle->folder.len || handle->folder.len > FOLDER_BYTES_MAX)
		return fail(why, ERR_INVALID, "folder has %zu bytes; 1 to %d are allowed",
			    handle->folder.len, FOLDER_BYTES_MAX);
	enum err err = name_check(NAME_TENANT, handle->tenant, "tenant", why);
	if (!err) err = name_check(NAME_TENANT, handle->name, "name", why);
	return err;
}

static enum err check_numbers(const struct belfry_options *options, struct why *why)
{
	enum { MEMORY_MB_MAX = 1 << 20 };
	if (options->at_once > AT_ONCE_MAX)
		return fail(why, ERR_INVALID, "at_once must be at most %d, got %u", AT_ONCE_MAX,
			    options->at_once);
	if (options->memory_mb > MEMORY_MB_MAX)
		return fail(why, ERR_INVALID, "memory_mb must be at most %d, got %u", MEMORY_MB_MAX,
			    options->memory_mb);
	if (options->keep_done_ms < 0 || options->keep_dead_ms < 0)
		return fail(why, ERR_INVALID, "keep_done_ms and keep_dead_ms must be 0 or more");
	return ERR_OK;
}

/* No process before it had this name: what those held ends, what this one holds goes on. */
static void name_node(struct belfry *handle)
{
	u64 number;
	entropy_fill((u8 *)&number, sizeof number);
	int len = snprintf(handle->node, sizeof handle->node, "@%.*s:%016llx",
			   STR_ARG(str_slice(handle->name, 0, LIMIT_TENANT_NAME_BYTES - 10)),
			   (unsigned long long)number);
	must(len > 0 && (size_t)len < sizeof handle->node);
}

/* The lock of driving knows its owner, so that a call from within the log function is an error. */
static void init_locks(struct belfry *handle)
{
	pthread_mutexattr_t mutex;
	pthread_condattr_t condition;
	bool good = !pthread_mutexattr_init(&mutex) && !pthread_condattr_init(&condition);
	good = good && !pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_ERRORCHECK);
	good = good && !pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
	good = good && !pthread_mutex_init(&handle->drive, &mutex);
	good = good && !pthread_mutex_init(&handle->read, NULL);
	good = good && !pthread_mutex_init(&handle->lock, NULL);
	good = good && !pthread_cond_init(&handle->changed, &condition);
	good = good && !pthread_cond_init(&handle->ready_changed, &condition);
	must(good); /* glibc's cannot fail */
	pthread_mutexattr_destroy(&mutex);
	pthread_condattr_destroy(&condition);
}

static void init(struct belfry *handle, const struct belfry_options *options)
{
	handle->options = *options;
	handle->process = getpid();
	handle->alarm = -1;
	handle->beat_at = MSEC_MAX;
	handle->rest_until = MSEC_MIN;
	arena_init(&handle->arena, TEXTS_BYTES_MAX);
	buf_init(&handle->store_path, PATH_BYTES_MAX);
	list_init(&handle->held);
	list_init(&handle->ready);
	list_init(&handle->again);
	list_init(&handle->ended);
	init_locks(handle);
}

static void done(struct belfry *handle)
{
	drive_close(handle);
	work_free(handle);
	if (handle->query) handle->query->calls->close(handle->query);
	zone_set_free(atomic_load(&handle->zones));
	if (handle->alarm >= 0) close(handle->alarm);
	pthread_cond_destroy(&handle->changed);
	pthread_cond_destroy(&handle->ready_changed);
	pthread_mutex_destroy(&handle->drive);
	pthread_mutex_destroy(&handle->read);
	pthread_mutex_destroy(&handle->lock);
	buf_done(&handle->store_path);
	arena_done(&handle->arena);
	mem_free(handle->beats);
	mem_free(handle);
}

static enum err bring_up(struct belfry *handle, struct why *why)
{
	enum err err = check_numbers(&handle->options, why);
	if (!err) err = take_texts(handle, why);
	if (err) return err;
	name_node(handle);
	buf_addf(&handle->store_path, "%.*s/belfry.db", STR_ARG(handle->folder));
	handle->beats = mem_alloc(AT_ONCE_MAX * sizeof *handle->beats);
	if (!handle->beats || buf_failed(&handle->store_path))
		return fail(why, ERR_MEMORY, "no memory for a handle");
	err = folder_open(handle->folder, why);
	if (!err && zones_open(handle)) err = fail(why, ERR_MEMORY, "no memory for time zones");
	if (!err) err = drive_open(handle, why);
	/* Its lock: a program may try again when the other one has closed it. */
	if (err == ERR_CONFLICT) err = why->code = ERR_BUSY;
	if (!err) err = zones_settle(handle, why);
	return err;
}

belfry_error belfry_open(const belfry_options *options, belfry **out_handle, belfry_why *why)
{
	struct belfry_options taken;
	struct why inner = { 0 };
	belfry_error error = sized_take(options, &taken, sizeof taken, "options", why);
	if (error) return error;
	if (!out_handle) return refuse(why, BELFRY_INVALID, "out_handle is NULL");
	struct belfry *handle = mem_alloc_zeroed(sizeof *handle);
	if (!handle) return refuse(why, BELFRY_MEMORY, "no memory for a handle");
	init(handle, &taken);
	enum err err = bring_up(handle, &inner);
	if (err) {
		done(handle);
		return tell_why(&inner, err, why);
	}
	*out_handle = handle;
	return BELFRY_OK;
}

/* ---- closing ------------------------------------------------------------------------------- */

/* Executions that are not finished; 0: the handle takes no more runs, and may be freed. */
static u32 wind_up(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	u32 unfinished = work_under_way(handle, false);
	if (!unfinished) work_give_back(handle);
	handle->is_ending = handle->is_ending || !unfinished;
	pthread_mutex_unlock(&handle->lock);
	return unfinished;
}

/* Threads are stopped only where nothing is known to stand against closing. */
static u32 stop_for_close(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	u32 later = work_under_way(handle, true);
	bool has_threads = handle->driver == DRIVEN_BY_THREADS;
	pthread_mutex_unlock(&handle->lock);
	if (!later && has_threads) (void)threads_stop(handle, 0, true);
	return later;
}

belfry_error belfry_close(belfry *handle, belfry_why *why)
{
	if (!handle) return BELFRY_OK;
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	if (is_within_callback(handle))
		return refuse(why, BELFRY_MISUSE, "a handler cannot close its own handle");
	u32 unfinished = stop_for_close(handle);
	if (!unfinished) unfinished = wind_up(handle);
	if (unfinished)
		return refuse(why, BELFRY_MISUSE, "%u executions are not finished", unfinished);
	(void)drive_last(handle);
	done(handle);
	return BELFRY_OK;
}

/* ---- handlers ------------------------------------------------------------------------------ */

/* Under `lock`. NULL: there is no room for another. */
static struct handler *handler_for(struct belfry *handle, const char *type)
{
	for (u32 i = 0; i < handle->handlers_len; i++) {
		if (str_eq(handle->handlers[i].type, str_from(type))) return &handle->handlers[i];
	}
	if (handle->handlers_len == HANDLERS_MAX) return NULL;
	str kept = keep(handle, type, "");
	if (!kept.len) return NULL;
	struct handler *handler = &handle->handlers[handle->handlers_len++];
	*handler = (struct handler){ .handle = handle, .type = kept };
	return handler;
}

belfry_error belfry_handle(belfry *handle, const char *type, belfry_handler *handler, void *user,
			   belfry_why *why)
{
	struct why inner = { 0 };
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	enum err err = name_check(NAME_TYPE, text_of(type), "type", &inner);
	if (err) return tell_why(&inner, err, why);
	if (carrier_of_type(str_from(type)) == CARRIER_NODE)
		return refuse(why, BELFRY_INVALID, "type %s is reserved for belfry serve", type);
	pthread_mutex_lock(&handle->lock);
	struct handler *place = handler_for(handle, type);
	if (place) {
		place->call = handler;
		place->user = user;
		handle->types_changed = true;
	}
	bool is_driven = handle->driver != DRIVEN_BY_NOBODY;
	pthread_mutex_unlock(&handle->lock);
	if (!place) return refuse(why, BELFRY_FULL, "at most %d types have handlers", HANDLERS_MAX);
	if (is_driven) (void)drive_now(handle, CALLER_LOOKS);
	return BELFRY_OK;
}
