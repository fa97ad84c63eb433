import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { ApiError, Client, createScheduler, handleAll, verifyWebhook, WebhookRefused, Worker } from "../dist/index.js";
import { proxyOf, Server, until } from "./server.mjs";

let server;
let client;
before(async () => {
	server = await Server.start();
	client = new Client({ url: server.url, token: server.token });
});
after(() => server.stop());

test("a POST whose answer is lost is repeated and makes one task", async () => {
	let lost = 0;
	const proxy = await proxyOf(server, (name) => (name === "POST /tasks" && lost++ === 0 ? "lose" : undefined));
	const through = new Client({ url: proxy.url, token: server.token });
	const task = await through.post("/tasks", { body: { type: "lost.answer", payload: {} } });
	assert.equal(proxy.counts.get("POST /tasks"), 2);
	const page = await client.get("/queue", { query: { type: "lost.answer" } });
	assert.deepEqual(page.data.map((run) => run.id), [task.id]);
	await proxy.close();
});

test("a refusal names the field and the request", async () => {
	await assert.rejects(client.post("/tasks", { body: { type: "x", payload: {}, priority: 99 } }), (error) => {
		assert.ok(error instanceof ApiError);
		assert.ok(error.status === 422 || error.status === 400);
		assert.ok(error.requestId);
		assert.match(error.errors[0].pointer, /priority/);
		return true;
	});
});

test("list reads every page", async () => {
	await client.post("/tasks/bulk", { body: { tasks: Array.from({ length: 25 }, (_, n) => ({ type: "paged", payload: { n } })) } });
	const seen = new Set();
	for await (const run of client.list("/queue", { query: { type: "paged", limit: 10 } })) seen.add(run.id);
	assert.equal(seen.size, 25);
});

test("an event stream goes on exactly after kills of the server", async () => {
	const stop = new AbortController();
	const seen = [];
	let ready = false;
	const events = client.events({ event: "run.created", type: "stream.me", signal: stop.signal });
	const reading = (async () => {
		for await (const event of events) {
			seen.push(event.subject);
			ready = true;
		}
	})();
	const made = [];
	const post = async () => made.push((await client.post("/tasks", { body: { type: "stream.me", payload: {} } })).id);
	await until(async () => {
		if (!ready) await post();
		return ready;
	}, "the first event");
	const first = made.indexOf(seen[0]);
	for (let round = 0; round < 3; round++) {
		for (let i = 0; i < 10; i++) await post();
		await server.restart();
	}
	await post();
	await until(() => seen.length >= made.length - first, "every event");
	assert.deepEqual(seen, made.slice(first), "in order, none missing, none twice");
	stop.abort();
	await reading;
});

test("an event stream whose server has gone without a word is opened anew", async () => {
	const opened = [];
	const silent = createServer((request, response) => {
		opened.push(request.headers["last-event-id"]);
		if (opened.length === 1) return; // not even a status
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(`id: ${opened.length}-0\ndata: {"id":"${opened.length}-0"}\n\n`); // and then nothing any more
	});
	silent.listen(0, "127.0.0.1");
	await once(silent, "listening");
	const reader = new Client({ url: `http://127.0.0.1:${silent.address().port}`, token: "t", timeoutMs: 200 });
	const seen = [];
	for await (const event of reader.events({ after: "0-0" })) {
		seen.push(event.id);
		if (seen.length === 2) break;
	}
	assert.deepEqual(seen, ["2-0", "3-0"]);
	assert.deepEqual(opened, ["0-0", "0-0", "2-0"], "each time behind what was read");
	silent.closeAllConnections();
	silent.close();
});

