/* Bits that turn on the disk, and memory that runs out inside SQLite: an error or a gap, never a
 * wrong row. */
#include "effort.h"
#include "store/sqlite/every_row.h"

enum { FLIPS = EFFORT(100, 25), RUNS = 400 };

/* ---- what was stored ---------------------------------------------------------------------- */

static struct run_row a_told_run(u32 number)
{
	struct run_row row = a_run(number);
	row.payload = STR(
		"{\"to\": \"ann\", \"about\": \"a long story that fills a page some day\"}");
	row.payload_len = (u32)row.payload.len;
	row.entity = STR("event:42");
	row.key = STR("order:42");
	row.key_digest = digest_of(row.key);
	row.user = STR("ann");
	return row;
}

static void fill(struct scene *scene)
{
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_queue(scene, 1, 2, 3);
	for (u32 i = 1; i <= RUNS; i++) {
		struct run_row row = a_told_run(i);
		struct execution_row execution = an_execution(i, i, 1);
		put_run(scene, &row);
		if (i % 4 == 0) put_claim(scene, &execution);
	}
	commit(scene);
}

/* ---- what may be seen of it ---------------------------------------------------------------- */

/* Every row that is handed out is one that was stored, bit for bit. */
static u32 check_due(struct scene *scene)
{
	struct want want = { .kind = WANT_DUE,
			     .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 500 } };
	if (try_load(scene, &want)) return 0;
	for (u32 i = 0; i < want.due.len; i++) {
		const struct run_row *seen = &want.due.rows[i];
		u32 number = (u32)seen->id.bytes[14] << 8 | seen->id.bytes[15];
		struct run_row row = a_told_run(number);
		assert_in_range(number, 1, RUNS);
		assert_same_numbers(seen, &row);
	}
	return want.due.len;
}

static void check_each(struct scene *scene)
{
	for (u32 i = 1; i <= RUNS; i++) {
		struct want run = { .kind = WANT_RUN, .run = { .id = id_of(i) } };
		struct want execution = { .kind = WANT_EXECUTION,
					  .execution = { .id = execution_id_of(i) } };
		struct run_row row = a_told_run(i);
		struct execution_row claim = an_execution(i, i, 1);
		if (!try_load(scene, &run) && run.run.seen.found)
			assert_same_numbers(&run.run.seen.row, &row);
		if (try_load(scene, &execution) || !execution.execution.seen.found) continue;
		assert_int_equal(i % 4, 0);
		assert_same_execution(&execution.execution.seen.row, &claim);
	}
}

/* A claim brings the payload that was stored, or says that it is damaged. */
static void check_claims(struct scene *scene, u32 due)
{
	u32 claimed = 0;
	begin(scene);
	for (u32 i = 1; due && i <= RUNS; i++) {
		struct execution_row execution = an_execution(1000 + i, i, 9);
		if (i % 4 == 0) continue;
		put_claim(scene, &execution);
		claimed++;
	}
	scene->turn.id = 77;
	if (!claimed || store_commit(scene->store, &scene->turn)) return;
	for (u32 i = 0; i < claimed; i++) {
		if (scene->leases[i].damaged) assert_int_equal(scene->leases[i].payload.len, 0);
		else assert_str(scene->leases[i].payload, a_told_run(1).payload);
	}
}

static bool reopen(struct scene *scene)
{
	struct sqlite_subject *subject = subject_of(scene);
	struct sqlite_config config = { .path = STR("conformance.db"), .vfs = subject->vfs };
	struct why why;
	return sqlite_store_open(&config, &why, &subject->store) == ERR_OK;
}

