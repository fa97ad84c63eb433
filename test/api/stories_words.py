"""Words that the description declares and no other story brings about."""
from dialogue import (Client, Server, Stream, expect, expect_equal, expect_problem, story,
                      story_alone, until, walk)
from stories_depend import ago, job, once, the_run_of

LATER = "2035-01-01T00:00:00Z"


def events_of(tenant):
    return {one["type"] for one in walk(tenant.viewer, "events")}


def attempts(tenant, **words):
    return walk(tenant.viewer, "executions", **words)


# ---- settings ----------------------------------------------------------------------------------


@story
def a_job_shows_each_choice_as_it_was_made(server):
    tenant = server.tenant()
    choices = {
        "dst_gap": ["shift", "next", "skip"],
        "dst_overlap": ["default", "first", "second", "both"],
        "overlap": ["queue", "skip", "replace"],
    }
    for name, words in choices.items():
        for word in words:
            made = job(tenant, f"{name}-{word}", **{name: word})
            expect_equal(made[name], word)


@story
def a_type_shows_each_choice_as_it_was_made(server):
    tenant = server.tenant()
    choices = {"maintenance": ["pass", "defer"], "quiet": ["pass", "opt_in", "hold"]}
    for name, words in choices.items():
        for word in words:
            tenant.operator.put("types/choosy", {name: word})
            expect_equal(tenant.viewer.get("types/choosy").json[name], word)


@story
def a_job_with_personal_data_in_its_parameters_is_flagged(server):
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"payload_check": "flag"})
    made = job(tenant, "letters", parameters={"email": "ann@example.org"})
    expect_equal(made["flagged"], "personal")


@story
def a_tenant_shows_its_profile_and_its_choices(server):
    profiles = ("default", "guild", "broadcast", "enterprise", "daily", "billing")
    for profile in profiles:
        tenant = server.tenant(profile=profile)
        expect_equal(tenant.admin.get(f"tenants/{tenant.id}").json["profile"], profile)
        expect_equal(tenant.admin.get("me").json["tenant"]["profile"], profile)
    tenant = server.tenant()
    given = {"misfire": "run_once", "payload_check": "off"}
    made = tenant.admin.put(f"tenants/{tenant.id}/settings", given).json
    expect_equal({name: made[name] for name in given}, given)


@story
def rules_and_sources_show_that_they_are_active(server):
    tenant = server.tenant()
    given = {"event": "order.created", "type": "order.check", "creates": "task", "state": "active"}
    rule = tenant.operator.post("rules", given, 201).json
    expect_equal({name: rule[name] for name in given}, given)
    tenant.admin.put("secrets/door", {"value": "sesame"})
    given = {"secrets": ["door"], "state": "active"}
    source = tenant.admin.post("sources", given, 201).json
    expect_equal({name: source[name] for name in given}, given)


@story
def a_type_shows_that_quiet_hours_hold_it(server):
    tenant = server.tenant()
    made = tenant.operator.put("types/mail.send", {"notifies": True, "quiet": "hold"}).json
    expect_equal(made["quiet"], "hold")


@story
def a_rule_with_a_value_out_of_range_is_refused(server):
    tenant = server.tenant()
    answer = tenant.viewer.ask("POST", "preview", {"rule": "FREQ=YEARLY;BYMONTH=13"})
    expect_problem(answer, 422, "rrule_range")


# ---- sessions ----------------------------------------------------------------------------------


@story
def a_session_has_the_role_of_its_token(server):
    tenant = server.tenant()
    for role in ("viewer", "producer", "operator", "worker", "user", "admin"):
        answer = Client(server).post("session", {"token": tenant.token(role)["token"]}, 201)
        expect_equal(answer.json["role"], role)
    shown = {row["role"] for row in walk(tenant.admin, "sessions")}
    expect_equal(
        sorted(shown), ["admin", "operator", "producer", "user", "viewer", "worker"]
    )


# ---- runs and attempts -------------------------------------------------------------------------


@story
def an_attempt_shows_each_outcome_of_a_report(server):
    tenant = server.tenant()
    for outcome in ("success", "noop", "retry", "fail", "defer"):
        _, lease = tenant.run_to("processing", f"type.{outcome}")
        more = {"defer_until": LATER} if outcome == "defer" else {}
        tenant.report(lease["execution_id"], outcome, **more)
        shown = tenant.viewer.get(f"executions/{lease['execution_id']}").json
        expect_equal(shown["outcome"], outcome)
        expect_equal(shown["status"] == "PENDING", outcome == "defer")
    expect("run.deferred" in events_of(tenant), "the deferral is told")


