"""Fallbacks and the delivery log, against a stand-in for a chat service."""
import chat as chats
from dialogue import expect, expect_equal, expect_problem, story, until, walk


def furnish(tenant, **fallback):
    tenant.operator.put("types/chat.dm", {
        "fatal": ["dm_closed"], "notifies": True,
        "fallback": {"type": "chat.mention", "key": "alert", "classes": ["dm_closed"],
                     **fallback}})


def tell(tenant, user, alert="shield-7", **fields):
    payload = {"user": user, "thread": "7", "alert": alert, "text": f"{alert} to {user}"}
    body = {"type": "chat.dm", "user_id": user, "entity": "shield:7", "payload": payload}
    return tenant.producer.post("tasks", {**body, **fields}, 201).json


def work(tenant, chat):
    """Carries out all that is due; how many runs that were."""
    done = 0
    while True:
        leases = tenant.lease(max_=10)
        for lease in leases:
            outcome, more = chats.carry_out(chat, lease)
            tenant.report(lease["execution_id"], outcome, **more)
        done += len(leases)
        if not leases:
            return done


def log(tenant, **filters):
    return walk(tenant.viewer, "deliveries", limit=2, **filters)


@story
def a_closed_dm_becomes_one_mention(server):
    tenant, chat = server.tenant(), chats.Chat()
    chat.closed.update(("ann", "bob"))
    furnish(tenant)
    dm = tell(tenant, "ann")
    other = tell(tenant, "bob")
    elsewhere = tell(tenant, "bob", "shield-8")
    fine = tell(tenant, "eve")
    work(tenant, chat)
    expect_equal(sorted(chat.said), [("/dm/eve", "shield-7 to eve"),
                                     ("/threads/7/mentions", "shield-7 to ann"),
                                     ("/threads/7/mentions", "shield-8 to bob")])
    expect_equal([tenant.run(one["id"])["state"] for one in (dm, other, elsewhere, fine)],
                 ["failed", "failed", "failed", "done"])
    tries = log(tenant, user_id="ann")
    expect_equal([(one["type"], one["outcome"], one["error_class"], one["next"])
                  for one in tries],
                 [("chat.mention", "success", None, "none"),
                  ("chat.dm", "fail", "dm_closed", "fallback")])
    expect_equal([one["alert_key"] for one in tries], ["shield-7", "shield-7"])
    expect_equal([(one["channel"], one["message"]) for one in tries],
                 [("/threads/7/mentions", None), ("/dm/ann", "403")])
    expect_equal((tries[1]["next_run_id"], tries[1]["next_type"]),
                 (tries[0]["run_id"], "chat.mention"))
    mention = tenant.run(tries[0]["run_id"])
    expect_equal((mention["fallback_of"], mention["user_id"], mention["entity"]),
                 (dm["id"], "ann", "shield:7"))
    covered = log(tenant, run_id=other["id"])[0]
    expect(covered["next"] in ("covered", "later"), f"one stands for it: {covered}")
    expect_equal(len(log(tenant, type="chat.dm")), 4)
    expect_equal(len(log(tenant, entity="shield:7")), len(log(tenant)))
    expect_equal(log(tenant, entity="shield:9"), [])
    expect_equal(log(tenant, type="no.such"), [])
    chat.close()


@story
def an_alert_rests_and_what_comes_meanwhile_waits(server):
    tenant, chat = server.tenant(), chats.Chat()
    chat.closed.add("ann")
    furnish(tenant, once_per_minutes=30)
    tell(tenant, "ann")
    work(tenant, chat)
    late = tell(tenant, "ann")
    work(tenant, chat)
    expect_equal(len(chat.said), 1)
    row = log(tenant, run_id=late["id"])[0]
    expect_equal(row["next"], "later")
    waiting = tenant.run(row["next_run_id"])
    expect_equal((waiting["state"], waiting["run_at"]), ("queued", row["next_at"]))
    expect(row["next_at"] > row["at"], "it waits for its window")
    chat.close()


@story
def buckets_and_bad_days_are_no_reason_to_mention(server):
    """429s and 5xx are tried again; each try is in the log."""
    tenant, chat = server.tenant(), chats.Chat()
    furnish(tenant)
    chat.bad_days = 2
    chat.tokens["/dm/ann"] = 0
    tell(tenant, "ann")

    def is_said():
        work(tenant, chat)
        if (("/dm/ann", 429)) in chat.calls:
            chat.tokens["/dm/ann"] = 1
        return chat.said

    until("it was said", is_said)
    expect_equal(chat.said, [("/dm/ann", "shield-7 to ann")])
    expect_equal([status for _, status in chat.calls][:2], [503, 503])
    tries = log(tenant)
    expect_equal({(one["outcome"], one["error_class"], one["next"]) for one in tries},
                 {("retry", "http_5xx", "retry"), ("retry", "http_429", "retry"),
                  ("success", None, "none")})
    chat.close()


@story
def a_worker_is_told_what_failed(server):
    tenant, chat = server.tenant(), chats.Chat()
    chat.closed.add("ann")
    furnish(tenant)
    dm = tell(tenant, "ann")
    lease = tenant.lease()[0]
    expect("fallback_of" not in lease, "it is the first way")
    outcome, more = chats.carry_out(chat, lease)
    tenant.report(lease["execution_id"], outcome, **more)
    lease = tenant.lease()[0]
    expect_equal((lease["type"], lease["fallback_of"], lease["hops"], lease["payload"]),
                 ("chat.mention", dm["id"], 1, tenant.run(dm["id"])["payload"]))
    chat.close()


@story
def a_way_that_leads_back_is_refused(server):
    tenant = server.tenant()
    furnish(tenant)
    answer = tenant.operator.ask("PUT", "types/chat.mention", {"fallback": {"type": "chat.dm"}})
    expect_problem(answer, 422)
    expect("would return to" in answer.json["detail"], answer.json["detail"])
    for wrong in ({}, {"type": "x", "once_per_minutes": 0}, {"type": "x", "often": 1}, "x"):
        expect_problem(tenant.operator.ask("PUT", "types/chat.mail", {"fallback": wrong}), 422)
    shown = tenant.viewer.get("types/chat.dm").json["fallback"]
    expect_equal((shown["type"], shown["key"]), ("chat.mention", "alert"))
    tenant.operator.put("types/chat.dm", {"priority": 2})
    expect_equal(tenant.viewer.get("types/chat.dm").json["fallback"], shown)
    tenant.operator.put("types/chat.dm", {"fallback": None})
    tenant.operator.put("types/chat.mention", {"fallback": {"type": "chat.dm"}})
