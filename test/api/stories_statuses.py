"""Every status that the description declares for an operation is really answered by it: walks of
all operations with calls that are refused for the same reason everywhere, and stories of those that
only some operations refuse. What no walk and no story brings about stands in never_seen.txt.
"""
import re

from dialogue import (
    ABSENT,
    ROUTES,
    Server,
    description_of,
    expect,
    expect_problem,
    story,
    story_alone,
    until,
)
from stories_events_in import keep_secrets, order, post_signed, rule
from stories_routes import an_open_alert, furnish, path_of

ASKED = {"inbox": "?user_id=somebody", "reminders/upcoming": "?user_id=somebody"}
PARTS = {"{id}": ABSENT, "{alert_id}": ABSENT}


def operations(server):
    """(method, path, operation) of all; a part of a path names what is not there."""
    for path, methods in description_of(server).document["paths"].items():
        place = re.sub(r"\{\w+\}", lambda part: PARTS.get(part.group(0), "nothing"), path)
        for method, operation in methods.items():
            yield method.upper(), place, operation


def operation_of(server, route):
    document = description_of(server).document
    return document["paths"][route.described][route.method.lower()]


def walk(server, status, ask, is_meant=lambda operation: True):
    """All operations that declare the status."""
    wrong, walked = [], 0
    for method, path, operation in operations(server):
        if str(status) not in operation["responses"] or not is_meant(operation):
            continue
        walked += 1
        answer = ask(method, path, operation)
        if answer.status != status:
            wrong.append(f"{operation['operationId']}: {answer!r}"[:200])
    expect(not wrong, f"{status}: {len(wrong)} of {walked}\n" + "\n".join(wrong))


@story
def every_operation_refuses_what_is_not_http(server):
    walk(
        server,
        400,
        lambda method, path, _: server.admin.ask(method, path, b"{}", **{"Content-Length": "many"}),
    )


@story
def every_operation_refuses_a_body_that_is_too_long(server):
    walk(
        server,
        413,
        lambda method, path, _: server.admin.ask(
            method, path, b"{}", **{"Content-Length": "99999999999"}
        ),
    )


@story
def every_operation_refuses_another_host(server):
    walk(
        server,
        421,
        lambda method, path, _: server.admin.ask(
            method, path, None, **{"Host": "elsewhere.example"}
        ),
    )


@story
def every_operation_with_a_body_refuses_another_media_type(server):
    walk(
        server,
        415,
        lambda method, path, _: server.admin.ask(
            method, path, b"{}", **{"Content-Type": "text/plain"}
        ),
    )


@story
def every_operation_refuses_a_parameter_that_it_does_not_know(server):
    walk(
        server,
        422,
        lambda method, path, operation: server.admin.ask(
            method, path + "?nonsense=1", {} if "requestBody" in operation else None
        ),
    )


@story_alone
def every_operation_refuses_an_address_that_guesses_tokens():
    with Server() as server:
        guesser = server.client("blf_" + "0" * 60)

        def refused(method, path, body):
            answer = guesser.ask(method, path, body)
            expect(answer.status in (401, 429), f"{answer!r}")
            return answer if answer.status == 429 else None

        def ask(method, path, operation):
            body = {} if "requestBody" in operation else None
            return until(path, lambda: refused(method, path, body))

        walk(server, 429, ask, lambda operation: "security" not in operation)
        until(
            "no more signing in",
            lambda: server.client().ask("POST", "session", {"token": guesser.token}).status == 429,
        )


@story
def a_signed_event_is_refused_where_the_tenant_has_too_many_runs(server):
    tenant = server.tenant(quotas={"runs": 1})
    keep_secrets(tenant)
    source = tenant.admin.post("sources", {"secrets": ["first"]}, 201).json
    rule(tenant, offsets=["0", "1h"])
    expect_problem(post_signed(server.client(), source["id"], order("o-1")), 429, "quota")


@story
def every_answer_that_is_known_already_is_not_sent_again(server):
    """A list or an object with a tag; what grows with the clock is asked again until it stands."""
    tenant = server.tenant()
    things = furnish(tenant)
    things["alerts"] = an_open_alert(tenant)
    things["service-alerts"] = "LATENCY"
    wrong = []
    for route in ROUTES:
        operation = operation_of(server, route)
        if "304" not in operation["responses"] or route.path == "stats":
            continue
        kind = route.path.split("/")[0]
        thing = things.get(kind, "nothing")
        path = path_of(route, thing, thing).replace(":alert_id", things["alerts"])
        client = server.admin if "ROUTE_SYSTEM" in route.flags else tenant.admin
        if route.path.startswith("jobs/:id/alerts/"):
            rule = tenant.admin.post("jobs/report/alerts", {"alert_type": "FAILURE"}, 201).json
            path = f"jobs/report/alerts/{rule['id']}"
        path += ASKED.get(route.path, "")
        if route.path == "/feeds/:secret":
            made = tenant.admin.post("users/somebody/feed", {}, 201).json["url"]
            path = "/feeds/" + made.split("/feeds/")[1]
        if route.path == "/assets/:file":
            path = re.search(r"/assets/[^\"]+", client.get("/").body.decode()).group(0)

        def is_known(client=client, path=path):
            tag = client.get(path).header("ETag")
            expect(tag, "no ETag")
            return client.ask("GET", path, None, **{"If-None-Match": tag}).status == 304

        try:
            until(path, is_known, 5)
        except AssertionError as problem:
            wrong.append(f"{route}: {str(problem)[:200]}")
    expect(not wrong, "\n".join(wrong))


@story
def a_version_that_is_not_there_ends_nothing(server):
    tenant = server.tenant()
    for client, path in ((server.admin, f"tenants/{tenant.id}"), (tenant.viewer, "session")):
        expect_problem(client.ask("DELETE", path, None, **{"If-Match": '"0"'}), 412, "version")


@story
def a_browser_signs_out_from_our_own_pages_only(server):
    tenant = server.tenant()
    made = server.client().post("session", {"token": tenant.token("viewer")["token"]}, 201)
    cookie = made.header("Set-Cookie").split(";")[0]
    expect_problem(server.client().ask("DELETE", "session", None, Cookie=cookie), 403, "forbidden")
    expect_problem(server.client().ask("DELETE", "sessions", None, Cookie=cookie), 403, "forbidden")
