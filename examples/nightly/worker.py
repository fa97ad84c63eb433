"""Nightly maintenance and a sync with an accounting service: BOOKS_URL=... python3 worker.py

The schedules stand beside the functions; the worker makes or changes the jobs when it starts.
"""
import hashlib
import json
import os
import sqlite3
import time
import urllib.error
import urllib.request

from belfry import Fail, RetryAfter, Worker

BOOKS = os.environ["BOOKS_URL"]
worker = Worker(concurrency=4)
key = None  # of the accounting service; a new one is asked for when it has expired


def database():
    return sqlite3.connect("shop.db", timeout=30)


@worker.every("0 2 * * *", timezone="America/Chicago")
def cleanup_expired_sessions(context):
    with database() as shop:
        gone = shop.execute("DELETE FROM sessions WHERE expires < ?", (time.time(),)).rowcount
    return {"removed": gone}


@worker.every("0 3 * * *", timezone="America/Chicago", payload={"keep_days": 90})
def archive_old_audit_logs(context):
    """A long table, in steps: each is short, the progress is seen, a stop loses nothing."""
    before = time.time() - 86400 * context.payload["keep_days"]
    moved = 0
    with database() as shop:
        total = shop.execute("SELECT count(*) FROM audit WHERE at < ?", (before,)).fetchone()[0]
    while moved < total:
        context.check()  # raises when the run was cancelled or the worker stops
        with database() as shop:
            rows = shop.execute(
                "SELECT rowid, at, what FROM audit WHERE at < ? LIMIT 100", (before,)
            ).fetchall()
            shop.executemany("INSERT INTO archive VALUES (?, ?)", [row[1:] for row in rows])
            shop.executemany("DELETE FROM audit WHERE rowid = ?", [row[:1] for row in rows])
        moved += len(rows)
        context.progress(100 * moved / total, f"{moved} of {total}")
    return {"archived": moved}


@worker.every("*/15 * * * *")
def sync_quickbooks(context):
    """Customers come in, invoices go out. Nothing new: the run is marked as unchanged."""
    customers = read_customers()
    with database() as shop:
        shop.executemany("INSERT OR REPLACE INTO customers VALUES (:id, :name)", customers)
        unsent = shop.execute("SELECT number, amount FROM invoices WHERE sent = 0").fetchall()
    for number, amount in unsent:
        # The number makes it one invoice on both sides, whatever breaks in between.
        invoice = {"number": number, "amount": amount}
        context.once("invoice.send", lambda: send(invoice), key=number, check=lambda: send(invoice))
        with database() as shop:
            shop.execute("UPDATE invoices SET sent = 1 WHERE number = ?", (number,))
    text = json.dumps([customers, unsent])
    context.report(result_hash=hashlib.sha256(text.encode()).hexdigest())
    return {"customers": len(customers), "invoices": len(unsent)}


def read_customers():
    found, page = [], [{"id": 0}]
    while page:
        page = call("GET", f"/customers?after={page[-1]['id']}")
        found += page
    return found


def send(invoice):
    try:
        return call("POST", "/invoices", invoice)
    except urllib.error.HTTPError as error:
        if error.code != 409:  # 409: it is there already
            raise
        return invoice


def call(method, path, body=None, is_again=False):
    global key
    if key is None:
        key = ask("POST", "/token", {}, None)["key"]
    try:
        return ask(method, path, body, key)
    except urllib.error.HTTPError as error:
        if error.code == 401 and not is_again:
            key = None
            return call(method, path, body, is_again=True)
        if error.code in (429, 503):
            raise RetryAfter(float(error.headers["Retry-After"]), "busy", "http_5xx") from error
        if error.code == 401:
            raise Fail("the accounting service does not know us", "http_4xx") from error
        raise


def ask(method, path, body, with_key):
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": f"Bearer {with_key}"} if with_key else {}
    request = urllib.request.Request(BOOKS + path, data, head, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


if __name__ == "__main__":
    worker.run()
