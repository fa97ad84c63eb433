"""Billing under crashes: renewals, grace, downgrades, reconciliation and recovery by the workers of
examples/billing, while server and workers are killed with -9 and stopped in the middle, the bank is
away and webhooks are lost. Every effect happens once, none early, none is missing.

Nothing here depends on how fast the machine is: what must not be early is compared with the instant
that it was due, and what must come is waited for.
"""
import collections
import datetime
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from actors import Actor, World, check_history, check_store, end
from dialogue import LIBC, ROOT, Server, environment, expect, expect_equal, until, walk

sys.path += [os.path.join(ROOT, "examples", "billing"), os.path.join(ROOT, "sdk", "python"),
             os.path.join(ROOT, "sdk", "python", "tests")]
import ledger  # noqa: E402
from support import lasting_port  # noqa: E402

SHOPS, WORKERS, GRACE = 5, 3, 2
LEASE_MS = 5000  # the shortest there is
KINDS = ("subscription.renewal_tick", "subscription.grace_expiry_tick",
         "branch.plan_downgrade_effective_tick", "payment.reconcile_invoices_tick",
         "invoice.effect_recovery_tick")
# Each change of the books, with the instant at which it was made.
MOMENTS = """
    CREATE TABLE moments (kind TEXT, id TEXT, at REAL);
    CREATE TRIGGER issued AFTER INSERT ON invoices BEGIN
        INSERT INTO moments VALUES ('issued', new.id, {now}); END;
    CREATE TRIGGER unlocked AFTER INSERT ON unlocks BEGIN
        INSERT INTO moments VALUES ('unlocked', new.invoice, {now}); END;
    CREATE TRIGGER frozen AFTER UPDATE ON subscriptions WHEN new.state = 'FROZEN' BEGIN
        INSERT INTO moments VALUES ('frozen', new.tenant || '-' || (old.period + 1), {now}); END;
    CREATE TRIGGER downgraded AFTER UPDATE ON branches BEGIN
        INSERT INTO moments VALUES ('downgraded', new.tenant || ':' || new.plan, {now}); END;
""".format(now="(julianday('now') - 2440587.5) * 86400")


def iso(instant):
    then = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc)
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# ---- the application ---------------------------------------------------------------------------


class Books:
    """The books of the application and of the bank, as their files are."""

    def __init__(self, folder):
        self.folder = folder
        before = os.getcwd()
        os.chdir(folder)  # where the example opens them
        try:
            ledger.open_books().close()
            ledger.pay("nobody's")
        finally:
            os.chdir(before)
        with self.open("asked") as asked:
            asked.execute("CREATE TABLE asked (invoice TEXT, at REAL, answer INTEGER)")
        with self.open("billing") as books:
            books.executescript(MOMENTS)

    def open(self, name):
        return sqlite3.connect(os.path.join(self.folder, f"{name}.db"), timeout=30)

    def rows(self, query, *values, of="billing"):
        link = self.open(of)
        try:
            return link.execute(query, values).fetchall()
        finally:
            link.close()

    def change(self, query, *values, of="billing"):
        link = self.open(of)
        try:
            with link:
                link.execute(query, values)
        finally:
            link.close()

    def state(self, shop):
        return self.rows("SELECT state, period FROM subscriptions WHERE tenant = ?", shop)[0]


