"""Workers as their users run them: idle, through a restart of the server, past a lease, cancelled,
told to stop. The examples in Python, Node and sh, and `belfry worker --exec`, against the real
server; a relay between them counts the requests, and is busy where a story wants it."""
import http.client
import http.server
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from stage import *

LEASE_MS = 5000  # the shortest there is
HANDLER = """import json, sys, time
payload = json.load(sys.stdin)
if "leases" in payload: payload = json.loads(payload["leases"][0]["payload_text"])
time.sleep(payload.get("seconds", 0))
print(json.dumps({"seen": payload}))"""


class Relay(http.server.ThreadingHTTPServer):
    """Hands requests on to the server, and keeps what was asked. `refuse`: so many of the next ones
    are answered with this status instead."""
    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Passage)
        self.port = port  # of the server
        self.asked = []  # (route, body)
        self.refuse = (0, 0)
        self.changed = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A worker that is ended leaves its connections."""

    def note(self, route, body):
        """The status to refuse it with, or None."""
        with self.changed:
            self.asked.append((route, body))
            count, status = self.refuse
            self.refuse = (max(count - 1, 0), status)
            self.changed.notify_all()
            return status if count else None

    def until(self, what, condition):
        with self.changed:
            good = self.changed.wait_for(lambda: condition(self.asked), SECONDS_MAX)
        expect(good, f"it does not come so far: {what}; {str(self.asked[-3:])[:600]}")


class Passage(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        refused = self.server.note(self.path.rsplit("/", 1)[1], json.loads(body))
        if refused:
            return self.answer(refused, {"Retry-After": "1"}, b"{}")
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS_MAX)
        try:
            fields = {name: value for name, value in self.headers.items()
                      if name.lower() not in ("host", "connection")}
            link.request("POST", self.path, body, fields)
            said = link.getresponse()
            self.answer(said.status, {}, said.read())
        except OSError:
            self.close_connection = True  # as if nobody was there
        finally:
            link.close()

    def answer(self, status, fields, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Place:
    """A server at a port that it keeps, and its relay."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="belfry-workers.")
        self.port = free_port()
        self.start()
        self.relay = Relay(self.port)
        self.variables = {"BELFRY_URL": f"http://127.0.0.1:{self.port}",
                          "XDG_CONFIG_HOME": self.folder,
                          "BELFRY_TOKEN_FILE": os.path.join(self.folder, "data", "admin.token")}
        return self

    def start(self):
        self.server = subprocess.Popen(
            [BELFRY, "serve", "--data", os.path.join(self.folder, "data"), "--listen",
             f"127.0.0.1:{self.port}"],
            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.folder)
        for line in self.server.stdout:
            if b"listening on" in line:
                return
        raise AssertionError("the server does not say where it listens")

    def stop(self):
        self.server.terminate()
        self.server.communicate(timeout=SECONDS_MAX)

    def __exit__(self, *_):
        self.relay.shutdown()
        self.relay.server_close()
        self.stop()
        shutil.rmtree(self.folder)

    def good(self, *words):
        answer = belfry(*words, **self.variables)
        expect_code(answer, 0)
        return answer.out

    def add(self, payload=None, *more):
        return self.good("task", "add", "hello", "--payload", json.dumps(payload or {}), "-o",
                         "name", *more).strip()

    def show(self, run):
        return json.loads(self.good("queue", "show", run, "--json"))

    def until(self, run, state):
        """Each look is a request."""
        begun = time.monotonic()
        while (seen := self.show(run))["state"] != state:
            expect(time.monotonic() - begun < SECONDS_MAX, f"it is not {state}: {str(seen)[:600]}")
        return seen

    def worker(self, program, **variables):
        """The worker as a process; it talks to the server by the relay."""
        file = {"python3": "worker.py", "node": "worker.mjs", "sh": "worker.sh"}.get(program)
        handler = os.path.join(self.folder, "handler.py")
        with open(handler, "w", encoding="ascii") as script:
            script.write(HANDLER)
        if file:
            line = [program, os.path.join(ROOT, "examples", "workers", file), "hello"]
            line += [f"python3 {handler}"] if program == "sh" else []
        else:
            line = [BELFRY, "worker", "--exec", f"hello=python3 {handler}", "--lease",
                    f"{LEASE_MS}ms"]
        known = {**self.variables, "BELFRY_URL": f"http://127.0.0.1:{self.relay.server_port}",
                 "WORKER_LEASE_MS": str(LEASE_MS), "WORKER_BATCH": "1", "WORKER_WAIT_MS": "300",
                 **variables}
        said = os.path.join(self.folder, "said")
        with open(said, "wb") as log:
            return Ended(said, subprocess.Popen(line, env=environment(**known), stderr=log,
                                                stdout=subprocess.DEVNULL))


