"""Carries out the five kinds of billing work: GRACE_SECONDS=86400 python3 worker.py

Each handler can be attempted twice and changes the books once. A change is noted in the books by
the same transaction, and told as an audit event at the end: an attempt that dies between the two is
followed by one that tells it. The server keeps these events as done by SYSTEM.
"""
import os
from datetime import datetime, timedelta, timezone

import billing
from belfry import Fail, Worker
from ledger import is_paid, one, open_books

GRACE = timedelta(seconds=int(os.environ.get("GRACE_SECONDS", 86400)))
INVOICES_AT_ONCE = 8  # so many audit events may one run have
worker = Worker(billing.client, concurrency=4)


def note(books, context, event, id, before, after):
    """False: another attempt of this run has made this change."""
    return books.execute("INSERT OR IGNORE INTO changes VALUES (?, ?, ?, ?, ?)",
                         (context.run_id, event, id, before, after)).rowcount == 1


def tell(context):
    """What this run has changed, in this attempt or an earlier one; nothing: it was not needed."""
    with open_books() as books:
        rows = books.execute("SELECT * FROM changes WHERE run = ?", (context.run_id,)).fetchall()
    if not rows:
        return context.noop()
    return context.report(audit=[
        {"event": row["event"], "object": {"kind": "subscription", "id": row["object"]},
         "before": {"state": row["before"]}, "after": {"state": row["after"]}} for row in rows])


def state_of(books, tenant):
    """None: it was ended meanwhile."""
    found = one(books, "SELECT state FROM subscriptions WHERE tenant = ?", tenant)
    return found and found["state"]


@worker.handler("subscription.renewal_tick")
def renew(context):
    """A new period begins: an invoice, and a day to pay it."""
    tenant, period = context.payload["tenant"], context.payload["period"]
    with open_books() as books:
        before = state_of(books, tenant)
        if before:
            books.execute("INSERT OR IGNORE INTO invoices (id, tenant, period) VALUES (?, ?, ?)",
                          (f"{tenant}-{period}", tenant, period))
        if books.execute("UPDATE subscriptions SET state = 'PAST_DUE' WHERE tenant = ?"
                         " AND period < ? AND state = 'ACTIVE'", (tenant, period)).rowcount:
            note(books, context, "subscription.past_due", tenant, before, "PAST_DUE")
    if before:
        due = datetime.fromisoformat(context.lease["run_at"].replace("Z", "+00:00"))
        billing.grace_expiry(tenant, period, context.lease["run_at"], (due + GRACE).isoformat())
    tell(context)


@worker.handler("subscription.grace_expiry_tick")
def freeze(context):
    """Whoever has paid this period is left alone, also if it is not in the books yet."""
    tenant, period = context.payload["tenant"], context.payload["period"]
    invoice = f"{tenant}-{period}"
    has_paid = is_paid(invoice)
    with open_books() as books:
        if not has_paid and books.execute(
                "UPDATE subscriptions SET state = 'FROZEN' WHERE tenant = ? AND state = 'PAST_DUE'"
                " AND EXISTS (SELECT 1 FROM invoices WHERE id = ? AND is_applied = 0)",
                (tenant, invoice)).rowcount:
            note(books, context, "subscription.frozen", tenant, "PAST_DUE", "FROZEN")
    tell(context)


@worker.handler("branch.plan_downgrade_effective_tick")
def apply_downgrade(context):
    tenant, branch, plan = (context.payload[name] for name in ("tenant", "branch", "plan"))
    with open_books() as books:
        before = one(books, "SELECT plan FROM branches WHERE tenant = ? AND branch = ?", tenant,
                     branch)
        # An attempt that hung for longer than its lease must not undo what came after it.
        if before and before["plan"] != plan and note(
                books, context, "branch.downgraded", f"{tenant}:{branch}", before["plan"], plan):
            books.execute("UPDATE branches SET plan = ? WHERE tenant = ? AND branch = ?",
                          (plan, tenant, branch))
    tell(context)


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
    """Paid but not unlocked: applies what a payment is for, once for each invoice. One that was
    unlocked by an attempt that died before it could say so is settled here, too."""
    tenant, applied = context.payload["tenant"], []
    with open_books() as books:
        waiting = books.execute(
            "SELECT * FROM invoices WHERE tenant = ? AND state = 'PAID' AND is_settled = 0"
            " AND id = coalesce(?, id) LIMIT ?",
            (tenant, context.payload.get("invoice"), INVOICES_AT_ONCE)).fetchall()
        if waiting and not state_of(books, tenant):  # no attempt can help: an alert tells people
            raise Fail(f"{tenant} has paid {waiting[0]['id']} and has no subscription",
                       "not_found")
    for invoice in waiting:
        context.once("invoice.effect.apply", lambda: unlock(context, invoice), key=invoice["id"],
                     check=lambda: is_unlocked(invoice))
        with open_books() as books:
            books.execute("UPDATE invoices SET is_settled = 1 WHERE id = ?", (invoice["id"],))
        applied.append(invoice["id"])
    tell(context)
    return {"applied": applied}


def unlock(context, invoice):
    tenant = invoice["tenant"]
    with open_books() as books:  # all of it, or nothing
        # An attempt that hung for longer than its lease comes here late: the books decide.
        if not books.execute("UPDATE invoices SET is_applied = 1 WHERE id = ? AND is_applied = 0",
                             (invoice["id"],)).rowcount:
            return True
        note(books, context, "subscription.restored", tenant, state_of(books, tenant), "ACTIVE")
        books.execute("INSERT INTO unlocks VALUES (?)", (invoice["id"],))
        books.execute("UPDATE subscriptions SET state = 'ACTIVE', period = ? WHERE tenant = ?",
                      (invoice["period"], tenant))
    return True


def is_unlocked(invoice):
    """True; None: an attempt of unknown end has not done it."""
    with open_books() as books:
        return one(books, "SELECT 1 FROM unlocks WHERE invoice = ?", invoice["id"]) and True


if __name__ == "__main__":
    worker.run()
