"""A full disk: writes are refused, reads go on, and once there is room the server does, too."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading

from actors import check_store
from dialogue import BASE, PATIENCE, Server, Skipped, expect, expect_equal, until, walk
from stories_neighbours import answer_status


def in_namespace(folder, size_kib, *command):
    """A command in a mount namespace of its own, where `folder` is a small disk in memory."""
    script = f"mount -t tmpfs -o size={size_kib}k,mode=700 tmpfs \"$0\" && exec \"$@\""
    return ["unshare", "-m", "--propagation", "private", "sh", "-c", script, folder, *command]


def a_full_disk_refuses_writes_and_goes_on_by_itself(_seed, _cycles):
    folder = tempfile.mkdtemp(prefix="belfry-disk.")
    disk = os.path.join(folder, "data")
    os.mkdir(disk)
    try:
        probe = subprocess.run(in_namespace(disk, 1024, "true"), capture_output=True, check=False)
        if probe.returncode != 0:
            raise Skipped(f"no small disk can be mounted: {probe.stderr.decode().strip()}")
        for mib in (24, 200):  # too small for a log that is laid out ahead, and not
            with SmallDisk(folder, disk, mib * 1024) as server:
                fill_and_free(server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class SmallDisk(Server):
    """A server whose data folder is a disk of its own; the test reaches it through /proc."""

    def __init__(self, folder, disk, size_kib):
        super().__init__(folder=folder, before=in_namespace(disk, size_kib))

    def reach(self, name):
        return f"/proc/{self.process.pid}/root{self.data}/{name}"


def write_some(server, tenant, task):
    client = server.client(tenant.producer.token)
    for _ in range(2):
        client.ask("POST", "tasks", task)
    client.close()


def ask_at_once(server, tenant, task):
    """Writes and questions in turns, sent as one piece: the pump gets them together."""
    body = json.dumps(task).encode()
    head = "{} " + BASE + "{} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n{}\r\n"
    write = head.format("POST", "tasks", tenant.producer.token, "Content-Type: application/json\r\n"
                        f"Content-Length: {len(body)}\r\n").encode() + body
    question = head.format("GET", "status", tenant.viewer.token, "").encode()
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall((write + question) * 4)
        with line.makefile("rb") as answers:
            return [answer_status(answers) for _ in range(8)]


def fill_and_free(server):
    tenant = server.tenant()
    acknowledged = [tenant.enqueue("a", payload={"x": "y" * 1000})["id"] for _ in range(20)]
    lease = tenant.lease()[0]
    tenant.viewer.get("queue")  # who reads has its token before there is no room for one
    reserve = server.reach("belfry.db-reserve")
    expect(os.stat(reserve).st_blocks * 512 >= 1 << 20, "no room is set aside")
    filler = server.reach("filler")
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"z" * 4096)
        except OSError:
            pass
    refused = None
    large = {"type": "a", "payload": {"x": "y" * 50000}}
    for _ in range(2000):
        answer = tenant.producer.ask("POST", "tasks", large)
        if answer.status == 201:
            acknowledged.append(answer.json["id"])
        else:
            refused = answer
            break
    expect(refused is not None, "the disk is full, and everything is taken")
    expect_equal(refused.status, 503, f"{refused!r}")
    expect(int(refused.header("Retry-After")) > 0, f"{refused.headers}")
    # What was set aside is given up: what is under way can come to its end.
    expect(not os.path.exists(reserve), "the disk is full, and the reserve is kept")
    until("what runs is finished", lambda: tenant.worker.ask(
        "POST", "worker/results", {"worker_id": "w-1", "results": [
            {"execution_id": lease["execution_id"], "outcome": "success"}]}).status == 200)
    # Reads go on, and the service says that it is not ready.
    expect_equal(server.client().get("/healthz").json, {"status": "ok"})
    listed = {run["id"] for run in walk(tenant.viewer, "queue", limit=500)}
    expect(set(acknowledged) <= listed, "acknowledged, and not listed while the disk is full")
    # So does what is answered from memory, also in one turn with a write that is refused.
    refused = 0
    while refused < 12:
        statuses = ask_at_once(server, tenant, large)
        expect_equal(statuses[1::2], [200] * 4, f"questions among writes: {statuses}")
        refused += statuses.count(503)
    asked = 0
    for _ in range(3):
        writer = threading.Thread(target=write_some, args=(server, tenant, large))
        writer.start()
        while writer.is_alive():
            for path in ("status", f"queue/{acknowledged[0]}/why", "limits",
                         f"tenants/{tenant.id}/quotas"):
                answer = tenant.viewer.ask("GET", path)
                expect_equal(answer.status, 200, f"{asked} answers were given: {answer!r}")
                asked += 1
        writer.join()
    # What is small may still fit: then it is ready until the next that is not.
    until("it is not ready", lambda: tenant.producer.ask("POST", "tasks", large).status == 503 and
          server.client().ask("GET", "/readyz").status == 503)
    os.unlink(filler)
    # By itself: nobody restarts it.
    until("it is ready again", lambda: server.client().ask("GET", "/readyz").status == 200)
    made = until("work is taken again", lambda: (
        lambda answer: answer.json if answer.status == 201 else None)(
            tenant.producer.ask("POST", "tasks", {"type": "a"})))
    acknowledged.append(made["id"])
    expect_equal(tenant.report(lease["execution_id"]), (200, "ok"))
    listed = {run["id"] for run in walk(tenant.viewer, "queue", limit=500)}
    expect(set(acknowledged) <= listed, "what was acknowledged is lost")
    check_store(server.reach(""))


STORIES = (a_full_disk_refuses_writes_and_goes_on_by_itself,)
