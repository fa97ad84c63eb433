"""Alerts on jobs: raised once, resolved once, and somebody is told."""
import json

from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone, until, walk
from stories_handlers import ALLOW, Receiver, Sink

# Nobody listens there: what is sent to it stays on its way.
NOWHERE = {"kind": "http", "url": "http://127.0.0.1:9/"}


def with_channels(tenant, **channels):
    """The tenant's own ways to reach people."""
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"channels": channels})
    return tenant


def told(tenant):
    """What alerts are told to whom, oldest first: the payloads of the runs that tell them."""
    runs = tenant.viewer.get("queue?type=alert.send&limit=50&include=internal").json["data"]
    return [tenant.viewer.get(f"queue/{run['id']}").json["payload"] for run in reversed(runs)]


def job_of(tenant, code="report", **fields):
    body = {"code": code, "name": code, "handler": "report.make", "schedule_type": "MANUAL",
            "max_retries": 0, **fields}
    return tenant.operator.post("jobs", body, 201).json


def run_once(tenant, job, outcome, **fields):
    tenant.operator.post(f"jobs/{job['id']}/run", {}, 201)
    leases = tenant.lease(types=["report.make"], wait_ms=5000)
    expect_equal(len(leases), 1)
    tenant.report(leases[0]["execution_id"], outcome, **fields)
    return leases[0]["run_id"]


def fail_once(tenant, job):
    return run_once(tenant, job, "fail", error={"class": "permanent", "message": "no paper"})


@story
def failures_in_a_row_raise_one_alert_and_a_success_resolves_it(server):
    tenant = with_channels(server.tenant(), pager=NOWHERE)
    job = job_of(tenant)
    rule = tenant.operator.post(f"jobs/{job['id']}/alerts",
                                {"alert_type": "FAILURE", "threshold_value": 2,
                                 "notification_channels": ["pager"], "recipients": ["team-a"]},
                                201).json
    expect_equal((rule["alert_type"], rule["threshold_value"], rule["is_enabled"],
                  rule["is_raised"]), ("FAILURE", 2, True, False))
    fail_once(tenant, job)
    expect_equal(tenant.viewer.get("alerts").json["data"], [])
    last = fail_once(tenant, job)
    fail_once(tenant, job)
    alerts = tenant.viewer.get("alerts?state=raised").json["data"]
    expect_equal(len(alerts), 1)
    alert = alerts[0]
    expect_equal((alert["alert_type"], alert["value"], alert["job_code"], alert["run_id"]),
                 ("FAILURE", 2, "report", last))
    # Somebody looks after it; the first one counts.
    seen = tenant.operator.post(f"alerts/{alert['id']}/acknowledge", None, 200).json
    expect(seen["acknowledged_by"], "it says who")
    expect_equal(tenant.admin.post(f"alerts/{alert['id']}/acknowledge", None, 200).json
                 ["acknowledged_by"], seen["acknowledged_by"])
    again = tenant.operator.post(f"alerts/{alert['id']}/acknowledge", None, 200,
                                 Idempotency_Key="look").json
    run_once(tenant, job, "success")
    alerts = tenant.viewer.get("alerts").json["data"]
    expect_equal([(one["state"], one["reason"]) for one in alerts],
                 [("resolved", "back to normal")])
    expect_problem(tenant.operator.post(f"alerts/{alert['id']}/acknowledge", None, 404), 404)
    # A call that was made before has its first answer, as things stand.
    replayed = tenant.operator.post(f"alerts/{alert['id']}/acknowledge", None, 200,
                                    Idempotency_Key="look")
    expect_equal((replayed.headers["idempotent-replayed"], replayed.json["id"],
                  replayed.json["state"]), ("true", again["id"], "resolved"))
    # Both were sent, each once, and both are events.
    sent = told(tenant)
    expect_equal([one["alert"]["state"] for one in sent], ["raised", "resolved"])
    expect_equal((sent[0]["recipient"], sent[0]["channels"]), ("team-a", ["pager"]))
    events = tenant.viewer.get("events?event=alert.*").json["data"]
    expect_equal([one["type"] for one in events], ["alert.resolved", "alert.raised"])
    expect_equal(events[1]["data"]["alert"]["alert_id"], alert["id"])
    # Two more are another alert, which stands before the first.
    fail_once(tenant, job)
    fail_once(tenant, job)
    pages = walk(tenant.viewer, "alerts", limit=1)
    expect_equal([one["state"] for one in pages], ["raised", "resolved"])
    expect_equal(pages[1]["id"], alert["id"])


