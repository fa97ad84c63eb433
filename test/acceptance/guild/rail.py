"""The profile guild: goals, states, the worker and what it tells, security and what may change, by
section."""
import json
import os
import subprocess
import threading
import time

from acceptance import section
from dialogue import (BELFRY, Client, Server, environment, expect, expect_equal, expect_problem,
                      until, walk)
from scene import apart, at, instant_of


def guild(server):
    return server.tenant(profile="guild")


def once(tenant, type_="reminder.send", status=201, **fields):
    return tenant.producer.post("tasks", {"type": type_, "payload": {}, **fields}, status).json


def finish(tenant, type_, outcome="success", **fields):
    lease = until(f"{type_} is due", lambda: tenant.lease(types=[type_]))[0]
    expect_equal(tenant.report(lease["execution_id"], outcome, **fields), (200, "ok"))
    return lease


# ---- goals -------------------------------------------------------------------------------------


@section("18.1.1 18.17.2")
def any_module_runs_its_own_types_without_registering_them(server):
    tenant = guild(server)
    made = {type_: once(tenant, type_)["id"] for type_ in ("chess.tournament.begin", "tidy-up")}
    leased = {lease["type"]: lease["run_id"] for lease in tenant.lease(max_=9)}
    expect_equal(leased, made)
    listed = {one["name"]: one["source"] for one in walk(tenant.viewer, "types")}
    expect_equal(listed["reminder.send"], "profile")
    for wrong in ("", "two words", 7):
        expect_problem(tenant.producer.ask("POST", "tasks", {"type": wrong}), 422)


@section("18.1.5 18.2.2")
def a_waiting_worker_is_woken_within_seconds(server):
    tenant = guild(server)
    run = once(tenant, **{"in": "1s"})
    lease = tenant.lease(wait_ms=30000)[0]
    expect_equal(lease["run_id"], run["id"])
    late = apart(run["run_at"], lease["now"])
    expect(0 <= late <= 5, f"{late} s late")


@section("18.1.6", alone=True)
def one_process_and_its_folder_are_all_of_it():
    """No other service: nothing but its own address is open, and its folder brings all back."""
    with Server() as server:
        tenant = guild(server)
        run = once(tenant, runAt="2031-03-03T09:00:00Z")["id"]
        inodes = set()
        for name in os.listdir(f"/proc/{server.process.pid}/fd"):
            try:
                inodes.add(os.readlink(f"/proc/{server.process.pid}/fd/{name}"))
            except OSError:
                pass  # closed meanwhile
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        others = {row[2] for row in rows if f"socket:[{row[9]}]" in inodes
                  and row[1].split(":")[1] != f"{server.port:04X}" and row[3] != "0A"}
        expect_equal(others, set())
        server.stop()
        server.start()
        expect_equal(server.admin.get(f"queue/{run}?tenant_id={tenant.id}").json["state"],
                     "queued")


@section("18.1.7")
def nothing_counts_how_much_a_user_is_sent(server):
    tenant = guild(server)
    for _ in range(40):
        once(tenant, user_id="ann")
    expect_equal(len(tenant.lease(max_=100)), 40)
    rows = tenant.viewer.get("limits").json["data"]
    expect_equal([(row["declared_by"], row["closed_until"], row["waiting"]) for row in rows
                  if row["tenant_id"] == tenant.id], [(None, None, 0)])


# ---- states ------------------------------------------------------------------------------------


@section("18.3.2 18.4.1")
def a_job_goes_through_the_five_states(server):
    tenant = guild(server)
    runs = [once(tenant, "walk", max_attempts=1)["id"] for _ in range(3)]
    expect_equal({tenant.state(run) for run in runs}, {"queued"})
    for outcome in ("success", "fail", "retry"):
        lease = tenant.lease(types=["walk"])[0]
        expect_equal(tenant.state(lease["run_id"]), "processing")
        tenant.report(lease["execution_id"], outcome, error={"class": "network"})
    expect_equal([tenant.state(run) for run in runs], ["done", "failed", "dlq"])
    for state in ("queued", "processing", "done", "failed", "dlq"):
        rows = walk(tenant.viewer, "queue", state=state)
        expect({row["state"] for row in rows} <= {state}, f"{state}: {rows}")
    expect_problem(tenant.viewer.ask("GET", "queue?state=stalled"), 422)


