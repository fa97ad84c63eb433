"""The daily scheduler, section by section of what it was asked to be: stories on a fake clock, and
a server that is asked for what it shows."""
import json
import os
import subprocess
from datetime import datetime, timedelta, timezone

from acceptance import ROOT, section
from dialogue import BELFRY, Server, expect, expect_equal, expect_problem, query, until

HERE = os.path.dirname(os.path.abspath(__file__))
SCENARIOS = os.path.join(ROOT, "test", "scenario")


def play(*names):
    """Stories of this folder, or of the scenarios."""
    for name in names:
        path = os.path.join(HERE, f"{name}.story")
        if not os.path.exists(path):
            path = os.path.join(SCENARIOS, f"daily-{name}.txt")
        done = subprocess.run([BELFRY, "simulate", "--quiet", path], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        expect(done.returncode == 0, f"{name}: {done.stdout.decode()}")


@section("1.I1", alone=True)
def a_person_has_one_success_a_day():
    play("I1-one-success-a-day")


@section("1.I2", alone=True)
def crashes_skip_nobody():
    play("I2-a-crash-skips-nobody", "downtime-inside-the-window")


@section("1.I3", alone=True)
def concurrent_attempts_are_bounded():
    play("I3-attempts-at-once-have-a-bound")


@section("1.I4", alone=True)
def planning_waits_for_no_handler():
    play("I4-time-waits-for-no-handler")


@section("1.I5", alone=True)
def a_claim_settles_nothing():
    play("I5-a-claim-settles-nothing")


@section("1.I6 0", alone=True)
def each_day_has_one_end_by_its_cutoff():
    play("I6-one-end-by-the-cutoff")


@section("4.1 4.2 4.3", alone=True)
def attempts_stay_in_the_window_and_apart():
    play("an-attempt-succeeds", "attempts-are-ten-minutes-apart")


@section("5.2 2.2", alone=True)
def the_planner_knows_whom_to_skip():
    play("across-midnight", "added-or-moved-late", "downtime")


@section("6", alone=True)
def nobody_is_queued_twice():
    play("6-nobody-is-queued-twice")


@section("7.2 7.3", alone=True)
def an_attempt_has_an_end():
    play("7-an-attempt-has-an-end")


@section("8.1 8.2", alone=True)
def success_and_cutoff_exclude_each_other():
    play("8-late-words-change-nothing", "the-cutoff-is-hard")


def in_minutes(minutes):
    """A due time that is so far ahead, in UTC."""
    return (datetime.now(timezone.utc) + timedelta(minutes=minutes)).strftime("%H:%M")


def seconds_until(instant):
    then = datetime.fromisoformat(instant.replace("Z", "+00:00"))
    return (then - datetime.now(timezone.utc)).total_seconds()


# ---- what a server shows ------------------------------------------------------------------------


@section("3.1 3.2 9", alone=True)
def the_record_and_its_ledger():
    """Section 3: due_time, last_date, status, last_run_at; and 9: what the job gets and answers."""
    with Server() as server:
        tenant = server.tenant()
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 120}})
        due = in_minutes(60)
        made = tenant.producer.put("daily/ann", {"due_time": due}, 201).json
        expect_equal([made[key] for key in ("due_time", "last_date", "status", "last_run_at")],
                     [due, None, None, None])
        lease = tenant.lease()[0]
        expect_equal(lease["payload"], {"user_id": "ann", "date": made["next"]["date"]})
        before = tenant.viewer.get("daily/ann").json
        expect_equal((before["last_date"], before["status"]), (None, None), "a claim is nothing")
        tenant.report(lease["execution_id"])
        record = tenant.viewer.get("daily/ann").json
        expect_equal((record["last_date"], record["status"]), (made["next"]["date"], "success"))
        expect(record["last_run_at"], "it says when")


