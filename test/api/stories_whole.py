"""What an answer shows of a thing, member by member: none may be the same for all things. A value
here was given by the story, is known from elsewhere, or is the present."""
import time
from datetime import datetime

from dialogue import Server, expect, expect_equal, story, story_alone, until, walk

LATER = "2031-01-01T00:00:00Z"


def now(text):
    """An instant of this story."""
    then = datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    return abs(then - time.time()) < 600


def expect_has(shown, about="", **expected):
    """These members have these values; a function says whether a value is right."""
    wrong = {name: shown.get(name, "is left out") for name, value in expected.items()
             if not (value(shown.get(name)) if callable(value) else shown.get(name) == value)}
    expect(not wrong, f"{about} {wrong} are not {({name: expected[name] for name in wrong})}")


def actor(client):
    """Who asks, as the audit names them."""
    return "token:" + client.get("me").json["token"]["id"]


def changed(one, other):
    """The version of a thing after a change."""
    expect(one["version"] != other["version"], f"{one}")


# ---- tenants, people, tokens -------------------------------------------------------------------


@story
def a_tenant_shows_what_it_was_given(server):
    given = {"name": "Acme", "timezone": "Europe/Berlin", "profile": "enterprise", "limit": 9,
             "pings": {"core": "https://a.example/p"}, "profile_rules": False, "weight": 3,
             "max_attempts": 7, "lease_ms": 70000, "timeout_seconds": 50, "require_key": True,
             "min_interval_seconds": 30, "priority": 2, "priority_scale": 5, "misfire": "skip",
             "grace_seconds": 5, "unique_scope": "active", "channels": {"chat": "chat.send"}}
    for more in ({}, {"require_key": False, "profile_rules": True}):
        tenant = server.tenant(**{**given, **more})
        shown = tenant.admin.get(f"tenants/{tenant.id}").json
        expect_has(shown, **{**given, **more}, created_at=now, id=tenant.id)
    changed(tenant.admin.put(f"tenants/{tenant.id}", {"name": "B"}).json, shown)


@story
def a_person_shows_what_they_were_given(server):
    tenant = server.tenant()
    given = {"email": "ann@a.example", "timezone": "Europe/Berlin", "channels": ["email"],
             "opt_ins": [], "contacts": {"sms": "1"}}
    made = tenant.admin.put("users/ann", given).json
    expect_has(made, **given, id="ann", tenant_id=tenant.id)
    tenant.operator.put("types/alarm", {"notifies": True, "quiet": "opt_in"})
    again = tenant.admin.put("users/ann", {"opt_ins": ["alarm"], "channels": ["in_app"]}).json
    expect_has(again, opt_ins=["alarm"], channels=["in_app"])
    changed(again, made)


@story
def a_token_shows_whose_it_is(server):
    tenant = server.tenant()
    made = tenant.token("user", user_id="ann", name="phone", expires_at=LATER)
    facts = {"tenant_id": tenant.id, "role": "user", "user_id": "ann", "name": "phone",
             "expires_at": LATER, "id": made["id"], "created_at": now}
    expect_has(made, **facts)
    listed = {one["id"]: one for one in walk(tenant.admin, "tokens")}
    expect_has(listed[made["id"]], **facts)
    worker = tenant.token("worker", queues=["default"])
    expect_has(worker, queues=["default"], role="worker")
    listed = {one["id"]: one for one in walk(tenant.admin, "tokens")}
    expect_has(listed[worker["id"]], queues=["default"])
    expect_has(walk(tenant.admin, "tokens", limit=1)[0], id=lambda id_: id_)
    asked = server.client(worker["token"]).get("me").json
    expect_has(asked["token"], id=worker["id"], queues=["default"])
    expect_has(server.client(made["token"]).get("me").json["token"], name="phone")


