/* Reminders (SPEC 8, I-19): how one may stand after another, at most five snoozes and then no more,
 * a series that goes on to its end and not beyond it. What a reminder tells next stands in the
 * queue as one run; its person was told when that run is done, or when a report says so. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

enum { SNOOZES_MOST = 5, LIVE_MAX = 512, TOUCHED_MAX = 4096 };

/* Occurrences are a fixed step apart: its zones never change. */
struct series {
	bool is_one;
	msec start;
	msec step;
	u64 count; /* 0: without end */
	i64 end_date;
	i32 offset; /* of its zone, in minutes */
};

struct oracle_reminder {
	struct uuid id;
	u32 tenant;
	bool exists;
	struct series series;
	struct reminder_hot hot;
	msec covered; /* the last occurrence that it stood as, or that counts */
	msec passed;  /* the last that was cancelled while it stood */
	u64 turn;     /* the last that touched it, or one of its runs */
	u64 turn_put;
	u32 due_flips; /* of this turn: its time came, by its row; by the journal */
	u32 due_told;
	u32 sent_told;
	u32 sent_steps;
	struct oracle_run *live[LIVE_MAX];
	u32 live_len;
};

struct oracle_reminders {
	struct uuid_map by_id;
	struct oracle_reminder *all[ORACLE_REMINDERS];
	u32 len;
	struct oracle_reminder *touched[TOUCHED_MAX];
	u32 touched_len;
};

void reminders_oracle_init(struct oracle *oracle)
{
	oracle->reminders = mem_alloc_zeroed(sizeof *oracle->reminders);
	must(oracle->reminders != NULL);
	uuid_map_init(&oracle->reminders->by_id, 23, offsetof(struct oracle_reminder, id));
}

void reminders_oracle_done(struct oracle *oracle)
{
	struct oracle_reminders *reminders = oracle->reminders;
	for (u32 i = 0; i < reminders->len; i++) mem_free(reminders->all[i]);
	uuid_map_done(&reminders->by_id);
	mem_free(reminders);
}

u32 reminders_len(const struct oracle *oracle)
{
	return oracle->reminders->len;
}

struct reminder_view reminders_at(const struct oracle *oracle, u32 index)
{
	const struct oracle_reminder *reminder = oracle->reminders->all[index];
	return (struct reminder_view){ .id = reminder->id,
				       .tenant = oracle_index(reminder->tenant),
				       .exists = reminder->exists,
				       .is_series = reminder->series.is_one };
}

static struct oracle_reminder *find(const struct oracle *oracle, const struct uuid *id)
{
	return uuid_map_find(&oracle->reminders->by_id, id);
}

static void touch(struct oracle *oracle, struct oracle_reminder *reminder)
{
	struct oracle_reminders *reminders = oracle->reminders;
	if (reminder->turn == oracle->turn_id) return;
	reminder->turn = oracle->turn_id;
	must(reminders->touched_len < TOUCHED_MAX);
	reminders->touched[reminders->touched_len++] = reminder;
}

/* ---- series --------------------------------------------------------------------------------- */

static u64 number_behind(str rule, str word)
{
	u64 number = 0;
	while (rule.len) {
		str part = str_split(&rule, ';');
		if (!str_starts_with(part, word)) continue;
		must(str_to_u64(str_from_offset(part, word.len), UINT32_MAX, &number));
	}
	return number;
}

static struct series series_in(const struct reminder_row *row)
{
	msec unit = str_starts_with(row->rule, STR("FREQ=DAILY")) ? MSEC_DAY : MSEC_MINUTE;
	u64 every = number_behind(row->rule, STR("INTERVAL="));
	if (!row->is_recurring) return (struct series){ .start = row->starts_at };
	return (struct series){ .is_one = row->is_recurring,
				.start = row->starts_at,
				.step = unit * (msec)(every ? every : 1),
				.count = number_behind(row->rule, STR("COUNT=")),
				.end_date = row->end_date,
				.offset = row->zone.len ? almanac_steady_offset(row->zone) : 0 };
}

