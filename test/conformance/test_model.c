/* Long random lives, over every kind of store, side by side with a naive one: after every turn,
 * kept, refused or lost, the two must not be told apart. */
#include "conformance/naive_store.h"
#include "effort.h"

enum { TURNS = EFFORT(1200, 700), STEPS_MAX = 12 };

struct life {
	struct scene *scene;
	struct prng prng;
	struct naive_store naive;
	struct naive_store before; /* as it was when the turn began */
	u64 spilled_seen;
};

static u32 below(struct life *life, u32 bound)
{
	return (u32)prng_below(&life->prng, bound);
}

/* Few instants, so that many runs share one. */
static msec some_instant(struct life *life)
{
	return SCENE_START + (msec)below(life, 40) * 10;
}

static str some_entity(struct life *life)
{
	static const char *const entities[] = { "event:42", "event:4", "event:43", "Event:42" };
	return str_from(entities[below(life, countof(entities))]);
}

static const struct unique_key *key_of(u32 number)
{
	static struct unique_key key;
	key = (struct unique_key){ .bucket = number % 3,
				   .tenant = { 1 + number % 2 },
				   .type = { 1 },
				   .scope = number % 2 ? UNIQUE_BUCKET : UNIQUE_FOREVER,
				   .key = { number, 1 } };
	return &key;
}

/* ---- steps of a turn, each as the engine might take it ------------------------------------- */

/* Numbers are given out in no order, so that ids are not either. */
static void make_run(struct life *life)
{
	if (life->naive.runs_len == NAIVE_RUNS) return;
	u32 number = life->naive.runs_len++ * 389 % NAIVE_RUNS + 1;
	struct run_row row = a_run(number);
	row.tenant.v = 1 + below(life, 3);
	row.type.v = 1 + below(life, 3);
	row.hot.queue.v = 1 + below(life, 2);
	row.hot.run_at = some_instant(life);
	if (below(life, 6) == 0) row.hot.state = RUN_WAITING;
	if (below(life, 2)) row.entity = some_entity(life);
	if (below(life, 2)) row.key_digest = (struct digest){ below(life, 4), 1 };
	row.scope = below(life, 2) ? UNIQUE_BUCKET : UNIQUE_NONE;
	row.payload = below(life, 2) ? STR("{\"to\": \"ann\"}") : STR("{}");
	row.payload_len = (u32)row.payload.len;
	life->naive.runs[number] = (struct naive_run){ .exists = true, .row = row };
	put_run(life->scene, &row);
}

static u32 some_run(struct life *life, enum run_state state)
{
	for (u32 tries = 0; tries < 30; tries++) {
		u32 number = 1 + below(life, NAIVE_RUNS);
		const struct naive_run *run = &life->naive.runs[number];
		if (run->exists && naive_state(run) == state) return number;
	}
	return 0;
}

static void claim_run(struct life *life)
{
	u32 number = some_run(life, RUN_QUEUED);
	if (!number || life->naive.executions_len == NAIVE_EXECUTIONS) return;
	struct naive_run *run = &life->naive.runs[number];
	u32 execution = ++life->naive.executions_len;
	struct execution_row row = an_execution(execution, number, ++run->fence);
	row.tenant = run->row.tenant;
	life->naive.executions[execution].row = row;
	run->is_open = true;
	run->open = execution;
	put_claim(life->scene, &row);
}

static void beat_execution(struct life *life)
{
	u32 number = some_run(life, RUN_PROCESSING);
	if (!number) return;
	struct execution_row *row = &life->naive.executions[life->naive.runs[number].open].row;
	row->lease_until += below(life, 5000);
	struct change *beat = add_change(life->scene, CHANGE_EXECUTION_BEAT);
	beat->execution.id = row->id;
	beat->execution.lease_until = row->lease_until;
}

static void end_execution(struct life *life)
{
	static const enum run_state ends[] = { RUN_DONE,   RUN_QUEUED, RUN_QUEUED,   RUN_QUEUED,
					       RUN_FAILED, RUN_DLQ,    RUN_CANCELLED };
	u32 number = some_run(life, RUN_PROCESSING);
	if (!number) return;
	struct naive_run *run = &life->naive.runs[number];
	struct naive_execution *execution = &life->naive.executions[run->open];
	/* A claim of this turn: nobody knows its execution yet. */
	if (run->open > life->before.executions_len) return;
	bool hot_first = below(life, 2);
	execution->outcome = (enum outcome)(1 + below(life, OUTCOME_COUNT - 1));
	run->is_open = false;
	run->row.hot.state = ends[below(life, countof(ends))];
	run->row.hot.run_at = some_instant(life);
	run->row.hot.fence = run->fence;
	run->row.hot.attempts++;
	run->row.hot.spilled = false;
	if (hot_first) put_hot(life->scene, &run->row);
	put_outcome(life->scene, &execution->row, execution->outcome);
	if (!hot_first) put_hot(life->scene, &run->row);
}

