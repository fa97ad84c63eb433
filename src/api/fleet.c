#include "api/fleet.h"

#include "api/json.h"
#include "api/write.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"
#include "model/limits.def"

struct fleet {
	struct map tenants; /* of struct fleet_tenant: those that have workers */
	struct map workers; /* of struct fleet_worker, by tenant and id */
	struct list heard;  /* in_fleet */
	struct hash_key key;
	u32 len;
};

struct fleet_tenant {
	str name;
	struct list heard; /* in_tenant */
	u32 len;
};

struct fleet_name {
	str tenant;
	str id;
};

static bool is_tenant(const void *item, const void *key)
{
	const struct fleet_tenant *tenant = item;
	return str_eq(tenant->name, *(const str *)key);
}

static bool is_named(const void *item, const void *key)
{
	const struct fleet_worker *worker = item;
	const struct fleet_name *name = key;
	return str_eq(worker->id, name->id) && str_eq(worker->tenant, name->tenant);
}

static u64 hash_of(const struct fleet *fleet, const struct fleet_name *name)
{
	struct hash_key mixed = hash_key_from_seed(hash_bytes(fleet->key, name->tenant));
	return hash_bytes(mixed, name->id);
}

enum err fleet_new(u64 seed, struct fleet **out_fleet)
{
	struct fleet *fleet = mem_alloc_zeroed(sizeof *fleet);
	if (!fleet) return ERR_MEMORY;
	map_init(&fleet->tenants, is_tenant);
	map_init(&fleet->workers, is_named);
	list_init(&fleet->heard);
	fleet->key = hash_key_from_seed(seed);
	*out_fleet = fleet;
	return ERR_OK;
}

static void text_free(str text)
{
	mem_free((char *)(uintptr_t)text.at);
}

static void tenant_free(struct fleet *fleet, struct fleet_tenant *tenant)
{
	map_remove(&fleet->tenants, hash_bytes(fleet->key, tenant->name), &tenant->name);
	text_free(tenant->name);
	mem_free(tenant);
}

static void worker_free(struct fleet_worker *worker)
{
	text_free(worker->tenant);
	text_free(worker->id);
	text_free(worker->said);
	mem_free(worker);
}

static void forget(struct fleet *fleet, struct fleet_worker *worker)
{
	struct fleet_tenant *home = worker->home;
	struct fleet_name name = { worker->tenant, worker->id };
	must(list_is_empty(&worker->waiting));
	map_remove(&fleet->workers, hash_of(fleet, &name), &name);
	list_remove(&worker->in_fleet);
	list_remove(&worker->in_tenant);
	fleet->len--;
	if (--home->len == 0) tenant_free(fleet, home);
	worker_free(worker);
}

void fleet_free(struct fleet *fleet)
{
	if (!fleet) return;
	struct list_node *node;
	while ((node = list_first(&fleet->heard)))
		forget(fleet, container_of(node, struct fleet_worker, in_fleet));
	map_done(&fleet->workers);
	map_done(&fleet->tenants);
	mem_free(fleet);
}

struct fleet_worker *fleet_find(const struct fleet *fleet, str tenant, str id)
{
	struct fleet_name name = { tenant, id };
	return map_find(&fleet->workers, hash_of(fleet, &name), &name);
}

static bool keep(str text, str *out_copy)
{
	char *copy = mem_alloc(text.len ? text.len : 1);
	if (!copy) return false;
	if (text.len) memcpy(copy, text.at, text.len);
	*out_copy = (str){ copy, text.len };
	return true;
}

static struct fleet_tenant *tenant_find(const struct fleet *fleet, str name)
{
	return map_find(&fleet->tenants, hash_bytes(fleet->key, name), &name);
}

static struct fleet_tenant *tenant_add(struct fleet *fleet, str name)
{
	struct fleet_tenant *tenant = mem_alloc_zeroed(sizeof *tenant);
	bool is_whole = tenant && keep(name, &tenant->name) &&
			map_reserve(&fleet->tenants, 1) == ERR_OK;
	if (!is_whole) {
		if (tenant) text_free(tenant->name);
		mem_free(tenant);
		return NULL;
	}
	list_init(&tenant->heard);
	map_insert(&fleet->tenants, hash_bytes(fleet->key, name), &tenant->name, tenant);
	return tenant;
}

static bool is_needed(const struct fleet_worker *worker)
{
	return worker->is_told || !list_is_empty(&worker->waiting);
}

static struct fleet_worker *oldest_of(const struct fleet_tenant *tenant)
{
	list_for_each_of(struct fleet_worker, worker, &tenant->heard, in_tenant)
	{
		if (!is_needed(worker)) return worker;
	}
	return NULL;
}

static struct fleet_worker *oldest_of_all(const struct fleet *fleet)
{
	list_for_each_of(struct fleet_worker, worker, &fleet->heard, in_fleet)
	{
		if (!is_needed(worker)) return worker;
	}
	return NULL;
}

/* The one unheard of for longest goes, unless somebody still means it: of this tenant where its
 * own places are full, so that nobody's workers go for the sake of another's many names. */
