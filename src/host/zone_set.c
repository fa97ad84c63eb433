#include "host/zone_set.h"

#include "base/memory.h"
#include "host/tzdir.h"

#include <pthread.h>

struct zone_set {
	struct zone_set *before;
	struct tzdir *dir; /* NULL: there is no database; UTC alone is known */
	pthread_mutex_t lock;
	struct zones *pump; /* asked by the pump's driver */
	struct zones *rest; /* asked by the others, under the lock */
};

static enum err read_locked(void *context, str name, struct buf *out, struct why *why)
{
	struct zone_set *set = context;
	pthread_mutex_lock(&set->lock);
	enum err err = tzdir_read(set->dir, name, out, why);
	pthread_mutex_unlock(&set->lock);
	return err;
}

void zone_set_drop(struct zone_set *set)
{
	if (!set) return;
	zones_free(set->pump);
	zones_free(set->rest);
	tzdir_free(set->dir);
	pthread_mutex_destroy(&set->lock);
	mem_free(set);
}

void zone_set_free(struct zone_set *set)
{
	while (set) {
		struct zone_set *before = set->before;
		zone_set_drop(set);
		set = before;
	}
}

enum err zone_set_new(str folder, struct zone_set *before, struct zone_set **out_set,
		      struct why *out_missing)
{
	struct zone_set *set = mem_alloc_zeroed(sizeof *set);
	if (!set) return ERR_MEMORY;
	set->before = before;
	pthread_mutex_init(&set->lock, NULL);
	*out_missing = (struct why){ 0 };
	if (tzdir_new(folder, &set->dir, out_missing)) set->dir = NULL;
	struct zone_source for_pump = { set->dir ? read_locked : NULL, set };
	/* zone_set_get holds the lock already. */
	struct zone_source for_rest = { 0 };
	if (set->dir) for_rest = tzdir_source(set->dir);
	enum err err = zones_new(for_pump, &set->pump);
	if (!err) err = zones_new(for_rest, &set->rest);
	if (err) {
		zone_set_drop(set);
		return err;
	}
	*out_set = set;
	return ERR_OK;
}

bool zone_set_has_database(const struct zone_set *set)
{
	return set->dir != NULL;
}

str zone_set_version(const struct zone_set *set)
{
	return set->dir ? tzdir_version(set->dir) : STR("none");
}

enum err zone_set_for_pump(struct zone_set *set, str name, const struct zone **out_zone,
			   struct why *why)
{
	return zones_get(set->pump, name, out_zone, why);
}

enum err zone_set_get(struct zone_set *set, str name, const struct zone **out_zone, struct why *why)
{
	pthread_mutex_lock(&set->lock);
	enum err err = zones_get(set->rest, name, out_zone, why);
	pthread_mutex_unlock(&set->lock);
	return err;
}
