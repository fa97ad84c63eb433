"""Service levels: what is measured, when it is a breach, what the log says."""
import json

from clock import Clock
from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone, until

QUICK = {"SCHEDULER_SLO_EVAL_MS": "1000", "SCHEDULER_TICK_MS": "1000",
         "SCHEDULER_BREACH_CONSECUTIVE": "2", "BELFRY_LOG_REQUESTS": "false"}


def level(server, name):
    rows = server.admin.get("slo").json["data"]
    return next(row for row in rows if row["slo"] == name)


def warnings(server, name):
    lines = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("slo") == name and line["level"] == "warn"]


@story
def six_service_levels_are_watched(server):
    answer = server.admin.get("slo").json
    expect_equal([row["slo"] for row in answer["data"]],
                 ["tick_budget", "saturation", "queue_pressure", "job_latency",
                  "cutoff_miss_rate", "start_delay"])
    expect_equal((answer["eval_ms"], answer["window_minutes"], answer["breach_consecutive"]),
                 (60000, 15, 3))
    expect_equal([row["threshold"] for row in answer["data"]], [300, 0.8, 1000, 60000, 0.05, 0.01])
    expect(level(server, "saturation")["state"] != "off", "there is always a bound to reach")
    text = server.admin.get("/metrics").body.decode()
    expect('belfry_executor_in_flight{max_concurrency="10000"}' in text, text)


@story
def they_are_the_services_own(server):
    tenant = server.tenant()
    expect_problem(tenant.admin.ask("GET", "slo"), 403, "forbidden")


@story_alone
def each_service_level_is_measured_and_breached_by_its_setting():
    with Server(**QUICK, SCHEDULER_MAX_CONCURRENCY="1", SCHEDULER_SAT_RATIO="0.1",
                SCHEDULER_DEPTH_AVG_MAX="1", SCHEDULER_JOB_P95_MAX_MS="1",
                SCHEDULER_SLO_WINDOW_MINUTES="1") as server:
        tenant = server.tenant()
        for _ in range(40):
            tenant.producer.post("tasks", {"type": "t"}, 201)
        lease = tenant.lease()[0]
        for name in ("saturation", "queue_pressure"):
            row = until(f"{name} is breached",
                        lambda name=name: level(server, name)["state"] == "breached"
                        and level(server, name))
            expect(row["value"] > row["threshold"], row)
            expect(row["breaches"] >= 2 and row["since"], row)
        tenant.report(lease["execution_id"])
        until("attempts take too long",
              lambda: level(server, "job_latency")["state"] == "breached")
        for name in ("saturation", "queue_pressure", "job_latency"):
            said = until(f"{name} is warned of", lambda name=name: warnings(server, name))
            expect_equal(len(said), 1, f"{name}: one line for all breaches in a row")
            expect_equal(said[0]["msg"], "SLO breached")
            expect_equal(said[0]["window_minutes"], 1)
            expect(said[0]["value"] > said[0]["threshold"], said)
        text = server.admin.get("/metrics").body.decode()
        expect('belfry_slo_breached{slo="saturation"} 1\n' in text, text)
        ticks = [line for line in text.splitlines()
                 if line.startswith("belfry_tick_duration_seconds_count")]
        expect(int(ticks[0].split()[1]) >= 2, ticks)


@story_alone
def a_window_is_as_long_as_its_setting_says():
    with Server(SCHEDULER_SLO_WINDOW_MINUTES="240") as server:
        expect_equal(server.admin.get("slo").json["window_minutes"], 240)


@story_alone
def what_has_no_threshold_is_not_watched():
    with Server(SCHEDULER_TICK_BUDGET_MS="0", SCHEDULER_DEPTH_AVG_MAX="7") as server:
        expect_equal(level(server, "tick_budget")["state"], "off")
        expect_equal(level(server, "tick_budget")["threshold"], None)
        expect_equal(level(server, "queue_pressure")["threshold"], 7)


@story_alone
def what_was_before_a_restart_is_in_the_window():
    """The attempts before it are in the statistics; what the queue was like is not."""
    with Server(**QUICK, SCHEDULER_JOB_P95_MAX_MS="1", SCHEDULER_CUTOFF_RATE_MAX="0.25") as server:
        expect_equal(level(server, "cutoff_miss_rate")["threshold"], 0.25)
        tenant = server.tenant()
        tenant.producer.post("tasks", {"type": "t"}, 201)
        lease = tenant.lease()[0]
        tenant.report(lease["execution_id"])
        until("it was measured", lambda: level(server, "job_latency")["value"] is not None)
        server.stop()
        server.start()
        row = until("it is known again",
                    lambda: level(server, "job_latency")["value"] is not None
                    and level(server, "job_latency"))
        expect(row["value"] > 0, row)


@story_alone
def urgent_runs_that_begin_late_are_a_breach():
    """Of high priority 99 in 100 begin within a minute of their time: runs that came due while the
    server was away are late."""
    with Server(**QUICK) as server:
        tenant = server.tenant()
        clock = Clock(server.folder)
        tenant.enqueue("urgent", priority="high", **{"in": "1s"})
        tenant.enqueue("idle", priority="low", **{"in": "1s"})
        expect_equal(level(server, "start_delay")["state"], "unknown")
        server.stop()
        server.variables = {**server.variables, **clock.variables()}
        clock.step(5)
        server.start()
        tenant.clients.clear()
        leases = tenant.lease(max_=2, wait_ms=5000)
        expect_equal(sorted(one["type"] for one in leases), ["idle", "urgent"])
        row = until("it is breached", lambda: level(server, "start_delay")["state"] == "breached"
                    and level(server, "start_delay"))
        expect_equal((row["value"], row["threshold"], row["unit"]), (1, 0.01, "ratio"))
        until("it is warned of", lambda: warnings(server, "start_delay"))


@story_alone
def counts_of_a_type_are_there_before_their_first_event():
    """Else the first failure would not show as an increase."""
    with Server() as server:
        tenant = server.tenant()
        tenant.run_to("queued", "mail.send")
        text = server.admin.get("/metrics").body.decode()
        for name in ("enqueued", "started", "done", "failed", "dead", "cancelled"):
            count = 1 if name == "enqueued" else 0
            line = (f'belfry_runs_{name}_total{{type="mail.send",tenant="{tenant.id}"}} {count}')
            expect(f"\n{line}\n" in text, f"{line} is not among\n{text}")
        for reason in ("pause", "job", "maintenance"):
            expect(f'belfry_paused_total{{reason="{reason}"}} 0\n' in text, text)


@story_alone
def a_retry_is_counted_by_its_error_class():
    with Server() as server:
        tenant = server.tenant()
        for class_ in ("dm_closed", "network", None):
            _, lease = tenant.run_to("processing", "mail.send")
            error = {"error": {"class": class_, "message": "no"}} if class_ else {}
            tenant.report(lease["execution_id"], "retry", **error)
        text = server.admin.get("/metrics").body.decode()
        for class_ in ("dm_closed", "network", "unknown"):
            line = f'belfry_retries_total{{type="mail.send",reason="{class_}"}} 1\n'
            expect(line in text, f"{line} is not among\n{text}")
