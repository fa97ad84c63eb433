"""A stand-in for an accounting service like QuickBooks, for the examples: books.py [PORT]

POST /token: a key that is good for 20 calls. GET /customers?after=ID: a page of 3. POST /invoices
{"number", ...}: the same number twice is 409. GET /invoices. Every seventh call is answered 503.
"""
import http.server
import json
import sys
from urllib.parse import parse_qs, urlsplit

CUSTOMERS = [{"id": n, "name": f"customer {n}"} for n in range(1, 11)]
invoices, keys, state = [], {}, {"calls": 0}


class Books(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, **fields):
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def may_go_on(self):
        """Not busy, and with a key that still counts."""
        state["calls"] += 1
        if state["calls"] % 7 == 0:
            self.answer(503, {"error": "busy"}, Retry_After="1")
            return False
        key = (self.headers.get("Authorization") or "")[7:]
        keys[key] = keys.get(key, 0) - 1
        if keys[key] < 0:
            self.answer(401, {"error": "the key has expired"})
            return False
        return True

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/stats":
            self.answer(200, {"invoices": invoices})
        elif self.may_go_on():
            after = int(parse_qs(url.query).get("after", ["0"])[0])
            self.answer(200, [one for one in CUSTOMERS if one["id"] > after][:3])

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if self.path == "/token":
            key = f"key-{len(keys)}"
            keys[key] = 20
            self.answer(200, {"key": key})
        elif self.may_go_on():
            is_new = all(one["number"] != body["number"] for one in invoices)
            if is_new:
                invoices.append(body)
            self.answer(201 if is_new else 409, body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", int((sys.argv[1:] or [0])[0])), Books)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
