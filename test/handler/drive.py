"""What the handlers' suites share: the driver (drive.c), a place for files, and counting."""
import json
import os
import pwd
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import uuid

BUILD = os.environ.get("BUILD", "build")
DRIVER = os.path.join(BUILD, "test/handler/drive")
PATIENCE = 180  # seconds; bombs may leave little of the machine


class Drive:
    """One set of handlers in a process of its own."""

    def __init__(self, driver=DRIVER, user=None, **config):
        config.setdefault("at_once", 16)
        config.setdefault("connect_ms", 2000)
        config.setdefault("http_ms_max", 5000)
        self.process = subprocess.Popen(
            [driver, json.dumps(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            user=user,
            group=user and pwd.getpwnam(user).pw_gid,
            extra_groups=[] if user else None,
        )
        self.waiting = {}
        self.events = []
        self.last = 0
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.first = self._next()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def _next(self):
        event = self.lines.get(timeout=PATIENCE)
        if event is None:
            raise RuntimeError("the driver ended")
        return event

    def say(self, **order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def start(self, handler, payload=None, **more):
        self.last += 1
        order = {
            "op": "start",
            "id": self.last,
            "handler": handler,
            "attempt": 1,
            "payload": {} if payload is None else payload,
            "timeout_ms": 10000,
            "run": str(uuid.uuid4()),
        }
        order.update(more)
        self.say(**order)
        return self.last

    def wait(self, number, kinds=("ended", "refused")):
        """The event that ends an order; others are kept in self.events."""
        while number not in self.waiting:
            event = self._next()
            if event["event"] in kinds:
                self.waiting[event["id"]] = event
            else:
                self.events.append(event)
        return self.waiting.pop(number)

    def run(self, handler, payload=None, **more):
        return self.wait(self.start(handler, payload, **more))

    def wait_for(self, kind):
        """The next event of that kind."""
        for at, event in enumerate(self.events):
            if event["event"] == kind:
                return self.events.pop(at)
        while True:
            event = self._next()
            if event["event"] == kind:
                return event
            self.waiting[event["id"]] = event

    def tell(self):
        self.say(op="tell", id=0)
        return self.wait_for("told")

    def check(self, handler):
        self.say(op="check", id=0, handler=handler)
        return self.wait_for("checked")

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return code


class Tally:
    """Counts, and says what went wrong."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, good, told=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED", name, told)

    def skip(self, name, why):
        self.skipped += 1
        print("skipped", name + ":", why)

    def end(self):
        more = ", %d skipped" % self.skipped if self.skipped else ""
        print("%d passed, %d failed%s" % (self.passed, self.failed, more))
        sys.exit(1 if self.failed else 0)


class Place:
    """A folder that is gone afterwards; others may pass through it."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="belfry-handler.")
        os.chmod(self.path, 0o711)
        return self

    def __exit__(self, *what):
        shutil.rmtree(self.path, ignore_errors=True)

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.path, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def join(self, name):
        return os.path.join(self.path, name)
