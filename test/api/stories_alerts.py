"""Alerts on jobs: raised once, resolved once, and somebody is told."""
import json

from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone, until
from stories_handlers import ALLOW, Receiver, Sink


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
    tenant = server.tenant()
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
    run_once(tenant, job, "success")
    alerts = tenant.viewer.get("alerts").json["data"]
    expect_equal([(one["state"], one["reason"]) for one in alerts], [("resolved", "well again")])
    expect_problem(tenant.operator.post(f"alerts/{alert['id']}/acknowledge", None, 404), 404)
    # Both were sent, each once, and both are events.
    sent = tenant.lease(types=["alert.pager"], max_=5)
    states = [one["payload"]["alert"]["state"] for one in sent]
    expect_equal(sorted(states), ["raised", "resolved"])
    expect_equal(sent[0]["payload"]["recipients"], ["team-a"])
    told = tenant.viewer.get("events?event=alert.*").json["data"]
    expect_equal([one["type"] for one in told], ["alert.resolved", "alert.raised"])
    expect_equal(told[1]["data"]["alert"]["alert_id"], alert["id"])


@story
def rules_are_changed_tested_and_taken_away(server):
    tenant, stranger = server.tenant(), server.tenant()
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
    expect_equal(tenant.viewer.get("alerts").json["data"][0]["reason"], "its rule was changed")
    tested = tenant.operator.post(f"{path}/{rule['id']}/test", None, 202).json
    expect_equal(tested["sent"], 1)
    sent = [one["payload"]["alert"] for one in tenant.lease(types=["alert.pager"], max_=5)]
    expect_equal(sorted(one.get("test", False) for one in sent), [False, True])
    # Strangers see nothing of it.
    expect_equal(stranger.viewer.get("alerts").json["data"], [])
    stranger.operator.ask("PUT", f"jobs/{job['id']}/alerts/{rule['id']}", {"is_enabled": False},
                          404)
    tenant.operator.ask("DELETE", f"{path}/{rule['id']}", None, 204)
    expect_equal(tenant.viewer.get(path).json["data"], [])
    tenant.operator.ask("DELETE", f"{path}/{rule['id']}", None, 404)


@story
def what_cannot_be_a_rule_is_refused(server):
    tenant = server.tenant()
    job = job_of(tenant)
    path = f"jobs/{job['id']}/alerts"
    for body in ({}, {"alert_type": "SOMETIMES"},
                 {"alert_type": "FAILURE", "threshold_value": 5000},
                 {"alert_type": "FAILURE", "notification_channels": ["email"]},
                 {"alert_type": "FAILURE", "notification_channels": ["Bad Name"]},
                 {"alert_type": "FAILURE", "notification_channels": ["webhook"],
                  "recipients": ["http://a/", "http://b/", "http://c/", "http://d/", "http://e/"]}):
        tenant.operator.ask("POST", path, body, 422)
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
