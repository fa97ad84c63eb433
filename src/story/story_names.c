/* Labels of a play: which run, and which job, batch, ladder, daily window or reminder they mean.
 * Room for all of them is reserved before the play begins. */
#include "base/must.h"
#include "story/story_parts.h"

static bool is_label_of(const void *item, const void *key)
{
	const struct played_label *label = item;
	return str_eq(label->label, *(const str *)key);
}

static bool is_owner_of(const void *item, const void *key)
{
	const struct played_job *job = item;
	return str_eq(job->label, *(const str *)key);
}

enum err play_names_init(struct play *play, u32 labels, u32 owners)
{
	play->label_key = hash_key_from_seed(play->story->seed);
	map_init(&play->by_label, is_label_of);
	map_init(&play->owners, is_owner_of);
	play->labels = arena_alloc_array(&play->arena, labels, sizeof *play->labels);
	play->jobs = arena_alloc_array(&play->arena, owners, sizeof *play->jobs);
	if (!play->labels || !play->jobs) return ERR_MEMORY;
	enum err err = map_reserve(&play->by_label, labels);
	return err ? err : map_reserve(&play->owners, owners);
}

void play_names_done(struct play *play)
{
	map_done(&play->by_label);
	map_done(&play->owners);
}

/* The first of two that are alike is meant. */
static void insert(const struct play *play, struct map *map, str label, void *item)
{
	u64 hash = hash_bytes(play->label_key, label);
	if (!map_find(map, hash, &label)) map_insert(map, hash, &label, item);
}

struct played_label *play_label(const struct play *play, str label)
{
	return map_find(&play->by_label, hash_bytes(play->label_key, label), &label);
}

struct played_label *play_add_label(struct play *play, str label, struct played_run *run)
{
	struct played_label *one = &play->labels[play->labels_len++];
	*one = (struct played_label){ label, run };
	insert(play, &play->by_label, label, one);
	return one;
}

struct played_job *play_owner(const struct play *play, str label)
{
	return map_find(&play->owners, hash_bytes(play->label_key, label), &label);
}

struct played_job *play_add_owner(struct play *play, const struct played_job *job)
{
	struct played_job *one = &play->jobs[play->jobs_len++];
	*one = *job;
	insert(play, &play->owners, job->label, one);
	return one;
}
