"""Gates: maintenance, quiet hours, the policy guard with its rules and its hook."""
import base64
import calendar
import hashlib
import hmac
import json
import time

from dialogue import Server, expect, expect_equal, expect_problem, query, story, story_alone, until
from stories_handlers import ALLOW, KEY, Receiver


def settings(tenant, status=200, **fields):
    return tenant.admin.put(f"tenants/{tenant.id}/settings", fields, status).json


def why(tenant, run):
    return tenant.viewer.get(f"queue/{run}/why").json["reasons"]


def held_by(tenant, run):
    return [(reason["kind"], reason["ref"]) for reason in why(tenant, run)]


def hours_now(shift=0):
    """A window of UTC that begins an hour before now, or so much later."""
    hour = (time.gmtime().tm_hour + 23 + shift) % 24
    return f"{hour:02}:00-{(hour + 3) % 24:02}:00"


def epoch(text):
    return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))


# ---- maintenance -------------------------------------------------------------------------------


@story
def maintenance_holds_a_tenant_and_nobody_else(server):
    ours, theirs = server.tenant(), server.tenant()
    ours.operator.put("types/privacy.delete", {"maintenance": "pass"})
    said = settings(ours, maintenance={"enabled": True, "reason": "moving house"})
    expect_equal(said["maintenance"], {"enabled": True, "reason": "moving house"})
    held, passes = ours.enqueue(), ours.enqueue("privacy.delete")
    other = theirs.enqueue()
    expect_equal([one["run_id"] for one in ours.lease(max_=5)], [passes["id"]])
    expect_equal([one["run_id"] for one in theirs.lease(max_=5)], [other["id"]])
    expect(("maintenance", "tenant") in held_by(ours, held["id"]), f"{why(ours, held['id'])}")
    seen = until("it is put off", lambda: (lambda run: run["deferred_by"] and run)(
        ours.run(held["id"])))
    expect_equal((seen["deferred_by"], seen["deferred_count"], seen["attempts"], seen["state"]),
                 ("maintenance", 1, 0, "queued"))
    wait = epoch(seen["deferred_until"]) - time.time()
    expect(50 <= wait <= 301, f"put off by {wait} s")
    expect(("deferred", "maintenance") in held_by(ours, held["id"]), f"{why(ours, held['id'])}")
    settings(ours, maintenance={"enabled": False})
    fresh = ours.enqueue()
    expect_equal([one["run_id"] for one in ours.lease(max_=5)], [fresh["id"]])


@story
def maintenance_with_an_end_says_when(server):
    tenant = server.tenant()
    end = "2031-01-01T00:00:00Z"
    settings(tenant, maintenance={"enabled": True, "until": end})
    run = tenant.enqueue()["id"]
    reason = [one for one in why(tenant, run) if one["kind"] in ("maintenance", "deferred")][0]
    expect(reason["until"] >= end, f"{reason}")


@story
def maintenance_that_makes_no_sense_is_refused(server):
    tenant = server.tenant()
    place = f"tenants/{tenant.id}/settings"
    for given, pointer in (
            ({"enabled": "yes"}, "/maintenance/enabled"),
            ({"windows": "25:00-26:00"}, "/maintenance/windows"),
            ({"windows": "02:00-04:00", "timezone": "Mars"}, "/maintenance/windows"),
            ({"from": "2030-01-02T00:00:00Z", "until": "2030-01-01T00:00:00Z"},
             "/maintenance/until"),
            ({"mood": 1}, "/maintenance/mood")):
        expect_problem(tenant.admin.ask("PUT", place, {"maintenance": given}), 422, None, pointer)
    expect("maintenance" not in tenant.admin.get(place).json, "what was refused is not kept")


def closed(client, query_=""):
    gates = client.get("status" + query_).json["closed_gates"]
    return [(one["tenant_id"], one["gate"], one["reason"], one["until"]) for one in gates]


