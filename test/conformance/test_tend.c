/* Retention, over every kind of store: what is past its time goes, and nothing else. */
#include "conformance/scene.h"

enum { STEPS_MAX = 1000 };

static const struct retention a_month = {
	.finished_ms = 30 * MSEC_DAY,
	.dead_ms = 90 * MSEC_DAY,
	.journal_ms = 30 * MSEC_DAY,
	.ledger_ms = 400 * MSEC_DAY,
	.rows_max = 7,
};

/* Until there is nothing to do; says how many steps that took. */
static u32 tend(struct scene *scene)
{
	u32 steps = 0;
	for (bool more = true; more; steps++) {
		assert_int_equal(store_tend(scene->store, scene->turn.now, &a_month, &more),
				 ERR_OK);
		assert_true(steps < STEPS_MAX);
	}
	return steps;
}

/* A run that ended right when it was made, so many days ago; or that has not ended. */
static struct run_row run_ended(u32 number, u32 days, enum run_state state)
{
	struct run_row row = a_run(number);
	msec at = SCENE_START - (msec)days * MSEC_DAY;
	row.id = id_made_at(at, number);
	row.created_at = at;
	row.hot.state = state;
	row.hot.finished_at = run_state_is_final(state) ? at : 0;
	row.payload = STR("{}");
	row.payload_len = 2;
	return row;
}

static struct uuid put_ended(struct scene *scene, u32 number, u32 days, u32 type,
			     enum run_state state)
{
	struct run_row row = run_ended(number, days, state);
	row.type.v = type;
	put_run(scene, &row);
	return row.id;
}

static bool has_run(struct scene *scene, const struct uuid *id)
{
	return load(scene, (struct want){ .kind = WANT_RUN, .run = { .id = *id } }).run.seen.found;
}

static void ended_runs_leave_when_their_time_is_over(struct scene *scene)
{
	struct uuid done = put_ended(scene, 1, 100, 1, RUN_DONE);
	struct uuid cancelled = put_ended(scene, 2, 31, 1, RUN_CANCELLED);
	struct uuid dead = put_ended(scene, 3, 91, 1, RUN_DLQ);
	struct uuid recent_dead = put_ended(scene, 4, 89, 1, RUN_FAILED);
	struct uuid recent = put_ended(scene, 5, 29, 1, RUN_DONE);
	struct uuid queued = put_ended(scene, 6, 500, 1, RUN_QUEUED);
	struct uuid waiting = put_ended(scene, 7, 500, 1, RUN_WAITING);
	commit(scene);
	tend(scene);
	assert_false(has_run(scene, &done));
	assert_false(has_run(scene, &cancelled));
	assert_false(has_run(scene, &dead));
	assert_true(has_run(scene, &recent_dead));
	assert_true(has_run(scene, &recent));
	assert_true(has_run(scene, &queued));
	assert_true(has_run(scene, &waiting));
	crash(scene);
	assert_false(has_run(scene, &done));
	assert_true(has_run(scene, &recent));
}

static void a_type_says_how_long_its_runs_are_kept(struct scene *scene)
{
	struct type_policy brief = { .retention_days = 2 }, patient = { .retention_days = 200 };
	put_type(scene, 1, 7, &brief);
	put_type(scene, 1, 8, &patient);
	struct uuid over = put_ended(scene, 1, 3, 7, RUN_DONE);
	struct uuid dead_over = put_ended(scene, 2, 3, 7, RUN_DLQ);
	struct uuid fresh = put_ended(scene, 3, 1, 7, RUN_DONE);
	struct uuid others = put_ended(scene, 4, 3, 6, RUN_DONE);
	struct uuid long_kept = put_ended(scene, 5, 100, 8, RUN_CANCELLED);
	struct uuid dead_at_most = put_ended(scene, 6, 100, 8, RUN_FAILED);
	commit(scene);
	tend(scene);
	assert_false(has_run(scene, &over));
	assert_false(has_run(scene, &dead_over));
	assert_true(has_run(scene, &fresh));
	assert_true(has_run(scene, &others));
	assert_true(has_run(scene, &long_kept));
	assert_false(has_run(scene, &dead_at_most));
}

