/* The bounds of limits.def as numbers. */
#ifndef BELFRY_HANDLER_LIMITS_H
#define BELFRY_HANDLER_LIMITS_H

#include "handler/limits.def"

enum {
#define X(name, value, sentence) HANDLER_##name = value,
	HANDLER_LIMITS(X)
#undef X
};

#endif
