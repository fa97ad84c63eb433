"""What the documents name is there: files, folders, functions, make targets."""
import glob
import json
import os
import re
import shlex
import subprocess

from stage import *
from stories_server import Server

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "doc/README.md"]
OURS = ("src/", "test/", "doc/", "tools/", "examples/", "catalog/", "packaging/", "mk/", "web/")


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def is_there(path):
    return bool(glob.glob(os.path.join(ROOT, path.rstrip("/"))))


@story
def every_file_that_the_documents_name_is_there():
    lost = []
    for document in DOCUMENTS:
        for path in re.findall(r"`([\w.*/-]+)`", read(document)):
            if path.startswith(OURS) and not is_there(path):
                lost.append(f"{document}: {path}")
    expect_equal(lost, [])


@story
def every_make_target_that_the_documents_name_is_there():
    rules = read("Makefile") + "".join(read(os.path.relpath(path, ROOT))
                                       for path in glob.glob(os.path.join(ROOT, "mk", "*.mk")))
    lost = [f"{document}: make {target}" for document in DOCUMENTS
            for target in re.findall(r"`make ([a-z][\w-]*)", read(document))
            if not re.search(rf"^{target}:", rules, re.M)]
    expect_equal(lost, [])


@story
def the_timeline_that_the_page_on_stories_shows_is_what_the_program_says():
    shown = re.search(r"\$ belfry simulate (\S+)\n(.*?)```", read("doc/simulate.md"), re.S)
    said = belfry("simulate", os.path.join(ROOT, shown[1])).out.splitlines()
    expect_equal([line for line in shown[2].splitlines() if line not in said + ["..."]], [])


def files_of(cell):
    """The files of a cell; a name alone stands in the folder of the one before it."""
    folder, found = "", []
    for path in re.findall(r"`([\w./]+)`", cell):
        folder = os.path.dirname(path) if "/" in path else folder
        path = path if "/" in path else os.path.join(folder, path)
        full = os.path.join(ROOT, path)
        expect(os.path.exists(full), f"{path} is not there")
        found += glob.glob(os.path.join(full, "*.[ch]")) if os.path.isdir(full) else [full]
    return found


def defines(path, function):
    """A definition, or a declaration of a header, or a row of a table of functions."""
    with open(path, encoding="utf-8") as file:
        return re.search(rf"^\w[^\n;=]*\b{function}\(", file.read(), re.M) is not None


@story
def the_layers_of_the_architecture_are_those_that_tidy_checks():
    """The table of folders in ARCHITECTURE.md and the one in tools/tidy/layers.c."""
    told = {folder: {part.strip(" `") for part in may.split(",")}
            for folder, may in re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$",
                                          read("ARCHITECTURE.md"), re.M)}
    checked = {folder: {part.rstrip("/") for part in re.findall(r'"([^"]*)"', may)}
               for folder, may in re.findall(r'^\t\{ "(\w+)/", \{([^}]*)\} \}',
                                             read("tools/tidy/layers.c"), re.M)}
    words = {"base": {"libc without I/O"}, "main": {"everything"}}
    for folder, may in checked.items():
        expect_equal((folder, sorted(told.get(folder, []))),
                     (folder, sorted(words.get(folder, may))))


@story
def every_step_of_a_runs_life_is_where_the_architecture_says():
    rows = re.findall(r"^\| (\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$",
                      read("ARCHITECTURE.md"), re.M)
    expect(len(rows) >= 10, f"only {len(rows)} steps were found")
    for step, _, functions, files, tests in rows:
        names = re.findall(r"`(\w+)`", functions)
        expect(names, f"step {step} names no function")
        paths = files_of(files)
        for name in names:
            expect(any(defines(path, name) for path in paths),
                   f"step {step}: {name} is not in {files.strip()}")
        for path in re.findall(r"`([\w./]+)`", tests):
            expect(is_there(path), f"step {step}: {path} is not there")


# ---- the command line's fields -------------------------------------------------------------


def table_rows(path, macro):
    """The rows of an X table as lists of columns, with the file's own text macros filled in."""
    text = read(path)
    macros = dict(re.findall(r'#define ([A-Z_]+) ((?:"[^"]*"(?: \\\n\t)?)+)', text))
    body = re.search(rf"#define {macro}\(X\) \\\n(.*?[^\\])\n", text, re.S).group(1)
    for row in re.findall(r"X\((.*)\)(?: \\)?$", body, re.M):
        for name, value in macros.items():
            row = re.sub(rf"\b{name}\b", lambda _: value, row)
        yield [part.strip() for part in re.findall(r'((?:"(?:[^"\\]|\\.)*"|[^,"])+)', row)]


def text_of(column):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', column))


def resolve(description, node):
    while "$ref" in node:
        steps = node["$ref"].split("/")[1:]
        node = description
        for step in steps:
            node = node[step]
    return node


def types_of(description, schema):
    """The JSON types that a value may have; "any" where the schema does not say."""
    schema = resolve(description, schema)
    ways = [way for kind in ("allOf", "anyOf", "oneOf") for way in schema.get(kind, [])]
    said = schema.get("type", [] if ways else "any")
    types = set([said] if isinstance(said, str) else said)
    return types.union(*(types_of(description, way) for way in ways)) if ways else types


