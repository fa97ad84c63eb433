/* The runs of a play, and those among them that have not ended: a long story asks of these alone
 * what holds them back, and whether they may still move. */
#include "base/must.h"
#include "story/story_parts.h"

enum err play_runs_init(struct play *play, u32 max)
{
	play->all_max = max;
	play->all = arena_alloc_array(&play->arena, max, sizeof *play->all);
	play->open = arena_alloc_array(&play->arena, max, sizeof *play->open);
	return play->all && play->open ? ERR_OK : ERR_MEMORY;
}

void play_keep_run(struct play *play, struct played_run *run)
{
	must(play->all_len < play->all_max);
	uuid_map_insert(&play->runs, run);
	run->place = play->all_len;
	run->is_open = true;
	play->all[play->all_len++] = run;
	play->open[play->open_len++] = run;
}

/* Behind those that are older. */
static void open_again(struct play *play, struct played_run *run)
{
	u32 at = play->open_len++;
	for (; at > 0 && play->open[at - 1]->place > run->place; at--)
		play->open[at] = play->open[at - 1];
	play->open[at] = run;
	run->is_open = true;
}

void play_note_state(struct play *play, struct played_run *run, enum run_state state)
{
	run->state = state;
	if (!run->is_open && !run_state_is_final(state)) open_again(play, run);
}

void play_forget_ended(struct play *play)
{
	u32 kept = 0;
	for (u32 i = 0; i < play->open_len; i++) {
		struct played_run *run = play->open[i];
		run->is_open = !run_state_is_final(run->state);
		if (run->is_open) play->open[kept++] = run;
	}
	play->open_len = kept;
}
