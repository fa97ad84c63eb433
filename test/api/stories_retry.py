"""A dead letter with another payload: a copy that is linked to it, while it stays as it is."""
from dialogue import ABSENT, expect, expect_equal, expect_problem, story, until


def dead(tenant, type_="to.mend", **fields):
    return tenant.run_to("failed", type_, **fields)[0]


def mend(tenant, run, status=201, client=None, headers=None, **fields):
    fields.setdefault("payload", {"to": "ann@example.org"})
    return (client or tenant.operator).ask("POST", f"queue/{run['id']}/retry", fields, status,
                                           **(headers or {}))


@story
def a_copy_runs_with_the_new_payload_and_the_dead_letter_stays(server):
    tenant = server.tenant()
    run = dead(tenant, payload={"to": "an"}, entity="order:7", user_id="ann", priority=2,
               max_attempts=3, created_by="shop")
    before = tenant.run(run["id"])
    copy = mend(tenant, run).json
    expect_equal((copy["state"], copy["copied_from"]), ("queued", run["id"]))
    whole = tenant.run(copy["id"])
    for name in ("type", "queue", "entity", "user_id", "priority", "max_attempts", "timezone"):
        expect_equal(whole[name], before[name], name)
    expect_equal((whole["payload"], whole["attempts"], whole["cause"]),
                 ({"to": "ann@example.org"}, 0, "task"))
    expect_equal((whole["copied_from"], whole["copied_to"]), (run["id"], None))
    expect(whole["created_by"] != "shop", "the copy was made by who retried")
    after = tenant.run(run["id"])
    expect_equal(after.pop("copied_to"), copy["id"])
    before.pop("copied_to")
    expect_equal(after, before, "the dead letter was touched")
    lease = tenant.lease(types=["to.mend"])[0]
    expect_equal((lease["run_id"], lease["payload"]), (copy["id"], {"to": "ann@example.org"}))
    tenant.report(lease["execution_id"], "success")
    expect_equal(tenant.run(copy["id"])["state"], "done")
    listed = tenant.viewer.get(f"queue?copied_from={run['id']}").json["data"]
    expect_equal([row["id"] for row in listed], [copy["id"]])
    second = mend(tenant, run, payload={}).json
    expect_equal(tenant.run(run["id"])["copied_to"], second["id"])


@story
def the_dead_letter_is_discarded_in_the_same_call(server):
    tenant = server.tenant()
    run = dead(tenant)
    copy = mend(tenant, run, discard_original=True, reason="the address was wrong").json
    original = tenant.run(run["id"])
    expect_equal((original["state"], original["reason"]), ("cancelled", "the address was wrong"))
    expect_equal(tenant.run(copy["id"])["state"], "queued")
    expect_problem(mend(tenant, run, None), 409)
    kept = dead(tenant, "to.keep")
    problem = expect_problem(mend(tenant, kept, None, payload=None, discard_original=True), 422,
                             "invalid", "/discard_original")
    expect("payload" in problem["errors"][0]["reason"], f"{problem}")
    expect_equal(tenant.run(kept["id"])["state"], "failed")


@story
def the_copy_takes_the_key_over(server):
    """Of every scope: the key is the copy's, a duplicate is the copy's, a retry is refused."""
    tenant = server.tenant()
    for scope in ("bucket", "24h", "active", "succeeded", "forever"):
        task = {"idempotency_key": f"k-{scope}", "unique_scope": scope}
        if scope == "bucket":
            task["run_at"] = "2026-01-01T00:00:00Z"
        run = dead(tenant, **task)
        copy = mend(tenant, run).json
        expect_equal(tenant.run(copy["id"])["idempotency_key"], f"k-{scope}")
        again = tenant.enqueue("to.mend", 200, **task)
        expect_equal((scope, again["id"], again["duplicate"]), (scope, copy["id"], True))
        refused = expect_problem(tenant.operator.ask("POST", f"queue/{run['id']}/retry", {}), 409)
        expect(copy["id"] in str(refused), f"{scope}: {refused}")
        other = expect_problem(mend(tenant, run, None), 409)
        expect(copy["id"] in str(other), f"{scope}: {other}")
        lease = tenant.lease(types=["to.mend"])[0]
        expect_equal((lease["run_id"], lease["idempotency_key"]), (copy["id"], f"k-{scope}"))
        tenant.report(lease["execution_id"], "success")


