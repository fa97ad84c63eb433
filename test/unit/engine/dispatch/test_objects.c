/* Tenants, types, shares, lanes: made when first used, found afterwards. */
#include "engine/bare.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

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
	const struct lane *one = run_of(&bare, "t1", a, q1)->lane;
	const struct lane *same = run_of(&bare, "t1", a, q1)->lane;
	const struct lane *other_type = run_of(&bare, "t1", b, q1)->lane;
	const struct lane *other_queue = run_of(&bare, "t1", a, q2)->lane;
	const struct lane *other_tenant = run_of(&bare, "t2", a, q1)->lane;
	assert_ptr_equal(one, same);
	assert_int_equal(2, one->runs);
	assert_ptr_not_equal(one, other_type);
	assert_ptr_equal(one->share, other_type->share);
	assert_ptr_equal(one->type, other_queue->type);
	assert_ptr_not_equal(one->share, other_queue->share);
	assert_ptr_not_equal(one->type, other_tenant->type);
	assert_ptr_equal(one->lane_index, other_tenant->lane_index); /* of the type in the queue */
	assert_ptr_not_equal(one->lane_index, other_queue->lane_index);
	assert_int_equal(2, one->type->tenant->types);
	bare_close(&bare);
}

static void what_nobody_named_is_not_found(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	const struct engine_run *run = run_of(&bare, "t1", STR("a"), STR("default"));
	const struct type *type = run->lane->type;
	assert_null(tenant_find(bare.engine, (tenant_no){ 9 }));
	assert_null(type_find(bare.engine, type->tenant->no, (type_no){ 9 }));
	assert_null(share_find(bare.engine, type->tenant->no, (queue_no){ 2 }, CARRIER_WORKERS));
	assert_null(share_find(bare.engine, type->tenant->no, run->lane->share->queue->no,
			       CARRIER_NODE));
	assert_null(lane_find(type, queue_of(bare.engine, (queue_no){ 2 }), (route_no){ 0 }));
	struct queue *queue = run->lane->share->queue;
	assert_ptr_equal(lane_find(type, queue, (route_no){ 0 }), run->lane);
	assert_null(lane_find(type, queue, (route_no){ 1 }));
	bare_close(&bare);
}

static void a_share_that_comes_to_be_knows_its_pause(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	bare_do(&bare, (struct command){ .kind = COMMAND_PAUSE,
					 .tenant = STR("t1"),
					 .pause = { .scope = PAUSE_QUEUE, .name = STR("q2") } });
	const struct share *share = run_of(&bare, "t1", STR("a"), STR("q2"))->lane->share;
	assert_non_null(share->pause);
	assert_false(share->is_open);
	assert_null(run_of(&bare, "t2", STR("a"), STR("q2"))->lane->share->pause);
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

static void give_to(struct bare *bare, const char *tenant, str type, enum carrier carrier)
{
	bare_do(bare, (struct command){ .kind = COMMAND_SET_TYPE,
					.tenant = str_from(tenant),
					.set = { .name = type, .type.carrier = carrier } });
}

static void a_type_takes_its_lanes_along_when_it_changes_hands(void **state)
{
	(void)state;
	struct bare bare;
	two_queues(&bare);
	const struct lane *here = run_of(&bare, "t1", STR("a"), STR("default"))->lane;
	const struct lane *there = run_of(&bare, "t1", STR("a"), STR("q2"))->lane;
	const struct lane *stays = run_of(&bare, "t1", STR("b"), STR("q2"))->lane;
	const struct lane *foreign = run_of(&bare, "t2", STR("a"), STR("default"))->lane;
	u32 shares = bare.engine->dispatch.shares.table.count;
	give_to(&bare, "t1", STR("a"), CARRIER_NODE);
	assert_int_equal(CARRIER_NODE, here->share->carrier);
	assert_int_equal(CARRIER_NODE, there->share->carrier);
	assert_int_equal(CARRIER_WORKERS, stays->share->carrier);
	assert_int_equal(CARRIER_WORKERS, foreign->share->carrier);
	assert_ptr_not_equal(here->lane_index, foreign->lane_index);
	assert_true(here->is_open && here->share->is_open);
	/* The share that nothing is left in is gone; one with another type stays. */
	assert_int_equal(shares + 1, bare.engine->dispatch.shares.table.count);
	give_to(&bare, "t1", STR("a"), CARRIER_WORKERS);
	assert_int_equal(shares, bare.engine->dispatch.shares.table.count);
	assert_ptr_equal(there->share, stays->share);
	bare_close(&bare);
}

/* ---- what nothing is left in --------------------------------------------------------------- */

static void finish(struct bare *bare, const struct answer *leased)
{
	struct report reports[64];
	u32 len = leased->lease.len;
	assert_true(len <= countof(reports));
	for (u32 i = 0; i < len; i++)
		reports[i] = (struct report){ .execution = leased->lease.leases[i].execution,
					      .outcome = OUTCOME_SUCCESS };
	bare_do(bare, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), reports, len, NULL } });
}

