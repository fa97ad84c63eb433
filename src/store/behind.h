/* The jobs behind a job: those it depends on, those that they depend on, and so on. How a job is
 * found is the store's; which ones are looked at is the same for all. */
#ifndef BELFRY_STORE_BEHIND_H
#define BELFRY_STORE_BEHIND_H

#include "model/turn.h"

/* The job's row with its code in the turn's arena and no other text. */
typedef enum err behind_find(void *store, struct turn *turn, const struct uuid *job,
			     bool *out_found, struct job_row *out_row);

/* Answers a WANT_BEHIND: each job once, the nearest first; cut where there are more than its limit.
 */
MUST_USE enum err behind_load(void *store, behind_find *find, struct turn *turn, struct want *want);

#endif
