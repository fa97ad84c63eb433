/* People with daily windows, lived through day by day over the real pump: workers that fail, are
 * late or never heard of again, people who come late, move and leave, a process that is killed
 * before and behind its commits and away for days. Beside it stands a judge that knows the words
 * of the specification and nothing of the engine; it is told every commit. What it holds:
 *
 *   I1  at most one success for a person and a day
 *   I2  after a restart whoever is not finalized can be attempted again, no later than the rules
 *       of the window say
 *   I3  no more attempts at once than the type's limit
 *   I4  what a turn writes is bounded by what is due in it, as the judge counts it beforehand, and
 *       not by how many people there are
 *   I5  a claim writes nothing to the person's record
 *   I6  each day is finalized exactly once, by its cutoff: success if an attempt succeeded in its
 *       window, else cutoff_reached; days that nobody was there for are missed. What comes later
 *       changes nothing
 *   I8  attempts lie in the window, and their enqueues a delay apart */
#ifndef BELFRY_TEST_UNIT_ENGINE_DAILY_WORLD_H
#define BELFRY_TEST_UNIT_ENGINE_DAILY_WORLD_H

#include "base/check.h"
#include "base/prng.h"
#include "calendar/zone.h"
#include "numbered.h"
#include "pump/pump.h"
#include "store/memory/memory.h"
#include "store/sqlite/sqlite.h"
#include "store/sqlite/sqlite_query.h"
#include "zones/zone_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORLD_ZONES = 5, WORLD_HELD_MAX = 4096, WORLD_LEASES = 64, ATTEMPTS_AT_ONCE = 48 };

static const char *const world_zone_names[WORLD_ZONES] = { "", "Europe/Berlin", "America/New_York",
							   "Australia/Lord_Howe", "Asia/Kolkata" };

struct person {
	char name[16];
	bool is_there;
	u32 zone;
	u32 due;     /* minute of the day */
	i64 decided; /* the last day the ledger has; 0: none */
	i64 next;    /* the day whose window stands */
	msec cutoff; /* of it */
	struct uuid run;
	msec enqueued; /* of the last attempt in this window; 0: none yet */
	u32 good, cut, missed;
};

/* An attempt under way, as its worker knows it. */
struct held {
	struct uuid execution;
	u32 person;
	msec ends; /* then it reports */
	bool is_good;
};

enum death { DEATH_NONE, DEATH_BEFORE, DEATH_BEHIND };

struct world {
	struct store front;          /* what the pump is given: it tells the judge */
	struct memory_store *store;  /* what the judge looks into */
	struct sqlite_store *file;   /* what the pump recalls and loads from; NULL: the same */
	char folder[256], path[300]; /* of the file */
	struct pump *pump;           /* NULL: nobody is there */
	struct pump_config config;
	struct now now;
	struct prng prng;
	struct zone *zones[WORLD_ZONES];
	struct person *people;
	u32 len;
	u32 limit; /* of attempts at once */
	msec window, delay;
	struct held held[WORLD_HELD_MAX];
	u32 held_len;
	u32 open; /* attempts, as the rows say */
	struct numbered reply;
	enum command_kind asked;
	struct lease leases[WORLD_LEASES];
	u32 leases_len;
	enum holder_code said;
	enum err answered;
	enum death death; /* of the next commit */
	u64 turns, late, deaths, away, moves;
};

/* ---- when, by the specification -------------------------------------------------------------- */

/* The first instant whose local time it is; of a time that is left out, as much later as the gap is
 * long: the offset before the gap. */
static inline msec world_instant(const struct world *world, u32 zone, i64 date, u32 minute)
{
	const struct zone *data = zone ? world->zones[zone] : zone_utc();
	i64 local = date * 86400 + (i64)minute * 60;
	i32 before = zone_offset_at(data, local - 2 * 86400);
	i64 found = local - before;
	for (i64 step = -86400; step <= 86400; step += 21600) {
		i32 offset = zone_offset_at(data, local + step);
		i64 utc = local - offset;
		if (zone_offset_at(data, utc) != offset) continue;
		found = utc;
		break;
	}
	return found * 1000;
}

