/* Lists by tenant: what they have, and that a tenant's calls cost what the tenant has. */
#include "conformance/audit_rows.h"
#include "store/sqlite/query_parts.h"
#include "store/sqlite/query_scene.h"

enum { LISTED_ROWS = 40 };

static void tend_all(struct store *store, msec wall, msec kept)
{
	struct retention retention = { .finished_ms = kept,
				       .dead_ms = kept,
				       .journal_ms = 365 * MSEC_DAY,
				       .audit_ms = 365 * MSEC_DAY };
	bool more = true;
	for (u32 i = 0; i < 100 && more; i++) {
		more = false;
		assert_int_equal(store_tend(store, (struct now){ wall, wall }, &retention, &more),
				 ERR_OK);
	}
}

static struct run_page runs_of(struct query_scene *it, str tenant, struct uuid after, u32 limit)
{
	struct run_page page = { 0 };
	struct run_list list = { .tenant = tenant, .after = after, .limit = limit };
	assert_int_equal(it->query->calls->runs(it->query, &list, &it->arena, &page), ERR_OK);
	return page;
}

static void put_done(struct scene *scene, u32 number, u32 tenant)
{
	struct run_row row = a_run(number);
	row.tenant.v = tenant;
	row.hot.state = RUN_DONE;
	row.hot.finished_at = SCENE_START;
	put_run(scene, &row);
}

/* ---- what they have ----------------------------------------------------------------------- */

static void rows_are_found_before_and_after_they_are_listed(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	for (u32 i = 1; i <= 4; i++) put_done(it.scene, i, 1 + i % 2);
	commit(it.scene);
	assert_numbers(runs_of(&it, globex, (struct uuid){ 0 }, 9), "3 1");
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_runs"), 4);
	assert_numbers(runs_of(&it, globex, (struct uuid){ 0 }, 9), "3 1");
	for (u32 i = 5; i <= 8; i++) put_done(it.scene, i, 1 + i % 2);
	commit(it.scene);
	/* Both parts, as one list, with a page that ends in each. */
	assert_numbers(runs_of(&it, globex, (struct uuid){ 0 }, 9), "7 5 3 1");
	assert_numbers(runs_of(&it, globex, (struct uuid){ 0 }, 1), "7 ...");
	assert_numbers(runs_of(&it, globex, (struct uuid){ 0 }, 3), "7 5 3 ...");
	assert_numbers(runs_of(&it, globex, id_of(5), 9), "3 1");
	assert_numbers(runs_of(&it, globex, id_of(3), 9), "1");
	assert_numbers(runs_of(&it, acme, (struct uuid){ 0 }, 9), "8 6 4 2");
	assert_numbers(runs_of(&it, everyone, (struct uuid){ 0 }, 3), "8 7 6 ...");
	query_scene_close(&it);
}

/* A clock that went back makes ids that are older than the list is long. */
static void a_row_that_comes_late_is_listed_at_once(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_done(it.scene, 9, 1);
	commit(it.scene);
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	put_done(it.scene, 4, 1);
	put_done(it.scene, 12, 1);
	commit(it.scene);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_runs"), 2);
	assert_numbers(runs_of(&it, acme, (struct uuid){ 0 }, 9), "12 9 4");
	crash(it.scene);
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_runs"), 3);
	sqlite_kind_stop_looking(subject_of(it.scene));
	query_scene_close(&it);
}

static void removed_runs_leave_their_lists(void **state)
{
	struct query_scene it = query_scene_open();
	struct execution_row execution = an_execution(1, 1, 1);
	(void)state;
	put_done(it.scene, 1, 1);
	put_claim(it.scene, &execution);
	put_end(it.scene, &execution,
		&(struct execution_end){ .outcome = OUTCOME_SUCCESS, .ended_at = SCENE_START });
	commit(it.scene);
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_executions"), 1);
	tend_all(it.scene->store, SCENE_START + 9 * MSEC_DAY, MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM runs"), 0);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_runs"), 0);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_executions"), 0);
	query_scene_close(&it);
}

/* Nobody can tell what is listed: everything is read from the table, and nothing twice. */
static void a_list_that_does_not_say_how_far_it_goes_hides_nothing(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	for (u32 i = 1; i <= 3; i++) put_done(it.scene, i, 1);
	commit(it.scene);
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	assert_int_equal(tamper(it.scene, "UPDATE tenant_lists SET through = zeroblob(16)"
					  " WHERE list = 0"),
			 1);
	assert_numbers(runs_of(&it, acme, (struct uuid){ 0 }, 9), "3 2 1");
	query_scene_close(&it);
}

