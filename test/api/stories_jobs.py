"""Jobs of every kind, what becomes of their occurrences, calendars, looking ahead."""
import datetime
import time

from dialogue import (ABSENT, expect, expect_equal, expect_problem, story, story_of_a_bug,
                      until, walk)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


KINDS = (
    ({"schedule_type": "CRON", "cron_expression": "0 9 * * 1", "timezone": "Europe/London"},
     "CRON"),
    ({"cron_expression": "0 */5 * * * *"}, "CRON"),
    ({"schedule_type": "INTERVAL", "interval_seconds": 3600}, "INTERVAL"),
    ({"schedule_type": "RRULE", "recurrence_rule": "FREQ=WEEKLY;BYDAY=MO",
      "start_at": "2030-01-07T09:00", "timezone": "America/New_York"}, "RRULE"),
    ({"schedule_type": "ONCE", "run_at": "2031-05-01T12:00:00Z"}, "ONCE"),
    ({"schedule_type": "MANUAL"}, "MANUAL"),
)


@story
def what_is_wrong_with_a_schedule_is_told_with_its_field(server):
    tenant = server.tenant()
    job = {"code": "j", "handler": "h"}
    for fields, pointer in (({"cron_expression": "* * * * * *"}, "/cron_expression"),
                            ({"recurrence_rule": "FREQ=SECONDLY"}, "/recurrence_rule"),
                            ({"interval_seconds": 5}, "/interval_seconds"),
                            ({"cron_expression": "0 9 * * *", "interval_seconds": 90},
                             "/interval_seconds"),
                            ({"interval_seconds": 90, "run_at": "2030-01-01T00:00:00Z"}, "/run_at"),
                            ({"schedule_type": "MANUAL", "recurrence_rule": "FREQ=DAILY"},
                             "/recurrence_rule")):
        answer = tenant.producer.ask("POST", "jobs", dict(job, **fields))
        problem = expect_problem(answer, 422, "invalid", pointer)
        expect(pointer[1:] in problem["detail"], f"{problem}")
    tenant.producer.post("jobs", dict(job, cron_expression="0 9 * * *"), 201)
    expect_problem(tenant.producer.ask("PUT", "jobs/j", {"cron_expression": "0 8 * * *",
                                                         "interval_seconds": 90}), 422,
                   "invalid", "/interval_seconds")


@story
def a_job_of_every_kind_is_made_found_and_looked_ahead(server):
    tenant = server.tenant()
    for number, (fields, kind) in enumerate(KINDS):
        code = f"job-{number}"
        job = tenant.producer.post("jobs", {"code": code, "handler": "h", **fields}, 201).json
        expect_equal((job["schedule_type"], job["status"]), (kind, "ACTIVE"))
        for path in (f"jobs/{job['id']}", f"jobs/{code}"):
            expect_equal(tenant.viewer.get(path).json, job)
        ahead = tenant.viewer.get(f"jobs/{code}/next-runs?count=3").json["data"]
        if kind == "MANUAL":
            expect_equal((ahead, job["next_run_at"]), ([], None))
            continue
        expect_equal(ahead[0]["at"], job["next_run_at"])
        expect_equal(len(ahead), 1 if kind == "ONCE" else 3)
        expect([one["at"] for one in ahead] == sorted(one["at"] for one in ahead), f"{ahead}")
        run = tenant.run(job["next_run_id"])
        expect_equal((run["state"], run["job_id"], run["run_at"]),
                     ("queued", job["id"], job["next_run_at"]))
    expect_equal(len(walk(tenant.viewer, "jobs")), len(KINDS))
    expect_equal([one["code"] for one in walk(tenant.viewer, "jobs", code="job-2")], ["job-2"])


@story
def a_job_without_a_code_is_named_by_type_and_id(server):
    tenant = server.tenant()
    for handler, kept in (("mail.send", "mail.send"), ("t" * 128, "t" * 63)):
        job = tenant.producer.post("jobs", {"type": handler, "cron_expression": "0 9 * * *",
                                            "tz": "Europe/Rome", "payload": {"a": 1}}, 201).json
        expect_equal(job["code"], f"{kept}-{job['id']}")
        expect_equal((job["handler"], job["timezone"], job["parameters"]),
                     (handler, "Europe/Rome", {"a": 1}))
        expect_equal(tenant.viewer.get(f"jobs/{job['code']}").json, job)
        changed = tenant.producer.put(f"jobs/{job['code']}", {"payload": {"a": 2}}, 200).json
        expect_equal((changed["code"], changed["parameters"]), (job["code"], {"a": 2}))
    run = tenant.producer.post(f"jobs/{job['id']}/run", {}, 201).json
    expect_equal(tenant.viewer.get(f"queue/{run['id']}").json["payload"], {"a": 2})


