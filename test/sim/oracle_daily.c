/* Daily windows (SPEC 9, I-02 to I-04, I-06 to I-08), from the words of the specification.
 *
 * A person has a window for each day, named by the date of its cutoff, and it stands in the queue
 * as one run. A day ends once: with a success before its cutoff, by the cutoff, or missed where
 * nobody was there until the next day had begun. Between two days that ended none is left out,
 * unless the person said something else in between. Attempts lie in the window, a delay apart from
 * enqueue to enqueue; a claim writes nothing about the person; a success behind the cutoff is only
 * told. */
#include "sim/oracle_daily.h"

#include "base/must.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEEP_USUAL = 400, TEXT_MAX = 64 };

#define WINDOW_USUAL (60 * MSEC_MINUTE)
#define DELAY_USUAL (10 * MSEC_MINUTE)

void days_oracle_init(struct oracle *oracle)
{
	oracle->days = mem_alloc_zeroed(sizeof *oracle->days);
	must(oracle->days != NULL);
}

struct oracle_person *days_person_at(const struct oracle *oracle, u32 index)
{
	return oracle->days->of[index / ORACLE_SUBSCRIBERS][index % ORACLE_SUBSCRIBERS];
}

void days_oracle_done(struct oracle *oracle)
{
	for (u32 i = 0; i < ORACLE_TENANTS * ORACLE_SUBSCRIBERS; i++)
		mem_free(days_person_at(oracle, i));
	mem_free(oracle->days);
}

/* "user-7". */
static u32 number_of(str user)
{
	u64 number = 0;
	must(str_starts_with(user, STR("user-")));
	must(str_to_u64(str_from_offset(user, 5), ORACLE_SUBSCRIBERS - 1, &number));
	return (u32)number;
}

struct oracle_person *days_person_of(struct oracle *oracle, tenant_no tenant, str user)
{
	u32 own = oracle_number(oracle, NAME_TENANT, tenant.v), number = number_of(user);
	struct oracle_person **slot = &oracle->days->of[own][number];
	if (!*slot) {
		*slot = mem_alloc_zeroed(sizeof **slot);
		must(*slot != NULL);
		**slot = (struct oracle_person){ .tenant = own,
						 .number = number,
						 .row_tenant = tenant };
		oracle->days->len++;
	}
	return *slot;
}

struct daily_view days_at(const struct oracle *oracle, u32 tenant, u32 user)
{
	const struct oracle_person *person = oracle->days->of[tenant + 1][user];
	if (!person) return (struct daily_view){ .is_there = false };
	return (struct daily_view){ .is_there = person->is_there,
				    .zone = str_from(person->zone),
				    .due_minute = person->due_minute };
}

void days_touch(struct oracle *oracle, struct oracle_person *person)
{
	struct oracle_days *days = oracle->days;
	if (person->turn == oracle->turn_id) return;
	person->turn = oracle->turn_id;
	person->days_ended = person->days_told = person->writes = 0;
	person->before = person->hot;
	person->was_there = person->is_there;
	must(days->touched_len < TOUCHED_MAX);
	days->touched[days->touched_len++] = person;
}

/* ---- when ------------------------------------------------------------------------------------ */

msec days_cutoff_of(const struct oracle *oracle, const struct oracle_person *person, i64 date)
{
	return almanac_due(str_from(person->zone), oracle->jobs->zones, date, person->due_minute);
}

/* Until the word of new zone data is heard, it may be by either. */
static bool zones_are_told(const struct oracle *oracle)
{
	return !oracle->jobs->zones_are_new;
}

static bool is_due_at(const struct oracle *oracle, const struct oracle_person *person, i64 date,
		      msec cutoff)
{
	u32 other = (oracle->jobs->zones + 1) % ALMANAC_VERSIONS;
	if (cutoff == days_cutoff_of(oracle, person, date)) return true;
	return !zones_are_told(oracle) &&
	       cutoff == almanac_due(str_from(person->zone), other, date, person->due_minute);
}

i64 days_date_of(const struct oracle *oracle, const struct oracle_person *person, msec at)
{
	return almanac_date(str_from(person->zone), oracle->jobs->zones, at);
}

/* The first day behind those that have ended whose cutoff is still to come. */
i64 days_next_of(const struct oracle *oracle, const struct oracle_person *person)
{
	msec wall = oracle->now.wall;
	i64 date = days_date_of(oracle, person, wall) - 1;
	if (date <= person->hot.decided) date = person->hot.decided + 1;
	while (days_cutoff_of(oracle, person, date) <= wall) date++;
	return daily_skip_ended(&person->hot, date);
}

