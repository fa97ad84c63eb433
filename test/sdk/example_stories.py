"""What each folder of examples/ shows, looked at from outside."""
import functools
import http.server
import json
import os
import sqlite3
import threading
import urllib.request
from collections import Counter
from datetime import datetime, timedelta, timezone

from example_stage import expect, expect_equal, story
from support import PATIENCE, until


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def from_now(**span):
    moment = datetime.now(timezone.utc) + timedelta(**span)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def read(url):
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return json.load(answer)


@story("mentor-check-in")
def mentor_check_in(stage):
    """Both of each pair are asked once, every second Monday at 18:00 in London."""
    discord = stage.start_service("DISCORD_URL", "node", "../stand-ins/discord.mjs")
    stage.tenant("guild-1", "guild")
    pairs = {f"p{n}": {"mentor": f"m{n}", "mentee": f"n{n}", "active": n != 5} for n in range(6)}
    with open(stage.path("pairs.json"), "w", encoding="utf-8") as file:
        json.dump(pairs, file)
    firsts = [stage.run("node", "pair.mjs", "guild-1", pair) for pair in pairs]
    expect_equal(stage.run("node", "pair.mjs", "guild-1", "p0"), firsts[0], "the pair again")
    tenant = {"tenant_id": "guild-1"}
    job = stage.client.get("/queue/{id}", id=firsts[0], query=tenant)["job_id"]
    next_runs = stage.client.get("/jobs/{id}/next-runs", id=job, query={"count": 30, **tenant})
    for one in next_runs["data"]:
        expect("18:00" in one["local"], one)
        expect_equal(instant(one["at"]).weekday(), 0, "a Monday")
    days = [instant(one["at"]).date() for one in next_runs["data"]]
    expect_equal({(b - a).days for a, b in zip(days, days[1:])}, {14}, "days between")
    offsets = {instant(one["at"]).hour for one in next_runs["data"]}
    expect_equal(offsets, {17, 18}, "18:00 in summer and in winter, by UTC")

    worker, _ = stage.start("node", "worker.mjs")
    for run in firsts:  # Monday comes
        stage.client.post("/queue/{id}/reschedule", {"run_at": from_now()}, id=run, query=tenant)
    seen = [stage.ended(run, "guild-1") for run in firsts]
    expect_equal({run["state"] for run in seen}, {"done"}, "states")
    expect_equal({run["attempts"] for run in seen}, {1}, "a 429 uses no attempt")
    sent = Counter(message["to"] for message in read(f"{discord}/messages"))
    wanted = {f"users/{kind}{n}": 1 for kind in "mn" for n in range(5)}
    expect_equal(dict(sent), wanted, "messages; the pair that has ended gets none")
    nexts = stage.runs("guild-1", state="queued", type="mentor.checkin.ping")
    expect_equal(len(nexts), len(pairs), "the next occurrence of each stands in the queue")
    stage.end(worker)


@story("broadcast")
def broadcast(stage):
    """Ladders move and stop, closed messages become a mention, results say who is missing."""
    discord = stage.start_service("DISCORD_URL", "node", "../stand-ins/discord.mjs")
    stage.tenant("alliance", "broadcast")
    tenant = {"tenant_id": "alliance"}
    stage.run("node", "setup.mjs", "alliance")
    many = [f"u{n}" for n in range(17)]
    users = ["ann", "closed-bob", "closed-carl", *many]
    words = ["node", "announce.mjs", "alliance", "7", from_now(days=2), *users]
    batch = stage.run(*words)
    expect_equal(stage.run(*words), batch, "the same announcement again")
    rungs = stage.runs("alliance", type="events.reminder", state="queued")
    expect_equal(len(rungs), 4 * len(users), "rungs")

    worker, _ = stage.start("node", "worker.mjs")
    report = until(lambda: shown(stage, batch), "the end of the broadcast")
    expect_equal((report["total"], report["done"]), (1, 1), "chunks")
    chunks = stage.runs("alliance", parent_id=batch)
    missing = {one["item"] for chunk in chunks for one in chunk["result"]["failures"]}
    expect_equal(missing, {"closed-bob", "closed-carl"}, "people that were not reached")
    news = Counter(one["to"] for one in read(f"{discord}/messages") if "open for" in one["content"])
    expect_equal(dict(news), {f"users/{user}": 1 for user in ["ann", *many]}, "the news")

    # Those who confirm are left alone; the event is moved: the rung an hour before is due soon.
    for user in many:
        stage.client.post("/ladders/{entity}/stop", {"user_id": user, "reason": "confirmed"},
                          entity="event:7", query=tenant)
    moved = {"anchor": from_now(hours=1, seconds=10)}
    stage.client.put("/ladders/{entity}", moved, entity="event:7", query=tenant)
    until(lambda: near(discord, "users/ann") and near(discord, "threads/7"), "the reminders")
    expect_equal(near(discord, "users/ann"), 1, "reminders to ann")
    expect_equal(near(discord, "threads/7"), 1, "mentions, for both who have closed messages")
    told = {one["to"] for one in read(f"{discord}/messages") if "is near" in one["content"]}
    expect_equal(told, {"users/ann", "threads/7"}, "nobody else")
    stage.end(worker)


