/* What has happened, gathered for those who listen. */
#include "server/stirs.h"

#include "base/check.h"

static str name_of(void *context, enum name_kind kind, u32 no)
{
	static char texts[NAME_KINDS][16];
	char *text = texts[kind];
	(void)context;
	if (!no) return STR("");
	const char *word = kind == NAME_TENANT ? "tenant" : "type";
	int len = snprintf(text, sizeof texts[kind], "%s-%u", word, no);
	return (str){ text, (size_t)len };
}

static const struct tally_names names = { NULL, name_of };

static bool add(struct stirs *stirs, u64 turn, u32 tenant, u32 type, enum journal_kind kind)
{
	struct buf journal;
	buf_init(&journal, 4096);
	journal_pack(&journal, &(struct journal_entry){
				       .kind = kind, .tenant = { tenant }, .type = { type } });
	bool is_first = stirs_add(stirs, &names, turn, buf_view(&journal));
	buf_done(&journal);
	return is_first;
}

static void kinds_are_gathered_by_tenant_and_type(void **state)
{
	struct stirs *stirs;
	(void)state;
	assert_int_equal(ERR_OK, stirs_new(&stirs));
	assert_true(add(stirs, 5, 1, 1, JOURNAL_CREATED));
	assert_false(add(stirs, 6, 1, 1, JOURNAL_DEFERRED));
	assert_false(add(stirs, 7, 2, 1, JOURNAL_CREATED));
	assert_false(add(stirs, 8, 0, 0, JOURNAL_PAUSED));
	struct stirred stirred = stirs_take(stirs);
	assert_int_equal(3, stirred.len);
	assert_true(stirred.turn == 8);
	assert_false(stirred.is_all);
	assert_str(stirred.stirs[0].tenant, STR("tenant-1"));
	assert_str(stirred.stirs[0].type, STR("type-1"));
	assert_true(stirred.stirs[0].kinds ==
		    (EVENT_BIT(EVENT_RUN_CREATED) | EVENT_BIT(EVENT_RUN_DEFERRED)));
	assert_str(stirred.stirs[1].tenant, STR("tenant-2"));
	assert_int_equal(0, stirred.stirs[2].tenant.len);
	stirs_free(stirs);
}

static void what_was_taken_is_not_told_again(void **state)
{
	struct stirs *stirs;
	(void)state;
	assert_int_equal(ERR_OK, stirs_new(&stirs));
	assert_true(stirs_take(stirs).turn == 0);
	assert_true(add(stirs, 5, 1, 1, JOURNAL_CREATED));
	(void)stirs_take(stirs);
	assert_true(add(stirs, 6, 1, 2, JOURNAL_CREATED));
	struct stirred stirred = stirs_take(stirs);
	assert_int_equal(1, stirred.len);
	assert_str(stirred.stirs[0].type, STR("type-2"));
	stirs_free(stirs);
	stirs_free(NULL);
}

static void more_than_fits_is_anything(void **state)
{
	struct stirs *stirs;
	(void)state;
	assert_int_equal(ERR_OK, stirs_new(&stirs));
	for (u32 type = 1; type <= STIRS_MAX; type++) (void)add(stirs, 5, 1, type, JOURNAL_CREATED);
	(void)add(stirs, 6, 1, 1, JOURNAL_CREATED);
	(void)add(stirs, 7, 1, STIRS_MAX + 1, JOURNAL_CREATED);
	struct stirred stirred = stirs_take(stirs);
	assert_true(stirred.is_all);
	assert_true(stirred.turn == 7);
	assert_false(stirs_take(stirs).is_all);
	stirs_free(stirs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_are_gathered_by_tenant_and_type),
		cmocka_unit_test(what_was_taken_is_not_told_again),
		cmocka_unit_test(more_than_fits_is_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