static bool is_same(const struct series *a, const struct series *b)
{
	return a->is_one == b->is_one && a->start == b->start && a->step == b->step &&
	       a->count == b->count && a->end_date == b->end_date && a->offset == b->offset;
}

static bool is_in(const struct series *series, msec at)
{
	msec past = at - series->start;
	if (past < 0 || past % series->step) return false;
	if (series->count && (u64)(past / series->step) >= series->count) return false;
	return !series->end_date ||
	       (at + series->offset * MSEC_MINUTE) / MSEC_DAY <= series->end_date;
}

/* The first later than `after`; 0: there is none. */
static msec next_of(const struct series *series, msec after)
{
	msec at = series->start;
	if (!series->is_one) return 0;
	if (after >= at) at += ((after - at) / series->step + 1) * series->step;
	return is_in(series, at) ? at : 0;
}

/* ---- who asked for it ------------------------------------------------------------------------ */

static bool is_asked(const struct oracle *oracle, const struct oracle_reminder *reminder,
		     enum command_kind kind)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind == kind && uuid_eq(&command->reminder.id, &reminder->id) &&
		    rules_tenant_in(command->tenant) == oracle_index(reminder->tenant))
			return true;
	}
	return false;
}

static bool is_asked_for_new(const struct oracle *oracle, const struct reminder_row *row)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind == COMMAND_REMINDER_PUT && uuid_is_nil(&command->reminder.id) &&
		    str_eq(command->reminder.row->title, row->title))
			return true;
	}
	return false;
}

/* A report of whoever holds its run, who says that one way at least got through. */
static bool is_told(const struct oracle *oracle, const struct uuid *run)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind != COMMAND_REPORT) continue;
		for (u32 j = 0; j < command->report.len; j++) {
			const struct report *report = &command->report.reports[j];
			const struct oracle_execution *execution = oracle_execution_of(
				oracle, &report->execution);
			bool ends_well = report->outcome == OUTCOME_SUCCESS ||
					 report->outcome == OUTCOME_NOOP;
			if (execution && uuid_eq(&execution->run->id, run) &&
			    (report->notified || ends_well))
				return true;
		}
	}
	return false;
}

enum { AGREE_MS = 55 * 1000, AHEAD_MS = 10 * 60 * 1000 };

/* The journal of the turn says that a clock ahead was set back for it. */
static bool is_replanned(const struct oracle *oracle, const struct oracle_reminder *reminder)
{
	str rest = buf_view(&oracle->turn->journal);
	struct journal_entry entry;
	while (journal_unpack(&rest, &entry)) {
		if (entry.kind == JOURNAL_REMINDER && uuid_eq(&entry.run, &reminder->id) &&
		    str_eq(entry.reason, STR("replanned")))
			return true;
	}
	return false;
}

/* Whether the turn writes it no more behind this. */
static bool is_last_of_turn(const struct oracle *oracle, const struct oracle_reminder *reminder,
			    const struct reminder_hot *hot)
{
	for (u32 i = 0; i < oracle->turn->changes_len; i++) {
		const struct change *change = &oracle->turn->changes[i];
		if (change->kind == CHANGE_REMINDER_HOT &&
		    uuid_eq(&change->reminder_hot.id, &reminder->id) &&
		    change->reminder_hot.hot.version > hot->version)
			return false;
	}
	return true;
}

