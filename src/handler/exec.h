/* Programs, from the server's side: the connection to the broker. */
#ifndef BELFRY_HANDLER_EXEC_H
#define BELFRY_HANDLER_EXEC_H

#include "base/err.h"

struct broker;
struct exec_line;
struct handler_spec;
struct handlers;

MUST_USE enum err exec_line_new(struct handlers *handlers, struct broker *broker,
				struct exec_line **out_line);
/* Forgets running programs: the broker ends them when it stops. */
void exec_line_free(struct exec_line *line); /* NULL: does nothing */

/* Whether there is such a program and the arguments match its slots. ERR_INVALID. */
MUST_USE enum err exec_check(const struct handlers *handlers, const struct handler_spec *spec,
			     struct why *why);

#endif
