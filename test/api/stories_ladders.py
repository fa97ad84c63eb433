"""Ladders: runs around an instant of an entity; made once, moved, stopped."""
import datetime

from dialogue import expect, expect_equal, expect_problem, story, until


def instant(**span):
    """So far from now, to the second."""
    now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**span)
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def ladder(tenant, status=201, **fields):
    body = {"entity": "event:42", "anchor": instant(hours=2), "offsets": ["-24h", "-1h", "0"],
            "type": "remind.send", "payload": {"event": 42}, **fields}
    return tenant.producer.post("ladders", body, status).json


def seen(tenant, entity="event:42", **filters):
    query = "&".join(f"{name}={value}" for name, value in filters.items())
    return tenant.viewer.get(f"ladders/{entity}?{query}").json["data"]


def states(one):
    return [rung["state"] for rung in one["rungs"]]


@story
def a_rung_each_and_the_past_is_said(server):
    tenant = server.tenant()
    made = ladder(tenant, user_id="ann", name="dm")
    expect_equal((made["duplicate"], made["passed"], states(made)),
                 (False, 1, ["passed", "queued", "queued"]))
    expect_equal([rung["offset"] for rung in made["rungs"]], ["-24h", "-1h", "0"])
    run = tenant.run(made["rungs"][2]["run_id"])
    expect_equal((run["idempotency_key"], run["entity"], run["user_id"], run["run_at"]),
                 ("event:42:ann:dm:0", "event:42", "ann", made["anchor"]))
    expect_equal(run["payload"], {"event": 42})
    again = ladder(tenant, 200, user_id="ann", name="dm", anchor=made["anchor"])
    expect_equal((again["duplicate"], again["id"]), (True, made["id"]))
    expect_problem(tenant.producer.ask("POST", "ladders", {
        "entity": "event:42", "user_id": "ann", "name": "dm", "anchor": instant(hours=3),
        "offsets": ["0"], "type": "remind.send"}), 409)
    expect_equal([one["id"] for one in seen(tenant)], [made["id"]])


@story
def ladders_of_every_entity_are_listed(server):
    ours, theirs = server.tenant(), server.tenant()
    expect_equal(ours.viewer.get("ladders").json, {"data": [], "next_cursor": None})
    made = [ladder(ours, entity=f"event:{number}", user_id="ann" if number else None)["id"]
            for number in range(3)]
    other = ladder(theirs)["id"]
    newest = made[::-1]
    expect_equal([one["id"] for one in ours.viewer.get("ladders").json["data"]], newest)
    expect_equal([one["id"] for one in ours.viewer.get("ladders?user_id=ann").json["data"]],
                 newest[:2])
    first = ours.viewer.get("ladders?limit=2").json
    rest = ours.viewer.get(f"ladders?cursor={first['next_cursor']}").json
    expect_equal([one["id"] for one in first["data"] + rest["data"]], newest)
    expect_equal(rest["next_cursor"], None)
    listed = {one["id"] for one in server.admin.get("ladders?tenant_id=*&limit=500").json["data"]}
    expect({*made, other} <= listed, "the system sees the ladders of every tenant")
    expect_problem(ours.admin.ask("GET", "ladders?tenant_id=*"), 404)


@story
def a_moved_anchor_moves_what_has_not_run(server):
    tenant = server.tenant()
    made = ladder(tenant, anchor=instant(seconds=-30), offsets=["1s", "34s", "48h"])
    expect_equal(states(made), ["passed", "queued", "queued"])
    lease = until("a rung is due", tenant.lease)[0]
    tenant.report(lease["execution_id"])
    moved = tenant.producer.put("ladders/event:42", {"anchor": instant(hours=4)}).json
    expect_equal((moved["ladders"], moved["moved"], moved["made"], moved["passed"]), (1, 1, 1, 0))
    now = seen(tenant)[0]
    expect_equal(states(now), ["queued", "done", "queued"])
    expect_equal(now["rungs"][2]["run_id"], made["rungs"][2]["run_id"])
    back = tenant.producer.put("ladders/event:42", {"anchor": instant(seconds=-40)}).json
    expect_equal((back["moved"], back["passed"]), (1, 1))
    expect_equal(states(seen(tenant)[0]), ["passed", "done", "queued"])
    expect_equal(tenant.lease(), [])


@story
def a_stop_cancels_what_is_left(server):
    tenant = server.tenant()
    ladder(tenant, user_id="ann")
    ladder(tenant, user_id="bob")
    stopped = tenant.producer.post("ladders/event:42/stop",
                                   {"user_id": "ann", "reason": "confirmed"}, 200).json
    expect_equal((stopped["ladders"], stopped["cancelled"]), (1, 2))
    one = seen(tenant, user_id="ann")[0]
    expect(one["stopped_at"], "it says when")
    expect_equal((one["reason"], states(one)), ("confirmed", ["passed", "cancelled", "cancelled"]))
    expect_equal(states(seen(tenant, user_id="bob")[0]), ["passed", "queued", "queued"])
    expect_equal(tenant.producer.post("ladders/event:42/stop", {}, 200).json["ladders"], 1)
    expect_problem(tenant.producer.ask("PUT", "ladders/event:42", {"anchor": instant(hours=9)}),
                   404)
    anew = ladder(tenant, user_id="ann", anchor=instant(hours=30))
    expect_equal(states(anew), ["queued", "queued", "queued"])


@story
def an_idempotency_key_makes_one(server):
    tenant = server.tenant()
    body = {"entity": "event:9", "anchor": instant(hours=2), "offsets": ["0"],
            "type": "remind.send"}
    first = tenant.producer.post("ladders", body, 201, Idempotency_Key="once")
    again = tenant.producer.post("ladders", body, 201, Idempotency_Key="once")
    expect_equal(first.json["id"], again.json["id"])
    expect_equal(again.header("Idempotent-Replayed"), "true")
    # A call that found it there already is told the same again, too.
    for replayed in (None, "true"):
        found = tenant.producer.post("ladders", body, 200, Idempotency_Key="twice")
        expect_equal((found.json["id"], found.json["duplicate"]), (first.json["id"], True))
        expect_equal(found.header("Idempotent-Replayed"), replayed)