@story
def who_asks_is_told_who_they_are(server):
    tenant = server.tenant(name="Acme", priority_scale=5)
    shown = tenant.operator.get("me").json
    expect_has(shown, tenant_id=tenant.id, is_system=False, role="operator", session=None,
               authenticated_by="token", server_version=server.admin.get("status").json["version"])
    expect("operate" in shown["access"] and "createTask" in shown["operations"], f"{shown}")
    expect_has(shown["tenant"], id=tenant.id, name="Acme", priority_last=5)
    expect_has(server.admin.get("me").json, tenant_id="system", is_system=True, role="admin")
    ann = server.client(tenant.token("user", user_id="ann")["token"])
    expect_has(ann.get("me").json, user_id="ann", role="user")


# ---- reminders, ladders, days ------------------------------------------------------------------


@story
def a_reminder_shows_what_it_was_given(server):
    tenant = server.tenant()
    given = {"title": "Call", "user_id": "ann", "description": "about it", "reference_type": "Load",
             "reference_id": "7", "reference_url": "https://a.example/7",
             "remind_at": "2031-03-03T09:00:00Z", "timezone": "Europe/Berlin",
             "recurrence_rule": "FREQ=DAILY", "recurrence_end_date": "2031-12-31",
             "notification_channels": ["email"]}
    made = tenant.producer.post("reminders", given, 201).json
    shown = tenant.viewer.get(f"reminders/{made['id']}").json
    expect_has(shown, **given, tenant_id=tenant.id, is_recurring=True, created_at=now,
               updated_at=now, sent_at=None)
    run = walk(tenant.viewer, "queue", include="internal", type="REMINDER")[0]
    expect_has(shown, run_id=run["id"])
    ends = {"dismiss": "dismissed_at", "complete": "completed_at"}
    for act, name in ends.items():
        id_ = tenant.producer.post("reminders", {**given, "title": act}, 201).json["id"]
        expect_has(tenant.producer.post(f"reminders/{id_}/{act}", {}).json, **{name: now})
    late = tenant.producer.post("reminders", {
        "title": "now", "user_id": "ann", "remind_at": "2025-01-01T00:00:00Z"}, 201).json["id"]
    sent = until("it is sent", lambda: (lambda one: one["sent_at"] and one)(
        tenant.viewer.get(f"reminders/{late}").json))
    expect_has(sent, sent_at=now)
    changed(tenant.producer.put(f"reminders/{made['id']}", {"title": "B"}).json, shown)
    told = walk(tenant.viewer, "events", event="reminder.sent")[0]
    expect_has(told["data"], tenant_id=tenant.id, reminder_id=late, user_id="ann",
               remind_at="2025-01-01T00:00:00Z")
    notice = walk(tenant.admin, "inbox", user_id="ann")[0]
    expect_has(notice, user_id="ann", at=now, title="now")


@story
def a_ladder_shows_what_it_was_given(server):
    tenant = server.tenant()
    body = {"entity": "event:7", "anchor": "2031-03-03T20:00:00Z", "type": "x", "name": "n",
            "offsets": ["-1h", "0"], "payload": {}, "user_id": "ann"}
    made = tenant.producer.post("ladders", body, 201).json
    facts = {name: body[name] for name in ("entity", "anchor", "type", "name", "user_id")}
    shown = walk(tenant.viewer, "ladders")[0]
    expect_has(shown, **facts, id=made["id"], tenant_id=tenant.id, created_at=now, updated_at=now)
    expect_equal([rung["run_at"] for rung in shown["rungs"]],
                 ["2031-03-03T19:00:00Z", "2031-03-03T20:00:00Z"])
    moved = tenant.producer.put("ladders/event:7", {"anchor": "2031-03-04T20:00:00Z"}).json
    expect_has(moved, entity="event:7", tenant_id=tenant.id, ladders=1, moved=2, made=0, passed=0)
    soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
    late = tenant.producer.post("ladders", {**body, "entity": "event:8", "anchor": soon,
                                            "offsets": ["-2h", "0"]}, 201).json
    expect_equal((late["passed"], late["rungs"][0]["state"]), (1, "passed"))
    tenant.producer.post("ladders/event:7/stop", {"reason": "c"})
    rows = walk(tenant.viewer, "ladders")
    expect_equal(len({one["id"] for one in rows}), 2)
    stopped = {one["entity"]: one for one in rows}["event:7"]
    expect_has(stopped, stopped_at=now, reason="c")


