// A real server for tests (BELFRY_BIN, else the binary of this tree), and a counting proxy before it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BELFRY = process.env.BELFRY_BIN ?? fileURLToPath(new URL("../../../build/belfry", import.meta.url));

/** How long a test waits before it fails: a busy machine may need much of it. */
export const PATIENCE_MS = 1000 * Number(process.env.TEST_SECONDS_MAX ?? 300);

/** A free port below those of outgoing connections, which are given one at random: a server that is killed
 * finds it free when it comes back. */
async function lastingPort() {
	for (;;) {
		const port = 10_000 + Math.floor(Math.random() * 22_000);
		const socket = createSocket();
		const isFree = await new Promise((resolve) => {
			socket.on("error", () => resolve(false));
			socket.listen(port, "127.0.0.1", () => socket.close(() => resolve(true)));
		});
		if (isFree) return port;
	}
}

export class Server {
	static async start() {
		const server = new Server();
		server.folder = await mkdtemp(join(tmpdir(), "belfry-sdk-"));
		await server.up(`127.0.0.1:${await lastingPort()}`);
		server.token = (await readFile(join(server.folder, "data", "admin.token"), "utf8")).split("\n")[0];
		return server;
	}

	async up(listen) {
		const args = ["serve", "--listen", listen, "--data", join(this.folder, "data"), "--log", "error", "--webhook-allow", "127.0.0.1"];
		this.child = spawn(BELFRY, args, { stdio: ["ignore", "pipe", "inherit"] });
		this.exited = once(this.child, "exit");
		for await (const line of lines(this.child.stdout)) {
			const match = /listening on (http:\S+)/.exec(line);
			if (!match) continue;
			this.url = match[1];
			this.child.stdout.resume();
			return;
		}
		throw new Error("the server did not start");
	}

	/** Ends it, gently or not, and starts it again at the same address. */
	async restart(signal = "SIGKILL") {
		this.child.kill(signal);
		await this.exited;
		await this.up(new URL(this.url).host);
	}

	async stop() {
		this.child.kill("SIGTERM");
		await this.exited;
		await rm(this.folder, { recursive: true });
	}
}

async function* lines(stream) {
	let rest = "";
	for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
		const parts = (rest + chunk).split("\n");
		rest = parts.pop();
		yield* parts;
	}
}

/** Passes requests on, counts them, and may spoil answers: `spoil(request)` returns a status or undefined. */
export async function proxyOf(server, spoil = () => undefined) {
	const counts = new Map();
	const proxy = createServer((req, res) => {
		const name = `${req.method} ${req.url.split("?")[0].replace("/api/v1/scheduler", "")}`;
		counts.set(name, (counts.get(name) ?? 0) + 1);
		const chunks = [];
		req.on("data", (chunk) => chunks.push(chunk));
		req.on("end", () => {
			const verdict = spoil(name, counts.get(name));
			if (typeof verdict === "number") {
				res.writeHead(verdict, { "retry-after": "0" }).end();
				return;
			}
			const target = new URL(req.url, server.url);
			const onward = request(target, { method: req.method, headers: { ...req.headers, host: target.host } }, (answer) => {
				if (verdict === "lose") {
					// Carried out, and the answer is lost.
					answer.resume();
					answer.on("end", () => res.destroy());
					return;
				}
				res.writeHead(answer.statusCode, answer.headers);
				answer.pipe(res);
			});
			onward.on("error", () => res.destroy());
			res.on("close", () => onward.destroy());
			onward.end(Buffer.concat(chunks));
		});
	});
	proxy.listen(0, "127.0.0.1");
	await once(proxy, "listening");
	return {
		url: `http://127.0.0.1:${proxy.address().port}`,
		counts,
		close: () => new Promise((resolve) => {
			proxy.close(resolve);
			proxy.closeAllConnections();
		}),
	};
}

/** Asks until `look` gives something, for as long as a busy machine may need. */
export async function until(look, what = "something") {
	const end = Date.now() + PATIENCE_MS;
	for (;;) {
		const found = await look();
		if (found) return found;
		if (Date.now() > end) throw new Error(`${what} did not come`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
