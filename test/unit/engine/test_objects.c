/* Tenants, types, seats, stands, workers: made when first used, found afterwards. */
#include "engine/bare.h"

static struct engine_run *run_of(struct bare *bare, const char *tenant, str type, str queue)
{
	struct enqueue_item item = { .type = type, .queue = queue };
	struct uuid id = bare_run(bare, tenant, item);
	struct engine_run *run = run_find(bare->engine, &id);
	assert_non_null(run);
	return run;
}

static void two_queues(struct bare *bare)
{
	bare_open(bare);
	bare_do(bare, (struct command){ .kind = COMMAND_SET_QUEUE, .set = { .name = STR("q2") } });
}

static void one_of_each_for_what_belongs_together(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	const str q1 = STR("default"), q2 = STR("q2"), a = STR("a"), b = STR("b");
	const struct stand *one = run_of(&bare, "t1", a, q1)->stand;
	const struct stand *same = run_of(&bare, "t1", a, q1)->stand;
	const struct stand *other_type = run_of(&bare, "t1", b, q1)->stand;
	const struct stand *other_queue = run_of(&bare, "t1", a, q2)->stand;
	const struct stand *other_tenant = run_of(&bare, "t2", a, q1)->stand;
	assert_ptr_equal(one, same);
	assert_int_equal(2, one->runs);
	assert_ptr_not_equal(one, other_type);
	assert_ptr_equal(one->seat, other_type->seat);
	assert_ptr_equal(one->type, other_queue->type);
	assert_ptr_not_equal(one->seat, other_queue->seat);
	assert_ptr_not_equal(one->type, other_tenant->type);
	assert_ptr_equal(one->shelf, other_tenant->shelf); /* of the type in the queue */
	assert_ptr_not_equal(one->shelf, other_queue->shelf);
	assert_int_equal(2, one->type->tenant->types);
	bare_close(&bare);
}

static void what_nobody_named_is_not_found(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	const struct engine_run *run = run_of(&bare, "t1", STR("a"), STR("default"));
	const struct type *type = run->stand->type;
	assert_null(tenant_find(bare.engine, (tenant_no){ 9 }));
	assert_null(type_find(bare.engine, type->tenant->no, (type_no){ 9 }));
	assert_null(seat_find(bare.engine, type->tenant->no, (queue_no){ 2 }));
	assert_null(stand_find(type, queue_of(bare.engine, (queue_no){ 2 })));
	bare_close(&bare);
}

static void a_seat_that_comes_to_be_knows_its_pause(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	bare_do(&bare, (struct command){ .kind = COMMAND_PAUSE,
					 .tenant = STR("t1"),
					 .pause = { .scope = PAUSE_QUEUE, .name = STR("q2") } });
	const struct seat *seat = run_of(&bare, "t1", STR("a"), STR("q2"))->stand->seat;
	assert_non_null(seat->pause);
	assert_false(seat->is_open);
	assert_null(run_of(&bare, "t2", STR("a"), STR("q2"))->stand->seat->pause);
	bare_close(&bare);
}

static void a_worker_is_known_by_its_name(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	for (u32 i = 0; i < 3; i++)
		bare_do(&bare, (struct command){ .kind = COMMAND_LEASE,
						 .lease = { .worker = i ? STR("w1") : STR("w2"),
							    .max = 1 } });
	assert_int_equal(2, bare.engine->workers.table.count);
	bare.now.boot += 4 * MSEC_MINUTE;
	bare_do(&bare, (struct command){ .kind = COMMAND_LEASE,
					 .lease = { .worker = STR("w1"), .max = 1 } });
	bare.now.boot += MSEC_MINUTE; /* five minutes since anyone heard of the other */
	bare_turn(&bare, NULL, 0);
	assert_int_equal(1, bare.engine->workers.table.count);
	bare_close(&bare);
}

static void a_tenant_has_a_bounded_number_of_types(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	char room[32];
	for (u32 i = 0; i < LIMIT_TYPES_PER_TENANT; i++) {
		int len = snprintf(room, sizeof room, "type.%u", i);
		run_of(&bare, "acme", (str){ room, (size_t)len }, STR("default"));
	}
	struct enqueue_item item = { .type = STR("one.more") };
	bare_do(&bare, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("acme"),
					 .enqueue = { &item, 1, false } });
	assert_int_equal(ERR_QUOTA, bare_answer(&bare, 1)->enqueue.items[0].err);
	bare_do(&bare, (struct command){ .kind = COMMAND_SET_TYPE,
					 .tenant = STR("acme"),
					 .set = { .name = STR("one.more") } });
	assert_int_equal(ERR_QUOTA, bare_answer(&bare, 1)->err);
	run_of(&bare, "acme", STR("type.7"), STR("default"));
	run_of(&bare, "other", STR("one.more"), STR("default"));
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_of_each_for_what_belongs_together),
		cmocka_unit_test(what_nobody_named_is_not_found),
		cmocka_unit_test(a_seat_that_comes_to_be_knows_its_pause),
		cmocka_unit_test(a_worker_is_known_by_its_name),
		cmocka_unit_test(a_tenant_has_a_bounded_number_of_types),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
