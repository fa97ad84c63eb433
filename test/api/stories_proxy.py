"""Sign-in by the header of a declared proxy, over the real server: only from its address, only once
in the head, from our own pages, and only while the proxy says the same of the person."""
from dialogue import (
    Client,
    Server,
    expect,
    expect_equal,
    expect_problem,
    raw,
    raw_status,
    story_alone,
)

PROXY = "127.0.0.9"
OURS = {"Sec_Fetch_Site": "same-origin"}
RULES = "admins=system:admin, ops=acme:operator, *=acme:viewer"


def proxied_server(**more):
    server = Server(
        BELFRY_TRUSTED_PROXIES=f"{PROXY}/32",
        BELFRY_PROXY_USER_HEADER="Remote-User",
        BELFRY_PROXY_GROUPS_HEADER="Remote-Groups",
        BELFRY_PROXY_ROLES=RULES,
        **more,
    )
    server.admin.post("tenants", {"id": "acme"}, 201)
    return server


def person(name, groups=""):
    return {"Remote_User": name, **({"Remote_Groups": groups} if groups else {})}


def sign_in(proxy, **headers):
    answer = proxy.post("session", {}, 201, **OURS, **headers)
    return answer.header("Set-Cookie").split(";")[0], answer.json


@story_alone
def a_declared_proxy_signs_people_in_by_its_header():
    with proxied_server() as server:
        proxy = Client(server, address=PROXY)
        ann = person("ann@example.com", "staff, ops")
        cookie, session = sign_in(proxy, **ann)
        expect_equal(
            (session["tenant_id"], session["role"], session["user_id"]),
            ("acme", "operator", "ann:example.com"),
        )
        me = proxy.get("me", Cookie=cookie, **ann).json
        expect_equal(
            (me["user_id"], me["authenticated_by"], me["session"]["signed_in_by"]),
            ("ann:example.com", "session", "proxy"),
        )
        proxy.post("tasks", {"type": "mail.send"}, 201, Cookie=cookie, **OURS, **ann)
        row = server.admin.get("audit?tenant_id=acme&action=session.create").json["data"][0]
        expect_equal((row["actor_id"], row["after"]["signed_in_by"]), ("ann:example.com", "proxy"))
        rows = server.admin.get("sessions?tenant_id=acme").json["data"]
        expect_equal([row["signed_in_by"] for row in rows], ["proxy"])
        # Signed out, and in again.
        proxy.delete("session", 204, Cookie=cookie, **OURS, **ann)
        expect_problem(proxy.ask("GET", "me", Cookie=cookie, **ann), 401)
        sign_in(proxy, **ann)


@story_alone
def the_first_rule_of_a_persons_groups_gives_tenant_and_role():
    with proxied_server() as server:
        proxy = Client(server, address=PROXY)
        for groups, expected in (
            ("ops, admins", ("system", "admin")),
            ("ops", ("acme", "operator")),
            ("", ("acme", "viewer")),
            ("opsx", ("acme", "viewer")),
        ):
            _, session = sign_in(proxy, **person("ann", groups))
            expect_equal((session["tenant_id"], session["role"]), expected, groups)
    rules = {"BELFRY_PROXY_ROLES": "ops=acme:operator"}
    with Server(
        BELFRY_TRUSTED_PROXIES=PROXY,
        BELFRY_PROXY_USER_HEADER="Remote-User",
        BELFRY_PROXY_GROUPS_HEADER="Remote-Groups",
        **rules,
    ) as server:
        proxy = Client(server, address=PROXY)
        expect_problem(proxy.ask("POST", "session", {}, **OURS, **person("bob")), 403, "forbidden")
        # A rule whose tenant is not there opens nothing.
        refused = proxy.ask("POST", "session", {}, **OURS, **person("bob", "ops"))
        expect("acme" in expect_problem(refused, 403, "forbidden")["detail"], f"{refused!r}")