@story
def a_persons_day_is_shown(server):
    tenant = server.tenant()
    made = tenant.producer.put("daily/ann", {"due_time": "09:00", "timezone": "Europe/Berlin"},
                               201).json
    run = walk(tenant.viewer, "queue", type="daily.run")[0]
    expect_has(made, tenant_id=tenant.id, due_time="09:00", timezone="Europe/Berlin",
               last_date=None, status=None, last_run_at=None, created_at=now, updated_at=now)
    expect_has(made["next"], run_id=run["id"], attempt_at=run["run_at"],
               date=lambda date: made["next"]["cutoff_at"].startswith(date))
    hours = (datetime.fromisoformat(made["next"]["cutoff_at"].replace("Z", "+00:00")) -
             datetime.fromisoformat(run["run_at"].replace("Z", "+00:00"))).total_seconds() / 3600
    expect_equal(hours, 1)


# ---- types, jobs, limits -----------------------------------------------------------------------


@story
def a_type_shows_what_it_was_given(server):
    tenant = server.tenant()
    given = {"lease_ms": 7000, "timeout_seconds": 8, "fatal": ["bad"], "notifies": True,
             "route": "r", "retention_days": 3}
    made = tenant.operator.put("types/ty", given).json
    expect_has(made, **given, name="ty", tenant_id=tenant.id, source="tenant")
    again = tenant.operator.put("types/ty", {"notifies": False, "lease_ms": 9000}).json
    expect_has(again, notifies=False, lease_ms=9000)
    changed(again, made)


@story
def a_job_shows_its_schedule_and_its_last_run(server):
    tenant = server.tenant()
    given = {"code": "j", "handler": "h", "cron_expression": "0 6 * * *", "group": "g",
             "jitter_seconds": 60, "horizon_seconds": 172800, "catchup_max": 3,
             "catchup_spread_seconds": 90, "exclude": ["feasts"], "parameters": {"n": 1}}
    tenant.operator.put("calendars/feasts", {"dates": ["2031-01-01"]})
    tenant.producer.post("jobs", given, 201)
    shown = tenant.viewer.get("jobs/j").json
    expect_has(shown, **given, tenant_id=tenant.id, is_enabled=True, allow_concurrent=False,
               is_system_required=False, created_at=now, updated_at=now, last_run_at=None)
    run = tenant.producer.post("jobs/j/run", {}, 201).json
    expect_has(run, job_id=shown["id"], run_at=now)
    lease = tenant.lease(types=["h"])[0]
    tenant.report(lease["execution_id"])
    execution = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    after = tenant.viewer.get("jobs/j").json
    expect_has(after, last_run_at=now, last_run_duration_ms=execution["duration_ms"])
    off = tenant.producer.put("jobs/j", {"is_enabled": False, "allow_concurrent": True}).json
    expect_has(off, is_enabled=False, allow_concurrent=True)
    policy = {one["field"]: one["source"] for one in shown["in_force"]}
    expect(policy, f"{shown}")


@story
def a_calendar_and_a_template_show_what_they_have(server):
    tenant = server.tenant()
    given = {"dates": ["2031-01-01"], "rules": [{"rule": "FREQ=YEARLY", "start": "2031-05-01"}]}
    made = tenant.operator.put("calendars/feasts", given).json
    expect_has(made, name="feasts", tenant_id=tenant.id, dates=["2031-01-01"], updated_at=now)
    expect_has(made["rules"][0], rule="FREQ=YEARLY", start="2031-05-01")
    changed(tenant.operator.put("calendars/feasts", {"dates": ["2031-01-02"]}).json, made)
    expect_equal([one["name"] for one in walk(tenant.viewer, "calendars")], ["feasts"])
    rows = {one["code"]: one for one in walk(tenant.viewer, "templates")}
    expect_has(rows["fetch_fuel_prices"], name="Fetch fuel prices", default_schedule="0 6 * * *",
               description="Update fuel surcharge tables", default_parameters={},
               is_tenant_configurable=True, schedule_in_words="at 06:00 every day")
    expect_has(rows["vacuum_database"], is_tenant_configurable=False)