/* Another time, another queue, or another state that the table of moves allows. */
static void change_run(struct life *life)
{
	u32 number = 1 + below(life, NAIVE_RUNS);
	struct naive_run *run = &life->naive.runs[number];
	if (!run->exists || run->is_open) return;
	enum run_state state = run->row.hot.state;
	enum run_state to = (enum run_state)below(life, RUN_STATE_COUNT);
	bool is_move = to != RUN_PROCESSING && run_state_may_become(state, to);
	if (!is_move && run_state_is_final(state)) return;
	if (is_move) run->row.hot.state = to;
	run->row.hot.run_at = some_instant(life);
	run->row.hot.queue.v = 1 + below(life, 2);
	run->row.hot.updated_at++;
	run->row.hot.bucket = below(life, 3);
	run->row.hot.spilled = run->row.hot.state == RUN_QUEUED && below(life, 3) == 0;
	put_hot(life->scene, &run->row);
}

static void spill_run(struct life *life)
{
	u32 number = some_run(life, RUN_QUEUED);
	if (!number) return;
	struct naive_run *run = &life->naive.runs[number];
	struct change *change = add_change(life->scene, CHANGE_RUN_SPILLED);
	change->spilled.id = run->row.id;
	change->spilled.tenant = run->row.tenant;
	run->row.hot.spilled = true;
}

static void take_key(struct life *life)
{
	u32 key = below(life, NAIVE_KEYS), number = 1 + below(life, NAIVE_RUNS);
	struct naive_key *naive = &life->naive.keys[key];
	struct uuid id = id_of(number);
	if (!life->naive.runs[number].exists) return;
	if (naive_key_counts(&life->naive, key)) id = naive->row.run; /* its owner, once more */
	naive->exists = true;
	naive->row = (struct unique_row){ *key_of(key), id, some_instant(life) };
	put_unique(life->scene, &naive->row);
}

static void give_key_up(struct life *life)
{
	u32 key = below(life, NAIVE_KEYS);
	life->naive.keys[key].exists = false;
	add_delete(life->scene, KIND_UNIQUE)->unique.key = *key_of(key);
}

static void take_step(struct life *life)
{
	static void (*const steps[])(struct life *) = {
		make_run,      make_run,   make_run,   claim_run, claim_run,   beat_execution,
		end_execution, change_run, change_run, take_key,  give_key_up, spill_run,
	};
	steps[below(life, countof(steps))](life);
}

/* ---- what is compared --------------------------------------------------------------------- */

static void compare_run(const struct life *life, const struct naive_run *naive,
			const struct run_seen *seen)
{
	assert_true(seen->found);
	assert_same_numbers(&seen->row, &naive->row);
	assert_int_equal(seen->row.payload_len, naive->row.payload_len);
	assert_no_texts(&seen->row);
	assert_int_equal(seen->is_open, naive->is_open);
	if (naive->is_open)
		assert_same_execution(&seen->open, &life->naive.executions[naive->open].row);
}

static void compare_one_run(struct life *life)
{
	u32 number = 1 + below(life, NAIVE_RUNS);
	const struct naive_run *naive = &life->naive.runs[number];
	struct run_seen seen = see_run(life->scene, number);
	assert_int_equal(seen.found, naive->exists);
	if (seen.found) compare_run(life, naive, &seen);
}

static void compare_one_execution(struct life *life)
{
	u32 number = 1 + below(life, life->naive.executions_len + 1);
	struct uuid id = execution_id_of(number);
	struct execution_seen seen = see_execution(life->scene, &id);
	assert_int_equal(seen.found, number <= life->naive.executions_len);
	if (!seen.found) return;
	assert_same_execution(&seen.row, &life->naive.executions[number].row);
	assert_int_equal(seen.end.outcome, life->naive.executions[number].outcome);
}

static void compare_one_key(struct life *life)
{
	u32 key = below(life, NAIVE_KEYS);
	const struct naive_key *naive = &life->naive.keys[key];
	struct want want = see_unique(life->scene, key_of(key));
	assert_int_equal(want.unique.found, naive_key_counts(&life->naive, key));
	if (!want.unique.found) return;
	const struct uuid *run = &naive->row.run;
	u32 number = (u32)run->bytes[14] << 8 | run->bytes[15];
	assert_uuid(want.unique.row.run, *run);
	assert_true(want.unique.row.until == naive->row.until);
	assert_true(want.unique.run_exists);
	assert_int_equal(want.unique.run_state, naive_state(&life->naive.runs[number]));
}

static void compare_due(struct life *life)
{
	const struct naive_run *page[NAIVE_RUNS];
	struct want want = { .kind = WANT_DUE,
			     .due = { .after_run_at = some_instant(life),
				      .after_id = id_of(below(life, NAIVE_RUNS)),
				      .until = some_instant(life) + 200,
				      .limit = 1 + below(life, 60) } };
	if (below(life, 3) == 0) want.due.after_run_at = MSEC_MIN;
	u32 len = naive_page(&life->naive, &want, page);
	want = load(life->scene, want);
	assert_int_equal(want.due.len, len);
	for (u32 i = 0; i < len; i++) {
		assert_same_numbers(&want.due.rows[i], &page[i]->row);
		assert_no_texts(&want.due.rows[i]);
	}
}

