"""Jobs, tasks, executions and templates as applications that keep tables of them know them: every
route of theirs, with the names of its fields, its methods and its statuses."""
import time

from dialogue import ABSENT, expect, expect_equal, expect_problem, story, until
from stories_gates import hours_now

JOB = """id tenant_id code name description job_type handler schedule_type cron_expression
    interval_seconds run_at timezone parameters timeout_seconds max_retries retry_delay_seconds
    priority queue allow_concurrent max_instances status is_enabled last_run_at last_run_status
    last_run_duration_ms next_run_at run_count failure_count external_id source_system created_at
    updated_at created_by""".split()
EXECUTION = """id job_id tenant_id execution_number attempt_number scheduled_at started_at
    completed_at duration_ms worker_id worker_hostname status result error_message error_stack
    progress_percent progress_message retry_of will_retry created_at""".split()
TASK = """id tenant_id task_type reference_type reference_id scheduled_at timezone handler priority
    timeout_seconds status processed_at error_message created_by created_at""".split()
TEMPLATE = """code name description category handler default_schedule default_parameters
    is_system_required is_tenant_configurable""".split()


def expect_columns(row, columns, *more):
    expect_equal([name for name in (*columns, *more) if name not in row], [], f"{row}")


def only(client, path):
    """The one row of a list."""
    rows = client.get(path).json["data"]
    expect_equal(len(rows), 1, f"{path}: {rows}")
    return rows[0]


NIGHTLY = {"code": "nightly", "name": "Nightly", "description": "d", "job_type": "TENANT",
           "handler": "report.make", "schedule_type": "CRON", "cron_expression": "0 2 * * *",
           "interval_seconds": None, "run_at": None, "timezone": "Europe/London",
           "parameters": {"a": 1}, "timeout_seconds": 120, "max_retries": 2,
           "retry_delay_seconds": 30, "priority": 4, "queue": "default", "allow_concurrent": False,
           "max_instances": 1, "status": "ACTIVE", "is_enabled": True, "external_id": "x-1",
           "source_system": "old", "created_by": "ann"}


@story
def a_job_has_all_its_columns_in_every_answer(server):
    tenant = server.tenant()
    made = tenant.producer.post("jobs", NIGHTLY, 201).json
    path = f"jobs/{made['id']}"
    for row in (made, tenant.viewer.get(path).json, only(tenant.viewer, "jobs")):
        expect_columns(row, JOB)
        expect_equal({name: row[name] for name in NIGHTLY}, NIGHTLY)
    # What is not said is there, too; who made it is whoever asked.
    every = tenant.producer.post("jobs", {"code": "often", "handler": "h",
                                          "interval_seconds": 90}, 201).json
    expect_columns(every, JOB)
    expect_equal((every["cron_expression"], every["run_at"], every["interval_seconds"],
                  every["description"]), (None, None, 90, None))
    expect(every["created_by"].startswith("token:"), f"{every}")
    once = tenant.producer.post("jobs", {"code": "once", "handler": "h",
                                         "run_at": "2031-01-01T00:00:00Z"}, 201).json
    expect_equal((once["schedule_type"], once["run_at"], once["interval_seconds"]),
                 ("ONCE", "2031-01-01T00:00:00Z", None))
    # It can be written back as it was read.
    changed = tenant.producer.put(path, {name: made[name] for name in NIGHTLY}).json
    expect_equal({name: changed[name] for name in NIGHTLY}, NIGHTLY)


@story
def a_job_is_listed_by_its_status_and_handler(server):
    tenant = server.tenant()
    for code in ("a", "b", "c"):
        tenant.producer.post("jobs", {"code": code, "handler": f"h.{code}",
                                      "cron_expression": "0 2 * * *"}, 201)
    expect_equal(tenant.operator.post("jobs/a/pause").json["status"], "PAUSED")
    tenant.producer.put("jobs/b", {"status": "DISABLED"})
    for query, codes in (("status=PAUSED", "a"), ("status=ACTIVE", "c"), ("status=DISABLED", "b"),
                         ("handler=h.c", "c"), ("code=b", "b"), ("", "cba")):
        rows = tenant.viewer.get(f"jobs?{query}").json["data"]
        expect_equal("".join(row["code"] for row in rows), codes, query)
    expect_equal(tenant.operator.post("jobs/a/resume").json["status"], "ACTIVE")
    expect_equal(tenant.viewer.get("jobs?status=PAUSED").json["data"], [])
    expect_equal(tenant.producer.ask("DELETE", "jobs/c").status, 204)
    expect_equal(only(tenant.viewer, "jobs?status=DELETED")["code"], "c")