@section("3.1", alone=True)
def people_are_found_by_their_record():
    with Server() as server:
        tenant = server.tenant(profile="daily")
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 120}})
        due = in_minutes(60)
        for person, time in (("ann", due), ("bob", in_minutes(300)), ("cyd", in_minutes(300))):
            tenant.producer.put(f"daily/{person}", {"due_time": time}, 201)
        tenant.report(tenant.lease()[0]["execution_id"])
        today = tenant.viewer.get("daily/ann").json["last_date"]
        hour, minute = due.split(":")
        behind = f"{hour}:{int(minute) + 1:02}" if minute < "59" else None
        for words, found in (({"status": "success"}, ["ann"]), ({"status": "none"}, ["bob", "cyd"]),
                             ({"status": "cutoff_reached"}, []), ({"last_date": today}, ["ann"]),
                             ({"last_date": "2025-01-01"}, []), ({"user_id": "bob"}, ["bob"]),
                             ({"user_id": "bob", "status": "success"}, []),
                             *([({"due_from": due, "due_until": behind}, ["ann"])]
                               if behind else [])):
            rows = tenant.viewer.get("daily" + query(**words)).json["data"]
            expect_equal([one["user_id"] for one in rows], found, f"{words}")
        for wrong in ("last_date=2026-02-30", "due_from=24:00", "due_until=9:00", "status=open"):
            expect_problem(tenant.viewer.ask("GET", f"daily?{wrong}"), 422)


@section("11.2.1 11.2.2 11.2.3 11.2.4 11.2.5 5.1", alone=True)
def the_events_are_counted():
    """Section 11.2: E1 ticks, E2 depth, E3 in flight, E4 latency and result, E5 outcomes, under the
    names they had, with what they were told with."""
    with Server(SCHEDULER_TICK_MS="1000", SCHEDULER_MAX_CONCURRENCY="7",
                BELFRY_LOG="debug") as server:
        tenant = server.tenant()
        due = in_minutes(30)
        for person in ("ann", "bob", "cyd"):
            tenant.producer.put(f"daily/{person}", {"due_time": due}, 201)
        first, second, _ = tenant.lease(max=3)
        tenant.report(first["execution_id"])
        tenant.report(second["execution_id"], "retry", error={"class": "llm"})

        def seen():
            text = server.admin.get("/metrics?names=seed").body.decode()
            return text if "sched_tick_enqueued_total 3\n" in text else None
        text = until("a tick sums it up", seen)
        hours, minutes = map(int, due.split(":"))
        bucket = hours * 60 + minutes
        for line in ("sched_tick_users_scanned_total 0", "sched_tick_eligible_in_window 2",
                     "sched_tick_cutoff_finalized_total 0", "sched_queue_depth 0",
                     'sched_executor_in_flight{max_concurrency="7"} 1',
                     'sched_job_stop_ms_count{result="ok",error_class=""} 1',
                     'sched_job_stop_ms_count{result="error",error_class="llm"} 1',
                     f'sched_finalize_total{{status="success",due_bucket="{bucket}"}} 1'):
            expect(f"\n{line}\n" in text, f"{line} is not among\n{text}")
        expect("# TYPE sched_tick_stop_ms histogram\n" in text, text)


@section("11.3.1 11.3.3", alone=True)
def single_days_are_of_level_debug():
    """Section 11.3: nothing of single people and attempts at level info."""
    with Server() as server:
        tenant = server.tenant()
        due = in_minutes(30)
        tenant.producer.put("daily/ann", {"due_time": due}, 201)
        lease = tenant.lease()[0]
        tenant.report(lease["execution_id"])
        until("the day is finalized", lambda: tenant.viewer.get("daily/ann").json["status"])
        lines = [json.loads(line) for line in server.logged().splitlines()
                 if line.startswith("{")]
        told = [line for line in lines if "window" in line["msg"] or line.get("run_id")]
        expect_equal([line for line in told if line["level"] != "debug"], [])


# Each setting of section 12: what may be said, and what is refused.
SETTINGS = {"TICK_MS": ("5000", "999"), "MAX_CONCURRENCY": ("7", "-1"),
            "JOB_TIMEOUT_MS": ("20000", "0"), "WINDOW_MINUTES": ("90", "1441"),
            "RETRY_DELAY_MINUTES": ("5", "0"), "SLO_EVAL_MS": ("1000", "1"),
            "SLO_WINDOW_MINUTES": ("30", "241"), "TICK_BUDGET_MS": ("200", "x"),
            "SAT_RATIO": ("0.5", "1.5"), "DEPTH_AVG_MAX": ("10", "-1"),
            "JOB_P95_MAX_MS": ("1000", "1800001"), "CUTOFF_RATE_MAX": ("0.25", "25%"),
            "BREACH_CONSECUTIVE": ("5", "0")}


