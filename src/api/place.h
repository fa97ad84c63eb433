/* Places of events and audit rows as clients see them. Inside, a place is the number of a turn and
 * a place in it, and both grow with what all tenants do: from two ids of its own a tenant could
 * tell how busy its neighbours were in between. So a place is shown as a UUID, permuted under a key
 * of the server (ADR 0041). */
#ifndef BELFRY_API_PLACE_H
#define BELFRY_API_PLACE_H

#include "api/seal.h"
#include "base/hash.h"
#include "model/event.h"

/* The same for the same server key, also after a restart or a restore. */
struct hash_key place_key(const struct seal_key *seal_key);

/* The words of a refusal: earlier builds showed the number of the turn. */
#define PLACE_REFUSED \
	"is not the id of an event of this server; ids of earlier builds, like 1204-6, are refused"

/* "0-0", the place before all others, is shown and read as it is. */
void place_print(struct hash_key key, struct event_place place, struct buf *out);
/* False: nothing is shown like that. */
MUST_USE bool place_parse(struct hash_key key, str text, struct event_place *out_place);

#endif
