"""The profile enterprise: its business rules, number by number, and its own list of journeys."""
import json
import os
import tempfile

from acceptance import each_row, section
from dialogue import ABSENT, Server, expect, expect_equal, expect_problem, until, walk
from scene import apart, at, belfry, instant_of, person


def enterprise(server):
    return server.tenant(profile="enterprise")


def manual(tenant, code, **fields):
    body = {"code": code, "handler": code, "schedule_type": "MANUAL", **fields}
    return tenant.producer.post("jobs", body, 201).json


def begin(tenant, code, **words):
    """Runs a job now: its run's id, and the lease."""
    run = tenant.producer.post(f"jobs/{code}/run", {}, 201).json["id"]
    lease = tenant.lease(types=[code], **words)[0]
    expect_equal(lease["run_id"], run)
    return run, lease


# ---- job execution -----------------------------------------------------------------------------


@section("7.1.1 3.6 10.1.6 10.2.2")
def one_worker_at_a_time_holds_a_run(server):
    tenant = enterprise(server)
    manual(tenant, "locked")
    run, lease = begin(tenant, "locked", worker="w-1")
    expect_equal(tenant.lease(worker="w-2"), [])
    shown = tenant.run(run)
    expect_equal((shown["state"], shown["worker_id"]), ("processing", "w-1"))
    # The execution's id is the lease: nobody who only guesses one is heard.
    expect_equal(tenant.report(ABSENT, worker="w-2")[0], 409)
    expect_equal(tenant.report(lease["execution_id"]), (200, "ok"))
    expect_equal(tenant.report(lease["execution_id"], "retry")[0], 409)


@section("7.1.2 3.6")
def a_worker_beats_every_thirty_seconds(server):
    tenant = enterprise(server)
    manual(tenant, "beaten")
    tenant.producer.post("jobs/beaten/run", {}, 201)
    answer = tenant.worker.post("worker/lease", {"worker_id": "w-1", "max": 1}).json
    lease = answer["leases"][0]
    expect_equal(answer["renew_ms"], 30000)
    before = tenant.run(lease["run_id"])["lease_until"]
    beat = {"worker_id": "w-1", "executions": [{"id": lease["execution_id"]}]}
    expect_equal(tenant.worker.post("worker/heartbeat", beat).json["extended"],
                 [lease["execution_id"]])
    expect(tenant.run(lease["run_id"])["lease_until"] > before, "the lease is longer")
    beat["executions"] = [{"id": ABSENT}]
    expect_equal(tenant.worker.post("worker/heartbeat", beat).json["lost"], [ABSENT])


@section("7.1.3")
def a_job_that_exceeds_its_timeout_is_ended(server):
    tenant = enterprise(server)
    manual(tenant, "slow", timeout_seconds=1, max_retries=0)
    run, lease = begin(tenant, "slow")
    until("the timeout", lambda: tenant.state(run) == "dlq")
    execution = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    expect_equal((execution["status"], execution["will_retry"]), ("TIMEOUT", False))
    expect_equal(tenant.report(lease["execution_id"])[0], 409)
    for wrong in (0, 86401, "5m"):
        expect_problem(tenant.producer.ask("PUT", "jobs/slow", {"timeout_seconds": wrong}), 422)


@section("7.1.4 7.1.5 10.1.4 2.6", alone=True)
def retries_wait_one_two_and_four_minutes():
    def told(server, timed):
        tenant = enterprise(server)
        manual(tenant, "flaky")
        run, lease = begin(tenant, "flaky")
        for wait in (60, 120, 240):
            tenant.report(lease["execution_id"], "retry", error={"class": "network"})
            shown = tenant.run(run)
            delay = apart(shown["updated_at"], shown["run_at"])
            expect(0.6 * wait - 1 <= delay <= 1.4 * wait + 1, f"{delay} s, not {wait}")
            timed.go_to(shown["run_at"])
            lease = until("due again", lambda: tenant.lease(types=["flaky"]))[0]
        tenant.report(lease["execution_id"], "retry", error={"class": "network"})
        shown = tenant.run(run)
        expect_equal((shown["state"], shown["attempts"]), ("dlq", 4))
        numbers = sorted(one["attempt_number"] for one in walk(tenant.viewer, "executions"))
        expect_equal(numbers, [1, 2, 3, 4])
    at("2031-03-03T09:00:00Z", told)


