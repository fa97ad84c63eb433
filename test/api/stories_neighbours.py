"""A noisy tenant beside a quiet one: nobody starves, measures or breaks another. What is compared
is counted (rows, bytes, turns, places), never timed."""
import contextlib
import json
import re
import socket
import sqlite3
import threading
import uuid
from collections import Counter

from dialogue import (BASE, Server, expect, expect_equal, expect_problem, story_alone, until,
                      walk)

MIB = 1 << 20


def sign_in(client, token):
    """A session of that token, as the Cookie field has it."""
    return client.post("session", {"token": token}, 201).header("Set-Cookie").split(";")[0]


def is_signed_in(client, jar):
    return client.ask("GET", "inbox", Cookie=jar).status != 401


@story_alone
def logins_of_one_person_leave_all_others_signed_in():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        browser = server.client()
        admin = sign_in(browser, server.token)
        neighbour = sign_in(browser, quiet.viewer.token)
        colleague = sign_in(browser, noisy.viewer.token)
        first = sign_in(browser, noisy.user.token)
        for _ in range(1100):
            last = sign_in(browser, noisy.user.token)
        for who, jar in (("admin", admin), ("neighbour", neighbour), ("colleague", colleague),
                         ("the last login", last)):
            expect(is_signed_in(browser, jar), f"{who} was signed out")
        expect(not is_signed_in(browser, first), "the person's oldest session is still there")
        # 16 for each person, although the tenant has room for 256.
        expect_equal(len(noisy.user.get("sessions").json["data"]), 16)


@story_alone
def logins_of_many_people_leave_other_tenants_signed_in():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        browser = server.client()
        admin = sign_in(browser, server.token)
        neighbour = sign_in(browser, quiet.viewer.token)
        tokens = [noisy.token("user", user_id=f"user-{number}")["token"] for number in range(80)]
        for token in tokens:
            for _ in range(16):
                last = sign_in(browser, token)
        expect_equal(len(walk(noisy.admin, "sessions")), 256)
        for who, jar in (("admin", admin), ("neighbour", neighbour), ("the last login", last)):
            expect(is_signed_in(browser, jar), f"{who} was signed out")


# ---- unread answers ----------------------------------------------------------------------------


class Unread:
    """A connection that asks again and again, and never reads."""

    def __init__(self, client, path, times):
        self.socket = socket.create_connection(("127.0.0.1", client.server.port))
        # What the kernel would hold for it counts for nobody: keep that small.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = (f"GET {BASE}{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
               f"Authorization: Bearer {client.token}\r\n\r\n")
        self.socket.sendall(ask.encode() * times)

    def close(self):
        self.socket.close()


def gauge(server, name):
    return int(re.search(rf"^{name} (\d+)", server.admin.get("/metrics").body.decode(),
                         re.MULTILINE).group(1))


def settled(server, names):
    """The gauges once the server has nothing more to do: twice the same, with no request open but
    the one that asks."""
    last = None

    def is_settled():
        nonlocal last
        before, last = last, [gauge(server, name) for name in names]
        return last == before and gauge(server, "belfry_http_requests_open") <= 1

    until("the server has come to rest", is_settled)
    return last


@story_alone
def answers_that_nobody_reads_have_a_bound_and_their_memory_goes_back():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        task = {"type": "mail.send", "entity": "e" * 200, "in": "1h"}
        for _ in range(2):
            noisy.producer.post("tasks/bulk", {"tasks": [task] * 250})
        quiet.enqueue()
        page = len(noisy.viewer.get("tasks?limit=500").body)
        expect(page > 300000, f"the list is short: {page}")
        alone = len(quiet.viewer.get("tasks").body)
        before = server.memory_kib() << 10
        crowd = [Unread(noisy.viewer, "tasks?limit=500", 16) for _ in range(60)]
        held, = settled(server, ["belfry_http_output_bytes"])
        expect(held >= 60 * page, f"{held} bytes: not even one answer each was made")
        expect(held <= 60 * (MIB + page), f"{held} bytes for 60 connections")
        grown = (server.memory_kib() << 10) - before
        expect(grown <= 2 * held + 32 * MIB, f"{grown} bytes of memory for {held} of answers")
        expect_equal(len(quiet.viewer.get("tasks").body), alone)
        for one in crowd:
            one.close()
        until("all is let go", lambda: gauge(server, "belfry_http_output_bytes") < MIB)
        until("memory is given back",
              lambda: (server.memory_kib() << 10) - before < 24 * MIB)


