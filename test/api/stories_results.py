"""Results and heartbeats are answered one by one: what is wrong or too long costs only itself."""
from dialogue import expect, expect_equal, expect_problem, story


def verdicts(tenant, results, **more):
    """What the call says of each result."""
    body = {"worker_id": "w-1", "results": results, **more}
    answer = tenant.worker.post("worker/results", body).json["results"]
    expect_equal(len(answer), len(results))
    return answer


MALFORMED = [  # (what is wrong with the result, which member)
    ({"outcome": "maybe"}, "/outcome"), ({"outcome": None}, "/outcome"),
    ({"outcome": 5}, "/outcome"),
    ({"error": "boom"}, "/error"), ({"error": {"class": 5}}, "/error/class"),
    ({"error": {"klass": "x"}}, "/error/klass"), ({"mood": 1}, "/mood"),
    ({"retry_after_ms": -1}, "/retry_after_ms"), ({"retry_after_ms": "1s"}, "/retry_after_ms"),
    ({"outcome": "defer"}, "/defer_until"), ({"defer_until": 5}, "/defer_until"),
    ({"outcome": "defer", "defer_until": "soon"}, "/defer_until"),
    ({"schedule": "stop"}, "/schedule"), ({"outcome": "fail", "schedule": "pause"}, "/schedule"),
    ({"rate_limit": {"remaining": -1}}, "/rate_limit/remaining"),
    ({"audit": [{}]}, "/audit/0/event"), ({"audit": [{"event": "e"}] * 9}, "/audit"),
    ({"output": {"stdout": 1}}, "/output/stdout"), ({"execution_id": "no-id"}, "/execution_id"),
    ({"execution_id": None}, "/execution_id"), ({"execution_id": 7}, "/execution_id"),
]


@story
def a_malformed_result_is_refused_alone(server):
    tenant = server.tenant()
    for wrong, pointer in MALFORMED:
        (bad_run, bad), (good_run, good) = (tenant.run_to("processing") for _ in range(2))
        result = {"execution_id": bad["execution_id"], "outcome": "success", **wrong}
        said = verdicts(tenant, [result, {"execution_id": good["execution_id"],
                                          "outcome": "success"}])
        expect_equal((said[0]["status"], said[0]["code"], said[0]["pointer"]),
                     (422, "invalid", "/results/0" + pointer), f"{wrong}")
        expect(said[0]["detail"], f"{said}")
        shown = None if "execution_id" in wrong else bad["execution_id"]
        expect_equal(said[0]["execution_id"], shown)
        expect_equal((said[1]["execution_id"], said[1]["status"], said[1]["code"]),
                     (good["execution_id"], 200, "ok"))
        expect_equal((tenant.state(bad_run["id"]), tenant.state(good_run["id"])),
                     ("processing", "done"), f"{wrong}")
        # Said well, it is taken.
        expect_equal(tenant.report(bad["execution_id"]), (200, "ok"))