@section("7.1.6")
def no_more_instances_than_allowed_run_at_once(server):
    tenant = enterprise(server)
    manual(tenant, "twice", allow_concurrent=True, max_instances=2)
    for _ in range(3):
        tenant.producer.post("jobs/twice/run", {}, 201)
    leases = tenant.lease(max_=9, types=["twice"])
    expect_equal(len(leases), 2)
    tenant.report(leases[0]["execution_id"])
    expect_equal(len(tenant.lease(max_=9, types=["twice"])), 1)
    expect_problem(tenant.producer.ask("PUT", "jobs/twice", {"max_instances": 0}), 422)


# ---- scheduling --------------------------------------------------------------------------------


@section("7.2.1 2.1")
def a_cron_rule_has_minutes_as_its_finest_step(server):
    tenant = enterprise(server)
    body = {"code": "fine", "handler": "h", "schedule_type": "CRON"}
    answer = tenant.producer.ask("POST", "jobs", {**body, "cron_expression": "*/30 * * * * *"})
    expect_problem(answer, 422)
    expect("at most every 60 s" in answer.json["errors"][0]["reason"], f"{answer!r}")
    tenant.producer.post("jobs", {**body, "cron_expression": "* * * * *"}, 201)


@section("7.2.2 10.1.2 10.1.3")
def a_job_runs_by_the_clock_of_its_zone(server):
    tenant = enterprise(server)
    body = {"handler": "h", "cron_expression": "0 9 * * *", "start_at": "2031-07-01T00:00:00Z"}
    for zone, instant in (("America/Chicago", "2031-07-01T14:00:00Z"),
                          ("Asia/Kolkata", "2031-07-01T03:30:00Z"),
                          ("UTC", "2031-07-01T09:00:00Z")):
        code = zone.replace("/", "-")
        made = tenant.producer.post("jobs", {**body, "code": code, "timezone": zone}, 201).json
        expect_equal(made["next_run_at"], instant)
    expect_problem(tenant.producer.ask("POST", "jobs", {**body, "timezone": "CST6CDT7"}), 422)


@section("7.2.3", alone=True)
def what_was_missed_may_be_skipped():
    def told(server, timed):
        tenant = enterprise(server)
        for code, misfire in (("keeps", "run_once"), ("skips", "skip")):
            tenant.producer.post("jobs", {"code": code, "handler": code, "misfire": misfire,
                                          "cron_expression": "0 * * * *"}, 201)
        timed.go_to("2031-03-03T14:30:00Z")
        leased = until("the late run", lambda: tenant.lease(max_=9))
        expect_equal([lease["type"] for lease in leased], ["keeps"])
        skipped = walk(tenant.viewer, "jobs/skips/occurrences", outcome="skipped")
        expect_equal((sum(one.get("count", 1) for one in skipped),
                      {one["reason"] for one in skipped}), (5, {"misfire"}), f"{skipped}")
        expect_equal(tenant.viewer.get("jobs/skips").json["next_run_at"], "2031-03-03T15:00:00Z")
    at("2031-03-03T09:15:00Z", told)


@section("7.2.4")
def jitter_spreads_jobs_and_stays_the_same(server):
    tenant = enterprise(server)
    dues = set()
    for number in range(12):
        made = tenant.producer.post("jobs", {"code": f"herd-{number}", "handler": "h",
                                             "cron_expression": "0 3 1 1 *",
                                             "jitter_seconds": 1800}, 201).json
        due = tenant.run(made["next_run_id"])["run_at"]
        expect(0 <= instant_of(due) % 86400 - 3 * 3600 <= 1800, due)
        dues.add(due)
    expect(len(dues) > 6, f"{dues}")
    refused = tenant.producer.ask("PUT", "jobs/herd-0", {"jitter_seconds": -1})
    expect_problem(refused, 422)


@section("7.2.5 2.4 10.1.5")
def a_dependent_job_waits(server):
    tenant = enterprise(server)
    instant = "2025-01-01T00:00:00Z"
    manual(tenant, "load")
    first = tenant.producer.post("jobs/load/run", {}, 201).json["id"]
    made = tenant.producer.post("jobs", {"code": "report", "handler": "report", "run_at": instant,
                                         "dependencies": [{"depends_on_job_id": "load"}]}, 201)
    del made
    lease = tenant.lease(types=["load"])[0]
    expect_equal(lease["run_id"], first)
    tenant.report(lease["execution_id"])
    last = until("the dependent", lambda: tenant.lease(types=["report"]))
    expect_equal(len(last), 1)


# ---- reminders ---------------------------------------------------------------------------------


