/* Examples of calls, from catalog/examples.json: in the order in which they can be made, so that a
 * test makes them all. The description shows the first of each route. */
#ifndef BELFRY_API_EXAMPLES_H
#define BELFRY_API_EXAMPLES_H

#include "api/route.h"

struct example {
	str call;    /* the path, as called */
	str headers; /* a JSON object with fields of the request's head; empty: none */
	str body;    /* JSON; empty: no body */
	str answer;  /* likewise */
	str text;    /* for an answer that is not JSON: its beginning, as a JSON string */
	u64 status;
};

/* The built-in bytes. */
str examples_text(void);
/* The first example of a route. */
MUST_USE bool example_find(const struct api_route *route, struct example *out_example);

#endif
