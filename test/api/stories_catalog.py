"""Types that a tenant has by its profile, and values in force with those whose they are."""
from datetime import datetime

from dialogue import expect, expect_equal, expect_problem, story, walk


def apart(earlier, later):
    return (datetime.fromisoformat(later.replace("Z", "+00:00")) -
            datetime.fromisoformat(earlier.replace("Z", "+00:00"))).total_seconds()


def values(answer):
    return {one["field"]: (one["value"], one["source"]) for one in answer["in_force"]}


def sources(client):
    return {one["name"]: one["source"] for one in walk(client, "types", limit=7)}


@story
def a_tenant_has_the_types_of_its_profile_without_a_call(server):
    plain, guild, broadcast = server.tenant(), server.tenant(profile="guild"), server.tenant(
        profile="broadcast")
    expect_equal(sources(plain.viewer), {})
    expect_equal(set(sources(guild.viewer).items()), {
        (name, "profile") for name in ("reminder.send", "digest.send", "mentor.checkin.ping",
                                       "comms.send", "privacy.delete", "data.integrity")})
    listed = [one["name"] for one in walk(broadcast.viewer, "types", limit=3)]
    expect_equal(listed, sorted(listed))
    expect("events.reminder.enqueue" in listed and "reminder.send" not in listed, f"{listed}")
    expect_problem(plain.viewer.ask("GET", "types/reminder.send"), 404)
    shown = guild.viewer.get("types/reminder.send").json
    expect_equal((shown["source"], "priority" in shown), ("profile", False))
    expect_equal(values(shown)["notifies"], (True, "profile"))
    expect_equal(values(shown)["lease_ms"], (60000, "tenant"))
    expect_equal(values(shown)["limit"], (None, "default"))
    entry = broadcast.viewer.get("types/shield.alert.subscriber").json["catalog"]
    expect_equal(entry["ladder"], ["-2h", "-1h", "-30m", "-15m", "-5m", "0"])
    billing = server.tenant(profile="billing").viewer
    renewal = billing.get("types/subscription.renewal_tick").json["catalog"]
    expect_equal(renewal["due"], "at the tenant's billing anchor")
    # Named by a run or overridden in part it stands in its place among the others, once.
    before = len(listed)
    broadcast.enqueue("wof.slot.reminder", idempotency_key="k")
    broadcast.enqueue("a.first", idempotency_key="k")
    broadcast.operator.put("types/culture.roundup.weekly", {"max_attempts": 9})
    again = walk(broadcast.viewer, "types", limit=4)
    names = [one["name"] for one in again]
    expect_equal((names, len(names)), (sorted(names), before + 1))
    by_name = {one["name"]: one["source"] for one in again}
    expect_equal([by_name[name] for name in ("a.first", "wof.slot.reminder",
                                             "culture.roundup.weekly")],
                 ["none", "profile", "tenant"])
    # Another profile has other types at once; what the tenant said itself stays.
    server.admin.put(f"tenants/{broadcast.id}", {"profile": "guild"})
    left = sources(broadcast.viewer)
    expect_equal((left["wof.slot.reminder"], left["culture.roundup.weekly"],
                  left["reminder.send"]), ("none", "tenant", "profile"))
    server.admin.put(f"tenants/{broadcast.id}", {"profile": None})
    expect("reminder.send" not in sources(broadcast.viewer), "the profile is gone")


