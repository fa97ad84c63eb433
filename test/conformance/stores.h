/* Every kind of store there is: each passes the same stories. */
#ifndef BELFRY_TEST_CONFORMANCE_STORES_H
#define BELFRY_TEST_CONFORMANCE_STORES_H

#include "conformance/memory_kind.h"
#include "conformance/sqlite_kind.h"

static const struct store_kind *const store_kinds[] = { &memory_kind, &sqlite_kind };

#endif
