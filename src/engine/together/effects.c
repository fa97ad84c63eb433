/* Effects: outside changes that are to happen once. The first who claims one may carry it out; all
 * others are told how it stands. A claim counts while its attempt holds its lease, and for its
 * time; then it is in doubt, and nobody is told to go ahead until somebody says what happened. */
#include "model/effect.h"

#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

#define TTL_DEFAULT (EFFECT_TTL_SECONDS * MSEC_SECOND)

/* An effect that this turn deals with, with the changes that the step has made so far. */
struct effect_seen {
	struct uuid key; /* the digest of its key: a uuid map compares keys by itself */
	bool is_damaged;
	struct effect_row row;
};

/* The caller of a claim, and the key that it claims. */
struct claimant {
	tenant_no tenant;
	const struct execution *execution; /* NULL: the call names no execution */
	str key;
	char key_text[UUID_TEXT_LEN]; /* of the run's id, where no key was given */
};

static struct uuid key_as_uuid(struct digest digest)
{
	struct uuid id;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + sizeof digest.a, &digest.b, sizeof digest.b);
	return id;
}

void effects_init(struct engine *engine)
{
	u64 seed = engine->config.hash_seed;
	uuid_map_init(&engine->together.effects, seed, offsetof(struct effect_seen, row.id));
	uuid_map_init(&engine->together.effects_by_key, seed, offsetof(struct effect_seen, key));
}

/* ---- what is asked for --------------------------------------------------------------------- */

static enum err check_len(str text, size_t most, const char *field, struct why *why)
{
	if (text.len <= most) return ERR_OK;
	return fail(why, ERR_INVALID, "%s has %zu bytes; at most %zu are allowed", field, text.len,
		    most);
}

static enum err check_claim(const struct effect_command *effect, struct why *why)
{
	enum err err = check_len(effect->action_key, LIMIT_EFFECT_ACTION_BYTES, "action_key", why);
	if (!err) err = check_len(effect->idempotency_key, LIMIT_KEY_BYTES, "idempotency_key", why);
	if (!err) err = check_len(effect->scope, LIMIT_EFFECT_SCOPE_BYTES, "scope", why);
	if (err) return err;
	if (!effect->action_key.len) return fail(why, ERR_INVALID, "action_key is required");
	if (effect->ttl_ms < 0 || effect->ttl_ms > (msec)LIMIT_EFFECT_TTL_SECONDS * MSEC_SECOND)
		return fail(why, ERR_INVALID, "ttl_seconds must be 1 to %d",
			    LIMIT_EFFECT_TTL_SECONDS);
	return ERR_OK;
}

/* A lease that is lost, or was never theirs: the reason is for people. */
static enum err refuse_holder(enum holder_code code, struct why *why)
{
	static const char *const words[] = {
		[HOLDER_LEASE_LOST] = "the lease is lost",
		[HOLDER_CANCELLED] = "the run was cancelled",
		[HOLDER_FINISHED] = "the attempt has ended",
	};
	must(code != HOLDER_OK);
	return fail(why, ERR_LEASE_LOST, "%s", words[code]);
}

/* Without names being made: a tenant that is not known yet is 0. */
static enum err find_claimant(struct engine *engine, const struct command *command,
			      struct claimant *out, struct why *why)
{
	const struct effect_command *effect = &command->effect;
	*out = (struct claimant){ .key = effect->idempotency_key };
	if (uuid_is_nil(&effect->execution)) {
		enum err err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
		if (err) return err;
		if (!out->key.len)
			return fail(why, ERR_INVALID,
				    "idempotency_key is required when no execution_id is given");
		out->tenant.v = name_find(engine, NAME_TENANT, command->tenant);
		return ERR_OK;
	}
	enum holder_code code = holder_code_of(engine, command, &effect->execution);
	if (code != HOLDER_OK) return refuse_holder(code, why);
	out->execution = uuid_map_find(&engine->core.executions, &effect->execution);
	out->tenant = run_tenant(out->execution->run);
	if (out->key.len) return ERR_OK;
	uuid_print(out->execution->run->id, out->key_text);
	out->key = (str){ out->key_text, UUID_TEXT_LEN };
	return ERR_OK;
}

void want_effect(struct engine *engine, struct turn *turn, const struct command *command)
{
	const struct effect_command *effect = &command->effect;
	struct claimant who;
	struct why why;
	u32 number;
	if (command->kind != COMMAND_EFFECT_CLAIM) {
		want_add(turn, WANT_EFFECT)->effect.id = effect_of_claim(&effect->claim, &number);
		return;
	}
	if (check_claim(effect, &why) || find_claimant(engine, command, &who, &why)) return;
	if (!who.tenant.v) return; /* a new name has no rows */
	want_add(turn, WANT_EFFECT)->effect.key = effect_digest(who.tenant, effect->action_key,
								who.key, effect->scope);
}

