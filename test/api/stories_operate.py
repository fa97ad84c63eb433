"""Operators: cancel, retry, discard, one by one and by filter; pauses; policies and versions."""
import time

from dialogue import (ABSENT, expect, expect_equal, expect_problem, story, together,
                      until, walk)


@story
def a_dead_letter_is_retried_and_discarded(server):
    tenant = server.tenant()
    run, _ = tenant.run_to("failed")
    again = tenant.operator.post(f"queue/{run['id']}/retry", {"reason": "mended"}).json
    expect_equal((again["id"], again["state"]), (run["id"], "queued"))
    seen = tenant.run(run["id"])
    expect_equal(seen["attempts"], 0)
    lease = tenant.lease()[0]
    expect_equal((lease["run_id"], lease["attempt"], lease["fence"]), (run["id"], 1, 2))
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    gone = tenant.operator.post(f"queue/{run['id']}/discard", {"reason": "useless"}).json
    expect_equal(gone["state"], "cancelled")
    history = walk(tenant.viewer, "executions", run_id=run["id"])
    expect_equal(len(history), 2)


@story
def what_cannot_be_done_is_refused_and_changes_nothing(server):
    tenant = server.tenant()
    for state, refused in (("queued", ("retry", "discard")),
                           ("processing", ("retry", "discard", "reschedule")),
                           ("done", ("retry", "discard", "cancel", "reschedule")),
                           ("failed", ("reschedule", "cancel")),
                           ("cancelled", ("retry", "discard", "cancel", "reschedule"))):
        run, _ = tenant.run_to(state, f"type.{state}")
        before = tenant.run(run["id"])
        for action in refused:
            body = {"in": "1h"} if action == "reschedule" else {}
            answer = tenant.operator.ask("POST", f"queue/{run['id']}/{action}", body)
            expect(answer.status == 409, f"{state}: {answer!r}")
            expect_problem(answer, 409, "conflict")
        expect_equal(tenant.run(run["id"]), before)


@story
def an_attempt_names_its_run(server):
    tenant = server.tenant()
    run, lease = tenant.run_to("processing")
    gone = tenant.producer.post(f"executions/{lease['execution_id']}/cancel").json
    expect_equal((gone["id"], gone["state"]), (run["id"], "cancelled"))
    expect_problem(tenant.producer.ask("POST", f"executions/{lease['execution_id']}/cancel", {}),
                   409)
    run, lease = tenant.run_to("failed", "b")
    again = tenant.operator.post(f"executions/{lease['execution_id']}/retry").json
    expect_equal((again["id"], again["state"]), (run["id"], "queued"))


@story
def after_a_cancel_no_worker_is_given_the_run(server):
    tenant = server.tenant()
    ids = [tenant.enqueue("a")["id"] for _ in range(30)]
    for id_ in ids[::2]:
        tenant.producer.post(f"queue/{id_}/cancel")
    leases = tenant.lease(max_=100)
    expect_equal({one["run_id"] for one in leases}, set(ids[1::2]))


def ended(tenant, operation):
    return until("the operation ends", lambda: (
        lambda seen: seen if seen["state"] != "running" else None)(
            tenant.viewer.get(f"operations/{operation['id']}").json))


@story
def what_was_forgotten_does_not_mean_everything(server):
    tenant = server.tenant()
    tenant.enqueue("a")
    for path in ("queue/cancel", "queue/retry", "queue/discard"):
        expect_problem(tenant.operator.ask("POST", path, {"reason": "tidy"}), 422, "invalid",
                       "/state", "/type", "/queue", "/idempotency_key", "/entity")
    expect_equal(tenant.operator.post("queue/cancel", {"dry_run": True}).json["count"], 1)
    operation = tenant.operator.post("queue/cancel", {"all": True}, 202).json
    expect_equal(ended(tenant, operation)["changed"], 1)


@story
def an_operation_tells_which_runs_it_is_about(server):
    tenant = server.tenant()
    body = {"type": "a", "queue": "batch", "idempotency_key": "k-7", "entity": "event:7",
            "state": "queued,processing"}
    operation = tenant.operator.post("queue/cancel", body, 202).json
    told = dict(body, tenant_id=tenant.id, job_id=None)
    expect_equal(operation["filter"], told)
    expect_equal(ended(tenant, operation)["filter"], told)