static msec window_of(const struct oracle *oracle, u32 tenant)
{
	msec said = oracle->days->policies[tenant].window_ms;
	return said ? said : WINDOW_USUAL;
}

static msec delay_of(const struct oracle *oracle, u32 tenant)
{
	msec said = oracle->days->policies[tenant].retry_delay_ms;
	return said ? said : DELAY_USUAL;
}

static msec later(msec a, msec b)
{
	return a > b ? a : b;
}

static msec earlier(msec a, msec b)
{
	return a < b ? a : b;
}

/* A clock that jumped is not believed at once. */
static bool may_hold(const struct oracle *oracle)
{
	return plans_may_hold(oracle, oracle->now);
}

/* ---- who asked for it ------------------------------------------------------------------------ */

static const struct command *find_command(const struct oracle *oracle, enum command_kind kind,
					  const struct oracle_person *person)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind == kind && number_of(command->daily.user) == person->number &&
		    rules_tenant_in(command->tenant) == oracle_index(person->tenant))
			return command;
	}
	return NULL;
}

/* A window takes its place before any day ended: a clock ahead was set back. */
static bool is_replanned(const struct oracle *oracle, const struct oracle_person *person)
{
	for (u32 i = 0; i < oracle->turn->changes_len; i++) {
		const struct change *change = &oracle->turn->changes[i];
		bool is_day = change_puts(change, KIND_DAY);
		if (!is_day && change->kind != CHANGE_DAILY_HOT) continue;
		tenant_no tenant = is_day ? change->day->tenant : change->daily_hot.tenant;
		str user = is_day ? change->day->user : change->daily_hot.user;
		if (tenant.v == person->row_tenant.v && number_of(user) == person->number)
			return !is_day;
	}
	return false;
}

/* Moved or deleted: the window that stood ends, and its day with it does not. */
bool days_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_person *person = run->person_of_day;
	return person &&
	       (is_replanned(oracle, person) || find_command(oracle, COMMAND_DAILY_PUT, person) ||
		find_command(oracle, COMMAND_DAILY_DELETE, person));
}

static bool is_asked_so(const struct oracle *oracle, const struct oracle_person *person,
			const struct daily_row *row)
{
	for (u32 i = 0; i < oracle->turn->commands_len; i++) {
		const struct command *command = oracle->turn->commands[i];
		if (command->kind != COMMAND_DAILY_PUT) continue;
		const struct daily_command *asked = &command->daily;
		if (number_of(asked->user) == person->number &&
		    rules_tenant_in(command->tenant) == oracle_index(person->tenant) &&
		    asked->due_minute == row->due_minute && str_eq(asked->zone, row->zone))
			return true;
	}
	return false;
}

/* ---- the run that a window stands as -------------------------------------------------------- */

static bool text_is(str text, const char *format, u32 number, i64 date)
{
	char day[DAILY_DATE_LEN], expected[TEXT_MAX];
	daily_print_date(date, day);
	int len = snprintf(expected, sizeof expected, format, number, DAILY_DATE_LEN, day);
	return str_eq(text, (str){ expected, (size_t)len });
}

void days_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_person *person = days_person_of(oracle, row->tenant, row->user);
	type_no type = oracle->days->policies[run->tenant].type;
	u32 named = type.v ? oracle_number(oracle, NAME_TYPE, type.v) : ORACLE_DAILY_TYPE;
	days_touch(oracle, person);
	if (person->made) sim_fail(sim, "I-08", &row->id, "a window beside another of its person");
	if (run->type != named)
		sim_fail(sim, "daily", &row->id, "a window of type %u, not %u", run->type, named);
	if (row->planned_at != row->deadline_at)
		sim_fail(sim, "daily", &row->id, "it is not planned for its cutoff");
	if (row->timeout_ms != oracle->days->policies[run->tenant].timeout_ms)
		sim_fail(sim, "daily", &row->id, "its hard end is not as its tenant said");
	if (!text_is(row->key, "daily:user-%u:%.*s", person->number, row->hot.bucket) ||
	    !text_is(row->payload, "{\"user_id\":\"user-%u\",\"date\":\"%.*s\"}", person->number,
		     row->hot.bucket))
		sim_fail(sim, "daily", &row->id, "its key or payload is not as it should be");
	run->person_of_day = person;
	run->day = row->hot.bucket;
	person->made = run;
}

