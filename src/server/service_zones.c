/* Time zone data of the service. When the system's database has changed, a new set takes the place
 * of the old one, and what was planned by the old data is planned anew. */
#include "server/service_parts.h"

#include "host/zone_set.h"
#include "pump/replan.h"

#define LOOK_AGAIN MSEC_HOUR

static enum err set_open(struct service *service, struct zone_set *before,
			 struct zone_set **out_set)
{
	struct why missing;
	enum err err = zone_set_new(setting_text(service, CONFIG_TZDIR), before, out_set, &missing);
	if (!err && missing.code) service_log_why(service, PHRASE_ZONES_NOT_FOUND, &missing);
	return err;
}

enum err service_open_zones(struct service *service)
{
	struct zone_set *set = NULL;
	enum err err = set_open(service, NULL, &set);
	if (!err) atomic_store(&service->zones, set);
	return err;
}

void service_close_zones(struct service *service)
{
	zone_set_free(atomic_load(&service->zones));
}

enum err service_pump_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct service *service = context;
	return zone_set_for_pump(atomic_load(&service->zones), name, out_zone, why);
}

enum err service_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct service *service = context;
	return zone_set_get(atomic_load(&service->zones), name, out_zone, why);
}

/* ---- changes ------------------------------------------------------------------------------ */

static enum err ask(void *context, struct command *command, struct why *why)
{
	struct service *service = context;
	return ask_pump(service->pump, command, why);
}

enum err service_settle_zones(struct service *service, struct why *why)
{
	const struct replan_door door = { service, ask, clock_now().wall };
	struct query *query = NULL;
	enum err err = service_open_query(service, &query, why);
	if (err) return err;
	err = replan_if_needed(&door, query, zone_set_version(atomic_load(&service->zones)), why);
	service_close_query(service, query);
	return err;
}

void service_look_at_zones(struct service *service)
{
	struct zone_set *set = NULL;
	struct why why;
	struct zone_set *old = atomic_load(&service->zones);
	if (set_open(service, old, &set)) return;
	bool is_new = zone_set_has_database(set) &&
		      !str_eq(zone_set_version(set), zone_set_version(old));
	if (!is_new) {
		zone_set_drop(set);
		return;
	}
	atomic_store(&service->zones, set);
	service_log(service, PHRASE_ZONES_CHANGED, ERR_OK);
	enum err err = service_settle_zones(service, &why);
	if (err) service_log_why(service, PHRASE_REPLAN_FAILED, &why);
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
