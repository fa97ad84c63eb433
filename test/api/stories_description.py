"""/openapi.json: sound by the rules of OpenAPI 3.1, complete, and true."""
import gzip
import json
import os
import random
import re
import time

from description import Untrue, given
from dialogue import (ABSENT, REACHES, ROOT, ROUTES, Server, description_of, expect, expect_equal,
                      query, story, story_alone)

PROBLEM = "application/problem+json"
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
SCHEMA_WORDS = {"type", "format", "description", "enum", "minLength", "maxLength", "minimum",
                "maximum", "items", "maxItems", "minItems", "properties", "required",
                "additionalProperties", "$ref", "default", "examples", "pattern", "const", "oneOf",
                "anyOf", "allOf", "title", "discriminator", "readOnly", "writeOnly",
                # Extensions of ours: other names; items that are answered one by one; longer
                # texts are cut; a bound that counts bytes; whose setting is the default.
                "x-aliases", "x-each", "x-cut-bytes", "x-max-bytes", "x-default"}
TYPES = {"string", "integer", "number", "boolean", "object", "array", "null"}


def check_schema(document, schema, at):
    expect(isinstance(schema, dict), f"{at}: no schema")
    expect(set(schema) <= SCHEMA_WORDS, f"{at}: {set(schema) - SCHEMA_WORDS}")
    if "$ref" in schema:
        name = re.fullmatch(r"#/components/schemas/([A-Za-z0-9._-]+)", schema["$ref"])
        expect(name and name.group(1) in document["components"]["schemas"], f"{at}: {schema}")
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        expect(kind in TYPES, f"{at}: {kind}")
    for least, most in (("minLength", "maxLength"), ("minimum", "maximum")):
        if least in schema and most in schema:
            expect(schema[least] <= schema[most], f"{at}: {least} above {most}")
    other_names = schema.get("x-aliases", [])
    expect_equal(len(set(other_names)), len(other_names), f"{at}: x-aliases")
    if "x-default" in schema:
        expect(schema["x-default"]["from"] and set(schema["x-default"]) <= {"from", "else"},
               f"{at}: x-default")
    if "enum" in schema:
        expect(schema["enum"] and len(set(schema["enum"])) == len(schema["enum"]), f"{at}: enum")
    for word in ("oneOf", "anyOf", "allOf"):
        for inner in schema.get(word, []):
            check_schema(document, inner, f"{at}/{word}")
    if schema.get("type") == "array":
        check_schema(document, schema["items"], at + "/items")
    for name, inner in schema.get("properties", {}).items():
        check_schema(document, inner, f"{at}/{name}")
    expect(set(schema.get("required", [])) <= set(schema.get("properties", {})), f"{at}: required")


def found(document, part):
    for name in part.get("$ref", "#").split("/")[1:]:
        document = document[name]
    return document if "$ref" in part else part


def check_operation(document, path, method, operation):
    at = f"{method} {path}"
    expect(operation["summary"], f"{at}: no summary")
    parameters = [found(document, one) for one in operation["parameters"]]
    names = [(one["in"], one["name"]) for one in parameters]
    expect_equal(len(set(names)), len(names), at)
    in_path = [name for where, name in names if where == "path"]
    expect_equal(in_path, re.findall(r"\{(\w+)\}", path), at)
    for one in parameters:
        expect(one["in"] in ("path", "query", "header", "cookie"), f"{at}: {one}")
        expect(one["in"] != "path" or one["required"] is True, f"{at}: {one}")
        check_schema(document, one["schema"], f"{at} {one['name']}")
        other_names = one.get("x-aliases", [])
        expect_equal(len(set(other_names)), len(other_names), f"{at} {one['name']}")
    if "requestBody" in operation:
        expect(method in ("post", "put", "patch"), f"{at}: a body")
        for kind, content in operation["requestBody"]["content"].items():
            expect(re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind), f"{at}: {kind}")
            check_schema(document, content["schema"], f"{at} body")
    expect(operation["responses"], f"{at}: no responses")
    for status, answer in operation["responses"].items():
        expect(re.fullmatch(r"[1-5](\d\d|XX)|default", status), f"{at}: {status}")
        expect(found(document, answer)["description"], f"{at}: {status} has no description")
    for demand in operation.get("security", []):
        expect(set(demand) <= set(document["components"]["securitySchemes"]), f"{at}: {demand}")