@story
def a_refusal_names_the_state_that_is_in_the_way(server):
    tenant = server.tenant()
    run, lease = tenant.run_to("done")
    for action in ("cancel", "retry", "discard"):
        refused = expect_problem(tenant.operator.ask("POST", f"queue/{run['id']}/{action}", {}),
                                 409, "conflict")
        expect("the run is done" in refused["detail"], f"{refused}")
    refused = expect_problem(tenant.operator.ask(
        "POST", f"executions/{lease['execution_id']}/cancel", {}), 409, "conflict")
    expect("COMPLETED" in refused["detail"], f"{refused}")
    tenant.producer.post("jobs", {"code": "m", "handler": "h", "schedule_type": "MANUAL"}, 201)
    refused = expect_problem(tenant.operator.ask("POST", "jobs/m/skip-next", {}), 409, "conflict")
    expect("MANUAL" in refused["detail"], f"{refused}")


@story
def a_class_is_worth_another_attempt_or_it_is_not(server):
    tenant = server.tenant()
    both = {"retryable": ["dm_closed"], "fatal": ["gone", "dm_closed"]}
    expect_problem(tenant.operator.ask("PUT", "types/a", both), 422, "invalid", "/retryable",
                   "/fatal")
    tenant.operator.put("types/a", {"retryable": ["dm_closed"]})
    expect_problem(tenant.operator.ask("PUT", "types/a", {"fatal": ["dm_closed"]}), 422, "invalid",
                   "/retryable", "/fatal")


@story
def an_operation_touches_all_that_match(server):
    tenant, other = server.tenant(), server.tenant()
    tasks = [{"type": "a", "entity": f"event:{n % 2}", "in": "1h"} for n in range(1200)]
    tenant.producer.post("tasks/bulk", {"tasks": tasks})
    other.producer.post("tasks/bulk", {"tasks": tasks[:10]})
    dry = tenant.operator.post("queue/cancel", {"entity": "event:1", "dry_run": True}).json
    expect_equal(dry.get("matching", dry.get("count")), 600)
    operation = tenant.operator.post("queue/cancel", {"entity": "event:1", "reason": "called off"},
                                     202).json
    seen = ended(tenant, operation)
    expect_equal((seen["state"], seen["kind"], seen["changed"]), ("done", "cancel", 600))
    expect_equal(len(walk(tenant.viewer, "queue", state="queued", limit=500)), 600)
    expect_equal(len(walk(other.viewer, "queue", state="queued", limit=500)), 10)


@story
def an_ended_operation_cannot_be_stopped(server):
    tenant = server.tenant()
    operation = tenant.operator.post("queue/cancel", {"type": "a"}, 202).json
    ended(tenant, operation)
    expect_problem(tenant.operator.ask("POST", f"operations/{operation['id']}/cancel", {}), 409)


@story
def dead_letters_are_retried_and_discarded_by_filter(server):
    tenant = server.tenant()
    tenant.operator.put("types/a", {"max_attempts": 1})
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a"}] * 40})
    results = [{"execution_id": one["execution_id"], "outcome": "retry",
                "error": {"class": "network"}} for one in tenant.lease(max_=40)]
    tenant.worker.post("worker/results", {"worker_id": "w-1", "results": results})
    expect_equal(len(walk(tenant.viewer, "queue", state="dlq")), 40)
    seen = ended(tenant, tenant.operator.post("queue/retry", {"type": "a"}, 202).json)
    expect_equal((seen["kind"], seen["changed"]), ("retry", 40))
    results = [{"execution_id": one["execution_id"], "outcome": "fail"}
               for one in tenant.lease(max_=40)]
    expect_equal(len(results), 40)
    tenant.worker.post("worker/results", {"worker_id": "w-1", "results": results})
    seen = ended(tenant, tenant.operator.post("queue/discard", {"state": "failed"}, 202).json)
    expect_equal((seen["kind"], seen["changed"]), ("discard", 40))
    expect_equal(len(walk(tenant.viewer, "queue", state="cancelled")), 40)