bool days_asked_for(const struct oracle *oracle, const struct run_row *row,
		    struct enqueue_item *room)
{
	if (row->cause == CAUSE_DAILY) {
		room->key = row->key;
		room->payload = row->payload;
		room->deadline_at = row->deadline_at;
		room->max_attempts = LIMIT_ATTEMPTS_MAX;
		return true;
	}
	if (!str_starts_with(row->key, STR("cutoff:"))) return false;
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	struct oracle_person *person = oracle->days->of[tenant][number_of(row->user)];
	const struct daily_policy *policy = &oracle->days->policies[tenant];
	if (!person || !person->cut_date || row->type.v != policy->on_cutoff.v ||
	    !text_is(row->key, "cutoff:user-%u:%.*s", person->number, person->cut_date))
		sim_fail(oracle->sim, "daily", &row->id, "a task for a cutoff that was none");
	person->cut_date = 0;
	room->key = row->key;
	room->payload = row->payload;
	sim_mark(oracle->sim, MARK_DAY_CUT_TASK);
	return true;
}

/* The window that stands from now on, as a row of its person has it. `soonest`: what the attempts
 * before ask for, at the least and at the most. */
void days_check_stands(struct oracle *oracle, struct oracle_person *person,
		       const struct daily_hot *hot, i64 date, const msec soonest[2])
{
	struct sim *sim = oracle->sim;
	struct oracle_run *run = person->made;
	if (!run || !uuid_eq(&run->id, &hot->run))
		sim_fail(sim, "I-04", &hot->run, "the window of user %u is not in the queue",
			 person->number);
	person->made = NULL;
	bool is_known = zones_are_told(oracle) || date == person->hot.decided + 1;
	if (run->day != hot->date || (hot->date != date && is_known))
		sim_fail(sim, "I-03", &run->id,
			 "the window that stands is of day %" PRId64 ", not %" PRId64, hot->date,
			 date);
	msec cutoff = hot->cutoff;
	if (!is_due_at(oracle, person, run->day, cutoff) || run->deadline_at != cutoff)
		sim_fail(sim, "I-03", &run->id, "its cutoff is %" PRId64 " ms from its due time",
			 cutoff - days_cutoff_of(oracle, person, date));
	msec opens = later(cutoff - window_of(oracle, person->tenant), oracle->now.wall);
	/* By a clock that is not believed it may be open already. */
	msec from = may_hold(oracle) ? cutoff - window_of(oracle, person->tenant) : opens;
	msec least = earlier(later(from, soonest[0]), cutoff);
	msec most = earlier(later(opens, soonest[1]), cutoff);
	SAY_OF(sim, &run->id, "user %u of tenant %u: day %" PRId64 ", cutoff in %" PRId64 " ms",
	       person->number, person->tenant, date, cutoff - oracle->now.wall);
	if (run->run_at < least || run->run_at > most)
		sim_fail(sim, "I-08", &run->id,
			 "its first attempt is in %" PRId64 " ms, not in %" PRId64 " to %" PRId64,
			 run->run_at - oracle->now.wall, least - oracle->now.wall,
			 most - oracle->now.wall);
	if (person->zone[0]) sim_mark(sim, MARK_DAY_IN_ZONE);
	person->run = run;
	person->hot = *hot;
	/* What a cutoff came before is not known any longer. */
	person->next_at = earlier(person->next_at, cutoff);
}

/* ---- a day ends ----------------------------------------------------------------------------- */

static bool ends_well(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_execution *open = run ? run->open : NULL;
	return open && open->turn_ended == oracle->turn_id &&
	       (open->outcome == OUTCOME_SUCCESS || open->outcome == OUTCOME_NOOP);
}

static void check_success(struct oracle *oracle, const struct oracle_person *person,
			  const struct day_row *row)
{
	struct sim *sim = oracle->sim;
	if (!ends_well(oracle, person->run))
		sim_fail(sim, "I-02", &row->run, "a day has a success that nobody reported");
	if (oracle->now.wall >= row->cutoff && !may_hold(oracle))
		sim_fail(sim, "I-03", &row->run, "a success counts %" PRId64 " ms past the cutoff",
			 oracle->now.wall - row->cutoff);
	if (row->cutoff != person->hot.cutoff)
		sim_fail(sim, "I-03", &row->run, "a success of another cutoff");
	sim_mark(sim, MARK_DAY_SUCCESS);
	if (row->attempts > 1) sim_mark(sim, MARK_DAY_SUCCESS_AT_LAST);
}