RFC_5545 = ("DTSTART;TZID=Europe/Berlin:20300107T090000\r\n"
            "RRULE:FREQ=WEEKLY;BYDAY=MO;\r\n"
            "RDATE;TZID=Europe/Berlin:20300109T100000\r\n"
            "EXDATE;TZID=Europe/Berlin:20300114T090000\r\n")


@story
def a_job_takes_its_schedule_from_rfc_5545_text(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "rrule": RFC_5545}, 201).json
    expect_equal((job["recurrence_rule"], job["timezone"], job["start_at"]),
                 ("FREQ=WEEKLY;BYDAY=MO;", "Europe/Berlin", "2030-01-07T09:00:00"))
    expect_equal((job["rdates"], job["exdates"]),
                 (["2030-01-09T10:00:00"], ["2030-01-14T09:00:00"]))
    expect_equal([run["at"] for run in tenant.viewer.get("jobs/j/next-runs?count=3").json["data"]],
                 ["2030-01-07T08:00:00Z", "2030-01-09T09:00:00Z", "2030-01-21T08:00:00Z"])
    for fields, pointer in (({"start_at": "2030-01-01T00:00"}, "/start_at"),
                            ({"rdates": ["2030-01-01T00:00"]}, "/rdates"),
                            ({"exdates": ["2030-01-01T00:00"]}, "/exdates"),
                            ({"timezone": "Asia/Tokyo"}, "/timezone"),
                            ({"rrule": "DTSTART;TZID=Mars/Base:20300107T090000\nRRULE:FREQ=DAILY"},
                             "/timezone"),
                            ({"rrule": "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY"}, "/recurrence_rule"),
                            ({"rrule": "DTSTART:20300107T090000\nRRULE:FREQ=OFTEN"},
                             "/recurrence_rule")):
        body = {"code": "k", "handler": "h", "rrule": RFC_5545, **fields}
        answer = tenant.producer.ask("POST", "jobs", body)
        expect_equal(answer.status, 422)
        expect_equal(answer.json["errors"][0]["pointer"], pointer)


@story
def a_bad_job_names_what_is_wrong(server):
    tenant = server.tenant()
    for fields, pointer in (
            ({"cron_expression": "0 9 * 13 *"}, "/cron_expression"),
            ({"cron_expression": "0 0 30 2 *"}, "/cron_expression"),
            ({"recurrence_rule": "FREQ=SOMETIMES", "start_at": "2030-01-01T00:00"},
             "/recurrence_rule"),
            ({"cron_expression": "@daily", "timezone": "Mars/Base"}, "/timezone"),
            ({"schedule_type": "ONCE"}, "/run_at"),
            ({"schedule_type": "INTERVAL"}, "/interval_seconds"),
            ({"cron_expression": "@daily", "start_at": "soon"}, "/start_at"),
            ({"cron_expression": "@daily", "exdates": ["x"]}, "/exdates"),
            ({"cron_expression": "@daily", "exclude": ["no-such-calendar"]}, None)):
        answer = tenant.producer.ask("POST", "jobs", {"code": "c", "handler": "h", **fields})
        expect(answer.status == 422, f"{fields}: {answer!r}")
        problem = expect_problem(answer, 422)
        if pointer:
            named = [one["pointer"] for one in problem.get("errors", [])]
            expect(any(one.startswith(pointer) for one in named), f"{fields}: {answer!r}")
    expect_equal(walk(tenant.viewer, "jobs"), [])
    good = {"code": "c", "handler": "h", "schedule_type": "MANUAL"}
    first = tenant.producer.post("jobs", good, 201).json
    answer = tenant.producer.ask("POST", "jobs", good)
    expect_equal(expect_problem(answer, 409, "conflict").get("other_id"), first["id"])


@story
def a_job_is_run_now_beside_its_plan(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 9 * * *",
                                        "parameters": {"a": 1}}, 201).json
    run = tenant.producer.post("jobs/j/run", {}, 201).json
    lease = tenant.lease()[0]
    expect_equal((lease["run_id"], lease["job_id"], lease["payload"]),
                 (run["id"], job["id"], {"a": 1}))
    tenant.report(lease["execution_id"])
    seen = tenant.viewer.get("jobs/j").json
    expect_equal((seen["run_count"], seen["last_run_status"], seen["failure_count"]),
                 (1, "COMPLETED", 0))
    expect_equal(seen["next_run_at"], job["next_run_at"])
    other = tenant.producer.post("jobs/j/run", {"parameters": {"b": 2}}, 201).json
    lease = tenant.lease()[0]
    expect_equal((lease["run_id"], lease["payload"]), (other["id"], {"b": 2}))
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    seen = tenant.viewer.get("jobs/j").json
    expect_equal((seen["failure_count"], seen["failures_in_a_row"]), (1, 1))
    rows = walk(tenant.viewer, "jobs/j/executions")
    expect_equal([one["status"] for one in rows], ["FAILED", "COMPLETED"])


