"""Effects: outside changes that happen once; who may claim, complete, release and look."""
from dialogue import expect, expect_equal, expect_problem, story, together, until, walk


def claim(tenant, status=200, client=None, **fields):
    body = {"action_key": "charge", **fields}
    return (client or tenant.worker).post("effects/claim", body, status).json


@story
def only_the_first_goes_ahead_and_others_get_its_result(server):
    tenant, other = server.tenant(), server.tenant()
    first = claim(tenant, idempotency_key="k")
    expect_equal((first["first"], first["state"]), (True, "open"))
    second = claim(tenant, idempotency_key="k")
    expect_equal((second["first"], second["state"], second["claim_id"]),
                 (False, "open", first["claim_id"]))
    expect(claim(other, idempotency_key="k")["first"], "another tenant's effect is another")
    expect(claim(tenant, idempotency_key="k", scope="b:1")["first"], "another scope")
    done = tenant.worker.post("effects/complete", {"claim_id": first["claim_id"],
                                                   "result": {"id": 7}}).json
    expect_equal(done["state"], "done")
    third = claim(tenant, idempotency_key="k")
    expect_equal((third["first"], third["state"], third["result"]), (False, "done", {"id": 7}))
    again = {"claim_id": first["claim_id"], "result": {"id": 7}}
    expect_equal(tenant.worker.post("effects/complete", again).json["state"], "done")
    expect_problem(tenant.worker.ask("POST", "effects/complete", {**again, "result": 8}), 409,
                   "conflict")
    expect_problem(other.worker.ask("POST", "effects/complete", again), 404)
    expect_problem(other.worker.ask("POST", "effects/release",
                                    {"claim_id": first["claim_id"]}), 404)


@story
def of_many_at_once_one_is_first(server):
    tenant = server.tenant()
    clients = [server.client(tenant.worker.token) for _ in range(16)]
    for number in range(10):
        answers = together(*[lambda client=client: claim(tenant, client=client,
                                                         idempotency_key=f"race-{number}")
                             for client in clients])
        expect_equal(sum(one["first"] for one in answers), 1)
        expect_equal(len({one["claim_id"] for one in answers}), 1)
    for client in clients:
        client.close()


@story
def a_lost_lease_can_neither_claim_nor_complete(server):
    tenant = server.tenant()
    tenant.enqueue("charge", max_attempts=5)
    lease = tenant.lease(types=["charge"])[0]
    first = claim(tenant, execution_id=lease["execution_id"])
    expect_equal((first["first"], first["run_id"]), (True, lease["run_id"]))
    expect(claim(tenant, execution_id=lease["execution_id"])["first"], "the same execution again")
    tenant.report(lease["execution_id"], "retry", retry_after_ms=1,
                  error={"class": "network"})
    late = tenant.worker.ask("POST", "effects/complete", {"claim_id": first["claim_id"]})
    expect_problem(late, 409, "lease_lost")
    expect_problem(tenant.worker.ask("POST", "effects/claim",
                                     {"action_key": "charge",
                                      "execution_id": lease["execution_id"]}), 409, "lease_lost")
    leases = until("its next attempt", lambda: tenant.lease(types=["charge"]))
    seen = claim(tenant, execution_id=leases[0]["execution_id"])
    expect_equal((seen["first"], seen["state"]), (False, "in_doubt"))
    doubtful = walk(tenant.viewer, "effects", state="in_doubt")
    expect_equal([one["claim_id"] for one in doubtful], [first["claim_id"]])
    # The attempt has looked, and says what it found.
    resolved = tenant.worker.post("effects/complete", {
        "claim_id": seen["claim_id"], "execution_id": leases[0]["execution_id"],
        "result": "found"}).json
    expect_equal((resolved["state"], resolved["result"]), ("done", "found"))


@story
def what_is_in_doubt_is_released_by_an_operator(server):
    tenant = server.tenant()
    tenant.enqueue("charge")
    lease = tenant.lease(types=["charge"])[0]
    first = claim(tenant, idempotency_key="k", execution_id=lease["execution_id"])
    tenant.report(lease["execution_id"], "fail", error={"class": "permanent"})
    expect_equal(claim(tenant, idempotency_key="k")["state"], "in_doubt")
    body = {"claim_id": first["claim_id"], "reason": "the bank knows nothing of it"}
    expect_problem(tenant.worker.ask("POST", "effects/release", body), 409, "lease_lost")
    expect_problem(tenant.producer.ask("POST", "effects/release", body), 403)
    expect_equal(tenant.operator.post("effects/release", body).json["state"], "released")
    expect_equal(tenant.operator.post("effects/release", body).json["state"], "released")
    second = claim(tenant, idempotency_key="k")
    expect(second["first"], "what was released is had by the next")
    expect_problem(tenant.worker.ask("POST", "effects/complete",
                                     {"claim_id": first["claim_id"]}), 409, "lease_lost")
    admin = {"claim_id": second["claim_id"], "resolve": True}
    expect_problem(tenant.worker.ask("POST", "effects/complete", admin), 403)
    expect_equal(tenant.admin.post("effects/complete", admin).json["state"], "done")


