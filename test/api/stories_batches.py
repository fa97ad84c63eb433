"""Batches: items cut into chunks, children as they are given, the delivery report, cancelling."""
from dialogue import ABSENT, expect, expect_equal, expect_problem, story, until, walk


def batch(tenant, status=201, **fields):
    return tenant.producer.post("batches", {"type": "mail.send", **fields}, status).json


def seen(tenant, made):
    return tenant.viewer.get(f"batches/{made['id']}").json


@story
def a_broadcast_is_cut_sent_and_reported(server):
    tenant = server.tenant()
    made = batch(tenant, items=list(range(120)))
    expect_equal((made["state"], made["total"]), ("waiting", 3))
    leases = tenant.lease(max_=10)
    expect_equal([len(one["payload"]["items"]) for one in leases], [50, 50, 20])
    expect_equal([one["payload"]["index"] for one in leases], [0, 1, 2])
    expect_equal([one["idempotency_key"] for one in leases],
                 [f"{made['id']}:{n}" for n in range(3)])
    why = tenant.viewer.get(f"queue/{made['id']}/why").json
    expect_equal((why["state"], [one["kind"] for one in why["reasons"]], why["reasons"][0]["ref"]),
                 ("waiting", ["children"], "3"))
    tenant.report(leases[0]["execution_id"])
    tenant.report(leases[1]["execution_id"], "fail",
                  error={"class": "permanent", "message": "no such box"})
    now = seen(tenant, made)
    expect_equal((now["state"], now["done"], now["failed"], now["pending"]), ("waiting", 1, 1, 1))
    tenant.report(leases[2]["execution_id"])
    done = seen(tenant, made)
    report = done["report"]
    expect_equal((done["state"], done["status"], report["total"], report["done"],
                  report["failed"], report["failures_more"]), ("done", "COMPLETED", 3, 2, 1, 0))
    failure = report["failures"][0]
    expect_equal((failure["id"], failure["index"], failure["state"], failure["error_class"],
                  failure["error_message"]),
                 (leases[1]["run_id"], 1, "failed", "permanent", "no such box"))
    parent = tenant.run(made["id"])
    expect_equal((parent["state"], parent["parent_id"]), ("done", None))
    children = walk(tenant.viewer, "queue", parent_id=made["id"])
    expect_equal({one["parent_id"] for one in children}, {made["id"]})
    expect_equal(len(children), 3)
    expect_equal([one["id"] for one in walk(tenant.viewer, "batches", state="done")],
                 [made["id"]])
    expect_equal(walk(tenant.viewer, "batches", state="waiting"), [])


@story
def children_may_be_given_and_begin_apart(server):
    tenant = server.tenant()
    made = batch(tenant, children=[{"payload": {"n": n}} for n in range(3)],
                 chunk_pause_ms=3600000, max_attempts=1)
    leases = tenant.lease(max_=10)
    expect_equal([one["payload"] for one in leases], [{"n": 0}])
    later = walk(tenant.viewer, "queue", parent_id=made["id"], state="queued")
    expect_equal(len(later), 2)
    expect(later[0]["run_at"] > later[1]["run_at"], "an hour apart")
    tenant.report(leases[0]["execution_id"], "retry", error={"class": "network"})
    expect_equal(seen(tenant, made)["report"]["failures"][0]["state"], "dlq")


@story
def a_cancelled_batch_takes_its_children_with_it(server):
    tenant = server.tenant()
    made = batch(tenant, items=list(range(1200)), chunk_size=1)
    lease = tenant.lease()[0]
    gone = tenant.producer.post(f"queue/{made['id']}/cancel", {"reason": "called off"}).json
    expect_equal(gone["state"], "cancelled")
    expect_equal(tenant.lease(max_=10), [])
    ended = until("all are cancelled", lambda: (
        lambda now: now if now["pending"] == 0 else None)(seen(tenant, made)))
    expect_equal((ended["state"], ended["cancelled"], ended["done"]), ("cancelled", 1200, 0))
    expect_equal(tenant.report(lease["execution_id"])[0], 409)
    for action, body in (("cancel", {}), ("retry", {}), ("discard", {}),
                         ("reschedule", {"in": "1h"})):
        expect_problem(tenant.operator.ask("POST", f"queue/{made['id']}/{action}", body), 409)


@story
def a_failure_that_is_mended_leaves_the_report(server):
    tenant = server.tenant()
    made = batch(tenant, items=[1])
    lease = tenant.lease()[0]
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    expect_equal(seen(tenant, made)["state"], "done")
    tenant.operator.post(f"queue/{lease['run_id']}/retry")
    now = seen(tenant, made)
    expect_equal((now["state"], now["failed"], now["pending"], now["report"]["failures"]),
                 ("done", 0, 1, []))
    tenant.report(tenant.lease()[0]["execution_id"])
    now = seen(tenant, made)
    expect_equal((now["state"], now["done"], now["pending"]), ("done", 1, 0))