static void a_turned_bit_is_refused_or_contained(void **state)
{
	struct prng prng = prng_init(check_seed());
	u32 refused = 0, harmless = 0, flip = 0;
	(void)state;
	/* Most bits of a small file are empty room: on until one was met that matters. */
	for (; flip < FLIPS || (harmless == flip && flip < 20 * FLIPS); flip++) {
		struct scene *scene = sqlite_scene_open();
		struct sqlite_subject *subject = subject_of(scene);
		fill(scene);
		store_close(sqlite_store_view(subject->store)); /* all is in the file */
		u64 bits = platter_view(subject->disk, "conformance.db").len * 8;
		u64 bit = prng_below(&prng, bits);
		platter_flip(subject->disk, "conformance.db", bit);
		if (reopen(scene)) {
			struct recalled recalled = { 0 };
			u32 due = check_due(scene);
			check_each(scene);
			bool is_refused = try_recall(scene, &recalled) != ERR_OK;
			buf_done(&recalled.text);
			refused += is_refused;
			harmless += !is_refused && due == RUNS - RUNS / 4;
			check_claims(scene, due);
		} else {
			refused++;
			platter_flip(subject->disk, "conformance.db",
				     bit); /* it was left untouched */
			assert_true(reopen(scene));
			assert_int_equal(check_due(scene), RUNS - RUNS / 4);
		}
		sqlite_scene_close(scene);
	}
	print_message("%u refused, %u harmless, %u contained\n", refused, harmless,
		      flip - refused - harmless);
	assert_true(harmless < flip); /* some bits matter */
}

/* ---- rows of every kind ---------------------------------------------------------------------- */

/* A table that nothing was put into is one whose damage nobody would see. */
static void every_table_has_rows(void **state)
{
	struct scene *scene = sqlite_scene_open();
	char names[64][40], sql[80];
	u32 len = 0;
	(void)state;
	fill_every_kind(scene);
	sqlite3_stmt *tables = sqlite_kind_look(
		subject_of(scene),
		"SELECT name FROM sqlite_schema WHERE type = 'table'"
		/* Made from the journal, from other tables, and by retention. */
		" AND name NOT IN ('anchors', 'audit_anchor', 'meta', 'stats', 'stats_turn',"
		" 'tenant_runs', 'tenant_executions', 'tenant_effects', 'tenant_lists',"
		" 'tenant_turns',"
		/* Stores of before have rows there, test_sqlite_keys.c. */
		" 'unique_keys')",
		NULL);
	while (sqlite3_step(tables) == SQLITE_ROW)
		snprintf(names[len++], sizeof names[0], "%s",
			 (const char *)sqlite3_column_text(tables, 0));
	assert_true(len > 30);
	for (u32 i = 0; i < len; i++) {
		snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", names[i]);
		sqlite3_stmt *count = sqlite_kind_look(subject_of(scene), sql, NULL);
		assert_int_equal(sqlite3_step(count), SQLITE_ROW);
		if (sqlite3_column_int(count, 0) < 2) fail_msg("%s has no rows", names[i]);
	}
	sqlite_scene_close(scene);
}

static bool has_line(str lines, str wanted)
{
	while (lines.len) {
		if (str_eq(str_split(&lines, '\n'), wanted)) return true;
	}
	return false;
}

static void expect_no_lie(str lines, str truth, u64 bit)
{
	while (lines.len) {
		str line = str_split(&lines, '\n');
		if (!has_line(truth, line))
			fail_msg("bit %" PRIu64 ": nobody wrote %.*s", bit, STR_ARG(line));
	}
}

/* A bit that says something: most of a young file is empty, and much of the rest, at its beginning,
 * tells of the tables. So every second one is in the second half. */
static u64 some_bit(struct prng *prng, str file)
{
	u64 from = prng_chance(prng, 1, 2) ? file.len * 4 : 0;
	for (;;) {
		u64 bit = from + prng_below(prng, file.len * 8 - from);
		if (file.at[bit / 8]) return bit;
	}
}

enum check_verdict { REFUSED, CONTAINED, HARMLESS, VERDICTS };

static enum check_verdict look_at_flip(struct scene *scene, struct reading *reading,
				       const struct buf *truth, u64 bit)
{
	struct sqlite_subject *subject = subject_of(scene);
	enum check_verdict verdict = REFUSED;
	platter_flip(subject->disk, "conformance.db", bit);
	if (reopen(scene)) {
		read_all(reading, scene);
		expect_no_lie(buf_view(&reading->lines), buf_view(truth), bit);
		bool is_less = reading->lines.len < truth->len;
		if (!reading->refused) verdict = is_less ? CONTAINED : HARMLESS;
		store_close(sqlite_store_view(subject->store));
	}
	/* The bit turns back: whatever was refused is there, as it was. */
	platter_flip(subject->disk, "conformance.db", bit);
	assert_true(reopen(scene));
	read_all(reading, scene);
	assert_int_equal(reading->refused, 0);
	assert_str(buf_view(&reading->lines), buf_view(truth));
	return verdict;
}

