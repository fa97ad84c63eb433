"""What the application calls when something happens: it enqueues, by keys that make it once.

    python3 billing.py subscribe TENANT PERIOD_END
    python3 billing.py downgrade TENANT BRANCH PLAN EFFECTIVE_AT
    python3 billing.py pay INVOICE
    python3 billing.py webhook INVOICE
    python3 billing.py show TENANT
"""
import sys
from datetime import datetime, timezone

from belfry import Client
from ledger import mark_paid, open_books, pay, summary

client = Client()


def enqueue(tenant, kind, due_at, key, scope="forever", **payload):
    """Late is not lost: a task whose time passed while the server was down runs when it is back."""
    return client.post("/tasks", {
        "tenant_id": tenant, "job_kind": kind, "due_at": due_at, "dedupe_key": key,
        "unique_scope": scope, "payload": {"tenant": tenant, **payload}})["id"]


def renewal(tenant, period, period_end):
    key = f"sub.renewal:{tenant}:{period_end}"
    return enqueue(tenant, "subscription.renewal_tick", period_end, key, period=period)


def grace_expiry(tenant, period, past_due_at, expires_at):
    key = f"sub.grace_expiry:{tenant}:{past_due_at}"
    return enqueue(tenant, "subscription.grace_expiry_tick", expires_at, key, period=period)


def downgrade(tenant, branch, plan, effective_at):
    key = f"plan.downgrade.apply:{tenant}:{branch}:{effective_at}"
    return enqueue(tenant, "branch.plan_downgrade_effective_tick", effective_at, key,
                   branch=branch, plan=plan)


def watch(tenant, seconds):
    """Two jobs look for what was missed: payments without a webhook, payments without effect."""
    for kind in ("payment.reconcile_invoices_tick", "invoice.effect_recovery_tick"):
        body = {"tenant_id": tenant, "code": kind, "handler": kind, "schedule_type": "INTERVAL",
                "interval_seconds": seconds, "parameters": {"tenant": tenant}}
        job = client.post("/jobs", body)["id"]
        # A tick that fails for good leaves somebody locked out: people have to look.
        alert = {"alert_type": "FAILURE", "notification_channels": ["in_app"],
                 "recipients": ["support"]}
        client.post("/jobs/{id}/alerts", alert, id=job, query={"tenant_id": tenant})


def webhook(invoice):
    """The bank tells of a payment, perhaps twice, perhaps long after we have asked for it."""
    tenant = mark_paid(invoice)
    now = datetime.now(timezone.utc).isoformat()
    # After a failure the next webhook may try again; once it has succeeded, none does.
    return enqueue(tenant, "invoice.effect_recovery_tick", now, f"invoice.effect.apply:{invoice}",
                   scope="succeeded", invoice=invoice)


def subscribe(tenant, period_end, watch_seconds=300):
    with open_books() as books:
        books.execute("INSERT INTO subscriptions VALUES (?, 'ACTIVE', 1)", (tenant,))
        books.execute("INSERT INTO branches VALUES (?, 'main', 'full')", (tenant,))
    watch(tenant, watch_seconds)
    return renewal(tenant, 2, period_end)


if __name__ == "__main__":
    act, *words = sys.argv[1:]
    if act == "subscribe":
        print(subscribe(words[0], words[1], *map(int, words[2:])))
    elif act == "downgrade":
        print(downgrade(*words))
    elif act == "pay":
        pay(*words)
    elif act == "webhook":
        print(webhook(*words))
    else:
        print(summary(*words))
