"""Rows that do not fit their checks: a list shows each as damaged, the log and the metrics tell."""
import json
import os
import sqlite3
import uuid

from dialogue import (
    Client,
    Server,
    Tenant,
    expect,
    expect_equal,
    expect_problem,
    story_alone,
    until,
)
from stories_daily import soon

MARKS = {"damaged": True, "code": "store_damaged"}


class Again(Tenant):
    """The same tenant after the server was started again."""

    def __init__(self, tenant, tokens):
        self.server, self.id = tenant.server, tenant.id
        self.clients = {role: Client(self.server, token) for role, token in tokens.items()}


def blob(id_):
    return uuid.UUID(id_).bytes


def harm(server, tenant, *changes):
    """Changes rows behind the back of a server that is stopped meanwhile: each change is SQL that
    leaves the checks as they were."""
    tokens = {role: client.token for role, client in tenant.clients.items()}
    server.stop()
    link = sqlite3.connect(os.path.join(server.data, "belfry.db"))
    with link:
        for sql, *values in changes:
            expect_equal(link.execute(sql, values).rowcount, 1, sql)
    link.close()
    server.start()
    return Again(tenant, tokens)


def pages(client, path, limit):
    """Every page of a list, by its cursors."""
    cursor = ""
    while cursor is not None:
        page = client.get(f"{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else "")).json
        yield page
        cursor = page["next_cursor"]


def found_rows(server):
    text = server.admin.get("/metrics").body.decode()
    return int(text.split("\nbelfry_store_damaged_rows_total ")[1].split()[0])


def told_rows(server):
    lines = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
    return [line for line in lines if line["msg"] == "damaged row found"]


def last_turn(server):
    link = sqlite3.connect(f"file:{server.data}/belfry.db?mode=ro", uri=True)
    try:
        return link.execute("SELECT max(turn) FROM journal").fetchone()[0]
    finally:
        link.close()


@story_alone
def a_damaged_run_stays_in_its_lists_and_is_named():
    with Server() as server:
        tenant = server.tenant()
        ids = [tenant.enqueue(payload={"number": number})["id"] for number in range(5)]
        expect(tenant.viewer.get("queue").json["data"], "nothing is listed")
        tenant = harm(
            server,
            tenant,
            ("UPDATE bodies SET payload = ? WHERE id = ?", b"{}", blob(ids[1])),
            ("UPDATE runs SET priority = 3 WHERE id = ?", blob(ids[3])),
        )
        for path in ("queue", "tasks"):
            page = tenant.viewer.get(path).json
            expect_equal(
                sorted(row["id"] for row in page["data"]), sorted([ids[0], ids[2], ids[4]]), path
            )
            expect_equal(sorted(row["id"] for row in page["damaged"]), sorted([ids[1], ids[3]]))
            for row in page["damaged"]:
                expect_equal(row, {"id": row["id"], **MARKS})
        # Page by page each is shown once, whatever the length of a page.
        for limit in (1, 2, 3, 5):
            shown = [
                row["id"]
                for page in pages(tenant.viewer, "queue", limit)
                for row in page["data"] + page.get("damaged", [])
            ]
            expect_equal(sorted(shown), sorted(ids), f"limit {limit}")
        expect_problem(tenant.viewer.get(f"queue/{ids[1]}", 500), 500, "store_damaged")
        expect(found_rows(server) >= 4, "the metric does not count them")
        # A line each, however often they are listed; it names the row and whose it is.
        told = told_rows(server)
        expect_equal(
            sorted((line["table"], line["row_id"], line["run_id"]) for line in told),
            [("bodies", ids[1], ids[1]), ("runs", ids[3], ids[3])],
        )
        expect_equal(
            {(line["level"], line["tenant"], line["err_code"]) for line in told},
            {("error", tenant.id, "STORE_DAMAGED")},
        )
        # Another tenant is shown nothing of it.
        expect_equal(server.tenant().viewer.get("queue").json, {"data": [], "next_cursor": None})


@story_alone
def every_kind_of_damaged_row_is_shown_by_its_list():
    with Server() as server:
        tenant = server.tenant()
        job = tenant.producer.post(
            "jobs", {"code": "nightly", "handler": "work", "cron_expression": "0 3 * * *"}, 201
        ).json
        _, lease = tenant.run_to("processing", "mail.send")
        tenant.report(lease["execution_id"])
        batch = tenant.producer.post("batches", {"type": "work", "items": [1, 2]}, 201).json
        tenant.producer.post(f"queue/{batch['id']}/cancel")
        reminder = tenant.producer.post(
            "reminders",
            {"title": "call", "remind_at": "2030-01-01T09:00:00Z", "user_id": "ann"},
            201,
        ).json
        tenant.producer.put("daily/ann", {"due_time": "09:00"}, 201)
        tenant.operator.put("users/ann", {"timezone": "UTC"})
        tenant.admin.put("secrets/key", {"value": "hidden"})
        turns = last_turn(server)
        tenant = harm(
            server,
            tenant,
            ("UPDATE jobs SET interval_ms = 7 WHERE id = ?", blob(job["id"])),
            ("UPDATE executions SET ended_at = 7 WHERE id = ?", blob(lease["execution_id"])),
            ("UPDATE batches SET total = 7 WHERE id = ?", blob(batch["id"])),
            ("UPDATE reminders SET title = ? WHERE id = ?", b"call!", blob(reminder["id"])),
            ("UPDATE daily SET due_minute = 7 WHERE user_id = ?", b"ann"),
            ("UPDATE things SET updated_at = 7 WHERE name = 'ann'",),
            ("UPDATE things SET updated_at = 7 WHERE name = 'key'",),
            ("UPDATE journal SET entries = 77 WHERE turn = ?", turns - 1),
        )
        for path, known in (
            ("jobs", {"id": job["id"]}),
            ("executions", {"id": lease["execution_id"]}),
            ("batches", {"id": batch["id"]}),
            ("reminders", {"id": reminder["id"]}),
            ("daily", {"name": "ann"}),
            ("secrets", {"name": "key"}),
            ("events", {"turn": turns - 1}),
        ):
            expect_equal(tenant.admin.get(path).json["damaged"], [{**known, **MARKS}], path)
        # What is asked for by its name is damaged, not absent.
        for path in (
            "jobs/nightly",
            f"jobs/{job['id']}",
            f"batches/{batch['id']}",
            "daily/ann",
            "users/ann",
            f"reminders/{reminder['id']}",
            f"executions/{lease['execution_id']}",
        ):
            expect_problem(tenant.operator.get(path, 500), 500, "store_damaged")


def furnish_more(tenant):
    """One of each that the store lists and that is not loaded when the server begins."""
    admin = tenant.admin
    admin.post("jobs", {"code": "nightly", "handler": "work", "cron_expression": "0 3 * * *"}, 201)
    admin.post("jobs/nightly/skip-next")
    admin.post("jobs/nightly/alerts", {"alert_type": "FAILURE"}, 201)
    for outcome, more in (("fail", {"error": {"class": "permanent"}}), ("success", {})):
        admin.post("jobs/nightly/run", {}, 201)
        tenant.report(tenant.lease(types=["work"])[0]["execution_id"], outcome, **more)
    admin.put("types/chat.dm", {"fallback": {"type": "chat.mention"}})
    tenant.enqueue("chat.dm", user_id="ann", max_attempts=1)
    tenant.report(
        tenant.lease(types=["chat.dm"])[0]["execution_id"], "fail", error={"class": "dm_closed"}
    )
    admin.put("secrets/door", {"value": "sesame"})
    admin.post("rules", {"event": "order.created", "type": "work"}, 201)
    admin.post("sources", {"secrets": ["door"]}, 201)
    admin.put("users/eve", {"name": "Eve of Damage"})
    admin.post(
        "webhooks",
        {"url": "https://hooks.example.org/", "secrets": ["door"], "state": "paused"},
        201,
    )
    for name in ("first", "second"):
        admin.post(
            "ladders",
            {
                "entity": "event:7",
                "name": name,
                "offsets": ["-1h"],
                "anchor": "2030-01-01T00:00:00Z",
                "type": "work",
            },
            201,
        )
    claim = admin.post("effects/claim", {"action_key": "charge", "idempotency_key": "k"}).json
    admin.post("effects/complete", {"claim_id": claim["claim_id"]})
    admin.post(
        "reminders", {"title": "now", "remind_at": "2025-01-01T00:00:00Z", "user_id": "ann"}, 201
    )
    until("a notice", lambda: admin.get("inbox?user_id=ann").json["data"])
    admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 120}})
    admin.put("daily/ann", {"due_time": soon(60)}, 201)
    tenant.report(tenant.lease(types=["daily.run"])[0]["execution_id"])
    tenant.token("viewer")


