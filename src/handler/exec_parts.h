/* Programs, as exec.c and exec_slots.c share them. */
#ifndef BELFRY_HANDLER_EXEC_PARTS_H
#define BELFRY_HANDLER_EXEC_PARTS_H

#include "base/list.h"
#include "handler/parts.h"
#include "handler/wire.h"

struct event;

struct exec_line {
	struct handlers *handlers;
	struct broker *broker;
	struct event *event;
	struct list calls;
	bool is_gone; /* the broker is */
};

/* ---- exec_slots.c ---------------------------------------------------------------------------- */
enum err exec_fill_slots(const struct program *program, const struct work *work,
			 struct wire_order *order, struct why *why);
enum err exec_find_program(const struct handlers *handlers, str name, u32 *out_index,
			   struct why *why);

#endif
