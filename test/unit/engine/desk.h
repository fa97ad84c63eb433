/* A desk to try the engine at: the real pump over the store in memory, with a clock that stands
 * still until it is moved. After every turn the engine's invariants are checked. */
#ifndef BELFRY_TEST_UNIT_ENGINE_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_DESK_H

#include "model/journal.h"
#include "numbered.h"
#include "pump/pump.h"
#include "store/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#undef fail

enum {
	DESK_LEASES_MAX = 3000,
	DESK_REPLIES_MAX = 3000,
	DESK_ITEMS_MAX = 40,
	DESK_QUESTIONS_MAX = 100
};

/* The last answer, with what it borrowed copied. */
struct desk_answer {
	struct answer head;
	struct enqueue_answer items[DESK_ITEMS_MAX];
	struct holder_answer codes[DESK_ITEMS_MAX];
	struct uuid applied[DESK_ITEMS_MAX];
	struct apply_fault faults[LIMIT_APPLY_FAULTS];
	bool came;
};

/* What a policy hook was asked. */
struct desk_question {
	struct uuid run;
	u64 number;
	char text[200]; /* URL SECRET TENANT TYPE ENTITY USER PAYLOAD ATTEMPT */
};

struct desk {
	struct memory_store *store;
	struct store *view; /* what the pump is given; NULL: the store itself */
	struct pump *pump;
	struct pump_config config;
	struct now now;
	struct prng random;
	u64 replies;
	struct numbered given[DESK_REPLIES_MAX];
	u8 kinds[DESK_REPLIES_MAX]; /* of the commands, by reply */
	u32 answers;
	struct desk_answer last;
	struct status_answer status; /* the last one */
	u32 statuses;
	struct lease leases[DESK_LEASES_MAX]; /* of all answers, in order; payloads are not kept */
	u32 leases_len;
	char told_hash[256];           /* the last_result_hash of the last of them */
	char told_payload[64];         /* of the last lease */
	char told_result[256];         /* of the effect that was asked about last */
	u8 answered[DESK_REPLIES_MAX]; /* how often, by reply */
	u32 granted[DESK_REPLIES_MAX]; /* leases in its answer, by reply */
	struct desk_question asked[DESK_QUESTIONS_MAX]; /* of policy hooks */
	u32 asked_len;
	struct uuid stopped; /* the last execution that was told to stop */
	u32 stops;
	u32 clock_steps;
	msec clock_step; /* the last one */
	u32 closed;
	u64 published;
	u32 journal[JOURNAL_KINDS]; /* entries of each kind that were published */
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
		snprintf(desk->told_hash, sizeof desk->told_hash, "%.*s",
			 STR_ARG(leases[i].last_result_hash));
		snprintf(desk->told_payload, sizeof desk->told_payload, "%.*s",
			 STR_ARG(leases[i].payload));
	}
}

/* A text that lasts until the desk is closed, or so many later. */
static inline str desk_keep(str text)
{
	static char room[64][128];
	static u32 next;
	char *kept = room[next++ % countof(room)];
	assert_in_range(text.len, 0, sizeof room[0]);
	if (text.len) memcpy(kept, text.at, text.len);
	return (str){ kept, text.len };
}

static inline void desk_keep_routes(struct routes_answer *routes)
{
	static struct route_state kept[DESK_ITEMS_MAX];
	assert_in_range(routes->len, 0, DESK_ITEMS_MAX);
	for (u32 i = 0; i < routes->len; i++) {
		kept[i] = routes->items[i];
		kept[i].tenant = desk_keep(kept[i].tenant);
		kept[i].route = desk_keep(kept[i].route);
		kept[i].bucket = desk_keep(kept[i].bucket);
	}
	routes->items = kept;
}

static inline void desk_keep_apply(struct desk_answer *last, const struct apply_answer *apply)
{
	for (u32 i = 0; i < apply->jobs_len && i < DESK_ITEMS_MAX; i++)
		last->applied[i] = apply->jobs[i];
	for (u32 i = 0; i < apply->faults_len; i++) last->faults[i] = apply->faults[i];
}

