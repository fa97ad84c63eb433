"""Hostile clients: bytes that are no HTTP, JSON that is too deep, too many, too slow, soon gone.
After each the server goes on as if nothing had been."""
import json
import os
import random
import re
import select
import socket
import threading
import time

from dialogue import (BASE, PATIENCE, expect, expect_equal, expect_problem, raw, raw_status, story,
                      story_alone, Server)

ROUNDS = int(os.environ.get("ROUNDS") or 50)
SEED = int(os.environ.get("SEED") or time.time_ns() % 2**32)


def head(token, path="tasks", method="POST", *fields):
    lines = [f"{method} {BASE}{path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}",
             "Content-Type: application/json", *fields]
    return "\r\n".join(lines).encode() + b"\r\n"


def whole(token, body, *fields):
    return head(token, "tasks", "POST", f"Content-Length: {len(body)}", "Connection: close",
                *fields) + b"\r\n" + body


# ---- JSON --------------------------------------------------------------------------------------


def nested(depth):
    return b'{"type":"a","payload":' + b'{"a":' * (depth - 1) + b"1" + b"}" * depth


HOSTILE_JSON = {
    "depth of 65": nested(65),
    "depth of 65 in arrays": b'{"type":"a","payload":{"a":' + b"[" * 63 + b"]" * 63 + b"}}",
    "depth of 100,000": b"[" * 100000,
    "a million braces": b'{"a":' * 200000,
    "bad UTF-8": b'{"type":"a","entity":"\xff\xfe"}',
    "overlong UTF-8": b'{"type":"a","entity":"\xc0\xaf"}',
    "UTF-8 of a surrogate": b'{"type":"a","entity":"\xed\xa0\x80"}',
    "cut UTF-8": b'{"type":"a","entity":"\xe2\x82"}',
    "half a surrogate": b'{"type":"a","entity":"\\ud800"}',
    "NUL in a string": b'{"type":"a","entity":"a\x00b"}',
    "escaped NUL": b'{"type":"a","entity":"a\\u0000b"}',
    "a control character": b'{"type":"a","entity":"a\nb"}',
    "2^64": b'{"type":"a","max_attempts":18446744073709551616}',
    "-2^63-1": b'{"type":"a","max_attempts":-9223372036854775809}',
    "2^63": b'{"type":"a","run_at":9223372036854775808}',
    "1e400": b'{"type":"a","max_attempts":1e400}',
    "a number of 100,000 digits": b'{"type":"a","max_attempts":' + b"9" * 100000 + b"}",
    "NaN": b'{"type":"a","max_attempts":NaN}',
    "not closed": b'{"type":"a"',
    "two values": b'{"type":"a"}{"type":"a"}',
    "duplicate keys": b'{"type":"a","type":"b"}',
    "duplicate keys, escaped": b'{"type":"a","\\u0074ype":"b"}',
    "a key and its alias": b'{"type":"a","run_at":1900000000000,"runAt":1900000000001}',
    "a key of 100 KB": b'{"type":"a","' + b"k" * 100000 + b'":1}',
    "10,000 unknown keys": b'{"type":"a",' + b",".join(b'"k%d":1' % n for n in range(10000)) + b"}",
}


@story
def json_that_means_harm_is_refused(server):
    tenant = server.tenant()
    for name, body in HOSTILE_JSON.items():
        answer = tenant.producer.ask("POST", "tasks", body)
        expect(answer.status in (400, 413, 422), f"{name}: {answer!r}")
        expect_problem(answer, answer.status)
        expect(len(answer.body) < 20000, f"{name}: an answer of {len(answer.body)} bytes")
    expect_equal(tenant.viewer.get("tasks").json["data"], [])
    # Depth of 64 in all is still fine: 63 below the body itself.
    run = tenant.producer.ask("POST", "tasks", nested(63), 201).json
    expect_equal(tenant.state(run["id"]), "queued")


@story
def duplicate_keys_of_a_payload_never_reach_a_worker_as_something_else(server):
    """Payloads are handed on byte for byte: nobody has to know which of two counts."""
    tenant = server.tenant()
    answer = tenant.producer.ask("POST", "tasks", b'{"type":"a","payload":{"x":1,"x":2}}')
    if answer.status == 201:
        lease = tenant.worker.post("worker/lease", {"worker_id": "w-1"})
        expect(b'{"x":1,"x":2}' in lease.body, f"{lease!r}")
    else:
        expect_problem(answer, answer.status)


