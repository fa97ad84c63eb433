import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

test("no type of the public API is any", async () => {
	for (const name of (await readdir(join(HERE, "dist"))).filter((one) => one.endsWith(".d.ts"))) {
		const text = (await readFile(join(HERE, "dist", name), "utf8")).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
		assert.doesNotMatch(text, /[:<|&,(=]\s*any\b(?!\?|:|\s*[:(])/, name);
	}
});

// A wrong line without its error fails the compiler: each `@ts-expect-error` must be one.
const PROGRAM = `
import { Client, createScheduler, handleAll, scheduleOnce, scheduleRecurring, Worker, type GuildHandler, type StandardSchema } from "belfry";

const client = new Client({ url: "http://127.0.0.1:1", token: "t" });
const task = await client.post("/tasks", { body: { type: "mail.send", payload: { to: "ann" } } });
const id: string = task.id;
// @ts-expect-error a body needs its type to be text
await client.post("/tasks", { body: { type: 5, payload: {} } });
// @ts-expect-error no such path
await client.get("/nowhere");
// @ts-expect-error the path needs its id
await client.get("/queue/{id}");
for await (const run of client.list("/queue", { query: { state: "done" } })) {
	const type: string | undefined = run.type;
	// @ts-expect-error a run has no such member
	run.nothing;
	void type;
}

declare const schema: StandardSchema<{ to: string }>;
const worker = new Worker({ client });
worker.handle("mail.send", async (context) => {
	const to: string = context.payload.to;
	// @ts-expect-error the schema knows no such member
	context.payload.from;
	return context.once("send", async () => ({ to, id }));
}, { schema, concurrency: 2 });
worker.handle("other", (context) => {
	// @ts-expect-error an unchecked payload is unknown
	context.payload.to;
});
handleAll(worker, { "reminder.send": async ({ guildId, now }) => void [guildId.length, now.getTime()] });
handleAll(worker, {
	"digest.send": async ({ payload, context }: { payload: { to: string }; context: { attempt: number } }) => void [payload.to.length, context.attempt],
	"comms.send": async ({ payload }) => {
		// @ts-expect-error an unchecked payload is unknown
		payload.to;
	},
});
const handlers: Record<string, GuildHandler> = {
	"mentor.checkin.ping": async (run) => void [run.guildId.length, run.payload.pairId],
	// @ts-expect-error a guild's id is text
	"comms.send": async ({ guildId }: { guildId: number }) => void guildId,
};
handleAll(worker, handlers);
const ids: Promise<string>[] = [
	createScheduler(client).scheduleOnce({ guildId: "g", type: "t", runAt: new Date() }),
	scheduleOnce({ guildId: "g", type: "t", runAt: 0 }),
	scheduleRecurring({ guildId: "g", type: "t", payload: { pairId: 7 }, rrule: "FREQ=DAILY", tz: "Europe/London" }),
];
void ids;
`;

test("a program is checked by the types under --strict", async () => {
	const folder = await mkdtemp(join(tmpdir(), "belfry-types-"));
	try {
		await mkdir(join(folder, "node_modules"));
		await symlink(HERE, join(folder, "node_modules", "belfry"));
		await symlink(join(HERE, "node_modules", "@types"), join(folder, "node_modules", "@types"));
		await writeFile(join(folder, "package.json"), '{"type": "module"}');
		await writeFile(join(folder, "program.ts"), PROGRAM);
		const tsc = join(HERE, "node_modules", "typescript", "bin", "tsc");
		const words = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node", "program.ts"];
		await run(process.execPath, [tsc, ...words], { cwd: folder }).catch((error) => assert.fail(error.stdout));
	} finally {
		await rm(folder, { recursive: true });
	}
});
