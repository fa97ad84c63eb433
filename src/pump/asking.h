/* The server's own questions to the pump, asked from any thread but the pump's and waited for. */
#ifndef BELFRY_PUMP_ASKING_H
#define BELFRY_PUMP_ASKING_H

#include "pump/pump_thread.h"

/* Waits for the answer; only its error, its reason and its version are of use afterwards. */
MUST_USE enum err ask_pump(struct pump_thread *pump, struct command *command, struct why *why);

#endif
