/* A desk to try the engine at: the real pump over the store in memory, with a clock that stands still
 * until it is moved. After every turn the engine's invariants are checked. */
#ifndef BELFRY_TEST_UNIT_ENGINE_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_DESK_H

#include "model/journal.h"
#include "server/pump.h"
#include "store/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#undef fail

enum { DESK_LEASES_MAX = 3000, DESK_TICKETS_MAX = 3000, DESK_ITEMS_MAX = 40 };

/* The last answer, with what it borrowed copied. */
struct desk_answer {
	struct answer head;
	struct enqueue_answer items[DESK_ITEMS_MAX];
	struct holder_answer codes[DESK_ITEMS_MAX];
	bool came;
};

struct desk {
	struct memory_store *store;
	struct pump *pump;
	struct pump_config config;
	struct now now;
	struct prng random;
	u64 tickets;
	u8 kinds[DESK_TICKETS_MAX]; /* of the commands, by ticket */
	u32 answers;
	struct desk_answer last;
	struct lease leases[DESK_LEASES_MAX]; /* of all answers, in order; payloads are not kept */
	u32 leases_len;
	u32 stops;
	u32 closed;
	u64 published;
};

static inline struct now desk_now(void *context)
{
	return ((struct desk *)context)->now;
}

static inline void desk_random(void *context, u8 *out, size_t len)
{
	struct desk *desk = context;
	for (size_t i = 0; i < len; i++) out[i] = (u8)prng_next(&desk->random);
}

static inline void desk_take_leases(struct desk *desk, const struct lease *leases, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		assert_true(desk->leases_len < DESK_LEASES_MAX);
		desk->leases[desk->leases_len++] = leases[i];
	}
}

static inline void desk_on_answer(void *context, const struct answer *answer)
{
	struct desk *desk = context;
	enum command_kind kind = (enum command_kind)desk->kinds[answer->ticket];
	desk->answers++;
	desk->last.head = *answer;
	desk->last.came = true;
	if (answer->err) return;
	if (kind == COMMAND_ENQUEUE)
		for (u32 i = 0; i < answer->enqueue.len && i < DESK_ITEMS_MAX; i++)
			desk->last.items[i] = answer->enqueue.items[i];
	if (kind == COMMAND_LEASE) desk_take_leases(desk, answer->lease.leases, answer->lease.len);
	if (kind != COMMAND_REPORT && kind != COMMAND_BEAT) return;
	for (u32 i = 0; i < answer->held.len && i < DESK_ITEMS_MAX; i++)
		desk->last.codes[i] = answer->held.items[i];
	desk_take_leases(desk, answer->held.leases, answer->held.leases_len);
}

static inline void desk_on_stop(void *context, struct uuid execution)
{
	(void)execution;
	((struct desk *)context)->stops++;
}

static inline void desk_on_publish(void *context, u64 turn, str journal)
{
	(void)journal;
	((struct desk *)context)->published = turn;
}

static inline void desk_on_closed(void *context, struct command *command)
{
	(void)command;
	((struct desk *)context)->closed++;
}

static inline void desk_start(struct desk *desk)
{
	struct pump_host host = { .context = desk,
				  .now = desk_now,
				  .random = desk_random,
				  .answer = desk_on_answer,
				  .stop = desk_on_stop,
				  .publish = desk_on_publish,
				  .closed = desk_on_closed };
	assert_int_equal(ERR_OK, pump_new(&desk->config, &host, memory_store_view(desk->store),
					  &desk->pump));
}

static inline void desk_open(struct desk *desk)
{
	memset(desk, 0, sizeof *desk);
	desk->now = (struct now){ 1700000000000, 5000 };
	desk->random = prng_init(42);
	assert_int_equal(ERR_OK, memory_store_new(7, &desk->store));
	desk_start(desk);
}

static inline void desk_close(struct desk *desk)
{
	pump_free(desk->pump);
	memory_store_free(desk->store);
}

/* The process dies and starts again over the same store. */
static inline void desk_crash(struct desk *desk)
{
	pump_free(desk->pump);
	memory_store_crash(desk->store);
	desk_start(desk);
}

static inline void desk_check(const struct desk *desk)
{
	struct buf out;
	buf_init(&out, 1 << 20);
	bool good = engine_check(pump_engine(desk->pump), &desk->now, &out);
	if (!good) print_error("%.*s", STR_ARG(buf_view(&out)));
	buf_done(&out);
	assert_true(good);
}

