"""Carries out the five kinds of billing work: GRACE_SECONDS=86400 python3 worker.py

Each handler can be attempted twice and changes the books once. What it changed is told as an audit
event, which the server keeps as done by SYSTEM.
"""
import os
from datetime import datetime, timedelta, timezone

import billing
from belfry import Worker
from ledger import is_paid, one, open_books

GRACE = timedelta(seconds=int(os.environ.get("GRACE_SECONDS", 86400)))
worker = Worker(billing.client, concurrency=4)


def told(context, event, id, before, after):
    context.report(audit=[{"event": event, "object": {"kind": "subscription", "id": id},
                           "before": {"state": before}, "after": {"state": after}}])


@worker.handler("subscription.renewal_tick")
def renew(context):
    """A new period begins: an invoice, and a day to pay it."""
    tenant, period = context.payload["tenant"], context.payload["period"]
    with open_books() as books:
        books.execute("INSERT OR IGNORE INTO invoices (id, tenant, period) VALUES (?, ?, ?)",
                      (f"{tenant}-{period}", tenant, period))
        books.execute("UPDATE subscriptions SET state = 'PAST_DUE' WHERE tenant = ? AND period < ?",
                      (tenant, period))
    due = datetime.fromisoformat(context.lease["run_at"].replace("Z", "+00:00"))
    billing.grace_expiry(tenant, context.lease["run_at"], (due + GRACE).isoformat())
    told(context, "subscription.past_due", tenant, "ACTIVE", "PAST_DUE")


@worker.handler("subscription.grace_expiry_tick")
def freeze(context):
    tenant = context.payload["tenant"]
    with open_books() as books:
        changed = books.execute("UPDATE subscriptions SET state = 'FROZEN' WHERE tenant = ?"
                                " AND state = 'PAST_DUE'", (tenant,)).rowcount
    if changed:
        told(context, "subscription.frozen", tenant, "PAST_DUE", "FROZEN")
    return {"frozen": bool(changed)}


@worker.handler("branch.plan_downgrade_effective_tick")
def apply_downgrade(context):
    tenant, branch, plan = (context.payload[name] for name in ("tenant", "branch", "plan"))
    with open_books() as books:
        books.execute("UPDATE branches SET plan = ? WHERE tenant = ? AND branch = ?",
                      (plan, tenant, branch))
    told(context, "branch.downgraded", f"{tenant}:{branch}", "full", plan)


@worker.handler("payment.reconcile_invoices_tick")
def reconcile(context):
    """Asks the bank about unpaid invoices: the webhook may have been missed."""
    tenant, found = context.payload["tenant"], []
    with open_books() as books:
        unpaid = books.execute("SELECT id FROM invoices WHERE tenant = ? AND state = 'UNPAID'",
                               (tenant,)).fetchall()
        for invoice in unpaid:
            if is_paid(invoice["id"]):
                books.execute("UPDATE invoices SET state = 'PAID' WHERE id = ?", (invoice["id"],))
                found.append(invoice["id"])
    return {"paid": found}


@worker.handler("invoice.effect_recovery_tick")
def recover(context):
    """Paid but not unlocked: applies what a payment is for, once for each invoice."""
    tenant, applied = context.payload["tenant"], []
    with open_books() as books:
        waiting = books.execute("SELECT * FROM invoices WHERE tenant = ? AND state = 'PAID'"
                                " AND is_applied = 0", (tenant,)).fetchall()
    for invoice in waiting:
        context.once("invoice.effect.apply", lambda: unlock(invoice), key=invoice["id"],
                     check=lambda: is_unlocked(invoice))
        applied.append(invoice["id"])
    if applied:
        told(context, "subscription.restored", tenant, "FROZEN", "ACTIVE")
    return {"applied": applied}


def unlock(invoice):
    with open_books() as books:  # all of it, or nothing
        books.execute("INSERT INTO unlocks VALUES (?)", (invoice["id"],))
        books.execute("UPDATE subscriptions SET state = 'ACTIVE', period = ? WHERE tenant = ?",
                      (invoice["period"], invoice["tenant"]))
        books.execute("UPDATE invoices SET is_applied = 1 WHERE id = ?", (invoice["id"],))
    return True


def is_unlocked(invoice):
    """True; None: an attempt of unknown end has not done it."""
    with open_books() as books:
        return one(books, "SELECT 1 FROM unlocks WHERE invoice = ?", invoice["id"]) and True


if __name__ == "__main__":
    worker.run()
