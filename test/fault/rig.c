/* See rig.h. */
#include "rig.h"

#include "base/hash.h"
#include "base/must.h"
#include "engine/engine.h"
#include "model/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 60, TURNS_MAX = 200, MEMORY_ROW = 10 };

static const char *const mode_names[FAULT_MODES] = {
	"nothing fails",
	"allocation",
	"ten allocations from",
	"store call",
	"commit, unknown and lost",
	"commit, unknown and applied",
	"failed sync of commit",
	"death in store call",
};

static void bad(struct rig *rig, const char *what)
{
	printf("FAILED: %s: %s %llu: %s\n", rig->story, mode_names[rig->mode],
	       (unsigned long long)rig->at, what);
	rig->has_failed = true;
}

static void expect(struct rig *rig, bool holds, const char *what)
{
	if (!holds) bad(rig, what);
}

/* ---- faults ------------------------------------------------------------------------------- */

static bool refuse_memory(void *context, u64 asked)
{
	struct rig *rig = context;
	(void)asked;
	bool counts = rig->mode == FAULT_MEMORY || rig->mode == FAULT_MEMORY_ROW;
	if (!rig->is_armed || !counts) return false;
	rig->counted++;
	u64 len = rig->mode == FAULT_MEMORY ? 1 : MEMORY_ROW;
	return rig->counted >= rig->at && rig->counted < rig->at + len;
}

static bool is_of_mode(const struct rig *rig, enum memory_call call)
{
	switch (rig->mode) {
	case FAULT_STORE:
	case FAULT_DEATH: return true;
	case FAULT_UNKNOWN_LOST:
	case FAULT_UNKNOWN_APPLIED:
	case FAULT_SYNC: return call == MEMORY_COMMIT;
	case FAULT_NONE:
	case FAULT_MEMORY:
	case FAULT_MEMORY_ROW:
	case FAULT_MODES: break;
	}
	return false;
}

static struct memory_fault fail_store(void *context, enum memory_call call, u64 number)
{
	struct rig *rig = context;
	struct memory_fault fault = { ERR_OK, false };
	(void)number;
	if (!rig->is_armed || !is_of_mode(rig, call)) return fault;
	if (++rig->counted != rig->at) return fault;
	if (rig->mode == FAULT_DEATH && rig->may_die) longjmp(rig->death, 1);
	if (rig->mode == FAULT_STORE) fault.err = ERR_STORE;
	if (rig->mode == FAULT_SYNC) fault.err = ERR_STORE_SYNC;
	if (rig->mode == FAULT_UNKNOWN_LOST || rig->mode == FAULT_UNKNOWN_APPLIED)
		fault.err = ERR_STORE_UNKNOWN;
	fault.is_applied = rig->mode == FAULT_UNKNOWN_APPLIED;
	return fault;
}

/* ---- what the pump asks of its host -------------------------------------------------------- */

static struct now host_now(void *context)
{
	return ((struct rig *)context)->now;
}

static void host_random(void *context, u8 *out_bytes, size_t len)
{
	struct rig *rig = context;
	for (size_t i = 0; i < len; i++) out_bytes[i] = (u8)prng_next(&rig->random);
}

static void keep_answer(struct rig *rig, const struct answer *answer)
{
	enum command_kind kind = rig->kinds[answer->ticket];
	const struct lease *leases = NULL;
	u32 len = 0;
	rig->last = *answer;
	if (answer->err) return;
	if (kind == COMMAND_ENQUEUE)
		memcpy(rig->last_items, answer->enqueue.items,
		       answer->enqueue.len * sizeof *answer->enqueue.items);
	if (kind == COMMAND_REPORT) {
		if (answer->held.len) rig->last_code = answer->held.items[0].code;
		leases = answer->held.leases;
		len = answer->held.leases_len;
	} else if (kind == COMMAND_LEASE) {
		leases = answer->lease.leases;
		len = answer->lease.len;
	}
	for (u32 i = 0; i < len; i++) {
		rig->last_leases[i] = leases[i];
		must(rig->held_len < RIG_LEASES_MAX);
		rig->held[rig->held_len++] = leases[i].execution;
	}
}