# ---- bodies ------------------------------------------------------------------------------------


@story
def a_body_above_its_bound_is_refused_before_it_is_read(server):
    token = server.tenant().producer.token
    for path, bound in (("tasks", 1 << 20), ("tasks/bulk", 16 << 20)):
        # Only announced: the answer comes at once.
        answer = raw(server, head(token, path, "POST", f"Content-Length: {bound + 1}") + b"\r\n")
        expect_equal((path, raw_status(answer)), (path, 413))
        problem = json.loads(answer.partition(b"\r\n\r\n")[2])
        expect_equal((problem["type"], problem["code"]), ("urn:belfry:problem:http", "http"))
        expect("1 MiB" in problem["detail"] and problem["request_id"], f"{problem}")
        answer = raw(server, head(token, path, "POST", "Content-Length: 99999999999999999999")
                     + b"\r\n")
        expect(raw_status(answer) in (400, 413), f"{answer[:200]!r}")
    # Sent in chunks, without a word on how many.
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    answer = raw(server, head(token, "tasks", "POST", "Transfer-Encoding: chunked") + b"\r\n"
                 + chunk * 20)
    expect_equal(raw_status(answer), 413)


@story
def a_body_where_none_belongs_is_refused(server):
    tenant = server.tenant()
    answer = tenant.viewer.ask("GET", "queue", b'{"a":1}')
    expect(answer.status in (400, 413), f"{answer!r}")


CHUNKS = {
    "garbage": b"zz\r\nabc\r\n0\r\n\r\n",
    "a sign": b"+5\r\nabcde\r\n0\r\n\r\n",
    "a prefix": b"0x5\r\nabcde\r\n0\r\n\r\n",
    "nine digits": b"000000005\r\nabcde\r\n0\r\n\r\n",
    "too large": b"ffffffffffffffff\r\nabc",
    "too short": b"3\r\nabcde\r\n0\r\n\r\n",
    "a bare line feed": b"5\nabcde\n0\n\n",
    "a space before": b" 5\r\nabcde\r\n0\r\n\r\n",
    "a long extension": b"5;" + b"x" * 100 + b"\r\nabcde\r\n0\r\n\r\n",
    "a control character": b"5;a\x01\r\nabcde\r\n0\r\n\r\n",
    "a bad trailer": b"0\r\nbad trailer\r\n\r\n",
    "endless trailers": b"0\r\n" + b"X: y\r\n" * 2000,
    "an empty size": b"\r\nabcde\r\n0\r\n\r\n",
}


@story
def chunks_that_are_none_are_refused(server):
    token = server.tenant().producer.token
    start = head(token, "tasks", "POST", "Transfer-Encoding: chunked") + b"\r\n"
    for name, chunks in CHUNKS.items():
        answer = raw(server, start + chunks)
        expect(raw_status(answer) in (400, 413, 431), f"{name}: {answer[:300]!r}")
    body = b'{"type":"a"}'
    good = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    answer = raw(server, head(token, "tasks", "POST", "Transfer-Encoding: chunked",
                              "Connection: close") + b"\r\n" + good)
    expect_equal(raw_status(answer), 201)


