/* The known workers by name: those that ask for runs or hold some. A worker has a number and a row
 * from its first run on. */
#include "engine/memory/memory.h"
#include "engine/whole.h"

enum { WORKER_GONE_MS = 5 * MSEC_MINUTE };

/* ---- whose they are ----------------------------------------------------------------------- */

bool worker_owner_is_named(const void *item, const void *text)
{
	const struct worker_owner *owner = item;
	return str_eq((str){ owner->text, owner->len }, *(const str *)text);
}

static u64 hash_of(const struct engine *engine, str text)
{
	return hash_bytes(engine->core.hash_key, text);
}

static struct worker_owner *owner_find(const struct engine *engine, str text)
{
	return map_find(&engine->workers.owners, hash_of(engine, text), &text);
}

static struct worker_owner *owner_get(struct engine *engine, str text)
{
	struct worker_owner *owner = owner_find(engine, text);
	if (owner) return owner;
	owner = pool_take(&engine->workers.owner_pool);
	must(text.len <= sizeof owner->text);
	owner->len = (u32)text.len;
	if (text.len) memcpy(owner->text, text.at, text.len);
	list_init(&owner->idle);
	map_insert(&engine->workers.owners, hash_of(engine, text), &text, owner);
	return owner;
}

static void owner_leave(struct engine *engine, struct worker *worker)
{
	struct worker_owner *owner = worker->owner;
	str text = { owner->text, owner->len };
	must(owner->workers > 0);
	if (--owner->workers) return;
	map_remove(&engine->workers.owners, hash_of(engine, text), &text);
	pool_give(&engine->workers.owner_pool, owner);
}

/* ---- idle ones ---------------------------------------------------------------------------- */

bool worker_is_idle(const struct worker *worker)
{
	return !worker->running && !worker->calls;
}

static void idle_begin(struct engine *engine, struct worker *worker)
{
	list_push_back(&worker->owner->idle, &worker->in_owner);
	list_push_back(&engine->workers.idle, &worker->in_idle);
}

static void idle_end(struct worker *worker)
{
	list_remove(&worker->in_owner);
	list_remove(&worker->in_idle);
}

void worker_take(struct engine *engine, struct worker *worker, u32 *count)
{
	(void)engine;
	if (worker_is_idle(worker)) idle_end(worker);
	++*count;
}

void worker_give(struct engine *engine, struct worker *worker, u32 *count)
{
	must(*count > 0);
	--*count;
	if (worker_is_idle(worker)) idle_begin(engine, worker);
}

/* ---- by name ------------------------------------------------------------------------------ */

struct worker_name {
	const struct worker_owner *owner;
	str text;
};

bool worker_is_named(const void *item, const void *name)
{
	const struct worker *worker = item;
	const struct worker_name *wanted = name;
	return worker->owner == wanted->owner &&
	       str_eq((str){ worker->text, worker->len }, wanted->text);
}

static u64 name_hash(const struct engine *engine, const struct worker_name *name)
{
	str owner = { name->owner->text, name->owner->len };
	return hash_of(engine, name->text) ^ hash_mix(hash_of(engine, owner));
}

static struct worker *find_named(const struct engine *engine, const struct worker_name *name)
{
	return map_find(&engine->workers.by_text, name_hash(engine, name), name);
}

struct worker *worker_known(const struct engine *engine, str owner, str text)
{
	struct worker_name name = { owner_find(engine, owner), text };
	return name.owner ? find_named(engine, &name) : NULL;
}

static void set_host(struct worker *worker, str host)
{
	must(host.len <= sizeof worker->host);
	worker->host_len = (u32)host.len;
	if (host.len) memcpy(worker->host, host.at, host.len);
}

static void join(struct engine *engine, struct worker *worker, struct worker_owner *owner)
{
	worker->owner = owner;
	owner->workers++;
	if (worker_is_idle(worker)) idle_begin(engine, worker);
	struct worker_name name = { owner, { worker->text, worker->len } };
	if (!find_named(engine, &name))
		map_insert(&engine->workers.by_text, name_hash(engine, &name), &name, worker);
}

static void part(struct engine *engine, struct worker *worker)
{
	struct worker_name name = { worker->owner, { worker->text, worker->len } };
	if (find_named(engine, &name) == worker)
		map_remove(&engine->workers.by_text, name_hash(engine, &name), &name);
	if (worker_is_idle(worker)) idle_end(worker);
	owner_leave(engine, worker);
}

static struct worker *worker_new(struct engine *engine, str owner, str text, str host)
{
	struct worker *worker = pool_take(&engine->workers.pool);
	must(text.len <= sizeof worker->text);
	set_host(worker, host);
	worker->timer.kind = TIMER_WORKER_GONE;
	worker->len = (u32)text.len;
	memcpy(worker->text, text.at, text.len);
	list_push_back(&engine->workers.all, &worker->in_engine);
	join(engine, worker, owner_get(engine, owner));
	return worker;
}