static void host_answer(void *context, const struct answer *answer)
{
	struct rig *rig = context;
	must(answer->ticket > 0 && answer->ticket <= rig->tickets);
	expect(rig, rig->answered[answer->ticket] == 0, "somebody was answered twice");
	rig->answered[answer->ticket]++;
	keep_answer(rig, answer);
}

static void host_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static void host_publish(void *context, u64 turn, str journal)
{
	struct rig *rig = context;
	struct journal_entry entry;
	u32 entries = 0;
	while (journal_unpack(&journal, &entry)) entries++;
	expect(rig, journal.len == 0 && entries > 0 && turn > 0, "a journal cannot be read");
}

static void host_closed(void *context, struct command *command)
{
	(void)context;
	(void)command;
}

static enum err start_pump(struct rig *rig)
{
	struct pump_config config = { .engine.runs_max = rig->runs_max, .queue_max = 16 };
	struct pump_host host = { .context = rig,
				  .now = host_now,
				  .random = host_random,
				  .answer = host_answer,
				  .stop = host_stop,
				  .publish = host_publish,
				  .closed = host_closed };
	return pump_new(&config, &host, memory_store_view(rig->store), &rig->pump);
}

/* ---- what the store holds ------------------------------------------------------------------ */

struct digesting {
	u64 hash;
	u32 rows[8];
	u64 seen[3]; /* of operations: how many, seen, changed */
};

static void mix(struct digesting *digesting, u64 value)
{
	digesting->hash = hash_mix(digesting->hash ^ hash_mix(value + 1));
}

static void mix_bytes(struct digesting *digesting, const void *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) mix(digesting, ((const u8 *)bytes)[i]);
}

static void mix_run(void *context, const struct memory_run_seen *seen)
{
	const struct run_hot *hot = &seen->row->hot;
	mix_bytes(context, &seen->row->id, sizeof seen->row->id);
	mix(context, seen->state);
	mix(context, hot->attempts);
	mix(context, hot->fence);
	mix(context, (u64)hot->run_at);
	mix(context, hot->deferred_count);
	mix(context, (u64)hot->bucket);
	mix(context, seen->executions);
	mix_bytes(context, seen->row->payload.at, seen->row->payload.len);
}

static void mix_execution(void *context, const struct memory_execution_seen *seen)
{
	mix_bytes(context, &seen->row->id, sizeof seen->row->id);
	mix(context, (u64)seen->row->lease_until);
	mix(context, seen->end ? seen->end->outcome : OUTCOME_OPEN);
}

/* In no order: a sum. */
static void mix_unique(void *context, const struct unique_row *row)
{
	struct digesting one = { 0 };
	mix(&one, row->key.key.a);
	mix(&one, (u64)row->key.bucket);
	mix(&one, row->key.scope);
	mix(&one, (u64)row->until);
	mix_bytes(&one, &row->run, sizeof row->run);
	*(u64 *)context += one.hash;
}

static enum err take_name(void *context, const struct name_row *row)
{
	struct digesting *digesting = context;
	digesting->rows[row->kind]++;
	mix(digesting, row->no);
	mix_bytes(digesting, row->text.at, row->text.len);
	return ERR_OK;
}

static enum err take_queue(void *context, const struct queue_row *row)
{
	mix(context, row->queue.v);
	mix(context, row->policy.limit);
	mix(context, row->policy.weight);
	return ERR_OK;
}

static enum err take_tenant(void *context, const struct tenant_row *row)
{
	mix(context, row->tenant.v);
	mix(context, row->policy.limit);
	return ERR_OK;
}

static enum err take_type(void *context, const struct type_row *row)
{
	mix(context, row->type.v);
	mix(context, row->policy.limit);
	return ERR_OK;
}

static enum err take_pause(void *context, const struct pause_row *row)
{
	struct digesting *digesting = context;
	digesting->rows[4]++;
	mix(digesting, row->key.scope);
	mix(digesting, (u64)row->until);
	mix_bytes(digesting, row->reason.at, row->reason.len);
	return ERR_OK;
}

