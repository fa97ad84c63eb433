"""Workers: leases and long polls, heartbeats, results, and those who come too late."""
import json
import socket
import time
from datetime import datetime, timedelta, timezone

from dialogue import (ABSENT, BASE, expect, expect_equal, expect_problem, story, story_alone,
                      Server, together, until, walk)


def status_of(server, name):
    return server.admin.get("status").json[name]


def waiting(server, tenant, count=1):
    """Until so many lease calls wait (of everybody: other stories may have some, too)."""
    client = server.client(server.token)
    until("the lease call waits", lambda: client.get("status").json["waiting_calls"] >= count)
    client.close()


@story
def a_worker_leases_and_finishes(server):
    tenant = server.tenant()
    run = tenant.enqueue(payload={"n": 1}, idempotency_key="k")
    lease = tenant.lease(max_=10)[0]
    expect_equal((lease["run_id"], lease["attempt"], lease["fence"], lease["tenant_id"],
                  lease["type"], lease["payload"], lease["idempotency_key"], lease["lease_ms"]),
                 (run["id"], 1, 1, tenant.id, "mail.send", {"n": 1}, "k", 60000))
    seen = tenant.run(run["id"])
    expect_equal((seen["state"], seen["status"], seen["worker_id"], seen["execution_id"]),
                 ("processing", "PROCESSING", "w-1", lease["execution_id"]))
    workers = tenant.viewer.get("workers").json["data"]
    expect_equal([one["id"] if "id" in one else one["worker_id"] for one in workers], ["w-1"])
    expect_equal(tenant.report(lease["execution_id"], result={"sent": 1}, result_hash="h-1"),
                 (200, "ok"))
    seen = tenant.run(run["id"])
    expect_equal((seen["state"], seen["attempts"], seen["result"]), ("done", 1, {"sent": 1}))
    execution = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    expect_equal((execution["run_id"], execution["status"], execution["attempt_number"]),
                 (run["id"], "COMPLETED", 1))
    expect_equal(tenant.lease(), [])


