/* A tenant's policy hook: somebody outside who says whether a run may begin. A run that no rule
 * knows is set aside while it is asked about, out of its line, and nothing waits for it but itself;
 * the answer comes back as a command. So many of a tenant are asked about at once: with more, the
 * lanes that it would be asked about are closed until one comes back.
 *
 * That it was asked stands nowhere but in memory: after a crash it is asked again. What it says
 * is good for a while; a run that still waits then is asked about once more. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"

/* How long an answer to allow a run counts. */
#define ALLOWED_MS MSEC_MINUTE
/* Waits this much longer than the sender's own deadline: needed if the sender never answers. */
#define SLACK_MS (2 * MSEC_SECOND)
/* The delay if the hook was not asked. */
#define BUSY_DELAY_MS (5 * MSEC_SECOND)

static const struct guard_hook *hook_of(const struct tenant *tenant)
{
	return tenant->gates && tenant->gates->hook.url.len ? &tenant->gates->hook : NULL;
}

bool policy_hook_applies(const struct engine *engine, const struct type *type)
{
	const struct gatekeeper *own = type->tenant->gates;
	if (!hook_of(type->tenant)) return false;
	return !guard_exempts(own->rules, own->rules_len, name_text(engine, NAME_TYPE, type->no.v));
}

bool policy_hook_is_full(const struct engine *engine, const struct type *type)
{
	return type->tenant->asked >= LIMIT_HOOK_ASKED && policy_hook_applies(engine, type);
}

/* ---- asking ------------------------------------------------------------------------------- */

static void note_aside(const struct engine *engine, struct engine_run *run, bool is_aside)
{
	const struct run_owner *owner = owner_of(engine, run);
	if (owner && owner->set_aside) owner->set_aside(run, is_aside);
}

static void set_aside(struct engine *engine, struct engine_run *run, const struct guard_hook *hook,
		      msec steady)
{
	struct tenant *tenant = run->lane->type->tenant;
	struct asked *asked = pool_take(&engine->gates.asked_pool);
	run_step_out(engine, run);
	*asked = (struct asked){ .run = run->id,
				 .timer = { .kind = TIMER_HOOK },
				 .number = now_turn(engine)->id,
				 .epoch = guard_epoch_of(engine, tenant),
				 .steady = steady };
	uuid_map_insert(&engine->gates.asked, asked);
	heap_push(&engine->clock.boot, &asked->timer.node,
		  msec_add(boot_now(engine), hook->deadline + SLACK_MS));
	run->is_asked = true;
	note_aside(engine, run, true);
	if (++tenant->asked == LIMIT_HOOK_ASKED) gates_apply(engine, tenant);
}

void policy_hook_ask(struct engine *engine, struct engine_run *run, const struct guarded *guarded,
		     msec steady)
{
	struct tenant *tenant = run->lane->type->tenant;
	const struct guard_hook *hook = hook_of(tenant);
	if (tenant->asked == LIMIT_HOOK_ASKED) return; /* the limit is reached: its lanes close */
	struct policy_hook_ask *ask = arena_alloc(&now_turn(engine)->arena, sizeof *ask);
	must(ask != NULL);
	*ask = (struct policy_hook_ask){ .run = run->id,
					 .number = now_turn(engine)->id,
					 .tenant = name_text(engine, NAME_TENANT, tenant->no.v),
					 .type = name_text(engine, NAME_TYPE, run_type(run).v),
					 .entity = guarded->want->guard.entity,
					 .user = guarded->want->guard.user,
					 .payload = guarded->want->guard.payload,
					 .run_at = run->run_at,
					 .attempt = run->attempts + 1u,
					 .url = hook->url,
					 .secret = hook->secret,
					 .deadline = hook->deadline };
	action_add(engine, ACTION_ASK_HOOK)->hook = ask;
	set_aside(engine, run, hook, steady);
}

/* ---- answers ------------------------------------------------------------------------------ */

void policy_hook_forget(struct engine *engine, struct engine_run *run)
{
	struct tenant *tenant = run->lane->type->tenant;
	struct asked *asked = uuid_map_find(&engine->gates.asked, &run->id);
	must(asked != NULL);
	must(tenant->asked > 0);
	heap_remove(&engine->clock.boot, &asked->timer.node);
	uuid_map_remove(&engine->gates.asked, &run->id);
	pool_give(&engine->gates.asked_pool, asked);
	run->is_asked = false;
	note_aside(engine, run, false);
	if (tenant->asked-- == LIMIT_HOOK_ASKED) gates_apply(engine, tenant);
}

/* Puts the run back into its line. It passes for a while, unless the gate settings changed
 * meanwhile. */
static void let_pass(struct engine *engine, struct engine_run *run)
{
	const struct asked *asked = uuid_map_find(&engine->gates.asked, &run->id);
	msec until = msec_add(wall_now(engine), ALLOWED_MS);
	run->cleared_epoch = asked->epoch;
	run->cleared_until = asked->steady < until ? asked->steady : until;
	policy_hook_forget(engine, run);
	run_line_up(engine, run);
}

static enum hook_answer when_it_fails(enum rule_action action)
{
	return action == RULE_ALLOW ? HOOK_ALLOW : action == RULE_DENY ? HOOK_DENY : HOOK_DEFER;
}

/* If the tenant has no hook any more, the run is checked by its present settings. */
static void heed(struct engine *engine, struct engine_run *run, enum hook_answer answer, msec until)
{
	const struct guard_hook *hook = hook_of(run->lane->type->tenant);
	msec now = wall_now(engine);
	msec delay = answer == HOOK_BUSY ? BUSY_DELAY_MS : hook ? hook->delay : MSEC_MINUTE;
	if (answer == HOOK_FAILED) answer = hook ? when_it_fails(hook->on_failure) : HOOK_ALLOW;
	if (answer == HOOK_ALLOW) {
		let_pass(engine, run);
		return;
	}
	if (answer == HOOK_DENY) {
		run_deny(engine, run,
			 denial_puts_off(engine, run) ? STR("policy: hook")
						      : STR("policy_denied: hook"));
		return;
	}
	run_defer_for(engine, run, GATE_POLICY, until > now ? until : msec_add(now, delay),
		      STR("policy: hook"));
}

void policy_hook_timed_out(struct engine *engine, struct asked *asked)
{
	struct engine_run *run = run_find(engine, &asked->run);
	must(run != NULL);
	heed(engine, run, HOOK_FAILED, 0);
}

/* Ignores an answer to an earlier question, or about a run that is no longer set aside. */
void on_hook_said(struct engine *engine, const struct command *command)
{
	const struct hook_command *said = &command->hook;
	struct answer *answer = answer_add(engine, command->reply);
	const struct asked *asked = uuid_map_find(&engine->gates.asked, &said->run);
	if (!asked || asked->number != said->number) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND,
				   "no policy question is open for this run");
		return;
	}
	heed(engine, run_find(engine, &said->run), said->answer, said->until);
}
