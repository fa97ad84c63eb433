/* Policy hooks (SPEC 4): a run that no rule knows begins by its hook's word alone, which counts for
 * a minute; where none comes in time, what its tenant said for that case holds. Nothing of it costs
 * an attempt, no run is set aside for longer than its question may take, and no more are at once
 * than may be. That somebody was asked stands in memory alone: a new one asks again. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

enum { ASKED_AT_ONCE = 32 };

#define YES_COUNTS_MS MSEC_MINUTE
#define BUSY_MS (5 * MSEC_SECOND)
#define SLACK_MS (10 * MSEC_SECOND) /* for one who asks and vanishes */

/* The last question about a run. */
struct question {
	struct uuid run;
	struct list_node in_open;
	u64 number;
	msec asked; /* boot */
	msec deadline;
	u32 tenant;
	u64 journal_turn; /* of the run, then */
	bool is_open;
	bool is_allowed; /* until: */
	msec allowed_until;
};

struct oracle_hooks {
	struct uuid_map by_run;
	struct list open;
	u32 asked_now[ORACLE_TENANTS]; /* by the turn that was kept last */
};

void hooks_oracle_init(struct oracle *oracle)
{
	oracle->hooks = mem_alloc_zeroed(sizeof *oracle->hooks);
	must(oracle->hooks != NULL);
	uuid_map_init(&oracle->hooks->by_run, 29, offsetof(struct question, run));
	list_init(&oracle->hooks->open);
}

void hooks_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct question *question;
	while ((question = uuid_map_next(&oracle->hooks->by_run, &cursor))) mem_free(question);
	uuid_map_done(&oracle->hooks->by_run);
	mem_free(oracle->hooks);
}

static struct question *question_of(const struct oracle *oracle, const struct oracle_run *run)
{
	return uuid_map_find(&oracle->hooks->by_run, &run->id);
}

static void close_question(struct question *question)
{
	if (question->is_open) list_remove(&question->in_open);
	question->is_open = false;
}

bool hooks_has_open(const struct oracle *oracle)
{
	return !list_is_empty(&oracle->hooks->open);
}

/* Questions leave after the turn that asks is judged, and after some of its answers. */
void hooks_before_commit(struct oracle *oracle, const struct turn *turn)
{
	memset(oracle->hooks->asked_now, 0, sizeof oracle->hooks->asked_now);
	for (u32 i = 0; i < turn->actions_len; i++) {
		if (turn->actions[i].kind != ACTION_ASK_HOOK) continue;
		struct oracle_run *run = oracle_run_of(oracle, &turn->actions[i].hook->run);
		if (!run) continue; /* made in this very turn */
		run->asked_turn = turn->id;
		oracle->hooks->asked_now[run->tenant]++;
	}
}

bool hooks_is_aside(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct question *question = question_of(oracle, run);
	return (question && question->is_open) || run->asked_turn == oracle->turn_id;
}

/* Those whose word is heard in this turn count, too: where in it is not known. */
bool hooks_are_full(const struct oracle *oracle, u32 tenant)
{
	u32 asked = oracle->hooks->asked_now[tenant];
	list_for_each_of(struct question, question, &oracle->hooks->open, in_open)
		asked += question->tenant == tenant;
	return asked >= ASKED_AT_ONCE;
}

/* Whatever was asked or said is forgotten. */
void hooks_begin_anew(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct question *question;
	while ((question = uuid_map_next(&oracle->hooks->by_run, &cursor))) {
		close_question(question);
		question->is_allowed = false;
	}
}

static const struct oracle_hook *hook_of(const struct oracle *oracle, u32 tenant)
{
	const struct oracle_hook *hook = &oracle->hush[tenant].hook;
	return hook->is_there ? hook : NULL;
}

/* ---- asking --------------------------------------------------------------------------------- */

void hooks_asked(struct oracle *oracle, const struct policy_hook_ask *ask)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_of(oracle, &ask->run);
	/* It may end in the turn that asks about it. */
	if (run && run->state >= RUN_DONE && run->journal_turn == oracle->turn_id) return;
	if (!run || run->state != RUN_QUEUED || run->run_at > oracle->wall_max)
		sim_fail(sim, "hook", &ask->run, "asked about a run that is not due");
	const struct oracle_hook *hook = hook_of(oracle, run->tenant);
	bool is_new = oracle->hush[run->tenant].turn == oracle->turn_id;
	if (!is_new && (!hook || gates_has_rule(oracle, run)))
		sim_fail(sim, "hook", &ask->run, "asked about a run that is none of the hook's");
	if (rules_tenant_in(ask->tenant) != oracle_index(run->tenant) ||
	    oracle_hash(ask->payload) != run->words || ask->attempt != run->attempts + 1 ||
	    ask->run_at != run->run_at || (!is_new && ask->deadline != hook->deadline))
		sim_fail(sim, "hook", &ask->run, "the question is not about the run as it is");
	struct question *question = question_of(oracle, run);
	if (question) sim_mark(sim, MARK_HOOK_ASKED_AGAIN);
	if (!question) {
		question = mem_alloc_zeroed(sizeof *question);
		must(question != NULL && uuid_map_reserve(&oracle->hooks->by_run, 1) == ERR_OK);
		question->run = ask->run;
		uuid_map_insert(&oracle->hooks->by_run, question);
	}
	close_question(question);
	question->number = ask->number;
	question->asked = sim->node.now.boot;
	question->deadline = ask->deadline;
	question->tenant = run->tenant;
	question->journal_turn = run->journal_turn;
	question->is_open = true;
	question->is_allowed = false;
	list_push_back(&oracle->hooks->open, &question->in_open);
	SAY_OF(sim, &run->id, "the hook is asked about run %08x, for %" PRId64 " ms",
	       uuid_short(&run->id), ask->deadline);
	sim_mark(sim, MARK_HOOK_ASKED);
}

