"""What was read is sent back: members that only the server sets are refused by name, the others are
taken and change nothing."""
from dialogue import description_of, expect, expect_equal, expect_problem, story

# Which the server tells by itself, and a change moves on.
MOVES = ("updated_at", "version", "next_run_id", "run_id")


def schema_of(server, name):
    return description_of(server).document["components"]["schemas"][name]["properties"]


def furnish(tenant):
    """(client, path, schema of the answer) of what is read and changed by one path."""
    admin = tenant.admin
    admin.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 9 * * *"}, 201)
    admin.put("types/mail.send", {"limit": 7, "backoff": {"kind": "fixed", "base_ms": 1000}})
    admin.put("calendars/holidays", {"dates": ["2030-12-25"]})
    admin.put("users/ann", {"name": "Ann"})
    admin.put("secrets/door", {"value": "sesame"})
    rule = admin.post("rules", {"event": "order.created", "type": "mail.send"}, 201).json
    source = admin.post("sources", {"secrets": ["door"]}, 201).json
    hook = admin.post("webhooks", {"url": "https://hooks.example.org/", "secrets": ["door"],
                                   "state": "paused"}, 201).json
    reminder = admin.post("reminders", {"title": "call", "remind_at": "2035-01-01T00:00:00Z",
                                        "user_id": "ann"}, 201).json
    return (("jobs/j", "Job"), ("types/mail.send", "Type"), ("calendars/holidays", "Calendar"),
            ("users/ann", "User"), (f"rules/{rule['id']}", "Rule"),
            (f"sources/{source['id']}", "Source"), (f"webhooks/{hook['id']}", "Webhook"),
            (f"reminders/{reminder['id']}", "Reminder"))


@story
def what_was_read_is_sent_back(server):
    tenant = server.tenant()
    for path, name in furnish(tenant):
        shown = tenant.admin.get(path).json
        fixed = {member for member, schema in schema_of(server, name).items()
                 if schema.get("readOnly")}
        refused = expect_problem(tenant.admin.ask("PUT", path, shown), 422, "invalid")["errors"]
        expect_equal({one["pointer"][1:] for one in refused}, fixed & set(shown), path)
        for one in refused:
            expect("read-only" in one["reason"], f"{path}: {one}")
        sent = {member: value for member, value in shown.items() if member not in fixed}
        again = tenant.admin.put(path, sent).json
        # What counted by default is said from now on, so there may be more of it.
        kept = {member: value for member, value in shown.items() if member not in MOVES}
        expect_equal({member: again.get(member) for member in kept}, kept, path)


@story
def what_is_sent_and_never_shown_is_declared_so(server):
    schemas = description_of(server).document["components"]["schemas"]
    for request, answer, member in (("SecretInput", "Secret", "value"),
                                    ("TaskInput", "Run", "in")):
        expect_equal(schemas[request]["properties"][member].get("writeOnly"), True,
                     f"{request}.{member}")
        expect(member not in schemas[answer]["properties"], f"{answer}.{member}")


# What a job shows of its type, its tenant and the server.
COUNTS = ("priority", "max_attempts", "max_retries", "timeout_seconds", "retry_delay_seconds")


@story
def a_job_that_is_sent_back_makes_nothing_its_own(server):
    """It still follows its type, as before; what it says itself stays its own."""
    tenant = server.tenant(profile="guild")
    admin = tenant.admin
    admin.put("types/t", {"priority": 2, "max_attempts": 6, "timeout_seconds": 99,
                          "backoff": {"kind": "exponential", "base_ms": 7000}})
    made = admin.post("jobs", {"code": "j", "handler": "t", "schedule_type": "MANUAL"}, 201).json
    expect_equal([made[name] for name in COUNTS], [2, 6, 5, 99, 7])
    admin.put("jobs/j", {name: made[name] for name in COUNTS})
    before = admin.get("jobs/j").json["in_force"]
    expect(not [one for one in before if one["source"] == "job"], f"{before}")
    admin.put("types/t", {"priority": 3, "max_attempts": 3, "timeout_seconds": 50,
                          "backoff": {"kind": "exponential", "base_ms": 9000}})
    shown = admin.get("jobs/j").json
    expect_equal([shown[name] for name in COUNTS], [3, 3, 2, 50, 9])
    # Another value is its own, and stays so when it is sent back; half a contradiction is one.
    other = {"priority": 1, "max_attempts": 4, "timeout_seconds": 51, "retry_delay_seconds": 10}
    admin.put("jobs/j", other)
    shown = admin.put("jobs/j", other).json
    expect_equal({name: shown[name] for name in other}, other)
    own = [one["field"] for one in admin.get("jobs/j").json["in_force"] if one["source"] == "job"]
    expect_equal(set(own), {"priority", "max_attempts", "timeout_seconds", "backoff"})
    admin.put("jobs/j", {"max_attempts": None})
    expect_problem(admin.ask("PUT", "jobs/j", {"max_attempts": 3, "max_retries": 9}), 422,
                   "invalid", "/max_retries")
