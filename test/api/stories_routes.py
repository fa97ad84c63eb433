"""Walks of the whole table of routes: who may, whose it is, what a body and a query must be.

The routes are read from src/api/routes.def, the shapes from the server's own description: whatever
is added there is walked here, too.
"""
import json
import re

from description import given, resolve
from dialogue import (ABSENT, REACHES, ROLES, ROUTES, expect, expect_equal, expect_problem, query,
                      story, until)

# A good value for fields that a body must have.
GOOD = {"action_key": "charge", "claim_id": ABSENT, "payload": {}, "type": "mail.send",
        "worker_id": "w-1", "tasks": [], "jobs": [], "windows": [], "user_id": "ann",
        "scope": "tenant", "role": "viewer", "value": "v",
        "rule": "@daily", "from": "2025-01-01T00:00:00Z", "to": "2025-01-02T00:00:00Z",
        "execution_id": ABSENT, "outcome": "success", "kind": "fixed", "start": "2025-01-01",
        "entity": "event:1", "anchor": "2030-01-01T00:00:00Z", "offsets": ["0"],
        "due_time": "09:00", "depends_on_job_id": ABSENT, "id": "e-1",
        "sample": {"id": "1", "type": "a"}, "url": "https://hooks.example/", "action": "allow"}


SHARED = ("queues", "templates")  # the same for every tenant


def path_of(route, id_=ABSENT, name="nothing"):
    """A path of this route, about something that is not there unless it is given."""
    return re.sub(":(name|code|route|entity|user_id)", name, route.path.replace(":id", id_))


def body_of(route):
    return {} if route.body else None


# ---- who may -----------------------------------------------------------------------------------


@story
def no_route_answers_without_a_token(server):
    nobody = server.client()
    for route in ROUTES:
        if route.reach == "NOBODY":
            continue
        answer = nobody.ask(route.method, path_of(route), body_of(route))
        expect_problem(answer, 401, "unauthorized")
        expect_equal(answer.header("WWW-Authenticate"), "Bearer", f"{route}")


@story
def what_is_no_route_is_told_only_to_those_with_a_token(server):
    for path in ("nothing", "tasks/", "/api/v1", "/nothing", "/healthz/", "queue/a/b/c"):
        expect_problem(server.client().ask("GET", path), 401, "unauthorized")
        expect_problem(server.admin.ask("GET", path), 404, "not_found")
    answer = server.admin.ask("PUT", "tasks", {})
    expect_problem(answer, 405, "method")
    expect_equal(answer.header("Allow"), "GET, HEAD, POST")


@story
def every_role_reaches_what_it_may_and_nothing_else(server):
    tenant = server.tenant()
    for role in ROLES:
        client = getattr(tenant, role)
        for route in ROUTES:
            if route.reach == "NOBODY" or route.path == "session":
                continue
            answer = client.ask(route.method, path_of(route), body_of(route))
            may = role in REACHES[route.reach] and "ROUTE_SYSTEM" not in route.flags
            if may:
                expect(answer.status not in (401, 403) and answer.status < 500,
                       f"{role}: {answer!r}")
            else:
                expect_problem(answer, 403, "forbidden")


@story
def head_is_get_without_the_body(server):
    tenant = server.tenant()
    run = tenant.enqueue()
    for path in (f"queue/{run['id']}", "tasks", "/openapi.json"):
        whole, head = tenant.viewer.get(path), tenant.viewer.ask("HEAD", path, None, 200)
        expect_equal(head.body, b"")
        expect_equal(head.header("Content-Length"), str(len(whole.body)))
        expect_equal(head.header("ETag"), whole.header("ETag"))


# ---- whose it is -------------------------------------------------------------------------------


