"""The profile broadcast: who is reached, by which way, how late, what tells of it; by section."""
import json
import threading

import chat as chats
from acceptance import section
from dialogue import Client, Server, expect, expect_equal, expect_problem, numbers, until, walk
from scene import apart, at
from stories_handlers import ALLOW, Receiver


def broadcast(server):
    return server.tenant(profile="broadcast")


def enqueue(tenant, type_, status=201, **fields):
    body = {"type": type_, "payload": {}, "idempotencyKey": f"k-{next(numbers)}", **fields}
    return tenant.producer.post("tasks", body, status).json


def settings(tenant, **given):
    tenant.admin.put(f"tenants/{tenant.id}/settings", given)


# ---- 7.1 and 7.2 -------------------------------------------------------------------------------


@section("7.1.2")
def guilds_are_apart_and_what_people_change_is_audited(server):
    one, other = broadcast(server), broadcast(server)
    run = enqueue(one, "dm")["id"]
    expect_equal(walk(other.viewer, "queue"), [])
    expect_problem(other.viewer.ask("GET", f"queue/{run}"), 404)
    expect_problem(other.producer.ask("POST", f"queue/{run}/cancel", {}), 404)
    one.producer.post(f"queue/{run}/cancel", {})
    told = [row["action"] for row in walk(one.operator, "audit", by="people")]
    expect_equal([one for one in told if one != "token.create"], ["run.cancel", "task.create"])
    expect_equal(walk(other.operator, "audit", by="people", action="run.cancel"), [])


@section("7.2.1")
def due_work_is_leased_for_a_minute(server):
    tenant = broadcast(server)
    due, later = enqueue(tenant, "dm")["id"], enqueue(tenant, "dm", runAt="2031-03-03T09:00:00Z")
    lease = tenant.lease(max_=9)
    expect_equal([one["run_id"] for one in lease], [due])
    expect_equal(lease[0]["lease_ms"], 60000)
    expect_equal(tenant.state(later["id"]), "queued")


@section("7.2.2")
def a_worker_that_waits_is_answered_when_work_comes(server):
    tenant = broadcast(server)
    token, told = tenant.token("worker")["token"], []

    def wait():
        client = Client(server, token)
        told.extend(tenant.lease(client=client, wait_ms=30000))
        client.close()
    waiter = threading.Thread(target=wait)
    waiter.start()
    until("it waits", lambda: walk(tenant.viewer, "workers"))
    run = enqueue(tenant, "dm")["id"]
    waiter.join(30)
    expect_equal([lease["run_id"] for lease in told], [run])


# ---- 7.6 ---------------------------------------------------------------------------------------


@section("7.6.2")
def chunks_begin_one_after_another(server):
    tenant = broadcast(server)
    made = tenant.producer.post("batches", {
        "type": "comms.broadcast.batch", "items": list(range(150)), "chunk_pause_ms": 30000,
        "chunk_jitter_ms": 10000, "run_at": "2031-03-03T09:00:00Z"}, 201).json
    rows = sorted(walk(tenant.viewer, "queue", parent_id=made["id"]), key=lambda row: row["run_at"])
    waits = [apart("2031-03-03T09:00:00Z", row["run_at"]) for row in rows]
    expect_equal(len(waits), 3)
    expect(all(30 * n <= wait <= 30 * n + 10 for n, wait in enumerate(waits)), f"{waits}")
    expect_problem(tenant.producer.ask("POST", "batches", {
        "type": "comms.broadcast.batch", "items": [1], "chunk_pause_ms": -1}), 422)


@section("7.6.3")
def a_text_is_localized_by_its_handler_before_it_is_sent(server):
    """Belfry hands on ids; the texts of a language come into being behind the gates."""
    tenant = broadcast(server)
    payload = {"userId": "u-1", "textId": "raid.begins", "locale": "de"}
    enqueue(tenant, "dm", payload=payload)
    lease = tenant.lease()[0]
    expect_equal(lease["payload"], payload)
    tenant.report(lease["execution_id"], "fail", error={"class": "validation",
                                                        "message": "no text raid.begins in de"})
    expect_equal(tenant.run(lease["run_id"])["last_error"]["message"], "no text raid.begins in de")


