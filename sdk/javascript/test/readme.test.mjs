// The package as a stranger gets it: packed, installed into an empty folder, and the README's programs
// run word for word.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PATIENCE_MS, Server } from "./server.mjs";

const run = promisify(execFile);
const here = fileURLToPath(new URL("..", import.meta.url));

test("the README's programs work in a fresh folder", async () => {
	const folder = await mkdtemp(join(tmpdir(), "belfry-readme-"));
	const server = await Server.start();
	try {
		const { stdout } = await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: here });
		await writeFile(join(folder, "package.json"), '{"name":"stranger","private":true}');
		await run("npm", ["install", "--silent", "--offline", `./${stdout.trim()}`], { cwd: folder });
		const readme = await readFile(join(here, "README.md"), "utf8");
		const programs = [...readme.matchAll(/```js\n\/\/ (\S+\.mjs)\n([^]*?)```/g)];
		assert.deepEqual(programs.map((p) => p[1]), ["worker.mjs", "produce.mjs", "receiver.mjs"]);
		for (const [, name, text] of programs) await writeFile(join(folder, name), text);
		const env = { ...process.env, BELFRY_URL: server.url, BELFRY_TOKEN: server.token };
		const worker = spawn(process.execPath, ["worker.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
		const said = [];
		worker.stdout.on("data", (chunk) => said.push(chunk));
		const produced = await run(process.execPath, ["produce.mjs"], { cwd: folder, env, timeout: PATIENCE_MS });
		assert.match(produced.stdout, /task\.executed mail\.send/);
		assert.match(produced.stdout, /mail\.send \{ id: 'receipt-1' \}/);
		worker.kill("SIGTERM");
		const [code] = await once(worker, "exit");
		assert.equal(code, 0, "the worker ends well");
		assert.match(said.join(""), /mail to ann@example\.org/);
		await run(process.execPath, ["--check", "receiver.mjs"], { cwd: folder });
	} finally {
		await server.stop();
		await rm(folder, { recursive: true });
	}
});