/* ---- the turn's index ---------------------------------------------------------------------- */

/* Of a damaged effect only the id or key of the request is known. */
static void list_seen(struct engine *engine, struct effect_seen *seen)
{
	if (!uuid_is_nil(&seen->key) &&
	    !uuid_map_find(&engine->together.effects_by_key, &seen->key))
		uuid_map_insert(&engine->together.effects_by_key, seen);
	if (!uuid_is_nil(&seen->row.id) && !uuid_map_find(&engine->together.effects, &seen->row.id))
		uuid_map_insert(&engine->together.effects, seen);
}

/* An effect that a claim names by key and another command by id is one effect. */
static void index_effect(struct engine *engine, const struct want *want)
{
	const struct effect_row *row = &want->effect.row;
	if (!want->effect.found && !want->effect.is_damaged) return;
	if (want->effect.found && uuid_map_find(&engine->together.effects, &row->id)) return;
	struct effect_seen *seen = engine->together.effect_room++;
	*seen = (struct effect_seen){ .is_damaged = want->effect.is_damaged };
	seen->row = *row;
	if (seen->is_damaged) seen->row = (struct effect_row){ .id = want->effect.id };
	seen->key = key_as_uuid(seen->is_damaged ? want->effect.key : row->key);
	list_seen(engine, seen);
}

enum err effects_index(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	for (u32 i = 0; i < turn->commands_len; i++)
		most += command_subject(turn->commands[i]->kind) == SUBJECT_EFFECT;
	if (!most) return ERR_OK;
	/* Room for effects that are found, and for claims. */
	struct effect_seen *room = arena_alloc_array(&turn->arena, 2 * most, sizeof *room);
	enum err err = room ? uuid_map_reserve(&engine->together.effects, 2 * most) : ERR_MEMORY;
	if (!err) err = uuid_map_reserve(&engine->together.effects_by_key, 2 * most);
	if (err) return err;
	engine->together.effect_room = room;
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_EFFECT) index_effect(engine, &turn->wants[i]);
	}
	return ERR_OK;
}

void effects_forget(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct effect_seen *seen;
	while ((seen = uuid_map_next(&engine->together.effects, &cursor)))
		uuid_map_remove(&engine->together.effects, &seen->row.id);
	cursor = (struct map_cursor){ 0 };
	while ((seen = uuid_map_next(&engine->together.effects_by_key, &cursor)))
		uuid_map_remove(&engine->together.effects_by_key, &seen->key);
	engine->together.effect_room = NULL;
}

/* ---- how it stands -------------------------------------------------------------------------- */

static enum effect_state state_now(const struct engine *engine, const struct effect_row *row)
{
	bool is_open = uuid_map_find(&engine->core.executions, &row->execution) != NULL;
	return effect_state_at(row, is_open, wall_now(engine));
}

static void tell(const struct engine *engine, const struct effect_row *row, bool is_first,
		 struct answer *answer)
{
	answer->effect = (struct effect_answer){
		.is_first = is_first,
		.claim = effect_claim_of(row),
		.state = state_now(engine, row),
		.result = row->result,
		.claimed_at = row->claimed_at,
		.until = row->until,
		.ended_at = row->ended_at,
		.run = row->run,
	};
}

static void keep(struct engine *engine, const struct effect_row *row, str word, str actor)
{
	struct effect_row *copy = arena_alloc(&now_turn(engine)->arena, sizeof *copy);
	must(copy != NULL);
	*copy = *row;
	change_put(engine, KIND_EFFECT)->effect = copy;
	struct journal_entry entry = { .kind = JOURNAL_EFFECT,
				       .tenant = row->tenant,
				       .run = effect_claim_of(row),
				       .execution = row->execution,
				       .attempts = row->claims,
				       .reason = word,
				       .actor = actor };
	journal_add(engine, &entry);
}

/* ---- claiming ------------------------------------------------------------------------------- */

/* An effect that was never claimed before. */
static struct effect_seen *seen_new(struct engine *engine, const struct effect_command *effect,
				    const struct claimant *who, struct digest digest)
{
	struct arena *arena = &now_turn(engine)->arena;
	struct effect_seen *seen = engine->together.effect_room++;
	u32 number;
	struct uuid drawn = id_make(engine);
	str key = who->key.at == who->key_text ? str_copy(arena, who->key) : who->key;
	must(!arena_failed(arena));
	*seen = (struct effect_seen){ .key = key_as_uuid(digest) };
	seen->row = (struct effect_row){ .id = effect_of_claim(&drawn, &number),
					 .tenant = who->tenant,
					 .key = digest,
					 .state = EFFECT_RELEASED,
					 .action_key = effect->action_key,
					 .idempotency_key = key,
					 .scope = effect->scope };
	list_seen(engine, seen);
	return seen;
}

