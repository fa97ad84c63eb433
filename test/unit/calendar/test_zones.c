/* Stories about the zones of a process: read once, kept for good. */
#include "calendar/zones.h"

#include "zone_bytes.h"

/* A database that has every zone but "Unknown"; "Bad" is damaged. */
struct database {
	u32 reads;
	char last_name[ZONE_NAME_MAX + 1];
};

static enum err read_made_up(void *context, str name, struct buf *out, struct why *why)
{
	static const struct zone_bytes_type types[] = { { 7200, 0, 0 } };
	struct zone_bytes_block block = { .types_len = 1,
					  .types = types,
					  .letters = { "TST\0", 4 } };
	struct database *database = context;
	struct buf bytes;
	database->reads++;
	snprintf(database->last_name, sizeof database->last_name, "%.*s", STR_ARG(name));
	if (str_eq(name, STR("Unknown"))) return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
	make_zone_bytes(&bytes, '2', &block, "TST-2");
	if (str_eq(name, STR("Bad"))) bytes.at[0] = 'X';
	buf_add(out, buf_view(&bytes));
	buf_done(&bytes);
	return ERR_OK;
}

static struct zones *make_zones(struct database *database)
{
	struct zones *zones = NULL;
	*database = (struct database){ 0 };
	assert_int_equal(zones_new((struct zone_source){ read_made_up, database }, &zones), ERR_OK);
	return zones;
}

static void a_zone_is_read_once_and_stays_the_same(void **state)
{
	(void)state;
	struct database database;
	struct zones *zones = make_zones(&database);
	const struct zone *first, *again, *other;
	assert_int_equal(zones_get(zones, STR("Test/One"), &first, NULL), ERR_OK);
	assert_string_equal(database.last_name, "Test/One");
	assert_str(zone_name(first), STR("Test/One"));
	assert_int_equal(zone_offset_at(first, 0), 7200);
	assert_int_equal(zones_get(zones, STR("Test/One"), &again, NULL), ERR_OK);
	assert_ptr_equal(first, again);
	assert_int_equal(database.reads, 1);
	assert_int_equal(zones_get(zones, STR("Test/Two"), &other, NULL), ERR_OK);
	assert_ptr_not_equal(first, other);
	assert_int_equal(database.reads, 2);
	zones_free(zones);
}

static void names_are_case_sensitive(void **state)
{
	(void)state;
	struct database database;
	struct zones *zones = make_zones(&database);
	const struct zone *lower, *upper;
	assert_int_equal(zones_get(zones, STR("test/one"), &lower, NULL), ERR_OK);
	assert_int_equal(zones_get(zones, STR("TEST/ONE"), &upper, NULL), ERR_OK);
	assert_ptr_not_equal(lower, upper);
	zones_free(zones);
}

static void utc_needs_no_database(void **state)
{
	(void)state;
	struct zones *zones = NULL;
	const struct zone *zone = NULL;
	struct why why;
	assert_int_equal(zones_new((struct zone_source){ 0 }, &zones), ERR_OK);
	assert_int_equal(zones_get(zones, STR("UTC"), &zone, &why), ERR_OK);
	assert_ptr_equal(zone, zone_utc());
	zone = NULL;
	assert_int_equal(zones_get(zones, STR("Europe/London"), &zone, &why), ERR_ZONE_DATABASE);
	assert_null(zone);
	zones_free(zones);
}

static void a_wrong_name_never_reaches_the_database(void **state)
{
	(void)state;
	struct database database;
	struct zones *zones = make_zones(&database);
	const struct zone *zone = NULL;
	struct why why;
	assert_int_equal(zones_get(zones, STR("../etc/passwd"), &zone, &why), ERR_ZONE_NAME);
	assert_int_equal(zones_get(zones, STR(""), &zone, &why), ERR_ZONE_NAME);
	assert_int_equal(database.reads, 0);
	assert_null(zone);
	zones_free(zones);
}

static void what_cannot_be_read_is_not_kept(void **state)
{
	(void)state;
	struct database database;
	struct zones *zones = make_zones(&database);
	const struct zone *zone = NULL;
	struct why why;
	assert_int_equal(zones_get(zones, STR("Unknown"), &zone, &why), ERR_ZONE_UNKNOWN);
	assert_int_equal(zones_get(zones, STR("Unknown"), &zone, &why), ERR_ZONE_UNKNOWN);
	assert_int_equal(zones_get(zones, STR("Bad"), &zone, &why), ERR_ZONE_DAMAGED);
	assert_non_null(strstr(why.text, "time zone Bad"));
	assert_null(zone);
	assert_int_equal(database.reads, 3);
	zones_free(zones);
}

static void there_is_room_for_a_thousand_zones(void **state)
{
	(void)state;
	struct database database;
	struct zones *zones = make_zones(&database);
	const struct zone *zone;
	const struct zone *first = NULL;
	struct why why;
	char name[32];
	for (u32 i = 0; i < ZONES_MAX; i++) {
		snprintf(name, sizeof name, "Test/Zone%u", i);
		assert_int_equal(zones_get(zones, str_from(name), &zone, &why), ERR_OK);
		if (i == 0) first = zone;
	}
	assert_int_equal(zones_get(zones, STR("Test/Other"), &zone, &why), ERR_TOO_LONG);
	assert_int_equal(zones_get(zones, STR("Test/Zone0"), &zone, &why), ERR_OK);
	assert_ptr_equal(zone, first);
	assert_int_equal(database.reads, ZONES_MAX);
	zones_free(zones);
}

/* The bytes are made beforehand: only what zones.c takes is refused. */
static enum err hand_out(void *context, str name, struct buf *out, struct why *why)
{
	(void)name;
	(void)why;
	buf_add(out, *(const str *)context);
	return ERR_OK;
}

static bool get_two_zones(void *context)
{
	struct zones *zones = NULL;
	const struct zone *zone;
	enum err err = zones_new((struct zone_source){ hand_out, context }, &zones);
	if (!err) err = zones_get(zones, STR("Test/One"), &zone, NULL);
	if (!err) err = zones_get(zones, STR("Test/Two"), &zone, NULL);
	assert_true(err == ERR_OK || err == ERR_MEMORY);
	zones_free(zones);
	return err != ERR_OK;
}

static void running_out_of_memory_is_an_error_and_leaks_nothing(void **state)
{
	(void)state;
	str bytes = load_zone_bytes("Europe/London");
	assert_true(for_each_fault(get_two_zones, &bytes) >= 6);
	free((void *)(uintptr_t)bytes.at);
	zones_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_zone_is_read_once_and_stays_the_same),
		cmocka_unit_test(names_are_case_sensitive),
		cmocka_unit_test(utc_needs_no_database),
		cmocka_unit_test(a_wrong_name_never_reaches_the_database),
		cmocka_unit_test(what_cannot_be_read_is_not_kept),
		cmocka_unit_test(there_is_room_for_a_thousand_zones),
		cmocka_unit_test(running_out_of_memory_is_an_error_and_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
