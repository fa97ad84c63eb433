"""What people and alerts did, through kill -9."""
import collections
import random

from actors import Actor, World, check_history, check_store, end
from dialogue import Server, expect, expect_equal, until, walk

class Person(Actor):
    """Makes reminders, puts them off and ends them; each call until it is answered, by its key."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.number = 0
        self.acts = {}  # reminder: what was done with it, in order

    def insist_once(self, path, body, status):
        self.number += 1
        key = {"Idempotency-Key": f"{self.name}-{self.number}"}
        answer = self.insist(path, body, **key)
        if answer is None:
            return None
        expect(answer.status == status, f"{answer!r}")
        return answer.json

    def act(self):
        made = self.insist_once("reminders", {"title": f"{self.name} {self.number}",
                                              "remind_at": "2100-01-01T00:00:00Z"}, 201)
        if made is None:
            return
        acts = self.acts.setdefault(made["id"], ["create"])
        for act, body in (("snooze", {"minutes": 15}),
                          (self.chance.choice(("dismiss", "complete")), {})):
            path = f"reminders/{made['id']}/{act}"
            if self.chance.random() < 0.7 and self.insist_once(path, body, 200) is not None:
                acts.append(act)
        self.world.note("reminded")


class Unlucky(Person):
    """Runs a job that fails or succeeds by chance: alerts are raised and resolved."""

    def act(self):
        if self.insist_once(f"jobs/{self.job}/run", {}, 201) is None:
            return
        answer = self.ask("worker/lease", {"worker_id": self.name, "max": 1, "wait_ms": 200,
                                           "lease_ms": 5000, "types": ["luck"]})
        for lease in answer.json["leases"] if answer is not None else []:
            outcome = self.chance.choice(("success", "fail"))
            error = {"error": {"class": "permanent", "message": "no luck"}} if outcome == "fail" \
                else {}
            self.ask("worker/results", {"worker_id": self.name, "results": [
                {"execution_id": lease["execution_id"], "outcome": outcome, **error}]})
        self.world.note("tried")


def check_people(tenant, person):
    """Of each reminder the audit has what its person did, once, in order, and nothing else."""
    told = collections.defaultdict(list)
    for row in walk(tenant.operator, "audit", by="people", kind="reminder", order="asc", limit=500):
        told[row["object"]["id"]].append(row["action"].split(".")[-1])
    changed = collections.Counter()
    for event in walk(tenant.viewer, "events", event="reminder.changed", limit=500):
        changed[event["subject"]] += 1
    expect_equal(dict(told), person.acts)
    expect_equal(dict(changed), {id_: len(acts) for id_, acts in person.acts.items()})
    return len(told)


def check_alerts(tenant):
    """Raised and resolved by turns; each has its event, and one run that tells of it."""
    alerts = walk(tenant.viewer, "alerts", limit=500)
    events = [event["type"] for event in walk(tenant.viewer, "events", event="alert.*", limit=500)]
    events.reverse()
    expect_equal(events, ["alert.raised", "alert.resolved"] * (len(events) // 2) +
                 ["alert.raised"] * (len(events) % 2))
    expect_equal(len(alerts), events.count("alert.raised"))
    expect_equal(sum(one["state"] == "resolved" for one in alerts), events.count("alert.resolved"))
    runs = walk(tenant.viewer, "queue", type="alert.send", include="internal", limit=500)
    expect_equal(len(runs), len(events))
    return len(events)


def what_people_and_alerts_did_survives_kill_9(seed, cycles):
    chance = random.Random(seed)
    with Server() as server:
        tenant = server.tenant()
        tenant.operator.post("jobs", {"code": "luck", "name": "luck", "handler": "luck",
                                      "schedule_type": "MANUAL", "max_retries": 0}, 201)
        # Who is killed while telling tries again at once.
        tenant.operator.put("types/alert.send", {"backoff": {"kind": "fixed", "base_ms": 1}})
        tenant.operator.post("jobs/luck/alerts", {
            "alert_type": "FAILURE", "notification_channels": ["in_app"], "recipients": ["ann"]},
            201)
        world = World(server, tenant)
        ann = Person(world, "ann", tenant.token("user", user_id="ann")["token"], chance.random())
        luck = Unlucky(world, "luck", tenant.token("admin")["token"], chance.random())
        luck.job = "luck"
        for actor in (ann, luck):
            actor.start()
        try:
            for _ in range(max(3, cycles // 3)):
                world.wait_for(world.answers + chance.randrange(1, 30))
                server.kill()
                server.start()
                expect(not world.wrong, "\n".join(world.wrong))
            world.wait_for(world.answers + 5)
        finally:
            end(world, (ann, luck))
        expect(not world.wrong, "\n".join(world.wrong))
        # One that was leased when its worker ended is lost later, and raises another alert.
        until("nothing runs any more", lambda: not walk(tenant.viewer, "queue", type="luck",
                                                        state="processing"), 120)
        reminders = check_people(tenant, ann)
        told = check_alerts(tenant)
        until("all were told", lambda: all(
            run["state"] == "done" for run in walk(tenant.viewer, "queue", type="alert.send",
                                                   include="internal", limit=500)), 60)
        notices = walk(tenant.admin, "inbox", user_id="ann", limit=500)
        expect_equal(len(notices), told)
        print(f"  {reminders} reminders, {told} alerts told, {dict(world.counts)}")
        server.stop()
        check_store(server.data)
        check_history(server.data)
