/* The webhook sender between readers and a pump that the test plays, on a real loop. */
#include "deliver/webhook_sender.h"

#include "api/shelf.h"
#include "api/shown.h"

#define ID "01890a5d-ac96-774b-bcce-000000000017"
#define NAME "@webhook." ID

struct desk {
	struct loop *loop;
	struct webhook_sender *webhook_sender;
	struct shelf shelf;
	struct command *told; /* what the pump has */
	u32 told_len;         /* so often */
	u32 read_len;
	bool is_busy;
	bool has_no_reader;
	msec boot;
};

static struct now desk_now(void *context)
{
	return (struct now){ 1700000000000, ((struct desk *)context)->boot };
}

static enum err take(void *context, struct command *command)
{
	struct desk *desk = context;
	if (desk->is_busy) return ERR_BUSY;
	assert_null(desk->told);
	desk->told = command;
	desk->told_len++;
	return ERR_OK;
}

static enum err read_now(void *context, void *item)
{
	struct desk *desk = context;
	if (desk->has_no_reader) return ERR_BUSY;
	desk->read_len++;
	webhook_sender_read(item, &desk->shelf.query);
	return ERR_OK;
}

static void keep(struct desk *desk, const char *says, const char *stands)
{
	struct shelf *shelf = &desk->shelf;
	const char *bodies[] = { says, stands };
	static const enum document_kind kinds[] = { DOCUMENT_TYPE, DOCUMENT_WEBHOOK };
	for (u32 i = 0; i < 2; i++) {
		shelf->documents[i] = (struct document_view){ .tenant = STR("acme") };
		shelf->documents[i].row.key = (struct document_key){ kinds[i], { 1 }, STR(NAME) };
		shelf->documents[i].row.body = str_from(bodies[i]);
		shelf->documents[i].row.version = 7 + i;
	}
	shelf->documents_len = 2;
}

static void happen(struct desk *desk, u64 turn)
{
	struct event_view *event = &desk->shelf.events[desk->shelf.events_len++];
	*event = (struct event_view){ .place = { turn, 0 },
				      .kind = EVENT_RUN_CREATED,
				      .at = 1700000000000,
				      .entry = { .kind = JOURNAL_CREATED, .to = RUN_QUEUED },
				      .tenant = STR("acme"),
				      .type = STR("mail") };
	event->entry.run.bytes[15] = (u8)turn;
}

static void nothing(void *context)
{
	(void)context;
}

/* Until nothing is left to do. */
static void run(struct desk *desk)
{
	for (u32 i = 0; i < 10; i++) {
		assert_int_equal(loop_post(desk->loop, nothing, NULL), ERR_OK);
		loop_run_once(desk->loop);
	}
}

static void desk_open(struct desk *desk)
{
	memset(desk, 0, sizeof *desk);
	shelf_init(&desk->shelf);
	desk->boot = 1000;
	const struct loop_config loop = { .now = desk_now, .now_context = desk };
	assert_int_equal(loop_new(&loop, &desk->loop), ERR_OK);
	const struct webhook_sender_config config = { .loop = desk->loop,
						      .places = place_key(
							      &(struct seal_key){ { 0 } }),
						      .context = desk,
						      .submit = take,
						      .read = read_now };
	assert_int_equal(webhook_sender_new(&config, &desk->webhook_sender), ERR_OK);
}

static void desk_close(struct desk *desk)
{
	webhook_sender_free(desk->webhook_sender);
	loop_free(desk->loop);
}

static void answer(struct desk *desk, enum err err)
{
	struct command *command = desk->told;
	struct answer answer = { .reply = command->reply, .err = err };
	desk->told = NULL;
	reply_open(command->reply);
	reply_answer(command->reply, &answer);
	reply_close(command->reply);
	run(desk);
}

/* The end: the pump answers what it has. */
static void leave(struct desk *desk)
{
	webhook_sender_abandon(desk->webhook_sender);
	answer(desk, ERR_BUSY);
	assert_false(webhook_sender_has_asked(desk->webhook_sender));
}

