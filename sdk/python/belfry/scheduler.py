"""`schedule_once` and `schedule_recurring`, for programs that think in guilds."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional, Union

from .client import Client
from .errors import ApiError

Instant = Union[datetime, str, int, float]


def _instant(value: Instant, name: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        value = datetime.fromtimestamp(value / 1000, timezone.utc)
    if value.tzinfo is None:
        raise ValueError(f"{name} needs a datetime with a time zone")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _required(value: str, name: str) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(f"{name} is required")
    return value


class Scheduler:
    """The two calls over one client, whose token is the guild's or one of the tenant system.

    Priorities go from 1 (high) to 5 (low). Instants are a datetime with a zone, ISO text, or epoch
    milliseconds.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scales: Dict[str, int] = {}

    def schedule_once(
        self,
        guild_id: str,
        type: str,
        payload: Optional[Mapping[str, Any]] = None,
        *,
        run_at: Instant,
        priority: int = 3,
        idempotency_key: Optional[str] = None,
    ) -> str:
        """Returns the id of the run. Two calls with one key are one run."""
        body: Dict[str, Any] = {
            "tenant_id": _required(guild_id, "guild_id"),
            "type": _required(type, "type"),
            "payload": dict(payload or {}),
            "run_at": _instant(run_at, "run_at"),
            "priority": self._priority(guild_id, priority),
        }
        if idempotency_key is not None:
            body["idempotency_key"] = idempotency_key
        return str(self._client.post("/tasks", body)["id"])

    def schedule_recurring(
        self,
        guild_id: str,
        type: str,
        payload: Optional[Mapping[str, Any]] = None,
        *,
        rrule: str,
        tz: str,
        start_from: Optional[Instant] = None,
        priority: int = 3,
    ) -> str:
        """Returns the id of the first occurrence. The same series scheduled twice is one."""
        content = json.dumps([type, rrule, tz, payload or {}], sort_keys=True)
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        code = f"{re.sub('[^A-Za-z0-9._-]', '-', type)[:30]}-{digest}"
        start = datetime.now(timezone.utc) if start_from is None else start_from
        body = {
            "tenant_id": _required(guild_id, "guild_id"),
            "code": code,
            "handler": _required(type, "type"),
            "parameters": dict(payload or {}),
            "schedule_type": "RRULE",
            "rrule": _required(rrule, "rrule"),
            "timezone": _required(tz, "tz"),
            "start_at": _instant(start, "start_from"),
            "priority": self._priority(guild_id, priority),
        }
        try:
            return str(self._client.post("/jobs", body)["next_run_id"])
        except ApiError as error:
            if error.status != 409:
                raise
        found = self._client.get("/jobs/{id}", id=code, query={"tenant_id": guild_id})
        return str(found["next_run_id"])

    def _priority(self, guild_id: str, priority: int) -> int:
        """A tenant has 5 or 10 priorities; p of the first scale is 2p - 1 of the second."""
        if not isinstance(priority, int) or not 1 <= priority <= 5:
            raise ValueError(f"priority must be 1 to 5, got {priority}")
        if guild_id not in self._scales:
            settings = self._client.get("/tenants/{id}/settings", id=guild_id)
            self._scales[guild_id] = settings.get("priority_scale") or 10
        return priority if self._scales[guild_id] == 5 else 2 * priority - 1
