/* The walls around a program, put up in its own process just before it begins. */
#ifndef BELFRY_HANDLER_CONFINE_H
#define BELFRY_HANDLER_CONFINE_H

#include "base/types.h"
#include "handler/programs.h"

/* The version of Landlock that the kernel offers: 0 is none. */
u32 confine_landlock_abi(void);

/* All return 0 or an errno. */

/* Landlock: the system's folders to read, its own folder and what its entry opens to write; no TCP
 * unless it may use the network; no signals and no abstract sockets beyond itself. Nothing is done
 * where the kernel does not offer it. */
MUST_USE int confine_files(const struct program *program, const char *work_folder);

/* seccomp: denied.def, no new namespaces, no sockets but local ones unless it may use the network.
 */
MUST_USE int confine_calls(bool has_network);

/* Limits of CPU, memory, files, processes; no core files. */
MUST_USE int confine_resources(const struct program *program);

/* Its user with no other groups; without one root loses every capability. */
MUST_USE int confine_user(const struct program *program);

#endif
