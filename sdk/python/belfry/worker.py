"""A worker: leases runs, hands them to handlers, keeps their leases, reports how they ended.

Free places are asked for in two ways: by a request that waits at the server while some type with a
free place is not covered by one, and together with each report of what has ended. All requests are
repeated through restarts of the server. Heartbeats keep the leases of what runs.

Handlers are functions, which run on threads, or coroutines, which run on one event loop.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
import signal
import socket
import threading
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, TypeVar

from .client import Client
from .context import Context, Lease
from .errors import (
    ApiError,
    BelfryError,
    Fail,
    LeaseLost,
    RunCancelled,
    ServerUnreachable,
    WorkerStopping,
)
from .reporting import bad_report, is_bad, report_of
from .threads import Threads
from .transport import pause_before

Handler = Callable[[Context], Any]
Middleware = Callable[[Context, Callable[[], Any]], Any]
H = TypeVar("H", bound=Handler)

# Bounds of the protocol: results and leases of one call, types of one lease.
AT_ONCE_MAX = 1000
TYPES_MAX = 64
PROGRESS_EVERY = 1.0
DRAIN_EVERY = 0.5
STOP_AFTER_ABORT = 5.0
FINAL = (400, 401, 403, 404, 422)
DENIED = (401, 403, 404)

log = logging.getLogger("belfry")


def _whole(given: Optional[float], variable: str, name: str) -> Optional[int]:
    """A whole number of at least 1, from the argument or else from the environment."""
    text = os.environ.get(variable)
    if given is None and not text:
        return None
    said = given if given is not None else text
    try:
        value = int(said or 0)
    except ValueError:
        value = 0
    if value < 1:
        named = variable if given is None else name
        raise ValueError(f"{named} must be a whole number of at least 1, got {said}")
    return value


class Schedule(NamedTuple):
    """A job that the worker applies when it starts."""

    code: str
    type: str
    body: Dict[str, Any]


class _Ask:
    """A request for at most `max` runs of these types."""

    def __init__(self, types: List[str], max: int) -> None:
        self.types = types
        self.max = max


class _Registered:
    def __init__(
        self, handler: Handler, schema: Optional[Callable[[Any], Any]], concurrency: float
    ) -> None:
        self.handler = handler
        self.schema = schema
        self.concurrency = concurrency
        self.running = 0


class _Running:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.renewed = time.monotonic()
        """When its lease began anew."""
        self.lost = False
        """Nothing is reported for it any more."""


class Worker:
    def __init__(
        self,
        client: Optional[Client] = None,
        *,
        worker_id: Optional[str] = None,
        concurrency: Optional[int] = None,
        queues: Sequence[str] = (),
        tenants: Sequence[str] = (),
        wait: Optional[float] = None,
        lease: Optional[float] = None,
        grace: float = 30.0,
        max_attempts: Optional[int] = None,
    ) -> None:
        """`wait`, `lease` and `grace` are seconds.

        `concurrency`: the most runs at once; default WORKER_BATCH, else 10. `wait`: how long an
        idle worker's request waits (at most 60); default WORKER_WAIT_MS, else 30. `lease`: how
        long each run is leased; default WORKER_LEASE_MS, else what its type says, else 60.
        `grace`: how long `stop` waits for handlers, and then (at least 5) for a server that takes
        no reports. `max_attempts`: from this attempt on a run that is to be tried again fails;
        default WORKER_MAX_ATTEMPTS, else the run's own bound.
        """
        self.client = client or Client()
        self._owns_client = client is None
        self.id = worker_id or f"{socket.gethostname()[:40]}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._concurrency = _whole(concurrency, "WORKER_BATCH", "concurrency") or 10
        wait_ms = None if wait is None else max(1.0, wait * 1000)
        lease_ms = None if lease is None else max(1.0, lease * 1000)
        self._lease_ms = _whole(lease_ms, "WORKER_LEASE_MS", "lease")
        self._max_attempts = _whole(max_attempts, "WORKER_MAX_ATTEMPTS", "max_attempts")
        self._queues = list(queues)
        self._tenants = list(tenants)
        self._wait = min((_whole(wait_ms, "WORKER_WAIT_MS", "wait") or 30_000) / 1000, 60.0)
        self._grace = grace
        self._handlers: Dict[str, _Registered] = {}
        self._middleware: List[Middleware] = []
        self._schedules: List[Schedule] = []
        self._changed = threading.Condition()
        self._running: Dict[str, _Running] = {}
        self._reports: List[Dict[str, Any]] = []
        self._asks: Set[_Ask] = set()
        self._waiting: Set[_Ask] = set()
        self._renew = 20.0
        self._failure: Optional[BaseException] = None
        self._report_by = float("inf")
        """Until then reports are repeated: a worker that stops has to end."""
        self._started = False
        self._stopping = threading.Event()
        self._ended = threading.Event()
        self._beat_soon = False
        self._threads = Threads(self._concurrency)
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._owns_loop = False
        self._on_end: Callable[[], None] = lambda: None

    # ---- registering -----------------------------------------------------------------------------

    def handler(
        self,
        type: str,
        *,
        concurrency: Optional[int] = None,
        schema: Optional[Callable[[Any], Any]] = None,
    ) -> Callable[[H], H]:
        """Registers the function below it as the handler of a type.

        `schema` is called with the payload and returns what the handler gets (a dataclass's
        constructor, a model's `model_validate`); if it raises ValueError or TypeError the run fails
        for good. `concurrency` limits this type within the worker's own limit.
        """

        def register(handler: H) -> H:
            self._register(type, handler, concurrency, schema)
            return handler

        return register

    def every(
        self,
        cron: Optional[str] = None,
        *,
        rrule: Optional[str] = None,
        seconds: Optional[int] = None,
        timezone: str = "UTC",
        code: Optional[str] = None,
        type: Optional[str] = None,
        payload: Optional[Mapping[str, Any]] = None,
    ) -> Callable[[H], H]:
        """Registers the function below it and a job that runs it: by cron, rule or interval.

        The job is created or changed when the worker starts, so the schedule lives in the code.
        """
        given = [value for value in (cron, rrule, seconds) if value is not None]
        if len(given) != 1:
            raise TypeError("every() takes one of cron, rrule and seconds")

        def register(handler: H) -> H:
            name = type or handler.__name__.replace("_", ".")
            body: Dict[str, Any] = {
                "handler": name,
                "timezone": timezone,
                "parameters": dict(payload or {}),
            }
            if cron is not None:
                body.update(schedule_type="CRON", cron_expression=cron)
            elif rrule is not None:
                body.update(schedule_type="RRULE", rrule=rrule)
            else:
                body.update(schedule_type="INTERVAL", interval_seconds=seconds)
            if name not in self._handlers:
                self._register(name, handler, None, None)
            self._schedules.append(Schedule(code or name, name, body))
            return handler

        return register

    def use(self, middleware: Middleware) -> Middleware:
        """Adds a middleware `(context, next)`; the first one added is the outermost."""
        self._middleware.append(middleware)
        return middleware

    def _register(
        self,
        type: str,
        handler: Handler,
        concurrency: Optional[int],
        schema: Optional[Callable[[Any], Any]],
    ) -> None:
        if self._started:
            raise RuntimeError("handlers are registered before the worker starts")
        if type in self._handlers:
            raise ValueError(f"type {type} has a handler already")
        if len(self._handlers) == TYPES_MAX:
            raise ValueError(f"a worker takes at most {TYPES_MAX} types")
        self._handlers[type] = _Registered(
            handler, schema, float("inf") if concurrency is None else concurrency
        )

    # ---- starting and stopping -------------------------------------------------------------------

    def start(self) -> "Worker":
        """Begins to work on threads of its own; returns at once."""
        if self._started:
            raise RuntimeError("the worker was started already")
        if not self._handlers:
            raise RuntimeError("a worker needs at least one handler")
        self._apply_schedules()
        self._started = True
        log.info("worker started", extra={"worker_id": self.id, "types": list(self._handlers)})
        if self._loop is None and any(
            inspect.iscoroutinefunction(r.handler) for r in self._handlers.values()
        ):
            self._loop = asyncio.new_event_loop()
            self._owns_loop = True
            self._spawn("loop", self._loop.run_forever)
        self._spawn("reports", self._reporting)
        self._spawn("heartbeats", self._beating)
        with self._changed:
            self._ask()
        return self

    def run(self) -> None:
        """Works until SIGTERM, SIGINT or `stop`; raises what made the server refuse the worker."""
        before = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                before[number] = signal.signal(number, lambda *_: self._begin_stop())
        try:
            self.start()
            self._ended.wait()  # Python runs signal handlers meanwhile.
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        self._finish()

    async def run_async(self) -> None:
        """`run` for a program that has an event loop: handlers that are coroutines run on it."""
        self._loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        self._on_end = ended.set
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self._begin_stop)
        try:
            await self._loop.run_in_executor(None, self.start)
            self._spawn("end", self._tell_end)
            await ended.wait()
        except asyncio.CancelledError:
            self._begin_stop()
            raise
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                self._loop.remove_signal_handler(number)
        self._release()
        if self._failure is not None:
            raise self._failure

    def _tell_end(self) -> None:
        self._ended.wait()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_end)

    def stop(self) -> None:
        """Takes nothing new, waits for the handlers that run, reports them, and ends.

        Handlers that are still busy after the grace period are told to stop; their runs go back
        without using an attempt.
        """
        if not self._started:
            return
        self._begin_stop()
        self._ended.wait()
        self._finish()

    def _finish(self) -> None:
        self._release()
        if self._loop is not None and self._owns_loop:
            self._loop.call_soon_threadsafe(self._loop.stop)
        if self._failure is not None:
            raise self._failure

    def _release(self) -> None:
        """Lets go of what is the worker's own; a client that it was given is the program's."""
        self._threads.end()
        if self._owns_client:
            self.client.close()

    def _begin_stop(self) -> None:
        """Called from signal handlers too: takes no lock."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._spawn("drain", self._draining)
        self._spawn("stop", self._ending)

    def _spawn(self, name: str, target: Callable[[], Any]) -> None:
        threading.Thread(target=target, name=f"belfry-{name}", daemon=True).start()

    def _draining(self) -> None:
        """The calls that wait are answered, so that no run is lost between the server and us.

        Told again while a call waits: one that was on its way may have come behind the first word.
        """
        while True:
            try:
                self.client.transport.send(
                    "POST",
                    "/worker/lease",
                    {"worker_id": self.id, "drain": True},
                    retry_for=5.0,
                    stop=self._ended,
                )
            except BelfryError:
                pass
            if self._ended.wait(DRAIN_EVERY):
                return
            with self._changed:
                if not self._asks:
                    return

    def _ending(self) -> None:
        self._wait_for_none(self._grace)
        with self._changed:
            for running in self._running.values():
                running.context.abort(WorkerStopping("the worker stops"))
        self._wait_for_none(STOP_AFTER_ABORT)
        with self._changed:
            # These handlers do not look at their event: their runs are given back all the same.
            for running in list(self._running.values()):
                running.lost = True
                self._remove(running)
                self._reports.append(
                    report_of(running.context, WorkerStopping("the worker stops"), None)
                )
            self._report_by = time.monotonic() + max(self._grace, STOP_AFTER_ABORT)
            self._changed.notify_all()

    def _wait_for_none(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._running, seconds)

    @property
    def _is_over(self) -> bool:
        return self._stopping.is_set() and not (self._running or self._reports or self._asks)

    def _apply_schedules(self) -> None:
        for schedule in self._schedules:
            try:
                self.client.post("/jobs", {"code": schedule.code, **schedule.body})
            except ApiError as error:
                if error.status != 409:
                    raise
                self.client.put("/jobs/{id}", schedule.body, id=schedule.code)

    # ---- asking ----------------------------------------------------------------------------------

    def _room(self) -> _Ask:
        """What may be asked for now: types with a free place, and how many runs fit them all."""
        types: List[str] = []
        most: float = self._concurrency - len(self._running) - sum(ask.max for ask in self._asks)
        for type, registered in self._handlers.items():
            limited = registered.concurrency != float("inf")
            asked = sum(ask.max for ask in self._asks if type in ask.types) if limited else 0
            free = registered.concurrency - registered.running - asked
            if free <= 0:
                continue
            types.append(type)
            most = min(most, free)
        if self._stopping.is_set() or not types:
            return _Ask(types, 0)
        return _Ask(types, max(0, min(int(most), AT_ONCE_MAX)))

    def _lease_body(self, ask: _Ask, wait: float) -> Dict[str, Any]:
        body: Dict[str, Any] = {
            "worker_id": self.id,
            "hostname": socket.gethostname(),
            "types": ask.types,
            "max": ask.max,
            "wait_ms": int(wait * 1000),
        }
        if self._queues:
            body["queues"] = self._queues
        if self._tenants:
            body["tenants"] = self._tenants
        if self._lease_ms is not None:
            body["lease_ms"] = self._lease_ms
        return body

    def _ask(self) -> None:
        """Begins to wait at the server, if there is something to wait for."""
        ask = self._next_ask()
        if ask is not None:
            self._spawn("lease", lambda: self._waiting_for(ask))

    def _next_ask(self) -> Optional[_Ask]:
        """What to wait for; None while every type with a free place is waited for already."""
        ask = self._room()
        if ask.max <= 0 or all(
            any(type in other.types for other in self._waiting) for type in ask.types
        ):
            return None
        self._waiting.add(ask)
        self._asks.add(ask)
        return ask

    def _waiting_for(self, ask: Optional[_Ask]) -> None:
        failures = 0
        while ask is not None:
            pause = 0.0
            answer: Mapping[str, Any] = {}
            try:
                sent = self.client.transport.send(
                    "POST",
                    "/worker/lease",
                    self._lease_body(ask, self._wait),
                    wait=self._wait,
                    retry_for=0.0,
                )
                answer = sent.body if isinstance(sent.body, dict) else {}
                failures = 0
            except (ApiError, ServerUnreachable) as error:
                if isinstance(error, ApiError) and error.status in FINAL:
                    self._give_up(error)
                pause = self._pause_after(error, failures, "lease failed")
                failures += 1
            with self._changed:
                self._asks.discard(ask)
                self._take(answer)
                self._changed.notify_all()
            self._stopping.wait(pause)
            with self._changed:
                self._waiting.discard(ask)
                ask = self._next_ask()

    def _give_up(self, error: BaseException) -> None:
        """The same request would be refused for ever: a wrong option, or a missing right."""
        self._failure = self._failure or error
        log.error("worker refused", extra={"worker_id": self.id, "error": str(error)})
        self._begin_stop()

    def _pause_after(self, error: BelfryError, failures: int, phrase: str) -> float:
        asked = error.retry_after if isinstance(error, ApiError) else None
        pause = max(asked or 0.0, pause_before(failures))
        log.warning(
            phrase, extra={"worker_id": self.id, "error": str(error), "pause": round(pause, 3)}
        )
        return pause

    def _take(self, answer: Mapping[str, Any]) -> None:
        if "renew_ms" in answer:
            self._renew = answer["renew_ms"] / 1000
        for lease in answer.get("leases", ()):
            if self._stopping.is_set():  # Leased while the word to drain was on its way.
                context = Context(lease, self.client, self._progressed)
                self._reports.append(report_of(context, WorkerStopping("the worker stops"), None))
            else:
                self._begin(lease)
        if answer.get("drain") and not self._stopping.is_set():
            log.info("worker drained by the server", extra={"worker_id": self.id})
            self._begin_stop()

    # ---- working ---------------------------------------------------------------------------------

    def _begin(self, lease: Lease) -> None:
        context = Context(lease, self.client, self._progressed)
        running = _Running(context)
        self._running[context.execution_id] = running
        registered = self._handlers.get(context.type)
        if registered is not None:
            registered.running += 1
        if (
            registered is not None
            and inspect.iscoroutinefunction(registered.handler)
            and self._loop is not None
        ):
            asyncio.run_coroutine_threadsafe(self._carry_out_async(running, registered), self._loop)
        else:
            self._threads.submit(lambda: self._carry_out(running, registered))

    def _prepare(self, context: Context, registered: Optional[_Registered]) -> _Registered:
        if registered is None:
            raise Fail(f"this worker has no handler for type {context.type}", "no_handler")
        if registered.schema is not None:
            try:
                context.payload = registered.schema(context.payload)
            except (TypeError, ValueError) as error:
                raise Fail(f"the payload does not fit: {error}", "validation") from error
        return registered

    def _carry_out(self, running: _Running, registered: Optional[_Registered]) -> None:
        begun = time.monotonic()
        result: Any = None
        failure: Optional[BaseException] = None
        context = running.context
        try:
            handler = self._prepare(context, registered).handler
            call: Callable[[], Any] = lambda: handler(context)
            for middleware in reversed(self._middleware):
                call = _wrapped(middleware, context, call)
            result = call()
        except (
            BaseException
        ) as error:  # Whatever a handler throws is its run's end, not the worker's.
            failure = error
        self._over(running, failure, result, begun)

    async def _carry_out_async(self, running: _Running, registered: _Registered) -> None:
        begun = time.monotonic()
        result: Any = None
        failure: Optional[BaseException] = None
        context = running.context
        context.on_abort(_canceller())
        try:
            handler = self._prepare(context, registered).handler
            call: Callable[[], Any] = lambda: handler(context)
            for middleware in reversed(self._middleware):
                call = _wrapped(middleware, context, call)
            result = call()
            while inspect.isawaitable(result):
                result = await result
        except asyncio.CancelledError as error:
            failure = context.reason or error
        except BaseException as error:
            failure = error
        self._over(running, failure, result, begun)

    def _over(
        self, running: _Running, failure: Optional[BaseException], result: Any, begun: float
    ) -> None:
        context = running.context
        with self._changed:
            lost = running.lost
            lost = lost or (failure is not None and isinstance(context.reason, LeaseLost))
            self._remove(running)
            if lost:
                self._ask()
                self._changed.notify_all()
                return
            report = report_of(context, failure, result)
            most = self._max_attempts
            if report["outcome"] == "retry" and most is not None and context.attempt >= most:
                report["outcome"] = "fail"
            self._reports.append(report)
            self._changed.notify_all()
        log.log(
            logging.INFO if failure is None else logging.WARNING,
            "run ended",
            extra={
                "tenant_id": context.tenant_id,
                "run_id": context.run_id,
                "type": context.type,
                "attempt": context.attempt,
                "outcome": report["outcome"],
                "duration_ms": round((time.monotonic() - begun) * 1000),
                "error_class": report.get("error", {}).get("class"),
                "error": None if failure is None else str(failure),
            },
        )

    def _remove(self, running: _Running) -> None:
        if self._running.pop(running.context.execution_id, None) is None:
            return
        registered = self._handlers.get(running.context.type)
        if registered is not None:
            registered.running -= 1

    # ---- reporting -------------------------------------------------------------------------------

    def _reporting(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._reports or self._is_over)
                if not self._reports:
                    break
                reports = self._reports[:AT_ONCE_MAX]
                del self._reports[:AT_ONCE_MAX]
            self._send(reports)
            with self._changed:
                self._ask()
                self._changed.notify_all()
        self._ended.set()
        with self._changed:
            self._changed.notify_all()

    def _send(self, reports: List[Dict[str, Any]]) -> None:
        """Repeated until the server has taken them; a report that is sent twice counts once."""
        failures = 0
        while True:
            with self._changed:
                ask = self._room()
                ask.max = min(ask.max, len(reports))  # Their places; others are waited for.
                if ask.max > 0:
                    self._asks.add(ask)
            body: Dict[str, Any] = {"worker_id": self.id, "results": reports}
            if ask.max > 0:
                body["lease"] = self._lease_body(ask, 0.0)
            try:
                sent = self.client.transport.send("POST", "/worker/results", body, retry_for=0.0)
            except (TypeError, ValueError) as error:  # A result that is no JSON.
                with self._changed:
                    self._asks.discard(ask)
                self._send_apart(error, reports)
                return
            except (ApiError, ServerUnreachable) as error:
                with self._changed:
                    self._asks.discard(ask)
                if isinstance(error, ApiError) and error.status in DENIED:
                    self._give_up(error)  # Nothing that this worker says will be heard.
                    return
                if isinstance(error, ApiError) and error.status in (400, 413, 422):
                    self._send_apart(error, reports)
                    return
                if time.monotonic() >= self._report_by:
                    self._drop(reports, error)
                    return
                time.sleep(self._pause_after(error, failures, "report failed"))
                failures += 1
                continue
            answer = sent.body if isinstance(sent.body, dict) else {}
            with self._changed:
                self._asks.discard(ask)
                self._take(answer)
                self._settle(answer, reports)
            return

    def _drop(self, reports: List[Dict[str, Any]], error: BelfryError) -> None:
        """The server has been away for longer than `stop` may take.

        The leases run out, and the runs are tried again.
        """
        self._failure = self._failure or error
        log.error(
            "reports dropped",
            extra={"worker_id": self.id, "reports": len(reports), "error": str(error)},
        )

    def _settle(self, answer: Mapping[str, Any], reports: List[Dict[str, Any]]) -> None:
        for report, verdict in zip(reports, answer.get("results", ())):
            if verdict["status"] == 200:
                continue
            log.warning("report refused", extra={"verdict": verdict})
            if verdict["status"] == 422 and not is_bad(report):
                # The run is still ours: it must not wait for the end of its lease.
                reason = verdict.get("detail", verdict["code"])
                self._reports.append(bad_report(report["execution_id"], reason))

    def _send_apart(self, error: Exception, reports: List[Dict[str, Any]]) -> None:
        """Cuts reports that cannot be sent in two, so that one cannot hold up the others."""
        if len(reports) > 1:
            half = len(reports) // 2
            self._send(reports[:half])
            self._send(reports[half:])
            return
        id = reports[0]["execution_id"]
        if is_bad(reports[0]):
            log.error("report dropped", extra={"execution_id": id, "error": str(error)})
            return
        self._send([bad_report(id, str(error))])

    # ---- heartbeats ------------------------------------------------------------------------------

    def _progressed(self) -> None:
        with self._changed:
            self._beat_soon = True
            self._changed.notify_all()

    def _beating(self) -> None:
        last = time.monotonic()
        while not self._ended.is_set():
            with self._changed:
                if not self._running:
                    self._changed.wait_for(lambda: self._running or self._ended.is_set())
                    last = time.monotonic()
                    continue
                due = last + (min(PROGRESS_EVERY, self._renew) if self._beat_soon else self._renew)
                left = due - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                self._beat_soon = False
                executions = [_beat_of(running.context) for running in self._running.values()]
            last = time.monotonic()
            if not self._beat(executions):
                last -= self._renew * 3 / 4  # Again sooner.
                self._abandon()

    def _abandon(self) -> None:
        """Stops handlers whose leases could not be renewed for two thirds of their time.

        Another worker has their runs soon.
        """
        now = time.monotonic()
        with self._changed:
            for running in self._running.values():
                context = running.context
                since = (now - running.renewed) * 1000
                if context.reason is None and since >= context.lease["lease_ms"] * 2 / 3:
                    context.abort(LeaseLost("the lease could not be renewed"))
                    log.warning("lease not renewed", extra={"run_id": context.run_id})

    def _beat(self, executions: List[Dict[str, Any]]) -> bool:
        """Whether the server has heard it."""
        begun = time.monotonic()
        body = {"worker_id": self.id, "executions": executions}
        try:
            sent = self.client.transport.send(
                "POST", "/worker/heartbeat", body, retry_for=self._renew / 2, stop=self._ended
            )
        except BelfryError as error:
            log.warning("heartbeat failed", extra={"worker_id": self.id, "error": str(error)})
            return False
        answer = sent.body if isinstance(sent.body, dict) else {}
        with self._changed:
            for id in answer.get("extended", ()):
                if id in self._running:
                    self._running[id].renewed = begun
            for id in answer.get("cancelled", ()):
                if id in self._running:
                    self._running[id].context.abort(RunCancelled("the run was cancelled"))
            for id in answer.get("lost", ()):
                running = self._running.get(id)
                if running is not None:
                    running.lost = True
                    running.context.abort(LeaseLost("the lease was lost"))
                    log.warning("lease lost", extra={"run_id": running.context.run_id})
        return True


def _canceller() -> Callable[[], None]:
    """Cancels the task that asks for it, from any thread."""
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def cancel() -> None:
        if task is not None:
            loop.call_soon_threadsafe(task.cancel)

    return cancel


def _wrapped(
    middleware: Middleware, context: Context, inner: Callable[[], Any]
) -> Callable[[], Any]:
    return lambda: middleware(context, inner)


def _beat_of(context: Context) -> Dict[str, Any]:
    beat: Dict[str, Any] = {"execution_id": context.execution_id}
    if context.percent is not None:
        beat["progress_percent"] = context.percent
    if context.message is not None:
        beat["progress_message"] = context.message
    return beat
