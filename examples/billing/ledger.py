"""The application's own books (billing.db) and, for the example, the bank's (bank.db). While there
is a file bank.away, the bank does not answer."""
import os
import sqlite3


def open_books():
    books = sqlite3.connect("billing.db", timeout=30)
    books.row_factory = sqlite3.Row
    books.executescript("""
        CREATE TABLE IF NOT EXISTS subscriptions
            (tenant TEXT PRIMARY KEY, state TEXT, period INTEGER);
        CREATE TABLE IF NOT EXISTS branches
            (tenant TEXT, branch TEXT, plan TEXT, PRIMARY KEY (tenant, branch));
        CREATE TABLE IF NOT EXISTS invoices
            (id TEXT PRIMARY KEY, tenant TEXT, period INTEGER, state TEXT DEFAULT 'UNPAID',
             is_applied INTEGER DEFAULT 0, is_settled INTEGER DEFAULT 0);
        CREATE TABLE IF NOT EXISTS unlocks
            (invoice TEXT); -- a row too many would be a period for free
        CREATE TABLE IF NOT EXISTS changes -- by run, to be told as audit events
            (run TEXT, event TEXT, object TEXT, before TEXT, after TEXT,
             PRIMARY KEY (run, event, object));
    """)
    return books


def one(books, query, *values):
    return books.execute(query, values).fetchone()


def summary(tenant):
    with open_books() as books:
        state, period = one(books, "SELECT state, period FROM subscriptions WHERE tenant = ?",
                            tenant)
        words = [f"{tenant} is {state} in period {period}"]
        words += [f"branch {row['branch']} has the plan {row['plan']}" for row in
                  books.execute("SELECT * FROM branches WHERE tenant = ?", (tenant,))]
        words += [f"invoice {row['id']} is {row['state']}" for row in
                  books.execute("SELECT * FROM invoices WHERE tenant = ?", (tenant,))]
    return "; ".join(words)


def mark_paid(invoice):
    """Whose it is."""
    with open_books() as books:
        books.execute("UPDATE invoices SET state = 'PAID' WHERE id = ?", (invoice,))
        return one(books, "SELECT tenant FROM invoices WHERE id = ?", invoice)["tenant"]


def is_paid(invoice):
    """Asks the bank, as a webhook may have been missed."""
    if os.path.exists("bank.away"):
        raise ConnectionError("the bank does not answer")
    bank = sqlite3.connect("bank.db", timeout=30)
    bank.execute("CREATE TABLE IF NOT EXISTS payments (invoice TEXT PRIMARY KEY)")
    found = bank.execute("SELECT 1 FROM payments WHERE invoice = ?", (invoice,)).fetchone()
    return found is not None


def pay(invoice):
    """The customer pays at the bank. The webhook that should tell us never comes."""
    with sqlite3.connect("bank.db", timeout=30) as bank:
        bank.execute("CREATE TABLE IF NOT EXISTS payments (invoice TEXT PRIMARY KEY)")
        bank.execute("INSERT INTO payments VALUES (?)", (invoice,))
