/* The confinement of a program, set up in its own process just before it starts. */
#ifndef BELFRY_HANDLER_CONFINE_H
#define BELFRY_HANDLER_CONFINE_H

#include "base/types.h"
#include "handler/programs.h"

/* The version of Landlock that the kernel offers: 0 is none. */
u32 confine_landlock_abi(void);

/* Each returns 0 or an errno. */

/* Landlock: may read the system's folders, write its own folder and those of its entry; no TCP
 * unless it may use the network; no signals and no abstract sockets to other processes. Does
 * nothing if the kernel lacks Landlock. */
MUST_USE int confine_files(const struct program *program, const char *work_folder);

/* seccomp: denied.def, no new namespaces, no sockets but local ones unless it may use the network.
 */
MUST_USE int confine_calls(bool has_network);

/* Limits of CPU, memory, files, processes; no core files. */
MUST_USE int confine_resources(const struct program *program);

/* Switches to the program's user without other groups; without a user, root loses every
 * capability. */
MUST_USE int confine_user(const struct program *program);

#endif
