"""Days of daily windows, through kill -9 and a server that is away over their cutoffs."""
import collections
import datetime
import random
import shutil
import tempfile
import zoneinfo

from actors import Actor, World, check_history, check_store, end
from dialogue import Server, expect, expect_equal, walk

ZONES = ("UTC", "Europe/Berlin", "America/New_York")
PEOPLE = 18


class Deliverer(Actor):
    """Does what is to be done for people: well, badly, too late, or not at all."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.late = []
        self.good = set()  # (user, date) whose success was acknowledged
        self.said = set()  # that may have counted: the answer may have been lost

    def report(self, lease, outcome):
        day = (lease["payload"]["user_id"], lease["payload"]["date"])
        error = {} if outcome == "success" else {"error": {"class": "validation"}}
        if outcome == "success":
            self.said.add(day)
        answer = self.ask("worker/results", {"worker_id": self.name, "results": [
            {"execution_id": lease["execution_id"], "outcome": outcome, **error}]})
        if answer is None:
            return
        expect(answer.status == 200, f"{answer!r}")
        status = answer.json["results"][0]["status"]
        if status == 200 and outcome == "success":
            self.good.add(day)
        self.world.note(outcome if status == 200 else "refused")

    def act(self):
        if self.late and self.chance.random() < 0.3:
            self.report(self.late.pop(0), "success")
        answer = self.ask("worker/lease", {"worker_id": self.name, "max": 2, "wait_ms": 100,
                                           "lease_ms": 5000})
        for lease in answer.json["leases"] if answer is not None else []:
            dice = self.chance.random()
            if dice < 0.25:
                self.late.append(lease)
            elif dice < 0.9:
                self.report(lease, "success" if dice < 0.5 else "fail")


class Mover(Actor):
    """Gives a person other times, again and again; each until it is answered."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.due = None
        self.changes = 0

    def act(self):
        minute = self.chance.randrange(24 * 60)
        due = f"{minute // 60:02}:{minute % 60:02}"
        if due == self.due:
            return
        answer = self.insist(f"daily/{self.name}", {"due_time": due}, "PUT")
        if answer is not None:
            expect(answer.status in (200, 201), f"{answer!r}")
            self.due = due
            self.changes += 1
            self.world.note("moved")
        with self.world.moved:
            self.world.moved.wait(0.2)


def dates_of(rows):
    """Every date of a ledger, oldest first, with what became of it; none stands twice."""
    days = []
    for row in rows[::-1]:
        date = datetime.date.fromisoformat(row["date"])
        through = datetime.date.fromisoformat(row.get("through") or row["date"])
        expect(not days or date > days[-1][0], f"{row} behind {days[-1:]}")
        while date <= through:
            days.append((date, row["status"]))
            date += datetime.timedelta(days=1)
    return days


def check_ledger(tenant, user, zone, now):
    """None is left out; all whose cutoff has passed have ended, the next one stands."""
    rows = walk(tenant.viewer, f"daily/{user}/days", limit=500)
    days = dates_of(rows)
    for before, day in zip(days, days[1:]):
        expect_equal((user, day[0] - before[0]), (user, datetime.timedelta(days=1)))
    record = tenant.viewer.get(f"daily/{user}").json
    today = datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(zone))
    is_over = today.strftime("%H:%M") >= record["due_time"]
    open_ = today.date() + datetime.timedelta(days=is_over)  # the first whose cutoff is to come
    last = days[-1][0] if days else open_ - datetime.timedelta(days=1)
    expect(last >= open_ - datetime.timedelta(days=1), f"{user}: ended up to {last} at {today}")
    if last >= open_:  # before its cutoff it can only have ended well
        expect_equal((user, days[-1]), (user, (open_, "success")))
    expect_equal((user, record["next"]["date"]),
                 (user, (last + datetime.timedelta(days=1)).isoformat()))
    return rows, {(user, date.isoformat()): status for date, status in days}


