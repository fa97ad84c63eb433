/* Effects in a story: claims by name, of the holders of runs or of nobody in particular. */
#include "story/story_parts.h"

static struct played_claim *claim_find(const struct play *play, str name)
{
	for (u32 i = 0; i < play->claims_len; i++) {
		if (str_eq(play->claims[i].name, name)) return &play->claims[i];
	}
	return NULL;
}

/* The claim of a worker is called as its run is. */
static bool find_claim(const struct play *play, str name, struct played_claim *out)
{
	const struct played_claim *claim = claim_find(play, name);
	const struct played_label *label = play_label(play, name);
	if (claim) *out = *claim;
	else if (label && label->run)
		*out = (struct played_claim){ name, label->run->claim, label->run->tenant };
	else return false;
	return !uuid_is_nil(&out->claim);
}

/* Finds the speaker: the holder of the run of that label, whether it still has it or not. */
static bool find_holder(struct play *play, const struct story_line *line, str label,
			struct uuid *out_execution)
{
	const struct played_label *found = play_label(play, label);
	u32 index;
	if (!found || !found->run ||
	    !play_find_lease(found->run, story_number(line, STORY_ATTEMPT, 0), &index)) {
		play_refuse(play, "nobody has leased it");
		return false;
	}
	*out_execution = found->run->leases[index];
	return true;
}

/* A refused claim leaves the one of that name as it was. */
static void keep_claim(struct play *play, const struct story_line *line)
{
	struct played_claim *claim = claim_find(play, line->words[0]);
	if (play->said.err || !play->said.is_there) return;
	if (!claim) claim = &play->claims[play->claims_len++];
	*claim = (struct played_claim){ line->words[0], play->said.claim,
					story_text(line, STORY_TENANT) };
}

static void on_claim(struct play *play, const struct story_line *line)
{
	struct command command = {
		.kind = COMMAND_EFFECT_CLAIM,
		.tenant = story_text(line, STORY_TENANT),
		.effect = { .action_key = line->words[1],
			    .idempotency_key = story_text(line, STORY_KEY),
			    .ttl_ms = story_number(line, STORY_FOR, 0) },
	};
	for (u32 i = 2; i < line->words_len; i++) {
		if (str_eq(line->words[i], STR("reopen"))) command.effect.reopens = true;
		else if (!find_holder(play, line, line->words[i], &command.effect.execution))
			return;
	}
	play_submit(play, &command);
	keep_claim(play, line);
}

static void on_end(struct play *play, const struct story_line *line, enum command_kind kind)
{
	struct played_claim claim;
	bool has_holder = line->words_len > 1;
	if (!find_claim(play, line->words[0], &claim)) {
		play_refuse(play, "no claim of this name was answered");
		return;
	}
	struct command command = {
		.kind = kind,
		.tenant = claim.tenant,
		.effect = { .claim = claim.claim,
			    .result = story_text(line, STORY_RESULT),
			    .reason = story_text(line, STORY_REASON),
			    .is_forced = kind == COMMAND_EFFECT_RELEASE && !has_holder },
	};
	if (has_holder && !find_holder(play, line, line->words[1], &command.effect.execution))
		return;
	play_submit(play, &command);
}

void play_effect(struct play *play, const struct story_line *line)
{
	if (line->verb == VERB_CLAIM) on_claim(play, line);
	else if (line->verb == VERB_COMPLETE) on_end(play, line, COMMAND_EFFECT_COMPLETE);
	else on_end(play, line, COMMAND_EFFECT_RELEASE);
}
