/* The pump on its own thread: whatever other threads hand in is answered once, and nothing is lost
 * when the store fails or the thread ends. */
#include "pump/pump_thread.h"

#include "base/check.h"
#include "host/clock.h"
#include "numbered.h"
#include "store/memory/memory.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PRODUCERS = 4, EACH = 300, REPLIES_MAX = 5000 };

/* A place where threads meet: what was answered, by reply. */
struct meeting {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	u8 answered[REPLIES_MAX];
	enum err errs[REPLIES_MAX];
	struct uuid leased[REPLIES_MAX]; /* the first execution of a lease's answer */
	u32 answers;
	u32 closed;
	enum err broken;
	enum err health;
	u32 healths;
	_Atomic u64 reply;
	i64 slow_ns; /* so long each answer keeps the pump, as a slow disk would */
	bool (*listen)(void *context);
	u32 listens, deaf_for;
	struct memory_store *store;
	struct pump_thread *thread;
};

static struct now meeting_now(void *context)
{
	(void)context;
	return clock_now();
}

static void meeting_random(void *context, u8 *out, size_t len)
{
	static _Atomic u64 drawn;
	(void)context;
	for (size_t i = 0; i < len; i++) out[i] = (u8)hash_mix(atomic_fetch_add(&drawn, 1));
}

static void meeting_answer(struct reply *given, const struct answer *answer)
{
	struct meeting *meeting = numbered_of(given)->owner;
	u64 reply = reply_number(given);
	for (i64 end = clock_ticks() + meeting->slow_ns; clock_ticks() < end;) sched_yield();
	pthread_mutex_lock(&meeting->lock);
	assert_true(reply < REPLIES_MAX);
	meeting->answered[reply]++;
	meeting->errs[reply] = answer->err;
	if (answer->claimed_len && *answer->claimed_len)
		meeting->leased[reply] = answer->claimed[0].execution;
	meeting->answers++;
	pthread_cond_broadcast(&meeting->changed);
	pthread_mutex_unlock(&meeting->lock);
}

static void meeting_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static void meeting_publish(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

/* A command and its reply. */
struct invocation {
	struct numbered given;
	struct command command;
};

static void meeting_closed(struct reply *reply)
{
	struct meeting *meeting = numbered_of(reply)->owner;
	pthread_mutex_lock(&meeting->lock);
	meeting->closed++;
	pthread_cond_broadcast(&meeting->changed);
	pthread_mutex_unlock(&meeting->lock);
}

static void meeting_over(struct reply *reply)
{
	free(container_of(reply, struct invocation, given.reply));
}

static void meeting_broken(void *context, enum err err)
{
	struct meeting *meeting = context;
	pthread_mutex_lock(&meeting->lock);
	meeting->broken = err;
	pthread_cond_broadcast(&meeting->changed);
	pthread_mutex_unlock(&meeting->lock);
}

static void meeting_health(void *context, enum err err)
{
	struct meeting *meeting = context;
	pthread_mutex_lock(&meeting->lock);
	meeting->health = err;
	meeting->healths++;
	pthread_cond_broadcast(&meeting->changed);
	pthread_mutex_unlock(&meeting->lock);
}

static void meeting_start(struct meeting *meeting, u32 queue_max)
{
	struct pump_config config = { .queue_max = queue_max };
	struct pump_host host = { .context = meeting,
				  .now = meeting_now,
				  .random = meeting_random,
				  .stop = meeting_stop,
				  .publish = meeting_publish };
	struct pump_thread_host owner = { meeting, meeting_broken, meeting_health,
					  meeting->listen };
	assert_int_equal(pump_thread_start(&config, &host, &owner,
					   memory_store_view(meeting->store), &meeting->thread),
			 ERR_OK);
}

static struct meeting *meeting_new(u32 queue_max)
{
	struct meeting *meeting = calloc(1, sizeof *meeting);
	assert_non_null(meeting);
	pthread_mutex_init(&meeting->lock, NULL);
	pthread_cond_init(&meeting->changed, NULL);
	assert_int_equal(memory_store_new(3, &meeting->store), ERR_OK);
	meeting_start(meeting, queue_max);
	return meeting;
}

static void meeting_free(struct meeting *meeting)
{
	pump_thread_stop(meeting->thread);
	memory_store_free(meeting->store);
	pthread_cond_destroy(&meeting->changed);
	pthread_mutex_destroy(&meeting->lock);
	free(meeting);
}

/* ---- commands ----------------------------------------------------------------------------- */

static const struct enqueue_item item = { .type = STR("mail.send"), .payload = STR("{}") };

static struct command *command_of(struct meeting *meeting, struct command given)
{
	struct invocation *invocation = malloc(sizeof *invocation);
	assert_non_null(invocation);
	*invocation = (struct invocation){ .command = given };
	invocation->given = (struct numbered){
		{ .answered = meeting_answer, .closed = meeting_closed, .over = meeting_over },
		1 + atomic_fetch_add(&meeting->reply, 1),
		meeting
	};
	invocation->command.reply = &invocation->given.reply;
	return &invocation->command;
}

static struct command enqueue(void)
{
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .enqueue = { &item, 1, false } };
}