static void a_type_inherits_how_long_its_runs_are_kept(struct scene *scene)
{
	struct type_policy brief = { .retention_days = 2 }, longer = { .retention_days = 9 };
	struct retention retention = a_month;
	bool more;
	retention.system = (tenant_no){ 5 };
	put_type(scene, 5, 7, &brief);
	put_type(scene, 5, 8, &brief);
	put_type(scene, 1, 8, &longer);
	struct uuid over = put_ended(scene, 1, 3, 7, RUN_DONE);
	struct uuid own = put_ended(scene, 2, 3, 8, RUN_DONE);
	commit(scene);
	do {
		assert_int_equal(store_tend(scene->store, scene->turn.now, &retention, &more),
				 ERR_OK);
	} while (more);
	assert_false(has_run(scene, &over));
	assert_true(has_run(scene, &own));
}

static void a_run_takes_what_hangs_on_it_with_it(struct scene *scene)
{
	struct run_row row = run_ended(1, 100, RUN_QUEUED);
	struct execution_row execution = an_execution(1, 1, 1);
	execution.run = row.id;
	row.entity = STR("event:42");
	row.key_digest = (struct digest){ 5, 6 };
	put_run(scene, &row);
	put_claim(scene, &execution);
	put_progress(scene, &execution.id, 50, STR("half"));
	put_output(scene, &execution.id, STR("out"), STR("err"));
	commit(scene);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	row.hot.state = RUN_DONE;
	row.hot.finished_at = SCENE_START - 100 * MSEC_DAY;
	put_hot(scene, &row);
	commit(scene);
	assert_true(see_execution(scene, &execution.id).found);
	tend(scene);
	struct progress_row progress;
	struct output_row output;
	struct want all = { .kind = WANT_MATCHING, .matching = { .limit = 9 } };
	assert_false(see_execution(scene, &execution.id).found);
	assert_false(scene->kind->find_progress(scene->subject, &execution.id, &progress));
	assert_false(scene->kind->find_output(scene->subject, &execution.id, &output));
	assert_int_equal(load(scene, all).matching.len, 0);
	all.matching.filter.tenant.v = 1;
	all.matching.filter.entity = STR("event:42");
	assert_int_equal(load(scene, all).matching.len, 0);
}

static void put_key(struct scene *scene, const struct unique_key *key, const struct uuid *run,
		    msec until)
{
	struct unique_row row = { *key, *run, until };
	put_unique(scene, &row);
}

/* A duplicate of a removed run is still one. */
static void keys_outlive_their_run(struct scene *scene)
{
	struct unique_key forever = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { 3, 4 } };
	struct unique_key bucket = { 60000, { 1 }, { 1 }, UNIQUE_BUCKET, { 3, 4 } };
	struct unique_key span = { 19675, { 1 }, { 1 }, UNIQUE_TTL, { 3, 4 } };
	struct uuid run = put_ended(scene, 1, 100, 1, RUN_DONE);
	put_key(scene, &forever, &run, MSEC_MAX);
	put_key(scene, &bucket, &run, SCENE_START + MSEC_DAY);
	put_key(scene, &span, &run, SCENE_START);
	commit(scene);
	tend(scene);
	assert_false(has_run(scene, &run));
	assert_true(see_unique(scene, &forever).unique.found);
	assert_false(see_unique(scene, &forever).unique.run_exists);
	assert_true(see_unique(scene, &bucket).unique.found);
	assert_false(see_unique(scene, &bucket).unique.run_exists);
	assert_false(see_unique(scene, &span).unique.found);
	scene->wall += MSEC_DAY;
	begin(scene);
	assert_false(see_unique(scene, &bucket).unique.found); /* nothing keeps it any more */
	tend(scene);
	assert_false(see_unique(scene, &bucket).unique.found);
	assert_true(see_unique(scene, &forever).unique.found);
}

