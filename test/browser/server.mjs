// The real server in a folder of its own, tenants with a token for each role, and what they do.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const BASE = "/api/v1/scheduler/";
const ROLES = ["viewer", "producer", "operator", "worker", "admin"];

export class Client {
	constructor(url, token) {
		this.url = url;
		this.token = token;
	}

	async ask(method, path, body, headers = {}) {
		const response = await fetch(this.url + (path.startsWith("/") ? path : BASE + path), {
			method,
			headers: {
				...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
		return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
	}

	// What a request must be answered with; its JSON.
	async must(method, path, body) {
		const answer = await this.ask(method, path, body);
		if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
		return answer.json;
	}

	get(path) { return this.must("GET", path); }
	post(path, body = {}) { return this.must("POST", path, body); }
	put(path, body = {}) { return this.must("PUT", path, body); }
}

export class Server {
	// On a terminal the server says more, the one-time link among it.
	static async start({ isOnTerminal = false, words = [] } = {}) {
		const server = new Server();
		server.isOnTerminal = isOnTerminal;
		server.folder = mkdtempSync(join(tmpdir(), "belfry-browser."));
		server.data = join(server.folder, "data");
		server.words = words;
		server.tenants = 0;
		await server.begin("127.0.0.1:0");
		return server;
	}

	async begin(listen) {
		const words = [process.env.BELFRY_BIN, "serve", "--listen", listen, "--data", this.data, "--log", "warn", ...this.words];
		const [program, ...rest] = this.isOnTerminal ? ["script", "-qfec", words.join(" "), "/dev/null"] : words;
		// `script` ends its whole process group: then that must be its own.
		this.process = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"], env: environment(), detached: this.isOnTerminal });
		this.ended = new Promise((resolve) => { this.process.on("exit", (code, signal) => resolve(signal ?? code)); });
		this.isStopping = false;
		this.ended.then((how) => { if (!this.isStopping) console.log(`the server ended by itself: ${how}`); });
		// What it says is read to the end: a server whose words nobody takes would wait.
		const lines = createInterface({ input: this.process.stdout });
		const says = (pattern) => new Promise((resolve) => {
			lines.on("line", (line) => { const found = pattern.exec(line); if (found) resolve(found); });
			this.ended.then(() => resolve(null));
		});
		this.link = says(/http:\/\/\S+#code=[0-9a-f]+/).then((found) => found?.[0]);
		const found = await says(/http:\/\/127\.0\.0\.1:\d+/);
		if (!found) throw new Error("the server said no address");
		this.url = found[0];
		this.token = readFileSync(join(this.data, "admin.token"), "utf8").trim();
		this.admin = new Client(this.url, this.token);
	}

	async stop() {
		this.isStopping = true;
		this.process.kill("SIGTERM");
		await this.ended;
		rmSync(this.folder, { recursive: true, force: true });
	}

	// A tenant of its own, with a client for each role.
	async tenant(fields = {}) {
		const id = `t${++this.tenants}`;
		await this.admin.post("tenants", { id, min_interval_seconds: 1, ...fields });
		const tenant = { id };
		for (const role of ROLES) {
			const { token } = await this.admin.post("tokens", { tenant_id: id, role });
			tenant[role] = new Client(this.url, token);
		}
		return tenant;
	}
}

// Nothing of the caller's own settings may change a test.
function environment() {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(BELFRY_|SCHEDULER_|TZ$)/.test(name)));
}

// ---- what tenants do ----------------------------------------------------------------------------

export async function lease(tenant, types, max = 1) {
	const answer = await tenant.worker.post("worker/lease", { worker_id: "w1", hostname: "host-1", types, max, wait_ms: 10_000 });
	return answer.leases;
}

export async function report(tenant, execution, outcome, more = {}) {
	await tenant.worker.post("worker/results", { worker_id: "w1", results: [{ execution_id: execution, outcome, ...more }] });
}

// A run that ended: done, or failed for good.
export async function ranTask(tenant, type, outcome = "success", more = {}, fields = {}) {
	const task = await tenant.producer.post("tasks", { type, ...fields });
	const [held] = await lease(tenant, [type]);
	await report(tenant, held.execution_id, outcome, more);
	return { ...task, execution_id: held.execution_id };
}
