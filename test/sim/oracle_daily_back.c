/* Daily windows after a wall clock that was ahead is set back: missed days leave the ledger and are
 * planned again, a day that ended stays so, and nobody's window is far away. */
#include "sim/oracle_daily.h"

#include <inttypes.h>

enum { AGREE_MS = 55 * 1000, AHEAD_MS = 10 * 60 * 1000 };

/* Both clocks agree for a while first. */
static void check_agreed(const struct oracle *oracle, const struct oracle_person *person)
{
	if (oracle->now.boot - oracle->jobs->stepped_at < AGREE_MS)
		sim_fail(oracle->sim, "set-back", NULL,
			 "the window of user %u is set back, and the clocks do not agree yet",
			 person->number);
}

/* Days leave the ledger: only missed ones that a clock ahead has decided. */
void days_take_undone(struct oracle *oracle, const struct day_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_person *person = days_person_of(oracle, row->tenant, row->user);
	u32 at = 0;
	days_touch(oracle, person);
	check_agreed(oracle, person);
	while (at < person->days_len && person->days[at].date != row->date) at++;
	if (at == person->days_len)
		sim_fail(sim, "I-03", &row->run, "a day leaves the ledger that was not in it");
	if (person->days[at].status != DAY_MISSED)
		sim_fail(sim, "I-02", &row->run, "day %" PRId64 " leaves the ledger, and had ended",
			 row->date);
	if (person->days[at].at <= oracle->now.wall)
		sim_fail(sim, "I-03", &row->run, "day %" PRId64 " is over, and leaves the ledger",
			 row->date);
	person->turn_back = oracle->turn_id;
	person->undone++;
	memmove(&person->days[at], &person->days[at + 1],
		(person->days_len - at - 1) * sizeof *person->days);
	person->days_len--;
}

void days_keep_undone(struct oracle *oracle, const struct undone_day_row *row)
{
	struct oracle_person *person = days_person_of(oracle, row->day.tenant, row->day.user);
	if (!person->undone || row->undone_at != oracle->now.wall)
		sim_fail(oracle->sim, "I-03", &row->day.run, "an undone day that was none");
	person->undone--;
	sim_mark(oracle->sim, MARK_DAY_UNDONE);
}

/* The first day from here on that has not ended. */
static i64 skip_ended(const struct oracle_person *person, i64 date)
{
	for (u32 i = 0; i < person->days_len; i++) {
		const struct ledger_day *day = &person->days[i];
		if (day->status != DAY_MISSED && day->date == date) date++;
	}
	return date;
}

/* Missed days were undone; none that ended may end again. */
void days_take_decided(struct oracle *oracle, struct oracle_person *person,
		       const struct daily_hot *hot)
{
	struct sim *sim = oracle->sim;
	check_agreed(oracle, person);
	if (person->undone)
		sim_fail(sim, "I-03", &hot->run, "%u days left the ledger for good",
			 person->undone);
	if (hot->decided > person->hot.decided || hot->last_date != person->hot.last_date ||
	    hot->status != person->hot.status || hot->last_run_at != person->hot.last_run_at)
		sim_fail(sim, "I-07", &hot->run, "user %u is set back to what was never so",
			 person->number);
	for (u32 i = 0; i < person->days_len; i++) {
		i64 date = person->days[i].date;
		if (date > hot->decided && !decided_has(&hot->ahead, date))
			sim_fail(sim, "I-02", &hot->run, "day %" PRId64 " ended, and may end again",
				 date);
	}
	days_touch(oracle, person);
	person->writes++;
	person->tried_day = 0;
	person->hot.decided = hot->decided;
	person->hot.ahead = hot->ahead;
	person->turn_back = oracle->turn_id;
}

/* A window takes the place of another, and no day ended. */
void days_take_set_back(struct oracle *oracle, struct oracle_person *person,
			const struct daily_hot *hot)
{
	struct sim *sim = oracle->sim;
	const msec soonest[2] = { 0, 0 };
	days_take_decided(oracle, person, hot);
	/* From the first day of the clock ahead on; where that is far away, from now on. */
	i64 first = hot->decided + 1, soon = days_next_of(oracle, person);
	if (days_cutoff_of(oracle, person, first) > oracle->now.wall + DAILY_REACH_MS &&
	    first > soon)
		sim_fail(sim, "set-back", &hot->run,
			 "user %u goes on with day %" PRId64 ", not %" PRId64, person->number,
			 first, soon);
	i64 date = skip_ended(person, first);
	bool is_next = hot->date == skip_ended(person, soon);
	bool is_merged = hot->date > date && decided_has(&hot->ahead, date);
	days_check_stands(oracle, person, hot, is_next || is_merged ? hot->date : date, soonest);
	sim_mark(sim, MARK_DAY_SET_BACK);
}

/* Nobody's window is far away, but for days that have ended, and those between spans of them. */
void days_check_ahead(const struct oracle *oracle, struct now now)
{
	for (u32 i = 0; oracle->days->len && i < ORACLE_TENANTS * ORACLE_SUBSCRIBERS; i++) {
		const struct oracle_person *person = days_person_at(oracle, i);
		if (!person || !person->is_there) continue;
		i64 soon = days_date_of(oracle, person, now.wall) + 2;
		bool has_ended = daily_skip_ended(&person->hot, soon) > soon ||
				 (person->days_len && person->hot.decided >= soon &&
				  person->days[person->days_len - 1].at <= now.wall + 2 * AHEAD_MS);
		if (person->hot.cutoff > now.wall + DAILY_REACH_MS + 2 * AHEAD_MS && !has_ended)
			sim_fail(oracle->sim, "set-back", &person->hot.run,
				 "user %u is silent for %" PRId64 " ms, and the clock was set back",
				 person->number, person->hot.cutoff - now.wall);
	}
}
