"""What the server carries out itself: webhooks, programs, mails, log lines, secrets."""
import base64
import hashlib
import hmac
import http.server
import os
import socket
import tempfile
import threading
import time

from dialogue import Server, expect, expect_equal, expect_problem, story, story_alone, until

KEY = b"0123456789abcdef0123456789abcdef"


class Receiver:
    """The other side of webhooks. `ways` says what a path answers: status, fields, body, or a
    function that is called with the handler."""

    def __init__(self):
        self.calls = []
        self.ways = {}
        self.came = threading.Condition()
        self.held = threading.Event()  # set: nobody is kept waiting any more
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                with receiver.came:
                    fields = {name.lower(): value for name, value in self.headers.items()}
                    receiver.calls.append((self.path, fields, body))
                    receiver.came.notify_all()
                way = receiver.ways.get(self.path, (200, {}, b'{"taken": true}'))
                if isinstance(way, list):
                    way = way.pop(0) if len(way) > 1 else way[0]
                if way == "hold":
                    receiver.held.wait(60)
                    way = (200, {}, b"")
                status, fields, said = way
                try:
                    self.send_response(status)
                    for name, value in fields.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(said)))
                    self.end_headers()
                    self.wfile.write(said)
                except OSError:
                    pass  # the caller has gone

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def wait(self, path, count=1):
        def enough():
            return len([one for one in self.calls if one[0] == path]) >= count
        with self.came:
            expect(self.came.wait_for(enough, 60), f"{path} was not called {count} times")
        return [one for one in self.calls if one[0] == path]

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.held.set()
        self.server.shutdown()
        self.server.server_close()


def look_until(client, run, judge, what):
    """The run, once it is as it should be."""
    seen = None

    def look():
        nonlocal seen
        seen = client.get(f"queue/{run}").json
        return judge(seen)
    try:
        until(what, look)
    except AssertionError as problem:
        raise AssertionError(f"{problem}: {seen}") from problem
    return seen


def wait_for(client, run, state):
    return look_until(client, run, lambda seen: seen["state"] == state, f"is not {state}")


def task(client, kind, payload=None, **more):
    return client.post("tasks", {"type": kind, "payload": payload or {}, **more}, 201).json["id"]


def executions(client, run):
    return client.get(f"executions?run_id={run}").json["data"]


def open_hooks(server, receiver, path, **policy):
    """A type of a new tenant's that calls the receiver."""
    tenant = server.tenant()
    tenant.operator.put("types/hook", {"handler": {"kind": "http", "url": receiver.url(path)},
                                       **policy})
    return tenant


ALLOW = {"BELFRY_WEBHOOK_ALLOW": "127.0.0.1"}


@story_alone
def a_webhook_is_signed_and_its_answer_is_the_result():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = server.tenant()
        secret = "whsec_" + base64.b64encode(KEY).decode()
        tenant.admin.put("secrets/sign", {"value": secret})
        tenant.admin.put("secrets/crm", {"value": "Bearer hush"})
        handler = {"kind": "http", "url": receiver.url("/orders"), "secrets": ["sign"],
                   "headers": {"X-Team": "sales", "Authorization": "secret:crm"}}
        tenant.operator.put("types/order", {"handler": handler})
        expect_equal(tenant.viewer.get("types/order").json["handler"], handler)
        run = task(tenant.producer, "order", {"n": 1, "password": "secret:crm"},
                   idempotency_key="k-1")
        seen = wait_for(tenant.viewer, run, "done")
        expect(seen["result_summary"] == '{"taken": true}'
               or seen["result_summary"] == {"taken": True}, f"{seen}")
        (path, fields, body), = receiver.wait("/orders")
        expect_equal(body, b'{"n": 1, "password": "Bearer hush"}')
        expect_equal(fields["idempotency-key"], "k-1")
        expect_equal(fields["webhook-id"], run)
        expect_equal(fields["belfry-execution"], tenant.run(run)["execution_id"])
        expect_equal(fields["authorization"], "Bearer hush")
        expect_equal(fields["x-team"], "sales")
        said = f"{run}.{fields['webhook-timestamp']}.".encode() + body
        mac = hmac.new(KEY, said, hashlib.sha256).digest()
        expect_equal(fields["webhook-signature"], "v1," + base64.b64encode(mac).decode())
        expect(abs(int(fields["webhook-timestamp"]) - time.time()) < 300, "an old timestamp")


