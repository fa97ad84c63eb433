"""The demo: what it prints works when it is pasted, what is killed comes back, nothing is left."""
import json
import os
import re
import signal
import subprocess
import time

from stage import *


class Demo:
    """`belfry demo` with a folder for its folder, at a port that the system chose."""

    def __enter__(self):
        self.above = Folder().__enter__()
        self.process = subprocess.Popen(
            [BELFRY, "demo", "--port", str(free_port())], env=environment(TMPDIR=self.above.path),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = self.read_until("Ctrl-C ends the demo")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=SECONDS_MAX)
        self.above.__exit__()

    def read_until(self, part):
        said = ""
        while part not in said:
            line = self.process.stdout.readline()
            expect(line, f"it ended before it said \"{part}\":\n{said}")
            said += line
        return said

    def below(self, heading):
        """The lines that stand below a heading."""
        rest = self.said.split(f"\n{heading}", 1)[1].split("\n", 1)[1]
        return rest.split("\n\n")[0].splitlines()

    def ask(self, words):
        """A command of the binary, as somebody in another terminal gives it."""
        exports = [line for line in self.below("in another terminal") if "export" in line]
        answer = shell("\n".join(exports) + f'\n"$BELFRY" {words}')
        expect_code(answer, 0)
        return answer.out

    def ask_until(self, words, judge):
        """The same command until its answer is as it should be."""
        shortly(f"the answer to {words} stays as it is", lambda: judge(self.ask(words)))

    def pid(self, what):
        return int(re.search(rf"kill -9 (\d+) +the {what}", self.said).group(1))


@story
def the_demo_is_alive_and_its_lines_work_when_they_are_pasted():
    with Demo() as demo:
        expect(re.search(r"^  http://127\.0\.0\.1:\d+/#code=\w+$", demo.said, re.M), demo.said)
        variables, first, *rest = demo.below("act as a producer, then as a worker")
        expect(all(len(line) <= 80 for line in (first, *rest)), "lines too wide for a terminal")
        done = shell("\n".join([variables, first, "echo", first, "echo", *rest]))
        expect_code(done, 0)
        one, two, leased, reported = done.out.splitlines()
        expect_equal([json.loads(one)["duplicate"], json.loads(two)["duplicate"]], [False, True])
        expect(leased.startswith('"execution_id"'), leased)
        expect_equal(json.loads(reported)["results"][0]["status"], 200)
        tenants = demo.ask("tenant list -o name").split()
        expect_equal(sorted(tenants), ["acme", "globex", "initech", "system"])
        # The history is of a whole day, with what failed in it.
        listed = demo.ask("queue list --state done,failed --tenant '*' --all -o ndjson")
        ended = [json.loads(line)["finished_at"] for line in listed.splitlines()]
        expect(len({at[:13] for at in ended}) >= 20, f"it is all of one moment: {sorted(ended)}")
        # What is held back is put off a moment after it was due.
        for words, part in (
            ("queue list --tenant initech --state queued --json", '"maintenance"'),
            ("queue list --tenant globex --type push.send --json", '"quiet_hours"'),
            ("batch list --tenant acme -o ndjson", '"done"'),
            ("queue list --tenant acme --type sms.send --json", '"rate_limit"'),
            ("ladder show delivery:42 --tenant acme --json", "on-the-way"),
            ("top --once", "%"),
        ):
            demo.ask_until(words, lambda said, part=part: part in said)
        demo.ask_until("queue list --state dlq --tenant '*' -o name", bool)
        # The shop's webhook is told to come later, and is taken in the end.
        for part in ('"http_429"', '"COMPLETED"'):
            demo.ask_until("execution list --tenant acme -o ndjson -q",
                           lambda said, part=part: any(part in line for line in said.splitlines()
                                                       if '"order.notify"' in line))
        # Every screen of the dashboard has something to see.
        expect('"status":"success"' in demo.ask("daily list --tenant acme --json"), "no day ended")
        for words, part in (
            ("reminder list --tenant acme --json", '"SENT"'),
            ("alert list --tenant acme --json", '"raised"'),
            ("pause list --tenant globex --json", '"thumbnail.make"'),
        ):
            demo.ask_until(words, lambda said, part=part: part in said)
        demo.ask_until("task list --tenant acme --entity order:42 -o name",
                       lambda said: len(said.split()) >= 3)  # its own, and two that a rule made
        *exports, top, dead = demo.below("in another terminal")
        expect(top.endswith("belfry top"), top)
        expect_code(shell("\n".join([*exports, dead])), 0)


@story
def a_server_of_the_demo_that_is_killed_comes_back_with_all_it_had():
    with Demo() as demo:
        run = demo.ask("task add kept --key k -o name").strip()
        os.kill(demo.pid("server"), signal.SIGKILL)
        again = demo.read_until("started again as process")
        expect("the server was ended by signal 9" in again, again)
        expect_equal(json.loads(demo.ask(f"queue show {run} --json"))["state"], "queued")
        expect('"duplicate":true' in demo.ask("task add kept --key k --json"), "it is made twice")
        os.kill(demo.pid("worker"), signal.SIGKILL)
        again = demo.read_until("started again as process")
        expect("the worker was ended by signal 9" in again, again)


@story
def a_demo_that_is_told_to_end_leaves_nothing():
    for number in (signal.SIGINT, signal.SIGTERM):
        with Demo() as demo:
            pids = [demo.pid("server"), demo.pid("worker")]
            demo.process.send_signal(number)
            demo.process.communicate(timeout=SECONDS_MAX)
            expect_equal(demo.process.returncode, 0)
            expect_equal(os.listdir(demo.above.path), [])
            for pid in pids:
                expect(not os.path.exists(f"/proc/{pid}"), "one of its processes is left")
    expect_refused(belfry("demo", "--port", "x"), 2, "--port")


@story
def no_process_outlives_a_demo_that_is_killed():
    with Demo() as demo:
        pids = [demo.pid("server"), demo.pid("worker")]
        demo.process.kill()
        demo.process.wait(timeout=SECONDS_MAX)
        shortly("one of its processes is left",
                lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))
