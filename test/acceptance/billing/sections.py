"""The profile billing: five job kinds, four rules, four steps, and the rules of degradation."""
from acceptance import each_row, section, words_of
from dialogue import expect, expect_equal, expect_problem, until, walk
from scene import apart, at, expect_in_force, expect_setting

ANCHOR = "2031-04-01T00:00:00Z"
RENEWAL = "subscription.renewal_tick"


def billing(server):
    return server.tenant(profile="billing")


def tick(tenant, kind, due_at, key, scope="forever", status=201, **more):
    """As the application enqueues it, in its own words."""
    body = {"job_kind": kind, "due_at": due_at, "dedupe_key": key, "unique_scope": scope,
            "payload": {"tenant_id": tenant.id}, **more}
    return tenant.producer.post("tasks", body, status).json


def finish(tenant, kind, outcome="success", **fields):
    lease = until(f"{kind} is due", lambda: tenant.lease(types=[kind]))[0]
    expect_equal(tenant.report(lease["execution_id"], outcome, **fields), (200, "ok"))
    return lease


# ---- the job kinds -----------------------------------------------------------------------------


@each_row("{section} S.1", "kinds")
def a_kind_is_enqueued_once_in_its_scope(server, row):
    tenant, other = billing(server), billing(server)
    key, kind, past = row["key"].replace("{tenant}", tenant.id), row["kind"], "2025-04-01T00:00:00Z"
    payload = {f"{word}_id": f"{word}-7" for word in words_of(row["scope"])}
    words = {"scope": row["scope of the key"], "payload": payload, "entity": "branch:b-7"}
    first = tick(tenant, kind, past, key, **words)
    again = tick(tenant, kind, past, key, status=200, **words)
    expect_equal((again["id"], again["duplicate"]), (first["id"], True))
    tick(other, kind, past, key, **words)  # the same key of another tenant is another one
    lease = finish(tenant, kind, "fail", error={"class": "permanent"})
    expect_equal((lease["payload"], lease["idempotency_key"]), (payload, key))
    if row["unique"] == "applied":  # a failed one may be tried anew, an applied one never
        second = tick(tenant, kind, past, key, **words)
        expect(second["id"] != first["id"], "a new one")
        finish(tenant, kind)
        first = second
    again = tick(tenant, kind, past, key, status=200, **words)
    expect_equal((again["id"], again["duplicate"]), (first["id"], True))
    if row["unique"] == "window":
        later = tick(tenant, kind, "2025-04-01T00:10:00Z", key, **words)
        expect(later["id"] != first["id"], "another window")
    found = walk(tenant.viewer, "queue", entity="branch:b-7")
    expect_equal({one["type"] for one in found}, {kind})


@each_row("{section}", "kinds")
def a_kind_of_a_new_tenant_has_its_scope_and_key(server, row):
    """Without a call: the caller says key and time, the profile within what the key counts."""
    tenant = billing(server)
    shown = tenant.viewer.get(f"types/{row['kind']}").json
    expect_in_force(tenant, row["kind"], {
        "unique_scope": row["scope of the key"],
        "priority": {"high": 1, "normal": 5}[row["priority"]],
        "max_attempts": int(row["attempts"]), "maintenance": row["maintenance"],
        "backoff": {"kind": "exponential", "base_ms": 1000 * int(row["seed"])},
        "retryable": words_of(row["retryable"]), "fatal": words_of(row["fatal"])})
    expect_equal(shown["catalog"]["scope"], [f"{word}_id" for word in words_of(row["scope"])])
    expect_equal(shown["catalog"]["key"], row["pattern"])
    expect_equal((shown["catalog"]["due"], shown["catalog"]["schedule"]),
                 (row["due"], row["every"] or None))
    body = {"job_kind": row["kind"], "due_at": "2025-04-01T00:00:00Z", "dedupe_key": "k"}
    run = tenant.producer.post("tasks", body, 201).json["id"]
    expect_equal(tenant.run(run)["unique_scope"], row["scope of the key"])


@section("JOB-4 F.1", alone=True)
def a_poller_that_slept_ticks_once():
    """Of a poller's missed ticks one late run follows, however many they were."""
    def told(server, timed):
        tenant = billing(server)
        kind = "payment.reconcile_invoices_tick"
        rule = tenant.viewer.get(f"types/{kind}").json["catalog"]["schedule"]
        tenant.producer.post("jobs", {"code": kind, "handler": kind, "cron": rule}, 201)
        timed.go_to("2031-04-01T09:02:00Z")
        leases = until("the late one", lambda: tenant.lease(max_=50))
        expect_equal(len(leases), 1)
        tenant.report(leases[0]["execution_id"])
        expect_equal(tenant.lease(max_=50), [])
    at("2031-04-01T00:01:00Z", told)


