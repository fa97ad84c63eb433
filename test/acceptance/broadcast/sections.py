"""The profile broadcast: jobs of communities around events and messages to many, by section."""
import time

from acceptance import each_row, read_table, section, value_of, words_of
from dialogue import ABSENT, expect, expect_equal, expect_problem, numbers, until, walk
from scene import apart, at, expect_in_force, expect_setting, in_force, wait_of

PAST = "2025-03-03T09:00:00Z"


def broadcast(server):
    return server.tenant(profile="broadcast")


def enqueue(tenant, type_, status=201, **fields):
    body = {"type": type_, "payload": {}, "idempotencyKey": f"k-{next(numbers)}", **fields}
    return tenant.producer.post("tasks", body, status).json


def settings(tenant, **given):
    tenant.admin.put(f"tenants/{tenant.id}/settings", given)


def again_now(tenant, run):
    """Its wait is over."""
    tenant.producer.post(f"queue/{run}/reschedule", {"run_at": PAST})
    return until("due", tenant.lease)[0]


# ---- 7.2 and 7.3 -------------------------------------------------------------------------------


@section("7.2.4")
def guilds_take_turns(server):
    tenants = [broadcast(server) for _ in range(3)]
    for tenant in tenants:
        for _ in range(3):
            enqueue(tenant, "turns")
    body = {"worker_id": "w-1", "max": 9, "types": ["turns"],
            "tenants": [tenant.id for tenant in tenants]}
    leases = server.admin.post("worker/lease", body).json["leases"]
    expect_equal(len(leases), 9)
    for turn in range(3):
        got = {lease["tenant_id"] for lease in leases[3 * turn:3 * turn + 3]}
        expect_equal(got, {tenant.id for tenant in tenants})


@section("7.2.3")
def the_most_urgent_goes_first_then_the_earliest(server):
    tenant = broadcast(server)
    now = int(1000 * time.time())  # what waited for minutes would have become more urgent
    made = {name: enqueue(tenant, "sorted", priority=priority, runAt=now - before)["id"]
            for name, priority, before in (("low", 5, 3000), ("late", 1, 1000),
                                           ("early", 1, 2000))}
    leased = [lease["run_id"] for lease in tenant.lease(max_=3)]
    expect_equal(leased, [made["early"], made["late"], made["low"]])
    expect_problem(tenant.producer.ask("POST", "tasks", {
        "type": "sorted", "idempotencyKey": "x", "priority": 6}), 422)


@section("7.2.5 7.2.6 7.2.7")
def maintenance_requeues_and_lets_critical_types_pass(server):
    tenant = broadcast(server)
    settings(tenant, maintenance={"enabled": True})
    critical = {enqueue(tenant, type_)["id"] for type_ in ("privacy.delete", "data.integrity")}
    other = enqueue(tenant, "attendance.digest")["id"]
    expect_equal({lease["run_id"] for lease in tenant.lease(max_=9)}, critical)
    seen = until("put off", lambda: (lambda one: one["deferred_by"] and one)(tenant.run(other)))
    expect(59 <= apart(seen["updated_at"], seen["deferred_until"]) <= 301, f"{seen}")
    expect_equal((seen["attempts"], seen["deferred_by"]), (0, "maintenance"))
    told = [one for one in walk(tenant.operator, "audit") if "paused" in one["action"]
            or "maintenance" in one["action"]]
    expect(len(told) <= 2, f"{told}")


@section("7.3.1 7.3.2 7.3.4 7.3.5")
def a_run_goes_through_its_lifecycle(server):
    tenant = broadcast(server)
    run = enqueue(tenant, "life")["id"]
    shown = tenant.run(run)
    expect_equal((shown["state"], shown["attempts"]), ("queued", 0))
    lease = tenant.lease()[0]
    expect_equal((tenant.run(run)["state"], tenant.run(run)["worker_id"]), ("processing", "w-1"))
    tenant.report(lease["execution_id"], "retry", error={"class": "network"})
    expect_equal((tenant.run(run)["state"], tenant.run(run)["attempts"]), ("queued", 1))
    lease = again_now(tenant, run)
    tenant.report(lease["execution_id"], result={"sent": 3})
    shown = tenant.run(run)
    expect_equal((shown["state"], shown["result_summary"]), ("done", '{"sent": 3}'))
    expect(shown["finished_at"], f"{shown}")


# ---- 7.4 and 7.12 ------------------------------------------------------------------------------


