/* The run that a reminder stands as: whose it is, what it says, when it is replaced. */
#include "engine/remind_desk.h"

static void its_run_names_it_and_its_person(void **state)
{
	(void)state;
	struct desk desk;
	struct memory_run_seen seen;
	char entity[REMINDER_ENTITY_LEN];
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
	reminder_print_entity(&id, entity);
	assert_true(memory_store_find_run(desk.store, &hot->run, &seen));
	assert_true(str_eq(seen.row->entity, (str){ entity, sizeof entity }));
	assert_true(str_eq(seen.row->user, STR("ann")));
	assert_true(str_starts_with(seen.row->key, seen.row->entity));
	assert_true(str_starts_with(seen.row->payload, STR("{\"reminder_id\":\"")));
	assert_int_equal(CAUSE_REMINDER, seen.row->cause);
	assert_true(seen.row->hot.run_at == hot->remind_at);
	assert_true(seen.row->deadline_at == hot->remind_at + MSEC_DAY);
	assert_true(hot->next_at == seen.row->deadline_at);
	desk_close(&desk);
}

static void the_last_of_a_series_is_not_replaced(void **state)
{
	(void)state;
	struct desk desk;
	struct memory_run_seen seen;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY;COUNT=2");
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS });
	assert_true(
		memory_store_find_run(desk.store, &desk_reminder_row(&desk, &id)->hot.run, &seen));
	assert_true(seen.row->deadline_at == 0);
	desk_advance(&desk, 3 * MSEC_DAY);
	assert_int_equal(1, desk_own_lease(&desk));
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS });
	const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
	assert_int_equal(STANDS_NOT, hot->stands);
	assert_true(hot->run_at == 0 && hot->next_at == 0);
	assert_int_equal(0, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

static void what_changed_has_another_version(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	u64 version = desk_reminder_row(&desk, &id)->hot.version;
	assert_int_equal(1, version);
	desk_advance(&desk, MSEC_HOUR);
	assert_true(desk_reminder_row(&desk, &id)->hot.version > version);
	assert_true(desk_reminder_row(&desk, &id)->hot.updated_at == desk.now.wall);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_run_names_it_and_its_person),
		cmocka_unit_test(the_last_of_a_series_is_not_replaced),
		cmocka_unit_test(what_changed_has_another_version),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