static inline void desk_on_answer(struct reply *given, const struct answer *answer)
{
	struct desk *desk = numbered_of(given)->owner;
	u64 reply = reply_number(given);
	enum command_kind kind = (enum command_kind)desk->kinds[reply];
	desk->answers++;
	desk->answered[reply]++;
	desk->last.head = *answer;
	desk->last.came = true;
	if (kind == COMMAND_JOB_APPLY) desk_keep_apply(&desk->last, &answer->apply);
	if (answer->err) return;
	if (kind == COMMAND_ASK_ROUTES) desk_keep_routes(&desk->last.head.routes);
	if (kind == COMMAND_ASK_STATUS) {
		desk_keep_routes(&desk->last.head.status.refused);
		desk->status = desk->last.head.status;
		desk->statuses++;
	}
	for (u32 i = 0; kind == COMMAND_ASK_WHY && i < answer->reasons.len; i++) {
		struct why_reason *kept = &desk->last.head.reasons.reasons[i];
		kept->ref = desk_keep(kept->ref);
		kept->words = desk_keep(kept->words);
	}
	if (kind == COMMAND_ENQUEUE)
		for (u32 i = 0; i < answer->enqueue.len && i < DESK_ITEMS_MAX; i++)
			desk->last.items[i] = answer->enqueue.items[i];
	if (kind == COMMAND_LEASE) {
		desk->granted[reply] = answer->lease.len;
		desk_take_leases(desk, answer->lease.leases, answer->lease.len);
	}
	if (kind == COMMAND_EFFECT_CLAIM || kind == COMMAND_EFFECT_COMPLETE)
		snprintf(desk->told_result, sizeof desk->told_result, "%.*s",
			 STR_ARG(answer->effect.result));
	if (kind != COMMAND_REPORT && kind != COMMAND_BEAT) return;
	desk->granted[reply] = answer->held.leases_len;
	for (u32 i = 0; i < answer->held.len && i < DESK_ITEMS_MAX; i++)
		desk->last.codes[i] = answer->held.items[i];
	desk_take_leases(desk, answer->held.leases, answer->held.leases_len);
}

static inline void desk_on_stop(void *context, struct uuid execution)
{
	struct desk *desk = context;
	desk->stopped = execution;
	desk->stops++;
}

static inline void desk_on_ask_hook(void *context, const struct policy_hook_ask *ask)
{
	struct desk *desk = context;
	assert_true(desk->asked_len < DESK_QUESTIONS_MAX);
	struct desk_question *asked = &desk->asked[desk->asked_len++];
	asked->run = ask->run;
	asked->number = ask->number;
	snprintf(asked->text, sizeof asked->text, "%.*s %.*s %.*s %.*s %.*s %.*s %.*s %u",
		 STR_ARG(ask->url), STR_ARG(ask->secret), STR_ARG(ask->tenant), STR_ARG(ask->type),
		 STR_ARG(ask->entity), STR_ARG(ask->user), STR_ARG(ask->payload), ask->attempt);
}

static inline void desk_on_publish(void *context, u64 turn, str journal)
{
	struct desk *desk = context;
	struct journal_entry entry;
	desk->published = turn;
	while (journal_unpack(&journal, &entry)) desk->journal[entry.kind]++;
}

static inline void desk_on_clock_stepped(void *context, msec step)
{
	struct desk *desk = context;
	desk->clock_steps++;
	desk->clock_step = step;
}

static inline void desk_on_closed(struct reply *reply)
{
	((struct desk *)numbered_of(reply)->owner)->closed++;
}

static inline void desk_on_over(struct reply *reply)
{
	(void)reply;
}

static inline void desk_start(struct desk *desk)
{
	struct pump_host host = { .context = desk,
				  .now = desk_now,
				  .random = desk_random,
				  .ask_hook = desk_on_ask_hook,
				  .stop = desk_on_stop,
				  .clock_stepped = desk_on_clock_stepped,
				  .publish = desk_on_publish };
	struct store *store = desk->view ? desk->view : memory_store_view(desk->store);
	assert_int_equal(ERR_OK, pump_new(&desk->config, &host, store, &desk->pump));
}

