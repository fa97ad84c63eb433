/* Replies with numbers, by which a test tells its commands apart. */
#ifndef BELFRY_TEST_NUMBERED_H
#define BELFRY_TEST_NUMBERED_H

#include "model/reply.h"

struct numbered {
	struct reply reply;
	u64 number;
	void *owner;
};

static inline struct numbered *numbered_of(const struct reply *reply)
{
	return (struct numbered *)(uintptr_t)reply; /* its first member */
}

static inline u64 reply_number(const struct reply *reply)
{
	return numbered_of(reply)->number;
}

/* For an engine without a pump, which never looks at what lies there. */
static inline struct reply *bare_reply(u64 number)
{
	return (struct reply *)(uintptr_t)number;
}

#endif