@story
def the_same_report_twice_gets_the_same_answer(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    id_ = lease["execution_id"]
    for _ in range(3):
        expect_equal(tenant.report(id_, result={"a": 1}), (200, "ok"))
    expect_equal(tenant.report(id_, "fail"), (409, "finished"))


@story
def a_waiting_worker_is_answered_when_work_comes(server):
    tenant = server.tenant()
    worker = server.client(tenant.worker.token)

    def wait_for_work():
        begun = time.monotonic()
        leases = tenant.lease(worker, wait_ms=60000, types=["late.work"])
        return leases, time.monotonic() - begun

    def bring_work():
        waiting(server, tenant)
        return server.client(tenant.producer.token).post("tasks", {"type": "late.work"}, 201).json

    tenant.producer
    (leases, seconds), run = together(wait_for_work, bring_work)
    expect_equal([one["run_id"] for one in leases], [run["id"]])
    expect(seconds < 55, "answered only at the end of its wait")
    worker.close()


@story
def a_wait_ends_with_nothing(server):
    tenant = server.tenant()
    expect_equal(tenant.lease(wait_ms=50), [])


@story
def a_worker_takes_what_it_named_and_nothing_else(server):
    tenant, other = server.tenant(), server.tenant()
    tenant.enqueue("a", queue="batch")
    tenant.enqueue("b")
    other.enqueue("a")
    expect_equal(tenant.lease(types=["c"]), [])
    expect_equal(tenant.lease(queues=["priority"]), [])
    expect_equal([one["type"] for one in tenant.lease(queues=["batch"], max_=9)], ["a"])
    expect_equal([one["type"] for one in tenant.lease(types=["b", "c"], max_=9)], ["b"])
    expect_equal([one["tenant_id"] for one in other.lease(max_=9)], [other.id])
    expect_problem(tenant.worker.ask("POST", "worker/lease",
                                     {"worker_id": "w", "tenants": [other.id]}), 404, "not_found")
    expect_problem(tenant.worker.ask("POST", "worker/lease", {}), 422, None, "/worker_id")


@story
def a_workers_token_may_be_held_to_queues(server):
    tenant = server.tenant()
    client = server.client(tenant.token("worker", queues=["batch"])["token"])
    tenant.enqueue("a")
    expect_equal(tenant.lease(client, max_=9), [])
    expect_problem(client.ask("POST", "worker/lease", {"worker_id": "w", "queues": ["default"]}),
                   403, "forbidden")
    run = tenant.enqueue("a", queue="batch")
    expect_equal([one["run_id"] for one in tenant.lease(client, max_=9)], [run["id"]])
    client.close()


@story
def a_system_worker_leases_from_those_it_names(server):
    first, second, third = server.tenant(), server.tenant(), server.tenant()
    for tenant in (first, second, third):
        tenant.enqueue("only.here")
    leases = server.admin.post("worker/lease", {"worker_id": "w", "max": 9, "types": ["only.here"],
                                                "tenants": [first.id, second.id]}).json["leases"]
    expect_equal(sorted(one["tenant_id"] for one in leases), sorted([first.id, second.id]))
    # Reports of many tenants may stand in one call.
    results = [{"execution_id": one["execution_id"], "outcome": "success"} for one in leases]
    answer = server.admin.post("worker/results", {"worker_id": "w", "results": results}).json
    expect_equal([one["status"] for one in answer["results"]], [200, 200])


@story
def priority_then_time_decides_who_is_next(server):
    tenant = server.tenant()
    ids = [tenant.enqueue("a", priority=priority)["id"] for priority in (9, 5, 1, 5)]
    leases = tenant.lease(max_=9)
    expect_equal([one["run_id"] for one in leases], [ids[2], ids[1], ids[3], ids[0]])


@story
def results_may_lease_again_in_the_same_call(server):
    tenant = server.tenant()
    for _ in range(3):
        tenant.enqueue("a")
    lease = tenant.lease()[0]
    done = []
    while lease:
        body = {"worker_id": "w-1", "lease": {"max": 1},
                "results": [{"execution_id": lease["execution_id"], "outcome": "success"}]}
        answer = tenant.worker.post("worker/results", body).json
        expect_equal(answer["results"][0]["status"], 200)
        done.append(lease["run_id"])
        lease = answer["leases"][0] if answer["leases"] else None
    expect_equal(len(set(done)), 3)


@story
def a_lease_among_results_waits_when_there_are_no_results(server):
    """So a worker can go on with one call, and ask once a wait while there is nothing to do."""
    tenant = server.tenant()
    worker = server.client(tenant.worker.token)
    tenant.producer, tenant.viewer  # their tokens are made here
    body = {"worker_id": "w-idle", "results": [],
            "lease": {"types": ["late.work"], "wait_ms": 60000}}

    def bring_work():
        until("it waits", lambda: (worker_seen(tenant.viewer, "w-idle") or {}).get(
            "waiting_calls"))
        return tenant.enqueue("late.work")

    answer, run = together(lambda: worker.post("worker/results", body).json, bring_work)
    expect_equal((answer["results"], [one["run_id"] for one in answer["leases"]], answer["drain"]),
                 ([], [run["id"]], False))
    # With results the answer comes at once: a wait would take longer than the story's patience.
    body["results"] = [{"execution_id": answer["leases"][0]["execution_id"], "outcome": "success"}]
    answer = worker.post("worker/results", body).json
    expect_equal((answer["results"][0]["status"], answer["leases"]), (200, []))
    body["results"] = [{"execution_id": "no-id", "outcome": "success"}]
    answer = worker.post("worker/results", body).json
    expect_equal((answer["results"][0]["status"], answer["leases"]), (422, []))
    # Told to drain, it is answered.
    body["results"] = []
    answer, _ = together(lambda: worker.post("worker/results", body).json, lambda: (
        until("it waits", lambda: worker_seen(tenant.viewer, "w-idle")["waiting_calls"]),
        server.admin.post(f"workers/w-idle/drain?tenant_id={tenant.id}", {})))
    expect_equal((answer["leases"], answer["drain"]), ([], True))
    worker.close()


@story
def every_outcome_leads_where_it_should(server):
    tenant = server.tenant()
    for outcome, fields, state, attempts in (
            ("success", {}, "done", 1), ("noop", {}, "done", 1),
            ("retry", {"retry_after_ms": 3600000}, "queued", 1),
            ("retry", {"error": {"class": "validation"}}, "failed", 1),
            ("fail", {"error": {"class": "permanent", "message": "no"}}, "failed", 1),
            ("defer", {"defer_until": "2031-01-01T00:00:00Z"}, "queued", 0)):
        run, lease = tenant.run_to("processing", f"type.{outcome}")
        expect_equal(tenant.report(lease["execution_id"], outcome, **fields), (200, "ok"))
        seen = tenant.run(run["id"])
        expect_equal((outcome, seen["state"], seen["attempts"]), (outcome, state, attempts))
    run, lease = tenant.run_to("processing", "type.last", max_attempts=1)
    tenant.report(lease["execution_id"], "retry", error={"class": "network", "message": "gone"})
    seen = tenant.run(run["id"])
    expect_equal((seen["state"], seen["status"], seen["last_error"]),
                 ("dlq", "FAILED", {"class": "network", "message": "gone"}))
    _, lease = tenant.run_to("processing", "type.bad")
    expect_equal(tenant.report(lease["execution_id"], "defer"), (422, "invalid"))


@story
def a_heartbeat_tells_what_goes_on_what_is_lost_and_what_is_cancelled(server):
    tenant = server.tenant()
    runs = [tenant.run_to("processing", f"type.{n}") for n in range(3)]
    ids = [lease["execution_id"] for _, lease in runs]
    tenant.producer.post(f"queue/{runs[1][0]['id']}/cancel")
    tenant.report(ids[2])
    before = tenant.run(runs[0][0]["id"])["lease_until"]
    beats = [{"id": ids[0], "progress_percent": 40, "progress_message": "half"},
             {"execution_id": ids[1]}, {"id": ids[2]}, {"id": ABSENT}]
    answer = tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": beats}).json
    expect_equal(answer, {"extended": [ids[0]], "lost": [ids[2], ABSENT], "cancelled": [ids[1]],
                          "refused": [], "drain": False})
    expect(tenant.run(runs[0][0]["id"])["lease_until"] >= before, "the lease became shorter")


@story
def progress_is_seen(server):
    tenant = server.tenant()
    run, lease = tenant.run_to("processing")
    beat = {"id": lease["execution_id"], "progress_percent": 40, "progress_message": "half"}
    tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": [beat]})
    for path in (f"queue/{run['id']}", f"executions/{lease['execution_id']}"):
        seen = tenant.viewer.get(path).json
        expect_equal((seen.get("progress_percent"), seen.get("progress_message")), (40, "half"))


@story
def the_next_run_learns_the_last_results_hash(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing", idempotency_key="k", unique_scope="active")
    expect_equal(lease.get("last_result_hash"), None)
    tenant.report(lease["execution_id"], result_hash="h-1")
    _, lease = tenant.run_to("processing", idempotency_key="k", unique_scope="active")
    expect_equal(lease.get("last_result_hash"), "h-1")


@story
def the_next_run_of_a_job_learns_the_last_results_hash(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}, 201)
    told, unchanged = [], []
    for hash_ in ("h-1", "h-2", "h-2"):
        run = tenant.operator.post("jobs/j/run", {}, 201).json
        lease = tenant.lease(wait_ms=30000)[0]
        told.append(lease["last_result_hash"])
        tenant.report(lease["execution_id"], result_hash=hash_)
        expect_equal(tenant.run(run["id"])["last_result_hash"], hash_)
        unchanged.append(tenant.run(run["id"])["unchanged"])
        attempt = tenant.viewer.get(f"executions/{lease['execution_id']}").json
        expect_equal((attempt["result_hash"], attempt["unchanged"]), (hash_, unchanged[-1]))
    expect_equal(told, [None, "h-1", "h-2"])
    expect_equal(unchanged, [False, False, True])


def late_words(tenant, lease, code):
    """Everything that a worker may still say about an attempt that is not its own any more."""
    id_, run = lease["execution_id"], lease["run_id"]
    before = tenant.run(run)
    for outcome, fields in (("success", {"result": {"late": True}}), ("noop", {}),
                            ("retry", {"retry_after_ms": 0}),
                            ("fail", {"error": {"class": "late"}}),
                            ("defer", {"defer_until": "2031-01-01T00:00:00Z"})):
        for worker in ("w-1", "w-2"):
            expect_equal(tenant.report(id_, outcome, worker=worker, **fields), (409, code))
    beat = tenant.worker.post("worker/heartbeat", {
        "worker_id": "w-1", "executions": [{"id": id_, "progress_percent": 99}]}).json
    expect_equal(beat["extended"], [])
    expect_equal(tenant.run(run), before)


@story
def a_late_word_after_a_cancel_changes_nothing(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("cancelled")
    late_words(tenant, lease, "cancelled")


@story
def a_late_word_after_a_timeout_changes_nothing(server):
    """The hard end of an attempt: the next one is another worker's."""
    tenant = server.tenant()
    tenant.operator.put("types/slow", {"backoff": {"kind": "fixed", "base_ms": 1}})
    run, first = tenant.run_to("processing", "slow", timeout_seconds=1)
    second = tenant.lease(worker="w-2", wait_ms=30000, types=["slow"])[0]
    expect_equal((second["run_id"], second["attempt"], second["fence"]), (run["id"], 2, 2))
    expect(second["execution_id"] != first["execution_id"], "a lease's token was used twice")
    late_words(tenant, first, "lease_lost")
    execution = tenant.viewer.get(f"executions/{first['execution_id']}").json
    expect_equal(execution["status"], "TIMEOUT")
    expect_equal(tenant.report(second["execution_id"], worker="w-2"), (200, "ok"))
    late_words(tenant, first, "lease_lost")


@story
def a_late_word_after_a_lost_lease_changes_nothing(server):
    """No word for as long as the lease lasts: STALLED, and the run is offered again."""
    tenant = server.tenant()
    tenant.operator.put("types/silent", {"lease_ms": 5000,
                                         "backoff": {"kind": "fixed", "base_ms": 1}})
    run, first = tenant.run_to("processing", "silent")
    second = tenant.lease(worker="w-2", wait_ms=30000, types=["silent"])[0]
    expect_equal((second["run_id"], second["attempt"]), (run["id"], 2))
    late_words(tenant, first, "lease_lost")
    execution = tenant.viewer.get(f"executions/{first['execution_id']}").json
    expect_equal(execution["status"], "STALLED")
    # Heartbeats keep a lease that would have run out long ago.
    end = time.monotonic() + 6
    while time.monotonic() < end:
        expect_equal(tenant.worker.post("worker/heartbeat", {
            "worker_id": "w-2", "executions": [{"id": second["execution_id"]}]}).json["extended"],
                     [second["execution_id"]])
        expect_equal(tenant.lease(worker="w-3", wait_ms=500, types=["silent"]), [])
    expect_equal(tenant.report(second["execution_id"], worker="w-2"), (200, "ok"))


@story
def another_tenants_worker_can_say_nothing(server):
    ours, theirs = server.tenant(), server.tenant()
    run, lease = ours.run_to("processing")
    before = ours.run(run["id"])
    status, code = ours.report(lease["execution_id"], client=theirs.worker)
    expect_equal((status, code), (409, "lease_lost"))
    beat = theirs.worker.post("worker/heartbeat", {
        "worker_id": "w-1", "executions": [{"id": lease["execution_id"], "progress_percent": 1}]})
    expect_equal(beat.json["lost"], [lease["execution_id"]])
    expect_equal(ours.run(run["id"]), before)


@story
def a_lease_among_results_is_for_the_tokens_own_tenant(server):
    ours, theirs = server.tenant(), server.tenant()
    wish = {"worker_id": "w-1", "lease": {"tenants": [theirs.id]}, "results": []}
    expect_problem(ours.worker.ask("POST", "worker/results", wish), 404, "not_found")
    run, lease = ours.run_to("processing")
    wish["results"] = [{"execution_id": lease["execution_id"], "outcome": "success"}]
    said = ours.worker.post("worker/results", wish).json
    expect_equal((said["results"][0]["status"], said["lease_refused"]["code"]), (200, "not_found"))
    expect_equal(ours.run(run["id"])["state"], "done")


@story
def a_report_of_what_never_was_is_refused_one_by_one(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    results = [{"execution_id": ABSENT, "outcome": "success"},
               {"execution_id": lease["execution_id"], "outcome": "success"}]
    answer = tenant.worker.post("worker/results", {"worker_id": "w-1", "results": results}).json
    expect_equal([one["status"] for one in answer["results"]], [409, 200])


@story_alone
def a_worker_that_vanished_while_it_waited_is_given_nothing():
    with Server() as server:
        tenant = server.tenant()
        token = tenant.worker.token
        body = json.dumps({"worker_id": "gone", "wait_ms": 60000}).encode()
        for reset in (False, True):
            with socket.create_connection(("127.0.0.1", server.port)) as link:
                link.sendall(b"POST %sworker/lease HTTP/1.1\r\nHost: localhost\r\n"
                             b"Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                             b"Content-Length: %d\r\n\r\n%s"
                             % (BASE.encode(), token.encode(), len(body), body))
                until("it waits", lambda: status_of(server, "waiting_calls") == 1)
                if reset:
                    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            until("its leaving is noticed", lambda: status_of(server, "waiting_calls") == 0)
        run = tenant.enqueue()
        expect_equal(tenant.state(run["id"]), "queued")
        lease = tenant.lease(worker="here")[0]
        expect_equal((lease["run_id"], lease["attempt"]), (run["id"], 1))


@story
def thousands_of_results_are_one_call(server):
    tenant = server.tenant()
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a"}] * 2000})
    results = []
    while len(results) < 2000:
        leases = tenant.lease(max_=1000)
        expect(leases, f"only {len(results)} were handed out")
        results += [{"execution_id": one["execution_id"], "outcome": "success"} for one in leases]
    answer = tenant.worker.post("worker/results", {"worker_id": "w-1", "results": results}).json
    expect_equal([one["status"] for one in answer["results"]], [200] * 2000)
    expect_equal(tenant.lease(), [])


@story
def what_a_handler_did_goes_into_the_journal(server):
    tenant = server.tenant()

    def result(outcome="success", **fields):
        lease = tenant.run_to("processing")[1]
        said = tenant.worker.post("worker/results", {"worker_id": "w-1", "results": [
            {"execution_id": lease["execution_id"], "outcome": outcome, **fields}]})
        return said.json["results"][0]

    event = {"event": "plan.renewed", "object": "plan:7", "before": {"until": 1}, "after": None}
    expect_equal(result(audit=[event] * 8)["status"], 200)
    told = [one["data"] for one in tenant.viewer.get("events").json["data"]
            if one["type"].endswith("run.audit")]
    expect_equal([(one["reason"], one["audit"]["object"], one["audit"]["before"]) for one in told],
                 [("plan.renewed", "plan:7", {"until": 1})] * 8)
    for audit, pointer in (([event] * 9, "/results/0/audit"), ([{}], "/results/0/audit/0/event"),
                           ([{"event": ""}], "/results/0/audit/0/event"),
                           ([{"event": "e", "mood": 1}], "/results/0/audit/0/mood")):
        said = result(audit=audit)
        expect_equal((said["status"], said["pointer"]), (422, pointer))
    # Together they are too long: the event is kept by its name.
    said = result(audit=[{"event": "e", "before": "x" * 2500, "after": "x" * 2500}])
    expect_equal((said["status"], said["truncated"]), (200, ["/audit/0/before", "/audit/0/after"]))
    for outcome, more in (("retry", {}), ("fail", {}), ("defer", {"defer_until": 1})):
        said = result(outcome, schedule="pause", **more)
        expect_equal((said["status"], said["pointer"]), (422, "/results/0/schedule"))


def worker_seen(client, id_):
    found = [one for one in client.get("workers").json["data"] if one["worker_id"] == id_]
    return found[0] if found else None


@story
def a_worker_is_known_by_what_it_says_of_itself(server):
    tenant, other = server.tenant(), server.tenant()
    tenant.enqueue("a")
    body = {"worker_id": "w-known", "hostname": "node-7", "queues": ["default"], "types": ["a"],
            "max": 1}
    lease = tenant.worker.post("worker/lease", body).json["leases"][0]
    seen = worker_seen(tenant.viewer, "w-known")
    expect_equal((seen["hostname"], seen["queues"], seen["types"], seen["running"],
                  seen["draining"], seen["tenant_id"]),
                 ("node-7", ["default"], ["a"], 1, False, tenant.id))
    expect(seen["last_seen"], f"{seen}")
    execution = tenant.viewer.get(f"executions/{lease['execution_id']}").json
    expect_equal(execution["worker_hostname"], "node-7")
    expect_equal(worker_seen(other.viewer, "w-known"), None)
    everybody = server.admin.get("workers?tenant_id=*").json["data"]
    expect("w-known" in [one["worker_id"] for one in everybody], f"{everybody}")


@story
def an_execution_tells_where_it_ran_also_after_its_worker_moved(server):
    tenant = server.tenant()
    tenant.operator.put("types/a", {"backoff": {"kind": "fixed", "base_ms": 1}})
    run = tenant.enqueue("a")
    ran = []
    for host in ("node-1", "node-2", None):
        body = {"worker_id": "w-moves", "types": ["a"], "wait_ms": 30000}
        lease = tenant.worker.post("worker/lease", {**body, **({"hostname": host} if host else {})}
                                   ).json["leases"][0]
        ran.append(lease["execution_id"])
        if host:
            tenant.report(lease["execution_id"], "retry", worker="w-moves")
    expect_equal([tenant.viewer.get(f"executions/{one}").json["worker_hostname"] for one in ran],
                 ["node-1", "node-2", "node-2"])
    listed = tenant.viewer.get(f"executions?run_id={run['id']}").json["data"]
    expect_equal([one["worker_hostname"] for one in listed], ["node-2", "node-2", "node-1"])
    seen = [one for one in tenant.viewer.get("workers").json["data"]
            if one["worker_id"] == "w-moves"]
    expect_equal([(one["running"], one["tenant_id"]) for one in seen], [(1, tenant.id)])


@story
def a_worker_that_drains_finishes_what_it_has(server):
    tenant = server.tenant()
    for _ in range(3):
        tenant.enqueue("a")
    lease = tenant.lease(worker="w-old")[0]
    told = tenant.operator.post("workers/w-old/drain", {"reason": "upgrade"}).json
    expect_equal(told, {"worker_id": "w-old", "draining": True, "reason": "upgrade"})
    asked = tenant.worker.post("worker/lease", {"worker_id": "w-old", "wait_ms": 60000}).json
    expect_equal((asked["leases"], asked["drain"]), ([], True))
    beat = {"worker_id": "w-old", "executions": [{"execution_id": lease["execution_id"]}]}
    answer = tenant.worker.post("worker/heartbeat", beat).json
    expect_equal((answer["extended"], answer["drain"]), ([lease["execution_id"]], True))
    result = {"worker_id": "w-old", "lease": {"max": 5},
              "results": [{"execution_id": lease["execution_id"], "outcome": "success"}]}
    answer = tenant.worker.post("worker/results", result).json
    expect_equal((answer["results"][0]["status"], answer["leases"], answer["drain"]),
                 (200, [], True))
    expect_equal(tenant.state(lease["run_id"]), "done")
    # Others go on, and so does it once it may.
    expect_equal(len(tenant.lease(worker="w-new")), 1)
    tenant.operator.post("workers/w-old/resume")
    expect_equal(len(tenant.lease(worker="w-old")), 1)


@story
def a_call_that_waits_ends_when_its_worker_is_to_drain(server):
    tenant = server.tenant()
    client = server.client(tenant.token("worker")["token"])
    tenant.viewer, tenant.operator, tenant.producer  # their tokens are made here

    def wait():
        body = {"worker_id": "w-waits", "types": ["later"], "wait_ms": 60000}
        return client.post("worker/lease", body).json

    def drain():
        until("it waits", lambda: (worker_seen(tenant.viewer, "w-waits") or {}).get(
            "waiting_calls"))
        tenant.operator.post("workers/w-waits/drain")
        tenant.enqueue("later")

    answer, _ = together(wait, drain)
    expect_equal((answer["leases"], answer["drain"]), ([], True))
    expect_equal(len(walk(tenant.viewer, "queue", state="queued")), 1)


@story
def a_worker_says_itself_that_it_drains(server):
    tenant = server.tenant()
    tenant.enqueue("a")
    body = {"worker_id": "w-self", "drain": True, "wait_ms": 60000}
    answer = tenant.worker.post("worker/lease", body).json
    expect_equal((answer["leases"], answer["drain"]), ([], True))
    expect(worker_seen(tenant.viewer, "w-self")["draining"], "not seen")
    expect_equal(len(tenant.lease(worker="w-self")), 1)
    expect(not worker_seen(tenant.viewer, "w-self")["draining"], "still seen")


@story
def a_worker_that_says_it_drains_has_its_waiting_calls_answered(server):
    tenant = server.tenant()
    client, other = (server.client(tenant.token("worker")["token"]) for _ in range(2))
    tenant.viewer, tenant.producer  # their tokens are made here
    body = {"worker_id": "w-goes", "types": ["later"], "wait_ms": 60000}

    def leave():
        until("it waits", lambda: (worker_seen(tenant.viewer, "w-goes") or {}).get(
            "waiting_calls"))
        said = other.post("worker/lease", {**body, "drain": True}).json
        tenant.enqueue("later")
        return said

    for answer in together(lambda: client.post("worker/lease", body).json, leave):
        expect_equal((answer["leases"], answer["drain"]), ([], True))
    expect_equal(len(walk(tenant.viewer, "queue", state="queued")), 1)


@story
def drains_are_the_tenants_own(server):
    tenant, other = server.tenant(), server.tenant()
    for one in (tenant, other):
        one.enqueue("a")
        one.lease(worker="w-same", types=["nothing"])
    tenant.operator.post("workers/w-same/drain")
    expect_equal(len(other.lease(worker="w-same")), 1)
    expect_equal(tenant.lease(worker="w-same"), [])
    expect_problem(tenant.operator.ask("POST", "workers/nobody/drain", {}), 404, "not_found")


@story_alone
def a_drain_outlives_a_restart():
    with Server() as server:
        tenant = server.tenant()
        tenant.enqueue("a")
        tenant.worker.post("worker/lease", {"worker_id": "w", "hostname": "h", "types": ["b"]})
        tenant.operator.post("workers/w/drain", {"reason": "moves"})
        server.stop()
        server.start()
        seen = worker_seen(tenant.viewer, "w")
        expect_equal((seen["hostname"], seen["draining"]), ("h", True))
        expect_equal(tenant.lease(worker="w"), [])


@story
def an_execution_tells_when_it_was_due_and_whose_repetition_it_is(server):
    tenant = server.tenant()
    tenant.operator.put("types/a", {"backoff": {"kind": "fixed", "base_ms": 1}})
    run = tenant.run(tenant.enqueue("a", payload={"to": "you"})["id"])
    first = tenant.lease(types=["a"])[0]
    error = {"class": "network", "message": "cut", "stack": "at f\nat g"}
    tenant.report(first["execution_id"], "retry", error=error)
    second = until("it is tried again", lambda: tenant.lease(types=["a"]))[0]
    one = tenant.viewer.get(f"executions/{first['execution_id']}").json
    two = tenant.viewer.get(f"executions/{second['execution_id']}").json
    expect_equal((one["error_message"], one["error_stack"]), ("cut", "at f\nat g"))
    expect_equal((one["scheduled_at"], one["retry_of"], one["attempt_number"],
                  one["execution_number"]), (run["run_at"], None, 1, 1))
    expect_equal((two["retry_of"], two["attempt_number"], two["execution_number"]),
                 (one["id"], 2, 2))
    expect(two["scheduled_at"] > one["scheduled_at"], f"{one} {two}")
    expect_equal((one["parameters"], one["created_at"]), ({"to": "you"}, one["started_at"]))


@story
def the_executions_of_a_job_are_numbered(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}, 201)
    for number in (1, 2, 3):
        tenant.producer.post("jobs/j/run", {}, 201)
        lease = tenant.lease(types=["h"])[0]
        tenant.report(lease["execution_id"])
        seen = tenant.viewer.get(f"executions/{lease['execution_id']}").json
        expect_equal(seen["execution_number"], number)


def in_seconds(seconds):
    then = datetime.now(timezone.utc) + timedelta(seconds=seconds)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


ABOUT = ("user_id", "entity", "parent_id", "run_at_bucket", "ladder_name", "ladder_offset")


def about(lease):
    return {name: lease[name] for name in ABOUT if name in lease}


@story_alone
def a_lease_tells_what_its_run_is_about():
    """Its person, entity, batch, bucket and rung: also of runs that the server read from its store
    when it started."""
    with Server() as server:
        tenant = server.tenant()
        bucket = in_seconds(-60)[:-3] + "00Z"
        tenant.enqueue("plain.one")
        tenant.enqueue("of.ann", user_id="ann", entity="order:1", idempotency_key="k",
                       run_at=bucket)
        batch = tenant.producer.post("batches", {"type": "of.batch", "items": [1],
                                                 "entity": "order:2"}, 201).json["id"]
        tenant.producer.post("ladders", {"entity": "event:9", "anchor": in_seconds(3601),
                                         "offsets": ["-1h", "0"], "type": "rung", "payload": {},
                                         "user_id": "ann", "name": "main"}, 201)
        tenant.enqueue("like.a.rung", entity="event:9", user_id="ann",
                       idempotency_key="event:9:ann:main:-1h")
        told = {"plain.one": {},
                "of.ann": {"user_id": "ann", "entity": "order:1", "run_at_bucket": bucket},
                "of.batch": {"entity": "order:2", "parent_id": batch},
                "rung": {"user_id": "ann", "entity": "event:9", "ladder_name": "main",
                         "ladder_offset": "-1h"},
                "like.a.rung": {"user_id": "ann", "entity": "event:9"}}
        time.sleep(1.1)  # until the first rung is due
        for is_restarted in (False, True):
            if is_restarted:
                server.kill()
                server.start()
                tenant.clients.clear()
            for type_, words in told.items():
                lease = tenant.lease(types=[type_])[0]
                expect_equal(about(lease), words, f"{type_}, restarted: {is_restarted}")
                if not is_restarted:
                    tenant.report(lease["execution_id"], "defer",
                                  defer_until=in_seconds(-1))


@story
def a_leases_deadline_is_the_earliest_that_ends_it(server):
    tenant = server.tenant()
    soon, late = in_seconds(40), in_seconds(4000)
    for type_, fields, deadline in (("soon", {"deadline_at": soon}, soon),
                                    ("late", {"deadline_at": late}, None)):
        tenant.enqueue(type_, **fields)
        lease = tenant.lease(types=[type_])[0]
        if deadline:
            expect_equal(lease["deadline"], deadline)
        else:
            expect(lease["deadline"] < late, lease)
        tenant.report(lease["execution_id"])
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"daily": {"window_minutes": 1440}})
    due = (datetime.now(timezone.utc) + timedelta(minutes=2)).strftime("%H:%M")
    cutoff = tenant.producer.put("daily/ann", {"due_time": due}, 201).json["next"]["cutoff_at"]
    expect_equal(tenant.lease(types=["daily.run"])[0]["deadline"], cutoff)
