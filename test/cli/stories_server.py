"""The command line against a server of its own: every command, its good path and its errors."""
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import tempfile
import time

import jsonschema

from stage import *

# ---- talking to a server ------------------------------------------------------------------------


class Server:
    """A server of the story's own: a folder, a free port; gone afterwards."""

    def __init__(self, has_certificate=False):
        self.has_certificate = has_certificate

    def certify(self):
        """A certificate that nobody knows yet, for 127.0.0.1."""
        self.certificate = os.path.join(self.folder, "certificate.pem")
        key = os.path.join(self.folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", key, "-out", self.certificate], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.chmod(key, 0o600)
        return ["--tls-cert", self.certificate, "--tls-key", key]

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="belfry-cli.")
        self.data = os.path.join(self.folder, "data")
        more = self.certify() if self.has_certificate else []
        self.process = subprocess.Popen(
            [BELFRY, "serve", "--data", self.data, "--listen", "127.0.0.1:0", *more],
            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.folder)
        self.url = None
        for _ in range(20):
            line = self.process.stdout.readline().decode()
            found = re.search(r"listening on (https?://\S+)", line)
            if found:
                self.url = found.group(1)
                break
        expect(self.url, "the server does not say where it listens")
        self.variables = {"BELFRY_URL": self.url, "XDG_CONFIG_HOME": self.folder,
                          "BELFRY_TOKEN_FILE": os.path.join(self.data, "admin.token")}
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=SECONDS_MAX)
        shutil.rmtree(self.folder)

    def run(self, *words, **more):
        stdin, cwd = more.pop("stdin", ""), more.pop("cwd", None)
        return belfry(*words, stdin=stdin, cwd=cwd, **{**self.variables, **more})

    def good(self, *words, **more):
        answer = self.run(*words, **more)
        expect_code(answer, 0)
        return answer.out

    def name(self, *words):
        return self.good(*words, "-o", "name").strip()


@story
def an_alert_rule_is_switched_off_and_on():
    with Server() as server:
        for word in ("false", "true"):
            server.good("alert", "set-service", "NO_WORKER", "--enabled", word)
            shown = json.loads(server.good("alert", "service", "-o", "json"))
            rules = {row["alert_type"]: row["is_enabled"] for row in shown["data"]}
            expect_equal(rules["NO_WORKER"], word == "true")
        answer = server.run("alert", "set-service", "NO_WORKER", "--enabled", "maybe")
        expect_equal(answer.code, 2)
        expect('--enabled must be true or false, got "maybe"' in answer.err, answer.err)


@story
def a_server_with_a_certificate_of_ones_own_is_trusted_by_name():
    with Server(has_certificate=True) as server:
        expect(server.url.startswith("https://"), server.url)
        expect_refused(server.run("status"), 7, "certificate")
        trusted = {"BELFRY_CA_FILE": server.certificate}
        server.good("status", **trusted)
        server.good("task", "add", "greet", "--ca-file", server.certificate)
        done = server.run("worker", "--exec", "greet=cat", "--once", **trusted)
        expect_code(done, 0)
        expect_refused(server.run("context", "add", "far", "--ca-file", "certificate.pem"), 2,
                       "begins with a slash")
        server.good("context", "add", "far", "--ca-file", server.certificate)
        expect("greet" in server.good("queue", "list", "--context", "far"), "not by its context")


@story
def a_job_lives_from_the_command_line():
    with Server() as server:
        made = server.good("job", "create", "report", "--cron", "0 7 * * MON", "--tz",
                           "Europe/London", "--handler", "report.daily", "--run-timeout", "10m")
        expect("report" in made and "ACTIVE" in made, made)
        expect_refused(server.run("job", "create", "report", "--cron", "@daily", "--handler", "x"),
                       5, "belfry job: ")
        expect("report.daily" in server.good("job", "list"), "it is not listed")
        expect_equal(json.loads(server.good("job", "show", "report", "--json"))["timeout_seconds"],
                     600)
        expect_equal(len(server.good("job", "next", "report", "-o", "ndjson").splitlines()), 5)
        server.good("job", "change", "report", "--cron", "@hourly")
        expect("PAUSED" in server.good("job", "pause", "report", "--reason", "tests"), "pause")
        expect("ACTIVE" in server.good("job", "resume", "report"), "resume")
        server.good("job", "skip", "report")
        server.good("job", "backfill", "report", "--from", "2025-01-01T00:00:00Z", "--to",
                    "2025-01-01T02:00:00Z")
        run = server.name("job", "run", "report")
        expect("report.daily" in server.good("queue", "show", run), "its run is not there")
        server.good("job", "executions", "report")
        server.good("job", "forecast", "--hours", "2")
        template = server.good("template", "list", "-o", "name").split()[0]
        server.good("template", "create", template)
        server.good("job", "occurrences", "report")
        expect_refused(server.run("job", "delete", "report"), 2, "--yes")
        server.good("job", "delete", "report", "--yes")
        expect_refused(server.run("job", "show", "no-such-job"), 3, "request ")
        expect_refused(server.run("job", "create", "x", "--cron", "nope", "--handler", "x"), 2,
                       "--cron")


