/* What a store does when it fails, over every kind of store: everything of a turn is kept, or
 * nothing. */
#include "conformance/audit_rows.h"
#include "conformance/snapshot.h"

static const struct unique_key a_key = { 7, { 1 }, { 1 }, UNIQUE_TTL, { 3, 4 } };

/* Three turns that between them make every kind of change. */
enum { TURNS = 4, EXECUTIONS = 3 };

static void fill_first(struct scene *scene)
{
	for (u32 i = 1; i <= 4; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		row.entity = STR("event:42");
		if (i == 1) row.scope = a_key.scope, row.key_digest = a_key.key;
		if (i == 1) row.hot.bucket = a_key.bucket, row.key = STR("order:42");
		put_run(scene, &row);
	}
	struct unique_row unique = { a_key, id_of(1), MSEC_MAX };
	struct execution_row execution = an_execution(1, 1, 1);
	put_unique(scene, &unique);
	put_claim(scene, &execution);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_queue(scene, 1, 2, 3);
	struct job_row job = a_job(50);
	struct run_row planned = a_job_run(51, 50);
	planned.payload_len = (u32)job.parameters.len;
	put_job(scene, &job);
	put_run(scene, &planned);
	put_calendar(scene, 1, STR("holidays"), 1, STR("2026-12-25"));
	put_rate(scene, 1, STR("mail"), 5);
	put_rate(scene, 1, STR("chat"), 5);
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .reason = STR("made") });
}

static void put_document(struct scene *scene, str name, u64 version)
{
	add_put(scene, KIND_DOCUMENT)->document = (struct document_row){
		.key = { DOCUMENT_USER, { 1 }, text_of_turn(scene, name) },
		.version = version,
		.until = MSEC_MAX,
		.body = text_of_turn(scene, STR("{}")),
	};
}

static void fill_second(struct scene *scene)
{
	struct operation_row operation = { .id = id_of(9), .reason = STR("clean up") };
	struct execution_row beating = an_execution(1, 1, 1), next = an_execution(2, 2, 1);
	put_tenant(scene, 1, &(struct tenant_policy){ .weight = 4 });
	put_type(scene, 1, 1, &(struct type_policy){ .limit = 5 });
	put_pause(scene, (struct pause_key){ PAUSE_TYPE, { 1 }, 1 }, MSEC_MAX, STR("why not"));
	put_operation(scene, &operation);
	struct job_row job = a_job(50);
	job.version = 2;
	job.pause = (struct job_pause){ 5, MSEC_MAX, STR("too loud"), STR("ann") };
	job.hot.undecided = 1;
	put_job_state(scene, &job);
	put_job_hot(scene, &job);
	put_calendar(scene, 1, STR("holidays"), 2, STR("2026-12-26"));
	put_rate(scene, 1, STR("mail"), 6);
	put_defaults(scene, 1, &(struct tenant_defaults){ .priority = 6 });
	struct change *named = add_change(scene, CHANGE_TYPE_NAMED);
	named->type_named.tenant.v = 1;
	named->type_named.type.v = 1;
	put_gates(scene, 1, STR(""), STR("maintenance 0 open"));
	delete_rate(scene, 1, STR("chat"));
	put_queue(scene, 1, 4, 5);
	struct change *beat = add_change(scene, CHANGE_EXECUTION_BEAT);
	beat->execution.id = beating.id;
	beat->execution.lease_until = SCENE_START + 99999;
	put_progress(scene, &beating.id, 40, STR("nearly"));
	put_output(scene, &beating.id, STR("said"), STR("much"));
	put_result(scene, (struct result_key){ { 1 }, { 1 }, { 7, 8 } }, STR("h1"));
	struct run_replaced *replaced = arena_alloc_zeroed(&scene->turn.arena, sizeof *replaced);
	assert_non_null(replaced);
	replaced->id = id_of(4);
	replaced->tenant.v = 1;
	replaced->payload = text_of_turn(scene, STR("{\"to\": \"bob\"}"));
	add_change(scene, CHANGE_RUN_REPLACED)->replaced = replaced;
	struct change *spilled = add_change(scene, CHANGE_RUN_SPILLED);
	spilled->spilled.id = id_of(4);
	spilled->spilled.tenant.v = 1;
	put_claim(scene, &next);
	put_journal(scene, &(struct journal_entry){ .run = id_of(2), .previous_turn = 1 });
	put_document(scene, STR("kept"), 2);
	put_document(scene, STR("gone"), 2);
}

