"""More of what answers show, member by member, as in stories_whole.py: settings, sessions,
deliveries, leases, days, refusals, and lists page by page."""
import time
from datetime import datetime

from clock import Clock
from dialogue import ABSENT, Server, expect, expect_equal, story, story_alone, until, walk
from stories_sessions import sign_in
from stories_whole import LATER, actor, expect_has, now


def instant_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


@story
def documents_of_a_tenants_settings_come_back(server):
    tenant = server.tenant()
    given = {
        "quiet_hours": {"enabled": True, "windows": "22:00-07:00", "timezone": "Europe/London"},
        "policy_rules": [{"action": "defer", "type": "a", "name": "n", "entity": "e:1",
                          "timezone": "Europe/Paris", "defer_seconds": 70, "description": "d"}],
        "maintenance": {"enabled": True, "from": "2030-01-01T00:00:00Z", "until": LATER},
        "daily": {"window_minutes": 50, "retry_delay_minutes": 8, "job_timeout_ms": 9000,
                  "on_cutoff": "chat.reset", "keep_days": 9},
        "policy_hook": {"enabled": True, "url": "https://a.example/p", "defer_seconds": 80}}
    place = f"tenants/{tenant.id}/settings"
    shown = tenant.admin.put(place, given).json
    for name, value in given.items():
        for row, told in zip(value, shown[name]) if isinstance(value, list) else \
                [(value, shown[name])]:
            expect_has(told, name, **row)
    off = {"quiet_hours": {**given["quiet_hours"], "enabled": False},
           "policy_hook": {**given["policy_hook"], "enabled": False}}
    shown = tenant.admin.put(place, off).json
    for name, value in off.items():
        expect_has(shown[name], name, **value)
    local = {"maintenance": {"enabled": True, "until": "2031-01-01T00:00:00",
                             "timezone": "Europe/Paris"}}
    expect_has(tenant.admin.put(place, local).json["maintenance"], enabled=True)
    hours = {"start": "22:00", "end": "07:30", "timezone": "UTC"}
    expect_has(tenant.admin.put(place, {"quiet_hours": hours}).json["quiet_hours"], **hours)
    fallback = {"type": "chat.mention", "key": "alert", "classes": ["dm_closed"],
                "once_per_minutes": 30}
    tenant.operator.put("types/chat.dm", {"fallback": fallback})
    expect_has(tenant.viewer.get("types/chat.dm").json["fallback"], **fallback)


@story
def a_session_shows_whose_browser_it_is(server):
    tenant = server.tenant()
    token = tenant.token("user", user_id="ann", name="phone")
    cookie, id_ = sign_in(server, token["token"], User_Agent="Browser of ann")
    sign_in(server, tenant.token("viewer", name="wall")["token"])
    browser = server.client()
    shown = next(row for row in browser.get("sessions", Cookie=cookie).json["data"]
                 if row["id"] == id_)
    facts = {"id": id_, "tenant_id": tenant.id, "user_id": "ann", "token_id": token["id"],
             "token_name": "phone", "source": "127.0.0.1", "user_agent": "Browser of ann",
             "created_at": now, "last_used_at": now, "signed_in_by": "token",
             "expires_at": lambda text: text > shown["created_at"],
             "idle_expires_at": lambda text: text > shown["created_at"]}
    expect_has(shown, **facts, is_current=True)
    rows = {row["id"]: row for row in tenant.admin.get("sessions").json["data"]}
    expect_equal(len(rows), 2)
    expect_has(rows[id_], **facts, is_current=False)
    me = browser.get("me", Cookie=cookie).json
    expect_has(me, authenticated_by="session")
    ends = shown["expires_at"][:19]
    expect_has(me["session"], id=id_, signed_in_by="token", created_at=shown["created_at"],
               expires_at=lambda text: abs(instant_of(text) - instant_of(ends + "Z")) < 2,
               idle_expires_at=lambda text: text > shown["created_at"])
    made = browser.post("session", {"token": token["token"]}, 201).json
    expect_has(made, tenant_id=tenant.id, user_id="ann",
               expires_in_seconds=lambda span: span > 3600)


