/* The jobs behind a job: those that it depends on, those that these depend on, and so on. Each
 * store finds a job by itself; the search is the same for all stores. */
#ifndef BELFRY_STORE_BEHIND_H
#define BELFRY_STORE_BEHIND_H

#include "model/turn.h"

/* The job's row with its code in the turn's arena and no other text. */
typedef enum err behind_find(void *store, struct turn *turn, const struct uuid *job,
			     bool *out_found, struct job_row *out_row);

/* Answers a WANT_BEHIND: each job once, the nearest first; cut off at the limit of the want. */
MUST_USE enum err behind_load(void *store, behind_find *find, struct turn *turn, struct want *want);

#endif