@section("7.4.1 7.4.2 7.4.3 7.12 7.1.1")
def an_enqueue_is_once_per_key_and_minute(server):
    tenant = broadcast(server)
    key = {"idempotencyKey": "event:e-1:user:u-1:reminder:-1h"}
    first = enqueue(tenant, "remind", runAt="2031-03-03T09:00:10Z", **key)
    again = enqueue(tenant, "remind", runAt="2031-03-03T09:00:50Z", status=200, **key)
    expect_equal((again["id"], again["duplicate"]), (first["id"], True))
    other = enqueue(tenant, "remind", runAt="2031-03-03T09:01:00Z", **key)
    expect(other["id"] != first["id"], "another minute")
    expect(enqueue(tenant, "other", runAt="2031-03-03T09:00:10Z", **key)["id"] != first["id"], "")
    shown = tenant.run(first["id"])
    expect_equal(shown["run_at_bucket"], "2031-03-03T09:00:00Z")
    # Every job needs a key.
    expect_problem(tenant.producer.ask("POST", "tasks", {"type": "remind"}), 422)


@section("7.4.4")
def a_handler_learns_the_hash_of_the_last_result(server):
    tenant = broadcast(server)
    for number, known in enumerate((None, "h-1")):
        enqueue(tenant, "hashed", idempotencyKey="depot:7", runAt=f"2025-03-03T09:0{number}:00Z")
        lease = tenant.lease()[0]
        expect_equal(lease["last_result_hash"], known)
        tenant.report(lease["execution_id"], "noop" if known else "success", result_hash="h-1")
    rows = walk(tenant.viewer, "executions", type="hashed")
    expect_equal([one["unchanged"] for one in rows], [True, False])


# ---- 7.5 and 7.14: the tables ------------------------------------------------------------------


STEPS = {"high": 1, "normal": 3, "low": 5}


@each_row("7.5.1", "policies")
def a_type_of_a_new_tenant_follows_its_row(server, row):
    """Without a call: the types that the row serves have its policy by their profile."""
    tenant = broadcast(server)
    expected = {"priority": STEPS[row["priority"]], "max_attempts": int(row["max"]),
                "backoff": {"kind": "exponential", "base_ms": 1000 * int(row["seed"])},
                "retryable": words_of(row["retryable"]), "fatal": words_of(row["fatal"])}
    for type_ in words_of(row["types"]):
        expect_in_force(tenant, type_, expected)


@each_row("7.14.1", "types")
def a_type_of_a_new_tenant_knows_whether_it_reaches_people(server, row):
    tenant = broadcast(server)
    shown = in_force(tenant, row["type"])
    expect_equal([shown[name][0] for name in ("notifies", "quiet", "maintenance", "route",
                                              "ladder_critical_last")],
                 [row["notifies"] == "true", row["quiet"], row["maintenance"],
                  row["route"] or None, int(row["critical"] or 0)])
    told = tenant.viewer.get(f"types/{row['type']}").json["catalog"]
    expect_equal((told["key"] or "", told["parameters"]),
                 (row["key"], value_of(row["parameters"] or "null")))


@section("7.10.4", alone=True)
def a_new_tenant_sends_nothing_to_people_in_quiet_hours():
    """Each type of the profile, with nothing set but the hours."""
    def told(server, _timed):
        tenant = broadcast(server)
        settings(tenant, quiet_hours={"windows": "22:00-07:00", "timezone": "Europe/London"})
        rows = read_table("broadcast", "types")
        for row in rows:
            enqueue(tenant, row["type"], user_id="ann")
        went = {lease["type"] for lease in tenant.lease(max_=100)}
        expect_equal(went, {row["type"] for row in rows if row["notifies"] == "false"})
        expect_equal(tenant.lease(max_=100), [])
        held = walk(tenant.viewer, "queue", state="queued")
        expect_equal({run["type"] for run in held},
                     {row["type"] for row in rows if row["notifies"] == "true"})
    at("2031-01-20T23:30:00Z", told)