static const struct delivery_row *a_delivery(struct scene *scene)
{
	struct delivery_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->id = id_of(77);
	row->tenant.v = 1;
	row->run = id_of(1);
	row->error_class = text_of_turn(scene, STR("closed"));
	return row;
}

static const struct ladder_row *a_ladder(struct scene *scene, msec anchor)
{
	struct rung rung = { .offset = 5 };
	struct ladder_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->key = (struct digest){ 7, 8 };
	row->id = id_of(9);
	row->tenant.v = 1;
	row->anchor = anchor;
	row->rungs = rungs_of_turn(scene, &rung, 1);
	row->entity = text_of_turn(scene, STR("event:1"));
	return row;
}

static const struct effect_row *an_effect(struct scene *scene)
{
	struct effect_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct effect_row){ .id = id_of(9 << 16),
				    .tenant = { 1 },
				    .key = { 7, 8 },
				    .claims = 1,
				    .action_key = text_of_turn(scene, STR("charge")),
				    .idempotency_key = text_of_turn(scene, STR("k")) };
	return row;
}

static void fill_daily(struct scene *scene)
{
	struct daily_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	struct day_row *day = arena_alloc(&scene->turn.arena, sizeof *day);
	assert_non_null(row);
	assert_non_null(day);
	str user = text_of_turn(scene, STR("ann"));
	*row = (struct daily_row){ .tenant = { 1 },
				   .user = user,
				   .zone = text_of_turn(scene, STR("Europe/Berlin")),
				   .hot = { .date = 5, .run = id_of(1) } };
	*day = (struct day_row){
		.tenant = { 1 }, .user = user, .date = 5, .through = 5, .status = DAY_SUCCESS
	};
	add_put(scene, KIND_DAILY)->daily = row;
	add_put(scene, KIND_DAY)->day = day;
	struct change *change = add_change(scene, CHANGE_DAILY_HOT);
	change->daily_hot.tenant.v = 1;
	change->daily_hot.user = user;
	change->daily_hot.hot = (struct daily_hot){ .decided = 5, .date = 6, .run = id_of(2) };
	change = add_change(scene, CHANGE_DAILY_GONE);
	change->daily_gone.tenant.v = 1;
	change->daily_gone.user = text_of_turn(scene, STR("bob"));
	add_put(scene, KIND_DAILY_POLICY)->daily_policy =
		(struct daily_policy_row){ { 1 }, { .window_ms = 60000 } };
}

static void fill_reminder(struct scene *scene)
{
	struct reminder_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	struct notice_row *notice = arena_alloc(&scene->turn.arena, sizeof *notice);
	assert_non_null(row);
	assert_non_null(notice);
	str user = text_of_turn(scene, STR("ann"));
	*row = (struct reminder_row){ .id = id_of(7),
				      .tenant = { 1 },
				      .user = user,
				      .title = text_of_turn(scene, STR("call")),
				      .hot = { .remind_at = 5, .version = 1 } };
	*notice = (struct notice_row){
		.id = id_of(1), .tenant = { 1 }, .at = 5, .user = user, .title = row->title
	};
	add_put(scene, KIND_REMINDER)->reminder = row;
	add_put(scene, KIND_NOTICE)->notice = notice;
	struct change *change = add_change(scene, CHANGE_REMINDER_HOT);
	change->reminder_hot.tenant.v = 1;
	change->reminder_hot.id = id_of(7);
	change->reminder_hot.hot = (struct reminder_hot){ .remind_at = 6, .version = 2 };
	change = add_change(scene, CHANGE_NOTICE_READ);
	change->notice_read.tenant.v = 1;
	change->notice_read.id = id_of(1);
	change->notice_read.at = 8;
	change = add_change(scene, CHANGE_REMINDER_GONE);
	change->reminder_gone.tenant.v = 1;
	change->reminder_gone.id = id_of(7);
}