@story
def a_result_that_is_no_object_is_refused_alone(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    good = {"execution_id": lease["execution_id"], "outcome": "success"}
    said = verdicts(tenant, [5, "x", None, [], good])
    expect_equal([(one["status"], one.get("pointer")) for one in said],
                 [(422, f"/results/{n}") for n in range(4)] + [(200, None)])


@story
def results_that_are_too_long_are_cut_and_the_outcome_stands(server):
    tenant = server.tenant()
    (big_run, big), (loud_run, loud), (good_run, good) = (
        tenant.run_to("processing", max_attempts=1) for _ in range(3))
    text = "ä" * 40000
    said = verdicts(tenant, [
        {"execution_id": big["execution_id"], "outcome": "success", "result": {"x": "y" * 70000},
         "channel": "c" * 300, "audit": [{"event": "e" * 200, "before": "b" * 5000, "after": 1}]},
        {"execution_id": loud["execution_id"], "outcome": "retry",
         "error": {"class": "E" * 33, "message": text, "stack": text}},
        {"execution_id": good["execution_id"], "outcome": "success", "result": {"x": "y"}}])
    expect_equal([(one["status"], one["code"]) for one in said], [(200, "ok")] * 3)
    expect_equal([one.get("truncated") for one in said],
                 [["/result", "/channel", "/audit/0/event", "/audit/0/before"],
                  ["/error/class", "/error/message", "/error/stack"], None])
    run = tenant.run(big_run["id"])
    expect_equal((run["state"], run["result"]), ("done", {"truncated": True, "bytes": 70009}))
    run = tenant.run(loud_run["id"])
    expect_equal((run["state"], run["last_error"]["class"]), ("dlq", "E" * 29 + "…"))
    message = run["last_error"]["message"]
    expect(message.endswith("ä…") and len(message.encode()) in (1999, 2000), message[-9:])
    attempt = tenant.viewer.get(f"executions/{loud['execution_id']}").json
    stack = attempt["error_stack"]
    expect(stack.endswith("ä…") and len(stack.encode()) in (7999, 8000), stack[-9:])
    expect_equal(tenant.run(good_run["id"])["result"], {"x": "y"})
    told = [one["data"] for one in tenant.viewer.get("events").json["data"]
            if one["type"].endswith("run.audit")]
    expect_equal((told[0]["reason"], told[0]["audit"]["before"], told[0]["audit"]["after"]),
                 ("e" * 97 + "…", {"truncated": True, "bytes": 5002}, 1))


@story
def the_same_long_report_twice_gets_the_same_answer(server):
    tenant = server.tenant()
    _, lease = tenant.run_to("processing")
    for _ in range(2):
        expect_equal(tenant.report(lease["execution_id"], result="y" * 70000,
                                   result_hash="h" * 300), (200, "ok"))


@story
def hashes_that_are_too_long_stay_distinct(server):
    """A cut hash must not make a changed result look unchanged."""
    tenant = server.tenant()
    unchanged = []
    for end in ("a", "b", "b"):
        run, lease = tenant.run_to("processing", idempotency_key="k", unique_scope="active")
        said = verdicts(tenant, [{"execution_id": lease["execution_id"], "outcome": "success",
                                  "result_hash": "h" * 300 + end}])
        expect_equal(said[0]["truncated"], ["/result_hash"])
        seen = tenant.run(run["id"])
        expect(len(seen["last_result_hash"].encode()) <= 255, seen["last_result_hash"])
        unchanged.append(seen["unchanged"])
    expect_equal(unchanged, [False, False, True])


@story
def text_that_a_program_garbled_does_not_refuse_a_report(server):
    """Half surrogates, as Python writes file names that are no UTF-8; NUL; a result that is too
    deep: each is mended or replaced, the others are as they were."""
    tenant = server.tenant()
    runs = [tenant.run_to("processing", max_attempts=1) for _ in range(4)]
    ids = [lease["execution_id"] for _, lease in runs]
    deep = "[" * 300 + "]" * 300
    body = """{"worker_id": "w-1", "results": [
        {"execution_id": "%s", "outcome": "retry",
         "error": {"class": "OSError", "message": "no file caf\\udce9\\u0000.txt"}},
        {"execution_id": "%s", "outcome": "success", "result": {"name": "caf\\udce9", "n": 1}},
        {"execution_id": "%s", "outcome": "success", "result": %s},
        {"execution_id": "%s", "outcome": "success"}]}""" % (ids[0], ids[1], ids[2], deep, ids[3])
    said = tenant.worker.ask("POST", "worker/results", body.encode(), 200).json["results"]
    expect_equal([one["status"] for one in said], [200] * 4, f"{said}")
    expect_equal([one.get("truncated") for one in said], [None, None, ["/result"], None])
    expect_equal(tenant.run(runs[0][0]["id"])["last_error"]["message"],
                 "no file caf\ufffd\ufffd.txt")
    expect_equal(tenant.run(runs[1][0]["id"])["result"], {"name": "caf\ufffd", "n": 1})
    expect_equal(tenant.run(runs[2][0]["id"])["result"], {"truncated": True, "bytes": 600})
    # Too deep in a member that cannot be replaced: that result alone.
    lease = tenant.run_to("processing")[1]
    body = """{"worker_id": "w-1", "results": [{"execution_id": "%s", "outcome": "success",
        "error": %s}, {"execution_id": "%s", "outcome": "success"}]}""" % (
            lease["execution_id"], deep, ids[3])
    said = tenant.worker.ask("POST", "worker/results", body.encode(), 200).json["results"]
    expect_equal([(one["status"], one.get("pointer")) for one in said],
                 [(422, "/results/0"), (200, None)])


@story
def a_lease_that_is_refused_leaves_the_results_taken(server):
    tenant = server.tenant()
    client = server.client(tenant.token("worker", queues=["batch"])["token"])
    run = tenant.enqueue("a", queue="batch")
    lease = tenant.lease(client)[0]
    body = {"worker_id": "w-1", "lease": {"queues": ["default"]},
            "results": [{"execution_id": lease["execution_id"], "outcome": "success"}]}
    answer = client.post("worker/results", body).json
    expect_equal((answer["results"][0]["status"], answer["leases"]), (200, []))
    expect_equal((answer["lease_refused"]["status"], answer["lease_refused"]["code"]),
                 (403, "forbidden"))
    expect("default" in answer["lease_refused"]["detail"], f"{answer}")
    expect_equal(tenant.state(run["id"]), "done")
    body["results"] = []
    expect_problem(client.ask("POST", "worker/results", body), 403, "forbidden")
    client.close()


@story
def one_bad_heartbeat_leaves_the_others_their_leases(server):
    tenant = server.tenant()
    ids = [tenant.run_to("processing", f"type.{n}")[1]["execution_id"] for n in range(5)]
    beats = [{"execution_id": ids[0]}, {"execution_id": "no-id"}, 7,
             {"execution_id": ids[1], "progress_percent": 101},
             {"execution_id": ids[2], "progress_message": "m" * 400},
             {"execution_id": ids[3], "progress_message": 5, "progress_percent": 10},
             {"progress_percent": 1}, {"execution_id": ids[4], "mood": "good"}]
    answer = tenant.worker.post("worker/heartbeat", {"worker_id": "w-1", "executions": beats}).json
    # The lease of an execution that can be told is extended, whatever its progress says.
    expect_equal((answer["extended"], answer["lost"], answer["cancelled"]), (ids, [], []))
    expect_equal([(one["execution_id"], one["status"], one["code"], one["pointer"])
                  for one in answer["refused"]],
                 [(None, 422, "invalid", "/executions/1/execution_id"),
                  (None, 422, "invalid", "/executions/2"),
                  (ids[1], 422, "invalid", "/executions/3/progress_percent"),
                  (ids[3], 422, "invalid", "/executions/5/progress_message"),
                  (None, 422, "invalid", "/executions/6/execution_id"),
                  (ids[4], 422, "invalid", "/executions/7/mood")])
    seen = tenant.viewer.get(f"executions/{ids[2]}").json
    expect_equal(seen["progress_message"], "m" * 252 + "…")
    for id_ in (ids[1], ids[3]):
        seen = tenant.viewer.get(f"executions/{id_}").json
        expect_equal((seen["progress_percent"], seen["progress_message"]), (0, None))
