/* The stories that are played while something fails. */
#ifndef BELFRY_TEST_FAULT_STORIES_H
#define BELFRY_TEST_FAULT_STORIES_H

#include "rig.h"

struct story {
	const char *name;
	void (*play)(struct rig *rig);
	u32 runs_max;      /* in memory; 0: no bound */
	bool from_nothing; /* faults also strike while the first process starts */
	bool with_opening; /* and while a file is opened; elsewhere that is left out */
	bool is_whole;     /* every point is tried in every run, over files, too */
};

extern const struct story stories[];
extern const u32 stories_len;

#endif
