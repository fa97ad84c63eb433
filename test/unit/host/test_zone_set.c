/* The zones of a process: with a database, without one, and after it has changed. */
#include "host/zone_set.h"

#include "base/check.h"
#include "host/zone_folder.h"

static void zone_is_found_for_the_pump_and_for_others(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	struct zone_set *set = NULL;
	struct why why;
	const struct zone *mine, *theirs;
	add_file(&folder, "Town", (str){ ZONE_FILE_STUB, ZONE_FILE_STUB_LEN });
	add_file(&folder, "tzdata.zi", STR("# version 2026f\nZ Town 0 - UTC\n"));
	assert_int_equal(ERR_OK, zone_set_new(str_from(folder.path), NULL, &set, &why));
	assert_int_equal(ERR_OK, why.code);
	assert_true(zone_set_has_database(set));
	assert_str(zone_set_version(set), STR("2026f"));
	assert_int_equal(ERR_OK, zone_set_for_pump(set, STR("Town"), &mine, &why));
	assert_int_equal(ERR_OK, zone_set_get(set, STR("Town"), &theirs, &why));
	assert_ptr_not_equal(mine, theirs); /* threads share none */
	assert_int_equal(ERR_ZONE_UNKNOWN, zone_set_get(set, STR("Tower"), &theirs, &why));
	zone_set_free(set);
	remove_zone_folder(&folder);
}

static void without_a_database_utc_alone_is_known(void **state)
{
	(void)state;
	struct zone_set *set = NULL;
	struct why why;
	const struct zone *zone;
	assert_int_equal(ERR_OK, zone_set_new(STR("/nowhere/at/all"), NULL, &set, &why));
	assert_int_equal(ERR_ZONE_DATABASE, why.code);
	assert_false(zone_set_has_database(set));
	assert_str(zone_set_version(set), STR("none"));
	assert_int_equal(ERR_OK, zone_set_get(set, STR("UTC"), &zone, &why));
	assert_int_not_equal(ERR_OK, zone_set_for_pump(set, STR("Europe/Rome"), &zone, &why));
	zone_set_free(set);
}

static void zones_of_the_set_before_stay(void **state)
{
	(void)state;
	struct zone_set *first = NULL, *second = NULL, *third = NULL;
	struct why why;
	const struct zone *zone, *again;
	assert_int_equal(ERR_OK, zone_set_new(STR("/nowhere"), NULL, &first, &why));
	assert_int_equal(ERR_OK, zone_set_get(first, STR("UTC"), &zone, &why));
	assert_int_equal(ERR_OK, zone_set_new(STR("/nowhere"), first, &second, &why));
	assert_int_equal(ERR_OK, zone_set_new(STR("/nowhere"), second, &third, &why));
	zone_set_drop(third); /* it was not needed: the others stay */
	assert_int_equal(ERR_OK, zone_set_get(first, STR("UTC"), &again, &why));
	assert_ptr_equal(zone, again);
	zone_set_free(second); /* with the first */
	zone_set_free(NULL);
}

static void set_gives_all_its_memory_back(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	struct why why;
	mem_set_watch(&watch);
	struct zone_set *set = NULL;
	assert_int_equal(ERR_OK, zone_set_new(STR("/nowhere"), NULL, &set, &why));
	zone_set_free(set);
	mem_set_watch(NULL);
	assert_int_equal(0, watch.live);
	assert_true(watch.asked >= 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zone_is_found_for_the_pump_and_for_others),
		cmocka_unit_test(without_a_database_utc_alone_is_known),
		cmocka_unit_test(zones_of_the_set_before_stay),
		cmocka_unit_test(set_gives_all_its_memory_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
