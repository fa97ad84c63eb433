/* The pump's answer, taken along: it is borrowed during the call, and rendered later on another
 * thread. */
#ifndef BELFRY_API_ANSWERS_H
#define BELFRY_API_ANSWERS_H

#include "api/request.h"

/* On the pump's thread: copies into the request's arena. Without memory the answer becomes
 * ERR_MEMORY; what it had leased then runs out by itself. */
void answer_take(struct request *request, const struct answer *answer);

/* The leases in an answer, whichever kind of command it is of. */
const struct lease *answer_leases(const struct request *request, u32 *out_len);

#endif
