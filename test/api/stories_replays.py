"""Idempotency-Key: every operation that declares it really keeps the answer of the first call."""
import json

from dialogue import BASE, Server, description_of, expect, expect_equal, expect_problem, story_alone
from stories_examples import make_all, read_examples

# What goes on by itself between two calls: a repeated call shows it as it stands then.
MOVING = {"after", "changed", "deliveries", "ended_at", "next_remind_at", "seen", "sent_at",
          "state", "status", "updated_at", "version"}
SECRETS = {"tokens": {"token"}, "users/:id/feed": {"url"}}  # shown once


def steady(value, names):
    """The value; of members with these names only that they are there."""
    if isinstance(value, list):
        return [steady(inner, names) for inner in value]
    if not isinstance(value, dict):
        return value
    return {name: name in names or steady(inner, names) for name, inner in value.items()}


def declares_key(server):
    """(method, path as the examples have it) of all operations that declare the field."""
    document = description_of(server).document
    reference = {"$ref": "#/components/parameters/IdempotencyKey"}
    return {
        (method.upper(), path.removeprefix(BASE).replace("{", ":").replace("}", ""))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if reference in operation["parameters"]
    }


@story_alone
def every_key_that_is_declared_is_kept():
    """Each example of such an operation is made with a key, made again with it, and made with
    another body."""
    wrong, repeated = [], set()

    def repeat(example, client, path, body, key, first):
        if example["body"].get("dry_run"):  # counted anew each time; so it is really done here
            body = json.dumps(dict(example["body"], dry_run=False)).encode()
            first = client.ask(example["method"], path, body, 202, **key)
        repeated.add((example["method"], example["path"]))
        moving = MOVING | SECRETS.get(example["path"], set())
        again = client.ask(example["method"], path, body, **key)
        other = client.ask(example["method"], path, body + b" ", **key)
        try:
            expect_equal(first.header("Idempotent-Replayed"), None)
            expect_equal(again.status, first.status, f"{again!r}")
            expect_equal(again.header("Idempotent-Replayed"), "true", f"{again!r}")
            expect_equal(steady(again.json, moving), steady(first.json, moving))
            expect_problem(other, 422, "replay_body")
        except AssertionError as problem:
            wrong.append(f"{example['method']} {path}: {problem}")

    with Server() as server:
        known = declares_key(server)
        make_all(
            server,
            read_examples(),
            {},
            lambda example: repeat if (example["method"], example["path"]) in known else None,
        )
    expect_equal(sorted(known - repeated), [])
    expect(not wrong, "\n".join(wrong))
