/* Gates that look at one run: quiet hours of the person it is for, who opted in, and the rules of
 * the policy guard, which may read its entity and payload. What that
 * needs is in the store. A pick that meets such a run, and does not know yet, claims nothing more
 * in its turn; the next one, which follows at once, brings what is asked for of it and of those
 * behind it, and judges: it is put off, or cleared. So order is as if all were in memory.
 *
 * A run stays cleared until the hours of its person change by themselves, or until somebody says
 * something else: then its number (`epoch`) is not the present one any more. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"

u32 guard_epoch_of(const struct engine *engine, const struct tenant *tenant)
{
	return engine->gates.guard_epoch + tenant->guard_epoch;
}

static const struct type_policy *policy_of(const struct engine_run *run)
{
	return run->lane->type->policy;
}

/* Whether the user's quiet hours count: the type notifies people and does not ignore quiet
 * hours. */
static bool person_counts(const struct engine_run *run)
{
	const struct type *type = run->lane->type;
	const struct gatekeeper *own = type->tenant->gates;
	if (!type_notifies(type) || type_quiet(type) == QUIET_PASS) return false;
	return run->has_user || (type_quiet(type) == QUIET_OPT_IN && own && own->gates.quiet.len);
}

static const struct verdict nothing_said = { true, RULE_ALLOW, MSEC_MAX, false, 0 };

/* The verdict of the rules without the run's texts. */
static struct verdict guard_without_texts(const struct engine *engine, const struct engine_run *run)
{
	const struct gatekeeper *own = run->lane->type->tenant->gates;
	if (!own || !own->rules_len) return nothing_said;
	struct rule_subject subject = { .type = name_text(engine, NAME_TYPE, run_type(run).v),
					.now = engine->clock.seen.wall };
	return guard_verdict(own->rules, own->rules_len, &subject);
}

static bool guard_counts(const struct engine *engine, const struct engine_run *run)
{
	struct verdict verdict = guard_without_texts(engine, run);
	if (!verdict.is_known || verdict.action != RULE_ALLOW) return true;
	return !verdict.by_rule && policy_hook_applies(engine, run->lane->type);
}

static bool needs_look(const struct engine *engine, const struct engine_run *run)
{
	return person_counts(run) || guard_counts(engine, run);
}

static bool is_cleared(const struct engine *engine, const struct engine_run *run)
{
	return run->cleared_epoch == guard_epoch_of(engine, run->lane->type->tenant) &&
	       engine->clock.seen.wall < run->cleared_until;
}

static void note(struct engine *engine, struct engine_run *run)
{
	if (run->is_noted || engine->gates.to_guard_len == LIMIT_TURN_GUARDED) return;
	if (engine->gates.to_guard_bytes >= LIMIT_TURN_GUARDED_BYTES) return;
	run->is_noted = true;
	engine->gates.to_guard_bytes += run->payload_len;
	engine->gates.to_guard[engine->gates.to_guard_len++] =
		(struct to_guard){ run->id, guard_epoch_of(engine, run->lane->type->tenant) };
}

/* How many runs of a band to read at once: as many as the waiting calls ask for, and at least
 * LEAST, so that calls for one run each need few reads. No more than the policy hook may still be
 * asked about. */
static u32 heads_wanted(const struct engine *engine, const struct engine_run *run)
{
	enum { LEAST = 64 };
	u64 asked = engine->dispatch.runs_asked > LEAST ? engine->dispatch.runs_asked : LEAST;
	u32 most = asked < LIMIT_TURN_GUARDED ? (u32)asked : LIMIT_TURN_GUARDED;
	u32 room = LIMIT_HOOK_ASKED - run->lane->type->tenant->asked;
	return policy_hook_applies(engine, run->lane->type) && room < most ? room : most;
}

bool run_passes(struct engine *engine, struct engine_run *run)
{
	struct engine_run *heads[LIMIT_TURN_GUARDED];
	if (!needs_look(engine, run) || is_cleared(engine, run)) return true;
	note(engine, run);
	u32 len = band_peek(run->lane, run->priority - 1u, heads, heads_wanted(engine, run));
	for (u32 i = 0; i < len; i++) {
		if (needs_look(engine, heads[i]) && !is_cleared(engine, heads[i]))
			note(engine, heads[i]);
	}
	return false;
}

/* ---- asking ------------------------------------------------------------------------------- */

/* Requests only the texts that the rules match on; the policy hook needs all of them. */
static void ask_about(const struct engine *engine, const struct engine_run *run, struct want *want)
{
	const struct gatekeeper *own = run->lane->type->tenant->gates;
	bool by_hook = policy_hook_applies(engine, run->lane->type);
	bool by_rules = own && !guard_without_texts(engine, run).is_known;
	want->guard.asks_run = person_counts(run) || by_hook || (by_rules && own->rules_ask_run);
	want->guard.asks_body = by_hook || (by_rules && own->rules_ask_body);
}