static inline void desk_open_with(struct desk *desk, struct engine_config config)
{
	memset(desk, 0, sizeof *desk);
	desk->config.engine = config;
	desk->now = (struct now){ 1700000000000, 5000 };
	desk->random = prng_init(42);
	assert_int_equal(ERR_OK, memory_store_new(7, &desk->store));
	desk_start(desk);
}

static inline void desk_open(struct desk *desk)
{
	desk_open_with(desk, (struct engine_config){ 0 });
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

/* ---- memory loaded afresh ----------------------------------------------------------------- */

/* One turn of an engine without a pump: decided, and then forgotten. */
static inline void desk_dry_turn(const struct desk *desk, struct engine *engine)
{
	struct turn turn = { .id = 1 << 30, .now = desk->now, .heard = desk->now.boot };
	static const u8 random[1 << 16];
	arena_init(&turn.arena, (size_t)64 << 20);
	buf_init(&turn.journal, (size_t)4 << 20);
	assert_int_equal(ERR_OK, engine_wants(engine, &turn));
	assert_int_equal(ERR_OK, store_load(memory_store_view(desk->store), &turn));
	turn.random = random;
	turn.random_len = engine_random_bytes(engine, &turn);
	assert_true(turn.random_len <= sizeof random);
	assert_int_equal(ERR_OK, engine_reserve(engine, &turn));
	engine_step(engine, &turn);
	arena_done(&turn.arena);
	buf_done(&turn.journal);
}

/* The memory that lived through everything says the same as one made from the store just now. */
static inline void desk_same_as_fresh(const struct desk *desk)
{
	struct engine *fresh = NULL;
	struct buf lived, made;
	u64 last_turn;
	assert_int_equal(ERR_OK, engine_new(&desk->config.engine, &fresh));
	struct recall_sink sink = engine_recall_sink(fresh, &desk->now);
	assert_int_equal(ERR_OK, store_recall(memory_store_view(desk->store), &sink, &last_turn));
	do desk_dry_turn(desk, fresh);
	while (engine_next_wake(fresh).wall == MSEC_MIN);
	buf_init(&lived, (size_t)16 << 20);
	buf_init(&made, (size_t)16 << 20);
	engine_dump(pump_engine(desk->pump), &lived);
	engine_dump(fresh, &made);
	assert_false(buf_failed(&lived));
	bool same = str_eq(buf_view(&lived), buf_view(&made));
	if (!same)
		print_error("lived:\n%.*s\nmade afresh:\n%.*s\n", STR_ARG(buf_view(&lived)),
			    STR_ARG(buf_view(&made)));
	buf_done(&lived);
	buf_done(&made);
	engine_free(fresh);
	assert_true(same);
}

/* Turns until nothing is left to do at this instant. */
static inline void desk_settle(struct desk *desk)
{
	for (u32 turns = 0; turns < 2000 && pump_is_due(desk->pump, desk->now); turns++) {
		assert_int_equal(ERR_OK, pump_turn(desk->pump));
		desk_check(desk);
	}
	assert_false(pump_is_due(desk->pump, desk->now));
}

/* Gives a command the next reply. */
static inline u64 desk_give_reply(struct desk *desk, struct command *command)
{
	u64 reply = ++desk->replies;
	assert_true(reply < DESK_REPLIES_MAX);
	struct numbered *given = &desk->given[reply];
	*given = (struct numbered){
		{ .answered = desk_on_answer, .closed = desk_on_closed, .over = desk_on_over },
		reply,
		desk
	};
	command->reply = &given->reply;
	desk->kinds[reply] = (u8)command->kind;
	return reply;
}

static inline u64 desk_submit(struct desk *desk, struct command *command)
{
	u64 reply = desk_give_reply(desk, command);
	assert_int_equal(ERR_OK, pump_submit(desk->pump, command));
	return reply;
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

/* Time goes on, both clocks alike; then one turn, with what was submitted and a worker that takes
 * up to nine: how many it gets. */
static inline u32 desk_leased_in_one_turn(struct desk *desk, msec later)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 9 } };
	desk->now.wall += later;
	desk->now.boot += later;
	u64 reply = desk_submit(desk, &lease);
	assert_int_equal(ERR_OK, pump_turn(desk->pump));
	return desk->granted[reply];
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
	desk_do(desk, (struct command){ .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } });
	return desk->last.codes[0].code;
}

