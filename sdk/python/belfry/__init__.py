"""Belfry for Python: a client, a worker, event streams, webhooks. Standard library only."""

from .client import Client
from .context import Context
from .errors import (
    ApiError,
    BelfryError,
    Defer,
    EffectInDoubt,
    EventsRemoved,
    Fail,
    FieldError,
    LeaseLost,
    OutcomeError,
    RetryAfter,
    RunCancelled,
    ServerUnreachable,
    WebhookRefused,
    WorkerStopping,
)
from .scheduler import Scheduler
from .transport import Transport
from .webhooks import verify_webhook
from .worker import Worker

__all__ = [
    "ApiError",
    "BelfryError",
    "Client",
    "Context",
    "Defer",
    "EffectInDoubt",
    "EventsRemoved",
    "Fail",
    "FieldError",
    "LeaseLost",
    "OutcomeError",
    "RetryAfter",
    "RunCancelled",
    "Scheduler",
    "ServerUnreachable",
    "Transport",
    "WebhookRefused",
    "Worker",
    "WorkerStopping",
    "verify_webhook",
]
