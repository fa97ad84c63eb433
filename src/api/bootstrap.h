/* The steps before the first request: loads the tokens of the store, and gives a store without
 * tokens its first one. */
#ifndef BELFRY_API_BOOTSTRAP_H
#define BELFRY_API_BOOTSTRAP_H

#include "api/api.h"
#include "store/query.h"

/* A new token: its row, and the text that is shown once. */
struct new_token {
	struct token_row row;
	char text[TOKEN_TEXT_BYTES];
	char name[UUID_TEXT_LEN]; /* the name of its document */
};

/* Draws id and secret for the row, and fills in the command that stores it. The caller sets role,
 * tenant, user, queues and until. */
MUST_USE enum err new_token_make(struct api *api, struct new_token *token, struct arena *arena,
				 struct command *command);

/* Loads every token of the store, and the known workers; on the loop's thread, before the first
 * request. */
MUST_USE enum err api_load_tokens(struct api *api, struct query *query, msec now);

/* The first token of a new store: an admin of the tenant system. The caller has the command carried
 * out, calls auth_put with the row, and writes the text where only the administrator can read
 * it. */
MUST_USE enum err first_token_make(struct api *api, struct new_token *token, struct arena *arena,
				   struct command *command);

/* A one-time code for the dashboard's link; SESSION_TEXT_BYTES characters. */
MUST_USE enum err first_code_make(struct api *api, char *out_code);

#endif
