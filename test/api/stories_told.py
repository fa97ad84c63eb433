"""What events, alerts, occurrences and lists of workers tell, member by member, as in
stories_whole.py."""
from dialogue import expect, expect_equal, story, until, walk
from stories_whole import LATER, actor, expect_has, now


@story
def occurrences_say_when_and_why(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 6 * * *",
                                  "start_at": "2031-01-01T00:00:00Z"}, 201)
    tenant.operator.post("jobs/j/skip-next", {})
    skipped = walk(tenant.viewer, "jobs/j/occurrences")[0]
    expect_has(skipped, planned_at="2031-01-01T06:00:00Z", outcome="skipped", reason="skip_next",
               backfill=False, decided_at=now)
    job = tenant.producer.post("jobs", {"code": "b", "handler": "h", "cron_expression": "0 6 * * *",
                                        "start_at": "2025-01-01T00:00:00Z"}, 201).json
    made = tenant.operator.post("jobs/b/backfill", {
        "from": "2025-01-01T00:00:00Z", "to": "2025-01-03T00:00:00Z"}, 201).json
    expect_has(made, job_id=job["id"], made=2)
    rows = [row for row in walk(tenant.viewer, "jobs/b/occurrences") if row["backfill"]]
    expect_equal(len(rows), 2)
    runs = {run["id"]: run["planned_at"] for run in walk(tenant.viewer, "queue", job_id=job["id"])}
    for row in rows:
        expect_equal(runs[row["run_id"]], row["planned_at"])


@story
def an_alert_that_is_over_says_how(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "max_retries": 0,
                                  "schedule_type": "MANUAL"}, 201)
    rule = tenant.operator.post("jobs/j/alerts", {
        "alert_type": "FAILURE", "threshold_value": 1, "notification_channels": ["in_app"],
        "recipients": ["ann"]}, 201).json
    tenant.producer.post("jobs/j/run", {}, 201)
    tenant.report(tenant.lease(types=["h"])[0]["execution_id"], "fail", error={"class": "bad"})
    tenant.operator.delete(f"jobs/j/alerts/{rule['id']}", 204)
    over = walk(tenant.viewer, "events", event="alert.resolved")[0]
    alert = walk(tenant.viewer, "alerts")[0]
    expect_has(over, specversion="1.0", source=f"/tenants/{tenant.id}", time=now,
               datacontenttype="application/json", subject=alert["id"])
    expect_has(over["data"]["alert"], reason=alert["reason"], alert_type="FAILURE")
    expect(over["data"]["alert"]["reason"] != "job", f"{over}")


@story
def a_notice_and_its_event_say_for_whom(server):
    tenant = server.tenant()
    tenant.producer.post("reminders", {
        "title": "Call", "user_id": "ann", "remind_at": "2025-01-01T00:00:00Z",
        "reference_url": "https://a.example/7"}, 201)
    notice = until("the notice", lambda: walk(tenant.admin, "inbox", user_id="ann"))[0]
    expect_has(notice, url="https://a.example/7", read_at=None)
    ann = server.client(tenant.token("user", user_id="ann")["token"])
    expect_has(ann.post(f"inbox/{notice['id']}/read", {}).json, read_at=now)
    read = walk(tenant.viewer, "events", event="notice.*")[0]
    expect_has(read, specversion="1.0", source=f"/tenants/{tenant.id}", subject=notice["id"],
               time=now, datacontenttype="application/json")
    expect_has(read["data"], tenant_id=tenant.id, user_id="ann")


