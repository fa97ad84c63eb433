"""Tenants, people, tokens, secrets, browsers, and the service seen from outside."""
import json
import os
import re
import time

from dialogue import (ABSENT, ROLES, expect, expect_equal, expect_problem, query, story,
                      story_alone, Server, until, walk)


@story
def a_tenant_is_made_and_changed(server):
    admin = server.admin
    tenant = server.tenant(name="Acme", profile="guild", timezone="Europe/London")
    seen = admin.get(f"tenants/{tenant.id}").json
    expect_equal((seen["id"], seen["name"], seen["timezone"]), (tenant.id, "Acme", "Europe/London"))
    expect_equal(admin.get(f"tenants/{tenant.id}/settings").json, seen)
    again = admin.ask("POST", "tenants", {"id": tenant.id})
    problem = expect_problem(again, 409, "conflict")
    expect(f'"{tenant.id}"' in problem["detail"], f"which one? {problem}")
    changed = admin.put(f"tenants/{tenant.id}", {"weight": 3}).json
    expect_equal((changed["weight"], changed["name"]), (3, "Acme"))
    own = tenant.admin.put(f"tenants/{tenant.id}/settings", {"max_attempts": 2}).json
    expect_equal((own["max_attempts"], own["weight"]), (2, 3))
    # What shares the machine is the system's to say.
    for field in ({"weight": 9}, {"limit": 5}):
        expect_problem(tenant.admin.ask("PUT", f"tenants/{tenant.id}", field), 403, "forbidden")
    expect_equal([one["id"] for one in walk(tenant.viewer, "tenants")], [tenant.id])
    expect(tenant.id in [one["id"] for one in walk(admin, "tenants", limit=500)], "not listed")
    expect_equal(tenant.run(tenant.enqueue()["id"])["max_attempts"], 2)
    for body in ({}, {"id": "a b"}, {"id": "x" * 65}, {"id": "t", "timezone": "Mars"}):
        expect_problem(admin.ask("POST", "tenants", body), 422)
    expect_problem(admin.ask("PUT", f"tenants/{tenant.id}", {"id": "other"}), 422, None, "/id")
    expect_problem(admin.ask("GET", "tenants/no-such-tenant"), 404)


@story
def a_tenants_limit_is_kept(server):
    tenant = server.tenant(limit=2)
    tenant.producer.post("tasks/bulk", {"tasks": [{"type": "a"}] * 5})
    expect_equal(len(tenant.lease(max_=5)), 2)


@story_alone
def a_tenant_is_deleted_and_its_name_is_free_again():
    with Server() as server:
        delete_a_tenant(server)


