"""What the dialogues share: the real server in a folder of its own, clients, tenants, expectations.

Needs python3-jsonschema. BELFRY_BIN names the binary (build/belfry).
"""
import ctypes
import http.client
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from description import Description

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BELFRY = os.environ.get("BELFRY_BIN") or os.path.join(ROOT, "build", "belfry")
BASE = "/api/v1/scheduler/"
PATIENCE = 60  # seconds until a word that does not come is a failure
ROLES = ("viewer", "producer", "operator", "worker", "user", "admin")
ABSENT = "01890a5d-ac96-774b-bcce-b302099a8057"  # an id that nothing has

numbers = itertools.count(1)
stories = []


def story(function):
    """Told to a server that other stories share; each has tenants of its own."""
    stories.append(function)
    function.is_alone = False
    return function


def story_of_a_bug(word):
    """A story that is known to fail, and why. It counts as skipped; told well, it is to be made an
    ordinary one."""
    def wrap(function):
        def told(server):
            try:
                function(server)
            except AssertionError:
                raise Skipped(f"known bug: {word}") from None
            raise AssertionError(f"mended, so make it an ordinary story: {word}")
        told.__name__ = function.__name__
        return story(told)
    return wrap


def story_alone(function):
    """Starts what it needs itself."""
    stories.append(function)
    function.is_alone = True
    return function


# ---- expectations ------------------------------------------------------------------------------


class Skipped(Exception):
    """A story that cannot be told here; its word says why."""


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def expect_equal(actual, expected, about=""):
    expect(actual == expected, f"{about}\nexpected {expected!r}\ngot      {actual!r}")


def expect_problem(answer, status, code=None, *pointers):
    """A refusal in the documented form, about exactly these fields or parameters."""
    expect_equal(answer.status, status, f"{answer!r}")
    expect_equal(answer.header("Content-Type"), "application/problem+json", f"{answer!r}")
    problem = answer.json
    for name in ("type", "title", "status", "code", "detail", "request_id"):
        expect(problem.get(name) not in (None, ""), f"no {name} in {answer!r}")
    expect_equal(problem["status"], status, f"{answer!r}")
    expect_equal(problem["type"], "urn:belfry:problem:" + problem["code"].replace("_", "-"))
    if code:
        expect_equal(problem["code"], code, f"{answer!r}")
    if pointers:
        named = [fault.get("pointer", fault.get("parameter"))
                 for fault in problem.get("errors", [])]
        expect_equal(named, list(pointers), f"{answer!r}")
        expect(all(fault["reason"] for fault in problem["errors"]), f"{answer!r}")
    return problem


# ---- the server --------------------------------------------------------------------------------