bool reminders_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_reminder *reminder = run->reminder;
	return reminder && (is_replanned(oracle, reminder) ||
			    is_asked(oracle, reminder, COMMAND_REMINDER_SNOOZE) ||
			    is_asked(oracle, reminder, COMMAND_REMINDER_DISMISS) ||
			    is_asked(oracle, reminder, COMMAND_REMINDER_COMPLETE) ||
			    is_asked(oracle, reminder, COMMAND_REMINDER_PUT) ||
			    is_asked(oracle, reminder, COMMAND_REMINDER_DELETE));
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Once for each run that it stands as. */
static void note_due(struct oracle *oracle, struct oracle_reminder *reminder,
		     const struct reminder_hot *hot, bool is_another)
{
	struct oracle_run *run = oracle_run_of(oracle, &hot->run);
	if (!hot->is_due || (reminder->hot.is_due && !is_another)) return;
	reminder->due_flips++;
	if (run) run->was_told_due = true;
}

static void take_put(struct oracle *oracle, const struct reminder_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_reminders *reminders = oracle->reminders;
	struct oracle_reminder *reminder = find(oracle, &row->id);
	bool is_new = !reminder;
	if (is_new) {
		if (!is_asked_for_new(oracle, row))
			sim_fail(sim, "I-19", NULL, "a reminder that nobody asked for");
		reminder = mem_alloc_zeroed(sizeof *reminder);
		must(reminder != NULL && reminders->len < ORACLE_REMINDERS);
		must(uuid_map_reserve(&reminders->by_id, 1) == ERR_OK);
		reminder->id = row->id;
		reminder->tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
		reminder->exists = true;
		uuid_map_insert(&reminders->by_id, reminder);
		reminders->all[reminders->len++] = reminder;
		sim_mark(sim, MARK_REMINDER_MADE);
	} else if (!is_asked(oracle, reminder, COMMAND_REMINDER_PUT)) {
		sim_fail(sim, "I-19", NULL, "a reminder changed, and nobody asked for it");
	}
	if (!reminder->exists || row->hot.version != reminder->hot.version + 1)
		sim_fail(sim, "version", NULL, "a reminder at version %" PRIu64 " after %" PRIu64,
			 row->hot.version, reminder->hot.version);
	struct series series = series_in(row);
	bool begins = is_new || !is_same(&series, &reminder->series) ||
		      !uuid_eq(&row->hot.run, &reminder->hot.run);
	if (begins && !row->hot.is_due &&
	    (row->hot.status != REMINDER_PENDING || row->hot.snooze_count))
		sim_fail(sim, "I-19", NULL, "it begins anew as %.*s, snoozed %u times",
			 STR_ARG(reminder_status_name(row->hot.status)), row->hot.snooze_count);
	msec from = series.start > oracle->now.wall ? series.start : oracle->now.wall;
	msec first = series.is_one ? next_of(&series, from - 1) : series.start;
	if (begins && row->hot.remind_at != first)
		sim_fail(sim, "I-19", NULL,
			 "it begins %" PRId64 " ms from the first that is still to come",
			 row->hot.remind_at - first);
	if (begins) reminder->covered = first;
	if (begins) reminder->passed = 0;
	note_due(oracle, reminder, &row->hot, begins);
	reminder->series = series;
	reminder->hot = row->hot;
	reminder->turn_put = oracle->turn_id;
	touch(oracle, reminder);
}

/* The next of a series fell due, and replaces what was left. */
static void check_moved_on(struct oracle *oracle, struct oracle_reminder *reminder,
			   const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	const struct series *series = &reminder->series;
	bool is_blank = hot->status == REMINDER_PENDING && !hot->snooze_count &&
			!hot->snoozed_until && !hot->sent_at && !hot->dismissed_at &&
			!hot->completed_at;
	msec next = next_of(series, hot->remind_at);
	const struct oracle_run *run = oracle_run_of(oracle, &hot->run);
	bool was_claimed = run && run->fence; /* that its time had come is told late, if at all */
	if (!series->is_one || !is_in(series, hot->remind_at))
		sim_fail(sim, "I-19", &hot->run, "%" PRId64 " is none of its instants%s",
			 hot->remind_at / MSEC_SECOND,
			 series->end_date ? ", or beyond its last day" : "");
	if (hot->remind_at <= reminder->hot.remind_at)
		sim_fail(sim, "I-19", &hot->run, "its series went back");
	if (hot->remind_at > oracle->wall_max)
		sim_fail(sim, "I-19", &hot->run, "the next one counts before its time");
	/* What was denied while a clock that jumped is waited for is told, too; or when its hook
	 * has been waited for until a later one had passed. */
	bool was_aside = run && hooks_is_aside(oracle, run);
	if (next && next <= oracle->now.wall && !was_claimed && !was_aside &&
	    !plans_may_hold(oracle, oracle->now))
		sim_fail(sim, "I-19", &hot->run, "a later one has passed, and should count");
	if (!is_blank) sim_fail(sim, "I-19", &hot->run, "something of the one before was left");
	sim_mark(sim, reminder->hot.status == REMINDER_PENDING ? MARK_REMINDER_REPLACED
							       : MARK_REMINDER_NEXT);
}

