/* Checks of settings that the table of settings cannot make: `serve` makes them before it starts,
 * `config check` reports them. They read files that settings name, and create or change nothing. */
#ifndef BELFRY_SERVER_CHECKS_H
#define BELFRY_SERVER_CHECKS_H

#include "base/buf.h"
#include "net/address.h"
#include "server/config.h"

/* `values` by enum setting_id. Calls `tell` with each that is refused, `why` with the first. */
typedef void check_say(void *context, const struct why *why);
MUST_USE enum err settings_check(const struct setting_value *values, check_say *tell, void *context,
				 struct why *why);

/* Reports each variable with a name like Belfry's (BELFRY_..., SCHEDULER_...) that is not a
 * setting, with the nearest known name. Returns how many. */
u32 settings_check_names(const struct settings *settings, const char *const *environment,
			 check_say *tell, void *context);

/* ---- pieces that the server uses, too ------------------------------------------------------- */

/* The store's file, added to `out`. */
MUST_USE enum err store_file(const struct setting_value *values, struct buf *out, struct why *why);
/* Whether that address may be listened on. */
MUST_USE enum err reach_check(const struct setting_value *values, const struct address *address,
			      struct why *why);
/* Empty: 1. */
MUST_USE enum err weight_parse(str text, u32 *out_weight, struct why *why);

#endif