static inline i64 world_date(const struct world *world, u32 zone, msec at)
{
	const struct zone *data = zone ? world->zones[zone] : zone_utc();
	i64 utc = at / 1000, local = utc + zone_offset_at(data, utc);
	return local >= 0 ? local / 86400 : (local - 86399) / 86400;
}

/* Which day comes next for somebody whose days up to `decided` are settled. */
static inline i64 world_next(const struct world *world, const struct person *person)
{
	i64 today = world_date(world, person->zone, world->now.wall);
	bool is_over = world_instant(world, person->zone, today, person->due) <= world->now.wall;
	i64 first = today + is_over;
	return first > person->decided ? first : person->decided + 1;
}

/* ---- the judge ------------------------------------------------------------------------------- */

#define world_expect(world, holds, what, person)                                           \
	do {                                                                               \
		if (!(holds))                                                              \
			fail_msg("%s: %s, day %lld, at %lld", what, (person)->name,        \
				 (long long)(person)->next, (long long)(world)->now.wall); \
	} while (0)

static inline struct person *world_find(struct world *world, str name)
{
	u64 number;
	assert_true(str_to_u64(str_from_offset(name, 2), world->len, &number));
	return &world->people[number];
}

static inline struct person *world_of_run(struct world *world, const struct uuid *run)
{
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(world->store, run, &seen));
	return world_find(world, seen.row->user);
}

static inline void judge_stands(struct world *world, struct person *person,
				const struct daily_hot *hot)
{
	person->next = world_next(world, person);
	msec cutoff = world_instant(world, person->zone, person->next, person->due);
	world_expect(world, hot->date == person->next, "I6 the day that stands", person);
	world_expect(world, hot->cutoff == cutoff, "I6 its cutoff", person);
	world_expect(world, hot->date > hot->decided, "I1 a day twice", person);
	person->cutoff = cutoff;
	if (!uuid_eq(&person->run, &hot->run)) person->run = hot->run;
}

/* Whether this turn was told that an attempt at the person's window succeeded. */
static inline bool has_success(const struct turn *turn, const struct day_row *row)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind == CHANGE_EXECUTION_END && uuid_eq(&change->end->run, &row->run) &&
		    change->end->outcome == OUTCOME_SUCCESS)
			return true;
	}
	return false;
}

static inline void judge_day(struct world *world, const struct turn *turn,
			     const struct day_row *row)
{
	struct person *person = world_find(world, row->user);
	i64 today = world_date(world, person->zone, world->now.wall);
	bool is_over = world->now.wall >= row->cutoff;
	world_expect(world, row->date == person->next, "I6 one day left out, or twice", person);
	world_expect(world, row->at == world->now.wall, "I6 finalized now", person);
	if (row->status == DAY_SUCCESS) {
		world_expect(world, has_success(turn, row), "I6 a success of nobody", person);
		world_expect(world, !is_over && row->cutoff == person->cutoff, "I6 late", person);
		person->good++;
	} else if (row->status == DAY_CUTOFF_REACHED) {
		world_expect(world, is_over, "I6 cut off before its cutoff", person);
		world_expect(world, today == row->date, "I6 not of today", person);
		world_expect(world, !has_success(turn, row), "I6 a success is lost", person);
		person->cut++;
	} else {
		world_expect(world, row->status == DAY_MISSED, "I6 status", person);
		world_expect(world, row->through == today - 1, "I6 missed until today", person);
		person->missed += (u32)(row->through - row->date + 1);
	}
	person->decided = row->through;
	person->next = row->through + 1;
	person->enqueued = 0;
}

