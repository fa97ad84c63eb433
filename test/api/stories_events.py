"""Events: what happened as a list, and as it happens."""
from dialogue import (Server, Stream, expect, expect_equal, expect_problem, query, story,
                      story_alone, until, walk)


def names(events):
    return [one["type"] for one in events]


def story_of_one(tenant, **fields):
    """A task that fails for good at its first attempt."""
    run = tenant.enqueue("mail.send", max_attempts=1, **fields)
    lease = tenant.lease(types=["mail.send"])[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "network", "message": "no"})
    return run, lease


LIFE = ["run.created", "task.started", "task.failed", "run.dlq"]


@story
def what_happened_is_listed_on_and_back(server):
    tenant, other = server.tenant(), server.tenant()
    run, lease = story_of_one(tenant, entity="order:7")
    other.enqueue()
    back = walk(tenant.viewer, "events", limit=3)
    expect_equal(names(back), LIFE[::-1])
    expect_equal(names(walk(tenant.viewer, "events", after=back[-1]["id"], limit=2)), LIFE[1:])
    expect_equal(names(walk(tenant.viewer, "events", event="run.*")), ["run.dlq", "run.created"])
    expect_equal(walk(tenant.viewer, "events", event="job.failed"), [])
    expect_equal(len(walk(tenant.viewer, "events", run_id=run["id"], type="mail.send")), 4)
    expect_equal(walk(tenant.viewer, "events", type="other"), [])
    failed = back[1]
    expect_equal((failed["specversion"], failed["source"], failed["subject"]),
                 ("1.0", f"/tenants/{tenant.id}", run["id"]))
    data = failed["data"]
    expect_equal((data["run_id"], data["execution_id"], data["type"], data["entity"],
                  data["attempt"], data["state"], data["error"]),
                 (run["id"], lease["execution_id"], "mail.send", "order:7", 1, "dlq",
                  {"class": "network", "message": "no"}))
    expect_equal(failed["time"], back[0]["time"])


@story
def every_published_event_carries_its_payload(server):
    """The eight of the scheduler's contract, each with what it is about."""
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "tick", "handler": "tick.do", "max_retries": 0,
                                        "schedule_type": "MANUAL", "timeout_seconds": 1}, 201).json
    started = []
    for outcome in ("success", "fail", None):
        tenant.producer.post("jobs/tick/run", {}, 201)
        started.append(tenant.lease(types=["tick.do"], wait_ms=5000)[0]["execution_id"])
        if outcome:
            tenant.report(started[-1], outcome, result={"sum": 3},
                          error={"class": "permanent", "message": "no ink"})
    tenant.enqueue("mail.send", entity="order:7", user_id="ann")
    tenant.report(tenant.lease(types=["mail.send"])[0]["execution_id"], result={"sent": 1})
    reminder = tenant.producer.post("reminders", {
        "title": "Call back", "description": "about 7", "user_id": "ann", "timezone": "Asia/Tokyo",
        "reference_type": "order", "reference_id": "7", "reference_url": "https://shop.example/7",
        "notification_channels": ["in_app"], "remind_at": "2025-01-01T00:00:00Z"}, 201).json
    told = until("all of them", lambda: (lambda all_: {"job.timeout", "reminder.sent"} <= set(
        names(all_)) and all_)(walk(tenant.viewer, "events")))
    by_name = {event["type"]: event["data"] for event in told}
    expect_equal(by_name["job.scheduled"]["job"]["cron_expression"], None)
    expect_equal(by_name["job.scheduled"]["job"]["id"], job["id"])
    begun = [event["data"] for event in told if event["type"] == "job.started"]
    expect_equal([data["execution_id"] for data in begun], started[::-1])
    expect_equal(by_name["job.completed"]["result"], {"sum": 3})
    expect_equal(by_name["job.failed"]["error"], {"class": "permanent", "message": "no ink"})
    expect_equal(by_name["job.timeout"]["job_id"], job["id"])
    task = by_name["task.executed"]
    expect_equal((task["type"], task["entity"], task["user_id"], task["result"], task["state"]),
                 ("mail.send", "order:7", "ann", {"sent": 1}, "done"))
    for name in ("reminder.due", "reminder.sent"):
        data = by_name[name]
        expect_equal((data["reminder_id"], data["user_id"], data["remind_at"]),
                     (reminder["id"], "ann", "2025-01-01T00:00:00Z"))
        for field in ("title", "description", "timezone", "reference_type", "reference_id",
                      "reference_url", "notification_channels"):
            expect_equal(data["reminder"][field], reminder[field], field)