@section("7.3.1")
def a_reminder_is_snoozed_by_the_five_spans(server):
    ann = person(enterprise(server), "ann")
    given = {"title": "Call", "remind_at": "2031-03-03T09:00:00Z"}
    spans = {15: "2031-03-03T09:15:00Z", 60: "2031-03-03T10:00:00Z", 240: "2031-03-03T13:00:00Z",
             1440: "2031-03-04T09:00:00Z", 10080: "2031-03-10T09:00:00Z"}
    for minutes, due in spans.items():
        id_ = ann.post("reminders", given, 201).json["id"]
        shown = ann.post(f"reminders/{id_}/snooze", {"minutes": minutes}).json
        expect_equal((shown["status"], shown["snooze_count"], shown["snooze_options"]),
                     ("SNOOZED", 1, sorted(spans)))
        # One that is not due yet moves from its own instant.
        expect_equal(shown["snoozed_until"], due)
    for wrong in ({"minutes": 0}, {"minutes": 10081}, {"minutes": 1.5}):
        expect_problem(ann.ask("POST", f"reminders/{id_}/snooze", wrong), 422)


@section("7.3.2")
def the_sixth_snooze_dismisses(server):
    ann = person(enterprise(server), "ann")
    id_ = ann.post("reminders", {"title": "Call", "remind_at": "2031-03-03T09:00:00Z"},
                   201).json["id"]
    for count in range(1, 6):
        shown = ann.post(f"reminders/{id_}/snooze", {}).json
        expect_equal((shown["status"], shown["snooze_count"]), ("SNOOZED", count))
    shown = ann.post(f"reminders/{id_}/snooze", {}).json
    expect_equal(shown["status"], "DISMISSED")
    expect(shown["dismissed_at"], f"{shown}")


@section("7.3.3 10.2.4 2.3")
def channels_follow_the_person(server):
    tenant = enterprise(server)
    tenant.admin.put("users/ann", {"channels": ["in_app"]})
    ann = person(tenant, "ann")
    ann.post("reminders", {"title": "Call", "remind_at": "2025-01-01T00:00:00Z"}, 201)
    notice = until("the notice", lambda: ann.get("inbox").json["data"])[0]
    expect_equal(notice["title"], "Call")
    ann.post(f"inbox/{notice['id']}/read", {})
    rows = walk(tenant.viewer, "deliveries")
    expect_equal([(one["channel"], one["user_id"]) for one in rows], [("in_app", "ann")])
    refused = ann.ask("POST", "reminders", {"title": "Call", "remind_at": "2031-01-01T00:00:00Z",
                                            "notification_channels": [7]})
    expect_problem(refused, 422)


@section("7.3.4 2.9", alone=True)
def a_recurring_reminder_follows_its_rule():
    def told(server, timed):
        tenant = enterprise(server)
        ann = person(tenant, "ann")
        made = ann.post("reminders", {
            "title": "Weekly", "remind_at": "2031-03-03T09:00:00", "timezone": "America/Chicago",
            "recurrence_rule": "FREQ=WEEKLY;BYDAY=MO", "recurrence_end_date": "2031-03-10"},
            201).json
        expect_equal((made["remind_at"], made["is_recurring"]), ("2031-03-03T15:00:00Z", True))
        # The clocks of that zone change on the 9th: nine o'clock is an hour earlier in UTC.
        for due in ("2031-03-03T15:00:00Z", "2031-03-10T14:00:00Z"):
            timed.go_to(due)
            def is_sent(due=due):
                seen = ann.get(f"reminders/{made['id']}").json
                return (seen["status"], seen["remind_at"]) == ("SENT", due)
            until("it is sent", is_sent)
        expect_equal(ann.get(f"reminders/{made['id']}").json["next_remind_at"], None)
        expect_equal(len(ann.get("inbox").json["data"]), 2)
    at("2031-03-01T12:00:00Z", told)


# ---- distributed execution ---------------------------------------------------------------------


@section("7.4.1", alone=True)
def a_second_server_over_the_same_store_does_not_plan():
    """One plans: who comes second is turned away, and the first goes on."""
    with Server() as server:
        tenant = enterprise(server)
        second = belfry("serve", "--listen", "127.0.0.1:0", "--data", server.data)
        expect(second.returncode != 0 and b"belfry" in second.stdout, second.stdout.decode())
        run = tenant.enqueue("one")["id"]
        expect_equal(tenant.lease()[0]["run_id"], run)


