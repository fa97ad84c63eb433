"""A stand-in for a chat service: people who take no direct messages, buckets, bad days."""
import http.server
import json
import threading
import urllib.error
import urllib.request


class Chat:
    """Listens on a port of its own. POST /dm/NAME and /threads/NAME/mentions say something."""

    def __init__(self):
        self.closed = set()  # whose direct messages are closed: 403
        self.tokens = {}     # what is left in the bucket of a path; none: it has no bound
        self.bad_days = 0    # so many calls answer 503
        self.said = []       # (path, text) that came through
        self.calls = []      # (path, status) of all
        chat = self

        class Answerer(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, fields = chat.answer(self.path, json.loads(body))
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answerer)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path, message):
        status, fields = 204, {}
        if self.bad_days > 0:
            self.bad_days -= 1
            status = 503
        elif path in self.tokens and self.tokens[path] <= 0:
            status = 429
            fields = {"Retry-After": "1", "X-RateLimit-Bucket": path.split("/")[1],
                      "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0.5"}
        elif path.startswith("/dm/") and path[4:] in self.closed:
            status = 403
        else:
            if path in self.tokens:
                self.tokens[path] -= 1
            self.said.append((path, message["text"]))
        self.calls.append((path, status))
        return status, fields

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def post(url, message):
    """The status and the fields of the answer."""
    request = urllib.request.Request(url, json.dumps(message).encode(),
                                     {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.headers
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers


def carry_out(chat, lease):
    """What a worker of this service does with a run; what it reports."""
    payload = lease["payload"]
    path = f"/dm/{payload['user']}" if lease["type"] == "chat.dm" \
        else f"/threads/{payload['thread']}/mentions"
    status, fields = post(chat.url + path, {"text": payload["text"]})
    if status < 300:
        return "success", {"channel": path}
    if status == 403:
        return "fail", {"error": {"class": "dm_closed", "message": "403"}, "channelId": path}
    if status == 429:
        wait = int(float(fields["X-RateLimit-Reset-After"]) * 1000)
        return "retry", {"error": {"class": "http_429", "message": "429"}, "retry_after_ms": wait}
    return "retry", {"error": {"class": "http_5xx", "message": str(status)}, "retry_after_ms": 1}
