/* Statements about reminders, the names of their runs, and what is expected of them. A label is the
 * reminder's title, too. */
#include "base/must.h"
#include "calendar/civil.h"
#include "model/journal.h"
#include "story/story_parts.h"
#include "story/story_value.h"

/* ---- finding ------------------------------------------------------------------------------- */

struct looking {
	str title;
	const struct uuid *id; /* NULL: by title */
	const struct reminder_row *found;
};

static void look_at(void *context, const struct reminder_row *row)
{
	struct looking *looking = context;
	bool is_it = looking->id ? uuid_eq(looking->id, &row->id)
				 : str_eq(looking->title, row->title);
	if (is_it) looking->found = row;
}

static const struct reminder_row *row_titled(const struct play *play, str title)
{
	struct looking looking = { .title = title };
	memory_store_each_reminder(play->store, look_at, &looking);
	return looking.found;
}

static struct played_job *reminder_named(const struct play *play, str label)
{
	struct played_job *job = play_owner(play, label);
	return job && job->is_reminder ? job : NULL;
}

static struct played_job *reminder_of_id(const struct play *play, const struct uuid *id)
{
	struct looking looking = { .id = id };
	memory_store_each_reminder(play->store, look_at, &looking);
	return looking.found ? reminder_named(play, looking.found->title) : NULL;
}

struct played_job *play_reminder_of(const struct play *play, const struct run_row *row)
{
	struct uuid id;
	return reminder_parse_entity(row->entity, &id) ? reminder_of_id(play, &id) : NULL;
}

/* ---- statements ---------------------------------------------------------------------------- */

static void put_reminder(struct play *play, const struct story_line *line, struct played_job *job)
{
	const struct story_given *at = story_find(line, STORY_RUN_AT);
	const struct reminder_row *there = row_titled(play, job->label);
	struct reminder_row row = { .user = story_text(job->line, STORY_FOR_USER),
				    .title = job->label,
				    .zone = story_text(line, STORY_TZ),
				    .rule = story_text(line, STORY_RRULE) };
	str last = story_text(line, STORY_LAST);
	struct command command = { .kind = COMMAND_REMINDER_PUT,
				   .tenant = job->tenant,
				   .reminder = { .row = &row, .moves = at != NULL } };
	if (last.len && !daily_parse_date(last, &row.end_date)) {
		play_refuse(play, "last is a date, such as 2026-03-02");
		return;
	}
	row.is_recurring = row.rule.len > 0;
	row.starts_at = at ? msec_add(play->story->start, at->low) : 0;
	if (there && !at) row.starts_at = there->starts_at;
	if (there) command.reminder.id = there->id;
	play_submit(play, &command);
}

static enum command_kind kind_of(enum story_verb verb)
{
	if (verb == VERB_SNOOZE) return COMMAND_REMINDER_SNOOZE;
	if (verb == VERB_DISMISS) return COMMAND_REMINDER_DISMISS;
	return verb == VERB_DELETE_REMINDER ? COMMAND_REMINDER_DELETE : COMMAND_REMINDER_COMPLETE;
}

static void act(struct play *play, const struct story_line *line, const struct played_job *job)
{
	const struct reminder_row *row = row_titled(play, job->label);
	const struct story_given *until = story_find(line, STORY_UNTIL);
	struct command command = { .kind = kind_of(line->verb),
				   .tenant = job->tenant,
				   .reminder = { .snooze_ms = story_number(line, STORY_FOR, 0) } };
	if (!row) {
		play_refuse(play, "there is no such reminder");
		return;
	}
	command.reminder.id = row->id;
	if (until) command.reminder.until = msec_add(play->story->start, until->low);
	play_submit(play, &command);
}

void play_reminder(struct play *play, const struct story_line *line)
{
	struct played_job *job = reminder_named(play, line->words[0]);
	bool puts = line->verb == VERB_REMINDER || line->verb == VERB_CHANGE_REMINDER;
	if (!job && line->verb == VERB_REMINDER) {
		const struct played_job reminder = { .label = line->words[0],
						     .tenant = story_text(line, STORY_TENANT),
						     .type = REMINDER_TYPE,
						     .is_reminder = true,
						     .line = line };
		job = play_add_owner(play, &reminder);
	}
	if (!job) play_refuse(play, "there is no such reminder");
	else if (puts) put_reminder(play, line, job);
	else act(play, line, job);
	ask_all_again(play);
}

/* ---- told ---------------------------------------------------------------------------------- */

bool tell_reminder(struct play *play, const struct journal_entry *entry)
{
	const struct played_job *job = reminder_of_id(play, &entry->run);
	if (!job) return false;
	struct story_event event = { .kind = EVENT_JOB,
				     .label = job->label,
				     .tenant = job->tenant,
				     .type = job->type,
				     .reason = entry->reason };
	buf_clear(&play->text);
	buf_addf(&play->text, "the reminder is %.*s", STR_ARG(entry->reason));
	event.text = buf_view(&play->text);
	tell(play, &event);
	return true;
}

/* ---- expectations -------------------------------------------------------------------------- */

static void add_reminder_state(const struct reminder_row *row, struct buf *out)
{
	if (!row) {
		buf_add(out, STR("gone"));
		return;
	}
	buf_addf(out, "%.*s(%u) ", STR_ARG(reminder_status_name(row->hot.status)),
		 row->hot.snooze_count);
	instant_print(row->hot.remind_at, out);
	if (!row->hot.run_at) return;
	buf_add(out, STR(" then "));
	instant_print(row->hot.run_at, out);
}

void expect_reminder(struct play *play, const struct story_line *line)
{
	struct buf got, expected;
	buf_init(&got, 1024);
	buf_init(&expected, 1024);
	add_reminder_state(row_titled(play, line->words[0]), &got);
	for (u32 i = 1; i < line->words_len; i++) {
		if (i > 1) buf_add_byte(&expected, ' ');
		buf_add(&expected, line->words[i]);
	}
	if (!str_eq(buf_view(&got), buf_view(&expected))) {
		buf_clear(&play->text);
		buf_addf(&play->text, "it is %.*s; expected: %.*s", STR_ARG(buf_view(&got)),
			 STR_ARG(buf_view(&expected)));
		play_unmet(play, line, line->words[0]);
	}
	buf_done(&got);
	buf_done(&expected);
}
