/* Maintenance, quiet hours and the policy guard, from the specification's words (I-15): what starts
 * in them, what they put off and to when, what is denied. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

#define DELAY_DEFAULT (5 * MSEC_MINUTE)

enum rule_says { SAYS_ALLOW, SAYS_DEFER, SAYS_DENY };

/* ---- what is said ------------------------------------------------------------------------- */

static u32 number_of(str text)
{
	u64 number;
	must(str_to_u64(text, 99, &number));
	return (u32)number;
}

/* "type-3" is our number 4. */
static u32 type_in(str name)
{
	return 1 + number_of(str_from_offset(name, strlen("type-")));
}

/* "ZONE HH:MM-HH:MM"; "-": the tenant's clock. */
static struct oracle_hours hours_in(str rest, bool *out_is_tenants)
{
	struct oracle_hours hours = { .are_there = true };
	str zone = str_split(&rest, ' ');
	*out_is_tenants = str_eq(zone, STR("-"));
	if (!*out_is_tenants) hours.offset = almanac_steady_offset(zone);
	must(rest.len == strlen("22:00-07:00"));
	hours.from = number_of(str_slice(rest, 0, 2)) * 60 + number_of(str_slice(rest, 3, 5));
	hours.until = number_of(str_slice(rest, 6, 8)) * 60 + number_of(str_slice(rest, 9, 11));
	return hours;
}

static struct oracle_rule rule_in(str rest)
{
	str action = str_split(&rest, '\t');
	struct oracle_rule rule = { .action = str_eq(action, STR("allow"))   ? SAYS_ALLOW
					      : str_eq(action, STR("defer")) ? SAYS_DEFER
									     : SAYS_DENY };
	while (rest.len) {
		str value = str_split(&rest, '\t');
		str key = str_split(&value, '=');
		u64 delay = 0;
		if (str_eq(key, STR("type"))) rule.type = type_in(value);
		if (str_eq(key, STR("entity"))) rule.entity = oracle_hash(value);
		if (str_eq(key, STR("delay"))) must(str_to_u64(value, INT64_MAX, &delay));
		if (delay) rule.delay = (msec)delay;
	}
	return rule;
}

/* "ON_FAILURE DEADLINE DELAY SECRET URL". */
static struct oracle_hook hook_in(str rest)
{
	str action = str_split(&rest, ' ');
	u64 deadline, delay;
	must(str_to_u64(str_split(&rest, ' '), INT64_MAX, &deadline));
	must(str_to_u64(str_split(&rest, ' '), INT64_MAX, &delay));
	return (struct oracle_hook){ .is_there = true,
				     .on_failure = str_eq(action, STR("allow"))  ? HOOK_ALLOW
						   : str_eq(action, STR("deny")) ? HOOK_DENY
										 : HOOK_DEFER,
				     .deadline = (msec)deadline,
				     .delay = (msec)delay };
}

static void take_maintenance(struct oracle *oracle, u32 tenant, str rest)
{
	u64 from = 0, until = (u64)MSEC_MAX;
	must(str_to_u64(str_split(&rest, ' '), INT64_MAX, &from));
	if (!str_eq(rest, STR("open"))) must(str_to_u64(rest, INT64_MAX, &until));
	oracle->maintenance[tenant].from = (msec)from;
	oracle->maintenance[tenant].until = (msec)until;
}

u32 gates_person_in(str user)
{
	u32 person = number_of(str_from_offset(user, strlen("user-")));
	return person < ORACLE_PEOPLE ? 1 + person : 0;
}

static void take_person(struct oracle_hush *hush, const struct gates_row *row)
{
	u32 person = gates_person_in(row->user) - 1;
	str body = row->body;
	must(person < ORACLE_PEOPLE);
	hush->people[person].is_said = body.len > 0;
	hush->people[person].hours = (struct oracle_hours){ 0 };
	hush->people[person].opt_ins = 0;
	while (body.len) {
		str rest = str_split(&body, '\n');
		str word = str_split(&rest, ' ');
		if (str_eq(word, STR("opt_in")))
			hush->people[person].opt_ins |= 1u << type_in(rest);
		else hush->people[person].hours = hours_in(rest, &hush->people[person].is_tenants);
	}
}

static void take_tenant(struct oracle *oracle, u32 tenant, str body)
{
	struct oracle_hush *hush = &oracle->hush[tenant];
	bool is_tenants;
	oracle->maintenance[tenant].from = oracle->maintenance[tenant].until = 0;
	hush->is_said = body.len > 0;
	hush->hours = (struct oracle_hours){ 0 };
	hush->offset = 0;
	hush->rules_len = 0;
	hush->hook.is_there = false;
	hush->turn = oracle->turn_id;
	while (body.len) {
		str rest = str_split(&body, '\n');
		str word = str_split(&rest, ' ');
		if (str_eq(word, STR("maintenance"))) take_maintenance(oracle, tenant, rest);
		else if (str_eq(word, STR("zone"))) hush->offset = almanac_steady_offset(rest);
		else if (str_eq(word, STR("quiet_hours")))
			hush->hours = hours_in(rest, &is_tenants);
		else if (str_eq(word, STR("hook"))) hush->hook = hook_in(rest);
		else {
			must(str_eq(word, STR("rule")) && hush->rules_len < ORACLE_RULES);
			hush->rules[hush->rules_len++] = rule_in(rest);
		}
	}
}

