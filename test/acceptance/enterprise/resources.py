"""The profile enterprise: its endpoints, the columns of its tables, its templates and events."""
from datetime import datetime, timedelta, timezone

from acceptance import each_row, section, value_of, words_of
from dialogue import ABSENT, expect, expect_equal, expect_problem, numbers, until, walk
from scene import expect_setting


def enterprise(server):
    return server.tenant(profile="enterprise")


# ---- API ---------------------------------------------------------------------------------------


class Scene:
    """One of everything that an endpoint may be asked about."""

    def __init__(self, tenant):
        producer = tenant.producer
        self.ids = {"absent": ABSENT, "n": str(next(numbers))}
        self.ids["job"] = producer.post("jobs", {"code": "scene", "handler": "scene",
                                                 "cron_expression": "0 0 1 1 *"}, 201).json["id"]
        self.ids["task"] = producer.post("tasks", {"task_type": "LATER", "payload": {}, "run_at":
                                                   "2031-01-01T00:00:00Z"}, 201).json["id"]
        self.ids["reminder"] = producer.post("reminders", {
            "title": "Call", "user_id": "ann", "remind_at": "2031-01-01T00:00:00Z"}, 201).json["id"]
        self.ids["failed"] = tenant.run_to("failed", "failing")[1]["execution_id"]
        self.ids["running"] = tenant.run_to("processing", "running")[1]["execution_id"]

    def fill(self, text):
        for name, id_ in self.ids.items():
            text = text.replace("{" + name + "}", id_)
        return text


@each_row("{section}", "endpoints")
def an_endpoint_answers_and_refuses(server, row):
    tenant = enterprise(server)
    scene = Scene(tenant)
    method, path = scene.fill(row["endpoint"]).split()
    bad, client = scene.fill(row["bad call"]), tenant.operator
    other, body = (bad[1:], None) if bad.startswith("/") else (path, value_of(bad))
    if method == "POST" and body is None:
        body = {}
    refused = client.ask(method, other, body)
    expect_problem(refused, int(row["refused"]))
    given = value_of(scene.fill(row["body"])) if row["body"] else None
    client.ask(method, path, given, int(row["status"]))
    stranger = enterprise(server)
    if scene.fill(row["endpoint"]) != row["endpoint"]:
        expect_problem(stranger.operator.ask(method, path, given), 404)
    expect_equal(tenant.clients["operator"].server.client().ask(method, path, given).status, 401)


# ---- tables ------------------------------------------------------------------------------------


LEAST = {"jobs": {"handler": "least", "schedule_type": "MANUAL"},
         "tasks": {"task_type": "REPORT", "scheduled_at": "2031-06-01T00:00:00Z"},
         "reminders": {"title": "Call", "user_id": "ann", "remind_at": "2031-06-01T00:00:00Z"}}
# What a column needs beside itself.
BESIDE = {"cron_expression": {"schedule_type": "CRON"}, "schedule_type":
          {"cron_expression": "0 6 * * *"}, "run_at": {"schedule_type": "ONCE"},
          "interval_seconds": {"schedule_type": "INTERVAL"}, "max_instances":
          {"allow_concurrent": True}, "is_recurring": {"recurrence_rule": "FREQ=DAILY"},
          "recurrence_end_date": {"recurrence_rule": "FREQ=DAILY"},
          "reference_type": {"reference_id": "7"}, "reference_id": {"reference_type": "Order"}}


# The column by the name that it has in Belfry.
NAMED_AS = {"scheduled_at": "run_at"}


