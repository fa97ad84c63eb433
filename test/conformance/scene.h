/* What the conformance stories share: a store, a turn that is filled by small sentences, and the
 * loop that tells each story over each kind of store.
 *
 * All texts of a turn stand in `text` and are overwritten when the turn is over: a store that kept
 * a pointer instead of a copy shows it at the next look. */
#ifndef BELFRY_TEST_CONFORMANCE_SCENE_H
#define BELFRY_TEST_CONFORMANCE_SCENE_H

#include "base/check.h"
#include "conformance/stores.h"
#include "model/journal.h"
#include "model/ladder.h"

enum {
	SCENE_CHANGES_MAX = 4096,
	SCENE_CLAIMS_MAX = 1024,
	SCENE_TEXT_MAX = 1 << 20,
	SCENE_ARENA_MAX = 1 << 26,
	SCENE_JOURNAL_MAX = 1 << 20,
	SCENE_STORIES_MAX = 64,
};

#define SCENE_START ((msec)1700000000000)

/* Memory that is refused to the store, and only to it: the n-th time it asks. */
struct refusal {
	u64 nth;
	u64 asked;
	bool is_armed; /* within a call to the store */
};

static inline bool refuse_nth_of_store(void *context, u64 asked)
{
	struct refusal *refusal = context;
	(void)asked;
	return refusal->is_armed && ++refusal->asked == refusal->nth;
}

struct scene {
	struct refusal *refusal; /* NULL: none */
	const struct store_kind *kind;
	void *subject;
	struct store *store;
	struct turn turn;
	u64 last_turn;
	msec wall;
	struct change *changes;
	struct lease leases[SCENE_CLAIMS_MAX];
	struct lease *claims[SCENE_CLAIMS_MAX];
	char *text;
	size_t text_len;
};

static inline void arm(struct scene *scene, bool is_armed)
{
	if (scene->refusal) scene->refusal->is_armed = is_armed;
}

/* ---- the turn ----------------------------------------------------------------------------- */

/* A fresh turn; the texts and rows of the one before are gone. */
static inline void begin(struct scene *scene)
{
	struct turn *turn = &scene->turn;
	memset(scene->text, 0xee, scene->text_len);
	scene->text_len = 0;
	arena_reset(&turn->arena);
	buf_clear(&turn->journal);
	turn->id = scene->last_turn + 1;
	turn->now = (struct now){ scene->wall, scene->wall };
	turn->changes = scene->changes;
	turn->claims = scene->claims;
	turn->changes_len = turn->wants_len = turn->claims_len = turn->journal_entries = 0;
}

/* False: the store had no memory. */
static inline bool scene_open(struct scene *scene, const struct store_kind *kind,
			      struct refusal *refusal)
{
	*scene = (struct scene){ .refusal = refusal, .kind = kind, .wall = SCENE_START };
	arm(scene, true);
	scene->subject = kind->open();
	arm(scene, false);
	if (!scene->subject) return false;
	scene->store = kind->view(scene->subject);
	/* From the C library, so that refused memory is always the store's. */
	scene->changes = calloc(SCENE_CHANGES_MAX, sizeof *scene->changes);
	scene->text = malloc(SCENE_TEXT_MAX);
	assert_non_null(scene->changes);
	assert_non_null(scene->text);
	arena_init(&scene->turn.arena, SCENE_ARENA_MAX);
	buf_init(&scene->turn.journal, SCENE_JOURNAL_MAX);
	begin(scene);
	return true;
}

static inline void scene_close(struct scene *scene)
{
	scene->kind->close(scene->subject);
	arena_done(&scene->turn.arena);
	buf_done(&scene->turn.journal);
	free(scene->changes);
	free(scene->text);
}

static inline enum err try_commit(struct scene *scene)
{
	arm(scene, true);
	enum err err = store_commit(scene->store, &scene->turn);
	arm(scene, false);
	if (err == ERR_OK) scene->last_turn = scene->turn.id;
	return err;
}

/* Commits, and begins the next turn. */
static inline void commit(struct scene *scene)
{
	assert_int_equal(try_commit(scene), ERR_OK);
	begin(scene);
}

static inline void crash(struct scene *scene)
{
	scene->kind->crash(scene->subject);
	scene->store = scene->kind->view(scene->subject);
}

