"""Draws rules. Every form the policy allows and the library that will be asked understands in the
policy's sense; what is left out is said where it is left out."""
import datetime

import policy

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FREQS = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
SECONDS = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600, "DAILY": 86400, "WEEKLY": 604800,
           "MONTHLY": 2630000, "YEARLY": 31557600}
# Zones whose clock never jumped by more than two hours since 1995: the walls that must be known to
# put instants in order are then few.
ZONES = ["Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns", "Africa/Cairo",
         "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Chatham", "America/Sao_Paulo",
         "Asia/Tehran", "Asia/Kathmandu", "Europe/Istanbul", "America/Havana", "Asia/Beirut",
         "America/Caracas"]


def some(chance, low, high, most=4, negative=False):
    values = {chance.randint(low, high) for _ in range(chance.randint(1, most))}
    if negative:
        values = {-value if chance.random() < 0.35 else value for value in values}
    return sorted(values)


def join(values):
    return ",".join(str(value) for value in values)


def any_case(chance):
    pick = chance.random()
    if pick < 0.55:
        return rrule_case(chance, "UTC")
    if pick < 0.70:
        return rrule_case(chance, chance.choice(ZONES))
    if pick < 0.92:
        return cron_case(chance, "UTC")
    return cron_case(chance, chance.choice(ZONES))


def moment(chance, zone):
    """A naive UTC time from 1971 to 2060; in a zone mostly near a clock change since 1996."""
    if zone != "UTC" and chance.random() < 0.8:
        near = policy.change_in(chance.randrange(1996, 2036), zone, chance)
        if near:
            return near.replace(second=chance.choice([0, 0, 0, chance.randrange(60)]))
    first = 820454400 if zone != "UTC" else 31536000
    seconds = chance.randrange(first, 2840140800)
    at = policy.EPOCH + datetime.timedelta(seconds=seconds)
    return at if chance.random() < 0.3 else at.replace(second=0)


# --- RRULE --------------------------------------------------------------------------------------

def byday(chance, most):
    """BYDAY, all with a number or none: dateutil intersects the two sorts, the RFC unites them."""
    days = chance.sample(WEEKDAYS, chance.randint(1, 4))
    if most and chance.random() < 0.6:
        numbers = [n for n in range(-most, most + 1) if n]
        return [f"{chance.choice(numbers)}{day}" for day in days]
    return days


def day_parts(chance, freq, interval, parts):
    """The parts that choose days, in company the RFC allows."""
    yearly, monthly = freq == "YEARLY", freq == "MONTHLY"
    # BYWEEKNO with INTERVAL above 1: the policy leaves it out (which year does a week belong to?).
    week = yearly and interval == 1 and chance.random() < 0.12
    if chance.random() < (0.45 if yearly else 0.15):
        parts["BYMONTH"] = join(some(chance, 1, 12))
    if week:
        # Weeks 52 and 53: dateutil counts last year's weeks by this year's length, and so loses
        # days of January. -52 and -53 may be week 1: it loses their days of December. The unit
        # tests have all weeks against our own model.
        parts["BYWEEKNO"] = join(some(chance, 1, 51, negative=True))
    if (yearly or freq in FREQS[:3]) and chance.random() < 0.1:
        parts["BYYEARDAY"] = join(some(chance, 1, 366, negative=True))
    if freq != "WEEKLY" and chance.random() < (0.45 if monthly else 0.15):
        parts["BYMONTHDAY"] = join(some(chance, 1, 31, negative=True))
    # BYWEEKNO without BYDAY: dateutil takes all seven days, the policy the start's weekday.
    if week or chance.random() < 0.4:
        # Numbers above 5 within a month make dateutil read past its own table.
        in_month = monthly or "BYMONTH" in parts
        most = 0 if week or not (yearly or monthly) else 5 if in_month else chance.choice([5, 53])
        parts["BYDAY"] = join(byday(chance, most))