/* ---- what was said -------------------------------------------------------------------------- */

static enum hook_answer stated(const struct oracle *oracle, const struct oracle_run *run,
			       enum hook_answer answer)
{
	const struct oracle_hook *hook = hook_of(oracle, run->tenant);
	if (answer != HOOK_FAILED) return answer;
	return hook ? hook->on_failure : HOOK_ALLOW;
}

/* Whether a word that this turn brought, or none and its time is over, states one of these answers
 * (a bit each). Where both come in one turn, either may count. */
static bool hears_word(const struct oracle *oracle, const struct oracle_run *run, u32 answers,
		       struct hook_command *out_said)
{
	const struct question *question = question_of(oracle, run);
	if (!question || !question->is_open) return false;
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind != COMMAND_HOOK_SAID) continue;
		*out_said = command->hook;
		if (uuid_eq(&command->hook.run, &question->run) &&
		    command->hook.number == question->number &&
		    answers >> stated(oracle, run, command->hook.answer) & 1)
			return true;
	}
	return false;
}

static bool hears_silence(const struct oracle *oracle, const struct oracle_run *run, u32 answers,
			  struct hook_command *out_said)
{
	const struct question *question = question_of(oracle, run);
	if (!question || !question->is_open) return false;
	*out_said = (struct hook_command){ .answer = HOOK_FAILED };
	return oracle->now.boot >= question->asked + question->deadline &&
	       answers >> stated(oracle, run, HOOK_FAILED) & 1;
}

static bool hears(const struct oracle *oracle, const struct oracle_run *run, u32 answers,
		  struct hook_command *out_said)
{
	return hears_word(oracle, run, answers, out_said) ||
	       hears_silence(oracle, run, answers, out_said);
}

void hooks_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	struct question *question = question_of(oracle, run);
	struct hook_command said;
	bool is_new = oracle->hush[run->tenant].turn == oracle->turn_id;
	if (!hook_of(oracle, run->tenant) || gates_has_rule(oracle, run) || is_new) return;
	if (!question) sim_fail(sim, "hook", &run->id, "started, and its hook was never asked");
	bool is_let = hears(oracle, run, 1u << HOOK_ALLOW, &said);
	bool is_allowed = question->is_allowed && oracle->now.wall < question->allowed_until &&
			  question->number >= oracle->hush[run->tenant].turn;
	if (!is_let && !is_allowed)
		sim_fail(sim, "hook", &run->id, "started without its hook's yes%s",
			 question->is_allowed ? ", which counts for a minute" : "");
	sim_mark(sim, MARK_HOOK_ALLOWED);
	if (is_let && said.answer == HOOK_FAILED) sim_mark(sim, MARK_HOOK_FAILED_OPEN);
	close_question(question);
	if (!is_let) return;
	question->is_allowed = true; /* also for another attempt within that time */
	question->allowed_until = oracle->now.wall + YES_COUNTS_MS;
}

/* Until when it said, else for as long as its tenant said. */
static bool fits_said(struct oracle *oracle, const struct oracle_run *run,
		      const struct hook_command *said, msec until)
{
	const struct oracle_hook *hook = hook_of(oracle, run->tenant);
	msec wall = oracle->now.wall;
	msec usual = said->answer == HOOK_BUSY ? BUSY_MS : hook ? hook->delay : MSEC_MINUTE;
	msec expected = said->until > wall ? said->until : wall + usual;
	if (expected < run->run_at) expected = run->run_at; /* the clock was set back */
	if (until != expected && (until != run->deadline_at || until > expected)) return false;
	sim_mark(oracle->sim, said->answer == HOOK_FAILED ? MARK_HOOK_FAILED : MARK_HOOK_DEFERRED);
	return true;
}

/* Put off by it; of a daily window also what is denied, as any attempt that failed. False: it did
 * not say so. */