static struct command lease(msec wait_ms)
{
	return (struct command){ .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1, .wait_ms = wait_ms } };
}

/* Hands it in, however often it is told that too many wait; its reply. */
static u64 hand_in(struct meeting *meeting, struct command given)
{
	struct command *command = command_of(meeting, given);
	u64 reply = reply_number(command->reply);
	while (pump_thread_submit(meeting->thread, command) == ERR_BUSY) sched_yield();
	return reply;
}

static enum err answer_to(struct meeting *meeting, u64 reply)
{
	pthread_mutex_lock(&meeting->lock);
	while (!meeting->answered[reply]) pthread_cond_wait(&meeting->changed, &meeting->lock);
	enum err err = meeting->errs[reply];
	pthread_mutex_unlock(&meeting->lock);
	return err;
}

static enum err ask(struct meeting *meeting, struct command given)
{
	return answer_to(meeting, hand_in(meeting, given));
}

/* ---- stories ------------------------------------------------------------------------------ */

static void *produce(void *context)
{
	struct meeting *meeting = context;
	for (u32 i = 0; i < EACH; i++) {
		if (i % 3) (void)hand_in(meeting, enqueue());
		else assert_int_equal(ask(meeting, enqueue()), ERR_OK);
	}
	return NULL;
}

/* Claims one after the other until it has its share, and finishes each. */
static void *work(void *context)
{
	struct meeting *meeting = context;
	for (u32 done = 0; done < EACH;) {
		u64 reply = hand_in(meeting, lease(20000));
		assert_int_equal(answer_to(meeting, reply), ERR_OK);
		pthread_mutex_lock(&meeting->lock);
		struct report report = { .execution = meeting->leased[reply],
					 .outcome = OUTCOME_SUCCESS };
		pthread_mutex_unlock(&meeting->lock);
		if (uuid_is_nil(&report.execution)) continue;
		struct command command = { .kind = COMMAND_REPORT,
					   .report = { STR("w1"), &report, 1, NULL } };
		assert_int_equal(ask(meeting, command), ERR_OK);
		done++;
	}
	return NULL;
}

static void many_threads_hand_in_and_each_is_answered_once(void **state)
{
	(void)state;
	struct meeting *meeting = meeting_new(64); /* full now and then */
	pthread_t threads[2 * PRODUCERS];
	for (u32 i = 0; i < 2 * PRODUCERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, i % 2 ? work : produce, meeting),
				 0);
	for (u32 i = 0; i < 2 * PRODUCERS; i++) pthread_join(threads[i], NULL);
	assert_int_equal(ask(meeting, (struct command){ .kind = COMMAND_ASK_STATUS }), ERR_OK);
	struct pump_counters counters = pump_thread_counters(meeting->thread);
	assert_true(counters.commands >= (u64)PRODUCERS * EACH);
	pump_thread_stop(meeting->thread);
	u64 replies = meeting->reply;
	for (u64 i = 1; i <= replies; i++) assert_int_equal(meeting->answered[i], 1);
	assert_int_equal(meeting->closed, replies);
	assert_int_equal(memory_store_counts(meeting->store).runs[RUN_DONE], PRODUCERS * EACH);
	meeting->thread = NULL;
	meeting_free(meeting);
}

static void time_alone_wakes_it(void **state)
{
	(void)state;
	struct meeting *meeting = meeting_new(0);
	/* Nothing else comes: the end of the long poll does. */
	assert_int_equal(ask(meeting, lease(30)), ERR_OK);
	meeting_free(meeting);
}

