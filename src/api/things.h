/* Things of the caller's tenant, found by name or listed page by page. */
#ifndef BELFRY_API_THINGS_H
#define BELFRY_API_THINGS_H

#include "api/parts.h"
#include "store/query.h"

/* The one of that name; ERR_NOT_FOUND. */
MUST_USE enum err thing_find(struct request *request, struct query *query, enum thing_kind kind,
			     str name, struct thing_view *out_thing);
/* The page that the request's parameters ask for, by name, behind *out_after. */
MUST_USE enum err things_page(struct request *request, struct query *query, enum thing_kind kind,
			      struct thing_page *out_page, str *out_after);
/* After its rows were written: the end of the list, with the cursor of the next page. */
void things_close(struct request *request, const struct thing_page *page);

#endif
