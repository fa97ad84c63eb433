/* A file with rows of every kind, and all that can be read of it as text: a line for each row,
 * whoever it is read by. Damage may take lines away; a line that was not there before is a lie. */
#ifndef BELFRY_TEST_EVERY_ROW_H
#define BELFRY_TEST_EVERY_ROW_H

#include "conformance/audit_rows.h"
#include "conformance/recalled.h"
#include "model/effect.h"
#include "store/sqlite/query_scene.h"

enum { ROWS_OF_A_KIND = 6, LINES_BYTES_MAX = 1 << 20, ROW_CELLS_MAX = 40 };

/* ---- writing -------------------------------------------------------------------------------- */

/* Of each kind ROWS_OF_A_KIND, under numbers of its own: `n` of jobs is 100 + n, and so on. */
#define JOB_OF(n) (100 + (n))
#define RUN_OF_JOB(n) (200 + (n))
#define BATCH_OF(n) (300 + (n))
#define DAILY_RUN_OF(n) (400 + (n))
#define REMINDER_OF(n) (500 + (n))

static const char *const every_user[ROWS_OF_A_KIND] = { "ann", "bob", "cyd", "dan", "eve", "flo" };

#define IN_TURN(scene, type, ...)                                                            \
	((type *)memcpy(arena_alloc(&(scene)->turn.arena, sizeof(type)), &(type)__VA_ARGS__, \
			sizeof(type)))

static inline void fill_runs(struct scene *scene, u32 n)
{
	struct run_row row = a_run(n);
	struct execution_row open = an_execution(n, n, 1), ended = an_execution(50 + n, n, 2);
	struct execution_end end = { .outcome = OUTCOME_RETRY,
				     .ended_at = SCENE_START + 9,
				     .error_class = STR("network"),
				     .error_message = STR("no route to the host"),
				     .result = STR("{\"ok\": false}"),
				     .result_hash = STR("abc") };
	struct unique_row key = { { n, { 1 }, { 1 }, UNIQUE_TTL, { n, 4 } }, id_of(n), MSEC_MAX };
	row.payload = STR("{\"to\": \"ann\", \"about\": \"a long story\"}");
	row.entity = STR("event:42");
	row.user = str_from(every_user[n - 1]);
	row.key = STR("order:42");
	row.trace = STR("00-1");
	row.created_by = STR("bob");
	row.details = STR("{\"timezone\":\"UTC\"}");
	row.key_digest = digest_of(row.key);
	put_run(scene, &row);
	put_claim(scene, &ended);
	put_end(scene, &ended, &end);
	put_output(scene, &ended.id, STR("what it printed"), STR("what went wrong"));
	put_claim(scene, &open);
	put_progress(scene, &open.id, 10 * n, STR("half way"));
	put_unique(scene, &key);
	put_result(scene, (struct result_key){ { 1 }, { 1 }, { n, 5 } }, STR("hash"));
	put_journal(scene,
		    &(struct journal_entry){
			    .tenant = { 1 }, .type = { 1 }, .run = row.id, .reason = STR("made") });
}

static inline void fill_jobs(struct scene *scene, u32 n)
{
	struct job_row job = a_job(JOB_OF(n));
	struct run_row run = a_job_run(RUN_OF_JOB(n), JOB_OF(n));
	char code[] = "report.0";
	code[7] = (char)('0' + n);
	job.code = (str){ code, 8 };
	run.payload_len = (u32)job.parameters.len;
	run.hot.state = RUN_WAITING;
	put_job(scene, &job);
	job.pause = (struct job_pause){ .since = 5, .until = 9, .reason = STR("a freeze") };
	put_job_state(scene, &job);
	put_run(scene, &run);
	add_put(scene, KIND_OCCURRENCE)->occurrence =
		(struct occurrence_row){ .job = job.id,
					 .tenant = { 1 },
					 .planned_at = 1000 * n,
					 .outcome = OCCURRENCE_LATE,
					 .run = run.id };
	struct links_row links = { .run = run.id, .tenant = { 1 }, .len = 1 };
	links.at[0] = (struct link){ .job = id_of(JOB_OF(1)), .awaited = id_of(RUN_OF_JOB(1)) };
	add_put(scene, KIND_LINKS)->links = memcpy(arena_alloc(&scene->turn.arena, sizeof links),
						   &links, sizeof links);
	add_put(scene, KIND_ALERT_RULE)->alert_rule = IN_TURN(scene, struct alert_rule_row,
							      { .id = id_of(600 + n),
								.tenant = { 1 },
								.job = job.id,
								.threshold = n,
								.recipients = STR("ann@a") });
	add_put(scene, KIND_ALERT)->alert = IN_TURN(scene, struct alert_row,
						    { .id = id_of(700 + n),
						      .tenant = { 1 },
						      .rule = id_of(600 + n),
						      .job = job.id,
						      .value = n,
						      .raised_at = 5,
						      .job_code = STR("report") });
}

