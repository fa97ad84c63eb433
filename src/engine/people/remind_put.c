/* Commands about reminders: create, change, delete. A reminder with another time, rule or zone
 * starts anew; other changes keep its state. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- what the store showed ------------------------------------------------------------------ */

void want_reminder(struct engine *engine, struct turn *turn, const struct command *command)
{
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->tenant) };
	bool is_new = uuid_is_nil(&command->reminder.id);
	if (!tenant.v) return;
	struct want *want = want_add(turn, WANT_REMINDER);
	want->reminder.tenant = tenant;
	want->reminder.id = command->reminder.id;
	if (!is_new) return;
	want->reminder.user = command->reminder.row->user;
	want->reminder.count_most = LIMIT_REMINDERS_PER_USER;
}

struct reminder_seen *reminder_seen_find(const struct engine *engine, const struct uuid *id)
{
	const struct uuid_map *seen = &engine->people.reminders.seen;
	return seen->table.count ? uuid_map_find(seen, id) : NULL;
}

static struct reminder_seen *seen_add(struct engine *engine, const struct reminder_row *row)
{
	struct reminder_seen *seen = engine->people.reminders.seen_room++;
	*seen = (struct reminder_seen){ .row = *row, .exists = true };
	uuid_map_insert(&engine->people.reminders.seen, seen);
	return seen;
}

static void index_want(struct engine *engine, struct want *want)
{
	if (!want->reminder.found || reminder_seen_find(engine, &want->reminder.id)) return;
	struct reminder_seen *seen = seen_add(engine, &want->reminder.row);
	seen->owned = (struct owned_run){ want->reminder.run.found, want->reminder.run.row };
}

/* Reminders that a clock which was ahead has written, indexed for the commands of this turn. */
static void index_ahead(struct engine *engine, struct want *want)
{
	for (u32 i = 0; i < want->reminders_ahead.len; i++) {
		struct reminder_back *back = &want->reminders_ahead.rows[i];
		if (reminder_seen_find(engine, &back->row.id)) continue;
		struct reminder_seen *seen = seen_add(engine, &back->row);
		seen->owned = (struct owned_run){ back->run.found, back->run.row };
	}
}

enum err reminders_index(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	for (u32 i = 0; i < turn->commands_len; i++)
		most += command_subject(turn->commands[i]->kind) == SUBJECT_REMINDER;
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_REMINDERS_AHEAD)
			most += turn->wants[i].reminders_ahead.len;
	engine->people.reminders.seen_first = engine->people.reminders.seen_room = NULL;
	if (!most) return ERR_OK;
	struct reminder_seen *room = arena_alloc_array(&turn->arena, most, sizeof *room);
	enum err err = room ? uuid_map_reserve(&engine->people.reminders.seen, most) : ERR_MEMORY;
	if (err) return err;
	engine->people.reminders.seen_first = engine->people.reminders.seen_room = room;
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_REMINDER) index_want(engine, &turn->wants[i]);
	for (u32 i = 0; i < turn->wants_len; i++)
		if (turn->wants[i].kind == WANT_REMINDERS_AHEAD)
			index_ahead(engine, &turn->wants[i]);
	return ERR_OK;
}