@story
def what_is_done_with_a_run_is_told(server):
    tenant = server.tenant()
    tenant.operator.put("types/mail.send", {"max_attempts": 1, "timeout_seconds": 1})
    _, lease = tenant.run_to("processing")
    until("it took too long",
          lambda: attempts(tenant)[0]["outcome"] == "timeout" and attempts(tenant))
    run = tenant.run(lease["run_id"])
    tenant.operator.post(f"queue/{run['id']}/retry")
    tenant.operator.post(f"queue/{run['id']}/reschedule", {"in": "1h"})
    tenant.admin.put(f"tenants/{tenant.id}/settings",
                     {"policy_rules": [{"action": "deny", "type": "forbidden"}]})
    tenant.enqueue("forbidden")
    tenant.lease(types=["forbidden"])
    wanted = {"task.timeout", "run.retried", "run.rescheduled", "run.failed"}
    until("all of it", lambda: wanted <= events_of(tenant))


@story
def a_run_that_was_awaited_and_a_batch_are_told(server):
    tenant = server.tenant()
    first = once(tenant, "import", 20)
    report = once(tenant, "report", 10, dependencies=[
        {"depends_on_job_id": "import", "dependency_type": "COMPLETE"}])
    begun = once(tenant, "watch", 10, dependencies=[
        {"depends_on_job_id": "import", "dependency_type": "START"}])
    for made, kind in ((report, "COMPLETE"), (begun, "START")):
        run = the_run_of(tenant, made)
        why = until("it waits", lambda run=run: [
            one for one in tenant.viewer.get(f"queue/{run['id']}/why").json["reasons"]
            if "dependency_type" in one])
        expect_equal(why[0]["dependency_type"], kind)
    expect_equal(the_run_of(tenant, first)["state"], "queued")
    tenant.report(tenant.lease(types=["import"])[0]["execution_id"])
    until("run.queued", lambda: "run.queued" in events_of(tenant))
    tenant.producer.post("batches", {"type": "mail.send", "items": [1]}, 201)
    tenant.report(tenant.lease(types=["mail.send"])[0]["execution_id"])
    until("batch.completed", lambda: "batch.completed" in events_of(tenant))


@story
def a_job_tells_of_its_life(server):
    tenant = server.tenant()
    tenant.operator.put("calendars/holidays", {"dates": ["2020-01-01"]})
    made = job(tenant, "daily", exclude=["holidays"])
    tenant.operator.post("jobs/daily/pause")
    tenant.operator.post("jobs/daily/resume")
    days = [ago(-86400 * day)[:10] for day in range(3)]
    tenant.operator.put("calendars/holidays", {"dates": days})
    until("job.replanned", lambda: "job.replanned" in events_of(tenant))
    tenant.producer.delete(f"jobs/{made['id']}", 204)
    told = events_of(tenant)
    expect({"job.resumed", "job.deleted"} <= told, f"{told}")


@story
def what_holds_a_tenant_back_is_told(server):
    tenant = server.tenant()
    tenant.operator.post("pause", {"scope": "type", "type": "mail.send"})
    tenant.operator.post("resume", {"scope": "type", "type": "mail.send"})
    tenant.admin.put(f"tenants/{tenant.id}/settings",
                     {"maintenance": {"enabled": True, "reason": "moving house"}})
    tenant.enqueue()
    tenant.lease()
    until("maintenance.holding", lambda: "maintenance.holding" in events_of(tenant))
    expect("pause.lifted" in events_of(tenant), "the pause was lifted")
    live = Stream(server.admin, tenant_id="*", event="tenant.deleted")
    server.admin.delete(f"tenants/{tenant.id}", 202)
    while live.next()["data"]["tenant_id"] != tenant.id:
        pass
    live.close()