def a_column(tenant, table, row):
    """Its default, what is given comes back everywhere, what is too much is refused by name."""
    name, path = row["column"], f"{table}/"
    plain = tenant.producer.post(table, LEAST[table], 201).json
    plain = tenant.viewer.get(path + plain["id"]).json
    if row["default"] == "any":
        expect(name in plain, plain)
    else:
        expect_equal(plain[name], value_of(row["default"]))
    if not row["given"]:
        return
    given = value_of(row["given"])
    body = {**LEAST[table], **BESIDE.get(name, {}), name: given}
    if table == "jobs" and name in ("cron_expression", "run_at", "interval_seconds"):
        body["schedule_type"] = BESIDE[name]["schedule_type"]
    made = tenant.producer.post(table, {**body, "code": given} if name == "code" else body, 201)
    shown = tenant.viewer.get(path + made.json["id"]).json
    expect_equal(shown[name], given)
    listed = [one for one in walk(tenant.viewer, table) if one["id"] == made.json["id"]]
    if name not in ("payload",):  # lists leave payloads out
        expect_equal([one[name] for one in listed], [given])
    if row["too much"]:
        refused = tenant.producer.ask("POST", table, {**body, name: value_of(row["too much"])})
        problem = expect_problem(refused, 422)
        expect_equal({one["pointer"].split("/")[1] for one in problem["errors"]},
                     {NAMED_AS.get(name, name)})


@each_row("3.1.1", "job_columns")
def a_column_of_a_job_is_kept(server, row):
    a_column(enterprise(server), "jobs", row)


@each_row("3.3", "task_columns")
def a_column_of_a_task_is_kept(server, row):
    a_column(enterprise(server), "tasks", row)


@each_row("3.4", "reminder_columns")
def a_column_of_a_reminder_is_kept(server, row):
    a_column(enterprise(server), "reminders", row)


@each_row("3.2.1 2.7", "execution_columns")
def a_column_of_an_execution_is_kept(server, row):
    tenant = enterprise(server)
    tenant.producer.post("jobs", {"code": "close", "handler": "close", "parameters": {"month": 6},
                                  "schedule_type": "MANUAL"}, 201)
    tenant.producer.post("jobs/close/run", {}, 201)
    id_ = tenant.lease(hostname="node-3")[0]["execution_id"]
    tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": [
        {"id": id_, "progress_percent": 40, "progress_message": "half"}]})
    expect_cell(tenant.viewer.get(f"executions/{id_}").json, row, "running")
    tenant.report(id_, "retry", result={"rows": 3}, error={
        "class": "transient", "message": "no ink", "stack": "at print:7"})
    expect_cell(tenant.viewer.get(f"executions/{id_}").json, row, "failed")


def expect_cell(shown, row, when):
    value = shown[row["column"]]
    if row[when] == "any":
        expect(value is not None, f"{when}: {shown}")
    else:
        expect_equal(value, value_of(row[when]), f"{when}: {row['column']}")


@section("3.1.2")
def a_code_is_unique_in_its_tenant(server):
    one, other = enterprise(server), enterprise(server)
    body = {"code": "close", "handler": "h", "schedule_type": "MANUAL"}
    one.producer.post("jobs", body, 201)
    other.producer.post("jobs", body, 201)
    expect_problem(one.producer.ask("POST", "jobs", body), 409)


@section("3.1.4")
def jobs_are_found_by_where_they_came_from(server):
    tenant = enterprise(server)
    for number, kind in enumerate(("TENANT", "USER")):
        tenant.producer.post("jobs", {
            "code": f"j-{number}", "handler": "h", "schedule_type": "MANUAL", "job_type": kind,
            "external_id": f"x-{number}", "source_system": "legacy"}, 201)
    tenant.producer.post("jobs", {"code": "plain", "handler": "h", "schedule_type": "MANUAL"}, 201)
    for words, codes in (({"job_type": "USER"}, ["j-1"]), ({"external_id": "x-0"}, ["j-0"]),
                         ({"source_system": "legacy"}, ["j-1", "j-0"]),
                         ({"source_system": "legacy", "job_type": "TENANT"}, ["j-0"]),
                         ({"source_system": "other"}, [])):
        expect_equal([one["code"] for one in walk(tenant.viewer, "jobs", **words)], codes)
    expect_problem(tenant.viewer.ask("GET", "jobs?external_id=" + 101 * "x"), 422)