@story
def a_type_of_a_profile_counts_and_is_overridden_field_by_field(server):
    tenant = server.tenant(profile="broadcast")
    name = "cbsp.depot.snapshot"

    def made():
        run = tenant.enqueue(name, idempotency_key=f"k-{len(seen)}")["id"]
        seen.append(run)
        shown = tenant.run(run)
        return shown["priority"], shown["max_attempts"]

    seen = []
    expect_equal(made(), (5, 3))
    tenant.operator.put(f"types/{name}", {"max_attempts": 8})
    expect_equal(made(), (5, 8))
    server.admin.put(f"types/{name}", {"priority": "high", "max_attempts": 7})
    expect_equal(made(), (1, 8))
    shown = values(tenant.viewer.get(f"types/{name}").json)
    expect_equal([shown[word] for word in ("max_attempts", "priority", "fatal")],
                 [(8, "type"), (1, "system"), (["validation"], "profile")])
    tenant.operator.put(f"types/{name}", {"max_attempts": None})
    expect_equal(made(), (1, 7))
    server.admin.delete(f"types/{name}", 204)
    expect_equal(made(), (5, 3))
    # A class of the profile ends a run at once.
    lease = tenant.lease(types=[name])[0]
    tenant.report(lease["execution_id"], "retry", error={"class": "validation"})
    expect_equal(tenant.state(lease["run_id"]), "failed")


def job_of(tenant, type_, **fields):
    tenant.producer.post("jobs", {"code": "j", "handler": type_, "schedule_type": "MANUAL",
                                  **fields}, 201)
    return values(tenant.viewer.get("jobs/j").json)


@story
def what_a_job_shows_is_what_its_next_run_gets(server):
    """Each field from each of those that may say it: job, type, system, profile, tenant, server."""
    name = "culture.leaderboard.rollup"
    tenant = server.tenant(profile="broadcast")
    tenant.admin.put(f"tenants/{tenant.id}", {"timeout_seconds": 77, "priority": 2})
    shown = job_of(tenant, name)
    expect_equal({word: shown[word] for word in (
        "priority", "max_attempts", "timeout_seconds", "backoff", "lease_ms", "handler")}, {
            "priority": (5, "profile"), "max_attempts": (3, "profile"),
            "timeout_seconds": (77, "tenant"), "lease_ms": (60000, "tenant"),
            "backoff": ({"kind": "exponential", "base_ms": 120000}, "profile"),
            "handler": ("pull", "default")})

    def next_run(wait):
        """Priority, attempts, lease and hard end; its first wait is checked."""
        run = tenant.producer.post("jobs/j/run", {}, 201).json["id"]
        seen = tenant.run(run)
        lease = tenant.lease(types=[name])[0]
        held = tenant.run(run)
        expect_equal(lease["run_id"], run)
        tenant.report(lease["execution_id"], "retry", error={"class": "transient"})
        retried = tenant.run(run)
        share = apart(retried["updated_at"], retried["run_at"]) / wait
        expect(0.59 <= share <= 0.81 or 1.19 <= share <= 1.41, f"{share}")
        tenant.producer.post(f"queue/{run}/cancel")
        return (seen["priority"], seen["max_attempts"],
                round(apart(lease["now"], held["lease_until"])),
                round(apart(lease["now"], lease["deadline"])))

    expect_equal(next_run(wait=120), (5, 3, 60, 77))
    tenant.producer.put("jobs/j", {"priority": 1})
    server.admin.put(f"types/{name}", {"max_attempts": 9, "lease_ms": 45000})
    tenant.operator.put(f"types/{name}", {"timeout_seconds": 55})
    shown = values(tenant.viewer.get("jobs/j").json)
    expect_equal([shown[word] for word in ("priority", "max_attempts", "timeout_seconds",
                                           "lease_ms")],
                 [(1, "job"), (9, "system"), (55, "type"), (45000, "system")])
    expect_equal(next_run(wait=120), (1, 9, 45, 55))
    tenant.producer.put("jobs/j", {"backoff": {"kind": "fixed", "base_ms": 1000000}})
    expect_equal(next_run(wait=1000), (1, 9, 45, 55))
    server.admin.delete(f"types/{name}", 204)
    other = server.tenant()
    shown = job_of(other, "plain")
    expect_equal([shown[word] for word in ("priority", "max_attempts", "backoff")],
                 [(5, "default"), (4, "server"),
                  ({"kind": "exponential", "base_ms": 60000}, "server")])


