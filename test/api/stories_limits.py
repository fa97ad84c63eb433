"""Limits of routes: what has no token waits, what the other side says is heeded."""
import datetime

from dialogue import ABSENT, expect, expect_equal, expect_problem, story


def route_of(tenant, name):
    return next(one for one in tenant.viewer.get("limits").json["data"] if one["route"] == name)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def why(tenant, run):
    return tenant.viewer.get(f"queue/{run}/why").json["reasons"]


@story
def a_route_without_a_token_holds_back_only_itself(server):
    tenant = server.tenant()
    for type_ in ("chat.send", "chat.edit"):
        tenant.operator.put(f"types/{type_}", {"route": "chat"})
    tenant.operator.put("limits/chat", {"rate": 1, "per_seconds": 3600})
    first = tenant.enqueue(type_="chat.send")
    second = tenant.enqueue(type_="chat.edit")
    other = tenant.enqueue(type_="mail.send")
    expect_equal(sorted(one["run_id"] for one in tenant.lease(max_=5)),
                 sorted([first["id"], other["id"]]))
    # Held back, or put off already: its route opens in an hour.
    reason = next(one for one in why(tenant, second["id"])
                  if one["kind"] in ("rate_limit", "deferred"))
    expect_equal(reason["ref"], "chat" if reason["kind"] == "rate_limit" else "rate_limit")
    expect(reason["until"], "the instant is told")
    shown = route_of(tenant, "chat")
    expect_equal((shown["rate"], shown["tokens"], shown["running"], shown["declared_by"]),
                 (1, 0, 1, tenant.id))
    # To the second: each is counted from the moment it is asked at.
    expect_equal(shown["closed_until"][:16], reason["until"][:16])
    # Without the rate it may go on.
    tenant.operator.ask("DELETE", "limits/chat", None, 204)
    tenant.operator.post(f"queue/{second['id']}/reschedule", {"run_at": 1}, 200)
    expect_equal([one["run_id"] for one in tenant.lease(max_=5)], [second["id"]])


@story
def what_a_worker_was_told_closes_its_route(server):
    tenant, neighbour = server.tenant(), server.tenant()
    for one in (tenant, neighbour):
        one.operator.put("types/chat.send", {"route": "chat"})
        one.enqueue(type_="chat.send")
        one.enqueue(type_="chat.send")
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "http_429"},
                  rate_limit={"bucket": "abc", "remaining": 0, "reset_after_ms": 3600000})
    expect_equal(tenant.lease(max_=5), [])
    shown = route_of(tenant, "chat")
    expect_equal(shown["learned"], {"bucket": "abc", "remaining": 0, "refused": 1, "streak": 1})
    expect(shown["closed_until"] is not None, "it is closed")
    expect_equal((shown["declared_by"], "rate" in shown), (None, False))
    run = tenant.run(lease["run_id"])
    expect_equal((run["state"], run["attempts"]), ("queued", 0))
    expect_equal(len(neighbour.lease(max_=5)), 2)
    counted = server.admin.get("/metrics").body.decode()
    expect(f'belfry_rate_limited_total{{route="chat",tenant="{tenant.id}"}} 1' in counted,
           "the 429 is counted by route")


@story
def what_was_refused_waits_for_the_reset_that_was_told(server):
    """Without Retry-After, too: not for the backoff, and for nothing."""
    tenant = server.tenant()
    tenant.operator.put("types/chat.send", {"route": "chat"})
    run = tenant.enqueue("chat.send")["id"]
    tenant.report(tenant.lease()[0]["execution_id"], "retry", error={"class": "http_429"},
                  rate_limit={"remaining": 0, "reset_after_ms": 3600000})
    seen = tenant.run(run)
    wait = instant(seen["run_at"]) - instant(seen["updated_at"])
    expect_equal((seen["attempts"], wait.total_seconds()), (0, 3600))


@story
def a_global_limit_closes_all_routes_of_its_tenant(server):
    tenant = server.tenant()
    for type_ in ("chat.send", "chat.edit"):
        tenant.operator.put(f"types/{type_}", {"route": type_})
        tenant.enqueue(type_=type_)
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "http_429"},
                  rate_limit={"global": True, "retry_after_ms": 3600000})
    expect_equal(tenant.lease(max_=5), [])
    expect_equal([one["closed_until"] is not None
                  for one in tenant.viewer.get("limits").json["data"]], [True, True])


