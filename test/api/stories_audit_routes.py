"""Every route that changes something, and the row of the audit that it leaves: one for each call,
with what was done to what, how it stood before and how it shall stand.

A route that is added to src/api/routes.def has no row here: the story says so.
"""
from dialogue import ROUTES, expect, expect_equal, story, until
from stories_events_in import keep_secrets, order, post_signed

LATER = "2040-01-01T00:00:00Z"

# What they do is asked, not changed, or stands in the journal, as workers' reports do. A token has
# no session to end: stories_sessions.py signs a browser out.
NOT_AUDITED = {"DELETE session", "POST preview", "POST rules/:id/test",
               "POST tenants/:id/settings/preview",
               "POST worker/results", "POST worker/lease", "POST worker/heartbeat",
               "POST effects/claim", "POST effects/complete"}

ROWS = {}


def row(route, action, *sides, status=200):
    """The function below makes what the call needs, and says its path, its body, and the id that
    the row must have (None: the answer's). `sides`: which of before and after the row has."""
    def keep(prepare):
        expect(route not in ROWS, f"{route} twice")
        ROWS[route] = (action, action.partition(".")[0], sides, status, prepare)
        return prepare
    return keep


# ---- what there is to be changed ---------------------------------------------------------------


def job(tenant):
    number = len(tenant.admin.get("jobs?limit=500").json["data"])
    return tenant.admin.post("jobs", {"code": f"job-{number}", "handler": "report.daily",
                                      "cron_expression": "0 9 * * *"}, 201).json["id"]


def rule_on_a_job(tenant):
    id_ = job(tenant)
    made = tenant.admin.post(f"jobs/{id_}/alerts", {"alert_type": "FAILURE",
                                                    "threshold_value": 3,
                                                    "notification_channels": ["in_app"],
                                                    "recipients": ["ann"]}, 201).json
    return f"jobs/{id_}/alerts/{made['id']}", made["id"]


def open_alert(tenant):
    made = tenant.admin.post("jobs", {"code": "fragile", "handler": "fragile.do",
                                      "schedule_type": "MANUAL", "max_retries": 0}, 201).json
    tenant.admin.post(f"jobs/{made['id']}/alerts", {"alert_type": "FAILURE"}, 201)
    tenant.admin.post("jobs/fragile/run", {}, 201)
    lease = tenant.lease(types=["fragile.do"], wait_ms=5000)[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    return tenant.admin.get("alerts").json["data"][0]["id"]


def reminder(tenant, at=LATER):
    return tenant.admin.post("reminders", {"title": "Call back", "remind_at": at,
                                           "user_id": "ann"}, 201).json["id"]


def notice(tenant):
    reminder(tenant, "2025-01-01T00:00:00Z")
    return until("a notice", lambda: tenant.admin.get("inbox?user_id=ann").json["data"])[0]["id"]


def claim(tenant):
    return tenant.worker.post("effects/claim", {"action_key": "charge",
                                                "idempotency_key": "k"}).json["claim_id"]


def kept(tenant, kind):
    """A rule, a source or a webhook."""
    bodies = {"rules": {"event": "order.created", "type": "order.check"},
              "sources": {"secrets": ["first"]},
              "webhooks": {"url": "https://hooks.example.org/", "secrets": ["first"],
                           "state": "paused"}}
    return tenant.admin.post(kind, bodies[kind], 201).json["id"]


def operation(tenant):
    """That has not ended: it has much to do, and none of it is done yet."""
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "many", "run_at": LATER}] * 3000})
    return tenant.operator.post("queue/cancel", {"type": "many"}, 202).json["id"]


def ladder(tenant, entity):
    tenant.admin.post("ladders", {"entity": entity, "anchor": LATER, "offsets": ["-1h"],
                                  "type": "report.daily"}, 201)
    return entity


# ---- sessions ----------------------------------------------------------------------------------

@row("POST session", "session.create", "after", status=201)
def _(tenant):
    return "session", {"token": tenant.viewer.token}, None


@row("DELETE sessions/:id", "session.revoke", status=204)
def _(tenant):
    made = tenant.server.client().post("session", {"token": tenant.viewer.token}, 201).json
    return f"sessions/{made['id']}", None, made["id"]


@row("DELETE sessions", "session.revoke_many")
def _(_tenant):
    return "sessions?user_id=ann", None, "ann"


# ---- runs --------------------------------------------------------------------------------------