def delete_a_tenant(server):
    ours, theirs = server.tenant(), server.tenant()
    kept = theirs.enqueue()
    run, _ = ours.run_to("processing")
    done, _ = ours.run_to("done", "done.work")
    dead, _ = ours.run_to("failed", "dead.work")
    for _ in range(3):
        ours.producer.post("tasks/bulk", {"tasks": [{"type": "bulk.work", "in": "1h"}] * 500}, 200)
    job = ours.admin.post("jobs", {"code": "report", "handler": "report.daily",
                                   "cron_expression": "0 9 * * *"}, 201).json
    ours.admin.put("users/ann", {"name": "Ann"})
    ours.admin.put("limits/mail-host", {"rate": 3})
    ours.admin.put("types/bulk.work", {"limit": 3})
    expect_problem(ours.admin.ask("DELETE", f"tenants/{ours.id}"), 403)
    expect_problem(server.admin.ask("DELETE", "tenants/system"), 409)
    tokens = [getattr(ours, role).token for role in ROLES]
    operation = server.admin.ask("DELETE", f"tenants/{ours.id}", None, 202).json
    expect_equal((operation["kind"], operation["tenant_id"]), ("delete_tenant", ours.id))
    # At once: nobody asks in its name.
    for token in tokens:
        expect_problem(server.client(token).ask("GET", "tasks"), 401)
    # A crash on the way; it goes on where it was.
    server.kill()
    server.start()
    for token in tokens:
        expect_problem(server.client(token).ask("GET", "tasks"), 401)
    place = "operations/" + operation["id"]
    until("it is done", lambda: server.admin.get(place).json["state"] == "done")
    ended = server.admin.get(place).json
    expect(ended["changed"] >= 1500, f"{ended}")
    expect_problem(server.admin.ask("GET", f"tenants/{ours.id}"), 404)
    expect_problem(server.admin.ask("DELETE", f"tenants/{ours.id}"), 404)
    expect(ours.id not in [row["id"] for row in server.admin.get("tenants").json["data"]], "listed")
    everything = query(tenant_id="*", state="queued,processing,failed,dlq", limit=500)
    left = server.admin.get("queue" + everything).json["data"]
    expect_equal([row["id"] for row in left], [kept["id"]])
    # Made again, it knows nothing of the one before.
    server.admin.post("tenants", {"id": ours.id}, 201)
    here = query(tenant_id=ours.id)
    for path in ("tasks", "jobs", "types", "limits", "tokens", "executions"):
        expect_equal(server.admin.get(path + here).json["data"], [], path)
    expect_problem(server.admin.ask("GET", "users/ann" + here), 404)
    for id_ in (run["id"], done["id"], dead["id"]):
        expect_problem(server.admin.ask("GET", f"queue/{id_}" + here), 404)
    expect_problem(server.admin.ask("GET", f"jobs/{job['id']}" + here), 404)


@story
def priorities_are_read_as_they_were_written(server):
    """On the tenant's own scale; in lists over all tenants on that of all."""
    guild = server.tenant(profile="guild")
    job = {"code": "daily", "handler": "h", "cron_expression": "0 9 * * *", "priority": 2}
    made = guild.producer.post("jobs", job, 201).json
    kept = guild.producer.put("jobs/daily", {"priority": made["priority"]}).json
    expect_equal((made["priority"], kept["priority"]), (2, 2))
    put = guild.operator.put("types/t", {"priority": 4}).json
    expect_equal(guild.operator.put("types/t", {"priority": put["priority"]}).json["priority"], 4)
    expect_equal([one["priority"] for one in guild.viewer.get("types").json["data"]
                  if one["name"] == "t"], [4])
    here = f"tenants/{guild.id}"
    server.admin.put(here, {"priority": 5})
    expect_equal(server.admin.get(here).json["priority"], 5)
    expect_problem(server.admin.ask("PUT", here, {"priority": 6}), 422, "invalid", "/priority")
    run = guild.enqueue("u")["id"]
    expect_equal(guild.run(run)["priority"], 5)
    run = guild.enqueue("t")["id"]
    expect_equal(guild.run(run)["priority"], 4)
    for path, id_, own, of_all in (("queue", run, 4, 7), ("jobs", made["id"], 2, 3)):
        rows = guild.viewer.get(f"{path}?limit=500").json["data"]
        expect_equal([one["priority"] for one in rows if one["id"] == id_], [own])
        rows = walk(server.admin, path, tenant_id="*", limit=500)
        expect_equal([one["priority"] for one in rows if one["id"] == id_], [of_all])


