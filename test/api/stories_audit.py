"""Who changed what: a row for each call that changed something, and a chain that holds them."""
import json

from dialogue import Server, expect, expect_equal, expect_problem, story, until, walk


def rows(tenant, **filters):
    return walk(tenant.operator, "audit", **filters)


@story
def a_call_that_changed_something_leaves_one_row(server):
    tenant = server.tenant()
    answer = tenant.producer.post("jobs", {"code": "nightly", "name": "N", "handler": "a.b",
                                           "schedule_type": "MANUAL",
                                           "parameters": {"card": "4711"}}, 201)
    job = answer.json
    tenant.producer.put(f"jobs/{job['id']}", {"name": "Nights"})
    tenant.operator.post(f"jobs/{job['id']}/pause", {"reason": "holidays"})
    tenant.producer.delete(f"jobs/{job['id']}", status=204)
    made, changed, paused, gone = rows(tenant, order="asc", kind="job", by="people")
    expect_equal([row["action"] for row in (made, changed, paused, gone)],
                 ["job.create", "job.change", "job.pause", "job.delete"])
    for row in (made, changed, paused, gone):
        expect_equal(row["object"], {"kind": "job", "id": job["id"]})
        expect(row["actor_id"].startswith("token:") and row["token_id"], row)
        expect_equal((row["tenant_id"], row["source"]), (tenant.id, "127.0.0.1"))
    expect_equal(made["request_id"], answer.headers["x-request-id"])
    expect_equal(made["before"], None)
    expect_equal((made["after"]["code"], made["after"]["parameters"]), ("nightly", {"bytes": 16}))
    expect_equal((changed["before"], changed["after"]), ({"name": "N"}, {"name": "Nights"}))
    expect_equal(paused["after"], {"reason": "holidays"})
    expect_equal((gone["before"]["code"], gone["after"]), ("nightly", None))


@story
def what_changed_nothing_leaves_none(server):
    tenant = server.tenant()
    tenant.producer.post("tasks", {"type": "mail.send", "payload": {}, "idempotency_key": "k"}, 201)
    tenant.producer.post("tasks", {"type": "mail.send", "payload": {}, "idempotency_key": "k"}, 200)
    tenant.producer.post("tasks", {"type": "no good"}, 422)
    tenant.viewer.put("types/mail.send", {"priority": 1}, 403)
    tenant.viewer.get("audit", 403)
    tenant.producer.get("audit", 403)
    key = {"Idempotency_Key": "again"}
    body = {"type": "mail.send", "payload": {}}
    tenant.producer.post("tasks", body, 201, **key)
    tenant.producer.post("tasks", body, 201, **key)
    expect_equal([row["action"] for row in rows(tenant, by="people", kind="task")],
                 ["task.create", "task.create"])


@story
def a_run_is_told_with_how_it_stood_and_stands(server):
    tenant = server.tenant()
    task = tenant.producer.post("tasks", {"type": "mail.send", "payload": {}, "in": "1h"}, 201).json
    tenant.producer.post(f"queue/{task['id']}/reschedule", {"run_at": "2040-01-01T00:00:00Z"})
    tenant.producer.post(f"queue/{task['id']}/cancel", {"reason": "wrong"})
    cancelled, moved, made = rows(tenant, run_id=task["id"], by="people")
    expect_equal((made["action"], made["run_id"]), ("task.create", task["id"]))
    expect_equal((moved["action"], moved["before"]["state"], moved["after"]["state"]),
                 ("run.reschedule", "queued", "queued"))
    expect_equal(moved["after"]["run_at"], "2040-01-01T00:00:00Z")
    expect_equal((cancelled["before"]["state"], cancelled["after"]["state"],
                  cancelled["after"]["reason"]), ("queued", "cancelled", "wrong"))
    dead = tenant.run_to("failed", "to.discard")[0]["id"]
    tenant.operator.post(f"queue/{dead}/discard")
    given_up = rows(tenant, run_id=dead, action="run.discard")[0]
    expect_equal((given_up["before"]["state"], given_up["after"]["state"],
                  given_up["after"]["reason"]), ("failed", "cancelled", "discarded"))
    many = tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a", "payload": {}}] * 3}).json
    newest = rows(tenant, by="people")[0]
    expect_equal((newest["action"], newest["object"]),
                 ("task.bulk", {"kind": "task", "id": many["results"][0]["id"], "count": 3}))


@story
def a_reminder_is_told_with_how_it_stood_and_stands(server):
    tenant = server.tenant()
    one = tenant.producer.post("reminders", {"title": "a", "user_id": "ann",
                                             "remind_at": "2040-01-01T00:00:00Z"}, 201).json
    tenant.producer.post(f"reminders/{one['id']}/snooze", {"until": "2041-01-01T00:00:00Z"})
    tenant.producer.post(f"reminders/{one['id']}/complete")
    done, later, made = rows(tenant, object=one["id"], by="people")
    expect_equal(made["after"]["title"], "a")
    pending = {"status": "PENDING", "next_remind_at": "2040-01-01T00:00:00Z", "snooze_count": 0}
    snoozed = {"status": "SNOOZED", "next_remind_at": "2041-01-01T00:00:00Z", "snooze_count": 1}
    completed = {"status": "COMPLETED", "next_remind_at": None, "snooze_count": 1}
    expect_equal((later["before"], later["after"]), (pending, snoozed))
    expect_equal((done["before"], done["after"]), (snoozed, completed))