static void check_cut_off(struct oracle *oracle, const struct oracle_person *person,
			  const struct day_row *row)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall;
	if (wall < row->cutoff)
		sim_fail(sim, "I-03", &row->run, "cut off %" PRId64 " ms before its cutoff",
			 row->cutoff - wall);
	i64 today = days_date_of(oracle, person, wall);
	if (today > row->date && today > days_date_of(oracle, person, row->cutoff) &&
	    zones_are_told(oracle))
		sim_fail(sim, "I-03", &row->run, "cut off on another day than its own");
	if (row->date == person->hot.date && ends_well(oracle, person->run))
		sim_fail(sim, "I-03", &row->run, "a success before the cutoff is lost");
	sim_mark(sim, MARK_DAY_CUT_OFF);
	if (wall > row->cutoff + MSEC_MINUTE) sim_mark(sim, MARK_DAY_CUT_OFF_LATE);
	if (person->tried_day == row->date && person->start_tried != sim->node.starts)
		sim_mark(sim, MARK_DAY_ENDED_BY_ANOTHER);
}

/* All that are over, and none that is not. */
static void check_missed(struct oracle *oracle, const struct oracle_person *person,
			 const struct day_row *row)
{
	struct sim *sim = oracle->sim;
	i64 today = days_date_of(oracle, person, oracle->now.wall);
	if (row->through < row->date)
		sim_fail(sim, "I-03", &row->run, "missed through a day before it");
	/* A clock that goes back a whole day comes to it again when the next has begun to end. */
	msec next = days_cutoff_of(oracle, person, row->through + 1);
	if (row->through >= today && next > oracle->now.wall && zones_are_told(oracle))
		sim_fail(sim, "I-03", &row->run, "a day is missed that is not over");
	if (next <= oracle->now.wall && days_date_of(oracle, person, next) < today &&
	    zones_are_told(oracle))
		sim_fail(sim, "I-03", &row->run, "a day that is over, too, is left open");
	sim_mark(sim, row->through > row->date ? MARK_DAYS_MISSED : MARK_DAY_MISSED);
}

static void keep_in_ledger(struct oracle *oracle, struct oracle_person *person,
			   const struct day_row *row)
{
	u32 said = oracle->days->policies[person->tenant].keep_days;
	i64 first = row->through - (said ? said : KEEP_USUAL) + 1;
	u32 kept = 0;
	/* For an hour after a leap nothing is forgotten. */
	bool may_keep = oracle->now.boot - oracle->jobs->leapt_at <= MSEC_HOUR;
	if (row->forget_before != first && (row->forget_before != INT64_MIN || !may_keep))
		sim_fail(oracle->sim, "I-03", &row->run,
			 "the ledger forgets other days than it may");
	first = row->forget_before;
	must(person->days_len < DAYS_MAX);
	/* By date, as the store has them: days that a clock ahead has ended stand behind. */
	u32 at = person->days_len++;
	for (; at > 0 && person->days[at - 1].date > row->date; at--)
		person->days[at] = person->days[at - 1];
	person->days[at] = (struct ledger_day){ row->date, row->through, row->status, row->at,
						row->cutoff };
	for (u32 i = 0; i < person->days_len; i++)
		if (person->days[i].date >= first) person->days[kept++] = person->days[i];
	person->days_len = kept;
}

static void take_day(struct oracle *oracle, const struct day_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_person *person = days_person_of(oracle, row->tenant, row->user);
	bool is_second = person->untold != NULL;
	i64 expected = is_second ? person->hot.decided + 1 : person->hot.date;
	days_touch(oracle, person);
	if (row->date <= person->hot.decided)
		sim_fail(sim, "I-02", &row->run, "day %" PRId64 " ends a second time", row->date);
	if (!person->is_there || row->date != expected)
		sim_fail(sim, "I-03", &row->run, "day %" PRId64 " ends, and %" PRId64 " is next",
			 row->date, expected);
	if (row->at != oracle->now.wall || row->due_minute != person->due_minute)
		sim_fail(sim, "I-03", &row->run, "its row is not as it ended");
	bool is_its = is_second ? is_due_at(oracle, person, row->date, row->cutoff)
				: row->cutoff == person->hot.cutoff;
	if (!is_its) sim_fail(sim, "I-03", &row->run, "it ends by another cutoff than it had");
	if (row->status != DAY_MISSED && row->through != row->date)
		sim_fail(sim, "I-03", &row->run, "one row for many days");
	if (row->status == DAY_SUCCESS) check_success(oracle, person, row);
	else if (row->status == DAY_CUTOFF_REACHED) check_cut_off(oracle, person, row);
	else check_missed(oracle, person, row);
	if (row->status == DAY_CUTOFF_REACHED && oracle->days->policies[person->tenant].on_cutoff.v)
		person->cut_date = row->date;
	if (!is_second) person->ended = person->run;
	person->untold = row;
	person->days_ended++;
	person->hot.decided = row->through;
	decided_forget(&person->hot.ahead, row->through);
	if (row->status == DAY_SUCCESS) person->hot.last_run_at = oracle->now.wall;
	if (row->status != DAY_MISSED) {
		person->hot.last_date = row->date;
		person->hot.status = row->status;
	}
	keep_in_ledger(oracle, person, row);
}

