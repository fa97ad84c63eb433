// A worker for Node 18 and later, without any package: node examples/workers/worker.mjs TYPE [--once]
//
// BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. WORKER_BATCH: runs at once (10),
// WORKER_LEASE_MS: how long a lease lasts, WORKER_WAIT_MS: how long an idle call waits (20000). --once: until
// no run is left. SIGTERM or SIGINT: it finishes what it has, for GRACE_MS at most, and ends.
// The protocol is in doc/workers.md.
import { readFileSync } from "node:fs";
import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const env = process.env;
const api = (env.BELFRY_URL ?? "http://127.0.0.1:7654") + "/api/v1/scheduler/worker/";
const token = readFileSync(env.BELFRY_TOKEN_FILE, "utf8").split("\n")[0];
const once = process.argv.includes("--once");
const batch = Number(env.WORKER_BATCH ?? 10);
const wait_ms = once ? 0 : Number(env.WORKER_WAIT_MS ?? 20000);
const RESULT_BYTES = 65536, BODY_BYTES = 8 << 20, GRACE_MS = 20000, PATIENCE_MS = 30000;
const worker_id = `node-${process.pid}`;
const wish = { worker_id, hostname: hostname(), types: [process.argv[2]], payload_as: "text" };
if (env.WORKER_LEASE_MS) wish.lease_ms = Number(env.WORKER_LEASE_MS);

class Permanent extends Error {} // trying again cannot help: the run is a dead letter

// Yours: what it returns is the result, a throw is tried again later. `signal` is aborted when the run is
// cancelled or its lease is lost: hand it on to whatever can be stopped.
async function work(payload, run, signal) {
	await sleep(1000 * (payload.seconds ?? 0), null, { signal });
	return { seen: payload };
}

async function carryOut(run, signal) {
	try { // a payload that cannot be read fails this run alone
		const result = await work(JSON.parse(run.payload_text), run, signal);
		const bytes = Buffer.byteLength(JSON.stringify(result) ?? "null");
		return { outcome: "success", result: bytes > RESULT_BYTES ? { truncated: true, bytes } : result };
	} catch (e) {
		const error = { class: e?.name ?? "Error", message: String(e?.message ?? e).slice(0, 2000) };
		return { outcome: e instanceof Permanent ? "fail" : "retry", error };
	}
}

// ---- the server ----

let pause = 500, drains = false, leaving = 0;
const left = new AbortController(); // a pause ends with it

// Not by fetch: it wakes up twice a second as long as a call waits.
function post(what, body) {
	const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
	const signal = AbortSignal.timeout(wait_ms + PATIENCE_MS);
	return new Promise((resolve, reject) => {
		const take = (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (piece) => (text += piece));
			answer.on("error", reject).on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
		};
		const request = api.startsWith("https:") ? secure : plain;
		request(api + what, { method: "POST", headers, signal }, take).on("error", reject).end(JSON.stringify(body));
	});
}

async function callOnce(what, body) {
	const { status, headers, text } = await post(what, body);
	if (status < 300) return JSON.parse(text);
	throw Object.assign(new Error(`${status}: ${text}`), {
		is_final: status < 500 && ![408, 425, 429].includes(status),
		after: 1000 * Number(headers["retry-after"] ?? 0),
	});
}

// The answer; null: the server is away or busy, and the pause that it asks for has passed.
async function call(what, body) {
	try {
		const answer = await callOnce(what, body);
		pause = 500;
		drains ||= answer.drain;
		return answer;
	} catch (e) {
		if (e.is_final) {
			console.error(e.message);
			process.exit(1);
		}
		console.error(`${what}: ${e.cause?.message ?? e.message}; trying again`);
		const delay = Math.min(Math.max(pause, e.after || 0), 60000) * (1 + Math.random() / 5);
		pause = Math.min(pause * 2, 30000);
		await sleep(jobs.size ? Math.min(delay, 1000) : delay, null, { signal: left.signal }).catch(() => {});
		return null;
	}
}

