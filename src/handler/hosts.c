/* A host is remembered while somebody holds a place at it or its last call failed. When the table
 * is full the one that failed longest ago is forgotten; forgetting errs towards calling. */
#include "handler/hosts.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/limits.h"

enum { AT_ONCE = 8, FAILURES_MAX = 5, NAME_BYTES = HANDLER_HOST_BYTES + 8 };

struct host {
	struct list_node node; /* among the idle, in the order of their last use */
	struct list waiting;
	u64 hash;
	u32 running;
	u32 held;     /* by a hosts_leave further up: must not be freed under it */
	u32 failures; /* in a row */
	msec open_ms; /* 0: closed */
	msec open_until;
	bool is_probed;
	u32 name_len;
	char name[NAME_BYTES];
};

struct remote_hosts {
	struct hosts_config config;
	struct hash_key key;
	struct map by_name;
	struct list idle;
};

static bool has_name(const void *item, const void *key)
{
	const struct host *host = item;
	return str_eq((str){ host->name, host->name_len }, *(const str *)key);
}

enum err hosts_new(const struct hosts_config *config, struct remote_hosts **out_hosts)
{
	struct remote_hosts *hosts = mem_alloc_zeroed(sizeof *hosts);
	if (!hosts) return ERR_MEMORY;
	hosts->config = *config;
	if (!hosts->config.at_once) hosts->config.at_once = AT_ONCE;
	if (!hosts->config.failures_max) hosts->config.failures_max = FAILURES_MAX;
	if (!hosts->config.open_ms) hosts->config.open_ms = 30 * MSEC_SECOND;
	if (!hosts->config.open_ms_max) hosts->config.open_ms_max = 10 * MSEC_MINUTE;
	hosts->key = hash_key_from_seed(config->seed);
	map_init(&hosts->by_name, has_name);
	list_init(&hosts->idle);
	*out_hosts = hosts;
	return ERR_OK;
}

static void forget(struct remote_hosts *hosts, struct host *host)
{
	must(host->running == 0);
	must(list_is_empty(&host->waiting));
	str name = { host->name, host->name_len };
	void *removed = map_remove(&hosts->by_name, host->hash, &name);
	must(removed == host);
	if (list_node_is_in_list(&host->node)) list_remove(&host->node);
	mem_free(host);
}

void hosts_free(struct remote_hosts *hosts)
{
	if (!hosts) return;
	list_for_each_of(struct host, host, &hosts->idle, node) forget(hosts, host);
	must(hosts->by_name.table.count == 0);
	map_done(&hosts->by_name);
	mem_free(hosts);
}

static struct host *make(struct remote_hosts *hosts, str name, u64 hash)
{
	if (hosts->by_name.table.count >= HANDLER_HOSTS_MAX) {
		struct list_node *oldest = list_first(&hosts->idle);
		if (!oldest) return NULL;
		forget(hosts, list_item(oldest, struct host, node));
	}
	if (map_reserve(&hosts->by_name, 1) != ERR_OK) return NULL;
	struct host *host = mem_alloc_zeroed(sizeof *host);
	if (!host) return NULL;
	list_init(&host->waiting);
	host->hash = hash;
	host->name_len = (u32)name.len;
	memcpy(host->name, name.at, name.len);
	map_insert(&hosts->by_name, hash, &name, host);
	return host;
}

static struct host *find_or_make(struct remote_hosts *hosts, str name)
{
	must(name.len <= NAME_BYTES);
	u64 hash = hash_bytes(hosts->key, name);
	struct host *host = map_find(&hosts->by_name, hash, &name);
	if (!host) return make(hosts, name, hash);
	if (list_node_is_in_list(&host->node)) list_remove(&host->node);
	return host;
}

/* Nobody holds a place: kept only for what it remembers. */
static void rest(struct remote_hosts *hosts, struct host *host)
{
	if (host->held || host->running || !list_is_empty(&host->waiting)) return;
	if (list_node_is_in_list(&host->node)) return;
	if (host->failures == 0) {
		forget(hosts, host);
		return;
	}
	list_push_back(&hosts->idle, &host->node);
}

static void run(struct host *host, struct host_place *place)
{
	must(!place->is_running);
	place->host = host;
	place->is_running = true;
	place->is_probe = host->open_ms > 0;
	if (place->is_probe) host->is_probed = true;
	host->running++;
}

enum host_answer hosts_enter(struct remote_hosts *hosts, str name, msec now,
			     struct host_place *place, msec *out_wait)
{
	must(place->host == NULL);
	struct host *host = find_or_make(hosts, name);
	if (!host) return HOST_NO_MEMORY;
	if (host->open_ms && (now < host->open_until || host->is_probed)) {
		msec left = msec_sub(host->open_until, now);
		*out_wait = left > 0 ? left : hosts->config.open_ms;
		rest(hosts, host);
		return HOST_OPEN;
	}
	if (host->running < hosts->config.at_once) {
		run(host, place);
		return HOST_GO;
	}
	place->host = host;
	list_push_back(&host->waiting, &place->node);
	return HOST_WAIT;
}

static void note_failure(struct remote_hosts *hosts, struct host *host, msec now)
{
	const struct hosts_config *config = &hosts->config;
	if (host->failures < UINT32_MAX) host->failures++;
	if (host->failures < config->failures_max) return;
	/* Calls that were under way when the circuit opened do not keep it open longer. */
	if (host->open_ms && !host->is_probed) return;
	msec doubled = msec_mul(host->open_ms, 2);
	host->open_ms = doubled ? doubled : config->open_ms;
	if (host->open_ms > config->open_ms_max) host->open_ms = config->open_ms_max;
	host->open_until = msec_add(now, host->open_ms);
}

static void note_success(struct host *host)
{
	host->failures = 0;
	host->open_ms = 0;
	host->open_until = 0;
}

/* A waiting call goes as soon as there is room, also when the circuit opened meanwhile: waiting
 * calls hold runs, and their failing costs no more than the calls that have begun already. */
static void wake_next(struct remote_hosts *hosts, struct host *host)
{
	while (host->running < hosts->config.at_once) {
		struct list_node *node = list_pop_front(&host->waiting);
		if (!node) return;
		struct host_place *place = list_item(node, struct host_place, node);
		run(host, place);
		place->ready(place->context);
	}
}

void hosts_leave(struct remote_hosts *hosts, struct host_place *place, enum host_result result,
		 msec now)
{
	struct host *host = place->host;
	if (!host) return;
	bool was_probe = place->is_probe;
	if (list_node_is_in_list(&place->node)) list_remove(&place->node);
	if (place->is_running) host->running--;
	place->host = NULL;
	place->is_running = place->is_probe = false;
	if (result == HOST_FAILED) note_failure(hosts, host, now);
	if (result == HOST_WORKED) note_success(host);
	if (was_probe) host->is_probed = false;
	host->held++;
	wake_next(hosts, host);
	host->held--;
	rest(hosts, host);
}