test("scheduleOnce and scheduleRecurring return the first run's id, once by key", async () => {
	await client.post("/tenants", { body: { id: "guild-1", profile: "guild" } });
	const { scheduleOnce, scheduleRecurring } = createScheduler(client);
	const runAt = new Date(Date.now() + 3_600_000);
	const job = { guildId: "guild-1", type: "reminder.send", payload: { to: "ann" }, runAt, idempotencyKey: "r:1" };
	const id = await scheduleOnce(job);
	assert.equal(await scheduleOnce({ ...job, runAt: runAt.toISOString() }), id, "as text");
	assert.equal(await scheduleOnce({ ...job, runAt: runAt.getTime() }), id, "as a number");
	await client.post("/tenants", { body: { id: "firm-1", profile: "enterprise" } });
	const shown = (tenant_id, run) => client.get("/queue/{id}", { path: { id: run }, query: { tenant_id } });
	const plain = await client.post("/tasks", { body: { tenant_id: "guild-1", type: "reminder.send", payload: {}, priority: 3 } });
	assert.deepEqual((await shown("guild-1", id)).payload, { to: "ann" });
	assert.equal((await shown("guild-1", id)).priority, (await shown("guild-1", plain.id)).priority, "3 of 5 unless it is said");
	assert.equal((await shown("firm-1", await scheduleOnce({ ...job, guildId: "firm-1" }))).priority, 5, "3 of 5 is 5 of 10");
	await assert.rejects(scheduleOnce({ ...job, priority: 6 }), RangeError);
	const series = { guildId: "guild-1", type: "digest.send", rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0", tz: "Europe/London", priority: 1 };
	const first = await scheduleRecurring(series);
	assert.equal(await scheduleRecurring(series), first, "the same series is one");
	const run = await client.get("/queue/{id}", { path: { id: first }, query: { tenant_id: "guild-1" } });
	assert.equal(run.type, "digest.send");
	const at = new Date(run.run_at).toLocaleString("en-GB", { timeZone: "Europe/London", weekday: "short", hour: "2-digit", minute: "2-digit" });
	assert.match(at, /Mon.*09:00/);
	const later = await scheduleRecurring({ ...series, payload: { n: 2 }, startFrom: "2031-03-25T00:00:00Z" });
	const summer = await client.get("/queue/{id}", { path: { id: later }, query: { tenant_id: "guild-1" } });
	assert.equal(summer.run_at, "2031-03-31T08:00:00Z", "the first occurrence at or after startFrom, nine o'clock in summer");
});

test("scheduleOnce and scheduleRecurring find the server by the environment", async () => {
	const job = { guildId: "guild-1", type: "reminder.send", payload: {}, runAt: Date.now() + 3_600_000, idempotencyKey: "env:1" };
	const series = { guildId: "guild-1", type: "digest.send", payload: { of: "env" }, rrule: "FREQ=DAILY;BYHOUR=9", tz: "Europe/London" };
	const program = `import { scheduleOnce, scheduleRecurring } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
		console.log(await scheduleOnce(${JSON.stringify(job)}));
		console.log(await scheduleRecurring(${JSON.stringify(series)}));`;
	const env = { ...process.env, BELFRY_URL: server.url, BELFRY_TOKEN: server.token };
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
	const mine = createScheduler(client);
	assert.deepEqual(stdout.trim().split("\n"), [await mine.scheduleOnce(job), await mine.scheduleRecurring(series)]);
});

test("a registry of handlers is given the guild, the payload and the time", async () => {
	const seen = [];
	const worker = new Worker({ client });
	handleAll(worker, { "comms.send": async ({ guildId, payload, now }) => void seen.push([guildId, payload.text, now instanceof Date]) });
	worker.start();
	await client.post("/tasks", { body: { tenant_id: "guild-1", type: "comms.send", payload: { text: "hi" } } });
	await until(() => seen.length === 1, "the handler");
	assert.deepEqual(seen, [["guild-1", "hi", true]]);
	await worker.stop();
});

test("a call that the server signed is believed", async () => {
	let called;
	const call = new Promise((resolve) => (called = resolve));
	const receiver = createServer((request, response) => {
		const pieces = [];
		request.on("data", (piece) => pieces.push(piece));
		request.on("end", () => {
			response.writeHead(204).end();
			called({ headers: request.headers, body: Buffer.concat(pieces) });
		});
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
	await client.put("/secrets/{name}", { path: { name: "hook" }, body: { value: secret } });
	const url = `http://127.0.0.1:${receiver.address().port}/`;
	await client.post("/webhooks", { body: { url, events: ["run.created"], secrets: ["hook"] } });
	const task = await client.post("/tasks", { body: { type: "hook.me", payload: {} } });
	const { headers, body } = await call;
	const event = verifyWebhook(secret, headers, body);
	assert.deepEqual([event.type, event.subject], ["run.created", task.id]);
	assert.throws(() => verifyWebhook(secret, headers, String(body).replace("hook.me", "hook.us")), WebhookRefused);
	receiver.close();
	receiver.closeAllConnections();
});

test("a webhook is believed only with a fitting signature and time", () => {
	const key = Buffer.from("0123456789abcdef0123456789abcdef");
	const secret = `whsec_${key.toString("base64")}`;
	const body = '{"type":"job.failed","data":{}}';
	const now = 1_900_000_000_000;
	const stamp = String(now / 1000);
	const signature = `v1,${createHmac("sha256", key).update(`msg_1.${stamp}.${body}`).digest("base64")}`;
	const headers = { "webhook-id": "msg_1", "webhook-timestamp": stamp, "webhook-signature": `v1,AAAA ${signature}` };
	assert.equal(verifyWebhook([`whsec_${Buffer.from("old").toString("base64")}`, secret], headers, body, { now }).type, "job.failed");
	const refused = (change, at = now, text = body) => assert.throws(() => verifyWebhook(secret, { ...headers, ...change }, text, { now: at }), WebhookRefused);
	refused({}, now + 301_000);
	refused({}, now - 301_000);
	refused({}, now, body.replace("failed", "passed"));
	refused({ "webhook-id": "msg_2" });
	refused({ "webhook-signature": "v1,AAAA" });
	refused({ "webhook-signature": undefined });
	refused({ "webhook-timestamp": "soon" });
});