@story
def the_description_is_sound(server):
    document = server.admin.get("/openapi.json").json
    expect(re.fullmatch(r"3\.1\.\d+", document["openapi"]), document["openapi"])
    expect(document["info"]["title"] and document["info"]["version"], f"{document['info']}")
    known = {"openapi", "info", "servers", "paths", "components", "security", "tags", "webhooks",
             "externalDocs", "jsonSchemaDialect"}
    expect(set(document) <= known, f"{set(document)}")
    for path, operations in document["paths"].items():
        expect(path.startswith("/"), path)
        for method, operation in operations.items():
            expect(method in METHODS, f"{path}: {method}")
            check_operation(document, path, method, operation)
    for name, schema in document["components"]["schemas"].items():
        check_schema(document, schema, name)
    # No two paths that differ only in the names of their parts.
    plain = [re.sub(r"\{\w+\}", "{}", path) for path in document["paths"]]
    expect_equal(len(set(plain)), len(plain))
    used = set(re.findall(r'"#/components/schemas/([^"]+)"', server.admin.get("/openapi.json")
                          .body.decode()))
    expect_equal(set(document["components"]["schemas"]), used)


@story
def the_description_has_every_route_and_no_other(server):
    document = server.admin.get("/openapi.json").json
    told = {(method.upper(), path) for path, operations in document["paths"].items()
            for method in operations}
    expect_equal(told, {(route.method, route.described) for route in ROUTES})
    for route in ROUTES:
        operation = document["paths"][route.described][route.method.lower()]
        expect_equal(bool(route.body), "requestBody" in operation, f"{route}")
        if route.reach == "NOBODY":
            signed = [{"signature": []}] if route.path == "events/:source" else []
            expect_equal((operation["security"], operation["x-roles"]), (signed, []), f"{route}")
        else:
            expect_equal(set(operation["x-roles"]), REACHES[route.reach], f"{route}")


def told_fields(document):
    """(name, schema, description) of the fields of every body and of every parameter."""
    for name, schema in document["components"]["schemas"].items():
        for field, inner in schema.get("properties", {}).items():
            if name.endswith("Input"):
                yield f"{name}.{field}", inner, inner.get("description", "")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for one in operation["parameters"]:
                if "name" in one:
                    about = f"{method} {path} {one['name']}"
                    yield about, one["schema"], one.get("description", "")


PHRASE = re.compile(r"[;(] ?default: (.*?)(?=[;)]|$)")
PHRASES = os.path.join(ROOT, "test", "api", "prose_defaults.txt")


def phrases():
    """What may stand in a sentence alone, each with the reason."""
    with open(PHRASES, encoding="utf-8") as file:
        rows = [line.partition("#") for line in file]
    return {row.strip() for row, _, reason in rows if row.strip() and reason.strip()}


@story
def no_default_stands_only_in_a_sentence(server):
    """A default that is one value is declared. One that follows from other fields or from the
    moment has its phrase, and prose_defaults.txt says why it is no value."""
    wrong, known, used = [], phrases(), set()
    for about, schema, sentence in told_fields(server.admin.get("/openapi.json").json):
        text = sentence.replace("default queue", "")
        is_declared = "default" in schema or "x-default" in schema
        told = [] if is_declared else PHRASE.findall(text)
        used.update(told)
        wrong += [f"{about}: declare it, or say why not in prose_defaults.txt: {one}"
                  for one in told if one not in known]
        if re.search(r"\bdefaults?\b", PHRASE.sub("", text.replace("set of defaults", ""))):
            wrong.append(f"{about}: another phrase: {sentence}")
        if schema.get("type") == ["boolean", "null"] and not (is_declared or told):
            wrong.append(f"{about}: true or false where it is left out?")
    wrong += [f"prose_defaults.txt: not needed: {one}" for one in sorted(known - used)]
    expect(not wrong, "\n".join(wrong))


