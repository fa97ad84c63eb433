/* Events since the last look, gathered for streams that listen. */
#include "server/wakeups.h"

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

static bool add(struct wakeups *wakeups, u64 turn, u32 tenant, u32 type, enum journal_kind kind)
{
	struct buf journal;
	buf_init(&journal, 4096);
	journal_pack(&journal, &(struct journal_entry){
				       .kind = kind, .tenant = { tenant }, .type = { type } });
	bool is_first = wakeups_add(wakeups, &names, turn, buf_view(&journal));
	buf_done(&journal);
	return is_first;
}

static void kinds_are_gathered_by_tenant_and_type(void **state)
{
	struct wakeups *wakeups;
	(void)state;
	assert_int_equal(ERR_OK, wakeups_new(&wakeups));
	assert_true(add(wakeups, 5, 1, 1, JOURNAL_CREATED));
	assert_false(add(wakeups, 6, 1, 1, JOURNAL_DEFERRED));
	assert_false(add(wakeups, 7, 2, 1, JOURNAL_CREATED));
	assert_false(add(wakeups, 8, 0, 0, JOURNAL_PAUSED));
	struct wakeup_batch batch = wakeups_take(wakeups);
	assert_int_equal(3, batch.len);
	assert_true(batch.turn == 8);
	assert_false(batch.is_all);
	assert_str(batch.wakeups[0].tenant, STR("tenant-1"));
	assert_str(batch.wakeups[0].type, STR("type-1"));
	assert_true(batch.wakeups[0].kinds ==
		    (EVENT_BIT(EVENT_RUN_CREATED) | EVENT_BIT(EVENT_RUN_DEFERRED)));
	assert_str(batch.wakeups[1].tenant, STR("tenant-2"));
	assert_int_equal(0, batch.wakeups[2].tenant.len);
	wakeups_free(wakeups);
}

static void what_was_taken_is_not_told_again(void **state)
{
	struct wakeups *wakeups;
	(void)state;
	assert_int_equal(ERR_OK, wakeups_new(&wakeups));
	assert_true(wakeups_take(wakeups).turn == 0);
	assert_true(add(wakeups, 5, 1, 1, JOURNAL_CREATED));
	(void)wakeups_take(wakeups);
	assert_true(add(wakeups, 6, 1, 2, JOURNAL_CREATED));
	struct wakeup_batch batch = wakeups_take(wakeups);
	assert_int_equal(1, batch.len);
	assert_str(batch.wakeups[0].type, STR("type-2"));
	wakeups_free(wakeups);
	wakeups_free(NULL);
}

static void more_than_fits_is_anything(void **state)
{
	struct wakeups *wakeups;
	(void)state;
	assert_int_equal(ERR_OK, wakeups_new(&wakeups));
	for (u32 type = 1; type <= WAKEUPS_MAX; type++)
		(void)add(wakeups, 5, 1, type, JOURNAL_CREATED);
	(void)add(wakeups, 6, 1, 1, JOURNAL_CREATED);
	(void)add(wakeups, 7, 1, WAKEUPS_MAX + 1, JOURNAL_CREATED);
	struct wakeup_batch batch = wakeups_take(wakeups);
	assert_true(batch.is_all);
	assert_true(batch.turn == 7);
	assert_false(wakeups_take(wakeups).is_all);
	wakeups_free(wakeups);
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
