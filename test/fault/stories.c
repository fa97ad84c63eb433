/* Each story does a few steps in order. It asserts little itself: that its end is the same
 * whatever failed on the way is what counts. */
#include "stories.h"

struct report story_outcome(struct uuid execution, enum outcome outcome)
{
	return (struct report){ .execution = execution, .outcome = outcome };
}

struct command story_once(u64 number, struct command command)
{
	command.tenant = STR("acme");
	command.has_replay = true;
	command.replay_key = (struct digest){ number, 1 };
	command.replay_body = (struct digest){ number, 2 };
	return command;
}

static void a_whole_life(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_enqueue(rig, "acme", (struct enqueue_item){ .priority = 2 });
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_NOOP));
}

static void many_at_once(struct rig *rig)
{
	enum { MANY = 40 };
	static const char *const words[] = { "a", "b", "c", "d", "e", "f", "g" };
	struct enqueue_item items[MANY];
	char keys[MANY][16];
	for (u32 i = 0; i < MANY; i++) {
		keys[i][0] = 'k';
		keys[i][1] = (char)('a' + i / 10);
		keys[i][2] = (char)('0' + i % 10);
		items[i] = (struct enqueue_item){ .type = str_from(words[i % countof(words)]),
						  .key = { keys[i], 3 },
						  .scope = UNIQUE_FOREVER,
						  .priority = i % 10 + 1,
						  .run_at = rig->now.wall - MANY + i,
						  .payload = STR("{}") };
	}
	rig_do(rig, (struct command){ .kind = COMMAND_ENQUEUE,
				      .tenant = STR("acme"),
				      .actor = STR("a producer"),
				      .enqueue = { items, MANY, true } });
	for (u32 i = 0; i < MANY; i++) rig->runs[rig->runs_len++] = rig->last_items[i].run;
	for (u32 i = 0; i < 5; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void a_retry_and_a_deferral(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	struct report report = story_outcome(rig_take(rig), OUTCOME_RETRY);
	report.retry_after_ms = 30000;
	report.error_class = STR("network");
	report.error_message = STR("no route");
	rig_report(rig, report);
	rig_advance(rig, 30000);
	report = story_outcome(rig_take(rig), OUTCOME_DEFER);
	report.defer_until = rig->now.wall + 30000;
	rig_report(rig, report);
	rig_advance(rig, 30000);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void a_dead_letter_comes_back(struct rig *rig)
{
	struct enqueue_item item = { .max_attempts = 1, .key = STR("k"), .scope = UNIQUE_ACTIVE };
	rig_enqueue(rig, "acme", item);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_RETRY));
	rig_run_command(rig, COMMAND_RETRY, 0, 0);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_FAIL));
	rig_run_command(rig, COMMAND_DISCARD, 0, 0);
	rig_enqueue(rig, "acme", item);
}

static void a_dead_letter_is_copied(struct rig *rig)
{
	struct enqueue_item item = { .max_attempts = 1, .key = STR("k"), .scope = UNIQUE_FOREVER };
	struct enqueue_item other = { .key = STR("k"), .payload = STR("{\"n\":2}") };
	rig_enqueue(rig, "acme", item);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_FAIL));
	rig_do(rig, (struct command){
			    .kind = COMMAND_COPY,
			    .tenant = STR("acme"),
			    .run = { .run = rig->runs[0], .copy = &other, .discards = true } });
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void cancels(struct rig *rig)
{
	msec now = rig->now.wall;
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_take(rig);
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_enqueue(rig, "acme", (struct enqueue_item){ .run_at = now + 60000 });
	rig_enqueue(rig, "acme", (struct enqueue_item){ .run_at = now + 9 * MSEC_DAY });
	for (u32 label = 0; label < 4; label++) rig_run_command(rig, COMMAND_CANCEL, label, 0);
}