@story_alone
def a_429_waits_as_told_and_costs_no_attempt():
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways["/busy"] = [(429, {"Retry-After": "1"}, b"later"), (200, {}, b"{}")]
        tenant = open_hooks(server, receiver, "/busy")
        run = task(tenant.producer, "hook")
        seen = wait_for(tenant.viewer, run, "done")
        expect_equal(seen["attempts"], 1, "the 429 counted")
        calls = receiver.wait("/busy", 2)
        expect_equal(calls[0][1]["idempotency-key"], calls[1][1]["idempotency-key"])
        expect_equal(len(executions(tenant.viewer, run)), 2)


@story_alone
def a_5xx_is_tried_again_a_4xx_is_not():
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways["/down"] = [(503, {}, b"secret innards"), (200, {}, b"{}")]
        receiver.ways["/gone"] = (404, {}, b"innards")
        tenant = open_hooks(server, receiver, "/down",
                            backoff={"kind": "fixed", "base_ms": 200})
        tenant.operator.put("types/gone", {"handler": {"kind": "http",
                                                       "url": receiver.url("/gone")}})
        run, gone = task(tenant.producer, "hook"), task(tenant.producer, "gone")
        seen = wait_for(tenant.viewer, run, "done")
        expect_equal(seen["attempts"], 2)
        seen = wait_for(tenant.viewer, gone, "failed")
        expect_equal(seen["last_error"]["class"], "http_4xx")
        expect("innards" not in str(seen), "what the other side said is shown")
        only, = executions(tenant.viewer, gone)
        path = f"executions/{only['id']}/output"
        said = tenant.viewer.get(path).json
        expect_equal((said["response"]["bytes"], said["response"]["text"]), (7, None))
        expect_equal(tenant.operator.get(path).json["response"]["text"], "innards")


@story_alone
def a_circle_of_webhooks_ends():
    with Receiver() as receiver, Server(**ALLOW) as server:
        tenant = open_hooks(server, receiver, "/next")
        made = {"type": "hook", "payload": {}}
        trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        run = tenant.producer.post("tasks", made, 201, Belfry_Hops="3", traceparent=trace).json
        seen = wait_for(tenant.viewer, run["id"], "done")
        expect_equal(seen["traceparent"], trace)
        (_, fields, _), = receiver.wait("/next")
        expect_equal(fields["belfry-hops"], "4")
        expect_equal(fields["traceparent"], trace)
        run = tenant.producer.post("tasks", made, 201, Belfry_Hops="8").json
        seen = wait_for(tenant.viewer, run["id"], "failed")
        expect("traceparent" not in seen, f"{seen}")
        expect_equal(len(receiver.calls), 1)


@story_alone
def a_slow_webhook_ends_at_its_timeout():
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways["/slow"] = "hold"
        tenant = open_hooks(server, receiver, "/slow", timeout_seconds=1, max_attempts=1)
        run = task(tenant.producer, "hook")
        receiver.wait("/slow")
        wait_for(tenant.viewer, run, "dlq")
        only, = executions(tenant.viewer, run)
        expect_equal(only["status"], "TIMEOUT", f"{only}")


@story_alone
def a_cancelled_webhook_makes_room_at_once():
    with Receiver() as receiver, Server(SCHEDULER_WORKER_COUNT="1", **ALLOW) as server:
        receiver.ways["/slow"] = "hold"
        tenant = open_hooks(server, receiver, "/slow")
        tenant.operator.put("types/tick", {"handler": {"kind": "log"}})
        run = task(tenant.producer, "hook")
        receiver.wait("/slow")
        behind = task(tenant.producer, "tick")
        why = tenant.viewer.get(f"queue/{behind}/why").json
        expect_equal([one["kind"] for one in why["reasons"]], ["limit"], f"{why}")
        tenant.operator.post(f"queue/{run}/cancel", {"reason": "enough"})
        wait_for(tenant.viewer, behind, "done")
        expect_equal(tenant.viewer.get(f"queue/{run}").json["state"], "cancelled")