def environment(**variables):
    """Nothing of the caller's own settings may change a test."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("BELFRY_", "SCHEDULER_")) and name not in ("NO_COLOR", "TZ")}
    kept.update(variables)
    return kept


LIBC = ctypes.CDLL(None)


def die_with_the_parent():
    """Whatever ends the suite ends its servers."""
    LIBC.prctl(1, signal.SIGKILL)


class Server:
    """`belfry serve` at a free port, in a folder of its own unless one is given."""

    def __init__(self, *words, folder=None, before=(), address="127.0.0.1:0", **variables):
        self.is_own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="belfry-api.")
        self.data = os.path.join(self.folder, "data")
        self.words = words
        self.before = list(before)
        self.address = address
        self.variables = variables
        self.process = None
        self.said = []
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self):
        command = [*self.before, BELFRY, "serve", "--listen", self.address, "--data",
                   self.data, *self.words]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        variables = environment(**{"BELFRY_LOG": "info", **self.variables})
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=self.log, env=variables,
                                        preexec_fn=die_with_the_parent)
        self.said = []
        self.port = self.read_port()
        with open(self.reach("admin.token"), encoding="ascii") as file:
            self.token = file.read().strip()
        self.admin = Client(self, self.token)

    def reach(self, name):
        """A file of its data folder, as the test can open it."""
        return os.path.join(self.data, name)

    def read_port(self):
        """The address it says it listens at."""
        for line in self.process.stdout:
            self.said.append(line.decode())
            found = re.search(r"http://127\.0\.0\.1:(\d+)", self.said[-1])
            if found:
                return int(found.group(1))
        raise AssertionError(f"the server ended with {self.process.wait()}: {self.said} "
                             f"{self.logged()}")

    def logged(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()[-4000:]

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        """As the operator does it; it must end well."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.forget_process()
        expect(code == 0, f"the server ended with {code}: {self.logged()}")

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.forget_process()

    def forget_process(self):
        self.process.stdout.close()
        self.log.close()
        self.admin.close()
        self.process = None

    def memory_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def cpu_ticks(self):
        """How long it has run on any core, in the ticks of the system."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:13]))

    def close(self):
        if self.process:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait(PATIENCE)
            self.process.stdout.close()
            self.log.close()
        if self.is_own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None and self.process:
                self.stop()
            elif self.process:
                print(f"the server ended with {self.process.poll()}: {self.logged()}", flush=True)
        finally:
            self.close()

    def tenant(self, **settings):
        return Tenant(self, **settings)

    def client(self, token=None):
        return Client(self, token)


# ---- clients -----------------------------------------------------------------------------------


class Answer:
    def __init__(self, asked, status, headers, body):
        self.asked = asked
        self.status = status
        self.headers = headers
        self.body = body

    def header(self, name):
        return self.headers.get(name.lower())

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            raise AssertionError(f"no JSON: {self!r}") from None

    def __repr__(self):
        return f"{self.asked} -> {self.status} {self.body[:1500].decode(errors='replace')}"


seen = set()  # (method, path as the route has it, status): what the suite has asked and was told
seen_lock = threading.Lock()


def note(method, path, status):
    route = find_route(method, path.split("?")[0])
    if route:
        with seen_lock:
            seen.add((route.method, route.path, status))


described = {}
described_lock = threading.Lock()


def description_of(server):
    """What the server says of itself: one file, for all servers of a suite are one program."""
    with described_lock:
        if "all" not in described:
            address = f"http://127.0.0.1:{server.port}/openapi.json"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                described["all"] = Description(json.load(answer))
        return described["all"]


class Client:
    """One connection, one token. Not to be shared between threads. Each call is compared with the
    server's description."""

    def __init__(self, server, token=None, address=None):
        self.server = server
        self.token = token
        self.address = address  # where its connections come from; None: 127.0.0.1
        self.connection = None

    def ask(self, method, path, body=None, status=None, **headers):
        """path: below the base unless it begins with a slash. status: what must come back."""
        target = path if path.startswith("/") else BASE + path
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body
        if body is not None and not isinstance(body, bytes):
            data = json.dumps(body).encode()
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        response = self.send(method, target, data, sent)
        answer = Answer(f"{method} {path} {(data or b'')[:300]!r}", *response)
        note(method, target, answer.status)
        if status is not None:
            expect_equal(answer.status, status, f"{answer!r}")
        description_of(self.server).check(method, target, data, *response)
        return answer

    def send(self, method, target, data, headers):
        fresh = self.connection is None
        try:
            return self.send_once(method, target, data, headers)
        except (http.client.BadStatusLine, ConnectionError):
            # An idle connection may have been closed in between; a fresh one must work.
            self.close()
            if fresh:
                raise
            return self.send_once(method, target, data, headers)

    def send_once(self, method, target, data, headers):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port,
                                                         timeout=PATIENCE,
                                                         source_address=self.address
                                                         and (self.address, 0))
        self.connection.request(method, target, data, headers)
        response = self.connection.getresponse()
        body = response.read()
        fields = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close:
            self.close()
        return response.status, fields, body

    def get(self, path, status=200, **headers):
        return self.ask("GET", path, None, status, **headers)

    def post(self, path, body=None, status=200, **headers):
        return self.ask("POST", path, {} if body is None else body, status, **headers)

    def put(self, path, body, status=200, **headers):
        return self.ask("PUT", path, body, status, **headers)

    def delete(self, path, status=200, **headers):
        return self.ask("DELETE", path, None, status, **headers)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