def shown(stage, batch):
    seen = stage.client.get("/batches/{id}", id=batch, query={"tenant_id": "alliance"})
    return seen if seen["state"] == "done" else None


def near(discord, target):
    return sum(one["to"] == target and "is near" in one["content"]
               for one in read(f"{discord}/messages"))


@story("nightly")
def nightly(stage):
    """Sessions go, old rows are archived, the sync sends each invoice once through 503 and 401."""
    books = stage.start_service("BOOKS_URL", "python3", "../stand-ins/books.py")
    stage.run("python3", "shop.py")
    # Attempts follow each other at once, so that nobody waits for a backoff of minutes.
    at_once = {"backoff": {"kind": "fixed", "base_ms": 1}, "max_attempts": 50}
    stage.client.put("/types/{name}", at_once, name="sync.quickbooks")
    worker, _ = stage.start("python3", "worker.py")
    jobs = {"cleanup.expired.sessions", "archive.old.audit.logs", "sync.quickbooks"}
    until(lambda: jobs <= {job["code"] for job in stage.client.list("/jobs")}, "the jobs")
    results = {}
    for code in [*sorted(jobs), "sync.quickbooks"]:
        run = stage.client.post("/jobs/{id}/run", {}, id=code)
        results.setdefault(code, []).append(stage.ended(run_id_of(run), "system"))
    first, second = results["sync.quickbooks"]
    expect_equal(results["cleanup.expired.sessions"][0]["result"], {"removed": 20}, "sessions")
    expect_equal(results["archive.old.audit.logs"][0]["result"], {"archived": 250}, "the archive")
    expect_equal((second["state"], second["result"]),
                 ("done", {"customers": 10, "invoices": 0}), "the second sync")
    expect(first["attempts"] > 1, "the first sync met no 503, and shows nothing")
    numbers = [one["number"] for one in read(f"{books}/stats")["invoices"]]
    expect_equal(sorted(numbers), [f"inv-{n}" for n in range(1, 9)], "invoices, each once")
    run = stage.client.post("/jobs/{id}/run", {}, id="sync.quickbooks")
    third = stage.ended(run_id_of(run), "system")
    expect_equal(third["unchanged"], True, "a sync without news is marked")
    stage.end(worker)


def run_id_of(answer):
    return answer.get("run_id") or answer["id"]


BILLING = ("subscription.renewal_tick", "subscription.grace_expiry_tick",
           "branch.plan_downgrade_effective_tick", "payment.reconcile_invoices_tick",
           "invoice.effect_recovery_tick")