@story
def a_profile_shapes_what_is_created_afterwards(server):
    def priority(tenant, **fields):
        return tenant.run(tenant.enqueue(**fields)["id"])["priority"]

    expect_equal(priority(server.tenant(), priority=4), 4)
    guild = server.tenant(profile="guild")
    seen = server.admin.get(f"tenants/{guild.id}").json
    expect_equal((seen["priority_scale"], seen["unique_scope"]), (5, "bucket"))
    for given, kept in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), ("high", 1), ("low", 5)):
        expect_equal(priority(guild, priority=given), kept)
    expect_problem(guild.producer.ask("POST", "tasks", {"type": "a", "priority": 6}), 422,
                   "invalid", "/priority")
    bulk = guild.producer.post("tasks/bulk", {"tasks": [{"type": "a", "priority": 2},
                                                        {"type": "a", "priority": 9}]}).json
    expect("id" in bulk["results"][0] and "error" in bulk["results"][1], f"{bulk}")
    job = {"code": "j", "handler": "h", "cron_expression": "0 9 * * *"}
    made = guild.producer.post("jobs", dict(job, priority=4), 201).json
    expect_equal(made["priority"], 4)
    expect_equal(guild.producer.put("jobs/j", {"name": "again"}).json["priority"], 4)
    expect_equal(guild.operator.put("types/t", {"priority": 5}).json["priority"], 5)
    expect_equal(guild.operator.put("types/t", {"limit": 5}).json["priority"], 5)
    broadcast = server.tenant(profile="broadcast")
    made = broadcast.producer.post("jobs", job, 201).json
    expect_equal((made["misfire"], made["grace_seconds"]), ("skip", 300))
    made = broadcast.producer.post("jobs", dict(job, code="k", misfire="run_all",
                                                grace_seconds=60), 201).json
    expect_equal((made["misfire"], made["grace_seconds"]), ("run_all", 60))
    billing = server.tenant(profile="billing")
    expect_equal(billing.producer.post("jobs", job, 201).json["misfire"], "run_once")
    task = {"type": "renew", "idempotency_key": "sub:1"}
    first = billing.producer.post("tasks", task, 201).json
    lease = billing.lease(types=["renew"])[0]
    billing.report(lease["execution_id"], "fail", error={"class": "permanent"})
    again = billing.producer.post("tasks", task, 200).json
    expect_equal((again["id"], again["duplicate"]), (first["id"], True))
    server.admin.put(f"tenants/{billing.id}", {"unique_scope": "active", "misfire": "skip",
                                               "priority": 2})
    expect_equal(priority(billing, type_="renew", idempotency_key="sub:1"), 2)
    expect_equal(billing.producer.post("jobs", dict(job, code="l"), 201).json["misfire"],
                 "skip")
    for bad, pointer in (({"priority_scale": 7}, "/priority_scale"),
                         ({"unique_scope": "never"}, "/unique_scope"),
                         ({"grace_seconds": 0}, "/grace_seconds"), ({"priority": 11}, "/priority")):
        expect_problem(server.admin.ask("PUT", f"tenants/{billing.id}", bad), 422, "invalid",
                       pointer)


@story
def a_routes_rate_is_declared_changed_and_taken_away(server):
    tenant, other = server.tenant(), server.tenant()
    expect_equal(tenant.viewer.get("limits").json, {"data": [], "next_cursor": None})
    made = tenant.operator.put("limits/mail-host", {"rate": 5, "per_seconds": 60}).json
    expect_equal({name: made[name] for name in ("route", "rate", "per_seconds", "burst", "scope")},
                 {"route": "mail-host", "rate": 5, "per_seconds": 60, "burst": 5,
                  "scope": "tenant"})
    changed = tenant.operator.ask("PUT", "limits/mail-host", {"burst": 9}, 200,
                                  **{"If-Match": f'"{made["version"]}"'}).json
    expect_equal((changed["rate"], changed["burst"]), (5, 9))
    expect_problem(tenant.operator.ask("PUT", "limits/mail-host", {"burst": 8},
                                       **{"If-Match": f'"{made["version"]}"'}), 412)
    for number in range(5):
        tenant.operator.put(f"limits/host-{number}", {"rate": 1})
    page = tenant.viewer.get("limits?limit=4").json
    rest = tenant.viewer.get("limits?limit=4&cursor=" + page["next_cursor"]).json
    expect_equal([row["route"] for row in page["data"] + rest["data"]],
                 [f"host-{number}" for number in range(5)] + ["mail-host"])
    expect_equal(rest["next_cursor"], None)
    expect_equal(other.viewer.get("limits").json["data"], [])
    expect_problem(other.operator.ask("DELETE", "limits/mail-host"), 404)
    expect_problem(tenant.operator.ask("PUT", "limits/x", {"rate": 1, "scope": "system"}), 422,
                   "invalid", "/scope")
    shared = server.admin.put("limits/shared-host", {"rate": 50, "scope": "system"}).json
    expect_equal((shared["tenant_id"], shared["scope"]), ("system", "system"))
    server.admin.ask("DELETE", "limits/shared-host", None, 204)
    tenant.operator.ask("DELETE", "limits/mail-host", None, 204)
    expect_problem(tenant.operator.ask("DELETE", "limits/mail-host"), 404)