void want_guarded(const struct engine *engine, struct turn *turn)
{
	for (u32 i = 0; i < engine->gates.to_guard_len; i++) {
		struct want *want = want_add(turn, WANT_GUARD);
		const struct engine_run *run = run_find(engine, &engine->gates.to_guard[i].run);
		want->guard.run = engine->gates.to_guard[i].run;
		if (run) ask_about(engine, run, want);
	}
}

static enum err zone_of_tenant(void *context, str name, const struct zone **out_zone,
			       struct why *why)
{
	const struct person_zone *person = context;
	if (!str_eq(name, GATES_TENANT_ZONE))
		return engine_find_zone((void *)(uintptr_t)person->engine, name, out_zone, why);
	*out_zone = person->zone ? person->zone : zone_utc();
	return ERR_OK;
}

/* A zone that no longer exists counts as UTC, as for tenants. */
static enum err zone_or_utc(void *context, str name, const struct zone **out_zone, struct why *why)
{
	enum err err = zone_of_tenant(context, name, out_zone, why);
	if (!err || err == ERR_MEMORY) return err;
	*out_zone = zone_utc();
	return ERR_OK;
}

enum err person_read(const struct engine *engine, const struct tenant *tenant, str body,
		     bool lenient, struct gates *out_gates, struct why *why)
{
	struct person_zone person = { engine,
				      tenant && tenant->gates ? tenant->gates->gates.zone : NULL };
	const struct gates_sources sources = { &person, lenient ? zone_or_utc : zone_of_tenant };
	return gates_read(body, &sources, out_gates, why);
}

enum err guard_read_runs(struct engine *engine, struct turn *turn)
{
	u32 len = 0;
	struct why why;
	engine->gates.guarded = arena_alloc_array(&turn->arena, engine->gates.to_guard_len + 1u,
						  sizeof *engine->gates.guarded);
	if (!engine->gates.guarded) return ERR_MEMORY;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_GUARD) continue;
		const struct engine_run *run = run_find(engine, &want->guard.run);
		const struct tenant *tenant = run ? run->lane->type->tenant : NULL;
		struct guarded *guarded = &engine->gates.guarded[len++];
		*guarded = (struct guarded){ .want = want };
		enum err err = person_read(engine, tenant, want->guard.gates, true, &guarded->gates,
					   &why);
		if (err == ERR_MEMORY) return err;
		if (err) /* settings that cannot be read count as none */
			guarded->gates = (struct gates){ 0 };
	}
	engine->gates.guarded_len = len;
	return ERR_OK;
}

/* ---- judging ------------------------------------------------------------------------------ */

static msec earlier(msec a, msec b)
{
	return a < b ? a : b;
}

/* Whether it is quiet for the tenant or the user, and until when that answer holds. */
static bool is_quiet(const struct engine *engine, const struct engine_run *run,
		     const struct guarded *guarded, msec *out_until)
{
	const struct type *type = run->lane->type;
	const struct gatekeeper *own = type->tenant->gates;
	struct gate_state person = gates_quiet(&guarded->gates, engine->clock.seen.wall);
	struct gate_state tenant = own ? own->quiet : (struct gate_state){ false, MSEC_MAX };
	const struct type_policy *policy = policy_of(run);
	bool may_opt_in = policy && policy->quiet == QUIET_OPT_IN &&
			  (run->is_critical || !policy->ladder_critical_last);
	*out_until = MSEC_MAX;
	if (may_opt_in &&
	    gates_opt_in(guarded->want->guard.gates, name_text(engine, NAME_TYPE, type->no.v)))
		return false;
	*out_until = earlier(person.until, tenant.until);
	if (!person.is_closed && !tenant.is_closed) return false;
	if (person.is_closed && tenant.is_closed)
		*out_until = person.until > tenant.until ? person.until : tenant.until;
	else *out_until = person.is_closed ? person.until : tenant.until;
	return true;
}

static struct verdict guard(const struct engine *engine, const struct engine_run *run, str entity,
			    str payload)
{
	const struct gatekeeper *own = run->lane->type->tenant->gates;
	struct rule_subject subject = { .type = name_text(engine, NAME_TYPE, run_type(run).v),
					.has_texts = true,
					.entity = entity,
					.payload = payload,
					.now = engine->clock.seen.wall };
	if (!own) return nothing_said;
	return guard_verdict(own->rules, own->rules_len, &subject);
}

/* The message behind the error class: the rule or hook that denied the run. */
static str deny_message(const struct engine *engine, str reason)
{
	(void)str_split(&reason, ':');
	return str_copy(&now_turn(engine)->arena, str_trim(reason));
}

bool denial_puts_off(const struct engine *engine, const struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	return owner && owner->try_again;
}

void run_deny(struct engine *engine, struct engine_run *run, str reason)
{
	if (denial_puts_off(engine, run)) {
		/* The denial counts as a failed attempt. */
		msec until = owner_of(engine, run)->try_again(engine, run, 0);
		run_defer_for(engine, run, GATE_POLICY, until, reason);
		return;
	}
	struct ending ending = { .outcome = OUTCOME_FAIL,
				 .error_class = error_class_name(CLASS_POLICY_DENIED),
				 .error_message = deny_message(engine, reason) };
	run->deferred_by = GATE_POLICY;
	for (u32 i = 0; engine->hooks->attempted[i]; i++)
		engine->hooks->attempted[i](engine, run, &ending, RUN_FAILED);
	run_end(engine, run, RUN_FAILED, reason, (str){ "", 0 });
}

