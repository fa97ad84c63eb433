"""Makes shop.db: 30 sessions (20 expired), 250 old audit rows and 10 new ones, 8 invoices."""
import sqlite3
import time

now = time.time()
with sqlite3.connect("shop.db") as shop:
    shop.executescript("""
        CREATE TABLE sessions (expires REAL);
        CREATE TABLE audit (at REAL, what TEXT);
        CREATE TABLE archive (at REAL, what TEXT);
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE invoices (number TEXT PRIMARY KEY, amount INTEGER, sent INTEGER DEFAULT 0);
    """)
    ends = [now - 60] * 20 + [now + 86400] * 10
    shop.executemany("INSERT INTO sessions VALUES (?)", [(end,) for end in ends])
    moments = [now - 100 * 86400] * 250 + [now] * 10
    shop.executemany("INSERT INTO audit VALUES (?, 'login')", [(at,) for at in moments])
    sums = [(f"inv-{n}", 100 * n) for n in range(1, 9)]
    shop.executemany("INSERT INTO invoices (number, amount) VALUES (?, ?)", sums)
