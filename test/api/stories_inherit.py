"""What a type inherits from the same type of the tenant system: shown and done alike."""
from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone
from stories_handlers import ALLOW, Receiver, task, wait_for


@story
def a_type_of_the_system_counts_for_every_tenant_that_does_not_say_otherwise(server):
    acme = server.tenant()
    rival = server.tenant()
    for tenant in (acme, rival):
        tenant.admin.post("jobs", {"code": "j", "handler": "inherit.a",
                                   "schedule_type": "MANUAL"}, 201)
    server.admin.put("types/inherit.a", {"priority": 2, "max_attempts": 7, "limit": 1,
                                 "timeout_seconds": 99})
    rival.admin.put("types/inherit.a", {"max_attempts": 3})
    shown = acme.viewer.get("jobs/j").json
    expect_equal((shown["priority"], shown["max_attempts"], shown["timeout_seconds"]), (2, 7, 99))
    expect_equal(rival.viewer.get("jobs/j").json["max_attempts"], 3)
    expect_equal(rival.viewer.get("jobs/j").json["priority"], 2)
    # The next run gets what is shown, and each tenant has the limit for itself.
    for tenant, most in ((acme, 7), (rival, 3)):
        for _ in range(2):
            made = tenant.producer.post("tasks", {"type": "inherit.a"}, 201).json
            task = tenant.viewer.get(f"queue/{made['id']}").json
            expect_equal((task["priority"], task["max_attempts"]), (2, most))
        expect_equal(len(tenant.lease(max_=10)), 1)
    # null inherits again; taking the system's policy away gives all back.
    rival.admin.put("types/inherit.a", {"max_attempts": None})
    expect_equal(rival.viewer.get("jobs/j").json["max_attempts"], 7)
    server.admin.delete("types/inherit.a", 204)
    expect_equal(rival.viewer.get("jobs/j").json["max_attempts"], 4)


@story
def a_tenant_undoes_what_it_inherits_by_saying_the_plain_value(server):
    tenant = server.tenant()
    server.admin.put("types/inherit.b", {"maintenance": "pass"})
    tenant.admin.put(f"tenants/{tenant.id}", {"maintenance": {"enabled": True}})
    tenant.producer.post("tasks", {"type": "inherit.b"}, 201)
    expect_equal(len(tenant.lease(max_=1)), 1)
    tenant.admin.put("types/inherit.b", {"maintenance": "defer"})
    tenant.producer.post("tasks", {"type": "inherit.b"}, 201)
    expect_equal(len(tenant.lease(max_=1)), 0)
    tenant.admin.put("types/inherit.b", {"maintenance": None})
    tenant.producer.post("tasks", {"type": "inherit.b"}, 201)
    expect_equal(len(tenant.lease(max_=1)), 1)


def calls_of(receiver, path):
    return [(fields.get("authorization"), body) for at, fields, body in receiver.calls
            if at == path]


@story_alone
def a_tenant_never_sends_the_systems_secrets_to_a_url_of_its_own():
    """The system's handler is inherited with its secrets, whole or not at all: by no field, payload
    or name does its secret leave for another URL, and its words are not shown."""
    with Receiver() as receiver, Server(**ALLOW) as server:
        server.admin.put("secrets/crm", {"value": "Bearer system"})
        server.admin.put("types/order", {"handler": {
            "kind": "http", "url": receiver.url("/system"),
            "headers": {"Authorization": "secret:crm"}}})
        tenant, plain = server.tenant(), server.tenant()
        # As it was meant: the system's secret goes to the system's URL.
        run = task(tenant.producer, "order")
        wait_for(tenant.viewer, run, "done")
        expect_equal(calls_of(receiver, "/system"), [("Bearer system", b"{}")])
        shown = tenant.viewer.get("types/order")
        expect_equal([one["source"] for one in shown.json["in_force"]
                      if one["field"] == "handler"], ["system"])
        for word in (b"/system", b"secret:crm", b"Bearer"):
            expect(word not in shown.body, f"{word} is shown: {shown.body}")
        # Other fields of its own change nothing about the handler; the payload's name of a secret
        # is the tenant's own, and it has none.
        tenant.operator.put("types/order", {"priority": 2, "max_attempts": 1, "route": "mine"})
        wait_for(tenant.viewer, task(tenant.producer, "order"), "done")
        greedy = task(tenant.producer, "order", {"a": "secret:crm"})
        expect("crm" in wait_for(tenant.viewer, greedy, "failed")["last_error"]["message"], "")
        # A URL of its own takes nothing of the system's along.
        steal = {"kind": "http", "url": receiver.url("/thief")}
        for more in ({"headers": {"Authorization": "secret:crm"}}, {"secrets": ["crm"]}):
            tenant.operator.put("types/order", {"handler": {**steal, **more}})
            failed = wait_for(tenant.viewer, task(tenant.producer, "order"), "failed")
            expect("crm" in failed["last_error"]["message"], f"{failed['last_error']}")
        tenant.operator.put("types/order", {"handler": steal})
        wait_for(tenant.viewer, task(tenant.producer, "order"), "done")
        expect_equal(calls_of(receiver, "/thief"), [(None, b"{}")])
        # Half a handler is none.
        expect_problem(tenant.operator.ask("PUT", "types/order", {"handler": {
            "kind": "http", "headers": {"X": "1"}}}), 422)
        # With a secret of the same name its own is sent; never the other one.
        tenant.admin.put("secrets/crm", {"value": "Bearer own"})
        tenant.operator.put("types/order", {"handler": {
            **steal, "headers": {"Authorization": "secret:crm"}}})
        wait_for(tenant.viewer, task(tenant.producer, "order"), "done")
        # Inherited again: the header has the system's, the payload the tenant's.
        tenant.operator.put("types/order", {"handler": None})
        wait_for(tenant.viewer, task(tenant.producer, "order", {"a": "secret:crm"}), "done")
        # A run that gives its own URL uses no secret at all, whatever the names.
        webhook = task(plain.producer, "WEBHOOK", {"url": receiver.url("/thief"), "body": {
            "a": "secret:crm"}})
        wait_for(plain.viewer, webhook, "failed")
        expect_equal(calls_of(receiver, "/thief"), [(None, b"{}"), ("Bearer own", b"{}")])
        expect_equal(calls_of(receiver, "/system")[-1], ("Bearer system", b'{"a": "Bearer own"}'))