@story
def a_pause_is_shown_where_it_holds(server):
    tenant = server.tenant()
    facts = {"reason": "r", "author": actor(tenant.operator), "since": now, "until": LATER}
    begun = tenant.operator.post("pause", {"scope": "type", "type": "held", "reason": "r",
                                           "until": LATER}).json
    expect_equal(begun["paused"], True)
    expect_has(begun["pause"], **facts, type="held", tenant_id=tenant.id)
    run = tenant.enqueue("held")["id"]
    reason = tenant.viewer.get(f"queue/{run}/why").json["reasons"][0]
    expect_has(reason["pause"], **facts, name="held")
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "interval_seconds": 3600}, 201)
    held = tenant.operator.post("jobs/j/pause", {"reason": "r", "until": LATER}).json
    expect_has(held["pause"], **facts)
    queue = tenant.operator.post("pause", {"scope": "queue", "queue": "batch"}).json
    expect_has(queue["pause"], queue="batch")
    tenant.operator.post("resume", {"scope": "queue", "queue": "batch"})
    listed = {one.get("job_id") or one.get("type"): one for one in walk(tenant.viewer, "pauses")}
    expect_equal(set(listed), {"held", held["id"]})


@story
def an_alert_is_shown_with_its_cause(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "max_retries": 0,
                                        "schedule_type": "MANUAL"}, 201).json
    rule = tenant.operator.post("jobs/j/alerts", {
        "alert_type": "FAILURE", "threshold_value": 2, "notification_channels": ["in_app"],
        "recipients": ["ann"]}, 201).json
    expect_has(rule, job_id=job["id"], is_raised=False, alert_id=None, count=0, created_at=now,
               updated_at=now)
    for _ in range(2):
        run = tenant.producer.post("jobs/j/run", {}, 201).json["id"]
        lease = tenant.lease(types=["h"])[0]
        tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    alert = walk(tenant.viewer, "alerts")[0]
    facts = {"alert_type": "FAILURE", "job_id": job["id"], "job_code": "j", "run_id": run,
             "threshold_value": 2, "value": 2, "raised_at": now, "state": "raised"}
    expect_has(alert, **facts, tenant_id=tenant.id, rule_id=rule["id"], resolved_at=None)
    expect_has(walk(tenant.viewer, "jobs/j/alerts")[0], is_raised=True, alert_id=alert["id"],
               count=2)
    told = walk(tenant.viewer, "events", event="alert.raised")[0]["data"]
    expect_has(told["alert"], **facts, alert_id=alert["id"])
    expect_has(told, tenant_id=tenant.id, job_id=job["id"], job_code="j")
    acknowledged = tenant.operator.post(f"alerts/{alert['id']}/acknowledge", {}).json
    expect_has(acknowledged, acknowledged_at=now, acknowledged_by=actor(tenant.operator))
    tenant.producer.post("jobs/j/run", {}, 201)
    tenant.report(tenant.lease(types=["h"])[0]["execution_id"])
    expect_has(walk(tenant.viewer, "alerts")[0], state="resolved", resolved_at=now)
    over = walk(tenant.viewer, "events", event="alert.resolved")[0]["data"]
    expect_has(over["alert"], state="resolved", resolved_at=now)


# ---- runs and what becomes of them -------------------------------------------------------------


