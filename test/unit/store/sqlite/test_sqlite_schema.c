/* The tables, the way an older file gets them, and which index serves which statement. */
#include "store/sqlite/migrations.def"
#include "store/sqlite/queries.def"
#include "store/sqlite/sqlite_kinds.h"
#include "store/sqlite/sqlite_scene.h"
#include "store/sqlite/sqlite_schema.h"
#include "store/sqlite/statements.def"

static void a_new_file_is_of_our_version_and_ours(void **state)
{
	struct folder folder = folder_make();
	struct why why;
	u32 version = 0;
	sqlite3 *db = NULL;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	assert_int_equal(schema_check(db, &why, &version), ERR_OK);
	assert_int_equal(version, schema_version());
	i64 application = 0;
	assert_int_equal(link_number(db, "PRAGMA application_id", &why, &application), ERR_OK);
	assert_int_equal(application, SCHEMA_APPLICATION);
	sqlite3_close(db);
	close_store(open_file(folder.file)); /* a second time nothing is migrated */
	folder_remove(&folder);
}

static void an_empty_file_is_version_0_and_is_brought_up_to_date(void **state)
{
	struct folder folder = folder_make();
	(void)state;
	run_sql(folder.file, "PRAGMA journal_mode=DELETE");
	struct sqlite_store *store = open_file(folder.file);
	assert_int_equal(store_probe(sqlite_store_view(store)), ERR_OK);
	close_store(store);
	folder_remove(&folder);
}

/* A file as a program of that version left it. */
static void make_file_of_version(const char *file, u32 version)
{
	static const char *const brings[] = {
#define X(version, brings, sql) sql,
		MIGRATIONS(X)
#undef X
	};
	char stamp[128];
	snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%u",
		 SCHEMA_APPLICATION, version);
	for (u32 i = 0; i < version; i++) run_sql(file, brings[i]);
	run_sql(file, stamp);
}

static void a_file_of_any_version_is_brought_up_to_date(void **state)
{
	(void)state;
	for (u32 version = 1; version <= schema_version(); version++) {
		struct folder folder = folder_make();
		struct why why;
		i64 there = 0;
		sqlite3 *db = NULL;
		make_file_of_version(folder.file, version);
		close_store(open_file(folder.file));
		assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
		assert_int_equal(link_number(db, "PRAGMA user_version", &why, &there), ERR_OK);
		assert_int_equal(there, schema_version());
		sqlite3_close(db);
		folder_remove(&folder);
	}
}

/* The indexes as they were are made anew. */
static void a_file_of_the_third_version_gets_its_keys_apart(void **state)
{
	struct folder folder = folder_make();
	struct why why;
	i64 apart = 0;
	sqlite3 *db = NULL;
	(void)state;
	make_file_of_version(folder.file, 3);
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	assert_int_equal(link_number(db,
				     "SELECT count(*) FROM sqlite_schema WHERE type = 'index'"
				     " AND name IN ('runs_key', 'runs_entity')"
				     " AND sql LIKE '%((run_at > created_at + 60000), tenant%'",
				     &why, &apart),
			 ERR_OK);
	assert_int_equal(apart, 2);
	sqlite3_close(db);
	folder_remove(&folder);
}

/* Takes what versions 47 to 35 brought away again. */
#define VERSION_46                                                                     \
	"DROP TABLE key_turns", "DROP TABLE key_segments", "DROP TABLE key_blocks",    \
		"DROP TABLE key_filters", "PRAGMA user_version=46"
#define VERSION_45                                                                 \
	VERSION_46, "DROP TABLE run_after", "ALTER TABLE tenants DROP COLUMN quota_followers", \
		"PRAGMA user_version=45"