/* ---- what they cost ----------------------------------------------------------------------- */

struct beside {
	struct folder folder;
	struct query *query;
	struct arena arena;
};

static void commit_into(struct scene *scene, struct sqlite_store *store)
{
	scene->turn.id = ++scene->last_turn;
	assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
	begin(scene);
}

/* A few rows of each kind of tenant acme; one of globex, whose rows are then multiplied. */
static void fill_few(struct beside *it)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = open_file(it->folder.file);
	struct job_row job = a_job(1), foreign_job = a_job(2);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_TENANT, 2, STR("globex"));
	put_name(scene, NAME_TYPE, 1, STR("mail"));
	put_name(scene, NAME_QUEUE, 1, STR("default"));
	put_worker(scene, 3, STR("w-3"), STR("host-3"));
	for (u32 i = 1; i <= 4; i++) {
		struct execution_row execution = an_execution(i, i, 1);
		struct execution_end end = { .outcome = OUTCOME_SUCCESS, .ended_at = SCENE_START };
		execution.tenant.v = i == 4 ? 2 : 1;
		put_done(scene, i, execution.tenant.v);
		put_claim(scene, &execution);
		put_end(scene, &execution, &end);
	}
	foreign_job.tenant.v = 2;
	put_job(scene, &job);
	put_job(scene, &foreign_job);
	for (u32 i = 1; i <= 3; i++) {
		put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
							    .tenant = { 1 },
							    .type = { 1 },
							    .run = id_of(i),
							    .to = RUN_QUEUED });
		put_audit(scene, an_audit_row(scene, i, 1));
	}
	put_calendar(scene, 1, STR("days"), 1, STR("{}"));
	put_calendar(scene, 2, STR("days"), 1, STR("{}"));
	commit_into(scene, store);
	close_store(store);
	sqlite_scene_close(scene);
}

/* Copies the row of globex, under so many ids behind all others. */
static void multiply(struct beside *it, const char *table, const char *names, u32 count)
{
	struct buf sql;
	buf_init(&sql, 1 << 16);
	/* A job that was deleted may share its code. */
	buf_addf(&sql,
		 "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;"
		 "CREATE TEMP TABLE one AS SELECT * FROM %s WHERE tenant = 2;%s"
		 "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
		 " WHERE n < %u) INSERT INTO %s (%s) SELECT CAST(printf('%%016d', n) AS BLOB), %s"
		 " FROM numbers CROSS JOIN one; COMMIT; PRAGMA journal_mode = WAL",
		 table, strcmp(table, "jobs") == 0 ? "UPDATE one SET state = 2;" : "", count, table,
		 names, names + strlen("id, "));
	buf_add_byte(&sql, '\0');
	run_sql(it->folder.file, sql.at);
	buf_done(&sql);
}

/* So many turns of globex behind all others, with an entry of the journal and a row of the audit
 * each; whole, but for the chain. */
static void multiply_turns(struct beside *it, u32 count)
{
	const struct journal_entry entry = { .kind = JOURNAL_CREATED,
					     .tenant = { 2 },
					     .type = { 1 },
					     .run = id_of(4),
					     .to = RUN_QUEUED };
	const struct audit_row none = { 0 }, one = { .number = 1, .tenant = { 2 } };
	struct buf entries, rows;
	sqlite3 *db = NULL;
	sqlite3_stmt *turn = NULL, *audit = NULL;
	buf_init(&entries, 1 << 12);
	buf_init(&rows, 1 << 12);
	journal_pack(&entries, &entry);
	audit_add(&rows, &one, &none);
	assert_int_equal(sqlite3_open(it->folder.file, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL), 0);
	assert_int_equal(
		sqlite3_prepare_v2(
			db,
			"INSERT INTO journal (" ROW_NAMES(JOURNAL_COLUMNS) ") VALUES (" ROW_MARKS(
				JOURNAL_COLUMNS) ")",
			-1, &turn, NULL),
		SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(db,
				   "INSERT INTO audit (" ROW_NAMES(
					   AUDIT_COLUMNS) ") VALUES (" ROW_MARKS(AUDIT_COLUMNS) ")",
				   -1, &audit, NULL),
		SQLITE_OK);
	for (u32 i = 0; i < count; i++) {
		struct journal_row row = { .turn = 100 + i,
					   .wall = SCENE_START,
					   .entries = 1,
					   .packed = buf_view(&entries) };
		struct audit_turn kept = {
			.turn = 100 + i, .at = SCENE_START, .rows = 1, .packed = buf_view(&rows)
		};
		struct cells cells = cells_to_bind(turn);
		cells_bind(&cells, GROUP_JOURNAL, &row, NULL);
		assert_int_equal(sqlite3_step(turn), SQLITE_DONE);
		sqlite3_reset(turn);
		cells = cells_to_bind(audit);
		cells_bind(&cells, GROUP_AUDIT, &kept, NULL);
		assert_int_equal(sqlite3_step(audit), SQLITE_DONE);
		sqlite3_reset(audit);
	}
	sqlite3_finalize(turn);
	sqlite3_finalize(audit);
	assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	buf_done(&entries);
	buf_done(&rows);
}