@section("JOB-1 JOB-2 W", alone=True)
def a_renewal_is_due_at_its_anchor_and_grace_a_day_later():
    def told(server, timed):
        tenant = billing(server)
        tick(tenant, RENEWAL, ANCHOR, "sub.renewal:t:2031-04-01")
        expect_equal(tenant.lease(), [])
        timed.go_to("2031-04-01T00:00:01Z")
        lease = finish(tenant, RENEWAL)
        expect(-2 <= apart(ANCHOR, lease["now"]) < 60, f"{lease}")
        grace = tenant.producer.post("tasks", {
            "job_kind": "subscription.grace_expiry_tick", "in": "24h", "unique_scope": "forever",
            "dedupe_key": "sub.grace_expiry:t:1", "payload": {}}, 201).json
        wait = apart(tenant.run(grace["id"])["created_at"], grace["run_at"])
        expect_equal(round(wait), 86400)
        timed.go_to("2031-04-01T23:00:00Z")
        expect_equal(tenant.lease(), [])
        timed.go_to("2031-04-02T00:05:00Z")
        finish(tenant, "subscription.grace_expiry_tick")
    at("2031-03-31T22:00:00Z", told)


@section("JOB-4 JOB-5")
def a_poller_rests_while_nothing_is_pending(server):
    tenant = billing(server)
    kind = "payment.reconcile_invoices_tick"
    tenant.producer.post("jobs", {"code": kind, "handler": kind, "schedule_type": "MANUAL"}, 201)
    tenant.producer.post(f"jobs/{kind}/run", {}, 201)
    finish(tenant, kind, "noop", schedule="pause")
    expect_equal(tenant.viewer.get(f"jobs/{kind}").json["status"], "PAUSED")
    # A new invoice wakes the poller.
    tenant.enqueue("invoice.issued", resumes=kind)
    expect_equal(tenant.viewer.get(f"jobs/{kind}").json["status"], "ACTIVE")
    expect_problem(tenant.producer.ask("POST", "tasks", {"type": "x", "resumes": "no.such.job"}),
                   422)


# ---- the rules ---------------------------------------------------------------------------------


@section("R.A R.C S.3.2")
def an_effect_is_applied_once_over_retries(server):
    tenant = billing(server)
    tick(tenant, RENEWAL, None, "sub.renewal:t:1")
    claim = {"action_key": RENEWAL, "idempotency_key": "sub.renewal:t:1"}
    first = tenant.lease()[0]
    own = tenant.worker.post("effects/claim", {**claim, "execution_id": first["execution_id"]}).json
    expect_equal(own["first"], True)
    tenant.worker.post("effects/complete", {"claim_id": own["claim_id"], "result": {"charge": 7}})
    # It worked, and its report is lost: the run is tried again.
    tenant.report(first["execution_id"], "retry", retry_after_ms=1, error={"class": "network"})
    second = until("it is tried again", tenant.lease)[0]
    expect_equal((second["run_id"], second["attempt"]), (first["run_id"], 2))
    told = tenant.worker.post("effects/claim", {**claim, "execution_id": second["execution_id"]})
    expect_equal((told.json["first"], told.json["state"], told.json["result"]),
                 (False, "done", {"charge": 7}))
    expect_equal(tenant.report(second["execution_id"], "noop"), (200, "ok"))
    expect_problem(tenant.worker.ask("POST", "effects/claim", {"action_key": RENEWAL}), 422)


@section("R.B S.2")
def one_worker_executes_a_job_at_a_time(server):
    tenant = billing(server)
    run = tick(tenant, RENEWAL, None, "sub.renewal:t:1")
    leases = [tenant.lease(worker=f"w-{n}") for n in range(3)]
    expect_equal([len(one) for one in leases], [1, 0, 0])
    shown = tenant.run(run["id"])
    expect_equal((shown["status"], shown["worker_id"]), ("PROCESSING", "w-0"))
    execution = tenant.viewer.get(f"executions/{leases[0][0]['execution_id']}").json
    expect(execution["started_at"] and execution["status"] == "RUNNING", f"{execution}")


