"""What `belfry doctor` says of a store whose rows a disk has changed."""
import collections
import json
import os
import random
import sqlite3
import subprocess
import uuid

from dialogue import BELFRY, PATIENCE, Server, environment, expect, expect_equal


def flip(path, at, bit=0):
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1 << bit]))


def doctor_done(data, *options):
    return subprocess.run([BELFRY, "doctor", "--data", data, "-o", "json", *options],
                          capture_output=True, env=environment(), timeout=PATIENCE, check=False)


def doctor(data, code=None):
    """The findings of `belfry doctor` about the store."""
    done = doctor_done(data)
    if code is not None:
        expect_equal(done.returncode, code, f"{done.stdout.decode()} {done.stderr.decode()}")
    return json.loads(done.stdout)["findings"]


def of(findings, what):
    return [(one["verdict"], one["text"]) for one in findings if one["what"] == what]


def doctor_names_every_damaged_row(_seed, _cycles):
    """Beside a server and without one; a store that is whole is called so."""
    with Server() as server:
        tenant = server.tenant()
        ids = [tenant.enqueue(payload={"number": number})["id"] for number in range(5)]
        said = doctor(server.data, 0)
        expect_equal([verdict for verdict, _ in of(said, "store")], ["good"], said)
        server.stop()
        link = sqlite3.connect(os.path.join(server.data, "belfry.db"))
        with link:
            for sql, id_ in (("UPDATE bodies SET payload = x'00' WHERE id = ?", ids[1]),
                             ("UPDATE runs SET priority = 3 WHERE id = ?", ids[3])):
                expect_equal(link.execute(sql, (uuid.UUID(id_).bytes,)).rowcount, 1)
        link.close()
        for _ in range(2):
            said = doctor(server.data, 1)
            expect_equal(sorted(of(said, "row")), [
                ("bad", f"bodies {ids[1]}, tenant {tenant.id}: does not match its checksum"),
                ("bad", f"runs {ids[3]}, tenant {tenant.id}: does not match its checksum")])
            expect(all("belfry restore" in one["fix"] for one in said if one["what"] == "row"),
                   f"{said}")
            expect_equal([verdict for verdict, _ in of(said, "store")], ["bad"], said)
            if server.process is None:
                server.start()


def doctor_finds_and_repairs_a_wrong_list_of_a_tenant(_seed, _cycles):
    """A run that its tenant's list leaves out is found by its id alone. Doctor names it, and
    --repair-lists makes the lists anew, but not beside a server."""
    with Server() as server:
        tenant = server.tenant()
        ids = [tenant.enqueue(payload={"number": number})["id"] for number in range(5)]
        stop_with_lists_filled(server)
        link = sqlite3.connect(os.path.join(server.data, "belfry.db"))
        with link:
            lost, made_up = uuid.UUID(ids[2]).bytes, uuid.UUID(int=7).bytes
            owner, = link.execute("SELECT owner FROM tenant_runs WHERE run = ?", (lost,)).fetchone()
            link.execute("DELETE FROM tenant_runs WHERE run = ?", (lost,))
            link.execute("INSERT INTO tenant_runs VALUES (?, ?)", (owner, made_up))
        link.close()
        said = doctor(server.data, 1)
        name = f"tenant_runs, tenant {tenant.id}: "
        expect_equal(of(said, "list"), [
            ("bad", f"{name}{ids[2]} is missing from the list"),
            ("bad", f"{name}{uuid.UUID(int=7)} is listed, but has no row in the table")])
        expect(all("belfry doctor --repair-lists" in one["fix"] for one in said
                   if one["what"] in ("list", "store")), f"{said}")
        expect_equal([verdict for verdict, _ in of(said, "store")], ["bad"], said)
        server.start()
        listed = [run["id"] for run in tenant.viewer.get("queue").json["data"]]
        expect_equal(sorted(listed), sorted(set(ids) - {ids[2]}), "the list that is wrong")
        refused = doctor_done(server.data, "--repair-lists")
        expect(refused.returncode != 0 and b"--repair-lists" not in refused.stdout,
               f"beside a server: {refused.stdout.decode()}")
        server.stop()
        said = json.loads(doctor_done(server.data, "--repair-lists").stdout)["findings"]
        expect_equal([verdict for verdict, _ in of(said, "store")], ["good"], said)
        expect_equal(of(said, "list"), [])
        server.start()
        listed = [run["id"] for run in tenant.viewer.get("queue").json["data"]]
        expect_equal(sorted(listed), sorted(ids), "the list that was repaired")


def stop_with_lists_filled(server):
    """Lists are written behind the commits, once a minute: doctor makes them at once."""
    server.stop()
    done = doctor_done(server.data, "--repair-lists")
    expect_equal(done.returncode, 0, done.stderr.decode())


