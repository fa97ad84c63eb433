/* The text form of a unique scope: the word, or for a span its length. */
#ifndef BELFRY_MODEL_SCOPE_H
#define BELFRY_MODEL_SCOPE_H

#include "base/buf.h"
#include "model/rows.h"

/* As it would be given: "bucket", "24h", "active" ...; nothing for NONE. */
void unique_scope_print(enum unique_scope scope, msec ttl, struct buf *out);

#endif