@story
def occurrences_say_why_they_were_left_out(server):
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"min_interval_seconds": 1})
    cron = {"cron_expression": "* * * * * *"}
    job(tenant, "skips", overlap="skip", **cron)
    tenant.lease(types=["skips"], wait_ms=5000)
    until("overlap", lambda: "overlap" in reasons(tenant, "skips"))
    job(tenant, "called-off", **cron)
    run = until("a run", lambda: walk(tenant.viewer, "queue", type="called-off", state="queued"))[0]
    tenant.operator.post(f"queue/{run['id']}/cancel")
    until("cancelled", lambda: "cancelled" in reasons(tenant, "called-off"))
    job(tenant, "rests", jitter_seconds=3600, **cron)
    # Its time has come, but its jitter is not over: less than a second in which to switch it off.
    until("disabled", lambda: is_switched_off_in_between(tenant, "rests"))
    job(tenant, "piles-up", catchup_max=1, allow_concurrent=True, max_instances=10, **cron)
    until("backlog", lambda: "backlog" in reasons(tenant, "piles-up"))
    first = the_run_of(tenant, once(tenant, "import", 20))
    tenant.operator.post(f"queue/{first['id']}/cancel")
    once(tenant, "report", 10, dependencies=[{"depends_on_job_id": "import"}])
    until("dependency", lambda: "dependency" in reasons(tenant, "report"))
    for code in ("skips", "called-off", "piles-up"):
        tenant.producer.put(f"jobs/{code}", {"is_enabled": False})


def is_switched_off_in_between(tenant, code):
    tenant.producer.put(f"jobs/{code}", {"is_enabled": True})
    until("its time has come",
          lambda: [one for one in walk(tenant.viewer, "queue", type=code)
                   if one["planned_at"] < ago(0)])
    tenant.producer.put(f"jobs/{code}", {"is_enabled": False})
    return "disabled" in reasons(tenant, code)


def reasons(tenant, code):
    return {one["reason"] for one in walk(tenant.viewer, f"jobs/{code}/occurrences")}


@story
def a_backfilled_run_says_so(server):
    tenant = server.tenant()
    job(tenant, "nightly")
    tenant.operator.post("jobs/nightly/backfill", {"from": "2024-01-01T00:00:00Z",
                                                   "to": "2024-01-02T00:00:00Z"}, 201)
    runs = until("its run", lambda: [one for one in walk(tenant.viewer, "queue")
                                     if one["cause"] == "backfill"])
    expect_equal(len(runs), 1)


@story
def a_cancelled_run_of_a_job_is_the_last_one(server):
    tenant = server.tenant()
    job(tenant, "nightly")
    run = tenant.operator.post("jobs/nightly/run", {}, 201).json
    lease = tenant.lease(types=["nightly"])[0]
    tenant.operator.post(f"queue/{lease['run_id']}/cancel")
    until("its end", lambda: tenant.viewer.get("jobs/nightly").json["last_run_status"]
          == "CANCELLED")
    expect(run, "it was made")


@story
def a_released_effect_says_so(server):
    tenant = server.tenant()
    wanted = {"action_key": "charge", "idempotency_key": "k", "on_abandoned": "reopen"}
    claim = tenant.admin.post("effects/claim", wanted).json
    tenant.operator.post("effects/release", {"claim_id": claim["claim_id"]})
    expect_equal([(one["state"], one["on_abandoned"]) for one in walk(tenant.viewer, "effects")],
                 [("released", "reopen")])


@story
def a_rate_defers_what_is_above_it(server):
    tenant = server.tenant()
    tenant.operator.put("types/mail.send", {"route": "mail-host"})
    tenant.operator.put("limits/mail-host", {"rate": 1, "per_seconds": 3600})
    for _ in range(2):
        tenant.enqueue()
    tenant.lease(max_=2)
    until("a run is deferred", lambda: "rate_limit" in
          [one["deferred_by"] for one in walk(tenant.viewer, "queue")])


# ---- the service -------------------------------------------------------------------------------


@story_alone
def alerts_of_the_service_name_their_kind():
    with Server() as server:
        tenant = server.tenant()
        for kind in ("NO_WORKER", "STALLED"):
            server.admin.put(f"service-alerts/{kind}", {"threshold_value": 1})
        for _ in range(2):
            tenant.enqueue("lost")
            tenant.lease(types=["lost"], lease_ms=5000)
        tenant.enqueue("nobody.takes.it")
        until("both", lambda: {"NO_WORKER", "STALLED"} <= {
            one["alert_type"] for one in walk(server.admin, "alerts")})
        told = {one["data"]["alert"]["alert_type"]
                for one in walk(server.admin, "events", event="alert.raised")}
        expect({"NO_WORKER", "STALLED"} <= told, f"{told}")