@story
def the_status_tells_which_gates_are_closed_now(server):
    tenant, other = server.tenant(), server.tenant()
    expect_equal(closed(tenant.viewer), [])
    end = "2031-01-01T00:00:00Z"
    settings(tenant, maintenance={"enabled": True, "until": end, "reason": "we move"})
    expect_equal(closed(tenant.viewer), [(tenant.id, "maintenance", "we move", end)])
    settings(tenant, maintenance={"enabled": True})
    expect_equal(closed(tenant.viewer), [(tenant.id, "maintenance", None, None)])
    settings(tenant, maintenance={"from": end})
    expect_equal(closed(tenant.viewer), [])
    settings(tenant, maintenance=None, quiet_hours={"windows": hours_now()})
    (id_, gate, reason, until_), = closed(tenant.viewer)
    expect_equal((id_, gate, reason), (tenant.id, "quiet_hours", None))
    expect(0 < epoch(until_) - time.time() <= 2 * 3600, f"it ends at {until_}")
    settings(tenant, quiet_hours={"windows": hours_now(4)})
    expect_equal(closed(tenant.viewer), [])
    settings(other, maintenance={"enabled": True})
    expect_equal(closed(tenant.viewer), [])
    expect(other.id in [one[0] for one in closed(server.admin, "?tenant_id=*")],
           "the system sees them all")
    expect_equal([one[0] for one in closed(server.admin, f"?tenant_id={other.id}")], [other.id])


@story_alone
def the_systems_maintenance_is_everybodys():
    with Server() as server:
        tenant = server.tenant()
        server.admin.put("tenants/system/settings", {"maintenance": {"enabled": True}})
        expect_equal(closed(tenant.viewer), [("system", "maintenance", None, None)])
        run = tenant.enqueue()["id"]
        expect_equal(tenant.lease(), [])
        expect(any(kind == "maintenance" or ref == "maintenance"
                   for kind, ref in held_by(tenant, run)), f"{why(tenant, run)}")
        expect_problem(tenant.admin.ask("PUT", "tenants/system/settings", {"maintenance": None}),
                       404)
        server.admin.put("tenants/system/settings", {"maintenance": None})
        fresh = tenant.enqueue()["id"]
        expect(fresh in [one["run_id"] for one in tenant.lease(max_=5)], "it goes on")


# ---- quiet hours -------------------------------------------------------------------------------


@story
def quiet_hours_hold_what_reaches_people(server):
    tenant = server.tenant()
    tenant.operator.put("types/notice", {"notifies": True})
    tenant.operator.put("types/alarm", {"notifies": True, "quiet": "pass"})
    settings(tenant, quiet_hours={"windows": hours_now()})
    held, alarm, plain = tenant.enqueue("notice"), tenant.enqueue("alarm"), tenant.enqueue("plain")
    expect_equal({one["run_id"] for one in tenant.lease(max_=5)}, {alarm["id"], plain["id"]})
    kinds = held_by(tenant, held["id"])
    expect(("quiet_hours", "tenant") in kinds or ("deferred", "quiet_hours") in kinds, f"{kinds}")
    seen = until("it is put off", lambda: (lambda run: run["deferred_by"] and run)(
        tenant.run(held["id"])))
    expect_equal((seen["deferred_by"], seen["attempts"]), ("quiet_hours", 0))
    expect(time.time() < epoch(seen["deferred_until"]) <= time.time() + 3 * 3600, f"{seen}")
    # No word of a caller lets it pass.
    for word in ("quiet", "bypass", "ignore_quiet_hours"):
        expect_problem(tenant.producer.ask("POST", "tasks", {"type": "notice", word: "pass"}), 422,
                       "invalid", "/" + word)


@story
def a_persons_hours_count_in_their_own_zone(server):
    tenant = server.tenant(timezone="Asia/Tokyo")  # nine hours ahead
    tenant.operator.put("types/notice", {"notifies": True})
    tenant.operator.put("types/alarm", {"notifies": True, "quiet": "opt_in"})
    tenant.producer.put("users/ann", {"timezone": "UTC", "quiet_hours": {"windows": hours_now()}})
    tenant.producer.put("users/bob", {"quiet_hours": {"windows": hours_now()}})  # of Tokyo
    tenant.producer.put("users/eve", {"timezone": "UTC", "quiet_hours": {"windows": hours_now()},
                                      "opt_ins": ["alarm"]})
    runs = {(kind, who): tenant.enqueue(kind, user_id=who)["id"]
            for kind in ("notice", "alarm") for who in ("ann", "bob", "eve")}
    got = set()
    until("they are looked at", lambda: (got.update(
        one["run_id"] for one in tenant.lease(max_=5)) or len(got) == 3))
    expect_equal(got, {runs["notice", "bob"], runs["alarm", "bob"], runs["alarm", "eve"]})
    for one in (("notice", "ann"), ("alarm", "ann"), ("notice", "eve")):
        seen = until("it is put off", lambda: (lambda run: run["deferred_by"] and run)(
            tenant.run(runs[one])))
        expect_equal((seen["deferred_by"], seen["deferred_count"], seen["attempts"]),
                     ("quiet_hours", 1, 0))
        expect_equal(held_by(tenant, runs[one]), [("deferred", "quiet_hours")])