@story
def rules_are_changed_tested_and_taken_away(server):
    tenant, stranger = with_channels(server.tenant(), pager=NOWHERE), server.tenant()
    job = job_of(tenant)
    path = f"jobs/{job['code']}/alerts"
    rule = tenant.operator.post(path, {"alert_type": "TIMEOUT"}, 201).json
    changed = tenant.operator.put(f"{path}/{rule['id']}", {"alert_type": "FAILURE"}).json
    expect_equal((changed["alert_type"], changed["threshold_value"], changed["version"]),
                 ("FAILURE", 1, 2))
    fail_once(tenant, job)
    expect_equal(tenant.viewer.get(path).json["data"][0]["is_raised"], True)
    # Other channels are no other rule: what it raised stays.
    tenant.operator.put(f"{path}/{rule['id']}", {"notification_channels": ["pager"]})
    expect_equal(tenant.viewer.get(path).json["data"][0]["is_raised"], True)
    tenant.operator.put(f"{path}/{rule['id']}", {"threshold_value": 3})
    expect_equal(tenant.viewer.get("alerts").json["data"][0]["reason"],
                 "the alert rule was changed")
    tested, replayed = (tenant.operator.post(f"{path}/{rule['id']}/test", None, 202,
                                             Idempotency_Key="try").json for _ in range(2))
    expect_equal([(one["alert_id"], one["queued"], [run["run_id"] for run in one["runs"]])
                  for one in (tested, replayed)],
                 [(tested["alert_id"], 1, [tested["runs"][0]["run_id"]])] * 2)
    expect_equal((tested["queued"], [run["channels"] for run in tested["runs"]]), (1, [["pager"]]))
    expect_equal([one["alert"].get("test", False) for one in told(tenant)], [False, True])
    # Strangers see nothing of it.
    expect_equal(stranger.viewer.get("alerts").json["data"], [])
    stranger.operator.ask("PUT", f"jobs/{job['id']}/alerts/{rule['id']}", {"is_enabled": False},
                          404)
    tenant.operator.ask("DELETE", f"{path}/{rule['id']}", None, 204)
    expect_equal(tenant.viewer.get(path).json["data"], [])
    tenant.operator.ask("DELETE", f"{path}/{rule['id']}", None, 404)


def states(tenant):
    return {(one["alert_type"], one["state"]) for one in tenant.viewer.get("alerts").json["data"]}


@story
def what_is_late_or_takes_too_long_is_raised_and_resolved_by_time_itself(server):
    """LONG_RUNNING, TIMEOUT and MISSED, each by a job of its own; nobody asks for anything."""
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"min_interval_seconds": 1})
    long = job_of(tenant, "long", handler="long")
    brief = job_of(tenant, "brief", handler="brief", timeout_seconds=1)
    late = tenant.operator.post("jobs", {
        "code": "late", "handler": "late", "schedule_type": "INTERVAL", "interval_seconds": 3,
        "misfire": "skip"}, 201).json
    for job, kind in ((long, "LONG_RUNNING"), (brief, "TIMEOUT"), (late, "MISSED")):
        tenant.operator.post(f"jobs/{job['id']}/alerts",
                             {"alert_type": kind,
                              "threshold_value": 3 if kind == "MISSED" else 1}, 201)
    for job in (long, brief):
        tenant.operator.post(f"jobs/{job['id']}/run", {}, 201)
    held = {lease["type"]: lease["execution_id"]
            for lease in tenant.lease(types=["long", "brief"], max_=2, wait_ms=5000)}
    kinds = ("LONG_RUNNING", "TIMEOUT", "MISSED")
    until("each is raised", lambda: states(tenant) == {(kind, "raised") for kind in kinds})
    tenant.report(held["long"])
    tenant.operator.post(f"jobs/{brief['id']}/run", {}, 201)
    tenant.report(tenant.lease(types=["brief"], wait_ms=5000)[0]["execution_id"])

    def in_time():
        for lease in tenant.lease(types=["late"], max_=10, wait_ms=4000):
            tenant.report(lease["execution_id"])
        return states(tenant) == {(kind, "resolved") for kind in kinds}
    until("each is resolved", in_time)
    events = tenant.viewer.get("events?event=alert.*").json["data"]
    expect_equal(len(events), 6)
    expect_equal(len(tenant.viewer.get("alerts").json["data"]), 3)