static inline void judge_put(struct world *world, const struct daily_row *row)
{
	struct person *person = world_find(world, row->user);
	person->is_there = !row->is_gone;
	if (row->is_gone) person->enqueued = 0; /* whoever comes back begins at once */
	if (row->is_gone) return;
	i64 before = person->next;
	/* What would have come behind the old cutoff may come from there on. */
	if (person->enqueued && person->enqueued + world->delay > person->cutoff)
		person->enqueued = person->cutoff - world->delay;
	person->due = row->due_minute;
	for (person->zone = 0; !str_eq(row->zone, str_from(world_zone_names[person->zone]));)
		assert_in_range(++person->zone, 1, WORLD_ZONES - 1);
	judge_stands(world, person, &row->hot);
	if (person->next != before) person->enqueued = 0;
}

/* Only what finalizes a day, or a person's own word, touches the record. */
static inline void judge_hot(struct world *world, const struct turn *turn,
			     const struct change *change)
{
	struct person *person = world_find(world, change->daily_hot.user);
	bool has_day = false;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *other = &turn->changes[i];
		has_day |= change_puts(other, KIND_DAY) &&
			   str_eq(other->day->user, change->daily_hot.user);
	}
	world_expect(world, has_day, "I5 the record was touched", person);
	judge_stands(world, person, &change->daily_hot.hot);
}

static inline void judge_attempt(struct world *world, const struct execution_row *row)
{
	struct person *person = world_of_run(world, &row->run);
	world_expect(world, uuid_eq(&row->run, &person->run), "I8 another window", person);
	world_expect(world, row->started_at >= person->cutoff - world->window, "I8 early", person);
	world_expect(world, row->started_at < person->cutoff, "I8 behind the cutoff", person);
	world_expect(world, row->scheduled_at <= row->started_at, "I8 before its time", person);
	world_expect(world,
		     !person->enqueued || row->scheduled_at >= person->enqueued + world->delay,
		     "I8 too soon again", person);
	person->enqueued = row->scheduled_at;
	world->open++;
	world_expect(world, world->open <= world->limit, "I3 too many at once", person);
}

/* What the turn may have to do: cutoffs that have come, attempts that may end, what it was told.
 * Counted before any of its changes is looked at, and by nothing that the engine says. */
static inline u32 judge_work(const struct world *world, const struct turn *turn)
{
	u32 work = world->open;
	for (u32 i = 0; i < world->len; i++) {
		const struct person *person = &world->people[i];
		work += person->is_there && person->cutoff <= world->now.wall;
	}
	for (u32 i = 0; i < turn->commands_len; i++)
		work += turn->commands[i]->kind == COMMAND_LEASE ? WORLD_LEASES : 1;
	return work;
}

static inline void judge_turn(struct world *world, const struct turn *turn)
{
	u32 work = judge_work(world, turn);
	/* A day, its person's row, the run that ends, the next one, what is told of them. */
	enum { CHANGES_EACH = 8, CHANGES_MORE = 8 };
	assert_in_range(turn->changes_len, 0, CHANGES_EACH * work + CHANGES_MORE); /* I4 */
	for (u32 i = 0; i < turn->changes_len; i++) {
		/* Ends come first: what was freed may be taken in the same turn. */
		if (turn->changes[i].kind == CHANGE_EXECUTION_END) world->open--;
	}
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change_puts(change, KIND_DAY)) judge_day(world, turn, change->day);
		else if (change_puts(change, KIND_DAILY)) judge_put(world, change->daily);
		else if (change->kind == CHANGE_DAILY_HOT) judge_hot(world, turn, change);
		else if (change->kind == CHANGE_EXECUTION_NEW)
			judge_attempt(world, &change->execution);
	}
	world->turns++;
}

/* Behind what time brought nobody's cutoff is left. */
static inline void judge_rest(struct world *world)
{
	for (u32 i = 0; i < world->len; i++) {
		const struct person *person = &world->people[i];
		if (!person->is_there) continue;
		world_expect(world, person->cutoff > world->now.wall, "I6 not finalized", person);
	}
}

