/* What a new process is told of the old one's work, over every kind of store. */
#include "conformance/recalled.h"

static void an_empty_store_recalls_nothing(struct scene *scene)
{
	expect_recalled(scene, "");
	struct recalled recalled = { .last_turn = 99 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_true(recalled.last_turn == 0);
	buf_done(&recalled.text);
}

static void names_come_by_kind_and_number(struct scene *scene)
{
	put_worker(scene, 1, STR("worker-1"), STR("host-7"));
	put_name(scene, NAME_TENANT, 2, STR("globex"));
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	commit(scene);
	put_name(scene, NAME_QUEUE, 1, STR("default"));
	put_name(scene, NAME_TYPE, 7, STR("mail.send"));
	commit(scene);
	expect_recalled(scene, "name 0 1 acme\nname 0 2 globex\nname 1 7 mail.send\n"
			       "name 2 1 default\nname 3 1 worker-1 on host-7\n");
}

static void the_last_word_about_a_queue_counts(struct scene *scene)
{
	put_queue(scene, 2, 3, 4);
	put_queue(scene, 1, 1, 0);
	commit(scene);
	put_queue(scene, 2, 5, 0);
	commit(scene);
	put_queue(scene, 1, 7, 8);
	put_queue(scene, 1, 9, 10); /* twice in a turn */
	commit(scene);
	expect_recalled(scene, "queue 1 weight 9 limit 10\nqueue 2 weight 5 limit 0\n");
}

static void a_tenant_keeps_all_its_policy(struct scene *scene)
{
	struct tenant_policy policy = {
		.weight = 2,
		.limit = 100,
		.max_attempts = 9,
		.lease_ms = 30000,
		.timeout_ms = 90000,
		.backoff = { .kind = BACKOFF_EXPONENTIAL, .base = 60000, .max = 3600000 },
		.require_key = true,
	};
	put_tenant(scene, 4, &policy);
	put_tenant(scene, 3, &(struct tenant_policy){ 0 });
	commit(scene);
	expect_recalled(scene, "tenant 3 weight 0 limit 0 attempts 0 lease 0 timeout 0 key 0 "
			       "backoff 0 base 0 max 0\n"
			       "tenant 4 weight 2 limit 100 attempts 9 lease 30000 timeout 90000 "
			       "key 1 backoff 2 base 60000 max 3600000\n");
}

static void a_type_keeps_all_its_policy(struct scene *scene)
{
	struct type_policy policy = {
		.priority = 1,
		.max_attempts = 12,
		.limit = 3,
		.lease_ms = 5000,
		.timeout_ms = 6000,
		.carrier = CARRIER_NODE,
		.backoff = { .kind = BACKOFF_STEPS,
			     .steps_len = LIMIT_BACKOFF_STEPS,
			     .steps = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 } },
	};
	assert_true(class_list_add(&policy.retryable, STR("http_4xx")));
	assert_true(class_list_add(&policy.fatal, STR("dm_closed")));
	assert_true(class_list_add(&policy.fatal, STR("quota")));
	put_type(scene, 2, 1, &(struct type_policy){ .limit = 8 });
	put_type(scene, 1, 9, &(struct type_policy){ .limit = 7 });
	commit(scene);
	put_type(scene, 1, 9, &policy);
	commit(scene);
	expect_recalled(scene,
			"type 1 9 priority 1 attempts 12 limit 3 lease 5000 timeout 6000 backoff 1"
			" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 base 0 max 0"
			" retryable http_4xx, fatal dm_closed,quota, carrier 2\n"
			"type 2 1 priority 0 attempts 0 limit 8 lease 0 timeout 0 backoff 0 base 0"
			" max 0 retryable  fatal \n");
}

