#include "store/behind.h"

struct list_walk {
	void *store;
	behind_find *find;
	struct turn *turn;
	struct want *want;
};

static bool is_among(const struct want *want, const struct uuid *job)
{
	for (u32 i = 0; i < want->behind.len; i++) {
		if (uuid_eq(&want->behind.rows[i].id, job)) return true;
	}
	return false;
}

static enum err add(const struct list_walk *walk, const struct uuid *job)
{
	struct want *want = walk->want;
	struct job_row row;
	bool found = false;
	if (is_among(want, job)) return ERR_OK;
	enum err err = walk->find(walk->store, walk->turn, job, &found, &row);
	if (err || !found) return err;
	want->behind.is_cut = want->behind.len == want->behind.limit;
	if (!want->behind.is_cut) want->behind.rows[want->behind.len++] = row;
	return ERR_OK;
}

enum err behind_load(void *store, behind_find *find, struct turn *turn, struct want *want)
{
	const struct list_walk walk = { store, find, turn, want };
	enum err err = ERR_OK;
	want->behind.rows = arena_alloc_array(&turn->arena, want->behind.limit,
					      sizeof *want->behind.rows);
	want->behind.len = 0;
	want->behind.is_cut = false;
	if (!want->behind.rows) return ERR_MEMORY;
	for (u32 i = 0; i < want->behind.from_len && !err; i++)
		err = add(&walk, &want->behind.from[i].job);
	for (u32 i = 0; i < want->behind.len && !want->behind.is_cut && !err; i++) {
		const struct dependencies *on = &want->behind.rows[i].dependencies;
		for (u32 k = 0; k < on->len && !want->behind.is_cut && !err; k++)
			err = add(&walk, &on->at[k].job);
	}
	return err;
}
