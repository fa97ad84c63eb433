/* The next way when one fails for good: made with the failure, at most once an alert and window;
 * and the log of what was tried. */
#include "engine/desk.h"

#include "store/memory/memory_parts.h"

struct wish {
	const char *type;
	const char *fallback;
	const char *key;
	u32 minutes;
	bool notifies;
};

static enum err set_type(struct desk *desk, struct wish wish)
{
	struct command command = { .kind = COMMAND_SET_TYPE,
				   .tenant = STR("acme"),
				   .set = { .name = str_from(wish.type),
					    .expected = DOCUMENT_ANY,
					    .fallback = str_from(wish.fallback) } };
	struct type_policy *policy = &command.set.type;
	assert_true(class_list_add(&policy->fatal, STR("closed")));
	if (wish.key) assert_true(class_list_add(&policy->fallback.key, str_from(wish.key)));
	policy->fallback.minutes = wish.minutes;
	policy->notifies = wish.notifies;
	return desk_do(desk, command)->err;
}

static void ways(struct desk *desk)
{
	desk_open(desk);
	assert_int_equal(ERR_OK, set_type(desk, (struct wish){ "dm", "mention", "alert", 0, 0 }));
}

/* One that fails at once; its id. */
static struct uuid fails(struct desk *desk, struct enqueue_item item)
{
	item.type = STR("dm");
	struct uuid id = desk_run(desk, "acme", item);
	static const str dm[] = { { "dm", 2 } };
	assert_int_equal(
		1, desk_lease(desk, 1, (struct lease_command){ .types = dm, .types_len = 1 }));
	struct lease lease = desk->leases[desk->leases_len - 1];
	desk_finish(desk, lease.execution, OUTCOME_FAIL, STR("closed"));
	desk_same_as_fresh(desk);
	return id;
}

static struct enqueue_item about(const char *payload)
{
	return (struct enqueue_item){ .payload = str_from(payload),
				      .entity = STR("shield:7"),
				      .user = STR("ann"),
				      .key = STR("k") };
}

/* ---- what was made and written --------------------------------------------------------------- */

struct found {
	struct uuid of;
	const struct run_row *row;
	u32 count;
};

static void see(void *context, const struct memory_run_seen *seen)
{
	struct found *found = context;
	if (!uuid_eq(&seen->row->fallback_of, &found->of)) return;
	found->row = seen->row;
	found->count++;
}

/* The fallback of a run; NULL: it has none. */
static const struct run_row *fallback_of(const struct desk *desk, struct uuid id)
{
	struct found found = { .of = id };
	memory_store_each_run(desk->store, see, &found);
	assert_in_range(found.count, 0, 1);
	return found.row;
}

/* The last row of the log about a run. */
static const struct delivery_row *logged(const struct desk *desk, struct uuid run)
{
	const struct delivery_row *last = NULL;
	struct setting_key first = { .kind = KIND_DELIVERY };
	const struct treap_node *node = treap_after(&desk->store->settings, &first);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		const struct delivery_row *row = setting->row;
		if (setting->kind != KIND_DELIVERY) break;
		if (uuid_eq(&row->run, &run) && (!last || row->attempt >= last->attempt))
			last = row;
	}
	return last;
}

static void the_next_way_has_the_same_texts(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	struct uuid id = fails(&desk, about("{\"alert\":\"7\"}"));
	const struct run_row *row = fallback_of(&desk, id);
	assert_non_null(row);
	assert_true(str_eq(row->payload, STR("{\"alert\":\"7\"}")));
	assert_true(str_eq(row->entity, STR("shield:7")));
	assert_true(str_eq(row->user, STR("ann")));
	assert_true(str_eq(row->key, STR("k")));
	assert_int_equal(UNIQUE_NONE, row->scope);
	assert_int_equal(1, row->hops);
	assert_true(row->hot.run_at == desk.now.wall);
	struct lease lease = desk_claim(&desk);
	assert_int_equal(1, lease.hops);
	assert_true(uuid_eq(&lease.fallback_of, &id));
	const struct delivery_row *log = logged(&desk, id);
	assert_int_equal(OUTCOME_FAIL, log->outcome);
	assert_int_equal(RUN_FAILED, log->state);
	assert_int_equal(NEXT_FALLBACK, log->next);
	assert_true(uuid_eq(&log->next_run, &row->id));
	assert_true(str_eq(log->error_class, STR("closed")));
	assert_true(str_eq(log->user, STR("ann")));
	desk_close(&desk);
}

static void one_under_way_stands_for_all_of_its_alert(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	struct uuid first = fails(&desk, about("{\"alert\":\"7\"}"));
	desk_crash(&desk);
	struct enqueue_item item = about("{\"alert\": \"7\"}");
	item.key = STR("other");
	struct uuid second = fails(&desk, item);
	assert_null(fallback_of(&desk, second));
	assert_int_equal(NEXT_COVERED, logged(&desk, second)->next);
	assert_true(uuid_eq(&logged(&desk, second)->next_run, &fallback_of(&desk, first)->id));
	item.payload = STR("{\"alert\":\"8\"}");
	item.key = STR("third");
	assert_non_null(fallback_of(&desk, fails(&desk, item)));
	desk_close(&desk);
}

