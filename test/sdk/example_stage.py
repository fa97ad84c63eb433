"""A server, a copy of the examples and their programs, for the stories of test/sdk/examples."""
import os
import re
import shutil
import subprocess
import tempfile
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor

from belfry import Client
from support import BELFRY, PATIENCE, Server, until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AT_ONCE = 3  # they mostly wait
stories = {}


def story(folder):
    def keep(function):
        stories[folder] = function
        return function

    return keep


class Stage:
    """`with Stage("billing") as stage`: its folder is a copy, its programs know the server."""

    def __init__(self, folder):
        self.name = folder

    def __enter__(self):
        self.top = tempfile.mkdtemp(prefix="belfry-examples-")
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(self.top, "examples"))
        os.makedirs(os.path.join(self.top, "node_modules"))
        os.symlink(os.path.join(ROOT, "sdk", "javascript"),
                   os.path.join(self.top, "node_modules", "belfry"))
        self.folder = os.path.join(self.top, "examples", self.name)
        self.server = Server()
        self.client = Client(self.server.url, self.server.token)
        self.programs = []
        self.environment = {
            **os.environ, "BELFRY_URL": self.server.url, "BELFRY_TOKEN": self.server.token,
            "PYTHONPATH": os.path.join(ROOT, "sdk", "python"), "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": os.path.dirname(BELFRY) + os.pathsep + os.environ["PATH"]}
        return self

    def __exit__(self, kind, *_):
        for program, said in self.programs:
            program.terminate()
            try:
                program.wait(PATIENCE)
            finally:
                program.kill()
            if kind:
                print(f"--- {program.args}\n{''.join(said)[-4000:]}")
        self.client.close()
        self.server.stop()
        shutil.rmtree(self.top)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, *words):
        """What a program says that ends by itself."""
        done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, check=False, timeout=PATIENCE)
        expect(done.returncode == 0, f"{words}: {done.returncode} {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def start(self, *words):
        """A program that goes on: what it says is kept."""
        said = []
        program = subprocess.Popen(words, cwd=self.folder, env=self.environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=lambda: said.extend(program.stdout), daemon=True).start()
        self.programs.append((program, said))
        return program, said

    def end(self, program):
        """It finishes what it has, and ends well."""
        program.terminate()
        expect_equal(program.wait(PATIENCE), 0, f"exit code of {program.args}")

    def start_service(self, name, *words):
        """A stand-in of another service; programs find its address in the variable `name`."""
        _, said = self.start(*words)
        line = until(lambda: next((line for line in said if "listening on" in line), None), name)
        self.environment[name] = re.search(r"http:\S+", line).group(0)
        return self.environment[name]

    def tenant(self, id, profile, **settings):
        self.client.post("/tenants", {"id": id, "profile": profile})
        if settings:
            self.client.put("/tenants/{id}/settings", settings, id=id)

    def runs(self, tenant, **query):
        return list(self.client.list("/queue", query={"tenant_id": tenant, **query}))

    def ended(self, id, tenant):
        def look():
            run = self.client.get("/queue/{id}", id=id, query={"tenant_id": tenant})
            return run if run["state"] in ("done", "failed", "dlq", "cancelled") else None

        return until(look, f"the end of run {id}")


def expect(good, what):
    if not good:
        raise AssertionError(what)


def expect_equal(seen, wanted, what):
    expect(seen == wanted, f"{what}: expected {wanted!r}, got {seen!r}")


def tell(folder):
    try:
        with Stage(folder) as stage:
            stories[folder](stage)
    except Exception:  # whatever it is, this story has failed and the others go on
        print(f"FAILED  {folder}\n{traceback.format_exc(limit=-4)}", flush=True)
        return False
    print(f"ok      {folder}: {stories[folder].__doc__.splitlines()[0]}", flush=True)
    return True


def tell_all(words):
    chosen = [folder for folder in stories if not words or folder in words]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        passed = sum(pool.map(tell, chosen))
    failed = len(chosen) - passed + len(set(words) - set(stories))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not chosen else 0
