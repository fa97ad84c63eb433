"""Who goes on whatever becomes of the server, and what is looked at after it was killed."""
import collections
import glob
import http.client
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import traceback

from dialogue import BELFRY, Client, PATIENCE, expect, expect_equal

# ---- the store itself --------------------------------------------------------------------------


def check_store(data):
    """PRAGMA quick_check over a copy: the store itself is nobody's but the server's."""
    copy = tempfile.mkdtemp(prefix="belfry-crash-copy.")
    try:
        for path in glob.glob(os.path.join(data, "belfry.db*")):
            if not path.endswith(("-shm", "-reserve")):
                shutil.copy(path, copy)
        link = sqlite3.connect(os.path.join(copy, "belfry.db"))
        try:
            expect_equal(link.execute("PRAGMA quick_check").fetchall(), [("ok",)])
        finally:
            link.close()
    finally:
        shutil.rmtree(copy)


def check_history(data):
    """Nothing is missing in the chains of the journal and of the audit, kills or not."""
    told = json.loads(subprocess.run([BELFRY, "doctor", "--data", data, "-o", "json"],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                     check=False).stdout)
    found = [one for one in told["findings"] if one["what"] == "history"]
    expect_equal([one["verdict"] for one in found], ["good"], found)


# ---- clients -----------------------------------------------------------------------------------


class World:
    """What the clients know: what was asked, what was acknowledged, what was finished."""

    def __init__(self, server, tenant):
        self.server = server
        self.tenant = tenant
        self.lock = threading.Lock()
        self.moved = threading.Condition(self.lock)
        self.acknowledged = {}  # key: id
        self.finished = {}  # run: fence
        self.wrong = []
        self.answers = 0
        self.is_over = False
        self.counts = collections.Counter()

    def say_wrong(self, what):
        with self.lock:
            self.wrong.append(what)
            self.moved.notify_all()

    def note(self, kind):
        with self.moved:
            self.answers += 1
            self.counts[kind] += 1
            self.moved.notify_all()

    def acknowledge(self, key, id_):
        with self.lock:
            known = self.acknowledged.setdefault(key, id_)
        if known != id_:
            self.say_wrong(f"key {key} is run {known} and run {id_}")

    def wait_for(self, answers):
        with self.moved:
            done = self.moved.wait_for(lambda: self.answers >= answers or self.wrong, PATIENCE)
            expect(done, f"no answers: {self.counts}")


class Actor(threading.Thread):
    """A client that goes on whatever becomes of the server."""

    def __init__(self, world, name, token, seed):
        super().__init__(name=name, daemon=True)
        self.world = world
        self.chance = random.Random(seed)
        self.client = Client(world.server, token)

    def ask(self, path, body, method="POST", **headers):
        """The answer, or None when there was none, or none that counts."""
        try:
            answer = self.client.ask(method, path, body, **headers)
        except (OSError, http.client.HTTPException):
            self.client.close()
            with self.world.moved:
                # Nobody is there: until somebody is, or a while has passed.
                self.world.moved.wait(0.01)
            return None
        if answer.status >= 500:
            return None
        return answer

    def insist(self, path, body, method="POST", **headers):
        """The same again until there is an answer; None when all is over."""
        answer = None
        while answer is None and not self.world.is_over:
            answer = self.ask(path, body, method, **headers)
        return answer

    def run(self):
        try:
            while not self.world.is_over and not self.world.wrong:
                self.act()
        except BaseException:
            self.world.say_wrong(traceback.format_exc(limit=-3))
        finally:
            self.client.close()


def end(world, actors):
    world.is_over = True
    with world.moved:
        world.moved.notify_all()
    for actor in actors:
        actor.join(PATIENCE)
