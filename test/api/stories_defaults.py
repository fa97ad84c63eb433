"""Defaults: what the description says counts where a field is left out really counts.

A walk of every field of every body: something is made or asked without the field, and what is in
force then is compared with the default that is declared, first where nobody says anything, then
where each of the settings that it names does. What shows nowhere stands in defaults.txt with the
reason.
"""
import json
import os
from datetime import datetime

from dialogue import (ROOT, Server, description_of, expect, expect_equal, numbers, query, story,
                      story_alone)
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
          "lease_ms": 20000, "timezone": TOKYO, "entity": "order:7", "user_id": "ann",
          "misfire": "skip", "grace_seconds": 77, "route": "ours",
          "backoff": {"kind": "exponential", "base_ms": 77000}}
NEXT = {"2d": "3d", "skip": "run_all", "ours": "theirs"}  # another one; a number is one more
SETTINGS = {  # a field that is another one of a type or tenant: its name there, and the value here
    "max_retries": ("max_attempts", lambda value: value - 1),
    "job_timeout_ms": ("timeout_seconds", lambda value: value * 1000),
    "retry_delay_seconds": ("backoff", lambda value: value["base_ms"] // 1000),
}
BY_STORIES_OF_THEIR_OWN = ("profile", "server")
# A profile that says so, and what: catalog/profiles.json.
PROFILES = {"lease_ms": ("enterprise", 300000), "require_key": ("broadcast", True),
            "priority_scale": ("guild", 5), "misfire": ("broadcast", "skip"),
            "grace_seconds": ("broadcast", 300), "unique_scope": ("billing", "forever")}
# Settings of a server, and what they say of each field.
SERVER = {"SCHEDULER_DEFAULT_MAX_RETRIES": "8", "SCHEDULER_DEFAULT_RETRY_DELAY_SECONDS": "7",
          "REMINDER_DEFAULT_SNOOZE_MINUTES": "45", "SCHEDULER_WINDOW_MINUTES": "25",
          "SCHEDULER_RETRY_DELAY_MINUTES": "3", "SCHEDULER_JOB_TIMEOUT_MS": "90000"}
BY_SERVER = {"JobInput.max_retries": 8, "JobInput.retry_delay_seconds": 7,
             "SnoozeInput.minutes": 45, "DailySettingsInput.window_minutes": 25,
             "DailySettingsInput.retry_delay_minutes": 3,
             "DailySettingsInput.job_timeout_ms": 90000,
             "TenantInput.quotas": None, "TypeInput.retention_days": None}  # see defaults.txt


# ---- what is in force of a body that says only what it must --------------------------------------


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def run_in_force(tenant, id_):
    """A run shows the timeout that it was given; the one in force shows in its lease."""
    lease = next(one for one in tenant.lease(max_=100) if one["run_id"] == id_)
    run, begun = tenant.run(id_), tenant.viewer.get(f"executions/{lease['execution_id']}").json
    span = moment(lease["deadline"]) - moment(begun["started_at"])
    return {**run, "timeout_seconds": round(span.total_seconds())}


def another(value):
    """Of a setting: one that differs, by which two sources are told apart."""
    if isinstance(value, dict):
        return {**value, "base_ms": value["base_ms"] + 1000}
    return NEXT.get(value, value) if isinstance(value, str) else value + 1


def task(tenant):
    """With a second one of the same key, which changes nothing."""
    key = f"k-{next(numbers)}"
    made = tenant.enqueue(TYPE, idempotency_key=key)
    tenant.enqueue(TYPE, 200, idempotency_key=key, payload={"again": True})
    run = run_in_force(tenant, made["id"])
    return {**run, "on_duplicate": "keep" if run["payload"] == {} else "replace"}


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
    body = {"type": TYPE, "items": list(range(101)), "idempotency_key": f"b-{next(numbers)}"}
    made = tenant.producer.post("batches", body, 201).json
    runs = children(tenant, made)
    sizes = [len(tenant.run(one["id"])["payload"]["items"]) for one in runs]
    begins = sorted(moment(one["run_at"]) for one in runs)
    spread = round((begins[-1] - begins[0]).total_seconds() * 1000)
    return {**run_in_force(tenant, runs[0]["id"]), "chunk_size": max(sizes),
            "chunk_pause_ms": spread, "chunk_jitter_ms": spread,
            "unique_scope": tenant.run(made["id"])["unique_scope"]}


def batch_child(tenant, **said):
    body = {"type": TYPE, "children": [{"payload": {}}], **said}
    return children(tenant, tenant.producer.post("batches", body, 201).json)[0]


def rule(tenant):
    event = f"happened.{next(numbers)}"
    made = tenant.operator.post("rules", {"event": event, "type": TYPE}, 201).json
    told = tenant.producer.post("events", {"id": event, "type": event}).json
    run = tenant.run(told["runs"][0]["id"])
    is_now = abs((moment(run["run_at"]) - moment(run["created_at"])).total_seconds()) < 1
    tenant.operator.delete(f"rules/{made['id']}", 204)
    return {**run, "creates": "task", "state": "active", "offsets": ["0"] if is_now else run}


def source(tenant):
    """A rule of its makes runs of whatever type, and what it sends is taken."""
    tenant.admin.put("secrets/door", {"value": "sesame"})
    made = tenant.admin.post("sources", {"secrets": ["door"]}, 201).json
    paused = tenant.admin.put(f"sources/{made['id']}", {"state": "paused"}).json
    return {"state": "active" if made != paused and "state" not in made else made["state"]}


def daily(tenant):
    """The run is one of today, so that it is due; the window one of tomorrow, so that it has not
    begun."""
    today, tomorrow = [
        tenant.producer.put(f"daily/person-{next(numbers)}", {"due_time": soon(minutes)}, 201).json
        for minutes in (20, -30)
    ]
    run = run_in_force(tenant, today["next"]["run_id"])
    window = moment(tomorrow["next"]["cutoff_at"]) - moment(tomorrow["next"]["attempt_at"])
    return {"job_timeout_ms": run["timeout_seconds"] * 1000, "type": run["type"],
            "window_minutes": window.total_seconds() / 60}


def backoff(tenant):
    """The longest wait that a preview tells of."""
    body = {"rule": "@daily", "max_retries": 20,
            "backoff": {"kind": "exponential", "base_ms": 3600000}}
    return {"max_ms": max(tenant.viewer.post("preview", body).json["retry_delays_ms"])}


def type_(tenant):
    """What it does to runs that give nothing: maintenance and quiet hours hold them."""
    run = task(tenant)
    tenant.operator.put("types/held", {"notifies": True})
    tenant.producer.put("users/eve", {"quiet_hours": {"windows": hours_now()}})
    reaches = tenant.enqueue(TYPE, user_id="eve")["id"], tenant.enqueue("held", user_id="eve")["id"]
    got = {one["run_id"] for one in tenant.lease(max_=100)}
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"maintenance": {"enabled": True}})
    held = tenant.enqueue(TYPE)["id"]
    late = {one["run_id"] for one in tenant.lease(max_=100)}
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"maintenance": None})
    return {**run, "maintenance": "pass" if held in late else "defer",
            "quiet": "pass" if reaches[1] in got else "hold", "notifies": reaches[0] not in got}