class Ended:
    """Ends the worker with the story, and tells what it said where the story failed."""

    def __init__(self, said, process):
        self.said = said
        self.process = process

    def __enter__(self):
        return self.process

    def __exit__(self, kind, *_):
        self.process.kill()
        self.process.wait(SECONDS_MAX)
        with open(self.said, encoding="utf-8", errors="replace") as log:
            if kind:
                print(log.read()[-1000:])


def with_each_worker(tell):
    """A story for each worker that can run here."""
    for program in ("python3", "node", "sh", "belfry"):
        if program != "belfry" and not shutil.which(program):
            print(f"       {program} is not installed: its worker is not tried")
            continue
        try:
            with Place() as place:
                tell(place, program)
        except AssertionError as problem:
            raise AssertionError(f"{program}: {problem}") from None


def wish_of(route, body):
    return body if route == "lease" else body.get("lease", {})


@story
def an_idle_worker_asks_once_a_wait():
    def tell(place, program):
        waits = 10 if program != "belfry" else 1  # whose calls wait 20 s each
        with place.worker(program):
            place.relay.until("idle calls", lambda asked: len(asked) >= waits)
            idle = list(place.relay.asked)
            for _ in range(3):
                place.until(place.add(), "done")
        for route, body in idle:
            expect(not body.get("results") and wish_of(route, body).get("wait_ms", 0) > 0,
                   f"it asks without waiting: {route} {body}")
        # A run costs a call for its lease and one for its result, besides those that waited.
        busy = [one for one in place.relay.asked
                if one[1].get("results") or not wish_of(*one).get("wait_ms")]
        expect(len(busy) <= 6, f"{len(busy)} calls for three runs: {busy}")
    with_each_worker(tell)


@story
def a_worker_survives_a_server_that_restarts_or_is_busy():
    def tell(place, program):
        with place.worker(program) as worker:
            place.until(place.add(), "done")
            place.stop()
            seen = len(place.relay.asked)
            place.relay.until("a call to nobody", lambda asked: len(asked) > seen + 1)
            place.start()
            place.until(place.add(), "done")
            for status in (503, 429):
                place.relay.refuse = (2, status)
                run = place.add()
                place.until(run, "done")
                expect_equal(place.relay.refuse[0], 0)
            expect_equal(worker.poll(), None)
    with_each_worker(tell)


@story
def a_run_that_takes_longer_than_its_lease_is_kept():
    def tell(place, program):
        with place.worker(program):
            seen = place.until(place.add({"seconds": LEASE_MS / 1000 + 2}), "done")
            expect_equal(seen["attempts"], 1)
        beats = [body for route, body in place.relay.asked if route == "heartbeat"]
        expect(len(beats) >= 2, f"{beats}")
    with_each_worker(tell)


@story
def a_handler_is_stopped_when_its_run_is_cancelled_or_lost():
    """With one run at a time the next one is done only because the handler was stopped."""
    def tell(place, program):
        with place.worker(program):
            run = place.add({"seconds": 900})
            place.until(run, "processing")
            place.good("queue", "cancel", run)
            place.until(place.add(), "done")
            run = place.add({"seconds": 900}, "--attempts", "1", "--run-timeout", "1s")
            place.until(run, "dlq")
            place.until(place.add(), "done")
            expect_equal((place.show(run)["state"], place.show(run)["attempts"]), ("dlq", 1))
    with_each_worker(tell)


@story
def a_worker_that_is_told_to_stop_finishes_first():
    def tell(place, program):
        for number in (signal.SIGTERM, signal.SIGINT):
            with place.worker(program) as worker:
                run = place.add({"seconds": 2})
                place.until(run, "processing")
                worker.send_signal(number)
                expect_equal((number, worker.wait(SECONDS_MAX)), (number, 0))
                seen = place.show(run)
                expect_equal((seen["state"], seen["attempts"]), ("done", 1))
    with_each_worker(tell)


@story
def a_result_that_is_too_long_costs_nobody_anything():
    def tell(place, program):
        with place.worker(program, WORKER_BATCH="5"):
            runs = [place.add({"text": "x" * 70000}), place.add({"n": 1})]
            for run in runs:
                expect_equal(place.until(run, "done")["attempts"], 1)
            if program != "sh":  # which reports no result
                expect_equal(place.show(runs[0])["result"]["truncated"], True)
                expect_equal(place.show(runs[1])["result"], {"seen": {"n": 1}})
    with_each_worker(tell)