/* When it may be attempted at the latest: at once, but inside its window, and the delay behind the
 * attempt before. */
static inline msec judge_soonest(const struct world *world, const struct person *person)
{
	msec begins = person->cutoff - world->window;
	msec again = person->enqueued ? person->enqueued + world->delay : 0;
	msec soonest = world->now.wall > begins ? world->now.wall : begins;
	if (again > soonest) soonest = again;
	return soonest < person->cutoff ? soonest : person->cutoff;
}

static inline void judge_restart(struct world *world)
{
	for (u32 i = 0; i < world->len; i++) {
		const struct person *person = &world->people[i];
		struct memory_run_seen seen;
		if (!person->is_there) continue;
		world_expect(world, memory_store_find_run(world->store, &person->run, &seen),
			     "I2 no window", person);
		world_expect(world, seen.state == RUN_QUEUED || seen.state == RUN_PROCESSING,
			     "I2 not eligible", person);
		world_expect(world, seen.row->deadline_at == person->cutoff, "I2 its end", person);
		if (seen.state != RUN_QUEUED) continue;
		world_expect(world, seen.row->hot.run_at <= judge_soonest(world, person),
			     "I2 put off for longer than the rules of its window say", person);
	}
}

/* ---- the store in front ---------------------------------------------------------------------- */

static inline struct world *world_of(struct store *front)
{
	return container_of(front, struct world, front);
}

static inline struct store *world_inner(struct store *front)
{
	struct world *world = world_of(front);
	return world->file ? sqlite_store_view(world->file) : memory_store_view(world->store);
}

static inline enum err front_recall(struct store *front, const struct recall_sink *sink,
				    u64 *out_last_turn)
{
	return store_recall(world_inner(front), sink, out_last_turn);
}

static inline enum err front_load(struct store *front, struct turn *turn)
{
	return store_load(world_inner(front), turn);
}

/* The process dies right before the commit, or right behind it. */
static inline enum err front_commit(struct store *front, struct turn *turn)
{
	struct world *world = world_of(front);
	if (world->death == DEATH_BEFORE) return ERR_STORE;
	enum err err = store_commit(world_inner(front), turn);
	assert_int_equal(ERR_OK, err);
	if (world->file)
		assert_int_equal(ERR_OK, store_commit(memory_store_view(world->store), turn));
	judge_turn(world, turn);
	return world->death == DEATH_BEHIND ? ERR_STORE_SYNC : ERR_OK;
}

static inline enum err front_settle(struct store *front, u64 turn, bool *out_applied)
{
	return store_settle(world_inner(front), turn, out_applied);
}

static inline enum err front_probe(struct store *front)
{
	return store_probe(world_inner(front));
}

static inline void front_close(struct store *front)
{
	(void)front;
}

/* ---- the process ----------------------------------------------------------------------------- */

static inline struct now world_now(void *context)
{
	return ((struct world *)context)->now;
}

static inline void world_random(void *context, u8 *out, size_t len)
{
	struct world *world = context;
	for (size_t i = 0; i < len; i += sizeof(u64)) {
		u64 word = prng_next(&world->prng);
		memcpy(out + i, &word, len - i < sizeof word ? len - i : sizeof word);
	}
}

static inline void world_answer(struct reply *reply, const struct answer *answer)
{
	struct world *world = numbered_of(reply)->owner;
	world->answered = answer->err;
	if (world->asked == COMMAND_LEASE) {
		world->leases_len = answer->err ? 0 : answer->lease.len;
		for (u32 i = 0; i < world->leases_len; i++)
			world->leases[i] = answer->lease.leases[i];
	} else if (!answer->err && world->asked == COMMAND_REPORT) {
		world->said = answer->held.items[0].code;
	}
}

