/* A task that takes the place of the run that has its key. */
#include "engine/gates_desk.h"

enum { FAR = 30 }; /* days: far beyond what memory holds */

static const struct enqueue_item again = { .key = STR("k"),
					   .scope = UNIQUE_ACTIVE,
					   .payload = STR("{\"n\":2}"),
					   .priority = 2,
					   .replaces = true };

static struct uuid first(struct desk *desk, msec wait)
{
	return desk_run(desk, "acme",
			(struct enqueue_item){ .key = STR("k"),
					       .scope = UNIQUE_ACTIVE,
					       .payload = STR("{\"n\":1}"),
					       .entity = STR("doc:1"),
					       .run_at = wait ? desk->now.wall + wait : 0,
					       .deadline_at = desk->now.wall + wait + MSEC_HOUR,
					       .max_attempts = 2 });
}

static void the_run_has_what_was_said_last_in_memory_or_not(void **state)
{
	static const msec waits[] = { 0, MSEC_MINUTE, FAR * MSEC_DAY };
	(void)state;
	for (u32 from = 0; from < countof(waits); from++) {
		for (u32 to = 0; to < countof(waits); to++) {
			struct desk desk;
			desk_open(&desk);
			struct uuid id = first(&desk, waits[from]);
			struct enqueue_item item = again;
			item.run_at = desk.now.wall + waits[to];
			item.deadline_at = item.run_at + MSEC_HOUR;
			struct enqueue_answer answer = desk_enqueue(&desk, "acme", item);
			struct run_row row = desk_row(&desk, id);
			assert_true(answer.duplicate && answer.replaced);
			assert_true(uuid_eq(&answer.run, &id));
			assert_true(str_eq(row.payload, item.payload));
			assert_int_equal(item.payload.len, row.payload_len);
			assert_true(row.hot.run_at == item.run_at);
			assert_true(row.deadline_at == item.deadline_at);
			assert_int_equal(2, row.hot.priority);
			/* All else stays. */
			assert_true(str_eq(row.entity, STR("doc:1")));
			assert_int_equal(2, row.hot.max_attempts);
			assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
			desk_check(&desk);
			desk_same_as_fresh(&desk);
			desk_advance(&desk, waits[to]);
			struct lease lease = desk_claim(&desk);
			assert_true(uuid_eq(&lease.run, &id));
			assert_string_equal(desk.told_payload, "{\"n\":2}");
			desk_close(&desk);
		}
	}
}

static void a_run_that_has_begun_is_kept(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = first(&desk, 0);
	struct lease lease = desk_claim(&desk);
	assert_false(desk_enqueue(&desk, "acme", again).replaced);
	desk_finish(&desk, lease.execution, OUTCOME_RETRY, (str){ "", 0 });
	struct enqueue_answer answer = desk_enqueue(&desk, "acme", again);
	assert_true(answer.duplicate && !answer.replaced && uuid_eq(&answer.run, &id));
	assert_true(str_eq(desk_row(&desk, id).payload, STR("{\"n\":1}")));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_run_of_another_key_or_type_is_left_alone(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	first(&desk, MSEC_MINUTE);
	struct enqueue_item other = again;
	other.key = STR("other");
	assert_false(desk_enqueue(&desk, "acme", other).duplicate);
	other = again;
	other.type = STR("other.type");
	assert_false(desk_enqueue(&desk, "acme", other).duplicate);
	other = again;
	other.scope = UNIQUE_FOREVER;
	assert_false(desk_enqueue(&desk, "acme", other).duplicate);
	assert_false(desk_enqueue(&desk, "evil", again).duplicate);
	desk_close(&desk);
}

/* The run is made and replaced before the store has seen it, near and far. */
static void one_list_may_say_it_twice(void **state)
{
	static const msec waits[] = { 0, FAR * MSEC_DAY };
	(void)state;
	for (u32 i = 0; i < countof(waits); i++) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item items[] = { again, again, again };
		for (u32 k = 0; k < countof(items); k++) {
			items[k].type = STR("mail.send");
			items[k].run_at = desk.now.wall + waits[i] + k * MSEC_MINUTE;
		}
		items[2].payload = STR("{\"n\":3}");
		struct command command = {
			.kind = COMMAND_ENQUEUE,
			.tenant = STR("acme"),
			.enqueue = { .items = items, .len = countof(items), .atomic = true }
		};
		assert_int_equal(ERR_OK, desk_do(&desk, command)->err);
		assert_false(desk.last.items[0].duplicate);
		assert_true(desk.last.items[1].replaced && desk.last.items[2].replaced);
		struct run_row row = desk_row(&desk, desk.last.items[0].run);
		assert_true(str_eq(row.payload, items[2].payload));
		assert_true(row.hot.run_at == items[2].run_at);
		assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
		desk_check(&desk);
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

/* A verdict of the guard on the old payload says nothing about the new one. */
static void the_guard_reads_the_new_payload(void **state)
{
	static const struct {
		const char *before, *after;
		u32 leased;
	} rows[] = {
		{ "{\"ok\":true}", "{\"ok\":false}", 0 },
		{ "{\"ok\":false}", "{\"ok\":true}", 1 },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tnot=true"));
		struct enqueue_item item = again;
		item.payload = str_from(rows[i].before);
		struct uuid id = desk_run(&desk, "acme", item);
		item.payload = str_from(rows[i].after);
		assert_true(desk_enqueue(&desk, "acme", item).replaced);
		assert_int_equal(rows[i].leased, desk_lease(&desk, 1, (struct lease_command){ 0 }));
		assert_int_equal(rows[i].leased ? RUN_PROCESSING : RUN_FAILED,
				 desk_state(&desk, id));
		desk_close(&desk);
	}
}

/* The old payload was read for the turn that replaces it. */
static void what_was_read_of_the_old_payload_counts_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tnot=true"));
	struct enqueue_item item = again;
	item.payload = STR("{\"ok\":true}");
	struct uuid id = desk_run(&desk, "acme", item);
	desk_crash(&desk);
	assert_int_equal(0, desk_leased_in_one_turn(&desk, 0));
	item.payload = STR("{\"ok\":false}");
	assert_true(desk_enqueue(&desk, "acme", item).replaced);
	desk_settle(&desk);
	assert_int_equal(0, desk.leases_len);
	assert_int_equal(RUN_FAILED, desk_state(&desk, id));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_run_has_what_was_said_last_in_memory_or_not),
		cmocka_unit_test(a_run_that_has_begun_is_kept),
		cmocka_unit_test(a_run_of_another_key_or_type_is_left_alone),
		cmocka_unit_test(one_list_may_say_it_twice),
		cmocka_unit_test(the_guard_reads_the_new_payload),
		cmocka_unit_test(what_was_read_of_the_old_payload_counts_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
