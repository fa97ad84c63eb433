"""Webhooks of events: what happens is sent, signed, in order, whatever goes wrong."""
import base64
import hashlib
import hmac
import json

from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone, until, walk
from stories_handlers import ALLOW, Receiver

KEYS = {"first": b"0123456789abcdef0123456789abcdef", "second": b"another-key-of-32-bytes-or-so..."}


def keep_secrets(tenant):
    for name, key in KEYS.items():
        value = "whsec_" + base64.b64encode(key).decode()
        tenant.admin.put(f"secrets/{name}", {"value": value})


def subscribe(tenant, receiver, path, **fields):
    keep_secrets(tenant)
    body = {"url": receiver.url(path), "secrets": ["first"], **fields}
    return tenant.operator.post("webhooks", body, 201).json


def sent(receiver, path):
    """The events that came, each once and in the order in which they first came."""
    events = {}
    for _, _, body in [one for one in receiver.calls if one[0] == path]:
        event = json.loads(body)
        events.setdefault(event["id"], event)
    return list(events.values())


def names(events):
    return [one["type"] for one in events]


def signed_by(call):
    """Which keys the signatures of a call are by."""
    _, fields, body = call
    text = f"{fields['webhook-id']}.{fields['webhook-timestamp']}.".encode() + body
    there = fields["webhook-signature"].split()
    def sign(key):
        return "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    by = [name for name, key in KEYS.items() if sign(key) in there]
    expect_equal(len(by), len(there))
    return by


def listed(tenant, **words):
    """What GET events has, but what is about deliveries, the oldest first."""
    events = walk(tenant.viewer, "events", **words)[::-1]
    return [one for one in events if not one["data"].get("type", "").startswith("@")]


def of_runs(tenant, count=1):
    runs = []
    for _ in range(count):
        runs.append(tenant.enqueue("mail.send")["id"])
        lease = tenant.lease(types=["mail.send"])[0]
        tenant.report(lease["execution_id"])
    return runs


LIFE = ["run.created", "task.started", "task.executed"]


@story_alone
def what_happens_is_sent_in_order_and_signed():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant, other = server.tenant(), server.tenant()
        tenant.enqueue("mail.send", run_at="2030-01-01T00:00:00Z")
        hook = subscribe(tenant, receiver, "/all")
        expect_equal((hook["state"], hook["in_flight"], hook["deliveries"]), ("active", 1, 0))
        other.enqueue()
        of_runs(tenant, 3)
        receiver.wait("/all", 9)
        until("all was written down",
              lambda: tenant.viewer.get(f"webhooks/{hook['id']}").json["deliveries"] == 9)
        expect_equal(sent(receiver, "/all"), listed(tenant)[1:])
        expect_equal(names(sent(receiver, "/all")), LIFE * 3)
        _, fields, _ = receiver.calls[0]
        expect_equal(fields["content-type"], "application/cloudevents+json")
        expect_equal(signed_by(receiver.calls[0]), ["first"])
        # Nothing feeds on itself: the deliveries' own events are told, and sent to nobody.
        deliveries = walk(tenant.viewer, f"webhooks/{hook['id']}/deliveries")
        expect_equal(len(deliveries), 9)
        until("the last has ended", lambda: {one["state"] for one in walk(
            tenant.viewer, f"webhooks/{hook['id']}/deliveries")} == {"done"})
        expect_equal({one["entity"] for one in deliveries}, {f"webhook:{hook['id']}"})
        expect_equal(len(receiver.calls), 9)
        # Nobody else sees it, and nobody else can make such a run.
        expect_equal(other.viewer.get("webhooks").json["data"], [])
        for path in (f"webhooks/{hook['id']}", f"webhooks/{hook['id']}/deliveries"):
            expect_problem(other.viewer.ask("GET", path), 404)
        pause = {"state": "paused"}
        expect_problem(other.operator.ask("PUT", f"webhooks/{hook['id']}", pause), 404)
        forged = {"type": f"@webhook.{hook['id']}", "payload": {}}
        expect_problem(tenant.producer.ask("POST", "tasks", forged), 422, None, "/type")
        expect_problem(tenant.operator.ask("PUT", f"types/@webhook.{hook['id']}", {}), 422)
        expect_equal([one["name"] for one in tenant.viewer.get("types").json["data"]],
                     ["mail.send"])


