"""The examples of the description: each is made, in order, and answered as it shows; and what
others make of the description as a whole.

A new route needs a row in catalog/examples.json: method, path, call, status, and a body where it
has one. A row may also have:

    headers  fields of the request
    secret   the request is signed with it (Standard Webhooks)
    until    asked again until this list of the answer has an item
    times    the one item of the body's list is sent so often
    again    where another status comes, the last rows, so many, are made again

WRITE_EXAMPLES=1 test/api/dialogues every_example writes the answers anew, as they come.
"""
import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import time

from dialogue import (ABSENT, BASE, ROOT, Client, Server, Skipped, expect, expect_equal, numbers,
                      story, story_alone, until)

ASSET = re.compile(r"icon-[A-Z0-9]+\.svg")
TEXT_LINES = 3  # of an answer that is no JSON
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


IS_WRITING = bool(os.environ.get("WRITE_EXAMPLES"))
CATALOG = os.path.join(ROOT, "catalog", "examples.json")


def read_examples():
    with open(CATALOG, encoding="utf-8") as file:
        return json.load(file)


def write_examples(examples):
    with open(CATALOG, "w", encoding="utf-8") as file:
        rows = ",\n".join("  " + json.dumps(row) for row in examples)
        file.write(f"[\n{rows}\n]\n")


EVENT_ID = "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312"


def plain(value, ids, key=""):
    """An answer as it is shown: ids of our own, one instant, short lists."""
    if isinstance(value, dict):
        has_place = "specversion" in value or "action" in value  # events, rows of the audit
        return {name: EVENT_ID if inner and (name == "after" or has_place and name == "id") and
                re.fullmatch(ID, str(inner)) else plain(inner, ids, name)
                for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner, ids) for inner in value[:2]]
    if isinstance(value, str):
        value = ID.sub(lambda found: ids.setdefault(found.group(0), ABSENT[:24] +
                                                    f"{len(ids) + 1:012}"), value)
        if re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", value):
            return "2030-01-07T08:00:00Z"
        if re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d", value):
            return "2030-01-07T09:00:00+01:00"
        if key in ("date", "through"):
            return "2030-01-07"
        if key == "local":
            return "2030-01-07T09:00:00"
        if key in ("request_id", "next_cursor"):
            return {"request_id": "59fb22bc0000000000000056", "next_cursor": "c3Vyc29y"}[key]
        is_secret = key == "token" or (key == "url" and "/feeds/" in value)
        return "shown this once" if is_secret else value
    return {"version": 7, "duration_ms": 120}.get(key, value) if value else value


def learn(shown, given, ids, at):
    """The same members of the same kinds; a list may have more rows. Ids are each server's own: the
    shown one stands for the given one from now on. What may be null may be so by chance."""
    if shown is None or given is None:
        return
    if isinstance(shown, dict):
        expect(isinstance(given, dict), f"{at}: {given!r}")
        if not IS_WRITING:
            expect_equal(sorted(given), sorted(shown), f"{at}: run with WRITE_EXAMPLES=1")
        for name in set(shown) & set(given):
            learn(shown[name], given[name], ids, f"{at}/{name}")
    elif isinstance(shown, list):
        expect(isinstance(given, list), f"{at}: {given!r}")
        expect(len(given) >= len(shown), f"{at}: {len(given)} rows")
        for index, value in enumerate(shown):
            learn(value, given[index], ids, f"{at}/{index}")
    else:
        expect(IS_WRITING or type(given) is type(shown), f"{at}: {given!r}, shown {shown!r}")
        if isinstance(shown, str) and ID.fullmatch(shown):
            expect(ID.fullmatch(given) or given == "0-0", f"{at}: {given}")  # or before all events
            ids.setdefault(shown, given)


def with_ids(text, ids):
    return ID.sub(lambda found: ids.get(found.group(0), found.group(0)), text)


def begin_of(answer):
    return "\n".join(answer.body.decode().replace("\r", "").split("\n")[:TEXT_LINES])


def learn_text(example, answer, about):
    """How it begins; numbers and ids differ from server to server."""
    given = begin_of(answer)
    if IS_WRITING or "text" not in example:
        example["text"] = given
    shown = example["text"]
    expect_equal(re.sub(r"[0-9a-f-]*\d[0-9a-f.-]*", "0", given),
                 re.sub(r"[0-9a-f-]*\d[0-9a-f.-]*", "0", shown), about)


def call_of(server, example, ids):
    """Its path. What only a server knows is asked: the name of a file, a secret link."""
    path = with_ids(example["call"], ids)
    if path.startswith("/assets/"):
        page = server.admin.get("/").body.decode()
        example["call"] = path = ASSET.sub(ASSET.search(page).group(0), path)
    return path.replace("SECRET", ids.get("SECRET", "SECRET"))


def sign(secret, headers, body):
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode()
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, text + body, hashlib.sha256).digest()
    return dict(headers, **{"webhook-signature": "v1," + base64.b64encode(digest).decode()})


def headers_of(example, body):
    """The fields that are sent. A signature that is shown is that of what is shown."""
    headers = example.get("headers", {})
    if "secret" not in example:
        return headers
    shown = sign(example["secret"], headers, json.dumps(example["body"]).encode())
    if IS_WRITING:
        example["headers"] = shown
    expect_equal(example["headers"], shown, "the signature: run with WRITE_EXAMPLES=1")
    return sign(example["secret"], {**headers, "webhook-timestamp": str(int(time.time()))}, body)