static inline void world_ignore_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static inline void world_ignore_journal(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

static inline void world_ignore_over(struct reply *reply)
{
	(void)reply;
}

static inline enum err world_find_zone(void *context, str name, const struct zone **out_zone,
				       struct why *why)
{
	struct world *world = context;
	for (u32 i = 1; i < WORLD_ZONES; i++) {
		if (!str_eq(name, str_from(world_zone_names[i]))) continue;
		*out_zone = world->zones[i];
		return ERR_OK;
	}
	return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
}

static inline void world_start(struct world *world)
{
	struct pump_host host = { .context = world,
				  .now = world_now,
				  .random = world_random,
				  .stop = world_ignore_stop,
				  .publish = world_ignore_journal };
	assert_int_equal(ERR_OK, pump_new(&world->config, &host, &world->front, &world->pump));
}

static inline void world_open_file(struct world *world)
{
	struct sqlite_config config = { .path = str_from(world->path) };
	struct why why;
	if (sqlite_store_open(&config, &why, &world->file)) fail_msg("%s", why.text);
}

static inline void world_die(struct world *world)
{
	pump_free(world->pump);
	world->pump = NULL;
	world->death = DEATH_NONE;
	world->deaths++;
	memory_store_crash(world->store);
	if (!world->file) return;
	sqlite_store_abandon(world->file);
	world_open_file(world);
}

/* Turns until nothing is left to do at this instant. False: the process died of it. */
static inline bool world_settle(struct world *world)
{
	for (u32 turns = 0; pump_is_due(world->pump, world->now); turns++) {
		assert_in_range(turns, 0, 100000);
		u64 before = world->turns;
		enum err err = pump_turn(world->pump);
		bool dies = world->death == DEATH_BEFORE ? err == ERR_STORE
							 : world->death && world->turns != before;
		if (dies) {
			world_die(world);
			return false;
		}
		assert_int_equal(ERR_OK, err);
	}
	return true;
}

static inline void world_begin_again(struct world *world)
{
	world_start(world);
	assert_true(world_settle(world));
	judge_rest(world);
	judge_restart(world);
}

/* Carried out at once; whatever dies of it is started again. False: nobody answered. */
static inline bool world_do(struct world *world, struct command command)
{
	world->reply = (struct numbered){
		.reply = { .answered = world_answer, .over = world_ignore_over }, .owner = world
	};
	command.reply = &world->reply.reply;
	command.tenant = STR("acme");
	world->asked = command.kind;
	assert_int_equal(ERR_OK, pump_submit(world->pump, &command));
	if (world_settle(world)) return true;
	world_begin_again(world);
	return false;
}

/* To an instant, by way of each instant at which the process would act. */
static inline void world_to(struct world *world, msec target)
{
	while (world->now.wall < target) {
		struct now wake = pump_next_wake(world->pump);
		msec by_boot = wake.boot == MSEC_MAX
				       ? MSEC_MAX
				       : world->now.wall + wake.boot - world->now.boot;
		msec next = target;
		if (wake.wall < next) next = wake.wall;
		if (by_boot < next) next = by_boot;
		if (next <= world->now.wall) next = world->now.wall + 1;
		world->now.boot += next - world->now.wall;
		world->now.wall = next;
		if (!world_settle(world)) world_begin_again(world);
		judge_rest(world);
	}
}

/* ---- who lives in it ------------------------------------------------------------------------- */

static inline u32 world_below(struct world *world, u32 n)
{
	return (u32)prng_below(&world->prng, n);
}

/* A new time, often close to now: inside the window, right before its cutoff, right behind it. */
static inline void world_move(struct world *world, u32 index)
{
	struct person *person = &world->people[index];
	u32 zone = world_below(world, 3) ? person->zone : world_below(world, WORLD_ZONES);
	u32 due = world_below(world, DAY_MINUTES);
	if (world_below(world, 3)) {
		const struct zone *data = zone ? world->zones[zone] : zone_utc();
		i64 utc = world->now.wall / 1000, local = utc + zone_offset_at(data, utc);
		due = (u32)((local / 60 + DAY_MINUTES + world_below(world, 120) - 30) %
			    DAY_MINUTES);
	}
	struct command put = { .kind = COMMAND_DAILY_PUT,
			       .daily = { .user = str_from(person->name),
					  .due_minute = due,
					  .zone = str_from(world_zone_names[zone]) } };
	world->moves++;
	(void)world_do(world, put);
}

static inline void world_leave(struct world *world, u32 index)
{
	(void)world_do(world, (struct command){
				      .kind = COMMAND_DAILY_DELETE,
				      .daily = { .user = str_from(world->people[index].name) } });
}

/* Leases what there is; some answer soon, some late, some never. */
static inline void world_work(struct world *world)
{
	struct command lease = {
		.kind = COMMAND_LEASE,
		.lease = { .worker = STR("w"), .max = WORLD_LEASES, .lease_ms = 10 * MSEC_MINUTE }
	};
	do {
		if (!world_do(world, lease)) return;
		assert_int_equal(ERR_OK, world->answered);
		for (u32 i = 0; i < world->leases_len; i++) {
			u32 drawn = world_below(world, 100);
			msec takes = drawn < 60   ? (msec)world_below(world, 4 * 60) * 1000
				     : drawn < 85 ? (msec)world_below(world, 100 * 60) * 1000
						  : -1;
			if (takes < 0 || world->held_len == WORLD_HELD_MAX) continue;
			struct person *person = world_of_run(world, &world->leases[i].run);
			world->held[world->held_len++] = (struct held){
				.execution = world->leases[i].execution,
				.person = (u32)(person - world->people),
				.ends = world->now.wall + takes,
				.is_good = world_below(world, 5) < 3,
			};
		}
	} while (world->leases_len == WORLD_LEASES);
}

static inline void world_report(struct world *world, struct held held)
{
	struct person *person = &world->people[held.person];
	u32 good = person->good;
	struct report report = { .execution = held.execution,
				 .outcome = held.is_good ? OUTCOME_SUCCESS : OUTCOME_FAIL,
				 .error_class = held.is_good ? STR("") : STR("validation") };
	if (!world_do(world, (struct command){ .kind = COMMAND_REPORT,
					       .report = { STR("w"), &report, 1, NULL } }))
		return;
	if (world->said == HOLDER_OK) return;
	/* Whoever is late is told so, and it does not count. */
	world->late += held.is_good;
	world_expect(world, person->good == good, "I6 a late word counted", person);
}

static inline void world_reports(struct world *world)
{
	for (u32 i = 0; i < world->held_len;) {
		struct held held = world->held[i];
		if (held.ends > world->now.wall) {
			i++;
			continue;
		}
		world->held[i] = world->held[--world->held_len];
		world_report(world, held);
	}
}

/* Somebody says that they succeeded in the very turn in which the cutoff comes. */
static inline void world_race(struct world *world)
{
	struct now wake = pump_next_wake(world->pump);
	for (u32 i = 0; i < world->held_len; i++) {
		struct held held = world->held[i];
		msec cutoff = world->people[held.person].cutoff, span = cutoff - world->now.wall;
		bool is_next = wake.wall >= cutoff && wake.boot >= world->now.boot + span;
		if (span <= 0 || !is_next || !held.is_good) continue;
		world->held[i] = world->held[--world->held_len];
		world->now.wall += span;
		world->now.boot += span;
		world_report(world, held);
		return;
	}
}

/* ---- its days -------------------------------------------------------------------------------- */

/* Where the next look is: some minutes on, or at somebody's cutoff, a hair before or behind it. */
static inline msec world_pick(struct world *world)
{
	msec target = world->now.wall + (1 + world_below(world, 12)) * MSEC_MINUTE;
	const struct person *person = &world->people[world_below(world, world->len)];
	msec near = person->cutoff + (msec)world_below(world, 3) - 1;
	bool is_near = person->is_there && near > world->now.wall && near < target;
	return is_near ? near : target;
}

static inline void world_away(struct world *world)
{
	msec span = (msec)world_below(world, 180) * MSEC_MINUTE;
	if (!world_below(world, 4)) span = (msec)world_below(world, 70) * MSEC_HOUR;
	world_die(world);
	world->away++;
	world->now.wall += span;
	world->now.boot += span;
	world_begin_again(world);
}

static inline void world_live(struct world *world, u32 deaths_in, u32 moves_in)
{
	u32 drawn = world_below(world, deaths_in);
	if (drawn < 2) world->death = drawn ? DEATH_BEFORE : DEATH_BEHIND;
	world_to(world, world_pick(world));
	world_reports(world);
	world_work(world);
	world_race(world);
	judge_rest(world);
	if (drawn == 2) {
		world_die(world);
		world_begin_again(world);
	} else if (drawn == 3 && !world_below(world, 20)) {
		world_away(world);
	}
	u32 index = world_below(world, world->len);
	if (!world_below(world, moves_in)) world_move(world, index);
	else if (!world_below(world, 8 * moves_in)) world_leave(world, index);
}

enum world_store { WORLD_IN_MEMORY, WORLD_ON_DISK };

static inline void world_make_folder(struct world *world)
{
	const char *base = getenv("TMPDIR");
	snprintf(world->folder, sizeof world->folder, "%s/belfry-daily-XXXXXX",
		 base ? base : "/tmp");
	assert_non_null(mkdtemp(world->folder));
	snprintf(world->path, sizeof world->path, "%s/belfry.db", world->folder);
	world_open_file(world);
}

static inline void world_remove_folder(struct world *world)
{
	static const char *const endings[] = { "", "-wal", "-shm", ".lock", "-check" };
	char path[320];
	store_close(sqlite_store_view(world->file));
	for (size_t i = 0; i < countof(endings); i++) {
		snprintf(path, sizeof path, "%s%s", world->path, endings[i]);
		(void)unlink(path);
	}
	assert_int_equal(rmdir(world->folder), 0);
}

static inline void world_open(struct world *world, u32 people, u64 seed, enum world_store kind)
{
	static const struct store_calls calls = { .recall = front_recall,
						  .load = front_load,
						  .commit = front_commit,
						  .settle = front_settle,
						  .probe = front_probe,
						  .close = front_close };
	memset(world, 0, sizeof *world);
	world->front.calls = &calls;
	world->prng = prng_init(seed);
	world->len = people;
	world->limit = ATTEMPTS_AT_ONCE;
	world->window = 60 * MSEC_MINUTE;
	world->delay = 10 * MSEC_MINUTE;
	world->now = (struct now){ 1700000000000 + (msec)(seed % 365) * MSEC_DAY, 5000 };
	for (u32 i = 1; i < WORLD_ZONES; i++)
		world->zones[i] = zone_file_load(str_from(world_zone_names[i]));
	world->config.engine = (struct engine_config){ .zone = world_find_zone,
						       .zone_context = world,
						       .hash_seed = seed };
	world->people = calloc(people, sizeof *world->people);
	assert_non_null(world->people);
	for (u32 i = 0; i < people; i++) snprintf(world->people[i].name, 16, "p-%u", i);
	assert_int_equal(ERR_OK, memory_store_new(seed, &world->store));
	if (kind == WORLD_ON_DISK) world_make_folder(world);
	world_start(world);
	(void)world_do(world, (struct command){ .kind = COMMAND_SET_TYPE,
						.set = { .name = DAILY_TYPE,
							 .type = { .limit = ATTEMPTS_AT_ONCE } } });
}

static inline void world_close(struct world *world)
{
	if (world->pump) pump_free(world->pump);
	memory_store_free(world->store);
	if (world->file) world_remove_folder(world);
	for (u32 i = 1; i < WORLD_ZONES; i++) zone_free(world->zones[i]);
	free(world->people);
}

#endif
