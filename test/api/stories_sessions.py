"""Who is asking (GET me), and the sessions of browsers: listed, revoked, their secret never shown.
"""
import json

from dialogue import ABSENT, ROUTES, expect, expect_equal, expect_problem, story

OURS = {"Sec_Fetch_Site": "same-origin"}


def sign_in(server, token, **headers):
    """The cookie of a new session, and its public id."""
    answer = server.client().post("session", {"token": token}, 201, **headers)
    return answer.header("Set-Cookie").split(";")[0], answer.json["id"]


def listed(client, **headers):
    return [row["id"] for row in client.get("sessions", **headers).json["data"]]


# ---- who is asking -----------------------------------------------------------------------------


@story
def me_names_the_token_and_what_it_may_do(server):
    tenant = server.tenant(name="Acme", profile="guild")
    made = tenant.token("producer", user_id="ann", name="shop")
    answer = server.client(made["token"]).get("me")
    me = answer.json
    expect_equal((me["tenant_id"], me["role"], me["user_id"]), (tenant.id, "producer", "ann"))
    expect_equal((me["authenticated_by"], me["session"]), ("token", None))
    expect_equal((me["token"]["id"], me["token"]["name"]), (made["id"], "shop"))
    expect_equal((me["tenant"]["name"], me["tenant"]["profile"]), ("Acme", "guild"))
    expect_equal((me["tenant"]["priority_last"], me["is_system"]), (5, False))
    expect_equal(server.admin.get("me").json["tenant"]["priority_last"], 10)
    expect(made["token"].encode() not in answer.body, "the token is shown")
    expect_equal(me["server_version"], server.admin.get("/openapi.json").json["info"]["version"])


@story
def me_lists_exactly_the_operations_that_are_not_refused(server):
    """Of every role: what `me` names is not answered 403, all else is."""
    tenant = server.tenant()
    document = server.admin.get("/openapi.json").json
    names = {(route.method, route.path):
             document["paths"][route.described][route.method.lower()]["operationId"]
             for route in ROUTES}
    for role in ("viewer", "producer", "operator", "worker", "user", "admin"):
        client = getattr(tenant, role)
        me = client.get("me").json
        expect_equal(len(set(me["operations"])), len(me["operations"]))
        for route in ROUTES:
            if route.method != "GET" or ":" in route.path or route.reach == "NOBODY":
                continue
            is_named = names[route.method, route.path] in me["operations"]
            is_refused = client.ask("GET", route.path).status == 403
            expect_equal(is_named, not is_refused, f"{role}: {route}")
    expect("manage" in tenant.admin.get("me").json["access"], "an admin may not manage")
    expect_equal(tenant.worker.get("me").json["access"],
                 ["work", "ledger", "release", "anybody"])
    system = set(server.admin.get("me").json["operations"])
    expect_equal(system, set(names.values()))


@story
def me_of_a_browser_names_its_session(server):
    tenant = server.tenant()
    cookie, id_ = sign_in(server, tenant.viewer.token)
    me = server.client().get("me", Cookie=cookie).json
    expect_equal((me["authenticated_by"], me["session"]["id"]), ("session", id_))
    expect_equal(me["session"]["signed_in_by"], "token")
    expect(cookie.split("=")[1] not in json.dumps(me), "the cookie's value is shown")
    expect_problem(server.client().ask("GET", "me"), 401, "unauthorized")
    expect_problem(tenant.viewer.ask("GET", "me?nonsense=1"), 422)


# ---- sessions ----------------------------------------------------------------------------------


@story
def everybody_sees_their_own_sessions_and_an_admin_those_of_the_tenant(server):
    ours, theirs = server.tenant(), server.tenant()
    ann = ours.token("viewer", user_id="ann")["token"]
    ann_again = ours.token("producer", user_id="ann")["token"]
    bob = ours.token("viewer", user_id="bob")["token"]
    by_ann, first = sign_in(server, ann, User_Agent="Browser/1")
    _, second = sign_in(server, ann_again)
    _, third = sign_in(server, bob)
    sign_in(server, theirs.viewer.token)
    browser = server.client()
    rows = browser.get("sessions", Cookie=by_ann).json["data"]
    expect_equal([row["id"] for row in rows], [second, first])
    expect_equal([row["is_current"] for row in rows], [False, True])
    expect_equal((rows[1]["user_agent"], rows[1]["source"]), ("Browser/1", "127.0.0.1"))
    expect_equal(listed(server.client(bob)), [third])
    expect_equal(listed(ours.admin), [third, second, first])
    expect_equal(listed(ours.viewer), [])
    expect_equal(listed(theirs.operator), [])
    text = ours.admin.get("sessions").body.decode()
    expect(by_ann.split("=")[1] not in text and ann not in text, "a secret is shown")
    expect(first in listed_everywhere(server), "the system does not see it")
    one = ours.admin.get("sessions?limit=1").json
    rest = ours.admin.get(f"sessions?limit=5&cursor={one['next_cursor']}").json
    expect_equal([row["id"] for row in one["data"] + rest["data"]], [third, second, first])
    expect_equal(rest["next_cursor"], None)


