#include "pump/replan.h"

enum { REPLAN_BYTES_MAX = 1 << 20 };

#define TZ_THING STR("tzdata")

/* The version of the zone data by which the plans were made; empty: there are no plans yet. */
static enum err read_version(const struct replan_door *door, struct query *query,
			     struct arena *arena, str *out_version, struct why *why)
{
	const struct document_list list = { .kind = DOCUMENT_SYSTEM,
					    .tenant = STR("system"),
					    .name = TZ_THING,
					    .limit = 1,
					    .now = door->now };
	struct document_page page = { 0 };
	enum err err = query->calls->documents(query, &list, arena, &page);
	if (err) return fail(why, err, "the version of the time zone data cannot be read");
	*out_version = page.len ? page.rows[0].row.body : STR("");
	return ERR_OK;
}

static enum err plan_anew(const struct replan_door *door, struct why *why)
{
	struct command command = { .kind = COMMAND_TZ_CHANGED };
	return door->ask(door->context, &command, why);
}

static enum err keep_version(const struct replan_door *door, str version, struct why *why)
{
	struct command command = { .kind = COMMAND_DOCUMENT_PUT,
				   .tenant = STR("system"),
				   .document = { .kind = DOCUMENT_SYSTEM,
						 .name = TZ_THING,
						 .body = version,
						 .expected = DOCUMENT_ANY } };
	return door->ask(door->context, &command, why);
}

/* The version is written after replanning: if the process dies in between, replanning is
 * repeated. */
enum err replan_if_needed(const struct replan_door *door, struct query *query, str version,
			  struct why *why)
{
	struct arena arena;
	str known = STR("");
	arena_init(&arena, REPLAN_BYTES_MAX);
	enum err err = read_version(door, query, &arena, &known, why);
	bool is_new = !err && !str_eq(known, version);
	if (is_new && known.len) err = plan_anew(door, why);
	if (is_new && !err) err = keep_version(door, version, why);
	arena_done(&arena);
	return err;
}
