import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, Defer, Fail, LeaseLost, RetryAfter, RunCancelled, Worker } from "../dist/index.js";
import { proxyOf, Server, until } from "./server.mjs";

let server;
before(async () => {
	server = await Server.start();
});
after(() => server.stop());

const connection = (url = server.url) => ({ url, token: server.token });
const client = () => new Client(connection());
const state = async (id) => client().get("/queue/{id}", { path: { id } });
const ended = (id) => until(async () => {
	const run = await state(id);
	return ["done", "failed", "dlq", "cancelled"].includes(run.state) ? run : undefined;
}, "the run's end");
/** Attempts follow each other at once. */
const retryAtOnce = (type) => client().put("/types/{name}", { path: { name: type }, body: { backoff: { kind: "fixed", base_ms: 1 }, max_attempts: 20 } });
const post = (type, payload = {}, more = {}) => client().post("/tasks", { body: { type, payload, ...more } });

test("a handler's result is the run's result", async () => {
	const task = await post("result.mine", { n: 4 });
	const worker = new Worker(connection()).handle("result.mine", (context) => ({ twice: context.payload.n * 2 })).start();
	const run = await ended(task.id);
	assert.equal(run.state, "done");
	assert.deepEqual(run.result, { twice: 8 });
	await worker.stop();
});

test("a result that is no JSON fails its run alone", async () => {
	const bad = await post("result.odd", { odd: true });
	const good = await post("result.odd", {});
	const worker = new Worker(connection()).handle("result.odd", (context) => (context.payload.odd ? { n: 1n } : { n: 1 })).start();
	assert.equal((await ended(bad.id)).last_error.class, "bad_report");
	assert.deepEqual((await ended(good.id)).result, { n: 1 });
	await worker.stop();
});

test("typed errors decide how a run ends", async () => {
	const fail = await post("ends.fail");
	const retry = await post("ends.retry", {}, { max_attempts: 2 });
	const defer = await post("ends.defer");
	let tries = 0;
	let deferred = 0;
	const worker = new Worker(connection())
		.handle("ends.fail", () => {
			throw new Fail("never", "no_such_user");
		})
		.handle("ends.retry", () => {
			if (++tries < 2) throw new RetryAfter(0, "not yet", "network");
		})
		.handle("ends.defer", (context) => {
			if (deferred++ === 0) throw new Defer(new Date());
			return { attempt: context.attempt };
		})
		.start();
	assert.equal((await ended(fail.id)).last_error.class, "no_such_user");
	assert.equal((await ended(retry.id)).attempts, 2);
	assert.equal((await ended(defer.id)).attempts, 1, "a deferral uses no attempt");
	await worker.stop();
});

test("a handler says that nothing was to be done, and what it printed", async () => {
	const task = await post("ends.noop");
	const levels = [];
	const worker = new Worker({ ...connection(), logger: (level, message) => message === "run ended" && levels.push(level) })
		.handle("ends.noop", (context) => {
			context.noop();
			context.report({ output: { stdout: "nothing new", stdout_bytes: 11 } });
			return { new: 0 };
		})
		.start();
	assert.deepEqual((await ended(task.id)).result, { new: 0 });
	await worker.stop();
	assert.deepEqual(levels, ["info"], "a good end");
	const { data } = await client().get("/executions", { query: { run_id: task.id } });
	assert.deepEqual(data.map((one) => [one.status, one.outcome]), [["COMPLETED", "noop"]]);
	const output = await client().get("/executions/{id}/output", { path: { id: data[0].id } });
	assert.equal(output.stdout.text, "nothing new");
});

test("an idle worker makes one request a wait", async () => {
	const proxy = await proxyOf(server);
	process.env.WORKER_WAIT_MS = "200";
	const idle = new Worker(connection(proxy.url));
	delete process.env.WORKER_WAIT_MS;
	const worker = idle.handle("idle.none", () => undefined).start();
	await until(() => (proxy.counts.get("POST /worker/lease") ?? 0) >= 4, "four waits");
	assert.deepEqual([...proxy.counts.keys()], ["POST /worker/lease"], "and nothing else");
	await worker.stop();
	await proxy.close();
});