def time_parts(chance, freq, parts):
    """BYSECOND=60 is left out: dateutil has no such second."""
    share = 0.25 if freq in FREQS[:3] else 0.15
    if chance.random() < share:
        parts["BYHOUR"] = join(some(chance, 0, 23))
    if chance.random() < share:
        parts["BYMINUTE"] = join(some(chance, 0, 59))
    if chance.random() < share / 2:
        parts["BYSECOND"] = join(some(chance, 0, 59))


def setpos(chance, freq, parts):
    """BYSETPOS needs company; with BYWEEKNO the question whose week it is comes back: left out."""
    alone = not any(name.startswith("BY") for name in parts)
    if alone or "BYWEEKNO" in parts or chance.random() > 0.2:
        return
    most = 5 if chance.random() < 0.8 else 366
    positions = some(chance, 1, most, negative=True)
    # Mostly one that exists: dateutil looks through 8,000 years for the others.
    if chance.random() < 0.9:
        positions.append(chance.choice([1, -1]))
    parts["BYSETPOS"] = join(sorted(set(positions)))


def rrule_parts(chance, zone):
    # Below an hour a zone case would need thousands of walls to put its instants in order; the
    # brute-force test of all zones (test/zones) has those.
    freq = chance.choice(FREQS if zone == "UTC" else FREQS[2:])
    interval = chance.choice([1, 1, 1, chance.randint(2, 5), chance.randint(2, 70)])
    parts = {"FREQ": freq}
    if interval > 1:
        parts["INTERVAL"] = interval
    day_parts(chance, freq, interval, parts)
    time_parts(chance, freq, parts)
    setpos(chance, freq, parts)
    if chance.random() < 0.3:
        parts["WKST"] = chance.choice(WEEKDAYS)
    return parts


def include(parts, name, value):
    if name in parts and str(value) not in str(parts[name]).split(","):
        parts[name] = f"{parts[name]},{value}"


def include_start(start, parts):
    """Below a day dateutil tries every step: let the filters pass where it begins, or it says
    nothing in reasonable time. Rules far from their next instance are the unit tests' and the
    fuzzer's."""
    if parts["FREQ"] not in FREQS[:3]:
        return
    include(parts, "BYMONTH", start.month)
    include(parts, "BYMONTHDAY", start.day)
    include(parts, "BYYEARDAY", start.timetuple().tm_yday)
    include(parts, "BYDAY", WEEKDAYS[start.weekday()])
    include(parts, "BYHOUR", start.hour)
    if parts["FREQ"] == "SECONDLY":
        include(parts, "BYMINUTE", start.minute)


def align_week(start, parts):
    """dateutil counts BYSETPOS in the first week from the start, the policy from WKST: start
    there."""
    if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
        first = WEEKDAYS.index(parts.get("WKST", "MO"))
        start -= datetime.timedelta(days=(start.weekday() - first) % 7)
    return start


def rrule_case(chance, zone):
    parts = rrule_parts(chance, zone)
    at = moment(chance, zone)
    unit = SECONDS[parts["FREQ"]] * parts.get("INTERVAL", 1)
    back = min(chance.choice([0, 0, 1, chance.randrange(60)]) * unit, 25 * 31557600)
    start = align_week(policy.wall_at(at - datetime.timedelta(seconds=back), zone), parts)
    include_start(start, parts)
    after = at - datetime.timedelta(seconds=chance.choice([1, 0, 1, chance.randrange(100000)]))
    if chance.random() < 0.15:
        parts["COUNT"] = chance.randint(1, 60)
    elif chance.random() < 0.15:
        until = at + datetime.timedelta(seconds=chance.randrange(12 * unit))
        parts["UNTIL"] = until.strftime("%Y%m%dT%H%M%SZ")
    items = list(parts.items())
    if chance.random() < 0.3:
        chance.shuffle(items)
    return {"oracle": "dateutil", "kind": "rrule", "tz": zone, "after": policy.show(after),
            "rule": ";".join(f"{name}={value}" for name, value in items),
            "dtstart": start.isoformat(timespec="seconds"), "count": chance.randint(2, 10)}