static void check_snoozed(struct oracle *oracle, const struct oracle_reminder *reminder,
			  const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	if (!is_asked(oracle, reminder, COMMAND_REMINDER_SNOOZE))
		sim_fail(sim, "I-19", &hot->run, "snoozed, and nobody asked for it");
	if (reminder_status_is_over(reminder->hot.status))
		sim_fail(sim, "I-19", &hot->run, "it was over, and was snoozed");
	if (hot->snooze_count != reminder->hot.snooze_count + 1 || hot->snooze_count > SNOOZES_MOST)
		sim_fail(sim, "I-19", &hot->run, "snoozed %u times after %u", hot->snooze_count,
			 reminder->hot.snooze_count);
	if (hot->snoozed_until <= oracle->now.wall)
		sim_fail(sim, "I-19", &hot->run, "snoozed until what has passed");
	if (reminder->hot.status == REMINDER_PENDING) sim_mark(sim, MARK_REMINDER_SNOOZED_EARLY);
	sim_mark(sim, MARK_REMINDER_SNOOZED);
}

static void check_ended(struct oracle *oracle, const struct oracle_reminder *reminder,
			const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	bool is_dismissed = hot->status == REMINDER_DISMISSED;
	bool is_asked_so = is_asked(oracle, reminder,
				    is_dismissed ? COMMAND_REMINDER_DISMISS
						 : COMMAND_REMINDER_COMPLETE);
	bool is_worn_out = is_dismissed && reminder->hot.snooze_count == SNOOZES_MOST &&
			   is_asked(oracle, reminder, COMMAND_REMINDER_SNOOZE);
	if (!is_asked_so && !is_worn_out)
		sim_fail(sim, "I-19", &hot->run, "%.*s, and nobody asked for it",
			 STR_ARG(reminder_status_name(hot->status)));
	if (reminder_status_is_over(reminder->hot.status))
		sim_fail(sim, "I-19", &hot->run, "it was over already");
	if (!is_asked_so) sim_mark(sim, MARK_REMINDER_WORN_OUT);
	sim_mark(sim, is_dismissed ? MARK_REMINDER_DISMISSED : MARK_REMINDER_COMPLETED);
}

static void check_status(struct oracle *oracle, struct oracle_reminder *reminder,
			 const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	const struct reminder_hot *before = &reminder->hot;
	bool is_snoozed = hot->status == REMINDER_SNOOZED &&
			  (before->status != REMINDER_SNOOZED ||
			   hot->snooze_count != before->snooze_count);
	if (!is_snoozed && hot->snooze_count != before->snooze_count)
		sim_fail(sim, "I-19", &hot->run, "its snoozes went from %u to %u",
			 before->snooze_count, hot->snooze_count);
	if (is_snoozed) check_snoozed(oracle, reminder, hot);
	if (hot->status == before->status) return;
	if (reminder_status_is_over(hot->status)) check_ended(oracle, reminder, hot);
	else if (hot->status == REMINDER_PENDING)
		sim_fail(sim, "I-19", &hot->run, "%.*s, and PENDING again without another time",
			 STR_ARG(reminder_status_name(before->status)));
	if (hot->status != REMINDER_SENT) return;
	if (reminder_status_is_over(before->status))
		sim_fail(sim, "I-19", &hot->run, "it was over, and was sent");
	if (!is_told(oracle, &before->run))
		sim_fail(sim, "I-19", &hot->run, "sent, and nobody has told its person");
	reminder->sent_steps++;
	sim_mark(sim, MARK_REMINDER_SENT);
}