void gates_take(struct oracle *oracle, const struct gates_row *row)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	if (row->user.len) take_person(&oracle->hush[tenant], row);
	else take_tenant(oracle, tenant, row->body);
	turns_forget(oracle);
}

/* ---- how things stand --------------------------------------------------------------------- */

msec rules_maintenance_of(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	msec from = oracle->maintenance[run->tenant].from;
	msec until = oracle->maintenance[run->tenant].until;
	if (policy && policy->maintenance == MAINTENANCE_PASS) return 0;
	return from <= wall && wall < until ? until : 0;
}

static bool is_quiet_at(const struct oracle_hours *hours, msec wall)
{
	i64 minute = wall / MSEC_MINUTE + hours->offset;
	u32 local = (u32)((minute % 1440 + 1440) % 1440);
	if (!hours->are_there) return false;
	if (hours->from <= hours->until) return hours->from <= local && local < hours->until;
	return hours->from <= local || local < hours->until;
}

/* The first minute that is not quiet; 0: it is not quiet now. */
static msec end_of(const struct oracle_hours *hours, msec wall)
{
	if (!is_quiet_at(hours, wall)) return 0;
	msec at = wall / MSEC_MINUTE * MSEC_MINUTE;
	while (is_quiet_at(hours, at)) at += MSEC_MINUTE;
	return at;
}

static struct oracle_hours hours_of_person(const struct oracle *oracle,
					   const struct oracle_run *run)
{
	const struct oracle_hush *hush = &oracle->hush[run->tenant];
	if (!run->person) return (struct oracle_hours){ 0 };
	struct oracle_hours hours = hush->people[run->person - 1].hours;
	if (hush->people[run->person - 1].is_tenants) hours.offset = hush->offset;
	return hours;
}

static bool has_opted_in(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_hush *hush = &oracle->hush[run->tenant];
	return run->person && hush->people[run->person - 1].opt_ins >> run->type & 1;
}

/* How long quiet hours hold it: the later end, where both the tenant and the person are quiet; 0:
 * they do not. */
static msec quiet_until(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	struct oracle_hours person = hours_of_person(oracle, run);
	enum quiet_mode quiet = policy ? policy->quiet : QUIET_HOLD;
	if (!rules_notifies(oracle, run->tenant, run->type) || quiet == QUIET_PASS) return 0;
	if (quiet == QUIET_OPT_IN && has_opted_in(oracle, run)) return 0;
	msec by_tenant = end_of(&oracle->hush[run->tenant].hours, wall);
	msec by_person = end_of(&person, wall);
	return by_tenant > by_person ? by_tenant : by_person;
}

/* The first rule that matches; NULL: none. */
static const struct oracle_rule *rule_for(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_hush *hush = &oracle->hush[run->tenant];
	for (u32 i = 0; i < hush->rules_len; i++) {
		const struct oracle_rule *rule = &hush->rules[i];
		if (rule->type && rule->type != run->type) continue;
		if (rule->entity && rule->entity != run->entity) continue;
		return rule;
	}
	return NULL;
}

static u32 action_for(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_rule *rule = rule_for(oracle, run);
	return rule ? rule->action : SAYS_ALLOW;
}

bool gates_has_rule(const struct oracle *oracle, const struct oracle_run *run)
{
	return rule_for(oracle, run) != NULL;
}

bool gates_hold_line(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	enum quiet_mode quiet = policy ? policy->quiet : QUIET_HOLD;
	if (!rules_notifies(oracle, run->tenant, run->type) || quiet != QUIET_HOLD) return false;
	return is_quiet_at(&oracle->hush[run->tenant].hours, wall);
}

static void mark_passing(struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	struct oracle_hours person = hours_of_person(oracle, run);
	bool is_quiet = is_quiet_at(&oracle->hush[run->tenant].hours, wall) ||
			is_quiet_at(&person, wall);
	if (!is_quiet || !policy || !policy->notifies) return;
	sim_mark(oracle->sim, policy->quiet == QUIET_PASS ? MARK_PASSED_QUIET : MARK_OPTED_IN);
}

void gates_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall;
	u32 action = action_for(oracle, run);
	if (rules_maintenance_of(oracle, run, wall))
		sim_fail(sim, "I-15", &run->id, "started in maintenance");
	if (quiet_until(oracle, run, wall))
		sim_fail(sim, "I-15", &run->id, "started although it is quiet for whom it reaches");
	if (action != SAYS_ALLOW)
		sim_fail(sim, "I-15", &run->id, "started although a rule %s",
			 action == SAYS_DENY ? "denies it" : "puts it off");
	hooks_check_claim(oracle, run);
	mark_passing(oracle, run, wall);
}

/* ---- what they do ------------------------------------------------------------------------- */

