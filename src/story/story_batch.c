/* Batches in a story: a parent that waits, and children with labels of their own. */
#include "base/must.h"
#include "story/story_parts.h"

enum { CHILDREN_MAX = 1000 };

static struct enqueue_item parent_of(const struct play *play, const struct story_line *line)
{
	const struct story_given *at = story_find(line, STORY_RUN_AT);
	struct enqueue_item parent = {
		.type = story_text(line, STORY_TYPE),
		.queue = story_text(line, STORY_QUEUE),
		.payload = STR("{}"),
		.run_at = at ? msec_add(play->story->start, at->low) : 0,
		.timeout_ms = story_number(line, STORY_TIMEOUT, 0),
		.priority = (u32)story_number(line, STORY_PRIORITY, 0),
		.max_attempts = (u32)story_number(line, STORY_ATTEMPTS, 0),
	};
	if (story_find(line, STORY_IN))
		parent.run_at = play_wall(play) + story_number(line, STORY_IN, 0);
	return parent;
}

enum err play_batch(struct play *play, const struct story_line *line)
{
	struct enqueue_item parent = parent_of(play, line);
	i64 len = story_number(line, STORY_INSTANCES, 1);
	if (len > CHILDREN_MAX) len = CHILDREN_MAX;
	struct enqueue_item *children = arena_alloc_array(&play->arena, (u32)len, sizeof *children);
	if (!children) return fail(play->why, ERR_MEMORY, "no memory for the children");
	for (i64 i = 0; i < len; i++) children[i] = parent;
	struct command command = { .kind = COMMAND_BATCH,
				   .tenant = story_text(line, STORY_TENANT),
				   .batch = { .parent = &parent,
					      .children = children,
					      .len = (u32)len,
					      .pause_ms = story_number(line, STORY_EVERY, 0),
					      .jitter_ms = story_number(line, STORY_JITTER, 0) } };
	if (!play_spare_run(play)) return fail(play->why, ERR_MEMORY, "no memory for another run");
	struct played_label *label = play_add_label(play, line->words[0], NULL);
	play_submit(play, &command);
	label->run = play->said.err ? NULL : play->said.run;
	return ERR_OK;
}

void play_note_batch(struct play *play, const struct batch_answer *answer)
{
	const struct story_line *line = play->asked;
	struct played_run *run = play->spare;
	must(run != NULL);
	play->spare = NULL;
	run->id = answer->id;
	run->label = line->words[0];
	run->tenant = story_text(line, STORY_TENANT);
	run->type = story_text(line, STORY_TYPE);
	play_keep_run(play, run);
	play->said.run = run;
	const struct played_job job = { .label = run->label,
					.id = run->id,
					.tenant = run->tenant,
					.type = run->type,
					.exists = true };
	(void)play_add_owner(play, &job);
}
