/* Daily windows in memory, and how their days end.
 *
 * However the run of a window ends, its day is finalized in the same commit, once: the ledger gets
 * its row, the person's row says so, and the next window stands in the queue. An attempt that
 * fails only gives the run a later time; no attempt writes anything to the person's row.
 *
 * A cutoff that passed while nobody was there counts as such while it is still that day where the
 * person lives; days that are over by then are missed, and not made up for. */
#include "calendar/zone.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- in memory ----------------------------------------------------------------------------- */

static bool seen_is_of(const void *item, const void *key)
{
	const struct daily_seen *seen = item;
	const struct daily_row *row = key;
	return seen->row.tenant.v == row->tenant.v && str_eq(seen->row.user, row->user);
}

void dailies_init(struct engine *engine)
{
	pool_init(&engine->people.dailies.pool, sizeof(struct daily));
	map_init(&engine->people.dailies.seen, seen_is_of);
	list_init(&engine->people.dailies.held);
}

void dailies_done(struct engine *engine)
{
	pool_done(&engine->people.dailies.pool);
	map_done(&engine->people.dailies.seen);
}

static void daily_open(struct engine *engine, struct daily *daily)
{
	if (!daily->is_open) engine->people.dailies.open++;
	daily->is_open = true;
}

void daily_offer(struct engine *engine, struct engine_run *run)
{
	daily_open(engine, run->daily);
	/* A gate or a limit may line the same attempt up again. */
	if (run->daily->enqueued != run->fence + 1) engine->people.dailies.enqueued++;
	run->daily->enqueued = run->fence + 1;
	lane_push(engine, run);
}

void daily_admit(struct engine *engine, struct engine_run *run, const struct daily_row *row)
{
	struct daily *daily = pool_take(&engine->people.dailies.pool);
	must(row->user.len <= sizeof daily->user);
	must(row->found_zone != NULL);
	daily->run = run;
	daily->zone = row->found_zone;
	daily->hot = row->hot;
	daily->due_minute = row->due_minute;
	daily->user_len = (u8)row->user.len;
	memcpy(daily->user, row->user.at, row->user.len);
	run->daily = daily;
	if (!run->fence) return;
	daily_open(engine, daily); /* an attempt was made before */
	if (engine->people.dailies.away) engine->people.dailies.away--;
}

void daily_forget(struct engine *engine, struct engine_run *run)
{
	struct daily *daily = run->daily;
	if (list_node_is_in_list(&daily->in_held)) list_remove(&daily->in_held);
	if (daily->is_open) engine->people.dailies.open--;
	bool waits = daily->is_open && !daily->is_over && !daily->is_withdrawn;
	engine->people.dailies.away += waits;
	pool_give(&engine->people.dailies.pool, daily);
	run->daily = NULL;
}

enum err daily_bring(struct engine *engine, struct daily_row *row)
{
	enum err err = own_run_find_zone(engine, row->zone, &row->found_zone);
	return err ? err : pool_reserve(&engine->people.dailies.pool, 1);
}

/* Existing windows keep their instants; later days follow the new zone data. The data stay new even
 * if this turn is refused. */
enum err dailies_renew_zones(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	const struct engine_run *run;
	while ((run = uuid_map_next(&engine->core.runs, &cursor))) {
		struct why why;
		struct daily *daily = run->daily;
		if (!daily || daily->zone == zone_utc()) continue;
		enum err err = engine_find_zone(engine, zone_name(daily->zone), &daily->zone, &why);
		if (err == ERR_MEMORY) return err;
	}
	return ERR_OK;
}

/* ---- a clock that jumped ahead -------------------------------------------------------------- */

bool daily_is_over(const struct engine *engine, const struct engine_run *run)
{
	return run->deadline_at <= wall_now(engine) && !clock_hold_is_on(engine);
}

/* The result of a reminder's attempt counts, however late it is. */
bool run_waits_for_clock(struct engine *engine, struct engine_run *run)
{
	struct daily *daily = run->daily;
	if ((!daily && !run->reminder) || !clock_hold_is_on(engine)) return false;
	if (!run->execution) {
		run_step_out(engine, run);
		clock_hold_run(engine, run);
	} else if (daily && !list_node_is_in_list(&daily->in_held)) {
		list_push_back(&engine->people.dailies.held, &daily->in_held);
	}
	return true;
}