@section("18.4.2 18.13.3")
def parallel_workers_never_have_the_same_job(server):
    tenant = guild(server)
    made = {once(tenant, "soak")["id"] for _ in range(60)}
    taken, lock, token = [], threading.Lock(), tenant.token("worker")["token"]

    def work(name):
        client = Client(server, token)
        while leases := tenant.lease(client=client, worker=name, max_=3, types=["soak"]):
            with lock:
                taken.extend(lease["run_id"] for lease in leases)
        client.close()
    workers = [threading.Thread(target=work, args=(f"w-{n}",)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    expect_equal((len(taken), set(taken)), (60, made))


@section("18.3.7", alone=True)
def what_is_done_is_removed_after_its_time():
    def told(server, timed):
        tenant = guild(server)
        done, dead = once(tenant, "short")["id"], once(tenant, "long")["id"]
        finish(tenant, "short")
        finish(tenant, "long", "fail", error={"class": "permanent"})
        timed.go_to("2031-01-20T13:30:00Z")
        expect_equal((tenant.state(done), tenant.state(dead)), ("done", "failed"))
        timed.go_to("2031-01-20T15:00:00Z")
        def is_gone(run):
            return tenant.viewer.ask("GET", f"queue/{run}").status == 404
        until("it is removed", lambda: is_gone(done))
        expect_equal(tenant.state(dead), "failed")
        timed.go_to("2031-01-23T12:30:00Z")
        until("the dead letter is removed, too", lambda: is_gone(dead))
    at("2031-01-20T12:00:00Z", told, BELFRY_RETENTION="2h", BELFRY_RETENTION_DEAD="2d")


# ---- keys and times ----------------------------------------------------------------------------


@section("18.6.3")
def a_retry_finds_the_message_sent(server):
    tenant = guild(server)
    once(tenant, idempotencyKey="reminder:e-1:0")
    first = tenant.lease()[0]
    claim = {"action_key": "dm", "idempotency_key": "reminder:e-1:0"}
    made = tenant.worker.post("effects/claim", {
        **claim, "execution_id": first["execution_id"]}).json
    tenant.worker.post("effects/complete", {"claim_id": made["claim_id"], "result": {"id": 7}})
    tenant.report(first["execution_id"], "retry", error={"class": "network"}, retry_after_ms=1)
    second = until("it is tried again", tenant.lease)[0]
    again = tenant.worker.post("effects/claim", {**claim, "execution_id": second["execution_id"]})
    expect_equal((again.json["first"], again.json["result"]), (False, {"id": 7}))
    tenant.report(second["execution_id"], "noop")
    expect_equal(tenant.state(second["run_id"]), "done")


@section("18.8.4 18.8.5 18.15.3")
def an_occurrence_has_its_own_bucket_and_only_the_next_is_kept(server):
    tenant = guild(server)
    job = tenant.producer.post("jobs", {"type": "digest.send", "rrule": "FREQ=DAILY;BYHOUR=9",
                                        "startFrom": "2031-03-03T00:00:00Z"}, 201).json
    rows = walk(tenant.viewer, "queue", job_id=job["id"])
    expect_equal([(row["id"], row["run_at"]) for row in rows],
                 [(job["next_run_id"], "2031-03-03T09:00:00Z")])
    shown = tenant.run(job["next_run_id"])
    expect_equal((shown["planned_at"], shown["cause"]), ("2031-03-03T09:00:00Z", "occurrence"))
    dues = tenant.viewer.get(f"jobs/{job['id']}/next-runs?count=2").json["data"]
    expect_equal([one["at"] for one in dues], ["2031-03-03T09:00:00Z", "2031-03-04T09:00:00Z"])


# ---- the worker --------------------------------------------------------------------------------


@section("18.9.2")
def a_type_that_nobody_handles_is_told(server):
    tenant = guild(server)
    run = once(tenant, "no.such.handler")["id"]
    reasons = tenant.viewer.get(f"queue/{run}/why").json["reasons"]
    expect_equal([(one["kind"], "no.such.handler" in json.dumps(one)) for one in reasons],
                 [("no_worker", True)])
    # A worker that was given it all the same says so; it is an error of the job, not the worker's.
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "fail", error={
        "class": "no_handler", "message": "No handler for type=no.such.handler"})
    expect_equal(tenant.run(run)["last_error"]["message"], "No handler for type=no.such.handler")


@section("18.10.2")
def a_handler_gets_guild_payload_and_now(server):
    tenant = guild(server)
    once(tenant, payload={"eventId": "e-1"})
    lease = tenant.lease()[0]
    expect_equal((lease["tenant_id"], lease["payload"]), (tenant.id, {"eventId": "e-1"}))
    expect(abs(instant_of(lease["now"]) - time.time()) < 5, f"{lease['now']}")


@section("18.10.3")
def a_payload_that_does_not_fit_ends_the_job_at_once(server):
    tenant = guild(server)
    run = once(tenant, payload={"eventId": None})["id"]
    finish(tenant, "reminder.send", "retry", error={"class": "validation",
                                                    "message": "eventId is missing"})
    shown = tenant.run(run)
    expect_equal((shown["state"], shown["attempts"]), ("failed", 1))
    for wrong in ([1], "text", 7):
        expect_problem(tenant.producer.ask("POST", "tasks", {"type": "t", "payload": wrong}), 422)


@section("18.10.4 18.11.2", alone=True)
def each_attempt_is_one_line_with_its_facts():
    with Server(BELFRY_LOG="debug") as server:
        tenant = guild(server)
        run = once(tenant)["id"]
        finish(tenant, "reminder.send", "retry", error={"class": "policy_denied"})
        def lines():
            told = [json.loads(line) for line in server.logged().splitlines()
                    if line.startswith('{"time"')]
            return {one["msg"]: one for one in told if one.get("run_id") == run}
        told = until("it is logged", lambda: (lambda all_: "run failed" in all_ and all_)(lines()))
        facts = [told["run failed"][name] for name in ("tenant", "type", "state", "attempts")]
        expect_equal(facts, [tenant.id, "reminder.send", "failed", 1])
        expect(told["run failed"]["duration_ms"] >= 0 and told["run failed"]["err_code"], f"{told}")
        expect_equal([told["run started"][name] for name in ("level", "state", "attempts")],
                     ["debug", "processing", 0])


@section("18.11.3")
def the_page_of_schedules_is_served(server):
    page = Client(server).ask("GET", "/admin/schedules", None, 200)
    expect("text/html" in page.header("Content-Type"), f"{page!r}")


# ---- security ----------------------------------------------------------------------------------


@section("18.12.3")
def personal_data_in_a_payload_is_flagged_or_refused(server):
    tenant = guild(server)
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"payload_check": "flag"})
    run = once(tenant, payload={"email": "ann@home.example"})["id"]
    expect_equal(tenant.run(run)["flagged"], "personal")
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"payload_check": "refuse"})
    expect_problem(tenant.producer.ask("POST", "tasks", {
        "type": "t", "payload": {"email": "ann@home.example"}}), 422)
    expect_equal(tenant.run(once(tenant, payload={"userId": "u-1"})["id"])["flagged"], None)