static inline str text_of_turn(struct scene *scene, str text)
{
	assert_true(scene->text_len + text.len <= SCENE_TEXT_MAX);
	char *at = scene->text + scene->text_len;
	if (text.len) memcpy(at, text.at, text.len);
	scene->text_len += text.len;
	return (str){ text.len ? at : NULL, text.len };
}

static inline str rungs_of_turn(struct scene *scene, const struct rung *rungs, u32 len)
{
	char packed[RUNGS_PACKED_BYTES];
	return text_of_turn(scene, (str){ packed, rungs_pack(rungs, len, packed) });
}

/* An id that says when it was made. */
static inline struct uuid id_made_at(msec at, u32 number)
{
	u8 random[UUID7_RANDOM_LEN] = { 0 };
	for (u32 i = 0; i < 4; i++) random[UUID7_RANDOM_LEN - 1 - i] = (u8)(number >> 8 * i);
	return uuid7_make(at, random);
}

static inline struct change *add_change(struct scene *scene, enum change_kind kind)
{
	assert_true(scene->turn.changes_len < SCENE_CHANGES_MAX);
	struct change *change = &scene->changes[scene->turn.changes_len++];
	*change = (struct change){ .kind = kind };
	return change;
}

static inline struct change *add_put(struct scene *scene, enum row_kind kind)
{
	struct change *change = add_change(scene, CHANGE_PUT);
	change->row_kind = kind;
	return change;
}

static inline struct change *add_delete(struct scene *scene, enum row_kind kind)
{
	struct change *change = add_change(scene, CHANGE_DELETE);
	change->row_kind = kind;
	return change;
}

/* ---- ids and rows ------------------------------------------------------------------------- */

/* Ids in the order of their numbers. */
static inline struct uuid id_of(u32 number)
{
	struct uuid id = { { 1, [6] = 0x70, [8] = 0x80 } };
	for (u32 i = 0; i < 4; i++) id.bytes[15 - i] = (u8)(number >> 8 * i);
	return id;
}

/* Executions have ids of their own. */
static inline struct uuid execution_id_of(u32 number)
{
	struct uuid id = id_of(number);
	id.bytes[0] = 2;
	return id;
}

/* A plain queued run, due so many seconds after the start as its number says. */
static inline struct run_row a_run(u32 number)
{
	return (struct run_row){
		.id = id_of(number),
		.tenant = { 1 },
		.type = { 1 },
		.hot = { .state = RUN_QUEUED,
			 .priority = 5,
			 .queue = { 1 },
			 .max_attempts = 5,
			 .run_at = SCENE_START + number * MSEC_SECOND,
			 .updated_at = SCENE_START },
		.created_at = SCENE_START,
	};
}

static inline void put_run(struct scene *scene, const struct run_row *row)
{
	struct run_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = *row;
	copy->key = text_of_turn(scene, row->key);
	copy->entity = text_of_turn(scene, row->entity);
	copy->user = text_of_turn(scene, row->user);
	copy->payload = text_of_turn(scene, row->payload);
	copy->trace = text_of_turn(scene, row->trace);
	bool is_copy = row->payload_is_jobs || row->payload_of_ladder.a ||
		       row->texts_are_of_failed_parent;
	copy->payload_len = is_copy ? row->payload_len : (u32)row->payload.len;
	add_change(scene, CHANGE_RUN_NEW)->run = copy;
}

static inline void put_hot(struct scene *scene, const struct run_row *row)
{
	struct change *change = add_change(scene, CHANGE_RUN_HOT);
	change->run_hot.id = row->id;
	change->run_hot.tenant = row->tenant;
	change->run_hot.hot = row->hot;
}

static inline struct execution_row an_execution(u32 number, u32 run, u32 fence)
{
	return (struct execution_row){
		.id = execution_id_of(number),
		.run = id_of(run),
		.tenant = { 1 },
		.worker = { 3 },
		.attempt = fence,
		.fence = fence,
		.started_at = SCENE_START + fence,
		.lease_ms = 60000,
		.lease_until = SCENE_START + 60000,
		.timeout_at = SCENE_START + 300000,
		.turn = fence,
	};
}

/* A claim: its execution, and the lease that waits for its payload. */
static inline void put_claim(struct scene *scene, const struct execution_row *row)
{
	struct turn *turn = &scene->turn;
	assert_true(turn->claims_len < SCENE_CLAIMS_MAX);
	struct lease *lease = &scene->leases[turn->claims_len];
	*lease = (struct lease){ .execution = row->id, .run = row->run, .tenant = row->tenant };
	scene->claims[turn->claims_len++] = lease;
	add_change(scene, CHANGE_EXECUTION_NEW)->execution = *row;
}