void dailies_go_on(struct engine *engine)
{
	struct list_node *node;
	while ((node = list_pop_front(&engine->people.dailies.held))) {
		struct engine_run *run = container_of(node, struct daily, in_held)->run;
		if (!run->deadline.node.at)
			heap_push(&engine->clock.wall, &run->deadline.node, run->deadline_at);
	}
}

/* ---- attempts ------------------------------------------------------------------------------- */

/* The delay counts from enqueue to enqueue; a longer requested delay counts instead. The attempt
 * comes at the cutoff at the latest, so that the run is in memory then. */
msec daily_next_attempt(const struct engine *engine, const struct engine_run *run, msec asked)
{
	msec now = wall_now(engine);
	msec next = msec_add(run->run_at, daily_retry_ms(engine, run->lane->type->tenant));
	if (next < now) next = now;
	if (next < asked) next = asked;
	return next < run->deadline_at ? next : run->deadline_at;
}

enum run_state daily_judge(struct engine *engine, struct engine_run *run,
			   const struct ending *ending)
{
	msec now = wall_now(engine);
	bool is_over = daily_is_over(engine, run);
	if (ending->outcome == OUTCOME_CANCELLED) return RUN_CANCELLED;
	if (ending->outcome == OUTCOME_RELEASED && !is_over) return RUN_QUEUED;
	if (ending->outcome == OUTCOME_DEFER) {
		run->deferred_count++;
		run->run_at = ending->defer_until < run->deadline_at ? ending->defer_until
								     : run->deadline_at;
		run->deferred_until = run->run_at;
		return is_over ? RUN_CANCELLED : RUN_QUEUED;
	}
	run->attempts++;
	if (is_over) return RUN_CANCELLED;
	if (ending->outcome == OUTCOME_SUCCESS || ending->outcome == OUTCOME_NOOP) return RUN_DONE;
	run->run_at = daily_next_attempt(engine, run, msec_add(now, ending->retry_after_ms));
	return RUN_QUEUED;
}

void daily_cut_off(struct engine *engine, struct execution *execution)
{
	struct ending ending = { .outcome = OUTCOME_CUTOFF,
				 .error_class = error_class_name(CLASS_CANCELLED),
				 .error_message = STR("the cutoff of its daily window passed") };
	action_stop(engine, &execution->id);
	execution_end(engine, execution, &ending);
}

void daily_came_late(struct engine *engine, const struct ended *ended, str actor)
{
	struct journal_entry entry = { .kind = JOURNAL_DAILY,
				       .tenant = ended->tenant,
				       .run = ended->run,
				       .execution = ended->id,
				       .reason = STR("late success"),
				       .actor = actor };
	journal_add(engine, &entry);
}

/* ---- the day ends --------------------------------------------------------------------------- */

/* A copy of a window that ends, since its run leaves memory. */
struct last_words {
	struct daily daily;
	struct tenant *tenant;
	const struct engine_run *run;
	str user;
};

static void write_day(struct engine *engine, struct last_words *words, struct day_row day)
{
	struct daily_hot *hot = &words->daily.hot;
	u32 keep = words->tenant->daily.keep_days;
	struct day_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	must(day.date > hot->decided);
	day.tenant = words->tenant->no;
	day.user = words->user;
	day.due_minute = words->daily.due_minute;
	day.at = wall_now(engine);
	/* A clock that leapt ahead would make the whole ledger expire. */
	day.forget_before = boot_now(engine) < engine->clock.leapt_until
				    ? INT64_MIN
				    : day.through - (keep ? keep : DAILY_KEEP_DAYS) + 1;
	*row = day;
	change_put(engine, KIND_DAY)->day = row;
	char *text = arena_alloc(&now_turn(engine)->arena, DAILY_DATE_LEN + 1 + day.user.len);
	must(text != NULL);
	daily_print_date(day.date, text);
	text[DAILY_DATE_LEN] = ' ';
	memcpy(text + DAILY_DATE_LEN + 1, day.user.at, day.user.len);
	struct journal_entry entry = { .kind = JOURNAL_DAILY,
				       .details = { text, DAILY_DATE_LEN + 1 + day.user.len },
				       .tenant = day.tenant,
				       .type = run_type(words->run),
				       .run = words->run->id,
				       .attempts = day.due_minute,
				       .run_at = day.cutoff,
				       .previous_turn = words->run->journal_turn,
				       .reason = day_status_name(day.status) };
	journal_add(engine, &entry);
	hot->decided = day.through;
	decided_forget(&hot->ahead, hot->decided);
	if (day.status == DAY_MISSED) return; /* no caller has caused it: the record stays */
	hot->last_date = day.date;
	hot->status = day.status;
}