static void fill_third(struct scene *scene)
{
	fill_reminder(scene);
	fill_daily(scene);
	struct run_row row = a_run(1), other = a_run(3);
	struct execution_row first = an_execution(1, 1, 1), again = an_execution(3, 2, 2);
	struct execution_row second = an_execution(2, 2, 1);
	struct execution_end end = { .outcome = OUTCOME_SUCCESS, .result = STR("{\"ok\": true}") };
	row.hot.state = RUN_DONE;
	row.hot.bucket = a_key.bucket;
	put_end(scene, &first, &end);
	put_hot(scene, &row);
	put_outcome(scene, &second, OUTCOME_RELEASED);
	put_claim(scene, &again);
	struct job_row job = a_job(50), second_job = a_job(52);
	job.version = 3;
	second_job.code = STR("report.daily");
	put_job(scene, &job);
	put_job(scene, &second_job);
	struct run_row judged = a_job_run(51, 50);
	judged.hot.plan_state = PLAN_STATE_DECIDED;
	put_hot(scene, &judged);
	add_put(scene, KIND_OCCURRENCE)->occurrence = (struct occurrence_row){
		.job = id_of(50), .tenant = { 1 }, .planned_at = judged.planned_at, .run = id_of(51)
	};
	struct change *gone = add_delete(scene, KIND_CALENDAR);
	gone->calendar.tenant.v = 1;
	gone->calendar.name = text_of_turn(scene, STR("holidays"));
	other.hot.state = RUN_CANCELLED;
	put_hot(scene, &other);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	add_delete(scene, KIND_PAUSE)->pause.key = (struct pause_key){ PAUSE_TYPE, { 1 }, 1 };
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .previous_turn = 1 });
	put_document(scene, STR("kept"), 3);
	add_delete(scene, KIND_DOCUMENT)->document.key =
		(struct document_key){ DOCUMENT_USER, { 1 }, text_of_turn(scene, STR("gone")) };
	struct links_row *links = arena_alloc_zeroed(&scene->turn.arena, sizeof *links);
	assert_non_null(links);
	*links = (struct links_row){ .run = id_of(51), .tenant = { 1 }, .len = 1 };
	links->at[0] = (struct link){ .job = id_of(52), .awaited = id_of(1) };
	add_put(scene, KIND_LINKS)->links = links;
	add_put(scene, KIND_BATCH)->batch = (struct batch_row){
		.id = id_of(4), .tenant = { 1 }, .state = RUN_QUEUED, .is_live = true, .total = 1
	};
	add_put(scene, KIND_AFTER)->after = (struct after_row){
		.run = id_of(4), .tenant = { 1 }, .awaited = id_of(51), .is_live = true
	};
	add_put(scene, KIND_EFFECT)->effect = an_effect(scene);
	add_put(scene, KIND_LADDER)->ladder = a_ladder(scene, 0);
	static const struct alert_rule_row rule = { .tenant = { 1 }, .version = 1 };
	static const struct alert_row alert = { .tenant = { 1 } };
	add_put(scene, KIND_ALERT_RULE)->alert_rule = &rule;
	add_delete(scene, KIND_ALERT_RULE)->alert_rule = &rule;
	add_put(scene, KIND_ALERT)->alert = &alert;
	struct cooldown_row cooldown = { .tenant = { 1 }, .type = { 1 }, .alert = 5 };
	add_put(scene, KIND_COOLDOWN)->cooldown = cooldown;
	cooldown.alert = 6;
	add_delete(scene, KIND_COOLDOWN)->cooldown = cooldown;
	add_put(scene, KIND_DELIVERY)->delivery = a_delivery(scene);
	put_audit(scene, an_audit_row(scene, 1, 1));
	put_audit(scene, an_audit_row(scene, 2, 1));
	add_change(scene, CHANGE_LADDER_PUT)->ladder = a_ladder(scene, 7);
	add_put(scene, KIND_REPLAY)->replay = (struct replay_row){
		.key = { 5, 6 }, .until = MSEC_MAX, .made = text_of_turn(scene, STR("ids"))
	};
}

static void fill_last(struct scene *scene)
{
	struct change *drop = add_change(scene, CHANGE_TENANT_DROP);
	drop->tenant_drop.tenant.v = 1;
	drop->tenant_drop.name = text_of_turn(scene, STR("acme#1"));
}

static void fill(struct scene *scene, u32 turn)
{
	static void (*const fills[TURNS])(struct scene *) = { fill_first, fill_second, fill_third,
							      fill_last };
	begin(scene);
	fills[turn](scene);
}

static void the_turns_make_every_kind_of_change(struct scene *scene)
{
	bool seen[CHANGE_KINDS] = { false };
	for (u32 turn = 0; turn < TURNS; turn++) {
		fill(scene, turn);
		for (u32 i = 0; i < scene->turn.changes_len; i++)
			seen[scene->changes[i].kind] = true;
		commit(scene);
	}
	for (u32 i = 0; i < CHANGE_KINDS; i++) assert_true(seen[i]);
	assert_int_equal(state_of(scene, 1), RUN_DONE);
	assert_int_equal(state_of(scene, 2), RUN_PROCESSING);
	assert_int_equal(state_of(scene, 3), RUN_CANCELLED);
	assert_int_equal(state_of(scene, 4), RUN_QUEUED);
}