/* A clock that was ahead is set back: its series begins again with the first occurrence from now
 * on, or its snooze. */
static void take_set_back(struct oracle *oracle, struct oracle_reminder *reminder,
			  const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall, next = next_of(&reminder->series, wall);
	bool is_series = reminder->series.is_one;
	touch(oracle, reminder);
	if (oracle->now.boot - oracle->jobs->stepped_at < AGREE_MS)
		sim_fail(sim, "set-back", &hot->run, "the clocks do not agree yet");
	if (is_series && (hot->stands != STANDS_FIRST || hot->run_at != next ||
			  hot->remind_at != next || hot->status != REMINDER_PENDING))
		sim_fail(sim, "set-back", &hot->run, "its next is at %" PRId64 ", not at %" PRId64,
			 hot->run_at / MSEC_SECOND, next / MSEC_SECOND);
	if (!is_series && (hot->run_at != hot->snoozed_until || hot->run_at < wall ||
			   hot->snooze_count != reminder->hot.snooze_count))
		sim_fail(sim, "set-back", &hot->run, "snoozed by nobody");
	reminder->covered = hot->remind_at;
	reminder->passed = 0;
	reminder->hot = *hot;
	sim_mark(sim, MARK_REMINDER_SET_BACK);
}

static void take_hot(struct oracle *oracle, const struct uuid *id, const struct reminder_hot *hot)
{
	struct sim *sim = oracle->sim;
	struct oracle_reminder *reminder = find(oracle, id);
	if (!reminder || !reminder->exists)
		sim_fail(sim, "I-19", &hot->run, "a reminder that is not there changed");
	if (hot->version != reminder->hot.version + 1)
		sim_fail(sim, "version", &hot->run,
			 "a reminder at version %" PRIu64 " after %" PRIu64, hot->version,
			 reminder->hot.version);
	bool is_same_run = uuid_eq(&hot->run, &reminder->hot.run);
	if (is_replanned(oracle, reminder) && is_last_of_turn(oracle, reminder, hot)) {
		take_set_back(oracle, reminder, hot);
		return;
	}
	if (is_same_run && reminder->hot.is_due && !hot->is_due)
		sim_fail(sim, "I-19", &hot->run, "its time has come, and is to come again");
	note_due(oracle, reminder, hot, !is_same_run);
	if (hot->remind_at != reminder->hot.remind_at) check_moved_on(oracle, reminder, hot);
	else check_status(oracle, reminder, hot);
	if (hot->remind_at > reminder->covered) reminder->covered = hot->remind_at;
	reminder->hot = *hot;
	touch(oracle, reminder);
}

static void take_gone(struct oracle *oracle, const struct uuid *id)
{
	struct oracle_reminder *reminder = find(oracle, id);
	if (!reminder || !reminder->exists || !is_asked(oracle, reminder, COMMAND_REMINDER_DELETE))
		sim_fail(oracle->sim, "I-19", NULL, "a reminder is gone that nobody deleted");
	reminder->exists = false;
	touch(oracle, reminder);
	sim_mark(oracle->sim, MARK_REMINDER_DELETED);
}

