"""Members of answers that no other story shows: what the description declares is really given."""
from datetime import datetime, timedelta, timezone

from clock import put_back
from dialogue import Server, expect, expect_equal, query, story, story_alone, until, walk
from stories_daily import soon
from stories_damage import Again

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def told_of(tenant, type_):
    """The data of all events of this type."""
    return [one["data"] for one in walk(tenant.viewer, "events") if one["type"] == type_]


@story
def a_policy_shows_all_of_its_backoff(server):
    tenant = server.tenant()
    backoff = {"kind": "exponential", "base_ms": 1000, "max_ms": 60000}
    expect_equal(
        tenant.operator.put("types/mail.send", {"backoff": backoff}).json["backoff"], backoff
    )


@story
def a_type_shows_its_group_and_its_last_rungs(server):
    tenant = server.tenant()
    given = {"group": "news", "ladder_critical_last": 2}
    made = tenant.operator.put("types/mail.send", given).json
    expect_equal({name: made[name] for name in given}, given)


@story
def every_quota_of_a_tenant_is_shown_as_it_is_set(server):
    quotas = {
        "requests_per_second": 500,
        "bytes_per_second": 50000000,
        "runs": 5000,
        "jobs": 50,
        "batches": 5,
        "operations": 4,
        "pauses": 9,
        "alert_rules": 8,
        "resting_alerts": 7,
        "open_effects": 6,
        "waiting_tasks": 3,
    }
    tenant = server.tenant(quotas=quotas)
    expect_equal(tenant.admin.get(f"tenants/{tenant.id}").json["quotas"], quotas)


@story
def what_belongs_to_events_shows_what_it_was_given(server):
    tenant = server.tenant()
    tenant.admin.put("secrets/door", {"value": "sesame"})
    source = tenant.admin.post(
        "sources", {"secrets": ["door"], "description": "the shop"}, 201
    ).json
    expect_equal(source["description"], "the shop")
    given = {
        "event": "order.created",
        "type": "order.check",
        "description": "checks",
        "queue": "orders",
        "priority": 3,
        "max_attempts": 2,
        "source": source["id"],
    }
    rule = tenant.operator.post("rules", given, 201).json
    expect_equal({name: rule[name] for name in given}, given)
    given = {
        "url": "https://hooks.example.org/",
        "secrets": ["door"],
        "state": "paused",
        "headers": {"X-Shop": "7"},
    }
    hook = tenant.admin.post("webhooks", given, 201).json
    expect_equal({name: hook[name] for name in given}, given)
    server.admin.put("secrets/door", {"value": "sesame"})
    hook = server.admin.post("webhooks", dict(given, all_tenants=True), 201).json
    expect_equal(hook["all_tenants"], True)
    server.admin.delete(f"webhooks/{hook['id']}", 204)


@story
def an_event_whose_run_is_refused_says_why(server):
    tenant = server.tenant()
    tenant.operator.post(
        "rules", {"event": "order.created", "type": "order.check", "queue": "nowhere"}, 201
    )
    told = tenant.producer.post(
        "events",
        {"specversion": "1.0", "id": "o-1", "source": "/shop", "type": "order.created", "data": {}},
    ).json
    expect_equal([sorted(one) for one in told["runs"]], [["error", "rule_id"]])


@story
def a_lease_carries_the_trace_of_its_task(server):
    tenant = server.tenant()
    tenant.producer.post("tasks", {"type": "mail.send"}, 201, traceparent=TRACE)
    expect_equal(tenant.lease()[0]["traceparent"].split("-")[1], TRACE.split("-")[1])


@story
def an_event_tells_the_length_of_a_long_result(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    result = {"text": "x" * 20000}
    tenant.report(lease["execution_id"], result=result)
    told = [
        one["data"]
        for one in tenant.viewer.get("events?limit=100").json["data"]
        if "result_bytes" in one["data"]
    ]
    expect(told and told[0]["result_bytes"] > 20000, f"{told}")


@story
def a_pause_that_ends_by_itself_says_when(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}, 201)
    tenant.operator.post("jobs/j/pause", {"until": "2035-01-01T00:00:00Z"})
    expect_equal([one["until"] for one in told_of(tenant, "job.paused")], ["2035-01-01T00:00:00Z"])


# ---- what comes after days ---------------------------------------------------------------------


def wake(server, tenant, **variables):
    """The server comes back with the true clock."""
    tokens = {role: client.token for role, client in tenant.clients.items()}
    server.stop()
    server.variables = variables
    server.start()
    return Again(tenant, tokens)


