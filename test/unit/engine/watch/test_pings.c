/* A run of a group ends well: one call of what its tenant has for the group, in the same commit. */
#include "engine/gates_desk.h"
#include "engine/jobs_desk.h"

#include "model/gates.h"

#define NIGHTLY "ping nightly https://a.example/n\nping mails https://a.example/m\n"

struct pings {
	struct buf *text;
	u32 count;
};

static void see(void *context, const struct memory_run_seen *seen)
{
	struct pings *pings = context;
	if (!str_starts_with(seen->row->payload, STR("{\"url\""))) return;
	pings->count++;
	buf_clear(pings->text);
	buf_add(pings->text, seen->row->payload);
}

/* How many there are; the last one's payload in the desk's text. */
static u32 pings(struct jobs_desk *jobs)
{
	struct pings seen = { .text = &jobs->text };
	memory_store_each_run(jobs->desk.store, see, &seen);
	return seen.count;
}

static struct uuid job_of_group(struct jobs_desk *jobs, const char *group)
{
	struct job_row row = hourly("report");
	row.group = group_mark(str_from(group));
	return job_new(jobs, row);
}

static struct lease claim(struct jobs_desk *jobs, str type)
{
	const str types[] = { type };
	assert_int_equal(1,
			 desk_lease(&jobs->desk, 1,
				    (struct lease_command){
					    .types = types, .types_len = 1, .lease_ms = 600000 }));
	return jobs->desk.leases[jobs->desk.leases_len - 1];
}

static struct lease due_in_an_hour(struct jobs_desk *jobs)
{
	desk_advance(&jobs->desk, HOUR);
	return claim(jobs, STR("report.make"));
}

static void a_run_that_ends_well_is_told_of_with_its_end(void **state)
{
	struct jobs_desk *jobs = *state;
	char expected[300], job[UUID_TEXT_LEN], run[UUID_TEXT_LEN];
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", NIGHTLY));
	struct uuid id = job_of_group(jobs, "nightly");
	struct lease lease = due_in_an_hour(jobs);
	assert_int_equal(pings(jobs), 0);
	job_done(jobs, lease);
	assert_int_equal(pings(jobs), 1);
	uuid_print(id, job);
	uuid_print(lease.run, run);
	snprintf(expected, sizeof expected,
		 "{\"url\":\"https://a.example/n\",\"body\":{\"group\":\"nightly\","
		 "\"job_id\":\"%.*s\",\"run_id\":\"%.*s\"}}",
		 UUID_TEXT_LEN, job, UUID_TEXT_LEN, run);
	assert_true(str_eq(buf_view(&jobs->text), str_from(expected)));
	desk_same_as_fresh(&jobs->desk);
}

static void a_failure_is_not_and_a_retry_that_ends_well_is_once(void **state)
{
	struct jobs_desk *jobs = *state;
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", NIGHTLY));
	job_of_group(jobs, "nightly");
	struct lease lease = due_in_an_hour(jobs);
	desk_finish(&jobs->desk, lease.execution, OUTCOME_RETRY, STR("network"));
	assert_int_equal(pings(jobs), 0);
	desk_advance(&jobs->desk, 5 * MINUTE);
	lease = claim(jobs, STR("report.make"));
	job_done(jobs, lease);
	job_done(jobs, lease); /* said twice */
	assert_int_equal(pings(jobs), 1);
}

static void other_groups_and_other_tenants_are_left_alone(void **state)
{
	struct jobs_desk *jobs = *state;
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "bolt", NIGHTLY));
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", "ping other https://a.example/"));
	job_of_group(jobs, "nightly");
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 0);
	/* From the next end on. */
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", NIGHTLY));
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 1);
	/* And no more. */
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", ""));
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 1);
}

