import base64
import hashlib
import hmac
import threading
import unittest

from belfry import ApiError, Client, WebhookRefused, verify_webhook
from support import Proxy, Server, until


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.client = Client(cls.server.url, cls.server.token)

    def test_post_whose_answer_is_lost_makes_one_task(self):
        lost = []

        def spoil(name):
            if name == "POST /tasks" and not lost:
                lost.append(name)
                return "lose"
            return None

        proxy = Proxy(self.server, spoil)
        task = Client(proxy.url, self.server.token).post(
            "/tasks", {"type": "lost.answer", "payload": {}}
        )
        self.assertEqual(proxy.counts["POST /tasks"], 2)
        page = self.client.get("/queue", query={"type": "lost.answer"})
        self.assertEqual([run["id"] for run in page["data"]], [task["id"]])
        proxy.close()

    def test_refusal_names_field_and_request(self):
        with self.assertRaises(ApiError) as caught:
            self.client.post("/tasks", {"type": "x", "payload": {}, "priority": 99})
        self.assertIn("priority", caught.exception.errors[0].pointer)
        self.assertTrue(caught.exception.request_id)

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
        reader.join(60)
        self.assertFalse(reader.is_alive())

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
