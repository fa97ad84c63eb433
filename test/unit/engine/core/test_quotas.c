/* Quotas: what one tenant may have of what is everybody's. Each story has two tenants: acme, which
 * wants too much, and rival, which must not notice. */
#include "engine/jobs_desk.h"

static struct tenant_policy at_most(enum quota_kind kind, u32 most)
{
	struct tenant_policy policy = { 0 };
	policy.quotas[kind] = most;
	return policy;
}

static void expect_refused(const struct answer *answer, enum err err, const char *words)
{
	assert_int_equal(err, answer->err);
	if (!strstr(answer->why.text, words)) print_error("%s\n", answer->why.text);
	assert_non_null(strstr(answer->why.text, words));
}

static struct quota_state lanes(struct desk *desk, const char *tenant, enum quota_kind kind)
{
	const struct answer *answer = desk_do(
		desk, (struct command){ .kind = COMMAND_ASK_QUOTAS, .tenant = str_from(tenant) });
	assert_int_equal(ERR_OK, answer->err);
	return answer->quotas.states[kind];
}

static u32 used(struct desk *desk, const char *tenant, enum quota_kind kind)
{
	desk_same_as_fresh(desk);
	return lanes(desk, tenant, kind).used;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static void a_tenant_at_its_quota_of_runs_gets_no_more_until_one_ends(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	desk_set_tenant(desk, "acme", at_most(QUOTA_RUNS, 2));
	desk_run(desk, "acme", (struct enqueue_item){ .key = STR("one") });
	desk_run(desk, "acme", (struct enqueue_item){ .run_at = desk->now.wall + 3 * HOUR });
	struct enqueue_answer third = desk_enqueue(desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_QUOTA, third.err);
	assert_string_equal("this would exceed the tenant's quota \"runs\" of 2: it has 2 runs "
			    "that are waiting, "
			    "queued or processing",
			    third.why.text);
	/* What is there already is told all the same. */
	assert_true(
		desk_enqueue(desk, "acme", (struct enqueue_item){ .key = STR("one") }).duplicate);
	for (u32 i = 0; i < 5; i++) desk_run(desk, "rival", (struct enqueue_item){ 0 });
	assert_int_equal(2, used(desk, "acme", QUOTA_RUNS));
	/* Processing counts; done does not. A process that begins anew has counted the same. */
	static const str acme = { "acme", 4 };
	struct lease_command hers = { .tenants = &acme, .tenants_len = 1 };
	assert_int_equal(1, desk_lease(desk, 1, hers));
	desk_crash(desk);
	assert_int_equal(ERR_QUOTA, desk_enqueue(desk, "acme", (struct enqueue_item){ 0 }).err);
	desk_finish(desk, desk->leases[desk->leases_len - 1].execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(1, used(desk, "acme", QUOTA_RUNS));
	desk_run(desk, "acme", (struct enqueue_item){ 0 });
}

static void of_many_tasks_those_get_in_that_fit_and_of_all_or_none_none(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	struct enqueue_item items[5];
	struct command many = { .kind = COMMAND_ENQUEUE,
				.tenant = STR("acme"),
				.enqueue = { .items = items, .len = 5 } };
	for (u32 i = 0; i < 5; i++)
		items[i] = (struct enqueue_item){ .type = STR("mail"), .payload = STR("{}") };
	desk_set_tenant(desk, "acme", at_most(QUOTA_RUNS, 3));
	many.enqueue.atomic = true;
	expect_refused(desk_do(desk, many), ERR_QUOTA, "\"runs\" of 3: it has 0");
	assert_int_equal(0, used(desk, "acme", QUOTA_RUNS));
	many.enqueue.atomic = false;
	assert_int_equal(ERR_OK, desk_do(desk, many)->err);
	for (u32 i = 0; i < 5; i++)
		assert_int_equal(i < 3 ? ERR_OK : ERR_QUOTA, desk->last.items[i].err);
	assert_int_equal(3, used(desk, "acme", QUOTA_RUNS));
}

/* It counts once, whatever comes of it: so it must be able to come again. */
static void an_event_without_room_for_all_it_makes_is_not_taken(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	struct enqueue_item items[2] = { { .type = STR("mail"), .payload = STR("{}") },
					 { .type = STR("mail"), .payload = STR("{}") } };
	struct command event = { .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .has_replay = true,
				 .replay_key = digest_of(STR("event 1")),
				 .enqueue = { .items = items, .len = 2, .is_event = true } };
	desk_set_tenant(desk, "acme", at_most(QUOTA_RUNS, 2));
	struct uuid other = desk_run(desk, "acme", (struct enqueue_item){ 0 });
	expect_refused(desk_do(desk, event), ERR_QUOTA, "\"runs\"");
	assert_int_equal(ERR_OK, desk_run_command(desk, COMMAND_CANCEL, other));
	assert_int_equal(ERR_OK, desk_do(desk, event)->err);
	assert_int_equal(2, used(desk, "acme", QUOTA_RUNS));
}

/* An occurrence is never skipped for want of room, and a failed run gets its next way. */
static void what_time_makes_counts_and_is_made_all_the_same(void **state)
{
	struct jobs_desk *jobs = *state;
	desk_set_tenant(&jobs->desk, "acme", at_most(QUOTA_RUNS, 1));
	struct uuid job = job_new(jobs, hourly("report"));
	for (u32 i = 0; i < 4; i++) desk_advance(&jobs->desk, HOUR);
	assert_true(used(&jobs->desk, "acme", QUOTA_RUNS) > 1);
	struct job_command wish = { .job = job };
	expect_refused(job_do(jobs, COMMAND_JOB_RUN, wish), ERR_QUOTA, "\"runs\" of 1");
	wish.from = JOBS_START - 5 * HOUR;
	wish.to = JOBS_START;
	expect_refused(job_do(jobs, COMMAND_JOB_BACKFILL, wish), ERR_QUOTA, "\"runs\" of 1");
}

/* ---- the others: one of each, and not a second ------------------------------------------------
 */

static struct command batch_of(const char *tenant, u32 number)
{
	static const struct enqueue_item parent = { .type = { "mail", 4 }, .payload = { "{}", 2 } };
	static const struct enqueue_item child = { .payload = { "{}", 2 } };
	(void)number;
	return (struct command){ .kind = COMMAND_BATCH,
				 .tenant = str_from(tenant),
				 .batch = { .parent = &parent, .children = &child, .len = 1 } };
}

static struct command job_of(const char *tenant, u32 number)
{
	static struct job_row rows[2];
	rows[number] = job_defaults();
	rows[number].kind = JOB_MANUAL;
	rows[number].code = number ? STR("second") : STR("first");
	return (struct command){ .kind = COMMAND_JOB_PUT,
				 .tenant = str_from(tenant),
				 .job_put = { .row = &rows[number], .type = STR("report.make") } };
}

static struct command pause_of(const char *tenant, u32 number)
{
	return (struct command){ .kind = COMMAND_PAUSE,
				 .tenant = str_from(tenant),
				 .pause = { .scope = PAUSE_TYPE,
					    .name = number ? STR("mail") : STR("chat") } };
}

static struct command rule_of(const char *tenant, u32 number)
{
	struct uuid job = { { (u8)(number + 1) } };
	return (struct command){ .kind = COMMAND_ALERT_PUT,
				 .tenant = str_from(tenant),
				 .alert = { .job = job,
					    .job_code = STR("report"),
					    .kind = ALERT_FAILURE,
					    .threshold = 1,
					    .is_enabled = true,
					    .channels = STR("log"),
					    .expected = DOCUMENT_ANY } };
}

static struct command claim_of(const char *tenant, u32 number)
{
	return (struct command){ .kind = COMMAND_EFFECT_CLAIM,
				 .tenant = str_from(tenant),
				 .effect = { .action_key = STR("charge"),
					     .idempotency_key = number ? STR("b") : STR("a") } };
}

static void one_tenants_plenty_is_not_anothers_want(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	static const struct {
		enum quota_kind kind;
		enum err err;
		struct command (*ask)(const char *tenant, u32 number);
		const char *words;
	} cases[] = {
		{ QUOTA_BATCHES, ERR_QUOTA, batch_of, "\"batches\" of 1: it has 1 batches with" },
		{ QUOTA_JOBS, ERR_FULL, job_of, "\"jobs\" of 1: it has 1 jobs that are not" },
		{ QUOTA_PAUSES, ERR_FULL, pause_of, "\"pauses\" of 1: it has 1 pauses of" },
		{ QUOTA_ALERT_RULES, ERR_FULL, rule_of,
		  "\"alert_rules\" of 1: it has 1 alert rules" },
		{ QUOTA_EFFECTS, ERR_QUOTA, claim_of, "\"open_effects\" of 1: it has 1 effects" },
	};
	struct tenant_policy policy = { 0 };
	for (u32 i = 0; i < countof(cases); i++) policy.quotas[cases[i].kind] = 1;
	desk_set_tenant(desk, "acme", policy);
	desk_run(desk, "rival", (struct enqueue_item){ 0 }); /* it is known */
	for (u32 i = 0; i < countof(cases); i++) {
		assert_int_equal(ERR_OK, desk_do(desk, cases[i].ask("acme", 0))->err);
		expect_refused(desk_do(desk, cases[i].ask("acme", 1)), cases[i].err,
			       cases[i].words);
		for (u32 k = 0; k < 2; k++)
			assert_int_equal(ERR_OK, desk_do(desk, cases[i].ask("rival", k))->err);
	}
	desk_crash(desk);
	for (u32 i = 0; i < countof(cases); i++) {
		expect_refused(desk_do(desk, cases[i].ask("acme", 1)), cases[i].err,
			       cases[i].words);
		assert_int_equal(1, used(desk, "acme", cases[i].kind));
		assert_int_equal(2, used(desk, "rival", cases[i].kind));
	}
}

/* An operation is under way for some turns: its answer comes with the first. */
static void operations_are_counted_while_they_are_under_way(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	struct command asks[3];
	desk_set_tenant(desk, "acme", at_most(QUOTA_OPERATIONS, 1));
	desk_run(desk, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < 3; i++)
		asks[i] = (struct command){ .kind = COMMAND_OPERATION_START,
					    .tenant = i == 1 ? STR("rival") : STR("acme"),
					    .operation = { .kind = OPERATION_CANCEL } };
	for (u32 i = 0; i < 3; i++) desk_submit(desk, &asks[i]);
	assert_int_equal(ERR_OK, pump_turn(desk->pump));
	expect_refused(&desk->last.head, ERR_QUOTA, "\"operations\" of 1: it has 1");
	desk_settle(desk);
	assert_int_equal(0, used(desk, "acme", QUOTA_OPERATIONS));
	assert_int_equal(ERR_OK, desk_do(desk, asks[0])->err);
}

/* ---- resting alerts ---------------------------------------------------------------------------
 */

static void fails_for_good(struct desk *desk, const char *tenant, const char *key)
{
	static const str dm[] = { { "dm", 2 } };
	str tenants[] = { str_from(tenant) };
	struct lease_command hers = { .types = dm, .types_len = 1, .tenants = tenants };
	hers.tenants_len = 1;
	desk_run(desk, tenant, (struct enqueue_item){ .type = STR("dm"), .key = str_from(key) });
	assert_int_equal(1, desk_lease(desk, 1, hers));
	desk_finish(desk, desk->leases[desk->leases_len - 1].execution, OUTCOME_FAIL,
		    STR("permanent"));
}

static void who_has_too_many_resting_alerts_gets_no_more_fallbacks(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	static const char *const tenants[] = { "acme", "rival" };
	desk_set_tenant(desk, "acme", at_most(QUOTA_ALERTS, 1));
	for (u32 i = 0; i < 2; i++) {
		struct command set = { .kind = COMMAND_SET_TYPE,
				       .tenant = str_from(tenants[i]),
				       .set = { .name = STR("dm"),
						.expected = DOCUMENT_ANY,
						.fallback = STR("mention") } };
		assert_int_equal(ERR_OK, desk_do(desk, set)->err);
		fails_for_good(desk, tenants[i], "a");
		fails_for_good(desk, tenants[i], "b");
	}
	assert_int_equal(1, used(desk, "acme", QUOTA_ALERTS));
	assert_int_equal(1, used(desk, "acme", QUOTA_RUNS));
	assert_int_equal(2, used(desk, "rival", QUOTA_ALERTS));
	assert_int_equal(2, used(desk, "rival", QUOTA_RUNS));
}

/* ---- what is in force -------------------------------------------------------------------------
 */

static void where_a_tenant_has_no_quota_the_servers_counts(void **state)
{
	(void)state;
	struct desk desk;
	struct engine_config config = { 0 };
	config.quotas[QUOTA_RUNS] = 1;
	desk_open_with(&desk, config);
	desk_run(&desk, "rival", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_QUOTA, desk_enqueue(&desk, "rival", (struct enqueue_item){ 0 }).err);
	struct quota_state state_of = lanes(&desk, "rival", QUOTA_RUNS);
	assert_int_equal(1, state_of.most);
	assert_false(state_of.is_own);
	desk_set_tenant(&desk, "rival", at_most(QUOTA_RUNS, 2));
	desk_run(&desk, "rival", (struct enqueue_item){ 0 });
	state_of = lanes(&desk, "rival", QUOTA_RUNS);
	assert_int_equal(2, state_of.most);
	assert_int_equal(2, state_of.used);
	assert_true(state_of.is_own);
	assert_int_equal(0, lanes(&desk, "rival", QUOTA_JOBS).most);
	desk_close(&desk);
}

static void nobody_counts_for_a_tenant_that_has_left(void **state)
{
	struct desk *desk = &((struct jobs_desk *)*state)->desk;
	desk_set_tenant(desk, "acme", at_most(QUOTA_RUNS, 9));
	for (u32 i = 0; i < 3; i++) {
		desk_run(desk, "acme", (struct enqueue_item){ 0 });
		if (i < 2) assert_int_equal(ERR_OK, desk_do(desk, batch_of("acme", 0))->err);
	}
	assert_int_equal(ERR_OK, desk_do(desk, pause_of("acme", 0))->err);
	assert_int_equal(ERR_OK, desk_do(desk, job_of("acme", 0))->err);
	assert_int_equal(7, used(desk, "acme", QUOTA_RUNS));
	struct command drop = { .kind = COMMAND_TENANT_DROP,
				.set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	assert_int_equal(ERR_OK, desk_do(desk, drop)->err);
	desk_same_as_fresh(desk);
	desk_run(desk, "acme", (struct enqueue_item){ 0 });
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++)
		assert_int_equal(kind == QUOTA_RUNS, used(desk, "acme", (enum quota_kind)kind));
	assert_int_equal(0, lanes(desk, "acme", QUOTA_RUNS).most);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(a_tenant_at_its_quota_of_runs_gets_no_more_until_one_ends),
		job_test(of_many_tasks_those_get_in_that_fit_and_of_all_or_none_none),
		job_test(an_event_without_room_for_all_it_makes_is_not_taken),
		job_test(what_time_makes_counts_and_is_made_all_the_same),
		job_test(one_tenants_plenty_is_not_anothers_want),
		job_test(operations_are_counted_while_they_are_under_way),
		job_test(who_has_too_many_resting_alerts_gets_no_more_fallbacks),
		cmocka_unit_test(where_a_tenant_has_no_quota_the_servers_counts),
		job_test(nobody_counts_for_a_tenant_that_has_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
