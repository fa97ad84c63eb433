"""What tests of several profiles do: days that pass, people, the command line."""
import subprocess
from datetime import datetime

from clock import Clock
from dialogue import BELFRY, Client, Server, environment


def instant_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def apart(earlier, later):
    return instant_of(later) - instant_of(earlier)


def wait_of(run):
    """How long after its last change a run is due, in seconds."""
    return apart(run["updated_at"], run["run_at"])


class Timed:
    """A server of its own, away from whose clock the true one is some hours or days."""

    def __init__(self, server, clock):
        self.server, self.clock = server, clock

    def go_to(self, instant):
        """The service was down until then."""
        self.server.stop()
        self.clock.go_to(instant)
        self.server.start()


def at(instant, told, **variables):
    """Tells a story that begins at an instant."""
    with Server(**variables) as server:
        clock = Clock(server.folder)
        server.variables = {**variables, **clock.variables()}
        timed = Timed(server, clock)
        timed.go_to(instant)
        told(server, timed)


def person(tenant, name):
    return Client(tenant.server, tenant.token("user", user_id=name)["token"])


def belfry(*words, **variables):
    return subprocess.run([BELFRY, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, timeout=60, env=environment(**variables))