@story_alone
def a_filter_chooses_by_event_type_and_job():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        job = tenant.producer.post("jobs", {"code": "tick", "handler": "tick.do",
                                            "schedule_type": "MANUAL"}, 201).json
        subscribe(tenant, receiver, "/events", events=["task.executed", "job.*"])
        subscribe(tenant, receiver, "/type", type="tick.do")
        subscribe(tenant, receiver, "/job", job_id=job["id"], events=["job.completed"])
        of_runs(tenant)
        tenant.producer.post("jobs/tick/run", {}, 201)
        lease = tenant.lease(types=["tick.do"])[0]
        tenant.report(lease["execution_id"], result={"sum": 3})
        receiver.wait("/events", 3)
        receiver.wait("/type", 3)
        receiver.wait("/job", 1)
        expect_equal(names(sent(receiver, "/events")),
                     ["task.executed", "job.started", "job.completed"])
        expect_equal(names(sent(receiver, "/type")),
                     ["run.created", "job.started", "job.completed"])
        expect_equal(sent(receiver, "/job")[0]["data"]["result"], {"sum": 3})


@story_alone
def a_receiver_that_fails_first_is_tried_again_and_order_holds():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        receiver.ways["/sick"] = [(500, {"Retry-After": "1"}, b""),
                                  (503, {"Retry-After": "1"}, b""), (200, {}, b"")]
        hook = subscribe(tenant, receiver, "/sick")
        of_runs(tenant)
        calls = receiver.wait("/sick", 5)
        expect_equal(names(sent(receiver, "/sick")), LIFE)
        first = [one for one in calls if json.loads(one[2])["id"] == json.loads(calls[0][2])["id"]]
        expect_equal(len(first), 3)
        expect_equal(len({one[1]["webhook-id"] for one in first}), 1)
        attempts = [one[1]["belfry-attempt"] for one in first]
        expect_equal(attempts, ["1", "2", "3"])
        deliveries = walk(tenant.viewer, f"webhooks/{hook['id']}/deliveries")[::-1]
        expect_equal((deliveries[0]["state"], deliveries[0]["attempts"]), ("done", 3))


@story_alone
def who_is_slow_holds_nobody_up_and_has_one_delivery():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        receiver.ways["/slow"] = "hold"
        slow = subscribe(tenant, receiver, "/slow")
        subscribe(tenant, receiver, "/quick", in_flight=4)
        of_runs(tenant, 20)
        receiver.wait("/quick", 60)
        expect_equal(sorted(one["id"] for one in sent(receiver, "/quick")),
                     sorted(one["id"] for one in listed(tenant)))
        expect_equal(len([one for one in receiver.calls if one[0] == "/slow"]), 1)
        expect_equal(len(walk(tenant.viewer, f"webhooks/{slow['id']}/deliveries")), 1)
        # What waited for it waited in the journal, and comes in order.
        receiver.ways["/slow"] = (200, {}, b"")
        receiver.held.set()
        receiver.wait("/slow", 60)
        expect_equal(sent(receiver, "/slow"), listed(tenant))


@story_alone
def a_secret_is_rotated_without_a_gap():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        hook = subscribe(tenant, receiver, "/r", events=["task.executed"])
        for count, secrets in enumerate((["first"], ["second", "first"], ["second"])):
            tenant.operator.put(f"webhooks/{hook['id']}", {"secrets": secrets})
            of_runs(tenant)
            calls = receiver.wait("/r", count + 1)
            expect_equal(signed_by(calls[-1]), sorted(secrets))