static void a_jobs_group_counts_before_its_types(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	assert_int_equal(ERR_OK, desk_say(desk, "acme", NIGHTLY));
	const struct type_policy policy = { .group = group_mark(STR("mails")) };
	desk_set_type(desk, "acme", "report.make", policy);
	job_of_group(jobs, "nightly");
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 1);
	assert_non_null(strstr(jobs->text.at, "\"nightly\""));
	struct uuid run = desk_run(desk, "acme",
				   (struct enqueue_item){ .type = STR("report.make") });
	struct lease lease = claim(jobs, STR("report.make"));
	assert_true(uuid_eq(&lease.run, &run));
	job_done(jobs, lease);
	assert_int_equal(pings(jobs), 2);
	desk_same_as_fresh(desk);
}

static void a_ping_is_never_told_of(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	assert_int_equal(ERR_OK, desk_say(desk, "acme", NIGHTLY));
	const struct type_policy policy = { .carrier = CARRIER_WORKERS,
					    .group = group_mark(STR("mails")) };
	desk_set_type(desk, "acme", "ping.send", policy);
	job_of_group(jobs, "nightly");
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 1);
	job_done(jobs, claim(jobs, STR("ping.send")));
	assert_int_equal(pings(jobs), 1);
}

static void groups_and_pings_outlive_a_crash(void **state)
{
	struct jobs_desk *jobs = *state;
	assert_int_equal(ERR_OK, desk_say(&jobs->desk, "acme", NIGHTLY));
	job_of_group(jobs, "nightly");
	jobs_down_for(jobs, MINUTE);
	job_done(jobs, due_in_an_hour(jobs));
	assert_int_equal(pings(jobs), 1);
}

static void many_that_end_at_once_are_all_told_of(void **state)
{
	enum { MANY = 50 };
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct report reports[MANY];
	static const str mail[] = { { "mail", 4 } };
	assert_int_equal(ERR_OK, desk_say(desk, "acme", NIGHTLY));
	desk_set_type(desk, "acme", "mail",
		      (struct type_policy){ .group = group_mark(STR("mails")) });
	for (u32 i = 0; i < MANY; i++)
		desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail") });
	assert_int_equal(MANY, desk_lease(desk, MANY,
					  (struct lease_command){ .types = mail, .types_len = 1 }));
	for (u32 i = 0; i < MANY; i++)
		reports[i] = (struct report){
			.execution = desk->leases[desk->leases_len - MANY + i].execution,
			.outcome = OUTCOME_SUCCESS
		};
	desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), reports, MANY, NULL } });
	assert_int_equal(pings(jobs), MANY);
}

static void what_is_said_has_bounds(void **state)
{
	struct jobs_desk *jobs = *state;
	static const char *const wrong[] = { "ping nightly", "ping night/ly https://a.example/",
					     "ping nightly https://a.example/ x",
					     "ping nightly https://a.example/\"", "ping" };
	for (u32 i = 0; i < countof(wrong); i++)
		assert_int_equal(ERR_INVALID, desk_say(&jobs->desk, "acme", wrong[i]));
	buf_clear(&jobs->text);
	for (u32 i = 0; i <= PINGS_MAX; i++)
		buf_addf(&jobs->text, "ping g%u https://a.example/\n", i);
	buf_add_byte(&jobs->text, 0);
	assert_int_equal(ERR_INVALID, desk_say(&jobs->desk, "acme", jobs->text.at));
	buf_clear(&jobs->text);
	buf_addf(&jobs->text, "ping g https://a.example/");
	while (jobs->text.len <= PING_URL_BYTES + sizeof "ping g") buf_add_byte(&jobs->text, 'a');
	buf_add_byte(&jobs->text, 0);
	assert_int_equal(ERR_INVALID, desk_say(&jobs->desk, "acme", jobs->text.at));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(a_run_that_ends_well_is_told_of_with_its_end),
		job_test(a_failure_is_not_and_a_retry_that_ends_well_is_once),
		job_test(other_groups_and_other_tenants_are_left_alone),
		job_test(a_jobs_group_counts_before_its_types),
		job_test(a_ping_is_never_told_of),
		job_test(groups_and_pings_outlive_a_crash),
		job_test(many_that_end_at_once_are_all_told_of),
		job_test(what_is_said_has_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