static bool may_be_had(const struct engine *engine, const struct effect_row *row)
{
	enum effect_state state = state_now(engine, row);
	return state == EFFECT_RELEASED || (state == EFFECT_IN_DOUBT && row->reopens);
}

static void grant(struct engine *engine, const struct command *command, const struct claimant *who,
		  struct effect_row *row)
{
	msec ttl = command->effect.ttl_ms ? command->effect.ttl_ms : TTL_DEFAULT;
	row->claims++;
	if (row->state != EFFECT_OPEN) quota_count(engine, row->tenant, QUOTA_EFFECTS);
	row->state = EFFECT_OPEN;
	row->reopens = command->effect.reopens;
	row->execution = command->effect.execution;
	row->run = who->execution ? who->execution->run->id : (struct uuid){ { 0 } };
	row->claimed_at = wall_now(engine);
	row->until = msec_add(wall_now(engine), ttl);
	row->ended_at = 0;
	row->result = row->reason = (str){ 0 };
	keep(engine, row, STR("claimed"), command->actor);
}

/* Whether the caller holds the effect already: the answer to its first call may have been lost. */
static bool is_holder(const struct engine *engine, const struct effect_row *row,
		      const struct claimant *who)
{
	return who->execution && uuid_eq(&row->execution, &who->execution->id) &&
	       state_now(engine, row) == EFFECT_OPEN;
}

static enum err claim(struct engine *engine, const struct command *command,
		      const struct claimant *who, struct answer *answer)
{
	const struct effect_command *effect = &command->effect;
	struct digest digest = effect_digest(who->tenant, effect->action_key, who->key,
					     effect->scope);
	struct uuid key = key_as_uuid(digest);
	struct effect_seen *seen = uuid_map_find(&engine->together.effects_by_key, &key);
	if (!seen) seen = seen_new(engine, effect, who, digest);
	if (seen->is_damaged)
		return fail(&answer->why, ERR_STORE_DAMAGED, "the stored effect is damaged");
	if (!effect_is_of(&seen->row, effect->action_key, who->key, effect->scope))
		return fail(&answer->why, ERR_CONFLICT, "another effect has taken its place");
	bool is_first = is_holder(engine, &seen->row, who);
	if (!is_first && may_be_had(engine, &seen->row)) {
		if (seen->row.claims == LIMIT_EFFECT_CLAIMS)
			return fail(&answer->why, ERR_QUOTA,
				    "an effect may be claimed at most "
				    "%d times",
				    LIMIT_EFFECT_CLAIMS);
		enum err err = seen->row.state == EFFECT_OPEN
				       ? ERR_OK
				       : quota_check(engine, who->tenant, QUOTA_EFFECTS, 1,
						     &answer->why);
		if (err) return err;
		grant(engine, command, who, &seen->row);
		is_first = true;
	}
	tell(engine, &seen->row, is_first, answer);
	return ERR_OK;
}

void on_effect_claim(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct claimant who;
	answer->err = check_claim(&command->effect, &answer->why);
	if (!answer->err) answer->err = find_claimant(engine, command, &who, &answer->why);
	if (!answer->err && !who.tenant.v)
		answer->err = name_check_room(engine, NAME_TENANT, command->tenant, &answer->why);
	if (answer->err) return;
	/* Borrowed names, too, get a number here, since a row will hold it. */
	if (!who.execution) who.tenant.v = name_intern(engine, NAME_TENANT, command->tenant);
	answer->err = claim(engine, command, &who, answer);
	struct replay_entry entry = { .id = answer->effect.claim,
				      .is_duplicate = !answer->effect.is_first };
	if (!answer->err) replay_note(engine, command, &entry, 1);
}

void effect_answer_again(struct engine *engine, const struct uuid *claim, bool was_first,
			 struct answer *answer)
{
	u32 number;
	struct uuid id = effect_of_claim(claim, &number);
	const struct effect_seen *seen = uuid_map_find(&engine->together.effects, &id);
	/* The attempt may have lost its lease meanwhile: then only the first answer can be
	 * repeated. */
	answer->effect = (struct effect_answer){ .claim = *claim, .state = EFFECT_IN_DOUBT };
	if (!seen || seen->is_damaged) return;
	bool is_same = seen->row.claims == number;
	bool is_open = is_same && state_now(engine, &seen->row) == EFFECT_OPEN;
	tell(engine, &seen->row, was_first && is_open, answer);
}

/* ---- what came of it ------------------------------------------------------------------------ */

static bool may_know(const struct engine *engine, const struct command *command, tenant_no tenant)
{
	return !command->tenant.len ||
	       str_eq(command->tenant, name_text(engine, NAME_TENANT, tenant.v));
}

