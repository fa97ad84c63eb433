/* Settings of a tenant, or a person, about when runs may start: maintenance, quiet hours. It is
 * kept as a text and read into a form that can be asked. Engine and API read it here alike.
 *
 * The text has a line for each thing that is said, in any order, each at most once (opt_in, ping:
 * often):
 *
 *   maintenance FROM UNTIL       from an instant on (milliseconds), until one, or "open"
 *   maintenance_hours ZONE WINDOWS
 *   quiet_hours ZONE WINDOWS     WINDOWS as calendar/window.h has them
 *   zone ZONE                    of a tenant: that of its people who name none
 *   rule ...                     of a tenant, often: see model/guard.h
 *   hook ...                     of a tenant: see there
 *   ping GROUP URL               of a tenant, often: what is called when a run of a group ends well
 *   lint flag, lint refuse       of a tenant: what becomes of payloads that lint.h finds fault with
 *   opt_in TYPE                  of a person: this type may reach them in quiet hours */
#ifndef BELFRY_MODEL_GATES_H
#define BELFRY_MODEL_GATES_H

#include "calendar/window.h"
#include "model/gate.h"
#include "model/lint.h"

struct gates {
	msec maintenance_from;
	msec maintenance_until; /* 0: off; MSEC_MAX: until it is switched off */
	struct windows maintenance;
	const struct zone *maintenance_zone;
	struct windows quiet;
	const struct zone *quiet_zone;
	enum lint_mode lint;
	const struct zone *zone; /* the tenant's zone; NULL: UTC */
};

/* In the line of a person: the zone of the tenant. */
#define GATES_TENANT_ZONE STR("-")

struct gates_sources {
	void *context;
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
};

/* The message names the field of the API that the line came from. */
MUST_USE enum err gates_read(str body, const struct gates_sources *sources, struct gates *out_gates,
			     struct why *why);
/* Whether the text allows this type to notify the person in quiet hours. */
bool gates_opt_in(str body, str type);

/* ---- pings --------------------------------------------------------------------------------- */

enum { PINGS_MAX = 100, PING_URL_BYTES = 2048 };

/* A digest of the group's name, by which jobs and types find their ping; 0: no group. */
u64 group_mark(str group);
struct ping {
	str group;
	str url; /* neither needs escaping in JSON */
};
/* The ping of a group in the text; false: there is none. */
MUST_USE bool gates_ping(str body, u64 mark, struct ping *out_ping);
/* How many there are, and the longest of them. */
u32 gates_pings(str body, size_t *out_longest);

/* ---- how they stand ------------------------------------------------------------------------ */

/* The state of a gate at an instant: closed until (MSEC_MAX: not known), or open until (MSEC_MAX:
 * forever). */
struct gate_state {
	bool is_closed;
	msec until;
};
struct gate_state gates_maintenance(const struct gates *gates, msec at);
struct gate_state gates_quiet(const struct gates *gates, msec at);

/* A type's settings about gates. */
struct gated_type {
	bool notifies;
	enum quiet_mode quiet;
	enum maintenance_mode maintenance;
};

/* The states of a tenant's gates at an instant, and the maintenance of the system. */
struct gate_states {
	struct gate_state maintenance;
	struct gate_state system_maintenance;
	struct gate_state quiet;
};

/* Which closed gate holds runs of the type, and until when (MSEC_MAX: not known); GATE_NONE: none.
 * This is the only such rule: the engine and every forecast use it. */
struct gate_hold {
	enum gate gate;
	msec until;
};
struct gate_hold gates_closed_for(const struct gate_states *states, const struct gated_type *type);

/* Which gate would hold back a run of the type that is due at an instant, and until when, if
 * several gates follow one another. `system` has the settings for all tenants. */
struct gate_hold gates_hold(const struct gates *own, const struct gates *system,
			    const struct gated_type *type, msec at);

#endif