@row("POST tasks", "task.create", "after", status=201)
def _(_tenant):
    return "tasks", {"type": "mail.send"}, None


@row("POST tasks/bulk", "task.bulk", "after")
def _(_tenant):
    return "tasks/bulk", {"tasks": [{"type": "mail.send"}]}, lambda told: told["results"][0]["id"]


@row("POST daily/bulk", "daily.bulk", "after")
def _(_tenant):
    return "daily/bulk", {"windows": [{"user_id": "ann", "due_time": "09:00"}]}, "ann"


@row("DELETE tasks/:id", "task.delete", "before", "after")
def _(tenant):
    id_ = tenant.enqueue(run_at=LATER)["id"]
    return f"tasks/{id_}", None, id_


@row("PUT tasks/:id/reschedule", "task.reschedule", "before", "after")
def _(tenant):
    id_ = tenant.enqueue(run_at=LATER)["id"]
    return f"tasks/{id_}/reschedule", {"in": "1h"}, id_


@row("POST queue/:id/cancel", "run.cancel", "before", "after")
def _(tenant):
    id_ = tenant.enqueue(run_at=LATER)["id"]
    return f"queue/{id_}/cancel", {"reason": "wrong"}, id_


@row("POST queue/:id/reschedule", "run.reschedule", "before", "after")
def _(tenant):
    id_ = tenant.enqueue(run_at=LATER)["id"]
    return f"queue/{id_}/reschedule", {"in": "1h"}, id_


@row("POST queue/:id/retry", "run.retry", "before", "after")
def _(tenant):
    id_ = tenant.run_to("failed", "to.retry")[0]["id"]
    return f"queue/{id_}/retry", {}, id_


@row("POST queue/:id/discard", "run.discard", "before", "after")
def _(tenant):
    id_ = tenant.run_to("failed", "to.discard")[0]["id"]
    return f"queue/{id_}/discard", {}, id_


@row("POST executions/:id/cancel", "execution.cancel", "before", "after")
def _(tenant):
    id_ = tenant.run_to("processing", "to.stop")[1]["execution_id"]
    return f"executions/{id_}/cancel", {}, id_


@row("POST executions/:id/retry", "execution.retry", "before", "after")
def _(tenant):
    id_ = tenant.run_to("failed", "to.repeat")[1]["execution_id"]
    return f"executions/{id_}/retry", {}, id_


@row("POST queue/retry", "operation.retry", "after", status=202)
def _(_tenant):
    return "queue/retry", {"type": "no.such"}, None


@row("POST queue/cancel", "operation.cancel", "after", status=202)
def _(_tenant):
    return "queue/cancel", {"type": "no.such"}, None


@row("POST queue/discard", "operation.discard", "after", status=202)
def _(_tenant):
    return "queue/discard", {"type": "no.such"}, None


@row("POST operations/:id/cancel", "operation.stop")
def _(tenant):
    id_ = operation(tenant)
    return f"operations/{id_}/cancel", {}, id_


@row("POST batches", "batch.create", "after", status=201)
def _(_tenant):
    return "batches", {"type": "report.daily", "items": [1]}, None


@row("POST ladders", "ladder.create", "after", status=201)
def _(_tenant):
    return "ladders", {"entity": "event:1", "anchor": LATER, "offsets": ["-1h"],
                       "type": "report.daily"}, "event:1"


@row("PUT ladders/:entity", "ladder.change", "after")
def _(tenant):
    return f"ladders/{ladder(tenant, 'event:2')}", {"anchor": "2041-01-01T00:00:00Z"}, "event:2"


@row("POST ladders/:entity/stop", "ladder.stop", "after")
def _(tenant):
    return f"ladders/{ladder(tenant, 'event:3')}/stop", {"reason": "called off"}, "event:3"


@row("POST effects/release", "effect.release", "after")
def _(tenant):
    id_ = claim(tenant)
    return "effects/release", {"claim_id": id_, "reason": "not made"}, id_


# ---- jobs --------------------------------------------------------------------------------------

@row("POST jobs", "job.create", "after", status=201)
def _(_tenant):
    return "jobs", {"code": "nightly", "handler": "a.b", "schedule_type": "MANUAL"}, None


@row("POST apply", "job.create", "after")
def _(_tenant):
    job = {"code": "applied", "handler": "a.b", "schedule_type": "MANUAL"}
    return "apply", {"jobs": [job]}, lambda answer: answer["jobs"][0]["id"]


