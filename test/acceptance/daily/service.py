"""The profile daily: what a server does with windows of real time, and which levels of service it
watches, by section."""
import json
import os

from acceptance import each_row, section
from dialogue import Server, expect, expect_equal, expect_problem, until
from scene import apart, at, expect_setting

QUICK = {"SCHEDULER_SLO_EVAL_MS": "1000", "SCHEDULER_TICK_MS": "1000", "BELFRY_LOG": "debug",
         "SCHEDULER_BREACH_CONSECUTIVE": "1", "SCHEDULER_SLO_WINDOW_MINUTES": "1",
         "BELFRY_LOG_REQUESTS": "false"}


def put(tenant, person, due):
    return tenant.producer.put(f"daily/{person}", {"due_time": due}, 201).json


def lines_of(server, message):
    """The lines of the log that say so."""
    with open(os.path.join(server.folder, "log"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.startswith("{") and line.endswith("}\n")]
    return [line for line in lines if line["msg"] == message]


def level(server, name):
    return next(row for row in server.admin.get("slo").json["data"] if row["slo"] == name)


def breached(server, name):
    row = until(f"{name} is breached",
                lambda: (lambda one: one["state"] == "breached" and one)(level(server, name)))
    expect(row["value"] > row["threshold"], f"{row}")
    told = until("it is warned of", lambda: [line for line in lines_of(server, "SLO breached")
                                             if line["slo"] == name])
    expect_equal((told[0]["level"], told[0]["window_minutes"], told[0]["threshold"]),
                 ("warn", 1, row["threshold"]))
    return told[0]


# ---- windows -----------------------------------------------------------------------------------


@section("2.1", alone=True)
def due_times_are_in_utc_also_when_clocks_change():
    def told(server, timed):
        tenant = server.tenant(profile="daily")
        made = put(tenant, "ann", "09:00")
        expect_equal(made["timezone"], "UTC")
        for day in ("29", "30", "31"):  # Europe's clocks change on the 30th
            date = f"2031-03-{day}"
            shown = until(date, lambda date=date: (lambda one: one["date"] == date and one)(
                tenant.viewer.get("daily/ann").json["next"]))
            expect_equal((shown["attempt_at"], shown["cutoff_at"]),
                         (f"{date}T08:00:00Z", f"{date}T09:00:00Z"))
            timed.go_to(f"2031-03-{day}T10:00:00Z")
        expect_problem(tenant.producer.ask("PUT", "daily/bob", {"due_time": "24:00"}), 422)
    at("2031-03-29T07:00:00Z", told)


@section("7.1", alone=True)
def no_more_than_k_attempts_are_under_way():
    def told(server, _timed):
        tenant = server.tenant(profile="daily")
        for person in ("ann", "bob", "cyd"):
            put(tenant, person, "09:00")
        leases = until("two of them", lambda: tenant.lease(max_=9))
        expect_equal((len(leases), tenant.lease(max_=9)), (2, []))
        tenant.report(leases[0]["execution_id"])
        expect_equal(len(until("the third", lambda: tenant.lease(max_=9))), 1)
    at("2031-03-03T08:30:00Z", told, SCHEDULER_MAX_CONCURRENCY="2")


@section("10", alone=True)
def the_parts_come_back_together_after_a_kill():
    """One process holds them: record, queue, clock, executor, watcher."""
    def told(server, timed):
        tenant = server.tenant(profile="daily")
        for person in ("ann", "bob"):
            put(tenant, person, "09:00")
        lease = until("the first", tenant.lease)[0]
        tenant.report(lease["execution_id"])
        server.kill()
        timed.clock.go_to("2031-03-03T08:45:00Z")
        server.start()
        again = until("the other", tenant.lease)[0]
        expect(again["payload"]["user_id"] != lease["payload"]["user_id"], f"{again}")
        until("it is measured again", lambda: level(server, "tick_budget")["value"] is not None)
    at("2031-03-03T08:30:00Z", told, **QUICK)


# ---- what is told of attempts ------------------------------------------------------------------


@section("11.3.1 11.3.2", alone=True)
def a_late_success_is_told_at_debug_and_changes_nothing():
    def told(server, timed):
        tenant = server.tenant(profile="daily")
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"job_timeout_ms": 3600000}})
        put(tenant, "ann", "09:00")
        lease = until("due", lambda: tenant.lease(lease_ms=600000))[0]
        timed.go_to("2031-03-03T09:00:05Z")
        until("the cutoff", lambda: tenant.viewer.get("daily/ann").json["status"])
        expect_equal(tenant.report(lease["execution_id"])[0], 409)
        late = until("it is told", lambda: lines_of(server, "late success recorded"))
        expect_equal((len(late), late[0]["level"], late[0]["tenant"]), (1, "debug", tenant.id))
        expect_equal(tenant.viewer.get("daily/ann").json["status"], "cutoff_reached")
    at("2031-03-03T08:59:30Z", told, **QUICK)


# ---- levels of service -------------------------------------------------------------------------


@section("11.4.1", alone=True)
def ticks_are_measured_against_their_budget():
    """That slow ones are a breach is told on a fake clock by test/unit/engine/watch/test_slo.c."""
    with Server(**QUICK, SCHEDULER_TICK_BUDGET_MS="3600000") as server:
        tenant = server.tenant(profile="daily")
        put(tenant, "ann", "09:00")
        row = until("it was measured", lambda: (lambda one: one["value"] is not None and one)(
            level(server, "tick_budget")))
        expect_equal(row["threshold"], 3600000)
        expect(row["value"] < row["threshold"] and row["state"] != "breached", f"{row}")


@section("11.4.3", alone=True)
def a_queue_that_is_deep_for_long_is_warned_of():
    with Server(**QUICK, SCHEDULER_DEPTH_AVG_MAX="3") as server:
        tenant = server.tenant(profile="daily")
        for _ in range(30):
            tenant.enqueue("many")
        breached(server, "queue_pressure")


@section("11.4.4", alone=True)
def attempts_that_take_long_are_warned_of():
    with Server(**QUICK, SCHEDULER_JOB_P95_MAX_MS="1") as server:
        tenant = server.tenant(profile="daily")
        tenant.enqueue("slow")
        lease = tenant.lease()[0]
        until("a moment has passed", lambda: apart(lease["now"], tenant.viewer.get(
            "status").json["now"]) > 0.05)
        tenant.report(lease["execution_id"])
        breached(server, "job_latency")


@section("11.4.5 4.3", alone=True)
def days_without_success_are_warned_of_by_their_due_minute():
    def told(server, timed):
        tenant = server.tenant(profile="daily")
        put(tenant, "ann", "09:00")
        timed.clock.go_to("2031-03-03T08:59:59Z")
        until("the cutoff", lambda: tenant.viewer.get("daily/ann").json["status"])
        expect_equal(breached(server, "cutoff_miss_rate")["due_bucket"], 540)
    at("2031-03-03T08:59:57Z", told, **QUICK, SCHEDULER_CUTOFF_RATE_MAX="0.25")


@each_row("4.2 2.2", "profile")
def a_new_tenant_has_the_settings_of_its_profile(server, row):
    expect_setting(server.tenant(profile="daily"), row)