def furnish(tenant):
    """One of everything that has an id or a name."""
    admin = tenant.admin
    run, lease = tenant.run_to("processing", entity="event:42", idempotency_key="k-1",
                               payload={"secret-of": tenant.id})
    operation = admin.post("queue/cancel", {"type": "no.such"}, 202).json
    job = admin.post("jobs", {"code": "report", "handler": "report.daily",
                              "cron_expression": "0 9 * * *"}, 201).json
    admin.put("calendars/holidays", {"dates": ["2025-12-25"]})
    reminder = admin.post("reminders", {"title": "now", "remind_at": "2025-01-01T00:00:00Z",
                                        "user_id": "somebody"}, 201).json
    notice = until("a notice", lambda: admin.get("inbox?user_id=somebody").json["data"])[0]
    admin.put("types/mail.send", {"limit": 7})
    admin.put("limits/mail-host", {"rate": 7})
    batch = admin.post("batches", {"type": "report.daily", "items": [1]}, 201).json
    admin.post("ladders", {"entity": "event:7", "anchor": "2030-01-01T00:00:00Z",
                           "offsets": ["-1h"], "type": "report.daily"}, 201)
    admin.put("daily/somebody", {"due_time": "09:00"}, 201)
    admin.put("users/somebody", {"name": "Some Body"})
    admin.post("users/somebody/feed", {}, 201)
    rule = admin.post("rules", {"event": "order.created", "type": "report.daily"}, 201).json
    source = admin.post("sources", {"secrets": ["door"]}, 201).json
    webhook = admin.post("webhooks", {"url": "https://hooks.example.org/", "secrets": ["door"],
                                      "state": "paused"}, 201).json
    admin.put("secrets/door", {"value": "sesame"})
    admin.put(f"tenants/{tenant.id}/settings", {"pings": {"nightly": "https://a.example/"}})
    admin.post("pause", {"scope": "type", "type": "report.daily"})
    token = tenant.token("viewer")
    session = tenant.server.client().post("session", {"token": token["token"]}, 201).json
    return {"sessions": session["id"],
            "reminders": reminder["id"], "inbox": notice["id"],
            "queue": run["id"], "tasks": run["id"], "executions": lease["execution_id"],
            "operations": operation["id"], "jobs": job["id"], "calendars": "holidays",
            "types": "mail.send", "users": "somebody", "secrets": "door", "tokens": token["id"],
            "limits": "mail-host", "tenants": tenant.id, "queues": "default",
            "batches": batch["id"], "ladders": "event:7", "daily": "somebody", "workers": "w-1",
            "webhooks": webhook["id"], "rules": rule["id"], "sources": source["id"],
            "pings": "nightly"}


def picture(tenant):
    """All that the tenant can see of itself."""
    paths = ("tasks", "queue", "executions", "jobs", "calendars", "types", "users/somebody",
             "secrets", "tokens", "pauses", "limits", "batches", "daily",
             "webhooks", "rules", "sources",
             "ladders/event:7", f"tenants/{tenant.id}",
             "jobs/report/occurrences", "reminders", "inbox?user_id=somebody")
    return [tenant.admin.get(path).json for path in paths]


