/* What is seen of a store before SQLite opens it, and that it is left alone. */
#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_schema.h"

static enum err look(const struct hot_store *hot, struct store_look *out_look, struct why *why)
{
	*why = (struct why){ 0 };
	return store_look_at(&hot->path, NULL, out_look, why);
}

static void write_at(const char *path, long at, const void *bytes, size_t len)
{
	FILE *file = fopen(path, "r+b");
	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static void what_is_not_there_or_empty_is_new(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	(void)state;
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_true(seen.is_empty);
	FILE *file = fopen(hot.folder.file, "wb");
	assert_int_equal(fclose(file), 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_true(seen.is_empty);
	assert_int_equal(store_look_judge(&hot.path, &seen, &why), ERR_OK);
	hot_close(&hot);
}

/* A store that was never checkpointed has nearly all of its pages in the log. */
static void pages_that_only_the_log_has_are_not_missing(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	(void)state;
	hot_live(&hot, 5, 20, 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_true(seen.pages > seen.file_pages);
	assert_int_equal(seen.application, SCHEMA_APPLICATION);
	assert_int_equal(seen.version, schema_version());
	assert_int_equal(store_look_judge(&hot.path, &seen, &why), ERR_OK);
	hot_close(&hot);
}

static void a_file_that_is_cut_off_is_refused(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	(void)state;
	hot_live(&hot, 60, 20, 40); /* much of it was brought into the file */
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	u64 size = hot_size(hot.folder.file);
	assert_true(size > 40 * 4096);
	assert_int_equal(truncate(hot.folder.file, (off_t)(size / 2)), 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "is truncated"));
	assert_true(why_says(&why, "nothing was changed"));
	assert_int_equal(hot_size(hot.folder.file), size / 2);
	/* Without a log the header says how long it should be. */
	assert_int_equal(truncate(hot.log, 0), 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "is truncated"));
	hot_close(&hot);
}

static void a_log_without_its_file_is_not_given_up(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	(void)state;
	hot_live(&hot, 5, 5, 0);
	assert_int_equal(truncate(hot.folder.file, 0), 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "its log has"));
	assert_int_equal(unlink(hot.folder.file), 0);
	assert_int_equal(look(&hot, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(hot_size(hot.log) > 0);
	hot_close(&hot);
}

static void what_is_no_database_or_another_ones_is_refused(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	const u8 other[4] = { 1, 2, 3, 4 }, newer[4] = { 0, 0, 1, 0 };
	(void)state;
	close_store(open_file(hot.folder.file));
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	write_at(hot.folder.file, 68, other, sizeof other);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_int_equal(store_look_judge(&hot.path, &seen, &why), ERR_STORE);
	assert_true(why_says(&why, "not a Belfry store"));
	write_at(hot.folder.file, 68, "BELF", 4);
	write_at(hot.folder.file, 60, newer, sizeof newer);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_int_equal(store_look_judge(&hot.path, &seen, &why), ERR_STORE);
	assert_true(why_says(&why, "has version 256"));
	write_at(hot.folder.file, 0, "nonsense", 8);
	assert_int_equal(look(&hot, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "is not an SQLite database"));
	hot_close(&hot);
}

static void a_backup_is_refused_with_the_line_that_restores_it(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	char line[800];
	(void)state;
	close_store(open_file(hot.folder.file));
	write_at(hot.folder.file, 68, "BELB", 4);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_int_equal(store_look_judge(&hot.path, &seen, &why), ERR_STORE);
	snprintf(line, sizeof line, "belfry restore %s --data %s", hot.folder.file,
		 hot.folder.path);
	assert_true(why_says(&why, line));
	hot_close(&hot);
}

static void a_journal_that_is_not_over_is_left_to_sqlite(void **state)
{
	struct hot_store hot = hot_open();
	struct store_look seen;
	struct why why;
	char journal[320];
	(void)state;
	close_store(open_file(hot.folder.file));
	snprintf(journal, sizeof journal, "%s-journal", hot.folder.file);
	FILE *file = fopen(journal, "wb");
	assert_non_null(file);
	assert_true(fputs("hot", file) >= 0);
	assert_int_equal(fclose(file), 0);
	write_at(hot.folder.file, 0, "nonsense", 8);
	assert_int_equal(look(&hot, &seen, &why), ERR_OK);
	assert_true(seen.is_empty);
	assert_int_equal(unlink(journal), 0);
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_there_or_empty_is_new),
		cmocka_unit_test(pages_that_only_the_log_has_are_not_missing),
		cmocka_unit_test(a_file_that_is_cut_off_is_refused),
		cmocka_unit_test(a_log_without_its_file_is_not_given_up),
		cmocka_unit_test(what_is_no_database_or_another_ones_is_refused),
		cmocka_unit_test(a_backup_is_refused_with_the_line_that_restores_it),
		cmocka_unit_test(a_journal_that_is_not_over_is_left_to_sqlite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
