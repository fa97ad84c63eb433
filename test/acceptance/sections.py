"""Sections of the documents and the tests that prove them: each demand needs one."""
import os

import acceptance

REASON_WORDS = 3  # the least that `none` has to say


def demands_of(profile):
    """[{number, title, proof}] in the document's order."""
    return acceptance.read_table(profile, "sections")


def named_by(tests, profile):
    """{number: [test]}: what the tests of a profile say they prove."""
    named = {}
    for test in tests:
        if test.profile == profile:
            for number in test.section.split():
                named.setdefault(number, []).append(test)
    return named


def is_inside(number, whole):
    return number.startswith((whole + ".", whole + "-"))


def faults_of_demand(row, rows, named, is_test):
    """Why this row is not proven; nothing: it is."""
    number, proof = row["number"], row["proof"]
    inner = [one for one in rows if is_inside(one["number"], number)]
    if proof.startswith("none"):
        return [] if len(proof.split()) >= REASON_WORDS else ["none says no reason"]
    if proof:
        return [f"there is no test {name}" for name in proof.split("; ") if not is_test(name)]
    if number in named or any(one["number"] in named for one in inner):
        return []
    return ["no test of the suite names it"]


def faults_of(profile, tests, is_test):
    """[(number, what is wrong)]: demands without a test, numbers and tables that nobody knows."""
    rows, named = demands_of(profile), named_by(tests, profile)
    known = [row["number"] for row in rows]
    faults = [(row["number"], fault) for row in rows
              for fault in faults_of_demand(row, rows, named, is_test)]
    faults += [(number, f"{named[number][0].name} names it, sections.txt does not")
               for number in named if number not in known]
    faults += [(number, "stands twice") for number in {*known} if known.count(number) > 1]
    return faults + [(table, "no test walks the table") for table in idle_tables(profile)]


def idle_tables(profile):
    """Data of the document that no test of the folder reads."""
    folder = os.path.join(acceptance.HERE, profile)
    names = sorted(os.listdir(folder))
    text = ""
    for name in names:
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text += file.read()
    tables = [name[:-4] for name in names if name.endswith(".txt") and name != "sections.txt"]
    return [table for table in tables if f'"{table}"' not in text]
