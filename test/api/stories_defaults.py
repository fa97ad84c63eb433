"""Defaults: what the description says counts where a field is left out really counts."""

from datetime import datetime

from dialogue import description_of, expect, expect_equal, numbers, query, story
from stories_jobs import instant

# A call of each body that makes something: role, path, and the fields that it needs.
MADE = {
    "JobInput": ("producer", "jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}),
    "TaskInput": ("producer", "tasks", {"type": "a.b"}),
    "WebhookInput": (
        "admin",
        "webhooks",
        {"url": "https://hooks.example.org/", "secrets": ["door"]},
    ),
    "AlertInput": ("admin", "jobs/j/alerts", {"alert_type": "FAILURE"}),
}
PUT = {
    "QueueInput": ("queues/wide", {}),
    "LimitInput": ("limits/host", {"rate": 7}),
    "ServiceAlertInput": ("service-alerts/LATENCY", {}),
}
# Bodies that are asked and not made: the answer is the same with the default and without it.
ASKED = {
    "LeaseInput": ("worker", "worker/lease", {"worker_id": "w-1"}),
    "PreviewInput": ("viewer", "preview", {"rule": "@daily"}),
    "TaskBulkInput": ("producer", "tasks/bulk", {"tasks": []}),
    "ApplyInput": ("admin", "apply", {"jobs": []}),
}


def presets(schema):
    return {
        name: inner["default"]
        for name, inner in schema.get("properties", {}).items()
        if "default" in inner
    }


def declared(server):
    schemas = description_of(server).document["components"]["schemas"]
    return {name: presets(schema) for name, schema in schemas.items() if presets(schema)}


@story
def what_is_made_has_the_defaults_that_are_declared(server):
    tenant = server.tenant()
    tenant.admin.put("secrets/door", {"value": "sesame"})
    known = declared(server)
    for name, (role, path, body) in MADE.items():
        made = getattr(tenant, role).post(path, body, 201).json
        if name == "TaskInput":
            made = tenant.run(made["id"])
        shown = {field: made[field] for field in known[name] if field != "tenant_id"}
        expect_equal(shown, known[name], name)
    for name, (path, body) in PUT.items():
        made = server.admin.put(path, body).json
        expect_equal({field: made[field] for field in known[name]}, known[name], name)
    expect_equal(
        server.admin.get(f"tenants/{tenant.id}").json["weight"], known["TenantInput"]["weight"]
    )


@story
def a_default_that_is_sent_changes_nothing(server):
    tenant = server.tenant()
    known = declared(server)
    for name, (role, path, body) in ASKED.items():
        client = getattr(tenant, role)
        plain = client.post(path, body).json
        expect_equal(client.post(path, {**body, **known[name]}).json, plain, name)
    claim = tenant.worker.post("effects/claim", {"action_key": "a", "idempotency_key": "k"}).json
    shown = tenant.viewer.get("effects").json["data"][0]
    expect_equal(shown["on_abandoned"], known["EffectClaimInput"]["on_abandoned"])
    span = instant(claim["until"]) - instant(claim["claimed_at"])
    expect_equal(span.total_seconds(), known["EffectClaimInput"]["ttl_seconds"])
    batch = tenant.producer.post("batches", {"type": "a.b", "items": list(range(101))}, 201).json
    expect_equal(batch["total"], -(-101 // known["BatchInput"]["chunk_size"]))


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


# ---- defaults that somebody's settings give ---------------------------------------------------

# Of a call that makes something of this type: what is shown of it, and another value of each field.
TYPE = "a.b"
OTHERS = {"priority": 2, "max_attempts": 7, "timeout_seconds": 77, "unique_scope": "2d"}
SETTINGS = {"max_retries": ("max_attempts", 7, 6)}  # as another field of a type or tenant
NORMAL = {"normal": 5}


def made_by(tenant, name):
    """A new object of the body, by bare fields, as it is shown."""
    if name == "JobInput":
        body = {"code": f"j-{next(numbers)}", "handler": TYPE, "schedule_type": "MANUAL"}
        return tenant.producer.post("jobs", body, 201).json
    if name == "BatchInput":
        batch = tenant.producer.post("batches", {"type": TYPE, "items": [1]}, 201).json
        runs = tenant.viewer.get(f"tasks?parent_id={batch['id']}").json["data"]
        return with_timeout(tenant, runs[0]["id"])
    return with_timeout(tenant, tenant.enqueue(TYPE, idempotency_key=f"k-{next(numbers)}")["id"])


def with_timeout(tenant, id_):
    """A run shows the timeout that it was given; the one in force shows in its lease."""
    lease = next(one for one in tenant.lease(max_=100) if one["run_id"] == id_)
    run, begun = tenant.run(id_), tenant.viewer.get(f"executions/{lease['execution_id']}").json
    span = moment(lease["deadline"]) - moment(begun["started_at"])
    return {**run, "timeout_seconds": round(span.total_seconds())}


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def setting_of(field):
    """The setting of a type or tenant, a value for it, and the field's value then."""
    return SETTINGS.get(field) or (field, OTHERS[field], OTHERS[field])


def depending(server, name):
    schema = description_of(server).document["components"]["schemas"][name]
    return {field: inner["x-default"] for field, inner in schema["properties"].items()
            if "x-default" in inner}


@story
def what_is_made_follows_the_settings_that_are_named(server):
    """Nobody says anything: `else` counts. Then what the last of `from` says, then the one before:
    the first that says something counts."""
    for name in ("TaskInput", "JobInput", "BatchInput"):
        known = depending(server, name)
        expect(len(known) >= 2, f"{name}: {known}")
        bare = made_by(server.tenant(), name)
        for field, told in known.items():
            if "else" in told:
                expect_equal(bare[field], NORMAL.get(told["else"], told["else"]), f"{name} {field}")
            setting, value, shown = setting_of(field)
            tenant = server.tenant()
            for source in reversed(told["from"]):
                if source == "tenant":
                    place = f"tenants/{tenant.id}/settings"
                    tenant.admin.put(place, {setting: value})
                else:
                    expect_equal(source, "type")
                    other = "3d" if field == "unique_scope" else value + 1
                    tenant.operator.put(f"types/{TYPE}", {setting: other})
                    shown = other if field == "unique_scope" else shown + 1
                expect_equal(made_by(tenant, name)[field], shown, f"{name} {field} of a {source}")


@story
def a_lease_is_as_long_as_the_type_or_the_tenant_says(server):
    told = depending(server, "LeaseInput")["lease_ms"]
    expect_equal(told, {"from": ["type", "tenant"], "else": 60000})
    tenant = server.tenant()

    def length():
        tenant.enqueue(TYPE)
        return tenant.lease(types=[TYPE])[0]["lease_ms"]

    expect_equal(length(), told["else"])
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"lease_ms": 20000})
    expect_equal(length(), 20000)
    tenant.operator.put(f"types/{TYPE}", {"lease_ms": 30000})
    expect_equal(length(), 30000)