/* 64 tenants each bring one run; all are carried out. */
static void sixty_four_tenants(struct bare *bare, u32 from)
{
	static const struct enqueue_item item = { .type = STR("mail.send") };
	struct command commands[64] = { 0 };
	char names[64][16];
	for (u32 i = 0; i < 64; i++) {
		int len = snprintf(names[i], sizeof names[i], "t%u", from + i);
		commands[i] = (struct command){ .kind = COMMAND_ENQUEUE,
						.tenant = { names[i], (size_t)len },
						.enqueue = { &item, 1, true } };
	}
	bare_turn(bare, commands, 64);
}

static void serve_all(struct bare *bare)
{
	for (;;) {
		bare_do(bare, (struct command){ .kind = COMMAND_LEASE,
						.lease = { .worker = STR("w1"), .max = 64 } });
		const struct answer *leased = bare_answer(bare, 1);
		if (!leased->lease.len) return;
		finish(bare, leased);
	}
}

static void a_burst_of_tenants_leaves_nothing_but_their_names(void **state)
{
	(void)state;
	enum { TENANTS = 64 * 160 };
	struct bare bare;
	struct buf why;
	bare_open(&bare);
	struct engine *engine = bare.engine;
	for (u32 from = 0; from < TENANTS; from += 64) sixty_four_tenants(&bare, from);
	assert_int_equal(TENANTS, engine->dispatch.tenants.table.count);
	serve_all(&bare);
	for (u32 i = 0; i < 100; i++) bare_turn(&bare, NULL, 0); /* memory goes back bit by bit */
	assert_in_range(engine->dispatch.tenants.table.count, 1, 1001);
	assert_in_range(engine->dispatch.types.table.count, 1, 1001);
	assert_in_range(engine->dispatch.shares.table.count, 1, 1001);
	assert_in_range(engine->dispatch.lane_pool.used_count, 1, 1001);
	assert_int_equal(0, engine->core.run_pool.used_count);
	assert_true(engine->dispatch.lane_pool.free_count < 2000);
	assert_true(engine->core.run_pool.free_count < 1000);
	assert_true(engine->dispatch.tenants.table.mask < 16384);
	buf_init(&why, 1 << 16);
	assert_true(engine_check(engine, &bare.now, &why));
	buf_done(&why);
	sixty_four_tenants(&bare, 0); /* and they may come again */
	serve_all(&bare);
	assert_int_equal(TENANTS + 1, engine->core.names[NAME_TENANT].len);
	bare_close(&bare);
}

static void a_tenant_with_a_policy_stays(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_do(&bare, (struct command){ .kind = COMMAND_SET_TENANT,
					 .set = { .name = STR("t5"), .tenant = { .weight = 3 } } });
	bare_do(&bare,
		(struct command){ .kind = COMMAND_SET_TYPE,
				  .tenant = STR("t6"),
				  .set = { .name = STR("mail.send"), .type = { .limit = 9 } } });
	for (u32 from = 0; from < 64 * 40; from += 64) sixty_four_tenants(&bare, from);
	serve_all(&bare);
	tenant_no five = { name_find(bare.engine, NAME_TENANT, STR("t5")) };
	tenant_no six = { name_find(bare.engine, NAME_TENANT, STR("t6")) };
	type_no mail = { name_find(bare.engine, NAME_TYPE, STR("mail.send")) };
	assert_int_equal(3, tenant_find(bare.engine, five)->policy.weight);
	assert_int_equal(9, type_find(bare.engine, six, mail)->row->policy.limit);
	bare_close(&bare);
}