static void check_record(struct oracle *oracle, const struct oracle_person *person,
			 const struct daily_hot *hot)
{
	const struct daily_hot *own = &person->hot;
	if (hot->decided != own->decided || hot->last_date != own->last_date ||
	    hot->status != own->status || hot->last_run_at != own->last_run_at)
		sim_fail(oracle->sim, "I-07", &hot->run,
			 "the record of user %u says what no day that ended said", person->number);
}

/* ---- rows of people ------------------------------------------------------------------------- */

/* Only a day that ended writes it; and behind one that ended the next stands. */
static void take_hot(struct oracle *oracle, const struct change *change)
{
	struct oracle_person *person = days_person_of(oracle, change->daily_hot.tenant,
						      change->daily_hot.user);
	const struct daily_hot *hot = &change->daily_hot.hot;
	const msec soonest[2] = { 0, 0 };
	if (!person->untold &&
	    (person->turn_back == oracle->turn_id || !uuid_eq(&hot->run, &person->hot.run))) {
		days_take_set_back(oracle, person, hot);
		return;
	}
	if (!person->untold)
		sim_fail(oracle->sim, "I-07", &hot->run,
			 "the record of user %u was written, and no day ended", person->number);
	person->untold = NULL;
	days_touch(oracle, person);
	person->writes++;
	check_record(oracle, person, hot);
	days_check_stands(oracle, person, hot,
			  daily_skip_ended(&person->hot, person->hot.decided + 1), soonest);
}

/* It keeps its distance from the attempts of the same day. */
static void find_soonest(const struct oracle *oracle, const struct oracle_person *person, i64 date,
			 msec out_soonest[2])
{
	const struct oracle_run *run = person->run;
	out_soonest[0] = out_soonest[1] = 0;
	if (!person->is_there || !run || run->day != date) return;
	const struct oracle_execution *open = run->open;
	bool is_put_off = open && open->turn_ended == oracle->turn_id &&
			  (open->outcome == OUTCOME_DEFER || open->outcome == OUTCOME_RELEASED);
	msec delay = delay_of(oracle, person->tenant);
	msec run_at = run->hot ? run->hot->run_at : run->run_at; /* the journal comes later */
	msec tried = open && !is_put_off ? person->tried_at + delay : person->next_at;
	if (person->tried_day == date) out_soonest[0] = tried;
	out_soonest[1] = later(out_soonest[0], run_at);
}

static void mark_put(struct oracle *oracle, const struct oracle_person *person, bool was_there,
		     const struct oracle_run *before)
{
	struct sim *sim = oracle->sim;
	bool is_inside = was_there && before && before->run_at <= oracle->now.wall;
	if (!was_there && person->days_len) sim_mark(sim, MARK_DAY_CAME_BACK);
	if (is_inside && person->run->day == before->day) sim_mark(sim, MARK_DAY_MOVED_INSIDE);
	if (is_inside && person->run->day != before->day) sim_mark(sim, MARK_DAY_MOVED_PAST);
	if (is_inside && before->open) sim_mark(sim, MARK_DAY_MOVED_RUNNING);
	if (person->hot.date == person->hot.decided + 1 && !was_there && person->days_len &&
	    person->hot.decided == days_date_of(oracle, person, oracle->now.wall))
		sim_mark(sim, MARK_DAY_NOT_TWICE);
}