@story_alone
def a_forged_header_of_a_foreign_peer_is_refused():
    with proxied_server() as server:
        admin = person("root", "admins")
        for address in ("127.0.0.1", "127.0.0.8"):
            stranger = Client(server, address=address)
            for more in ({}, {"X_Forwarded_For": PROXY}, {"Forwarded": f"for={PROXY}"}):
                refused = stranger.ask("POST", "session", {}, **OURS, **admin, **more)
                expect_problem(refused, 401, "unauthorized")
            expect_problem(stranger.ask("GET", "me", **admin), 401)
        # A proxy's cookie is worth nothing elsewhere, and there ends with it.
        proxy = Client(server, address=PROXY)
        cookie, _ = sign_in(proxy, **admin)
        stolen = Client(server, address="127.0.0.8")
        expect_problem(stolen.ask("GET", "me", Cookie=cookie, **admin), 401)
        expect_problem(proxy.ask("GET", "me", Cookie=cookie, **admin), 401)
        # A header by itself, without the session, opens nothing at the proxy either.
        expect_problem(proxy.ask("GET", "me", **admin), 401)
        expect_problem(proxy.ask("POST", "session", {}, **OURS), 401)


@story_alone
def a_header_that_stands_twice_names_nobody():
    with proxied_server() as server:
        body = b"{}"
        head = (
            f"POST /api/v1/scheduler/session HTTP/1.1\r\nHost: localhost\r\n"
            f"Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n"
        ).encode()
        once = b"Remote-User: ann\r\n\r\n"
        twice = b"Remote-User: root\r\nremote-user: ann\r\n\r\n"
        expect_equal(raw_status(raw(server, head + once + body, address=PROXY)), 201)
        expect_equal(raw_status(raw(server, head + twice + body, address=PROXY)), 401)


@story_alone
def a_proxied_session_holds_while_the_proxy_says_the_same():
    with proxied_server() as server:
        proxy = Client(server, address=PROXY)
        for other in (person("bob", "ops"), person("ann"), person("ann", "admins"), {}):
            cookie, _ = sign_in(proxy, **person("ann", "ops"))
            proxy.get("me", 200, Cookie=cookie, **person("ann", "ops"))
            expect_problem(proxy.ask("GET", "me", Cookie=cookie, **other), 401)
            expect_problem(proxy.ask("GET", "me", Cookie=cookie, **person("ann", "ops")), 401)


@story_alone
def cross_site_and_foreign_hosts_are_refused_behind_a_proxy():
    with proxied_server() as server:
        proxy = Client(server, address=PROXY)
        ann = person("ann", "ops")
        theirs = {"Sec_Fetch_Site": "cross-site"}
        expect_problem(proxy.ask("POST", "session", {}, **theirs, **ann), 403)
        expect_problem(proxy.ask("POST", "session", {}, **ann), 403)
        refused = proxy.ask("POST", "session", {}, Host="evil.example", **OURS, **ann)
        expect_problem(refused, 421, "misdirected")
        cookie, _ = sign_in(proxy, **ann)
        task = {"type": "mail.send"}
        for headers in (theirs, {}):
            expect_problem(proxy.ask("POST", "tasks", task, Cookie=cookie, **headers, **ann), 403)
        refused = proxy.ask("GET", "me", Cookie=cookie, Host="evil.example", **ann)
        expect_problem(refused, 421, "misdirected")
        expect_equal(server.admin.get("tasks?tenant_id=acme").json["data"], [])


@story_alone
def names_that_no_user_may_have_are_refused():
    with proxied_server() as server:
        proxy = Client(server, address=PROXY)
        for name in ("a" * 65, "a:b", "a b", "a/b", "\xe4nn"):
            refused = proxy.ask("POST", "session", {}, **OURS, **person(name))
            expect_problem(refused, 403, "forbidden")
        # Nothing was guessed: nobody has to wait.
        for _ in range(30):
            expect_problem(proxy.ask("POST", "session", {}, **OURS), 401)
        sign_in(proxy, **person("ann"))
