"""Everything of a tenant goes out as lines, and into another one as it was: by the command line."""
import json
import subprocess

from dialogue import BELFRY, environment, expect, expect_equal, story

KINDS = ("settings", "calendar", "type", "limit", "user", "source", "rule", "webhook", "job",
         "daily", "reminder")


def belfry(tenant, *words, given=None):
    done = subprocess.run([BELFRY, *words], input=given, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.PIPE, check=False, timeout=120,
                          env=environment(BELFRY_URL=f"http://127.0.0.1:{tenant.server.port}",
                                          BELFRY_TOKEN=tenant.admin.token))
    expect_equal(done.returncode, 0, f"{words}: {done.stderr}")
    return done.stdout


def furnish(tenant):
    admin = tenant.admin
    admin.put(f"tenants/{tenant.id}/settings", {
        "name": "Acme", "timezone": "Europe/Berlin", "max_attempts": 7, "priority": 2,
        "quiet_hours": {"windows": "22:00-07:00"}, "payload_check": "flag",
        "backoff": {"kind": "fixed", "base_ms": 5000}})
    admin.put("secrets/door", {"value": "sesame"})
    admin.put("calendars/holidays", {"dates": ["2035-12-25"], "rules": []})
    admin.put("types/mail.send", {"limit": 7, "quiet": "hold", "notifies": False,
                                  "retryable": ["dm_closed"], "unique_scope": "24h"})
    admin.put("types/culture.roundup.weekly", {"max_attempts": 9})
    tenant.enqueue("only.named", idempotency_key="k")
    admin.put("limits/crm", {"rate": 10, "per_seconds": 60, "burst": 3})
    admin.put("users/ann", {"name": "Ann \"A\"", "timezone": "Asia/Tokyo", "channels": ["email"],
                            "email": "ann@example.org", "opt_ins": ["mail.send"]})
    admin.post("sources", {"name": "shop", "secrets": ["door"]}, 201)
    admin.post("rules", {"event": "order.created", "type": "mail.send", "offsets": ["1h"]}, 201)
    admin.post("webhooks", {"url": "https://hooks.example.org/", "secrets": ["door"],
                            "events": ["job.failed"], "state": "paused"}, 201)
    first = admin.post("jobs", {"code": "first", "handler": "mail.send", "name": "First",
                                "cron_expression": "0 9 * * 1", "timezone": "Europe/Paris",
                                "exclude": ["holidays"], "parameters": {"n": 1.50}}, 201).json
    admin.post("jobs", {"code": "second", "handler": "mail.send", "interval_seconds": 3600,
                        "max_attempts": 2, "priority": 1, "dependencies": [
                            {"depends_on_job_id": first["id"], "dependency_type": "COMPLETE"}]},
               201)
    admin.post("jobs", {"code": "off", "handler": "h", "schedule_type": "MANUAL",
                        "status": "DISABLED"}, 201)
    admin.put("daily/ann", {"due_time": "21:30", "timezone": "Asia/Tokyo"}, 201)
    for title in ("call", "write"):
        admin.post("reminders", {"title": title, "remind_at": "2035-01-01T00:00:00Z",
                                 "user_id": "ann", "notification_channels": ["email"]}, 201)