def settings(tenant):
    """Of a tenant: what it shows, else what becomes of what it makes."""
    shown = tenant.server.admin.get(f"tenants/{tenant.id}").json
    run, made = task(tenant), job(tenant)
    flagged = tenant.enqueue(TYPE, payload={"password": "x"})["id"]
    fast = {"code": "fast", "handler": TYPE, "cron_expression": "* * * * *"}
    faster = {**fast, "cron_expression": "*/59 * * * * *"}
    slow = tenant.producer.ask("POST", "jobs", fast).status == 201
    slow = slow and tenant.producer.ask("POST", "jobs", faster).status == 422
    last = tenant.producer.ask("POST", "tasks", {"type": TYPE, "priority": 9})
    tenant.operator.put(f"types/{TYPE}", {"notifies": True})
    tenant.producer.put("users/bob", {"quiet_hours": {"windows": hours_now()}})
    return {"weight": shown["weight"], "limit": shown["limit"],
            "lease_ms": lease(tenant)["lease_ms"],
            "require_key": shown["require_key"],
            "min_interval_seconds": 60 if slow else fast,
            "priority": run["priority"], "priority_scale": 10 if last.status == 201 else 5,
            "misfire": made["misfire"],
            "grace_seconds": made["grace_seconds"], "profile": shown.get("profile", "default"),
            "timezone": zone_by(tenant, user_id="bob")["timezone"],
            "payload_check": "off" if not tenant.run(flagged)["flagged"] else "flag"}


