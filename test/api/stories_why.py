"""Why is this run not running? Every kind of reason, and that the command line says the same."""
import json
import os
import re
import subprocess
import time

from dialogue import BELFRY, ROOT, environment, expect, expect_equal, story, until
from stories_depend import once, the_run_of

FAR = "2031-01-01T00:00:00Z"
# Of these it is known when that changes.
HAS_UNTIL = {"not_due", "backoff", "deferred", "paused", "limit", "running", "job_limit",
             "job_paused", "quiet_hours", "rate_limit", "route_limit"}
# These have stories of their own: a clock that leaps, a hook that is slow, a server that is told to
# hand nothing out (test/acceptance).
TOLD_ELSEWHERE = {"clock", "clock_back", "policy_hook", "dispatch_off"}


def all_kinds():
    with open(os.path.join(ROOT, "src/model/whys.def"), encoding="utf-8") as file:
        return set(re.findall(r'\tX\(\w+, +"(\w+)"', file.read()))


def asked(tenant, run):
    return tenant.viewer.get(f"queue/{run}/why").json


def on_the_command_line(server, tenant, run, *words):
    done = subprocess.run([BELFRY, "queue", "why", run, *words], check=False, encoding="utf-8",
                          capture_output=True, timeout=60, env=environment(
                              BELFRY_URL=f"http://127.0.0.1:{server.port}",
                              BELFRY_TOKEN=tenant.viewer.token))
    expect_equal(done.returncode, 0, done.stderr)
    return done.stdout


def without_instants(said):
    """Spans of the clock that only grows are put on the wall anew with each answer."""
    return {**said, "reasons": [{**reason, "until": reason["until"] is not None}
                                for reason in said["reasons"]]}


def a_hold(server, kind, ref, tenant, run, seen):
    """This reason, with these words everywhere; and when that changes, where it is known."""
    def look():
        said = asked(tenant, run)
        return [one for one in said["reasons"] if (one["kind"], one["ref"]) == (kind, ref)] and said
    said = until(f"{kind} {ref} is told", look)
    reason = [one for one in said["reasons"] if one["kind"] == kind][0]
    expect_equal(reason["until"] is not None, kind in HAS_UNTIL, f"{reason}")
    def both():
        """A gate may put it off in between; then they are asked once more."""
        told = json.loads(on_the_command_line(server, tenant, run, "--json"))
        return without_instants(told) == without_instants(asked(tenant, run))
    until("both say the same", both)
    table = on_the_command_line(server, tenant, run)
    for word in (reason["kind"], reason["text"], reason["ref"]):
        expect(not word or word in table, f"{word} is not in {table}")
    seen.add(kind)


def held_by_others(server, seen):
    """A lease, a limit, a queue of others, a job, a batch, a route."""
    tenant = server.tenant()
    tenant.operator.put("types/one", {"limit": 1})
    tenant.enqueue("one")
    holder = tenant.lease(types=["one"])[0]
    a_hold(server, "running", "w-1", tenant, holder["run_id"], seen)
    waits = tenant.enqueue("one")["id"]
    a_hold(server, "limit", "type", tenant, waits, seen)
    expect_equal(asked(tenant, waits)["reasons"][0]["held_by"],
                 {"run_id": holder["run_id"], "worker_id": "w-1"})
    tenant.operator.put("limits/out", {"rate": 1, "per_seconds": 3600})
    tenant.operator.put("types/sent", {"route": "out"})
    tenant.enqueue("sent")
    tenant.lease(types=["sent"])
    a_hold(server, "rate_limit", "out", tenant, tenant.enqueue("sent")["id"], seen)
    tenant.operator.put("limits/customer-7", {"concurrency": 1})
    tenant.enqueue("sync", route="customer-7")
    tenant.lease(types=["sync"])
    a_hold(server, "route_limit", "customer-7", tenant,
           tenant.enqueue("sync", route="customer-7")["id"], seen)
    tenant.report(holder["execution_id"])
    a_hold(server, "finished", "done", tenant, holder["run_id"], seen)
    tenant.enqueue("many")
    tenant.lease(types=["many"])
    tenant.enqueue("many")
    a_hold(server, "behind", None, tenant, tenant.enqueue("many")["id"], seen)
    a_hold(server, "no_worker", "lone", tenant, tenant.enqueue("lone")["id"], seen)
    batch = tenant.producer.post("batches", {"type": "child", "items": [1]}, 201).json
    a_hold(server, "children", "1", tenant, batch["id"], seen)
    tenant.producer.post("jobs", {"code": "j", "handler": "single", "schedule_type": "MANUAL",
                                  "allow_concurrent": False}, 201)
    tenant.producer.post("jobs/j/run", {}, 201)
    tenant.lease(types=["single"])
    second = tenant.producer.post("jobs/j/run", {}, 201).json["id"]
    a_hold(server, "job_limit", None, tenant, second, seen)


def held_by_time(server, seen):
    tenant = server.tenant()
    later = tenant.enqueue(run_at=FAR)["id"]
    a_hold(server, "not_due", None, tenant, later, seen)
    for outcome, more, kind in (("retry", {"error": {"class": "network"}}, "backoff"),
                                ("defer", {"defer_until": FAR}, "deferred")):
        run = tenant.enqueue()["id"]
        tenant.report(tenant.lease()[0]["execution_id"], outcome, **more)
        a_hold(server, kind, None, tenant, run, seen)


