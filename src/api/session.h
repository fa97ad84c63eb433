/* Sessions of browsers: a cookie instead of a token. They begin with a one-time code (a link that
 * the server prints) or a token, last 12 hours at most and 30 minutes without use, and are known to
 * this process alone: after a restart one signs in again. The loop's thread alone uses them. */
#ifndef BELFRY_API_SESSION_H
#define BELFRY_API_SESSION_H

#include "api/auth.h"
#include "base/err.h"
#include "base/msec.h"

enum { SESSION_TEXT_BYTES = 32 };
#define SESSION_MS (12 * MSEC_HOUR)
#define SESSION_IDLE_MS (30 * MSEC_MINUTE)
#define SESSION_CODE_MS (15 * MSEC_MINUTE)

struct sessions;

MUST_USE enum err sessions_new(struct sessions **out_sessions);
void sessions_free(struct sessions *sessions);

/* A code that starts one session, within SESSION_CODE_MS. `random` is 16 bytes of entropy; writes
 * SESSION_TEXT_BYTES characters. */
MUST_USE enum err sessions_add_code(struct sessions *sessions, const struct who *who,
				    const u8 random[SESSION_ID_BYTES], msec boot, char *out_code);
/* Uses a code up. False: no such code, or its time is over. The texts of `who` are the table's. */
MUST_USE bool sessions_take_code(struct sessions *sessions, str code, msec boot,
				 struct who *out_who);

/* A session for `who`; writes the cookie's value. */
MUST_USE enum err sessions_begin(struct sessions *sessions, const struct who *who,
				 const u8 random[SESSION_ID_BYTES], msec boot, char *out_id);
/* And use counts. False: none, or over. */
MUST_USE bool sessions_find(struct sessions *sessions, str id, msec boot, struct who *out_who);
void sessions_end(struct sessions *sessions, str id);
/* All that began with a token: it is gone. */
void sessions_end_of(struct sessions *sessions, const struct uuid *token);
/* All of a tenant, codes that were not used included. */
void sessions_end_of_tenant(struct sessions *sessions, str tenant);

#endif
