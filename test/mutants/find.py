"""Looks for a test that kills each mutant. A test is tried when it could notice: it is given the
column and has the name of the member, setting or row of the catalog in its text."""
import time

import plant
import stage as stages
from killers import UNSEEN, write_killers

SECONDS_MAX = 5  # of a test that is tried


def could_notice(row, words, seen=None):
    """Whether the test has the mutant's name in its text, and is given what it changes."""
    kind, _, name = row.partition(" ")
    if kind == "column":
        place = name.partition("=")[0]
        return place.rpartition(".")[2] in words and (seen is None or place in seen)
    if kind == "setting":
        return name in words
    # What a row of the catalog is called may have dots itself.
    return any(name.startswith(word + ".") and len(word) > 3 for word in words)


def listen(stage, test):
    """(what failed, the columns that the test was given, how long the test took)"""
    plant.column.seen, plant.column.is_listening = set(), True
    begun = time.monotonic()
    try:
        said = test.tell(stage)
    finally:
        plant.column.is_listening = False
    return said, plant.column.seen, time.monotonic() - begun


def kills(stage, test, row, facts):
    """Red with the mutant and green without; a story that ends early may leave something behind."""
    try:
        for _ in range(2):
            if not stages.is_red(stage, test, row, facts):
                return False
            if not test.tell(stage):
                return True
            stage.clear()
    except stages.Stillborn as fault:
        print(f"{row} is stillborn: {fault}", flush=True)
    return False


def by_promise(tests, open_):
    """[(test, its words)]: those first that could notice most, for how much they say."""
    all_ = [(test, test.words()) for test in tests]
    return sorted(all_, key=lambda pair: -sum(could_notice(row, pair[1]) for row in open_) /
                  (200 + len(pair[1])))


def find(every, killers, tests, chosen):
    stages.be_impatient(5)
    open_ = [row for row in every if killers.get(row) not in tests
             and not killers.get(row, "").startswith(UNSEEN)
             and (not chosen or any(word in row for word in chosen))]
    print(f"{len(open_)} of {len(every)} have no killer", flush=True)
    stage = stages.Stage()
    for test, words in by_promise(tests.values(), open_):
        if not any(could_notice(row, words) for row in open_):
            continue
        said, seen, seconds = listen(stage, test)
        if said or seconds > SECONDS_MAX:
            print(f"  left out: {test.name} ({seconds:.1f} s)", flush=True)
            stage.clear()
            continue
        for row in [row for row in open_ if could_notice(row, words, seen)]:
            if not kills(stage, test, row, every[row]):
                continue
            killers[row] = test.name
            open_.remove(row)
            print(f"{row}: {test.name}", flush=True)
        write_killers(killers)
    stage.clear()
    for row in open_:
        print(f"nobody kills {row}")
    print(f"{len(every) - len(open_)} passed, {len(open_)} failed")
    return 1 if open_ else 0
