"""Daily windows: a due time for each person, attempts before it, a ledger of days."""
import json
import os
import re
from datetime import datetime, timedelta, timezone

from dialogue import (Server, expect, expect_equal, expect_problem, story, story_alone, together,
                      until, walk)


def soon(minutes):
    """A due time so many minutes from now."""
    return (datetime.now(timezone.utc) + timedelta(minutes=minutes)).strftime("%H:%M")


@story
def a_person_is_put_shown_listed_moved_and_deleted(server):
    tenant = server.tenant()
    made = tenant.producer.put("daily/ann", {"due_time": "09:00", "timezone": "Europe/Berlin"},
                               201).json
    expect_equal((made["user_id"], made["due_time"], made["timezone"], made["last_date"],
                  made["status"]), ("ann", "09:00", "Europe/Berlin", None, None))
    again = tenant.producer.put("daily/ann", {"due_time": "09:00", "timezone": "Europe/Berlin"})
    expect_equal(again.json["next"], made["next"])
    moved = tenant.producer.put("daily/ann", {"due_time": "10:30"}).json
    expect_equal((moved["due_time"], moved["timezone"]), ("10:30", "UTC"))
    expect(moved["next"]["run_id"] != made["next"]["run_id"], "another run stands")
    tenant.producer.put("daily/bob", {"due_time": "11:00"}, 201)
    expect_equal([one["user_id"] for one in walk(tenant.viewer, "daily")], ["ann", "bob"])
    run = tenant.run(moved["next"]["run_id"])
    expect_equal((run["type"], run["user_id"]), ("daily.run", "ann"))
    expect_problem(tenant.operator.post(f"queue/{run['id']}/cancel", {}, 409), 409)
    tenant.producer.delete("daily/ann", status=204)
    tenant.viewer.get("daily/ann", 404)
    tenant.producer.delete("daily/ann", status=404)
    expect_equal([one["user_id"] for one in walk(tenant.viewer, "daily")], ["bob"])


@story
def what_is_wrong_is_named(server):
    tenant = server.tenant()
    for body in ({}, {"due_time": "9:00"}, {"due_time": "24:00"}, {"due_time": 9},
                 {"due_time": "09:00", "timezone": "Mars/Olympus"}):
        expect_problem(tenant.producer.put("daily/ann", body, 422), 422)
    for daily in ({"window_minutes": 0}, {"retry_delay_minutes": 2000}, {"keep_days": 0},
                  {"on_cutoff": "a b"}, {"nothing": 1}):
        expect_problem(tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": daily}, 422),
                       422)
    tenant.viewer.put("daily/ann", {"due_time": "09:00"}, 403)


def outcomes(answer):
    return [one.get("outcome") or one["error"]["code"] for one in answer.json["results"]]


@story
def many_people_are_put_in_one_call(server):
    """Each item has its own result: created, changed, unchanged, or what is wrong with it."""
    tenant = server.tenant()
    tenant.producer.put("daily/ann", {"due_time": "09:00"}, 201)
    tenant.producer.put("daily/bob", {"due_time": "09:00"}, 201)
    windows = [{"user_id": "ann", "due_time": "09:00"},
               {"user_id": "bob", "due_time": "10:00", "timezone": "Europe/Berlin"},
               {"user_id": "cyd", "due_time": "11:00"},
               {"user_id": "dan", "due_time": "11:00", "timezone": "Mars/Olympus"},
               {"user_id": "eve", "due_time": "9:00"}, {"due_time": "09:00"}, 7,
               {"user_id": "fay", "due_time": "09:00", "when": "now"},
               {"user_id": "cyd", "due_time": "12:00"}]
    answer = tenant.producer.post("daily/bulk", {"windows": windows})
    expect_equal(outcomes(answer), ["unchanged", "changed", "created", "zone_unknown", "invalid",
                                    "invalid", "invalid", "invalid", "changed"])
    expect_equal([one.get("user_id") for one in answer.json["results"]],
                 ["ann", "bob", "cyd", "dan", "eve", None, None, "fay", "cyd"])
    expect_equal([one["pointer"] for one in answer.json["results"] if "pointer" in one],
                 ["/windows/3/timezone", "/windows/4/due_time", "/windows/5/user_id", "/windows/6",
                  "/windows/7/when"])
    said = [one["error"]["detail"] for one in answer.json["results"] if "error" in one]
    for word, detail in zip(("timezone", "due_time", "user_id", "object", "when"), said):
        expect(word in detail, f"{word} is not in {detail}")
    rows = {one["user_id"]: (one["due_time"], one["timezone"])
            for one in walk(tenant.viewer, "daily")}
    expect_equal(rows, {"ann": ("09:00", "UTC"), "bob": ("10:00", "Europe/Berlin"),
                        "cyd": ("12:00", "UTC")})
    again = tenant.producer.post("daily/bulk", {"windows": windows[:3] + windows[-1:]})
    expect_equal(outcomes(again), ["unchanged", "unchanged", "changed", "changed"])
    expect_equal(outcomes(tenant.producer.post("daily/bulk", {"windows": []})), [])
    expect_problem(tenant.producer.ask("POST", "daily/bulk", {}), 422, "invalid", "/windows")
    expect_problem(tenant.viewer.ask("POST", "daily/bulk", {"windows": []}), 403)


