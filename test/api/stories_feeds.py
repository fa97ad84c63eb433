"""A person's reminders as a calendar behind a secret link, read as other programs do (RFC 5545)."""
import re

from dialogue import (Server, expect, expect_equal, expect_problem, story, story_alone,
                      until)
from stories_reminders import instant, sent, user_of


def unfold(body):
    """The lines of a calendar, whole again; each physical one within its bounds."""
    expect(body.endswith(b"\r\n"), "the last line ends")
    lines = body.split(b"\r\n")[:-1]
    expect(all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines),
           f"{lines}")
    for line in lines:
        line.decode()  # no character is torn apart
    whole = []
    for line in lines:
        if line.startswith(b" "):
            whole[-1] += line[1:]
        else:
            whole.append(line)
    return [line.decode() for line in whole]


def unescape(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found.group(1), found.group(1)), text)


def parse(lines):
    """A component: its name, its properties as name -> (parameters, value), its parts."""
    name = lines.pop(0).removeprefix("BEGIN:")
    properties, parts = {}, []
    while lines[0] != f"END:{name}":
        if lines[0].startswith("BEGIN:"):
            parts.append(parse(lines))
            continue
        head, _, value = lines.pop(0).partition(":")
        word, *parameters = head.split(";")
        properties[word] = (dict(one.split("=", 1) for one in parameters), value)
    lines.pop(0)
    return name, properties, parts