@story_alone
def after_days_of_silence_what_was_missed_is_told():
    with Server(**put_back(4 * 24 * 60)) as server:
        tenant = server.tenant()
        tenant.operator.put("types/mail.send", {"retention_days": 1})
        tenant.producer.post(
            "jobs",
            {"code": "hourly", "handler": "h", "misfire": "skip", "cron_expression": "0 * * * *"},
            201,
        )
        tenant.producer.post(
            "jobs",
            {"code": "all", "handler": "all", "misfire": "run_all", "cron_expression": "0 0 * * *"},
            201,
        )
        tenant.producer.post(
            "jobs", {"code": "late", "handler": "late", "cron_expression": "0 * * * *"}, 201
        )
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 120}})
        tenant.producer.put("daily/ann", {"due_time": soon(60)}, 201)
        tenant.producer.put("daily/bob", {"due_time": soon(60)}, 201)
        for _ in range(2):
            lease = tenant.lease(types=["daily.run"])[0]
            if "ann" in lease["idempotency_key"]:
                tenant.report(lease["execution_id"])
        task = tenant.enqueue(idempotency_key="once", unique_scope="forever")
        tenant.report(tenant.lease(types=["mail.send"])[0]["execution_id"])
        for role in ("viewer", "producer", "admin"):
            getattr(tenant, role)
        tenant = wake(server, tenant)
        missed = until("job.missed", lambda: told_of(tenant, "job.missed"))[0]
        expect(missed["missed"] > 24 and missed["first"], f"{missed}")
        until(
            "a run that was made up for",
            lambda: [
                one for one in walk(tenant.viewer, "queue", type="all") if one["cause"] == "catchup"
            ],
        )
        until(
            "one late run stands for all that were missed",
            lambda: [
                one
                for one in walk(tenant.viewer, "jobs/late/occurrences")
                if one["outcome"] == "missed"
            ],
        )
        rows = walk(tenant.viewer, "jobs/hourly/occurrences", limit=1)
        expect(
            [
                one
                for one in rows
                if one.get("count", 0) > 1
                and one["until"] > one["planned_at"]
                and one["or_more"] is False
            ],
            f"{rows}",
        )
        days = until(
            "days",
            lambda: [
                one
                for one in walk(tenant.viewer, "daily/bob/days", limit=1)
                if one["status"] == "missed"
            ],
        )
        expect(days, "nobody was there for days")
        of_ann = [one["status"] for one in walk(tenant.viewer, "daily/ann/days", limit=1)]
        expect_equal(of_ann[-2:], ["missed", "success"])
        ended = {one["status"] for one in told_of(tenant, "window.finalized")}
        expect("success" in ended and "missed" in ended, f"{ended}")
        begin = (datetime.now(timezone.utc) - timedelta(days=5)).strftime("%Y-%m-%dT00:00:00Z")
        stats = tenant.viewer.get(f"stats{query(by='due_minute', **{'from': begin})}").json["data"]
        expect(
            [row for row in stats if row.get("success") and row["due_minute"] is not None],
            f"{stats}",
        )
        expect([row for row in stats if row.get("missed")], f"{stats}")
        until(
            "the run is removed",
            lambda: tenant.viewer.ask("GET", f"tasks/{task['id']}").status == 404,
        )
        again = tenant.producer.post(
            "tasks/bulk",
            {
                "tasks": [
                    {"type": "mail.send", "idempotency_key": "once", "unique_scope": "forever"}
                ]
            },
        ).json
        expect_equal(
            [(one["duplicate"], one["state"]) for one in again["results"]], [(True, "purged")]
        )
        one = tenant.enqueue(status=200, idempotency_key="once", unique_scope="forever")
        expect_equal((one["duplicate"], one["state"]), (True, "purged"))
        body = {"type": "mail.send", "items": [1], "idempotency_key": "once",
                "unique_scope": "forever"}
        batch = tenant.producer.post("batches", body, 200).json
        expect_equal((batch["duplicate"], batch["state"], "total" in batch),
                     (True, "purged", False))


@story_alone
def a_success_behind_the_cutoff_names_its_attempt():
    with Server(**put_back(8)) as server:
        tenant = server.tenant()
        tenant.admin.put(
            f"tenants/{tenant.id}/settings",
            {"daily": {"window_minutes": 120, "job_timeout_ms": 3600000}},
        )
        tenant.producer.put("daily/ann", {"due_time": soon(3 - 8)}, 201)
        lease = tenant.lease(lease_ms=600000)[0]
        _ = tenant.viewer
        tenant = wake(server, tenant)
        cut = f"executions/{lease['execution_id']}"
        until("the cutoff", lambda: tenant.viewer.get(cut).json["outcome"] == "cutoff")
        tenant.report(lease["execution_id"])
        late = until("late", lambda: told_of(tenant, "window.late_success"))[0]
        expect_equal((late["execution_id"], late["user_id"]), (lease["execution_id"], "ann"))
        expect_equal(tenant.viewer.get("daily/ann").json["status"], "cutoff_reached")
        days = walk(tenant.viewer, "daily/ann/days")
        expect_equal([one["status"] for one in days], ["cutoff_reached"])