static inline void put_end(struct scene *scene, const struct execution_row *execution,
			   const struct execution_end *given)
{
	struct execution_end *end = arena_alloc(&scene->turn.arena, sizeof *end);
	assert_non_null(end);
	*end = *given;
	end->id = execution->id;
	end->run = execution->run;
	end->error_class = text_of_turn(scene, given->error_class);
	end->error_message = text_of_turn(scene, given->error_message);
	end->result = text_of_turn(scene, given->result);
	end->result_hash = text_of_turn(scene, given->result_hash);
	add_change(scene, CHANGE_EXECUTION_END)->end = end;
}

static inline void put_outcome(struct scene *scene, const struct execution_row *execution,
			       enum outcome outcome)
{
	put_end(scene, execution, &(struct execution_end){ .outcome = outcome });
}

static inline void put_unique(struct scene *scene, const struct unique_row *row)
{
	add_change(scene, CHANGE_UNIQUE_PUT)->unique = *row;
}

static inline void put_name(struct scene *scene, enum name_kind kind, u32 no, str text)
{
	add_put(scene, KIND_NAME)->name =
		(struct name_row){ .kind = kind, .no = no, .text = text_of_turn(scene, text) };
}

static inline void put_worker(struct scene *scene, u32 no, str text, str host)
{
	add_put(scene, KIND_NAME)->name = (struct name_row){
		.kind = NAME_WORKER,
		.no = no,
		.text = text_of_turn(scene, text),
		.host = text_of_turn(scene, host),
	};
}

static inline void put_queue(struct scene *scene, u32 no, u32 weight, u32 limit)
{
	add_put(scene, KIND_QUEUE)->queue = (struct queue_row){ { no }, { weight, limit } };
}

static inline void put_tenant(struct scene *scene, u32 no, const struct tenant_policy *policy)
{
	struct tenant_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	*row = (struct tenant_row){ { no }, *policy };
	add_put(scene, KIND_TENANT)->tenant = row;
}

static inline void put_type(struct scene *scene, u32 tenant, u32 type,
			    const struct type_policy *policy)
{
	struct type_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	*row = (struct type_row){ { tenant }, { type }, *policy };
	add_put(scene, KIND_TYPE)->type = row;
}

static inline void put_pause(struct scene *scene, struct pause_key key, msec until, str reason)
{
	add_put(scene, KIND_PAUSE)->pause =
		(struct pause_row){ .key = key,
				    .since = 5,
				    .until = until,
				    .reason = text_of_turn(scene, reason),
				    .author = text_of_turn(scene, STR("ann")) };
}

static inline void put_operation(struct scene *scene, const struct operation_row *given)
{
	struct operation_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	*row = *given;
	row->filter.entity = text_of_turn(scene, given->filter.entity);
	row->reason = text_of_turn(scene, given->reason);
	add_put(scene, KIND_OPERATION)->operation = row;
}

static inline void put_progress(struct scene *scene, const struct uuid *execution, u32 percent,
				str message)
{
	add_put(scene, KIND_PROGRESS)->progress = (struct progress_row){
		*execution, percent, scene->wall, text_of_turn(scene, message)
	};
}

static inline void put_result(struct scene *scene, struct result_key key, str hash)
{
	add_put(scene, KIND_RESULT)->result = (struct result_row){ key, scene->wall,
								   text_of_turn(scene, hash) };
}

static inline void put_output(struct scene *scene, const struct uuid *execution, str out, str err)
{
	add_put(scene, KIND_OUTPUT)->output = (struct output_row){
		.execution = *execution,
		.tenant = { 1 },
		.output = { .kind = OUTPUT_PROGRAM,
			    .out_len = out.len + 1,
			    .err_len = err.len,
			    .out = text_of_turn(scene, out),
			    .err = text_of_turn(scene, err) },
	};
}

