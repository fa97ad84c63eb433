"""Apply: jobs become what a file says of them, all or none."""
from dialogue import expect, expect_equal, expect_problem, story, walk

NIGHTLY = {"code": "nightly", "handler": "h", "cron_expression": "0 2 * * *"}
REPORT = {"code": "report", "handler": "h", "cron_expression": "0 4 * * *",
          "dependencies": [{"depends_on_job_id": "nightly"}]}


def codes(tenant):
    return sorted(job["code"] for job in walk(tenant.viewer, "jobs"))


def apply(tenant, jobs, status=200, **more):
    return tenant.producer.post("apply", {"jobs": jobs, **more}, status).json


def counts(answer):
    return tuple(answer[key] for key in ("created", "changed", "unchanged", "deleted"))


@story
def what_is_not_there_is_created_and_the_second_apply_changes_nothing(server):
    tenant = server.tenant()
    # The one that depends stands first: the order is the server's to find.
    made = apply(tenant, [REPORT, NIGHTLY])
    expect_equal((made["dry_run"], counts(made)), (False, (2, 0, 0, 0)))
    expect_equal([job["code"] for job in made["jobs"]], ["report", "nightly"])
    report, nightly = (tenant.viewer.get(f"jobs/{job['id']}").json for job in made["jobs"])
    expect_equal((report["code"], nightly["code"]), ("report", "nightly"))
    expect_equal(report["dependencies"][0]["depends_on_job_id"], nightly["id"])
    again = apply(tenant, [REPORT, NIGHTLY])
    expect_equal(counts(again), (0, 0, 2, 0))
    expect_equal(tenant.viewer.get("jobs/report").json, report)


@story
def what_differs_is_told_and_changed(server):
    tenant = server.tenant()
    apply(tenant, [NIGHTLY, REPORT])
    later = dict(NIGHTLY, cron_expression="30 2 * * *", name="Load")
    dry = apply(tenant, [later, REPORT], dry_run=True)
    expect_equal((dry["dry_run"], counts(dry)), (True, (0, 1, 1, 0)))
    changes = {one["field"]: (one["before"], one["after"]) for one in dry["jobs"][0]["changes"]}
    expect_equal(changes, {"cron_expression": ("0 2 * * *", "30 2 * * *"), "name": (None, "Load")})
    expect_equal(tenant.viewer.get("jobs/nightly").json["cron_expression"], "0 2 * * *")
    expect_equal(counts(apply(tenant, [later, REPORT])), (0, 1, 1, 0))
    job = tenant.viewer.get("jobs/nightly").json
    expect_equal((job["cron_expression"], job["name"], job["version"]), ("30 2 * * *", "Load", 2))
    entries = [one for one in walk(tenant.operator, "audit") if one["object"]["kind"] == "job"]
    expect_equal(sorted(one["action"] for one in entries),
                 ["job.change", "job.create", "job.create"])


@story
def one_bad_job_refuses_all_and_each_is_named(server):
    tenant = server.tenant()
    for bad, pointer in (({"cron_expression": "0 9 * * MON-FOO"}, "/jobs/1/cron_expression"),
                         ({"cron_expression": "0 9 * * *", "colour": "red"}, "/jobs/1/colour"),
                         ({"interval_seconds": 5}, "/jobs/1/interval_seconds"),
                         ({"cron_expression": "@daily", "queue": "none"}, "/jobs/1/queue"),
                         ({"cron_expression": "@daily", "exclude": ["no such"]},
                          "/jobs/1/exclude"),
                         ({"cron_expression": "@daily",
                           "dependencies": [{"depends_on_job_id": "nobody"}]},
                          "/jobs/1/dependencies/0/depends_on_job_id"),
                         ({"cron_expression": "@daily", "code": "nightly"}, "/jobs/1/code")):
        jobs = [NIGHTLY, {"code": "b", "handler": "h", **bad}]
        for dry in (True, False):
            answer = tenant.producer.ask("POST", "apply", {"jobs": jobs, "dry_run": dry})
            problem = expect_problem(answer, 422, None, pointer)
            expect(pointer[1:] in problem["detail"], f"{problem}")
        expect_equal(codes(tenant), [])
    several = [{"code": f"j{i}", "handler": "h", "cron_expression": "bad"} for i in range(3)]
    problem = tenant.producer.ask("POST", "apply", {"jobs": several}).json
    expect_equal([one["pointer"] for one in problem["errors"]],
                 [f"/jobs/{i}/cron_expression" for i in range(3)])