static void gates_of_tenants_are_told_and_those_of_people_are_not(struct scene *scene)
{
	put_gates(scene, 2, STR(""), STR("maintenance 0 open"));
	put_gates(scene, 1, STR("ann"), STR("quiet_hours UTC 22:00-07:00"));
	put_gates(scene, 1, STR(""), STR("quiet_hours UTC 20:00-06:00"));
	commit(scene);
	put_gates(scene, 1, STR(""), STR("quiet_hours UTC 21:00-06:00"));
	commit(scene);
	expect_recalled(scene, "gates 1 quiet_hours UTC 21:00-06:00\ngates 2 maintenance 0 open\n");
	put_gates(scene, 2, STR(""), STR(""));
	put_gates(scene, 3, STR(""), STR("")); /* never was there */
	put_gates(scene, 1, STR("ann"), STR(""));
	commit(scene);
	expect_recalled(scene, "gates 1 quiet_hours UTC 21:00-06:00\n");
}

static void a_type_keeps_what_it_says_about_gates(struct scene *scene)
{
	struct type_policy policy = { .maintenance = MAINTENANCE_PASS,
				      .quiet = QUIET_OPT_IN,
				      .notifies = 1 };
	put_type(scene, 1, 2, &policy);
	commit(scene);
	expect_recalled(scene,
			"type 1 2 priority 0 attempts 0 limit 0 lease 0 timeout 0 backoff 0"
			" base 0 max 0 retryable  fatal  maintenance 1 quiet 2 notifies 1\n");
}

static void a_type_keeps_the_scope_of_its_keys(struct scene *scene)
{
	put_type(scene, 1, 2,
		 &(struct type_policy){ .scope = UNIQUE_TTL, .unique_ttl = 366 * MSEC_DAY });
	put_type(scene, 1, 3, &(struct type_policy){ .scope = UNIQUE_SUCCEEDED });
	commit(scene);
	expect_recalled(scene, "type 1 2 priority 0 attempts 0 limit 0 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal  unique 2 ttl 31622400000\n"
			       "type 1 3 priority 0 attempts 0 limit 0 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal  unique 4 ttl 0\n");
}

static void a_type_keeps_its_route(struct scene *scene)
{
	struct type_policy policy = { .limit = 2 };
	assert_true(route_name_set(&policy.route, STR("chat/send")));
	put_type(scene, 1, 2, &policy);
	commit(scene);
	expect_recalled(scene, "type 1 2 priority 0 attempts 0 limit 2 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal  route chat/send\n");
	assert_true(route_name_set(&policy.route, STR("")));
	put_type(scene, 1, 2, &policy);
	commit(scene);
	expect_recalled(scene, "type 1 2 priority 0 attempts 0 limit 2 lease 0 timeout 0 backoff 0"
			       " base 0 max 0 retryable  fatal \n");
}

static void pauses_stay_until_they_are_lifted(struct scene *scene)
{
	struct pause_key tenant = { PAUSE_TENANT, { 1 }, 0 };
	struct pause_key type = { PAUSE_TYPE, { 1 }, 4 };
	struct pause_key queue = { PAUSE_QUEUE, { 0 }, 4 };
	put_pause(scene, queue, MSEC_MAX, STR("disk is full"));
	put_pause(scene, type, 77, STR("too much mail"));
	put_pause(scene, tenant, MSEC_MAX, STR(""));
	commit(scene);
	put_pause(scene, type, 78, STR("far too much mail"));
	add_delete(scene, KIND_PAUSE)->pause.key = tenant;
	commit(scene);
	expect_recalled(scene,
			"pause 1 1 4 since 5 until 78 far too much mail by ann\n"
			"pause 2 0 4 since 5 until 9223372036854775807 disk is full by ann\n");
	add_delete(scene, KIND_PAUSE)->pause.key = tenant; /* is not there any more */
	add_delete(scene, KIND_PAUSE)->pause.key = type;
	add_delete(scene, KIND_PAUSE)->pause.key = queue;
	commit(scene);
	expect_recalled(scene, "");
}