@story
def a_run_by_hand_is_not_the_next_occurrence(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h",
                                        "cron_expression": "0 9 * * *"}, 201).json
    tenant.producer.post("jobs/j/run", {}, 201)
    seen = tenant.viewer.get("jobs/j").json
    expect_equal((seen["next_run_at"], seen["next_run_id"]),
                 (job["next_run_at"], job["next_run_id"]))


@story
def a_tenant_may_allow_jobs_by_the_second(server):
    tenant = server.tenant()
    body = {"code": "j", "handler": "h", "cron_expression": "*/5 * * * * *"}
    expect_problem(tenant.producer.ask("POST", "jobs", body), 422)
    settings = f"tenants/{tenant.id}/settings"
    expect_equal(tenant.admin.put(settings, {"min_interval_seconds": 5}).json
                 ["min_interval_seconds"], 5)
    tenant.producer.post("jobs", body, 201)
    back = tenant.admin.put(settings, {"min_interval_seconds": None}).json
    expect("min_interval_seconds" not in back, f"{back}")
    expect_problem(tenant.producer.ask("POST", "jobs", dict(body, code="k")), 422)


@story
def a_job_comes_due_by_itself(server):
    """By the real clock: the occurrence is one run, and the ledger tells of it."""
    tenant = server.tenant()
    at = int(time.time()) + 2
    job = tenant.producer.post("jobs", {"code": "soon", "handler": "h", "run_at": at * 1000},
                               201).json
    lease = tenant.lease(wait_ms=30000)[0]
    expect_equal((lease["job_id"], instant(lease["planned_at"]).timestamp()), (job["id"], at))
    tenant.report(lease["execution_id"])
    rows = walk(tenant.viewer, "jobs/soon/occurrences")
    expect_equal([(one["planned_at"], one["outcome"]) for one in rows],
                 [(lease["planned_at"], "fired")])
    expect_equal(tenant.viewer.get("jobs/soon").json["next_run_at"], None)


@story
def a_job_is_paused_resumed_and_its_next_one_left_out(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h",
                                        "cron_expression": "0 9 * * *"}, 201).json
    held = tenant.operator.post("jobs/j/pause", {"reason": "repair"}).json
    expect_equal(held["status"], "PAUSED")
    expect_equal(tenant.operator.post("jobs/j/resume").json["status"], "ACTIVE")
    skipped = tenant.operator.post("jobs/j/skip-next").json
    expect_equal(instant(skipped["next_run_at"]) - instant(job["next_run_at"]),
                 datetime.timedelta(days=1))
    rows = walk(tenant.viewer, "jobs/j/occurrences")
    expect_equal([(one["planned_at"], one["outcome"]) for one in rows],
                 [(job["next_run_at"], "skipped")])
    expect_equal(walk(tenant.viewer, "jobs/j/occurrences", outcome="missed"), [])


@story
def a_past_span_is_run_again(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 9 * * *",
                                  "start_at": "2025-01-01T00:00", "allow_concurrent": True}, 201)
    span = {"from": "2025-03-01T00:00:00Z", "to": "2025-03-05T23:00:00Z"}
    answer = tenant.operator.post("jobs/j/backfill", span, 201).json
    expect_equal(answer["made"], 5)
    leases = tenant.lease(max_=10)
    expect_equal(sorted(one["planned_at"] for one in leases),
                 [f"2025-03-0{day}T09:00:00Z" for day in range(1, 6)])
    for body in ({"from": span["to"], "to": span["from"]},
                 {"from": "2025-01-01T00:00:00Z", "to": "2999-01-01T00:00:00Z"}):
        expect_problem(tenant.operator.ask("POST", "jobs/j/backfill", body), 422)


@story
def a_changed_job_is_planned_anew(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "name": "Job",
                                        "cron_expression": "0 9 * * *"}, 201).json
    changed = tenant.producer.put("jobs/j", {"cron_expression": "0 10 * * *"}).json
    expect_equal((changed["id"], changed["name"]), (job["id"], "Job"))
    expect_equal(instant(changed["next_run_at"]).hour, 10)
    standing = walk(tenant.viewer, "queue", state="queued", type="h")
    expect_equal([one["run_at"] for one in standing], [changed["next_run_at"]])
    off = tenant.producer.put("jobs/j", {"is_enabled": False}).json
    expect_equal((off["status"], off["next_run_at"]), ("DISABLED", None))
    expect_equal(walk(tenant.viewer, "queue", state="queued", type="h"), [])
    on = tenant.producer.put("jobs/j", {"status": "ACTIVE"}).json
    expect_equal(on["next_run_at"], changed["next_run_at"])
    expect_problem(tenant.producer.ask("PUT", "jobs/j", {"cron_expression": "x"}), 422)
    expect_equal(tenant.viewer.get("jobs/j").json["cron_expression"], "0 10 * * *")