static void moves(struct rig *rig)
{
	msec minute = rig->now.wall / MSEC_MINUTE * MSEC_MINUTE + MSEC_HOUR;
	struct enqueue_item item = { .key = STR("k"),
				     .run_at = minute,
				     .run_at_is_absolute = true };
	rig_enqueue(rig, "acme", item);
	item.run_at += MSEC_HOUR;
	rig_enqueue(rig, "acme", item);
	rig_run_command(rig, COMMAND_RESCHEDULE, 0, minute + MSEC_HOUR); /* taken */
	rig_run_command(rig, COMMAND_RESCHEDULE, 0, minute + 2 * MSEC_HOUR);
	rig_run_command(rig, COMMAND_RESCHEDULE, 1, rig->now.wall);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

/* In memory, in the store alone, and made in the same turn. */
static void replaces(struct rig *rig)
{
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_ACTIVE };
	item.run_at = rig->now.wall + 9 * MSEC_DAY;
	rig_enqueue(rig, "acme", item);
	item.replaces = true;
	item.payload = STR("{\"n\":2}");
	item.run_at = rig->now.wall + 60000;
	item.deadline_at = item.run_at + 60000;
	rig_enqueue(rig, "acme", item);
	item.payload = STR("{\"n\":3}");
	item.run_at = rig->now.wall;
	rig_enqueue(rig, "acme", item);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void places(struct rig *rig)
{
	struct command limit = { .kind = COMMAND_SET_LIMIT,
				 .tenant = STR("acme"),
				 .set = { .name = STR("c7"),
					  .expected = DOCUMENT_ANY,
					  .details = STR("{}"),
					  .rate = { .concurrency = 1 } } };
	rig_do(rig, limit);
	rig_enqueue(rig, "acme", (struct enqueue_item){ .route = STR("c7") });
	rig_enqueue(rig, "acme", (struct enqueue_item){ .route = STR("c7") });
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static struct command pause(enum command_kind kind, struct pause_command wish)
{
	return (struct command){
		.kind = kind, .tenant = STR("acme"), .actor = STR("ann"), .pause = wish
	};
}

static void pauses(struct rig *rig)
{
	struct pause_command type = { .scope = PAUSE_TYPE,
				      .name = STR("mail.send"),
				      .until = rig->now.wall + 20000,
				      .reason = STR("the provider has a bad day") };
	struct pause_command tenant = { .scope = PAUSE_TENANT };
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_do(rig, pause(COMMAND_PAUSE, type));
	rig_do(rig, pause(COMMAND_PAUSE, tenant));
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_do(rig, pause(COMMAND_RESUME, tenant));
	rig_advance(rig, 20000);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void an_operation(struct rig *rig)
{
	for (u32 i = 0; i < 12; i++)
		rig_enqueue(rig, "acme", (struct enqueue_item){ .entity = STR("event:1") });
	rig_take(rig);
	struct command cancel = { .kind = COMMAND_OPERATION_START,
				  .operation = { .kind = OPERATION_CANCEL,
						 .entity = STR("event:1"),
						 .reason = STR("the event is off") } };
	rig_do(rig, story_once(1, cancel));
}

static void a_lease_runs_out(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_take(rig);
	rig_advance(rig, 60000);
	rig_advance(rig, 120000); /* past the longest first backoff */
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void a_worker_waits(struct rig *rig)
{
	rig_wait(rig, 50000);
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	if (rig->held_len == 0) rig_take(rig); /* the wait ended when something failed */
	rig_report(rig, story_outcome(rig->held[0], OUTCOME_SUCCESS));
	rig_wait(rig, 10000);
	rig_advance(rig, 10000);
}

static void settings(struct rig *rig)
{
	struct type_policy type = { .limit = 1, .max_attempts = 9 };
	rig_do(rig, (struct command){ .kind = COMMAND_SET_QUEUE,
				      .set = { .name = STR("slow"), .queue = { 2, 1 } } });
	rig_do(rig, (struct command){ .kind = COMMAND_SET_TENANT,
				      .set = { .name = STR("acme"), .tenant = { .limit = 2 } } });
	rig_do(rig, (struct command){ .kind = COMMAND_SET_TYPE,
				      .tenant = STR("acme"),
				      .set = { .name = STR("mail.send"), .type = type } });
	for (u32 i = 0; i < 3; i++)
		rig_enqueue(rig, "acme", (struct enqueue_item){ .queue = STR("slow") });
	struct uuid first = rig_take(rig);
	rig_report(rig, story_outcome(first, OUTCOME_SUCCESS));
	rig_take(rig);
}

static void crashes(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_crash(rig);
	struct uuid held = rig_take(rig);
	rig_crash(rig);
	struct report report = story_outcome(held, OUTCOME_RETRY);
	report.retry_after_ms = 20000;
	rig_report(rig, report);
	rig_crash(rig);
	rig_advance(rig, 20000);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void deadlines_and_beats(struct rig *rig)
{
	struct enqueue_item item = { .deadline_at = rig->now.wall + 40000,
				     .timeout_ms = MSEC_HOUR };
	rig_enqueue(rig, "acme", item);
	struct beat beat = { .execution = rig_take(rig), .progress_percent = 30 };
	rig_enqueue(rig, "acme", item);
	rig_advance(rig, 30000);
	rig_do(rig, (struct command){ .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } });
	rig_advance(rig, 20000); /* the one that waits is past its deadline */
	rig_report(rig, story_outcome(beat.execution, OUTCOME_SUCCESS));
}

static void more_than_memory_holds(struct rig *rig)
{
	many_at_once(rig);
	rig_crash(rig);
	for (u32 i = 0; i < 10; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_run_command(rig, COMMAND_CANCEL, 9, 0);
	struct enqueue_item item = { .deadline_at = rig->now.wall + 5000 };
	rig_enqueue(rig, "acme", item);
	rig_advance(rig, 5000); /* nobody came for it */
	for (u32 i = 0; i < 5; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

struct uuid story_job(struct rig *rig, u64 number, struct uuid id, const struct job_row *row)
{
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .job_put = { .id = id, .row = row, .type = STR("report.make") } };
	rig_do(rig, story_once(number, put));
	return rig->last.job.job;
}

struct job_row story_hourly_job(struct rig *rig)
{
	struct job_row row = job_defaults();
	row.kind = JOB_CRON;
	row.rule = STR("0 * * * *");
	row.code = STR("report.hourly");
	row.parameters = STR("{}");
	rig_advance(rig, MSEC_HOUR / 2 + MSEC_HOUR - rig->now.wall % MSEC_HOUR);
	return row;
}

static void a_jobs_day(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	row.misfire = MISFIRE_RUN_ALL;
	row.catchup_max = 3;
	row.horizon_ms = 2 * MSEC_HOUR;
	struct uuid job = story_job(rig, 1, (struct uuid){ { 0 } }, &row);
	rig_advance(rig, MSEC_HOUR);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_crash(rig);
	rig_advance(rig, 6 * MSEC_HOUR); /* away, and five are missed */
	for (u32 i = 0; i < 3; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	struct command run = { .kind = COMMAND_JOB_RUN, .job = { .job = job } };
	rig_do(rig, story_once(2, run));
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

static void a_job_changes(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	row.overlap = OVERLAP_BY_REPLACE;
	struct uuid job = story_job(rig, 1, (struct uuid){ { 0 } }, &row);
	struct command skip = { .kind = COMMAND_JOB_SKIP_NEXT, .job = { .job = job } };
	struct command hold = { .kind = COMMAND_JOB_PAUSE, .job = { .job = job } };
	struct command go = { .kind = COMMAND_JOB_RESUME, .job = { .job = job } };
	struct command gone = { .kind = COMMAND_JOB_DELETE, .job = { .job = job } };
	rig_do(rig, story_once(2, skip));
	row.rule = STR("0,30 * * * *");
	story_job(rig, 3, job, &row);
	rig_do(rig, story_once(4, hold));
	rig_advance(rig, 2 * MSEC_HOUR);
	rig_do(rig, story_once(5, go));
	rig_take(rig);
	rig_do(rig, story_once(6, gone));
	rig_advance(rig, MSEC_HOUR);
}

static void a_calendar(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	struct command put = { .kind = COMMAND_CALENDAR_PUT,
			       .tenant = STR("acme"),
			       .calendar = { STR("holidays"), STR("2030-01-01") } };
	row.exclude = STR("holidays");
	rig_do(rig, put);
	story_job(rig, 1, (struct uuid){ { 0 } }, &row);
	put.calendar.body = STR("2023-11-14\n2023-11-15 FREQ=DAILY;COUNT=2");
	rig_do(rig, put);
	rig_crash(rig);
	rig_advance(rig, 2 * MSEC_HOUR);
}

static struct uuid claim_effect(struct rig *rig, struct uuid execution)
{
	struct effect_command claim = { .action_key = STR("charge"), .execution = execution };
	rig_do(rig, (struct command){
			    .kind = COMMAND_EFFECT_CLAIM, .tenant = STR("acme"), .effect = claim });
	return rig->last.effect.claim;
}

/* The card is charged once, whatever fails between the claim and its end. */
static void effects(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	struct uuid held = rig_take(rig);
	struct effect_command done = { .claim = claim_effect(rig, held),
				       .execution = held,
				       .result = STR("{\"receipt\":7}") };
	rig_expect(rig, rig->last.effect.is_first, "the holder is not told to go ahead");
	rig_do(rig, (struct command){ .kind = COMMAND_EFFECT_COMPLETE,
				      .tenant = STR("acme"),
				      .effect = done });
	rig_crash(rig);
	rig_report(rig, story_outcome(held, OUTCOME_RETRY));
	rig_advance(rig, 120000);
	held = rig_take(rig);
	(void)claim_effect(rig, held);
	rig_expect(rig, !rig->last.effect.is_first, "the next attempt charges again");
	rig_report(rig, story_outcome(held, OUTCOME_SUCCESS));
}

static struct uuid put_reminder(struct rig *rig, u64 number, struct uuid id,
				const struct reminder_row *row)
{
	struct command put = { .kind = COMMAND_REMINDER_PUT,
			       .reminder = { .id = id, .row = row, .moves = uuid_is_nil(&id) } };
	rig_do(rig, story_once(number, put));
	return rig->last.is_replayed ? rig->last.id : rig->last.reminder.id;
}

static void act_on_reminder(struct rig *rig, u64 number, enum command_kind kind, struct uuid id)
{
	struct command act = { .kind = kind, .reminder = { .id = id } };
	rig_do(rig, story_once(number, act));
}

static void reminders(struct rig *rig)
{
	struct reminder_row row = { .user = STR("ann"),
				    .title = STR("call"),
				    .channels = STR("[\"in_app\"]"),
				    .starts_at = rig->now.wall + MSEC_HOUR };
	struct uuid first = put_reminder(rig, 1, (struct uuid){ { 0 } }, &row);
	row.is_recurring = true;
	row.rule = STR("FREQ=DAILY");
	struct uuid series = put_reminder(rig, 2, (struct uuid){ { 0 } }, &row);
	rig_advance(rig, MSEC_HOUR);
	act_on_reminder(rig, 3, COMMAND_REMINDER_SNOOZE, first);
	act_on_reminder(rig, 4, COMMAND_REMINDER_COMPLETE, series);
	rig_crash(rig);
	rig_advance(rig, MSEC_HOUR); /* the snooze is over */
	act_on_reminder(rig, 5, COMMAND_REMINDER_DISMISS, first);
	row.title = STR("call again");
	put_reminder(rig, 6, series, &row);
	rig_advance(rig, MSEC_DAY);
	act_on_reminder(rig, 7, COMMAND_REMINDER_DELETE, series);
}

/* One row for each scope of a key: for good, for a span, while one is under way. */
static void keys(struct rig *rig)
{
	struct enqueue_item for_good = { .key = STR("k"), .scope = UNIQUE_FOREVER };
	struct enqueue_item a_while = { .key = STR("l"), .scope = UNIQUE_TTL, .unique_ttl = 60000 };
	struct enqueue_item active = { .key = STR("m"), .scope = UNIQUE_ACTIVE };
	for (u32 i = 0; i < 2; i++) { /* the second time each is the first's */
		rig_enqueue(rig, "acme", for_good);
		rig_enqueue(rig, "acme", a_while);
		rig_enqueue(rig, "acme", active);
	}
	rig_run_command(rig, COMMAND_CANCEL, 2, 0);
	rig_advance(rig, 60000);
	rig_enqueue(rig, "acme", for_good);
	rig_enqueue(rig, "acme", a_while); /* its span is over */
	rig_enqueue(rig, "acme", active);  /* nothing is under way */
}

static void a_batch(struct rig *rig)
{
	struct enqueue_item parent = { .type = STR("mail.all") };
	struct enqueue_item children[2] = { { .type = STR("mail.send"), .payload = STR("1") },
					    { .type = STR("mail.send"), .payload = STR("2") } };
	struct command batch = { .kind = COMMAND_BATCH,
				 .batch = { .parent = &parent, .children = children, .len = 2 } };
	rig_do(rig, story_once(1, batch));
	for (u32 i = 0; i < 2; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

/* As short as a story can be in which a process finds what another one left. */
static void a_new_process(struct rig *rig)
{
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	struct uuid held = rig_take(rig);
	rig_crash(rig);
	rig_report(rig, story_outcome(held, OUTCOME_SUCCESS));
}

const struct story stories[] = {
	{ .name = "a new store", /* the longest first */
	  .play = a_whole_life,
	  .from_nothing = true,
	  .with_opening = true },
	{ .name = "a new process", .play = a_new_process, .with_opening = true },
	{ .name = "a whole life", .play = a_whole_life, .is_whole = true },
	{ .name = "many at once", .play = many_at_once },
	{ .name = "a retry and a deferral", .play = a_retry_and_a_deferral },
	{ .name = "a dead letter comes back", .play = a_dead_letter_comes_back },
	{ .name = "a dead letter is copied", .play = a_dead_letter_is_copied },
	{ .name = "cancels", .play = cancels },
	{ .name = "moves", .play = moves },
	{ .name = "replaces", .play = replaces },
	{ .name = "places", .play = places },
	{ .name = "pauses", .play = pauses },
	{ .name = "an operation", .play = an_operation },
	{ .name = "a lease runs out", .play = a_lease_runs_out },
	{ .name = "a worker waits", .play = a_worker_waits },
	{ .name = "settings", .play = settings },
	{ .name = "crashes", .play = crashes },
	{ .name = "deadlines and beats", .play = deadlines_and_beats },
	{ .name = "more than memory holds", .play = more_than_memory_holds, .runs_max = 8 },
	{ .name = "a job's day", .play = a_jobs_day },
	{ .name = "a job changes", .play = a_job_changes },
	{ .name = "a calendar", .play = a_calendar },
	{ .name = "many jobs at once", .play = tell_apply },
	{ .name = "effects", .play = effects },
	{ .name = "reminders", .play = reminders },
	{ .name = "keys", .play = keys },
	{ .name = "a batch", .play = a_batch },
	{ .name = "ladders", .play = tell_ladders },
	{ .name = "daily windows", .play = tell_daily_windows },
	{ .name = "alerts", .play = tell_alerts },
	{ .name = "gates", .play = tell_gates },
	{ .name = "routes", .play = tell_routes },
	{ .name = "a policy hook", .play = tell_hook },
	{ .name = "things", .play = tell_documents },
	{ .name = "dependencies", .play = tell_dependencies },
	{ .name = "fallbacks", .play = tell_fallbacks },
	{ .name = "a backfill", .play = tell_backfill },
	{ .name = "changes of mind", .play = tell_changes_of_mind },
	{ .name = "a tenant goes", .play = tell_tenant_goes },
	{ .name = "retention", .play = tell_retention },
};
const u32 stories_len = countof(stories);
