"""Mistakes that a new user makes, and the sentence each one gets: the rows of mistakes.txt.

A row is a command line behind `$ `, then its exit code and the first line on standard error. URL
stands for the server's address, DATA for its data folder, N for a process id, V for
a version of the zone data. WRITE_MISTAKES=1 writes what the program
says now; read the difference before you keep it."""
import os
import shlex

from stage import *
from stories_server import Server

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mistakes.txt")
# Words of libraries and of our own inside that help nobody.
RAW = ("no such object", "No such file or directory", "Couldn't", "SSL routines", "OpenSSL",
       "unable to open", "SQLite", "sqlite3", "errno", "curl")


def rows():
    with open(TABLE, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    for command, said in zip(lines[::2], lines[1::2]):
        expect(command.startswith("$ belfry"), f"not a row: {command}")
        code, _, sentence = said.partition(" ")
        yield command, int(code), sentence


def told(server, command):
    words = [word.replace("URL", server.url).replace("DATA", server.data)
             for word in shlex.split(command)[2:]]
    answer = server.run(*words)
    first = answer.err.split("\n")[0]
    first = first.replace(server.url, "URL").replace(server.data, "DATA")
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
        for command, code, sentence in rows():
            answer, first = told(server, command)
            found.append((command, answer.code, first))
            check_words(command, answer)
            if not os.environ.get("WRITE_MISTAKES"):
                expect_equal((command, answer.code, first), (command, code, sentence))
    expect(len(found) >= 46, f"only {len(found)} mistakes")
    if os.environ.get("WRITE_MISTAKES"):
        with open(TABLE, encoding="utf-8") as file:
            head = [line for line in file if line.startswith("#")]
        with open(TABLE, "w", encoding="utf-8") as file:
            file.writelines(head)
            for command, code, first in found:
                file.write(f"\n{command}\n{code} {first}\n")