@story
def an_execution_has_all_its_columns_while_it_runs_and_afterwards(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {**NIGHTLY, "schedule_type": "MANUAL",
                                        "cron_expression": None}, 201).json
    run = tenant.producer.post(f"jobs/{job['id']}/run", {}, 201).json
    lease = tenant.worker.post("worker/lease", {"worker_id": "w-1", "hostname": "node-3"}
                               ).json["leases"][0]
    id_ = lease["execution_id"]
    beat = {"id": id_, "progress_percent": 40, "progress_message": "half"}
    tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": [beat]})
    one = tenant.viewer.get(f"executions/{id_}").json
    expect_columns(one, EXECUTION, "parameters")
    expect_equal((one["status"], one["progress_percent"], one["progress_message"],
                  one["worker_id"], one["worker_hostname"], one["parameters"], one["job_id"],
                  one["run_id"]),
                 ("RUNNING", 40, "half", "w-1", "node-3", {"a": 1}, job["id"], run["id"]))
    for path in ("executions", f"executions?job_id={job['id']}", f"jobs/{job['id']}/executions",
                 f"executions?run_id={run['id']}", "executions?status=RUNNING"):
        row = only(tenant.viewer, path)
        expect_columns(row, EXECUTION)
        expect_equal(row["id"], id_, path)
    expect_equal(tenant.viewer.get(f"executions?job_id={ABSENT}").json["data"], [])
    tenant.report(id_, "fail", error={"class": "permanent", "message": "no", "stack": "at f"})
    one = tenant.viewer.get(f"executions/{id_}").json
    expect_equal((one["status"], one["error_message"], one["error_stack"], one["will_retry"]),
                 ("FAILED", "no", "at f", False))
    shown = tenant.viewer.get(f"jobs/{job['id']}").json
    expect_equal((shown["last_run_status"], shown["run_count"], shown["failure_count"]),
                 ("FAILED", 1, 1))
    # A failed one is tried again; one that runs is ended, once.
    expect_equal(tenant.operator.post(f"executions/{id_}/retry").json["status"], "PENDING")
    again = tenant.lease()[0]
    second = tenant.viewer.get(f"executions/{again['execution_id']}").json
    expect_equal((second["retry_of"], second["execution_number"]), (id_, 2))
    cancel = f"executions/{again['execution_id']}/cancel"
    expect_equal(tenant.operator.post(cancel).json["status"], "CANCELLED")
    until("it has ended", lambda: tenant.viewer.get(
        f"executions/{again['execution_id']}").json["status"] == "CANCELLED")
    expect_problem(tenant.operator.ask("POST", f"executions/{id_}/retry", {}), 409, "conflict")


@story
def executions_are_listed_by_queue_and_by_how_long_they_took(server):
    tenant = server.tenant()
    slow, quick = [tenant.enqueue("a", queue=queue) for queue in ("batch", "default")]
    leases = {one["run_id"]: one["execution_id"] for one in tenant.lease(max_=2, wait_ms=5000)}
    tenant.report(leases[quick["id"]])
    time.sleep(0.05)
    open_ids = [one["id"] for one in tenant.viewer.get("executions?min_duration_ms=1").json["data"]]
    expect(leases[slow["id"]] not in open_ids, "what runs has not ended")
    tenant.report(leases[slow["id"]])
    row = only(tenant.viewer, "executions?queue=batch")
    expect_equal(row["lease_ms"], 60000)
    expect_equal((row["id"], row["queue"]), (leases[slow["id"]], "batch"))
    took = row["duration_ms"]
    expect(took >= 50, f"it took {took} ms")
    expect_equal(only(tenant.viewer, f"executions?min_duration_ms={took}")["id"], row["id"])
    expect_equal(tenant.viewer.get(f"executions?min_duration_ms={took + 1}").json["data"], [])
    expect_equal(tenant.viewer.get("executions?queue=unheard").json["data"], [])


@story
def a_task_has_all_its_columns_in_every_answer(server):
    tenant = server.tenant()
    given = {"task_type": "REPORT", "reference_type": "Order", "reference_id": ABSENT,
             "scheduled_at": "2031-01-01T00:00:00Z", "timezone": "UTC", "payload": {"n": 1},
             "priority": 3, "timeout_seconds": 45, "created_by": "ann"}
    made = tenant.producer.post("tasks", given, 201).json
    path = f"tasks/{made['id']}"
    one = tenant.viewer.get(path).json
    expect_columns(one, TASK, "payload")
    expect_equal({name: one[name] for name in given}, given)
    expect_equal((one["handler"], one["status"], one["processed_at"]), ("REPORT", "PENDING", None))
    for query in ("", "?task_type=REPORT", "?handler=REPORT", "?status=PENDING",
                  f"?reference_type=Order&reference_id={ABSENT}", f"?entity=Order:{ABSENT}"):
        row = only(tenant.viewer, f"tasks{query}")
        expect_columns(row, TASK)
        expect_equal(row["id"], made["id"])
    expect_equal(tenant.viewer.get("tasks?reference_type=Load&reference_id=1").json["data"], [])
    moved = {"scheduled_at": "2031-02-01T00:00:00Z"}
    expect_equal(tenant.producer.put(f"{path}/reschedule", moved).status, 200)
    expect_equal(tenant.viewer.get(path).json["scheduled_at"], moved["scheduled_at"])
    expect_equal(tenant.producer.ask("DELETE", path).json["status"], "CANCELLED")
    expect_problem(tenant.producer.ask("DELETE", path), 409, "conflict")
    # A handler of its own names the type.
    both = tenant.producer.post("tasks", {**given, "handler": "report.make"}, 201).json
    expect_equal(tenant.viewer.get(f"tasks/{both['id']}").json["handler"], "report.make")