#define VERSION_44                                                                          \
	VERSION_45, "DROP TABLE undone_days", "ALTER TABLE daily DROP COLUMN ahead_1_from", \
		"ALTER TABLE daily DROP COLUMN ahead_1_through",                            \
		"ALTER TABLE daily DROP COLUMN ahead_2_from",                               \
		"ALTER TABLE daily DROP COLUMN ahead_2_through",                            \
		"ALTER TABLE daily DROP COLUMN ahead_3_from",                               \
		"ALTER TABLE daily DROP COLUMN ahead_3_through",                            \
		"ALTER TABLE daily DROP COLUMN ahead_4_from",                               \
		"ALTER TABLE daily DROP COLUMN ahead_4_through", "PRAGMA user_version=44"
#define VERSION_42                                                                                 \
	VERSION_44, "ALTER TABLE rates DROP COLUMN concurrency",                                   \
		"ALTER TABLE batches DROP COLUMN scope", "ALTER TABLE batches DROP COLUMN bucket", \
		"ALTER TABLE batches DROP COLUMN key_a", "ALTER TABLE batches DROP COLUMN key_b",  \
		"ALTER TABLE batches DROP COLUMN has_begun",                                       \
		"ALTER TABLE batches DROP COLUMN items_failed", "PRAGMA user_version=42"
#define VERSION_41                                                 \
	VERSION_42, "ALTER TABLE jobs DROP COLUMN undone_through", \
		"ALTER TABLE jobs DROP COLUMN undone_number",      \
		"ALTER TABLE jobs DROP COLUMN except_1_from",      \
		"ALTER TABLE jobs DROP COLUMN except_1_through",   \
		"ALTER TABLE jobs DROP COLUMN except_2_from",      \
		"ALTER TABLE jobs DROP COLUMN except_2_through",   \
		"ALTER TABLE jobs DROP COLUMN except_3_from",      \
		"ALTER TABLE jobs DROP COLUMN except_3_through",   \
		"ALTER TABLE jobs DROP COLUMN except_4_from",      \
		"ALTER TABLE jobs DROP COLUMN except_4_through", "PRAGMA user_version=41"
#define VERSION_40                                         \
	VERSION_41, "ALTER TABLE types DROP COLUMN said",  \
		"ALTER TABLE tenants DROP COLUMN profile", \
		"ALTER TABLE tenants DROP COLUMN says_key", "PRAGMA user_version=40"
#define VERSION_39                                                                              \
	VERSION_40, "DROP INDEX runs_spilled", "ALTER TABLE runs DROP COLUMN route",            \
		"CREATE INDEX runs_spilled ON runs (tenant, queue, type, priority, run_at, id," \
		" state, spilled) WHERE state = 1 AND spilled = 1",                             \
		"PRAGMA user_version=39"
#define VERSION_37                                                          \
	VERSION_39, "DROP INDEX ladders_tenant", "DROP INDEX ladders_id",   \
		"DROP TABLE tenant_turns",                                  \
		"CREATE TABLE audit_tenants (tenant INTEGER NOT NULL, span" \
		" INTEGER NOT NULL, PRIMARY KEY (tenant, span)) STRICT,"    \
		" WITHOUT ROWID",                                           \
		"PRAGMA user_version=37"
#define VERSION_35                                                                               \
	VERSION_37, "ALTER TABLE jobs DROP COLUMN paused_through", "DROP TABLE tenant_runs",     \
		"DROP TABLE tenant_executions", "DROP TABLE tenant_effects",                     \
		"DROP TABLE tenant_lists", "DROP INDEX jobs_list", "DROP INDEX executions_open", \
		"CREATE INDEX executions_open ON executions (run) WHERE outcome = 0",            \
		"PRAGMA user_version=35"
#define VERSION_34                                                                        \
	VERSION_35, "DROP INDEX runs_copied", "ALTER TABLE runs DROP COLUMN copied_from", \
		"ALTER TABLE executions DROP COLUMN cause", "PRAGMA user_version=34"

