#!/usr/bin/env python3
"""A worker in Python, without any library: python3 examples/workers/worker.py TYPE [--once]
BELFRY_URL and BELFRY_TOKEN_FILE: where the server is, and as whom. SIGTERM: it ends."""
import json, os, signal, sys, urllib.request

API = os.environ.get("BELFRY_URL", "http://127.0.0.1:7654") + "/api/v1/scheduler/worker/"
TOKEN = open(os.environ["BELFRY_TOKEN_FILE"]).readline().strip()

def call(what, **body):
    head = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    request = urllib.request.Request(API + what, json.dumps(body).encode(), head)
    return json.load(urllib.request.urlopen(request, timeout=60))

def work(run):  # yours: what is returned is the result; an exception is tried again later
    return {"seen": run["payload"]}

def carry_out(run):
    report = {"execution_id": run["execution_id"], "outcome": "success"}
    try:
        report["result"] = work(run)
    except Exception as e:
        report.update(outcome="retry", error={"class": type(e).__name__, "message": str(e)})
    return report

once = "--once" in sys.argv
lease = {"worker_id": f"python-{os.getpid()}", "hostname": os.uname().nodename,
         "types": [sys.argv[1]], "max": 10, "wait_ms": 0 if once else 20000}

def leave(*_):  # the server answers a call that waits; from then on "drain" is true
    lease["drain"] = True
    call("lease", **lease)

signal.signal(signal.SIGTERM, leave)
answer = call("lease", **lease)
while answer["leases"] or not (once or answer["drain"]):
    results = [carry_out(run) for run in answer["leases"]]
    answer = call("results", worker_id=lease["worker_id"], results=results, lease=lease)