@story
def the_description_is_the_same_for_everybody(server):
    tenant = server.tenant()
    whole = server.admin.get("/openapi.json").body
    for role in ("viewer", "worker", "user"):
        expect_equal(getattr(tenant, role).get("/openapi.json").body, whole)
    expect_equal(server.client().get("/openapi.json").body, whole)


@story
def the_description_has_a_tag_and_is_compressed(server):
    client = server.client()
    whole = client.get("/openapi.json")
    packed = client.ask("GET", "/openapi.json", status=200, Accept_Encoding="gzip")
    expect_equal(packed.header("Content-Encoding"), "gzip")
    expect_equal(gzip.decompress(packed.body), whole.body)
    expect(len(packed.body) < len(whole.body) // 8, f"{len(packed.body)} bytes")
    for answer, more in ((whole, {}), (packed, {"Accept_Encoding": "gzip"})):
        again = client.ask("GET", "/openapi.json", status=304, If_None_Match=answer.header("ETag"),
                           **more)
        expect_equal(again.body, b"")
    with open(os.path.join(ROOT, "doc", "openapi.json"), "rb") as file:
        expect_equal(whole.body, file.read(), "the server was built from another doc/openapi.json")


@story
def what_the_description_does_not_say_fails_the_test(server):
    """The comparison itself: a call that is as described, then each way not to be."""
    tenant = server.tenant()
    description = description_of(server)
    sent = {"guildId": tenant.id, "type": "mail.send", "payload": {"any": [None]}}
    answer = tenant.producer.post("tasks", sent, 201)
    target, data = "/api/v1/scheduler/tasks", json.dumps(sent)
    good = answer.json

    def check(told, status=201, body=data, path=target, media="application/json", **fields):
        description.check("POST", path, body, status, {"content-type": media, **fields},
                          json.dumps(told).encode())

    check(good)
    lacking = {name: value for name, value in good.items() if name != "state"}
    problem = tenant.producer.ask("POST", "tasks", {"type": 5}).json
    for why, wrong in {
            "a member that is not described": lambda: check(dict(good, extra=1)),
            "a member that is missing": lambda: check(lacking),
            "a wrong type": lambda: check(dict(good, duplicate="no")),
            "a word that is not one": lambda: check(dict(good, state="asleep")),
            "a null that is not allowed": lambda: check(dict(good, type=None)),
            "no id": lambda: check(dict(good, id="7")),
            "a status that is not described": lambda: check(good, 206),
            "another media type": lambda: check(good, media="text/html"),
            "a field of the answer's head": lambda: check(good, link="</next>"),
            "a field of the request": lambda: check(good, body='{"type": "a", "extra": 1}'),
            "a kind of a field": lambda: check(good, body='{"type": 5}'),
            "a parameter": lambda: check(good, path=target + "?extra=1"),
            "a code of another status": lambda: check(problem, 409, media=PROBLEM),
            "a refusal that is no problem": lambda: check({"error": "no"}, 422, media=PROBLEM),
    }.items():
        try:
            wrong()
        except Untrue:
            continue
        raise AssertionError(f"not noticed: {why}")


# ---- whatever it allows --------------------------------------------------------------------------

SEED = int(os.environ.get("SEED") or time.time_ns() % 2**32)
REQUESTS = int(os.environ.get("REQUESTS") or 3000)
# Words that mean something somewhere.
WORDS = ("a", "default", "mail.send", "@daily", "* * * * *", "FREQ=DAILY", "2030-01-01",
         "2030-01-01T09:00", "2030-01-01T09:00:00Z", "Europe/London", "UTC", "10m", "24h",
         "forever", "active", "queued", "dlq,failed", "event:42", "*", "system", "w-1",
         "\u00e9\u4e2d\U0001f600", "<script>", "'; --", "x" * 300, ABSENT, "j", "holidays",
         "somebody", "network", "self")

NAMES = ("a", "default", "mail.send", "w-1", "somebody", "j")


def anything(document, schema, chance, depth=0):
    """A value that the schema allows, as far as it says."""
    schema = given(document, schema)
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        kind = chance.choice(kind)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if kind == "string":
        if schema.get("format") == "uuid":
            return ABSENT
        words = NAMES if "pattern" in schema else WORDS
        word = chance.choice(words)[:schema.get("maxLength", 300)]
        return word.ljust(schema.get("minLength", 1), "a")
    if kind == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum", 2**41)
        return chance.choice((least, most, chance.randint(least, most), min(most, least + 1)))
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "array":
        count = chance.choice((0, 1, 1, 2, 5)) if depth < 3 else 0
        count = min(max(count, schema.get("minItems", 0)), schema.get("maxItems", count))
        return [anything(document, schema["items"], chance, depth + 1) for _ in range(count)]
    if "properties" not in schema:
        return chance.choice(({}, {"a": 1}, {"kind": "pull"}, {"enabled": True}))
    value = {}
    for name, inner in schema["properties"].items():
        if name == "tenant_id":
            continue
        if name in schema["required"] or chance.random() < 0.25:
            value[name] = anything(document, inner, chance, depth + 1)
    return value


@story_alone
def whatever_the_description_allows_is_answered():
    """Requests made from the description by chance: taken or refused, never a fault of the
    server's, and it is still well afterwards."""
    chance = random.Random(SEED)
    with Server() as server:
        document = server.admin.get("/openapi.json").json
        tenant = server.tenant()
        clients = [tenant.admin, server.admin]
        ids = [ABSENT]
        taken = 0
        for number in range(REQUESTS):
            route = chance.choice(ROUTES)
            if route.path in ("tokens/:id", "session") and route.method != "GET":
                continue
            operation = document["paths"][route.described][route.method.lower()]
            path = route.path.replace(":id", chance.choice(ids[-30:] + ["j", "self", tenant.id]))
            path = path.replace(":name", chance.choice(("a", "mail.send", "holidays", "default")))
            path = path.replace(":code", chance.choice(("a", "LOG_CLEANUP")))
            words = {one["name"]: anything(document, one["schema"], chance)
                     for one in operation["parameters"]
                     if one.get("in") == "query" and one["name"] != "tenant_id"
                     and chance.random() < 0.2}
            body = None
            if "requestBody" in operation:
                body = anything(document, {"$ref": operation["requestBody"]["content"]
                                           ["application/json"]["schema"]["$ref"]}, chance)
                if "wait_ms" in body:
                    body["wait_ms"] = 0
                if "wait_ms" in body.get("lease", {}):
                    body["lease"]["wait_ms"] = 0
            target = path + (query(**words) if words else "")
            answer = chance.choice(clients).ask(route.method, target, body)
            expect(answer.status < 500, f"SEED={SEED}, request {number}: {answer!r}")
            if answer.status < 300:
                taken += 1
                ids += re.findall(r'"(?:id|execution_id)":"([0-9a-f-]{36})"',
                                  answer.body.decode())[:3]
        expect(taken > REQUESTS // 10, f"only {taken} were taken")
        expect_equal(server.client().get("/readyz").json, {"status": "ready"})


@story
def the_root_names_the_description(server):
    """A browser gets the dashboard, a program the places where it goes on; both the link."""
    anyone = server.client()
    page = anyone.ask("GET", "/", Accept="text/html,*/*;q=0.8")
    told = anyone.ask("GET", "/", Accept="application/json")
    for answer in (page, told):
        expect_equal(answer.status, 200)
        expect_equal(answer.headers["link"],
                     '</openapi.json>; rel="service-desc"; type="application/json"')
    expect(page.headers["content-type"].startswith("text/html"), page.headers)
    expect_equal(told.json, {"name": "belfry", "api": "/api/v1/scheduler/",
                             "description": "/openapi.json"})
    expect_equal(anyone.ask("GET", told.json["description"]).json["openapi"][:4], "3.1.")
