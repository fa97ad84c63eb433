"""Tasks that wait for other tasks: `after` and `on`, seen with the task and by why."""
from dialogue import ABSENT, expect_equal, expect_problem, story, until

NOBODY = "0198c0de-0000-7000-8000-000000000000"


def state_of(tenant, task):
    return tenant.viewer.get(f"tasks/{task['id']}").json["state"]


def until_state(tenant, task, state):
    until(f"it is {state}", lambda: state_of(tenant, task) == state)


def finish(tenant, type_, outcome="success", **more):
    tenant.report(tenant.lease(types=[type_])[0]["execution_id"], outcome, **more)


@story
def a_task_waits_until_all_that_it_names_are_done(server):
    tenant = server.tenant()
    first, second = tenant.enqueue(type_="extract"), tenant.enqueue(type_="extract")
    ids = [first["id"], second["id"]]
    load = tenant.enqueue(type_="load", after=ids)
    expect_equal((load["state"], load["status"]), ("waiting", "PENDING"))
    shown = tenant.viewer.get(f"tasks/{load['id']}").json
    expect_equal((shown["after"], shown["on"]), (ids, "success"))
    finish(tenant, "extract")
    why = tenant.viewer.get(f"queue/{load['id']}/why").json
    expect_equal((why["state"], len(why["reasons"])), ("waiting", 1))
    reason = why["reasons"][0]
    expect_equal((reason["kind"], reason["text"], reason["run_id"], reason["run_state"],
                  reason["dependency_type"]),
                 ("dependency", "the run waits for another run", second["id"], "queued",
                  "SUCCESS"))
    expect_equal(tenant.lease(types=["load"]), [])
    finish(tenant, "extract")
    until_state(tenant, load, "queued")
    expect_equal(tenant.lease(types=["load"])[0]["run_id"], load["id"])
    shown = tenant.viewer.get(f"tasks/{load['id']}").json
    expect_equal(shown["after"], ids)
    listed = tenant.viewer.get("tasks?type=load").json["data"][0]
    expect_equal(listed.get("after", ABSENT), ABSENT)
    late = tenant.enqueue(type_="load", after=ids)
    expect_equal(late["state"], "queued")


@story
def complete_takes_a_failure_and_success_waits_for_a_retry(server):
    tenant = server.tenant()
    first = tenant.enqueue(type_="extract")
    load = tenant.enqueue(type_="load", after=[first["id"]])
    tell = tenant.enqueue(type_="tell", after=[first["id"]], on="complete")
    expect_equal(tenant.viewer.get(f"tasks/{tell['id']}").json["on"], "complete")
    finish(tenant, "extract", "fail", error={"class": "permanent", "message": "no"})
    until_state(tenant, tell, "queued")
    expect_equal(state_of(tenant, load), "waiting")
    tenant.operator.post(f"queue/{first['id']}/retry", {})
    finish(tenant, "extract")
    until_state(tenant, load, "queued")


@story
def what_can_never_come_cancels_the_task(server):
    tenant = server.tenant()
    first = tenant.enqueue(type_="extract", **{"in": "1h"})
    load = tenant.enqueue(type_="load", after=[first["id"]])
    tell = tenant.enqueue(type_="tell", after=[load["id"]], on="complete")
    tenant.producer.delete(f"tasks/{first['id']}")
    for task in (load, tell):
        until_state(tenant, task, "cancelled")
        shown = tenant.viewer.get(f"tasks/{task['id']}").json
        expect_equal((shown["reason"], shown["ended_by"]), ("dependency", "SYSTEM"))
    dead = tenant.enqueue(type_="extract")
    waits = tenant.enqueue(type_="load", after=[dead["id"]])
    finish(tenant, "extract", "fail", error={"class": "permanent", "message": "no"})
    expect_equal(state_of(tenant, waits), "waiting")
    tenant.operator.post(f"queue/{dead['id']}/discard", {})
    until_state(tenant, waits, "cancelled")


@story
def runs_of_others_and_lists_that_are_wrong_are_refused(server):
    tenant, other = server.tenant(), server.tenant()
    own, foreign = tenant.enqueue(), other.enqueue()
    for ids, text in (([foreign["id"]], "item 0 names no run of this tenant"),
                      ([own["id"], NOBODY], "item 1 names no run of this tenant")):
        answer = tenant.producer.ask("POST", "tasks", {"type": "load", "after": ids})
        expect_problem(answer, 404, "not_found")
        expect_equal(text in answer.json["detail"], True)
    for fields, pointer in (({"after": []}, "/after"), ({"after": ["x"]}, "/after/0"),
                            ({"after": [own["id"]] * 101}, "/after"),
                            ({"on": "complete"}, "/on"),
                            ({"after": [own["id"]], "on": "start"}, "/on")):
        answer = tenant.producer.ask("POST", "tasks", {"type": "load", **fields})
        expect_problem(answer, 422, "invalid")
        expect_equal(answer.json["errors"][0]["pointer"], pointer)
    answer = tenant.producer.ask("POST", "tasks", {"type": "load", "after": [own["id"]] * 2})
    expect_problem(answer, 422, "invalid")
    answer = tenant.producer.post("tasks/bulk", {"tasks": [
        {"type": "load", "after": [foreign["id"]]}, {"type": "load", "after": [own["id"]]}]}, 200)
    results = answer.json["results"]
    expect_equal(results[0]["error"]["code"], "not_found")
    expect_equal(state_of(tenant, results[1]), "waiting")


@story
def the_runs_of_one_call_and_of_a_tenant_have_a_bound(server):
    tenant = server.tenant(quotas={"waiting_tasks": 1})
    ids = [tenant.enqueue()["id"] for _ in range(2)]
    tenant.enqueue(type_="load", after=ids)
    answer = tenant.producer.ask("POST", "tasks", {"type": "load", "after": ids})
    expect_problem(answer, 429, "quota")
    expect_equal("waiting_tasks" in answer.json["detail"], True)
    many = tenant.operator.post("tasks/bulk", {"tasks": [{"type": "many"}] * 100}, 200)
    hundred = [one["id"] for one in many.json["results"]]
    answer = tenant.producer.ask("POST", "tasks/bulk",
                                 {"tasks": [{"type": "load", "after": hundred}] * 101})
    expect_problem(answer, 422, "invalid")
