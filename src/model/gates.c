#include "model/gates.h"

#include "base/must.h"
#include "model/guard.h"
#include "model/limits.def"
#include "model/rows.h"

static const str gate_names[GATE_COUNT] = { [GATE_NONE] = { "", 0 },
#define X(name, word, sentence) [GATE_##name] = { word, sizeof word - 1 },
					    GATES(X)
#undef X
};

str gate_name(enum gate gate)
{
	must(gate < GATE_COUNT);
	return gate_names[gate];
}

/* ---- reading ------------------------------------------------------------------------------ */

static enum err read_instant(str text, msec *out_at, struct why *why)
{
	u64 value;
	if (!str_to_u64(text, MSEC_YEAR_9999_END, &value))
		return fail(why, ERR_INVALID,
			    "maintenance: from and until must be from 1970 to "
			    "9999");
	*out_at = (msec)value;
	return ERR_OK;
}

static enum err read_maintenance(str text, struct gates *gates, struct why *why)
{
	str from = str_split(&text, ' ');
	enum err err = read_instant(from, &gates->maintenance_from, why);
	if (err) return err;
	gates->maintenance_until = MSEC_MAX;
	if (!str_eq(text, STR("open"))) err = read_instant(text, &gates->maintenance_until, why);
	if (!err && gates->maintenance_until <= gates->maintenance_from)
		return fail(why, ERR_INVALID, "maintenance: until must be later than from");
	return err;
}

static enum err read_zone(str name, const struct gates_sources *sources,
			  const struct zone **out_zone, struct why *why)
{
	struct why inner = { 0 };
	*out_zone = zone_utc();
	if (str_eq(name, STR("UTC"))) return ERR_OK;
	enum err err = sources->zone(sources->context, name, out_zone, &inner);
	return err ? fail(why, err, "timezone: %s", inner.text) : ERR_OK;
}

static enum err read_hours(str text, const char *field, const struct gates_sources *sources,
			   struct windows *windows, const struct zone **out_zone, struct why *why)
{
	struct why inner = { 0 };
	msec end;
	str zone = str_split(&text, ' ');
	*out_zone = zone_utc();
	enum err err = str_eq(zone, STR("UTC"))
			       ? ERR_OK
			       : sources->zone(sources->context, zone, out_zone, &inner);
	if (!err) err = windows_parse(text, windows, &inner);
	if (err) return fail(why, err, "%s: %s", field, inner.text);
	if (!windows_end_after(windows, zone_utc(), 0, &end))
		return fail(why, ERR_INVALID, "%s: the windows cover the whole week", field);
	return ERR_OK;
}

static enum err read_lint(str word, enum lint_mode *out_mode, struct why *why)
{
	if (str_eq(word, STR("flag"))) *out_mode = LINT_FLAG;
	else if (str_eq(word, STR("refuse"))) *out_mode = LINT_REFUSE;
	else return fail(why, ERR_INVALID, "payload_check must be off, flag or refuse");
	return ERR_OK;
}

/* Printed and without blanks, and nothing that JSON would write in another way. */
static bool is_plain(str url)
{
	for (size_t i = 0; i < url.len; i++) {
		char c = url.at[i];
		if (c <= ' ' || c > '~' || c == '"' || c == '\\') return false;
	}
	return true;
}

static enum err read_ping(str text, struct ping *out_ping, struct why *why)
{
	struct ping ping = { .group = str_split(&text, ' '), .url = text };
	enum err err = name_check(NAME_TENANT, ping.group, "pings: a group", why);
	if (err) return err;
	if (!ping.url.len || ping.url.len > PING_URL_BYTES || !is_plain(ping.url))
		return fail(why, ERR_INVALID,
			    "pings: a url must have 1 to %d bytes of ASCII without spaces, "
			    "quotes and backslashes",
			    PING_URL_BYTES);
	*out_ping = ping;
	return ERR_OK;
}

static enum err read_line(str line, const struct gates_sources *sources, struct gates *gates,
			  struct why *why)
{
	str rest = line;
	str word = str_split(&rest, ' ');
	if (str_eq(word, STR("maintenance"))) return read_maintenance(rest, gates, why);
	if (str_eq(word, STR("maintenance_hours")))
		return read_hours(rest, "maintenance", sources, &gates->maintenance,
				  &gates->maintenance_zone, why);
	if (str_eq(word, STR("quiet_hours")))
		return read_hours(rest, "quiet_hours", sources, &gates->quiet, &gates->quiet_zone,
				  why);
	if (str_eq(word, STR("zone"))) return read_zone(rest, sources, &gates->zone, why);
	if (str_eq(word, STR("rule"))) {
		struct guard_rule rule;
		return guard_rule_read(rest, sources, &rule, why);
	}
	if (str_eq(word, STR("hook"))) {
		struct guard_hook hook;
		return guard_hook_read(rest, &hook, why);
	}
	if (str_eq(word, STR("ping"))) {
		struct ping ping;
		return read_ping(rest, &ping, why);
	}
	if (str_eq(word, STR("lint"))) return read_lint(rest, &gates->lint, why);
	if (str_eq(word, STR("opt_in"))) return name_check(NAME_TYPE, rest, "opt_ins", why);
	return fail(why, ERR_INVALID, "gates: unknown word");
}