def held_by_people(server, seen):
    """Pauses of each scope, maintenance, quiet hours, the rules of the guard."""
    tenant = server.tenant()
    tenant.operator.post("pause", {"scope": "type", "type": "held", "until": FAR})
    a_hold(server, "paused", "type", tenant, tenant.enqueue("held")["id"], seen)
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "interval_seconds": 3600,
                                        "schedule_type": "INTERVAL"}, 201).json
    tenant.operator.post("pause", {"scope": "job", "job_id": job["id"], "until": FAR})
    a_hold(server, "job_paused", "j", tenant, job["next_run_id"], seen)
    hour = time.gmtime().tm_hour
    tenant.operator.put("types/notice", {"notifies": True})
    place = f"tenants/{tenant.id}/settings"
    tenant.admin.put(place, {
        "policy_rules": [{"action": "defer", "type": "slow", "name": "not now"}],
        "quiet_hours": {"windows": f"{hour:02}:00-{(hour + 2) % 24:02}:00", "timezone": "UTC"}})
    a_hold(server, "quiet_hours", "tenant", tenant, tenant.enqueue("notice")["id"], seen)
    slow = tenant.enqueue("slow")["id"]
    tenant.lease(types=["slow"])
    a_hold(server, "deferred", "policy: not now", tenant, slow, seen)
    tenant.admin.put(place, {"maintenance": {"enabled": True}})
    a_hold(server, "maintenance", "tenant", tenant, tenant.enqueue("more")["id"], seen)


def held_by_a_dependency(server, seen):
    tenant = server.tenant()
    once(tenant, "first", 20)
    second = once(tenant, "second", 10, dependencies=[{"depends_on_job_id": "first"}])
    a_hold(server, "dependency", "first", tenant, the_run_of(tenant, second)["id"], seen)


@story
def every_reason_is_told_alike_by_api_and_command_line(server):
    seen = set(TOLD_ELSEWHERE)
    held_by_others(server, seen)
    held_by_time(server, seen)
    held_by_people(server, seen)
    held_by_a_dependency(server, seen)
    expect_equal(seen, all_kinds())


# ---- what comes with a reason ------------------------------------------------------------------


def the_reason(tenant, run, kind):
    said = asked(tenant, run)
    expect_equal([one["kind"] for one in said["reasons"]], [kind], f"{said}")
    return said["reasons"][0]


def failed_with(tenant, outcome, attempts, **error):
    run = tenant.enqueue("bad", max_attempts=attempts)["id"]
    tenant.report(tenant.lease(types=["bad"])[0]["execution_id"], outcome, error=error)
    return run


@story
def the_end_of_a_run_is_told_with_its_error_and_what_helps(server):
    tenant = server.tenant()
    refused = failed_with(tenant, "fail", 5, **{"class": "permanent", "message": "no such box"})
    dead = failed_with(tenant, "retry", 1, **{"class": "network", "message": "no route"})
    for run, state, class_, message, of in ((refused, "failed", "permanent", "no such box", 5),
                                            (dead, "dlq", "network", "no route", 1)):
        reason = the_reason(tenant, run, "finished")
        expect_equal((reason["ref"], reason["error_class"], reason["error_message"],
                      reason["attempt"], reason["max_attempts"]), (state, class_, message, 1, of))
        expect("retry" in reason["help"], f"{reason}")
        table = on_the_command_line(server, tenant, run)
        for words in (state, reason["text"], class_, message, f"attempt 1 of {of}",
                      f"belfry queue retry {run}"):
            expect(words in table, f"no {words!r} in {table}")
    # What ends differently says so in other words.
    done = tenant.run_to("done", "good")[0]["id"]
    reason = the_reason(tenant, done, "finished")
    expect_equal((reason["ref"], reason["help"], reason["error_class"]), ("done", None, None))
    ended = tenant.enqueue("bad")["id"]
    tenant.producer.post(f"queue/{ended}/cancel", {"reason": "not needed"})
    reason = the_reason(tenant, ended, "finished")
    expect_equal((reason["ref"], reason["reason"], reason["help"]),
                 ("cancelled", "not needed", None))
    texts = {the_reason(tenant, run, "finished")["text"] for run in (refused, dead, done, ended)}
    expect_equal(len(texts), 4, f"{texts}")


@story
def a_run_that_is_tried_again_says_what_went_wrong(server):
    tenant = server.tenant()
    run = failed_with(tenant, "retry", 3, **{"class": "http_5xx", "message": "it said 503"})
    reason = the_reason(tenant, run, "backoff")
    expect_equal((reason["error_class"], reason["error_message"], reason["attempt"],
                  reason["max_attempts"]), ("http_5xx", "it said 503", 1, 3))
    table = on_the_command_line(server, tenant, run)
    expect("attempt 1 of 3" in table and "it said 503" in table, table)


@story
def a_pause_is_told_with_its_author_and_reason(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "nightly", "handler": "h", "schedule_type": "MANUAL"},
                         201)
    tenant.operator.post("jobs/nightly/pause", {"reason": "the source moves", "until": FAR})
    run = tenant.producer.post("jobs/nightly/run", {}, 201).json["id"]
    reason = the_reason(tenant, run, "job_paused")
    expect_equal((reason["ref"], reason["pause"]["reason"], reason["until"]),
                 ("nightly", "the source moves", FAR))
    expect(reason["pause"]["author"].startswith("token:") and reason["pause"]["since"], f"{reason}")
    table = on_the_command_line(server, tenant, run)
    for words in ("the source moves", reason["pause"]["author"], "belfry job resume nightly"):
        expect(words in table, f"no {words!r} in {table}")
    tenant.operator.post("pause", {"scope": "type", "type": "held", "reason": "too hot"})
    run = tenant.enqueue("held")["id"]
    reason = the_reason(tenant, run, "paused")
    expect_equal((reason["ref"], reason["pause"]["reason"]), ("type", "too hot"))
    table = on_the_command_line(server, tenant, run)
    expect("too hot" in table and "belfry resume type held" in table, table)