@story
def no_request_hides_behind_another(server):
    """What one reader takes for one message and another for two is refused, and the line is cut."""
    token = server.tenant().producer.token
    good = b'{"type":"a"}'
    cases = {
        "both lengths": head(token, "tasks", "POST", "Content-Length: 5",
                             "Transfer-Encoding: chunked") + b"\r\n0\r\n\r\n",
        "two lengths": head(token, "tasks", "POST", "Content-Length: 12", "Content-Length: 13")
        + b"\r\n" + good,
        "a list of lengths": head(token, "tasks", "POST", "Content-Length: 12, 12")
        + b"\r\n" + good,
        "a signed length": head(token, "tasks", "POST", "Content-Length: +12") + b"\r\n" + good,
        "a hexadecimal length": head(token, "tasks", "POST", "Content-Length: 0xc")
        + b"\r\n" + good,
        "another encoding": head(token, "tasks", "POST", "Transfer-Encoding: gzip, chunked")
        + b"\r\n0\r\n\r\n",
        "an encoding in disguise": head(token, "tasks", "POST", "Transfer-Encoding: xchunked")
        + b"\r\n0\r\n\r\n",
        "a space before the colon": head(token, "tasks", "POST", "Content-Length : 12")
        + b"\r\n" + good,
        "a folded field": head(token, "tasks", "POST", "X: a", " b") + b"\r\n" + good,
        "a bare line feed": b"POST /x HTTP/1.1\nHost: localhost\n\n",
        "a bare carriage return": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n",
        "a NUL": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n",
        "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
        "two hosts": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n",
        "another host in the target":
            b"GET http://evil/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "HTTP/0.9": b"GET /healthz\r\n\r\n",
        "HTTP/2.0": b"GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n",
        "an encoded slash": b"GET /api%2fv1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a way up": b"GET /healthz/../metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "an encoded way up": b"GET /%2e%2e/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "an encoded NUL": b"GET /healthz%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "too many fields": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 65 +
                            b"\r\n"),
        "a head too long": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 17000 +
                            b"\r\n\r\n"),
        "a target too long": b"GET /" + b"y" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(200)),
        "noise": bytes(random.Random(SEED).randrange(256) for _ in range(4000)),
    }
    follow = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for name, data in cases.items():
        answer = raw(server, data + follow, half_close=name in ("TLS", "noise"))
        status = raw_status(answer)
        expect(status is None and name in ("noise", "TLS") or status and 400 <= status < 600
               and status != 500, f"{name} (SEED={SEED}): {answer[:300]!r}")
        expect_equal((name, len(re.findall(rb"HTTP/1\.1 \d\d\d ", answer))),
                     (name, 1 if status else 0))
    expect_equal(server.client().get("/healthz").json, {"status": "ok"})


@story
def requests_in_a_row_are_answered_in_their_order(server):
    token = server.tenant().producer.token
    data = b""
    for number in range(50):
        body = b'{"type":"a","idempotency_key":"k-%d"}' % (number // 2)
        data += head(token, "tasks", "POST", f"Content-Length: {len(body)}",
                     *(["Connection: close"] if number == 49 else [])) + b"\r\n" + body
    answer = raw(server, data)
    statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d\d\d) ", answer)]
    expect_equal(statuses, [201, 200] * 25)


# ---- slow and gone -----------------------------------------------------------------------------


