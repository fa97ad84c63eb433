/* The summary of a play: how the runs of each tenant and type ended. */
#include "model/journal.h"
#include "story/story_parts.h"

static bool is_kept_as(const char *kept, size_t size, str name)
{
	return str_eq(str_from(kept), str_slice(name, 0, size - 1));
}

static void keep_name(char *out_kept, size_t size, str name)
{
	str kept = str_slice(name, 0, size - 1);
	if (kept.len) memcpy(out_kept, kept.at, kept.len);
}

struct story_tally *tally_of(struct play *play, const struct played_run *run)
{
	struct story_result *result = play->result;
	for (u32 i = 0; i < result->tallies_len; i++) {
		struct story_tally *tally = &result->tallies[i];
		if (is_kept_as(tally->tenant, sizeof tally->tenant, run->tenant) &&
		    is_kept_as(tally->type, sizeof tally->type, run->type))
			return tally;
	}
	if (result->tallies_len == STORY_TALLIES_MAX) return NULL;
	struct story_tally *tally = &result->tallies[result->tallies_len++];
	keep_name(tally->tenant, sizeof tally->tenant, run->tenant);
	keep_name(tally->type, sizeof tally->type, run->type);
	return tally;
}

static bool is_behind_deadline(const struct play *play, const struct played_run *run)
{
	struct memory_run_seen seen;
	return memory_store_find_run(play->store, &run->id, &seen) && seen.row->deadline_at &&
	       seen.row->deadline_at < play_wall(play);
}

void note_end(const struct play *play, struct played_run *run, const struct journal_entry *entry)
{
	run->is_cut_off = entry->to == RUN_CANCELLED && (str_eq(entry->reason, STR("deadline")) ||
							 str_eq(entry->reason, STR("cutoff")));
	run->is_late = entry->to == RUN_DONE && is_behind_deadline(play, run);
}

static void count_run(struct play *play, const struct played_run *run)
{
	struct story_tally *tally = tally_of(play, run);
	struct memory_run_seen seen;
	if (!tally) return;
	bool found = memory_store_find_run(play->store, &run->id, &seen);
	enum run_state state = found ? seen.state : run->state; /* else it has been removed */
	tally->runs++;
	if (run->is_late) tally->late++;
	else if (run->is_cut_off) tally->cut_off++;
	else if (state == RUN_DONE) tally->delivered++;
	else if (run_state_is_dead_letter(state)) tally->dead++;
	else if (state == RUN_CANCELLED) tally->cancelled++;
	else tally->waiting++;
}

void tally_all(struct play *play)
{
	for (u32 i = 0; i < play->all_len; i++) count_run(play, play->all[i]);
}