void reminders_forget(struct engine *engine)
{
	struct reminders *reminders = &engine->people.reminders;
	for (struct reminder_seen *seen = reminders->seen_first; seen != reminders->seen_room;
	     seen++)
		uuid_map_remove(&reminders->seen, &seen->row.id);
	reminders->seen_first = reminders->seen_room = NULL;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static enum err check_len(str text, size_t most, const char *field, struct why *why)
{
	if (text.len <= most) return ERR_OK;
	return fail(why, ERR_INVALID, "%s has %zu bytes; at most %zu are allowed", field, text.len,
		    most);
}

static u32 characters_of(str text)
{
	u32 count = 0;
	for (size_t i = 0; i < text.len; i++) count += ((u8)text.at[i] & 0xc0) != 0x80;
	return count;
}

static enum err check_texts(const struct reminder_row *row, struct why *why)
{
	u32 characters = characters_of(row->title);
	if (!characters || characters > LIMIT_REMINDER_TITLE_CHARACTERS)
		return fail(why, ERR_INVALID, "title must have 1 to %d characters, has %u",
			    LIMIT_REMINDER_TITLE_CHARACTERS, characters);
	enum err err = check_len(row->title, LIMIT_REMINDER_TITLE_BYTES, "title", why);
	if (!err) err = check_len(row->description, LIMIT_REMINDER_TEXT_BYTES, "description", why);
	if (!err)
		err = check_len(row->reference_type, LIMIT_REFERENCE_TYPE_BYTES, "reference_type",
				why);
	if (!err) err = check_len(row->reference_id, LIMIT_REFERENCE_ID_BYTES, "reference_id", why);
	if (!err)
		err = check_len(row->reference_url, LIMIT_REFERENCE_URL_BYTES, "reference_url",
				why);
	if (!err) err = check_len(row->rule, LIMIT_REMINDER_RULE_BYTES, "recurrence_rule", why);
	return err;
}

static enum err check_times(const struct reminder_row *row, struct why *why)
{
	if (row->starts_at <= 0 || row->starts_at > MSEC_YEAR_9999_END)
		return fail(why, ERR_INVALID, "remind_at must be from 1970 to 9999");
	if (row->is_recurring && !row->rule.len)
		return fail(why, ERR_INVALID,
			    "recurrence_rule is required when is_recurring is "
			    "true");
	return ERR_OK;
}

static enum err check_put(const struct command *command, const struct draft *draft, struct why *why)
{
	const struct reminder_row *row = command->reminder.row;
	enum err err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
	if (!err) err = name_check(NAME_TENANT, row->user, "user_id", why);
	if (!err) err = check_texts(row, why);
	if (!err) err = check_times(row, why);
	if (err || !draft->err) return err;
	*why = draft->why;
	return draft->err;
}

/* How many reminders the person has, including those that this turn has made. */
static enum err check_room(const struct engine *engine, const struct command *command,
			   tenant_no tenant, struct why *why)
{
	const struct turn *turn = now_turn(engine);
	u32 count = 0;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_REMINDER && uuid_is_nil(&want->reminder.id) &&
		    want->reminder.tenant.v == tenant.v &&
		    str_eq(want->reminder.user, command->reminder.row->user))
			count = want->reminder.count;
	}
	if (count < LIMIT_REMINDERS_PER_USER) return ERR_OK;
	return fail(why, ERR_QUOTA, "a person may have at most %d open reminders",
		    LIMIT_REMINDERS_PER_USER);
}

/* ---- planning -------------------------------------------------------------------------------- */

/* The first occurrence of a series that is still to come; a single reminder is sent however late it
 * is. ERR_RULE_NEVER: there is none. */
static enum err find_first(const struct engine *engine, struct reminder_row *row, msec *out_first,
			   struct why *why)
{
	struct reminder_series series = reminder_series_of(row);
	msec now = wall_now(engine);
	msec after = row->starts_at > now ? row->starts_at - 1 : now - 1;
	*out_first = row->starts_at;
	if (!row->is_recurring) return ERR_OK;
	enum err err = reminder_series_check(&series, after, why);
	if (err) return err;
	must(reminder_next(&series, after, out_first));
	return ERR_OK;
}

static bool is_another_time(const struct reminder_row *there, const struct reminder_row *wish)
{
	return there->is_recurring != wish->is_recurring || !str_eq(there->zone, wish->zone) ||
	       (wish->is_recurring &&
		(!str_eq(there->rule, wish->rule) || there->end_date != wish->end_date));
}

/* Starts the reminder anew. */
static void begin(struct engine *engine, struct tenant *tenant, struct reminder_seen *seen,
		  msec first, str actor)
{
	struct reminder_row *row = &seen->row;
	const struct reminder_series series = reminder_series_of(row);
	msec next = 0;
	reminder_withdraw(engine, seen, STR("moved"), actor);
	if (!row->is_recurring || !reminder_next(&series, first, &next)) next = 0;
	row->hot = (struct reminder_hot){ .remind_at = first,
					  .next_at = next,
					  .version = row->hot.version };
	reminder_stand(engine, tenant, row, STANDS_FIRST, first, actor);
}

/* The whole row, with the texts of the command. */
static void keep(struct engine *engine, const struct reminder_seen *seen,
		 const struct command *command)
{
	struct reminder_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	const struct reminder_row *wish = command->reminder.row;
	must(row != NULL);
	*row = seen->row;
	reminder_next_version(engine, &seen->row, &row->hot);
	row->title = wish->title;
	row->description = wish->description;
	row->reference_type = wish->reference_type;
	row->reference_id = wish->reference_id;
	row->reference_url = wish->reference_url;
	row->channels = wish->channels;
	row->found_zone = NULL;
	change_put(engine, KIND_REMINDER)->reminder = row;
}