class Stream:
    """One who listens to events, or to an inbox."""

    def __init__(self, client, last=None, path="events", **words):
        self.description = description_of(client.server)
        self.connection = http.client.HTTPConnection("127.0.0.1", client.server.port,
                                                     timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {client.token}", "Accept": "text/event-stream"}
        if last:
            headers["Last-Event-ID"] = last
        path = BASE + path + (query(**words) if words else "")
        self.connection.request("GET", path, headers=headers)
        self.response = self.connection.getresponse()
        note("GET", path, self.response.status)
        expect_equal((self.response.status, self.response.getheader("Content-Type")),
                     (200, "text/event-stream"))
        expect_equal(self.read(), {"retry": "2000"})

    def read(self):
        """The next block, by its fields."""
        block = {}
        while True:
            line = self.response.readline().decode()
            expect(line != "", "the stream ended")
            if line == "\n":
                return block
            name, _, value = line.rstrip("\n").partition(":")
            block[name] = value.strip()

    def next(self):
        """The next event."""
        while True:
            block = self.read()
            if "data" in block:
                event = json.loads(block["data"])
                expect_equal((event["id"], event["type"]), (block["id"], block["event"]))
                self.description.check_event(event)
                return event

    def is_over(self):
        return self.response.read() == b""

    def close(self):
        self.response.close()
        self.connection.close()


def query(**words):
    return "?" + urllib.parse.urlencode(words)


class Tenant:
    """A tenant of the story's own, with a client of each role."""

    def __init__(self, server, **settings):
        self.server = server
        self.id = f"tenant-{os.getpid()}-{next(numbers)}"
        server.admin.post("tenants", {"id": self.id, **settings}, 201)
        self.clients = {}

    def token(self, role, **more):
        body = {"tenant_id": self.id, "role": role, **more}
        if role == "user":
            body.setdefault("user_id", "somebody")
        return self.server.admin.post("tokens", body, 201).json

    def __getattr__(self, role):
        """tenant.viewer, tenant.producer, ...: a client of that role."""
        if role not in ROLES:
            raise AttributeError(role)
        if role not in self.clients:
            self.clients[role] = Client(self.server, self.token(role)["token"])
        return self.clients[role]

    # What nearly every story does.

    def enqueue(self, type_="mail.send", status=201, **fields):
        return self.producer.post("tasks", {"type": type_, **fields}, status).json

    def lease(self, client=None, worker="w-1", max_=1, wait_ms=0, **fields):
        body = {"worker_id": worker, "max": max_, "wait_ms": wait_ms, **fields}
        return (client or self.worker).post("worker/lease", body).json["leases"]

    def report(self, execution, outcome="success", client=None, worker="w-1", **fields):
        """(status, code) of one report."""
        body = {"worker_id": worker,
                "results": [{"execution_id": execution, "outcome": outcome, **fields}]}
        answer = (client or self.worker).post("worker/results", body).json["results"]
        expect_equal(len(answer), 1)
        expect_equal(answer[0]["execution_id"], execution)
        return answer[0]["status"], answer[0].get("code")

    def run(self, id_):
        return self.viewer.get(f"queue/{id_}").json

    def state(self, id_):
        return self.run(id_)["state"]

    def run_to(self, state, type_="mail.send", **fields):
        """A run that has got as far as that; it, and its lease."""
        run = self.enqueue(type_, **fields)
        if state == "queued":
            return run, None
        lease = self.lease(types=[type_])[0]
        expect_equal(lease["run_id"], run["id"])
        if state == "done":
            self.report(lease["execution_id"])
        elif state == "failed":
            self.report(lease["execution_id"], "fail", error={"class": "permanent"})
        elif state == "cancelled":
            self.producer.post(f"queue/{run['id']}/cancel")
        else:
            expect_equal(state, "processing")
        expect_equal(self.state(run["id"]), state)
        return self.run(run["id"]), lease


def walk(client, path, **words):
    """Every row of a list, page by page."""
    rows, cursor = [], None
    while True:
        asked = dict(words, **({"cursor": cursor} if cursor else {}))
        page = client.get(path + query(**asked)).json
        rows += page["data"]
        cursor = page["next_cursor"]
        if not cursor:
            return rows


def until(what, condition, seconds=PATIENCE):
    """For what the server does by itself: asked again and again, each time a request. Between them
    the processor belongs to those who are waited for."""
    end = time.monotonic() + seconds
    pause = 0.001
    while not (value := condition()):
        expect(time.monotonic() < end, f"not within {seconds} s: {what}")
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return value


def together(*calls):
    """Each in a thread of its own; what they returned, in order."""
    results = [None] * len(calls)
    errors = []

    def one(index, call):
        try:
            results[index] = call()
        except BaseException as error:  # told to whoever waits
            errors.append(error)

    threads = [threading.Thread(target=one, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


# ---- raw bytes ---------------------------------------------------------------------------------


def raw(server, data, half_close=False, address="127.0.0.1"):
    """The bytes that come back for these bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE,
                                  source_address=(address, 0)) as link:
        try:
            link.sendall(data)
            if half_close:
                link.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass
        answer = b""
        while True:
            try:
                piece = link.recv(65536)
            except ConnectionResetError:
                return answer
            if not piece:
                return answer
            answer += piece


def raw_status(answer):
    found = re.match(rb"HTTP/1\.1 (\d\d\d) ", answer)
    return int(found.group(1)) if found else None


# ---- the table of routes -----------------------------------------------------------------------


class Route:
    def __init__(self, method, path, reach, flags, body, query_shape):
        self.method = method
        self.path = path
        self.reach = reach
        self.flags = set(flags.replace(" ", "").split("|")) - {"0"}
        self.body = None if body == "NULL" else body.lstrip("&")
        self.query = None if query_shape == "NULL" else query_shape.lstrip("&")
        full = path if path.startswith("/") else BASE + path
        self.pattern = re.compile("^" + re.sub(r":\w+", "[^/]+", full) + "$")
        self.described = re.sub(r":(\w+)", r"{\1}", full)  # as the description names it

    def __repr__(self):
        return f"{self.method} {self.path}"


def read_routes():
    with open(os.path.join(ROOT, "src/api/routes.def"), encoding="utf-8") as file:
        text = file.read()
    rows = re.findall(r'X\((\w+), "([^"]+)", "\w+", (\w+), ([\w| ]+), (\w+), ([&\w]+), ([&\w]+),',
                      text)
    expect(len(rows) == text.count("\tX("), "routes.def is not understood")
    return [Route(*row[:4], *row[5:]) for row in rows]


def read_reaches():
    """Which roles may, by the word a route has for it."""
    with open(os.path.join(ROOT, "src/api/access.def"), encoding="utf-8") as file:
        rows = re.findall(r'X\((\w+), "\w+",\s+(0|ROLE_BIT[^,]*),', file.read())
    return {name: {role.lower() for role in re.findall(r"ROLE_BIT\((\w+)\)", bits)} | {"admin"}
            for name, bits in rows}


ROUTES = read_routes()
REACHES = read_reaches()


def find_route(method, path):
    method = "GET" if method == "HEAD" else method
    for route in ROUTES:
        if route.method == method and route.pattern.match(path):
            return route
    return None