static void an_operation_goes_on_where_it_stood(struct scene *scene)
{
	struct operation_row row = {
		.id = id_of(1),
		.kind = OPERATION_RETRY,
		.state = OPERATION_RUNNING,
		.filter = { .tenant = { 2 },
			    .type = { 3 },
			    .queue = { 4 },
			    .states = 96,
			    .key_digest = { 0xabc, 0xdef },
			    .by_key = true,
			    .entity = STR("event:42") },
		.started_at = 17,
		.started_turn = 3,
		.reason = STR("the mail server is back"),
	};
	put_operation(scene, &row);
	commit(scene);
	row.cursor = id_of(500);
	row.seen = 1000;
	row.changed = 999;
	put_operation(scene, &row);
	commit(scene);
	crash(scene);
	expect_recalled(scene, "operation 01000000-0000-7000-8000-000000000001 1 0 tenant 2 type 3 "
			       "queue 4 states 96 key 1 abc def entity event:42 "
			       "cursor 01000000-0000-7000-8000-0000000001f4 999 of 1000 "
			       "from 17 turn 3 to 0 the mail server is back\n");
}

static void an_operation_that_is_over_is_not_recalled(struct scene *scene)
{
	for (u32 i = 0; i < 2; i++) {
		struct operation_row row = { .id = id_of(1 + i), .state = OPERATION_RUNNING };
		put_operation(scene, &row);
		commit(scene);
		row.state = i ? OPERATION_DONE : OPERATION_STOPPED;
		put_operation(scene, &row);
		commit(scene);
	}
	expect_recalled(scene, "");
}

static void what_is_held_is_recalled_with_its_holder(struct scene *scene)
{
	for (u32 i = 1; i <= 4; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"n\": 1}");
		put_run(scene, &row);
	}
	struct execution_row ended = an_execution(1, 1, 1), open = an_execution(2, 2, 5);
	put_claim(scene, &ended);
	put_claim(scene, &open);
	commit(scene);
	struct run_row done = a_run(1);
	done.hot.state = RUN_DONE;
	put_outcome(scene, &ended, OUTCOME_SUCCESS);
	put_hot(scene, &done);
	commit(scene);
	expect_recalled(scene, "open tenant 1 type 1 queue 1 state 1 run_at 1700000002000 "
			       "payload 8 worker 3 attempt 5 fence 5 "
			       "lease 60000 until 1700000060000 timeout 1700000300000\n");
}

/* Kind after kind, since later ones refer to earlier ones. */
static void put_one_of_each(struct scene *scene)
{
	struct run_row run = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct operation_row operation = { .id = id_of(9) };
	put_run(scene, &run);
	put_claim(scene, &execution);
	put_operation(scene, &operation);
	put_pause(scene, (struct pause_key){ PAUSE_TENANT, { 1 }, 0 }, 9, STR("why"));
	put_type(scene, 1, 1, &(struct type_policy){ 0 });
	put_tenant(scene, 1, &(struct tenant_policy){ 0 });
	put_queue(scene, 1, 1, 1);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
}