@section("7.4.2 2.5 10.2.3")
def runs_are_shared_among_workers(server):
    tenant = enterprise(server)
    for _ in range(9):
        tenant.enqueue("share")
    taken = {worker: [lease["run_id"] for lease in tenant.lease(worker=worker, max_=3)]
             for worker in ("w-1", "w-2", "w-3")}
    expect_equal([len(runs) for runs in taken.values()], [3, 3, 3])
    expect_equal(len(set(sum(taken.values(), []))), 9)
    listed = {one["worker_id"]: one for one in tenant.viewer.get("workers").json["data"]}
    expect_equal(sorted(listed), ["w-1", "w-2", "w-3"])


@section("7.4.3 7.4.4", alone=True)
def a_silent_worker_loses_its_runs_when_its_lock_expires():
    """After five minutes by default; here after the shortest time that can be set."""
    with Server(SCHEDULER_LOCK_TTL_SECONDS="5") as server:
        tenant = enterprise(server)
        manual(tenant, "orphan", timeout_seconds=3600, retry_delay_seconds=1)
        run, lease = begin(tenant, "orphan", worker="gone")
        expect_equal(round(apart(lease["now"], tenant.run(run)["lease_until"])), 5)
        second = until("another worker has it", lambda: tenant.lease(worker="w-2",
                                                                     types=["orphan"]))[0]
        expect_equal((second["run_id"], second["attempt"]), (run, 2))
        first = tenant.viewer.get(f"executions/{lease['execution_id']}").json
        expect_equal((first["status"], first["error_class"]), ("STALLED", "stalled"))
        expect_equal(tenant.report(lease["execution_id"], worker="gone")[0], 409)
        expect_equal(tenant.report(second["execution_id"], worker="w-2"), (200, "ok"))


# ---- alerting, history, queues -----------------------------------------------------------------


@section("2.11")
def consecutive_failures_raise_an_alert_once(server):
    tenant = enterprise(server)
    manual(tenant, "shaky", max_retries=0)
    tenant.operator.post("jobs/shaky/alerts", {
        "alert_type": "FAILURE", "threshold_value": 2, "notification_channels": ["in_app"],
        "recipients": ["ann"]}, 201)
    for number, outcome in enumerate(("fail", "fail", "fail", "success")):
        _, lease = begin(tenant, "shaky")
        tenant.report(lease["execution_id"], outcome, error={"class": "permanent"})
        alerts = walk(tenant.viewer, "alerts")
        expect_equal(len(alerts), 1 if number else 0)
    expect_equal(walk(tenant.viewer, "alerts")[0]["state"], "resolved")
    ann = person(tenant, "ann")
    until("ann is told of both", lambda: len(ann.get("inbox").json["data"]) == 2)


@section("2.8")
def the_most_urgent_goes_first(server):
    tenant = enterprise(server)
    made = [tenant.enqueue("ranked", priority=priority)["id"] for priority in (10, 5, 1)]
    leased = [lease["run_id"] for lease in tenant.lease(max_=3, types=["ranked"])]
    expect_equal(leased, made[::-1])


# ---- journeys of the testing checklist ---------------------------------------------------------


@section("10.3.1 10.2.1 2.2")
def a_job_is_created_and_executed(server):
    tenant = enterprise(server)
    job = tenant.producer.post("jobs", {"code": "soon", "handler": "soon", "parameters": {"n": 1},
                                        "run_at": "2025-01-01T00:00:00Z"}, 201).json
    lease = until("its time has come", lambda: tenant.lease(types=["soon"]))[0]
    expect_equal((lease["payload"], lease["job_id"]), ({"n": 1}, job["id"]))
    tenant.report(lease["execution_id"], result={"rows": 3})
    history = walk(tenant.viewer, f"jobs/{job['id']}/executions")
    expect_equal([(one["status"], one["result"]) for one in history], [("COMPLETED", {"rows": 3})])


@section("10.3.3")
def a_failed_job_is_retried_by_hand(server):
    tenant = enterprise(server)
    manual(tenant, "broken", max_retries=0)
    run, lease = begin(tenant, "broken")
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent", "message": "no ink"})
    retried = tenant.operator.post(f"executions/{lease['execution_id']}/retry", {}).json
    expect_equal(retried["status"], "PENDING")
    again = tenant.lease(types=["broken"])[0]
    expect_equal(again["run_id"], run)
    tenant.report(again["execution_id"])
    expect_equal(tenant.state(run), "done")
    answer = tenant.operator.ask("POST", f"executions/{again['execution_id']}/retry", {})
    expect_problem(answer, 409)