static void compare_spilled(struct life *life)
{
	const struct naive_run *page[NAIVE_RUNS];
	struct want want = { .kind = WANT_SPILLED,
			     .spilled = { .band = { { 1 + below(life, 2) },
						    { 1 + below(life, 2) },
						    { 1 + below(life, 2) },
						    { 0 },
						    5 },
					  .after_run_at = some_instant(life),
					  .after_id = id_of(below(life, NAIVE_RUNS)),
					  .limit = 1 + below(life, 20) } };
	if (below(life, 2)) want.spilled.after_run_at = MSEC_MIN;
	u32 len = naive_page(&life->naive, &want, page);
	want = load(life->scene, want);
	assert_int_equal(want.spilled.len, len);
	for (u32 i = 0; i < len; i++) assert_same_numbers(&want.spilled.rows[i], &page[i]->row);
	life->spilled_seen += len;
}

static struct run_filter some_filter(struct life *life)
{
	struct run_filter filter = { 0 };
	if (below(life, 2)) filter.tenant.v = 1 + below(life, 3);
	if (below(life, 4) == 0) filter.type.v = 1 + below(life, 3);
	if (below(life, 4) == 0) filter.queue.v = 1 + below(life, 2);
	if (below(life, 2)) filter.states = below(life, 1 << RUN_STATE_COUNT);
	if (below(life, 3) == 0) filter.entity = some_entity(life);
	filter.by_key = below(life, 3) == 0;
	if (filter.by_key) filter.key_digest = (struct digest){ below(life, 4), 1 };
	return filter;
}

static void compare_matching(struct life *life)
{
	const struct naive_run *page[NAIVE_RUNS];
	struct want want = { .kind = WANT_MATCHING,
			     .matching = { .filter = some_filter(life),
					   .after_id = id_of(below(life, NAIVE_RUNS)),
					   .limit = 1 + below(life, 60) } };
	if (below(life, 3) == 0) want.matching.after_id = (struct uuid){ 0 };
	u32 len = naive_page(&life->naive, &want, page);
	want = load(life->scene, want);
	assert_int_equal(want.matching.len, len);
	for (u32 i = 0; i < len; i++) compare_run(life, page[i], &want.matching.rows[i]);
}

static void compare(struct life *life)
{
	for (u32 i = 0; i < 3; i++) {
		compare_one_run(life);
		compare_one_execution(life);
		compare_one_key(life);
		compare_due(life);
		compare_spilled(life);
		compare_matching(life);
	}
}

/* ---- turns -------------------------------------------------------------------------------- */

/* How the turn ends is drawn, too. A turn that was not kept did not happen. */
static void end_turn(struct life *life)
{
	struct scene *scene = life->scene;
	enum planned_fault fault = FAULT_NONE;
	if (below(life, 4) == 0) fault = (enum planned_fault)below(life, FAULT_KINDS);
	scene->kind->fail_next_commit(scene->subject, fault);
	enum err err = try_commit(scene);
	bool is_kept = fault == FAULT_NONE || fault == FAULT_LOST_AFTER;
	assert_int_equal(err == ERR_OK, fault == FAULT_NONE);
	if (below(life, 10) == 0) crash(scene);
	bool applied;
	assert_int_equal(store_settle(scene->store, scene->turn.id, &applied), ERR_OK);
	assert_int_equal(applied, is_kept);
	if (is_kept) scene->last_turn = scene->turn.id;
	else life->naive = life->before;
}

static void live(struct scene *scene, u64 seed)
{
	struct life *life = calloc(1, sizeof *life);
	assert_non_null(life);
	life->scene = scene;
	life->prng = prng_init(seed);
	for (u32 turn = 0; turn < TURNS; turn++) {
		/* Forwards mostly, sometimes back: the wall clock may. */
		scene->wall = some_instant(life) + (turn < TURNS / 2 ? 0 : 200);
		life->naive.wall = scene->wall;
		begin(scene);
		life->before = life->naive;
		for (u32 steps = below(life, STEPS_MAX); steps; steps--) take_step(life);
		end_turn(life);
		begin(scene);
		compare(life);
	}
	/* It was a life: the table filled up, and much of it was held and ended. */
	assert_true(life->naive.runs_len > NAIVE_RUNS / 2);
	assert_true(life->naive.executions_len > TURNS / 4);
	assert_true(life->spilled_seen > 100);
	free(life);
}

static void a_long_life_agrees_with_the_naive_store(struct scene *scene)
{
	live(scene, 42);
}

static void so_does_one_that_nobody_has_seen(struct scene *scene)
{
	live(scene, check_seed());
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_long_life_agrees_with_the_naive_store),
		STORY(so_does_one_that_nobody_has_seen),
	};
	return tell_stories(stories, countof(stories));
}