static void a_buckets_key_does_not_leave_before_its_run(struct scene *scene)
{
	struct unique_key key = { 60000, { 1 }, { 1 }, UNIQUE_BUCKET, { 3, 4 } };
	struct uuid dead = put_ended(scene, 1, 80, 1, RUN_DLQ);
	put_key(scene, &key, &dead, SCENE_START - 50 * MSEC_DAY);
	commit(scene);
	tend(scene);
	assert_true(see_unique(scene, &key).unique.found);
	scene->wall += 11 * MSEC_DAY;
	begin(scene);
	tend(scene);
	assert_false(has_run(scene, &dead));
	assert_false(see_unique(scene, &key).unique.found);
}

static void a_step_is_small_and_many_do_it_all(struct scene *scene)
{
	for (u32 i = 1; i <= 100; i++) put_ended(scene, i, 100, 1, i % 10 ? RUN_DONE : RUN_QUEUED);
	commit(scene);
	assert_true(tend(scene) >= 100 / a_month.rows_max);
	struct want all = { .kind = WANT_MATCHING, .matching = { .limit = 200 } };
	assert_int_equal(load(scene, all).matching.len, 10);
	scene->wall += MSEC_HOUR;
	begin(scene);
	tend(scene);
	assert_int_equal(load(scene, all).matching.len, 10);
}

static bool has_document(struct scene *scene, str name)
{
	struct document_key key = { DOCUMENT_SESSION, { 1 }, name };
	return load(scene, (struct want){ .kind = WANT_DOCUMENT, .document = { .key = key } })
		.document.found;
}

static void documents_past_their_time_leave(struct scene *scene)
{
	static const str names[] = { { "a", 1 }, { "b", 1 }, { "c", 1 } };
	static const msec until[] = { SCENE_START + 5, SCENE_START + MSEC_DAY, MSEC_MAX };
	for (u32 i = 0; i < countof(names); i++) {
		add_put(scene, KIND_DOCUMENT)->document = (struct document_row){
			.key = { DOCUMENT_SESSION, { 1 }, text_of_turn(scene, names[i]) },
			.version = 1,
			.until = until[i],
		};
		add_put(scene, KIND_REPLAY)->replay = (struct replay_row){ .key = { i + 1, 1 },
									   .until = until[i] };
	}
	commit(scene);
	scene->wall += 10;
	begin(scene);
	tend(scene);
	assert_false(has_document(scene, names[0]));
	assert_true(has_document(scene, names[1]));
	assert_true(has_document(scene, names[2]));
}

struct seen_rows {
	u32 len;
	msec planned_at[8];
};

static void note_row(void *context, const struct occurrence_row *row)
{
	struct seen_rows *seen = context;
	assert_true(seen->len < countof(seen->planned_at));
	seen->planned_at[seen->len++] = row->planned_at;
}

static void put_occurrence(struct scene *scene, u32 job, msec planned_at, msec decided_at,
			   const struct uuid *run)
{
	struct occurrence_row row = { .job = id_of(job),
				      .tenant = { 1 },
				      .planned_at = planned_at,
				      .outcome = OCCURRENCE_FIRED,
				      .decided_at = decided_at };
	if (run) row.run = *run;
	else row.until = planned_at + 1, row.count = 1;
	add_put(scene, KIND_OCCURRENCE)->occurrence = row;
}

static void expect_ledger(struct scene *scene, u32 job, u32 len, const msec *planned_at)
{
	struct seen_rows seen = { 0 };
	struct uuid id = id_of(job);
	scene->kind->each_occurrence(scene->subject, &id, note_row, &seen);
	assert_int_equal(seen.len, len);
	for (u32 i = 0; i < len; i++) assert_true(seen.planned_at[i] == planned_at[i]);
}

static void put_jobs(struct scene *scene, u32 jobs)
{
	static const str codes[] = { { "a", 1 }, { "b", 1 }, { "c", 1 } };
	for (u32 number = 1; number <= jobs; number++) {
		struct job_row job = a_job(number);
		job.code = codes[number - 1];
		put_job(scene, &job);
	}
}