@story
def an_operation_is_stopped_where_it_stands(server):
    tenant = server.tenant()
    tasks = [{"type": "a", "in": "1h"}] * 10000
    tenant.producer.post("tasks/bulk", {"tasks": tasks})
    operation = tenant.operator.post("queue/cancel", {"type": "a"}, 202).json
    answer = tenant.operator.ask("POST", f"operations/{operation['id']}/cancel", {})
    seen = ended(tenant, operation)
    if answer.status == 200:
        expect_equal(seen["state"], "stopped")
        expect_equal(len(walk(tenant.viewer, "queue", state="cancelled", limit=500)),
                     seen["changed"])
    else:
        expect_problem(answer, 409)
        expect_equal(seen["changed"], 10000)


@story
def a_pause_holds_back_and_a_resume_lets_go(server):
    tenant = server.tenant()
    tenant.admin.post("tasks", {"type": "a"}, 201)
    for scope, fields in (("type", {"type": "a"}), ("tenant", {}), ("queue", {"queue": "default"})):
        client = tenant.operator
        if scope == "queue":
            # Of a queue a tenant pauses its own share only: others are not held back.
            other = server.tenant()
            other.enqueue("a")
        made = client.post("pause", {"scope": scope, "reason": "repair", **fields}).json
        expect_equal((made["paused"], made["pause"]["scope"], made["pause"]["reason"]),
                     (True, scope, "repair"))
        expect_equal(tenant.lease(), [])
        run = walk(tenant.viewer, "queue", state="queued")[0]
        why = tenant.viewer.get(f"queue/{run['id']}/why").json
        expect_equal([one["kind"] for one in why["reasons"]][:1], ["paused"], f"{why}")
        listed = tenant.viewer.get("pauses").json["data"]
        expect_equal([one["scope"] for one in listed], [scope])
        if scope == "queue":
            expect_equal(len(other.lease()), 1)
        client.post("resume", {"scope": scope, **fields})
        expect_equal(tenant.viewer.get("pauses").json["data"], [])
    expect_equal(len(tenant.lease()), 1)


@story
def what_is_held_back_comes_in_pages(server):
    """Pauses first, then jobs; each once, whatever the size of a page."""
    tenant = server.tenant()
    for number in range(7):
        tenant.operator.post("pause", {"scope": "type", "type": f"type.{number}"})
        tenant.producer.post("jobs", {"code": f"job-{number}", "handler": "h",
                                      "cron_expression": "0 9 * * *"}, 201)
        tenant.operator.post(f"jobs/job-{number}/pause", {"reason": "rest"})
    tenant.operator.post("pause", {"scope": "tenant"})
    names = sorted([f"type.{number}" for number in range(7)] +
                   [f"job-{number}" for number in range(7)] + ["tenant"])
    for limit in (1, 2, 7, 8, 9, 14, 15, 16, 500):
        rows = walk(tenant.viewer, "pauses", limit=limit)
        told = sorted(row.get("code") or row.get("type") or row["scope"] for row in rows)
        expect_equal(told, names, f"limit {limit}")
    page = tenant.viewer.get("pauses?limit=2").json
    expect_problem(server.tenant().viewer.ask("GET", "pauses?cursor=" + page["next_cursor"]), 422,
                   "invalid", "cursor")


@story
def a_pause_ends_by_itself(server):
    tenant = server.tenant()
    run = tenant.enqueue("a")
    tenant.operator.post("pause", {"scope": "type", "type": "a",
                                   "until": int(time.time() * 1000) + 1000})
    expect_equal(tenant.lease(types=["a"]), [])
    lease = tenant.lease(types=["a"], wait_ms=30000)[0]
    expect_equal(lease["run_id"], run["id"])


@story
def a_waiting_worker_is_woken_by_a_resume(server):
    tenant = server.tenant()
    run = tenant.enqueue("a")
    tenant.operator.post("pause", {"scope": "tenant"})
    worker = server.client(tenant.worker.token)
    leases, _ = together(lambda: tenant.lease(worker, wait_ms=60000),
                         lambda: tenant.operator.post("resume", {"scope": "tenant"}))
    expect_equal([one["run_id"] for one in leases], [run["id"]])
    worker.close()