static void expect_told(const struct desk *desk, u32 len, str place)
{
	assert_non_null(desk->told);
	const struct enqueue_command *enqueue = &desk->told->enqueue;
	assert_int_equal(COMMAND_ENQUEUE, desk->told->kind);
	assert_str(desk->told->tenant, STR("acme"));
	assert_str(enqueue->webhook, STR(NAME));
	assert_true(enqueue->atomic);
	assert_true(enqueue->definition == 7 &&
		    enqueue->course == desk->shelf.documents[1].row.version);
	assert_int_equal(enqueue->len, len);
	assert_str(enqueue->place, place);
	for (u32 i = 0; i < len; i++) {
		assert_true(enqueue->items[i].is_delivery);
		assert_str(enqueue->items[i].type, STR(NAME));
		assert_str(enqueue->items[i].entity, STR("webhook:" ID));
	}
}

static void what_happened_is_asked_for_as_runs_with_where_it_stands(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\",\"in_flight\":2}", "{\"after\":\"1-0\",\"made\":5,\"cut\":0}");
	for (u64 turn = 1; turn <= 4; turn++) happen(&desk, turn);
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_int_equal(webhook_sender_count(desk.webhook_sender), 1);
	assert_true(webhook_sender_has_asked(desk.webhook_sender));
	expect_told(&desk, 2, STR("{\"after\":\"3-0\",\"made\":7,\"cut\":0}"));
	str key = desk.told->enqueue.items[0].key;
	assert_true(str_starts_with(key, STR("webhook:" ID ":")));
	assert_str(str_from_offset(key, sizeof "webhook:" ID), str_from(shown("2-0")));
	assert_true(desk.shelf.last_events.but_deliveries);
	/* Kept: it goes on from there, where there is more. */
	desk.shelf.documents[1].row.body = STR("{\"after\":\"3-0\",\"made\":7,\"cut\":0}");
	desk.shelf.documents[1].row.version = 20;
	answer(&desk, ERR_OK);
	expect_told(&desk, 1, STR("{\"after\":\"4-0\",\"made\":8,\"cut\":0}"));
	desk.shelf.documents[1].row.body = STR("{\"after\":\"4-0\",\"made\":8,\"cut\":0}");
	desk.shelf.documents[1].row.version = 21;
	answer(&desk, ERR_OK);
	assert_null(desk.told);
	assert_false(webhook_sender_has_asked(desk.webhook_sender));
	desk_close(&desk);
}