@story
def what_cannot_be_a_rule_is_refused(server):
    tenant = server.tenant()
    job = job_of(tenant)
    path = f"jobs/{job['id']}/alerts"
    for body in ({}, {"alert_type": "SOMETIMES"},
                 {"alert_type": "FAILURE", "threshold_value": 5000},
                 {"alert_type": "FAILURE", "notification_channels": ["email"]},
                 {"alert_type": "FAILURE", "notification_channels": ["Bad Name"]},
                 {"alert_type": "FAILURE", "notification_channels": ["in_app"],
                  "recipients": ["ann@example.org"]},
                 {"alert_type": "FAILURE", "notification_channels": ["webhook"],
                  "recipients": [f"http://{name}/" for name in "abcdefghi"]}):
        tenant.operator.ask("POST", path, body, 422)
    # A channel that nobody serves is named, also when a rule is changed.
    bad = tenant.operator.post(path, {"alert_type": "FAILURE", "recipients": ["ann"],
                                      "notification_channels": ["in_app", "sms"]}, 422).json
    expect("sms" in json.dumps(bad), f"it names the channel: {bad}")
    rule = tenant.operator.post(path, {"alert_type": "FAILURE"}, 201).json
    tenant.operator.ask("PUT", f"{path}/{rule['id']}", {"notification_channels": ["sms"]}, 422)
    tenant.operator.ask("DELETE", f"{path}/{rule['id']}", None, 204)
    for _ in range(8):
        tenant.operator.post(path, {"alert_type": "FAILURE"}, 201)
    tenant.operator.ask("POST", path, {"alert_type": "FAILURE"}, 429)
    tenant.viewer.ask("POST", path, {"alert_type": "FAILURE"}, 403)


@story_alone
def mail_and_webhook_are_sent_and_an_alert_outlives_a_crash():
    sink = Sink()
    with Receiver() as receiver, Server(BELFRY_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
                                        BELFRY_SMTP_FROM="belfry@example.org", **ALLOW) as server:
        tenant = server.tenant()
        job = job_of(tenant)
        tenant.operator.post(f"jobs/{job['id']}/alerts",
                             {"alert_type": "FAILURE",
                              "notification_channels": ["email", "webhook"],
                              "recipients": ["ann@example.org", receiver.url("/alert")]}, 201)
        fail_once(tenant, job)
        receiver.wait("/alert")
        body = json.loads(receiver.calls[0][2])
        expect_equal((body["state"], body["alert_type"], body["job_code"]),
                     ("raised", "FAILURE", "report"))
        until("the mail is there", lambda: len(sink.mails) == 1)
        expect(b"FAILURE of job report" in sink.mails[0], f"{sink.mails[0]}")
        server.kill()
        server.start()
        # It is still open, and is not raised again.
        fail_once(tenant, job)
        expect_equal(len(tenant.viewer.get("alerts").json["data"]), 1)
        run_once(tenant, job, "success")
        receiver.wait("/alert", 2)
        expect_equal(json.loads(receiver.calls[1][2])["state"], "resolved")
    sink.socket.close()


