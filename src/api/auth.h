/* Callers. Tokens and sessions are rows of the store; this is the table of them in memory, made
 * anew from the store at the start and kept in step by the API's own changes. The loop's thread
 * alone uses it. */
#ifndef BELFRY_API_AUTH_H
#define BELFRY_API_AUTH_H

#include "api/access.h"
#include "api/token.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "model/policy.h"

#define SYSTEM_TENANT STR("system")

enum { AUTH_QUEUES_MAX = 8, SESSION_ID_BYTES = 16 };

/* The facts that a token carries about its bearer. Texts borrow from the table and hold until the
 * request's own copy is made. */
struct who {
	struct uuid token;
	str tenant;
	str user; /* whose reminders are "my" ones; empty: nobody's */
	enum role role;
	bool is_session;
	bool is_proxied;     /* signed in by a proxy: it must name the same person with each call */
	struct uuid session; /* which one, by its public id; nil: none */
};

static inline bool who_is_system(const struct who *who)
{
	return str_eq(who->tenant, SYSTEM_TENANT);
}

/* A token as it is kept. */
struct token_row {
	struct uuid id;
	struct token_hash hash;
	enum role role;
	str tenant;
	str user;
	str name;   /* for people */
	msec until; /* MSEC_MAX: for good */
	u32 queues_len;
	str queues[AUTH_QUEUES_MAX]; /* a worker's; none: all */
};

/* A token that was found right, so that it is hashed once for all calls of its connection. Zeroed:
 * none. */
struct known_token {
	struct uuid id;
	struct token_hash hash;
	char text[TOKEN_TEXT_BYTES];
};

struct auth;

MUST_USE enum err auth_new(u64 seed, struct auth **out_auth);
void auth_free(struct auth *auth);

/* Takes a copy; replaces the one of the same id. */
MUST_USE enum err auth_put(struct auth *auth, const struct token_row *row);
void auth_remove(struct auth *auth, const struct uuid *id);
void auth_remove_of(struct auth *auth, str tenant); /* all of it */
u32 auth_count(const struct auth *auth);

/* ERR_UNAUTHORIZED: no such token. All wrong ones are answered alike. */
MUST_USE enum err auth_check(const struct auth *auth, str token, msec now,
			     const struct token_row **out_row);

/* A token that was found right a moment ago: it may be gone or over by now. */
MUST_USE enum err auth_check_again(const struct auth *auth, const struct uuid *id, msec now,
				   const struct token_row **out_row);

/* ---- those who guess ---------------------------------------------------------------------- */

/* A source that sent wrong tokens has to wait: longer the more there were. Seconds; 0: none. */
u32 auth_penalty(struct auth *auth, str source, msec boot);
void auth_note_wrong(struct auth *auth, str source, msec boot);

/* ---- the body of a token's row ------------------------------------------------------------ */

void token_row_write(const struct token_row *row, struct buf *out);
/* Texts borrow from the body or the arena. */
MUST_USE bool token_row_read(str body, struct arena *arena, struct token_row *out_row);

#endif