@story
def hours_that_make_no_sense_are_refused(server):
    tenant = server.tenant()
    place = f"tenants/{tenant.id}/settings"
    for given, pointer in (({"windows": "22-07"}, "/quiet_hours/windows"),
                           ({"windows": []}, "/quiet_hours/windows"),
                           ({"windows": "00:00-24:00"}, "/quiet_hours/windows"),
                           ({"start": "22:00"}, "/quiet_hours/start")):
        expect_problem(tenant.admin.ask("PUT", place, {"quiet_hours": given}), 422, None, pointer)
        expect_problem(tenant.producer.ask("PUT", "users/ann", {"quiet_hours": given}), 422, None,
                       pointer)
    expect_problem(tenant.producer.ask("PUT", "users/ann", {"opt_ins": ["no type"]}), 422)


@story
def gates_are_the_admins_and_a_persons_own(server):
    ours, theirs = server.tenant(), server.tenant()
    quiet = {"quiet_hours": {"windows": "22:00-07:00"}}
    for role in ("viewer", "producer", "operator", "worker", "user"):
        client = getattr(ours, role)
        for body in (quiet, {"maintenance": {"enabled": True}}, {"policy_rules": []},
                     {"policy_hook": {"url": "https://example.org/"}}):
            expect_problem(client.ask("PUT", f"tenants/{ours.id}/settings", body), 403)
    expect_problem(theirs.admin.ask("PUT", f"tenants/{ours.id}/settings", quiet), 404)
    expect_problem(theirs.producer.ask("PUT", "users/ann" + query(tenant_id=ours.id), quiet), 404)
    ours.user.put("users/somebody", quiet)  # their own
    expect_problem(ours.user.ask("PUT", "users/else", quiet), 404)
    for role in ("viewer", "worker"):
        expect_problem(getattr(ours, role).ask("PUT", "users/ann", quiet), 403)


# ---- looking ahead ------------------------------------------------------------------------------


def preview(tenant, **fields):
    answer = tenant.viewer.post(f"tenants/{tenant.id}/settings/preview", fields, 200).json
    return answer["by_maintenance"], answer["by_quiet_hours"], answer


@story
def settings_say_what_they_would_hold_back(server):
    ours, theirs = server.tenant(), server.tenant()
    ours.operator.put("types/sms", {"notifies": True})
    ours.operator.put("types/privacy", {"maintenance": "pass"})
    told, work, passes = (ours.enqueue(type_)["id"] for type_ in ("sms", "work", "privacy"))
    theirs.enqueue("sms")
    expect_equal(preview(ours)[:2], (0, 0))
    quiet = {"windows": hours_now(), "timezone": "UTC"}
    by_maintenance, by_quiet, answer = preview(ours, quiet_hours=quiet)
    expect_equal((by_maintenance, by_quiet, answer["planned"], answer["is_cut"]), (0, 1, 3, False))
    expect_equal([(one["run_id"], one["type"], one["held_by"]) for one in answer["data"]],
                 [(told, "sms", "quiet_hours")])
    expect(epoch(answer["data"][0]["held_until"]) > time.time(), "it says until when")
    by_maintenance, by_quiet, answer = preview(ours, maintenance={"enabled": True})
    expect_equal((by_maintenance, by_quiet), (2, 0))
    expect_equal([(one["run_id"], one["held_until"]) for one in answer["data"]],
                 [(work, None), (told, None)])
    # Nothing was changed; saved, the engine holds exactly what was said.
    expect("quiet_hours" not in ours.viewer.get(f"tenants/{ours.id}/settings").json, "not saved")
    settings(ours, quiet_hours=quiet)
    expect(held_by(ours, told) != [] and "quiet_hours" in held_by(ours, told)[0],
           f"{held_by(ours, told)}")
    expect_equal({one["run_id"] for one in ours.lease(max_=5)}, {work, passes})
    expect_problem(ours.viewer.ask("POST", f"tenants/{ours.id}/settings/preview",
                                   {"quiet_hours": {"windows": "22-07"}}),
                   422, None, "/quiet_hours/windows")
    expect_problem(theirs.viewer.ask("POST", f"tenants/{ours.id}/settings/preview", {}), 404)