def check_told(tenant, rows):
    """Each end of a day is an event, once; and nothing else is one."""
    events = walk(tenant.viewer, "events", event="window.finalized", limit=500)
    told = collections.Counter((one["data"]["user_id"], one["data"]["status"]) for one in events)
    expect_equal(told, collections.Counter((user, row["status"]) for user, row in rows))
    return len(events)


def check_calls(tenant, changes):
    """A row of the audit for each change by hand, however often it was asked for."""
    told = collections.Counter(row["object"]["id"] for row in walk(
        tenant.operator, "audit", by="people", kind="daily", limit=500))
    expect_equal(dict(told), changes)


def make_people(tenant, chance):
    people = {}
    for number in range(PEOPLE):
        user, minute = f"p{number}", (number * 24 * 60 // PEOPLE + chance.randrange(40)) % (24 * 60)
        people[user] = ZONES[number % len(ZONES)]
        tenant.producer.put(f"daily/{user}", {
            "due_time": f"{minute // 60:02}:{minute % 60:02}", "timezone": people[user]}, 201)
    return people


def judge(tenant, clock, people, workers, mover):
    rows, days = [], {}
    for user, zone in people.items():
        own, ended = check_ledger(tenant, user, zone, clock.now())
        rows += [(user, row) for row in own]
        days.update(ended)
    moved = walk(tenant.viewer, f"daily/{mover.name}/days", limit=500)
    dates_of(moved)
    good = set().union(*(worker.good for worker in workers))
    said = set().union(*(worker.said for worker in workers))
    ended_well = {day for day, status in days.items() if status == "success"}
    theirs = {day for day in good if day[0] in people}
    expect(theirs <= ended_well, f"acknowledged, and lost: {sorted(theirs - ended_well)[:3]}")
    expect(ended_well <= said, f"a success of nobody: {sorted(ended_well - said)[:3]}")
    told = check_told(tenant, rows + [(mover.name, row) for row in moved])
    check_calls(tenant, {**{user: 1 for user in people}, mover.name: mover.changes})
    waiting = walk(tenant.viewer, "queue", type="daily.run", state="queued,processing", limit=500)
    expect_equal(len(waiting), len(people) + 1)
    return collections.Counter(days.values()), told


def tell(server, clock, chance, cycles):
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {
        "daily": {"window_minutes": 600, "retry_delay_minutes": 1}})
    people = make_people(tenant, chance)
    world = World(server, tenant)
    worker = tenant.token("worker")["token"]
    workers = [Deliverer(world, f"w{n}", worker, chance.random()) for n in range(3)]
    mover = Mover(world, "restless", tenant.token("producer")["token"], chance.random())
    for actor in (*workers, mover):
        actor.start()
    try:
        for _ in range(cycles):
            asked = world.answers + chance.randrange(1, 15)
            with world.moved:  # there is not always something to do
                world.moved.wait_for(
                    lambda: world.answers >= asked or world.wrong, 1)  # pylint: disable=W0640
            if chance.random() < 0.5:
                clock.step(clock.minutes + chance.randrange(1, 9))  # cutoffs come while it runs
            server.kill()
            away = 40 * 60 if chance.random() < 0.1 else 240
            clock.step(clock.minutes + chance.randrange(1, away))
            server.start()
            expect(not world.wrong, "\n".join(world.wrong))
        world.wait_for(world.answers + 1)
    finally:
        end(world, (*workers, mover))
    expect(not world.wrong, "\n".join(world.wrong))
    tenant.viewer.get("status")
    ended, told = judge(tenant, clock, people, workers, mover)
    expect(min(ended[word] for word in ("success", "cutoff_reached")) > 0, f"{ended}")
    print(f"  {cycles} kills, {dict(ended)}, {told} events, {dict(world.counts)}")


def days_end_once_through_kill_9(seed, cycles, clock_of):
    chance = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="belfry-days.")
    try:
        clock = clock_of(folder)
        with Server(folder=folder, **clock.variables()) as server:
            tell(server, clock, chance, cycles)
            server.stop()
            check_store(server.data)
            check_history(server.data)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