static void take_put(struct oracle *oracle, const struct daily_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_person *person = days_person_of(oracle, row->tenant, row->user);
	const struct oracle_run *before = person->run;
	bool was_there = person->is_there;
	msec soonest[2];
	bool is_back = person->turn_back == oracle->turn_id ||
		       row->hot.decided < person->hot.decided;
	if (row->is_gone && !was_there && is_back) {
		days_take_decided(oracle, person, &row->hot);
		return;
	}
	days_touch(oracle, person);
	person->writes++;
	check_record(oracle, person, &row->hot);
	if (row->is_gone) {
		if (!was_there || !find_command(oracle, COMMAND_DAILY_DELETE, person))
			sim_fail(sim, "daily", NULL, "user %u is gone, and nobody said so",
				 person->number);
		person->is_there = false;
		person->run = NULL;
		person->tried_day = 0; /* whoever comes back begins at once */
		sim_mark(sim, MARK_DAY_DELETED);
		return;
	}
	if (!is_asked_so(oracle, person, row))
		sim_fail(sim, "daily", NULL, "user %u changed, and nobody said so", person->number);
	must(row->zone.len < ZONE_BYTES);
	memset(person->zone, 0, sizeof person->zone);
	if (row->zone.len) memcpy(person->zone, row->zone.at, row->zone.len);
	person->due_minute = row->due_minute;
	i64 date = days_next_of(oracle, person);
	find_soonest(oracle, person, date, soonest);
	if (person->run && person->run->day != date) person->tried_day = 0;
	person->is_there = true;
	days_check_stands(oracle, person, &row->hot, date, soonest);
	mark_put(oracle, person, was_there, before);
}

void days_take(struct oracle *oracle, const struct change *change)
{
	if (change_puts(change, KIND_DAY)) take_day(oracle, change->day);
	if (change_deletes(change, KIND_DAY)) days_take_undone(oracle, change->day);
	if (change_puts(change, KIND_UNDONE_DAY)) days_keep_undone(oracle, change->undone_day);
	if (change->kind == CHANGE_DAILY_HOT) take_hot(oracle, change);
	if (change_puts(change, KIND_DAILY)) take_put(oracle, change->daily);
	if (change->kind == CHANGE_DAILY_GONE)
		sim_fail(oracle->sim, "daily", NULL, "a person was removed with no tenant");
	if (change_puts(change, KIND_DAILY_POLICY)) {
		u32 tenant = oracle_number(oracle, NAME_TENANT, change->daily_policy.tenant.v);
		oracle->days->policies[tenant] = change->daily_policy.policy;
		oracle->days->policy_turns[tenant] = oracle->turn_id;
	}
}

/* ---- attempts ------------------------------------------------------------------------------- */

void days_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	struct oracle_person *person = run->person_of_day;
	bool is_again = person->tried_day == run->day;
	if (!person->is_there || person->run != run)
		sim_fail(sim, "I-08", &run->id, "an attempt at a window that does not stand");
	if (is_again && run->run_at < person->next_at)
		sim_fail(sim, "I-08", &run->id, "attempted again %" PRId64 " ms too soon",
			 person->next_at - run->run_at);
	if (is_again && person->next_at > person->tried_at) sim_mark(sim, MARK_DAY_TRIED_AGAIN);
	if (days_date_of(oracle, person, oracle->now.wall) < run->day)
		sim_mark(sim, MARK_DAY_OVER_MIDNIGHT);
	person->tried_day = run->day;
	person->tried_at = person->next_at = run->run_at;
	person->start_tried = sim->node.starts;
}

bool days_attempt_counts(const struct oracle_execution *execution, u32 said)
{
	if (execution->outcome == OUTCOME_RELEASED) return said != RUN_QUEUED;
	return execution->outcome != OUTCOME_DEFER && execution->outcome != OUTCOME_CANCELLED;
}

/* Never a dead letter: an attempt that fails leaves the window as it was, until its cutoff. */
u32 days_state_after(const struct oracle *oracle, const struct oracle_execution *execution,
		     u32 said)
{
	bool is_over = oracle->now.wall >= execution->run->deadline_at;
	enum outcome outcome = execution->outcome;
	if (outcome == OUTCOME_SUCCESS || outcome == OUTCOME_NOOP) return RUN_DONE;
	if (outcome == OUTCOME_CUTOFF || outcome == OUTCOME_CANCELLED) return RUN_CANCELLED;
	if (is_over && may_hold(oracle) && said == RUN_QUEUED) return RUN_QUEUED;
	return is_over ? RUN_CANCELLED : RUN_QUEUED;
}

/* Nobody's word: the cutoff came under it. */
bool days_may_cut_off(struct oracle *oracle, const struct oracle_execution *execution)
{
	if (execution->outcome != OUTCOME_CUTOFF || !execution->run->person_of_day) return false;
	if (oracle->now.wall < execution->run->deadline_at) return false;
	sim_mark(oracle->sim, MARK_DAY_CUT_RUNNING);
	return true;
}

