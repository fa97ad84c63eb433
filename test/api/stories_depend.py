"""Dependencies between jobs: said with a job, seen with it and by why, refused in circles."""
import datetime

from dialogue import expect, expect_equal, expect_problem, story, until


def ago(seconds):
    at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def job(tenant, code, status=201, **fields):
    fields = {"code": code, "handler": code, "cron_expression": "0 9 * * *", **fields}
    return tenant.producer.post("jobs", fields, status).json


def once(tenant, code, seconds, **fields):
    return job(tenant, code, cron_expression=None, schedule_type="ONCE", run_at=ago(seconds),
               **fields)


def the_run_of(tenant, made):
    runs = tenant.viewer.get(f"queue?type={made['code']}").json["data"]
    expect_equal(len(runs), 1)
    return runs[0]


@story
def a_report_waits_for_its_import_and_says_so(server):
    tenant = server.tenant()
    first = once(tenant, "import", 20)
    report = once(tenant, "report", 10, dependencies=[{"depends_on_job_id": "import"}])
    expect_equal(report["dependencies"],
                 [{"depends_on_job_id": first["id"], "dependency_type": "SUCCESS"}])
    import_run = the_run_of(tenant, first)
    run = the_run_of(tenant, report)
    until("it waits", lambda: tenant.viewer.get(f"queue/{run['id']}/why").json["reasons"][0]["ref"])
    why = tenant.viewer.get(f"queue/{run['id']}/why").json
    expect_equal(why["state"], "waiting")
    reason = why["reasons"][0]
    expect_equal((reason["kind"], reason["ref"], reason["run_id"], reason["planned_at"],
                  reason["dependency_type"]),
                 ("dependency", "import", import_run["id"], first["run_at"], "SUCCESS"))
    expect_equal(tenant.lease(types=["report"]), [])
    lease = tenant.lease(types=["import"])[0]
    tenant.report(lease["execution_id"])
    expect_equal(tenant.lease(types=["report"])[0]["run_id"], run["id"])


@story
def dependencies_are_changed_shown_and_taken_away(server):
    tenant = server.tenant()
    a = job(tenant, "a")
    job(tenant, "b")
    c = job(tenant, "c", dependencies=[{"depends_on_job_id": a["id"]},
                                       {"depends_on_job_id": "b", "dependency_type": "START"}])
    expect_equal([one["dependency_type"] for one in c["dependencies"]], ["SUCCESS", "START"])
    changed = tenant.producer.put("jobs/c", {"name": "c"}).json
    expect_equal(changed["dependencies"], c["dependencies"])
    changed = tenant.producer.put("jobs/c", {"dependencies": [
        {"depends_on_job_id": "b", "dependency_type": "COMPLETE"}]}).json
    expect_equal([one["dependency_type"] for one in changed["dependencies"]], ["COMPLETE"])
    tenant.producer.delete("jobs/b", 204)
    kept = tenant.producer.put("jobs/c", {"name": "still"}).json
    expect_equal(len(kept["dependencies"]), 1)
    expect_equal(tenant.producer.put("jobs/c", {"dependencies": []}).json["dependencies"], [])
    expect_equal(tenant.producer.put("jobs/a", {"dependencies": None}).json["dependencies"], [])


@story
def what_cannot_be_depended_on_is_refused_with_its_field(server):
    tenant, other = server.tenant(), server.tenant()
    a = job(tenant, "a")
    job(tenant, "b", dependencies=[{"depends_on_job_id": "a"}])
    job(tenant, "c", dependencies=[{"depends_on_job_id": "b"}])
    foreign = job(other, "foreign")
    body = {"code": "d", "handler": "d", "cron_expression": "0 9 * * *"}
    for dependencies, pointer in (
            ([{"depends_on_job_id": "nobody"}], "/dependencies/0/depends_on_job_id"),
            ([{"depends_on_job_id": a["id"]}, {"depends_on_job_id": "foreign"}],
             "/dependencies/1/depends_on_job_id"),
            ([{"depends_on_job_id": foreign["id"]}], "/dependencies"),
            ([{"depends_on_job_id": "a"}, {"depends_on_job_id": a["id"]}], "/dependencies"),
            ([{"depends_on_job_id": "a"}] * 17, "/dependencies"),
            ([{"dependency_type": "START"}], "/dependencies/0/depends_on_job_id"),
            ([{"depends_on_job_id": "a", "dependency_type": "LATER"}],
             "/dependencies/0/dependency_type"),
            ("a", "/dependencies")):
        answer = tenant.producer.ask("POST", "jobs", dict(body, dependencies=dependencies))
        expect_problem(answer, 422, "invalid", pointer)
    answer = tenant.producer.ask("PUT", "jobs/a", {"dependencies": [{"depends_on_job_id": "c"}]})
    problem = expect_problem(answer, 422, "invalid", "/dependencies")
    expect("a -> c -> b -> a" in problem["detail"], problem["detail"])
    answer = tenant.producer.ask("PUT", "jobs/a", {"dependencies": [{"depends_on_job_id": "a"}]})
    expect("a -> a" in expect_problem(answer, 422)["detail"], "it waits for itself")


@story
def a_cancelled_run_takes_its_dependents_along(server):
    tenant = server.tenant()
    first = once(tenant, "import", 20)
    report = once(tenant, "report", 10, dependencies=[{"depends_on_job_id": "import"}])
    run = the_run_of(tenant, report)["id"]
    until("it was judged", lambda: tenant.viewer.get("jobs/report/occurrences").json["data"])
    tenant.operator.post(f"queue/{the_run_of(tenant, first)['id']}/cancel", {})
    until("it is cancelled, too", lambda: tenant.state(run) == "cancelled")