@story
def a_person_sees_and_changes_only_itself(server):
    tenant = server.tenant()
    made = tenant.producer.put("users/ann", {"name": "Ann", "timezone": "Europe/London",
                                             "channels": ["email"], "email": "ann@example.org"})
    ann = server.client(tenant.token("user", user_id="ann")["token"])
    expect_equal(ann.get("users/ann").json, made.json)
    expect_equal(ann.get("users/self").json, made.json)
    changed = ann.put("users/self", {"timezone": "Europe/Paris"}).json
    expect_equal((changed["timezone"], changed["name"]), ("Europe/Paris", "Ann"))
    tenant.producer.put("users/bob", {"name": "Bob"})
    for method, body in (("GET", None), ("PUT", {"name": "Eve"})):
        expect_problem(ann.ask(method, "users/bob", body), 404, "not_found")
    expect_equal(tenant.viewer.get("users/bob").json["name"], "Bob")
    expect_problem(tenant.producer.ask("PUT", "users/ann", {"timezone": "Mars"}), 422, None,
                   "/timezone")
    ann.close()


@story_alone
def a_token_is_shown_once_and_ends_at_once():
    """With a server of its own: tokens that have ended slow their source down."""
    with Server() as server:
        tokens_come_and_go(server)


def tokens_come_and_go(server):
    tenant = server.tenant()
    for role in ROLES:
        whose = {"user_id": "u"} if role == "user" else {}
        made = tenant.admin.post("tokens", {"role": role, "name": f"for {role}", **whose},
                                 201).json
        expect(re.fullmatch(r"belfry_[0-9a-f]{32}_[0-9a-f]{64}_[0-9a-f]{8}", made["token"]), made)
        listed = tenant.admin.get("tokens")
        expect(made["id"] in [one["id"] for one in listed.json["data"]], "not listed")
        expect(made["token"].split("_")[2].encode() not in listed.body, "a secret is listed")
        client = server.client(made["token"])
        client.ask("DELETE", "session", status=204)  # what every role may ask
        tenant.admin.delete(f"tokens/{made['id']}", 204)
        expect_problem(client.ask("DELETE", "session"), 401, "unauthorized")
        client.close()
        expect_problem(tenant.admin.ask("DELETE", f"tokens/{made['id']}"), 404)
    for body, pointer in (({"role": "user"}, "/user_id"), ({"role": "god"}, "/role"),
                          ({}, "/role")):
        expect_problem(tenant.admin.ask("POST", "tokens", body), 422, None, pointer)
    above = {"tenant_id": "system", "role": "admin"}
    expect_problem(tenant.admin.ask("POST", "tokens", above), 404)
    soon = int(time.time() * 1000) + 1000
    short = server.client(tenant.token("viewer", expires_at=soon)["token"])
    until("the token has ended", lambda: short.ask("GET", "queue").status == 401)


@story
def a_token_makes_no_tenant(server):
    before = len(walk(server.admin, "tenants"))
    refused = server.admin.ask("POST", "tokens", {"tenant_id": "nobody-here", "role": "viewer"})
    expect("nobody-here" in expect_problem(refused, 404, "not_found")["detail"], f"{refused!r}")
    expect_equal(len(walk(server.admin, "tenants")), before)
    expect_problem(server.admin.ask("POST", "tokens", {"role": "viewer", "queues": ["batch"]}), 422,
                   "invalid", "/queues")


