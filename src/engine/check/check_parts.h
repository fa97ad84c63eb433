/* One look over all of memory, as the files of check/ share it. */
#ifndef BELFRY_ENGINE_CHECK_CHECK_PARTS_H
#define BELFRY_ENGINE_CHECK_CHECK_PARTS_H

#include "engine/whole.h"

struct check {
	const struct engine *engine;
	struct buf *out;
	bool good;
};

/* ---- check.c, check_jobs.c ------------------------------------------------------------------- */
void check_expect(struct check *check, bool holds, const char *name, const struct uuid *id);
u32 check_count_nodes(const struct pairing_node *root);
void check_jobs(struct check *check);

/* ---- check_gates.c --------------------------------------------------------------------------- */
void check_gates(struct check *check);
void check_routes(struct check *check);

#endif