def config(**variables):
    return subprocess.run([BELFRY, "config", "show", "-o", "json"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env=dict(os.environ, **variables))


@section("12.1 12.2", alone=True)
def the_settings_are_there():
    """Section 12, by SCHEDULER_* for all, and by the tenant's own."""
    for name, (good, bad) in SETTINGS.items():
        variable = f"SCHEDULER_{name}"
        told = config(**{variable: good})
        shown = [row for row in json.loads(told.stdout)["settings"] if row["name"] == variable]
        expect_equal([(row["value"], row["origin"]) for row in shown],
                     [(good, "environment")], name)
        refused = config(**{variable: bad})
        expect(refused.returncode == 2, f"{name}: {refused.stdout}")
        said = refused.stdout.decode()
        expect(variable in said and " from " in said and " to " in said, f"{name}: {said}")
    with Server(SCHEDULER_WINDOW_MINUTES="90", SCHEDULER_RETRY_DELAY_MINUTES="5",
                SCHEDULER_JOB_TIMEOUT_MS="20000") as server:
        plain, own = server.tenant(), server.tenant()
        daily = {"window_minutes": 30, "retry_delay_minutes": 7, "job_timeout_ms": 30000,
                 "on_cutoff": "chat.reset", "type": "news.run"}
        own.admin.put(f"tenants/{own.id}/settings", {"daily": daily})
        shown = own.admin.get(f"tenants/{own.id}/settings").json["daily"]
        expect_equal({key: shown[key] for key in daily}, daily)
        due = in_minutes(75)
        for tenant, is_to_come in ((plain, False), (own, True)):
            made = tenant.producer.put("daily/ann", {"due_time": due}, 201).json["next"]
            expect_equal(seconds_until(made["attempt_at"]) > 60, is_to_come, made)
        lease = plain.lease()[0]
        expect(0 < seconds_until(lease["deadline"]) <= 20, lease)
        plain.report(lease["execution_id"], "retry")
        apart = seconds_until(plain.run(lease["run_id"])["run_at"])
        expect(240 < apart <= 300, f"{apart} s to the next attempt")


@section("11.4.2 11.4.6 11.4.7", alone=True)
def watched_by_slos():
    """Section 11.4: five levels, a warning after some breaches in a row, with its numbers. When
    which of them is breached is told on a fake clock by test/unit/engine/watch/test_slo.c."""
    with Server(SCHEDULER_SLO_EVAL_MS="1000", SCHEDULER_BREACH_CONSECUTIVE="2",
                SCHEDULER_MAX_CONCURRENCY="1", SCHEDULER_SLO_WINDOW_MINUTES="1",
                SCHEDULER_SAT_RATIO="0.1", BELFRY_LOG_REQUESTS="false") as server:
        def saturation():
            rows = {row["slo"]: row for row in server.admin.get("slo").json["data"]}
            expect_equal(sorted(rows), ["cutoff_miss_rate", "job_latency", "queue_pressure",
                                        "saturation", "start_delay", "tick_budget"])
            return rows["saturation"]
        tenant = server.tenant()
        tenant.producer.post("tasks", {"type": "t"}, 201)
        tenant.lease()
        until("the executor is full for too long", lambda: saturation()["state"] == "breached")
        expect_equal(saturation()["threshold"], 0.1)
        def warnings():
            lines = [line for line in server.logged().splitlines() if line.startswith("{")]
            return [line for line in map(json.loads, lines) if line["msg"] == "SLO breached"]
        said = until("it is warned of", warnings)
        expect_equal([(line["level"], line["slo"], line["window_minutes"], line["threshold"])
                      for line in said], [("warn", "saturation", 1, 0.1)])
        expect(said[0]["value"] > 0.1, said)
