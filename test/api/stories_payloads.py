"""Payloads that mean harm to whoever reads them: no value spoils the answer it stands in."""
import json
import math
import shutil
import subprocess

from dialogue import expect, expect_equal, expect_problem, story


def strictly(text):
    """As the strictest readers of other languages do it: a name once in its object (Go's second
    json package, Java's org.json), numbers that a double holds (Rust's serde_json, Go) and of at
    most 1,000 characters (Java's Jackson), nesting below 100 (Ruby), no half surrogates."""
    def pairs(found):
        names = [name for name, _ in found]
        expect_equal(len(set(names)), len(names), "a name twice")
        return dict(found)

    def number(digits):
        expect(len(digits) <= 1000, f"a number of {len(digits)} characters")
        expect(not math.isinf(float(digits)), f"{digits} is beyond a double")
        expect(abs(int(digits.lower().partition("e")[2] or 0)) < 100000, digits)
        return float(digits)

    def depth(value):
        inside = list(value.values()) if isinstance(value, dict) else value
        return 1 + max(map(depth, inside), default=0) if isinstance(value, (dict, list)) else 0

    value = json.loads(text, object_pairs_hook=pairs, parse_int=number, parse_float=number,
                       parse_constant=lambda word: expect(False, word))
    expect(depth(value) < 100, "nested too deeply")
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # refuses half surrogates
    return value


def by_other_readers(texts):
    """How many leases each answer has, as those readers see it that are installed."""
    lines = b"\n".join(texts)
    count = "l => JSON.parse(l).leases.length"
    for reader in (["node", "-e", "const all = require('fs').readFileSync(0, 'utf8').split('\\n');"
                                  f"console.log(all.map({count}).join('\\n'))"],
                   ["jq", ".leases | length"]):
        if shutil.which(reader[0]):
            done = subprocess.run(reader, input=lines, capture_output=True, check=False)
            expect_equal((done.stdout.split(), done.returncode), ([b"2"] * len(texts), 0),
                         f"{reader[0]}: {done.stderr[:300]!r}")


# (payload, what it is refused for; None: it is taken as it is)
HOSTILE = [
    (b'{"n": %s}' % (b"9" * 5000), "128 characters"), (b'{"n": -%s}' % (b"9" * 128), "128"),
    (b'{"n": %s}' % (b"9" * 128), None), (b'{"n": 0.%s}' % (b"1" * 200), "128"),
    (b'{"n": 1e400}', "double"), (b'{"n": [-1E309]}', "double"), (b'{"n": 1.8e308}', "double"),
    (b'{"n": 0.00000018e315}', "double"), (b'{"n": 1e99999999999}', "double"),
    (b'{"n": 1e-99999999999}', "double"), (b'{"n": 0e99999999999}', "double"),
    (b'{"n": 1.7976931348623157e308}', None), (b'{"n": -179769313486231570e291}', None),
    (b'{"n": 5e-324}', None), (b'{"n": 1e-400}', None), (b'{"n": 0e9999}', None),
    (b'{"n": 18446744073709551616}', None), (b'{"n": 9223372036854775808}', None),
    (b'{"a": 1, "a": 2}', "twice"), (b'{"a": [{"b": 1, "\\u0062": 2}]}', "twice"),
    (b'{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}', None),
    (b'{%s}' % b", ".join(b'"k%d": 1' % n for n in range(3000)), None),
    (b'{%s, "k7": 2}' % b", ".join(b'"k%d": 1' % n for n in range(3000)), "twice"),
    (b'{"t": "\\u0000", "\\u0000": 1}', None), (b'{"t": "\\ud83d\\ude00"}', None),
    (b'{"t": "\xe2\x80\xa8\xef\xbf\xbf\x7f"}', None), (b'{"t": "%s"}' % (b"x" * 250000), None),
    (b'{"t": %s}' % (b"[" * 62 + b"]" * 62), None),
]


