/* Workers that are known: by name, by host, how many. */
#include "engine/bare.h"

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

static void a_worker_is_known_by_its_name(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	for (u32 i = 0; i < 3; i++)
		bare_do(&bare, (struct command){ .kind = COMMAND_LEASE,
						 .lease = { .worker = i ? STR("w1") : STR("w2"),
							    .max = 1 } });
	assert_int_equal(2, bare.engine->workers.pool.used_count);
	bare.now.boot += 4 * MSEC_MINUTE;
	bare_do(&bare, (struct command){ .kind = COMMAND_LEASE,
					 .lease = { .worker = STR("w1"), .max = 1 } });
	bare.now.boot += MSEC_MINUTE; /* five minutes since anyone heard of the other */
	bare_turn(&bare, NULL, 0);
	assert_int_equal(1, bare.engine->workers.pool.used_count);
	bare_close(&bare);
}

static void a_worker_has_a_row_from_its_first_run_on(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1 } };
	bare_do(&bare, lease);
	bare_do(&bare, lease);
	assert_int_equal(0, bare_puts(&bare, KIND_NAME));
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, lease);
	assert_int_equal(1, bare_puts(&bare, KIND_NAME));
	assert_true(str_eq(STR("w1"), engine_name(bare.engine, NAME_WORKER, 1)));
	finish(&bare, bare_answer(&bare, 1));
	bare.now.boot += 6 * MSEC_MINUTE;
	bare_turn(&bare, NULL, 0);
	assert_int_equal(0, bare.engine->workers.pool.used_count);
	assert_int_equal(0, engine_name(bare.engine, NAME_WORKER, 1).len);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, lease); /* it comes back: the old number stays the old one's */
	assert_true(str_eq(STR("w1"), engine_name(bare.engine, NAME_WORKER, 2)));
	bare_close(&bare);
}

static struct command lease_from(const char *host)
{
	return (struct command){
		.kind = COMMAND_LEASE,
		.lease = { .worker = STR("w1"), .hostname = str_from(host), .max = 1 }
	};
}

static str host_written(const struct bare *bare)
{
	for (u32 i = 0; i < bare->turn.changes_len; i++) {
		if (change_puts(&bare->turn.changes[i], KIND_NAME))
			return bare->turn.changes[i].name.host;
	}
	return STR("none");
}

static void a_worker_from_another_host_has_another_number(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	for (u32 i = 0; i < 4; i++) bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, lease_from("h1"));
	assert_true(str_eq(host_written(&bare), STR("h1")));
	bare_do(&bare, lease_from("")); /* says nothing: where it was */
	assert_true(str_eq(host_written(&bare), STR("none")));
	bare_do(&bare, lease_from("h2"));
	assert_true(str_eq(host_written(&bare), STR("h2")));
	assert_true(str_eq(STR("w1"), engine_name(bare.engine, NAME_WORKER, 1)));
	assert_true(str_eq(STR("w1"), engine_name(bare.engine, NAME_WORKER, 2)));
	bare_do(&bare, lease_from("h2"));
	assert_true(str_eq(host_written(&bare), STR("none")));
	bare_close(&bare);
}

static void a_host_of_too_long_a_name_is_refused(void **state)
{
	(void)state;
	struct bare bare;
	char host[LIMIT_WORKER_HOST_BYTES + 2] = "";
	memset(host, 'h', sizeof host - 1);
	bare_open(&bare);
	bare_do(&bare, lease_from(host));
	assert_int_equal(ERR_INVALID, bare_answer(&bare, 1)->err);
	bare_close(&bare);
}

/* So many workers of a tenant ask once, each by a name of its own. */
static void ask_by_many_names(struct bare *bare, str tenant, u32 many, msec wait_ms)
{
	struct command commands[64] = { 0 };
	char names[64][16];
	for (u32 known = 0; known < many;) {
		u32 len = 0;
		for (; len < 64 && known < many; len++, known++) {
			int size = snprintf(names[len], sizeof names[len], "w%u", known);
			commands[len] = (struct command){
				.kind = COMMAND_LEASE,
				.tenant = tenant,
				.reply = bare_reply(known + 10),
				.lease = { .worker = { names[len], (size_t)size },
					   .max = 1,
					   .wait_ms = wait_ms },
			};
		}
		bare_turn(bare, commands, len);
	}
}

