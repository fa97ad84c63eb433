"""A program on the classes that quicktype makes of doc/openapi.json, unchanged: it posts a task,
leases it, reports on it, lists it and follows the events. The classes check each answer."""
import json
import os
import urllib.error
import urllib.request
from typing import Any, Dict, Optional

import belfry_types as api

BASE = os.environ["BELFRY_URL"] + "/api/v1/scheduler/"
TOKEN = os.environ["BELFRY_TOKEN"]
TYPE = "generated.python"
WORKER = "python-1"


def ask(
    method: str, path: str, body: Optional[Dict[str, Any]] = None, accept: str = "application/json"
) -> Any:
    """The answer, still open."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": accept}
    if data is not None:
        headers["Content-Type"] = "application/json"
    if accept == "text/event-stream":
        headers["Last-Event-ID"] = "0-0"
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=60)


def post() -> api.TaskReceipt:
    task = api.TaskInput(
        type=TYPE, payload={"to": "ann", "copies": [1, 2]}, priority=3, idempotency_key="once"
    )
    with ask("POST", "tasks", task.to_dict()) as answer:
        made = api.TaskReceipt.from_dict(json.load(answer))
    assert answer.status == 201 and made.duplicate is False
    with ask("POST", "tasks", task.to_dict()) as answer:
        again = api.TaskReceipt.from_dict(json.load(answer))
    assert again.duplicate is True and again.id == made.id
    return made


def refused() -> None:
    try:
        ask("POST", "tasks", {"type": TYPE, "priority": 99})
    except urllib.error.HTTPError as error:
        problem = api.Problem.from_dict(json.load(error))
        assert problem.errors and problem.errors[0].pointer == "/priority"
        return
    raise AssertionError("priority 99 was taken")


def lease() -> api.Lease:
    wish = api.LeaseInput(worker_id=WORKER, types=[TYPE], max=5, wait_ms=10000)
    with ask("POST", "worker/lease", wish.to_dict()) as answer:
        return api.Leases.from_dict(json.load(answer)).leases[0]


def report(given: api.Lease) -> None:
    result = api.ResultInput(
        execution_id=given.execution_id,
        outcome=api.ResultInputOutcome.SUCCESS,
        result={"sent": True},
    )
    results = api.ResultsInput(results=[result], worker_id=WORKER)
    with ask("POST", "worker/results", results.to_dict()) as answer:
        told = api.ReportResults.from_dict(json.load(answer))
    assert told.results[0].status == 200


def listed(made: api.TaskReceipt) -> None:
    with ask("GET", f"tasks?type={TYPE}&state=done&limit=10") as answer:
        page = api.RunList.from_dict(json.load(answer))
    runs = [run for run in page.data if run.id == made.id]
    assert len(runs) == 1 and runs[0].attempts == 1


def follow(made: api.TaskReceipt) -> api.Event:
    """The stream has no end: it is read until the event that is looked for."""
    with ask("GET", f"events?run_id={made.id}", accept="text/event-stream") as stream:
        for line in stream:
            if not line.startswith(b"data:"):
                continue
            event = api.Event.from_dict(json.loads(line[5:]))
            if event.type.value == "task.executed":
                return event
    raise AssertionError("the stream ended")


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