@story
def no_payload_makes_the_leases_of_others_unreadable(server):
    """A worker with a token of the system gets the runs of all tenants in one answer."""
    hostile, quiet = server.tenant(), server.tenant()
    answers = []
    for payload, refused in HOSTILE:
        body = b'{"type": "read.me", "payload": %s}' % payload
        answer = hostile.producer.ask("POST", "tasks", body)
        if refused:
            problem = expect_problem(answer, 422, "invalid", "/payload")
            expect(refused in problem["errors"][0]["reason"], f"{problem}")
            continue
        expect_equal(answer.status, 201, f"{answer!r}")
        quiet.enqueue("read.me", payload={"fine": True})
        leased = server.admin.post("worker/lease", {
            "worker_id": "reader", "types": ["read.me"], "max": 9,
            "tenants": [hostile.id, quiet.id]})
        expect(payload in leased.body, f"changed: {leased!r}")
        read = strictly(leased.body.decode())
        expect_equal(len(read["leases"]), 2)
        answers.append(leased.body)
        results = [{"execution_id": one["execution_id"], "outcome": "success"}
                   for one in read["leases"]]
        server.admin.post("worker/results", {"worker_id": "reader", "results": results})
    by_other_readers(answers)
    for payload in (b'{"t": "\\ud800"}', b'{"t": "\xed\xa0\x80"}', b'{"t": %s}' % (b"[" * 70)):
        body = b'{"type": "read.me", "payload": %s}' % payload
        expect_problem(hostile.producer.ask("POST", "tasks", body), 400, "json")


@story
def values_that_a_strict_reader_refuses_are_refused_wherever_they_come_in(server):
    tenant = server.tenant()
    long = b"9" * 5000
    task = tenant.producer
    for path, body, pointer in (
            ("jobs", b'{"handler": "a", "schedule_type": "MANUAL", "code": "c", '
                     b'"parameters": {"n": %s}}', "/parameters"),
            ("batches", b'{"type": "a", "items": [1, %s]}', "/items"),
            ("batches", b'{"type": "a", "children": [{"payload": {"n": %s}}]}', "/children"),
            ("ladders", b'{"entity": "e:1", "anchor": "2030-01-01T00:00:00Z", "offsets": ["0"],'
                        b'"type": "a", "payload": {"n": %s}}', "/payload"),
            ("events", b'{"specversion": "1.0", "id": "1", "source": "/s", "type": "a.b",'
                       b'"data": {"n": %s}}', "/data"),
            ("events", b'{"specversion": "1.0", "id": "1", "source": "/s", "type": "a.b",'
                       b'"extension": %s}', "/extension")):
        answer = task.ask("POST", path, body % long)
        expect_equal(answer.status, 422, f"{path} {answer!r}")
        expect(answer.json["errors"][0]["pointer"].startswith(pointer), f"{answer!r}")
    # One task of many is refused alone.
    body = b'{"tasks": [{"type": "a", "payload": {"n": %s}}, {"type": "a"}]}' % long
    said = task.ask("POST", "tasks/bulk", body, 200).json["results"]
    expect_equal((said[0]["error"]["code"], said[1]["duplicate"]), ("invalid", False))
    # A result is replaced, and the outcome stands.
    run, lease = tenant.run_to("processing")
    body = b'{"worker_id": "w-1", "results": [{"execution_id": "%s", "outcome": "success",' \
           b'"result": {"n": %s}}]}' % (lease["execution_id"].encode(), long)
    said = tenant.worker.ask("POST", "worker/results", body, 200).json["results"]
    expect_equal((said[0]["status"], said[0]["truncated"]), (200, ["/result"]))
    expect_equal(tenant.run(run["id"])["result"], {"truncated": True, "bytes": 5007})


@story
def a_worker_may_ask_for_payloads_as_text(server):
    """For languages whose reader takes less than the server does: each payload is read alone."""
    tenant = server.tenant()
    payload = b'{ "n": 1.10, "big": 18446744073709551616, "t": "a\\u0000\\"b\xc3\xa4" }'
    for _ in range(2):
        tenant.producer.ask("POST", "tasks", b'{"type": "a", "payload": %s}' % payload, 201)
    answer = tenant.worker.post("worker/lease", {"worker_id": "w-1", "payload_as": "text"}).json
    lease = answer["leases"][0]
    expect_equal((lease["payload_text"].encode(), "payload" in lease), (payload, False))
    body = {"worker_id": "w-1", "lease": {"payload_as": "text"},
            "results": [{"execution_id": lease["execution_id"], "outcome": "success"}]}
    lease = tenant.worker.post("worker/results", body).json["leases"][0]
    expect_equal((lease["payload_text"].encode(), "payload" in lease), (payload, False))
    expect_problem(tenant.worker.ask("POST", "worker/lease",
                                     {"worker_id": "w-1", "payload_as": "xml"}), 422, None,
                   "/payload_as")