@story
def the_same_call_makes_one_batch(server):
    tenant = server.tenant()
    body = {"type": "mail.send", "items": [1, 2, 3]}
    key = {"Idempotency-Key": "batch-1"}
    first = tenant.producer.post("batches", body, 201, **key)
    again = tenant.producer.post("batches", body, 201, **key)
    expect_equal(again.json["id"], first.json["id"])
    expect_equal(len(walk(tenant.viewer, "batches")), 1)
    expect_problem(tenant.producer.ask("POST", "batches", {**body, "items": [4]}, **key), 422)


@story
def nothing_is_made_of_a_batch_that_is_wrong(server):
    tenant, other = server.tenant(), server.tenant()
    for body, pointer in (({"items": [1]}, "/type"), ({"type": "t"}, "/items"),
                          ({"type": "t", "items": []}, "/items"),
                          ({"type": "t", "items": [1], "children": [{"payload": {}}]}, "/items"),
                          ({"type": "t", "children": []}, "/children"),
                          ({"type": "t", "children": [{"payload": {}}, {}]},
                           "/children/1/payload"),
                          ({"type": "t", "items": [1], "chunk_size": 10001}, "/chunk_size"),
                          ({"type": "t", "items": [1], "queue": "nowhere"}, "/queue"),
                          ({"type": "t", "items": list(range(10001)), "chunk_size": 1},
                           "/items"),
                          ({"type": "t", "items": ["x" * 300000]}, "/items")):
        expect_problem(tenant.producer.ask("POST", "batches", body), 422, None, pointer)
    expect_equal(walk(tenant.viewer, "queue"), [])
    made = batch(tenant, items=[1])
    expect_problem(other.viewer.ask("GET", f"batches/{made['id']}"), 404)
    expect_problem(tenant.viewer.ask("GET", f"batches/{ABSENT}"), 404)
    expect_problem(tenant.viewer.ask("POST", "batches", {"type": "t", "items": [1]}), 403)


@story
def a_key_makes_one_batch(server):
    tenant = server.tenant()
    body = {"items": [1, 2, 3], "chunk_size": 1, "idempotency_key": "news-7"}
    made = batch(tenant, **body)
    again = batch(tenant, 200, **{**body, "items": [4]})
    expect_equal((made["duplicate"], again["duplicate"]), (False, True))
    expect_equal([again[key] for key in ("id", "state", "status", "total", "idempotency_key")],
                 [made["id"], "waiting", "PENDING", 3, "news-7"])
    expect_equal(tenant.run(made["id"])["idempotency_key"], "news-7")
    expect_equal(len(walk(tenant.viewer, "batches")), 1)
    # Another type, another key and another scope are others.
    expect_equal(batch(tenant, type="mail.other", **body)["duplicate"], False)
    expect_equal(batch(tenant, **{**body, "idempotency_key": "news-8"})["duplicate"], False)
    expect_equal(batch(tenant, unique_scope="active", **body)["duplicate"], False)
    # With an instant the key counts for its minute.
    timed = {**body, "run_at": "2031-03-03T09:00:00Z"}
    first = batch(tenant, **timed)
    expect_equal(batch(tenant, 200, **{**timed, "run_at": "2031-03-03T09:00:30Z"})["id"],
                 first["id"])
    expect_equal(batch(tenant, **{**timed, "run_at": "2031-03-03T09:01:00Z"})["duplicate"], False)
    expect_problem(tenant.producer.ask("POST", "batches", {
        "type": "mail.send", **body, "unique_scope": "sometimes"}), 422, None, "/unique_scope")


@story
def a_key_of_a_batch_comes_free_with_its_scope(server):
    tenant = server.tenant()
    body = {"items": [1, 2], "chunk_size": 1, "idempotency_key": "k"}
    made = {scope: batch(tenant, type=f"t.{scope}", unique_scope=scope, **body)
            for scope in ("active", "succeeded", "forever")}
    for scope in made:
        for lease in tenant.lease(max_=9, types=[f"t.{scope}"]):
            tenant.report(lease["execution_id"])
        again = tenant.producer.ask("POST", "batches",
                                    {"type": f"t.{scope}", "unique_scope": scope, **body})
        expect_equal((again.status, again.json["state"]),
                     (201, "waiting") if scope == "active" else (200, "done"))
    # A retry of the call is answered by how the batch stands now.
    key = {"Idempotency-Key": "once"}
    first = tenant.producer.post("batches", {"type": "t.again", "items": [1]}, 201, **key).json
    tenant.report(tenant.lease(types=["t.again"])[0]["execution_id"])
    again = tenant.producer.post("batches", {"type": "t.again", "items": [1]}, 201, **key).json
    expect_equal((again["id"], again["state"], again["total"]), (first["id"], "done", 1))


