"""Settings in force: what a server or a worker does otherwise once a setting says so. What each is
called and which values it takes is told elsewhere; here a setting that is read and then left out
makes a story fail (test/mutants)."""
import http.server
import json
import os
import re
import socket
import ssl
import subprocess
import tempfile
import threading
import time

from clock import Clock
from dialogue import (BASE, BELFRY, Server, environment, expect, expect_equal, story_alone, until,
                      walk)


# ---- where a server is and what it reads -------------------------------------------------------


@story_alone
def a_configuration_file_is_read():
    with tempfile.TemporaryDirectory(prefix="belfry-conf.") as folder:
        path = os.path.join(folder, "own.conf")
        with open(path, "w", encoding="ascii") as file:
            file.write("default_max_retries = 7\n")
        with Server(BELFRY_CONFIG=path) as server:
            job = server.tenant().producer.post(
                "jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}, 201).json
            expect_equal(job["max_retries"], 7)


@story_alone
def a_server_listens_where_it_is_told():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    with Server(address=f"127.0.0.1:{port}") as server:
        expect_equal(server.port, port)


@story_alone
def the_store_and_the_key_lie_where_they_are_told():
    with tempfile.TemporaryDirectory(prefix="belfry-place.") as folder:
        store, key = os.path.join(folder, "own.db"), os.path.join(folder, "own.key")
        with Server(BELFRY_STORE=f"sqlite:{store}", BELFRY_KEY_FILE=key) as server:
            server.tenant().admin.put("secrets/door", {"value": "sesame"})
            expect(os.path.getsize(store) > 0, "the store is there")
            expect(os.path.getsize(key) > 0, "the key is there")
            expect(not os.path.exists(server.reach("belfry.db")), "and nowhere else")


@story_alone
def the_data_lie_in_their_folder():
    with Server() as server:
        for name in ("belfry.db", "admin.token"):
            expect(os.path.exists(server.reach(name)), name)


@story_alone
def a_certificate_makes_every_connection_tls():
    with tempfile.TemporaryDirectory(prefix="belfry-tls.") as folder:
        chain, key = (os.path.join(folder, name) for name in ("chain.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", key, "-out", chain], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        process = subprocess.Popen(
            [BELFRY, "serve", "--listen", "127.0.0.1:0", "--data", os.path.join(folder, "data")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(
                BELFRY_TLS_CERT=chain, BELFRY_TLS_KEY=key))
        try:
            said = next((line for line in process.stdout if b"listening on" in line), b"")
            expect(b"https://127.0.0.1:" in said, said.decode())
            port = int(said.rpartition(b":")[2].split()[0].rstrip(b"/"))
            trust = ssl.create_default_context(cafile=chain)
            with socket.create_connection(("127.0.0.1", port), 60) as plain, \
                    trust.wrap_socket(plain, server_hostname="127.0.0.1") as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                expect(line.recv(100).startswith(b"HTTP/1.1 200"), "it answers")
        finally:
            process.terminate()
            process.wait(60)
            process.stdout.close()


@story_alone
def a_server_holds_as_many_runs_as_its_memory_says():
    """The rest stays in the store until there is room."""
    with Server(BELFRY_MEMORY_MB="64", BELFRY_QUOTA_BYTES="0") as server:
        tenant = server.tenant()
        bulk = json.dumps({"tasks": [{"type": "many"}] * 10000}).encode()
        fields = {"Content-Type": "application/json",
                  "Authorization": f"Bearer {tenant.producer.token}"}
        for _ in range(10):  # so long an answer is not compared with the description
            status, _, _ = tenant.producer.send("POST", BASE + "tasks/bulk", bulk, fields)
            expect_equal(status, 200)
        held = server.admin.get("status").json["runs_in_memory"]
        expect(50000 < held < 100000, f"{held} runs of 100,000")


@story_alone
def a_server_looks_for_due_runs_as_often_as_it_is_told():
    """Also when nothing happens: how often its threads have slept is known to the system."""
    def sleeps(pid):
        total = 0
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/status", encoding="ascii") as file:
                total += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])
        return total
    with Server(SCHEDULER_POLL_INTERVAL_MS="10") as server:
        server.tenant()
        before = sleeps(server.process.pid)
        until("200 looks", lambda: sleeps(server.process.pid) > before + 200)


# ---- how long things are kept ------------------------------------------------------------------


def a_life_of_everything(tenant):
    """A row of each kind that is kept for a while: journal, ledger, inbox, statistics, audit."""
    tenant.producer.post("jobs", {"code": "tick", "handler": "tick",
                                  "run_at": "2025-01-01T00:00:00Z"}, 201)
    lease = until("due", lambda: tenant.lease(types=["tick"]))[0]
    tenant.report(lease["execution_id"])
    tenant.producer.post("reminders", {"title": "Call", "user_id": "ann",
                                       "remind_at": "2025-01-01T00:00:00Z"}, 201)
    until("the notice", lambda: kept(tenant)["inbox"])


def kept(tenant):
    """What there is of the first day."""
    day = "2031-01-20"
    def first(rows, name):
        return [row for row in rows if (row.get(name) or "").startswith(day)]
    return {"journal": first(walk(tenant.viewer, "events"), "time"),
            "ledger": walk(tenant.viewer, "jobs/tick/occurrences"),
            "inbox": first(walk(tenant.admin, "inbox", user_id="ann"), "at"),
            "stats": tenant.viewer.get("stats?by=type&from=2031-01-20T00:00:00Z&"
                                       "to=2031-01-21T00:00:00Z").json["data"],
            "audit": first(walk(tenant.operator, "audit", action="job.create"), "at")}


def is_removed(what, days, **variables):
    """It was there on the first day, and is gone after so many."""
    with Server() as server:
        clock = Clock(server.folder)
        server.stop()
        server.variables = {**variables, **clock.variables()}
        clock.go_to("2031-01-20T12:00:00Z")
        server.start()
        tenant = server.tenant()
        a_life_of_everything(tenant)
        expect(all(kept(tenant).values()), f"{kept(tenant)}")
        server.stop()
        clock.set_seconds(clock.seconds + days * 86400)
        server.start()
        if what == "ledger":  # it stays with its run; each start tidies anew
            until("the run is removed", lambda: not walk(tenant.viewer, "queue", type="tick"))
            server.stop()
            server.start()
        until(f"{what} is removed", lambda: not kept(tenant)[what])


@story_alone
def the_journal_is_kept_as_long_as_its_setting_says():
    is_removed("journal", 2, BELFRY_RETENTION="1d", BELFRY_RETENTION_JOURNAL="1d")


@story_alone
def the_ledger_is_kept_as_long_as_its_setting_says():
    is_removed("ledger", 3, BELFRY_RETENTION="1d", BELFRY_RETENTION_LEDGER="2d")


@story_alone
def notices_are_kept_as_long_as_their_setting_says():
    is_removed("inbox", 2, BELFRY_RETENTION_INBOX="1d")


@story_alone
def statistics_are_kept_as_long_as_their_setting_says():
    is_removed("stats", 3, BELFRY_RETENTION_STATS="1d")


@story_alone
def the_audit_is_kept_as_long_as_its_setting_says():
    is_removed("audit", 3, BELFRY_RETENTION_AUDIT="1d", BELFRY_RETENTION_JOURNAL="1d")


# ---- a worker ----------------------------------------------------------------------------------


class Asked:
    """A server that has no work, and keeps what a worker asks for."""

    def __init__(self):
        self.bodies, self.times = [], []
        asked = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.times.append(time.monotonic())
                asked.bodies.append(body)
                said = json.dumps(asked.answer(body)).encode()
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(said)))
                    self.end_headers()
                    self.wfile.write(said)
                except OSError:
                    pass  # the worker has gone

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, body):
        """One run for the first call, if `has_work`: its program lasts as long as its worker."""
        if "max" not in body:
            return {"results": [], "extended": [], "lost": [], "cancelled": []}
        leases, self.work = self.work, []
        return {"leases": leases, "now": "2031-01-20T12:00:00Z", "renew_ms": 20000}

    work = []

    def hear(self, count, **variables):
        """The first calls of `belfry worker`."""
        port = self.server.server_address[1]
        worker = subprocess.Popen(
            [BELFRY, "worker", "--concurrency", "50", "--exec",
             "t=sh -c 'while kill -0 $PPID; do sleep 0.1; done'"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(
                BELFRY_URL=f"http://127.0.0.1:{port}", BELFRY_TOKEN="x" * 43, **variables))
        try:
            until(f"{count} calls", lambda: len(self.bodies) >= count)
        finally:
            worker.kill()
            worker.wait(60)
            self.server.shutdown()
            self.server.server_close()
        return self.bodies


@story_alone
def a_worker_leases_as_many_and_as_long_as_it_is_told():
    asked = Asked().hear(1, WORKER_BATCH="3", WORKER_LEASE_MS="30000")[0]
    expect_equal((asked["max"], asked["lease_ms"]), (3, 30000))


@story_alone
def a_worker_that_has_work_asks_for_more_as_often_as_it_is_told():
    asked = Asked()
    asked.work = [{"run_id": "01890a5d-ac96-774b-bcce-b302099a8057", "fence": 1, "attempt": 1,
                   "execution_id": "01890a5d-ac96-774b-bcce-b302099a8058", "type": "t",
                   "tenant_id": "t", "payload": {}, "lease_ms": 60000, "now":
                   "2031-01-20T12:00:00Z"}]
    asked.hear(40, WORKER_POLL_MS="10")
