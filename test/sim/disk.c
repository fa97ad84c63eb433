#include "sim/disk.h"

static const struct disk_kind *const kinds[] = { &disk_memory, &disk_sqlite };

const struct disk_kind *disk_kind_find(str name)
{
	for (u32 i = 0; i < countof(kinds); i++) {
		if (str_eq(name, str_from(kinds[i]->name))) return kinds[i];
	}
	return NULL;
}

const struct disk_kind *disk_kind_first(void)
{
	return kinds[0];
}
