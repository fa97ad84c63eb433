"""How a mutant comes to life. Nothing is rebuilt, and the program that is shipped has no switch for
it:

- a column is changed in the answers, between the server and the test, after they were compared with
  the description;
- a setting is taken from the environment and the words of every command but `config`, which still
  shows it: the server knows the setting and does nothing with it;
- a field of the catalog is changed in a copy of the program, which holds the catalog's text.
"""
import json
import os
import stat
import sys
import tempfile

import rows as tables
import coverage  # of test/api, where rows looks, too
import dialogue

CATALOG = os.path.join(tables.ROOT, "catalog")
SOUND = dialogue.BELFRY


# ---- columns -----------------------------------------------------------------------------------


class Column:
    """The column that is constant now; None: every answer comes as it was given."""

    def __init__(self):
        self.row = None
        self.value = None
        self.seen = set()  # the columns that answers had, by their rows without =
        self.is_listening = False

    def choose(self, row, value=None):
        self.row, self.value = row and row.partition(" ")[2].partition("=")[0], value

    def change(self, document, value, schema, name=None):
        schema, found = coverage.resolve(document, schema)
        name = found or name
        for inner in coverage.alternatives(schema, value):
            self.change(document, value, inner, name)
        if isinstance(value, list) and "items" in schema:
            for item in value:
                self.change(document, item, schema["items"], name)
        if not isinstance(value, dict):
            return
        for member, inner in schema.get("properties", {}).items():
            if value.get(member) is None:
                continue
            place = f"{name}.{member}"
            if self.is_listening:
                self.seen.add(place)
            if place == self.row:
                value[member] = self.value
            self.change(document, value[member], inner, place)


column = Column()


def answer_schema(description, method, target, answer):
    _, operation = description.find(method, target.partition("?")[0])
    response = operation and operation["responses"].get(str(answer.status))
    if not response:
        return None
    content = description.resolve(response).get("content") or {}
    media = (answer.header("Content-Type") or "").split(";")[0]
    is_plain = "json" in media and answer.header("Content-Encoding") is None
    return content[media]["schema"] if media in content and is_plain else None


def through_the_mutant(ask):
    def asked(self, method, path, *words, **fields):
        answer = ask(self, method, path, *words, **fields)
        if not (column.row or column.is_listening) or not answer.body:
            return answer
        target = path if path.startswith("/") else dialogue.BASE + path
        description = dialogue.description_of(self.server)
        schema = answer_schema(description, method, target, answer)
        if schema:
            value = answer.json
            column.change(description.document, value, schema)
            answer.body = json.dumps(value).encode()
        return answer
    return asked


def heard_through_the_mutant(listen):
    def heard(self):
        event = listen(self)
        if column.row or column.is_listening:
            column.change(self.description.document, event,
                          {"$ref": "#/components/schemas/Event"})
        return event
    return heard


dialogue.Client.ask = through_the_mutant(dialogue.Client.ask)
dialogue.Stream.next = heard_through_the_mutant(dialogue.Stream.next)


# ---- programs ----------------------------------------------------------------------------------


WRAPPER = """#!/bin/bash
# Belfry that ignores one setting, of which `config` alone knows.
[ "$1" != config ] || exec {belfry} "$@"
unset {name} {name}_FILE
cd "${{0%/*}}" || exit 1 # what is created where nobody said goes with the mutant
words=()
while [ $# != 0 ]; do
	case $1 in
	--{flag}) shift ;;
	--{flag}=*) ;;
	*) words+=("$1") ;;
	esac
	[ $# = 0 ] || shift
done
exec {belfry} "${{words[@]}}"
"""


def make_executable(path):
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def ignoring(folder, name, flag):
    path = os.path.join(folder, f"belfry-{name}")
    with open(path, "w", encoding="ascii") as file:
        file.write(WRAPPER.format(belfry=SOUND, name=name, flag=flag))
    return make_executable(path)


def with_row(text, number, path, value):
    """The text of a table, as long as before, with one value changed; a row is a line."""
    lines = text.split("\n")
    place = next(at for at, line in enumerate(lines) if line.startswith("  {")) + number
    line = lines[place]
    entry = json.loads(line.rstrip().rstrip(","))
    inner = entry
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    end = "," if line.endswith(",") else ""
    changed = "  " + json.dumps(entry, separators=(",", ":")) + end
    if len(changed) > len(line):
        raise ValueError(f"no room for {value!r} in {line}")
    lines[place] = changed.ljust(len(line))
    return "\n".join(lines)


def with_catalog(folder, name, number, path, value):
    with open(os.path.join(CATALOG, name), encoding="utf-8") as file:
        text = file.read()
    with open(SOUND, "rb") as file:
        program = file.read()
    before, after = text.encode(), with_row(text, number, path, value).encode()
    if program.count(before) != 1 or len(before) != len(after):
        raise ValueError(f"{SOUND} does not hold {name} as it stands: build it with make")
    place = os.path.join(folder, "belfry")
    if os.path.exists(place):
        os.remove(place)
    with open(place, "wb") as file:
        file.write(program.replace(before, after))
    return make_executable(place)


def use(program):
    """Every server and every command from now on."""
    for module in list(sys.modules.values()):
        if isinstance(getattr(module, "BELFRY", None), str):
            module.BELFRY = program


class Planted:
    """`with Planted(row, facts): ...` lives with that mutant."""

    def __init__(self, row, facts):
        self.row, self.facts, self.folder = row, facts, None

    def __enter__(self):
        kind = self.row.partition(" ")[0]
        if kind == "column":
            column.choose(self.row, self.facts)
            return self
        self.folder = tempfile.TemporaryDirectory(prefix="belfry-mutant.")
        if kind == "setting":
            use(ignoring(self.folder.name, *self.facts))
        else:
            use(with_catalog(self.folder.name, *self.facts))
        return self

    def __exit__(self, *_):
        column.choose(None)
        use(SOUND)
        if self.folder:
            self.folder.cleanup()