/* From enqueue to enqueue; Retry-After may make it later. */
msec days_next_attempt(const struct oracle *oracle, const struct oracle_run *run, msec enqueued,
		       msec asked)
{
	msec next = later(enqueued + delay_of(oracle, run->tenant), oracle->now.wall + asked);
	return earlier(next, run->deadline_at);
}

void days_check_next(struct oracle *oracle, struct oracle_run *run,
		     const struct oracle_execution *execution, const struct report *report,
		     msec run_at)
{
	struct oracle_person *person = run->person_of_day;
	msec wall = oracle->now.wall, expected;
	if (execution->outcome == OUTCOME_RELEASED) return;
	if (execution->outcome == OUTCOME_DEFER) {
		expected = earlier(later(report->defer_until, wall), run->deadline_at);
		person->next_at = earlier(person->next_at, expected); /* it was no attempt */
	} else {
		expected = days_next_attempt(oracle, run, person->tried_at,
					     report ? report->retry_after_ms : 0);
		person->next_at = earlier(person->tried_at + delay_of(oracle, run->tenant),
					  run->deadline_at);
	}
	if (oracle->days->policy_turns[run->tenant] == oracle->turn_id) /* by either */
		person->next_at = earlier(person->next_at, run_at);
	else if (run_at != expected)
		sim_fail(oracle->sim, "I-08", &run->id,
			 "its next attempt is %" PRId64 " ms from where it should be",
			 run_at - expected);
}

/* ---- what the journal tells ----------------------------------------------------------------- */

/* The journal has moved it. */
void days_moved(struct oracle *oracle, const struct oracle_run *run, u32 to)
{
	struct sim *sim = oracle->sim;
	const struct oracle_person *person = run->person_of_day;
	if (!person || to < RUN_DONE) return;
	if (to == RUN_FAILED || to == RUN_DLQ)
		sim_fail(sim, "I-03", &run->id, "a window became a dead letter");
	bool has_ended = person->turn == oracle->turn_id && person->days_ended;
	if (!has_ended && (to == RUN_DONE || !days_may_cancel(oracle, run)))
		sim_fail(sim, "I-03", &run->id, "a window is over, and its day did not end");
}

/* A success behind the cutoff, which somebody really reported. */
static void take_late(struct oracle *oracle, const struct journal_entry *entry)
{
	struct oracle_execution *execution = oracle_execution_of(oracle, &entry->execution);
	if (!execution || execution->outcome != OUTCOME_CUTOFF)
		sim_fail(oracle->sim, "I-03", &entry->run, "a late success of what was not late");
	execution->turn_late = oracle->turn_id;
	sim_mark(oracle->sim, MARK_DAY_LATE_SUCCESS);
}

void days_take_entry(struct oracle *oracle, const struct journal_entry *entry)
{
	const struct oracle_run *run = oracle_run_of(oracle, &entry->run);
	if (str_eq(entry->reason, STR("late success"))) {
		take_late(oracle, entry);
		return;
	}
	if (!run || !run->person_of_day)
		sim_fail(oracle->sim, "I-22", &entry->run, "the journal tells of nobody's day");
	days_touch(oracle, run->person_of_day);
	run->person_of_day->days_told++;
}

/* ---- the turn as a whole
 * -------------------------------------------------------------------------- */

static void check_person(struct oracle *oracle, struct oracle_person *person)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = person->run;
	const struct uuid *id = run ? &run->id : NULL;
	if (person->made)
		sim_fail(sim, "I-08", &person->made->id, "a window that nobody stands for");
	if (person->untold)
		sim_fail(sim, "I-03", id, "a day ended, and the record of user %u is as before",
			 person->number);
	if (person->cut_date)
		sim_fail(sim, "daily", id, "a day was cut off, and its task was not made");
	if (person->days_told != person->days_ended)
		sim_fail(sim, "I-22", id, "%u days ended, the journal tells of %u",
			 person->days_ended, person->days_told);
	if (person->ended && person->ended->state < RUN_DONE)
		sim_fail(sim, "I-03", &person->ended->id, "its day ended, and it goes on");
	person->ended = NULL;
	if (run && run->state != RUN_QUEUED && run->state != RUN_PROCESSING)
		sim_fail(sim, "I-04", id, "the window of user %u is %s", person->number,
			 oracle_state_word(run->state));
}