@row("POST templates/:code/create-job", "job.create", "after", status=201)
def _(_tenant):
    return "templates/send_invoice_reminders/create-job", {"name": "Ours"}, None


@row("PUT jobs/:id", "job.change", "before", "after")
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}", {"name": "Another"}, id_


@row("DELETE jobs/:id", "job.delete", "before", status=204)
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}", None, id_


@row("POST jobs/:id/run", "job.run", "after", status=201)
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}/run", {"reason": "now"}, id_


@row("POST jobs/:id/pause", "job.pause", "after")
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}/pause", {"reason": "holidays"}, id_


@row("POST jobs/:id/resume", "job.resume", "after")
def _(tenant):
    id_ = job(tenant)
    tenant.admin.post(f"jobs/{id_}/pause")
    return f"jobs/{id_}/resume", {"reason": "back"}, id_


@row("POST jobs/:id/skip-next", "job.skip-next", "after")
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}/skip-next", {"reason": "holiday"}, id_


@row("POST jobs/:id/backfill", "job.backfill", "after", status=201)
def _(tenant):
    id_ = job(tenant)
    return f"jobs/{id_}/backfill", {"from": "2025-01-01T00:00:00Z",
                                    "to": "2025-01-02T00:00:00Z"}, id_


@row("POST jobs/:id/alerts", "job_alert.create", "after", status=201)
def _(tenant):
    return f"jobs/{job(tenant)}/alerts", {"alert_type": "FAILURE"}, None


@row("PUT jobs/:id/alerts/:alert_id", "job_alert.change", "before", "after")
def _(tenant):
    path, id_ = rule_on_a_job(tenant)
    return path, {"threshold_value": 5}, id_


@row("DELETE jobs/:id/alerts/:alert_id", "job_alert.delete", "before", status=204)
def _(tenant):
    path, id_ = rule_on_a_job(tenant)
    return path, None, id_


@row("POST jobs/:id/alerts/:alert_id/test", "job_alert.test", status=202)
def _(tenant):
    path, id_ = rule_on_a_job(tenant)
    return f"{path}/test", {}, id_


@row("POST alerts/:id/acknowledge", "alert.acknowledge")
def _(tenant):
    id_ = open_alert(tenant)
    return f"alerts/{id_}/acknowledge", {}, id_


@row("PUT service-alerts/:name", "service_alert.change", "after")
def _(_tenant):
    return "service-alerts/DLQ_GROWTH", {"threshold_value": 50}, "DLQ_GROWTH"


@row("POST service-alerts/:name/test", "service_alert.test", status=202)
def _(tenant):
    tenant.server.admin.put("service-alerts/STALLED", {"notification_channels": ["in_app"],
                                                       "recipients": ["ann"]})
    return "service-alerts/STALLED/test", {}, "STALLED"


@row("POST alerts/sentry/test", "sentry.test", status=202)
def _(_tenant):
    return "alerts/sentry/test", {}, None


@row("POST pings/:group/test", "ping.test", status=202)
def _(tenant):
    tenant.admin.put(f"tenants/{tenant.id}/settings", {"pings": {"nightly": "https://a.example/"}})
    return "pings/nightly/test", {}, None


@row("PUT calendars/:name", "calendar.change", "after")
def _(_tenant):
    return "calendars/holidays", {"dates": ["2025-12-25"]}, "holidays"


@row("DELETE calendars/:name", "calendar.delete", "before", status=204)
def _(tenant):
    tenant.admin.put("calendars/gone", {"dates": ["2025-12-25"]})
    return "calendars/gone", None, "gone"


# ---- people ------------------------------------------------------------------------------------

@row("POST reminders", "reminder.create", "after", status=201)
def _(_tenant):
    return "reminders", {"title": "a", "remind_at": LATER, "user_id": "ann"}, None


@row("PUT reminders/:id", "reminder.change", "before", "after")
def _(tenant):
    id_ = reminder(tenant)
    return f"reminders/{id_}", {"title": "Call Bob"}, id_


@row("DELETE reminders/:id", "reminder.delete", "before", status=204)
def _(tenant):
    id_ = reminder(tenant)
    return f"reminders/{id_}", None, id_


@row("POST reminders/:id/snooze", "reminder.snooze", "before", "after")
def _(tenant):
    id_ = reminder(tenant)
    return f"reminders/{id_}/snooze", {"minutes": 15}, id_