@story
def a_deleted_job_leaves_its_history(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h",
                                        "cron_expression": "0 9 * * *"}, 201).json
    run = tenant.producer.post("jobs/j/run", {}, 201).json
    tenant.report(tenant.lease()[0]["execution_id"])
    tenant.producer.delete("jobs/j", 204)
    expect_equal(walk(tenant.viewer, "jobs"), [])
    expect_equal(walk(tenant.viewer, "queue", state="queued"), [])
    expect_equal(tenant.run(run["id"])["job_id"], job["id"])
    for method, path in (("DELETE", "jobs/j"), ("PUT", "jobs/j"), ("POST", "jobs/j/run")):
        answer = tenant.producer.ask(method, path, None if method == "DELETE" else {})
        expect_problem(answer, 404, "not_found")
    again = tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"},
                                 201).json
    expect(again["id"] != job["id"], "an old job came back")


@story
def one_job_runs_once_at_a_time_unless_it_says_so(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "schedule_type": "MANUAL"}, 201)
    for _ in range(3):
        tenant.producer.post("jobs/j/run", {}, 201)
    leases = tenant.lease(max_=10)
    expect_equal(len(leases), 1)
    expect_equal(tenant.lease(max_=10), [])
    tenant.report(leases[0]["execution_id"])
    expect_equal(len(tenant.lease(max_=10)), 1)


@story
def calendars_leave_days_out(server):
    tenant = server.tenant()
    body = {"dates": ["2030-12-25"], "rules": [{"rule": "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=26",
                                                "start": "2030-12-26"}]}
    tenant.operator.put("calendars/holidays", body)
    seen = tenant.viewer.get("calendars/holidays").json
    expect_equal((seen["dates"], seen["rules"]), (body["dates"], body["rules"]))
    expect_equal([one["name"] for one in tenant.viewer.get("calendars").json["data"]], ["holidays"])
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "cron_expression": "0 9 * 12 *",
                                  "start_at": "2030-12-24T00:00", "exclude": ["holidays"]}, 201)
    ahead = [one["at"] for one in tenant.viewer.get("jobs/j/next-runs?count=3").json["data"]]
    expect_equal(ahead, ["2030-12-24T09:00:00Z", "2030-12-27T09:00:00Z", "2030-12-28T09:00:00Z"])
    tenant.operator.put("calendars/holidays", {"dates": ["2030-12-24"], "rules": []})
    until("the job is planned anew", lambda: tenant.viewer.get("jobs/j").json["next_run_at"] ==
          "2030-12-25T09:00:00Z")
    expect_problem(tenant.operator.ask("DELETE", "calendars/holidays"), 409, "conflict")
    tenant.producer.delete("jobs/j", 204)
    tenant.operator.delete("calendars/holidays", 204)
    expect_problem(tenant.viewer.ask("GET", "calendars/holidays"), 404)
    for dates, rules in ((["25.12.2030"], []), (["2030-02-30"], []),
                         ([], [{"rule": "FREQ=HOURLY", "start": "2030-01-01"}])):
        answer = tenant.operator.ask("PUT", "calendars/bad", {"dates": dates, "rules": rules})
        expect_problem(answer, 422)


@story
def a_job_without_a_day_left_is_refused(server):
    tenant = server.tenant()
    every_day = {"dates": [], "rules": [{"rule": "FREQ=DAILY", "start": "2020-01-01"}]}
    some_day = {"dates": ["2030-01-01"], "rules": []}
    tenant.operator.put("calendars/closed", every_day)
    for number, fields in enumerate(({"cron_expression": "0 9 * * *"}, {"interval_seconds": 3600},
                                     {"recurrence_rule": "FREQ=DAILY",
                                      "start_at": "2019-01-01T09:00"})):
        body = {"code": f"j{number}", "handler": "h", "exclude": ["closed"], **fields}
        problem = expect_problem(tenant.producer.ask("POST", "jobs", body), 422, "rule_never",
                                 "/exclude")
        expect("leave no day" in problem["detail"], f"{problem}")
    tenant.operator.put("calendars/fairs", some_day)
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "exclude": ["fairs"],
                                        "cron_expression": "0 9 * * *"}, 201).json
    expect(job["next_run_at"], f"{job}")
    tenant.operator.put("calendars/fairs", every_day)
    until("the job stands still",
          lambda: tenant.viewer.get("jobs/j").json["next_run_at"] is None)
    events = walk(tenant.viewer, "events", event="job.unplanned")
    expect(["leave no day" in event["data"]["reason"] for event in events] == [True], f"{events}")
    tenant.operator.put("calendars/fairs", some_day)
    until("the job goes on",
          lambda: tenant.viewer.get("jobs/j").json["next_run_at"] == job["next_run_at"])