static void open_reader(struct beside *it)
{
	struct sqlite_query_config config = { .path = str_from(it->folder.file) };
	struct why why;
	if (sqlite_query_open(&config, &why, &it->query)) fail_msg("%s", why.text);
	arena_init(&it->arena, 1 << 26);
}

static void close_reader(struct beside *it)
{
	it->query->calls->close(it->query);
	arena_done(&it->arena);
}

/* Brings the lists up to all rows, as the first start of a file from before them does. */
static void list_rows(struct beside *it)
{
	struct sqlite_store *store = open_file(it->folder.file);
	tend_all(sqlite_store_view(store), SCENE_START, MSEC_DAY);
	close_store(store);
}

enum call {
	CALL_RUNS,
	CALL_DONE_RUNS,
	CALL_EXECUTIONS,
	CALL_OPEN_EXECUTIONS,
	CALL_EFFECTS,
	CALL_JOBS,
	CALL_CALENDARS,
	CALL_WORKERS,
	CALL_COUNTS,
	CALL_EVENTS_BACK,
	CALL_EVENTS_ON,
	CALL_AUDIT,
	CALLS
};

/* How many rows acme is told. */
static u64 call(struct beside *it, enum call which)
{
	const struct query_calls *calls = it->query->calls;
	struct query *query = it->query;
	struct run_list runs = { .tenant = acme, .limit = LISTED_ROWS };
	struct execution_list executions = { .tenant = acme, .limit = LISTED_ROWS };
	struct effect_list effects = { .tenant = acme, .limit = LISTED_ROWS };
	struct job_list jobs = { .tenant = acme, .limit = LISTED_ROWS };
	struct run_counts counts = { .most = 10000 };
	struct event_list events = { .tenant = acme, .limit = LISTED_ROWS };
	struct audit_list audit = { .tenant = acme, .way = EVENTS_BACK, .limit = LISTED_ROWS };
	struct event_page event_page = { 0 };
	struct audit_page audit_page = { 0 };
	union {
		struct run_page runs;
		struct execution_page executions;
		struct effect_page effects;
		struct job_page jobs;
		struct calendar_page calendars;
		struct worker_page workers;
	} page = { 0 };
	enum err err = ERR_OK;
	if (which == CALL_DONE_RUNS) runs.states = 1u << RUN_DONE;
	executions.only_open = which == CALL_OPEN_EXECUTIONS;
	switch (which) {
	case CALL_RUNS:
	case CALL_DONE_RUNS: err = calls->runs(query, &runs, &it->arena, &page.runs); break;
	case CALL_EXECUTIONS:
	case CALL_OPEN_EXECUTIONS:
		err = calls->executions(query, &executions, &it->arena, &page.executions);
		break;
	case CALL_EFFECTS: err = calls->effects(query, &effects, &it->arena, &page.effects); break;
	case CALL_JOBS: err = calls->jobs(query, &jobs, &it->arena, &page.jobs); break;
	case CALL_CALENDARS:
		err = calls->calendars(query, acme, everyone, &it->arena, &page.calendars);
		break;
	case CALL_WORKERS:
		err = calls->workers(query, acme, LISTED_ROWS, &it->arena, &page.workers);
		break;
	case CALL_COUNTS: err = calls->counts(query, acme, &counts); break;
	case CALL_EVENTS_BACK:
	case CALL_EVENTS_ON:
		events.way = which == CALL_EVENTS_ON ? EVENTS_ON : EVENTS_BACK;
		err = calls->events(query, &events, &it->arena, &event_page);
		assert_false(event_page.has_more);
		break;
	case CALL_AUDIT:
		err = calls->audit(query, &audit, &it->arena, &audit_page);
		assert_false(audit_page.has_more);
		break;
	case CALLS: break;
	}
	assert_int_equal(err, ERR_OK);
	assert_false(counts.is_partial);
	if (which >= CALL_EVENTS_BACK) return event_page.len + audit_page.len;
	return which == CALL_COUNTS ? counts.of[RUN_DONE] : page.runs.len;
}

