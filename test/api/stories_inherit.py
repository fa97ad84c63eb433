"""What a type inherits from the same type of the tenant system: shown and done alike."""
from dialogue import expect_equal, story


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
