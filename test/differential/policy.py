"""The policy for clock changes on Python's own zoneinfo: walls in, instants out.

PEP 495 has the two rules we need: fold=0 reads a wall in a gap with the offset before it (rule 1)
and a wall that happens twice as the first pass (rule 3); fold=1 is the second pass.
"""
import datetime
import functools
import zoneinfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)


@functools.lru_cache(maxsize=None)
def zone(name):
    return zoneinfo.ZoneInfo(name)


def offset(wall, tz, fold):
    return wall.replace(tzinfo=tz, fold=fold).utcoffset()


def instants_of(wall, name, both_passes):
    """The instants of one naive wall, as naive UTC times."""
    tz = zone(name)
    first, second = offset(wall, tz, 0), offset(wall, tz, 1)
    if both_passes and first > second:
        return [wall - first, wall - second]
    return [wall - first]


def wall_at(instant, name):
    """What the clock shows at a naive UTC time."""
    return instant.replace(tzinfo=UTC).astimezone(zone(name)).replace(tzinfo=None)


def change_in(year, name, chance):
    """A naive UTC time within some hours of a clock change of that year; None without one."""
    tz = zone(name)
    days = list(range(1, 360))
    chance.shuffle(days)
    start = datetime.datetime(year, 1, 1)
    offsets = [(start + datetime.timedelta(days=d)).replace(tzinfo=UTC).astimezone(tz).utcoffset()
               for d in range(361)]
    for day in days:
        if offsets[day] != offsets[day + 1]:
            return start + datetime.timedelta(days=day, minutes=chance.randrange(0, 1440))
    return None


def show(instant):
    return instant.isoformat(timespec="seconds") + "Z"
