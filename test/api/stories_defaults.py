"""Defaults: what the description says counts where a field is left out really counts.

A walk of every field of every body: something is made or asked without the field, and what is in
force then is compared with the default that is declared, first where nobody says anything, then
where each of the settings that it names does. What shows nowhere stands in defaults.txt with the
reason.
"""
import os
from datetime import datetime

from dialogue import ROOT, description_of, expect, expect_equal, numbers, query, story
from stories_daily import soon
from stories_gates import hours_now
from stories_retry import dead, mend

EXCEPTIONS = os.path.join(ROOT, "test", "api", "defaults.txt")
TYPE = "a.b"
TYPES = {"DailySettingsInput": "daily.run"}  # whose runs have another type
NORMAL = {"normal": 5}
TOKYO = "Asia/Tokyo"  # nine hours ahead

# What a setting of a type, tenant, person or batch says in place of the default.
OTHERS = {"priority": 2, "max_attempts": 7, "timeout_seconds": 77, "unique_scope": "2d",
          "lease_ms": 20000, "timezone": TOKYO, "entity": "order:7", "user_id": "ann"}
NEXT = {"2d": "3d"}  # another one; a number is one more
SETTINGS = {  # a field that is another one of a type or tenant: its name there, and the value here
    "max_retries": ("max_attempts", lambda value: value - 1),
    "job_timeout_ms": ("timeout_seconds", lambda value: value * 1000),
}


# ---- what is in force of a body that says only what it must --------------------------------------


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def run_in_force(tenant, id_):
    """A run shows the timeout that it was given; the one in force shows in its lease."""
    lease = next(one for one in tenant.lease(max_=100) if one["run_id"] == id_)
    run, begun = tenant.run(id_), tenant.viewer.get(f"executions/{lease['execution_id']}").json
    span = moment(lease["deadline"]) - moment(begun["started_at"])
    return {**run, "timeout_seconds": round(span.total_seconds())}


def task(tenant):
    return run_in_force(tenant, tenant.enqueue(TYPE, idempotency_key=f"k-{next(numbers)}")["id"])


def job(tenant, **fields):
    body = {"code": f"j-{next(numbers)}", "handler": TYPE, "schedule_type": "MANUAL", **fields}
    return tenant.producer.post("jobs", body, 201).json


def dependency(tenant):
    first = job(tenant)["id"]
    second = job(tenant, schedule_type="CRON", cron_expression="@daily",
                 dependencies=[{"depends_on_job_id": first}])
    return second["dependencies"][0]


def children(tenant, batch):
    return tenant.viewer.get(f"tasks?parent_id={batch['id']}").json["data"]


def batch(tenant):
    made = tenant.producer.post("batches", {"type": TYPE, "items": list(range(101))}, 201).json
    runs = children(tenant, made)
    sizes = [len(tenant.run(one["id"])["payload"]["items"]) for one in runs]
    begins = sorted(moment(one["run_at"]) for one in runs)
    spread = round((begins[-1] - begins[0]).total_seconds() * 1000)
    return {**run_in_force(tenant, runs[0]["id"]), "chunk_size": max(sizes),
            "chunk_pause_ms": spread, "chunk_jitter_ms": spread}


def batch_child(tenant, **said):
    body = {"type": TYPE, "children": [{"payload": {}}], **said}
    return children(tenant, tenant.producer.post("batches", body, 201).json)[0]


def rule(tenant):
    event = f"happened.{next(numbers)}"
    tenant.operator.post("rules", {"event": event, "type": TYPE}, 201)
    told = tenant.producer.post("events", {"id": event, "type": event}).json
    return tenant.run(told["runs"][0]["id"])


def daily(tenant):
    who = f"person-{next(numbers)}"
    made = tenant.producer.put(f"daily/{who}", {"due_time": soon(30)}, 201).json
    seconds = run_in_force(tenant, made["next"]["run_id"])["timeout_seconds"]
    return {"job_timeout_ms": seconds * 1000}


