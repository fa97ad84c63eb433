"""Headers, methods and cursors by chance, and in ways that clients get wrong: the description
knows each answer (Client.ask compares them), and every refusal is a problem."""
import os
import random
import re
import time

from dialogue import (ABSENT, BASE, ROUTES, Server, description_of, expect, expect_equal, query,
                      story, story_alone)

PROBLEM = "application/problem+json"
SEED = int(os.environ.get("SEED") or time.time_ns() % 2**32)
REQUESTS = int(os.environ.get("REQUESTS") or 600)

HEADERS = {
    "Authorization": ("", "Bearer", "Bearer ", "Basic YTpi", "Bearer x", "bearer TOKEN",
                      "Bearer  TOKEN", "Bearer TOKEN x", "Bearer " + "x" * 5000),
    "Accept": ("application/xml", "*/*;q=0", "garbage", "", "application/json;q=0", "text/html",
               PROBLEM, "application/x-ndjson", "text/*", "text/event-stream;q=0, */*"),
    "Content_Type": ("text/plain", "application/json; charset=utf-16", "", "APPLICATION/JSON",
                     "application/cloudevents+json", "application/json;",
                     "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"),
    "If_Match": ("garbage", "*", 'W/"1"', '"1"', '"a","b"', '"', ""),
    "If_None_Match": ("garbage", "*", 'W/"1"', '"1"', '"a","b"', '"', ""),
    "Idempotency_Key": ("", "a", "x" * 300, '"quoted"', "a b", "k\xe9", "a,b"),
    "Last_Event_ID": ("garbage", "0-0", "9" * 21 + "-0", "-1", "1-1-1", ""),
    "Accept_Encoding": ("gzip", "gzip;q=0", "identity;q=0", "*;q=0", "br", "garbage;;q"),
    "traceparent": ("garbage", "00-" + "0" * 32 + "-" + "0" * 16 + "-00"),
    "Belfry_Hops": ("1", "99", "x"),
    "Cookie": ("belfry_session=x", "a=b; c", "=", "x" * 3000),
    "Origin": ("http://evil.example", "null"),
    "Content_Encoding": ("gzip", "deflate"),
    "Expect": ("something",),
    "Host": ("evil.example", ""),
    "Range": ("bytes=0-1",),
    "X_HTTP_Method_Override": ("DELETE",),
    "webhook_id": ("a",),
    "webhook_timestamp": ("1", "x"),
    "webhook_signature": ("v1,aaaa", "x"),
}
BODIES = ({}, {"tenant_id": "system"}, [], b"", b"null", b"[1]", b'"a"', b"{", b"\xff", {"x": 1})
QUERIES = ("cursor=x", "cursor=", "cursor=%00", "cursor=%zz", "cursor=" + "A" * 601, "limit=0",
           "limit=x", "limit=5&limit=6", "tenant_id=*", "tenant_id=", "x=1", "&&", "=")
PARTS = (ABSENT, "j", "self", "%00", "a%2Fb", "x" * 300, "..", "a%20b", "%ff", "%C3%A9")
METHODS = ("GET", "HEAD", "OPTIONS", "PATCH", "PUT", "POST", "DELETE", "FOO")


def one_request(chance, client):
    """Method, path, body and headers of a call that is wrong in some way."""
    route = chance.choice(ROUTES)
    path = re.sub(r":\w+", lambda _: chance.choice(PARTS), route.path)
    method = route.method if chance.random() < 0.75 else chance.choice(METHODS)
    body = chance.choice(BODIES) if method in ("POST", "PUT", "PATCH") else None
    if chance.random() < 0.3:
        path += "?" + chance.choice(QUERIES)
    headers = {}
    for name in chance.sample(sorted(HEADERS), chance.choice((0, 1, 1, 2, 3))):
        headers[name] = chance.choice(HEADERS[name]).replace("TOKEN", client.token or "none")
    return method, path, body, headers


