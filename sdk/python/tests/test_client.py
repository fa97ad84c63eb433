import asyncio
import base64
import hashlib
import hmac
import http.server
import queue
import threading
import unittest
from datetime import datetime, timedelta, timezone

from belfry import (
    ApiError,
    Client,
    Scheduler,
    ServerUnreachable,
    WebhookRefused,
    verify_webhook,
)
from support import PATIENCE, Proxy, Server, until


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.client = Client(cls.server.url, cls.server.token)
        cls.addClassCleanup(cls.client.close)

    def test_post_whose_answer_is_lost_makes_one_task(self):
        lost = []

        def spoil(name):
            if name == "POST /tasks" and not lost:
                lost.append(name)
                return "lose"
            return None

        proxy = Proxy(self.server, spoil)
        with Client(proxy.url, self.server.token) as client:
            task = client.post("/tasks", {"type": "lost.answer", "payload": {}})
        self.assertEqual(proxy.counts["POST /tasks"], 2)
        page = self.client.get("/queue", query={"type": "lost.answer"})
        self.assertEqual([run["id"] for run in page["data"]], [task["id"]])
        proxy.close()

    def test_closed_client_keeps_no_connection(self):
        with Client(self.server.url, self.server.token) as client:
            client.get("/queue")
            self.assertEqual(len(client.transport._idle), 1)
        self.assertEqual(client.transport._idle, [])
        client.get("/queue")  # It goes on, by a connection for each request.
        self.assertEqual(client.transport._idle, [])

    def test_restart_costs_one_try_however_many_connections_were_kept(self):
        with Client(self.server.url, self.server.token) as client:
            kept = []
            for _ in range(3):
                client.get("/queue")
                kept.append(client.transport._idle.pop())
            client.transport._idle.extend(kept)
            self.server.restart()
            with self.assertRaises(ServerUnreachable):
                client.transport.send("GET", "/queue", retry_for=0.0)
            self.assertEqual(client.transport._idle, [], "the others are as old")
            client.get("/queue")

    def test_refusal_names_field_and_request(self):
        with self.assertRaises(ApiError) as caught:
            self.client.post("/tasks", {"type": "x", "payload": {}, "priority": 99})
        self.assertIn("priority", caught.exception.errors[0].pointer)
        self.assertTrue(caught.exception.request_id)

    def test_stream_whose_server_has_gone_without_a_word_is_opened_anew(self):
        opened = []
        done = threading.Event()

        class Silent(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                opened.append(self.headers["Last-Event-ID"])
                if len(opened) > 1:  # The first is not even given a status.
                    self.send_response(200)
                    self.end_headers()
                    frame = f'id: {len(opened)}-0\ndata: {{"id": "{len(opened)}-0"}}\n\n'
                    self.wfile.write(frame.encode())
                done.wait(PATIENCE)

            def log_message(self, *args):
                pass

        silent = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
        silent.daemon_threads = True
        threading.Thread(target=silent.serve_forever, daemon=True).start()
        seen = []
        for event in Client(f"http://127.0.0.1:{silent.server_port}", "t", timeout=0.2).events(
            after="0-0"
        ):
            seen.append(event["id"])
            if len(seen) == 2:
                break
        self.assertEqual(seen, ["2-0", "3-0"])
        self.assertEqual(opened, ["0-0", "0-0", "2-0"], "each time behind what was read")
        done.set()
        silent.shutdown()
        silent.server_close()

    def test_list_reads_every_page(self):
        self.client.post(
            "/tasks/bulk", {"tasks": [{"type": "paged", "payload": {"n": n}} for n in range(25)]}
        )
        seen = {
            run["id"] for run in self.client.list("/queue", query={"type": "paged", "limit": 10})
        }
        self.assertEqual(len(seen), 25)

    def test_event_stream_goes_on_exactly_after_kills(self):
        stop = threading.Event()
        seen, made = [], []

        def read():
            for event in self.client.events(event="run.created", type="stream.me", stop=stop):
                seen.append(event["subject"])

        def post():
            made.append(self.client.post("/tasks", {"type": "stream.me", "payload": {}})["id"])

        reader = threading.Thread(target=read)
        reader.start()
        until(lambda: seen or post(), "the first event")
        first = made.index(seen[0])
        for _ in range(3):
            for _ in range(10):
                post()
            self.server.restart()
        post()
        until(lambda: len(seen) >= len(made) - first, "every event")
        self.assertEqual(seen, made[first:], "in order, none missing, none twice")
        stop.set()
        reader.join(PATIENCE)
        self.assertFalse(reader.is_alive())

    def test_event_stream_of_coroutines_ends_when_it_is_left(self):
        body = {"type": "stream.async", "payload": {}}
        ids = [self.client.post("/tasks", body)["id"] for _ in "12"]

        async def read():
            seen = []
            stream = self.client.events_async(event="run.created", type="stream.async", after="0-0")
            async for event in stream:
                seen.append(event["subject"])
                if len(seen) == 2:
                    await stream.aclose()
            return seen

        self.assertEqual(asyncio.run(read()), ids)

    def test_scheduler_returns_the_first_run_once_by_key(self):
        self.client.post("/tenants", {"id": "guild-1", "profile": "guild"})
        self.client.post("/tenants", {"id": "firm-1", "profile": "enterprise"})
        scheduler, tenant = Scheduler(self.client), {"tenant_id": "guild-1"}
        at = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(hours=1)
        words = {"type": "reminder.send", "payload": {"to": "ann"}, "idempotency_key": "r:1"}
        id = scheduler.schedule_once("guild-1", run_at=at, **words)
        for same in (at.isoformat(), at.timestamp() * 1000):
            self.assertEqual(scheduler.schedule_once("guild-1", run_at=same, **words), id)
        plain = self.client.post(
            "/tasks", {"type": "reminder.send", "payload": {}, "priority": 3, **tenant}
        )
        run = self.client.get("/queue/{id}", id=id, query=tenant)
        same = self.client.get("/queue/{id}", id=plain["id"], query=tenant)
        self.assertEqual((run["priority"], run["payload"]), (same["priority"], {"to": "ann"}))
        other = scheduler.schedule_once("firm-1", run_at=at, **words)
        run = self.client.get("/queue/{id}", id=other, query={"tenant_id": "firm-1"})
        self.assertEqual(run["priority"], 5, "3 of 5 is 5 of 10")
        with self.assertRaisesRegex(ValueError, "priority must be 1 to 5, got 6"):
            scheduler.schedule_once("guild-1", run_at=at, priority=6, **words)
        start = datetime(2031, 3, 25, tzinfo=timezone.utc)
        series = {"type": "digest.send", "rrule": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
                  "tz": "Europe/London", "start_from": start, "priority": 1}
        first = scheduler.schedule_recurring("guild-1", **series)
        self.assertEqual(scheduler.schedule_recurring("guild-1", **series), first)
        run = self.client.get("/queue/{id}", id=first, query=tenant)
        self.assertEqual(run["run_at"], "2031-03-31T08:00:00Z", "nine o'clock in summer")

    def test_signed_call_of_the_server_is_believed(self):
        calls = queue.Queue()

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                calls.put((self.headers, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        secret = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
        self.client.put("/secrets/{name}", {"value": secret}, name="hook")
        url = f"http://127.0.0.1:{receiver.server_port}/"
        body = {"url": url, "events": ["run.created"], "secrets": ["hook"]}
        self.client.post("/webhooks", body)
        id = self.client.post("/tasks", {"type": "hook.me", "payload": {}})["id"]
        headers, text = calls.get(timeout=PATIENCE)
        event = verify_webhook(secret, headers, text)
        self.assertEqual((event["type"], event["subject"]), ("run.created", id))
        with self.assertRaises(WebhookRefused):
            verify_webhook(secret, headers, text.replace(b"hook.me", b"hook.us"))

    def test_webhook_is_believed_only_with_fitting_signature_and_time(self):
        key = b"0123456789abcdef0123456789abcdef"
        secret = "whsec_" + base64.b64encode(key).decode()
        body, now = b'{"type":"job.failed"}', 1_900_000_000
        digest = hmac.new(key, f"msg_1.{now}.".encode() + body, hashlib.sha256).digest()
        headers = {
            "Webhook-Id": "msg_1",
            "Webhook-Timestamp": str(now),
            "Webhook-Signature": "v1,AAAA v1," + base64.b64encode(digest).decode(),
        }
        old = "whsec_" + base64.b64encode(b"old").decode()
        self.assertEqual(
            verify_webhook([old, secret], headers, body, now=now)["type"], "job.failed"
        )
        for change, text, at in (
            ({}, body, now + 301),
            ({}, body, now - 301),
            ({}, body.replace(b"failed", b"passed"), now),
            ({"Webhook-Id": "msg_2"}, body, now),
            ({"Webhook-Signature": "v1,AAAA"}, body, now),
            ({"Webhook-Timestamp": "soon"}, body, now),
        ):
            with self.subTest(change=change, at=at), self.assertRaises(WebhookRefused):
                verify_webhook(secret, {**headers, **change}, text, now=at)


if __name__ == "__main__":
    unittest.main()
