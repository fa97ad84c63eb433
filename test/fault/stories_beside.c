/* Stories about what stands beside runs and jobs: ladders, daily windows, alerts, gates, routes,
 * documents, dependencies, the next way, a tenant that goes. As in stories.c. */
#include "stories.h"

#include "base/must.h"

#include <stdio.h>

void tell_ladders(struct rig *rig)
{
	static const msec offsets[] = { -MSEC_HOUR, 0 };
	struct enqueue_item rung = { .type = STR("remind"), .payload = STR("{}") };
	struct command make = { .kind = COMMAND_LADDER,
				.ladder = { .entity = STR("event:1"),
					    .anchor = rig->now.wall + 2 * MSEC_HOUR,
					    .offsets = offsets,
					    .len = countof(offsets),
					    .rung = &rung } };
	struct command move = { .kind = COMMAND_LADDER_MOVE,
				.ladder = { .entity = STR("event:1"),
					    .anchor = rig->now.wall + MSEC_DAY } };
	struct command stop = { .kind = COMMAND_LADDER_STOP,
				.ladder = { .entity = STR("event:1"), .reason = STR("off") } };
	rig_do(rig, story_once(1, make));
	rig_advance(rig, MSEC_HOUR);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_do(rig, story_once(2, move));
	rig_crash(rig);
	rig_do(rig, story_once(3, stop));
	rig_advance(rig, MSEC_DAY);
}

/* A day that succeeds, and one that nobody came for. */
void tell_daily_windows(struct rig *rig)
{
	msec soon = rig->now.wall + 30 * MSEC_MINUTE;
	struct daily_command ann = { .user = STR("ann"),
				     .due_minute = (u32)(soon / MSEC_MINUTE % (24 * 60)) };
	rig_do(rig, story_once(1, (struct command){ .kind = COMMAND_DAILY_PUT, .daily = ann }));
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_crash(rig);
	rig_advance(rig, MSEC_DAY);
	rig_advance(rig, MSEC_HOUR);
	rig_do(rig, story_once(2, (struct command){ .kind = COMMAND_DAILY_DELETE, .daily = ann }));
}

/* What sends them is the server's own: no worker gets it. */
void tell_alerts(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	row.max_attempts = 1;
	struct alert_command rule = { .job = story_job(rig, 1, (struct uuid){ { 0 } }, &row),
				      .job_code = row.code,
				      .threshold = 1,
				      .is_enabled = true,
				      .expected = DOCUMENT_ANY,
				      .channels = STR("email"),
				      .recipients = STR("ann@a") };
	rig_do(rig, story_once(2, (struct command){ .kind = COMMAND_ALERT_PUT, .alert = rule }));
	rule.id = rig->last.id;
	rig_advance(rig, MSEC_HOUR);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_FAIL));
	rig_crash(rig);
	rig_advance(rig, MSEC_HOUR);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS)); /* well again */
	rig_do(rig, story_once(4, (struct command){ .kind = COMMAND_ALERT_DELETE, .alert = rule }));
}

/* Maintenance with an end: what comes meanwhile is put off until then. */
void tell_gates(struct rig *rig)
{
	char body[64];
	int len = snprintf(body, sizeof body, "maintenance 0 %lld",
			   (long long)(rig->now.wall + MSEC_HOUR));
	struct set_command gates = { .name = STR("acme"),
				     .has_gates = true,
				     .gates_only = true,
				     .gates = { body, (size_t)len } };
	rig_do(rig, (struct command){ .kind = COMMAND_SET_TENANT, .set = gates });
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_advance(rig, MSEC_MINUTE);
	rig_advance(rig, 2 * MSEC_SECOND); /* a new memory puts nothing off for a second */
	rig_crash(rig);
	rig_advance(rig, MSEC_HOUR);
	rig_advance(rig, 5 * MSEC_MINUTE);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

/* A new memory has no tokens: then the worker comes again a minute later. */
static void take_one_of_route(struct rig *rig)
{
	bool has_one = false;
	for (u32 i = 0; i < 5 && !has_one; i++) {
		rig_advance(rig, MSEC_MINUTE);
		has_one = rig_try_take(rig);
	}
	rig_expect(rig, has_one, "a route stays without a token");
	if (has_one) rig_report(rig, story_outcome(rig->held[rig->held_len - 1], OUTCOME_SUCCESS));
}

void tell_routes(struct rig *rig)
{
	struct set_command type = { .name = STR("mail.send"), .expected = DOCUMENT_ANY };
	struct set_command rate = { .name = STR("smtp"),
				    .details = STR("{}"),
				    .expected = DOCUMENT_ANY,
				    .rate = { .rate = 1, .burst = 1, .per_ms = MSEC_MINUTE } };
	must(route_name_set(&type.type.route, STR("smtp")));
	rig_do(rig, story_once(1, (struct command){ .kind = COMMAND_SET_LIMIT, .set = rate }));
	rig_do(rig, story_once(2, (struct command){ .kind = COMMAND_SET_TYPE, .set = type }));
	for (u32 i = 0; i < 2; i++) rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < 2; i++) take_one_of_route(rig);
	rig->runs_len = 0; /* how often each was put off depends on what failed */
	rate.is_delete = true;
	rate.details = (str){ "", 0 };
	rig_do(rig, story_once(3, (struct command){ .kind = COMMAND_SET_LIMIT, .set = rate }));
}