def listed_everywhere(server):
    return [row["id"] for row in server.admin.get("sessions?tenant_id=*&limit=500").json["data"]]


@story
def a_revoked_session_ends_at_once(server):
    tenant, other = server.tenant(), server.tenant()
    ann = tenant.token("viewer", user_id="ann")["token"]
    bob = tenant.token("operator", user_id="bob")["token"]
    cookie, id_ = sign_in(server, ann)
    browser = server.client()
    browser.get("queue", Cookie=cookie)
    for stranger in (server.client(bob), other.admin, tenant.viewer):
        expect_problem(stranger.ask("DELETE", f"sessions/{id_}"), 404, "not_found")
    expect_problem(tenant.admin.ask("DELETE", "sessions/nonsense"), 404)
    expect_problem(tenant.admin.ask("DELETE", f"sessions/{ABSENT}"), 404)
    expect_problem(browser.ask("DELETE", f"sessions/{id_}", Cookie=cookie), 403)  # no site told
    browser.get("queue", Cookie=cookie)
    tenant.admin.delete(f"sessions/{id_}", 204)
    expect_problem(browser.ask("GET", "queue", Cookie=cookie), 401)
    expect_problem(tenant.admin.ask("DELETE", f"sessions/{id_}"), 404)
    rows = [row for row in tenant.admin.get("audit?kind=session").json["data"]
            if row["object"]["id"] == id_]
    expect_equal([row["action"] for row in rows], ["session.revoke", "session.create"])
    expect_equal(rows[1]["actor_id"], "ann")
    expect_equal(rows[1]["after"], {"signed_in_by": "token", "role": "viewer"})


@story
def revoking_the_session_that_asks_takes_its_cookie(server):
    tenant = server.tenant()
    cookie, id_ = sign_in(server, tenant.viewer.token)
    answer = server.client().delete(f"sessions/{id_}", 204, Cookie=cookie, **OURS)
    expect("Max-Age=0" in answer.header("Set-Cookie"), f"{answer.headers}")
    expect_problem(server.client().ask("GET", "me", Cookie=cookie), 401)


@story
def all_other_sessions_end_and_the_asking_one_stays(server):
    tenant = server.tenant()
    ann = tenant.token("viewer", user_id="ann")["token"]
    bob = tenant.token("viewer", user_id="bob")["token"]
    cookie, id_ = sign_in(server, ann)
    sign_in(server, ann)
    sign_in(server, ann)
    _, of_bob = sign_in(server, bob)
    browser = server.client()
    for more in ("?everybody=true", "?user_id=bob"):
        refused = browser.ask("DELETE", f"sessions{more}", Cookie=cookie, **OURS)
        expect_problem(refused, 403, "forbidden")
    told = browser.delete("sessions", 200, Cookie=cookie, **OURS).json
    expect_equal((told, listed(tenant.admin)), ({"revoked": 2}, [of_bob, id_]))
    expect_equal(tenant.admin.delete("sessions?user_id=bob").json, {"revoked": 1})
    expect_equal(tenant.admin.delete("sessions").json, {"revoked": 0})
    expect_equal(listed(tenant.admin), [id_])
    expect_equal(tenant.admin.delete("sessions?everybody=true").json, {"revoked": 1})
    expect_problem(browser.ask("GET", "me", Cookie=cookie), 401)


@story
def signing_out_is_audited(server):
    tenant = server.tenant()
    cookie, id_ = sign_in(server, tenant.viewer.token)
    server.client().delete("session", 204, Cookie=cookie, **OURS)
    actions = [row["action"] for row in tenant.admin.get("audit?kind=session").json["data"]
               if row["object"]["id"] == id_]
    expect_equal(actions, ["session.end", "session.create"])
    tenant.viewer.delete("session", 204)  # a token has no session that could end
    expect_equal(len(tenant.admin.get("audit?kind=session").json["data"]), 2)


@story
def a_session_ends_with_its_token(server):
    tenant = server.tenant()
    made = tenant.token("viewer")
    cookie, id_ = sign_in(server, made["token"])
    expires = tenant.admin.get("sessions").json["data"][0]["expires_at"]
    short = tenant.token("viewer", expires_at="2999-01-01T00:00:00Z")
    sign_in(server, short["token"])
    expect(tenant.admin.get("sessions").json["data"][0]["expires_at"] >= expires, "cut short")
    tenant.admin.delete(f"tokens/{made['id']}", 204)
    expect(id_ not in listed(tenant.admin), "it outlived its token")
    expect_problem(server.client().ask("GET", "me", Cookie=cookie), 401)