static enum err ask(struct bare *bare, str tenant, str worker)
{
	bare_do(bare, (struct command){ .kind = COMMAND_LEASE,
					.tenant = tenant,
					.lease = { .worker = worker, .max = 1 } });
	return bare_answer(bare, 1)->err;
}

static void idle_workers_of_a_tenant_make_room_for_its_new_ones(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	ask_by_many_names(&bare, STR("noisy"), LIMIT_WORKERS_MAX + 10, 0);
	assert_int_equal(LIMIT_TENANT_WORKERS, bare.engine->workers.pool.used_count);
	assert_int_equal(ERR_OK, ask(&bare, STR("noisy"), STR("one.more")));
	assert_int_equal(LIMIT_TENANT_WORKERS, bare.engine->workers.pool.used_count);
	assert_int_equal(ERR_OK, ask(&bare, STR("quiet"), STR("new")));
	assert_int_equal(LIMIT_TENANT_WORKERS + 1, bare.engine->workers.pool.used_count);
	bare_close(&bare);
}

static void a_tenant_whose_workers_all_wait_is_refused_alone(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	ask_by_many_names(&bare, STR("noisy"), LIMIT_TENANT_WORKERS, 60000);
	assert_int_equal(LIMIT_TENANT_WORKERS, bare.engine->workers.pool.used_count);
	assert_int_equal(ERR_QUOTA, ask(&bare, STR("noisy"), STR("one.more")));
	assert_int_equal(ERR_OK, ask(&bare, STR("noisy"), STR("w7"))); /* it is known */
	assert_int_equal(ERR_OK, ask(&bare, STR("quiet"), STR("new")));
	assert_int_equal(ERR_OK, ask(&bare, STR(""), STR("of.the.system")));
	bare_close(&bare);
}

static void idle_workers_of_all_make_room_where_all_places_are_taken(void **state)
{
	(void)state;
	struct bare bare;
	char tenant[16];
	bare_open(&bare);
	for (u32 i = 0; i * LIMIT_TENANT_WORKERS <= LIMIT_WORKERS_MAX; i++) {
		int len = snprintf(tenant, sizeof tenant, "t%u", i);
		ask_by_many_names(&bare, (str){ tenant, (size_t)len }, LIMIT_TENANT_WORKERS, 0);
	}
	assert_int_equal(LIMIT_WORKERS_MAX, bare.engine->workers.pool.used_count);
	assert_int_equal(ERR_OK, ask(&bare, STR("quiet"), STR("new")));
	assert_int_equal(LIMIT_WORKERS_MAX, bare.engine->workers.pool.used_count);
	bare_close(&bare);
}

static void one_name_of_two_tenants_is_two_workers(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	assert_int_equal(ERR_OK, ask(&bare, STR("a"), STR("w")));
	assert_int_equal(ERR_OK, ask(&bare, STR("b"), STR("w")));
	assert_int_equal(ERR_OK, ask(&bare, STR(""), STR("w")));
	assert_int_equal(ERR_OK, ask(&bare, STR("a"), STR("w")));
	assert_int_equal(3, bare.engine->workers.pool.used_count);
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_is_known_by_its_name),
		cmocka_unit_test(a_worker_has_a_row_from_its_first_run_on),
		cmocka_unit_test(a_worker_from_another_host_has_another_number),
		cmocka_unit_test(a_host_of_too_long_a_name_is_refused),
		cmocka_unit_test(idle_workers_of_a_tenant_make_room_for_its_new_ones),
		cmocka_unit_test(a_tenant_whose_workers_all_wait_is_refused_alone),
		cmocka_unit_test(idle_workers_of_all_make_room_where_all_places_are_taken),
		cmocka_unit_test(one_name_of_two_tenants_is_two_workers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