@story("billing")
def billing(stage):
    """Downtime, freeze, downgrade, a bank that is away, payments with and without a webhook."""
    stage.tenant("shop-1", "billing", min_interval_seconds=1)
    stage.environment.update(GRACE_SECONDS="0", WORKER_LEASE_MS="5000")
    at_once = {"backoff": {"kind": "fixed", "base_ms": 1}}
    for kind in BILLING:  # a lease of five seconds may be lost on a busy machine
        stage.client.put("/types/{name}", at_once, name=kind)
    due = from_now(seconds=4)
    run = stage.run("python3", "billing.py", "subscribe", "shop-1", due, "1")
    stage.run("python3", "billing.py", "downgrade", "shop-1", "main", "basic", due)
    lost = stage.run("python3", "billing.py", "downgrade", "shop-1", "closed", "basic", due)
    stage.server.down()
    until(lambda: datetime.now(timezone.utc) > instant(due), "a renewal that nobody sees")
    stage.server.up_again()
    worker, _ = stage.start("python3", "worker.py")
    expect_equal(stage.ended(run, "shop-1")["state"], "done", "the late renewal")
    books = Books(stage)
    until(lambda: books.of("SELECT state FROM subscriptions") == ["FROZEN"], "the freeze")
    until(lambda: books.of("SELECT plan FROM branches") == ["basic"], "the downgrade")
    expect_equal(books.of("SELECT id FROM invoices"), ["shop-1-2"], "invoices")

    outcome = ended_as(stage, lost)
    expect_equal(outcome, "noop", "the downgrade of a branch that has gone")
    with open(stage.path("bank.away"), "w", encoding="utf-8"):
        pass
    stage.run("python3", "billing.py", "pay", "shop-1-2")  # and no webhook comes
    until(lambda: "ConnectionError" in errors_of(stage, "payment.reconcile_invoices_tick"),
          "an attempt while the bank is away")
    os.unlink(stage.path("bank.away"))
    until(lambda: books.of("SELECT state FROM invoices") == ["PAID"], "the payment")
    worker.kill()  # paid, and perhaps not unlocked
    worker.wait(PATIENCE)
    stage.start("python3", "worker.py")
    until(lambda: books.of("SELECT state FROM subscriptions") == ["ACTIVE"], "the unlocking")
    expect_equal(books.of("SELECT invoice FROM unlocks"), ["shop-1-2"], "unlocks")
    expect_equal(books.of("SELECT period FROM subscriptions"), [2], "the period")
    again = stage.run("python3", "-c",
                      f"import billing; print(billing.renewal('shop-1', 2, '{due}'))")
    expect_equal(again, run, "the renewal again")

    def audited():
        rows = stage.client.list("/audit", query={"tenant_id": "shop-1", "by": "system"})
        return {row["action"] for row in rows if row["actor_id"] == "SYSTEM"}

    wanted = {"subscription.past_due", "subscription.frozen", "branch.downgraded",
              "subscription.restored"}
    until(lambda: wanted <= audited(), "the audit")
    paid_with_webhooks(stage, books)
    paid_without_subscription(stage, books)


def ended_as(stage, run):
    stage.ended(run, "shop-1")
    query = {"run_id": run, "tenant_id": "shop-1"}
    return next(stage.client.list("/executions", query=query))["outcome"]


def errors_of(stage, type):
    query = {"type": type, "tenant_id": "shop-1"}
    return {one["error_class"] for one in stage.client.list("/executions", query=query)}


def paid_with_webhooks(stage, books):
    """The next period: the webhook comes twice, and once more when all is done."""
    later = from_now(seconds=0)
    stage.run("python3", "-c", f"import billing; billing.renewal('shop-1', 3, '{later}')")
    until(lambda: len(books.of("SELECT id FROM invoices")) == 2, "the next invoice")
    words = ["python3", "billing.py", "webhook", "shop-1-3"]
    first = stage.run(*words)
    expect_equal(stage.run(*words), first, "the webhook again")
    stage.ended(first, "shop-1")
    expect_equal(stage.run(*words), first, "the webhook when all is done")
    expect_equal(books.of("SELECT period FROM subscriptions"), [3], "the period")
    expect_equal(sorted(books.of("SELECT invoice FROM unlocks")), ["shop-1-2", "shop-1-3"],
                 "unlocks, each once")