/* The row that a command asks for. */
static struct reminder_row wished(const struct reminder_row *there, const struct command *command,
				  const struct zone *zone)
{
	const struct reminder_row *wish = command->reminder.row;
	struct reminder_row row = *there;
	row.is_recurring = wish->is_recurring;
	row.end_date = wish->end_date;
	row.zone = wish->zone;
	row.rule = wish->rule;
	row.found_zone = zone;
	if (command->reminder.moves) row.starts_at = wish->starts_at;
	/* A series has whole seconds. */
	if (row.is_recurring) row.starts_at -= row.starts_at % MSEC_SECOND;
	return row;
}

static void make(struct engine *engine, struct tenant *tenant, const struct command *command,
		 const struct zone *zone, struct answer *answer)
{
	const struct reminder_row blank = { .tenant = tenant->no,
					    .starts_at = command->reminder.row->starts_at,
					    .user = command->reminder.row->user,
					    .created_at = wall_now(engine) };
	struct reminder_row row = wished(&blank, command, zone);
	struct type *type = NULL;
	msec first = 0;
	answer->err = check_room(engine, command, tenant->no, &answer->why);
	if (!answer->err)
		answer->err = quota_check(engine, tenant->no, QUOTA_RUNS, 1, &answer->why);
	if (!answer->err) answer->err = find_first(engine, &row, &first, &answer->why);
	if (!answer->err)
		answer->err = type_named(engine, tenant, REMINDER_TYPE, &type, &answer->why);
	if (answer->err) return;
	row.id = id_make(engine);
	struct reminder_seen *seen = seen_add(engine, &row);
	seen->row.hot.remind_at = first;
	reminder_journal(engine, &seen->row, STR("created"), command->actor);
	begin(engine, tenant, seen, first, command->actor);
	keep(engine, seen, command);
	replay_note_id(engine, command, &row.id);
	answer->reminder.is_new = true;
	reminder_fill_answer(seen, answer);
}

static void change(struct engine *engine, struct tenant *tenant, const struct command *command,
		   const struct zone *zone, struct answer *answer)
{
	struct reminder_seen *seen = reminder_asked_for(engine, command, answer);
	msec first = 0;
	if (!seen) return;
	struct reminder_row row = wished(&seen->row, command, zone);
	bool begins = command->reminder.moves || is_another_time(&seen->row, &row);
	if (begins) answer->err = find_first(engine, &row, &first, &answer->why);
	if (answer->err) return;
	seen->row = row;
	if (begins) seen->row.hot.remind_at = first;
	reminder_journal(engine, &seen->row, STR("changed"), command->actor);
	if (begins) begin(engine, tenant, seen, first, command->actor);
	keep(engine, seen, command);
	reminder_fill_answer(seen, answer);
}

void on_reminder_put(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct draft *draft = draft_of(engine, command);
	struct tenant *tenant = NULL;
	answer->err = check_put(command, draft, &answer->why);
	if (!answer->err)
		answer->err = tenant_named(engine, command->tenant, &tenant, &answer->why);
	if (answer->err) return;
	if (uuid_is_nil(&command->reminder.id)) make(engine, tenant, command, draft->zone, answer);
	else change(engine, tenant, command, draft->zone, answer);
	if (answer->err) tenant_release(engine, tenant);
}

void on_reminder_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct reminder_seen *seen = reminder_asked_for(engine, command, answer);
	if (!seen) return;
	reminder_withdraw(engine, seen, STR("deleted"), command->actor);
	struct change *gone = change_add(engine, CHANGE_REMINDER_GONE);
	gone->reminder_gone.tenant = seen->row.tenant;
	gone->reminder_gone.id = seen->row.id;
	reminder_journal(engine, &seen->row, STR("deleted"), command->actor);
	reminder_fill_answer(seen, answer);
	seen->exists = false;
}

/* The API has checked that the notice exists; marking it as read twice changes nothing. */
void on_notice_read(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->tenant) };
	if (!tenant.v) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such notice");
		return;
	}
	struct change *change = change_add(engine, CHANGE_NOTICE_READ);
	change->notice_read.tenant = tenant;
	change->notice_read.id = command->notice.id;
	change->notice_read.user = command->notice.user;
	change->notice_read.at = wall_now(engine);
	journal_add(engine, &(struct journal_entry){ .kind = JOURNAL_NOTICE,
						     .tenant = tenant,
						     .run = command->notice.id,
						     .reason = STR("read"),
						     .actor = command->actor,
						     .details = command->notice.user });
}