@story
def past_its_time_a_claim_is_in_doubt_unless_it_reopens(server):
    tenant = server.tenant()
    claim(tenant, idempotency_key="kept", ttl_seconds=1)
    first = claim(tenant, idempotency_key="harmless", ttl_seconds=1, on_abandoned="reopen")
    until("it is in doubt", lambda: claim(tenant, idempotency_key="kept")["state"] == "in_doubt")
    second = until("the next is first",
                   lambda: (lambda one: one if one["first"] else None)(
                       claim(tenant, idempotency_key="harmless")))
    expect(second["claim_id"] != first["claim_id"], "a claim of its own")


@story
def the_same_call_again_is_first_again(server):
    tenant = server.tenant()
    body = {"action_key": "charge", "idempotency_key": "k"}
    first = tenant.worker.post("effects/claim", body, **{"Idempotency-Key": "call-1"})
    again = tenant.worker.post("effects/claim", body, **{"Idempotency-Key": "call-1"})
    expect_equal((again.json["first"], again.json["claim_id"]), (True, first.json["claim_id"]))
    expect_equal(again.header("Idempotent-Replayed"), "true")
    expect_problem(tenant.worker.ask("POST", "effects/claim", {**body, "scope": "s"},
                                     **{"Idempotency-Key": "call-1"}), 422)


@story
def a_worker_looks_up_only_what_it_can_name(server):
    tenant, other = server.tenant(), server.tenant()
    for number in range(3):
        claim(tenant, idempotency_key=f"k-{number}")
    expect_problem(tenant.worker.ask("GET", "effects"), 422, "invalid")
    expect_problem(tenant.worker.ask("GET", "effects?action_key=charge"), 422)
    found = tenant.worker.get("effects?action_key=charge&idempotency_key=k-1").json["data"]
    expect_equal([one["idempotency_key"] for one in found], ["k-1"])
    expect_equal(len(walk(tenant.viewer, "effects", limit=2)), 3)
    expect_equal(len(walk(tenant.viewer, "effects", state="done")), 0)
    expect_equal(len(walk(other.viewer, "effects")), 0)
    expect_problem(tenant.viewer.ask("POST", "effects/claim", {"action_key": "a"}), 403)


@story
def what_is_wrong_with_a_claim_is_named(server):
    tenant = server.tenant()
    for body, pointer in (({}, "/action_key"), ({"action_key": "a"}, "/idempotency_key"),
                          ({"action_key": "a" * 129, "idempotency_key": "k"}, "/action_key"),
                          ({"action_key": "a", "idempotency_key": "k" * 256},
                           "/idempotency_key"),
                          ({"action_key": "a", "idempotency_key": "k", "scope": "s" * 256},
                           "/scope"),
                          ({"action_key": "a", "idempotency_key": "k", "ttl_seconds": 604801},
                           "/ttl_seconds"),
                          ({"action_key": "a", "idempotency_key": "k", "on_abandoned": "x"},
                           "/on_abandoned")):
        expect_problem(tenant.worker.ask("POST", "effects/claim", body), 422, None, pointer)
    first = claim(tenant, idempotency_key="k")
    expect_problem(tenant.worker.ask("POST", "effects/complete",
                                     {"claim_id": first["claim_id"], "result": "x" * 9000}), 413,
                   None, "/result")


@story
def the_system_names_the_tenant_in_the_body_or_in_the_query(server):
    tenant, other = server.tenant(), server.tenant()
    body = {"action_key": "charge", "idempotency_key": "k"}
    first = server.admin.post(f"effects/claim?tenant_id={tenant.id}", body).json
    expect(first["first"], f"{first}")
    again = server.admin.post("effects/claim", {**body, "tenant_id": tenant.id}).json
    expect_equal((again["first"], again["claim_id"]), (False, first["claim_id"]))
    expect(server.admin.post(f"effects/claim?tenant_id={other.id}", body).json["first"],
           "another tenant's is another effect")
    done = {"claim_id": first["claim_id"], "result": 1}
    expect_problem(server.admin.ask("POST", f"effects/complete?tenant_id={other.id}", done), 404)
    server.admin.post(f"effects/complete?tenant_id={tenant.id}", done)
    # A tenant's own token may say what it is, and nothing else.
    expect_equal(tenant.worker.post(f"effects/claim?tenant_id={tenant.id}", body).json["state"],
                 "done")
    expect_problem(tenant.worker.ask("POST", f"effects/claim?tenant_id={other.id}", body), 404)