/* Turns until nothing is left to do at this instant. */
static inline void desk_settle(struct desk *desk)
{
	for (u32 turns = 0; turns < 1000 && pump_is_due(desk->pump, desk->now); turns++) {
		assert_int_equal(ERR_OK, pump_turn(desk->pump));
		desk_check(desk);
	}
	assert_false(pump_is_due(desk->pump, desk->now));
}

static inline u64 desk_submit(struct desk *desk, struct command *command)
{
	command->ticket = ++desk->tickets;
	assert_true(command->ticket < DESK_TICKETS_MAX);
	desk->kinds[command->ticket] = (u8)command->kind;
	assert_int_equal(ERR_OK, pump_submit(desk->pump, command));
	return command->ticket;
}

/* Carried out at once, with all that follows from it at this instant. */
static inline const struct answer *desk_do(struct desk *desk, struct command command)
{
	desk->last.came = false;
	desk_submit(desk, &command);
	desk_settle(desk);
	return &desk->last.head;
}

static inline void desk_advance(struct desk *desk, msec span)
{
	desk->now.wall += span;
	desk->now.boot += span;
	desk_settle(desk);
}

/* ---- the usual commands ------------------------------------------------------------------- */

static inline struct enqueue_answer desk_enqueue(struct desk *desk, const char *tenant,
						 struct enqueue_item item)
{
	if (!item.type.len) item.type = STR("mail.send");
	if (!item.payload.len) item.payload = STR("{}");
	desk_do(desk, (struct command){ .kind = COMMAND_ENQUEUE,
					.tenant = str_from(tenant),
					.enqueue = { &item, 1, false } });
	assert_true(desk->last.came);
	assert_int_equal(ERR_OK, desk->last.head.err);
	return desk->last.items[0];
}

/* A new run; its id. */
static inline struct uuid desk_run(struct desk *desk, const char *tenant, struct enqueue_item item)
{
	struct enqueue_answer answer = desk_enqueue(desk, tenant, item);
	assert_int_equal(ERR_OK, answer.err);
	assert_false(answer.duplicate);
	return answer.run;
}

/* How many runs the worker got; they are the last of desk->leases. */
static inline u32 desk_lease(struct desk *desk, u32 max, struct lease_command lease)
{
	u32 before = desk->leases_len;
	lease.max = max;
	if (!lease.worker.len) lease.worker = STR("w1");
	desk_do(desk, (struct command){ .kind = COMMAND_LEASE, .lease = lease });
	return desk->leases_len - before;
}

/* The one run that is due; its lease. */
static inline struct lease desk_claim(struct desk *desk)
{
	assert_int_equal(1, desk_lease(desk, 1, (struct lease_command){ 0 }));
	return desk->leases[desk->leases_len - 1];
}

static inline enum holder_code desk_report(struct desk *desk, struct report report)
{
	desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), &report, 1, NULL } });
	return desk->last.codes[0].code;
}

static inline enum holder_code desk_finish(struct desk *desk, struct uuid execution,
					   enum outcome outcome, str error_class)
{
	return desk_report(desk, (struct report){ .execution = execution,
						  .outcome = outcome,
						  .error_class = error_class });
}

static inline enum holder_code desk_beat(struct desk *desk, struct uuid execution)
{
	struct beat beat = { .execution = execution, .progress_percent = 50 };
	desk_do(desk,
		(struct command){ .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } });
	return desk->last.codes[0].code;
}

static inline enum err desk_run_command(struct desk *desk, enum command_kind kind, struct uuid run)
{
	return desk_do(desk, (struct command){ .kind = kind, .run = { .run = run } })->err;
}

/* ---- looking ------------------------------------------------------------------------------ */

static inline struct run_row desk_row(const struct desk *desk, struct uuid run)
{
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(desk->store, &run, &seen));
	return *seen.row;
}

static inline enum run_state desk_state(const struct desk *desk, struct uuid run)
{
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(desk->store, &run, &seen));
	return seen.state;
}

static inline bool desk_leased(const struct desk *desk, u32 index, struct uuid run)
{
	assert_true(index < desk->leases_len);
	return uuid_eq(&desk->leases[index].run, &run);
}

#endif