void days_after_commit(struct oracle *oracle)
{
	struct oracle_days *days = oracle->days;
	for (u32 i = 0; i < days->touched_len; i++) check_person(oracle, days->touched[i]);
	days->touched_len = 0;
}

/* Behind what time brought nobody's cutoff is left; and whoever has not ended is in the queue, no
 * later than the rules of the window say. */
void days_after_turn(struct oracle *oracle, struct now now)
{
	struct oracle_days *days = oracle->days;
	if (!days->len || plans_may_hold(oracle, now)) return;
	for (u32 i = 0; i < ORACLE_TENANTS * ORACLE_SUBSCRIBERS; i++) {
		const struct oracle_person *person = days_person_at(oracle, i);
		if (!person || !person->is_there) continue;
		if (person->hot.cutoff <= now.wall)
			sim_fail(oracle->sim, "I-03", &person->hot.run,
				 "the cutoff was %" PRId64 " ms ago, and its day has not ended",
				 now.wall - person->hot.cutoff);
	}
}

/* ---- the ledger in the store
 * ---------------------------------------------------------------------- */

struct comparison {
	struct oracle *oracle;
	const struct oracle_person *person;
	u32 seen;
};

static void compare_day(void *context, const struct disk_day *day)
{
	struct comparison *comparison = context;
	const struct oracle_person *person = comparison->person;
	u32 i = comparison->seen++;
	if (i < person->days_len && person->days[i].date == day->date &&
	    person->days[i].through == day->through && person->days[i].status == day->status)
		return;
	sim_fail(comparison->oracle->sim, "I-03", NULL,
		 "the ledger of user %u has day %" PRId64 " otherwise than it ended",
		 person->number, day->date);
}

void days_check_store(struct oracle *oracle)
{
	for (u32 i = 0; oracle->days->len && i < ORACLE_TENANTS * ORACLE_SUBSCRIBERS; i++) {
		const struct oracle_person *person = days_person_at(oracle, i);
		struct comparison comparison = { oracle, person, 0 };
		char user[16];
		if (!person) continue;
		int len = snprintf(user, sizeof user, "user-%u", person->number);
		disk_each_day(oracle->sim->node.disk, person->row_tenant,
			      (str){ user, (size_t)len }, compare_day, &comparison);
		if (comparison.seen != person->days_len)
			sim_fail(oracle->sim, "I-03", NULL,
				 "%u rows in the ledger of user %u, and %u were written",
				 comparison.seen, person->number, person->days_len);
	}
}

/* ---- answers
 * ---------------------------------------------------------------------------------------- */

static bool is_window(const struct answer *answer, const struct daily_hot *hot)
{
	return answer->daily.date == hot->date && answer->daily.cutoff == hot->cutoff &&
	       uuid_eq(&answer->daily.run, &hot->run);
}

void days_check_answer(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	u32 user = number_of(call->command.daily.user);
	const struct oracle_person *person = oracle->days->of[call->token][user];
	bool is_delete = call->kind == COMMAND_DAILY_DELETE;
	bool changed_now = person && person->turn == oracle->turn_id && oracle->has_committed;
	if (answer->err) {
		bool may_lack = is_delete && answer->err == ERR_NOT_FOUND &&
				(!person || !person->is_there || changed_now);
		if (!may_lack)
			sim_fail(sim, "refusal", NULL, "%.*s: %s (%s)",
				 STR_ARG(command_name(call->kind)), err_name(answer->err),
				 answer->why.text);
		return;
	}
	if (!person) sim_fail(sim, "P1", NULL, "a daily window was acknowledged, and is not there");
	if (changed_now && person->writes > 1) return;
	if (person->is_there == is_delete && !(changed_now && person->was_there))
		sim_fail(sim, "P1", NULL, "user %u is %s, they said, and is not", user,
			 is_delete ? "gone" : "there");
	if (is_delete) return;
	/* What changed nothing is told as it stood before the one that did. */
	if (changed_now && is_window(answer, &person->before)) return;
	if (!is_window(answer, &person->hot))
		sim_fail(sim, "P1", &person->hot.run, "another window than the one that stands");
}

/* A success behind the cutoff is refused, and told. */
void days_check_late(struct oracle *oracle, const struct oracle_execution *execution,
		     const struct report *report)
{
	bool is_good = report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP;
	if (execution && execution->outcome == OUTCOME_CUTOFF && is_good &&
	    execution->turn_late != oracle->turn_id)
		sim_fail(oracle->sim, "I-03", &execution->run->id,
			 "a late success was reported, and is told nowhere");
}