# --- cron ---------------------------------------------------------------------------------------

MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]


def cron_item(chance, low, high, open_step):
    """a, a-b, a-b/n, */n, and a/n where that means the same to both."""
    first = chance.randint(low, high)
    last = chance.randint(first, high)
    form = chance.randrange(8)
    if form == 0:
        return f"*/{chance.randint(2, max(2, high // 2))}"
    if form == 1 and last > first:
        return f"{first}-{last}/{chance.randint(1, high)}"
    if form == 2 and open_step:
        return f"{first}/{chance.randint(1, high)}"
    if form in (3, 4) and last > first:
        return f"{first}-{last}"
    return str(first)


def covered(item, low, high):
    """The values of an item, to see whether a list covers its whole field."""
    span, _, step = item.partition("/")
    if span == "*":
        first, last = low, high
    elif "-" in span:
        first, last = map(int, span.split("-"))
    else:
        first = int(span)
        last = high if step else first
    return set(range(first, last + 1, int(step or 1)))


def cron_field(chance, low, high, star, open_step=True):
    """croniter takes a field that covers everything as `*`; the policy wants the very star (which
    matters for the day fields): such lists are not drawn."""
    if chance.random() < star:
        return "*"
    while True:
        items = [cron_item(chance, low, high, open_step)
                 for _ in range(chance.randint(2, 4) if chance.random() < 0.3 else 1)]
        if len(set().union(*(covered(item, low, high) for item in items))) < high - low + 1:
            return ",".join(items)


def month_days(chance, both):
    """croniter adds a day that the month lacks all the same (February 21 to "31" is March 2) and so
    skips the first days of the next month; and beside a weekday it gives up where the day of the
    month can never come."""
    while True:
        field = cron_field(chance, 1, 31, 0)
        days = set().union(*(covered(item, 1, 31) for item in field.split(",")))
        if not (max(days) > 28 and min(days) < 4) and not (both and min(days) > 28):
            return field


def cron_days(chance):
    """croniter has no W and no L-n, and knows # and the last weekday only without a day of the
    month. Its a/n ends at 7 for days of the week, ours at Saturday: not drawn there."""
    weekday = cron_field(chance, 0, 6, 0.5, open_step=False)
    day = "*" if chance.random() < 0.5 else month_days(chance, weekday != "*")
    if chance.random() < 0.06:
        day = "L"
    if day == "*" and chance.random() < 0.15:
        numbers = sorted(chance.sample(range(1, 6), chance.randint(1, 2)))
        name = chance.choice([str(chance.randint(0, 6)), chance.choice(DAYS)])
        weekday = ",".join(f"{name}#{number}" for number in numbers)
    elif day == "*" and chance.random() < 0.08:
        weekday = f"{chance.randint(0, 6)}L"
    elif weekday.isdigit() and chance.random() < 0.3:
        weekday = DAYS[int(weekday)]
    return day, weekday


def cron_case(chance, zone):
    seconds = chance.random() < 0.2
    day, weekday = cron_days(chance)
    month = cron_field(chance, 1, 12, 0.7)
    if month.isdigit() and chance.random() < 0.4:
        month = chance.choice([MONTHS[int(month) - 1], MONTHS[int(month) - 1].lower()])
    fields = [cron_field(chance, 0, 59, 0.15), cron_field(chance, 0, 23, 0.3), day, month, weekday]
    if seconds:
        fields.insert(0, cron_field(chance, 0, 59, 0.1))
    after = moment(chance, zone)
    return {"oracle": "croniter", "kind": "cron", "rule": " ".join(fields), "tz": zone,
            "after": policy.show(after), "count": chance.randint(2, 10)}