function leave() { // the server answers a call that waits; from then on "drain" is true
	leaving ||= Date.now();
	left.abort();
	callOnce("lease", { worker_id, drain: true }).catch((e) => console.error(e.message));
}
process.on("SIGTERM", leave);
process.on("SIGINT", leave);

// ---- the loop ----

const jobs = new Map(); // by execution_id
const ended = [];
let wake = () => {};

function start(run) {
	const stop = new AbortController();
	const job = { run, stop, is_lost: false, is_returned: false, until: performance.now() + run.lease_ms };
	jobs.set(run.execution_id, job);
	carryOut(run, stop.signal).then((report) => {
		jobs.delete(run.execution_id);
		if (job.is_returned && report.outcome === "retry") report = { outcome: "defer", defer_until: 0 };
		if (!job.is_lost) ended.push({ execution_id: run.execution_id, ...report });
		wake();
	});
}

function lose(job) { // the handler is told to stop, and whatever it still says is not reported
	if (!job || job.is_lost) return;
	job.is_lost = true;
	job.stop.abort();
}

async function renew() {
	const executions = [...jobs.keys()].map((execution_id) => ({ execution_id }));
	const answer = await call("heartbeat", { worker_id, executions });
	for (const id of answer?.extended ?? []) {
		const job = jobs.get(id);
		if (job) job.until = performance.now() + job.run.lease_ms;
	}
	for (const id of [...(answer?.lost ?? []), ...(answer?.cancelled ?? [])]) lose(jobs.get(id));
}

function nextResults() { // as many as one call takes
	let size = 0, count = 0;
	while (count < ended.length && (size += JSON.stringify(ended[count]).length) <= BODY_BYTES) count++;
	return ended.slice(0, Math.max(count, Math.min(1, ended.length)));
}

// Reports what ended, and asks for as many as there is room for; waits where there is neither.
async function exchange() {
	const results = nextResults(), max = batch - jobs.size;
	const body = { worker_id, results };
	if (max > 0 && !drains && !leaving) body.lease = { ...wish, max, wait_ms: jobs.size ? 0 : wait_ms };
	const answer = await call("results", body);
	if (!answer) return null;
	ended.splice(0, results.length);
	answer.results.forEach((verdict, i) => {
		const again = { execution_id: results[i].execution_id, outcome: "fail" };
		const is_refused = ![200, 409].includes(verdict.status) && results[i].error?.class !== "refused";
		if (is_refused) ended.push({ ...again, error: { class: "refused", message: verdict.detail } });
	});
	(answer.leases ?? []).forEach(start);
	return answer;
}

function hurry() { // a worker that leaves gives back what it cannot finish
	if (!leaving || Date.now() - leaving < GRACE_MS) return;
	for (const job of jobs.values()) {
		job.is_returned = true;
		job.stop.abort();
	}
}

let answer, looked = 0, renewed = performance.now();
while (jobs.size || ended.length || !(drains || leaving || (once && answer && !answer.leases?.length))) {
	const spans = [...jobs.values()].map((job) => job.run.lease_ms / 3);
	const renew_ms = Math.min(20000, ...spans);
	hurry();
	for (const job of jobs.values()) // not renewed in time: somebody else has it soon
		if (performance.now() > job.until - job.run.lease_ms / 3) lose(job);
	if (jobs.size && performance.now() - renewed >= renew_ms) {
		await renew();
		renewed = performance.now();
	}
	if (ended.length || !jobs.size || performance.now() - looked >= renew_ms) {
		answer = await exchange();
		looked = performance.now();
	}
	if (jobs.size && !ended.length) {
		const tick = sleep(Math.min(renew_ms, 1000));
		await Promise.race([tick, new Promise((resolve) => { wake = resolve; })]);
	}
}
process.exit(0);