@story_alone
def what_is_paused_waits_and_what_is_replayed_comes_again():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        hook = subscribe(tenant, receiver, "/p", events=["task.executed"])
        path = f"webhooks/{hook['id']}"
        of_runs(tenant)
        receiver.wait("/p", 1)
        expect_equal(tenant.operator.put(path, {"state": "paused"}).json["state"], "paused")
        of_runs(tenant, 2)
        of_runs(server.tenant())
        tenant.operator.put(path, {"state": "active"})
        receiver.wait("/p", 3)
        whole = listed(tenant, event="task.executed")
        expect_equal(sent(receiver, "/p"), whole)
        again = tenant.operator.post(f"{path}/replay", {"after": whole[0]["id"]}).json
        expect_equal(again["url"], hook["url"])
        calls = receiver.wait("/p", 5)
        expect_equal([json.loads(one[2]) for one in calls[3:]], whole[1:])
        tenant.operator.post(f"{path}/replay", {"from": "2020-01-01T00:00:00Z"})
        calls = receiver.wait("/p", 8)
        expect_equal([json.loads(one[2]) for one in calls[5:]], whole)
        tenant.operator.post(f"{path}/replay", {"from": "2100-01-01T00:00:00Z"})
        of_runs(tenant)
        expect_equal(len(receiver.wait("/p", 9)), 9)
        for body in ({}, {"after": "x"}, {"after": "3-1", "from": "2030-01-01T00:00:00Z"}):
            expect_problem(tenant.operator.ask("POST", f"{path}/replay", body), 422)
        tenant.operator.delete(path, 204)
        expect_problem(tenant.operator.ask("PUT", path, {"state": "active"}), 404)
        of_runs(tenant)
        expect_equal(tenant.viewer.get("webhooks").json["data"], [])
        expect_equal(len(receiver.calls), 9)


@story_alone
def a_restart_in_between_loses_nothing_and_sends_nothing_by_two_runs():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        hook = subscribe(tenant, receiver, "/k", in_flight=3)
        for round_ in range(3):
            of_runs(tenant, 4)
            receiver.wait("/k", 12 * round_ + 2)
            server.kill()
            server.start()
        until("all were made",
              lambda: tenant.viewer.get(f"webhooks/{hook['id']}").json["deliveries"] == 36)
        receiver.wait("/k", 36)
        keys = [one["idempotency_key"] for one in
                walk(tenant.viewer, f"webhooks/{hook['id']}/deliveries")]
        expect_equal(len(keys), len(set(keys)))
        expect_equal(sorted(keys),
                     sorted(f"webhook:{hook['id']}:{one['id']}" for one in listed(tenant)))


@story
def a_webhook_is_refused_by_field_and_bound(server):
    tenant = server.tenant()
    good = {"url": "https://hooks.example.org/e", "secrets": ["first"]}
    bad = (("/url", {"url": None}), ("/url", {"url": "http://127.0.0.1/x"}),
           ("/url", {"url": "ftp://example.org"}), ("/secrets", {"secrets": []}),
           ("/secrets", {"secrets": ["a", "b", "c"]}), ("/events", {"events": ["job.flies"]}),
           ("/in_flight", {"in_flight": 101}), ("/state", {"state": "asleep"}),
           ("/all_tenants", {"all_tenants": True}), ("/timeout_seconds", {"timeout_seconds": 31}))
    for pointer, more in bad:
        answer = tenant.operator.ask("POST", "webhooks", {**good, **more})
        expect_problem(answer, 422, None, pointer)
    expect_problem(tenant.producer.ask("POST", "webhooks", good), 403)
    made = tenant.operator.post("webhooks", good, 201, Idempotency_Key="one").json
    again = tenant.operator.post("webhooks", good, 201, Idempotency_Key="one").json
    expect_equal(again["id"], made["id"])
    one = tenant.viewer.get(f"webhooks/{made['id']}")
    changed = tenant.operator.put(f"webhooks/{made['id']}", {"description": "ours"},
                                  If_Match=one.header("ETag")).json
    expect_equal((changed["description"], changed["url"]), ("ours", good["url"]))
    expect_problem(tenant.operator.ask("PUT", f"webhooks/{made['id']}", {"description": "x"},
                                       If_Match=one.header("ETag")), 412)
    expect("handler" not in changed, "its handler is nobody's business")


@story
def a_tenant_has_a_hundred_webhooks_at_most(server):
    tenant = server.tenant()
    body = {"url": "https://hooks.example.org/e", "secrets": ["first"], "state": "paused"}
    for _ in range(100):
        tenant.operator.post("webhooks", body, 201)
    expect_problem(tenant.operator.ask("POST", "webhooks", body), 429)
    expect_equal(len(walk(tenant.viewer, "webhooks", limit=30)), 100)
