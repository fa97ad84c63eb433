/* Time zones of a handle: new data take the place of the old, and plans follow them. */
#include "embed/parts.h"

#include "pump/replan.h"

#define LOOK_AGAIN MSEC_HOUR

static enum err set_open(struct belfry *handle, struct zone_set *before, struct zone_set **out_set)
{
	struct why missing;
	enum err err = zone_set_new(handle->zoneinfo, before, out_set, &missing);
	if (!err && missing.code) log_text(handle, BELFRY_LOG_WARNING, missing.text);
	return err;
}

enum err zones_open(struct belfry *handle)
{
	struct zone_set *set = NULL;
	enum err err = set_open(handle, NULL, &set);
	if (!err) atomic_store(&handle->zones, set);
	return err;
}

enum err zones_for_pump(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct belfry *handle = context;
	return zone_set_for_pump(atomic_load(&handle->zones), name, out_zone, why);
}

static enum err ask_of_replan(void *context, struct command *command, struct why *why)
{
	struct embed_ask ask = { .command = *command };
	return ask_now(context, &ask, why);
}

enum err zones_settle(struct belfry *handle, struct why *why)
{
	struct now now = world_now(handle);
	const struct replan_door door = { handle, ask_of_replan, now.wall };
	enum err err = ERR_OK;
	struct query *query = reading_begin(handle, &err, why);
	if (!query) return err;
	err = replan_if_needed(&door, query, zone_set_version(atomic_load(&handle->zones)), why);
	reading_done(handle);
	handle->zones_look_at = msec_add(now.boot, LOOK_AGAIN);
	return err;
}

void zones_look(struct belfry *handle)
{
	struct zone_set *old = atomic_load(&handle->zones), *set = NULL;
	msec now = world_now(handle).boot;
	struct why why = { 0 };
	if (now < handle->zones_look_at) return;
	handle->zones_look_at = msec_add(now, LOOK_AGAIN);
	if (set_open(handle, old, &set)) return;
	bool is_new = zone_set_has_database(set) &&
		      !str_eq(zone_set_version(set), zone_set_version(old));
	if (!is_new) {
		zone_set_drop(set);
		return;
	}
	atomic_store(&handle->zones, set);
	log_text(handle, BELFRY_LOG_INFO, "time zone data changed");
	if (zones_settle(handle, &why)) log_text(handle, BELFRY_LOG_ERROR, why.text);
}
