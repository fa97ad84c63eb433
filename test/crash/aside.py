"""Damaged settings: what stops a start and how it is set aside, and what a start leaves out."""
import json
import os
import re
import shutil
import sqlite3

from ailments import doctor, doctor_done, fill_every_table, of
from dialogue import Server, expect, expect_equal, until, walk
from evidence import start

# A start is refused for a damaged row of these, since nothing else says what the row said. The
# table, a change that leaves the row's check as it was, and the words that name the row.
STOPPING = (
    ("calendars", "updated_at = 7", 'calendars "holidays"'),
    ("rates", "burst = 77", 'rates "route"'),
    ("pauses", "since = 7", 'pauses "other"'),
    ("types", "max_attempts = 77", 'types "mail"'),
    ("tenants", "max_attempts = 77", "tenants"),
    ("defaults", "priority = 7", "defaults"),
    ("daily_policies", "window_ms = 77", "daily_policies"),
    ("gates", "body = x'7b7d'", "gates"),
    ("queues", "running_max = 77", 'queues "default"'),
    ("operations", "started_at = 7", "operations"),
)


def change(data, sql):
    link = sqlite3.connect(os.path.join(data, "belfry.db"))
    with link:
        changed = link.execute(sql).rowcount
    link.close()
    expect(changed > 0, f"changed no row: {sql}")


def furnish(server):
    """A tenant with a row in every table that memory always holds."""
    tenant = fill_every_table(server)
    tenant.admin.put(f"tenants/{tenant.id}/settings", {
        "max_attempts": 7, "priority": 4, "quiet_hours": {"start": "22:00", "end": "06:00"},
        "daily": {"window_minutes": 60}})
    return tenant


def ids_of(tenant):
    return {run["id"] for run in walk(tenant.viewer, "queue", limit=500)}


def a_damaged_setting_stops_a_start_until_it_is_set_aside(_seed, _cycles):
    """The refusal names the row and doctor, doctor names the option, a file keeps the row."""
    with Server() as server:
        tenant = furnish(server)
        runs = ids_of(tenant)
        server.stop()
        whole = os.path.join(server.folder, "whole")
        shutil.copytree(server.data, whole)
        for table, values, name in STOPPING:
            shutil.rmtree(server.data)
            shutil.copytree(whole, server.data)
            if table == "operations":  # only one that is under way is held
                values = f"{values}, state = 0"
            change(server.data, f"UPDATE {table} SET {values}")
            set_aside(server.data, table, name)
            server.start()
            expect_equal(ids_of(tenant), runs, f"runs after {table} was set aside")
            made = tenant.producer.post("tasks", {"type": "work"}, 201).json["id"]
            until("the new task is leased", lambda made=made: made in [
                one["run_id"] for one in tenant.lease(max_=100)])
            server.stop()
            expect_equal([verdict for verdict, _ in of(doctor(server.data, 0), "store")], ["good"])


def set_aside(data, table, name):
    code, said = start(data)
    expect_equal(code, 1, f"{table}: {said}")
    for words in (f"{name}", "does not match its checksum", "belfry doctor"):
        expect(words in said, f"{table}: the refusal does not say {words!r}: {said}")
    rows = [one for one in doctor(data, 1) if one["what"] == "row"]
    expect(rows and all(f"belfry doctor --set-aside {table}" in one["fix"] for one in rows),
           f"{table}: {rows}")
    done = doctor_done(data, "--set-aside", table)
    said = json.loads(done.stdout)["findings"]
    aside = of(said, "set aside")
    expect_equal([verdict for verdict, _ in aside], ["good"], f"{table}: {said}")
    with open(re.search(r"kept in ([^\s;]+)", aside[0][1]).group(1), encoding="utf-8") as file:
        lines = file.read().splitlines()
        expect_equal(os.fstat(file.fileno()).st_mode & 0o077, 0, "others may read the rows")
    expect_equal((len(lines), {line.split(" (")[0] for line in lines}),
                 (len(rows), {f"INSERT INTO {table}"}), f"{table}: {lines}")
    expect_equal([verdict for verdict, _ in of(said, "store")], ["good"], f"{table}: {said}")


def rows_that_are_kept_can_be_put_back(_seed, _cycles):
    """The file is SQL: with the bit turned back the row is as it was."""
    with Server() as server:
        furnish(server)
        server.stop()
        change(server.data, "UPDATE pauses SET since = since + 1")
        said = json.loads(doctor_done(server.data, "--set-aside", "pauses").stdout)["findings"]
        kept = re.search(r"kept in ([^\s;]+)", of(said, "set aside")[0][1]).group(1)
        link = sqlite3.connect(os.path.join(server.data, "belfry.db"))
        with link, open(kept, encoding="utf-8") as file:
            expect_equal(link.execute("SELECT count(*) FROM pauses").fetchone(), (0,))
            link.executescript(file.read())
        link.close()
        change(server.data, "UPDATE pauses SET since = since - 1")
        expect_equal([verdict for verdict, _ in of(doctor(server.data, 0), "store")], ["good"])


