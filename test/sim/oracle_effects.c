/* Effects happen once (SPEC 6, I-23): who is told to go ahead, and who may say what came of it. */
#include "sim/sim.h"

#include "base/must.h"

struct oracle_effect {
	struct uuid id;
	struct uuid key; /* the row's digest */
	u32 tenant;
	u32 claims;
	enum effect_state state;
	bool reopens;
	struct uuid execution;
	msec until;
	u64 result; /* hash */
	u64 turn;   /* that changed it last */
	u32 told;   /* the claim whose owner was told to go ahead */
	struct uuid told_to;
};

struct oracle_effects {
	struct uuid_map by_id;
	struct uuid_map by_key;
};

void effects_oracle_init(struct oracle *oracle)
{
	oracle->effects = mem_alloc_zeroed(sizeof *oracle->effects);
	must(oracle->effects != NULL);
	uuid_map_init(&oracle->effects->by_id, 11, offsetof(struct oracle_effect, id));
	uuid_map_init(&oracle->effects->by_key, 12, offsetof(struct oracle_effect, key));
}

void effects_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct oracle_effect *effect;
	while ((effect = uuid_map_next(&oracle->effects->by_id, &cursor))) mem_free(effect);
	uuid_map_done(&oracle->effects->by_id);
	uuid_map_done(&oracle->effects->by_key);
	mem_free(oracle->effects);
}

/* ---- what a turn makes of them -------------------------------------------------------------- */

/* Changes stand in the order of decisions: what has ended by now had ended then. */
static bool is_open(const struct oracle *oracle, const struct uuid *execution)
{
	const struct oracle_execution *known = oracle_execution_of(oracle, execution);
	return known && !known->turn_ended;
}

static bool is_in_doubt(const struct oracle *oracle, const struct oracle_effect *effect)
{
	bool has_attempt = !uuid_is_nil(&effect->execution);
	if (effect->state != EFFECT_OPEN) return false;
	return effect->until <= oracle->now.wall ||
	       (has_attempt && !is_open(oracle, &effect->execution));
}

static struct oracle_effect *effect_for(struct oracle *oracle, const struct effect_row *row)
{
	struct oracle_effects *effects = oracle->effects;
	struct oracle_effect *effect = uuid_map_find(&effects->by_id, &row->id);
	struct uuid key;
	memcpy(key.bytes, &row->key.a, 8);
	memcpy(key.bytes + 8, &row->key.b, 8);
	const struct oracle_effect *same = uuid_map_find(&effects->by_key, &key);
	if (same != effect)
		sim_fail(oracle->sim, "I-23", NULL, "an effect of a key that another has");
	if (effect) return effect;
	effect = mem_alloc_zeroed(sizeof *effect);
	must(effect != NULL);
	effect->id = row->id;
	effect->key = key;
	effect->state = EFFECT_RELEASED;
	effect->tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	must(uuid_map_reserve(&effects->by_id, 1) == ERR_OK);
	must(uuid_map_reserve(&effects->by_key, 1) == ERR_OK);
	uuid_map_insert(&effects->by_id, effect);
	uuid_map_insert(&effects->by_key, effect);
	return effect;
}

static void check_claimed(struct oracle *oracle, const struct oracle_effect *effect,
			  const struct effect_row *row)
{
	struct sim *sim = oracle->sim;
	bool reopened = is_in_doubt(oracle, effect) && effect->reopens;
	if (effect->state != EFFECT_RELEASED && !reopened)
		sim_fail(sim, "I-23", NULL, "an effect that is %s was given to another",
			 effect->state == EFFECT_DONE ? "done" : "open or in doubt");
	if (row->claims != effect->claims + 1)
		sim_fail(sim, "I-23", NULL, "claim %u after %u", row->claims, effect->claims);
	if (!uuid_is_nil(&row->execution) && !is_open(oracle, &row->execution))
		sim_fail(sim, "P4", NULL, "an effect was claimed by a lease that is lost");
	if (row->until <= oracle->now.wall)
		sim_fail(sim, "I-23", NULL, "a claim that is over when it is made");
	sim_mark(sim, reopened ? MARK_EFFECT_REOPENED : MARK_EFFECT_CLAIMED);
}

