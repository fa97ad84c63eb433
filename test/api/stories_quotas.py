"""Quotas: what one tenant may have of what is everybody's; what others notice of it: nothing."""
from dialogue import Server, expect, expect_equal, expect_problem, query, story, story_alone, until


def quota(client, tenant, word):
    rows = client.get(f"tenants/{tenant.id}/quotas").json["data"]
    return next(one for one in rows if one["quota"] == word)


def refused(answer, status, code, word, most):
    problem = expect_problem(answer, status, code)
    joint = "is" if word.endswith("_per_second") else "of"
    expect(f'quota "{word}" {joint} {most}:' in problem["detail"], f"which quota? {problem}")
    expect_equal(answer.header("retry-after") is not None, status == 429, f"{problem}")


def batch(tenant):
    return tenant.producer.ask("POST", "batches", {"type": "mail", "items": [1]})


@story
def one_tenant_floods_and_the_other_does_not_notice(server):
    acme = server.tenant(quotas={"batches": 20, "runs": 60, "requests_per_second": 40})
    rival = server.tenant()
    answers = [batch(acme) for _ in range(30)]
    expect_equal([one.status for one in answers[:20]], [201] * 20)
    refused(answers[20], 429, "quota", "batches", 20)
    bulk = acme.producer.post("tasks/bulk", {"tasks": [{"type": "mail"}] * 40}).json
    made = [one for one in bulk["results"] if "id" in one]
    expect_equal(len(made), 20, f"{bulk['results'][-1]}")
    # So many requests at once that two seconds' worth of its rate are used up.
    flood = [acme.viewer.ask("GET", "templates") for _ in range(120)]
    over = next(one for one in flood if one.status == 429)
    refused(over, 429, "quota", "requests_per_second", 40)
    expect_equal(over.header("ratelimit-policy"), '"requests";q=80;w=2')
    expect(over.header("ratelimit").startswith('"requests";r=0;t='), over.header("ratelimit"))
    # The other one asks, makes and runs as if it were alone.
    for _ in range(20):
        rival.producer.post("batches", {"type": "mail", "items": [1]}, 201)
    expect_equal(len(rival.lease(max_=20)), 20)
    expect_equal((quota(rival.viewer, rival, "batches")["used"],
                  quota(server.admin, acme, "batches")["used"]), (20, 20))


@story
def what_waiting_does_not_help_against_is_a_conflict(server):
    tenant = server.tenant(quotas={"jobs": 1, "pauses": 1, "alert_rules": 1})
    job = {"code": "a", "handler": "mail", "schedule_type": "MANUAL"}
    made = tenant.producer.post("jobs", job, 201).json
    refused(tenant.producer.ask("POST", "jobs", dict(job, code="b")), 409, "full", "jobs", 1)
    tenant.operator.post("pause", {"scope": "type", "type": "a"})
    pause = tenant.operator.ask("POST", "pause", {"scope": "type", "type": "b"})
    refused(pause, 409, "full", "pauses", 1)
    rule = {"alert_type": "FAILURE"}
    tenant.operator.post(f"jobs/{made['id']}/alerts", rule, 201)
    refused(tenant.operator.ask("POST", f"jobs/{made['id']}/alerts", rule), 409, "full",
            "alert_rules", 1)
    # Once something is gone there is room again.
    tenant.producer.ask("DELETE", f"jobs/{made['id']}", None, 204)
    tenant.producer.post("jobs", dict(job, code="b"), 201)


@story
def open_effects_are_counted_until_somebody_says_what_came_of_them(server):
    tenant = server.tenant(quotas={"open_effects": 1})
    claim = tenant.worker.post("effects/claim", {"action_key": "charge", "idempotency_key": "1"})
    wish = {"action_key": "charge", "idempotency_key": "2"}
    refused(tenant.worker.ask("POST", "effects/claim", wish), 429, "quota", "open_effects", 1)
    tenant.worker.post("effects/complete", {"claim_id": claim.json["claim_id"], "result": {}})
    expect(tenant.worker.post("effects/claim", wish).json["first"], "there is room again")