/* The snapshots of a store to which nothing bad happens, before the first turn and after each. */
static void tell_undisturbed(const struct store_kind *kind, struct buf snapshots[TURNS + 1])
{
	struct scene *scene = malloc(sizeof *scene);
	assert_non_null(scene);
	assert_true(scene_open(scene, kind, NULL));
	for (u32 turn = 0; turn <= TURNS; turn++) {
		buf_init(&snapshots[turn], SNAPSHOT_BYTES_MAX);
		take_snapshot(scene, EXECUTIONS, &snapshots[turn]);
		if (turn == TURNS) break;
		fill(scene, turn);
		commit(scene);
	}
	scene_close(scene);
	free(scene);
}

static void free_snapshots(struct buf snapshots[TURNS + 1])
{
	for (u32 turn = 0; turn <= TURNS; turn++) buf_done(&snapshots[turn]);
}

static void expect_snapshot(struct scene *scene, const struct buf *expected)
{
	struct buf actual;
	buf_init(&actual, SNAPSHOT_BYTES_MAX);
	take_snapshot(scene, EXECUTIONS, &actual);
	assert_str(buf_view(&actual), buf_view(expected));
	buf_done(&actual);
}

static bool is_settled(struct scene *scene, u64 turn)
{
	bool applied = false;
	assert_int_equal(store_settle(scene->store, turn, &applied), ERR_OK);
	return applied;
}

static void a_refused_commit_leaves_no_trace(struct scene *scene)
{
	struct buf snapshots[TURNS + 1];
	tell_undisturbed(scene->kind, snapshots);
	for (u32 turn = 0; turn < TURNS; turn++) {
		for (u32 times = 0; times < 3; times++) {
			fill(scene, turn);
			scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
			assert_int_equal(try_commit(scene), ERR_STORE);
			assert_false(is_settled(scene, scene->turn.id));
			if (times == 2) crash(scene);
			expect_snapshot(scene, &snapshots[turn]);
		}
		assert_int_equal(store_probe(scene->store), ERR_OK);
		fill(scene, turn);
		commit(scene);
		expect_snapshot(scene, &snapshots[turn + 1]);
	}
	free_snapshots(snapshots);
}

static void a_commit_whose_fate_is_unknown_happened_or_did_not(struct scene *scene)
{
	struct buf snapshots[TURNS + 1];
	tell_undisturbed(scene->kind, snapshots);
	for (u32 turn = 0; turn < TURNS; turn++) {
		fill(scene, turn);
		scene->kind->fail_next_commit(scene->subject, FAULT_LOST_BEFORE);
		assert_int_equal(try_commit(scene), ERR_STORE_UNKNOWN);
		assert_false(is_settled(scene, scene->turn.id));
		expect_snapshot(scene, &snapshots[turn]);
		fill(scene, turn);
		scene->kind->fail_next_commit(scene->subject, FAULT_LOST_AFTER);
		assert_int_equal(try_commit(scene), ERR_STORE_UNKNOWN);
		if (turn == 1) crash(scene);
		assert_true(is_settled(scene, scene->turn.id));
		scene->last_turn = scene->turn.id;
		expect_snapshot(scene, &snapshots[turn + 1]);
	}
	free_snapshots(snapshots);
}

static void settling_names_each_turn_on_its_own(struct scene *scene)
{
	assert_false(is_settled(scene, 1));
	for (u32 i = 0; i < 5; i++) {
		scene->last_turn += 10 * i; /* gaps: turns that kept nothing */
		begin(scene);
		put_queue(scene, 1, i, 1);
		commit(scene);
	}
	static const u64 kept[] = { 1, 12, 33, 64, 105 };
	for (u32 i = 0; i < countof(kept); i++) {
		assert_true(is_settled(scene, kept[i]));
		assert_false(is_settled(scene, kept[i] - 1));
		assert_false(is_settled(scene, kept[i] + 1));
	}
	crash(scene);
	assert_true(is_settled(scene, 64));
	assert_false(is_settled(scene, UINT64_MAX));
}

