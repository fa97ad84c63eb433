"""A walk through the rest of the API on the same classes: jobs, dead letters, many runs together,
reminders, events that make tasks, effects, settings, and what is told of all of them."""
from typing import Optional
from uuid import UUID

import belfry_types as api
from base import ask, events, refusal, told

TYPE = "tour.python"
WORKER = "python-2"


def work(
    run: UUID, outcome: api.ResultInputOutcome, error: Optional[api.ErrorInput] = None
) -> UUID:
    wish = api.LeaseInput(worker_id=WORKER, types=[TYPE], max=1, wait_ms=10000)
    lease = api.Leases.from_dict(told("POST", "worker/lease", wish.to_dict())).leases[0]
    assert lease.run_id == run
    beat = api.BeatInput(execution_id=lease.execution_id, progress_percent=50)
    beats = api.HeartbeatInput(worker_id=WORKER, executions=[beat]).to_dict()
    heard = api.HeartbeatResult.from_dict(told("POST", "worker/heartbeat", beats))
    assert heard.extended == [lease.execution_id]
    result = api.ResultInput(execution_id=lease.execution_id, outcome=outcome, error=error)
    body = api.ResultsInput(worker_id=WORKER, results=[result]).to_dict()
    verdicts = api.ReportResults.from_dict(told("POST", "worker/results", body))
    assert verdicts.results[0].status == 200
    return lease.execution_id


def jobs() -> None:
    wish = api.PreviewInput(rule="0 9 * * 1", count=3).to_dict()
    assert len(api.Preview.from_dict(told("POST", "preview", wish)).data) == 3
    body = api.JobInput(
        code="weekly-python", handler=TYPE, cron_expression="0 9 * * 1", parameters={"a": [1]}
    ).to_dict()
    job = api.Job.from_dict(told("POST", "jobs", body))
    assert job.schedule_type.value == "CRON" and job.misfire.value == "run_once"
    change = api.JobInput(description="each Monday").to_dict()
    lost = refusal("PUT", f"jobs/{job.id}", change, {"If-Match": '"no-such-version"'})
    assert lost.status == 412
    run = api.JobRun.from_dict(told("POST", f"jobs/{job.id}/run", api.JobRunInput().to_dict()))
    execution = work(run.id, api.ResultInputOutcome.SUCCESS)
    shown = api.Execution.from_dict(told("GET", f"executions/{execution}"))
    assert shown.job_id == job.id and shown.progress_percent == 50
    pause = api.JobPauseInput(reason="holiday").to_dict()
    paused = api.Job.from_dict(told("POST", f"jobs/{job.id}/pause", pause))
    assert paused.pause and paused.pause.reason == "holiday"
    with ask("DELETE", f"jobs/{job.id}") as answer:
        assert answer.status == 204


def dead_letters() -> None:
    task = api.TaskReceipt.from_dict(told("POST", "tasks", api.TaskInput(type=TYPE).to_dict()))
    gone = api.ErrorInput(openapi_class="permanent", message="it is gone")
    work(task.id, api.ResultInputOutcome.FAIL, gone)
    why = api.Why.from_dict(told("GET", f"queue/{task.id}/why"))
    assert why.state.value == "failed"
    edited = api.RetryInput(payload={"to": "ben"}, discard_original=True).to_dict()
    copy = api.RunCopy.from_dict(told("POST", f"queue/{task.id}/retry", edited))
    assert copy.copied_from == task.id
    dry = api.OperationInput(type=TYPE, dry_run=True).to_dict()
    assert api.OperationCount.from_dict(told("POST", "queue/cancel", dry)).count == 1
    begun = told("POST", "queue/cancel", api.OperationInput(type=TYPE).to_dict())
    operation = api.Operation.from_dict(begun)
    while operation.state.value == "running":
        operation = api.Operation.from_dict(told("GET", f"operations/{operation.id}"))
    assert operation.state.value == "done"


def together() -> None:
    items = api.BatchInput(type=TYPE, items=[1, "two", {"three": 3}], chunk_size=2).to_dict()
    made = api.BatchReceipt.from_dict(told("POST", "batches", items))
    batch = api.Batch.from_dict(told("GET", f"batches/{made.id}"))
    assert batch.pending == 2
    api.RunState.from_dict(told("POST", f"queue/{made.id}/cancel", {}))
    rungs = api.LadderInput(
        entity="event:43", anchor="2099-01-01T09:00:00Z", offsets=["-24h", "0"], type=TYPE
    ).to_dict()
    ladder = api.Ladder.from_dict(told("POST", "ladders", rungs))
    assert ladder.rungs[0].offset == "-24h"
    stop = api.LadderStopInput(reason="moved").to_dict()
    stopped = api.LadderChange.from_dict(told("POST", "ladders/event:43/stop", stop))
    assert stopped.cancelled == 2


