#include "calendar/zones.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

/* Any will do: only names that the database has get into the map, so a stranger cannot fill it with
 * names of his own choice. */
static const u64 hash_seed = 1;

struct zones {
	struct zone_source source;
	struct map map; /* str -> struct zone */
	struct hash_key key;
};

static bool has_name(const void *item, const void *key)
{
	const str *name = key;
	return str_eq(zone_name(item), *name);
}

enum err zones_new(struct zone_source source, struct zones **out_zones)
{
	struct zones *zones = mem_alloc(sizeof *zones);
	if (!zones) return ERR_MEMORY;
	*zones = (struct zones){ .source = source, .key = hash_key_from_seed(hash_seed) };
	map_init(&zones->map, has_name);
	*out_zones = zones;
	return ERR_OK;
}

void zones_free(struct zones *zones)
{
	if (!zones) return;
	struct map_cursor cursor = { 0 };
	for (struct zone *zone; (zone = map_next(&zones->map, &cursor));) zone_free(zone);
	map_done(&zones->map);
	mem_free(zones);
}

/* Room in the map comes first, so that a zone that was read is never lost. */
static enum err load_zone(struct zones *zones, str name, struct zone **out_zone, struct why *why)
{
	struct buf bytes;
	if (!zones->source.read)
		return fail(why, ERR_ZONE_DATABASE,
			    "there is no time zone database; only UTC is "
			    "known");
	if (zones->map.table.count == ZONES_MAX)
		return fail(why, ERR_TOO_LONG, "more than %d time zones in use", ZONES_MAX);
	if (map_reserve(&zones->map, 1)) return fail(why, ERR_MEMORY, "no memory for a time zone");
	buf_init(&bytes, ZONE_FILE_MAX);
	enum err err = zones->source.read(zones->source.context, name, &bytes, why);
	if (!err && buf_failed(&bytes)) err = fail(why, ERR_MEMORY, "no memory for a time zone");
	if (!err) err = zone_new(name, buf_view(&bytes), out_zone, why);
	buf_done(&bytes);
	return err;
}

enum err zones_get(struct zones *zones, str name, const struct zone **out_zone, struct why *why)
{
	if (str_eq(name, zone_name(zone_utc()))) {
		*out_zone = zone_utc();
		return ERR_OK;
	}
	enum err err = zone_check_name(name, why);
	if (err) return err;
	u64 hash = hash_bytes(zones->key, name);
	struct zone *zone = map_find(&zones->map, hash, &name);
	if (!zone) {
		err = load_zone(zones, name, &zone, why);
		if (err) return err;
		map_insert(&zones->map, hash, &name, zone);
	}
	must(str_eq(zone_name(zone), name));
	*out_zone = zone;
	return ERR_OK;
}
