"""What a handler is given: the run, its payload, progress, effects, a client."""

from __future__ import annotations

import threading
from datetime import datetime
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, TypeVar

from .client import Client
from .errors import ApiError, BelfryError, EffectInDoubt, LeaseLost

T = TypeVar("T")
Lease = Dict[str, Any]


class Context:
    """One attempt at one run. Handlers that take long look at `cancelled` now and then."""

    def __init__(self, lease: Lease, client: Client, on_progress: Callable[[], None]) -> None:
        self.lease = lease
        self.payload: Any = lease.get("payload")
        self.client = client.with_trace(lease.get("traceparent"))
        self.cancelled = threading.Event()
        """Set when the run is cancelled, its lease is lost, or the worker must stop."""
        self.reason: Optional[BelfryError] = None
        """Why `cancelled` was set: RunCancelled, LeaseLost or WorkerStopping."""
        self.percent: Optional[int] = None
        self.message: Optional[str] = None
        self.extras: Dict[str, Any] = {}
        self.is_noop = False
        self._on_progress = on_progress
        self._on_abort: Optional[Callable[[], None]] = None

    @property
    def run_id(self) -> str:
        return str(self.lease["run_id"])

    @property
    def execution_id(self) -> str:
        return str(self.lease["execution_id"])

    @property
    def type(self) -> str:
        return str(self.lease["type"])

    @property
    def tenant_id(self) -> str:
        return str(self.lease["tenant_id"])

    @property
    def attempt(self) -> int:
        """1 for the first attempt."""
        return int(self.lease["attempt"])

    @property
    def deadline(self) -> Optional[datetime]:
        """When the attempt must have ended, by the server's clock."""
        text = self.lease.get("deadline")
        return datetime.fromisoformat(str(text).replace("Z", "+00:00")) if text else None

    def progress(self, percent: float, message: Optional[str] = None) -> None:
        """Shown to people while the run goes on; sent with the next heartbeat."""
        self.percent = max(0, min(100, int(percent)))
        self.message = message
        self._on_progress()

    def noop(self) -> None:
        """The handler's return ends the run as done without a change: nothing was to be done."""
        self.is_noop = True

    def report(self, **extras: Any) -> None:
        """Told beside the result.

        result_hash, schedule="pause", channel, audit, rate_limit, output.
        """
        self.extras.update(extras)

    def check(self) -> None:
        """Raises the reason if the handler is to stop."""
        if self.reason is not None:
            raise self.reason

    def once(
        self,
        action: str,
        fn: Callable[[], T],
        *,
        key: Optional[str] = None,
        scope: Optional[str] = None,
        check: Optional[Callable[[], Optional[T]]] = None,
        did_not_happen: Callable[[BaseException], bool] = lambda error: False,
    ) -> T:
        """Carries out an outside change once, however often the run is attempted.

        The first attempt does it and its result (JSON of at most 8 KiB) is kept; later ones get
        that result. `check` asks the other side about an effect whose end is not known: its
        result, or None if it did not happen. `did_not_happen` says whether an error of `fn`
        proves that.
        """
        claim = self._claim(action, key, scope)
        if claim["state"] == "done":
            done: T = claim["result"]
            return done
        if not claim["first"]:
            found = check() if check is not None else None
            if check is None:
                raise EffectInDoubt(action)
            if found is not None:
                return self._complete(claim, found)
            self._release(claim)
            return self.once(
                action, fn, key=key, scope=scope, check=check, did_not_happen=did_not_happen
            )
        try:
            result = fn()
        except BaseException as error:
            if did_not_happen(error):
                self._release(claim)
            raise
        return self._complete(claim, result)

    async def once_async(
        self,
        action: str,
        fn: Callable[[], Awaitable[T]],
        *,
        key: Optional[str] = None,
        scope: Optional[str] = None,
        check: Optional[Callable[[], Awaitable[Optional[T]]]] = None,
        did_not_happen: Callable[[BaseException], bool] = lambda error: False,
    ) -> T:
        """`once` for coroutines."""
        import asyncio

        loop = asyncio.get_running_loop()
        claim = await loop.run_in_executor(None, self._claim, action, key, scope)
        if claim["state"] == "done":
            done: T = claim["result"]
            return done
        if not claim["first"]:
            if check is None:
                raise EffectInDoubt(action)
            found = await check()
            if found is not None:
                return await loop.run_in_executor(None, self._complete, claim, found)
            await loop.run_in_executor(None, self._release, claim)
            return await self.once_async(
                action, fn, key=key, scope=scope, check=check, did_not_happen=did_not_happen
            )
        try:
            result = await fn()
        except BaseException as error:
            if did_not_happen(error):
                await loop.run_in_executor(None, self._release, claim)
            raise
        return await loop.run_in_executor(None, self._complete, claim, result)

    def abort(self, reason: BelfryError) -> None:
        """Tells the handler to stop; the first reason counts."""
        if self.reason is None:
            self.reason = reason
            self.cancelled.set()
            if self._on_abort is not None:
                self._on_abort()

    def on_abort(self, call: Callable[[], None]) -> None:
        """Has `call` called, from any thread, when the handler is told to stop."""
        self._on_abort = call
        if self.reason is not None:
            call()

    def _claim(self, action: str, key: Optional[str], scope: Optional[str]) -> Dict[str, Any]:
        body: Dict[str, Any] = {"action_key": action, "execution_id": self.execution_id}
        key = key if key is not None else self.lease.get("idempotency_key")
        if key is not None:
            body["idempotency_key"] = key
        if scope is not None:
            body["scope"] = scope
        return self._effect("claim", body)

    def _complete(self, claim: Mapping[str, Any], result: T) -> T:
        body = {"claim_id": claim["claim_id"], "execution_id": self.execution_id, "result": result}
        self._effect("complete", body)
        return result

    def _release(self, claim: Mapping[str, Any]) -> None:
        self._effect("release", {"claim_id": claim["claim_id"], "execution_id": self.execution_id})

    def _effect(self, verb: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        try:
            return self.client.post(f"/effects/{verb}", body)
        except ApiError as error:
            if error.code == "lease_lost":
                raise LeaseLost(str(error)) from error
            raise
