// For working on the dashboard: builds on every request, and passes API calls on to a server that
// runs already.
//
//   BELFRY_URL=http://127.0.0.1:7654 node dev.mjs [PORT]
//
// Then open the address that it prints; add the server's `#code=...` to sign in.
import { request, createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join, dirname, extname } from "node:path";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = new URL(process.env.BELFRY_URL ?? "http://127.0.0.1:7654");
const port = Number(process.argv[2] ?? 7655);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const policy = /define POLICY\s+([\s\S]*?)\n\n/.exec(readFileSync(join(here, "../src/api/route_page.c"), "utf8"))[1]
	.match(/"([^"]*)"/g).map((text) => text.slice(1, -1)).join("");

function pass(incoming, outgoing) {
	const headers = { ...incoming.headers, host: target.host };
	const call = request({ host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers }, (answer) => {
		outgoing.writeHead(answer.statusCode, answer.headers);
		answer.pipe(outgoing);
	});
	call.on("error", () => { outgoing.writeHead(502); outgoing.end(); });
	outgoing.on("close", () => call.destroy());
	incoming.pipe(call);
}

function send(outgoing, name) {
	try {
		const content = readFileSync(join(here, "dist", name));
		outgoing.writeHead(200, { "Content-Type": types[extname(name)], "Content-Security-Policy": policy, "Cache-Control": "no-store" });
		outgoing.end(content);
	} catch {
		outgoing.writeHead(404);
		outgoing.end();
	}
}

createServer((incoming, outgoing) => {
	const path = new URL(incoming.url, "http://x").pathname;
	if (path.startsWith("/api/") || path === "/openapi.json") pass(incoming, outgoing);
	else if (path.startsWith("/assets/")) send(outgoing, path.slice("/assets/".length));
	else {
		execFileSync(process.execPath, [join(here, "build.mjs")], { stdio: "inherit" });
		send(outgoing, "index.html");
	}
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
