/* The turns that are about one tenant, in order: by its list as far as that goes (sqlite_turns.c),
 * and above it every turn there is, which are few. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

enum turns_stage { STAGE_ABOVE, STAGE_LISTED, STAGE_END };

static enum err read_through(struct sqlite_query *query, u64 *out_turn)
{
	static const struct uuid none = { 0 };
	struct uuid through;
	enum err err = query_place(query, LIST_TURNS, &through);
	*out_turn = turn_of_place(err ? &none : &through);
	return err;
}

enum err turn_walk_begin(struct sqlite_query *query, enum turn_kind kind, u32 tenant, bool is_on,
			 u64 from, struct turn_walk *out_walk)
{
	static const enum query_statement above[TURN_KINDS][2] = {
		[TURNS_OF_JOURNAL] = { QUERY_JOURNAL_ABOVE_BACK, QUERY_JOURNAL_ABOVE_ON },
		[TURNS_OF_AUDIT] = { QUERY_AUDIT_ABOVE_BACK, QUERY_AUDIT_ABOVE_ON },
	};
	struct turn_walk walk = { .query = query,
				  .is_on = is_on,
				  .from = from,
				  .stage = is_on ? STAGE_LISTED : STAGE_ABOVE };
	enum err err = read_through(query, &walk.through);
	walk.above = query_statement(query, above[kind][is_on]);
	walk.listed = query_statement(query, is_on ? QUERY_OWNED_TURNS_ON : QUERY_OWNED_TURNS_BACK);
	bind_number(walk.above, ":tenant", tenant);
	bind_number(walk.above, ":above", (i64)walk.through);
	bind_number(walk.above, ":turn", (i64)from);
	bind_number(walk.listed, ":tenant", tenant);
	bind_number(walk.listed, ":kind", kind);
	bind_number(walk.listed, ":turn", (i64)from);
	*out_walk = walk;
	return err;
}

/* The next row of the list, into walk->turns; a damaged one is named and passed over. */
static enum err take_row(struct turn_walk *walk, bool *out_row)
{
	struct owned_turns_row row = { 0 };
	enum err err = query_step(walk->query, walk->listed, out_row);
	walk->len = walk->at = 0;
	if (err || !*out_row) return err;
	struct cells cells = cells_to_read(walk->listed);
	if (cells_read(&cells, GROUP_OWNED_TURNS, NULL, &row) &&
	    owned_turns_unpack(&row, walk->turns, &walk->len))
		return ERR_OK;
	walk->len = 0;
	query_damage(walk->query, walk->listed);
	query_list_damaged(walk->query, walk->listed);
	return ERR_OK;
}

static bool is_wanted(const struct turn_walk *walk, u64 turn)
{
	if (turn > walk->through) return false; /* above the list it is found there */
	return walk->is_on ? turn >= walk->from : turn <= walk->from;
}

/* Turn 0: the list has no more. */
static enum err next_listed(struct turn_walk *walk, u64 *out_turn)
{
	bool has_row = true;
	enum err err = ERR_OK;
	for (*out_turn = 0; !err && !*out_turn && has_row;) {
		if (walk->at == walk->len) err = take_row(walk, &has_row);
		if (err || walk->at == walk->len) continue;
		u32 at = walk->is_on ? walk->at : walk->len - 1 - walk->at;
		walk->at++;
		if (is_wanted(walk, walk->turns[at])) *out_turn = walk->turns[at];
	}
	return err;
}

static enum err next_above(struct turn_walk *walk, u64 *out_turn)
{
	bool has_row = false;
	enum err err = query_step(walk->query, walk->above, &has_row);
	*out_turn = !err && has_row ? (u64)sqlite3_column_int64(walk->above, 0) : 0;
	return err;
}

enum err turn_walk_next(struct turn_walk *walk, u64 *out_turn)
{
	enum err err = ERR_OK;
	*out_turn = 0;
	while (!err && !*out_turn && walk->stage != STAGE_END) {
		bool is_above = walk->stage == STAGE_ABOVE;
		err = is_above ? next_above(walk, out_turn) : next_listed(walk, out_turn);
		if (err || *out_turn) break;
		bool is_last = is_above == walk->is_on;
		walk->stage = is_last ? STAGE_END : is_above ? STAGE_LISTED : STAGE_ABOVE;
	}
	return err;
}

void turn_walk_end(struct turn_walk *walk)
{
	sqlite3_reset(walk->above);
	sqlite3_reset(walk->listed);
}