void reminders_take(struct oracle *oracle, const struct change *change)
{
	if (change_puts(change, KIND_REMINDER)) take_put(oracle, change->reminder);
	if (change->kind == CHANGE_REMINDER_HOT)
		take_hot(oracle, &change->reminder_hot.id, &change->reminder_hot.hot);
	if (change->kind == CHANGE_REMINDER_GONE) take_gone(oracle, &change->reminder_gone.id);
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Its reminder's row may come behind it in the same turn. */
static struct oracle_reminder *find_owner(struct oracle *oracle, const struct oracle_run *run)
{
	return find(oracle, &run->reminder_id);
}

void reminders_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row)
{
	if (!reminder_parse_entity(row->entity, &run->reminder_id))
		sim_fail(oracle->sim, "I-19", &row->id, "a run of no reminder");
	run->planned_at = row->planned_at;
	if (row->planned_at != row->hot.run_at)
		sim_fail(oracle->sim, "I-19", &row->id, "it does not stand at its time");
}

static bool is_live(u32 state)
{
	return state == RUN_QUEUED || state == RUN_PROCESSING;
}

static void drop_live(struct oracle_reminder *reminder, const struct oracle_run *run)
{
	for (u32 i = 0; i < reminder->live_len; i++) {
		if (reminder->live[i] != run) continue;
		reminder->live[i] = reminder->live[--reminder->live_len];
		return;
	}
}

/* Somebody said something about the reminder, not about its run. */
static bool is_by_its_word(str reason)
{
	static const char *const words[] = { "snoozed", "DISMISSED", "COMPLETED",
					     "moved",   "deleted",   "replanned" };
	for (u32 i = 0; i < countof(words); i++) {
		if (str_eq(reason, str_from(words[i]))) return true;
	}
	return false;
}

/* The journal has moved it. */
void reminders_moved(struct oracle *oracle, struct oracle_run *run, u32 from, u32 to)
{
	if (uuid_is_nil(&run->reminder_id)) return;
	if (!run->reminder) run->reminder = find_owner(oracle, run);
	struct oracle_reminder *reminder = run->reminder;
	if (!reminder)
		sim_fail(oracle->sim, "I-19", &run->id, "a run of a reminder that is not there");
	bool was_tried = to == RUN_DONE || to == RUN_FAILED || to == RUN_DLQ;
	if (was_tried && !run->was_told_due && !run->was_redriven)
		sim_fail(oracle->sim, "I-19", &run->id, "tried, and its time never came");
	if (is_live(from) && !is_live(to)) drop_live(reminder, run);
	if (to == RUN_CANCELLED && !is_by_its_word(oracle->moved_for) &&
	    run->planned_at > reminder->passed)
		reminder->passed = run->planned_at;
	if (!is_live(from) && is_live(to)) {
		must(reminder->live_len < LIVE_MAX);
		reminder->live[reminder->live_len++] = run;
	}
	touch(oracle, reminder);
}

void reminders_take_entry(struct oracle *oracle, const struct journal_entry *entry)
{
	struct oracle_reminder *reminder = find(oracle, &entry->run);
	if (!reminder)
		sim_fail(oracle->sim, "I-22", NULL,
			 "the journal tells of a reminder that is not there");
	reminder->due_told += str_eq(entry->reason, STR("due"));
	reminder->sent_told += str_eq(entry->reason, STR("sent"));
	touch(oracle, reminder);
}

/* ---- the turn as a whole -------------------------------------------------------------------- */

static void check_runs(struct oracle *oracle, const struct oracle_reminder *reminder)
{
	struct sim *sim = oracle->sim;
	const struct reminder_hot *hot = &reminder->hot;
	bool stands = reminder->exists && hot->stands != STANDS_NOT;
	bool is_there = false;
	for (u32 i = 0; i < reminder->live_len; i++) {
		const struct oracle_run *run = reminder->live[i];
		bool is_its = stands && uuid_eq(&run->id, &hot->run);
		is_there = is_there || is_its;
		/* One that a person has brought back is a task like others. */
		if (!is_its && !run->was_redriven)
			sim_fail(sim, "I-19", &run->id, "it stands beside %s",
				 reminder->exists ? "the one that counts" : "what is deleted");
	}
	if (stands && !is_there)
		sim_fail(sim, "I-19", &hot->run, "what it will tell next is not in the queue");
}

