/* The listings of store/query.h over a SQLite file. Each reader thread has one of its own; it reads
 * beside the running store and never writes. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_QUERY_H
#define BELFRY_STORE_SQLITE_SQLITE_QUERY_H

#include "model/catalog.h"
#include "store/query.h"

struct sqlite_query_config {
	str path;
	const char *vfs;                     /* as in struct sqlite_config */
	u32 cache_kib;                       /* 0: 4 MiB */
	const struct catalog_facts *catalog; /* borrowed for its life; NULL: no types */
	struct damage_sink damage;           /* who is told of damaged rows; empty: nobody */
	u32 work_max; /* of one call, in thousands of SQLite's steps; 0: 20,000 (a second or so) */
};

/* The file must be there, and of this program's version. The query's `close` frees it. */
MUST_USE enum err sqlite_query_open(const struct sqlite_query_config *config, struct why *why,
				    struct query **out_query);

#endif