@story
def a_tenant_sees_how_its_own_runs_stand(server):
    tenant, other = server.tenant(), server.tenant()
    for _ in range(3):
        tenant.enqueue("a")
    other.enqueue("a")
    tenant.lease(types=["a"])
    status = tenant.viewer.get("status").json
    expect_equal((status["tenant_id"], status["runs"]["queued"], status["runs"]["processing"]),
                 (tenant.id, 2, 1))
    expect("runs_in_memory" not in status, f"{status}")
    named = server.admin.get(f"status?tenant_id={other.id}").json
    expect_equal((named["runs"]["queued"], "runs_in_memory" in named), (1, True))


@story_alone
def wrong_tokens_slow_their_source_down():
    with Server() as server:
        good = server.token
        wrong = [good[:-1] + ("0" if good[-1] != "0" else "1"), "x", "belfry_", good + "0",
                 good.upper(), " ".join(good), good[:-9]]
        seen = set()
        for number in range(40):
            answer = server.client(wrong[number % len(wrong)]).ask("GET", "queue")
            expect(answer.status in (401, 429), f"{answer!r}")
            seen.add(answer.status)
            if answer.status == 429:
                expect(int(answer.header("Retry-After")) >= 1, f"{answer.headers}")
        expect_equal(seen, {401, 429})
        server.admin.get("queue")  # who has a good one is not held back
        for scheme in ("Basic", "bearer", "BEARER"):
            answer = server.client().ask("GET", "queue", Authorization=f"{scheme} {good}")
            expect_equal((scheme, answer.status), (scheme, 429 if scheme == "Basic" else 200))


@story
def secrets_are_kept_and_never_shown(server):
    tenant = server.tenant()
    canary = f"canary-{os.getpid()}-5e5a3e"
    for _ in range(2):
        expect(canary.encode() not in tenant.admin.put("secrets/door", {"value": canary}).body,
               "shown when it was kept")
    listed = tenant.admin.get("secrets")
    expect_equal([one["name"] for one in listed.json["data"]], ["door"])
    expect(canary.encode() not in listed.body, "listed")
    for name in os.listdir(server.data):
        with open(os.path.join(server.data, name), "rb") as file:
            expect(canary.encode() not in file.read(), f"in clear in {name}")
    expect(canary not in server.logged(), "logged")
    tenant.admin.delete("secrets/door", 204)
    expect_equal(tenant.admin.get("secrets").json["data"], [])
    expect_problem(tenant.admin.ask("DELETE", "secrets/door"), 404)
    expect_problem(tenant.admin.ask("PUT", "secrets/a%20b", {"value": "x"}), 422)


@story_alone
def a_browser_signs_in_and_out():
    with Server() as server:
        sign_in_and_out(server)


def sign_in_and_out(server):
    tenant = server.tenant()
    nobody = server.client()
    answer = nobody.post("session", {"token": tenant.producer.token}, 201)
    cookie = answer.header("Set-Cookie")
    for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
        expect(word in cookie, f"no {word} in {cookie}")
    expect(tenant.producer.token not in cookie, "the cookie is the token")
    jar = cookie.split(";")[0]
    nobody.get("queue", 200, Cookie=jar)
    task = {"type": "a"}
    for site, status in ((None, 403), ("cross-site", 403), ("same-site", 403),
                         ("same-origin", 201)):
        headers = {"Cookie": jar, **({"Sec_Fetch_Site": site} if site else {})}
        expect_equal((site, nobody.ask("POST", "tasks", task, **headers).status), (site, status))
    expect_problem(nobody.ask("POST", "tasks", task, Cookie=jar, Origin="http://evil.example"), 403)
    # A browser asks for paths of its own accord; one that is not there ends only the request.
    for method, path in (("GET", "/favicon.ico"), ("POST", "/nothing"), ("GET", "nothing"),
                         ("HEAD", "/nothing")):
        expect(nobody.ask(method, path, Cookie=jar).status in (403, 404, 405), f"{method} {path}")
    nobody.get("queue", 200, Cookie=jar)
    nobody.delete("session", 204, Cookie=jar, Sec_Fetch_Site="same-origin")
    expect_problem(nobody.ask("GET", "queue", Cookie=jar), 401)
    for body in ({}, {"token": "x"}, {"code": "x"}, {"nonsense": 1}):
        answer = nobody.ask("POST", "session", body)
        expect(answer.status in (401, 422, 429), f"{answer!r}")
        expect("Set-Cookie".lower() not in answer.headers, f"{answer!r}")


