/* Events as CloudEvents 1.0, in JSON: for lists, streams and webhooks alike. */
#ifndef BELFRY_API_EVENT_H
#define BELFRY_API_EVENT_H

#include "base/hash.h"
#include "store/query.h"

/* `places`: the key of its id (api/place.h). */
void event_write(struct buf *out, const struct event_view *event, struct hash_key places);
/* Likewise as a server-sent event: its id, its name, and the event in one line. */
void event_write_sent(struct buf *out, const struct event_view *event, struct hash_key places);

#endif