static inline void fill_settings(struct scene *scene, u32 n)
{
	struct type_policy type = { .limit = n, .max_attempts = 9, .lease_ms = 1000 * n };
	struct tenant_policy tenant = { .limit = n, .weight = 2 };
	struct tenant_defaults defaults = { .priority = n, .misfire = MISFIRE_SKIP };
	struct operation_row operation = { .id = id_of(800 + n),
					   .filter = { .tenant = { 1 }, .entity = STR("event:1") },
					   .reason = STR("the event is off") };
	struct pause_key pause = { PAUSE_TYPE, { 1 }, n };
	static const char *const routes[] = { "a", "b", "c", "d", "e", "f" };
	str name = str_from(routes[n - 1]);
	put_queue(scene, n, 2, 3);
	put_tenant(scene, n, &tenant);
	put_defaults(scene, n, &defaults);
	put_type(scene, 1, n, &type);
	add_change(scene, CHANGE_TYPE_NAMED)->type_named.tenant = (tenant_no){ 1 };
	scene->changes[scene->turn.changes_len - 1].type_named.type = (type_no){ n };
	put_pause(scene, pause, 9 * MSEC_DAY, STR("a bad day"));
	put_operation(scene, &operation);
	put_calendar(scene, 1, name, n, STR("2030-01-01"));
	put_rate(scene, 1, name, n);
	put_gates(scene, 1, str_from(every_user[n - 1]), STR("{\"quiet\": 1}"));
	add_put(scene, KIND_DOCUMENT)->document =
		(struct document_row){ .key = { DOCUMENT_LIMIT, { 1 }, text_of_turn(scene, name) },
				       .version = n,
				       .until = MSEC_MAX,
				       .body = STR("{\"a\": 1.10}") };
	add_put(scene, KIND_REPLAY)->replay =
		(struct replay_row){ { n, 1 }, { 1, 2 }, MSEC_MAX, STR("what it made") };
	put_audit(scene, an_audit_row(scene, n, 1));
}

static inline void fill_people(struct scene *scene, u32 n)
{
	str user = str_from(every_user[n - 1]);
	struct run_row run = a_run(DAILY_RUN_OF(n));
	run.cause = CAUSE_DAILY;
	run.user = user;
	put_run(scene, &run);
	add_put(scene, KIND_DAILY)->daily = IN_TURN(
		scene, struct daily_row,
		{ .tenant = { 1 },
		  .user = user,
		  .due_minute = 540 + n,
		  .zone = STR("Europe/Berlin"),
		  .hot = { .date = 20003, .run = id_of(DAILY_RUN_OF(n)) } });
	add_put(scene, KIND_DAY)->day = IN_TURN(scene, struct day_row,
						{ .tenant = { 1 },
						  .user = user,
						  .date = 20002,
						  .through = 20002,
						  .attempts = n,
						  .cutoff = 77 });
	add_put(scene, KIND_UNDONE_DAY)->undone_day = IN_TURN(
		scene, struct undone_day_row,
		{ .day = { .tenant = { 1 }, .user = user, .date = 20004, .cutoff = 78 },
		  .undone_at = 9 });
	add_put(scene, KIND_DAILY_POLICY)->daily_policy =
		(struct daily_policy_row){ { n }, { .window_ms = 1000 * n } };
	add_put(scene, KIND_REMINDER)->reminder = IN_TURN(
		scene, struct reminder_row,
		{ .id = id_of(REMINDER_OF(n)),
		  .tenant = { 1 },
		  .user = user,
		  .title = STR("call"),
		  .channels = STR("[]"),
		  .hot = { .sent_at = 1, .remind_at = 5, .run_at = n, .version = 1 } });
	add_put(scene, KIND_NOTICE)->notice = IN_TURN(scene, struct notice_row,
						      { .id = id_of(n),
							.tenant = { 1 },
							.at = 5,
							.until = MSEC_MAX,
							.user = STR("ann"),
							.title = STR("call") });
}

