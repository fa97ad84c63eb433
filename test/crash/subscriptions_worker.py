"""A worker of examples/billing as a process: its own handlers, and each answer of the bank is kept.

    python3 subscriptions_worker.py    in the folder of the books

Environment: BELFRY_URL, BELFRY_TOKEN, GRACE_SECONDS.
"""
import os
import sqlite3
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "examples", "billing"), os.path.join(ROOT, "sdk", "python")]
import ledger  # noqa: E402
import worker  # noqa: E402


def is_paid(invoice):
    """What the bank said is written down before the handler knows it."""
    asked_at, answer = time.time(), ledger.is_paid(invoice)
    with sqlite3.connect("asked.db", timeout=30) as asked:
        asked.execute("INSERT INTO asked VALUES (?, ?, ?)", (invoice, asked_at, answer))
    return answer


worker.is_paid = is_paid
worker.worker.run()