# ---- lists -------------------------------------------------------------------------------------


class Greedy(threading.Thread):
    """A connection that always has so many requests outstanding, until it is closed."""

    def __init__(self, client, path, times):
        super().__init__(daemon=True)
        path = path if path.startswith("/") else BASE + path
        self.answers = 0
        self.ask = (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    f"Authorization: Bearer {client.token}\r\n\r\n").encode()
        self.socket = socket.create_connection(("127.0.0.1", client.server.port))
        self.socket.sendall(self.ask * times)
        self.start()

    def run(self):
        try:
            while data := self.socket.recv(1 << 16):
                # An answer begins with its status: as many as came are asked for again.
                came = data.count(b"HTTP/1.1 ")
                self.answers += came
                self.socket.sendall(self.ask * came)
        except OSError:
            pass

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.join()
        self.socket.close()


def counted(server, name, tenant):
    """A counter of that tenant."""
    found = re.search(rf'^{name}{{tenant="{tenant.id}"}} (\d+)',
                      server.admin.get("/metrics").body.decode(), re.MULTILINE)
    return int(found.group(1)) if found else 0


READS, TURNS = "belfry_reads_total", "belfry_read_turns_total"


@story_alone
def lists_of_one_tenant_leave_others_their_turns():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        for _ in range(2):
            noisy.producer.post("tasks/bulk", {"tasks": [{"type": "a", "in": "1h"}] * 250})
        quiet.enqueue()
        alone = quiet.viewer.get("tasks").body
        reads, turns = counted(server, READS, quiet), counted(server, TURNS, quiet)
        noise = counted(server, READS, noisy)
        crowd = [Greedy(noisy.viewer, "tasks?limit=500&type=a", 8) for _ in range(12)]
        try:
            for _ in range(200):
                if counted(server, READS, noisy) - noise > 50:
                    break
                for _ in range(50):
                    expect_equal(quiet.viewer.get("tasks").body, alone)
        finally:
            for one in crowd:
                one.close()
        noise = counted(server, READS, noisy) - noise
        expect(noise > 50, "the noisy tenant was hardly served")
        reads = counted(server, READS, quiet) - reads
        turns = counted(server, TURNS, quiet) - turns
        # Alone a read takes a turn of its own: beside others at most one more, on the average.
        expect(reads >= 50 and turns <= reads, f"{turns} turns of others before {reads} reads")
        # In one line for all, each read would wait for what twelve connections have outstanding.
        expect(noise <= 4 * reads, f"{noise} noisy reads while {reads} quiet ones were served")


def multiply(server, table, count):
    """Copies the only row of a table under so many ids before all others, while no server runs."""
    link = sqlite3.connect(f"{server.data}/belfry.db", isolation_level=None)
    names = [row[1] for row in link.execute(f"PRAGMA table_info({table})")]
    rest = ", ".join(names[1:])
    link.execute("PRAGMA synchronous = OFF")
    link.execute("BEGIN")
    link.execute(f"CREATE TEMP TABLE one AS SELECT * FROM {table}")
    link.executemany(f"INSERT INTO {table} ({names[0]}, {rest}) SELECT ?, {rest} FROM one",
                     ((number.to_bytes(16, "big"),) for number in range(1, count + 1)))
    link.execute("COMMIT")
    link.close()