/* The hook is asked when somebody could take the run; a new memory asks it anew. It says yes once,
 * and no once. */
void tell_hook(struct rig *rig)
{
	struct set_command gates = { .name = STR("acme"),
				     .has_gates = true,
				     .gates_only = true,
				     .gates = STR("hook defer 1000 60000 key https://a.example/") };
	bool has_one = false;
	rig_do(rig, (struct command){ .kind = COMMAND_SET_TENANT, .set = gates });
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < 5 && !has_one; i++) {
		has_one = rig_try_take(rig);
		rig->asked.answer = HOOK_ALLOW;
		rig_do(rig, (struct command){ .kind = COMMAND_HOOK_SAID, .hook = rig->asked });
	}
	rig_expect(rig, has_one, "what a hook allows does not start");
	if (has_one) rig_report(rig, story_outcome(rig->held[rig->held_len - 1], OUTCOME_SUCCESS));
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < 3; i++) {
		rig_expect(rig, !rig_try_take(rig), "what a hook denies starts");
		rig->asked.answer = HOOK_DENY;
		rig_do(rig, (struct command){ .kind = COMMAND_HOOK_SAID, .hook = rig->asked });
	}
}

/* With what the call behind each is audited by. */
void tell_documents(struct rig *rig)
{
	static const struct audit_ask put = { .action = STR("user.put"),
					      .kind = STR("user"),
					      .object = STR("ann"),
					      .request = STR("r-1"),
					      .source = STR("127.0.0.1"),
					      .after = STR("{}") };
	struct document_command ann = { .kind = DOCUMENT_USER,
					.name = STR("ann"),
					.body = STR("{}"),
					.expected = DOCUMENT_ANY };
	struct command command = { .kind = COMMAND_DOCUMENT_PUT, .document = ann, .audit = &put };
	rig_do(rig, story_once(1, command));
	command.document.body = STR("{\"timezone\":\"Europe/Paris\"}");
	rig_do(rig, story_once(2, command));
	rig_crash(rig);
	command.kind = COMMAND_DOCUMENT_DELETE;
	rig_do(rig, story_once(3, command));
}