test("a handler that outlives its lease keeps it by heartbeats", async () => {
	const task = await post("long.one");
	const proxy = await proxyOf(server);
	const beats = () => proxy.counts.get("POST /worker/heartbeat") ?? 0;
	const worker = new Worker({ ...connection(proxy.url), leaseMs: 15_000 })
		.handle("long.one", async (context) => {
			await until(() => beats() >= 4 || context.signal.aborted, "heartbeats");
			return { lost: context.signal.aborted };
		})
		.start();
	const run = await ended(task.id);
	assert.deepEqual(run.result, { lost: false });
	assert.equal(run.attempts, 1);
	await worker.stop();
	await proxy.close();
});

test("a cancelled run aborts its handler's signal", async () => {
	const task = await post("cancel.me");
	let reason;
	const worker = new Worker({ ...connection(), leaseMs: 5000 })
		.handle("cancel.me", (context) => new Promise((_, reject) => {
			context.signal.addEventListener("abort", () => {
				reason = context.signal.reason;
				reject(reason);
			});
		}))
		.start();
	await until(async () => (await state(task.id)).state === "processing", "the run's begin");
	await client().post("/queue/{id}/cancel", { path: { id: task.id }, body: {} });
	assert.equal((await ended(task.id)).state, "cancelled");
	await until(() => reason, "the abort");
	assert.ok(reason instanceof RunCancelled || reason instanceof LeaseLost);
	await worker.stop();
});

test("a lost lease is told to the handler and not reported", async () => {
	await retryAtOnce("lose.it");
	const task = await post("lose.it");
	let cut = true;
	const proxy = await proxyOf(server, (name) => (cut && name === "POST /worker/heartbeat" ? 503 : undefined));
	let reason;
	let go;
	const gate = new Promise((resolve) => (go = resolve));
	const first = new Worker({ ...connection(proxy.url), leaseMs: 5000, concurrency: 1 })
		.handle("lose.it", async (context) => {
			await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
			reason = context.signal.reason;
			await gate; // it goes on all the same
			return "from the first";
		})
		.start();
	await until(async () => (await state(task.id)).state === "processing", "the run's begin");
	const second = new Worker(connection()).handle("lose.it", () => "from the second").start();
	const run = await ended(task.id);
	assert.equal(run.result, "from the second");
	cut = false;
	await until(() => reason, "the word about the lost lease");
	assert.ok(reason instanceof LeaseLost);
	go();
	await first.stop();
	assert.equal((await state(task.id)).result, "from the second");
	await second.stop();
	await proxy.close();
});

test("stop waits for handlers, and a stubborn one's run goes back unused", async () => {
	const quick = await post("stop.quick");
	const stubborn = await post("stop.stubborn");
	let go;
	const gate = new Promise((resolve) => (go = resolve));
	const begun = new Set();
	const worker = new Worker({ ...connection(), graceMs: 50 })
		.handle("stop.quick", async () => {
			begun.add("quick");
			await gate;
			return "done";
		})
		.handle("stop.stubborn", (context) => new Promise((_, reject) => {
			begun.add("stubborn");
			context.signal.addEventListener("abort", () => reject(context.signal.reason));
		}))
		.start();
	await until(() => begun.size === 2, "both handlers");
	const stopped = worker.stop();
	go();
	await stopped;
	assert.equal((await state(quick.id)).state, "done");
	const run = await state(stubborn.id);
	assert.equal(run.state, "queued");
	assert.equal(run.attempts, 0);
});

