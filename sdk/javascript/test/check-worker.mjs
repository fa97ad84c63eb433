// A worker of this SDK for tools/worker-check: node check-worker.mjs, with `--effects`.
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "../dist/index.js";

const worker = new Worker({ graceMs: 20_000 });

worker.handle("check", async (context) => {
	const { payload, signal } = context;
	await sleep(1000 * (payload.seconds ?? 0), undefined, { signal });
	if (payload.file !== undefined) await append(context);
	return { seen: payload };
});

/** The line is written once, however often the run is attempted. */
function append(context) {
	const { file, n } = context.payload;
	const isThere = () => readFileSync(file, "ascii").split("\n").includes(String(n));
	return context.once("append", async () => appendFileSync(file, `${n}\n`), { check: async () => (isThere() ? null : undefined) });
}

await worker.run();