@story_alone
def a_tenants_lists_and_counts_cost_what_it_has_beside_a_million_rows():
    """Counted in the server's own time: walking over the rows of others takes a hundred times it.
    (test_sqlite_lists.c counts the steps of the same calls beside two million rows.)"""
    paths = ("queue", "queue?state=done", "tasks", "executions", "executions?status=COMPLETED",
             "status")
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        noisy.run_to("done", "theirs")

        def ticks():
            before = server.cpu_ticks()
            for path in paths * 50:
                quiet.viewer.get(path)
            return server.cpu_ticks() - before

        server.stop()
        multiply(server, "runs", 500000)
        multiply(server, "executions", 500000)
        server.start()
        quiet.clients.clear()
        ours = [quiet.enqueue()["id"] for _ in range(3)]
        beside = ticks()
        listed = [row["id"] for row in quiet.viewer.get("queue").json["data"]]
        expect_equal(sorted(listed), sorted(ours))
        expect_equal(quiet.viewer.get("status").json["runs"]["queued"], 3)
    with Server() as server:
        quiet = server.tenant()
        for _ in range(3):
            quiet.enqueue()
        alone = ticks()
    expect(beside <= 2 * alone + 20, f"{beside} ticks beside others, alone {alone}")


# ---- numbers that would count everybody's calls --------------------------------------------------


@story_alone
def ids_of_requests_do_not_count_the_calls_of_others():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()

        def ids(count):
            return [int(quiet.viewer.get("tasks").header("X-Request-Id"), 16) for _ in range(count)]

        first = ids(4)
        for _ in range(20):
            noisy.viewer.get("tasks")
        each = first + ids(4)
        expect_equal(len(set(each)), 8)
        steps = [abs(after - before) for before, after in zip(each, each[1:])]
        expect(min(steps) > 1 << 32, f"ids of requests are close to each other: {steps}")


# ---- the description ---------------------------------------------------------------------------


def answers_read(crowd):
    return sum(one.answers for one in crowd)


@story_alone
def readers_of_the_description_leave_others_their_turns():
    with Server() as server:
        quiet = server.tenant()
        crowd = [Greedy(quiet.viewer, "/openapi.json", 20) for _ in range(20)]
        try:
            until("the crowd is served", lambda: answers_read(crowd) > 20)
            before, posts = answers_read(crowd), 0
            while posts < 50 or answers_read(crowd) - before < 50:
                quiet.enqueue()
                posts += 1
        finally:
            for one in crowd:
                one.close()
        served = answers_read(crowd) - before
        # In one line for all, each of them would wait for the 400 that are outstanding.
        expect(served <= 100 * posts, f"{served} descriptions for {posts} tasks")


@story_alone
def a_description_costs_no_more_than_any_small_answer():
    """It is rendered once, and whoever has it is told so. Counted in the server's own time."""
    with Server() as server:
        client = server.client()
        etag = client.get("/openapi.json").header("ETag")

        def ticks(path, status, **headers):
            before = server.cpu_ticks()
            for _ in range(300):
                client.ask("GET", path, None, status, **headers)
            return server.cpu_ticks() - before

        small = ticks("/healthz", 200)
        again = ticks("/openapi.json", 304, If_None_Match=etag)
        # Rendering takes some hundred times what a small answer does.
        expect(again <= 10 * (small + 5), f"{again} ticks, a small answer {small}")


# ---- names of workers --------------------------------------------------------------------------


def lease_with_fresh_names(client, count):
    """Lease calls, each of a worker that nobody has heard of, in pipelines. How many of each status
    came back."""
    statuses, names = Counter(), [f"fresh-{number}" for number in range(count)]
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(("127.0.0.1", client.server.port)))
                 for _ in range(20)]
        answers = [stack.enter_context(line.makefile("rb")) for line in lines]
        while names:
            asked = []
            for line, said in zip(lines, answers):
                some, names = names[:16], names[16:]
                line.sendall(b"".join(lease_call(client, name) for name in some))
                asked += [said] * len(some)
            statuses.update(map(answer_status, asked))
    return statuses


