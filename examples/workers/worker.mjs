// A worker for Node 18 and later, without any package: node examples/workers/worker.mjs TYPE
// BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. --once: until nothing is left.
import { readFileSync } from "node:fs";

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

const lease = { worker_id: "node", types: [process.argv[2]], max: 10, wait_ms: once ? 0 : 20000 };
let { leases } = await call("lease", lease);
while (leases.length || !once)
	({ leases } = await call("results", { worker_id: "node", results: await Promise.all(leases.map(carryOut)), lease }));
