/* Texts to numbers and back. */
#include "engine/bare.h"
#include "engine/memory/memory.h"

static void a_new_name_gets_the_next_number_and_a_row_once(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ .type = STR("a") });
	/* The tenant, the type and the default queue. */
	assert_int_equal(3, bare_puts(&bare, KIND_NAME));
	assert_int_equal(1, name_find(bare.engine, NAME_TENANT, STR("acme")));
	bare_run(&bare, "acme", (struct enqueue_item){ .type = STR("b") });
	assert_int_equal(1, bare_puts(&bare, KIND_NAME));
	assert_int_equal(2, name_find(bare.engine, NAME_TYPE, STR("b")));
	bare_run(&bare, "acme", (struct enqueue_item){ .type = STR("b") });
	assert_int_equal(0, bare_puts(&bare, KIND_NAME));
	bare_close(&bare);
}

static void each_sort_counts_for_itself(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "same", (struct enqueue_item){ .type = STR("same") });
	assert_int_equal(1, name_find(bare.engine, NAME_TENANT, STR("same")));
	assert_int_equal(1, name_find(bare.engine, NAME_TYPE, STR("same")));
	assert_int_equal(0, name_find(bare.engine, NAME_QUEUE, STR("same")));
	assert_int_equal(0, name_find(bare.engine, NAME_WORKER, STR("same")));
	bare_close(&bare);
}

static void a_number_is_its_text_and_what_is_unknown_is_empty(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	assert_true(str_eq(STR("acme"), engine_name(bare.engine, NAME_TENANT, 1)));
	assert_true(str_eq(STR("default"), engine_name(bare.engine, NAME_QUEUE, 1)));
	assert_int_equal(0, engine_name(bare.engine, NAME_TENANT, 0).len);
	assert_int_equal(0, engine_name(bare.engine, NAME_TENANT, 2).len);
	assert_int_equal(0, engine_name(bare.engine, NAME_TENANT, 1u << 30).len);
	bare_close(&bare);
}

static void thousands_of_names_and_the_longest_ones(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	char text[LIMIT_TYPE_NAME_BYTES];
	memset(text, 'x', sizeof text);
	for (u32 i = 0; i < 900; i++) {
		for (u32 k = 0, rest = i; k < 4; k++, rest /= 10) text[k] = (char)('0' + rest % 10);
		bare_run(&bare, "acme", (struct enqueue_item){ .type = { text, sizeof text } });
	}
	assert_int_equal(900, name_find(bare.engine, NAME_TYPE, (str){ text, sizeof text }));
	bare_close(&bare);
}

/* Rows come in any order and with gaps; a new name goes behind them all. */
static void recalled_names_keep_their_numbers(void **state)
{
	static const struct name_row rows[] = {
		{ .kind = NAME_TENANT, .no = 7, .text = STR("seven") },
		{ .kind = NAME_TENANT, .no = 2, .text = STR("two") },
		{ .kind = NAME_TENANT, .no = 500, .text = STR("far") },
	};
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct recall_sink sink = engine_recall_sink(bare.engine, &bare.now);
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(ERR_OK, sink.rows[KIND_NAME](sink.context, &rows[i]));
	for (u32 i = 0; i < countof(rows); i++) {
		assert_int_equal(rows[i].no, name_find(bare.engine, NAME_TENANT, rows[i].text));
		assert_true(
			str_eq(rows[i].text, engine_name(bare.engine, NAME_TENANT, rows[i].no)));
	}
	assert_int_equal(0, engine_name(bare.engine, NAME_TENANT, 3).len);
	bare_run(&bare, "fresh", (struct enqueue_item){ 0 });
	assert_int_equal(501, name_find(bare.engine, NAME_TENANT, STR("fresh")));
	bare_close(&bare);
}

static void what_is_refused_leaves_no_name_behind(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct enqueue_item item = { .type = STR("never"), .priority = 99 };
	bare_do(&bare, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("acme"),
					 .enqueue = { &item, 1, false } });
	assert_int_equal(0, name_find(bare.engine, NAME_TYPE, STR("never")));
	bare_close(&bare);
}

