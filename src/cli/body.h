/* From words and options to a call: path, query and body. */
#ifndef BELFRY_CLI_BODY_H
#define BELFRY_CLI_BODY_H

#include "cli/resource.h"
#include "cli/verb.h"

/* The path with its places filled by the words, and a query: the fields where the call has no
 * body, and the tenant. `words` are those behind the action's name. */
MUST_USE enum err body_path(struct cli *cli, const struct cli_action *action, const str *words,
			    struct buf *out, struct why *why);

/* The body, a JSON object: --body, then fields, then --set. Nothing where the method has none. */
MUST_USE enum err body_make(struct cli *cli, const struct cli_action *action, const str *words,
			    struct buf *out, struct why *why);

/* A text of the command line, or what stands in @FILE or, for -, on standard input. */
MUST_USE enum err body_text(struct cli *cli, str value, struct buf *out, struct why *why);

/* Where a text came from, for people: the file, "standard input", or empty: the command line. */
str body_origin(str value);

/* Whether the action sends a body at all. */
bool body_is_sent(const struct cli_action *action);

#endif