/* A cron job that fires every hour, with something in every field. */
static inline struct job_row a_job(u32 number)
{
	return (struct job_row){
		.id = id_of(number),
		.tenant = { 1 },
		.version = 1,
		.state = JOB_ACTIVE,
		.kind = JOB_CRON,
		.type = { 2 },
		.queue = { 1 },
		.priority = 3,
		.max_attempts = 4,
		.timeout_ms = 300000,
		.backoff = { .kind = BACKOFF_STEPS, .steps_len = 2, .steps = { 1000, 5000 } },
		.misfire = MISFIRE_RUN_ALL,
		.grace_ms = 300000,
		.catchup_max = 100,
		.catchup_spread_ms = 60000,
		.group = 0x8000000000000001,
		.jitter_ms = 5000,
		.overlap = OVERLAP_BY_REPLACE,
		.max_instances = 2,
		.horizon_ms = 172800000,
		.dst_gap = GAP_NEXT,
		.dst_overlap = OVERLAP_SECOND,
		.is_system_required = true,
		.run_at = SCENE_START + 1,
		.interval_ms = 3600000,
		.created_at = SCENE_START,
		.updated_at = SCENE_START + 2,
		.hot = { .planned_through = SCENE_START + 3,
			 .decided_through = SCENE_START - 4,
			 .passed_through = SCENE_START - 3,
			 .undecided = 5,
			 .backfills = 6,
			 .last_state = RUN_DLQ,
			 .last_run_at = SCENE_START - 7,
			 .last_duration_ms = 8,
			 .run_count = 9,
			 .failure_count = 10,
			 .failures_in_a_row = 11,
			 .updated_at = SCENE_START + 12,
			 .woken_through = 13,
			 .paused_through = SCENE_START - 14 },
		.code = STR("report.hourly"),
		.rule = STR("0 * * * *"),
		.zone = STR("Europe/Berlin"),
		.start = STR("2026-01-01T00:00"),
		.rdates = STR("2026-02-01T00:00"),
		.exdates = STR("2026-03-01T00:00,2026-03-02T00:00"),
		.exclude = STR("holidays,shutdown"),
		.parameters = STR("{\"depth\": 1.10}"),
		.details = STR("{\"name\": \"hourly report\"}"),
	};
}

static inline void put_job(struct scene *scene, const struct job_row *row)
{
	struct job_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = *row;
	copy->code = text_of_turn(scene, row->code);
	copy->rule = text_of_turn(scene, row->rule);
	copy->zone = text_of_turn(scene, row->zone);
	copy->start = text_of_turn(scene, row->start);
	copy->rdates = text_of_turn(scene, row->rdates);
	copy->exdates = text_of_turn(scene, row->exdates);
	copy->exclude = text_of_turn(scene, row->exclude);
	copy->parameters = text_of_turn(scene, row->parameters);
	copy->details = text_of_turn(scene, row->details);
	copy->parameters_len = (u32)row->parameters.len;
	add_change(scene, CHANGE_JOB_PUT)->job = copy;
}

static inline void put_job_state(struct scene *scene, const struct job_row *row)
{
	struct change *change = add_change(scene, CHANGE_JOB_STATE);
	change->job_state.id = row->id;
	change->job_state.tenant = row->tenant;
	change->job_state.version = row->version;
	change->job_state.updated_at = row->updated_at;
	change->job_state.state = row->state;
	change->job_state.pause = row->pause;
	change->job_state.pause.reason = text_of_turn(scene, row->pause.reason);
	change->job_state.pause.author = text_of_turn(scene, row->pause.author);
}

static inline void put_job_hot(struct scene *scene, const struct job_row *row)
{
	struct change *change = add_change(scene, CHANGE_JOB_HOT);
	change->job_hot.id = row->id;
	change->job_hot.tenant = row->tenant;
	change->job_hot.hot = row->hot;
}

/* A queued run of a job; its payload is to be the job's. */
static inline struct run_row a_job_run(u32 number, u32 job)
{
	struct run_row row = a_run(number);
	row.type.v = 2;
	row.job = id_of(job);
	row.cause = CAUSE_OCCURRENCE;
	row.planned_at = row.hot.bucket = row.hot.run_at;
	row.hot.plan_state = PLAN_STATE_PLANNED;
	row.payload_is_jobs = true;
	return row;
}

static inline void put_defaults(struct scene *scene, u32 tenant,
				const struct tenant_defaults *defaults)
{
	struct defaults_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct defaults_row){ { tenant }, *defaults };
	add_put(scene, KIND_DEFAULTS)->defaults = row;
}

/* An empty body: it is gone. An empty user: the tenant's own. */
static inline void put_gates(struct scene *scene, u32 tenant, str user, str body)
{
	struct change *change = body.len ? add_put(scene, KIND_GATES)
					 : add_delete(scene, KIND_GATES);
	change->gates = (struct gates_row){ .tenant = { tenant },
					    .user = text_of_turn(scene, user),
					    .body = text_of_turn(scene, body) };
}

