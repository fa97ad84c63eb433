"""What the stories of the command line share: the binary, its answers, what is expected."""
import errno
import fcntl
import json
import os
import pty
import random
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BELFRY = os.environ.get("BELFRY_BIN") or os.path.join(ROOT, "build", "belfry")
ZONES = "/usr/share/zoneinfo"
SECONDS_MAX = 60
SEED = int(os.environ.get("SEED") or time.time_ns() % 2**32)

stories = []


def story(function):
    stories.append(function)
    return function


class Answer:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    def __repr__(self):
        return f"exit code {self.code}\n--- stdout\n{self.out}--- stderr\n{self.err}"


def environment(**variables):
    """Nothing of the caller's own settings may change a test."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("BELFRY_") and name not in ("NO_COLOR", "TERM", "TZ")}
    kept.update(variables)
    return kept


def belfry(*words, stdin="", env=None, cwd=None, **variables):
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([BELFRY, *words], input=data, capture_output=True, timeout=SECONDS_MAX,
                          env=env or environment(**variables), cwd=cwd)
    answer = Answer(done)
    answer.out = answer.out.decode()
    answer.err = answer.err.decode()
    return answer


def shell(command, **variables):
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=SECONDS_MAX,
                          text=True, env=environment(BELFRY=BELFRY, **variables))
    return Answer(done)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def expect_code(answer, code):
    expect(answer.code == code, f"expected exit code {code}, got {answer!r}")


def expect_equal(actual, expected):
    expect(actual == expected, f"expected\n{expected}\ngot\n{actual}")


def expect_refused(answer, code, *parts):
    """No answer, the right code, and a message that has all parts."""
    expect_code(answer, code)
    expect_equal(answer.out, "")
    for part in parts:
        expect(part in answer.err, f"no \"{part}\" in {answer!r}")
    expect("broken promise" not in answer.err, f"{answer!r}")


def shortly(what, look):
    """The first value of `look` that counts as true. Between looks, which may start processes, the
    processor belongs to those who are waited for."""
    begun = time.monotonic()
    pause = 0.001
    while not (seen := look()):
        expect(time.monotonic() - begun < SECONDS_MAX, what)
        time.sleep(pause)
        pause = min(2 * pause, 0.1)
    return seen


class Terminal:
    """A program whose streams are a terminal of its own. Its output ends when nobody holds the
    terminal any more, not when the program has ended: until then there may be bytes to come."""

    def __init__(self, words, columns=100, **more):
        self.main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.process = subprocess.Popen(words, stdin=side, stdout=side, stderr=side, **more)
        os.close(side)
        self.shown = b""
        self.is_at_end = False
        self.end_of_patience = time.monotonic() + SECONDS_MAX

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=SECONDS_MAX)
        os.close(self.main)

    def read(self):
        """Some more of what it shows; at the end nothing."""
        while not select.select([self.main], [], [], 0.1)[0]:
            self.process.poll()  # others may wait until it is gone
            expect(time.monotonic() < self.end_of_patience, f"it falls silent: {self.shown}")
        try:
            piece = os.read(self.main, 65536)
        except OSError as problem:
            expect(problem.errno == errno.EIO, f"{problem}")  # the last holder has closed it
            piece = b""
        self.shown += piece
        self.is_at_end = not piece

    def until(self, part):
        while part not in self.shown:
            expect(not self.is_at_end, f"it ended before it showed {part}: {self.shown}")
            self.read()

    def press(self, keys):
        os.write(self.main, keys)

    def end(self):
        """All that it has shown, and its exit code."""
        while not self.is_at_end:
            self.read()
        return self.shown.decode(), self.process.wait(timeout=SECONDS_MAX)


def on_terminal(*words, **variables):
    """What the binary shows on a terminal."""
    with Terminal([BELFRY, *words], env=environment(**variables)) as terminal:
        return terminal.end()[0]


def next_of(*words, **variables):
    answer = belfry("next", "--json", *words, **variables)
    expect_code(answer, 0)
    return json.loads(answer.out)["next"]


def batch(*lines, **variables):
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    answer = belfry("next", "--batch", stdin=text, **variables)
    expect_code(answer, 0)
    return [json.loads(line) for line in answer.out.splitlines()]


def free_port():
    """One that no client is given by chance while a server is away for a moment: below those."""
    for _ in range(1000):
        port = random.randrange(15000, 32000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise AssertionError("no port is free")


class Folder:
    """A zone database of our own, gone afterwards."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="belfry-cli.")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def write(self, name, content):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


def tell_all():
    """All stories, or those whose names have a word of the command line; the exit code."""
    print(f"SEED={SEED}")
    if not os.access(BELFRY, os.X_OK):
        print(f"{BELFRY} is not there: build it with make")
        print("0 passed, 1 failed")
        return 1
    wanted = [one for one in stories
              if len(sys.argv) == 1 or any(word in one.__name__ for word in sys.argv[1:])]
    failed = 0
    for one in wanted:
        try:
            one()
        except Exception as problem:  # a story that cannot be told has failed, whatever the reason
            failed += 1
            print(f"FAILED {one.__name__}\n  {type(problem).__name__}: {problem}")
        else:
            print(f"ok     {one.__name__}")
    print(f"{len(wanted) - failed} passed, {failed} failed")
    return 1 if failed or not wanted else 0