@story
def a_delivery_shows_its_way_and_what_followed(server):
    tenant = server.tenant()
    tenant.operator.put("types/chat.dm", {
        "fatal": ["dm_closed"], "notifies": True, "fallback": {
            "type": "chat.mention", "key": "alert", "classes": ["dm_closed"]}})
    run = tenant.enqueue("chat.dm", user_id="ann", entity="shield:7", payload={"alert": "s-7"})
    lease = tenant.lease(types=["chat.dm"])[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "dm_closed", "message": "403"})
    second = tenant.lease(types=["chat.mention"])[0]
    shown = walk(tenant.viewer, "deliveries")[0]
    expect_has(shown, tenant_id=tenant.id, at=now, run_id=run["id"], attempt=1, state="failed",
               error_class="dm_closed", message="403", entity="shield:7", alert_key="s-7",
               next="fallback", next_type="chat.mention", next_run_id=second["run_id"], next_at=now,
               id=lambda id_: id_ != second["run_id"])
    expect_has(second, hops=1, fallback_of=run["id"], user_id="ann")
    expect_has(tenant.run(second["run_id"]), fallback_of=run["id"])
    tenant.report(second["execution_id"])
    rows = walk(tenant.viewer, "deliveries", limit=1)
    expect_equal(len({row["id"] for row in rows}), 2)
    expect_has(rows[0], state="done", next="none")
    told = {row["data"]["type"]: row["data"] for row in
            walk(tenant.viewer, "events", event="run.created")}
    expect_has(told["chat.dm"], queue="default", entity="shield:7", state="queued", run_at=now,
               actor_id=actor(tenant.producer))
    expect_has(told["chat.mention"], reason="fallback", actor_id="SYSTEM")


@story
def a_lease_names_its_ladder_and_its_bucket(server):
    tenant = server.tenant(unique_scope="bucket")
    soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 1))
    tenant.producer.post("ladders", {"entity": "event:7", "anchor": soon, "type": "rung",
                                     "name": "alerts", "offsets": ["0"], "payload": {}}, 201)
    lease = until("due", lambda: tenant.lease(types=["rung"]))[0]
    expect_has(lease, ladder_name="alerts", ladder_offset="0", entity="event:7")
    run = tenant.enqueue("bucket", idempotency_key="k", unique_scope="bucket")
    lease = tenant.lease(types=["bucket"])[0]
    expect_has(lease, run_at_bucket=tenant.run(run["id"])["run_at_bucket"])
    tenant.enqueue("long")
    answer = tenant.worker.post("worker/lease", {"worker_id": "w", "lease_ms": 9000}).json
    expect_has(answer, lease_ms=9000, renew_ms=3000)
    empty = tenant.worker.post("worker/results", {"worker_id": "w", "results": [],
                                                  "lease": {"max": 1}}).json
    expect_has(empty, lease_ms=60000, renew_ms=20000)


@story
def each_refusal_says_which_item_and_why(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    told = tenant.worker.post("worker/heartbeat", {"worker_id": "w", "executions": [
        {"id": lease["execution_id"], "progress_percent": 101}, {"id": "x"}]}).json["refused"]
    expect_has(told[0], execution_id=lease["execution_id"], status=422, code="invalid",
               pointer="/executions/0/progress_percent", detail="must be 0 to 100, got 101")
    lost = tenant.worker.post("worker/results", {"worker_id": "w", "results": [
        {"execution_id": "x", "outcome": "success"}, {"execution_id": ABSENT,
                                                      "outcome": "success"}]}).json["results"]
    expect_has(lost[0], status=422, detail=lambda text: text.startswith("must be an id like"))
    expect_has(lost[1], status=409, code="lease_lost", execution_id=ABSENT)
    mixed = tenant.producer.post("tasks/bulk", {"atomic": False, "tasks": [
        {"type": "t", "idempotency_key": "k", "unique_scope": "forever"}, {"type": "two words"}]})
    results = mixed.json["results"]
    expect_has(results[1]["error"], code="invalid")
    made = tenant.producer.post("tasks", {"type": "t", "idempotency_key": "key-7"}, 201).json
    expect_has(made, type="t", idempotency_key="key-7")
    problem = tenant.producer.ask("POST", "tasks", {"type": ""}).json
    expect_has(problem, title="a field is missing or not allowed", status=422)
    expect_has(server.client().get("/", Accept="application/json").json,
               api="/api/v1/scheduler/", description="/openapi.json")


@story_alone
def a_day_that_ended_is_told():
    with Server() as server:
        clock = Clock(server.folder)
        server.stop()
        server.variables = clock.variables()
        clock.go_to("2031-01-20T08:59:56Z")
        server.start()
        tenant = server.tenant()
        tenant.producer.put("daily/ann", {"due_time": "09:00"}, 201)
        run = walk(tenant.viewer, "queue", type="daily.run")[0]["id"]
        day = until("the cutoff", lambda: walk(tenant.viewer, "daily/ann/days"))[0]
        expect_has(day, date="2031-01-20", status="cutoff_reached", due_time="09:00",
                   cutoff_at="2031-01-20T09:00:00Z",
                   finalized_at=lambda text: text.startswith("2031-01-20T09:0"))
        expect_has(tenant.viewer.get("daily/ann").json, status="cutoff_reached",
                   last_date="2031-01-20")
        event = walk(tenant.viewer, "events", event="window.finalized")[0]
        expect_has(event, specversion="1.0", source=f"/tenants/{tenant.id}", subject=run,
                   datacontenttype="application/json",
                   time=lambda text: text.startswith("2031-01-20T09:0"))
        expect_has(event["data"], tenant_id=tenant.id, run_id=run, type="daily.run", user_id="ann",
                   status="cutoff_reached", due_bucket=540, cutoff_at="2031-01-20T09:00:00Z",
                   actor_id="SYSTEM")
        row = tenant.viewer.get("stats?by=due_minute").json["data"][0]
        expect_has(row, due_minute=540, cutoff_reached=1, success=0, missed=0)


@story
def an_audit_row_names_who_and_when(server):
    tenant = server.tenant()
    run = tenant.enqueue("t")["id"]
    tenant.operator.post(f"queue/{run}/cancel", {})
    rows = walk(tenant.operator, "audit", by="people", limit=1)
    expect_equal(len({row["id"] for row in rows}), len(rows), "an id twice")
    times = [row["at"] for row in rows]
    expect_equal(times, sorted(times, reverse=True))
    row = rows[0]
    expect_has(row, at=now, tenant_id=tenant.id, action="run.cancel",
               token_id=actor(tenant.operator).removeprefix("token:"))
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "interval_seconds": 3600}, 201)
    own = walk(tenant.operator, "audit", action="run.created")
    expect_has(own[0], reason="occurrence", actor_id="SYSTEM")