@story
def a_cancelled_batch_gives_its_key_back_unless_a_child_has_begun(server):
    tenant = server.tenant()
    body = {"items": [1, 2], "chunk_size": 1, "idempotency_key": "k"}
    made = batch(tenant, **body)
    tenant.producer.post(f"queue/{made['id']}/cancel", {})
    other = batch(tenant, **body)
    expect(other["id"] != made["id"], "the first is taken back")
    tenant.lease()
    tenant.producer.post(f"queue/{other['id']}/cancel", {})
    again = batch(tenant, 200, **body)
    expect_equal((again["id"], again["state"]), (other["id"], "cancelled"))


@story
def children_share_a_payload(server):
    tenant = server.tenant()
    batch(tenant, items=["ann", "bob"], chunk_size=1, payload={"text": "Hi \u00e4", "n": 1.10})
    got = sorted((lease["payload"] for lease in tenant.lease(max_=9)),
                 key=lambda payload: payload["index"])
    expect_equal(got, [{"items": [name], "index": index, "text": "Hi \u00e4", "n": 1.10}
                       for index, name in enumerate(("ann", "bob"))])
    batch(tenant, items=[1], payload={})
    expect_equal(tenant.lease()[0]["payload"], {"items": [1], "index": 0})
    for body, pointer in (({"items": [1], "payload": {"items": 1}}, "/payload"),
                          ({"items": [1], "payload": {"ind\u0065x": 1}}, "/payload"),
                          ({"children": [{"payload": {}}], "payload": {"a": 1}}, "/payload"),
                          ({"items": [1], "payload": [1]}, "/payload"),
                          ({"items": list(range(10000)), "chunk_size": 1,
                            "payload": {"text": "x" * 2000}}, "/payload"),
                          ({"items": ["y" * 2000], "payload": {"text": "x" * 261000}}, "/items")):
        expect_problem(tenant.producer.ask("POST", "batches", {"type": "t", **body}), 422, None,
                       pointer)
    body = {"type": "t", "items": [1], "payload": {"text": "x" * 262000}}
    expect_problem(tenant.producer.ask("POST", "batches", body), 413, None, "/payload")


@story
def items_that_failed_stand_in_the_report(server):
    tenant = server.tenant()
    made = batch(tenant, items=list(range(6)), chunk_size=2)
    leases = sorted(tenant.lease(max_=9), key=lambda lease: lease["payload"]["index"])
    closed = {"class": "dm_closed", "message": "no direct messages"}
    tenant.report(leases[0]["execution_id"], result={"sent": 1, "failures": [
        {"item": "ann", "error": closed}]})
    tenant.report(leases[1]["execution_id"], result={"failures": [
        {"item": {"id": 7}, "error": "gone"}, {"error": {"class": "late"}}, 5]})
    # Attempts that fail say nothing of items; nor do other shapes.
    tenant.report(leases[2]["execution_id"], "retry", error={"class": "network"},
                  result={"failures": [{"item": 1}]})
    report = seen(tenant, made)["report"]
    expect_equal((report["items_failed"], report["item_failures_more"], report["failed"]),
                 (4, 0, 0))
    told = [[row[key] for key in ("id", "index", "item", "error_class", "error_message")]
            for row in report["item_failures"]]
    second, first = leases[1]["run_id"], leases[0]["run_id"]
    expect_equal(told, [[second, 1, {"id": 7}, None, "gone"], [second, 1, None, "late", None],
                        [second, 1, None, None, None],
                        [first, 0, "ann", "dm_closed", "no direct messages"]])
    expect_equal("items_failed" in tenant.viewer.get("batches").json["data"][0], False)


@story
def a_long_list_of_failed_items_is_cut_and_counted(server):
    tenant = server.tenant()
    made = batch(tenant, items=[1, 2], chunk_size=1)
    for lease in tenant.lease(max_=2):
        tenant.report(lease["execution_id"], result={"failures": [
            {"item": "x" * 2000 if n == 0 else n, "error": "\u00e4" * 3000 if n == 0 else "e"}
            for n in range(70)]})
    report = seen(tenant, made)["report"]
    expect_equal((report["items_failed"], len(report["item_failures"]),
                  report["item_failures_more"]), (140, 100, 40))
    expect_equal(report["item_failures"][0]["item"], {"truncated": True, "bytes": 2002})
    expect_equal(report["item_failures"][0]["error_message"],
                 "\u00e4" * 510 + "\u2026")