static inline void fill_rest(struct scene *scene, u32 n)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	static const struct rung rungs[] = { { .offset = -5 }, { .offset = 0 } };
	struct run_row parent = a_run(BATCH_OF(n));
	parent.hot.state = RUN_WAITING;
	put_run(scene, &parent);
	add_put(scene, KIND_BATCH)->batch = (struct batch_row){ .id = parent.id,
								.tenant = { 1 },
								.type = { 1 },
								.queue = { 1 },
								.state = RUN_WAITING,
								.is_live = true,
								.total = n };
	add_put(scene, KIND_AFTER)->after = (struct after_row){ .run = id_of(n),
								.tenant = { 1 },
								.awaited = parent.id,
								.needs = DEPENDENCY_SUCCESS,
								.is_live = true };
	add_put(scene, KIND_EFFECT)->effect = IN_TURN(scene, struct effect_row,
						      { .id = id_of(n << 16),
							.tenant = { 1 },
							.key = { n, 6 },
							.claims = 1,
							.until = SCENE_START,
							.action_key = STR("charge"),
							.idempotency_key = STR("k"),
							.result = STR("{\"receipt\": 7}") });
	add_put(scene, KIND_COOLDOWN)->cooldown = (struct cooldown_row){
		.tenant = { 1 }, .type = { 1 }, .alert = n, .run = id_of(n)
	};
	add_put(scene, KIND_DELIVERY)->delivery = IN_TURN(scene, struct delivery_row,
							  { .id = id_of(900 + n),
							    .tenant = { 1 },
							    .type = { 1 },
							    .run = id_of(n),
							    .outcome = OUTCOME_FAIL,
							    .next = NEXT_LATER,
							    .error_class = STR("dm_closed"),
							    .message = STR("closed"),
							    .channel = STR("dm") });
	add_put(scene, KIND_LADDER)->ladder = IN_TURN(
		scene, struct ladder_row,
		{ .key = { n, 7 },
		  .id = id_of(950 + n),
		  .tenant = { 1 },
		  .type = { 1 },
		  .anchor = 5,
		  .until = MSEC_MAX,
		  .entity = STR("event:42"),
		  .user = STR("ann"),
		  .name = str_from(names[n - 1]),
		  .rungs = rungs_of_turn(scene, rungs, countof(rungs)),
		  .payload_len = 11,
		  .payload = STR("{\"rung\": 1}") });
}

/* Another segment, and two turns that are in none. */
static inline void fill_keys(struct scene *scene)
{
	static const u32 counts[] = { SQLITE_KIND_RECENT_KEYS, 1, 1 };
	u32 n = 1000;
	for (u32 i = 0; i < countof(counts); i++) {
		for (u32 k = 0; k < counts[i]; k++) {
			struct unique_key key = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { ++n, 4 } };
			put_unique(scene, &(struct unique_row){ key, id_of(1), MSEC_MAX });
		}
		commit(scene);
	}
}

/* Some turns, so that the journal has a chain. */
static inline void fill_every_kind(struct scene *scene)
{
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) {
		put_name(scene, NAME_TENANT, n, n == 1 ? acme : str_from(every_user[n - 1]));
		put_name(scene, NAME_TYPE, n, str_from(every_user[n - 1]));
		put_name(scene, NAME_QUEUE, n, str_from(every_user[n - 1]));
	}
	put_worker(scene, 3, STR("w-3"), STR("host-3"));
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) fill_runs(scene, n);
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) put_audit(scene, an_audit_row(scene, n, n));
	commit(scene);
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) {
		fill_jobs(scene, n);
		fill_settings(scene, n);
		fill_people(scene, n);
		fill_rest(scene, n);
	}
	put_journal(scene, &(struct journal_entry){ .tenant = { 1 }, .reason = STR("the rest") });
	commit(scene);
	fill_keys(scene);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* What is read, and what could not be. */
struct reading {
	struct scene *scene;
	struct query *query; /* NULL: none could be opened */
	struct arena arena;
	sqlite3_stmt *teller; /* says back what it was given */
	struct buf lines;
	u32 refused;
};

/* A row as text, by its columns. */
static inline void tell_row(struct reading *reading, const char *word, enum column_group group,
			    const struct uuid *id, const void *row)
{
	struct cells cells = cells_to_bind(reading->teller);
	sqlite3_clear_bindings(reading->teller);
	cells_bind(&cells, group, row, id);
	char *text = sqlite3_expanded_sql(reading->teller);
	assert_non_null(text);
	buf_addf(&reading->lines, "%s %d %s\n", word, (int)group, text);
	sqlite3_free(text);
}