static enum err take_defaults(void *context, const struct defaults_row *row)
{
	mix(context, row->defaults.priority);
	mix(context, row->defaults.scope);
	return ERR_OK;
}

static enum err take_rate(void *context, const struct rate_row *row)
{
	mix_bytes(context, row->route.at, row->route.len);
	mix(context, row->policy.rate);
	return ERR_OK;
}

static enum err take_calendar(void *context, const struct calendar_row *row)
{
	struct digesting *digesting = context;
	mix(digesting, row->version);
	mix_bytes(digesting, row->name.at, row->name.len);
	mix_bytes(digesting, row->body.at, row->body.len);
	return ERR_OK;
}

static void mix_job(void *context, const struct job_row *row)
{
	struct digesting *digesting = context;
	mix(digesting, row->version);
	mix(digesting, row->state);
	mix(digesting, (u64)row->hot.planned_through);
	mix(digesting, (u64)row->hot.decided_through);
	mix(digesting, row->hot.undecided);
	mix(digesting, row->hot.run_count);
	mix_bytes(digesting, row->rule.at, row->rule.len);
}

static enum err take_operation(void *context, const struct operation_row *row)
{
	struct digesting *digesting = context;
	digesting->rows[5]++;
	mix_bytes(digesting, &row->cursor, sizeof row->cursor);
	mix(digesting, row->changed);
	return ERR_OK;
}

static enum err take_daily_policy(void *context, const struct daily_policy_row *row)
{
	mix(context, row->tenant.v);
	mix(context, (u64)row->policy.window_ms);
	return ERR_OK;
}

static enum err take_cooldown(void *context, const struct cooldown_row *row)
{
	(void)context;
	(void)row;
	return ERR_OK;
}

static enum err take_batch(void *context, const struct batch_row *row)
{
	mix_bytes(context, &row->id, sizeof row->id);
	mix(context, (u64)row->done << 32 | row->failed);
	mix(context, row->cancelled);
	return ERR_OK;
}

static enum err take_open(void *context, const struct run_row *run, const struct execution_row *row)
{
	(void)row;
	mix_bytes(context, &run->id, sizeof run->id);
	return ERR_OK;
}

/* Everything that is kept, as one number. Nothing fails while it is made. */
static struct digesting digest_store(struct rig *rig)
{
	struct digesting digesting = { 0 };
	u64 unique = 0, last_turn = 0;
	bool was_armed = rig->is_armed;
	struct recall_sink sink = { .context = &digesting,
				    .name = take_name,
				    .queue = take_queue,
				    .tenant = take_tenant,
				    .type = take_type,
				    .calendar = take_calendar,
				    .rate = take_rate,
				    .defaults = take_defaults,
				    .daily_policy = take_daily_policy,
				    .pause = take_pause,
				    .operation = take_operation,
				    .batch = take_batch,
				    .cooldown = take_cooldown,
				    .open = take_open };
	rig->is_armed = false;
	memory_store_each_run(rig->store, mix_run, &digesting);
	memory_store_each_job(rig->store, mix_job, &digesting);
	memory_store_each_execution(rig->store, NULL, mix_execution, &digesting);
	memory_store_each_unique(rig->store, mix_unique, &unique);
	enum err err = store_recall(memory_store_view(rig->store), &sink, &last_turn);
	must(err == ERR_OK);
	mix(&digesting, unique);
	mix(&digesting, last_turn);
	mix(&digesting, memory_store_counts(rig->store).turns);
	rig->is_armed = was_armed;
	return digesting;
}

/* ---- memory against memory loaded afresh ---------------------------------------------------- */