@story
def the_service_tells_how_it_is(server):
    nobody = server.client()
    expect_equal(nobody.get("/healthz").json, {"status": "ok"})
    expect_equal(nobody.get("/readyz").json, {"status": "ready"})
    page = nobody.get("/").body.decode()
    script = re.search(r'src="(/assets/[^"]+)"', page).group(1)
    style = re.search(r'rel="stylesheet" href="(/assets/[^"]+)"', page).group(1)
    for path, kind, keep in (("/", "text/html", "no-cache"), ("/jobs", "text/html", "no-cache"),
                             (script, "text/javascript", "immutable"),
                             (style, "text/css", "immutable")):
        page = nobody.get(path)
        expect(page.body and page.header("Content-Type").startswith(kind), f"{page.headers}")
        expect("default-src 'none'" in (page.header("Content-Security-Policy") or ""),
               f"{path}: {page.headers}")
        expect(keep in page.header("Cache-Control"), f"{path}: {page.headers}")
    # Nothing keeps what was for one reader's eyes, and nothing guesses at what it is.
    for answer in (server.admin.get("jobs"), nobody.ask("GET", "jobs"),
                   server.admin.ask("GET", f"jobs/{ABSENT}")):
        expect_equal((answer.header("Cache-Control"), answer.header("X-Content-Type-Options")),
                     ("no-store", "nosniff"), f"{answer!r}")
    status = server.admin.get("status").json
    for name in ("version", "now", "runs_in_memory", "due", "running", "waiting_calls", "workers"):
        expect(name in status, f"no {name} in {status}")
    tenant = server.tenant()
    for client in (tenant.viewer, server.admin):
        expect_equal(client.get("workers").json["next_cursor"], None)
    expect_problem(tenant.viewer.ask("GET", f"executions/{ABSENT}"), 404)


@story_alone
def a_run_that_failed_stands_in_the_log():
    with Server() as server:
        tenant = server.tenant()
        run, _ = tenant.run_to("failed", "mail.send")
        job = tenant.producer.post("jobs", {"code": "j", "handler": "h",
                                            "schedule_type": "MANUAL"}, 201).json
        of_job = tenant.producer.post("jobs/j/run", {}, 201).json
        tenant.report(tenant.lease(types=["h"])[0]["execution_id"], "fail", error={"class": "bad"})
        server.stop()
        lines = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
        told = [line for line in lines if line.get("run_id") == run["id"]]
        expect_equal([(one["level"], one["tenant"], one["type"], one["state"], one["attempts"])
                      for one in told], [("info", tenant.id, "mail.send", "failed", 1)])
        told = [line.get("job_id") for line in lines if line.get("run_id") == of_job["id"]]
        expect_equal(set(told), {job["id"]})


SAMPLE = r'([a-zA-Z_:][\w:]*)(\{(?:\w+="(?:[^"\\]|\\.)*",?)*\})? (\S+)'