/* From when they were decided; those whose run is there stay with it. */
static void occurrences_leave_when_their_time_is_over(struct scene *scene)
{
	const msec old = SCENE_START - 400 * MSEC_DAY, young = old + 1;
	struct uuid there = put_ended(scene, 1, 500, 1, RUN_QUEUED);
	struct uuid gone = id_made_at(old, 2);
	put_jobs(scene, 3);
	for (u32 job = 1; job <= 3; job++) {
		put_occurrence(scene, job, old - 5, old - 5, NULL); /* a range */
		put_occurrence(scene, job, old - 4, old - 4, &gone);
		put_occurrence(scene, job, old - 3, young, &gone); /* it was late */
		put_occurrence(scene, job, old - 2, old - 2, &there);
		put_occurrence(scene, job, old - 1, old, &gone);
		put_occurrence(scene, job, young, old, &gone);
		put_occurrence(scene, job, young + 1, young + 1, &gone);
	}
	commit(scene);
	tend(scene);
	const msec left[] = { old - 3, old - 2, young, young + 1 };
	for (u32 job = 1; job <= 3; job++) expect_ledger(scene, job, countof(left), left);
	crash(scene);
	for (u32 job = 1; job <= 3; job++) expect_ledger(scene, job, countof(left), left);
	scene->wall += MSEC_DAY;
	begin(scene);
	tend(scene);
	const msec last[] = { old - 2 };
	for (u32 job = 1; job <= 3; job++) expect_ledger(scene, job, 1, last);
}

static void nothing_leaves_a_store_that_is_down(struct scene *scene)
{
	bool more = true;
	struct uuid done = put_ended(scene, 1, 100, 1, RUN_DONE);
	commit(scene);
	scene->kind->set_down(scene->subject, true);
	assert_int_equal(store_tend(scene->store, scene->turn.now, &a_month, &more), ERR_STORE);
	scene->kind->set_down(scene->subject, false);
	assert_true(has_run(scene, &done));
	tend(scene);
	assert_false(has_run(scene, &done));
}

static void without_a_span_nothing_ends(struct scene *scene)
{
	bool more = true;
	struct uuid done = put_ended(scene, 1, 10000, 1, RUN_DONE);
	struct uuid dead = put_ended(scene, 2, 10000, 1, RUN_DLQ);
	put_jobs(scene, 1);
	put_occurrence(scene, 1, 5, 5, NULL);
	commit(scene);
	for (u32 steps = 0; more && steps < STEPS_MAX; steps++)
		assert_int_equal(
			store_tend(scene->store, scene->turn.now, &(struct retention){ 0 }, &more),
			ERR_OK);
	assert_true(has_run(scene, &done));
	assert_true(has_run(scene, &dead));
	expect_ledger(scene, 1, 1, (const msec[]){ 5 });
}

/* ---- reminders ---------------------------------------------------------------------------- */

static void put_told(struct scene *scene, u32 number, u32 days, struct reminder_hot hot)
{
	struct reminder_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->id = id_of(number);
	row->tenant.v = 1;
	row->user = STR("ann");
	row->title = STR("call");
	row->hot = hot;
	row->hot.version = 1;
	row->hot.updated_at = row->hot.remind_at = SCENE_START - days * MSEC_DAY;
	if (hot.status == REMINDER_SENT) row->hot.sent_at = row->hot.updated_at;
	add_put(scene, KIND_REMINDER)->reminder = row;
}

static bool has_reminder(struct scene *scene, u32 number)
{
	struct want want = { .kind = WANT_REMINDER };
	want.reminder.tenant.v = 1;
	want.reminder.id = id_of(number);
	return load(scene, want).reminder.found;
}

static void reminders_that_tell_nothing_more_leave(struct scene *scene)
{
	const struct reminder_hot sent = { .status = REMINDER_SENT };
	const struct reminder_hot dismissed = { .status = REMINDER_DISMISSED };
	const struct reminder_hot completed = { .status = REMINDER_COMPLETED,
						.run = id_of(500) }; /* that is gone */
	const struct reminder_hot untold = { .status = REMINDER_PENDING };
	const struct reminder_hot goes_on = { .status = REMINDER_SENT,
					      .stands = STANDS_NEXT,
					      .run_at = SCENE_START + MSEC_DAY };
	put_told(scene, 1, 31, sent);
	put_told(scene, 2, 31, dismissed);
	put_told(scene, 3, 31, completed);
	put_told(scene, 4, 29, sent);
	put_told(scene, 5, 29, dismissed);
	put_told(scene, 6, 500, untold);
	put_told(scene, 7, 500, goes_on);
	for (u32 i = 0; i < 20; i++) put_told(scene, 100 + i, 31, sent); /* more than a step */
	commit(scene);
	tend(scene);
	for (u32 i = 1; i <= 3; i++) assert_false(has_reminder(scene, i));
	for (u32 i = 4; i <= 7; i++) assert_true(has_reminder(scene, i));
	for (u32 i = 0; i < 20; i++) assert_false(has_reminder(scene, 100 + i));
}

