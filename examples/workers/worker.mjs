// A worker for Node 18 and later, without any package: node examples/workers/worker.mjs TYPE [--once]
// BELFRY_URL and BELFRY_TOKEN_FILE: where the server is, and as whom. SIGTERM: it finishes and goes.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

const api = (process.env.BELFRY_URL ?? "http://127.0.0.1:7654") + "/api/v1/scheduler/worker/";
const token = readFileSync(process.env.BELFRY_TOKEN_FILE, "utf8").split("\n")[0];
const once = process.argv.includes("--once");

async function call(what, body) {
	const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
	const answer = await fetch(api + what, { method: "POST", headers, body: JSON.stringify(body) });
	if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
	return answer.json();
}

const work = async (run) => ({ seen: run.payload }); // yours: a throw is tried again later

const carryOut = (run) => work(run).then(
	(result) => ({ execution_id: run.execution_id, outcome: "success", result }),
	(e) => ({ execution_id: run.execution_id, outcome: "retry", error: { class: e.name, message: e.message } }));

const worker_id = `node-${process.pid}`;
const lease = { worker_id, hostname: hostname(), types: [process.argv[2]], max: 10, wait_ms: once ? 0 : 20000 };
process.on("SIGTERM", () => call("lease", Object.assign(lease, { drain: true }))); // a call that waits is answered
let answer = await call("lease", lease);
while (answer.leases.length || !(once || answer.drain))
	answer = await call("results", { worker_id, results: await Promise.all(answer.leases.map(carryOut)), lease });