# ---- 7.9 ---------------------------------------------------------------------------------------


@section("7.9.2")
def ninety_nine_of_a_hundred_urgent_ones_begin_within_a_minute(server):
    tenant = broadcast(server)
    for _ in range(100):
        enqueue(tenant, "urgent", priority=1)
    taken = []
    while len(taken) < 100:
        taken += until("work", lambda: tenant.lease(max_=20, types=["urgent"]))
    row = tenant.viewer.get("stats?by=type").json["data"][0]
    expect_equal((row["type"], row["start_delay"]["count"]), ("urgent", 100))
    expect(row["start_delay"]["p99_ms"] < 60000, f"{row}")


@section("7.9.3")
def a_guild_sees_its_429s_and_its_latency(server):
    tenant = broadcast(server)
    enqueue(tenant, "dm", route="dm:7")
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "http_429"})
    rows = tenant.viewer.get("stats?by=route").json["data"]
    expect_equal([(row["route"], row["rate_limited"]) for row in rows], [("dm:7", 1)])
    row = tenant.viewer.get("stats?by=minute").json["data"][0]
    expect_equal((row["started"], row["duration"]["count"]), (1, 1))
    expect_equal(broadcast(server).viewer.get("stats?by=route").json["data"], [])


@section("7.9.4")
def dead_letters_429s_and_latency_have_alerts(server):
    rules = {rule["alert_type"]: rule for rule in server.admin.get("service-alerts").json["data"]}
    for kind in ("DLQ_GROWTH", "RATE_LIMITED", "LATENCY"):
        expect(kind in rules and rules[kind]["is_enabled"], f"{kind}: {sorted(rules)}")
    refused = server.admin.ask("PUT", "service-alerts/LATENCY", {"threshold_value": "long"})
    expect_problem(refused, 422)


# ---- 7.10 --------------------------------------------------------------------------------------


@section("7.10.2")
def persons_are_named_by_ids(server):
    tenant = broadcast(server)
    settings(tenant, payload_check="flag")
    for payload, flagged in (({"userId": "u-1"}, None), ({"email": "ann@home.example"},
                                                         "personal")):
        run = enqueue(tenant, "dm", payload=payload)["id"]
        expect_equal(tenant.run(run)["flagged"], flagged)


# ---- 7.14 and 7.15: ways to a person -----------------------------------------------------------


NIGHT = {"windows": "22:00-07:00", "timezone": "Europe/London"}


@section("7.14.5", alone=True)
def the_last_two_alerts_pass_the_night_for_who_opted_in():
    def told(server, timed):
        tenant = broadcast(server)
        settings(tenant, quiet_hours=NIGHT)
        tenant.admin.put("users/ann", {"opt_ins": ["shield.alert.subscriber"]})
        for person in ("ann", "bob"):
            tenant.producer.post("ladders", {
                "entity": f"shield:{person}", "anchor": "2031-01-21T00:30:00Z", "user_id": person,
                "type": "shield.alert.subscriber", "payload": {},
                "offsets": ["-2h", "-1h", "-30m", "-15m", "-5m", "0"]}, 201)
        def sent():
            return [tenant.run(lease["run_id"])["user_id"] for lease in tenant.lease(max_=20)]
        timed.go_to("2031-01-20T22:31:00Z")
        until("the first is held back", lambda: walk(tenant.viewer, "queue", state="queued"))
        expect_equal(sent(), [])
        timed.go_to("2031-01-21T00:31:00Z")
        expect_equal(until("the last two", sent), ["ann", "ann"])
    at("2031-01-20T21:00:00Z", told)


def furnish(tenant):
    """A message that cannot be delivered becomes a mention, once an alert in an hour."""
    tenant.operator.put("types/chat.dm", {
        "fatal": ["dm_closed"], "retryable": ["network"], "notifies": True,
        "fallback": {"type": "chat.mention", "key": "alert", "classes": ["dm_closed"],
                     "once_per_minutes": 60}})
    tenant.operator.put("types/chat.mention", {"notifies": True})