@story
def runs_are_added_looked_at_and_ended():
    with Server() as server:
        one = server.name("task", "add", "mail.send", "--payload", '{"n": 1.10}', "--in", "1h",
                          "--entity", "order:1", "--key", "k")
        again = json.loads(server.good("task", "add", "mail.send", "--key", "k", "--unique",
                                       "active", "--in", "1h", "--json"))
        expect(again["id"], f"{again}")
        shown = json.loads(server.good("task", "show", one, "--json"))
        expect_equal(shown["entity"], "order:1")
        expect('"payload":{"n": 1.10}' in server.good("queue", "show", one, "--json"), "payload")
        expect("reasons" in server.good("queue", "why", one, "--json"), "why")
        server.good("task", "reschedule", one, "--in", "2h")
        server.good("queue", "reschedule", one, "--in", "3h")
        server.good("task", "list", "--state", "queued", "--type", "mail.send")
        server.good("task", "cancel", one)
        expect_refused(server.run("queue", "retry", one), 5, "belfry queue: ")
        server.good("task", "bulk", "--tasks", '[{"type":"a","in":"1h"},{"type":"a","in":"1h"}]')
        counted = json.loads(server.good("queue", "cancel", "--type", "a", "--dry-run", "--json"))
        expect_equal(counted["count"], 2)
        expect_refused(server.run("queue", "cancel", "--type", "a"), 2, "cancel 2 runs", "--yes")
        ended = json.loads(server.good("queue", "cancel", "--type", "a", "--yes", "--wait",
                                       "--json"))
        expect_equal((ended["state"], ended["changed"]), ("done", 2))
        server.good("operation", "show", ended["id"])
        server.run("operation", "cancel", ended["id"])
        expect_equal(server.good("queue", "list", "--state", "cancelled", "--type", "a", "--all",
                                 "-o", "name").count("\n"), 2)
        server.good("queue", "names")
        server.good("queue", "set", "bulk", "--weight", "3")
        server.good("queue", "discard", "--type", "a", "--yes")


@story
def what_people_set_up():
    with Server() as server:
        server.good("tenant", "create", "acme", "--name", "Acme")
        server.good("tenant", "change", "acme", "--at-once", "5")
        server.good("tenant", "set", "acme", "--attempts", "3")
        expect("Acme" in server.good("tenant", "show", "acme"), "the tenant is not shown")
        server.good("tenant", "settings", "acme")
        expect("acme" in server.good("tenant", "list"), "the tenant is not listed")
        server.good("user", "set", "ann", "--email", "ann@example.org", "--tenant", "acme")
        server.good("user", "show", "ann", "--tenant", "acme")
        token = server.name("token", "create", "viewer", "--tenant", "acme", "--name", "eyes")
        expect(token.startswith("belfry_"), token)
        del server.variables["BELFRY_TOKEN_FILE"]
        server.good("queue", "list", BELFRY_TOKEN=token)
        expect_refused(server.run("task", "add", "x", BELFRY_TOKEN=token), 4, "status 403")
        server.variables["BELFRY_TOKEN_FILE"] = os.path.join(server.data, "admin.token")
        id = json.loads(server.good("token", "list", "--tenant", "acme", "--json"))["data"][0]["id"]
        server.good("token", "delete", id, "--yes", "--tenant", "acme")
        server.good("type", "set", "mail.send", "--attempts", "7", "--at-once", "2")
        expect("7" in server.good("type", "show", "mail.send"), "the type is not shown")
        server.good("type", "list")
        server.good("calendar", "set", "holidays", "--dates", "2026-12-25,2026-12-26")
        expect("holidays" in server.good("calendar", "list"), "the calendar is not listed")
        server.good("calendar", "show", "holidays")
        server.good("calendar", "delete", "holidays", "-y")
        server.good("secret", "set", "smtp", "--value", "-", stdin="hush\n")
        listed = server.good("secret", "list")
        expect("smtp" in listed and "hush" not in listed, listed)
        server.good("secret", "delete", "smtp", "-y")
        server.good("pause", "type", "mail.send", "--reason", "tests")
        expect("mail.send" in server.good("pause", "list"), "the pause is not listed")
        server.good("resume", "type", "mail.send")
        for scope in ("pause", "resume"):
            server.good(scope, "queue", "default")
            server.good(scope, "tenant", "--tenant", "acme")
        server.good("type", "delete", "mail.send", "-y")


