/* Which gates the settings of tenants close at the moment. Settings are read on a reader's thread;
 * gates are asked on the loop's, whose zones are. */
#ifndef BELFRY_API_GATED_H
#define BELFRY_API_GATED_H

#include "api/request.h"

struct query; /* store/query.h */

enum { GATED_MAX = 200 };

/* Tenants whose settings may close a gate. */
struct gated_tenant {
	str id;
	str details; /* its settings, as they are kept */
};

struct gated_tenants {
	struct gated_tenant *rows;
	u32 len;
};

/* Reads the tenants that the request is about, and the tenant system, whose maintenance counts for
 * all. */
MUST_USE enum err gated_read(struct request *request, struct query *query,
			     struct gated_tenants *out_gated);
/* Writes the member closed_gates of the status. */
void gated_put_closed(struct request *request, const struct gated_tenants *gated);

#endif
