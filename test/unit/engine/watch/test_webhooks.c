/* Webhooks of events: deliveries and where they stand are one commit, made once. */
#include "engine/desk.h"

#define HOOK "@webhook.01890a5d-ac96-774b-bcce-000000000017"

/* As its reader has it. */
struct hook {
	u64 definition;
	u64 course;
};

static struct command set(str place, u64 expected)
{
	return (struct command){ .kind = COMMAND_SET_TYPE,
				 .tenant = STR("acme"),
				 .set = { .name = STR(HOOK),
					  .details = STR("{\"url\":1}"),
					  .expected = expected,
					  .is_webhook = true,
					  .place = place,
					  .type = { .carrier = CARRIER_NODE } } };
}

static struct hook make(struct desk *desk)
{
	const struct answer *answer = desk_do(desk, set(STR("0-0"), DOCUMENT_NEW));
	assert_int_equal(answer->err, ERR_OK);
	return (struct hook){ answer->version, answer->version + 1 };
}

static struct enqueue_item delivery(void)
{
	return (struct enqueue_item){ .type = STR(HOOK),
				      .key = STR("webhook:1:2-0"),
				      .payload = STR("{\"password\":\"x\"}"),
				      .is_delivery = true };
}

/* Two of them, the same event of the same webhook. */
static const struct answer *deliver(struct desk *desk, struct hook hook, u32 len)
{
	struct enqueue_item items[2] = { delivery(), delivery() };
	return desk_do(desk, (struct command){ .kind = COMMAND_ENQUEUE,
					       .tenant = STR("acme"),
					       .enqueue = { .items = items,
							    .len = len,
							    .atomic = true,
							    .webhook = STR(HOOK),
							    .definition = hook.definition,
							    .course = hook.course,
							    .place = STR("2-0") } });
}

static void deliveries_are_made_from_where_it_stands_and_once(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct hook hook = make(&desk);
	struct hook moved = { hook.definition, deliver(&desk, hook, 1)->version };
	assert_int_equal(desk.last.head.err, ERR_OK);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 1);
	/* The same again, also by who does not know what became of it. */
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_VERSION);
	desk_crash(&desk);
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_VERSION);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 1);
	assert_int_equal(deliver(&desk, moved, 2)->err, ERR_OK);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 3);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void where_it_stands_moves_without_deliveries_too(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct hook hook = make(&desk);
	assert_int_equal(deliver(&desk, hook, 0)->err, ERR_OK);
	assert_int_equal(deliver(&desk, hook, 0)->err, ERR_VERSION);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void what_was_changed_moved_or_deleted_delivers_nothing_that_was_read_before(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct hook hook = make(&desk);
	u64 changed = desk_do(&desk, set(STR(""), hook.definition))->version;
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_VERSION);
	hook.definition = changed;
	/* The same one stands where it stood. */
	assert_int_equal(deliver(&desk, hook, 0)->err, ERR_OK);
	hook.course = desk.last.head.version;
	hook.definition = desk_do(&desk, set(STR("9-0"), changed))->version;
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_VERSION);
	struct command drop = set(STR(""), hook.definition);
	drop.set.is_delete = true;
	assert_int_equal(desk_do(&desk, drop)->err, ERR_OK);
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_NOT_FOUND);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 0);
	/* Nothing of it is left: another may take the name. */
	make(&desk);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void all_or_none_of_a_command_is_made(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct hook hook = make(&desk);
	struct enqueue_item items[2] = { delivery(), delivery() };
	items[1].queue = STR("nowhere");
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { .items = items,
						.len = 2,
						.atomic = true,
						.webhook = STR(HOOK),
						.definition = hook.definition,
						.course = hook.course,
						.place = STR("2-0") } };
	assert_int_equal(desk_do(&desk, command)->err, ERR_INVALID);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 0);
	assert_int_equal(deliver(&desk, hook, 2)->err, ERR_OK);
	desk_close(&desk);
}

static void its_type_is_nobody_elses(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	make(&desk);
	struct enqueue_item forged = delivery();
	forged.is_delivery = false;
	assert_int_equal(desk_enqueue(&desk, "acme", forged).err, ERR_INVALID);
	struct command plain = set(STR(""), DOCUMENT_ANY);
	plain.set.is_webhook = false;
	assert_int_equal(desk_do(&desk, plain)->err, ERR_INVALID);
	desk_close(&desk);
}

/* A key that is required of callers, and what looks like a secret, are their matter. */
static void deliveries_need_no_keys_of_callers(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	desk_set_tenant(&desk, "acme", (struct tenant_policy){ .require_key = true });
	struct hook hook = make(&desk);
	assert_int_equal(deliver(&desk, hook, 1)->err, ERR_OK);
	assert_int_equal(desk_count(&desk, RUN_QUEUED), 1);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deliveries_are_made_from_where_it_stands_and_once),
		cmocka_unit_test(where_it_stands_moves_without_deliveries_too),
		cmocka_unit_test(
			what_was_changed_moved_or_deleted_delivers_nothing_that_was_read_before),
		cmocka_unit_test(all_or_none_of_a_command_is_made),
		cmocka_unit_test(its_type_is_nobody_elses),
		cmocka_unit_test(deliveries_need_no_keys_of_callers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
