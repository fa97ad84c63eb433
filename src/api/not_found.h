/* The words of a 404: which object is not there, and in which tenant it was looked for. */
#ifndef BELFRY_API_NOT_FOUND_H
#define BELFRY_API_NOT_FOUND_H

#include "api/request.h"

/* Writes `no job "nightly" in tenant "acme"` into request->why, from the request's path alone: an
 * object of another tenant and one that never was are answered by the same words. A text that says
 * more than "there is no such ..." stays. */
void not_found_explain(struct request *request);

#endif