def tell(tenant, user, alert):
    payload = {"user": user, "thread": "7", "alert": alert, "text": f"{alert} to {user}"}
    return enqueue(tenant, "chat.dm", user_id=user, entity="shield:7", payload=payload)


def work(tenant, chat):
    while leases := tenant.lease(max_=10):
        for lease in leases:
            outcome, more = chats.carry_out(chat, lease)
            tenant.report(lease["execution_id"], outcome, **more)


@section("7.15.1 7.15.2")
def a_closed_dm_is_mentioned_once_and_logged(server):
    tenant, chat = broadcast(server), chats.Chat()
    try:
        chat.closed.add("ann")
        furnish(tenant)
        first = tell(tenant, "ann", "shield-7")
        work(tenant, chat)
        late = tell(tenant, "ann", "shield-7")
        work(tenant, chat)
        expect_equal(chat.said, [("/threads/7/mentions", "shield-7 to ann")])
        rows = {row["run_id"]: row for row in walk(tenant.viewer, "deliveries", user_id="ann")}
        row = rows[first["id"]]
        expect_equal([row[name] for name in ("user_id", "alert_key", "error_class", "next")],
                     ["ann", "shield-7", "dm_closed", "fallback"])
        expect(row["at"] and row["channel"], f"{row}")
        waits = apart(rows[late["id"]]["at"], rows[late["id"]]["next_at"])
        expect(rows[late["id"]]["next"] == "later" and waits <= 3600, f"{rows[late['id']]}")
        wrong = tenant.operator.ask("PUT", "types/chat.dm", {"fallback": {"type": ""}})
        expect_problem(wrong, 422)
    finally:
        chat.close()


@section("7.15.3", alone=True)
def the_night_holds_message_and_mention_back():
    def told(server, timed):
        tenant, chat = broadcast(server), chats.Chat()
        try:
            chat.closed.add("ann")
            furnish(tenant)
            settings(tenant, quiet_hours=NIGHT)
            run = tell(tenant, "ann", "shield-7")["id"]
            expect_equal(tenant.lease(), [])
            shown = until("put off", lambda: (lambda one: one["deferred_by"] and one)(
                tenant.run(run)))
            expect_equal((shown["deferred_until"], shown["attempts"]), ("2031-01-21T07:00:00Z", 0))
            timed.go_to("2031-01-21T07:00:05Z")
            def said():
                work(tenant, chat)
                return chat.said
            expect_equal(until("it is said", said), [("/threads/7/mentions", "shield-7 to ann")])
        finally:
            chat.close()
    at("2031-01-20T23:30:00Z", told)


# ---- 7.16 --------------------------------------------------------------------------------------


@section("7.16.1", alone=True)
def a_critical_group_pings_after_success():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = broadcast(server)
        settings(tenant, pings={"core": receiver.url("/ping")})
        tenant.producer.post("jobs", {"code": "core", "handler": "core", "group": "core",
                                      "schedule_type": "MANUAL"}, 201)
        for outcome in ("fail", "success"):
            tenant.producer.post("jobs/core/run", {}, 201)
            lease = tenant.lease(types=["core"])[0]
            tenant.report(lease["execution_id"], outcome, error={"class": "validation"})
        receiver.wait("/ping")
        expect_equal([json.loads(body)["run_id"] for _, _, body in receiver.calls],
                     [lease["run_id"]])


@section("7.16.2", alone=True)
def a_dead_letter_is_reported_with_its_data():
    with Receiver() as receiver:
        address = receiver.url("").removeprefix("http://").rstrip("/")
        with Server(BELFRY_SENTRY_DSN=f"http://key@{address}/42", **ALLOW) as server:
            server.admin.put("service-alerts/DLQ_GROWTH", {"threshold_value": 1})
            tenant = broadcast(server)
            run = enqueue(tenant, "dm")["id"]
            lease = tenant.lease()[0]
            tenant.report(lease["execution_id"], "fail", error={"class": "validation"})
            receiver.wait("/api/42/envelope/")
            event = json.loads(receiver.calls[0][2].split(b"\n")[2])
            expect_equal((event["level"], event["tags"]["reason"]), ("error", "dlq_growth"))
            expect_equal(tenant.state(run), "failed")