/* SQLite's steps since the last time: a row that is looked at takes a few. */
static u64 steps_taken(struct query *base)
{
	struct sqlite_query *query = sqlite_query_of(base);
	u64 steps = 0;
	for (u32 i = 0; i < QUERY_COUNT; i++)
		steps += (u64)sqlite3_stmt_status(query->statements[i], SQLITE_STMTSTATUS_VM_STEP,
						  1);
	return steps;
}

static void calls_of_a_tenant_cost_what_it_has_beside_two_million_rows(void **state)
{
	static const u64 told[CALLS] = { 3, 3, 3, 0, 0, 1, 1, 1, 3, 3, 3, 3 };
	struct beside it = { .folder = folder_make() };
	u64 alone[CALLS];
	(void)state;
	fill_few(&it);
	list_rows(&it);
	open_reader(&it);
	for (u32 i = 0; i < CALLS; i++) {
		(void)steps_taken(it.query);
		assert_int_equal(call(&it, (enum call)i), told[i]);
		alone[i] = steps_taken(it.query);
	}
	close_reader(&it);
	multiply_turns(&it, 300000);
	multiply(&it, "runs", RUN_NAMES, 2000000);
	multiply(&it, "executions", EXECUTION_NAMES ", " END_NAMES ", " END_TEXT_NAMES, 100000);
	multiply(&it, "jobs", JOB_NAMES ", " JOB_TEXT_NAMES, 20000);
	list_rows(&it);
	open_reader(&it);
	for (u32 i = 0; i < CALLS; i++) {
		(void)steps_taken(it.query);
		assert_int_equal(call(&it, (enum call)i), told[i]);
		u64 steps = steps_taken(it.query);
		if (steps > 2 * alone[i])
			fail_msg("call %u takes %llu steps, alone %llu", i,
				 (unsigned long long)steps, (unsigned long long)alone[i]);
	}
	close_reader(&it);
	folder_remove(&it.folder);
}

/* What a bulk operation without a key asks for, page by page: the same steps of the writer's. */
static void an_operation_of_a_tenant_walks_over_its_own_runs(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_filter filter = { .tenant = { 2 }, .states = 1u << RUN_DONE };
	(void)state;
	for (u32 i = 1; i <= 60; i++) put_done(it.scene, i, 1 + (i % 20 == 0));
	commit(it.scene);
	tend_all(it.scene->store, SCENE_START, MSEC_DAY);
	for (u32 i = 61; i <= 80; i++) put_done(it.scene, i, 1 + (i % 20 == 0));
	commit(it.scene);
	struct want want = { .kind = WANT_MATCHING };
	want.matching.filter = filter;
	want.matching.limit = 3;
	assert_int_equal(try_load(it.scene, &want), ERR_OK);
	assert_int_equal(want.matching.len, 3);
	const u32 first[] = { 20, 40, 60 };
	for (u32 i = 0; i < 3; i++) {
		struct uuid id = id_of(first[i]);
		assert_true(uuid_eq(&want.matching.rows[i].row.id, &id));
	}
	want = (struct want){ .kind = WANT_MATCHING };
	want.matching.filter = filter;
	want.matching.limit = 3;
	want.matching.after_id = id_of(40);
	assert_int_equal(try_load(it.scene, &want), ERR_OK);
	assert_int_equal(want.matching.len, 2);
	struct uuid last = id_of(80);
	assert_true(uuid_eq(&want.matching.rows[1].row.id, &last));
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_found_before_and_after_they_are_listed),
		cmocka_unit_test(a_row_that_comes_late_is_listed_at_once),
		cmocka_unit_test(removed_runs_leave_their_lists),
		cmocka_unit_test(a_list_that_does_not_say_how_far_it_goes_hides_nothing),
		cmocka_unit_test(an_operation_of_a_tenant_walks_over_its_own_runs),
		cmocka_unit_test(calls_of_a_tenant_cost_what_it_has_beside_two_million_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