def hours(tenant):
    """A person's, which name no zone and are not switched on."""
    tenant.operator.put(f"types/{TYPE}", {"notifies": True})
    tenant.producer.put("users/ann", {"quiet_hours": {"windows": hours_now()}})
    zone = zone_by(tenant, user_id="ann")
    return {**zone, "enabled": zone["timezone"] == "UTC"}


def snooze(tenant):
    due = {"title": "t", "remind_at": "2030-01-01T00:00:00Z", "user_id": "ann"}
    id_ = tenant.producer.post("reminders", due, 201).json["id"]
    told = tenant.producer.post(f"reminders/{id_}/snooze").json
    span = moment(told["snoozed_until"]) - moment(due["remind_at"])  # it is not due yet
    return {"minutes": span.total_seconds() / 60}


def daily_person(tenant):
    body = {"due_time": "12:00"}
    return tenant.producer.put(f"daily/person-{next(numbers)}", body, 201).json


def daily_item(tenant):
    person = f"person-{next(numbers)}"
    tenant.producer.post("daily/bulk", {"windows": [{"user_id": person, "due_time": "12:00"}]})
    return tenant.viewer.get(f"daily/{person}").json


def ladder(tenant):
    body = {"entity": f"e:{next(numbers)}", "anchor": "2030-01-01T00:00:00Z", "offsets": ["0"],
            "type": TYPE}
    made = tenant.producer.post("ladders", body, 201).json
    return tenant.run(made["rungs"][0]["run_id"])


def backfill(tenant):
    made = job(tenant, schedule_type="CRON", cron_expression="@hourly")
    span = {"from": "2026-01-01T00:00:00Z", "to": "2026-01-01T03:00:00Z"}
    tenant.operator.post(f"jobs/{made['id']}/backfill", span, 201)
    rows = tenant.viewer.get(f"queue?job_id={made['id']}").json["data"]
    begins = sorted(max(moment(one["run_at"]), moment(one["created_at"])) for one in rows
                    if one["planned_at"] < "2026-01-02")
    expect_equal(len(begins), 4)
    return {"spread_seconds": (begins[-1] - begins[0]).total_seconds()}


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
    """A dry run answers 200 with a count, and begins nothing; all runs must be meant."""
    told = tenant.operator.ask("POST", "queue/cancel", {"type": "to.cancel"})
    unbounded = tenant.operator.ask("POST", "queue/cancel", {})
    return {"dry_run": told.status == 200, "all": unbounded.status != 422}


def retry(tenant):
    run = dead(tenant)
    mend(tenant, run)
    return {"discard_original": tenant.state(run["id"]) == "cancelled"}


def preview(tenant):
    """Of words the one that changes nothing where clocks change."""
    told = tenant.viewer.post("preview", {"rule": "@daily", "max_retries": 1}).json
    first = told["data"][0]
    seen = {"count": len(told["data"]), "retry_delay_seconds": told["retry_delays_ms"][0] // 1000,
            "timezone": "UTC" if first["at"].startswith(first["local"][:19]) else first}
    for word, rule_, start in (("dst_gap", "30 2 * * *", "2030-03-09T12:00"),
                               ("dst_overlap", "30 1 * * *", "2030-11-02T12:00")):
        body = {"rule": rule_, "timezone": "America/New_York", "after": start + ":00Z", "count": 4}
        plain = tenant.viewer.post("preview", body).json["data"]
        words = description_of(tenant.server).document["components"]["schemas"]["PreviewInput"]
        seen[word] = next(one for one in words["properties"][word]["enum"] if plain ==
                          tenant.viewer.post("preview", {**body, word: one}).json["data"])
    return seen


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
    made = tenant.admin.post("webhooks", body, 201).json
    return {"events": [], "all_tenants": False, **made}  # shown where they are given


