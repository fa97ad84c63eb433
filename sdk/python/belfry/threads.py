"""Threads that call handlers."""

from __future__ import annotations

import queue
import threading
from typing import Callable, Optional


class Threads:
    """At most so many threads, made as they are needed.

    Unlike those of concurrent.futures they are not waited for when the process ends: a handler
    that heeds nothing would keep it for ever, long after its run was given back.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._calls: "queue.SimpleQueue[Optional[Callable[[], None]]]" = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._count = 0
        self._due = 0
        """Calls that have not ended."""

    def submit(self, call: Callable[[], None]) -> None:
        with self._lock:
            self._due += 1
            is_short = self._due > self._count and self._count < self._most
            self._count += is_short
        self._calls.put(call)
        if is_short:
            threading.Thread(target=self._work, name="belfry-handler", daemon=True).start()

    def end(self) -> None:
        """Each thread ends when it has nothing to do any more."""
        with self._lock:
            count = self._count
        for _ in range(count):
            self._calls.put(None)

    def _work(self) -> None:
        while True:
            call = self._calls.get()
            if call is None:
                return
            call()
            with self._lock:
                self._due -= 1
