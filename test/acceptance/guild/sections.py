"""The profile guild: one rail for reminders, digests and clean-ups of communities, by section."""
import json
import subprocess

from acceptance import each_row, read_table, section, value_of, words_of
from dialogue import (BELFRY, Server, environment, expect, expect_equal, expect_problem, until,
                      walk)
from scene import apart, at, belfry, expect_in_force, expect_setting, in_force, wait_of

STEPS = {"high": 1, "normal": 3, "low": 5}


def guild(server):
    return server.tenant(profile="guild")


def once(tenant, type_="reminder.send", status=201, **fields):
    """scheduleOnce, in its own words."""
    return tenant.producer.post("tasks", {"type": type_, "payload": {}, **fields}, status).json


# ---- 18.3 the data model -----------------------------------------------------------------------


@each_row("18.3.1", "fields")
def a_field_is_taken_in_its_own_spelling(server, row):
    tenant = guild(server)
    body = {"type": "reminder.send", "payload": {}, row["field"]: value_of(row["given"])}
    made = tenant.producer.post("tasks", body, 201).json
    expect_equal(tenant.run(made["id"])[row["shown"]], value_of(row["as"]))
    wrong = tenant.producer.ask("POST", "tasks", {**body, row["field"]: [[]]})
    expect_problem(wrong, 422)


@section("18.3.1 18.12.1")
def a_guild_is_named_by_the_system_alone(server):
    tenant = guild(server)
    body = {"guildId": tenant.id, "type": "reminder.send", "payload": {}}
    made = server.admin.post("tasks", body, 201).json
    expect_equal(made["tenant_id"], tenant.id)
    expect_problem(guild(server).producer.ask("POST", "tasks", body), 404)


@section("18.3.3")
def priorities_have_five_steps(server):
    tenant = guild(server)
    made = [once(tenant, priority=priority)["id"] for priority in (5, 3, 1, 4, 2)]
    made.append(once(tenant)["id"])  # three, where none is given
    leased = [lease["run_id"] for lease in tenant.lease(max_=9)]
    expect_equal(leased, [made[at_] for at_ in (2, 4, 1, 5, 3, 0)])
    for wrong in (0, 6, "urgent"):
        expect_problem(tenant.producer.ask("POST", "tasks", {"type": "t", "priority": wrong}), 422)


# ---- 18.4 leases and states --------------------------------------------------------------------


@each_row("18.4.5", "backoff")
def a_wait_follows_the_ladder(server, row):
    tenant = guild(server)
    run = once(tenant)["id"]
    for _ in range(int(row["attempt"])):
        lease = until("due", tenant.lease)[0]
        tenant.report(lease["execution_id"], "retry", error={"class": "network"})
        shown = tenant.run(run)
        if shown["state"] == "queued":
            tenant.producer.post(f"queue/{run}/reschedule", {"run_at": "2025-01-01T00:00:00Z"})
    expect_equal(shown["attempts"], int(row["attempt"]))
    if row["minutes"] == "dlq":
        expect_equal((shown["state"], tenant.lease()), ("dlq", []))
    else:
        wait = wait_of(shown) / 60 / int(row["minutes"])
        expect(0.59 <= wait <= 1.41, f"{wait} of {row['minutes']} minutes")


@section("18.4.6")
def the_fifth_failure_is_a_dead_letter(server):
    tenant = guild(server)
    run = once(tenant, max_attempts=1)["id"]
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "retry",
                  error={"class": "transient", "message": "no channel"})
    shown = tenant.run(run)
    expect_equal((shown["state"], shown["last_error"]["message"]), ("dlq", "no channel"))
    expect_equal(tenant.viewer.get("tenants/" + tenant.id).json["max_attempts"], 5)


@section("18.4.4 18.3.4")
def a_lease_lasts_a_minute_and_is_renewed(server):
    tenant = guild(server)
    run = once(tenant)["id"]
    lease = tenant.lease()[0]
    until_ = tenant.run(run)["lease_until"]
    expect_equal(round(apart(lease["now"], until_)), 60)
    tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": [
        {"id": lease["execution_id"]}]})
    expect(tenant.run(run)["lease_until"] > until_, "it is longer")