@section("R.D")
def time_is_audited_as_the_system(server):
    tenant = billing(server)
    tick(tenant, "subscription.grace_expiry_tick", None, "sub.grace_expiry:t:1")
    finish(tenant, "subscription.grace_expiry_tick", audit=[
        {"event": "SUBSCRIPTION_FROZEN", "object": {"tenant_id": "t"}, "before": "PAST_DUE",
         "after": "FROZEN"}])
    rows = walk(tenant.operator, "audit", action="SUBSCRIPTION_FROZEN")
    expect_equal([(row["actor_id"], row["before"], row["after"]) for row in rows],
                 [("SYSTEM", "PAST_DUE", "FROZEN")])
    expect_problem(tenant.producer.ask("GET", "audit"), 403)


# ---- the steps ---------------------------------------------------------------------------------


@section("S.1 S.2 S.3.3 S.4.1 S.4.2")
def a_job_goes_through_its_states(server):
    tenant = billing(server)
    later = tick(tenant, RENEWAL, "2031-04-01T00:00:00Z", "sub.renewal:t:2")
    expect_equal((later["status"], later["run_at"]), ("PENDING", "2031-04-01T00:00:00Z"))
    run = tick(tenant, "invoice.effect_recovery_tick", None, "invoice.effect.apply:i-7",
               "succeeded")["id"]
    lease = tenant.lease()[0]
    expect_equal((lease["run_id"], tenant.run(run)["status"]), (run, "PROCESSING"))
    tenant.report(lease["execution_id"], "retry", retry_after_ms=1, error={"class": "transient"})
    shown = tenant.run(run)
    expect_equal((shown["status"], shown["attempts"]), ("PENDING", 1))
    expect(shown["last_error"]["class"] == "transient", f"{shown}")
    finish(tenant, "invoice.effect_recovery_tick")
    shown = tenant.run(run)
    expect_equal(shown["status"], "COMPLETED")
    expect(shown["finished_at"], f"{shown}")
    for wrong in ({"job_kind": RENEWAL, "due_at": "the 1st"}, {"job_kind": "", "due_at": ANCHOR},
                  {"job_kind": RENEWAL, "unique_scope": "sometimes"}):
        expect_problem(tenant.producer.ask("POST", "tasks", wrong), 422)


@section("S.3.1 S.3.3 JOB-3")
def a_handler_finds_its_scope_gone(server):
    """The tenant left, the branch was closed: nothing to do is an outcome, and no error."""
    tenant = billing(server)
    kind = "branch.plan_downgrade_effective_tick"
    run = tick(tenant, kind, None, "plan.downgrade.apply:t:b:1", entity="branch:b-7")["id"]
    finish(tenant, kind, "noop", result={"reason": "branch closed"})
    shown = tenant.run(run)
    expect_equal((shown["status"], shown["result"]), ("COMPLETED", {"reason": "branch closed"}))
    # What is known to be gone beforehand is cancelled by what it is about.
    tick(tenant, kind, ANCHOR, "plan.downgrade.apply:t:b:2", entity="branch:b-7")
    operation = tenant.producer.post("queue/cancel", {"entity": "branch:b-7"}, 202).json["id"]
    until("cancelled", lambda: tenant.viewer.get(f"operations/{operation}").json["changed"] == 1)


@section("S.4.3")
def what_fails_for_good_signals_support(server):
    tenant = billing(server)
    job = tenant.producer.post("jobs", {"code": "recover", "handler": "recover",
                                        "schedule_type": "MANUAL"}, 201).json
    tenant.operator.post("jobs/recover/alerts", {
        "alert_type": "FAILURE", "notification_channels": ["in_app"], "recipients": ["support"]},
        201)
    tenant.producer.post("jobs/recover/run", {}, 201)
    lease = finish(tenant, "recover", "fail", error={"class": "permanent", "message": "no plan"})
    shown = tenant.run(lease["run_id"])
    expect_equal((shown["status"], shown["state"]), ("FAILED", "failed"))
    alert = until("the alert", lambda: walk(tenant.viewer, "alerts", state="raised"))[0]
    expect_equal((alert["alert_type"], alert["job_id"]), ("FAILURE", job["id"]))
    dead = walk(tenant.viewer, "queue", state="failed")
    expect_equal([one["last_error"]["message"] for one in dead], ["no plan"])


# ---- degradation -------------------------------------------------------------------------------