/* The first that is idle is forgotten. */
static bool forget_first(struct engine *engine, struct worker *worker)
{
	if (worker->timer.node.at) heap_remove(&engine->clock.boot, &worker->timer.node);
	worker_forget(engine, worker);
	return true;
}

/* Makes room for a worker: a tenant has its own limit; at the limit for all, an idle worker of any
 * tenant is dropped. Workers with waiting calls or runs are bounded by those, so another tenant is
 * always let in. False: this tenant is at its limit. */
static bool make_room(struct engine *engine, str text)
{
	const struct worker_owner *owner = owner_find(engine, text);
	bool is_full = owner && owner->workers >= LIMIT_TENANT_WORKERS;
	const struct list *idle = is_full ? &owner->idle : &engine->workers.idle;
	if (!is_full && engine->workers.pool.used_count < LIMIT_WORKERS_MAX) return true;
	if (list_is_empty(idle)) return !is_full;
	struct list_node *first = list_first(idle);
	return forget_first(engine, is_full ? container_of(first, struct worker, in_owner)
					    : container_of(first, struct worker, in_idle));
}

/* A lease from before this process belongs to the worker that now names itself. */
static struct worker *adopt(struct engine *engine, str owner, str name, str host)
{
	struct worker *worker = worker_known(engine, STR(""), name);
	bool is_it = worker && worker->is_recalled &&
		     (!host.len || str_eq(host, (str){ worker->host, worker->host_len }));
	const struct worker_owner *there = owner_find(engine, owner);
	if (!is_it || (there && there->workers >= LIMIT_TENANT_WORKERS)) return NULL;
	part(engine, worker);
	join(engine, worker, owner_get(engine, owner));
	return worker;
}

/* A number means one name on one host. A worker of the same name on another host is a different
 * worker; the known one is kept for the runs that it still holds. */
struct worker *worker_get(struct engine *engine, str owner, str name, str host)
{
	struct worker *worker = worker_known(engine, owner, name);
	if (!worker) worker = adopt(engine, owner, name, host);
	if (worker) worker->is_recalled = false;
	if (worker && (!host.len || str_eq(host, (str){ worker->host, worker->host_len })))
		return worker;
	if (worker && !worker->no.v && !worker->calls) {
		set_host(worker, host);
		return worker;
	}
	if (!make_room(engine, owner)) return NULL;
	worker = worker_known(engine, owner, name); /* unless a worker was just dropped */
	struct worker_name known = { worker ? worker->owner : NULL, name };
	if (worker) map_remove(&engine->workers.by_text, name_hash(engine, &known), &known);
	return worker_new(engine, owner, name, host);
}

/* Only a worker that got a run has a number and a row: a worker that merely asks leaves no
 * trace. */
worker_no worker_number(struct engine *engine, struct worker *worker)
{
	if (worker->no.v) return worker->no;
	worker->no.v = engine->core.names[NAME_WORKER].len++;
	u64_map_insert(&engine->workers.by_number, worker->no.v, worker);
	change_put(engine, KIND_NAME)->name = (struct name_row){
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
	if (worker->timer.node.at) heap_update(&engine->clock.boot, &worker->timer.node, gone);
	else heap_push(&engine->clock.boot, &worker->timer.node, gone);
}

/* The row and the number of its name stay: past executions refer to them. */
void worker_forget(struct engine *engine, struct worker *worker)
{
	must(worker_is_idle(worker));
	part(engine, worker);
	if (worker->no.v) u64_map_remove(&engine->workers.by_number, worker->no.v);
	list_remove(&worker->in_engine);
	pool_give(&engine->workers.pool, worker);
}

enum err workers_reserve(struct engine *engine, u32 calls, u32 claims)
{
	enum err err = pool_reserve(&engine->workers.pool, calls);
	if (!err) err = pool_reserve(&engine->workers.owner_pool, calls);
	if (!err) err = map_reserve(&engine->workers.by_text, calls);
	if (!err) err = map_reserve(&engine->workers.owners, calls);
	return err ? err : u64_map_reserve(&engine->workers.by_number, claims);
}

/* A worker that holds a run, or the last one that got a number. */
enum err worker_recall(struct engine *engine, const struct name_row *row)
{
	enum err err = workers_reserve(engine, 1, 1);
	if (!err) err = heap_reserve(&engine->clock.boot, 1);
	if (err) return err;
	struct worker *worker = worker_new(engine, STR(""), row->text, row->host);
	worker->is_recalled = true;
	worker->no.v = row->no;
	worker->seen = engine->clock.seen.boot;
	u64_map_insert(&engine->workers.by_number, row->no, worker);
	heap_push(&engine->clock.boot, &worker->timer.node, msec_add(worker->seen, WORKER_GONE_MS));
	if (engine->core.names[NAME_WORKER].len <= row->no)
		engine->core.names[NAME_WORKER].len = row->no + 1;
	return ERR_OK;
}

str worker_text(const struct engine *engine, u32 no)
{
	const struct worker *worker = u64_map_find(&engine->workers.by_number, no);
	return worker ? (str){ worker->text, worker->len } : (str){ "", 0 };
}