class Shop(Actor):
    """A customer: subscribes, is renewed, pays early or late, with a webhook or none, changes the
    plan of a branch. Each call is repeated until it is answered."""

    def __init__(self, world, books, tenant, seed):
        super().__init__(world, tenant.id, world.server.token, seed)
        self.books, self.shop, self.period = books, tenant.id, 1
        self.plans = 0
        self.due, self.paid, self.called = {}, {}, collections.Counter()
        self.is_ready = self.is_paying = False

    def task(self, kind, due, key, scope="forever", **payload):
        body = {"tenant_id": self.shop, "job_kind": kind, "due_at": iso(due), "dedupe_key": key,
                "unique_scope": scope, "payload": {"tenant": self.shop, **payload}}
        answer = self.insist("tasks", body)
        if answer is not None:
            expect(answer.status in (200, 201), f"{answer!r}")
            self.world.acknowledge(f"{kind} {key}", answer.json["id"])
            self.called[kind] += 1
            self.world.note("called")
        return answer

    def subscribe(self):
        self.books.change("INSERT OR IGNORE INTO subscriptions VALUES (?, 'ACTIVE', 1)", self.shop)
        self.books.change("INSERT OR IGNORE INTO branches VALUES (?, 'main', 'plan-0')", self.shop)
        for kind in KINDS[3:]:
            body = {"tenant_id": self.shop, "code": kind, "handler": kind, "interval_seconds": 2,
                    "schedule_type": "INTERVAL", "parameters": {"tenant": self.shop}}
            answer = self.insist("jobs", body)
            expect(answer is None or answer.status in (201, 409), f"{answer!r}")
        self.is_ready = True

    def renew(self):
        """The next period; its end is on a whole millisecond, as the server keeps it."""
        self.period += 1
        due = round(time.time() + self.chance.random() * 2, 3)
        self.due[f"{self.shop}-{self.period}"] = due
        key = f"sub.renewal:{self.shop}:{iso(due)}"
        for _ in range(1 + (self.chance.random() < 0.3)):
            self.task(KINDS[0], due, key, period=self.period)

    def downgrade(self):
        self.plans += 1
        plan, due = f"plan-{self.plans}", round(time.time() + self.chance.random() * 2, 3)
        self.due[f"{self.shop}:{plan}"] = due
        self.task(KINDS[2], due, f"plan.downgrade.apply:{self.shop}:main:{iso(due)}",
                  branch="main", plan=plan)
        self.wait_for("the downgrade", lambda: self.books.rows(
            "SELECT 1 FROM branches WHERE tenant = ? AND plan = ?", self.shop, plan))

    def pay(self, invoice):
        self.paid[invoice] = time.time()
        self.books.change("INSERT OR IGNORE INTO payments VALUES (?)", invoice, of="bank")

    def webhook(self, invoice):
        """The bank tells of it, perhaps twice; the books know before the task is there."""
        self.books.change("UPDATE invoices SET state = 'PAID' WHERE id = ?", invoice)
        for _ in range(self.chance.choice((1, 1, 2))):
            self.task(KINDS[4], time.time(), f"invoice.effect.apply:{invoice}", "succeeded",
                      invoice=invoice)

    def wait_for(self, what, condition):
        """As long as it takes; True: it came, False: the story is over."""
        del what  # for the reader
        while not condition():
            if self.world.is_over or self.world.wrong:
                return False
            with self.world.moved:
                self.world.moved.wait(0.1)
        return True

    def act(self):
        """One period of the subscription, whole."""
        if not self.is_ready:
            self.subscribe()
        self.renew()
        invoice = f"{self.shop}-{self.period}"
        if self.chance.random() < 0.5:
            self.downgrade()
        if not self.wait_for("the invoice", lambda: self.books.rows(
                "SELECT 1 FROM invoices WHERE id = ?", invoice)):
            return
        if self.chance.random() < 0.5:  # who pays late is frozen first
            self.wait_for("the freeze", lambda: self.books.state(self.shop)[0] == "FROZEN")
        self.pay(invoice)
        if self.chance.random() < 0.5:
            self.webhook(invoice)
        if self.wait_for("the unlock", lambda: self.books.state(self.shop) ==
                         ("ACTIVE", self.period)):
            self.world.note("periods")
        if self.world.counts["healing"]:
            self.world.note("ended")
            self.wait_for("the end", lambda: False)


# ---- workers as processes ----------------------------------------------------------------------


class Crew:
    """Worker processes: some are killed, some are stopped for longer than their leases."""

    def __init__(self, server, folder):
        self.server, self.folder, self.members = server, folder, []
        self.log = open(os.path.join(folder, "workers.log"), "ab")
        while len(self.members) < WORKERS:
            self.hire()

    def hire(self):
        path = os.path.join(ROOT, "test", "crash", "subscriptions_worker.py")
        self.members.append(subprocess.Popen(
            [sys.executable, path], cwd=self.folder, stdout=self.log, stderr=self.log,
            preexec_fn=lambda: LIBC.prctl(1, signal.SIGKILL), env=environment(
                BELFRY_URL=f"http://{self.server.address}", BELFRY_TOKEN=self.server.token,
                GRACE_SECONDS=str(GRACE), WORKER_LEASE_MS=str(LEASE_MS), WORKER_WAIT_MS="500",
                PYTHONDONTWRITEBYTECODE="1")))

    def kill_one(self, chance):
        one = self.members.pop(chance.randrange(len(self.members)))
        one.kill()
        one.wait(60)
        self.hire()

    def freeze_one(self, chance):
        """For a part or a multiple of a lease; meanwhile another has its runs."""
        one = chance.choice(self.members)
        one.send_signal(signal.SIGSTOP)
        time.sleep(LEASE_MS / 1000 * chance.choice((0.3, 1.4)))  # how long is the story
        one.send_signal(signal.SIGCONT)

    def check(self):
        """None has ended by itself."""
        ended = [one.poll() for one in self.members if one.poll() is not None]
        if ended:
            with open(self.log.name, encoding="utf-8", errors="replace") as file:
                raise AssertionError(f"workers ended with {ended}: {file.read()[-3000:]}")

    def dismiss(self):
        for one in self.members:
            one.kill()
            one.wait(60)
        self.log.close()


