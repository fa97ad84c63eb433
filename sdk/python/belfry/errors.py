"""Errors: refusals of the server, broken connections, and a handler's word on its run's end."""

from __future__ import annotations

from datetime import datetime
from typing import Any, List, Mapping, NamedTuple, Optional


class FieldError(NamedTuple):
    """One field at fault, as the server names it."""

    pointer: str
    reason: str


class BelfryError(Exception):
    """Base of all errors of this package."""


class ApiError(BelfryError):
    """The server answered with a status of 400 or above."""

    def __init__(
        self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None
    ) -> None:
        self.status = status
        self.code: str = str(problem.get("code") or "unknown")
        self.request_id: Optional[str] = problem.get("request_id")
        self.retry_after = retry_after
        self.errors: List[FieldError] = [
            FieldError(str(e.get("pointer", "")), str(e.get("reason", "")))
            for e in problem.get("errors") or []
        ]
        text = str(problem.get("detail") or problem.get("title") or f"status {status}")
        fields = "; ".join(f"{e.pointer}: {e.reason}" for e in self.errors)
        super().__init__(f"{text} ({fields})" if fields and fields not in text else text)


class ServerUnreachable(BelfryError):
    """No answer came: the server is away, the connection broke, or the time ran out."""


class OutcomeError(BelfryError):
    """Base of the errors by which a handler decides how its run ends."""

    def __init__(self, message: str, error_class: str) -> None:
        super().__init__(message)
        self.error_class = error_class


class RetryAfter(OutcomeError):
    """Try the run again after so many seconds; the attempt counts."""

    def __init__(
        self, seconds: float, message: str = "retry later", error_class: str = "retry"
    ) -> None:
        super().__init__(message, error_class)
        self.seconds = seconds


class Fail(OutcomeError):
    """End the run for good: another attempt would fail too."""

    def __init__(self, message: str, error_class: str = "permanent") -> None:
        super().__init__(message, error_class)


class Defer(OutcomeError):
    """Put the run off, without using an attempt, until an instant with a time zone."""

    def __init__(self, until: datetime, message: str = "deferred") -> None:
        if until.tzinfo is None:
            raise ValueError("Defer needs a datetime with a time zone")
        super().__init__(message, "deferred")
        self.until = until


class RunCancelled(BelfryError):
    """Somebody cancelled the run, or its time is up."""


class LeaseLost(BelfryError):
    """The lease is gone, and another worker may have the run."""


class WorkerStopping(BelfryError):
    """The worker stops and its grace period is over."""


class EffectInDoubt(OutcomeError):
    """An earlier attempt claimed the effect and left no word: nobody knows whether it happened."""

    def __init__(self, action: str) -> None:
        super().__init__(
            f"effect {action} was begun by an earlier attempt and its end is not known",
            "effect_in_doubt",
        )


class EventsRemoved(BelfryError):
    """Events that were still to come have been removed; the stream cannot go on without a gap."""


class WebhookRefused(BelfryError):
    """A webhook's signature, id or time does not hold."""
