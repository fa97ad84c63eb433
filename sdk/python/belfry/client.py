"""A client for all of the API."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import threading
import time
import urllib.parse
from typing import Any, AsyncIterator, Dict, Iterator, Mapping, Optional, Sequence, Union

from .errors import ApiError, EventsRemoved, ServerUnreachable
from .transport import Query, Stream, Transport, pause_before

Body = Mapping[str, Any]
Object = Dict[str, Any]


def _fill(path: str, values: Mapping[str, object]) -> str:
    def one(match: "re.Match[str]") -> str:
        value = values.get(match.group(1))
        if value is None or value == "":
            raise TypeError(f"the path {path} needs {match.group(1)}")
        return urllib.parse.quote(str(value), safe="")

    return re.sub(r"\{([a-z_]+)\}", one, path)


class Client:
    """Paths are those of the API's description: client.get("/queue/{id}", id=run_id)."""

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retry_for: float = 60.0,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[Transport] = None,
        traceparent: Optional[str] = None,
    ) -> None:
        self.transport = transport or Transport(
            url, token, timeout=timeout, retry_for=retry_for, ssl_context=ssl_context
        )
        self._traceparent = traceparent

    def with_trace(self, traceparent: Optional[str]) -> "Client":
        """The same client, whose calls carry this trace context."""
        return Client(transport=self.transport, traceparent=traceparent)

    def close(self) -> None:
        """Closes the connections that are kept open between requests."""
        self.transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, path: str, *, query: Optional[Query] = None, **parts: object) -> Object:
        return self._call("GET", path, None, query, parts)

    def post(
        self,
        path: str,
        body: Optional[Body] = None,
        *,
        query: Optional[Query] = None,
        idempotency_key: Optional[str] = None,
        **parts: object,
    ) -> Object:
        return self._call("POST", path, {} if body is None else body, query, parts, idempotency_key)

    def put(
        self,
        path: str,
        body: Body,
        *,
        query: Optional[Query] = None,
        if_match: Optional[str] = None,
        **parts: object,
    ) -> Object:
        return self._call("PUT", path, body, query, parts, if_match=if_match)

    def delete(
        self,
        path: str,
        *,
        query: Optional[Query] = None,
        if_match: Optional[str] = None,
        **parts: object,
    ) -> Object:
        return self._call("DELETE", path, None, query, parts, if_match=if_match)

    def list(
        self, path: str, *, query: Optional[Query] = None, **parts: object
    ) -> Iterator[Object]:
        """Every entry of a list, page by page, read as they are asked for."""
        cursor: Optional[str] = None
        while True:
            page = self.get(path, query={**(query or {}), "cursor": cursor}, **parts)
            yield from page["data"]
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    def events(
        self,
        *,
        event: Union[None, str, Sequence[str]] = None,
        after: Optional[str] = None,
        stop: Optional[threading.Event] = None,
        **query: object,
    ) -> Iterator[Object]:
        """Every event that fits, in order, none twice and none left out, through lost connections.

        Goes on until `stop` is set; with `after`, behind that event. Raises EventsRemoved if the
        server has removed events that were still to come.
        """
        wanted: Dict[str, object] = {**query, "event": event}
        place = after if after is not None else self._newest_event(query.get("tenant_id"))
        failures = 0
        while stop is None or not stop.is_set():
            try:
                headers = {"Accept": "text/event-stream"}
                if place is not None:
                    headers["Last-Event-ID"] = place
                stream = self.transport.open("/events", wanted, headers)
                failures = 0
                for frame in _frames(stream, stop):
                    if frame.get("event") == "events.cut":
                        raise EventsRemoved("events that were still to come have been removed")
                    if frame.get("data"):
                        yield _json_object(frame["data"])
                    # Moved on only once the consumer has taken the event.
                    place = frame.get("id", place)
            except ServerUnreachable:
                failures += 1
            except ApiError as error:
                if error.status == 410:
                    raise EventsRemoved(str(error)) from error
                if error.status < 500 and error.status != 429:
                    raise
                failures += 1
                time.sleep(error.retry_after or 0.0)
            if stop is not None and stop.wait(pause_before(failures)):
                return
            if stop is None:
                time.sleep(pause_before(failures))

    async def events_async(
        self,
        *,
        event: Union[None, str, Sequence[str]] = None,
        after: Optional[str] = None,
        **query: object,
    ) -> AsyncIterator[Object]:
        """`events` for coroutines: `async for`, until the loop is left."""
        stop = threading.Event()
        found = self.events(event=event, after=after, stop=stop, **query)
        loop = asyncio.get_running_loop()
        try:
            while True:
                one: Optional[Object] = await loop.run_in_executor(None, _next_of, found)
                if one is None:
                    return
                yield one
        finally:
            stop.set()

    def _newest_event(self, tenant: object) -> Optional[str]:
        page = self.get("/events", query={"limit": 1, "tenant_id": tenant})
        return str(page["data"][0]["id"]) if page["data"] else None

    def _call(
        self,
        method: str,
        path: str,
        body: Optional[Body],
        query: Optional[Query],
        parts: Mapping[str, object],
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
    ) -> Object:
        headers: Dict[str, str] = {}
        if if_match is not None:
            headers["If-Match"] = if_match
        if self._traceparent is not None:
            headers["traceparent"] = self._traceparent
        answer = self.transport.send(
            method,
            _fill(path, parts),
            body,
            query=query,
            headers=headers,
            idempotency_key=idempotency_key,
        )
        return answer.body if isinstance(answer.body, dict) else {}


def _next_of(found: Iterator[Object]) -> Optional[Object]:
    return next(found, None)


def _json_object(text: str) -> Object:
    value = json.loads(text)
    return value if isinstance(value, dict) else {}


def _frames(stream: Stream, stop: Optional[threading.Event]) -> Iterator[Dict[str, str]]:
    """Server-sent events of a stream, until it breaks off or `stop` is set."""
    over = threading.Event()
    if stop is not None:
        threading.Thread(target=_close_when, args=(stop, over, stream), daemon=True).start()
    frame: Dict[str, str] = {}
    try:
        while True:
            line = stream.readline()
            if line == "":
                if frame:
                    yield frame
                frame = {}
            elif not line.startswith(":"):
                name, _, value = line.partition(":")
                value = value[1:] if value.startswith(" ") else value
                frame[name] = (
                    f"{frame[name]}\n{value}" if name == "data" and name in frame else value
                )
    finally:
        over.set()
        stream.close()


def _close_when(stop: threading.Event, over: threading.Event, stream: Stream) -> None:
    while not over.is_set():
        if stop.wait(0.5):
            stream.close()
            return