# ---- what may happen ---------------------------------------------------------------------------


def kill_server(scene, _chance):
    scene.server.kill()
    scene.server.start()


def freeze_server(scene, chance):
    scene.server.signal(signal.SIGSTOP)
    time.sleep(chance.random())
    scene.server.signal(signal.SIGCONT)


def kill_both(scene, chance):
    scene.server.kill()
    scene.crew.kill_one(chance)
    scene.server.start()


def lose_the_bank(scene, chance):
    path = os.path.join(scene.folder, "bank.away")
    with open(path, "w", encoding="ascii"):
        pass
    time.sleep(chance.random())
    os.remove(path)


BLOWS = {"server killed": kill_server, "server frozen": freeze_server, "both killed": kill_both,
         "worker killed": lambda scene, chance: scene.crew.kill_one(chance),
         "worker frozen": lambda scene, chance: scene.crew.freeze_one(chance),
         "bank away": lose_the_bank}
CRASHES = ("server killed", "both killed", "worker killed")  # more often than others


class Scene:
    def __init__(self, server, folder, seed):
        self.server, self.folder, self.chance = server, folder, random.Random(seed)
        self.books = Books(folder)
        self.tenants = [server.tenant(profile="billing", min_interval_seconds=1)
                        for _ in range(SHOPS)]
        for tenant in self.tenants:
            for kind in KINDS:
                tenant.operator.put(f"types/{kind}", {
                    "lease_ms": LEASE_MS, "timeout_seconds": 60, "max_attempts": 1000,
                    "backoff": {"kind": "fixed", "base_ms": 100}, "fatal": ["not_found"]})
        self.world = World(server, self.tenants[0])
        self.crew = Crew(server, folder)
        self.shops = [Shop(self.world, self.books, tenant, self.chance.random())
                      for tenant in self.tenants]

    def suffer(self, blows):
        """So many crashes, each at a random call of the application; of every kind one at least."""
        told, first = collections.Counter(), self.chance.sample(sorted(BLOWS), len(BLOWS))
        for shop in self.shops:
            shop.start()
        while first or sum(told[name] for name in CRASHES) < blows:
            self.world.wait_for(self.world.answers + self.chance.randrange(1, 4))
            pause = time.monotonic() + self.chance.random() * 0.3
            while time.monotonic() < pause:
                time.sleep(0.001)
            name = first.pop() if first else self.chance.choice((*CRASHES, *BLOWS))
            BLOWS[name](self, self.chance)
            told[name] += 1
            expect(not self.world.wrong, "\n".join(self.world.wrong))
            self.crew.check()
        return told

    def heal(self):
        """No more blows: each shop ends the period that it is in."""
        with self.world.moved:
            self.world.counts["healing"] = 1
            done = self.world.moved.wait_for(
                lambda: self.world.counts["ended"] == SHOPS or self.world.wrong, 300)
            counts = dict(self.world.counts)
        expect(not self.world.wrong, "\n".join(self.world.wrong))
        expect(done, f"shops are stuck: {counts}, {self.books.rows('SELECT * FROM subscriptions')}")
        until("every invoice is settled", lambda: not self.books.rows(
            "SELECT 1 FROM invoices WHERE is_settled = 0"), 120)
        for tenant in self.tenants:
            for kind in KINDS[3:]:
                tenant.operator.post(f"jobs/{kind}/pause", {})
            until("nothing is under way", lambda tenant=tenant: not under_way(tenant), 120)


def under_way(tenant):
    """Runs that are to end yet; the next tick of a paused poller is none."""
    rows = walk(tenant.viewer, "queue", state="queued,processing", limit=500)
    return [run for run in rows if run["state"] == "processing" or run["cause"] == "task"]


# ---- what must be true afterwards --------------------------------------------------------------


