"""The tests that may kill a mutant, each told in this process: dialogues and acceptance tests."""
import contextlib
import glob
import importlib
import io
import os
import re
import signal
import sys
import traceback
import types

import rows as tables
import plant
import dialogue  # of test/api, where rows looks, too

sys.path.insert(0, os.path.join(tables.ROOT, "test", "acceptance"))
import acceptance  # noqa: E402

SECONDS_MAX = 60  # of one test; one that waits for what a mutant never says is red long before


class TooLong(AssertionError):
    """A test that did not come to its end."""


def give_up(*_):
    raise TooLong(f"not told within {SECONDS_MAX} s")


signal.signal(signal.SIGALRM, give_up)


def be_impatient(seconds):
    """What a mutant never says is not waited for as long as in the suites."""
    dialogue.PATIENCE = seconds
    dialogue.until.__defaults__ = (seconds,)


class Test:
    """One test by its name: `dialogue NAME`, or `accept PROFILE/NAME[: ROW]`."""

    def __init__(self, name, function, is_alone, arguments=(), **settings):
        self.name, self.function, self.is_alone = name, function, is_alone
        self.arguments, self.settings = arguments, settings

    def tell(self, stage):
        """None when the test passed, else what failed."""
        signal.alarm(SECONDS_MAX)
        try:
            words = [] if self.is_alone else [stage.server(**self.settings)]
            with contextlib.redirect_stdout(io.StringIO()):  # failing is what is wanted of it
                self.function(*words, *self.arguments)
        except dialogue.Skipped as why:
            return f"skipped: {why}"
        except BaseException as error:  # whatever the reason
            if isinstance(error, KeyboardInterrupt):
                raise
            return traceback.format_exc(limit=-2)
        finally:
            signal.alarm(0)
        return None

    def words(self):
        """Every word that the test or what it calls has in its text."""
        found, passed = set(), set()
        gather(self.function, found, passed)
        for argument in self.arguments:
            gather(argument, found, passed)
        return found


def gather(thing, found, passed):
    if id(thing) in passed:
        return
    passed.add(id(thing))
    if isinstance(thing, str):
        found.update((thing, *re.findall(r"[\w.]*\w", thing)))
    elif isinstance(thing, dict):
        for pair in thing.items():
            gather(list(pair), found, passed)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for inner in thing:
            gather(inner, found, passed)
    elif isinstance(thing, types.FunctionType):
        gather_code(thing.__code__, thing.__globals__, found, passed)
    elif isinstance(thing, types.CodeType):
        gather_code(thing, {}, found, passed)


def gather_code(code, names, found, passed):
    found.update(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            gather_code(constant, names, found, passed)
        else:
            gather(constant, found, passed)
    for name in code.co_names:
        if name in names and name not in ("ROUTES", "stories"):
            gather(names[name], found, passed)


class Stage:
    """A server that tests share, until a mutant wants one of its own."""

    def __init__(self):
        self.shared = {}

    def server(self, **settings):
        key = tuple(sorted(settings.items()))
        if key not in self.shared:
            self.shared[key] = dialogue.Server(**settings)
        return self.shared[key]

    def clear(self):
        for server in self.shared.values():
            server.close()
        self.shared = {}


def dialogues():
    for path in sorted(glob.glob(os.path.join(tables.ROOT, "test", "api", "stories_*.py"))):
        importlib.import_module(os.path.basename(path)[:-3])
    return [Test(f"dialogue {one.__name__}", one, one.is_alone) for one in dialogue.stories]


def accepted():
    found = []
    for one in acceptance.load():
        row = f": {next(iter(one.row.values()))}" if one.row else ""
        found.append(Test(f"accept {one.name}{row}", one.function, one.alone,
                          [one.row] if one.row else [], BELFRY_QUOTA_REQUESTS="0"))
    return found


def tests():
    """{name: test}"""
    return {test.name: test for test in dialogues() + accepted()}


class Stillborn(AssertionError):
    """A catalog that no server starts with: nothing can be said of the tests by it."""


def is_red(stage, test, row, facts):
    """Whether the test fails with this mutant. A program of its own has servers of its own."""
    if row.startswith("column "):
        with plant.Planted(row, facts):
            return test.tell(stage) is not None
    own = Stage()
    try:
        with plant.Planted(row, facts):
            said = test.tell(own) or ""
    finally:
        own.clear()
    if "in read_port" in said and not row.startswith("setting "):
        raise Stillborn(f"{row}: {said}")
    return bool(said)