/* Where the next of a series stands, and that a series goes on to its end. */
static void check_series(struct oracle *oracle, struct oracle_reminder *reminder)
{
	struct sim *sim = oracle->sim;
	const struct reminder_hot *hot = &reminder->hot;
	const struct series *series = &reminder->series;
	const struct oracle_run *run = oracle_run_of(oracle, &hot->run);
	if (!reminder->exists) return;
	msec at = run ? run->planned_at : 0;
	if (hot->stands == STANDS_AGAIN && at != hot->snoozed_until && hot->snoozed_until)
		sim_fail(sim, "I-19", &hot->run, "snoozed, and it comes at another time");
	msec passed = reminder->passed > hot->remind_at ? reminder->passed : hot->remind_at;
	/* One that stood before it was snoozed stands again, also where a clock that was set
	 * back has others before it: those are over. */
	msec next = reminder->covered > passed ? reminder->covered : next_of(series, passed);
	if (hot->stands == STANDS_AGAIN && !hot->is_due && next && at >= next)
		sim_fail(sim, "I-19", &hot->run, "snoozed beyond what replaces it");
	if (hot->stands == STANDS_NEXT && !is_in(series, at))
		sim_fail(sim, "I-19", &hot->run, "the next stands at %" PRId64 ", which is %s",
			 at / MSEC_SECOND, "none of its instants, or beyond its end");
	if (hot->stands == STANDS_NEXT && at > reminder->covered) reminder->covered = at;
	if (hot->stands == STANDS_NOT && next_of(series, reminder->covered))
		sim_fail(sim, "I-19", &hot->run, "its series goes on, and nothing stands for it");
	if (hot->stands == STANDS_NOT && series->is_one) sim_mark(sim, MARK_REMINDER_SERIES_OVER);
}

static void check_told(struct oracle *oracle, struct oracle_reminder *reminder)
{
	struct sim *sim = oracle->sim;
	if (reminder->due_told != reminder->due_flips)
		sim_fail(sim, "I-19", &reminder->hot.run,
			 "its time came %u times, and that was told %u times", reminder->due_flips,
			 reminder->due_told);
	if (reminder->sent_told < reminder->sent_steps)
		sim_fail(sim, "I-19", &reminder->hot.run, "its person was told, the journal not");
	reminder->due_told = reminder->due_flips = reminder->sent_told = reminder->sent_steps = 0;
}

void reminders_after_commit(struct oracle *oracle)
{
	struct oracle_reminders *reminders = oracle->reminders;
	for (u32 i = 0; i < reminders->touched_len; i++) {
		struct oracle_reminder *reminder = reminders->touched[i];
		check_runs(oracle, reminder);
		check_series(oracle, reminder);
		check_told(oracle, reminder);
	}
	reminders->touched_len = 0;
}

void reminders_check_ahead(const struct oracle *oracle, struct now now)
{
	const struct oracle_reminders *reminders = oracle->reminders;
	for (u32 i = 0; i < reminders->len; i++) {
		const struct oracle_reminder *reminder = reminders->all[i];
		const struct reminder_hot *hot = &reminder->hot;
		msec next = reminder->exists ? next_of(&reminder->series, now.wall) : 0;
		bool is_ahead = reminder_is_ahead(hot, now.wall + 2 * AHEAD_MS);
		if (is_ahead && next && hot->run_at > next)
			sim_fail(oracle->sim, "set-back", &hot->run,
				 "a series is silent for %" PRId64
				 " ms, and the clock was set back",
				 hot->run_at - now.wall);
	}
}