static void rows_come_kind_after_kind(struct scene *scene)
{
	static const char *const kinds[] = { "name ",  "queue ",     "tenant ", "type ",
					     "pause ", "operation ", "open " };
	struct recalled recalled = { 0 };
	put_one_of_each(scene);
	commit(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	str rest = buf_view(&recalled.text);
	for (u32 i = 0; i < countof(kinds); i++) {
		str line = str_split(&rest, '\n');
		assert_str(str_slice(line, 0, strlen(kinds[i])), str_from(kinds[i]));
	}
	assert_int_equal(rest.len, 0);
	buf_done(&recalled.text);
}

static void a_sink_that_refuses_ends_the_recall(struct scene *scene)
{
	put_one_of_each(scene);
	commit(scene);
	for (u32 rows_max = 1; rows_max < 7; rows_max++) {
		struct recalled recalled = { .rows_max = rows_max, .last_turn = 99 };
		assert_int_equal(try_recall(scene, &recalled), ERR_MEMORY);
		assert_int_equal(recalled.rows, rows_max + 1);
		assert_true(recalled.last_turn == 99);
		buf_done(&recalled.text);
	}
	struct recalled recalled = { .rows_max = 7 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	buf_done(&recalled.text);
}

static void everything_is_there_after_a_crash(struct scene *scene)
{
	struct recalled before = { 0 }, after = { 0 };
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_one_of_each(scene);
	commit(scene);
	assert_int_equal(try_recall(scene, &before), ERR_OK);
	crash(scene);
	assert_int_equal(try_recall(scene, &after), ERR_OK);
	assert_str(buf_view(&after.text), buf_view(&before.text));
	assert_true(after.last_turn == before.last_turn);
	expect_row(scene, 1, &row);
	expect_open(scene, 1, &execution);
	buf_done(&before.text);
	buf_done(&after.text);
}

/* --- the journal --- */

struct turns_seen {
	u64 last;
	u32 count;
	struct buf text; /* "turn: run run\n" */
};

static void see_turn(void *context, u64 turn, u32 entries, str journal)
{
	struct turns_seen *seen = context;
	struct journal_entry entry;
	u32 read = 0;
	assert_true(turn > seen->last);
	seen->last = turn;
	seen->count++;
	buf_addf(&seen->text, "%" PRIu64 ":", turn);
	while (journal_unpack(&journal, &entry)) {
		buf_addf(&seen->text, " %u%.*s", (u32)entry.run.bytes[15], STR_ARG(entry.reason));
		read++;
	}
	buf_add_byte(&seen->text, '\n');
	assert_int_equal(journal.len, 0);
	assert_int_equal(read, entries);
}

static void every_turn_has_its_journal_row_in_order(struct scene *scene)
{
	struct turns_seen seen = { 0 };
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .reason = STR("a") });
	commit(scene);
	scene->last_turn += 5; /* turns that kept nothing leave gaps */
	begin(scene);
	put_journal(scene, &(struct journal_entry){ .run = id_of(2) });
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .previous_turn = 1 });
	commit(scene);
	put_queue(scene, 1, 1, 1); /* nothing for the journal: the row is there all the same */
	commit(scene);
	crash(scene);
	buf_init(&seen.text, 1 << 16);
	scene->kind->each_turn(scene->subject, see_turn, &seen);
	assert_str(buf_view(&seen.text), STR("1: 1a\n7: 2 1\n8:\n"));
	buf_done(&seen.text);
	expect_recalled(scene, "queue 1 weight 1 limit 1\n");
}

static void a_large_turn_has_a_large_row(struct scene *scene)
{
	enum { ENTRIES = 4000 };
	struct turns_seen seen = { 0 };
	for (u32 i = 0; i < ENTRIES; i++)
		put_journal(scene, &(struct journal_entry){ .run = id_of(1 + i),
							    .reason = STR("too much mail") });
	assert_false(buf_failed(&scene->turn.journal));
	commit(scene);
	buf_init(&seen.text, 1 << 20);
	scene->kind->each_turn(scene->subject, see_turn, &seen); /* checks the count */
	assert_int_equal(seen.count, 1);
	buf_done(&seen.text);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(an_empty_store_recalls_nothing),
		STORY(names_come_by_kind_and_number),
		STORY(the_last_word_about_a_queue_counts),
		STORY(a_tenant_keeps_all_its_policy),
		STORY(a_type_keeps_all_its_policy),
		STORY(gates_of_tenants_are_told_and_those_of_people_are_not),
		STORY(a_type_keeps_what_it_says_about_gates),
		STORY(a_type_keeps_the_scope_of_its_keys),
		STORY(a_type_keeps_its_route),
		STORY(pauses_stay_until_they_are_lifted),
		STORY(an_operation_goes_on_where_it_stood),
		STORY(an_operation_that_is_over_is_not_recalled),
		STORY(what_is_held_is_recalled_with_its_holder),
		STORY(rows_come_kind_after_kind),
		STORY(a_sink_that_refuses_ends_the_recall),
		STORY(everything_is_there_after_a_crash),
		STORY(every_turn_has_its_journal_row_in_order),
		STORY(a_large_turn_has_a_large_row),
	};
	return tell_stories(stories, countof(stories));
}
