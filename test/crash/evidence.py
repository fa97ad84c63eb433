"""What a start says, and leaves alone, when the disk has damaged the store or its log."""
import hashlib
import json
import os
import random
import shutil
import struct
import subprocess

from ailments import doctor, flip, of
from dialogue import BELFRY, PATIENCE, Server, environment, expect, expect_equal, walk

FRAME = 24 + 4096


def photograph(folder):
    """Every file below a folder: its name, and what is in it."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def start(data, *words):
    """A start that is expected to be refused: its exit code, and what it said."""
    process = subprocess.Popen([BELFRY, "serve", "--listen", "127.0.0.1:0", "--data", data, *words],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment())
    # It ends by itself; one that begins to listen says so first.
    if process.stdout.readline():
        process.kill()
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said.decode()


def make_hot(server, tasks=300):
    """A store whose log has commits that the file lacks: killed, after some work."""
    tenant = server.tenant()
    made = []
    for first in range(0, tasks, 50):
        answer = tenant.producer.post("tasks/bulk", {"tasks": [
            {"type": "work", "payload": {"number": number, "text": "x" * 200}}
            for number in range(first, first + 50)]})
        made += [one["id"] for one in answer.json["results"]]
    tenant.viewer.get("queue")
    server.kill()
    return tenant, made


def cut_in_half(store):
    os.truncate(store, os.path.getsize(store) // 2 // 4096 * 4096)


def cut_a_page(store):
    """The last page that the log does not have; those behind it could be healed."""
    logged = {page for page, _ in frames_of(store + "-wal")}
    last = max(set(range(1, os.path.getsize(store) // 4096 + 1)) - logged)
    os.truncate(store, (last - 1) * 4096)


def cut_to_nothing(store):
    os.truncate(store, 0)


def take_away(store):
    os.rename(store, store + ".elsewhere")


def spoil_header(store):
    with open(store, "r+b") as file:
        file.write(b"no SQLite file at all")


def name_another_application(store):
    with open(store, "r+b") as file:
        file.seek(68)
        file.write(struct.pack(">I", 0x12345678))


def spoil_a_tree(store):
    """The root of a table is no page of a tree any more: only SQLite can tell."""
    with open(store, "r+b") as file:
        for page in range(1, os.path.getsize(store) // 4096):
            file.seek(page * 4096)
            file.write(b"\xff")


def spoil_a_name(store):
    """A row that memory always holds: found when the store is read."""
    with open(store, "r+b") as file:
        data = file.read()
        expect(b"tenant-" in data, "the store has no tenant")
        file.seek(0)
        file.write(data.replace(b"tenant-", b"tfnant-"))


HARMS = (cut_in_half, cut_a_page, cut_to_nothing, take_away, spoil_header,
         name_another_application, spoil_a_tree, spoil_a_name)
# What is found by the look before SQLite opens the file leaves even these as they were.
NO_EVIDENCE = {spoil_a_tree: ("belfry.db-shm",),
               spoil_a_name: ("belfry.db-shm", "belfry.db.lock")}


def settle(server):
    """Brings the log into the file, and leaves a log that begins anew behind it."""
    server.stop()
    server.start()


def a_refused_start_changes_nothing(_seed, _cycles):
    """Whatever was done to the file, and with a hot log beside it: a start that is refused leaves
    every byte as it was. The log's index (-shm) is no evidence, for it is made from the log; nor
    is the number of the process in the lock file."""
    with Server() as server:
        tenant, _ = make_hot(server)
        server.start()
        settle(server)
        tokens = tenant.clients["producer"].token
        client = server.client(tokens)
        for number in range(20):
            client.post("tasks", {"type": "work", "payload": {"late": number}}, 201)
        server.kill()
        kept = os.path.join(server.folder, "kept")
        shutil.copytree(server.data, kept)
        for harm in HARMS:
            shutil.rmtree(server.data)
            shutil.copytree(kept, server.data)
            # The pages may be in the log, which would heal these.
            if harm in (spoil_header, name_another_application, spoil_a_tree, spoil_a_name):
                os.truncate(os.path.join(server.data, "belfry.db-wal"), 0)
            harm(os.path.join(server.data, "belfry.db"))
            before = photograph(server.data)
            code, said = start(server.data)
            expect_equal(code, 1, f"{harm.__name__}: {said}")
            expect(any(word in said for word in ("belfry.db", "malformed", "damaged")),
                   f"{harm.__name__}: {said}")
            after = photograph(server.data)
            for name in NO_EVIDENCE.get(harm, ()):
                before.pop(name, None)
                after.pop(name, None)
            expect_equal(after, before, f"{harm.__name__} was refused with: {said}")
        # What was only looked at starts as ever.
        shutil.rmtree(server.data)
        shutil.copytree(kept, server.data)
        server.start()
        listed = walk(server.client(tokens), "queue", limit=500)
        expect_equal(len(listed), 320)


# ---- the log -----------------------------------------------------------------------------------


def frames_of(log):
    """(page, ends a commit) of each frame of the log's own, by its salts."""
    with open(log, "rb") as file:
        data = file.read()
    salts = data[16:24]
    found = []
    for at in range(32, len(data) - FRAME + 1, FRAME):
        page, commit = struct.unpack(">II", data[at:at + 8])
        if not page or data[at + 8:at + 16] != salts:
            break
        found.append((page, commit > 0))
    return found


def lines_of(server, message):
    return [json.loads(line) for line in server.logged().splitlines()
            if line.startswith("{") and json.loads(line)["msg"] == message]


def the_start_says_where_a_damaged_log_ended(seed, _cycles):
    """A bit turns in the log: commits behind it are lost, which nobody can help; but the start
    says so, and a log that only a kill has cut says nothing."""
    chance = random.Random(seed)
    with Server() as server:
        make_hot(server, 50)
        server.start()
        expect_equal(lines_of(server, "store log cut short"), [])
        settle(server)
        tenant = server.tenant()
        acknowledged = [tenant.enqueue(payload={"number": number})["id"] for number in range(20)]
        server.kill()
        log = os.path.join(server.data, "belfry.db-wal")
        frames = frames_of(log)
        ends = [at for at, (_, is_end) in enumerate(frames) if is_end]
        bad = chance.randrange(ends[len(ends) // 2] + 1, len(frames))
        whole = max(at for at in ends if at < bad) + 1
        flip(log, 32 + bad * FRAME + chance.randrange(16, FRAME), chance.randrange(8))
        expect_equal(of(doctor(server.data), "log"), [
            ("doubtful", f"is damaged at frame {whole}: {len(frames) - bad} frames after it "
             f"cannot be read, among them {sum(at >= bad for at in ends)} commits")])
        server.start()
        told = lines_of(server, "store log cut short")
        expect_equal([(line["level"], line["frames"], line["frames_dropped"],
                       line["commits_dropped"]) for line in told],
                     [("error", whole, len(frames) - bad, sum(at >= bad for at in ends))])
        text = server.admin.get("/metrics").body.decode()
        lost = int(text.split("\nbelfry_store_log_commits_dropped ")[1].split()[0])
        expect_equal(lost, told[0]["commits_dropped"])
        listed = {run["id"] for run in walk(server.admin, "queue", limit=500, tenant_id="*")}
        expect(acknowledged[0] in listed, "what stands before the damage is lost")
        expect(acknowledged[-1] not in listed, "nothing was lost: the story has no point")
        server.kill()
        server.start()  # it is told once: what was lost is overwritten
        expect_equal(len(lines_of(server, "store log cut short")), 1)


STORIES = (a_refused_start_changes_nothing, the_start_says_where_a_damaged_log_ended)