@section("F.1", alone=True)
def what_was_due_while_the_service_was_down_runs():
    def told(server, timed):
        tenant = billing(server)
        for day in (1, 2, 3):
            tick(tenant, RENEWAL, f"2031-04-0{day}T00:00:00Z", f"sub.renewal:t:{day}")
        kind = "payment.reconcile_invoices_tick"
        tenant.producer.post("jobs", {"code": kind, "handler": kind, "interval_seconds": 3600,
                                      "start_at": "2031-04-01T00:00:00Z"}, 201)
        timed.go_to("2031-04-05T12:30:00Z")  # four days without a service
        for day in (1, 2, 3):  # late is not lost, and in the order in which they were due
            lease = finish(tenant, RENEWAL)
            expect_equal(lease["idempotency_key"], f"sub.renewal:t:{day}")
        expect_equal(tenant.lease(types=[RENEWAL]), [])
        finish(tenant, kind)
        expect_equal(tenant.viewer.get(f"jobs/{kind}").json["next_run_at"], "2031-04-05T13:00:00Z")
    at("2031-03-31T22:00:00Z", told)


@section("F.2")
def a_payment_without_its_webhook_is_found_by_the_poller(server):
    """The webhook may be missed: what the poller finds has the same key, and happens once."""
    tenant = billing(server)
    kind, key = "invoice.effect_recovery_tick", "invoice.effect.apply:i-9"
    found = [tick(tenant, kind, None, key, "succeeded", 201 if n == 0 else 200) for n in range(3)]
    expect_equal(len({one["id"] for one in found}), 1)
    finish(tenant, kind)
    late = tick(tenant, kind, None, key, "succeeded", 200)
    expect_equal((late["duplicate"], late["state"]), (True, "done"))
    expect_equal(tenant.lease(), [])


@section("F.3")
def what_is_paid_and_not_unlocked_is_unlocked_by_the_next_tick(server):
    """The attempt that was to unlock died; its effect is claimed anew, and completed once."""
    tenant = billing(server)
    kind, key = "invoice.effect_recovery_tick", "invoice.effect.apply:i-3"
    tick(tenant, kind, None, key, "succeeded")
    lease = tenant.lease(types=[kind])[0]
    claim = {"action_key": "unlock", "idempotency_key": key}
    first = tenant.worker.post("effects/claim", {**claim,
                                                 "execution_id": lease["execution_id"]}).json
    expect_equal(first["first"], True)
    tenant.report(lease["execution_id"], "fail", error={"class": "not_found"})
    again = tick(tenant, kind, None, key, "succeeded")  # a failed one is no success
    lease = tenant.lease(types=[kind])[0]
    expect_equal(lease["run_id"], again["id"])
    claim["execution_id"] = lease["execution_id"]
    second = tenant.worker.post("effects/claim", claim).json
    expect_equal((second["first"], second["state"]), (False, "in_doubt"))
    # The books say that nothing was unlocked: the claim is given back, and the next one is first.
    tenant.worker.post("effects/release", {"claim_id": second["claim_id"],
                                           "execution_id": lease["execution_id"]})
    third = tenant.worker.post("effects/claim", claim).json
    expect_equal(third["first"], True)
    tenant.worker.post("effects/complete", {"claim_id": third["claim_id"], "result": {"ok": 1}})
    expect_equal(tenant.report(lease["execution_id"]), (200, "ok"))
    rows = [one for one in walk(tenant.viewer, "effects") if one["idempotency_key"] == key]
    expect_equal([one["state"] for one in rows], ["done"])


@section("D")
def each_domain_has_its_part(server):
    """Scheduler, effects and audit meet in one tenant, and no other tenant sees any of it."""
    tenant, other = billing(server), billing(server)
    tick(tenant, RENEWAL, None, "sub.renewal:t:9")
    lease = finish(tenant, RENEWAL, audit=[{"event": "INVOICE_ISSUED", "object": "invoice:i-9"}])
    expect_equal(lease["tenant_id"], tenant.id)
    expect_equal(len(walk(tenant.operator, "audit", action="INVOICE_ISSUED")), 1)
    expect_equal(walk(other.operator, "audit", action="INVOICE_ISSUED"), [])
    expect_equal(walk(other.viewer, "queue"), [])
    expect_problem(other.worker.ask("POST", "effects/complete", {"claim_id": lease["run_id"]}), 404)


@each_row("S.1 F.1", "profile")
def a_new_tenant_has_the_settings_of_its_profile(server, row):
    expect_setting(billing(server), row)