@section("18.4.3", alone=True)
def a_stalled_run_is_queued_again():
    with Server() as server:
        tenant = guild(server)
        run = once(tenant)["id"]
        tenant.lease(lease_ms=5000, worker="gone")
        shown = until("it is queued again", lambda: (lambda one: one["state"] == "queued" and one)(
            tenant.run(run)))
        expect_equal((shown["attempts"], shown["last_error"]["class"]), (1, "stalled"))
        expect(wait_of(shown) > 30, f"{shown}")


# ---- 18.5 and 18.16 recurrence -----------------------------------------------------------------


@section("18.5.1 18.5.2 18.5.3 18.5.4 18.1.4 18.13.2", alone=True)
def the_next_occurrence_follows_the_zone():
    """Mondays at nine in London: one hour earlier in UTC once summer time has begun."""
    def told(server, timed):
        tenant = guild(server)
        rule = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0"
        job = tenant.producer.post("jobs", {"type": "digest.send", "rrule": rule,
                                            "tz": "Europe/London"}, 201).json
        for due, after in (("2031-03-24T09:00:00Z", "2031-03-31T08:00:00Z"),
                           ("2031-03-31T08:00:00Z", "2031-04-07T08:00:00Z")):
            expect_equal(tenant.viewer.get(f"jobs/{job['id']}").json["next_run_at"], due)
            timed.go_to(due)
            lease = until("due", tenant.lease)[0]
            tenant.report(lease["execution_id"])
            expect_equal(tenant.viewer.get(f"jobs/{job['id']}").json["next_run_at"], after)
        buckets = [run["planned_at"] for run in walk(tenant.viewer, "queue", job_id=job["id"])]
        expect_equal(len(buckets), len(set(buckets)))
        bad = {"type": "digest.send", "rrule": "FREQ=MONTHLY;BYDAY=XX", "tz": "Europe/London"}
        expect_problem(tenant.producer.ask("POST", "jobs", bad), 422)
    at("2031-03-20T12:00:00Z", told)


@section("18.16 18.8.2")
def a_check_in_comes_every_other_monday(server):
    tenant = guild(server)
    rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=18;BYMINUTE=0;BYSECOND=0"
    job = tenant.producer.post("jobs", {
        "type": "mentor.checkin.ping", "payload": {"pairId": "p-1"}, "rrule": rule,
        "tz": "Europe/London", "startFrom": "2031-03-17T00:00:00Z"}, 201).json
    dues = [one["at"] for one in tenant.viewer.get(f"jobs/{job['id']}/next-runs?count=3")
            .json["data"]]
    expect_equal(dues, ["2031-03-17T18:00:00Z", "2031-03-31T17:00:00Z", "2031-04-14T17:00:00Z"])
    expect_equal(tenant.run(job["next_run_id"])["payload"], {"pairId": "p-1"})


# ---- 18.6 once, not twice ----------------------------------------------------------------------


@section("18.6.1 18.6.2 18.3.5 18.1.2 18.15.4")
def a_key_in_the_payload_makes_one_run_and_one_message(server):
    tenant = guild(server)
    payload = {"eventId": "e-1", "idempotencyKey": "reminder:e-1:0", "runAtBucket": "b-1"}
    first = once(tenant, payload=payload)
    again = once(tenant, payload=payload, status=200)
    expect_equal((again["id"], again["duplicate"]), (first["id"], True))
    other = once(tenant, payload={**payload, "runAtBucket": "b-2"})
    expect(other["id"] != first["id"], "another bucket")
    lease = tenant.lease()[0]
    claim = {"action_key": "dm", "idempotency_key": lease["idempotency_key"],
             "execution_id": lease["execution_id"]}
    made = tenant.worker.post("effects/claim", claim).json
    expect_equal((lease["payload"], made["first"]), (payload, True))
    tenant.worker.post("effects/complete", {"claim_id": made["claim_id"]})
    tenant.report(lease["execution_id"])
    expect_equal(once(tenant, payload=payload, status=200)["id"], first["id"])


# ---- 18.7 gates --------------------------------------------------------------------------------


