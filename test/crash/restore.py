"""Backup, crash, restore: what was restored is the backup, never mixed, never malformed."""
import collections
import http.client
import os
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import threading
import time
import uuid

from ailments import doctor, of, read_every_row
from dialogue import BELFRY, PATIENCE, Server, environment, expect, expect_equal, walk


def belfry(*words, **more):
    return subprocess.run([BELFRY, *words], capture_output=True, env=environment(), check=False,
                          timeout=PATIENCE, text=True, **more)


def good(*words):
    done = belfry(*words)
    expect_equal(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


class Load(threading.Thread):
    """Makes tasks until it is told to stop, or the server is gone."""

    def __init__(self, server, token, chance):
        super().__init__(daemon=True)
        self.client, self.chance = server.client(token), chance
        self.made = 0
        self.is_over = False
        self.start()

    def run(self):
        while not self.is_over:
            count = self.chance.choice((1, 5, 200))
            try:
                self.client.post("tasks/bulk", {"tasks": [
                    {"type": "work", "payload": {"text": "x" * self.chance.randrange(400)}}
                ] * count})
            except (OSError, http.client.HTTPException, AssertionError):
                return
            self.made += count

    def wait(self, count):
        """Until so many more tasks were made."""
        wanted, end = self.made + count, time.monotonic() + PATIENCE
        while self.made < wanted and self.is_alive() and time.monotonic() < end:
            time.sleep(0.001)
        expect(self.made >= wanted, f"{self.made} of {wanted} tasks were made")


def ids_in(store):
    link = sqlite3.connect(f"file:{store}?immutable=1", uri=True)
    try:
        return {str(uuid.UUID(bytes=id_)) for id_, in link.execute("SELECT id FROM runs")}
    finally:
        link.close()


def ids_served(tenant):
    return {run["id"] for run in walk(tenant.viewer, "queue", limit=500)}


def try_start(data):
    """None: it would start. Else what it is refused with."""
    process = subprocess.Popen([BELFRY, "serve", "--listen", "127.0.0.1:0", "--data", data],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env=environment())
    try:
        for line in process.stdout:
            if "listening on" in line:
                return None
            if "restore" in line or "belfry serve:" in line:
                return line
        return "it ended without a word"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def line_of(words):
    """The command line that a refusal names."""
    found = re.search(r"belfry (restore \S+ --data \S+)", words)
    expect(found, f"no line to run: {words}")
    return shlex.split(found.group(1))


def restore_by_command(_server, backup, data, _chance):
    said = good("restore", backup, "--data", data)
    expect("the replaced store is kept in" in said, said)
    return "restored"


def restore_by_copying(_server, backup, data, _chance):
    """As people do: the file over the store, the old log beside it."""
    shutil.copy(backup, os.path.join(data, "belfry.db"))
    words = try_start(data)
    expect(words, "a backup was started in the place of a store")
    good(*line_of(words))
    return "copied and restored"


def restore_by_halves(_server, backup, data, chance):
    """Killed in the middle, at any moment or in the short while in which files change places."""
    store = os.path.join(data, "belfry.db")
    before = files_of(store)
    process = subprocess.Popen([BELFRY, "restore", backup, "--data", data], env=environment(),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    is_late = chance.random() < 0.6
    while is_late and process.poll() is None and not os.path.exists(store + "-replacing"):
        pass
    end = time.monotonic() + chance.random() * (0.01 if is_late else 0.15)
    while time.monotonic() < end and process.poll() is None:
        pass
    process.kill()
    if process.wait() == 0:
        return "restored before the kill"
    if files_of(store) == before:
        expect_equal(try_start(data), None, "the old store")
        good("restore", backup, "--data", data)
        return "killed, was old"
    words = try_start(data)
    if words is None:  # all was done but the last word: rows tell, a start has written some
        good("restore", backup, "--data", data)
        return "killed, was new"
    good(*line_of(words))
    return "killed, finished by the line"


def files_of(store):
    """What a start would see: which file and which log."""
    return [os.stat(store + part).st_ino if os.path.exists(store + part) else None
            for part in ("", "-wal")]


def one_round(server, tenant, token, chance, number):
    backup = os.path.join(server.folder, f"backup-{number}.db")
    load = Load(server, token, chance)
    load.wait(chance.randrange(1, 400))
    good("backup", backup, "--data", server.data)
    load.wait(chance.randrange(1, 1500))
    server.kill()
    load.is_over = True
    load.join(PATIENCE)
    ways = (restore_by_command, restore_by_copying, restore_by_halves, restore_by_halves)
    way = chance.choice(ways)(server, backup, server.data, chance)
    store = os.path.join(server.data, "belfry.db")
    expect_equal(os.path.exists(store + "-wal"), False, "the old log is beside the new store")
    expect(read_every_row(store) == read_every_row(backup), f"{way}: rows differ from the backup's")
    expect_equal([verdict for verdict, _ in of(doctor(server.data, 0), "store")], ["good"])
    server.start()
    expect(ids_served(tenant) == ids_in(backup), f"{way}: other runs than the backup's")
    good("restore", "--discard-replaced", "--data", server.data + "/")
    os.remove(backup)
    return way


def a_backup_restored_after_a_crash_is_exactly_the_backup(seed, cycles):
    """In any way that people do it, and killed in the middle of it."""
    chance = random.Random(seed)
    ways = collections.Counter()
    with Server() as server:
        tenant = server.tenant()
        token = tenant.token("producer")["token"]
        expect_equal(ids_served(tenant), set())  # its token is in each backup, too
        for number in range(max(4, cycles // 5)):
            ways[one_round(server, tenant, token, chance, number)] += 1
    print(f"  {dict(ways)}")


def what_was_replaced_is_kept_with_its_log(_seed, _cycles):
    with Server() as server:
        tenant = server.tenant()
        first = tenant.enqueue()["id"]
        expect_equal(ids_served(tenant), {first})
        backup = os.path.join(server.folder, "backup.db")
        good("backup", backup, "--data", server.data)
        refused = belfry("restore", backup, "--data", server.data)
        expect_equal(refused.returncode, 5, f"{refused}")
        expect("stop the server first" in refused.stderr, refused.stderr)
        later = {tenant.enqueue()["id"] for _ in range(20)}
        server.kill()
        said = good("restore", backup, "--data", server.data)
        line = re.search(r"go back to it: belfry (restore .*)", said).group(1)
        server.start()
        expect(not later & ids_served(tenant), "runs of after the backup are there")
        server.stop()
        good(*shlex.split(line))
        server.start()
        expect(later <= ids_served(tenant), "the replaced store was not whole")
        server.stop()
        line = re.search(r"to remove it: +belfry (restore .*)", said).group(1)
        expect("removed replaced stores: 2" in good(*shlex.split(line)), "what was kept")
        expect_equal([name for name in os.listdir(server.data) if "repl" in name], [])


STORIES = (a_backup_restored_after_a_crash_is_exactly_the_backup,
           what_was_replaced_is_kept_with_its_log)
