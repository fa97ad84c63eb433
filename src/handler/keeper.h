/* The keeper: a process between the broker and one program. It confines the program, watches it,
 * and makes sure that no process of it is left, however it ends.
 *
 * TERM the program's group gets TERM, and KILL to everything when its grace is over QUIT KILL to
 * everything at once
 *
 * As root it is the first process of a PID namespace of its own: when it ends, whatever the program
 * started ends with it, by the kernel's hand. Else it is the subreaper of all that the program
 * starts, and ends each of them. When the broker dies, so does the keeper. */
#ifndef BELFRY_HANDLER_KEEPER_H
#define BELFRY_HANDLER_KEEPER_H

#include "handler/programs.h"
#include "handler/wire.h"

struct keeper_task {
	const struct program *program;
	const struct wire_order *order;
	int fds[WIRE_FDS]; /* the program's stdin, stdout, stderr */
	int status;        /* a struct wire_end is written here */
	int go;            /* a byte arrives when the program is on record */
	int scratch;       /* the folder with all working folders, and its path */
	const char *scratch_path;
	bool has_namespace;
};

/* Runs the keeper, in a process of its own that was just forked. */
_Noreturn void keeper_run(const struct keeper_task *task);

/* The arguments: the path, the fixed arguments, and after "--" the slots. NULL at the end. */
enum { KEEPER_ARGUMENTS_MAX = HANDLER_PROGRAM_ARGUMENTS + HANDLER_PROGRAM_SLOTS + 3 };
void keeper_arguments(const struct program *program, const struct wire_order *order,
		      const char *out[KEEPER_ARGUMENTS_MAX]);

#endif