def lease(tenant):
    for _ in range(3):
        tenant.enqueue(TYPE, payload={"a": 1})
    got = tenant.worker.post("worker/lease", {"worker_id": "w-1"}).json["leases"]
    return {"max": len(got), "lease_ms": got[0]["lease_ms"], "drain": not got,
            "payload_as": "json" if got[0]["payload"] == {"a": 1} else "another"}


def bulk(tenant):
    tasks = [{"type": TYPE}, {"type": "a b"}]
    told = tenant.producer.ask("POST", "tasks/bulk", {"tasks": tasks})
    made = tenant.viewer.get(f"tasks?type={TYPE}").json["data"]
    return {"atomic": not made or told.status != 200}


def operation(tenant):
    """A dry run answers 200 with a count, and begins nothing."""
    told = tenant.operator.ask("POST", "queue/cancel", {"type": "to.cancel"})
    return {"dry_run": told.status == 200}


def retry(tenant):
    run = dead(tenant)
    mend(tenant, run)
    return {"discard_original": tenant.state(run["id"]) == "cancelled"}


def preview(tenant):
    told = tenant.viewer.post("preview", {"rule": "@daily"}).json
    return {"count": len(told["data"])}


def apply(tenant):
    body = {"jobs": [{"code": "applied", "handler": TYPE, "schedule_type": "MANUAL"}]}
    tenant.admin.post("apply", body)
    return {"dry_run": tenant.viewer.ask("GET", "jobs/applied").status == 404}


def claim(tenant):
    body = {"action_key": "a", "idempotency_key": f"k-{next(numbers)}"}
    told = tenant.worker.post("effects/claim", body).json
    span = moment(told["until"]) - moment(told["claimed_at"])
    return {**tenant.viewer.get("effects").json["data"][0], "ttl_seconds": span.total_seconds()}


def webhook(tenant):
    tenant.admin.put("secrets/door", {"value": "sesame"})
    body = {"url": "https://hooks.example.org/", "secrets": ["door"]}
    return tenant.admin.post("webhooks", body, 201).json


def alert(tenant):
    return tenant.admin.post(f"jobs/{job(tenant)['id']}/alerts", {"alert_type": "FAILURE"},
                             201).json


def person(tenant):
    """Quiet hours count in the zone of the person."""
    tenant.operator.put(f"types/{TYPE}", {"notifies": True})
    tenant.producer.put("users/bob", {"quiet_hours": {"windows": hours_now()}})
    return zone_by(tenant, user_id="bob")


def reminder(tenant):
    body = {"title": "t", "remind_at": "2030-01-01T00:00:00Z", "user_id": "ann"}
    return tenant.producer.post("reminders", body, 201).json


def zone_by(tenant, **fields):
    """Windows around now in UTC stand: who is held by them counts in UTC."""
    id_ = tenant.enqueue(TYPE, **fields)["id"]
    is_free = any(one["run_id"] == id_ for one in tenant.lease(max_=100))
    return {"timezone": TOKYO if is_free else "UTC"}


def maintenance(tenant):
    tenant.admin.put(f"tenants/{tenant.id}/settings",
                     {"maintenance": {"windows": [hours_now()]}})
    return zone_by(tenant)


def policy_rule(tenant):
    tenant.admin.put(f"tenants/{tenant.id}/settings",
                     {"policy_rules": [{"action": "defer", "windows": hours_now()}]})
    return zone_by(tenant)


BARE = {
    "LeaseInput": lease,
    "TaskInput": task,
    "TaskBulkInput": bulk,
    "OperationInput": operation,
    "RetryInput": retry,
    "TypeInput": task,
    "QueueInput": lambda tenant: tenant.server.admin.put("queues/wide", {}).json,
    "LimitInput": lambda tenant: tenant.operator.put("limits/host", {"rate": 7}).json,
    "TenantInput": lambda tenant: tenant.server.admin.get(f"tenants/{tenant.id}").json,
    "UserInput": person,
    "JobInput": job,
    "PreviewInput": preview,
    "ApplyInput": apply,
    "AlertInput": alert,
    "ServiceAlertInput": lambda tenant: tenant.server.admin.put("service-alerts/LATENCY", {}).json,
    "ReminderInput": reminder,
    "BatchInput": batch,
    "RuleInput": rule,
    "WebhookInput": webhook,
    "EffectClaimInput": claim,
    "MaintenanceInput": maintenance,
    "PolicyRuleInput": policy_rule,
    "DailySettingsInput": daily,
    "DependencyInput": dependency,
    "BatchChildInput": batch_child,
}


