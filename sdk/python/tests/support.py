"""A real server for tests (BELFRY_BIN, else this tree's binary), and a counting proxy before it."""

import http.client
import http.server
import logging
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
BELFRY = os.environ.get("BELFRY_BIN") or str(HERE.parents[2] / "build" / "belfry")
# How long a test waits before it fails, in seconds: a busy machine may need much of it.
PATIENCE = float(os.environ.get("TEST_SECONDS_MAX", 300))

# Tests fail by what they see, not by what workers say about lost answers and killed servers.
logging.getLogger("belfry").addHandler(logging.NullHandler())


def lasting_port():
    """A free port below those of outgoing connections, which are given one at random.

    A server that is killed finds such a port free when it comes back.
    """
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass  # Another program has it.


class Server:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="belfry-sdk-")
        self.url = None
        self.up(f"127.0.0.1:{lasting_port()}")
        with open(os.path.join(self.folder, "data", "admin.token"), encoding="utf-8") as file:
            self.token = file.readline().strip()

    def up(self, listen):
        command = [BELFRY, "serve", "--listen", listen, "--log", "error"]
        command += ["--data", os.path.join(self.folder, "data"), "--webhook-allow", "127.0.0.1"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            match = re.search(r"listening on (http:\S+)", line)
            if match:
                self.url = match.group(1)
                return
        raise RuntimeError("the server did not start")

    def down(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def up_again(self):
        self.up(urllib.parse.urlsplit(self.url).netloc)

    def restart(self):
        self.down()
        self.up_again()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder)


class Proxy:
    """Passes requests on and counts them. `spoil(name)`: a status instead, "lose", or None."""

    def __init__(self, server, spoil=lambda name: None):
        self.counts = {}
        lock = threading.Lock()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                name = f"{self.command} {self.path.split('?')[0].replace('/api/v1/scheduler', '')}"
                with lock:
                    proxy.counts[name] = proxy.counts.get(name, 0) + 1
                    verdict = spoil(name)
                if isinstance(verdict, int):
                    self.answer(verdict, [], b"")
                    return
                onward = http.client.HTTPConnection(
                    urllib.parse.urlsplit(server.url).netloc, timeout=PATIENCE
                )
                try:
                    headers = {k: v for k, v in self.headers.items() if k.lower() != "host"}
                    onward.request(self.command, self.path, body, headers)
                    got = onward.getresponse()
                    text = got.read()
                except OSError:
                    self.close_connection = True
                    return
                except http.client.HTTPException:
                    self.close_connection = True
                    return
                finally:
                    onward.close()
                if verdict == "lose":
                    self.close_connection = True
                    return
                self.answer(
                    got.status, [("Content-Type", got.headers.get("Content-Type", ""))], text
                )

            do_GET = do_PUT = do_DELETE = do_POST

            def answer(self, status, headers, text):
                self.send_response(status)
                for header, value in headers:
                    self.send_header(header, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *args):
                pass

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass  # A client that has gone.

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()


def until(look, what="something"):
    """Asks until `look` gives something, for as long as a busy machine may need."""
    end = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come")
        time.sleep(0.02)