/* ---- listening ------------------------------------------------------------------------------ */

static bool meeting_listen(void *context)
{
	struct meeting *meeting = context;
	pthread_mutex_lock(&meeting->lock);
	meeting->listens++;
	bool is_refused = meeting->listens <= meeting->deaf_for;
	pthread_cond_broadcast(&meeting->changed);
	pthread_mutex_unlock(&meeting->lock);
	return !is_refused;
}

static void until_asked_to_listen(struct meeting *meeting, u32 times)
{
	pthread_mutex_lock(&meeting->lock);
	while (meeting->listens < times) pthread_cond_wait(&meeting->changed, &meeting->lock);
	pthread_mutex_unlock(&meeting->lock);
}

/* A long poll is over, and does not end before whoever reads the sockets has come so far. */
static void nothing_ends_before_all_was_heard(void **state)
{
	(void)state;
	struct meeting *meeting = meeting_new(0);
	pump_thread_stop(meeting->thread);
	meeting->listen = meeting_listen;
	meeting->deaf_for = 2; /* refused twice, asked again */
	meeting_start(meeting, 0);
	u64 reply = hand_in(meeting, lease(30));
	until_asked_to_listen(meeting, 3);
	/* What comes meanwhile is decided meanwhile. */
	assert_int_equal(ask(meeting, (struct command){ .kind = COMMAND_ASK_STATUS }), ERR_OK);
	assert_int_equal(meeting->answered[reply], 0);
	assert_int_equal(meeting->listens, 3);
	pump_thread_heard(meeting->thread, clock_now().boot);
	assert_int_equal(answer_to(meeting, reply), ERR_OK);
	meeting_free(meeting);
}

/* ---- a store that fails ------------------------------------------------------------------- */

struct outage {
	_Atomic u32 commits_left; /* that fail */
	enum err err;
};

static struct memory_fault fail_commits(void *context, enum memory_call call, u64 number)
{
	struct outage *outage = context;
	(void)number;
	if (call != MEMORY_COMMIT || outage->commits_left == 0)
		return (struct memory_fault){ ERR_OK, false };
	outage->commits_left--;
	return (struct memory_fault){ outage->err, false };
}

static struct meeting *meeting_with_outage(struct outage *outage, u32 queue_max)
{
	struct meeting *meeting = meeting_new(0);
	/* What a new store is given is there before the first fault. */
	assert_int_equal(ask(meeting, (struct command){ .kind = COMMAND_ASK_STATUS }), ERR_OK);
	pump_thread_stop(meeting->thread);
	memory_store_set_faults(meeting->store, &(struct memory_faults){ .context = outage,
									 .fault = fail_commits });
	meeting_start(meeting, queue_max);
	return meeting;
}

static void what_is_not_decided_at_the_end_is_refused(void **state)
{
	(void)state;
	struct outage outage = { .err = ERR_STORE };
	struct meeting *meeting = meeting_with_outage(&outage, 0);
	u64 waits = hand_in(meeting, lease(60000));
	assert_int_equal(ask(meeting, (struct command){ .kind = COMMAND_ASK_STATUS }), ERR_OK);
	outage.commits_left = UINT32_MAX;
	u64 late = hand_in(meeting, enqueue());
	pump_thread_stop(meeting->thread);
	assert_int_equal(meeting->answered[waits], 1);
	assert_int_equal(meeting->answered[late], 1);
	assert_int_not_equal(meeting->errs[late], ERR_OK);
	assert_int_equal(meeting->closed, 4);
	assert_int_equal(memory_store_counts(meeting->store).runs[RUN_QUEUED], 0);
	meeting->thread = NULL;
	meeting_free(meeting);
}

static void a_store_that_comes_back_is_used_again(void **state)
{
	(void)state;
	struct outage outage = { .commits_left = 1, .err = ERR_STORE };
	struct meeting *meeting = meeting_with_outage(&outage, 0);
	assert_int_equal(ask(meeting, enqueue()), ERR_STORE);
	assert_int_equal(ask(meeting, enqueue()), ERR_OK);
	assert_int_equal(ask(meeting, lease(0)), ERR_OK);
	pump_thread_stop(meeting->thread);
	assert_int_equal(meeting->health, ERR_OK); /* told that it is well again */
	assert_int_equal(meeting->healths, 2);
	assert_int_equal(meeting->broken, ERR_OK);
	meeting->thread = NULL;
	meeting_free(meeting);
}