def only_damaged_rows_of_known_tables_are_set_aside(_seed, _cycles):
    with Server() as server:
        furnish(server)
        refused = doctor_done(server.data, "--set-aside", "pauses")
        expect(refused.returncode != 0 and b"stop the server first" in refused.stderr,
               f"beside a server: {refused}")
        server.stop()
        for table in ("runs", "names", "nonsense", "pauses; DROP TABLE runs"):
            refused = doctor_done(server.data, "--set-aside", table)
            expect_equal(refused.returncode, 2, f"{table}: {refused}")
            expect(b"alert_rules" in refused.stderr and b"pauses" in refused.stderr,
                   f"which tables are allowed? {refused.stderr}")
        said = json.loads(doctor_done(server.data, "--set-aside", "pauses").stdout)["findings"]
        expect_equal(of(said, "set aside"), [("good", "no row of pauses is damaged")])
        expect(not [name for name in os.listdir(server.data) if "aside" in name], "a file is made")
        link = sqlite3.connect(os.path.join(server.data, "belfry.db"))
        expect(link.execute("SELECT count(*) FROM pauses").fetchone()[0] > 0, "a whole row is gone")
        link.close()


def tell_once(tenant):
    """A fallback for an alert is told, and the alert rests then."""
    tenant.operator.put("types/door", {"max_attempts": 1, "fallback": {
        "type": "thread", "key": "alert", "once_per_minutes": 30}})
    tenant.producer.post("tasks", {"type": "door", "user_id": "ann", "payload": {"alert": "a-2"}},
                         201)
    door = tenant.lease(types=["door"])[0]
    tenant.report(door["execution_id"], "fail", error={"class": "validation"})
    thread = until("the fallback is leased", lambda: tenant.lease(types=["thread"]))[0]
    tenant.report(thread["execution_id"])


def damaged_alerts_are_left_out_at_a_start_and_logged(_seed, _cycles):
    """They say what to tell people, not what may run: the server starts without them."""
    with Server() as server:
        tenant = furnish(server)
        until("an alert is raised", lambda: tenant.viewer.get("alerts").json["data"])
        tell_once(tenant)
        runs = ids_of(tenant)
        server.stop()
        for table, values in (("alert_rules", "threshold = 7"), ("alerts", "value = 7"),
                              ("cooldowns", "until = until + 1")):
            change(server.data, f"UPDATE {table} SET {values}")
        server.start()
        expect_equal(ids_of(tenant), runs)
        listed = tenant.viewer.get("jobs/first/alerts").json
        expect_equal((listed["data"], len(listed["damaged"])), ([], 1), f"{listed}")
        told = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
        told = [(line["table"], line["tenant"]) for line in told
                if line["msg"] == "damaged row found"]
        expect_equal(sorted(set(told)), [(table, tenant.id)
                                         for table in ("alert_rules", "alerts", "cooldowns")])
        # The job's alerts work again with a rule that is made anew.
        tenant.operator.post("jobs/first/alerts", {"alert_type": "FAILURE"}, 201)
        server.stop()
        for table in ("alert_rules", "alerts", "cooldowns"):
            doctor_done(server.data, "--set-aside", table)
        expect_equal([verdict for verdict, _ in of(doctor(server.data, 0), "store")], ["good"])


def a_store_whose_tokens_are_damaged_gets_a_new_one_when_told_to(_seed, _cycles):
    with Server() as server:
        tenant = server.tenant()
        runs = {tenant.enqueue()["id"]}
        server.stop()
        change(server.data, "UPDATE things SET updated_at = 7")
        code, said = start(server.data)
        expect_equal(code, 5, said)
        for words in ("no token that can be read", "admin.token exists", "move the file away"):
            expect(words in said, f"the refusal does not say {words!r}: {said}")
        os.rename(server.reach("admin.token"), server.reach("old.token"))
        server.start()
        with open(server.reach("admin.token"), encoding="ascii") as file:
            admin = server.client(file.read().strip())
        listed = walk(admin, "queue", tenant_id=tenant.id)
        expect_equal({run["id"] for run in listed}, runs)


STORIES = (a_store_whose_tokens_are_damaged_gets_a_new_one_when_told_to,
           a_damaged_setting_stops_a_start_until_it_is_set_aside,
           rows_that_are_kept_can_be_put_back, only_damaged_rows_of_known_tables_are_set_aside,
           damaged_alerts_are_left_out_at_a_start_and_logged)