static bool make_room(struct fleet *fleet, const struct fleet_tenant *tenant)
{
	bool is_full = tenant && tenant->len >= LIMIT_TENANT_WORKERS;
	if (!is_full && fleet->len < LIMIT_WORKERS_MAX) return true;
	struct fleet_worker *oldest = is_full ? oldest_of(tenant) : oldest_of_all(fleet);
	if (oldest) forget(fleet, oldest);
	return oldest != NULL;
}

static struct fleet_worker *worker_new(str tenant, str id)
{
	struct fleet_worker *worker = mem_alloc_zeroed(sizeof *worker);
	if (!worker) return NULL;
	bool is_whole = keep(tenant, &worker->tenant) && keep(id, &worker->id) &&
			keep(STR("{}"), &worker->said);
	if (is_whole) return worker;
	worker_free(worker);
	return NULL;
}

static struct fleet_worker *add(struct fleet *fleet, str tenant, str id)
{
	struct fleet_name name = { tenant, id };
	if (!make_room(fleet, tenant_find(fleet, tenant))) return NULL;
	if (map_reserve(&fleet->workers, 1) != ERR_OK) return NULL;
	struct fleet_worker *worker = worker_new(tenant, id);
	if (!worker) return NULL;
	struct fleet_tenant *home = tenant_find(fleet, tenant);
	worker->home = home ? home : tenant_add(fleet, tenant);
	if (!worker->home) {
		worker_free(worker);
		return NULL;
	}
	list_init(&worker->waiting);
	list_push_back(&fleet->heard, &worker->in_fleet);
	list_push_back(&worker->home->heard, &worker->in_tenant);
	map_insert(&fleet->workers, hash_of(fleet, &name), &name, worker);
	worker->home->len++;
	fleet->len++;
	return worker;
}

struct fleet_worker *fleet_hear(struct fleet *fleet, str tenant, str id, str said, msec now)
{
	struct fleet_worker *worker = fleet_find(fleet, tenant, id);
	str before;
	if (!worker && said.len) worker = add(fleet, tenant, id);
	if (!worker) return NULL;
	worker->seen = now;
	list_remove(&worker->in_fleet);
	list_push_back(&fleet->heard, &worker->in_fleet);
	list_remove(&worker->in_tenant);
	list_push_back(&worker->home->heard, &worker->in_tenant);
	before = worker->said;
	if (!said.len || str_eq(said, before) || !keep(said, &worker->said)) return worker;
	mem_free((char *)(uintptr_t)before.at);
	worker->kept = 0;
	return worker;
}

bool fleet_drains(const struct fleet_worker *worker)
{
	return worker && (worker->is_told || worker->is_leaving);
}

void fleet_order(struct fleet_worker *worker, bool drains, str reason)
{
	reason = str_slice(reason, 0, FLEET_REASON_BYTES);
	worker->is_told = drains;
	worker->reason_len = drains ? (u16)reason.len : 0;
	if (reason.len) memcpy(worker->reason, reason.at, reason.len);
	worker->kept = 0;
}

bool fleet_is_unkept(const struct fleet_worker *worker, msec now)
{
	return !worker->kept || now - worker->kept > MSEC_DAY || now < worker->kept;
}

void fleet_write(const struct fleet_worker *worker, struct buf *out)
{
	write_open(out, '{');
	put_raw(out, STR("said"), worker->said);
	put_bool(out, STR("draining"), worker->is_told);
	put_text_or_null(out, STR("reason"), (str){ worker->reason, worker->reason_len });
	write_close(out, '}');
}

/* Our own writing: what cannot be read is as if it were not there. */
void fleet_take(struct fleet *fleet, str tenant, str id, str body, msec kept)
{
	str said = { 0 }, draining = { 0 };
	if (!json_find(body, STR("said"), &said) || fleet_find(fleet, tenant, id)) return;
	struct fleet_worker *worker = fleet_hear(fleet, tenant, id, said, 0);
	if (!worker) return;
	if (json_find(body, STR("draining"), &draining))
		worker->is_told = str_eq(draining, STR("true"));
	worker->kept = kept;
}

struct fleet_worker *fleet_next(const struct fleet *fleet, const struct fleet_worker *worker)
{
	struct list_node *node = worker ? worker->in_fleet.prev : fleet->heard.head.prev;
	return node == &fleet->heard.head ? NULL
					  : container_of(node, struct fleet_worker, in_fleet);
}

struct fleet_worker *fleet_next_of(const struct fleet *fleet, str tenant,
				   const struct fleet_worker *worker)
{
	const struct fleet_tenant *home = worker ? worker->home : tenant_find(fleet, tenant);
	if (!home) return NULL;
	struct list_node *node = worker ? worker->in_tenant.prev : home->heard.head.prev;
	return node == &home->heard.head ? NULL
					 : container_of(node, struct fleet_worker, in_tenant);
}

void fleet_forget_tenant(struct fleet *fleet, str tenant)
{
	struct fleet_worker *worker = fleet_next_of(fleet, tenant, NULL);
	while (worker) {
		struct fleet_worker *next = fleet_next_of(fleet, tenant, worker);
		if (list_is_empty(&worker->waiting)) forget(fleet, worker);
		worker = next;
	}
}