@story
def a_worker_made_of_programs_carries_runs_out():
    with Server() as server:
        good = server.name("task", "add", "echo", "--payload",
                           '{"n":1.10,"b":18446744073709551616}')
        bad = server.name("task", "add", "bad", "--attempts", "1")
        server.name("task", "add", "later")
        worker = server.run("worker", "--once", "--concurrency", "2", "--exec",
                            "echo=echo '::progress 40 half'; cat", "--exec",
                            "bad=echo it broke >&2; exit 3", "--exec", "later=exit 75")
        expect_code(worker, 0)
        shown = server.good("queue", "show", good, "--json")
        expect('"result":{"n":1.10,"b":18446744073709551616}' in shown, shown)
        failed = json.loads(server.good("queue", "show", bad, "--json"))
        expect_equal(failed["error_message"], "exit code 3: it broke")
        executions = [json.loads(line) for line in
                      server.good("execution", "list", "-o", "ndjson").splitlines()]
        expect_equal(sorted(one["outcome"] for one in executions), ["fail", "retry", "success"])
        server.good("execution", "show", executions[0]["id"])
        server.good("worker", "list")
        failed_execution = [one["id"] for one in executions if one["outcome"] == "fail"][0]
        said = server.run("execution", "output", failed_execution)
        expect_equal((said.out, said.err), ("", "it broke\n"))
        server.good("execution", "retry", failed_execution)
        run = server.name("task", "add", "much")
        program = "much=head -c 2000000 /dev/zero | tr '\\0' x"
        expect_code(server.run("worker", "--once", "--exec", program), 0)
        execution, = json.loads(server.good("execution", "list", "--run", run, "--json"))["data"]
        much = json.loads(server.good("execution", "output", execution["id"], "--json"))["stdout"]
        expect_equal((much["bytes"], much["kept"], much["truncated"]), (2000000, 1 << 20, True))
        raw = server.name("task", "add", "raw")
        expect_code(server.run("worker", "--once", "--exec", "raw=printf 'a\\0\\377b'"), 0)
        execution, = json.loads(server.good("execution", "list", "--run", raw, "--json"))["data"]
        text = json.loads(server.good("execution", "output", execution["id"], "--json"))["stdout"]
        expect_equal(text["text"], "a\ufffd\ufffdb")
        expect_refused(server.run("worker", "--once", "--exec", "x=true",
                                  BELFRY_URL="http://127.0.0.1:1"), 7, "127.0.0.1")


@story
def an_idle_worker_ends_as_soon_as_it_is_told_to():
    with Server() as server:
        worker = subprocess.Popen([BELFRY, "worker", "--exec", "x=true"],
                                  env=environment(**server.variables), stderr=subprocess.PIPE)
        try:
            def is_waiting():
                expect(worker.poll() is None, "the worker has ended")
                return json.loads(server.good("status", "--json"))["waiting_calls"]
            shortly("the worker does not wait", is_waiting)
            worker.terminate()
            # Its call would wait 20 s for work.
            _, said = worker.communicate(timeout=15)
        finally:
            worker.kill()
        expect_equal((worker.returncode, said), (0, b""))


def processes_that_say(word, *but):
    """Pids whose argument list has the word."""
    found = set()
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if name.isdigit() and word.encode() in file.read():
                    found.add(int(name))
        except OSError:
            continue
    return found - {os.getpid(), *but}


@story
def a_cancelled_program_of_a_worker_is_ended_even_if_it_ignores_that():
    with Server() as server:
        mark = f"stubborn-{os.getpid()}"
        worker = subprocess.Popen(
            [BELFRY, "worker", "--concurrency", "1", "--exec",
             f"stays=trap '' TERM; : {mark}; while :; do sleep 1; done", "--exec", "ok=echo 1"],
            env=environment(WORKER_LEASE_MS="5000", **server.variables), stderr=subprocess.PIPE)
        try:
            run = server.name("task", "add", "stays")
            shortly("it does not begin", lambda: processes_that_say(mark, worker.pid))
            server.good("queue", "cancel", run)
            shortly("it is not ended", lambda: not processes_that_say(mark, worker.pid))
            shown = json.loads(server.good("queue", "show", run, "--json"))
            expect_equal(shown["state"], "cancelled")
            # The worker goes on.
            server.good("task", "add", "ok", "--wait", "--timeout", "30s")
        finally:
            worker.terminate()
            worker.communicate(timeout=SECONDS_MAX)
        expect_equal(worker.returncode, 0)