static inline void tell_name(struct reading *reading, const char *word, str of, str name)
{
	if (name.len)
		buf_addf(&reading->lines, "%s of %.*s %.*s\n", word, STR_ARG(of), STR_ARG(name));
}

/* Whether the call went well; else it is counted. */
static inline bool went(struct reading *reading, enum err err)
{
	reading->refused += err != ERR_OK;
	return err == ERR_OK;
}

static inline void tell_run(struct reading *reading, const char *word, const struct run_seen *seen)
{
	if (!seen->found) return;
	/* Texts are not loaded; that there are some is. */
	tell_row(reading, word, GROUP_RUN_FIXED, NULL, &seen->row);
	tell_row(reading, word, GROUP_RUN_HOT, &seen->row.id, &seen->row.hot);
	if (seen->is_open) tell_row(reading, word, GROUP_EXECUTION, NULL, &seen->open);
	if (seen->own_found) tell_row(reading, word, GROUP_UNIQUE, NULL, &seen->own);
}

static inline bool want(struct reading *reading, struct want *want)
{
	return went(reading, try_load(reading->scene, want));
}

/* As an engine asks. */
static inline void tell_wants(struct reading *reading, u32 n)
{
	struct want run = { .kind = WANT_RUN, .run = { .id = id_of(n) } };
	struct want execution = { .kind = WANT_EXECUTION,
				  .execution = { .id = execution_id_of(50 + n) } };
	struct want unique = { .kind = WANT_UNIQUE,
			       .unique = { .key = { n, { 1 }, { 1 }, UNIQUE_TTL, { n, 4 } } } };
	struct want job = {
		.kind = WANT_JOB,
		.job = { .id = id_of(JOB_OF(n)), .which = JOB_RUNS_UNFINISHED, .limit = 9 }
	};
	struct want replay = { .kind = WANT_REPLAY, .replay = { .key = { n, 1 } } };
	struct want effect = { .kind = WANT_EFFECT, .effect = { .key = { n, 6 } } };
	struct want daily = { .kind = WANT_DAILY,
			      .daily = { .tenant = { 1 }, .user = str_from(every_user[n - 1]) } };
	struct want reminder = { .kind = WANT_REMINDER,
				 .reminder = { .tenant = { 1 }, .id = id_of(REMINDER_OF(n)) } };
	if (want(reading, &run)) tell_run(reading, "want", &run.run.seen);
	if (want(reading, &execution) && execution.execution.seen.found) {
		struct uuid id = execution_id_of(50 + n);
		tell_row(reading, "want", GROUP_EXECUTION, NULL, &execution.execution.seen.row);
		tell_row(reading, "want", GROUP_END, &id, &execution.execution.seen.end);
	}
	if (want(reading, &unique) && unique.unique.found)
		tell_row(reading, "want", GROUP_UNIQUE, NULL, &unique.unique.row);
	if (want(reading, &job) && job.job.found) {
		struct uuid id = id_of(JOB_OF(n));
		tell_row(reading, "want", GROUP_JOB, NULL, &job.job.seen.row);
		tell_row(reading, "want", GROUP_JOB_HOT, &id, &job.job.seen.row.hot);
		for (u32 i = 0; i < job.job.seen.runs_len; i++)
			tell_run(reading, "of job", &job.job.seen.runs[i]);
	}
	if (want(reading, &replay) && replay.replay.found)
		tell_row(reading, "want", GROUP_REPLAY, NULL, &replay.replay.row);
	if (want(reading, &effect) && effect.effect.found && !effect.effect.is_damaged)
		tell_row(reading, "want", GROUP_EFFECT, NULL, &effect.effect.row);
	if (want(reading, &daily) && daily.daily.found)
		tell_row(reading, "want", GROUP_DAILY, NULL, &daily.daily.row);
	if (want(reading, &reminder) && reminder.reminder.found)
		tell_row(reading, "want", GROUP_REMINDER, NULL, &reminder.reminder.row);
}

/* Pages, as people ask. `of` is told for each row that came. */
#define TELL_PAGE(reading, call, page_type, list, ...)                                  \
	do {                                                                            \
		struct page_type page = { 0 };                                          \
		enum err err = (reading)->query->calls->call((reading)->query, list,    \
							     &(reading)->arena, &page); \
		for (u32 i = 0; went(reading, err) && i < page.len; i++) {              \
			__VA_ARGS__                                                     \
		}                                                                       \
		arena_reset(&(reading)->arena);                                         \
	} while (0)