static const struct effect_command *find_word(const struct oracle *oracle, enum command_kind kind,
					      const struct oracle_effect *effect)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != kind) continue;
		struct uuid id = command->effect.claim;
		u32 number = (u32)id.bytes[14] << 8 | id.bytes[15];
		id.bytes[14] = id.bytes[15] = 0;
		bool is_theirs = !command->tenant.len ||
				 rules_tenant_in(command->tenant) == oracle_index(effect->tenant);
		if (uuid_eq(&id, &effect->id) && number == effect->claims && is_theirs)
			return &command->effect;
	}
	return NULL;
}

/* Several may have said it in one turn: one of them must have been allowed to. */
static void check_ended(struct oracle *oracle, const struct oracle_effect *effect,
			const struct effect_row *row)
{
	struct sim *sim = oracle->sim;
	bool is_done = row->state == EFFECT_DONE;
	enum command_kind kind = is_done ? COMMAND_EFFECT_COMPLETE : COMMAND_EFFECT_RELEASE;
	const struct effect_command *word = find_word(oracle, kind, effect);
	if (effect->state != EFFECT_OPEN || row->claims != effect->claims)
		sim_fail(sim, "I-23", NULL, "an effect that is not open has ended");
	if (!word) sim_fail(sim, "I-23", NULL, "nobody said what came of an effect");
	bool is_alone = oracle->turn->commands_len == 1;
	bool is_other = !uuid_is_nil(&word->execution) &&
			!uuid_eq(&word->execution, &effect->execution);
	bool own_is_open = uuid_is_nil(&effect->execution) || is_open(oracle, &effect->execution);
	if (is_alone && !word->is_forced) {
		if (is_other &&
		    (!is_open(oracle, &word->execution) || !is_in_doubt(oracle, effect)))
			sim_fail(sim, "P4", NULL, "an effect was ended by one who may not");
		if (!is_other && !own_is_open)
			sim_fail(sim, "P4", NULL, "an effect was ended by a lease that is lost");
		if (is_other) sim_mark(sim, MARK_EFFECT_RESOLVED);
	}
	sim_mark(sim, is_done ? MARK_EFFECT_DONE : MARK_EFFECT_RELEASED);
}

void effects_oracle_take(struct oracle *oracle, const struct effect_row *row)
{
	struct oracle_effect *effect = effect_for(oracle, row);
	if (row->state == EFFECT_OPEN) check_claimed(oracle, effect, row);
	else check_ended(oracle, effect, row);
	effect->claims = row->claims;
	effect->state = row->state;
	effect->reopens = row->reopens;
	effect->execution = row->execution;
	effect->until = row->until;
	effect->result = oracle_hash(row->result);
	effect->turn = oracle->turn_id;
}

/* ---- answers --------------------------------------------------------------------------------- */

static const struct oracle_effect *effect_of(const struct oracle *oracle, struct uuid claim,
					     u32 *out_number)
{
	*out_number = (u32)claim.bytes[14] << 8 | claim.bytes[15];
	claim.bytes[14] = claim.bytes[15] = 0;
	return uuid_map_find(&oracle->effects->by_id, &claim);
}

/* Changed in the very turn whose answers leave now. */
static bool is_new(const struct oracle *oracle, const struct oracle_effect *effect)
{
	return oracle->has_committed && effect->turn == oracle->turn_id;
}

static bool is_foreign(const struct call *call, u32 tenant)
{
	return call->token && call->token - 1 != oracle_index(tenant);
}

/* Whether it had ended before the turn whose answers leave now. */
static bool had_ended(const struct oracle *oracle, const struct uuid *execution)
{
	const struct oracle_execution *known = oracle_execution_of(oracle, execution);
	bool is_now = oracle->has_committed && known && known->turn_ended == oracle->turn_id;
	return !known || (known->turn_ended && !is_now);
}

static bool may_have_ended(const struct oracle *oracle, const struct call *call,
			   const struct uuid *execution)
{
	const struct oracle_execution *known = oracle_execution_of(oracle, execution);
	return !known || known->turn_ended || is_foreign(call, known->run->tenant);
}