class Worker:
    """`belfry worker` with these words, beside the story."""

    def __init__(self, server, *words, **more):
        self.process = subprocess.Popen(
            [BELFRY, "worker", "--worker-id", "w", *words], stdin=subprocess.DEVNULL,
            env=environment(**{**server.variables, **more}), stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate(timeout=SECONDS_MAX)

    def ended(self):
        _, said = self.process.communicate(timeout=SECONDS_MAX)
        expect_equal((self.process.returncode, said), (0, said))
        return said


def through(gate):
    """What a program writes to a pipe; it must have come as far as that."""
    file = os.open(gate, os.O_RDONLY | os.O_NONBLOCK)
    try:
        os.set_blocking(file, True)
        shortly("nothing comes through", lambda: select.select([file], [], [], 0)[0])
        return os.read(file, 100).decode()
    finally:
        os.close(file)


def worker_seen(server):
    seen = json.loads(server.good("worker", "list", "--json"))["data"]
    return seen[0] if seen else {"running": 0, "draining": False}


@story
def a_worker_that_is_told_to_drain_finishes_and_leaves():
    with Server() as server, Folder() as folder:
        gate = os.path.join(folder.path, "gate")
        os.mkfifo(gate)
        # The program ends when somebody reads what it writes.
        held, left = (server.name("task", "add", "held", "--payload", "{}") for _ in range(2))
        with Worker(server, "--exec", f"held=touch {gate}.near; echo through >{gate}; echo 1",
                    WORKER_LEASE_MS="5000") as worker:
            shortly("it does not begin", lambda: os.path.exists(gate + ".near"))
            server.good("worker", "drain", "w", "--reason", "it moves")
            expect_equal(through(gate), "through\n")
            said = worker.ended()
        expect("belfry worker resume w" in said, said)
        states = [json.loads(server.good("queue", "show", run, "--json"))["state"]
                  for run in (held, left)]
        expect_equal(states, ["done", "queued"])
        # Under its name it takes nothing, until it may again.
        again = ("worker", "--worker-id", "w", "--once", "--exec", "held=echo 2")
        expect("is draining" in server.run(*again).err, "it is not said")
        server.good("worker", "resume", "w")
        server.good(*again)
        expect_equal(json.loads(server.good("queue", "show", left, "--json"))["result"], 2)


@story
def a_worker_that_gets_sigterm_says_so_and_gives_back_what_it_cannot_finish():
    with Server() as server:
        run = server.name("task", "add", "long", "--attempts", "1")
        mark = os.path.join(server.folder, "begun")
        with Worker(server, "--grace", "0s", "--exec", f"long=trap 'exit 9' TERM; touch {mark}; "
                    "while :; do sleep 0.05; done") as worker:
            shortly("it does not begin", lambda: os.path.exists(mark))
            worker.process.terminate()
            expect("long given back in " in worker.ended(), "it is not said")
        expect(worker_seen(server)["draining"], "the server was not told")
        # Somebody else may take it at once, and its only attempt is still to come.
        shown = json.loads(server.good("queue", "show", run, "--json"))
        expect_equal((shown["state"], shown["attempts"]), ("queued", 0))
        server.good("worker", "--once", "--exec", "long=echo 3")
        expect_equal(json.loads(server.good("queue", "show", run, "--json"))["result"], 3)
        expect_refused(server.run("worker", "--grace", "25h", "--exec", "x=true"), 2, "--grace")


@story
def a_worker_that_gets_sigterm_has_a_grace_and_no_more_after_a_second():
    with Server() as server, Folder() as folder:
        gate = os.path.join(folder.path, "gate")
        os.mkfifo(gate)
        run = server.name("task", "add", "held")
        program = f"touch {gate}.near; echo through >{gate}; echo 1"
        with Worker(server, "--exec", f"held={program}") as worker:
            shortly("it does not begin", lambda: os.path.exists(gate + ".near"))
            worker.process.terminate()
            shortly("the server is not told", lambda: worker_seen(server)["draining"])
            through(gate)
            worker.ended()
        expect_equal(json.loads(server.good("queue", "show", run, "--json"))["state"], "done")
        run = server.name("task", "add", "held")
        program = f"trap '' TERM; touch {gate}.here; echo through >{gate}"
        with Worker(server, "--exec", f"held={program}") as worker:
            shortly("it does not begin", lambda: os.path.exists(gate + ".here"))
            worker.process.terminate()
            shortly("the server is not told", lambda: worker_seen(server)["draining"])
            worker.process.terminate()
            worker.ended()
        shown = json.loads(server.good("queue", "show", run, "--json"))
        expect_equal((shown["state"], shown["attempts"]), ("queued", 0))


@story
def a_worker_follows_its_settings():
    with Server() as server:
        run = server.name("task", "add", "later", "--attempts", "9")
        once = ("worker", "--once", "--exec", "later=exit 75")
        expect_code(server.run(*once, WORKER_MAX_ATTEMPTS="1", WORKER_BATCH="1",
                               WORKER_LEASE_MS="6000", WORKER_POLL_MS="10"), 0)
        expect_equal(json.loads(server.good("queue", "show", run, "--json"))["state"], "failed")
        expect_refused(server.run(*once, WORKER_BATCH="0"), 2, "WORKER_BATCH", "1 to 1000")
        expect("WORKER_POLL_MS" in server.good("config", "show"), "its settings are not shown")


@story
def a_wait_ends_with_the_run_and_says_how():
    with Server() as server:
        worker = subprocess.Popen([BELFRY, "worker", "--exec", "ok=echo 1", "--exec", "bad=exit 1"],
                                  env=environment(**server.variables), stderr=subprocess.PIPE)
        try:
            expect("done" in server.good("task", "add", "ok", "--wait", "--timeout", "30s"), "ok")
            expect_code(server.run("task", "add", "bad", "--wait", "--timeout", "30s"), 8)
            expect_code(server.run("task", "add", "nobody", "--wait", "--timeout", "1s"), 6)
        finally:
            worker.terminate()
            worker.communicate(timeout=SECONDS_MAX)
        expect_equal(worker.returncode, 0)



@story
def an_argument_that_nothing_uses_is_refused_by_name():
    with Server() as server:
        server.good("tenant", "create", "acme")
        before = server.good("tenant", "settings", "acme", "--json")
        rows = [
            (["tenant", "settings", "acme", "--set", "max_attempts=9"], "--set"),
            (["tenant", "show", "acme", "--body", "{}"], "--body"),
            (["tenant", "show", "acme", "--columns", "id"], "--columns"),
            (["job", "list", "--columns", "code", "-o", "json"], "--columns"),
            (["task", "add", "t", "--body", '{"type":"t"}', "--queue", "q"], "--queue"),
            (["task", "add", "t", "--body", '{"type":"t"}', "--set", "queue=q"], "--set"),
            (["job", "apply", "-", "--set", "queue=q"], "--set"),
            (["worker", "list", "--concurrency", "3"], "--concurrency"),
            (["worker", "--exec", "t=true", "--once", "--tenant", "acme"], "--tenant"),
            (["worker", "--exec", "t=true", "--once", "--set", "a=1"], "--set"),
            (["status", "--tenant", "acme"], "--tenant"),
            (["api", "GET", "jobs", "--yes"], "--yes"),
            (["context", "list", "spare"], "spare"),
            (["context", "remove", "one", "spare"], "spare"),
            (["import", "a", "b"], "b"),
            (["forecast", "--dry-run"], "--dry-run"),
        ]
        for words, named in rows:
            answer = server.run(*words)
            expect_refused(answer, 2, named)
        expect_equal(server.good("tenant", "settings", "acme", "--json"), before)
        expect_equal(server.good("task", "list", "-o", "name"), "")


@story
def a_file_that_is_no_json_is_refused_with_the_place():
    with Server() as server, Folder() as folder:
        texts = {
            "cut.json": ('[{"code": "a", "handler": "h"},\n {"code": "b",\n  "handler": ]',
                         "cut.json:3:", "near ']'"),
            "jobs.yaml": ("jobs:\n  - code: a\n code: b\n", "jobs.yaml:3:", "YAML"),
            "yaml.json": ("jobs:\n  - code: a\n", "yaml.json:1:", "JSON"),
            "twice.json": ('{"code": "a",\n "code": "b"}', "twice.json:2:", "duplicate"),
            "lines.ndjson": ('{"code": "a", "handler": "h"}\n\n{"code": "b" "handler": "h"}\n',
                             "lines.ndjson:3:", "near"),
            "number.json": ("17", "number.json:1:", "a job, an array of jobs"),
            "empty.json": ("", "empty.json:1:", "a job, an array of jobs"),
            "nameless.json": ('[{"code": "a"}, {"handler": "h"}]', "nameless.json", "job 2",
                              "code"),
        }
        for name, (text, *parts) in texts.items():
            folder.write(name, text.encode())
            answer = server.run("job", "apply", os.path.join(folder.path, name))
            expect_refused(answer, 2, *parts)
        answer = server.run("job", "apply", "-", stdin='{"code": ')
        expect_refused(answer, 2, "standard input:1:")
        answer = server.run("task", "add", "t", "--payload",
                            "@" + os.path.join(folder.path, "cut.json"))
        expect_refused(answer, 2, "--payload", "cut.json:3:")
        answer = server.run("task", "add", "t", "--payload", '{"a": }')
        expect_refused(answer, 2, "--payload", "column 7", "near '}'")
        expect_equal(server.good("job", "list", "-o", "name"), "")


@story
def a_wait_on_a_terminal_shows_why_and_how_far_it_is():
    with Server() as server, Folder() as folder:
        gate = os.path.join(folder.path, "gate")
        os.mkfifo(gate)
        with Terminal([BELFRY, "task", "add", "slow", "--wait", "--timeout", "50s"],
                      env=environment(TERM="xterm", **server.variables)) as terminal:
            terminal.until(b"no worker asks for runs of its type (slow)")
            with Worker(server, "--exec", f"slow=echo '::progress 40 half way'; cat {gate}"):
                terminal.until(b"40%")
                terminal.until(b"half way")
                with open(gate, "w", encoding="ascii") as file:
                    file.write("7")
                shown, code = terminal.end()
        expect_equal(code, 0)
        expect("done" in shown.split("\x1b[K")[-1], f"its end is not shown: {shown}")


@story
def a_wait_says_why_it_waits_and_how_it_failed():
    with Server() as server:
        server.good("job", "create", "report", "--handler", "bad", "--every", "1h",
                    "--attempts", "1")
        server.good("job", "pause", "report", "--reason", "the source moves")
        waited = server.run("job", "run", "report", "--wait", "--timeout", "1s")
        expect_code(waited, 6)
        expect_equal(waited.err.count("the job is paused (report): the source moves"), 1)
        for part in ("did not end in time", "belfry job resume report"):
            expect(part in waited.err, f"no {part!r} in {waited!r}")
        server.good("job", "resume", "report")
        with Worker(server, "--exec", "bad=echo it broke >&2; exit 3"):
            failed = server.run("job", "run", "report", "--wait", "--timeout", "50s", "-o", "json")
        expect_code(failed, 8)
        run = json.loads(failed.out)
        expect_equal(run["state"], "failed")
        for part in ("attempt 1 of 1: exit: exit code 3: it broke",
                     f"belfry queue retry {run['id']}"):
            expect(part in failed.err, f"no {part!r} in {failed!r}")
        quiet = server.run("task", "add", "nobody", "--wait", "--timeout", "1s", "--quiet")
        expect("note:" not in quiet.err, f"{quiet!r}")

@story
def the_server_and_this_machine_are_looked_at():
    with Server() as server:
        expect("ready" in server.good("status"), "status")
        expect("nothing is running" in server.good("top", "--once"), "top")
        expect_refused(server.run("top"), 2, "needs a terminal")
        expect_equal(json.loads(server.good("status", "--json"))["status"], "ready")
        expect("store" in server.good("doctor", "--data", server.data), "doctor")
        shown = server.good("config", "show")
        expect("(hidden)" in shown and "belfry_0" not in shown, shown)
        server.good("config", "check")
        wrong = server.run("config", "check", BELFRY_LISTEN="0.0.0.0:1", BELFRY_STROE="sqlite:x",
                           SCHEDULER_QUEUE_WEIGHTS="heavy", BELFRY_PROGRAMS="/no/such/file")
        expect_code(wrong, 1)
        for words in ("--listen (BELFRY_LISTEN): listening beyond loopback",
                      "did you mean BELFRY_STORE?",
                      'SCHEDULER_QUEUE_WEIGHTS: "heavy"', "BELFRY_PROGRAMS: /no/such/file"):
            expect(words in wrong.err, f"{words}: {wrong}")
        copy = os.path.join(server.folder, "copy.db")
        server.good("backup", copy, "--data", server.data)
        expect_refused(server.run("backup", copy, "--data", server.data), 5, "already exists")
        server.good("api", "GET", "/healthz")
        expect_refused(server.run("api", "GET", "nothing"), 3, "belfry api: ")
    expect_refused(belfry("status", "--url", "http://127.0.0.1:1"), 7, "belfry serve")


@story
def contexts_keep_servers_and_tokens_for_their_owner_alone():
    with Server() as server:
        server.good("context", "add", "here")
        file = os.path.join(server.folder, "belfry", "contexts.json")
        expect_equal(os.stat(file).st_mode & 0o777, 0o600)
        mine = {"XDG_CONFIG_HOME": server.folder}
        expect_code(belfry("status", **mine), 0)
        expect_code(belfry("status", "--context", "here", **mine), 0)
        expect_refused(belfry("status", "--context", "there", **mine), 3, "no context")
        expect_refused(belfry("status", "--url", server.url, **mine), 4, "No token was given",
                       "admin.token")
        server.good("context", "use", "here")
        expect("* here" in server.good("context", "list"), "it is not in use")
        server.good("context", "remove", "here")


@story
def what_was_exported_can_be_imported():
    with Server() as one, Server() as other:
        one.good("type", "set", "mail.send", "--attempts", "7", "--unique", "succeeded")
        one.good("calendar", "set", "holidays", "--dates", "2026-12-25")
        one.good("job", "create", "report", "--cron", "0 7 * * *", "--handler", "mail.send",
                 "--exclude", "holidays", "--parameters", '{"n":1.10}')
        lines = one.good("export")
        other.good("import", "--dry-run", stdin=lines)
        expect_equal(other.good("job", "list", "-o", "name"), "")
        other.good("import", stdin=lines)
        other.good("import", stdin=lines)
        expect('"parameters":{"n":1.10}' in other.good("job", "show", "report", "--json"), "job")
        type = json.loads(other.good("type", "show", "mail.send", "--json"))
        expect_equal((type["max_attempts"], type["unique_scope"]), (7, "succeeded"))


@story
def a_crontab_is_taken_over():
    with Server() as server:
        crontab = "CRON_TZ=Europe/Berlin\n*/5 * * * * echo \"it's\" done\n@daily true\n"
        shown = server.good("import", "crontab", stdin=crontab)
        expect("*/5 * * * *" in shown, shown)
        expect_equal(server.good("job", "list", "-o", "name"), "")
        out = os.path.join(server.folder, "out")
        server.good("import", "crontab", "-", "--write", out, stdin=crontab)
        server.good("import", "crontab", "-", "--write", out, stdin=crontab)
        jobs = server.good("job", "list", "-o", "name").split()
        expect_equal(len(jobs), 2)
        script = os.path.join(out, "belfry-crontab-worker.sh")
        expect_code(shell(f"sh -n {script}"), 0)
        run = server.name("job", "run", jobs[-1])
        text = open(script, encoding="utf-8").read().replace("exec belfry worker",
                                                             f"exec {BELFRY} worker --once")
        expect_code(shell(text, **server.variables), 0)
        expect("it's done" in server.good("queue", "show", run), "its output is not the result")


@story
def jobs_of_a_file_are_made_and_changed():
    with Server() as server:
        file = os.path.join(ROOT, "examples", "jobs.json")
        dry = server.good("job", "apply", file, "--dry-run")
        expect("would create weekly-report" in dry, dry)
        expect_equal(server.good("job", "list", "-o", "name"), "")
        expect("create weekly-report" in server.good("job", "apply", file), "it is not made")
        again = server.run("job", "apply", file)
        expect("3 unchanged" in again.err, f"a second time changes something: {again!r}")
        changed = json.load(open(file, encoding="utf-8"))
        changed["jobs"][0]["cron_expression"] = "0 8 * * MON"
        shown = server.good("job", "apply", "-", stdin=json.dumps(changed, indent=1))
        expect("change weekly-report\n    cron_expression: " in shown, shown)
        expect("0 8 * * MON" in server.good("job", "show", "weekly-report"), "it is not changed")
        exported = server.good("export")
        expect("3 unchanged" in server.run("job", "apply", "-", stdin=exported).err, "export")
        server.good("job", "create", "by-hand", "--cron", "@daily", "--handler", "x")
        server.good("job", "apply", file, "--prune", "git", "--yes")
        fewer = json.dumps(changed["jobs"][:2])
        prune = ("job", "apply", "-", "--prune", "git")
        expect("would delete heartbeat" in server.good(*prune, "--dry-run", stdin=fewer), "dry")
        server.good(*prune, "--yes", stdin=fewer)
        expect_equal(sorted(server.good("job", "list", "-o", "name").split()),
                     ["by-hand", "payday", "weekly-report"])
        bad = json.dumps([{"code": "x", "handler": "x", "cron_expression": "nope"}])
        expect_code(server.run("job", "apply", "-", stdin=bad), 2)


@story
def jobs_may_be_yaml_and_a_folder_of_files_is_one_apply():
    with Server() as server, Folder() as folder:
        example = os.path.join(ROOT, "examples", "jobs.yaml")
        server.good("job", "apply", example)
        shown = json.loads(server.good("job", "show", "monthly-report", "--json"))
        expect_equal((shown["handler"], shown["cron_expression"], shown["timeout_seconds"]),
                     ("report.build", "0 7 1 * *", 600))
        for name, text in (("a.yaml", "code: one\nhandler: x\nschedule_type: MANUAL\n"),
                           ("b.json", '[{"code": "two", "handler": "x", "interval_seconds": 60}]'),
                           ("notes.txt", "not a file of jobs")):
            with open(os.path.join(folder.path, name), "w", encoding="utf-8") as file:
                file.write(text)
        expect("2 created" in server.run("job", "apply", folder.path).err, "both files")
        with open(os.path.join(folder.path, "c.yml"), "w", encoding="utf-8") as file:
            file.write("code: three\nhandler: x\nschedule_type: MANUAL\n---\n"
                       "code: four\nhandler: x\ncron_expression: MON-FOO\n")
        answer = server.run("job", "apply", folder.path)
        expect_code(answer, 2)
        expect("c.yml: job 2 (four): cron_expression: " in answer.err, f"{answer!r}")
        expect("three" not in server.good("job", "list", "-o", "name"), "a half was applied")


@story
def the_schema_of_job_files_is_as_the_description_has_it():
    checked = subprocess.run([os.path.join(ROOT, "tools", "job-schema"), "--check"],
                             capture_output=True, text=True, check=False)
    expect_equal((checked.returncode, checked.stdout), (0, ""))
    with open(os.path.join(ROOT, "doc", "job-file.schema.json"), encoding="utf-8") as file:
        schema = jsonschema.Draft202012Validator(json.load(file))
    with open(os.path.join(ROOT, "examples", "jobs.json"), encoding="utf-8") as file:
        jobs = json.load(file)["jobs"]
    for good in ({"$schema": "x", "jobs": jobs}, jobs, jobs[0]):
        expect_equal([error.message for error in schema.iter_errors(good)], [])
    for bad in ({"jobs": [{**jobs[0], "handlr": "x"}]}, [{"handler": "no code"}],
                {**jobs[0], "timeout_seconds": "soon"}, {"jobs": jobs, "more": 1}, 7):
        expect(not schema.is_valid(bad), f"{bad!r} is taken")


# What each shell has to be told to offer what may stand behind these words.
SHELLS = {
    "bash": """source <("$BELFRY" completion bash); COMP_WORDS=("$BELFRY" {words} "{typed}")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _belfry; printf '%s\\n' "${{COMPREPLY[@]}}" """,
    "zsh": """compdef() {{ :; }}; compadd() {{ print -rl -- "${{names[@]}}"; }}
source <("$BELFRY" completion zsh)
words=("$BELFRY" {words} "{typed}"); CURRENT=$#words; _belfry""",
    "fish": """$BELFRY completion fish | source; function belfry; $BELFRY $argv; end
complete -C "belfry {words} {typed}" | string split -f1 \\t""",
}


@story
def shells_offer_names_that_the_server_knows():
    with Server() as server:
        server.good("job", "create", "nightly", "--cron", "@daily", "--handler", "x")
        for name, script in SHELLS.items():
            if not shutil.which(name):
                print(f"       {name} is not installed: its completion is not tried")
                continue
            for words, typed, offered in (("", "jo", "job"), ("job", "cre", "create"),
                                          ("job show", "", "nightly"),
                                          ("queue list", "--sta", "--state"),
                                          ("task add x --queue", "pri", "priority")):
                text = script.format(words=words, typed=typed)
                done = subprocess.run([name, "-c", text], capture_output=True, text=True,
                                      timeout=SECONDS_MAX,
                                      env=environment(BELFRY=BELFRY, **server.variables))
                expect(offered in done.stdout.split(), f"{name}: {text}: {Answer(done)!r}")
    quiet = belfry("completion", "offer", "--", "job", "show", "", BELFRY_URL="http://127.0.0.1:1")
    expect_equal((quiet.code, quiet.out, quiet.err), (0, "", ""))


@story
def manual_pages_are_what_man_understands():
    with Folder() as folder:
        expect_code(belfry("man", "--write", folder.path), 0)
        pages = sorted(os.listdir(folder.path))
        expect("belfry.1" in pages and "belfry-task.1" in pages and "belfry.conf.5" in pages, pages)
        if not shutil.which("man"):
            print("       man is not installed: how it likes the pages is not seen")
            return
        for page in pages:
            done = shell(f"man --warnings -l {os.path.join(folder.path, page)}", MANWIDTH="80")
            expect_equal((done.code, done.err), (0, ""))
            expect("NAME" in done.out, page)


@story
def the_lines_of_the_concepts_page_work():
    with open(os.path.join(ROOT, "doc", "concepts.md"), encoding="utf-8") as file:
        lines = re.search(r"```sh\n(.*?)```", file.read(), re.S).group(1).splitlines()
    expect(len(lines) >= 5, f"{lines}")
    with Server() as server:
        said = [server.good(*shlex.split(line)[1:]) for line in lines]
        expect(len(re.findall(r"2\d{3}-\d\d-\d\d", said[1])) >= 3, f"no next runs: {said[1]}")
        again = server.good(*shlex.split(lines[3])[1:], "--json")
        expect(json.loads(again)["duplicate"] is True, again)
        for word in ("report.weekly", "mail.send"):
            expect(word in said[4], f"no {word} in {said[4]}")