@story
def a_preview_explains_the_rule_and_the_retries(server):
    viewer = server.tenant().viewer
    answer = viewer.post("preview", {"rule": "0 9 * * MON", "max_retries": 3}).json
    expect_equal((answer["words"], answer["retry_delays_ms"]),
                 ("at 09:00 every Monday", [60000, 120000, 240000]))
    answer = viewer.post("preview", {"rule": "15m", "max_retries": 2,
                                     "retry_delay_seconds": 7}).json
    expect_equal((answer["words"], answer["retry_delays_ms"]),
                 ("every 15 minutes from the start", [7000, 14000]))
    steps = {"kind": "steps", "steps_ms": [10, 20]}
    answer = viewer.post("preview", {"rule": "15m", "max_retries": 999, "backoff": steps}).json
    expect_equal(answer["retry_delays_ms"], [10] + [20] * 19)
    expect("retry_delays_ms" not in viewer.post("preview", {"rule": "15m"}).json, "not asked for")
    for body, pointer in (({"max_retries": 1000}, "/max_retries"),
                          ({"retry_delay_seconds": 0}, "/retry_delay_seconds")):
        expect_problem(viewer.ask("POST", "preview", {"rule": "15m", **body}), 422, None, pointer)


@story
def a_preview_tells_which_instants_lie_in_quiet_hours(server):
    viewer = server.tenant().viewer
    body = {"rule": "0 6,12 * * *", "timezone": "Europe/Berlin", "after": "2030-01-06T23:00:00Z",
            "count": 3, "quiet_hours": {"windows": ["22:00-07:00"]}}
    seen = viewer.post("preview", body).json["data"]
    expect_equal([one.get("held_until") for one in seen],
                 ["2030-01-07T06:00:00Z", None, "2030-01-08T06:00:00Z"])
    # Hours of a zone of their own, and hours that are switched off.
    body["quiet_hours"] = {"windows": ["11:00-12:00"], "timezone": "UTC"}
    expect_equal([one.get("held_until") for one in viewer.post("preview", body).json["data"]],
                 [None, "2030-01-07T12:00:00Z", None])
    body["quiet_hours"] = {"windows": ["22:00-07:00"], "enabled": False}
    expect(not any("held_until" in one for one in viewer.post("preview", body).json["data"]),
           "hours that are off count")
    body["quiet_hours"] = {"windows": ["22:00-7"]}
    expect_problem(viewer.ask("POST", "preview", body), 422, "window_syntax",
                   "/quiet_hours/windows")


@story
def a_preview_tells_what_clocks_do(server):
    tenant = server.tenant()
    for client in (tenant.viewer, tenant.user):
        rows = client.post("preview", {"rule": "30 1 * * *", "timezone": "Europe/London",
                                       "count": 2, "after": "2025-03-29T12:00:00Z"}).json["data"]
        expect_equal([one["at"] for one in rows], ["2025-03-30T01:30:00Z", "2025-03-31T00:30:00Z"])
        expect_equal(rows[1]["local"][:19], "2025-03-31T01:30:00")
        expect("forward" in rows[0]["note"] and rows[1]["note"] is None, f"{rows}")
    rows = tenant.viewer.post("preview", {"rule": "FREQ=DAILY;COUNT=2", "start": "2030-01-01T08:00",
                                          "timezone": "Asia/Tokyo"}).json["data"]
    expect_equal([one["at"] for one in rows], ["2029-12-31T23:00:00Z", "2030-01-01T23:00:00Z"])
    for body, pointer in (({"rule": "61 * * * *"}, "/rule"), ({"rule": "@daily", "kind": "x"},
                                                              "/kind"),
                          ({"rule": "@daily", "timezone": "Nowhere"}, "/timezone"),
                          ({"rule": "@daily", "start": "x"}, "/start"), ({}, "/rule")):
        expect_problem(tenant.viewer.ask("POST", "preview", body), 422, None, pointer)
    expect_problem(tenant.viewer.ask("GET", f"jobs/{ABSENT}/next-runs"), 404)


@story
def an_interval_goes_on_from_planned_instant_to_planned_instant(server):
    tenant = server.tenant()
    begun = time.time()
    job = tenant.producer.post("jobs", {"code": "j", "handler": "h", "interval_seconds": 3600},
                               201).json
    ahead = tenant.viewer.get("jobs/j/next-runs?count=3").json["data"]
    gaps = {instant(b["at"]) - instant(a["at"]) for a, b in zip(ahead, ahead[1:])}
    expect_equal(gaps, {datetime.timedelta(hours=1)})
    expect(instant(job["next_run_at"]).timestamp() >= int(begun), "planned into the past")