def declared_fields(description, operation):
    """What a call may send, {name: types}: parameters, members of its body, their aliases."""
    fields = {}
    for parameter in operation.get("parameters", []):
        parameter = resolve(description, parameter)
        fields[parameter["name"]] = types_of(description, parameter["schema"])
    body = resolve(description, operation.get("requestBody", {}))
    for content in body.get("content", {}).values():
        schemas = [content["schema"]]
        while schemas:
            schema = resolve(description, schemas.pop())
            for name, value in schema.get("properties", {}).items():
                fields.setdefault(name, set()).update(types_of(description, value))
            for kind in ("allOf", "anyOf", "oneOf"):
                schemas.extend(schema.get(kind, []))
    return fields


# How an option's value is written (enum cli_field_kind): one of these types has to be allowed.
WRITTEN = {"TEXT": {"string"}, "WORD": {"string", "integer", "number"},
           "NUMBER": {"integer", "number"}, "TRUTH": {"boolean"}, "SWITCH": {"boolean"},
           "LIST": {"array", "string"},
           "DEPENDS": {"array"}, "JSON": {"object", "array", "boolean"}, "SECRET": {"string"},
           "SECONDS": {"integer", "number"}, "MILLISECONDS": {"integer", "number"},
           "HANDLER": {"string", "object"}}


@story
def every_option_of_an_action_is_a_field_that_the_api_declares():
    with open(os.path.join(ROOT, "doc", "openapi.json"), encoding="utf-8") as file:
        description = json.load(file)
    fields = {text_of(row[1]): (text_of(row[5]), row[6])
              for row in table_rows("src/cli/fields.def", "FIELDS")}
    seen, strange = 0, []
    for row in table_rows("src/cli/resources.def", "ACTIONS"):
        method, path = row[2].lower(), "/" + re.sub(r":(\w+)", r"{\1}", text_of(row[3]))
        operation = next(node[method] for at, node in description["paths"].items()
                         if at.endswith("/api/v1/scheduler" + path) or at == path)
        declared = declared_fields(description, operation)
        for option in text_of(row[6]).split():
            field, kind = fields[option]
            types = declared.get(field, set())
            if not types & (WRITTEN[kind] | {"any"}):
                strange.append(f"{method.upper()} {path}: {field} (--{option}) is written as "
                               f"{kind}, declared as {sorted(types) or 'nothing'}")
            seen += 1
    expect_equal(strange, [])
    expect(seen > 400, f"only {seen} options")


def members_of(schema, parts):
    """The names of an object's members, and those of the objects in it."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rsplit("/", 1)[1]]
    inner = [*schema.get("properties", {}).values(), schema.get("items", {})]
    for way in ("allOf", "anyOf", "oneOf"):
        inner += schema.get(way, [])
    names = set(schema.get("properties", {}))
    return names.union(*(members_of(one, parts) for one in inner if one))


@story
def the_page_of_workers_names_every_member_of_the_protocol():
    described = json.loads(read("doc/openapi.json"))
    parts = described["components"]["schemas"]
    named, seen = set(re.findall(r"\w+", read("doc/workers.md"))), set()
    for call in ("lease", "heartbeat", "results"):
        operation = described["paths"][f"/api/v1/scheduler/worker/{call}"]["post"]
        for body in (operation["requestBody"], operation["responses"]["200"]):
            seen |= members_of(body["content"]["application/json"]["schema"], parts)
    expect(len(seen) > 50, f"only {sorted(seen)} were found")
    expect_equal(sorted(seen - named), [])


# ---- the examples of the pages ------------------------------------------------------------------

# Pages that are made from tables, or that are about the code.
NOT_GUIDES = ("README.md", "api.md", "benchmarks.md", "cli.md", "coverage.md", "glossary.md",
              "style.md")
MADE_PAGES = ("metrics.md", "states.md")


def guides():
    folder = os.path.join(ROOT, "doc")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".md"))
    return [name for name in names if name not in NOT_GUIDES]


@story
def each_page_opens_with_prose_and_an_example():
    for name in guides():
        if name in MADE_PAGES:
            continue
        lines = read(f"doc/{name}").splitlines()
        expect(lines[0].startswith("# "), name)
        expect(re.match(r"\w", lines[2]), f"{name} does not open with a sentence: {lines[2]!r}")
        shown = [line for line in lines[:25] if line.startswith(("    ", "```"))]
        expect(shown, f"{name} has no example in its first 25 lines")


@story
def command_lines_of_the_pages_are_well_formed():
    """A line `    $ belfry ...`: a missing object or a conflict is no fault, wrong usage is one."""
    shown = [(name, line.split("$ ", 1)[1].split("  #")[0]) for name in guides()
             for line in read(f"doc/{name}").splitlines() if line.startswith("    $ belfry ")]
    expect(len(shown) > 25, f"only {len(shown)} command lines")
    with Server() as server:
        server.good("tenant", "create", "acme")
        server.good("user", "set", "ann")
        for name, line in shown:
            words = shlex.split(line.split(" > ")[0].split(" && ")[0])[1:]
            if "..." in words or "follow" in words or words[0] in ("doctor", "simulate"):
                continue
            answer = server.run(*words)
            wrong = answer.code not in (0, 3, 5) or "unknown option" in answer.err
            expect(not wrong, f"doc/{name}: {line}\n{answer.err}")


@story
def the_page_of_the_catalog_is_up_to_date():
    checked = subprocess.run([os.path.join(ROOT, "tools", "catalog-page"), "--check"],
                             capture_output=True, text=True, check=False)
    expect_equal((checked.returncode, checked.stderr), (0, ""))