@story
def next_runs_of_a_job_say_what_holds_them_back(server):
    tenant = server.tenant()
    tenant.operator.put("types/sms", {"notifies": True})
    for code, handler in (("told", "sms"), ("work", "work")):
        tenant.producer.post("jobs", {"code": code, "handler": handler, "interval_seconds": 3600},
                             201)

    def ahead(code):
        data = tenant.viewer.get(f"jobs/{code}/next-runs?count=24").json["data"]
        return [(one.get("held_by"), one.get("held_until")) for one in data]

    expect_equal(set(ahead("told")), {(None, None)})
    settings(tenant, quiet_hours={"windows": "00:00-12:00", "timezone": "UTC"})
    expect_equal(set(ahead("work")), {(None, None)})
    held = [until_ for gate, until_ in ahead("told") if gate == "quiet_hours"]
    expect_equal(len(held), 12)
    expect(all(one.endswith("T12:00:00Z") for one in held), f"{held}")
    settings(tenant, maintenance={"enabled": True})
    expect_equal(set(ahead("work")), {("maintenance", None)})


# ---- the policy guard --------------------------------------------------------------------------


@story
def rules_allow_put_off_and_deny(server):
    tenant = server.tenant()
    settings(tenant, policy_rules=[
        {"action": "allow", "entity": "vip:*"},
        {"action": "deny", "type": "comms.*", "field": "preview.confirmed", "not_equals": True,
         "name": "preview first"},
        {"action": "defer", "type": "report.*", "defer_seconds": 600}])
    denied = tenant.enqueue("comms.broadcast", payload={"preview": {"confirmed": False}})["id"]
    good = tenant.enqueue("comms.broadcast", payload={"preview": {"confirmed": True}})["id"]
    vip = tenant.enqueue("comms.broadcast", entity="vip:7")["id"]
    late = tenant.enqueue("report.daily")["id"]
    got = set()
    until("they are looked at", lambda: (got.update(
        one["run_id"] for one in tenant.lease(max_=5)) or len(got) == 2))
    expect_equal(got, {good, vip})
    seen = until("it is denied", lambda: (lambda run: run["state"] == "failed" and run)(
        tenant.run(denied)))
    expect_equal((seen["attempts"], seen["deferred_count"]), (0, 0))
    expect_equal(held_by(tenant, denied), [("finished", "failed")])
    expect_equal(why(tenant, denied)[0]["reason"], "policy_denied: preview first")
    seen = until("it is put off", lambda: (lambda run: run["deferred_by"] and run)(
        tenant.run(late)))
    expect_equal((seen["deferred_by"], seen["attempts"]), ("policy", 0))
    expect_equal(held_by(tenant, late), [("deferred", "policy: rule 3")])
    expect_equal(why(tenant, late)[0]["until"], seen["deferred_until"])
    # Rules that changed let a person retry it.
    settings(tenant, policy_rules=[])
    tenant.operator.post(f"queue/{denied}/retry")
    expect_equal([one["run_id"] for one in tenant.lease(max_=5)], [denied])


@story
def rules_that_make_no_sense_are_refused(server):
    tenant = server.tenant()
    place = f"tenants/{tenant.id}/settings"
    for rule, pointer in (({}, "/policy_rules/0/action"),
                          ({"action": "maybe"}, "/policy_rules/0/action"),
                          ({"action": "deny", "equals": 1}, "/policy_rules/0"),
                          ({"action": "deny", "windows": "late"}, "/policy_rules/0"),
                          ({"action": "deny", "name": "x" * 65}, "/policy_rules/0/name"),
                          ({"action": "deny", "name": "a\tb"}, "/policy_rules/0"),
                          ({"action": "deny", "colour": "red"}, "/policy_rules/0/colour")):
        answer = tenant.admin.ask("PUT", place, {"policy_rules": [rule]})
        expect_problem(answer, 422, None, pointer)
    many = [{"action": "allow"}] * 65
    expect_problem(tenant.admin.ask("PUT", place, {"policy_rules": many}), 422)


# ---- the hook ----------------------------------------------------------------------------------


def say(receiver, path, body, status=200):
    receiver.ways[path] = (status, {}, body if isinstance(body, bytes) else
                           json.dumps(body).encode())


def ended(tenant, run, judge):
    """Somebody has to want it; then it is as it should be."""
    def look():
        tenant.lease(max_=5)
        seen = tenant.run(run)
        return judge(seen) and seen
    return until("the hook was heeded", look)


