"""Which members, words and statuses of the description the dialogues have seen: one that the server
never gives is as untrue as one that it gives without a word.

An answer's member counts by its schema (Run.state), a word of an enum by its member
(Run.state=queued), the code of an error wherever it stands (code=invalid), a status by its
operation (createTask 201). never_seen.txt lists what no dialogue can bring about, each with its
reason.
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
EXCEPTIONS = os.path.join(HERE, "never_seen.txt")

covered = set()  # of this process


def resolve(document, schema):
    name = None
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        found = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    return schema, name


def alternatives(schema, value):
    mapping = schema.get("discriminator", {}).get("mapping")
    if mapping and isinstance(value, dict):
        return [{"$ref": mapping[value["type"]]}] if value.get("type") in mapping else []
    return [one for word in ("allOf", "anyOf", "oneOf") for one in schema.get(word, ())]


def word_of(name, word):
    """The codes of errors are one list, of which each place shows some."""
    return f"code={word}" if name and name.endswith(".code") else f"{name}={word}"


def note_value(document, value, schema, name=None):
    """The members of an answer, each under the name of its schema."""
    schema, found = resolve(document, schema)
    name = found or name
    for inner in alternatives(schema, value):
        note_value(document, value, inner, name)
    if isinstance(value, list) and "items" in schema:
        for item in value:
            note_value(document, item, schema["items"], name)
    if value in schema.get("enum", ()):
        covered.add(word_of(name, value))
    if not isinstance(value, dict):
        return
    for member, inner in schema.get("properties", {}).items():
        if value.get(member) is not None:  # what is always null is never seen
            covered.add(f"{name}.{member}")
            note_value(document, value[member], inner, f"{name}.{member}")


def note_status(operation, status, headers):
    """A field of the answer counts by its operation (createTask ETag); refusals are one for all of
    a status (refusal 429 Retry-After)."""
    covered.add(f"{operation['operationId']} {status}")
    for name in headers:
        covered.add(f"{header_place(operation, status)} {name.lower()}")


def header_place(operation, status):
    return operation["operationId"] if int(status) < 400 else f"refusal {status}"


def declared_members(document, schema, name, out, passed):
    schema, found = resolve(document, schema)
    name = found or name
    if found in passed:
        return
    if found:
        passed.add(found)
    for inner in alternatives(schema, None):
        declared_members(document, inner, name, out, passed)
    if "items" in schema:
        declared_members(document, schema["items"], name, out, passed)
    out.update(word_of(name, word) for word in schema.get("enum", ()) if word is not None)
    for member, inner in schema.get("properties", {}).items():
        if inner.get("type") != "null":
            out.add(f"{name}.{member}")
        declared_members(document, inner, f"{name}.{member}", out, passed)


def declared(document):
    out, passed = set(), set()
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                out.add(f"{operation['operationId']} {status}")
                response = resolve(document, response)[0]
                out.update(f"{header_place(operation, status)} {name.lower()}"
                           for name in response.get("headers", {}))
                for content in response.get("content", {}).values():
                    declared_members(document, content["schema"], None, out, passed)
    return out


def exceptions():
    """Each row with its reason."""
    with open(EXCEPTIONS, encoding="utf-8") as file:
        rows = [line.partition("#") for line in file]
    return {row.strip(): reason.strip() for row, _, reason in rows if row.strip()}


def rows_for(one, seen):
    """The rows of never_seen.txt that would excuse it."""
    yield one
    yield "* " + one.rpartition(" ")[2]
    member, _, word = one.partition("=")
    for row in exceptions():
        here, _, there = row.partition(" as ")
        if here == member and f"{there}={word}" in seen:
            yield row


def uncovered(document, seen):
    """What is declared and was not seen; and rows of never_seen.txt that nothing needs."""
    known, excepted = declared(document), exceptions()
    missing = known - seen
    told = {one: row for one in missing for row in rows_for(one, seen) if row in excepted}
    idle = {
        row
        for row, reason in excepted.items()
        if row not in told.values() and not reason.startswith("rarely")
    }
    return [f"declared, never seen: {one}" for one in sorted(missing - set(told))] + [
        f"never_seen.txt: seen, or not declared: {row}" for row in sorted(idle)
    ]