@section("3.2.2")
def a_retry_by_hand_names_what_it_repeats(server):
    tenant = enterprise(server)
    run, lease = tenant.run_to("failed", "broken", payload={"month": 6})
    tenant.operator.post(f"executions/{lease['execution_id']}/retry", {})
    again = tenant.lease(types=["broken"])[0]["execution_id"]
    shown = tenant.viewer.get(f"executions/{again}").json
    expect_equal((shown["retry_of"], shown["execution_number"]), (lease["execution_id"], 2))
    listed = walk(tenant.viewer, "executions", run_id=run["id"])
    expect_equal([one["parameters"] for one in listed], [{"month": 6}] * 2)
    expect_equal(walk(tenant.viewer, "executions", status="PENDING"), [])
    long = tenant.enqueue("long", payload={"text": "x" * 5000})["id"]
    held = tenant.lease(types=["long"])[0]["execution_id"]
    rows = walk(tenant.viewer, "executions", run_id=long)
    expect_equal(["parameters" in one for one in rows], [False])
    expect_equal(len(tenant.viewer.get(f"executions/{held}").json["parameters"]["text"]), 5000)


@section("3.1.3")
def a_job_counts_its_runs(server):
    tenant = enterprise(server)
    job = tenant.producer.post("jobs", {"code": "count", "handler": "h", "max_retries": 0,
                                        "schedule_type": "MANUAL"}, 201).json
    for outcome in ("success", "fail"):
        tenant.producer.post("jobs/count/run", {}, 201)
        tenant.report(tenant.lease()[0]["execution_id"], outcome, error={"class": "permanent"})
    shown = tenant.viewer.get(f"jobs/{job['id']}").json
    expect_equal([shown[name] for name in ("run_count", "failure_count", "last_run_status")],
                 [2, 1, "FAILED"])
    expect(shown["last_run_at"] and shown["last_run_duration_ms"] is not None, shown)


@section("3.5")
def a_dependency_is_once_per_pair_and_of_three_kinds(server):
    tenant = enterprise(server)
    first = tenant.producer.post("jobs", {"code": "first", "handler": "first",
                                          "schedule_type": "MANUAL"}, 201).json
    for kind in ("SUCCESS", "COMPLETE", "START"):
        made = tenant.producer.post("jobs", {
            "code": kind, "handler": kind, "schedule_type": "MANUAL", "dependencies": [
                {"depends_on_job_id": first["id"], "dependency_type": kind}]}, 201).json
        expect_equal(made["dependencies"], [{"depends_on_job_id": first["id"],
                                             "dependency_type": kind}])
    plain = {"code": "plain", "handler": "plain", "schedule_type": "MANUAL"}
    default = tenant.producer.post("jobs", {**plain, "dependencies": [
        {"depends_on_job_id": "first"}]}, 201).json
    expect_equal(default["dependencies"][0]["dependency_type"], "SUCCESS")
    for wrong in ([{"depends_on_job_id": "first"}] * 2, [{"depends_on_job_id": ABSENT}],
                  [{"depends_on_job_id": "first", "dependency_type": "NEVER"}]):
        answer = tenant.producer.ask("POST", "jobs", {**plain, "code": "w", "dependencies": wrong})
        expect_problem(answer, 422)
    cycle = tenant.producer.ask("PUT", "jobs/first", {"dependencies": [
        {"depends_on_job_id": "plain"}]})
    expect("plain" in expect_problem(cycle, 422)["errors"][0]["reason"], f"{cycle!r}")


@section("3.8")
def an_alert_rule_has_its_columns(server):
    tenant = enterprise(server)
    tenant.producer.post("jobs", {"code": "watched", "handler": "h", "schedule_type": "MANUAL"},
                         201)
    path = "jobs/watched/alerts"
    for kind in ("FAILURE", "TIMEOUT", "LONG_RUNNING", "MISSED"):
        given = {"alert_type": kind, "threshold_value": 3, "is_enabled": False,
                 "notification_channels": ["in_app", "email"], "recipients": ["ann", "bob"]}
        if kind in ("TIMEOUT", "MISSED"):
            given["threshold_value"] = 1
        made = tenant.operator.post(path, given, 201).json
        expect_equal({name: made[name] for name in given}, given)
        expect(made["created_at"] and made["id"], made)
    expect_equal(len(tenant.viewer.get(path).json["data"]), 4)
    for wrong in ({"alert_type": "BORED"}, {"alert_type": "FAILURE", "threshold_value": 0},
                  {"alert_type": "FAILURE", "recipients": "ann"}):
        expect_problem(tenant.operator.ask("POST", path, {
            "notification_channels": ["in_app"], "recipients": ["ann"], **wrong}), 422)