static void names_that_only_calls_know_are_forgotten_with_them(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_claim(&bare);
	struct engine *engine = bare.engine;
	u32 types = engine->core.names[NAME_TYPE].len;
	static const str asked[] = { STR("a"), STR("b"), STR("mail.send") };
	struct command lease = { .kind = COMMAND_LEASE,
				 .reply = bare_reply(7),
				 .tenant = STR("newcomer"),
				 .lease = { .worker = STR("w1"),
					    .types = asked,
					    .types_len = 3,
					    .max = 1,
					    .wait_ms = 1000 } };
	for (u32 i = 0; i < 20; i++) {
		bare_do(&bare, lease);
		assert_int_equal(0, bare_puts(&bare, KIND_NAME));
		assert_int_not_equal(0, name_find(engine, NAME_TYPE, STR("a")));
		bare.now.boot += 1000;
		bare_turn(&bare, NULL, 0);
		assert_int_equal(0, name_find(engine, NAME_TYPE, STR("a")));
		assert_int_equal(0, name_find(engine, NAME_TENANT, STR("newcomer")));
		assert_int_not_equal(0, name_find(engine, NAME_TYPE, STR("mail.send")));
	}
	assert_int_equal(types + 2, engine->core.names[NAME_TYPE].len); /* the same numbers again */
	/* A call that is refused half-way gives back what it had. */
	lease.tenant = (str){ "", 0 };
	lease.lease.tenants = (str[]){ STR("good"), STR("not good") };
	lease.lease.tenants_len = 2;
	bare_do(&bare, lease);
	assert_int_equal(ERR_INVALID, bare_answer(&bare, 7)->err);
	assert_int_equal(0, name_find(engine, NAME_TYPE, STR("a")));
	bare_close(&bare);
}

/* Somebody waits for a type before its first run comes: then it is kept, under the same number. */
static void a_borrowed_name_is_kept_when_a_run_needs_it(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_turn(&bare, NULL, 0);
	static const str asked[] = { STR("a") };
	struct command lease = { .kind = COMMAND_LEASE,
				 .reply = bare_reply(7),
				 .tenant = STR("acme"),
				 .lease = { .worker = STR("w1"),
					    .types = asked,
					    .types_len = 1,
					    .max = 1,
					    .wait_ms = 1000 } };
	bare_do(&bare, lease);
	u32 no = name_find(bare.engine, NAME_TYPE, STR("a"));
	bare_run(&bare, "acme", (struct enqueue_item){ .type = STR("a") });
	assert_int_equal(1, bare_answer(&bare, 7)->lease.len);
	assert_int_equal(3, bare_puts(&bare, KIND_NAME)); /* tenant, type, worker */
	assert_int_equal(no, name_find(bare.engine, NAME_TYPE, STR("a")));
	bare_close(&bare);
}

static void there_are_so_many_tenants_and_no_more(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare.engine->core.names[NAME_TENANT].kept = LIMIT_TENANTS_MAX; /* as if */
	const struct enqueue_item item = { .type = STR("mail.send") };
	struct command commands[] = {
		{ .kind = COMMAND_ENQUEUE,
		  .tenant = STR("one.more"),
		  .enqueue = { &item, 1, true } },
		{ .kind = COMMAND_PAUSE,
		  .tenant = STR("one.more"),
		  .pause = { .scope = PAUSE_TENANT } },
		{ .kind = COMMAND_SET_TENANT, .set = { .name = STR("one.more") } },
		{ .kind = COMMAND_SET_TYPE,
		  .tenant = STR("one.more"),
		  .set = { .name = STR("a") } },
	};
	for (u32 i = 0; i < countof(commands); i++) {
		bare_do(&bare, commands[i]);
		assert_int_equal(ERR_QUOTA, bare_answer(&bare, 1)->err);
		assert_non_null(strstr(bare_answer(&bare, 1)->why.text, "1000000 tenants"));
	}
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_name_gets_the_next_number_and_a_row_once),
		cmocka_unit_test(each_sort_counts_for_itself),
		cmocka_unit_test(a_number_is_its_text_and_what_is_unknown_is_empty),
		cmocka_unit_test(thousands_of_names_and_the_longest_ones),
		cmocka_unit_test(recalled_names_keep_their_numbers),
		cmocka_unit_test(what_is_refused_leaves_no_name_behind),
		cmocka_unit_test(names_that_only_calls_know_are_forgotten_with_them),
		cmocka_unit_test(a_borrowed_name_is_kept_when_a_run_needs_it),
		cmocka_unit_test(there_are_so_many_tenants_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
