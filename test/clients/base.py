"""What the programs share: calls with bodies and answers of the classes that quicktype makes of
doc/openapi.json, unchanged."""
import json
import os
import urllib.error
import urllib.request
from typing import Any, Dict, Iterator, Optional

import belfry_types as api

SERVER = os.environ["BELFRY_URL"]
BASE = SERVER + "/api/v1/scheduler/"
TOKEN = os.environ["BELFRY_TOKEN"]


def ask(
    method: str,
    path: str,
    body: Optional[Dict[str, Any]] = None,
    more: Optional[Dict[str, str]] = None,
) -> Any:
    """The answer, still open."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json", **(more or {})}
    if data is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=60)


def told(method: str, path: str, body: Optional[Dict[str, Any]] = None) -> Any:
    with ask(method, path, body) as answer:
        return json.load(answer)


def refusal(method: str, path: str, body: Dict[str, Any], more: Dict[str, str]) -> api.Problem:
    try:
        ask(method, path, body, more)
    except urllib.error.HTTPError as error:
        return api.Problem.from_dict(json.load(error))
    raise AssertionError(f"{method} {path} was taken")


def events(query: str) -> Iterator[api.Event]:
    """They come without end: the caller stops when it has seen enough."""
    more = {"Accept": "text/event-stream", "Last-Event-ID": "0-0"}
    with ask("GET", f"events?{query}", more=more) as stream:
        for line in stream:
            if line.startswith(b"data:"):
                yield api.Event.from_dict(json.loads(line[5:]))