def of_things(words):
    """The one thing whose body has these words."""
    return (
        "UPDATE things SET updated_at = 7 WHERE (kind, name) = (SELECT kind, name FROM things "
        "WHERE CAST(body AS TEXT) LIKE ? LIMIT 1)",
        f"%{words}%",
    )


@story_alone
def what_was_told_and_what_is_set_is_shown_as_damaged_too():
    with Server() as server:
        tenant = server.tenant()
        furnish_more(tenant)
        tenant = harm(
            server,
            tenant,
            ("UPDATE alerts SET value = 7",),
            ("UPDATE audit SET at = 7 WHERE turn = (SELECT max(turn) FROM audit)",),
            ("UPDATE days SET attempts = 7",),
            ("UPDATE deliveries SET attempt = 7 WHERE id = (SELECT min(id) FROM deliveries)",),
            ("UPDATE effects SET claims = 7",),
            ("UPDATE ladders SET anchor = 7 WHERE key = (SELECT min(key) FROM ladders)",),
            ("UPDATE notices SET title = x'6f'",),
            (
                "UPDATE occurrences SET decided_at = 7 WHERE planned_at = "
                "(SELECT max(planned_at) FROM occurrences)",
            ),
            of_things("order.created"),
            of_things('{"secrets":["door"]'),
            of_things("hooks.example.org"),
            of_things('"role":"viewer"'),
            of_things("Eve of Damage"),
        )
        for path in (
            "alerts",
            "audit",
            "daily/ann/days",
            "deliveries",
            "effects",
            "inbox?user_id=ann",
            "ladders/event:7",
            "jobs/nightly/occurrences",
            "rules",
            "sources",
            "webhooks",
            "tokens",
            "users",
        ):
            damaged = tenant.admin.get(path).json["damaged"]
            expect_equal([{name: row[name] for name in MARKS} for row in damaged], [MARKS], path)