/* One turn of an engine of its own: decided, and then forgotten. */
static bool dry_turn(struct rig *rig, struct engine *engine)
{
	static const u8 random[UUID7_RANDOM_LEN * 4096];
	struct turn turn = { .id = (u64)1 << 40, .now = rig->now, .random = random };
	arena_init(&turn.arena, (size_t)64 << 20);
	buf_init(&turn.journal, (size_t)16 << 20);
	enum err err = engine_wants(engine, &turn);
	if (!err) err = store_load(memory_store_view(rig->store), &turn);
	turn.random_len = engine_random_bytes(engine, &turn);
	must(turn.random_len <= sizeof random);
	if (!err) err = engine_reserve(engine, &turn);
	if (!err) engine_step(engine, &turn);
	arena_done(&turn.arena);
	buf_done(&turn.journal);
	return err == ERR_OK && engine_next_wake(engine).wall == MSEC_MIN;
}

static void check_memory(struct rig *rig)
{
	struct engine *fresh = NULL;
	struct buf said, lived, made;
	u64 last_turn;
	bool was_armed = rig->is_armed;
	rig->is_armed = false;
	buf_init(&said, 1 << 16);
	buf_init(&lived, 1 << 20);
	buf_init(&made, 1 << 20);
	if (!engine_check(pump_engine(rig->pump), &rig->now, &said)) {
		bad(rig, "an invariant is broken");
		printf("%.*s", STR_ARG(buf_view(&said)));
	}
	enum err err = engine_new(&(struct engine_config){ .runs_max = rig->runs_max }, &fresh);
	must(err == ERR_OK);
	struct recall_sink sink = engine_recall_sink(fresh, &rig->now);
	err = store_recall(memory_store_view(rig->store), &sink, &last_turn);
	must(err == ERR_OK);
	for (u32 turns = 0; turns < TURNS_MAX && dry_turn(rig, fresh); turns++) continue;
	engine_dump(pump_engine(rig->pump), &lived);
	engine_dump(fresh, &made);
	/* With a bound, a memory made afresh may have to leave other runs in the store. */
	if (!rig->runs_max && !str_eq(buf_view(&lived), buf_view(&made))) {
		bad(rig, "memory is not what the store says");
		printf("memory:\n%.*s\nstore:\n%.*s\n", STR_ARG(buf_view(&lived)),
		       STR_ARG(buf_view(&made)));
	}
	engine_free(fresh);
	buf_done(&said);
	buf_done(&lived);
	buf_done(&made);
	rig->is_armed = was_armed;
}

/* ---- turns -------------------------------------------------------------------------------- */

/* The process is gone; the next one starts, as often as it takes. */
static void restart(struct rig *rig)
{
	for (u64 ticket = 1; ticket <= rig->tickets; ticket++) {
		if (!rig->answered[ticket]) rig->is_excused[ticket] = true;
	}
	rig->may_die = false;
	pump_free(rig->pump);
	rig->pump = NULL;
	memory_store_crash(rig->store);
	enum err err = start_pump(rig);
	for (u32 tries = 0; err && tries < TRIES_MAX; tries++) err = start_pump(rig);
	must(err == ERR_OK);
}

void rig_crash(struct rig *rig)
{
	restart(rig);
	rig_settle(rig);
}

/* One turn, whatever it meets. */
static void turn(struct rig *rig)
{
	const u64 before = digest_store(rig).hash;
	rig->went = ERR_STORE;
	rig->may_die = true;
	if (setjmp(rig->death)) {
		expect(rig, digest_store(rig).hash == before, "a dead process left half a turn");
		restart(rig);
		return;
	}
	rig->went = pump_turn(rig->pump);
	rig->may_die = false;
	bool may_differ = rig->went == ERR_OK || rig->went == ERR_STORE_UNKNOWN;
	expect(rig, may_differ || digest_store(rig).hash == before, "a failed turn left something");
	if (rig->went == ERR_STORE_SYNC) restart(rig);
}

void rig_settle(struct rig *rig)
{
	u32 turns = 0;
	for (; turns < TURNS_MAX; turns++) {
		if (rig->went == ERR_OK && !pump_is_due(rig->pump, rig->now)) break;
		turn(rig);
	}
	expect(rig, turns < TURNS_MAX, "turns without end");
	check_memory(rig);
}

void rig_advance(struct rig *rig, msec span)
{
	rig->now.wall += span;
	rig->now.boot += span;
	rig_settle(rig);
}

