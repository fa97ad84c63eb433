/* Tickets with numbers, by which a test tells its commands apart. */
#ifndef BELFRY_TEST_NUMBERED_H
#define BELFRY_TEST_NUMBERED_H

#include "model/ticket.h"

struct numbered {
	struct ticket ticket;
	u64 number;
	void *owner;
};

static inline struct numbered *numbered_of(const struct ticket *ticket)
{
	return (struct numbered *)(uintptr_t)ticket; /* its first member */
}

static inline u64 ticket_number(const struct ticket *ticket)
{
	return numbered_of(ticket)->number;
}

/* For an engine without a pump, which never looks at what lies there. */
static inline struct ticket *bare_ticket(u64 number)
{
	return (struct ticket *)(uintptr_t)number;
}

#endif
