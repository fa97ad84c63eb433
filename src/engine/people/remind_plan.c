/* Makes the run of a reminder. The run is made during a step, so nothing here can be refused: the
 * type was checked when the reminder was requested. */
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

enum { DIGITS_BYTES = 24 };

/* ---- writing -------------------------------------------------------------------------------- */

void reminder_next_version(struct engine *engine, const struct reminder_row *row,
			   struct reminder_hot *out_hot)
{
	struct engine_run *run = run_find(engine, &row->hot.run);
	struct reminder_seen *seen = reminder_seen_find(engine, &row->id);
	const struct run_seen *read = seen_find(engine, &row->hot.run);
	struct reminder_hot hot = row->hot;
	hot.version++;
	hot.updated_at = wall_now(engine);
	if (run && run->reminder) run->reminder->hot = hot;
	if (seen) seen->row.hot = hot;
	if (read && read->row.reminder) read->row.reminder->hot = hot;
	*out_hot = hot;
}

void reminder_write(struct engine *engine, const struct reminder_row *row)
{
	struct change *change = change_add(engine, CHANGE_REMINDER_HOT);
	change->reminder_hot.tenant = row->tenant;
	change->reminder_hot.id = row->id;
	reminder_next_version(engine, row, &change->reminder_hot.hot);
}

void reminder_journal(struct engine *engine, const struct reminder_row *row, str reason, str actor)
{
	struct journal_entry entry = { .kind = JOURNAL_REMINDER,
				       .tenant = row->tenant,
				       .run = row->id,
				       .attempts = row->hot.snooze_count,
				       .run_at = row->hot.remind_at,
				       .reason = reason,
				       .actor = actor,
				       .details = row->user };
	journal_add(engine, &entry);
}

/* ---- making --------------------------------------------------------------------------------- */

static str number_print(msec number, char room[DIGITS_BYTES])
{
	u64 left = (u64)(number < 0 ? -number : number);
	u32 at = DIGITS_BYTES;
	do room[--at] = (char)('0' + left % 10);
	while ((left /= 10));
	if (number < 0) room[--at] = '-';
	return (str){ room + at, DIGITS_BYTES - at };
}

/* User ids need no escaping. */
static void fill_texts(struct engine *engine, const struct reminder_row *reminder, msec run_at,
		       struct run_row *row)
{
	char entity[REMINDER_ENTITY_LEN], room[DIGITS_BYTES];
	reminder_print_entity(&reminder->id, entity);
	str whole = { entity, sizeof entity };
	str id = str_from_offset(whole, sizeof entity - UUID_TEXT_LEN);
	const str key[] = { whole, STR(":"), number_print(run_at, room) };
	row->user = reminder->user;
	row->entity = own_run_text(engine, key, 1);
	row->key = own_run_text(engine, key, countof(key));
	row->key_digest = digest_of(row->key);
	const str payload[] = { STR("{\"reminder_id\":\""),
				id,
				STR("\",\"user_id\":\""),
				reminder->user,
				STR("\",\"due_at\":"),
				number_print(run_at, room),
				STR("}") };
	row->payload = own_run_text(engine, payload, countof(payload));
	row->payload_len = (u32)row->payload.len;
}

void reminder_come_due(struct reminder_hot *hot, msec behind)
{
	hot->is_due = true;
	if (hot->stands != STANDS_NEXT) return;
	hot->remind_at = hot->next_at;
	hot->next_at = behind;
	hot->status = REMINDER_PENDING;
	hot->snooze_count = 0;
	hot->snoozed_until = hot->sent_at = hot->dismissed_at = hot->completed_at = 0;
}

/* The occurrence that replaces it. */
static msec behind(const struct reminder_row *row, enum reminder_stands stands, msec run_at)
{
	const struct reminder_series series = reminder_series_of(row);
	msec at = 0;
	if (stands != STANDS_NEXT) return row->hot.next_at;
	return reminder_next(&series, run_at, &at) ? at : 0;
}

void reminder_stand(struct engine *engine, struct tenant *tenant, struct reminder_row *reminder,
		    enum reminder_stands stands, msec run_at, str actor)
{
	struct reminder_hot *hot = &reminder->hot;
	type_no type = { name_intern(engine, NAME_TYPE, REMINDER_TYPE) };
	struct run_row *row = own_run_make(engine, tenant, type, 0);
	struct reminder_row *copy = arena_alloc(&now_turn(engine)->arena, sizeof *copy);
	must(copy != NULL);
	row->cause = CAUSE_REMINDER;
	row->deadline_at = behind(reminder, stands, run_at);
	row->planned_at = run_at;
	row->hot.run_at = run_at;
	fill_texts(engine, reminder, run_at, row);
	hot->stands = stands;
	hot->run = row->id;
	hot->run_at = run_at;
	hot->is_due = false;
	bool is_due = run_at <= wall_now(engine) && !clock_hold_is_on(engine);
	if (is_due) reminder_come_due(hot, row->deadline_at);
	*copy = *reminder;
	row->reminder = copy;
	own_run_keep(engine, row, run_cause_name(CAUSE_REMINDER), actor);
	if (is_due) reminder_journal(engine, reminder, STR("due"), (str){ "", 0 });
	struct reminder_seen *seen = reminder_seen_find(engine, &reminder->id);
	if (seen) seen->owned = (struct owned_run){ true, *row };
}

void reminder_stand_next(struct engine *engine, struct tenant *tenant, struct reminder_row *row,
			 msec base, str actor)
{
	const struct reminder_series series = reminder_series_of(row);
	msec now = wall_now(engine);
	if (!base || !row->is_recurring) {
		row->hot.stands = STANDS_NOT;
		row->hot.run_at = 0;
		return;
	}
	if (base <= now && !clock_hold_is_on(engine)) base = reminder_latest(&series, base, now);
	row->hot.next_at = base;
	reminder_stand(engine, tenant, row, STANDS_NEXT, base, actor);
}