@story_alone
def a_hook_is_asked_and_its_word_counts():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        tenant.admin.put("secrets/sign", {"value": "whsec_" + base64.b64encode(KEY).decode()})
        hook = {"url": receiver.url("/guard"), "secret": "sign", "timeout_ms": 5000,
                "on_failure": "deny"}
        expect_equal(settings(tenant, policy_hook=hook)["policy_hook"], hook)
        say(receiver, "/guard", {"decision": "allow"})
        run = tenant.enqueue(payload={"n": 1}, entity="e:1", user_id="ann")["id"]
        seen = ended(tenant, run, lambda run: run["state"] == "processing")
        expect_equal((seen["deferred_count"], seen["attempts"]), (0, 0))
        (_, fields, body), = receiver.wait("/guard")
        asked = json.loads(body)
        expect_equal((asked["run_id"], asked["tenant_id"], asked["type"], asked["entity"],
                      asked["user_id"], asked["attempt"], asked["payload"]),
                     (run, tenant.id, "mail.send", "e:1", "ann", 1, {"n": 1}))
        said = f"{run}.{fields['webhook-timestamp']}.".encode() + body
        mac = hmac.new(KEY, said, hashlib.sha256).digest()
        expect_equal(fields["webhook-signature"], "v1," + base64.b64encode(mac).decode())

        say(receiver, "/guard", {"decision": "defer", "until": "2031-01-01T00:00:00Z"})
        run = tenant.enqueue()["id"]
        seen = ended(tenant, run, lambda run: run["deferred_by"])
        expect_equal((seen["deferred_by"], seen["deferred_until"], seen["deferred_count"],
                      seen["attempts"]), ("policy", "2031-01-01T00:00:00Z", 1, 0))
        expect_equal(held_by(tenant, run), [("deferred", "policy: hook")])

        say(receiver, "/guard", {"decision": "deny", "reason": "no"})
        run = tenant.enqueue()["id"]
        seen = ended(tenant, run, lambda run: run["state"] == "failed")
        expect_equal((seen["attempts"], seen["deferred_count"]), (0, 0))
        expect_equal(why(tenant, run)[0]["reason"], "policy_denied: hook")


@story_alone
def a_hook_that_fails_is_what_the_tenant_says_it_is():
    ways = {"/slow": "hold", "/garbage": (200, {}, b"<html>"), "/broken": (500, {}, b"{}"),
            "/empty": (200, {}, b""), "/odd": (200, {}, b'{"decision": "perhaps"}')}
    outcomes = {"allow": lambda run: run["state"] == "processing",
                "defer": lambda run: run["deferred_by"] == "policy" and run["state"] == "queued",
                "deny": lambda run: run["state"] == "failed" and run["attempts"] == 0}
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways.update(ways)
        for path in ways:
            for failure, judge in outcomes.items():
                tenant = server.tenant()
                settings(tenant, policy_hook={"url": receiver.url(path), "timeout_ms": 300,
                                              "on_failure": failure})
                ended(tenant, tenant.enqueue()["id"], judge)


@story_alone
def nobody_else_waits_for_a_slow_hook():
    with Receiver() as receiver, Server(**ALLOW) as server:
        ours, theirs = server.tenant(), server.tenant()
        receiver.ways["/slow"] = "hold"
        settings(ours, policy_hook={"url": receiver.url("/slow"), "timeout_ms": 10000},
                 policy_rules=[{"action": "allow", "type": "free"}])
        held = [ours.enqueue()["id"] for _ in range(40)]
        until("it is asked", lambda: ours.lease(max_=5) == [] and receiver.calls)
        reason = why(ours, held[0])[0]
        expect_equal((reason["kind"], reason["ref"]), ("policy_hook", "tenant"))
        expect(reason["until"], f"{reason}")
        free, other = ours.enqueue("free")["id"], theirs.enqueue()["id"]
        got = set()
        until("others are served", lambda: (got.update(
            one["run_id"] for one in server.admin.post("worker/lease", {
                "worker_id": "w", "max": 50}).json["leases"]) or len(got) == 2))
        expect_equal(got, {free, other})
        ours.producer.post(f"queue/{held[0]}/cancel")
        expect_equal(ours.state(held[0]), "cancelled")
        # A crash in between: whoever was asked about is asked about again.
        server.kill()
        server.start()
        say(receiver, "/slow", {"decision": "allow"})
        receiver.held.set()
        got = set()
        until("all are served", lambda: (got.update(
            one["run_id"] for one in ours.lease(server.client(ours.worker.token), max_=50))
            or len(got) == 39))
        expect_equal(got, set(held[1:]))