@story
def a_job_is_made_from_a_template(server):
    tenant = server.tenant()
    templates = tenant.viewer.get("templates").json["data"]
    expect(len(templates) >= 1, "no templates")
    for number, template in enumerate(templates):
        expect(template["code"] and template["name"], f"{template}")
        path = f"templates/{template['code']}/create-job"
        if not template["is_tenant_configurable"]:
            expect_problem(tenant.admin.ask("POST", path, {}), 403, "forbidden")
            server.admin.post(path, {"tenant_id": tenant.id}, 201)
            continue
        job = tenant.producer.post(f"templates/{template['code']}/create-job",
                                   {"code": f"own-{number}"}, 201).json
        expect_equal(job["code"], f"own-{number}")
        expect_equal(tenant.viewer.get(f"jobs/{job['id']}").json, job)
    answer = tenant.producer.ask("POST", f"templates/{templates[-1]['code']}/create-job",
                                 {"code": f"own-{len(templates) - 1}"})
    expect_problem(answer, 409, "conflict")
    expect_problem(tenant.producer.ask("POST", "templates/no-such/create-job", {}), 404)


@story
def a_forecast_tells_of_its_tenant_alone(server):
    tenant, other = server.tenant(), server.tenant()
    other.producer.post("jobs", {"code": "k", "handler": "h", "cron_expression": "* * * * *"}, 201)
    tenant.enqueue("later", **{"in": "90m"})
    seen = tenant.viewer.get("forecast?hours=5").json
    expect_equal((seen["jobs"], seen["tasks"], seen["total"], len(seen["counts"])), (0, 1, 1, 5))
    expect_equal(len(tenant.viewer.get("forecast?hours=2&by=minute").json["counts"]), 120)


@story
def a_forecast_counts_what_will_come(server):
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "j", "handler": "h", "cron_expression": "* * * * *"}, 201)
    seen = tenant.viewer.get("forecast?hours=2").json
    ahead = tenant.viewer.get("jobs/j/next-runs?count=200").json["data"]
    end = instant(seen["from"]) + datetime.timedelta(hours=2)
    expect_equal(seen["total"], len([one for one in ahead if instant(one["at"]) < end]))


@story
def a_wakeup_while_a_run_is_processing_cancels_its_rest(server):
    """Paid invoices come while the job that settles them is at work, and it says afterwards that
    there was nothing left: it must look again."""
    tenant = server.tenant()
    tenant.producer.post("jobs", {"code": "other", "handler": "other",
                                  "schedule_type": "MANUAL"}, 201)
    for name in ("settle", "other"):  # each rule that fits wakes its own job
        tenant.operator.post("rules", {"event": "invoice.paid", "type": "invoice.note",
                                       "resumes": name}, 201)
    event = {"specversion": "1.0", "id": "e-1", "source": "/shop", "type": "invoice.paid"}
    job = tenant.producer.post("jobs", {"code": "settle", "handler": "settle",
                                        "schedule_type": "MANUAL"}, 201).json
    ways = (lambda: tenant.enqueue("invoice.paid", resumes="settle"),
            lambda: tenant.enqueue("invoice.paid", resumes=job["id"]),
            lambda: tenant.producer.post("events", event),
            lambda: tenant.operator.post("jobs/settle/resume"),
            lambda: tenant.producer.post("jobs/settle/run", {}, 201))
    for way in ways:
        tenant.producer.post("jobs/settle/run", {}, 201)
        lease = tenant.lease(types=["settle"])[0]
        way()
        expect_equal(tenant.report(lease["execution_id"], "noop", schedule="pause"), (200, "ok"))
        seen = tenant.viewer.get("jobs/settle").json
        expect_equal(seen["status"], "ACTIVE", f"{seen}")
    # The last way made a run: it saw all there was.
    lease = tenant.lease(types=["settle"])[0]
    expect_equal(tenant.report(lease["execution_id"], "noop", schedule="pause"), (200, "ok"))
    expect_equal(tenant.viewer.get("jobs/settle").json["status"], "PAUSED")


@story
def a_paused_or_resting_job_makes_nothing_for_its_occurrences(server):
    """Beside a job whose every occurrence is handled, a paused one and one that rests leave runs,
    ledger and events as they are."""
    tenant = server.tenant()
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"min_interval_seconds": 1})
    ids = {}
    for code in ("held", "resting", "tick"):
        body = {"code": code, "handler": code, "schedule_type": "INTERVAL", "interval_seconds": 1}
        ids[code] = tenant.producer.post("jobs", body, 201).json["id"]

    def pass_occurrences(count):
        for _ in range(count):
            lease = tenant.lease(types=["tick"], wait_ms=30000)[0]
            tenant.report(lease["execution_id"])

    def seen(code):
        job = {"job_id": ids[code]}
        return [len(walk(tenant.viewer, path, **job)) for path in ("queue", "events")] + \
            walk(tenant.viewer, f"jobs/{code}/occurrences")

    lease = tenant.lease(types=["resting"], wait_ms=30000)[0]
    expect_equal(tenant.report(lease["execution_id"], "noop", schedule="pause"), (200, "ok"))
    tenant.operator.post("jobs/held/pause", {"reason": "repair"})
    pass_occurrences(3)  # the run that stood has come: one waits, one is withdrawn
    before = {code: seen(code) for code in ("held", "resting")}
    pass_occurrences(4)
    for code in ("held", "resting"):
        expect_equal(seen(code), before[code], code)
        tenant.operator.post(f"jobs/{code}/resume")
        rows = walk(tenant.viewer, f"jobs/{code}/occurrences", outcome="skipped")
        expect_equal([one["reason"] for one in rows], ["paused"], f"{rows}")
        expect(rows[0]["count"] >= 4, f"{rows}")


