"""Compares what a client sent and was answered with the server's own description.

Every call of a dialogue goes through here (dialogue.Client). A call fails the test when the
description does not know its status, its media type, a member of its answer, or lacks a member that
it says is always there; and when the server takes a request that the description does not allow.
The schemas are checked by python3-jsonschema, which knows nothing of Belfry.
"""
import gzip
import json
import re
import urllib.parse

import jsonschema

from coverage import note_status, note_value

# What the HTTP server may say before it knows the route, each with the code http; 405 is said of a
# path that is known with another method.
BEFORE_THE_ROUTE = {400, 405, 408, 413, 414, 417, 421, 429, 431, 501, 503, 505}
# These are said once the request was read and understood.
UNDERSTOOD = {404, 409, 410, 412}

# Fields that say the same in every answer of every server.
FIELDS_OF_HTTP = {
    "allow", "cache-control", "connection", "content-disposition", "content-encoding",
    "content-length", "content-security-policy", "content-type", "date", "keep-alive",
    "referrer-policy", "transfer-encoding", "vary", "x-content-type-options",
}

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
ID = re.compile(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
DATE = re.compile(r"\d{4}-\d\d-\d\d")

FORMATS = jsonschema.FormatChecker(formats=())


def add_format(name, pattern):
    @FORMATS.checks(name)
    def fits(value):
        return not isinstance(value, str) or pattern.fullmatch(value) is not None


add_format("date-time", INSTANT)
add_format("uuid", ID)
add_format("date", DATE)


class Untrue(AssertionError):
    """The description says something else than the server does."""


class Description:
    def __init__(self, document):
        self.document = document
        self.validators = {}
        self.seen = set()
        self.operations = []
        for path, methods in document["paths"].items():
            pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
            for method, operation in methods.items():
                self.operations.append((path.count("{"), method.upper(), path, pattern, operation))
        self.operations.sort(key=lambda row: row[0])  # a path without parts counts first

    def find(self, method, path):
        method = "GET" if method == "HEAD" else method
        for _, known, described, pattern, operation in self.operations:
            if known == method and pattern.fullmatch(path):
                return described, operation
        return None, None

    # ---- schemas -----------------------------------------------------------------------------

    def resolve(self, schema):
        while "$ref" in schema:
            found = self.document
            for part in schema["$ref"].lstrip("#/").split("/"):
                found = found[part]
            schema = {**found, **{name: value for name, value in schema.items() if name != "$ref"}}
        return schema

    def closed(self, schema):
        """The schema without references; an object has its described members and no others. An
        answer's schema leaves that open, for the clients of later versions."""
        schema = dict(self.resolve(schema))
        for name in ("allOf", "anyOf", "oneOf"):
            if name in schema:
                schema[name] = [self.closed(inner) for inner in schema[name]]
        if "items" in schema:
            schema["items"] = self.closed(schema["items"])
        if "properties" in schema:
            schema["properties"] = {name: self.closed(inner)
                                    for name, inner in schema["properties"].items()}
            if "allOf" not in schema:
                schema.setdefault("additionalProperties", False)
        return schema

    def check_value(self, value, schema, key, about):
        if key not in self.validators:
            closed = self.closed(schema)
            jsonschema.Draft202012Validator.check_schema(closed)
            self.validators[key] = jsonschema.Draft202012Validator(closed, format_checker=FORMATS)
        error = jsonschema.exceptions.best_match(self.validators[key].iter_errors(value))
        if error is not None:
            place = "/".join(str(part) for part in error.absolute_path)
            raise Untrue(f"{about}: /{place}: {error.message[:500]}")

    # ---- requests ----------------------------------------------------------------------------

    def spelled(self, value, schema):
        """The value with the names of the description, where it was sent under aliases."""
        schema = self.resolve(schema)
        for inner in schema.get("anyOf", []):
            value = self.spelled(value, inner)
        if isinstance(value, list) and "items" in schema:
            return [self.spelled(item, schema["items"]) for item in value]
        properties = schema.get("properties")
        if not isinstance(value, dict) or not properties:
            return value
        names = {alias: name for name, inner in properties.items()
                 for alias in inner.get("x-aliases", ())}
        return {names.get(name, name):
                self.spelled(inner, properties.get(names.get(name, name), {}))
                for name, inner in value.items()}

    def without_refused(self, sent, schema, answer):
        """A list whose items are answered one by one (x-each) may have some that were refused.
        Those need not be as described."""
        listed = [name for name, inner in self.resolve(schema).get("properties", {}).items()
                  if inner.get("x-each") and name in sent]
        if not listed or not answer.startswith(b"{"):
            return sent
        refused = refused_places(json.loads(answer))
        return {name: [item for place, item in enumerate(value) if place not in refused]
                if name in listed else value for name, value in sent.items()}

    def check_body(self, operation, data, answer, key, about):
        body = operation.get("requestBody")
        if not data:
            if body and body["required"]:
                raise Untrue(f"{about}: the description demands a body")
            return
        if not body:
            raise Untrue(f"{about}: the description knows no body")
        schema = body["content"]["application/json"]["schema"]
        # A story may send an integer that is too long for Python: here only its kind matters.
        sent = json.loads(data, parse_int=lambda digits: int(digits[:4000]))
        sent = self.without_refused(sent, schema, answer)
        self.check_value(self.spelled(sent, schema), schema, (key, "body"),
                         f"{about}: the request")

    def check_query(self, operation, query, about):
        known = {}
        for one in operation["parameters"]:
            one = self.resolve(one)
            if one["in"] == "query":
                known.update({name: one for name in (one["name"], *one.get("x-aliases", ()))})
        for name, text in urllib.parse.parse_qsl(query, keep_blank_values=True):
            if name not in known:
                raise Untrue(f"{about}: the description knows no parameter {name}")
            schema = known[name]["schema"]
            self.check_value(of_text(text, schema), schema, (about.split("?")[0], name),
                             f"{about}: parameter {name}")

    # ---- answers -----------------------------------------------------------------------------

    def check_headers(self, response, headers, about):
        """Fields of our own must be described; those of HTTP itself need not be."""
        known = {name.lower() for name in self.resolve(response).get("headers", {})}
        for name in headers:
            if name not in known and name not in FIELDS_OF_HTTP:
                raise Untrue(f"{about}: the description does not know the field {name}")

    def check_content(self, response, headers, body, key, about):
        content = self.resolve(response).get("content")
        if not content:
            if body:
                raise Untrue(f"{about}: the description knows no body of the answer")
            return
        media = headers.get("content-type", "").split(";")[0]
        if media not in content:
            raise Untrue(f"{about}: the description knows {list(content)}, not {media}")
        seen = hash((key, media, body))
        if seen in self.seen:  # the same answer again
            return
        self.seen.add(seen)
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        schema = content[media]["schema"]
        is_json = media == "application/json" or media.endswith("+json")
        value = json.loads(body) if is_json else body.decode(errors="replace")
        self.check_value(value, schema, (key, media), about)
        note_value(self.document, value, schema)

    def check_stranger(self, status, body, about):
        """What is answered without a route is a problem all the same."""
        problem, schema = json.loads(body), {"$ref": "#/components/schemas/Problem"}
        self.check_value(problem, schema, "problem", about)
        note_value(self.document, problem, schema)
        if problem["status"] != status:
            raise Untrue(f"{about}: the problem says {problem['status']}")

    def check(self, method, target, data, status, headers, body):
        """One call: what was sent, and what came back."""
        path, _, query = target.partition("?")
        if headers.get("content-type", "").startswith("text/html"):
            path = "/"  # a screen of the dashboard is its one page
        described, operation = self.find(method, path)
        about = f"{method} {target} -> {status}"
        if operation is None:
            if method != "HEAD":
                self.check_stranger(status, body, about)
            return
        response = operation["responses"].get(str(status))
        if response is None:
            if status in BEFORE_THE_ROUTE and method == "HEAD":
                return
            if status in BEFORE_THE_ROUTE and json.loads(body)["code"] in ("http", "method"):
                self.check_stranger(status, body, about)
                return
            raise Untrue(f"{about}: the description does not know the status: {body[:300]!r}")
        key = (method, described, status)
        note_status(operation, status, headers)
        self.check_headers(response, headers, about)
        if method != "HEAD":
            self.check_content(response, headers, body, key, about)
        if path != "/" and (status < 400 or status in UNDERSTOOD):
            self.check_query(operation, query, about)
            self.check_body(operation, data, body, key[:2], about)

    def check_event(self, event):
        self.check_value(event, {"$ref": "#/components/schemas/Event"}, "event",
                         f"event {event.get('type')}")
        note_value(self.document, event, {"$ref": "#/components/schemas/Event"})


def refused_places(told):
    """Which items of a list were refused, by the answer to the whole of it."""
    results = told.get("results", ())
    places = {place for place, result in enumerate(results)
              if "error" in result or result.get("status", 200) >= 400}
    pointers = [one.get("pointer", "") for one in told.get("refused", ())]
    return places | {int(pointer.split("/")[2]) for pointer in pointers if pointer}


def resolve(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].split("/")[-1]]
    return schema


def given(document, schema):
    """The schema of a field that is given: resolved, and without null."""
    schema = dict(resolve(document, schema))
    others = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
    if len(others) == 1:
        return given(document, others[0])
    if others:  # a number or a word
        schema["type"] = ["string", "integer"]
        del schema["anyOf"]
    kinds = schema.get("type")
    if isinstance(kinds, list):
        kinds = [kind for kind in kinds if kind != "null"]
        schema["type"] = kinds[0] if len(kinds) == 1 else kinds
    if "enum" in schema:
        schema["enum"] = [word for word in schema["enum"] if word is not None]
    return schema


def of_text(text, schema):
    """A parameter's text as the value that its schema means."""
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "anyOf" in schema:
        kinds = [inner.get("type") for inner in schema["anyOf"]]
    if "integer" in kinds and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "boolean" in kinds and text in ("true", "false", "1", "0"):
        return text in ("true", "1")
    return text