def an_open_alert(tenant):
    """Of a job that fails."""
    tenant.admin.post("jobs", {"code": "fragile", "handler": "fragile.do",
                               "schedule_type": "MANUAL", "max_retries": 0}, 201)
    tenant.admin.post("jobs/fragile/alerts", {"alert_type": "FAILURE"}, 201)
    tenant.admin.post("jobs/fragile/run", {}, 201)
    lease = tenant.lease(types=["fragile.do"], wait_ms=5000)[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    return tenant.admin.get("alerts").json["data"][0]["id"]


def without_id(answer, *asked):
    """A refusal without the id of the call, and with "..." for what was asked for."""
    shown = {name: value for name, value in answer.json.items() if name != "request_id"}
    for name in asked:
        shown["detail"] = shown["detail"].replace(f'"{name}"', '"..."')
    return shown


@story
def another_tenants_things_are_not_there(server):
    """Asked for by id, they are answered exactly as what does not exist; nothing changes."""
    ours, theirs = server.tenant(), server.tenant()
    things = furnish(ours)
    things["alerts"] = an_open_alert(ours)
    before = picture(ours)
    for route in ROUTES:
        kind = route.path.split("/")[0]
        if ":" not in route.path or kind in SHARED or route.reach == "NOBODY":
            continue
        if "ROUTE_SYSTEM" in route.flags:
            expect_problem(theirs.admin.ask(route.method, path_of(route, ours.id)), 403)
            continue
        expect(kind in things, f"{route}: furnish() makes none of these")
        thing = things[kind]
        if route.method == "PUT" and kind in ("calendars", "types", "users", "secrets", "limits",
                                              "daily"):
            # A name is each tenant's own: it makes theirs, and leaves ours alone.
            body = {"secrets": {"value": "other"}, "limits": {"rate": 1},
                    "daily": {"due_time": "09:00"}}.get(kind, {})
            theirs.admin.put(path_of(route, "elsewhere", "elsewhere"), body,
                             201 if kind == "daily" else 200)
            continue
        body = body_of(route)
        if route.path == "jobs/:id/backfill":
            body = {"from": "2025-01-01T00:00:00Z", "to": "2025-01-02T00:00:00Z"}
        if route.path.endswith("reschedule"):
            body = {"in": "1h"}
        if route.path == "webhooks/:id/replay":
            body = {"from": "2025-01-01T00:00:00Z"}
        if route.path == "rules/:id/test":
            body = {"sample": GOOD["sample"]}
        if route.method == "PUT" and kind == "ladders":
            body = {"anchor": "2030-01-02T00:00:00Z"}
        foreign = theirs.admin.ask(route.method, path_of(route, thing, thing), body)
        absent = theirs.admin.ask(route.method, path_of(route, ABSENT, "absent"), body)
        expect_problem(foreign, 404, "not_found")
        expect_equal(without_id(foreign, thing), without_id(absent, ABSENT, "absent"), f"{route}")
    expect_equal(picture(ours), before)


# A body that changes something, where an empty one would be refused.
CHANGES = {"tasks/:id/reschedule": {"in": "1h"}, "secrets/:name": {"value": "other"},
           "ladders/:entity": {"anchor": "2030-01-02T00:00:00Z"},
           "daily/:user_id": {"due_time": "10:00"}, "limits/:route": {"rate": 9}}
# What a person cannot have read a tag of, since nothing shows one of them alone.
UNSEEN = ("tokens", "sessions", "queues", "ladders", "session", "jobs/:id/alerts/:alert_id",
          "service-alerts/:name")


@story
def nothing_is_changed_that_is_not_as_if_match_says(server):
    """Of every route that changes or deletes; and the tag that was read is good."""
    tenant = server.tenant()
    things = furnish(tenant)
    things["alert_id"] = tenant.admin.post("jobs/report/alerts", {"alert_type": "FAILURE"},
                                           201).json["id"]
    things["service-alerts"] = "LATENCY"
    before = picture(tenant)
    routes = [route for route in ROUTES if route.method in ("PUT", "DELETE")
              and route.path not in ("session", "tenants/:id")]
    for route in routes:
        kind = route.path.split("/")[0]
        path = path_of(route, things[kind], things[kind]).replace(":alert_id", things["alert_id"])
        client = server.admin if "ROUTE_SYSTEM" in route.flags else tenant.admin
        body = CHANGES.get(route.path, {}) if route.body else None
        for tag in ('"0"', "nonsense", '"98", "99"'):
            answer = client.ask(route.method, path, body, **{"If-Match": tag})
            expect_problem(answer, 412, "version")
    expect_equal(picture(tenant), before)
    for route in routes:
        kind = route.path.split("/")[0]
        if route.method != "PUT" or kind in UNSEEN or route.path in UNSEEN:
            continue
        path = path_of(route, things[kind], things[kind])
        shown = re.sub("/(reschedule|settings)$", "", path)
        tag = tenant.admin.get(shown).header("ETag") if kind not in ("limits", "secrets") else "*"
        body = CHANGES.get(route.path, {})
        status = 409 if route.path == "tasks/:id/reschedule" else 200
        tenant.admin.ask("PUT", path, body, status, **{"If-Match": tag})


@story
def another_tenants_name_is_refused_everywhere(server):
    """In the query and in the body: 404, as if there was no such tenant."""
    ours, theirs = server.tenant(), server.tenant()
    shapes = server.admin.get("/openapi.json").json
    furnish(ours)
    before = picture(ours)
    for route in ROUTES:
        operation = shapes["paths"][route.described][route.method.lower()]
        parameters = {one["name"] for one in operation["parameters"] if one.get("in") == "query"}
        if "tenant_id" in parameters:
            for named in (ours.id, "no-such-tenant", "*"):
                answer = theirs.admin.ask(route.method, path_of(route) + query(tenant_id=named),
                                          required_of(shapes, route))
                expect_problem(answer, 404, "not_found")
        if route.body and "tenant_id" in shape_of(shapes, route)["properties"]:
            for named in (ours.id, "no-such-tenant", "*"):
                body = dict(required_of(shapes, route), tenant_id=named)
                expect_problem(theirs.admin.ask(route.method, path_of(route), body), 404,
                               "not_found")
    expect_equal(picture(ours), before)


@story
def no_list_tells_of_another_tenant(server):
    ours, theirs = server.tenant(), server.tenant()
    things = furnish(ours)
    telling = [ours.id, *(id_ for id_ in things.values() if re.fullmatch(r"[0-9a-f-]{36}", id_))]
    for route in ROUTES:
        if route.method != "GET" or ":" in route.path or "ROUTE_SYSTEM" in route.flags:
            continue
        answer = theirs.admin.get(route.path)
        for word in telling:
            expect(word.encode() not in answer.body, f"{word} in {answer!r}")


@story
def a_system_token_may_name_a_tenant_or_all_of_them(server):
    tenant = server.tenant()
    run = tenant.enqueue()
    admin = server.admin
    expect_problem(admin.ask("GET", f"queue/{run['id']}"), 404)
    expect_equal(admin.get(f"queue/{run['id']}?tenant_id={tenant.id}").json["id"], run["id"])
    rows = admin.get(f"queue?tenant_id={tenant.id}").json["data"]
    expect_equal([row["id"] for row in rows], [run["id"]])
    rows = admin.get("queue?tenant_id=*&limit=500").json["data"]
    expect(run["id"] in [row["id"] for row in rows], "not among those of all tenants")
    made = admin.post("tasks", {"tenant_id": tenant.id, "type": "mail.send"}, 201).json
    expect_equal(tenant.run(made["id"])["tenant_id"], tenant.id)
    expect_problem(admin.ask("GET", f"jobs/{ABSENT}?tenant_id=*"), 422, "invalid")
    expect_problem(admin.ask("POST", f"tasks?tenant_id={tenant.id}",
                             {"type": "a", "tenant_id": "other"}), 422, "invalid")


# ---- what a body must be -----------------------------------------------------------------------


def shape_of(shapes, route):
    operation = shapes["paths"][route.described][route.method.lower()]
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    return resolve(shapes, {"$ref": reference})


def required(shape):
    return {name: GOOD[name] for name in shape["required"]}


def required_of(shapes, route):
    return required(shape_of(shapes, route)) if route.body else None


def refused_alone(answer, pointer):
    """A good answer, in which the item that is wrong has its own refusal."""
    expect_equal(answer.status, 200, f"{answer!r}")
    said = answer.json.get("results", answer.json.get("refused"))
    expect([one for one in said if (one.get("status", 422), one.get("pointer")) == (422, pointer)],
           f"{answer!r}")


def mistakes(shapes, name, schema, depth=0):
    """(value, pointer) of everything this field must not be."""
    at = "/" + name
    schema = given(shapes, schema)
    kind = schema.get("type")
    if "enum" in schema:
        yield "nonsense", at
        yield 5, at
    elif kind == "string":
        yield 5, at
        yield ["x"], at
        if schema.get("minLength"):
            yield "", at
        if schema.get("maxLength"):
            yield "x" * (schema["maxLength"] + 1), at
        if schema.get("format") == "uuid":
            yield "no-uuid", at
    elif kind == "integer":
        for value in ("1", 1.5, True, schema["minimum"] - 1, schema["maximum"] + 1, 2**64, -2**63):
            yield value, at
    elif kind == "boolean":
        yield "true", at
        yield 1, at
    elif kind == ["string", "integer"]:
        yield True, at
        yield {}, at
        yield 1.5, at
    elif kind == "array":
        yield {}, at
        yield "x", at
        items = given(shapes, schema.get("items", {}))
        if items.get("type") == "string":
            yield [5], at + "/0"
            yield ["ok", "x" * (items["maxLength"] + 1)], at + "/1"
            yield ["x"] * (schema["maxItems"] + 1), at
        elif schema.get("x-each") and schema.get("x-max-bytes"):
            pass  # tasks of one call: the answer tells of each by its place
        elif items.get("type") == "object" and "maxItems" in schema and not depth:
            yield ["x"], at + "/0"
            good = required(items)
            for inner, inner_schema in items["properties"].items():
                for value, pointer in mistakes(shapes, inner, inner_schema, depth + 1):
                    yield [good, dict(good, **{inner: value})], f"{at}/1{pointer}"
    elif kind == "object":
        yield [], at
        yield "x", at
        if "properties" in schema and not depth:
            good = required(schema)
            yield dict(good, nonsense=1), at + "/nonsense"
            for inner, inner_schema in schema["properties"].items():
                for value, pointer in mistakes(shapes, inner, inner_schema, depth + 1):
                    yield dict(good, **{inner: value}), at + pointer


@story
def every_field_of_every_body_is_checked_and_named(server):
    """Unknown, missing, of another kind, out of bounds: 422, and the pointer says which."""
    tenant = server.tenant()
    shapes = server.admin.get("/openapi.json").json
    asked, wrong = 0, []
    for route in ROUTES:
        if not route.body or route.reach == "NOBODY":
            continue
        client = server.admin if "ROUTE_SYSTEM" in route.flags else tenant.admin
        # A tenant's settings are read beside those that it has: it must be there.
        path = path_of(route, tenant.id if route.path.startswith("tenants/") else ABSENT)
        shape = shape_of(shapes, route)
        good = required(shape)
        if route.path == "tenants":
            good["id"] = "walked"
        cases = []
        if not shape["additionalProperties"]:
            cases = [(dict(good, nonsense=1), "/nonsense")]
        cases += [({key: value for key, value in good.items() if key != name}, "/" + name)
                  for name in shape["required"]]
        for name, schema in shape["properties"].items():
            cases += [(dict(good, **{name: value}), pointer)
                      for value, pointer in mistakes(shapes, name, schema)]
        alone = tuple(f"/{name}/" for name, schema in shape["properties"].items()
                      if schema.get("x-each"))
        for body, pointer in cases:
            asked += 1
            answer = client.ask(route.method, path, body)
            try:
                if pointer.startswith(alone):
                    refused_alone(answer, pointer)
                else:
                    expect_problem(answer, 422, None, pointer)
            except AssertionError as problem:
                wrong.append(f"{route} {pointer} {str(body)[:100]}: {str(problem)[-400:]}")
    expect(not wrong, f"{len(wrong)} of {asked}\n" + "\n".join(wrong[:15]))
    expect(asked > 800, f"only {asked} mistakes")


@story
def every_parameter_of_every_query_is_checked_and_named(server):
    tenant = server.tenant()
    shapes = server.admin.get("/openapi.json").json
    asked = 0
    for route in ROUTES:
        if route.reach == "NOBODY":
            continue
        client = server.admin if "ROUTE_SYSTEM" in route.flags else tenant.admin
        operation = shapes["paths"][route.described][route.method.lower()]
        cases = [("nonsense", "1")]
        for one in operation["parameters"]:
            if one.get("in") != "query" or one["name"] == "tenant_id":
                continue
            schema = one["schema"]
            if schema["type"] == "integer":
                cases += [(one["name"], value) for value in
                          ("x", "", "1.5", "-1", str(schema["minimum"] - 1),
                           str(schema["maximum"] + 1), str(2**64))]
            elif "enum" in schema:
                cases.append((one["name"], "nonsense"))
            elif schema.get("format") == "uuid":
                cases.append((one["name"], "no-uuid"))
            elif schema["type"] == "boolean":
                cases += [(one["name"], value) for value in ("nonsense", "", "2")]
            elif isinstance(schema["type"], list):  # an instant or a span: a number or a text
                cases += [(one["name"], value) for value in ("nonsense", "", "-1")]
            else:
                cases.append((one["name"], "x" * (schema["maxLength"] + 1)))
        for name, value in cases:
            asked += 1
            answer = client.ask(route.method, path_of(route) + query(**{name: value}),
                                required_of(shapes, route))
            expect_problem(answer, 422, None, name)
    expect(asked > 100, f"only {asked} mistakes")


@story
def a_body_must_be_one_json_object(server):
    client = server.tenant().admin
    for body in (b"", b"[]", b"5", b'"x"', b"null", b"{", b"{}{}", b"{} x", b"{'a':1}", b"{a:1}",
                 b'{"type":"a",}', b"// c\n{}", b"\xef\xbb\xbf{}", b"\x00", b"nul", b"{\"a\":01}"):
        answer = client.ask("POST", "tasks", body)
        expect(answer.status in (400, 422), f"{answer!r}")
        expect_problem(answer, answer.status)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx"):
        expect_problem(client.ask("POST", "tasks", b"{}", Content_Type=kind), 415, "media_type")
    for kind in ("application/json; charset=utf-8", "Application/JSON"):
        client.ask("POST", "tasks", b'{"type":"a"}', 201, Content_Type=kind)


@story
def a_mistake_never_makes_anything(server):
    tenant = server.tenant()
    good = {"type": "mail.send", "payload": {"n": 1}}
    for bad in ({"priority": 11}, {"run_at": "never"}, {"unique_scope": "sometimes"}, {"in": "-1s"},
                {"run_at": "10000-01-01T00:00:00Z"}, {"run_at": "2025-01-01T00:00"},
                {"timezone": "Europe/Lodnon", "run_at": "2025-01-01T00:00"}, {"payload": []},
                {"run_at": "2030-01-01T00:00:00Z", "in": "1h"}, {"queue": "a b"}, {"type": "a b"},
                {"run_at": 253402300800000}):
        answer = tenant.producer.ask("POST", "tasks", dict(good, **bad))
        problem = expect_problem(answer, 422)
        expect(any(fault.get("pointer", "").strip("/") in bad for fault in problem["errors"]),
               f"{answer!r}")
    expect_equal(tenant.viewer.get("tasks").json["data"], [])


@story
def every_spelling_of_the_seeds_is_understood(server):
    tenant = server.tenant()
    answer = tenant.producer.post("tasks", {
        "guildId": tenant.id, "job_kind": "mail.send", "runAt": "2030-01-01T00:00:00Z",
        "idempotencyKey": "k", "maxAttempts": 2, "userId": "u-1", "timeoutSeconds": 30}, 201).json
    run = tenant.run(answer["id"])
    expect_equal((run["type"], run["run_at"], run["idempotency_key"], run["max_attempts"],
                  run["user_id"], run["timeout_seconds"]),
                 ("mail.send", "2030-01-01T00:00:00Z", "k", 2, "u-1", 30))
    both = {"type": "a", "run_at": "2030-01-01T00:00:00Z", "runAt": "2030-01-01T00:00:00Z"}
    expect_problem(tenant.producer.ask("POST", "tasks", both), 422, "invalid")
    expect_problem(tenant.producer.ask("POST", "tasks", {"type": "a", "guildId": "other"}), 404)


@story
def what_was_sent_comes_back_byte_for_byte(server):
    tenant = server.tenant()
    payload = ('{"whole":18446744073709551616,"exact":1.10,"text":"\\u00e9\\ud83d\\ude00\u2028",'
               '"nested":{"a":[1,2,{"b":null}]},  "spaced" : true,"tiny":1e-400}')
    body = f'{{"type":"mail.send","payload":{payload}}}'.encode()
    run = tenant.producer.ask("POST", "tasks", body, 201).json
    expect(payload.encode() in tenant.viewer.get(f"queue/{run['id']}").body, "changed on the way")
    answer = tenant.worker.post("worker/lease", {"worker_id": "w-1"})
    expect(payload.encode() in answer.body, "changed for the worker")
    expect_equal(json.loads(answer.body)["leases"][0]["payload"]["whole"], 2**64)