/* What a type said before it could say this stands, and it may say it from now on. */
static void types_of_the_thirtieth_version_get_a_scope_that_says_nothing(void **state)
{
	static const char *const back[] = { VERSION_34,
					    "ALTER TABLE jobs DROP COLUMN woken_through",
					    "ALTER TABLE bodies DROP COLUMN created_by",
					    "ALTER TABLE bodies DROP COLUMN details",
					    "ALTER TABLE jobs DROP COLUMN passed_through",
					    "ALTER TABLE types DROP COLUMN unique_scope",
					    "ALTER TABLE types DROP COLUMN unique_ttl",
					    "PRAGMA user_version=30" };
	struct scene *scene = sqlite_scene_open();
	struct type_policy policy = { .limit = 5 };
	(void)state;
	put_type(scene, 1, 2, &policy);
	commit(scene);
	for (u32 i = 0; i < countof(back); i++) (void)tamper(scene, back[i]);
	crash(scene);
	expect_recalled(scene, "type 1 2 priority 0 attempts 0 limit 5 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal \n");
	policy.scope = UNIQUE_TTL;
	policy.unique_ttl = MSEC_HOUR;
	put_type(scene, 1, 2, &policy);
	commit(scene);
	crash(scene);
	expect_recalled(scene, "type 1 2 priority 0 attempts 0 limit 5 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal  unique 2 ttl 3600000\n");
	sqlite_scene_close(scene);
}

/* Its check was made without the new columns, and is still right. */
static void runs_of_the_thirty_second_version_have_no_author(void **state)
{
	static const char *const back[] = { VERSION_34,
					    "ALTER TABLE jobs DROP COLUMN woken_through",
					    "ALTER TABLE bodies DROP COLUMN created_by",
					    "ALTER TABLE bodies DROP COLUMN details",
					    "PRAGMA user_version=32" };
	struct scene *scene = sqlite_scene_open();
	struct run_row row = a_run(1), kept;
	(void)state;
	row.key = STR("order:42");
	row.payload = STR("{}");
	put_run(scene, &row);
	commit(scene);
	for (u32 i = 0; i < countof(back); i++) (void)tamper(scene, back[i]);
	crash(scene);
	assert_true(scene->kind->find_run(scene->subject, &row.id, &kept));
	assert_str(kept.key, row.key);
	assert_int_equal(kept.created_by.len + kept.details.len, 0);
	sqlite_scene_close(scene);
}

/* The same of what runs and time change of a job. */
static void jobs_of_the_thirty_third_version_were_never_woken(void **state)
{
	static const char *const back[] = { VERSION_34,
					    "ALTER TABLE jobs DROP COLUMN woken_through",
					    "PRAGMA user_version=33" };
	struct scene *scene = sqlite_scene_open();
	struct job_row row = a_job(1), kept;
	(void)state;
	row.hot.executions = 7;
	row.hot.woken_through = 0;
	row.hot.paused_through = 0;
	put_job(scene, &row);
	commit(scene);
	for (u32 i = 0; i < countof(back); i++) (void)tamper(scene, back[i]);
	crash(scene);
	assert_true(scene->kind->find_job(scene->subject, &row.id, &kept));
	assert_int_equal(kept.hot.executions, 7);
	assert_true(!kept.hot.woken_through && !kept.hot.paused_through);
	row.hot.woken_through = 7;
	row.hot.paused_through = MSEC_DAY;
	put_job_hot(scene, &row);
	commit(scene);
	crash(scene);
	assert_true(scene->kind->find_job(scene->subject, &row.id, &kept));
	assert_int_equal(kept.hot.woken_through, 7);
	assert_true(kept.hot.paused_through == MSEC_DAY);
	sqlite_scene_close(scene);
}