@story
def a_handler_pauses_its_job_until_there_is_work(server):
    tenant = server.tenant()
    job = tenant.producer.post("jobs", {"code": "poll", "handler": "poll.orders",
                                        "schedule_type": "MANUAL"}, 201).json

    def rest():
        tenant.producer.post("jobs/poll/run", {}, 201)
        lease = tenant.lease(types=["poll.orders"])[0]
        expect_equal(tenant.report(lease["execution_id"], "noop", schedule="pause"), (200, "ok"))
        seen = tenant.viewer.get("jobs/poll").json
        expect_equal((seen["status"], seen["pause"]["reason"]), ("PAUSED", "handler"))

    def goes_on():
        expect_equal(tenant.viewer.get("jobs/poll").json["status"], "ACTIVE")

    rest()
    tenant.enqueue("order.new", resumes="poll")
    goes_on()
    rest()
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "order.new"}] * 2, "resumes": job["id"]})
    goes_on()
    rest()
    tenant.operator.post("jobs/poll/resume")
    goes_on()
    rest()
    tenant.producer.post("jobs/poll/run", {}, 201)
    goes_on()
    # What a person holds back stays so.
    tenant.operator.post("jobs/poll/pause", {"reason": "moving"})
    tenant.enqueue("order.new", resumes="poll")
    expect_equal(tenant.viewer.get("jobs/poll").json["pause"]["reason"], "moving")
    other = server.tenant()
    for name in ("nope", job["id"]):
        answer = other.producer.ask("POST", "tasks", {"type": "a", "resumes": name})
        problem = expect_problem(answer, 422)
        expect("resumes" in problem["detail"], f"{problem}")
    results = tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a", "resumes": "poll"}]}).json
    expect("resumes" in results["results"][0]["error"]["detail"], f"{results}")


# ---- values in force ---------------------------------------------------------------------------


def in_force(job):
    return [job[name] for name in ("max_attempts", "max_retries", "timeout_seconds", "priority",
                                   "retry_delay_seconds")]


def expect_in_force(tenant, code, attempts, timeout, priority, delay):
    """What the job shows is what its next run gets."""
    job = tenant.viewer.get(f"jobs/{code}").json
    expect_equal(in_force(job), [attempts, attempts - 1, timeout, priority, delay], code)
    listed = [one for one in tenant.viewer.get("jobs").json["data"] if one["code"] == code]
    expect_equal(in_force(listed[0]), in_force(job), f"{code} in a list")
    run = tenant.producer.post(f"jobs/{code}/run", {}, 201).json["id"]
    shown = tenant.run(run)
    expect_equal((shown["max_attempts"], shown["priority"]), (attempts, priority), code)
    before = time.time()
    lease = tenant.lease(types=[job["handler"]])[0]
    expect_equal(lease["run_id"], run)
    end = instant(lease["deadline"]).timestamp()
    expect(before + timeout - 1 <= end <= time.time() + timeout + 1, f"{code}: {lease}")
    tenant.report(lease["execution_id"], "retry", error={"class": "network"})
    wait = instant(tenant.run(run)["run_at"]).timestamp() - before
    expect(delay * 0.5 <= wait <= delay * 1.5 + 5, f"{code}: tried again after {wait} s")
    tenant.producer.post(f"queue/{run}/cancel")


@story
def a_job_shows_the_values_that_its_next_run_gets(server):
    tenant = server.tenant()
    plain = {"schedule_type": "MANUAL"}
    tenant.producer.post("jobs", {"code": "plain", "handler": "a", **plain}, 201)
    expect_in_force(tenant, "plain", 4, 300, 5, 60)
    tenant.admin.put(f"tenants/{tenant.id}/settings", {
        "max_attempts": 9, "timeout_seconds": 77, "priority": 2,
        "backoff": {"kind": "fixed", "base_ms": 500000}})
    made = tenant.producer.post("jobs", {"code": "tenants", "handler": "b", **plain}, 201).json
    expect_equal(in_force(made), [9, 8, 77, 2, 500])
    expect_in_force(tenant, "tenants", 9, 77, 2, 500)
    expect_in_force(tenant, "plain", 9, 77, 2, 500)
    tenant.operator.put("types/c", {"max_attempts": 6, "timeout_seconds": 66, "priority": 3,
                                    "backoff": {"kind": "fixed", "base_ms": 200000}})
    tenant.producer.post("jobs", {"code": "types", "handler": "c", **plain}, 201)
    expect_in_force(tenant, "types", 6, 66, 3, 200)
    tenant.producer.post("jobs", {"code": "own", "handler": "c", "max_attempts": 2,
                                  "timeout_seconds": 55, "priority": 4, **plain}, 201)
    expect_in_force(tenant, "own", 2, 55, 4, 200)
    # An event that carries the job says the same.
    tenant.producer.post("jobs", {"code": "event", "handler": "c", "interval_seconds": 3600}, 201)
    event = tenant.viewer.get("events?event=job.scheduled&limit=1").json["data"][0]
    expect_equal(in_force(event["data"]["job"]), [6, 5, 66, 3, 200], f"{event}")