@each_row("7.5.1 7.5.3 7.3.6", "policies")
def a_catalog_type_is_a_policy(server, row):
    """Each class that is tried again is, until the attempts are used up; each fatal one ends it. A
    429 costs no attempt until ten in a row."""
    tenant = broadcast(server)
    type_ = words_of(row["types"])[0]
    run = enqueue(tenant, type_)["id"]
    shown = tenant.run(run)
    expect_equal((shown["priority"], shown["max_attempts"]),
                 (STEPS[row["priority"]], int(row["max"])))
    classes = [one for one in words_of(row["retryable"]) if one != "http_429"]
    lease = tenant.lease(types=[type_])[0]
    if "http_429" in row["retryable"]:
        tenant.report(lease["execution_id"], "retry", error={"class": "http_429"})
        expect_equal((tenant.state(run), tenant.run(run)["attempts"]), ("queued", 0))
        lease = again_now(tenant, run)
    for attempt in range(1, int(row["max"]) + 1):
        error = {"class": classes[attempt % len(classes)]}
        tenant.report(lease["execution_id"], "retry", error=error)
        if attempt < int(row["max"]):
            lease = again_now(tenant, run)
    expect_equal((tenant.state(run), tenant.run(run)["attempts"]), ("dlq", int(row["max"])))
    for class_ in words_of(row["fatal"]):
        run = enqueue(tenant, type_)["id"]
        lease = tenant.lease(types=[type_])[0]
        tenant.report(lease["execution_id"], "retry", error={"class": class_})
        expect_equal((tenant.state(run), tenant.run(run)["attempts"]), ("failed", 1))


@each_row("7.5.2", "policies")
def a_wait_is_the_seed_times_two_to_the_n_give_or_take(server, row):
    tenant = broadcast(server)
    run = enqueue(tenant, words_of(row["types"])[-1])["id"]
    lease = tenant.lease()[0]
    for attempt in range(int(row["max"]) - 1):
        tenant.report(lease["execution_id"], "retry",
                      error={"class": words_of(row["retryable"])[0]})
        share = wait_of(tenant.run(run)) / (int(row["seed"]) * 2 ** attempt)
        expect(0.59 <= share <= 0.81 or 1.19 <= share <= 1.41, f"{attempt}: {share}")
        lease = again_now(tenant, run)


@each_row("7.14.2 7.14.6", "ladders")
def a_ladder_has_its_offsets_and_stops(server, row):
    tenant = broadcast(server)
    offsets = words_of(row["offsets"])
    expect_equal(tenant.viewer.get(f"types/{row['type']}").json["catalog"]["ladder"], offsets)
    body = {"entity": "event:7", "anchor": "2031-03-03T20:00:00Z", "type": row["type"],
            "offsets": offsets, "payload": {"eventId": "7"}, "user_id": "ann"}
    made = tenant.producer.post("ladders", body, 201).json
    minutes = {"h": 60, "m": 1}
    expected = sorted(-int(one[:-1]) * minutes[one[-1]] if one != "0" else 0 for one in offsets)
    rungs = [round(apart(rung["run_at"], made["anchor"]) / 60) for rung in made["rungs"]]
    expect_equal(sorted(rungs), sorted(expected))
    keys = {tenant.run(rung["run_id"])["idempotency_key"] for rung in made["rungs"]}
    expect_equal(len(keys), len(offsets))
    moved = tenant.producer.put("ladders/event:7", {"anchor": "2031-03-04T20:00:00Z"}).json
    expect_equal(moved["moved"], len(offsets))
    kept = {tenant.run(rung["run_id"])["idempotency_key"] for rung in made["rungs"]}
    expect_equal(kept, keys)
    # The host confirms: what is left is not sent.
    stopped = tenant.producer.post("ladders/event:7/stop", {"reason": "confirmed"}).json
    expect_equal(stopped["cancelled"], len(offsets))
    expect_equal({tenant.state(rung["run_id"]) for rung in made["rungs"]}, {"cancelled"})
    expect_problem(tenant.producer.ask("POST", "ladders", {**body, "offsets": ["soon"]}), 422)


@each_row("7.14.3", "cadences")
def a_recurring_type_has_its_rule(server, row):
    tenant = broadcast(server)
    catalog = tenant.viewer.get(f"types/{row['type']}").json["catalog"]
    expect_equal(catalog["schedule"], row["rule"])
    told = tenant.viewer.post("preview", {
        "rule": catalog["schedule"], "after": "2031-03-01T00:00:00Z", "count": 3}).json["data"]
    expect_equal([one["at"] for one in told], words_of(row["next"]))
    job = tenant.producer.post("jobs", {"type": row["type"], "cron": row["rule"]}, 201).json
    expect_equal((job["handler"], job["misfire"], job["grace_seconds"]),
                 (row["type"], "skip", 300))


@section("7.14.4")
def drift_is_compared_every_ten_minutes_by_a_job_of_the_tenant(server):
    """The comparison is the handler's; a drift becomes an alert, and nothing is overwritten."""
    tenant = broadcast(server)
    kind = "events.scheduler_drift_check"
    tenant.producer.post("jobs", {"code": kind, "type": kind, "schedule_type": "MANUAL"}, 201)
    tenant.producer.post(f"jobs/{kind}/run", {}, 201)
    lease = tenant.lease()[0]
    drift = {"event": "SOFT_ALERT", "object": "event:7", "before": {"start": 60},
             "after": {"start": 200}}
    tenant.report(lease["execution_id"], result={"drifted": 1}, audit=[drift])
    rows = walk(tenant.operator, "audit", action="SOFT_ALERT")
    expect_equal([(row["actor_id"], row["after"]) for row in rows], [("SYSTEM", {"start": 200})])