/* ---- asking ------------------------------------------------------------------------------- */

static bool is_worth_another_try(enum err err)
{
	return err == ERR_MEMORY || err == ERR_STORE || err == ERR_STORE_UNKNOWN ||
	       err == ERR_STORE_SYNC || err == ERR_BUSY;
}

static u64 submit(struct rig *rig, struct command *command)
{
	command->ticket = ++rig->tickets;
	must(command->ticket < RIG_TICKETS_MAX);
	rig->kinds[command->ticket] = command->kind;
	enum err err = pump_submit(rig->pump, command);
	must(err == ERR_OK);
	return command->ticket;
}

/* Asks once. ERR_BUSY: nobody lived to answer. */
static enum err ask(struct rig *rig, struct command *command)
{
	u64 ticket = submit(rig, command);
	bool waits = command->kind == COMMAND_LEASE && command->lease.wait_ms;
	turn(rig);
	rig_settle(rig);
	if (rig->answered[ticket])
		return rig->last.ticket == ticket ? rig->last.err : ERR_OK; /* a later one came */
	if (waits && !rig->is_excused[ticket]) return ERR_OK;
	expect(rig, rig->is_excused[ticket], "somebody was not answered");
	return ERR_BUSY;
}

enum err rig_do(struct rig *rig, struct command command)
{
	enum err err = ERR_BUSY;
	for (u32 tries = 0; tries < TRIES_MAX && is_worth_another_try(err); tries++)
		err = ask(rig, &command);
	expect(rig, !is_worth_another_try(err), "no try succeeded");
	return err;
}

void rig_enqueue(struct rig *rig, const char *tenant, struct enqueue_item item)
{
	char key[32];
	int len = snprintf(key, sizeof key, "key-%u", rig->runs_len);
	if (!item.type.len) item.type = STR("mail.send");
	item.payload = STR("{\"a\":1}");
	/* Of two that are due at the same instant chance would choose. */
	if (!item.run_at) item.run_at = rig->now.wall - RIG_RUNS_MAX + rig->runs_len;
	/* Asked again after "unknown" it must not be made twice. */
	if (!item.key.len) {
		item.key = (str){ key, (size_t)len };
		item.scope = UNIQUE_FOREVER;
	}
	enum err err = rig_do(rig, (struct command){ .kind = COMMAND_ENQUEUE,
						     .tenant = str_from(tenant),
						     .enqueue = { &item, 1, true } });
	expect(rig, err == ERR_OK, "an enqueue was refused");
	expect(rig, rig->last_items[0].err == ERR_OK, "an item was refused");
	must(rig->runs_len < RIG_RUNS_MAX);
	rig->runs[rig->runs_len++] = rig->last_items[0].run;
}

struct finding {
	struct rig *rig;
	const struct execution_row *found;
};

static void find_unknown(void *context, const struct memory_execution_seen *seen)
{
	struct finding *finding = context;
	if (seen->end || finding->found) return;
	for (u32 i = 0; i < finding->rig->held_len; i++) {
		if (uuid_eq(&finding->rig->held[i], &seen->row->id)) return;
	}
	finding->found = seen->row;
}

/* A claim that was kept, but whose answer was lost: the worker is told by the store. */
static bool adopt(struct rig *rig)
{
	struct finding finding = { rig, NULL };
	memory_store_each_execution(rig->store, NULL, find_unknown, &finding);
	if (!finding.found) return false;
	rig->held[rig->held_len++] = finding.found->id;
	return true;
}

struct uuid rig_take(struct rig *rig)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1 } };
	u32 before = rig->held_len;
	for (u32 tries = 0; tries < TRIES_MAX && rig->held_len == before; tries++) {
		if (adopt(rig)) break;
		if (!is_worth_another_try(ask(rig, &lease))) break;
	}
	expect(rig, rig->held_len == before + 1, "a worker did not get the one run that is due");
	return rig->held[rig->held_len - 1];
}

