/* Time zone data of the service. They are read when a zone is first asked for; when the system's
 * database has changed, a new set takes the place of the old one, which stays for those who still
 * hold zones of it, and what was planned by the old data is planned anew. */
#include "server/service_parts.h"

#include "base/memory.h"
#include "host/tzdir.h"
#include "store/query.h"

#define LOOK_AGAIN MSEC_HOUR
#define TZ_THING STR("tzdata")

struct zone_set {
	struct zone_set *before;
	struct tzdir *dir; /* NULL: there is no database; UTC alone is known */
	pthread_mutex_t lock;
	struct zones *pump; /* asked by the pump's thread */
	struct zones *rest; /* asked by the others, under the lock */
};

static str version_of(const struct zone_set *set)
{
	return set->dir ? tzdir_version(set->dir) : STR("none");
}

static enum err read_locked(void *context, str name, struct buf *out, struct why *why)
{
	struct zone_set *set = context;
	pthread_mutex_lock(&set->lock);
	enum err err = tzdir_read(set->dir, name, out, why);
	pthread_mutex_unlock(&set->lock);
	return err;
}

static void set_free(struct zone_set *set)
{
	if (!set) return;
	zones_free(set->pump);
	zones_free(set->rest);
	tzdir_free(set->dir);
	pthread_mutex_destroy(&set->lock);
	mem_free(set);
}

static enum err set_open(struct service *service, struct zone_set **out_set)
{
	struct why why;
	struct zone_set *set = mem_alloc_zeroed(sizeof *set);
	if (!set) return ERR_MEMORY;
	pthread_mutex_init(&set->lock, NULL);
	if (tzdir_new(setting_text(service, CONFIG_TZDIR), &set->dir, &why))
		service_log(service, LOG_WARN, str_from(why.text), why.code);
	struct zone_source for_pump = { set->dir ? read_locked : NULL, set };
	/* Whoever asks holds the lock already. */
	struct zone_source for_rest = { 0 };
	if (set->dir) for_rest = tzdir_source(set->dir);
	enum err err = zones_new(for_pump, &set->pump);
	if (!err) err = zones_new(for_rest, &set->rest);
	if (err) {
		set_free(set);
		return err;
	}
	*out_set = set;
	return ERR_OK;
}

enum err service_open_zones(struct service *service)
{
	struct zone_set *set = NULL;
	enum err err = set_open(service, &set);
	if (!err) atomic_store(&service->zones, set);
	return err;
}

void service_close_zones(struct service *service)
{
	for (struct zone_set *set = atomic_load(&service->zones); set;) {
		struct zone_set *before = set->before;
		set_free(set);
		set = before;
	}
}

enum err service_pump_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct service *service = context;
	return zones_get(atomic_load(&service->zones)->pump, name, out_zone, why);
}

enum err service_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct service *service = context;
	struct zone_set *set = atomic_load(&service->zones);
	pthread_mutex_lock(&set->lock);
	enum err err = zones_get(set->rest, name, out_zone, why);
	pthread_mutex_unlock(&set->lock);
	return err;
}

/* ---- changes ------------------------------------------------------------------------------ */

/* Which data the store's plans were made by; empty: none were yet. */
static enum err read_version(struct service *service, str *out_version, struct why *why)
{
	const struct thing_list list = { .kind = THING_SYSTEM,
					 .tenant = STR("system"),
					 .name = TZ_THING,
					 .limit = 1,
					 .now = clock_now().wall };
	struct thing_page page = { 0 };
	struct query *query = NULL;
	enum err err = service_open_query(service, &query, why);
	if (err) return err;
	err = query->calls->things(query, &list, &service->arena, &page);
	if (err) (void)fail(why, err, "the version of the time zone data cannot be read");
	else *out_version = page.len ? page.rows[0].row.body : STR("");
	service_close_query(service, query);
	return err;
}

/* Planned anew first: should the server die in between, it is done again. */
static enum err plan_anew(struct service *service, struct why *why)
{
	struct command command = { .kind = COMMAND_TZ_CHANGED };
	return ask_pump(service->pump, &command, why);
}

static enum err keep_version(struct service *service, struct why *why)
{
	struct command command = { .kind = COMMAND_THING_PUT,
				   .tenant = STR("system"),
				   .thing = { .kind = THING_SYSTEM,
					      .name = TZ_THING,
					      .body = version_of(atomic_load(&service->zones)),
					      .expected = THING_ANY } };
	return ask_pump(service->pump, &command, why);
}

enum err service_settle_zones(struct service *service, struct why *why)
{
	str known = STR("");
	str now = version_of(atomic_load(&service->zones));
	enum err err = read_version(service, &known, why);
	if (err || str_eq(known, now)) return err;
	if (known.len) err = plan_anew(service, why);
	return err ? err : keep_version(service, why);
}

void service_look_at_zones(struct service *service)
{
	struct zone_set *set = NULL;
	struct why why;
	if (set_open(service, &set)) return;
	struct zone_set *old = atomic_load(&service->zones);
	if (!set->dir || str_eq(version_of(set), version_of(old))) {
		set_free(set);
		return;
	}
	set->before = old;
	atomic_store(&service->zones, set);
	service_log(service, LOG_INFO, STR("new time zone data: planning anew"), ERR_OK);
	enum err err = service_settle_zones(service, &why);
	if (err) service_log(service, LOG_ERROR, str_from(why.text), err);
}

static void on_time(void *context)
{
	struct service *service = context;
	service_look_at_zones(service);
	loop_timer_start(service->zone_timer, LOOK_AGAIN);
}

enum err service_watch_zones(struct service *service)
{
	enum err err = loop_timer_new(service->loop, on_time, service, &service->zone_timer);
	if (!err) loop_timer_start(service->zone_timer, LOOK_AGAIN);
	return err;
}