test("stop ends without a server, says what it could not report, and the run is tried again", async () => {
	await retryAtOnce("stop.alone");
	const task = await post("stop.alone");
	const proxy = await proxyOf(server, (name) => (name === "POST /worker/results" ? 503 : undefined));
	const said = [];
	const worker = new Worker({ ...connection(proxy.url), graceMs: 50, leaseMs: 5000, logger: (_, message) => said.push(message) }).handle("stop.alone", () => "done").start();
	await until(() => proxy.counts.get("POST /worker/results"), "the first report");
	let failure;
	worker.stop().catch((error) => (failure = error));
	await until(() => failure, "the worker's end");
	assert.equal(failure.status, 503);
	assert.ok(said.includes("reports dropped"));
	await proxy.close();
	const other = new Worker(connection()).handle("stop.alone", (context) => context.attempt).start();
	const run = await ended(task.id);
	assert.deepEqual([run.state, run.result], ["done", 2], "the lease has run out");
	await other.stop();
});

test("1,000 runs through kills of the server, lost answers and refusals: each effect once", async () => {
	const N = 1000;
	await retryAtOnce("chaos.pay");
	let calls = 0;
	const spoil = (name) => {
		if (!name.startsWith("POST /worker") && !name.startsWith("POST /effects")) return undefined;
		return ++calls % 29 === 0 ? 503 : calls % 31 === 0 ? "lose" : undefined;
	};
	const proxy = await proxyOf(server, spoil);
	for (let i = 0; i < N; i += 250) {
		const tasks = Array.from({ length: 250 }, (_, j) => ({ type: "chaos.pay", payload: { n: i + j }, idempotency_key: `pay:${i + j}` }));
		await client().post("/tasks/bulk", { body: { tasks } });
	}
	const effects = new Map();
	const worker = new Worker({ ...connection(proxy.url), concurrency: 40, waitMs: 500, leaseMs: 5000 })
		.handle("chaos.pay", (context) => context.once("pay", async () => {
			effects.set(context.payload.n, (effects.get(context.payload.n) ?? 0) + 1);
			return { paid: context.payload.n };
		}, { check: async () => (effects.has(context.payload.n) ? { paid: context.payload.n } : undefined) }))
		.start();
	for (let kill = 1; kill <= 3; kill++) {
		await until(() => effects.size >= (N * kill) / 5, "progress");
		await server.restart();
	}
	await until(async () => {
		const page = await client().get("/queue", { query: { type: "chaos.pay", state: "done", limit: 500 } }).catch(() => undefined);
		return effects.size === N && page && page.data.length === 500 && (await left()) === 0;
	}, "all of them");
	async function left() {
		const open = await client().get("/queue", { query: { type: "chaos.pay", state: "queued,processing,waiting,failed,dlq", limit: 1 } });
		return open.data.length;
	}
	await worker.stop();
	assert.equal(Math.max(...effects.values()), 1, "no effect twice");
	await proxy.close();
});

test("a payload that does not fit its schema fails for good", async () => {
	const schema = { "~standard": { version: 1, vendor: "test", validate: (value) => (typeof value.n === "number" ? { value: { n: value.n + 1 } } : { issues: [{ message: "must be a number", path: ["n"] }] }) } };
	const good = await post("schema.check", { n: 1 });
	const bad = await post("schema.check", { n: "one" });
	const worker = new Worker(connection()).handle("schema.check", (context) => context.payload, { schema }).start();
	assert.deepEqual((await ended(good.id)).result, { n: 2 });
	const run = await ended(bad.id);
	assert.equal(run.last_error.class, "validation");
	assert.match(run.last_error.message, /n: must be a number/);
	await worker.stop();
});

test("a payload that its schema made anew comes with all of the context", async () => {
	const schema = { "~standard": { version: 1, vendor: "test", validate: async (value) => ({ value: { ...value } }) } };
	const task = await post("schema.once", { n: 1 });
	const worker = new Worker(connection())
		.handle("schema.once", async (context) => {
			context.progress(50, "half");
			return { n: await context.once("act", async () => context.payload.n), runId: context.runId };
		}, { schema })
		.start();
	assert.deepEqual((await ended(task.id)).result, { n: 1, runId: task.id });
	await worker.stop();
});

