/* What a row says, as bytes: no two rows say the same. */
#include "model/audit.h"

#include "base/check.h"
#include "model/policy.h"

static struct audit_row a_row(void)
{
	return (struct audit_row){ .turn = 7,
				   .number = 1,
				   .at = 1700000000000,
				   .tenant = { 3 },
				   .actor = STR("ann"),
				   .action = STR("job.pause"),
				   .kind = STR("job"),
				   .object = STR("nightly"),
				   .after = STR("{\"reason\":\"x\"}") };
}

static bool packs_alike(struct audit_row a, struct audit_row b)
{
	struct buf one, other;
	buf_init(&one, AUDIT_PACKED_MAX);
	buf_init(&other, AUDIT_PACKED_MAX);
	audit_pack(&a, &one);
	audit_pack(&b, &other);
	assert_false(buf_failed(&one) || buf_failed(&other));
	bool is_alike = str_eq(buf_view(&one), buf_view(&other));
	buf_done(&one);
	buf_done(&other);
	return is_alike;
}

static void every_part_counts(void **state)
{
	struct audit_row row = a_row(), other = row;
	(void)state;
	assert_true(packs_alike(row, other));
	other.turn++;
	assert_false(packs_alike(row, other));
	other = row;
	other.number++;
	assert_false(packs_alike(row, other));
	other = row;
	other.made = 1;
	assert_false(packs_alike(row, other));
	other = row;
	other.run.bytes[3] = 1;
	assert_false(packs_alike(row, other));
	other = row;
	other.token.bytes[3] = 1;
	assert_false(packs_alike(row, other));
	other = row;
	other.before = other.after;
	other.after = (str){ 0 };
	assert_false(packs_alike(row, other));
}

static void words_do_not_run_into_each_other(void **state)
{
	struct audit_row row = a_row(), other = row;
	(void)state;
	row.kind = STR("jobs");
	row.object = STR("nightly");
	other.kind = STR("job");
	other.object = STR("snightly");
	assert_false(packs_alike(row, other));
}

static void the_longest_row_fits(void **state)
{
	static char longest[LIMIT_JOURNAL_DETAILS_BYTES];
	struct buf out;
	struct audit_row row = a_row();
	(void)state;
	memset(longest, 'x', sizeof longest);
	str *words[] = {
		&row.actor, &row.action, &row.kind, &row.object, &row.request, &row.source
	};
	for (u32 i = 0; i < countof(words); i++) *words[i] = (str){ longest, 255 };
	row.before = (str){ longest, LIMIT_AUDIT_BYTES };
	row.after = (str){ longest, sizeof longest };
	buf_init(&out, AUDIT_PACKED_MAX);
	audit_pack(&row, &out);
	assert_false(buf_failed(&out));
	buf_done(&out);
}

/* ---- together ------------------------------------------------------------------------------- */

static void expect_row(const struct audit_row *wanted, const struct audit_row *row)
{
	if (!packs_alike(*wanted, *row)) fail_msg("row %u is another", wanted->number);
}

/* Rows as they come one behind the other: of tasks, of a handler, of a change, and one behind a gap
 * that retention left long ago. */
static u32 make_rows(struct audit_row rows[8])
{
	static char ids[3][UUID_TEXT_LEN];
	struct uuid run = { { 1, 2, 3 } }, request = { { 9 } };
	for (u32 i = 0; i < 8; i++) {
		rows[i] = a_row();
		rows[i].number = i + 1;
	}
	for (u32 i = 0; i < 2; i++) {
		run.bytes[15] = (u8)i;
		rows[i].run = run;
		rows[i].made = 1;
		uuid_print(run, ids[i]);
		rows[i].object = (str){ ids[i], UUID_TEXT_LEN };
		uuid_print(request, ids[2]);
		rows[i].request = (str){ ids[2], UUID_TEXT_LEN };
		rows[i].tenant.v = 200 + i;
	}
	rows[2].actor = (str){ 0 };
	rows[2].run = run;
	rows[2].object = rows[1].object;
	rows[3].request = STR("0193C0DE-0000-7000-8000-00000000000A"); /* not as we print it */
	rows[4].before = STR("{}");
	rows[4].token.bytes[0] = 7;
	rows[6].number = rows[7].number + 10;
	rows[7].number = rows[6].number + 1;
	return 8;
}

static void pack_rows(const struct audit_row *rows, u32 len, struct buf *packed)
{
	struct audit_row before = { 0 };
	buf_init(packed, 1 << 20);
	for (u32 i = 0; i < len; i++) {
		audit_add(packed, &rows[i], &before);
		before = rows[i];
	}
	assert_false(buf_failed(packed));
}

static void rows_of_a_turn_come_back_as_they_were(void **state)
{
	struct audit_row rows[8], row = { .turn = 7, .at = 1700000000000 };
	u32 len = make_rows(rows);
	struct arena arena;
	struct buf packed;
	(void)state;
	arena_init(&arena, 1 << 20);
	pack_rows(rows, len, &packed);
	str rest = buf_view(&packed);
	for (u32 i = 0; i < len; i++) {
		assert_true(audit_take(&rest, &arena, &row));
		expect_row(&rows[i], &row);
	}
	assert_int_equal(0, rest.len);
	assert_false(audit_take(&rest, &arena, &row));
	arena_done(&arena);
	buf_done(&packed);
}

/* What is alike in all of them is said once. */
static void a_row_of_a_task_is_short(void **state)
{
	struct audit_row rows[8];
	struct buf one, both;
	(void)state;
	(void)make_rows(rows);
	pack_rows(rows, 1, &one);
	pack_rows(rows, 2, &both);
	assert_true(both.len - one.len <= 40);
	buf_done(&one);
	buf_done(&both);
}

static void bytes_that_are_cut_off_or_damaged_are_never_read_past(void **state)
{
	struct audit_row rows[8];
	struct arena arena;
	struct buf packed;
	(void)state;
	arena_init(&arena, 1 << 20);
	pack_rows(rows, make_rows(rows), &packed);
	for (size_t len = 0; len < packed.len; len++) {
		for (u32 bit = 0; bit < 8; bit++) {
			char *copy = malloc(len + 1); /* its end is watched by the sanitizer */
			assert_non_null(copy);
			memcpy(copy, packed.at, len + 1);
			copy[len] = (char)(copy[len] ^ 1 << bit);
			struct audit_row row = { 0 };
			str rest = { copy, len + 1 };
			while (audit_take(&rest, &arena, &row)) {}
			arena_reset(&arena);
			free(copy);
		}
	}
	arena_done(&arena);
	buf_done(&packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_counts),
		cmocka_unit_test(words_do_not_run_into_each_other),
		cmocka_unit_test(the_longest_row_fits),
		cmocka_unit_test(rows_of_a_turn_come_back_as_they_were),
		cmocka_unit_test(a_row_of_a_task_is_short),
		cmocka_unit_test(bytes_that_are_cut_off_or_damaged_are_never_read_past),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
