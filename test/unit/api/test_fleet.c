/* Workers that are known: heard of, told to drain, kept and read again. */
#include "api/fleet.h"

#include "base/check.h"
#include "model/limits.def"

static void a_worker_is_known_by_what_it_says(void **state)
{
	(void)state;
	struct fleet *fleet;
	assert_int_equal(ERR_OK, fleet_new(7, &fleet));
	assert_null(fleet_hear(fleet, STR("acme"), STR("w"), STR(""), 1000));
	struct fleet_worker *worker = fleet_hear(fleet, STR("acme"), STR("w"),
						 STR("{\"hostname\":\"h\"}"), 1000);
	assert_non_null(worker);
	assert_true(fleet_is_unkept(worker, 1000));
	worker->kept = 1000;
	assert_ptr_equal(worker, fleet_hear(fleet, STR("acme"), STR("w"), STR(""), 2000));
	assert_false(fleet_is_unkept(worker, 2000));
	assert_true(fleet_is_unkept(worker, 2000 + 2 * MSEC_DAY));
	fleet_hear(fleet, STR("acme"), STR("w"), STR("{\"hostname\":\"i\"}"), 3000);
	assert_true(fleet_is_unkept(worker, 3000));
	assert_null(fleet_find(fleet, STR("rival"), STR("w")));
	fleet_free(fleet);
}

static void the_latest_heard_of_comes_first(void **state)
{
	(void)state;
	struct fleet *fleet;
	assert_int_equal(ERR_OK, fleet_new(7, &fleet));
	struct fleet_worker *a = fleet_hear(fleet, STR("t"), STR("a"), STR("{}"), 1);
	struct fleet_worker *b = fleet_hear(fleet, STR("t"), STR("b"), STR("{}"), 2);
	assert_ptr_equal(b, fleet_next(fleet, NULL));
	assert_ptr_equal(a, fleet_next(fleet, b));
	assert_null(fleet_next(fleet, a));
	fleet_hear(fleet, STR("t"), STR("a"), STR(""), 3);
	assert_ptr_equal(a, fleet_next(fleet, NULL));
	fleet_forget_tenant(fleet, STR("t"));
	assert_null(fleet_next(fleet, NULL));
	fleet_free(fleet);
}

static void a_drain_is_written_and_read_again(void **state)
{
	(void)state;
	struct fleet *fleet, *other;
	struct buf body;
	buf_init(&body, 4096);
	assert_int_equal(ERR_OK, fleet_new(7, &fleet));
	assert_int_equal(ERR_OK, fleet_new(8, &other));
	struct fleet_worker *worker = fleet_hear(fleet, STR("t"), STR("a"),
						 STR("{\"hostname\":\"h\"}"), 1);
	assert_false(fleet_drains(worker));
	assert_false(fleet_drains(NULL));
	fleet_order(worker, true, STR("upgrade"));
	assert_true(fleet_drains(worker));
	fleet_write(worker, &body);
	fleet_take(other, STR("t"), STR("a"), buf_view(&body), 5);
	fleet_take(other, STR("t"), STR("b"), STR("nonsense"), 5);
	assert_null(fleet_find(other, STR("t"), STR("b")));
	const struct fleet_worker *read = fleet_find(other, STR("t"), STR("a"));
	assert_true(fleet_drains(read));
	assert_str(read->said, STR("{\"hostname\":\"h\"}"));
	fleet_order(worker, false, STR(""));
	worker->is_leaving = true;
	assert_true(fleet_drains(worker));
	buf_done(&body);
	fleet_free(fleet);
	fleet_free(other);
}

static void the_one_unheard_of_for_longest_goes_first(void **state)
{
	(void)state;
	struct fleet *fleet;
	char id[16];
	assert_int_equal(ERR_OK, fleet_new(7, &fleet));
	fleet_order(fleet_hear(fleet, STR("t"), STR("told"), STR("{}"), 1), true, STR(""));
	for (int i = 0; i < LIMIT_TENANT_WORKERS + 10; i++) {
		int len = snprintf(id, sizeof id, "w%d", i);
		assert_non_null(
			fleet_hear(fleet, STR("t"), (str){ id, (size_t)len }, STR("{}"), i));
	}
	assert_non_null(fleet_find(fleet, STR("t"), STR("told")));
	assert_null(fleet_find(fleet, STR("t"), STR("w0")));
	assert_non_null(fleet_find(fleet, STR("t"), STR("w100")));
	fleet_free(fleet);
}

static void many_names_of_one_tenant_leave_those_of_others(void **state)
{
	(void)state;
	struct fleet *fleet;
	char id[16];
	assert_int_equal(ERR_OK, fleet_new(7, &fleet));
	struct fleet_worker *quiet = fleet_hear(fleet, STR("quiet"), STR("w"), STR("{}"), 1);
	for (int i = 0; i < LIMIT_TENANT_WORKERS + 10; i++) {
		int len = snprintf(id, sizeof id, "w%d", i);
		str name = { id, (size_t)len };
		fleet_order(fleet_hear(fleet, STR("noisy"), name, STR("{}"), i), i % 2, STR(""));
	}
	assert_ptr_equal(quiet, fleet_find(fleet, STR("quiet"), STR("w")));
	assert_ptr_equal(quiet, fleet_next_of(fleet, STR("quiet"), NULL));
	assert_null(fleet_next_of(fleet, STR("quiet"), quiet));
	assert_null(fleet_find(fleet, STR("noisy"), STR("w0")));
	assert_non_null(fleet_find(fleet, STR("noisy"), STR("w1")));
	assert_non_null(fleet_hear(fleet, STR("third"), STR("w"), STR("{}"), 1));
	fleet_forget_tenant(fleet, STR("noisy"));
	assert_null(fleet_next_of(fleet, STR("noisy"), NULL));
	assert_non_null(fleet_find(fleet, STR("third"), STR("w")));
	fleet_free(fleet);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_is_known_by_what_it_says),
		cmocka_unit_test(the_latest_heard_of_comes_first),
		cmocka_unit_test(a_drain_is_written_and_read_again),
		cmocka_unit_test(the_one_unheard_of_for_longest_goes_first),
		cmocka_unit_test(many_names_of_one_tenant_leave_those_of_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