bool hooks_fit(struct oracle *oracle, const struct oracle_run *run, msec until)
{
	const u32 later = 1u << HOOK_DEFER | 1u << HOOK_BUSY;
	struct hook_command said;
	if (run->person_of_day && hears(oracle, run, 1u << HOOK_DENY, &said) &&
	    until == days_next_attempt(oracle, run, run->run_at, 0))
		return true;
	if (hears_word(oracle, run, later, &said) && fits_said(oracle, run, &said, until))
		return true;
	if (hears_silence(oracle, run, later, &said) && fits_said(oracle, run, &said, until))
		return true;
	/* Its tenant says something else in this turn: what it had said may have counted. */
	return oracle->hush[run->tenant].turn == oracle->turn_id && hears(oracle, run, ~0u, &said);
}

/* False: no hook has denied it. */
bool hooks_deny(struct oracle *oracle, const struct oracle_run *run)
{
	struct hook_command said;
	bool is_new = oracle->hush[run->tenant].turn == oracle->turn_id;
	if (!is_new && !hears(oracle, run, 1u << HOOK_DENY, &said)) return false;
	sim_mark(oracle->sim, MARK_HOOK_DENIED);
	return true;
}

/* ---- time ----------------------------------------------------------------------------------- */

static void allow(struct oracle *oracle, struct question *question)
{
	close_question(question);
	question->is_allowed = true;
	question->allowed_until = oracle->sim->node.now.wall + YES_COUNTS_MS;
}

/* Its answer leaves: the word was heard, or came too late. */
void hooks_check_answer(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	const struct hook_command *said = &call->command.hook;
	const struct oracle_run *run = oracle_run_of(oracle, &said->run);
	struct question *question = run ? question_of(oracle, run) : NULL;
	bool is_meant = question && question->is_open && question->number == said->number;
	if (answer->err && answer->err != ERR_NOT_FOUND)
		sim_fail(oracle->sim, "refusal", NULL, "a hook's word: %s", answer->why.text);
	if (answer->err) {
		sim_mark(oracle->sim, MARK_HOOK_LATE);
		return;
	}
	/* Until this turn a failure may have meant something else: if nothing came of it, a yes. */
	bool was_yes = said->answer == HOOK_FAILED && run &&
		       oracle->hush[run->tenant].turn == oracle->turn_id &&
		       run->journal_turn != oracle->turn_id;
	if (is_meant && (was_yes || stated(oracle, run, said->answer) == HOOK_ALLOW))
		allow(oracle, question);
}

/* Nobody waits for an answer about it any more: its time is over, or so is the run's. */
static bool is_over(const struct oracle *oracle, const struct question *question, struct now now)
{
	const struct oracle_run *run = oracle_run_of(oracle, &question->run);
	if (now.boot >= question->asked + question->deadline) return true;
	return run->deadline_at && run->deadline_at <= now.wall &&
	       plans_may_hold_back(oracle, run, now);
}

/* Those whose word came, or whose time is over, count no longer. */
static void check_bound(struct oracle *oracle, const struct question *last, struct now now)
{
	u32 asked = 0;
	list_for_each_of(struct question, question, &oracle->hooks->open, in_open)
		asked += question->tenant == last->tenant && !is_over(oracle, question, now);
	if (asked > ASKED_AT_ONCE)
		sim_fail(oracle->sim, "hook", &last->run,
			 "%u runs of a tenant are asked about at once", asked);
}

/* What has waited for its whole time is waited for no longer. */
void hooks_after_turn(struct oracle *oracle, struct now now)
{
	list_for_each_of(struct question, question, &oracle->hooks->open, in_open)
	{
		const struct oracle_run *run = oracle_run_of(oracle, &question->run);
		if (!run || run->state != RUN_QUEUED ||
		    run->journal_turn != question->journal_turn) {
			close_question(question); /* it went another way */
			continue;
		}
		if (now.boot < question->asked + question->deadline) continue;
		if (stated(oracle, run, HOOK_FAILED) == HOOK_ALLOW) {
			/* Somewhere in between it was let pass. */
			question->is_allowed = true;
			question->allowed_until = now.wall + YES_COUNTS_MS;
		}
		if (now.boot <= question->asked + question->deadline + SLACK_MS) continue;
		if (plans_may_hold_back(oracle, run, now)) continue;
		/* By what was said when its time was over, which may have changed since; and what
		 * is not due any more, since the clock was set back, is not put off. */
		if (run->run_at <= now.wall && stated(oracle, run, HOOK_FAILED) != HOOK_ALLOW &&
		    question->asked > oracle->away_until &&
		    question->number >= oracle->hush[run->tenant].turn)
			sim_fail(oracle->sim, "hook", &run->id,
				 "set aside for %" PRId64 " ms, its hook has %" PRId64,
				 now.boot - question->asked, question->deadline);
		close_question(question);
	}
	list_for_each_of(struct question, question, &oracle->hooks->open,
			 in_open) if (question->asked == now.boot)
		check_bound(oracle, question, now);
}
