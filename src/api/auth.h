/* Callers. Tokens and sessions are rows of the store; this is their table in memory. It is loaded
 * from the store at the start, and the API's own changes keep it up to date. Used on the loop's
 * thread alone. */
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

/* The facts that a token has about its bearer. The texts are borrowed from the table until the
 * request copies them. */
struct who {
	struct uuid token;
	str tenant;
	str user; /* the user whose reminders are "my" reminders; empty: none */
	enum role role;
	bool is_session;
	/* signed in by a proxy, which must name the same person in every call */
	bool is_proxied;
	struct uuid session; /* the public id of the session; nil: none */
};

static inline bool who_is_system(const struct who *who)
{
	return str_eq(who->tenant, SYSTEM_TENANT);
}

/* A token as it is stored. */
struct token_row {
	struct uuid id;
	struct token_hash hash;
	enum role role;
	str tenant;
	str user;
	str name;   /* a label for people */
	msec until; /* MSEC_MAX: it does not expire */
	u32 queues_len;
	str queues[AUTH_QUEUES_MAX]; /* the queues of a worker's token; none: all */
};

/* A verified token of a connection, so that only its first call has to hash it. Zeroed: none. */
struct known_token {
	struct uuid id;
	struct token_hash hash;
	char text[TOKEN_TEXT_BYTES];
};

struct auth;

MUST_USE enum err auth_new(u64 seed, struct auth **out_auth);
void auth_free(struct auth *auth);

/* Copies the row; replaces a token with the same id. */
MUST_USE enum err auth_put(struct auth *auth, const struct token_row *row);
void auth_remove(struct auth *auth, const struct uuid *id);
void auth_remove_of(struct auth *auth, str tenant); /* all tokens of the tenant */
u32 auth_count(const struct auth *auth);

/* ERR_UNAUTHORIZED: no such token. All wrong tokens get the same answer. */
MUST_USE enum err auth_check(const struct auth *auth, str token, msec now,
			     const struct token_row **out_row);

/* Checks a token that was verified before: it may have been deleted, or have expired. */
MUST_USE enum err auth_check_again(const struct auth *auth, const struct uuid *id, msec now,
				   const struct token_row **out_row);

/* ---- those who guess ---------------------------------------------------------------------- */

/* How many seconds a source that sent wrong tokens has to wait: longer with each of them. 0: not at
 * all. */
u32 auth_penalty(struct auth *auth, str source, msec boot);
void auth_note_wrong(struct auth *auth, str source, msec boot);

/* ---- the body of a token's row ------------------------------------------------------------ */

void token_row_write(const struct token_row *row, struct buf *out);
/* The texts are borrowed from the body or the arena. */
MUST_USE bool token_row_read(str body, struct arena *arena, struct token_row *out_row);

#endif