static void an_alert_rests_for_its_window_from_the_end(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	assert_int_equal(ERR_OK, set_type(&desk, (struct wish){ "dm", "mention", "alert", 5, 0 }));
	(void)fails(&desk, about("{\"alert\":\"7\"}"));
	desk_advance(&desk, 3 * MSEC_MINUTE);
	struct lease lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	msec ended = desk.now.wall;
	desk_crash(&desk);
	desk_advance(&desk, MSEC_MINUTE);
	struct enqueue_item item = about("{\"alert\":\"7\"}");
	item.key = STR("later");
	struct uuid id = fails(&desk, item);
	assert_true(fallback_of(&desk, id)->hot.run_at == ended + 5 * MSEC_MINUTE);
	assert_int_equal(NEXT_LATER, logged(&desk, id)->next);
	desk_close(&desk);
}

static void a_rest_is_forgotten_when_it_is_over(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	(void)fails(&desk, about("{\"alert\":\"7\"}"));
	struct lease lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_FAIL, STR("permanent"));
	desk_advance(&desk, 60 * MSEC_MINUTE);
	desk_same_as_fresh(&desk);
	struct enqueue_item item = about("{\"alert\":\"7\"}");
	item.key = STR("later");
	struct uuid id = fails(&desk, item);
	assert_true(fallback_of(&desk, id)->hot.run_at == desk.now.wall);
	/* The clock was wrong by a year when the last one ended: nobody waits so long. */
	desk.now.wall += 365 * MSEC_DAY;
	lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	desk.now.wall -= 365 * MSEC_DAY;
	desk_crash(&desk);
	item.key = STR("last");
	id = fails(&desk, item);
	assert_true(fallback_of(&desk, id)->hot.run_at == desk.now.wall + MSEC_HOUR);
	desk_close(&desk);
}

static void without_a_field_the_key_tells_and_else_itself(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	struct enqueue_item item = { .payload = STR("{}"),
				     .key = STR("k"),
				     .scope = UNIQUE_ACTIVE };
	assert_non_null(fallback_of(&desk, fails(&desk, item)));
	assert_null(fallback_of(&desk, fails(&desk, item)));
	item.key = STR("");
	assert_non_null(fallback_of(&desk, fails(&desk, item)));
	assert_non_null(fallback_of(&desk, fails(&desk, item)));
	assert_int_equal(ERR_OK, set_type(&desk, (struct wish){ "dm", "mention", "entity", 0, 0 }));
	item.entity = STR("shield:9");
	assert_non_null(fallback_of(&desk, fails(&desk, item)));
	assert_null(fallback_of(&desk, fails(&desk, item)));
	desk_close(&desk);
}

static void a_deadline_holds_for_the_next_way_too(void **state)
{
	(void)state;
	struct desk desk;
	ways(&desk);
	struct enqueue_item item = about("{\"alert\":\"7\"}");
	(void)fails(&desk, item);
	struct lease lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	item.key = STR("late");
	item.deadline_at = desk.now.wall + MSEC_MINUTE;
	struct uuid id = fails(&desk, item);
	assert_null(fallback_of(&desk, id));
	assert_int_equal(NEXT_NONE, logged(&desk, id)->next);
	desk_close(&desk);
}

static void circles_and_long_ways_are_refused(void **state)
{
	(void)state;
	struct desk desk;
	char name[32], next[32];
	desk_open(&desk);
	assert_int_equal(ERR_INVALID, set_type(&desk, (struct wish){ "a", "a", NULL, 0, 0 }));
	assert_int_equal(ERR_INVALID, set_type(&desk, (struct wish){ "a", "b", NULL, 10081, 0 }));
	for (u32 i = 1; i < LIMIT_FALLBACK_HOPS; i++) {
		snprintf(name, sizeof name, "t%u", i);
		snprintf(next, sizeof next, "t%u", i + 1);
		assert_int_equal(ERR_OK, set_type(&desk, (struct wish){ name, next, NULL, 0, 0 }));
	}
	assert_int_equal(ERR_INVALID, set_type(&desk, (struct wish){ next, "t1", NULL, 0, 0 }));
	assert_int_equal(ERR_OK, set_type(&desk, (struct wish){ "t0", "t1", NULL, 0, 0 }));
	assert_int_equal(ERR_INVALID, set_type(&desk, (struct wish){ "t", "t0", NULL, 0, 0 }));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void only_what_reaches_people_is_logged(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .type = STR("sms") };
	struct uuid plain = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	assert_null(logged(&desk, plain));
	assert_int_equal(ERR_OK, set_type(&desk, (struct wish){ "sms", "", NULL, 0, true }));
	struct uuid id = desk_run(&desk, "acme", item);
	lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_RETRY, STR("network"));
	assert_int_equal(NEXT_RETRY, logged(&desk, id)->next);
	assert_true(logged(&desk, id)->next_at > desk.now.wall);
	desk_advance(&desk, 2 * MSEC_MINUTE);
	lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(OUTCOME_SUCCESS, logged(&desk, id)->outcome);
	assert_int_equal(2, logged(&desk, id)->attempt);
	assert_int_equal(NEXT_NONE, logged(&desk, id)->next);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_way_has_the_same_texts),
		cmocka_unit_test(one_under_way_stands_for_all_of_its_alert),
		cmocka_unit_test(an_alert_rests_for_its_window_from_the_end),
		cmocka_unit_test(a_rest_is_forgotten_when_it_is_over),
		cmocka_unit_test(without_a_field_the_key_tells_and_else_itself),
		cmocka_unit_test(a_deadline_holds_for_the_next_way_too),
		cmocka_unit_test(circles_and_long_ways_are_refused),
		cmocka_unit_test(only_what_reaches_people_is_logged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