@story
def quotas_are_the_systems_to_set_and_anybodys_to_see(server):
    tenant = server.tenant(quotas={"runs": 7})
    for body in ({"quotas": {"runs": 9}}, {"quotas": None}):
        expect_problem(tenant.admin.ask("PUT", f"tenants/{tenant.id}", body), 403, "forbidden")
        expect_problem(tenant.admin.ask("PUT", f"tenants/{tenant.id}/settings", body), 403)
    path = f"tenants/{tenant.id}"
    for body, pointer in (({"quotas": {"runs": 0}}, "/quotas/runs"),
                          ({"quotas": {"wishes": 3}}, "/quotas/wishes")):
        expect_problem(server.admin.ask("PUT", path, body), 422, None, pointer)
    expect_equal(tenant.viewer.get(path).json["quotas"], {"runs": 7})
    tenant.enqueue()
    seen = quota(tenant.viewer, tenant, "runs")
    expect_equal((seen["limit"], seen["used"], seen["set_by"]), (7, 1, "tenant"))
    expect("waiting, queued or processing" in seen["counts"], f"{seen}")
    # What is not said stays, null gives it back to the server, another profile changes nothing.
    server.admin.put(path, {"quotas": {"jobs": 3}, "profile": "guild"})
    expect_equal(tenant.viewer.get(path).json["quotas"], {"runs": 7, "jobs": 3})
    server.admin.put(path, {"quotas": {"runs": None}})
    expect_equal(tenant.viewer.get(path).json["quotas"], {"jobs": 3})
    expect_equal(quota(tenant.viewer, tenant, "runs")["set_by"], "server")
    server.admin.put(path, {"quotas": None})
    expect("quotas" not in tenant.viewer.get(path).json, "all are gone")
    expect_problem(tenant.viewer.ask("GET", "tenants/no-such/quotas"), 404)
    expect_problem(server.admin.ask("GET", "tenants/no-such/quotas"), 404)


@story_alone
def quotas_last_over_a_restart_and_the_servers_own_are_settings():
    with Server("--quota-runs", "3", "--quota-requests", "1000") as server:
        plain, special = server.tenant(), server.tenant(quotas={"requests_per_second": 1,
                                                                "runs": 4})
        for _ in range(3):
            plain.enqueue()
        refused(plain.producer.ask("POST", "tasks", {"type": "mail"}), 429, "quota", "runs", 3)
        server.kill()
        server.start()
        refused(plain.producer.ask("POST", "tasks", {"type": "mail"}), 429, "quota", "runs", 3)
        expect_equal(quota(server.admin, plain, "requests_per_second")["limit"], 1000)
        expect_equal(quota(server.admin, special, "runs")["limit"], 4)
        answers = [special.viewer.ask("GET", "templates").status for _ in range(9)]
        expect(429 in answers, "its own rate is in force after a restart")
        # Workers count, too; after the pause that they are told they get through.
        answers = [special.worker.ask("POST", "worker/lease", {"worker_id": "w"})
                   for _ in range(9)]
        expect(429 in [one.status for one in answers], "a worker asks as often as it likes")
        expect(all(one.header("Retry-After") for one in answers if one.status == 429), "no pause")
        until("it gets through", lambda: special.worker.ask(
            "POST", "worker/lease", {"worker_id": "w"}).status == 200)
        plain.lease(max_=3)
        for run in server.admin.get("queue" + query(tenant_id=plain.id)).json["data"]:
            server.admin.post(f"queue/{run['id']}/cancel", {"tenant_id": plain.id})
        until("there is room again", lambda: quota(server.admin, plain, "runs")["used"] == 0)
        plain.enqueue()


@story_alone
def each_quota_of_the_server_has_its_setting():
    settings = {"requests_per_second": "REQUESTS", "bytes_per_second": "BYTES", "runs": "RUNS",
                "jobs": "JOBS", "batches": "BATCHES", "operations": "OPERATIONS",
                "pauses": "PAUSES", "alert_rules": "ALERT_RULES",
                "resting_alerts": "RESTING_ALERTS", "open_effects": "OPEN_EFFECTS",
                "waiting_tasks": "WAITING_TASKS"}
    said = {word: 21 + i for i, word in enumerate(settings)}
    said.update(requests_per_second=1003, bytes_per_second=1000003, jobs=1)
    with Server(**{f"BELFRY_QUOTA_{name}": str(said[word])
                   for word, name in settings.items()}) as server:
        tenant = server.tenant()
        rows = tenant.viewer.get(f"tenants/{tenant.id}/quotas").json["data"]
        expect_equal({one["quota"]: one["limit"] for one in rows}, said)
        job = {"code": "a", "handler": "mail", "schedule_type": "MANUAL"}
        tenant.producer.post("jobs", job, 201)
        refused(tenant.producer.ask("POST", "jobs", dict(job, code="b")), 409, "full", "jobs", 1)
