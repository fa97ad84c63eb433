"""Signed webhooks (Standard Webhooks): whether a call really comes from the server."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .errors import WebhookRefused


def _secret_bytes(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        value = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("a secret is whsec_ and base64") from error
    if not value:
        raise ValueError("a secret is whsec_ and base64")
    return value


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Returns the event of a webhook call, or raises WebhookRefused.

    `body` is the body as it came, before any parsing. Pass two secrets while one replaces the
    other.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        webhook_id, stamp, given = (
            lower[f"webhook-{part}"] for part in ("id", "timestamp", "signature")
        )
    except KeyError as error:
        raise WebhookRefused(f"the header {error.args[0]} is missing") from None
    if not (stamp.isascii() and stamp.isdigit()):
        raise WebhookRefused("the webhook's time is no number")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise WebhookRefused("the webhook's time is too far from the present")
    signed = f"{webhook_id}.{stamp}.".encode() + body
    signatures = [part[3:] for part in given.split(" ") if part.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(
            hmac.new(_secret_bytes(secret), signed, hashlib.sha256).digest()
        ).decode()
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            event: Dict[str, Any] = json.loads(body)
            return event
    raise WebhookRefused("no signature fits")
