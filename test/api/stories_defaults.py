"""Defaults: what the description says counts where a field is left out really counts."""


from dialogue import description_of, expect, expect_equal, query, story
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
