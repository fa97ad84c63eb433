#!/usr/bin/env python3
"""A worker in Python, without any library: python3 examples/workers/worker.py TYPE

BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. With --once it ends when
nothing is left."""
import json, os, sys, urllib.request

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

lease = {"worker_id": "python", "types": [sys.argv[1]], "max": 10, "wait_ms": 20000}
if "--once" in sys.argv: lease["wait_ms"] = 0
runs = call("lease", **lease)["leases"]
while runs or "--once" not in sys.argv:
    results = [carry_out(run) for run in runs]
    runs = call("results", worker_id="python", results=results, lease=lease)["leases"]
