/* libcurl on our loop: any number of transfers at once, none of which makes the loop wait. Whoever
 * adds one has set up its easy handle, and gets it back when it has ended. The loop's thread only.
 */
#ifndef BELFRY_HANDLER_TRANSFERS_H
#define BELFRY_HANDLER_TRANSFERS_H

#include "base/err.h"
#include "net/loop.h"

#include <curl/curl.h>

struct transfers;

typedef void transfer_ended(void *context, CURLcode code);

/* Embedded by who adds; lives until it has ended or is taken out. */
struct transfer {
	CURL *easy;
	transfer_ended *ended;
	void *context;
	bool is_running;
};

MUST_USE enum err transfers_new(struct loop *loop, struct transfers **out_transfers);
/* Nothing runs any more. */
void transfers_free(struct transfers *transfers); /* NULL: nothing */

/* An easy handle with what every transfer of ours has in common: no proxy, no redirect, no signals,
 * no second use of a connection, nothing but the protocols named ("http,https"), TLS 1.2 and up
 * with the peer verified. NULL: out of memory. */
MUST_USE CURL *transfers_make_easy(const char *protocols);

/* ERR_MEMORY: not taken. `ended` is called from the loop, never from within this call. */
MUST_USE enum err transfers_add(struct transfers *transfers, struct transfer *transfer);
/* Taken out before its end; does nothing for one that does not run. */
void transfers_remove(struct transfers *transfers, struct transfer *transfer);

#endif