@story
def a_claim_of_an_effect_is_told(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    claim = tenant.worker.post(
        "effects/claim",
        {"action_key": "charge", "idempotency_key": "k", "execution_id": lease["execution_id"]},
    ).json
    told = told_of(tenant, "effect.changed")
    expect_equal([one["claim_id"] for one in told], [claim["claim_id"]])


# ---- members that are null for most -------------------------------------------------------------


@story
def an_effect_shows_its_scope_and_why_it_was_released(server):
    tenant = server.tenant()
    body = {"action_key": "charge", "idempotency_key": "k", "scope": "branch:7"}
    first = tenant.worker.post("effects/claim", body).json
    told = {"claim_id": first["claim_id"], "reason": "it never went out"}
    tenant.operator.post("effects/release", told)
    tenant.worker.post("effects/claim", {**body, "scope": "branch:8"})
    shown = walk(tenant.viewer, "effects", limit=1)
    expect_equal(
        [(one["scope"], one["reason"]) for one in shown],
        [("branch:8", None), ("branch:7", told["reason"])],
    )


@story
def a_pause_of_a_type_tells_when_it_ends(server):
    tenant = server.tenant()
    end = "2035-01-01T00:00:00Z"
    tenant.operator.post("pause", {"scope": "type", "type": "a.b", "until": end})
    told = [
        one["data"]
        for one in walk(tenant.viewer, "events")
        if one["type"].startswith("pause.") and one["data"].get("until")
    ]
    expect_equal([one["until"] for one in told], [end])


@story
def whoever_asks_is_told_the_zone_and_the_end_of_the_token(server):
    tenant = server.tenant()
    end = "2999-01-01T00:00:00Z"
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"timezone": "Asia/Tokyo"})
    token = tenant.token("viewer", expires_at=end)
    me = server.client(token["token"]).get("me").json
    expect_equal((me["tenant"]["timezone"], me["token"]["expires_at"]), ("Asia/Tokyo", end))
    ends = [one["expires_at"] for one in walk(tenant.admin, "tokens") if one["id"] == token["id"]]
    expect_equal(ends, [end])


@story
def a_rule_that_is_tried_names_the_person(server):
    tenant = server.tenant()
    rule = tenant.operator.post(
        "rules", {"event": "order.late", "type": "order.tell", "user_id": "{data.buyer}"}, 201
    ).json
    event = {"specversion": "1.0", "id": "1", "source": "/shop", "type": "order.late"}
    sample = {"sample": {**event, "data": {"buyer": "ann"}}}
    tried = tenant.operator.post(f"rules/{rule['id']}/test", sample).json
    expect_equal([one["user_id"] for one in tried["runs"]], ["ann"])


@story
def a_worker_that_drains_says_why(server):
    tenant = server.tenant()
    tenant.run_to("processing")
    named = walk(tenant.viewer, "workers")[0]["worker_id"]
    tenant.admin.post(f"workers/{named}/drain", {"reason": "new disk"})
    shown = [one["reason"] for one in walk(tenant.viewer, "workers") if one["worker_id"] == named]
    expect_equal(shown, ["new disk"])


@story
def lists_that_grow_slowly_have_a_second_page_too(server):
    tenant = server.tenant()
    for number in range(2):
        tenant.admin.put(f"secrets/s{number}", {"value": "sesame"})
        tenant.admin.post("sources", {"secrets": ["s0"]}, 201)
    for path in ("secrets", "sources"):
        expect_equal(len(walk(tenant.admin, path, limit=1)), 2, path)


@story_alone
def the_due_minute_with_the_most_misses_is_named():
    with Server(**put_back(8)) as server:
        tenant = server.tenant()
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 120}})
        due = soon(3 - 8)
        tenant.producer.put("daily/ann", {"due_time": due}, 201)
        for role in ("viewer", "producer", "admin"):
            getattr(tenant, role)
        tenant = wake(server, tenant, SCHEDULER_SLO_EVAL_MS="1000")
        until("the cutoff", lambda: tenant.viewer.get("daily/ann").json["status"])

        def rate():
            rows = tenant.server.admin.get("slo").json["data"]
            return next(one for one in rows if one["slo"] == "cutoff_miss_rate")

        shown = until("it is measured", lambda: rate()["due_bucket"] is not None and rate())
        expect_equal(shown["due_bucket"], int(due[:2]) * 60 + int(due[3:]))