@story_alone
def an_alert_reaches_people_as_a_reminder_does():
    sink = Sink()
    with Receiver() as receiver, Server(BELFRY_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
                                        BELFRY_SMTP_FROM="belfry@example.org", **ALLOW) as server:
        tenant = with_channels(server.tenant(),
                               sms={"kind": "http", "url": receiver.url("/sms")})
        tenant.admin.put("users/ann", {"email": "ann@example.org", "contacts": {"sms": "+49 1"}})
        job = job_of(tenant)
        rule = tenant.operator.post(
            f"jobs/{job['id']}/alerts",
            {"alert_type": "FAILURE", "notification_channels": ["in_app", "sms", "email"],
             "recipients": ["ann"]}, 201).json
        tested = tenant.operator.post(f"jobs/{job['id']}/alerts/{rule['id']}/test", None, 202).json
        receiver.wait("/sms")
        body = json.loads(receiver.calls[0][2])
        expect_equal((body["channel"], body["to"], body["user_id"], body["alert"]["test"]),
                     ("sms", "+49 1", "ann", True))
        run = tested["runs"][0]
        until("the run is done", lambda: tenant.viewer.get(f"queue/{run['run_id']}").json["state"]
              == "done")
        fail_once(tenant, job)
        receiver.wait("/sms", 2)
        until("both mails are there", lambda: len(sink.mails) == 2)
        expect(b"FAILURE of job report" in sink.mails[1], f"{sink.mails[1]}")
        ann = server.client(tenant.token("user", user_id="ann")["token"])
        until("both notices are there", lambda: len(ann.get("inbox").json["data"]) == 2)
        titles = [one["title"] for one in ann.get("inbox").json["data"]]
        expect_equal([title.startswith("[test] ") for title in titles], [False, True])
        # Where the tenant takes the webhook away, the run says so.
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"channels": {}})
        tenant.operator.put(f"jobs/{job['id']}/alerts/{rule['id']}", {"recipients": ["bob"]})
        run_once(tenant, job, "success")
        until("its problem is told", lambda: "no webhook for the channel" in json.dumps(
            tenant.viewer.get("executions?type=alert.send&include=internal").json))
    sink.socket.close()


@story
def the_rules_on_the_service_are_the_systems(server):
    rules = server.admin.get("service-alerts").json["data"]
    expect_equal([one["alert_type"] for one in rules],
                 ["DLQ_GROWTH", "STALLED", "RATE_LIMITED", "NO_WORKER", "LATENCY"])
    tenant = server.tenant()
    tenant.admin.get("service-alerts", 403)
    for body in ({"threshold_value": 0}, {"threshold_value": 90000}, {"alert_type": "FAILURE"},
                 {"notification_channels": ["pager"]}, {"notification_channels": ["email"]}):
        server.admin.ask("PUT", "service-alerts/LATENCY", body, 422)
    server.admin.ask("PUT", "service-alerts/FAILURE", {"threshold_value": 5}, 404)
    server.admin.ask("POST", "service-alerts/SOMETHING/test", None, 404)
    # On a job they are no kinds.
    job = job_of(tenant)
    tenant.operator.ask("POST", f"jobs/{job['id']}/alerts", {"alert_type": "LATENCY"}, 422)