@section("10.3.5 2.12")
def a_job_is_paused_and_resumed(server):
    tenant = enterprise(server)
    tenant.producer.post("jobs", {"code": "tick", "handler": "tick", "interval_seconds": 3600},
                         201)
    paused = tenant.operator.post("jobs/tick/pause", {"reason": "month end"}).json
    expect_equal((paused["status"], paused["pause"]["reason"]), ("PAUSED", "month end"))
    expect_equal(tenant.operator.post("jobs/tick/pause", {}).json["status"], "PAUSED")
    for _ in range(2):
        resumed = tenant.operator.post("jobs/tick/resume", {}).json
        expect_equal(resumed["status"], "ACTIVE")
    expect(resumed["next_run_at"], f"{resumed}")


@section("10.3.2")
def a_reminder_is_made_and_delivered(server):
    tenant = enterprise(server)
    ann = person(tenant, "ann")
    made = ann.post("reminders", {"title": "Call Bob", "remind_at": "2025-01-01T00:00:00Z"},
                    201).json
    notice = until("the notice", lambda: ann.get("inbox").json["data"])[0]
    expect_equal((notice["title"], notice["reminder_id"]), ("Call Bob", made["id"]))
    shown = ann.post(f"reminders/{made['id']}/complete", {}).json
    expect_equal(shown["status"], "COMPLETED")
    expect(shown["sent_at"] and shown["completed_at"], f"{shown}")
    refused = ann.ask("POST", "reminders", {"title": "", "remind_at": "2031-01-01T00:00:00Z"})
    expect_problem(refused, 422)


@section("10.3.4")
def a_job_is_triggered_by_hand(server):
    tenant = enterprise(server)
    job = tenant.producer.post("jobs", {"code": "hand", "handler": "hand", "parameters": {"n": 1},
                                        "cron_expression": "0 3 1 1 *"}, 201).json
    run = tenant.producer.post("jobs/hand/run", {"parameters": {"n": 2}}, 201).json["id"]
    lease = tenant.lease(types=["hand"])[0]
    expect_equal((lease["run_id"], lease["payload"]), (run, {"n": 2}))
    shown = tenant.viewer.get(f"jobs/{job['id']}").json
    expect_equal((shown["next_run_at"], tenant.run(run)["cause"]), (job["next_run_at"], "manual"))
    expect_problem(tenant.viewer.ask("POST", "jobs/hand/run", {}), 403)


@section("10.2.5")
def a_task_is_processed(server):
    tenant = enterprise(server)
    made = tenant.producer.post("tasks", {
        "task_type": "INSPECT", "scheduled_at": "2031-01-01T00:00:00Z", "payload": {"to": "u-7"},
        "reference_type": "Order", "reference_id": "o-7"}, 201).json
    tenant.producer.put(f"tasks/{made['id']}/reschedule", {"scheduled_at": "2025-01-01T00:00:00Z"})
    lease = until("due", lambda: tenant.lease(types=["INSPECT"]))[0]
    tenant.report(lease["execution_id"])
    shown = tenant.viewer.get(f"tasks/{made['id']}").json
    expect_equal((shown["status"], shown["reference_type"], shown["reference_id"]),
                 ("COMPLETED", "Order", "o-7"))
    expect(shown["processed_at"], f"{shown}")


@section("2.10")
def the_state_of_the_scheduler_is_seen_as_it_is(server):
    tenant = enterprise(server)
    for _ in range(3):
        tenant.enqueue("seen")
    lease = tenant.lease(types=["seen"], worker="w-7")[0]
    shown = tenant.viewer.get("status").json
    expect_equal((shown["runs"]["processing"], shown["runs"]["queued"]), (1, 2))
    running = walk(tenant.viewer, "executions", status="RUNNING")
    expect_equal([one["id"] for one in running], [lease["execution_id"]])
    workers = {one["worker_id"]: one for one in tenant.viewer.get("workers").json["data"]}
    expect("w-7" in workers, f"{workers}")
    queues = {one["name"]: one for one in tenant.viewer.get("queues").json["data"]}
    expect("default" in queues, f"{queues}")


# ---- configuration -----------------------------------------------------------------------------


