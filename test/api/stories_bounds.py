"""Bounds: what the description allows of a field is taken, what lies beyond it is refused there.

A walk of every field of every body: the least and the greatest value, each word, the longest text
and list are sent to something that is there, then each of them one further. Fields whose good
values are made of more than letters have samples here; what is refused within its declared bound
for another reason stands in bounds.txt with that reason.
"""
import os

from description import UNDERSTOOD, resolve
from dialogue import ABSENT, ROOT, description_of, expect, expect_equal, query, story
from stories_routes import furnish

EXCEPTIONS = os.path.join(ROOT, "test", "api", "bounds.txt")
INSTANT = "2030-01-01T00:00:00Z"
REFUSED = (400, 403, 413, 422)

# How each body is sent: who sends it, method, path, and the fields that it needs. {kind}: the thing
# of furnish().
BASES = {
    "TaskInput": ("producer", "POST", "tasks", {"type": "a.b"}),
    "TaskBulkInput": ("producer", "POST", "tasks/bulk", {"tasks": []}),
    "RescheduleInput": ("producer", "PUT", f"tasks/{ABSENT}/reschedule", {"in": "1h"}),
    "OperationInput": ("producer", "POST", "queue/cancel", {"type": "no.such", "dry_run": True}),
    "RetryInput": ("operator", "POST", f"queue/{ABSENT}/retry", {}),
    "OperateInput": ("producer", "POST", f"queue/{ABSENT}/cancel", {}),
    "PauseInput": ("operator", "POST", "resume", {"scope": "type", "type": "a.b"}),
    "LeaseInput": ("worker", "POST", "worker/lease", {"worker_id": "w-9"}),
    "HeartbeatInput": ("worker", "POST", "worker/heartbeat", {"worker_id": "w-9"}),
    "ResultsInput": ("worker", "POST", "worker/results", {"worker_id": "w-9"}),
    "TypeInput": ("operator", "PUT", "types/a.b", {}),
    "QueueInput": ("system", "PUT", "queues/wide", {}),
    "LimitInput": ("operator", "PUT", "limits/host", {"rate": 7}),
    "TenantInput": ("system", "PUT", "tenants/{tenants}", {}),
    "UserInput": ("admin", "PUT", "users/somebody", {}),
    "TokenInput": ("admin", "POST", "tokens", {"role": "worker"}),
    "SecretInput": ("admin", "PUT", "secrets/box", {"value": "v"}),
    "JobInput": ("admin", "POST", "jobs", {"handler": "h", "schedule_type": "MANUAL"}),
    "JobRunInput": ("producer", "POST", "jobs/{jobs}/run", {}),
    "JobPauseInput": ("operator", "POST", "jobs/{jobs}/pause", {}),
    "BackfillInput": ("operator", "POST", "jobs/{jobs}/backfill",
                      {"from": "2024-03-01T00:00:00Z", "to": "2024-03-02T00:00:00Z"}),
    "PreviewInput": ("viewer", "POST", "preview", {"rule": "@daily"}),
    "ApplyInput": ("admin", "POST", "apply", {"jobs": [], "dry_run": True}),
    "AlertInput": ("operator", "PUT", "jobs/{jobs}/alerts/{rule}", {}),
    "ServiceAlertInput": ("system", "PUT", "service-alerts/NO_WORKER", {}),
    "ServiceTestInput": ("system", "POST", "service-alerts/NO_WORKER/test", {}),
    "CalendarInput": ("operator", "PUT", "calendars/free", {}),
    "ReminderInput": ("producer", "POST", "reminders",
                      {"title": "t", "remind_at": INSTANT, "user_id": "somebody"}),
    "SnoozeInput": ("producer", "POST", f"reminders/{ABSENT}/snooze", {}),
    "DailyBulkInput": ("producer", "POST", "daily/bulk", {"windows": []}),
    "DailyInput": ("producer", "PUT", "daily/bob", {"due_time": "09:00"}),
    "BatchInput": ("producer", "POST", "batches", {"type": "a.b", "items": [1]}),
    "CloudEventInput": ("producer", "POST", "events", {"id": "1", "type": "nobody.waits"}),
    "RuleInput": ("operator", "PUT", "rules/{rules}", {}),
    "RuleTestInput": ("operator", "POST", "rules/{rules}/test",
                      {"sample": {"id": "1", "type": "order.created"}}),
    "SourceInput": ("operator", "PUT", "sources/{sources}", {}),
    "WebhookInput": ("operator", "PUT", "webhooks/{webhooks}", {}),
    "WebhookReplayInput": ("operator", "POST", "webhooks/{webhooks}/replay", {}),
    "LadderInput": ("producer", "POST", "ladders",
                    {"entity": "event:9", "anchor": INSTANT, "offsets": ["0"], "type": "a.b"}),
    "LadderMoveInput": ("producer", "PUT", "ladders/{ladders}", {"anchor": INSTANT}),
    "LadderStopInput": ("producer", "POST", "ladders/no:such/stop", {}),
    "EffectClaimInput": ("worker", "POST", "effects/claim",
                         {"action_key": "a", "idempotency_key": "k"}),
    "EffectCompleteInput": ("worker", "POST", "effects/complete", {"claim_id": ABSENT}),
    "EffectReleaseInput": ("admin", "POST", "effects/release", {"claim_id": ABSENT}),
}
# Other fields that a field goes with; None: it stands instead of that one.
BESIDE = {
    "RescheduleInput.run_at": {"in": None},
    "LeaseInput.wait_ms": {"drain": True},  # which is answered at once
    "JobInput.cron_expression": {"schedule_type": "CRON"},
    "JobInput.interval_seconds": {"schedule_type": "INTERVAL"},
    "JobInput.recurrence_rule": {"schedule_type": "RRULE"},
    "JobInput.run_at": {"schedule_type": "ONCE"},
    "JobInput.rdates": {"schedule_type": "RRULE", "recurrence_rule": "FREQ=DAILY"},
    "TaskInput.on": {"after": [ABSENT]},
    "TaskInput.reference_type": {"reference_id": "7"},
    "TaskInput.reference_id": {"reference_type": "order"},
    "RetryInput.discard_original": {"payload": {}},
    "PauseInput.scope": {"queue": "default", "job_id": "report"},
    "ResultInput.defer_until": {"outcome": "defer"},
    "ResultInput.retry_after_ms": {"outcome": "retry"},
    "BackoffInput.steps_ms": {"kind": "steps", "base_ms": None},
    "QuietHoursInput.start": {"end": "07:00"},
    "QuietHoursInput.end": {"start": "22:00"},
    "TypeInput.fatal": {"retryable": []},
    "TokenInput.role": {"user_id": "somebody"},
    "AlertInput.notification_channels": {"recipients": ["somebody"]},
    "ServiceAlertInput.notification_channels": {"recipients": ["somebody"]},
    "ReminderInput.is_recurring": {"recurrence_rule": "FREQ=DAILY"},
    "RuleInput.creates": {"user_id": "somebody"},
    "JobInput.type": {"handler": None},
    "JobInput.start_at": {"schedule_type": "CRON", "cron_expression": "@daily"},
    "JobInput.exdates": {"schedule_type": "CRON", "cron_expression": "@daily"},
    "JobInput.exclude": {"schedule_type": "CRON", "cron_expression": "@daily"},
    "JobInput.dependencies": {"schedule_type": "CRON", "cron_expression": "@daily"},
    "BatchInput.children": {"items": None},
    "PauseInput.queue": {"scope": "queue", "type": None},
    "PauseInput.job_id": {"scope": "job", "type": None},
    "PreviewInput.rdates": {"rule": "FREQ=DAILY"},
}
# Parameters that are no plain text, or go with another one; `after` is the id of an event.
MADE_OF_MORE = ("cursor", "after", "from", "last_date", "due_from", "due_until")
# Bodies inside others: a body that has all that is required.
INNER = {
    "ResultInput": {"execution_id": ABSENT, "outcome": "success"},
    "BeatInput": {"execution_id": ABSENT},
    "AuditEventInput": {"event": "done"},
    "BackoffInput": {"kind": "exponential", "base_ms": 1000},
    "DependencyInput": {"depends_on_job_id": "report"},
    "CalendarRuleInput": {"rule": "FREQ=YEARLY", "start": "2025-01-01"},
    "BatchChildInput": {"payload": {}},
    "DailyItemInput": {"user_id": "bob", "due_time": "09:00"},
    "FallbackInput": {"type": "another.way"},
    "JobInput": {"code": "j", "handler": "h"},
    "TaskInput": {"type": "a.b"},
    "PolicyRuleInput": {"action": "allow"},
    "PolicyHookInput": {"url": "https://hook.example/"},
}
# Good values of a field, by its place or its name alone.
SAMPLES = {
    "timezone": lambda _: "Europe/London",
    "run_at": lambda _: INSTANT,
    "remind_at": lambda _: INSTANT,
    "anchor": lambda _: INSTANT,
    "RuleInput.anchor": lambda _: "data.due_at",
    "until": lambda _: INSTANT,
    "deadline_at": lambda _: INSTANT,
    "defer_until": lambda _: INSTANT,
    "expires_at": lambda _: INSTANT,
    "from": lambda _: "2024-03-01T00:00:00Z",
    "to": lambda _: "2024-03-01T00:00:00Z",
    "after": lambda _: INSTANT,
    "in": lambda _: "10m",
    "unique_scope": lambda _: "24h",
    "state": lambda _: "queued",
    "cron_expression": lambda _: "0 9 * * *",
    "recurrence_rule": lambda _: "FREQ=DAILY",
    "recurrence_end_date": lambda _: "2031-01-01",
    "rule": lambda _: "FREQ=DAILY",
    "start": lambda _: "2025-01-01",
    "QuietHoursInput.start": lambda _: "22:00",
    "QuietHoursInput.end": lambda _: "07:00",
    "start_at": lambda _: INSTANT,
    "PreviewInput.kind": lambda _: "cron",
    "PreviewInput.rule": lambda _: "0 9 * * *",
    "rdates": lambda number: f"2031-01-01T{number // 60 % 24:02}:{number % 60:02}:00Z",
    "exdates": lambda number: f"2031-01-01T{number // 60 % 24:02}:{number % 60:02}:00Z",
    "exclude": lambda _: "holidays",
    "dates": lambda number: f"{2030 + number // 336}-{number // 28 % 12 + 1:02}-"
                            f"{number % 28 + 1:02}",
    "due_time": lambda _: "09:00",
    "offsets": lambda number: f"{number}h",
    "LadderInput.offsets": lambda number: f"{number}h",
    "url": lambda _: "https://hook.example/",
    "events": lambda _: "run.*",
    "secrets": lambda number: f"s{number}",
    "notification_channels": lambda _: "in_app",
    "recipients": lambda number: f"user-{number}",
    "queue": lambda _: "default",
    "queues": lambda _: "default",
    "CloudEventInput.specversion": lambda _: "1.0",
    "DependencyInput.depends_on_job_id": lambda _: "report",
    "job_id": lambda _: "report",
    "resumes": lambda _: "report",
    "template": lambda _: "order.created",
    "since": lambda _: INSTANT,
    "getStats.to": lambda _: INSTANT,
    "getStats.by": lambda _: "minute,type",
    "getStats.step": lambda _: "5m",
    "listEvents.event": lambda _: "run.*",
}