def log_lines(server, message):
    """The lines of the log that say so, as far as they are written."""
    with open(os.path.join(server.folder, "log"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file.read().split("\n")[:-1]]
    return [one for one in lines if one["msg"] == message]


@story_alone
def each_request_stands_in_the_log_without_what_it_said():
    with Server() as server:
        client = server.client(server.token)
        client.post("tasks", {"type": "secretive", "payload": {"word": "sesame"}}, 201,
                    X_Request_Id="mine-1", traceparent=f"00-{'4b' * 16}-{'a1' * 8}-01")
        client.get("queue/no-such-run?tenant_id=acme", 404, X_Request_Id="mine-2")
        server.client("not-a-token").get("jobs", 401)
        client.post("worker/lease", {"worker_id": "w", "types": ["other"]})
        told = until("they are written", lambda: (
            lambda seen: seen if len(seen) >= 3 else None)(log_lines(server, "request answered")))
        first, second, third = told[:3]
        expect_equal((first.get("trace_id"), second.get("trace_id")), ("4b" * 16, None))
        expect_equal((first["level"], first["method"], first["route"], first["status"],
                      first["tenant"], first["request_id"]),
                     ("info", "POST", "tasks", 201, "system", "mine-1"))
        expect(first["bytes_in"] > 10 and first["bytes_out"] > 10 and first["duration_ms"] >= 0,
               f"{first}")
        expect_equal((second["level"], second["route"], second["status"], second["request_id"]),
                     ("info", "queue/:id", 404, "mine-2"))
        expect_equal((third["status"], "tenant" in third), (401, False))
        server.stop()
        text = server.logged()
        for word in ("sesame", "secretive", server.token, "not-a-token", "no-such-run", "acme"):
            expect(word not in text, f"{word} in {text}")
        expect("worker/lease" not in text, text)  # at debug


@story_alone
def requests_can_be_left_out_of_the_log():
    with Server(BELFRY_LOG_REQUESTS="false") as server:
        server.admin.get("jobs")
        server.stop()
        expect_equal(log_lines(server, "request answered"), [])


@story_alone
def log_lines_are_text_where_the_setting_says_so():
    with Server(BELFRY_LOG_FORMAT="text") as server:
        server.admin.get("jobs")
        server.stop()
        lines = [line for line in server.logged().splitlines() if "route=jobs" in line]
        expect(lines and re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?Z info  request ",
                                  lines[0]), server.logged())
    with Server() as server:  # a pipe is not a terminal
        server.admin.get("jobs")
        server.stop()
        expect_equal(len(log_lines(server, "request answered")), 1)


@story
def a_request_id_is_taken_over_if_it_is_a_plain_one(server):
    client = server.admin
    for given, is_taken in (("abc-1.2:3_4", True), ("x" * 64, True), ("x" * 65, False),
                            ("two words", False), ("a\"b", False)):
        answer = client.ask("GET", "queue/nothing", X_Request_Id=given)
        expect_equal(answer.header("X-Request-Id") == given, is_taken, given)
        expect_equal(answer.json["request_id"], answer.header("X-Request-Id"))


@story_alone
def a_strangers_name_is_not_answered():
    with Server(BELFRY_HOSTS="belfry.example.com,jobs.example:8443") as server:
        port = server.port
        for host in ("localhost", f"127.0.0.1:{port}", "[::1]:80", "belfry.example.com",
                     "BELFRY.example.com:443", "jobs.example:8443"):
            server.admin.get("jobs", 200, Host=host)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example",
                     "jobs.example:80", "192.0.2.1"):
            for path in ("jobs", "/healthz", "/"):
                refused = server.admin.ask("GET", path, Host=host)
                expect("BELFRY_HOSTS" in expect_problem(refused, 421, "misdirected")["detail"],
                       f"{refused!r}")
        refused = server.admin.ask("POST", "tasks", {"type": "a"}, Host="evil.example")
        expect_problem(refused, 421, "misdirected")
        expect_equal(walk(server.admin, "tasks"), [])


@story
def a_browser_that_tells_no_site_tells_its_origin(server):
    token = server.tenant().token("producer")["token"]
    browser = server.client()
    host = f"127.0.0.1:{server.port}"
    signed = browser.post("session", {"token": token}, 201)
    cookie = signed.header("Set-Cookie").split(";")[0]
    for origin, status in ((f"http://{host}", 201), ("http://evil.example", 403),
                           (f"https://{host}", 403), ("null", 403), ("", 403)):
        headers = {"Origin": origin} if origin else {}
        browser.post("tasks", {"type": "a"}, status, Cookie=cookie, Host=host, **headers)