/* Its execution is of a run that nobody has said the cause of: it counts as a task's. */
static void executions_of_the_thirty_fourth_version_have_no_cause(void **state)
{
	static const char *const back[] = { VERSION_34 };
	struct scene *scene = sqlite_scene_open();
	struct run_row row = a_run(1), kept;
	struct execution_row execution = an_execution(5, 1, 1);
	(void)state;
	row.cause = CAUSE_TASK;
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	for (u32 i = 0; i < countof(back); i++) (void)tamper(scene, back[i]);
	crash(scene);
	assert_true(scene->kind->find_run(scene->subject, &row.id, &kept));
	assert_true(uuid_is_nil(&kept.copied_from));
	sqlite_scene_close(scene);
}

static void expect_refused(const char *sql, const char *words)
{
	struct folder folder = folder_make();
	struct sqlite_store *store = NULL;
	struct why why;
	close_store(open_file(folder.file));
	run_sql(folder.file, sql);
	assert_int_equal(try_open_file(folder.file, &why, &store), ERR_STORE);
	if (!why_says(&why, words)) fail_msg("%s", why.text);
	assert_null(store);
	folder_remove(&folder);
}

static void a_newer_version_is_refused_by_name(void **state)
{
	(void)state;
	expect_refused("PRAGMA user_version=99",
		       "the store has version 99; this program supports versions up to");
	expect_refused("PRAGMA user_version=-1", "the store has version -1");
}

static void a_file_of_another_program_is_refused(void **state)
{
	(void)state;
	expect_refused("PRAGMA application_id=252006673", "not a Belfry store");
}

static void a_file_of_nobody_with_tables_is_refused(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_store *store = NULL;
	struct why why;
	(void)state;
	run_sql(folder.file, "CREATE TABLE mine (x)");
	assert_int_equal(chmod(folder.file, 0600), 0);
	assert_int_equal(try_open_file(folder.file, &why, &store), ERR_STORE);
	assert_true(why_says(&why, "not a Belfry store"));
	folder_remove(&folder);
}

static void what_is_no_database_is_refused(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_store *store = NULL;
	struct why why;
	char page[4096];
	(void)state;
	memset(page, 'x', sizeof page);
	FILE *file = fopen(folder.file, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(page, sizeof page, 1, file), 1);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(folder.file, 0600), 0);
	assert_int_equal(try_open_file(folder.file, &why, &store), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "is not an SQLite database"));
	folder_remove(&folder);
}

/* A migration that fails half way leaves the version before it. */
static void a_migration_happens_as_a_whole(void **state)
{
	sqlite3 *db = NULL;
	struct why why;
	u32 version = 77;
	(void)state;
	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	assert_int_equal(link_run(db, "CREATE TABLE names (in_the_way)", &why), ERR_OK);
	assert_int_not_equal(schema_migrate(db, 0, &why), ERR_OK);
	i64 tables = 0;
	assert_int_equal(link_number(db, "SELECT count(*) FROM sqlite_schema", &why, &tables),
			 ERR_OK);
	assert_int_equal(tables, 1);
	assert_int_not_equal(schema_check(db, &why, &version), ERR_OK);
	assert_int_equal(version, 77);
	sqlite3_close(db);
}

/* ---- plans -------------------------------------------------------------------------------- */

static void explain(sqlite3 *db, const char *sql, struct buf *out)
{
	struct buf text;
	sqlite3_stmt *stmt = NULL;
	buf_init(&text, 1 << 14);
	buf_addf(&text, "EXPLAIN QUERY PLAN %s", sql);
	buf_clear(out);
	assert_int_equal(sqlite3_prepare_v2(db, text.at, (int)text.len, &stmt, NULL), SQLITE_OK);
	while (sqlite3_step(stmt) == SQLITE_ROW)
		buf_addf(out, "%s\n", (const char *)sqlite3_column_text(stmt, 3));
	buf_add_byte(out, '\0');
	sqlite3_finalize(stmt);
	buf_done(&text);
}