@story_alone
def dead_letters_of_the_service_are_told_once_and_outlive_a_crash():
    with Receiver() as receiver, Server(**ALLOW) as server:
        rule = server.admin.put("service-alerts/DLQ_GROWTH",
                                {"threshold_value": 2,
                                 "notification_channels": ["in_app", "webhook"],
                                 "recipients": ["ops", receiver.url("/alert")]}).json
        expect_equal((rule["threshold_value"], rule["is_raised"], rule["version"]), (2, False, 2))
        tested = server.admin.post("service-alerts/DLQ_GROWTH/test", None, 202).json
        expect_equal(tested["queued"], 2)
        receiver.wait("/alert")
        expect_equal(json.loads(receiver.calls[0][2])["test"], True)
        tenant = server.tenant()
        job = job_of(tenant)
        for _ in range(4):
            fail_once(tenant, job)
        receiver.wait("/alert", 2)
        told_of = json.loads(receiver.calls[1][2])
        expect_equal((told_of["alert_type"], told_of["state"]), ("DLQ_GROWTH", "raised"))
        alerts = server.admin.get("alerts?state=raised").json["data"]
        expect_equal([(one["alert_type"], one["subject"], one["job_id"]) for one in alerts],
                     [("DLQ_GROWTH", None, None)])
        server.kill()
        server.start()
        for _ in range(4):
            fail_once(tenant, job)
        expect_equal(len(server.admin.get("alerts").json["data"]), 1)
        expect_equal(server.admin.get("service-alerts").json["data"][0]["is_raised"], True)
        events = server.admin.get("events?event=alert.*").json["data"]
        expect_equal([one["type"] for one in events], ["alert.raised"])
        # Whoever does not want to know it switches the rule off.
        server.admin.put("service-alerts/DLQ_GROWTH", {"is_enabled": False})
        until("it is resolved", lambda: server.admin.get("alerts").json["data"][0]["state"]
              == "resolved")
        receiver.wait("/alert", 3)
        expect_equal(tenant.viewer.get("alerts").json["data"], [])


@story_alone
def a_route_that_is_refused_again_and_again_is_told_once():
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways["/full"] = (429, {"Retry-After": "1"}, b"later")
        server.admin.put("service-alerts/RATE_LIMITED",
                         {"threshold_value": 3, "notification_channels": ["webhook"],
                          "recipients": [receiver.url("/alert")]})
        tenant = server.tenant()
        tenant.operator.put("types/post.up", {
            "route": "board", "handler": {"kind": "http", "url": receiver.url("/full")}})
        refused = tenant.enqueue("post.up")["id"]
        receiver.wait("/full", 3)
        alerts = until("it is raised", lambda: server.admin.get("alerts?state=raised").json["data"])
        expect_equal([(one["alert_type"], one["subject"], one["threshold_value"], one["value"])
                      for one in alerts], [("RATE_LIMITED", f"{tenant.id}/board", 3, 3)])
        receiver.wait("/alert")
        told_of = json.loads([one for one in receiver.calls if one[0] == "/alert"][0][2])
        expect_equal((told_of["alert_type"], told_of["state"], told_of["subject"]),
                     ("RATE_LIMITED", "raised", f"{tenant.id}/board"))
        # The run waits, and has lost no attempt.
        run = until("it waits", lambda: (lambda run: run["state"] == "queued" and run)(
            tenant.run(refused)))
        expect_equal(run["attempts"], 0)
        # It is told once, and outlives the process; tenants see nothing of it.
        server.kill()
        server.start()
        expect_equal(len(server.admin.get("alerts?state=raised").json["data"]), 1)
        expect_equal(len([one for one in receiver.calls if one[0] == "/alert"]), 1)
        expect_equal(tenant.viewer.get("alerts").json["data"], [])


