"""Belfry's own runs (webhook deliveries, reminder sends, alerts, pings): left out of lists, counts
and events unless somebody asks for them; never left out once they are dead letters."""
import json

from dialogue import Server, Stream, expect, expect_equal, expect_problem, story, story_alone, until
from stories_handlers import ALLOW, Receiver
from stories_webhooks import of_runs, subscribe

OWN = ("reminder", "webhook", "alert", "ping", "error")


def causes(client, path):
    rows = client.get(path).json["data"]
    return {row["cause"] for row in rows}


def remind(tenant, channel="in_app"):
    """A reminder that is due at once; by mail it cannot be sent here."""
    tenant.admin.put("users/ann", {"email": "ann@example.org", "channels": [channel]})
    return tenant.admin.post("reminders", {"title": "now", "remind_at": "2025-01-01T00:00:00Z",
                                           "user_id": "ann",
                                           "notification_channels": [channel]}, 201).json


def sent_by(tenant, cause, state="done"):
    def look():
        rows = tenant.viewer.get(f"queue?include=internal&state={state}").json["data"]
        return [row for row in rows if row["cause"] == cause]
    return until(f"a run of Belfry's own: {cause}", look)


@story
def a_reminders_send_is_listed_only_for_who_asks_for_it(server):
    tenant = server.tenant()
    tenant.run_to("done")
    remind(tenant)
    run = sent_by(tenant, "reminder")[0]
    for path in ("tasks", "queue", "queue?state=done", "queue?user_id=ann", "queue?type=REMINDER"):
        expect("reminder" not in causes(tenant.viewer, path), f"{path} has it")
        more = "&" if "?" in path else "?"
        expect("reminder" in causes(tenant.viewer, f"{path}{more}include=internal") or
               path.startswith("tasks"), f"{path} hides it")
    expect_equal(tenant.run(run["id"])["cause"], "reminder")  # by its id it is there for everybody
    expect_problem(tenant.viewer.ask("GET", "queue?include=everything"), 422, "invalid", "include")


@story
def their_attempts_and_events_are_left_out_too(server):
    tenant = server.tenant()
    mine, lease = tenant.run_to("done")
    stream = Stream(tenant.viewer)
    remind(tenant)
    run = sent_by(tenant, "reminder")[0]
    shown = [row["run_id"] for row in tenant.viewer.get("executions").json["data"]]
    expect_equal(shown, [mine["id"]])
    shown = [row["run_id"] for row in tenant.viewer.get("executions?include=internal").json["data"]]
    expect_equal(shown, [run["id"], mine["id"]])
    of_it = tenant.viewer.get(f"executions?run_id={run['id']}").json["data"]
    expect_equal(len(of_it), 1)
    about = [one["data"].get("run_id") for one in tenant.viewer.get("events").json["data"]]
    expect(run["id"] not in about and mine["id"] in about, f"{about}")
    about = [one["data"].get("run_id")
             for one in tenant.viewer.get("events?include=internal").json["data"]]
    expect(run["id"] in about, f"{about}")
    expect(tenant.viewer.get(f"events?run_id={run['id']}").json["data"], "none of the run itself")
    after = tenant.enqueue()
    while True:  # the stream tells of the reminder, and of the task behind it, but of no send
        event = stream.next()
        expect(event["data"].get("run_id") != run["id"], f"{event}")
        if event["data"].get("run_id") == after["id"]:
            break
    stream.close()
    kinds = {one["type"] for one in tenant.viewer.get("events").json["data"]}
    expect("reminder.sent" in kinds, f"the reminder's own events are gone: {kinds}")


@story
def counts_are_of_the_tenants_own_work(server):
    tenant = server.tenant()
    tenant.run_to("done")
    remind(tenant)
    sent_by(tenant, "reminder")
    expect_equal(tenant.viewer.get("status").json["runs"]["done"], 1)


@story
def a_dead_one_stands_among_the_dead_letters(server):
    tenant = server.tenant()
    remind(tenant, "email")
    until("a dead letter", lambda: tenant.viewer.get("queue?state=failed,dlq").json["data"])
    expect_equal(causes(tenant.viewer, "queue?state=failed,dlq"), {"reminder"})
    expect_equal(causes(tenant.viewer, "queue?state=failed"), {"reminder"})
    expect_equal(causes(tenant.viewer, "queue"), set())
    runs = tenant.viewer.get("status").json["runs"]
    expect_equal(runs["failed"] + runs["dlq"], 1)
    told = {one["type"] for one in tenant.viewer.get("events").json["data"]}
    expect(told & {"task.failed", "run.failed", "run.dlq"}, f"its end is not told: {told}")


@story_alone
def deliveries_to_webhooks_are_belfrys_own():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        hook = subscribe(tenant, receiver, "/all")
        mine = of_runs(tenant, 2)
        remind(tenant)
        send = sent_by(tenant, "reminder")[0]
        until("they were delivered", lambda: tenant.viewer.get(
            f"webhooks/{hook['id']}").json["deliveries"] >= 8)
        shown = [row["id"] for row in tenant.viewer.get("queue").json["data"]]
        expect_equal(shown, mine[::-1])
        expect("webhook" in causes(tenant.viewer, "queue?include=internal"), "no delivery at all")
        rows = tenant.viewer.get(f"webhooks/{hook['id']}/deliveries").json["data"]
        expect_equal({row["cause"] for row in rows}, {"webhook"})
        told = {json.loads(body)["type"] for _, _, body in receiver.calls
                if send["id"].encode() in body}
        expect(all(one.startswith(("reminder.", "notice.")) for one in told), f"{told}")


@story
def alerts_and_tests_of_pings_are_belfrys_own(server):
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"pings": {"nightly": "https://a.example/"}})
    run = tenant.operator.post("pings/nightly/test", {}, 202).json["id"]
    expect_equal(tenant.run(run)["cause"], "ping")
    tenant.admin.post("jobs", {"code": "fragile", "handler": "fragile.do", "max_retries": 0,
                               "schedule_type": "MANUAL"}, 201)
    tenant.admin.post("jobs/fragile/alerts", {"alert_type": "FAILURE", "recipients": ["ann"],
                                              "notification_channels": ["in_app"]}, 201)
    tenant.producer.post("jobs/fragile/run", {}, 201)
    lease = tenant.lease(types=["fragile.do"], wait_ms=5000)[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    sent_by(tenant, "alert")
    expect_equal(causes(tenant.viewer, "queue") & set(OWN), set())