@row("POST reminders/:id/dismiss", "reminder.dismiss", "before", "after")
def _(tenant):
    id_ = reminder(tenant)
    return f"reminders/{id_}/dismiss", {}, id_


@row("POST reminders/:id/complete", "reminder.complete", "before", "after")
def _(tenant):
    id_ = reminder(tenant)
    return f"reminders/{id_}/complete", {}, id_


@row("POST inbox/:id/read", "notice.read")
def _(tenant):
    id_ = notice(tenant)
    return f"inbox/{id_}/read", {}, id_


@row("PUT users/:id", "user.change", "after")
def _(_tenant):
    return "users/bob", {"timezone": "UTC"}, "bob"


@row("POST users/:id/feed", "feed.create", status=201)
def _(tenant):
    tenant.admin.put("users/dora", {"timezone": "UTC"})
    return "users/dora/feed", {}, "dora"


@row("DELETE users/:id/feed", "feed.delete", status=204)
def _(tenant):
    tenant.admin.put("users/emil", {"timezone": "UTC"})
    tenant.admin.post("users/emil/feed", {}, 201)
    return "users/emil/feed", None, "emil"


@row("PUT daily/:user_id", "daily.change", "after", status=201)
def _(_tenant):
    return "daily/bob", {"due_time": "09:00"}, "bob"


@row("DELETE daily/:user_id", "daily.delete", "before", status=204)
def _(tenant):
    tenant.admin.put("daily/carl", {"due_time": "09:00"}, 201)
    return "daily/carl", None, "carl"


# ---- policies and access -----------------------------------------------------------------------

@row("POST pause", "pause", "after")
def _(_tenant):
    return "pause", {"scope": "type", "type": "mail.send", "reason": "storm"}, "mail.send"


@row("POST resume", "resume", "after")
def _(tenant):
    tenant.admin.post("pause", {"scope": "tenant"})
    return "resume", {"scope": "tenant"}, tenant.id


@row("PUT types/:name", "type.change", "before", "after")
def _(tenant):
    tenant.admin.put("types/mail.send", {"limit": 3})
    return "types/mail.send", {"limit": 4}, "mail.send"


@row("DELETE types/:name", "type.delete", "before", status=204)
def _(tenant):
    tenant.admin.put("types/mail.drop", {"limit": 3})
    return "types/mail.drop", None, "mail.drop"


@row("PUT queues/:name", "queue.change", "after")
def _(_tenant):
    return "queues/audited", {"weight": 3}, "audited"


@row("PUT limits/:route", "limit.change", "after")
def _(_tenant):
    return "limits/mail-host", {"rate": 7}, "mail-host"


@row("DELETE limits/:route", "limit.delete", status=204)
def _(tenant):
    tenant.admin.put("limits/gone", {"rate": 7})
    return "limits/gone", None, "gone"


@row("POST tenants", "tenant.create", "after", status=201)
def _(tenant):
    return "tenants", {"id": f"{tenant.id}-child"}, f"{tenant.id}-child"


@row("PUT tenants/:id", "tenant.change", "before", "after")
def _(tenant):
    tenant.admin.put(f"tenants/{tenant.id}", {"name": "Mine"})
    return f"tenants/{tenant.id}", {"name": "Ours"}, tenant.id


@row("PUT tenants/:id/settings", "tenant.settings", "before", "after")
def _(tenant):
    return f"tenants/{tenant.id}/settings", {"name": "Theirs"}, tenant.id


@row("DELETE tenants/:id", "tenant.delete", "before", status=202)
def _(tenant):
    tenant.server.admin.post("tenants", {"id": f"{tenant.id}-gone"}, 201)
    return f"tenants/{tenant.id}-gone", None, f"{tenant.id}-gone"


@row("POST tokens", "token.create", "after", status=201)
def _(_tenant):
    return "tokens", {"role": "viewer"}, None


@row("DELETE tokens/:id", "token.delete", status=204)
def _(tenant):
    id_ = tenant.token("viewer")["id"]
    return f"tokens/{id_}", None, id_


@row("PUT secrets/:name", "secret.change", "after")
def _(_tenant):
    return "secrets/door", {"value": "sesame-sesame"}, "door"


@row("DELETE secrets/:name", "secret.delete", status=204)
def _(tenant):
    tenant.admin.put("secrets/gate", {"value": "sesame-sesame"})
    return "secrets/gate", None, "gate"


