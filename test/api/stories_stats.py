"""Statistics: what happened, added up."""
from dialogue import expect, expect_equal, story


def totals(client, query):
    return client.get(f"stats?{query}").json["data"]


@story
def a_life_is_counted_by_type_minute_and_route(server):
    tenant, neighbour = server.tenant(), server.tenant()
    tenant.operator.put("types/chat.send", {"route": "chat"})
    tenant.enqueue(type_="chat.send")
    tenant.enqueue(type_="chat.send")
    tenant.enqueue(type_="mail.send")
    neighbour.enqueue(type_="mail.send")
    leases = tenant.lease(max_=5)
    for lease in leases:
        if lease["type"] == "mail.send":
            tenant.report(lease["execution_id"], "success")
    chat = [one for one in leases if one["type"] == "chat.send"]
    tenant.report(chat[0]["execution_id"], "retry", error={"class": "http_429"})
    tenant.report(chat[1]["execution_id"], "fail", error={"class": "permanent"})
    rows = {one["type"]: one for one in totals(tenant.viewer, "by=type")}
    expect_equal(sorted(rows), ["chat.send", "mail.send"])
    mail, chat = rows["mail.send"], rows["chat.send"]
    expect_equal((mail["enqueued"], mail["started"], mail["done"]), (1, 1, 1))
    expect_equal((chat["enqueued"], chat["failed"], chat["retries"], chat["rate_limited"]),
                 (2, 1, 1, 1))
    expect_equal((chat["start_delay"]["count"], chat["duration"]["count"]), (2, 2))
    expect(chat["start_delay"]["p95_ms"] >= 0, "quantiles are told")
    expect_equal([(one["route"], one["rate_limited"]) for one in totals(tenant.viewer, "by=route")],
                 [("chat", 1)])
    by_minute = totals(tenant.viewer, "by=minute")
    expect_equal(sum(one["enqueued"] for one in by_minute), 3)
    expect(all(one["at"].endswith(":00Z") for one in by_minute), "minutes are whole")
    everybody = totals(server.admin, "by=tenant&tenant_id=*")
    expect_equal({one["tenant_id"]: one["enqueued"] for one in everybody
                  if one["tenant_id"] in (tenant.id, neighbour.id)},
                 {tenant.id: 3, neighbour.id: 1})


@story
def what_cannot_be_asked_is_refused_by_name(server):
    tenant = server.tenant()
    for query, field in (("by=year", "by"), ("by=type,route", "by"), ("step=90s", "step"),
                         ("from=2020-01-01T00:00:00Z", "from"), ("limit=5", "limit")):
        answer = tenant.viewer.ask("GET", f"stats?{query}", None, 422)
        expect(field in answer.body.decode(), f"{query}: the answer names {field}")