static void what_is_refused_or_a_duplicate_leaves_no_type(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	const struct enqueue_item items[] = { { .type = STR("good") },
					      { .type = STR("bad"), .priority = 99 } };
	bare_do(&bare, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("acme"),
					 .enqueue = { items, 2, true } });
	assert_int_equal(ERR_INVALID, bare_answer(&bare, 1)->err);
	assert_int_equal(0, bare.engine->dispatch.types.table.count);
	bare_do(&bare, (struct command){ .kind = COMMAND_ENQUEUE, .tenant = STR("empty") });
	assert_int_equal(
		1, bare.engine->dispatch.tenants.table.count); /* the one that named a type first */
	bare_close(&bare);
}

static void a_pause_of_what_is_not_there_goes_with_it(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command pause = { .kind = COMMAND_PAUSE,
				 .tenant = STR("acme"),
				 .pause = { .scope = PAUSE_TYPE, .name = STR("later") } };
	bare_run(&bare, "other", (struct enqueue_item){ .type = STR("later") });
	u32 types = bare.engine->dispatch.types.table.count,
	    tenants = bare.engine->dispatch.tenants.table.count;
	bare_do(&bare, pause);
	assert_int_equal(types + 1, bare.engine->dispatch.types.table.count);
	pause.kind = COMMAND_RESUME;
	bare_do(&bare, pause);
	assert_int_equal(ERR_OK, bare_answer(&bare, 1)->err);
	assert_int_equal(types, bare.engine->dispatch.types.table.count);
	assert_int_equal(tenants, bare.engine->dispatch.tenants.table.count);
	/* To resume, or to act on, what nobody knows makes no name. */
	pause.tenant = STR("nobody");
	pause.pause.name = STR("nothing");
	bare_do(&bare, pause);
	assert_int_equal(ERR_NOT_FOUND, bare_answer(&bare, 1)->err);
	bare_do(&bare, (struct command){ .kind = COMMAND_OPERATION_START,
					 .tenant = STR("nobody"),
					 .operation = { .type = STR("nothing") } });
	assert_int_equal(ERR_OK, bare_answer(&bare, 1)->err);
	assert_int_equal(0, name_find(bare.engine, NAME_TENANT, STR("nobody")));
	assert_int_equal(0, name_find(bare.engine, NAME_TYPE, STR("nothing")));
	bare_close(&bare);
}

/* Its number is not known: that does not make it everybody. */
static void a_stranger_does_not_resume_everybodys_queue(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_turn(&bare, NULL, 0);
	struct command pause = { .kind = COMMAND_PAUSE,
				 .pause = { .scope = PAUSE_QUEUE, .name = STR("default") } };
	bare_do(&bare, pause);
	assert_int_equal(ERR_OK, bare_answer(&bare, 1)->err);
	pause.kind = COMMAND_RESUME;
	pause.tenant = STR("stranger");
	bare_do(&bare, pause);
	assert_int_equal(ERR_NOT_FOUND, bare_answer(&bare, 1)->err);
	assert_int_equal(1, bare.engine->gates.pauses_len);
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_of_each_for_what_belongs_together),
		cmocka_unit_test(what_nobody_named_is_not_found),
		cmocka_unit_test(a_share_that_comes_to_be_knows_its_pause),
		cmocka_unit_test(a_tenant_has_a_bounded_number_of_types),
		cmocka_unit_test(a_type_takes_its_lanes_along_when_it_changes_hands),
		cmocka_unit_test(a_burst_of_tenants_leaves_nothing_but_their_names),
		cmocka_unit_test(a_tenant_with_a_policy_stays),
		cmocka_unit_test(what_is_refused_or_a_duplicate_leaves_no_type),
		cmocka_unit_test(a_pause_of_what_is_not_there_goes_with_it),
		cmocka_unit_test(a_stranger_does_not_resume_everybodys_queue),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
