/* Questions of the server itself to the pump, from any thread but the pump's; the caller waits for
 * the answer. */
#ifndef BELFRY_PUMP_ASKING_H
#define BELFRY_PUMP_ASKING_H

#include "pump/pump_thread.h"

/* Waits for the answer; afterwards only its error, reason and version are valid. */
MUST_USE enum err ask_pump(struct pump_thread *pump, struct command *command, struct why *why);

#endif
