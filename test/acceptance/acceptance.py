"""What the acceptance suites share: tests by profile and section, tables that a test walks row by
row, and a server per profile.

A profile is a folder with modules and tables. A test is a function of the server that the profile's
tests share, or one that starts its own (alone). A table is a text file: `#` begins a comment line,
the first other line names the columns, cells are separated by `|`.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "api"))

PROFILES = ("enterprise", "billing", "guild", "broadcast", "daily")
tests = []


class Test:
    """One line of the report: a section, or one row of a section's table."""

    def __init__(self, profile, section, function, row=None, alone=False):
        self.section = section.format(**row or {})
        self.profile, self.function, self.row, self.alone = profile, function, row, alone

    @property
    def name(self):
        """What doc/coverage.md calls it; the rows of a table share one name."""
        return f"{self.profile}/{self.function.__name__}"

    def __str__(self):
        words = self.function.__name__.replace("_", " ")
        row = f": {next(iter(self.row.values()))}" if self.row else ""
        return f"{self.profile} {self.section}: {words}{row}"

    def tell(self, server):
        words = [self.row] if self.row else []
        self.function(*([] if self.alone else [server]), *words)


def profile_of(function):
    return os.path.basename(os.path.dirname(function.__code__.co_filename))


def section(numbers, alone=False):
    """A test of these sections and demands of the profile's document (sections.txt)."""
    def wrap(function):
        tests.append(Test(profile_of(function), numbers, function, alone=alone))
        return function
    return wrap


def each_row(numbers, table, alone=False):
    """A test for each row of a table; {section} is the row's cell of that name."""
    def wrap(function):
        profile = profile_of(function)
        for row in read_table(profile, table):
            tests.append(Test(profile, numbers, function, row, alone))
        return function
    return wrap


def read_table(profile, name):
    """The rows, each {column: text}; an empty cell is an empty text."""
    path = os.path.join(HERE, profile, name + ".txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    columns = [cell.strip() for cell in lines[0].split("|")]
    rows = []
    for line in lines[1:]:
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != len(columns):
            raise ValueError(f"{path}: {len(cells)} cells where {len(columns)} are due: {line}")
        rows.append(dict(zip(columns, cells)))
    return rows


def load(profiles=PROFILES):
    """Imports the modules of these profiles, which fill the list of tests."""
    import importlib.util  # only the runner and the coverage tool need it
    for profile in profiles:
        folder = os.path.join(HERE, profile)
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".py"):
                continue
            spec = importlib.util.spec_from_file_location(f"{profile}_{name[:-3]}",
                                                          os.path.join(folder, name))
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
    return tests


# ---- cells -------------------------------------------------------------------------------------


def value_of(cell):
    """A cell as JSON; the words in braces {x * 101} repeat a letter."""
    return json.loads(re.sub(r"\{(\w) \* (\d+)\}", lambda found: found[1] * int(found[2]), cell))


def words_of(cell):
    return cell.split()