enum err gates_read(str body, const struct gates_sources *sources, struct gates *out_gates,
		    struct why *why)
{
	struct gates gates = { 0 };
	const str whole = body;
	if (body.len > LIMIT_GATES_BYTES)
		return fail(why, ERR_INVALID, "gates must have at most %d bytes",
			    LIMIT_GATES_BYTES);
	while (body.len) {
		enum err err = read_line(str_split(&body, '\n'), sources, &gates, why);
		if (err) return err;
	}
	if (guard_rules_count(whole) > RULES_MAX)
		return fail(why, ERR_INVALID, "policy_rules: at most %d rules", RULES_MAX);
	size_t longest;
	if (gates_pings(whole, &longest) > PINGS_MAX)
		return fail(why, ERR_INVALID, "pings: at most %d groups", PINGS_MAX);
	*out_gates = gates;
	return ERR_OK;
}

bool gates_opt_in(str body, str type)
{
	while (body.len) {
		str line = str_split(&body, '\n');
		str word = str_split(&line, ' ');
		if (str_eq(word, STR("opt_in")) && str_eq(line, type)) return true;
	}
	return false;
}

/* ---- pings -------------------------------------------------------------------------------- */

u64 group_mark(str group)
{
	return group.len ? digest_of(group).a : 0;
}

/* The next ping of the lines that are left; false: there is none. */
static bool next_ping(str *body, struct ping *out_ping)
{
	struct why why;
	while (body->len) {
		str line = str_split(body, '\n');
		str word = str_split(&line, ' ');
		if (str_eq(word, STR("ping")) && !read_ping(line, out_ping, &why)) return true;
	}
	return false;
}

bool gates_ping(str body, u64 mark, struct ping *out_ping)
{
	while (mark && next_ping(&body, out_ping)) {
		if (group_mark(out_ping->group) == mark) return true;
	}
	return false;
}

u32 gates_pings(str body, size_t *out_longest)
{
	struct ping ping;
	u32 len = 0;
	*out_longest = 0;
	for (; next_ping(&body, &ping); len++) {
		size_t bytes = ping.group.len + ping.url.len;
		if (bytes > *out_longest) *out_longest = bytes;
	}
	return len;
}

/* ---- asking ------------------------------------------------------------------------------- */

static msec first_of(msec a, msec b)
{
	return a < b ? a : b;
}

/* The next instant at which the windows begin; MSEC_MAX: there are none. */
static msec next_window(const struct windows *windows, const struct zone *zone, msec at)
{
	msec begin;
	if (!windows->len || !windows_begin_after(windows, zone, at, &begin)) return MSEC_MAX;
	return begin;
}

/* The end of the windows that contain an instant; the instant itself where none does. */
static msec end_of_windows(const struct windows *windows, const struct zone *zone, msec at)
{
	msec end;
	if (!windows->len) return at;
	return windows_end_after(windows, zone, at, &end) ? end : MSEC_MAX;
}

static bool is_switched_on(const struct gates *gates, msec at)
{
	return gates->maintenance_from <= at && at < gates->maintenance_until;
}

/* A span that was switched on and windows may hand over to each other: each at most twice. */
static msec end_of_maintenance(const struct gates *gates, msec at)
{
	for (u32 i = 0; i < 3 && at < MSEC_MAX; i++) {
		if (is_switched_on(gates, at)) at = gates->maintenance_until;
		if (at < MSEC_MAX)
			at = end_of_windows(&gates->maintenance, gates->maintenance_zone, at);
	}
	return at;
}

struct gate_state gates_maintenance(const struct gates *gates, msec at)
{
	msec end = end_of_maintenance(gates, at);
	if (end > at) return (struct gate_state){ true, end };
	msec next = at < gates->maintenance_from && gates->maintenance_until
			    ? gates->maintenance_from
			    : MSEC_MAX;
	return (struct gate_state){
		false,
		first_of(next, next_window(&gates->maintenance, gates->maintenance_zone, at)),
	};
}

struct gate_state gates_quiet(const struct gates *gates, msec at)
{
	msec end = end_of_windows(&gates->quiet, gates->quiet_zone, at);
	if (end > at) return (struct gate_state){ true, end };
	return (struct gate_state){ false, next_window(&gates->quiet, gates->quiet_zone, at) };
}

/* Where both are closed for maintenance, the later end counts. */
struct gate_hold gates_closed_for(const struct gate_states *states, const struct gated_type *type)
{
	const struct gate_state *own = &states->maintenance;
	const struct gate_state *all = &states->system_maintenance;
	const struct gate_state *quiet = &states->quiet;
	if (type->maintenance != MAINTENANCE_PASS && (own->is_closed || all->is_closed)) {
		bool own_counts = own->is_closed && (!all->is_closed || own->until >= all->until);
		return (struct gate_hold){ GATE_MAINTENANCE, own_counts ? own->until : all->until };
	}
	if (quiet->is_closed && type->notifies && type->quiet == QUIET_HOLD)
		return (struct gate_hold){ GATE_QUIET_HOURS, quiet->until };
	return (struct gate_hold){ .gate = GATE_NONE };
}

static struct gate_hold hold_at(const struct gates *own, const struct gates *system,
				const struct gated_type *type, msec at)
{
	const struct gate_states states = { gates_maintenance(own, at),
					    gates_maintenance(system, at), gates_quiet(own, at) };
	return gates_closed_for(&states, type);
}

struct gate_hold gates_hold(const struct gates *own, const struct gates *system,
			    const struct gated_type *type, msec at)
{
	enum { ROUNDS_MAX = 16 }; /* gates that close by turns for ever hold for ever */
	struct gate_hold hold = hold_at(own, system, type, at);
	if (hold.gate == GATE_NONE) return hold;
	for (u32 i = 0; i < ROUNDS_MAX && hold.until < MSEC_MAX; i++) {
		struct gate_hold next = hold_at(own, system, type, hold.until);
		if (next.gate == GATE_NONE) return hold;
		hold.until = next.until;
	}
	hold.until = MSEC_MAX;
	return hold;
}
