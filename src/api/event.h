/* Events as CloudEvents 1.0, in JSON: for lists, streams and webhooks alike. */
#ifndef BELFRY_API_EVENT_H
#define BELFRY_API_EVENT_H

#include "store/query.h"

void event_write(struct buf *out, const struct event_view *event);
/* The same as a server-sent event: its id, its name, and itself in one line. */
void event_write_sent(struct buf *out, const struct event_view *event);

#endif