test("progress is shown while the run goes on", async () => {
	const task = await post("progress.shown");
	let go;
	const gate = new Promise((resolve) => (go = resolve));
	const worker = new Worker(connection())
		.handle("progress.shown", async (context) => {
			context.progress(40, "reading");
			await gate;
		})
		.start();
	const shown = await until(async () => {
		const page = await client().get("/executions", { query: { run_id: task.id } });
		return page.data.find((execution) => execution.progress_percent === 40);
	}, "the progress");
	assert.equal(shown.progress_message, "reading");
	go();
	await ended(task.id);
	await worker.stop();
});

test("a handler whose lease cannot be renewed is told before another worker has the run", async () => {
	const task = await post("renew.never", {}, { max_attempts: 1 });
	const proxy = await proxyOf(server, (name) => (name === "POST /worker/heartbeat" ? 503 : undefined));
	const reasons = [];
	const worker = new Worker({ ...connection(proxy.url), leaseMs: 5000 })
		.handle("renew.never", (context) => new Promise((_, reject) => {
			context.signal.addEventListener("abort", () => {
				reasons.push(context.signal.reason);
				reject(context.signal.reason);
			});
		}))
		.start();
	await until(() => reasons.length > 0, "the reason");
	assert.ok(reasons[0] instanceof LeaseLost);
	assert.match(reasons[0].message, /could not be renewed/);
	const run = await ended(task.id);
	assert.equal(run.last_error.class, "stalled", "and nothing was reported");
	await worker.stop();
	await proxy.close();
});

test("a report that the server cannot take fails its run alone, at once", async () => {
	const bad = await post("report.odd", { odd: true });
	const good = await post("report.odd", {});
	const worker = new Worker(connection())
		.handle("report.odd", (context) => {
			if (context.payload.odd) context.report({ schedule: "nonsense" });
			return { n: 1 };
		})
		.start();
	const run = await ended(bad.id);
	assert.equal(run.state, "failed");
	assert.equal(run.last_error.class, "bad_report");
	assert.deepEqual((await ended(good.id)).result, { n: 1 });
	await worker.stop();
});

test("settings of the environment count where no option is given", async () => {
	process.env.WORKER_BATCH = "3";
	process.env.WORKER_LEASE_MS = "7000";
	process.env.WORKER_MAX_ATTEMPTS = "1";
	try {
		const task = await post("env.one");
		const leases = [];
		const worker = new Worker(connection())
			.handle("env.one", (context) => {
				leases.push(context.lease.lease_ms);
				throw new Error("no luck");
			})
			.start();
		const run = await ended(task.id);
		assert.deepEqual([run.state, run.attempts, leases], ["failed", 1, [7000]]);
		await worker.stop();
		process.env.WORKER_BATCH = "many";
		assert.throws(() => new Worker(connection()), /WORKER_BATCH must be a whole number of at least 1, got many/);
		assert.throws(() => new Worker({ ...connection(), concurrency: 0 }), /concurrency must be/);
	} finally {
		for (const name of ["WORKER_BATCH", "WORKER_LEASE_MS", "WORKER_MAX_ATTEMPTS"]) delete process.env[name];
	}
});

test("a handler's calls carry the run's trace context", async () => {
	const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
	const seen = [];
	const worker = new Worker(connection())
		.handle("trace.first", (context) => context.client.post("/tasks", { body: { type: "trace.second", payload: {} } }).then(() => undefined))
		.handle("trace.second", (context) => void seen.push(context.lease.traceparent))
		.start();
	await client().post("/tasks", { body: { type: "trace.first", payload: {} }, traceparent });
	await until(() => seen.length > 0, "the second run");
	assert.match(seen[0], /^00-0af7651916cd43dd8448eb211c80319c-/);
	await worker.stop();
});