@story
def quotas_are_shown_as_they_are_used(server):
    tenant = server.tenant(quotas={"runs": 50, "jobs": 9, "resting_alerts": 8})
    for code in ("a", "b"):
        tenant.producer.post("jobs", {"code": code, "handler": "h", "schedule_type": "MANUAL"}, 201)
    rows = {row["quota"]: row for row in tenant.viewer.get(f"tenants/{tenant.id}/quotas")
            .json["data"]}
    expect_has(rows["jobs"], limit=9, used=2, set_by="tenant")
    expect_has(rows["runs"], limit=50, used=0, set_by="tenant")
    expect_equal(rows["pauses"]["set_by"], "server")
    shown = tenant.viewer.get(f"tenants/{tenant.id}").json["quotas"]
    expect_has(shown, runs=50, jobs=9, resting_alerts=8)


@story
def a_copy_of_a_dead_letter_names_it(server):
    tenant = server.tenant()
    run, _ = tenant.run_to("failed")
    copy = tenant.operator.post(f"queue/{run['id']}/retry", {"payload": {"a": 2}}, 201).json
    expect_has(copy, state="queued", status="PENDING", copied_from=run["id"])
    expect_has(tenant.run(run["id"]), copied_to=copy["id"])


@story
def lists_go_on_where_their_page_ended(server):
    """Each list of two rows and more, page by page, is the list in one."""
    tenant = server.tenant()
    tenant.admin.put("secrets/door", {"value": "sesame-sesame-sesame-sesame-sesame"})
    for n in range(3):
        tenant.admin.post("webhooks", {"url": f"https://a.example/{n}", "events": ["job.*"],
                                       "secrets": ["door"]}, 201)
        tenant.producer.post("jobs", {"code": f"j-{n}", "handler": "h", "schedule_type": "MANUAL"},
                             201)
        tenant.run_to("done", f"t-{n}")
        tenant.producer.put(f"daily/p-{n}", {"due_time": "09:00"}, 201)
        tenant.producer.post("batches", {"type": "b", "items": [n]}, 201)
        tenant.token("viewer")
    for path in ("webhooks", "jobs", "executions", "daily", "batches", "events", "audit", "tokens"):
        key = "user_id" if path == "daily" else "id"
        whole = [row[key] for row in walk(tenant.admin, path, limit=500)]
        paged = [row[key] for row in walk(tenant.admin, path, limit=2)]
        expect_equal(paged, whole, path)
        expect(len(set(whole)) >= 3, f"{path}: {whole}")
