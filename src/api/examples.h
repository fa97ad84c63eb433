/* Examples of calls, from catalog/examples.json: in the order in which they can be made, so that a
 * test makes them all. The description shows the first of each route. */
#ifndef BELFRY_API_EXAMPLES_H
#define BELFRY_API_EXAMPLES_H

#include "api/route.h"

struct example {
	str call;    /* its path, as it is asked */
	str headers; /* an object of JSON: fields of the request; empty: none of its own */
	str body;    /* JSON; empty: it has none */
	str answer;  /* the same */
	str text;    /* of an answer that is no JSON: how it begins, as a string of JSON */
	u64 status;
};

/* The bytes that are built in. */
str examples_text(void);
/* The first that there is of a route. */
MUST_USE bool example_find(const struct api_route *route, struct example *out_example);

#endif