void rig_wait(struct rig *rig, msec wait_ms)
{
	rig_do(rig,
	       (struct command){ .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1, .wait_ms = wait_ms } });
}

void rig_report(struct rig *rig, struct report report)
{
	rig_do(rig, (struct command){ .kind = COMMAND_REPORT,
				      .report = { STR("w1"), &report, 1, NULL } });
	expect(rig, rig->last_code == HOLDER_OK, "a holder's report was refused");
}

void rig_run_command(struct rig *rig, enum command_kind kind, u32 label, msec run_at)
{
	must(label < rig->runs_len);
	rig_do(rig, (struct command){ .kind = kind,
				      .actor = STR("ann"),
				      .run = { .run = rig->runs[label], .run_at = run_at } });
}

/* ---- begin and end ------------------------------------------------------------------------ */

void rig_open(struct rig *rig, const char *story, u32 runs_max, enum fault_mode mode, u64 at)
{
	memset(rig, 0, sizeof *rig);
	rig->story = story;
	rig->runs_max = runs_max;
	rig->mode = mode;
	rig->at = at;
	rig->now = (struct now){ 1700000000000, 5000 };
	rig->random = prng_init(42);
	rig->watch = (struct mem_watch){ .refuse = refuse_memory, .context = rig };
	mem_set_watch(&rig->watch);
	enum err err = memory_store_new(7, &rig->store);
	must(err == ERR_OK);
	struct memory_faults faults = { .context = rig, .fault = fail_store };
	memory_store_set_faults(rig->store, &faults);
	rig->is_armed = true;
	err = start_pump(rig);
	for (u32 tries = 0; err && tries < TRIES_MAX; tries++) err = start_pump(rig);
	must(err == ERR_OK);
}

static void summarise(struct rig *rig, char *out_summary)
{
	size_t len = 0;
	struct digesting digesting = digest_store(rig);
	struct memory_counts counts = memory_store_counts(rig->store);
	for (u32 i = 0; i < rig->runs_len; i++) {
		struct memory_run_seen seen;
		if (!memory_store_find_run(rig->store, &rig->runs[i], &seen)) {
			len += (size_t)snprintf(out_summary + len, RIG_SUMMARY_BYTES - len,
						"run %u is lost\n", i);
			continue;
		}
		str state = run_state_name(seen.state);
		len += (size_t)snprintf(
			out_summary + len, RIG_SUMMARY_BYTES - len,
			"run %u %.*s attempts %u/%u deferred %u fence %u executions %u\n", i,
			STR_ARG(state), seen.row->hot.attempts, seen.row->hot.max_attempts,
			seen.row->hot.deferred_count, seen.row->hot.fence, seen.executions);
		must(len < RIG_SUMMARY_BYTES);
	}
	for (u32 state = 0; state < RUN_STATE_COUNT; state++)
		len += (size_t)snprintf(out_summary + len, RIG_SUMMARY_BYTES - len, "%llu ",
					(unsigned long long)counts.runs[state]);
	len += (size_t)snprintf(
		out_summary + len, RIG_SUMMARY_BYTES - len,
		"jobs %llu occurrences %llu executions %llu keys %llu names %u %u %u %u pauses %u "
		"operations %u\n",
		(unsigned long long)counts.jobs, (unsigned long long)counts.occurrences,
		(unsigned long long)counts.executions, (unsigned long long)counts.unique_keys,
		digesting.rows[0], digesting.rows[1], digesting.rows[2], digesting.rows[3],
		digesting.rows[4], digesting.rows[5]);
	must(len < RIG_SUMMARY_BYTES);
}

void rig_close(struct rig *rig, char *out_summary)
{
	rig->is_armed = false;
	rig_settle(rig);
	summarise(rig, out_summary);
	pump_free(rig->pump);
	memory_store_free(rig->store);
	mem_set_watch(NULL);
	for (u64 ticket = 1; ticket <= rig->tickets; ticket++)
		expect(rig, rig->answered[ticket] == 1 || rig->is_excused[ticket],
		       "somebody was never answered");
	expect(rig, rig->watch.live == 0, "memory was not given back");
}