@story
def a_lease_a_run_and_an_attempt_agree(server):
    tenant = server.tenant()
    batch = tenant.producer.post("batches", {"type": "t", "items": [1, 2], "queue": "batch",
                                             "entity": "e:1", "user_id": "ann"}, 201).json
    expect_has(batch, tenant_id=tenant.id, type="t", status="PENDING", total=1)
    lease = tenant.lease()[0]
    run = tenant.run(lease["run_id"])
    expect_has(lease, tenant_id=tenant.id, type="t", run_at=run["run_at"], fence=1, user_id="ann",
               entity="e:1", parent_id=batch["id"])
    attempt = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    expect_has(attempt, tenant_id=tenant.id, type="t", fence=1, lease_until=run["lease_until"],
               run_id=run["id"], lease_ms=lease["lease_ms"])
    shown = tenant.viewer.get(f"batches/{batch['id']}").json
    expect_has(shown, id=batch["id"], tenant_id=tenant.id, type="t", queue="batch", total=1,
               status="PENDING", run_at=now, created_at=now, finished_at=None)
    expect_equal((shown["report"]["total"], shown["report"]["pending"]), (1, 1))
    tenant.report(lease["execution_id"], "fail", error={"class": "odd", "message": "m"})
    attempt = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    expect_has(attempt, completed_at=now, error_class="odd",
               duration_ms=lambda value: value is not None and value != 7)
    run = tenant.run(lease["run_id"])
    expect_has(run, finished_at=attempt["completed_at"], processed_at=attempt["completed_at"],
               error_message="m")
    done = tenant.viewer.get(f"batches/{batch['id']}").json
    expect_has(done, status="COMPLETED", finished_at=now)
    expect_has(done["report"]["failures"][0], id=run["id"], attempts=1)
    other = tenant.producer.post("batches", {"type": "t", "items": [1]}, 201).json
    child = walk(tenant.viewer, "queue", parent_id=other["id"])[0]
    tenant.producer.post(f"queue/{child['id']}/cancel", {})
    gone = tenant.viewer.get(f"batches/{other['id']}").json
    expect_equal((gone["cancelled"], gone["report"]["cancelled"]), (1, 1))


@story
def an_operation_shows_what_it_is_about(server):
    tenant = server.tenant()
    for _ in range(2):
        tenant.enqueue("op", entity="z:1", idempotency_key=f"k-{time.time()}")
    body = {"entity": "z:1", "type": "op", "queue": "default", "reason": "why"}
    count = tenant.producer.post("queue/cancel", {**body, "dry_run": True}).json
    expect_equal((count["dry_run"], count["or_more"], count["count"]), (True, False, 2))
    id_ = tenant.producer.post("queue/cancel", body, 202).json["id"]
    shown = until("done", lambda: (lambda one: one["state"] == "done" and one)(
        tenant.viewer.get(f"operations/{id_}").json))
    expect_has(shown, **body, tenant_id=tenant.id, seen=2, changed=2, started_at=now, ended_at=now)
    expect_has(shown["filter"], tenant_id=tenant.id, type="op", queue="default", entity="z:1")
    tenant.enqueue("op", idempotency_key="one")
    keyed = tenant.producer.post("queue/cancel", {"idempotency_key": "one"}, 202).json["id"]
    expect_has(tenant.viewer.get(f"operations/{keyed}").json["filter"], idempotency_key="one")


@story
def an_effect_shows_who_made_it(server):
    tenant = server.tenant()
    run, lease = tenant.run_to("processing")
    claim = {"action_key": "charge", "idempotency_key": "k", "execution_id": lease["execution_id"]}
    made = tenant.worker.post("effects/claim", claim).json
    expect_has(made, run_id=run["id"], claimed_at=now, until=lambda text: text > made["claimed_at"],
               ended_at=None)
    done = tenant.worker.post("effects/complete", {
        "claim_id": made["claim_id"], "execution_id": lease["execution_id"],
        "result": {"r": 1}}).json
    facts = {"claim_id": made["claim_id"], "claimed_at": made["claimed_at"], "until": made["until"],
             "run_id": run["id"], "ended_at": now}
    expect_has(done, **facts)
    shown = walk(tenant.viewer, "effects")[0]
    expect_has(shown, **facts, tenant_id=tenant.id, action_key="charge", result={"r": 1}, claims=1)
    again = tenant.worker.post("effects/claim", claim).json
    expect_has(again, ended_at=done["ended_at"], claimed_at=made["claimed_at"])
    told = [one["data"] for one in walk(tenant.viewer, "events", event="effect.changed")]
    for one, reason in zip(told, ("completed", "claimed")):
        expect_has(one, tenant_id=tenant.id, reason=reason, actor_id=actor(tenant.worker))