def reminders() -> None:
    person = api.UserInput(timezone="Asia/Tokyo", channels=["in_app"]).to_dict()
    assert api.User.from_dict(told("PUT", "users/dee", person)).timezone == "Asia/Tokyo"
    body = api.ReminderInput(
        user_id="dee", title="Water", remind_at="2099-01-01T09:00", recurrence_rule="FREQ=WEEKLY"
    ).to_dict()
    made = api.Reminder.from_dict(told("POST", "reminders", body))
    assert made.timezone == "Asia/Tokyo"
    snooze = api.SnoozeInput(minutes=15).to_dict()
    later = api.Reminder.from_dict(told("POST", f"reminders/{made.id}/snooze", snooze))
    assert later.status.value == "SNOOZED"
    mine = api.ReminderList.from_dict(told("GET", "reminders?user_id=dee&status=SNOOZED"))
    assert len(mine.data) == 1 and mine.next_cursor is None


def incoming_events() -> None:
    rule = api.RuleInput(event="invoice.due", type=TYPE, payload={"to": "{data.to}"}).to_dict()
    assert api.Rule.from_dict(told("POST", "rules", rule)).event == "invoice.due"
    event = api.CloudEventInput(id="1", source=TYPE, type="invoice.due", data={"to": "cy"})
    receipt = api.EventReceipt.from_dict(told("POST", "events", event.to_dict()))
    id_ = receipt.runs[0].id
    assert id_
    run = api.Run.from_dict(told("GET", f"queue/{id_}"))
    assert run.payload and run.payload["to"] == "cy"
    work(id_, api.ResultInputOutcome.SUCCESS)
    seen = next(one for one in events(f"run_id={id_}") if one.type.value == "task.executed")
    assert seen.data.run_id == id_


def effects() -> None:
    wish = api.EffectClaimInput(action_key="charge.card", idempotency_key="order:8").to_dict()
    claim = api.EffectClaim.from_dict(told("POST", "effects/claim", wish))
    assert claim.first
    body = api.EffectCompleteInput(claim_id=claim.claim_id, result={"charged": 5}).to_dict()
    done = api.EffectState.from_dict(told("POST", "effects/complete", body))
    assert done.state.value == "done"
    again = api.EffectClaim.from_dict(told("POST", "effects/claim", wish))
    assert not again.first and again.result == {"charged": 5}


def settings() -> None:
    backoff = api.BackoffInput(kind=api.BackoffKind.STEPS, steps_ms=[1000, 2000])
    told("PUT", f"types/{TYPE}", api.TypeInput(backoff=backoff, handler={"kind": "pull"}).to_dict())
    types = api.TypeList.from_dict(told("GET", "types")).data
    assert next(one for one in types if one.name == TYPE).backoff.steps_ms == [1000, 2000]
    days = api.CalendarInput(dates=["2099-12-25"]).to_dict()
    assert api.Calendar.from_dict(told("PUT", "calendars/days-off", days)).name == "days-off"


def webhooks() -> None:
    """What a generated class gives is what the server takes: made, read, paused, deleted."""
    secret = api.SecretInput(value="whsec_c2VzYW1lIG9wZW4gc2VzYW1lIQ==").to_dict()
    assert api.Secret.from_dict(told("PUT", "secrets/door-python", secret)).name == "door-python"
    body = api.WebhookInput(
        url="https://hooks.example.org/", secrets=["door-python"], events=["run.dlq"]
    ).to_dict()
    hook = api.Webhook.from_dict(told("POST", "webhooks", body))
    assert hook.events == ["run.dlq"] and hook.state.value == "active"
    change = api.WebhookInput(state=api.RuleState.PAUSED).to_dict()
    paused = api.Webhook.from_dict(told("PUT", f"webhooks/{hook.id}", change))
    assert paused.state.value == "paused"
    tried = api.RunList.from_dict(told("GET", f"webhooks/{hook.id}/deliveries"))
    assert tried.data == [] and tried.next_cursor is None
    with ask("DELETE", f"webhooks/{hook.id}") as answer:
        assert answer.status == 204


def reports() -> None:
    assert api.Stats.from_dict(told("GET", "stats?by=type")).data
    assert len(api.Forecast.from_dict(told("GET", "forecast?hours=1")).counts) == 1
    entries = api.AuditEntryList.from_dict(told("GET", "audit?action=job.pause"))
    assert entries.data[0].action == "job.pause"
    me = api.Me.from_dict(told("GET", "me"))
    assert me.role.value == "admin" and "createTask" in me.operations


def main() -> None:
    jobs()
    dead_letters()
    together()
    reminders()
    incoming_events()
    effects()
    settings()
    webhooks()
    reports()
    print("ok")


main()