# ---- the walk ------------------------------------------------------------------------------------


def exceptions():
    """Each row with its reason."""
    with open(EXCEPTIONS, encoding="utf-8") as file:
        rows = [line.partition("#") for line in file]
    return {row.strip() for row, _, reason in rows if row.strip() and reason.strip()}


def declared(server):
    """(body, field, what is told of its default) of all."""
    for name, schema in description_of(server).document["components"]["schemas"].items():
        for field, inner in schema.get("properties", {}).items():
            if "default" in inner:
                yield name, field, {"else": inner["default"]}
            elif "x-default" in inner:
                yield name, field, inner["x-default"]


def say(tenant, source, type_, setting, value):
    """Somebody's setting says so."""
    if source == "tenant":
        tenant.admin.put(f"tenants/{tenant.id}/settings", {setting: value})
    elif source == "type":
        tenant.operator.put(f"types/{type_}", {setting: value})
    else:
        expect_equal(source, "person")
        tenant.producer.put("users/ann", {setting: value})


def follow(server, name, field, sources):
    """(source, what is to be in force, what is) of each of them, the one that counts last first, so
    that each must win over those before."""
    tenant = server.tenant()
    setting, shown_as = SETTINGS.get(field, (field, lambda value: value))
    value = OTHERS.get(setting)
    for source in reversed(sources):
        if source == "batch":
            yield source, value, BARE[name](tenant, **{field: value})[field]
            continue
        say(tenant, source, TYPES.get(name, TYPE), setting, value)
        yield source, shown_as(value), BARE[name](tenant)[field]
        value = NEXT.get(value, value) if isinstance(value, str) else value + 1


@story
def every_default_that_is_declared_is_the_one_that_counts(server):
    known, used, wrong, walked, bare = exceptions(), set(), [], 0, {}
    for name, field, told in declared(server):
        walked += 1
        if f"{name}.{field}" in known:
            used.add(f"{name}.{field}")
            continue
        if name not in BARE:
            wrong.append(f"{name}.{field}: nothing is made of it")
            continue
        if name not in bare:
            bare[name] = BARE[name](server.tenant())
        rows = list(follow(server, name, field, told.get("from", ())))
        if "else" in told:
            wanted = told["else"]
            wanted = NORMAL.get(wanted, wanted) if field == "priority" else wanted
            rows.append(("nobody", wanted, bare[name].get(field, "nothing that is shown")))
        wrong += [f"{name}.{field}: where {source} says so: declared {wanted!r}, counts {counts!r}"
                  for source, wanted, counts in rows if wanted != counts]
    wrong += [f"defaults.txt: not needed: {row}" for row in sorted(known - used)]
    expect(not wrong, f"{len(wrong)} of {walked}\n" + "\n".join(wrong))
    expect(walked > 50, f"only {walked}")


@story
def a_parameter_that_is_left_out_counts_as_its_default(server):
    """Of every list and every question."""
    tenant = server.tenant()
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a.b"}] * 60})
    walked = 0
    for path, methods in description_of(server).document["paths"].items():
        if "{" in path or "get" not in methods or "x-system-only" in methods["get"]:
            continue
        given = {
            one["name"]: one["schema"]["default"]
            for one in methods["get"]["parameters"]
            if "default" in one.get("schema", {})
        }
        for name, value in given.items():
            plain = tenant.admin.get(path).json
            shown = tenant.admin.get(path + query(**{name: value})).json
            for answer in (plain, shown):
                answer.pop("next_cursor", None)
            if "now" not in plain and "from" not in plain:
                expect_equal(shown, plain, f"{path} {name}")
            walked += 1
    expect(walked > 20, f"only {walked} parameters with a default")
    page = tenant.viewer.get("tasks").json["data"]
    expect_equal(len(page), 50)
