/* Sessions of browsers: a cookie instead of a token. They begin with a one-time code (a link that
 * the server prints), a token or the word of a proxy, last 12 hours at most and 30 minutes without
 * use, and are known to this process alone: after a restart one signs in again. There are
 * LIMIT_SESSIONS_MAX places, of which a tenant and a person have a part each: a session too many
 * ends the oldest one of the same person, or of the same tenant. The loop's thread alone uses
 * them. */
#ifndef BELFRY_API_SESSION_H
#define BELFRY_API_SESSION_H

#include "api/auth.h"
#include "base/err.h"
#include "base/msec.h"

enum { SESSION_TEXT_BYTES = 32 };
#define SESSION_MS (12 * MSEC_HOUR)
#define SESSION_IDLE_MS (30 * MSEC_MINUTE)
#define SESSION_CODE_MS (15 * MSEC_MINUTE)

/* How a session began. */
enum sign_in { SIGN_IN_CODE, SIGN_IN_TOKEN, SIGN_IN_PROXY, SIGN_IN_KINDS };

str sign_in_word(enum sign_in by);

struct sessions;

/* The seed hides the order of hash tables from strangers. */
MUST_USE enum err sessions_new(u64 seed, struct sessions **out_sessions);
void sessions_free(struct sessions *sessions);

/* A code that starts one session, within SESSION_CODE_MS. `random` is 16 bytes of entropy; writes
 * SESSION_TEXT_BYTES characters. */
MUST_USE enum err sessions_add_code(struct sessions *sessions, const struct who *who,
				    const u8 random[SESSION_ID_BYTES], msec boot, char *out_code);
/* Uses a code up. False: no such code, or its time is over. The texts of `who` are the table's. */
MUST_USE bool sessions_take_code(struct sessions *sessions, str code, msec boot,
				 struct who *out_who);

/* The facts that a new session is made of. Texts are copied, and cut where they are too long. */
struct session_start {
	const struct who *who;
	struct uuid id;   /* names the session to people; the cookie's value is another, secret */
	const u8 *random; /* SESSION_ID_BYTES of entropy: the cookie's value */
	struct now now;
	msec until; /* wall: its token's end; MSEC_MAX: no end */
	enum sign_in by;
	str source; /* the address it was begun from */
	str agent;  /* what the browser calls itself */
};

/* Writes the cookie's value. */
MUST_USE enum err sessions_begin(struct sessions *sessions, const struct session_start *start,
				 char *out_value);
/* And use counts. False: none, or over. The texts of `who` are the table's. */
MUST_USE bool sessions_find(struct sessions *sessions, str value, const struct now *now,
			    struct who *out_who);
void sessions_end(struct sessions *sessions, str value);
/* All that began with a token: it is gone. */
void sessions_end_of(struct sessions *sessions, const struct uuid *token);
/* All of a tenant, codes that were not used included. */
void sessions_end_of_tenant(struct sessions *sessions, str tenant);

/* ---- as people see them -------------------------------------------------------------------- */

/* A session without its secret. Texts are the table's. */
struct session_view {
	struct uuid id;
	struct who who;
	enum sign_in by;
	msec begun;        /* these are by the wall clock */
	msec used;         /* when it was used last */
	msec expires;      /* when it ends in any case */
	msec idle_expires; /* when it ends unless it is used before */
	str source;
	str agent;
};

/* Which sessions. */
struct session_filter {
	str tenant;              /* empty: of every tenant */
	str user;                /* only this person's; empty: anybody's */
	const struct who *owner; /* only those of the same person; NULL: anybody's */
	struct uuid but;         /* not this one; nil: all */
};

/* Whether two are the same person: the same user of a tenant; where a token names no user, the same
 * token. */
bool who_is_same(const struct who *a, const struct who *b);

/* Newest first, behind `after` (nil: from the start), at most `max`; returns how many. */
u32 sessions_list(const struct sessions *sessions, const struct session_filter *filter,
		  const struct now *now, const struct uuid *after, struct session_view *out_views,
		  u32 max, bool *out_more);
MUST_USE bool sessions_find_by_id(const struct sessions *sessions,
				  const struct session_filter *filter, const struct uuid *id,
				  const struct now *now, struct session_view *out_view);
/* Ends all that match; returns how many. */
u32 sessions_end_matching(struct sessions *sessions, const struct session_filter *filter,
			  const struct now *now);
/* False: it is over already. */
bool sessions_end_by_id(struct sessions *sessions, const struct uuid *id);

#endif