@story_alone
def a_group_of_jobs_pings_when_its_runs_end_well():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        settings = f"tenants/{tenant.id}/settings"
        for pings in ({"nightly": "ftp://a.example/"}, {"no blanks": receiver.url("/p")},
                      {"nightly": 7}, {"nightly": "https://a.example/ x"},
                      {f"g{n}": "https://a.example/" for n in range(101)}):
            expect_problem(tenant.admin.ask("PUT", settings, {"pings": pings}), 422, None, "/pings")
        said = tenant.admin.put(settings, {"pings": {"nightly": receiver.url("/ping")}}).json
        expect_equal(said["pings"], {"nightly": receiver.url("/ping")})
        tenant.operator.ask("POST", "jobs", {"code": "x", "handler": "report.make",
                                             "schedule_type": "MANUAL", "group": "a/b"}, 422)
        job = job_of(tenant, group="nightly")
        expect_equal(job["group"], "nightly")
        fail_once(tenant, job)
        run = run_once(tenant, job, "success", result={"of": "nobody's business"})
        receiver.wait("/ping")
        expect_equal(json.loads(receiver.calls[0][2]),
                     {"group": "nightly", "job_id": job["id"], "run_id": run})
        # It can be tried out, and who asks twice has asked once.
        tried, again = (tenant.operator.post("pings/nightly/test", None, 202,
                                             Idempotency_Key="try").json for _ in range(2))
        expect_equal(again["runs"][0]["run_id"], tried["runs"][0]["run_id"])
        receiver.wait("/ping", 2)
        expect_equal(json.loads(receiver.calls[1][2]), {"group": "nightly", "test": True})
        until("it was taken", lambda: tenant.run(tried["runs"][0]["run_id"])["state"] == "done")
        tenant.operator.post("pings/weekly/test", None, 404)
        tenant.viewer.post("pings/nightly/test", None, 403)
        server.tenant().operator.post("pings/nightly/test", None, 404)
        # Where it goes is for who may read the settings, not for who reads the audit.
        told_of = json.dumps(tenant.admin.get("audit?action=tenant.settings").json)
        expect(receiver.url("/ping") not in told_of and "bytes" in told_of, told_of)
        # Out of the group, and nobody is told of it any more; nor of the ping itself.
        changed = tenant.operator.put(f"jobs/{job['id']}", {"group": None}).json
        expect_equal(changed["group"], None)
        run_once(tenant, job, "success")
        until("the ping has ended", lambda: [one["state"] for one in tenant.viewer.get(
            "queue?type=ping.send&include=internal").json["data"]] == ["done", "done"])
        expect_equal(len(receiver.calls), 2)


@story_alone
def errors_are_reported_to_sentry_and_its_key_is_nobodys_to_see():
    key = "0123456789abcdef0123456789abcdef"
    with Receiver() as receiver:
        address = receiver.url("").removeprefix("http://").rstrip("/")
        with Server(BELFRY_SENTRY_DSN=f"http://{key}@{address}/42", **ALLOW) as server:
            server.admin.put("service-alerts/DLQ_GROWTH", {"threshold_value": 1})
            tenant = server.tenant()
            job = job_of(tenant)
            run_once(tenant, job, "fail", error={"class": "permanent", "message": "no paper"})
            receiver.wait("/api/42/envelope/")
            path, fields, body = receiver.calls[0]
            expect(f"sentry_key={key}" in fields["x-sentry-auth"], f"{fields}")
            expect_equal(fields["content-type"], "application/x-sentry-envelope")
            header, item, event, end = body.split(b"\n")
            expect_equal((end, json.loads(item)), (b"", {"type": "event", "length": len(event)}))
            event = json.loads(event)
            expect_equal(json.loads(header)["event_id"], event["event_id"])
            expect_equal((len(event["event_id"]), event["level"], event["tags"]["reason"]),
                         (32, "error", "dlq_growth"))
            for path in ("queue?type=sentry.send&include=internal",
                         "executions?type=sentry.send&include=internal", "audit",
                         "events", "types"):
                expect(key not in json.dumps(server.admin.get(path).json), f"{path} has the key")
            # It can be tried out.
            tried = server.admin.post("alerts/sentry/test", None, 202).json
            receiver.wait("/api/42/envelope/", 2)
            event = json.loads(receiver.calls[1][2].split(b"\n")[2])
            expect_equal((event["tags"]["reason"], event["message"], event["event_id"]),
                         ("test", "This is a test; nothing is wrong.",
                          tried["runs"][0]["run_id"].replace("-", "")))
            tenant.admin.post("alerts/sentry/test", None, 403)
            # Nobody else reports anything under the operator's name.
            made = tenant.producer.post("tasks", {"type": "sentry.send", "payload": {}}, 201).json
            until("it has failed", lambda: tenant.viewer.get(f"queue/{made['id']}").json["state"]
                  == "failed")
            expect(key not in server.logged(), "the log has the key")