def samples(text):
    """Name and labels to value; every sample has a TYPE line before it."""
    found, kinds = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            expect(name not in kinds, f"{name} is described twice")
            kinds[name] = kind
        elif line and not line.startswith("#"):
            match = re.fullmatch(SAMPLE, line)
            expect(match, f"no sample: {line}")
            base = re.sub(r"_(bucket|sum|count)$", "", match.group(1))
            expect(match.group(1) in kinds or base in kinds, f"{line} has no TYPE")
            expect(match.group(1) + (match.group(2) or "") not in found, f"{line} stands twice")
            found[match.group(1) + (match.group(2) or "")] = float(match.group(3))
    return found


@story_alone
def metrics_have_both_sets_of_names():
    """Alone: the first 200 tenants and types have labels of their own, all others share one."""
    with Server() as server:
        tenant = server.tenant()
        for state in ("done", "failed"):
            tenant.run_to(state, "counted")
        ours = server.admin.get("/metrics")
        expect(ours.header("Content-Type").startswith("text/plain"), f"{ours.headers}")
        found = samples(ours.body.decode())
        name = f'belfry_runs_enqueued_total{{type="counted",tenant="{tenant.id}"}}'
        expect_equal(found[name], 2)
        version = server.admin.get("status").json["version"]
        expect_equal(found[f'belfry_build_info{{version="{version}"}}'], 1)
        seeds = samples(server.admin.get("/metrics?names=seed").body.decode())
        expect_equal(seeds[f'am_jobs_queued_total{{type="counted",guild="{tenant.id}"}}'], 2)
        expect(not any(name.startswith("belfry_runs_enqueued") for name in seeds), "both at once")
        expect_problem(server.admin.ask("GET", "/metrics?names=other"), 422, None, "names")
        expect_problem(tenant.admin.ask("GET", "/metrics"), 403, "forbidden")


@story_alone
def a_restart_keeps_everything():
    """Told to stop, it answers who waits; started again, all is as it was."""
    with Server() as server:
        tenant = server.tenant(name="Acme", require_key=True)
        run = tenant.enqueue(idempotency_key="k")
        done, _ = tenant.run_to("done", "b", idempotency_key="b")
        job = tenant.producer.post("jobs", {"code": "j", "handler": "h",
                                            "cron_expression": "0 9 * * *"}, 201).json
        tenant.operator.post("pause", {"scope": "type", "type": "h"})
        token, before = tenant.viewer.token, tenant.run(run["id"])
        lease = tenant.lease(types=["mail.send"])[0]
        server.stop()
        server.start()
        client = server.client(token)
        expect_equal(client.get(f"queue/{run['id']}").json["state"], "processing")
        expect_equal(client.get(f"queue/{done['id']}").json["state"], "done")
        expect_equal(client.get("jobs/j").json, job)
        expect_equal([one["type"] for one in client.get("pauses").json["data"]], ["h"])
        expect_equal(client.get(f"tenants/{tenant.id}").json["name"], "Acme")
        worker = server.client(tenant.worker.token)
        expect_equal(tenant.report(lease["execution_id"], client=worker), (200, "ok"))
        again = server.client(tenant.producer.token).ask(
            "POST", "tasks", {"type": "mail.send", "idempotency_key": "k"}, 200).json
        expect_equal((again["id"], again["duplicate"]), (before["id"], True))


@story_alone
def the_doors_are_shut_by_default():
    """Listening beyond loopback without TLS is refused; files of secrets are ours alone."""
    with Server() as server:
        for name in ("admin.token",):
            mode = os.stat(os.path.join(server.data, name)).st_mode & 0o777
            expect_equal((name, oct(mode)), (name, oct(0o600)))
        expect(server.token not in "".join(server.said) + server.logged(), "the token was told")
    try:
        Server("--listen", "0.0.0.0:0").close()
    except AssertionError as refused:
        expect("TLS" in str(refused) or "tls" in str(refused) or "twice" in str(refused),
               f"{refused}")
    else:
        raise AssertionError("it listens to everybody without TLS")
