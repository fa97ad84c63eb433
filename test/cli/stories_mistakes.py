"""Mistakes that a new user makes, and the sentence each one gets: the rows of mistakes.txt.

A row is a command line behind `$ `, then its exit code and the first line on standard error. URL
stands for the server's address, HOSTPORT for its host and port, DATA for its data folder, RUN for
the id of a task, N for a process id, V for a version of the zone data. WRITE_MISTAKES=1 writes what
the program says now; read the difference before you keep it."""
import os
import shlex

from stage import *
from stories_server import Server

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mistakes.txt")
# Words of libraries and of our own inside that help nobody.
RAW = ("no such object", "No such file or directory", "Couldn't", "SSL routines", "OpenSSL",
       "unable to open", "SQLite", "sqlite3", "errno", "curl")
FILES = {
    "bad.conf": "lissten = 127.0.0.1:7654\n",
    "bad.json": '{"jobs": [{"code": "a",}]}\n',
    "bad.yaml": "jobs:\n  - code: a\n   cron_expression: '0 9 * * 1'\n",
    "bad.txt": "at 0 enqueue\n",
}


def rows():
    with open(TABLE, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    for command, said in zip(lines[::2], lines[1::2]):
        expect(command.startswith("$ belfry"), f"not a row: {command}")
        code, _, sentence = said.partition(" ")
        yield command, int(code), sentence


def write_files(folder):
    """A folder of files that a new user might write wrongly."""
    files = os.path.join(folder, "files")
    os.mkdir(files)
    for name, text in FILES.items():
        with open(os.path.join(files, name), "w", encoding="utf-8") as file:
            file.write(text)
    return files


def told(server, command):
    places = {"URL": server.url, "HOSTPORT": server.url.split("//")[1], "DATA": server.data,
              "RUN": server.task}
    words = [re.sub("HOSTPORT|URL|DATA|RUN", lambda found: places[found.group()], word)
             for word in shlex.split(command)[2:]]
    answer = server.run(*words, cwd=server.files)
    first = (answer.err or "\n").split("\n")[0]
    for name, text in places.items():
        first = first.replace(text, name)
    first = re.sub(r"process \d+", "process N", first)
    return answer, re.sub(r"version \d{4}[a-z]", "version V", first)


def check_words(command, answer):
    expect(answer.err.strip(), f"{command}: silence")
    for word in RAW:
        expect(word not in answer.err, f"{command}: {word!r} in {answer.err}")
    reasons = [re.sub(r"^(belfry \w+: | *)[/-]*", "", line) for line in answer.err.splitlines()]
    expect(len(reasons) == len(set(reasons)), f"{command} is told twice: {answer.err}")


@story
def each_mistake_gets_its_sentence():
    found = []
    with Server() as server:
        server.good("tenant", "create", "acme")
        server.good("job", "create", "j1", "--every", "1h", "--handler", "h")
        server.task = server.name("task", "add", "mail", "--in", "1h")
        server.good("task", "cancel", server.task)
        server.files = write_files(server.folder)
        for command, code, sentence in rows():
            answer, first = told(server, command)
            found.append((command, answer.code, first))
            if not os.environ.get("WRITE_MISTAKES"):
                check_words(command, answer)
                expect_equal((command, answer.code, first), (command, code, sentence))
    expect(len(found) >= 129, f"only {len(found)} mistakes")
    if os.environ.get("WRITE_MISTAKES"):
        with open(TABLE, encoding="utf-8") as file:
            head = [line for line in file if line.startswith("#")]
        with open(TABLE, "w", encoding="utf-8") as file:
            file.writelines(head)
            for command, code, first in found:
                file.write(f"\n{command}\n{code} {first}\n")