static inline void tell_lists_of_runs(struct reading *reading)
{
	struct run_list runs = { .tenant = acme, .limit = 99, .with_payload = true };
	struct execution_list executions = { .tenant = acme, .limit = 99 };
	struct batch_list batches = { .tenant = acme, .limit = 99 };
	struct delivery_list deliveries = { .tenant = acme, .limit = 99 };
	struct ladder_list ladders = { .tenant = acme, .entity = STR("event:42"), .limit = 99 };
	struct effect_list effects = { .tenant = acme, .limit = 99 };
	TELL_PAGE(reading, runs, run_page, &runs, {
		tell_row(reading, "run", GROUP_RUN_FIXED, NULL, &page.rows[i].row);
		tell_row(reading, "run", GROUP_RUN_HOT, &page.rows[i].row.id,
			 &page.rows[i].row.hot);
		tell_row(reading, "run", GROUP_BODY, &page.rows[i].row.id, &page.rows[i].row);
		tell_name(reading, "type", STR("a run"), page.rows[i].type);
	});
	TELL_PAGE(reading, executions, execution_page, &executions, {
		tell_row(reading, "execution", GROUP_EXECUTION, NULL, &page.rows[i].row);
		tell_row(reading, "execution", GROUP_END_TEXT, &page.rows[i].row.id,
			 &page.rows[i].end);
		tell_name(reading, "worker", STR("an execution"), page.rows[i].worker);
	});
	TELL_PAGE(reading, batches, batch_page, &batches,
		  { tell_row(reading, "batch", GROUP_BATCH, NULL, &page.rows[i].row); });
	TELL_PAGE(reading, deliveries, delivery_page, &deliveries,
		  { tell_row(reading, "delivery", GROUP_DELIVERY, NULL, &page.rows[i].row); });
	TELL_PAGE(reading, ladders, ladder_page, &ladders,
		  { tell_row(reading, "ladder", GROUP_LADDER, NULL, &page.rows[i].row); });
	TELL_PAGE(reading, effects, effect_page, &effects,
		  { tell_row(reading, "effect", GROUP_EFFECT, NULL, &page.rows[i].row); });
}

static inline void tell_lists_of_jobs(struct reading *reading)
{
	struct job_list jobs = { .tenant = acme, .limit = 99 };
	struct alert_list alerts = { .tenant = acme, .limit = 99 };
	struct event_list events = { .tenant = acme, .kinds = UINT64_MAX, .limit = 99 };
	struct audit_list audit = { .tenant = acme, .limit = 99 };
	TELL_PAGE(reading, jobs, job_page, &jobs, {
		struct uuid id = page.rows[i].row.id;
		tell_row(reading, "job", GROUP_JOB, NULL, &page.rows[i].row);
		tell_row(reading, "job", GROUP_JOB_TEXT, &id, &page.rows[i].row);
		tell_row(reading, "job", GROUP_JOB_PAUSE, &id, &page.rows[i].row.pause);
		tell_row(reading, "job", GROUP_JOB_HOT, &id, &page.rows[i].row.hot);
	});
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) {
		struct occurrence_list list = { .tenant = acme,
						.job = id_of(JOB_OF(n)),
						.limit = 9 };
		TELL_PAGE(reading, occurrences, occurrence_page, &list,
			  { tell_row(reading, "ledger", GROUP_OCCURRENCE, NULL, &page.rows[i]); });
	}
	TELL_PAGE(reading, alerts, alert_page, &alerts,
		  { tell_row(reading, "alert", GROUP_ALERT, NULL, &page.rows[i].row); });
	TELL_PAGE(reading, events, event_page, &events,
		  { tell_name(reading, "event", page.rows[i].type, page.rows[i].entry.reason); });
	TELL_PAGE(reading, audit, audit_page, &audit, {
		tell_name(reading, "audit", page.rows[i].row.object, page.rows[i].row.after);
		tell_name(reading, "audit", page.rows[i].row.actor, page.rows[i].row.action);
	});
}

