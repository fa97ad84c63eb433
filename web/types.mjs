// Asks the built server how its API looks, and writes that down for the type checker:
// src/data/api.d.ts (every body and answer) and src/data/routes.d.ts (the routes by name).
//
//   node types.mjs           write both
//   node types.mjs --check   fail if either is not what the server says
//
// BELFRY_BIN names the binary (build/belfry).
import openapiTS, { astToString } from "openapi-typescript";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const binary = process.env.BELFRY_BIN ?? join(here, "../build/belfry");
const BASE = "/api/v1/scheduler/";

async function description() {
	const folder = mkdtempSync(join(tmpdir(), "belfry-types."));
	const data = join(folder, "data");
	const server = spawn(binary, ["serve", "--listen", "127.0.0.1:0", "--data", data],
		{ stdio: ["ignore", "pipe", "ignore"] });
	try {
		const url = await addressOf(server);
		const token = readFileSync(join(data, "admin.token"), "utf8").trim();
		const answer = await fetch(`${url}/openapi.json`, { headers: { Authorization: `Bearer ${token}` } });
		if (!answer.ok) throw new Error(`/openapi.json: ${answer.status}`);
		return await answer.json();
	} finally {
		server.kill("SIGTERM");
		await new Promise((resolve) => { server.on("exit", resolve); });
		rmSync(folder, { recursive: true, force: true });
	}
}

function addressOf(server) {
	return new Promise((resolve, reject) => {
		createInterface({ input: server.stdout }).on("line", (line) => {
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
			if (found) resolve(found[0]);
		});
		server.on("exit", () => reject(new Error("the server said no address")));
	});
}

async function typesText(api) {
	return "// Made by web/types.mjs from /openapi.json.\n" + astToString(await openapiTS(api));
}

function routesText(api) {
	const rows = [];
	for (const [path, methods] of Object.entries(api.paths)) {
		if (!path.startsWith(BASE)) continue;
		for (const method of Object.keys(methods)) rows.push(`${method.toUpperCase()} ${path.slice(BASE.length)}`);
	}
	return "// Made by web/types.mjs from /openapi.json: the routes below the base.\n"
		+ `export type Route =\n${rows.sort().map((row) => `\t| "${row}"`).join("\n")};\n`;
}

const api = await description();
const made = { "src/data/api.d.ts": await typesText(api), "src/data/routes.d.ts": routesText(api) };
let isOld = false;
for (const [name, text] of Object.entries(made)) {
	const file = join(here, name);
	if (!process.argv.includes("--check")) writeFileSync(file, text);
	else if (readFileSync(file, "utf8") !== text) {
		console.error(`web/${name} is older than the API; run \`make web-types\``);
		isOld = true;
	}
}
process.exitCode = isOld ? 1 : 0;