@section("7.14.7 7.3.3 7.10.1")
def a_broadcast_needs_its_preview_confirmed(server):
    tenant = broadcast(server)
    settings(tenant, policy_rules=[{
        "action": "deny", "type": "comms.broadcast.*", "name": "preview",
        "field": "preview.confirmed", "not_equals": True}])
    made = {confirmed: enqueue(tenant, "comms.broadcast.batch", payload={
        "preview": {"confirmed": confirmed}})["id"] for confirmed in (True, False)}
    leased = until("the confirmed one", lambda: tenant.lease(max_=9))
    expect_equal([lease["run_id"] for lease in leased], [made[True]])
    denied = until("denied", lambda: (lambda one: one["state"] == "failed" and one)(
        tenant.run(made[False])))
    expect_equal((denied["last_error"]["class"], denied["attempts"]), ("policy_denied", 0))


# ---- 7.6 to 7.8 --------------------------------------------------------------------------------


@section("7.6.1 7.6.4")
def a_429_waits_as_told_and_closes_its_route_alone(server):
    tenant = broadcast(server)
    run = enqueue(tenant, "dm", route="dm:7")["id"]
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "http_429"},
                  rate_limit={"retry_after_ms": 3600000})
    shown = tenant.run(run)
    expect_equal(shown["attempts"], 0)
    expect(wait_of(shown) > 3500, f"{shown}")
    held, free = (enqueue(tenant, "dm", route=route)["id"] for route in ("dm:7", "dm:8"))
    expect_equal([lease["run_id"] for lease in tenant.lease(max_=9)], [free])
    expect_equal(tenant.state(held), "queued")
    rows = {one["route"]: one for one in tenant.viewer.get("limits").json["data"]}
    expect_equal(rows["dm:7"]["learned"]["streak"], 1)


@section("7.7.1 7.7.2")
def occurrences_of_two_days_stand_in_the_queue_once(server):
    tenant = broadcast(server)
    job = tenant.producer.post("jobs", {"code": "window", "type": "remind", "rrule": "FREQ=HOURLY",
                                        "horizon_seconds": 48 * 3600}, 201).json
    def planned():
        found = [run["planned_at"] for run in walk(tenant.viewer, "queue", job_id=job["id"])]
        return found if len(found) >= 48 else None
    found = until("two days of them", planned)
    expect(48 <= len(found) <= 49 and len(set(found)) == len(found), f"{len(found)}")
    expect_problem(tenant.producer.ask("PUT", "jobs/window", {"horizon_seconds": -1}), 422)


@section("7.7.3", alone=True)
def a_restart_makes_up_for_five_minutes():
    def told(server, timed):
        tenant = broadcast(server)
        for code, minute in (("old", "0"), ("fresh", "27")):
            tenant.producer.post("jobs", {"code": code, "type": code, "cron": f"{minute} * * * *"},
                                 201)
        timed.go_to("2031-03-03T11:29:00Z")
        leased = until("the fresh one", lambda: tenant.lease(max_=9))
        expect_equal([lease["type"] for lease in leased], ["fresh"])
    at("2031-03-03T09:30:00Z", told)


@section("7.8.1 7.8.3")
def runs_are_cancelled_by_id_key_and_entity(server):
    tenant = broadcast(server)
    made = [enqueue(tenant, "remind", runAt="2031-03-03T09:00:00Z", idempotencyKey=f"key-{n}",
                    entity="event:7" if n == 2 else None)["id"] for n in range(4)]
    tenant.producer.post(f"queue/{made[0]}/cancel", {})
    for filter_ in ({"idempotency_key": "key-1"}, {"entity": "event:7"}):
        operation = tenant.producer.post("queue/cancel", filter_, 202).json["id"]
        until("done", lambda: tenant.viewer.get(f"operations/{operation}").json["state"] == "done")
    expect_equal([tenant.state(id_) for id_ in made], ["cancelled"] * 3 + ["queued"])
    moved = tenant.producer.post(f"queue/{made[3]}/reschedule", {"run_at": "2031-03-04T09:00:00Z"})
    expect_equal((moved.json["run_at"], tenant.run(made[3])["idempotency_key"]),
                 ("2031-03-04T09:00:00Z", "key-3"))
    expect_problem(tenant.producer.ask("POST", "queue/cancel", {}), 422)
    expect_problem(tenant.producer.ask("POST", f"queue/{ABSENT}/cancel", {}), 404)


