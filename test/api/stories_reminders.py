"""Reminders: made, put off, ended; told in the app, by mail and by a webhook."""
import base64
import json
from datetime import datetime, timedelta, timezone

from dialogue import (Client, Server, Stream, expect, expect_equal, expect_problem, story,
                      story_alone, until, walk)
from stories_handlers import Receiver, Sink


def instant(seconds):
    return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def user_of(tenant, name):
    return Client(tenant.server, tenant.token("user", user_id=name)["token"])


def sent(client, id_):
    return until("sent", lambda: (lambda one: one["status"] == "SENT" and one)(
        client.get(f"reminders/{id_}").json))


@story
def one_is_made_shown_changed_and_deleted(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    made = ann.post("reminders", {"title": "Call back", "remindAt": "2030-06-01T09:00",
                                  "timezone": "Europe/Berlin", "reference_type": "order",
                                  "reference_id": "42", "description": "about the order",
                                  "reference_url": "https://shop.example/42"}, 201).json
    expect_equal((made["user_id"], made["remind_at"], made["status"], made["snooze_count"],
                  made["notification_channels"], made["next_remind_at"], made["is_recurring"]),
                 ("ann", "2030-06-01T07:00:00Z", "PENDING", 0, [], "2030-06-01T07:00:00Z",
                  False))
    expect_equal(ann.get(f"reminders/{made['id']}").json, made)
    changed = ann.put(f"reminders/{made['id']}", {"title": "Call Bob", "remind_at":
                                                  "2030-07-01T09:00"}).json
    expect_equal((changed["title"], changed["remind_at"], changed["description"]),
                 ("Call Bob", "2030-07-01T07:00:00Z", "about the order"))
    expect(changed["run_id"] != made["run_id"], "another run stands")
    run = tenant.run(changed["run_id"])
    expect_equal((run["type"], run["user_id"], run["entity"]),
                 ("REMINDER", "ann", f"reminder:{made['id']}"))
    expect_problem(ann.put(f"reminders/{made['id']}", {"title": "x"}, 412, If_Match='"1"'), 412)
    found = walk(ann, "reminders", reference_type="order")
    expect_equal([one["id"] for one in found], [made["id"]])
    ann.delete(f"reminders/{made['id']}", status=204)
    ann.get(f"reminders/{made['id']}", 404)
    expect_equal(walk(ann, "reminders"), [])
    # Whose it was is known of all that happened to it, also when the cause no longer exists.
    events = tenant.viewer.get("events?event=reminder.*&user_id=ann").json["data"]
    expect_equal([(one["data"]["reason"], one["data"]["user_id"], one["data"]["reminder_id"])
                  for one in events],
                 [(reason, "ann", made["id"]) for reason in ("deleted", "changed", "created")])


@story
def people_see_their_own_alone(server):
    tenant = server.tenant()
    ann, bob = user_of(tenant, "ann"), user_of(tenant, "bob")
    body = {"title": "a", "remind_at": "2030-06-01T09:00:00Z"}
    mine = ann.post("reminders", body, 201).json
    theirs = tenant.producer.post("reminders", {**body, "user_id": "bob"}, 201).json
    expect_equal([one["id"] for one in walk(ann, "reminders")], [mine["id"]])
    for path in ("", "/snooze", "/dismiss", "/complete"):
        method = "POST" if path else "GET"
        told = ann.ask(method, f"reminders/{theirs['id']}{path}", {} if path else None)
        expect_problem(told, 404)
    expect_problem(ann.put(f"reminders/{theirs['id']}", {"title": "b"}, 404), 404)
    expect_problem(ann.delete(f"reminders/{theirs['id']}", status=404), 404)
    expect_problem(ann.get("reminders?user_id=bob", 404), 404)
    expect_problem(ann.get("inbox?user_id=bob", 404), 404)
    expect_problem(ann.post("reminders", {**body, "user_id": "bob"}, 404), 404)
    expect_equal(bob.get("reminders/upcoming").json["data"][0]["id"], theirs["id"])
    expect_equal({one["id"] for one in walk(tenant.viewer, "reminders")},
                 {mine["id"], theirs["id"]})


@story
def upcoming_is_by_the_next_time(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    ids = [ann.post("reminders", {"title": title, "remind_at": at}, 201).json["id"]
           for title, at in (("late", "2030-03-01T00:00:00Z"), ("soon", "2030-01-01T00:00:00Z"),
                             ("then", "2030-02-01T00:00:00Z"))]
    expect_equal([one["title"] for one in walk(ann, "reminders/upcoming", limit="2")],
                 ["soon", "then", "late"])
    ann.post(f"reminders/{ids[1]}/snooze", {"until": "2030-02-15T00:00:00Z"})
    ann.post(f"reminders/{ids[0]}/complete")
    expect_equal([one["title"] for one in walk(ann, "reminders/upcoming")], ["then", "soon"])
    expect_equal(ann.get("reminders/upcoming?hours=1").json["data"], [])


@story
def a_sixth_snooze_dismisses(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    one = ann.post("reminders", {"title": "a", "remind_at": "2030-01-01T00:00:00Z"}, 201).json
    for count, body in enumerate((None, {"minutes": 15}, {"minutes": 10080},
                                  {"until": "2031-01-01T00:00:00Z"}, {}), 1):
        told = ann.post(f"reminders/{one['id']}/snooze", body).json
        expect_equal((told["status"], told["snooze_count"]), ("SNOOZED", count))
    for body in ({"minutes": 10081}, {"minutes": 0}, {"until": "2020-01-01T00:00:00Z"},
                 {"minutes": 1, "until": "2031-01-01T00:00:00Z"}):
        expect_problem(ann.post(f"reminders/{one['id']}/snooze", body, 422), 422)
    told = ann.post(f"reminders/{one['id']}/snooze").json
    expect_equal((told["status"], told["snooze_count"], told["next_remind_at"]),
                 ("DISMISSED", 5, None))
    expect_problem(ann.post(f"reminders/{one['id']}/complete", {}, 409), 409)


@story
def what_is_due_lies_in_the_inbox_and_is_published(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    one = ann.post("reminders", {"title": "Now", "description": "or never",
                                 "remind_at": instant(-1)}, 201).json
    told = sent(ann, one["id"])
    expect(told["sent_at"] and told["next_remind_at"] is None, f"{told}")
    inbox = ann.get("inbox").json
    expect_equal((inbox["unread"], [(row["title"], row["body"], row["reminder_id"], row["is_read"])
                                    for row in inbox["data"]]),
                 (1, [("Now", "or never", one["id"], False)]))
    read = ann.post(f"inbox/{inbox['data'][0]['id']}/read").json
    expect(read["is_read"] and read["read_at"], f"{read}")
    expect_equal(ann.get("inbox?unread=true").json, {"unread": 0, "data": [], "next_cursor": None})
    user_of(tenant, "bob").post(f"inbox/{read['id']}/read", {}, 404)
    events = [event["type"] for event in walk(tenant.viewer, "events", event="reminder.*")]
    expect_equal(events[::-1], ["reminder.changed", "reminder.due", "reminder.sent"])
    tries = walk(tenant.viewer, "deliveries", user_id="ann")
    expect_equal([(row["type"], row["outcome"], row["channel"]) for row in tries],
                 [("REMINDER", "success", "in_app")])


@story
def an_inbox_is_told_as_it_fills(server):
    """Live for its own person, and exactly from where a reader left off."""
    tenant = server.tenant()
    ann, bob = user_of(tenant, "ann"), user_of(tenant, "bob")
    live, of_bob = Stream(ann, path="inbox"), Stream(tenant.viewer, path="inbox", user_id="bob")
    for title, who in (("One", ann), ("Other", bob), ("Two", ann)):
        sent(who, who.post("reminders", {"title": title, "remind_at": instant(-1)}, 201).json["id"])
    first, second = live.next(), live.next()
    expect_equal([(event["type"], event["data"]["notice"]["title"]) for event in (first, second)],
                 [("notice.created", "One"), ("notice.created", "Two")])
    expect_equal(first["data"]["notice"], walk(ann, "inbox", limit=1)[1])
    expect_equal(of_bob.next()["data"]["notice"]["title"], "Other")
    ann.post(f"inbox/{first['data']['notice_id']}/read")
    ann.post(f"inbox/{first['data']['notice_id']}/read")  # again: nothing happens
    read = live.next()
    expect_equal((read["type"], read["data"]["notice"]["is_read"]), ("notice.read", True))
    live.close()
    again = Stream(ann, last=first["id"], path="inbox")
    expect_equal([again.next()["id"], again.next()["id"]], [second["id"], read["id"]])
    sent(ann, ann.post("reminders", {"title": "Three", "remind_at": instant(-1)}, 201).json["id"])
    expect_equal(again.next()["data"]["notice"]["title"], "Three")
    again.close()
    of_bob.close()
    accept = {"Accept": "text/event-stream"}
    expect_problem(ann.get("inbox?user_id=bob", 404, **accept), 404)
    expect_problem(tenant.viewer.get("inbox", 422, **accept), 422, "invalid", "user_id")
    expect_problem(ann.get("inbox", 422, Last_Event_ID="nonsense", **accept), 422)
    expect_problem(ann.get("events", 403, **accept), 403)


@story_alone
def a_reminder_lives_through_mail_webhook_and_stream():
    """Made, due, told by mail and webhook, snoozed, told again, completed; all of it streamed."""
    sink, receiver = Sink(), Receiver()
    with Server(BELFRY_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
                BELFRY_SMTP_FROM="belfry@example.org",
                BELFRY_WEBHOOK_ALLOW="127.0.0.0/8") as server:
        tenant = server.tenant()
        ann = user_of(tenant, "ann")
        tenant.admin.put("secrets/sms-key",
                         {"value": "whsec_" + base64.b64encode(b"k" * 32).decode()})
        tenant.admin.put(f"tenants/{tenant.id}/settings", {"channels": {
            "sms": {"kind": "http", "url": receiver.url("/sms"), "secrets": ["sms-key"]}}})
        ann.put("users/self", {"email": "ann@example.org", "contacts": {"sms": "+49 30 1"}})
        live = Stream(tenant.viewer, event="reminder.*", user_id="ann")
        inbox = Stream(ann, path="inbox")
        one = ann.post("reminders", {"title": "Call back", "remind_at": instant(1),
                                     "reference_type": "order", "reference_id": "7",
                                     "notification_channels": ["in_app", "email", "sms"]}, 201).json

        def said(*expected):
            for reason in expected:
                event = live.next()
                expect_equal((event["data"]["reason"], event["data"]["reminder_id"]),
                             (reason, one["id"]))
            return event["data"]["reminder"]

        def told(count):
            expect_equal(inbox.next()["data"]["notice"]["reminder_id"], one["id"])
            expect_equal((len(sink.mails), len(receiver.calls)), (count, count))
            expect(b"multipart/alternative" in sink.mails[-1], f"{sink.mails[-1]}")
            body = json.loads(receiver.calls[-1][2])
            expect_equal((body["to"], body["title"]), ("+49 30 1", "Call back"))

        expect_equal(said("created", "due", "sent")["status"], "SENT")
        told(1)
        ann.post(f"reminders/{one['id']}/snooze", {"until": instant(2)})
        said("snoozed")
        expect_equal(said("due", "sent")["snooze_count"], 1)
        told(2)
        ann.post(f"reminders/{one['id']}/complete")
        ended = said("completed")
        expect_equal((ended["status"], ended["next_remind_at"]), ("COMPLETED", None))
        live.close()
        inbox.close()
        expect_equal([row["outcome"] for row in walk(tenant.viewer, "deliveries", user_id="ann")],
                     ["success", "success"])
    sink.socket.close()


@story
def a_series_goes_on_when_one_is_dismissed(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    one = ann.post("reminders", {"title": "Tablets", "remind_at": instant(-30),
                                 "recurrence_rule": "FREQ=MINUTELY",
                                 "recurrence_end_date": "2999-12-31"}, 201).json
    expect_equal((one["is_recurring"], one["status"]), (True, "PENDING"))
    gone = ann.post(f"reminders/{one['id']}/dismiss").json
    expect_equal(gone["status"], "DISMISSED")
    expect(gone["next_remind_at"] > one["next_remind_at"], f"{gone}")
    for body in ({"recurrence_rule": "FREQ=SECONDLY"}, {"recurrence_rule": "nonsense"},
                 {"recurrence_end_date": "2000-01-01"}, {"recurrence_end_date": "never"}):
        expect_problem(ann.put(f"reminders/{one['id']}", body, 422), 422)


@story_alone
def a_mail_and_a_webhook_tell_it_and_only_what_failed_is_tried_again():
    sink, receiver = Sink(), Receiver()
    receiver.ways["/sms"] = [(503, {}, b""), (200, {}, b"{}")]
    with Server(BELFRY_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
                BELFRY_SMTP_FROM="belfry@example.org",
                BELFRY_WEBHOOK_ALLOW="127.0.0.0/8") as server:
        tenant = server.tenant()
        ann = user_of(tenant, "ann")
        key = "whsec_" + base64.b64encode(b"k" * 32).decode()
        tenant.admin.put("secrets/sms-key", {"value": key})
        tenant.admin.put(f"tenants/{tenant.id}/settings",
                         {"channels": {"sms": {"kind": "http", "url": receiver.url("/sms"),
                                               "secrets": ["sms-key"]}}})
        tenant.operator.put("types/REMINDER", {"backoff": {"kind": "fixed", "base_ms": 100}})
        ann.put("users/self", {"email": "ann@example.org", "contacts": {"sms": "+49 30 1"}})
        one = ann.post("reminders", {"title": "<b>Now</b>", "remind_at": instant(-1),
                                     "reference_url": "https://shop.example/?a=1&b=2",
                                     "notification_channels": ["in_app", "email", "sms"]}, 201).json
        run = until("done", lambda: (lambda run: run["state"] == "done" and run)(
            tenant.run(one["run_id"])))
        expect_equal(run["attempts"], 2, f"{run} {receiver.calls}")
        expect_equal(len(sink.mails), 1)
        mail = sink.mails[0]
        expect(b"multipart/alternative" in mail and b"To: ann@example.org" in mail, f"{mail}")
        bodies = [base64.b64decode(part.split(b"\r\n\r\n", 1)[1].split(b"--belfry")[0])
                  for part in mail.split(b"Content-Transfer-Encoding: base64")[1:]]
        expect(b"<b>Now</b>" in bodies[0] and b"&lt;b&gt;Now&lt;/b&gt;" in bodies[1], f"{bodies}")
        expect_equal([path for path, _, _ in receiver.calls], ["/sms", "/sms"])
        fields, body = receiver.calls[1][1], json.loads(receiver.calls[1][2])
        expect("webhook-signature" in fields, f"{fields}")
        expect_equal((body["channel"], body["to"], body["title"], body["user_id"]),
                     ("sms", "+49 30 1", "<b>Now</b>", "ann"))
        expect_equal(ann.get("inbox").json["unread"], 1)
        expect_equal(ann.get(f"reminders/{one['id']}").json["status"], "SENT")
        tries = walk(tenant.viewer, "deliveries", user_id="ann")
        expect_equal([row["outcome"] for row in tries][::-1], ["retry", "success"])
        events = [event["type"] for event in walk(tenant.viewer, "events", event="reminder.sent")]
        expect_equal(len(events), 1)
        # What a person takes counts: only mail, and the reminder of another channel comes by inbox.
        ann.put("users/self", {"channels": ["email"]})
        two = ann.post("reminders", {"title": "Two", "remind_at": instant(-1),
                                     "notification_channels": ["in_app", "email"]}, 201).json
        sent(ann, two["id"])
        expect_equal((len(sink.mails), ann.get("inbox").json["unread"]), (2, 1))
        # One that names no channel goes where the person wants it.
        three = ann.post("reminders", {"title": "Three", "remind_at": instant(-1)}, 201).json
        sent(ann, three["id"])
        expect_equal((len(sink.mails), ann.get("inbox").json["unread"]), (3, 1))
    sink.socket.close()


@story_alone
def what_was_told_stays_told_over_a_crash():
    with Server() as server:
        tenant = server.tenant()
        ann = user_of(tenant, "ann")
        now = ann.post("reminders", {"title": "Now", "remind_at": instant(-1)}, 201).json
        late = ann.post("reminders", {"title": "Late", "remind_at": instant(2),
                                      "recurrence_rule": "FREQ=DAILY"}, 201).json
        sent(ann, now["id"])
        server.kill()
        server.start()
        told = sent(ann, late["id"])
        expect(told["next_remind_at"] > told["remind_at"], f"{told}")
        expect_equal([row["title"] for row in ann.get("inbox").json["data"]], ["Late", "Now"])
        events = [event["type"] for event in walk(tenant.viewer, "events", event="reminder.sent")]
        expect_equal(len(events), 2)


@story
def a_task_of_the_type_reminder_reaches_a_person(server):
    """Without a reminder behind it: in the inbox, where the person says nothing else."""
    tenant = server.tenant()
    run = tenant.producer.post("tasks", {"type": "REMINDER", "payload": {
        "user_id": "ann", "title": "Call Bob", "description": "about the boat"}}, 201).json
    notice = until("it is told", lambda: tenant.viewer.get("inbox?user_id=ann").json["data"])[0]
    expect_equal((notice["title"], notice["body"]), ("Call Bob", "about the boat"))
    until("it is done", lambda: tenant.state(run["id"]) == "done")
    nobody = tenant.enqueue("REMINDER", payload={"title": "x"})
    until("it failed", lambda: tenant.state(nobody["id"]) == "failed")
    expect("user_id" in tenant.run(nobody["id"])["last_error"]["message"], "whom?")