@story_alone
def a_hook_goes_where_webhooks_may_go():
    with Server(**ALLOW) as server:
        tenant = server.tenant()
        place = f"tenants/{tenant.id}/settings"
        for hook, pointer in (({}, "/policy_hook/url"),
                              ({"url": "ftp://example.org/"}, "/policy_hook/url"),
                              ({"url": "http://10.0.0.1/"}, "/policy_hook/url"),
                              ({"url": f"http://127.0.0.1:{server.port}/"}, "/policy_hook/url"),
                              ({"url": "https://example.org/", "timeout_ms": 99},
                               "/policy_hook/timeout_ms"),
                              ({"url": "https://example.org/", "on_failure": "ask"},
                               "/policy_hook/on_failure"),
                              ({"url": "https://example.org/", "secret": "a b"},
                               "/policy_hook/secret")):
            expect_problem(tenant.admin.ask("PUT", place, {"policy_hook": hook}), 422, "invalid",
                           pointer)
        # A secret that is not there is a failure: nothing goes out unsigned.
        settings(tenant, policy_hook={"url": "http://127.0.0.1:9/", "secret": "none",
                                      "on_failure": "deny"})
        ended(tenant, tenant.enqueue()["id"], lambda run: run["state"] == "failed")
        settings(tenant, policy_hook={"url": "http://127.0.0.1:9/", "enabled": False})
        expect_equal(len([tenant.enqueue()["id"]]), len(tenant.lease(max_=5)))


# ---- payloads ----------------------------------------------------------------------------------


@story
def payloads_with_secrets_are_flagged_or_refused(server):
    tenant = server.tenant()
    bad, personal = {"user": {"db_password": "hunter2"}}, {"to": {"email": "ann@example.org"}}
    good = {"password": "secret:db", "note": "password"}
    expect_equal(tenant.run(tenant.enqueue(payload=bad)["id"])["flagged"], None)
    settings(tenant, payload_lint="flag")
    expect_equal(tenant.run(tenant.enqueue(payload=bad)["id"])["flagged"], "secret")
    expect_equal(tenant.run(tenant.enqueue(payload=personal)["id"])["flagged"], "personal")
    expect_equal(tenant.run(tenant.enqueue(payload=good)["id"])["flagged"], None)
    job = tenant.producer.post("jobs", {"code": "nightly", "handler": "h", "parameters": bad,
                                        "schedule_type": "INTERVAL", "interval_seconds": 3600},
                               201).json
    expect_equal(tenant.viewer.get(f"jobs/{job['id']}").json["flagged"], "secret")
    expect_equal(tenant.run(job["next_run_id"])["flagged"], "secret")
    now = tenant.producer.post(f"jobs/{job['id']}/run", {"payload": good}, 201).json
    expect_equal(tenant.run(now["id"])["flagged"], None)
    tenant.producer.put(f"jobs/{job['id']}", {"parameters": good})
    job = tenant.viewer.get(f"jobs/{job['id']}").json
    expect_equal((job["flagged"], tenant.run(job["next_run_id"])["flagged"]), (None, None))
    expect_equal(settings(tenant, payload_check="refuse")["payload_check"], "refuse")
    tenant.enqueue(payload=good)

    def refused(answer, field):
        problem = expect_problem(answer, 422)
        expect(field in problem["detail"], f"{problem}")
        expect("hunter2" not in answer.body.decode(), "the value is told")

    producer = tenant.producer
    refused(producer.ask("POST", "tasks", {"type": "a", "payload": bad}),
            "payload.user.db_password")
    refused(producer.ask("POST", "tasks", {"type": "a", "payload": personal}), "payload.to.email")
    refused(producer.ask("POST", "batches", {"type": "a", "children": [{"payload": bad}]}),
            "db_password")
    job = {"code": "j", "handler": "h", "schedule_type": "MANUAL"}
    refused(producer.ask("POST", "jobs", {**job, "parameters": bad}), "parameters.user.db_password")
    producer.post("jobs", job, 201)
    refused(producer.ask("POST", "jobs/j/run", {"payload": bad}), "payload.user.db_password")
    results = producer.post("tasks/bulk", {"tasks": [{"type": "a", "payload": bad},
                                                     {"type": "a", "payload": good}]}).json
    expect("error" in results["results"][0] and "id" in results["results"][1], f"{results}")
    expect("hunter2" not in server.logged(), "the log tells the value")
    place = f"tenants/{tenant.id}/settings"
    expect_problem(tenant.admin.ask("PUT", place, {"payload_check": "maybe"}), 422, "invalid",
                   "/payload_check")