@story
def events_are_listed_by_person(server):
    tenant = server.tenant()
    for user in ("ann", "bob"):
        tenant.producer.post("reminders", {"title": user, "user_id": user,
                                           "remind_at": "2040-01-01T00:00:00Z"}, 201)
    listed = walk(tenant.viewer, "events", user_id="ann", include="internal")
    expect_equal(names(listed), ["run.created", "reminder.changed"])
    expect_equal({event["data"]["user_id"] for event in listed}, {"ann"})
    expect_equal(walk(tenant.viewer, "events", user_id="carl"), [])


@story
def a_jobs_events_are_the_jobs(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "tick", "handler": "tick.do",
                                        "schedule_type": "MANUAL"}, 201).json
    tenant.producer.post("jobs/tick/run", {}, 201)
    lease = tenant.lease(types=["tick.do"])[0]
    tenant.report(lease["execution_id"], result={"sum": 3})
    events = walk(tenant.viewer, "events", job_id=job["id"])[::-1]
    expect_equal(names(events), ["job.scheduled", "run.created", "job.started", "job.completed"])
    expect_equal((events[0]["data"]["job"]["code"], events[0]["data"]["reason"]),
                 ("tick", "created"))
    expect_equal((events[3]["data"]["job_code"], events[3]["data"]["result"]),
                 ("tick", {"sum": 3}))


@story
def who_listens_hears_it_in_order(server):
    tenant, other = server.tenant(), server.tenant()
    all_of_it, failures = Stream(tenant.viewer), Stream(tenant.viewer, event="task.failed,run.dlq")
    other.enqueue()
    run, _ = story_of_one(tenant)
    heard = [all_of_it.next() for _ in LIFE]
    expect_equal(names(heard), LIFE)
    expect_equal({one["subject"] for one in heard}, {run["id"]})
    expect_equal(heard, walk(tenant.viewer, "events")[::-1])
    expect_equal(names([failures.next(), failures.next()]), LIFE[2:])
    all_of_it.close()
    failures.close()


@story
def who_comes_back_misses_nothing_and_hears_nothing_twice(server):
    tenant = server.tenant()
    story_of_one(tenant)
    events = walk(tenant.viewer, "events")[::-1]
    for place, event in enumerate(events):
        stream = Stream(tenant.viewer, last=event["id"])
        expect_equal([stream.next() for _ in events[place + 1:]], events[place + 1:])
        stream.close()


@story
def listening_has_its_bounds(server):
    tenant = server.tenant()
    expect_problem(tenant.viewer.ask("GET", "events?event=fire"), 422, "invalid", "event")
    expect_problem(tenant.viewer.ask("GET", "events?after=x"), 422, "invalid", "after")
    # The form of earlier builds, which counted everybody's activity.
    expect_problem(tenant.viewer.ask("GET", "events?after=999999999-0"), 422, "invalid", "after")
    expect_problem(tenant.viewer.ask("GET", "events", Accept="text/event-stream",
                                     Last_Event_ID="x"), 422, "invalid")
    expect_problem(tenant.worker.ask("GET", "events"), 403)
    expect_problem(tenant.worker.ask("GET", "events", Accept="text/event-stream"), 403)
    expect_problem(server.client().ask("GET", "events", Accept="text/event-stream"), 401)


@story
def a_token_that_is_revoked_hears_no_more(server):
    tenant = server.tenant()
    token = tenant.token("viewer")
    stream = Stream(server.client(token["token"]))
    server.admin.delete(f"tokens/{token['id']}" + query(tenant_id=tenant.id), 204)
    expect(stream.is_over(), "the stream ends by itself")
    stream.close()


@story_alone
def what_was_heard_goes_on_after_a_kill():
    with Server() as server:
        tenant = server.tenant()
        stream = Stream(tenant.viewer)
        story_of_one(tenant)
        first = stream.next()
        viewer, folder = tenant.viewer.token, server.folder
        server.kill()
        stream.close()
        server.start()
        stream = Stream(server.client(viewer), last=first["id"])
        expect_equal(names([stream.next() for _ in LIFE[1:]]), LIFE[1:])
        server.process.terminate()
        expect(stream.is_over(), "a server that stops ends its streams")
        stream.close()
        expect_equal(folder, server.folder)


@story_alone
def one_who_does_not_read_holds_nobody_up():
    with Server() as server:
        tenant = server.tenant()
        deaf, listener = Stream(tenant.viewer), Stream(tenant.viewer, event="run.created")
        memory = server.memory_kib()
        for _ in range(20):
            tasks = [{"type": "bulk", "entity": "x" * 200} for _ in range(500)]
            tenant.producer.post("tasks/bulk", {"tasks": tasks})
        heard = [listener.next()["id"] for _ in range(10000)]
        expect_equal(len(set(heard)), 10000)
        expect(server.memory_kib() - memory < 64 * 1024, "nothing is kept for the deaf one")
        deaf.close()
        listener.close()
