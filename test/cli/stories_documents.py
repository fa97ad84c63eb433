"""What the documents name is there: files, folders, functions, make targets."""
import glob
import os
import re

from stage import *

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