@story
def where_webhooks_may_not_go_is_said_when_the_type_is_set(server):
    tenant = server.tenant()
    for url in ("http://127.0.0.1/", "https://10.1.2.3/", "https://169.254.169.254/latest",
                "http://example.org/", "ftp://example.org/", "https://user@example.org/"):
        refused = tenant.operator.put("types/hook", {"handler": {"kind": "http", "url": url}}, 422)
        expect_problem(refused, 422, "invalid", "/handler")
    for handler in ({"kind": "exec", "program": "any"}, {"kind": "smtp"}, {"kind": "what"}, {},
                    {"kind": "http"}, {"kind": "log", "more": 1}):
        refused = tenant.operator.put("types/hook", {"handler": handler}, 422)
        expect_problem(refused, 422, "invalid", "/handler")
    tenant.operator.put("types/hook", {"handler": {"kind": "http",
                                                   "url": "https://hooks.example.org/a"}})


@story
def a_type_of_the_servers_own_goes_to_no_worker(server):
    tenant = server.tenant()
    lease = {"worker_id": "w1", "max": 5}
    first = task(tenant.producer, "report")
    tenant.operator.post("pause", {"scope": "type", "type": "report"})
    tenant.operator.put("types/report", {"handler": {"kind": "log", "message": "here"}})
    expect_equal(tenant.worker.post("worker/lease", lease).json["leases"], [])
    tenant.operator.post("resume", {"scope": "type", "type": "report"})
    wait_for(tenant.viewer, first, "done")
    # Back to workers, with what waits.
    tenant.operator.put("types/report", {"handler": {"kind": "pull"}})
    second = task(tenant.producer, "report")
    leases = tenant.worker.post("worker/lease", {**lease, "wait_ms": 5000}).json["leases"]
    expect_equal([one["run_id"] for one in leases], [second])
    who, = executions(tenant.viewer, first)
    expect(who["worker_id"].startswith("@"), f"{who}")
    expect_problem(tenant.worker.post("worker/lease", {"worker_id": who["worker_id"]}, 422), 422)


@story
def the_built_in_types_say_what_they_lack(server):
    tenant = server.tenant()
    mail = task(tenant.producer, "EMAIL", {"to": "ann@example.org", "text": "hello"})
    bare = task(tenant.producer, "WEBHOOK", {"n": 1})
    greedy = task(tenant.producer, "WEBHOOK",
                  {"url": "https://hooks.example.org/", "token": "secret:crm"})
    near = task(tenant.producer, "WEBHOOK", {"url": "http://127.0.0.1:1/"})
    for run, words in ((mail, "no mail server"), (bare, "must have a url"), (greedy, "secrets"),
                       (near, "forbidden")):
        seen = wait_for(tenant.viewer, run, "failed")
        expect(words in seen["last_error"]["message"], f"{seen['last_error']}")
    missing = {"kind": "log", "payload": True}
    tenant.operator.put("types/tick", {"handler": missing})
    run = task(tenant.producer, "tick", {"a": "secret:nobody"})
    seen = wait_for(tenant.viewer, run, "failed")
    expect("nobody" in seen["last_error"]["message"], f"{seen}")


# ---- programs ----------------------------------------------------------------------------------

PROGRAMS = {
    "echo": "cat",
    "steps": "echo '::progress 40 almost there'; echo made; mkfifo gate; read _ < gate",
    "bad": "echo out; echo wrong >&2; exit 3",
    "later": "exit 75",
    "bytes": "printf '\\377\\000'",
    "floods": "head -c 3000000 /dev/zero | tr '\\0' x; printf words >&2",
    "stays": "trap '' TERM; while :; do sleep 1; done",
    "forks": "echo here I am; (sleep 600 &) ; sleep 600",
}