@story
def a_key_that_another_run_has_taken_refuses_the_copy(server):
    tenant = server.tenant()
    task = {"idempotency_key": "k", "unique_scope": "active"}
    run = dead(tenant, **task)
    taken = tenant.enqueue("to.mend", 201, **task)
    refused = expect_problem(mend(tenant, run, None), 409)
    expect(taken["id"] in str(refused), f"{refused}")
    tenant.operator.post(f"queue/{taken['id']}/cancel")
    mend(tenant, run)


@story
def a_copy_of_a_jobs_run_is_a_run_of_the_job(server):
    tenant = server.tenant()
    tenant.admin.post("jobs", {"code": "report", "handler": "report.make", "max_retries": 0,
                               "schedule_type": "MANUAL", "parameters": {"year": 1}}, 201)
    tenant.producer.post("jobs/report/run", {}, 201)
    lease = tenant.lease(types=["report.make"])[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    run = tenant.run(lease["run_id"])
    copy = mend(tenant, run, payload={"year": 2}, discard_original=True).json
    whole = tenant.run(copy["id"])
    expect_equal((whole["job_id"], whole["copied_from"], whole["cause"]),
                 (run["job_id"], run["id"], "manual"))
    expect_equal(tenant.run(run["id"])["state"], "cancelled")
    lease = tenant.lease(types=["report.make"])[0]
    expect_equal((lease["run_id"], lease["payload"]), (copy["id"], {"year": 2}))
    expect_problem(mend(tenant, whole, None), 409)  # it is processing
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    tenant.admin.delete("jobs/report", 204)
    expect_problem(mend(tenant, whole, None), 409, "conflict")


@story
def what_belfry_made_itself_is_retried_as_it_is(server):
    """A reminder's send has no payload that anybody wrote."""
    tenant = server.tenant()
    tenant.admin.put("users/ann", {"email": "ann@example.org"})
    tenant.admin.post("reminders", {"title": "now", "remind_at": "2025-01-01T00:00:00Z",
                                    "user_id": "ann", "notification_channels": ["email"]}, 201)
    sent = until("a reminder that cannot be sent", lambda: [
        row for row in tenant.viewer.get("queue?state=failed,dlq&include=internal").json["data"]
        if row["cause"] == "reminder"])[0]
    refused = expect_problem(mend(tenant, sent, None), 409)
    expect("reminder" in refused["detail"], f"{refused}")


@story
def a_retry_with_a_payload_is_refused_where_a_retry_is(server):
    tenant, other = server.tenant(), server.tenant()
    run = dead(tenant)
    live = tenant.enqueue("to.wait", run_at="2040-01-01T00:00:00Z")
    expect_problem(mend(tenant, live, None), 409, "conflict")
    expect_problem(mend(tenant, run, None, client=other.operator), 404, "not_found")
    expect_problem(mend(tenant, run, None, client=tenant.producer), 403, "forbidden")
    expect_problem(mend(tenant, run, None, client=server.client()), 401)
    expect_problem(mend(tenant, {"id": ABSENT}, None), 404)
    for wrong in ([], "text", 7):
        expect_problem(mend(tenant, run, None, payload=wrong), 422, "invalid", "/payload")
    expect_problem(mend(tenant, run, None, payload={"a": "x" * 300000}), 413)
    expect_equal(tenant.run(run["id"])["copied_to"], None)


@story
def the_same_call_makes_one_copy(server):
    tenant = server.tenant()
    run = dead(tenant)
    key = {"Idempotency_Key": "mend-1"}
    first = mend(tenant, run, headers=key).json
    again = mend(tenant, run, headers=key)
    expect_equal((again.json["id"], again.header("Idempotent-Replayed")), (first["id"], "true"))
    expect_problem(mend(tenant, run, None, headers=key, payload={"b": 1}), 422)
    expect_equal(len(tenant.viewer.get(f"queue?copied_from={run['id']}").json["data"]), 1)


@story
def the_audit_names_the_dead_letter_and_the_copy(server):
    tenant = server.tenant()
    run = dead(tenant)
    answer = mend(tenant, run, payload={"secret": "x"})
    row = next(one for one in tenant.admin.get("audit?kind=run").json["data"]
               if one["request_id"] == answer.header("X-Request-Id"))
    expect_equal((row["action"], row["object"]["id"], row["run_id"]),
                 ("run.retry", run["id"], answer.json["id"]))
    expect_equal(row["after"], {"payload": {"bytes": 15}})


@story
def a_payload_check_holds_for_a_copy(server):
    tenant = server.tenant()
    run = dead(tenant)
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"payload_check": "refuse"})
    expect_problem(mend(tenant, run, None, payload={"password": "hunter2"}), 422)
    mend(tenant, run, payload={"n": 1})