@row("POST workers/:id/drain", "worker.drain", "after")
def _(tenant):
    tenant.lease(worker="w-3")
    return "workers/w-3/drain", {"reason": "new disk"}, "w-3"


@row("POST workers/:id/resume", "worker.resume", "after")
def _(tenant):
    tenant.lease(worker="w-2")
    tenant.admin.post("workers/w-2/drain")
    return "workers/w-2/resume", {"reason": "done"}, "w-2"


# ---- events ------------------------------------------------------------------------------------

@row("POST events", "event.create", "after")
def _(tenant):
    kept(tenant, "rules")
    return "events", order("o-1"), "o-1"


@row("POST events/:source", "event.create", "after")
def _(tenant):
    keep_secrets(tenant)
    tenant.admin.post("rules", {"event": "order.created", "type": "order.check"}, 201)
    id_ = tenant.admin.post("sources", {"secrets": ["first"], "types": ["order.check"]}, 201).json
    return f"events/{id_['id']}", order("o-2"), "o-2"


def row_of_a_kept(kind, path, method, status, sides, body):
    """Of a rule, a source or a webhook."""
    verb = {"POST": "create", "PUT": "change", "DELETE": "delete"}[method]

    @row(f"{method} {kind}{path}", f"{kind[:-1]}.{verb}", *sides, status=status)
    def _(tenant):
        if method == "POST":
            return kind, body, None
        id_ = kept(tenant, kind)
        return f"{kind}/{id_}", body, id_


for of_kind, of_body, of_change in (
        ("rules", {"event": "order.created", "type": "order.check"}, {"type": "order.look"}),
        ("sources", {"secrets": ["first"]}, {"secrets": ["second"]}),
        ("webhooks", {"url": "https://hooks.example.org/", "secrets": ["first"]},
         {"url": "https://hooks.example.org/2"})):
    row_of_a_kept(of_kind, "", "POST", 201, ("after",), of_body)
    row_of_a_kept(of_kind, "/:id", "PUT", 200, ("before", "after"), of_change)
    row_of_a_kept(of_kind, "/:id", "DELETE", 204, ("before",), None)


@row("POST webhooks/:id/replay", "webhook.replay", "after")
def _(tenant):
    id_ = kept(tenant, "webhooks")
    return f"webhooks/{id_}/replay", {"from": "2025-01-01T00:00:00Z"}, id_


# ---- the walk ----------------------------------------------------------------------------------


def asker_of(server, tenant, route):
    """Who may: of what only the tenant system may do, the rows are its own."""
    return server.admin if "ROUTE_SYSTEM" in route.flags else tenant.admin


def rows_of(asker, answer):
    everybody = "&tenant_id=*" if asker is asker.server.admin else ""
    listed = asker.get(f"audit?by=people&limit=500{everybody}").json["data"]
    return [one for one in listed if one["request_id"] == answer.header("X-Request-Id")]


def call(server, tenant, route, path, body):
    if route.path == "events/:source":
        return post_signed(server.client(), path.rpartition("/")[2], body)
    return asker_of(server, tenant, route).ask(route.method, path, body)


def expect_row(server, tenant, route):
    action, kind, sides, status, prepare = ROWS[f"{route.method} {route.path}"]
    path, body, id_ = prepare(tenant)
    answer = call(server, tenant, route, path, body)
    expect_equal(answer.status, status, f"{answer!r}")
    if not isinstance(id_, str):
        id_ = id_(answer.json) if id_ else answer.json["id"]
    left = rows_of(asker_of(server, tenant, route), answer)
    expect_equal(len(left), 1, f"{route}: {left}")
    one = left[0]
    expect_equal((one["action"], one["object"]["kind"], one["object"]["id"]), (action, kind, id_),
                 f"{route}")
    expect_equal(tuple(side for side in ("before", "after") if one[side]), sides, f"{route} {one}")
    expect(one["actor_id"] not in (None, "", "SYSTEM"), f"{one}")


@story
def every_route_that_changes_something_leaves_its_row(server):
    tenant = server.tenant()
    changing = [route for route in ROUTES if route.method != "GET"
                and f"{route.method} {route.path}" not in NOT_AUDITED]
    expect_equal({f"{route.method} {route.path}" for route in changing}, set(ROWS))
    wrong = []
    for route in changing:
        try:
            expect_row(server, tenant, route)
        except AssertionError as error:
            wrong.append(f"{error}")
    expect(not wrong, "\n".join(wrong))
