"""What tests of several profiles do: days that pass, people, the command line."""
import subprocess
from datetime import datetime

from acceptance import value_of
from clock import Clock
from dialogue import BELFRY, Client, Server, environment, expect_equal


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


def in_force(tenant, type_):
    """{field: (value, where it comes from)} of a type."""
    shown = tenant.viewer.get(f"types/{type_}").json
    return {one["field"]: (one["value"], one["source"]) for one in shown["in_force"]}


def expect_in_force(tenant, type_, expected, source="profile"):
    """These values of a type are in force, and all come from there."""
    shown = in_force(tenant, type_)
    expect_equal({name: shown[name] for name in expected},
                 {name: (value, source) for name, value in expected.items()}, type_)


def expect_setting(tenant, row):
    """A new tenant of the profile has what the row says, without a call."""
    shown = tenant.viewer.get(f"tenants/{tenant.id}").json
    expect_equal(shown[row["setting"]], value_of(row["value"]), row["setting"])


def belfry(*words, **variables):
    return subprocess.run([BELFRY, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, timeout=60, env=environment(**variables))
