"""A program on the classes that quicktype makes of doc/openapi.json: it posts a task, leases it,
reports on it, lists it and follows the events. The classes check each answer."""
import json

import belfry_types as api
from base import ask, events, refusal, told

TYPE = "generated.python"
WORKER = "python-1"


def post() -> api.TaskReceipt:
    task = api.TaskInput(
        type=TYPE, payload={"to": "ann", "copies": [1, 2]}, priority=3, idempotency_key="once"
    )
    with ask("POST", "tasks", task.to_dict()) as answer:
        made = api.TaskReceipt.from_dict(json.load(answer))
    assert answer.status == 201 and made.duplicate is False
    again = api.TaskReceipt.from_dict(told("POST", "tasks", task.to_dict()))
    assert again.duplicate is True and again.id == made.id
    return made


def refused() -> None:
    problem = refusal("POST", "tasks", {"type": TYPE, "priority": 99}, {})
    assert problem.errors and problem.errors[0].pointer == "/priority"


def lease() -> api.Lease:
    wish = api.LeaseInput(worker_id=WORKER, types=[TYPE], max=5, wait_ms=10000)
    return api.Leases.from_dict(told("POST", "worker/lease", wish.to_dict())).leases[0]


def report(given: api.Lease) -> None:
    result = api.ResultInput(
        execution_id=given.execution_id,
        outcome=api.ResultInputOutcome.SUCCESS,
        result={"sent": True},
    )
    body = api.ResultsInput(results=[result], worker_id=WORKER).to_dict()
    verdicts = api.ReportResults.from_dict(told("POST", "worker/results", body))
    assert verdicts.results[0].status == 200


def listed(made: api.TaskReceipt) -> None:
    page = api.RunList.from_dict(told("GET", f"tasks?type={TYPE}&state=done&limit=10"))
    runs = [run for run in page.data if run.id == made.id]
    assert len(runs) == 1 and runs[0].attempts == 1


def follow(made: api.TaskReceipt) -> api.Event:
    return next(one for one in events(f"run_id={made.id}") if one.type.value == "task.executed")


def main() -> None:
    made = post()
    refused()
    leased = lease()
    assert leased.run_id == made.id and leased.payload and leased.payload["to"] == "ann"
    report(leased)
    listed(made)
    assert follow(made).specversion == "1.0"
    print("ok")


main()