static void a_disk_that_does_not_keep_ends_it(void **state)
{
	(void)state;
	struct outage outage = { .commits_left = 1, .err = ERR_STORE_SYNC };
	struct meeting *meeting = meeting_with_outage(&outage, 0);
	assert_int_equal(ask(meeting, enqueue()), ERR_STORE_SYNC);
	pthread_mutex_lock(&meeting->lock);
	while (!meeting->broken) pthread_cond_wait(&meeting->changed, &meeting->lock);
	assert_int_equal(meeting->broken, ERR_STORE_SYNC);
	pthread_mutex_unlock(&meeting->lock);
	u64 late = hand_in(meeting, enqueue()); /* accepted, and refused when it ends */
	pump_thread_stop(meeting->thread);
	assert_int_equal(meeting->answered[late], 1);
	assert_int_equal(meeting->errs[late], ERR_BUSY);
	assert_int_equal(memory_store_counts(meeting->store).runs[RUN_QUEUED], 0);
	meeting->thread = NULL;
	meeting_free(meeting);
}

static void a_full_inbox_refuses_and_takes_nothing(void **state)
{
	(void)state;
	struct outage outage = { .commits_left = UINT32_MAX, .err = ERR_STORE };
	struct meeting *meeting = meeting_with_outage(&outage, 64);
	assert_int_equal(ask(meeting, enqueue()), ERR_STORE);
	/* It rests for a while, and does not look into its inbox. */
	u32 taken = 0;
	for (;; taken++) {
		struct command *command = command_of(meeting, enqueue());
		if (pump_thread_submit(meeting->thread, command) == ERR_OK) continue;
		meeting_over(command->reply);
		break;
	}
	assert_true(taken >= 1);
	pump_thread_stop(meeting->thread);
	assert_int_equal(meeting->closed, taken + 2);
	meeting->thread = NULL;
	meeting_free(meeting);
}

static void a_start_without_memory_or_store_is_an_error(void **state)
{
	(void)state;
	struct pump_thread *thread = NULL;
	struct memory_store *store;
	struct pump_host host = { 0 };
	struct pump_config config = { .queue_max = 8 };
	host.now = meeting_now;
	assert_int_equal(memory_store_new(1, &store), ERR_OK);
	memory_store_set_down(store, true);
	struct pump_thread_host owner = { 0 };
	assert_int_equal(
		pump_thread_start(&config, &host, &owner, memory_store_view(store), &thread),
		ERR_STORE);
	assert_null(thread);
	pump_thread_stop(NULL);
	memory_store_free(store);
}

/* After a slow turn the pump waits a little for those it answered: all come back, only some, none.
 */
static void whoever_is_waited_for_may_stay_away(void **state)
{
	struct meeting *meeting = meeting_new(0);
	u64 replies[5];
	u64 handed_in = 0;
	(void)state;
	meeting->slow_ns = 1000000;
	for (u32 round = 0; round < 24; round++) {
		u32 len = 1 + round % (u32)countof(replies);
		for (u32 i = 0; i < len; i++) replies[i] = hand_in(meeting, enqueue());
		handed_in += len;
		u32 awaited = round % 2 ? len : 1;
		for (u32 i = 0; i < awaited; i++)
			assert_int_equal(answer_to(meeting, replies[i]), ERR_OK);
	}
	pthread_mutex_lock(&meeting->lock);
	while (meeting->answers < handed_in) pthread_cond_wait(&meeting->changed, &meeting->lock);
	pthread_mutex_unlock(&meeting->lock);
	(void)hand_in(meeting, enqueue());
	meeting_free(meeting); /* also while it waits */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_is_waited_for_may_stay_away),
		cmocka_unit_test(many_threads_hand_in_and_each_is_answered_once),
		cmocka_unit_test(time_alone_wakes_it),
		cmocka_unit_test(nothing_ends_before_all_was_heard),
		cmocka_unit_test(what_is_not_decided_at_the_end_is_refused),
		cmocka_unit_test(a_store_that_comes_back_is_used_again),
		cmocka_unit_test(a_disk_that_does_not_keep_ends_it),
		cmocka_unit_test(a_full_inbox_refuses_and_takes_nothing),
		cmocka_unit_test(a_start_without_memory_or_store_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