static void a_turned_bit_in_any_row_is_refused_or_contained_never_served(void **state)
{
	struct prng prng = prng_init(check_seed());
	struct reading reading;
	struct buf truth;
	sqlite3 *db;
	u32 verdicts[VERDICTS] = { 0 };
	(void)state;
	reading_init(&reading, &db);
	buf_init(&truth, LINES_BYTES_MAX);
	struct scene *scene = sqlite_scene_open();
	fill_every_kind(scene);
	read_all(&reading, scene);
	assert_int_equal(reading.refused, 0);
	buf_add(&truth, buf_view(&reading.lines));
	for (u32 flip = 0; flip < FLIPS; flip++) {
		store_close(sqlite_store_view(subject_of(scene)->store)); /* all is in the file */
		str file = platter_view(subject_of(scene)->disk, "conformance.db");
		verdicts[look_at_flip(scene, &reading, &truth, some_bit(&prng, file))]++;
	}
	sqlite_scene_close(scene);
	print_message("%u refused, %u contained, %u harmless\n", verdicts[REFUSED],
		      verdicts[CONTAINED], verdicts[HARMLESS]);
	assert_true(verdicts[HARMLESS] < FLIPS);
	buf_done(&truth);
	reading_done(&reading, db);
}

/* ---- memory inside SQLite ------------------------------------------------------------------ */

struct shortage {
	sqlite3_mem_methods real;
	u64 nth; /* 0: none is refused */
	u64 asked;
};

static struct shortage shortage;

static bool is_refused(void)
{
	return shortage.nth && ++shortage.asked == shortage.nth;
}

static void *short_malloc(int size)
{
	return is_refused() ? NULL : shortage.real.xMalloc(size);
}

static void *short_realloc(void *memory, int size)
{
	return is_refused() ? NULL : shortage.real.xRealloc(memory, size);
}

/* Before SQLite is first used. */
static void install_shortage(void)
{
	sqlite3_mem_methods methods;
	assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &shortage.real), SQLITE_OK);
	methods = shortage.real;
	methods.xMalloc = short_malloc;
	methods.xRealloc = short_realloc;
	assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
	assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
}

/* One request refused: nothing of the turn is there, and it works when it is tried again. */
static void memory_refused_to_sqlite_leaves_no_trace(void **state)
{
	u32 felt = 0;
	(void)state;
	for (u64 nth = 1; nth < 4000; nth += 1 + nth / 8) {
		struct scene *scene = sqlite_scene_open();
		struct run_row row = a_told_run(1);
		struct execution_row execution = an_execution(1, 1, 1);
		bool applied = true;
		put_run(scene, &row);
		put_claim(scene, &execution);
		shortage.asked = 0;
		shortage.nth = nth;
		enum err err = try_commit(scene);
		shortage.nth = 0;
		assert_int_equal(store_settle(scene->store, 1, &applied), ERR_OK);
		assert_int_equal(applied, err == ERR_OK);
		if (err) {
			felt++;
			assert_int_equal(err, ERR_MEMORY);
			assert_int_equal(try_commit(scene), ERR_OK);
		}
		begin(scene);
		shortage.asked = 0;
		shortage.nth = nth;
		struct want want = { .kind = WANT_RUN, .run = { .id = id_of(1) } };
		err = try_load(scene, &want);
		shortage.nth = 0;
		if (err) assert_int_equal(err, ERR_MEMORY);
		assert_int_equal(state_of(scene, 1), RUN_PROCESSING);
		sqlite_scene_close(scene);
	}
	assert_true(felt > 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turned_bit_is_refused_or_contained),
		cmocka_unit_test(every_table_has_rows),
		cmocka_unit_test(a_turned_bit_in_any_row_is_refused_or_contained_never_served),
		cmocka_unit_test(memory_refused_to_sqlite_leaves_no_trace),
	};
	install_shortage();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