static inline enum err desk_run_command(struct desk *desk, enum command_kind kind, struct uuid run)
{
	return desk_do(desk, (struct command){ .kind = kind, .run = { .run = run } })->err;
}

/* A name made of a word and a number, in the caller's room. */
static inline str desk_name(char room[32], const char *word, u32 number)
{
	int len = snprintf(room, 32, "%s.%u", word, number);
	assert_in_range(len, 1, 31);
	return (str){ room, (size_t)len };
}

/* `count` new runs in one call. */
static inline void desk_enqueue_many(struct desk *desk, const char *tenant,
				     struct enqueue_item item, u32 count)
{
	struct enqueue_item *items = calloc(count, sizeof *items);
	assert_non_null(items);
	if (!item.type.len) item.type = STR("mail.send");
	if (!item.payload.len) item.payload = STR("{}");
	for (u32 i = 0; i < count; i++) items[i] = item;
	desk_do(desk, (struct command){ .kind = COMMAND_ENQUEUE,
					.tenant = str_from(tenant),
					.enqueue = { items, count, true } });
	assert_int_equal(ERR_OK, desk->last.head.err);
	free(items);
}

/* A lease call that may wait; its reply. */
static inline u64 desk_call(struct desk *desk, u32 max, struct lease_command lease)
{
	lease.max = max;
	if (!lease.worker.len) lease.worker = STR("w1");
	desk_do(desk, (struct command){ .kind = COMMAND_LEASE, .lease = lease });
	return desk->replies;
}

static inline void desk_set_type(struct desk *desk, const char *tenant, const char *name,
				 struct type_policy policy)
{
	struct command set = { .kind = COMMAND_SET_TYPE,
			       .tenant = str_from(tenant),
			       .set = { .name = str_from(name), .type = policy } };
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

static inline void desk_set_queue(struct desk *desk, const char *name, struct queue_policy policy)
{
	struct command set = { .kind = COMMAND_SET_QUEUE,
			       .set = { .name = str_from(name), .queue = policy } };
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

static inline void desk_set_tenant(struct desk *desk, const char *name, struct tenant_policy policy)
{
	struct command set = { .kind = COMMAND_SET_TENANT,
			       .set = { .name = str_from(name), .tenant = policy } };
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

/* `tenant` empty: the system's. */
static inline enum err desk_pause(struct desk *desk, enum command_kind kind, const char *tenant,
				  struct pause_command pause)
{
	return desk_do(desk, (struct command){ .kind = kind,
					       .tenant = str_from(tenant),
					       .actor = STR("ann"),
					       .pause = pause })
		->err;
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

static inline u64 desk_count(const struct desk *desk, enum run_state state)
{
	return memory_store_counts(desk->store).runs[state];
}

/* The tenant of a lease, as text. */
static inline str desk_tenant(const struct desk *desk, u32 index)
{
	assert_true(index < desk->leases_len);
	return engine_name(pump_engine(desk->pump), NAME_TENANT, desk->leases[index].tenant.v);
}

/* How many of the leases since `from` are the tenant's. */
static inline u32 desk_leases_of(const struct desk *desk, u32 from, const char *tenant)
{
	u32 count = 0;
	for (u32 i = from; i < desk->leases_len; i++)
		count += str_eq(desk_tenant(desk, i), str_from(tenant));
	return count;
}

static inline bool desk_leased(const struct desk *desk, u32 index, struct uuid run)
{
	assert_true(index < desk->leases_len);
	return uuid_eq(&desk->leases[index].run, &run);
}

#endif