/* Its run is done: its person was told in the same commit, unless a person was faster. */
void reminders_check_done(struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_reminder *reminder = run->reminder;
	if (!reminder || run->was_redriven || !reminder->exists) return;
	if (reminder->hot.sent_at || reminder->turn_put == oracle->turn_id) return;
	bool is_another = run->planned_at < reminder->hot.remind_at;
	if (!is_another && reminder->hot.status != REMINDER_SENT &&
	    !reminder_status_is_over(reminder->hot.status))
		sim_fail(oracle->sim, "I-19", &run->id, "its person was told, and it is %.*s",
			 STR_ARG(reminder_status_name(reminder->hot.status)));
}

/* ---- answers -------------------------------------------------------------------------------- */

static bool may_refuse(const struct oracle *oracle, const struct call *call,
		       const struct oracle_reminder *reminder, enum err err)
{
	const struct reminder_command *asked = &call->command.reminder;
	bool is_foreign = reminder && call->token &&
			  call->token - 1 != oracle_index(reminder->tenant);
	bool is_gone = !reminder || is_foreign || !reminder->exists;
	if (err == ERR_NOT_FOUND) {
		if (is_foreign && reminder->exists) sim_mark(oracle->sim, MARK_REMINDER_FOREIGN);
		return is_gone && !uuid_is_nil(&asked->id);
	}
	bool is_over = reminder && (reminder_status_is_over(reminder->hot.status) ||
				    reminder->turn == oracle->turn_id);
	if (err == ERR_CONFLICT) return call->kind != COMMAND_REMINDER_PUT && is_over;
	if (err == ERR_INVALID)
		return call->kind == COMMAND_REMINDER_SNOOZE && asked->until &&
		       asked->until <= oracle->sim->node.now.wall;
	if (err != ERR_RULE_NEVER || call->kind != COMMAND_REMINDER_PUT) return false;
	/* Another may have given it its start in this turn, behind this one. */
	if (!asked->moves && reminder && reminder->turn_put == oracle->turn_id) return true;
	struct series series = series_in(asked->row);
	if (!asked->moves && reminder) series.start = reminder->series.start;
	series.start -= series.start % MSEC_SECOND;
	msec wall = oracle->sim->node.now.wall;
	msec from = series.start > wall ? series.start : wall;
	return !next_of(&series, from - 1);
}

void reminders_check_answer(struct oracle *oracle, const struct call *call,
			    const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	const struct reminder_command *asked = &call->command.reminder;
	const struct oracle_reminder *reminder = find(oracle, &asked->id);
	if (answer->err) {
		if (!may_refuse(oracle, call, reminder, answer->err))
			sim_fail(sim, "refusal", NULL, "%.*s: %s (%s)",
				 STR_ARG(command_name(call->kind)), err_name(answer->err),
				 answer->why.text);
		return;
	}
	reminder = find(oracle, &answer->reminder.id);
	if (!reminder || answer->reminder.version > reminder->hot.version)
		sim_fail(sim, "P1", NULL, "a reminder was acknowledged that is not durable");
	if (call->token - 1 != oracle_index(reminder->tenant))
		sim_fail(sim, "P20", NULL, "another tenant's reminder was changed");
	bool is_last = answer->reminder.version == reminder->hot.version && reminder->exists;
	if (is_last && answer->reminder.status != reminder->hot.status)
		sim_fail(sim, "P1", NULL, "a reminder is shown as %.*s, and is %.*s",
			 STR_ARG(reminder_status_name(answer->reminder.status)),
			 STR_ARG(reminder_status_name(reminder->hot.status)));
	if (call->kind == COMMAND_REMINDER_DELETE && reminder->exists)
		sim_fail(sim, "P1", NULL, "deleted, they said, and it is there");
	/* What comes next may have replaced it at once. */
	bool is_snooze = call->kind == COMMAND_REMINDER_SNOOZE &&
			 reminder->hot.stands != STANDS_NEXT;
	if (is_snooze && is_last && reminder->hot.status != REMINDER_SNOOZED &&
	    reminder->hot.status != REMINDER_DISMISSED)
		sim_fail(sim, "I-19", NULL, "snoozed, they said, and it is not");
}