/* Beside a statement what its plan must name. */
static const char *const plans[][2] = {
	{ "DUE", "runs USING INDEX runs_due ((run_at,id)>(?,?) AND run_at<?)" },
	{ "TALLY_QUEUED", "SCAN runs USING COVERING INDEX runs_due" },
	{ "TALLY_SPILLED", "SCAN runs USING COVERING INDEX runs_spilled" },
	{ "TALLY_WAITING", "SCAN runs USING COVERING INDEX runs_waiting" },
	{ "TALLY_PARENTS", "SCAN batches USING INDEX batches_live" },
	{ "TALLY_FOLLOWERS", "SCAN run_after USING COVERING INDEX run_after_live" },
	{ "AFTER_DELETE", "run_after USING PRIMARY KEY (run=?)" },
	{ "TALLY_JOBS", "SCAN jobs USING COVERING INDEX jobs_tenant" },
	{ "TALLY_EFFECTS", "SCAN effects USING COVERING INDEX effects_open" },
	{ "MATCHING", "runs USING PRIMARY KEY (id>?)" },
	{ "MATCHING_KEY",
	  "USING INDEX runs_key (<expr>=? AND tenant=? AND key_digest=? AND id>?)" },
	{ "MATCHING_ENTITY",
	  "USING INDEX runs_entity (<expr>=? AND tenant=? AND entity=? AND id>?)" },
	{ "MATCHING_DEAD", "USING INDEX runs_dead (tenant=? AND id>?)" },
	{ "OPEN_OF_RUN", "USING INDEX executions_open (tenant=? AND run=?)" },
	{ "OPEN", "USING INDEX executions_open" },
	{ "MATCHING_JOB", "USING INDEX runs_job (job=?)" },
	{ "RUNS_OF_JOB", "USING INDEX runs_job (job=?)" },
	{ "SPILLED", "USING INDEX runs_spilled (tenant=? AND queue=? AND type=? AND route=?"
		     " AND priority=? AND (run_at,id)>(?,?))" },
	{ "OVERDUE", "USING INDEX runs_overdue" },
	{ "NEXT_BAND", "USING COVERING INDEX runs_spilled"
		       " ((tenant,queue,type,route,priority)>(?,?,?,?,?))" },
	{ "JOB_BY_CODE", "USING INDEX jobs_code (tenant=? AND code=?)" },
	{ "OUTPUTS_DELETE", "USING COVERING INDEX executions_run (run=?)" },
	{ "PROGRESS_DELETE", "USING COVERING INDEX executions_run (run=?)" },
	{ "CHILDREN", "USING INDEX runs_parent (parent=? AND state=?)" },
	{ "DAILY_HOT", "daily USING PRIMARY KEY (tenant=? AND user_id=?)" },
	{ "DAILY_OF_RUN", "daily USING PRIMARY KEY (tenant=? AND user_id=?)" },
	{ "REMINDER", "reminders USING PRIMARY KEY (id=?)" },
	{ "REMINDER_HOT", "reminders USING PRIMARY KEY (id=?)" },
	{ "REMINDER_OF_RUN", "USING INDEX reminders_run (run=?)" },
	{ "REMINDERS_COUNT",
	  "USING COVERING INDEX reminders_next (tenant=? AND user_id=? AND run_at>?)" },
	{ "NOTICE_READ", "notices USING PRIMARY KEY (id=?)" },
	{ "DAYS_FORGET", "days USING PRIMARY KEY (tenant=? AND user_id=? AND date<?)" },
	{ "EFFECT_BY_KEY", "USING INDEX effects_key (key=?)" },
	{ "RUN_HOT", "runs USING PRIMARY KEY (id=?)" },
	{ "EXECUTION_END", "executions USING PRIMARY KEY (id=?)" },
};