@story
def an_event_says_where_when_and_of_what(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"},
                               201).json
    run = tenant.producer.post("jobs/j/run", {}, 201).json["id"]
    lease = tenant.lease(types=["h"])[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    tenant.operator.post("pause", {"scope": "tenant", "reason": "r"})
    reminder = tenant.producer.post("reminders", {"title": "Call", "user_id": "ann",
                                                  "remind_at": LATER}, 201).json["id"]
    tenant.producer.put("daily/ann", {"due_time": "09:00"}, 201)
    claim = tenant.worker.post("effects/claim", {"action_key": "a", "idempotency_key": "k"}).json
    subjects = {"job.scheduled": job["id"], "job.started": run, "reminder.changed": reminder,
                "effect.changed": claim["claim_id"]}
    rows = walk(tenant.viewer, "events", limit=100)
    expect_equal(len({row["id"] for row in rows}), len(rows), "an id twice")
    times = [row["time"] for row in rows]
    expect_equal(times, sorted(times, reverse=True))
    for row in rows:
        expect_has(row, row["type"], specversion="1.0", source=f"/tenants/{tenant.id}", time=now,
                   datacontenttype="application/json")
        if row["type"] in subjects:
            expect_equal((row["type"], row["subject"]), (row["type"], subjects[row["type"]]))
    by_type = {row["type"]: row["data"] for row in rows}
    expect_has(by_type["job.failed"], tenant_id=tenant.id, job_id=job["id"], attempt=1,
               execution_id=lease["execution_id"], type="h")
    expect_has(by_type["job.scheduled"], tenant_id=tenant.id, job_id=job["id"], job_code="j",
               actor_id=actor(tenant.producer))
    expect_has(by_type["reminder.changed"], tenant_id=tenant.id, reminder_id=reminder,
               actor_id=actor(tenant.producer))


# ---- what is sent, and by whom -----------------------------------------------------------------


@story
def a_webhook_a_source_and_a_rule_show_what_they_were_given(server):
    tenant = server.tenant()
    tenant.admin.put("secrets/door", {"value": "sesame-sesame-sesame-sesame-sesame"})
    given = {"url": "https://a.example/h", "events": ["job.*"], "type": "x", "description": "d",
             "secrets": ["door"], "max_attempts": 4, "timeout_seconds": 9, "in_flight": 2}
    made = tenant.admin.post("webhooks", given, 201).json
    expect_has(made, **given, tenant_id=tenant.id, created_at=now, updated_at=now)
    changed(tenant.admin.put(f"webhooks/{made['id']}", {"description": "e"}).json, made)
    source = {"secrets": ["door"], "name": "shop", "types": ["order.created"]}
    kept = tenant.admin.post("sources", source, 201).json
    expect_has(kept, **source, tenant_id=tenant.id, created_at=now, updated_at=now)
    changed(tenant.admin.put(f"sources/{kept['id']}", {**source, "name": "store"}).json, kept)
    door = walk(tenant.admin, "secrets")[0]
    tenant.admin.put("secrets/door", {"value": "another-another-another-another-one"})
    changed(walk(tenant.admin, "secrets")[0], door)
    rule = {"name": "n", "event": "order.created", "creates": "task", "type": "x",
            "payload": {"a": 1}, "entity": "o:{data.id}", "user_id": "{data.user}",
            "anchor": "data.at"}
    ruled = tenant.admin.post("rules", rule, 201).json
    expect_has(ruled, **rule, created_at=now, updated_at=now)
    changed(tenant.admin.put(f"rules/{ruled['id']}", {**rule, "name": "m"}).json, ruled)


# ---- the service -------------------------------------------------------------------------------


@story_alone
def the_status_counts_what_there_is():
    with Server(BELFRY_QUOTA_REQUESTS="0") as server:
        tenant = server.tenant()
        for code, more in (("a", {}), ("b", {"is_enabled": False}), ("c", {}), ("d", {})):
            tenant.producer.post("jobs", {"code": code, "handler": "h", "schedule_type": "MANUAL",
                                          **more}, 201)
        tenant.operator.post("jobs/c/pause", {})
        tenant.producer.delete("jobs/d", 204)
        for state in ("queued", "processing", "done", "failed", "cancelled"):
            tenant.run_to(state, f"is.{state}")
        tenant.producer.post("batches", {"type": "t", "items": [1]}, 201)
        shown = tenant.viewer.get("status").json
        expect_has(shown, status="ready", now=now, is_dispatching=True, is_partial=False,
                   tenant_id=tenant.id, counted_up_to=10000)
        expect_has(shown["runs"], waiting=1, queued=2, processing=1, cancelled=1, done=1, failed=1)
        expect_has(shown["jobs"], ACTIVE=1, DISABLED=1, PAUSED=1)
        whole = server.admin.get("status").json
        expect_has(whole, due=2, running=1, tenants=1, workers=1, waiting_calls=0,
                   runs_in_memory=lambda count: 3 <= count < 7, loaded_until=now)


@story_alone
def the_service_levels_say_what_they_compare():
    with Server(SCHEDULER_SLO_EVAL_MS="2000", SCHEDULER_SLO_WINDOW_MINUTES="5",
                SCHEDULER_BREACH_CONSECUTIVE="2", SCHEDULER_TICK_MS="1000") as server:
        shown = server.admin.get("slo").json
        expect_has(shown, eval_ms=2000, window_minutes=5, breach_consecutive=2)
        units = {row["slo"]: (row["threshold"], row["unit"]) for row in shown["data"]}
        expect_equal(units, {"tick_budget": (300, "ms"), "saturation": (0.8, "ratio"),
                             "queue_pressure": (1000, "runs"), "job_latency": (60000, "ms"),
                             "cutoff_miss_rate": (0.05, "ratio"), "start_delay": (0.01, "ratio")})
        later = until("it is evaluated", lambda: (lambda one: one["evaluated_at"] and one)(
            server.admin.get("slo").json))
        expect_has(later, evaluated_at=now)


@story
def statistics_add_up(server):
    tenant = server.tenant()
    for outcome in ("success", "fail", "defer"):
        tenant.enqueue("t")
        lease = tenant.lease(types=["t"])[0]
        tenant.report(lease["execution_id"], outcome, error={"class": "permanent"},
                      **({"defer_until": LATER} if outcome == "defer" else {}))
    dead = tenant.enqueue("t", max_attempts=1)["id"]
    tenant.report(tenant.lease(types=["t"])[0]["execution_id"], "retry", error={"class": "network"})
    gone = tenant.enqueue("t", run_at=LATER)["id"]
    tenant.producer.post(f"queue/{gone}/cancel", {})
    expect_equal(tenant.state(dead), "dlq")
    shown = tenant.viewer.get("stats?by=type").json
    row = shown["data"][0]
    expect_has(row, enqueued=5, started=4, done=1, failed=1, dead=1, cancelled=1, deferred=1)
    spans = row["duration"]
    expect_equal((sum(spans["buckets"]), len(spans["buckets"])),
                 (spans["count"], len(shown["bounds_ms"]) + 1))
    expect(spans["p50_ms"] <= spans["p95_ms"] <= spans["p99_ms"], f"{spans}")
    expect(0 <= spans["mean_ms"] <= shown["bounds_ms"][-1], f"{spans}")
    expect_has(shown, to=now, complete_through=now)
    ahead = tenant.viewer.get("forecast").json
    expect_has(ahead, step_seconds=3600, is_cut=False)
    expect_equal((ahead["peak"], sum(ahead["counts"])), (max(ahead["counts"]), ahead["total"]))
