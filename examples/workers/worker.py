#!/usr/bin/env python3
"""A worker in Python, without any library: python3 examples/workers/worker.py TYPE [--once]

BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. WORKER_BATCH: runs at once
(10), WORKER_LEASE_MS: how long a lease lasts, WORKER_WAIT_MS: how long an idle call waits (20000).
--once: until no run is left. SIGTERM or SIGINT: it finishes what it has, for GRACE seconds at most.
The protocol is in doc/workers.md.
"""
import json, multiprocessing, os, random, signal, sys, threading, time, urllib.error, urllib.request
from multiprocessing.connection import wait

API = os.environ.get("BELFRY_URL", "http://127.0.0.1:7654") + "/api/v1/scheduler/worker/"
TOKEN = open(os.environ["BELFRY_TOKEN_FILE"]).readline().strip()
BATCH = int(os.environ.get("WORKER_BATCH", 10))
WAIT_MS = int(os.environ.get("WORKER_WAIT_MS", 20000))
RESULT_BYTES, BODY_BYTES, GRACE, PATIENCE = 65536, 8 << 20, 20, 30
ME = {"worker_id": f"python-{os.getpid()}", "hostname": os.uname().nodename}
ONCE = "--once" in sys.argv
LEASE = {**ME, "types": [sys.argv[1]], "payload_as": "text", "wait_ms": 0 if ONCE else WAIT_MS}
if os.environ.get("WORKER_LEASE_MS"):
    LEASE["lease_ms"] = int(os.environ["WORKER_LEASE_MS"])


class Permanent(Exception):
    """Trying again cannot help: the run is a dead letter."""


def work(payload, run):
    """Yours: what it returns is the result; an exception is tried again later. It runs in a process
    of its own, which is ended when the run is cancelled or its lease is lost."""
    time.sleep(payload.get("seconds", 0))
    return {"seen": payload}


def carry_out(run, pipe):  # in the child: a payload that cannot be read fails this run alone
    report = {"outcome": "success"}
    try:
        report["result"] = work(json.loads(run["payload_text"]), run)
        text = json.dumps(report, allow_nan=False)
        if len(text) > RESULT_BYTES:
            report["result"] = {"truncated": True, "bytes": len(text)}
            text = json.dumps(report)
    except Exception as e:
        outcome = "fail" if isinstance(e, Permanent) else "retry"
        error = {"class": type(e).__name__, "message": str(e)[:2000]}
        text = json.dumps({"outcome": outcome, "error": error})
    pipe.send_bytes(text.encode())


class Job:
    """A run in a process of its own."""

    def __init__(self, run):
        self.id, self.is_lost, self.is_returned = run["execution_id"], False, False
        self.ours, theirs = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=begin, args=(run, theirs))
        self.process.start()
        theirs.close()
        self.renewed(run["lease_ms"])

    def renewed(self, lease_ms=None):
        self.lease_s = lease_ms / 1000 if lease_ms else self.lease_s
        self.until = time.monotonic() + self.lease_s

    def stop(self, number=signal.SIGTERM):
        if self.process.is_alive():
            os.kill(self.process.pid, number)

    def report(self):
        """How it ended; None: not yet."""
        if not self.ours.poll():
            return None
        try:
            said = json.loads(self.ours.recv_bytes())
        except EOFError:
            error = {"class": "signal", "message": "the handler was ended"}
            said = {"outcome": "retry", "error": error}
            if self.is_returned:  # another worker begins it at once, no attempt is counted
                said = {"outcome": "defer", "defer_until": 0}
        self.process.join()
        return {"execution_id": self.id, **said}


def begin(run, pipe):
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    carry_out(run, pipe)


# ---- the server ----

leaving = threading.Event()


def call_once(what, body):
    head = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    request = urllib.request.Request(API + what, json.dumps(body).encode(), head)
    return json.load(urllib.request.urlopen(request, timeout=WAIT_MS / 1000 + PATIENCE))


