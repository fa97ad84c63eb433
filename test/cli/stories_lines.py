"""Every command line that the documents show is run: those of README.md, of doc/cli.md and of the
manual pages, taken from their texts, in the order in which they stand there."""
import json
import os
import re
import shutil
import signal
import subprocess

from stage import *
from stories_server import Server

# ---- taken from the texts -------------------------------------------------------------------


def blocks(text, language):
    """The lines of the fenced blocks of a Markdown text."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)
    expect(found, f"there is no block of {language}")
    return [block.splitlines() for block in found]


def commands(lines):
    """Without comments; a line that ends in a backslash, or within quotes, goes on."""
    gathered = ""
    for line in lines:
        if not gathered and line.startswith("#"):
            continue  # an apostrophe in a comment opens no quote
        gathered += line + "\n"
        bare = re.sub(r"\\.", "", gathered)
        if gathered.endswith("\\\n") or bare.count("'") % 2 or bare.count('"') % 2:
            continue
        command = gathered.strip()
        if command:
            yield command
        gathered = ""


def page_commands(page):
    """Of a manual page: what stands between .RS and .RE."""
    for block in re.findall(r"^\.nf\n\.RS\n(.*?)^\.RE$", page, re.M | re.S):
        for was, now in ((r"\&", ""), (r"\-", "-"), (r"\(aq", "'"), (r"\e", "\\")):
            block = block.replace(was, now)
        yield from block.splitlines()


def document(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


# ---- run --------------------------------------------------------------------------------------


class Place:
    """A folder like that of a fresh clone: with the examples, and belfry found by its name."""

    def __enter__(self):
        self.folder = Folder().__enter__()
        self.path = self.folder.path
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(self.path, "examples"))
        os.makedirs(os.path.join(self.path, "build"))
        os.symlink(BELFRY, os.path.join(self.path, "build", "belfry"))
        crontab = os.path.join(self.path, "build", "crontab")
        with open(crontab, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho '*/5 * * * * true'\n")
        os.chmod(crontab, 0o755)
        return self

    def __exit__(self, *_):
        self.folder.__exit__()

    def environment(self, **variables):
        path = os.path.join(self.path, "build") + ":" + os.environ["PATH"]
        return environment(PATH=path, XDG_CONFIG_HOME=self.path, TMPDIR=self.path, **variables)

    def run(self, text, **variables):
        done = subprocess.run(["bash", "-c", text], capture_output=True, text=True,
                              timeout=SECONDS_MAX, cwd=self.path, stdin=subprocess.DEVNULL,
                              env=self.environment(**variables))
        return Answer(done)


def run_until(place, line, word, variables):
    """What would run for ever: until it says so, then it is told to end."""
    process = subprocess.Popen(["bash", "-c", "exec " + line], stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.DEVNULL, cwd=place.path,
                               env=place.environment(**variables))
    said = ""
    try:
        while word not in said:
            more = process.stdout.readline()
            expect(more, f"{line} ended: {said}")
            said += more
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=SECONDS_MAX)
    expect_equal((line, process.returncode), (line, 0))


def run_in_terminal(place, line, keys, variables):
    """In a terminal of its own, with these keys pressed when there is a first picture."""
    with Terminal(["bash", "-c", "exec " + line], cwd=place.path,
                  env=place.environment(TERM="xterm", **variables)) as terminal:
        terminal.until(b"q quits")
        terminal.press(keys)
        shown, code = terminal.end()
    expect_equal((line, code), (line, 0))
    expect("\x1b[?1049l" in shown, "the terminal is not given back")


@story
def what_a_terminal_is_shown_last_is_read():
    """Here a process writes once the one that was waited for is gone."""
    last = r'while kill -0 $$ 2>/dev/null; do :; done; printf "\033[?1049l"'
    with Place() as place:
        run_in_terminal(place, f"bash -c 'echo q quits; read -rn1; ({last}) & exit 0'", b"q", {})


def run_line(place, line, variables):
    port = {"BELFRY_LISTEN": f"127.0.0.1:{free_port()}"}
    if line.startswith("belfry serve"):
        own = re.sub(r" --listen \S+", f" --listen 127.0.0.1:{free_port()}", line)
        run_until(place, own, "listening on", port)
    elif line.startswith("belfry demo"):
        run_until(place, line, "Ctrl-C ends the demo", {})
    elif line == "belfry top":
        run_in_terminal(place, line, b"q", variables)
    else:
        answer = place.run(line, **variables)
        expect(answer.code == 0, f"{line}\n{answer!r}")


def run_lines(lines):
    with Server() as server, Place() as place:
        variables = {"BELFRY_URL": server.url, "BELFRY_DATA": server.data,
                     "BELFRY_TOKEN_FILE": os.path.join(server.data, "admin.token")}
        for line in lines:
            if "man -l" in line and not shutil.which("man"):
                print("       man is not installed: a page is not shown")
                continue
            run_line(place, line, variables)


@story
def every_line_of_the_command_lines_document_works():
    lines = [line for block in blocks(document("doc/cli.md"), "sh") for line in commands(block)]
    expect(len(lines) > 50, f"only {len(lines)} lines were found")
    run_lines(lines)


@story
def the_manual_pages_show_lines_that_were_run():
    shown = [line for block in blocks(document("doc/cli.md"), "sh") for line in commands(block)]
    with Folder() as folder:
        expect_code(belfry("man", "--write", folder.path), 0)
        lines = []
        for page in sorted(os.listdir(folder.path)):
            with open(os.path.join(folder.path, page), encoding="utf-8") as file:
                lines += page_commands(file.read())
    expect(len(lines) >= len(shown), f"{len(lines)} of {len(shown)} lines are there")
    expect_equal(sorted(set(lines) - set(shown)), [])


@story
def what_is_installed_is_found():
    if BELFRY != os.path.join(ROOT, "build", "belfry"):
        print("       another build is tried: installing is not")
        return
    with Folder() as folder:
        made = shell(f"make -s -C {ROOT} install DESTDIR={folder.path} PREFIX=/usr")
        expect_code(made, 0)
        usr = os.path.join(folder.path, "usr")
        expect_code(shell(f"{usr}/bin/belfry version"), 0)
        for path in ("man/man1/belfry.1", "man/man1/belfry-task.1", "man/man5/belfry.conf.5",
                     "bash-completion/completions/belfry", "zsh/site-functions/_belfry",
                     "fish/vendor_completions.d/belfry.fish"):
            installed = os.stat(os.path.join(usr, "share", path))
            expect(installed.st_size > 0 and installed.st_mode & 0o004, f"{path} is of no use")


# ---- examples ---------------------------------------------------------------------------------

WORKERS = {"python3": ["worker.py", "hello", "--once"], "node": ["worker.mjs", "hello", "--once"],
           "sh": ["worker.sh", "hello", "cat"]}


@story
def the_workers_of_the_examples_carry_runs_out():
    with Server() as server:
        for program, (file, *words) in WORKERS.items():
            if not shutil.which(program):
                print(f"       {program} is not installed: {file} is not tried")
                continue
            runs = [server.name("task", "add", "hello", "--payload", '{"n": 1}') for _ in range(12)]
            path = os.path.join(ROOT, "examples", "workers", file)
            done = subprocess.run([program, path, *words], capture_output=True, text=True,
                                  timeout=SECONDS_MAX,
                                  env=environment(ONCE="1", **server.variables))
            expect(done.returncode == 0, f"{file}: {Answer(done)!r}")
            for run in runs:
                shown = json.loads(server.good("queue", "show", run, "--json"))
                expect_equal((file, shown["state"]), (file, "done"))


@story
def the_workers_of_the_examples_leave_when_they_are_told():
    with Server() as server:
        def waiting():
            return [one for one in json.loads(server.good("worker", "list", "--json"))["data"]
                    if one["waiting_calls"]]

        for program, (file, *words) in WORKERS.items():
            if not shutil.which(program):
                print(f"       {program} is not installed: {file} is not tried")
                continue
            words = [word for word in words if word != "--once"]
            path = os.path.join(ROOT, "examples", "workers", file)
            for by_signal in (True, False):
                with subprocess.Popen([program, path, *words],
                                      env=environment(**server.variables)) as worker:
                    try:
                        seen, = shortly(f"{file}: it does not wait for work", waiting)
                        expect(seen["hostname"], f"{seen}")
                        if by_signal:
                            worker.terminate()
                        else:
                            server.good("worker", "drain", seen["worker_id"])
                        # Its call would wait 20 s for work.
                        expect_equal((file, worker.wait(timeout=15)), (file, 0))
                    finally:
                        worker.kill()
                left, = [one for one in json.loads(server.good("worker", "list", "--json"))["data"]
                         if one["worker_id"] == seen["worker_id"]]
                expect(left["draining"], f"{left}")


# ---- README.md --------------------------------------------------------------------------------


def checked(command):
    """A command of a script that ends with the first that fails."""
    text = f"{command}\n"
    if "belfry serve &" in command:
        text += "until belfry status >/dev/null 2>&1; do kill -0 $! || exit 1; sleep 0.05; done\n"
    return text + f"[ $? = 0 ] || {{ echo {json.dumps('FAILED: ' + command)} >&2; exit 1; }}\n"


@story
def the_walk_of_the_readme_works_as_it_is_written():
    with Place() as place:
        port = free_port()
        lines = [line for block in blocks(document("README.md"), "sh") for line in commands(block)]
        built = [line for line in lines if line.startswith(("make", "git clone", "cd "))]
        for line in built:
            if line.startswith("make"):
                expect_code(shell(f"make -n -C {ROOT} {line.split()[1]} >/dev/null"), 0)
        script = "".join(checked(line) for line in lines if line not in built)
        script = script.replace("127.0.0.1:7654", f"127.0.0.1:{port}")
        script += "\nkill $!; wait $!\n"
        answer = place.run(script, BELFRY_LISTEN=f"127.0.0.1:{port}",
                           BELFRY_URL=f"http://127.0.0.1:{port}")
        expect("FAILED" not in answer.err, f"{answer!r}")
        expect_equal(answer.out.count('"duplicate":true'), 1)
        expect(len(lines) - len(built) > 8, f"only these lines were found: {lines}")


@story
def transcripts_of_the_readme_are_what_is_printed():
    """A line with $ is a command; what follows is its answer, where ... stands for any lines."""
    with Place() as place:
        for block in blocks(document("README.md"), "console"):
            command, answer = block[0], "\n".join(block[1:])
            expect(command.startswith("$ "), command)
            done = place.run(command[2:])
            expect_code(done, 0)
            wanted = ".*?".join(re.escape(part) for part in answer.split("..."))
            expect(re.fullmatch(wanted, done.out.rstrip("\n"), re.S), f"{command}\n{done.out}")
