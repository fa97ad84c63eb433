/* Workers that are known: who asked for runs or holds some, by name; a number and a row from the
 * first run on. */
#include "engine/parts.h"

enum { WORKER_GONE_MS = 5 * MSEC_MINUTE };

bool worker_is_named(const void *item, const void *text)
{
	const struct worker *worker = item;
	return str_eq((str){ worker->text, worker->len }, *(const str *)text);
}

struct worker *worker_known(const struct engine *engine, str text)
{
	return map_find(&engine->workers_by_text, hash_bytes(engine->hash_key, text), &text);
}

static void set_host(struct worker *worker, str host)
{
	must(host.len <= sizeof worker->host);
	worker->host_len = (u32)host.len;
	if (host.len) memcpy(worker->host, host.at, host.len);
}

static struct worker *worker_new(struct engine *engine, str text, str host)
{
	struct worker *worker = pool_take(&engine->worker_pool);
	must(text.len <= sizeof worker->text);
	set_host(worker, host);
	worker->timer.kind = TIMER_WORKER_GONE;
	worker->len = (u32)text.len;
	memcpy(worker->text, text.at, text.len);
	list_push_back(&engine->workers_list, &worker->in_engine);
	if (!worker_known(engine, text))
		map_insert(&engine->workers_by_text, hash_bytes(engine->hash_key, text), &text,
			   worker);
	return worker;
}

/* Its number means a name and a host for good: from another host it is another worker, and the one
 * that was known is kept for what it still holds. */
struct worker *worker_get(struct engine *engine, str name, str host)
{
	struct worker *worker = worker_known(engine, name);
	if (worker && (!host.len || str_eq(host, (str){ worker->host, worker->host_len })))
		return worker;
	if (worker && !worker->no.v && !worker->calls) {
		set_host(worker, host);
		return worker;
	}
	if (engine->worker_pool.used_count >= LIMIT_WORKERS_MAX) return NULL;
	if (worker) map_remove(&engine->workers_by_text, hash_bytes(engine->hash_key, name), &name);
	return worker_new(engine, name, host);
}

/* Only who got a run has a number and a row: whoever just asks leaves nothing behind. */
worker_no worker_number(struct engine *engine, struct worker *worker)
{
	if (worker->no.v) return worker->no;
	worker->no.v = engine->names[NAME_WORKER].len++;
	u64_map_insert(&engine->workers, worker->no.v, worker);
	change_add(engine, CHANGE_NAME_PUT)->name = (struct name_row){
		.kind = NAME_WORKER,
		.no = worker->no.v,
		.text = { worker->text, worker->len },
		.host = { worker->host, worker->host_len },
	};
	return worker->no;
}

/* It has been heard of: known for another while. */
void worker_seen(struct engine *engine, struct worker *worker)
{
	worker->seen = boot_now(engine);
	msec gone = msec_add(worker->seen, WORKER_GONE_MS);
	if (worker->timer.node.at) heap_update(&engine->boot, &worker->timer.node, gone);
	else heap_push(&engine->boot, &worker->timer.node, gone);
}

/* Its name's row stays, and so does its number: executions of the past name it. */
void worker_forget(struct engine *engine, struct worker *worker)
{
	str text = { worker->text, worker->len };
	must(worker->running == 0);
	must(worker->calls == 0);
	if (worker_known(engine, text) == worker)
		map_remove(&engine->workers_by_text, hash_bytes(engine->hash_key, text), &text);
	if (worker->no.v) u64_map_remove(&engine->workers, worker->no.v);
	list_remove(&worker->in_engine);
	pool_give(&engine->worker_pool, worker);
}

/* One that holds something, or the last that got a number. */
enum err worker_recall(struct engine *engine, const struct name_row *row)
{
	enum err err = pool_reserve(&engine->worker_pool, 1);
	if (!err) err = u64_map_reserve(&engine->workers, 1);
	if (!err) err = map_reserve(&engine->workers_by_text, 1);
	if (!err) err = heap_reserve(&engine->boot, 1);
	if (err) return err;
	struct worker *worker = worker_new(engine, row->text, row->host);
	worker->no.v = row->no;
	worker->seen = engine->seen.boot;
	u64_map_insert(&engine->workers, row->no, worker);
	heap_push(&engine->boot, &worker->timer.node, msec_add(worker->seen, WORKER_GONE_MS));
	if (engine->names[NAME_WORKER].len <= row->no) engine->names[NAME_WORKER].len = row->no + 1;
	return ERR_OK;
}

str worker_text(const struct engine *engine, u32 no)
{
	const struct worker *worker = u64_map_find(&engine->workers, no);
	return worker ? (str){ worker->text, worker->len } : (str){ "", 0 };
}