static void check_first(struct oracle *oracle, const struct call *call,
			struct oracle_effect *effect, u32 number)
{
	struct sim *sim = oracle->sim;
	const struct uuid *execution = &call->command.effect.execution;
	bool is_same = !uuid_is_nil(execution) && uuid_eq(execution, &effect->told_to);
	if (effect->told == number && !is_same)
		sim_fail(sim, "I-23", NULL, "two were told to go ahead");
	if (!is_new(oracle, effect) && effect->state != EFFECT_OPEN)
		sim_fail(sim, "I-23", NULL, "told to go ahead with what is over");
	if (!uuid_is_nil(execution) && had_ended(oracle, execution))
		sim_fail(sim, "P4", NULL, "a lease that is lost was told to go ahead");
	if (effect->told == number) sim_mark(sim, MARK_EFFECT_AGAIN);
	if (!is_new(oracle, effect) && effect->until <= sim->node.now.wall)
		sim_fail(sim, "I-23", NULL, "told to go ahead past its time");
	effect->told = number;
	effect->told_to = *execution;
}

static void check_claim_answer(struct oracle *oracle, const struct call *call,
			       const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct uuid *execution = &call->command.effect.execution;
	u32 number;
	if (answer->err == ERR_LEASE_LOST) {
		if (!may_have_ended(oracle, call, execution))
			sim_fail(sim, "refusal", NULL, "a lease that is held may not claim");
		sim_mark(sim, MARK_EFFECT_TOO_LATE);
		return;
	}
	if (answer->err)
		sim_fail(sim, "refusal", NULL, "a claim: %s (%s)", err_name(answer->err),
			 answer->why.text);
	struct oracle_effect *effect = (struct oracle_effect *)(uintptr_t)effect_of(
		oracle, answer->effect.claim, &number);
	if (!effect) sim_fail(sim, "P1", NULL, "a claim was answered that is not in the store");
	bool is_now = is_new(oracle, effect);
	if (number > effect->claims || (number < effect->claims && !is_now))
		sim_fail(sim, "I-23", NULL, "an answer names claim %u of %u", number,
			 effect->claims);
	if (answer->effect.is_first) {
		check_first(oracle, call, effect, number);
		return;
	}
	if (answer->effect.state == EFFECT_DONE &&
	    effect->result != oracle_hash(answer->effect.result))
		sim_fail(sim, "I-23", NULL, "another result was told");
	if (answer->effect.state == EFFECT_DONE) sim_mark(sim, MARK_EFFECT_TOLD);
	if (answer->effect.state == EFFECT_IN_DOUBT) sim_mark(sim, MARK_EFFECT_IN_DOUBT);
}

static void check_end_answer(struct oracle *oracle, const struct call *call,
			     const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct effect_command *asked = &call->command.effect;
	u32 number;
	const struct oracle_effect *effect = effect_of(oracle, asked->claim, &number);
	bool is_complete = call->kind == COMMAND_EFFECT_COMPLETE;
	must(effect != NULL); /* it was answered about before */
	bool is_now = is_new(oracle, effect);
	if (answer->err == ERR_NOT_FOUND && is_foreign(call, effect->tenant)) return;
	if (is_foreign(call, effect->tenant))
		sim_fail(sim, "P20", NULL, "another tenant's effect was touched");
	if (answer->err == ERR_CONFLICT) return;
	if (answer->err == ERR_LEASE_LOST) {
		const struct uuid *other = &asked->execution;
		bool is_right = number < effect->claims || is_now ||
				may_have_ended(oracle, call, &effect->execution) ||
				(!uuid_is_nil(other) && may_have_ended(oracle, call, other));
		if (!is_right) sim_fail(sim, "refusal", NULL, "a holder was refused");
		sim_mark(sim, MARK_EFFECT_TOO_LATE);
		return;
	}
	if (answer->err)
		sim_fail(sim, "refusal", NULL, "what came of a claim: %s (%s)",
			 err_name(answer->err), answer->why.text);
	enum effect_state state = is_complete ? EFFECT_DONE : EFFECT_RELEASED;
	bool is_kept = effect->state == state && number == effect->claims;
	if (!is_kept && !is_now)
		sim_fail(sim, "P1", NULL, "what came of a claim is not in the store");
}

void effects_oracle_answer(struct oracle *oracle, const struct call *call,
			   const struct answer *answer)
{
	if (call->kind == COMMAND_EFFECT_CLAIM) check_claim_answer(oracle, call, answer);
	else check_end_answer(oracle, call, answer);
}
