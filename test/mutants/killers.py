"""killers.txt: which test kills which mutants. A line `SUITE NAME` names the test, the lines below
it, which begin with a space, its mutants. `unseen REASON` stands where nobody outside of the
program can see a difference."""
import os

import rows as tables

PATH = os.path.join(tables.HERE, "killers.txt")
HEAD = """# Which test kills which mutants: a test, and its mutants below it. rows.py makes them
# from the tables, run plays them, run --find looks for tests of those that have none.
"""


UNSEEN = "unseen "


def read_killers():
    """{row: the test's name}"""
    killers, test = {}, None
    if not os.path.exists(PATH):
        return killers
    with open(PATH, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if line[0] != " ":
                test = line.strip()
            else:
                killers[line.strip()] = test
    return killers


def write_killers(killers):
    by_test = {}
    for row, test in killers.items():
        by_test.setdefault(test, []).append(row)
    with open(PATH + ".new", "w", encoding="utf-8") as file:
        file.write(HEAD)
        for test in sorted(by_test):
            file.write("\n" + test + "\n")
            file.writelines(f"  {row}\n" for row in sorted(by_test[test]))
    os.replace(PATH + ".new", PATH)
