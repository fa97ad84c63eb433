"""What the libraries say. Each gives walls; policy.py makes instants of them."""
import datetime
import importlib.util
import signal

import policy

# A library that steps for too long (CPU seconds) is left; what it said until then is compared.
SECONDS_MAX = 0.06
# How far past the last wanted instant walls are collected: a gap moves a wall by at most this.
MOVED_MAX = datetime.timedelta(hours=3)


class TooLong(Exception):
    pass


def available():
    return [name for name in ("dateutil", "croniter") if importlib.util.find_spec(name)]


def ring(_signal, _frame):
    raise TooLong


def parse_instant(text):
    return datetime.datetime.fromisoformat(text.rstrip("Z"))


def without_until(rule):
    """The rule without UNTIL, and UNTIL as a naive UTC time (the policy compares instants)."""
    parts = [part for part in rule.split(";") if not part.startswith("UNTIL=")]
    until = [datetime.datetime.strptime(part, "UNTIL=%Y%m%dT%H%M%SZ")
             for part in rule.split(";") if part.startswith("UNTIL=")]
    return ";".join(parts), until[0] if until else None


def rrule_walls(case, rule):
    from dateutil.rrule import rrulestr
    start = datetime.datetime.fromisoformat(case["dtstart"])
    try:
        yield from rrulestr(rule, dtstart=start)
    except ValueError as error:
        # dateutil's words for a rule that never fires (again).
        if "generates an empty set" not in str(error) and "in empty rule" not in str(error):
            raise


def cron_walls(case):
    """From an hour or a day before the wall at `after` on, for ever."""
    from croniter import CroniterBadDateError, croniter
    fields = case["rule"].split()
    if len(fields) == 6:
        fields = fields[1:] + fields[:1]  # croniter has the seconds last
    if fields[4].endswith("L"):
        fields[4] = "L" + fields[4][:-1]  # and the last Friday as L5
    start = policy.wall_at(parse_instant(case["after"]), case["tz"])
    back = datetime.timedelta(hours=0 if case["tz"] == "UTC" else 4)
    steps = croniter(" ".join(fields), start - back, ret_type=datetime.datetime)
    while True:
        try:
            yield steps.get_next()
        except CroniterBadDateError:
            return


def is_interval_like(case):
    fields = case["rule"].split()
    return any(c in field for field in fields[:len(fields) - 3] for c in "*/")


def collect(case, walls, until, both):
    """The first `count` instants after `after`, and whether there are no more. Walls come in order,
    their instants nearly so: a wall that is later by MOVED_MAX can bring nothing earlier."""
    after, wanted = parse_instant(case["after"]), case["count"]
    found, is_all = set(), True
    try:
        for wall in walls:
            instants = policy.instants_of(wall, case["tz"], both)
            if until and min(instants) > until + MOVED_MAX:
                break
            found.update(at for at in instants if at > after and not (until and at > until))
            margin = MOVED_MAX if case["tz"] != "UTC" else datetime.timedelta(0)
            if len(found) >= wanted and min(instants) >= sorted(found)[wanted - 1] + margin:
                is_all = False
                break
    except TooLong:
        is_all = False
        if not found:
            return None
        # Only what nothing later can come before.
        if case["tz"] != "UTC":
            found = {at for at in found if at + MOVED_MAX < max(found)}
    return [policy.show(at) for at in sorted(found)[:wanted]], is_all


def expected(case):
    """(instants, whether that is all), or None when the library took too long to say anything."""
    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_MAX)
    try:
        if case["kind"] == "cron":
            return collect(case, cron_walls(case), None, is_interval_like(case))
        rule, until = without_until(case["rule"])
        return collect(case, rrule_walls(case, rule), until, False)
    except TooLong:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