@section("7.8.2")
def a_guild_or_a_type_is_paused(server):
    tenant = broadcast(server)
    held, free = enqueue(tenant, "held")["id"], enqueue(tenant, "free")["id"]
    tenant.operator.post("pause", {"scope": "type", "type": "held", "reason": "api is down"})
    expect_equal([lease["run_id"] for lease in tenant.lease(max_=9)], [free])
    tenant.operator.post("resume", {"scope": "type", "type": "held"})
    tenant.operator.post("pause", {"scope": "tenant"})
    expect_equal(tenant.lease(), [])
    tenant.operator.post("resume", {"scope": "tenant"})
    expect_equal(tenant.lease()[0]["run_id"], held)
    expect_problem(tenant.operator.ask("POST", "pause", {"scope": "type"}), 422)


# ---- 7.9 to 7.11 -------------------------------------------------------------------------------


SEEN = {}


@each_row("7.9.1", "metrics")
def a_metric_has_its_name_and_labels(server, row):
    if not SEEN:
        tenant = broadcast(server)
        for outcome, class_ in (("success", None), ("fail", "permanent"), ("retry", "network")):
            enqueue(tenant, "measured", max_attempts=1 if outcome != "success" else 2)
            tenant.report(tenant.lease()[0]["execution_id"], outcome, error={"class": class_})
        enqueue(tenant, "measured")
        tenant.report(tenant.lease()[0]["execution_id"], "retry", error={"class": "network"})
        settings(tenant, maintenance={"enabled": True})
        late = enqueue(tenant, "measured")["id"]
        until("put off", lambda: tenant.run(late)["deferred_by"])
        SEEN["guild"] = tenant.id
        SEEN["text"] = server.admin.get("/metrics?names=seed").body.decode()
    lines = [line for line in SEEN["text"].splitlines() if line.startswith(row["name"] + "{")]
    mine = [line for line in lines if SEEN["guild"] in line or "guild" not in row["labels"]]
    expect(any(float(line.rpartition(" ")[2]) > 0 for line in mine), f"{lines}")
    names = [part.partition("=")[0] for part in mine[0].partition("{")[2].split(",")]
    expect_equal(names[:len(words_of(row["labels"]))], words_of(row["labels"]), mine[0])


@section("7.10.3")
def payloads_carry_no_secrets(server):
    tenant = broadcast(server)
    settings(tenant, payload_check="refuse")
    for name in ("password", "apiKey", "access_token", "botToken", "webhookUrl"):
        refused = tenant.producer.ask("POST", "tasks", {
            "type": "dm", "idempotencyKey": "x", "payload": {"deep": [{name: "s3cret"}]}})
        expect_problem(refused, 422)
        expect("s3cret" not in refused.body.decode(), f"{refused!r}")
    enqueue(tenant, "dm", payload={"userId": "u-1"})


@section("7.11.1 7.11.2")
def a_broadcast_is_cut_into_chunks_of_fifty(server):
    tenant = broadcast(server)
    made = tenant.producer.post("batches", {"type": "comms.broadcast.batch",
                                            "items": list(range(120))}, 201).json
    leases = tenant.lease(max_=9)
    expect_equal([len(lease["payload"]["items"]) for lease in leases], [50, 50, 20])
    expect_equal([lease["idempotency_key"] for lease in leases],
                 [f"{made['id']}:{n}" for n in range(3)])
    failed = {"error": {"class": "validation", "message": "too long"}}
    outcomes = (("success", {}), ("fail", failed), ("success", {}))
    for lease, (outcome, more) in zip(leases, outcomes):
        expect_equal(tenant.state(made["id"]), "waiting")
        tenant.report(lease["execution_id"], outcome, **more)
    report = tenant.viewer.get(f"batches/{made['id']}").json
    expect_equal((report["state"], report["report"]["done"], report["report"]["failed"]),
                 ("done", 2, 1))
    failure = report["report"]["failures"][0]
    expect_equal((failure["index"], failure["error_class"], failure["error_message"]),
                 (1, "validation", "too long"))
    expect_problem(tenant.producer.ask("POST", "batches", {"type": "t", "items": []}), 422)


@each_row("7.5.2 7.7.3", "profile")
def a_new_tenant_has_the_settings_of_its_profile(server, row):
    expect_setting(broadcast(server), row)
