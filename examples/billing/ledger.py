"""The application's own books (billing.db) and, for the example, the bank's (bank.db)."""
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
             is_applied INTEGER DEFAULT 0);
        CREATE TABLE IF NOT EXISTS unlocks
            (invoice TEXT); -- a row too many would be a period for free
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


def is_paid(invoice):
    """Asks the bank, as a webhook may have been missed."""
    bank = sqlite3.connect("bank.db", timeout=30)
    bank.execute("CREATE TABLE IF NOT EXISTS payments (invoice TEXT PRIMARY KEY)")
    found = bank.execute("SELECT 1 FROM payments WHERE invoice = ?", (invoice,)).fetchone()
    return found is not None


def pay(invoice):
    """The customer pays at the bank. The webhook that should tell us never comes."""
    is_paid(invoice)
    with sqlite3.connect("bank.db", timeout=30) as bank:
        bank.execute("INSERT INTO payments VALUES (?)", (invoice,))