@story
def a_task_names_its_route_and_a_closed_one_holds_back_only_itself(server):
    """One route a customer: the first that is used up does not stop the others of the type."""
    tenant = server.tenant()
    tenant.operator.put("types/sync", {"route": "all"})
    tenant.operator.put("limits/customer-1", {"rate": 1, "per_seconds": 3600})
    runs = [tenant.enqueue(type_="sync", route=route)["id"]
            for route in ("customer-1", "customer-1", "customer-2")]
    plain = tenant.enqueue(type_="sync")["id"]
    shown = tenant.viewer.get(f"tasks/{runs[0]}").json
    expect_equal(shown["route"], "customer-1")
    expect_equal(tenant.viewer.get(f"tasks/{plain}").json["route"], None)
    expect_equal(sorted(one["run_id"] for one in tenant.lease(types=["sync"], max_=5)),
                 sorted([runs[0], runs[2], plain]))
    reason = next(one for one in why(tenant, runs[1]) if one["kind"] in ("rate_limit", "deferred"))
    expect_equal(reason["ref"], "customer-1" if reason["kind"] == "rate_limit" else "rate_limit")
    names = ("all", "customer-1", "customer-2")
    expect_equal([route_of(tenant, name)["running"] for name in names], [1, 1, 1])
    listed = tenant.viewer.get("tasks?type=sync").json["data"]
    expect_equal({one["id"]: one["route"] for one in listed}[runs[2]], "customer-2")


@story
def a_routes_name_is_bounded(server):
    tenant = server.tenant()
    bad = tenant.producer.post("tasks", {"type": "sync", "route": "x" * 129}, 422)
    expect_equal(bad.json["errors"][0]["pointer"], "/route")
    tenant.producer.post("tasks", {"type": "sync", "route": "x" * 128}, 201)


@story
def a_route_has_room_for_so_many_runs_at_once(server):
    tenant = server.tenant()
    operator = tenant.operator
    made = operator.put("limits/customer-7", {"concurrency": 1}).json
    expect_equal((made["concurrency"], made.get("rate", ABSENT), made["scope"]),
                 (1, ABSENT, "tenant"))
    first, second = [tenant.enqueue("sync", route="customer-7") for _ in range(2)]
    other = tenant.enqueue("sync", route="customer-8")
    leases = tenant.lease(max_=9)
    expect_equal(sorted(one["run_id"] for one in leases), sorted([first["id"], other["id"]]))
    reasons = tenant.viewer.get(f"queue/{second['id']}/why").json["reasons"]
    held = [one for one in reasons if one["kind"] == "route_limit"]
    expect_equal([(one["ref"], one["held_by"]["run_id"]) for one in held],
                 [("customer-7", first["id"])])
    shown = route_of(tenant, "customer-7")
    expect_equal((shown["concurrency"], shown["running"], shown["waiting"]), (1, 1, 1))
    held = [one for one in leases if one["run_id"] == first["id"]]
    tenant.report(held[0]["execution_id"])
    expect_equal([one["run_id"] for one in tenant.lease(max_=9)], [second["id"]])
    # A rate beside it, and none of both any more.
    both = operator.put("limits/customer-7", {"rate": 5, "per_seconds": 60}).json
    expect_equal((both["concurrency"], both["rate"], both["per_seconds"]), (1, 5, 60))
    rate = operator.put("limits/customer-7", {"concurrency": None}).json
    expect_equal((rate.get("concurrency", ABSENT), rate["rate"]), (ABSENT, 5))
    for body, field in (({"rate": None}, "/rate"), ({"concurrency": 0}, "/concurrency"),
                        ({"concurrency": 1000001}, "/concurrency")):
        refused = operator.ask("PUT", "limits/customer-7", body)
        expect_problem(refused, 422, "invalid")
        expect_equal([one["pointer"] for one in refused.json["errors"]], [field])
    system = server.admin.ask("PUT", "limits/customer-9", {"concurrency": 1, "scope": "system"})
    expect_problem(system, 422, "invalid")
