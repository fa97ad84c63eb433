"""Events that come in: rules make runs of them, once; signed sources."""
import base64
import hashlib
import hmac
import json
import time

from dialogue import (Server, expect, expect_equal, expect_problem, story, story_alone, until,
                      walk)

KEYS = {"first": b"0123456789abcdef0123456789abcdef", "second": b"another-key-of-32-bytes-or-so..."}


def order(id_, **data):
    return {"specversion": "1.0", "id": id_, "source": "/shop", "type": "order.created",
            "traceparent": "an extension", "data": {"id": 42, **data}}


def rule(tenant, **fields):
    body = {"event": "order.created", "type": "order.check", **fields}
    return tenant.operator.post("rules", body, 201).json


def runs(tenant):
    return walk(tenant.viewer, "tasks")[::-1]


def payload(tenant, run):
    return tenant.viewer.get(f"tasks/{run['id']}").json["payload"]


def post_signed(client, source, event, by=("first",), at=None, id_="msg-1", tamper=b""):
    body = json.dumps(event).encode()
    at = int(time.time()) if at is None else at
    text = f"{id_}.{at}.".encode() + body
    signatures = " ".join("v1," + base64.b64encode(
        hmac.new(KEYS[one], text, hashlib.sha256).digest()).decode() for one in by)
    return client.ask("POST", f"events/{source}", body + tamper, None, **{
        "Content-Type": "application/cloudevents+json", "webhook-id": id_,
        "webhook-timestamp": str(at), "webhook-signature": signatures})


def keep_secrets(tenant):
    for name, key in KEYS.items():
        tenant.admin.put(f"secrets/{name}",
                         {"value": "whsec_" + base64.b64encode(key).decode()})


@story
def an_event_makes_what_the_rules_say_and_once(server):
    tenant, other = server.tenant(), server.tenant()
    two = rule(tenant, offsets=["0", "24h"], entity="order:{data.id}", user_id="{data.user}",
               payload={"order": "{data.id}", "words": "order {data.id} of {data.who}",
                        "none": "{data.nothing}"})
    rule(tenant, where=[{"field": "data.total", "above": 100}], type="order.big")
    rule(tenant, event="order.*", type="order.any", state="paused")
    rule(other)
    event = order("o-1", total=99.5, who="Ann \"A\"", user="ann")
    answer = tenant.producer.post("events", event).json
    expect_equal((answer["duplicate"], answer["rules"], answer["refused"]), (False, 1, 0))
    expect_equal([one["rule_id"] for one in answer["runs"]], [two["id"]] * 2)
    made = runs(tenant)
    expect_equal([one["id"] for one in made], [one["id"] for one in answer["runs"]])
    expect_equal({(one["type"], one["entity"], one["user_id"]) for one in made},
                 {("order.check", "order:42", "ann")})
    expect_equal(payload(tenant, made[0]),
                 {"order": 42, "words": "order 42 of Ann \"A\"", "none": None})
    # The same again, whatever it says now and whatever the rules are: the first result.
    rule(tenant, type="order.late")
    again = tenant.producer.post("events", order("o-1", total=500)).json
    expect_equal((again["duplicate"], [one["id"] for one in again["runs"]]),
                 (True, [one["id"] for one in answer["runs"]]))
    expect_equal(len(runs(tenant)), 2)
    # Also of one that made nothing.
    nothing = dict(order("n-1"), type="nobody.cares")
    expect_equal(tenant.producer.post("events", nothing).json["runs"], [])
    rule(tenant, event="nobody.cares")
    expect_equal(tenant.producer.post("events", nothing).json["duplicate"], True)
    expect_equal(runs(other), [])
    big = tenant.producer.post("events", order("o-2", total=100.01)).json
    expect_equal((big["rules"], len(big["runs"])), (3, 4))