@story
def jobs_that_would_wait_for_each_other_are_refused(server):
    tenant = server.tenant()
    first = dict(NIGHTLY, dependencies=[{"depends_on_job_id": "report"}])
    answer = tenant.producer.ask("POST", "apply", {"jobs": [first, REPORT]})
    problem = expect_problem(answer, 422, "invalid", "/jobs/0/dependencies",
                             "/jobs/1/dependencies")
    expect("nightly -> report -> nightly" in problem["detail"], f"{problem}")
    expect_equal(codes(tenant), [])
    # The same where one of them is there already.
    apply(tenant, [NIGHTLY])
    expect_problem(tenant.producer.ask("POST", "apply", {"jobs": [first, REPORT]}), 422)
    expect_equal(codes(tenant), ["nightly"])


@story
def jobs_turn_round_in_one_apply(server):
    tenant = server.tenant()
    apply(tenant, [NIGHTLY, REPORT])
    turned = [dict(NIGHTLY, dependencies=[{"depends_on_job_id": "report"}]),
              dict(REPORT, dependencies=[])]
    expect_equal(counts(apply(tenant, turned)), (0, 2, 0, 0))
    report = tenant.viewer.get("jobs/report").json
    expect_equal(report["dependencies"], [])
    expect_equal(tenant.viewer.get("jobs/nightly").json["dependencies"][0]["depends_on_job_id"],
                 report["id"])


@story
def what_the_file_once_had_is_pruned(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "by-hand", "handler": "h", "interval_seconds": 90}, 201)
    apply(tenant, [NIGHTLY, REPORT], prune="git")
    expect_equal(tenant.viewer.get("jobs/nightly").json["source_system"], "git")
    # A file that depends on what it does not have contradicts itself.
    answer = tenant.producer.ask("POST", "apply", {"jobs": [REPORT], "prune": "git"})
    expect_problem(answer, 422, "invalid", "/jobs/0/dependencies/0/depends_on_job_id")
    expect_equal(codes(tenant), ["by-hand", "nightly", "report"])
    dry = apply(tenant, [NIGHTLY], prune="git", dry_run=True)
    expect_equal((counts(dry), dry["jobs"][1]["code"], dry["jobs"][1]["action"]),
                 ((0, 0, 1, 1), "report", "deleted"))
    expect_equal(counts(apply(tenant, [NIGHTLY], prune="git")), (0, 0, 1, 1))
    expect_equal(codes(tenant), ["by-hand", "nightly"])
    expect_equal(counts(apply(tenant, [], prune="git")), (0, 0, 0, 1))
    expect_equal(codes(tenant), ["by-hand"])


@story
def a_quota_counts_for_all_of_them_together(server):
    tenant = server.tenant(quotas={"jobs": 2})
    jobs = [{"code": f"j{i}", "handler": "h", "interval_seconds": 90} for i in range(3)]
    expect_problem(tenant.producer.ask("POST", "apply", {"jobs": jobs}), 409, "full")
    expect_equal(codes(tenant), [])
    apply(tenant, jobs[:2], prune="git")
    # Two go and two come: there are never more than two.
    other = [dict(job, code="n" + job["code"]) for job in jobs[:2]]
    expect_equal(counts(apply(tenant, other, prune="git")), (2, 0, 0, 2))
    expect_equal(codes(tenant), ["nj0", "nj1"])


@story
def five_hundred_jobs_are_one_apply_and_one_more_is_too_many(server):
    tenant = server.tenant()
    jobs = [{"code": f"j{i}", "handler": "h", "interval_seconds": 3600,
             **({"dependencies": [{"depends_on_job_id": f"j{i - 1}"}]} if i % 10 else {})}
            for i in range(500)]
    expect_equal(counts(apply(tenant, list(reversed(jobs)))), (500, 0, 0, 0))
    expect_equal(counts(apply(tenant, jobs)), (0, 0, 500, 0))
    more = jobs + [{"code": "j500", "handler": "h", "interval_seconds": 3600}]
    expect_problem(tenant.producer.ask("POST", "apply", {"jobs": more}), 422, "invalid", "/jobs")