def paid_without_subscription(stage, books):
    """No attempt can help: the tick fails for good, and support is told once."""
    books.change("INSERT INTO invoices (id, tenant, period, state) VALUES"
                 " ('shop-1-4', 'shop-1', 4, 'PAID')")
    books.change("DELETE FROM subscriptions")
    query = {"tenant_id": "shop-1", "state": "raised"}
    until(lambda: list(stage.client.list("/alerts", query=query)), "an alert")
    inbox = {"tenant_id": "shop-1", "user_id": "support"}
    until(lambda: list(stage.client.list("/inbox", query=inbox)), "a notice to support")


class Books:
    """The example's database, read from outside."""

    def __init__(self, stage):
        self.path = stage.path("billing.db")

    def of(self, query):
        with sqlite3.connect(self.path, timeout=30) as books:
            return [row[0] for row in books.execute(query)]

    def change(self, statement):
        with sqlite3.connect(self.path, timeout=30) as books:
            books.execute(statement)


@story("daily-news")
def daily_news(stage):
    """Who has a source gets the news once; who has none is closed at the cutoff."""
    os.makedirs(stage.path("sources"))
    with open(stage.path("sources", "ann.json"), "w", encoding="utf-8") as file:
        json.dump(["rain", "sun"], file)
    stage.environment["NEWS_URL"] = serve_files(stage.path("sources"))
    stage.tenant("news", "daily")
    # Ann has half an hour, Bob until the next full minute that is some seconds away. A machine that
    # is so slow that this minute has come gets another.
    while True:
        now = datetime.now(timezone.utc)
        later = now + timedelta(minutes=30)
        soon = (now + timedelta(seconds=80)).replace(second=0, microsecond=0)
        stage.run("python3", "people.py", "news", f"ann={later:%H:%M}", f"bob={soon:%H:%M}")
        if datetime.now(timezone.utc) < soon:
            break
    worker, _ = stage.start("python3", "worker.py")
    tenant = {"tenant_id": "news"}

    def day(user, status):
        page = stage.client.get("/daily/{user_id}/days", user_id=user, query=tenant)
        return next((one for one in page["data"] if one["status"] == status), None)

    until(lambda: day("ann", "success"), "the news for ann")
    stage.server.restart()
    stage.run("python3", "people.py", "news", f"ann={later:%H:%M}")  # changes nothing
    until(lambda: day("bob", "cutoff_reached"), "the cutoff for bob")
    sent = [line.split(" ", 1)[1] for line in lines_of(stage.path("delivered.txt"))]
    expect_equal(sent, ["ann rain; sun"], "deliveries")
    until(lambda: lines_of(stage.path("reset.txt")), "the fresh start")
    expect_equal(lines_of(stage.path("reset.txt")), ["bob"], "fresh starts")
    expect_equal(stage.runs("news", state="dlq,failed"), [], "dead letters")
    stage.end(worker)


def lines_of(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.endswith("\n")]


def serve_files(folder):
    """Files over HTTP until the program ends, as `python3 -m http.server` does."""
    handler = functools.partial(QuietFiles, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class QuietFiles(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@story("from-crontab")
def from_crontab(stage):
    """Each line of the crontab is a job, and its command runs unchanged."""
    shown = stage.run("belfry", "import", "crontab", "crontab", "--json")
    expect_equal(stage.runs("system"), [], "showing makes nothing")
    expect("30 2 * * *" in shown, shown)
    stage.run("belfry", "import", "crontab", "crontab", "--write", "moved")
    jobs = {job["cron_expression"]: job for job in stage.client.list("/jobs")}
    expect_equal(set(jobs), {"30 2 * * *", "*/10 * * * *", "@weekly"}, "rules")
    expect_equal({job["timezone"] for job in jobs.values()}, {"Europe/Berlin"}, "zones")
    worker, _ = stage.start("sh", "moved/belfry-crontab-worker.sh")
    for job in jobs.values():
        run = stage.client.post("/jobs/{id}/run", {}, id=job["id"])
        expect_equal(stage.ended(run_id_of(run), "system")["state"], "done", job["code"])
    for name, text in (("backup", "backup of 2"), ("ticks", "tick"), ("report", "weekly report")):
        with open(stage.path(f"{name}.log"), encoding="utf-8") as file:
            expect(text in file.read(), name)
    stage.end(worker)
