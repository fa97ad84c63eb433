// What the dashboard costs, measured in a real browser at the real server; doc/benchmarks.md has the
// numbers. Not a test: a busy machine shows other times.
//
//   BELFRY_BIN=build/belfry node measure.mjs [EXECUTIONS] [SECONDS]
import { launch, Visitor } from "./browser.mjs";
import { lease, Server } from "./server.mjs";

const executions = Number(process.argv[2] ?? 100_000);
const seconds = Number(process.argv[3] ?? 10);
const BULK = 500;

async function ran(tenant, type, count, prefix) {
	for (let done = 0; done < count; done += BULK) {
		const tasks = Array.from({ length: BULK }, (_one, index) => ({ type, idempotency_key: `${prefix}.${done + index}` }));
		await tenant.producer.post("tasks/bulk", { tasks });
		const held = await lease(tenant, [type], BULK);
		await tenant.worker.post("worker/results", { worker_id: "w1", results: held.map((one) => ({ execution_id: one.execution_id, outcome: "success" })) });
	}
}

async function memory(page) {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("HeapProfiler.collectGarbage");
	const { metrics } = await cdp.send("Performance.enable").then(() => cdp.send("Performance.getMetrics"));
	const of = (name) => metrics.find((one) => one.name === name)?.value ?? 0;
	const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
	return { heap_mb: Math.round(of("JSHeapUsedSize") / 1e5) / 10, elements: nodes };
}

// CPU time of the tasks of the page's main thread, by the browser's tracing: what else the machine does
// does not count. A frame has 16 ms.
async function traced(page, work) {
	await browser.startTracing(page, { categories: ["toplevel"] });
	const result = await work();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
	const threadOf = (event) => `${event.pid} ${event.tid}`;
	const main = new Set(traceEvents.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain").map(threadOf));
	const tasks = traceEvents.filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && main.has(threadOf(event))).map((event) => (event.tdur ?? 0) / 1000);
	return { ...result, cpu_ms: Math.round(tasks.reduce((sum, one) => sum + one, 0)), cpu_tasks_above_16_ms: tasks.filter((one) => one > 16).length, cpu_longest_ms: Math.round(Math.max(0, ...tasks)) };
}

// Everything that a cold browser gets until the screen shows its content.
async function load(visitor, client, path, useful) {
	const context = await visitor.context();
	const answer = await client.ask("POST", "session", { token: client.token });
	const [name, value] = answer.headers.get("Set-Cookie").split(";")[0].split("=");
	await context.addCookies([{ name, value, url: visitor.server.url, httpOnly: true, sameSite: "Strict" }]);
	const page = await context.newPage();
	const cdp = await context.newCDPSession(page);
	await cdp.send("Network.enable");
	const kinds = new Map();
	const sums = { static: 0, api: 0, requests: 0 };
	cdp.on("Network.responseReceived", ({ requestId, response }) => kinds.set(requestId, response.url.includes("/api/v1/") ? "api" : "static"));
	cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => { sums[kinds.get(requestId) ?? "static"] += encodedDataLength; sums.requests++; });
	const times = await traced(page, async () => {
		await page.goto(path);
		await page.locator(useful).first().waitFor();
		return page.evaluate(() => ({
			first_paint_ms: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1),
			useful_ms: Math.round(performance.now()),
		}));
	});
	await page.waitForLoadState("load");
	const result = { path, ...sums, ...times, ...await memory(page) };
	await context.close();
	return result;
}

async function scroll(page) {
	let most = 0;
	for (let step = 0; step < 2 * executions / 200 + 20; step++) {
		const [isAll, nodes, foot] = await page.evaluate(() => {
			const before = document.querySelector(".list-foot").textContent;
			const box = document.querySelector(".table-box.fills");
			box.scrollTo(0, box.scrollHeight);
			return [Number(document.querySelector("table").getAttribute("aria-rowcount")) > 1, document.querySelectorAll("*").length, before];
		});
		most = Math.max(most, nodes);
		if (isAll) break;
		await page.waitForFunction((seen) => document.querySelector(".list-foot").textContent !== seen
			|| Number(document.querySelector("table").getAttribute("aria-rowcount")) > 1, foot, { timeout: 60_000 });
	}
	return { rows: Number(await page.locator("table").getAttribute("aria-rowcount")) - 1, most_elements: most };
}

function watchLongTasks(page) {
	return page.evaluate(() => {
		globalThis.long = [];
		new PerformanceObserver((list) => { for (const one of list.getEntries()) globalThis.long.push(one.duration); }).observe({ type: "longtask" });
	});
}

const longTasks = (page) => page.evaluate(() => ({ long_tasks: globalThis.long.length, longest_ms: Math.round(Math.max(0, ...globalThis.long)) }));

const browser = await launch();
const server = await Server.start();
try {
	const tenant = await server.tenant();
	const visitor = new Visitor(browser, server);
	await ran(tenant, "bulk", 1000, "first");
	// A page of a line of text first: what a browser needs for any page.
	for (const [path, useful] of [["/healthz", "body"], ["/", ".tile"], ["/jobs", ".empty"], ["/executions", "tbody tr[data-id]"], ["/queues", "[data-queue]"]])
		console.log(JSON.stringify(await load(visitor, tenant.viewer, path, useful)));
	await ran(tenant, "bulk", executions - 1000, "more");
	const page = await visitor.open(tenant.viewer, "/executions");
	await page.locator("tbody tr[data-id]").first().waitFor();
	const begun = await memory(page);
	await watchLongTasks(page);
	const scrolled = await traced(page, () => scroll(page));
	console.log(JSON.stringify({ scroll: scrolled, begun, ended: await memory(page), ...await longTasks(page) }));
	await page.reload();
	await page.locator("[data-live=live]").waitFor();
	await watchLongTasks(page);
	const before = visitor.requests.length;
	const start = Date.now();
	for (let second = 0; second < seconds; second++) {
		await ran(tenant, "flood", BULK, `flood${second}`);
		await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + (second + 1) * 1000 - Date.now())));
	}
	console.log(JSON.stringify({ flood: { runs_a_second: BULK, seconds: Math.round((Date.now() - start) / 100) / 10, requests: visitor.requests.length - before }, ...await longTasks(page), ended: await memory(page) }));
	await visitor.close();
} finally {
	await browser.close();
	await server.stop();
}