def exceptions():
    """Each row with its reason."""
    with open(EXCEPTIONS, encoding="utf-8") as file:
        rows = [line.partition("#") for line in file]
    return {row.strip() for row, _, reason in rows if row.strip() and reason.strip()}


def sample(place, number):
    """A good text of the field, one of many."""
    given = SAMPLES.get(place, SAMPLES.get(place.rpartition(".")[2]))
    return given(number) if given else f"x{number}"


def texts(schema, place):
    """(what, value, whether it is allowed) of a string."""
    if "enum" in schema:
        yield from ((f"word {word}", word, True) for word in schema["enum"] if word is not None)
        yield "no word of it", "nonsense", False
        return
    if schema.get("format") == "uuid":
        yield "an id", ABSENT, True
        yield "no id", "x" * 36, False
        return
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if place in SAMPLES or place.rpartition(".")[2] in SAMPLES:
        yield "a sample", sample(place, 1), True
    else:
        yield "shortest", "x" * least, True
        if most:
            yield "longest", "x" * most, True
        if most and most > 1 and "pattern" not in schema:
            yield "not ASCII", "\u00e9" * (most // 2), True
    if most:
        yield "too long", "x" * (most + 1), False
    if least:
        yield "too short", "x" * (least - 1), False
    if "pattern" in schema:
        yield "pattern", "a b", False
    if "x-max-bytes" in schema and schema["x-max-bytes"] // 2 < most:
        yield "too many bytes", "\u00e9" * (schema["x-max-bytes"] // 2 + 1), False


def integers(schema):
    if "minimum" in schema:
        yield "least", schema["minimum"], True
        yield "too little", schema["minimum"] - 1, False
    if "maximum" in schema:
        yield "greatest", schema["maximum"], True
        yield "too much", schema["maximum"] + 1, False


def arrays(document, schema, place):
    items = resolve(document, schema["items"])
    if items.get("type") == "string":
        def many(count):
            return [sample(place, number) for number in range(count)]
    elif items.get("type") == "integer":
        def many(count):
            return [items["minimum"]] * count
    elif "properties" in items:
        def many(count):
            return [dict(INNER.get(schema["items"]["$ref"].rpartition("/")[2], {}))] * count
    else:
        return
    yield "fewest", many(schema.get("minItems", 0)), True
    if schema.get("minItems"):
        yield "too few", many(schema["minItems"] - 1), False
    if "maxItems" in schema:
        yield "most", many(schema["maxItems"]), True
        yield "too many", many(schema["maxItems"] + 1), False


def objects(schema):
    most = schema.get("x-max-bytes")
    if most and "properties" not in schema:
        frame = len('{"a": ""}')
        yield "largest", {"a": "x" * (most - frame)}, True
        yield "too large", {"a": "x" * (most - frame + 1)}, False


def kinds_of(schema):
    kinds = schema.get("type", [])
    return [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if kind != "null"]


def probes(document, schema, place):
    schema = resolve(document, schema)
    for inner in schema.get("anyOf", ()):
        yield from probes(document, inner, place)
    for kind in kinds_of(schema):
        if kind == "string":
            yield from texts(schema, place)
        elif kind == "integer":
            yield from integers(schema)
        elif kind == "boolean":
            yield from (("true", True, True), ("false", False, True))
        elif kind == "array":
            yield from arrays(document, schema, place)
        elif kind == "object":
            yield from objects(schema)


def nested(document, schema):
    """(name, is_list) of the body inside, or None."""
    options = [schema, *schema.get("anyOf", ())]
    for one in options:
        if "$ref" in one:
            return one["$ref"].rpartition("/")[2], False
        if "$ref" in one.get("items", {}):
            return one["items"]["$ref"].rpartition("/")[2], True
    return None


def cases(document, name, base):
    """(place, what, body, pointer, whether it is allowed) of all fields, and of those inside."""
    for field, schema in document["components"]["schemas"][name]["properties"].items():
        if field == "tenant_id":
            continue
        place = f"{name}.{field}"
        beside = {**base, **BESIDE.get(place, {})}
        beside = {key: value for key, value in beside.items() if value is not None}
        for what, value, is_allowed in probes(document, schema, place):
            yield place, what, {**beside, field: value}, f"/{field}", is_allowed
        inside = nested(document, schema)
        if not inside or inside[0] in BASES or inside[0] == name:
            continue
        good = INNER.get(inside[0], {})
        for inner in cases(document, inside[0], good):
            value = [inner[2]] if inside[1] else inner[2]
            pointer = f"/{field}/0{inner[3]}" if inside[1] else f"/{field}{inner[3]}"
            yield inner[0], inner[1], {**beside, field: value}, pointer, inner[4]


def refusal(answer, pointer):
    """The pointers at fault, where it was refused; an item of a list may be refused alone."""
    if answer.status in REFUSED:
        problem = answer.json
        return [one.get("pointer") for one in problem.get("errors", ())] or [problem["detail"]]
    if answer.status >= 400 or not answer.body:
        expect(answer.status < 400 or answer.status in UNDERSTOOD, f"{answer!r}")
        return []
    said = answer.json
    listed = [said.get(name) for name in ("results", "refused")]
    return [one["pointer"] for rows in listed if isinstance(rows, list) for one in rows
            if (one.get("status") == 422 or "error" in one) and "pointer" in one]


@story
def every_bound_that_is_declared_is_the_one_that_counts(server):
    document = description_of(server).document
    tenant = server.tenant()
    things = furnish(tenant)
    things["rule"] = tenant.admin.post(f"jobs/{things['jobs']}/alerts", {"alert_type": "FAILURE"},
                                       201).json["id"]
    known, used, wrong, asked = exceptions(), set(), [], 0
    clients = {"system": server.admin}
    for name, (role, method, path, base) in BASES.items():
        client = clients.get(role) or getattr(tenant, role)
        for place, what, body, pointer, is_allowed in cases(document, name, base):
            asked += 1
            answer = client.ask(method, path.format(**things), body)
            found = refusal(answer, pointer)
            is_good = not found if is_allowed else found == [pointer]
            row = f"{place} {what}"
            if is_good:
                continue
            if row in known:
                used.add(row)
                continue
            said = answer.json.get("detail", found) if found else "taken"
            wrong.append(f"{row}: {pointer}: {str(said)[:200]}")
    wrong += [f"bounds.txt: not needed: {row}" for row in sorted(known - used)]
    expect(not wrong, f"{len(wrong)} of {asked}\n" + "\n".join(wrong))
    expect(asked > 1000, f"only {asked}")


@story
def every_body_is_walked(server):
    document = description_of(server).document
    bodies = {content["schema"]["$ref"].rpartition("/")[2]
              for methods in document["paths"].values() for operation in methods.values()
              for content in operation.get("requestBody", {}).get("content", {}).values()}
    expect_equal(sorted(bodies - set(BASES)), ["SessionInput"])  # signs in; its own stories


@story
def every_bound_of_a_parameter_is_the_one_that_counts(server):
    """Of every list and question without a part in its path; what lies beyond a bound is walked by
    every_parameter_of_every_query_is_checked_and_named."""
    tenant = server.tenant()
    wrong, asked = [], 0
    for path, methods in description_of(server).document["paths"].items():
        operation = methods.get("get", {})
        if "{" in path or "x-system-only" in operation or operation.get("security") == []:
            continue
        for one in operation.get("parameters", ()):
            if one.get("in") != "query" or one["name"] in ("tenant_id", *MADE_OF_MORE):
                continue
            place = f"{operation['operationId']}.{one['name']}"
            schema = {**one["schema"]}
            for what, value, is_allowed in probes(description_of(server).document, schema, place):
                if not is_allowed:
                    continue
                asked += 1
                text = str(value).lower() if isinstance(value, bool) else value
                answer = tenant.admin.ask("GET", path + query(**{one["name"]: text}))
                found = [fault.get("parameter") for fault in
                         (answer.json.get("errors", ()) if answer.status == 422 else ())]
                if one["name"] in found:
                    wrong.append(f"{place} {what}: {answer.json['detail'][:200]}")
    expect(not wrong, f"{len(wrong)} of {asked}\n" + "\n".join(wrong))
    expect(asked > 150, f"only {asked}")


@story
def documents_of_settings_are_shown_as_they_were_given(server):
    tenant = server.tenant()
    given = {
        "maintenance": {"enabled": False, "windows": ["02:00-04:00 Sun"], "reason": "cleaning"},
        "policy_rules": [{"action": "defer", "type": "mail.*", "windows": "22:00-07:00"},
                         {"action": "deny", "field": "to.country", "equals": "XX"},
                         {"action": "allow", "field": "urgent", "not_equals": False}],
        "quiet_hours": {"windows": "22:00-07:00 Mon-Fri", "timezone": "Europe/London"},
        "policy_hook": {"url": "https://hooks.example/", "timeout_ms": 500, "on_failure": "allow"},
        "daily": {"type": "news.send", "window_minutes": 30},
    }
    tenant.admin.put(f"tenants/{tenant.id}/settings", given)
    shown = tenant.admin.get(f"tenants/{tenant.id}/settings").json
    expect_equal({name: shown[name] for name in given}, given)
