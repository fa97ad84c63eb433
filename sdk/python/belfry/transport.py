"""One request to the server, repeated until it has an answer that counts."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import ssl
import threading
import time
import urllib.parse
import uuid
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Union

from .errors import ApiError, ServerUnreachable

ROOT = "/api/v1/scheduler"
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0
MAY_PASS_LATER = (429, 502, 503, 504)
IDLE_CONNECTIONS = 16

JSON = Union[None, bool, int, float, str, List[Any], Dict[str, Any]]
Query = Mapping[str, object]


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: JSON


def pause_before(attempt: int) -> float:
    """Exponential, with jitter, so that clients do not come back together."""
    most = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(attempt, 16))
    return most / 2 + random.random() * most / 2


def token_from_environment() -> str:
    token = os.environ.get("BELFRY_TOKEN")
    if token:
        return token
    path = os.environ.get("BELFRY_TOKEN_FILE")
    if path:
        with open(path, encoding="utf-8") as file:
            return file.readline().strip()
    raise ValueError("no token: pass token=, or set BELFRY_TOKEN or BELFRY_TOKEN_FILE")


def query_text(query: Optional[Query]) -> str:
    pairs = []
    for name, value in (query or {}).items():
        if value is None:
            continue
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            value = ",".join(str(v) for v in value)
        pairs.append((name, str(value)))
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


class Transport:
    """Connections to one server, kept open between requests; any thread may use it."""

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retry_for: float = 60.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self.url = (url or os.environ.get("BELFRY_URL") or "http://127.0.0.1:7654").rstrip("/")
        self._token = token or token_from_environment()
        self._timeout = timeout
        self._retry_for = retry_for
        self._ssl = ssl_context
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"url must begin with http:// or https://, got {self.url!r}")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._idle: List[http.client.HTTPConnection] = []
        self._closed = False
        self._lock = threading.Lock()

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        wait: float = 0.0,
        retry_for: Optional[float] = None,
        stop: Optional[threading.Event] = None,
    ) -> Answer:
        """Sends until an answer counts or the time for repeating is over.

        Every try of one POST carries the same Idempotency-Key, so a repeated one is never carried
        out twice. `wait` is how long the server may hold the request; `stop` ends the repeating.
        """
        end = time.monotonic() + (self._retry_for if retry_for is None else retry_for)
        key = idempotency_key or (str(uuid.uuid4()) if method == "POST" else None)
        attempt = 0
        while True:
            try:
                return self._once(method, path, body, query, headers, key, wait)
            except ApiError as error:
                if error.status not in MAY_PASS_LATER:
                    raise
                pause = max(error.retry_after or 0.0, pause_before(attempt))
                failure: Union[ApiError, ServerUnreachable] = error
            except ServerUnreachable as error:
                pause = pause_before(attempt)
                failure = error
            attempt += 1
            if time.monotonic() + pause > end or (stop is not None and stop.is_set()):
                raise failure
            if stop is None:
                time.sleep(pause)
            elif stop.wait(pause):
                raise failure

    def open(self, path: str, query: Optional[Query], headers: Mapping[str, str]) -> "Stream":
        """An answer that goes on, on a connection of its own."""
        connection = self._connect(self._timeout)
        try:
            connection.request(
                "GET", ROOT + path + query_text(query), headers=self._headers(headers, None, False)
            )
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ServerUnreachable(f"no answer to GET {path} from {self.url}: {error}") from error
        if response.status >= 400:
            try:
                raise self._refusal(response)
            finally:
                connection.close()
        return Stream(connection, response)

    def close(self) -> None:
        """Closes the connections; a request that is under way closes its own when it ends."""
        with self._lock:
            self._closed = True
        self._drop_idle()

    def _drop_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if self._secure:
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=timeout, context=self._ssl
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    def _headers(
        self, more: Optional[Mapping[str, str]], key: Optional[str], has_body: bool
    ) -> Dict[str, str]:
        headers = {"Authorization": f"Bearer {self._token}"}
        headers.update(more or {})
        if has_body:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        return headers

    def _once(
        self,
        method: str,
        path: str,
        body: object,
        query: Optional[Query],
        headers: Optional[Mapping[str, str]],
        key: Optional[str],
        wait: float,
    ) -> Answer:
        text = None if body is None else json.dumps(body, separators=(",", ":")).encode()
        target = path[1:] if path.startswith("//") else ROOT + path
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect(self._timeout)
        try:
            connection.timeout = self._timeout + wait
            if connection.sock is not None:
                connection.sock.settimeout(self._timeout + wait)
            connection.request(
                method,
                target + query_text(query),
                text,
                self._headers(headers, key, text is not None),
            )
            response = connection.getresponse()
            if response.status >= 400:
                raise self._refusal(response)
            answer = Answer(response.status, dict(response.headers), _read(response))
        except ApiError:
            self._put_back(connection)
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            connection.close()
            # A server that went away has closed them all: each would cost a try and its pause.
            self._drop_idle()
            raise ServerUnreachable(
                f"no answer to {method} {path} from {self.url}: {error}"
            ) from error
        self._put_back(connection)
        return answer

    def _put_back(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            is_kept = not self._closed and len(self._idle) < IDLE_CONNECTIONS
            if connection.sock is not None and is_kept:
                self._idle.append(connection)
                return
        connection.close()

    def _refusal(self, response: http.client.HTTPResponse) -> ApiError:
        try:
            problem = _read(response)
        except (OSError, http.client.HTTPException, ValueError):
            problem = None
        pause = retry_after(response.headers.get("Retry-After"))
        return ApiError(response.status, problem if isinstance(problem, dict) else {}, pause)


class Stream:
    """Lines of an answer that goes on."""

    def __init__(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> None:
        self._connection = connection
        self._response = response

    def readline(self) -> str:
        """The next line without its end; empty behind a frame. Raises at the stream's end."""
        try:
            line = self._response.readline()
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            raise ServerUnreachable(f"the stream broke off: {error}") from error
        if not line:
            raise ServerUnreachable("the stream ended")
        return line.decode("utf-8").rstrip("\r\n")

    def close(self) -> None:
        # From another thread too: the socket is shut down, so that a read that waits returns.
        sock = self._connection.sock
        if sock is not None:
            try:
                sock.shutdown(2)
            except OSError:
                pass
        self._connection.close()


def _read(response: http.client.HTTPResponse) -> JSON:
    raw = response.read()
    if not raw:
        return None
    if "json" not in (response.headers.get("Content-Type") or ""):
        return raw.decode("utf-8", "replace")
    value: JSON = json.loads(raw)
    return value