class Programs:
    """A programs file in a folder of its own. The tests' programs are unconfined: they run where
    there may be no Landlock; the suite `programs` is about the walls."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        self.file = os.path.join(folder, "programs.ini")
        text = ""
        for name, script in PROGRAMS.items():
            path = os.path.join(folder, name)
            with open(path, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\n" + script + "\n")
            os.chmod(path, 0o755)
            text += f"[{name}]\npath = {path}\nunconfined = yes\nkill_after_ms = 200\n"
        with open(self.file, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.file, 0o644)


def with_programs(tell, **variables):
    with tempfile.TemporaryDirectory(prefix="belfry-programs.") as folder:
        programs = Programs(os.path.join(folder, "bin"))
        with Server(BELFRY_PROGRAMS=programs.file, **variables) as server:
            tenant = server.tenant()
            for name in PROGRAMS:
                tenant.operator.put(f"types/{name}", {
                    "handler": {"kind": "exec", "program": name}, "max_attempts": 2,
                    "backoff": {"kind": "fixed", "base_ms": 200}})
            tell(server, tenant)


def processes_with(word):
    """Pids whose environment has the word."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if name.isdigit() and word.encode() in file.read():
                    found.append(int(name))
        except OSError:
            continue
    return found


def none_left(run):
    until(f"no process of {run} is left", lambda: not processes_with(f"JOB_ID={run}"))


def first_processes(run):
    """Of a program, once it has begun."""
    return until(f"{run} has begun", lambda: processes_with(f"JOB_ID={run}"))


@story_alone
def a_program_gets_the_payload_and_its_output_is_the_result():
    def tell(server, tenant):
        run = task(tenant.producer, "echo", {"text": "\u00fc", "n": 1.10})
        seen = wait_for(tenant.viewer, run, "done")
        only, = executions(tenant.viewer, run)
        expect_equal(only["result"], {"text": "\u00fc", "n": 1.1}, f"{only} {seen}")
        bad = wait_for(tenant.viewer, task(tenant.producer, "bad"), "failed")
        expect("wrong" in bad["last_error"]["message"], f"{bad}")
        only, = executions(tenant.viewer, bad["id"])
        expect_equal(only["result"], None)
        said = tenant.viewer.get(f"executions/{only['id']}/output").json
        expect_equal((said["kind"], said["stdout"]["text"]), ("program", "out\n"), f"{said}")
        expect_equal(said["stderr"]["text"].strip(), "wrong", f"{said}")
        later = wait_for(tenant.viewer, task(tenant.producer, "later"), "dlq")
        expect_equal(later["attempts"], 2)
    with_programs(tell)


@story_alone
def what_a_program_writes_is_kept_up_to_a_mebibyte():
    def tell(server, tenant):
        run = task(tenant.producer, "floods")
        wait_for(tenant.viewer, run, "done")
        only, = executions(tenant.viewer, run)
        said = tenant.viewer.get(f"executions/{only['id']}/output").json
        out, err = said["stdout"], said["stderr"]
        expect_equal((out["bytes"], out["truncated"]), (3000000, True))
        expect_equal((err["bytes"], err["truncated"], err["text"]), (5, False, "words"))
        expect_equal(out["kept"] + err["kept"], 1 << 20)
        expect_equal(out["text"], "x" * out["kept"])
        expect(len(str(only)) < 100000, "a list of executions brings the output along")
    with_programs(tell)


@story_alone
def what_is_no_text_is_shown_in_base64():
    def tell(server, tenant):
        run = task(tenant.producer, "bytes")
        until("it has ended", lambda: tenant.state(run) in ("done", "failed", "dlq"))
        only = executions(tenant.viewer, run)[0]
        said = tenant.viewer.get(f"executions/{only['id']}/output").json["stdout"]
        expect_equal((said["encoding"], said["text"]), ("base64", "/wA="), f"{said}")
    with_programs(tell)


def last_words(client, execution, text):
    """What it had written comes once it has ended."""
    def look():
        said = client.get(f"executions/{execution['id']}/output").json
        return said if said["kind"] == "program" else None
    expect_equal(until("what it wrote is kept", look)["stdout"]["text"], text)


@story_alone
def a_program_that_is_cancelled_or_takes_too_long_leaves_nothing():
    def tell(server, tenant):
        tenant.operator.put("types/forks", {"timeout_seconds": 1, "max_attempts": 1})
        stays, forks = task(tenant.producer, "stays"), task(tenant.producer, "forks")
        wait_for(tenant.viewer, stays, "processing")
        first_processes(stays)
        tenant.operator.post(f"queue/{stays}/cancel", {"reason": "enough"})
        wait_for(tenant.viewer, forks, "dlq")
        only, = executions(tenant.viewer, forks)
        expect_equal(only["status"], "TIMEOUT", f"{only}")
        last_words(tenant.viewer, only, "here I am\n")
        none_left(stays)
        none_left(forks)
        # Its hands are free again.
        wait_for(tenant.viewer, task(tenant.producer, "echo"), "done")
    with_programs(tell, SCHEDULER_WORKER_COUNT="2")


