"""The example workers (Python, Node, sh) and `belfry worker --exec`, as their users run them: each
passes tools/worker-check, which anybody's worker can be tested with."""
import os
import shutil
import subprocess
import tempfile

from stage import *

HANDLER = """import json, sys, time
payload = json.load(sys.stdin)
if "leases" in payload: payload = json.loads(payload["leases"][0]["payload_text"])
time.sleep(payload.get("seconds", 0))
print(json.dumps({"seen": payload}))"""


def check_worker(line, *options, **variables):
    """What tools/worker-check says of the worker that `line` starts."""
    return subprocess.run([os.path.join(ROOT, "tools", "worker-check"), "--belfry", BELFRY,
                           *options, "--", *line], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          env=environment(**variables))


def pass_the_check(program, words, *options):
    """`words`: what starts the worker; HANDLER in them is a file with the handler."""
    if not shutil.which(program):
        print(f"       {program} is not installed: its worker is not tried")
        return
    with tempfile.TemporaryDirectory(prefix="belfry-workers.") as folder:
        handler = os.path.join(folder, "handler.py")
        with open(handler, "w", encoding="ascii") as script:
            script.write(HANDLER)
        line = [word.replace("HANDLER", f"python3 {handler}") for word in words]
        done = check_worker(line, *options)
    expect(done.returncode == 0 and done.stdout.endswith("8 passed, 0 failed\n"), done.stdout)


def example(name):
    return os.path.join(ROOT, "examples", "workers", name)


@story
def the_worker_in_python_passes_the_check():
    pass_the_check("python3", ["python3", example("worker.py"), "check"], "--runs", "100")


@story
def the_worker_for_node_passes_the_check():
    pass_the_check("node", ["node", example("worker.mjs"), "check"], "--runs", "100")


@story
def the_worker_in_sh_passes_the_check():
    pass_the_check("sh", ["sh", example("worker.sh"), "check", "HANDLER"], "--no-results", "--runs",
                   "50")


@story
def the_worker_of_belfry_passes_the_check():
    pass_the_check("python3", [BELFRY, "worker", "--exec", "check=HANDLER", "--lease", "5s"],
                   "--runs", "50")


@story
def a_worker_that_is_wrong_fails_the_check():
    """One that never waits, one that ends with the server, one that sends no heartbeat."""
    for check, change in (("idle", ('"wait_ms": 0 if ONCE else WAIT_MS', '"wait_ms": 0')),
                          ("restart", ("except (OSError, ValueError)",
                                       "except (KeyError, ValueError)")),
                          ("long_run", ('call("heartbeat"', 'call("nowhere"'))):
        with open(example("worker.py"), encoding="utf-8") as file:
            text = file.read()
        expect(change[0] in text, f"the example has no {change[0]}")
        with tempfile.TemporaryDirectory(prefix="belfry-workers.") as folder:
            path = os.path.join(folder, "worker.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(*change))
            done = check_worker(["python3", path, "check"], "--only", check, TEST_SECONDS_MAX="20")
        expect(done.returncode == 1 and "0 passed, 1 failed" in done.stdout, done.stdout)