def check_books(scene):
    """Each effect once, and none before it was due."""
    due = {name: at for shop in scene.shops for name, at in shop.due.items()}
    paid = {name: at for shop in scene.shops for name, at in shop.paid.items()}
    moments = collections.defaultdict(dict)
    for kind, id_, at in scene.books.rows("SELECT * FROM moments"):
        expect(id_ not in moments[kind], f"{id_} is {kind} twice")
        moments[kind][id_] = at
    renewals = {name for name in due if ":" not in name}
    expect_equal(set(moments["issued"]), renewals, "invoices")
    expect_equal(set(moments["downgraded"]), set(due) - renewals, "downgrades")
    expect_equal(set(moments["unlocked"]), set(paid), "unlocks")
    for kind in ("issued", "downgraded"):
        for name, at in moments[kind].items():
            expect(at >= due[name] - 0.01, f"{name} is {kind} {due[name] - at:.3f} s early")
    for name, at in moments["unlocked"].items():
        expect(at >= paid[name] - 0.01, f"{name} is unlocked and was not paid")
    check_freezes(scene, moments["frozen"], due, paid)
    return {kind: len(ids) for kind, ids in sorted(moments.items())}


def check_freezes(scene, frozen, due, paid):
    """Nobody before the end of the grace, nobody of whom the bank had not just said `unpaid`."""
    asked = collections.defaultdict(list)
    for invoice, at, answer in scene.books.rows("SELECT * FROM asked", of="asked"):
        if not answer:
            asked[invoice].append(at)
    for invoice, at in frozen.items():
        ends = due[invoice] + GRACE
        expect(at >= ends - 0.01, f"{invoice} is frozen {ends - at:.3f} s early")
        expect(any(ends - 0.01 <= one <= min(at, paid[invoice] + 0.01) for one in asked[invoice]),
               f"{invoice} is frozen, and the bank did not say that it is unpaid")


def check_audit(scene):
    """Each change of the books is told once, as done by SYSTEM."""
    told, tellers = collections.Counter(), set()
    for tenant in scene.tenants:
        for row in walk(tenant.operator, "audit", limit=500):
            if row["action"].startswith(("subscription.", "branch.")):
                told[row["run_id"], row["action"], row["object"]["id"]] += 1
                tellers.add(row["actor_id"])
    changes = scene.books.rows("SELECT run, event, object FROM changes")
    expect_equal(told, collections.Counter(changes))
    expect_equal(tellers, {"SYSTEM"})
    return len(changes)


def check_runs(scene):
    """Each key that was acknowledged is one run, and that is done; each effect is done, once."""
    keys, effects = collections.Counter(), 0
    for shop, tenant in zip(scene.shops, scene.tenants):
        runs = walk(tenant.viewer, "queue", limit=500)
        keys.update((run["type"], run["idempotency_key"]) for run in runs
                    if run["type"] in KINDS and run["cause"] == "task")
        bad = [run for run in runs if run["state"] in ("failed", "dlq")]
        expect(not bad, f"{len(bad)} runs are not done, as {bad[:1]}")
        done = {run["id"] for run in runs}
        lost = {id_ for key, id_ in scene.world.acknowledged.items()
                if shop.shop in key} - done
        expect(not lost, f"acknowledged, and lost: {sorted(lost)[:3]}")
        rows = walk(tenant.viewer, "effects", limit=500)
        expect_equal(collections.Counter(row["idempotency_key"] for row in rows),
                     collections.Counter(list(shop.paid)), "effects")
        expect_equal({row["state"] for row in rows}, {"done"} if rows else set())
        effects += len(rows)
    twice = [key for key, count in keys.items() if count > 1]
    expect(not twice, f"keys with two runs: {twice[:3]}")
    return sum(keys.values()), effects


def every_billing_effect_happens_once_through_kill_9(seed, cycles):
    with tempfile.TemporaryDirectory(prefix="belfry-billing.") as folder, \
            Server(address=f"127.0.0.1:{lasting_port()}", BELFRY_QUOTA_REQUESTS="0") as server:
        scene = Scene(server, folder, seed)
        try:
            told = scene.suffer(max(6, cycles * 2 // 3))
            scene.heal()
            end(scene.world, scene.shops)
            expect(not scene.world.wrong, "\n".join(scene.world.wrong))
            books, changes = check_books(scene), check_audit(scene)
            runs, effects = check_runs(scene)
        finally:
            end(scene.world, scene.shops)
            scene.crew.dismiss()
        print(f"  {dict(told)}\n  {books}, {changes} changes told, {runs} keys, {effects} effects, "
              f"{dict(scene.world.counts)}")
        server.stop()
        check_store(server.data)
        check_history(server.data)


STORIES = (every_billing_effect_happens_once_through_kill_9,)