static inline void put_rate(struct scene *scene, u32 tenant, str route, u32 rate)
{
	add_put(scene, KIND_RATE)->rate = (struct rate_row){
		.tenant = { tenant },
		.route = text_of_turn(scene, route),
		.policy = { rate, rate + 1, MSEC_MINUTE, RATE_SYSTEM, rate + 2 }
	};
}

static inline void delete_rate(struct scene *scene, u32 tenant, str route)
{
	add_delete(scene, KIND_RATE)->rate =
		(struct rate_row){ .tenant = { tenant }, .route = text_of_turn(scene, route) };
}

static inline void put_calendar(struct scene *scene, u32 tenant, str name, u64 version, str body)
{
	add_put(scene, KIND_CALENDAR)->calendar =
		(struct calendar_row){ .tenant = { tenant },
				       .name = text_of_turn(scene, name),
				       .version = version,
				       .body = text_of_turn(scene, body),
				       .updated_at = 5 };
}

static inline void put_journal(struct scene *scene, const struct journal_entry *entry)
{
	journal_pack(&scene->turn.journal, entry);
	scene->turn.journal_entries++;
}

/* ---- wants -------------------------------------------------------------------------------- */

static inline enum err try_load(struct scene *scene, struct want *want)
{
	scene->turn.wants = want;
	scene->turn.wants_len = 1;
	arm(scene, true);
	enum err err = store_load(scene->store, &scene->turn);
	arm(scene, false);
	scene->turn.wants = NULL;
	scene->turn.wants_len = 0;
	return err;
}

/* Rows of a page live until the next turn begins. */
static inline struct want load(struct scene *scene, struct want want)
{
	assert_int_equal(try_load(scene, &want), ERR_OK);
	return want;
}

static inline struct run_seen see_run(struct scene *scene, u32 number)
{
	return load(scene, (struct want){ .kind = WANT_RUN, .run = { .id = id_of(number) } })
		.run.seen;
}

static inline struct execution_seen see_execution(struct scene *scene, const struct uuid *id)
{
	return load(scene, (struct want){ .kind = WANT_EXECUTION, .execution = { .id = *id } })
		.execution.seen;
}

/* waiting, queued, processing ... as everyone sees it; RUN_STATE_COUNT: not there. */
static inline enum run_state state_of(struct scene *scene, u32 number)
{
	struct run_seen seen = see_run(scene, number);
	if (!seen.found) return RUN_STATE_COUNT;
	return seen.is_open ? RUN_PROCESSING : seen.row.hot.state;
}

static inline struct want see_unique(struct scene *scene, const struct unique_key *key)
{
	return load(scene, (struct want){ .kind = WANT_UNIQUE, .unique = { .key = *key } });
}

/* ---- comparing ---------------------------------------------------------------------------- */

#define assert_uuid(actual, expected) assert_uuid_at(actual, expected, __FILE__, __LINE__)

static inline void assert_uuid_at(struct uuid actual, struct uuid expected, const char *file,
				  int line)
{
	char texts[2][UUID_TEXT_LEN];
	if (uuid_eq(&actual, &expected)) return;
	uuid_print(actual, texts[0]);
	uuid_print(expected, texts[1]);
	print_error("got %.36s, expected %.36s\n", texts[0], texts[1]);
	_fail(file, line);
}

static inline void assert_same_hot(const struct run_hot *a, const struct run_hot *b)
{
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->priority, b->priority);
	assert_int_equal(a->queue.v, b->queue.v);
	assert_int_equal(a->attempts, b->attempts);
	assert_int_equal(a->max_attempts, b->max_attempts);
	assert_int_equal(a->deferred_count, b->deferred_count);
	assert_int_equal(a->free_429_streak, b->free_429_streak);
	assert_int_equal(a->deferred_by, b->deferred_by);
	assert_int_equal(a->fence, b->fence);
	assert_true(a->run_at == b->run_at);
	assert_true(a->deferred_until == b->deferred_until);
	assert_true(a->updated_at == b->updated_at);
	assert_true(a->finished_at == b->finished_at);
	assert_true(a->bucket == b->bucket);
	assert_true(a->journal_turn == b->journal_turn);
	assert_int_equal(a->plan_state, b->plan_state);
	assert_int_equal(a->spilled, b->spilled);
}