@story_alone
def whatever_headers_come_the_description_knows_the_answer():
    chance = random.Random(SEED)
    with Server() as server:
        tenant = server.tenant()
        clients = [tenant.admin, server.admin, tenant.viewer, tenant.worker, server.client()]
        seen = set()
        for number in range(REQUESTS):
            client = chance.choice(clients)
            method, path, body, headers = one_request(chance, client)
            answer = client.ask(method, path, body, **headers)
            about = f"SEED={SEED}, request {number}: {headers} {answer!r}"
            expect(answer.status < 500 or answer.status == 501, about)
            if answer.status >= 400 and method != "HEAD":
                expect_equal(answer.header("content-type"), PROBLEM, about)
            seen.add(answer.status)
        expect(len(seen) >= 10, f"SEED={SEED}: only {sorted(seen)}")


def plain(answer):
    """The fields of an answer that do not depend on the moment."""
    moment = ("date", "x-request-id", "ratelimit", "etag", "content-length", "x-next-cursor")
    return {name for name in answer.headers if name not in moment}


@story
def head_is_answered_as_get_and_other_methods_are_named(server):
    for route in ROUTES:
        path = re.sub(r":\w+", ABSENT, route.path)
        if route.method == "GET":
            whole, head = server.admin.ask("GET", path), server.admin.ask("HEAD", path)
            expect_equal((head.status, head.body, plain(head)), (whole.status, b"", plain(whole)),
                         path)
        full = path if path.startswith("/") else BASE + path
        known = {one.method for one in ROUTES if one.pattern.match(full)}
        known |= {"HEAD"} if "GET" in known else set()
        for method in ("OPTIONS", "PATCH"):
            answer = server.admin.ask(method, path, status=405)
            allowed = set(answer.header("allow").replace(" ", "").split(","))
            expect_equal(allowed, known, f"{method} {path}")


def fill(tenant):
    for number in range(2):
        tenant.run_to("done", entity=f"e:{number}")
        tenant.producer.put(f"daily/p{number}", {"due_time": "10:00"}, 201)
        tenant.producer.post("batches", {"type": "a.b", "items": [1]}, 201)
        tenant.operator.put(f"types/t{number}", {})
        tenant.operator.put(f"limits/l{number}", {"rate": 1})
        tenant.operator.post("rules", {"event": f"e{number}", "type": "a.b"}, 201)
        tenant.producer.post("jobs", {"code": f"j{number}", "handler": "a.b",
                                      "schedule_type": "MANUAL"}, 201)


def bent(chance, cursor):
    """The cursor with something wrong in it."""
    place = chance.randrange(len(cursor))
    other = chance.choice([one for one in "0123456789abcdefXYZ_%" if one != cursor[place].lower()])
    return chance.choice((cursor[:place] + other + cursor[place + 1:], cursor[:-1], cursor + "0",
                          cursor * 2, cursor + "="))


@story
def a_cursor_counts_only_in_the_list_that_gave_it(server):
    """Neither another list's, nor another tenant's, nor one that is bent."""
    chance = random.Random(SEED)
    ours, others = server.tenant(), server.tenant()
    fill(ours)
    fill(others)
    cursors = {}
    document = description_of(server).document
    for route in ROUTES:
        if route.method != "GET" or ":" in route.path or "ROUTE_SYSTEM" in route.flags:
            continue
        names = [one.get("name") for one in document["paths"][route.described]["get"]["parameters"]]
        if "cursor" not in names:
            continue
        for tenant in (ours, others):
            page = tenant.admin.get(f"{route.path}?limit=1").json
            if page["next_cursor"]:
                cursors[route.path, tenant] = page["next_cursor"]
    expect(len(cursors) > 20, f"{sorted(path for path, _ in cursors)}")
    for path, tenant in cursors:
        wrong = [bent(chance, cursors[path, tenant]) for _ in range(5)]
        wrong += [one for place, one in cursors.items() if place[0] != path]
        for cursor in wrong:
            answer = ours.admin.ask("GET", path + query(limit=1, cursor=cursor))
            expect_equal(answer.status, 422, f"SEED={SEED}: {answer!r}")
            expect("cursor" in [one["parameter"] for one in answer.json["errors"]], f"{answer!r}")
        foreign = cursors[path, others]
        answer = ours.admin.ask("GET", path + query(limit=1, cursor=foreign))
        expect(others.id not in answer.body.decode(), f"{answer!r}")