@story
def who_made_a_task_is_not_whom_it_is_for(server):
    tenant = server.tenant()
    tenant.operator.put("types/notice", {"notifies": True})
    tenant.admin.put("users/ann", {"timezone": "UTC", "quiet_hours": {"windows": hours_now()}})
    made = tenant.enqueue("notice", created_by="ann")["id"]
    held = tenant.enqueue("notice", user_id="ann", created_by="bob")["id"]
    # Quiet hours are of the person that a task is for, not of the person who made it.
    leased = until("it is leased", lambda: tenant.lease(max_=9, types=["notice"]))
    expect_equal([lease["run_id"] for lease in leased], [made])
    until("it is put off", lambda: tenant.run(held)["deferred_by"] == "quiet_hours")
    shown = {id_: tenant.viewer.get(f"tasks/{id_}").json for id_ in (made, held)}
    expect_equal([(one["created_by"], one["user_id"]) for one in shown.values()],
                 [("ann", None), ("bob", "ann")])
    # Where nobody is named it is the token, as in the journal.
    plain, batch = tenant.enqueue()["id"], tenant.producer.post(
        "batches", {"type": "child", "items": [1]}, 201).json["id"]
    for id_ in (plain, batch):
        expect(tenant.run(id_)["created_by"].startswith("token:"), f"{tenant.run(id_)}")
    bulk = tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a", "createdBy": "carl"}]}).json
    expect_equal(tenant.run(bulk["results"][0]["id"])["created_by"], "carl")
    expect_problem(tenant.producer.ask("POST", "tasks", {"type": "a", "created_by": "x" * 101}),
                   422, "invalid", "/created_by")


@story
def what_a_task_says_of_itself_is_given_back_as_it_came(server):
    tenant = server.tenant()
    given = {"task_type": "EMAIL", "handler": "mail.send", "timezone": "Europe/London",
             "scheduled_at": "2031-07-01T09:00:00", "reference_type": "Order:part",
             "reference_id": "7"}
    id_ = tenant.producer.post("tasks", given, 201).json["id"]
    for row in (tenant.viewer.get(f"tasks/{id_}").json, only(tenant.viewer, "tasks")):
        expect_equal({name: row[name] for name in given},
                     {**given, "scheduled_at": "2031-07-01T08:00:00Z"})
        expect_equal(row["entity"], "Order:part:7")
    plain = tenant.run(tenant.enqueue("mail.send", entity="load:3")["id"])
    expect_equal([plain[name] for name in ("task_type", "timezone", "reference_type",
                                           "reference_id")], ["mail.send", "UTC", "load", "3"])
    for half in ("reference_type", "reference_id"):
        answer = tenant.producer.ask("POST", "tasks", {"type": "a", half: "x"})
        other = "reference_id" if half == "reference_type" else "reference_type"
        expect_problem(answer, 422, "invalid", f"/{other}")


@story
def templates_become_jobs_and_the_service_tells_of_itself(server):
    tenant = server.tenant()
    templates = tenant.viewer.get("templates").json["data"]
    expect_equal(len(templates), 17)
    for template in templates:
        expect_columns(template, TEMPLATE)
    made = tenant.producer.post("templates/sync_quickbooks/create-job", {}, 201).json
    expect_columns(made, JOB)
    expect_equal((made["code"], made["cron_expression"]), ("sync_quickbooks", "*/15 * * * *"))
    expect_problem(tenant.producer.ask("POST", "templates/nothing/create-job", {}), 404)
    expect_equal(tenant.viewer.get("status").json["status"], "ready")
    expect_equal(tenant.viewer.get("workers").json["data"], [])
    expect_equal(only(tenant.viewer, "queue")["job_id"], made["id"])
    expect_equal(len(tenant.viewer.get(f"jobs/{made['id']}/next-runs?count=3").json["data"]), 3)