@story
def what_time_did_names_what_it_is_about(server):
    tenant = server.tenant()
    one = tenant.producer.post("reminders", {"title": "a", "user_id": "ann",
                                             "remind_at": "2025-01-01T00:00:00Z"}, 201).json
    due = until("due", lambda: rows(tenant, action="reminder.due"))[0]
    expect_equal(due["object"], {"kind": "reminder", "id": one["id"]})
    expect("run_id" not in due, f"{due}")
    expect(due in rows(tenant, kind="reminder", by="system"), "by its kind")
    expect_equal({row["object"]["kind"] for row in rows(tenant, kind="run", by="system")}, {"run"})
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"maintenance": {"enabled": True}})
    tenant.enqueue()
    until("held back", lambda: tenant.lease() or rows(tenant, action="maintenance.holding"))
    holds = rows(tenant, action="maintenance.holding")[0]
    expect_equal(holds["object"], {"kind": "tenant", "id": tenant.id})


@story
def time_and_handlers_are_the_system(server):
    tenant = server.tenant()
    tenant.operator.put("types/late", {"max_attempts": 1})
    tenant.producer.post("tasks", {"type": "late", "payload": {}}, 201)
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"],
                  audit=[{"event": "subscription.frozen", "object": {"id": "s-1"},
                          "before": "ACTIVE", "after": "FROZEN"}])
    said = rows(tenant, action="subscription.frozen")
    expect_equal(len(said), 1)
    expect_equal([said[0][key] for key in ("actor_id", "object", "before", "after", "run_id")],
                 ["SYSTEM", {"id": "s-1"}, "ACTIVE", "FROZEN", lease["run_id"]])
    tenant.producer.put("daily/ann", {"due_time": "09:00"}, 201)
    system = rows(tenant, actor="SYSTEM")
    expect(all(row["actor_id"] == "SYSTEM" for row in system), system)
    expect(said[0] in system, "handlers speak for the system")
    expect_equal([row for row in rows(tenant, by="people") if row["actor_id"] == "SYSTEM"], [])


@story
def it_is_listed_in_pages_and_exported_in_lines(server):
    tenant, other = server.tenant(), server.tenant()
    for n in range(7):
        tenant.producer.put(f"users/u{n}", {"timezone": "UTC"})
    other.producer.put("users/u0", {"timezone": "UTC"})
    newest_first = rows(tenant, action="user.change")
    expect_equal([row["object"]["id"] for row in newest_first], [f"u{n}" for n in range(6, -1, -1)])
    expect_equal(rows(tenant, action="user.change", limit=2), newest_first)
    expect_equal(rows(tenant, limit=1, order="asc", kind="user"), newest_first[::-1])
    expect_equal([row["object"]["id"] for row in rows(tenant, object="u3")], ["u3"])
    middle = newest_first[3]["at"]
    expect(all(row["at"] >= middle for row in rows(tenant, since=middle)), "since")
    expect(all(row["at"] < middle for row in rows(tenant, until=middle)), "until")
    lines, cursor = [], None
    while True:
        path = "audit?format=ndjson&order=asc&kind=user&limit=3"
        page = tenant.operator.get(path + (f"&cursor={cursor}" if cursor else ""))
        expect_equal(page.headers["content-type"], "application/x-ndjson")
        lines += [json.loads(line) for line in page.body.decode().splitlines()]
        cursor = page.headers.get("x-next-cursor")
        if not cursor:
            break
    expect_equal(lines, newest_first[::-1])
    expect_problem(tenant.operator.get("audit?cursor=nonsense", 422), 422)
    expect_problem(tenant.operator.get("audit?order=sideways", 422), 422)


@story
def secrets_and_payloads_are_never_in_it(server):
    tenant = server.tenant()
    tenant.admin.put("secrets/card", {"value": "hunter2-hunter2"})
    tenant.admin.post("tokens", {"role": "viewer", "name": "board"}, 201)
    tenant.operator.put("types/hook", {"handler": {
        "kind": "http", "url": "https://example.com/",
        "headers": {"X-Note": "hunter2-hunter2"}}})
    tenant.producer.post("tasks", {"type": "t", "payload": {"note": "hunter2-hunter2"}}, 201)
    tenant.producer.post("batches", {"type": "t", "items": ["hunter2-hunter2"]}, 201)
    text = json.dumps(rows(tenant, by="people"))
    expect("hunter2" not in text, text)
    actions = {row["action"] for row in rows(tenant, by="people")}
    expect_equal(actions, {"batch.create", "task.create", "type.change", "token.create",
                           "secret.change"})
