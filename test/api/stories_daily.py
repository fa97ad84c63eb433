"""Daily windows: a due time for each person, attempts before it, a ledger of days."""
from datetime import datetime, timedelta, timezone

from dialogue import expect, expect_equal, expect_problem, story, walk


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