# ---- templates and system jobs -----------------------------------------------------------------


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def is_planned(runs, at):
    """Whether a job that runs so is due at this instant, on a clock of UTC."""
    when, span = runs.split()
    if when == "every":
        return (at.hour * 60 + at.minute) % int(span) == 0
    if at.strftime("%H:%M") != span:
        return False
    return when == "daily" or at.day == 1 and when == "first" or when == DAYS[at.weekday()]


def planned(runs, after, count):
    found, at = [], after.replace(second=0, microsecond=0)
    while len(found) < count:
        at += timedelta(minutes=1)
        if is_planned(runs, at):
            found.append(at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return found


@each_row("{section}", "system_jobs")
def a_system_job_is_a_template_with_its_schedule(server, row):
    tenant = enterprise(server)
    told = {one["code"]: one for one in tenant.viewer.get("templates").json["data"]}
    template = told[row["code"]]
    is_systems = row["whose"] == "system"
    expect_equal([template[name] for name in ("category", "handler", "is_system_required",
                                              "is_tenant_configurable")],
                 [row["category"], "system." + row["code"], is_systems, not is_systems])
    client = tenant.producer if template["is_tenant_configurable"] else server.admin
    own = {"code": f"{row['code']}-{tenant.id}"}
    job = client.post(f"templates/{row['code']}/create-job", own, 201).json
    expect_equal((job["handler"], job["timezone"]), (template["handler"], "UTC"))
    # The preview of the next runs, against the words of the table counted minute by minute.
    path = f"jobs/{job['id']}/next-runs?count=3"
    now = datetime.now(timezone.utc)
    shown = [one["at"] for one in client.get(path).json["data"]]
    expect(shown in (planned(row["runs"], now, 3), planned(row["runs"], now + timedelta(
        minutes=1), 3)), f"{shown} is not {row['runs']}")
    if template["is_system_required"]:
        for body in ({"is_enabled": False}, {"schedule_type": "MANUAL"}):
            expect_problem(client.ask("PUT", f"jobs/{job['id']}", body), 409)
        expect_problem(client.ask("POST", f"jobs/{job['id']}/pause", {}), 409)
        client.post(f"jobs/{job['id']}/pause", {"until": "2031-01-01T00:00:00Z"})
        expect_problem(tenant.producer.ask("POST", f"templates/{row['code']}/create-job", own), 403)
    else:
        expect_equal(client.put(f"jobs/{job['id']}", {"is_enabled": False}).json["status"],
                     "DISABLED")


@section("3.7")
def a_template_has_its_columns_and_makes_what_is_asked(server):
    tenant = enterprise(server)
    for template in tenant.viewer.get("templates").json["data"]:
        expect_equal([name for name in words_of(
            "code name description category handler default_schedule default_parameters"
            " is_system_required is_tenant_configurable") if name not in template], [])
    given = {"code": "fuel", "cron_expression": "30 5 * * *", "timezone": "America/Chicago",
             "parameters": {"region": "midwest"}, "priority": 2}
    made = tenant.producer.post("templates/fetch_fuel_prices/create-job", given, 201).json
    expect_equal({name: made[name] for name in given}, given)
    expect_problem(tenant.producer.ask("POST", "templates/nothing/create-job", {}), 404)


# ---- events ------------------------------------------------------------------------------------


def make_it_happen(tenant, trigger):
    """Does what publishes an event."""
    producer = tenant.producer
    if trigger == "reminder due":
        producer.post("reminders", {"title": "Call", "user_id": "ann", "remind_at":
                                    "2025-01-01T00:00:00Z"}, 201)
    elif trigger == "task done":
        producer.post("tasks", {"task_type": "REPORT", "payload": {}}, 201)
        tenant.report(tenant.lease()[0]["execution_id"], result={"rows": 3})
    else:
        producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL",
                               "timeout_seconds": 1}, 201)
        if trigger != "job created":
            run_once(tenant, trigger)


