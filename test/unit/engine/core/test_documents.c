/* Things: versions, bounds, and what stands beside a policy. */
#include "engine/desk.h"

static struct command put(const char *tenant, enum document_kind kind, str name, u64 expected)
{
	return (struct command){
		.kind = COMMAND_DOCUMENT_PUT,
		.tenant = str_from(tenant),
		.document = { .kind = kind, .name = name, .body = STR("{}"), .expected = expected }
	};
}

static struct command drop(const char *tenant, enum document_kind kind, str name, u64 expected)
{
	return (struct command){ .kind = COMMAND_DOCUMENT_DELETE,
				 .tenant = str_from(tenant),
				 .document = { .kind = kind, .name = name, .expected = expected } };
}

static void a_new_document_is_made_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	const struct answer *answer = desk_do(&desk,
					      put("acme", DOCUMENT_USER, STR("u"), DOCUMENT_NEW));
	assert_int_equal(answer->err, ERR_OK);
	assert_true(answer->version > 0);
	assert_int_equal(desk_do(&desk, put("acme", DOCUMENT_USER, STR("u"), DOCUMENT_NEW))->err,
			 ERR_CONFLICT);
	assert_int_equal(desk_do(&desk, put("other", DOCUMENT_USER, STR("u"), DOCUMENT_NEW))->err,
			 ERR_OK);
	desk_close(&desk);
}

static void a_change_needs_the_version_it_was_made_from(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 first = desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_ANY))->version;
	u64 second = desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), first))->version;
	assert_true(second > first);
	const struct answer *late = desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), first));
	assert_int_equal(late->err, ERR_VERSION);
	assert_int_equal(desk_do(&desk, drop("acme", DOCUMENT_SECRET, STR("s"), first))->err,
			 ERR_VERSION);
	assert_int_equal(desk_do(&desk, drop("acme", DOCUMENT_SECRET, STR("s"), second))->err,
			 ERR_OK);
	assert_int_equal(desk_do(&desk, drop("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_ANY))->err,
			 ERR_NOT_FOUND);
	assert_int_equal(desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), second))->err,
			 ERR_NOT_FOUND);
	/* Made anew it is not mistaken for the one before. */
	assert_true(desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_NEW))->version >
		    second);
	desk_close(&desk);
}

/* Changed several times in one turn, then gone: the next turn's number alone is not enough. */
static u64 many_versions_in_one_turn(struct desk *desk, msec until)
{
	struct command puts[3];
	for (u32 i = 0; i < countof(puts); i++) {
		puts[i] = put("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_ANY);
		puts[i].document.until = until;
		desk_submit(desk, &puts[i]);
	}
	desk_settle(desk);
	return desk->last.head.version;
}

static void a_document_made_anew_has_a_later_version_however_often_it_had_changed(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 deleted = many_versions_in_one_turn(&desk, 0);
	desk_do(&desk, drop("acme", DOCUMENT_SECRET, STR("s"), deleted));
	assert_true(desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_NEW))->version >
		    deleted);
	desk_close(&desk);
}

static void a_document_past_its_time_is_made_anew_with_a_later_version(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 past = many_versions_in_one_turn(&desk, desk.now.wall + 1);
	desk.now.wall += 2;
	assert_true(desk_do(&desk, put("acme", DOCUMENT_SECRET, STR("s"), DOCUMENT_NEW))->version >
		    past);
	desk_close(&desk);
}

static void of_two_in_one_turn_the_second_sees_the_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command a = put("acme", DOCUMENT_TOKEN, STR("t"), DOCUMENT_NEW);
	struct command b = put("acme", DOCUMENT_TOKEN, STR("t"), DOCUMENT_NEW);
	desk_submit(&desk, &a);
	desk_submit(&desk, &b);
	desk_settle(&desk);
	assert_ptr_equal(desk.last.head.reply, b.reply);
	assert_int_equal(desk.last.head.err, ERR_CONFLICT);
	desk_close(&desk);
}

