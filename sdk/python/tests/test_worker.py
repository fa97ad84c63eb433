import asyncio
import os
import signal
import subprocess
import sys
import threading
import unittest
import unittest.mock
from datetime import datetime, timezone

from belfry import ApiError, Client, Defer, Fail, LeaseLost, RetryAfter, RunCancelled, Worker
from support import PATIENCE, Proxy, Server, until


class WorkerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.client = Client(cls.server.url, cls.server.token)
        cls.addClassCleanup(cls.client.close)

    def worker(self, proxy=None, **options):
        client = self.client if proxy is None else self.client_of(proxy.url, self.server.token)
        return Worker(client, **options)

    def client_of(self, url, token):
        client = Client(url, token)
        self.addCleanup(client.close)
        return client

    def post(self, type, payload=None, **more):
        return self.client.post("/tasks", {"type": type, "payload": payload or {}, **more})["id"]

    def run_of(self, id):
        return self.client.get("/queue/{id}", id=id)

    def ended(self, id):
        def look():
            run = self.run_of(id)
            return run if run["state"] in ("done", "failed", "dlq", "cancelled") else None

        return until(look, "the run's end")

    def retry_at_once(self, type):
        body = {"backoff": {"kind": "fixed", "base_ms": 1}, "max_attempts": 20}
        self.client.put("/types/{name}", body, name=type)

    def test_result_of_handler_is_result_of_run(self):
        id = self.post("result.mine", {"n": 4})
        worker = self.worker()
        worker.handler("result.mine")(lambda context: {"twice": context.payload["n"] * 2})
        worker.start()
        self.assertEqual(self.ended(id)["result"], {"twice": 8})
        worker.stop()

    def test_errors_decide_how_a_run_ends(self):
        fail, retry, defer = (
            self.post("ends.fail"),
            self.post("ends.retry", max_attempts=2),
            self.post("ends.defer"),
        )
        worker = self.worker()
        seen = {"retry": 0, "defer": 0}

        @worker.handler("ends.fail")
        def _(context):
            raise Fail("never", "no_such_user")

        @worker.handler("ends.retry")
        def _(context):
            seen["retry"] += 1
            if seen["retry"] < 2:
                raise RetryAfter(0, "not yet", "network")

        @worker.handler("ends.defer")
        def _(context):
            seen["defer"] += 1
            if seen["defer"] == 1:
                raise Defer(datetime.now(timezone.utc))

        worker.start()
        self.assertEqual(self.ended(fail)["last_error"]["class"], "no_such_user")
        self.assertEqual(self.ended(retry)["attempts"], 2)
        self.assertEqual(self.ended(defer)["attempts"], 1, "a deferral uses no attempt")
        worker.stop()

    def test_handler_says_that_nothing_was_to_be_done_and_what_it_printed(self):
        id = self.post("ends.noop")
        worker = self.worker()

        @worker.handler("ends.noop")
        def _(context):
            context.noop()
            context.report(output={"stdout": "nothing new", "stdout_bytes": 11})
            return {"new": 0}

        worker.start()
        self.assertEqual(self.ended(id)["result"], {"new": 0})
        worker.stop()
        (execution,) = self.client.list("/executions", query={"run_id": id})
        self.assertEqual((execution["status"], execution["outcome"]), ("COMPLETED", "noop"))
        output = self.client.get("/executions/{id}/output", id=execution["id"])
        self.assertEqual(output["stdout"]["text"], "nothing new")

    def test_result_that_is_no_json_fails_its_run_alone(self):
        bad, good = self.post("result.odd", {"odd": True}), self.post("result.odd")
        worker = self.worker()
        worker.handler("result.odd")(
            lambda context: {"n": object() if context.payload.get("odd") else 1}
        )
        worker.start()
        self.assertEqual(self.ended(bad)["last_error"]["class"], "bad_report")
        self.assertEqual(self.ended(good)["result"], {"n": 1})
        worker.stop()

    def test_idle_worker_makes_one_request_a_wait(self):
        proxy = Proxy(self.server)
        with unittest.mock.patch.dict(os.environ, {"WORKER_WAIT_MS": "200"}):
            worker = self.worker(proxy)
        worker.handler("idle.none")(lambda context: None)
        worker.start()
        until(lambda: proxy.counts.get("POST /worker/lease", 0) >= 4, "four waits")
        self.assertEqual(list(proxy.counts), ["POST /worker/lease"], "and nothing else")
        worker.stop()
        proxy.close()

    def test_handler_that_outlives_its_lease_keeps_it(self):
        id = self.post("long.one")
        proxy = Proxy(self.server)
        worker = self.worker(proxy, lease=15)

        @worker.handler("long.one")
        def _(context):
            until(
                lambda: proxy.counts.get("POST /worker/heartbeat", 0) >= 4
                or context.cancelled.is_set()
            )
            return {"lost": context.cancelled.is_set()}

        worker.start()
        run = self.ended(id)
        self.assertEqual((run["result"], run["attempts"]), ({"lost": False}, 1))
        worker.stop()
        proxy.close()

    def test_cancelled_run_stops_its_handler(self):
        id = self.post("cancel.me")
        reasons = []
        worker = self.worker(lease=5)

        @worker.handler("cancel.me")
        def _(context):
            context.cancelled.wait(PATIENCE)
            reasons.append(context.reason)
            context.check()

        worker.start()
        until(lambda: self.run_of(id)["state"] == "processing", "the run's begin")
        self.client.post("/queue/{id}/cancel", id=id)
        self.assertEqual(self.ended(id)["state"], "cancelled")
        until(lambda: reasons, "the word about it")
        self.assertIsInstance(reasons[0], (RunCancelled, LeaseLost))
        worker.stop()

    def test_lost_lease_is_told_and_not_reported(self):
        self.retry_at_once("lose.it")
        id = self.post("lose.it")
        cut = [True]
        proxy = Proxy(
            self.server, lambda name: 503 if cut[0] and name == "POST /worker/heartbeat" else None
        )
        reasons, gate = [], threading.Event()
        first = self.worker(proxy, lease=5, concurrency=1)

        @first.handler("lose.it")
        def _(context):
            context.cancelled.wait(PATIENCE)
            reasons.append(context.reason)
            gate.wait(PATIENCE)  # It goes on all the same.
            return "from the first"

        first.start()
        until(lambda: self.run_of(id)["state"] == "processing", "the run's begin")
        second = self.worker()
        second.handler("lose.it")(lambda context: "from the second")
        second.start()
        self.assertEqual(self.ended(id)["result"], "from the second")
        cut[0] = False
        until(lambda: reasons, "the word about the lost lease")
        self.assertIsInstance(reasons[0], LeaseLost)
        gate.set()
        first.stop()
        second.stop()
        self.assertEqual(self.run_of(id)["result"], "from the second")
        proxy.close()

    def test_stop_gives_the_run_of_a_busy_handler_back(self):
        id = self.post("stop.busy")
        begun = threading.Event()
        worker = self.worker(grace=0.05)

        @worker.handler("stop.busy")
        def _(context):
            begun.set()
            context.cancelled.wait(PATIENCE)
            context.check()

        worker.start()
        self.assertTrue(begun.wait(PATIENCE))
        worker.stop()
        run = self.run_of(id)
        self.assertEqual((run["state"], run["attempts"]), ("queued", 0))

    def test_process_ends_beside_a_handler_that_heeds_nothing(self):
        id = self.post("stop.deaf")
        program = """
import time
from belfry import Worker
worker = Worker(grace=0.05)
worker.handler("stop.deaf")(lambda context: (print("begun", flush=True), time.sleep(86400)))
worker.run()
"""
        env = {**os.environ, "BELFRY_URL": self.server.url, "BELFRY_TOKEN": self.server.token}
        process = subprocess.Popen(
            [sys.executable, "-c", program], env=env, stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "begun\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)
        process.stdout.close()
        run = self.run_of(id)
        self.assertEqual((run["state"], run["attempts"]), ("queued", 0), "it was given back")

    def test_stop_ends_without_a_server_and_the_run_is_tried_again(self):
        self.retry_at_once("stop.alone")
        id = self.post("stop.alone")
        proxy = Proxy(self.server, lambda name: 503 if name == "POST /worker/results" else None)
        self.addCleanup(proxy.close)
        worker = self.worker(proxy, grace=0.05, lease=5)
        worker.handler("stop.alone")(lambda context: "done")
        worker.start()
        until(lambda: proxy.counts.get("POST /worker/results"), "the first report")
        failures = []

        def stop():
            try:
                worker.stop()
            except ApiError as error:
                failures.append(error.status)

        threading.Thread(target=stop, daemon=True).start()
        until(lambda: failures, "the worker's end")
        self.assertEqual(failures, [503], "it says what it could not report")
        other = self.worker()
        other.handler("stop.alone")(lambda context: context.attempt)
        other.start()
        run = self.ended(id)
        self.assertEqual((run["state"], run["result"]), ("done", 2), "the lease has run out")
        other.stop()

    def test_thousand_runs_through_kills_and_lost_answers(self):
        many = 1000
        self.retry_at_once("chaos.pay")
        calls = [0]

        def spoil(name):
            if not name.startswith(("POST /worker", "POST /effects")):
                return None
            calls[0] += 1
            return 503 if calls[0] % 29 == 0 else "lose" if calls[0] % 31 == 0 else None

        proxy = Proxy(self.server, spoil)
        for i in range(0, many, 250):
            tasks = [
                {"type": "chaos.pay", "payload": {"n": n}, "idempotency_key": f"pay:{n}"}
                for n in range(i, i + 250)
            ]
            self.client.post("/tasks/bulk", {"tasks": tasks})
        effects = {}
        lock = threading.Lock()
        worker = self.worker(proxy, concurrency=16, wait=0.5, lease=5)

        @worker.handler("chaos.pay")
        def _(context):
            n = context.payload["n"]

            def pay():
                with lock:
                    effects[n] = effects.get(n, 0) + 1
                return {"paid": n}

            return context.once("pay", pay, check=lambda: {"paid": n} if n in effects else None)

        worker.start()
        for kill in (1, 2, 3):
            until(lambda: len(effects) >= many * kill // 5, "progress")
            self.server.restart()

        def left():
            query = {
                "type": "chaos.pay",
                "state": "queued,processing,waiting,failed,dlq",
                "limit": 1,
            }
            return len(effects) == many and not self.client.get("/queue", query=query)["data"]

        until(left, "all of them")
        worker.stop()
        self.assertEqual(max(effects.values()), 1, "no effect twice")
        proxy.close()

    def test_results_share_calls_that_lease_again(self):
        many, seen, lock = 400, [0], threading.Lock()
        # Fifty end together, so that how fast the machine is does not decide what is shared.
        together = threading.Barrier(50, timeout=PATIENCE)
        tasks = [{"type": "batch.many", "payload": {}}] * many
        self.client.post("/tasks/bulk", {"tasks": tasks})
        proxy = Proxy(self.server)
        worker = self.worker(proxy, concurrency=50)

        @worker.handler("batch.many")
        def _(context):
            together.wait()
            with lock:
                seen[0] += 1

        worker.start()
        until(lambda: seen[0] == many, "all of them")
        worker.stop()
        leases, results = (proxy.counts.get(f"POST /worker/{n}", 0) for n in ("lease", "results"))
        self.assertLessEqual(leases + results, many * 3 // 4, f"{leases} leases, {results} results")
        proxy.close()

    def test_limit_of_a_type_holds_beside_the_worker_s(self):
        self.client.post("/tasks/bulk", {"tasks": [{"type": "limit.two", "payload": {}}] * 20})
        lock = threading.Lock()
        seen = {"now": 0, "most": 0, "count": 0}
        worker = self.worker()

        @worker.handler("limit.two", concurrency=2)
        def _(context):
            with lock:
                seen["now"] += 1
                seen["most"] = max(seen["most"], seen["now"])
            with lock:
                seen["now"] -= 1
                seen["count"] += 1

        worker.handler("limit.other")(lambda context: None)
        worker.start()
        until(lambda: seen["count"] == 20, "all twenty")
        self.assertLessEqual(seen["most"], 2)
        worker.stop()

    def test_payload_that_does_not_fit_fails_for_good(self):
        good, bad = self.post("schema.check", {"n": 1}), self.post("schema.check", {"n": "one"})

        def schema(payload):
            if not isinstance(payload["n"], int):
                raise ValueError("n: must be a number")
            return payload["n"]

        worker = self.worker()
        worker.handler("schema.check", schema=schema)(lambda context: context.payload + 1)
        worker.start()
        self.assertEqual(self.ended(good)["result"], 2)
        error = self.ended(bad)["last_error"]
        self.assertEqual(error["class"], "validation")
        self.assertIn("n: must be a number", error["message"])
        worker.stop()

    def test_progress_is_shown_while_the_run_goes_on(self):
        id = self.post("progress.shown")
        gate = threading.Event()
        worker = self.worker()

        @worker.handler("progress.shown")
        def _(context):
            context.progress(40, "reading")
            gate.wait(PATIENCE)

        worker.start()

        def look():
            page = self.client.get("/executions", query={"run_id": id})
            return next((one for one in page["data"] if one["progress_percent"] == 40), None)

        self.assertEqual(until(look, "the progress")["progress_message"], "reading")
        gate.set()
        self.ended(id)
        worker.stop()

    def test_handler_whose_lease_cannot_be_renewed_is_told(self):
        id = self.post("renew.never", max_attempts=1)
        proxy = Proxy(self.server, lambda name: 503 if name == "POST /worker/heartbeat" else None)
        reasons = []
        worker = self.worker(proxy, lease=5)

        @worker.handler("renew.never")
        def _(context):
            context.cancelled.wait(PATIENCE)
            reasons.append(context.reason)
            context.check()

        worker.start()
        until(lambda: reasons, "the reason")
        self.assertIsInstance(reasons[0], LeaseLost)
        self.assertIn("could not be renewed", str(reasons[0]))
        error = self.ended(id)["last_error"]
        self.assertEqual(error["class"], "stalled", "and nothing was reported")
        worker.stop()
        proxy.close()

    def test_report_that_the_server_cannot_take_fails_its_run_alone(self):
        bad, good = self.post("report.odd", {"odd": True}), self.post("report.odd")
        worker = self.worker()

        @worker.handler("report.odd")
        def _(context):
            if context.payload.get("odd"):
                context.report(schedule="nonsense")
            return {"n": 1}

        worker.start()
        run = self.ended(bad)
        self.assertEqual((run["state"], run["last_error"]["class"]), ("failed", "bad_report"))
        self.assertEqual(self.ended(good)["result"], {"n": 1})
        worker.stop()

    def test_settings_of_the_environment_count(self):
        names = {"WORKER_BATCH": "3", "WORKER_LEASE_MS": "7000", "WORKER_MAX_ATTEMPTS": "1"}
        with unittest.mock.patch.dict(os.environ, names):
            id, leases = self.post("env.one"), []
            worker = self.worker()

            @worker.handler("env.one")
            def _(context):
                leases.append(context.lease["lease_ms"])
                raise RuntimeError("no luck")

            worker.start()
            run = self.ended(id)
            self.assertEqual((run["state"], run["attempts"], leases), ("failed", 1, [7000]))
            worker.stop()
            os.environ["WORKER_BATCH"] = "many"
            with self.assertRaisesRegex(ValueError, "WORKER_BATCH must be a whole number"):
                self.worker()
            with self.assertRaisesRegex(ValueError, "concurrency must be"):
                self.worker(concurrency=0)

    def test_calls_of_a_handler_carry_the_trace_context(self):
        trace, seen = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", []
        worker = self.worker()

        @worker.handler("trace.first")
        def _(context):
            context.client.post("/tasks", {"type": "trace.second", "payload": {}})

        @worker.handler("trace.second")
        def _(context):
            seen.append(context.lease["traceparent"])

        worker.start()
        self.client.with_trace(trace).post("/tasks", {"type": "trace.first", "payload": {}})
        until(lambda: seen, "the second run")
        self.assertRegex(seen[0], "^00-0af7651916cd43dd8448eb211c80319c-")
        worker.stop()

    def test_middleware_wraps_handlers_the_first_one_outermost(self):
        id, order = self.post("middle.ware"), []
        worker = self.worker()

        @worker.use
        def outer(context, next):
            order.append(f"in {context.type}")
            result = next()
            order.append("out")
            return {**result, "wrapped": True}

        @worker.use
        def inner(context, next):
            order.append("inner")
            return next()

        worker.handler("middle.ware")(lambda context: {"plain": True})
        worker.start()
        self.assertEqual(self.ended(id)["result"], {"plain": True, "wrapped": True})
        self.assertEqual(order, ["in middle.ware", "inner", "out"])
        worker.stop()

    def test_log_lines_are_a_fixed_phrase_and_fields(self):
        id = self.post("logs.one")
        worker = self.worker(worker_id="logs-1")

        @worker.handler("logs.one")
        def _(context):
            raise Fail("gone", "not_found")

        with self.assertLogs("belfry", "INFO") as caught:
            worker.start()
            self.ended(id)
            worker.stop()
        line = next(line for line in caught.records if line.getMessage() == "run ended")
        self.assertEqual(
            (line.levelname, line.tenant_id, line.run_id, line.type, line.attempt, line.outcome),
            ("WARNING", "system", id, "logs.one", 1, "fail"),
        )
        self.assertEqual((line.error_class, line.error), ("not_found", "gone"))

    def test_worker_whose_token_is_taken_away_ends_with_the_reason(self):
        body = {"tenant_id": "system", "role": "worker", "name": "short"}
        token = self.client.post("/tokens", body)
        self.post("token.gone")
        begun, gate = threading.Event(), threading.Event()
        worker = Worker(self.client_of(self.server.url, token["token"]), wait=0.2)

        @worker.handler("token.gone")
        def _(context):
            begun.set()
            gate.wait(PATIENCE)

        worker.start()
        self.assertTrue(begun.wait(PATIENCE))
        self.client.delete("/tokens/{id}", id=token["id"])
        gate.set()
        self.assertTrue(worker._ended.wait(PATIENCE))
        with self.assertRaises(ApiError) as caught:
            worker.stop()
        self.assertEqual(caught.exception.status, 401)

    def test_worker_takes_64_types_and_no_more(self):
        worker = self.worker()
        for n in range(64):
            worker.handler(f"type.{n}")(lambda context: None)
        with self.assertRaisesRegex(ValueError, "at most 64 types"):
            worker.handler("type.64")(lambda context: None)
        with self.assertRaisesRegex(ValueError, "has a handler already"):
            worker.handler("type.0")(lambda context: None)

    def test_every_applies_a_job(self):
        worker = self.worker()

        @worker.every("0 9 * * MON", timezone="Europe/London", payload={"a": 1})
        def report_weekly(context):
            pass

        worker.start()
        job = self.client.get("/jobs/{id}", id="report.weekly")
        self.assertEqual(
            (job["cron_expression"], job["timezone"]), ("0 9 * * MON", "Europe/London")
        )
        self.assertEqual((job["handler"], job["parameters"]), ("report.weekly", {"a": 1}))
        worker.stop()
        again = self.worker()
        again.every("0 10 * * MON", timezone="Europe/London", type="report.weekly")(
            lambda context: None
        )
        again.start()
        self.assertEqual(
            self.client.get("/jobs/{id}", id="report.weekly")["cron_expression"], "0 10 * * MON"
        )
        again.stop()

    def test_coroutines_run_on_the_program_s_loop(self):
        id, cancelled = self.post("async.one", {"n": 2}), self.post("async.cancel")
        reasons = []

        async def main():
            worker = self.worker(lease=5)

            @worker.handler("async.one")
            async def _(context):
                async def effect():
                    return {"loop": asyncio.get_running_loop() is loop, "n": context.payload["n"]}

                return await context.once_async("act", effect)

            @worker.handler("async.cancel")
            async def _(context):
                try:
                    await asyncio.sleep(PATIENCE)
                except asyncio.CancelledError:
                    reasons.append(context.reason)
                    raise

            loop = asyncio.get_running_loop()
            running = asyncio.ensure_future(worker.run_async())
            blocking = lambda fn, *args: loop.run_in_executor(None, fn, *args)
            run = await blocking(self.ended, id)
            await blocking(until, lambda: self.run_of(cancelled)["state"] == "processing")
            await blocking(lambda: self.client.post("/queue/{id}/cancel", id=cancelled))
            await blocking(until, lambda: reasons)
            await blocking(worker.stop)
            await running
            return run

        run = asyncio.run(main())
        self.assertEqual(run["result"], {"loop": True, "n": 2})
        self.assertIsInstance(reasons[0], (RunCancelled, LeaseLost))

    def test_worker_that_is_refused_for_good_gives_up(self):
        worker = self.worker(lease=0.001)
        worker.handler("refused.one")(lambda context: None)
        with self.assertRaisesRegex(ApiError, "lease_ms"):
            worker.run()


if __name__ == "__main__":
    unittest.main()