def run_once(tenant, trigger):
    tenant.producer.post("jobs/j/run", {}, 201)
    execution = tenant.lease()[0]["execution_id"]
    if trigger == "execution done":
        tenant.report(execution, result={"rows": 3})
    elif trigger == "execution failed":
        tenant.report(execution, "fail", error={"class": "permanent", "message": "no ink"})


@each_row("6.1", "published")
def a_published_event_carries_its_payload(server, row):
    tenant = enterprise(server)
    make_it_happen(tenant, row["trigger"])
    found = until(row["event"], lambda: walk(tenant.viewer, "events", event=row["event"]))
    expect_equal(len(found), 1, f"{found}")
    data = found[0]["data"]
    expect_equal([name for name in words_of(row["data"]) if data.get(name) is None], [], f"{data}")
    expect_equal(walk(enterprise(server).viewer, "events", event=row["event"]), [], "of others")


def minutes_after(instant, span):
    at = datetime.fromisoformat(instant.replace("Z", "+00:00")) + timedelta(minutes=span)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


@each_row("6.2", "subscribed")
def a_subscribed_event_makes_its_reminders(server, row):
    tenant = enterprise(server)  # a new one has the rules without a call
    more = {"description": "as agreed", "url": "https://tms.example/7"}
    event = {"specversion": "1.0", "id": "e-1", "source": "/tms", "type": row["event"],
             "data": {**value_of(row["data"]), **more}}
    before = datetime.now(timezone.utc)
    answer = tenant.producer.post("events", event).json
    dues = words_of(row["reminders"])
    expect_equal((answer["refused"], len(answer["runs"])), (0, len(dues)))
    expect_equal({tenant.run(one["id"])["entity"] for one in answer["runs"]},
                 {row["about"].replace(" ", ":")})
    made = until("the reminders", lambda: (lambda all_: len(all_) == len(dues) and all_)(
        sorted(walk(tenant.viewer, "reminders", user_id="ann"), key=lambda one: one["remind_at"])))
    for due, one in zip(dues, made):
        expect_equal([one[name] for name in ("title", "description", "reference_url")],
                     [row["title"], *more.values()])
        expect_equal(f"{one['reference_type']} {one['reference_id']}", row["about"])
        at = datetime.fromisoformat(one["remind_at"].replace("Z", "+00:00"))
        if due.startswith("+"):
            late = (at - before).total_seconds() - 60 * int(due)
            expect(-1 <= late <= 60, f"{due}: {late} s")
        else:
            expect_equal(one["remind_at"], due)
    # The same event again makes nothing more; one that names nobody is refused in words.
    expect_equal(tenant.producer.post("events", event).json["duplicate"], True)
    expect_equal(len(walk(tenant.viewer, "reminders", user_id="ann")), len(dues))
    nobody = {**event, "id": "e-2", "data": {**event["data"], "user_id": None}}
    told = tenant.producer.post("events", nobody).json
    expect_equal((told["refused"], [one["error"] for one in told["runs"]]),
                 (1, ["the event does not name the user of the reminder"]))


# ---- screens -----------------------------------------------------------------------------------


@each_row("{section}", "screens")
def a_screen_is_served_and_has_its_data(server, row):
    """How it looks and what its buttons do, test/browser tells."""
    tenant = enterprise(server)
    tenant.admin.put("users/ann", {"channels": ["in_app"]})
    scene = Scene(tenant)
    page = server.client().ask("GET", row["path"], None, 200)
    expect("text/html" in page.header("Content-Type"), f"{page!r}")
    for call in words_of(row["calls"]):
        tenant.admin.get(scene.fill(call))
    expect_problem(server.admin.ask("GET", "/no-such-screen"), 404)


@each_row("7.1.4 7.4.4", "profile")
def a_new_tenant_has_the_settings_of_its_profile(server, row):
    expect_setting(enterprise(server), row)