static inline void tell_lists_of_people(struct reading *reading)
{
	struct reminder_list reminders = { .tenant = acme, .limit = 99 };
	struct notice_list notices = { .tenant = acme, .user = STR("ann"), .limit = 99 };
	struct daily_list dailies = { .tenant = acme, .limit = 99 };
	TELL_PAGE(reading, reminders, reminder_page, &reminders, {
		struct uuid id = page.rows[i].row.id;
		tell_row(reading, "reminder", GROUP_REMINDER, NULL, &page.rows[i].row);
		tell_row(reading, "reminder", GROUP_REMINDER_HOT, &id, &page.rows[i].row.hot);
		tell_row(reading, "reminder", GROUP_REMINDER_TEXT, &id, &page.rows[i].row);
	});
	TELL_PAGE(reading, notices, notice_page, &notices,
		  { tell_row(reading, "notice", GROUP_NOTICE, NULL, &page.rows[i]); });
	TELL_PAGE(reading, dailies, daily_page, &dailies,
		  { tell_row(reading, "daily", GROUP_DAILY, NULL, &page.rows[i].row); });
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) {
		struct day_list days = { .tenant = acme,
					 .user = str_from(every_user[n - 1]),
					 .limit = 9 };
		TELL_PAGE(reading, days, day_page, &days,
			  { tell_row(reading, "day", GROUP_DAY, NULL, &page.rows[i]); });
		days.is_undone = true;
		TELL_PAGE(reading, days, day_page, &days, {
			struct undone_day_row undone = { page.rows[i], page.rows[i].undone_at };
			tell_row(reading, "undone", GROUP_UNDONE_DAY, NULL, &undone);
		});
	}
}

static inline void tell_lists_of_settings(struct reading *reading)
{
	struct document_list documents = { .kind = DOCUMENT_LIMIT, .tenant = acme, .limit = 99 };
	struct type_list types = { .tenant = acme, .limit = 99 };
	struct pause_list pauses = { .tenant = acme, .limit = 99 };
	TELL_PAGE(reading, documents, document_page, &documents,
		  { tell_row(reading, "thing", GROUP_DOCUMENT, NULL, &page.rows[i].row); });
	TELL_PAGE(reading, types, type_page, &types, {
		struct type_row row = { { 1 }, { 0 }, page.rows[i].policy };
		tell_row(reading, "type", GROUP_TYPE, NULL, &row);
	});
	TELL_PAGE(reading, pauses, pause_page, &pauses,
		  { tell_row(reading, "pause", GROUP_PAUSE, NULL, &page.rows[i].row); });
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) {
		struct uuid execution = execution_id_of(50 + n);
		struct output_row row = { 0 };
		enum err err = reading->query->calls->output(reading->query, acme, &execution,
							     &reading->arena, &row.output);
		if (err != ERR_NOT_FOUND && went(reading, err))
			tell_row(reading, "output", GROUP_OUTPUT, NULL, &row);
		arena_reset(&reading->arena);
	}
}

/* Everything. What cannot be read is counted, and nothing else. */
static inline void read_all(struct reading *reading, struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct sqlite_query_config config = { .path = STR("conformance.db"),
					      .vfs = subject_of(scene)->vfs };
	struct why why;
	reading->scene = scene;
	reading->refused = 0;
	begin(scene);
	buf_clear(&reading->lines);
	if (went(reading, try_recall(scene, &recalled)))
		buf_add(&reading->lines, buf_view(&recalled.text));
	buf_done(&recalled.text);
	for (u32 n = 1; n <= ROWS_OF_A_KIND; n++) tell_wants(reading, n);
	if (!went(reading, sqlite_query_open(&config, &why, &reading->query))) return;
	tell_lists_of_runs(reading);
	tell_lists_of_jobs(reading);
	tell_lists_of_people(reading);
	tell_lists_of_settings(reading);
	reading->query->calls->close(reading->query);
	assert_false(buf_failed(&reading->lines));
}

static inline void reading_init(struct reading *reading, sqlite3 **out_db)
{
	char sql[16 + 2 * ROW_CELLS_MAX] = "SELECT ?";
	*reading = (struct reading){ 0 };
	for (u32 i = 1; i < ROW_CELLS_MAX; i++) memcpy(sql + 6 + 2 * i, ",?", 2);
	assert_int_equal(sqlite3_open(":memory:", out_db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(*out_db, sql, -1, &reading->teller, NULL), SQLITE_OK);
	buf_init(&reading->lines, LINES_BYTES_MAX);
	arena_init(&reading->arena, 1 << 26);
}

static inline void reading_done(struct reading *reading, sqlite3 *db)
{
	sqlite3_finalize(reading->teller);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	buf_done(&reading->lines);
	arena_done(&reading->arena);
}

#endif