static void a_store_that_is_down_says_so_and_comes_back(struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct want want = { .kind = WANT_RUN, .run = { .id = id_of(1) } };
	bool applied;
	fill(scene, 0);
	commit(scene);
	scene->kind->set_down(scene->subject, true);
	fill(scene, 1);
	assert_int_equal(try_commit(scene), ERR_STORE);
	assert_int_equal(try_load(scene, &want), ERR_STORE);
	assert_int_equal(try_recall(scene, &recalled), ERR_STORE);
	assert_int_equal(recalled.rows, 0);
	assert_int_equal(store_settle(scene->store, 1, &applied), ERR_STORE);
	assert_int_equal(store_probe(scene->store), ERR_STORE);
	buf_done(&recalled.text);
	scene->kind->set_down(scene->subject, false);
	assert_int_equal(store_probe(scene->store), ERR_OK);
	assert_true(is_settled(scene, 1));
	assert_false(is_settled(scene, 2));
	fill(scene, 1);
	commit(scene);
	assert_int_equal(state_of(scene, 2), RUN_PROCESSING);
}

/* --- memory --- */

/* Wants of each kind, and a recall: they may fail for want of memory, and work the next time. */
static u32 ask_everything(struct scene *scene)
{
	static const struct want wants[] = {
		{ .kind = WANT_UNIQUE,
		  .unique = { .key = { 7, { 1 }, { 1 }, UNIQUE_TTL, { 3, 4 } } } },
		{ .kind = WANT_RUN },
		{ .kind = WANT_EXECUTION },
		{ .kind = WANT_DUE,
		  .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 50 } },
		{ .kind = WANT_MATCHING, .matching = { .limit = 60 } },
	};
	u32 refused = 0;
	for (u32 i = 0; i < countof(wants); i++) {
		struct want want = wants[i];
		begin(scene);
		enum err err = try_load(scene, &want);
		refused += err == ERR_MEMORY;
		if (err != ERR_MEMORY) assert_int_equal(err, ERR_OK);
	}
	struct recalled recalled = { 0 };
	enum err err = try_recall(scene, &recalled);
	refused += err == ERR_MEMORY;
	if (err != ERR_MEMORY) assert_int_equal(err, ERR_OK);
	buf_done(&recalled.text);
	return refused;
}

/* The three turns with one request for memory refused: what it hits leaves no trace and works when
 * it is tried again. Says whether one was refused. */
static u32 tell_with_refusal(struct scene *scene, const struct buf snapshots[TURNS + 1])
{
	u32 refused = 0;
	for (u32 turn = 0; turn < TURNS; turn++) {
		fill(scene, turn);
		enum err err = try_commit(scene);
		if (err) {
			assert_int_equal(err, ERR_MEMORY);
			assert_false(is_settled(scene, scene->turn.id));
			expect_snapshot(scene, &snapshots[turn]);
			refused++;
			fill(scene, turn);
			assert_int_equal(try_commit(scene), ERR_OK);
		}
		expect_snapshot(scene, &snapshots[turn + 1]);
		refused += ask_everything(scene);
	}
	return refused;
}

static u32 open_and_tell_with_refusal(const struct store_kind *kind, struct refusal *refusal,
				      const struct buf snapshots[TURNS + 1])
{
	struct scene *scene = malloc(sizeof *scene);
	u32 refused = 0;
	assert_non_null(scene);
	if (!scene_open(scene, kind, refusal)) {
		refused++;
		assert_true(scene_open(scene, kind, refusal));
	}
	refused += tell_with_refusal(scene, snapshots);
	scene_close(scene);
	free(scene);
	return refused;
}

static void every_refused_allocation_is_survived(struct scene *first_scene)
{
	struct buf snapshots[TURNS + 1];
	u64 nth = 1;
	u32 refused = 1;
	tell_undisturbed(first_scene->kind, snapshots);
	for (; refused; nth++) {
		struct refusal refusal = { .nth = nth };
		struct mem_watch watch = { .refuse = refuse_nth_of_store, .context = &refusal };
		mem_set_watch(&watch);
		refused = open_and_tell_with_refusal(first_scene->kind, &refusal, snapshots);
		mem_set_watch(NULL);
		assert_int_equal(watch.live, 0);
		assert_int_equal(refused, refusal.asked >= nth ? 1 : 0);
		assert_true(nth < CHECK_FAULTS_MAX);
	}
	assert_true(nth > first_scene->kind->allocations_min);
	free_snapshots(snapshots);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(the_turns_make_every_kind_of_change),
		STORY(a_refused_commit_leaves_no_trace),
		STORY(a_commit_whose_fate_is_unknown_happened_or_did_not),
		STORY(settling_names_each_turn_on_its_own),
		STORY(a_store_that_is_down_says_so_and_comes_back),
		STORY(every_refused_allocation_is_survived),
	};
	return tell_stories(stories, countof(stories));
}