@story_alone
def slow_clients_are_cut_and_hold_nobody_up():
    """A head that drips, a body that drips, an answer that nobody reads: each is cut by the clock,
    while others are served."""
    with Server() as server:
        tenant = server.tenant()
        token = tenant.producer.token
        links, cut = [], {}
        for name, start in (
                ("head", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: "),
                ("body", head(token, "tasks", "POST", "Content-Length: 100000") + b"\r\n{"),
                ("chunks", head(token, "tasks", "POST", "Transfer-Encoding: chunked") + b"\r\n")):
            for _ in range(5):
                link = socket.create_connection(("127.0.0.1", server.port))
                link.sendall(start)
                links.append((name, link))
        end = time.monotonic() + PATIENCE
        while len(cut) < len(links):
            expect(time.monotonic() < end, f"still open: {len(links) - len(cut)}")
            tenant.enqueue()
            for name, link in links:
                if link in cut:
                    continue
                try:
                    link.sendall(b"1\r\n \r\n" if name == "chunks" else b"a")
                except OSError:
                    cut[link] = name
            waiting = [link for _, link in links if link not in cut]
            for link in select.select(waiting, [], [], 0.3)[0]:
                answer = first_line(link)
                expect(answer == b"" or raw_status(answer) in (408, 400), f"{answer[:200]!r}")
                cut[link] = "closed"
        for _, link in links:
            link.close()


@story
def clients_that_vanish_leave_nothing_behind(server):
    """In the middle of a head, of a body, of an answer; politely and rudely."""
    tenant = server.tenant()
    token = tenant.producer.token
    large = {"type": "b", "payload": {"x": "y" * 2000}}
    tenant.producer.post("tasks/bulk", {"tasks": [large] * 400})
    body = b'{"type":"a","payload":{"x":"' + b"y" * 5000 + b'"}}'
    request = whole(token, body)
    listing = head(token, "queue?limit=500", "GET") + b"\r\n"
    chance = random.Random(SEED)
    for number in range(300):
        data = chance.choice((request, listing * 5))
        with socket.create_connection(("127.0.0.1", server.port)) as link:
            link.sendall(data[:chance.randrange(1, len(data) + 1)])
            if number % 2:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    expect_equal(server.client().get("/readyz").json, {"status": "ready"})
    run = tenant.enqueue("c")
    expect_equal(tenant.state(run["id"]), "queued")


# ---- many --------------------------------------------------------------------------------------


@story_alone
def sixty_four_clients_that_race_for_a_key_make_one_run():
    """ROUNDS rounds: 64 clients, each with a connection of its own, all at once."""
    with Server() as server:
        tenant = server.tenant()
        token = tenant.producer.token
        links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(64)]
        for number in range(ROUNDS):
            body = b'{"type":"a","idempotency_key":"k-%d","unique_scope":"forever"}' % number
            data = head(token, "tasks", "POST", f"Content-Length: {len(body)}") + b"\r\n" + body
            # All but the last byte first: then one byte each starts the race.
            for link in links:
                link.sendall(data[:-1])
            threads = [threading.Thread(target=send_last, args=(links[n::8], data[-1:]))
                       for n in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            answers = [read_answer(link) for link in links]
            statuses = sorted(status for status, _ in answers)
            expect_equal(statuses, [200] * 63 + [201], f"round {number}")
            expect_equal(len({one["id"] for _, one in answers}), 1, f"round {number}")
        for link in links:
            link.close()
        rows = tenant.viewer.get("queue?limit=500").json["data"]
        expect_equal(len(rows), min(ROUNDS, 500))


def send_last(links, data):
    for link in links:
        link.sendall(data)


def first_line(link):
    """The status line of an answer, in however many pieces it comes; cut where it is cut."""
    line = b""
    while b"\r\n" not in line:
        try:
            piece = link.recv(65536)
        except ConnectionError:
            piece = b""
        if not piece:
            break
        line += piece
    return line


def read_answer(link):
    """One answer of known length from a connection that stays open."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = link.recv(65536)
        expect(piece, f"cut after {data!r}")
        data += piece
    start, _, body = data.partition(b"\r\n\r\n")
    length = int([line.split(b":")[1] for line in start.lower().split(b"\r\n")
                  if line.startswith(b"content-length:")][0])
    while len(body) < length:
        piece = link.recv(65536)
        expect(piece, f"cut after {data!r}")
        body += piece
    return raw_status(start), json.loads(body)


@story_alone
def memory_stays_flat_under_hostile_requests():
    """2,000 of them after 2,000 to warm up: the server is not larger by more than 4 MiB."""
    with Server() as server:
        tenant = server.tenant()
        token = tenant.producer.token
        chance = random.Random(SEED)
        bodies = list(HOSTILE_JSON.values())

        def attack():
            client = server.client(token)
            for number in range(1500):
                answer = client.ask("POST", "tasks", bodies[number % len(bodies)])
                expect(400 <= answer.status < 500, f"{answer!r}")
            client.close()
            for number in range(250):
                data = whole(token, bodies[number % len(bodies)])
                with socket.create_connection(("127.0.0.1", server.port)) as link:
                    link.sendall(data[:chance.randrange(1, len(data))])
            for number in range(250):
                name = list(CHUNKS)[number % len(CHUNKS)]
                raw(server, head(token, "tasks", "POST", "Transfer-Encoding: chunked") + b"\r\n"
                    + CHUNKS[name])

        attack()
        before = server.memory_kib()
        attack()
        after = server.memory_kib()
        expect(after - before < 4096, f"SEED={SEED}: from {before} to {after} KiB")
        expect_equal(tenant.viewer.get("tasks").json["data"], [])


@story_alone
def a_thousand_connections_of_one_client_are_its_bound():
    with Server() as server:
        links = []
        try:
            for _ in range(1001):
                links.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            links[-1].settimeout(PATIENCE)
            try:
                links[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            except ConnectionError:
                pass
            answer = first_line(links[-1])
            expect(answer == b"" or raw_status(answer) in (429, 503), f"{answer!r}")
        finally:
            for link in links:
                link.close()
        client = server.client()
        end = time.monotonic() + PATIENCE
        while True:  # the server needs a moment to see that they are gone
            try:
                answer = client.ask("GET", "/healthz")
            except (OSError, Exception):
                answer = None
            client.close()
            if answer is not None and answer.status == 200:
                break
            expect(time.monotonic() < end, "nobody is let in any more")