@story
def a_pause_says_what_it_needs(server):
    tenant = server.tenant()
    for body, pointer in (({"scope": "type"}, "/type"), ({"scope": "queue"}, "/queue"),
                          ({"scope": "job"}, "/job_id"), ({"scope": "moon"}, "/scope"),
                          ({}, "/scope")):
        expect_problem(tenant.operator.ask("POST", "pause", body), 422, None, pointer)


# ---- policies and their versions ---------------------------------------------------------------


@story
def a_type_is_set_changed_and_taken_away(server):
    tenant = server.tenant()
    made = tenant.operator.put("types/mail.send", {
        "priority": "high", "max_attempts": 3, "limit": 2, "lease_ms": 5000,
        "backoff": {"kind": "steps", "steps_ms": [1000, 2000]}, "retryable": ["dm_closed"],
        "unique_scope": "36h", "handler": {"kind": "pull"}, "quiet": "pass",
        "description": "letters"})
    seen = tenant.viewer.get("types/mail.send")
    expect_equal(seen.json, made.json)
    expect_equal((seen.json["priority"], seen.json["max_attempts"], seen.json["limit"],
                  seen.json["backoff"], seen.json["retryable"], seen.json["quiet"],
                  seen.json["unique_scope"]),
                 (1, 3, 2, {"kind": "steps", "steps_ms": [1000, 2000]}, ["dm_closed"], "pass",
                  "1d12h"))
    changed = tenant.operator.put("types/mail.send", {"limit": 5}).json
    expect_equal((changed["limit"], changed["max_attempts"], changed["description"],
                  changed["unique_scope"]), (5, 3, "letters", "1d12h"))
    back = tenant.operator.put("types/mail.send", {"limit": None, "quiet": None,
                                                   "unique_scope": None}).json
    expect(not {"limit", "quiet", "unique_scope"} & set(back), f"{back}")
    expect_equal([one["name"] for one in tenant.viewer.get("types").json["data"]], ["mail.send"])
    tenant.operator.delete("types/mail.send", 204)
    expect_problem(tenant.viewer.ask("GET", "types/mail.send"), 404)
    expect_problem(tenant.operator.ask("DELETE", "types/mail.send"), 404)


@story
def the_scope_of_a_key_is_the_tasks_then_the_types_then_the_tenants(server):
    tenant = server.tenant(unique_scope="forever")
    tenant.operator.put("types/by.type", {"unique_scope": "active"})

    def scope(type_, status=201, **fields):
        made = tenant.enqueue(type_, status, idempotency_key="k", **fields)
        return made["id"], tenant.run(made["id"])["unique_scope"]

    by_tenant, by_type = scope("by.tenant"), scope("by.type")
    expect_equal((by_tenant[1], by_type[1]), ("forever", "active"))
    expect_equal(scope("by.type", unique_scope="2h")[1], "2h")
    expect_equal(scope("by.type", 200), by_type)
    for type_ in ("by.type", "by.tenant"):
        tenant.report(tenant.lease(types=[type_])[0]["execution_id"])
    expect(scope("by.type")[0] != by_type[0], "a type's scope outlived its run")
    expect_equal(scope("by.tenant", 200), by_tenant)
    tenant.operator.put("types/by.type", {"unique_scope": None})
    expect_equal(scope("by.type")[1], "forever")
    for wrong, pointers in (("sometimes", ["/unique_scope"]), ("0s", ["/unique_scope"]),
                            (24, ["/unique_scope"]), ("367d", [])):
        problem = expect_problem(tenant.operator.ask("PUT", "types/by.type",
                                                     {"unique_scope": wrong}), 422, "invalid",
                                 *pointers)
        expect("unique_scope" in str(problem), f"{problem}")
    expect("366 days" in problem["detail"], f"{problem}")