test("log lines are a fixed phrase and fields", async () => {
	const lines = [];
	const task = await post("logs.one");
	const worker = new Worker({ ...connection(), workerId: "logs-1", logger: (level, message, fields) => lines.push({ level, message, ...fields }) })
		.handle("logs.one", () => {
			throw new Fail("gone", "not_found");
		})
		.start();
	await ended(task.id);
	await worker.stop();
	const line = lines.find(({ message }) => message === "run ended");
	const { level, tenant_id, run_id, type, attempt, outcome, error_class, error } = line;
	assert.deepEqual({ level, tenant_id, run_id, type, attempt, outcome, error_class, error }, {
		level: "warn", tenant_id: "system", run_id: task.id, type: "logs.one", attempt: 1, outcome: "fail", error_class: "not_found", error: "gone",
	});
	assert.deepEqual(lines.map(({ message }) => message).filter((message) => message.startsWith("worker")), ["worker started", "worker stopping"]);
});

test("a worker whose token is taken away ends with the reason", async () => {
	const { id, token } = await client().post("/tokens", { body: { tenant_id: "system", role: "worker", name: "short" } });
	await post("token.gone");
	let begun;
	const here = new Promise((resolve) => (begun = resolve));
	let go;
	const gate = new Promise((resolve) => (go = resolve));
	const worker = new Worker({ url: server.url, token, waitMs: 200 }).handle("token.gone", () => {
		begun();
		return gate;
	});
	const running = assert.rejects(worker.run([]), (error) => error.status === 401);
	await here;
	await client().delete("/tokens/{id}", { path: { id } });
	go();
	await running;
});

test("a worker takes 64 types and no more", () => {
	const worker = new Worker(connection());
	for (let n = 0; n < 64; n++) worker.handle(`type.${n}`, () => undefined);
	assert.throws(() => worker.handle("type.64", () => undefined), /at most 64 types/);
	assert.throws(() => worker.handle("type.0", () => undefined), /has a handler already/);
});

test("what ends together is reported together, and leases again in the same call", async () => {
	const many = 400;
	await client().post("/tasks/bulk", { body: { tasks: Array.from({ length: many }, () => ({ type: "batch.many", payload: {} })) } });
	const proxy = await proxyOf(server);
	let count = 0;
	const worker = new Worker({ ...connection(proxy.url), concurrency: 50 }).handle("batch.many", () => void count++).start();
	await until(() => count === many, "all of them");
	await worker.stop();
	const calls = (proxy.counts.get("POST /worker/results") ?? 0) + (proxy.counts.get("POST /worker/lease") ?? 0);
	assert.ok(calls <= many / 4, `${calls} calls for ${many} runs`);
	await proxy.close();
});

test("a type's own limit holds beside the worker's", async () => {
	let now = 0;
	let most = 0;
	const tasks = Array.from({ length: 20 }, () => ({ type: "limit.two", payload: {} }));
	await client().post("/tasks/bulk", { body: { tasks } });
	let count = 0;
	const worker = new Worker({ ...connection(), concurrency: 10 })
		.handle("limit.two", async () => {
			most = Math.max(most, ++now);
			await new Promise((resolve) => setImmediate(resolve));
			now--;
			count++;
		}, { concurrency: 2 })
		.handle("limit.other", () => undefined)
		.start();
	await until(() => count === 20, "all twenty");
	assert.ok(most <= 2, `at most two at once, saw ${most}`);
	await worker.stop();
});

test("middleware wraps handlers, the first one outermost", async () => {
	const order = [];
	const task = await post("middle.ware");
	const worker = new Worker(connection())
		.use(async (context, next) => {
			order.push(`in ${context.type}`);
			const result = await next();
			order.push("out");
			return { ...result, wrapped: true };
		})
		.use((_, next) => {
			order.push("inner");
			return next();
		})
		.handle("middle.ware", () => ({ plain: true }))
		.start();
	assert.deepEqual((await ended(task.id)).result, { plain: true, wrapped: true });
	assert.deepEqual(order, ["in middle.ware", "inner", "out"]);
	await worker.stop();
});

test("a worker that the server refuses for good gives up with the reason", async () => {
	const worker = new Worker({ ...connection(), leaseMs: 1 }).handle("refused.one", () => undefined);
	await assert.rejects(worker.run(), (error) => error.status === 422 && /lease_ms/.test(error.message));
});