@story
def rules_count_around_an_instant_that_the_event_names(server):
    tenant = server.tenant()
    one = rule(tenant, anchor="data.due_at", offsets=["-1h", "0", "2h"])
    tenant.producer.post("events", order("o-1", due_at="2040-01-01T12:00:00Z"))
    expect_equal([run["run_at"] for run in runs(tenant)],
                 ["2040-01-01T11:00:00Z", "2040-01-01T12:00:00Z", "2040-01-01T14:00:00Z"])
    expect_equal(payload(tenant, runs(tenant)[0])["event"]["data"]["id"], 42)
    late = tenant.producer.post("events", order("o-2", due_at="2020-01-01T12:00:00Z")).json
    expect_equal((late["rules"], late["refused"], late["runs"]), (1, 0, []))
    lacks = tenant.producer.post("events", order("o-3")).json
    expect_equal((lacks["rules"], lacks["refused"], lacks["runs"]),
                 (1, 1, [{"rule_id": one["id"], "error": "the event has no data.due_at"}]))
    tried = tenant.viewer.post(f"rules/{one['id']}/test",
                               {"sample": order("x", due_at="2040-01-01T12:00:00Z")}).json
    expect_equal((tried["matches"], [run["run_at"] for run in tried["runs"]][0]),
                 (True, "2040-01-01T11:00:00Z"))
    tried = tenant.viewer.post(f"rules/{one['id']}/test", {"sample": order("x")}).json
    expect_equal((tried["matches"], tried["error"], tried["runs"]),
                 (True, "the event has no data.due_at", []))
    expect_equal(len(runs(tenant)), 3)


def reminders(tenant, user):
    found = tenant.viewer.get(f"reminders?user_id={user}").json["data"]
    return sorted(found, key=lambda one: one["remind_at"])


@story
def the_four_come_ready_made(server):
    """Each makes reminders of the person that the event names, to be snoozed and completed."""
    tenant = server.tenant()
    soon, late = "2031-06-01T12:00:00Z", "2031-07-01T12:00:00Z"
    rows = (("order.created", {"order_id": 7}, 2), ("load.dispatched", {"load_id": "L-7"}, 3),
            ("invoice.generated", {"invoice_id": "I-7", "due_at": soon}, 3),
            ("document.expiring", {"document_id": "D-7", "expires_at": late}, 3))
    for number, (name, data, count) in enumerate(rows):
        user = f"person-{number}"
        made = tenant.operator.post("rules", {"template": name}, 201).json
        expect_equal((made["event"], made["creates"]), (name, "reminder"))
        event = {"id": f"e-{number}", "type": name, "data": {**data, "user_id": user}}
        answer = tenant.producer.post("events", event).json
        expect_equal((answer["rules"], answer["refused"], len(answer["runs"])), (1, 0, count))
        there = until("the reminders", lambda: (
            lambda found: found if len(found) == count else None)(reminders(tenant, user)))
        id_ = str(list(data.values())[0])
        for one in there:
            expect(id_ in one["title"], f"{one}")
            expect_equal((one["reference_type"], one["reference_id"], one["status"]),
                         (name.split(".")[0], id_, "PENDING"))
        # The same event again makes nothing, though the rule may say something else by now.
        tenant.operator.put(f"rules/{made['id']}", {"offsets": ["1h"]})
        again = tenant.producer.post("events", event).json
        expect_equal((again["duplicate"], [one["id"] for one in again["runs"]]),
                     (True, [one["id"] for one in answer["runs"]]))
        for run in answer["runs"]:
            done = until("it is done", lambda: (
                lambda run: run if run["state"] == "done" else None)(tenant.run(run["id"])))
            expect(done["result"]["id"] in [one["id"] for one in there], f"{done}")
        expect_equal(len(reminders(tenant, user)), count)
    expect_equal([one["remind_at"] for one in reminders(tenant, "person-2")],
                 ["2031-05-29T12:00:00Z", soon, "2031-06-08T12:00:00Z"])
    nobody = tenant.producer.post("events", {"id": "e-9", "type": "order.created",
                                             "data": {"order_id": 9}}).json
    expect_equal((nobody["rules"], nobody["refused"], [one["error"] for one in nobody["runs"]]),
                 (1, 1, ["the event does not name the user of the reminder"]))
    changed = tenant.operator.post("rules", {"template": "order.created", "offsets": ["1h"]},
                                   201).json
    expect_equal((changed["offsets"], changed["creates"]), (["1h"], "reminder"))
    expect_problem(tenant.operator.ask("POST", "rules", {"template": "moon.full"}), 422, None,
                   "/template")


