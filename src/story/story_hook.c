/* A tenant's policy hook, played: it is asked about a run, and says after a while what the story
 * last told of it; or nothing. */
#include "base/must.h"
#include "story/story_parts.h"

static const str answers[] = { STR("allow"), STR("defer"), STR("deny") };

void play_hook_says(struct play *play, const struct story_line *line)
{
	u32 place = 0;
	while (place < play->hooks_len && !str_eq(play->hooks[place]->words[0], line->words[0]))
		place++;
	if (place == STORY_TENANTS_MAX) {
		play_refuse(play, "at most 64 tenants have a hook in a story");
		return;
	}
	if (place == play->hooks_len) play->hooks_len++;
	play->hooks[place] = line;
}

/* The last answer that the hook of a tenant was told to give; NULL: it is silent. */
static const struct story_line *hook_line(const struct play *play, str tenant)
{
	for (u32 i = 0; i < play->hooks_len; i++) {
		const struct story_line *line = play->hooks[i];
		if (str_eq(line->words[0], tenant))
			return str_eq(line->words[1], STR("nothing")) ? NULL : line;
	}
	return NULL;
}

void play_ask_hook(void *context, const struct policy_hook_ask *ask)
{
	struct play *play = context;
	const struct story_line *line = hook_line(play, ask->tenant);
	if (play->is_dying || !line || play->questions_len == PLAY_QUESTIONS_MAX) return;
	play->questions[play->questions_len++] = (struct played_question){
		ask->run, ask->number, play->t + story_number(line, STORY_AFTER, 0), line
	};
}

static u32 first_question(const struct play *play)
{
	u32 first = 0;
	for (u32 i = 1; i < play->questions_len; i++) {
		if (play->questions[i].at < play->questions[first].at) first = i;
	}
	return first;
}

msec hooks_next(const struct play *play)
{
	return play->questions_len ? play->questions[first_question(play)].at : MSEC_MAX;
}

bool hooks_act(struct play *play)
{
	if (hooks_next(play) > play->t) return false;
	u32 place = first_question(play);
	const struct played_question asked = play->questions[place];
	const struct story_given *until = story_find(asked.line, STORY_UNTIL);
	enum hook_answer answer = HOOK_ALLOW;
	while (!str_eq(asked.line->words[1], answers[answer])) answer++;
	must(answer <= HOOK_DENY);
	play->questions_len--;
	memmove(play->questions + place, play->questions + place + 1,
		(play->questions_len - place) * sizeof asked);
	struct command command = { .kind = COMMAND_HOOK_SAID,
				   .hook = { asked.run, asked.number, answer,
					     until ? msec_add(play->story->start, until->low)
						   : 0 } };
	(void)play_submit_quietly(play, &command, NULL); /* else its deadline passes */
	ask_all_again(play);
	return true;
}