@story
def a_workers_calls_are_counted(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    shown = walk(tenant.viewer, "workers")[0]
    expect_has(shown, waiting_calls=0, last_seen=now)
    drained = tenant.operator.post("workers/w-1/drain", {"reason": "update"}).json
    expect_equal(drained["draining"], True)
    told = tenant.worker.post("worker/lease", {"worker_id": "w-1", "max": 1}).json
    expect_equal(told["drain"], True)
    tenant.worker.post("worker/results", {"worker_id": "w-1", "results": [
        {"execution_id": lease["execution_id"], "outcome": "success"}]})
    back = tenant.operator.post("workers/w-1/resume", {}).json
    expect_equal(back["draining"], False)
    paused = tenant.operator.post("pause", {"scope": "queue", "queue": "batch"}).json
    resumed = tenant.operator.post("resume", {"scope": "queue", "queue": "batch"}).json
    expect_equal((paused["paused"], resumed["paused"]), (True, False))


@story
def a_webhook_says_whose_events_it_gets(server):
    tenant = server.tenant()
    tenant.admin.put("secrets/door", {"value": "sesame-sesame-sesame-sesame-sesame"})
    expect_has(walk(tenant.admin, "secrets")[0], updated_at=now)
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"},
                               201).json
    given = {"url": "https://a.example/h", "events": ["job.*"], "secrets": ["door"],
             "job_id": job["id"]}
    expect_has(tenant.admin.post("webhooks", given, 201).json, job_id=job["id"])
    server.admin.put("secrets/door", {"value": "sesame-sesame-sesame-sesame-sesame"})
    whole = server.admin.post("webhooks", {**given, "job_id": None, "all_tenants": True}, 201).json
    expect_equal(whole["all_tenants"], True)
    server.admin.delete(f"webhooks/{whole['id']}", 204)
    rule = {"name": "n", "event": "order.created", "creates": "task", "type": "made",
            "payload": {"a": 1}, "entity": "o:{data.id}",
            "where": [{"field": "data.kind", "is": "big"}]}
    ruled = tenant.admin.post("rules", rule, 201).json
    expect_has(ruled, where=rule["where"])
    event = {"specversion": "1.0", "id": "e-1", "source": "/shop", "type": "order.created",
             "data": {"id": "7", "kind": "big"}}
    tried = tenant.viewer.post(f"rules/{ruled['id']}/test", {"sample": event}).json
    expect_equal(tried["matches"], True)
    expect_has(tried["runs"][0], type="made", entity="o:7", payload={"a": 1})
    other = {**event, "data": {"id": "7", "kind": "small"}}
    tried = tenant.viewer.post(f"rules/{ruled['id']}/test", {"sample": other}).json
    expect_equal(tried["matches"], False)
    expect_has(tenant.producer.post("events", event).json, id="e-1", duplicate=False)


@story
def types_of_the_catalog_say_what_they_are_for(server):
    shown = server.tenant(profile="broadcast").viewer.get("types/events.scheduler_drift_check").json
    expect_has(shown["catalog"], module="B7 Events", row="7.5 default",
               parameters={"hours": 48, "tolerance_seconds": 60},
               description=lambda text: "next 48 hours" in text)


@story
def a_job_of_a_tenant_is_not_the_systems(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "own", "handler": "own", "schedule_type": "MANUAL"}, 201)
    tenant.producer.post("jobs/own/run", {}, 201)
    lease = tenant.lease(types=["own"])[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "bad"})
    shown = tenant.viewer.get("jobs/own").json
    expect_has(shown, is_system_required=False, last_run_status="FAILED")
    count = tenant.producer.post("queue/cancel", {"type": "none", "dry_run": True}).json
    expect_equal((count["dry_run"], count["or_more"], count["count"]), (True, False, 0))


@story
def who_pauses_a_tenant_is_told(server):
    tenant = server.tenant()
    tenant.operator.post("pause", {"scope": "tenant", "reason": "r"})
    told = walk(tenant.viewer, "events", event="tenant.*") or walk(tenant.viewer, "events")
    expect_has(told[0]["data"], actor_id=actor(tenant.operator))
    reminder = tenant.producer.post("reminders", {"title": "Call", "user_id": "ann",
                                                  "remind_at": LATER}, 201).json["id"]
    tenant.producer.post(f"reminders/{reminder}/snooze", {"minutes": 15})
    changed = walk(tenant.viewer, "events", event="reminder.changed")[0]["data"]
    expect_has(changed, reminder_id=reminder, snooze_count=1)
    made = tenant.producer.post("batches", {"type": "b", "items": [1]}, 201).json
    expect_has(made, status="PENDING")
    child = walk(tenant.viewer, "queue", parent_id=made["id"])[0]["id"]
    tenant.producer.post(f"queue/{child}/cancel", {})
    keyed = {"type": "b", "items": [1], "idempotency_key": "k", "unique_scope": "forever"}
    first = tenant.producer.post("batches", keyed, 201).json
    child = walk(tenant.viewer, "queue", parent_id=first["id"])[0]["id"]
    tenant.producer.post(f"queue/{child}/cancel", {})
    expect_has(tenant.producer.post("batches", keyed).json, status="COMPLETED")
    expect_has(tenant.viewer.get(f"batches/{made['id']}").json, status="COMPLETED")
    ladder = tenant.producer.post("ladders", {
        "entity": "event:9", "anchor": "2031-03-03T20:00:00Z", "type": "x", "offsets": ["0"],
        "payload": {}}, 201).json
    moved = walk(tenant.viewer, "ladders")
    expect_equal([one["id"] for one in moved], [ladder["id"]])