@section("18.12.4")
def what_a_handler_changed_stands_in_the_audit(server):
    tenant = guild(server)
    once(tenant, "comms.send")
    finish(tenant, "comms.send", audit=[{"event": "BROADCAST_SENT", "object": "broadcast:7",
                                         "after": {"sent": 120}}])
    rows = walk(tenant.operator, "audit", action="BROADCAST_SENT")
    expect_equal([(row["actor_id"], row["after"]) for row in rows], [("SYSTEM", {"sent": 120})])
    expect_problem(tenant.worker.ask("GET", "audit"), 403)


# ---- rollout, risks, versioning ----------------------------------------------------------------


@section("18.14.1")
def reminders_run_once_and_the_digest_every_week(server):
    tenant = guild(server)
    once(tenant, runAt="2025-03-03T09:00:00Z", idempotencyKey="reminder:e-1:0")
    finish(tenant, "reminder.send")
    expect_equal(tenant.lease(), [])
    job = tenant.producer.post("jobs", {
        "type": "digest.send", "rrule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
        "startFrom": "2031-03-03T00:00:00Z"}, 201).json
    dues = tenant.viewer.get(f"jobs/{job['id']}/next-runs?count=2").json["data"]
    expect_equal([one["at"] for one in dues], ["2031-03-03T09:00:00Z", "2031-03-10T09:00:00Z"])


@section("18.15.1", alone=True)
def the_servers_clock_counts_and_is_told_with_each_job():
    def told(server, _timed):
        tenant = guild(server)
        once(tenant)
        late = once(tenant, "later", runAt="2031-01-20T13:00:00Z")["id"]
        lease = tenant.lease(max_=9)
        expect_equal([one["type"] for one in lease], ["reminder.send"])
        expect(apart("2031-01-20T12:00:00Z", lease[0]["now"]) < 60, f"{lease[0]['now']}")
        expect_equal(tenant.state(late), "queued")
    at("2031-01-20T12:00:00Z", told)


@section("18.15.2")
def a_herd_is_taken_in_small_batches(server):
    tenant = guild(server)
    for _ in range(25):
        once(tenant, "herd")
    expect_equal([len(tenant.lease(max_=10, types=["herd"])) for _ in range(4)], [10, 10, 5, 0])
    expect_problem(tenant.worker.ask("POST", "worker/lease", {"worker_id": "w", "max": 0}), 422)


@section("18.17.1")
def waits_and_leases_are_settings_and_no_schema(server):
    tenant = guild(server)
    tenant.operator.put("types/tuned", {"backoff": {"kind": "steps", "steps_ms": [7200000]},
                                        "lease_ms": 30000, "max_attempts": 2})
    run = once(tenant, "tuned")["id"]
    lease = tenant.lease()[0]
    expect_equal((lease["lease_ms"], tenant.run(run)["max_attempts"]), (30000, 2))
    tenant.report(lease["execution_id"], "retry", error={"class": "network"})
    shown = tenant.run(run)
    hours = apart(shown["updated_at"], shown["run_at"]) / 3600
    expect(1.1 <= hours <= 2.9, f"{hours} h")


@section("18.9.1", alone=True)
def a_worker_completes_and_retries_by_exit_code():
    with Server() as server:
        tenant = guild(server)
        good, bad = once(tenant, "good")["id"], once(tenant, "bad")["id"]
        worker = subprocess.Popen(
            [BELFRY, "worker", "--exec", "good=true", "--exec", "bad=sh -c 'exit 75'"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(
                BELFRY_URL=f"http://127.0.0.1:{server.port}", BELFRY_TOKEN=tenant.worker.token))
        try:
            until("both were tried", lambda: tenant.run(bad)["attempts"] == 1
                  and tenant.state(good) == "done")
        finally:
            worker.terminate()
            worker.wait(60)
        expect_equal(tenant.state(bad), "queued")