@story
def a_job_tells_its_schedule_in_words_and_its_jitter(server):
    tenant = server.tenant()
    said = {}
    for code, fields in (
            ("cron", {"cron_expression": "0 7 * * MON-FRI", "timezone": "Europe/London"}),
            ("rrule", {"recurrence_rule": "FREQ=WEEKLY;BYDAY=MO", "start_at": "2030-01-07T09:00"}),
            ("interval", {"interval_seconds": 3600}),
            ("offset", {"recurrence_rule": "FREQ=DAILY", "start_at": "2030-01-07T09:00:00Z",
                        "timezone": "Asia/Tokyo"}),
            ("manual", {"schedule_type": "MANUAL"})):
        tenant.producer.post("jobs", {"code": code, "handler": "work", **fields}, 201)
        said[code] = tenant.viewer.get(f"jobs/{code}").json["schedule_in_words"]
    listed = {one["code"]: one["schedule_in_words"]
              for one in tenant.viewer.get("jobs").json["data"]}
    expect_equal(listed, said)
    expect_equal((said["offset"], said["manual"]), (None, None))
    for code in ("cron", "rrule", "interval"):
        expect_equal(said[code], tenant.viewer.get(f"jobs/{code}/next-runs").json["words"])
        expect(said[code], "in words")
    tenant.producer.put("jobs/interval", {"jitter_seconds": 600})
    ahead = tenant.viewer.get("jobs/interval/next-runs?count=1").json["data"][0]
    expect_equal(ahead["run_at"][:19], tenant.viewer.get("jobs/interval").json["next_run_at"][:19])
    expect(ahead["run_at"] > ahead["at"], "later than planned")


@story
def jobs_are_counted_by_status(server):
    tenant, other = server.tenant(), server.tenant()
    for code in ("a", "b", "c", "d"):
        tenant.producer.post("jobs", {"code": code, "handler": "h", "schedule_type": "MANUAL"}, 201)
    other.producer.post("jobs", {"code": "x", "handler": "h", "schedule_type": "MANUAL"}, 201)
    tenant.operator.post("jobs/a/pause")
    tenant.producer.put("jobs/b", {"status": "DISABLED"})
    tenant.producer.delete("jobs/c", 204)
    seen = tenant.viewer.get("status").json
    expect_equal(seen["jobs"], {"ACTIVE": 1, "PAUSED": 1, "DISABLED": 1, "DELETED": 1})
    expect_equal(other.viewer.get("status").json["jobs"]["ACTIVE"], 1)
    expect(server.admin.get("status?tenant_id=*").json["jobs"]["ACTIVE"] >= 2, "all tenants'")


@story
def a_list_of_jobs_shows_how_their_last_runs_ended(server):
    tenant = server.tenant()
    job = tenant.producer.post(
        "jobs", {"code": "r", "handler": "h", "schedule_type": "MANUAL", "max_retries": 0}, 201
    ).json
    expect_equal(tenant.viewer.get("jobs?recent=5").json["data"][0]["recent"],
                 {"statuses": [], "durations_ms": []})
    for outcome in ("success", "fail", "fail"):
        tenant.producer.post(f"jobs/{job['id']}/run", None, 201)
        lease, = tenant.lease(types=["h"], wait_ms=5000)
        tenant.report(lease["execution_id"], outcome)
    tenant.producer.post(f"jobs/{job['id']}/run", None, 201)
    recent = tenant.viewer.get("jobs?recent=5").json["data"][0]["recent"]
    expect_equal(recent["statuses"], ["FAILED", "FAILED", "COMPLETED"])
    expect_equal([0 <= took < 10000 for took in recent["durations_ms"]], [True] * 3)
    expect_equal(tenant.viewer.get("jobs?recent=1").json["data"][0]["recent"]["statuses"],
                 ["FAILED"])
    expect("recent" not in tenant.viewer.get("jobs").json["data"][0], "only where it is asked for")
    expect_problem(tenant.viewer.ask("GET", "jobs?recent=51"), 422, None)
