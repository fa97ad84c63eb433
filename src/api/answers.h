/* The pump's answer is borrowed during the call. These functions copy it into the request, which is
 * rendered later on another thread. */
#ifndef BELFRY_API_ANSWERS_H
#define BELFRY_API_ANSWERS_H

#include "api/request.h"

/* On the pump's thread: copies the answer into the request's arena. Without memory the answer
 * becomes ERR_MEMORY; leases in it then expire. */
void answer_take(struct request *request, const struct answer *answer);

/* The leases in an answer to a lease command or to a report. */
const struct lease *answer_leases(const struct request *request, u32 *out_len);

#endif