/* Whatever refused it, nothing that was read counts as seen. */
static void what_was_refused_is_read_again(void **state)
{
	static const enum err errs[] = { ERR_VERSION, ERR_STORE };
	(void)state;
	for (u32 i = 0; i < countof(errs); i++) {
		struct desk desk;
		desk_open(&desk);
		keep(&desk, "{\"url\":\"u\"}", "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
		happen(&desk, 2);
		webhook_sender_look(desk.webhook_sender);
		run(&desk);
		expect_told(&desk, 1, STR("{\"after\":\"2-0\",\"made\":1,\"cut\":0}"));
		answer(&desk, errs[i]);
		webhook_sender_tick(desk.webhook_sender, desk_now(&desk));
		run(&desk);
		expect_told(&desk, 1, STR("{\"after\":\"2-0\",\"made\":1,\"cut\":0}"));
		leave(&desk);
		desk_close(&desk);
	}
}

static void a_pump_that_is_busy_is_asked_again_by_the_next_tick(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\"}", "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
	happen(&desk, 2);
	desk.is_busy = true;
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	u32 reads = desk.read_len;
	run(&desk);
	assert_int_equal(reads, desk.read_len);
	desk.is_busy = false;
	webhook_sender_tick(desk.webhook_sender, desk_now(&desk));
	run(&desk);
	expect_told(&desk, 1, STR("{\"after\":\"2-0\",\"made\":1,\"cut\":0}"));
	leave(&desk);
	desk_close(&desk);
}

/* Paused, or with deliveries that have not ended: nothing is asked for until something changes. */
static void who_is_paused_or_full_waits(void **state)
{
	static const struct wakeup ends = { STR("acme"), STR(NAME),
					    EVENT_BIT(EVENT_TASK_EXECUTED) };
	static const struct wakeup begins = { STR("acme"), STR(NAME),
					      EVENT_BIT(EVENT_TASK_STARTED) };
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\",\"state\":\"paused\"}",
	     "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
	happen(&desk, 2);
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_null(desk.told);
	desk.shelf.documents[0].row.body = STR("{\"url\":\"u\"}");
	desk.shelf.runs[0] = (struct run_view){ .tenant = STR("acme"), .state = RUN_QUEUED };
	desk.shelf.runs_len = 1;
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_null(desk.told);
	assert_str(desk.shelf.last_runs.entity, STR("webhook:" ID));
	u32 reads = desk.read_len;
	webhook_sender_wake(desk.webhook_sender, &begins, 1, false, 3);
	run(&desk);
	assert_int_equal(reads, desk.read_len);
	desk.shelf.runs_len = 0;
	webhook_sender_wake(desk.webhook_sender, &ends, 1, false, 4);
	run(&desk);
	expect_told(&desk, 1, STR("{\"after\":\"2-0\",\"made\":1,\"cut\":0}"));
	leave(&desk);
	desk_close(&desk);
}

/* What is not about it counts as seen without a look; unless the store is in doubt. */
static void who_is_not_meant_is_not_read_for(void **state)
{
	static const struct wakeup other = { STR("globex"), STR("mail"), ~(u64)0 };
	static const struct wakeup own = { STR("acme"), STR("mail"), EVENT_BIT(EVENT_RUN_CREATED) };
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\",\"events\":[\"run.created\"],\"type\":\"mail\"}",
	     "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	u32 reads = desk.read_len;
	webhook_sender_wake(desk.webhook_sender, &other, 1, false, 9);
	run(&desk);
	assert_int_equal(reads, desk.read_len);
	happen(&desk, 10);
	webhook_sender_wake(desk.webhook_sender, &own, 1, false, 10);
	run(&desk);
	assert_true(desk.shelf.last_events.from.turn == 9);
	expect_told(&desk, 1, STR("{\"after\":\"10-0\",\"made\":1,\"cut\":0}"));
	answer(&desk, ERR_STORE);
	webhook_sender_doubt(desk.webhook_sender, true);
	webhook_sender_wake(desk.webhook_sender, &other, 1, false, 12);
	webhook_sender_doubt(desk.webhook_sender, false);
	run(&desk);
	assert_true(desk.shelf.last_events.from.turn <= 9);
	expect_told(&desk, 1, STR("{\"after\":\"10-0\",\"made\":1,\"cut\":0}"));
	leave(&desk);
	desk_close(&desk);
}

static void what_was_removed_is_counted(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\"}", "{\"after\":\"1-0\",\"made\":3,\"cut\":1}");
	desk.shelf.events_are_cut = true;
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	expect_told(&desk, 0, STR("{\"after\":\"1-0\",\"made\":3,\"cut\":2}"));
	leave(&desk);
	desk_close(&desk);
}

static void who_is_deleted_is_forgotten(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\"}", "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_int_equal(webhook_sender_count(desk.webhook_sender), 1);
	desk.shelf.documents_len = 0;
	desk.boot += 60000;
	webhook_sender_tick(desk.webhook_sender, desk_now(&desk));
	run(&desk);
	assert_int_equal(webhook_sender_count(desk.webhook_sender), 0);
	desk_close(&desk);
}

static void at_the_end_nothing_more_is_asked(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	keep(&desk, "{\"url\":\"u\"}", "{\"after\":\"1-0\",\"made\":0,\"cut\":0}");
	happen(&desk, 2);
	desk.has_no_reader = true;
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_int_equal(0, desk.read_len);
	webhook_sender_abandon(desk.webhook_sender);
	webhook_sender_abandon(NULL);
	assert_false(webhook_sender_has_asked(NULL));
	desk.has_no_reader = false;
	webhook_sender_look(desk.webhook_sender);
	run(&desk);
	assert_null(desk.told);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_happened_is_asked_for_as_runs_with_where_it_stands),
		cmocka_unit_test(what_was_refused_is_read_again),
		cmocka_unit_test(a_pump_that_is_busy_is_asked_again_by_the_next_tick),
		cmocka_unit_test(who_is_paused_or_full_waits),
		cmocka_unit_test(who_is_not_meant_is_not_read_for),
		cmocka_unit_test(what_was_removed_is_counted),
		cmocka_unit_test(who_is_deleted_is_forgotten),
		cmocka_unit_test(at_the_end_nothing_more_is_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