def calendar_of(answer):
    expect_equal(answer.header("Content-Type"), "text/calendar; charset=utf-8")
    lines = unfold(answer.body)
    name, properties, parts = parse(lines)
    expect_equal((name, lines, properties["VERSION"][1]), ("VCALENDAR", [], "2.0"))
    expect("PRODID" in properties, f"{properties}")
    zones = {part[1]["TZID"][1]: part for part in parts if part[0] == "VTIMEZONE"}
    events = {part[1]["UID"][1]: part[1] for part in parts if part[0] == "VEVENT"}
    for event in events.values():
        zone = event["DTSTART"][0].get("TZID")
        expect(zone is None or zone in zones, f"{zone} is not described")
        expect(re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"][1]), f"{event}")
        expect(bool(zone) != event["DTSTART"][1].endswith("Z"), f"{event}")
    return zones, events


def path_of_feed(made):
    return made["url"][made["url"].index("/feeds/"):]


@story
def a_persons_reminders_are_a_calendar(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    long = "Ä" * 60 + "; first, second\nand a \\"
    once = ann.post("reminders", {"title": long, "description": "a,b;c\r\nd", "remind_at":
                                  "2040-06-01T09:00", "timezone": "Europe/Berlin",
                                  "reference_url": "https://shop.example/7"}, 201).json
    series = ann.post("reminders", {"title": "Tablets", "remind_at": "2040-01-05T08:00",
                                    "timezone": "America/New_York",
                                    "recurrence_rule": "FREQ=WEEKLY;BYDAY=TH",
                                    "recurrence_end_date": "2041-12-31"}, 201).json
    counted = ann.post("reminders", {"title": "Few", "remind_at": "2040-01-01T00:00:00Z",
                                     "recurrence_rule": "FREQ=DAILY;COUNT=3",
                                     "recurrence_end_date": "2040-12-31"}, 201).json
    done = ann.post("reminders", {"title": "Done", "remind_at": "2040-01-01T00:00:00Z"}, 201).json
    ann.post(f"reminders/{done['id']}/complete")
    user_of(tenant, "bob").post("reminders", {"title": "His", "remind_at":
                                              "2040-01-01T00:00:00Z"}, 201)
    path = path_of_feed(ann.post("users/self/feed", None, 201).json)
    answer = server.client().get(path)
    zones, events = calendar_of(answer)
    expect_equal(set(events), {once["id"], series["id"], counted["id"]})
    one = events[once["id"]]
    expect_equal(one["DTSTART"], ({"TZID": "Europe/Berlin"}, "20400601T090000"))
    expect_equal((unescape(one["SUMMARY"][1]), unescape(one["DESCRIPTION"][1]), one["URL"][1]),
                 (long, "a,b;c\nd", "https://shop.example/7"))
    expect("RRULE" not in one, f"{one}")
    two = events[series["id"]]
    expect_equal(two["DTSTART"], ({"TZID": "America/New_York"}, "20400105T080000"))
    expect_equal(two["RRULE"][1], "FREQ=WEEKLY;BYDAY=TH;UNTIL=20420101T045959Z")
    three = events[counted["id"]]
    expect_equal((three["DTSTART"], three["RRULE"][1]),
                 (({}, "20400101T000000Z"), "FREQ=DAILY;COUNT=3"))
    expect_equal(set(zones), {"Europe/Berlin", "America/New_York"})
    for _, _, changes in zones.values():
        expect(changes, "a zone says when its clock changes")
        for kind, says, _ in changes:
            expect(kind in ("STANDARD", "DAYLIGHT") and "DTSTART" in says, f"{says}")
            expect(re.fullmatch(r"[+-]\d{4}(\d\d)?", says["TZOFFSETTO"][1]), f"{says}")
    tag = answer.header("ETag")
    expect_equal(server.client().ask("GET", path, None, 304, If_None_Match=tag).body, b"")
    ann.post(f"reminders/{once['id']}/snooze", {"until": "2040-06-02T07:00:00Z"})
    moved = server.client().get(path, If_None_Match=tag)
    expect_equal(calendar_of(moved)[1][once["id"]]["DTSTART"][1], "20400602T090000")


@story
def a_link_is_its_persons_until_it_is_ended(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    nobody = server.client()
    expect_problem(ann.post("users/self/feed", None, 404), 404)  # nothing is known of ann
    ann.put("users/self", {"name": "Ann"})
    made = ann.post("users/self/feed", None, 201).json
    expect_equal(made["user_id"], "ann")
    first = path_of_feed(made)
    expect_equal(calendar_of(nobody.get(first)), ({}, {}))
    second = path_of_feed(tenant.producer.post("users/ann/feed", {}, 201).json)
    expect_problem(nobody.ask("GET", first), 404, "not_found")  # rotated
    nobody.get(second)
    key = {"Idempotency_Key": "once"}
    third = path_of_feed(ann.post("users/self/feed", None, 201, **key).json)
    expect_equal(ann.post("users/self/feed", None, 201, **key).json["url"], None)
    nobody.get(third)
    expect_problem(ann.post("users/bob/feed", None, 404), 404)
    expect_problem(ann.delete("users/bob/feed", 404), 404)
    secrets = str([row["after"] for row in tenant.operator.get("audit").json["data"]])
    expect(third.split("-")[-1][:20] not in secrets, secrets)
    ann.delete("users/self/feed", 204)
    expect_problem(nobody.ask("GET", third), 404, "not_found")
    expect_problem(ann.delete("users/self/feed", 404), 404)


@story_alone
def what_is_no_link_is_not_there_and_who_guesses_waits():
    with Server() as server:
        tenant = server.tenant()
        ann = user_of(tenant, "ann")
        ann.put("users/self", {"name": "Ann"})
        path = path_of_feed(ann.post("users/self/feed", None, 201).json)
        head, _, end = path.rpartition("-")
        for bad in (path[:-4], path + "x", f"{head}-{'0' * 64}.ics", f"{head}.ics", "/feeds/.ics",
                    "/feeds/x.ics", f"/feeds/-{end}"):
            expect_problem(server.client().ask("GET", bad), 404, "not_found")
        server.client().get(path)
        told = until("refused", lambda: (lambda answer: answer.status != 404 and answer)(
            server.client().ask("GET", f"{head}-{'1' * 64}.ics")))
        expect_problem(told, 429, "quota")
        expect(int(told.header("Retry-After")) > 0, f"{told!r}")


@story
def a_series_that_was_told_stays_in_the_calendar(server):
    tenant = server.tenant()
    ann = user_of(tenant, "ann")
    one = ann.post("reminders", {"title": "Now", "remind_at": instant(1),
                                 "recurrence_rule": "FREQ=DAILY"}, 201).json
    sent(ann, one["id"])
    path = path_of_feed(ann.post("users/self/feed", None, 201).json)
    events = until("told", lambda: calendar_of(server.client().get(path))[1])
    expect_equal(events[one["id"]]["RRULE"][1], "FREQ=DAILY")
