/* A gate's name, a type's settings about gates, and the row with the gate settings of a tenant or a
 * person. model/gates.h reads these settings. */
#ifndef BELFRY_MODEL_GATE_H
#define BELFRY_MODEL_GATE_H

#include "base/str.h"
#include "model/gates.def"
#include "model/names.h"

/* Which gate put a run off. */
enum gate {
	GATE_NONE,
#define X(name, word, sentence) GATE_##name,
	GATES(X)
#undef X
		GATE_COUNT
};

str gate_name(enum gate gate); /* of none: empty */

/* A type's say. */
enum maintenance_mode { MAINTENANCE_DEFER, MAINTENANCE_PASS, MAINTENANCE_MODES };
enum quiet_mode { QUIET_HOLD, QUIET_PASS, QUIET_OPT_IN, QUIET_MODES };

/* The row of a tenant, or of a person. */
struct gates_row {
	tenant_no tenant;
	str user; /* empty: the tenant's own */
	str body; /* the text; empty: no settings, and no row */
};

#endif
