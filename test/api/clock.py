"""The wall clock of a server under test, by libfaketime (package faketime). The clocks that measure
spans stay as they are."""
import glob
import os
import time
from datetime import datetime, timezone

from dialogue import Skipped


def library():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not found:
        raise Skipped("libfaketime is not installed (package faketime)")
    return found[0]


def put_back(minutes):
    """Variables for a clock that goes on so many minutes behind the true one."""
    return {"LD_PRELOAD": library(), "FAKETIME": f"-{minutes * 60}", "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}


class Clock:
    """Runs as fast as the true clock, some seconds away from it."""

    def __init__(self, folder):
        self.library = library()
        self.file = os.path.join(folder, "clock")
        self.step(0)

    def step(self, minutes):
        """So many minutes ahead of the true clock."""
        self.set_seconds(minutes * 60)

    @property
    def minutes(self):
        return self.seconds // 60

    def set_seconds(self, seconds):
        with open(self.file + ".new", "w", encoding="ascii") as file:
            file.write(f"{seconds:+d}s\n")
        os.replace(self.file + ".new", self.file)
        self.seconds = seconds

    def go_to(self, instant):
        """Says this instant now: RFC 3339 with Z."""
        then = datetime.fromisoformat(instant.replace("Z", "+00:00"))
        self.set_seconds(round(then.timestamp() - time.time()))

    def variables(self):
        return {"LD_PRELOAD": self.library, "FAKETIME_TIMESTAMP_FILE": self.file,
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "DONT_FAKE_MONOTONIC": "1"}

    def now(self):
        return time.time() + self.seconds

    def instant(self):
        """What it says now, in RFC 3339."""
        return datetime.fromtimestamp(self.now(), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