static void clear(const struct engine *engine, struct engine_run *run, msec until)
{
	run->cleared_until = until;
	run->cleared_epoch = guard_epoch_of(engine, run->lane->type->tenant);
}

static void follow_rule(struct engine *engine, struct engine_run *run,
			const struct verdict *verdict)
{
	const struct guard_rule *rule = &run->lane->type->tenant->gates->rules[verdict->rule];
	char room[RULE_LABEL_BYTES];
	bool denies = verdict->action == RULE_DENY;
	/* A denied run whose owner does not end it is deferred. */
	bool ends = denies && !denial_puts_off(engine, run);
	str by = ends ? error_class_name(CLASS_POLICY_DENIED) : gate_name(GATE_POLICY);
	str reason = guard_rule_label(rule, verdict->rule, by, room);
	if (denies) run_deny(engine, run, reason);
	else run_defer_for(engine, run, GATE_POLICY, verdict->until, reason);
}

/* Checks the gates in their order: quiet hours, the rules of the guard, then the policy hook. */
static void judge(struct engine *engine, struct engine_run *run, const struct guarded *guarded)
{
	msec until = MSEC_MAX;
	if (person_counts(run) && is_quiet(engine, run, guarded, &until)) {
		run_defer(engine, run, GATE_QUIET_HOURS, until);
		return;
	}
	struct verdict verdict = guard(engine, run, guarded->want->guard.entity,
				       guarded->want->guard.payload);
	if (verdict.action != RULE_ALLOW) {
		follow_rule(engine, run, &verdict);
		return;
	}
	if (!verdict.by_rule && policy_hook_applies(engine, run->lane->type)) {
		policy_hook_ask(engine, run, guarded, earlier(until, verdict.until));
		return;
	}
	clear(engine, run, earlier(until, verdict.until));
}

/* Notes only that a run is cleared. A run to be deferred or denied is handled when its turn
 * comes. */
void guard_check_new_run(struct engine *engine, const struct run_row *row)
{
	const struct tenant *tenant = tenant_find(engine, row->tenant);
	const struct gatekeeper *own = tenant ? tenant->gates : NULL;
	if (!own || (!own->rules_ask_run && !own->rules_ask_body)) return;
	struct engine_run *run = run_find(engine, &row->id);
	/* false: the texts are in the store alone */
	bool has_texts = row->payload.len == row->payload_len;
	if (!run || !has_texts || person_counts(run)) return;
	struct verdict verdict = guard(engine, run, row->entity, row->payload);
	if (verdict.action != RULE_ALLOW) return;
	if (!verdict.by_rule && policy_hook_applies(engine, run->lane->type)) return;
	clear(engine, run, verdict.until);
}

void guard_check_again(struct engine *engine, struct engine_run *run)
{
	run->cleared_until = 0;
	for (u32 i = 0; i < engine->gates.guarded_len; i++) {
		struct guarded *guarded = &engine->gates.guarded[i];
		if (uuid_eq(&guarded->want->guard.run, &run->id)) guarded->is_outdated = true;
	}
}

void guard_fill_lease(struct engine *engine, const struct engine_run *run, struct lease *lease)
{
	if (!run->guarded_at || run->guarded_at > engine->gates.guarded_len) return;
	const struct want *want = engine->gates.guarded[run->guarded_at - 1].want;
	if (!want->guard.has_body || !uuid_eq(&want->guard.run, &run->id)) return;
	lease->has_body = true;
	lease->payload = want->guard.payload;
	lease->key = want->guard.key;
	lease->trace = want->guard.trace;
}

void guard_check_runs(struct engine *engine)
{
	for (u32 i = 0; i < engine->gates.guarded_len; i++) {
		const struct guarded *guarded = &engine->gates.guarded[i];
		struct engine_run *run = run_find(engine, &guarded->want->guard.run);
		bool lanes = run && pairing_is_in(&run->in_band) && run->line == LINE_LANE;
		if (run) run->is_noted = false;
		if (run) run->guarded_at = (u16)(guarded->is_outdated ? 0 : i + 1);
		if (guarded->is_outdated) continue;
		/* The settings changed in this turn: the run is checked again in the next one. */
		if (!lanes || engine->gates.to_guard[i].epoch !=
				      guard_epoch_of(engine, run->lane->type->tenant))
			continue;
		judge(engine, run, guarded);
	}
	engine->gates.to_guard_len = 0;
	engine->gates.to_guard_bytes = 0;
}

void guard_forget_clearances(struct engine *engine, struct tenant *tenant)
{
	if (tenant) tenant->guard_epoch++;
	else engine->gates.guard_epoch++;
}