@story_alone
def a_program_tells_its_progress():
    def tell(server, tenant):
        run = task(tenant.producer, "steps")

        def look():
            return [one for one in executions(tenant.viewer, run)
                    if one.get("progress_percent") == 40]
        expect_equal(until("progress is told", look)[0]["progress_message"], "almost there")
        tenant.operator.post(f"queue/{run}/cancel", {})
        none_left(run)
    with_programs(tell)


@story_alone
def a_killed_server_leaves_no_program_behind():
    def tell(server, tenant):
        run = task(tenant.producer, "stays")
        first_processes(run)
        before = set(processes_with(f"JOB_ID={run}"))
        server.kill()
        server.start()
        left = before & set(processes_with(f"JOB_ID={run}"))
        expect_equal(left, set(), "what ran before the restart still runs")
        seen = look_until(tenant.viewer, run, lambda seen: seen["attempts"] == 1,
                          "is not stalled")
        first = executions(tenant.viewer, run)[-1]
        expect_equal(first["status"], "STALLED", f"{first} {seen}")
    with_programs(tell)


@story_alone
def a_server_that_stops_gives_back_what_it_cannot_finish():
    with Receiver() as receiver, Server(**ALLOW) as server:
        receiver.ways["/slow"] = "hold"
        tenant = open_hooks(server, receiver, "/slow")
        run = task(tenant.producer, "hook")
        receiver.wait("/slow")
        server.stop()
        receiver.held.set()
        receiver.ways["/slow"] = (200, {}, b"{}")
        server.start()
        seen = wait_for(tenant.viewer, run, "done")
        expect_equal(seen["attempts"], 1, "giving it back cost an attempt")
        receiver.wait("/slow", 2)


@story_alone
def a_server_that_stops_ends_its_programs_and_gives_them_back():
    def tell(server, tenant):
        run = task(tenant.producer, "stays")
        first_processes(run)
        server.stop()
        expect_equal(processes_with(f"JOB_ID={run}"), [], "it still runs")
        server.start()
        seen = look_until(tenant.viewer, run, lambda seen: seen["state"] == "processing",
                          "is not begun again")
        expect_equal(seen["attempts"], 0, "giving it back cost an attempt")
        tenant.operator.post(f"queue/{run}/cancel", {})
        none_left(run)
    with_programs(tell)


# ---- mails -------------------------------------------------------------------------------------


class Sink:
    """A mail server that takes everything."""

    def __init__(self):
        self.mails = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        stream = connection.makefile("rwb")

        def say(line):
            stream.write(line + b"\r\n")
            stream.flush()
        say(b"220 sink")
        data = None
        for line in stream:
            if data is not None:
                data.append(line)
                if line == b".\r\n":
                    self.mails.append(b"".join(data))
                    data = None
                    say(b"250 taken")
            elif line.upper().startswith(b"DATA"):
                data = []
                say(b"354 go on")
            else:
                say(b"250 ok")


@story_alone
def a_mail_is_sent_by_the_operators_server():
    sink = Sink()
    with Server(BELFRY_SMTP_URL=f"smtp://127.0.0.1:{sink.port}",
                BELFRY_SMTP_FROM="belfry@example.org") as server:
        tenant = server.tenant()
        run = task(tenant.producer, "EMAIL", {"to": "ann@example.org", "subject": "hello",
                                              "text": "how are you"})
        wait_for(tenant.viewer, run, "done")
        expect_equal(len(sink.mails), 1)
        expect(run.encode() in sink.mails[0] and base64.b64encode(b"how are you") in sink.mails[0],
               f"{sink.mails}")
        tenant.operator.put("types/note", {"handler": {"kind": "smtp", "to": "bob@example.org"}})
        wait_for(tenant.viewer, task(tenant.producer, "note",
                                     {"subject": "note", "text": "x"}), "done")
        expect(b"bob@example.org" in sink.mails[1], f"{sink.mails[1]}")
    sink.socket.close()
