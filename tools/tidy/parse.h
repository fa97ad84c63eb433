/* Finds the functions and the includes of a C file by its braces and directives. No compiler: what
 * it knows of C is that a function's body is a block at the top level behind a ). */
#ifndef BELFRY_TIDY_PARSE_H
#define BELFRY_TIDY_PARSE_H

#include "tidy/tree.h"

/* Both fill the source's list, in the file's order. False: no memory. */
MUST_USE bool parse_functions(struct source *source, struct arena *arena);
MUST_USE bool parse_includes(struct source *source, struct arena *arena);

#endif