static struct day_row own_day(const struct last_words *words, enum day_status status)
{
	const struct daily_hot *hot = &words->daily.hot;
	return (struct day_row){ .date = hot->date,
				 .through = hot->date,
				 .status = status,
				 .attempts = words->run->attempts,
				 .cutoff = hot->cutoff,
				 .run = words->run->id };
}

/* Finalizes days that are over as missed, and the day whose cutoff has just passed as cut off.
 * Returns the date of the latter; 0: none. */
static i64 write_cutoff(struct engine *engine, struct last_words *words)
{
	const struct zone *zone = words->daily.zone;
	u32 minute = words->daily.due_minute;
	msec now = wall_now(engine);
	i64 date = words->daily.hot.date, today = daily_date_at(zone, now);
	/* New zone data may have moved its cutoff to the day before. */
	if (today <= date || today <= daily_date_at(zone, words->daily.hot.cutoff)) {
		write_day(engine, words, own_day(words, DAY_CUTOFF_REACHED));
		return date;
	}
	i64 last = daily_next_date(zone, minute, date, now) - 1;
	msec cutoff = daily_cutoff(zone, last, minute);
	bool is_still = last > date && daily_date_at(zone, cutoff) >= today;
	bool has_ended = is_still && decided_has(&words->daily.hot.ahead, last);
	struct day_row missed = own_day(words, DAY_MISSED);
	missed.through = is_still ? last - 1 : last;
	write_day(engine, words, missed);
	if (!is_still || has_ended) return 0;
	write_day(engine, words,
		  (struct day_row){ .date = last,
				    .through = last,
				    .status = DAY_CUTOFF_REACHED,
				    .cutoff = cutoff });
	return last;
}

static void write_hot(struct engine *engine, const struct last_words *words)
{
	struct change *change = change_add(engine, CHANGE_DAILY_HOT);
	change->daily_hot.tenant = words->tenant->no;
	change->daily_hot.user = words->user;
	change->daily_hot.hot = words->daily.hot;
	struct daily_seen *seen = daily_seen_find(engine, words->tenant->no, words->user);
	if (seen) seen->row.hot = words->daily.hot;
}

void daily_ends(struct engine *engine, struct engine_run *run, enum run_state state)
{
	struct last_words words = { .daily = *run->daily,
				    .tenant = run->lane->type->tenant,
				    .run = run };
	i64 cut_off = 0;
	must(run_state_is_final(state));
	run->daily->is_over = true;
	if (run->daily->is_withdrawn) return;
	words.user = str_copy(&now_turn(engine)->arena,
			      (str){ run->daily->user, run->daily->user_len });
	must(!arena_failed(&now_turn(engine)->arena));
	if (state == RUN_DONE) {
		words.daily.hot.last_run_at = wall_now(engine);
		write_day(engine, &words, own_day(&words, DAY_SUCCESS));
	} else {
		cut_off = write_cutoff(engine, &words);
		engine->people.dailies.looked_at++;
		engine->people.dailies.cut_off += cut_off != 0;
	}
	struct daily_window window = { .tenant = words.tenant,
				       .user = words.user,
				       .zone = words.daily.zone,
				       .due_minute = words.daily.due_minute,
				       .hot = &words.daily.hot,
				       .follows = true };
	if (cut_off) daily_notify_cutoff(engine, &window, cut_off);
	if (words.tenant->is_leaving) words.daily.hot.run = (struct uuid){ { 0 } };
	else daily_plan(engine, &window);
	write_hot(engine, &words);
}