def alert(tenant):
    return tenant.admin.post(f"jobs/{job(tenant)['id']}/alerts", {"alert_type": "FAILURE"},
                             201).json


def person(tenant):
    """Quiet hours count in the zone of the person."""
    tenant.operator.put(f"types/{TYPE}", {"notifies": True})
    tenant.producer.put("users/bob", {"quiet_hours": {"windows": hours_now()}})
    return zone_by(tenant, user_id="bob")


def event(tenant):
    """One without a version is taken, and counts as of this one."""
    body = {"id": "1", "type": "no.version"}
    tenant.producer.post("events", body)
    told = tenant.producer.post("events", {**body, "specversion": "1.0"}).json
    return {"specversion": "1.0" if told["duplicate"] else told}


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
    "BackfillInput": backfill,
    "BackoffInput": backoff,
    "CalendarInput": lambda tenant: tenant.operator.put("calendars/bare", {}).json,
    "CloudEventInput": event,
    "DailyInput": daily_person,
    "LadderInput": ladder,
    "QuietHoursInput": hours,
    "SnoozeInput": snooze,
    "SourceInput": source,
    "LeaseInput": lease,
    "TaskInput": task,
    "TaskBulkInput": bulk,
    "OperationInput": operation,
    "RetryInput": retry,
    "TypeInput": type_,
    "QueueInput": lambda tenant: tenant.server.admin.put("queues/wide", {}).json,
    "LimitInput": lambda tenant: tenant.operator.put("limits/host", {"rate": 7}).json,
    "TenantInput": settings,
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
    "DailyItemInput": daily_item,
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
        if source in BY_STORIES_OF_THEIR_OWN:
            continue
        if source == "batch":
            yield source, value, BARE[name](tenant, **{field: value})[field]
            continue
        say(tenant, source, TYPES.get(name, TYPE), setting, value)
        yield source, shown_as(value), BARE[name](tenant)[field]
        value = another(value)


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


def said_by(server, source):
    """The fields whose default that one says."""
    return {f"{name}.{field}": name for name, field, told in declared(server)
            if source in told.get("from", ())}


@story
def what_a_profile_says_counts_for_its_tenants(server):
    fields = said_by(server, "profile")
    expect_equal(set(fields), {f"TenantInput.{name}" for name in PROFILES})
    for field, (profile, value) in PROFILES.items():
        tenant = server.tenant(profile=profile)
        if field == "unique_scope":
            counts = tenant.run(tenant.enqueue(TYPE, idempotency_key="k")["id"])[field]
        elif field in ("misfire", "grace_seconds"):
            counts = job(tenant)[field]
        elif field == "lease_ms":
            counts = lease(tenant)[field]
        else:
            counts = tenant.server.admin.get(f"tenants/{tenant.id}").json[field]
        expect_equal((field, counts), (field, value))


@story_alone
def what_a_server_is_set_to_counts_where_nobody_says_more():
    with Server(**SERVER) as server:
        fields, known = said_by(server, "server"), exceptions()
        expect_equal(set(fields), set(BY_SERVER))
        for field, name in fields.items():
            if field not in known:
                counts = BARE[name](server.tenant())[field.partition(".")[2]]
                expect_equal((field, counts), (field, BY_SERVER[field]))


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
            word = json.dumps(value) if isinstance(value, bool) else value
            shown = tenant.admin.get(path + query(**{name: word})).json
            for answer in (plain, shown):
                answer.pop("next_cursor", None)
            if "now" not in plain and "from" not in plain:
                expect_equal(shown, plain, f"{path} {name}")
            walked += 1
    expect(walked > 20, f"only {walked} parameters with a default")
    page = tenant.viewer.get("tasks").json["data"]
    expect_equal(len(page), 50)