@story
def a_rule_makes_jobs(server):
    """One an event: by its own schedule, or once at the offset; what is refused says why."""
    tenant = server.tenant()
    tenant.operator.post("rules", {
        "event": "shop.opened", "creates": "job", "type": "shop.report",
        "payload": {"code": "report-{data.shop}", "name": "Report of {data.shop}",
                    "cron_expression": "0 7 * * *", "timezone": "{data.zone}",
                    "parameters": {"shop": "{data.shop}"}}}, 201)
    tenant.operator.post("rules", {
        "event": "shop.opened", "creates": "job", "type": "shop.visit", "offsets": ["48h"],
        "payload": {"code": "visit-{data.shop}"}}, 201)
    for id_, data in (("s-1", {"shop": "york", "zone": "Europe/London"}),
                      ("s-2", {"shop": "oslo", "zone": "Nowhere/None"})):
        answer = tenant.producer.post("events", {"id": id_, "type": "shop.opened",
                                                 "data": data}).json
        expect_equal(len(answer["runs"]), 2)
    job = until("the job", lambda: (
        lambda found: found[0] if found else None)(
            tenant.viewer.get("jobs?code=report-york").json["data"]))
    expect_equal((job["handler"], job["timezone"], job["cron_expression"]),
                 ("shop.report", "Europe/London", "0 7 * * *"))
    visit = until("the visit", lambda: (
        lambda found: found[0] if found else None)(
            tenant.viewer.get("jobs?code=visit-york").json["data"]))
    expect_equal(visit["schedule_type"], "ONCE")
    dead = until("the refused one", lambda: (
        lambda found: found[0] if found else None)(
            tenant.viewer.get("queue?state=failed").json["data"]))
    expect_equal((dead["type"], dead["last_error"]["class"]), ("belfry.make", "validation"))
    expect("Nowhere" in dead["last_error"]["message"], f"{dead}")
    expect_equal(tenant.viewer.get("jobs?code=report-oslo").json["data"], [])


@story
def a_rule_is_refused_by_field_and_bound(server):
    tenant = server.tenant()
    good = {"event": "a", "type": "b"}
    bad = (("/event", {"event": None}), ("/type", {"type": None}), ("/offsets", {"offsets": ["x"]}),
           ("/offsets", {"offsets": ["-1h"]}), ("/offsets", {"offsets": ["0"] * 33}),
           ("/offsets", {"offsets": ["400d"]}), ("/where", {"where": [{"is": 1}]}),
           ("/where", {"where": [{"field": "a", "is": 1, "not": 2}]}),
           ("/where", {"where": [{"field": "a", "equals": 1}]}),
           ("/where", {"where": [{"field": "a"}] * 17}), ("/priority", {"priority": 11}))
    for pointer, more in bad:
        expect_problem(tenant.operator.ask("POST", "rules", {**good, **more}), 422, None, pointer)
    made = tenant.operator.post("rules", good, 201, Idempotency_Key="r").json
    again = tenant.operator.post("rules", good, 201, Idempotency_Key="r").json
    expect_equal(again["id"], made["id"])
    changed = tenant.operator.put(f"rules/{made['id']}", {"offsets": ["1h"]}).json
    expect_equal((changed["event"], changed["offsets"]), ("a", ["1h"]))
    tenant.operator.delete(f"rules/{made['id']}", 204)
    expect_problem(tenant.viewer.ask("GET", f"rules/{made['id']}"), 404)
    for event in ({}, {"id": "1"}, {"type": "a"}, {"id": "1", "type": "a", "specversion": "2"}):
        expect_problem(tenant.producer.ask("POST", "events", event), 422)