/* And none ever sorts. */
static void every_statement_finds_its_rows_by_an_index(void **state)
{
	static const struct {
		const char *name;
		const char *sql;
	} rows[] = {
#define X(name, sql) { #name, sql },
		STATEMENTS(X)
#undef X
	};
	struct folder folder = folder_make();
	struct buf plan;
	sqlite3 *db = NULL;
	u32 met = 0;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	buf_init(&plan, 1 << 16);
	for (u32 i = 0; i < countof(rows); i++) {
		explain(db, rows[i].sql, &plan);
		/* The unfinished runs of one job are few. */
		bool may_sort = strcmp(rows[i].name, "MATCHING_JOB") == 0;
		/* Once, when a file of before the lists is opened. */
		may_sort = may_sort || strcmp(rows[i].name, "RUNS_LIST") == 0 ||
			   strcmp(rows[i].name, "EXECUTIONS_LIST") == 0 ||
			   strcmp(rows[i].name, "EFFECTS_LIST") == 0;
		if (strstr(plan.at, "TEMP B-TREE") && !may_sort)
			fail_msg("%s sorts: %s", rows[i].name, plan.at);
		for (u32 j = 0; j < countof(plans); j++) {
			if (strcmp(plans[j][0], rows[i].name) != 0) continue;
			met++;
			if (!strstr(plan.at, plans[j][1]))
				fail_msg("%s is planned as: %s", rows[i].name, plan.at);
		}
	}
	assert_int_equal(met, countof(plans));
	buf_done(&plan);
	sqlite3_close(db);
	folder_remove(&folder);
}

/* What follows from kinds.def: the columns that are a key there are the key of the table. */
static const struct {
	enum row_kind kind;
	const char *plan;
} keys[] = {
	{ KIND_NAME, "names USING PRIMARY KEY (kind=? AND number=?)" },
	{ KIND_QUEUE, "queues USING INTEGER PRIMARY KEY (rowid=?)" },
	{ KIND_TENANT, "tenants USING INTEGER PRIMARY KEY (rowid=?)" },
	{ KIND_DEFAULTS, "defaults USING INTEGER PRIMARY KEY (rowid=?)" },
	{ KIND_DAILY_POLICY, "daily_policies USING INTEGER PRIMARY KEY (rowid=?)" },
	{ KIND_RATE, "rates USING PRIMARY KEY (tenant=? AND route=?)" },
	{ KIND_TYPE, "types USING PRIMARY KEY (tenant=? AND type=?)" },
	{ KIND_GATES, "gates USING PRIMARY KEY (tenant=? AND user_id=?)" },
	{ KIND_CALENDAR, "calendars USING PRIMARY KEY (tenant=? AND name=?)" },
	{ KIND_PAUSE, "pauses USING PRIMARY KEY (scope=? AND tenant=? AND number=?)" },
	{ KIND_OPERATION, "operations USING PRIMARY KEY (id=?)" },
	{ KIND_BATCH, "batches USING PRIMARY KEY (id=?)" },
	{ KIND_AFTER, "run_after USING PRIMARY KEY (run=? AND place=?)" },
	{ KIND_COOLDOWN, "cooldowns USING PRIMARY KEY (tenant=? AND type=? AND alert=?)" },
	{ KIND_ALERT_RULE, "alert_rules USING PRIMARY KEY (id=?)" },
	{ KIND_ALERT, "alerts USING PRIMARY KEY (id=?)" },
	{ KIND_DOCUMENT, "things USING PRIMARY KEY (kind=? AND tenant=? AND name=?)" },
	{ KIND_REPLAY, "replays USING PRIMARY KEY (key=?)" },
	{ KIND_PROGRESS, "progress USING PRIMARY KEY (execution=?)" },
	{ KIND_RESULT, "results USING PRIMARY KEY (tenant=? AND type=? AND key=?)" },
	{ KIND_OUTPUT, "outputs USING INDEX sqlite_autoindex_outputs_1 (execution=?)" },
	{ KIND_DELIVERY, "deliveries USING PRIMARY KEY (id=?)" },
	{ KIND_LADDER, "ladders USING PRIMARY KEY (key=?)" },
	{ KIND_UNDONE_DAY,
	  "undone_days USING PRIMARY KEY (tenant=? AND user_id=? AND date=? AND undone_at=?)" },
	{ KIND_DAILY, "daily USING PRIMARY KEY (tenant=? AND user_id=?)" },
	{ KIND_DAY, "days USING PRIMARY KEY (tenant=? AND user_id=? AND date=?)" },
	{ KIND_LINKS, "links USING PRIMARY KEY (run=?)" },
	{ KIND_REMINDER, "reminders USING PRIMARY KEY (id=?)" },
	{ KIND_NOTICE, "notices USING PRIMARY KEY (id=?)" },
	{ KIND_EFFECT, "effects USING PRIMARY KEY (id=?)" },
	{ KIND_OCCURRENCE,
	  "occurrences USING PRIMARY KEY (job=? AND planned_at=? AND backfill=?)" },
	{ KIND_UNIQUE, "unique_keys USING PRIMARY KEY"
		       " (bucket=? AND tenant=? AND type=? AND scope=? AND key=?)" },
	{ KIND_RUN, "runs USING PRIMARY KEY (id=?)" },
	{ KIND_EXECUTION, "executions USING PRIMARY KEY (id=?)" },
	{ KIND_JOB, "jobs USING PRIMARY KEY (id=?)" },
};

