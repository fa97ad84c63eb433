"""Which mutants there are. Every row is made from a table of the project, so that a new setting,
type or column is a new mutant by itself:

    column SCHEMA.MEMBER[=WORD]   an answer's member always has this value (doc/openapi.json, made
                                  from src/api/answers_*.def); a truth value has two mutants
    setting NAME                  the server ignores the setting (src/server/config.def)
    template CODE.FIELD           a field of the catalog has another value (catalog/templates.json)
    rule CODE.FIELD               (catalog/rules.json)
    type NAME.FIELD               (catalog/types.json)
    profile CODE.FIELD            (catalog/profiles.json)
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "api"))

import coverage  # noqa: E402


def read_json(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return json.load(file)


# ---- columns -----------------------------------------------------------------------------------


CONSTANTS = {"integer": 7, "number": 0.0625, "array": [], "object": {"constant": True}}
TEXTS = {"date-time": "2001-02-03T04:05:06Z", "date": "2001-02-03",
         "uuid": "01890a5d-ac96-774b-bcce-0123456789ab"}


def constants_of(schema):
    """[(suffix, value)]: the values that a column of this schema has in its mutants."""
    words = [word for word in schema.get("enum", ()) if word is not None]
    kinds = schema.get("type", "string")
    kinds = [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if kind != "null"]
    if words:
        return [("", words[0])] if len(words) > 1 else []  # the one word is no fact
    if not kinds:
        return []
    if kinds[0] == "boolean":
        return [("=true", True), ("=false", False)]
    if kinds[0] == "object" and "properties" in schema:
        return []  # its members are rows
    return [("", CONSTANTS.get(kinds[0], TEXTS.get(schema.get("format"), "constant")))]


def add_columns(document, schema, name, rows, passed):
    schema, found = coverage.resolve(document, schema)
    name = found or name
    if found in passed:
        return
    if found:
        passed.add(found)
    for inner in coverage.alternatives(schema, None):
        add_columns(document, inner, name, rows, passed)
    if "items" in schema:
        add_columns(document, schema["items"], name, rows, passed)
    for member, inner in schema.get("properties", {}).items():
        resolved = coverage.resolve(document, inner)[0]
        if f"{name}.{member}" not in coverage.exceptions():
            for suffix, value in constants_of({**resolved, **inner}):
                rows[f"column {name}.{member}{suffix}"] = value
        add_columns(document, inner, f"{name}.{member}", rows, passed)


def columns():
    """{row: the constant}"""
    document, rows, passed = read_json("doc", "openapi.json"), {}, set()
    for operations in document["paths"].values():
        for operation in operations.values():
            for response in operation["responses"].values():
                response = coverage.resolve(document, response)[0]
                for content in response.get("content", {}).values():
                    add_columns(document, content["schema"], None, rows, passed)
    return rows


# ---- settings ----------------------------------------------------------------------------------


def settings():
    """{row: (variable, flag)} of what a server or a worker reads."""
    with open(os.path.join(ROOT, "src", "server", "config.def"), encoding="utf-8") as file:
        found = re.findall(r'X\(\w+, +"(\w+)", +"([\w-]+)", +([\w| ]+),', file.read())
    return {f"setting {name}": (name, flag) for name, flag, scopes in found
            if "SERVE" in scopes or "WORKER" in scopes}


# ---- the catalog -------------------------------------------------------------------------------


OTHER_WORDS = {"hold": "pass", "opt_in": "hold", "pass": "defer", "defer": "pass", "high": "low",
               "normal": "low", "low": "high", "forever": "bucket", "bucket": "forever",
               "succeeded": "forever", "skip": "run_once", "run_once": "skip",
               "exponential": "fixed", "fixed": "exponential"}
# What stands in the catalog for people to read; its words are not behaviour.
PROSE = {"name", "description", "module", "row", "code", "template", "profiles", "due"}
# What no server starts with when it is another: a rule's kind, a list of waits that is none.
FIXED, FIXED_WORDS = {"creates"}, {"steps"}


def other_rule(rule):
    """A cron expression that fires at other minutes."""
    minute, _, rest = rule.partition(" ")
    if minute.startswith("*/"):
        return f"*/{int(minute[2:]) + 1} {rest}"
    return f"{(int(minute) + 1) % 60} {rest}"


def other_span(span):
    """An offset that is one of its units later or earlier."""
    if span == "0":
        return "1m"
    return f"{int(span[:-1]) + 1}{span[-1]}"


def other(field, value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if field.endswith("schedule"):
        return other_rule(value)
    if re.fullmatch(r"-?\d+[smhdw]|0", value):
        return other_span(value)
    return OTHER_WORDS.get(value, f"x{value}")


def leaves(value, path=()):
    """[(path, value)] of everything in a row of the catalog that is not made of others."""
    if isinstance(value, dict):
        items = [(name, inner) for name, inner in value.items() if name not in PROSE | FIXED]
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return [(path, value)] if value not in FIXED_WORDS else []
    return [leaf for name, inner in items for leaf in leaves(inner, (*path, name))]


def catalog(kind, name, inner=None):
    """{row: (file, number of the row in it, path, other value)}"""
    rows = {}
    for number, entry in enumerate(read_json("catalog", f"{kind}s.json")):
        told = entry[inner] if inner else entry
        for path, value in leaves(entry):
            if path[0] == "id":
                continue
            field = ".".join(map(str, path[1:] if inner else path))
            changed = other(str(path[-1]), value)
            rows[f"{kind} {told[name]}.{field}"] = (f"{kind}s.json", number, path, changed)
    return rows


def catalogs():
    return {**catalog("template", "code"), **catalog("rule", "template", "rule"),
            **catalog("type", "name"), **catalog("profile", "code")}


def every():
    """{row: what its kind knows of it}"""
    return {**columns(), **settings(), **catalogs()}