def call(what, body):
    """The answer; None: the server is away or busy, and the pause that it asks for has passed."""
    global pause
    try:
        answer = call_once(what, body)
        pause = 0.5
        return answer
    except urllib.error.HTTPError as e:
        if e.code not in (408, 425, 429) and e.code < 500:
            sys.exit(f"{e.code}: {e.read().decode(errors='replace')}")
        delay = max(pause, float(e.headers.get("Retry-After") or 0))
        print(f"{what}: {e.code}; trying again", file=sys.stderr)
    except (OSError, ValueError) as e:  # no connection, a broken one, half an answer
        delay = pause
        print(f"{what}: {e}; trying again", file=sys.stderr)
    pause = min(pause * 2, 30)
    delay = min(delay, 60) * random.uniform(1, 1.2)
    if jobs:
        wait([job.ours for job in jobs.values()], min(delay, 1))  # who holds runs looks after them
    else:
        leaving.wait(delay)
    return None


def leave(*_):  # the server answers a call that waits; from then on "drain" is true
    def say():
        try:
            call_once("lease", {**ME, "drain": True})
        except Exception as e:
            print(e, file=sys.stderr)
    leaving.set()
    threading.Thread(target=say, daemon=True).start()


# ---- the loop ----

jobs, ended, pause, drains = {}, [], 0.5, False
signal.signal(signal.SIGTERM, leave)
signal.signal(signal.SIGINT, leave)


def collect():
    for job in list(jobs.values()):
        report = job.report()
        if report:
            del jobs[job.id]
            if not job.is_lost:
                ended.append(report)
        elif time.monotonic() > job.until - job.lease_s / 3:  # somebody else has it soon
            job.is_lost = True
            job.stop(signal.SIGKILL)


def renew():
    global drains
    answer = call("heartbeat", {**{"worker_id": ME["worker_id"]},
                                "executions": [{"execution_id": id_} for id_ in jobs]})
    if not answer:
        return
    drains = drains or answer["drain"]
    for id_ in answer["extended"]:
        jobs[id_].renewed()
    for id_ in answer["lost"] + answer["cancelled"]:
        jobs[id_].is_lost = True
        jobs[id_].stop(signal.SIGKILL if id_ in answer["lost"] else signal.SIGTERM)


def next_results():
    """As many as one call takes."""
    size, some = 0, []
    for report in ended:
        size += len(json.dumps(report))
        if some and size > BODY_BYTES:
            break
        some.append(report)
    return some


def exchange():
    """Reports what ended, and asks for as many as there is room for; waits when idle."""
    global drains
    results, room = next_results(), BATCH - len(jobs)
    body = {"worker_id": ME["worker_id"], "results": results}
    if room > 0 and not (drains or leaving.is_set()):
        body["lease"] = {**LEASE, "max": room, "wait_ms": 0 if jobs else LEASE["wait_ms"]}
    answer = call("results", body)
    if not answer:
        return
    del ended[:len(results)]
    for result, verdict in zip(results, answer["results"]):
        if verdict["status"] not in (200, 409) and "refused" not in str(result.get("error")):
            ended.append({"execution_id": result["execution_id"], "outcome": "fail",
                          "error": {"class": "refused", "message": verdict.get("detail", "")}})
    drains = drains or answer["drain"]
    for run in answer.get("leases", []):
        jobs[run["execution_id"]] = Job(run)
    return answer


def is_over(answer):
    is_last = ONCE and answer and not answer.get("leases")
    return not jobs and not ended and (drains or leaving.is_set() or is_last)


def main():
    answer, looked, renewed, left = None, 0, time.monotonic(), None
    while not is_over(answer):
        collect()
        now, renew_s = time.monotonic(), min((job.lease_s / 3 for job in jobs.values()), default=20)
        if leaving.is_set():
            left = left or now
            for job in jobs.values() if now - left > GRACE else ():
                job.is_returned = True
                job.stop(signal.SIGKILL if now - left > GRACE + 5 else signal.SIGTERM)
        if jobs and now - renewed >= renew_s:
            renew()
            renewed = time.monotonic()
        if ended or not jobs or now - looked >= renew_s:
            answer, looked = exchange(), time.monotonic()
        if jobs:
            wait([job.ours for job in jobs.values()], 0 if ended else min(renew_s, 1))


if __name__ == "__main__":
    main()