/* All but the texts. */
static inline void assert_same_numbers(const struct run_row *a, const struct run_row *b)
{
	assert_uuid(a->id, b->id);
	assert_int_equal(a->tenant.v, b->tenant.v);
	assert_int_equal(a->type.v, b->type.v);
	assert_same_hot(&a->hot, &b->hot);
	assert_true(a->created_at == b->created_at);
	assert_true(a->deadline_at == b->deadline_at);
	assert_true(a->timeout_ms == b->timeout_ms);
	assert_true(a->unique_ttl == b->unique_ttl);
	assert_int_equal(a->scope, b->scope);
	assert_true(digest_eq(a->key_digest, b->key_digest));
	assert_uuid(a->job, b->job);
	assert_int_equal(a->cause, b->cause);
	assert_true(uuid_eq(&a->copied_from, &b->copied_from));
	assert_int_equal(a->is_critical, b->is_critical);
	assert_uuid(a->fallback_of, b->fallback_of);
	assert_int_equal(a->hops, b->hops);
	assert_true(a->alert == b->alert);
	assert_true(a->planned_at == b->planned_at);
}

static inline void assert_no_texts(const struct run_row *row)
{
	assert_int_equal(row->key.len + row->entity.len + row->user.len, 0);
	assert_int_equal(row->payload.len + row->trace.len, 0);
	assert_int_equal(row->created_by.len + row->details.len, 0);
}

static inline void assert_same_execution(const struct execution_row *a,
					 const struct execution_row *b)
{
	assert_uuid(a->id, b->id);
	assert_uuid(a->run, b->run);
	assert_int_equal(a->tenant.v, b->tenant.v);
	assert_int_equal(a->worker.v, b->worker.v);
	assert_int_equal(a->attempt, b->attempt);
	assert_int_equal(a->fence, b->fence);
	assert_true(a->started_at == b->started_at);
	assert_true(a->lease_ms == b->lease_ms);
	assert_true(a->lease_until == b->lease_until);
	assert_true(a->timeout_at == b->timeout_at);
	assert_true(a->turn == b->turn);
}

/* The run is there, with these numbers. */
static inline void expect_row(struct scene *scene, u32 number, const struct run_row *row)
{
	struct run_seen seen = see_run(scene, number);
	assert_true(seen.found);
	assert_same_numbers(&seen.row, row);
	assert_no_texts(&seen.row);
}

/* The run is held by this execution, which is open. */
static inline void expect_open(struct scene *scene, u32 number, const struct execution_row *row)
{
	struct run_seen seen = see_run(scene, number);
	assert_true(seen.found);
	assert_true(seen.is_open);
	assert_same_execution(&seen.open, row);
	struct execution_seen execution = see_execution(scene, &row->id);
	assert_true(execution.found);
	assert_same_execution(&execution.row, row);
	assert_int_equal(execution.end.outcome, OUTCOME_OPEN);
}

/* ---- telling the stories ------------------------------------------------------------------ */

typedef void story(struct scene *scene);

struct told_story {
	const char *name;
	story *tell;
};

#define STORY(function)             \
	{                           \
#function, function \
	}

/* One story over one kind of store. */
struct telling {
	const struct store_kind *kind;
	const struct told_story *story;
	char name[160];
};

static inline void tell_story(void **state)
{
	const struct telling *telling = *state;
	struct scene *scene = malloc(sizeof *scene);
	assert_non_null(scene);
	assert_true(scene_open(scene, telling->kind, NULL));
	telling->story->tell(scene);
	scene_close(scene);
	free(scene);
}

/* Each story over each kind; cmocka's result. */
static inline int tell_stories(const struct told_story *stories, size_t len)
{
	static struct telling tellings[SCENE_STORIES_MAX];
	struct CMUnitTest tests[SCENE_STORIES_MAX];
	size_t count = 0;
	must(len * countof(store_kinds) <= SCENE_STORIES_MAX);
	for (size_t kind = 0; kind < countof(store_kinds); kind++) {
		for (size_t i = 0; i < len; i++) {
			struct telling *telling = &tellings[count];
			telling->kind = store_kinds[kind];
			telling->story = &stories[i];
			snprintf(telling->name, sizeof telling->name, "%s: %s",
				 store_kinds[kind]->name, stories[i].name);
			tests[count++] = (struct CMUnitTest){ .name = telling->name,
							      .test_func = tell_story,
							      .initial_state = telling };
		}
	}
	return _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
}

#endif