@section("18.7.1 18.7.2 18.1.3 18.13.2", alone=True)
def quiet_hours_and_maintenance_put_off():
    def told(server, timed):
        tenant = guild(server)
        place = f"tenants/{tenant.id}/settings"
        tenant.admin.put(place, {"quiet_hours": {"windows": "22:00-07:00",
                                                 "timezone": "Europe/London"}})
        run = once(tenant)["id"]
        seen = until("put off", lambda: (lambda one: one["deferred_by"] and one)(tenant.run(run)))
        expect_equal([seen[name] for name in ("deferred_by", "deferred_until", "deferred_count",
                                              "attempts")],
                     ["quiet_hours", "2031-01-21T07:00:00Z", 1, 0])
        timed.go_to("2031-01-21T07:00:05Z")
        expect_equal(until("permitted", tenant.lease)[0]["run_id"], run)
        tenant.admin.put(place, {"maintenance": {"enabled": True,
                                                 "until": "2031-01-21T09:00:00Z"}})
        late = once(tenant, "cleanup")["id"]
        seen = until("put off", lambda: (lambda one: one["deferred_by"] and one)(tenant.run(late)))
        expect_equal((seen["deferred_by"], seen["attempts"]), ("maintenance", 0))
        expect(0 <= apart("2031-01-21T09:00:00Z", seen["deferred_until"]) <= 300, f"{seen}")
        expect_problem(tenant.admin.ask("PUT", place, {"quiet_hours": {"windows": "22-7"}}), 422)
    at("2031-01-20T23:30:00Z", told)


@each_row("18.10.1", "types")
def a_handler_of_the_registry_is_known_to_a_new_tenant(server, row):
    waits = [1000 * int(one) for one in words_of(row["waits"])]
    backoff = {"kind": "steps", "steps_ms": waits} if len(waits) > 1 else \
        {"kind": "exponential", "base_ms": waits[0]}
    expected = {"notifies": row["notifies"] == "true", "quiet": row["quiet"],
                "maintenance": row["maintenance"], "max_attempts": int(row["attempts"]),
                "priority": STEPS[row["priority"]], "backoff": backoff,
                "retryable": words_of(row["retryable"]), "fatal": words_of(row["fatal"])}
    tenant = guild(server)
    expect_in_force(tenant, row["type"], expected)
    expect_equal(in_force(tenant, row["type"])["route"][0], row["route"] or None)


@section("18.7.3 18.2.5", alone=True)
def a_new_tenant_sends_nothing_to_people_in_quiet_hours():
    """Each handler of the registry, with nothing set but the hours."""
    def told(server, _timed):
        tenant = guild(server)
        tenant.admin.put(f"tenants/{tenant.id}/settings", {
            "quiet_hours": {"windows": "22:00-07:00", "timezone": "Europe/London"}})
        rows = read_table("guild", "types")
        for row in rows:
            once(tenant, row["type"], user_id="ann")
        went = {lease["type"] for lease in tenant.lease(max_=100)}
        expect_equal(went, {row["type"] for row in rows if row["notifies"] == "false"})
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"maintenance": {"enabled": True}})
        passing = once(tenant, "privacy.delete")["id"]
        once(tenant, "cleanup")
        expect_equal([lease["run_id"] for lease in tenant.lease(max_=100)], [passing])
    at("2031-01-20T23:30:00Z", told)


# ---- 18.8 the helper ---------------------------------------------------------------------------


@section("18.8.1 18.8.3")
def a_time_is_an_instant_in_three_spellings(server):
    tenant = guild(server)
    for run_at in ("2031-03-03T09:00:00Z", "2031-03-03T10:00:00+01:00", 1930294800000):
        expect_equal(once(tenant, runAt=run_at)["run_at"], "2031-03-03T09:00:00Z")
    for wrong in ("next monday", -1, 1.5, "2031-02-30T09:00:00Z"):
        expect_problem(tenant.producer.ask("POST", "tasks", {"type": "t", "runAt": wrong}), 422)
    long = {"type": "t", "payload": {"text": "x" * 300000}}
    expect_problem(tenant.producer.ask("POST", "tasks", long), 413)


# ---- 18.9 the worker's variables ---------------------------------------------------------------


@each_row("18.9.3", "environment", alone=True)
def a_variable_of_the_worker_has_its_default_and_its_bounds(row):
    name = row["variable"]
    def shown(**variables):
        told = belfry("config", "show", "-o", "json", **variables)
        rows = json.loads(told.stdout)["settings"]
        return next((one["value"], one["origin"]) for one in rows if one["name"] == name)
    expect_equal(shown(), (row["default"], "default"))
    expect_equal(shown(**{name: row["other"]}), (row["other"], "environment"))
    refused = belfry("config", "show", **{name: row["refused"]})
    expect(refused.returncode == 2 and name in refused.stdout.decode(), refused.stdout.decode())