/* Maintenance: a minute to five, or to its end and at most a minute more. */
static bool fits_maintenance(struct oracle *oracle, const struct oracle_run *run, msec until)
{
	msec wall = oracle->now.wall;
	msec end = rules_maintenance_of(oracle, run, wall);
	msec least = end == MSEC_MAX ? wall + MSEC_MINUTE : end;
	msec most = end == MSEC_MAX ? wall + 5 * MSEC_MINUTE : end + MSEC_MINUTE;
	if (!end)
		sim_fail(oracle->sim, "I-15", &run->id, "put off although there is no maintenance");
	sim_mark(oracle->sim, end == MSEC_MAX ? MARK_PUT_OFF_OPEN : MARK_PUT_OFF_TO_END);
	return until >= least && until <= most;
}

/* Quiet hours: to the next permitted instant. */
static bool fits_quiet(struct oracle *oracle, const struct oracle_run *run, msec until)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall;
	struct oracle_hours person = hours_of_person(oracle, run);
	msec end = quiet_until(oracle, run, wall);
	if (!end) sim_fail(sim, "I-15", &run->id, "put off although it is quiet for nobody");
	sim_mark(sim, is_quiet_at(&person, wall) ? MARK_PUT_OFF_QUIET_PERSON
						 : MARK_PUT_OFF_QUIET_TENANT);
	/* A lane is held by the tenant's hours alone; the person's come when it is looked at. */
	bool is_tenants = gates_hold_line(oracle, run, wall) &&
			  until == end_of(&oracle->hush[run->tenant].hours, wall);
	return until == end || is_tenants;
}

static bool fits_rule(struct oracle *oracle, const struct oracle_run *run, msec until)
{
	struct sim *sim = oracle->sim;
	const struct oracle_rule *rule = rule_for(oracle, run);
	/* A rule may have come while its hook was asked: the word counts. */
	if (hooks_fit(oracle, run, until)) return true;
	/* What is denied of a daily window is an attempt that failed. */
	bool is_denied = rule && rule->action == SAYS_DENY && run->person_of_day;
	if (is_denied) return until == days_next_attempt(oracle, run, run->run_at, 0);
	if (!rule || rule->action != SAYS_DEFER)
		sim_fail(sim, "I-15", &run->id, "put off although no rule says so");
	if (quiet_until(oracle, run, oracle->now.wall))
		sim_fail(sim, "I-15", &run->id, "a rule counted before quiet hours");
	sim_mark(sim, MARK_PUT_OFF_BY_RULE);
	return until == oracle->now.wall + (rule->delay ? rule->delay : DELAY_DEFAULT);
}

/* Put off by a gate, or to its deadline where that comes first. No attempt is counted. */
void gates_put_off(struct oracle *oracle, struct oracle_run *run, const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall, until = entry->run_at;
	if (str_eq(entry->reason, gate_name(GATE_RATE_LIMIT))) {
		routes_put_off(oracle, run, entry);
		return;
	}
	if (run->state != RUN_QUEUED || run->run_at > oracle->wall_max)
		sim_fail(sim, "I-15", &run->id, "put off while it is not due");
	if (entry->attempts != run->attempts)
		sim_fail(sim, "I-15", &run->id, "putting it off cost an attempt");
	bool is_maintenance = str_eq(entry->reason, STR("maintenance"));
	/* It may have begun while the run's hook was asked: the word counts. */
	if (!is_maintenance && rules_maintenance_of(oracle, run, wall) &&
	    !hooks_fit(oracle, run, until))
		sim_fail(sim, "I-15", &run->id, "another gate counted before maintenance");
	bool fits = is_maintenance ? fits_maintenance(oracle, run, until)
		    : str_eq(entry->reason, STR("quiet_hours")) ? fits_quiet(oracle, run, until)
								: fits_rule(oracle, run, until);
	/* Its own time is to come once more, since the clock was set back: it waits for that. */
	bool waits = until == run->run_at && until > wall;
	if (until < run->run_at) sim_fail(sim, "I-15", &run->id, "brought forward by a gate");
	if (!fits && !waits && !(run->deadline_at && until == run->deadline_at))
		sim_fail(sim, "I-15", &run->id, "put off by %" PRId64 " ms (%.*s)", until - wall,
			 STR_ARG(entry->reason));
	run->deferred_count++;
	lines_remove(oracle, run);
	run->run_at = until;
	lines_add(oracle, run);
	turns_restart(oracle, run);
}

void gates_check_denied(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	bool is_by_rule = action_for(oracle, run) == SAYS_DENY;
	bool is_by_hook = hooks_deny(oracle, run);
	if (!is_by_rule && !is_by_hook)
		sim_fail(sim, "I-11", &run->id,
			 "failed without an attempt, and no rule or hook denies it");
	/* They may have begun while the run's hook was asked: the word counts. */
	if (!is_by_hook && quiet_until(oracle, run, oracle->now.wall))
		sim_fail(sim, "I-15", &run->id, "denied before quiet hours had counted");
	if (is_by_rule) sim_mark(sim, MARK_DENIED_BY_RULE);
}
