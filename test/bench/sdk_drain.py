"""Drains COUNT runs by a worker of the Python SDK: sdk_drain.py sync|async COUNT CONCURRENCY
Prints runs a second, and microseconds of CPU a run of this process."""
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../sdk/python"))
from belfry import Client, Worker  # noqa: E402

kind, count, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
client = Client()
task = {"type": "b", "payload": {"text": "x" * 189}}
for _ in range(0, count, 1000):
    client.post("/tasks/bulk", {"tasks": [task] * 1000})

worker = Worker(client, concurrency=concurrency)
left, lock, last = [count], threading.Lock(), threading.Event()


def act(context):
    with lock:
        left[0] -= 1
        if left[0] == 0:
            last.set()


async def act_async(context):
    act(context)


worker.handler("b")(act_async if kind == "async" else act)
begun, spent = time.monotonic(), time.process_time()
worker.start()
last.wait()
worker.stop()  # every report is taken
seconds = time.monotonic() - begun
print(f"{count / seconds:.0f}\t{(time.process_time() - spent) / count * 1e6:.1f}")
