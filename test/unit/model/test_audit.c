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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_counts),
		cmocka_unit_test(words_do_not_run_into_each_other),
		cmocka_unit_test(the_longest_row_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