void tell_dependencies(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	struct uuid first = story_job(rig, 1, (struct uuid){ { 0 } }, &row);
	row.code = STR("report.mail");
	row.dependencies.len = 1;
	row.dependencies.at[0] = (struct dependency){ first, DEPENDENCY_SUCCESS };
	story_job(rig, 2, (struct uuid){ { 0 } }, &row);
	rig_advance(rig, MSEC_HOUR);
	struct uuid held = rig_take(rig);
	rig_crash(rig);
	rig_report(rig, story_outcome(held, OUTCOME_SUCCESS));
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

/* A way that fails for good, and the next one. */
/* The second waits for the first, which is as new; the third is deleted for them. */
void tell_apply(struct rig *rig)
{
	static const u32 on_first[] = { 2 };
	struct job_row rows[2] = { story_hourly_job(rig), story_hourly_job(rig) };
	struct job_row old = story_hourly_job(rig);
	struct command members[3] = { 0 };
	old.code = STR("old");
	struct uuid gone = story_job(rig, 1, (struct uuid){ { 0 } }, &old);
	rows[1].code = STR("report.late");
	rows[1].dependencies.len = 1;
	members[0] = (struct command){ .kind = COMMAND_JOB_DELETE, .job = { .job = gone } };
	for (u32 i = 0; i < 2; i++)
		members[1 + i] = (struct command){ .kind = COMMAND_JOB_PUT,
						   .job_put = { .row = &rows[i],
								.type = STR("report.make") } };
	members[2].job_put.on_members = on_first;
	for (u32 i = 0; i < 3; i++) members[i].tenant = STR("acme");
	/* Told a second time, after nobody knew, it is refused: all of it is there. */
	rig_do(rig, (struct command){ .kind = COMMAND_JOB_APPLY,
				      .tenant = STR("acme"),
				      .job_apply = { .members = members, .len = 3 } });
	rig_advance(rig, MSEC_HOUR);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

void tell_fallbacks(struct rig *rig)
{
	struct set_command type = { .name = STR("mail.send"),
				    .expected = DOCUMENT_ANY,
				    .fallback = STR("text.send") };
	must(class_list_add(&type.type.fatal, STR("closed")));
	type.type.notifies = true;
	rig_do(rig, story_once(1, (struct command){ .kind = COMMAND_SET_TYPE, .set = type }));
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	struct report closed = story_outcome(rig_take(rig), OUTCOME_FAIL);
	closed.error_class = STR("closed");
	rig_report(rig, closed);
	rig_crash(rig);
	rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
}

/* What was missed is run on purpose; then its calendar goes, and the zones are new. */
void tell_backfill(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	msec from = rig->now.wall;
	struct calendar_command days = { STR("holidays"), STR("2030-01-01") };
	row.misfire = MISFIRE_SKIP;
	row.max_instances = 5;
	rig_do(rig,
	       story_once(1, (struct command){ .kind = COMMAND_CALENDAR_PUT, .calendar = days }));
	struct uuid job = story_job(rig, 2, (struct uuid){ { 0 } }, &row);
	rig_crash(rig);
	rig_advance(rig, 3 * MSEC_HOUR);
	struct job_command span = { .job = job, .from = from, .to = from + 2 * MSEC_HOUR };
	rig_do(rig, story_once(3, (struct command){ .kind = COMMAND_JOB_BACKFILL, .job = span }));
	for (u32 i = 0; i < 2; i++) rig_report(rig, story_outcome(rig_take(rig), OUTCOME_SUCCESS));
	rig_do(rig, story_once(4, (struct command){ .kind = COMMAND_CALENDAR_DELETE,
						    .calendar = days }));
	rig_do(rig, (struct command){ .kind = COMMAND_TZ_CHANGED });
}

/* An effect that is given up, a worker that leaves, a notice that nobody has. */
void tell_changes_of_mind(struct rig *rig)
{
	rig_wait(rig, 50000);
	rig_do(rig, (struct command){ .kind = COMMAND_LEAVE,
				      .leave = { &rig->given[rig->replies].reply } });
	rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	struct uuid held = rig_take(rig);
	struct effect_command effect = { .action_key = STR("charge"), .execution = held };
	rig_do(rig, (struct command){ .kind = COMMAND_EFFECT_CLAIM,
				      .tenant = STR("acme"),
				      .effect = effect });
	effect = (struct effect_command){ .claim = rig->last.effect.claim,
					  .execution = held,
					  .reason = STR("not sent") };
	rig_do(rig, (struct command){ .kind = COMMAND_EFFECT_RELEASE,
				      .tenant = STR("acme"),
				      .effect = effect });
	rig_report(rig, story_outcome(held, OUTCOME_SUCCESS));
}

void tell_tenant_goes(struct rig *rig)
{
	struct job_row row = story_hourly_job(rig);
	struct set_command acme = { .name = STR("acme"), .expected = DOCUMENT_ANY };
	story_job(rig, 1, (struct uuid){ { 0 } }, &row);
	for (u32 i = 0; i < 3; i++) rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
	rig_take(rig);
	rig_do(rig, (struct command){ .kind = COMMAND_TENANT_DROP, .set = acme });
	rig_crash(rig);
}

/* What ended a month ago goes, with all that hangs on it; a key that counts, a dead letter and what
 * has not ended stay. */
void tell_retention(struct rig *rig)
{
	for (u32 i = 0; i < 4; i++) {
		rig_enqueue(rig, "acme", (struct enqueue_item){ 0 });
		rig_report(rig, story_outcome(rig_take(rig), i ? OUTCOME_SUCCESS : OUTCOME_FAIL));
	}
	struct reminder_row call = { .user = STR("ann"),
				     .title = STR("call"),
				     .channels = STR("[\"in_app\"]"),
				     .starts_at = rig->now.wall + MSEC_HOUR };
	rig_do(rig, story_once(1, (struct command){ .kind = COMMAND_REMINDER_PUT,
						    .reminder = { .row = &call, .moves = true } }));
	struct uuid reminder = rig->last.is_replayed ? rig->last.id : rig->last.reminder.id;
	rig_do(rig, story_once(2, (struct command){ .kind = COMMAND_REMINDER_DELETE,
						    .reminder = { .id = reminder } }));
	rig_advance(rig, 40 * MSEC_DAY);
	rig_enqueue(rig, "acme", (struct enqueue_item){ .run_at = rig->now.wall + MSEC_DAY });
	rig_tend(rig);
	rig_crash(rig);
	rig_tend(rig);
	rig_advance(rig, 60 * MSEC_DAY);
	rig_tend(rig);
}