@story
def everything_of_a_tenant_goes_out_and_in_as_it_was(server):
    tenant = server.tenant(profile="broadcast")
    furnish(tenant)
    lines = belfry(tenant, "export")
    rows = [json.loads(line) for line in lines.splitlines()]
    expect_equal(tuple(dict.fromkeys(row["kind"] for row in rows)), KINDS)
    by_kind = {kind: [row[kind] for row in rows if row["kind"] == kind] for kind in KINDS}
    # Its own alone: what the profile or nobody says stays away, and no secret leaves.
    expect_equal({one["name"] for one in by_kind["type"]},
                 {"mail.send", "culture.roundup.weekly"})
    expect_equal([("priority" in one, "max_attempts" in one) for one in by_kind["job"]],
                 [(False, False), (True, True), (False, False)])
    expect_equal([one["title"] for one in by_kind["reminder"]], ["call", "write"])
    expect("sesame" not in lines, "the secret's value")
    # Into an empty tenant: the same export.
    other = server.tenant()
    other.admin.put("secrets/door", {"value": "other"})
    dry = belfry(other, "import", "--dry-run", given=lines).splitlines()
    expect_equal(len(dry), len(rows))
    expect_equal({line.split()[0] for line in dry}, {"would"})
    expect_equal(len(belfry(other, "export").splitlines()), 1)
    told = belfry(other, "import", given=lines).splitlines()
    expect_equal([line.split()[0] for line in told],
                 ["changed"] + ["created"] * (len(rows) - 1))
    expect_equal(belfry(other, "export"), lines)
    # Once more changes nothing, there and here, not even whose a value is.
    for one in (other, tenant):
        again = belfry(one, "import", given=lines).splitlines()
        expect_equal({line.split()[0] for line in again}, {"unchanged"}, f"{again}")
        expect_equal(belfry(one, "export"), lines)
    other.admin.put("types/mail.send", {"limit": 8})
    told = belfry(other, "import", "--dry-run", given=lines).splitlines()
    expect_equal([line for line in told if not line.startswith("unchanged")],
                 ["would change type mail.send"])


@story
def people_are_listed(server):
    tenant, other = server.tenant(), server.tenant()
    for name in ("cid", "ann", "bob"):
        tenant.producer.put(f"users/{name}", {"name": name.title()})
    first = tenant.viewer.get("users?limit=2").json
    expect_equal([one["id"] for one in first["data"]], ["ann", "bob"])
    rest = tenant.viewer.get(f"users?limit=2&cursor={first['next_cursor']}").json
    expect_equal([(one["id"], one["name"]) for one in rest["data"]], [("cid", "Cid")])
    expect_equal(other.viewer.get("users").json["data"], [])


@story
def the_catalog_is_put_into_a_tenant_and_compared(server):
    tenant, plain = server.tenant(profile="broadcast"), server.tenant()
    expect_equal(belfry(tenant, "catalog", "diff"), "no difference from the profile broadcast\n")
    tenant.operator.put("types/wof.slot.reminder", {"max_attempts": 9, "quiet": "pass"})
    server.admin.put("types/clubs_auto_archive", {"priority": "high"})
    expect_equal(sorted(belfry(tenant, "catalog", "diff").splitlines()), [
        "type clubs_auto_archive priority: the catalog has 5, the tenant has 1 (from system)",
        "type wof.slot.reminder max_attempts: the catalog has 4, the tenant has 9 (from type)",
        'type wof.slot.reminder quiet: the catalog has "hold", the tenant has "pass" (from type)'])
    server.admin.delete("types/clubs_auto_archive", 204)
    # A tenant without the profile has its types when they are applied, once.
    before = belfry(plain, "catalog", "diff", "guild").splitlines()
    expect_equal({line.rpartition(": ")[2] for line in before}, {"missing in the tenant"})
    told = belfry(plain, "catalog", "apply", "guild", "--dry-run").splitlines()
    expect_equal((len(told), {line.split()[0] for line in told}), (len(before), {"would"}))
    expect_equal(plain.viewer.get("types").json["data"], [])
    for word in ("created", "unchanged"):
        told = belfry(plain, "catalog", "apply", "guild").splitlines()
        expect_equal({line.split()[0] for line in told}, {word})
    expect_equal(belfry(plain, "catalog", "diff", "guild"),
                 "no difference from the profile guild\n")
    # Rules and jobs of templates likewise.
    enterprise = server.tenant(profile="enterprise")
    expect_equal(belfry(enterprise, "catalog", "diff"),
                 "no difference from the profile enterprise\n")
    expect_equal(belfry(plain, "catalog", "apply", "load.dispatched").split()[:2],
                 ["created", "rule"])
    for word in ("created", "unchanged"):
        expect_equal(belfry(plain, "catalog", "apply", "sync_quickbooks"),
                     f"{word} job sync_quickbooks\n")
    expect_equal(plain.viewer.get("jobs/sync_quickbooks").json["cron_expression"], "*/15 * * * *")