static const struct {
	enum row_kind kind;
	enum kind_verb verb;
	const char *plan;
} kind_plans[] = {
	{ KIND_BATCH, VERB_HELD, "USING INDEX batches_live" },
	{ KIND_AFTER, VERB_HELD, "USING INDEX run_after_live" },
	{ KIND_ALERT, VERB_HELD, "USING INDEX alerts_open" },
	{ KIND_PAUSE, VERB_DROP, "pauses USING PRIMARY KEY (scope=? AND tenant=?)" },
	{ KIND_TYPE, VERB_DROP, "types USING PRIMARY KEY (tenant=?)" },
	{ KIND_DAY, VERB_DROP, "days USING PRIMARY KEY (tenant=?)" },
	{ KIND_GATES, VERB_DROP, "gates USING PRIMARY KEY (tenant=?)" },
	{ KIND_COOLDOWN, VERB_DROP, "cooldowns USING PRIMARY KEY (tenant=?)" },
	{ KIND_NOTICE, VERB_DROP, "notices USING" },
	{ KIND_REMINDER, VERB_DROP, "reminders USING" },
	{ KIND_ALERT, VERB_DROP, "alerts USING" },
	{ KIND_DOCUMENT, VERB_PAST, "USING COVERING INDEX things_until (until<?)" },
	{ KIND_REPLAY, VERB_PAST, "USING COVERING INDEX replays_until (until<?)" },
	{ KIND_RESULT, VERB_PAST, "USING COVERING INDEX results_at (at<?)" },
	{ KIND_NOTICE, VERB_PAST, "USING COVERING INDEX notices_until (until<?)" },
	{ KIND_LADDER, VERB_PAST, "USING COVERING INDEX ladders_until (until<?)" },
	{ KIND_ALERT, VERB_PAST,
	  "USING COVERING INDEX alerts_resolved (resolved_at>? AND resolved_at<?)" },
	{ KIND_DELIVERY, VERB_PAST, "deliveries USING PRIMARY KEY (id<?)" },
};

static void expect_plan(sqlite3 *db, enum row_kind kind, enum kind_verb verb, const char *part)
{
	struct buf sql, plan;
	buf_init(&sql, KIND_SQL_MAX);
	buf_init(&plan, 1 << 16);
	assert_true(kind_sql(kind, verb, &sql));
	explain(db, sql.at, &plan);
	if (!strstr(plan.at, part)) fail_msg("%s is planned as: %s", sql.at, plan.at);
	buf_done(&plan);
	buf_done(&sql);
}