@story
def an_event_makes_a_thousand_runs_at_most_and_passes_eight_servers(server):
    tenant = server.tenant()
    for _ in range(32):
        rule(tenant, offsets=[f"{hours}h" for hours in range(32)])
    expect_problem(tenant.producer.ask("POST", "events", order("many")), 429)
    expect_equal(runs(tenant), [])
    for hops, status in ((7, 200), (8, 422), (50, 422)):
        event = dict(order(f"hop-{hops}"), type="other")
        tenant.producer.ask("POST", "events", event, status, **{"Belfry-Hops": str(hops)})
    rule(tenant, event="hop", type="hop.do")
    tenant.producer.post("events", {"id": "h", "type": "hop"}, 200, **{"Belfry-Hops": "3"})
    expect_equal(len(runs(tenant)), 1)


@story_alone
def a_source_signs_instead_of_a_token():
    with Server() as server:
        tenant, other = server.tenant(), server.tenant()
        keep_secrets(tenant)
        rule(tenant)
        rule(tenant, type="order.other")
        source = tenant.operator.post("sources", {"name": "the shop", "secrets": ["first"],
                                                  "types": ["order.check"]}, 201).json["id"]
        nobody = server.client()
        good = post_signed(nobody, source, order("s-1"))
        expect_equal(good.status, 200, good.body)
        expect_equal((good.json["rules"], good.json["refused"], len(good.json["runs"])), (2, 1, 2))
        again = post_signed(nobody, source, order("s-1"))
        expect_equal((again.json["duplicate"], again.json["runs"][0]["id"]),
                     (True, good.json["runs"][0]["id"]))
        now = int(time.time())
        for bad in (post_signed(nobody, source, order("s-2"), by=("second",)),
                    post_signed(nobody, source, order("s-2"), by=()),
                    post_signed(nobody, source, order("s-2"), tamper=b" "),
                    post_signed(nobody, source, order("s-2"), at=now - 400),
                    post_signed(nobody, source, order("s-2"), at=now + 400),
                    post_signed(nobody, "01890a5d-ac96-774b-bcce-000000000001", order("s-2")),
                    post_signed(nobody, "x", order("s-2"))):
            expect_problem(bad, 401, "unauthorized")
        # Rotation: both count, then the new one alone.
        path = f"sources/{source}"
        tenant.operator.put(path, {"secrets": ["second", "first"]})
        for number, by in enumerate(("first", "second")):
            expect_equal(post_signed(nobody, source, order(f"r-{number}"), by=(by,)).status, 200)
        tenant.operator.put(path, {"secrets": ["second"]})
        expect_problem(post_signed(nobody, source, order("r-3")), 401)
        # A restart in between: what came before it is still known.
        server.kill()
        server.start()
        nobody = server.client()
        again = post_signed(nobody, source, order("s-1"), by=("second",))
        expect_equal(again.json["duplicate"], True)
        expect_equal(len(runs(tenant)), 3)
        # Nobody else's.
        expect_problem(other.operator.ask("PUT", path, {"secrets": ["first"]}), 404)
        expect_equal(other.viewer.get("sources").json["data"], [])
        tenant.operator.put(path, {"state": "paused"})
        expect_problem(post_signed(nobody, source, order("p"), by=("second",)), 403)
        tenant.operator.delete(path, 204)
        expect_problem(post_signed(nobody, source, order("p"), by=("second",)), 401)
        expect_problem(tenant.operator.ask("POST", "sources", {"name": "x"}), 422, None,
                       "/secrets")
