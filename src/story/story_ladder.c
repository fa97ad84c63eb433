/* Ladders in a story: rungs get labels as a job's runs do. */
#include "base/must.h"
#include "model/ladder.h"
#include "story/story_parts.h"

/* "-24h,-1h,0". False: one of them is no span, or there are more than one too many. */
static bool read_offsets(str text, msec *offsets, u32 *out_len)
{
	u32 len = 0;
	while (text.len) {
		str word = str_split(&text, ',');
		if (len > LIMIT_LADDER_RUNGS || !offset_parse(word, &offsets[len])) return false;
		len++;
	}
	*out_len = len;
	return true;
}

static msec anchor_of(const struct play *play, const struct story_line *line)
{
	const struct story_given *at = story_find(line, STORY_ANCHOR);
	return at ? msec_add(play->story->start, at->low) : play_wall(play);
}

/* The beginning of the keys of its rungs. */
static str prefix_of(struct play *play, const struct story_line *line)
{
	char key[RUNG_KEY_BYTES];
	str entity = story_text(line, STORY_ENTITY), user = story_text(line, STORY_FOR_USER);
	str name = story_text(line, STORY_LADDER_NAME);
	if (entity.len > LIMIT_ENTITY_BYTES || user.len > LIMIT_TENANT_NAME_BYTES ||
	    name.len > LIMIT_LADDER_NAME_BYTES)
		return (str){ "", 0 };
	size_t len = rung_key_print(entity, user, name, 0, key);
	return str_copy(&play->arena, (str){ key, len - 1 });
}

enum err play_ladder(struct play *play, const struct story_line *line)
{
	msec offsets[LIMIT_LADDER_RUNGS + 1];
	struct enqueue_item rung = { .type = story_text(line, STORY_TYPE),
				     .payload = story_find(line, STORY_PAYLOAD)
							? story_text(line, STORY_PAYLOAD)
							: STR("{}") };
	struct command command = { .kind = COMMAND_LADDER,
				   .tenant = story_text(line, STORY_TENANT),
				   .ladder = { .entity = story_text(line, STORY_ENTITY),
					       .user = story_text(line, STORY_FOR_USER),
					       .name = story_text(line, STORY_LADDER_NAME),
					       .anchor = anchor_of(play, line),
					       .offsets = offsets,
					       .rung = &rung } };
	if (!read_offsets(story_text(line, STORY_OFFSETS), offsets, &command.ladder.len)) {
		play_refuse(play, "offsets are spans before (-24h) or after (1h) the anchor");
		return ERR_OK;
	}
	const struct played_job ladder = { .label = line->words[0],
					   .line = line,
					   .tenant = command.tenant,
					   .type = rung.type,
					   .key_prefix = prefix_of(play, line) };
	(void)play_add_owner(play, &ladder);
	play_submit(play, &command);
	return arena_failed(&play->arena) ? ERR_MEMORY : ERR_OK;
}

void play_ladder_act(struct play *play, const struct story_line *line)
{
	const struct played_job *ladder = play_owner(play, line->words[0]);
	const struct story_line *made = ladder ? ladder->line : NULL;
	bool moves = line->verb == VERB_MOVE_LADDER;
	if (!made) {
		play_refuse(play, "there is no such ladder");
		return;
	}
	struct command command = { .kind = moves ? COMMAND_LADDER_MOVE : COMMAND_LADDER_STOP,
				   .tenant = story_text(made, STORY_TENANT),
				   .ladder = { .entity = story_text(made, STORY_ENTITY),
					       .user = story_text(made, STORY_FOR_USER),
					       .name = story_text(made, STORY_LADDER_NAME),
					       .has_user = true,
					       .has_name = true,
					       .anchor = anchor_of(play, line),
					       .reason = story_text(line, STORY_REASON) } };
	play_submit(play, &command);
}

/* The newest ladder whose keys begin like this one. */
struct played_job *play_ladder_of(const struct play *play, str key)
{
	for (u32 i = play->jobs_len; i-- > 0;) {
		struct played_job *ladder = &play->jobs[i];
		if (ladder->key_prefix.len && str_starts_with(key, ladder->key_prefix))
			return ladder;
	}
	return NULL;
}