def body_of(server, example, ids):
    """None: the call has none."""
    if "body" not in example:
        return None
    body = json.loads(with_ids(json.dumps(example["body"]), ids))
    if body.get("token") == "TOKEN":
        body["token"] = server.token
    if "times" in example:
        body["tasks"] *= example["times"]
    return json.dumps(body).encode()


def make_one(server, example, ids, repeat=None):
    """None, or why not: whether it was answered with its status. repeat: of a call with an
    Idempotency-Key, told (example, client, path, body, headers, answer)."""
    path = call_of(server, example, ids)
    body = body_of(server, example, ids)
    about = f"{example['method']} {path}"
    client = Client(server) if "secret" in example else server.admin
    key = {"Idempotency-Key": f"k-{next(numbers)}"} if repeat else {}

    def ask():
        answer = client.ask(example["method"], path, body, **headers_of(example, body), **key)
        if "until" not in example:
            return answer
        return answer if answer.json.get(example["until"]) else None

    answer = until(about, ask) if "until" in example else ask()
    if answer.status != example["status"]:
        return f"{about}: {answer.status}, not {example['status']}: {answer.body[:500]!r}"
    if repeat:
        repeat(example, client, path, body, key, answer)
    if not answer.body:
        return None
    if "json" not in answer.header("content-type"):
        learn_text(example, answer, about)
        return None
    given = answer.json
    if "only" in example:  # these members are shown of a long one
        given = {name: given[name] for name in example["only"]}
    if example["path"] == "users/:id/feed":
        ids["SECRET"] = re.search(r"/feeds/(.*)\.ics", given["url"]).group(1)
    if "answer" in example:
        learn(example["answer"], given, ids, about)
    if "times" not in example:
        example["given"] = given
    return None


def make_all(server, examples, ids, repeat_of=lambda example: None):
    """An example of something that may have ended meanwhile is prepared again."""
    place, again = 0, 0
    while place < len(examples):
        example = examples[place]
        wrong = make_one(server, example, ids, repeat_of(example))
        if not wrong:
            place += 1
            continue
        again += 1
        expect("again" in example and again < 100, wrong)
        place -= example["again"] - 1
        for row in examples[place:place + example["again"]]:
            for id_ in ID.findall(json.dumps(row.get("answer", ""))):
                ids.pop(id_, None)


def as_written(example, shown):
    given = example.pop("given", None)
    return example if given is None else {**example, "answer": plain(given, shown)}


@story_alone
def every_example_is_answered_as_it_shows():
    with Server() as server:
        ids, examples = {}, read_examples()
        make_all(server, examples, ids)
        if IS_WRITING:
            shown = {given: id_ for id_, given in ids.items() if id_ != "SECRET"}
            write_examples([as_written(row, shown) for row in examples])


@story
def every_operation_has_an_example(server):
    document = server.admin.get("/openapi.json").json
    shown = {(row["method"], row["path"]) for row in read_examples()}
    asked = {(method.upper(), re.sub(r"\{(\w+)\}", r":\1", path).removeprefix(BASE))
             for path, operations in document["paths"].items() for method in operations}
    expect_equal(sorted(shown), sorted(asked))
    empty = [row["path"] for row in read_examples() if row.get("answer", {}).get("data") == []]
    expect_equal(empty, [], "lists whose examples show nothing")


@story
def the_description_shows_the_examples(server):
    document = server.admin.get("/openapi.json").json
    shown, ids = 0, set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            expect(operation["operationId"] not in ids, f"{method} {path}: an id of another")
            ids.add(operation["operationId"])
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            expect(body is None or "example" in body, f"{method} {path}: no example of a body")
            shown += any("example" in content for answer in operation["responses"].values()
                         for content in answer.get("content", {}).values())
    expect(shown > 100, f"{shown} examples of answers")
    made = document["paths"]["/api/v1/scheduler/tasks"]["post"]
    expect_equal((made["operationId"], "201" in made["responses"]), ("createTask", True))


@story
def a_validator_of_others_finds_no_fault(server):
    """openapi-spec-validator of python, or @seriousme/openapi-schema-validator of npm in
    build/npm (npm install --prefix build/npm @seriousme/openapi-schema-validator)."""
    document = server.admin.get("/openapi.json").json
    try:
        import openapi_spec_validator
    except ImportError:
        validate_by_npm(document)
        return
    check = getattr(openapi_spec_validator, "validate", None)
    (check or openapi_spec_validator.validate_spec)(document)


def validate_by_npm(document):
    folder = os.path.join(ROOT, "build", "npm")
    name = "@seriousme/openapi-schema-validator"
    if not os.path.isdir(os.path.join(folder, "node_modules", name)):
        raise Skipped("no validator of OpenAPI is there")
    program = (f'import {{ Validator }} from "{name}"; let text = "";'
               "for await (const piece of process.stdin) text += piece;"
               "const found = await new Validator().validate(JSON.parse(text));"
               "console.log(JSON.stringify(found)); process.exit(found.valid ? 0 : 1);")
    told = subprocess.run(["node", "--input-type=module", "-e", program], cwd=folder, text=True,
                          input=json.dumps(document), capture_output=True, check=False)
    expect_equal(told.returncode, 0, told.stdout + told.stderr)