@section("18.9.1 18.9.3")
def the_workers_last_attempt_ends_in_the_dead_letters(server):
    tenant = guild(server)
    tenant.operator.put("types/reminder.send", {"backoff": {"kind": "fixed", "base_ms": 1}})
    run = once(tenant)["id"]
    worker = subprocess.Popen(
        [BELFRY, "worker", "--exec", "reminder.send=sh -c 'exit 75'"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=environment(
            BELFRY_URL=f"http://127.0.0.1:{server.port}", BELFRY_TOKEN=tenant.worker.token,
            WORKER_POLL_MS="50", WORKER_MAX_ATTEMPTS="2"))
    try:
        shown = until("it ends", lambda: (lambda one: one["finished_at"] and one)(tenant.run(run)))
    finally:
        worker.terminate()
        worker.wait(60)
    expect_equal((shown["status"], shown["attempts"]), ("FAILED", 2))


# ---- 18.11 observability -----------------------------------------------------------------------


def samples(server):
    text = server.admin.get("/metrics?names=seed").body.decode()
    rows = [line.rpartition(" ") for line in text.splitlines() if line and line[0] != "#"]
    return {name: float(value) for name, _, value in rows}


def a_life(tenant, type_):
    """One success, one failure, one dead letter, one deferral, one stall: seven attempts."""
    def next_(**words):
        return until("due", lambda: tenant.lease(types=[type_], **words))[0]["execution_id"]
    fixed = {"backoff": {"kind": "fixed", "base_ms": 1}}
    tenant.operator.put(f"types/{type_}", fixed)
    for outcome in ("success", "fail"):
        once(tenant, type_)
        tenant.report(next_(), outcome, error={"class": "permanent"})
    once(tenant, type_, max_attempts=1)
    tenant.report(next_(), "retry", error={"class": "network"})
    deferred = once(tenant, type_)["id"]
    tenant.report(next_(), "defer", defer_until="2025-01-01T00:00:00Z")
    tenant.report(next_())
    stalled = once(tenant, type_)["id"]
    next_(lease_ms=5000)
    last = next_()
    tenant.report(last, "noop")
    expect_equal([tenant.state(id_) for id_ in (deferred, stalled)], ["done", "done"])


LIVES = {}


@each_row("18.11.1 18.2.6", "counters")
def the_counters_have_their_names(server, row):
    if not LIVES:
        tenant = guild(server)
        a_life(tenant, "counted")
        LIVES.update(samples(server), tenant=tenant.id)
    words = {"type": "counted", "guild": LIVES["tenant"], "reason": "defer"}
    labels = ",".join(f'{name}="{words[name]}"' for name in words_of(row["labels"]))
    name = f"{row['name']}{{{labels}}}"
    adds = int(row["adds"]) + (2 if row["name"] == "jobs_succeeded_total" else 0)
    expect_equal(LIVES.get(name), adds, f"{[one for one in LIVES if 'counted' in one]}")


# ---- 18.12 and 18.14 ---------------------------------------------------------------------------


@section("18.12.1 18.12.2 18.2.1")
def a_guild_never_sees_another(server):
    one, other = guild(server), guild(server)
    run = once(one)["id"]
    expect_equal(walk(other.viewer, "queue"), [])
    for path in (f"queue/{run}", f"tasks/{run}"):
        expect_problem(other.viewer.ask("GET", path), 404)
    expect_equal(other.lease(), [])
    expect_problem(one.worker.ask("GET", "queue"), 403)
    expect_problem(one.worker.ask("POST", "tasks", {"type": "t"}), 403)


@section("18.14.2")
def dead_letters_and_stalls_raise_alerts_of_the_service(server):
    kinds = {rule["alert_type"]: rule for rule in server.admin.get("service-alerts").json["data"]}
    expect("DLQ_GROWTH" in kinds and "STALLED" in kinds, f"{sorted(kinds)}")
    refused = server.admin.ask("PUT", "service-alerts/DLQ_GROWTH", {"threshold_value": -1})
    expect_problem(refused, 422)


@each_row("18.17.1 18.4.5", "profile")
def a_new_tenant_has_the_settings_of_its_profile(server, row):
    expect_setting(guild(server), row)