/* A dead letter is kept longer, and whoever redrives it finds what it reminds of. */
static void a_reminder_stays_while_its_last_run_is_there(struct scene *scene)
{
	struct uuid dead = put_ended(scene, 1, 60, 1, RUN_DLQ);
	struct uuid done = put_ended(scene, 2, 60, 1, RUN_DONE);
	put_told(scene, 1, 60, (struct reminder_hot){ .status = REMINDER_SENT, .run = dead });
	put_told(scene, 2, 60, (struct reminder_hot){ .status = REMINDER_SENT, .run = done });
	commit(scene);
	tend(scene);
	scene->turn.now.wall += MSEC_HOUR; /* the walk over reminders may have come before runs' */
	tend(scene);
	assert_true(has_run(scene, &dead));
	assert_true(has_reminder(scene, 1));
	assert_false(has_run(scene, &done));
	assert_false(has_reminder(scene, 2));
}

/* ---- inboxes -------------------------------------------------------------------------------- */

static void put_notice(struct scene *scene, u32 number, u32 days)
{
	struct notice_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->id = id_of(number);
	row->tenant.v = 1;
	row->at = SCENE_START - days * MSEC_DAY;
	row->until = row->at + NOTICE_KEPT_MS;
	row->user = STR("ann");
	row->title = STR("call");
	add_put(scene, KIND_NOTICE)->notice = row;
}

static bool has_notice(struct scene *scene, u32 number)
{
	struct uuid id = id_of(number);
	return scene->kind->has_notice(scene->subject, (tenant_no){ 1 }, &id);
}

/* After 90 days, or after the span that the settings say, whichever it is by now. */
static void notices_leave_when_their_time_is_over(struct scene *scene)
{
	struct retention ten_days = a_month;
	bool more = true;
	ten_days.inbox_ms = 10 * MSEC_DAY;
	put_notice(scene, 1, 90);
	put_notice(scene, 2, 89);
	put_notice(scene, 3, 10);
	put_notice(scene, 4, 9);
	commit(scene);
	tend(scene);
	assert_false(has_notice(scene, 1));
	for (u32 i = 2; i <= 4; i++) assert_true(has_notice(scene, i));
	scene->turn.now.wall += MSEC_HOUR; /* what found nothing more to do rests */
	for (u32 steps = 0; more && steps < STEPS_MAX; steps++)
		assert_int_equal(store_tend(scene->store, scene->turn.now, &ten_days, &more),
				 ERR_OK);
	for (u32 i = 1; i <= 3; i++) assert_false(has_notice(scene, i));
	assert_true(has_notice(scene, 4));
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(ended_runs_leave_when_their_time_is_over),
		STORY(a_type_says_how_long_its_runs_are_kept),
		STORY(a_type_inherits_how_long_its_runs_are_kept),
		STORY(a_run_takes_what_hangs_on_it_with_it),
		STORY(keys_outlive_their_run),
		STORY(a_buckets_key_does_not_leave_before_its_run),
		STORY(a_step_is_small_and_many_do_it_all),
		STORY(documents_past_their_time_leave),
		STORY(notices_leave_when_their_time_is_over),
		STORY(occurrences_leave_when_their_time_is_over),
		STORY(nothing_leaves_a_store_that_is_down),
		STORY(without_a_span_nothing_ends),
		STORY(reminders_that_tell_nothing_more_leave),
		STORY(a_reminder_stays_while_its_last_run_is_there),
	};
	return tell_stories(stories, countof(stories));
}