@story
def ten_thousand_people_are_one_call_and_one_more_is_too_many(server):
    """The windows of one call are made in many turns, and another tenant's call comes between."""
    tenant, other = server.tenant(), server.tenant()
    windows = [{"user_id": f"u{number}", "due_time": f"{number % 24:02}:{number % 60:02}"}
               for number in range(10000)]
    mine, theirs = tenant.producer, other.producer
    def put_many():
        return outcomes(mine.post("daily/bulk", {"windows": windows}))
    def put_one():
        return [theirs.put(f"daily/u{number}", {"due_time": "09:00"}, 201).status
                for number in range(5)]
    made, singles = together(put_many, put_one)
    expect_equal((made.count("created"), len(made)), (10000, 10000))
    expect_equal(singles, [201] * 5)
    expect_equal(len(walk(tenant.viewer, "daily", limit=500)), 10000)
    expect_equal(set(outcomes(tenant.producer.post("daily/bulk", {"windows": windows}))),
                 {"unchanged"})
    expect_problem(tenant.producer.ask("POST", "daily/bulk", {"windows": windows + windows[:1]}),
                   422, "invalid", "/windows")


@story
def a_quota_refuses_the_windows_above_it_alone(server):
    tenant = server.tenant(quotas={"runs": 3})
    windows = [{"user_id": f"u{number}", "due_time": "09:00"} for number in range(5)]
    answer = tenant.producer.post("daily/bulk", {"windows": windows})
    expect_equal(outcomes(answer), ["created"] * 3 + ["quota"] * 2)


@story
def a_success_is_in_the_ledger(server):
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings",
                     {"daily": {"type": "news.send", "window_minutes": 120}})
    made = tenant.producer.put("daily/ann", {"due_time": soon(60)}, 201).json
    lease = tenant.lease()[0]
    expect_equal((lease["run_id"], lease["type"], lease["payload"]),
                 (made["next"]["run_id"], "news.send",
                  {"user_id": "ann", "date": made["next"]["date"]}))
    expect_equal(lease["idempotency_key"], f"daily:ann:{made['next']['date']}")
    tenant.report(lease["execution_id"])
    now = tenant.viewer.get("daily/ann").json
    expect_equal((now["last_date"], now["status"]), (made["next"]["date"], "success"))
    expect(now["last_run_at"] is not None, "it says when")
    expect(now["next"]["date"] > made["next"]["date"], "the next day stands")
    days = walk(tenant.viewer, "daily/ann/days")
    expect_equal([(one["date"], one["status"], one["attempts"], one["run_id"]) for one in days],
                 [(made["next"]["date"], "success", 1, lease["run_id"])])
    expect_equal(walk(tenant.viewer, "daily/ann/days", status="missed"), [])
    tenant.viewer.get("daily/nobody/days", 404)
    tenant.producer.put("daily/bob", {"due_time": "09:00"}, 201)
    expect_equal(walk(tenant.viewer, "daily/bob/days"), [])


def lines_of(server):
    with open(os.path.join(server.folder, "log"), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.startswith("{")]


@story_alone
def each_line_of_a_window_names_its_person_and_day():
    """Lines of level debug carry user_id and date, and of a failed attempt its class and message;
    the event of the day has its date, too."""
    with Server(BELFRY_LOG="debug") as server:
        tenant = server.tenant()
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 1440}})
        made = tenant.producer.put("daily/ann", {"due_time": soon(60)}, 201).json
        date = made["next"]["date"]
        tenant.producer.put("daily/bob", {"due_time": soon(60)}, 201)
        first, second = tenant.lease(max_=2)
        error = {"class": "llm", "message": "the model said no"}
        tenant.report(first["execution_id"], "retry", error=error)
        tenant.report(second["execution_id"])
        def told(msg):
            return [line for line in lines_of(server) if line["msg"] == msg]
        until("the day is finalized", lambda: told("day finalized"))
        for msg in ("run started", "run requeued", "run done", "day finalized"):
            for line in told(msg):
                expect(line.get("user_id") in ("ann", "bob"), f"{line}")
                expect_equal(line["date"], date, f"{line}")
        failed = told("run requeued")[0]
        expect_equal((failed["err_code"], failed["detail"]), ("llm", "the model said no"))
        events = [one for one in walk(tenant.viewer, "events")
                  if one["type"] == "window.finalized"]
        expect_equal([(one["data"]["user_id"], one["data"]["date"]) for one in events],
                     [(second["user_id"], date)])


@story_alone
def windows_count_as_eligible_however_long_their_retry_delay_is():
    """A window is open until its day is finalized, also while its next attempt is far away; and an
    attempt counts as enqueued once."""
    with Server(SCHEDULER_TICK_MS="1000") as server:
        tenant = server.tenant()
        tenant.admin.put(f"tenants/{tenant.id}/settings",
                         {"daily": {"window_minutes": 1440, "retry_delay_minutes": 120}})
        for person in ("ann", "bob", "cyd"):
            tenant.producer.put(f"daily/{person}", {"due_time": soon(600)}, 201)
        for lease in tenant.lease(max_=2):
            tenant.report(lease["execution_id"], "retry")
        def counts():
            text = server.admin.get("/metrics").body.decode()
            return tuple(int(re.search(rf"\nbelfry_tick_{name} (\d+)", text)[1])
                         for name in ("eligible_in_window", "enqueued_total"))
        until("a tick sums it up", lambda: counts() == (3, 3))
        tenant.report(tenant.lease()[0]["execution_id"])
        until("a day that is finalized is not open", lambda: counts() == (2, 3))