@story
def a_type_is_known_from_when_it_is_first_named(server):
    tenant, other = server.tenant(), server.tenant()
    for number in range(5):
        tenant.enqueue(f"work.{number}")
    tenant.producer.post("jobs", {"code": "j", "handler": "work.of.job",
                                  "cron_expression": "0 9 * * *"}, 201)
    names = [f"work.{number}" for number in range(5)] + ["work.of.job"]
    for limit in (1, 4, 6, 7):
        rows = walk(tenant.viewer, "types", limit=limit)
        expect_equal([row["name"] for row in rows], names)
    seen = tenant.viewer.get("types/work.1").json
    expect_equal((seen["name"], seen["tenant_id"]), ("work.1", tenant.id))
    expect_equal(walk(other.viewer, "types"), [])
    expect_problem(other.viewer.ask("GET", "types/work.1"), 404)
    expect_problem(tenant.operator.ask("DELETE", "types/work.1"), 404)
    tenant.operator.put("types/work.1", {"limit": 3})
    tenant.operator.delete("types/work.1", 204)
    expect_problem(tenant.viewer.ask("GET", "types/work.1"), 404)
    tenant.enqueue("work.1")
    tenant.viewer.get("types/work.1")


@story
def a_types_limit_is_kept(server):
    tenant = server.tenant()
    tenant.operator.put("types/a", {"limit": 2})
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a"}] * 5})
    first = tenant.lease(max_=10)
    expect_equal(len(first), 2)
    tenant.report(first[0]["execution_id"])
    expect_equal(len(tenant.lease(max_=10)), 1)


@story
def if_match_lets_only_the_reader_of_the_latest_change_it(server):
    tenant = server.tenant()
    admin = tenant.admin
    admin.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 9 * * *"}, 201)
    admin.put("calendars/c", {"dates": ["2030-01-01"]})
    admin.put("users/u", {"name": "U"})
    admin.put("types/t", {"limit": 1})
    for path, first, second in (("types/t", {"limit": 2}, {"limit": 3}),
                                ("users/u", {"name": "V"}, {"name": "W"}),
                                ("jobs/j", {"name": "A"}, {"name": "B"}),
                                (f"tenants/{tenant.id}", {"name": "A"}, {"name": "B"}),
                                (f"tenants/{tenant.id}/settings", {"name": "C"}, {"name": "D"})):
        etag = admin.get(path).header("ETag")
        admin.get(path, 304, If_None_Match=etag)
        changed = admin.put(path, first, 200, If_Match=etag)
        answer = admin.ask("PUT", path, second, If_Match=etag)
        expect_problem(answer, 412, "version")
        seen = admin.get(path, 200, If_None_Match=etag)
        key = next(iter(first))
        expect_equal((path, seen.json[key]), (path, first[key]))
        expect_equal((path, seen.header("ETag")), (path, changed.header("ETag")))
        admin.put(path, second, 200, If_Match=seen.header("ETag"))
        admin.put(path, second, 200, If_Match="*")
    for path in ("types/t", "jobs/j"):
        expect_problem(admin.ask("DELETE", path, None, If_Match='"1234567"'), 412, "version")
        admin.delete(path, 204, If_Match=admin.get(path).header("ETag"))


@story
def queues_tell_what_stands_in_each_for_the_tenant(server):
    tenant = server.tenant()
    other = server.tenant()
    tenant.enqueue("a", queue="batch", **{"in": "1h"})
    first = tenant.enqueue("a", queue="batch")
    tenant.enqueue("a", queue="batch")
    tenant.enqueue("held", queue="batch")
    tenant.lease(types=["held"])
    other.enqueue("a", queue="batch")

    def batch_of(client, query=""):
        rows = client.get("queues" + query).json["data"]
        return next(one for one in rows if one["name"] == "batch")

    seen = batch_of(tenant.viewer)
    expect_equal([seen[name] for name in ("due", "later", "running", "is_partial")],
                 [2, 1, 1, False])
    expect_equal(seen["oldest_due_at"], tenant.viewer.get(f"queue/{first['id']}").json["run_at"])
    expect_equal(batch_of(other.viewer)["due"], 1)
    expect_equal(batch_of(server.admin, f"?tenant_id={tenant.id}")["due"], 2)
    expect(batch_of(server.admin, "?tenant_id=*")["due"] >= 3, "the system sees them all")
    expect_problem(tenant.viewer.ask("GET", f"queues?tenant_id={other.id}"), 404, "not_found")