/* The effect that a command names by its claim. */
static enum err find_claimed(const struct engine *engine, const struct command *command,
			     struct effect_row **out_row, struct why *why)
{
	u32 number;
	struct uuid id = effect_of_claim(&command->effect.claim, &number);
	struct effect_seen *seen = uuid_map_find(&engine->together.effects, &id);
	if (seen && seen->is_damaged)
		return fail(why, ERR_STORE_DAMAGED, "the stored effect is damaged");
	if (!seen || number == 0 || number > seen->row.claims ||
	    !may_know(engine, command, seen->row.tenant))
		return fail(why, ERR_NOT_FOUND, "there is no such claim");
	if (number < seen->row.claims)
		return fail(why, ERR_LEASE_LOST,
			    "the effect has been claimed again by another "
			    "attempt");
	*out_row = &seen->row;
	return ERR_OK;
}

/* Which callers may settle a claim: the attempt that made it, while it has its lease; once the
 * claim is in doubt, any attempt with a lease that has read its state; a person, by force. */
static enum err check_speaker(struct engine *engine, const struct command *command,
			      const struct effect_row *row, struct why *why)
{
	const struct effect_command *effect = &command->effect;
	bool is_other = !uuid_is_nil(&effect->execution) &&
			!uuid_eq(&effect->execution, &row->execution);
	const struct uuid *speaker = is_other ? &effect->execution : &row->execution;
	if (effect->is_forced || uuid_is_nil(speaker)) return ERR_OK;
	enum holder_code code = holder_code_of(engine, command, speaker);
	if (code != HOLDER_OK) return refuse_holder(code, why);
	if (!is_other) return ERR_OK;
	const struct execution *other = uuid_map_find(&engine->core.executions, speaker);
	if (run_tenant(other->run).v != row->tenant.v)
		return fail(why, ERR_NOT_FOUND, "there is no such claim");
	if (state_now(engine, row) == EFFECT_IN_DOUBT) return ERR_OK;
	return fail(why, ERR_CONFLICT, "another attempt holds this claim");
}

static enum err complete(struct engine *engine, const struct command *command,
			 struct effect_row *row, struct why *why)
{
	const struct effect_command *effect = &command->effect;
	bool is_same = str_eq(row->result, effect->result);
	if (row->state == EFFECT_DONE && is_same) return ERR_OK; /* the same word twice */
	if (row->state == EFFECT_DONE)
		return fail(why, ERR_CONFLICT,
			    "the effect is already completed, with another "
			    "result");
	if (row->state == EFFECT_RELEASED) return fail(why, ERR_CONFLICT, "the claim was released");
	enum err err = check_speaker(engine, command, row, why);
	if (err) return err;
	quota_uncount(engine, row->tenant, QUOTA_EFFECTS);
	row->state = EFFECT_DONE;
	row->result = effect->result;
	row->ended_at = wall_now(engine);
	keep(engine, row, STR("completed"), command->actor);
	return ERR_OK;
}

static enum err release(struct engine *engine, const struct command *command,
			struct effect_row *row, struct why *why)
{
	if (row->state == EFFECT_RELEASED) return ERR_OK;
	if (row->state == EFFECT_DONE)
		return fail(why, ERR_CONFLICT, "the effect is already completed");
	enum err err = check_speaker(engine, command, row, why);
	if (err) return err;
	quota_uncount(engine, row->tenant, QUOTA_EFFECTS);
	row->state = EFFECT_RELEASED;
	row->reason = command->effect.reason;
	row->ended_at = wall_now(engine);
	keep(engine, row, STR("released"), command->actor);
	return ERR_OK;
}

static void tell_ended(struct engine *engine, const struct command *command,
		       const struct effect_row *row, struct answer *answer)
{
	struct replay_entry entry = { .id = effect_claim_of(row), .is_duplicate = true };
	tell(engine, row, false, answer);
	replay_note(engine, command, &entry, 1);
}

void on_effect_complete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct effect_row *row = NULL;
	answer->err = check_len(command->effect.result, LIMIT_EFFECT_RESULT_BYTES, "result",
				&answer->why);
	if (!answer->err) answer->err = find_claimed(engine, command, &row, &answer->why);
	if (!answer->err) answer->err = complete(engine, command, row, &answer->why);
	if (!answer->err) tell_ended(engine, command, row, answer);
}

void on_effect_release(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct effect_row *row = NULL;
	answer->err = check_len(command->effect.reason, LIMIT_REASON_BYTES, "reason", &answer->why);
	if (!answer->err) answer->err = find_claimed(engine, command, &row, &answer->why);
	if (!answer->err) answer->err = release(engine, command, row, &answer->why);
	if (!answer->err) tell_ended(engine, command, row, answer);
}
