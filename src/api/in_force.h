/* Values in force, and whose they are: of a type, what its tasks get; of a job, what its next run
 * gets. By the functions that the engine asks. */
#ifndef BELFRY_API_IN_FORCE_H
#define BELFRY_API_IN_FORCE_H

#include "api/api.h"
#include "store/query.h"

/* Both write the member `in_force` into an open object. */
void show_type_in_force(struct buf *out, const struct type_ground *ground, str type);
void show_job_in_force(struct buf *out, const struct job_view *job,
		       const struct api_defaults *defaults);

#endif