def fill_every_table(server):
    """A row at least in every table that a server can be made to fill."""
    tenant = server.tenant()
    admin, operator, producer, worker = (tenant.admin, tenant.operator, tenant.producer,
                                         tenant.worker)
    admin.put(f"tenants/{tenant.id}/settings", {
        "max_attempts": 7, "quiet_hours": {"start": "22:00", "end": "06:00"},
        "daily": {"window_minutes": 60}})
    server.admin.put("queues/narrow", {"limit": 3})
    operator.put("types/mail", {"notifies": True, "max_attempts": 2,
                                "fallback": {"type": "thread", "key": "alert"}})
    operator.put("limits/route", {"rate": 5, "per_seconds": 1})
    operator.put("calendars/holidays", {"dates": ["2030-12-25"]})
    operator.put("users/ann", {"timezone": "UTC"})
    first = producer.post("jobs", {"code": "first", "handler": "work", "exclude": ["holidays"],
                                   "cron_expression": "0 3 * * *"}, 201).json
    producer.post("jobs", {"code": "second", "handler": "work", "cron_expression": "0 3 * * *",
                           "dependencies": [{"depends_on_job_id": first["id"],
                                             "dependency_type": "SUCCESS"}]}, 201)
    operator.post("jobs/first/skip-next")
    operator.post("jobs/first/alerts", {"alert_type": "FAILURE", "threshold_value": 1,
                                        "notification_channels": ["in_app"],
                                        "recipients": ["ann"]}, 201)
    operator.post("jobs/first/run", {}, 201)
    producer.post("batches", {"type": "work", "items": [1, 2, 3]}, 201)
    producer.post("ladders", {"entity": "event:1", "anchor": "2030-06-01T18:00:00Z",
                              "offsets": ["-24h", "0"], "type": "mail"}, 201)
    producer.post("reminders", {"title": "call", "remind_at": "2020-01-01T09:00:00Z",
                                "user_id": "ann"}, 201)
    producer.put("daily/ann", {"due_time": "09:00"}, 201)
    producer.post("tasks", {"type": "work", "idempotency_key": "k",
                            "payload": {"text": "x" * 9000}}, 201, Idempotency_Key="again")
    operator.post("pause", {"scope": "type", "type": "other"})
    producer.post("tasks", {"type": "mail", "user_id": "ann", "payload": {"alert": "a-1"}}, 201)
    for number in range(6):
        for lease in tenant.lease(max_=5):
            id_ = lease["execution_id"]
            worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": [
                {"id": id_, "progress_percent": 40, "progress_message": "half"}]})
            worker.post("effects/claim", {"action_key": "a", "idempotency_key": id_,
                                          "execution_id": id_})
            outcome = ("fail" if lease["type"] == "mail" or lease.get("job_id") else "success")
            tenant.report(id_, outcome, result={"n": number}, result_hash="abc",
                          output={"stdout": "out"}, **(
                              {"error": {"class": "validation"}} if outcome == "fail" else {}))
    operator.post("queue/cancel", {"type": "work"}, 202)
    return tenant


# Tables whose rows are their keys alone and carry no check: a bit that makes one valid key of
# another cannot be told from a row that was written so. (The lists by tenant are such tables, too;
# doctor compares them with the tables whose rows they list.)
UNCHECKED = ("type_names",)


def places_of(store):
    """(table, offset, length) of every page that holds rows of a table, not of an index."""
    link = sqlite3.connect(store)
    tables = {name for name, in link.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' UNION SELECT 'sqlite_schema'")}
    rows = link.execute("SELECT name, pageno, pgsize FROM dbstat WHERE pagetype <> 'internal'")
    found = [(name, (page - 1) * size, size) for name, page, size in rows if name in tables]
    link.close()
    return found


def read_every_row(store):
    """What SQLite reads in every table; None: it cannot."""
    link = sqlite3.connect(f"file:{store}?immutable=1", uri=True)
    link.text_factory = bytes
    try:
        names = [name.decode() for name, in link.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")]
        return [(name, link.execute(f"SELECT * FROM {name} NOT INDEXED").fetchall())
                for name in names]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        link.close()


def a_turned_bit_in_any_table_is_seen_or_harmless(seed, cycles):
    """Bits of the pages that hold rows, those of small tables as often as those of large ones:
    doctor finds what a bit did, or every row reads as before."""
    chance = random.Random(seed)
    flips = max(70, 3 * cycles)
    counts = collections.Counter()
    with Server() as server:
        fill_every_table(server)
        stop_with_lists_filled(server)
        store = os.path.join(server.data, "belfry.db")
        whole = read_every_row(store)
        expect(whole, "the store cannot be read")
        expect_equal([verdict for verdict, _ in of(doctor(server.data), "store")], ["good"])
        places = collections.defaultdict(list)
        for table, at, size in places_of(store):
            places[table].append((at, size))
        filled = {name for name, rows in whole if rows}
        expect(len(filled) >= 30, f"only these have rows: {sorted(filled)}")
        tables = [name for name in sorted(places)
                  if (name in filled or name == "sqlite_schema") and name not in UNCHECKED]
        for number in range(flips):
            table = tables[number % len(tables)]
            at, size = chance.choice(places[table])
            place, bit = at + used(store, at, size, chance), chance.randrange(8)
            flip(store, place, bit)
            seen = any(one["verdict"] == "bad" for one in doctor(server.data)
                       if one["what"] in ("store", "row", "list", "structure", "history"))
            is_same = seen or read_every_row(store) == whole
            counts["seen" if seen else "harmless" if is_same else "unseen"] += 1
            expect(is_same, f"bit {bit} of byte {place} in {table}: rows changed, and doctor calls "
                   f"the store sound ({dict(counts)})")
            flip(store, place, bit)
        expect_equal(of(doctor(server.data), "store")[0][0], "good", "after all bits are back")
    print(f"  {dict(counts)}")


def used(store, at, size, chance):
    """A byte of a page that says something: most of a small table's page is empty."""
    with open(store, "rb") as file:
        file.seek(at)
        page = file.read(size)
    wanted = [place for place in range(size) if page[place]]
    return chance.choice(wanted or range(size))


STORIES = (doctor_names_every_damaged_row, doctor_finds_and_repairs_a_wrong_list_of_a_tenant,
           a_turned_bit_in_any_table_is_seen_or_harmless)