static void every_kind_is_found_by_its_key(void **state)
{
	struct folder folder = folder_make();
	sqlite3 *db = NULL;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	assert_int_equal(countof(keys), KIND_COUNT);
	for (u32 i = 0; i < countof(keys); i++) {
		expect_plan(db, keys[i].kind, VERB_FIND, keys[i].plan);
		expect_plan(db, keys[i].kind, VERB_DELETE, keys[i].plan);
	}
	for (u32 i = 0; i < countof(kind_plans); i++)
		expect_plan(db, kind_plans[i].kind, kind_plans[i].verb, kind_plans[i].plan);
	sqlite3_close(db);
	folder_remove(&folder);
}

static void what_memory_holds_is_never_sorted(void **state)
{
	struct folder folder = folder_make();
	struct buf sql, plan;
	sqlite3 *db = NULL;
	u32 held = 0;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	buf_init(&sql, KIND_SQL_MAX);
	buf_init(&plan, 1 << 16);
	for (u32 i = 0; i < KIND_COUNT; i++) {
		if (!kind_sql((enum row_kind)i, VERB_HELD, &sql)) continue;
		held++;
		explain(db, sql.at, &plan);
		if (strstr(plan.at, "TEMP B-TREE")) fail_msg("%s sorts: %s", sql.at, plan.at);
	}
	assert_int_equal(held, 16);
	buf_done(&plan);
	buf_done(&sql);
	sqlite3_close(db);
	folder_remove(&folder);
}

/* Both parts of an index, each in order, and no sort. */
static void a_list_by_key_or_entity_reads_both_parts_in_order(void **state)
{
	static const char *const rows[][2] = {
#define X(name, scope, sql) { #name, sql },
		QUERIES(X)
#undef X
	};
	struct folder folder = folder_make();
	struct buf plan;
	sqlite3 *db = NULL;
	u32 met = 0;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
	buf_init(&plan, 1 << 16);
	for (u32 i = 0; i < countof(rows); i++) {
		bool is_key = strcmp(rows[i][0], "RUNS_KEY") == 0;
		if (!is_key && strcmp(rows[i][0], "RUNS_ENTITY") != 0) continue;
		const char *part = is_key ? "runs_key (<expr>=? AND tenant=? AND key_digest=?"
					  : "runs_entity (<expr>=? AND tenant=? AND entity=?";
		explain(db, rows[i][1], &plan);
		const char *first = strstr(plan.at, part);
		if (!first || !strstr(first + 1, part) || strstr(plan.at, "TEMP B-TREE"))
			fail_msg("%s is planned as: %s", rows[i][0], plan.at);
		met++;
	}
	assert_int_equal(met, 2);
	buf_done(&plan);
	sqlite3_close(db);
	folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_file_is_of_our_version_and_ours),
		cmocka_unit_test(an_empty_file_is_version_0_and_is_brought_up_to_date),
		cmocka_unit_test(a_file_of_any_version_is_brought_up_to_date),
		cmocka_unit_test(a_file_of_the_third_version_gets_its_keys_apart),
		cmocka_unit_test(types_of_the_thirtieth_version_get_a_scope_that_says_nothing),
		cmocka_unit_test(runs_of_the_thirty_second_version_have_no_author),
		cmocka_unit_test(jobs_of_the_thirty_third_version_were_never_woken),
		cmocka_unit_test(executions_of_the_thirty_fourth_version_have_no_cause),
		cmocka_unit_test(a_newer_version_is_refused_by_name),
		cmocka_unit_test(a_file_of_another_program_is_refused),
		cmocka_unit_test(a_file_of_nobody_with_tables_is_refused),
		cmocka_unit_test(what_is_no_database_is_refused),
		cmocka_unit_test(a_migration_happens_as_a_whole),
		cmocka_unit_test(every_statement_finds_its_rows_by_an_index),
		cmocka_unit_test(every_kind_is_found_by_its_key),
		cmocka_unit_test(what_memory_holds_is_never_sorted),
		cmocka_unit_test(a_list_by_key_or_entity_reads_both_parts_in_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