def lease_call(client, worker):
    body = json.dumps({"worker_id": worker, "max": 1}).encode()
    return (f"POST {BASE}worker/lease HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {client.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def answer_status(answers):
    """Reads one answer."""
    status, length = int(answers.readline().split()[1]), 0
    while (field := answers.readline()) != b"\r\n":
        name, _, value = field.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    answers.read(length)
    return status


@story_alone
def fresh_names_of_one_tenants_workers_leave_room_for_those_of_others():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        quiet.lease(worker="known")
        statuses = lease_with_fresh_names(noisy.worker, 10200)
        expect_equal(statuses, {200: 10200})
        # 10,000 for each tenant, although the server has room for 100,000.
        expect_equal(gauge(server, "belfry_workers"), 10001)
        run = quiet.enqueue()["id"]
        expect_equal([one["run_id"] for one in quiet.lease(worker="new")], [run])
        known = [one["worker_id"] for one in quiet.admin.get("workers").json["data"]]
        expect_equal(sorted(known), ["known", "new"])


@story_alone
def ids_of_events_and_of_the_audit_do_not_count_the_turns_of_others():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        lists = (("events", quiet.viewer), ("audit", quiet.operator))

        def act(tenant):
            tenant.operator.put("types/mail.send", {"limit": 3})
            tenant.enqueue()

        def ids():
            return [[row["id"] for row in walk(client, path)] for path, client in lists]

        act(quiet)
        before = ids()
        for _ in range(10):
            act(noisy)
        act(quiet)
        for each, ours in zip(ids(), before):
            expect_equal(each[-len(ours):], ours, "an id has changed")
            numbers = [uuid.UUID(id_).int for id_ in each]
            expect_equal(len(set(numbers)), len(numbers))
            steps = [abs(after - last) for last, after in zip(numbers, numbers[1:])]
            expect(min(steps) > 1 << 64, f"ids are close to each other: {each}")
        # Nothing else in a list counts turns: a cursor is hexadecimal text.
        for path, client in lists:
            cursor = bytes.fromhex(client.get(f"{path}?limit=1").json["next_cursor"])[8:]
            expect_equal(len(cursor.lstrip(b"+-")), 36, f"{path}: {cursor}")
        # They are good for what they are made for, also after a restart; made-up ones are refused.
        newest = ids()[0]
        server.stop()
        server.start()
        viewer = server.client(quiet.viewer.token)
        later = viewer.get(f"events?after={newest[-1]}").json["data"]
        expect_equal([row["id"] for row in later], newest[-2::-1])
        for id_ in ("7-0", str(uuid.uuid4())):
            expect_problem(viewer.ask("GET", f"events?after={id_}"), 422, "invalid", "after")
            refused = viewer.ask("GET", "events", None, 422, Last_Event_ID=id_,
                                 Accept="text/event-stream")
            expect("Last-Event-ID" in refused.json["detail"], f"{refused!r}")


@story_alone
def versions_do_not_count_the_changes_of_others():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()

        def change(tenant, number):
            return tenant.admin.put("types/mail.send", {"limit": number}).json["version"]

        versions = [change(quiet, 1), change(quiet, 2)]
        for number in range(1, 30):
            change(noisy, number)
        versions += [change(quiet, 3), change(quiet, 4), change(quiet, 5), change(quiet, 6)]
        expect_equal(len(set(versions)), 6)
        steps = [abs(after - before) for before, after in zip(versions, versions[1:])]
        expect(min(steps) > 1 << 32, f"versions are close to each other: {versions}")
        # They are good for what they are made for, also after a restart.
        server.stop()
        server.start()
        admin = server.client(quiet.admin.token)
        tag = admin.get("types/mail.send").header("ETag")
        expect_equal(tag, f'"{versions[-1]}"')
        old = admin.ask("PUT", "types/mail.send", {"limit": 9}, 412, If_Match=f'"{versions[0]}"')
        expect(not any(digit.isdigit() for digit in old.json["detail"]), f"{old!r}")
        admin.put("types/mail.send", {"limit": 9}, If_Match=tag)
