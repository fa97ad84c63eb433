/* Brings events to webhooks. For each webhook the journal is read on from where it stands, as for
 * a stream (api/streams.h), by the reader threads; what is found is asked of the pump as runs of
 * the webhook's own type, together with where it stands then: one commit (engine/watch/webhooks.c).
 * Nothing is kept for a webhook but that: a receiver that is slow, or gone, has its events wait in
 * the journal, and holds nobody up. At most `in_flight` of its deliveries have not ended.
 *
 * Lives on the loop's thread but for what says otherwise. */
#ifndef BELFRY_DELIVER_WEBHOOK_SENDER_H
#define BELFRY_DELIVER_WEBHOOK_SENDER_H

#include "api/streams.h"
#include "base/hash.h"
#include "model/action.h"
#include "net/loop.h"
#include "store/query.h"

struct webhook_sender;

enum {
	/* of all tenants; further deliveries wait until some have ended */
	WEBHOOKS_SENT_MAX = 10000,
	WEBHOOK_SENDER_READS_MAX = 4, /* that readers have at once */
};

struct webhook_sender_config {
	struct loop *loop;
	struct hash_key places; /* the key of ids of events, api/place.h */
	void *context;
	enum err (*submit)(void *context, struct command *command);
	/* Has webhook_sender_read called on a thread that may wait. ERR_BUSY: not now. */
	enum err (*read)(void *context, void *item);
};

MUST_USE enum err webhook_sender_new(const struct webhook_sender_config *config,
				     struct webhook_sender **out_sender);
/* The pump and the readers have ended, and nothing is with the pump. NULL: nothing. */
void webhook_sender_free(struct webhook_sender *sender);

/* Webhooks were made, changed or deleted; also once at the start. */
void webhook_sender_look(struct webhook_sender *sender);
/* As streams_wake; `is_all` also after the store was in doubt. */
void webhook_sender_wake(struct webhook_sender *sender, const struct wakeup *wakeups, u32 len,
			 bool is_all, u64 turn);
/* The store failed, or works again: events count as read only while it works. */
void webhook_sender_doubt(struct webhook_sender *sender, bool is_in_doubt);
/* To be called about once a second: repeats steps that failed before. */
void webhook_sender_tick(struct webhook_sender *sender, struct now now);
/* How many webhooks there are: without one, no events need to be reported. */
u32 webhook_sender_count(const struct webhook_sender *sender);

/* The pump ends: no command is sent any more. NULL: does nothing. */
void webhook_sender_abandon(struct webhook_sender *sender);
bool webhook_sender_has_asked(const struct webhook_sender *sender); /* NULL: no */

/* On a reader's thread. */
void webhook_sender_read(void *item, struct query *query);

#endif