@story
def queues_tell_what_came_and_what_began_in_the_last_minute(server):
    tenant = server.tenant()
    other = server.tenant()
    for _ in range(3):
        tenant.enqueue("a", queue="batch")
    tenant.enqueue("a", queue="batch", **{"in": "1h"})
    tenant.lease(max_=2)
    other.enqueue("a", queue="batch")

    def flow(client, query=""):
        rows = client.get("queues" + query).json["data"]
        one = next(row for row in rows if row["name"] == "batch")
        return [one["enqueued_per_minute"], one["started_per_minute"]]

    expect_equal(flow(tenant.viewer), [4, 2])
    expect_equal(flow(other.viewer), [1, 0])
    expect(flow(server.admin, "?tenant_id=*") >= [5, 2], "the system sees them all")


@story
def queues_have_weight_and_limit(server):
    admin = server.admin
    made = admin.put("queues/narrow", {"weight": 3, "limit": 1}).json
    expect_equal(made, {"name": "narrow", "weight": 3, "limit": 1})
    expect("narrow" in [one["name"] for one in admin.get("queues").json["data"]], "not listed")
    tenant = server.tenant()
    expect_problem(tenant.admin.ask("PUT", "queues/narrow", {"weight": 1}), 403, "forbidden")
    tenant.enqueue("a", queue="narrow")
    tenant.enqueue("a", queue="narrow")
    first = tenant.lease(max_=5, queues=["narrow"])
    expect_equal(len(first), 1)
    tenant.report(first[0]["execution_id"])
    expect_equal(len(tenant.lease(max_=5, queues=["narrow"])), 1)
    answer = tenant.producer.ask("POST", "tasks", {"type": "a", "queue": "no-such-queue"})
    expect_problem(answer, 422, "invalid")
    expect_problem(tenant.operator.ask("GET", f"operations/{ABSENT}"), 404)


@story
def why_names_who_has_the_place_and_how_it_ended(server):
    tenant = server.tenant()
    viewer = tenant.viewer
    tenant.admin.put("types/one.at.once", {"limit": 1, "timeout_seconds": 120})
    holder, lease = tenant.run_to("processing", "one.at.once")
    behind = tenant.enqueue("one.at.once")
    reason, = viewer.get(f"queue/{behind['id']}/why").json["reasons"]
    expect_equal((reason["kind"], reason["ref"]), ("limit", "type"))
    expect_equal(reason["held_by"], {"run_id": holder["id"], "worker_id": "w-1"})
    expect(reason["until"] is not None, f"{reason}")
    running, = viewer.get(f"queue/{holder['id']}/why").json["reasons"]
    expect_equal((running["kind"], running["ref"]), ("running", "w-1"))
    expect(running["until"] is not None, f"{running}")

    tenant.producer.post(f"queue/{behind['id']}/cancel", {"reason": "nobody needs it"})
    ended, = viewer.get(f"queue/{behind['id']}/why").json["reasons"]
    expect_equal((ended["kind"], ended["ref"], ended["reason"]),
                 ("finished", "cancelled", "nobody needs it"))
    shown = viewer.get(f"queue/{behind['id']}").json
    expect_equal(shown["reason"], "nobody needs it")
    expect(shown["ended_by"].startswith("token:"), shown["ended_by"])
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent", "message": "no"})
    tenant.operator.post(f"queue/{holder['id']}/discard")
    shown = viewer.get(f"queue/{holder['id']}").json
    expect_equal((shown["state"], shown["reason"]), ("cancelled", "discarded"))


@story
def a_run_that_is_to_come_says_that_its_job_is_paused(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "yearly", "handler": "h",
                                        "cron_expression": "0 0 1 1 *"}, 201).json
    tenant.operator.post(f"jobs/{job['id']}/pause", {"reason": "holidays"})
    reasons = tenant.viewer.get(f"queue/{job['next_run_id']}/why").json["reasons"]
    expect_equal([one["kind"] for one in reasons], ["not_due", "job_paused"])
