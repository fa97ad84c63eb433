/* The steps before the first request: the tokens of the store come into memory, and a store without
 * any gets its first one. */
#ifndef BELFRY_API_BOOTSTRAP_H
#define BELFRY_API_BOOTSTRAP_H

#include "api/api.h"
#include "store/query.h"

/* A token that was just made: its row, and the text that is shown once. */
struct new_token {
	struct token_row row;
	char text[TOKEN_TEXT_BYTES];
	char name[UUID_TEXT_LEN]; /* of its thing */
};

/* Draws id and secret for the row (role, tenant, user, queues, until are the caller's) and fills in
 * the command that keeps it. */
MUST_USE enum err new_token_make(struct api *api, struct new_token *token, struct arena *arena,
				 struct command *command);

/* Brings every token of the store into memory, and what is known of workers; on the loop's thread,
 * before the first request. */
MUST_USE enum err api_load_tokens(struct api *api, struct query *query, msec now);

/* The administrator of a new store: an admin of the tenant system. The caller has the command
 * carried out, then calls auth_put with the row and keeps the text where only he can read it. */
MUST_USE enum err first_token_make(struct api *api, struct new_token *token, struct arena *arena,
				   struct command *command);

/* A one-time code for the dashboard's link; SESSION_TEXT_BYTES characters. */
MUST_USE enum err first_code_make(struct api *api, char *out_code);

#endif