# ---- rules of a profile ------------------------------------------------------------------------


def follow_up(tenant, number, **more):
    """What an event about a new order makes: (runs, refused)."""
    event = {"specversion": "1.0", "id": f"e-{number}", "source": "/shop", "type": "order.created",
             "data": {"order_id": f"o-{number}", "user_id": "ann", **more}}
    answer = tenant.producer.post("events", event).json
    return len(answer["runs"]), answer["refused"]


def template(tenant, code="order.created"):
    rule, = [one for one in walk(tenant.viewer, "rules", limit=3) if one["template"] == code]
    return rule


@story
def the_rules_of_the_profile_count_for_a_new_tenant(server):
    tenant, plain = server.tenant(profile="enterprise"), server.tenant()
    expect_equal(plain.viewer.get("rules").json["data"], [])
    expect_equal(follow_up(plain, 1), (0, 0))
    rules = walk(tenant.viewer, "rules", limit=1)
    expect_equal([(one["template"], one["origin"], one["tenant_id"]) for one in rules], [
        (code, "profile", tenant.id) for code in ("order.created", "load.dispatched",
                                                  "invoice.generated", "document.expiring")])
    expect_equal(tenant.viewer.get(f"rules/{rules[0]['id']}").json, rules[0])
    expect_equal(follow_up(tenant, 1), (2, 0))
    told = tenant.viewer.post(f"rules/{rules[0]['id']}/test", {"sample": {
        "type": "order.created", "data": {"order_id": "o-1", "user_id": "ann"}}}).json
    expect_equal((told["matches"], len(told["runs"])), (True, 2))
    # One is switched off: a rule of the tenant's own, paused, takes its place.
    off = tenant.operator.put(f"rules/{rules[0]['id']}", {"state": "paused"}).json
    expect_equal((off["origin"], off["state"], off["template"]),
                 ("tenant", "paused", "order.created"))
    expect_equal((len(walk(tenant.viewer, "rules")), follow_up(tenant, 2)), (4, (0, 0)))
    tenant.operator.delete(f"rules/{rules[0]['id']}", 204)
    expect_equal((template(tenant)["origin"], follow_up(tenant, 3)), ("profile", (2, 0)))
    expect_problem(tenant.operator.ask("DELETE", f"rules/{rules[0]['id']}"), 404)
    # A rule made from the same template replaces it, whatever its id.
    own = tenant.operator.post("rules", {"template": "order.created", "offsets": ["1h"]}, 201).json
    expect_equal((own["origin"], template(tenant)["id"]), ("tenant", own["id"]))
    expect_equal(follow_up(tenant, 4), (1, 0))
    expect_problem(tenant.viewer.ask("GET", f"rules/{rules[0]['id']}"), 404)
    # All of them.
    server.admin.put(f"tenants/{tenant.id}", {"profile_rules": False})
    expect_equal(len(walk(tenant.viewer, "rules")), 1)
    tenant.operator.delete(f"rules/{own['id']}", 204)
    expect_equal(follow_up(tenant, 5), (0, 0))
    server.admin.put(f"tenants/{tenant.id}", {"profile_rules": True})
    expect_equal(follow_up(tenant, 6), (2, 0))


@story
def only_a_new_tenant_is_switched_on(server):
    """One that was there takes the profile without its rules, and may ask for them."""
    tenant = server.tenant()
    server.admin.put(f"tenants/{tenant.id}", {"profile": "enterprise"})
    expect_equal(walk(tenant.viewer, "rules"), [])
    server.admin.put(f"tenants/{tenant.id}", {"profile_rules": True})
    expect_equal(len(walk(tenant.viewer, "rules")), 4)
    silent = server.tenant(profile="enterprise", profile_rules=False)
    expect_equal((walk(silent.viewer, "rules"), follow_up(silent, 1)), ([], (0, 0)))
    other = server.tenant(profile="guild", profile_rules=True)
    expect_equal(walk(other.viewer, "rules"), [])