@each_row("9.1", "environment", alone=True)
def a_variable_has_its_default_and_its_bounds(row):
    name = row["variable"]
    def shown(**variables):
        rows = json.loads(belfry("config", "show", "-o", "json", **variables).stdout)["settings"]
        return next((one["value"], one["origin"]) for one in rows if one["name"] == name)
    expect_equal(shown(), (row["default"], "default"))
    expect_equal(shown(**{name: row["other"]}), (row["other"], "environment"))
    with tempfile.TemporaryDirectory() as folder:
        done = belfry("serve", "--listen", "127.0.0.1:0", "--data", os.path.join(folder, "data"),
                      **{name: row["refused"]})
        expect(done.returncode == 2 and name in done.stdout.decode(), done.stdout.decode())


@section("9.2", alone=True)
def each_variable_is_in_force():
    with Server(SCHEDULER_WORKER_ID="worker-7", SCHEDULER_WORKER_COUNT="2",
                SCHEDULER_LOCK_TTL_SECONDS="120", SCHEDULER_HEARTBEAT_INTERVAL_MS="5000",
                SCHEDULER_DEFAULT_MAX_RETRIES="1", SCHEDULER_DEFAULT_RETRY_DELAY_SECONDS="5",
                SCHEDULER_QUEUES="default,fast", SCHEDULER_QUEUE_WEIGHTS="1,9",
                REMINDER_DEFAULT_SNOOZE_MINUTES="20", REMINDER_MAX_SNOOZE_COUNT="1") as server:
        plain, tenant = server.tenant(), enterprise(server)
        job = manual(plain, "plain")
        expect_equal((job["max_retries"], job["retry_delay_seconds"]), (1, 5))
        queues = {one["name"]: one["weight"] for one in server.admin.get("queues").json["data"]}
        expect_equal((queues["default"], queues["fast"]), (1, 9))
        manual(tenant, "held")
        tenant.producer.post("jobs/held/run", {}, 201)
        answer = tenant.worker.post("worker/lease", {"worker_id": "w-1", "max": 1}).json
        lease = answer["leases"][0]
        expect_equal((answer["renew_ms"],
                      round(apart(lease["now"], tenant.run(lease["run_id"])["lease_until"]))),
                     (5000, 120))
        ann = person(tenant, "ann")
        late = ann.post("reminders", {"title": "Call", "remind_at": "2031-03-03T09:00:00Z"},
                        201).json["id"]
        expect_equal(ann.post(f"reminders/{late}/snooze", {}).json["snoozed_until"],
                     "2031-03-03T09:20:00Z")
        expect_equal(ann.post(f"reminders/{late}/snooze", {}).json["status"], "DISMISSED")
        tenant.operator.put("types/note", {"handler": {"kind": "log"}})
        run = tenant.enqueue("note")["id"]
        until("the server carries it out", lambda: tenant.state(run) == "done")
        done = walk(tenant.viewer, "executions", run_id=run)
        expect_equal([one["worker_id"].split(":")[0] for one in done], ["@worker-7"])


@section("9.2", alone=True)
def a_disabled_scheduler_keeps_the_api_and_dispatches_nothing():
    with Server(SCHEDULER_ENABLED="false") as server:
        tenant = enterprise(server)
        tenant.operator.put("types/note", {"handler": {"kind": "log"}})
        run, held = tenant.enqueue("note")["id"], tenant.enqueue("pulled")["id"]
        expect_equal(tenant.lease(types=["pulled"]), [])
        expect_equal((tenant.state(run), tenant.state(held)), ("queued", "queued"))
        reasons = tenant.viewer.get(f"queue/{held}/why").json["reasons"]
        expect_equal([one["kind"] for one in reasons], ["dispatch_off"])
        expect("SCHEDULER_ENABLED" in reasons[0]["help"], f"{reasons}")
        expect_equal(tenant.viewer.get("status").json["is_dispatching"], False)
        server.stop()
        server.variables = {}
        server.start()
        until("it goes on", lambda: tenant.state(run) == "done")
        expect_equal(tenant.viewer.get("status").json["is_dispatching"], True)


@section("9.2", alone=True)
def batches_and_polls_may_be_small():
    with Server(SCHEDULER_BATCH_SIZE="1", SCHEDULER_POLL_INTERVAL_MS="10") as server:
        tenant = enterprise(server)
        bulk = {"tasks": [{"type": "many", "in": "1s"} for _ in range(50)]}
        tenant.producer.post("tasks/bulk", bulk)
        found = set()
        def some():
            found.update(lease["run_id"] for lease in tenant.lease(max_=50, types=["many"]))
            return len(found) == 50
        until("all of them are due", some)