static void a_tenant_may_have_so_many_and_no_more(void **state)
{
	struct command commands[60];
	char names[countof(commands)][8];
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 99; i++) {
		int len = snprintf(names[0], sizeof names[0], "a%u", i);
		struct command command = put("", DOCUMENT_SYSTEM, (str){ names[0], (size_t)len },
					     DOCUMENT_NEW);
		assert_int_equal(desk_do(&desk, command)->err, ERR_OK);
	}
	/* One place is left for two of the same turn. */
	for (u32 i = 0; i < 2; i++) {
		int len = snprintf(names[i], sizeof names[i], "b%u", i);
		commands[i] = put("", DOCUMENT_SYSTEM, (str){ names[i], (size_t)len },
				  DOCUMENT_NEW);
		desk_submit(&desk, &commands[i]);
	}
	desk_settle(&desk);
	assert_int_equal(desk.last.head.err, ERR_QUOTA);
	assert_int_equal(desk_do(&desk, put("", DOCUMENT_SYSTEM, STR("b0"), DOCUMENT_ANY))->err,
			 ERR_OK);
	assert_int_equal(desk_do(&desk, drop("", DOCUMENT_SYSTEM, STR("b0"), DOCUMENT_ANY))->err,
			 ERR_OK);
	assert_int_equal(desk_do(&desk, put("", DOCUMENT_SYSTEM, STR("b1"), DOCUMENT_ANY))->err,
			 ERR_OK);
	desk_close(&desk);
}

static void what_is_too_long_is_refused_with_its_bound(void **state)
{
	static char long_text[LIMIT_DOCUMENT_BODY_BYTES + 1];
	(void)state;
	struct desk desk;
	memset(long_text, 'x', sizeof long_text);
	desk_open(&desk);
	struct command command = put("acme", DOCUMENT_USER, (str){ long_text, 129 }, DOCUMENT_ANY);
	assert_int_equal(desk_do(&desk, command)->err, ERR_INVALID);
	assert_non_null(strstr(desk.last.head.why.text, "at most 128"));
	command = put("acme", DOCUMENT_USER, STR("u"), DOCUMENT_ANY);
	command.document.body = (str){ long_text, sizeof long_text };
	assert_int_equal(desk_do(&desk, command)->err, ERR_INVALID);
	assert_non_null(strstr(desk.last.head.why.text, "at most 65536"));
	assert_int_equal(
		desk_do(&desk, put("no tenant", DOCUMENT_USER, STR("u"), DOCUMENT_ANY))->err,
		ERR_INVALID);
	desk_close(&desk);
}

static void a_type_keeps_its_words_beside_its_policy(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command set = { .kind = COMMAND_SET_TYPE,
			       .tenant = STR("acme"),
			       .set = { .name = STR("t"),
					.details = STR("{\"handler\": {}}"),
					.expected = DOCUMENT_NEW,
					.type = { .priority = 2 } } };
	u64 version = desk_do(&desk, set)->version;
	assert_true(version > 0);
	/* Refused as a whole: the policy stays as it was. */
	set.set.type.priority = 9;
	assert_int_equal(desk_do(&desk, set)->err, ERR_CONFLICT);
	struct enqueue_item item = { .type = STR("t") };
	assert_int_equal(desk_row(&desk, desk_run(&desk, "acme", item)).hot.priority, 2);
	set.set.expected = version;
	set.set.is_delete = true;
	set.set.details = STR("");
	set.set.type = (struct type_policy){ 0 };
	assert_int_equal(desk_do(&desk, set)->err, ERR_OK);
	assert_int_equal(desk_row(&desk, desk_run(&desk, "acme", item)).hot.priority, 5);
	assert_int_equal(desk_do(&desk, drop("acme", DOCUMENT_TYPE, STR("t"), DOCUMENT_ANY))->err,
			 ERR_NOT_FOUND);
	desk_close(&desk);
}

static void so_does_a_tenant(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command set = { .kind = COMMAND_SET_TENANT,
			       .set = { .name = STR("acme"),
					.details = STR("{\"name\": \"Acme\"}"),
					.expected = DOCUMENT_NEW } };
	u64 version = desk_do(&desk, set)->version;
	assert_true(version > 0);
	assert_int_equal(desk_do(&desk, set)->err, ERR_CONFLICT);
	set.set.expected = version;
	desk_crash(&desk);
	assert_true(desk_do(&desk, set)->version > version);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_document_is_made_once),
		cmocka_unit_test(a_change_needs_the_version_it_was_made_from),
		cmocka_unit_test(
			a_document_made_anew_has_a_later_version_however_often_it_had_changed),
		cmocka_unit_test(a_document_past_its_time_is_made_anew_with_a_later_version),
		cmocka_unit_test(of_two_in_one_turn_the_second_sees_the_first),
		cmocka_unit_test(a_tenant_may_have_so_many_and_no_more),
		cmocka_unit_test(what_is_too_long_is_refused_with_its_bound),
		cmocka_unit_test(a_type_keeps_its_words_beside_its_policy),
		cmocka_unit_test(so_does_a_tenant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
